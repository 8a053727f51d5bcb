"""What is shown follows what a cell of the notebook has done."""

from __future__ import annotations

from typing import Any, Protocol
from weakref import WeakSet


class Follower(Protocol):
    """Something on a page that shows what code can change."""

    def follow(self) -> None:
        """Show what has changed since it was shown, if anything has."""


_followers: WeakSet[Any] = WeakSet()


def after_each_cell(follower: Follower) -> None:
    """Let something follow whenever a cell has been carried out; where no notebook runs, nothing happens.

    Args:
        follower: it is not kept alive by this.

    >>> class Shown:
    ...     def follow(self) -> None:
    ...         print("followed")
    >>> after_each_cell(Shown())
    """
    try:
        from IPython import get_ipython  # not there where no notebook runs
    except ImportError:
        return
    shell = get_ipython()
    if shell is None:
        return
    _followers.add(follower)
    shell.events.register("post_run_cell", _cell_was_run)  # once, however often it is asked for


def _cell_was_run(_result: object = None) -> None:
    for follower in tuple(_followers):
        follower.follow()
