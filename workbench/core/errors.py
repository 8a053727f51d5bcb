"""Errors a user can meet. Each message is a sentence: what was wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, ClassVar, Final

from workbench.core.outside import LONGEST, in_markdown, told
from workbench.core.words import InWords, listed

LISTED: Final = 20
"""The most reasons against a position that an error lists; it counts the rest."""


class WorkbenchError(ValueError):
    """Something the workbench cannot do as asked; the message says what would be right.

    The message is a few lines long at most, whatever it quotes.

    Attributes:
        finished: the results from before the error, if any; `lab.simulate` puts its finished games there.
    """

    longest: ClassVar[int] = LONGEST
    finished: Any = None

    def __init__(self, message: str = "") -> None:
        super().__init__(told(str(message), self.longest))


def said_by(fault: BaseException) -> str:
    """Return the message of an error, after its kind if it is not one of ours, as ours are sentences.

    >>> said_by(WorkbenchError("The game is over.")), said_by(ValueError("no value"))
    ('The game is over.', 'ValueError: no value')
    """
    return str(fault) if isinstance(fault, WorkbenchError) else f"{type(fault).__name__}: {fault}"


class UnknownNameError(WorkbenchError):
    """A game, preset, phase, player, clause or symbol that does not exist."""


class TooLarge(WorkbenchError):
    """There are more positions to look at than a limit allows."""


class OptionError(WorkbenchError):
    """An option that does not exist, or a value it does not allow."""


class PositionError(WorkbenchError):
    """A written-down position that cannot occur.

    Attributes:
        reasons: every reason found, one sentence each.
    """

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        listed = [f"- {told(reason, LONGEST // 4)}" for reason in self.reasons[:LISTED]]
        if len(self.reasons) > LISTED:
            listed.append(f"- and {len(self.reasons) - LISTED} more reasons")
        super().__init__("This position is impossible:\n" + "\n".join(listed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Send an error to another process as the arguments it was made from, with the notes added since."""
        return (type(self), (self.reasons,), vars(self))


class SaveFileError(WorkbenchError):
    """A save file that cannot be read or written; the message names the place."""


class UnknownMoveError(WorkbenchError):
    """A text that names no move of the game."""


class PlayerError(WorkbenchError):
    """A player raised an error or chose an action that is not legal; the message names the player.

    Attributes:
        position: where that happened; `game.position(...)` builds it again.
    """

    longest: ClassVar[int] = 20_000  # it also holds the position in words

    def __init__(self, message: str, position: dict[str, object]) -> None:
        self.position = position
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Send an error to another process as the arguments it was made from, with the notes added since."""
        return (type(self), (str(self), self.position), vars(self))


class IllegalActionError(PlayerError):
    """A player chose an action that is not legal."""


@dataclass(frozen=True)
class Reason:
    """One reason why a move is refused.

    Attributes:
        clause: the ID of the clause that forbids it.
        text: the reason in words, about this position.

    >>> Reason("NW-DIALOG-4", "Choose a fief first.").clause
    'NW-DIALOG-4'
    """

    clause: str
    text: str


@dataclass(frozen=True)
class Refusal(InWords):
    """Why a move is not legal now, as data.

    Attributes:
        move: the refused move in words.
        reasons: at least one reason, the most telling first.

    >>> from workbench import load
    >>> refusal = load("northwood").match(seed=7).why_not("card:C1")
    >>> refusal.move, refusal.clause
    ('play C1', 'NW-DIALOG-4')
    >>> print(refusal)
    play C1: You play a card in response to a statement; choose a fief first. (NW-DIALOG-4)
    """

    move: str
    reasons: tuple[Reason, ...]

    @property
    def clause(self) -> str:
        """The ID of the clause behind the first reason."""
        return self.reasons[0].clause

    @property
    def text(self) -> str:
        """The first reason in words."""
        return self.reasons[0].text

    def __str__(self) -> str:
        return f"{self.move}: " + " ".join(f"{reason.text} ({reason.clause})" for reason in self.reasons)

    def _repr_markdown_(self) -> str:
        return in_markdown(str(self))


class IllegalMove(WorkbenchError):
    """A move that exists but is not legal now.

    Attributes:
        refusal: the reasons, with the clauses that forbid it.
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))

    def __reduce__(self) -> tuple[Any, ...]:
        """Send an error to another process as the arguments it was made from, with the notes added since."""
        return (type(self), (self.refusal,), vars(self))


def nearest(word: object, known: Iterable[str]) -> str:
    """Suggest what was probably meant.

    Args:
        word: what was typed; if it is not a text, nothing is close.
        known: the names that exist.

    Returns:
        `` Did you mean X?`` with a leading space, or an empty text if nothing is close.

    >>> nearest("treshold", ["threshold", "stars"])
    " Did you mean 'threshold'?"
    >>> nearest("xyz", ["threshold", "stars"])
    ''
    """
    if not isinstance(word, str) or len(word) > 60:
        return ""  # no name is that long, and comparing would take time
    names = list(known)
    lowered = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return f" Did you mean {lowered[close[0]]!r}?" if close else ""


def refuse_beside(what: str, **given: Any) -> None:
    """Refuse arguments that a call would otherwise ignore.

    Args:
        what: why it would ignore them, as a sentence without its full stop.
        given: the other arguments by name; None was not given.

    Raises:
        WorkbenchError: some were given.

    >>> refuse_beside("A match brings its seed with it", players=None, seed=7)
    Traceback (most recent call last):
        ...
    workbench.core.errors.WorkbenchError: A match brings its seed with it: leave out `seed`.
    """
    names = [f"`{name}`" for name, value in given.items() if value is not None]
    if names:
        raise WorkbenchError(f"{what}: leave out {listed(names)}.")
