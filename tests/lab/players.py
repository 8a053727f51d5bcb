"""Players and phases for the tests, in a module that a worker can import quickly."""

from __future__ import annotations

from typing import Any

from tests.lab.tiny import Naming, TinyState
from workbench.core.player import Player
from workbench.core.state import View
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState


def low(view: View) -> int:
    return 0


def high(view: View) -> int:
    return 2


def interrupting(after: int) -> Any:
    """`low`, that presses Ctrl-C at one of its decisions."""
    calls = []

    def low(view: View) -> int:
        calls.append(1)
        if len(calls) == after:
            raise KeyboardInterrupt
        return 0

    return low


class Sampler(Player):
    """Uses its own random numbers."""

    def choose(self, view: View) -> int:
        legal = view.legal()
        return legal[self.rng.below(len(legal))]


class AlwaysScores(Respond):
    """Every response scores."""

    def scores(self, state: NorthwoodState, card: int) -> bool:
        return True


def careless(view: View) -> int:
    legal = view.legal()
    if legal == (0, 1, 2) and view.to_dict()["named"] == [2]:
        raise RuntimeError("lost the thread")
    return legal[-1]


def cheat(view: View) -> int:
    return 7


class Unborn(Player):
    def __init__(self, game: Any, rng: Any) -> None:
        raise KeyError("book")


class Broken(Naming):
    def apply(self, state: TinyState, action: int) -> None:
        raise ZeroDivisionError("division by zero")


class Endless(Naming):
    def apply(self, state: TinyState, action: int) -> None:
        pass
