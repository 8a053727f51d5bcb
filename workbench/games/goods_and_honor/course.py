"""What happened in a match, as data: payments, the middle by turns, how near players could bring the end.

Nothing here is on the rules path, and networkx is imported only when you ask for a graph. A match is played again from its
actions while a listener takes notes, so it does not matter which decisions the game made by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.core.errors import WorkbenchError
from workbench.core.events import Kind, Listener
from workbench.core.figures import rests_on
from workbench.games.goods_and_honor.award import GIVEN
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_GOOD,
    GOODS,
    GUARDS,
    ITEMS,
    NEW,
    NONE,
    SEATS,
    TYPES,
    item_of,
)
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.laws import EMPTY, FREE, best_outputs
from workbench.games.goods_and_honor.phase import MAT_FINAL, TURN_BEGINS
from workbench.games.goods_and_honor.pieces import SEAT_COLOURS
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    import networkx as nx

    from workbench.core.game import Game
    from workbench.core.match import Match

PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")
"""The places in the turn order."""


class Payment(NamedTuple):
    """One award: a Folk against the items of a bid.

    Attributes:
        turn: the number of the turn, from 1.
        giver: the seat that gave the Folk and received the items.
        payer: the seat that received the Folk and paid.
        items: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
    """

    turn: int
    giver: int
    payer: int
    items: tuple[int, ...]


class Turn(NamedTuple):
    """One turn, seen from the middle of the table.

    Attributes:
        number: from 1.
        seat: the active seat.
        before: Food, Wood and Rock in the middle when the turn began.
        after: the same when it ended.
        least_left: how many tokens the active player could have left in the middle by their next Produce Goods phase, when
            the mat was made final, with the layout that takes most: 0 if they could end the game. None if it was over before.
    """

    number: int
    seat: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    least_left: int | None


class _Notes(Listener):
    """Listens to a game that is played again and looks at its position at every event of interest."""

    def __init__(self) -> None:
        super().__init__()
        self.state: GoodsAndHonorState | None = None
        self.payments: list[Payment] = []
        self.turns: list[Turn] = []
        self.wants_ends = False

    def hear(
        self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Note an award, the beginning of a turn, or a final mat; write no words."""
        state = self.state
        if state is None:  # the set-up
            return
        if kind is GIVEN:
            self.payments.append(Payment(state.turn, seat, fields["receiver"], fields["items"]))
        elif kind is TURN_BEGINS:
            self.begin(state)
        elif kind is MAT_FINAL and self.wants_ends:
            self.turns[-1] = self.turns[-1]._replace(least_left=least_left(state, seat))

    def begin(self, state: GoodsAndHonorState) -> None:
        """Begin a turn, and complete the one before."""
        self.end(state)
        supply = tuple(state.supply)
        self.turns.append(Turn(state.turn, state.active, supply, supply, None))

    def end(self, state: GoodsAndHonorState) -> None:
        """Complete the turn noted last."""
        if self.turns:
            self.turns[-1] = self.turns[-1]._replace(after=tuple(state.supply))


def _noted(match: Match, wants_ends: bool = False) -> _Notes:
    """Play a match again, up to where it is, and take notes."""
    notes = _Notes()
    notes.wants_ends = wants_ends
    given = match.origin
    state = GoodsAndHonor.own(match.game.start(notes) if given is None else match.game.position(given))
    state.listener = notes
    notes.state = state
    if state.turn:
        notes.begin(state)
    for action in match.actions:
        state.apply(action)
    notes.end(state)
    return notes


def payments(match: Match) -> tuple[Payment, ...]:
    """Return every award of a match up to where it is, in order (GH-GIVE-1, GH-GIVE-3).

    Args:
        match: a match of this game.

    Raises:
        WorkbenchError: it is a match of another game.

    >>> import workbench as wb
    >>> position = {"honor": {"B": "A1 B2"}, "goods": {"C": "1/0/0"}, "table": "W1", "phase": "bid", "active": "A"}
    >>> match = wb.load("goods_and_honor", players=3).match(position=position)
    >>> for move in ("add:A", "add:B", "close", "add:Food", "give:B"):
    ...     events = match.play(move)
    >>> payments(match)
    (Payment(turn=4, giver=0, payer=1, items=(1, 1, 0, 0, 0, 0, 0, 0, 0)),)
    """
    return tuple(_noted(match).payments)


def turns(match: Match) -> tuple[Turn, ...]:
    """Return every turn of a match so far: the middle before and after, and how near the end could come.

    Args:
        match: a match of this game.

    Raises:
        WorkbenchError: it is a match of another game.

    >>> import workbench as wb
    >>> match = wb.load("goods_and_honor").match(seed=1)
    >>> events = match.play_out("balanced_elder")
    >>> first, *_, last = turns(match)
    >>> first.before, last.after, first.least_left, last.least_left
    ((15, 15, 15), (0, 0, 0), 35, None)
    """
    return tuple(_noted(match, wants_ends=True).turns)


@rests_on("assign", "place", "move_pawn", asks=("produce",), what="How near a seat can bring the end")
def least_left(state: GoodsAndHonorState, seat: int) -> int | None:
    """Return how near a seat can bring the end: tokens left after its next production, laid out for that.

    The other mats count as they are: those that produce before the seat cannot change by then (GH-END-5). All Folks of the seat
    may move, those in New included; with `rearrange=none` only those in New or in hand.

    Args:
        state: a position in the seat's turn, after its Produce Goods phase.
        seat: 0..n-1.

    Returns:
        the tokens left with the layout that takes most: 0 if it can end the game (GH-END-1). None if the game ends before it is
        that seat's turn again.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor", players=3)
    >>> mats = {"A": "Guards P2 W2 R2", "B": "Food P2"}
    >>> position = {"active": "A", "phase": "assign", "mats": mats}
    >>> [least_left(game.position({**position, "supply": supply}), 0) for supply in ("2/1/1", "2/2/1", "4/1/1", "1/0/0")]
    [0, 1, 2, None]
    """
    rules = state.game
    ahead = state.copy()
    for step in range(1, rules.players):
        if rules.produce.produce(ahead, (seat + step) % rules.players, takes=True, from_box=False):
            return None
    fixed = EMPTY if rules.may_rearrange else tuple([state.section(seat, section) for section in range(GUARDS + 1)])
    loose = state.folk(seat) if rules.may_rearrange else state.section(seat, NEW)
    folk = tuple([here + hand for here, hand in zip(loose, state.hand(seat), strict=True)])
    carry = state.carry[seat * GOODS : (seat + 1) * GOODS]
    least = sum(ahead.supply)
    for best in best_outputs(rules, folk, pawn=FREE if rules.elder_pawns_on else NONE, carry=carry, fixed=fixed):
        trial = ahead.copy()
        trial.pawns[seat] = best.pawn
        for section in range(GUARDS + 1):
            base = seat * CELLS + section * TYPES
            trial.mats[base : base + TYPES] = best.layout[section]
        if rules.produce.produce(trial, seat, takes=True, from_box=False):
            return 0
        least = min(least, sum(trial.supply))
    return least


# -- the flow of chips and Goods ---------------------------------------------------------------------------------------

EVERY_CHIP: Final = "chips"
OWN_CHIP: Final = "own chips"
EVERY_GOOD: Final = "goods"


def flows(matches: Match | Sequence[Match], items: str = EVERY_CHIP, by_turn_order: bool = False) -> nx.DiGraph:
    """Return who paid whom how much, in one match or as the mean of several.

    Args:
        matches: a match, or several of the same number of players.
        items: what to count: ``chips``, ``own chips`` (those in the colour of the payer), ``goods``, or one item: a letter
            for the chips of that colour, ``Food``, ``Wood`` or ``Rock``.
        by_turn_order: whether the nodes are places in the turn order instead of seats. A letter is still the colour of
            that seat.

    Returns:
        a `networkx.DiGraph` with a node for each seat (0..n-1) or place, in order: ``label`` and ``colour``. An edge leads
        from payer to giver wherever the giver chose the payer: ``weight``, the mean number of the items counted in a match,
        ``awards``, the mean number of awards, and ``items``, the mean of each of the nine items.

    Raises:
        WorkbenchError: there is no match, the numbers of players differ, or there is no such item.

    >>> import workbench as wb
    >>> position = {"honor": {"B": "A1 B2"}, "goods": {"C": "1/0/0"}, "table": "W1", "phase": "bid", "active": "A"}
    >>> match = wb.load("goods_and_honor", players=3).match(position=position)
    >>> for move in ("add:A", "add:B", "close", "add:Food", "give:B"):
    ...     events = match.play(move)
    >>> [flows(match, items).edges[1, 0]["weight"] for items in ("chips", "own chips", "A", "goods")]
    [2, 1, 1, 0]
    """
    import networkx as nx

    played = [matches] if not isinstance(matches, Sequence) else list(matches)
    if not played:
        raise WorkbenchError("A flow needs at least one match.")
    players = played[0].game.players
    if any([match.game.players != players for match in played]):
        raise WorkbenchError("A mean flow needs matches of the same number of players.")
    graph = nx.DiGraph()
    for seat in range(players):
        graph.add_node(seat, label=PLACES[seat] if by_turn_order else SEATS[seat], colour=SEAT_COLOURS[seat])
    for match in played:
        first = int(GoodsAndHonor.own(match.state).first) if by_turn_order else 0
        for payment in payments(match):
            payer, giver = (payment.payer - first) % players, (payment.giver - first) % players
            if not graph.has_edge(payer, giver):
                graph.add_edge(payer, giver, weight=0, awards=0, items=(0,) * ITEMS)
            edge = graph.edges[payer, giver]
            edge["weight"] += _counted(payment, items, players)
            edge["awards"] += 1
            edge["items"] = tuple([old + new for old, new in zip(edge["items"], payment.items, strict=True)])
    if len(played) > 1:
        for _, _, edge in graph.edges(data=True):
            edge["weight"] /= len(played)
            edge["awards"] /= len(played)
            edge["items"] = tuple([count / len(played) for count in edge["items"]])
    return graph


def _counted(payment: Payment, items: str, players: int) -> int:
    """Return how many of the counted items a payment holds."""
    if items == EVERY_CHIP:
        return sum(payment.items[:players])
    if items == OWN_CHIP:
        return payment.items[payment.payer]
    if items == EVERY_GOOD:
        return sum(payment.items[FIRST_GOOD:])
    return payment.items[item_of(items)]
