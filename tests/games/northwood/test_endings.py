"""Ends of games of For Northwood! whose exact values are known: advice and review name a best move.

The last visit decides the game in all of these positions, so the exact chance to win is that of the visit. Where no ability is
left it is what the exact odds say; elsewhere the exact solver of the core looks at every line of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import workbench as wb
from workbench.core.errors import TooLarge
from workbench.core.exact import ExactSolver, after
from workbench.core.random import Random as Stream
from workbench.core.registry import make_player
from workbench.games.northwood.components import CARDS, RANKS, SUITS, card_name

PLAIN, WITH_ALLIES = 150, 150
SHORT = 25
"""So many of each in the short run."""
MOST_POSITIONS = 6_000
"""An end with more positions below it is left out: the exact solver would take too long."""
Ending = tuple[Any, dict[int, Fraction]]
"""A position, and the exact chance to win after each move."""


def game() -> Any:
    """The full set-up with every star wanted, so that the last visit decides."""
    return wb.load("northwood", setup="full", threshold=20)


def drawn(rules: Any, rng: Random, ready: int, held: int, left: int) -> Any:
    """A last visit drawn at random: hand, deck, piles, characters, and whether a statement waits."""
    cards = list(range(CARDS))
    rng.shuffle(cards)
    people = [suit + rank for suit in SUITS for rank in RANKS]
    rng.shuffle(people)
    allies = [one + ("" if slot < ready else "*") for slot, one in enumerate(people[:4])]
    fief = rng.randrange(6)
    hand, deck, others = cards[:held], cards[held : held + left], cards[held + left :]
    points = rng.randrange(fief + 1)
    where: dict[str, Any] = {
        "fief": fief,
        "friendly": [other for other in range(8) if other != fief],
        "allies": " ".join(allies),
        "rulers": " ".join(people[4:12]),
        "hand": " ".join(map(card_name, hand)),
        "deck": " ".join(map(card_name, deck)),
        "score": " ".join(map(card_name, others[:points])),
    }
    if not ready or rng.randrange(2):
        return rules.position({**where, "phase": "respond", "statement": card_name(others[-1])})
    return rules.position({**where, "phase": "ability_window"})


def endings(ready: tuple[int, ...], number: int, seed: int) -> Iterator[Ending]:
    """So many ends with so many allies ready, in which moves differ."""
    rules, rng, found = game(), Random(seed), 0
    while found < number:
        most = rng.choice(ready)
        held, left = (rng.randint(2, 3), rng.randint(2, 5)) if most else (rng.randint(2, 5), rng.randint(3, 11))
        state = drawn(rules, rng, most, held, left)
        try:
            values = exact_values(state)
        except TooLarge:
            continue
        if len(set(values.values())) > 1:
            found += 1
            yield state, values


def exact_values(state: Any) -> dict[int, Fraction]:
    """The exact chance to win after each move."""
    chances = {one.action: one.probability for one in state.game.odds(state, 0) if state.exhausted == 0b1111}
    if chances:
        return {action: Fraction(chances[action]) for action in state.legal()}
    solver = ExactSolver(limit=MOST_POSITIONS)
    return {action: solver.value(after(state, action)) for action in state.legal()}


@pytest.mark.parametrize(
    "ready", [pytest.param((0,), id="no ally left"), pytest.param((1, 2), id="allies left", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "all"])
def test_advice_and_review_name_a_best_move(ready: tuple[int, ...], long: bool) -> None:
    number = (WITH_ALLIES if ready[-1] else PLAIN) if long else SHORT
    advised = reviewed = 0
    wrong: list[str] = []
    for state, values in endings(ready, number, seed=1 + long):
        best = max(values.values())
        good = [action for action, value in values.items() if value == best]
        match = state.game.match(seed=3, position=state)
        advice = match.advice()
        advised += advice.move.action in good
        if advice.move.action not in good:
            wrong.append(f"{state.to_dict()}: {advice}, {values}")
        match.play(state.legal()[0])
        reviewed += match.review().decisions[0].would in [match.move(action, 0).text for action in good]
    assert min(advised, reviewed) >= 0.95 * number, f"advice {advised}, review {reviewed} of {number}\n" + "\n".join(wrong)


@pytest.mark.parametrize("ready", [0, 1], ids=["no ally left", "an ally left"])
def test_the_thinker_says_the_exact_chance_where_little_is_left(ready: int) -> None:
    for state, values in endings((ready,), 10, seed=5):
        if state.hand.bit_count() > 2:
            continue
        for one in make_player(state.game, "thinker", Stream(1)).expected(state.view(0)):
            assert one.samples == 0 and one.mean == pytest.approx(float(values[one.action]), abs=0.011)
