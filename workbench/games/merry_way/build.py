"""Build: traps, upgrades, the roadblock and special cards, until everybody has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.games.merry_way.bank import own_marker_reason, take_own_marker_off
from workbench.games.merry_way.cards import LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    BIT,
    BUILD_PASS,
    FIRST_EXCHANGE,
    FIRST_FILCH,
    FIRST_FLIP,
    FIRST_TAKE,
    RESOURCES,
    ROADBLOCK,
    TIE_LEFT,
    kinds_of,
    with_card,
    without_card,
    without_known,
)
from workbench.games.merry_way.draw import FOR_SPECIAL
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import folly_words, price, resources, scheme_words

if TYPE_CHECKING:
    from mypy_extensions import i64

MOST_SPECIALS: Final = 4
"""Special cards in one turn where any number may be played, because Loose Tongues can feed itself (MW-RULING-18)."""

NORMAL: Final = 0
DRAW_CARDS: Final = 1
TAKE_TOKENS: Final = 2
FLIP_FOLLY: Final = 3
EXCHANGE_FOLLIES: Final = 4
STRIP_CLAIM: Final = 5
FILCH: Final = 6
"""What a scheme card does when it is played; the special ones in the order of `cards.EFFECTS`."""


def leave_hand(state: MerryWayState, seat: i64, card: int) -> None:
    """A scheme card leaves a hand for all to see; whoever knew of one does so no longer (MW-KNOW-6)."""
    state.scheme_hands[seat] = without_card(state.scheme_hands[seat], card)
    known = state.known
    seats = state.rules.seats
    for other in range(state.rules.players):
        place = other * seats + seat
        if known[place]:
            known[place] = without_known(known[place], (card,))


def place_cost(state: MerryWayState, card: i64, spot: i64) -> tuple[int, int, int]:
    """What it costs to play a card on a spot: the printed cost, or less on top of another card (MW-BUILD-4, MW-BUILD-9)."""
    rules = state.rules
    return rules.cards.cost[card] if state.cards[spot] == NONE else rules.upgrade_cost[card]


def upgradable(state: MerryWayState, seat: i64) -> list[int]:
    """The spots whose card a seat may cover: with its own claim, or unclaimed and with a token left (MW-BUILD-8)."""
    cards, claims = state.cards, state.claims
    unclaimed = state.reserve[seat] > 0
    found: list[int] = []
    for spot in range(len(cards)):
        if cards[spot] >= 0:
            owner = claims[spot]
            if owner == seat or (owner < 0 and unclaimed):
                found.append(spot)
    return found


def can_upgrade(state: MerryWayState, seat: i64) -> bool:
    """Whether there is a card that a seat may cover: where its own marker lies, it may."""
    return state.has_marker(seat) or len(upgradable(state, seat)) > 0


def may_upgrade(state: MerryWayState, seat: i64, spot: int) -> bool:
    """Whether a seat may cover the card on a spot."""
    return spot in upgradable(state, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Build(MerryWayPhase):
    """The player in turn plays a card, takes a special action, or passes for the rest of the phase."""

    name: ClassVar[str] = "build"
    title: ClassVar[str] = "Build"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BUILD-1", "MW-BUILD-2", "MW-BUILD-3", "MW-BUILD-7", "MW-BUILD-11", "MW-BUILD-15", "MW-BUILD-16"),
        *("MW-RULING-17", "MW-RULING-18"),
    )
    group: ClassVar[str] = "Build"

    def begin(self, state: MerryWayState) -> None:
        """The Leader begins."""
        state.passed = 0
        self.ask_from(state, state.leader)

    def ask_from(self, state: MerryWayState, seat: i64) -> None:
        """Ask this seat or the next one that has not passed; when all have, the Travel phase begins (MW-BUILD-17)."""
        state.specials = 0
        for _asked in range(state.rules.players):
            if not state.passed & BIT[seat]:
                state.seat = seat
                self.ask(state)
                return
            seat = state.after(seat)
        state.passed = 0
        state.seat = NONE
        if state.listener is not None:
            state.tell("MW-BUILD-17", "Everybody has passed; the Travel phase begins.")
        state.rules.travel.begin(state)

    def ask(self, state: MerryWayState) -> None:
        """The seat whose turn it is decides."""
        state.phase = self
        state.to_move = state.seat

    def acted(self, state: MerryWayState) -> None:
        """A normal card or a special action ends the turn, unless turns are taken all at once (MW-RULING-17)."""
        if state.rules.build_all_at_once:
            state.specials = 0
            self.ask(state)
        else:
            self.ask_from(state, state.after(state.seat))

    def special_done(self, state: MerryWayState) -> None:
        """The effect is carried out: the special card is discarded, and the same turn goes on (MW-BUILD-2)."""
        if state.chosen != NONE:
            state.scheme_discard = with_card(state.scheme_discard, int(state.chosen))
            state.chosen = NONE
        state.pending = 0
        self.ask(state)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Pass; a roadblock; each card in hand that can be played; perhaps an own marker to be taken off."""
        rules = state.rules
        seat = state.to_move
        actions = [BUILD_PASS]
        if state.roadblock == NONE and self.roadblock_possible(state, seat):
            actions.append(ROADBLOCK)
        first = int(rules.first.play)
        normal: i64 = rules.cards.normal
        room = bool(state.open_spots) and state.reserve[seat] > 0
        covers = can_upgrade(state, seat)
        previous = NONE
        for card in state.scheme_hands[seat]:
            if card == previous:
                continue
            previous = card
            if card >= normal:
                if self.special_possible(state, seat, card):
                    actions.append(first + card)
            elif (room and state.affords(seat, rules.costs, card)) or (
                covers and state.affords(seat, rules.upgrade_costs, card)
            ):
                actions.append(first + card)
        if rules.remove_in_build:
            for spot in state.markers_of(seat):
                actions.append(int(rules.first.unclaim + spot))
        return tuple(actions)

    def roadblock_possible(self, state: MerryWayState, seat: i64) -> bool:
        """Whether a seat can pay for a roadblock, and there is a way on which it may stand.

        A roadblock has to leave a way around (MW-RULING-25). The first card in play makes one, and no card is ever taken away.
        """
        rules = state.rules
        if not state.holds(seat, rules.roadblock_cost):
            return False
        if rules.roadblock_takes_card and not state.scheme_hands[seat]:
            return False
        return rules.always_a_way or state.cards.count(NONE) < len(state.cards)

    def special_possible(self, state: MerryWayState, seat: i64, card: i64) -> bool:
        """Whether a special card can be played now: its condition holds, and not too many were played (MW-HOUSE-5)."""
        rules = state.rules
        if state.specials >= rules.specials_per_turn or not state.holds(seat, rules.cards.cost[card]):
            return False
        effect = rules.effect[card]
        if effect == DRAW_CARDS:
            return state.can_draw_scheme()
        if effect == TAKE_TOKENS:
            return max(state.supply) > 0
        if effect == STRIP_CLAIM:
            return len(rules.sheriffs_ear.others(state, seat)) > 0
        if effect == FILCH:
            return len(rules.light_fingers.others(state, seat)) > 0
        return True

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Pass, or begin what was chosen."""
        rules = state.rules
        seat = state.seat
        if action == BUILD_PASS:
            state.passed |= BIT[seat]
            if state.listener is not None:
                state.tell("MW-BUILD-16", f"{rules.seat_name(int(seat))} passes.", int(seat))
            self.ask_from(state, state.after(seat))
        elif action == ROADBLOCK:
            state.phase = rules.block
        elif action >= rules.first.unclaim:
            take_own_marker_off(state, seat, action - rules.first.unclaim)
            self.acted(state)
        else:
            card = int(action - rules.first.play)
            leave_hand(state, seat, card)
            state.chosen = card
            if card < rules.cards.normal:
                state.phase = rules.place
            else:
                self.play_special(state, card)

    def play_special(self, state: MerryWayState, card: int) -> None:
        """Pay for a special card and begin its effect."""
        rules = state.rules
        seat = state.seat
        state.specials += 1
        cost = rules.cards.cost[card]
        state.pay(seat, cost)
        if state.listener is not None:
            paying = f" for {price(cost)}" if max(cost) else ""
            text = f"{rules.seat_name(int(seat))} plays {scheme_words(rules, card)}{paying}."
            state.tell("MW-HOUSE-5", text, int(seat))
        amount: i64 = rules.cards.specials[card - rules.cards.normal].amount
        effect = rules.effect[card]
        if effect == DRAW_CARDS:
            rules.draw_scheme.hand_out(state, seat, amount, FOR_SPECIAL)
        elif effect == TAKE_TOKENS:
            state.pending = amount
            state.phase = rules.many_hands
        elif effect == FLIP_FOLLY:
            state.phase = rules.false_papers
        elif effect == EXCHANGE_FOLLIES:
            state.phase = rules.changed_company
        elif effect == STRIP_CLAIM:
            state.phase = rules.sheriffs_ear
        else:
            state.phase = rules.light_fingers

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """The clause that allows a move."""
        if action == BUILD_PASS:
            return "MW-BUILD-16"
        if action == ROADBLOCK:
            return "MW-BUILD-11"
        if action >= state.rules.first.unclaim:
            return "MW-RULING-15"
        card = action - state.rules.first.play
        return "MW-BUILD-1" if card < state.rules.cards.normal else "MW-BUILD-2"

    def question(self, state: MerryWayState) -> str:
        """What is built."""
        stock = state.stock[RESOURCES * state.seat : RESOURCES * state.seat + RESOURCES]
        return f"What do you build? You have {price((stock[0], stock[1], stock[2]))}."

    def note(self, state: MerryWayState, action: int) -> str:
        """What a card costs and earns."""
        rules = state.rules
        if action == ROADBLOCK:
            return price(rules.roadblock_cost) + (" and a scheme card" if rules.roadblock_takes_card else "")
        if not rules.first.play <= action < rules.first.discard:
            return ""
        card = int(action - rules.first.play)
        if card >= rules.cards.normal:
            return rules.cards.specials[card - rules.cards.normal].text
        known = rules.cards.schemes[card]
        upgrade = "" if rules.upgrade_cost[card] == known.cost else f", over a card {price(rules.upgrade_cost[card])}"
        return f"{known.kind}, {known.profit} profit; costs {price(known.cost)}{upgrade}"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why something cannot be built."""
        rules = state.rules
        if action == ROADBLOCK:
            return self.roadblock_reason(state)
        if rules.first.unclaim <= action < rules.first.block:
            return own_marker_reason(state, int(action - rules.first.unclaim), "build")
        if not rules.first.play <= action < rules.first.discard:
            return None
        card = int(action - rules.first.play)
        code = rules.cards.scheme_codes[card]
        if card not in state.scheme_hands[state.seat]:
            return Reason("MW-BUILD-1", f"{code} is not in your hand.")
        if card >= rules.cards.normal:
            return self.special_reason(state, card)
        has_spot = bool(state.open_spots) and state.reserve[state.seat] > 0
        if not has_spot and not can_upgrade(state, state.seat):
            return Reason("MW-BUILD-6", f"There is no spot on which you could play {code}.")
        costs = [price(rules.cards.cost[card])] if has_spot else []
        if can_upgrade(state, state.seat):
            costs.append(f"{price(rules.upgrade_cost[card])} on top of another card")
        return Reason("MW-BUILD-4", f"{code} costs {', or '.join(costs)}: you cannot pay that.")

    def roadblock_reason(self, state: MerryWayState) -> Reason:
        """Why no roadblock can be built."""
        rules = state.rules
        if state.roadblock != NONE:
            where = rules.board.way_names[state.roadblock]
            return Reason("MW-BUILD-13", f"There is a roadblock on {where}; one is built in a round, by all together.")
        if not state.holds(state.seat, rules.roadblock_cost):
            return Reason("MW-BUILD-11", f"A roadblock costs {price(rules.roadblock_cost)}, and you cannot pay that.")
        if rules.roadblock_takes_card and not state.scheme_hands[state.seat]:
            return Reason("MW-RULING-19", "A roadblock costs a scheme card, and you have none.")
        return Reason("MW-RULING-25", "A roadblock must leave a way around, and there is none anywhere.")

    def special_reason(self, state: MerryWayState, card: int) -> Reason:
        """Why a special card cannot be played."""
        rules = state.rules
        if state.specials >= rules.specials_per_turn:
            return Reason("MW-RULING-18", "No more special cards may be played in this turn.")
        if not state.holds(state.seat, rules.cards.cost[card]):
            costs = price(rules.cards.cost[card])
            return Reason("MW-HOUSE-5", f"{rules.cards.scheme_codes[card]} costs {costs}, and you cannot pay that.")
        clause, text = CONDITIONS[rules.effect[card]]
        return Reason(clause, text)


CONDITIONS: Final = {
    DRAW_CARDS: ("MW-HOUSE-6", "There is no scheme card left to be drawn."),
    TAKE_TOKENS: ("MW-HOUSE-7", "The supply is empty."),
    STRIP_CLAIM: ("MW-HOUSE-10", "No other player has a claim marker in play."),
    FILCH: ("MW-HOUSE-11", "No other player has a resource."),
}
"""By effect: the clause of the card, and why its condition may fail to hold."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Place(MerryWayPhase):
    """A normal scheme card is placed: into an open spot, or on top of a card in play."""

    name: ClassVar[str] = "place"
    title: ClassVar[str] = "Build: placing a card"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BUILD-3", "MW-BUILD-4", "MW-BUILD-5", "MW-BUILD-6", "MW-BUILD-7", "MW-BUILD-8", "MW-BUILD-9"),
        *("MW-RULING-3", "MW-RULING-5", "MW-RULING-45"),
    )
    group: ClassVar[str] = "Spots"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Open spots at the full cost, spots that may be covered at the price of an upgrade."""
        rules = state.rules
        seat = state.to_move
        card = state.chosen
        first = int(rules.first.place)
        actions: list[int] = []
        if state.reserve[seat] > 0 and state.affords(seat, rules.costs, card):
            for spot in state.open_spots:
                actions.append(first + spot)
        if state.affords(seat, rules.upgrade_costs, card):
            for spot in upgradable(state, seat):
                actions.append(first + spot)
            actions.sort()
        return tuple(actions)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Place the card with an own claim token, then pay."""
        rules = state.rules
        seat = state.seat
        spot = action - rules.first.place
        card = int(state.chosen)
        cost = place_cost(state, card, spot)
        below = state.cards[spot]
        cards = list(state.cards)
        cards[spot] = card
        state.cards = tuple(cards)
        state.move_marker(spot, seat)  # the old token comes back (MW-RULING-22)
        state.chosen = NONE
        if below == NONE:
            state.open_spots = rules.find_open_spots(state.cards)
        elif rules.covered_are_discarded:
            state.scheme_discard = with_card(state.scheme_discard, below)
        else:
            covered = list(state.covered)
            covered[spot] = (*covered[spot], below)
            state.covered = tuple(covered)
        state.pay(seat, cost)
        if state.listener is not None:
            self.report(state, int(spot), below, cost)
        rules.build.acted(state)

    def report(self, state: MerryWayState, spot: int, below: int, cost: tuple[int, int, int]) -> None:
        """Tell what was set or covered, and what was paid."""
        rules = state.rules
        seat = int(state.seat)
        who, name = rules.seat_name(seat), rules.board.spot_names[spot]
        card = scheme_words(rules, state.cards[spot])
        if below == NONE:
            clause = "MW-BUILD-3" if rules.board.spot_row[spot] == 1 else "MW-BUILD-6"
            state.tell(clause, f"{who} sets {card} on {name} with a claim marker.", seat)
            state.tell("MW-BUILD-4", f"{who} pays {price(cost)}.", seat)
        else:
            state.tell("MW-BUILD-7", f"{who} covers {scheme_words(rules, below)} on {name} with {card}.", seat)
            state.tell("MW-BUILD-9", f"{who} pays {price(cost)}.", seat)
            if rules.covered_are_discarded:
                state.tell("MW-RULING-21", f"{scheme_words(rules, below)} is discarded.", seat)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Setting a trap or upgrading one."""
        spot = action - state.rules.first.place
        return "MW-BUILD-6" if state.cards[spot] == NONE else "MW-BUILD-7"

    def question(self, state: MerryWayState) -> str:
        """Where to."""
        return f"Where do you place {scheme_words(state.rules, int(state.chosen))}?"

    def note(self, state: MerryWayState, action: int) -> str:
        """What it costs there."""
        spot = int(action - state.rules.first.place)
        if not 0 <= spot < state.rules.board.spots:
            return ""
        cost = price(place_cost(state, state.chosen, spot))
        below = state.cards[spot]
        return f"costs {cost}" if below == NONE else f"covers {state.rules.cards.scheme_codes[below]}, costs {cost}"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why the card cannot be placed there."""
        rules = state.rules
        if not rules.first.place <= action < rules.first.strip:
            return None
        spot = int(action - rules.first.place)
        name = rules.board.spot_names[spot]
        below = state.cards[spot]
        if below == NONE and spot not in state.open_spots:
            return Reason("MW-BUILD-6", self.closed_text(state, spot))
        if below != NONE and state.claims[spot] not in (NONE, int(state.seat)):
            owner = rules.seat_name(state.claims[spot])
            return Reason("MW-BUILD-8", f"The card on {name} has the claim marker of {owner}.")
        if state.reserve[state.seat] == 0 and state.claims[spot] == NONE:
            return Reason("MW-RULING-36", "You have no claim token left.")
        cost = price(place_cost(state, state.chosen, spot))
        return Reason(
            "MW-BUILD-4" if below == NONE else "MW-BUILD-9", f"The card costs {cost} there: you cannot pay that."
        )

    def closed_text(self, state: MerryWayState, spot: int) -> str:
        """Why an empty spot is not open."""
        rules = state.rules
        board = rules.board
        name = board.spot_names[spot]
        near, far = board.supports[spot]
        if near == NONE:
            others = [board.spot_names[one] for one in state.open_spots if board.spot_row[one] == 1]
            return (
                f"{name} is not the first open space seen from the far end of the trail; that is {' or '.join(others)}."
            )
        if not rules.brick:
            return f"{name} does not lie next to the trail, and only spots that do may be used."
        empty = [board.spot_names[one] for one in (near, far) if state.cards[one] == NONE]
        return f"{name} does not lie between two occupied clearings: {' and '.join(empty)} must be occupied first."


@mypyc_attr(allow_interpreted_subclasses=True)
class Block(MerryWayPhase):
    """The roadblock is placed on a way."""

    name: ClassVar[str] = "block"
    title: ClassVar[str] = "Build: placing the roadblock"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BUILD-11", "MW-BUILD-12", "MW-BUILD-13", "MW-RULING-24", "MW-RULING-25")
    group: ClassVar[str] = "Ways"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """The ways between two walkable neighbours, as far as a way around is left."""
        first: i64 = state.rules.first.block
        return tuple([way + first for way in state.rules.find_open_ways(state.cards)])

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Place the roadblock and pay; perhaps a scheme card is due as well."""
        rules = state.rules
        seat = state.seat
        state.roadblock = action - rules.first.block
        state.pay(seat, rules.roadblock_cost)
        if state.listener is not None:
            who = rules.seat_name(int(seat))
            where = rules.board.way_names[state.roadblock]
            text = f"{who} builds a roadblock on {where} for {price(rules.roadblock_cost)}."
            state.tell("MW-BUILD-11", text, int(seat))
        if rules.roadblock_takes_card:
            state.phase = rules.discard
        else:
            rules.build.acted(state)

    def question(self, state: MerryWayState) -> str:
        """Where to."""
        return "Where do you place the roadblock?"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why a way cannot be blocked."""
        rules = state.rules
        if action < rules.first.block:
            return None
        way = int(action - rules.first.block)
        name = rules.board.way_names[way]
        if rules.roadblock_main_only and not rules.on_main_trail(way):
            return Reason("MW-RULING-24", f"{name} is not a stretch of the main trail.")
        if not rules.is_walkable(state.cards, way):
            return Reason("MW-RULING-24", f"{name} does not join two places that can be walked on.")
        return Reason("MW-RULING-25", f"With a roadblock on {name} there would be no way around.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Discard(MerryWayPhase):
    """Another reading: the scheme card that a roadblock costs is discarded."""

    name: ClassVar[str] = "discard"
    title: ClassVar[str] = "Build: a card for the roadblock"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-19", "MW-RULING-12")
    group: ClassVar[str] = "Cards"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Any scheme card in hand."""
        first: i64 = state.rules.first.discard
        return tuple([card + first for card in kinds_of(state.scheme_hands[state.to_move])])

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Discard it; the special action is complete."""
        rules = state.rules
        card = int(action - rules.first.discard)
        leave_hand(state, state.seat, card)
        state.scheme_discard = with_card(state.scheme_discard, card)
        if state.listener is not None:
            who = rules.seat_name(int(state.seat))
            state.tell("MW-RULING-19", f"{who} discards {scheme_words(rules, card)} for it.", int(state.seat))
        rules.build.acted(state)

    def question(self, state: MerryWayState) -> str:
        """Which card."""
        return "Which scheme card do you discard for the roadblock?"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why a card cannot be discarded."""
        first = state.rules.first
        if first.discard <= action < first.drawn:
            return Reason(
                "MW-RULING-19", f"{state.rules.cards.scheme_codes[action - first.discard]} is not in your hand."
            )
        return None


# -- the effects of special cards --------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class ManyHands(MerryWayPhase):
    """Tokens are taken from the supply, one after another."""

    name: ClassVar[str] = "many_hands"
    title: ClassVar[str] = "Build: Many Hands"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-7",)
    group: ClassVar[str] = "Supply"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Each kind that the supply has."""
        return tuple([FIRST_TAKE + kind for kind in range(RESOURCES) if state.supply[kind] > 0])

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Take one; go on until all are taken or the supply is empty."""
        kind = action - FIRST_TAKE
        state.take(state.seat, kind, 1)
        state.pending -= 1
        if state.listener is not None:
            who = state.rules.seat_name(int(state.seat))
            state.tell("MW-HOUSE-7", f"{who} takes {resources(int(kind), 1)} from the supply.", int(state.seat))
        if state.pending == 0 or max(state.supply) == 0:
            state.rules.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        """Which kind."""
        return f"What do you take from the supply? Tokens still to be taken: {state.pending}."

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why a kind cannot be taken."""
        if FIRST_TAKE <= action < FIRST_TAKE + RESOURCES:
            return Reason("MW-HOUSE-7", f"The supply has no {RESOURCE_NAMES[action - FIRST_TAKE]}.")
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class FalsePapers(MerryWayPhase):
    """A folly card of the line-up is turned over."""

    name: ClassVar[str] = "false_papers"
    title: ClassVar[str] = "Build: False Papers"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-8",)
    group: ClassVar[str] = "Line-up"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Any card of the line-up."""
        return tuple(range(FIRST_FLIP, FIRST_FLIP + LINE_UP))

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Turn it over; from now on both of its sides have been seen."""
        place = action - FIRST_FLIP
        state.blue ^= BIT[place]
        state.open_sides |= BIT[place]
        if state.listener is not None:
            rules = state.rules
            card = folly_words(rules, rules.public_folly(state, place), bool(state.blue & BIT[place]))
            state.tell("MW-HOUSE-8", f"V{place + 1} is turned over: {card}.", int(state.seat))
        state.rules.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        """Which card."""
        return "Which folly card do you turn over?"

    def note(self, state: MerryWayState, action: int) -> str:
        """What it shows now."""
        place = action - FIRST_FLIP
        if not 0 <= place < LINE_UP:
            return ""
        return f"now {folly_words(state.rules, state.line_up[place], bool(state.blue & BIT[place]))}"


@mypyc_attr(allow_interpreted_subclasses=True)
class ChangedCompany(MerryWayPhase):
    """Two neighbouring folly cards change places."""

    name: ClassVar[str] = "changed_company"
    title: ClassVar[str] = "Build: Changed Company"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-9",)
    group: ClassVar[str] = "Line-up"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Any two neighbours, named by the left one."""
        return tuple(range(FIRST_EXCHANGE, FIRST_EXCHANGE + LINE_UP - 1))

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Exchange them; each keeps the side it shows."""
        left = action - FIRST_EXCHANGE
        right = left + 1
        line_up = list(state.line_up)
        line_up[left], line_up[right] = line_up[right], line_up[left]
        state.line_up = tuple(line_up)
        both = BIT[left] | BIT[right]
        if bool(state.blue & BIT[left]) != bool(state.blue & BIT[right]):
            state.blue ^= both
        if bool(state.open_sides & BIT[left]) != bool(state.open_sides & BIT[right]):
            state.open_sides ^= both
        if state.listener is not None:
            state.tell("MW-HOUSE-9", f"V{left + 1} and V{right + 1} change places.", int(state.seat))
        state.rules.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        """Which pair."""
        return "Which neighbouring folly cards change places?"


@mypyc_attr(allow_interpreted_subclasses=True)
class SheriffsEar(MerryWayPhase):
    """The claim marker of another player is taken off."""

    name: ClassVar[str] = "sheriffs_ear"
    title: ClassVar[str] = "Build: The Sheriff's Ear"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-10",)
    group: ClassVar[str] = "Claims"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Every spot with the marker of another player."""
        first: i64 = state.rules.first.strip
        return tuple([spot + first for spot in self.others(state, state.seat)])

    def others(self, state: MerryWayState, seat: i64) -> list[int]:
        """The spots with a marker of somebody else."""
        claims = state.claims
        return [spot for spot in range(len(claims)) if claims[spot] != NONE and claims[spot] != seat]

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Return the marker to its owner."""
        spot = action - state.rules.first.strip
        owner = state.claims[spot]
        state.move_marker(spot, NONE)
        if state.listener is not None:
            rules = state.rules
            name = rules.board.spot_names[spot]
            state.tell("MW-HOUSE-10", f"{rules.seat_name(owner)} loses the claim marker on {name}.", int(state.seat))
        state.rules.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        """Which marker."""
        return "Which claim marker of another player is taken off?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Whose it is, and what the card earns."""
        rules = state.rules
        spot = int(action - rules.first.strip)
        if not 0 <= spot < rules.board.spots or state.claims[spot] == NONE:
            return ""
        return f"{rules.cards.scheme_codes[state.cards[spot]]} of {rules.seat_name(state.claims[spot])}"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why no marker can be taken off there."""
        first = state.rules.first
        if not first.strip <= action < first.unclaim:
            return None
        name = state.rules.board.spot_names[action - first.strip]
        return Reason("MW-HOUSE-10", f"There is no claim marker of another player on {name}.")


@mypyc_attr(allow_interpreted_subclasses=True)
class LightFingers(MerryWayPhase):
    """A resource is taken from another player."""

    name: ClassVar[str] = "light_fingers"
    title: ClassVar[str] = "Build: Light Fingers"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-11",)
    group: ClassVar[str] = "Players"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Each kind that each other player has."""
        return tuple([FIRST_FILCH + place for place in self.others(state, state.seat)])

    def others(self, state: MerryWayState, seat: i64) -> list[int]:
        """The places in `state.stock` where somebody else has something."""
        stock, own = state.stock, RESOURCES * seat
        return [place for place in range(len(stock)) if stock[place] > 0 and (place < own or place >= own + RESOURCES)]

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Take it."""
        place = action - FIRST_FILCH
        kind = place % RESOURCES
        state.stock[place] -= 1
        state.stock[RESOURCES * state.seat + kind] += 1
        if state.listener is not None:
            rules = state.rules
            victim = rules.seat_name(int(place // RESOURCES))
            who = rules.seat_name(int(state.seat))
            state.tell("MW-HOUSE-11", f"{who} takes {resources(int(kind), 1)} from {victim}.", int(state.seat))
        state.rules.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        """What from whom."""
        return "What do you take from whom?"

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why nothing can be taken there."""
        if not FIRST_FILCH <= action < TIE_LEFT:
            return None
        seat, kind = divmod(action - FIRST_FILCH, RESOURCES)
        if seat >= state.rules.players:
            return Reason("MW-GOAL-1", f"Only {state.rules.players} players take part.")
        if seat == state.seat:
            return Reason("MW-HOUSE-11", "A resource is taken from another player.")
        return Reason("MW-HOUSE-11", f"{state.rules.seat_name(int(seat))} has no {RESOURCE_NAMES[kind]}.")
