"""The round: cards are put in an order in secret, mixed step by step, and resolved one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.games.resource_hog.components import BIT, CARDS, NOBLE_CARD, NONE, PEASANT_CARD, PILE_CARDS, PILES
from workbench.games.resource_hog.land import listed
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Mask, Number, Seat

ROUND_BEGINS: Final = Kind("round_begins", ("RH-ROUND-1", "RH-RULING-8"), "Round {round} begins.")
PROGRAMMED: Final = Kind(
    "programmed",
    "RH-ROUND-1",
    "{seat:seat} puts the cards in the order {pile:pile}.",
    "{seat:seat} puts the cards in an order.",
    ("pile",),
)
TURNED: Final = Kind("turned", "RH-RULING-9", "The {card:card} of {seat:seat} is turned up.")
RESOLVED: Final = Kind(
    "resolved",
    ("RH-ROUND-2", "RH-RULING-8", "RH-RULING-9"),
    "The {card:card} of {seat:seat} is resolved.",
)
IS_OUT: Final = Kind("is_out", "RH-AREA-8", "{seat:seat} has no disc left and takes no further part.")
SEASON_COMES: Final = Kind("season_comes", "RH-ROUND-6", "All cards are resolved: the season begins.")


class Program(HogPhase):
    """Each player puts the three cards in an order that the others do not see."""

    name: ClassVar[str] = "program"
    title: ClassVar[str] = "Programming"
    clauses: ClassVar[tuple[str, ...]] = ("RH-ROUND-1", "RH-ROUND-3", "RH-MARKER-9")
    allows: ClassVar[Mapping[str, str]] = {"pile": "RH-ROUND-1"}
    group: ClassVar[str] = "Orders"

    def begin(self, state: ResourceHogState) -> None:
        """Ask the first seat without a pile; then mix the cards. Without programming there is nothing to ask."""
        game = state.game
        if state.listener is not None and max(state.piles) == NONE:
            clause = "RH-RULING-8" if game.program_mode_full_random else "RH-ROUND-1"
            state.tell(ROUND_BEGINS, round=state.round, clause=clause)
        seat = self.first_without(state)
        if seat == NONE or game.program_mode_full_random:
            state.step = 0
            state.order = ()
            state.place = 0
            state.active = NONE
            state.enter(game.reveal)
        else:
            state.active = seat
            self.ask(state, seat)

    def first_without(self, state: ResourceHogState) -> Seat:
        """Return the first seat in play that has no pile yet; NONE if all have one."""
        for seat in range(state.game.players):
            if state.piles[seat] == NONE and state.discs[seat]:
                return seat
        return NONE

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return False: there are always six orders."""
        return False

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return each of the six orders."""
        return ORDERS

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Put the pile down."""
        seat = state.to_move
        state.piles[seat] = action
        if state.listener is not None:
            state.tell(PROGRAMMED, seat, to=(seat,), pile=PILES[action])
        state.enter(self)

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the first seat without a pile: seats put piles down in order."""
        seat = self.first_without(state)
        return () if seat == NONE or state.game.program_mode_full_random else (seat,)

    def question(self, state: ResourceHogState) -> str:
        """Ask for the order of the cards."""
        return "In which order do you play your cards this round?"


ORDERS: Final = tuple(range(len(PILES)))


class Reveal(HogPhase):
    """Chance draws whose card comes next: in each step every order is equally likely (RH-ROUND-2, RH-ROUND-3)."""

    name: ClassVar[str] = "reveal"
    title: ClassVar[str] = "The next card"
    clauses: ClassVar[tuple[str, ...]] = ("RH-ROUND-2", "RH-ROUND-3", "RH-ROUND-4")
    allows: ClassVar[Mapping[str, str]] = {"seat": "RH-ROUND-2", "card": "RH-RULING-8"}
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True

    def begin(self, state: ResourceHogState) -> None:
        """Draw the next card, unless it is certain; after the last one the season begins."""
        game = state.game
        state.active = NONE
        for seat, discs in enumerate(state.discs):
            if not discs and state.piles[seat] != NONE:  # RH-AREA-8
                state.piles[seat] = NONE
                if state.listener is not None:
                    state.tell(IS_OUT, seat)
        while True:
            waiting = self.waiting(state)
            if waiting and game.program_mode_seat_order:
                self.turn(state, self.next_seat(state, waiting))
                return
            if game.reveal_step_all_at_once and not waiting and state.place < len(state.order):
                if state.discs[self.seat_of(state, state.order[state.place])]:
                    self.resolve(state)
                    return
                state.place += 1
                continue
            if len(waiting) == 1:
                self.turn(state, waiting[0])
                return
            if waiting:
                self.wait_for_chance(state)
                return
            state.step += 1
            state.order = ()
            state.place = 0
            if state.step == CARDS or game.program_mode_full_random:
                self.season(state)
                return

    def season(self, state: ResourceHogState) -> None:
        """Begin the season, since all cards are resolved (RH-ROUND-6)."""
        game = state.game
        state.step = 0
        for seat in range(game.players):
            state.piles[seat] = NONE
        if state.listener is not None:
            state.tell(SEASON_COMES)
        state.enter(game.clear)

    def seat_of(self, state: ResourceHogState, drawn: Number) -> Seat:
        """Return the seat whose card was drawn."""
        return drawn // CARDS if state.game.program_mode_full_random else drawn

    def card_of(self, state: ResourceHogState, drawn: Number) -> Number:
        """Return the card that was drawn."""
        if state.game.program_mode_full_random:
            return drawn % CARDS
        return PILE_CARDS[state.piles[drawn]][state.step]

    def waiting(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return what is left to draw in this step: seats, or cards if there are no piles (RH-RULING-8)."""
        each: Number = CARDS if state.game.program_mode_full_random else 1
        own: Mask = BIT[each] - 1  # what the first seat may have left
        found: Mask = 0
        for discs in state.discs:
            if discs:
                found |= own
            own <<= each
        for one in state.order:
            found &= ~BIT[one]
        return listed(found)

    def next_seat(self, state: ResourceHogState, waiting: tuple[int, ...]) -> Seat:
        """Return the next in seat order, from the seat whose round it is (RH-RULING-8)."""
        players: Number = state.game.players
        first = (state.round - 1) % players
        for number in range(players):
            seat = (first + number) % players
            if seat in waiting:
                return seat
        return waiting[0]

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every player, or card, not yet drawn in this step."""
        first = state.game.words.card if state.game.program_mode_full_random else state.game.words.seat
        return tuple([first + one for one in self.waiting(state)])

    def roll(self, state: ResourceHogState, rng: Random) -> None:
        """Draw a card, each equally likely."""
        waiting = self.waiting(state)
        self.turn(state, waiting[rng.below(len(waiting))])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Turn the card up."""
        self.turn(state, action - (state.game.words.card if state.game.program_mode_full_random else state.game.words.seat))

    def turn(self, state: ResourceHogState, drawn: Number) -> None:
        """Draw a card; resolve it now unless all of a step are turned up first (RH-RULING-9)."""
        state.order += (drawn,)
        if state.game.reveal_step_all_at_once:
            if state.listener is not None:
                state.tell(TURNED, self.seat_of(state, drawn), card=self.card_of(state, drawn))
            state.enter(self)
        else:
            self.resolve(state)

    def resolve(self, state: ResourceHogState) -> None:
        """Carry out the phase that the card stands for."""
        game = state.game
        drawn: Number = state.order[state.place]
        state.place += 1
        seat, card = self.seat_of(state, drawn), self.card_of(state, drawn)
        state.active = seat
        if state.listener is not None:
            clause = "RH-RULING-8" if game.program_mode_full_random or game.program_mode_seat_order else "RH-ROUND-2"
            state.tell(RESOLVED, seat, card=card, clause=clause)
        if card == PEASANT_CARD:
            state.land = state.own(seat)
            state.enter(game.move_peasants)
        elif card == NOBLE_CARD:
            state.land = state.own(seat)
            for area in listed(state.land):
                state.unmoved[area] = state.nobles[area]
            state.enter(game.move_nobles)
        else:
            state.enter(game.trade)

    def clause_of(self, state: ResourceHogState, action: int) -> str:
        """Return the clause, which is a ruling if nobody puts cards in an order."""
        mixed = state.game.program_mode_full_random or state.game.program_mode_seat_order
        return "RH-RULING-8" if mixed else super().clause_of(state, action)

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the ruling if its option has been changed."""
        if state.game.program_mode_full_random or state.game.program_mode_seat_order:
            return ("RH-RULING-8",)
        return (*self.clauses, "RH-RULING-9") if state.game.reveal_step_all_at_once else self.clauses

    def question(self, state: ResourceHogState) -> str:
        """Say what is drawn."""
        return "Which card is resolved next?" if state.game.program_mode_full_random else "Whose card is resolved next?"
