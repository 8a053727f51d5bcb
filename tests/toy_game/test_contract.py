"""The toy game keeps the contract of every game, and a leak planted in it is caught."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from tests.contract import GameContract, Question
from tests.toy_game.game import HIDDEN, LeakyLots, SealedLots, ToyState
from workbench.core import match
from workbench.core.figures import Odds, rests_on, shown
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
    def load(cls, players: int | None = None, phases: Any = None, **options: Any) -> Game:
        return cls.game_class(options, players, phases)

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


class TellingLots(SealedLots):
    """The toy game with odds of the next lot, which are right as long as nobody changes the die."""

    def odds(self, state: State, seat: int) -> tuple[Odds, ...]:
        sides = self.options["sides"]
        assert isinstance(state, ToyState)
        return tuple([Odds(f"the next lot is worth {face}", Fraction(1, sides)) for face in range(1, sides + 1)])


class DeclaringLots(TellingLots):
    """The same, with odds that say what they rest on."""

    def odds(self, state: State, seat: int) -> tuple[Odds, ...]:
        return shown(Odds, state, seat, next_lot)


@rests_on("bid", "roll", what="The next lot")
def next_lot(state: State, seat: int) -> tuple[Odds, ...]:
    return TellingLots.odds(state.game, state, seat)  # type: ignore[arg-type]


class TellingContract(TestSealedLots):
    """The toy game with odds; not collected, because its name does not begin with Test."""

    game_class: ClassVar[type[SealedLots]] = TellingLots

    def fits_a_figure(self, state: State) -> bool:
        """While a lot is still to come."""
        assert isinstance(state, ToyState)
        return not state.opened

    def asked_by(self, state: State, seat: int, label: str) -> Question:
        """What the next lot is worth."""

        def settled(later: State) -> int | None:
            assert isinstance(later, ToyState)
            return int(label.endswith(f" {later.lot}")) if later.opened and later.lot else None

        return (), settled


class DeclaringContract(TellingContract):
    """The same with odds that are declared."""

    game_class: ClassVar[type[SealedLots]] = DeclaringLots


def test_odds_that_outlive_the_die_are_caught() -> None:
    for contract in (TellingContract(), DeclaringContract()):
        contract.test_figures_are_what_comes_of_playing_the_phases()
    DeclaringContract().test_no_figure_outlives_the_rule_it_rests_on()
    with pytest.raises(AssertionError, match="the next lot is worth 1 is shown as 1/3, and it is 1/2"):
        TellingContract().test_no_figure_outlives_the_rule_it_rests_on()


def test_a_planted_leak_is_caught() -> None:
    games = {"leaky": LeakyContract.load(2)}
    with pytest.raises(AssertionError, match="sees what it cannot know"):
        LeakyContract().test_no_seat_is_told_what_it_cannot_know(games)
    # resampling alone does not see it: it keeps what the view has let out
    LeakyContract().test_a_view_is_equal_under_every_resampling(games)
