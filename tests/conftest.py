"""Settings and fixtures shared by all tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from workbench.core import registry

SAMPLE = Path(__file__).parent / "sample"

# The same examples on every run and machine, however slow it is.
settings.register_profile("workbench", deadline=None, derandomize=True, database=None)
settings.load_profile("workbench")


@pytest.fixture(scope="class")
def sample_games() -> Iterator[None]:
    """The games of the folder `sample` can be loaded by name, instead of the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "GAMES", SAMPLE)
        patch.setattr(sys.modules["workbench.games"], "__path__", [str(SAMPLE)])
        yield
