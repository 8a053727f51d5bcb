"""Lesson 3, chance and odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from operator import eq, gt
from random import Random
from typing import Any, Final

import workbench as wb
from workbench.core.words import counted
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    ask,
    compared,
    fresh,
    is_function,
    is_number,
    kept_from_notebooks,
    right,
    wrong,
)
from workbench.games.goods_and_honor import laws

NEAR: Final = 0.0005
"""Answers in decimals may be rounded to three places."""
ROUNDED: Final = 0.005
"""Where no other idea is near, two places will do."""
STATEMENT: Final[dict[str, str | int]] = {
    "phase": "statement",
    "hand": "C2 C7 F4 L1 L6",
    "deck": "C1 C3 C6 F1 F6 E3 E8 L2 L5 L8",
    "fief": 3,
    "ruler": "LQ",
    "allies": "CJ* FJ* LJ* EJ*",
}
"""The position of exercise 3.1: trump is Leaves, and a statement is about to be turned up."""
TRUMP: Final = "L"
NASTIGANS: Final = 3
FOLKS_IN_BAG: Final = 4
NASTIGANS_IN_BAG: Final = 6
DRAWS: Final = 800
FRESH_DRAWS: Final = 200
"""How many draws from each bag that is drawn for an answer."""
SURE: Final = 6
"""How far a mean or a share of many draws may be from the exact one, in standard errors: luck does more twice in a billion."""
SIDES: Final = 6
"""The sides of the red die."""


def near(number: float, exact: Fraction | float, by: float = NEAR) -> bool:
    """Tell whether a number is the exact one or the exact one rounded."""
    return abs(number - float(exact)) < by


def is_chance(answer: Any) -> float:
    """Read an answer as a chance.

    Raises:
        Unfit: it is not a number.
    """
    return is_number(answer, "a chance from 0 to 1, such as Fraction(1, 4) or 0.25")


def beyond(number: float) -> Verdict | None:
    """Return the verdict on a number that cannot be a chance, and None for one that can."""
    if 0 <= number <= 1:
        return None
    if number > NASTIGANS:
        return wrong(f"A chance lies between 0 and 1, so it cannot be {number:g}. Divide percentages by 100.")
    return wrong(f"A chance lies between 0 and 1, so it cannot be {number:g}. Did you count, or add chances that overlap?")


def chance_of_a_trump(answer: Any) -> Verdict:
    """Judge 3.1: the chance of the next card."""
    number = is_chance(answer)
    game = wb.load("northwood")
    state = game.position(STATEMENT)
    outcomes = dict(state.chance())
    trumps = [card for card in str(STATEMENT["deck"]).split() if card[0] == TRUMP]
    left = sum(outcomes.values())
    due = Fraction(sum(outcomes[game.action(f"card:{card}")] for card in trumps), left)
    if near(number, due):
        return right("You have seen every card that is not in the deck, so only the deck counts.")
    if number == len(trumps):
        return wrong("That is how many trumps are left. Divide by the number of cards that can come.")
    if found := beyond(number):
        return found
    hand = str(STATEMENT["hand"]).split()
    unheld = 32 - len(hand)
    if near(number, Fraction(8, 32)):
        return wrong("That would be the chance with a full deck. Many cards are out of it already.")
    if near(number, Fraction(8 - sum(card[0] == TRUMP for card in hand), unheld)):
        return wrong("You left out only your hand. You can see the discard pile and the score pile, too (NW-FAQ-2).")
    if near(number, Fraction(len(trumps), 32)) or near(number, Fraction(len(trumps), unheld)):
        return wrong(f"You counted the trumps correctly, but only {counted(left, 'card')} can come.")
    if near(number, 1 - due):
        return wrong("That is the chance that it is no trump.")
    if near(number, due / (1 - due)):
        return wrong("That is trumps against other cards. A chance is the trumps out of all the cards that can come.")
    if near(number, Fraction(8, left)):
        return wrong("You counted all the trumps of the game. Which of them are still in the deck?")
    if near(number, Fraction(len(trumps), 8)):
        return wrong("That is the part of the trumps that is still to come. Which part of the cards are trumps?")
    if near(number, Fraction(len(trumps) + sum(card[0] == TRUMP for card in hand), left + len(hand))):
        return wrong("The cards in your hand cannot come.")
    return wrong("Count the cards in the deck, and the Leaves among them.")


@kept_from_notebooks
@cache
def duels() -> dict[int, laws.DuelLaw]:
    """Return the odds of a duel by the number of sides of the blue die: the engine rolls every pair.

    >>> duels()[8].win
    Fraction(9, 14)
    """
    game: Any = wb.load("goods_and_honor")
    mat = laws.mat_of(game, (1, 1, 1))
    return {sides: laws.duel_law(mat, defender) for sides, defender in zip((8, 6, 4), laws.DEFENDERS, strict=True)}


@kept_from_notebooks
def pairs_of_dice(sides: int) -> tuple[int, int, int]:
    """Return in how many pairs the blue die is higher, equal and lower; the engine counts for the dice that it has.

    >>> pairs_of_dice(8), pairs_of_dice(2)
    ((27, 6, 15), (1, 2, 9))
    """
    if sides in duels():
        law = duels()[sides]
        return law.wins, law.ties, law.losses
    pairs = list(product(range(1, sides + 1), range(1, SIDES + 1)))
    higher, equal = [sum([compare(blue, red) for blue, red in pairs]) for compare in (gt, eq)]
    return higher, equal, len(pairs) - higher - equal


def duel_function(answer: Any) -> Verdict:
    """Judge 3.2: dice that are rolled again."""
    others = sorted(fresh(answer).sample([sides for sides in range(2, 21) if sides not in (4, 6, 8)], 3))
    cases = [(sides,) for sides in (8, 6, 4, *others)]
    function = is_function(answer)
    found = [is_number(ask(function, *case), f"a chance for a die of {case[0]} sides") for case in cases]

    def of_pairs(share: Callable[[int, int, int], Fraction]) -> Callable[[int], Fraction]:
        return lambda sides: share(*pairs_of_dice(sides))

    again = "They are rolled again (GH-DUEL-4), so they count for nobody."
    ideas = (
        Idea(of_pairs(lambda more, same, less: Fraction(more, more + same + less)), f"That counts equal dice as lost. {again}"),
        Idea(
            of_pairs(lambda more, same, less: Fraction(more + same, more + same + less)),
            f"That counts equal dice as won. {again}",
        ),
        Idea(
            of_pairs(lambda more, same, less: Fraction(2 * more + same, 2 * (more + same + less))),
            "That gives half of the equal dice to each side. Does each side win half of the later rolls?",
        ),
        Idea(of_pairs(lambda more, same, less: Fraction(less, more + less)), "That is the chance that the red die wins."),
        Idea(
            of_pairs(lambda more, same, less: Fraction(more, less)),
            "That is wins against losses. A chance is the wins out of all the pairs that decide.",
        ),
        Idea(of_pairs(lambda more, same, less: Fraction(100 * more, more + less)), "That is in per cent. Divide by 100."),
        Idea(
            of_pairs(lambda more, same, less: Fraction(more)),
            "That is how many pairs blue wins. Out of how many that decide?",
        ),
    )

    def counts(sides: int) -> str:
        more, same, less = pairs_of_dice(sides)
        return f"Of {more + same + less} pairs the blue die is higher in {more}, and {same} are equal."

    due = of_pairs(lambda more, same, less: Fraction(more, more + less))
    return compared(cases, found, due, ideas, told_sides, counts, NEAR) or right(
        "9/14, 1/2 and 3/10: that is why a Sentryfolk belongs in Guards."
    )


def told_sides(case: tuple[Any, ...], found: float, due: float) -> str:
    """Say what a function returned for a die."""
    return f"With {case[0]} sides you say {found:.3f}."


def at_least_one(answer: Any) -> Verdict:
    """Judge 3.3: at least one in three."""
    number = is_chance(answer)
    game: Any = wb.load("goods_and_honor")
    law = laws.losses_law(laws.mat_of(game, (NASTIGANS, 0, 6), NASTIGANS))
    due, lose = 1 - law[0], 1 - duels()[8].win
    if near(number, due, ROUNDED):
        return right("The simple case is to lose none: three duels, all won.")
    if near(number, NASTIGANS * lose, ROUNDED):
        return wrong(f"You added three chances and got {number:.2f}. Two losses can happen together, and no chance is above 1.")
    if found := beyond(number):
        return found
    if near(number, law[0], ROUNDED):
        return wrong("That is the chance to lose none. The question asks for the opposite.")
    if near(number, law[1], ROUNDED):
        return wrong("That is the chance to lose exactly one. Two or three are at least one, too.")
    if near(number, lose, ROUNDED):
        return wrong("That is the chance to lose one duel. There are three.")
    if near(number, lose**NASTIGANS, ROUNDED):
        return wrong("That is the chance to lose every duel.")
    if near(number, law[2], ROUNDED):
        return wrong("That is the chance to lose exactly two. One or three are at least one, too.")
    if near(number, 1 - lose**NASTIGANS, ROUNDED):
        return wrong("That is the chance to win at least one duel.")
    return wrong("Begin with the opposite: the chance that you win all three duels.")


def drawing_function(answer: Any) -> Verdict:
    """Judge 3.4: a draw from the bag as a program."""
    draw, function = fresh(answer), is_function(answer)
    bags = [
        (FOLKS_IN_BAG, NASTIGANS_IN_BAG, DRAWS),
        (draw.randint(2, 3), draw.randint(8, 10), FRESH_DRAWS),
        (draw.randint(7, 9), draw.randint(3, 5), FRESH_DRAWS),
        (2, 0, 1),
    ]
    means: list[float] = []
    for folks, nastigans, draws in bags:
        start = draw.randrange(2**30)
        found = [one_draw(function, filled(folks, nastigans), Random(start + number)) for number in range(draws)]
        if fault := draws_fault(folks, nastigans, found):
            other = " With the first bag you were right: does your function use the bag that it is given?" if means else ""
            return wrong(fault + other)
        means.append(sum(found) / draws)
    return right(f"In {DRAWS} draws you find {means[0]:.2f} Nastigans on average, and your function fits other bags, too.")


def one_draw(function: Callable[..., Any], bag: list[str], rng: Random) -> float:
    """Ask a student's function for one draw; the source of chance needs no copy."""
    return is_number(ask(lambda copied: function(copied, rng), bag), "a whole number of Nastigans", whole=True)


def filled(folks: int, nastigans: int) -> list[str]:
    """Return a bag as a list of words.

    >>> filled(1, 2)
    ['Folk', 'Nastigan', 'Nastigan']
    """
    return ["Folk"] * folks + ["Nastigan"] * nastigans


def draws_fault(folks: int, nastigans: int, found: Sequence[float]) -> str | None:
    """Say what is wrong with the results of draws from a bag, or return None."""
    game: Any = wb.load("goods_and_honor")
    law = laws.draw_law(laws.bag_of(game, folks, nastigans))
    exact = laws.mean(law)
    spread = sqrt(sum(chance * (number - exact) ** 2 for number, chance in enumerate(law)))
    bag = f"The bag of {counted(folks, 'Folk')} and {counted(nastigans, 'Nastigan')}"
    for drawn in found:
        if not 0 <= drawn <= nastigans:
            more = " Did you put a token back, or count a Folk?" if drawn > nastigans else ""
            return f"{bag} holds {nastigans} Nastigans; one of your draws brought {drawn:g}.{more}"
    draws = len(found)
    mean, error = sum(found) / draws, SURE * spread / sqrt(draws)
    told = f"{bag}: in {draws} draws you find {mean:.2f} Nastigans on average; the exact mean is {float(exact):.2f}."
    if abs(mean - exact) > error:
        if abs(mean - exact / 2) < error:
            return f"{told} That is how many come before the first Folk. The draw ends at the second (GH-DRAW-1)."
        if mean > exact:
            return f"{told} That is too many: does a drawn token stay out of the bag?"
        return f"{told} That is too few: does the draw go on until you have two Folks?"
    for number, chance in enumerate(law):
        share = found.count(number) / draws
        if abs(share - chance) > SURE * sqrt(float(chance * (1 - chance)) / draws):
            some = "none" if number == 0 else str(number)
            often = f"{bag}: {share:.0%} of your draws bring {some}; the exact share is {float(chance):.0%}."
            if number == nastigans and share > chance:
                return f"{often} That is too many: does a drawn token stay out of the bag?"
            return f"{often} The mean is right."
    return None


LESSON = Lesson(
    3,
    "Chance and odds",
    (
        Exercise("3.1", 1, chance_of_a_trump),
        Exercise("3.2", 3, duel_function),
        Exercise("3.3", 2, at_least_one),
        Exercise("3.4", 3, drawing_function),
    ),
)
