"""The charts beside the table of On Their Merry Way, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from workbench.core.account import Entry
from workbench.core.figures import shown
from workbench.core.scene import Panel
from workbench.core.state import OVER
from workbench.games.merry_way.cards import NONE, PEASANT
from workbench.games.merry_way.components import GIVE_PROFIT, SEATS, WANT_PROFIT
from workbench.games.merry_way.measures import Travellers, expect, on_roads, random_traveller
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trips import is_foreseen, outlook, walked
from workbench.games.merry_way.winning import TIE_BREAKS

if TYPE_CHECKING:
    from workbench.core.match import Match
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


SOURCES: Final = ("at the start", "traps", "Robbers", "lost to Peasants", "deals", "spent at the bank")
"""Where profit comes from and where it goes, in the order of the account."""


def account(match: Match) -> tuple[Entry, ...]:
    """Return where the profit of a finished match came from and where it went, from its events, and the tie-breaks.

    >>> import workbench as wb
    >>> match = wb.load("merry_way", players=2).match(seed=7)
    >>> events = match.play_out()
    >>> print(*[f"{entry.name}: {entry.values}" for entry in account(match)[:2]], sep="; ")
    traps: (13.0, 38.0); Robbers: (0.0, 0.0)
    """
    state: MerryWayState = match.game.own(match.state)
    profit = {source: [0.0] * state.game.players for source in SOURCES}
    profit["at the start"] = [float(one) for one in match.game.own(match.at(0)).profit]
    for event in match.log:
        said: Any = event.fields
        if event.kind == "pays":
            robbers = not state.game.cards.follies[said["card"]]
            source = "lost to Peasants" if said["what"] == PEASANT else "Robbers" if robbers else "traps"
            profit[source][said["owner"]] += said["change"]
        elif event.kind in ("gives", "gives_back", "gives_cards_back"):
            items = said["give"] if event.kind == "gives" else said["want"]
            handed = items.count(GIVE_PROFIT) + items.count(WANT_PROFIT)
            profit["deals"][event.seat] -= handed
            profit["deals"][said["partner"]] += handed
        elif event.kind in ("buys", "buys_card"):
            profit["spent at the bank"][event.seat] -= said["profit"]
    found = [Entry(source, tuple(profit[source])) for source in SOURCES if source != "at the start" or any(profit[source])]
    if "game_over" in state.game.changed_phases:
        return tuple(found)  # other things may break ties there
    ranks = [state.rank(seat) for seat in range(state.game.players)]
    for place, (_clause, what) in enumerate(TIE_BREAKS, 1):
        found.append(Entry(what, tuple([float(rank[place]) for rank in ranks]), breaks_ties=True))
    return tuple(found)


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
