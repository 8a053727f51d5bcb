"""The fields of a position of For Northwood! in one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.fields import (
    Kind,
    OneOf,
    Pile,
    Places,
    Shown,
    StateField,
    StateFields,
    Subset,
    Things,
    Whole,
    Written,
)
from workbench.core.tensor import one_hots, share
from workbench.games.northwood.components import (
    CARDS,
    CHARACTERS,
    FACE_DOWN,
    FIEFS,
    MOST_COUNTED,
    NO_ONE,
    NONE,
    SLOTS,
    STATUS_NAMES,
    VALUES,
    card_name,
    cards_in,
    character_name,
)
from workbench.games.northwood.state import RUNNING, NorthwoodState

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood

MOST: Final = 16
"""A number that no count of an ability or a visit reaches in play."""
STEPS: Final = 10
OUTCOMES: Final = ("running", "won", "lost")


class Allies(Kind):
    """Four characters in slot order; a star behind one marks its slot as exhausted.

    >>> kind = Allies(Things("character", ("CJ", "FJ"), also={"-": NONE}))
    >>> kind.read("CJ* - fj -", (NO_ONE, 0), "'allies'", [])
    ((0, -1, 1, -1), 1)
    """

    def __init__(self, characters: Things) -> None:
        self.slots = Places(characters, SLOTS)
        self.example = "CJ FJ* LJ EJ"
        self.form = f"a text or list of four characters, such as {self.example!r}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the allies, and which of them are exhausted."""
        if not isinstance(given, (str, list, tuple)):
            self.wrong(given, where, faults)
            return value
        words = given.replace(",", " ").split() if isinstance(given, str) else [str(word) for word in given]
        if len(words) != SLOTS:
            faults.append(f"{where} should name four characters, not {len(words)}.")
            return value
        allies = self.slots.read([word.rstrip("*") for word in words], value[0], where, faults)
        return allies, sum([1 << slot for slot, word in enumerate(words[:SLOTS]) if word.endswith("*")])

    def write(self, value: Any) -> Any:
        """Write names, some with stars."""
        names = [str(self.slots.things.name(ally)) for ally in value[0]]
        return " ".join([name + ("*" if value[1] >> slot & 1 else "") for slot, name in enumerate(names)])


class Record(Kind):
    """Several values, each with a name, written as a dict; values left out are blank.

    Args:
        parts: a kind and a blank value for each name.
        whole: whether every name must be given.
    """

    def __init__(self, parts: Mapping[str, tuple[Kind, Any]], whole: bool = False) -> None:
        self.parts, self.whole = parts, whole
        self.example = {name: kind.example for name, (kind, _) in parts.items()}
        self.form = f"a dict such as {self.example!r}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the values part by part."""
        if (
            not isinstance(given, Mapping)
            or set(given) - set(self.parts)
            or (self.whole and len(given) < len(self.parts))
        ):
            self.wrong(given, where, faults)
            return value
        return tuple(
            [
                kind.read(given[name], blank, f"{name!r} of {where}", faults) if name in given else blank
                for name, (kind, blank) in self.parts.items()
            ]
        )

    def write(self, value: Any) -> Any:
        """Write all parts; null if all are blank."""
        if tuple(value) == tuple([blank for _, blank in self.parts.values()]):
            return None
        return {name: kind.write(one) for (name, (kind, _)), one in zip(self.parts.items(), value, strict=True)}


class Brought(Kind):
    """Rulers brought in: a list with a dict for each."""

    def __init__(self, fiefs: Things, characters: Things) -> None:
        slot, fief = OneOf(Things("slot", range(SLOTS))), OneOf(fiefs)
        self.entry = Record({"slot": (slot, NONE), "fief": (fief, NONE), "character": (OneOf(characters), NONE)}, True)
        self.example = [self.entry.example]
        self.form = f"a list such as {self.example!r}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the rulers one after another."""
        if not isinstance(given, (list, tuple)):
            self.wrong(given, where, faults)
            return value
        characters, origins = list(NO_ONE), list(NO_ONE)
        for one in given:
            slot, fief, character = self.entry.read(one, (NONE, NONE, NONE), f"an entry of {where}", faults)
            if NONE in (slot, fief, character):
                continue
            if characters[slot] != NONE:
                faults.append(f"Slot {slot} is covered twice.")
            if fief in origins:
                faults.append(f"Two substitutes come from fief {fief}, which has one ruler.")
            characters[slot], origins[slot] = character, fief
        return tuple(characters), tuple(origins)

    def write(self, value: Any) -> Any:
        """Write the rulers that are there."""
        entries = [(slot, fief, one) for slot, (one, fief) in enumerate(zip(*value, strict=True)) if one != NONE]
        return [self.entry.write(entry) for entry in entries]


def fields(rules: Northwood) -> StateFields:
    """Return every field of a position. Sets are masks; the last card of a pile lies on top.

    The player may look through both piles at any time (NW-FAQ-1), and so always knows which cards the deck holds (NW-FAQ-2). A
    view therefore hides nothing, and the order of the deck is drawn only when a card is revealed.
    """
    fiefs = int(rules.fiefs)
    fief = Things("fief", range(fiefs), shape=(FIEFS,))
    cards = Things(
        "card", {card: card_name(card) for card in cards_in(rules.deck_to_highest_value)}, shape=(CARDS // VALUES, VALUES)
    )
    characters = Things("character", [character_name(one) for one in range(CHARACTERS)])
    rulers = Things("character", characters.names, also={"-": NONE, "?": FACE_DOWN})
    allies = Things("character", characters.names, also={"-": NONE})
    slots = Things("slot", range(SLOTS))

    def ruler_numbers(state: NorthwoodState) -> list[float]:
        found = [CHARACTERS if one == FACE_DOWN else one for one in state.rulers] + [NONE] * (FIEFS - fiefs)
        return one_hots(found, CHARACTERS + 1)

    def status_numbers(state: NorthwoodState) -> list[float]:
        found = [int(state.status(one)) for one in range(fiefs)] + [NONE] * (FIEFS - fiefs)
        return one_hots(found, len(STATUS_NAMES))

    return StateFields(
        StateField(
            "rulers",
            Places(rulers, fiefs, list),
            [NONE] * fiefs,
            "The ruler of each fief: - for none, ? for one face down.",
            tensor=None,
        ),
        Shown(
            "rulers",
            (FIEFS, CHARACTERS + 1),
            "For each fief 1 at its ruler, or at the last place if it lies face down.",
            ruler_numbers,
        ),
        Written(
            "ruler",
            (),
            OneOf(characters),
            "Short for the ruler of the current fief; the others are filled up from the set-up.",
        ),
        StateField("friendly", Subset(fief, listed=True), int(rules.first_friendly), "The fiefs won.", tensor=None),
        StateField("failed", Subset(fief, listed=True), 0, "The fiefs lost; all others are unvisited.", tensor=None),
        Shown(
            "status", (FIEFS, len(STATUS_NAMES)), "For each fief 1 at unvisited, friendly or failed.", status_numbers
        ),
        Written(
            "allies",
            ("allies", "exhausted"),
            Allies(allies),
            "The ally on each slot; a star marks the slot as exhausted.",
        ),
        StateField("allies", Places(allies, SLOTS), NO_ONE, "The ally on each slot.", key=""),
        Written(
            "substitutes",
            ("substitutes", "substitute_fiefs"),
            Brought(fief, characters),
            "Rulers brought in over allies.",
        ),
        StateField("substitutes", Places(allies, SLOTS), NO_ONE, "The ruler brought in over each ally.", key=""),
        StateField("substitute_fiefs", Places(fief, SLOTS), NO_ONE, "The fief that ruler came from.", key=""),
        StateField("exhausted", Subset(slots), 0, "The slots that are exhausted.", key=""),
        StateField(
            "unseen",
            Subset(characters),
            0,
            "Characters not seen yet: in the set-up those still to be dealt, later those face down.",
        ),
        StateField("fief", OneOf(fief), NONE, "The fief under the visiting card."),
        StateField("hand", Subset(cards), 0, "The cards in hand."),
        StateField(
            "deck",
            Subset(cards),
            int(rules.deck_to_highest_value),
            "The cards in the deck; those named nowhere, unless it is given.",
        ),
        StateField(
            "known", Pile(cards), (), "The cards on top of the deck that the player knows, the first one first."
        ),
        StateField(
            "discard_pile",
            Pile(cards, list),
            [],
            "The discard pile; cards named nowhere lie at its bottom.",
            key="discard",
            tensor="discard_pile",
        ),
        StateField("score_pile", Pile(cards, list), [], "The score pile.", key="score", tensor="score_pile"),
        Shown("points", (1,), "Cards in the score pile, of 8.", lambda state: share(len(state.score_pile), 8)),
        StateField(
            "statement", OneOf(cards), NONE, "The statement that awaits a response: the last card of the discard pile."
        ),
        Written(
            "ability",
            ("slot", "step", "counter", "pending"),
            Record(
                {
                    "slot": (Whole(NONE, SLOTS - 1), NONE),
                    "step": (Whole(0, STEPS - 1), 0),
                    "counter": (Whole(0, 99), 0),
                    "pending": (Subset(cards), 0),
                }
            ),
            "Where the text of an ability is.",
        ),
        StateField("activations", Whole(0, 5, MOST), 0, "Activations before the coming statement."),
        StateField(
            "visit_activations", Whole(0, MOST_COUNTED, MOST), 0, "Activations in this visit; nobody counts further."
        ),
        StateField("riders", Whole(0, 5, MOST), 0, "Baron of Eyes effects waiting for the response."),
        StateField("dealing", Whole(0, CARDS, MOST), 0, "Cards still to be dealt.", unit="cards"),
        StateField("last_substitute", OneOf(fief), NONE, "The fief of the last ruler brought in."),
        StateField("slot", OneOf(slots), NONE, "The slot whose ability is being carried out.", key=""),
        StateField("step", OneOf(Things("step", range(STEPS)), None), 0, "Where in its text the ability is.", key=""),
        StateField("counter", Whole(0, 99, MOST), 0, "What the ability counts: draws, rounds, a sum.", key=""),
        StateField("pending", Subset(cards), 0, "Cards the ability has picked out and not moved yet.", key=""),
        StateField("revealed", Subset(fief, listed=True), 0, "Fiefs revealed at the end by the hidden-three rule."),
        StateField("outcome", OneOf(Things("outcome", OUTCOMES), None), RUNNING, "Whether the game is won."),
    )
