"""The six characters of Flowers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.sets import several, with_one, without
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.northwood.abilities.ability import LANDING, Ability, MovesTogether
from workbench.games.northwood.components import (
    FIRST_FIEF,
    SUIT_MASK,
    VALUE_MASK,
    VALUES,
    YOU,
    card_name,
    cards_in,
    count,
)
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.northwood.types import Cards

TRUMPS_GO: Final = Kind("trumps_go", "NW-FLOWERS-1", "All {trump:suit} leave your hand.")
ONTO_DECK: Final = Kind(
    "onto_deck", "NW-FLOWERS-2", "The {card:card} goes face down onto the deck; the score drops to {points}."
)
KNOWN_NEXT: Final = Kind("known_next", "NW-ABIL-13", "You know that the {card:card} comes next.")
OF_THE_PAIR: Final = Kind("of_the_pair", "NW-FLOWERS-3", "The {place} card of the pair is the {card:card}.")
KEPT: Final = Kind("kept", "NW-FLOWERS-4", "Of the {value}s you keep the {card:card}.")
OF_HAND_SIZE: Final = Kind("of_hand_size", "NW-FLOWERS-5", "You hold {number:number of cards}, so a {number} goes.")
LOW_CARDS_GO: Final = Kind("low_cards_go", "NW-FLOWERS-6", "All cards up to {highest} leave your hand.")


class JackOfFlowers(MovesTogether):
    """Discard all trumps."""

    name: ClassVar[str] = "jack_of_flowers"
    title: ClassVar[str] = "Jack of Flowers"
    summary: ClassVar[str] = "discard all your trumps"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-1", "NW-ABIL-12", "NW-ABIL-7")
    asks_at: ClassVar[tuple[int, ...]] = (LANDING,)

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand holds no trump."""
        return state.hand & SUIT_MASK[state.trump()] == 0

    def begin(self, state: NorthwoodState) -> None:
        """Discard all trumps."""
        if state.listener is not None:
            state.tell(TRUMPS_GO, YOU, trump=state.trump())
        self.land(state, state.hand & SUIT_MASK[state.trump()])


class QueenOfFlowers(Ability):
    """The top card of the score pile goes onto the deck."""

    name: ClassVar[str] = "queen_of_flowers"
    title: ClassVar[str] = "Queen of Flowers"
    summary: ClassVar[str] = "put the top card of the score pile on the deck"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-2", "NW-ABIL-13", "NW-CHANCE-5")

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the score pile is empty."""
        return len(state.score_pile) == 0

    def begin(self, state: NorthwoodState) -> None:
        """Move the card; its place stays known."""
        if state.score_pile:
            card = state.score_pile.pop()
            state.deck = with_one(state.deck, card)
            state.known = (card, *state.known)
            if state.listener is not None:
                state.tell(ONTO_DECK, YOU, card=card, points=len(state.score_pile))
                state.tell(KNOWN_NEXT, YOU, card=card)
        self.finish(state)


class KingOfFlowers(Ability):
    """Discard two cards that add up to nine."""

    name: ClassVar[str] = "king_of_flowers"
    title: ClassVar[str] = "King of Flowers"
    summary: ClassVar[str] = "discard two cards that add up to nine"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-3", "NW-ABIL-5", "NW-ABIL-7")
    asks_at: ClassVar[tuple[int, ...]] = (*range(VALUES + 1),)

    def sum_of_two(self) -> Number:
        """Return the sum of the two cards."""
        return 9

    # state.step is the value the second card must have, 0 before the first pick

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand holds no such pair."""
        return self.with_partner(state) == 0

    def begin(self, state: NorthwoodState) -> None:
        """Ask for the first card if there is a pair."""
        self.ask_if_any(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the cards that have a partner; after the first discard, the partners."""
        return cards_in(state.hand & VALUE_MASK[state.step - 1] if state.step else self.with_partner(state))

    def with_partner(self, state: NorthwoodState) -> Cards:
        """Return the hand cards that make the sum with another one."""
        fitting: Cards = 0
        total = self.sum_of_two()
        for value in range(max(1, total - VALUES), min(total, VALUES + 1)):
            if state.hand & VALUE_MASK[total - value - 1]:
                fitting |= VALUE_MASK[value - 1]
        return state.hand & fitting

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard the card, then ask for its partner."""
        if state.listener is not None:
            state.tell(OF_THE_PAIR, YOU, place="second" if state.step else "first", card=action)
        if state.step:
            if not self.discard(state, action):
                self.finish(state)
            return
        if not self.discard(state, action):
            state.step = self.sum_of_two() - (action % VALUES + 1)
            self.ask(state)

    def asks(self, state: NorthwoodState) -> str:
        return (
            f"Which {state.step} do you discard with it?"
            if state.step
            else "Which card of a pair that adds up to nine do you discard first?"
        )

    def refusal(self, state: NorthwoodState, action: int) -> str:
        fitting = " ".join(card_name(card) for card in self.choices(state))
        return f"The two cards must add up to nine; now possible: {fitting}."


class PrinceOfFlowers(MovesTogether):
    """Keep one card of each value."""

    name: ClassVar[str] = "prince_of_flowers"
    title: ClassVar[str] = "Prince of Flowers"
    summary: ClassVar[str] = "keep one card of each value"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-4", "NW-RULING-20", "NW-ABIL-7")

    # state.counter is the value of which the player chooses a card to keep, counted from 1; state.pending gathers the others
    asks_at: ClassVar[tuple[int, ...]] = (0, LANDING)
    counts: ClassVar[tuple[int, int]] = (1, VALUES)

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand holds no two cards of one value."""
        for value in range(VALUES):
            held = state.hand & VALUE_MASK[value]
            if several(held):
                return False
        return True

    def begin(self, state: NorthwoodState) -> None:
        """Begin with the lowest value."""
        state.counter = 0
        self.next_value(state)

    def next_value(self, state: NorthwoodState) -> None:
        """Ask about the next value with several cards in hand; after the last, move all rejected cards as one set."""
        while state.counter < VALUES:
            held = state.hand & VALUE_MASK[state.counter]
            state.counter += 1
            if several(held):
                self.ask(state)
                return
        self.land(state, state.pending)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the cards of the value, or the cards that may land next."""
        if state.step == LANDING:
            return super().choices(state)
        return cards_in(state.hand & VALUE_MASK[state.counter - 1])

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Keep this card and reject the others of its value, or land the next card."""
        if state.step == LANDING:
            super().chosen(state, action)
            return
        if state.listener is not None:
            state.tell(KEPT, YOU, value=action % VALUES + 1, card=action)
        state.pending |= without(state.hand & VALUE_MASK[action % VALUES], action)
        self.next_value(state)

    def asks(self, state: NorthwoodState) -> str:
        return super().asks(state) if state.step == LANDING else f"Which of your {state.counter}s do you keep?"

    def words(self, state: NorthwoodState, action: int) -> str:
        return (
            f"keep {card_name(action)}"
            if state.step != LANDING and action < FIRST_FIEF
            else super().words(state, action)
        )

    def refusal(self, state: NorthwoodState, action: int) -> str:
        return f"You now choose which of your {state.counter}s to keep."

    def waits_here(self, state: NorthwoodState) -> bool:
        """Say whether it may wait here; while it asks, some cards may have been picked out already."""
        if state.step == LANDING:
            return super().waits_here(state)
        return state.to_move != CHANCE and state.step in self.asks_at and 1 <= state.counter <= VALUES


class LadyOfFlowers(Ability):
    """Discard a card whose value is the hand size."""

    name: ClassVar[str] = "lady_of_flowers"
    title: ClassVar[str] = "Lady of Flowers"
    summary: ClassVar[str] = "discard a card whose value is your hand size"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-5", "NW-RULING-21", "NW-ABIL-5")
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand holds no fitting card."""
        return len(self.choices(state)) == 0

    def begin(self, state: NorthwoodState) -> None:
        """Discard the fitting card; ask if there are several."""
        fitting = self.choices(state)
        if len(fitting) > 1:
            self.ask(state)
        elif fitting:
            self.chosen(state, fitting[0])
        else:
            self.finish(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand cards whose value is the hand size, which includes the card itself."""
        size = count(state.hand)
        return cards_in(state.hand & VALUE_MASK[size - 1]) if size <= VALUES else ()

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard it."""
        if state.listener is not None:
            state.tell(OF_HAND_SIZE, YOU, number=count(state.hand), card=action)
        if not self.discard(state, action):
            self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which {count(state.hand)} do you discard?"

    def refusal(self, state: NorthwoodState, action: int) -> str:
        return f"You hold {counted(count(state.hand), 'card')}, so you must discard a {count(state.hand)}."


class BaronOfFlowers(MovesTogether):
    """Discard all ones, twos and threes."""

    name: ClassVar[str] = "baron_of_flowers"
    title: ClassVar[str] = "Baron of Flowers"
    summary: ClassVar[str] = "discard all your 1s, 2s and 3s"
    clauses: ClassVar[tuple[str, ...]] = ("NW-FLOWERS-6", "NW-ABIL-7")
    asks_at: ClassVar[tuple[int, ...]] = (LANDING,)

    def highest_to_go(self) -> Number:
        """Return the highest value that is discarded."""
        return 3

    def low_cards(self, state: NorthwoodState) -> Cards:
        """Return the hand cards to discard."""
        low: Cards = 0
        for value in range(self.highest_to_go()):
            low |= VALUE_MASK[value]
        return state.hand & low

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the hand holds no low card."""
        return self.low_cards(state) == 0

    def begin(self, state: NorthwoodState) -> None:
        """Discard all low cards."""
        if state.listener is not None:
            state.tell(LOW_CARDS_GO, YOU, highest=self.highest_to_go())
        self.land(state, self.low_cards(state))
