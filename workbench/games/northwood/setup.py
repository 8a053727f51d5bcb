"""Set-up: rulers and allies find their places, and a hand is dealt for each visit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.sets import holds, without
from workbench.core.state import CHANCE
from workbench.games.northwood.components import (
    BIT_31,
    CHARACTERS,
    FACE_DOWN,
    FIEFS,
    FIRST_CHARACTER,
    NONE,
    SLOTS,
    YOU,
    cards_in,
    chances_in,
    characters_in,
    count,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.northwood.game import Northwood

USUAL_HAND: Final = 8


def _neutral(_game: Game, fields: Mapping[str, Any]) -> str:
    others = "every other ruler" if fields["friendly"] else "every ruler"
    return f"The dialogue cards are shuffled; nobody is exhausted and {others} is neutral."


ROW: Final = Kind("row", ("NW-SETUP-1", "NW-HOUSE-15"), "Fiefs 0 to {last} lie in a row.")
CROWNED: Final = Kind("crowned", "NW-SETUP-2", "The twelve crowned characters stay in the box.")
JACKS: Final = Kind("jacks", "NW-SETUP-3", "The four Jacks are the allies.")
ALLY: Final = Kind(
    "ally", ("NW-FULL-2", "NW-RULING-41"), "The {character:character} is the first of its suit and becomes an ally."
)
RULER: Final = Kind(
    "ruler", ("NW-SETUP-4", "NW-FULL-3", "NW-RULING-41"), "The {character:character} rules fief {fief}."
)
TRUMP_THERE: Final = Kind("trump_there", "NW-SETUP-5", "Trump of fief {fief} is {suit:suit}.")
SET_ASIDE: Final = Kind(
    "set_aside",
    ("NW-FULL-4", "NW-HOUSE-15"),
    "There is no place left for the {character:character}, which is set aside.",
)
FRESH: Final = Kind("fresh", "NW-SETUP-6", _neutral)
ALL_PLACED: Final = Kind(
    "all_placed",
    ("NW-FULL-5", "NW-HOUSE-15"),
    "Four allies and all rulers have a place; the other characters stay out.",
)
HEAD_START: Final = Kind("head_start", "NW-HOUSE-3", "Fief {fief} is friendly from the start.")
DEALT: Final = Kind("dealt", ("NW-SETUP-7", "NW-HOUSE-5", "NW-HOUSE-7"), "You are dealt {cards:cards}.")


class SetUp(NorthwoodPhase):
    """Rulers and allies find their places; each card revealed is a separate random event."""

    name: ClassVar[str] = "set_up"
    title: ClassVar[str] = "Set-up"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SETUP-1", "NW-SETUP-4", "NW-FULL-1", "NW-CHANCE-2", "NW-CHANCE-3")
    group: ClassVar[str] = "Revealed"
    by_chance: ClassVar[bool] = True
    needs_hand: ClassVar[bool] = False
    between_visits: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Begin to reveal, or go on if everybody has a place."""
        if state.listener is not None:
            rules = state.game
            clause = "NW-SETUP-1" if rules.fiefs == FIEFS else "NW-HOUSE-15"
            state.tell(ROW, clause=clause, last=rules.fiefs - 1)
            if rules.setup == "introductory":
                state.tell(CROWNED)
                state.tell(JACKS)
        self.go_on(state)

    def go_on(self, state: NorthwoodState) -> None:
        """Reveal the next character, or finish when four allies and all rulers have a place."""
        if NONE in state.rulers or NONE in state.allies:
            state.to_move = CHANCE
        else:
            self.finish(state)

    def finish(self, state: NorthwoodState) -> None:
        """Go on to the first visit, once everybody has a place."""
        rules = state.game
        if not rules.hidden_rulers:
            state.unseen = 0
        if state.listener is not None:
            state.tell(FRESH, friendly=rules.start_friendly)
            if rules.full_setup:
                state.tell(ALL_PLACED, clause="NW-FULL-5" if rules.fiefs == FIEFS else "NW-HOUSE-15")
            for fief in rules.start_friendly:
                state.tell(HEAD_START, fief=fief)
        rules.next_visit(state)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the characters that may be revealed next."""
        if state.game.full_deal_uniform:
            return self.uniform_outcomes(state)
        return characters_in(state.unseen)

    def uniform_outcomes(self, state: NorthwoodState) -> tuple[int, ...]:
        """Uniform deal: return an ally for each suit in turn, then rulers, two of a suit (NW-RULING-41)."""
        waiting = [slot for slot in range(SLOTS) if state.allies[slot] == NONE]
        found: list[int] = []
        for one in range(CHARACTERS):
            suit = one // 6
            if not holds(state.unseen, one):
                continue
            if waiting:
                if suit == waiting[0]:
                    found.append(FIRST_CHARACTER + one)
            elif self.rulers_of(state, suit) < 2:
                found.append(FIRST_CHARACTER + one)
        return tuple(found)

    def rulers_of(self, state: NorthwoodState, suit: int) -> int:
        """Return how many rulers of a suit have a place."""
        return len([ruler for ruler in state.rulers if ruler >= 0 and ruler // 6 == suit])

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        """Weigh every character equally; with the uniform deal, by the places its suit has left.

        A uniform order of the eight rulers' suits makes a suit as likely to come next as the number of rulers it still lacks;
        within the suit all characters left are equally likely.
        """
        outcomes = self.legal(state)
        if not state.game.full_deal_uniform or NONE in state.allies:
            return tuple([(outcome, 1) for outcome in outcomes])
        weighted: list[tuple[int, int]] = []
        for outcome in outcomes:
            suit = (outcome - FIRST_CHARACTER) // 6
            placed = self.rulers_of(state, suit)
            # five characters are left of a suit without a ruler, four of a suit with one; 20 is a common multiple
            weighted.append((outcome, (2 - placed) * 20 // (5 - placed)))
        return tuple(weighted)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Give the revealed character its place."""
        one = action - FIRST_CHARACTER
        suit = one // 6
        rules = state.game
        state.unseen = without(state.unseen, one)
        if state.allies[suit] == NONE:  # only the full set-up deals allies
            allies = list(state.allies)
            allies[suit] = one
            state.allies = tuple(allies)
            if state.listener is not None:
                state.tell(ALLY, clause="NW-RULING-41" if rules.full_deal_uniform else "NW-FULL-2", character=one)
        elif rules.full_setup and (self.rulers_of(state, suit) >= 2 or NONE not in state.rulers):
            if state.listener is not None:
                clause = "NW-FULL-4" if self.rulers_of(state, suit) >= 2 else "NW-HOUSE-15"
                state.tell(SET_ASIDE, clause=clause, character=one)
        else:
            fief = state.rulers.index(NONE)
            state.rulers[fief] = one
            if state.listener is not None:
                clause = "NW-RULING-41" if rules.full_deal_uniform else "NW-FULL-3"
                clause = clause if rules.full_setup else "NW-SETUP-4"
                state.tell(RULER, clause=clause, character=one, fief=fief)
                state.tell(TRUMP_THERE, fief=fief, suit=suit)
        self.go_on(state)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Draw all missing rulers at once, each any character not seen yet; the rest stay out."""
        if state.game.full_setup or state.listener is not None:
            self.roll_one(state, rng)
            return
        rulers, unseen = state.rulers, list(characters_in(state.unseen))
        for fief in range(state.game.fiefs):
            if rulers[fief] == NONE:
                place = rng.below(len(unseen))
                rulers[fief] = unseen[place] - FIRST_CHARACTER
                unseen[place] = unseen[-1]
                unseen.pop()
        self.finish(state)

    def question(self, state: NorthwoodState) -> str:
        return "The next character is revealed."

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Return the clause of this game's set-up."""
        if not state.game.full_setup:
            return "NW-SETUP-4"
        return "NW-RULING-41" if state.game.full_deal_uniform else "NW-FULL-1"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return the clauses of this game's set-up."""
        if not state.game.full_setup:
            return ("NW-SETUP-4", "NW-CHANCE-2")
        if state.game.full_deal_uniform:
            return ("NW-RULING-41", "NW-FULL-1")
        return ("NW-FULL-1", "NW-FULL-2", "NW-FULL-3", "NW-CHANCE-3")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def hand_to_come(self, rules: Northwood) -> bool:
        return True

    def people_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the characters to be revealed can fill the open places, and that nobody has been visited."""
        if state.friendly != state.game.first_friendly or state.failed:
            return ["The set-up comes before the first visit, so no fief has been won or has failed."]
        if FACE_DOWN in state.rulers and not state.game.hidden_rulers:
            return ["Rulers lie face up in this game; the option `hidden_rulers` changes that."]
        if FACE_DOWN in state.rulers or not self.can_go_on(state):
            return ["The characters in 'unseen' do not fit the places that are still open ('-')."]
        return []

    def can_go_on(self, state: NorthwoodState) -> bool:
        """Return whether the characters not seen yet can fill the open places, and some places are open."""
        left = [count(state.unseen >> (6 * suit) & 63) for suit in range(SLOTS)]
        open_fiefs = state.rulers.count(NONE)
        if not state.game.full_setup:
            return NONE not in state.allies and 0 < open_fiefs <= sum(left)
        supply = 0
        for suit, number in enumerate(left):
            waiting = int(state.allies[suit] == NONE)  # the first of a suit becomes its ally
            if number < waiting:
                return False
            supply += min(number - waiting, 2 - self.rulers_of(state, suit))
        return open_fiefs <= supply and (open_fiefs > 0 or NONE in state.allies)


class Deal(NorthwoodPhase):
    """Deal the hand of a visit card by card."""

    name: ClassVar[str] = "deal"
    title: ClassVar[str] = "Deal"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SETUP-7", "NW-CHANCE-1")
    group: ClassVar[str] = "Dealt"
    holds: ClassVar[tuple[str, ...]] = ("dealing",)
    by_chance: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Begin to deal."""
        state.to_move = CHANCE
        state.dealing = state.game.hand_size

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return cards_in(state.deck)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return chances_in(state.deck)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Take the card; after the last one, go on with the visit."""
        card = BIT_31 >> 31 - action  # `without` and `with_one`, but quicker
        state.deck &= ~card
        state.hand |= card
        state.dealing -= 1
        if state.dealing > 0:
            return
        if state.listener is not None:
            state.tell(DEALT, YOU, clause=self.clause_of(state, action), cards=cards_in(state.hand))
        rules = state.game
        if rules.choose_fief_before_deal:
            state.enter(rules.ability_window)
        else:
            state.enter(rules.choose_fief)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Deal the cards still due, each uniformly among those in the deck."""
        deck = state.deck
        for _card in range(state.dealing - 1):
            deck &= ~(BIT_31 >> 31 - rng.member(deck))  # `without`, but quicker
        state.hand |= state.deck & ~deck
        state.deck = deck
        state.dealing = 1
        self.apply(state, rng.member(deck))

    def question(self, state: NorthwoodState) -> str:
        return "The hand is dealt."

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Return the clause of the number of cards dealt, or of when they are dealt."""
        if state.game.hand_size != USUAL_HAND:
            return "NW-HOUSE-5"
        return "NW-HOUSE-7" if state.game.choose_fief_before_deal else "NW-SETUP-7"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return the clauses of how many cards are dealt, and when."""
        dealt = self.clause_of(state, 0)
        return (dealt,) if dealt == "NW-HOUSE-5" else (dealt, "NW-CHANCE-1")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def in_visit(self, rules: Northwood) -> bool:
        """Return whether the fief is chosen first."""
        return rules.choose_fief_before_deal

    def fill_in(self, state: NorthwoodState, given: frozenset[str]) -> None:
        """Set the cards still to be dealt to the number the hand lacks."""
        if "dealing" not in given:
            state.dealing = max(0, state.game.hand_size - count(state.hand))

    def hand_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the hand is being dealt, and that the deck can fill it."""
        needed = state.game.hand_size - count(state.hand)
        found = self.deck_misfits(state, needed)
        if state.known and self.in_visit(state.game):
            found.append("The deck has just been shuffled, so no card of it is 'known'.")
        if needed < 1 or state.dealing != needed:
            found.append(f"The hand is dealt up to {state.game.hand_size} cards: 'hand' and 'dealing' must add up to that.")
        return found
