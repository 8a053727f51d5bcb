"""What the phases of Keydom share: asking, going on with what was interrupted, counting uses, and how moves are named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.phase import Phase
from workbench.core.state import CHANCE
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    FIRST_CROP,
    FIRST_PAIR,
    FIRST_PLOT,
    FIRST_STORE,
    FIRST_WORKER,
    LEVELS,
    NONE,
    WORKERS,
)
from workbench.games.keydom.counters import crops_in, from_on, total
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.words import plot_words, stored_words

if TYPE_CHECKING:
    from mypy_extensions import i64

CROP_MENUS: Final = tuple([tuple([FIRST_CROP + crop for crop in range(CROPS) if mask >> crop & 1]) for mask in range(32)])
"""The actions that name some crops, by the mask of these crops."""
NOT_BEFORE: Final[tuple[int, ...]] = (31, 30, 28, 24, 16, 31)
"""For each type the mask of those that do not come before it; the last entry, at NONE, is for no type."""
NOTHING_ELSE: Final = (DONE,)


def crops_to_name(hand: i64, last: i64, need: i64) -> tuple[int, ...]:
    """The actions that name the next of several counters: rising order of type, and so that all can be named (KD-CROP-8).

    Args:
        hand: the counters that there are.
        last: the type named before; NONE at first.
        need: how many counters must still be named.
    """
    crops = crops_in(hand) & NOT_BEFORE[last]
    if need > 1:
        for crop in range(CROPS):
            if total(from_on(hand, crop)) < need:
                crops &= ~BIT[crop]
    return CROP_MENUS[crops]


@mypyc_attr(allow_interpreted_subclasses=True)
class KeydomPhase(Phase[KeydomState]):
    """A phase of Keydom.

    Attributes:
        by_chance: whether a random event is always due in it.
        in_setup: whether it comes before the first turn.
        verbs: what a move means here, by the kind of its symbol, with ``{}`` for what it names.
        needs: what of the place within an action must be known in it: names of the fields that are not blank.
        holds: names of those that may be known in it.
        part: the action that it is part of, as a stage of the turn; 0 for none or several.
        of_turn: whether it is part of an action of the active player and of nothing else.
    """

    by_chance: ClassVar[bool] = False
    in_setup: ClassVar[bool] = False
    verbs: ClassVar[Mapping[str, str]] = {}
    needs: ClassVar[tuple[str, ...]] = ()
    holds: ClassVar[tuple[str, ...]] = ()
    part: ClassVar[int] = 0
    of_turn: ClassVar[bool] = False

    def ask(self, state: KeydomState, seat: i64) -> None:
        """Wait for a decision of a seat."""
        state.phase = self
        state.actor = seat
        state.to_move = seat

    def wait_for_chance(self, state: KeydomState) -> None:
        """Wait for a random event."""
        state.phase = self
        state.to_move = CHANCE

    def resume(self, state: KeydomState) -> None:
        """Go on with what was interrupted: a displaced worker first, then the event, then the turn (KD-DISPLACE-6)."""
        game = state.game
        state.worker = NONE
        state.place = NONE
        state.plot = NONE
        state.wanted = NONE
        state.last = NONE
        state.due = 0
        state.step = 0
        state.short = 0
        state.actor = NONE
        stands = state.stands
        first: i64 = 0
        for fields in state.fields:
            if stands[first] & fields:
                state.enter(game.replay)
                return
            first += LEVELS
        if state.event != NONE:
            state.enter(game.event_phases[state.event])
        else:
            state.enter(game.turn)

    # -- in words ------------------------------------------------------------------------------------------------------

    def named(self, state: KeydomState, action: int) -> str:
        """What a move names: a plot, a worker, a crop, a stored tile, a registry tile."""
        game = state.game
        if FIRST_PLOT <= action < FIRST_WORKER:
            return plot_words(state, action - FIRST_PLOT)
        if FIRST_WORKER <= action < FIRST_CROP:
            return f"the {WORKERS[action - FIRST_WORKER].name}"
        if FIRST_CROP <= action < FIRST_PAIR:
            return CROP_NAMES[action - FIRST_CROP]
        if FIRST_STORE <= action < game.first_slot:
            return stored_words(state, self.store_of(state, action))
        if action >= game.first_slot:
            slot = action - game.first_slot
            plot = state.registry[slot]
            return f"slot {slot + 1}" if plot == NONE else f"{plot_words(state, plot)} in slot {slot + 1}"
        return game.symbol(action).partition(":")[2]

    def words(self, state: KeydomState, action: int) -> str:
        """A move in words: the phase's verb for its kind, and what it names."""
        symbol = state.game.symbol(action)
        kind, _, which = symbol.partition(":")
        verb = self.verbs.get(kind, TURN_WORDS.get(kind, ""))
        if verb:
            return verb.format(self.named(state, action)) if "{" in verb else verb
        return f"choose {self.named(state, action)}" if which else symbol

    def store_of(self, state: KeydomState, action: int) -> int:
        """The place among all stores that a move names: it counts from the seat that decides."""
        capacity = state.game.capacity
        offset, place = divmod(action - FIRST_STORE, capacity)
        decider = max(0, int(state.actor if state.actor != NONE else state.active))
        return (decider + offset) % state.game.players * capacity + place

    def thing(self, state: KeydomState, action: int) -> str:
        """The space of the decider's own board, the worker, counter, stored tile or registry tile that a move is about."""
        kind, _, which = state.game.symbol(action).partition(":")
        if kind == "store":
            return f"stored-{self.store_of(state, action) + 1}"
        return f"{THINGS[kind]}-{which}" if kind in THINGS else super().thing(state, action)

    def reason(self, state: KeydomState, action: int) -> Reason | None:
        """Why something that may be named in this phase cannot be chosen now."""
        kind, _, which = state.game.symbol(action).partition(":")
        if kind not in self.tries or not which:
            return None
        offset = (action - FIRST_STORE) // state.game.capacity if kind == "store" else 0
        if offset >= state.game.players:
            return Reason(self.clauses[0], f"Only {state.game.players} players have a store.")
        said = self.why_not(state, action)
        if said is not None:
            return said
        what = self.named(state, action)
        return Reason(self.clauses[0], f"{what[0].upper()}{what[1:]} cannot be chosen here. {self.question(state)}")

    def why_not(self, state: KeydomState, action: int) -> Reason | None:
        """A better reason, where the phase has one."""
        return None

    def clause_of(self, state: KeydomState, action: int) -> str:
        """The first clause of the phase; stopping is allowed by the one that makes the step optional."""
        return self.clauses_now(state)[0]

    # -- what a position in this phase may be, for those that are written down ---------------------------------------------

    def movers(self, state: KeydomState) -> tuple[int, ...]:
        """Chance, or whoever acts."""
        return (CHANCE,) if self.by_chance else (int(state.actor),)

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Who acts is usually the active player; and the phase is usually part of its own action."""
        if not self.by_chance and "actor" not in given:
            state.actor = state.active
        if self.part and state.event == NONE:
            if "stage" not in given:
                state.stage = self.part
            if "done" not in given:
                state.done = BIT[self.part - 1]

    def misfits(self, state: KeydomState) -> list[str]:
        """What of a position cannot be in this phase."""
        found: list[str] = []
        for name, key, blank in INNER:
            there = getattr(state, name) != blank
            if there and name not in self.needs and not self.may_hold(state, name):
                found.append(f"In the phase {self.name!r} there is no {key!r}.")
            if not there and name in self.needs:
                found.append(f"In the phase {self.name!r} {key!r} says {MEANT[name]}.")
        if not self.by_chance and state.actor == NONE:
            found.append(f"In the phase {self.name!r} 'actor' says who decides.")
        if self.of_turn and state.actor not in (NONE, state.active):
            found.append(f"In the phase {self.name!r} the active player decides.")
        if self.in_setup != (state.turn == 0):
            found.append("In the set-up 'turn' is 0; turns are counted from 1.")
        if self.of_turn and state.event != NONE:
            found.append(f"In the phase {self.name!r} no event is being resolved.")
        return found

    def may_hold(self, state: KeydomState, name: str) -> bool:
        """Whether a field that says how far an action has come may be there in this phase, though it need not."""
        return name in self.holds


INNER: Final = (
    ("worker", "worker", NONE),
    ("place", "place", NONE),
    ("plot", "plot", NONE),
    ("wanted", "wanted", NONE),
    ("last", "last", NONE),
    ("due", "due", 0),
    ("step", "step", 0),
    ("short", "short", 0),
    ("picked", "picked", 0),
)
"""What says how far an action has come: the field, its key, and its value where it says nothing."""
MEANT: Final[Mapping[str, str]] = {
    "worker": "which worker",
    "place": "which stored tile",
    "plot": "which plot",
    "wanted": "which registry slot",
    "last": "which crop was named last",
    "due": "how much is still to be paid",
    "step": "how many steps have been made",
    "short": "which fields it is about",
    "picked": "which fields have been picked",
}
TURN_WORDS: Final[Mapping[str, str]] = {
    "end": "end the turn",
    "harvest": "harvest a group",
    "play": "play a worker",
    "remove": "remove a worker",
    "place": "place tiles from stores",
    "bid": "bid for registry tiles",
    "done": "stop here",
    "pair": "start with {}",
    "first": "{} begins",
    "event": "the event {} is drawn",
}
THINGS: Final[Mapping[str, str]] = {"plot": "plot", "worker": "worker", "crop": "crop", "registry": "registry"}
"""What of the table each kind of move is about: its spots are called after it, such as ``plot-C4``."""

