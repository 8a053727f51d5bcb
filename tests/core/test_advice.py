"""Advice: a move, what a player expects of it and of others, in words; and errors in the player's own name."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import IllegalActionError, PlayerError
from workbench.core.player import Expectation, Player
from workbench.core.state import View

POSITION = {"hand": "C6 C8 C2", "deck": "C7", "fief": 1, "statement": "C5"}


class Reckons(Player):
    """Expects most of the last move."""

    measure: ClassVar[str] = "chance to win"
    error: ClassVar[float] = 0.0

    def choose(self, view: View) -> int:
        return view.legal()[0]

    def expected(self, view: View) -> tuple[Expectation, ...]:
        legal = view.legal()[::-1]
        return tuple([Expectation(action, 0.75 - place / 4, self.error, 8) for place, action in enumerate(legal)])


class Samples(Reckons):
    """The same, from samples."""

    measure: ClassVar[str] = "on a scale from 0 to 1"
    error: ClassVar[float] = 0.125


class Doubts(Samples):
    """Has seen another move do better, but not often enough."""

    def expected(self, view: View) -> tuple[Expectation, ...]:
        return super().expected(view)[::-1]


class Wrong(Reckons):
    """Expects much of what is not legal."""

    def expected(self, view: View) -> tuple[Expectation, ...]:
        return (Expectation(0, 1.0, 0.0, 0),)


class Broken(Reckons):
    """Cannot reckon."""

    def expected(self, view: View) -> tuple[Expectation, ...]:
        raise ValueError("no paper")


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> wb.Match:
    game = wb.load("northwood")
    others: Any = {"reckons": Reckons, "samples": Samples, "doubts": Doubts, "wrong": Wrong, "broken": Broken}
    monkeypatch.setattr(type(game), "strategies", {**game.strategies, **others})
    return game.match(position=POSITION)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("counter", "The counter would respond with C6."),
        (
            "reckons",
            "The reckons would respond with C8. Its estimate: 75% chance to win; 50% if you respond with C6 and 25% "
            "if you respond with C2.",
        ),
        (
            "samples",
            "The samples would respond with C8. Its estimate: 0.75 ± 0.12 on a scale from 0 to 1; 0.50 ± 0.12 if you "
            "respond with C6 and 0.25 ± 0.12 if you respond with C2.",
        ),
        (
            "doubts",
            "The doubts would respond with C2. Its estimate: 0.25 ± 0.12 on a scale from 0 to 1. No other move was clearly "
            "better.",
        ),
    ],
)
def test_the_words_say_what_is_expected(match: wb.Match, player: str, words: str) -> None:
    before = match.to_json()
    advice = match.advice(player)
    assert str(advice) == words
    assert match.hint(player) == advice.move and match.to_json() == before


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("counter", ""),
        ("reckons", "Estimate: 75% chance to win."),
        ("doubts", "Estimate: 0.25 ± 0.12 on a scale from 0 to 1."),
    ],
)
def test_in_brief_there_are_no_other_moves(match: wb.Match, player: str, words: str) -> None:
    assert match.advice(player).in_brief == words


def test_where_there_is_nothing_to_choose_nothing_is_expected(match: wb.Match) -> None:
    advice = match.game.match(position={**POSITION, "hand": "C6"}).advice("reckons")
    assert (advice.expected, advice.reason, str(advice)) == ((), "", "The reckons would respond with C6.")


def test_faults_are_told_in_the_name_of_the_player(match: wb.Match) -> None:
    with refused(IllegalActionError, "The player 'wrong' in seat 0 chose 0 (card:C1), which is not legal"):
        match.advice("wrong")
    with refused(PlayerError, "The player 'broken' in seat 0 raised ValueError"):
        match.advice("broken")


@pytest.mark.parametrize(
    ("name", "moves", "words"),
    [
        (
            "nim",
            ["take 2 from row D"],
            "Its estimate: 100% of the win with best play; 0% if you take 1 from row A or if you take 1 from row B.",
        ),
        ("tic_tac_toe", [], "Its estimate: 50% of the win with best play, the same if you mark b1 or if you mark c1."),
        ("kuhn", [], " on a scale from 0 (the fewest points) to 1 (the most), with best play; "),
        ("hexes", [], " on a scale from 0 to 1; "),
        pytest.param("goods_and_honor", [], " on a scale from 0 (far behind) to 1 (far ahead)", marks=pytest.mark.long),
    ],
)
def test_a_number_says_what_it_is(name: str, moves: list[str], words: str) -> None:
    match = wb.load(name).match(seed=7)
    for move in moves:
        match.play(move)
    assert words in str(match.advice("rollout"))
