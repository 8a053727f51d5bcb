"""The value of a trail: routes, cuts and reach of its graph, and the exact average income of the traps on it.

Averages are taken over a list of travellers with weights. `every_traveller` gives the same weight to all 64 lists of follies;
`random_traveller` gives the travellers that two random cards of the folly deck make. Nobody's profit runs out in these
averages, so Peasants take the whole amount (MW-RULING-31), and no Guard changes the board for those after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Final

from workbench.core.figures import hold_to, rests_on
from workbench.games.merry_way.cards import COLOUR_NAMES, FOLLIES, FOLLY_NAMES, LINE_UP, MERCHANT, NONE
from workbench.games.merry_way.components import BIT, MERCHANTS
from workbench.games.merry_way.notation import SEAT_LETTERS
from workbench.games.merry_way.paths import TrailBoard, passable, spots_for, trail_graph, usual_game
from workbench.games.merry_way.sight import TRAVEL_CHOICES
from workbench.games.merry_way.trail import RIGHT, TOWNS
from workbench.games.merry_way.travel import whole_trip

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay
    from workbench.games.merry_way.state import MerryWayState

Travellers = Mapping[tuple[int, tuple[int, ...]], int]
"""Travellers as (kind, follies), with their weights."""

ALL_RIGHT: Final = (RIGHT,) * 20
"""Choices of side for a trip that goes right at every tie."""


@dataclass(frozen=True)
class TrailMeasures:
    """What graph theory says about a road.

    Attributes:
        town: the town to which the road leads.
        clearings: how many clearings travellers can use.
        ways: how many ways they can use.
        routes: how many routes there are from town to town.
        shortest, longest: the steps of the shortest and the longest route; 0 if there is none.
        minimum_cut: the fewest ways whose loss closes the road.
        cut: those ways; of several such sets, the one nearest to the end.
        bridges: the ways that every route uses.
        roadblocks: the ways on which a roadblock may be built.
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
        """Return the measures in words."""
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
    """Measure a road as it is, roadblock included.

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

    one = TrailBoard.of(board)
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
    trail, first = one.road(road).trail, int(one.game.first.block)
    legal = [action - first for action in one.game.block.legal(one.position())]
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
    """Return the 64 possible Merchants, all with the same weight.

    >>> len(every_traveller())
    64
    """
    return {
        (MERCHANT, follies): 1 for length in range(1, FOLLIES + 1) for follies in permutations(range(FOLLIES), length)
    }


def random_traveller(game: MerryWay | None = None, colour: str = "red") -> Travellers:
    """Return the travellers that the Travel phase makes of two different cards, for all pairs of the folly deck.

    Args:
        game: the rules; None for the usual ones.
        colour: which side the cards show, red or blue.

    Returns:
        for each kind and list of follies, the number of ordered pairs of cards that make it.

    >>> travellers = random_traveller()
    >>> len(travellers), sum(travellers.values())
    (144, 2256)
    """
    game = game or usual_game()
    hold_to(game, (), "Who a random traveller is", ("travel",))
    travel, state = game.travel, game.blank()
    state.round = 1
    state.blue = BIT[0] | BIT[1] if COLOUR_NAMES.index(colour) else 0
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for one, other in permutations(range(len(game.cards.folly_cards)), 2):
        state.line_up = (one, other, *[NONE] * (LINE_UP - 2))
        traveller = (travel.kind(state, 0), travel.follies(state, 0))
        found[traveller] = found.get(traveller, 0) + 1
    return found


def on_roads(game: MerryWay, round_number: int = 1) -> tuple[int, ...]:
    """Return how many travellers walk to Nottingham and to Werchesope in a round (MW-SETUP-2, MW-SETUP-3).

    >>> on_roads(usual_game()), on_roads(usual_game(), 2)
    ((3, 2), (2, 3))
    """
    hold_to(game, (), "How many travellers walk each road", ("travel",))
    state = game.blank()
    state.round = round_number
    roads = [game.travel.road(state, traveller) for traveller in range(len(MERCHANTS))]
    return tuple([roads.count(number) for number in range(len(TOWNS))])


@dataclass(frozen=True)
class Expectation:
    """What one traveller brings on average, exactly.

    Attributes:
        income: by seat: the profit gained, minus what Peasants take.
        falls: how many traps it falls for.
        steps: how many steps it takes.
        falls_by_folly: falls by the full name of the folly.
        income_by_spot: by spot: what the card there brings its owner.
        visits: by spot: how often the card there does something.
        traffic: by way: how often travellers walk it.
    """

    income: tuple[Fraction, ...]
    falls: Fraction
    steps: Fraction
    falls_by_folly: dict[str, Fraction]
    income_by_spot: dict[str, Fraction]
    visits: dict[str, Fraction]
    traffic: dict[str, Fraction]


@rests_on("travel.change", asks=("travel",), what="What travellers bring on average")
def expect(
    board: TrailBoard | MerryWayState, road: str | int = "N", travellers: Travellers | None = None
) -> Expectation:
    """Return the average over the travellers on a road.

    Args:
        board: a board or a position.
        road: the road, by letter or number.
        travellers: the travellers that may come, with weights; None for `every_traveller`. They go left at ties that
            somebody would break.

    >>> lone = expect(TrailBoard.read("L1.4=GR1@A"), travellers=random_traveller())
    >>> print(lone.falls, lone.income[0])
    91/282 49/282
    """
    one = TrailBoard.of(board)
    who = every_traveller() if travellers is None else travellers
    way = one.road(road)
    seen, state, travel = one.sight(road), one.position(), one.game.travel
    geometry, table = one.geometry, one.table
    number = {
        (way.way_from[each], way.way_step[each]): each for each in range(geometry.ways) if way.way_from[each] >= 0
    }
    earned, met = [0] * geometry.spots, [0] * geometry.spots
    walked, by_folly = [0] * geometry.ways, [0] * FOLLIES
    steps = 0
    for follies, kinds in _by_list(who).items():
        places, falls = whole_trip(travel, seen, follies)
        weight = sum(kinds.values())
        here = way.start
        for place in places:
            walked[number[here, place - here]] += weight
            here = place
        for spot in travel.stops(seen, places, falls):
            met[spot] += weight
            earned[spot] += sum([travel.worth(state, spot, kind) * share for kind, share in kinds.items()])
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


def _by_list(travellers: Travellers) -> dict[tuple[int, ...], dict[int, int]]:
    """Return, by list of follies, the weight of each kind."""
    weights: dict[tuple[int, ...], dict[int, int]] = {}
    for (kind, follies), weight in travellers.items():
        weights.setdefault(follies, {})[kind] = weight
    return weights


@dataclass(frozen=True)
class SpotWorth:
    """The average income of a card on a spot in one round.

    Attributes:
        spot: the number of the spot.
        own: what the card itself brings its owner.
        change: how much the card changes its owner's income from all traps on the board.
    """

    spot: str
    own: Fraction
    change: Fraction


@rests_on("build", asks=("travel",), what="Where a trap pays")
def where_it_pays(
    board: TrailBoard | MerryWayState,
    card: str | int,
    owner: str | int,
    travellers: Travellers | None = None,
    each_road: Sequence[int] | None = None,
) -> tuple[SpotWorth, ...]:
    """Find where a trap would earn most, among all spots where it may be set.

    Args:
        board: a board or a position.
        card: the scheme card's short name or type.
        owner: the seat's letter or number.
        travellers: the travellers that may come, with weights; None for `every_traveller`.
        each_road: how many travellers walk to Nottingham and to Werchesope; None for the numbers of round 1.

    Returns:
        the spots, the best one first.

    >>> best = where_it_pays(TrailBoard.read("L1.4=LZ1@A"), "GR2", "B")[0]
    >>> best.spot, print(best.own)
    63/32
    ('N:L1.3', None)
    """
    one = TrailBoard.of(board)
    seat = SEAT_LETTERS.index(owner.upper()) if isinstance(owner, str) else owner
    what = one.table.scheme_of(card) if isinstance(card, str) else card
    counts = on_roads(one.game) if each_road is None else each_road
    before = _round_income(one, travellers, counts)
    found = []
    for spot in spots_for(one, what, seat):
        after = _round_income(one.with_card(spot, what, seat), travellers, counts)
        name = one.geometry.spot_names[spot]
        found.append(SpotWorth(name, after[1][name], after[0][seat] - before[0][seat]))
    return tuple(sorted(found, key=lambda worth: (-worth.change, -worth.own, worth.spot)))


def _round_income(
    board: TrailBoard, travellers: Travellers | None, each_road: Sequence[int]
) -> tuple[list[Fraction], dict[str, Fraction]]:
    """Return what all travellers of a round bring, by seat and by spot."""
    by_seat = [Fraction(0)] * len(SEAT_LETTERS)
    by_spot: dict[str, Fraction] = {}
    for road, count in enumerate(each_road):
        average = expect(board, road, travellers)
        for seat, income in enumerate(average.income):
            by_seat[seat] += count * income
        for spot, income in average.income_by_spot.items():
            by_spot[spot] = by_spot.get(spot, Fraction(0)) + count * income
    return by_seat, by_spot


@rests_on(asks=("travel",), what="What each reading changes")
def reading_effects(
    board: TrailBoard | MerryWayState, road: str | int = "N", travellers: Travellers | None = None
) -> dict[str, Fraction]:
    """Measure how often each unclear rule of travel matters: the share of travellers whose trip it changes.

    Args:
        board: a board or a position.
        road: the road, by letter or number.
        travellers: the travellers that may come, with weights; None for `every_traveller`.

    Returns:
        by ``option=value``, for every value that is not in use; ``side_tie`` holds the share of travellers whose trip
        depends on the side.

    >>> effects = reading_effects(TrailBoard.read("L1.4=GR2@A R1.4=DW1@B"))
    >>> print(effects["stuck_folly=skip"], effects["dim_tie=dim"], effects["nearest=along"])
    7/16 5/64 0
    """
    one = TrailBoard.of(board)
    lists = _by_list(every_traveller() if travellers is None else travellers)
    number = one.road(road).number

    def trips(other: TrailBoard, sides: Sequence[int] = ()) -> list[object]:
        """Return the trips of all travellers on a board."""
        seen, travel = other.sight(number), other.game.travel
        return [whole_trip(travel, seen, follies, list(sides)) for follies in lists]

    def share(some: list[object], others: list[object]) -> Fraction:
        """Return the share, by weight, of the travellers whose trips differ."""
        weights = [sum(kinds.values()) for kinds in lists.values()]
        changed = [weight for weight, a, b in zip(weights, some, others, strict=True) if a != b]
        return Fraction(sum(changed), sum(weights))

    found, now = {}, trips(one)
    for name, values in TRAVEL_CHOICES.items():
        if name == "side_tie":
            asking = one.with_rules(side_tie=values[-1])
            found[name] = share(trips(asking), trips(asking, ALL_RIGHT))
            continue
        for value in values:
            if value != one.rules.readings[name]:
                found[f"{name}={value}"] = share(now, trips(one.with_rules(**{name: value})))
    return found
