"""Errands: slow work beside the loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tests.waiting import PATIENCE, in_a_loop, until_in_loop
from widgets.aside import Errand


def test_what_comes_of_it_is_handed_over_in_the_loop() -> None:
    async def play() -> None:
        here, got = threading.get_ident(), []
        Errand(lambda: threading.get_ident(), lambda there: got.append((there, threading.get_ident())), got.append)
        assert got == [], "not before the loop has its turn"
        await until_in_loop(lambda: got)
        assert got[0][0] != here and got[0][1] == here

    in_a_loop(play)


def test_an_error_is_handed_over_too() -> None:
    async def play() -> None:
        got: list[object] = []
        Errand(lambda: 1 / 0, lambda _: got.append("done"), lambda fault: got.append(type(fault)))
        await until_in_loop(lambda: got)
        assert got == [ZeroDivisionError]

    in_a_loop(play)


def test_a_stopped_errand_says_nothing_more_and_its_thread_ends() -> None:
    async def play() -> None:
        got: list[object] = []
        begun = threading.Event()

        def endless() -> None:
            begun.set()
            while True:
                pass

        errand = Errand(endless, got.append, got.append)
        await until_in_loop(begun.is_set)
        errand.stop()
        await until_in_loop(lambda: not errand._thread.is_alive())
        finished = Errand(lambda: "answer", got.append, got.append)
        finished._thread.join()
        finished.stop()
        last: list[object] = []
        asyncio.get_running_loop().call_soon_threadsafe(last.append, "what comes after all that was handed over")
        await until_in_loop(lambda: last)
        assert got == [], "what was on its way when it was stopped is not heard either"

    in_a_loop(play)


def test_an_errand_that_is_stopped_before_it_begins_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread must not be struck while Python starts it; it finds out by itself."""
    may_begin, run = threading.Event(), Errand._run

    def later(errand: Errand) -> None:
        may_begin.wait(PATIENCE)
        run(errand)

    async def play() -> None:
        monkeypatch.setattr(Errand, "_run", later)
        done: list[object] = []
        errand = Errand(lambda: done.append("work"), done.append, done.append)
        errand.stop()
        errand.stop()
        may_begin.set()
        errand._thread.join(PATIENCE)
        last: list[object] = []
        asyncio.get_running_loop().call_soon_threadsafe(last.append, "what comes after all that was handed over")
        await until_in_loop(lambda: last)
        assert done == [] and not errand._thread.is_alive()

    in_a_loop(play)


def test_without_threads_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def play() -> None:
        got: list[object] = []
        monkeypatch.setattr(threading.Thread, "start", no_threads)
        errand = Errand(lambda: 7, got.append, got.append)
        await until_in_loop(lambda: got)
        assert got == [7]
        errand.stop()

    in_a_loop(play)
