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

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError, WorkbenchError, nearest
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.abilities.ability import LANDING, Ability
from workbench.games.northwood.choosing import HIDDEN_FIEFS
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
    VALUE_MASK,
    VALUES,
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
MOVERS: Final = {
    "set_up": (CHANCE,),
    "deal": (CHANCE,),
    "choose_fief": (0,),
    "turn_up": (CHANCE,),
    "substitute": (0,),
    "ability_window": (0,),
    "statement": (CHANCE,),
    "respond": (0,),
    "reveal_stars": (CHANCE,),
    "game_over": (OVER,),
}
"""Who moves in each phase; in the abilities it may be the player or chance."""
OUTSIDE_VISITS: Final = ("set_up", "choose_fief", "reveal_stars", "game_over")
TURNING: Final = ("jack_of_leaves", "prince_of_leaves")
"""The abilities that may bring the visit to a ruler who lies face down."""
MAY_EMPTY_HAND: Final = ("deal", "reveal_stars", "game_over", "lady_of_claws", "prince_of_eyes", "baron_of_eyes")
"""The phases that may find no card in hand; the three abilities because they give a card before they draw."""
QUEEN_OF_LEAVES: Final = character_of("LQ")
WAITS: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...], int, int]]] = {
    "jack_of_claws": ((0,), (), 0, 0),
    "queen_of_claws": ((0, 1), (1,), 0, 7),
    "king_of_claws": ((), (1, LANDING), 0, 0),
    "prince_of_claws": ((0,), (0,), 0, 0),
    "lady_of_claws": ((0,), (0,), 0, VALUES - 1),
    "baron_of_claws": ((), (0,), 0, 0),
    "jack_of_flowers": ((), (LANDING,), 0, 0),
    "king_of_flowers": ((), (*range(VALUES + 1),), 0, 0),
    "prince_of_flowers": ((), (0, LANDING), 1, VALUES),
    "lady_of_flowers": ((), (0,), 0, 0),
    "baron_of_flowers": ((), (LANDING,), 0, 0),
    "jack_of_leaves": ((0,), (0,), 0, 0),
    "king_of_leaves": ((0,), (0,), 0, 0),
    "prince_of_leaves": ((0,), (0,), 0, 0),
    "lady_of_leaves": ((0,), (0,), 0, 0),
    "baron_of_leaves": ((), (0, 1), 0, 0),
    "jack_of_eyes": ((0,), (1,), 0, 2),
    "queen_of_eyes": ((0,), (), 0, 0),
    "king_of_eyes": ((1,), (0, LANDING), 0, 11),
    "prince_of_eyes": ((0,), (0, 1), 1, SLOTS),
    "lady_of_eyes": ((1, 2), (3, 4), 0, 2 * VALUES),
    "baron_of_eyes": ((0,), (0,), 1, VALUES),
}
"""Where each ability may wait: the steps at which it draws, those at which it asks, and the range of its counter."""
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
        "friendly": [fief for fief in range(state.rules.fiefs) if state.friendly & BIT[fief]],
        "failed": [fief for fief in range(state.rules.fiefs) if state.failed & BIT[fief]],
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


def _words(cards: Sequence[int]) -> str:
    return " ".join([card_name(card) for card in cards])


class Builder:
    """Reads a description key by key and gathers every fault on the way."""

    def __init__(self, rules: Northwood, description: Mapping[str, Any]) -> None:
        self.rules = rules
        self.given = description
        self.faults: list[str] = []
        self.state = rules.blank()
        self.vacant = False  # whether a slot is said to have no ally

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
        state.friendly, state.failed = mask_of(tuple(friendly)), mask_of(tuple(failed))
        if self.given.get("fief") is not None:
            current = self.whole("fief", self.given["fief"], 0, rules.fiefs - 1)
            if current is not None:
                state.fief = current
                if state.status(current) != UNVISITED:
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
            if code == "-":
                self.vacant = True
            else:
                allies[slot] = self.character("allies", code)
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
            if fief in origins:
                self.fault(f"Two substitutes come from fief {fief}, which has one ruler.")
            if state.status(fief) != FRIENDLY:
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
        if "unseen" not in self.given:
            down = [fief for fief, ruler in enumerate(state.rulers) if ruler == FACE_DOWN]
            usual = self.usual_rulers()
            spare = [one for one in [*[usual[fief] for fief in down], *usual] if one not in placed]
            for one in list(dict.fromkeys(spare))[: len(down) + rules.masks_left_over()]:
                state.unseen |= BIT[one]

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
            self.fill_rulers(rulers, taken)
        self.check_rulers(rulers)
        state.rulers = rulers

    def fill_rulers(self, rulers: list[int], taken: set[int]) -> None:
        """Rulers left out: each fief has the one of the set-up, or another one where that one is needed elsewhere."""
        state = self.state
        usual = [one for one in self.usual_rulers() if one not in taken and one not in rulers]
        waiting = []
        for fief, first in enumerate(self.usual_rulers()[: len(rulers)]):
            if rulers[fief] != NONE or state.status(fief) == FAILED or fief in state.substitute_fiefs:
                continue
            if self.rules.hidden_rulers and state.status(fief) == UNVISITED and fief != state.fief:
                rulers[fief] = FACE_DOWN
            elif first in usual:
                rulers[fief] = first
            else:
                waiting.append(fief)
        others = [one for one in usual if one not in rulers]
        for fief in waiting:
            rulers[fief] = others.pop(0)

    def check_rulers(self, rulers: list[int]) -> None:
        """Unvisited fiefs have a ruler, failed ones have none, friendly ones have theirs face up or on a slot."""
        phase = self.given.get("phase")
        for fief, ruler in enumerate(rulers):
            status = self.state.status(fief)
            if status == FAILED and ruler != NONE:
                self.fault(f"Fief {fief} has failed, so it has no ruler.")
            if status == UNVISITED and ruler == NONE and phase != "set_up":
                self.fault(f"Fief {fief} is unvisited, so it has a ruler.")
            if status == FRIENDLY and ruler == FACE_DOWN:
                self.fault(f"Fief {fief} is friendly, so its ruler lies face up.")
            if fief in self.state.substitute_fiefs and ruler != NONE:
                self.fault(f"The ruler of fief {fief} is brought in, so the fief has none.")

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
        statements = self.cards("statement")
        if len(statements) > 1:
            self.fault("'statement' should be one card.")
        elif statements:
            state.statement = statements[0]
            if state.statement not in discard:
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
        state.discard_pile, state.score_pile = [*cards_in(missing), *discard], list(score)
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
        exhausted = bin(state.exhausted).count("1")
        if "visit_activations" not in self.given:
            state.visit_activations = exhausted
        elif state.visit_activations < exhausted:
            self.fault(f"{exhausted} allies are exhausted, so there were as many activations in this visit, or more.")
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
        if not isinstance(name, str) or name not in rules.phases:
            self.fault(f"There is no phase {name!r}.{nearest(str(name), rules.phases)}")
            return
        if name == "end_of_visit":
            self.fault("Nothing is ever decided at the end of a visit, so no position stands there.")
            return
        state.phase = rules.phases[name]
        movers = MOVERS.get(name, (0, CHANCE))
        mover = self.given.get("to_move", movers[0])
        if isinstance(mover, bool) or mover not in movers:
            self.fault(f"In the phase {name!r} 'to_move' is {' or '.join(map(str, movers))}, not {mover!r}.")
            return
        state.to_move = int(mover)
        self.check_visit(name)
        self.check_hand(name)
        self.check_people(name)
        if isinstance(state.phase, Ability):
            self.check_ability(name)
        elif state.slot != NONE or state.step or state.counter or state.pending:
            self.fault(f"The phase {name!r} is no ability, so there is no 'ability' to carry out.")
        self.check_end(name)
        if not self.faults and state.to_move != OVER and not state.legal():
            self.fault(f"Nothing could be done in the phase {name!r} here.")

    def check_visit(self, name: str) -> None:
        """What belongs to a visit is there during a visit, and only then."""
        state, rules = self.state, self.rules
        outside = not rules.choose_before_deal if name == "deal" else name in OUTSIDE_VISITS
        if not outside and state.fief == NONE:
            self.fault(f"The phase {name!r} is part of a visit: say which with 'fief'.")
        if outside:
            if state.fief != NONE:
                self.fault(f"The phase {name!r} is not part of a visit, so 'fief' is null.")
            if state.exhausted or state.activations or state.visit_activations or state.riders:
                self.fault("Allies are used in visits only, and all are ready again after a visit.")
            if max(state.substitutes) != NONE or state.last_substitute != NONE:
                self.fault("Friendly rulers are brought in during a visit, and leave at its end.")
            if state.score_pile:
                self.fault("Between visits the score pile is empty.")
        if name == "respond" and state.statement == NONE:
            self.fault("The phase 'respond' needs a 'statement'.")
        if name != "respond" and state.statement != NONE:
            self.fault("A statement awaits a response, so the phase is 'respond'.")
        if name == "ability_window" and not rules.abilities_on:
            self.fault("Abilities are off, so no ally can be activated.")
        if not rules.substitutes_allowed and (name == "substitute" or max(state.substitutes) != NONE):
            self.fault("In this game no friendly ruler can be brought in.")

    def check_hand(self, name: str) -> None:
        """Hand and deck as the phase needs them."""
        state, rules = self.state, self.rules
        held, left = count(state.hand), count(state.deck)
        before_deal = name in ("choose_fief", "turn_up", "substitute") and rules.choose_before_deal
        if name == "deal":
            needed = rules.hand_size - held
            state.dealing = state.dealing or max(0, needed)
            if needed < 1 or state.dealing != needed:
                self.fault(
                    f"The hand is dealt up to {rules.hand_size} cards: 'hand' and 'dealing' must add up to that."
                )
        elif state.dealing:
            self.fault("Cards are dealt in the phase 'deal' only, so 'dealing' is 0.")
        if before_deal or name == "set_up":
            if state.hand:
                self.fault("The hand has not been dealt yet, so it is empty.")
            needed = rules.hand_size
        elif name == "choose_fief" and not state.hand:
            self.fault("The fief is chosen with the hand in sight: name the cards in 'hand'.")
        elif name not in MAY_EMPTY_HAND and not state.hand:
            self.fault("The hand is empty, so the visit would have ended.")
        if name in ("set_up", "deal") or before_deal:
            if left <= needed:
                self.fault(f"The deck must hold more than the {needed} card(s) still to be dealt.")
        elif name in ("choose_fief", "turn_up", "substitute", "ability_window", "statement") and not left:
            self.fault("The deck is empty, so the visit would have ended.")
        elif name == "respond" and not left and rules.end_at_statement:
            self.fault("The statement emptied the deck, which ends the visit by the option `visit_end_check`.")

    def check_people(self, name: str) -> None:
        """Everybody has a place after the set-up, and can find one during it."""
        state, rules = self.state, self.rules
        here = state.rulers[state.fief] if state.fief != NONE else NONE
        turning = name == "turn_up" or (name in TURNING and state.to_move == CHANCE)
        if here == FACE_DOWN and not turning:
            self.fault(f"The visit is at fief {state.fief}, so its ruler lies face up.")
        if here >= 0 and turning:
            self.fault(f"The ruler of fief {state.fief} lies face up already.")
        hidden, unseen = state.rulers.count(FACE_DOWN), bin(state.unseen).count("1")
        if hidden and not rules.hidden_rulers:
            self.fault("Rulers lie face up in this game; the option `hidden_rulers` changes that.")
            return
        if name == "set_up":
            if hidden or not self.setup_can_go_on():
                self.fault("The characters in 'unseen' do not fit the places that are still open ('-').")
            return
        if self.vacant:
            self.fault("After the set-up every slot has an ally.")
        beyond = rules.masks_left_over()
        if hidden + beyond != unseen:
            more = f" (and {beyond} beyond the end of the row)" if beyond else ""
            self.fault(f"As many rulers lie face down{more} as characters are unseen, not {hidden} and {unseen}.")

    def setup_can_go_on(self) -> bool:
        """Whether the characters still to be revealed can fill the open places, and there are some."""
        state = self.state
        left = [bin(state.unseen >> (6 * suit) & 63).count("1") for suit in range(SLOTS)]
        open_fiefs = state.rulers.count(NONE)
        if self.rules.setup != "full":
            return NONE not in state.allies and 0 < open_fiefs <= sum(left)
        supply = 0
        for suit, number in enumerate(left):
            waiting = int(state.allies[suit] == NONE)  # the first of a suit becomes its ally
            if number < waiting:
                return False
            supply += min(number - waiting, 2 - self.rules.set_up.rulers_of(state, suit))
        return open_fiefs <= supply and (open_fiefs > 0 or NONE in state.allies)

    def check_ability(self, name: str) -> None:
        """An ability waits at one of its own steps, on a slot that was exhausted for it."""
        state, rules = self.state, self.rules
        own = [character for character, ability in enumerate(rules.abilities) if ability is state.phase]
        if name == "baron_of_eyes":  # it waits after the response, when no slot is active any more
            if state.slot != NONE:
                self.fault("The Baron of Eyes waits for the response, so its slot is -1.")
        elif state.slot == NONE or not state.exhausted & BIT[state.slot]:
            self.fault(
                "An ability is carried out by an exhausted ally: name its slot in 'ability' and mark it with '*'."
            )
        else:
            active = state.active(int(state.slot))
            copied = active == QUEEN_OF_LEAVES and (
                state.rulers[state.fief] in own or (name in TURNING and state.to_move == CHANCE)
            )
            if active not in own and not copied:
                self.fault(f"The character on slot {state.slot} does not have the ability {name!r}.")
        if name in rules.replaced_phases:
            return  # a changed ability has steps of its own
        drawing, asking, low, high = WAITS.get(name, ((), (), 0, 0))
        steps = drawing if state.to_move == CHANCE else asking
        fits = state.step in steps and low <= state.counter <= high
        if state.step == LANDING:
            fits = fits and bool(state.pending & (state.pending - 1))
        elif state.pending:
            fits = fits and name == "prince_of_flowers"
        if name == "lady_of_eyes" and state.to_move == CHANCE:  # the first card drawn is in hand
            drawn = state.hand & VALUE_MASK[min(state.counter, VALUES) - 1] if state.counter else 0
            fits = fits and bool(drawn) == (state.step == 2)
        if name == "king_of_leaves":
            fits = fits and bool(state.known) == (state.to_move == 0)
        if not fits:
            self.fault(f"The ability {name!r} never waits with these values of 'ability', 'known' and 'to_move'.")

    def check_end(self, name: str) -> None:
        """The game is over when it has to be, and only then."""
        state, rules = self.state, self.rules
        visited = not state.unvisited()
        lost = rules.end_of_visit.lost_early(state)
        drawn = HIDDEN_FIEFS if name == "game_over" and visited and not lost and self.hides_fiefs() else 0
        if name == "reveal_stars":
            if not visited or lost or not self.hides_fiefs() or count(state.revealed) >= HIDDEN_FIEFS:
                self.fault(
                    "Fiefs are revealed after the last visit, by the option win_rule='hidden_three', and only three."
                )
        elif count(state.revealed) != drawn:
            self.fault(f"Here {drawn or 'no'} fiefs are 'revealed', not {count(state.revealed)}.")
        if name != "game_over":
            if state.outcome != RUNNING:
                self.fault("A game with an outcome is over: its phase is 'game_over'.")
            if lost:
                self.fault("By the option `lives` or `must_win` the game is lost already.")
            elif visited and name != "reveal_stars":
                self.fault("All fiefs are visited, so the game is over.")
            return
        given_up = rules.may_concede and rules.choose_fief.out_of_reach(state)
        if not visited and not lost and not given_up:
            self.fault("There are fiefs left to visit, so the game is not over.")
        outcome = WON if visited and not lost and rules.game_over.won(state) else LOST
        if "outcome" in self.given and state.outcome != outcome:
            self.fault(f"The outcome is {OUTCOMES[outcome]!r} here, not {self.given['outcome']!r}.")
        state.outcome = outcome

    def hides_fiefs(self) -> bool:
        """Whether three hidden fiefs decide."""
        return self.rules.win_rule == "hidden_three"

    def likely_phase(self) -> str:
        """The phase that the other keys suggest."""
        state = self.state
        if not state.unvisited():
            return "reveal_stars" if self.hides_fiefs() and count(state.revealed) < HIDDEN_FIEFS else "game_over"
        if state.statement != NONE:
            return "respond"
        if state.fief != NONE and self.rules.choose_before_deal and not state.hand:
            return "deal"
        if state.fief != NONE:
            return "ability_window" if self.rules.abilities_on else "statement"
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
