"""The phases of a game in the order of the rulebook, from set-up to the end; the abilities have modules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.components import (
    BIT,
    BIT_31,
    CHARACTERS,
    CONCEDE,
    FACE_DOWN,
    FIEFS,
    FIEFS_OF,
    FIRST_ALLY,
    FIRST_CHARACTER,
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    FOLLOWING,
    FRIENDLY,
    NO_ONE,
    NONE,
    PASS,
    SLOTS,
    STATUS_NAMES,
    SUBSTITUTES_DONE,
    SUIT_NAMES,
    UNVISITED,
    YOU,
    card_name,
    card_words,
    cards_in,
    chances_in,
    character_words,
    characters_in,
    count,
    names,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import LOST, RUNNING, WON, NorthwoodState

if TYPE_CHECKING:
    from mypy_extensions import i64

CENTRE_OUT: Final = (3, 4, 2, 5, 1, 6, 0, 7)
EDGES_IN: Final = (0, 7, 1, 6, 2, 5, 3, 4)
OUTER_FOUR: Final = 0b11000011
HIDDEN_FIEFS: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class SetUp(NorthwoodPhase):
    """Rulers and allies find their places; every card revealed is a random event of its own."""

    name: ClassVar[str] = "set_up"
    title: ClassVar[str] = "Set-up"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SETUP-1", "NW-SETUP-4", "NW-FULL-1", "NW-CHANCE-2", "NW-CHANCE-3")
    group: ClassVar[str] = "Revealed"
    even_chance: ClassVar[bool] = False  # under full_deal='uniform' the suits that still need rulers come more often

    def begin(self, state: NorthwoodState) -> None:
        """Begin to reveal, or go on if everybody has a place."""
        if state.listener is not None:
            state.tell("NW-SETUP-1", f"Fiefs 0 to {state.rules.fiefs - 1} lie in a row.")
            if state.rules.setup == "introductory":
                state.tell("NW-SETUP-2", "The twelve crowned characters stay in the box.")
                state.tell("NW-SETUP-3", "The four Jacks are the allies.")
        self.go_on(state)

    def go_on(self, state: NorthwoodState) -> None:
        """Reveal the next character, or finish when four allies and all rulers have a place."""
        if NONE in state.rulers or NONE in state.allies:
            state.phase = self
            state.to_move = CHANCE
        else:
            self.finish(state)

    def finish(self, state: NorthwoodState) -> None:
        """Everybody has a place: on to the first visit."""
        rules = state.rules
        if not rules.hidden_rulers:
            state.unseen = 0
        if state.listener is not None:
            state.tell("NW-SETUP-6", "The dialogue cards are shuffled; nobody is exhausted and every ruler is neutral.")
            if rules.setup == "full":
                state.tell("NW-FULL-5", "Four allies and all rulers have a place; the other characters stay out.")
            for fief in rules.start_friendly:
                state.tell("NW-HOUSE-3", f"Fief {fief} is friendly from the start.")
        rules.next_visit(state)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """The characters that may be revealed next."""
        if state.rules.uniform_deal:
            return self.uniform_outcomes(state)
        return characters_in(state.unseen)

    def uniform_outcomes(self, state: NorthwoodState) -> tuple[int, ...]:
        """With the uniform deal: first an ally for each suit, then rulers so that every suit keeps two (NW-RULING-41)."""
        waiting = [slot for slot in range(SLOTS) if state.allies[slot] == NONE]
        found: list[int] = []
        for one in range(CHARACTERS):
            suit = one // 6
            if not state.unseen & BIT[one]:
                continue
            if waiting:
                if suit == waiting[0]:
                    found.append(FIRST_CHARACTER + one)
            elif self.rulers_of(state, suit) < 2:
                found.append(FIRST_CHARACTER + one)
        return tuple(found)

    def rulers_of(self, state: NorthwoodState, suit: int) -> int:
        """How many rulers of a suit have a place."""
        return len([ruler for ruler in state.rulers if ruler >= 0 and ruler // 6 == suit])

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        """Every character is equally likely; with the uniform deal by the places its suit has left.

        A uniform order of the eight rulers' suits means that the next one is of a suit in proportion to the rulers that suit
        still lacks; within the suit all characters left are equally likely.
        """
        outcomes = self.legal(state)
        if not state.rules.uniform_deal or NONE in state.allies:
            return tuple([(outcome, 1) for outcome in outcomes])
        weighted: list[tuple[int, int]] = []
        for outcome in outcomes:
            suit = (outcome - FIRST_CHARACTER) // 6
            placed = self.rulers_of(state, suit)
            # five characters are left of a suit without a ruler, four of a suit with one; 20 is a common multiple
            weighted.append((outcome, (2 - placed) * 20 // (5 - placed)))
        return tuple(weighted)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Give the revealed character its place."""
        one = action - FIRST_CHARACTER
        suit = one // 6
        rules = state.rules
        state.unseen &= ~(BIT_31 >> 31 - one)
        if state.allies[suit] == NONE:  # only the full set-up deals allies
            allies = list(state.allies)
            allies[suit] = one
            state.allies = tuple(allies)
            if state.listener is not None:
                state.tell("NW-FULL-2", f"The {character_words(one)} is the first of its suit and becomes an ally.")
        elif rules.full_setup and (self.rulers_of(state, suit) >= 2 or NONE not in state.rulers):
            if state.listener is not None:
                state.tell("NW-FULL-4", f"There is no place left for the {character_words(one)}, which is set aside.")
        else:
            fief = state.rulers.index(NONE)
            state.rulers[fief] = one
            if state.listener is not None:
                clause = "NW-SETUP-4" if rules.setup == "introductory" else "NW-FULL-3"
                state.tell(clause, f"The {character_words(one)} rules fief {fief}.")
                state.tell("NW-SETUP-5", f"Trump of fief {fief} is {SUIT_NAMES[suit]}.")
        self.go_on(state)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Rulers only: all of them at once, each any character not seen yet; the rest stays out."""
        if state.rules.full_setup or state.listener is not None:
            self.draw_outcome(state, rng)
            return
        rulers, unseen = state.rulers, list(characters_in(state.unseen))
        for fief in range(state.rules.fiefs):
            if rulers[fief] == NONE:
                place = rng.below(len(unseen))
                rulers[fief] = unseen[place] - FIRST_CHARACTER
                unseen[place] = unseen[-1]
                unseen.pop()
        self.finish(state)

    def question(self, state: NorthwoodState) -> str:
        """What is revealed."""
        return "The next character is revealed."


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal(NorthwoodPhase):
    """The hand of a visit, dealt card by card."""

    name: ClassVar[str] = "deal"
    title: ClassVar[str] = "Deal"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SETUP-7", "NW-CHANCE-1")
    group: ClassVar[str] = "Dealt"

    def begin(self, state: NorthwoodState) -> None:
        """Begin to deal."""
        state.phase = self
        state.to_move = CHANCE
        state.dealing = state.rules.hand_size

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Any card of the deck."""
        return cards_in(state.deck)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        """Each of them equally likely."""
        return chances_in(state.deck)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Take the card; after the last one the visit goes on."""
        state.deck &= ~(BIT_31 >> 31 - action)
        state.hand |= BIT_31 >> 31 - action
        state.dealing -= 1
        if state.dealing > 0:
            return
        if state.listener is not None:
            state.tell("NW-SETUP-7", f"You are dealt {names(state.hand)}.", YOU)
        rules = state.rules
        if rules.choose_before_deal:
            rules.ability_window.begin(state)
        else:
            rules.choose_fief.begin(state)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Deal what is left to deal, each card uniformly among those still in the deck."""
        deck = state.deck
        for _card in range(state.dealing - 1):
            deck &= ~(BIT_31 >> 31 - rng.member(deck))
        state.hand |= state.deck & ~deck
        state.deck = deck
        state.dealing = 1
        self.apply(state, rng.member(deck))

    def question(self, state: NorthwoodState) -> str:
        """What is dealt."""
        return "The hand is dealt."


@mypyc_attr(allow_interpreted_subclasses=True)
class ChooseFief(NorthwoodPhase):
    """A: choose a fief to visit."""

    name: ClassVar[str] = "choose_fief"
    title: ClassVar[str] = "Choosing a fief"
    clauses: ClassVar[tuple[str, ...]] = ("NW-VISIT-1", "NW-VISIT-2", "NW-OBJ-1", "NW-OBJ-2")
    group: ClassVar[str] = "Fiefs"

    def begin(self, state: NorthwoodState) -> None:
        """Ask for a fief."""
        state.phase = self
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """The unvisited fiefs, narrowed by house rules; giving up where that is allowed."""
        rules = state.rules
        fiefs = state.unvisited()
        if rules.fief_order:
            fiefs = self.first_in_order(state)
        elif rules.adjacent_visits:
            visited = state.friendly | state.failed
            beside = fiefs & (visited << 1 | visited >> 1)
            fiefs = beside or fiefs  # nothing is visited yet before the first visit (NW-HOUSE-10)
        if rules.may_concede and self.out_of_reach(state):
            return (*FIEFS_OF[fiefs], CONCEDE)
        return FIEFS_OF[fiefs]

    def first_in_order(self, state: NorthwoodState) -> i64:
        """The first unvisited fief of the order asked for, as a set of one (NW-HOUSE-1)."""
        fiefs = state.unvisited()
        for fief in state.rules.fief_order:
            if fiefs & BIT_31 >> 31 - fief:
                return BIT_31 >> 31 - fief
        return 0

    def out_of_reach(self, state: NorthwoodState) -> bool:
        """Whether no win is possible any more (NW-END-5)."""
        rules = state.rules
        if rules.win_rule == "outer_four":
            return state.failed & OUTER_FOUR != 0
        if rules.win_rule == "hidden_three":
            return rules.fiefs - count(state.failed) < HIDDEN_FIEFS
        possible = 0
        for fief in range(rules.fiefs):
            if not state.failed >> fief & 1:
                possible += rules.stars[fief]
        return possible < rules.threshold

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Move the visiting card above the fief, or give up."""
        rules = state.rules
        if action == CONCEDE:
            state.outcome = LOST
            if state.listener is not None:
                state.tell("NW-END-4", "You give up: no win is in reach.", YOU)
                state.tell("NW-END-5", "Stars won and stars still open together stay below what is needed.")
            rules.game_over.begin(state)
            return
        fief = action - FIRST_FIEF
        state.fief = fief
        if state.listener is not None:
            state.tell("NW-VISIT-1", f"You visit fief {fief}.", YOU)
            state.tell("NW-OBJ-2", f"Target: exactly {fief} card{'s' if fief != 1 else ''} in the score pile.")
        if state.rulers[fief] == FACE_DOWN:
            rules.turn_up.begin(state)
        else:
            rules.substitute.begin(state)

    def question(self, state: NorthwoodState) -> str:
        """Which fief."""
        hand = f" Your hand: {names(state.hand)}." if state.hand else ""
        return f"Which fief do you visit?{hand}"

    def words(self, state: NorthwoodState, action: int) -> str:
        """Visit fief 3; give up."""
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS:
            return f"visit fief {action - FIRST_FIEF}"
        return "give up" if action == CONCEDE else super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Target, stars and ruler of the fief."""
        fief = action - FIRST_FIEF
        if not 0 <= fief < state.rules.fiefs:
            return ""
        ruler = state.rulers[fief]
        who = f"{character_words(ruler)}, trump {SUIT_NAMES[ruler // 6]}" if ruler >= 0 else "ruler face down"
        return f"target {fief}, {in_stars(state.rules.stars[fief])}, {who}"

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Why a fief may not be visited."""
        rules = state.rules
        if action == CONCEDE:
            if not rules.may_concede:
                return Reason("NW-END-4", "Giving up is not allowed in this game; the option `concede` allows it.")
            return Reason("NW-END-5", "A win is still in reach, so the game cannot be given up.")
        fief = action - FIRST_FIEF
        if not 0 <= fief < FIEFS:
            return None
        if fief >= rules.fiefs:
            return Reason("NW-SETUP-1", f"There is no fief {fief}: the row goes from 0 to {rules.fiefs - 1}.")
        status = state.status(fief)
        if status != UNVISITED:
            return Reason(
                "NW-VISIT-1", f"Fief {fief} has been visited ({STATUS_NAMES[status]}); each fief is visited once."
            )
        if rules.fief_order:
            return Reason("NW-HOUSE-1", f"Fiefs must be chosen in the order {' '.join(map(str, rules.fief_order))}.")
        return Reason("NW-HOUSE-10", f"Fief {fief} does not lie beside a visited fief.")


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnUp(NorthwoodPhase):
    """A ruler that lay face down is turned up (house scenario)."""

    name: ClassVar[str] = "turn_up"
    title: ClassVar[str] = "Turning up a ruler"
    clauses: ClassVar[tuple[str, ...]] = ("NW-HOUSE-6",)
    group: ClassVar[str] = "Turned up"

    def begin(self, state: NorthwoodState) -> None:
        """The ruler is drawn among those not seen yet."""
        state.phase = self
        state.to_move = CHANCE

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Every ruler not seen yet."""
        return characters_in(state.unseen)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Turn it up, then go on with the visit."""
        self.place(state, action)
        state.rules.substitute.begin(state)

    def place(self, state: NorthwoodState, action: i64) -> None:
        """Lay the ruler face up on the current fief."""
        one = action - FIRST_CHARACTER
        state.rulers[state.fief] = one
        state.unseen &= ~BIT[one]
        if state.listener is not None:
            state.tell("NW-HOUSE-6", f"The ruler of fief {state.fief} is turned up: the {character_words(one)}.")

    def question(self, state: NorthwoodState) -> str:
        """Who it is."""
        return f"The ruler of fief {state.fief} is turned up."


@mypyc_attr(allow_interpreted_subclasses=True)
class Substitute(NorthwoodPhase):
    """B: bring in friendly rulers, one at a time in rising order of their fiefs."""

    name: ClassVar[str] = "substitute"
    title: ClassVar[str] = "Bringing in friendly rulers"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SUB-1", "NW-SUB-2", "NW-SUB-3", "NW-SUB-4")
    group: ClassVar[str] = "Friendly rulers"

    def begin(self, state: NorthwoodState) -> None:
        """Ask, if a friendly ruler is there to be brought in."""
        state.last_substitute = NONE
        if state.rules.substitutes_allowed and self.can_come(state):
            state.phase = self
            state.to_move = YOU
        else:
            self.finish(state)

    def finish(self, state: NorthwoodState) -> None:
        """On to the deal or to the first dialogue."""
        rules = state.rules
        if rules.choose_before_deal:
            rules.deal.begin(state)
        else:
            rules.ability_window.begin(state)

    def can_come(self, state: NorthwoodState) -> i64:
        """The fiefs whose friendly ruler can still be brought in, as a mask."""
        found: i64 = 0
        # rising fief order gives each combination once (NW-SUB-1)
        fief = state.last_substitute + 1
        while state.friendly >> fief:
            if state.friendly & BIT_31 >> 31 - fief and state.rulers[fief] >= 0:
                found |= BIT_31 >> 31 - fief
            fief += 1
        return found if NONE in state.substitutes else 0

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Every friendly ruler with every slot still uncovered, and done."""
        actions: list[int] = []
        for choice in FIEFS_OF[self.can_come(state)]:
            first = FIRST_SUBSTITUTE + (choice - FIRST_FIEF) * SLOTS
            actions += [first + slot for slot in range(SLOTS) if state.substitutes[slot] == NONE]
        actions.append(SUBSTITUTES_DONE)
        return tuple(actions)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Lay the ruler on the ally, or go on."""
        if action == SUBSTITUTES_DONE:
            self.finish(state)
            return
        fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
        ruler = state.rulers[fief]
        substitutes, origins = list(state.substitutes), list(state.substitute_fiefs)
        state.rulers[fief], substitutes[slot], origins[slot] = NONE, ruler, fief
        state.substitutes, state.substitute_fiefs = tuple(substitutes), tuple(origins)
        state.last_substitute = fief
        if state.listener is not None:
            state.tell(
                "NW-SUB-2",
                f"The {character_words(ruler)} stands in for the {character_words(state.allies[slot])}.",
                YOU,
            )
            state.tell("NW-SUB-7", f"Fief {fief} stays friendly and keeps its stars.")

    def question(self, state: NorthwoodState) -> str:
        """Who is brought in."""
        return "Which friendly ruler do you bring in, and for which ally? Each helps once."

    def words(self, state: NorthwoodState, action: int) -> str:
        """Bring in CK of fief 2 for FJ; bring in no more."""
        if action == SUBSTITUTES_DONE:
            return "bring in nobody" if state.last_substitute == NONE else "bring in nobody else"
        if FIRST_SUBSTITUTE <= action < SUBSTITUTES_DONE:
            fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
            ruler = state.rulers[fief] if fief < state.rules.fiefs else NONE
            who = f"the {character_words(ruler)}" if ruler >= 0 else "the ruler"
            return f"bring in {who} of fief {fief} for the {character_words(state.allies[slot])}"
        return super().words(state, action)

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Why a ruler may not be brought in."""
        if not FIRST_SUBSTITUTE <= action < SUBSTITUTES_DONE:
            return None
        fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
        if state.status(fief) != FRIENDLY:
            return Reason(
                "NW-SUB-5", f"Only rulers won in an earlier visit may be brought in; fief {fief} is not friendly."
            )
        if state.rulers[fief] < 0:
            return Reason("NW-SUB-1", f"The ruler of fief {fief} no longer lies on its fief.")
        if fief <= state.last_substitute:
            return Reason(
                "NW-SUB-1",
                "Rulers are brought in from left to right, so that each combination can be named in one way only.",
            )
        return Reason("NW-SUB-2", f"The ally on slot {slot} is already covered.")


@mypyc_attr(allow_interpreted_subclasses=True)
class AbilityWindow(NorthwoodPhase):
    """C, step 1: activate one ally, or pass."""

    name: ClassVar[str] = "ability_window"
    title: ClassVar[str] = "Activating an ally"
    clauses: ClassVar[tuple[str, ...]] = ("NW-DIALOG-2", "NW-ABIL-1", "NW-ABIL-2", "NW-ABIL-3")
    group: ClassVar[str] = "Allies"

    def begin(self, state: NorthwoodState) -> None:
        """A new dialogue begins (NW-DIALOG-1); without abilities there is nothing to ask (NW-HOUSE-12)."""
        if not state.rules.abilities_on:
            state.rules.statement.begin(state)
            return
        state.activations = 0
        state.phase = self
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Pass, and every slot that may be activated."""
        rules = state.rules
        if rules.activations_per_visit and state.visit_activations >= rules.activations_per_visit:
            return (PASS,)
        if rules.every_ally_usable and not rules.null_forbidden:
            return READY_SLOTS[state.exhausted]
        actions: list[int] = [PASS]
        for action in READY_SLOTS[state.exhausted][1:]:
            character = state.active(action - FIRST_ALLY)
            if not rules.usable & BIT[character]:
                continue
            if rules.null_forbidden and rules.abilities[character].does_nothing(state):
                continue
            actions.append(action)
        return tuple(actions)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Go on to the statement, or exhaust the ally and carry out its text."""
        rules = state.rules
        if action == PASS:
            if state.listener is not None:
                state.tell("NW-DIALOG-9", "No ally is activated.", YOU)
            rules.statement.begin(state)
            return
        slot = action - FIRST_ALLY
        character = state.active(slot)
        state.exhausted |= BIT_31 >> 31 - slot
        state.activations += 1
        state.visit_activations += 1
        state.slot = slot
        if state.listener is not None:
            state.tell("NW-ABIL-1", f"The {character_words(character)} is exhausted to use its ability.", YOU)
            if rules.abilities[character].does_nothing(state):
                state.tell("NW-ABIL-4", "It can carry out nothing of its text.", YOU)
        rules.abilities[character].begin(state)

    def after_ability(self, state: NorthwoodState) -> None:
        """The end test after a resolved ability; then the statement, or another activation where that is allowed."""
        rules = state.rules
        state.slot = NONE
        state.step = 0
        state.counter = 0
        state.pending = 0
        if state.visit_over():
            rules.end_of_visit.begin(state)
        elif state.activations < rules.activations_per_dialogue:
            state.phase = self
            state.to_move = YOU
        else:
            rules.statement.begin(state)

    def question(self, state: NorthwoodState) -> str:
        """Who is activated."""
        return f"Do you activate an ally before the ruler speaks? Your hand: {names(state.hand)}."

    def words(self, state: NorthwoodState, action: int) -> str:
        """Activate the Jack of Claws; pass."""
        if action == PASS:
            return "pass"
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            return f"activate the {character_words(state.active(action - FIRST_ALLY))}"
        return super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """What the ability does."""
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            ability = state.rules.abilities[state.active(action - FIRST_ALLY)]
            return "would do nothing now" if ability.does_nothing(state) else ability.summary
        return "no ability; the ruler speaks"

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """The clause of the ability."""
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            return state.rules.abilities[state.active(action - FIRST_ALLY)].clauses[0]
        return "NW-DIALOG-9"

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Why an ally may not be activated."""
        if not FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            if cards_in(state.hand) and action < FIRST_FIEF:
                return Reason("NW-DIALOG-2", "The ruler has not spoken yet: activate an ally or pass first.")
            return None
        rules = state.rules
        who = f"The {character_words(state.active(action - FIRST_ALLY))}"
        if state.exhausted & BIT[action - FIRST_ALLY]:
            return Reason("NW-ABIL-2", f"{who} is exhausted until the end of the visit.")
        if rules.activations_per_visit and state.visit_activations >= rules.activations_per_visit:
            return Reason(
                "NW-HOUSE-4", f"Only {rules.activations_per_visit} activation(s) are allowed in a visit here."
            )
        if not rules.usable & BIT[state.active(action - FIRST_ALLY)]:
            return Reason(
                "NW-HOUSE-12", f"{who} is not among the usable allies of this game; see the option `usable_allies`."
            )
        return Reason("NW-RULING-11", f"{who} would do nothing now, and the option `null_activation` forbids that.")


READY_SLOTS: Final = tuple(
    [(PASS, *[FIRST_ALLY + slot for slot in range(SLOTS) if not exhausted & BIT[slot]]) for exhausted in range(16)]
)
"""Pass and the slots that are ready, for each set of exhausted slots."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Statement(NorthwoodPhase):
    """C, step 2: the ruler's statement, the top card of the deck."""

    name: ClassVar[str] = "statement"
    title: ClassVar[str] = "The ruler's statement"
    clauses: ClassVar[tuple[str, ...]] = ("NW-DIALOG-3", "NW-CHANCE-4")
    group: ClassVar[str] = "Statement"

    def begin(self, state: NorthwoodState) -> None:
        """Reveal the known top card, or leave it to chance."""
        if state.known:
            self.reveal(state, state.known[0])
            return
        state.phase = self
        state.to_move = CHANCE

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Any card of the deck; the top card alone, if a position waits here although it is known."""
        return cards_in(state.deck) if not state.known else (state.known[0],)

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        """Each of them equally likely."""
        return chances_in(state.deck) if not state.known else ((state.known[0], 1),)

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Reveal the card drawn."""
        self.reveal(state, action)

    def roll(self, state: NorthwoodState, rng: Random) -> None:
        """Any of these cards, each equally likely."""
        self.reveal(state, rng.member(state.deck) if not state.known else state.known[0])

    def reveal(self, state: NorthwoodState, card: i64) -> None:
        """Lay the statement on the discard pile and ask for a response."""
        rules = state.rules
        if state.known:
            state.known = state.known[1:]
        state.deck &= ~(BIT_31 >> 31 - card)
        state.discard_pile.append(card)
        if state.listener is not None:
            state.tell("NW-DIALOG-3", f"The ruler states the {card_words(card)}.")
        if state.deck == 0 and rules.end_at_statement:
            if state.listener is not None:
                state.tell("NW-RULING-2", "The deck is empty, so the visit ends before a response.")
            rules.end_of_visit.begin(state)
            return
        state.statement = card
        rules.respond.begin(state)

    def question(self, state: NorthwoodState) -> str:
        """What comes."""
        return "The ruler speaks."


@mypyc_attr(allow_interpreted_subclasses=True)
class Respond(NorthwoodPhase):
    """C, steps 3 to 6: the response, whether it scores, and where it goes."""

    name: ClassVar[str] = "respond"
    title: ClassVar[str] = "The response"
    clauses: ClassVar[tuple[str, ...]] = (
        "NW-DIALOG-4",
        "NW-TRICK-1",
        "NW-TRICK-2",
        "NW-TRICK-3",
        "NW-TRICK-4",
        "NW-TRICK-5",
    )
    group: ClassVar[str] = "Hand"

    def begin(self, state: NorthwoodState) -> None:
        """Ask for a response."""
        state.phase = self
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Hand cards of the statement's suit if there are any, else all hand cards (NW-TRICK-1, NW-TRICK-2)."""
        suit = state.statement >> 3
        following = FOLLOWING[suit << 8 | (state.hand >> (suit << 3)) & 255]
        return following or cards_in(state.hand)

    def scores(self, state: NorthwoodState, response: i64) -> bool:
        """Whether a response scores against the statement (NW-DIALOG-5, NW-TRICK-10)."""
        suit = response >> 3
        statement = state.statement
        if suit == statement >> 3:
            return response > statement and (state.rules.same_suit_scores or suit == state.trump())
        return suit == state.trump()

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Place the response, carry out a waiting Baron of Eyes, make the end test."""
        rules = state.rules
        scores = self.scores(state, action)
        if state.listener is not None:
            self.tell_response(state, action, scores)
        state.hand &= ~(BIT_31 >> 31 - action)
        if scores:
            state.score_pile.append(action)
        else:
            state.discard_pile.append(action)
        state.statement = NONE
        if state.riders:
            # the value of the response decides what the Baron of Eyes does
            state.counter = action % 8 + 1
            if (rules.rider_after_test or rules.instant_end) and state.visit_over():
                if state.listener is not None:
                    state.tell("NW-RULING-27", "The visit ends first, so the Baron of Eyes has no effect.")
                rules.end_of_visit.begin(state)
            else:
                rules.baron_of_eyes.ride(state)
            return
        self.end_test(state)

    def end_test(self, state: NorthwoodState) -> None:
        """The end of a dialogue: the visit ends or the next dialogue begins (NW-DIALOG-8)."""
        if state.hand == 0 or state.deck == 0:
            state.rules.end_of_visit.begin(state)
        else:
            state.rules.ability_window.begin(state)

    def tell_response(self, state: NorthwoodState, card: int, scores: bool) -> None:
        """Tell how the response was judged, with the clause that decided."""
        statement, trump = state.statement, state.trump()
        follows = card >> 3 == statement >> 3
        state.tell("NW-TRICK-1" if follows else "NW-TRICK-2", f"You respond with the {card_words(card)}.", YOU)
        if follows and card >> 3 == trump:
            clause = "NW-TRICK-6"
            why = "a higher trump on a trump" if scores else "a lower trump on a trump"
        elif follows:
            clause = "NW-TRICK-4"
            why = "of the same suit and higher" if scores else "of the same suit but not higher"
            if card > statement and not scores:
                clause, why = "NW-RULING-1", "higher, but only trumps score here"
        elif scores:
            clause, why = "NW-TRICK-5", "a trump on a suit that is not trump"
        else:
            clause, why = "NW-TRICK-7", "neither of the statement's suit nor a trump"
        if scores:
            state.tell(clause, f"It scores: {why}.", YOU)
            state.tell("NW-DIALOG-6", f"It goes onto the score pile, now {len(state.score_pile) + 1}.", YOU)
        else:
            state.tell(clause, f"It does not score: {why}.", YOU)
            state.tell("NW-DIALOG-6", "It goes onto the discard pile.", YOU)

    def question(self, state: NorthwoodState) -> str:
        """How to respond."""
        points = len(state.score_pile)
        return (
            f"How do you respond to the {card_words(state.statement)}? Trump is {SUIT_NAMES[state.trump()]}, "
            f"score {points}, target {state.fief}."
        )

    def words(self, state: NorthwoodState, action: int) -> str:
        """Respond with C5."""
        return f"respond with {card_name(action)}" if action < FIRST_FIEF else super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Whether it would score."""
        if action >= FIRST_FIEF or not state.hand & BIT[action]:
            return ""
        return "scores" if self.scores(state, action) else "does not score"

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        """Following, or free choice."""
        return "NW-TRICK-1" if action >> 3 == state.statement >> 3 else "NW-TRICK-2"

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Why a card may not be played."""
        if action >= FIRST_FIEF:
            if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
                return Reason("NW-DIALOG-8", "No ally may be activated between the statement and the response.")
            return None
        if not state.hand & BIT[action]:
            return Reason("NW-DIALOG-4", f"The {card_words(action)} is not in your hand.")
        suit = state.statement >> 3
        held = names(state.hand & (255 << (int(suit) * 8)))
        return Reason(
            "NW-TRICK-1", f"The statement is of {SUIT_NAMES[suit]} and you hold {held}, so you must follow suit."
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class EndOfVisit(NorthwoodPhase):
    """D: the end of the visit, and what follows it. Nothing is decided here."""

    name: ClassVar[str] = "end_of_visit"
    title: ClassVar[str] = "The end of the visit"
    clauses: ClassVar[tuple[str, ...]] = ("NW-ENDVISIT-1", "NW-ENDVISIT-2", "NW-ENDVISIT-3", "NW-OBJ-2", "NW-OBJ-4")

    def begin(self, state: NorthwoodState) -> None:
        """Compare score and target, clear the table, go on to the next visit or the end (NW-ENDVISIT-6)."""
        rules = state.rules
        fief = state.fief
        points: i64 = len(state.score_pile)
        won = points == fief
        if state.listener is not None:
            self.tell_result(state, points, won)
        if won:
            state.friendly |= BIT_31 >> 31 - fief
        else:
            state.failed |= BIT_31 >> 31 - fief
            state.rulers[fief] = NONE
        if state.substitutes is not NO_ONE:
            self.send_home(state)
        state.exhausted = 0
        self.gather(state)
        if self.lost_early(state):
            state.outcome = LOST
            rules.game_over.begin(state)
        elif state.unvisited():
            if state.listener is not None:
                state.tell("NW-FLOW-2", "A new hand is dealt for the next visit.")
            rules.next_visit(state)
        elif rules.win_rule == "hidden_three":
            rules.reveal_stars.begin(state)
        else:
            rules.game_over.begin(state)

    def tell_result(self, state: NorthwoodState, points: int, won: bool) -> None:
        """Tell how the visit ended."""
        empty = "hand" if state.hand == 0 else "deck"
        ruler = character_words(state.rulers[state.fief])
        state.tell("NW-ENDVISIT-1", f"The {empty} is empty: the visit ends.")
        state.tell("NW-ENDVISIT-3", f"Score {points}, target {state.fief}.")
        if won:
            state.tell("NW-ENDVISIT-4", f"The {ruler} becomes friendly: fief {state.fief} is won.")
        else:
            state.tell("NW-ENDVISIT-5", f"The {ruler} leaves the game: fief {state.fief} is lost.")

    def send_home(self, state: NorthwoodState) -> None:
        """Substitutes leave the game, or return to their fiefs (NW-RULING-5)."""
        for slot in range(SLOTS):
            substitute = state.substitutes[slot]
            if substitute == NONE:
                continue
            if state.rules.substitutes_return:
                state.rulers[state.substitute_fiefs[slot]] = substitute
                if state.listener is not None:
                    state.tell(
                        "NW-HOUSE-11",
                        f"The {character_words(substitute)} returns to fief {state.substitute_fiefs[slot]}.",
                    )
            elif state.listener is not None:
                state.tell("NW-ENDVISIT-7", f"The {character_words(substitute)} has helped and leaves the game.")
                state.tell("NW-SUB-6", "A ruler brought in helps in one visit only.")
        state.substitutes = NO_ONE
        state.substitute_fiefs = NO_ONE

    def gather(self, state: NorthwoodState) -> None:
        """All dialogue cards go back into the deck; what the visit counted is forgotten (NW-CHANCE-7)."""
        if state.listener is not None:
            state.tell("NW-ENDVISIT-8", "All allies are ready again.")
            state.tell("NW-ENDVISIT-9", "All dialogue cards are shuffled together.")
        state.hand = 0
        state.deck = state.rules.full_deck
        state.known = ()
        state.discard_pile.clear()
        state.score_pile.clear()
        state.statement = NONE
        state.fief = NONE
        state.activations = 0
        state.visit_activations = 0
        state.riders = 0
        state.last_substitute = NONE
        state.slot = NONE
        state.step = 0
        state.counter = 0
        state.pending = 0

    def lost_early(self, state: NorthwoodState) -> bool:
        """House rules that end the game at once (NW-HOUSE-8, NW-HOUSE-9)."""
        rules = state.rules
        if rules.lives and count(state.failed) >= rules.lives:
            if state.listener is not None:
                state.tell("NW-HOUSE-8", f"The number of lost rulers is {count(state.failed)}: the game ends.")
            return True
        for fief in rules.must_win:
            if state.failed >> fief & 1:
                if state.listener is not None:
                    state.tell("NW-HOUSE-9", f"Fief {fief} had to be won: the game ends.")
                return True
        return False

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Nothing: the phase never waits."""
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class RevealStars(NorthwoodPhase):
    """The early edition: three fiefs drawn at set-up are revealed at the end.

    Nothing depends on them before, so they are drawn when they are revealed.
    """

    name: ClassVar[str] = "reveal_stars"
    title: ClassVar[str] = "Revealing the hidden fiefs"
    clauses: ClassVar[tuple[str, ...]] = ("NW-RULING-48",)
    group: ClassVar[str] = "Revealed"

    def begin(self, state: NorthwoodState) -> None:
        """Reveal three fiefs, one after another."""
        state.phase = self
        state.to_move = CHANCE
        state.revealed = 0

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Every fief not revealed yet."""
        return FIEFS_OF[state.rules.row & ~state.revealed]

    def apply(self, state: NorthwoodState, action: i64) -> None:
        """Reveal a fief; after the third the game ends."""
        fief = action - FIRST_FIEF
        state.revealed |= BIT[fief]
        if state.listener is not None:
            state.tell(
                "NW-RULING-48", f"Fief {fief} is one of the hidden three: it is {STATUS_NAMES[state.status(fief)]}."
            )
        if count(state.revealed) == HIDDEN_FIEFS:
            state.rules.game_over.begin(state)

    def question(self, state: NorthwoodState) -> str:
        """What is revealed."""
        return "A hidden fief is revealed."


@mypyc_attr(allow_interpreted_subclasses=True)
class GameOver(NorthwoodPhase):
    """The end of the game."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "The end of the game"
    clauses: ClassVar[tuple[str, ...]] = ("NW-END-1", "NW-END-2", "NW-END-3", "NW-OBJ-3")

    def begin(self, state: NorthwoodState) -> None:
        """Add up the stars and say who has won."""
        state.phase = self
        state.to_move = OVER
        if state.outcome == RUNNING:
            state.outcome = WON if self.won(state) else LOST
            if state.listener is not None:
                state.tell("NW-END-1", "All fiefs are visited: the game ends.")
        if state.listener is not None:
            state.tell("NW-END-2", f"The friendly fiefs hold {in_stars(state.stars())}.")
            state.tell("NW-END-3", "You win." if state.outcome == WON else "You lose.")

    def won(self, state: NorthwoodState) -> bool:
        """Whether the win rule is met (NW-END-3, NW-RULING-48)."""
        rules = state.rules
        if rules.win_rule == "outer_four":
            return OUTER_FOUR & ~state.friendly == 0
        if rules.win_rule == "hidden_three":
            return state.revealed & ~state.friendly == 0
        return state.stars() >= rules.threshold

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def question(self, state: NorthwoodState) -> str:
        """The result."""
        return f"The game is over: {in_stars(state.stars())}, {'a win' if state.outcome == WON else 'a loss'}."


def in_stars(number: int) -> str:
    """A number of stars in words.

    >>> in_stars(1), in_stars(16)
    ('1 star', '16 stars')
    """
    return f"{number} star{'' if number == 1 else 's'}"
