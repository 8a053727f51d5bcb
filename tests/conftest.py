"""Settings shared by all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples on every run and machine, however slow it is.
settings.register_profile("workbench", deadline=None, derandomize=True, database=None)
settings.load_profile("workbench")
