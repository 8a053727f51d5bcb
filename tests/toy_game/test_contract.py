"""The toy game keeps the contract of every game, and a leak planted in it is caught."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.contract import GameContract
from tests.toy_game.game import HIDDEN, LeakyLots, SealedLots, ToyState
from workbench.core import match
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.state import State


class TestSealedLots(GameContract):
    """Sealed Lots."""

    name = "sealed_lots"
    players: ClassVar[tuple[int, ...]] = (2, 3)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "no card left aside": {"highest": 6, "sides": 6}}
    game_class: ClassVar[type[SealedLots]] = SealedLots

    @classmethod
    def load(cls, players: int | None = None, **options: Any) -> Game:
        return cls.game_class(options, players)

    @pytest.fixture(autouse=True)
    def save_files_find_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(match, "game_class", lambda name: self.game_class)

    def conserved(self, state: State) -> None:
        assert isinstance(state, ToyState)
        cards = [
            *state.opened,
            *[card for card in state.sealed if card],
            *[card for hand in state.hands for card in hand],
        ]
        assert len(set(cards)) == len(cards) and set(cards) <= set(state.game.cards())
        assert HIDDEN not in cards

    def moved_option(self, name: str, value: object) -> tuple[dict[str, Any], dict[str, Any]]:
        small = {"hand_size": 1} if name == "highest" else {}
        return small, {**small, name: value}

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        written = state.to_dict()
        others = [other for other in range(state.game.players) if other != seat]
        mine = {*written["hands"][seat], written["sealed"][seat], *written["opened"]}
        unseen = [card for card in range(1, state.game.options["highest"] + 1) if card not in mine]
        for other in others:
            written["hands"][other] = sorted(unseen.pop(rng.below(len(unseen))) for _ in written["hands"][other])
            if written["sealed"][other]:
                written["sealed"][other] = unseen.pop(rng.below(len(unseen)))
        return written


class LeakyContract(TestSealedLots):
    """The same with the planted leak; not collected, because its name does not begin with Test."""

    game_class: ClassVar[type[SealedLots]] = LeakyLots


def test_a_planted_leak_is_caught() -> None:
    games = {"leaky": LeakyContract.load(2)}
    with pytest.raises(AssertionError, match="sees what it cannot know"):
        LeakyContract().test_no_seat_is_told_what_it_cannot_know(games)
    # resampling alone does not see it: it keeps what the view has let out
    LeakyContract().test_a_view_is_equal_under_every_resampling(games)
