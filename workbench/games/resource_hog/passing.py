"""What moves over the map: people, goods, the dice of battles, and the season, event by event.

Off the rules path. A ring marks each place that something is told about; what happens to several places in the same way is
shown at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.core.events import Event, Kind
from workbench.core.passing import Passage, Stop
from workbench.core.pieces import ACCENT, CARD, INK, TICK, Box, die, frame
from workbench.core.scene import Shape, path
from workbench.games.resource_hog import building, food, market, season
from workbench.games.resource_hog.board import DESK, PRICES, SEA_BOX, SEATS, Look, place_of, pools_of
from workbench.games.resource_hog.components import COLUMNS, FACES
from workbench.games.resource_hog.fight import BATTLE, DECIDED, UNDEFENDED, VOLLEY
from workbench.games.resource_hog.pieces import chip, noble, peasant
from workbench.games.resource_hog.turns import SEASON_COMES

TURNS: Final = 7
"""How many faces turn up while a die rolls."""
MOST_DICE: Final = 10
"""At most so many dice of a volley are shown."""
STEP: Final = 30
"""The distance from one die to the next."""
ALIKE: Final = 3
"""The map tells so many sentences of one kind; the others are listed beside it."""
SEASON: Final = frozenset(
    [
        SEASON_COMES.name,
        *[
            kind.name
            for module in (season, building, food, market)
            for kind in vars(module).values()
            if isinstance(kind, Kind)
        ],
    ]
)
"""The kinds of events of the season."""
WHO_GOES: Final = {"walks": "peasant", "enters": "noble", "leaves_to": "noble", "occupies": "noble", "hauls": "chip"}
"""The kinds of events in which somebody or something moves between areas, and the shape that moves."""


def passing(look: Look, events: Sequence[Event]) -> tuple[Passage, ...]:
    """Return what has moved over the map, been rolled, and happened in the season.

    Args:
        look: the position as the seat may know it.
        events: the events that the seat was told.

    >>> import workbench as wb
    >>> game = wb.load("resource_hog", players=3)
    >>> fish = Event("RH-FISHPOP-2", "Sea has no fish, and will have none.", kind="fish_dead", fields={"water": 0})
    >>> comes = Event("RH-ROUND-6", "The season begins.", kind="season_comes")
    >>> [one.stops[-1].said for one in game.passing(game.start(), 0, [comes, fish])][-1]
    'Sea has no fish, and will have none. (RH-FISHPOP-2)'
    """
    found: list[Passage] = []
    alike: list[Event] = []
    field = SEA_BOX
    for event in events:
        if alike and event.kind != alike[0].kind:
            found += _told(look, alike)
            alike = []
        if event.kind in WHO_GOES:
            found.append(_goes(look, event))
        elif event.kind == BATTLE.name:
            field = place_of(look, event.fields["area"])
            found += _told(look, [event])
        elif event.kind == VOLLEY.name:
            found += _volley(event, field)
        elif event.kind in (UNDEFENDED.name, DECIDED.name):
            found.append(Passage((Stop(field.across, field.down, str(event)),)))
        elif event.kind == market.DIE.name:
            found.append(_rolled(str(event.fields["face"]), PRICES.across, DESK.y + 40, str(event)))
            found += _ring(look, event, along=True)
        elif event.kind in SEASON:
            alike.append(event)
    return (*found, *(_told(look, alike) if alike else ()))


def _where(look: Look, event: Event) -> Box:
    """Return the part of the board that an event is about; for the whole map, its middle."""
    fields = event.fields
    if "area" in fields:
        return place_of(look, int(fields["area"]))
    if "water" in fields:
        return pools_of(look.state.game.ground.made.areas, look.state.game.ground.all_waters)[int(fields["water"])]
    if "column" in fields:
        return PRICES.cut(top=12).rows(COLUMNS, 1.5)[int(fields["column"])]
    if event.seat >= 0:
        return SEATS.rows(look.players, 4)[look.order().index(event.seat)]
    return Box(SEA_BOX.across - 1, SEA_BOX.down - 1, 2, 2)


def _ring(look: Look, event: Event, said: str = "", along: bool = False) -> list[Passage]:
    """Ring the place of an event, and tell there what happened."""
    box = _where(look, event)
    wide, high = box.width / 2 + 2, box.height / 2 + 2
    shape = frame(Box(-wide, -high, 2 * wide, 2 * high), "none", 9, stroke=ACCENT, stroke_width=4)
    looks = ((shape,),) if box.width > 2 else ()
    return [Passage((Stop(box.across, box.down, said),), looks, along)]


def _told(look: Look, events: Sequence[Event]) -> list[Passage]:
    """Show events of one kind at once: ring each place, and tell what happened there."""
    said = " ".join([event.text for event in events[:ALIKE]])
    more = f" And {len(events) - ALIKE} more like this." if len(events) > ALIKE else ""
    clauses = ", ".join(dict.fromkeys([event.clause for event in events]))
    found = _ring(look, events[0], f"{said}{more} ({clauses})")
    for event in events[1:]:
        found += _ring(look, event, along=True)
    return found


def _goes(look: Look, event: Event) -> Passage:
    """Move somebody or something from one area to another."""
    first, last = place_of(look, event.fields["area"]), place_of(look, event.fields["there"])
    colour, what = look.state.game.seat_colour(event.seat), WHO_GOES[event.kind]
    if what == "chip":
        shapes = chip(event.fields["good"], event.fields["number"], 0, 0, 11)
    else:
        shapes = (peasant if what == "peasant" else noble)(1, colour, 0, 0, 11)
    return Passage((Stop(first.across, first.down), Stop(last.across, last.down, str(event))), (tuple(shapes),))


def _volley(event: Event, field: Box) -> list[Passage]:
    """Show the dice of one side, with a tick on each hit."""
    dice, hits = event.fields["dice"], event.fields["hits"]
    shown = min(dice, MOST_DICE)
    found = []
    for number in range(shown):
        x = field.across + STEP * (number - (shown - 1) / 2)
        x = min(max(x, SEA_BOX.x + 20 + STEP * number), SEA_BOX.right - 20 - STEP * (shown - 1 - number))
        found.append(_rolled("hit" if number < hits else "", x, field.down, "" if number else str(event), bool(number)))
    return found


def _rolled(face: str, x: float, y: float, said: str, along: bool = False) -> Passage:
    """Roll a die in until it rests: on a number, a hit or a miss."""
    turning = [tuple(die(FACES, str((3 * turn) % FACES + 1), 0, 0, 0.95, CARD)) for turn in range(TURNS)]
    rests: list[Shape] = die(FACES, face if face.isdecimal() else "", 0, 0, 0.95, ACCENT if face == "hit" else CARD)
    if face == "hit":
        rests.append(path(TICK, 0, 0, 1, fill="none", stroke=INK, stroke_width=3))
    return Passage((Stop(x - 90, y - 20), Stop(x, y, said)), (*turning, tuple(rests)), along)
