"""The end of the game and its scoring."""

from __future__ import annotations

from typing import ClassVar, Final

from workbench.core.events import Kind
from workbench.core.state import OVER
from workbench.games.resource_hog.components import NONE
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

ENDS: Final = Kind("ends", ("RH-END-1", "RH-END-2", "RH-RULING-51"), "The game is over after round {round}.")
SCORED: Final = Kind(
    "scored",
    ("RH-SCORE-1", "RH-RULING-6"),
    "{seat:seat} has {heads:head}; castles, mottes, manors, nobles, peasants, areas and money: {rest}.",
)
WINS: Final = Kind("wins", ("RH-SCORE-1", "RH-SCORE-4"), "First in the ranking: {seats:seats}.")


class GameOver(HogPhase):
    """The game is over."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "The end"
    clauses: ClassVar[tuple[str, ...]] = ("RH-END-1", "RH-SCORE-1", "RH-SCORE-5")
    seasonal: ClassVar[bool] = True

    def due(self, state: ResourceHogState) -> bool:
        """Whether the game ends with this season (RH-END-1, RH-END-2, RH-RULING-51)."""
        if state.slaves == 0 and (state.game.short_clock or state.mercs == 0):
            return True
        for discs in state.discs:  # noqa: SIM110 - on the rules path
            if discs:
                return False
        return True

    def standing(self, state: ResourceHogState, seat: int) -> tuple[int, ...]:
        """What ranks a seat, in the order of `RANKED` (RH-SCORE-1, RH-SCORE-2)."""
        heads, nobles, peasants, areas = 0, 0, 0, 0
        levels = [0, 0, 0, 0]
        for area in range(len(state.owner)):
            if state.owner[area] != seat:
                continue
            areas += 1
            heads += state.heads[area]
            nobles += state.nobles[area] + state.spent[area]
            peasants += state.peasants(area)
            level = state.seats[area]
            for one in range(1 if state.game.seat_scoring_all_levels else level, level + 1):
                levels[one] += 1
        return (heads, levels[3], levels[2], levels[1], nobles, peasants, areas, state.money[seat])

    def points(self, state: ResourceHogState) -> tuple[int, ...]:
        """The stone heads of each seat (RH-SCORE-5)."""
        found = [0] * state.game.players
        for area in range(len(state.owner)):
            if state.owner[area] != NONE:
                found[state.owner[area]] += state.heads[area]
        return tuple(found)

    def winners(self, state: ResourceHogState) -> tuple[int, ...]:
        """Whoever has the best row, one or several (RH-SCORE-4, RH-SCORE-5)."""
        rows = [self.standing(state, seat) for seat in range(state.game.players)]
        best = max(rows)
        return tuple([seat for seat, row in enumerate(rows) if row == best])

    def begin(self, state: ResourceHogState) -> None:
        """End the game and tell the scores."""
        state.active = NONE
        state.phase = self
        state.to_move = OVER
        if state.listener is not None:
            self.tell_end(state)

    def tell_end(self, state: ResourceHogState) -> None:
        """Tell what everybody has, and who wins."""
        game = state.game
        state.tell(ENDS, round=state.round, clause=self.ending(state))
        for seat in range(game.players):
            row = state.standing(seat)
            clause = "RH-RULING-6" if game.seat_scoring_all_levels else "RH-SCORE-1"
            state.tell(SCORED, seat, heads=row[0], rest=", ".join([str(one) for one in row[1:]]), clause=clause)
        best = tuple([seat for seat, share in enumerate(state.returns()) if share])
        state.tell(WINS, seats=best, clause="RH-SCORE-4" if len(best) > 1 else "RH-SCORE-1")

    def ending(self, state: ResourceHogState) -> str:
        """The clause that ended the game."""
        if state.slaves or (state.mercs and not state.game.short_clock):
            return "RH-END-2"
        return "RH-RULING-51" if state.game.short_clock else "RH-END-1"

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Nothing is left to do."""
        return ()

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Nobody."""
        return (OVER,)

    def question(self, state: ResourceHogState) -> str:
        """Nothing is asked."""
        return "The game is over."
