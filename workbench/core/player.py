"""A player: something that looks at a view and chooses an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Base class of every player.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers; a player uses no other.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> int:
        """Choose one of `view.legal()`.

        Args:
            view: what the player's seat may know. A player looks at nothing else.

        Returns:
            the action.
        """
        raise NotImplementedError(f"{type(self).__name__} must say how it chooses.")
