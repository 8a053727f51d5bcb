"""What all abilities share: drawing, discarding, moving cards together, and finishing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.sets import holds, several, with_one, without
from workbench.core.state import CHANCE
from workbench.games.northwood.components import (
    BIT,
    FIRST_ALLY,
    FIRST_FIEF,
    NONE,
    SLOTS,
    YOU,
    by_value,
    card_name,
    card_words,
    cards_in,
    chances_in,
    character_of,
    mask_of,
    names,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.northwood.types import Card, Cards, Characters

LANDING: Final = 9
"""The step at which cards that move together land one by one."""

DRAWN: Final = Kind("drawn", "NW-ABIL-9", "You draw the {card:card}.")
LAST_CARD: Final = Kind("last_card", "NW-ABIL-6", "That was the last card of the deck.")
DISCARDED: Final = Kind("discarded", "NW-ABIL-10", "You discard the {card:card}.")
SCORED: Final = Kind(
    "scored", ("NW-CLAWS-3", "NW-RULING-13"), "The {card:card} goes onto the score pile, now {points}."
)
LANDS: Final = Kind("lands", ("NW-ABIL-7", "NW-RULING-9"), "The {card:card} lands next.")


class Ability(NorthwoodPhase):
    """The text of one character.

    An ability begins when its ally is exhausted and ends in `finish`. In between it may draw cards (random events) and ask
    the player; `state.step` says how far the text has been carried out.

    Attributes:
        summary: its text in a few words.
        draws_at: the steps of the text at which it may wait for a card.
        asks_at: the steps at which it may wait for the player.
        counts: the smallest and the largest value of `state.counter` while it waits.
        waits_for_response: whether it leaves an effect that waits for the coming response.
        copies_ruler: whether it uses the ability of the current ruler.
        option: the option that changes the reading of its text; empty if there is no such option.
        leaves_off: the actions that continue the text or break it off, if the option decides whether they are allowed.
        replaced: whether the other reading replaces the text's own clause; otherwise it adds to it.
    """

    summary: ClassVar[str] = ""
    draws_at: ClassVar[tuple[int, ...]] = ()
    asks_at: ClassVar[tuple[int, ...]] = ()
    counts: ClassVar[tuple[int, int]] = (0, 0)
    waits_for_response: ClassVar[bool] = False
    copies_ruler: ClassVar[bool] = False
    option: ClassVar[str] = ""
    leaves_off: ClassVar[tuple[int, ...]] = ()
    replaced: ClassVar[bool] = False
    group: ClassVar[str] = "Ability"
    holds: ClassVar[tuple[str, ...]] = ("slot", "step", "counter", "pending")

    @classmethod
    def family(cls) -> type[Phase[Any]]:
        """Return `Ability`: any ability may replace another."""
        return Ability

    def begin(self, state: NorthwoodState) -> None:
        """Begin the text: unless overridden, ask the player."""
        self.ask(state)

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether activating it now would change nothing (NW-ABIL-4, NW-RULING-11)."""
        return False

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        """Carry on after a card has been drawn into the hand."""
        raise NotImplementedError(f"The ability {self.name!r} draws no cards.")

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the player's choices at this step: unless overridden, any hand card."""
        return cards_in(state.hand)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Carry on after the player's choice."""
        raise NotImplementedError(f"The ability {self.name!r} asks nothing.")

    def finish(self, state: NorthwoodState) -> None:
        """Finish the text: make the end test and go on."""
        state.game.ability_window.after_ability(state)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, state: NorthwoodState) -> None:
        """Draw the top card of the deck, which holds at least one card; `drawn` carries on."""
        if state.known:
            self.take(state, state.known[0])
        else:
            state.to_move = CHANCE

    def take(self, state: NorthwoodState, card: Card) -> None:
        """Move the top card of the deck to the hand."""
        if state.known:
            state.known = state.known[1:]
        state.deck = without(state.deck, card)
        state.hand = with_one(state.hand, card)
        if state.listener is not None:
            state.tell(DRAWN, YOU, card=card)
            if state.deck == 0:
                state.tell(LAST_CARD)
        if state.game.visit_end_check_instant and self.cut_short(state):
            return
        self.drawn(state, card)

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, state: NorthwoodState) -> None:
        """Wait for the player's choice."""
        state.to_move = YOU

    def ask_if_any(self, state: NorthwoodState) -> None:
        """Wait for the player's choice, if there is one; otherwise finish the text."""
        if self.choices(state):
            self.ask(state)
        else:
            self.finish(state)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return every card that may be drawn at a random event; otherwise the player's choices."""
        if state.to_move == CHANCE:
            return cards_in(self.drawable(state))
        return self.choices(state)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        """Return the cards that may be drawn, each equally likely."""
        return chances_in(self.drawable(state))

    def drawable(self, state: NorthwoodState) -> Cards:
        """Return the cards that may be drawn: any card of the deck; if the top card is known, only that card."""
        return state.deck if not state.known else BIT[state.known[0]]

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Carry out a random event or a choice."""
        if state.to_move == CHANCE:
            self.happened(state, action)
        else:
            self.chosen(state, action)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Draw one of the cards that may be drawn, each equally likely."""
        self.happened(state, rng.member(self.drawable(state)))

    def happened(self, state: NorthwoodState, action: Action) -> None:
        """Carry out a random event: unless overridden, draw a card."""
        self.take(state, action)

    # -- moving --------------------------------------------------------------------------------------------------------

    def discard(self, state: NorthwoodState, card: Card) -> bool:
        """Discard a card from hand.

        Returns:
            True if that has ended the visit at once.
        """
        state.hand = without(state.hand, card)
        state.discard_pile.append(card)
        if state.listener is not None:
            state.tell(DISCARDED, YOU, card=card)
        return state.game.visit_end_check_instant and self.cut_short(state)

    # -- words ---------------------------------------------------------------------------------------------------------

    def question(self, state: NorthwoodState) -> str:
        """Return the question to the player, with the hand."""
        if state.to_move == CHANCE:
            return f"{self.title}: a card is drawn."
        return f"{self.title}: {self.asks(state)} Your hand: {names(state.hand)}."

    def asks(self, state: NorthwoodState) -> str:
        """Return the question at this step, as one sentence."""
        return self.summary

    def words(self, state: NorthwoodState, action: int) -> str:
        """Return an action in words, such as "discard C5"."""
        return f"discard {card_name(action)}" if action < FIRST_FIEF else super().words(state, action)

    def group_of(self, state: NorthwoodState, action: int) -> str:
        """Return the group of an action: cards belong to the hand."""
        return "Hand" if action < FIRST_FIEF else self.group

    def ruling(self, state: NorthwoodState) -> str:
        """Return the ruling about its text, which the option changes."""
        return state.game.options.options[self.option].clause

    def read_otherwise(self, state: NorthwoodState) -> bool:
        """Say whether the option changes the usual reading of its text."""
        return self.option in state.game.options.changed()

    def text_clause(self, state: NorthwoodState) -> str:
        """Return the clause of its text: its own, or the ruling if that replaces it."""
        return self.ruling(state) if self.replaced and self.read_otherwise(state) else self.clauses[0]

    def says_so(self, state: NorthwoodState) -> str:
        """Return the clause by which it acts: its own, or the ruling if the option changes the reading."""
        return self.ruling(state) if self.read_otherwise(state) else self.clauses[0]

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Return the clause of its text, for every choice and every draw."""
        return self.says_so(state)

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return its clauses, with the ruling first if the option changes the reading."""
        if not self.read_otherwise(state):
            return self.clauses
        ruling = self.ruling(state)
        others = self.clauses[1:] if self.replaced else self.clauses
        return (ruling, *[clause for clause in others if clause != ruling])

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Return why a choice is not allowed."""
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            return Reason(self.activating(state), f"First carry out the ability of the {self.title} to its end.")
        if action in self.leaves_off:
            return Reason(self.ruling(state), self.refusal(state, action))
        rules = state.game
        kind = rules.kind_of(action)
        if kind in [rules.kind_of(choice) for choice in self.choices(state)]:
            absent = action < FIRST_FIEF and not holds(state.hand, action)
            said = f"The {card_words(action)} is not in your hand." if absent else self.refusal(state, action)
            return self.not_in_the_game(state, action) or Reason(self.says_so(state), said)
        other = self.not_open(state, action) if action >= FIRST_FIEF else None
        if other is not None:
            return other
        if kind == "character":
            return self.nobody_turned_up(state)
        return Reason("NW-ABIL-5", f"The {self.title} leaves you no such choice. {self.asks(state)}")

    def refusal(self, state: NorthwoodState, action: int) -> str:
        """Return why a choice is not allowed at this step, as one sentence."""
        return f"The {self.title} does not allow that now. {self.asks(state)}"

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the player and chance."""
        return (YOU, CHANCE)

    def misfits(self, state: NorthwoodState) -> list[str]:
        """Return what is wrong, also unless it waits at one of its own steps, on a slot that was exhausted for it."""
        found = super().misfits(state) + self.slot_misfits(state)
        # a changed ability has steps of its own
        if self.name not in state.game.replaced_phases and not self.waits_here(state):
            found.append(f"The ability {self.name!r} never waits with these values of 'ability', 'known' and 'to_move'.")
        return found

    def slot_misfits(self, state: NorthwoodState) -> list[str]:
        """Return what is wrong unless the slot is exhausted and its character has this ability or copies it."""
        rules, slot = state.game, state.slot
        if slot == NONE or not state.exhausted & BIT[slot]:
            return ["An ability is carried out by an exhausted ally: name its slot in 'ability' and mark it with '*'."]
        active = rules.abilities[state.active(slot)]
        copied = active.copies_ruler and (self.turns_up(state) or rules.abilities[state.rulers[state.fief]] is self)
        if active is self or copied:
            return []
        return [f"The character on slot {slot} does not have the ability {self.name!r}."]

    def waits_here(self, state: NorthwoodState) -> bool:
        """Say whether it may wait at this step for the player or chance, with this count and these cards picked out."""
        steps = self.draws_at if state.to_move == CHANCE else self.asks_at
        if state.step not in steps or not self.counts[0] <= state.counter <= self.counts[1]:
            return False
        return bool(state.pending & (state.pending - 1)) if state.step == LANDING else not state.pending


class MovesTogether(Ability):
    """An ability that moves several hand cards at once; the player may choose the order in which they land (NW-ABIL-7)."""

    def to_score(self) -> bool:
        """Say whether the cards go to the score pile, not to the discard pile."""
        return False

    def land(self, state: NorthwoodState, cards: Cards) -> None:
        """Move a set of hand cards to the pile, in the player's order if that is asked for, then finish."""
        state.pending = cards
        if several(cards) and self.asks_order(state):
            state.step = LANDING
            self.ask(state)
            return
        for card in by_value(cards):
            if self.move(state, card):
                return
        self.finish(state)

    def asks_order(self, state: NorthwoodState) -> bool:
        """Say whether to ask for the landing order: only if it can matter, unless the option says otherwise (NW-RULING-9)."""
        rules = state.game
        if rules.move_order == "when_it_matters":
            acting: Characters = 0
            for slot in range(SLOTS):
                acting = with_one(acting, state.active(slot))
            return acting & (SCORE_ORDER_READERS if self.to_score() else DISCARD_ORDER_READERS) != 0
        return rules.move_order == "always_ask"

    def move(self, state: NorthwoodState, card: Card) -> bool:
        """Move one card; return True if that has ended the visit at once."""
        state.pending = without(state.pending, card)
        if not self.to_score():
            return self.discard(state, card)
        state.hand = without(state.hand, card)
        state.score_pile.append(card)
        if state.listener is not None:
            clause = "NW-RULING-13" if state.game.king_of_claws_ties_choose_one else "NW-CLAWS-3"
            state.tell(SCORED, YOU, clause=clause, card=card, points=len(state.score_pile))
        return self.cut_short(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the cards that have not landed yet."""
        return cards_in(state.pending)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Land the card; the last card lands without a question."""
        if state.listener is not None:
            clause = "NW-RULING-9" if state.game.move_order == "always_ask" else "NW-ABIL-7"
            state.tell(LANDS, YOU, card=action, clause=clause)
        if self.move(state, action) or several(state.pending):
            return
        if not self.move(state, cards_in(state.pending)[0]):
            self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which of {names(state.pending)} lands next? The last one lies on top."

    def words(self, state: NorthwoodState, action: int) -> str:
        if state.step == LANDING and action < FIRST_FIEF:
            return f"next lands {card_name(action)}"
        return super().words(state, action)

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Return why a choice is not allowed: only the moving cards can land."""
        if state.step == LANDING and action < FIRST_FIEF:
            clause = "NW-RULING-9" if state.game.move_order == "always_ask" else "NW-ABIL-7"
            return Reason(clause, f"Only the cards that are moving can land: {names(state.pending)}.")
        return super().reason(state, action)


DISCARD_ORDER_READERS: Final = mask_of((character_of("CQ"), character_of("LB"), character_of("LQ")))
"""The characters whose abilities look at the order of the discard pile."""
SCORE_ORDER_READERS: Final = with_one(DISCARD_ORDER_READERS, character_of("FQ"))
"""The characters whose abilities look at the order of the score pile."""
