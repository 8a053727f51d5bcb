"""Bargain: players make and answer offers in small steps (MW-RULING-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted, listed
from workbench.games.merry_way.cards import NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    ACCEPT,
    ANY_CARD,
    BIT,
    CATEGORIES,
    FIRST_GIVE,
    FIRST_OFFER,
    FIRST_WANT,
    FIRST_WANT_CARD,
    GIVE_DONE,
    GIVE_PROFIT,
    HIDDEN,
    OFFER_PASS,
    REJECT,
    RESOURCES,
    SEATS,
    WANT_PROFIT,
    WANT_SUBMIT,
    kind_of,
    kinds_of,
    merged,
    without_cards,
    without_known,
)
from workbench.games.merry_way.phase import MerryWayPhase, specials_clause
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import category_words, offer_words, resources

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.merry_way.game import MerryWay

OFFERS: Final = Kind(
    "offers",
    "MW-RULING-14",
    "{seat:seat} offers {partner:seat} {give:offer} for {want:offer}.",
    "{seat:seat} offers {partner:seat} {shown:offer} for {want:offer}.",
    ("give",),
)
NO_MORE_OFFERS: Final = Kind("no_more_offers", "MW-RULING-14", "{seat:seat} makes no more offers.")
REJECTS: Final = Kind("rejects", "MW-RULING-14", "{seat:seat} rejects the offer.")
ACCEPTS: Final = Kind("accepts", "MW-BARGAIN-8", "{seat:seat} accepts the offer.")
GIVES: Final = Kind(
    "gives",
    ("MW-BARGAIN-1", "MW-BARGAIN-7"),
    "{seat:seat} gives {partner:seat} {give:offer}.",
    "{seat:seat} gives {partner:seat} {shown:offer}.",
    ("give",),
)
GIVES_BACK: Final = Kind(
    "gives_back", ("MW-BARGAIN-1", "MW-BARGAIN-7"), "{seat:seat} gives {partner:seat} {want:offer}."
)
GIVES_CARDS_BACK: Final = Kind(
    "gives_cards_back",
    ("MW-BARGAIN-1", "MW-BARGAIN-7"),
    "{seat:seat} gives {partner:seat} {want:offer}: {cards:scheme cards}.",
    "{seat:seat} gives {partner:seat} {want:offer}.",
    ("cards",),
)
CLAIM_PASSES: Final = Kind(
    "claim_passes", "MW-BARGAIN-3", "The claim marker on {spot:spot} now belongs to {owner:seat}."
)
CLAIM_GOES: Final = Kind("claim_goes", "MW-BARGAIN-4", "The claim marker on {spot:spot} is taken off.")
BARGAIN_ENDS: Final = Kind("bargain_ends", "MW-BARGAIN-9", "The players have finished their deals.")


def has_items(state: MerryWayState, seat: Seat) -> bool:
    """Return whether a seat has anything to trade (MW-BARGAIN-1, MW-BARGAIN-3)."""
    if state.profit[seat] > 0 or state.scheme_hands[seat]:
        return True
    stock, first = state.stock, RESOURCES * seat
    if stock[first] or stock[first + 1] or stock[first + 2]:
        return True
    return state.has_marker(seat)


def wanted_cards(state: MerryWayState) -> list[int]:
    """Return the categories of the scheme cards that the offer wants, in rising order."""
    return [
        item - FIRST_WANT_CARD for item in state.want if FIRST_WANT_CARD <= item < FIRST_WANT_CARD + len(CATEGORIES)
    ]


def count_category(state: MerryWayState, hand: tuple[int, ...], category: Number) -> Number:
    """Return how many cards of a category a hand holds; the category must not be `ANY_CARD`."""
    found: Number = 0
    category_of = state.game.category
    for card in hand:
        if category_of[card] == category:
            found += 1
    return found


def serves(state: MerryWayState, hand: tuple[int, ...], wanted: list[int]) -> bool:
    """Return whether a hand holds a different card for each wanted category."""
    enough = len(hand) >= len(wanted)
    for one in wanted:
        if enough and one != ANY_CARD:
            enough = count_category(state, hand, one) >= wanted.count(one)
    return enough


def enough_tokens(state: MerryWayState) -> bool:
    """Return whether both partners have a token for each claim they get; returning markers count (MW-RULING-36)."""
    first, spots = state.game.first, state.game.board.spots
    maker, partner = state.reserve[state.seat], state.reserve[state.partner]
    for item in state.give:
        if item >= first.give_claim:
            maker += 1
            if item < first.give_unclaim:
                partner -= 1
    for item in state.want:
        if item >= first.want_claim:
            partner += 1
            if item < first.want_claim + spots:
                maker -= 1
    return maker >= 0 and partner >= 0


class Bargaining(MerryWayPhase):
    """A step of a deal between two players.

    Attributes:
        step: what a refusal says about this step of an offer.
    """

    step: ClassVar[str] = ""
    holds: ClassVar[tuple[str, ...]] = ("offers",)

    def asked_elsewhere(self, state: MerryWayState, action: int) -> Reason:
        """Explain that resource cards cannot be traded; for all other moves, name the step of the offer."""
        if state.game.kind_of(action) == "card":
            return Reason("MW-BARGAIN-2", "Players never trade resource cards.")
        return super().asked_elsewhere(state, action)

    def too_late_to_deal(self) -> Reason:
        """Explain the step of the offer; it is never too late here."""
        return Reason("MW-RULING-14", self.step)

    def clause_here(self, state: MerryWayState) -> str:
        """How a trade works, step by step: whatever else is tried now has to wait until it is done."""
        return "MW-RULING-14"

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offer_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the maker may make an offer, and that its items could be named one by one."""
        rules, seat = state.game, state.seat
        found: list[str] = []
        if not rules.trade_mode_offers:
            return ["Players do not trade here, so there is no Bargain phase but for the bank."]
        if state.passed & BIT[seat] or state.offers[seat] >= rules.offers_per_player:
            found.append(f"{SEATS[seat]} makes no more offers in this round.")
        if state.partner == NONE:
            return found
        if state.partner == seat:
            return [*found, "An offer is made to another player."]
        return found + self.item_misfits(state)

    def item_misfits(self, state: MerryWayState) -> list[str]:
        """Check that every item was legal when it was named."""
        rules = state.game
        give, want, handed = state.give, state.want, state.handed
        mover, state.to_move = state.to_move, state.seat
        found: list[str] = []
        state.give, state.want, state.handed = (), (), ()
        for item in give:
            found += unfit("give", item, rules.give.legal(state), state)
            state.give = (*state.give, item)
        for item in want:
            found += unfit("want", item, rules.want.legal(state), state)
            state.want = (*state.want, item)
        state.to_move, state.handed = mover, handed
        return found if found else self.stage_misfits(state)

    def stage_misfits(self, state: MerryWayState) -> list[str]:
        """Check how far the offer has come: in this phase no card has been handed over."""
        return [f"No card is handed over in the phase {self.name!r}."] if state.handed else []

    def turn_misfits(self, state: MerryWayState) -> list[str]:
        """Check the turn; players also pass in the Bargain phase."""
        return [text for text in super().turn_misfits(state) if not text.startswith("Nobody has passed")]


class Offer(Bargaining):
    """The player in turn makes an offer to somebody, or makes no more offers."""

    name: ClassVar[str] = "offer"
    title: ClassVar[str] = "Bargain: offers"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BARGAIN-1", "MW-BARGAIN-2", "MW-BARGAIN-7", "MW-BARGAIN-8", "MW-RULING-14"),
    )
    allows: ClassVar[Mapping[str, str]] = {"offer": "MW-BARGAIN-1"}
    group: ClassVar[str] = "Offers"
    step: ClassVar[str] = "An offer begins with its partner: first say to whom you make it."

    def begin(self, state: MerryWayState) -> None:
        """Ask the seat in turn or the next that may make offers; when nobody may, open the bank for the Leader."""
        rules = state.game
        if rules.trade_mode_offers:
            limit: Number = rules.offers_per_player
            seat = state.seat
            for _asked in range(rules.players):
                if not state.passed & BIT[seat] and state.offers[seat] < limit:
                    state.seat = seat
                    state.to_move = seat
                    return
                seat = state.after(seat)
            state.passed = 0
            for one in range(rules.players):
                state.offers[one] = 0
            if state.listener is not None:
                state.tell(BARGAIN_ENDS)
        state.seat = state.leader
        state.enter(rules.bank)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return no more offers, and an offer to each other seat if either of the two has something to trade."""
        seat = state.to_move
        actions = [OFFER_PASS]
        own = has_items(state, seat)
        for other in range(state.game.players):
            if other != seat and (own or has_items(state, other)):
                actions.append(FIRST_OFFER + other)
        return tuple(actions)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Begin an offer, or make no more offers."""
        seat = state.seat
        if action == OFFER_PASS:
            state.passed |= BIT[seat]
            if state.listener is not None:
                state.tell(NO_MORE_OFFERS, seat)
            state.seat = state.after(seat)
            state.enter(self)
            return
        state.partner = action - FIRST_OFFER
        state.enter(state.game.give)

    def conclude(self, state: MerryWayState) -> None:
        """Ask the next seat, now that the offer has been accepted or rejected."""
        state.offers[state.seat] += 1
        state.partner = NONE
        state.give = ()
        state.want = ()
        state.handed = ()
        state.seat = state.after(state.seat)
        state.enter(self)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move; stopping has a clause of its own."""
        return "MW-RULING-14" if action == OFFER_PASS else "MW-BARGAIN-1"

    def question(self, state: MerryWayState) -> str:
        left = state.game.offers_per_player - state.offers[state.seat]
        return f"Do you want to make an offer? You may make {counted(left, 'more offer')} in this round."

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a partner who does not take part, and one with whom there is nothing to trade."""
        if action == OFFER_PASS:
            return None
        other = action - FIRST_OFFER
        if other >= state.game.players:
            return Reason("MW-GOAL-1", f"Only {state.game.players} players take part.")
        if other == state.seat:
            return Reason("MW-BARGAIN-1", "You make an offer to another player, not to yourself.")
        if has_items(state, state.seat) or has_items(state, other):
            return None
        return Reason("MW-RULING-14", "Neither of you has anything to trade.")


class Composing(Bargaining):
    """The maker of an offer names one side of it, item by item in a fixed order.

    The actions of a side are numbered in that order: done; a unit of each resource; 1 profit; cards; then, elsewhere in the
    vocabulary, for each spot handing on its claim, and for each spot taking its claim off.

    Attributes:
        too_little: why this side cannot be finished yet.
    """

    amid: ClassVar[bool] = True
    too_little: ClassVar[str] = ""
    needs: ClassVar[tuple[str, ...]] = ("partner",)
    holds: ClassVar[tuple[str, ...]] = ("offers", "give", "want", "handed")

    def side(self, state: MerryWayState) -> tuple[tuple[int, ...], Number, Number, Number]:
        """Return the items so far, the seat that has them, and the actions for the first resource and claim."""
        raise NotImplementedError(f"The phase {self.name!r} must say what is named of whose things.")

    def may_end(self, state: MerryWayState) -> bool:
        """Return whether the maker may finish this side."""
        raise NotImplementedError(f"The phase {self.name!r} must say when it may end.")

    def add_cards(self, state: MerryWayState, actions: list[int], last: Number) -> None:
        """Add the cards that the maker may name after the last item."""
        raise NotImplementedError(f"The phase {self.name!r} must say which cards may be named.")

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return done, and the items from the last one on, while the seat has more of them and the offer has room."""
        named, seat, first, _claim = self.side(state)
        actions: list[int] = []
        if self.may_end(state):
            actions.append(first - 1)
        if len(named) < state.game.offer_units:
            last: Number = 0
            again: Number = 0  # items are named in order, so only the last one can be repeated
            if named:
                last = named[len(named) - 1]
                again = named.count(last)
            stock, place = state.stock, RESOURCES * seat
            for kind in range(RESOURCES):
                item: Number = first + kind
                if item >= last and stock[place + kind] > (again if item == last else 0):
                    actions.append(item)
            profit = first + RESOURCES
            if profit >= last and state.profit[seat] > (again if profit == last else 0):
                actions.append(profit)
            self.add_cards(state, actions, last)
            self.add_claims(state, actions, last)
        return tuple(actions)

    def add_claims(self, state: MerryWayState, actions: list[int], last: Number) -> None:
        """Add the claims that the maker may name after the last item; an offer names each spot at most once."""
        named, seat, _first, claim = self.side(state)
        unclaim = claim + state.game.board.spots
        spots = state.markers_of(seat)
        for spot in spots:
            if claim + spot > last:
                actions.append(claim + spot)
        for spot in spots:
            if unclaim + spot > last and (last < claim or claim + spot not in named):
                actions.append(unclaim + spot)

    def partway(self, state: MerryWayState) -> bool:
        """Return True, because an offer has been begun."""
        return True

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move; claims have clauses of their own."""
        _named, _seat, first, claim = self.side(state)
        if action == first - 1:
            return "MW-RULING-14"
        if action >= claim + state.game.board.spots:
            return "MW-BARGAIN-4"
        return "MW-BARGAIN-3" if action >= claim else "MW-BARGAIN-1"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse what there is no room for, what comes too late in the order, and what the seat does not have."""
        rules = state.game
        named, seat, first, claim = self.side(state)
        if action == first - 1:
            return None if self.may_end(state) else Reason("MW-RULING-14", self.too_little)
        if len(named) >= rules.offer_units:
            return Reason("MW-RULING-14", f"An offer {self.name}s {counted(rules.offer_units, 'unit')} at most.")
        if named and action < named[-1]:
            last = offer_words(rules, named[-1:])
            return Reason("MW-RULING-14", f"You name the items of an offer in order, and this one comes before {last}.")
        if action < claim:
            return self.shortage(state, action)
        there = [(item - claim) % rules.board.spots for item in named if item >= claim]
        return claim_reason(state, there, action - claim, seat)

    def shortage(self, state: MerryWayState, action: int) -> Reason | None:
        """Explain why there is not enough of a resource, of profit or of cards; None if there is."""
        raise NotImplementedError(f"The phase {self.name!r} must say what is too little.")


class Give(Composing):
    """The maker of an offer names what it gives."""

    name: ClassVar[str] = "give"
    title: ClassVar[str] = "Bargain: what the offer gives"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-1", "MW-BARGAIN-3", "MW-BARGAIN-4", "MW-RULING-14", "MW-KNOW-5")
    allows: ClassVar[Mapping[str, str]] = {"give": "MW-BARGAIN-1"}
    group: ClassVar[str] = "Give"
    step: ClassVar[str] = "An offer names what it gives and then what it wants: first name what you give."
    too_little: ClassVar[str] = "An offer gives or wants at least one thing, and there is nothing to want."

    def side(self, state: MerryWayState) -> tuple[tuple[int, ...], Number, Number, Number]:
        """Return the side that the maker gives."""
        return state.give, state.seat, FIRST_GIVE, state.game.first.give_claim

    def may_end(self, state: MerryWayState) -> bool:
        """Return whether the offer gives something, or the partner has something that the maker can want."""
        return bool(state.give) or has_items(state, state.partner)

    def add_cards(self, state: MerryWayState, actions: list[int], last: Number) -> None:
        """Add each type of card in the maker's hand."""
        first: Number = state.game.first.give_card
        hand = state.scheme_hands[state.seat]
        previous = NONE
        for card in hand:
            item = first + card
            if card != previous and item >= last:
                if item > last or hand.count(card) > state.give.count(item):
                    actions.append(item)
            previous = card

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Add the item, or go on to what the offer wants."""
        if action == GIVE_DONE:
            state.enter(state.game.want)
        else:
            state.give = (*state.give, action)

    def question(self, state: MerryWayState) -> str:
        rules = state.game
        return f"What do you give to {rules.seat_name(state.partner)}? So far: {offer_words(rules, state.give)}."

    def shortage(self, state: MerryWayState, action: int) -> Reason | None:
        """Explain what the maker has no more of; None if there is enough."""
        rules, seat, given = state.game, state.seat, state.give.count(action)
        if action < GIVE_PROFIT:
            kind = action - FIRST_GIVE
            if state.stock[RESOURCES * seat + kind] > given:
                return None
            return Reason("MW-BARGAIN-1", f"You have no more {RESOURCE_NAMES[kind]} to give.")
        if action == GIVE_PROFIT:
            return None if state.profit[seat] > given else Reason("MW-BARGAIN-1", "You have no more profit to give.")
        card = action - rules.first.give_card
        if state.scheme_hands[seat].count(card) > given:
            return None
        code = rules.cards.scheme_codes[card]
        return not_in_the_game(rules, card) or Reason("MW-BARGAIN-1", f"You have no more {code} to give.")

    def stage_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the offer does not want anything yet."""
        found = super().stage_misfits(state)
        return [*found, "An offer says what it gives before it says what it wants."] if state.want else found


class Want(Composing):
    """The maker of an offer names what it wants, among the things that everybody can see the partner has."""

    name: ClassVar[str] = "want"
    title: ClassVar[str] = "Bargain: what the offer wants"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BARGAIN-1", "MW-BARGAIN-3", "MW-BARGAIN-4", "MW-RULING-14", "MW-RULING-49"),
    )
    allows: ClassVar[Mapping[str, str]] = {"want": "MW-BARGAIN-1"}
    group: ClassVar[str] = "Want"
    step: ClassVar[str] = "You have named what the offer gives: now name what it wants, or make the offer."
    too_little: ClassVar[str] = "An offer gives or wants at least one thing."

    def group_of(self, state: MerryWayState, action: int) -> str:
        """Return the kind of move: to make the offer, or to want one more thing."""
        return "Offer" if action == WANT_SUBMIT else self.group

    def side(self, state: MerryWayState) -> tuple[tuple[int, ...], Number, Number, Number]:
        """Return the side that the maker wants from the partner."""
        return state.want, state.partner, FIRST_WANT, state.game.first.want_claim

    def may_end(self, state: MerryWayState) -> bool:
        """Return whether the offer gives or wants something."""
        return bool(state.want) or bool(state.give)

    def add_cards(self, state: MerryWayState, actions: list[int], last: Number) -> None:
        """Add each category while the partner holds more cards than are wanted; the maker cannot see which."""
        if last < REJECT and len(state.scheme_hands[state.partner]) > len(wanted_cards(state)):
            for category in range(len(CATEGORIES)):
                if FIRST_WANT_CARD + category >= last:
                    actions.append(FIRST_WANT_CARD + category)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move; an offer that wants nothing is a gift."""
        return "MW-BARGAIN-7" if action == WANT_SUBMIT and not state.want else super().clause_of(state, action)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Add the item, or lay the offer before the partner."""
        if action == WANT_SUBMIT:
            self.submit(state)
        else:
            state.want = (*state.want, action)

    def submit(self, state: MerryWayState) -> None:
        """Show the partner the cards it is offered; the partner remembers them (MW-KNOW-5, MW-KNOW-6)."""
        rules = state.game
        offered = given_cards(state)
        if offered:
            place = state.partner * rules.seats + state.seat
            state.known[place] = merged(rules.category, state.known[place], offered)
        if state.listener is not None:
            partner, shown = state.partner, rules.with_faces_down(state.give)
            to = (state.seat, partner) if offered else ()
            state.tell(OFFERS, state.seat, to=to, partner=partner, give=state.give, shown=shown, want=state.want)
        state.enter(rules.reply)

    def question(self, state: MerryWayState) -> str:
        rules = state.game
        who = rules.seat_name(state.partner)
        given = offer_words(rules, state.give)
        return f"You give {given}. What do you want from {who}? So far: {offer_words(rules, state.want)}."

    def shortage(self, state: MerryWayState, action: int) -> Reason | None:
        """Explain what the partner does not have enough of; None if there is enough."""
        partner, wanted = state.partner, state.want.count(action)
        who = state.game.seat_name(partner)
        if action < WANT_PROFIT:
            kind = action - FIRST_WANT
            held = state.stock[RESOURCES * partner + kind]
            has = f"has only {resources(kind, held)}" if held else f"has no {RESOURCE_NAMES[kind]}"
        elif action == WANT_PROFIT:
            held = state.profit[partner]
            has = f"has {f'only {held}' if held > 0 else 'no'} profit"
        else:
            held, wanted = len(state.scheme_hands[partner]), len(wanted_cards(state))
            has = f"holds only {counted(held, 'scheme card')}" if held else "holds no scheme cards"
        return None if held > wanted else Reason("MW-BARGAIN-1", f"{who} {has}.")


def claim_reason(state: MerryWayState, named: list[int], use: int, seat: int) -> Reason | None:
    """Explain why the claim on a spot cannot be part of an offer; None if it can.

    Args:
        state: the position.
        named: the spots that this side of the offer already names.
        use: the spot; or, to take its marker off and leave the card without a claim, the spot plus the number of spots.
        seat: the player who would hand over the claim, or take the marker off.
    """
    rules = state.game
    spots = rules.board.spots
    spot = use % spots
    clause = "MW-BARGAIN-3" if use < spots else "MW-BARGAIN-4"
    name = rules.board.spot_names[spot]
    owner = state.claims[spot]
    if state.cards[spot] == NONE:
        return Reason(clause, f"There is no trap on {name}.")
    if owner == NONE:
        return Reason("MW-BARGAIN-5", f"The trap on {name} has no claim marker, so it cannot be part of a deal.")
    if owner != seat:
        return Reason(clause, f"The claim marker on {name} belongs to {rules.seat_name(owner)}.")
    return Reason("MW-RULING-14", f"The offer already names {name}.") if spot in named else None


def not_in_the_game(rules: MerryWay, card: int) -> Reason | None:
    """Explain why nobody can have a scheme card that is not in this game's deck; None for other cards."""
    if card in rules.all_schemes:
        return None
    clause = specials_clause(rules) if card >= rules.cards.normal else "MW-HOUSE-13"
    return Reason(clause, f"There is no {rules.cards.scheme_codes[card]} in this game.")


def given_cards(state: MerryWayState) -> tuple[int, ...]:
    """Return the scheme cards that the offer gives."""
    first: Number = state.game.first.give_card
    end: Number = state.game.first.hand
    return tuple([item - first for item in state.give if first <= item < end])


class Answering(Bargaining):
    """A step in which the partner answers an offer."""

    amid: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("partner",)
    holds: ClassVar[tuple[str, ...]] = ("offers", "give", "want", "handed")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: MerryWayState) -> tuple[int, ...]:
        return (state.partner if state.partner != NONE else state.seat,)

    def fill_in(self, state: MerryWayState, given: frozenset[str]) -> None:
        """Let the Leader make the offer, if the position does not say who does."""
        if "turn" not in given:
            state.seat = state.leader


class Reply(Answering):
    """The partner accepts or rejects the offer."""

    name: ClassVar[str] = "reply"
    title: ClassVar[str] = "Bargain: the reply"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-8", "MW-BARGAIN-7", "MW-BARGAIN-10", "MW-BARGAIN-11")
    allows: ClassVar[Mapping[str, str]] = {"reply": "MW-BARGAIN-8"}
    group: ClassVar[str] = "Reply"
    step: ClassVar[str] = "The offer has been made: accept it or reject it as it is."

    def begin(self, state: MerryWayState) -> None:
        state.to_move = state.partner

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return reject, and accept if the offer can be carried out."""
        if enough_tokens(state) and serves(state, state.scheme_hands[state.partner], wanted_cards(state)):
            return (REJECT, ACCEPT)
        return (REJECT,)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Carry out the offer, or drop it."""
        rules = state.game
        if action == REJECT:
            if state.listener is not None:
                state.tell(REJECTS, state.partner)
            rules.offer.conclude(state)
            return
        if state.listener is not None:
            state.tell(ACCEPTS, state.partner)
        state.enter(rules.hand_over)

    def question(self, state: MerryWayState) -> str:
        rules = state.game
        gives, wants = offer_words(rules, state.give), offer_words(rules, state.want)
        return f"{rules.seat_name(state.seat)} offers you {gives} for {wants}. Do you accept?"

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move: a partner need not accept, but an accepted offer is carried out."""
        return "MW-BARGAIN-8" if action == ACCEPT else "MW-RULING-14"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse an offer that asks for cards that the partner lacks, or for which there are too few claim tokens."""
        if action == REJECT:
            return None
        if not enough_tokens(state):
            return Reason("MW-RULING-36", "The player who gets a claim needs a claim token for it, and has too few.")
        wanted, hand = wanted_cards(state), state.scheme_hands[state.partner]
        if serves(state, hand, wanted):
            return None
        short = [one for one in wanted if not serves(state, hand, [one] * wanted.count(one))] or wanted
        said = listed([category_words(one, short.count(one)) for one in sorted(set(short))])
        return Reason("MW-BARGAIN-8", f"The offer asks for {said}, and you do not hold that.")

    def stage_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the offer gives or wants something."""
        found = super().stage_misfits(state)
        return found if state.give or state.want else [*found, "An offer gives or wants at least one thing."]


class HandOver(Answering):
    """The partner picks the cards to hand over; then the whole deal is carried out."""

    name: ClassVar[str] = "hand_over"
    title: ClassVar[str] = "Bargain: handing over cards"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-8", "MW-RULING-49", "MW-KNOW-5")
    allows: ClassVar[Mapping[str, str]] = {"hand": "MW-BARGAIN-8"}
    group: ClassVar[str] = "Cards"
    step: ClassVar[str] = "You have accepted the offer: now pick the cards that it asks for."

    def begin(self, state: MerryWayState) -> None:
        """Ask the partner to pick a card for each one that is wanted; then carry out the deal."""
        if len(state.handed) < len(wanted_cards(state)):
            state.to_move = state.partner
        else:
            self.carry_out(state)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the cards that fit the next category and leave a card for each of the others."""
        wanted = wanted_cards(state)[len(state.handed) :]
        hand = without_cards(state.scheme_hands[state.partner], state.handed)
        category_of = state.game.category
        first: Number = state.game.first.hand
        actions: list[int] = []
        for card in kinds_of(hand):
            own = category_of[card]
            spare = wanted[0] == ANY_CARD and count_category(state, hand, own) > wanted.count(own)
            if spare or own == wanted[0]:
                actions.append(first + card)
        return tuple(actions)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Pick the card, and go on to the next one."""
        state.handed = (*state.handed, action - state.game.first.hand)
        state.enter(self)

    def carry_out(self, state: MerryWayState) -> None:
        """Exchange both lists of items at once (MW-BARGAIN-8)."""
        maker, partner = state.seat, state.partner
        for item in state.give:
            self.pass_on(state, item - FIRST_GIVE, maker, partner)
        for item in state.want:
            self.pass_on(state, item - FIRST_WANT, partner, maker)
        self.move_cards(state)
        self.move_claims(state, state.give, state.game.first.give_claim, partner)
        self.move_claims(state, state.want, state.game.first.want_claim, maker)
        if state.listener is not None:
            self.report(state)
        state.game.offer.conclude(state)

    def pass_on(self, state: MerryWayState, item: Number, giver: Seat, receiver: Seat) -> None:
        """Hand over a unit of a resource or 1 profit; do nothing for other items."""
        if item < RESOURCES:
            state.stock[RESOURCES * giver + item] -= 1
            state.stock[RESOURCES * receiver + item] += 1
        elif item == RESOURCES:
            state.profit[giver] -= 1
            state.profit[receiver] += 1

    def move_cards(self, state: MerryWayState) -> None:
        """Exchange the scheme cards; every seat remembers what it has seen (MW-KNOW-6)."""
        rules = state.game
        maker, partner = state.seat, state.partner
        given, wanted, handed = given_cards(state), wanted_cards(state), tuple(sorted(state.handed))
        if not given and not handed:
            return
        hands, known, seats, category = state.scheme_hands, state.known, rules.seats, rules.category
        hands[maker] = tuple(sorted((*without_cards(hands[maker], given), *handed)))
        hands[partner] = tuple(sorted((*without_cards(hands[partner], handed), *given)))
        for other in range(rules.players):
            of_maker, of_partner = other * seats + maker, other * seats + partner
            if other == maker:
                known[of_partner] = tuple(sorted((*without_known(category, known[of_partner], handed), *given)))
            elif other == partner:
                known[of_maker] = tuple(sorted((*without_known(category, known[of_maker], given), *handed)))
            else:
                self.look_on(state, of_maker, of_partner, bool(given), wanted)

    def look_on(self, state: MerryWayState, of_maker: Number, of_partner: Number, given: bool, wanted: list[int]) -> None:
        """Update what a seat knows when others exchange cards face down: it learns only the wanted kinds.

        Args:
            state: the position.
            of_maker, of_partner: where `known` holds what the seat knows of the two hands.
            given: whether any cards have left the maker's hand.
            wanted: the kinds of the cards that have come from the partner's hand.
        """
        known, category = state.known, state.game.category
        stays: list[int] = []
        if ANY_CARD not in wanted:
            for kind in range(1, len(CATEGORIES)):
                there = [card for card in known[of_partner] if kind_of(category, card) == kind]
                gone = wanted.count(kind)
                stays += there if not gone else [HIDDEN - kind] * max(0, len(there) - gone)
        known[of_partner] = tuple(sorted(stays))
        came = [HIDDEN - kind for kind in wanted if kind != ANY_CARD]
        known[of_maker] = tuple(sorted([*came, *(() if given else known[of_maker])]))

    def move_claims(self, state: MerryWayState, items: tuple[int, ...], first: Number, receiver: Seat) -> None:
        """Replace claim markers with the receiver's, or take them off (MW-BARGAIN-3, MW-BARGAIN-4)."""
        spots = state.game.board.spots
        for item in items:
            spot = item - first
            if 0 <= spot < spots:
                state.move_marker(spot, receiver)
            elif spots <= spot < 2 * spots:
                state.move_marker(spot - spots, NONE)

    def report(self, state: MerryWayState) -> None:
        """Report what has changed hands."""
        rules = state.game
        maker, partner, first = state.seat, state.partner, rules.first
        both = (maker, partner)
        if state.give:
            to = both if given_cards(state) else ()
            clause = "MW-BARGAIN-1" if state.want else "MW-BARGAIN-7"
            shown = rules.with_faces_down(state.give)
            state.tell(GIVES, maker, to=to, clause=clause, partner=partner, give=state.give, shown=shown)
        clause = "MW-BARGAIN-1" if state.give else "MW-BARGAIN-7"
        if state.handed:
            state.tell(
                GIVES_CARDS_BACK, partner, to=both, clause=clause, partner=maker, want=state.want, cards=state.handed
            )
        elif state.want:
            state.tell(GIVES_BACK, partner, clause=clause, partner=maker, want=state.want)
        self.report_claims(state, state.give, first.give_claim, partner)
        self.report_claims(state, state.want, first.want_claim, maker)

    def report_claims(self, state: MerryWayState, items: tuple[int, ...], first: Number, receiver: Seat) -> None:
        """Report whose markers lie where now."""
        spots = state.game.board.spots
        for item in items:
            if first <= item < first + spots:
                state.tell(CLAIM_PASSES, spot=item - first, owner=receiver)
            elif first + spots <= item < first + 2 * spots:
                state.tell(CLAIM_GOES, spot=item - first - spots)

    def question(self, state: MerryWayState) -> str:
        wanted = wanted_cards(state)[len(state.handed)]
        return f"Which card do you hand over? The offer asks for {category_words(wanted)}."

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a card that the partner lacks, that does not fit, or that must be kept for another wanted card."""
        rules = state.game
        card = action - rules.first.hand
        code, own = rules.cards.scheme_codes[card], rules.category[card]
        wanted = wanted_cards(state)[len(state.handed) :]
        hand = without_cards(state.scheme_hands[state.partner], state.handed)
        if card not in hand:
            return not_in_the_game(rules, card) or Reason("MW-RULING-14", f"You have no {code} to hand over.")
        if wanted[0] == own:
            return None
        if wanted[0] != ANY_CARD:
            return Reason("MW-RULING-14", f"The offer asks for {category_words(wanted[0])}, and {code} is not one.")
        if count_category(state, hand, own) > wanted.count(own):
            return None
        return Reason("MW-RULING-14", f"You need {code} for another card that the offer asks for.")

    def stage_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the offer can be accepted and wants cards; some of them may have been picked."""
        rules, handed, mover = state.game, state.handed, state.to_move
        wanted = wanted_cards(state)
        state.handed, state.to_move = (), state.partner
        acceptable = ACCEPT in rules.reply.legal(state)
        found: list[str] = []
        if not acceptable or not wanted:
            found.append("The partner hands over cards only if the offer wants some and can be accepted.")
        elif len(handed) >= len(wanted):
            found.append("With the last wanted card the deal is carried out at once.")
        else:
            for card in handed:
                found += unfit("hand over", rules.first.hand + card, self.legal(state), state)
                state.handed = (*state.handed, card)
        state.handed, state.to_move = handed, mover
        return found


def unfit(what: str, item: int, legal: tuple[int, ...], state: MerryWayState) -> list[str]:
    """Return the fault if an item of an offer was not legal when it was named."""
    if item in legal:
        return []
    return [f"The offer cannot {what} {state.game.symbol(item)!r} there: too much, too many, or out of order."]
