"""The forms of the answers of lesson 1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from textwrap import shorten
from typing import Any, Final

from workbench.core.game import Game
from workbench.core.registry import load
from workbench.course.form import Form, Given, Number, Pick, built, literal, table, texts, value
from workbench.course.lesson_01 import FOLLOWING

SUITS: Final = {"Claws": "C", "Flowers": "F", "Leaves": "L", "Eyes": "E"}
CARDS: Final = texts(*[f"{suit}{number}" for suit in SUITS.values() for number in range(1, 9)])
SECTIONS: Final = ("NW-DIALOG-", "NW-TRICK-")
"""The clauses to choose from in exercise 1.1."""
WORDS: Final = 90
"""How many letters of a clause a menu shows."""
COLUMNS: Final = 3


def clauses() -> dict[str, str]:
    """Return the addresses of some clauses, by their first words."""
    book = load("northwood").rulebook
    some = [clause for clause in book if clause.id.startswith(SECTIONS)]
    return {shorten(f"{clause.id}: {clause.text}", WORDS, placeholder=" …"): literal(clause.id) for clause in some}


def following() -> tuple[Game, Mapping[str, Any]]:
    """Return the game and the position of exercise 1.1."""
    return load("northwood"), FOLLOWING


def rulings(given: Given) -> str:
    """Return all rulings of For Goods and Honor, each with its option, in columns."""
    told = [f"{one.id}: {one.option or 'no option'}" for one in load("goods_and_honor").rulebook.rulings]
    width = max(map(len, told)) + 2
    rows = [told[place : place + COLUMNS] for place in range(0, len(told), COLUMNS)]
    return "\n".join(["".join([entry.ljust(width) for entry in row]).rstrip() for row in rows])


WHEN: Final = partial(
    Pick,
    choices={
        "always": "True",
        "never": "False",
        "if its value is higher": "response[1] > statement[1]",
        "if its value is lower": "response[1] < statement[1]",
        "if it is a trump": "response[0] == trump",
        "if the statement is a trump": "statement[0] == trump",
    },
)

FORMS: Final[dict[str, Form]] = {
    "1.1": value("1.1", Pick("answer", "The clause", clauses()), board=following),
    "1.2": built(
        '''
def scores(statement, response, trump):
    """Tell whether `response` scores against `statement` when the suit `trump` is trump."""
    if response[0] == statement[0]:
        return {same}
    return {other}
''',
        [
            WHEN("same", "A response of the statement's suit scores"),
            WHEN("other", "A response of another suit scores"),
        ],
    ),
    "1.3": table(
        "1.3",
        {
            "statement": Pick("statement", "The statement", CARDS),
            "response": Pick("response", "The response", CARDS),
            "trump": Pick("trump", "Trump is", {name: literal(suit) for name, suit in SUITS.items()}),
        },
    ),
    "1.4": value("1.4", Number("answer", "Rulings with an option", "12"), rulings),
}
"""The form of each answer, by the key of the exercise."""
