"""What a traveller sees of its road, as sets of places, and the readings of the rules of travel.

The phase (`travel.Travel`) decides where the traveller then goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import OptionError
from workbench.core.state import FURTHEST
from workbench.core.words import listed
from workbench.games.merry_way.cards import FOLLIES, Cards
from workbench.games.merry_way.trail import Road, walkable

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.merry_way.types import Place, Way

UNLIMITED: Final = FURTHEST
"""A pile of profit that never runs out (MW-RULING-35)."""

TRAVEL_CHOICES: Final = {
    "nearest": ("steps", "along"),  # MW-RULING-23
    "side_tie": ("left", "random", "leader"),  # MW-RULING-26
    "dim_tie": ("next", "dim"),  # MW-RULING-27
    "dim_first": ("none", "one"),  # MW-RULING-28
    "stuck_folly": ("strict", "skip"),  # MW-RULING-29
    "home": ("main_first", "direct"),  # MW-RULING-33
    "roadblock_policy": ("avoid", "stop"),  # MW-RULING-25
    "open_ground": ("closed", "row1"),  # MW-RULING-6
}
"""The options that decide where travellers walk, with their values, the default first."""


class TravelRules:
    """The options that decide where travellers walk, in the form that the compiled rules read.

    Args:
        readings: values from `TRAVEL_CHOICES` by option; options left out have their defaults.

    Raises:
        OptionError: a value is not one of these.

    Attributes:
        readings: the values by option.
        along, dim_wins_tie, dim_first, skip, direct, stop, open_ground: whether the option has its second value.
        ask_side: whether somebody, and not the rules, breaks ties between left and right.
    """


    def __init__(self, **readings: str) -> None:
        self.readings = {name: readings.get(name, values[0]) for name, values in TRAVEL_CHOICES.items()}
        second = [_second(name, value) for name, value in self.readings.items()]
        self.along, self.ask_side, self.dim_wins_tie, self.dim_first = second[:4]
        self.skip, self.direct, self.stop, self.open_ground = second[4:]

    def __repr__(self) -> str:
        changed = [f"{name}={value!r}" for name, value in self.readings.items() if value != TRAVEL_CHOICES[name][0]]
        return f"TravelRules({', '.join(changed)})"


def _second(name: str, value: str) -> bool:
    """Return whether an option has another value than its default."""
    allowed = TRAVEL_CHOICES[name]
    if value not in allowed:
        raise OptionError(f"{name} must be {listed(list(map(repr, allowed)), last='or')}, not {value!r}.")
    return value != allowed[0]


class Sight:
    """Everything on a road that matters to its travellers, as sets of places.

    It is made from the board before each trip, and it is out of date once a Guard takes a claim marker off.

    Args:
        road: the road.
        table: the cards of the game.
        cards: by spot: the scheme type there, or `NONE`.
        claims: by spot: the seat whose claim marker lies there, or `NONE`.
        blocked: the way under the roadblock, or `NONE`.
        rules: the options of travel.

    Attributes:
        road, rules: as given.
        places: the places where a traveller may be, as a mask; dead ends only if the rules stop travellers there.
        traps: by folly: the places with a claimed trap of that folly, as a mask (MW-BARGAIN-6, MW-PATH-9).
        robbers: the places with claimed Robbers, as a mask.
        keep_left, keep_right, keep_both: the places from which each kind of step is free, as a mask.
        blocked_from: the place from which the main trail is blocked, or -1.
    """

    road: Road
    rules: TravelRules
    places: int
    traps: list[int]
    robbers: int
    keep_left: int
    keep_right: int
    keep_both: int
    blocked_from: Place
    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        road: Road,
        table: Cards,
        cards: tuple[int, ...],
        claims: tuple[int, ...],
        blocked: Way,
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
            while True:  # nobody enters a place without a way on (MW-RULING-25)
                alive = self.places & (self.before(self.places) | bits[road.end])
                if alive == self.places:
                    break
                self.places = alive

    def after(self, places: int) -> int:
        """Return the places one step further on than some places."""
        width = self.road.width
        return (
            (places & self.keep_right) << 1
            | (places & self.keep_left) << width
            | (places & self.keep_both) << (width + 1)
        ) & self.places

    def before(self, places: int) -> int:
        """Return the places from which one step leads to some places."""
        width = self.road.width
        return (
            (places >> 1 & self.keep_right)
            | (places >> width & self.keep_left)
            | (places >> (width + 1) & self.keep_both)
        ) & self.places

    def nearest(self, place: Place, wanted: int, along: bool) -> tuple[int, Number, Number]:
        """Find the nearest of some places ahead (MW-PATH-4, MW-RULING-23).

        Args:
            place: where the traveller is.
            wanted: the places to look for, as a mask.
            along: whether the nearest place is the first along the trail, and among equals the one with the fewest steps.

        Returns:
            the equally near places, as a mask; how many steps away they are; and a number that is smaller for nearer places.
            The mask is 0 if no place can be reached.
        """
        wanted &= self.places
        if not wanted:
            return 0, 0, 0
        front = self.road.bits[place]
        first: Number = 0
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
        steps: Number = 0
        while True:
            front = self.after(front)
            if not front:
                return 0, 0, 0
            steps += 1
            if front & wanted:
                return front & wanted, steps, first * 64 + steps
