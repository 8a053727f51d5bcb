"""What tests of the walk share: boards under any reading, and single travellers on them."""

from __future__ import annotations

from functools import cache

from workbench.games.merry_way.cards import Cards
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.paths import TrailBoard
from workbench.games.merry_way.sight import Sight
from workbench.games.merry_way.trail import SECTIONS, Geometry, Road
from workbench.games.merry_way.travel import Travel, whole_trip

TRAVEL = Travel()
next_leg = TRAVEL.leg


def trip(
    sight: Sight, follies: tuple[int, ...], sides: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A whole trip under the usual rules: the places entered, and those where the traveller falls for a trap."""
    return whole_trip(TRAVEL, sight, follies, list(sides))


@cache
def _game(trail_model: str, columns: int, rows: int, options: tuple[tuple[str, str], ...]) -> MerryWay:
    shape = {"trail_model": trail_model, "columns_per_section": columns, "max_row": rows}
    return MerryWay({**shape, **dict(options)}, 4)


def game_of(board: Geometry, **options: str) -> MerryWay:
    """The game with four players on a trail of some shape."""
    columns = board.columns * board.trails // SECTIONS
    return _game(board.trail_model, columns, board.rows, tuple(sorted(options.items())))


def resolve(
    board: TrailBoard, follies: tuple[int, ...], kind: int, road: Road, profits: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a traveller changes on a board: the profits and the claim markers after its trip."""
    state = board.position(profits)
    sight = board.sight(road.number)
    for spot in TRAVEL.stops(sight, *trip(sight, follies)):
        TRAVEL.settle(state, spot, kind)
    return tuple(state.profit[: len(profits)]), state.claims


def with_cards(table: Cards) -> MerryWay:
    """The usual game with other cards than any folder holds."""
    game = MerryWay({}, 4)
    game.cards = table
    return game
