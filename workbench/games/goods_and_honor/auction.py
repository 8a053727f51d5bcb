"""Draw 2 New Folks, second half: talk, bids in closed hands, the award, and a gift that is placed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.assign import Placing
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    CLOSE,
    FIRST_ADD,
    FIRST_GIVE,
    FIRST_PLACE,
    FIRST_SAY,
    ITEM_WORDS,
    ITEMS,
    MOST_SEATS,
    NEW,
    NONE,
    SAY_NOTHING,
    SEATS,
    SILENT,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase, folk_listed, items_listed
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from mypy_extensions import i64

    from workbench.games.goods_and_honor.game import GoodsAndHonor

REQUEST: Final = Kind("request", "GH-TALK-1", "{seat:seat}: {item:wish}.")
PROMISE: Final = Kind("promise", "GH-RULING-14", "{seat:seat}: {item:promise}.")

LEFT_OUT: Final = Kind(
    "left_out", ("GH-BID-8", "GH-RULING-18"), "{seat:seat} has nothing to bid and is left out."
)
EMPTY_HAND: Final = Kind("empty_hand", "GH-RULING-16", "{seat:seat} has nothing to bid and shows an empty hand.")
ADDS: Final = Kind(
    "adds_to_hand", ("GH-BID-3", "GH-RULING-18"), "{seat:seat} adds {item:item} to the hand.", secret=("item",)
)
CLOSES: Final = Kind("closes_hand", ("GH-BID-5", "GH-RULING-21"), "{seat:seat} closes the hand.")
OPEN_BID: Final = Kind("open_bid", "GH-RULING-21", "Bids are open: {seat:seat} bids {items:items}.")
BID: Final = Kind("bid", "GH-BID-6", "{seat:seat} bids {items:items}.")
BID_SHOWN: Final = Kind(
    "bid_shown_to_the_giver",
    "GH-RULING-22",
    "{seat:seat} bids {items:items}.",
    "{giver:seat} looks into the hand of {seat:seat}.",
    ("items",),
)
BIDS_STAND: Final = Kind("bids_stand", "GH-BID-7", "The bids stand; nobody can change one any more.")

NO_BIDS: Final = Kind("no_bids", "GH-GIVE-8", "Nobody else has anything to bid.")
KEEPS_BOTH: Final = Kind("keeps_both", "GH-RULING-17", "The active player keeps the other Folk as well.")
TO_BAG: Final = Kind("offer_goes_into_the_bag", "GH-RULING-17", "The {folk:folk} goes into the bag.")
RECEIVER_DRAWN: Final = Kind("receiver_drawn", "GH-CHANCE-5", "The receiver is drawn: {receiver:seat}.")
GIVEN: Final = Kind(
    "given", ("GH-GIVE-1", "GH-RULING-19", "GH-RULING-17"), "{seat:seat} gives the {folk:folk} to {receiver:seat}."
)
PAID: Final = Kind("paid", "GH-GIVE-3", "{seat:seat} receives {items:items}.")
OWN_BACK: Final = Kind("own_chips_back", "GH-GIVE-7", "{seat:seat} takes back {chips:chip} of the own colour.")
FOR_NOTHING: Final = Kind("for_nothing", ("GH-RULING-16", "GH-RULING-17"), "Nothing is paid for it.")
OTHERS_RETURN: Final = Kind("other_bids_return", "GH-GIVE-4", "The other bids go back behind the screens.")
GIFT_IN_NEW: Final = Kind("gift_in_new", "GH-GIVE-5", "The {folk:folk} goes to the New area of {seat:seat}.")
GIFT_WAITS: Final = Kind(
    "gift_waits", ("GH-GIVE-6", "GH-HOUSE-7"), "It waits there for its owner's next Assign Workers."
)
GIFT_PLACED: Final = Kind("gift_placed", "GH-RULING-5", "{seat:seat} places a {folk:folk} in {section:section}.")


def legal_bids(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> list[tuple[int, ...]]:
    """Every bid a stash allows, each once (GH-BID-2, GH-BID-4).

    Args:
        rules: the game with its options.
        stash: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        seat: whose stash it is.

    Returns:
        the bids, each as nine counts.

    >>> import workbench as wb
    >>> len(legal_bids(wb.load("goods_and_honor"), (1, 2, 0, 0, 0, 0, 1, 0, 0), 1))
    11
    """
    found: list[tuple[int, ...]] = [()]
    for item in range(ITEMS):
        most = stash[item] if item in rules.bid_items[seat] else 0
        longer: list[tuple[int, ...]] = []
        for begun in found:
            for count in range(min(most, rules.bid_max - sum(begun)) + 1):
                longer.append((*begun, count))
        found = longer
    return [bid for bid in found if sum(bid)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Talking(GoodsPhase):
    """What the statements of the giver and of the bidders share (GH-HOUSE-3)."""

    group: ClassVar[str] = "Talk"

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Never: there is always silence and something to say."""
        return False

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Silence, or any item of the game."""
        return state.rules.statements

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Note what is said; it binds nobody (GH-TALK-2)."""
        seat = state.to_move
        state.said[seat] = SILENT if action == SAY_NOTHING else int(action - FIRST_SAY)
        if state.listener is not None:
            self.tell_said(state)
        self.go_on(state)

    def tell_said(self, state: GoodsAndHonorState) -> None:
        """Tell what is said."""
        raise NotImplementedError(f"The phase {self.name!r} must say how it talks.")

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Whoever speaks next, or the bids."""
        raise NotImplementedError(f"The phase {self.name!r} must say what follows.")

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why nothing can be bid yet."""
        if FIRST_ADD <= action <= CLOSE:
            return Reason(self.clauses[0], "First comes the talk, then the bids.")
        return super().reason(state, action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Talk(Talking):
    """The giver says which offers would be welcome."""

    name: ClassVar[str] = "talk"
    title: ClassVar[str] = "The giver's request"
    clauses: ClassVar[tuple[str, ...]] = ("GH-TALK-1", "GH-TALK-2", "GH-RULING-14")
    before_talk: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the giver, if there is talk and anybody can bid."""
        if not state.rules.talk_on or state.rules.bid.next_bidder(state) == NONE:
            state.enter(state.rules.bid)
        else:
            self.ask(state, state.active)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """The replies, or the bids."""
        state.enter(state.rules.reply if state.rules.replies_on else state.rules.bid)

    def tell_said(self, state: GoodsAndHonorState) -> None:
        """The request (GH-HOUSE-3)."""
        state.tell(REQUEST, state.to_move, item=state.said[state.to_move])

    def question(self, state: GoodsAndHonorState) -> str:
        """What would be welcome."""
        return f"You offer {folk_listed(state.table_folk)}. What would you like to see in the bids?"

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only where there is talk."""
        return rules.talk_on

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """The Folk that is offered."""
        return offer_misfits(state, self.name)

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Nobody has bid, and somebody can."""
        able = state.rules.bid.bidders(state)
        return super().bid_misfits(state) + ([] if able else ["Nobody can bid, so there is no talk."])


@mypyc_attr(allow_interpreted_subclasses=True)
class Reply(Talking):
    """With talk=request_reply each bidder makes one statement, from the giver's left."""

    name: ClassVar[str] = "reply"
    title: ClassVar[str] = "The bidders' replies"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-14", "GH-TALK-2")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the first bidder."""
        self.go_on(state)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Ask the next bidder who has not spoken."""
        rules = state.rules
        for step in range(1, rules.players):
            seat = (state.active + step) % rules.players
            if state.said[seat] == NONE and rules.bid.can_bid(state, seat):
                self.ask(state, seat)
                return
        state.enter(rules.bid)

    def tell_said(self, state: GoodsAndHonorState) -> None:
        """The reply (GH-HOUSE-3)."""
        state.tell(PROMISE, state.to_move, item=state.said[state.to_move])

    def question(self, state: GoodsAndHonorState) -> str:
        """What is announced."""
        return "What do you say you will put into your bid?"

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        """Announce an item."""
        if FIRST_SAY <= action < FIRST_ADD:
            return f"promise {ITEM_WORDS[action - FIRST_SAY]}"
        return super().words(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only where bidders reply."""
        return rules.replies_on

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """The Folk that is offered."""
        return offer_misfits(state, self.name)

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """The first bidder from the giver's left who has not spoken."""
        return tuple([seat for seat in state.rules.bid.bidders(state) if state.said[seat] == NONE][:1])

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Nobody has bid, and somebody can."""
        able = state.rules.bid.bidders(state)
        return super().bid_misfits(state) + ([] if able else ["Nobody can bid, so there is no talk."])

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """The giver, and bidders."""
        return state.rules.bid.speakers(state)

    def talk_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """The giver has spoken, and bidders one after another."""
        found = super().talk_misfits(state)
        if state.said[state.active] == NONE:
            found.append("The giver speaks before the others reply.")
        able = state.rules.bid.bidders(state)
        heard = [seat for seat in able if state.said[seat] != NONE]
        if heard != able[: len(heard)]:
            found.append("Replies are made one after another from the giver's left.")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Bid(GoodsPhase):
    """Each bidder fills a hand item by item, in the order of the items, so that every bid has one path (GH-HOUSE-10)."""

    name: ClassVar[str] = "bid"
    title: ClassVar[str] = "Bidding"
    clauses: ClassVar[tuple[str, ...]] = ("GH-BID-2", "GH-BID-1", "GH-BID-3", "GH-BID-4", "GH-BID-5")
    group: ClassVar[str] = "Bid"

    def begin(self, state: GoodsAndHonorState) -> None:
        """Find out who cannot bid, then ask the first who can."""
        rules = state.rules
        if rules.empty_may_be_given and self.next_bidder(state) != NONE:
            for seat in range(rules.players):
                if seat != state.active and not self.can_bid(state, seat):
                    state.closed |= BIT[seat]
        if state.listener is not None:
            self.tell_excluded(state)
        self.go_on(state)

    def can_bid(self, state: GoodsAndHonorState, seat: i64) -> bool:
        """Whether a seat owns an item that may be bid (GH-BID-8)."""
        stashes = state.stashes
        base = seat * ITEMS
        return any([stashes[base + item] for item in state.rules.bid_items[seat]])

    def next_bidder(self, state: GoodsAndHonorState) -> i64:
        """The next seat from the giver's left that has to bid; NONE when all hands are closed."""
        players = state.rules.players
        for step in range(1, players):
            seat = (state.active + step) % players
            if not state.closed & BIT[seat] and self.can_bid(state, seat):
                return seat
        return NONE

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Ask the next bidder, or open all hands."""
        seat = self.next_bidder(state)
        if seat == NONE:
            self.reveal(state)
        else:
            self.ask(state, seat)

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """If at most one kind of item can be added: an empty hand wants two, any other may be closed."""
        stashes, bids = state.stashes, state.bids
        seat = state.to_move
        base = seat * ITEMS
        addable = 0
        for item in state.rules.bid_items[seat]:
            inside = bids[base + item]
            if inside:
                addable = 1  # it may be closed; nothing may be added before an item that is in the hand
            if stashes[base + item] > inside:
                addable += 1
        return addable < 2

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Any item from the last one added on, as long as one is owned; closing, from the first item on."""
        stashes, bids = state.stashes, state.bids
        seat = state.to_move
        base = seat * ITEMS
        found: list[int] = []
        begun = False
        for item in state.rules.bid_items[seat]:
            inside = bids[base + item]
            if inside:
                begun = True
                found = []  # nothing may be added before an item that is in the hand
            if stashes[base + item] > inside:
                found.append(FIRST_ADD + item)
        if begun:
            found.append(CLOSE)
        return tuple(found)

    def size(self, state: GoodsAndHonorState, seat: i64) -> i64:
        """How many items a hand holds."""
        bids = state.bids
        total: i64 = 0
        for place in range(seat * ITEMS, (seat + 1) * ITEMS):
            total += bids[place]
        return total

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Add an item to the hand, or close it; a full hand closes itself. Nobody else hears what is added."""
        seat = state.to_move
        if action != CLOSE:
            state.bids[seat * ITEMS + action - FIRST_ADD] += 1
            if state.listener is not None:
                clause = state.rules.in_force("GH-BID-3")
                state.tell(ADDS, seat, to=(int(seat),), item=action - FIRST_ADD, clause=clause)
            if self.size(state, seat) < state.rules.bid_max:
                self.ask(state, seat)
                return
        state.closed |= BIT[seat]
        if state.listener is not None:
            state.tell(CLOSES, seat, clause=state.rules.in_force("GH-BID-5"))
            if state.rules.open_bids:
                state.tell(OPEN_BID, seat, items=state.bid(int(seat)))
        self.go_on(state)

    def reveal(self, state: GoodsAndHonorState) -> None:
        """All hands open at once (GH-BID-6); then the award, or first the choice of what is kept."""
        rules = state.rules
        if state.listener is not None and state.closed and not rules.open_bids:
            self.tell_bids(state)
        if rules.keep_after_bids and state.offered() == NONE:
            state.enter(rules.keep)
        else:
            state.enter(rules.award)

    def tell_bids(self, state: GoodsAndHonorState) -> None:
        """Tell what every hand holds: everybody, or only the giver (GH-RULING-22)."""
        rules, giver = state.rules, int(state.active)
        for step in range(1, rules.players):
            seat = (giver + step) % rules.players
            if not state.closed & BIT[seat]:
                continue
            if rules.losers_unseen:
                state.tell(BID_SHOWN, seat, to=(giver, seat), giver=giver, items=state.bid(seat))
            else:
                state.tell(BID, seat, items=state.bid(seat))
        state.tell(BIDS_STAND)

    def tell_excluded(self, state: GoodsAndHonorState) -> None:
        """Tell who has nothing to bid."""
        rules = state.rules
        for seat in range(rules.players):
            if seat == state.active or self.can_bid(state, seat):
                continue
            if state.closed & BIT[seat]:
                state.tell(EMPTY_HAND, seat)
            else:
                state.tell(LEFT_OUT, seat, clause=self.left_out_by(state, seat))

    def left_out_by(self, state: GoodsAndHonorState, seat: int) -> str:
        """The clause by which a seat is left out that cannot bid: it owns nothing, or nothing that may be bid."""
        return "GH-RULING-18" if sum(state.stash(seat)) else state.rules.in_force("GH-BID-8")

    # -- in words ------------------------------------------------------------------------------------------------------

    def partway(self, state: GoodsAndHonorState) -> bool:
        """Whether the hand holds something."""
        return self.size(state, state.to_move) > 0

    def question(self, state: GoodsAndHonorState) -> str:
        """What goes into the hand."""
        held = items_listed(state.bid(int(state.to_move)))
        return f"{SEATS[state.active]} offers {folk_listed(state.table_folk)}. Your closed hand holds {held}. What do you do?"

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """How many are left."""
        if not FIRST_ADD <= action < CLOSE:
            return ""
        place = state.to_move * ITEMS + action - FIRST_ADD
        return f"{state.stashes[place] - state.bids[place]} left"

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why an item cannot be added, or the hand not closed."""
        if action == CLOSE:
            return Reason("GH-BID-2", "A bid holds at least one item.")
        rules, item, seat = state.rules, action - FIRST_ADD, int(state.to_move)
        if not 0 <= item < ITEMS or rules.players <= item < MOST_SEATS:
            return super().reason(state, action)
        if item not in rules.bid_items[seat]:
            return Reason("GH-RULING-18", f"In this game {ITEM_WORDS[item]} cannot be bid.")
        place = seat * ITEMS + item
        if state.stashes[place] <= state.bids[place]:
            owned = state.stashes[place]
            return Reason("GH-BID-4", f"You own {owned} of that kind, and your hand holds as many.")
        return Reason("GH-HOUSE-10", "Items are added in their fixed order; this one comes before the last one added.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def bidders(self, state: GoodsAndHonorState) -> list[int]:
        """Everybody who can bid, from the giver's left, whether or not they have done so."""
        players = state.rules.players
        order = [int((state.active + step) % players) for step in range(1, players)]
        return [seat for seat in order if self.can_bid(state, seat)]

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """The giver, and with replies the bidders."""
        rules = state.rules
        if not rules.talk_on:
            return []
        return [int(state.active), *(self.bidders(state) if rules.replies_on else [])]

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """The first bidder whose hand is open."""
        seat = int(self.next_bidder(state))
        return () if seat == NONE else (seat,)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Hands that are shown empty are closed."""
        super().fill_in(state, given)
        self.close_empty(state, given)

    def close_empty(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Close the hands of those who have nothing to bid and may be given the Folk (GH-RULING-16)."""
        able = self.bidders(state)
        if "closed" not in given and able and state.rules.empty_may_be_given:
            for seat in range(state.rules.players):
                if seat != state.active and seat not in able:
                    state.closed |= BIT[seat]

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """The Folk that is offered."""
        return offer_misfits(state, self.name)

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Somebody is left whose hand is open, and only the first of them may have begun to bid."""
        able = self.bidders(state)
        waiting = [seat for seat in able if not state.has_closed(seat)]
        begun = [seat for seat in range(state.rules.players) if self.size(state, seat) and seat not in able]
        begun += [seat for seat in waiting if self.size(state, seat)]
        found = self.order_misfits(state)
        if not waiting:
            found.append("In the phase 'bid' somebody has to be left whose hand is open.")
        if begun != [] and begun != waiting[:1]:
            found.append("Only the player who bids now holds a hand that is not closed.")
        if any([self.size(state, seat) >= state.rules.bid_max for seat in begun]):
            found.append("A hand with the most items is closed.")
        return found

    def order_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Hands close one after another from the giver's left, and none of them empty."""
        rules, able = state.rules, self.bidders(state)
        closed = [seat for seat in able if state.has_closed(seat)]
        shut = [seat for seat in range(rules.players) if state.has_closed(seat) and seat not in able]
        empty = [seat for seat in range(rules.players) if seat not in able and seat != state.active]
        found: list[str] = []
        if closed != able[: len(closed)] or shut != (empty if rules.empty_may_be_given and able else []):
            found.append("Hands are closed one after another from the giver's left, by those who have anything to bid.")
        if not all([self.size(state, seat) for seat in closed]):
            found.append("A closed hand holds at least one item.")
        return found

    def closed_misfits(self, state: GoodsAndHonorState, name: str) -> list[str]:
        """In a phase after the bids, all hands are closed."""
        found = self.order_misfits(state)
        left = [seat for seat in range(state.rules.players) if self.size(state, seat) and not state.has_closed(seat)]
        if left or self.next_bidder(state) != NONE:
            found.append(f"In the phase {name!r} all hands are closed.")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Award(GoodsPhase):
    """The giver chooses who receives the Folk, and takes that player's bid."""

    name: ClassVar[str] = "award"
    title: ClassVar[str] = "Giving the Folk"
    clauses: ClassVar[tuple[str, ...]] = ("GH-GIVE-1", "GH-GIVE-2", "GH-GIVE-3", "GH-GIVE-4", "GH-KEEP-1")
    group: ClassVar[str] = "Give to"

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the giver; draw the receiver with award=random; look after a Folk that nobody can bid for."""
        rules = state.rules
        if state.closed == 0:
            if state.listener is not None:
                state.tell(NO_BIDS)
            if rules.no_bidder == "keep_both":
                if state.listener is not None:
                    state.tell(KEEPS_BOTH, state.active)
                rules.keep.take(state, state.offered(), "GH-RULING-17")
                state.enter(rules.defend)
                return
            if rules.no_bidder == "to_bag":
                kind = state.offered()
                state.table_folk[kind] -= 1
                state.bag[kind] += 1
                if state.listener is not None:
                    state.tell(TO_BAG, folk=kind)
                state.enter(rules.defend)
                return
        elif rules.random_award:
            state.enter(rules.receiver)
            return
        self.ask(state, state.active)

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """If there are few bidders, or only the largest bids count."""
        return state.rules.most_items or state.closed & (state.closed - 1) == 0

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Every seat with a closed hand; all others if nobody could bid; the largest bids with award=most_items."""
        rules = state.rules
        if state.closed == 0:
            return tuple([FIRST_GIVE + seat for seat in range(rules.players) if seat != state.active])
        most: i64 = 0
        if rules.most_items:
            for seat in range(rules.players):
                most = max(most, rules.bid.size(state, seat))
        found: list[int] = []
        for seat in range(rules.players):
            if state.closed & BIT[seat] and rules.bid.size(state, seat) >= most:
                found.append(FIRST_GIVE + seat)
        return tuple(found)

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Items and Folk change hands."""
        rules = state.rules
        giver, receiver = state.active, action - FIRST_GIVE
        kind: i64 = state.offered()
        if state.listener is not None:
            self.tell_award(state, receiver, kind)
        stashes, bids = state.stashes, state.bids
        if state.closed:
            for item in range(ITEMS):
                count = bids[receiver * ITEMS + item]
                if count:
                    stashes[receiver * ITEMS + item] -= count
                    stashes[giver * ITEMS + item] += count
            state.bids = [0] * len(bids)
            state.closed = 0
        state.table_folk[kind] -= 1
        if rules.gift_at_once:
            state.in_hand[receiver * TYPES + kind] += 1
            state.enter(rules.gift_place)
        else:
            state.mats[receiver * CELLS + NEW * TYPES + kind] += 1
            state.enter(rules.defend)

    def tell_award(self, state: GoodsAndHonorState, receiver: i64, kind: i64) -> None:
        """Tell who receives the Folk, and for what."""
        rules, giver = state.rules, int(state.active)
        bid = state.bid(int(receiver))
        state.note(FIRST_GIVE + receiver)
        for item in range(ITEMS):
            for _ in range(bid[item]):
                state.note(FIRST_ADD + item)
        state.tell(GIVEN, giver, receiver=receiver, folk=kind, items=bid, clause=self.clauses_now(state)[0])
        if sum(bid):
            state.tell(PAID, giver, items=bid)
            if bid[giver]:
                state.tell(OWN_BACK, giver, chips=bid[giver])
        else:
            state.tell(FOR_NOTHING, giver, clause="GH-RULING-17" if state.closed == 0 else "GH-RULING-16")
        if state.closed & ~BIT[receiver]:
            state.tell(OTHERS_RETURN)
        if not rules.gift_at_once:
            state.tell(GIFT_IN_NEW, receiver, folk=kind)
            state.tell(GIFT_WAITS, receiver, folk=kind, clause=rules.in_force("GH-GIVE-6"))

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: GoodsAndHonorState) -> str:
        """Who receives the Folk."""
        return f"Who receives {folk_listed(state.table_folk)}?"

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """The award among bids, or what happens where nobody can bid (GH-GIVE-8)."""
        return super().clauses_now(state) if state.closed else ("GH-RULING-17", "GH-GIVE-8", "GH-KEEP-1")

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """What it brings."""
        seat = action - FIRST_GIVE
        if not 0 <= seat < state.rules.players or not state.closed & BIT[seat]:
            return ""
        return f"for {items_listed(state.bid(seat))}"

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why a seat cannot receive the Folk."""
        seat = action - FIRST_GIVE
        if not 0 <= seat < state.rules.players:
            return super().reason(state, action)
        if seat == state.active:
            return Reason("GH-KEEP-1", "The other Folk must be given to another player.")
        if not state.closed & BIT[seat]:
            clause = state.rules.bid.left_out_by(state, seat)
            return Reason(clause, f"{SEATS[seat]} had nothing to bid and is left out.")
        return Reason("GH-RULING-19", "In this game only one of the largest bids may be chosen.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """The giver, and with replies the bidders."""
        return state.rules.bid.speakers(state)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Hands that are shown empty are closed."""
        super().fill_in(state, given)
        state.rules.bid.close_empty(state, given)

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """One Folk."""
        one = sum(state.table_folk) == 1
        return [] if one else [f"In the phase {self.name!r} one Folk lies on the 'table'."]

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """All hands are closed, and the giver has a choice."""
        rules = state.rules
        found = rules.bid.closed_misfits(state, self.name)
        if not rules.bid.bidders(state):
            if rules.no_bidder != "free_gift":
                found.append("By the option `no_bidder` nobody is asked who receives the Folk.")
        elif rules.random_award:
            found.append("By the option `award` the receiver is drawn.")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Receiver(GoodsPhase):
    """With award=random the receiver is drawn among the bidders."""

    name: ClassVar[str] = "receiver"
    title: ClassVar[str] = "Drawing the receiver"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-19", "GH-CHANCE-5")
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Draw."""
        self.wait_for_chance(state)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """The seats the giver could name (GH-CHANCE-5)."""
        return state.rules.award.legal(state)

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """As if the giver had chosen."""
        if state.listener is not None:
            state.tell(RECEIVER_DRAWN, receiver=action - FIRST_GIVE)
        state.rules.award.apply(state, action)

    def question(self, state: GoodsAndHonorState) -> str:
        """Who it will be."""
        return "The receiver is drawn among the bidders."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only with award=random."""
        return rules.random_award

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """The giver, and with replies the bidders."""
        return state.rules.bid.speakers(state)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Hands that are shown empty are closed."""
        super().fill_in(state, given)
        state.rules.bid.close_empty(state, given)

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """One Folk."""
        one = sum(state.table_folk) == 1
        return [] if one else [f"In the phase {self.name!r} one Folk lies on the 'table'."]

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """All hands are closed, and there are some."""
        found = state.rules.bid.closed_misfits(state, self.name)
        return found if state.rules.bid.bidders(state) else [*found, "Nobody could bid, so no receiver is drawn."]


@mypyc_attr(allow_interpreted_subclasses=True)
class GiftPlace(Placing):
    """With gift_assign=at_once the receiver places the Folk right away."""

    name: ClassVar[str] = "gift_place"
    title: ClassVar[str] = "Placing a gift"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-5", "GH-ASSIGN-3")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the seat that holds the Folk."""
        for seat in range(state.rules.players):
            if sum(state.hand(seat)):
                self.ask(state, seat)
                return

    def done(self, state: GoodsAndHonorState) -> None:
        """The turn goes on."""
        state.enter(state.rules.defend)

    def tell_placed(self, state: GoodsAndHonorState, kind: i64, section: i64) -> None:
        """The gift has a place."""
        state.tell(GIFT_PLACED, state.to_move, folk=kind, section=section)

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why the gift cannot lie in New."""
        if action == FIRST_PLACE + NEW:
            return Reason("GH-RULING-5", "A gift is placed at once; it never lies in New.")
        return super().reason(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only with gift_assign=at_once."""
        return rules.gift_at_once

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Who holds the gift."""
        return tuple([seat for seat in range(state.rules.players) if sum(state.hand(seat))][:1])

    def hand_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Another player, and nobody else, holds the one Folk that was given."""
        found: list[str] = []
        if sum(state.in_hand) != 1 or any(state.hand(int(state.active))):
            found.append("In the phase 'gift_place' another player holds the one Folk that was given.")
        if state.last_section != NONE:
            found.append("'last_section' is for Folks of one type that are being placed in canonical order.")
        return found


def offer_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """While talk and bids are made, the Folk that is offered lies on the table: or both, where one is kept after the bids."""
    rules, folk = state.rules, sum(state.table_folk)
    short = not sum(state.bag) and rules.bag_short in ("give_first", "choose")
    if (folk == 2 and rules.keep_after_bids) or (folk == 1 and (short or not rules.keep_after_bids)):
        return []
    return [f"In the phase {name!r} the Folk that is offered lies on the 'table'."]
