"""Lesson 1, what a rule is: clauses, ambiguity, rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import workbench as wb
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.course.exercise import (
    Exercise,
    Lesson,
    Verdict,
    ask,
    is_function,
    is_number,
    is_text,
    misfit,
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
READINGS: Final = ("same_suit_higher", "never")


def clause_that_forbids(answer: Any) -> Verdict:
    """Judge 1.1: the clause that refuses a move."""
    address = is_text(answer, 'the address of a clause, such as "NW-OBJ-1"').upper()
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


@cache
def outcome(statement: str, response: str, trump: str, reading: str = READINGS[0]) -> tuple[bool, str]:
    """Play a dialogue; return whether the response scores, and the clause that says so.

    >>> outcome("C5", "C7", "L"), outcome("C5", "C7", "L", "never")
    ((True, 'NW-TRICK-4'), (False, 'NW-RULING-1'))
    """
    spare = "F2" if "F2" not in (statement, response) else "F3"
    position = {**FOLLOWING, "statement": statement, "hand": response, "deck": spare, "ruler": f"{trump}Q"}
    match = played_with(reading).match(position=position)
    match.play(f"card:{response}")
    event = next(event for event in match.log if event.kind in ("scores", "falls_short"))
    return event.kind == "scores", event.clause


def scoring_function(answer: Any) -> Verdict:
    """Judge 1.2: the rule of scoring as a function."""
    function = is_function(answer)
    first_fault: dict[str, str] = {}
    kinds, said = set(), set()
    cards = [f"{suit}{value}" for suit in SUITS[:3] for value in VALUES]
    for trump in SUITS[:2]:
        for statement in cards:
            for response in cards:
                if response == statement:
                    continue
                if response[0] == statement[0]:
                    kind = "a response of the statement's suit"
                elif response[0] == trump:
                    kind = "a trump on another suit"
                else:
                    kind = "a response of a third suit"
                kinds.add(kind)
                found = ask(function, statement, response, trump)
                if found not in (True, False):
                    given = f"for {response} on {statement} it returns {quote(found)}"
                    return wrong(f"Your function should return True or False; {given}.")
                said.add(bool(found))
                scores, clause = outcome(statement, response, trump)
                if found != scores:
                    says = "scores" if scores else "does not score"
                    fault = f"With trump {trump}, {response} on {statement} {says} by {clause}; your function says the opposite"
                    first_fault.setdefault(kind, fault)
    if not first_fault:
        return right("Your rule and the rulebook agree in every case.")
    hint = f"{next(iter(first_fault.values()))}. Wrong so far: {' and '.join(first_fault)}."
    good = len(kinds) - len(first_fault)
    return partly(good / len(kinds), hint) if good and len(said) == 2 else wrong(hint)


def witness(answer: Any) -> Verdict:
    """Judge 1.3: a case in which two readings of a ruling disagree."""
    form = 'a dictionary such as {"statement": "C5", "response": "F4", "trump": "L"}'
    if not isinstance(answer, Mapping) or set(answer) != {"statement", "response", "trump"}:
        raise misfit(form, answer)
    texts = [is_text(answer[key], f"a text for {key!r}").upper() for key in ("statement", "response", "trump")]
    statement, response, trump = texts
    if trump not in tuple(SUITS):
        return wrong(f"A suit is one of the letters C, F, L and E, not {quote(trump)}.")
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
