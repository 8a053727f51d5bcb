"""Words that every game needs: a number with its noun, a list as part of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

COLUMNS: Final = 92
"""How many letters of a fixed width fit on a line of a cell's output."""


class InWords:
    """A value that a notebook shows in words, in a list too: as `str` gives it. `repr` still gives every field."""

    def __init_subclass__(cls, **settings: Any) -> None:
        """Give the class the method itself: IPython prefers a class's own `repr` to a method that it inherits."""
        super().__init_subclass__(**settings)
        cls._repr_pretty_ = InWords._repr_pretty_  # type: ignore[method-assign]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "Folk"), counted(0, "card"), counted(2, "die", "dice")
    ('1 Folk', '0 cards', '2 dice')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def listed(parts: Sequence[str], none: str = "", last: str = "and") -> str:
    """Join some things with commas and "and", for a sentence.

    Args:
        parts: the things in words.
        none: what to return if there is nothing to join.
        last: the word before the last of them.

    >>> listed(["1 plot", "2 profit", "a card"]), listed(["Food"]), listed([], "nothing"), listed(["2", "3", "4"], last="or")
    ('1 plot, 2 profit and a card', 'Food', 'nothing', '2, 3 or 4')
    """
    if len(parts) < 2:
        return parts[0] if parts else none
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(words: str) -> str:
    """Return words with a capital letter at the start.

    >>> capital("the thinker would respond with C6"), capital("")
    ('The thinker would respond with C6', '')
    """
    return words[:1].upper() + words[1:]
