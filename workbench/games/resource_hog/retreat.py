"""After a battle: the loser leaves or stays, and the attacker enters what is empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import holds
from workbench.games.resource_hog.components import BIT, NONE
from workbench.games.resource_hog.land import beside, heads_left, listed, people_of, reach
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.ransom import fields_of_loss, loser_of
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.resource_hog.types import Area, Areas, Border

MUST_LEAVE: Final = Kind("must_leave", ("RH-FIGHT-13", "RH-FIGHT-19"), "{seat:seat} must leave {areas:areas}.")
LEAVES: Final = Kind("leaves", "RH-FIGHT-17", "{seat:seat} chooses to leave {areas:areas}.")
STAYS: Final = Kind("stays", "RH-FIGHT-17", "{seat:seat} stays.")
LEAVES_TO: Final = Kind("leaves_to", "RH-FIGHT-16", "A noble of {seat:seat} goes from {area:area} to {there:area}.")
NO_WAY: Final = Kind("no_way", "RH-RULING-35", "{number:noble} of {seat:seat} had nowhere to go, and stay in {area:area}.")
REMOVED: Final = Kind("removed", "RH-FIGHT-16", "{lost:noble} of {seat:seat} had nowhere to go from {area:area}.")
OCCUPIES: Final = Kind(
    "occupies", ("RH-FIGHT-18", "RH-RULING-32"), "{seat:seat} moves a noble from {area:area} into {there:area}."
)
GO_HOME: Final = Kind("go_home", ("RH-FIGHT-18", "RH-RULING-32", "RH-RULING-67"), "The attackers go home.")


class Leave(HogPhase):
    """A loser who has paid in full may leave the area (RH-FIGHT-17)."""

    name: ClassVar[str] = "leave"
    title: ClassVar[str] = "After a battle: leaving or staying"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-17", "RH-FIGHT-19")
    allows: ClassVar[Mapping[str, str]] = {"yes": "RH-FIGHT-17", "done": "RH-FIGHT-17"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won")
    group: ClassVar[str] = "Leave"

    def begin(self, state: ResourceHogState) -> None:
        """Ask the loser, if the loser has nobles there and they have somewhere to go."""
        seat = loser_of(state)
        if seat != NONE:
            state.land = state.own(seat)
            for area in fields_of_loss(state):
                if (state.nobles[area] or state.spent[area]) and self.goals(state, area):
                    state.land = 0
                    self.ask(state, seat)
                    return
            state.land = 0
        state.enter(state.game.occupy)

    def goals(self, state: ResourceHogState, area: Area) -> Areas:
        """Return where a noble that leaves an area may go, as a mask (RH-FIGHT-16)."""
        game = state.game
        seat = state.owner[area]
        land: Areas = state.land
        reached: Areas = reach(game.ground, land, area)
        found: Areas = reached
        for other in fields_of_loss(state):
            found &= ~BIT[other]
        for other in listed(beside(game.ground, reached)):
            if state.owner[other] == seat or state.open_to(other, seat):
                found |= BIT[other]
        return found & ~BIT[area]

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return staying and leaving."""
        return (state.game.words.done, state.game.words.yes)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Stay, or leave with all nobles of the area."""
        game = state.game
        seat = loser_of(state)
        if action == game.words.done:
            if state.listener is not None:
                state.tell(STAYS, seat)
            state.enter(game.occupy)
        else:
            if state.listener is not None:
                state.tell(LEAVES, seat, areas=tuple(fields_of_loss(state)))
            self.go(state)

    def must(self, state: ResourceHogState) -> None:
        """Make a loser who was short leave, without asking (RH-FIGHT-13)."""
        if state.listener is not None:
            clause = "RH-FIGHT-13" if state.won else "RH-FIGHT-19"
            state.tell(MUST_LEAVE, loser_of(state), areas=tuple(fields_of_loss(state)), clause=clause)
        self.go(state)

    def go(self, state: ResourceHogState) -> None:
        """Make all nobles of the area leave; attacks of nobles on its borders lapse (RH-FIGHT-19)."""
        game = state.game
        areas = fields_of_loss(state)
        state.fled = 1
        state.land = state.own(loser_of(state))
        for border in range(game.ground.borders):
            if game.ground.origin[border] in areas:
                state.on_border[border] = 0
        state.leaving = tuple(areas)
        state.enter(game.leave_to)

    def question(self, state: ResourceHogState) -> str:
        """Ask whether the nobles leave."""
        return f"Do your nobles leave {' and '.join([state.game.area_name(one) for one in fields_of_loss(state)])}?"

    def note(self, state: ResourceHogState, action: int) -> str:
        """Warn if stone heads would be left to nobody."""
        if action != state.game.words.yes:
            return ""
        left = [heads_left(state, area, people_of(state, area) - state.peasants(area)) for area in fields_of_loss(state)]
        return "; ".join([warning for warning in left if warning])

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the nobles stay."""
        return "stay"

    def yes_words(self, state: ResourceHogState) -> str:
        """Say that the nobles leave."""
        return "leave with all nobles"

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the loser."""
        return (loser_of(state),) if state.fronts else ()


class LeaveTo(HogPhase):
    """The loser chooses where each noble goes, beginning with nobles that have not attacked."""

    name: ClassVar[str] = "leave_to"
    title: ClassVar[str] = "After a battle: where a noble goes"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-16", "RH-FIGHT-13", "RH-FIGHT-19")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-FIGHT-16"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver", "leaving")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won", "land", "fled")
    group: ClassVar[str] = "Leave to"

    def begin(self, state: ResourceHogState) -> None:
        """Ask for the next noble; one without a destination is removed (RH-RULING-35)."""
        game = state.game
        while state.leaving:
            area: Area = state.leaving[0]
            number = state.nobles[area] + state.spent[area]
            if number and game.leave.goals(state, area):
                self.ask(state, state.owner[area])
                return
            if number and not game.no_retreat_stay:
                if state.listener is not None:
                    state.tell(REMOVED, state.owner[area], area=area, lost=number)
                state.discs[state.owner[area]] -= number
                state.nobles[area] = 0
                state.spent[area] = 0
            elif number and state.listener is not None:
                state.tell(NO_WAY, state.owner[area], area=area, number=number)
            self.forsake(state, area)
            if state.listener is not None:
                self.tell_left(state, area, "RH-AREA-5")
            state.leaving = state.leaving[1:]
        state.land = 0
        state.enter(game.occupy)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return own land, or unowned land one border further."""
        game = state.game
        first = game.words.area
        return tuple([first + area for area in listed(game.leave.goals(state, state.leaving[0]))])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Move the noble there; it keeps its mark."""
        game = state.game
        area: Area = state.leaving[0]
        seat, target = state.owner[area], action - game.words.area
        if state.nobles[area]:
            state.nobles[area] -= 1
            state.nobles[target] += 1
        else:
            state.spent[area] -= 1
            state.spent[target] += 1
        state.claim(target, seat)
        if state.listener is not None:
            state.tell(LEAVES_TO, seat, area=area, there=target)
        state.enter(self)

    def question(self, state: ResourceHogState) -> str:
        """Ask where the noble goes."""
        return f"Where does a noble that leaves {state.game.area_name(state.leaving[0])} go?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the noble goes there."""
        return f"leave to {state.game.area_name(area)}"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area that the noble cannot reach."""
        game = state.game
        area = action - game.words.area
        if holds(game.leave.goals(state, state.leaving[0]), area):
            return None
        name = game.area_name(area)
        if area == state.leaving[0]:
            return Reason("RH-FIGHT-16", f"{name} is the area that the noble leaves, and nobody returns to it.")
        if state.enemy(area, state.owner[state.leaving[0]]):
            return Reason("RH-FIGHT-16", f"{name} is enemy land: a noble leaves to own or unowned land.")
        return Reason("RH-FIGHT-16", f"{name} is neither land of yours that it reaches nor free land beside it.")

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the loser."""
        return (state.owner[state.leaving[0]],) if state.leaving else ()


class Occupy(HogPhase):
    """Noble by noble, the attacker enters an area that the defender has lost, or goes home."""

    name: ClassVar[str] = "occupy"
    title: ClassVar[str] = "After a battle: entering the area"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-18",)
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won", "fled")
    group: ClassVar[str] = "Enter"
    tries: ClassVar[tuple[str, ...]] = ("done", "yes")

    def begin(self, state: ResourceHogState) -> None:
        """Ask about the next noble while any is left and the area is open."""
        game = state.game
        target = state.target
        if not self.stands_open(state):
            if state.listener is not None and state.won and not state.peopled(target):
                state.tell(GO_HOME, state.active, clause="RH-RULING-67")
            self.finish(state)
        elif game.auto_occupy == "never":
            self.go_home(state)
        elif game.auto_occupy == "all":
            while self.next_front(state) != NONE:
                self.enter_one(state)
            self.finish(state)
        elif self.next_front(state) == NONE:
            self.finish(state)
        else:
            state.target = target
            self.ask(state, state.active)

    def stands_open(self, state: ResourceHogState) -> bool:
        """Return whether the attackers may enter: they won, no defender's disc is left (RH-FIGHT-18, RH-RULING-67)."""
        target = state.target
        if not state.won:
            return False
        if state.owner[target] == state.active:
            return True  # the first noble is in
        if state.peopled(target):
            return False
        if not state.fled and not state.game.enter_emptied:
            return False
        owned = state.owner[target] != NONE
        self.forsake(state, target)
        if state.listener is not None and owned and not state.fled:  # for nobles who leave, this has been told already
            self.tell_left(state, target, "RH-AREA-5")
        return True

    def next_front(self, state: ResourceHogState) -> Border:
        """Return the next noble's border, by origins in map order; NONE if all nobles have gone."""
        best: Border = NONE
        for border in state.fronts:
            if state.on_border[border]:
                if best == NONE or state.game.ground.origin[border] < state.game.ground.origin[best]:
                    best = border
        return best

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return going back and entering."""
        return (state.game.words.done, state.game.words.yes)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Enter with one noble, or send the rest back."""
        if action == state.game.words.done:
            self.go_home(state)
        else:
            self.enter_one(state)
            state.enter(self)

    def enter_one(self, state: ResourceHogState) -> None:
        """Move a noble from the border into the area."""
        border = self.next_front(state)
        origin, target, seat = state.game.ground.origin[border], state.target, state.active
        state.on_border[border] -= 1
        state.spent[origin] -= 1
        state.spent[target] += 1
        state.claim(target, seat)
        self.forsake(state, origin)
        if state.listener is not None:
            clause = "RH-FIGHT-18" if state.game.auto_occupy == "ask" else "RH-RULING-32"
            state.tell(OCCUPIES, seat, area=origin, there=target, clause=clause)
            self.tell_left(state, origin, "RH-AREA-5")

    def go_home(self, state: ResourceHogState) -> None:
        """Send the rest of the attackers home."""
        if state.listener is not None:
            clause = "RH-RULING-32" if state.game.auto_occupy == "never" else "RH-FIGHT-18"
            state.tell(GO_HOME, state.active, clause=clause)
        self.finish(state)

    def finish(self, state: ResourceHogState) -> None:
        """End the battle and go on to the next (RH-FIGHT-23)."""
        if state.won and state.owner[state.target] != state.active:
            owned = state.owner[state.target] != NONE
            self.forsake(state, state.target)
            if state.listener is not None and owned and not state.fled and not state.game.enter_emptied:
                self.tell_left(state, state.target, "RH-AREA-5")
        for border in state.fronts:
            state.on_border[border] = 0
        state.fronts = ()
        state.won = 0
        state.fled = 0
        state.receiver = NONE
        state.target = NONE
        state.enter(state.game.battle)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return False: there are always two choices."""
        return False

    def question(self, state: ResourceHogState) -> str:
        """Ask whether the noble enters."""
        return f"Does a noble of the battle move into {state.game.area_name(state.target)}?"

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the noble goes back."""
        return "go back with the rest"

    def yes_words(self, state: ResourceHogState) -> str:
        """Say that the noble enters."""
        return "enter with a noble"
