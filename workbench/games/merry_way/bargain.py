"""Bargain: offers between players, made and answered in small steps (MW-RULING-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
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
    OFFER_PASS,
    REJECT,
    RESOURCES,
    WANT_PROFIT,
    WANT_SUBMIT,
    kinds_of,
    merged,
    without_card,
    without_cards,
    without_known,
)
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import category_words, many, offer_words, resources, scheme_words

if TYPE_CHECKING:
    from mypy_extensions import i64


def has_items(state: MerryWayState, seat: i64) -> bool:
    """Whether a seat has anything that can be traded (MW-BARGAIN-1, MW-BARGAIN-3)."""
    if state.profit[seat] > 0 or state.scheme_hands[seat]:
        return True
    stock, first = state.stock, RESOURCES * seat
    if stock[first] or stock[first + 1] or stock[first + 2]:
        return True
    return int(seat) in state.claims


def wanted_cards(state: MerryWayState) -> list[int]:
    """The categories of the scheme cards that the offer wants, in rising order."""
    return [
        item - FIRST_WANT_CARD for item in state.want if FIRST_WANT_CARD <= item < FIRST_WANT_CARD + len(CATEGORIES)
    ]


def serves(state: MerryWayState, hand: tuple[int, ...], wanted: list[int]) -> bool:
    """Whether a hand holds a different card for each wanted category."""
    if len(hand) < len(wanted):
        return False
    category = state.rules.category
    for one in wanted:
        if one != ANY_CARD:
            held = 0
            for card in hand:
                if category[card] == one:
                    held += 1
            if held < wanted.count(one):
                return False
    return True


def enough_tokens(state: MerryWayState) -> bool:
    """Whether both partners have a claim token for each claim they get, counting own markers that come back (MW-RULING-36)."""
    first, spots = state.rules.first, state.rules.board.spots
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Offer(MerryWayPhase):
    """Whose turn it is makes an offer to somebody, or makes no more."""

    name: ClassVar[str] = "offer"
    title: ClassVar[str] = "Bargain: offers"
    clauses: ClassVar[tuple[str, ...]] = (
        "MW-BARGAIN-1",
        "MW-BARGAIN-2",
        "MW-BARGAIN-7",
        "MW-BARGAIN-8",
        "MW-RULING-14",
    )
    group: ClassVar[str] = "Offers"

    def begin(self, state: MerryWayState) -> None:
        """The window for offers opens, with the Leader."""
        rules = state.rules
        if not rules.trading:
            rules.bank.begin(state)
            return
        self.ask_from(state, state.leader)

    def ask_from(self, state: MerryWayState, seat: i64) -> None:
        """Ask this seat or the next one that may still make offers; when nobody may, the bank opens."""
        rules = state.rules
        limit: i64 = rules.offers_per_player
        for _ in range(rules.players):
            if not state.passed & BIT[seat] and state.offers[seat] < limit:
                state.phase = self
                state.seat = seat
                state.to_move = seat
                return
            seat = state.after(seat)
        state.passed = 0
        for one in range(rules.players):
            state.offers[one] = 0
        if state.listener is not None:
            state.tell("MW-BARGAIN-9", "All dealings between players are concluded.")
        rules.bank.begin(state)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """No more offers, or an offer to another seat if either of the two has something to trade."""
        seat = state.to_move
        actions = [OFFER_PASS]
        own = has_items(state, seat)
        for other in range(state.rules.players):
            if other != seat and (own or has_items(state, other)):
                actions.append(FIRST_OFFER + other)
        return tuple(actions)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Begin an offer, or make no more."""
        seat = state.seat
        if action == OFFER_PASS:
            state.passed |= BIT[seat]
            if state.listener is not None:
                state.tell("MW-RULING-14", f"{state.rules.seat_name(int(seat))} makes no more offers.", int(seat))
            self.ask_from(state, state.after(seat))
            return
        state.partner = action - FIRST_OFFER
        state.phase = state.rules.give

    def conclude(self, state: MerryWayState) -> None:
        """The offer is settled, one way or the other: the next seat is asked."""
        seat = state.seat
        state.offers[seat] += 1
        state.partner = NONE
        state.give = ()
        state.want = ()
        state.handed = ()
        self.ask_from(state, state.after(seat))

    def question(self, state: MerryWayState) -> str:
        """To whom."""
        left = int(state.rules.offers_per_player - state.offers[state.seat])
        return f"Do you make an offer to somebody? You may make {many(left, 'more offer')} in this round."

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why no offer can be made to a seat."""
        if not FIRST_OFFER <= action < GIVE_DONE:
            return None
        other = action - FIRST_OFFER
        if other >= state.rules.players:
            return Reason("MW-GOAL-1", f"Only {state.rules.players} players take part.")
        if other == state.seat:
            return Reason("MW-BARGAIN-1", "An offer is made to another player.")
        return Reason("MW-RULING-14", "Neither of you has anything to trade.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Give(MerryWayPhase):
    """The maker of an offer names what it gives, item by item in a fixed order."""

    name: ClassVar[str] = "give"
    title: ClassVar[str] = "Bargain: what the offer gives"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-1", "MW-BARGAIN-3", "MW-BARGAIN-4", "MW-RULING-14", "MW-KNOW-5")
    group: ClassVar[str] = "Give"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Items not before the last one, while the seat has them and the offer has room; done."""
        rules = state.rules
        seat = state.to_move
        give = state.give
        actions: list[int] = []
        if give or has_items(state, state.partner):
            actions.append(GIVE_DONE)
        if len(give) >= rules.offer_units:
            return tuple(actions)
        last: i64 = give[len(give) - 1] if give else 0
        named: i64 = give.count(int(last))  # items come in order, so only the last one can be named again
        stock, place = state.stock, RESOURCES * seat
        for kind in range(RESOURCES):
            item: i64 = FIRST_GIVE + kind
            if item >= last and stock[place + kind] > (named if item == last else 0):
                actions.append(int(item))
        if last <= GIVE_PROFIT and state.profit[seat] > (named if last == GIVE_PROFIT else 0):
            actions.append(GIVE_PROFIT)
        first_card: i64 = rules.first.give_card
        if last < rules.first.hand:
            hand = state.scheme_hands[seat]
            size: i64 = len(hand)
            begin: i64 = 0
            while begin < size:
                card: i64 = hand[begin]
                end = begin + 1
                while end < size and hand[end] == card:
                    end += 1
                item = card + first_card
                if item > last or (item == last and end - begin > named):
                    actions.append(int(item))
                begin = end
        self.add_claims(state, actions, give, last)
        return tuple(actions)

    def add_claims(self, state: MerryWayState, actions: list[int], give: tuple[int, ...], last: i64) -> None:
        """Claims of the seat, to be given or taken off; each spot comes up once in an offer at most."""
        claims, seat = state.claims, int(state.to_move)
        if seat not in claims:
            return
        claim, unclaim = int(state.rules.first.give_claim), int(state.rules.first.give_unclaim)
        own = [spot for spot in range(len(claims)) if claims[spot] == seat]
        for spot in own:
            if claim + spot > last:
                actions.append(claim + spot)
        for spot in own:
            if unclaim + spot > last and claim + spot not in give:
                actions.append(unclaim + spot)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Add the item, or go on to what the offer wants."""
        if action == GIVE_DONE:
            state.phase = state.rules.want
        else:
            state.give = (*state.give, int(action))

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Claims have clauses of their own."""
        first = state.rules.first
        if action >= first.give_unclaim:
            return "MW-BARGAIN-4"
        return "MW-BARGAIN-3" if action >= first.give_claim else "MW-BARGAIN-1"

    def partway(self, state: MerryWayState) -> bool:
        """Always: an offer has been begun."""
        return True

    def question(self, state: MerryWayState) -> str:
        """What else is given."""
        rules = state.rules
        return f"What do you give to {rules.seat_name(int(state.partner))}? So far: {offer_words(rules, state.give)}."

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why an item cannot be given."""
        rules = state.rules
        first = rules.first
        if action == GIVE_DONE:
            return Reason("MW-RULING-14", "An offer gives or wants at least one thing, and there is nothing to want.")
        is_item = FIRST_GIVE <= action <= GIVE_PROFIT or first.give_card <= action < first.hand
        if not is_item and not first.give_claim <= action < first.want_claim:
            return None
        if len(state.give) >= rules.offer_units:
            return Reason("MW-RULING-14", f"An offer gives {rules.offer_units} units at most.")
        if state.give and action < state.give[-1]:
            last = offer_words(rules, state.give[-1:])
            return Reason("MW-RULING-14", f"The items of an offer are named in order, and this comes before {last}.")
        if action < GIVE_PROFIT:
            return Reason("MW-BARGAIN-1", f"You have no more {RESOURCE_NAMES[action - FIRST_GIVE]} to give.")
        if action == GIVE_PROFIT:
            return Reason("MW-BARGAIN-1", "You have no more profit to give.")
        if action < first.hand:
            return Reason(
                "MW-BARGAIN-1", f"You have no more {rules.cards.scheme_codes[action - first.give_card]} to give."
            )
        return claim_reason(state, int((action - first.give_claim) % rules.board.spots), int(state.seat))


def claim_reason(state: MerryWayState, spot: int, seat: int) -> Reason:
    """Why the claim on a spot cannot be part of an offer."""
    rules = state.rules
    name = rules.board.spot_names[spot]
    owner = state.claims[spot]
    if state.cards[spot] == NONE:
        return Reason("MW-BARGAIN-3", f"There is no trap on {name}.")
    if owner == NONE:
        return Reason("MW-BARGAIN-5", f"The trap on {name} has no claim marker, so nobody can trade it.")
    if owner != seat:
        return Reason("MW-BARGAIN-3", f"The claim marker on {name} is that of {rules.seat_name(owner)}.")
    return Reason("MW-RULING-14", f"The offer names {name} already, or a spot behind it.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Want(MerryWayPhase):
    """The maker of an offer names what it wants, item by item in a fixed order."""

    name: ClassVar[str] = "want"
    title: ClassVar[str] = "Bargain: what the offer wants"
    clauses: ClassVar[tuple[str, ...]] = (
        "MW-BARGAIN-1",
        "MW-BARGAIN-3",
        "MW-BARGAIN-4",
        "MW-RULING-14",
        "MW-RULING-49",
    )
    group: ClassVar[str] = "Want"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Items not before the last one that the partner can be seen to have; the finished offer."""
        rules = state.rules
        partner = state.partner
        want = state.want
        actions: list[int] = []
        if want or state.give:
            actions.append(WANT_SUBMIT)
        if len(want) >= rules.offer_units:
            return tuple(actions)
        last: i64 = want[len(want) - 1] if want else 0
        named: i64 = want.count(int(last))  # items come in order, so only the last one can be named again
        stock, place = state.stock, RESOURCES * partner
        for kind in range(RESOURCES):
            item: i64 = FIRST_WANT + kind
            if item >= last and stock[place + kind] > (named if item == last else 0):
                actions.append(int(item))
        if last <= WANT_PROFIT and state.profit[partner] > (named if last == WANT_PROFIT else 0):
            actions.append(WANT_PROFIT)
        if last < REJECT and len(state.scheme_hands[partner]) > len(wanted_cards(state)):
            for category in range(len(CATEGORIES)):
                if FIRST_WANT_CARD + category >= last:
                    actions.append(FIRST_WANT_CARD + category)
        claims, owner = state.claims, int(partner)
        if owner in claims:
            claim, unclaim = int(rules.first.want_claim), int(rules.first.want_unclaim)
            theirs = [spot for spot in range(len(claims)) if claims[spot] == owner]
            for spot in theirs:
                if claim + spot > last:
                    actions.append(claim + spot)
            for spot in theirs:
                if unclaim + spot > last and claim + spot not in want:
                    actions.append(unclaim + spot)
        return tuple(actions)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Add the item, or lay the offer before the partner."""
        if action == WANT_SUBMIT:
            self.submit(state)
        else:
            state.want = (*state.want, int(action))

    def submit(self, state: MerryWayState) -> None:
        """The partner sees the cards it is offered, and remembers them (MW-KNOW-5, MW-KNOW-6)."""
        rules = state.rules
        offered = given_cards(state)
        if offered:
            place = state.partner * rules.seats + state.seat
            state.known[place] = merged(state.known[place], offered)
        if state.listener is not None:
            self.report(state)
        state.phase = rules.reply
        state.to_move = state.partner

    def report(self, state: MerryWayState) -> None:
        """Tell the offer; which cards it gives only to the two partners."""
        rules = state.rules
        maker, partner = int(state.seat), int(state.partner)
        start = f"{rules.seat_name(maker)} offers {rules.seat_name(partner)}"
        end = f" for {offer_words(rules, state.want)}."
        whole = f"{start} {offer_words(rules, state.give)}{end}"
        if given_cards(state):
            public = f"{start} {offer_words(rules, rules.with_faces_down(state.give))}{end}"
            state.whisper("MW-RULING-14", whole, public, (maker, partner), maker)
        else:
            state.tell("MW-RULING-14", whole, maker)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Claims have clauses of their own."""
        first = state.rules.first
        if action >= first.want_unclaim:
            return "MW-BARGAIN-4"
        return "MW-BARGAIN-3" if action >= first.want_claim else "MW-BARGAIN-1"

    def partway(self, state: MerryWayState) -> bool:
        """Always: an offer has been begun."""
        return True

    def question(self, state: MerryWayState) -> str:
        """What else is wanted."""
        rules = state.rules
        who = rules.seat_name(int(state.partner))
        given = offer_words(rules, state.give)
        return f"You give {given}. What do you want from {who}? So far: {offer_words(rules, state.want)}."

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why an item cannot be wanted."""
        rules = state.rules
        first = rules.first
        who = rules.seat_name(int(state.partner))
        if action == WANT_SUBMIT:
            return Reason("MW-RULING-14", "An offer gives or wants at least one thing.")
        if not FIRST_WANT <= action < REJECT and not first.want_claim <= action < first.place:
            return None
        if len(state.want) >= rules.offer_units:
            return Reason("MW-RULING-14", f"An offer wants {rules.offer_units} units at most.")
        if state.want and action < state.want[-1]:
            last = offer_words(rules, state.want[-1:])
            return Reason("MW-RULING-14", f"The items of an offer are named in order, and this comes before {last}.")
        if action < WANT_PROFIT:
            held = resources(action - FIRST_WANT, state.stock[RESOURCES * state.partner + action - FIRST_WANT])
            return Reason("MW-BARGAIN-1", f"{who} has only {held}.")
        if action == WANT_PROFIT:
            return Reason("MW-BARGAIN-1", f"{who} has only {max(0, state.profit[state.partner])} profit.")
        if action < REJECT:
            return Reason(
                "MW-BARGAIN-1", f"{who} holds only {many(len(state.scheme_hands[state.partner]), 'scheme card')}."
            )
        return claim_reason(state, int((action - first.want_claim) % rules.board.spots), int(state.partner))


def given_cards(state: MerryWayState) -> tuple[int, ...]:
    """The scheme cards that the offer gives."""
    first: i64 = state.rules.first.give_card
    end: i64 = state.rules.first.hand
    return tuple([int(item - first) for item in state.give if first <= item < end])


@mypyc_attr(allow_interpreted_subclasses=True)
class Reply(MerryWayPhase):
    """The partner accepts or rejects."""

    name: ClassVar[str] = "reply"
    title: ClassVar[str] = "Bargain: the reply"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-8", "MW-BARGAIN-7", "MW-BARGAIN-10", "MW-BARGAIN-11")
    group: ClassVar[str] = "Reply"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Reject; accept if the offer can be carried out."""
        if enough_tokens(state) and serves(state, state.scheme_hands[state.partner], wanted_cards(state)):
            return (REJECT, ACCEPT)
        return (REJECT,)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Carry the offer out, ask for the cards first, or drop it."""
        rules = state.rules
        partner = int(state.partner)
        if action == REJECT:
            if state.listener is not None:
                state.tell("MW-RULING-14", f"{rules.seat_name(partner)} rejects the offer.", partner)
            rules.offer.conclude(state)
            return
        if state.listener is not None:
            state.tell("MW-BARGAIN-8", f"{rules.seat_name(partner)} accepts the offer.", partner)
        if wanted_cards(state):
            state.phase = rules.hand_over
        else:
            rules.hand_over.carry_out(state)

    def question(self, state: MerryWayState) -> str:
        """The offer in words."""
        rules = state.rules
        gives, wants = offer_words(rules, state.give), offer_words(rules, state.want)
        return f"{rules.seat_name(int(state.seat))} offers you {gives} for {wants}. Do you accept?"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why the offer cannot be accepted."""
        if action != ACCEPT:
            return None
        if not enough_tokens(state):
            return Reason("MW-RULING-36", "Whoever gets a claim needs a claim token for it, and there are too few.")
        wanted = " and ".join([category_words(category) for category in wanted_cards(state)])
        return Reason("MW-BARGAIN-8", f"You do not hold {wanted}.")


@mypyc_attr(allow_interpreted_subclasses=True)
class HandOver(MerryWayPhase):
    """The partner picks the cards it hands over; then the whole deal is carried out."""

    name: ClassVar[str] = "hand_over"
    title: ClassVar[str] = "Bargain: handing over cards"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BARGAIN-8", "MW-RULING-49", "MW-KNOW-5")
    group: ClassVar[str] = "Cards"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Cards that fit the next category and leave a card for each of the others."""
        wanted = wanted_cards(state)[len(state.handed) :]
        hand = without_cards(state.scheme_hands[state.partner], state.handed)
        category = state.rules.category
        first: i64 = state.rules.first.hand
        actions: list[int] = []
        for card in kinds_of(hand):
            if wanted[0] == ANY_CARD or category[card] == wanted[0]:
                if serves(state, without_card(hand, card), wanted[1:]):
                    actions.append(int(card + first))
        return tuple(actions)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Pick the card; after the last one the deal is carried out."""
        state.handed = (*state.handed, int(action - state.rules.first.hand))
        if len(state.handed) == len(wanted_cards(state)):
            self.carry_out(state)

    def carry_out(self, state: MerryWayState) -> None:
        """Both lists change hands at once (MW-BARGAIN-8)."""
        maker, partner = state.seat, state.partner
        for item in state.give:
            self.pass_on(state, item - FIRST_GIVE, maker, partner)
        for item in state.want:
            self.pass_on(state, item - FIRST_WANT, partner, maker)
        self.move_cards(state)
        self.move_claims(state, state.give, state.rules.first.give_claim, maker, partner)
        self.move_claims(state, state.want, state.rules.first.want_claim, partner, maker)
        if state.listener is not None:
            self.report(state)
        state.rules.offer.conclude(state)

    def pass_on(self, state: MerryWayState, item: i64, giver: i64, receiver: i64) -> None:
        """A unit of a resource, or 1 profit, changes hands; other items do not concern it."""
        if item < RESOURCES:
            state.stock[RESOURCES * giver + item] -= 1
            state.stock[RESOURCES * receiver + item] += 1
        elif item == RESOURCES:
            state.profit[giver] -= 1
            state.profit[receiver] += 1

    def move_cards(self, state: MerryWayState) -> None:
        """Scheme cards change hands, and every seat remembers what it has seen (MW-KNOW-6)."""
        rules = state.rules
        maker, partner = state.seat, state.partner
        given, handed = given_cards(state), tuple(sorted(state.handed))
        if not given and not handed:
            return
        hands, known, seats = state.scheme_hands, state.known, rules.seats
        hands[maker] = tuple(sorted((*without_cards(hands[maker], given), *handed)))
        hands[partner] = tuple(sorted((*without_cards(hands[partner], handed), *given)))
        for other in range(rules.players):
            if other == maker:
                known[other * seats + partner] = tuple(
                    sorted((*without_known(known[other * seats + partner], handed), *given))
                )
            elif other == partner:
                known[other * seats + maker] = tuple(
                    sorted((*without_known(known[other * seats + maker], given), *handed))
                )
            else:
                self.forget(state, other)

    def forget(self, state: MerryWayState, other: i64) -> None:
        """A seat that sees cards change hands face down is no longer sure of those that may be among them."""
        rules = state.rules
        known, seats = state.known, rules.seats
        if given_cards(state):
            known[other * seats + state.seat] = ()
        wanted = wanted_cards(state)
        if wanted:
            place = other * seats + state.partner
            category = rules.category
            if ANY_CARD in wanted:
                known[place] = ()
            else:
                known[place] = tuple([card for card in known[place] if category[card] not in wanted])

    def move_claims(self, state: MerryWayState, items: tuple[int, ...], first: i64, giver: i64, receiver: i64) -> None:
        """Markers are replaced by those of the receiver, or taken off (MW-BARGAIN-3, MW-BARGAIN-4)."""
        spots = state.rules.board.spots
        for item in items:
            spot = item - first
            if spot < 0 or spot >= 2 * spots:
                continue
            claims = list(state.claims)
            state.reserve[giver] += 1
            if spot < spots:
                claims[spot] = int(receiver)
                state.reserve[receiver] -= 1
            else:
                claims[spot - spots] = NONE
            state.claims = tuple(claims)

    def report(self, state: MerryWayState) -> None:
        """Tell what has changed hands."""
        rules = state.rules
        maker, partner = int(state.seat), int(state.partner)
        first, second = rules.seat_name(maker), rules.seat_name(partner)
        if state.give:
            whole = f"{first} gives {second} {offer_words(rules, state.give)}."
            if given_cards(state):
                public = f"{first} gives {second} {offer_words(rules, rules.with_faces_down(state.give))}."
                state.whisper("MW-BARGAIN-1", whole, public, (maker, partner), maker)
            else:
                state.tell("MW-BARGAIN-1", whole, maker)
        if state.want:
            public = f"{second} gives {first} {offer_words(rules, state.want)}."
            if state.handed:
                cards = " and ".join([scheme_words(rules, card) for card in state.handed])
                state.whisper("MW-BARGAIN-1", f"{public[:-1]}: {cards}.", public, (maker, partner), partner)
            else:
                state.tell("MW-BARGAIN-1", public, partner)
        self.report_claims(state, state.give, int(rules.first.give_claim), second)
        self.report_claims(state, state.want, int(rules.first.want_claim), first)

    def report_claims(self, state: MerryWayState, items: tuple[int, ...], first: int, receiver: str) -> None:
        """Tell whose markers lie where now."""
        spots, names = int(state.rules.board.spots), state.rules.board.spot_names
        for item in items:
            if first <= item < first + spots:
                state.tell("MW-BARGAIN-3", f"The claim marker on {names[item - first]} is now that of {receiver}.")
            elif first + spots <= item < first + 2 * spots:
                state.tell("MW-BARGAIN-4", f"The claim marker on {names[item - first - spots]} is taken off.")

    def question(self, state: MerryWayState) -> str:
        """Which card."""
        wanted = wanted_cards(state)[len(state.handed)]
        return f"Which card do you hand over? Wanted is {category_words(wanted)}."

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why a card cannot be handed over."""
        first = state.rules.first
        if not first.hand <= action < first.play:
            return None
        card = int(action - first.hand)
        code = state.rules.cards.scheme_codes[card]
        wanted = wanted_cards(state)[len(state.handed)]
        if card not in without_cards(state.scheme_hands[state.partner], state.handed):
            return Reason("MW-BARGAIN-8", f"You have no {code} to hand over.")
        if wanted not in (ANY_CARD, state.rules.category[card]):
            return Reason("MW-BARGAIN-8", f"{code} is not {category_words(wanted)}.")
        return Reason("MW-BARGAIN-8", f"{code} is needed for what the offer wants besides.")
