"""The table of a game of your own in words: a line for each part."""

from __future__ import annotations

from typing import Any

from workbench.core.state import OVER
from workbench.own.parts import EMPTY, HIDDEN, Choice, Die, Part, Pile, Row
from workbench.own.places import Board, Grid, Hexagons, Network


def text(state: Any, seat: int) -> str:
    """Return the table in words.

    Args:
        state: the position, as the seat may know it.
        seat: the seat that reads it.
    """
    game = state.game
    if state.to_move == OVER:
        results = ", ".join([f"{game.seat_name(one)} {won:g}" for one, won in enumerate(state.results)])
        first = f"{game.title}. The game is over: {results}."
    else:
        first = f"{game.title}. {state.phase.title}, {game.seat_name(state.turn)}."
    return "\n".join([first, *[line for part in game.parts if not part.aside for line in lines_of(state, part)]])


def lines_of(state: Any, part: Part) -> list[str]:
    """Return the lines for a part."""
    value, said = getattr(state, part.name), heading(part)
    if part.each:
        players = [f"{state.game.seat_name(seat)} {in_words(part, one)}" for seat, one in enumerate(value)]
        return [f"{said}: {('; ' if isinstance(part, Row) else ', ').join(players)}"]
    if isinstance(part, Grid):
        rows = [value[start : start + part.columns] for start in range(0, len(value), part.columns)]
        slant = 1 if isinstance(part, Hexagons) else 0
        wide = max([len(mark_of(part, mark)) for mark in value])
        shown = [
            f"{' ' * (slant * number)}  {number + 1} {' '.join([mark_of(part, mark).ljust(wide) for mark in row]).rstrip()}"
            for number, row in enumerate(rows)
        ]
        return [f"{said}:", *shown]
    if isinstance(part, Network):
        return [f"{said}:", *[f"  {place} {mark_of(part, mark)} (to {', '.join(part.beside(place)) or 'nowhere'})"
                              for place, mark in zip(part.names, value, strict=True)]]
    return [f"{said}: {in_words(part, value)}"]


def heading(part: Part) -> str:
    """Return the name of a part on the board."""
    return part.name.replace("_", " ").capitalize()


def mark_of(part: Board, mark: int) -> str:
    """Return what is in a place, as one word."""
    return "." if mark == EMPTY else part.marks[mark]


def in_words(part: Part, value: Any) -> str:
    """Return one entry of a part in words."""
    if isinstance(part, Pile):
        return " ".join(["?" if card == HIDDEN else part.cards.names[card] for card in value]) or "-"
    if value == HIDDEN:
        return "?"
    if isinstance(part, Row):
        return ", ".join([f"{name} {count}" for name, count in zip(part.names, value, strict=True)])
    if isinstance(part, Choice):
        return "-" if value == EMPTY else part.words[value]
    return "-" if isinstance(part, Die) and value == 0 else str(value)
