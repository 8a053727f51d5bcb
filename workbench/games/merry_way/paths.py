"""Paths for people: the trail as a networkx graph, and why a traveller walks as it does.

Nothing here is on the rules path, and networkx is imported only when you ask for a graph. A board is a `TrailBoard`, which
needs no position; `TrailBoard.of` makes one from a position. The Travel phase of its game says what happens on the board.

>>> board = TrailBoard.read("L1.4=LZ1@A L1.3=WK1@C L1.2=GR2@A R1.4=RB1@B R1.3=LZ3@B")
>>> print(explain_walk(board, "GR LZ"))
The traveller is a Merchant on the way to Nottingham; follies: GR LZ.
To the trap on L1.2: it is the only Greedy trap ahead, 2 steps away. (MW-PATH-4)
  1. M0 to M1.
  2. M1 to L1.2.
     Falls for Loaded Dice (GR2a) of A: A gains 2. (MW-PATH-4)
To the trap on R1.3: it is the nearest Lazy trap ahead, 2 steps away. (MW-PATH-4)
  Not to L1.4 (LZ1): 2 steps away, as near; the steps below decide.
  3. L1.2 to M2, onto the main trail rather than to L1.3 (MW-PATH-7).
  4. M2 to R1.3.
     Falls for Porters for Hire (LZ3) of B: B gains 3. (MW-PATH-4)
No folly is left. (MW-PATH-6)
The shortest way back to the main trail. (MW-PATH-6)
  5. R1.3 to M3.
Along the main trail to Nottingham. (MW-PATH-3)
  6. M3 to M4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError, UnknownNameError, WorkbenchError, nearest
from workbench.core.figures import rests_on
from workbench.core.game import SEAT_COLOURS
from workbench.core.registry import load
from workbench.core.words import counted, listed
from workbench.games.merry_way.cards import (
    DIMWITTED,
    FOLLY_LETTERS,
    FOLLY_NAMES,
    GUARD,
    KIND_NAMES,
    MERCHANT,
    NONE,
    PEASANT,
    Cards,
    follies_of,
)
from workbench.games.merry_way.components import MERCHANTS
from workbench.games.merry_way.notation import SEAT_LETTERS, placement_faults, read_board, write_board
from workbench.games.merry_way.sight import TRAVEL_CHOICES, Sight, TravelRules
from workbench.games.merry_way.trail import (
    LEFT,
    MAIN,
    ROAD_CODES,
    SIDE_NAMES,
    TOWNS,
    WAY_KINDS,
    Geometry,
    Road,
    walkable,
)
from workbench.games.merry_way.travel import (
    AFTER_DIMWITTED,
    END,
    FIRST_STAGE,
    HOMEWARD,
    NOBODY,
    TIE,
    seen_from,
    settle_clause,
    whole_trip,
)

if TYPE_CHECKING:
    import networkx as nx

    from workbench.games.merry_way.game import MerryWay
    from workbench.games.merry_way.state import MerryWayState

EVERYBODY: Final = len(SEAT_LETTERS)
PLENTY: Final = 1000
"""More resources of each kind than anybody needs."""
NOBODY_COLOUR: Final = "#EAEEF2"
"""The colour of things that belong to nobody, in drawings."""


# -- a board without a game --------------------------------------------------------------------------------------------


@cache
def usual_game() -> MerryWay:
    """Return the game with four players and the usual rules."""
    found: MerryWay = load("merry_way", EVERYBODY)  # type: ignore[assignment]
    return found


@dataclass(frozen=True)
class TrailBoard:
    """A trail under the rules of a game: everything that a path depends on besides the traveller.

    Attributes:
        game: the rules, with the shape of the trail and the cards.
        cards: by spot: the scheme type there, or `NONE`.
        claims: by spot: the seat whose claim marker lies there, or `NONE`.
        roadblock: the way that is blocked, or `NONE`.
    """

    game: MerryWay
    cards: tuple[int, ...]
    claims: tuple[int, ...]
    roadblock: int = NONE

    @classmethod
    def read(cls, text: str = "", roadblock: str = "", game: MerryWay | None = None) -> TrailBoard:
        """Read a board that a person has written down.

        Args:
            text: the cards, such as ``N: L1.4=GR2@A R1.4=LZ1@-; W: L1.4=WK1@B`` (see `notation`).
            roadblock: the way that is blocked, such as ``N:M2-M3``; empty for none.
            game: the rules; None for the usual ones.

        Raises:
            PositionError: the text is wrong, or no rule could have put a card there; every reason is named.

        >>> TrailBoard.read("L1.4=GR2b@A", "M3-M4")
        <N: L1.4=GR2b@A; roadblock N:M3-M4>
        """
        game = game or usual_game()
        trail = game.board
        cards, claims, wrong = read_board(text, trail, game.cards)
        reasons = [*wrong] or [*placement_faults(trail, cards)]
        way = NONE
        if roadblock.strip():
            try:
                way = trail.way(roadblock.strip())
            except UnknownNameError as error:
                reasons.append(str(error))
        if reasons:
            raise PositionError(reasons)
        return cls(game, cards, claims, way)

    @classmethod
    def of(cls, board: TrailBoard | MerryWayState) -> TrailBoard:
        """Return the board of a position; given a board, return it unchanged."""
        if isinstance(board, TrailBoard):
            return board
        return cls(board.game, board.cards, board.claims, int(board.roadblock))

    @property
    def geometry(self) -> Geometry:
        """The shape of the trail."""
        return self.game.board

    @property
    def table(self) -> Cards:
        """The cards of the game."""
        return self.game.cards

    @property
    def rules(self) -> TravelRules:
        """The options of travel."""
        return self.game.travel_rules

    def position(self, profits: Sequence[int] = ()) -> MerryWayState:
        """Return a position of round 1 with this board, to pass to the phases.

        Args:
            profits: the profit of each seat; seats left out have none.
        """
        state: MerryWayState = self.game.blank()
        state.round = 1
        state.cards, state.claims, state.roadblock = self.cards, self.claims, self.roadblock
        state.open_spots = self.game.find_open_spots(self.cards)
        state.profit = [*profits, *[0] * (EVERYBODY - len(profits))]
        state.reserve = [self.game.claim_tokens] * EVERYBODY
        return state

    def road(self, road: str | int) -> Road:
        """Return a road by its letter or number.

        Raises:
            UnknownNameError: there is no such road.

        >>> TrailBoard.read().road("W").number
        1
        """
        code = ROAD_CODES[road] if isinstance(road, int) and 0 <= road < len(ROAD_CODES) else str(road).upper()
        if code not in tuple(ROAD_CODES):
            raise UnknownNameError(f"There is no road {road!r}: N leads to {TOWNS[0]}, W to {TOWNS[1]}.")
        return self.geometry.roads[ROAD_CODES.index(code)]

    def sight(self, road: str | int) -> Sight:
        """Return what travellers on a road see of the board."""
        return seen_from(self.position(), self.road(road).number)

    def with_card(self, spot: str | int, card: str | int, owner: str | int) -> TrailBoard:
        """Return this board with a card on a spot, on top of any card there.

        Args:
            spot: its name or number.
            card: the scheme card's short name or type.
            owner: the seat's letter or number; ``-`` or `NONE` for no claim marker.

        >>> TrailBoard.read().with_card("L1.4", "GR2", "A").with_card("R1.4", "LZ1", "-")
        <N: L1.4=GR2a@A R1.4=LZ1@->
        """
        where = self.geometry.spot(spot) if isinstance(spot, str) else spot
        what = self.table.scheme_of(card) if isinstance(card, str) else card
        who = owner if isinstance(owner, int) else NONE if owner == "-" else SEAT_LETTERS.find(owner.upper())
        if not NONE <= who < EVERYBODY or (who == NONE and owner not in ("-", NONE)):
            raise UnknownNameError(
                f"There is no seat {owner!r}: the seats are {', '.join(SEAT_LETTERS)}, or - for nobody."
            )
        cards, claims = list(self.cards), list(self.claims)
        cards[where], claims[where] = what, who
        return replace(self, cards=tuple(cards), claims=tuple(claims))

    def without_card(self, spot: str | int) -> TrailBoard:
        """Return this board with nothing on a spot, by name or number.

        >>> TrailBoard.read("L1.4=GR2@A").without_card("L1.4")
        <an empty trail>
        """
        where = self.geometry.spot(spot) if isinstance(spot, str) else spot
        cards, claims = list(self.cards), list(self.claims)
        cards[where] = claims[where] = NONE
        return replace(self, cards=tuple(cards), claims=tuple(claims))

    def without_claims(self, spots: Iterable[str | int]) -> TrailBoard:
        """Return this board without the claim markers on some spots, by name or number."""
        claims = list(self.claims)
        for spot in spots:
            claims[self.geometry.spot(spot) if isinstance(spot, str) else spot] = NONE
        return replace(self, claims=tuple(claims))

    def with_roadblock(self, way: str | int | None) -> TrailBoard:
        """Return this board with a roadblock on a way, by name or number, or without a roadblock."""
        if isinstance(way, str):
            way = self.geometry.way(way) if way else NONE
        return replace(self, roadblock=NONE if way is None else way)

    def with_rules(self, **readings: str) -> TrailBoard:
        """Return this board with other options of travel, by name.

        >>> TrailBoard.read().with_rules(nearest="along").rules
        TravelRules(nearest='along')
        """
        for name in readings:
            if name not in TRAVEL_CHOICES:
                raise WorkbenchError(
                    f"Travel has no option {name!r}.{nearest(name, TRAVEL_CHOICES)} Available: {', '.join(TRAVEL_CHOICES)}."
                )
        game = self.game
        return replace(self, game=type(game)({**game.options, **readings}, game.players, game.given_phases))

    def text(self) -> str:
        """Return the board as a text that `read` can read, without its roadblock."""
        return write_board(self.geometry, self.table, self.cards, self.claims)

    def __repr__(self) -> str:
        block = f"roadblock {self.geometry.way_names[self.roadblock]}" if self.roadblock != NONE else ""
        return f"<{'; '.join([part for part in (self.text(), block) if part]) or 'an empty trail'}>"


# -- the graph ---------------------------------------------------------------------------------------------------------


def trail_graph(
    board: TrailBoard | MerryWayState, road: str | int | None = None, everything: bool = False
) -> nx.DiGraph:
    """Return the trail as a directed graph: each place is a node, each way an edge in the direction of travel.

    Args:
        board: a board or a position.
        road: the road, by letter or number; None for all trails (a shared trail as seen on the way to Nottingham).
        everything: whether to include places where nobody can walk.

    Returns:
        a `networkx.DiGraph` whose nodes are full names such as ``N:L1.4``. A node has ``position`` (progress along the trail),
        ``row`` (distance from the main trail), ``side`` (left, right or empty), ``card``, ``kind``, ``profit``, ``claim`` (a
        seat's letter or None), ``follies``, ``walkable``, ``spot``, and ``x``, ``y`` for drawing. An edge has ``kind`` (along,
        leave, in, straight or out) and ``way`` (its number). The way under the roadblock has no edge; the graph's ``blocked``
        is a tuple with its two ends. The graph also has ``starts`` and ``ends``, and for one road ``start``, ``end`` and
        ``town``.

    >>> graph = trail_graph(TrailBoard.read("L1.4=GR2@A"), "N")
    >>> graph.nodes["N:L1.4"]["position"], graph.nodes["N:L1.4"]["claim"], graph.edges["N:M3", "N:L1.4"]["kind"]
    (7, 'A', 'leave')
    """
    import networkx as nx

    one = TrailBoard.of(board)
    roads = [one.road(road)] if road is not None else list(one.geometry.roads[: one.geometry.trails])
    graph = nx.DiGraph(starts=[], ends=[], blocked=())
    for each in roads:
        _add_road(graph, one, each, everything)
    if road is not None:
        graph.graph.update(start=graph.graph["starts"][0], end=graph.graph["ends"][0], town=TOWNS[roads[0].number])
    return graph


OPEN_COLOUR: Final = "#FFFFFF"
"""The mark of spots where a trap may be set, in drawings."""
FOLLY_SYMBOLS: Final = {"GR": "square", "LZ": "hexagon", "WK": "triangle-up", "DW": "pentagon"}
"""The outline of each folly in drawings; Robbers are a diamond."""


def dressed(graph: nx.DiGraph) -> nx.DiGraph:
    """Add to the nodes of a trail's graph what a drawing needs.

    Args:
        graph: a graph from `trail_graph`; this changes it.

    Returns:
        the same graph. Its nodes have ``mark`` (for an end, its name; for a card, letters, profit and owner), ``label`` (the
        place), ``colour`` (the owner's), ``symbol`` (by folly) and ``says`` (all of it as a sentence).

    >>> node = dressed(trail_graph(TrailBoard.read("L1.4=GR2@A"), "N")).nodes["N:L1.4"]
    >>> node["mark"], node["label"], node["symbol"], node["says"]
    ('GR2 A', 'L1.4', 'square', 'L1.4: GR2a, a Greedy trap of A worth 2')
    """
    for name, node in graph.nodes(data=True):
        letters = node["follies"][0] if node["follies"] else "RB"
        node["label"] = where = _short(name)
        if node["card"] is not None:
            owner = node["claim"] or "-"
            trap = "Robbers" if not node["follies"] else f"a {node['kind']} trap"
            held = f"of {node['claim']}" if node["claim"] else "without a claim marker"
            node["mark"] = f"{letters}{node['profit']} {owner}"
            node["colour"] = SEAT_COLOURS[SEAT_LETTERS.index(node["claim"])] if node["claim"] else NOBODY_COLOUR
            node["symbol"] = FOLLY_SYMBOLS.get(letters, "diamond") if node["follies"] else "diamond"
            node["says"] = f"{where}: {node['card']}, {trap} {held} worth {node['profit']}"
        elif name in (*graph.graph["starts"], *graph.graph["ends"]):
            node.update(mark="start" if name in graph.graph["starts"] else "end", colour=NOBODY_COLOUR, symbol="circle")
            node["says"] = f"{where}: the {'start' if name in graph.graph['starts'] else 'end'} of the road"
        else:
            node["says"] = f"{where}: {node['kind']}"
    return graph


def building_graph(board: TrailBoard | MerryWayState, road: str | int) -> nx.DiGraph:
    """Return the graph of a road, ready to draw, with the empty spots where a trap may be set (MW-BUILD-6).

    Args:
        board: a board or a position.
        road: the road, by letter or number.

    Returns:
        the graph; empty spots have the mark ``+`` and no way leads to them yet; places of the main trail are ``fixed``.

    >>> graph = building_graph(TrailBoard.read("L1.4=GR2@A"), "N")
    >>> [name for name, node in graph.nodes(data=True) if node.get("mark") == "+"]
    ['N:L1.3', 'N:R1.4']
    """
    one = TrailBoard.of(board)
    graph = dressed(trail_graph(one, road, everything=True))
    open_now = spots_for(one)
    shut = [node for node, data in graph.nodes(data=True) if not data["walkable"]]
    for node in shut:
        data = graph.nodes[node]
        if data["spot"] in open_now:
            graph.remove_edges_from([*graph.in_edges(node), *graph.out_edges(node)])
            data.update(mark="+", colour=OPEN_COLOUR, says=f"{_short(node)}: empty; a trap may be set here")
        else:
            graph.remove_node(node)
    for _, data in graph.nodes(data=True):
        data["fixed"] = data["spot"] is None
    graph.graph["blocked"] = tuple([pair for pair in graph.graph["blocked"] if pair[0] in graph and pair[1] in graph])
    return graph


def spots_for(board: TrailBoard, card: int = 0, seat: int = 0) -> tuple[int, ...]:
    """Ask the phase that places cards for the empty spots where a player who can pay may place a card.

    Args:
        board: the board.
        card: the scheme type.
        seat: the seat that places it.
    """
    state, game = board.position(), board.game
    state.phase, state.seat, state.to_move, state.chosen = game.place, seat, seat, card
    state.stock = [PLENTY] * len(state.stock)
    spots = [int(action - game.first.place) for action in state.legal()]
    return tuple([spot for spot in spots if board.cards[spot] == NONE])


def _add_road(graph: nx.DiGraph, board: TrailBoard, road: Road, everything: bool) -> None:
    """Add the places and ways of a road."""
    table, rules = board.table, board.rules
    open_places = walkable(road, board.cards, rules.open_ground)
    shown = [place for place, name in enumerate(road.names) if name and (everything or open_places & road.bits[place])]
    for place in shown:
        spot = road.spot_at[place]
        on_main = spot == MAIN
        card = NONE if on_main else board.cards[spot]
        claim = NONE if on_main else board.claims[spot]
        row, side = road.rows[place], road.sides[place]
        graph.add_node(
            road.full_name(place),
            position=road.positions[place],
            row=row,
            side="" if on_main else SIDE_NAMES[side],
            spot=None if on_main else spot,
            card=None if card == NONE else table.scheme_codes[card],
            kind="main trail" if on_main else "empty" if card == NONE else table.schemes[card].kind,
            profit=0 if card == NONE else table.profit[card],
            follies=() if card == NONE else tuple([FOLLY_LETTERS[folly] for folly in table.follies[card]]),
            claim=None if claim == NONE else SEAT_LETTERS[claim],
            walkable=bool(open_places & road.bits[place]),
            x=road.positions[place],
            y=row if side == LEFT else -row,
        )
    number = {
        (road.way_from[way], road.way_from[way] + road.way_step[way]): way
        for way in range(board.geometry.ways)
        if road.way_from[way] >= 0
    }
    for place in shown:
        for kind, to in road.steps_from(place):
            if everything or open_places & road.bits[to]:
                way, begin, end = number[place, to], road.full_name(place), road.full_name(to)
                if way == board.roadblock:
                    graph.graph["blocked"] = ((begin, end),)
                else:
                    graph.add_edge(begin, end, kind=WAY_KINDS[kind], way=way)
    graph.graph["starts"].append(road.full_name(road.start))
    graph.graph["ends"].append(road.full_name(road.end))


def passable(graph: nx.DiGraph, dead_ends: bool = True) -> nx.DiGraph:
    """Return the part of a trail's graph that travellers can use.

    Args:
        graph: a graph from `trail_graph`, of one road or of all trails.
        dead_ends: whether to include places from which no town can be reached (MW-RULING-25).

    Returns:
        a graph without the places where nobody can walk.
    """
    import networkx as nx

    kept = nx.DiGraph(graph)
    kept.remove_nodes_from([node for node, data in graph.nodes(data=True) if not data["walkable"]])
    if not dead_ends:
        ends = set(kept.graph["ends"])
        kept.remove_nodes_from(set(kept) - ends.union(*[nx.ancestors(kept, end) for end in ends]))
    return kept


# -- why a traveller walks as it does -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrapSeen:
    """A trap that the explanation considered.

    Attributes:
        spot: the name of its spot.
        card: its short name.
        folly: the folly it was considered for.
        owner: the seat's letter; empty if no claim marker lies on it.
        steps: how many steps away it is; None if it cannot be reached.
        position: its progress along the trail.
        verdict: what came of it, in words.
    """

    spot: str
    card: str
    folly: str
    owner: str
    steps: int | None
    position: int
    verdict: str


@dataclass(frozen=True)
class Aim:
    """A traveller's goal on a part of its trip.

    Attributes:
        folly: the short name of the folly that drives it; empty on the way home.
        goal: where it goes.
        text: the reason, as a sentence.
        clauses: the clauses behind it, the most important first.
        traps: the traps that were considered, the nearest first.
    """

    folly: str
    goal: str
    text: str
    clauses: tuple[str, ...]
    traps: tuple[TrapSeen, ...]


@dataclass(frozen=True)
class Payment:
    """What an owner gains or loses at a spot.

    Attributes:
        spot: the name of the spot.
        card: the card's short name.
        owner: the seat's letter.
        change: the change of the owner's profit.
        marker_removed: whether a Guard takes the claim marker off.
        text: the payment in words.
        clause: the clause behind it.
    """

    spot: str
    card: str
    owner: str
    change: int
    marker_removed: bool
    text: str
    clause: str


@dataclass(frozen=True)
class Step:
    """One step of a trip.

    Attributes:
        number: from 1.
        start, end: full names of the places.
        way: the kind of way.
        aim: the traveller's goal.
        others: the other places that are as good a step towards the goal.
        rule: why the traveller goes here rather than to those, in words; empty if there are none.
        rule_clause: the clause behind `rule`.
        closed: where the way that the roadblock closes here leads; empty if it closes none.
        payments: what is paid on arrival.
        note: why the card there does nothing, in words; empty if it does something, or if there is no card.
        note_clause: the clause behind `note`.
    """

    number: int
    start: str
    end: str
    way: str
    aim: Aim
    others: tuple[str, ...]
    rule: str
    rule_clause: str
    closed: str
    payments: tuple[Payment, ...]
    note: str
    note_clause: str

@dataclass(frozen=True)
class PathExplanation:
    """A trip with its reasons. It prints as a text, and `to_dict` returns it as data.

    Attributes:
        traveller: its name.
        kind: Merchant, Peasant or Guard.
        town: the town at the end of its road.
        follies: the short names of its follies, in order.
        begin: the place where it begins.
        steps: its steps.
        ending: why no folly leads it any further.
        ending_clauses: the clauses behind `ending`.
        profits_before, profits_after: by seat: the profit before and after the trip.
    """

    traveller: str
    kind: str
    town: str
    follies: tuple[str, ...]
    begin: str
    steps: tuple[Step, ...]
    ending: str
    ending_clauses: tuple[str, ...]
    profits_before: tuple[int, ...]
    profits_after: tuple[int, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the trip, by full name, from its beginning."""
        return (self.begin, *[step.end for step in self.steps])

    @property
    def payments(self) -> tuple[Payment, ...]:
        """All payments, in order."""
        return tuple([payment for step in self.steps for payment in step.payments])

    @property
    def markers_removed(self) -> tuple[str, ...]:
        """The spots that lose their claim marker."""
        return tuple([payment.spot for payment in self.payments if payment.marker_removed])

    def text(self) -> str:
        """Return the trip in words, with a line for each step."""
        lines = [
            f"{self.traveller} is a {self.kind} on the way to {self.town}; follies: {' '.join(self.follies) or 'none'}."
        ]
        told = False
        aim: Aim | None = None
        for step in self.steps:
            if step.aim is not aim:
                aim = step.aim
                if not aim.folly and not told:
                    lines.append(f"{self.ending} ({', '.join(self.ending_clauses)})")
                    told = True
                lines.append(f"{aim.text} ({', '.join(aim.clauses)})")
                for trap in aim.traps:
                    if trap.spot != aim.goal:
                        distance = "" if trap.steps is None else f"{counted(trap.steps, 'step')} away, "
                        lines.append(f"  Not to {_short(trap.spot)} ({trap.card}): {distance}{trap.verdict}.")
            line = f"  {step.number}. {_short(step.start)} to {_short(step.end)}"
            if step.others:
                line += f", {step.rule} ({step.rule_clause})"
            if step.closed:
                line += f"; the roadblock closes the way to {_short(step.closed)} (MW-BUILD-12)"
            lines.append(line + ".")
            for payment in step.payments:
                lines.append(f"     {payment.text} ({payment.clause})")
            if step.note:
                lines.append(f"     {step.note} ({step.note_clause})")
        if not told:
            lines.append(f"{self.ending} ({', '.join(self.ending_clauses)})")
        return "\n".join(lines)

    @property
    def captions(self) -> tuple[str, ...]:
        """What happens at each of `places`, one line each: for a picture that shows the trip step by step."""
        first = self.steps[0].aim.text if self.steps else self.ending
        lines = [f"{self.traveller} is a {self.kind} on the way to {self.town}. {first}"]
        for step in self.steps:
            said = [f"{_short(step.start)} to {_short(step.end)}{f', {step.rule}' if step.others else ''}."]
            if step.closed:
                said.append(f"The roadblock closes the way to {_short(step.closed)}.")
            said += [payment.text for payment in step.payments]
            following = self.steps[step.number].aim if step.number < len(self.steps) else step.aim
            if following is not step.aim:
                said.append(following.text if following.folly else f"{self.ending} {following.text}")
            lines.append(" ".join(said))
        return tuple(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the trip as JSON values."""
        found: dict[str, Any] = asdict(self)
        return found

    def __str__(self) -> str:
        return self.text()


def _short(name: str) -> str:
    """Return a place's name without its trail's letter."""
    return name.partition(":")[2]


def kind_of_name(kind: str | int) -> int:
    """Return the kind of traveller with a name.

    Raises:
        UnknownNameError: there is no such kind.

    >>> kind_of_name("guard"), kind_of_name(1)
    (2, 1)
    """
    if isinstance(kind, int) and MERCHANT <= kind <= GUARD:
        return kind
    if str(kind).capitalize() in KIND_NAMES:
        return KIND_NAMES.index(str(kind).capitalize())
    raise UnknownNameError(
        f"There is no traveller of the kind {kind!r}: it is {', '.join(KIND_NAMES[:-1])} or {KIND_NAMES[-1]}."
    )


WHY: Final = "Why a traveller walks as it does"
WHERE: Final = frozenset(["trip", "leg", "aim", "follow", "stops"])
"""The rulebook's methods of the Travel phase, which this module can give reasons for."""


@rests_on(asks=("travel",), what=WHY)
def explain_walk(
    board: TrailBoard,
    follies: str | Sequence[int],
    kind: str | int = MERCHANT,
    road: str | int = "N",
    profits: Sequence[int] = (),
    sides: Sequence[int] = (),
    traveller: str = "The traveller",
) -> PathExplanation:
    """Explain, step by step, why a traveller walks as it does.

    Args:
        board: the board.
        follies: the traveller's follies in order, as short names such as ``GR LZ`` or as numbers.
        kind: Merchant, Peasant or Guard.
        road: the road, by letter or number.
        profits: the profit of each seat.
        sides: the sides chosen at ties, if the rules leave them to somebody; after the last one, left.
        traveller: its name in the text.

    Returns:
        the trip with its reasons.

    Raises:
        WorkbenchError: an unknown folly, kind or road.
    """
    listed = follies_of(follies) if isinstance(follies, str) else tuple(follies)
    state = board.position(profits)
    return _Explainer(state, listed, kind_of_name(kind), board.road(road).number, list(sides)).explain(traveller)


class _Explainer:
    """Lets a traveller walk by the Travel phase, in place, and finds the reasons on the graph."""

    def __init__(
        self,
        state: MerryWayState,
        follies: tuple[int, ...],
        kind: int,
        road: int,
        sides: list[int],
        waiting: bool = False,
    ) -> None:
        self.state = state
        self.phase = state.game.travel
        self.board = TrailBoard.of(state)
        self.follies = follies
        self.kind = kind
        self.road = self.board.road(road)
        self.seen = seen_from(state, road)
        self.graph: nx.DiGraph = passable(trail_graph(self.board, road), dead_ends=self.board.rules.stop)
        self.sides = sides
        self.place = int(state.place if waiting else self.road.start)
        self.stage = int(state.stage if waiting else FIRST_STAGE)
        left = list(sides)
        self.places, falls = whole_trip(self.phase, self.seen, follies, left, self.place, self.stage)
        self.used = len(sides) - len(left)
        self.due = self.phase.stops(self.seen, self.places, falls)
        self.steps: list[Step] = []
        self.met: set[int] = set()

    def name(self, place: int) -> str:
        """Return a place's full name."""
        return self.road.full_name(place)

    def explain(self, traveller: str) -> PathExplanation:
        """Explain the whole trip from a place on."""
        before = tuple(self.state.profit)
        place, stage = self.place, self.stage
        clauses: tuple[str, ...] = ("MW-PATH-1",)
        if self.state.game.changes.get("travel", frozenset()) & WHERE:
            ending = f"{WHY} is not told: the phase 'travel' has been changed."
            self.follow(
                place, list(self.places), Aim("", "", "It goes where the changed phase leads.", clauses, ()), ()
            )
            del self.sides[: self.used]
        else:
            while True:
                walked, next_stage, how = self.leg(place, stage)
                if how == END:
                    break
                aim, goals = self.aim_at_trap(place, stage, next_stage, walked[-1])
                self.follow(place, walked, aim, goals)
                self.met = set(self.follies[: next_stage % AFTER_DIMWITTED])
                place, stage = walked[-1], next_stage
            ending, clauses = self.why_over(place, stage)
            self.head_home(place, walked, stage)
        return PathExplanation(
            traveller,
            KIND_NAMES[self.kind],
            TOWNS[self.road.number],
            tuple([FOLLY_LETTERS[folly] for folly in self.follies]),
            self.name(self.place),
            tuple(self.steps),
            ending,
            clauses,
            before,
            tuple(self.state.profit),
        )

    def leg(self, place: int, stage: int) -> tuple[list[int], int, int]:
        """Return the next leg, with its ties broken."""
        walked: list[int] = []
        side = NOBODY
        while True:
            places, next_stage, how = self.phase.leg(self.seen, self.follies, place, stage, side)
            walked += places
            place, stage = walked[-1] if walked else place, int(next_stage)
            if how != TIE:
                return walked, int(next_stage), int(how)
            side = self.sides.pop(0) if self.sides else LEFT

    # -- goals ---------------------------------------------------------------------------------------------------------

    def distances(self, place: int) -> dict[str, int]:
        """Return how many steps away everything ahead is."""
        import networkx as nx

        if self.name(place) not in self.graph:
            return {}
        found: dict[str, int] = nx.single_source_shortest_path_length(self.graph, self.name(place))
        return found

    def traps_of(self, folly: int, place: int) -> list[TrapSeen]:
        """Return every trap of a folly on the road, the nearest first; the verdict is filled in later."""
        distances = self.distances(place)
        found = []
        for spot in self.road.spots:
            card = self.board.cards[spot]
            if card == NONE or folly not in self.board.table.follies[card]:
                continue
            at = self.road.place_of[spot]
            name, claim = self.name(at), self.board.claims[spot]
            steps = distances.get(name) if at != place else None
            verdict = ""
            if claim == NONE:
                verdict = "it has no claim marker"
            elif steps is None:
                behind = self.road.positions[at] <= self.road.positions[place]
                verdict = "it is not ahead" if behind else "no way leads there"
            found.append(
                TrapSeen(
                    name,
                    self.board.table.scheme_codes[card],
                    FOLLY_LETTERS[folly],
                    "" if claim == NONE else SEAT_LETTERS[claim],
                    steps,
                    self.road.positions[at],
                    verdict,
                )
            )
        return sorted(found, key=lambda trap: (bool(trap.verdict), self.nearness(trap), trap.spot))

    def nearness(self, trap: TrapSeen) -> tuple[int, ...]:
        """Return the key that decides which trap is the nearest (MW-RULING-23)."""
        steps = 10**6 if trap.steps is None else trap.steps
        return (trap.position, steps) if self.board.rules.along else (steps,)

    def aim_at_trap(self, place: int, stage: int, next_stage: int, goal: int) -> tuple[Aim, list[str]]:
        """Explain why the traveller goes to the trap it will fall for; also return all equally near traps."""
        index = stage % AFTER_DIMWITTED
        target = next_stage - AFTER_DIMWITTED if next_stage >= AFTER_DIMWITTED else next_stage - 1
        folly = self.follies[target]
        considered = {one: self.traps_of(one, place) for one in self.follies[index : target + 1]}
        if folly == DIMWITTED and self.looks_beyond_dimwitted(stage, target):
            for one in self.follies[target + 1 : target + 2]:
                considered[one] = self.traps_of(one, place)
        ahead = {one: [trap for trap in traps if not trap.verdict] for one, traps in considered.items()}
        chosen = next(trap for trap in ahead[folly] if trap.spot == self.name(goal))
        waiting = self.follies[target + 1] if folly == DIMWITTED and target + 1 < len(self.follies) else NONE
        if waiting in considered or not [trap for trap in self.traps_of(waiting, place) if not trap.verdict]:
            waiting = NONE
        text, clauses = self.why_this(
            folly, chosen, ahead, self.looks_beyond_dimwitted(stage, target - 1), place, waiting
        )
        judged = [
            trap if trap.verdict else replace(trap, verdict=self.verdict(trap, chosen))
            for traps in considered.values()
            for trap in traps
        ]
        judged.sort(key=lambda trap: (trap.spot != chosen.spot, not trap.owner, self.nearness(trap), trap.spot))
        level = [trap.spot for trap in ahead[folly] if self.nearness(trap) == self.nearness(chosen)]
        return Aim(FOLLY_LETTERS[folly], chosen.spot, text, clauses, tuple(judged)), level

    def looks_beyond_dimwitted(self, stage: int, index: int) -> bool:
        """Return whether the folly after Dimwitted counts while Dimwitted, at some list index, is current (MW-RULING-28)."""
        fallen = stage == index + AFTER_DIMWITTED
        return self.follies[index : index + 1] == (DIMWITTED,) and (fallen or not self.board.rules.dim_first)

    def verdict(self, trap: TrapSeen, chosen: TrapSeen) -> str:
        """Say what came of a trap within reach."""
        if trap.spot == chosen.spot:
            return "the traveller goes there"
        if self.nearness(trap) > self.nearness(chosen):
            return f"{_short(chosen.spot)} is nearer"
        if trap.folly != chosen.folly:
            return "as near, but of the other folly"
        return "as near; the steps below decide"

    def absence(self, folly: int, place: int) -> tuple[str, tuple[str, ...]]:
        """Explain why no trap of a folly counts from a place on, with the clauses."""
        name = FOLLY_NAMES[folly]
        further = [trap for trap in self.traps_of(folly, place) if trap.position > self.road.positions[place]]
        if not further:
            return f"no {name} trap is ahead", ()
        if not [trap for trap in further if trap.owner]:
            return f"no {name} trap ahead has a claim marker", ("MW-BARGAIN-6",)
        blocked = self.board.roadblock != NONE and self.road.way_from[self.board.roadblock] >= 0
        return f"no way leads to a {name} trap", ("MW-RULING-25" if blocked else "MW-PATH-1",)

    def absences(self, follies: Sequence[int], place: int, last: str = "or") -> tuple[str, tuple[str, ...]]:
        """Explain why no trap of several follies counts."""
        found = [self.absence(one, place) for one in follies]
        clauses = tuple(dict.fromkeys([clause for _, named in found for clause in named]))
        if not clauses and last == "or":
            return f"no {listed([FOLLY_NAMES[one] for one in follies], last='or')} trap is ahead", ()
        if not clauses:
            return f"no {FOLLY_NAMES[follies[0]]} trap is ahead, and no {FOLLY_NAMES[follies[1]]} trap", ()
        return ", and ".join([text for text, _ in found]), clauses

    def why_this(
        self,
        folly: int,
        chosen: TrapSeen,
        ahead: Mapping[int, list[TrapSeen]],
        past_dimwitted: bool,
        place: int,
        waiting: int,
    ) -> tuple[str, tuple[str, ...]]:
        """Explain why a trap is the goal, with the clauses.

        Args:
            folly: the folly of the trap.
            chosen: the trap.
            ahead: the traps that count, by folly.
            past_dimwitted: whether the folly before is Dimwitted and this one already counts.
            place: where the traveller is.
            waiting: the folly with a trap ahead that counts only after a fall for a Dimwitted trap; otherwise `NONE`.
        """
        assert chosen.steps is not None
        name = FOLLY_NAMES[folly]
        clauses = ["MW-DIM-1" if folly == DIMWITTED else "MW-PATH-4"]
        which = f"the only {name} trap ahead"
        if len(ahead[folly]) > 1:
            which = f"the nearest {name} trap ahead"
            if self.board.rules.along:
                which = f"the first {name} trap along the trail"
                clauses.append("MW-RULING-23")
        text = f"To the trap on {_short(chosen.spot)}: it is {which}, {counted(chosen.steps, 'step')} away"
        rivals = [trap for one, traps in ahead.items() if one != folly for trap in traps]
        if rivals:  # only Dimwitted and the folly after it ever compete
            other = f"the nearest {FOLLY_NAMES[FOLLY_LETTERS.index(rivals[0].folly)]} trap, {_short(rivals[0].spot)}"
            if self.nearness(rivals[0]) == self.nearness(chosen):
                first = "Dimwitted" if folly == DIMWITTED else "the next folly"
                text += f", as near as {other}, and {first} comes first"
                clauses.insert(0, "MW-RULING-27")
            else:
                text += f", nearer than {other}"
            clauses.insert(0, "MW-DIM-2")
        missing = [one for one, traps in ahead.items() if not traps]
        if missing:
            words, named = self.absences(missing, place)
            text += f"; {words}"
            clauses += named
            if missing == [DIMWITTED] and past_dimwitted:
                clauses.insert(0, "MW-DIM-2")
            elif [one for one in missing if one in self.follies[: self.follies.index(folly)]]:
                clauses.append("MW-RULING-29")
        if waiting != NONE:
            text += f"; {FOLLY_NAMES[waiting]} counts only after a fall"
            clauses.append("MW-RULING-28")
        return text + ".", tuple(clauses)

    def why_over(self, place: int, stage: int) -> tuple[str, tuple[str, ...]]:
        """Explain why no folly leads on from a place."""
        home = "MW-PATH-3"
        if self.road.rows[place]:
            home = "MW-RULING-33" if self.board.rules.direct else "MW-PATH-6"
        index = stage % AFTER_DIMWITTED
        if stage >= HOMEWARD or index >= len(self.follies):
            return "No folly is left.", (home,)
        if self.board.rules.skip:
            left = self.follies[index:]
            if len(left) > 1 and not [one for one in left if self.absence(one, place)[1]]:
                return f"No trap for {', '.join([FOLLY_NAMES[one] for one in left])} is ahead.", ("MW-RULING-29", home)
            text, clauses = self.absences(left, place)
            return f"N{text[1:]}.", (*(("MW-RULING-29",) if len(left) > 1 else ()), *clauses, home)
        beyond = self.looks_beyond_dimwitted(stage, index)
        looked_at = self.follies[index : index + 2] if beyond else self.follies[index : index + 1]
        ignored = self.follies[index + len(looked_at) :]
        text, clauses = (
            self.absences(looked_at, place, "and") if len(looked_at) > 1 else self.absence(looked_at[0], place)
        )
        if ignored:
            text += f"; {', '.join([FOLLY_NAMES[one] for one in ignored])} will not be looked at"
            first = self.follies[index] == DIMWITTED and not beyond
            clauses = (*(("MW-RULING-28", "MW-RULING-29") if first else ("MW-FOLLY-4", "MW-RULING-29")), *clauses)
        elif len(looked_at) > 1:
            clauses = ("MW-DIM-2", *clauses)
        return f"N{text[1:]}.", (*clauses, home)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def follow(self, place: int, walked: list[int], aim: Aim, goals: Iterable[str]) -> None:
        """Record the steps towards the nearest of some goals."""
        import networkx as nx

        rest: dict[str, int] = {}
        reachable = {goal for goal in goals if goal in self.graph}
        if reachable:
            rest = nx.multi_source_dijkstra_path_length(self.graph.reverse(copy=False), reachable)
        for to in walked:
            start, end = self.name(place), self.name(to)
            others: list[str] = []
            if start in self.graph and end in rest:
                successors = self.graph.successors(start)
                others = [node for node in successors if node != end and rest.get(node) == rest[end]]
            rule, clause = self.why_here(place, to, others)
            kind = next(WAY_KINDS[kind] for kind, there in self.road.steps_from(place) if there == to)
            payments = self.settle(to)
            note, note_clause = ("", "") if payments or not aim.goal else self.why_nothing(to)
            step = Step(
                *(len(self.steps) + 1, start, end, kind, aim, tuple(others), rule, clause),
                *(self.closed_way(place), payments, note, note_clause),
            )
            self.steps.append(step)
            place = to

    def why_here(self, place: int, to: int, others: Sequence[str]) -> tuple[str, str]:
        """Explain why the traveller steps here rather than to other places that are as good."""
        if not others:
            return "", ""
        rows = [self.graph.nodes[node]["row"] for node in others]
        rest = " or ".join([_short(node) for node in others])
        if self.road.rows[to] == 0:
            return f"onto the main trail rather than to {rest}", "MW-PATH-7"
        if self.road.rows[to] < min(rows):
            return f"nearer to the main trail than to {rest}", "MW-PATH-7"
        side = SIDE_NAMES[self.road.sides[to]]
        decider = {"left": "the rule", "random": "a coin", "leader": "the Leader"}[
            self.board.rules.readings["side_tie"]
        ]
        if decider == "the rule":
            return f"to the {side} rather than to {rest}", "MW-RULING-26"
        return f"to the {side} rather than to {rest}, as {decider} decides", "MW-RULING-26"

    def closed_way(self, place: int) -> str:
        """Return where the way that the roadblock closes at a place leads."""
        way = self.board.roadblock
        if way == NONE or self.road.way_from[way] != place:
            return ""
        to = place + self.road.way_step[way]
        there = walkable(self.road, self.board.cards, self.board.rules.open_ground) & self.road.bits[to]
        return self.name(to) if there else ""

    def why_nothing(self, place: int) -> tuple[str, str]:
        """Explain why the card at a place does nothing to a traveller that enters."""
        spot = self.road.spot_at[place]
        if spot == MAIN or self.board.cards[spot] == NONE:
            return "", ""
        card = self.board.table.schemes[self.board.cards[spot]]
        if self.state.claims[spot] == NONE:
            return f"Through {card}: no claim marker lies on it.", "MW-BARGAIN-6"
        if self.met.intersection(card.follies):
            clause = "MW-DIM-3" if DIMWITTED in card.follies else "MW-PATH-8"
            return f"Through {card}: it will not fall for a {card.kind} trap again.", clause
        return f"Through {card}: {card.kind} is not its folly now.", "MW-PATH-9"

    def settle(self, place: int) -> tuple[Payment, ...]:
        """Return what is paid when the traveller enters a place."""
        spot, state = self.road.spot_at[place], self.state
        if spot not in self.due:
            return ()
        owner, card = state.claims[spot], self.board.table.schemes[state.cards[spot]]
        had, worth = state.profit[owner], self.phase.worth(state, spot, self.kind)
        self.phase.settle(state, spot, self.kind)
        change = state.profit[owner] - had
        removed = state.claims[spot] == NONE
        letter = SEAT_LETTERS[owner]
        text = f"{letter} loses {-change}" if self.kind == PEASANT else f"{letter} gains {change}"
        if removed:
            text = "the claim marker is taken off"
        elif change != worth:
            text += f" instead of {abs(worth)}, because {'there' if self.kind == PEASANT else 'the pile'}"
            text += " is no more" if self.kind == PEASANT else " holds no more"
        how = f"{'Past' if card.robbers else 'Falls for'} {card} of {letter}: {text}."
        clause = settle_clause(self.kind, card.robbers, change, worth)
        return (Payment(self.name(place), card.code, letter, change, removed, how, clause),)

    def could_go_straight(self, place: int, walked: list[int]) -> bool:
        """Return whether the way straight to the town differs from the way by the main trail (MW-RULING-33)."""
        readings = {**self.board.rules.readings, "home": "direct"}
        sight = Sight(
            *(self.road, self.board.table, self.state.cards, self.state.claims, self.state.roadblock),
            TravelRules(**readings),
        )
        straight, _stage, _how = self.phase.leg(sight, (), place, HOMEWARD, NOBODY)
        return list(straight) != walked[: len(straight)]

    def head_home(self, place: int, walked: list[int], stage: int) -> None:
        """Record the way back to the main trail and on to the town."""
        town, end = TOWNS[self.road.number], self.name(self.road.end)
        arrives = bool(walked) and walked[-1] == self.road.end
        if self.road.rows[place] and walked:
            if self.board.rules.direct and arrives:
                self.follow(place, walked, Aim("", end, f"The shortest way to {town}.", ("MW-RULING-33",), ()), [end])
                return
            count = 1 + next(number for number, one in enumerate(walked) if self.road.rows[one] == 0)
            goal = self.name(walked[count - 1])
            distances = self.distances(place)
            main = [self.name(one) for one in range(len(self.road.names)) if self.road.spot_at[one] == MAIN]
            level = [one for one in main if one in distances and distances[one] == distances[goal]]
            clauses = ("MW-PATH-6", "MW-RULING-33") if self.could_go_straight(place, walked) else ("MW-PATH-6",)
            aim = Aim("", goal, "The shortest way back to the main trail.", clauses, ())
            self.follow(place, walked[:count], aim, level)
            place, walked = walked[count - 1], walked[count:]
        if walked:
            text = f"Along the main trail to {town}."
            clauses = ("MW-PATH-3",)
            if not arrives:
                text, clauses = "Along the main trail as far as the roadblock.", ("MW-RULING-25",)
            elif [one for one in walked if self.road.rows[one]]:
                text, clauses = f"Around the roadblock to {town}.", ("MW-BUILD-12",)
            goal = self.name(walked[-1])
            self.follow(place, walked, Aim("", goal, text, clauses, ()), [goal])


def explain_path(state: MerryWayState, merchant: str | int, sides: Sequence[int] = ()) -> PathExplanation:
    """Explain why a traveller of the line-up would walk as it does if the Travel phase began or went on now.

    The travellers before it in the line-up walk first.

    Args:
        state: a position with a full line-up.
        merchant: its name, such as ``Red``, or its place in the line-up, 0..4.
        sides: the sides chosen at ties, as in `explain_walk`.

    Returns:
        the trip with its reasons.

    Raises:
        WorkbenchError: there is no such traveller, its folly cards have not been drawn yet, or it has already walked.
    """
    if isinstance(merchant, int) and 0 <= merchant < len(MERCHANTS):
        wanted = merchant
    elif str(merchant).capitalize() in MERCHANTS:
        wanted = MERCHANTS.index(str(merchant).capitalize())
    else:
        raise UnknownNameError(f"There is no traveller {merchant!r}: the travellers are {', '.join(MERCHANTS)}.")
    if state.traveller > wanted:
        raise WorkbenchError(f"{MERCHANTS[wanted]} has walked already in this round; ask at an earlier moment.")
    return explain_travel(state, sides, wanted)[-1]


@rests_on(asks=("travel",), what=WHY)
def explain_travel(state: MerryWayState, sides: Sequence[int] = (), last: int = 4) -> tuple[PathExplanation, ...]:
    """Explain why the travellers would walk as they do if the Travel phase began now (or, during it, went on).

    Args:
        state: a position with a full line-up.
        sides: the sides chosen at ties, as in `explain_walk`.
        last: the last traveller of interest, 0..4.

    Returns:
        the trips with their reasons, in order.

    Raises:
        WorkbenchError: the folly cards have not been drawn yet.
    """
    if NONE in state.line_up:
        raise WorkbenchError("The line-up is not complete yet: some folly cards are still to come.")
    trial, travel = state.copy(), state.game.travel
    found: list[PathExplanation] = []
    left = list(sides)
    for traveller in range(max(0, int(state.traveller)), last + 1):
        trial.traveller = traveller
        follies, kind = travel.follies(trial, traveller), travel.kind(trial, traveller)
        road = travel.road(trial, traveller)
        explainer = _Explainer(trial, follies, kind, road, left, waiting=state.traveller == traveller)
        found.append(explainer.explain(MERCHANTS[traveller]))
    return tuple(found)
