"""Assign Workers: keeping the layout or rearranging it, and placing Folks one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_PLACE,
    GOODS,
    GUARDS,
    KEEP_LAYOUT,
    NEW,
    NONE,
    REARRANGE,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase, gifts_that_wait
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.words import folk_listed

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.goods_and_honor.types import Folk, Section


PICKS_UP: Final = Kind("picks_up", "GH-ASSIGN-2", "{seat:seat} picks up all Folks of the mat.")
PLACED: Final = Kind(
    "placed", ("GH-ASSIGN-1", "GH-RULING-35"), "{seat:seat} places a {folk:folk} in {section:section}."
)
STAYS_IN_NEW: Final = Kind("stays_in_new", "GH-RULING-35", "A {folk:folk} stays in New.")
FOUR_SECTIONS: Final = (FIRST_PLACE, FIRST_PLACE + 1, FIRST_PLACE + 2, FIRST_PLACE + GUARDS)


class Assign(GoodsPhase):
    """Begin phase 4: only the Folks in New are placed, or the whole mat is rearranged."""

    name: ClassVar[str] = "assign"
    title: ClassVar[str] = "Assign Workers"
    clauses: ClassVar[tuple[str, ...]] = ("GH-ASSIGN-1", "GH-ASSIGN-2", "GH-TURN-2")
    allows: ClassVar[Mapping[str, str]] = {"keep_layout": "GH-ASSIGN-1", "rearrange": "GH-ASSIGN-2"}
    group: ClassVar[str] = "Mat"
    after_duels: ClassVar[bool] = True
    assigns: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the active player; do not ask if only New holds Folks, and place nothing if the mat has none."""
        new, older = self.counts(state)
        if not state.game.must_assign:
            base = state.active * CELLS + NEW * TYPES
            state.new_quota = state.mats[base : base + TYPES]
        if older:
            self.ask(state, state.active)
        elif new:
            self.apply(state, KEEP_LAYOUT)
        else:
            state.game.place.done(state)

    def counts(self, state: GoodsAndHonorState) -> tuple[int, int]:
        """Return how many Folks are in New, and elsewhere, on the active mat."""
        base = state.active * CELLS
        new = sum(state.mats[base + NEW * TYPES : base + CELLS])
        return new, sum(state.mats[base : base + NEW * TYPES])

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        return not state.game.may_rearrange

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Offer to keep the layout; and to rearrange, if that is allowed (GH-RULING-37)."""
        return (KEEP_LAYOUT, REARRANGE) if state.game.may_rearrange else (KEEP_LAYOUT,)

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Pick up the Folks to be placed."""
        seat = state.active
        mats, in_hand = state.mats, state.in_hand
        base, hand = seat * CELLS, seat * TYPES
        if state.listener is not None and action == REARRANGE:
            state.tell(PICKS_UP, seat)
        picked = False
        for cell in range(0 if action == REARRANGE else NEW * TYPES, CELLS):
            count = mats[base + cell]
            if count:
                in_hand[hand + cell % TYPES] += count
                mats[base + cell] = 0
                picked = True
        if picked:
            state.enter(state.game.place)
        else:
            state.game.place.done(state)

    def question(self, state: GoodsAndHonorState) -> str:
        new = state.section(state.active, NEW)
        return f"In New: {folk_listed(new)}. Do you keep the rest of your layout or rearrange the mat?"

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """Say what is picked up."""
        if action == KEEP_LAYOUT:
            return "place only the Folks in New"
        return "pick up every Folk" if action == REARRANGE else ""

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse to rearrange where older Folks stay."""
        return self.not_part(state, action)

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        if FIRST_PLACE <= action < FIRST_PLACE + NEW:
            return Reason(self.clause_here(state), "First say whether you keep the layout.")
        return super().asked_elsewhere(state, action)

    def new_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that there is something to keep or rearrange, and that all Folks in New may stay there."""
        found: list[str] = []
        if not self.counts(state)[1]:
            found.append("With no Folk outside New there is nothing to keep or rearrange.")
        if not state.game.must_assign and state.new_quota != list(state.section(state.active, NEW)):
            found.append("When the phase begins 'new_quota' is what lies in New.")
        return found + gifts_that_wait(state)


class Placing(GoodsPhase):
    """Place the Folks in hand one at a time, in the order of the types; set-up and turns share this."""

    tries: ClassVar[tuple[str, ...]] = ("place",)
    group: ClassVar[str] = "Section"

    def done(self, state: GoodsAndHonorState) -> None:
        """Go on once all Folks have a place."""
        raise NotImplementedError(f"The phase {self.name!r} must say what follows.")

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return whether there is a limit, or an order of sections."""
        return state.game.placement_order_canonical or state.game.capacity > 0

    def partway(self, state: GoodsAndHonorState) -> bool:
        """Return whether some Folks of the mat have their places already."""
        base = state.to_move * CELLS
        return sum(state.mats[base : base + CELLS]) > 0

    def next_type(self, state: GoodsAndHonorState, seat: Seat) -> Folk:
        """Return the type of the Folk to be placed now; NONE if no hand holds any."""
        in_hand = state.in_hand
        base = seat * TYPES
        for kind in range(TYPES):
            if in_hand[base + kind]:
                return kind
        return NONE

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return Food, Wood, Rock and Guards; fewer with a limit or an order of sections."""
        rules = state.game
        if not rules.placement_order_canonical and not rules.capacity:
            return FOUR_SECTIONS
        return tuple([FIRST_PLACE + section for section in range(NEW) if self.open(state, state.to_move, section)])

    def open(self, state: GoodsAndHonorState, seat: Seat, section: Section) -> bool:
        """Return whether a section has room and comes in canonical order (GH-RULING-36, GH-HOUSE-10)."""
        if state.last_section != NEW and section < state.last_section:
            return False
        capacity = state.game.capacity
        return section >= GOODS or capacity == 0 or sum(state.section(seat, section)) < capacity

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Place the next Folk."""
        if self.put(state, state.to_move, action - FIRST_PLACE):
            self.ask(state, state.to_move)
        else:
            self.done(state)

    def put(self, state: GoodsAndHonorState, seat: Seat, section: Section) -> bool:
        """Place the next Folk of a seat; return whether any are left in hand."""
        in_hand = state.in_hand
        kind = self.next_type(state, seat)
        base = seat * TYPES
        in_hand[base + kind] -= 1
        state.mats[seat * CELLS + section * TYPES + kind] += 1
        if state.game.placement_order_canonical:
            state.last_section = section if in_hand[base + kind] else NONE
        if state.listener is not None:
            self.tell_placed(state, kind, section)
        return in_hand[base] + in_hand[base + 1] + in_hand[base + 2] + in_hand[base + 3] > 0

    def tell_placed(self, state: GoodsAndHonorState, kind: Folk, section: Section) -> None:
        """Announce what was placed, if all may know."""
        raise NotImplementedError(f"The phase {self.name!r} must say what it tells.")

    def question(self, state: GoodsAndHonorState) -> str:
        return f"Where does the next {TYPE_NAMES[self.next_type(state, state.to_move)]} go?"

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        seat = state.to_move
        if not FIRST_PLACE <= action < FIRST_PLACE + SECTIONS or seat < 0 or self.next_type(state, seat) == NONE:
            return super().words(state, action)
        kind = TYPE_NAMES[self.next_type(state, seat)]
        return f"place a {kind} in {SECTION_NAMES[action - FIRST_PLACE]}"

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """Say what the Folk adds there."""
        seat, section = state.to_move, action - FIRST_PLACE
        kind = self.next_type(state, seat)
        if not 0 <= section < GOODS or kind == NONE:
            return ""
        points = self.gain(state, section)
        return "1 point" if points == 1 else f"{points} points"

    def gain(self, state: GoodsAndHonorState, section: int) -> int:
        """Return the points that the next Folk adds in a work section, as the Produce Goods phase counts them."""
        seat, produce, trial = state.to_move, state.game.produce, state.copy()
        trial.mats[seat * CELLS + section * TYPES + self.next_type(state, seat)] += 1
        return produce.points(trial, seat, section) - produce.points(state, seat, section)

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse New, a section that comes earlier in the order, and a full one."""
        section = action - FIRST_PLACE
        if section == NEW:
            return self.against_new(state)
        if state.last_section != NEW and section < state.last_section:
            return Reason("GH-HOUSE-10", "Here you place Folks of one type in the order of the sections.")
        if not self.open(state, state.to_move, section):
            return Reason("GH-RULING-36", f"{SECTION_NAMES[section]} already holds as many Folks as it can.")
        return None

    def against_new(self, state: GoodsAndHonorState) -> Reason | None:
        """Return why a Folk may not be placed in New; None if it may stay there."""
        return Reason("GH-ASSIGN-1", "A Folk is placed in Food, Wood, Rock or Guards; it does not stay in New.")

    def follows(self, state: GoodsAndHonorState, seat: Seat) -> bool:
        """Return whether the last section holds a Folk of the type in hand, if a last section is noted."""
        if state.last_section == NONE:
            return True
        kind = self.next_type(state, seat)
        return kind != NONE and state.mats[seat * CELLS + state.last_section * TYPES + kind] > 0


class Place(Placing):
    """The active player places the Folks that were picked up."""

    name: ClassVar[str] = "place"
    title: ClassVar[str] = "Placing Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-ASSIGN-1", "GH-ASSIGN-3", "GH-ASSIGN-5")
    allows: ClassVar[Mapping[str, str]] = {"place": "GH-ASSIGN-1"}
    after_duels: ClassVar[bool] = True
    assigns: ClassVar[bool] = True

    def done(self, state: GoodsAndHonorState) -> None:
        """Go on to the Elder Pawn, or end the phase."""
        if state.game.elder_pawns_on:
            state.enter(state.game.move_pawn)
        else:
            self.mat_final(state)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the usual sections; a Folk from New may also stay there if the option says so (GH-RULING-35)."""
        found = super().legal(state)
        if not state.game.must_assign and self.may_stay(state):
            return (*found, FIRST_PLACE + NEW)
        return found

    def may_stay(self, state: GoodsAndHonorState) -> bool:
        """Return whether New has received fewer Folks of the type than lay there; New comes first in order."""
        seat = state.to_move
        kind = self.next_type(state, seat)
        if state.last_section != NONE and state.last_section != NEW:
            return False
        return state.mats[seat * CELLS + NEW * TYPES + kind] < state.new_quota[kind]

    def tell_placed(self, state: GoodsAndHonorState, kind: Folk, section: Section) -> None:
        """Announce where the Folk goes."""
        if section == NEW:
            state.tell(STAYS_IN_NEW, state.to_move, folk=kind)
        else:
            clause = state.game.in_force("GH-ASSIGN-1")
            state.tell(PLACED, state.to_move, folk=kind, section=section, clause=clause)

    def against_new(self, state: GoodsAndHonorState) -> Reason | None:
        if state.game.must_assign:
            return super().against_new(state)
        text = "Only as many Folks of a type may stay in New as lay there, and they come first."
        return None if self.may_stay(state) else Reason("GH-RULING-35", text)

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        if action == KEEP_LAYOUT or (action == REARRANGE and state.game.may_rearrange):
            clause = "GH-ASSIGN-2" if state.game.may_rearrange else "GH-RULING-37"
            return Reason(clause, "The layout is settled: now place the Folks in your hand.")
        return super().asked_elsewhere(state, action)

    def hand_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the active player, and no other, holds Folks."""
        found: list[str] = []
        if [seat for seat in range(state.game.players) if sum(state.hand(seat))] != [state.active]:
            found.append("In the phase 'place' the active player holds Folks in 'hands'.")
        if not self.follows(state, state.active):
            found.append("'last_section' is for Folks of one type that are being placed in canonical order.")
        return found
