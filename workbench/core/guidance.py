"""Guidance: what to tell a newcomer at a decision, and why a move is good.

A game keeps its words in a module `guide`, one of its faces. That module may have four tables:

- `WORDS`: maps the name of a phase to a function of a position and a seat. It says what you decide and what matters here.
- `WHY`: maps the name of a phase to a function of a position, a seat and an action. It says why that move is good here.
- `EVENTS`: maps the name of a kind of event to what to say when it happens for the first time.
- `OPTIONS`: maps the name of a phase to the options whose usual values its words assume.

The words depend on the position and use the figures of the game. If a phase or one of these options is changed, a sentence
says so instead. The words never say which move is good: that comes from exact odds and from the game's players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from workbench.core.figures import Withheld
from workbench.core.words import listed

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

FACE = "guide"
"""The name of the module in a game's folder."""

Words = Callable[[Any, int], str]
Why = Callable[[Any, int, int], str]


def has_guide(game: Game) -> bool:
    """Return whether a game has words for newcomers.

    >>> import workbench as wb
    >>> has_guide(wb.load("northwood")), has_guide(wb.load("nim"))
    (True, False)
    """
    return game.face(FACE) is not None


def table(game: Game, name: str) -> Mapping[str, Any]:
    """Return a table of a game's guide; empty if there is none."""
    found: Mapping[str, Any] = getattr(game.face(FACE), name, {})
    return found


def silence(game: Game, phase: str) -> str:
    """Say in a sentence why the guide does not explain a phase; empty if it does.

    >>> import workbench as wb
    >>> silence(wb.load("northwood", nontrump_scoring="never"), "respond")
    'The guide cannot explain this: it knows only the usual rules, and the option nontrump_scoring has been changed.'
    """
    if phase in game.changed_phases:
        return f"The guide cannot explain this: it knows only the usual rules, and the phase {phase!r} has been changed."
    changed = [name for name in table(game, "OPTIONS").get(phase, ()) if name in game.options.changed()]
    if not changed:
        return ""
    have = "options" if len(changed) > 1 else "option"
    return (
        f"The guide cannot explain this: it knows only the usual rules, and the {have} {listed(changed)} "
        f"{'have' if len(changed) > 1 else 'has'} been changed."
    )


def advice_in_words(state: State, seat: int) -> str:
    """Say what you decide and what matters here; empty if the guide has nothing to say.

    Args:
        state: the position as the seat may know it.
        seat: the seat that decides.

    >>> import workbench as wb
    >>> game = wb.load("northwood")
    >>> state = game.position({"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ", "statement": "C4"})
    >>> advice_in_words(state, 0)[:44]
    'You want exactly 1 trick here and have none.'
    """
    words: Words | None = table(state.game, "WORDS").get(state.phase.name)
    if words is None:
        return ""
    return silence(state.game, state.phase.name) or said(lambda: words(state, seat))


def why(state: State, seat: int, action: int) -> str:
    """Say in a sentence why a move is good here; empty if the guide has nothing to say.

    Args:
        state: the position as the seat may know it, before the move.
        seat: the seat that decides.
        action: a legal move.
    """
    reason: Why | None = table(state.game, "WHY").get(state.phase.name)
    if reason is None or silence(state.game, state.phase.name):
        return ""
    return said(lambda: reason(state, seat, action))


def said(words: Callable[[], str]) -> str:
    """Return the words, or nothing if a figure that they use is withheld."""
    try:
        return words().strip()
    except Withheld:
        return ""
