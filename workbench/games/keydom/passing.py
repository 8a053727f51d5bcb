"""What moves over the board: workers, tiles and counters, between country, registry, stores and hands.

Off the rules path. The countries of the other players lie out of view below, so their pieces move to the player's line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from workbench.core.events import Event
from workbench.core.passing import Passage, Stop
from workbench.core.pieces import CARD, INK, Box, Point
from workbench.core.scene import Shape
from workbench.games.keydom import (
    bidding,
    buying,
    displacement,
    events,
    harvest,
    registry,
    steps,
    townsfolk,
    turn,
    workers,
)
from workbench.games.keydom.board import (
    REGISTRY,
    Look,
    crop_places,
    homes,
    own_land,
    person_of,
    slots_of,
    stores_of,
)
from workbench.games.keydom.components import CROPS, NONE, WORKERS
from workbench.games.keydom.counters import ONE, counts
from workbench.games.keydom.pieces import counter_chips, tile_card, worker_disc

TILE: Final = Box(-31, -14, 62, 28)
"""A tile on its way, around its middle."""
CHIPS: Final = Box(-16, -8, 32, 16)
"""A counter, or several of one crop, on their way."""
TO_BOARD: Final = (
    buying.BUYS.name,
    buying.CLAIMS.name,
    townsfolk.SEIZES.name,
    townsfolk.SURVEYS.name,
    townsfolk.BUYS_LAND.name,
    events.PASSED_LEFT.name,
    steps.SWAPS.name,
)
"""The kinds of events in which a tile comes to a country board."""
INTO_BAG: Final = (bidding.WITHDRAWS.name, turn.NOT_CLAIMED.name)
"""The kinds of events in which a tile goes from a store into the bag, and its bid back."""
PLAYED: Final = (workers.PLAYED.name, workers.PLACED_AGAIN.name)
HOMEWARD: Final = (workers.GOES_HOME.name, displacement.NOT_PLACED_AGAIN.name)
LEAVING: Final = (*PLAYED, workers.REMOVED.name, workers.LACKS_FIELDS.name, displacement.DISPLACED.name)
"""The kinds of events that name the plot of a worker going home next; playing a worker may replace one."""


def passing(look: Look, told: Sequence[Event]) -> tuple[Passage, ...]:
    """Return the workers, tiles and counters that have moved, one after another.

    Args:
        look: the position as the seat may know it.
        told: the events that the seat was told.

    >>> import workbench as wb
    >>> game = wb.load("keydom", players=2)
    >>> played = Event("KD-WORKER-5", "A plays the Hand on A1.", 0, kind="worker_played", fields={"worker": 0, "plot": 0})
    >>> [[stop.said for stop in one.stops] for one in game.passing(game.start(), 0, [played])]
    [['', 'A plays the Hand on A1. (KD-WORKER-5)']]
    """
    found: list[Passage] = []
    left = NONE
    for event in told:
        if event.kind in LEAVING:
            left = int(event.fields["plot"])
        found += _of(look, event, left)
    return tuple(found)


def _of(look: Look, event: Event, left: int) -> list[Passage]:
    """Return what moves in one event; `left` is the plot that a worker going home has left, or NONE."""
    kind, fields, seat = event.kind, event.fields, event.seat
    counters = int(fields.get("counters", 0))
    if kind in PLAYED:
        return [_goes(_worker(fields["worker"]), _home(look, seat, fields["worker"]), _plot(look, seat, fields["plot"]), event)]
    if kind in HOMEWARD:
        begin = _person(look, seat) if left == NONE else _plot(look, seat, left)
        return [_goes(_worker(fields["worker"]), begin, _home(look, seat, fields["worker"]), event)]
    if kind == bidding.STORES.name:
        return [_goes(_tile(look, fields["plot"]), _slot(look, fields["slot"]), _stored(look, seat, fields["plot"]), event)]
    if kind == registry.DRAWN.name:
        return [_goes(_tile(look, fields["plot"]), (REGISTRY.right - 40, REGISTRY.y + 6), _slot(look, fields["slot"]))]
    if kind == bidding.LAYS.name:
        return _paid(look, ONE[fields["crop"]], _hand(look, seat), lambda _: _stored(look, seat, fields["plot"]), event)
    if kind == events.PRICE_FALLS.name:
        return _paid(look, ONE[fields["crop"]], lambda _: _stored(look, seat, fields["plot"]), _hand(look, seat), event)
    if kind == bidding.BIDS.name:
        return [Passage((Stop(*_stored(look, seat, fields["plot"]), str(event)),))]
    if kind in TO_BOARD:
        return [_to_board(look, event), *_bid_back(look, event)]
    if kind in INTO_BAG:
        away = _goes(_tile(look, fields["plot"]), _store(look, seat), (REGISTRY.right - 40, REGISTRY.y + 6), event)
        return [away, *_paid(look, counters, lambda _: _store(look, seat), _hand(look, seat), along=True)]
    if kind == buying.PAYS_OWNER.name:
        return _paid(look, counters, _hand(look, seat), _hand(look, int(fields["owner"])), event)
    if kind in (buying.BID_BACK.name, townsfolk.OWNER_RECOVERS.name):
        return _paid(look, counters, lambda _: _store(look, seat), _hand(look, seat), event)
    if kind == harvest.HARVESTS.name:
        plots = [_plot(look, seat, plot) for plot in fields["plots"]]
        middle = (sum(x for x, _ in plots) / len(plots), sum(y for _, y in plots) / len(plots))
        return _paid(look, counters, lambda _: middle, _hand(look, seat), event)
    if kind in (steps.TAKES.name, harvest.TAKES_INSTEAD.name):
        return _paid(look, ONE[fields["crop"]], _stock, _hand(look, seat), event)
    if kind == townsfolk.PAYS.name:
        return _paid(look, ONE[fields["crop"]], _hand(look, seat), _stock, event)
    if kind == steps.TRADES.name:
        given = _paid(look, ONE[fields["given"]], _hand(look, seat), _stock, event)
        return [*given, *_paid(look, ONE[fields["crop"]], _stock, _hand(look, seat), along=bool(given))]
    return []


def _to_board(look: Look, event: Event) -> Passage:
    """Move a tile to somebody's country: out of a store, the registry, or another country."""
    fields, seat, plot = event.fields, event.seat, int(event.fields["plot"])
    if "receiver" in fields:
        begin, seat = _plot(look, seat, plot), int(fields["receiver"])
    elif "slot" in fields:
        begin = _slot(look, fields["slot"])
    else:
        begin = _store(look, int(fields.get("owner", seat)))
    return _goes(_tile(look, plot), begin, _plot(look, seat, plot), event)


def _bid_back(look: Look, event: Event) -> list[Passage]:
    """Move what goes with the tile: a price, the Surveyor's returned bid, or a tile given for it."""
    fields, seat = event.fields, event.seat
    counters = int(fields.get("counters", 0))
    if event.kind == townsfolk.SURVEYS.name:
        return _paid(look, counters, lambda _: _store(look, seat), _hand(look, seat), along=True)
    if event.kind == steps.SWAPS.name:
        given = int(fields["given"])
        return [_goes(_tile(look, given), _plot(look, seat, given), _slot(look, fields["slot"]), along=True)]
    return _paid(look, counters, _hand(look, seat), _stock, along=True)


# -- what moves --------------------------------------------------------------------------------------------------------


def _goes(shapes: tuple[Shape, ...], begin: Point, end: Point, event: Event | None = None, along: bool = False) -> Passage:
    """Move one thing, and say what happened when it comes to rest."""
    return Passage((Stop(*begin), Stop(*end, "" if event is None else str(event))), (shapes,), along)


def _paid(
    look: Look,
    counters: int,
    begin: Callable[[int], Point],
    end: Callable[[int], Point],
    event: Event | None = None,
    along: bool = False,
) -> list[Passage]:
    """Move counters, each crop from its own place to its own place; say so once."""
    found: list[Passage] = []
    for crop, number in enumerate(counts(counters)):
        if number:
            shown = tuple([number if kind == crop else 0 for kind in range(CROPS)])
            told = None if found else event
            found.append(_goes(tuple(counter_chips(shown, CHIPS)), begin(crop), end(crop), told, along or bool(found)))
    return found


def _worker(worker: int) -> tuple[Shape, ...]:
    return tuple(worker_disc(worker, 0, 0, 10.5))


def _tile(look: Look, plot: int) -> tuple[Shape, ...]:
    state = look.state
    # narrow, so that it shows no change of points: on the way it is unclear whose points those would be
    return tuple(tile_card(TILE, state.game.country.names[plot], state.crops[plot], 0, CARD, stroke=INK, stroke_width=1))


# -- where it moves ----------------------------------------------------------------------------------------------------


def _middle(box: Box) -> Point:
    return box.across, box.down


def _person(look: Look, seat: int) -> Point:
    """Return the place of a player: the own counters, or another player's line."""
    if seat == look.seat:
        return _middle(crop_places()[CROPS // 2])
    return _middle(person_of(look, seat))


def _plot(look: Look, seat: int, plot: int) -> Point:
    """Return the place of a space on the own board, or the line of another player."""
    return own_land(look).at(plot) if seat == look.seat else _person(look, seat)


def _home(look: Look, seat: int, worker: int) -> Point:
    """Return the home of a worker: the town board, the own reserve, or another player."""
    if seat != look.seat and not WORKERS[worker].townsfolk:
        return _person(look, seat)
    return _middle(homes()[worker])


def _slot(look: Look, slot: int) -> Point:
    return _middle(slots_of(look)[slot])


def _store(look: Look, seat: int) -> Point:
    """Return the store that a tile has left."""
    places = stores_of(look, seat)
    return (places[0].x + places[-1].right) / 2, places[0].down


def _stored(look: Look, seat: int, plot: int) -> Point:
    """Return the place of a tile in a store, or the store if the tile has left it since."""
    state = look.state
    places = stores_of(look, seat)
    first = seat * len(places)
    here = state.stored[first : first + len(places)]
    return _middle(places[here.index(plot)]) if plot in here else _store(look, seat)


def _hand(look: Look, seat: int) -> Callable[[int], Point]:
    """Return where a player keeps counters of a crop."""
    return (lambda crop: _middle(crop_places()[crop])) if seat == look.seat else (lambda _: _person(look, seat))


def _stock(crop: int) -> Point:
    """Return where the stock of a crop is shown: below the counters that you hold of it."""
    place = crop_places()[crop]
    return place.across, place.bottom - 8
