"""Tables that several tests of this folder use."""

from __future__ import annotations

import pytest

import workbench as wb
from widgets import Table


@pytest.fixture
def table() -> Table:
    """A table at the beginning of a game."""
    return Table("northwood", seed=7, figure=False)


@pytest.fixture
def responding() -> Table:
    """A table at a response: C2 and C5 may be played, F2 and E8 may not."""
    here = {"hand": "C2 C5 F2 E8", "deck": "C3 L1 F8", "fief": 3, "ruler": "LQ", "statement": "C4"}
    return Table(wb.load("northwood").match(position=here), figure=False)
