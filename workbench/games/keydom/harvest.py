"""Harvest, action (a): one connected group gives a counter for each of its unharvested fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import after, first_of
from workbench.games.keydom.components import (
    BIT,
    DONE,
    FIRST_CROP,
    FIRST_PLOT,
    HARVESTING,
    NONE,
    plot_actions,
)
from workbench.games.keydom.counters import ONE, crops_in
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.phase import OF_CROPS, Conditions, KeydomPhase, all_met
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Handful, Plot, Plots

HARVESTS: Final = Kind(
    "harvests",
    ("KD-HARVEST-2", "KD-POWER-5", "KD-RULING-20", "KD-RULING-21"),
    "{seat:seat} harvests {plots:plots} and takes {counters:counters}.",
)
FALLS_SHORT: Final = Kind(
    "falls_short", ("KD-HARVEST-5", "KD-RULING-22"), "The stock lacks the crop of {plots:plots}; the harvest turns all fields."
)
TAKES_INSTEAD: Final = Kind("takes_instead", "KD-HARVEST-5", "{seat:seat} takes {crop:crop} for {plot:plot} instead.")
ONE_BY_ONE: Final = Kind("picks_field", "KD-RULING-21", "{seat:seat} picks {plot:plot}.")


class HarvestGroup(KeydomPhase):
    """The active player names a group with something to harvest. The Foreman's special action harvests here, too."""

    name: ClassVar[str] = "harvest_group"
    title: ClassVar[str] = "Harvest"
    part: ClassVar[int] = HARVESTING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-HARVEST-1", "KD-HARVEST-2", "KD-HARVEST-3", "KD-HARVEST-4", "KD-HARVEST-5", "KD-HARVEST-7"),
        *("KD-RULING-20", "KD-RULING-21", "KD-RULING-22"),
    )
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-HARVEST-1"}
    group: ClassVar[str] = "Harvest"
    of_turn: ClassVar[bool] = True
    verbs: ClassVar[Mapping[str, str]] = {"plot": "harvest the group of {}"}
    asked: ClassVar[frozenset[str]] = frozenset({"group_with", "groups"})

    def begin(self, state: KeydomState) -> None:
        """Ask for the group; if a harvest takes in the whole board, there is no choice (KD-RULING-20)."""
        if state.game.harvest_scope == "board":
            state.actor = state.active
            self.take(state, state.active, state.fresh[state.active])
        else:
            self.ask(state, state.active)

    def group_with(self, state: KeydomState, seat: Seat, field: Plot) -> Plots:
        """Return the fields that one harvest takes together with one of them (KD-HARVEST-1, KD-RULING-20)."""
        game = state.game
        scope = game.harvest_scope
        if scope == "component":
            return game.score.group_with(state, seat, field)
        if scope == "single":
            return field
        fresh: Plots = state.fresh[seat]
        if scope == "board":
            return fresh
        joined = fresh | state.workers(seat) if game.workers_connect else fresh
        return game.country.group(field, joined) & fresh

    def groups(self, state: KeydomState, seat: Seat) -> list[int]:
        """Return the groups that one harvest may take: those with an unharvested field."""
        found: list[int] = []
        left: Plots = state.fresh[seat]
        while left:
            group = self.group_with(state, seat, left & -left)
            found.append(group)
            left &= ~group
        return found

    def names(self, state: KeydomState, seat: Seat) -> Plots:
        """Return the plots that name the groups: the first field of each (KD-HARVEST-1)."""
        named: Plots = 0
        for one in self.groups(state, seat):
            group: Plots = one
            named |= group & -group
        return named

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the first plot of each group that has an unharvested field."""
        return plot_actions(self.names(state, state.to_move))

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a plot without an own field, with nothing to harvest, or whose group goes by another plot."""
        seat, plot = state.to_move, action - FIRST_PLOT
        name = state.game.country.names[plot]
        if not state.fields[seat] & BIT[plot]:
            return Reason("KD-HARVEST-1", f"You have no field on {name}.")
        if not self.joined_with(state, seat, plot):
            return Reason("KD-HARVEST-4", f"Every field of the group of {name} has been harvested.")
        first = first_of(self.group_with(state, seat, BIT[plot]))
        if first != plot:
            named = state.game.country.names[first]
            return Reason("KD-HARVEST-1", f"You name the group of {name} by its first plot, {named}.")
        return None

    def apply(self, state: KeydomState, action: Action) -> None:
        """Harvest the group, or begin to pick from it."""
        self.take_named(state, state.to_move, action - FIRST_PLOT)

    def take_named(self, state: KeydomState, seat: Seat, plot: Plot) -> None:
        """Harvest the group that a plot names."""
        self.take(state, seat, self.joined_with(state, seat, plot))

    def take(self, state: KeydomState, seat: Seat, joined: Plots) -> None:
        """Harvest some unharvested fields, or begin to pick from them (KD-RULING-21)."""
        if state.game.harvest_partial:
            state.short = joined
            state.plot = NONE
            state.enter(state.game.harvest_pick)
        else:
            self.take_in(state, seat, joined)

    def joined_with(self, state: KeydomState, seat: Seat, plot: Plot) -> Plots:
        """Return the unharvested fields of a plot's group, or no fields if it cannot be harvested."""
        group = self.group_with(state, seat, BIT[plot])
        return group & state.fresh[seat] if group & BIT[plot] else 0

    def take_in(self, state: KeydomState, seat: Seat, harvested: Plots) -> None:
        """Turn fields over and give what the stock has (KD-HARVEST-2, -3, -5); then ask about missing crops."""
        state.fresh[seat] &= ~harvested
        gained: Handful = 0
        short: Plots = 0
        stock: Handful = state.stock
        crops = state.crops
        for action in plot_actions(harvested):
            plot = action - FIRST_PLOT
            one: Handful = ONE[crops[plot]]
            if stock >> 8 * crops[plot] & 255:
                stock -= one
                gained += one
            else:
                short |= BIT[plot]
        state.stock = stock
        state.receive(seat, gained)
        if state.listener is not None:
            self.tell_harvest(state, seat, harvested, gained, short)
        if short and stock and state.game.harvest_shortage == "choose":
            state.short = short
            state.plot = NONE
            state.enter(state.game.harvest_short)
        else:
            self.resume(state)

    def tell_harvest(self, state: KeydomState, seat: int, harvested: int, gained: int, short: int) -> None:
        """Tell what the player harvested."""
        plots = tuple([action - FIRST_PLOT for action in plot_actions(harvested)])
        clause = "KD-HARVEST-2" if state.game.harvest_scope == "component" else "KD-RULING-20"
        if state.game.harvest_partial:
            clause = "KD-RULING-21"
        if state.worker != NONE:
            clause = "KD-POWER-5"
        state.tell(HARVESTS, seat, plots=plots, counters=gained, clause=clause)
        if short:
            lacking = tuple([action - FIRST_PLOT for action in plot_actions(short)])
            clause = "KD-HARVEST-5" if state.game.harvest_shortage == "choose" else "KD-RULING-22"
            state.tell(FALLS_SHORT, seat, plots=lacking, clause=clause)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: KeydomState) -> str:
        """Ask which group to harvest."""
        return "Which group of your fields do you harvest? You name it by its first plot."

    def note(self, state: KeydomState, action: int) -> str:
        """Say how many fields there are to turn."""
        plot = action - FIRST_PLOT
        if not 0 <= plot < PLOTS or state.actor == NONE or not state.fields[state.actor] & BIT[plot]:
            return ""
        fresh = int(self.joined_with(state, state.actor, plot)).bit_count()
        return f"{fresh} unharvested field{'' if fresh == 1 else 's'}"


class HarvestPick(KeydomPhase):
    """With `harvest_partial`, the player picks unharvested fields one by one, in rising order (KD-RULING-21)."""

    name: ClassVar[str] = "harvest_pick"
    title: ClassVar[str] = "Harvest: which fields"
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-RULING-21", "KD-HARVEST-3")
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-RULING-21", "done": "KD-RULING-21"}
    group: ClassVar[str] = "Harvest"
    verbs: ClassVar[Mapping[str, str]] = {"plot": "harvest {}", "done": "leave the others"}
    needs: ClassVar[tuple[str, ...]] = ("short",)
    holds: ClassVar[tuple[str, ...]] = ("plot", "picked", "worker")

    def begin(self, state: KeydomState) -> None:
        """Ask the player who harvests."""
        self.ask(state, state.actor)

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a field of the group after the last one picked."""
        return (
            (state.short, "KD-RULING-21", "{} is not an unharvested field of the group."),
            (after(state.plot), "KD-RULING-21", "You pick fields in their order, and {} comes before the last one you picked."),
        )

    def may_stop(self, state: KeydomState) -> bool:
        """Return whether the player may stop: after the first field."""
        return state.plot != NONE

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse to stop before the first pick, or a plot that is not among the fields."""
        if action == DONE and not self.may_stop(state):
            return Reason("KD-HARVEST-1", "Pick at least one unharvested field.")
        return super().against(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Pick a field, or harvest when the player stops."""
        if action != DONE:
            state.plot = action - FIRST_PLOT
            state.picked |= BIT[state.plot]
            if state.listener is not None:
                state.tell(ONE_BY_ONE, state.to_move, plot=state.plot)
            if all_met(self.conditions(state, state.to_move)):
                return
        picked = state.picked
        state.picked = 0
        state.short = 0
        state.plot = NONE
        state.game.harvest_group.take_in(state, state.to_move, picked)

    def question(self, state: KeydomState) -> str:
        """Ask which field to pick."""
        return "Which unharvested field of the group do you harvest?"

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has picked a field."""
        return state.plot != NONE


class HarvestShort(KeydomPhase):
    """For each field that the stock could not pay, the player takes another crop, in plot order (KD-HARVEST-5)."""

    name: ClassVar[str] = "harvest_short"
    title: ClassVar[str] = "Harvest: the stock is short"
    clauses: ClassVar[tuple[str, ...]] = ("KD-HARVEST-5", "KD-CROP-6")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-HARVEST-5"}
    of: ClassVar[int] = OF_CROPS
    group: ClassVar[str] = "Harvest"
    verbs: ClassVar[Mapping[str, str]] = {"crop": "take {} instead"}
    needs: ClassVar[tuple[str, ...]] = ("short",)
    holds: ClassVar[tuple[str, ...]] = ("worker",)

    def begin(self, state: KeydomState) -> None:
        """Ask the player who harvests."""
        self.ask(state, state.actor)

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a crop that the stock has."""
        return ((crops_in(state.stock), "KD-HARVEST-5", "The stock has no {}."),)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the crop for the first field that went unpaid."""
        crop = action - FIRST_CROP
        state.stock -= ONE[crop]
        state.receive(state.to_move, ONE[crop])
        if state.listener is not None:
            state.tell(TAKES_INSTEAD, state.to_move, crop=crop, plot=first_of(state.short))
        state.short &= state.short - 1
        if not state.short or not state.stock:
            self.resume(state)

    def question(self, state: KeydomState) -> str:
        """Ask which crop to take, and say for which field."""
        plot = state.game.country.names[first_of(state.short)] if state.short else "a field"
        return f"The stock lacks the crop of {plot}. Which counter do you take instead?"
