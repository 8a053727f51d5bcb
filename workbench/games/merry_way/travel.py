"""How a traveller walks: the travel rules on flat tables, leg by leg (MW-LINE to MW-GUARD).

A *leg* is a part of a trip that nobody can interrupt: up to the next fall, the next tie that somebody has to break, or the end.
Where a traveller is, is two whole numbers: its place on the road and its *stage*, which says what it is doing. A trip is

>>> from workbench.games.merry_way.cards import cards
>>> from workbench.games.merry_way.trail import geometry
>>> board = geometry()
>>> on_board, claims = list(board.empty()), list(board.empty())
>>> on_board[board.spot("L1.4")], claims[board.spot("L1.4")] = cards.scheme_of("GR2"), 0
>>> sight = Sight(board.roads[0], cards, tuple(on_board), tuple(claims), -1, TravelRules())
>>> places, stage, how = next_leg(sight, (0, 1), sight.road.start, FIRST_STAGE, NOBODY)
>>> [sight.road.names[place] for place in places], how == FALL
(['M1', 'M2', 'M3', 'L1.4'], True)
>>> places, stage, how = next_leg(sight, (0, 1), places[-1], stage, NOBODY)
>>> [sight.road.names[place] for place in places], how == END
(['M4'], True)

The traveller's kind plays no part in where it goes (MW-PEASANT-2, MW-GUARD-2); what is paid is `change_of_profit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import OptionError
from workbench.games.merry_way.cards import DIMWITTED, FOLLIES, GUARD, MERCHANT, NONE, Cards
from workbench.games.merry_way.trail import LEFT, Road, walkable

if TYPE_CHECKING:
    from mypy_extensions import i64

END: Final = 0
FALL: Final = 1
TIE: Final = 2
"""How a leg ends: the trip is over, the traveller has fallen for the trap at its place, or somebody has to choose a side."""

FIRST_STAGE: Final = 0
"""The stage at the start of a trip. Stages 0..3 say which folly of the list is current."""
AFTER_DIMWITTED: Final = 8
"""Added to the stage while Dimwitted is current and the traveller has fallen for it already."""
HOMEWARD: Final = 16
"""No folly leads on: the traveller goes to the main trail (MW-PATH-6)."""
ONWARD: Final = 17
"""The traveller has reached the main trail again and goes to the town (MW-PATH-3)."""

NOBODY: Final = -1
"""Given as the side while nobody has chosen one."""
UNLIMITED: Final = -1
"""A pile of profit that never runs out (MW-RULING-35)."""

TRAVEL_CHOICES: Final = {
    "nearest": ("steps", "along"),
    "side_tie": ("left", "random", "leader"),
    "dim_tie": ("next", "dim"),
    "dim_first": ("none", "one"),
    "stuck_folly": ("strict", "skip"),
    "home": ("main_first", "direct"),
    "roadblock_policy": ("avoid", "stop"),
    "open_ground": ("closed", "row1"),
}
"""The options that decide where travellers walk, with their values, the default first."""


class TravelRules:
    """The options that decide where travellers walk, in the form the rules path reads them.

    Args:
        nearest: ``steps`` or ``along`` (MW-RULING-23).
        side_tie: ``left``, ``random`` or ``leader`` (MW-RULING-26).
        dim_tie: ``next`` or ``dim`` (MW-RULING-27).
        dim_first: ``none`` or ``one`` (MW-RULING-28).
        stuck_folly: ``strict`` or ``skip`` (MW-RULING-29).
        home: ``main_first`` or ``direct`` (MW-RULING-33).
        roadblock_policy: ``avoid`` or ``stop`` (MW-RULING-25).
        open_ground: ``closed`` or ``row1`` (MW-RULING-6).

    Raises:
        OptionError: a value that is not one of these.

    Attributes:
        readings: the values by option.
        along, dim_wins_tie, dim_first, skip, direct, stop, open_ground: whether the second value is in force.
        ask_side: whether ties between left and right are broken by somebody, not by the rules.
    """

    __slots__ = ("along", "ask_side", "dim_first", "dim_wins_tie", "direct", "open_ground", "readings", "skip", "stop")
    readings: dict[str, str]
    along: bool
    ask_side: bool
    dim_wins_tie: bool
    dim_first: bool
    skip: bool
    direct: bool
    stop: bool
    open_ground: bool

    def __init__(
        self,
        nearest: str = "steps",
        side_tie: str = "left",
        dim_tie: str = "next",
        dim_first: str = "none",
        stuck_folly: str = "strict",
        home: str = "main_first",
        roadblock_policy: str = "avoid",
        open_ground: str = "closed",
    ) -> None:
        values = (nearest, side_tie, dim_tie, dim_first, stuck_folly, home, roadblock_policy, open_ground)
        self.readings = dict(zip(TRAVEL_CHOICES, values, strict=True))
        second = [_second(name, value) for name, value in self.readings.items()]
        self.along, self.ask_side, self.dim_wins_tie, self.dim_first = second[:4]
        self.skip, self.direct, self.stop, self.open_ground = second[4:]

    def __repr__(self) -> str:
        changed = [f"{name}={value!r}" for name, value in self.readings.items() if value != TRAVEL_CHOICES[name][0]]
        return f"TravelRules({', '.join(changed)})"


def _second(name: str, value: str) -> bool:
    """Whether an option has another value than its default."""
    allowed = TRAVEL_CHOICES[name]
    if value not in allowed:
        raise OptionError(f"{name} must be {' or '.join(map(repr, allowed))}, not {value!r}.")
    return value != allowed[0]


class Sight:
    """What matters of a road to the travellers on it, as sets of places.

    It is made from the board before each trip; a Guard that takes a claim marker off makes it out of date.

    Args:
        road: the road.
        table: the cards of the game.
        cards: by spot: the scheme type there, or `NONE`.
        claims: by spot: the seat whose claim marker lies there, or `NONE`.
        blocked: the way under the roadblock, or `NONE`.
        rules: the options of travel.

    Attributes:
        road, rules: as given.
        places: where a traveller may be, as a mask; without dead ends, unless the rules stop travellers there.
        traps: by folly: the places with a claimed trap of that folly, as a mask (MW-BARGAIN-6, MW-PATH-9).
        robbers: the places with claimed Robbers, as a mask.
        keep_left, keep_right, keep_both: the places from which each kind of step is not blocked, as a mask.
        blocked_from: the place from which the main trail is blocked, or -1.
    """

    __slots__ = ("blocked_from", "keep_both", "keep_left", "keep_right", "places", "road", "robbers", "rules", "traps")
    road: Road
    rules: TravelRules
    places: int
    traps: list[int]
    robbers: int
    keep_left: int
    keep_right: int
    keep_both: int
    blocked_from: i64

    def __init__(
        self,
        road: Road,
        table: Cards,
        cards: tuple[int, ...],
        claims: tuple[int, ...],
        blocked: i64,
        rules: TravelRules,
    ) -> None:
        self.road = road
        self.rules = rules
        traps = [0] * FOLLIES
        robbers = 0
        bits = road.bits
        place_of = road.place_of
        follies = table.follies
        for spot in road.spots:
            if claims[spot] >= 0:
                bit = bits[place_of[spot]]
                works_on = follies[cards[spot]]
                if works_on:
                    for folly in works_on:
                        traps[folly] |= bit
                else:
                    robbers |= bit
        self.traps = traps
        self.robbers = robbers
        self.keep_left = -1
        self.keep_right = -1
        self.keep_both = -1
        self.blocked_from = -1
        if blocked >= 0:
            begin = road.way_from[blocked]
            if begin >= 0:
                step = road.way_step[blocked]
                if step == 1:
                    self.keep_right = ~bits[begin]
                elif step == road.width:
                    self.keep_left = ~bits[begin]
                else:
                    self.keep_both = ~bits[begin]
                    if road.main & bits[begin]:
                        self.blocked_from = begin
        self.places = walkable(road, cards, rules.open_ground)
        if not rules.stop:
            while True:  # a place without a way on is not entered (MW-RULING-25)
                alive = self.places & (self.before(self.places) | bits[road.end])
                if alive == self.places:
                    break
                self.places = alive

    def after(self, places: int) -> int:
        """The places one step further on than some places."""
        width = self.road.width
        return (
            (places & self.keep_right) << 1
            | (places & self.keep_left) << width
            | (places & self.keep_both) << (width + 1)
        ) & self.places

    def before(self, places: int) -> int:
        """The places from which one step leads to some places."""
        width = self.road.width
        return (
            (places >> 1 & self.keep_right)
            | (places >> width & self.keep_left)
            | (places >> (width + 1) & self.keep_both)
        ) & self.places

    def nearest(self, place: i64, wanted: int, along: bool) -> tuple[int, i64, i64]:
        """The nearest of some places ahead (MW-PATH-4, MW-RULING-23).

        Args:
            place: where the traveller is.
            wanted: the places looked for, as a mask.
            along: whether the first along the trail is the nearest, and of those the one with the fewest steps.

        Returns:
            those that are equally near, as a mask; how many steps away they are; a number that is smaller for nearer ones.
            The mask is 0 if none can be reached.
        """
        wanted &= self.places
        if not wanted:
            return 0, 0, 0
        front = self.road.bits[place]
        first: i64 = 0
        if along:
            reached = front
            while front:
                front = self.after(front)
                reached |= front
            wanted &= reached & ~self.road.bits[place]
            if not wanted:
                return 0, 0, 0
            at_position = self.road.at_position
            first = self.road.positions[place]
            while not wanted & at_position[first]:
                first += 1
            wanted &= at_position[first]
            front = self.road.bits[place]
        steps: i64 = 0
        while True:
            front = self.after(front)
            if not front:
                return 0, 0, 0
            steps += 1
            if front & wanted:
                return front & wanted, steps, first * 64 + steps


def next_leg(
    sight: Sight, follies: tuple[int, ...], place: i64, stage: i64, side: i64
) -> tuple[tuple[int, ...], i64, i64]:
    """The next leg of a trip.

    Args:
        sight: the road as it is now.
        follies: the traveller's follies in order (`cards.folly_list`).
        place: where the traveller is; `road.start` at first.
        stage: what it is doing; `FIRST_STAGE` at first.
        side: the side chosen (`LEFT` or `RIGHT`) if the last leg ended with a tie, otherwise `NOBODY`.

    Returns:
        the places entered, in order; the new stage; and how the leg ends. After `TIE`, the ways open to the left and to the
        right lead to ``road.second`` and ``road.third`` of the place where the traveller now is.
    """
    rules = sight.rules
    walked: list[int] = []
    if stage < HOMEWARD:
        goals, steps, next_stage = _goals(sight, follies, place, stage)
        if goals:
            if _walk(sight, place, goals, steps, side, walked):
                return tuple(walked), stage, TIE
            return tuple(walked), next_stage, FALL
        stage = HOMEWARD
    road = sight.road
    bits = road.bits
    goals = 0
    steps = 0
    if stage == HOMEWARD and not road.main & bits[place]:
        if rules.direct:
            goals, steps, _ = sight.nearest(place, bits[road.end], False)
        if not goals:
            goals, steps, _ = sight.nearest(place, road.main, False)
        if not goals:
            return (), HOMEWARD, END  # a roadblock that closes every way on (MW-RULING-25)
        if _walk(sight, place, goals, steps, side, walked):
            return tuple(walked), HOMEWARD, TIE
        place = walked[len(walked) - 1]
        side = NOBODY
    if sight.blocked_from >= place:  # the main trail is the shortest way on unless it is blocked
        goals, steps, _ = sight.nearest(place, bits[road.end], False)
        if goals and _walk(sight, place, goals, steps, side, walked):
            return tuple(walked), ONWARD, TIE
    if walked:
        place = walked[len(walked) - 1]
    while place != sight.blocked_from and place != road.end:
        place = road.first[place]
        walked.append(int(place))
    return tuple(walked), ONWARD, END


def _goals(sight: Sight, follies: tuple[int, ...], place: i64, stage: i64) -> tuple[int, i64, i64]:
    """Which traps draw a traveller now (MW-FOLLY-3, MW-FOLLY-4, MW-DIM-1, MW-DIM-2).

    Returns:
        the places of the nearest traps that count, as a mask, 0 if there is none; how many steps away they are; and the stage
        after falling for one.
    """
    rules = sight.rules
    index = stage % AFTER_DIMWITTED
    fallen = stage >= AFTER_DIMWITTED
    while index < len(follies):
        folly = follies[index]
        goals, steps, far = sight.nearest(place, sight.traps[folly], rules.along)
        next_stage = index + 1
        if folly == DIMWITTED:
            next_stage = index + AFTER_DIMWITTED
            if index + 1 < len(follies) and (fallen or not rules.dim_first):
                others, other_steps, other_far = sight.nearest(place, sight.traps[follies[index + 1]], rules.along)
                if others and (not goals or other_far < far or (other_far == far and not rules.dim_wins_tie)):
                    return others, other_steps, index + 2
        if goals or not rules.skip:
            return goals, steps, next_stage
        index += 1
    return 0, 0, stage


def _walk(sight: Sight, place: i64, goals: int, steps: i64, side: i64, walked: list[int]) -> bool:
    """Walk to the nearest of some places, as near to the main trail as possible (MW-PATH-4, MW-PATH-7).

    Args:
        sight: the road.
        place: where the traveller is.
        goals: where it goes, as a mask.
        steps: how many steps away they are.
        side: the side chosen if the walk begins with a tie that somebody has broken.
        walked: the places entered; the walk is added.

    Returns:
        whether the walk has stopped at a tie that somebody has to break.
    """
    road = sight.road
    bits = road.bits
    rests = [goals]  # by number of steps: the places that are so far from a goal
    for _step in range(steps - 1):
        rests.append(sight.before(rests[len(rests) - 1]))
    rest = steps
    while rest > 0:
        rest -= 1
        choices = sight.after(bits[place]) & rests[rest]
        to = road.first[place]
        if not choices & bits[to]:
            to = road.second[place]
            other = road.third[place]
            if not choices & bits[to]:
                to = other
            elif sight.rules.ask_side and road.main & bits[place] and choices & bits[other]:
                if side == NOBODY:
                    return True
                if side != LEFT:
                    to = other
        side = NOBODY
        walked.append(to)
        place = to
    return False


def trip(
    sight: Sight, follies: tuple[int, ...], sides: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A whole trip.

    Args:
        sight: the road as it is when the traveller sets out.
        follies: the traveller's follies in order.
        sides: the sides chosen at ties, if the rules leave them to somebody; left when there are no more.

    Returns:
        the places entered in order, and those of them where the traveller falls for a trap.
    """
    place = sight.road.start
    stage: i64 = FIRST_STAGE
    side: i64 = NOBODY
    chosen = 0
    entered: list[int] = []
    falls: list[int] = []
    while True:
        leg, stage, how = next_leg(sight, follies, place, stage, side)
        entered.extend(leg)
        if leg:
            place = leg[len(leg) - 1]
        if how == END:
            return tuple(entered), tuple(falls)
        side = NOBODY
        if how == FALL:
            falls.append(int(place))
        else:
            side = sides[chosen] if chosen < len(sides) else LEFT
            chosen += 1


def change_of_profit(kind: i64, amount: i64, profit: i64, debt: bool, pile: i64) -> i64:
    """How an owner's profit changes when a traveller falls for a trap or enters Robbers' clearing.

    Args:
        kind: what the traveller is: `MERCHANT`, `PEASANT` or `GUARD`.
        amount: the profit on the card.
        profit: what the owner has.
        debt: whether a Peasant may leave the owner with less than nothing (MW-RULING-31).
        pile: how much profit is left to be gained, or `UNLIMITED` (MW-RULING-35).

    Returns:
        what the owner gains (MW-PATH-4, MW-ROB-2), or loses if negative (MW-PEASANT-3); 0 for a Guard (MW-GUARD-3).

    >>> change_of_profit(0, 3, 0, False, -1), change_of_profit(1, 3, 1, False, -1), change_of_profit(2, 3, 1, False, -1)
    (3, -1, 0)
    """
    if kind == GUARD:
        return 0
    if kind == MERCHANT:
        return pile if 0 <= pile < amount else amount
    return -amount if debt or profit > amount else -max(profit, 0)


def resolve(
    road: Road,
    table: Cards,
    rules: TravelRules,
    cards: tuple[int, ...],
    claims: tuple[int, ...],
    blocked: i64,
    profits: tuple[int, ...],
    kind: i64,
    follies: tuple[int, ...],
    debt: bool = False,
    pile: i64 = UNLIMITED,
) -> tuple[tuple[int, ...], tuple[int, ...], i64]:
    """What one traveller's trip changes, without a position: for players that think ahead, and for teaching.

    Args:
        road: where it walks.
        table: the cards of the game.
        rules: the options of travel; ties that somebody would break go to the left.
        cards: by spot: the scheme type there, or `NONE`.
        claims: by spot: the seat whose claim marker lies there, or `NONE`.
        blocked: the way under the roadblock, or `NONE`.
        profits: by seat.
        kind: what the traveller is.
        follies: its follies in order.
        debt, pile: as in `change_of_profit`.

    Returns:
        the profits, the claim markers and the pile afterwards.
    """
    sight = Sight(road, table, cards, claims, blocked, rules)
    entered, falls = trip(sight, follies)
    after = list(profits)
    left = list(claims)
    spot_at = road.spot_at
    for place in entered:
        if sight.robbers & road.bits[place] or place in falls:
            spot = spot_at[place]
            owner = claims[spot]
            change = change_of_profit(kind, table.profit[cards[spot]], after[owner], debt, pile)
            after[owner] += int(change)
            if pile >= 0:
                pile -= change
            if kind == GUARD:
                left[spot] = NONE
    return tuple(after), tuple(left), pile
