"""Lesson 5, auctions and the worth of a thing: answers come from the scoring, bids and hands of two games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError
from workbench.core.registry import load
from workbench.core.words import counted
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    asked,
    compared,
    fresh,
    is_number,
    is_text,
    is_texts,
    kept_from_notebooks,
    partly,
    quote,
    right,
    wrong,
)
from workbench.games.goods_and_honor.laws import BidValue, bid_value
from workbench.games.goods_and_honor.scoring import score_parts
from workbench.games.keydom.odds import chance_to_hold

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor
    from workbench.games.goods_and_honor.state import GoodsAndHonorState
    from workbench.games.keydom.state import KeydomState

HONOR: Final = {"A": "A9 B2 C3 D1", "B": "A1 B6 C5 D2", "C": "A3 B3 C5 D4", "D": "A2 B4 C2 D8"}
"""The chips of each player."""
GOODS: Final = {"A": "4/2/2", "B": "0/3/0", "C": "3/3/2", "D": "2/3/3"}
"""The Food, Wood and Rock of each player."""
BIDS: Final = {"B": "B5", "C": "C3 Wood1", "D": "D1 Rock2"}
"""The bids of the three other players for A's Folk."""
GIVER: Final = 0
BIDDER: Final = 1
ENOUGH: Final = 12
"""The fewest points that the bid of the third exercise must be worth to A."""
SET: Final = 7
"""A bid that is worth this much to A completes a set."""
LITTLE: Final = 1
"""The most points that it may cost B."""
CHIPS: Final = ((2, 3, 1), (4, 4, 4), (0, 5, 2), (1, 0, 0), (3, 2, 6))
"""Chips of B, C and D that every answer to the second exercise is tried with."""
WORTHS: Final = (6, 3, 12, 2, 0)
"""What a tile is worth in the fourth exercise, for every answer."""
FRESH: Final = 6
"""How many more cases are drawn for each answer."""
KEENEST: Final = 6
"""The most counters that a tile is worth to the keenest rival in exercise 5.4; 0 to this are equally likely."""
WHEAT: Final = 0
EXACTLY_ONE: Final = Fraction(3, 5)
"""The chance that each of the two rivals holds one wheat: a typical wrong answer to exercise 5.5."""


@cache
def goods_and_honor() -> GoodsAndHonor:
    """Load For Goods and Honor for four, with the usual rules."""
    found: GoodsAndHonor = load("goods_and_honor", 4)  # type: ignore[assignment]
    return found


def auction(**bids: str) -> GoodsAndHonorState:
    """Return the position in which A looks at three bids for a Folk; `bids` replace the usual ones.

    Raises:
        PositionError: a player cannot make that bid.

    >>> auction(B="B2").bid(1)
    (0, 2, 0, 0, 0, 0, 0, 0, 0)
    """
    opened = {"active": "A", "phase": "award", "table": "W1", "closed": "B C D"}
    found: GoodsAndHonorState = goods_and_honor().position(
        {**opened, "goods": GOODS, "honor": HONOR, "bids": {**BIDS, **bids}}
    )
    return found


def worth(state: GoodsAndHonorState, bidder: int) -> BidValue:
    """Return what a bid changes for A and for the bidder, if the game were scored now.

    >>> worth(auction(), 1).gain, worth(auction(), 1).loss
    (5, 0)
    """
    return bid_value(goods_and_honor(), state.bid(bidder), state.stash(GIVER), GIVER, state.stash(bidder), bidder)


def hands() -> KeydomState:
    """Return Anna's view in Keydom if Ben and Cora drew two wheat and one of each other crop together."""
    drawn = {"Anna": "WH1 HO1 AP1", "Ben": "WH1 HO1 AP1", "Cora": "WH1 WI1 VE1"}
    found: KeydomState = load("keydom", 3).position({"hands": drawn, "drawn": drawn}).view(0).state
    return found


def best_bid(answer: Any) -> Verdict:
    """Judge 5.1: the bid that is worth most to A."""
    name = is_text(answer, "'B', 'C' or 'D'").upper()
    state = auction()
    gains = {seat: worth(state, number).gain for number, seat in enumerate("BCD", 1)}
    if name not in HONOR:
        return wrong(f"Answer with one letter, 'B', 'C' or 'D'; this is {quote(answer)}.")
    if name not in gains:
        return wrong(f"{name} does not bid: A gives the Folk away, and B, C and D bid.")
    pieces = {seat: sum(state.bid(number)) for number, seat in enumerate("BCD", 1)}
    if gains[name] == max(gains.values()):
        return right(f"It is worth {counted(gains[name], 'point')} to A.")
    many = " The most items are not the most points:" if pieces[name] == max(pieces.values()) else " Look for a better one:"
    return wrong(f"This bid is worth {counted(gains[name], 'point')} to A.{many} which item completes a set?")


def chips(answer: Any) -> Verdict:
    """Judge 5.2: a function that scores the chips of three other players."""
    draw = fresh(answer)
    cases = [*CHIPS, *[(draw.randint(0, 5), draw.randint(0, 8), draw.randint(1, 13)) for _ in range(FRESH)]]
    found = asked(answer, cases, lambda points: is_number(points, "a number of points"))

    def due(*owned: int) -> int:
        told = score_parts(goods_and_honor(), (9, *owned, 0, 0, 0, 0, 0), GIVER)
        return told[2] + told[3]

    ideas = (
        Idea(
            lambda *owned: 10 * min(owned) + sum(owned),
            "a chip in a set does not also count as left over (GH-SCORE-5).",
            0.5,
        ),
        Idea(lambda *owned: 10 * min(owned), "a chip outside the sets is worth a point (GH-SCORE-5).", 0.5),
        Idea(lambda *owned: sum(owned), "one chip of each of the other players makes a set (GH-SCORE-4)."),
        Idea(
            lambda *owned: 9 * min(owned) + sum(owned),
            "a set uses up three chips, so take three off for each (GH-SCORE-5).",
        ),
        Idea(lambda *owned: 10 * max(owned), "the player of whom A has the *fewest* chips limits the sets."),
        Idea(lambda *owned: 10 * sum(owned), "a whole set is worth 10 points, not each chip of it (GH-SCORE-4)."),
        Idea(
            lambda *owned: 10 * (min(owned) > 0) + sum(owned) - 3 * (min(owned) > 0),
            "there may be more than one set (GH-SCORE-4).",
        ),
        Idea(lambda *owned: sum(owned) - 3 * min(owned), "that is what is left over. The sets score as well (GH-SCORE-4)."),
        Idea(
            lambda *owned: 10 * (sum(owned) // 3) + sum(owned) % 3,
            "a set needs one chip of *each* player, not any three (GH-SCORE-4).",
        ),
        Idea(lambda *owned: min(owned) + sum(owned) - 3 * min(owned), "a set is worth 10 points, not 1 (GH-SCORE-4)."),
    )

    def of_these(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For chips {case} it gives {gives:g}, not {exact:g}:"

    fault = compared(cases, found, due, ideas, of_these, "read GH-SCORE-4 and GH-SCORE-5 once more.")
    return fault or right("Sets come first; each chip left over counts one.")


def good_bid(answer: Any) -> Verdict:
    """Judge 5.3: a bid of B that is worth much to A and costs B little."""
    bid = " ".join(is_texts(answer, "a bid as a text, such as 'B2 Wood1'"))
    try:
        found = worth(auction(B=bid), BIDDER)
    except PositionError as error:
        return wrong(" ".join(error.reasons))
    told = f"This bid is worth {found.gain} to A and costs B {found.loss}"
    if found.loss > LITTLE:
        return wrong(f"{told}; B should lose no more than {LITTLE}. Which item breaks one of B's sets?")
    if SET <= found.gain < ENOUGH:
        return wrong(f"{told}; it should be worth {ENOUGH} to A. You may add items, up to five: which of them cost B nothing?")
    if found.gain < ENOUGH:
        return wrong(f"{told}; it should be worth {ENOUGH} to A. Which single item does A need for another set?")
    return right(f"{told}: the same items are worth more to one player than to the other.")


@kept_from_notebooks
def expected_gain(price: int, own: int) -> Fraction:
    """Return the mean gain of a price, if the keenest rival buys a tile that is worth more than the price.

    >>> expected_gain(3, 6)
    Fraction(3, 1)
    """
    gains = [price if rival > price else own - price for rival in range(KEENEST + 1)]
    return Fraction(sum(gains), len(gains))


def price(answer: Any) -> Verdict:
    """Judge 5.4: a function that sets the best price."""
    draw = fresh(answer)
    cases = [(own,) for own in (*WORTHS, *[draw.randint(1, 14) for _ in range(FRESH)])]
    prices = asked(answer, cases, lambda found: is_number(found, "a whole number of counters", whole=True))
    for (own,), found in zip(cases, prices, strict=True):
        gains = {each: expected_gain(each, own) for each in range(1, KEENEST + 1)}
        if found not in gains:
            return wrong(f"For a tile worth {own} it sets the price {found:g}; a price is 1 to {KEENEST} counters (KD-BID-4).")
        best = max(gains, key=lambda each: gains[each])
        if gains[int(found)] == gains[best]:
            continue
        brings = f"For a tile worth {own} it sets the price {found:g}, which brings {float(gains[int(found)]):.2f} on average; "
        another = f"another price brings {float(gains[best]):.2f}."
        if len(set(prices)) == 1:
            return wrong(f"{brings}{another} The best price depends on what the tile is worth to you.")
        if found == own:
            return wrong(f"{brings}if you bid all that a tile is worth, you keep nothing of it. Try every price.")
        return wrong(f"{brings}{another}")
    return right("A rival who buys pays you, so you offer a tile for less than it is worth.")


def wheat(answer: Any) -> Verdict:
    """Judge 5.5: the chance that a rival can pay with wheat."""
    found = is_number(answer, "a chance, such as Fraction(1, 3) or 0.33")
    chance = chance_to_hold(hands(), 0, 1, WHEAT)
    if abs(found - float(chance)) < 0.0005:
        return right(f"{chance}: Ben lacks wheat only if Cora drew both.")
    if not 0 <= found <= 1:
        return wrong("A chance lies between 0 and 1.")
    if abs(found - float(1 - chance)) < 0.0005:
        return partly(0.5, "That is the chance that Ben has none.")
    if abs(found - 0.5) < 0.0005:
        return wrong("Ben has each single wheat with chance 1/2, but there are two, and he needs only one.")
    if abs(found - float(EXACTLY_ONE)) < 0.0005:
        return wrong("That is the chance that Ben has exactly one. With both he can pay as well.")
    if abs(found - 0.75) < 0.0005:
        return wrong("The two wheat are not independent: there are only six places, and Ben has three. Count the ways.")
    if found == 1:
        return wrong("Cora may hold both wheat.")
    return wrong("Count the ways to choose Ben's three counters out of the six. How many of them contain no wheat?")


LESSON: Final = Lesson(
    5,
    "Auctions and the worth of a thing",
    (
        Exercise("5.1", 1, best_bid),
        Exercise("5.2", 2, chips),
        Exercise("5.3", 2, good_bid),
        Exercise("5.4", 3, price),
        Exercise("5.5", 2, wheat),
    ),
)
