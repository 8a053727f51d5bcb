"""Phases of Resource Hog with other rules, as a person may hand them over."""

from __future__ import annotations

from workbench.games.resource_hog.fight import Battle
from workbench.games.resource_hog.state import ResourceHogState


class Escort(Battle):
    """A changed rule: each area gives one more temporary noble."""

    def bonus(self, state: ResourceHogState, area: int) -> int:
        return 1 + super().bonus(state, area)
