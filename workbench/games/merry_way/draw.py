"""Drawing cards: each card drawn is a random event, and decks have no order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import (
    DECK_RESOURCE,
    DECK_SCHEME,
    kinds_of,
    with_card,
    without_card,
)
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat

FIRST_HAND: Final = 0
FIRST_CARDS: Final = 1
FOR_WORK: Final = 2
FOR_BANK: Final = 3
FOR_SPECIAL: Final = 4
FOR_NEW_ROUND: Final = 5
PURPOSES: Final = ("first_hand", "first_cards", "work", "bank", "special", "new_round")
"""The purposes of drawing, by number: the first scheme cards, the first resource cards, a digit, and so on."""
PURPOSE_CLAUSES: Final = ("MW-SETUP-7", "MW-SETUP-7", "MW-WORK-3", "MW-BANK-3", "MW-HOUSE-6", "MW-ENDROUND-4")

DRAWS_SCHEME: Final = Kind(
    "draws_scheme",
    ("MW-WORK-3", "MW-WORK-6", "MW-SETUP-7", "MW-BANK-3", "MW-HOUSE-6"),
    "{seat:seat} draws {card:scheme card}.",
    "{seat:seat} draws a scheme card.",
    ("card",),
)
DRAWS_RESOURCE: Final = Kind(
    "draws_resource",
    ("MW-ENDROUND-4", "MW-SETUP-7", "MW-RULING-7"),
    "{seat:seat} draws {card:resource card}.",
    "{seat:seat} draws a resource card.",
    ("card",),
)
SCHEMES_SHUFFLED: Final = Kind(
    "schemes_shuffled", "MW-RULING-12", "The discarded scheme cards are shuffled and become the new deck."
)
RESOURCES_SHUFFLED: Final = Kind(
    "resources_shuffled", "MW-RULING-11", "The discarded resource cards are shuffled and become the new deck."
)
FOLLY_LAID: Final = Kind(
    "folly_laid", ("MW-ENDROUND-3", "MW-SETUP-5", "MW-HOUSE-14"), "{place:place} is {card:red folly card}."
)

NO_CARD_LEFT: Final = Reason("MW-RULING-9", "No card is left to draw, neither in the deck nor in the discard pile.")
"""The refusal of a digit or of profit that would draw a card."""


def purpose_clause(state: MerryWayState) -> str:
    """Return the clause that allows the drawing; a pink digit has one of its own."""
    if state.purpose == FOR_WORK and state.game.digit.is_pink(state):
        return "MW-WORK-6"
    return PURPOSE_CLAUSES[state.purpose]


def resume(state: MerryWayState) -> None:
    """Go on with the game once all cards are drawn; the purpose says where."""
    rules = state.game
    purpose = state.purpose
    state.purpose = NONE
    state.pending = 0
    if purpose == FOR_WORK:
        rules.digit.done(state)
    elif purpose == FOR_BANK:
        state.enter(rules.bank)
    elif purpose == FOR_SPECIAL:
        rules.build.special_done(state)
    elif purpose == FOR_NEW_ROUND:
        rules.end_of_round.next_card(state)
    elif purpose == FIRST_HAND:
        rules.set_up.deal_resources(state)
    else:
        rules.set_up.deal_next(state)


class ForPurpose(MerryWayPhase):
    """A phase in which cards are drawn for a purpose."""

    amid: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("purpose",)
    holds: ClassVar[tuple[str, ...]] = ("pending",)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def purposes(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the purposes for which this phase draws cards."""
        return ()

    def at_work(self, state: MerryWayState) -> bool:
        """Return whether the cards are drawn for a digit."""
        return state.purpose == FOR_WORK

    def building(self, state: MerryWayState) -> bool:
        """Return whether the cards are drawn for a special card."""
        return state.purpose == FOR_SPECIAL

    def drawing_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the purpose belongs to the phase, and that it draws no more cards than it may."""
        rules, purpose = state.game, state.purpose
        if purpose == NONE:
            return []
        if purpose not in self.purposes(state):
            return [f"In the phase {self.name!r} nothing is drawn for the purpose {PURPOSES[purpose]!r}."]
        most = 1
        if purpose == FOR_SPECIAL:
            most = rules.build.special_amount(state)
        elif purpose == FOR_WORK:
            most = rules.digit.value(state, state.seat) if state.committed[state.seat] != NONE else 0
        elif purpose in (FIRST_HAND, FIRST_CARDS):
            most = rules.starting_scheme_cards if purpose == FIRST_HAND else rules.starting_resource_cards
        return self.pending_misfits(state, most)


class Drawing(ForPurpose):
    """A player draws cards of one kind: `state.seat` draws `state.pending` cards for `state.purpose`.

    Attributes:
        what: the name of such a card.
        drawn_as: the kind of event that reports the drawing; only the seat that draws learns which card it is.
    """

    group: ClassVar[str] = "Drawn"
    what: ClassVar[str] = "card"
    by_chance: ClassVar[bool] = True
    drawn_as: ClassVar[Kind]

    def hand_out(self, state: MerryWayState, seat: Seat, number: Number, purpose: Number) -> None:
        """Let a seat begin to draw cards.

        Args:
            state: the position.
            seat: the seat that draws; it becomes the seat whose turn it is.
            number: how many cards to draw; if there are fewer, the seat draws all of them.
            purpose: one of the purposes of this module; it says how the game goes on.
        """
        state.seat = seat
        state.pending = number
        state.purpose = purpose
        self.go_on(state)

    def go_on(self, state: MerryWayState) -> None:
        """Draw the next card, if one is due; with some options the player chooses its deck first (MW-RULING-7)."""
        rules = state.game
        if rules.draw_deck_either and (state.purpose == FOR_WORK or state.purpose == FOR_BANK):
            state.enter(rules.choose_deck)
        else:
            state.enter(self)

    def begin(self, state: MerryWayState) -> None:
        """Draw the next card while there is one to draw; then go on with the game."""
        if state.pending > 0 and self.refill(state):
            state.to_move = CHANCE
        else:
            resume(state)

    def first(self, state: MerryWayState) -> Number:
        """Return the action for the first type of card."""
        raise NotImplementedError(f"The phase {self.name!r} must say where its actions begin.")

    def refill(self, state: MerryWayState) -> bool:
        """Make an empty deck from the discard pile; return whether there is a card to draw now."""
        raise NotImplementedError(f"The phase {self.name!r} must say how its deck is refilled.")

    def piles(self, state: MerryWayState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the deck and the hand of the player who draws."""
        raise NotImplementedError(f"The phase {self.name!r} must say from where to where its cards go.")

    def move(self, state: MerryWayState, deck: tuple[int, ...], hand: tuple[int, ...]) -> None:
        """Set the deck and the hand after cards have been drawn."""
        raise NotImplementedError(f"The phase {self.name!r} must say from where to where its cards go.")

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the action for every type of card in the deck."""
        first = self.first(state)
        return tuple([first + card for card in kinds_of(self.piles(state)[0])])

    def chance(self, state: MerryWayState) -> tuple[tuple[int, int], ...]:
        """Return the chances: every card in the deck is equally likely."""
        first = self.first(state)
        deck = self.piles(state)[0]
        outcomes: list[tuple[int, int]] = []
        begin: Number = 0
        for place in range(len(deck)):
            if place + 1 == len(deck) or deck[place + 1] != deck[place]:  # the last of its type: the deck is sorted
                outcomes.append((first + deck[place], place + 1 - begin))
                begin = place + 1
        return tuple(outcomes)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Put the card into the hand."""
        card = action - self.first(state)
        deck, hand = self.piles(state)
        self.move(state, without_card(deck, card), with_card(hand, card))
        state.pending -= 1
        if state.listener is not None:
            state.tell(self.drawn_as, state.seat, to=(state.seat,), clause=self.told_by(state), card=card)
        self.go_on(state)

    def told_by(self, state: MerryWayState) -> str:
        """Return the clause that the log names for a card that is drawn."""
        return purpose_clause(state)

    def roll(self, state: MerryWayState, rng: Random) -> None:
        """Draw all cards that are due, each uniformly from the cards in the deck."""
        if state.listener is not None or state.game.draw_deck_either:
            self.roll_one(state, rng)
            return
        while state.pending > 0 and self.refill(state):
            before, held = self.piles(state)
            deck, hand = list(before), list(held)
            while state.pending > 0 and deck:
                hand.append(deck.pop(rng.below(len(deck))))
                state.pending -= 1
            hand.sort()
            self.move(state, tuple(deck), tuple(hand))
        resume(state)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows the drawing."""
        return purpose_clause(state)

    def clauses_now(self, state: MerryWayState) -> tuple[str, ...]:
        """Return the clause that allows the drawing, and the clauses on chance."""
        return (purpose_clause(state), *self.clauses)

    def question(self, state: MerryWayState) -> str:
        return f"{state.game.seat_name(state.seat)} draws a {self.what}."

    def in_setup(self, state: MerryWayState) -> bool:
        """Return whether these are the first cards of the game."""
        return state.purpose == FIRST_HAND or state.purpose == FIRST_CARDS

class DrawScheme(Drawing):
    """A player draws a scheme card."""

    name: ClassVar[str] = "draw_scheme"
    title: ClassVar[str] = "Drawing a scheme card"
    tries: ClassVar[tuple[str, ...]] = ("drawn",)
    clauses: ClassVar[tuple[str, ...]] = ("MW-CHANCE-1", "MW-RULING-12")
    what: ClassVar[str] = "scheme card"
    holds: ClassVar[tuple[str, ...]] = ("pending", "chosen")
    drawn_as: ClassVar[Kind] = DRAWS_SCHEME

    def first(self, state: MerryWayState) -> Number:
        """Return the action for the first type of card."""
        return state.game.first.drawn

    def refill(self, state: MerryWayState) -> bool:
        """Make an empty deck from the discard pile; return whether there is a card to draw now (MW-RULING-12)."""
        if not state.scheme_deck and state.scheme_discard:
            state.scheme_deck = state.scheme_discard
            state.scheme_discard = ()
            if state.listener is not None:
                state.tell(SCHEMES_SHUFFLED)
        return bool(state.scheme_deck)

    def piles(self, state: MerryWayState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the deck and the hand of the player who draws."""
        return state.scheme_deck, state.scheme_hands[state.seat]

    def move(self, state: MerryWayState, deck: tuple[int, ...], hand: tuple[int, ...]) -> None:
        """Set the deck and the hand after cards have been drawn."""
        state.scheme_deck = deck
        state.scheme_hands[state.seat] = hand

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def purposes(self, state: MerryWayState) -> tuple[int, ...]:
        """Return all purposes for which scheme cards are drawn."""
        return (FIRST_HAND, FOR_WORK, FOR_BANK, FOR_SPECIAL)

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check the card being played: if a special card lets the player draw, that card."""
        if state.purpose != FOR_SPECIAL:
            return ["A scheme card is 'chosen' only while it is being played."] if state.chosen != NONE else []
        return state.game.build.special_misfits(state, self)


class DrawResource(Drawing):
    """A player draws a resource card."""

    name: ClassVar[str] = "draw_resource"
    title: ClassVar[str] = "Drawing a resource card"
    tries: ClassVar[tuple[str, ...]] = ("dealt",)
    clauses: ClassVar[tuple[str, ...]] = ("MW-CHANCE-2", "MW-RULING-11")
    what: ClassVar[str] = "resource card"
    drawn_as: ClassVar[Kind] = DRAWS_RESOURCE

    def told_by(self, state: MerryWayState) -> str:
        """Return the clause for the log; digits and the bank give resource cards only under another reading."""
        return "MW-RULING-7" if state.purpose in (FOR_WORK, FOR_BANK) else purpose_clause(state)

    def first(self, state: MerryWayState) -> Number:
        """Return the action for the first type of card."""
        return state.game.first.dealt

    def refill(self, state: MerryWayState) -> bool:
        """Make an empty deck from the discard pile; return whether there is a card to draw now (MW-RULING-11)."""
        if not state.resource_deck and state.resource_discard:
            state.resource_deck = state.resource_discard
            state.resource_discard = ()
            if state.listener is not None:
                state.tell(RESOURCES_SHUFFLED)
        return bool(state.resource_deck)

    def piles(self, state: MerryWayState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the deck and the hand of the player who draws."""
        return state.resource_deck, state.resource_hands[state.seat]

    def move(self, state: MerryWayState, deck: tuple[int, ...], hand: tuple[int, ...]) -> None:
        """Set the deck and the hand after cards have been drawn."""
        state.resource_deck = deck
        state.resource_hands[state.seat] = hand

    def purposes(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the purposes: the first cards, those of a new round, and those that may draw from either deck."""
        return (FIRST_CARDS, FOR_NEW_ROUND, *((FOR_WORK, FOR_BANK) if state.game.draw_deck_either else ()))


class ChooseDeck(ForPurpose):
    """Another reading: the player chooses the deck from which to draw the next card."""

    name: ClassVar[str] = "choose_deck"
    title: ClassVar[str] = "Choosing a deck"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-7",)
    allows: ClassVar[Mapping[str, str]] = {"deck": "MW-RULING-7"}
    group: ClassVar[str] = "Decks"

    def begin(self, state: MerryWayState) -> None:
        """Ask the player who draws for a deck while there is a card to draw; then go on with the game."""
        if state.pending > 0 and (state.can_draw_scheme() or state.can_draw_resource()):
            state.to_move = state.seat
        else:
            resume(state)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the decks that still have a card to draw."""
        if not state.can_draw_resource():
            return (DECK_SCHEME,)
        return (DECK_SCHEME, DECK_RESOURCE) if state.can_draw_scheme() else (DECK_RESOURCE,)

    def apply(self, state: MerryWayState, action: Action) -> None:
        state.enter(state.game.draw_scheme if action == DECK_SCHEME else state.game.draw_resource)

    def question(self, state: MerryWayState) -> str:
        return f"From which deck do you draw? Cards still to be drawn: {state.pending}."

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a deck without a card to draw."""
        if state.can_draw_scheme() if action == DECK_SCHEME else state.can_draw_resource():
            return None
        clause, what = ("MW-RULING-12", "scheme") if action == DECK_SCHEME else ("MW-RULING-11", "resource")
        return Reason(clause, f"There is no {what} card left, neither in the deck nor in the discard pile.")

    def purposes(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the purposes for which this phase draws cards."""
        return (FOR_WORK, FOR_BANK) if state.game.draw_deck_either else ()


class DrawFolly(MerryWayPhase):
    """A folly card is drawn for the line-up."""

    name: ClassVar[str] = "draw_folly"
    title: ClassVar[str] = "Filling the line-up"
    tries: ClassVar[tuple[str, ...]] = ("folly",)
    clauses: ClassVar[tuple[str, ...]] = ("MW-SETUP-5", "MW-SETUP-6", "MW-CHANCE-3")
    group: ClassVar[str] = "Line-up"
    by_chance: ClassVar[bool] = True
    has_turn: ClassVar[bool] = False
    may_lack_follies: ClassVar[bool] = True

    def begin(self, state: MerryWayState) -> None:
        """Fill the next place of the line-up, from V1 on; then go on with the game."""
        if NONE in state.line_up:
            state.to_move = CHANCE
        elif state.round == 0:
            state.game.set_up.finish(state)
        else:
            state.game.end_of_round.draw_cards(state)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the action for every card in the deck."""
        first: Number = state.game.first.folly
        return tuple([card + first for card in state.folly_deck])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Put the card into the first empty place, red side up."""
        card = action - state.game.first.folly
        line_up = list(state.line_up)
        place = line_up.index(NONE)
        line_up[place] = card
        state.line_up = tuple(line_up)
        state.folly_deck = without_card(state.folly_deck, card)
        if state.listener is not None:
            clause = self.clause_of(state, action)
            state.tell(FOLLY_LAID, clause=clause, place=place, card=state.game.public_folly(state, place))
        state.enter(self)

    def roll(self, state: MerryWayState, rng: Random) -> None:
        """Draw a card without listing all of them."""
        deck = state.folly_deck
        self.apply(state, deck[rng.below(len(deck))] + state.game.first.folly)

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause on filling the line-up: in the set-up, or at the end of a round."""
        return "MW-SETUP-5" if state.round == 0 else "MW-ENDROUND-3"

    def clauses_now(self, state: MerryWayState) -> tuple[str, ...]:
        """Return the clauses that apply: those of the set-up at first, then those of the end of a round."""
        return self.clauses if state.round == 0 else ("MW-ENDROUND-3", "MW-CHANCE-3")

    def question(self, state: MerryWayState) -> str:
        return f"A folly card comes to V{state.line_up.index(NONE) + 1}."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def in_setup(self, state: MerryWayState) -> bool:
        """Return whether the line-up is filled for the first time."""
        return state.round == 0

    def end_misfits(self, state: MerryWayState) -> list[str]:
        """Check that a place waits for its card, and that the deck has enough cards for all such places."""
        empty, there = state.line_up.count(NONE), len(state.folly_deck)
        if not empty:
            return ["In the phase 'draw_folly' a place of the line-up is empty."]
        if there < empty:
            return [f"The line-up lacks {counted(empty, 'card')}, but the folly deck has {counted(there, 'card')}."]
        return []
