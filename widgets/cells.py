"""What is shown follows what a cell of the notebook has done."""

from __future__ import annotations

from typing import Any, Protocol
from weakref import WeakSet, ref


class Follower(Protocol):
    """Something on a page that shows what code can change."""

    def follow(self) -> None:
        """Show what has changed since it was shown, if anything has."""


_followers: WeakSet[Any] = WeakSet()
_shell: list[ref[Any]] = []
"""The notebook whose cells are followed already."""


def after_each_cell(follower: Follower) -> None:
    """Let something follow whenever a cell has been carried out; where no notebook runs, nothing happens.

    Args:
        follower: it is not kept alive by this.
    """
    try:
        from IPython import get_ipython  # not there where no notebook runs
    except ImportError:
        return
    shell = get_ipython()
    if shell is None:
        return
    _followers.add(follower)
    if not any(known() is shell for known in _shell):
        _shell[:] = [ref(shell)]
        shell.events.register("post_run_cell", _cell_was_run)


def _cell_was_run(_result: object = None) -> None:
    for follower in tuple(_followers):
        follower.follow()
