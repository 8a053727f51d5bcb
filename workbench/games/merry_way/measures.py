"""What a trail is worth: routes, cuts and reach of its graph, and what traps on it earn on average, exactly.

An average is taken over a list of travellers with weights. `every_traveller` weighs the 64 lists of follies alike, while
`random_traveller` is what two random cards of the folly deck make of a traveller. Nobody's profit runs out in these averages,
so Peasants take the whole amount (MW-RULING-31), and no Guard changes the board for those after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final

from workbench.games.merry_way.cards import (
    COLOUR_NAMES,
    FOLLIES,
    FOLLY_NAMES,
    GUARD,
    MERCHANT,
    NONE,
    PEASANT,
    Cards,
    folly_list,
    kind_between,
)
from workbench.games.merry_way.cards import cards as usual_cards
from workbench.games.merry_way.notation import SEAT_LETTERS
from workbench.games.merry_way.paths import TrailBoard, passable, trail_graph
from workbench.games.merry_way.trail import RIGHT, TOWNS, open_spots, open_ways
from workbench.games.merry_way.travel import TRAVEL_CHOICES, trip

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState

Travellers = Mapping[tuple[int, tuple[int, ...]], int]
"""Travellers as (kind, follies), with their weights."""

ON_ROADS: Final = (3, 2)
"""How many travellers walk each road in an odd round (MW-SETUP-2, MW-SETUP-3); in an even round it is the other way round."""

ALL_RIGHT: Final = (RIGHT,) * 20
"""A choice of sides for a trip that goes right at every tie."""

SIGN: Final = {MERCHANT: 1, PEASANT: -1, GUARD: 0}
"""What a traveller of each kind brings an owner, in units of the profit on the card."""


@dataclass(frozen=True)
class TrailMeasures:
    """What graph theory says about a road.

    Attributes:
        town: where the road leads.
        clearings: how many clearings travellers can use.
        ways: how many ways they can use.
        routes: how many routes there are from town to town.
        shortest, longest: the steps of the shortest and the longest route; 0 if there is none.
        minimum_cut: the fewest ways whose loss closes the road.
        cut: such ways: the ones nearest to the end.
        bridges: the ways that every route uses.
        roadblocks: the ways on which a roadblock may stand.
        share: by place: the share of all routes that pass it.
        reach: by place: how many clearings can be reached from it.
    """

    town: str
    clearings: int
    ways: int
    routes: int
    shortest: int
    longest: int
    minimum_cut: int
    cut: tuple[str, ...]
    bridges: tuple[str, ...]
    roadblocks: tuple[str, ...]
    share: dict[str, Fraction]
    reach: dict[str, int]

    def text(self) -> str:
        """The measures in words."""
        lines = [
            f"To {self.town}: {self.clearings} clearings, {self.ways} ways, {self.routes} routes of {self.shortest} to "
            f"{self.longest} steps.",
            f"Minimum cut: {self.minimum_cut} ({', '.join(self.cut) or 'the road is closed'}).",
            f"Ways that every route uses: {', '.join(self.bridges) or 'none'}.",
            f"A roadblock may stand on {len(self.roadblocks)} ways.",
        ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def measures(board: TrailBoard | MerryWayState, road: str | int = "N") -> TrailMeasures:
    """The measures of a road as it is, roadblock included.

    Args:
        board: a board or a position.
        road: the road, by letter or number.

    >>> print(measures(TrailBoard.read("L1.4=GR2@A")))
    To Nottingham: 1 clearings, 6 ways, 2 routes of 4 to 5 steps.
    Minimum cut: 1 (N:M2-M3).
    Ways that every route uses: N:M0-M1, N:M1-M2, N:M2-M3.
    A roadblock may stand on 3 ways.
    """
    import networkx as nx

    one = board if isinstance(board, TrailBoard) else TrailBoard.of(board)
    usable = passable(trail_graph(one, road), dead_ends=one.rules.stop)
    graph = passable(usable, dead_ends=False)
    start, end = graph.graph["start"], graph.graph["end"]
    names = one.geometry.way_names
    order = list(nx.topological_sort(graph))
    routes_to, routes_from = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
    shortest, longest = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
    routes_from[end] = 1
    if start in graph:
        routes_to[start] = 1
    for node in order:
        for following in graph.successors(node):
            routes_to[following] += routes_to[node]
    for node in reversed(order):
        ahead = list(graph.successors(node))
        if ahead:
            routes_from[node] = sum([routes_from[following] for following in ahead])
            shortest[node] = 1 + min([shortest[following] for following in ahead])
            longest[node] = 1 + max([longest[following] for following in ahead])
    routes = routes_to[end]
    cut = nx.minimum_edge_cut(graph, start, end) if routes else set()
    bridges = [way for a, b, way in graph.edges(data="way") if routes and routes_to[a] * routes_from[b] == routes]
    trail = one.road(road).trail
    legal = open_ways(one.geometry, one.cards, False, one.rules.stop, one.rules.open_ground)
    clearings = {node for node, row in usable.nodes(data="row") if row}
    return TrailMeasures(
        TOWNS[one.road(road).number],
        len(clearings),
        usable.number_of_edges(),
        routes,
        shortest.get(start, 0),
        longest.get(start, 0),
        len(cut),
        tuple([names[way] for way in sorted([graph.edges[link]["way"] for link in cut])]),
        tuple([names[way] for way in sorted(bridges)]),
        tuple([names[way] for way in legal if one.geometry.way_trail[way] == trail]),
        {node: Fraction(routes_to[node] * routes_from[node], max(1, routes)) for node in order},
        {node: len(clearings & nx.descendants(usable, node)) for node in usable},
    )


# -- averages -----------------------------------------------------------------------------------------------------------


def every_traveller() -> Travellers:
    """The 64 Merchants that there can be, all with the same weight.

    >>> len(every_traveller())
    64
    """
    return {
        (MERCHANT, follies): 1 for length in range(1, FOLLIES + 1) for follies in permutations(range(FOLLIES), length)
    }


def random_traveller(table: Cards = usual_cards, colour: str = "red", mixed: str = "left") -> Travellers:
    """What two different cards of the whole folly deck make of the traveller between them.

    Args:
        table: the cards of the game.
        colour: which side they show, red or blue.
        mixed: what decides between a Peasant card and a Guard card (MW-RULING-30).

    Returns:
        for each kind and list of follies, in how many ordered pairs of cards it comes up.

    >>> travellers = random_traveller()
    >>> len(travellers), sum(travellers.values())
    (144, 2256)
    """
    side = COLOUR_NAMES.index(colour)
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for one, other in permutations(table.folly_cards, 2):
        left, right = one.sides[side], other.sides[side]
        traveller = (kind_between(left, right, mixed), folly_list(left, right))
        found[traveller] = found.get(traveller, 0) + 1
    return found


@dataclass(frozen=True)
class Expectation:
    """What one traveller brings on average, exactly.

    Attributes:
        income: by seat: the profit gained, less what Peasants take.
        falls: how many traps it falls for.
        steps: how many steps it takes.
        falls_by_folly: falls by the full name of the folly.
        income_by_spot: by spot: what the card there brings its owner.
        visits: by spot: how often the card there does something.
        traffic: by way: how often it is walked.
    """

    income: tuple[Fraction, ...]
    falls: Fraction
    steps: Fraction
    falls_by_folly: dict[str, Fraction]
    income_by_spot: dict[str, Fraction]
    visits: dict[str, Fraction]
    traffic: dict[str, Fraction]


def expect(
    board: TrailBoard | MerryWayState, road: str | int = "N", travellers: Travellers | None = None
) -> Expectation:
    """The average over travellers on a road.

    Args:
        board: a board or a position.
        road: the road, by letter or number.
        travellers: who may come, with weights; None for `every_traveller`. Ties that somebody would break go to the left.

    >>> lone = expect(TrailBoard.read("L1.4=GR1@A"), travellers=random_traveller())
    >>> print(lone.falls, lone.income[0])
    91/282 49/282
    """
    one = board if isinstance(board, TrailBoard) else TrailBoard.of(board)
    who = every_traveller() if travellers is None else travellers
    way = one.road(road)
    seen = one.sight(road)
    geometry, table = one.geometry, one.table
    number = {
        (way.way_from[each], way.way_step[each]): each for each in range(geometry.ways) if way.way_from[each] >= 0
    }
    earned, met = [0] * geometry.spots, [0] * geometry.spots
    walked, by_folly = [0] * geometry.ways, [0] * FOLLIES
    steps = 0
    for follies, weight, worth in _by_list(who):
        places, falls = trip(seen, follies)
        here = way.start
        for place in places:
            walked[number[here, place - here]] += weight
            here = place
            if place in falls or seen.robbers & way.bits[place]:
                spot = way.spot_at[place]
                met[spot] += weight
                earned[spot] += worth * table.profit[one.cards[spot]]
        for place in falls:
            works_on = table.follies[one.cards[way.spot_at[place]]]
            by_folly[next(folly for folly in follies if folly in works_on)] += weight
        steps += weight * len(places)
    total = sum(who.values())
    names, on_road = geometry.spot_names, [spot for spot in way.spots if one.cards[spot] != NONE]
    return Expectation(
        tuple(
            [
                Fraction(sum([earned[spot] for spot in on_road if one.claims[spot] == seat]), total)
                for seat in range(len(SEAT_LETTERS))
            ]
        ),
        Fraction(sum(by_folly), total),
        Fraction(steps, total),
        {FOLLY_NAMES[folly]: Fraction(by_folly[folly], total) for folly in range(FOLLIES)},
        {names[spot]: Fraction(earned[spot], total) for spot in on_road},
        {names[spot]: Fraction(met[spot], total) for spot in on_road},
        {geometry.way_names[each]: Fraction(walked[each], total) for each in range(geometry.ways) if walked[each]},
    )


def _by_list(travellers: Travellers) -> list[tuple[tuple[int, ...], int, int]]:
    """The lists of follies with their weight, and with their weight counted as owners feel it."""
    weights: dict[tuple[int, ...], tuple[int, int]] = {}
    for (kind, follies), weight in travellers.items():
        all_kinds, worth = weights.get(follies, (0, 0))
        weights[follies] = (all_kinds + weight, worth + SIGN[kind] * weight)
    return [(follies, all_kinds, worth) for follies, (all_kinds, worth) in weights.items()]


@dataclass(frozen=True)
class SpotWorth:
    """What a card would bring on a spot in one round, on average.

    Attributes:
        spot: where.
        own: what the card itself brings its owner.
        change: by how much it changes all that its owner gets from traps on the board.
    """

    spot: str
    own: Fraction
    change: Fraction


def where_it_pays(
    board: TrailBoard | MerryWayState,
    card: str | int,
    owner: str | int,
    travellers: Travellers | None = None,
    on_roads: Sequence[int] = ON_ROADS,
    per_side: bool = True,
    brick: bool = True,
) -> tuple[SpotWorth, ...]:
    """Where a trap would earn most, of all spots where it may be set.

    Args:
        board: a board or a position.
        card: the scheme card's short name or type.
        owner: the seat's letter or number.
        travellers: who may come, with weights; None for `every_traveller`.
        on_roads: how many travellers walk to Nottingham and to Werchesope.
        per_side, brick: as in `trail.open_spots`.

    Returns:
        the spots, the best one first.

    >>> best = where_it_pays(TrailBoard.read("L1.4=LZ1@A"), "GR2", "B")[0]
    >>> best.spot, print(best.own)
    63/32
    ('N:L1.3', None)
    """
    one = board if isinstance(board, TrailBoard) else TrailBoard.of(board)
    seat = SEAT_LETTERS.index(owner.upper()) if isinstance(owner, str) else owner
    before = _round_income(one, travellers, on_roads)
    found = []
    for spot in open_spots(one.geometry, one.cards, per_side, brick):
        after = _round_income(one.with_card(spot, card, seat), travellers, on_roads)
        name = one.geometry.spot_names[spot]
        found.append(SpotWorth(name, after[1][name], after[0][seat] - before[0][seat]))
    return tuple(sorted(found, key=lambda worth: (-worth.change, -worth.own, worth.spot)))


def _round_income(
    board: TrailBoard, travellers: Travellers | None, on_roads: Sequence[int]
) -> tuple[list[Fraction], dict[str, Fraction]]:
    """What all travellers of a round bring, by seat and by spot."""
    by_seat = [Fraction(0)] * len(SEAT_LETTERS)
    by_spot: dict[str, Fraction] = {}
    for road, count in enumerate(on_roads):
        average = expect(board, road, travellers)
        for seat, income in enumerate(average.income):
            by_seat[seat] += count * income
        for spot, income in average.income_by_spot.items():
            by_spot[spot] = by_spot.get(spot, Fraction(0)) + count * income
    return by_seat, by_spot


def reading_effects(
    board: TrailBoard | MerryWayState, road: str | int = "N", travellers: Travellers | None = None
) -> dict[str, Fraction]:
    """How often each unclear rule of travel matters on a board: the share of travellers whose trip it changes.

    Args:
        board: a board or a position.
        road: the road, by letter or number.
        travellers: who may come, with weights; None for `every_traveller`.

    Returns:
        by ``option=value``, for every value that is not in force; under ``side_tie`` the share of travellers whose trip
        depends on the side.

    >>> effects = reading_effects(TrailBoard.read("L1.4=GR2@A R1.4=DW1@B"))
    >>> print(effects["stuck_folly=skip"], effects["dim_tie=dim"], effects["nearest=along"])
    7/16 5/64 0
    """
    one = board if isinstance(board, TrailBoard) else TrailBoard.of(board)
    lists = _by_list(every_traveller() if travellers is None else travellers)
    found = {}
    for name, values in TRAVEL_CHOICES.items():
        if name == "side_tie":
            asking = one.with_rules(side_tie=values[-1]).sight(road)
            found[name] = _share(
                [trip(asking, follies) != trip(asking, follies, ALL_RIGHT) for follies, _, _ in lists], lists
            )
            continue
        for value in values:
            if value != one.rules.readings[name]:
                now, then = one.sight(road), one.with_rules(**{name: value}).sight(road)
                changes = [trip(now, follies) != trip(then, follies) for follies, _, _ in lists]
                found[f"{name}={value}"] = _share(changes, lists)
    return found


def _share(changes: Sequence[bool], lists: Sequence[tuple[tuple[int, ...], int, int]]) -> Fraction:
    """The share, by weight, of the lists of follies with a change."""
    changed = sum([weight for change, (_, weight, _) in zip(changes, lists, strict=True) if change])
    return Fraction(changed, sum([weight for _, weight, _ in lists]))
