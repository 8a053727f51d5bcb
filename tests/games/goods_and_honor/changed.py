"""Phases of For Goods and Honor with other rules, as a person may hand them over."""

from __future__ import annotations

from workbench.games.goods_and_honor.assign import Assign
from workbench.games.goods_and_honor.components import FIRST_DRAW, FIRST_ROLL, FOLK_WINS, NASTIGAN, NONE, ROLL_ROW
from workbench.games.goods_and_honor.draw import Draw
from workbench.games.goods_and_honor.duel import Duel, Roll
from workbench.games.goods_and_honor.end import GameOver
from workbench.games.goods_and_honor.nastigans import Defend
from workbench.games.goods_and_honor.produce import Produce
from workbench.games.goods_and_honor.state import GoodsAndHonorState


class FolkAlwaysWin(Roll):
    """A changed rule: whatever the dice show."""

    def apply(self, state: GoodsAndHonorState, action: int) -> None:
        state.game.defend.settle(state, True)


class TiesCount(Roll):
    """A changed rule: a tie is not rolled again and nothing comes of it, but the turn is counted."""

    def apply(self, state: GoodsAndHonorState, action: int) -> None:
        if self.decides(state, action) == NONE:
            state.turn += 1
        super().apply(state, action)


class SixesWin(Roll):
    """A changed rule: a blue 6 always wins."""

    def decides(self, state: GoodsAndHonorState, action: int) -> int:
        return FOLK_WINS if (action - FIRST_ROLL) % ROLL_ROW == 5 else int(super().decides(state, action))


class RedOneOnly(Roll):
    """A changed rule: the red die shows 1 and nothing else."""

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        return tuple([(action, 1) for action in self.legal(state) if action < FIRST_ROLL + ROLL_ROW])


class FolkAlwaysWinAtOnce(Duel):
    """A changed rule: with collapsed duels, too."""

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        return ((FOLK_WINS, 1),)


class NoWounds(Defend):
    """A changed rule: nobody is lost."""

    def settle(self, state: GoodsAndHonorState, wins: bool) -> None:
        super().settle(state, True)


class Crowded(Produce):
    """A changed rule: a fourth Folk in a section spoils everything there."""

    def points(self, state: GoodsAndHonorState, seat: int, section: int) -> int:
        return 0 if sum(state.section(seat, section)) > 3 else int(super().points(state, seat, section))


class Bonus(Produce):
    """A changed rule: one token more than the mat yields, as long as there is one."""

    def produce(self, state: GoodsAndHonorState, seat: int, takes: bool, from_box: bool) -> bool:
        state.supply[0] -= 1
        return super().produce(state, seat, takes, from_box)


class NastigansInPairs(Draw):
    """A changed rule: a Nastigan that is drawn brings another one along."""

    def apply(self, state: GoodsAndHonorState, action: int) -> None:
        if action == FIRST_DRAW + NASTIGAN and state.bag[NASTIGAN] > 1:
            state.bag[NASTIGAN] -= 1
            state.table_nastigans += 1
        super().apply(state, action)


class NastigansHide(Assign):
    """A changed rule: while mats are arranged, a Nastigan leaves the bag for good."""

    def begin(self, state: GoodsAndHonorState) -> None:
        state.bag[NASTIGAN] = max(0, state.bag[NASTIGAN] - 1)
        super().begin(state)


class ChipsForAll(GameOver):
    """A changed rule: before the scoring everybody takes a Food from the box."""

    def finish(self, state: GoodsAndHonorState, reason: int) -> None:
        for seat in range(state.game.players):
            state.stashes[seat * 9 + 6] += 1
        super().finish(state, reason)
