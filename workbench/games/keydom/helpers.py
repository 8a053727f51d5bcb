"""Small tables below the board: what each tile would do to the score, and an unfinished bid."""

from __future__ import annotations

from workbench.core.figures import rests_on, shown
from workbench.core.scene import Helper, Row
from workbench.games.keydom.components import CROP_NAMES, NONE, SEATS
from workbench.games.keydom.counters import in_short
from workbench.games.keydom.measures import explain_score
from workbench.games.keydom.odds import price_in_short
from workbench.games.keydom.state import KeydomState


def helpers(state: KeydomState, seat: int) -> tuple[Helper, ...]:
    """Return tables for the decision at hand: what the tiles are worth to everybody.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> match = wb.load("keydom").match(seed=7)
    >>> print(helpers(match.seen(), match.seat)[0].readable().splitlines()[0])
    What each tile would change
    """
    if state.to_move != seat:
        return ()
    return shown(Helper, state, seat, _tiles)


@rests_on(asks=("score",), what="What each tile would change")
def _tiles(state: KeydomState, seat: int) -> tuple[Helper, ...]:
    """Return a row for each tile on offer: what it would change for each player, and its price."""
    game = state.game
    if game.players < 2 or state.turn == 0:
        return ()
    reports = [explain_score(state, one) for one in range(game.players)]
    rows = []
    places = [(f"registry-{slot + 1}", plot, "none") for slot, plot in enumerate(state.registry) if plot != NONE]
    for place, plot in enumerate(state.stored):
        if plot != NONE:
            owner = place // game.store_capacity
            whose = SEATS[owner] if owner != seat and game.sale_income_kept else "the stock"
            price = price_in_short(state, place) if owner != seat else in_short(state.bids[place])
            places.append((f"stored-{place + 1}", plot, f"{price} to {whose}"))
    for thing, plot, price in places:
        name = game.country.names[plot]
        changes = [report.of(name).change for report in reports]
        crop = CROP_NAMES[state.crops[plot]] if state.crops[plot] != NONE else ""
        groups = reports[seat].of(name).short
        rows.append(Row((name, crop, price, *[f"{change:+d}" for change in changes], groups), thing))
    columns = ("tile", "crop", "price", *[SEATS[one] for one in range(game.players)], f"{SEATS[seat]}'s groups")
    return (Helper("What each tile would change", "Points for fields, by the groups as they are now.", columns, tuple(rows)),)
