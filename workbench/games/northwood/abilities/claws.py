"""The six characters of Claws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.sets import holds, several, with_one, without
from workbench.games.northwood.abilities.ability import LANDING, Ability, MovesTogether
from workbench.games.northwood.components import (
    DRAW,
    FIRST_FIEF,
    FIRST_PILE,
    PILES,
    STOP,
    VALUE_MASK,
    VALUES,
    YOU,
    card_name,
    cards_in,
    count,
    mask_of,
    names,
)
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.northwood.types import Card, Cards


def _chooses(_game: Game, fields: Mapping[str, Any]) -> str:
    return f"You choose: take {'from the ' + fields['pile'] if fields['pile'] else 'no more'}."


def _stops(_game: Game, fields: Mapping[str, Any]) -> str:
    return f"{'A trump' if fields['trump'] else 'The deck is empty'}: the drawing stops."


ROOM: Final = Kind("room", "NW-CLAWS-1", "The hand holds {number:number of cards}: draw.")
PILE_CHOSEN: Final = Kind("pile_chosen", "NW-RULING-14", _chooses)
TAKEN: Final = Kind("taken", ("NW-CLAWS-2", "NW-RULING-14"), "You take the {card:card} from the {pile} pile.")
HIGHEST_PICKED: Final = Kind("highest_picked", "NW-RULING-13", "Of the highest cards you pick the {card:card}.")
DRAWING_STOPS: Final = Kind("drawing_stops", "NW-CLAWS-4", _stops)
STOPPED: Final = Kind("stopped", ("NW-CLAWS-4", "NW-RULING-15"), "You stop drawing.")
LOWEST_PICKED: Final = Kind("lowest_picked", "NW-ABIL-8", "Of the lowest cards you pick the {card:card}.")
LOWEST: Final = Kind("lowest", "NW-CLAWS-5", "The lowest card is the {card:card}: {value} to draw.")
SEARCHED: Final = Kind("searched", "NW-CLAWS-6", "You search the deck for every {value}: {found} found.")
UNKNOWN: Final = Kind("unknown", "NW-CHANCE-5", "The deck is shuffled; nothing about its order is known.")
FETCHED: Final = Kind("fetched", "NW-CLAWS-6", "The {card:card} comes to your hand.")


class JackOfClaws(Ability):
    """Draw up to eight cards."""

    name: ClassVar[str] = "jack_of_claws"
    title: ClassVar[str] = "Jack of Claws"
    summary: ClassVar[str] = "draw until you hold eight cards"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-1", "NW-ABIL-6", "NW-ABIL-9")
    draws_at: ClassVar[tuple[int, ...]] = (0,)

    def full_hand(self) -> Number:
        """Return the hand size at which the drawing stops."""
        return 8

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand is full already."""
        return count(state.hand) >= self.full_hand()

    def begin(self, state: NorthwoodState) -> None:
        """Draw while the hand has room and the deck has a card."""
        if state.deck and count(state.hand) < self.full_hand():
            if state.listener is not None:
                state.tell(ROOM, YOU, number=count(state.hand))
            self.draw(state)
        else:
            self.finish(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        self.begin(state)


class QueenOfClaws(Ability):
    """Take the top cards of deck, discard pile and score pile."""

    name: ClassVar[str] = "queen_of_claws"
    title: ClassVar[str] = "Queen of Claws"
    option: ClassVar[str] = "queen_of_claws"
    leaves_off: ClassVar[tuple[int, ...]] = (STOP,)
    replaced: ClassVar[bool] = True
    summary: ClassVar[str] = "take the top cards of deck, discard pile and score pile"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-2", "NW-RULING-14", "NW-RULING-44")

    # state.counter holds the piles already used, as a mask; state.step is 1 if the player names the piles
    draws_at: ClassVar[tuple[int, ...]] = (0, 1)
    asks_at: ClassVar[tuple[int, ...]] = (1,)
    counts: ClassVar[tuple[int, int]] = (0, 7)

    def begin(self, state: NorthwoodState) -> None:
        """Take from all three piles, or ask which piles to use."""
        if state.game.queen_of_claws_any:
            state.step = 1
            self.ask(state)
        else:
            self.next_pile(state, 0)

    def next_pile(self, state: NorthwoodState, pile: Number) -> None:
        """Take from this pile and the later ones, in the order of the text."""
        while pile < len(PILES):
            if self.has_card(state, pile):
                if self.take_from(state, pile):
                    return
            pile += 1
        self.finish(state)

    def has_card(self, state: NorthwoodState, pile: Number) -> bool:
        """Say whether a pile can still give a card."""
        if holds(state.counter, pile):
            return False
        if pile == 0:
            return state.deck != 0
        return len(state.discard_pile if pile == 1 else state.score_pile) > 0

    def take_from(self, state: NorthwoodState, pile: Number) -> bool:
        """Take the top card of a pile; return True if `drawn` does the rest or the visit has ended."""
        state.counter = with_one(state.counter, pile)
        if pile == 0:
            self.draw(state)
            return True
        if pile == 1:
            card = state.discard_pile.pop()
        else:
            card = state.score_pile.pop()
        state.hand = with_one(state.hand, card)
        if state.listener is not None:
            state.tell(TAKEN, YOU, clause=self.text_clause(state), card=card, pile=PILES[pile])
        return self.cut_short(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Go on to the other piles, or to the next question."""
        if state.step == 1:
            self.ask_again(state)
        else:
            self.next_pile(state, 1)

    def ask_again(self, state: NorthwoodState) -> None:
        """Ask for another pile as long as one is left."""
        if any(self.has_card(state, pile) for pile in range(len(PILES))):
            self.ask(state)
        else:
            self.finish(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the unused piles that hold a card; after the first pile also the action to stop."""
        piles = tuple([FIRST_PILE + pile for pile in range(len(PILES)) if self.has_card(state, pile)])
        return (STOP, *piles) if state.counter else piles

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Take from the pile, or stop."""
        if state.listener is not None:
            state.tell(PILE_CHOSEN, YOU, pile="" if action == STOP else PILES[action - FIRST_PILE])
        if action == STOP:
            self.finish(state)
        elif not self.take_from(state, action - FIRST_PILE):
            self.ask_again(state)

    def asks(self, state: NorthwoodState) -> str:
        return "From which pile do you take the top card?"

    def words(self, state: NorthwoodState, action: int) -> str:
        """Return an action in words, such as "take from the discard pile" or "take no more"."""
        if FIRST_PILE <= action < FIRST_PILE + len(PILES):
            return f"take from the {PILES[action - FIRST_PILE]}"
        return "take no more" if action == STOP else super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        if not FIRST_PILE <= action < FIRST_PILE + len(PILES):
            return "You must take a card from at least one pile."
        pile = "deck" if action == FIRST_PILE else f"{PILES[action - FIRST_PILE]} pile"
        if holds(state.counter, action - FIRST_PILE):
            return f"You have taken a card from the {pile} already."
        return f"The {pile} has no card."


class KingOfClaws(MovesTogether):
    """The highest cards in hand go to the score pile."""

    name: ClassVar[str] = "king_of_claws"
    title: ClassVar[str] = "King of Claws"
    option: ClassVar[str] = "king_of_claws_ties"
    summary: ClassVar[str] = "score your highest card, with all that tie"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-3", "NW-RULING-13", "NW-ABIL-7")
    asks_at: ClassVar[tuple[int, ...]] = (1, LANDING)

    def to_score(self) -> bool:
        return True

    def begin(self, state: NorthwoodState) -> None:
        """Find the highest value and move its cards."""
        highest = self.highest(state)
        if state.game.king_of_claws_ties_choose_one and several(highest):
            state.step = 1
            self.ask(state)
            return
        self.land(state, highest)

    def highest(self, state: NorthwoodState) -> Cards:
        """Return the hand cards of the highest value."""
        for value in range(VALUES - 1, -1, -1):
            if state.hand & VALUE_MASK[value]:
                return state.hand & VALUE_MASK[value]
        return 0

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the tied cards, or the cards that may land next."""
        return cards_in(self.highest(state)) if state.step == 1 else super().choices(state)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Score the picked card, or land the next one."""
        if state.step == 1:
            if state.listener is not None:
                state.tell(HIGHEST_PICKED, YOU, card=action)
            self.land(state, mask_of((action,)))
        else:
            super().chosen(state, action)

    def asks(self, state: NorthwoodState) -> str:
        return (
            f"Which of {names(self.highest(state))} goes to the score pile?" if state.step == 1 else super().asks(state)
        )

    def words(self, state: NorthwoodState, action: int) -> str:
        return f"score {card_name(action)}" if state.step == 1 and action < FIRST_FIEF else super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        return f"Only your highest cards can go onto the score pile: {names(self.highest(state))}."


class PrinceOfClaws(Ability):
    """Draw until a trump comes or you stop."""

    name: ClassVar[str] = "prince_of_claws"
    title: ClassVar[str] = "Prince of Claws"
    option: ClassVar[str] = "prince_of_claws_first_draw"
    leaves_off: ClassVar[tuple[int, ...]] = (DRAW, STOP)
    summary: ClassVar[str] = "draw until a trump comes or you stop"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-4", "NW-RULING-15", "NW-ABIL-12")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def begin(self, state: NorthwoodState) -> None:
        """Draw the first card, or ask whether to draw one."""
        if state.game.prince_of_claws_first_draw_optional:
            self.ask(state)
        else:
            self.draw(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Stop at a trump or an empty deck; otherwise ask the player."""
        trump = card >> 3 == state.trump()
        if trump or state.deck == 0:
            if state.listener is not None:
                state.tell(DRAWING_STOPS, trump=trump)
            self.finish(state)
        else:
            self.ask(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        return (DRAW, STOP)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Draw again, or stop."""
        if action == DRAW:
            self.draw(state)
        else:
            if state.listener is not None:
                state.tell(STOPPED, YOU, clause=self.says_so(state))
            self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return "Draw a card or stop?"

    def words(self, state: NorthwoodState, action: int) -> str:
        return {DRAW: "draw a card", STOP: "stop drawing"}.get(action) or super().words(state, action)


class LadyOfClaws(Ability):
    """Discard the lowest card, draw as many as its value."""

    name: ClassVar[str] = "lady_of_claws"
    title: ClassVar[str] = "Lady of Claws"
    summary: ClassVar[str] = "discard your lowest card and draw as many as its value"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-5", "NW-ABIL-6", "NW-ABIL-8")

    # state.counter holds the draws that are left
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)
    counts: ClassVar[tuple[int, int]] = (0, VALUES - 1)
    needs_hand: ClassVar[bool] = False  # it gives a card before it draws

    def begin(self, state: NorthwoodState) -> None:
        """Discard the lowest card; ask only if several tie."""
        lowest = self.choices(state)
        if len(lowest) == 1:
            self.give(state, lowest[0])
        else:
            self.ask(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand cards of the lowest value."""
        for value in range(VALUES):
            if state.hand & VALUE_MASK[value]:
                return cards_in(state.hand & VALUE_MASK[value])
        return ()

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard the card that the player picked among ties."""
        if state.listener is not None:
            state.tell(LOWEST_PICKED, YOU, card=action)
        self.give(state, action)

    def give(self, state: NorthwoodState, card: Card) -> None:
        """Discard the card, then draw as many cards as its value."""
        if state.listener is not None:
            state.tell(LOWEST, YOU, card=card, value=card % VALUES + 1)
        if self.discard(state, card):
            return
        state.counter = card % VALUES + 1
        self.next_draw(state)

    def next_draw(self, state: NorthwoodState) -> None:
        """Draw while draws are left and the deck has a card."""
        if state.counter > 0 and state.deck:
            state.counter -= 1
            self.draw(state)
        else:
            self.finish(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        self.next_draw(state)

    def asks(self, state: NorthwoodState) -> str:
        return "Which of your lowest cards do you discard?"

    def refusal(self, state: NorthwoodState, action: int) -> str:
        lowest = " ".join([card_name(card) for card in self.choices(state)])
        return f"You may discard only a card of the lowest value: {lowest}."


class BaronOfClaws(Ability):
    """Fetch all cards of a value from the deck, then shuffle it."""

    name: ClassVar[str] = "baron_of_claws"
    title: ClassVar[str] = "Baron of Claws"
    summary: ClassVar[str] = "fetch every card of a value you hold from the deck, then shuffle it"
    clauses: ClassVar[tuple[str, ...]] = ("NW-CLAWS-6", "NW-CHANCE-5", "NW-CHANCE-6")
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Fetch the cards and shuffle. The set of cards in the deck is known, so it is known which cards come."""
        found = cards_in(state.deck & VALUE_MASK[action % VALUES])
        state.known = ()
        if state.listener is not None:
            state.tell(SEARCHED, YOU, value=action % VALUES + 1, found=len(found))
            state.tell(UNKNOWN)
        for card in found:
            state.deck = without(state.deck, card)
            state.hand = with_one(state.hand, card)
            if state.listener is not None:
                state.tell(FETCHED, YOU, card=card)
            if self.cut_short(state):
                return
        self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return "Which card names the value to search for? It stays in your hand."

    def words(self, state: NorthwoodState, action: int) -> str:
        if action < FIRST_FIEF:
            return f"search for every {action % VALUES + 1} with {card_name(action)}"
        return super().words(state, action)
