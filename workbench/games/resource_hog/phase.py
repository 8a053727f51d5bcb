"""What the phases of Resource Hog share: asking, and naming moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.phase import Phase
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.resource_hog.components import (
    BIT,
    BUILDABLE,
    CARD_NAMES,
    COLUMN_NAMES,
    COLUMN_ONES,
    FISH,
    GOOD_NAMES,
    GOODS,
    NONE,
    PILES,
    cargoes,
)
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.words import BUILD_WORDS, WORK_WORDS, goods_listed, pay_words, pile_words

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.resource_hog.types import Area

LEFT_EMPTY: Final = Kind(
    "left_empty", ("RH-AREA-5", "RH-PMOVE-7", "RH-NMOVE-7", "RH-STARVE-2"), "{area:area} is nobody's land now."
)
STILL_OWNED: Final = Kind(
    "still_owned", "RH-RULING-12", "Nobody is left in {area:area}, and it stays the land of {seat:seat}."
)

ELSEWHERE: Final = {
    "border": ("RH-NMOVE-3", "a noble attacks when it moves, in the Noble phase"),
    "work": ("RH-WORK-1", "peasants are put to work in the Peasant phase"),
    "number": ("RH-HAUL-6", "you name a number when you haul goods or preserve food"),
    **dict.fromkeys(("seat", "card"), ("RH-ROUND-2", "chance orders the cards of each step")),
    "hits": ("RH-FIGHT-5", "dice are rolled in a battle"),
    "face": ("RH-FIGHT-5", "dice are rolled in a battle and for the prices"),
}
"""When moves are made that several phases ask for, or that chance makes, with the clause."""


class HogPhase(Phase[ResourceHogState]):
    """A phase of Resource Hog.

    Attributes:
        by_chance: whether a random event is always due in it.
        repeated: whether it is a decision made again and again until DONE: then it is passed over if nothing else is left.
        seasonal: whether it belongs to the seasonal events: no card is being resolved.
        in_setup: whether it comes before the first round.
    """

    by_chance: ClassVar[bool] = False
    repeated: ClassVar[bool] = False
    seasonal: ClassVar[bool] = False
    in_setup: ClassVar[bool] = False
    other_moments: ClassVar[Mapping[str, tuple[str, str]]] = ELSEWHERE

    def ask(self, state: ResourceHogState, seat: Seat) -> None:
        """Wait for a decision of a seat."""
        state.phase = self
        state.to_move = seat

    def wait_for_chance(self, state: ResourceHogState) -> None:
        """Wait for a random event."""
        state.phase = self
        state.to_move = CHANCE

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return whether there may be only one legal move: a quick look, so moves are seldom listed twice."""
        return True

    def made_by_itself(self, state: ResourceHogState) -> Action:
        """Return the only move, if no question is needed (RH-HOUSE-8) or only stopping is left; else NONE."""
        if not self.may_be_single(state):
            return NONE
        legal = self.legal(state)
        if len(legal) != 1 or not (state.game.auto_single or (self.repeated and legal[0] == state.game.words.done)):
            return NONE
        return legal[0]

    def forsake(self, state: ResourceHogState, area: Area) -> None:
        """Give up an area that lost its last disc (RH-AREA-5), unless land stays claimed (RH-RULING-12)."""
        if not state.game.control_sticky and state.owner[area] != NONE and not state.peopled(area):
            state.realm[state.owner[area]] &= ~BIT[area]
            state.owner[area] = NONE

    def tell_left(self, state: ResourceHogState, area: Area, clause: str) -> None:
        """Tell what becomes of an area after its last disc; the clause is the one that makes it nobody's."""
        if state.owner[area] == NONE:
            state.tell(LEFT_EMPTY, area=area, clause=clause)
        elif not state.peopled(area):
            state.tell(STILL_OWNED, state.owner[area], area=area)

    # -- in words ------------------------------------------------------------------------------------------------------

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say what choosing an area means in this phase."""
        return f"choose {state.game.area_name(area)}"

    def done_words(self, state: ResourceHogState) -> str:
        """Say what DONE means in this phase."""
        return "done"

    def yes_words(self, state: ResourceHogState) -> str:
        """Say what YES means in this phase."""
        return "yes"

    def number_words(self, state: ResourceHogState, number: int) -> str:
        """Say what a number means in this phase."""
        return f"choose {number}"

    def words(self, state: ResourceHogState, action: int) -> str:
        """Say a move in words, even one that belongs to another moment of the game."""
        game = state.game
        first = game.words
        if action < first.done:
            return f"play {pile_words(PILES[action])} ({PILES[action]})"
        if action == first.done:
            return self.done_words(state)
        if action == first.yes:
            return self.yes_words(state)
        if action < first.border:
            return self.area_words(state, action - first.area)
        if action < first.cargo:
            border = action - first.border
            origin, beyond = game.ground.origin[border], game.ground.beyond[border]
            return f"attack {game.area_name(beyond)} from {game.area_name(origin)}"
        if action < first.work:
            load = cargoes(game.peasant_load)[action - first.cargo]
            return f"carry {goods_listed([load.count(good) for good in range(GOODS)])}"
        if action < first.load:
            kind = action - first.work
            if kind >= FISH:
                return f"fish in {game.water_name(kind - FISH)}"
            return WORK_WORDS[kind]
        if action < first.pay:
            return f"load {GOOD_NAMES[action - first.load]}"
        if action < first.buy:
            return pay_words(game, action - first.pay)
        if action < first.sell:
            return f"buy {COLUMN_ONES[action - first.buy]}"
        if action < first.haul:
            return f"sell {COLUMN_ONES[action - first.sell]}"
        if action < first.number:
            place = action - first.haul
            return f"haul {GOOD_NAMES[place % GOODS]} from {game.area_name(place // GOODS)}"
        if action < first.build:
            return self.number_words(state, action - first.number)
        if action < first.seat:
            place = action - first.build
            kind = BUILDABLE[place % len(BUILDABLE)]
            return f"build the {BUILD_WORDS[kind]} in {game.area_name(place // len(BUILDABLE))}"
        if action < first.hits:
            return f"{game.seat_name(action - first.seat)} is next"
        if action < first.face:
            return counted(action - first.hits, "hit")
        if action < first.card:
            return f"the die shows {action - first.face + 1}"
        card = action - first.card
        return f"the {CARD_NAMES[card % 3]} card of {game.seat_name(card // 3)}"

    def thing(self, state: ResourceHogState, action: int) -> str:
        """Return the area, water, job, column, card or number that a move is about."""
        game = state.game
        first = game.words
        if first.area <= action < first.border:
            return f"area-{game.ground.codes[action - first.area]}"
        if first.border <= action < first.cargo:
            return f"area-{game.ground.codes[game.ground.beyond[action - first.border]]}"
        if first.work + FISH <= action < first.load:
            return f"water-{game.ground.water_codes[action - first.work - FISH]}"
        if first.buy <= action < first.haul:
            return f"column-{COLUMN_NAMES[(action - first.buy) % len(COLUMN_NAMES)]}"
        if first.haul <= action < first.number:
            return f"area-{game.ground.codes[(action - first.haul) // GOODS]}"
        if first.build <= action < first.seat:
            return f"area-{game.ground.codes[(action - first.build) // len(BUILDABLE)]}"
        return game.symbol(action).replace(":", "-")

    # -- checks of written positions in this phase -----------------------------------------------------------------------

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return chance, or the player whose card is being resolved."""
        return (CHANCE,) if self.by_chance else (state.active,)

    def begins_here(self, state: ResourceHogState) -> bool:
        """Return whether a seasonal event begins here, asking nobody."""
        return self.seasonal and not self.movers(state)

    def misfits(self, state: ResourceHogState) -> list[str]:
        """Say what in a position does not fit this phase."""
        from workbench.games.resource_hog.position import misfits  # positions are off the rules path

        return misfits(state, self, super().misfits(state))
