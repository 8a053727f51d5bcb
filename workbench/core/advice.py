"""Advice from a player: a move, and what the player expects of the moves, unless exact chances decide."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from workbench.core.figures import Odds
from workbench.core.outside import in_markdown
from workbench.core.words import InWords, capital

if TYPE_CHECKING:
    from workbench.core.match import Move
    from workbench.core.outlook import Outlook
    from workbench.core.player import Expectation
    from workbench.core.state import State, View

CHANCE: Final = "chance to win"
"""The measure of a player whose expectations are chances to win."""
PERCENT: Final = (CHANCE, "of the win")
"""Measures shown as percentages. If a draw counts as half a win, a share of the win is not a chance to win."""
COMPARED: Final = 8
"""How many positions that may be the real one a move is tried in, to estimate what follows it."""
OTHERS: Final = 2
"""How many other moves to name beside the advised one."""


@dataclass(frozen=True)
class Advice(InWords):
    """What a player would do, and what it expects.

    Attributes:
        player: its name in code.
        called: the name that people read.
        move: the move it would make.
        measure: what its estimates mean, as the words after the number.
        expected: its expectation of each move it considered: its choice first, then the others from best to worst. Empty if
            the player has no expectations.
        chances: the exact chance of each move, best first, if the advice follows them; otherwise empty.
        share: the expected share of the win after the move, 0..1; None if nobody has worked it out.
        how: how the share was found, in a few words.
        why: why the move is good here, in the words of the game's guide; may be empty.
    """

    player: str
    called: str
    move: Move
    measure: str = ""
    expected: tuple[tuple[Move, Expectation], ...] = ()
    chances: tuple[tuple[Move, Odds], ...] = ()
    share: float | None = None
    how: str = ""
    why: str = ""

    @property
    def in_percent(self) -> bool:
        """Whether its expectations are chances to win, or shares of the win."""
        return any(words in self.measure for words in PERCENT)

    @property
    def reason(self) -> str:
        """What the player expects, in a sentence or two; empty if it has no expectations."""
        if self.chances:
            chances = [f"{odds.label} {odds.percent}" for _, odds in self.chances]
            return f"Exact chances: {', '.join(chances[: 1 + OTHERS])}."
        if not self.expected:
            return "" if self.share is None else f"With this move you win {self.share:.0%} of the time, {self.how}."
        (_, first), *rest = self.expected
        said = f"Its estimate: {self.told(first)} {self.measure}"
        others = [(move, one) for move, one in rest if one.mean <= first.mean][:OTHERS]
        ways: dict[str, list[str]] = {}
        for move, one in others:
            ways.setdefault(self.told(one), []).append(f"if you {move.text}")
        alike = ways.pop(self.told(first), [])
        less = [f"{told} {' or '.join(moves)}" for told, moves in ways.items()]
        said += f", the same {' or '.join(alike)}" if alike else ""
        said += f"; {' and '.join(less)}." if less else "."
        # with few samples another move may look better by luck, which does not convince the player
        return f"{said} No other move was clearly better." if any(one.mean > first.mean for _, one in rest) else said

    @property
    def in_brief(self) -> str:
        """The reason for whoever has little room: of estimates, only that of the move itself."""
        if self.chances or not self.expected:
            return self.reason
        return f"Estimate: {self.told(self.expected[0][1])} {self.measure}."

    def told(self, one: Expectation) -> str:
        """Return an expectation as people read it, with its standard error unless that rounds to zero."""
        if self.in_percent:
            return f"{one.mean:.0%} ± {100 * one.error:.0f}" if one.error >= 0.005 else f"{one.mean:.0%}"
        return f"{one.mean:.2f} ± {one.error:.2f}" if one.error >= 0.005 else f"{one.mean:.2f}"

    def __str__(self) -> str:
        would = f"By the exact chances, {self.move.text}" if self.chances else f"{capital(self.called)} would {self.move.text}"
        return " ".join([said for said in (f"{would}.", self.why, self.reason) if said])

    def _repr_markdown_(self) -> str:
        return in_markdown(str(self))


def judged_exactly(state: State, seat: int) -> tuple[Odds, ...]:
    """Return the exact chance of every legal move; empty unless each move has a chance that decides.

    Args:
        state: the position as the seat may know it.
        seat: the seat that decides.

    >>> import workbench as wb
    >>> here = {"hand": "C6 C8 C2", "deck": "C7 C1 E2", "fief": 2, "statement": "C5"}
    >>> [odds.percent for odds in judged_exactly(wb.load("northwood").position(here), 0)]
    ['33.3%', '83.3%', '66.7%']
    """
    odds_now = [odds for odds in state.game.odds(state, seat) if odds.decides and isinstance(odds.probability, Fraction)]
    found = {odds.action: odds for odds in odds_now if odds.action >= 0}
    legal = state.legal()
    return tuple([found[action] for action in legal]) if all([action in found for action in legal]) else ()


def after_move(view: View, action: int) -> Outlook:
    """Return what each seat may expect after a move, averaged over positions that may be the real one.

    Args:
        view: what the deciding seat may know.
        action: the move.
    """
    from workbench.core.outlook import Outlook, summed_up  # needed only when somebody wants advice
    from workbench.core.random import Random

    shares, how, learnt = [], "", False
    for number in range(COMPARED):
        world = view.resample(Random("advice", number))
        world.apply(action)
        found = world.game.outlook(world, 1, number)
        shares.append(found.shares)
        how, learnt = found.how, found.learnt
    return Outlook(*summed_up(shares), len(shares), learnt, how)
