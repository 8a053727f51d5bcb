"""The Noble phase, first part: moving nobles over own land, into unowned land, or onto the border of enemy land."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.resource_hog.components import BIT, GOODS, NONE
from workbench.games.resource_hog.land import beside, carriage, heads_left, listed, picked, reach
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.resource_hog.types import Area, Areas

RIDES: Final = Kind(
    "rides", ("RH-NMOVE-1", "RH-NMOVE-2", "RH-RULING-25"), "{seat:seat} moves a noble from {area:area} to {there:area}."
)
ENTERS: Final = Kind(
    "enters",
    ("RH-NMOVE-2", "RH-NMOVE-7", "RH-RULING-13", "RH-RULING-25"),
    "{seat:seat} moves a noble from {area:area} into {there:area} and owns it now.",
)
ATTACKS: Final = Kind(
    "attacks", ("RH-NMOVE-3", "RH-RULING-25"), "{seat:seat} sends a noble from {area:area} to attack {there:area}."
)
LOADS: Final = Kind(
    "loads",
    ("RH-NMOVE-5", "RH-RULING-3", "RH-RULING-28", "RH-RULING-41", "RH-RULING-42"),
    "It takes 1 {good:good} along for {fee} money.",
)


class MoveNobles(HogPhase):
    """The player chooses which noble moves next."""

    name: ClassVar[str] = "move_nobles"
    title: ClassVar[str] = "Noble phase: moving nobles"
    clauses: ClassVar[tuple[str, ...]] = ("RH-NMOVE-1", "RH-NMOVE-6")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-NMOVE-1", "done": "RH-NMOVE-1"}
    holds: ClassVar[tuple[str, ...]] = ("land", "entered", "unmoved", "on_border")
    group: ClassVar[str] = "Move a noble"
    tries: ClassVar[tuple[str, ...]] = ("area",)
    repeated: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["land"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask for the next noble."""
        state.source = NONE
        self.ask(state, state.active)

    def land(self, state: ResourceHogState) -> Areas:
        """Return own land for this move (RH-AREA-7, RH-RULING-13), without land just entered (RH-RULING-25)."""
        game = state.game
        if game.own_land_when_live:
            now = state.own(state.active)
            return now if game.chain_expansion else now & ~state.entered
        return state.land | state.entered if game.chain_expansion else state.land

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return stopping, and each area with a noble that has not moved."""
        game = state.game
        unmoved = state.unmoved
        found: Number = 0
        for area in listed(state.own(state.active)):
            if unmoved[area]:
                found |= BIT[area]
        return picked(game.done_or_area, found)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Pick up a noble, or go on to the fights."""
        game = state.game
        if action == game.words.done:
            state.unmoved = [0] * game.ground.areas
            state.land = 0
            state.entered = 0
            state.enter(game.battle)
        else:
            state.source = action - game.words.area
            state.enter(game.noble_to)

    def question(self, state: ResourceHogState) -> str:
        """Ask from which area a noble moves."""
        return "From which area does a noble move?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that a noble moves from there."""
        return f"move a noble from {state.game.area_name(area)}"

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the ruling if its option has been changed."""
        return (*self.clauses, "RH-RULING-13") if state.game.own_land_when_live else self.clauses

    def note(self, state: ResourceHogState, action: int) -> str:
        """Warn if stone heads would be left to nobody."""
        return heads_left(state, action - state.game.words.area, 1)

    def done_words(self, state: ResourceHogState) -> str:
        """Say that no more nobles move."""
        return "move no more nobles"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area where nobody can move."""
        game = state.game
        area = action - game.words.area
        if action == game.words.done or (state.owner[area] == state.active and state.unmoved[area]):
            return None
        name = game.area_name(area)
        if state.owner[area] == state.active and state.nobles[area]:
            return Reason("RH-NMOVE-6", f"Your nobles in {name} have moved already.")
        return Reason("RH-NMOVE-1", f"No noble of yours stands in {name}.")


class NobleTo(HogPhase):
    """The player chooses where the noble goes, or which border it attacks over."""

    name: ClassVar[str] = "noble_to"
    title: ClassVar[str] = "Noble phase: where a noble goes"
    clauses: ClassVar[tuple[str, ...]] = ("RH-NMOVE-1", "RH-NMOVE-2", "RH-NMOVE-3", "RH-NMOVE-4")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-NMOVE-1", "border": "RH-NMOVE-3"}
    needs: ClassVar[tuple[str, ...]] = ("source",)
    holds: ClassVar[tuple[str, ...]] = ("land", "entered", "unmoved", "on_border")
    group: ClassVar[str] = "Move to"
    tries: ClassVar[tuple[str, ...]] = ("area",)
    asked: ClassVar[frozenset[str]] = frozenset(["borders_paid"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask where the noble goes."""
        state.target = NONE
        self.ask(state, state.active)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return whether there may be only one move: where an area has a single neighbour."""
        return len(state.game.ground.neighbours[state.source]) < 2

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        return tuple(self.goals(state))

    def goals(self, state: ResourceHogState) -> list[int]:
        """Return own land, unowned land one border further, and the borders of enemy land, as actions."""
        game, seat = state.game, state.active
        ground = game.ground
        reached: Areas = reach(ground, game.move_nobles.land(state), state.source)
        around: Areas = beside(ground, reached)
        first = game.words.area
        entered = state.entered
        found: list[int] = []
        enemies: Areas = 0
        for area in listed(reached | around):
            bit: Areas = BIT[area]
            if reached & bit:
                if area != state.source:
                    found.append(first + area)
            elif entered & bit or state.open_to(area, seat):
                found.append(first + area)
            elif state.owner[area] != seat:
                enemies |= bit
        if enemies:
            leading = [border for origin in listed(reached) for border in ground.leading[origin]]
            crossed = [border for border in leading if enemies & BIT[ground.beyond[border]]]
            found += [game.words.border + border for border in sorted(crossed)]
        return found

    def borders_paid(self, state: ResourceHogState, target: Area) -> Number:
        """Return the borders that each token pays for, with a last one into unowned land (RH-NMOVE-5)."""
        game = state.game
        roads: Areas = state.roads if game.noble_roads else 0
        land: Areas = game.move_nobles.land(state)
        return carriage(game.ground, land | BIT[target], state.source, roads, game.road_scope_endpoints)[target]

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Move the noble; an attacker waits at the border (RH-NMOVE-3)."""
        game = state.game
        ground = game.ground
        source, seat = state.source, state.active
        state.unmoved[source] -= 1
        state.nobles[source] -= 1
        clause = self.clause_of(state, action) if state.listener is not None else ""
        if action >= game.words.border:
            border = action - game.words.border
            origin: Area = ground.origin[border]
            state.nobles[origin] += 1
            state.claim(origin, seat)
            state.on_border[border] += 1
            if origin != source:
                self.forsake(state, source)
            if state.listener is not None:
                state.tell(ATTACKS, seat, area=origin, there=ground.beyond[border], clause=clause)
                self.tell_left(state, source, "RH-NMOVE-7")
            state.enter(game.move_nobles)
            return
        target = action - game.words.area
        new = state.owner[target] != seat
        state.fee = self.borders_paid(state, target) * game.haul_fee
        state.nobles[target] += 1
        if new and not game.move_nobles.land(state) & BIT[target]:
            state.entered |= BIT[target]
        state.claim(target, seat)
        self.forsake(state, source)
        if state.listener is not None:
            state.tell(ENTERS if new else RIDES, seat, area=source, there=target, clause=clause)
            self.tell_left(state, source, "RH-NMOVE-7")
        state.target = target
        state.enter(game.load)

    def over_entered(self, state: ResourceHogState, target: Area) -> bool:
        """Return whether the way crosses land that was entered in this phase (RH-RULING-25)."""
        land: Areas = state.game.move_nobles.land(state)
        reached: Areas = reach(state.game.ground, land & ~state.entered, state.source)
        return not (reached | beside(state.game.ground, reached)) & BIT[target]

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has picked up a noble."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask where the noble goes."""
        return f"Where does the noble from {state.game.area_name(state.source)} go?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the noble moves there."""
        return f"move it to {state.game.area_name(area)}"

    def clause_of(self, state: ResourceHogState, action: int) -> str:
        """Return the clause of own land, unowned land or an attack."""
        game, ground = state.game, state.game.ground
        if action >= game.words.border:
            origin: Area = ground.origin[action - game.words.border]
            usual: Areas = reach(ground, game.move_nobles.land(state) & ~state.entered, state.source)
            return "RH-NMOVE-3" if usual & BIT[origin] else "RH-RULING-25"
        target: Area = action - game.words.area
        if game.chain_expansion and self.over_entered(state, target):
            return "RH-RULING-25"
        if state.land & BIT[target] and state.owner[target] != state.active:  # land that the last disc left in this phase
            return "RH-RULING-13" if game.own_land_when_live else "RH-NMOVE-7"
        return "RH-NMOVE-1" if state.land & BIT[target] else "RH-NMOVE-2"

    def blocked(self, state: ResourceHogState, name: str, goals: int) -> Reason | None:
        """Return why land that was entered or left in this phase does not let the noble through; None if it is not in the way.

        Args:
            state: any position of this phase.
            name: the area that the noble should reach.
            goals: the areas from which it would be within reach, as a mask.
        """
        game, ground = state.game, state.game.ground
        if game.own_land_when_live and reach(ground, state.land, state.source) & goals:
            return Reason("RH-RULING-13", f"The way to {name} leads through land that you left in this phase.")
        if state.entered and reach(ground, game.move_nobles.land(state) | state.entered, state.source) & goals:
            return Reason("RH-NMOVE-2", f"The way to {name} leads through land entered in this phase: there a move ends.")
        return None

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a place where the noble cannot go."""
        if action in self.goals(state):
            return None
        game = state.game
        area, border = action - game.words.area, action - game.words.border
        if border >= 0:
            origin, beyond = game.ground.origin[border], game.ground.beyond[border]
            if not state.enemy(beyond, state.active):
                return Reason("RH-NMOVE-3", f"Nobody in {game.area_name(beyond)} is your enemy: only enemies are attacked.")
            unreached = Reason("RH-NMOVE-3", f"{game.area_name(origin)}, from which it would attack, cannot be reached.")
            return self.blocked(state, game.area_name(origin), BIT[origin]) or unreached
        name = game.area_name(area)
        if area == state.source:
            return Reason("RH-NMOVE-1", "It stands there already.")
        if state.enemy(area, state.active):
            return Reason("RH-NMOVE-4", f"{name} is enemy land: a noble stops at its border and fights. Choose the border.")
        blocked = self.blocked(state, name, game.ground.near[area] | BIT[area])
        if blocked is not None:
            return blocked
        if state.owner[area] == NONE:
            return Reason("RH-NMOVE-1", f"{name} is more than one border away from land of yours that the noble can reach.")
        return Reason("RH-NMOVE-1", f"The noble cannot reach {name} over your own land.")


class Load(HogPhase):
    """The player chooses what the noble takes along, token by token."""

    name: ClassVar[str] = "load"
    title: ClassVar[str] = "Noble phase: what a noble carries"
    clauses: ClassVar[tuple[str, ...]] = ("RH-NMOVE-5", "RH-HAUL-7")
    allows: ClassVar[Mapping[str, str]] = {"load": "RH-NMOVE-5", "done": "RH-NMOVE-5"}
    needs: ClassVar[tuple[str, ...]] = ("source", "target")
    holds: ClassVar[tuple[str, ...]] = ("land", "entered", "unmoved", "on_border", "fee")
    group: ClassVar[str] = "Carry"
    tries: ClassVar[tuple[str, ...]] = ("load",)
    repeated: ClassVar[bool] = True

    def begin(self, state: ResourceHogState) -> None:
        """Ask for the next token."""
        self.ask(state, state.active)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return stopping, and the goods in the store it left whose carriage the player can pay."""
        game = state.game
        found = [game.words.done]
        if state.money[state.active] >= state.fee:
            base = state.source * GOODS
            for good in range(GOODS):
                if state.store[base + good]:
                    found.append(game.words.load + good)
        return tuple(found)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Take a token along, or go on."""
        game = state.game
        if action == game.words.done:
            state.fee = 0
            state.target = NONE
            state.enter(game.move_nobles)
            return
        good, fee = action - game.words.load, state.fee
        state.store[state.source * GOODS + good] -= 1
        state.store[state.target * GOODS + good] += 1
        state.money[state.active] -= fee
        if game.haul_basis_per_shipment:
            state.fee = 0
        if state.listener is not None:
            state.tell(LOADS, state.active, good=good, fee=fee, clause=self.paid_by(state, fee))
        state.enter(self)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has picked up a noble."""
        return True

    def paid_by(self, state: ResourceHogState, fee: int) -> str:
        """Return the clause on the cost of carriage: a ruling if an option has changed it."""
        game = state.game
        if game.haul_basis_per_shipment:
            return "RH-RULING-41"
        if game.noble_roads and game.road_scope_endpoints and state.roads:
            return "RH-RULING-42"
        if fee and not game.noble_roads:
            return "RH-RULING-28"
        return "RH-NMOVE-5" if game.haul_fee == 1 else "RH-RULING-3"

    def question(self, state: ResourceHogState) -> str:
        """Ask what the noble takes, and say what it costs."""
        return (
            f"What does the noble take along to {state.game.area_name(state.target)}, for {state.fee} money each?"
        )

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the noble takes no more."""
        return "load no more"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a good that is not there, or that the player cannot pay for."""
        if action == state.game.words.done:
            return None
        if state.money[state.active] < state.fee:
            return Reason("RH-HAUL-7", f"Carriage costs {state.fee} money, and you have {state.money[state.active]}.")
        if not state.store[state.source * GOODS + action - state.game.words.load]:
            return Reason("RH-NMOVE-5", "The area that it left has none of that.")
        return None
