"""All data of a position of For Goods and Honor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from workbench.core.state import CHANCE, ENTERING, FURTHEST, OVER, State
from workbench.games.goods_and_honor import secrets
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    FIRST_GOOD,
    ITEMS,
    NONE,
    TYPES,
)
from workbench.games.goods_and_honor.scoring import score_parts, winners

if TYPE_CHECKING:
    from workbench.core.random import Random
    from workbench.core.types import Action, Number, Seat, Seats
    from workbench.games.goods_and_honor.game import GoodsAndHonor
    from workbench.games.goods_and_honor.phase import GoodsPhase
    from workbench.games.goods_and_honor.types import Section

RUNNING: Final = 0
GOODS_GONE: Final = 1
STALLED: Final = 2
CAPPED: Final = 3
BAG_SHORT: Final = 4
END_REASONS: Final = ("running", "goods", "stall", "cap", "bag")


class GoodsAndHonorState(State["GoodsAndHonor"]):
    """A position of For Goods and Honor.

    Counts are kept in flat lists: those of seat s begin at s times the number of counts a seat has. A view keeps all
    stashes: every change of a stash is public, so its content follows from what everybody has seen (GH-RULING-23); screens
    hide it only from the board and its text. The only secrets are bids and set-up placements that are not revealed (GH-BID-5,
    GH-RULING-25).

    The table in `fields` says what each field means.
    """

    supply: list[int]
    bag: list[int]
    table_folk: list[int]
    table_nastigans: Number
    mats: list[int]
    pawns: list[int]
    stashes: list[int]
    in_hand: list[int]
    last_section: Section
    new_quota: list[int]
    carry: list[int]
    said: list[int]
    bids: list[int]
    closed: Seats
    named: tuple[int, ...]
    defended: list[int]
    first: Seat
    active: Seat
    turn: Number
    last_take: Number
    end_reason: Number
    hidden: Seats
    story: tuple[int, ...]
    __slots__ = tuple(__annotations__)

    # -- what follows by itself ----------------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Carry out an action in place, and everything that follows it without a choice."""
        self.phase.apply(self, action)
        if self.to_move != CHANCE:
            self.settle()

    def settle(self) -> None:
        """Begin phases and make single moves (GH-HOUSE-11) until there is a choice or a random event."""
        while True:
            if self.to_move == ENTERING:
                self.phase.begin(self)
            elif self.to_move < 0 or not self.game.auto_single:
                return
            else:
                phase = cast("GoodsPhase", self.phase)
                if not phase.may_be_single(self):
                    return
                legal = phase.legal(self)
                if len(legal) != 1:
                    return
                phase.apply(self, legal[0])

    # -- what the rules and the players often ask ----------------------------------------------------------------------

    def goods(self, seat: int) -> tuple[int, ...]:
        """Return the Food, Wood and Rock of a seat."""
        base = seat * ITEMS
        return tuple(self.stashes[base + FIRST_GOOD : base + ITEMS])

    def honor(self, seat: int) -> tuple[int, ...]:
        """Return the chips a seat holds, one count for each player's colour."""
        base = seat * ITEMS
        return tuple(self.stashes[base : base + self.game.players])

    def stash(self, seat: int) -> tuple[int, ...]:
        """Return the nine counts of a seat's stash."""
        return tuple(self.stashes[seat * ITEMS : (seat + 1) * ITEMS])

    def bid(self, seat: int) -> tuple[int, ...]:
        """Return the nine counts of a seat's bid."""
        return tuple(self.bids[seat * ITEMS : (seat + 1) * ITEMS])

    def section(self, seat: int, section: int) -> tuple[int, ...]:
        """Return the Folks in a section of a mat, by type."""
        base = seat * CELLS + section * TYPES
        return tuple(self.mats[base : base + TYPES])

    def folk(self, seat: int) -> tuple[int, ...]:
        """Return all Folks on a mat, by type."""
        base = seat * CELLS
        return tuple([sum(self.mats[base + kind : base + CELLS : TYPES]) for kind in range(TYPES)])

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the Folks a seat must still place, by type."""
        return tuple(self.in_hand[seat * TYPES : (seat + 1) * TYPES])

    def folk_in_bag(self) -> Number:
        """Return how many Folks the bag holds; Nastigans do not count."""
        bag = self.bag
        return bag[0] + bag[1] + bag[2] + bag[3]

    def offered(self) -> int:
        """Return the type of the Folk to be given away, the only one on the table; NONE if it is not one."""
        found = NONE
        for kind in range(TYPES):
            if self.table_folk[kind] > 1 or (self.table_folk[kind] and found != NONE):
                return NONE
            if self.table_folk[kind]:
                found = kind
        return found

    def has_closed(self, seat: Seat) -> bool:
        """Return whether a seat has closed its hand in this auction."""
        return bool(self.closed & BIT[seat])

    def count_turn(self) -> None:
        """Count one more turn; at the limit set the count back by a round, since only differences matter."""
        if self.turn == FURTHEST:
            players: Number = self.game.players
            self.turn -= players
            if self.last_take > players:
                self.last_take -= players
        self.turn += 1

    def note(self, action: Action) -> None:
        """Add an action to the story of the turn. Callers check `listener is not None` first."""
        self.story = (*self.story, int(action))

    # -- secrets -------------------------------------------------------------------------------------------------------

    def conceal(self, seat: int) -> None:
        """Blank what a seat cannot know; see `workbench.games.goods_and_honor.secrets`."""
        secrets.conceal(self, seat)

    def complete(self, rng: Random) -> None:
        """Fill in what `conceal` blanked; see `workbench.games.goods_and_honor.secrets`."""
        secrets.complete(self, rng)

    # -- results -------------------------------------------------------------------------------------------------------

    def score_now(self, seat: int) -> tuple[int, int, int, int]:
        """Return a seat's score now in four parts: sets of Goods, Goods left, sets of Honor, chips left."""
        return score_parts(self.game, self.stash(seat), seat)

    def scores(self) -> tuple[int, ...]:
        """Return what each seat would score if the game ended now."""
        return tuple([sum(self.score_now(seat)) for seat in range(self.game.players)])

    def returns(self) -> tuple[float, ...]:
        """Return 1.0 for the winner or an equal share for several (GH-RULING-38); before the end 0.0 each."""
        players = self.game.players
        found = [0.0] * players
        if self.to_move == OVER:
            best = winners(self.game, [self.stash(seat) for seat in range(players)], int(self.first))
            for seat in best:
                found[seat] = 1.0 / len(best)
        return tuple(found)
