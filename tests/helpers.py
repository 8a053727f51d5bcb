"""Small helpers shared by tests."""

from __future__ import annotations

import re
from typing import Any

import pytest


def refused(kind: type[Exception], words: str) -> Any:
    """A block that must end in an error of this kind whose message contains these words."""
    return pytest.raises(kind, match=re.escape(words))
