"""Lesson 2, decisions and dominated moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

import workbench as wb
from workbench.course.exercise import (
    Exercise,
    Lesson,
    Verdict,
    ask,
    fresh,
    is_dictionary,
    is_function,
    is_number,
    is_texts,
    is_truth,
    kept_from_notebooks,
    partly,
    quote,
    right,
    wrong,
)
from workbench.games.goods_and_honor.laws import bid_value

SEED: Final = 7
PLAYER: Final = "counter"
LENGTHS: Final = (1, 2, 4, 5, 6, 8)
"""How long the rows are that are drawn for each answer to exercise 2.2."""
DECKS: Final = ("C6 F8 E2", "C1 C6", "C1 C6 F8 E2", "C6")
"""The cards that may be left in the deck, for exercise 2.3."""
GIVER: Final = 0
BIDDER: Final = 1
STASHES: Final = ((9, 1, 0, 2, 0, 0, 2, 1, 1), (3, 5, 2, 1, 0, 0, 3, 2, 1))
"""The items of the giver and the bidder in exercise 2.4: chips of A to D, two colours not in play, and Goods."""
BIDS: Final = {
    "two B": (0, 2, 0, 0, 0, 0, 0, 0, 0),
    "one B and one C": (0, 1, 1, 0, 0, 0, 0, 0, 0),
    "two A": (2, 0, 0, 0, 0, 0, 0, 0, 0),
    "two Food": (0, 0, 0, 0, 0, 0, 2, 0, 0),
    "one Rock": (0, 0, 0, 0, 0, 0, 0, 0, 1),
    "one B and one Food": (0, 1, 0, 0, 0, 0, 1, 0, 0),
}


@kept_from_notebooks
@cache
def decisions() -> tuple[int, ...]:
    """Return how many actions were legal at each step of the match of exercise 2.1.

    >>> len(decisions()), decisions()[10]
    (143, 4)
    """
    match = wb.load("northwood").match(seed=SEED)
    match.play_out(PLAYER)
    return tuple([len(match.at(step).legal()) for step in range(match.steps)])


def real_decisions(answer: Any) -> Verdict:
    """Judge 2.1: how often there was anything to decide."""
    number = is_number(answer, "a whole number", whole=True)
    legal = decisions()
    moves, real = len(legal), len([actions for actions in legal if actions > 1])
    if number == real:
        return right(f"So {moves - real} of the {moves} moves were forced.")
    if number == moves:
        return wrong("That counts all moves. If only one move is legal, there is nothing to decide.")
    if number == moves - real:
        return wrong("Those are the moves that were forced. How many were not?")
    if number == sum(legal):
        return wrong("That adds up the legal actions of all steps. Count the steps, not the actions.")
    if number == len([actions for actions in legal if actions > 2]):
        return wrong("Two legal actions are a choice, too.")
    if abs(number - real) == 1:
        return wrong("That is one off. The steps are `range(match.steps)`: 0 is one of them, `match.steps` is not.")
    return wrong("Count the steps at which `match.at(step).legal()` has more than one action.")


@kept_from_notebooks
def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether one row of results is nowhere worse than another and somewhere better."""
    pairs = list(zip(one, other, strict=True))
    return all(mine >= yours for mine, yours in pairs) and any(mine > yours for mine, yours in pairs)


def dominance(answer: Any) -> Verdict:
    """Judge 2.2: domination as a function."""
    draw, rows = fresh(answer), list(product((0, 1, 2), repeat=3))
    pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = list(product(rows, rows))
    for length in LENGTHS:  # one row is the other with some places changed, so that many pairs dominate
        row = tuple([draw.randint(-9, 9) for _ in range(length)])
        pairs.append((row, tuple([number - draw.choice((0, 0, 0, 1, 4)) for number in row])))
        pairs.append((row, tuple([number + draw.choice((0, 0, 1, -1)) for number in row])))
    function = is_function(answer)
    said = [is_truth(ask(function, *pair), f"True or False for {pair[0]} and {pair[1]}") for pair in pairs]
    for (one, other), found in zip(pairs, said, strict=True):
        if found == dominates(one, other):
            continue
        case = f"{one} and {other}: your function returns {found}"
        if one == other:
            return wrong(f"{case}. Equal rows: neither is better anywhere, so neither dominates.")
        if found and sum(one) > sum(other):
            return wrong(f"{case}. The first is better on average, but worse somewhere. A row that dominates is nowhere worse.")
        if found and dominates(other, one):
            return wrong(f"{case}. It is the other way round: is the *first* row nowhere worse and somewhere better?")
        if dominates(one, other):
            return wrong(f"{case}. The first is nowhere worse and somewhere better; being equal in places does not matter.")
        return wrong(f"{case}. Compare place by place: nowhere worse, and somewhere better.")
    return right("The check tried all pairs of rows with three places, and some longer and shorter ones.")


def payoffs(deck: str) -> dict[str, tuple[int, ...]]:
    """Play the visit of exercise 2.3 to its end for each response and every statement that may follow.

    Args:
        deck: the cards that are left, in any order.

    Returns:
        for each response 1 for a success and 0 for a failure, in the order in which the engine lists the next statements.

    >>> payoffs("C1 C6")
    {'C3': (1, 1), 'C7': (0, 1)}
    """
    return dict(_payoffs(deck))


@cache
def _payoffs(deck: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    game = wb.load("northwood")
    position = {"hand": "C3 C7", "statement": "C5", "deck": deck, "fief": 1, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ*"}
    found = []
    for card in ("C3", "C7"):
        state = game.position(position)
        state.apply(game.action(f"card:{card}"))
        state.apply(game.action("pass"))
        results = []
        for statement, _ in state.chance():
            end = state.copy()
            end.apply(statement)
            end.apply(end.legal()[0])  # the last card
            results.append(int(end.status(1) == 1))
        found.append((card, tuple(results)))
    return tuple(found)


@kept_from_notebooks
def undone(rows: Mapping[str, Sequence[float]]) -> set[str]:
    """Return the names of the rows that another row dominates."""
    return {name for name, row in rows.items() if any(dominates(better, row) for better in rows.values())}


def dominated_responses(answer: Any) -> Verdict:
    """Judge 2.3: which response is dominated, deck by deck."""
    lists = is_dictionary(answer, DECKS, "a dictionary with a list of cards for each of the decks")
    named = {deck: {card.upper() for card in is_texts(cards, "a list of cards for each deck")} for deck, cards in lists.items()}
    faults = []
    for deck, given in named.items():
        due = undone(payoffs(deck))
        if given == due:
            continue
        rows = ", ".join(f"{card} {row}" for card, row in payoffs(deck).items())
        if not due:
            why = "neither row dominates the other"
        elif not given:
            why = "one of the rows is nowhere worse and somewhere better than the other"
        else:
            why = "the card you name is not the dominated one"
        faults.append(f"Deck {deck}, {rows}: {why}.")
    if not faults:
        return right("Scoring at once is dominated with one deck and dominates with another.")
    return partly(0.5, faults[0]) if len(faults) == 1 else wrong(f"{faults[0]} {len(faults)} of {len(DECKS)} decks are wrong.")


def bid_results() -> dict[str, tuple[int, int]]:
    """Return how each bid of exercise 2.4 changes the points of the bidder and the giver, if scored now.

    >>> bid_results()["two B"]
    (0, 2)
    """
    return dict(_bid_results())


@cache
def _bid_results() -> tuple[tuple[str, tuple[int, int]], ...]:
    rules: Any = wb.load("goods_and_honor", players=4)
    values = {name: bid_value(rules, bid, STASHES[GIVER], GIVER, STASHES[BIDDER], BIDDER) for name, bid in BIDS.items()}
    return tuple([(name, (-value.loss, value.gain)) for name, value in values.items()])


def dominated_bids(answer: Any) -> Verdict:
    """Judge 2.4: which bids are dominated."""
    given, results = set(is_texts(answer, "a list of the names of bids")), bid_results()
    if strangers := [name for name in given if name not in results]:
        return wrong(f"There is no bid {quote(strangers[0])}; the names are the keys of `results`.")
    due = undone(results)
    if given == due:
        return right("With another bid you could please the giver as much for less, or more for the same price.")
    if given == set(results) - due:
        return wrong("Those are the bids that no other dominates. The question asks for the dominated ones.")
    for name in sorted(given - due):
        return wrong(f"No other bid is at least as good as {name!r} {results[name]} in both numbers.")
    missing = sorted(due - given)[0]
    hint = f"{missing!r} {results[missing]} is dominated, too: look for a bid with both numbers at least as high."
    return partly(0.5, hint) if given else wrong(hint)


LESSON = Lesson(
    2,
    "Decisions and dominated moves",
    (
        Exercise("2.1", 1, real_decisions),
        Exercise("2.2", 2, dominance),
        Exercise("2.3", 2, dominated_responses),
        Exercise("2.4", 2, dominated_bids),
    ),
)
