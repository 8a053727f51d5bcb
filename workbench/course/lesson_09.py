"""Lesson 9, play-testing with numbers: answers come from games that the lab plays for the lesson."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from statistics import fmean, median, pstdev, stdev, variance
from typing import Any, Final

from workbench import lab
from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    asked,
    compared,
    fresh,
    is_list,
    is_number,
    kept_from_notebooks,
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


FRESH: Final = 6
"""How many more cases are drawn for each answer."""
SEED: Final = 1
SAMPLES: Final[dict[str, tuple[int, str, int, tuple[str, ...]]]] = {
    "goods_and_honor": (4, "scripted", 30, ()),
    "keydom": (2, "random", 100, ("margin",)),
    "northwood": (1, "counter", 60, ()),
}
"""The games of this lesson: how many players, which player sits in every seat, how many games, what is measured."""


def runs_of(name: str, **options: Any) -> lab.Runs:
    """Play this lesson's matches of one game, the same for everybody.

    Args:
        name: a game of `SAMPLES`.
        options: options that differ from the defaults.

    Returns:
        the run, with a table of its own: nothing that a notebook does with it changes what the check compares with.
    """
    found = copy(played(name, **options))
    found.table = found.table.copy()
    return found


@kept_from_notebooks
@cache
def played(name: str, **options: Any) -> lab.Runs:
    """Play this lesson's matches of one game once, for the check."""
    players, player, games, metrics = SAMPLES[name]
    game = load(name, players, **options)
    return lab.simulate(game, player, games=games, seed=SEED, metrics=metrics, progress=False)


def margins() -> list[int]:
    """Return by how many points each match of Keydom was won."""
    return [int(margin) for margin in played("keydom").table["margin"]]


def stars() -> tuple[list[int], list[int]]:
    """Return the stars of the matches of For Northwood! under the usual rules and under another reading."""
    before, after = played("northwood"), played("northwood", nontrump_scoring="never")
    return [int(each) for each in before.table["score_0"]], [int(each) for each in after.table["score_0"]]


@kept_from_notebooks
def half_width(games: int) -> float:
    """Return how far the interval of a share of one half reaches to each side, 0 to 1.

    >>> round(half_width(100), 2)
    0.1
    """
    found = lab.share(games / 2, games)
    return (found.high - found.low) / 2


def games_for(answer: Any) -> Verdict:
    """Judge 9.1: a function that says how many games an interval needs."""
    draw = fresh(answer)
    cases = [(wanted,) for wanted in (0.1, 0.05, 0.02, *[draw.randint(15, 120) / 1000 for _ in range(FRESH)])]
    found = asked(answer, cases, lambda games: round(is_number(games, "a number of games")))
    for (wanted,), games in zip(cases, found, strict=True):
        if games < 1:
            return wrong(f"For {wanted} to each side it gives {games} games; you need at least one.")
        width = half_width(games)
        if abs(width / wanted - 1) <= TOLERANCE:
            continue
        told = f"For {wanted} to each side it gives {games} games; their interval is {width:.3f} to each side. "
        if abs(games * wanted - 1) < 0.1:
            return wrong(f"{told}Half the width takes four times the games, not twice.")
        if len(set(found)) == 1:
            return wrong(f"{told}You give the same number for every width. How does it depend on the width?")
        return wrong(f"{told}You need {'more' if width > wanted else 'fewer'} games: the width goes with 1 / √n.")
    return right("An interval ten times as narrow takes a hundred times as many games.")


def places(answer: Any) -> Verdict:
    """Judge 9.2: the places in the turn order whose interval excludes the fair share."""
    given = {int(is_number(one, "a set of turns, such as {1, 2}", whole=True)) for one in is_list(answer, "a set of turns")}
    wins = played("goods_and_honor").turn_order().query("measure == 'wins'")
    rows = dict(enumerate(wins.itertuples(), 1))
    certain = {number for number, row in rows.items() if not row.low <= FAIR <= row.high}
    if given == certain:
        return right("These intervals do not contain the fair share.")
    if strange := sorted(given - set(rows)):
        return wrong(f"There is no turn {strange[0]}; the turns are 1 to {len(rows)}.")
    one_off = len(given ^ certain) == 1 and given & certain  # none and all of the turns are no findings
    if spare := sorted(given - certain):
        row = rows[spare[0]]
        hint = f"The interval of turn {spare[0]}, {row.low:.1%} to {row.high:.1%}, contains the fair share of {FAIR:.0%}"
        hint += ": luck alone can do that."
    else:
        missed = min(certain - given)
        row = rows[missed]
        either = " either" if given else ""
        hint = f"The interval of turn {missed}, {row.low:.1%} to {row.high:.1%}, does not contain {FAIR:.0%}{either}."
    return partly(0.5, hint) if one_off else wrong(hint)


def close_share(answer: Any) -> Verdict:
    """Judge 9.3: a function that says what share of the games was close."""
    draw = fresh(answer)
    drawn = [([draw.randint(0, 20) for _ in range(draw.randint(3, 30))], draw.randint(1, 12)) for _ in range(FRESH)]
    cases = [([0, 1, 3, 4, 12], NEAR), (margins(), NEAR), ([5, 5], NEAR), ([2, 9, 9, 9], 8), *drawn]
    found = asked(answer, cases, lambda share: is_number(share, "a share from 0 to 1"))

    def due(series: list[int], most: int) -> float:
        return sum([margin <= most for margin in series]) / len(series)

    ideas = (
        Idea(
            lambda series, most: sum([margin <= most for margin in series]),
            "that is the number of close games, not their share.",
            0.5,
        ),
        Idea(
            lambda series, most: sum([margin < most for margin in series]) / len(series),
            "a game decided by exactly that many points is close, too.",
            0.5,
        ),
        Idea(lambda series, most: 100 * due(series, most), "that is in per cent. A share lies between 0 and 1.", 0.5),
        Idea(lambda series, most: 1 - due(series, most), "that is the share of the games that were not close.", 0.5),
        Idea(lambda series, most: fmean(series), "that is the mean, which hides the close games."),
        Idea(lambda series, most: median(series), "that is the median: one number in the middle hides the close games, too."),
        Idea(lambda series, most: float(fmean(series) <= most), "the mean does not say how many games were close."),
        Idea(
            lambda series, most: sum([margin <= NEAR for margin in series]) / len(series),
            f"it always uses {NEAR}; use what it is given.",
        ),
        Idea(
            lambda series, most: sum([margin <= most for margin in series]) / 100,
            "divide by the number of games in the list.",
            0.5,
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        series, most = case
        shown = ", ".join(map(str, series[:5])) + " ..." * (len(series) > 5)
        return f"For {shown} and at most {most} points it gives {gives:g}, not {exact:g}:"

    fault = compared(cases, found, due, ideas, told, "how many are at most that, out of how many?")
    return fault or right(
        f"The mean of the hundred games is {fmean(margins()):.1f} points, but it does not say how many were close."
    )


def error(answer: Any) -> Verdict:
    """Judge 9.4: a function that gives the standard error of the mean difference of pairs."""
    draw = fresh(answer)
    pairs: list[tuple[list[int], list[int]]] = [([1, 2, 3, 4], [2, 4, 4, 6]), stars()]
    for _ in range(FRESH):
        before = [draw.randint(0, 20) for _ in range(draw.randint(5, 20))]
        pairs.append((before, [number + draw.randint(-4, 6) for number in before]))
    found = asked(answer, pairs, lambda width: is_number(width, "a standard error"))

    def of(words: Callable[[list[int]], float]) -> Callable[[list[int], list[int]], float]:
        return lambda before, after: words([second - first for first, second in zip(before, after, strict=True)])

    def due(before: list[int], after: list[int]) -> float:
        return float(difference(before, after).deviation / len(before) ** 0.5)

    ideas = (
        Idea(of(stdev), "that is how much single differences vary; their mean varies less, by the root of n.", 0.5),
        Idea(of(lambda each: stdev(each) / len(each)), "divide by the root of n, not by n.", 0.5),
        Idea(
            lambda before, after: ((stdev(before) ** 2 + stdev(after) ** 2) / len(before)) ** 0.5,
            "this ignores that the games are pairs; take the difference of each pair first.",
            0.5,
        ),
        Idea(
            of(lambda each: pstdev(each) / len(each) ** 0.5),
            "use `stdev`, for a sample: it divides by n - 1. `pstdev` is for all the games there are.",
            0.5,
        ),
        Idea(of(lambda each: 2 * stdev(each) / len(each) ** 0.5), "that is two standard errors.", 0.5),
        Idea(of(fmean), "that is the mean difference itself."),
        Idea(of(lambda each: -fmean(each)), "that is the mean difference itself."),
        Idea(of(lambda each: variance(each) / len(each)), "that is the square of it: take the root, or begin with `stdev`."),
        Idea(of(lambda each: variance(each) / len(each) ** 0.5), "that uses the variance. Begin with its root, `stdev`."),
        Idea(
            lambda before, after: abs(stdev(after) - stdev(before)) / len(before) ** 0.5,
            "take the deviation of the differences, not the difference of the deviations.",
        ),
        Idea(
            lambda before, after: stdev([*before, *after]) / len(before) ** 0.5,
            "that puts both lists into one heap; take the difference of each pair first.",
        ),
        Idea(
            lambda before, after: stdev(after) / len(after) ** 0.5,
            "that is the standard error of one list. Take the difference of each pair first.",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        before, after = case
        shown = f"{before[:4]} and {after[:4]}" + " ..." * (len(before) > 4)
        return f"For {shown} it gives {gives:.4f}, not {exact:.4f}:"

    advice = "take the differences, their `stdev`, and divide by the root of their number."
    return compared(pairs, found, due, ideas, told, advice) or right(
        "With the same seeds under both rules, the luck they share cancels out."
    )


def false_alarm(answer: Any) -> Verdict:
    """Judge 9.5: the chance that at least one of several 95% intervals errs."""
    draw = fresh(answer)
    cases = [(looks,) for looks in (1, 2, 20, *draw.sample(range(3, 60), FRESH))]
    found = asked(answer, cases, lambda chance: is_number(chance, "a chance from 0 to 1"))
    miss = 1 - LEVEL
    ideas = (
        Idea(
            lambda looks: miss * looks,
            "that is how many you expect on average; the question is the chance of at least one.",
            0.5,
        ),
        Idea(
            lambda looks: min(1.0, miss * looks),
            "chances of things that can happen together do not add up. What is the chance that none happens?",
            0.5,
        ),
        Idea(lambda looks: LEVEL**looks, "that is the chance of no false alarm.", 0.5),
        Idea(
            lambda looks: looks * miss * LEVEL ** (looks - 1),
            "that is the chance of exactly one; two or more count as well.",
        ),
        Idea(lambda looks: miss, "it should grow with the number of changes."),
        Idea(lambda looks: LEVEL, "it should grow with the number of changes."),
        Idea(lambda looks: miss**looks, "that is the chance that *all* of them look like findings."),
        Idea(
            lambda looks: 1 - miss**looks,
            "that is the chance that not all of them look like findings. What is the chance that none does?",
        ),
        Idea(lambda looks: 100 * (1 - LEVEL**looks), "that is in per cent. A chance lies between 0 and 1.", 0.5),
        Idea(lambda looks: miss / looks, "it should grow with the number of changes."),
        Idea(lambda looks: 1 - LEVEL * looks, "for all to be right you multiply their chances, and do not add them."),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For {case[0]} change{'s' * (case[0] != 1)} it gives {gives:g}, not {exact:.4f}:"

    advice = f"each interval is right with a chance of {LEVEL:.0%}; what is the chance that all are?"
    fault = compared(cases, found, lambda looks: 1 - LEVEL**looks, ideas, told, advice, 1e-4)
    return fault or right("With twenty changes you find something two times in three, so measure it again on fresh games.")


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
