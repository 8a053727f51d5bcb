"""Lesson 6, economies and feedback: answers come from the growth, prices, bag and guards of two games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Lesson,
    Unfit,
    Verdict,
    ask,
    is_function,
    is_number,
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
NASTIGANS: Final = 24
NEGATIVE: Final = "negative"
POSITIVE: Final = "positive"


@cache
def resource_hog() -> ResourceHog:
    """Load Resource Hog for three, with the usual rules."""
    found: ResourceHog = load("resource_hog", 3)  # type: ignore[assignment]
    return found


def after_season(stock: int, harvest: int, most: int = SEA) -> int:
    """Return the number of fish after a season with this harvest.

    >>> after_season(30, 9), after_season(3, 5)
    (24, 0)
    """
    return course(resource_hog(), stock, most, [harvest])[0]


def growth(answer: Any) -> Verdict:
    """Judge 6.1: a function that gives the fish after a season."""
    for stock, harvest in ((30, 9), (10, 2), (6, 2), (9, 1), (4, 4), (3, 5), (49, 0)):
        found, expected = is_number(ask(is_function(answer), stock, harvest), "a number of fish"), after_season(stock, harvest)
        if found == expected:
            continue
        told = f"With {stock} fish and a harvest of {harvest} it gives {found:g}, not {expected}: "
        if found > SEA:
            return partly(0.5, f"{told}there is room for {SEA}.")
        if harvest >= stock:
            return partly(0.5, f"{told}an empty sea stays empty (RH-FISHPOP-2).")
        if found == max(0, after_season(stock, 0) - harvest):
            return wrong(f"{told}the harvest comes first, and what is left grows.")
        if found == stock - harvest:
            return wrong(f"{told}nothing has grown.")
        return wrong(f"{told}{stock - harvest} are left; how many does such a stock gain?")
    return right("First the harvest, then the growth of what is left.")


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
        return wrong("They do not get the same: each token sold makes the next one cheaper (RH-BOARD-2).")
    if found == both[0] - (both[EACH] - both[EACH - 1]):
        return wrong(f"That is how much more the first token brings than the sixth. Each of the two sells {EACH}.")
    return wrong(f"Add up what the first {EACH} tokens bring, and then the next {EACH}.")


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
    if not isinstance(answer, dict) or set(answer) != set(known):
        raise Unfit(f"The answer should be a dictionary with the keys {', '.join(known)}.")
    answered = {key: str(value).strip().lower() for key, value in answer.items() if value is not None and value is not ...}
    if not answered:
        raise Unfit("Nothing answered yet.")
    faults = [key for key in known if answered.get(key) != known[key][0]]
    if not faults:
        return right("Positive feedback drives things apart; negative feedback brings them back.")
    strange = [key for key in faults if answered.get(key) not in (POSITIVE, NEGATIVE)]
    if strange:
        hint = f"Write {POSITIVE!r} or {NEGATIVE!r} for {strange[0]}."
    else:
        hint = f"Look at {faults[0]} again: {known[faults[0]][1]}. Does that add to the push, or work against it?"
    return partly(1 - len(faults) / len(known), hint)


def payback(answer: Any) -> Verdict:
    """Judge 6.5: a function that says after how many turns an investment has paid."""
    for guards, sentry, gives, cost in (((0, 0, 7), True, 2, 1), ((0, 0, 7), False, 3, 2), ((1, 0, 6), True, 2, 2)):
        saved, turns = guard_break_even(goods_and_honor(), 72, NASTIGANS, guards, sentry, gives, cost)
        if turns is None:
            continue
        found = is_number(ask(is_function(answer), cost, float(saved), gives), "a number of turns")
        if abs(found - float(turns)) < 1e-6:
            continue
        told = f"For a cost of {cost}, {float(saved):.3f} saved and {gives} points it gives {found:.3f}, "
        told += f"not {float(turns):.3f}: "
        if abs(found - cost / float(saved)) < 1e-6:
            return partly(0.5, f"{told}a Folk saved gives {gives} points in each turn, not one.")
        if abs(found - cost * float(saved) * gives) < 1e-6 or abs(found * float(turns) - 1) < 1e-6:
            return wrong(f"{told}a guard that saves more pays sooner, but yours pays later.")
        return wrong(f"{told}solve saved x points x turns = cost for the turns.")
    return right("If you have fewer turns left than that, a guard does not pay.")


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
