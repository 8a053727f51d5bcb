"""The charts beside the table of On Their Merry Way, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from workbench.core.figures import shown
from workbench.core.scene import Panel
from workbench.core.state import OVER
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import SEATS
from workbench.games.merry_way.measures import Travellers, expect, on_roads, random_traveller
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trips import is_foreseen, outlook, walked

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

MOST_BARS: Final = 8
"""The most traps that a chart shows, one bar each."""


def panels(state: MerryWayState, seat: int) -> tuple[Panel, ...]:
    """Return charts of profit, of what the travellers bring, and of what the seat's traps earn on average.

    Args:
        state: the position as the seat may know it.
        seat: the owner of the traps shown.
    """
    return shown(Panel, state, seat, profit_panel, travel_panel, trap_panel)


def profit_panel(state: MerryWayState, seat: int) -> tuple[Panel, ...]:
    """Return the chart of profit by player."""
    rules = state.game
    names = tuple(SEATS[: rules.players])
    profits = tuple([float(max(0, profit)) for profit in state.profit])
    texts = tuple([str(profit) for profit in state.profit])
    colours = tuple([rules.seat_colour(seat) for seat in range(rules.players)])
    return (Panel("Profit", "bar", names, profits, texts=texts, target=float(rules.target), colours=colours),)


def travel_panel(state: MerryWayState, seat: int) -> tuple[Panel, ...]:
    """Return the chart of profit after the coming Travel phase, or of each card's income in the last one."""
    rules = state.game
    if is_foreseen(state) and NONE not in state.line_up and state.round > 0:
        names = tuple(SEATS[: rules.players])
        gains = outlook(state).gains
        after = [profit + gain for profit, gain in zip(state.profit, gains, strict=True)]
        texts = [f"{total} ({gain:+d})" for total, gain in zip(after, gains, strict=True)]
        colours = tuple([rules.seat_colour(seat) for seat in range(rules.players)])
        values = tuple([float(max(0, total)) for total in after])
        target = float(rules.target)
        return (Panel("If they set out now", "bar", names, values, tuple(texts), target, colours=colours),)
    earned: dict[tuple[int, int], int] = {}
    for trip in walked(state):
        for stop in trip.stops:
            earned[stop.spot, stop.owner] = earned.get((stop.spot, stop.owner), 0) + stop.change
    best = sorted(
        [(spot, owner) for (spot, owner), gain in earned.items() if gain > 0], key=lambda one: (-earned[one], one)
    )
    if not best:
        return ()
    best = best[:MOST_BARS]
    labels = tuple([f"{_short(state, spot)} {SEATS[owner]}" for spot, owner in best])
    colours = tuple([rules.seat_colour(owner) for _, owner in best])
    incomes = tuple([float(earned[one]) for one in best])
    return (Panel("Income of the last travel", "bar", labels, incomes, colours=colours),)


def _short(state: MerryWayState, spot: int) -> str:
    """Return a spot's name, without the trail's letter if there is only one trail."""
    board = state.game.board
    name = board.spot_names[spot]
    return name if board.trails > 1 else name.partition(":")[2]


@lru_cache(maxsize=8)
def _any_traveller(rules: MerryWay) -> Travellers:
    """Return the travellers that new folly cards can make, with their weights."""
    return random_traveller(rules)


def trap_panel(state: MerryWayState, seat: int) -> tuple[Panel, ...]:
    """Return the chart of what each of the seat's traps earns a round, averaged over random travellers and two rounds."""
    rules = state.game
    if state.to_move == OVER or seat not in state.claims:
        return ()
    found: dict[str, float] = {}
    counts = zip(on_roads(rules, 1), on_roads(rules, 2), strict=True)
    for road, (first, second) in enumerate(counts):
        for spot, income in expect(state, road, _any_traveller(rules)).income_by_spot.items():
            found[spot] = found.get(spot, 0.0) + (first + second) / 2 * float(income)
    names = rules.board.spot_names
    own = [spot for spot in range(len(state.claims)) if state.claims[spot] == seat]
    best = sorted(own, key=lambda spot: (-found[names[spot]], spot))[:MOST_BARS]
    values = tuple([round(max(0.0, found[names[spot]]), 2) for spot in best])
    texts = tuple([f"{found[names[spot]]:.1f}" for spot in best])
    return (Panel("Your traps, a round", "bar", tuple([_short(state, spot) for spot in best]), values, texts),)
