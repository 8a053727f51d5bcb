"""What a player advises: a move, and what it expects of that and of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workbench.core.match import Move
    from workbench.core.player import Expectation

CHANCE: Final = "chance to win"
"""In the measure of a player whose expectations are chances, which people read as percentages."""
OTHERS: Final = 2
"""So many other moves are named beside the one that is advised."""


@dataclass(frozen=True)
class Advice:
    """What a player would do, and what it expects.

    Attributes:
        player: its name.
        move: what it would do.
        measure: what its estimates are, as the words behind the number.
        expected: for each move that it thought of its expectation, its choice first and the others from the best to the
            worst; none for a player that expects nothing in particular.
    """

    player: str
    move: Move
    measure: str = ""
    expected: tuple[tuple[Move, Expectation], ...] = ()

    @property
    def reason(self) -> str:
        """What the player expects, in a sentence or two; empty where it expects nothing in particular."""
        if not self.expected:
            return ""
        (_, first), *rest = self.expected
        said = f"Its estimate: {self.told(first)} {self.measure}"
        others = [f"{self.told(one)} if you {move.text}" for move, one in rest if one.mean <= first.mean]
        said += f", against {' and '.join(others[:OTHERS])}." if others else "."
        # with few samples another move may look better by luck: whoever advises has not been convinced
        return f"{said} No other move was clearly better." if any(one.mean > first.mean for _, one in rest) else said

    def told(self, one: Expectation) -> str:
        """An expectation as people read it, with its standard error where that shows."""
        if CHANCE in self.measure:
            return f"{one.mean:.0%} ± {100 * one.error:.0f}" if one.error >= 0.005 else f"{one.mean:.0%}"
        return f"{one.mean:.2f} ± {one.error:.2f}" if one.error >= 0.005 else f"{one.mean:.2f}"

    def __str__(self) -> str:
        return f"{self.player} would {self.move.text}. {self.reason}".rstrip()
