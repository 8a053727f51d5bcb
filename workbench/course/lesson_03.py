"""Lesson 3, chance and odds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any, Final

import workbench as wb
from workbench.course.exercise import Exercise, Lesson, Verdict, ask, is_function, is_number, right, wrong
from workbench.games.goods_and_honor import laws

NEAR: Final = 0.0005
"""Answers in decimals may be rounded to three places."""
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
DRAWS: Final = 1000
SURE: Final = 5
"""How far a mean of many draws may be from the exact mean, in standard errors."""


def near(number: float, exact: Fraction | float) -> bool:
    """Tell whether a number is the exact one or the exact one rounded."""
    return abs(number - float(exact)) < NEAR


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
        return wrong(f"You counted the trumps correctly, but only {left} cards can come.")
    return wrong("Count the cards in the deck, and the Leaves among them.")


@cache
def duels() -> dict[int, laws.DuelLaw]:
    """Return the odds of a duel by the number of sides of the blue die: the engine rolls every pair.

    >>> duels()[8].win
    Fraction(9, 14)
    """
    game: Any = wb.load("goods_and_honor")
    mat = laws.mat_of(game, (1, 1, 1))
    return {sides: laws.duel_law(mat, defender) for sides, defender in zip((8, 6, 4), laws.DEFENDERS, strict=True)}


def duel_function(answer: Any) -> Verdict:
    """Judge 3.2: dice that are rolled again."""
    function = is_function(answer)
    for sides, law in duels().items():
        pairs = law.wins + law.ties + law.losses
        number = is_number(ask(function, sides), f"a chance; with {sides} sides it")
        if near(number, law.win):
            continue
        told = f"With {sides} sides you say {number:.3f}."
        if near(number, Fraction(law.wins, pairs)):
            return wrong(f"{told} That counts equal dice as lost. They are rolled again (GH-DUEL-4), so they count for nobody.")
        if near(number, Fraction(law.wins + law.ties, pairs)):
            return wrong(f"{told} That counts equal dice as won. They are rolled again (GH-DUEL-4), so they count for nobody.")
        if near(number, Fraction(2 * law.wins + law.ties, 2 * pairs)):
            return wrong(f"{told} That gives half of the equal dice to each side. Does each side win half of the later rolls?")
        if near(number, 1 - law.win):
            return wrong(f"{told} That is the chance that the red die wins.")
        return wrong(f"{told} Of {pairs} pairs the blue die is higher in {law.wins}, and {law.ties} are equal.")
    return right("9/14, 1/2 and 3/10: that is why a Sentryfolk belongs in Guards.")


def at_least_one(answer: Any) -> Verdict:
    """Judge 3.3: at least one in three."""
    number = is_chance(answer)
    game: Any = wb.load("goods_and_honor")
    law = laws.losses_law(laws.mat_of(game, (NASTIGANS, 0, 6), NASTIGANS))
    due, lose = 1 - law[0], 1 - duels()[8].win
    if near(number, due):
        return right("The simple case is to lose none: three duels, all won.")
    if near(number, NASTIGANS * lose):
        return wrong(f"You added three chances and got {number:.2f}. Two losses can happen together, and no chance is above 1.")
    if found := beyond(number):
        return found
    if near(number, law[0]):
        return wrong("That is the chance to lose none. The question asks for the opposite.")
    if near(number, law[1]):
        return wrong("That is the chance to lose exactly one. Two or three are at least one, too.")
    if near(number, lose**NASTIGANS):
        return wrong("That is the chance to lose every duel.")
    return wrong("Begin with the opposite: the chance that you win all three duels.")


def drawing_function(answer: Any) -> Verdict:
    """Judge 3.4: a draw from the bag as a program."""
    function = is_function(answer)
    game: Any = wb.load("goods_and_honor")
    law = laws.draw_law(laws.bag_of(game, FOLKS_IN_BAG, NASTIGANS_IN_BAG))
    bag = ["Folk"] * FOLKS_IN_BAG + ["Nastigan"] * NASTIGANS_IN_BAG
    found = []
    for number in range(DRAWS):
        drawn = is_number(ask(function, bag, Random(number)), "a whole number of Nastigans", whole=True)
        if not 0 <= drawn <= NASTIGANS_IN_BAG:
            more = "Did you put a token back, or count a Folk?" if drawn > NASTIGANS_IN_BAG else ""
            return wrong(f"The bag holds {NASTIGANS_IN_BAG} Nastigans; one of your draws brought {drawn:g}. {more}".strip())
        found.append(drawn)
    exact = laws.mean(law)
    spread = sqrt(sum(chance * (number - exact) ** 2 for number, chance in enumerate(law)))
    mean = sum(found) / DRAWS
    none = found.count(0) / DRAWS
    told = f"In {DRAWS} draws you find {mean:.2f} Nastigans on average; the exact mean is {float(exact):.2f}."
    if abs(mean - exact) > SURE * spread / sqrt(DRAWS):
        if abs(mean - exact / 2) < SURE * spread / sqrt(DRAWS):
            return wrong(f"{told} That is how many come before the first Folk. The draw ends at the second (GH-DRAW-1).")
        if mean > exact:
            return wrong(f"{told} That is too many: does a drawn token stay out of the bag?")
        return wrong(f"{told} That is too few: does the draw go on until you have two Folks?")
    if abs(none - law[0]) > SURE * sqrt(float(law[0] * (1 - law[0])) / DRAWS):
        return wrong(f"The mean is right, but {none:.0%} of your draws bring none; the exact share is {float(law[0]):.0%}.")
    return right(told)


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
