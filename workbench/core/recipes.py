"""Change a rule: what you can replace in each phase, and one question under both sets of rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from sys import modules
from textwrap import fill
from typing import Any, Final

from workbench.core.errors import UnknownNameError, nearest
from workbench.core.events import Listener
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.phase import WORDING, Phase
from workbench.core.registry import load
from workbench.core.words import COLUMNS

WORDS: Final = ("str", "Reason", "Odds")
"""The return types of methods that put a rule into words and decide nothing."""
TELLING: Final = ("tell", "report", "roll")
"""Beginnings of the names of methods that only say what happened, or only speed up `chance`."""


@cache
def _methods_written(path: Path, kind: str) -> dict[str, ast.FunctionDef]:
    """Return the methods of a class from its file, because compiled methods lose their docstrings."""
    if not path.is_file():
        return {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == kind:
            return {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    return {}


def _written(kind: type[Any]) -> dict[str, ast.FunctionDef]:
    """Return the methods that a class writes itself; none for a class without a file."""
    file = getattr(modules.get(kind.__module__), "__file__", None)
    if file is None:
        return {}
    path = Path(file)
    return _methods_written(path.with_name(f"{path.name.partition('.')[0]}.py"), kind.__name__)


def _sentence(kind: type[Any], name: str) -> str:
    """Return the first line of a method's docstring, or of the method it overrides."""
    for one in kind.__mro__:
        method = _written(one).get(name)
        if method is not None and (text := ast.get_docstring(method)):
            return text.splitlines()[0]
    return ""


def _decides(method: ast.FunctionDef) -> bool:
    """Return whether a method carries out a rule, rather than only putting it into words."""
    returns = ast.unparse(method.returns) if method.returns is not None else ""
    worded = method.name in WORDING or method.name.startswith((*TELLING, "__")) or any(one in returns for one in WORDS)
    return not worded


@dataclass(frozen=True)
class Method:
    """A method of a phase that you may replace.

    Attributes:
        call: its name with its arguments, `self` left out.
        says: its first sentence.
        asked: whether figures ask it, and so follow a replacement.
    """

    call: str
    says: str
    asked: bool


@dataclass(frozen=True)
class Part:
    """A phase as seen by somebody who wants to change it.

    Attributes:
        name: its name in ``phases={...}``.
        title: its name in the rulebook.
        kind: the class to inherit from.
        clauses: the clauses it carries out.
        methods: what you may replace.
    """

    name: str
    title: str
    kind: type[Phase[Any]]
    clauses: tuple[str, ...]
    methods: tuple[Method, ...]

    def __str__(self) -> str:
        methods = "".join(
            [f"\n  {one.call}: {one.says}{' Figures follow.' if one.asked else ''}" for one in self.methods]
        )
        return f"{self.name}: {self.title}\n  from {self.kind.__module__} import {self.kind.__name__}\n" + (
            f"  carries out {', '.join(self.clauses) or 'no clause of its own'}{methods}"
        )

    def html(self) -> str:
        """Return the phase as an entry that opens."""
        methods = "".join(
            [
                f"<li><code>{escape(one.call)}</code>: {_marked(one.says)}{' <i>Figures follow.</i>' if one.asked else ''}</li>"
                for one in self.methods
            ]
        )
        return (
            f"<details><summary><b>{escape(self.name)}</b>: {escape(self.title)}</summary>"
            f"<code>from {self.kind.__module__} import {self.kind.__name__}</code><br>"
            f"{', '.join(self.clauses)}<ul>{methods}</ul></details>"
        )


@dataclass(frozen=True)
class Parts:
    """All phases of a game: a list that opens in a notebook, and a short list in a terminal."""

    parts: tuple[Part, ...]

    def __getitem__(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def __repr__(self) -> str:
        return "\n".join([f"{part.name}: {', '.join([one.call for one in part.methods])}" for part in self.parts])

    def _repr_html_(self) -> str:
        return "".join([part.html() for part in self.parts])


QUOTED: Final = re.compile(r"(`{1,2})([^`]+)\1")
"""Code within a docstring's sentence."""


def _marked(says: str) -> str:
    """Return a docstring's sentence as HTML, its code as code."""
    return QUOTED.sub(r"<code>\2</code>", escape(says))


def part_of(phase: Phase[Any], shared: frozenset[type[Any]]) -> Part:
    """Return what you can replace in a phase.

    Args:
        phase: the phase.
        shared: base classes of all phases of the game, whose methods are not rules of a single phase.
    """
    kind = type(phase)
    methods: dict[str, Method] = {}
    for one in [made for made in kind.__mro__ if made not in shared]:
        for name, method in _written(one).items():
            if _decides(method) and name not in methods:
                names = ", ".join([argument.arg for argument in method.args.args if argument.arg != "self"])
                methods[name] = Method(f"{name}({names})", _sentence(kind, name), name in kind.asked)
    return Part(phase.name, phase.title, kind, tuple(phase.clauses), tuple(methods.values()))


def parts(game: str | Game) -> Parts:
    """Return what you can replace in each phase of a game to change a rule, as found in the classes.

    Args:
        game: its name, or a loaded game.

    Returns:
        one entry per phase, in the order of the rulebook.

    >>> print(parts("northwood")["statement"])
    statement: The ruler's statement
      from workbench.games.northwood.dialogue import Statement
      carries out NW-DIALOG-3, NW-CHANCE-4
      begin(state): Reveal the top card if it is known, or leave it to chance.
      legal(state): Return any card of the deck; only the top card if it is known and a position waits here anyway.
      chance(state): Return the outcomes of a chance node with their weights; by default all are equally likely.
      apply(state, action): Lay the statement on the discard pile and ask for a response.
    """
    rules = game if isinstance(game, Game) else load(game)
    shared = frozenset.intersection(*[frozenset(type(phase).__mro__) for phase in rules.phases.values()])
    return Parts(tuple([part_of(phase, shared) for phase in rules.phases.values()]))


@dataclass(frozen=True)
class Both:
    """The answers to one question under the usual and the changed rules.

    Attributes:
        before: the answer under the usual rules.
        after: the answer under the changed ones.
        game: the changed game.
    """

    before: Any
    after: Any
    game: Game

    @property
    def replaced(self) -> tuple[str, ...]:
        """The clauses that the changed rules replace, as marked in the rulebook."""
        return tuple([clause.id for clause in self.game.rulebook if clause.replaced])

    def __repr__(self) -> str:
        same = "\n(The answer is the same: the change does not affect this question.)" if self.before == self.after else ""
        before, after = _shown("as it is:", self.before), _shown("changed: ", self.after)
        return f"{before}\n{after}\nreplaced: {', '.join(self.replaced)}{same}"


def _shown(head: str, answer: Any) -> str:
    """Return an answer as a person reads it: beside its head if one line holds it, otherwise below, a line for each part.

    >>> print(_shown("changed: ", [2, 3]), _shown("as it is:", ["a lot of words"] * 7), sep="\\n")
    changed:  2, 3
    as it is:
      a lot of words
      a lot of words
      a lot of words
      a lot of words
      a lot of words
      a lot of words
      a lot of words
    """
    parts = list(map(str, answer)) or ["nothing"] if isinstance(answer, (list, tuple)) else [str(answer)]
    line = f"{head} {', '.join(parts)}"
    if max(map(len, line.splitlines())) <= COLUMNS:
        return line
    return "\n".join([head.rstrip(), *[fill(part, COLUMNS, initial_indent="  ", subsequent_indent="    ") for part in parts]])


def both(
    name: str, phase: type[Phase[Any]], ask: Callable[[Any], Any], players: int | None = None, **options: Any
) -> Both:
    """Ask one question under the usual rules and under those with one changed phase.

    Args:
        name: the game.
        phase: the changed phase, a class; it replaces the one of its name.
        ask: the question, a function of a game.
        players: the number of players.
        options: options of both games.

    Raises:
        WorkbenchError: an unknown game, option or phase.

    >>> from workbench.games.northwood.end import GameOver
    >>> class Generous(GameOver):
    ...     replaces = ("NW-END-3",)
    ...     def won(self, state):
    ...         return True
    >>> both("northwood", Generous, lambda game: game.match(seed=7).play_out("random")[-1])
    as it is: You lose. (NW-END-3)
    changed:  You win. (NW-END-3)
    replaced: NW-END-3
    """
    usual = load(name, players=players, **options)
    changed = load(name, players=players, phases={phase.name: phase}, **options)
    return Both(ask(usual), ask(changed), changed)


def happens(game: Game, phase: str, position: Mapping[str, Any], kinds: Collection[str] = ()) -> list[str]:
    """Return what happens when a phase begins in a position, up to the next decision or random event.

    Args:
        game: the rules.
        phase: the name of the phase that begins.
        position: the position, as for `Game.position`, in any phase.
        kinds: the kinds of events to return; empty for all.

    Returns:
        the events in words.

    Raises:
        WorkbenchError: an unknown phase, or an impossible position.

    >>> visit = {"phase": "respond", "hand": "C2", "statement": "C5", "fief": 0, "ruler": "LQ"}
    >>> happens(load("northwood"), "end_of_visit", visit, ["visit_result", "fief_won"])
    ['Score 0, target 0. (NW-ENDVISIT-3)', 'The Queen of Leaves becomes friendly: fief 0 is won. (NW-ENDVISIT-4)']
    """
    if phase not in game.phases:
        raise UnknownNameError(f"{game.name} has no phase {quoted(phase)}.{nearest(phase, game.phases)}")
    state = game.position(position)
    state.listener = listener = Listener()
    state.enter(game.phases[phase])
    state.settle()
    return [str(event) for event in listener.events if not kinds or event.kind in kinds]
