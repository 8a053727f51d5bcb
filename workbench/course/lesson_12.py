"""Lesson 12, pacing and the player's experience: answers sort sentences and measure how tense a game was."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final

from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    asked,
    compared,
    fresh,
    is_number,
    kept_from_notebooks,
    quote,
    right,
    words_judged,
)

LAYERS: Final = ("mechanic", "dynamic", "aesthetic")
"""The three layers of a game, by their usual names."""
SENTENCES: Final = (
    "The price of a bought tile goes to the player whose tile it was.",
    "Nobody wants to be ahead before the last turn.",
    "The last visit feels like holding your breath.",
    "Players keep their trumps for the far fiefs.",
    "You must respond in the suit that was stated.",
    "You feel clever when somebody walks into your trap.",
)
"""The sentences of exercise 12.1."""
CHANCES: Final = ("input", "output")
MOMENTS: Final = (
    "For Northwood!: you see your hand, and then choose a fief.",
    "For Goods and Honor: you name a Folk to fight the Nastigan, and then both dice are rolled.",
    "Keydom: six tiles lie open in the registry, and then you bid.",
    "For Northwood!: you activate the Jack of Eyes, and then draw two cards.",
    "For Northwood!: the ruler states a card, and then you respond.",
)
"""The moments of exercise 12.2."""
EVERY: Final = 20
"""After so many decisions we look at the outlook again."""
MOST_DECISIONS: Final = 2_000
FRESH: Final = 8
"""How many more cases are drawn for each answer."""


@cache
def line(seed: int) -> tuple[float, ...]:
    """Return what the first player could expect during a game of Keydom with random players.

    Args:
        seed: the seed of the game, 0 or more.

    Returns:
        the first player's share of the win, 0 to 1, after every 20 decisions.

    >>> 0 <= min(line(1)) <= max(line(1)) <= 1
    True
    """
    game, draw = load("keydom", 2), Random(seed)
    match = game.match(seed=seed)
    found = []
    while not match.over and match.steps < MOST_DECISIONS:
        if match.steps % EVERY == 0:
            found.append(round(game.outlook(match.state, playouts=20, seed=seed).shares[0], 2))
        match.play(draw.choice(match.moves()))
    return tuple(found)


@kept_from_notebooks
def due_layers() -> dict[str, tuple[str, str]]:
    """Return the layer of each sentence, and what to tell somebody who takes it for another."""
    layers = (
        ("mechanic", "a rulebook could say it"),
        ("dynamic", "no rule says it; it is what players do because of the rules"),
        ("aesthetic", "it says how a player feels"),
        ("dynamic", "no rule says it; it is what players do because of the rules"),
        ("mechanic", "a rulebook could say it"),
        ("aesthetic", "it says how a player feels"),
    )
    return dict(zip(SENTENCES, layers, strict=True))


@kept_from_notebooks
def due_chances() -> dict[str, tuple[str, str]]:
    """Return the kind of chance in each moment, and what to tell somebody who takes it for the other."""
    before = ("input", "chance comes first here, and your choice can use what it brought")
    after = ("output", "your choice comes first here, and then chance decides what becomes of it")
    return dict(zip(MOMENTS, (before, after, before, after, before), strict=True))


def layers(answer: Any) -> Verdict:
    """Judge 12.1: what is a mechanic, a dynamic or an aesthetic."""
    praise = "You can change only the mechanics; the other two follow from them."
    return words_judged(answer, SENTENCES, LAYERS, due_layers, "sentence", praise)


def chances(answer: Any) -> Verdict:
    """Judge 12.2: where chance comes before the choice, and where after it."""
    praise = "Input chance sets you a task; output chance tells you how it went."
    return words_judged(answer, MOMENTS, CHANCES, due_chances, "sentence", praise)


def tension(answer: Any) -> Verdict:
    """Judge 12.3: a function that says by how much the outlook moves from one moment to the next."""
    draw = fresh(answer)
    drawn = [([draw.randint(0, 100) / 100 for _ in range(draw.randint(3, 12))],) for _ in range(FRESH)]
    cases: list[tuple[list[float]]] = [([0.5, 0.7, 0.4, 1.0],), ([0.5, 0.6, 0.8, 1.0],), ([0.5, 0.5],), *drawn]
    found = asked(answer, cases, lambda moved: is_number(moved, "a number from 0 to 1"))

    def moves(shares: list[float]) -> list[float]:
        return [after - before for before, after in pairwise(shares)]

    def due(shares: list[float]) -> float:
        return sum([abs(each) for each in moves(shares)]) / (len(shares) - 1)

    ideas = (
        Idea(
            lambda shares: sum(moves(shares)) / (len(shares) - 1),
            "ups and downs cancel out. How far it moved counts, not in which direction.",
            0.5,
        ),
        Idea(
            lambda shares: sum([abs(each) for each in moves(shares)]),
            "that is the sum, so a long game always seems tenser.",
            0.5,
        ),
        Idea(
            lambda shares: sum([abs(each) for each in moves(shares)]) / len(shares),
            "divide by the number of steps: between n moments there are n - 1.",
            0.5,
        ),
        Idea(lambda shares: max(map(abs, moves(shares))), "that is the largest step alone.", 0.5),
        Idea(lambda shares: max(shares) - min(shares), "that is how far apart the highest and the lowest are."),
        Idea(lambda shares: shares[-1] - shares[0], "that compares end and beginning, and skips the game between."),
        Idea(lambda shares: abs(shares[-1] - shares[0]), "that compares end and beginning, and skips the game between."),
        Idea(lambda shares: sum(shares) / len(shares), "that is the mean outlook: it says who was ahead, not how it moved."),
        Idea(
            lambda shares: sum([each**2 for each in moves(shares)]) / (len(shares) - 1),
            "that squares the steps. Take their sizes as they are.",
            0.5,
        ),
        Idea(
            lambda shares: sum([abs(each - 0.5) for each in shares]) / len(shares),
            "that is how clear the game was on average, not how it moved.",
        ),
        Idea(lambda shares: 100 * due(shares), "that is in per cent. An outlook lies between 0 and 1.", 0.5),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For {quote(case[0])} it gives {gives:.4g}, not {exact:.4g}:"

    advice = "take the size of each step from one moment to the next, and the mean of these sizes."
    return compared(cases, found, due, ideas, told, advice) or right(
        "A game that swings holds its breath; one that glides is a procession, even if both end alike."
    )


LESSON: Final = Lesson(
    12,
    "Pacing and the player's experience",
    (
        Exercise("12.1", 2, layers),
        Exercise("12.2", 3, chances),
        Exercise("12.3", 3, tension),
    ),
)
