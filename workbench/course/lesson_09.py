"""Lesson 9, play-testing with numbers: answers come from games that the lab plays for the lesson."""

from __future__ import annotations

from functools import cache
from statistics import fmean, stdev
from typing import Any, Final

from workbench import lab
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
from workbench.lab.statistics import LEVEL, difference

FAIR: Final = 1 / 4
"""The share that each of four places would win in a fair game."""
NEAR: Final = 3
"""A game of Keydom won by no more points than this is close."""
TOLERANCE: Final = 0.12
"""How far a number of games may be off, as a share: the rule of thumb and the exact interval differ a little."""


SEED: Final = 1
SAMPLES: Final[dict[str, tuple[int, str, int, tuple[str, ...]]]] = {
    "goods_and_honor": (4, "scripted", 30, ()),
    "keydom": (2, "random", 100, ("margin",)),
    "northwood": (1, "counter", 60, ()),
}
"""The games of this lesson: how many players, which player sits in every seat, how many games, what is measured."""


@cache
def runs_of(name: str, **options: Any) -> lab.Runs:
    """Play this lesson's matches of one game, the same for everybody.

    Args:
        name: a game of `SAMPLES`.
        options: options that differ from the defaults.
    """
    players, player, games, metrics = SAMPLES[name]
    game = load(name, players, **options)
    return lab.simulate(game, player, games=games, seed=SEED, metrics=metrics, progress=False)


def margins() -> list[int]:
    """Return by how many points each match of Keydom was won."""
    return [int(margin) for margin in runs_of("keydom").table["margin"]]


def stars() -> tuple[list[int], list[int]]:
    """Return the stars of the matches of For Northwood! under the usual rules and under another reading."""
    before, after = runs_of("northwood"), runs_of("northwood", nontrump_scoring="never")
    return [int(each) for each in before.table["score_0"]], [int(each) for each in after.table["score_0"]]


def half_width(games: int) -> float:
    """Return how far the interval of a share of one half reaches to each side, 0 to 1.

    >>> round(half_width(100), 2)
    0.1
    """
    found = lab.share(games / 2, games)
    return (found.high - found.low) / 2


def games_for(answer: Any) -> Verdict:
    """Judge 9.1: a function that says how many games an interval needs."""
    for wanted in (0.1, 0.05, 0.02):
        games = round(is_number(ask(is_function(answer), wanted), "a number of games"))
        if games < 1:
            return wrong(f"For {wanted} to each side it gives {games} games; you need at least one.")
        width = half_width(games)
        if abs(width / wanted - 1) <= TOLERANCE:
            continue
        told = f"For {wanted} to each side it gives {games} games; their interval is {width:.3f} to each side. "
        if abs(games * wanted - 1) < 0.1:
            return wrong(f"{told}Half the width takes four times the games, not twice.")
        return wrong(f"{told}You need {'more' if width > wanted else 'fewer'} games: the width goes with 1 / √n.")
    return right("An interval ten times as narrow takes a hundred times as many games.")


def places(answer: Any) -> Verdict:
    """Judge 9.2: the places in the turn order whose interval excludes the fair share."""
    given = {int(is_number(one, "a set of turns, such as {1, 2}", whole=True)) for one in is_list(answer, "a set of turns")}
    wins = runs_of("goods_and_honor").turn_order().query("measure == 'wins'")
    rows = dict(enumerate(wins.itertuples(), 1))
    certain = {number for number, row in rows.items() if not row.low <= FAIR <= row.high}
    if given == certain:
        return right("These intervals do not contain the fair share.")
    if strange := sorted(given - set(rows)):
        return wrong(f"There is no turn {strange[0]}; the turns are 1 to {len(rows)}.")
    if spare := sorted(given - certain):
        row = rows[spare[0]]
        said = f"The interval of turn {spare[0]}, {row.low:.1%} to {row.high:.1%}, contains the fair share of {FAIR:.0%}"
        return partly(0.5, f"{said}: luck alone can do that.") if given > certain else wrong(f"{said}.")
    missed = min(certain - given)
    row = rows[missed]
    return partly(0.5, f"The interval of turn {missed}, {row.low:.1%} to {row.high:.1%}, does not contain {FAIR:.0%} either.")


def close_share(answer: Any) -> Verdict:
    """Judge 9.3: a function that says what share of the games was close."""
    for series, most in (((0, 1, 3, 4, 12), NEAR), (margins(), NEAR), ((5, 5), NEAR), ((2, 9, 9, 9), 8)):
        found = is_number(ask(is_function(answer), list(series), most), "a share from 0 to 1")
        hits = sum([margin <= most for margin in series])
        if abs(found - hits / len(series)) < 1e-9:
            continue
        shown = ", ".join(map(str, series[:5])) + " ..." * (len(series) > 5)
        told = f"For {shown} and at most {most} points it gives {found:g}, not {hits / len(series):g}"
        if found == hits:
            return partly(0.5, f"{told}: that is the number of close games, not their share.")
        if abs(found - sum([margin < most for margin in series]) / len(series)) < 1e-9:
            return partly(0.5, f"{told}: a game decided by exactly {most} is close, too.")
        if abs(found - fmean(series)) < 1e-9:
            return wrong(f"{told}: that is the mean, which hides the close games.")
        return wrong(f"{told}: how many are at most {most}, out of how many?")
    return right(f"The mean of the hundred games is {fmean(margins()):.1f} points, but it does not say how many were close.")


def error(answer: Any) -> Verdict:
    """Judge 9.4: a function that gives the standard error of the mean difference of pairs."""
    for before, after in (((1, 2, 3, 4), (2, 4, 4, 6)), stars()):
        n = len(before)
        found = is_number(ask(is_function(answer), list(before), list(after)), "a standard error")
        exact = difference(before, after)
        expected = exact.deviation / n**0.5
        if abs(found - expected) < 1e-9:
            continue
        shown = f"{list(before[:4])} and {list(after[:4])}" + " ..." * (n > 4)
        told = f"For {shown} it gives {found:.4f}, not {expected:.4f}: "
        if abs(found - exact.deviation) < 1e-9:
            return partly(0.5, f"{told}that is how much single differences vary; their mean varies less, by the root of n.")
        if abs(found - exact.deviation / n) < 1e-9:
            return partly(0.5, f"{told}divide by the root of n, not by n.")
        if abs(found - ((stdev(before) ** 2 + stdev(after) ** 2) / n) ** 0.5) < 1e-9:
            return partly(0.5, f"{told}this ignores that the games are pairs; take the difference of each pair first.")
        if abs(found - exact.estimate.value) < 1e-9:
            return wrong(f"{told}that is the mean difference itself.")
        return wrong(f"{told}take the differences, their `stdev`, and divide by the root of their number.")
    return right("With the same seeds under both rules, the luck they share cancels out.")


def false_alarm(answer: Any) -> Verdict:
    """Judge 9.5: the chance that at least one of several 95% intervals errs."""
    for looks in (1, 2, 20):
        found = is_number(ask(is_function(answer), looks), "a chance from 0 to 1")
        expected = 1 - LEVEL**looks
        if abs(found - expected) < 1e-6:
            continue
        told = f"For {looks} change{'s' * (looks != 1)} it gives {found:g}, not {expected:.4f}: "
        if abs(found - (1 - LEVEL) * looks) < 1e-6:
            return partly(0.5, f"{told}that is how many you expect on average; the question is the chance of at least one.")
        if abs(found - LEVEL**looks) < 1e-6:
            return partly(0.5, f"{told}that is the chance of no false alarm.")
        if abs(found - (1 - LEVEL)) < 1e-6:
            return wrong(f"{told}it should grow with the number of changes.")
        return wrong(f"{told}each interval is right with a chance of {LEVEL:.0%}; what is the chance that all are?")
    return right("With twenty changes you find something two times in three, so measure it again on fresh games.")


LESSON: Final = Lesson(
    9,
    "Play-testing with numbers",
    (
        Exercise("9.1", 2, games_for),
        Exercise("9.2", 2, places),
        Exercise("9.3", 2, close_share),
        Exercise("9.4", 2, error),
        Exercise("9.5", 2, false_alarm),
    ),
)
