"""A dialogue: an ability, the ruler's statement, the response, and whether it scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.sets import holds, with_one, without
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.northwood.components import (
    FIRST_ALLY,
    FIRST_FIEF,
    MOST_COUNTED,
    NONE,
    PASS,
    SLOTS,
    SUIT_MASK,
    SUIT_NAMES,
    YOU,
    card_name,
    card_words,
    cards_in,
    chances_in,
    character_words,
    names,
    of_suit,
    suit_of,
    value_of,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.northwood.types import Card


def _passes(_game: Game, fields: Mapping[str, Any]) -> str:
    return f"No {'further ' if fields['activations'] else ''}ally is activated."


def _why(fields: Mapping[str, Any]) -> str:
    """Say in words what decided about a response."""
    suit, asked, scores = suit_of(fields["card"]), suit_of(fields["statement"]), fields["scores"]
    if suit != asked:
        return "a trump on a suit that is not trump" if scores else "neither of the statement's suit nor a trump"
    if suit == fields["trump"]:
        return "a higher trump on a trump" if scores else "a lower trump on a trump"
    if scores:
        return "it is higher in the same suit"
    if fields["only_trumps"]:
        return f"{'higher, but ' if fields['card'] > fields['statement'] else ''}only trumps score here"
    return "it is in the same suit but not higher"


def _scores(_game: Game, fields: Mapping[str, Any]) -> str:
    return f"It scores: {_why(fields)}."


def _does_not_score(_game: Game, fields: Mapping[str, Any]) -> str:
    return f"It does not score: {_why(fields)}."


PASSES: Final = Kind("passes", "NW-DIALOG-9", _passes)
EXHAUSTED: Final = Kind("exhausted", "NW-ABIL-1", "You exhaust the {character:character} to use its ability.")
IDLE: Final = Kind("idle", "NW-ABIL-4", "Its ability has nothing to do.")
STATED: Final = Kind("stated", "NW-DIALOG-3", "The ruler states the {card:card}.")
RESPONDED: Final = Kind("responded", ("NW-TRICK-1", "NW-TRICK-2"), "You respond with the {card:card}.")
SCORES: Final = Kind("scores", ("NW-TRICK-4", "NW-TRICK-5", "NW-TRICK-6"), _scores)
FALLS_SHORT: Final = Kind(
    "falls_short", ("NW-TRICK-4", "NW-TRICK-6", "NW-TRICK-7", "NW-RULING-1"), _does_not_score
)
TO_SCORE_PILE: Final = Kind("to_score_pile", "NW-DIALOG-6", "It goes onto the score pile, now {points}.")
TO_DISCARD_PILE: Final = Kind("to_discard_pile", "NW-DIALOG-6", "It goes onto the discard pile.")
BARON_TOO_LATE: Final = Kind(
    "baron_too_late", ("NW-RULING-27", "NW-RULING-2"), "The visit ends first, so the Baron of Eyes has no effect."
)


class AbilityWindow(NorthwoodPhase):
    """C, step 1: activate one ally, or pass."""

    name: ClassVar[str] = "ability_window"
    title: ClassVar[str] = "Activating an ally"
    clauses: ClassVar[tuple[str, ...]] = ("NW-DIALOG-2", "NW-ABIL-1", "NW-ABIL-2", "NW-ABIL-3")
    allows: ClassVar[Mapping[str, str]] = {"pass": "NW-DIALOG-9", "ally": "NW-ABIL-1"}
    group: ClassVar[str] = "Allies"
    needs_deck: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Begin a new dialogue (NW-DIALOG-1); without abilities, go on to the statement (NW-HOUSE-12)."""
        if not state.game.abilities_on:
            state.enter(state.game.statement)
            return
        state.activations = 0
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return pass, and every slot that may be activated."""
        rules, ready = state.game, self.ready(state)
        if not rules.null_activation_forbidden:
            return ready
        actions: list[int] = [PASS]
        for action in ready[1:]:
            if not rules.abilities[state.active(action - FIRST_ALLY)].does_nothing(state):
                actions.append(action)
        return tuple(actions)

    def ready(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return pass, and every slot with a ready ally, even if its ability would do nothing now."""
        rules = state.game
        if rules.activations_per_visit and state.visit_activations >= rules.activations_per_visit:
            return (PASS,)
        if rules.every_ally_usable:
            return READY_SLOTS[state.exhausted]
        actions: list[int] = [PASS]
        for action in READY_SLOTS[state.exhausted][1:]:
            if holds(rules.usable, state.active(action - FIRST_ALLY)):
                actions.append(action)
        return tuple(actions)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Go on to the statement, or exhaust the ally and carry out its text."""
        rules = state.game
        if action == PASS:
            if state.listener is not None:
                state.tell(PASSES, YOU, activations=state.activations)
            state.enter(rules.statement)
            return
        slot = action - FIRST_ALLY
        character = state.active(slot)
        state.exhausted = with_one(state.exhausted, slot)
        state.activations += 1
        if state.visit_activations < MOST_COUNTED:
            state.visit_activations += 1
        state.slot = slot
        if state.listener is not None:
            state.tell(EXHAUSTED, YOU, character=character, slot=slot)
            if rules.abilities[character].does_nothing(state):
                state.tell(IDLE, YOU)
        state.enter(rules.abilities[character])

    def after_ability(self, state: NorthwoodState) -> None:
        """Make the end test after an ability; then go on to the statement or another allowed activation."""
        rules = state.game
        state.slot = NONE
        state.step = 0
        state.counter = 0
        state.pending = 0
        if state.visit_over():
            self.end_visit(state)
        elif state.activations < rules.activations_per_dialogue:
            state.phase = self
            state.to_move = YOU
        else:
            state.enter(rules.statement)

    # -- words ---------------------------------------------------------------------------------------------------------

    def question(self, state: NorthwoodState) -> str:
        one = "another ally" if state.activations else "an ally"
        return f"Do you activate {one} before the ruler speaks? Your hand: {names(state.hand)}."

    def words(self, state: NorthwoodState, action: int) -> str:
        """Activate the Jack of Claws; pass."""
        if action == PASS:
            return "pass"
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            return f"activate the {character_words(state.active(action - FIRST_ALLY))}"
        return super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Say what the ability does."""
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            ability = state.game.abilities[state.active(action - FIRST_ALLY)]
            return "would do nothing now" if ability.does_nothing(state) else ability.summary
        return "no ability; the ruler speaks"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        return (self.activating(state), *self.clauses[1:])

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Return the clause of the ability."""
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            return state.game.abilities[state.active(action - FIRST_ALLY)].says_so(state)
        return super().clause_of(state, action)

    def asked_elsewhere(self, state: NorthwoodState, action: int) -> Reason:
        if action < FIRST_FIEF:
            first = "activate an ally or pass first" if len(self.legal(state)) > 1 else "pass first"
            return Reason(self.activating(state), f"The ruler has not spoken yet: {first}.")
        return super().asked_elsewhere(state, action)

    def against(self, state: NorthwoodState, action: int) -> Reason | None:
        """Refuse an exhausted ally, one activation too many, and an ally that may not be used or would do nothing."""
        if action == PASS:
            return None
        rules, character = state.game, state.active(action - FIRST_ALLY)
        who = f"The {character_words(character)}"
        if holds(state.exhausted, action - FIRST_ALLY):
            return Reason("NW-ABIL-2", f"{who} is exhausted: you have activated it in this visit.")
        if rules.activations_per_visit and state.visit_activations >= rules.activations_per_visit:
            return Reason(
                "NW-HOUSE-4",
                f"This game allows only {counted(rules.activations_per_visit, 'activation')} in a visit.",
            )
        if not holds(rules.usable, character):
            return Reason(
                "NW-HOUSE-12", f"{who} is not among the usable allies of this game; see the option `usable_allies`."
            )
        if rules.null_activation_forbidden and rules.abilities[character].does_nothing(state):
            return Reason("NW-RULING-11", f"{who} would do nothing now, and the option `null_activation` forbids that.")
        return None

    def activation_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that one more ally may be activated before this statement."""
        rules = state.game
        found = super().activation_misfits(state)
        if not rules.abilities_on:
            found.append("Abilities are off, so no ally can be activated.")
        if state.activations == rules.activations_per_dialogue:
            found.append(
                f"'activations' is {state.activations}, the most that the option `activations_per_dialogue` allows before a "
                "statement, so no ally can be activated now."
            )
        return found


READY_SLOTS: Final = tuple(
    [(PASS, *[FIRST_ALLY + slot for slot in range(SLOTS) if not exhausted >> slot & 1]) for exhausted in range(16)]
)
"""Pass and the slots that are ready, for each set of exhausted slots."""


class Statement(NorthwoodPhase):
    """C, step 2: the ruler's statement, the top card of the deck."""

    name: ClassVar[str] = "statement"
    title: ClassVar[str] = "The ruler's statement"
    clauses: ClassVar[tuple[str, ...]] = ("NW-DIALOG-3", "NW-CHANCE-4")
    allows: ClassVar[Mapping[str, str]] = {"card": "NW-DIALOG-3"}
    group: ClassVar[str] = "Statement"
    by_chance: ClassVar[bool] = True
    needs_deck: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Reveal the top card if it is known, or leave it to chance."""
        if state.known:
            self.apply(state, state.known[0])
        else:
            state.to_move = CHANCE

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return any card of the deck; only the top card if it is known and a position waits here anyway."""
        return cards_in(state.deck) if not state.known else (state.known[0],)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return chances_in(state.deck) if not state.known else ((state.known[0], 1),)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Lay the statement on the discard pile and ask for a response."""
        rules = state.game
        if state.known:
            state.known = state.known[1:]
        state.deck = without(state.deck, action)
        state.discard_pile.append(action)
        if state.listener is not None:
            state.tell(STATED, card=action)
        if state.deck == 0 and rules.visit_end_check_at_statement:
            self.end_visit(state, "NW-RULING-2")
            return
        state.statement = action
        state.enter(rules.respond)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Draw the statement; each of these cards is equally likely."""
        self.apply(state, rng.member(state.deck) if not state.known else state.known[0])

    def question(self, state: NorthwoodState) -> str:
        return "The ruler speaks."


class Respond(NorthwoodPhase):
    """C, steps 3 to 6: the response, whether it scores, and where it goes."""

    name: ClassVar[str] = "respond"
    title: ClassVar[str] = "The response"
    clauses: ClassVar[tuple[str, ...]] = (
        *("NW-DIALOG-4", "NW-TRICK-1", "NW-TRICK-2", "NW-TRICK-3", "NW-TRICK-4", "NW-TRICK-5", "NW-TRICK-6", "NW-TRICK-7"),
    )
    allows: ClassVar[Mapping[str, str]] = {"card": "NW-TRICK-1"}
    group: ClassVar[str] = "Hand"
    needs: ClassVar[tuple[str, ...]] = ("statement",)

    def begin(self, state: NorthwoodState) -> None:
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand's cards of the statement's suit (NW-TRICK-1), or all if it has none (NW-TRICK-2)."""
        return of_suit(state.hand, suit_of(state.statement)) or cards_in(state.hand)

    def scores(self, state: NorthwoodState, response: Card) -> bool:
        """Return whether a response scores against the statement (NW-DIALOG-5, NW-TRICK-10)."""
        suit = suit_of(response)
        if suit != suit_of(state.statement):
            return suit == state.trump()  # a trump scores on another suit (NW-TRICK-5), and nothing else does (NW-TRICK-7)
        higher = response > state.statement  # within a suit the higher card scores (NW-TRICK-4, NW-TRICK-6)
        return higher and (state.game.nontrump_scoring_same_suit or suit == state.trump())

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Place the response, carry out a waiting Baron of Eyes, and make the end test."""
        rules = state.game
        scores = self.scores(state, action)
        if state.listener is not None:
            self.tell_response(state, action, scores)
        state.hand = without(state.hand, action)
        if scores:
            state.score_pile.append(action)
        else:
            state.discard_pile.append(action)
        state.statement = NONE
        if not state.riders:
            self.end_test(state)
        elif (rules.baron_of_eyes_timing_after_test or rules.visit_end_check_instant) and state.visit_over():
            if state.listener is not None:
                state.tell(BARON_TOO_LATE, clause="NW-RULING-2" if rules.visit_end_check_instant else "NW-RULING-27")
            self.end_visit(state)
        else:
            # the value of the response decides what the Baron of Eyes does
            state.counter = value_of(action)
            state.enter(rules.baron_of_eyes)

    def end_test(self, state: NorthwoodState) -> None:
        """End the dialogue: end the visit or begin the next dialogue (NW-DIALOG-8)."""
        if state.hand == 0 or state.deck == 0:
            self.end_visit(state)
        else:
            state.enter(state.game.ability_window)

    # -- words ---------------------------------------------------------------------------------------------------------

    def tell_response(self, state: NorthwoodState, card: int, scores: bool) -> None:
        """Announce how the response was judged, with the clause that decided."""
        statement, trump, only_trumps = state.statement, state.trump(), not state.game.nontrump_scoring_same_suit
        follows = suit_of(card) == suit_of(statement)
        state.tell(RESPONDED, YOU, clause="NW-TRICK-1" if follows else "NW-TRICK-2", card=card)
        if not follows:
            clause = "NW-TRICK-5" if scores else "NW-TRICK-7"
        elif suit_of(card) == trump:
            clause = "NW-TRICK-6"
        else:
            clause = "NW-RULING-1" if only_trumps and not scores else "NW-TRICK-4"
        state.tell(
            SCORES if scores else FALLS_SHORT,
            YOU,
            clause=clause,
            card=card,
            statement=statement,
            trump=trump,
            scores=scores,
            only_trumps=only_trumps,
        )
        if scores:
            state.tell(TO_SCORE_PILE, YOU, card=card, points=len(state.score_pile) + 1)
        else:
            state.tell(TO_DISCARD_PILE, YOU, card=card)

    def question(self, state: NorthwoodState) -> str:
        points = len(state.score_pile)
        return (
            f"How do you respond to the {card_words(state.statement)}? Trump is {SUIT_NAMES[state.trump()]}, "
            f"score {points}, target {state.fief}."
        )

    def words(self, state: NorthwoodState, action: int) -> str:
        return f"respond with {card_name(action)}" if action < FIRST_FIEF else super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Say whether the card would score."""
        if action >= FIRST_FIEF or not holds(state.hand, action):
            return ""
        return "scores" if self.scores(state, action) else "does not score"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Put NW-RULING-1 in place of the clauses it replaces."""
        if state.game.nontrump_scoring_same_suit:
            return self.clauses
        return tuple(["NW-RULING-1" if clause == "NW-TRICK-4" else clause for clause in self.clauses])

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        return "NW-TRICK-1" if suit_of(action) == suit_of(state.statement) else "NW-TRICK-2"

    def against(self, state: NorthwoodState, action: int) -> Reason | None:
        """Refuse a card that is not in the hand, and another suit while the hand can follow."""
        if not holds(state.hand, action):
            absent = Reason("NW-DIALOG-4", f"The {card_words(action)} is not in your hand.")
            return self.not_in_the_game(state, action) or absent
        suit = suit_of(state.statement)
        following = state.hand & SUIT_MASK[suit]
        if following and suit_of(action) != suit:
            held = names(following)
            return Reason("NW-TRICK-1", f"The statement is of {SUIT_NAMES[suit]} and you hold {held}, so you must follow suit.")
        return None

    def asked_elsewhere(self, state: NorthwoodState, action: int) -> Reason:
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS and state.game.abilities_on:
            return Reason("NW-DIALOG-8", "You may not activate an ally between the statement and the response.")
        if action == PASS:
            return Reason("NW-DIALOG-4", "You must respond with a card: you cannot pass after the statement.")
        return super().asked_elsewhere(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def hand_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the statement has not ended the visit."""
        found = super().hand_misfits(state)
        if not state.deck and state.game.visit_end_check_at_statement:
            found.append("The statement emptied the deck, which ends the visit by the option `visit_end_check`.")
        return found
