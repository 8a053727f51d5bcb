"""Keeps what a page shows up to date with what the cells of the notebook have done."""

from __future__ import annotations

from typing import Any, Protocol
from weakref import WeakSet


class Follower(Protocol):
    """Something on a page that shows what code can change."""

    def follow(self) -> None:
        """Show what has changed since the last time, if anything has."""


_followers: WeakSet[Any] = WeakSet()


def after_each_cell(follower: Follower) -> None:
    """Call a follower after every cell that runs; do nothing outside a notebook.

    Args:
        follower: what to call; it may still be garbage-collected.

    >>> class Shown:
    ...     def follow(self) -> None:
    ...         print("followed")
    >>> after_each_cell(Shown())
    """
    try:
        from IPython import get_ipython  # missing outside a notebook
    except ImportError:
        return
    shell = get_ipython()
    if shell is None:
        return
    _followers.add(follower)
    shell.events.register("post_run_cell", _cell_was_run)  # registers it only once


def _cell_was_run(_result: object = None) -> None:
    for follower in tuple(_followers):
        follower.follow()
