"""Lesson 1, what a rule is: clauses, ambiguity, rulings."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import workbench as wb
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.rulebook import Clause
from workbench.course.exercise import (
    Exercise,
    Lesson,
    Verdict,
    ask,
    fresh,
    is_dictionary,
    is_function,
    is_number,
    is_text,
    is_truth,
    kept_from_notebooks,
    partly,
    quote,
    right,
    wrong,
)

FOLLOWING: Final = {
    "hand": "C2 C7 F4 L1",
    "statement": "C5",
    "deck": "C1 C3 F6 E8",
    "fief": 3,
    "ruler": "LQ",
    "allies": "CJ* FJ* LJ* EJ*",
}
"""The position of exercises 1.1 and 1.3: a statement of Claws, a hand with two Claws, trump is Leaves."""
REFUSED: Final = "card:F4"
SUITS: Final = "CFLE"
VALUES: Final = (1, 4, 5, 8)  # low, neighbours in the middle, high: enough to meet every case of the rule
DECK: Final = tuple([f"{suit}{value}" for suit in "CFLE" for value in range(1, 9)])
FRESH: Final = 16
"""How many cases of exercise 1.2 are drawn for each answer, out of all cards and trumps."""
READINGS: Final = ("same_suit_higher", "never")


def clause_that_forbids(answer: Any) -> Verdict:
    """Judge 1.1: the clause that refuses a move."""
    told = answer.id if isinstance(answer, Clause) else answer
    address = is_text(told, 'the address of a clause, such as "NW-OBJ-1"').upper().rstrip(".")
    game = wb.load("northwood")
    if address not in game.rulebook:
        return wrong(f"The rulebook of For Northwood! has no clause {quote(address)}. An address looks like NW-OBJ-1.")
    refusal = game.match(position=FOLLOWING).why_not(REFUSED)
    reasons = refusal.reasons if refusal else ()
    for reason in reasons:
        if reason.clause == address:
            return right(reason.text)
    clause = game.rulebook[address]
    if clause.section != game.rulebook[reasons[0].clause].section:
        return wrong(f"{address} is in the section {clause.section!r} and does not say which cards you may play.")
    if "hold none" in clause.text:
        return wrong(f"{address} is for a hand without a card of the statement's suit. Look at this hand again.")
    return wrong(f"{address} says what a response is worth. The question is which response you may make at all.")


@cache
def played_with(reading: str) -> Game:
    """Load the game with one reading of NW-RULING-1."""
    return wb.load("northwood", nontrump_scoring=reading)


@kept_from_notebooks
@cache
def outcome(statement: str, response: str, trump: str, reading: str = READINGS[0]) -> tuple[bool, str]:
    """Play a dialogue; return whether the response scores, and the clause that says so.

    >>> outcome("C5", "C7", "L"), outcome("C5", "C7", "L", "never")
    ((True, 'NW-TRICK-4'), (False, 'NW-RULING-1'))
    """
    spare = next(card for card in ("F2", "F3", "F4") if card not in (statement, response))
    position = {**FOLLOWING, "statement": statement, "hand": response, "deck": spare, "ruler": f"{trump}Q"}
    match = played_with(reading).match(position=position)
    match.play(f"card:{response}")
    event = next(event for event in match.log if event.kind in ("scores", "falls_short"))
    return event.kind == "scores", event.clause


def scoring_cases(draw: Random) -> list[tuple[str, str, str]]:
    """Return statements, responses and trumps: all that can matter, and some drawn from all cards."""
    few = [f"{suit}{value}" for suit in SUITS[:3] for value in VALUES]
    cases = [(one, other, trump) for trump in SUITS[:2] for one in few for other in few if one != other]
    for _ in range(FRESH):
        statement, response = draw.sample(DECK, 2)
        cases.append((statement, response, draw.choice(SUITS)))
    return cases


def kind_of(statement: str, response: str, trump: str) -> str:
    """Return which kind of case of exercise 1.2 this is, in words."""
    if response[0] == statement[0]:
        return "a response of the statement's suit"
    return "a trump on another suit" if response[0] == trump else "a response of a third suit"


def scoring_function(answer: Any) -> Verdict:
    """Judge 1.2: the rule of scoring as a function."""
    cases = scoring_cases(fresh(answer))
    function = is_function(answer)
    said = [is_truth(ask(function, *case), f"True or False for {case[1]} on {case[0]}") for case in cases]
    first_fault: dict[str, str] = {}
    for case, found in zip(cases, said, strict=True):
        statement, response, trump = case
        scores, clause = outcome(*case)
        if found != scores:
            says = "scores" if scores else "does not score"
            fault = f"With trump {trump}, {response} on {statement} {says} by {clause}; your function says the opposite"
            first_fault.setdefault(kind_of(*case), fault)
    if not first_fault:
        return right("Your rule and the rulebook agree in every case.")
    hint = f"{next(iter(first_fault.values()))}. Wrong so far: {' and '.join(first_fault)}."
    kinds = {kind_of(*case) for case in cases}
    good = len(kinds) - len(first_fault)
    return partly(good / len(kinds), hint) if good and len(set(said)) == 2 else wrong(hint)


def witness(answer: Any) -> Verdict:
    """Judge 1.3: a case in which two readings of a ruling disagree."""
    form = 'a dictionary such as {"statement": "C5", "response": "F4", "trump": "L"}'
    given = is_dictionary(answer, ("statement", "response", "trump"), form)
    texts = [is_text(text, f"a text for {key!r}").upper() for key, text in given.items()]
    statement, response, trump = texts
    if trump not in tuple(SUITS):
        return wrong(f"A suit is one of the letters C, F, L and E, not {quote(trump)}.")
    for card in (statement, response):
        if card not in DECK:
            return wrong(f"There is no card {quote(card)}. A card is a suit and a value from 1 to 8, such as C5.")
    if statement == response:
        return wrong(f"There is only one {statement}: it cannot be both the statement and the response.")
    try:
        verdicts = [outcome(statement, response, trump, reading)[0] for reading in READINGS]
    except WorkbenchError as error:
        return wrong(f"That dialogue is impossible: {error}")
    if verdicts[0] != verdicts[1]:
        return right("One reading gives a point for it and the other does not, so here the ruling decides.")
    if response[0] != statement[0]:
        return wrong(f"{response} and {statement} differ in suit; both readings treat that alike. What is the ruling about?")
    if statement[0] == trump:
        return wrong("Both cards are trumps. Under both readings the higher trump scores. Choose a suit that is not trump.")
    return wrong(f"{response} is lower than {statement}, so it scores under neither reading.")


def switchable_rulings(answer: Any) -> Verdict:
    """Judge 1.4: how many rulings of a game have an option."""
    number = is_number(answer, "a whole number", whole=True)
    book = wb.load("goods_and_honor").rulebook
    if number == len([ruling for ruling in book.rulings if ruling.option]):
        return right("Each is a question that the text leaves open, so the players must settle it.")
    if number == len(book.rulings):
        return wrong("That counts every ruling. Some have no option: you can read the other readings, but not play them.")
    if number == len([ruling for ruling in book.rulings if not ruling.option]):
        return wrong("Those are the rulings without an option. How many have one?")
    if number == len([clause for clause in book if clause.options]):
        return wrong("That counts all clauses with an option; many only set a number. The rulings are in `rulebook.rulings`.")
    return wrong("Go through `rulebook.rulings` and count those whose `option` is not None.")


LESSON = Lesson(
    1,
    "What a rule is",
    (
        Exercise("1.1", 1, clause_that_forbids),
        Exercise("1.2", 3, scoring_function),
        Exercise("1.3", 2, witness),
        Exercise("1.4", 2, switchable_rulings),
    ),
)
