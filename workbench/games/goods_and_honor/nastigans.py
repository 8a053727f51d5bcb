"""Deal with Nastigans: which Folk defends, and which tokens go into the bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DEFEND,
    GUARD_DIE,
    GUARDS,
    HELPER_DIE,
    NASTIGAN,
    NEW,
    NONE,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
    WORKER_DIE,
    die_of,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.goods_and_honor.types import Folk, Section


NO_NASTIGAN: Final = Kind("no_nastigan", "GH-NAST-1", "No Nastigan was drawn, so there is none to deal with.")
TOO_MANY: Final = Kind("too_many", "GH-NAST-2", "Back into the bag: {number:Nastigan} too many.")
NAMED: Final = Kind(
    "named", ("GH-NAST-4", "GH-RULING-31"), "{seat:seat} names a {folk:folk} in {section:section}."
)
GUARDS_FIRST: Final = Kind("guards_first", "GH-RULING-32", "While Guards holds a Folk, the defender comes from there.")
NOT_AGAIN: Final = Kind("not_again", "GH-RULING-30", "It cannot be named again in this turn.")
GUARDS_STAY: Final = Kind("guards_stay", "GH-NAST-7", "Guards may stay where they are.")
FROM_PAWN: Final = Kind("from_the_pawn", "GH-PAWN-5", "Guards is empty, so it comes from the pawn's section.")
ANYBODY: Final = Kind("anybody", "GH-PAWN-7", "Guards and the pawn's section have nobody to send.")
DEFENDER_GONE: Final = Kind(
    "defender_gone", "GH-RULING-31", "The Folk named is gone, so a Nastigan returns without effect."
)
NO_FOLK: Final = Kind(
    "no_folk_left",
    "GH-NAST-8",
    "{seat:seat} has no Folk on the mat: {number:Nastigan} back into the bag without effect.",
)
NOT_PAST_PAWN: Final = Kind(
    "nobody_past_the_pawn",
    "GH-RULING-43",
    "Neither Guards nor the pawn's section can defend: {number:Nastigan} back into the bag without effect.",
)
USED_UP: Final = Kind(
    "nobody_left_to_name",
    "GH-RULING-30",
    "No Folk is left that may be named: {number:Nastigan} back into the bag without effect.",
)
ONLY_NEW: Final = Kind(
    "only_newcomers", "GH-RULING-29", "Only Folks in New are left: {number:Nastigan} back into the bag without effect."
)
DUEL: Final = Kind("duel", ("GH-DUEL-1", "GH-DUEL-2", "GH-DUEL-3"), "The {folk:folk} rolls a die of {sides} sides.")
FOLK_WON: Final = Kind(
    "folk_wins", ("GH-DUEL-6", "GH-RULING-47"), "The {folk:folk} wins; the Nastigan goes into the bag."
)
FOLK_LOST: Final = Kind("folk_loses", ("GH-DUEL-5", "GH-RULING-47"), "The {folk:folk} loses; both go into the bag.")
DIE_CLAUSES: Final = {GUARD_DIE: "GH-DUEL-1", HELPER_DIE: "GH-DUEL-2", WORKER_DIE: "GH-DUEL-3"}
"""The clause behind each blue die."""


class Defend(GoodsPhase):
    """Phase 3: return surplus Nastigans, then the active player names a Folk for each of the others."""

    name: ClassVar[str] = "defend"
    title: ClassVar[str] = "Deal with Nastigans"
    allows: ClassVar[Mapping[str, str]] = {"defend": "GH-NAST-4"}
    clauses: ClassVar[tuple[str, ...]] = ("GH-NAST-4", "GH-NAST-3", "GH-DUEL-1", "GH-DUEL-2", "GH-DUEL-3")
    group: ClassVar[str] = "Defender"
    holds: ClassVar[tuple[str, ...]] = ("named",)
    asked: ClassVar[frozenset[str]] = frozenset(["legal", "against", "die", "dealt_with", "used"])

    def begin(self, state: GoodsAndHonorState) -> None:
        """Send back the surplus; then name and fight, or go on at once."""
        rules = state.game
        if state.table_nastigans == 0:
            if state.listener is not None:
                state.tell(NO_NASTIGAN)
            state.enter(rules.assign)
            return
        surplus = state.table_nastigans - self.dealt_with(state)
        if surplus > 0:
            self.send_back(state, surplus)
            if state.listener is not None:
                state.tell(TOO_MANY, number=surplus)
        self.go_on(state)

    def dealt_with(self, state: GoodsAndHonorState) -> Number:
        """Return how many Nastigans on the table must be dealt with; the others return at once (GH-NAST-2)."""
        drawn, cap = state.table_nastigans, state.game.duel_cap
        return drawn if drawn < cap else cap

    def die(self, state: GoodsAndHonorState, action: Action) -> Number:
        """Return the sides of the die that a named Folk rolls (GH-DUEL-1, GH-DUEL-2, GH-DUEL-3)."""
        place = action - FIRST_DEFEND
        return die_of(place // SECTIONS, place % SECTIONS)

    def send_back(self, state: GoodsAndHonorState, number: Number) -> None:
        """Move Nastigans from the table into the bag."""
        state.table_nastigans -= number
        state.bag[NASTIGAN] += number

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Go on to the next name, the next duel, or the end of the phase (GH-NAST-3, GH-RULING-31)."""
        rules = state.game
        while state.table_nastigans > 0:
            wanted: Number = state.table_nastigans if rules.duel_commit_all_first else 1
            missing = wanted - len(state.named)
            if missing > 0:
                if self.legal(state):
                    self.ask(state, state.active)
                    return
                left = state.table_nastigans - len(state.named)
                self.send_back(state, left)
                if state.listener is not None:
                    self.tell_nobody(state, left)
            elif self.still_there(state, state.named[0]):
                self.fight(state)
                return
            else:
                state.named = state.named[1:]
                self.send_back(state, 1)
                if state.listener is not None:
                    state.tell(DEFENDER_GONE)
        if not rules.defender_reuse:
            state.defended = [0] * CELLS
        state.enter(rules.assign)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return every type and section with a Folk on the mat, as far as options and the Elder Pawn allow."""
        found = self.able(state)
        section = self.section_asked(state, found)
        return tuple(found) if section == NONE else in_section(found, section)

    def section_asked(self, state: GoodsAndHonorState, able: list[int]) -> Section:
        """Return the section that the defender must come from, NONE for any (GH-RULING-32, GH-PAWN-5, GH-PAWN-7)."""
        rules = state.game
        if not rules.guards_first and not rules.elder_pawns_on:
            return NONE
        if in_section(able, GUARDS):
            return GUARDS if rules.guards_first else NONE
        if rules.elder_pawns_on:
            at_pawn: Section = state.pawns[state.active]
            if in_section(able, at_pawn) or rules.pawn_area_empty_returns:  # GH-RULING-43
                return at_pawn
        return NONE

    def able(self, state: GoodsAndHonorState) -> list[int]:
        """Return every type and section with a Folk on the mat, as far as New and earlier victories allow."""
        rules, mats = state.game, state.mats
        base = state.active * CELLS
        sections: Number = SECTIONS if rules.new_folks_defend else NEW
        found: list[int] = []
        for kind in range(TYPES):
            section: Section = 0
            while section < sections:
                cell = section * TYPES + kind
                count: Number = mats[base + cell]
                if count and not rules.defender_reuse:
                    count -= self.used(state, kind, section)
                if count > 0:
                    found.append(FIRST_DEFEND + kind * SECTIONS + section)
                section += 1
        return found

    def used(self, state: GoodsAndHonorState, kind: Folk, section: Section) -> Number:
        """With defender_reuse=no, return how many Folks of a type in a section are used up (GH-RULING-30)."""
        if state.game.duel_commit_all_first:
            return state.named.count(FIRST_DEFEND + kind * SECTIONS + section)
        return state.defended[section * TYPES + kind]

    def still_there(self, state: GoodsAndHonorState, action: Action) -> bool:
        """Return whether a Folk that was named is still on the mat."""
        place = action - FIRST_DEFEND
        return state.mats[state.active * CELLS + place % SECTIONS * TYPES + place // SECTIONS] > 0

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Name the defender."""
        if state.listener is not None:
            self.tell_named(state, action)
        state.named = (*state.named, action)
        self.go_on(state)

    def tell_named(self, state: GoodsAndHonorState, action: Action) -> None:
        """Announce which Folk is named, and which others the player could have named."""
        place, seat = action - FIRST_DEFEND, state.active
        named_by = "GH-RULING-31" if state.game.duel_commit_all_first else "GH-NAST-4"
        state.tell(NAMED, seat, folk=place // SECTIONS, section=place % SECTIONS, clause=named_by)
        clause = self.clause_of(state, action)
        if clause == "GH-RULING-32":
            state.tell(GUARDS_FIRST, seat)
        elif clause == "GH-NAST-7":
            state.tell(GUARDS_STAY, seat)
        elif clause == "GH-PAWN-5":
            state.tell(FROM_PAWN, seat)
        elif clause == "GH-PAWN-7":
            state.tell(ANYBODY, seat)

    def fight(self, state: GoodsAndHonorState) -> None:
        """Begin the duel of the first Folk named."""
        rules = state.game
        if state.listener is not None:
            state.note(state.named[0])
            place = state.named[0] - FIRST_DEFEND
            die = self.die(state, state.named[0])
            section = place % SECTIONS
            clause = DIE_CLAUSES[die_of(place // SECTIONS, section)]
            state.tell(DUEL, state.active, folk=place // SECTIONS, section=section, sides=die, clause=clause)
        state.enter(rules.duel if rules.duel_chance_collapsed else rules.roll)

    def settle(self, state: GoodsAndHonorState, wins: bool, clause: str = "") -> None:
        """Put the Nastigan into the bag, and the Folk too if it has lost.

        Args:
            state: a duel; it is changed.
            wins: whether the Folk has won.
            clause: the clause that decides, if it is not that one number was higher.
        """
        place = state.named[0] - FIRST_DEFEND
        kind, section = place // SECTIONS, place % SECTIONS
        state.named = state.named[1:]
        self.send_back(state, 1)
        if wins:
            if not state.game.defender_reuse and not state.game.duel_commit_all_first:
                state.defended[section * TYPES + kind] += 1
            if state.listener is not None:
                state.tell(FOLK_WON, state.active, folk=kind, section=section, clause=clause or "GH-DUEL-6")
                if not state.game.defender_reuse and not state.game.duel_commit_all_first and state.table_nastigans > 0:
                    state.tell(NOT_AGAIN, state.active)
        else:
            state.mats[state.active * CELLS + section * TYPES + kind] -= 1
            state.bag[kind] += 1
            if state.listener is not None:
                state.tell(FOLK_LOST, state.active, folk=kind, section=section, clause=clause or "GH-DUEL-5")
        self.go_on(state)

    def tell_nobody(self, state: GoodsAndHonorState, number: int) -> None:
        """Announce why nobody defends."""
        seat = state.active
        folk = sum(state.folk(seat))
        if folk == 0:
            state.tell(NO_FOLK, seat, number=number)
        elif self.able(state):
            state.tell(NOT_PAST_PAWN, seat, number=number)
        elif not state.game.new_folks_defend and folk == sum(state.section(seat, NEW)):
            state.tell(ONLY_NEW, seat, number=number)
        else:
            state.tell(USED_UP, seat, number=number)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: GoodsAndHonorState) -> str:
        left = state.table_nastigans - len(state.named)
        if left > 1:
            return f"Which Folk deals with the next of {left} Nastigans?"
        return f"Which Folk deals with the {'last ' if state.named else ''}Nastigan?"

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """Name the die."""
        place = action - FIRST_DEFEND
        if not 0 <= place < TYPES * SECTIONS:
            return ""
        return f"{self.die(state, action)}-sided die"

    def clause_of(self, state: GoodsAndHonorState, action: int) -> str:
        """Return the clause under which the Folk may be named."""
        rules, section = state.game, (action - FIRST_DEFEND) % SECTIONS
        if in_section(self.able(state), GUARDS):
            if rules.guards_first:
                return "GH-RULING-32"
            return "GH-NAST-4" if section == GUARDS else "GH-NAST-7"
        if not rules.elder_pawns_on:
            return "GH-NAST-4"
        return "GH-PAWN-5" if section == state.pawns[state.active] else "GH-PAWN-7"

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Return the clauses of the pawn only if it is played, and the rulings that are not the usual ones."""
        rules = state.game
        found = [*self.clauses]
        if not rules.new_folks_defend:
            found.append("GH-RULING-29")
        if not rules.defender_reuse:
            found.append("GH-RULING-30")
        if rules.duel_commit_all_first:
            found.append("GH-RULING-31")
        if rules.guards_first:
            found.append("GH-RULING-32")
        if rules.elder_pawns_on:
            found += ["GH-PAWN-5", "GH-PAWN-6", rules.in_force("GH-PAWN-7")]
        return tuple(found)

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse a Folk that is not there, may not be named, or comes from the wrong section."""
        place = action - FIRST_DEFEND
        rules, kind, section = state.game, place // SECTIONS, place % SECTIONS
        who = f"{TYPE_NAMES[kind]} in {SECTION_NAMES[section]}"
        count = state.mats[state.active * CELLS + section * TYPES + kind]
        if count == 0:
            return Reason("GH-NAST-4", f"There is no {who} on your mat.")
        if section == NEW and not rules.new_folks_defend:
            return Reason("GH-RULING-29", "In this game you cannot name a Folk in New.")
        if not rules.defender_reuse and count <= self.used(state, kind, section):
            return Reason("GH-RULING-30", f"The {who} has been named already, and here you name no Folk twice.")
        asked = self.section_asked(state, self.able(state))
        if asked in (NONE, section):
            return None
        if asked == GUARDS:
            return Reason("GH-RULING-32", "While Guards holds a Folk, the defender comes from there.")
        return Reason("GH-PAWN-5", "Nobody in Guards can be named, so the defender comes from the section of the Elder Pawn.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that some Nastigans wait to be dealt with."""
        return super().table_misfits(state) + waiting_misfits(state, self.name)

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that nobody is named, or fewer Folks than there are Nastigans if all are named first."""
        found: list[str] = []
        if not state.game.duel_commit_all_first:
            if state.named:
                found.append("In the phase 'defend' nobody is 'named' yet.")
        elif len(state.named) >= state.table_nastigans or not all(
            [self.still_there(state, one) for one in state.named]
        ):
            found.append("A defender is named for each Nastigan, from the Folks on the mat.")
        return found + winner_misfits(state)


def in_section(defenders: list[int], section: Section) -> tuple[int, ...]:
    """Return the defenders that are in one section.

    >>> in_section([FIRST_DEFEND, FIRST_DEFEND + 3, FIRST_DEFEND + 8], GUARDS) == (FIRST_DEFEND + 3, FIRST_DEFEND + 8)
    True
    """
    return tuple([action for action in defenders if (action - FIRST_DEFEND) % SECTIONS == section])


def waiting_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """Check that Nastigans lie on the table, and no more than are dealt with in a turn (GH-NAST-2)."""
    limit = state.game.duel_cap
    if 1 <= state.table_nastigans <= limit:
        return []
    return [f"In the phase {name!r} 1 to {limit} Nastigans lie on the 'table'."]


def fighter_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """Check that as many Folks are named as needed, and that the first one is there to fight."""
    rules = state.game
    due: Number = state.table_nastigans if rules.duel_commit_all_first else 1
    if len(state.named) == due and due and rules.defend.still_there(state, state.named[0]):
        return []
    return [f"In the phase {name!r} 'named' says who fights, and that Folk is on the mat."]


def winner_misfits(state: GoodsAndHonorState) -> list[str]:
    """Check that the winners are on the mat, where they are counted (GH-RULING-30)."""
    if not sum(state.defended):
        return []
    rules, base = state.game, state.active * CELLS
    there = all([state.defended[cell] <= state.mats[base + cell] for cell in range(CELLS)])
    if there and not rules.defender_reuse and not rules.duel_commit_all_first:
        return []
    return ["'defended' is for Folks on the mat that have won, with the option defender_reuse='no'."]
