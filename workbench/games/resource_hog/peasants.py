"""The Peasant phase, first part: moving peasants, with the goods they carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import holds
from workbench.games.resource_hog.components import BIT, GOODS, NONE, PEASANT_LOAD
from workbench.games.resource_hog.land import beside, heads_left, listed, picked, reach
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.resource_hog.types import Area, Areas

WALKS: Final = Kind(
    "walks",
    ("RH-PMOVE-2", "RH-PMOVE-7", "RH-RULING-13", "RH-RULING-14"),
    "{seat:seat} moves a peasant from {area:area} to {there:area}.",
)
CARRIES: Final = Kind("carries", ("RH-PMOVE-5", "RH-RULING-15"), "It takes {goods:goods} along.")


class MovePeasants(HogPhase):
    """The player chooses which area a peasant leaves, again and again."""

    name: ClassVar[str] = "move_peasants"
    title: ClassVar[str] = "Peasant phase: moving peasants"
    clauses: ClassVar[tuple[str, ...]] = ("RH-PMOVE-1", "RH-PMOVE-2", "RH-PMOVE-4", "RH-PMOVE-6")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-PMOVE-1", "done": "RH-PMOVE-1"}
    holds: ClassVar[tuple[str, ...]] = ("land",)
    group: ClassVar[str] = "Move a peasant"
    tries: ClassVar[tuple[str, ...]] = ("area",)
    repeated: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["land", "goals"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask for the next peasant; if the player has no area, end the phase."""
        state.source = NONE
        self.ask(state, state.active)

    def land(self, state: ResourceHogState) -> Areas:
        """Return own land for this move: as the phase began, or as it is now (RH-AREA-7, RH-RULING-13)."""
        return state.own(state.active) if state.game.own_land_when_live else state.land

    def goals(self, state: ResourceHogState, area: Area) -> Areas:
        """Return where a peasant of an area may go, as a mask (RH-PMOVE-2, RH-PMOVE-3, RH-RULING-14)."""
        game = state.game
        found = reach(game.ground, self.land(state), area)
        if game.peasants_settle:
            for other in listed(beside(game.ground, found)):
                if state.open_to(other, state.active):
                    found |= BIT[other]
        return found & ~BIT[area]

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return stopping, and each own area with an unmoved peasant that can go somewhere."""
        game = state.game
        idle, near = state.idle, game.ground.near
        land: Areas = self.land(state)
        found: Areas = 0
        for area in listed(state.own(state.active)):
            if idle[area] and (near[area] & land or (game.peasants_settle and self.goals(state, area))):
                found |= BIT[area]
        return picked(game.done_or_area, found)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Pick up a peasant, or go on to the work."""
        game = state.game
        if action == game.words.done:
            state.land = 0
            state.here = NONE
            state.enter(game.work)
        else:
            state.source = action - game.words.area
            state.enter(game.peasant_to)

    def question(self, state: ResourceHogState) -> str:
        """Ask from which area a peasant moves."""
        return "From which area does a peasant move?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that a peasant moves from there."""
        return f"move a peasant from {state.game.area_name(area)}"

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the ruling if its option has been changed."""
        return (*self.clauses, "RH-RULING-13") if state.game.own_land_when_live else self.clauses

    def note(self, state: ResourceHogState, action: int) -> str:
        """Warn if stone heads would be left to nobody."""
        return heads_left(state, action - state.game.words.area, 1)

    def done_words(self, state: ResourceHogState) -> str:
        """Say that no more peasants move."""
        return "move no more peasants"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area where nobody can move."""
        game = state.game
        area = action - game.words.area
        if action == game.words.done:
            return None
        name = game.area_name(area)
        if state.owner[area] != state.active:
            return Reason("RH-PMOVE-2", f"{name} is not your land.")
        if state.moved[area] and not state.idle[area]:
            return Reason("RH-PMOVE-6", f"All peasants in {name} have moved already.")
        if not state.idle[area]:
            return Reason("RH-PMOVE-1", f"No peasant stands in {name}.")
        if self.goals(state, area):
            return None
        if game.own_land_when_live and game.ground.near[area] & state.land:
            return Reason("RH-RULING-13", f"The land beside {name} is not yours any more: you left it in this phase.")
        if game.peasants_settle:
            return Reason("RH-RULING-14", f"No land beside {name} is yours or nobody's.")
        return Reason("RH-PMOVE-3", f"No land beside {name} is yours: peasants enter neither unowned nor enemy land.")


class PeasantTo(HogPhase):
    """The player chooses where the peasant goes."""

    name: ClassVar[str] = "peasant_to"
    title: ClassVar[str] = "Peasant phase: where a peasant goes"
    clauses: ClassVar[tuple[str, ...]] = ("RH-PMOVE-2", "RH-PMOVE-3")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-PMOVE-2"}
    needs: ClassVar[tuple[str, ...]] = ("source",)
    holds: ClassVar[tuple[str, ...]] = ("land",)
    group: ClassVar[str] = "Move to"

    def begin(self, state: ResourceHogState) -> None:
        """Ask where the peasant goes."""
        state.target = NONE
        self.ask(state, state.active)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every other area within reach over own land."""
        game = state.game
        return picked(game.an_area, game.move_peasants.goals(state, state.source))

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Go there, and ask what it carries."""
        state.target = action - state.game.words.area
        state.enter(state.game.cargo)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has picked up a peasant."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask where the peasant goes."""
        return f"Where does the peasant from {state.game.area_name(state.source)} go?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the peasant moves there."""
        return f"move it to {state.game.area_name(area)}"

    def clause_of(self, state: ResourceHogState, action: int) -> str:
        """Return the clause of own or unowned land."""
        return self.clause_to(state, action - state.game.words.area)

    def clause_to(self, state: ResourceHogState, target: Area) -> str:
        """Return the clause that lets the peasant go to an area: a ruling if the usual reading would not."""
        game = state.game
        usual: Areas = reach(game.ground, state.land, state.source)  # over what was own land when the phase began
        mine: bool = state.owner[target] == state.active
        if usual & BIT[target] and (mine or not game.own_land_when_live):
            return "RH-PMOVE-2" if mine else "RH-PMOVE-7"
        if mine or not (usual | beside(game.ground, usual)) & BIT[target]:
            return "RH-RULING-13"
        return "RH-RULING-14"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area that the peasant cannot reach."""
        game = state.game
        area = action - game.words.area
        if holds(game.move_peasants.goals(state, state.source), area):
            return None
        name = game.area_name(area)
        if area == state.source:
            return Reason("RH-PMOVE-2", "It stands there already.")
        if state.enemy(area, state.active):
            return Reason("RH-PMOVE-3", f"{name} is enemy land, which peasants do not enter.")
        if game.own_land_when_live and reach(game.ground, state.land, state.source) & BIT[area]:
            return Reason("RH-RULING-13", f"The way to {name} leads through land that you left in this phase.")
        if state.owner[area] == state.active:
            return Reason("RH-PMOVE-2", f"The peasant cannot reach {name} over your own land.")
        if game.peasants_settle:
            return Reason("RH-RULING-14", f"{name} is more than one border away from land of yours that the peasant can reach.")
        return Reason("RH-PMOVE-3", f"{name} is nobody's land: a noble has to take it first.")


class Cargo(HogPhase):
    """The player chooses what the peasant takes along."""

    name: ClassVar[str] = "cargo"
    title: ClassVar[str] = "Peasant phase: what a peasant carries"
    clauses: ClassVar[tuple[str, ...]] = ("RH-PMOVE-5",)
    allows: ClassVar[Mapping[str, str]] = {"cargo": "RH-PMOVE-5"}
    needs: ClassVar[tuple[str, ...]] = ("source", "target")
    holds: ClassVar[tuple[str, ...]] = ("land",)
    group: ClassVar[str] = "Carry"

    def begin(self, state: ResourceHogState) -> None:
        """Ask what it carries."""
        self.ask(state, state.active)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every load that the store of the area it leaves can fill."""
        game = state.game
        base = state.source * GOODS
        food, salt, arms = state.store[base], state.store[base + 1], state.store[base + 2]
        first = game.words.cargo
        number = first
        found: list[int] = []
        for needs in game.cargo_needs:
            if needs[0] <= food and needs[1] <= salt and needs[2] <= arms:
                found.append(number)
            number += 1
        return tuple(found)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Move the peasant and its load."""
        game = state.game
        needs = game.cargo_needs[action - game.words.cargo]
        source, target, seat = state.source, state.target, state.active
        clause = game.peasant_to.clause_to(state, target) if state.listener is not None else ""
        state.idle[source] -= 1
        state.moved[target] += 1
        state.claim(target, seat)
        for good in range(GOODS):
            state.store[source * GOODS + good] -= needs[good]
            state.store[target * GOODS + good] += needs[good]
        self.forsake(state, source)
        if state.listener is not None:
            state.tell(WALKS, seat, area=source, there=target, clause=clause)
            if sum(needs):
                load_clause = "RH-PMOVE-5" if game.peasant_load == PEASANT_LOAD else "RH-RULING-15"
                state.tell(CARRIES, seat, goods=needs, clause=load_clause)
            self.tell_left(state, source, "RH-PMOVE-7")
        state.target = NONE
        state.enter(game.move_peasants)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has picked up a peasant."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask what the peasant takes along."""
        most = state.game.peasant_load
        return f"What does the peasant take along (at most {most})?"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a load that the store cannot fill."""
        base, needs = state.source * GOODS, state.game.cargo_needs[action - state.game.words.cargo]
        if all([needs[good] <= state.store[base + good] for good in range(GOODS)]):
            return None
        return Reason("RH-PMOVE-5", f"The store of {state.game.area_name(state.source)} does not hold that.")
