"""The small games keep the contract of every game."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.contract import GameContract
from workbench.core.random import Random
from workbench.core.state import OVER, State


class SmallContract(GameContract):
    """A small game; what is not said below, holds for all of them."""

    players: ClassVar[tuple[int, ...]] = (2,)

    def conserved(self, state: State) -> None:
        assert state.game.position(state.to_dict()).key() == state.key()


class TestNim(SmallContract):
    name = "nim"
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "loser": {"last": "loses"}}


class TestTicTacToe(SmallContract):
    name = "tic_tac_toe"


class TestHexes(SmallContract):
    name = "hexes"
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {"size": 3}, "small": {"size": 2}}


class TestPig(SmallContract):
    name = "pig"
    variants: ClassVar[dict[str, dict[str, Any]]] = {"short": {"goal": 20}}


class TestKuhn(SmallContract):
    name = "kuhn"

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        written = state.to_dict()
        if state.to_move == OVER:
            return written
        mine = written["hands"][f"Player {seat + 1}"]
        unseen = [card for card in ("jack", "queen", "king") if card not in mine]
        theirs = f"Player {2 - seat}"
        written["hands"][theirs] = [unseen.pop(rng.below(len(unseen))) for _ in written["hands"][theirs]]
        return {**written, "deck": unseen}


class TestLiarsDice(SmallContract):
    name = "liars_dice"
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "coins": {"faces": 2}}

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        written = state.to_dict()
        theirs = f"Player {2 - seat}"
        if state.to_move != OVER and written["dice"][theirs] is not None:
            written["dice"][theirs] = str(1 + rng.below(state.game.options["faces"]))
        return written


class TestAuction(SmallContract):
    name = "auction"
    players: ClassVar[tuple[int, ...]] = (2, 3)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "second": {"price": "second bid", "most": 4}}

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        written = state.to_dict()
        most = state.game.options["most"]
        for name in written["values"] if state.to_move != OVER else ():
            if name == f"Player {seat + 1}":
                continue
            worth = 1 + rng.below(most)
            if written["values"][name] is not None:
                written["values"][name] = str(worth)
            if written["bids"][name] is not None:
                written["bids"][name] = str(rng.below(worth))
        return written
