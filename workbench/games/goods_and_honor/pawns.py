"""Elder Pawns: where players place them in the set-up, and move them when they assign workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.components import (
    FIRST_PAWN,
    FIRST_PLACE,
    GOOD_NAMES,
    GOODS,
    NONE,
    SECTIONS,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.setup import full_misfits, setup_misfits
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Action


PAWN_PLACED: Final = Kind("pawn_placed", "GH-PAWN-2", "{seat:seat} puts the Elder Pawn at {section:section}.")
PAWN_UNSEEN: Final = Kind(
    "pawn_placed_unseen",
    "GH-SETUP-12",
    "{seat:seat} puts the Elder Pawn at {section:section}.",
    "{seat:seat} has placed the Elder Pawn.",
    ("section",),
)
PAWN_MOVES: Final = Kind("pawn_moves", "GH-PAWN-9", "The pawn of {seat:seat} moves to {section:section}.")
PAWN_STAYS: Final = Kind("pawn_stays", "GH-PAWN-9", "The pawn of {seat:seat} stays at {section:section}.")


class PawnChoice(GoodsPhase):
    """Choose where an Elder Pawn goes; set-up and turns share this."""

    tries: ClassVar[tuple[str, ...]] = ("pawn",)
    group: ClassVar[str] = "Elder Pawn"
    only_with: ClassVar[tuple[str, ...]] = ("elder_pawns", "on")

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return False, since there are three work sections."""
        return False

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return (FIRST_PAWN, FIRST_PAWN + 1, FIRST_PAWN + 2)

    def question(self, state: GoodsAndHonorState) -> str:
        return "At which work section does your Elder Pawn stand?"

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        """Explain that the Folks already have their places."""
        if FIRST_PLACE <= action < FIRST_PLACE + SECTIONS:
            return Reason(self.clause_here(state), "The Folks have their places; now place the Elder Pawn.")
        return super().asked_elsewhere(state, action)


class SetupPawn(PawnChoice):
    """With Elder Pawns: each player places their pawn."""

    name: ClassVar[str] = "setup_pawn"
    title: ClassVar[str] = "Set-up: placing the Elder Pawn"
    clauses: ClassVar[tuple[str, ...]] = ("GH-PAWN-2", "GH-SETUP-12", "GH-RULING-41")
    allows: ClassVar[Mapping[str, str]] = {"pawn": "GH-PAWN-2"}
    in_setup: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the first seat without a pawn."""
        self.ask(state, state.pawns.index(NONE))

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Place the pawn, and go on to the next seat's mat."""
        seat = state.to_move
        section = action - FIRST_PAWN
        state.pawns[seat] = section
        if state.listener is not None:
            if state.game.setup_assign_simultaneous:
                state.tell(PAWN_UNSEEN, seat, to=(seat,), section=section)
            else:
                state.tell(PAWN_PLACED, seat, section=section)
        state.enter(state.game.setup_place)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return tuple([seat for seat in range(state.game.players) if state.pawns[seat] == NONE][:1])

    def misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the seat that has just placed its Folks places the pawn."""
        seats = range(state.game.players)
        waiting = [seat for seat in seats if state.pawns[seat] == NONE]
        at = waiting[0] if waiting else len(seats)
        good = bool(waiting) and waiting == list(range(at, len(seats)))
        for seat in seats:
            good = good and (not sum(state.hand(seat)) if seat <= at else not sum(state.folk(seat)))
        found = setup_misfits(state, self) + full_misfits(state)
        if not good:
            found.append("The pawn is placed by the seat that has just placed its Folks.")
        return found


class MovePawn(PawnChoice):
    """The active player moves the Elder Pawn or lets it stay."""

    name: ClassVar[str] = "move_pawn"
    title: ClassVar[str] = "Moving the Elder Pawn"
    clauses: ClassVar[tuple[str, ...]] = ("GH-PAWN-9", "GH-PAWN-3")
    allows: ClassVar[Mapping[str, str]] = {"pawn": "GH-PAWN-9"}
    after_duels: ClassVar[bool] = True
    assigns: ClassVar[bool] = True

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Move the pawn, which makes the mat final."""
        seat = state.active
        section = action - FIRST_PAWN
        if state.listener is not None:
            state.tell(PAWN_STAYS if state.pawns[seat] == section else PAWN_MOVES, seat, section=section)
        state.pawns[seat] = section
        self.mat_final(state)

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        section = action - FIRST_PAWN
        if not 0 <= section < GOODS or state.active == NONE:
            return super().words(state, action)
        if state.pawns[state.active] == section:
            return f"leave the Elder Pawn at {GOOD_NAMES[section]}"
        return f"move the Elder Pawn to {GOOD_NAMES[section]}"
