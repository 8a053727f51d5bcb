"""The table of an own game in words: a line for each part."""

from __future__ import annotations

from typing import Any

from workbench.core.state import OVER
from workbench.own.parts import EMPTY, HIDDEN, Choice, Die, Grid, Hexagons, Part, Pile, Row


def text(state: Any, seat: int) -> str:
    """The table in words.

    Args:
        state: the position, as the seat may know it.
        seat: who reads it.
    """
    game = state.game
    if state.to_move == OVER:
        results = ", ".join([f"{game.seat_name(one)} {won:g}" for one, won in enumerate(state.results)])
        first = f"{game.title}. The game is over: {results}."
    else:
        first = f"{game.title}. {state.phase.title}, {game.seat_name(state.turn)}."
    return "\n".join([first, *[line for part in game.parts if not part.aside for line in lines_of(state, part)]])


def lines_of(state: Any, part: Part) -> list[str]:
    """A part in words."""
    value, said = getattr(state, part.name), heading(part)
    if part.each:
        players = [f"{state.game.seat_name(seat)} {in_words(part, one)}" for seat, one in enumerate(value)]
        return [f"{said}: {', '.join(players)}"]
    if isinstance(part, Grid):
        rows = [value[start : start + part.columns] for start in range(0, len(value), part.columns)]
        slant = 1 if isinstance(part, Hexagons) else 0
        shown = [
            f"{' ' * (slant * number)}  {number + 1} {' '.join([mark_of(part, mark) for mark in row])}" for number,
                row in enumerate(rows)
        ]
        return [f"{said}:", *shown]
    return [f"{said}: {in_words(part, value)}"]


def heading(part: Part) -> str:
    """What a part is called on the board."""
    return part.name.replace("_", " ").capitalize()


def mark_of(part: Grid, mark: int) -> str:
    """What stands on a square, as one word."""
    return "." if mark == EMPTY else part.marks[mark]


def in_words(part: Part, value: Any) -> str:
    """One of a part in words."""
    if isinstance(part, Pile):
        return " ".join(["?" if card == HIDDEN else part.cards.names[card] for card in value]) or "-"
    if value == HIDDEN:
        return "?"
    if isinstance(part, Row):
        return ", ".join([f"{name} {count}" for name, count in zip(part.names, value, strict=True)])
    if isinstance(part, Choice):
        return "-" if value == EMPTY else part.words[value]
    return "-" if isinstance(part, Die) and value == 0 else str(value)
