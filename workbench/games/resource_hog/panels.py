"""The figures beside the map of Resource Hog, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.account import Entry
from workbench.core.figures import rests_on, shown
from workbench.core.scene import Panel
from workbench.games.resource_hog.components import COLUMN_NAMES
from workbench.games.resource_hog.measures import prices
from workbench.games.resource_hog.state import RANKED, ResourceHogState

if TYPE_CHECKING:
    from workbench.core.match import Match

HEADS: Final = "Stone heads"
STOCKS: Final = "Fish in each water"
PRICES: Final = "What the next token brings"


def panels(state: ResourceHogState, seat: int) -> tuple[Panel, ...]:
    """Return stone heads, prices and fish, as plain data.

    Args:
        state: the position as the seat may know it.
        seat: the seat through whose eyes you look.

    >>> import workbench as wb
    >>> match = wb.load("resource_hog").match(seed=7)
    >>> print(panels(match.seen(), match.seat)[1].readable())
    What the next token brings: food 10, salt 5, arms 10, slaves 45, mercenaries 70
    """
    return shown(Panel, state, seat, _heads, _prices, _fish)


@rests_on("game_over.standing", what="What ranks the players")
def account(match: Match) -> tuple[Entry, ...]:
    """Return the stone heads of a finished match, and what breaks ties, in the order in which it counts (RH-SCORE-1)."""
    state: ResourceHogState = match.game.own(match.state)
    rows = [state.standing(seat) for seat in range(state.game.players)]
    return tuple(
        [
            Entry("stone heads" if what == "heads" else what, tuple([float(row[place]) for row in rows]), what != "heads")
            for place, what in enumerate(RANKED)
        ]
    )


def _heads(state: ResourceHogState, seat: int) -> tuple[Panel, ...]:
    """Return the first row of the scoring."""
    game = state.game
    seats = range(game.players)
    labels = tuple([f"P{one + 1}" for one in seats])
    colours = tuple([game.seat_colour(one) for one in seats])
    return (Panel(HEADS, "bar", labels, tuple([float(one) for one in state.scores()]), colours=colours),)


@rests_on(asks=("trade",), what=PRICES)
def _prices(state: ResourceHogState, seat: int) -> tuple[Panel, ...]:
    """Return selling prices."""
    now = prices(state)
    texts = tuple([f"{sell} (buy {buy})" for sell, buy in now])
    values = tuple([float(sell) for sell, _buy in now])
    return (Panel(PRICES, "bar", COLUMN_NAMES, values, texts=tuple([text.partition(" ")[0] for text in texts])),)


def _fish(state: ResourceHogState, seat: int) -> tuple[Panel, ...]:
    """Return how full the waters are."""
    ground = state.game.ground
    values = tuple([round(100 * state.fish[one] / ground.fish_most[one], 1) for one in range(ground.waters)])
    texts = tuple([f"{state.fish[one]}/{ground.fish_most[one]}" for one in range(ground.waters)])
    return (Panel(STOCKS, "bar", ground.water_codes, values, texts=texts, top=100),)
