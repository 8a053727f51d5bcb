"""The six characters of Eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.sets import without
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.northwood.abilities.ability import LANDING, Ability, MovesTogether
from workbench.games.northwood.components import (
    DRAW,
    FIRST_FIEF,
    FIRST_SUIT,
    NONE,
    SKIP,
    SLOTS,
    STOP,
    SUIT_MASK,
    SUIT_NAMES,
    VALUE_MASK,
    VALUES,
    YOU,
    cards_in,
    count,
)
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.northwood.types import Card, Cards


def _goes_on(_game: Game, fields: Mapping[str, Any]) -> str:
    return "You go on." if fields["goes_on"] else "You stop here."


ONE_OF: Final = Kind("one_of", "NW-EYES-1", "This is discard {place} of {number}.")
TEST_WAITS: Final = Kind(
    "test_waits", "NW-ABIL-11", "The hand is empty; the end test waits until the ability is carried out."
)
SEEN: Final = Kind("seen", "NW-EYES-2", "The deck begins with {cards:cards}.")
NAMED: Final = Kind("named", "NW-EYES-3", "You name {suit:suit}.")
ROUNDS: Final = Kind("rounds", "NW-EYES-4", "Rounds of discarding and drawing: {number}.")
ANOTHER_ROUND: Final = Kind("another_round", "NW-RULING-25", _goes_on)
SUM: Final = Kind("sum", "NW-EYES-5", "The drawn cards add up to {sum}: discard exactly that.")
NOTHING_GOES: Final = Kind("nothing_goes", "NW-RULING-26", "You discard nothing.")
SUM_LEFT: Final = Kind("sum_left", "NW-EYES-5", "The cards still to discard add up to {sum}.")
WAITS: Final = Kind("waits", "NW-EYES-6", "The Baron of Eyes waits for your response.")
EVEN: Final = Kind("even", "NW-DIALOG-7", "The value of the response is {value}, which is even: draw a card.")
ODD: Final = Kind("odd", "NW-DIALOG-7", "The value of the response is {value}, which is odd: discard a card.")


class JackOfEyes(Ability):
    """Draw two cards, then discard two."""

    name: ClassVar[str] = "jack_of_eyes"
    title: ClassVar[str] = "Jack of Eyes"
    summary: ClassVar[str] = "draw two cards, then discard two"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-1", "NW-ABIL-6", "NW-ABIL-11")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (1,)
    counts: ClassVar[tuple[int, int]] = (0, 2)

    def to_draw(self) -> Number:
        """Return how many cards are drawn."""
        return 2

    def to_discard(self) -> Number:
        """Return how many cards are discarded after the draw."""
        return 2

    # state.step: 0 drawing, 1 discarding; state.counter: how many are done

    def begin(self, state: NorthwoodState) -> None:
        """Draw, then discard."""
        if state.step == 0:
            if state.counter < self.to_draw() and state.deck:
                state.counter += 1
                self.draw(state)
                return
            state.step = 1
            state.counter = 0
        if state.counter < self.to_discard() and state.hand:
            self.ask(state)
        else:
            self.finish(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        self.begin(state)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard it."""
        if state.listener is not None:
            state.tell(ONE_OF, YOU, place=state.counter + 1, number=self.to_discard())
            if without(state.hand, action) == 0 and not state.game.visit_end_check_instant:
                state.tell(TEST_WAITS)
        state.counter += 1
        if not self.discard(state, action):
            self.begin(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which card do you discard ({state.counter + 1} of {self.to_discard()})?"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return its clauses, without NW-ABIL-11 if the end test does not wait."""
        return self.clauses[:-1] if state.game.visit_end_check_instant else self.clauses


class QueenOfEyes(Ability):
    """Look at the first three cards of the deck."""

    name: ClassVar[str] = "queen_of_eyes"
    title: ClassVar[str] = "Queen of Eyes"
    summary: ClassVar[str] = "look at the first three cards of the deck"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-2", "NW-ABIL-13", "NW-CHANCE-5")
    draws_at: ClassVar[tuple[int, ...]] = (0,)

    def to_see(self) -> Number:
        """Return how many cards are seen."""
        return 3

    def begin(self, state: NorthwoodState) -> None:
        """Look until three cards (or the whole deck) are known."""
        if len(state.known) < self.to_see() and state.unknown():
            state.to_move = CHANCE
        else:
            if state.listener is not None:
                state.tell(SEEN, YOU, cards=state.known[: self.to_see()])
            self.finish(state)

    def drawable(self, state: NorthwoodState) -> Cards:
        """Return the cards that may be seen next: any card of the deck that is not known."""
        return state.unknown()

    def happened(self, state: NorthwoodState, action: Action) -> None:
        """Add a card to the known ones, then look on."""
        state.known = (*state.known, action)
        self.begin(state)

    def waits_here(self, state: NorthwoodState) -> bool:
        """Say whether it may wait here: only while there is another card to see."""
        return super().waits_here(state) and len(state.known) < self.to_see() and state.unknown() != 0


class KingOfEyes(MovesTogether):
    """Name a suit, draw two cards, discard the suit."""

    name: ClassVar[str] = "king_of_eyes"
    title: ClassVar[str] = "King of Eyes"
    summary: ClassVar[str] = "name a suit, draw two cards, discard that suit"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-3", "NW-RULING-23", "NW-ABIL-7")
    draws_at: ClassVar[tuple[int, ...]] = (1,)
    asks_at: ClassVar[tuple[int, ...]] = (0, LANDING)
    counts: ClassVar[tuple[int, int]] = (0, 11)

    def to_draw(self) -> Number:
        """Return how many cards are drawn."""
        return 2

    # state.step: 0 naming, 1 drawing; state.counter: 4 * draws + the named suit

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the four suits, or the cards that may land next."""
        if state.step == LANDING:
            return super().choices(state)
        return (FIRST_SUIT, FIRST_SUIT + 1, FIRST_SUIT + 2, FIRST_SUIT + 3)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Note the named suit and draw, or land the next card."""
        if state.step == LANDING:
            super().chosen(state, action)
            return
        if state.listener is not None:
            state.tell(NAMED, YOU, suit=action - FIRST_SUIT)
        state.step = 1
        state.counter = action - FIRST_SUIT
        self.next_draw(state)

    def next_draw(self, state: NorthwoodState) -> None:
        """Draw twice, then discard the named suit."""
        if state.counter >> 2 < self.to_draw() and state.deck:
            state.counter += 4
            self.draw(state)
        else:
            self.land(state, state.hand & SUIT_MASK[state.counter & 3])

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        self.next_draw(state)

    def asks(self, state: NorthwoodState) -> str:
        return (
            super().asks(state)
            if state.step == LANDING
            else "Which suit do you name? You then draw two cards and discard that suit."
        )

    def words(self, state: NorthwoodState, action: int) -> str:
        if FIRST_SUIT <= action < FIRST_SUIT + 4:
            return f"name {SUIT_NAMES[action - FIRST_SUIT]}"
        return super().words(state, action)


class PrinceOfEyes(Ability):
    """Discard and draw, once and once more for each other exhausted ally."""

    name: ClassVar[str] = "prince_of_eyes"
    title: ClassVar[str] = "Prince of Eyes"
    option: ClassVar[str] = "prince_of_eyes_repeats"
    leaves_off: ClassVar[tuple[int, ...]] = (DRAW, STOP)
    summary: ClassVar[str] = "discard a card and draw one, once more for each other exhausted ally"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-4", "NW-RULING-24", "NW-RULING-25")

    # state.counter: rounds left, this one included; state.step: 1 while asking whether to go on
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0, 1)
    counts: ClassVar[tuple[int, int]] = (1, SLOTS)
    needs_hand: ClassVar[bool] = False  # it gives a card before it draws

    def begin(self, state: NorthwoodState) -> None:
        """Count the other exhausted allies once, at activation."""
        state.counter = 1 + count(without(state.exhausted, state.slot))
        if state.listener is not None:
            state.tell(ROUNDS, YOU, number=state.counter)
        self.next_round(state)

    def next_round(self, state: NorthwoodState) -> None:
        """Ask for a discard; with an empty hand only draw."""
        if state.hand:
            self.ask(state)
        else:
            self.draw_one(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand cards; between rounds, if the option asks, the actions to go on and to stop."""
        return (DRAW, STOP) if state.step == 1 else cards_in(state.hand)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard and draw; go on; or stop."""
        if state.step == 1:
            if state.listener is not None:
                state.tell(ANOTHER_ROUND, YOU, goes_on=action == DRAW)
            state.step = 0
            if action == DRAW:
                self.next_round(state)
            else:
                self.finish(state)
            return
        if not self.discard(state, action):
            self.draw_one(state)

    def draw_one(self, state: NorthwoodState) -> None:
        """Draw a card, the second half of a round."""
        if state.deck:
            self.draw(state)
        else:
            self.drawn(state, NONE)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Complete the round; then finish, ask whether to go on, or begin the next round."""
        state.counter -= 1
        if state.counter == 0:
            self.finish(state)
        elif state.game.prince_of_eyes_repeats_optional:
            state.step = 1
            self.ask(state)
        else:
            self.next_round(state)

    def asks(self, state: NorthwoodState) -> str:
        if state.step == 1:
            return f"Another round ({state.counter} left) or stop?"
        return f"Which card do you discard before you draw ({counted(state.counter, 'round')} left)?"

    def words(self, state: NorthwoodState, action: int) -> str:
        return {DRAW: "another round", STOP: "stop"}.get(action) or super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        if action == STOP:
            return f"You must make every round ({state.counter} left)."
        if action == DRAW:
            return "This round comes first: discard a card."
        return super().refusal(state, action)


class LadyOfEyes(Ability):
    """Draw two cards, then discard cards of exactly their sum."""

    name: ClassVar[str] = "lady_of_eyes"
    title: ClassVar[str] = "Lady of Eyes"
    option: ClassVar[str] = "lady_of_eyes_discard"
    leaves_off: ClassVar[tuple[int, ...]] = (SKIP,)
    summary: ClassVar[str] = "draw two cards, then discard cards that add up to exactly their sum"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-5", "NW-RULING-26", "NW-ABIL-5")
    draws_at: ClassVar[tuple[int, ...]] = (1, 2)
    asks_at: ClassVar[tuple[int, ...]] = (3, 4)
    counts: ClassVar[tuple[int, int]] = (0, 2 * VALUES)

    def to_draw(self) -> Number:
        """Return how many cards are drawn."""
        return 2

    # state.step: cards drawn while drawing, 3 before the first discard, 4 after it; state.counter: the sum still to discard

    def begin(self, state: NorthwoodState) -> None:
        """Draw the cards, then ask for discards that make up their sum."""
        if state.step < self.to_draw() and state.deck:
            state.step += 1
            self.draw(state)
            return
        if state.listener is not None:
            state.tell(SUM, YOU, sum=state.counter)
        state.step = 3
        self.ask(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Add the card's value to the sum."""
        state.counter += card % VALUES + 1
        self.begin(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the cards that leave a remaining sum which the other cards can still make up exactly."""
        hand = cards_in(state.hand)
        fitting = []
        for card in hand:
            left = state.counter - (card % VALUES + 1)
            if left >= 0 and self.can_make(hand, card, left):
                fitting.append(card)
        if state.game.lady_of_eyes_discard_optional and state.step == 3:
            fitting.append(SKIP)
        return tuple(fitting)

    def can_make(self, hand: tuple[int, ...], without: int, total: int) -> bool:
        """Say whether some of the other cards add up to a total."""
        reachable = 1  # bit n: the sum n can be made
        for card in hand:
            if card != without:
                reachable |= reachable << (card % VALUES + 1)
        return reachable >> total & 1 == 1

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard the card; go on until the sum is made up."""
        if action == SKIP:
            if state.listener is not None:
                state.tell(NOTHING_GOES, YOU)
            self.finish(state)
            return
        state.step = 4
        state.counter -= action % VALUES + 1
        if state.listener is not None:
            state.tell(SUM_LEFT, YOU, sum=state.counter)
        if self.discard(state, action):
            return
        if state.counter == 0:
            self.finish(state)
        else:
            self.ask(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which card do you discard? You must still discard exactly {state.counter}."

    def words(self, state: NorthwoodState, action: int) -> str:
        return "discard nothing" if action == SKIP else super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        if action == SKIP:
            return f"You must still discard cards that add up to {state.counter}."
        if action < FIRST_FIEF:
            return f"With that card you could not discard exactly {state.counter}."
        return super().refusal(state, action)

    def waits_here(self, state: NorthwoodState) -> bool:
        """Say whether it may wait here: during the second draw, the card drawn first must be in hand."""
        first = state.hand & VALUE_MASK[min(state.counter, VALUES) - 1] if state.counter else 0
        return super().waits_here(state) and (state.to_move != CHANCE or bool(first) == (state.step == 2))


class BaronOfEyes(Ability):
    """After the coming response: draw if it was even, discard if it was odd."""

    name: ClassVar[str] = "baron_of_eyes"
    title: ClassVar[str] = "Baron of Eyes"
    summary: ClassVar[str] = "after your next response: draw if it was even, discard if it was odd"
    clauses: ClassVar[tuple[str, ...]] = ("NW-EYES-6", "NW-DIALOG-7", "NW-RULING-27")

    # state.riders: effects that wait for the response; state.counter: the value of the response, once it has been placed
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)
    counts: ClassVar[tuple[int, int]] = (1, VALUES)
    needs_hand: ClassVar[bool] = False  # it gives a card before it draws
    waits_for_response: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Leave a marker for the coming response; once that has been placed, carry out the waiting effects."""
        if state.counter:
            self.ride(state)
            return
        state.riders += 1
        if state.listener is not None:
            state.tell(WAITS, YOU)
        self.finish(state)

    def ride(self, state: NorthwoodState) -> None:
        """Carry out one waiting effect after another, once the response has been placed (NW-DIALOG-7)."""
        while state.riders:
            state.riders -= 1
            if state.counter % 2 == 0:
                if state.deck:
                    if state.listener is not None:
                        state.tell(EVEN, YOU, value=state.counter)
                    self.draw(state)
                    return
            elif state.hand:
                if state.listener is not None:
                    state.tell(ODD, YOU, value=state.counter)
                self.ask(state)
                return
        state.counter = 0
        state.game.respond.end_test(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Go on to the next effect or the end test."""
        self.ride(state)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Discard it."""
        if not self.discard(state, action):
            self.ride(state)

    def asks(self, state: NorthwoodState) -> str:
        return "The response was odd. Which card do you discard?"

    def slot_misfits(self, state: NorthwoodState) -> list[str]:
        """Return what is wrong unless no slot is active: it waits after the response."""
        return [] if state.slot == NONE else ["The Baron of Eyes waits for the response, so its slot is -1."]
