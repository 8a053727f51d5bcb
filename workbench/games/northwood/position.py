"""Positions as readable dicts: `build` reads one, `describe` writes one.

Every key may be left out; it then takes its set-up value.

=================  ===================================================================================================
rulers             a text or list with one entry a fief: a character's code, ``-`` for none, ``?`` for one face down
ruler              short for the ruler of the current fief; the other rulers are filled up from the set-up
friendly, failed   lists of fief numbers; all others are unvisited
allies             four codes in slot order; ``*`` behind a code marks the slot as exhausted
substitutes        a list of ``{"slot": 1, "fief": 2, "character": "CK"}``
unseen             codes of the characters not seen yet
fief               the fief under the visiting card, or null
hand, deck         cards, such as ``"C5 F2"``
known              the known cards on top of the deck, the first one first
discard, score     the two piles from bottom to top; cards named nowhere lie at the bottom of the discard pile
statement          the statement that awaits a response (it is the last card of the discard pile)
phase              the name of the phase; when left out, the one that the other keys suggest
ability            where an ability's text is: ``{"slot": 1, "step": 0, "counter": 2, "pending": "C5 F5"}``
to_move            0, or -1 when a random event is due
activations, visit_activations, riders, dealing, last_substitute, revealed, outcome
                   counts and marks as in `NorthwoodState`
=================  ===================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError, WorkbenchError, nearest
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.abilities.ability import Ability
from workbench.games.northwood.components import (
    BIT,
    CARDS,
    CHARACTERS,
    FACE_DOWN,
    FAILED,
    FRIENDLY,
    NONE,
    SLOTS,
    UNVISITED,
    card_name,
    card_of,
    cards_in,
    character_name,
    character_of,
    count,
    mask_of,
)
from workbench.games.northwood.state import LOST, RUNNING, WON, NorthwoodState

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood

OUTCOMES: Final = ("running", "won", "lost")
NUMBERS: Final = ("activations", "visit_activations", "riders", "dealing")
KEYS: Final = (
    *(
        "rulers",
        "ruler",
        "friendly",
        "failed",
        "allies",
        "substitutes",
        "unseen",
        "fief",
        "hand",
        "deck",
        "known",
        "discard",
    ),
    *("score", "statement", "phase", "ability", "to_move", "last_substitute", "revealed", "outcome"),
    *NUMBERS,
)


def describe(state: NorthwoodState) -> dict[str, Any]:
    """A position as a readable dict; `build` gives it back.

    Args:
        state: any position.

    Returns:
        the dict, made of JSON values.
    """
    rulers = [character_name(ruler) if ruler >= 0 else "?" if ruler == FACE_DOWN else "-" for ruler in state.rulers]
    return {
        "rulers": " ".join(rulers),
        "friendly": [fief for fief, status in enumerate(state.status) if status == FRIENDLY],
        "failed": [fief for fief, status in enumerate(state.status) if status == FAILED],
        "allies": " ".join(
            [
                ("-" if ally == NONE else character_name(ally)) + ("*" if state.exhausted & BIT[slot] else "")
                for slot, ally in enumerate(state.allies)
            ]
        ),
        "substitutes": [
            {"slot": slot, "fief": state.substitute_fiefs[slot], "character": character_name(one)}
            for slot, one in enumerate(state.substitutes)
            if one != NONE
        ],
        "unseen": " ".join([character_name(one) for one in range(CHARACTERS) if state.unseen & BIT[one]]),
        "fief": None if state.fief == NONE else int(state.fief),
        "hand": _words(cards_in(state.hand)),
        "deck": _words(cards_in(state.deck)),
        "known": _words(state.known),
        "discard": _words(state.discard_pile),
        "score": _words(state.score_pile),
        "statement": None if state.statement == NONE else card_name(int(state.statement)),
        "phase": state.phase.name,
        "to_move": int(state.to_move),
        "ability": None
        if state.slot == NONE and not (state.step or state.counter or state.pending)
        else {
            "slot": int(state.slot),
            "step": int(state.step),
            "counter": int(state.counter),
            "pending": _words(cards_in(state.pending)),
        },
        "activations": int(state.activations),
        "visit_activations": int(state.visit_activations),
        "riders": int(state.riders),
        "dealing": int(state.dealing),
        "last_substitute": None if state.last_substitute == NONE else int(state.last_substitute),
        "revealed": [fief for fief in range(state.rules.fiefs) if state.revealed & BIT[fief]],
        "outcome": OUTCOMES[state.outcome],
    }


def _words(cards: tuple[int, ...]) -> str:
    return " ".join([card_name(card) for card in cards])


class Builder:
    """Reads a description key by key and gathers every fault on the way."""

    def __init__(self, rules: Northwood, description: Mapping[str, Any]) -> None:
        self.rules = rules
        self.given = description
        self.faults: list[str] = []
        self.state = rules.blank()

    def build(self) -> NorthwoodState:
        """The position.

        Raises:
            PositionError: with every fault found.
        """
        if not isinstance(self.given, Mapping):
            raise PositionError([f"A position is a dict, not {self.given!r}."])
        for key in self.given:
            if key not in KEYS:
                self.faults.append(
                    f"There is no key {key!r}.{nearest(str(key), KEYS)} The keys are: {', '.join(KEYS)}."
                )
        self.read_fiefs()
        self.read_characters()
        self.read_cards()
        self.read_counts()
        self.read_phase()
        if self.faults:
            raise PositionError(self.faults)
        return self.state

    # -- small readers -------------------------------------------------------------------------------------------------

    def fault(self, text: str) -> None:
        """Remember a fault."""
        self.faults.append(text)

    def texts(self, key: str, value: object = None) -> list[str]:
        """The value of a key, or the value given, as a list of words."""
        if value is None:
            value = self.given.get(key)
        if value is None:
            return []
        if isinstance(value, str):
            return value.replace(",", " ").split()
        if isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
            return list(value)
        self.fault(f"{key!r} should be a text such as 'C5 F2' or a list of texts, not {value!r}.")
        return []

    def whole(self, key: str, value: object, low: int, high: int) -> int | None:
        """A whole number in a range; None, and a fault, otherwise."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"{key!r} should be a whole number from {low} to {high}, not {value!r}.")
            return None
        return value

    def fief_numbers(self, key: str) -> list[int]:
        """A list of fief numbers."""
        value = self.given.get(key, [])
        if not isinstance(value, (list, tuple)):
            self.fault(f"{key!r} should be a list of fief numbers, not {value!r}.")
            return []
        found = [self.whole(key, one, 0, self.rules.fiefs - 1) for one in value]
        return [one for one in found if one is not None]

    def cards(self, key: str, value: object = None) -> tuple[int, ...]:
        """A list of cards of this game's deck: the value of a key, or the value given."""
        found: list[int] = []
        for word in self.texts(key, value):
            try:
                card = card_of(word)
            except WorkbenchError as fault:
                self.fault(f"{key!r}: {fault}")
                continue
            if not self.rules.full_deck & BIT[card]:
                self.fault(
                    f"{key!r}: {word} is not in this game's deck, whose highest value is {self.rules.options['highest_value']}."
                )
            found.append(card)
        return tuple(found)

    def character(self, key: str, word: str) -> int:
        """A character by its code; NONE, and a fault, otherwise."""
        try:
            return character_of(word)
        except WorkbenchError as fault:
            self.fault(f"{key!r}: {fault}")
            return NONE

    # -- the parts of a position ---------------------------------------------------------------------------------------

    def read_fiefs(self) -> None:
        """Which fiefs are won and lost, and which one is visited."""
        state, rules = self.state, self.rules
        friendly = self.fief_numbers("friendly") if "friendly" in self.given else list(rules.start_friendly)
        failed = self.fief_numbers("failed")
        for fief in sorted(set(friendly) & set(failed)):
            self.fault(f"Fief {fief} cannot be friendly and failed at once.")
        status = [UNVISITED] * rules.fiefs
        for fief in friendly:
            status[fief] = FRIENDLY
        for fief in failed:
            status[fief] = FAILED
        state.status = tuple(status)
        if self.given.get("fief") is not None:
            current = self.whole("fief", self.given["fief"], 0, rules.fiefs - 1)
            if current is not None:
                state.fief = current
                if status[current] != UNVISITED:
                    self.fault(f"Fief {current} is visited already, so the visiting card cannot stand there.")

    def read_characters(self) -> None:
        """Allies, rulers and substitutes; each character is in one place."""
        state, rules = self.state, self.rules
        words = self.texts("allies") if "allies" in self.given else self.usual_allies()
        if len(words) != SLOTS:
            self.fault(f"'allies' should name four characters, not {len(words)}.")
        allies = [NONE] * SLOTS
        for slot, word in enumerate(words[:SLOTS]):
            if word.endswith("*"):
                state.exhausted |= BIT[slot]
            code = word.rstrip("*")
            allies[slot] = NONE if code == "-" else self.character("allies", code)
        state.allies = tuple(allies)
        substitutes, origins = [NONE] * SLOTS, [NONE] * SLOTS
        entries = self.given.get("substitutes", [])
        for entry in entries if isinstance(entries, (list, tuple)) else [entries]:
            if not isinstance(entry, Mapping) or set(entry) != {"slot", "fief", "character"}:
                self.fault(f"A substitute is written {{'slot': 1, 'fief': 2, 'character': 'CK'}}, not {entry!r}.")
                continue
            place = self.whole("slot", entry["slot"], 0, SLOTS - 1)
            fief = self.whole("fief", entry["fief"], 0, rules.fiefs - 1)
            one = self.character("substitutes", str(entry["character"]))
            if place is None or fief is None:
                continue
            if substitutes[place] != NONE:
                self.fault(f"Slot {place} is covered twice.")
            if state.status[fief] != FRIENDLY:
                self.fault(f"The substitute on slot {place} comes from fief {fief}, which is not friendly.")
            substitutes[place], origins[place] = one, fief
        state.substitutes, state.substitute_fiefs = tuple(substitutes), tuple(origins)
        self.read_rulers()
        placed = [*state.allies, *state.rulers, *state.substitutes]
        for one in sorted({one for one in placed if one >= 0 and placed.count(one) > 1}):
            self.fault(f"The character {character_name(one)} is in two places.")
        for word in self.texts("unseen"):
            one = self.character("unseen", word)
            if one >= 0:
                state.unseen |= BIT[one]
                if one in placed:
                    self.fault(f"The character {word} has a place, so it cannot be unseen.")
        hidden = state.rulers.count(FACE_DOWN)
        if hidden and "unseen" not in self.given:
            named = [character_of(code) for code in rules.options["rulers"].split()]
            state.unseen = sum(1 << one for one in named if one not in placed)
        if hidden and bin(state.unseen).count("1") < hidden:
            self.fault(f"{hidden} rulers lie face down, but 'unseen' names fewer characters.")

    def read_rulers(self) -> None:
        """Who lies on which fief."""
        state, rules = self.state, self.rules
        taken = {*state.allies, *state.substitutes}
        rulers = [NONE] * rules.fiefs
        explicit = "rulers" in self.given
        if explicit:
            words = self.texts("rulers")
            if len(words) != rules.fiefs:
                self.fault(f"'rulers' should have an entry for each of the {rules.fiefs} fiefs, not {len(words)}.")
            for fief, word in enumerate(words[: rules.fiefs]):
                rulers[fief] = {"-": NONE, "?": FACE_DOWN}.get(word) or self.character("rulers", word)
        if "ruler" in self.given:
            if explicit or state.fief == NONE:
                self.fault("'ruler' names the ruler of the current fief: give 'fief' with it, and not 'rulers'.")
            else:
                rulers[state.fief] = self.character("ruler", str(self.given["ruler"]))
        if not explicit:
            spare = [one for one in self.usual_rulers() if one not in taken and one not in rulers]
            for fief in range(rules.fiefs):
                if rulers[fief] == NONE and state.status[fief] != FAILED and fief not in state.substitute_fiefs:
                    rulers[fief] = FACE_DOWN if rules.hidden_rulers else spare.pop(0)
        self.check_rulers(rulers)
        state.rulers = tuple(rulers)

    def check_rulers(self, rulers: list[int]) -> None:
        """Unvisited fiefs have a ruler, failed ones have none; the current one lies face up."""
        phase = self.given.get("phase")
        for fief, ruler in enumerate(rulers):
            status = self.state.status[fief]
            if status == FAILED and ruler != NONE:
                self.fault(f"Fief {fief} has failed, so it has no ruler.")
            if status == UNVISITED and ruler == NONE and phase != "set_up":
                self.fault(f"Fief {fief} is unvisited, so it has a ruler.")
            if status == FRIENDLY and ruler == FACE_DOWN:
                self.fault(f"Fief {fief} is friendly, so its ruler lies face up.")
        turning = phase == "turn_up" or self.given.get("to_move") == CHANCE
        if self.state.fief != NONE and rulers[self.state.fief] == FACE_DOWN and not turning:
            self.fault(f"The visit is at fief {self.state.fief}, so its ruler lies face up.")

    def usual_allies(self) -> list[str]:
        """The allies of the set-up: those named by the options, else the Jacks that are not rulers here."""
        named: list[str] = self.rules.options["allies"].split()
        return named or ["CJ", "FJ", "LJ", "EJ"]

    def usual_rulers(self) -> list[int]:
        """The rulers of the set-up in a fixed order, followed by everybody else."""
        codes = self.rules.options["rulers"].split() or ["CQ", "FQ", "LQ", "EQ", "CK", "FK", "LK", "EK"]
        first = [character_of(code) for code in codes]
        return first + [one for one in range(CHARACTERS) if one not in first]

    def read_cards(self) -> None:
        """Hand, deck and piles; every card is in one place, and none is missing."""
        state, rules = self.state, self.rules
        hand, deck, known = self.cards("hand"), self.cards("deck"), self.cards("known")
        discard, score = self.cards("discard"), self.cards("score")
        statement = self.given.get("statement")
        if statement is not None:
            try:
                state.statement = card_of(str(statement))
            except WorkbenchError as fault:
                self.fault(f"'statement': {fault}")
            if state.statement != NONE and state.statement not in discard:
                discard = (*discard, int(state.statement))
        named = [*hand, *deck, *discard, *score]
        for card in sorted({card for card in named if named.count(card) > 1}):
            self.fault(f"The card {card_name(card)} is in two places.")
        missing = rules.full_deck & ~mask_of(tuple(named))
        if "deck" not in self.given:
            deck, missing = (*deck, *cards_in(missing)), 0
        for card in known:
            if card not in deck:
                self.fault(f"The card {card_name(card)} is named in 'known', so it must be in the deck.")
        if len(set(known)) != len(known):
            self.fault("'known' names a card twice.")
        state.hand, state.deck, state.known = mask_of(hand), mask_of(deck), known
        state.discard_pile, state.score_pile = (*cards_in(missing), *discard), score
        if state.statement != NONE and (not state.discard_pile or state.discard_pile[-1] != state.statement):
            self.fault("The statement lies on top of the discard pile: name it last in 'discard'.")

    def read_counts(self) -> None:
        """Plain numbers and marks."""
        state, rules = self.state, self.rules
        limits = {"activations": 5, "visit_activations": 8, "riders": 5, "dealing": CARDS}
        for key in NUMBERS:
            if key in self.given:
                value = self.whole(key, self.given[key], 0, limits[key])
                if value is not None:
                    setattr(state, key, value)
        if self.given.get("last_substitute") is not None:
            value = self.whole("last_substitute", self.given["last_substitute"], 0, rules.fiefs - 1)
            state.last_substitute = NONE if value is None else value
        for fief in self.fief_numbers("revealed"):
            state.revealed |= BIT[fief]
        outcome = self.given.get("outcome", "running")
        if outcome not in OUTCOMES:
            self.fault(f"'outcome' should be one of {', '.join(OUTCOMES)}, not {outcome!r}.")
        else:
            state.outcome = OUTCOMES.index(outcome)
        frame = self.given.get("ability")
        if frame is None:
            return
        if not isinstance(frame, Mapping) or set(frame) - {"slot", "step", "counter", "pending"}:
            self.fault(
                f"'ability' is written {{'slot': 1, 'step': 0, 'counter': 2, 'pending': 'C5 F5'}}, not {frame!r}."
            )
            return
        for key, low, high in (("slot", NONE, SLOTS - 1), ("step", 0, 9), ("counter", 0, 99)):
            value = self.whole(key, frame.get(key, 0), low, high)
            if value is not None:
                setattr(state, key, value)
        state.pending = mask_of(self.cards("pending", frame.get("pending", "")))
        if state.pending & ~state.hand:
            self.fault("The cards in 'pending' are about to leave the hand, so they must be in it.")

    # -- the phase -----------------------------------------------------------------------------------------------------

    def read_phase(self) -> None:
        """Which phase it is, and whether the rest fits it."""
        state, rules = self.state, self.rules
        name = self.given.get("phase") or self.likely_phase()
        if name not in rules.phases:
            self.fault(f"There is no phase {name!r}.{nearest(str(name), rules.phases)}")
            return
        phase = rules.phases[name]
        chance_only = name in ("set_up", "deal", "turn_up", "statement", "reveal_stars")
        mover = self.given.get("to_move", CHANCE if chance_only else OVER if name == "game_over" else 0)
        if mover not in (CHANCE, OVER, 0):
            self.fault(f"'to_move' should be 0, {CHANCE} (chance) or {OVER} (over), not {mover!r}.")
            return
        state.phase, state.to_move = phase, mover
        if name == "end_of_visit":
            self.fault("Nothing is ever decided at the end of a visit, so no position stands there.")
        in_visit = isinstance(phase, Ability) or name in (
            "substitute",
            "turn_up",
            "ability_window",
            "statement",
            "respond",
        )
        if in_visit and state.fief == NONE:
            self.fault(f"The phase {name!r} is part of a visit: say which with 'fief'.")
        dealt = name in ("ability_window", "statement", "respond") or isinstance(phase, Ability)
        if dealt and state.hand == 0 and not isinstance(phase, Ability):
            self.fault("The hand is empty, so the visit would have ended.")
        if dealt and state.deck == 0 and name in ("ability_window", "statement"):
            self.fault("The deck is empty, so the visit would have ended.")
        if name == "respond" and state.statement == NONE:
            self.fault("The phase 'respond' needs a 'statement'.")
        if name != "respond" and state.statement != NONE:
            self.fault("A statement awaits a response, so the phase is 'respond'.")
        if name == "choose_fief" and state.hand == 0 and not rules.choose_before_deal:
            self.fault("The fief is chosen with the hand in sight: name the cards in 'hand'.")
        if name == "deal":
            state.dealing = state.dealing or rules.hand_size - count(state.hand)
        if name == "game_over":
            self.read_result()
        elif state.outcome != RUNNING:
            self.fault("A game with an outcome is over: its phase is 'game_over'.")
        elif UNVISITED not in state.status and name != "reveal_stars":
            self.fault("All fiefs are visited, so the game is over.")
        if not self.faults and state.to_move != OVER and not phase.legal(state):
            self.fault(f"Nothing could be done in the phase {name!r} here.")

    def read_result(self) -> None:
        """A finished game needs a result; left out, it is worked out."""
        state = self.state
        state.to_move = OVER
        if "outcome" not in self.given and not self.faults:
            state.outcome = WON if self.rules.game_over.won(state) else LOST
        elif state.outcome == RUNNING:
            self.fault("The game is over, so its outcome is won or lost.")

    def likely_phase(self) -> str:
        """The phase that the other keys suggest."""
        state = self.state
        if UNVISITED not in state.status:
            return "game_over"
        if state.statement != NONE:
            return "respond"
        if state.fief != NONE:
            return "ability_window"
        if state.hand or self.rules.choose_before_deal:
            return "choose_fief"
        return "deal"


def build(rules: Northwood, description: Mapping[str, Any]) -> NorthwoodState:
    """Build a position from a readable dict; it keeps the invariants of NW-TERM-5.

    Args:
        rules: the game with its options.
        description: the position; the module's text lists the keys.

    Returns:
        the position.

    Raises:
        PositionError: the position is impossible; every reason is named.
    """
    return Builder(rules, description).build()
