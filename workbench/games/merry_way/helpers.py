"""Small tables below the board that help with a decision: a deal before and after, a card on each spot. Off the rules path.

They use only open information and the seat's own hand. Their figures for travellers assume that these set out now: the move
and the Travel phase are carried out on a copy of the position. Others may still build, so the figures promise nothing.
"""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Withheld, hold_to, rests_on, shown
from workbench.core.scene import Helper, Row
from workbench.games.merry_way.cards import NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    FIRST_GIVE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    GIVE_PROFIT,
    HIDDEN,
    MERCHANTS,
    REJECT,
    RESOURCES,
    SEATS,
    WANT_PROFIT,
    kinds_of,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trips import Outlook, outlook
from workbench.games.merry_way.words import signed


def helpers(state: MerryWayState, seat: int) -> tuple[Helper, ...]:
    """Return the tables that help with the present decision.

    Args:
        state: the position as the seat may know it (`state.view(seat).state`).
        seat: the seat that looks.

    Returns:
        while players compose and answer an offer, what it would change, for everybody to see; for the seat that builds, what
        its cards would earn; otherwise nothing.
    """
    phase, rules = state.phase, state.game
    if phase in (rules.give, rules.want, rules.reply, rules.hand_over):
        return shown(Helper, state, seat, deal)
    if state.to_move != seat:
        return ()
    tables = ((rules.build, build_table), (rules.place, place_table), (rules.block, block_table))
    return shown(Helper, state, seat, *[table for one, table in tables if phase is one])


# -- the bargaining table ----------------------------------------------------------------------------------------------


class Deal:
    """The offer on the table, counted.

    Args:
        state: the position as somebody may know it.

    Attributes:
        maker, partner: the seat that makes the offer, and the seat that answers it.
        change: the plots, manpower, materials, profit and scheme cards that the maker gains, minus losses.
        claims: the claim markers on the board after the deal.
        given: the scheme cards that the maker would give, as far as they can be seen.
    """

    def __init__(self, state: MerryWayState) -> None:
        first, spots = state.game.first, int(state.game.board.spots)
        self.maker, self.partner = int(state.seat), int(state.partner)
        change = [0] * (RESOURCES + 2)
        claims = list(state.claims)
        given: list[int] = []
        for item in (*state.give, *state.want):
            if FIRST_GIVE <= item <= GIVE_PROFIT:
                change[item - FIRST_GIVE] -= 1
            elif FIRST_WANT <= item <= WANT_PROFIT:
                change[item - FIRST_WANT] += 1
            elif FIRST_WANT_CARD <= item < REJECT:
                change[RESOURCES + 1] += 1
            elif item == HIDDEN or item < first.hand:
                change[RESOURCES + 1] -= 1
                if item != HIDDEN:
                    given.append(int(item - first.give_card))
            else:
                use, spot = divmod(int(item - first.give_claim), spots)
                claims[spot] = (self.partner, NONE, self.maker, NONE)[use]
        self.change, self.claims, self.given = tuple(change), tuple(claims), tuple(given)

    def gain(self, seat: int, item: int) -> int:
        """Return how much of an item a seat gains, minus losses; 0 for players outside the deal."""
        return self.change[item] if seat == self.maker else -self.change[item] if seat == self.partner else 0


@rests_on("give", "want", "reply", "hand_over", what="What a deal changes")
def deal(state: MerryWayState, seat: int) -> tuple[Helper, ...]:
    """Return what both partners have, and what they would have if the present offer were accepted.

    Args:
        state: the position as the seat may know it, with an offer on the table.
        seat: the seat that looks; a partner also learns which cards it could pay for.
    """
    rules, one = state.game, Deal(state)
    both = (one.maker, one.partner) if seat != one.partner else (one.partner, one.maker)
    names = (*RESOURCE_NAMES, "profit", "scheme cards")
    rows = []
    for item, name in enumerate(names):
        cells = [name]
        for who in both:
            held = (*state.stock[RESOURCES * who : RESOURCES * who + RESOURCES], state.profit[who])
            now = held[item] if item <= RESOURCES else len(state.scheme_hands[who])
            cells.append(became(str(now), str(now + one.gain(who, item))))
        rows.append(Row(tuple(cells)))
    counts = [became(str(state.claims.count(who)), str(one.claims.count(who))) for who in both]
    rows.append(Row(("claims on the board", *counts)))
    try:
        after_it = state.copy()
        after_it.claims = one.claims
        now_, then = outlook(state), outlook(after_it)
        if any([trip.stops for trip in now_.trips]) or now_.gains != then.gains:
            cells = [became(signed(now_.gains[who]), signed(then.gains[who])) for who in both]
            rows.append(Row(("profit if they set out now", *cells)))
    except Withheld as silence:
        rows.append(Row((str(silence), "", "")))
    title = "The deal so far" if state.phase in (state.game.give, state.game.want) else "The deal"
    columns = tuple([f"{rules.seat_name(who)}{' (you)' if who == seat else ''}" for who in both])
    return (Helper(title, payable_words(state, seat, one), ("what", *columns), tuple(rows)),)


def became(before: str, after: str) -> str:
    """Say what something is, and what it would become.

    >>> became("3", "3"), became("3", "5")
    ('3', '3 → 5')
    """
    return before if before == after else f"{before} → {after}"


def payable_words(state: MerryWayState, seat: int, one: Deal) -> str:
    """Say which of its cards a partner could pay for, now and after the deal; nothing for other players."""
    if seat not in (one.maker, one.partner):
        return ""
    try:
        hold_to(state.game, ("build", "place"), "What you can pay for")
    except Withheld as silence:
        return str(silence)
    rules, hand = state.game, list(state.scheme_hands[seat])
    now = payable(state, seat, hand, (0, 0, 0))
    for card in one.given:
        if seat == one.partner:
            hand.append(card)
        elif card in hand:
            hand.remove(card)
    for card in state.handed if seat == one.partner else ():
        if card in hand:
            hand.remove(card)
    gains = (one.gain(seat, 0), one.gain(seat, 1), one.gain(seat, 2))
    then = payable(state, seat, hand, gains)
    listed = [", ".join([rules.cards.scheme_codes[card] for card in cards]) or "none" for cards in (now, then)]
    after = ", before and after the deal" if now == then else f"; after the deal: {listed[1]}"
    return f"Traps you can pay for, one or another: {listed[0]}{after}."


def payable(state: MerryWayState, seat: int, hand: list[int], gains: tuple[int, int, int]) -> list[int]:
    """Return the traps in hand that a seat could set on an open spot, if its resources changed by some gains."""
    stock = state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]
    cards = state.game.cards
    return [
        card
        for card in kinds_of(tuple(sorted(hand)))
        if 0 <= card < cards.normal
        and all([stock[kind] + gains[kind] >= cards.cost[card][kind] for kind in range(RESOURCES)])
    ]


# -- what a card would earn --------------------------------------------------------------------------------------------

NOW: Final = (
    "What everybody would gain if the travellers set out now. "
    "Prices are plots/manpower/materials; × is a Guard who takes the marker off."
)


def place_table(state: MerryWayState, seat: int) -> tuple[Helper, ...]:
    """Return what the chosen card would earn on each spot where it may go; choosing a row places it.

    Args:
        state: the position as the seat may know it, in which it places a card.
        seat: the owner of the card.
    """
    first = int(state.game.first.place)
    rows = [as_it_is(state)]
    for action in state.legal():
        spot, then = action - first, after(state, action)
        cells = (spot_words(state, spot), cost_words(state, then, seat), *earned(spot, outlook(then)))
        rows.append(Row(cells, state.phase.thing(state, action)))
    title, columns = "The card on each spot", ("spot", "price", *headings(state, seat))
    return (Helper(title, NOW, columns, tuple(rows)),) if len(rows) > 1 else ()


def build_table(state: MerryWayState, seat: int) -> tuple[Helper, ...]:
    """Return each affordable trap on its best spot, by gain now and markers kept; choosing a row plays it.

    Args:
        state: the position as the seat may know it, in which it builds.
        seat: the owner of the cards.
    """
    rules = state.game
    first, normal, place = int(rules.first.play), rules.cards.normal, int(rules.first.place)
    as_now = outlook(state)
    rows = [as_it_is(state)]
    for action in state.legal():
        if not first <= action < first + normal:
            continue
        played = after(state, action)
        where, most, best = "no spot pays now", (as_now.gains[seat], 1), (NONE, as_now)
        for spot in sorted([one - place for one in played.legal()]):
            then = after(played, place + spot)
            brought = outlook(then)
            stops = [stop for trip in brought.trips for stop in trip.stops]
            worth = (brought.gains[seat], -len([stop for stop in stops if stop.removed and stop.owner == seat]))
            if worth > most:
                where = f"{spot_words(state, spot)} for {cost_words(state, then, seat)}"
                most, best = worth, (spot, brought)
        rows.append(Row((rules.cards.scheme_codes[action - first], where, *earned(*best)), state.phase.thing(state, action)))
    title, columns = "Your cards on their best spots", ("card", "spot and price", *headings(state, seat))
    return (Helper(title, NOW, columns, tuple(rows)),) if len(rows) > 1 else ()


def block_table(state: MerryWayState, seat: int) -> tuple[Helper, ...]:
    """Return the roadblocks that would change what somebody gains; choosing a row builds the roadblock there.

    Args:
        state: the position as the seat may know it, in which it builds the roadblock.
        seat: the seat that builds it.
    """
    rules = state.game
    as_now = outlook(state).gains
    rows = [Row(("as it is", *[signed(gain) for gain in as_now]))]
    for action in state.legal():
        gains = outlook(after(state, action)).gains
        if gains != as_now:
            name = rules.board.way_names[action - rules.first.block]
            rows.append(Row((name, *[signed(gain) for gain in gains]), state.phase.thing(state, action)))
    note = "What everybody would gain if the travellers set out now. A roadblock anywhere else makes no difference."
    columns = ("on", *headings(state, seat)[1:])
    return (Helper("The roadblocks that change something", note, columns, tuple(rows)),)


def after(state: MerryWayState, action: int) -> MerryWayState:
    """Return the position after a move."""
    other = state.copy()
    other.apply(action)
    return other


def headings(state: MerryWayState, seat: int) -> tuple[str, ...]:
    """Return the headings for the columns of `earned`."""
    return ("stops there", *[f"{SEATS[one]}{' (you)' if one == seat else ''}" for one in range(state.game.players)])


def as_it_is(state: MerryWayState) -> Row:
    """Return what everybody would gain if nothing were built."""
    return Row(("as it is", "", *earned(NONE, outlook(state))))


def earned(spot: int, brought: Outlook) -> tuple[str, ...]:
    """Say which travellers would stop at a spot and with what result, and what every seat would gain in all."""
    said = []
    for trip in brought.trips:
        for stop in trip.stops:
            if stop.spot == spot:
                said.append(f"{MERCHANTS[trip.traveller]} {'×' if stop.removed else signed(stop.change)}")
    return (", ".join(said) or ("" if spot == NONE else "nobody"), *[signed(gain) for gain in brought.gains])


def spot_words(state: MerryWayState, spot: int) -> str:
    """Name a spot, and the card there that would be covered."""
    below, name = state.cards[spot], state.game.board.spot_names[spot]
    return name if below == NONE else f"{name} over {state.game.cards.scheme_codes[below]}"


def cost_words(before: MerryWayState, then: MerryWayState, seat: int) -> str:
    """Say what a seat has paid between two positions, as plots/manpower/materials."""
    kinds = range(RESOURCES * seat, RESOURCES * seat + RESOURCES)
    return "/".join([str(before.stock[kind] - then.stock[kind]) for kind in kinds])
