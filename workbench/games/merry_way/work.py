"""Work: every player puts a resource card on the table; then they use its digits, one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted
from workbench.games.merry_way.cards import DIGITS, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    DRAW,
    FIRST_TAKE,
    RESOURCES,
    SEATS,
    WORK_PASS,
    kinds_of,
    without_card,
)
from workbench.games.merry_way.draw import FOR_WORK, NO_CARD_LEFT
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import resources, tokens

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat

PUTS_DOWN: Final = Kind(
    "puts_down",
    "MW-WORK-1",
    "{seat:seat} puts {card:resource card} face down.",
    "{seat:seat} puts a resource card face down.",
    ("card",),
)
REVEALS: Final = Kind("reveals", "MW-WORK-2", "{seat:seat} reveals {card:resource card}.")
TAKES: Final = Kind("takes", ("MW-WORK-4", "MW-WORK-8"), "{seat:seat} takes {tokens:tokens}.")
USES_TO_DRAW: Final = Kind(
    "uses_to_draw", ("MW-WORK-3", "MW-WORK-6"), "{seat:seat} uses the digit to draw {number:cards}."
)
CANNOT_WORK: Final = Kind("cannot_work", "MW-WORK-10", "{seat:seat} can neither take {number} of one kind nor draw cards.")
WORK_ENDS: Final = Kind("work_ends", "MW-WORK-12", "All digits are used; the Bargain phase begins.")


class ChooseCard(MerryWayPhase):
    """Every player puts a resource card face down. They choose in turn, but nobody learns of another's choice."""

    name: ClassVar[str] = "choose_card"
    title: ClassVar[str] = "Work: choosing a resource card"
    clauses: ClassVar[tuple[str, ...]] = ("MW-WORK-1", "MW-WORK-2", "MW-RULING-10", "MW-KNOW-4")
    allows: ClassVar[Mapping[str, str]] = {"card": "MW-WORK-1"}
    group: ClassVar[str] = "Resource cards"

    def begin(self, state: MerryWayState) -> None:
        """Ask the seat in turn or the next one with a card that has not been asked; then reveal the cards."""
        seat, leader = state.seat, state.leader
        while not state.resource_hands[seat]:  # a player without a card sits the phase out (MW-RULING-11)
            seat = state.after(seat)
            if seat == leader:
                self.reveal(state)
                return
        state.seat = seat
        state.to_move = seat

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return an action for each type of card in the hand."""
        first: Number = state.game.first.card
        return tuple([card + first for card in kinds_of(state.resource_hands[state.to_move])])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Put the card on the table."""
        card = action - state.game.first.card
        seat = state.seat
        state.resource_hands[seat] = without_card(state.resource_hands[seat], card)
        state.committed[seat] = card
        if state.listener is not None:
            state.tell(PUTS_DOWN, seat, to=(seat,), card=card)
        state.seat = state.after(seat)
        if state.seat == state.leader:
            self.reveal(state)
        else:
            state.enter(self)

    def reveal(self, state: MerryWayState) -> None:
        """Turn all cards face up, and go on to their first digits."""
        if state.listener is not None:
            for seat, card in enumerate(state.committed):
                if card != NONE:
                    state.tell(REVEALS, seat, card=card)
        state.digit = 0
        state.seat = state.leader
        state.enter(state.game.digit)

    def question(self, state: MerryWayState) -> str:
        return "Which resource card do you put on the table?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say what the digits of the card add up to."""
        card = action - state.game.first.card
        if not 0 <= card < len(state.game.cards.resources):
            return ""
        return f"digits add up to {sum(state.game.cards.resources[card].digits)}"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a card that is not in the hand, or not in the game."""
        card = action - state.game.first.card
        if card in state.resource_hands[state.seat]:
            return None
        code = state.game.cards.resource_codes[card]
        if card not in state.game.all_resources:
            return Reason("MW-HOUSE-13", f"There is no {code} in this game.")
        return Reason("MW-WORK-1", f"{code} is not in your hand.")

    def work_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the seats from the Leader up to this one have put cards on the table."""
        found: list[str] = []
        seat, asked = state.leader, False
        for _seat in range(state.game.players):
            asked = asked or seat == state.seat
            if asked and state.committed[seat] != NONE:
                found.append(f"{SEATS[seat]} has not chosen yet, so no card of this seat lies on the table.")
            if not asked and state.committed[seat] == NONE and state.resource_hands[seat]:
                found.append(f"{SEATS[seat]} has chosen before {SEATS[state.seat]}, so its card lies on the 'table'.")
            seat = state.after(seat)
        if state.digit:
            found.append("Digits are used in the Work phase only: in the phase 'choose_card' 'digit' is 1.")
        return found


class Digit(MerryWayPhase):
    """A player uses a digit: it takes resources of one kind from the supply, or it draws cards."""

    name: ClassVar[str] = "digit"
    title: ClassVar[str] = "Work: using a digit"
    clauses: ClassVar[tuple[str, ...]] = ("MW-WORK-3", "MW-WORK-4", "MW-WORK-5", "MW-WORK-9", "MW-WORK-11")
    allows: ClassVar[Mapping[str, str]] = {"take": "MW-WORK-4", "draw": "MW-WORK-3", "work": "MW-WORK-10"}
    group: ClassVar[str] = "Work"

    def begin(self, state: MerryWayState) -> None:
        """Ask the seat in turn, or the next one with a card on the table, to use its digit."""
        seat, leader = state.seat, state.leader
        while state.committed[seat] == NONE:
            seat = state.after(seat)
            if seat == leader:
                self.next_digit(state)
                return
        state.seat = seat
        state.to_move = seat

    def done(self, state: MerryWayState) -> None:
        """Ask the next seat, now that this one has used its digit."""
        state.seat = state.after(state.seat)
        if state.seat == state.leader:
            self.next_digit(state)
        else:
            state.enter(self)

    def next_digit(self, state: MerryWayState) -> None:
        """Go on to the next digit, beginning with the Leader, or end the phase (MW-WORK-11)."""
        state.seat = state.leader
        state.digit += 1
        if state.digit == DIGITS or max(state.committed) == NONE:
            self.finish(state)
        else:
            state.enter(self)

    def finish(self, state: MerryWayState) -> None:
        """Discard the cards on the table, and begin the Bargain phase (MW-WORK-12)."""
        state.digit = 0
        discarded = list(state.resource_discard)
        for seat, card in enumerate(state.committed):
            if card != NONE:
                discarded.append(card)
                state.committed[seat] = NONE
        state.resource_discard = tuple(sorted(discarded))
        if state.listener is not None:
            state.tell(WORK_ENDS)
        state.enter(state.game.offer)

    def value(self, state: MerryWayState, seat: Seat) -> Number:
        """Return the digit that a seat uses now, 1..9."""
        return state.game.digits[DIGITS * state.committed[seat] + state.digit]

    def to_draw(self, state: MerryWayState, seat: Seat) -> Number:
        """Return how many cards the digit draws; 0 if it cannot be used for drawing.

        A pink digit fills the hand up to its number (MW-WORK-6, MW-WORK-7); MW-RULING-8 says what counts as the hand. At least
        one card must be left to draw (MW-RULING-9).
        """
        rules = state.game
        place = DIGITS * state.committed[seat] + state.digit
        number: Number = rules.digits[place]
        if rules.pink[place]:
            number -= len(state.scheme_hands[seat])
            if rules.pink_count_all:
                number -= len(state.resource_hands[seat])
        return number if number > 0 and state.can_draw() else 0

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return each resource the supply has enough of, and drawing if allowed; passing if there is neither."""
        seat = state.to_move
        number = self.value(state, seat)
        supply = state.supply
        actions: list[int] = []
        for kind in range(RESOURCES):
            if supply[kind] >= number:
                actions.append(FIRST_TAKE + kind)
        if self.to_draw(state, seat) > 0:
            actions.append(DRAW)
        return tuple(actions) if actions else (WORK_PASS,)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Take the tokens, draw the cards, or pass."""
        seat = state.seat
        if action == DRAW:
            number = self.to_draw(state, seat)
            if state.listener is not None:
                state.tell(USES_TO_DRAW, seat, clause=self.clause_of(state, DRAW), number=number)
            state.game.draw_scheme.hand_out(state, seat, number, FOR_WORK)
            return
        if action == WORK_PASS:
            if state.listener is not None:
                state.tell(CANNOT_WORK, seat, number=self.value(state, seat))
        else:
            kind, taken = action - FIRST_TAKE, self.value(state, seat)
            state.take(seat, kind, taken)
            if state.listener is not None:
                state.tell(TAKES, seat, clause=self.clause_of(state, action), tokens=tokens(kind, taken))
        self.done(state)

    def is_pink(self, state: MerryWayState) -> bool:
        """Return whether the digit in use is pink."""
        return bool(state.game.pink[DIGITS * state.committed[state.seat] + state.digit])

    def clauses_now(self, state: MerryWayState) -> tuple[str, ...]:
        """Return the clauses that apply; a pink digit has clauses of its own."""
        if self.is_pink(state):
            return (*self.clauses, "MW-WORK-6", "MW-WORK-7", "MW-WORK-8", "MW-RULING-8")
        return self.clauses

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move; a pink digit has clauses of its own."""
        if action == WORK_PASS or not self.is_pink(state):
            return super().clause_of(state, action)
        return "MW-WORK-6" if action == DRAW else "MW-WORK-8"

    def question(self, state: MerryWayState) -> str:
        pink = "pink " if self.is_pink(state) else ""
        number = self.value(state, state.seat)
        return f"Digit {state.digit + 1} of your card is a {pink}{number}: what do you use it for?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say how much a move brings."""
        if action == DRAW:
            return counted(self.to_draw(state, state.seat), "card")
        if FIRST_TAKE <= action < FIRST_TAKE + RESOURCES:
            return f"{self.value(state, state.seat)} of {state.supply[action - FIRST_TAKE]} in the supply"
        return ""

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse what the supply or the decks do not have, cards beyond a pink digit, and passing while there is a choice."""
        number = self.value(state, state.seat)
        cards = self.to_draw(state, state.seat)
        if action == WORK_PASS:
            if cards == 0 and max(state.supply) < number:
                return None
            return Reason("MW-WORK-9", "You may pass only if you can neither take resources nor draw.")
        if action != DRAW:
            kind = action - FIRST_TAKE
            left = state.supply[kind]
            if left >= number:
                return None
            if not left:
                return Reason("MW-WORK-4", f"The digit is {number}, but the supply has no {RESOURCE_NAMES[kind]}.")
            return Reason(
                "MW-WORK-4",
                f"The digit is {number}, but the supply has only {resources(kind, left)}, and you cannot take fewer than "
                "the digit says.",
            )
        if cards > 0:
            return None
        if not state.can_draw():
            return NO_CARD_LEFT
        held = len(state.scheme_hands[state.seat])
        if held >= number:
            return Reason("MW-WORK-7", f"The digit is a pink {number}, and you hold {counted(held, 'card')} already.")
        shown = counted(held + len(state.resource_hands[state.seat]), "card")
        return Reason("MW-RULING-8", f"The digit is a pink {number}, and you hold {shown} with your resource cards.")

    def at_work(self, state: MerryWayState) -> bool:
        return True
