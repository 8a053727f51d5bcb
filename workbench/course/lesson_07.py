"""Lesson 7, space, paths and connection: answers come from Keydom and On Their Merry Way."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Unfit,
    Verdict,
    ask,
    compared,
    fresh,
    is_function,
    is_number,
    is_text,
    is_texts,
    partly,
    quote,
    right,
    wrong,
)
from workbench.games.keydom.measures import cut_fields, explain_score, fields_graph
from workbench.games.merry_way.measures import where_it_pays
from workbench.games.merry_way.paths import TrailBoard, explain_walk

if TYPE_CHECKING:
    from workbench.games.keydom.game import Keydom
    from workbench.games.keydom.state import KeydomState

FIELDS: Final = "B2 B3 C2 C3 E3 E4 F3 F4"
"""Anna's fields in the first exercise: two groups of four."""
SNAKE: Final = "C2 C3 C4 C5 C6 D6 E6 E5"
"""Anna's fields in the third exercise: a winding group of eight."""
SIZES: Final[tuple[list[int], ...]] = ([5, 3], [4, 4], [6, 2, 1], [3, 5], [1, 2, 6], [7], [])
"""The sizes of groups that every answer to the second exercise is tried with; in the first three the largest comes first."""
ORDERED: Final = 3
FRESH: Final = 6
"""How many more cases are drawn for each answer to the second and the third exercise."""
MOST_FIELDS: Final = 16
"""The most fields in a country that is drawn."""
RING: Final = "C5 C6 D4 D6 E5 E6"
"""Six fields around one: each touches two others, and none holds the group together."""
LINES: Final = "A1 A2 A3 A4 G1 G2 G3 C6"
"""Two lines, and a field alone: each line has fields that hold it together."""
TRAIL: Final = "L1.4=LZ1@A L1.3=WK1@C L1.2=GR2@A L2.3=LZ2@B R1.4=RB1@B R1.3=LZ3@B"
"""The trail of the last two exercises, with traps of A, B and C."""
NO_POINTS: Final = -1.0
"""Stands for the result of a function that stopped; no country scores it."""
FALLS: Final = ("L1.3", "L1.4")
"""Where the merchant of the fourth exercise must fall, in order."""


@cache
def keydom() -> Keydom:
    """Load Keydom for two, with the usual rules."""
    found: Keydom = load("keydom", 2)  # type: ignore[assignment]
    return found


def country(fields: str) -> KeydomState:
    """Return a position of Keydom in which Anna has these fields.

    >>> explain_score(country("A1 A2 C4"), 0).fields
    4
    """
    found: KeydomState = keydom().position({"fields": {"Anna": fields}})
    return found


def bridge(answer: Any) -> Verdict:
    """Judge 7.1: the plot where one more field costs Anna most."""
    report = explain_score(country(FIELDS), 0)
    plot = is_text(answer, "the name of a plot, such as 'A1'").upper()
    if plot in report.losses:
        return wrong(f"Anna already has {plot}; name a plot that she does not have.")
    changes = {change.plot: change for change in report.plots}
    if plot not in changes:
        return wrong(f"There is no plot named {plot}; write its letter and number, such as 'A1'.")
    change = changes[plot]
    if change.change == report.plots[-1].change:
        return right(f"{change.change:+d} points. {change.why}")
    return wrong(f"{plot} changes the score by {change.change:+d}. {change.why} Look for a plot that touches both groups.")


def points(answer: Any) -> Verdict:
    """Judge 7.2: a function that scores groups by their sizes."""
    draw, function = fresh(answer), is_function(answer)
    cases = [*SIZES, *[[draw.randint(1, 9) for _ in range(draw.randint(0, 6))] for _ in range(FRESH)]]
    found: list[float] = []
    stops: Unfit | None = None
    for number, sizes in enumerate(cases):
        try:
            found.append(is_number(ask(function, sizes), "a number of points"))
        except Unfit as unfit:
            if number < ORDERED:
                raise
            stops = stops or unfit
            found.append(NO_POINTS)
    score, state = keydom().score, keydom().blank()

    def due(sizes: list[int]) -> int:
        return int(score.field_points(state, sorted(sizes, reverse=True)))

    def ranked(sizes: list[int]) -> list[int]:
        return [*sorted(sizes, reverse=True), 0, 0]

    other = "the largest group need not come first, and there may be fewer than two groups."
    ideas = (
        Idea(lambda sizes: [*sizes, 0, 0][0] + 2 * [*sizes, 0, 0][1], other, 0.5),
        Idea(lambda sizes: NO_POINTS if len(sizes) < 2 else due(sizes), other, 0.5),
        Idea(sum, "it counts each field once."),
        Idea(lambda sizes: 2 * ranked(sizes)[0] + ranked(sizes)[1], "the second largest group counts twice, not the largest."),
        Idea(
            lambda sizes: 2 * [*sizes, 0, 0][0] + [*sizes, 0, 0][1],
            "the second largest group counts twice, not the largest.",
        ),
        Idea(
            lambda sizes: ranked(sizes)[0] + 2 * sum(ranked(sizes)[1:]),
            "only the second largest group counts twice; the others count nothing.",
        ),
        Idea(
            lambda sizes: max(sizes, default=0) + 2 * min(sizes, default=0),
            "the second largest group counts twice, not the smallest.",
        ),
        Idea(lambda sizes: sum(ranked(sizes)[:2]), "the fields of the second largest group are worth two points each."),
        Idea(lambda sizes: ranked(sizes)[0], "the second largest group scores as well."),
        Idea(lambda sizes: 2 * ranked(sizes)[1], "the largest group scores as well."),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"{stops} What if" if gives == NO_POINTS else f"For {case[0]} it gives {gives:g}, not {exact:g}:"

    fault = compared([(sizes,) for sizes in cases], found, due, ideas, told, "read KD-SCORE-4 once more.")
    if fault and stops and fault.hint.startswith(str(stops)):
        hint = f"{stops} What if there are fewer than two groups?"
        return partly(fault.share, hint) if fault.share else wrong(hint)
    return fault or right("The largest counts once, the second twice, the others not at all.")


def cuts(answer: Any) -> Verdict:
    """Judge 7.3: a function that finds the fields whose loss splits a group."""
    draw, function = fresh(answer), is_function(answer)
    plots = [change.plot for change in explain_score(country(FIELDS), 0).plots]
    drawn = [" ".join(sorted(draw.sample(plots, draw.randint(MOST_FIELDS // 2, MOST_FIELDS)))) for _ in range(FRESH)]
    states = {fields: country(fields) for fields in (SNAKE, RING, FIELDS, LINES, *drawn)}
    named: dict[str, list[str]] = {}
    for fields, state in states.items():
        graph = fields_graph(state, 0)
        answered = ask(lambda _, given=graph: function(given), fields)  # a hint that quotes it names the fields
        named[fields] = is_texts(answered, "a list or a set of fields")
    for fields, state in states.items():
        graph, expected, found = fields_graph(state, 0), set(cut_fields(state, 0)), set(named[fields])
        told = f"For the fields {fields} "
        if strange := sorted(one for one in found if one not in graph):
            return wrong(f"{told}it names {quote(strange[0])}, which is not one of them.")
        if spare := sorted(found - expected):
            return wrong(
                f"{told}it names {spare[0]}, which touches {graph.degree[spare[0]]} of the others; but without it the rest of "
                "its group is still connected."
            )
        if missed := sorted(expected - found):
            return wrong(f"{told}it misses {missed[0]}: without it a group falls into two.")
    return right("These are the articulation points of the graph.")


def follies(answer: Any) -> Verdict:
    """Judge 7.4: the follies that lead a merchant to the cask and then to the log."""
    listed = " ".join(is_texts(answer, "the follies as a text, such as 'GR DW', or as a list"))
    try:
        walk = explain_walk(TrailBoard.read(TRAIL), listed)
    except WorkbenchError as error:
        return wrong(str(error))
    falls = tuple([paid.spot.partition(":")[2] for paid in walk.payments])
    each = [f"At {spot}: {paid.text}" for spot, paid in zip(falls, walk.payments, strict=True)]
    told = " ".join(each) or "The merchant falls for nothing."
    if falls == FALLS:
        return right(told)
    if falls == FALLS[:1]:
        return partly(0.5, f"Halfway there. {told} Which folly takes it on to {FALLS[1]}?")
    return wrong(f"{told} It should fall at {FALLS[0]} first: only the first remaining folly leads it (MW-FOLLY-3).")


def trap(answer: Any) -> Verdict:
    """Judge 7.5: the spot where another trap earns B most."""
    board = TrailBoard.read(TRAIL)
    worths = {worth.spot: worth.change for worth in where_it_pays(board, "GR2", "B")}
    try:
        spot = board.geometry.spot_names[board.geometry.spot(is_text(answer, "the name of a spot, such as 'N:L2.2'"))]
    except WorkbenchError as error:
        return wrong(str(error))
    if spot not in worths:
        return wrong(f"B may not set the trap on {spot}. Allowed: {', '.join(sorted(worths))}.")
    best, worth = max(worths.values()), worths[spot]
    if worth == best:
        return right(f"It brings B {float(worth):.2f} profit a round on average.")
    if not worth:
        return wrong(f"On {spot} it brings B nothing: every greedy merchant falls for another trap before it gets there.")
    told = f"On {spot} it brings B {float(worth):.2f} profit a round on average"
    return partly(0.5, f"{told}; on another spot it brings {float(best):.2f}.")


LESSON: Final = Lesson(
    7,
    "Space, paths and connection",
    (
        Exercise("7.1", 1, bridge),
        Exercise("7.2", 2, points),
        Exercise("7.3", 2, cuts),
        Exercise("7.4", 2, follies),
        Exercise("7.5", 2, trap),
    ),
)
