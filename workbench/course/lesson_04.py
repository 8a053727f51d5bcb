"""Lesson 4, hidden information and bluff."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

import workbench as wb
from workbench.core.exact import ExactSolver
from workbench.course.exercise import Exercise, Lesson, Verdict, is_number, is_texts, quote, right, wrong
from workbench.games.goods_and_honor.laws import count_bids
from workbench.games.northwood.odds import visit_success
from workbench.games.small.kuhn import Kuhn

BIDDING: Final = {
    "phase": "bid",
    "active": "A",
    "turn": 5,
    "table": "S1",
    "goods": {"A": "1/0/0", "B": "1/1/0", "C": "0/2/0", "D": "0/0/1"},
    "honor": {"A": "A14 C1", "B": "A1 B13", "C": "C14 B2", "D": "D15"},
    "bids": {"B": "A1 B1", "C": "C3"},
    "closed": "B C",
}
"""The position of exercises 4.1 and 4.2: the hands of B and C are closed, and D must fill one."""
BIDDER: Final = 1
WATCHER: Final = 3
LOOKING: Final = {"hand": "C4 L2", "deck": "C3 C6 F5 L4", "fief": 1, "ruler": "LQ"}
"""The position of exercise 4.4."""
EXACT_ENOUGH: Final = 0.005
"""How far a chance may be off: two decimal places will do."""


def hidden_entries(answer: Any) -> Verdict:
    """Judge 4.1: what a seat does not see."""
    given = set(is_texts(answer, "a list of entries, such as ['bag']"))
    state = wb.load("goods_and_honor", players=4).position(BIDDING)
    all_of_it, seen = state.to_dict(), state.view(WATCHER).to_dict()
    if strangers := sorted(given - set(all_of_it)):
        return wrong(f"The position has no entry {quote(strangers[0])}. Available: {', '.join(all_of_it)}.")
    hidden = {entry for entry in all_of_it if all_of_it[entry] != seen[entry]}
    if given == hidden:
        return right("Screens hide nothing from a perfect memory; only a closed hand does.")
    if given & {"goods", "honor"}:
        return wrong("Goods and chips are behind screens, but D saw each of them come and go, and a view forgets nothing.")
    if extra := sorted(given - hidden):
        return wrong(f"D sees {extra[0]!r} as it is: compare `state.to_dict()` with `state.view({WATCHER}).to_dict()`.")
    return wrong("Something is hidden: compare each entry of the position with the same entry of the view.")


def possible_hands(answer: Any) -> Verdict:
    """Judge 4.2: how many hands are possible."""
    number = is_number(answer, "a whole number", whole=True)
    rules: Any = wb.load("goods_and_honor", players=4)
    stash = rules.position(BIDDING).stash(BIDDER)
    due = count_bids(rules, stash, BIDDER)
    if number == due:
        return right("D cannot tell these hands apart: they are what D does not know about B.")
    if number == due + 1:
        return wrong("That counts the empty hand. B has to bid at least one item (GH-BID-1).")
    any_size = 1
    for count in stash:
        any_size *= count + 1
    if number in (any_size, any_size - 1):
        return wrong("That lets B bid any number of items. A bid has at most five (GH-BID-2).")
    five = sum([sum(hand) == 5 for hand in product(*[range(count + 1) for count in stash])])
    if number == five:
        return wrong("Those are the hands of exactly five items. Smaller hands are possible, too.")
    if number == due - five:
        return wrong("A hand of five items is possible, too (GH-BID-2).")
    if number > any_size:
        return wrong("That is too many: chips of one colour are all alike, and the order in a hand does not matter.")
    if number == sum(stash) or number == len([count for count in stash if count]):
        return wrong("That counts items or kinds of items. A hand is a number of each kind: how many such choices are there?")
    return wrong("Go through all combinations of what B owns, and count those with one to five items in all.")


@cache
def paid(card: str, call: bool) -> float:
    """Play Kuhn poker, and return what the queen gets after a bet by the player who holds `card`.

    >>> paid("jack", True), paid("king", True), paid("king", False)
    (2.0, -2.0, -1.0)
    """
    match = wb.load(Kuhn).match(position={"phase": "bet", "hands": {"Player 1": [card], "Player 2": ["queen"]}})
    match.play("bet")
    match.play("bet" if call else "pass")
    return float(match.state.returns()[1])


def call_minus_fold(bluff: float) -> float:
    """Return how much better calling is than folding, if kings always bet and jacks with chance `bluff`."""
    worth = {call: (paid("king", call) + bluff * paid("jack", call)) / (1 + bluff) for call in (True, False)}
    return worth[True] - worth[False]


def bluffing(answer: Any) -> Verdict:
    """Judge 4.3: how often to bluff."""
    bluff = is_number(answer, "a chance from 0 to 1, such as Fraction(1, 4) or 0.25")
    if not 0 <= bluff <= 1:
        return wrong(f"The share of bluffs is a number from 0 to 1, not {bluff:g}.")
    gain = call_minus_fold(bluff)
    below, above = [call_minus_fold(bluff + change) for change in (-EXACT_ENOUGH, EXACT_ENOUGH)]
    if below < 0 < above:  # calling gains more the more you bluff, so the exact share is between the two
        return right("Now calling and folding are worth the same to the queen.")
    if bluff == 0:
        return wrong(f"Without bluffs a bet means a king. The queen folds, which saves her {-gain:g} coin.")
    if bluff == 1:
        return wrong(f"If every jack bets, calling is {gain:g} coin better than folding. The queen always calls.")
    if gain > 0:
        return wrong(f"With this share calling is {gain:.2f} coins better than folding, so the queen always calls. Bluff less.")
    return wrong(f"With this share folding is {-gain:.2f} coins better than calling, so the queen always folds. Bluff more.")


@cache
def success(allies: str) -> Fraction:
    """Return the chance of success in exercise 4.4 with these allies and best play.

    >>> success("CJ* FJ* LJ* EQ")
    Fraction(7, 12)
    """
    state = wb.load("northwood").position({**LOOKING, "allies": allies})
    return ExactSolver(visit_success(state)).value(state)


def worth_of_looking(answer: Any) -> Verdict:
    """Judge 4.4: what it is worth to look."""
    number = is_number(answer, "a difference of two chances")
    with_her, without = success("CJ* FJ* LJ* EQ"), success("CJ* FJ* LJ* EQ*")
    if abs(number - float(with_her - without)) < EXACT_ENOUGH:
        return right("She changes no card. She gives you knowledge, and you still have a choice that can use it.")
    if abs(number - float(with_her)) < EXACT_ENOUGH:
        return wrong("That is the chance with her. What is it without?")
    if abs(number - float(without)) < EXACT_ENOUGH:
        return wrong("That is the chance without her. What is it with her?")
    if abs(number + float(with_her - without)) < EXACT_ENOUGH:
        return wrong("It is the wrong way round: information cannot make a single player worse off.")
    if abs(number - float(with_her / without)) < EXACT_ENOUGH:
        return wrong("That is a ratio. The worth is how much the chance grows: a difference.")
    if number == 0:
        return wrong("She changes no card, but she may change what you choose. Compare `chance` with her and without her.")
    if abs(number - float(with_her + without)) < EXACT_ENOUGH:
        return wrong("That is the sum of the two chances. How much does the chance grow?")
    if abs(number - 100 * float(with_her - without)) < 1:
        return wrong("Those are percentage points. Give the difference of the two chances, each from 0 to 1.")
    return wrong("Work out `chance` with her ready and with her exhausted (a star), and take the difference.")


LESSON = Lesson(
    4,
    "Hidden information and bluff",
    (
        Exercise("4.1", 1, hidden_entries),
        Exercise("4.2", 2, possible_hands),
        Exercise("4.3", 3, bluffing),
        Exercise("4.4", 2, worth_of_looking),
    ),
)
