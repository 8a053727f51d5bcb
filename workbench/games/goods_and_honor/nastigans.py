"""Deal with Nastigans: who defends, the dice, and who goes into the bag."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DEFEND,
    FIRST_ROLL,
    FOLK_LOSES,
    FOLK_WINS,
    GUARD_DIE,
    GUARDS,
    HELPER_DIE,
    NASTIGAN,
    NEW,
    NONE,
    RED_SIDES,
    ROLL_ROW,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
    WORKER_DIE,
    die_of,
)
from workbench.games.goods_and_honor.phase import GoodsPhase, counted
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from mypy_extensions import i64

    from workbench.games.goods_and_honor.game import GoodsAndHonor


def pairs_of(blue: int) -> tuple[int, ...]:
    """Every roll of the red die and a blue one, as actions.

    >>> len(pairs_of(8)), pairs_of(4)[:5] == (75, 76, 77, 78, 83)
    (48, True)
    """
    return tuple([FIRST_ROLL + red * ROLL_ROW + face for red in range(RED_SIDES) for face in range(blue)])


PAIRS: Final = tuple([pairs_of(blue) for blue in range(GUARD_DIE + 1)])
"""The rolls of the red die with a blue die of so many sides."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Defend(GoodsPhase):
    """Phase 3: surplus Nastigans return, then the active player names a Folk for each of the others."""

    name: ClassVar[str] = "defend"
    title: ClassVar[str] = "Deal with Nastigans"
    clauses: ClassVar[tuple[str, ...]] = ("GH-NAST-4", "GH-NAST-3", "GH-DUEL-1", "GH-DUEL-2", "GH-DUEL-3")
    group: ClassVar[str] = "Defender"
    asked: ClassVar[frozenset[str]] = frozenset(["legal", "die", "dealt_with", "used"])

    def begin(self, state: GoodsAndHonorState) -> None:
        """Send back what is too many; then name and fight, or go on at once."""
        rules = state.rules
        if state.table_nastigans == 0:
            if state.listener is not None:
                state.tell("GH-NAST-1", "No Nastigan was drawn, so there is none to deal with.")
            state.enter(rules.assign)
            return
        surplus = state.table_nastigans - self.dealt_with(state)
        if surplus > 0:
            self.send_back(state, surplus)
            if state.listener is not None:
                state.tell("GH-NAST-2", f"Back into the bag: {counted(int(surplus), 'Nastigan')} too many.")
        self.go_on(state)

    def dealt_with(self, state: GoodsAndHonorState) -> i64:
        """How many of the Nastigans on the table somebody has to deal with; the others return at once (GH-NAST-2)."""
        drawn, cap = state.table_nastigans, state.rules.duel_cap
        return drawn if drawn < cap else cap

    def die(self, state: GoodsAndHonorState, action: i64) -> i64:
        """The sides of the die that a Folk rolls that is named (GH-DUEL-1, GH-DUEL-2, GH-DUEL-3)."""
        place = action - FIRST_DEFEND
        return die_of(place // SECTIONS, place % SECTIONS)

    def send_back(self, state: GoodsAndHonorState, number: i64) -> None:
        """Nastigans go from the table into the bag."""
        state.table_nastigans -= number
        state.bag[NASTIGAN] += int(number)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """The next name, the next duel, or the end of the phase (GH-NAST-3, GH-RULING-31)."""
        rules = state.rules
        while state.table_nastigans > 0:
            wanted: i64 = state.table_nastigans if rules.all_first else 1
            missing = wanted - len(state.named)
            if missing > 0:
                if self.legal(state):
                    self.ask(state, state.active)
                    return
                left = state.table_nastigans - len(state.named)
                self.send_back(state, left)
                if state.listener is not None:
                    self.tell_nobody(state, int(left))
            elif self.still_there(state, state.named[0]):
                self.fight(state)
                return
            else:
                state.named = state.named[1:]
                self.send_back(state, 1)
                if state.listener is not None:
                    state.tell("GH-RULING-31", "The Folk named is gone, so a Nastigan returns without effect.")
        if not rules.reuse:
            state.defended = [0] * CELLS
        state.enter(rules.assign)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Every type and section with a Folk on the own mat, as far as the options and the Elder Pawn allow."""
        rules, mats = state.rules, state.mats
        base = state.active * CELLS
        sections: i64 = SECTIONS if rules.new_defends else NEW
        pawn: i64 = state.pawns[state.active] if rules.pawns_on else NEW
        found: list[int] = []
        guarded = False
        at_pawn = False
        for kind in range(TYPES):
            section: i64 = 0
            while section < sections:
                cell = section * TYPES + kind
                count: i64 = mats[base + cell]
                if count and not rules.reuse:
                    count -= self.used(state, kind, section)
                if count > 0:
                    found.append(int(FIRST_DEFEND + kind * SECTIONS + section))
                    guarded = guarded or section == GUARDS
                    at_pawn = at_pawn or section == pawn
                section += 1
        if guarded:
            if rules.guards_first:
                return in_section(found, GUARDS)
        elif rules.pawns_on:
            # GH-PAWN-5, GH-PAWN-7, GH-RULING-43
            if at_pawn:
                return in_section(found, pawn)
            if rules.returns_past_pawn:
                return ()
        return tuple(found)

    def used(self, state: GoodsAndHonorState, kind: i64, section: i64) -> i64:
        """With defender_reuse=no: how many Folks of a type in a section may not be named any more (GH-RULING-30)."""
        if state.rules.all_first:
            return state.named.count(int(FIRST_DEFEND + kind * SECTIONS + section))
        return state.defended[section * TYPES + kind]

    def still_there(self, state: GoodsAndHonorState, action: i64) -> bool:
        """Whether a Folk that was named is still on the mat."""
        place = action - FIRST_DEFEND
        return state.mats[state.active * CELLS + place % SECTIONS * TYPES + place // SECTIONS] > 0

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Name the defender."""
        state.named = (*state.named, int(action))
        if state.listener is not None:
            self.tell_named(state, action)
        self.go_on(state)

    def tell_named(self, state: GoodsAndHonorState, action: i64) -> None:
        """Tell who is named, and what else might have been."""
        place, seat = action - FIRST_DEFEND, int(state.active)
        section = place % SECTIONS
        state.tell(
            "GH-NAST-4", f"{SEATS[seat]} names a {TYPE_NAMES[place // SECTIONS]} in {SECTION_NAMES[section]}.", seat
        )
        if sum(state.section(seat, GUARDS)):
            if section != GUARDS:
                state.tell("GH-NAST-7", "Guards may stay where they are.", seat)
        elif state.rules.pawns_on and section == state.pawns[seat]:
            state.tell("GH-PAWN-5", "Guards is empty, so it comes from the pawn's section.", seat)
        elif state.rules.pawns_on:
            state.tell("GH-PAWN-7", "Guards and the pawn's section have nobody to send.", seat)

    def fight(self, state: GoodsAndHonorState) -> None:
        """The duel of the first Folk named."""
        rules = state.rules
        if state.listener is not None:
            state.note(state.named[0])
            place = state.named[0] - FIRST_DEFEND
            die = self.die(state, state.named[0])
            clause = {GUARD_DIE: "GH-DUEL-1", HELPER_DIE: "GH-DUEL-2", WORKER_DIE: "GH-DUEL-3"}[die]
            state.tell(clause, f"The {TYPE_NAMES[place // SECTIONS]} rolls a die of {die} sides.", int(state.active))
        state.enter(rules.duel if rules.collapsed else rules.roll)

    def settle(self, state: GoodsAndHonorState, wins: bool) -> None:
        """The Nastigan goes into the bag, and so does the Folk if it has lost."""
        place = state.named[0] - FIRST_DEFEND
        kind, section = place // SECTIONS, place % SECTIONS
        state.named = state.named[1:]
        self.send_back(state, 1)
        if wins:
            if not state.rules.reuse and not state.rules.all_first:
                state.defended[section * TYPES + kind] += 1
            if state.listener is not None:
                state.tell(
                    "GH-DUEL-6", f"The {TYPE_NAMES[kind]} wins; the Nastigan goes into the bag.", int(state.active)
                )
        else:
            state.mats[state.active * CELLS + section * TYPES + kind] -= 1
            state.bag[kind] += 1
            if state.listener is not None:
                state.tell("GH-DUEL-5", f"The {TYPE_NAMES[kind]} loses; both go into the bag.", int(state.active))
        self.go_on(state)

    def tell_nobody(self, state: GoodsAndHonorState, number: int) -> None:
        """Tell why nobody defends."""
        seat = int(state.active)
        text = f"{counted(number, 'Nastigan')} back into the bag without effect."
        if sum(state.folk(seat)) == 0:
            state.tell("GH-NAST-8", f"{SEATS[seat]} has no Folk on the mat: {text}", seat)
        elif state.rules.pawns_on and state.rules.returns_past_pawn:
            state.tell("GH-RULING-43", f"Neither Guards nor the pawn's section can defend: {text}", seat)
        elif not state.rules.reuse:
            state.tell("GH-RULING-30", f"No Folk is left that may be named: {text}", seat)
        else:
            state.tell("GH-RULING-29", f"Only Folks in New are left: {text}", seat)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: GoodsAndHonorState) -> str:
        """Who defends."""
        left = int(state.table_nastigans) - len(state.named)
        return f"Which Folk deals with the Nastigan? To be dealt with: {left}."

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """The die."""
        place = action - FIRST_DEFEND
        if not 0 <= place < TYPES * SECTIONS:
            return ""
        return f"D{self.die(state, action)}"

    def clause_of(self, state: GoodsAndHonorState, action: int) -> str:
        """Under which clause it may be named."""
        guarded = sum(state.section(int(state.active), GUARDS)) > 0
        if (action - FIRST_DEFEND) % SECTIONS == GUARDS:
            return "GH-NAST-4"
        if guarded:
            return "GH-NAST-7"
        return "GH-PAWN-5" if state.rules.pawns_on else "GH-NAST-4"

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Those of the pawn only where it is played."""
        return (*self.clauses, "GH-PAWN-5", "GH-PAWN-6", "GH-PAWN-7") if state.rules.pawns_on else self.clauses

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why a Folk cannot be named."""
        place = action - FIRST_DEFEND
        if not 0 <= place < TYPES * SECTIONS:
            return None
        rules, kind, section = state.rules, place // SECTIONS, place % SECTIONS
        who = f"{TYPE_NAMES[kind]} in {SECTION_NAMES[section]}"
        count = state.mats[state.active * CELLS + section * TYPES + kind]
        if count == 0:
            return Reason("GH-NAST-4", f"There is no {who} on your mat.")
        if section == NEW and not rules.new_defends:
            return Reason("GH-RULING-29", "In this game a Folk in New cannot be named.")
        if not rules.reuse and count <= self.used(state, kind, section):
            return Reason("GH-RULING-30", f"The {who} has had its turn, and no Folk is named twice here.")
        if section != GUARDS and rules.guards_first and sum(state.section(int(state.active), GUARDS)) > 0:
            return Reason("GH-RULING-32", "While Guards holds a Folk, the defender comes from there.")
        return Reason("GH-PAWN-5", "Guards is empty, so the defender comes from the section of the Elder Pawn.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Some Nastigans are to be dealt with."""
        return super().table_misfits(state) + waiting_misfits(state, self.name)

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Nobody is named, or fewer than there are Nastigans where all are named first."""
        found: list[str] = []
        if not state.rules.all_first:
            if state.named:
                found.append("In the phase 'defend' nobody is 'named' yet.")
        elif len(state.named) >= state.table_nastigans or not all(
            [self.still_there(state, one) for one in state.named]
        ):
            found.append("A defender is named for each Nastigan, from the Folks on the mat.")
        return found + winner_misfits(state)


def in_section(defenders: list[int], section: i64) -> tuple[int, ...]:
    """Those defenders that stand in one section.

    >>> in_section([FIRST_DEFEND, FIRST_DEFEND + 3, FIRST_DEFEND + 8], GUARDS) == (FIRST_DEFEND + 3, FIRST_DEFEND + 8)
    True
    """
    return tuple([action for action in defenders if (action - FIRST_DEFEND) % SECTIONS == section])


@mypyc_attr(allow_interpreted_subclasses=True)
class Roll(GoodsPhase):
    """Both dice are rolled, again and again while they are equal (GH-DUEL-4)."""

    name: ClassVar[str] = "roll"
    title: ClassVar[str] = "The dice"
    clauses: ClassVar[tuple[str, ...]] = ("GH-DUEL-4", "GH-DUEL-5", "GH-DUEL-6", "GH-CHANCE-4")
    group: ClassVar[str] = "Rolled"
    by_chance: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Roll."""
        self.wait_for_chance(state)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Every pair of numbers, each equally likely (GH-CHANCE-4)."""
        return PAIRS[state.rules.defend.die(state, state.named[0])]

    def decides(self, state: GoodsAndHonorState, action: i64) -> i64:
        """What a roll decides: FOLK_WINS, FOLK_LOSES, or NONE if the dice are rolled again (GH-DUEL-4 to GH-DUEL-6)."""
        red = (action - FIRST_ROLL) // ROLL_ROW
        blue = (action - FIRST_ROLL) % ROLL_ROW
        if red == blue:  # GH-RULING-47
            if state.rules.duel_tie == "reroll":
                return NONE
            return FOLK_WINS if state.rules.duel_tie == "folk_wins" else FOLK_LOSES
        return FOLK_WINS if blue > red else FOLK_LOSES

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Compare the dice."""
        decided = self.decides(state, action)
        if state.listener is not None:
            state.note(action)
            red = (action - FIRST_ROLL) // ROLL_ROW + 1
            blue = (action - FIRST_ROLL) % ROLL_ROW + 1
            state.tell("GH-DUEL-4", f"Red {red}, blue {blue}.")
            if decided == NONE:
                state.tell("GH-RULING-47", "Equal: both dice are rolled again.")
            elif red == blue:
                state.tell("GH-RULING-47", f"Equal: the {'Folk' if decided == FOLK_WINS else 'Nastigan'} wins.")
        if decided != NONE:
            state.rules.defend.settle(state, decided == FOLK_WINS)

    def question(self, state: GoodsAndHonorState) -> str:
        """What is rolled."""
        blue = state.rules.defend.die(state, state.named[0])
        return f"The red die of {RED_SIDES} sides and a blue one of {blue} sides are rolled."

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only with duel_chance=dice."""
        return not rules.collapsed

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Some Nastigans are to be dealt with."""
        return super().table_misfits(state) + waiting_misfits(state, self.name)

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Who fights is named, and on the mat."""
        return fighter_misfits(state, self.name) + winner_misfits(state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Duel(GoodsPhase):
    """With duel_chance=collapsed a duel is one random event: who wins it in the end (GH-HOUSE-12)."""

    name: ClassVar[str] = "duel"
    title: ClassVar[str] = "The duel"
    clauses: ClassVar[tuple[str, ...]] = ("GH-DUEL-7", "GH-DUEL-5", "GH-DUEL-6", "GH-HOUSE-12")
    group: ClassVar[str] = "Rolled"
    by_chance: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Let the dice decide."""
        self.wait_for_chance(state)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """The Folk wins or loses."""
        return tuple([action for action, _ in self.chance(state)])

    def chance(self, state: GoodsAndHonorState) -> tuple[tuple[int, int], ...]:
        """The final chances: of the rolls that decide, how many each side wins (GH-DUEL-7)."""
        roll = state.rules.roll
        wins: i64 = 0
        losses: i64 = 0
        for action, weight in roll.chance(state):
            decided = roll.decides(state, action)
            if decided == FOLK_WINS:
                wins += weight
            elif decided == FOLK_LOSES:
                losses += weight
        return tuple([(action, int(weight)) for action, weight in ((FOLK_WINS, wins), (FOLK_LOSES, losses)) if weight])

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Who wins."""
        if state.listener is not None:
            state.note(action)
            state.tell("GH-DUEL-7", "The dice have decided.")
        state.rules.defend.settle(state, action == FOLK_WINS)

    def question(self, state: GoodsAndHonorState) -> str:
        """What is at stake."""
        return "The dice decide the duel."

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Only with duel_chance=collapsed."""
        return rules.collapsed

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Some Nastigans are to be dealt with."""
        return super().table_misfits(state) + waiting_misfits(state, self.name)

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Who fights is named, and on the mat."""
        return fighter_misfits(state, self.name) + winner_misfits(state)


# -- what a position in these phases may be ------------------------------------------------------------------------------


def waiting_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """Nastigans lie on the table, and no more than are dealt with in a turn (GH-NAST-2)."""
    limit = state.rules.duel_cap
    if 1 <= state.table_nastigans <= limit:
        return []
    return [f"In the phase {name!r} 1 to {limit} Nastigans lie on the 'table'."]


def fighter_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """As many Folks are named as have to be, and the first one is there to fight."""
    rules = state.rules
    due: i64 = state.table_nastigans if rules.all_first else 1
    if len(state.named) == due and due and rules.defend.still_there(state, state.named[0]):
        return []
    return [f"In the phase {name!r} 'named' says who fights, and that Folk is on the mat."]


def winner_misfits(state: GoodsAndHonorState) -> list[str]:
    """Those who have won are on the mat, where they are counted (GH-RULING-30)."""
    if not sum(state.defended):
        return []
    rules, base = state.rules, state.active * CELLS
    there = all([state.defended[cell] <= state.mats[base + cell] for cell in range(CELLS)])
    if there and not rules.reuse and not rules.all_first:
        return []
    return ["'defended' is for Folks on the mat that have won, with the option defender_reuse='no'."]
