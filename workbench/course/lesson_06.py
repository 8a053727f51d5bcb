"""Lesson 6, economies and feedback: answers come from the growth, prices, bag and guards of two games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from workbench.core.registry import load
from workbench.course.exercise import (
    EXACT,
    NOTHING_YET,
    Exercise,
    Idea,
    Lesson,
    Unfit,
    Verdict,
    asked,
    compared,
    fresh,
    is_dictionary,
    is_number,
    is_text,
    kept_from_answers,
    kept_from_notebooks,
    partly,
    right,
    wrong,
)
from workbench.course.lesson_05 import goods_and_honor
from workbench.games.goods_and_honor.laws import bag_of, draw_law, guard_break_even, mean
from workbench.games.resource_hog.components import COLUMN_NAMES
from workbench.games.resource_hog.measures import column_law, course, revenue, sustainable

if TYPE_CHECKING:
    from workbench.games.resource_hog.game import ResourceHog

SEA: Final = 50
"""The most fish that the sea of the first exercise holds."""
POND: Final = 10
"""The most fish that the pond of the second exercise holds."""
SEASONS: Final = 12
START: Final = 11
"""Tokens in the column of food at the beginning."""
EACH: Final = 5
"""How many tokens of food each of the two sellers sells."""
FOOD: Final = COLUMN_NAMES.index("food")
STOCKS: Final = ((30, 9), (10, 2), (6, 2), (9, 1), (4, 4), (3, 5), (49, 0), (5, 1), (9, 4), (12, 3))
"""Fish and harvests that every answer to the first exercise is tried with."""
FRESH: Final = 12
"""How many more cases are drawn for each answer."""
NASTIGANS: Final = 24
GUARDS: Final = (((0, 0, 7), True, 2, 1), ((0, 0, 7), False, 3, 2), ((1, 0, 6), True, 2, 2))
"""Guards of the fifth exercise: who is on guard before, whether a Sentryfolk joins, a Folk's points, what the guard costs."""
NEAR: Final = 1e-3
"""How far a number of turns may be off: some students round it."""
NEGATIVE: Final = "negative"
POSITIVE: Final = "positive"


@cache
def resource_hog() -> ResourceHog:
    """Load Resource Hog for three, with the usual rules."""
    found: ResourceHog = load("resource_hog", 3)  # type: ignore[assignment]
    return found


@kept_from_answers
def after_season(stock: int, harvest: int, most: int = SEA) -> int:
    """Return the number of fish after a season with this harvest.

    >>> after_season(30, 9), after_season(3, 5)
    (24, 0)
    """
    return course(resource_hog(), stock, most, [harvest])[0]


def growth(answer: Any) -> Verdict:
    """Judge 6.1: a function that gives the fish after a season."""
    draw = fresh(answer)
    some = [(stock := draw.randint(0, SEA), draw.randint(0, min(SEA, stock + 3))) for _ in range(FRESH)]
    few = [(draw.randint(5, 20), draw.randint(0, 5)) for _ in range(FRESH)]
    cases = [*STOCKS, *some, *few]
    found = asked(answer, cases, lambda fish: is_number(fish, "a number of fish"))
    unlimited = partial(after_season, most=2 * SEA)

    ideas = (
        Idea(unlimited, f"there is room for {SEA}.", 0.5),
        Idea(lambda stock, harvest: max(1, after_season(stock, harvest)), "an empty sea stays empty (RH-FISHPOP-2).", 0.5),
        Idea(
            lambda stock, harvest: min(SEA, stock - harvest + unlimited(stock, harvest) - max(0, stock - harvest)),
            "you cannot take more fish than there are.",
            0.5,
        ),
        Idea(
            lambda stock, harvest: max(0, after_season(stock, 0) - harvest),
            "the harvest comes first, and what is left grows.",
        ),
        Idea(
            lambda stock, harvest: min(SEA, max(0, stock - harvest) + unlimited(stock, 0) - stock),
            "the gain depends on the fish that are left after the harvest, not on those before it.",
        ),
        Idea(
            lambda stock, harvest: min(SEA, stock - harvest + 3) if stock > harvest else 0,
            "a small stock gains less than a large one (RH-FISHPOP-1).",
        ),
        Idea(lambda stock, harvest: after_season(stock, 0), "the fish that were taken out are still there."),
        Idea(lambda stock, harvest: max(0, stock - harvest), "nothing has grown."),
        Idea(lambda stock, harvest: stock - harvest, "nothing has grown."),
        Idea(
            lambda stock, harvest: unlimited(stock, harvest) - max(0, stock - harvest),
            "that is only the gain. How many fish are there with those that were left?",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"With {case[0]} fish and a harvest of {case[1]} it gives {gives:g}, not {exact:g}:"

    def otherwise(stock: int, harvest: int) -> str:
        return f"{max(0, stock - harvest)} are left; how many does such a stock gain?"

    fault = compared(cases, found, after_season, ideas, told, otherwise)
    return fault or right("First the harvest, then the growth of what is left.")


def for_ever(answer: Any) -> Verdict:
    """Judge 6.2: the largest harvest that a pond sustains for ever."""
    harvest = int(is_number(answer, "a whole number of fish", whole=True))
    most = sustainable(resource_hog(), POND)
    if harvest == most:
        return right(f"{most} a season, and the pond is as full as before.")
    if harvest < most:
        return wrong(f"The pond can sustain {harvest} a season, and even more.")
    stocks = course(resource_hog(), POND, POND, [harvest] * SEASONS)
    if 0 in stocks:
        return wrong(f"With {harvest} a season it is empty after season {stocks.index(0) + 1}: {' '.join(map(str, stocks))}.")
    return wrong(f"With {harvest} a season the stock falls: {' '.join(map(str, stocks))}.")


def sellers(answer: Any) -> Verdict:
    """Judge 6.3: how much more the first seller gets than the second."""
    found = is_number(answer, "an amount of money")
    both = revenue(resource_hog(), FOOD, START, 2 * EACH)
    first, second = both[EACH - 1], both[-1] - both[EACH - 1]
    if found == first - second:
        return right(f"The first gets {first}, the second {second}.")
    if found in (first, second):
        return partly(0.5, f"{found:g} is what one of the two gets. The question is how much they differ.")
    if found == 0:
        return wrong("They do not get the same: the price falls as tokens are sold (RH-BOARD-2).")
    if found == second - first:
        return wrong("It is the wrong way round: the first sells at the higher prices.")
    if found == both[-1]:
        return wrong("That is what the two get together. How much more does the first one get?")
    if abs(found - first / second) < NEAR:
        return wrong("That is how many times as much. The question is how much more: a difference.")
    if found == both[0] - (both[EACH] - both[EACH - 1]):
        return wrong(f"That is how much more the first token brings than the sixth. Each of the two sells {EACH}.")
    return wrong(f"Add up what the first {EACH} tokens bring, and then the next {EACH}.")


@kept_from_notebooks
def responses() -> dict[str, tuple[str, str]]:
    """Return what each loop of the fourth exercise is, and the numbers from the rules that show it.

    >>> responses()["sales"]
    ('negative', 'the first token sold brings 10, the second 9')
    """
    sold = revenue(resource_hog(), FOOD, START, 2)
    gains = {stock: after_season(stock, 0) - stock for stock in (4, 8)}
    drawn = {folks: mean(draw_law(bag_of(goods_and_honor(), folks, NASTIGANS))) for folks in (60, 72)}
    drifted = column_law(resource_hog(), FOOD, 16)
    drift = sum([tokens * chance for tokens, chance in drifted.items()], Fraction(0))
    return {
        "sales": (sign(sold[1] - 2 * sold[0]), f"the first token sold brings {sold[0]}, the second {sold[1] - sold[0]}"),
        "shoal": (sign(gains[8] - gains[4]), f"4 fish gain {gains[4]}, 8 fish gain {gains[8]}"),
        "bag": (
            sign(drawn[72] - drawn[60]),
            f"a draw from 60 Folks brings {float(drawn[60]):.2f} Nastigans, from 72 Folks {float(drawn[72]):.2f}",
        ),
        "column": (sign(drift - 16), f"16 tokens become {float(drift):g} on average"),
    }


def sign(change: Fraction | int) -> str:
    """Tell whether a change reinforces itself or is held back."""
    return POSITIVE if change > 0 else NEGATIVE


def loops(answer: Any) -> Verdict:
    """Judge 6.4: which loops feed on themselves and which hold themselves back."""
    known = responses()
    words = is_dictionary(answer, known)
    asks = f"{POSITIVE!r} or {NEGATIVE!r}"
    answered = {key: is_text(value, asks).lower() for key, value in words.items() if value is not None and value is not ...}
    if not answered:
        raise Unfit(NOTHING_YET)
    faults = [key for key in known if answered.get(key) != known[key][0]]
    if not faults:
        return right("Positive feedback drives things apart; negative feedback brings them back.")
    strange = [key for key in faults if answered.get(key) not in (POSITIVE, NEGATIVE)]
    if strange:
        hint = f"Write {POSITIVE!r} or {NEGATIVE!r} for {strange[0]}."
    else:
        hint = f"Look at {faults[0]} again: {known[faults[0]][1]}. Does that add to the push, or work against it?"
    if len(answered) == len(known) and len(set(answered.values())) == 1:
        return wrong(f"You wrote the same for all of them. {hint}")
    return partly(1 - len(faults) / len(known), hint)


def payback(answer: Any) -> Verdict:
    """Judge 6.5: a function that says after how many turns an investment has paid, exactly or in whole turns."""
    draw = fresh(answer)
    guards = [guard_break_even(goods_and_honor(), 72, NASTIGANS, *rest) for rest in GUARDS]
    cases = [(rest[3], float(guard.saved), rest[2]) for rest, guard in zip(GUARDS, guards, strict=True) if guard.turns]
    cases += [(draw.randint(2, 9), draw.randint(7, 60) / 101, draw.randint(1, 6)) for _ in range(FRESH)]
    found = asked(answer, cases, lambda turns: is_number(turns, "a number of turns"))

    def due(cost: float, saved: float, points: float) -> float:
        return cost / (saved * points)

    def good(case: tuple[Any, ...], turns: float) -> bool:
        exact = due(*case)
        return min(abs(turns - exact), abs(turns - ceil(exact - EXACT)), abs(turns - floor(exact + EXACT) - 1)) < NEAR

    faults = [(case, turns) for case, turns in zip(cases, found, strict=True) if not good(case, turns)]
    if not faults:
        return right("If you have fewer turns left than that, a guard does not pay.")
    ideas = (
        Idea(lambda cost, saved, points: cost / saved, "a Folk saved gives all its points in each turn, not one.", 0.5),
        Idea(lambda cost, saved, points: ceil(cost / saved), "a Folk saved gives all its points in each turn, not one.", 0.5),
        Idea(
            lambda cost, saved, points: int(due(cost, saved, points)),
            "so many turns are not quite enough: do not round down.",
        ),
        Idea(lambda cost, saved, points: cost * saved * points, "a guard that saves more pays sooner, but yours pays later."),
        Idea(lambda cost, saved, points: saved * points / cost, "a guard that saves more pays sooner, but yours pays later."),
        Idea(lambda cost, saved, points: cost / points, "how much of a Folk the guard saves makes a difference, too."),
        Idea(lambda cost, saved, points: cost * points / saved, "Folks that make more points pay sooner, but yours pay later."),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        cost, saved, points = case
        return f"For a cost of {cost}, {saved:.3f} saved and {points} points it gives {gives:.3f}, not {exact:.3f}:"

    solve = "solve saved x points x turns = cost for the turns."
    some, gave = zip(*faults, strict=True)
    return compared(some, gave, due, ideas, told, solve, NEAR) or wrong(f"Your function is not right yet: {solve}")


LESSON: Final = Lesson(
    6,
    "Economies and feedback",
    (
        Exercise("6.1", 2, growth),
        Exercise("6.2", 1, for_ever),
        Exercise("6.3", 2, sellers),
        Exercise("6.4", 2, loops),
        Exercise("6.5", 3, payback),
    ),
)
