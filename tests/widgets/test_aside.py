"""Errands: slow work beside the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from widgets.aside import Errand


def in_a_loop(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine function in a thread of its own: browser tests in the same run may hold a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(play())).result()


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds, however busy the machine is; fail after two minutes."""
    for _ in range(12_000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to hold")


def test_what_comes_of_it_is_handed_over_in_the_loop() -> None:
    async def play() -> None:
        here, got = threading.get_ident(), []
        Errand(lambda: threading.get_ident(), lambda there: got.append((there, threading.get_ident())), got.append)
        assert got == [], "not before the loop has its turn"
        await until(lambda: got)
        assert got[0][0] != here and got[0][1] == here

    in_a_loop(play)


def test_an_error_is_handed_over_too() -> None:
    async def play() -> None:
        got: list[object] = []
        Errand(lambda: 1 / 0, lambda _: got.append("done"), lambda fault: got.append(type(fault)))
        await until(lambda: got)
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
        await until(begun.is_set)
        errand.stop()
        await until(lambda: not errand._thread.is_alive())
        finished = Errand(lambda: "answer", got.append, got.append)
        finished._thread.join()
        finished.stop()
        await asyncio.sleep(0.05)
        assert got == [], "what was on its way when it was stopped is not heard either"

    in_a_loop(play)


def test_without_threads_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def play() -> None:
        got: list[object] = []
        monkeypatch.setattr(threading.Thread, "start", no_threads)
        errand = Errand(lambda: 7, got.append, got.append)
        await until(lambda: got)
        assert got == [7]
        errand.stop()

    in_a_loop(play)
