"""Draw 2 New Folks: drawing past the Nastigans, and choosing which Folk to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DRAW,
    FIRST_KEEP,
    NASTIGAN,
    NEW,
    ONE_GIVE,
    ONE_KEEP,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import BAG_SHORT, GoodsAndHonorState
from workbench.games.goods_and_honor.words import folk_listed

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.goods_and_honor.types import Folk


FOLKS_DRAWN: Final = 2
"""How many Folks a turn draws (GH-DRAW-1)."""

BAG_SHORT_OF_FOLKS: Final = Kind("bag_short", "GH-RULING-12", "The bag holds {folks:folks}: fewer than 2 Folks.")
DRAWN: Final = Kind("drawn", ("GH-DRAW-1", "GH-DRAW-2"), "A {token:folk} is drawn.")
BAG_EMPTY: Final = Kind("bag_empty", "GH-DRAW-4", "The bag is empty; on the table: {folks:folks}.")
NO_SECOND: Final = Kind("no_second_folk", "GH-RULING-12", "There is no second Folk, so there is nothing to give away.")
SINGLE_OFFERED: Final = Kind("single_folk_offered", "GH-RULING-12", "The single Folk is offered; nothing is kept.")
KEPT: Final = Kind("kept", ("GH-KEEP-1", "GH-RULING-12", "GH-RULING-17"), "{seat:seat} keeps the {folk:folk}.")
TO_NEW: Final = Kind(
    "kept_in_new", ("GH-KEEP-2", "GH-RULING-13", "GH-RULING-12", "GH-RULING-17"), "It goes to the New area."
)
OFFERED: Final = Kind("offered", "GH-KEEP-3", "The {folk:folk} is offered to the others.")
TO_BE_GIVEN: Final = Kind("to_be_given", "GH-RULING-13", "The {folk:folk} is the one that is given away.")


class Draw(GoodsPhase):
    """Draw tokens from the bag, each a random event, until two Folks lie on the table."""

    name: ClassVar[str] = "draw"
    title: ClassVar[str] = "Draw 2 New Folks"
    clauses: ClassVar[tuple[str, ...]] = ("GH-DRAW-1", "GH-DRAW-2", "GH-DRAW-3", "GH-DRAW-4", "GH-CHANCE-3")
    allows: ClassVar[Mapping[str, str]] = {"draw": "GH-DRAW-1"}
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True
    before_talk: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Begin to draw, unless the bag is too short and the option `bag_short` says otherwise (GH-RULING-12)."""
        rules = state.game
        if state.folk_in_bag() < FOLKS_DRAWN:
            if state.listener is not None:
                state.tell(BAG_SHORT_OF_FOLKS, folks=tuple(state.bag[:TYPES]))
            if rules.bag_short == "skip_draw":
                state.enter(rules.assign)
                return
            if rules.bag_short == "end_game":
                rules.game_over.finish(state, BAG_SHORT)
                return
        self.wait_for_chance(state)
        self.go_on(state)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Stop when two Folks lie on the table or the bag is empty."""
        table, bag = state.table_folk, state.bag
        drawn = table[0] + table[1] + table[2] + table[3]
        if drawn >= FOLKS_DRAWN:
            state.enter(state.game.talk if state.game.keep_timing_after_bids else state.game.keep)
        elif bag[0] + bag[1] + bag[2] + bag[3] + bag[NASTIGAN] == 0:
            if state.listener is not None:
                state.tell(BAG_EMPTY, folks=tuple(table))
            state.enter(state.game.one_folk if drawn else state.game.defend)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return every kind of token in the bag."""
        bag = state.bag
        return tuple([FIRST_DRAW + kind for kind in range(TYPES + 1) if bag[kind]])

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """Return every token as equally likely (GH-CHANCE-3)."""
        bag = state.bag
        return tuple([(FIRST_DRAW + kind, bag[kind]) for kind in range(TYPES + 1) if bag[kind]])

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Lay the token on the table."""
        kind = action - FIRST_DRAW
        state.bag[kind] -= 1
        if kind == NASTIGAN:
            state.table_nastigans += 1
        else:
            state.table_folk[kind] += 1
        if state.listener is not None:
            state.tell(DRAWN, token=kind, clause="GH-DRAW-2" if kind == NASTIGAN else "GH-DRAW-1")
        self.go_on(state)

    def roll(self, state: GoodsAndHonorState, rng: Random) -> None:
        """Draw all tokens of the turn."""
        bag = state.bag
        total: Number = bag[0] + bag[1] + bag[2] + bag[3] + bag[NASTIGAN]
        while state.phase is self:
            left = rng.below(total)
            kind: Folk = 0
            while left >= bag[kind]:
                left -= bag[kind]
                kind += 1
            total -= 1
            self.apply(state, FIRST_DRAW + kind)

    def question(self, state: GoodsAndHonorState) -> str:
        return "The next token is drawn from the bag."

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that fewer than two Folks lie there, and that more may come."""
        found: list[str] = []
        folk = sum(state.table_folk)
        if folk >= FOLKS_DRAWN or not sum(state.bag):
            found.append("Tokens are drawn while fewer than 2 Folks lie on the table.")
        if state.folk_in_bag() + folk < FOLKS_DRAWN and state.game.bag_short in ("skip_draw", "end_game"):
            found.append("By the option `bag_short` nothing is drawn when the bag holds fewer than 2 Folks.")
        return found


class OneFolk(GoodsPhase):
    """Keep or give away the bag's only Folk; with bag_short=choose the active player decides."""

    name: ClassVar[str] = "one_folk"
    title: ClassVar[str] = "A single Folk"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-12", "GH-DRAW-4")
    allows: ClassVar[Mapping[str, str]] = {"one_keep": "GH-RULING-12", "one_give": "GH-RULING-12"}
    group: ClassVar[str] = "Keep or give"
    before_talk: ClassVar[bool] = True
    only_with: ClassVar[tuple[str, ...]] = ("bag_short", "choose")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the active player, or do what the option `bag_short` says."""
        rules = state.game
        if rules.bag_short == "choose":
            self.ask(state, state.active)
        else:
            self.apply(state, ONE_GIVE if rules.bag_short == "give_first" else ONE_KEEP)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return (ONE_KEEP, ONE_GIVE)

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Keep the Folk, without an auction, or offer it."""
        rules = state.game
        if action == ONE_KEEP:
            rules.keep.take(state, state.offered(), "GH-RULING-12")
            if state.listener is not None:
                state.tell(NO_SECOND)
            state.enter(rules.defend)
        else:
            if state.listener is not None:
                state.tell(SINGLE_OFFERED)
            state.enter(rules.talk)

    def question(self, state: GoodsAndHonorState) -> str:
        return f"The only Folk left is a {TYPE_NAMES[state.offered()]}. Do you keep it or offer it?"

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        if action == ONE_KEEP:
            return "keep the single Folk"
        return "offer the single Folk" if action == ONE_GIVE else super().words(state, action)

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        if FIRST_KEEP <= action < FIRST_KEEP + TYPES:
            return Reason("GH-RULING-12", "There is one Folk only: keep it, or offer it.")
        return super().asked_elsewhere(state, action)

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that one Folk lies there, and that the bag holds none."""
        if sum(state.table_folk) != 1 or any(state.bag):
            return ["A single Folk lies on the table when the bag has run empty."]
        return []


class Keep(GoodsPhase):
    """The active player chooses which of the two Folks to keep; the other one goes to another player."""

    name: ClassVar[str] = "keep"
    title: ClassVar[str] = "Keeping a Folk"
    clauses: ClassVar[tuple[str, ...]] = ("GH-KEEP-1", "GH-KEEP-2", "GH-KEEP-3")
    allows: ClassVar[Mapping[str, str]] = {"keep": "GH-KEEP-1"}
    group: ClassVar[str] = "Keep"
    holds: ClassVar[tuple[str, ...]] = ("bids", "closed")

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return whether both Folks are of one type."""
        table = state.table_folk
        return table[0] == 2 or table[1] == 2 or table[2] == 2 or table[3] == 2

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the types on the table."""
        table = state.table_folk
        return tuple([FIRST_KEEP + kind for kind in range(TYPES) if table[kind]])

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Put the kept Folk into New; offer the other one, or give it away if the bids have been made."""
        rules = state.game
        self.take(state, action - FIRST_KEEP, "GH-KEEP-1")
        if state.listener is not None:
            state.tell(TO_BE_GIVEN if rules.keep_timing_after_bids else OFFERED, state.active, folk=state.offered())
        state.enter(rules.award if rules.keep_timing_after_bids else rules.talk)

    def take(self, state: GoodsAndHonorState, kind: Folk, clause: str) -> None:
        """Move a Folk from the table to the active player's New, by the clause that lets it be kept."""
        state.table_folk[kind] -= 1
        state.mats[state.active * CELLS + NEW * TYPES + kind] += 1
        if state.listener is not None:
            state.note(FIRST_KEEP + kind)
            state.tell(KEPT, state.active, folk=kind, clause=clause)
            placed = state.game.in_force("GH-KEEP-2") if clause == "GH-KEEP-1" else clause
            state.tell(TO_NEW, state.active, folk=kind, clause=placed)

    def question(self, state: GoodsAndHonorState) -> str:
        return f"On the table: {folk_listed(state.table_folk)}. Which Folk do you keep? The other one is given away."

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse a type that is not on the table."""
        kind = action - FIRST_KEEP
        return None if state.table_folk[kind] else Reason("GH-KEEP-1", f"No {TYPE_NAMES[kind]} lies on the table.")

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        if action in (ONE_KEEP, ONE_GIVE):
            return Reason("GH-KEEP-1", "You keep exactly one of the two Folks and give the other away.")
        return super().asked_elsewhere(state, action)

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that two Folks lie there."""
        return [] if sum(state.table_folk) == FOLKS_DRAWN else ["In the phase 'keep' 2 Folks lie on the 'table'."]

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that all bids have been made, or none."""
        if state.game.keep_timing_after_bids:
            return state.game.bid.closed_misfits(state, self.name)
        return ["A Folk is kept before anybody bids."] if state.closed or sum(state.bids) else []

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Close hands that are shown empty."""
        super().fill_in(state, given)
        if state.game.keep_timing_after_bids:
            state.game.bid.close_empty(state, given)

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return nobody, or everybody who speaks before the bids."""
        return state.game.bid.speakers(state) if state.game.keep_timing_after_bids else []
