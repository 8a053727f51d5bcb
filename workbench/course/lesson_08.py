"""Lesson 8, balance: answers come from the lab's statistics and metrics, over games played for the lesson."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from workbench import lab
from workbench.core.played import Decision, Played
from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Lesson,
    Verdict,
    ask,
    is_function,
    is_list,
    is_number,
    partly,
    right,
    wrong,
)
from workbench.course.lesson_09 import runs_of
from workbench.lab.metrics import lead_changes

FRIENDS: Final = (("Anna", "Ben", "Cora"), ("Anna", "Ben"), ("Anna", "Ben", "Cora", "Dan"))
PART: Final = 0.9
"""The part of the games that the length of the third exercise must cover."""
PLACES: Final = 4
LEAST: Final = 0.4
MOST: Final = 0.6
"""The last is as good as the first if it is ahead in this part of the games."""


def gaps() -> list[int]:
    """Return by how many points the first player leads the last, in thirty games of For Goods and Honor."""
    table = runs_of("goods_and_honor").table
    firsts = [int(first) for first in table["first"]]
    scores = table[[f"score_{seat}" for seat in range(PLACES)]].to_numpy().tolist()
    return [int(row[first] - row[(first - 1) % PLACES]) for first, row in zip(firsts, scores, strict=True)]


@cache
def lengths(players: int) -> tuple[int, ...]:
    """Return how many decisions each of thirty random games of Keydom had, for a number of players."""
    runs = lab.simulate(load("keydom", players), "random", games=30, seed=1, progress=False)
    return tuple(map(int, runs.table["decisions"]))


def seating(answer: Any) -> Verdict:
    """Judge 8.1: a function that lets everybody sit in each seat equally often."""
    for names in FRIENDS:
        rows = [
            [str(name) for name in is_list(ask(is_function(answer), list(names), number), "a list of the names", len(names))]
            for number in range(len(names))
        ]
        told = f"Over {len(names)} games of {', '.join(names)} "
        for number, row in enumerate(rows):
            if sorted(row) != sorted(names):
                return wrong(f"In game {number} of {', '.join(names)} the seats are {', '.join(row)}: name each once.")
        if all(row == rows[0] for row in rows):
            return wrong(f"{told}nobody ever changes seats.")
        for name in names:
            seats = [row.index(name) for row in rows]
            if len(set(seats)) < len(names):
                return partly(0.25, f"{told}{name} gets the seats {', '.join(map(str, seats))}, but should sit in each once.")
    return right("Now no seat has the stronger player more often than another.")


def compensation(answer: Any) -> Verdict:
    """Judge 8.2: the points that make the last in the turn order as good as the first."""
    extra = is_number(answer, "a number of points")
    apart = gaps()
    ahead = sum([1.0 if extra > gap else 0.5 if extra == gap else 0.0 for gap in apart])
    share = lab.share(ahead, len(apart))
    told = f"With {extra:g} more points the last player is ahead of the first in {share} of the games"
    if LEAST <= share.value <= MOST:
        return right(f"{told}.")
    way = "That is not enough" if share.value < LEAST else "That is too much"
    if abs(share.value - 0.5) < 0.25:
        return partly(0.5, f"{told}. {way}, but it is close.")
    return wrong(f"{told}. {way}: where is the middle of the thirty numbers?")


def nine_in_ten(answer: Any) -> Verdict:
    """Judge 8.3: a function that gives the length which nine games in ten do not exceed."""
    samples = [lengths(players) for players in (2, 3, 4)]
    for series in (tuple(range(1, 11)), (50, 10, 40, 20, 30, 90, 60, 70, 80, 100), *samples):
        found = is_number(ask(is_function(answer), list(series)), "a number of decisions")
        expected, ordered = lab.quantile(series, PART).value, sorted(series)
        if found == expected:
            continue
        shown = ", ".join(map(str, series[:10])) + " ..." * (len(series) > 10)
        told = f"For {shown} it gives {found:g}, not {expected:g}"
        if found == fmean(series):
            return wrong(f"{told}: that is the mean, which about half of the games exceed.")
        if found == ordered[-1]:
            return wrong(f"{told}: that is the longest of all.")
        if found == series[ordered.index(int(expected))]:
            return partly(0.5, f"{told}: sort the list first.")
        if found in ordered and abs(ordered.index(int(found)) - ordered.index(int(expected))) == 1:
            return partly(0.5, f"{told}: you are one place off. The first item of a list has number 0.")
        return wrong(f"{told}: sort the list, and count off nine tenths of it.")
    return right("This is what people with one hour want to know.")


HISTORIES: Final = (
    ((0, 0), (2, 0), (2, 3), (5, 3)),
    ((0, 0), (2, 0), (2, 2), (3, 2)),
    ((1, 0, 0), (1, 4, 4), (1, 4, 5), (6, 4, 5), (6, 6, 6)),
    ((0, 0), (0, 0)),
)
"""Scores after each round: the lead changes twice, not at all, twice, and not at all."""


def changes(answer: Any) -> Verdict:
    """Judge 8.4: a function that counts how often the lead changes."""
    for history in HISTORIES:
        found = is_number(ask(is_function(answer), [tuple(scores) for scores in history]), "a number of changes")
        decisions = tuple([Decision(0, 1, scores) for scores in history[:-1]])
        expected = lead_changes(Played(history[-1], decisions=decisions))
        if found == expected:
            continue
        first = [scores.index(max(scores)) for scores in history]
        told = f"For {', '.join(map(str, history))} it gives {found:g}, not {expected:g}: "
        if found == sum([now != before for before, now in pairwise(first)]):
            return partly(0.25, f"{told}if several players tie for most points, nobody leads.")
        alone = [scores.index(max(scores)) if scores.count(max(scores)) == 1 else None for scores in history]
        if found == sum([now != before for before, now in pairwise(alone)]):
            return partly(0.25, f"{told}compare with the last player who led alone; in a tie there is no leader.")
        return wrong(f"{told}write down who leads alone after each round.")
    return right("The lab counts it in the same way.")


LESSON: Final = Lesson(
    8,
    "Balance",
    (
        Exercise("8.1", 2, seating),
        Exercise("8.2", 2, compensation),
        Exercise("8.3", 2, nine_in_ten),
        Exercise("8.4", 4, changes),
    ),
)
