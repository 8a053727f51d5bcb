"""Deal with Nastigans: the duel, with the dice rolled one by one or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.games.goods_and_honor.components import (
    FIRST_ROLL,
    FOLK_LOSES,
    FOLK_WINS,
    GUARD_DIE,
    NONE,
    RED_SIDES,
    ROLL_ROW,
)
from workbench.games.goods_and_honor.nastigans import fighter_misfits, waiting_misfits, winner_misfits
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number


ROLLED: Final = Kind("rolled", "GH-DUEL-4", "Red {red}, blue {blue}.")
AGAIN: Final = Kind("rolled_again", "GH-DUEL-4", "Equal: both dice are rolled again.")
TIE_FOR_FOLK: Final = Kind("tie_for_the_folk", "GH-RULING-47", "Equal: the Folk wins.")
TIE_FOR_NASTIGAN: Final = Kind("tie_for_the_nastigan", "GH-RULING-47", "Equal: the Nastigan wins.")
DECIDED: Final = Kind("decided", "GH-HOUSE-12", "The dice have decided.")


def pairs_of(blue: int) -> tuple[int, ...]:
    """Return every roll of the red die and a blue one, as actions.

    >>> len(pairs_of(8)), pairs_of(4)[:5] == (75, 76, 77, 78, 83)
    (48, True)
    """
    return tuple([FIRST_ROLL + red * ROLL_ROW + face for red in range(RED_SIDES) for face in range(blue)])


PAIRS: Final = tuple([pairs_of(blue) for blue in range(GUARD_DIE + 1)])
"""The rolls of the red die with a blue die of a given number of sides."""


class Fighting(GoodsPhase):
    """Chance decides a duel."""

    group: ClassVar[str] = "Rolled"
    by_chance: ClassVar[bool] = True
    holds: ClassVar[tuple[str, ...]] = ("named",)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that some Nastigans wait to be dealt with."""
        return super().table_misfits(state) + waiting_misfits(state, self.name)

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the fighter is named, and on the mat."""
        return fighter_misfits(state, self.name) + winner_misfits(state)


class Roll(Fighting):
    """Roll both dice, again and again while they are equal (GH-DUEL-4)."""

    name: ClassVar[str] = "roll"
    title: ClassVar[str] = "The dice"
    clauses: ClassVar[tuple[str, ...]] = ("GH-DUEL-4", "GH-DUEL-5", "GH-DUEL-6", "GH-CHANCE-4")
    allows: ClassVar[Mapping[str, str]] = {"roll": "GH-DUEL-4"}
    only_with: ClassVar[tuple[str, ...]] = ("duel_chance", "dice")

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return every pair of numbers, each equally likely (GH-CHANCE-4)."""
        return PAIRS[state.game.defend.die(state, state.named[0])]

    def decides(self, state: GoodsAndHonorState, action: Action) -> Number:
        """Return what a roll decides: FOLK_WINS, FOLK_LOSES, or NONE to roll again (GH-DUEL-4 to GH-DUEL-6)."""
        red = (action - FIRST_ROLL) // ROLL_ROW
        blue = (action - FIRST_ROLL) % ROLL_ROW
        if red == blue:  # GH-RULING-47
            if state.game.duel_tie == "reroll":
                return NONE
            return FOLK_WINS if state.game.duel_tie == "folk_wins" else FOLK_LOSES
        return FOLK_WINS if blue > red else FOLK_LOSES

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Compare the dice."""
        decided = self.decides(state, action)
        red = (action - FIRST_ROLL) // ROLL_ROW + 1
        blue = (action - FIRST_ROLL) % ROLL_ROW + 1
        if state.listener is not None:
            state.note(action)
            state.tell(ROLLED, red=red, blue=blue)
            if decided == NONE:
                state.tell(AGAIN)
            elif red == blue:
                state.tell(TIE_FOR_FOLK if decided == FOLK_WINS else TIE_FOR_NASTIGAN)
        if decided != NONE:
            state.game.defend.settle(state, decided == FOLK_WINS, "GH-RULING-47" if red == blue else "")

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Add what equal dice mean, if they are not rolled again."""
        return self.clauses if state.game.duel_tie == "reroll" else (*self.clauses, "GH-RULING-47")

    def question(self, state: GoodsAndHonorState) -> str:
        blue = state.game.defend.die(state, state.named[0])
        return f"The red die of {RED_SIDES} sides and a blue one of {blue} sides are rolled."

class Duel(Fighting):
    """With duel_chance=collapsed a duel is one random event: which side finally wins it (GH-HOUSE-12)."""

    name: ClassVar[str] = "duel"
    title: ClassVar[str] = "The duel"
    tries: ClassVar[tuple[str, ...]] = ("roll", "folk_wins", "folk_loses")
    clauses: ClassVar[tuple[str, ...]] = ("GH-HOUSE-12", "GH-DUEL-7", "GH-DUEL-5", "GH-DUEL-6")
    allows: ClassVar[Mapping[str, str]] = {"folk_wins": "GH-HOUSE-12", "folk_loses": "GH-HOUSE-12"}
    only_with: ClassVar[tuple[str, ...]] = ("duel_chance", "collapsed")

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return tuple([action for action, _ in self.final_chances(state)])

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """Return the final chances (GH-DUEL-7)."""
        return self.final_chances(state)

    def final_chances(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """Return, of the rolls that decide, how many each side wins (GH-DUEL-7)."""
        roll = state.game.roll
        wins: Number = 0
        losses: Number = 0
        for action, weight in roll.chance(state):
            decided = roll.decides(state, action)
            if decided == FOLK_WINS:
                wins += weight
            elif decided == FOLK_LOSES:
                losses += weight
        return tuple([(action, weight) for action, weight in ((FOLK_WINS, wins), (FOLK_LOSES, losses)) if weight])

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Settle the duel."""
        if state.listener is not None:
            state.note(action)
            state.tell(DECIDED)
        state.game.defend.settle(state, action == FOLK_WINS)

    def question(self, state: GoodsAndHonorState) -> str:
        return "The dice decide the duel."
