"""Set-up: starting Folks, the first placement, the first player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.games.goods_and_honor.assign import Placing
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DRAW,
    FIRST_SEAT,
    GOODS,
    ITEMS,
    NEW,
    NONE,
    SEATS,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import RUNNING, GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.goods_and_honor.game import GoodsAndHonor
    from workbench.games.goods_and_honor.types import Folk, Section

PLAYERS: Final = Kind("players", "GH-SETUP-1", "The players are {seats:seats}; each has a mat and a screen.")
CHIPS: Final = Kind("chips", "GH-SETUP-3", "Each player starts with {chips:chip} of their own colour.")
MIDDLE: Final = Kind("middle", "GH-SETUP-4", "The middle holds {tokens} Food, Wood and Rock each.")
FOLKS_GIVEN: Final = Kind("folks_given", "GH-SETUP-6", "Each player receives one Folk of each type.")
BAG: Final = Kind("bag", ("GH-SETUP-7", "GH-RULING-28"), "In the bag: {tokens:tokens}.")
LAID_ASIDE: Final = Kind(
    "laid_aside", "GH-CHANCE-1", "Nastigans drawn now are set aside and put back, so only Folks are drawn."
)
STARTS_WITH: Final = Kind("starts_with", "GH-SETUP-8", "{seat:seat} draws a {folk:folk}.")
PLACED_OPENLY: Final = Kind(
    "placed_in_set_up", "GH-RULING-25", "{seat:seat} places a {folk:folk} in {section:section}."
)
PLACED_UNSEEN: Final = Kind(
    "placed_unseen",
    "GH-SETUP-11",
    "{seat:seat} places a {folk:folk} in {section:section}.",
    secret=("folk", "section"),
)
ALL_PLACED: Final = Kind("all_placed", "GH-SETUP-11", "{seat:seat} has placed all Folks.")
MAT_SHOWN: Final = Kind("mat_shown", "GH-SETUP-2", "{seat:seat}'s mat is revealed: {mat:mat}.")
PAWN_SHOWN: Final = Kind("pawn_shown", "GH-PAWN-2", "{seat:seat}'s pawn stands at {section:section}.")
TAKES_FIRST: Final = Kind("first_player", ("GH-SETUP-13", "GH-RULING-26"), "{seat:seat} takes the first turn.")


class SetupDraw(GoodsPhase):
    """Every player draws starting Folks; Nastigans would change nothing here and are not drawn."""

    name: ClassVar[str] = "setup_draw"
    title: ClassVar[str] = "Set-up: drawing Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-8", "GH-SETUP-9", "GH-SETUP-10", "GH-CHANCE-1")
    allows: ClassVar[Mapping[str, str]] = {"draw": "GH-SETUP-8"}
    group: ClassVar[str] = "Drawn"
    in_setup: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Lay everything out, then draw."""
        if state.listener is not None:
            self.tell_setup(state)
        self.go_on(state)

    def tell_setup(self, state: GoodsAndHonorState) -> None:
        """Announce what every player receives, and what lies on the table."""
        rules = state.game
        state.tell(PLAYERS, seats=tuple(range(rules.players)))
        state.tell(CHIPS, chips=rules.chips_per_player)
        state.tell(MIDDLE, tokens=rules.goods_per_player_in_all)
        if rules.folks_given:
            state.tell(FOLKS_GIVEN)
        changed = {"nastigans", "folks_each"} & set(rules.options.changed())
        state.tell(BAG, tokens=tuple(state.bag), clause="GH-RULING-28" if changed else "GH-SETUP-7")
        if rules.folks_drawn:
            state.tell(LAID_ASIDE)

    def drawer(self, state: GoodsAndHonorState) -> Seat:
        """Return the seat that draws next; NONE when all have their Folks."""
        rules = state.game
        if rules.folks_drawn == 0:
            return NONE
        for seat in range(rules.players):
            if sum(state.hand(seat)) < TYPES * rules.folks_given + rules.folks_drawn:
                return seat
        return NONE

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Draw the next Folk, or begin to place."""
        if self.drawer(state) != NONE:
            self.wait_for_chance(state)
        else:
            state.enter(state.game.setup_place)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return every type of Folk in the bag."""
        bag = state.bag
        return tuple([FIRST_DRAW + kind for kind in range(TYPES) if bag[kind]])

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """Return every Folk in the bag as equally likely (GH-CHANCE-1)."""
        bag = state.bag
        return tuple([(FIRST_DRAW + kind, bag[kind]) for kind in range(TYPES) if bag[kind]])

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Give the Folk to the seat that draws."""
        kind = action - FIRST_DRAW
        seat = self.drawer(state)
        state.bag[kind] -= 1
        state.in_hand[seat * TYPES + kind] += 1
        if state.listener is not None:
            state.tell(STARTS_WITH, seat, folk=kind)
        self.go_on(state)

    def roll(self, state: GoodsAndHonorState, rng: Random) -> None:
        """Draw all starting Folks."""
        bag = state.bag
        while state.phase is self:
            left = rng.below(state.folk_in_bag())
            kind: Folk = 0
            while left >= bag[kind]:
                left -= bag[kind]
                kind += 1
            self.apply(state, FIRST_DRAW + kind)

    def question(self, state: GoodsAndHonorState) -> str:
        return f"{SEATS[self.drawer(state)]} draws a starting Folk."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        return rules.folks_drawn > 0

    def misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that seats fill their hands one after another, and that nothing else has happened."""
        rules = state.game
        given = TYPES * rules.folks_given
        full = given + rules.folks_drawn
        held = [sum(state.hand(seat)) for seat in range(rules.players)]
        drawer = self.drawer(state)
        good = drawer != NONE and max(held) <= full and held[drawer + 1 :] == [given] * (rules.players - 1 - drawer)
        found = setup_misfits(state, self)
        if not good or any(state.mats) or max(state.pawns) != NONE:
            found.append(f"While Folks are drawn, seats fill their hands one after another up to {full}.")
        return found


class SetupPlace(Placing):
    """Every player fills their own mat, unseen by the others until everybody is done (GH-RULING-25)."""

    name: ClassVar[str] = "setup_place"
    title: ClassVar[str] = "Set-up: placing Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-11", "GH-SETUP-2", "GH-RULING-25")
    allows: ClassVar[Mapping[str, str]] = {"place": "GH-SETUP-11"}
    in_setup: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the first seat that has not placed; in very small games without Folks, place only the pawns."""
        rules = state.game
        for seat in range(rules.players):
            if sum(state.hand(seat)):
                self.ask(state, seat)
                return
            if rules.elder_pawns_on and state.pawns[seat] == NONE:
                state.enter(rules.setup_pawn)
                return
        state.enter(rules.first_player)

    def done(self, state: GoodsAndHonorState) -> None:
        """Go on to the Elder Pawn of the same seat, or to the next seat."""
        seat = state.to_move
        if state.listener is not None:
            state.tell(ALL_PLACED, seat)
        state.enter(state.game.setup_pawn if state.game.elder_pawns_on else self)

    def tell_placed(self, state: GoodsAndHonorState, kind: Folk, section: Section) -> None:
        """Announce a placement, if placing is open; otherwise only to its own seat until all are done."""
        seat = state.to_move
        if state.game.setup_assign_simultaneous:
            state.tell(PLACED_UNSEEN, seat, to=(seat,), folk=kind, section=section)
        else:
            state.tell(PLACED_OPENLY, seat, folk=kind, section=section)

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Add the limit, if there is one."""
        return (*self.clauses, "GH-RULING-36") if state.game.capacity else self.clauses

    def against_new(self, state: GoodsAndHonorState) -> Reason | None:
        return Reason("GH-SETUP-11", "In the set-up a Folk is placed in Food, Wood, Rock or Guards, not in New.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the first seat that holds Folks."""
        return tuple([seat for seat in range(state.game.players) if sum(state.hand(seat))][:1])

    def misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check the order of seats and types, and that pawns, if played, are at the seats that are done."""
        rules = state.game
        seats = range(rules.players)
        holding = [seat for seat in seats if sum(state.hand(seat))]
        at = holding[0] if holding else rules.players
        good = at < rules.players and not any([sum(state.folk(seat)) for seat in seats if seat > at])
        if good:
            kind = self.next_type(state, at)
            good = not any(state.folk(at)[kind + 1 :])
        found = setup_misfits(state, self) + full_misfits(state)
        if not good:
            found.append(
                "Seats place their Folks one after another, Plainsfolk first, then Woodsfolk, Ridgefolk, Sentryfolk."
            )
        if [section != NONE for section in state.pawns] != [rules.elder_pawns_on and seat < at for seat in seats]:
            found.append("Pawns stand where Folks have been placed.")
        if at < rules.players and not self.follows(state, at):
            found.append("'last_section' is for Folks of one type that are being placed in canonical order.")
        return found


class FirstPlayer(GoodsPhase):
    """Find out who takes the first turn."""

    name: ClassVar[str] = "first_player"
    title: ClassVar[str] = "Set-up: the first player"
    clauses: ClassVar[tuple[str, ...]] = ("GH-SETUP-13", "GH-CHANCE-2", "GH-RULING-26")
    allows: ClassVar[Mapping[str, str]] = {"first": "GH-SETUP-13"}
    group: ClassVar[str] = "Drawn"
    in_setup: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Reveal the mats; then draw the first player, unless the option names a seat."""
        rules = state.game
        if state.listener is not None and rules.setup_assign_simultaneous:
            for seat in range(rules.players):
                self.tell_mat(state, seat)
        if rules.fixed_first == NONE:
            self.wait_for_chance(state)
        else:
            self.apply(state, FIRST_SEAT + rules.fixed_first)

    def tell_mat(self, state: GoodsAndHonorState, seat: int) -> None:
        """Announce what a mat holds."""
        state.tell(MAT_SHOWN, seat, mat=tuple(state.mats[seat * CELLS : (seat + 1) * CELLS]))
        if state.game.elder_pawns_on:
            state.tell(PAWN_SHOWN, seat, section=state.pawns[seat])

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return tuple([FIRST_SEAT + seat for seat in range(state.game.players)])

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Begin the first turn."""
        seat = action - FIRST_SEAT
        state.first = seat
        if state.listener is not None:
            state.tell(TAKES_FIRST, seat, clause="GH-SETUP-13" if state.game.fixed_first == NONE else "GH-RULING-26")
        self.begin_turn(state, seat)

    def question(self, state: GoodsAndHonorState) -> str:
        return "The first player is drawn."

    def misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that all Folks and pawns have been placed."""
        rules = state.game
        found = setup_misfits(state, self) + full_misfits(state)
        if sum(state.in_hand):
            found.append("The first player is drawn when all Folks have been placed.")
        if rules.elder_pawns_on and NONE in state.pawns:
            found.append("The first player is drawn when all pawns have been placed.")
        if rules.fixed_first != NONE:
            found.append("By the option `first_player` nobody is drawn.")
        return found


# -- what a position in these phases may be ------------------------------------------------------------------------------


def setup_misfits(state: GoodsAndHonorState, phase: GoodsPhase) -> list[str]:
    """Check that nothing has been taken, drawn for a turn, said or fought during the set-up."""
    rules = state.game
    found: list[str] = []
    if not phase.offered(rules):
        found.append(f"By the options there is no phase {phase.name!r} in this game.")
    own = [sum(state.stashes[seat * ITEMS : (seat + 1) * ITEMS]) for seat in range(rules.players)]
    owned = own == [rules.chips_per_player] * rules.players == [state.stash(seat)[seat] for seat in range(rules.players)]
    if state.supply != [rules.goods_per_player_in_all] * GOODS or not owned or any(state.carry):
        found.append("In the set-up all Goods are in the middle, and everybody has their own chips.")
    if sum(state.table_folk) or state.table_nastigans:
        found.append("In the set-up no tokens lie on the table.")
    said = state.said.count(NONE) != rules.players or any(state.bids) or state.closed
    if said or state.named or sum(state.defended):
        found.append("In the set-up nobody talks, bids or fights.")
    if state.turn or state.last_take:
        found.append("In the set-up 'turn' and 'last_take' are 0.")
    if state.end_reason != RUNNING:
        found.append("A game with an 'end' is over: its phase is 'game_over'.")
    if sum(state.new_quota):
        found.append("'new_quota' is for Assign Workers with the option must_assign='no'.")
    for seat in range(rules.players):
        hand, folk = state.hand(seat), state.folk(seat)
        if sum(state.section(seat, NEW)) or min([hand[kind] + folk[kind] for kind in range(TYPES)]) < rules.folks_given:
            found.append("In the set-up everybody has been given one Folk of each type, and New is empty.")
            break
    return found


def full_misfits(state: GoodsAndHonorState) -> list[str]:
    """Check that, once all Folks have been drawn, every seat has the same number."""
    rules = state.game
    full = TYPES * rules.folks_given + rules.folks_drawn
    for seat in range(rules.players):
        if sum(state.hand(seat)) + sum(state.folk(seat)) != full:
            return [f"In the set-up everybody has {full} Folks."]
    return []
