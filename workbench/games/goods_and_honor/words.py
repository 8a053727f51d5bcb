"""Numbers, items and Folks in words, and the facts of events by the names that their sentences use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.core.words import counted, listed
from workbench.games.goods_and_honor.components import (
    ITEM_WORDS,
    ITEMS,
    MOST_SEATS,
    NEW,
    SEATS,
    SECTION_NAMES,
    SILENT,
    TYPE_NAMES,
    TYPES,
    folk_words,
)

NOUNS: Final = frozenset(["chip", "Nastigan", "point", "set", "token"])
"""The things that events count."""


def items_listed(counts: tuple[int, ...]) -> str:
    """List items in a sentence.

    >>> items_listed((0, 2, 0, 0, 0, 0, 1, 0, 0))
    '2 chips of B and 1 Food'
    """
    parts: list[str] = []
    for item in range(ITEMS):
        if counts[item]:
            if item < MOST_SEATS:
                parts.append(counted(counts[item], "chip") + f" of {SEATS[item]}")
            else:
                parts.append(f"{counts[item]} {SECTION_NAMES[item - MOST_SEATS]}")
    return listed(parts, "nothing")


def folk_listed(counts: tuple[int, ...] | list[int]) -> str:
    """List Folks in a sentence.

    >>> folk_listed((2, 0, 0, 1))
    '2 Plainsfolk and 1 Sentryfolk'
    """
    return listed([f"{count} {TYPE_NAMES[kind]}" for kind, count in enumerate(counts) if count], "nothing")


def on_offer(counts: tuple[int, ...] | list[int], article: str) -> str:
    """Name what is offered in a sentence: a single Folk with an article, or how many there are of each type.

    >>> on_offer((0, 0, 0, 1), "the"), on_offer((1, 0, 0, 1), "the")
    ('the Sentryfolk', '1 Plainsfolk and 1 Sentryfolk')
    """
    return f"{article} {TYPE_NAMES[list(counts).index(1)]}" if sum(counts) == 1 else folk_listed(counts)


def mat_words(mat: tuple[int, ...]) -> str:
    """Name the Folks on a mat, in the four sections where they are placed.

    >>> mat_words((2, 0, 0, 0, *[0] * 4, *[0] * 4, 0, 0, 0, 1, *[0] * 4))
    'Food P2, Wood -, Rock -, Guards S1'
    """
    rows = [mat[first : first + TYPES] for first in range(0, NEW * TYPES, TYPES)]
    return ", ".join([f"{SECTION_NAMES[section]} {folk_words(row)}" for section, row in enumerate(rows)])


def statement_words(before: str, item: int) -> str:
    """Put a statement into words: a wish or a promise, or nothing."""
    return "nothing" if item == SILENT else f"{before} {ITEM_WORDS[item]}"


FACTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "seat": lambda seat: SEATS[seat],
    "seats": lambda seats: ", ".join([SEATS[seat] for seat in seats]),
    "seats together": lambda seats: listed([SEATS[seat] for seat in seats]),
    "folk": lambda kind: TYPE_NAMES[kind],
    "folks": folk_listed,
    "tokens": folk_words,
    "section": lambda section: SECTION_NAMES[section],
    "mat": mat_words,
    "item": lambda item: ITEM_WORDS[item],
    "items": items_listed,
    "wish": lambda item: statement_words("I would like to see", item),
    "promise": lambda item: statement_words("I will put in", item),
}
"""How to say each kind of fact."""


def fact_in_words(what: str, value: Any) -> str:
    """Put a fact into words; "" for an unknown kind of fact.

    >>> fact_in_words("seat", 1), fact_in_words("token", 2), fact_in_words("wish", 8), fact_in_words("weather", 1)
    ('B', '2 tokens', 'I would like to see a Rock', '')
    """
    if what in NOUNS:
        return counted(value, what)
    return FACTS[what](value) if what in FACTS else ""
