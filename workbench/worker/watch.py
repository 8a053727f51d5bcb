"""Play a game and keep its decisions and events for metrics and tables.

It is the same game. Runs without metrics and rows do not use this, and so are faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.events import Event, Kind, Listener
from workbench.core.outside import told
from workbench.core.played import DECISIONS, EVENTS, POSITIONS, Decision, Measured, Metric, Played
from workbench.core.player import decide
from workbench.core.random import Purposes, Random
from workbench.core.state import CHANCE, OVER, State
from workbench.players.playout import drawn
from workbench.players.random_player import RandomPlayer

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.player import Player
    from workbench.worker.batch import Row

MOST_POSITIONS: Final = 8
"""How many positions of a game to keep for metrics that play on from them."""


class Watch(Listener):
    """A listener that keeps the wanted parts of one game.

    Args:
        wanted: what to keep: any of `PARTS`.
        seed: the game's seed, for drawing positions.

    Attributes:
        fired: how often each clause has fired.
        decisions: the decisions so far.
        happened: the events so far, without words.
        positions: positions with a choice; each has had the same chance to be kept.
    """

    def __init__(self, wanted: frozenset[str], seed: int) -> None:
        super().__init__()
        self.fired: dict[str, int] = {}
        self.decisions: list[Decision] = []
        self.happened: list[Event] = []
        self.positions: list[State] = []
        self._wants_events = EVENTS in wanted
        self._wants_decisions = DECISIONS in wanted
        self._wants_positions = POSITIONS in wanted
        self._rng = Random(seed, "positions")
        self._choices = 0

    def hear(
        self, game: Game | None, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Count and keep one event."""
        self.fired[clause] = self.fired.get(clause, 0) + 1
        if self._wants_events:
            self.happened.append(Event(clause, "", seat, self.step, kind=kind.name, fields=dict(fields)))

    def play(self, state: State, players: list[Player], chance: Random | Purposes, limit: int) -> int:
        """Let players finish a game in place, as `playout` does, and keep the wanted parts.

        Returns:
            the number of decisions made.

        Raises:
            PlayerError: as `playout`.
        """
        while self.step < limit:
            mover = int(state.to_move)
            if mover == CHANCE:
                state.apply(drawn(state, chance))
                continue
            if mover == OVER:
                break
            player = players[mover]
            at_random = type(player) is RandomPlayer  # it needs no view, and takes the same random numbers without one
            moves = state.legal() if at_random or self._wants_decisions or self._wants_positions else ()
            legal = len(moves)
            scores = tuple(state.scores()) if self._wants_decisions else ()
            if self._wants_positions and legal > 1:
                self._draw(state)
            phase = state.phase.name
            action = int(moves[player.rng.below(legal)]) if at_random and legal else decide(player, state, mover)
            self.step += 1
            if self._wants_decisions:
                self.decisions.append(Decision(mover, legal, scores, phase, action, self.step))
            state.apply(action)
        return self.step

    def _draw(self, state: State) -> None:
        """Keep a position or not, so that every position of the game has the same chance."""
        self._choices += 1
        if len(self.positions) < MOST_POSITIONS:
            self.positions.append(state.copy())
            return
        place = self._rng.below(self._choices)
        if place < MOST_POSITIONS:
            self.positions[place] = state.copy()

    def played(self, row: Row, state: State) -> Played:
        """Return the finished game, to measure.

        Args:
            row: its result.
            state: its last position.
        """
        return Played(
            row.scores,
            row.returns,
            row.decisions,
            row.ending,
            row.facts,
            tuple(self.decisions),
            tuple(self.happened),
            tuple(self.positions),
            state.game,
            row.seed,
        )


def measured(metrics: Mapping[str, Metric], played: Played) -> dict[str, float | None]:
    """Return what metrics say of a game: one column each, or one for each seat.

    Raises:
        WorkbenchError: a metric raised an error, returned no number, or has the name of a fact of the game.

    >>> measured({"best": lambda played: max(played.scores), "mine": lambda played: played.scores}, Played((3, 5)))
    {'best': 5.0, 'mine_0': 3.0, 'mine_1': 5.0}
    """
    found: dict[str, float | None] = {}
    for name, metric in metrics.items():
        if name in played.facts:
            raise WorkbenchError(f"The game already has a number called {name!r}. Give the metric another name.")
        try:
            said: Measured = metric(played)
            if isinstance(said, tuple):
                found |= {f"{name}_{seat}": number_or_none(one) for seat, one in enumerate(said)}
            else:
                found[name] = number_or_none(said)
        except Exception as fault:
            raise WorkbenchError(
                f"The metric {name!r} raised {type(fault).__name__}: {told(str(fault), 300)}. It is called with a "
                "`Played` and should return a number, None, or a tuple with one of these for each seat."
            ) from fault
    return found


def number_or_none(value: Any) -> float | None:
    """Return a number of any library's type as a plain float, or None.

    >>> number_or_none(True), number_or_none(None)
    (1.0, None)
    """
    return None if value is None else float(value)
