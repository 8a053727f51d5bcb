"""Lines of play: one course of the match is on the table, and the others are kept as variations.

If you make a different move in the past, the old future is kept as a variation. Two lines share the same moment objects
until they part. So the lines form a tree, and no second record could contradict it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.events import Event
from workbench.core.outside import in_markdown, quoted
from workbench.core.state import State
from workbench.core.words import InWords
from workbench.core.words import counted as with_noun

MOST_LINES: Final = 40
"""The most variations that are kept; beyond that, the oldest one without a name is dropped."""
LONGEST_NAME: Final = 60
"""The most letters in the name of a line."""
LONGEST_VALUE: Final = 90
"""The most letters of a value to show when two positions are compared."""


@dataclass(frozen=True)
class Moment:
    """The match just before a decision, with the numbers of actions and events so far."""

    state: State
    actions: int
    events: int
    noticed: dict[int, bool] = field(default_factory=dict, compare=False)


@dataclass
class Line:
    """One course of a match from its beginning.

    Attributes:
        moments: what `Match.goto` goes to, one more than decisions.
        actions: every action, random outcomes included.
        events: what happened.
        name: its name, if somebody has named it.
    """

    moments: list[Moment]
    actions: list[int]
    events: list[Event]
    name: str = ""

    @property
    def steps(self) -> int:
        """How many decisions it contains."""
        return len(self.moments) - 1

    @property
    def last(self) -> State:
        """Its last position."""
        return self.moments[-1].state

    def until(self, step: int) -> Line:
        """Its beginning, as a line of its own."""
        moment = self.moments[step]
        return Line(self.moments[: step + 1], self.actions[: moment.actions], self.events[: moment.events])

    def parts(self, other: Line) -> int:
        """Return the last step that two lines of one match share.

        >>> first, second, third, fourth = (Moment(None, number, 0) for number in range(4))
        >>> Line([first, second, third], [], []).parts(Line([first, second, fourth], [], []))
        1
        """
        low, high = 0, min(self.steps, other.steps)
        while low < high:
            middle = (low + high + 1) // 2
            if self.moments[middle] is other.moments[middle]:
                low = middle
            else:
                high = middle - 1
        return low

    def goes_on(self, step: int, here: Moment, made: Sequence[int]) -> bool:
        """Return whether it has this moment at a step and continues from there with these actions."""
        return (
            step < self.steps
            and self.moments[step] is here
            and self.actions[here.actions : here.actions + len(made)] == list(made)
        )


@dataclass(frozen=True)
class Variation:
    """A variation, as people read it.

    Attributes:
        number: 1 for the oldest.
        name: its name, if somebody has named it.
        of: the line it leaves: 0 for the one on the table, or the number of an older variation.
        leaves: the step at which it leaves that line.
        first: its first move of its own, in words; empty if the person asking may not know it.
        steps: how many decisions it contains.
        over: whether its game has ended.
        scores: the scores at its end.
    """

    number: int
    name: str
    of: int
    leaves: int
    first: str
    steps: int
    over: bool
    scores: tuple[float, ...]

    @property
    def title(self) -> str:
        """Its name, or its number."""
        return self.name or f"Line {self.number}"

    def __str__(self) -> str:
        whence = f"line {self.of}" if self.of else "this line"
        move = f" with: {self.first}" if self.first else ""
        end = "; the game is over" if self.over else ""
        score = ", ".join(map(counted, self.scores))
        begin = f"{self.number}. {self.title}: leaves {whence} after step {self.leaves}{move}."
        return f"{begin} {with_noun(self.steps, 'decision')} in all, score {score}{end}."

    def __repr__(self) -> str:
        return str(self)


def counted(score: float) -> str:
    """Return a score as text: fractions of a point with few digits.

    >>> counted(5), counted(1.0), counted(1 / 3)
    ('5', '1', '0.333333')
    """
    return str(score) if isinstance(score, int) else f"{score:g}"


@dataclass(frozen=True)
class Comparison(InWords):
    """Two positions side by side.

    Attributes:
        here: the name of the first one.
        there: the name of the second one.
        rows: each difference: its name, and its value in both.

    >>> print(Comparison("this line", "Line 1", (("score of You", "3", "5"),)))
                  this line  Line 1
    score of You  3          5
    """

    here: str
    there: str
    rows: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        if not self.rows:
            return "The two positions are the same."
        table = [("", self.here, self.there), *self.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]) for row in table]
        return "\n".join([line.rstrip() for line in lines])

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        table = [("", self.here, self.there), ("---",) * 3, *self.rows]
        cells = [[cell if cell == "---" else in_markdown(cell) for cell in row] for row in table]
        return "\n".join([f"| {' | '.join(row)} |" for row in cells])


def differences(here: State, there: State) -> tuple[tuple[str, str, str], ...]:
    """Return what differs between two positions of one game: scores first, then the written fields.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(seed=7)
    >>> events = match.play("visit fief 3")
    >>> differences(match.at(0), match.at(1))[0]
    ('phase', 'choose_fief', 'ability_window')
    """
    game = here.game
    rows = [
        (f"score of {game.seat_name(seat)}", counted(one), counted(other))
        for seat, (one, other) in enumerate(zip(here.scores(), there.scores(), strict=True))
        if one != other
    ]
    first, second = _written(here), _written(there)
    for name in dict.fromkeys((*first, *second)):
        one, other = first.get(name, "-"), second.get(name, "-")
        if one != other:
            rows.append((name, _short(one), _short(other)))
    return tuple(rows)


def _written(state: State) -> dict[str, str]:
    """Return a written position as texts, one for each field, or for each named part of a field."""
    found: dict[str, str] = {}
    for name, value in state.to_dict().items():
        spoken = name.replace("_", " ")
        if isinstance(value, dict):
            found.update({f"{spoken}, {part}": _as_text(one) for part, one in value.items()})
        else:
            found[spoken] = _as_text(value)
    return found


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 2] + " …"


def checked_name(name: object) -> str:
    """Return a name for a line of play, without extra spaces.

    Raises:
        WorkbenchError: it is not a text, is too long, or contains invisible characters.

    >>> checked_name("  what if  I pass? ")
    'what if I pass?'
    """
    if not isinstance(name, str):
        raise WorkbenchError(f"The name of a line must be a text, not {quoted(name)}.")
    tidy = " ".join(name.split())
    if len(tidy) > LONGEST_NAME:
        raise WorkbenchError(f"The name of a line can have {LONGEST_NAME} letters at most, not {len(tidy):,}.")
    if not tidy.isprintable():
        raise WorkbenchError(f"The name of a line contains an invisible character: {quoted(tidy)}.")
    return tidy
