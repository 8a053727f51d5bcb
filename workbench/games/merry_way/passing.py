"""The travellers as they walk over the trails, stop by stop, with what each stop does. Off the rules path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.core.events import Event
from workbench.core.passing import Passage, Stop
from workbench.games.merry_way.board import GAP, MAPS
from workbench.games.merry_way.ground import Ground, Look, grounds
from workbench.games.merry_way.pieces import draw_traveller
from workbench.games.merry_way.travel import IS_STRANDED, PAYS, SETS_OUT, STRIPS, WALKS


@dataclass
class Going:
    """A traveller on its way.

    Attributes:
        traveller: its number.
        kind: what it is.
        road: its road.
        places: the places it passes, with the start if it set out now.
        said: by index in that list: what the log says there.
    """

    traveller: int
    kind: int
    road: int
    places: list[int] = field(default_factory=list)
    said: dict[int, str] = field(default_factory=dict)

    def tell(self, place: int, event: Event) -> None:
        """Add something that happened at the last place the traveller has passed."""
        self.said[place] = f"{self.said.get(place, '')} {event}".lstrip()


def passing(look: Look, events: Sequence[Event]) -> tuple[Passage, ...]:
    """Return the ways that travellers have walked, one after another.

    Args:
        look: the position as the seat may know it.
        events: the events that the seat was told.

    >>> import workbench as wb
    >>> game = wb.load("merry_way", players=2)
    >>> line_up = "F12* F35* F39* F24* F04* F48*"
    >>> match = game.match(position={"phase": "build", "round": 1, "board": "N: L1.4=GR2@A", "line_up": line_up})
    >>> _ = match.play("pass"), match.play("pass")
    >>> shown = game.passing(match.state, 0, match.log)
    >>> len(shown), [stop.said for stop in shown[0].stops if stop.said][0][:26]
    (5, 'Red falls for Loaded Dice ')
    """
    trips: list[Going] = []
    for event in events:
        told = event.fields
        if event.kind == SETS_OUT.name:
            road = look.state.game.board.roads[told["road"]]
            trips.append(Going(told["traveller"], told["what"], road.number, [road.start]))
        elif event.kind == WALKS.name:
            if not trips or trips[-1].traveller != told["traveller"]:  # its side has been chosen, and it walks on
                kind = look.state.game.travel.kind(look.state, told["traveller"])
                trips.append(Going(told["traveller"], kind, told["road"]))
            trips[-1].places += told["places"]
        elif event.kind in (PAYS.name, STRIPS.name) and trips:
            spot_at = look.state.game.board.roads[trips[-1].road].spot_at
            here = [number for number, place in enumerate(trips[-1].places) if spot_at[place] == told["spot"]]
            if here:
                trips[-1].tell(here[-1], event)
        elif event.kind == IS_STRANDED.name and trips and trips[-1].places:
            trips[-1].tell(len(trips[-1].places) - 1, event)
    trails = {ground.road.trail: ground for ground in grounds(look, MAPS, GAP)}
    return tuple([_walked(look, trails, trip) for trip in trips if trip.places])


def _walked(look: Look, trails: dict[int, Ground], trip: Going) -> Passage:
    """Return one way over its trail."""
    road = look.state.game.board.roads[trip.road]
    ground = trails[road.trail]
    stops = []
    for number, place in enumerate(trip.places):
        x, y = ground.at(ground.own(road, place))
        stops.append(Stop(x, y, trip.said.get(number, "")))
    return Passage(tuple(stops), (tuple(draw_traveller(trip.traveller, trip.kind, 0, 0, 1.0)),))
