"""Build: traps, upgrades, the roadblock and special cards, until everybody has passed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import listed
from workbench.games.merry_way.bank import own_marker_reason, take_own_marker_off
from workbench.games.merry_way.bargain import not_in_the_game
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import (
    BIT,
    BUILD_PASS,
    RESOURCES,
    ROADBLOCK,
    kinds_of,
    with_card,
    without_card,
    without_known,
)
from workbench.games.merry_way.draw import FOR_SPECIAL
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import open_spots
from workbench.games.merry_way.words import price, scheme_words

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.merry_way.game import MerryWay
    from workbench.games.merry_way.types import Card, Spot

MOST_SPECIALS: Final = 4
"""The limit of special cards in one turn when any number may be played: Loose Tongues can feed itself (MW-RULING-18)."""

NORMAL: Final = 0
DRAW_CARDS: Final = 1
TAKE_TOKENS: Final = 2
FLIP_FOLLY: Final = 3
EXCHANGE_FOLLIES: Final = 4
STRIP_CLAIM: Final = 5
FILCH: Final = 6
"""What a scheme card does when it is played; special cards follow the order of `cards.EFFECTS`."""

PASSES: Final = Kind("passes", "MW-BUILD-16", "{seat:seat} passes.")
SETS: Final = Kind(
    "sets", ("MW-BUILD-3", "MW-BUILD-6"), "{seat:seat} sets {card:scheme card} on {spot:spot} with a claim marker."
)
COVERS: Final = Kind(
    "covers", "MW-BUILD-7", "{seat:seat} covers {below:scheme card} on {spot:spot} with {card:scheme card}."
)
PAYS_COST: Final = Kind(
    "pays_cost", ("MW-BUILD-4", "MW-BUILD-9", "MW-RULING-20"), "{seat:seat} pays {cost:tokens}."
)
COVERED_LEAVES: Final = Kind("covered_leaves", "MW-RULING-21", "{card:scheme card} is discarded.")
BLOCKS: Final = Kind("blocks", "MW-BUILD-11", "{seat:seat} builds a roadblock on {way:way} for {cost:tokens}.")
DISCARDS: Final = Kind("discards", "MW-RULING-19", "{seat:seat} discards {card:scheme card} for it.")
PLAYS_SPECIAL: Final = Kind("plays_special", ("MW-HOUSE-5", "MW-RULING-18"), "{seat:seat} plays {card:scheme card}.")
PAYS_FOR_SPECIAL: Final = Kind(
    "pays_for_special", ("MW-HOUSE-5", "MW-RULING-18"), "{seat:seat} plays {card:scheme card} for {cost:tokens}."
)
BUILD_ENDS: Final = Kind("build_ends", "MW-BUILD-17", "Everybody has passed; the Travel phase begins.")


def leave_hand(state: MerryWayState, seat: Seat, card: int) -> None:
    """Remove a scheme card from a hand for all to see; players who remembered such a card forget it (MW-KNOW-6)."""
    state.scheme_hands[seat] = without_card(state.scheme_hands[seat], card)
    known = state.known
    seats = state.game.seats
    for other in range(state.game.players):
        place = other * seats + seat
        if known[place]:
            known[place] = without_known(state.game.category, known[place], (card,))


def place_cost(state: MerryWayState, card: Card, spot: Spot) -> tuple[int, int, int]:
    """Return the cost of a card on a spot: the printed cost, or less on top of another card (MW-BUILD-4, MW-BUILD-9)."""
    rules = state.game
    return rules.cards.cost[card] if state.cards[spot] == NONE else rules.upgrade_cost[card]


def upgrade_clause(rules: MerryWay, card: int) -> str:
    """Return the clause on an upgrade's cost: a ruling if it exceeds the printed cost of any resource."""
    printed, paid = rules.cards.cost[card], rules.upgrade_cost[card]
    raised = [kind for kind in range(RESOURCES) if paid[kind] > printed[kind]]
    return "MW-RULING-20" if raised else "MW-BUILD-9"


def upgradable(state: MerryWayState, seat: Seat) -> list[int]:
    """Return the spots a seat may cover: those it claims, and unclaimed cards if it has a token left (MW-BUILD-8)."""
    cards, claims = state.cards, state.claims
    unclaimed = state.reserve[seat] > 0
    found: list[int] = []
    for spot in range(len(cards)):
        if cards[spot] >= 0:
            owner = claims[spot]
            if owner == seat or (owner < 0 and unclaimed):
                found.append(spot)
    return found


def can_upgrade(state: MerryWayState, seat: Seat) -> bool:
    """Return whether a seat may cover any card; it may always cover a card with its own marker."""
    return state.has_marker(seat) or len(upgradable(state, seat)) > 0


class Build(MerryWayPhase):
    """The player in turn plays a card, takes a special action, or passes for the rest of the phase."""

    name: ClassVar[str] = "build"
    title: ClassVar[str] = "Build"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BUILD-1", "MW-BUILD-3", "MW-BUILD-7", "MW-BUILD-11", "MW-BUILD-15", "MW-BUILD-16", "MW-RULING-17"),
        *("MW-BUILD-2", "MW-RULING-18"),
    )
    allows: ClassVar[Mapping[str, str]] = {
        "play": "MW-BUILD-1",
        "special": "MW-BUILD-2",
        "roadblock": "MW-BUILD-11",
        "build": "MW-BUILD-16",
        "unclaim": "MW-RULING-15",
    }
    group: ClassVar[str] = "Build"
    builds: ClassVar[bool] = True

    def begin(self, state: MerryWayState) -> None:
        """Ask the seat in turn or the next one that has not passed; when all have, begin the Travel phase (MW-BUILD-17)."""
        seat = state.seat
        for _asked in range(state.game.players):
            if not state.passed & BIT[seat]:
                state.seat = seat
                state.to_move = seat
                return
            seat = state.after(seat)
        state.passed = 0
        state.seat = NONE
        if state.listener is not None:
            state.tell(BUILD_ENDS)
        state.enter(state.game.travel)

    def next_turn(self, state: MerryWayState) -> None:
        """Give the turn to the next player clockwise."""
        state.specials = 0
        state.seat = state.after(state.seat)
        state.enter(self)

    def acted(self, state: MerryWayState) -> None:
        """End the turn after a card or action, unless players take all their turns at once (MW-RULING-17)."""
        if state.game.build_turn_all:
            state.specials = 0
            state.enter(self)
        else:
            self.next_turn(state)

    def special_done(self, state: MerryWayState) -> None:
        """Discard the special card, whose effect is complete, and go on with the same turn (MW-BUILD-2)."""
        if state.chosen != NONE:
            state.scheme_discard = with_card(state.scheme_discard, state.chosen)
            state.chosen = NONE
        state.pending = 0
        state.enter(self)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the actions: pass, build a roadblock, play a card, perhaps take off one of your own markers."""
        rules = state.game
        seat = state.to_move
        actions = [BUILD_PASS]
        if state.roadblock == NONE and self.roadblock_possible(state, seat):
            actions.append(ROADBLOCK)
        first = rules.first.play
        normal: Number = rules.cards.normal
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
        if rules.remove_own_claim_in_build:
            for spot in state.markers_of(seat):
                actions.append(rules.first.unclaim + spot)
        return tuple(actions)

    def roadblock_possible(self, state: MerryWayState, seat: Seat) -> bool:
        """Return whether a seat can pay for a roadblock and has a way on which to build it."""
        rules = state.game
        if not state.holds(seat, rules.roadblock_cost):
            return False
        if rules.roadblock_scheme_card and not state.scheme_hands[seat]:
            return False
        return self.leaves_a_way(state)

    def leaves_a_way(self, state: MerryWayState) -> bool:
        """Return whether a roadblock can leave a way around it (MW-RULING-25).

        The first card in play makes one, and no card ever leaves play.
        """
        return state.game.always_a_way or state.cards.count(NONE) < len(state.cards)

    def special_possible(self, state: MerryWayState, seat: Seat, card: Card) -> bool:
        """Return whether a special card can be played: its condition holds, and the turn has room for it (MW-HOUSE-5)."""
        rules = state.game
        if state.specials >= rules.specials_per_turn or not state.holds(seat, rules.cards.cost[card]):
            return False
        return self.has_effect(state, seat, rules.effect[card])

    def has_effect(self, state: MerryWayState, seat: Seat, effect: Number) -> bool:
        """Return whether what a special card does can be done now."""
        rules = state.game
        if effect == DRAW_CARDS:
            return state.can_draw_scheme()
        if effect == TAKE_TOKENS:
            return max(state.supply) > 0
        if effect == STRIP_CLAIM:
            return len(rules.sheriffs_ear.others(state, seat)) > 0
        if effect == FILCH:
            return len(rules.light_fingers.others(state, seat)) > 0
        return True

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Pass, or begin the chosen action."""
        rules = state.game
        seat = state.seat
        if action == BUILD_PASS:
            state.passed |= BIT[seat]
            if state.listener is not None:
                state.tell(PASSES, seat)
            self.next_turn(state)
        elif action == ROADBLOCK:
            state.enter(rules.block)
        elif action >= rules.first.unclaim:
            take_own_marker_off(state, seat, action - rules.first.unclaim)
            self.acted(state)
        else:
            card = action - rules.first.play
            leave_hand(state, seat, card)
            state.chosen = card
            if card < rules.cards.normal:
                state.enter(rules.place)
            else:
                self.play_special(state, card)

    def play_special(self, state: MerryWayState, card: int) -> None:
        """Pay for a special card and begin its effect."""
        rules = state.game
        seat = state.seat
        state.specials += 1
        cost = rules.cards.cost[card]
        state.pay(seat, cost)
        if state.listener is not None:
            clause = "MW-HOUSE-5" if state.specials == 1 else "MW-RULING-18"
            if max(cost) > 0:
                state.tell(PAYS_FOR_SPECIAL, seat, card=card, cost=cost, clause=clause)
            else:
                state.tell(PLAYS_SPECIAL, seat, card=card, clause=clause)
        amount: Number = rules.cards.specials[card - rules.cards.normal].amount
        effect = rules.effect[card]
        if effect == DRAW_CARDS:
            rules.draw_scheme.hand_out(state, seat, amount, FOR_SPECIAL)
        elif effect == TAKE_TOKENS:
            state.pending = amount
            state.enter(rules.many_hands)
        elif effect == FLIP_FOLLY:
            state.enter(rules.false_papers)
        elif effect == EXCHANGE_FOLLIES:
            state.enter(rules.changed_company)
        elif effect == STRIP_CLAIM:
            state.enter(rules.sheriffs_ear)
        else:
            state.enter(rules.light_fingers)

    def clauses_now(self, state: MerryWayState) -> tuple[str, ...]:
        """Return the clauses that apply; those on special cards only if the game has such cards."""
        return self.clauses if state.game.has_specials else self.clauses[:-2]

    def question(self, state: MerryWayState) -> str:
        stock = state.stock[RESOURCES * state.seat : RESOURCES * state.seat + RESOURCES]
        return f"What do you build? You have {price((stock[0], stock[1], stock[2]))}."

    def note(self, state: MerryWayState, action: int) -> str:
        """Say what a card costs and earns."""
        rules = state.game
        if action == ROADBLOCK:
            return price(rules.roadblock_cost) + (" and a scheme card" if rules.roadblock_scheme_card else "")
        if not rules.first.play <= action < rules.first.discard:
            return ""
        card = action - rules.first.play
        if card >= rules.cards.normal:
            return rules.cards.specials[card - rules.cards.normal].text
        known = rules.cards.schemes[card]
        upgrade = "" if rules.upgrade_cost[card] == known.cost else f", over a card {price(rules.upgrade_cost[card])}"
        return f"{known.kind}, {known.profit} profit; costs {price(known.cost)}{upgrade}"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a card that the player lacks, cannot pay for or cannot place, and each action that cannot be taken."""
        rules = state.game
        if action == BUILD_PASS:
            return None
        if action == ROADBLOCK:
            return self.roadblock_reason(state)
        if action >= rules.first.unclaim:
            return own_marker_reason(state, action - rules.first.unclaim, "build")
        seat, card = state.seat, action - rules.first.play
        code = rules.cards.scheme_codes[card]
        if card not in state.scheme_hands[seat]:
            return not_in_the_game(rules, card) or Reason("MW-BUILD-1", f"{code} is not in your hand.")
        if card >= rules.cards.normal:
            return self.special_reason(state, card)
        has_spot, has_card = bool(state.open_spots) and state.reserve[seat] > 0, can_upgrade(state, seat)
        if has_spot and state.affords(seat, rules.costs, card):
            return None
        if has_card and state.affords(seat, rules.upgrade_costs, card):
            return None
        cost, upgrade = price(rules.cards.cost[card]), f"{price(rules.upgrade_cost[card])} on top of another card"
        if has_spot:
            both = has_card and rules.upgrade_cost[card] != rules.cards.cost[card]
            return Reason("MW-BUILD-4", f"{code} costs {f'{cost}, or {upgrade}' if both else cost}: you cannot pay that.")
        if has_card:
            return Reason(upgrade_clause(rules, card), f"{code} costs {upgrade}: you cannot pay that.")
        if state.reserve[seat] == 0:
            return Reason("MW-RULING-36", "You have no claim token left, and no marker of yours lies on a card.")
        return Reason("MW-RULING-46", "No spot is open, and there is no card that you may cover.")

    def roadblock_reason(self, state: MerryWayState) -> Reason | None:
        """Explain why no roadblock can be built; None if one can be."""
        rules = state.game
        if state.roadblock != NONE:
            where = rules.board.way_names[state.roadblock]
            return Reason("MW-BUILD-13", f"There is a roadblock on {where}, and there is only one in a round.")
        if not state.holds(state.seat, rules.roadblock_cost):
            return Reason("MW-BUILD-11", f"A roadblock costs {price(rules.roadblock_cost)}, and you cannot pay that.")
        if rules.roadblock_scheme_card and not state.scheme_hands[state.seat]:
            return Reason("MW-RULING-19", "A roadblock costs a scheme card, and you have none.")
        if self.leaves_a_way(state):
            return None
        return Reason("MW-RULING-25", "A roadblock must leave a way around, and there is none anywhere.")

    def special_reason(self, state: MerryWayState, card: int) -> Reason | None:
        """Explain why a special card cannot be played; None if it can be."""
        rules = state.game
        effect = rules.effect[card]
        if state.specials >= rules.specials_per_turn:
            return Reason("MW-RULING-18", "You may play no more special cards in this turn.")
        if not state.holds(state.seat, rules.cards.cost[card]):
            costs = price(rules.cards.cost[card])
            clause = "MW-HOUSE-10" if effect == STRIP_CLAIM else "MW-HOUSE-5"
            return Reason(clause, f"{rules.cards.scheme_codes[card]} costs {costs}, and you cannot pay that.")
        if self.has_effect(state, state.seat, effect):
            return None
        clause, text = CONDITIONS[effect]
        return Reason(clause, text)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def phase_of(self, state: MerryWayState, card: Card) -> MerryWayPhase:
        """Return the phase that carries out a scheme card."""
        rules = state.game
        special = (rules.draw_scheme, rules.many_hands, rules.false_papers, rules.changed_company, rules.sheriffs_ear)
        return (rules.place, *special, rules.light_fingers)[rules.effect[card]]

    def special_amount(self, state: MerryWayState) -> int:
        """Return how many cards or tokens the special card in play brings; 0 if no special card is being played."""
        special = state.chosen - state.game.cards.normal
        return state.game.cards.specials[special].amount if special >= 0 else 0

    def special_misfits(self, state: MerryWayState, phase: MerryWayPhase) -> list[str]:
        """Check that a special card is being played and that this phase carries out its effect."""
        rules = state.game
        if state.chosen == NONE:
            return [f"The phase {phase.name!r} needs a card in 'chosen'."]
        found: list[str] = []
        if rules.effect[state.chosen] == NORMAL or self.phase_of(state, state.chosen) is not phase:
            found.append(f"{rules.cards.scheme_codes[state.chosen]} is not a card of the phase {phase.name!r}.")
        if not state.specials:
            found.append("A special card is being played, so 'specials' is at least 1.")
        return found


CONDITIONS: Final = {
    DRAW_CARDS: ("MW-HOUSE-6", "No scheme card is left to draw."),
    TAKE_TOKENS: ("MW-HOUSE-7", "The supply is empty."),
    STRIP_CLAIM: ("MW-HOUSE-10", "No other player has a claim marker in play."),
    FILCH: ("MW-HOUSE-11", "No other player has a resource."),
}
"""By effect: the clause of the card, and why its condition may not hold."""


class Place(MerryWayPhase):
    """A player places a normal scheme card: on an open spot, or on top of a card in play."""

    name: ClassVar[str] = "place"
    title: ClassVar[str] = "Build: placing a card"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BUILD-3", "MW-BUILD-4", "MW-BUILD-5", "MW-BUILD-6", "MW-BUILD-7", "MW-BUILD-8", "MW-BUILD-9"),
        *("MW-RULING-3", "MW-RULING-5", "MW-RULING-45"),
    )
    allows: ClassVar[Mapping[str, str]] = {"place": "MW-BUILD-3"}
    needs: ClassVar[tuple[str, ...]] = ("chosen",)
    group: ClassVar[str] = "Spots"
    builds: ClassVar[bool] = True
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the open spots, at the full cost, and the spots that may be covered, at the cost of an upgrade."""
        rules = state.game
        seat = state.to_move
        card = state.chosen
        first = rules.first.place
        actions: list[int] = []
        if state.reserve[seat] > 0 and state.affords(seat, rules.costs, card):
            for spot in state.open_spots:
                actions.append(first + spot)
        if state.affords(seat, rules.upgrade_costs, card):
            for spot in upgradable(state, seat):
                actions.append(first + spot)
            actions.sort()
        return tuple(actions)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Place the card with one of the player's claim tokens; then pay."""
        rules = state.game
        seat = state.seat
        spot = action - rules.first.place
        card = state.chosen
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
            self.report(state, spot, below, cost)
        rules.build.acted(state)

    def report(self, state: MerryWayState, spot: int, below: int, cost: tuple[int, int, int]) -> None:
        """Report what was set or covered, and what was paid."""
        rules = state.game
        seat, card = state.seat, state.cards[spot]
        if below == NONE:
            state.tell(
                SETS,
                seat,
                clause="MW-BUILD-3" if rules.board.spot_row[spot] == 1 else "MW-BUILD-6",
                card=card,
                spot=spot,
            )
            state.tell(PAYS_COST, seat, clause="MW-BUILD-4", cost=cost)
        else:
            state.tell(COVERS, seat, below=below, spot=spot, card=card)
            state.tell(PAYS_COST, seat, clause=upgrade_clause(rules, card), cost=cost)
            if rules.covered_are_discarded:
                state.tell(COVERED_LEAVES, seat, card=below)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause on setting a trap or on upgrading one."""
        spot = action - state.game.first.place
        return "MW-BUILD-6" if state.cards[spot] == NONE else "MW-BUILD-7"

    def question(self, state: MerryWayState) -> str:
        return f"Where do you place {scheme_words(state.game, state.chosen)}?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say what the card costs there."""
        spot = action - state.game.first.place
        if not 0 <= spot < state.game.board.spots:
            return ""
        cost = price(place_cost(state, state.chosen, spot))
        below = state.cards[spot]
        return f"costs {cost}" if below == NONE else f"covers {state.game.cards.scheme_codes[below]}, costs {cost}"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a spot that is not open or not the player's to cover, and a card that they cannot pay for there."""
        rules = state.game
        spot = action - rules.first.place
        name = rules.board.spot_names[spot]
        below = state.cards[spot]
        if below == NONE and spot not in state.open_spots:
            return self.closed(state, spot)
        if below != NONE and state.claims[spot] not in (NONE, state.seat):
            owner = rules.seat_name(state.claims[spot])
            return Reason("MW-BUILD-8", f"The card on {name} has the claim marker of {owner}.")
        if state.reserve[state.seat] == 0 and state.claims[spot] == NONE:
            return Reason("MW-RULING-36", "You have no claim token left.")
        cost = place_cost(state, state.chosen, spot)
        if state.holds(state.seat, cost):
            return None
        clause = "MW-BUILD-4" if below == NONE else upgrade_clause(rules, state.chosen)
        return Reason(clause, f"The card costs {price(cost)} there: you cannot pay that.")

    def closed(self, state: MerryWayState, spot: int) -> Reason:
        """Explain why an empty spot is not open."""
        rules = state.game
        board = rules.board
        name = board.spot_names[spot]
        if board.spot_row[spot] == 1:
            places = listed([board.spot_names[one] for one in self.first_spaces(state, spot)], last="or")
            side = "on its side" if rules.frontier_per_side else "of both sides together"
            end = "the far end" if board.trails > 1 else "either end"
            moved = spot in open_spots(board, state.cards, True, rules.between_brick)
            return Reason(
                "MW-RULING-5" if moved else "MW-BUILD-6",
                f"{name} is not the first open space {side}, seen from {end} of the trail; that is {places}.",
            )
        if not rules.between_brick:
            return Reason("MW-RULING-3", f"{name} does not lie next to the trail, and only spots that do may be used.")
        empty = " and ".join([board.spot_names[one] for one in board.supports[spot] if state.cards[one] == NONE])
        return Reason(
            "MW-BUILD-6", f"{name} does not lie between two occupied clearings: {empty} must be occupied first."
        )

    def first_spaces(self, state: MerryWayState, spot: int) -> list[int]:
        """Return the open spots that come before a closed one: on its side, or on both if they count together."""
        board = state.game.board
        return [
            one
            for one in state.open_spots
            if board.spot_row[one] == 1
            and board.spot_trail[one] == board.spot_trail[spot]
            and (board.spot_side[one] == board.spot_side[spot] or not state.game.frontier_per_side)
        ]

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check that a normal card is being placed."""
        if state.chosen == NONE:
            return []
        return [] if state.game.effect[state.chosen] == NORMAL else ["Only normal scheme cards are placed."]


class Block(MerryWayPhase):
    """A player places the roadblock on a way."""

    name: ClassVar[str] = "block"
    title: ClassVar[str] = "Build: placing the roadblock"
    clauses: ClassVar[tuple[str, ...]] = ("MW-BUILD-11", "MW-BUILD-12", "MW-BUILD-13", "MW-RULING-24", "MW-RULING-25")
    allows: ClassVar[Mapping[str, str]] = {"block": "MW-BUILD-11"}
    group: ClassVar[str] = "Ways"
    builds: ClassVar[bool] = True
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the ways between two walkable neighbours, except those that leave no way around."""
        first: Number = state.game.first.block
        return tuple([way + first for way in state.game.find_open_ways(state.cards)])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Place the roadblock and pay for it; with some options the player must also discard a scheme card."""
        rules = state.game
        seat = state.seat
        state.roadblock = action - rules.first.block
        state.pay(seat, rules.roadblock_cost)
        if state.listener is not None:
            state.tell(BLOCKS, seat, way=state.roadblock, cost=rules.roadblock_cost)
        if rules.roadblock_scheme_card:
            state.enter(rules.discard)
        else:
            rules.build.acted(state)

    def question(self, state: MerryWayState) -> str:
        return "Where do you place the roadblock?"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a way that may not be blocked, and one without a way around it."""
        rules = state.game
        way = action - rules.first.block
        if way in rules.find_open_ways(state.cards):
            return None
        name = rules.board.way_names[way]
        if rules.roadblock_edges_main and not rules.on_main_trail(way):
            return Reason("MW-RULING-24", f"{name} is not a stretch of the main trail.")
        if not rules.is_walkable(state.cards, way):
            return Reason("MW-RULING-24", f"{name} does not join two places that can be walked on.")
        return Reason("MW-RULING-25", f"With a roadblock on {name} there would be no way around.")

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check that a roadblock can be built."""
        found: list[str] = []
        if state.roadblock != NONE or not state.game.build.roadblock_possible(state, state.seat):
            found.append("No roadblock can be built here.")
        return found


class Discard(MerryWayPhase):
    """Another reading: the player discards the scheme card that a roadblock costs."""

    name: ClassVar[str] = "discard"
    title: ClassVar[str] = "Build: a card for the roadblock"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-19", "MW-RULING-12")
    allows: ClassVar[Mapping[str, str]] = {"discard": "MW-RULING-19"}
    group: ClassVar[str] = "Cards"
    builds: ClassVar[bool] = True
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return every scheme card in the hand."""
        first: Number = state.game.first.discard
        return tuple([card + first for card in kinds_of(state.scheme_hands[state.to_move])])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Discard the card; the special action is complete."""
        rules = state.game
        card = action - rules.first.discard
        leave_hand(state, state.seat, card)
        state.scheme_discard = with_card(state.scheme_discard, card)
        if state.listener is not None:
            state.tell(DISCARDS, state.seat, card=card)
        rules.build.acted(state)

    def question(self, state: MerryWayState) -> str:
        return "Which scheme card do you discard for the roadblock?"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a card that is not in the hand."""
        card = action - state.game.first.discard
        if card in state.scheme_hands[state.seat]:
            return None
        return Reason("MW-RULING-19", f"{state.game.cards.scheme_codes[card]} is not in your hand.")

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check that a roadblock has just been built and costs a card."""
        found: list[str] = []
        if state.roadblock == NONE or not state.game.roadblock_scheme_card:
            found.append(
                "You discard a scheme card only after building a roadblock, and only where a roadblock costs a card."
            )
        return found
