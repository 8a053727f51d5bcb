"""What the phases of For Northwood! share: the end of a visit, and moves out of their moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.phase import NOT_NOW, Phase
from workbench.core.sets import holds
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.northwood.components import (
    CONCEDE,
    DRAW,
    FACE_DOWN,
    FIEFS,
    FIRST_ALLY,
    FIRST_CHARACTER,
    FIRST_FIEF,
    FIRST_PILE,
    FIRST_SLOT,
    FIRST_SUBSTITUTE,
    FIRST_SUIT,
    NONE,
    PASS,
    PILES,
    SKIP,
    SLOTS,
    STOP,
    SUBSTITUTES_DONE,
    SUIT_NAMES,
    YOU,
    card_name,
    card_words,
    character_words,
    count,
)
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood

VISIT_ENDS: Final = Kind("visit_ends", ("NW-ENDVISIT-1", "NW-RULING-2", "NW-RULING-4"), "The {empty} is empty: the visit ends.")


IN_ABILITIES: Final = frozenset({"draw", "stop", "skip", "suit", "slot", "pile"})
"""The kinds of moves that only some abilities ask for."""
LAID_OUT: Final[Mapping[str, str]] = {"custom": "NW-HOUSE-13", "scenario": "NW-HOUSE-14"}
"""The set-ups in which everybody has a place from the start, and their clauses."""
PLAIN_WORDS: Final[Mapping[int, str]] = {
    SUBSTITUTES_DONE: "bring in nobody",
    PASS: "pass",
    DRAW: "draw a card",
    STOP: "stop",
    SKIP: "discard nothing",
    CONCEDE: "give up",
}
"""Moves that name nothing, where a phase has no words of its own for them."""


class NorthwoodPhase(Phase[NorthwoodState]):
    """A phase of For Northwood!.

    Attributes:
        by_chance: whether a random event is always due in it.
        needs_hand: whether it finds at least one card in hand.
        needs_deck: whether it finds at least one card in the deck.
        between_visits: whether it comes between visits, or before or after all of them.
        before_hand: whether it comes before the hand if the fief is chosen first.
    """

    by_chance: ClassVar[bool] = False
    needs_hand: ClassVar[bool] = True
    needs_deck: ClassVar[bool] = False
    between_visits: ClassVar[bool] = False
    before_hand: ClassVar[bool] = False

    tries: ClassVar[tuple[str, ...]] = ("card", "fief", "ally", "draw")

    def end_visit(self, state: NorthwoodState, clause: str = "NW-ENDVISIT-1") -> None:
        """End the visit because the hand or the deck is empty.

        Args:
            state: the position.
            clause: the clause by which it ends at this moment; with `instant` NW-RULING-2 instead of NW-ENDVISIT-1.
        """
        if state.listener is not None:
            if state.game.visit_end_check_instant and clause == "NW-ENDVISIT-1":
                clause = "NW-RULING-2"
            state.tell(VISIT_ENDS, clause=clause, empty="hand" if state.hand == 0 else "deck")
        state.enter(state.game.end_of_visit)

    def cut_short(self, state: NorthwoodState) -> bool:
        """End the visit at once after a card movement, if the option `instant` asks for it (NW-RULING-4).

        Returns:
            True when the visit has ended; the caller then leaves everything else undone.
        """
        if state.game.visit_end_check_instant and state.visit_over():
            self.end_visit(state, "NW-RULING-4")
            return True
        return False

    def activating(self, state: NorthwoodState) -> str:
        """Return the clause that says when an ally may be activated, and how many."""
        return "NW-DIALOG-2" if state.game.activations_per_dialogue == 1 else "NW-RULING-10"

    def words(self, state: NorthwoodState, action: int) -> str:
        """Put a move into words, also one that belongs to another moment of the game."""
        if action < FIRST_FIEF:
            return f"play {card_name(action)}"
        if action < FIRST_SUBSTITUTE:
            return f"choose fief {action - FIRST_FIEF}"
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            ally = state.active(action - FIRST_ALLY)
            return f"activate the {character_words(ally)}" if ally >= 0 else f"activate ally {action - FIRST_ALLY + 1}"
        if action < SUBSTITUTES_DONE:
            fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
            return f"bring in the ruler of fief {fief} for ally {slot + 1}"
        if FIRST_PILE <= action < FIRST_PILE + len(PILES):
            return f"take from the {PILES[action - FIRST_PILE]}"
        if FIRST_SUIT <= action < FIRST_SLOT:
            return f"name {SUIT_NAMES[action - FIRST_SUIT]}"
        if FIRST_SLOT <= action < FIRST_SLOT + SLOTS:
            return f"ready ally {action - FIRST_SLOT + 1}"
        if action >= FIRST_CHARACTER:
            return f"the {character_words(action - FIRST_CHARACTER)} is turned up"
        return PLAIN_WORDS.get(action) or super().words(state, action)

    def asked_elsewhere(self, state: NorthwoodState, action: int) -> Reason:
        """Return the reason against a move of another moment, also against one that only abilities ask for or chance makes."""
        other = self.not_open(state, action)
        if other is not None:
            return other
        kind = state.game.kind_of(action)
        if kind == "character":
            return self.nobody_turned_up(state)
        if not state.game.abilities_on and (kind in IN_ABILITIES or action == PASS):
            return Reason("NW-HOUSE-12", "No ally is activated here; see the option `abilities`.")
        if kind in IN_ABILITIES:
            return Reason("NW-ABIL-1", f"{NOT_NOW}: only some abilities ask for it. {self.question(state)}")
        return super().asked_elsewhere(state, action)

    def nobody_turned_up(self, state: NorthwoodState) -> Reason:
        """Return why no character is turned up now."""
        rules = state.game
        if rules.hidden_rulers:
            return Reason("NW-HOUSE-6", "Chance turns up a ruler when the visit comes to a fief whose ruler lies face down.")
        if rules.setup in LAID_OUT:
            return Reason(LAID_OUT[rules.setup], "No character is turned up here; see the option `setup`.")
        return Reason(rules.set_up.clause_of(state, FIRST_CHARACTER), "Chance turns up characters during the set-up only.")

    def not_in_the_game(self, state: NorthwoodState, action: int) -> Reason | None:
        """Return why a card or a fief is not part of a smaller game (NW-HOUSE-15); None for all others."""
        rules = state.game
        if action < FIRST_FIEF and not holds(rules.deck_to_highest_value, action):
            return Reason("NW-HOUSE-15", f"There is no {card_words(action)} in this game; see the option `highest_value`.")
        if rules.fiefs <= action - FIRST_FIEF < FIEFS:
            return Reason(
                "NW-HOUSE-15", f"There is no fief {action - FIRST_FIEF}: the row goes from 0 to {rules.fiefs - 1}."
            )
        return None

    def not_open(self, state: NorthwoodState, action: int) -> Reason | None:
        """Say why a move of another moment is not open now; None for moves that only abilities ask for or chance makes."""
        rules = state.game
        if action < FIRST_FIEF:
            return Reason("NW-DIALOG-4", "You play a card in response to a statement.")
        if FIRST_SUBSTITUTE <= action <= SUBSTITUTES_DONE:
            if not rules.abilities_on:
                return Reason("NW-HOUSE-12", "No rulers are brought in here; see the option `abilities`.")
            if not rules.substitutes_allowed:
                return Reason("NW-HOUSE-2", "No rulers are brought in here; see the option `substitutes`.")
            return Reason(
                "NW-SUB-4", "Friendly rulers are brought in after the fief is chosen and before the first dialogue only."
            )
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            if not rules.abilities_on:
                return Reason("NW-HOUSE-12", "No ally is activated here; see the option `abilities`.")
            return Reason(self.activating(state), "An ally can be activated only as the first thing in a dialogue.")
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS and state.fief >= 0:
            return Reason("NW-FLOW-2", f"You are visiting fief {state.fief}; the next visit begins when this one has ended.")
        if action == CONCEDE:
            if not rules.may_concede:
                return Reason("NW-RULING-38", "Giving up is not allowed in this game; the option `concede` allows it.")
            return Reason("NW-RULING-38", "You can give up only when you choose a fief.")
        return None

    def thing(self, state: NorthwoodState, action: int) -> str:
        """Name the card, fief, ally or pile that a move is about; to go on without an ally is about the deck."""
        if action < FIRST_FIEF:
            return f"hand-{card_name(action)}"
        if action < FIRST_SUBSTITUTE:
            return f"fief-{action - FIRST_FIEF}"
        if action < SUBSTITUTES_DONE:
            return f"fief-{(action - FIRST_SUBSTITUTE) // SLOTS}"
        for first in (FIRST_ALLY, FIRST_SLOT):
            if first <= action < first + SLOTS:
                return f"ally-{action - first}"
        if FIRST_PILE <= action < FIRST_PILE + len(PILES):
            return PILES[action - FIRST_PILE]
        return "deck" if action in (DRAW, PASS) else super().thing(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def in_visit(self, rules: Northwood) -> bool:
        """Return whether it is part of a visit."""
        return not self.between_visits

    def hand_to_come(self, rules: Northwood) -> bool:
        """Return whether the hand of the visit has still to be dealt."""
        return self.before_hand and rules.choose_fief_before_deal

    def turns_up(self, state: NorthwoodState) -> bool:
        """Return whether the ruler of the current fief is being turned up."""
        return False

    def movers(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return chance, or the player."""
        return (CHANCE,) if self.by_chance else (YOU,)

    def misfits(self, state: NorthwoodState) -> list[str]:
        """Return what cannot be true of a position in this phase."""
        return (
            super().misfits(state)
            + self.visit_misfits(state)
            + self.hand_misfits(state)
            + self.people_misfits(state)
            + self.end_misfits(state)
        )

    def visit_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that everything of a visit is there during a visit, and only then."""
        rules = state.game
        found: list[str] = []
        brought = max(state.substitutes) != NONE
        if self.in_visit(rules):
            if state.fief == NONE:
                found.append(f"The phase {self.name!r} is part of a visit: say which with 'fief'.")
            found += self.activation_misfits(state)
        else:
            if state.fief != NONE:
                found.append(f"The phase {self.name!r} is not part of a visit, so 'fief' is null.")
            if state.exhausted or state.activations or state.visit_activations or state.riders:
                found.append("Allies are used in visits only, and all are ready again after a visit.")
            if brought or state.last_substitute != NONE:
                found.append("Friendly rulers are brought in during a visit, and leave at its end.")
            if state.score_pile:
                found.append("Between visits the score pile is empty.")
            if state.known:
                found.append("Between visits the deck is shuffled, so no card of it is 'known'.")
        if brought and not rules.substitutes_allowed:
            found.append("In this game no friendly ruler can be brought in.")
        return found

    def activation_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that activations stay within the options, and that one of them left each waiting effect."""
        rules = state.game
        most, whole = rules.activations_per_dialogue, rules.activations_per_visit
        found: list[str] = []
        if state.activations > most:
            found.append(f"By the option `activations_per_dialogue` 'activations' is at most {most}, not {state.activations}.")
        if state.visit_activations < state.activations:
            found.append("'visit_activations' counts all of the visit, so it is no less than 'activations'.")
        if 0 < whole < state.visit_activations:
            found.append(f"By the option `activations_per_visit` 'visit_activations' is at most {whole} here.")
        if state.riders > state.activations:
            found.append("Every one of the 'riders' was left by an activation before this statement: see 'activations'.")
        if state.riders and not self.may_ride(state):
            found.append("There are 'riders' only if somebody is there who waits for the response, such as the Baron of Eyes.")
        return found

    def may_ride(self, state: NorthwoodState) -> bool:
        """Return whether somebody on a slot leaves effects that wait, or can copy a ruler that would."""
        abilities = state.game.abilities
        people = [one for one in (*state.allies, *state.substitutes) if one >= 0]
        if any([abilities[one].copies_ruler for one in people]):
            people += [one for one in state.rulers if one >= 0]
        return any([abilities[one].waits_for_response for one in people])

    def hand_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that hand and deck are as the phase needs them."""
        rules = state.game
        found: list[str] = []
        if self.hand_to_come(rules):
            if state.hand:
                found.append("The hand has not been dealt yet, so it is empty.")
            found += self.deck_misfits(state, rules.hand_size)
        else:
            if self.needs_hand and not state.hand:
                found.append("The hand is empty, so the visit would have ended.")
            if self.needs_deck and not state.deck:
                found.append("The deck is empty, so the visit would have ended.")
        return found

    def deck_misfits(self, state: NorthwoodState, needed: int) -> list[str]:
        """Check that the deck holds more cards than are still to be dealt."""
        if count(state.deck) > needed:
            return []
        return [f"The deck must hold more than the {counted(needed, 'card')} still to be dealt."]

    def people_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that everybody has a place, and that the visited ruler lies face up."""
        found: list[str] = []
        here = state.rulers[state.fief] if state.fief != NONE else NONE
        if here == FACE_DOWN and not self.turns_up(state):
            found.append(f"The visit is at fief {state.fief}, so its ruler lies face up.")
        if here >= 0 and self.turns_up(state):
            found.append(f"The ruler of fief {state.fief} lies face up already.")
        hidden, unseen, beyond = state.rulers.count(FACE_DOWN), count(state.unseen), state.game.masks_left_over()
        if hidden and not state.game.hidden_rulers:
            found.append("Rulers lie face up in this game; the option `hidden_rulers` changes that.")
        elif hidden + beyond != unseen:
            more = f" (and {beyond} beyond the end of the row)" if beyond else ""
            found.append(f"As many rulers lie face down{more} as characters are unseen, not {hidden} and {unseen}.")
        if NONE in state.allies:
            found.append("After the set-up every slot has an ally.")
        return found

    def end_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the game is not over."""
        found: list[str] = []
        if state.game.end_of_visit.lost_early(state):
            found.append("By the option `lives` or `must_win` the game is lost already.")
        elif not state.unvisited():
            found.append("All fiefs are visited, so the game is over.")
        return found
