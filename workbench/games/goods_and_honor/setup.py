"""Set-up: starting Folks, the first placement, the Elder Pawns, the first player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.random import Random
from workbench.games.goods_and_honor.assign import PawnChoice, Placing
from workbench.games.goods_and_honor.components import (
    FIRST_DRAW,
    FIRST_PAWN,
    FIRST_SEAT,
    GOOD_NAMES,
    NONE,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
    folk_words,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.turn import begin_turn

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(allow_interpreted_subclasses=True)
class SetupDraw(GoodsPhase):
    """Every player draws starting Folks; Nastigans met on the way change nothing and are not drawn here."""

    name: ClassVar[str] = "setup_draw"
    title: ClassVar[str] = "Set-up: drawing Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-8", "GH-SETUP-9", "GH-SETUP-10", "GH-CHANCE-1")
    group: ClassVar[str] = "Drawn"

    def begin(self, state: GoodsAndHonorState) -> None:
        """Lay everything out, then draw."""
        if state.listener is not None:
            self.tell_setup(state)
        self.go_on(state)

    def tell_setup(self, state: GoodsAndHonorState) -> None:
        """Tell what every player receives, and what lies on the table."""
        rules = state.rules
        state.tell("GH-SETUP-1", f"The players are {', '.join(SEATS[: rules.players])}; each has a mat and a screen.")
        state.tell("GH-SETUP-3", f"Each player starts with {rules.chips} chips of the own colour.")
        state.tell("GH-SETUP-4", f"The middle holds {rules.goods_each} Food, Wood and Rock each.")
        if rules.folks_given:
            state.tell("GH-SETUP-6", "Each player receives one Folk of each type.")
        state.tell("GH-SETUP-7", f"In the bag: {folk_words(state.bag)}.")
        if rules.folks_drawn:
            state.tell("GH-CHANCE-1", "Nastigans drawn now are set aside and put back, so only Folks are drawn.")

    def drawer(self, state: GoodsAndHonorState) -> i64:
        """The seat that draws next; NONE when all have their Folks."""
        rules = state.rules
        if rules.folks_drawn == 0:
            return NONE
        for seat in range(rules.players):
            if sum(state.hand(seat)) < TYPES * rules.folks_given + rules.folks_drawn:
                return seat
        return NONE

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Draw on, or begin to place."""
        if self.drawer(state) != NONE:
            self.wait_for_chance(state)
        else:
            state.enter(state.rules.setup_place)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Every type of Folk in the bag."""
        bag = state.bag
        return tuple([FIRST_DRAW + kind for kind in range(TYPES) if bag[kind]])

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """Every Folk in the bag is equally likely (GH-CHANCE-1)."""
        bag = state.bag
        return tuple([(FIRST_DRAW + kind, bag[kind]) for kind in range(TYPES) if bag[kind]])

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Hand the Folk to the seat that draws."""
        kind = action - FIRST_DRAW
        seat = self.drawer(state)
        state.bag[kind] -= 1
        state.in_hand[seat * TYPES + kind] += 1
        if state.listener is not None:
            state.tell("GH-SETUP-8", f"{SEATS[seat]} draws a {TYPE_NAMES[kind]}.", int(seat))
        self.go_on(state)

    def roll(self, state: GoodsAndHonorState, rng: Random) -> None:
        """Draw all starting Folks."""
        bag = state.bag
        while state.phase is self:
            left = rng.below(state.folk_in_bag())
            kind: i64 = 0
            while left >= bag[kind]:
                left -= bag[kind]
                kind += 1
            self.apply(state, FIRST_DRAW + kind)

    def question(self, state: GoodsAndHonorState) -> str:
        """Who draws."""
        return f"{SEATS[self.drawer(state)]} draws a starting Folk."


@mypyc_attr(allow_interpreted_subclasses=True)
class SetupPlace(Placing):
    """Every player fills the own mat, unseen by the others until all are done (GH-RULING-25)."""

    name: ClassVar[str] = "setup_place"
    title: ClassVar[str] = "Set-up: placing Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-11", "GH-SETUP-2", "GH-RULING-25")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the first seat that has not placed; in very small games there are no Folks, and only the pawns are placed."""
        rules = state.rules
        for seat in range(rules.players):
            if sum(state.hand(seat)):
                self.ask(state, seat)
                return
            if rules.pawns_on and state.pawns[seat] == NONE:
                state.enter(rules.setup_pawn)
                return
        state.enter(rules.first_player)

    def done(self, state: GoodsAndHonorState) -> None:
        """The Elder Pawn of the same seat, or the next seat."""
        seat = state.to_move
        if state.listener is not None:
            state.tell("GH-SETUP-11", f"{SEATS[seat]} has placed all Folks.", int(seat))
        state.enter(state.rules.setup_pawn if state.rules.pawns_on else self)

    def tell_placed(self, state: GoodsAndHonorState, kind: i64, section: i64) -> None:
        """Openly in seat order; else nobody else is told before all are done."""
        seat = int(state.to_move)
        text = self.placed_words(state, kind, section)
        if state.rules.secret_setup:
            state.whisper("GH-SETUP-11", text, "", (seat,), seat)
        else:
            state.tell("GH-RULING-25", text, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class SetupPawn(PawnChoice):
    """With Elder Pawns: each player places the pawn."""

    name: ClassVar[str] = "setup_pawn"
    title: ClassVar[str] = "Set-up: placing the Elder Pawn"
    clauses: ClassVar[tuple[str, ...]] = ("GH-PAWN-2", "GH-SETUP-12", "GH-RULING-41")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the first seat without a pawn."""
        self.ask(state, state.pawns.index(NONE))

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Place the pawn; the next seat fills its mat."""
        seat = state.to_move
        section = action - FIRST_PAWN
        state.pawns[seat] = int(section)
        if state.listener is not None:
            text = f"{SEATS[seat]} puts the Elder Pawn at {GOOD_NAMES[section]}."
            if state.rules.secret_setup:
                public = f"{SEATS[seat]} has placed the Elder Pawn."
                state.whisper("GH-SETUP-12", text, public, (int(seat),), int(seat))
            else:
                state.tell("GH-PAWN-2", text, int(seat))
        state.enter(state.rules.setup_place)


@mypyc_attr(allow_interpreted_subclasses=True)
class FirstPlayer(GoodsPhase):
    """Who takes the first turn."""

    name: ClassVar[str] = "first_player"
    title: ClassVar[str] = "Set-up: the first player"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-13", "GH-CHANCE-2", "GH-RULING-26")
    group: ClassVar[str] = "Drawn"

    def begin(self, state: GoodsAndHonorState) -> None:
        """Reveal the mats; then draw, unless the option names a seat."""
        rules = state.rules
        if state.listener is not None and rules.secret_setup:
            for seat in range(rules.players):
                self.tell_mat(state, seat)
        if rules.fixed_first == NONE:
            self.wait_for_chance(state)
        else:
            self.apply(state, FIRST_SEAT + rules.fixed_first)

    def tell_mat(self, state: GoodsAndHonorState, seat: int) -> None:
        """Tell what a mat holds."""
        parts = [f"{SECTION_NAMES[one]} {folk_words(state.section(seat, one))}" for one in range(SECTIONS - 1)]
        state.tell("GH-SETUP-2", f"The mat of {SEATS[seat]} is revealed: {', '.join(parts)}.", seat)
        if state.rules.pawns_on:
            state.tell("GH-PAWN-2", f"The pawn of {SEATS[seat]} stands at {GOOD_NAMES[state.pawns[seat]]}.", seat)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Every seat."""
        return tuple([FIRST_SEAT + seat for seat in range(state.rules.players)])

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """The first turn begins."""
        seat = action - FIRST_SEAT
        state.first = seat
        if state.listener is not None:
            state.tell("GH-SETUP-13", f"{SEATS[seat]} takes the first turn.", int(seat))
        begin_turn(state, seat)

    def question(self, state: GoodsAndHonorState) -> str:
        """Who begins."""
        return "The first player is drawn."
