"""Interrupts wait where half of something is done; a match that is stopped at any line is whole."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import workbench as wb
from tests.programs import said_by
from tests.stopper import Stopper
from workbench.core import match as match_module
from workbench.core.interrupts import interrupts_deferred

pytestmark = pytest.mark.usefixtures("interruptible")


def test_an_interrupt_waits_until_it_is_let_in() -> None:
    done = []
    with suppress(KeyboardInterrupt), interrupts_deferred() as let_in:
        signal.raise_signal(signal.SIGINT)
        done.append("first")
        with let_in():
            done.append("not this")
    assert done == ["first"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_comes_too_late_is_dropped() -> None:
    with interrupts_deferred(dropped=True) as let_in:
        with let_in():
            pass
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_one_inside_another_passes_on_what_came() -> None:
    done = []
    with suppress(KeyboardInterrupt):
        with interrupts_deferred():
            with interrupts_deferred():
                signal.raise_signal(signal.SIGINT)
            done.append("inner")
        done.append("not this")
    assert done == ["inner"]


def test_who_ignores_interrupts_goes_on_ignoring_them() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts_deferred():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_in_another_thread_nothing_is_changed() -> None:
    seen = []

    def look() -> None:
        with interrupts_deferred() as let_in, let_in():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


# -- a match -----------------------------------------------------------------------------------------------------------

Doing = Callable[[wb.Match], Any]
DOINGS: dict[str, Doing] = {
    "a first move": lambda match: match.play("visit fief 3"),
    "a game played out": lambda match: match.play_out("random"),
    "back": lambda match: match.goto(2),
    "another move": lambda match: match.play(match.moves()[-1]),
    "another game played out": lambda match: match.play_out("random"),
    "a name": lambda match: match.name_variation(1, "the first"),
    "a variation": lambda match: match.to_variation(1),
    "the beginning": lambda match: match.goto(0),
    "a third line": lambda match: match.play("visit fief 0"),
    "undone": lambda match: match.undo(),
    "into a variation": lambda match: match.play("visit fief 3"),
    "a variation less": lambda match: match.drop_variation(1),
}
"""What is done with a match, one after another; it touches all that a match keeps."""


SHORT: dict[str, Any] = {"fiefs": 4, "hand_size": 3, "threshold": 5}
"""A match with these options comes to every line of the core that a whole one comes to, and hundreds are played out."""


def after(doings: Iterable[Doing]) -> wb.Match:
    """A match of which all this has been done."""
    match = wb.load("northwood", **SHORT).match(seed=7)
    for one in doings:
        one(match)
    return match


def lines_of(match: wb.Match) -> list[tuple[int, ...]]:
    """The actions of every line, as a file of the match would hold them."""
    again = wb.Match.from_json(match.to_json())
    assert (again.step, again.actions, again.state.to_dict()) == (match.step, match.actions, match.state.to_dict())
    assert again.log == match.log and again.to_json() == match.to_json()
    return [tuple(line.actions) for line in (again._here, *again._lines)]


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, id=name, marks=() if name == "a variation" else pytest.mark.long)
        for number, name in enumerate(DOINGS)
    ],
)
def test_a_match_that_is_stopped_at_any_line_is_whole_and_loses_no_line(number: int) -> None:
    doing, earlier = list(DOINGS.values())[number], list(DOINGS.values())[:number]
    match = after(earlier)
    before = lines_of(match)
    watched = Stopper(Path(match_module.__file__).parent)
    watched.carry_out(lambda: doing(match))
    later = lines_of(match)
    assert watched.met
    for stop in watched.met:
        match = after(earlier)
        Stopper(Path(match_module.__file__).parent, stop=stop).carry_out(lambda match=match: doing(match))  # type: ignore[misc]
        found = lines_of(match)
        assert len(set(found)) == len(found), f"a line is there twice: {stop}"
        for line in found:
            assert any(other[: len(line)] == line for other in before + later), f"a line nobody played: {stop}"
        for line in before:
            kept = any(other[: len(line)] == line for other in found)
            assert kept or doing is DOINGS["a variation less"], f"a line is lost: {stop}"
        match.goto(0)
        match.play_out("random")
        assert lines_of(match)


HELD = """
import signal
from multiprocessing import get_context
from workbench.core.interrupts import interrupts_held

def held():
    return hasattr(signal, "pthread_sigmask") and signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())

with interrupts_held():
    lock = get_context("spawn").Lock()  # the first one starts the tracker of resources, where there is one
    print(held())
print(held())
"""


def test_interrupts_stay_held_when_the_tracker_of_resources_starts() -> None:
    can_be_held = hasattr(signal, "pthread_sigmask")  # not on Windows, where a hold only lets the work be done
    assert said_by("-c", HELD).stdout.split() == [str(can_be_held), "False"]
