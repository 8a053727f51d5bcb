"""The players made for Resource Hog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from workbench.core.player import Player

STRATEGIES: Final[Mapping[str, type[Player]]] = {}
