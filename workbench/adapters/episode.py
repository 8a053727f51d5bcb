"""A game in progress with random events drawn from a seed: the common part of all environments."""

from __future__ import annotations

from typing import Any

import workbench as wb
from workbench.adapters import tensors
from workbench.core.errors import IllegalMove, Refusal, WorkbenchError
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.outside import quoted, whole_number
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State


def refusal(state: State, action: Any) -> Refusal | None:
    """Say why an action is not legal in a position; None if it is.

    Raises:
        WorkbenchError: it is not an action of the game at all.
    """
    number, game = whole_number(action), state.game
    if number is None:
        raise WorkbenchError(f"An action must be a whole number, not {quoted(action)}.")
    if not 0 <= number < game.actions:
        raise WorkbenchError(f"{game.title} has actions 0 to {game.actions - 1}; there is no action {quoted(number)}.")
    if number in state.legal():
        return None
    return Refusal(state.phase.words(state, number), state.phase.reasons(state, number))


def begun(episode: Episode | None) -> Episode:
    """Return the game in progress of an environment.

    Raises:
        WorkbenchError: no game has begun.
    """
    if episode is None:
        raise WorkbenchError("No game has begun: call reset() first.")
    return episode


class Episode:
    """One game from its first random event to its last decision.

    Random events are drawn exactly as `game.match(seed)` draws them, so the same seed and decisions give the same game there.

    Args:
        game: the rules.
        seed: the source of random events.

    >>> episode = Episode(wb.load("northwood"), seed=7)
    >>> episode.take(episode.state.legal()[0])
    >>> episode.match().state.key() == episode.state.key()
    True
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = checked_seed(seed)
        self.decisions: list[int] = []
        self.state = game.start()
        self._steps = 0
        self._settle()

    def _settle(self) -> None:
        """Draw random events until a seat must decide or the game is over."""
        while self.state.to_move == CHANCE:
            self._apply(Random(self.seed, "chance", self._steps).pick(self.state.chance()))

    def _apply(self, action: int) -> None:
        self.state.apply(action)
        self._steps += 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.to_move == OVER

    @property
    def seat(self) -> int:
        """The seat that decides; at the end, seat 0."""
        return max(0, int(self.state.to_move))

    def refusal(self, action: Any) -> Refusal | None:
        """Say why an action is not legal now; None if it is.

        Raises:
            WorkbenchError: it is not an action of the game at all.
        """
        return refusal(self.state, action)

    def take(self, action: Any) -> None:
        """Make a decision, then draw the random events that follow.

        Raises:
            IllegalMove: it is not legal now; nothing has changed.
        """
        refused = self.refusal(action)
        if refused is not None:
            raise IllegalMove(refused)
        self.decisions.append(int(action))
        self._apply(int(action))
        self._settle()

    def tensor(self, seat: int) -> list[float]:
        """Return what a seat sees, as numbers."""
        return tensors.tensor(self.game, self.state.view(seat))

    def mask(self, seat: int) -> list[int]:
        """Return a 1 for every action that a seat may take now."""
        return tensors.mask(self.state, seat)

    def words(self, seat: int) -> str:
        """Return the board as a seat sees it, in words."""
        return self.game.text(self.state.view(seat).state, seat)

    def match(self) -> wb.Match:
        """Return the same game as a match, with a log, a timeline, and a way to save it."""
        match = self.game.match(self.seed)
        for action in self.decisions:
            match.play(action)
        return match

    def copy(self) -> Episode:
        """Return an independent copy of the game in progress."""
        other = Episode.__new__(Episode)
        other.game, other.seed, other.decisions = self.game, self.seed, list(self.decisions)
        other.state, other._steps = self.state.copy(), self._steps
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()
