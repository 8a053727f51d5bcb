"""All data of a position of Resource Hog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from workbench.core.state import CHANCE, ENTERING, FURTHEST, OVER, State
from workbench.games.resource_hog import secrets
from workbench.games.resource_hog.components import (
    BIT,
    CHIPS,
    DISCS,
    FOOD,
    GOODS,
    GROW,
    NONE,
    TOKEN_STEP,
)

if TYPE_CHECKING:
    from workbench.core.random import Random
    from workbench.core.types import Action, Number, Seat
    from workbench.games.resource_hog.game import ResourceHog
    from workbench.games.resource_hog.phase import HogPhase
    from workbench.games.resource_hog.types import Area, Areas, Columns, Good

RANKED: Final = ("heads", "castles", "mottes", "manors", "nobles", "peasants", "areas", "money")
"""What ranks a seat, from what counts first (RH-SCORE-1, RH-SCORE-2)."""


class ResourceHogState(State["ResourceHog"]):
    """A position of Resource Hog.

    Area a has place a in a list of areas; goods and ore have place a * GOODS + kind. Sets of areas are masks. Nobles on a
    border also count in the area they attack from, as nobles that are ready; when the battle is decided they are among
    those that have attacked. The table in `fields` says what each field is.
    """

    money: list[int]
    piles: list[int]
    owner: list[int]
    idle: list[int]
    moved: list[int]
    work: list[tuple[int, ...]]
    nobles: list[int]
    spent: list[int]
    store: list[int]
    woodland: list[int]
    fields: list[int]
    heads: list[int]
    wild: list[int]
    ore: list[int]
    seats: list[int]
    roads: Areas
    mines: Areas
    harbours: Areas
    bonus_used: Areas
    fresh: list[int]
    hungry: list[int]
    fish: list[int]
    columns: list[int]
    slaves: Number
    mercs: Number
    round: Number
    step: Number
    order: tuple[int, ...]
    place: Number
    active: Seat
    land: Areas
    entered: Areas
    unmoved: list[int]
    source: Area
    target: Area
    good: Good
    deal: Number
    fee: Number
    bought: Columns
    sold: Columns
    hauled: list[int]
    here: Area
    on_border: list[int]
    fronts: tuple[int, ...]
    attackers: Number
    defenders: Number
    temporary: Number
    side: Number
    dice: Number
    hits: Number
    won: Number
    units: Number
    paying: Number
    receiver: Area
    leaving: tuple[int, ...]
    fled: Number
    realm: list[int]
    discs: list[int]
    left: list[int]
    room: Number
    __slots__ = tuple(__annotations__)

    # -- what follows by itself ----------------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Carry out an action in place, and whatever follows from it without a choice."""
        self.phase.apply(self, action)
        if self.to_move != CHANCE:
            self.settle()

    def settle(self) -> None:
        """Begin phases, and make the moves that need no question, until there is a choice."""
        while True:
            if self.to_move == ENTERING:
                self.phase.begin(self)
                continue
            if self.to_move < 0:
                return
            phase = cast("HogPhase", self.phase)
            action = phase.made_by_itself(self)
            if action == NONE:
                return
            phase.apply(self, action)

    # -- areas ---------------------------------------------------------------------------------------------------------

    def own(self, seat: Seat) -> Areas:
        """Return the areas that a seat controls, as a mask (RH-AREA-5)."""
        return self.realm[seat]

    def claim(self, area: Area, seat: Seat) -> None:
        """Give a seat control of an area, whoever had it before."""
        before = self.owner[area]
        if before != seat:
            if before != NONE:
                self.realm[before] &= ~BIT[area]
            self.owner[area] = int(seat)
            self.realm[seat] |= BIT[area]

    def working(self, area: Area) -> Number:
        """Return how many peasants of an area are at work."""
        found: Number = 0
        sizes = self.game.group_sizes
        for code in self.work[area]:
            found += sizes[code]
        return found

    def peasants(self, area: Area) -> Number:
        """Return the peasants of an area, at work or not (RH-AREA-4)."""
        found: Number = self.idle[area] + self.moved[area]
        if self.work[area]:
            found += self.working(area)
        return found

    def peopled(self, area: Area) -> bool:
        """Return whether any disc has the area as home."""
        return bool(
            self.idle[area] or self.nobles[area] or self.spent[area] or self.moved[area] or len(self.work[area])
        )

    def enemy(self, area: Area, seat: Seat) -> bool:
        """Return whether an area is enemy land; with control=sticky, not without people (RH-AREA-9)."""
        owner = self.owner[area]
        return owner != seat and owner != NONE and self.peopled(area)

    def open_to(self, area: Area, seat: Seat) -> bool:
        """Return whether a seat could enter an area that it does not own."""
        owner = self.owner[area]
        return owner == NONE or (owner != seat and not self.peopled(area))

    def add_peasant(self, area: Area) -> bool:
        """Add an idle peasant in an owned area; False if the owner has no disc left (RH-MARKER-2)."""
        seat = self.owner[area]
        if self.discs[seat] >= DISCS:
            return False
        self.discs[seat] += 1
        self.idle[area] += 1
        return True

    def stock(self, place: Number, number: Number) -> None:
        """Add tokens to a store; the total of all stores never counts beyond `FURTHEST`."""
        if number > self.room:  # the room is seldom short, so it is seldom counted
            self.room = FURTHEST - sum(self.store)
            number = max(0, min(number, self.room))
        self.room -= number
        self.store[place] += int(number)

    def cancel(self, area: Area, code: Number) -> None:
        """Take a worker or group off its work: tokens are lost, ore goes back, the promise ends (RH-FIGHT-15)."""
        game = self.game
        rest = list(self.work[area])
        rest.remove(code)
        self.work[area] = tuple(rest)
        self.idle[area] += game.group_size(code)
        kind = code // TOKEN_STEP
        tokens = TOKEN_STEP - 1 - code % TOKEN_STEP
        if 2 <= kind < 2 + GOODS:
            if not game.mine_stock_endless:
                self.ore[area * GOODS + kind - 2] += tokens
        elif kind == GROW:
            self.stock(area * GOODS + FOOD, tokens)
        else:
            marker = game.marker_of(code)
            if marker != NONE:
                self.left[marker] += 1

    def chips_left(self, good: Good) -> Number:
        """Return a good's unused chips; PLENTY unless the option limits them (RH-RULING-4)."""
        if not self.game.goods_limit_hard:
            return 1_000_000
        used: Number = self.columns[good]
        for place in range(good, len(self.store), GOODS):
            used += self.store[place]
            if good != FOOD:
                used += self.ore[place]
        for codes in self.work:
            for code in codes:
                kind = code // TOKEN_STEP
                if (good != FOOD and kind == 2 + good) or (good == FOOD and kind == GROW):
                    used += TOKEN_STEP - 1 - code % TOKEN_STEP
        return CHIPS[good] - used

    def buildings(self) -> list[int]:
        """Return the markers on the board, in the order of the list `left`."""
        found = [0, 0, 0, 0, 0, 0]
        for area in range(len(self.owner)):
            found[0] += 1 if self.roads & BIT[area] else 0
            found[1] += 1 if self.mines & BIT[area] else 0
            found[2] += 1 if self.harbours & BIT[area] else 0
            found[3] += 1 if self.seats[area] == 1 else 0
            found[4] += 1 if self.seats[area] > 1 else 0
            found[5] += self.fields[area] + self.heads[area]
        return found

    def count_again(self) -> None:
        """Work out again what follows from the rest: control, discs in use, markers left, room in stores."""
        game = self.game
        self.realm = [0] * game.players
        self.discs = [0] * game.players
        self.room = FURTHEST - sum(self.store)
        taken = self.buildings()
        for area in range(len(self.owner)):
            if self.owner[area] != NONE:
                self.realm[self.owner[area]] |= BIT[area]
                people = self.peasants(area) + self.nobles[area] + self.spent[area]
                self.discs[self.owner[area]] += int(people)
            for code in self.work[area]:
                marker = game.marker_of(code)
                if marker != NONE:
                    taken[marker] += 1
        self.left = [most - used for most, used in zip(game.marker_limits, taken, strict=True)]

    # -- secrets -------------------------------------------------------------------------------------------------------

    def conceal(self, seat: int) -> None:
        """Blank what a seat cannot know; see `workbench.games.resource_hog.secrets`."""
        secrets.conceal(self, seat)

    def cover(self, seat: int) -> list[int]:
        """Blank, in place, the piles that a seat cannot know, and return the true ones for `uncover`."""
        piles = self.piles
        self.piles = piles[:]
        secrets.conceal(self, seat)
        return piles

    def uncover(self, kept: list[int]) -> None:
        """Bring back the true piles."""
        self.piles = kept

    def complete(self, rng: Random) -> None:
        """Fill in what `conceal` blanked; see `workbench.games.resource_hog.secrets`."""
        secrets.complete(self, rng)

    # -- results -------------------------------------------------------------------------------------------------------

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return what ranks a seat, in the order of `RANKED`."""
        return self.game.game_over.standing(self, seat)

    def scores(self) -> tuple[int, ...]:
        """Return the stone heads of each seat."""
        return self.game.game_over.points(self)

    def returns(self) -> tuple[float, ...]:
        """Return at the end 1.0 for the best row, or an equal share in a tie; before it 0.0 each."""
        found = [0.0] * self.game.players
        if self.to_move == OVER:
            winners = self.game.game_over.winners(self)
            for seat in winners:
                found[seat] = 1.0 / float(len(winners))
        return tuple(found)
