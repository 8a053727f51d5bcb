"""The random player: the baseline for every other player."""

from __future__ import annotations

from typing import ClassVar

from workbench.core.player import Player
from workbench.core.state import View


class RandomPlayer(Player):
    """Chooses uniformly among the legal actions."""

    player_name: ClassVar[str] = "random"
    called: ClassVar[str] = "the random player"

    def choose(self, view: View) -> int:
        """Choose any legal action, each equally likely."""
        legal = view.legal()
        return legal[self.rng.below(len(legal))]
