"""The six characters of Leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.phase import evenly
from workbench.core.random import Random
from workbench.core.sets import holds, with_one, without
from workbench.core.state import CHANCE
from workbench.games.northwood.abilities.ability import Ability
from workbench.games.northwood.components import (
    BIT,
    FACE_DOWN,
    FIEFS,
    FIEFS_OF,
    FIRST_FIEF,
    FIRST_SLOT,
    SKIP,
    SLOTS,
    SUIT_NAMES,
    UNVISITED,
    VALUE_MASK,
    VALUES,
    YOU,
    card_name,
    card_words,
    cards_in,
    character_words,
    characters_in,
)
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action, Mask, Number
    from workbench.games.northwood.types import Card

TRUMP_NOW: Final = Kind("trump_now", "NW-TRICK-3", "Trump is now {trump:suit}.")
EXCHANGED: Final = Kind(
    "exchanged",
    ("NW-LEAVES-1", "NW-RULING-28"),
    "The {comes:character} of fief {fief} and the {goes:character} change places.",
)
SENT_AWAY: Final = Kind("sent_away", "NW-LEAVES-2", "The {ruler:character} lies neutral on fief {fief}.")
ITS_VOICE: Final = Kind(
    "its_voice", "NW-LEAVES-3", "The Queen of Leaves speaks with the voice of the {ruler:character}."
)
FIRST_SEEN: Final = Kind("first_seen", "NW-ABIL-13", "You see the first card of the deck: the {card:card}.")
LEFT_THERE: Final = Kind("left_there", "NW-RULING-34", "You leave the {card:card} on the deck.")
SWAPPED: Final = Kind("swapped", "NW-LEAVES-4", "The {given:card} goes onto the deck for the {taken:card}.")
VISIT_MOVES: Final = Kind(
    "visit_moves",
    ("NW-LEAVES-5", "NW-RULING-32"),
    "The visit moves to fief {fief}: the target is now {fief}.",
)
STILL_UNVISITED: Final = Kind(
    "still_unvisited", "NW-LEAVES-6", "Fief {fief} is still unvisited and its ruler neutral."
)
READIED: Final = Kind("readied", "NW-LEAVES-7", "The {character:character} is ready again.")
EQUALS_SWAPPED: Final = Kind(
    "equals_swapped", "NW-LEAVES-8", "The {given:card} goes onto the {pile} pile for the {taken:card}."
)


class MovesRulers(Ability):
    """An ability that changes the ruler of the visit; a ruler who lies face down is turned up."""

    group: ClassVar[str] = "Fiefs"

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether there is no fief to choose."""
        return len(self.choices(state)) == 0

    def begin(self, state: NorthwoodState) -> None:
        """Ask for a fief, if there is one to choose."""
        self.ask_if_any(state)

    def arrive(self, state: NorthwoodState) -> None:
        """Turn up the new ruler of the visit if that card lies face down; then finish."""
        if state.rulers[state.fief] == FACE_DOWN:
            state.to_move = CHANCE
            return
        if state.listener is not None:
            state.tell(TRUMP_NOW, trump=state.trump())
        self.finish(state)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return every ruler not seen yet at a random event; otherwise the player's choices."""
        return characters_in(state.unseen) if state.to_move == CHANCE else self.choices(state)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return evenly(characters_in(state.unseen))

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        self.roll_one(state, rng)

    def happened(self, state: NorthwoodState, action: Action) -> None:
        """Turn up the ruler."""
        state.game.turn_up.place(state, action)
        self.arrive(state)

    def question(self, state: NorthwoodState) -> str:
        if state.to_move == CHANCE:
            return state.game.turn_up.question(state)
        return super().question(state)

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Return the clause of the text, or that of turning up a ruler."""
        return state.game.turn_up.clause_of(state, action) if state.to_move == CHANCE else super().clause_of(state, action)

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return the clauses of the text, or those of turning up a ruler."""
        return state.game.turn_up.clauses if state.to_move == CHANCE else super().clauses_now(state)

    def group_of(self, state: NorthwoodState, action: int) -> str:
        return self.group

    def turns_up(self, state: NorthwoodState) -> bool:
        """Say whether the visit has come to a ruler who lies face down."""
        return state.to_move == CHANCE


class JackOfLeaves(MovesRulers):
    """Exchange the current ruler with a neutral one at most two fiefs away."""

    name: ClassVar[str] = "jack_of_leaves"
    title: ClassVar[str] = "Jack of Leaves"
    option: ClassVar[str] = "jack_of_leaves_distance"
    replaced: ClassVar[bool] = True
    summary: ClassVar[str] = "exchange the ruler with a neutral one up to two fiefs away"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-1", "NW-LEAVES-2", "NW-RULING-28", "NW-RULING-29")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def reach(self) -> Number:
        """Return how many fiefs away the other ruler may be."""
        return 2

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the unvisited fiefs within reach."""
        unvisited, here, reach = state.unvisited(), state.fief, self.reach()
        if state.game.jack_of_leaves_distance_unvisited:
            row = FIEFS_OF[unvisited]
            place = row.index(FIRST_FIEF + here)
            return row[max(0, place - reach) : place] + row[place + 1 : place + 1 + reach]
        within: Mask = BIT[2 * reach + 1] - 1
        near = within << here >> reach  # from `reach` fiefs before this one to `reach` behind it
        return FIEFS_OF[without(unvisited & near, here)]

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Exchange the two rulers."""
        fief = action - FIRST_FIEF
        rulers = state.rulers
        here, there = rulers[state.fief], rulers[fief]
        rulers[state.fief], rulers[fief] = there, here
        if state.listener is not None:
            state.tell(EXCHANGED, YOU, clause=self.text_clause(state), comes=there, goes=here, fief=fief)
            state.tell(SENT_AWAY, ruler=here, fief=fief)
        self.arrive(state)

    def asks(self, state: NorthwoodState) -> str:
        return "With the ruler of which fief do you exchange?"

    def words(self, state: NorthwoodState, action: int) -> str:
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS:
            return f"exchange with fief {action - FIRST_FIEF}"
        return super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Return the ruler who would come, and the trump suit after that."""
        fief = action - FIRST_FIEF
        if not 0 <= fief < state.game.fiefs or state.rulers[fief] < 0:
            return ""
        return f"{character_words(state.rulers[fief])}, trump {SUIT_NAMES[state.rulers[fief] // 6]}"

    def refusal(self, state: NorthwoodState, action: int) -> str:
        away = "unvisited fiefs" if state.game.jack_of_leaves_distance_unvisited else "fiefs"
        return f"You exchange with a neutral ruler on another unvisited fief, at most two {away} away."

class QueenOfLeaves(Ability):
    """Use the ability of the current ruler."""

    name: ClassVar[str] = "queen_of_leaves"
    title: ClassVar[str] = "Queen of Leaves"
    summary: ClassVar[str] = "use the ability of the current ruler"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-3", "NW-RULING-30")
    copies_ruler: ClassVar[bool] = True

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether the copied ability would do nothing."""
        return state.game.abilities[state.rulers[state.fief]].does_nothing(state)

    def begin(self, state: NorthwoodState) -> None:
        """Carry out the ruler's text on this slot; the ruler is not exhausted."""
        ruler = state.rulers[state.fief]
        if state.listener is not None:
            state.tell(ITS_VOICE, YOU, ruler=ruler)
        state.enter(state.game.abilities[ruler])


class KingOfLeaves(Ability):
    """Swap a hand card with the first card of the deck."""

    name: ClassVar[str] = "king_of_leaves"
    title: ClassVar[str] = "King of Leaves"
    option: ClassVar[str] = "king_of_leaves_exchange"
    leaves_off: ClassVar[tuple[int, ...]] = (SKIP,)
    summary: ClassVar[str] = "look at the first card of the deck and swap a hand card for it"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-4", "NW-RULING-34", "NW-ABIL-13")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def begin(self, state: NorthwoodState) -> None:
        """Look at the first card."""
        if state.known:
            self.ask(state)
        else:
            state.to_move = CHANCE

    def happened(self, state: NorthwoodState, action: Action) -> None:
        """Note the first card, which stays on the deck for now."""
        state.known = (action,)
        if state.listener is not None:
            state.tell(FIRST_SEEN, YOU, card=action)
        self.ask(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand cards, and the action to leave the card there if the option allows it."""
        hand = cards_in(state.hand)
        return (*hand, SKIP) if state.game.king_of_leaves_exchange_optional else hand

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Swap the two cards."""
        if action == SKIP:
            if state.listener is not None:
                state.tell(LEFT_THERE, YOU, card=state.known[0])
            self.finish(state)
            return
        seen = state.known[0]
        state.hand = with_one(without(state.hand, action), seen)
        state.deck = with_one(without(state.deck, seen), action)
        state.known = (action, *state.known[1:])
        if state.listener is not None:
            state.tell(SWAPPED, YOU, given=action, taken=seen)
        self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which card do you give for the {card_words(state.known[0])}?"

    def words(self, state: NorthwoodState, action: int) -> str:
        if action == SKIP:
            return "leave it"
        return f"give {card_name(action)}" if action < FIRST_FIEF else super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        if action == SKIP:
            return f"You must give a hand card for the {card_words(state.known[0])}."
        return super().refusal(state, action)

    def waits_here(self, state: NorthwoodState) -> bool:
        """Say whether it may wait here: it asks exactly when the first card of the deck is known."""
        return super().waits_here(state) and bool(state.known) == (state.to_move != CHANCE)


class PrinceOfLeaves(MovesRulers):
    """Move the visit to the next unvisited fief."""

    name: ClassVar[str] = "prince_of_leaves"
    title: ClassVar[str] = "Prince of Leaves"
    option: ClassVar[str] = "prince_of_leaves_step"
    replaced: ClassVar[bool] = True
    summary: ClassVar[str] = "move the visit to the next unvisited fief above or below"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-5", "NW-LEAVES-6", "NW-VISIT-3", "NW-RULING-32")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the nearest unvisited fief on either side."""
        found: list[int] = []
        for side in (-1, 1):
            fief = state.fief + side
            while 0 <= fief < state.game.fiefs:
                if state.status(fief) == UNVISITED:
                    found.append(FIRST_FIEF + fief)
                    break
                if state.game.prince_of_leaves_step_adjacent:
                    break
                fief += side
        return tuple(found)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Move the visiting card."""
        left = state.fief
        state.fief = action - FIRST_FIEF
        if state.listener is not None:
            state.tell(VISIT_MOVES, YOU, clause=self.text_clause(state), fief=state.fief)
            state.tell(STILL_UNVISITED, fief=left)
        self.arrive(state)

    def asks(self, state: NorthwoodState) -> str:
        return "To which fief does the visit move?"

    def words(self, state: NorthwoodState, action: int) -> str:
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS:
            return f"move to fief {action - FIRST_FIEF}"
        return super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        if state.game.prince_of_leaves_step_adjacent:
            return "The visit moves only to an unvisited fief directly beside this one."
        return "The visit moves only to the nearest unvisited fief above or below."

class LadyOfLeaves(Ability):
    """Draw a card, then ready another ally."""

    name: ClassVar[str] = "lady_of_leaves"
    title: ClassVar[str] = "Lady of Leaves"
    summary: ClassVar[str] = "draw a card and ready another ally"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-7", "NW-RULING-35", "NW-FAQ-4")
    draws_at: ClassVar[tuple[int, ...]] = (0,)
    asks_at: ClassVar[tuple[int, ...]] = (0,)

    def begin(self, state: NorthwoodState) -> None:
        self.draw(state)

    def drawn(self, state: NorthwoodState, card: Card) -> None:
        self.ask_if_any(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        return tuple([FIRST_SLOT + slot for slot in range(SLOTS) if holds(state.exhausted, slot) and slot != state.slot])

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Ready the ally."""
        slot = action - FIRST_SLOT
        state.exhausted = without(state.exhausted, slot)
        if state.listener is not None:
            state.tell(READIED, YOU, character=state.active(slot), slot=slot)
        self.finish(state)

    def asks(self, state: NorthwoodState) -> str:
        return "Which other ally becomes ready again?"

    def words(self, state: NorthwoodState, action: int) -> str:
        if FIRST_SLOT <= action < FIRST_SLOT + SLOTS:
            return f"ready the {character_words(state.active(action - FIRST_SLOT))}"
        return super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        return "Only another ally that is exhausted can become ready."


class BaronOfLeaves(Ability):
    """Exchange cards of equal value with the tops of discard pile and score pile."""

    name: ClassVar[str] = "baron_of_leaves"
    title: ClassVar[str] = "Baron of Leaves"
    summary: ClassVar[str] = "exchange a card for one of equal value on the discard pile, then on the score pile"
    clauses: ClassVar[tuple[str, ...]] = ("NW-LEAVES-8", "NW-RULING-36", "NW-RULING-43")

    # state.step: 0 the discard pile, 1 the score pile
    asks_at: ClassVar[tuple[int, ...]] = (0, 1)

    def does_nothing(self, state: NorthwoodState) -> bool:
        """Say whether neither exchange is possible."""
        return not self.partners(state, state.discard_pile) and not self.partners(state, state.score_pile)

    def partners(self, state: NorthwoodState, pile: list[int]) -> tuple[int, ...]:
        """Return the hand cards with the value of a pile's top card."""
        return cards_in(state.hand & VALUE_MASK[pile[-1] % VALUES]) if pile else ()

    def begin(self, state: NorthwoodState) -> None:
        """Ask about the discard pile first if an exchange is possible there, else go on to the score pile."""
        if self.partners(state, state.discard_pile):
            self.ask(state)
        else:
            self.second(state)

    def second(self, state: NorthwoodState) -> None:
        """Ask about the score pile if an exchange is possible there, else finish."""
        state.step = 1
        if self.partners(state, state.score_pile):
            self.ask(state)
        else:
            self.finish(state)

    def choices(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the hand cards that fit the current pile."""
        return self.partners(state, state.score_pile if state.step else state.discard_pile)

    def chosen(self, state: NorthwoodState, action: Action) -> None:
        """Exchange the cards, then go on to the next pile."""
        pile = state.score_pile if state.step else state.discard_pile
        top = pile[-1]
        state.hand = with_one(without(state.hand, action), top)
        if state.listener is not None:
            state.tell(EQUALS_SWAPPED, YOU, given=action, taken=top, pile="score" if state.step else "discard")
        pile[-1] = action
        if state.step:
            self.finish(state)
        else:
            self.second(state)

    def asks(self, state: NorthwoodState) -> str:
        return f"Which card do you exchange for the {self.top(state)}?"

    def top(self, state: NorthwoodState) -> str:
        """Return the top card of the current pile in words."""
        pile = state.score_pile if state.step else state.discard_pile
        return f"{card_words(pile[-1])} on the {'score' if state.step else 'discard'} pile"

    def words(self, state: NorthwoodState, action: int) -> str:
        return f"exchange {card_name(action)}" if action < FIRST_FIEF else super().words(state, action)

    def refusal(self, state: NorthwoodState, action: int) -> str:
        return f"The card must have the same value as the {self.top(state)}."
