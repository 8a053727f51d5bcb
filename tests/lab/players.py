"""Players and phases for the tests, in a module that a worker can import quickly."""

from __future__ import annotations

import os
import sys
from concurrent.futures import Future
from typing import Any

from tests.lab.tiny import Naming, TinyState
from tests.waiting import sleep_for_ever
from workbench import lab
from workbench.core.played import Played
from workbench.core.player import Player
from workbench.core.state import View
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState
from workbench.worker.batch import Batch


def low(view: View) -> int:
    return 0


def high(view: View) -> int:
    return 2


UNHURRIED = {"decision_seconds": 60, "game_seconds": 600}
"""Limits of a player of the class that none passes who is not slow on purpose, however busy the machine is."""
decisions_here = 0


def first_until_tired(view: View) -> int:
    """The first move; after TIRED_AFTER decisions in one process none any more, so that the run is there to be stopped.

    The number is read here and not into a variable of the module: a run takes a player whose numbers changed for another one.
    """
    global decisions_here
    decisions_here += 1
    if decisions_here > int(os.environ.get("TIRED_AFTER", 10**12)):
        sleep_for_ever()
    return view.legal()[0]


def tell_of_batches(file: str) -> None:
    """Have a line written whenever a batch has come back from a worker: those before it are taken in by then."""
    module = sys.modules[lab.simulate.__module__]
    outcome = module.outcome

    def heard(future: Future[Batch]) -> Batch | BaseException:
        with open(file, "a") as told:
            told.write("back\n")
        return outcome(future)

    module.outcome = heard


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


def spread_of_scores(played: Played) -> float:
    """The largest score less the smallest."""
    return max(played.scores) - min(played.scores)
