"""Seasonal events: players pay for buildings and build them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.resource_hog.components import (
    BIT,
    BUILDABLE,
    FISH,
    HARBOUR,
    HEAD,
    MANOR_MARKER,
    MINE_SITE,
    NONE,
    ROAD,
    SEAT,
    TOKEN_STEP,
)
from workbench.games.resource_hog.land import listed
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.resource_hog.types import Area

BUILT: Final = Kind("built", "RH-BUILD-1", "In {area:area} the {building:building} is built for {cost} money.")
SEAT_BUILT: Final = Kind("seat_built", "RH-BUILD-4", "In {area:area} a {level:level} is built for {cost} money.")
HEAD_BUILT: Final = Kind("head_built", "RH-BUILD-5", "In {area:area} a field becomes a stone head for {cost} money.")
MANOR_BACK: Final = Kind("manor_back", "RH-MARKER-7", "The manor marker goes back to the supply.")
NOT_BUILT: Final = Kind(
    "not_built",
    ("RH-BUILD-3", "RH-RULING-34", "RH-RULING-45"),
    "In {area:area} the {building:building} is not built; the work of its peasants is lost.",
)


class Build(HogPhase):
    """Groups become buildings, if their owner pays now; if the money is short, the owner chooses which."""

    name: ClassVar[str] = "build"
    title: ClassVar[str] = "Season: building"
    clauses: ClassVar[tuple[str, ...]] = ("RH-BUILD-1", "RH-BUILD-2", "RH-BUILD-3")
    allows: ClassVar[Mapping[str, str]] = {"build": "RH-BUILD-1", "done": "RH-RULING-45"}
    group: ClassVar[str] = "Build"
    tries: ClassVar[tuple[str, ...]] = ("build",)
    seasonal: ClassVar[bool] = True

    def begin(self, state: ResourceHogState) -> None:
        """Build seat by seat; ask players who are short and can pay for several things, or who may refuse one."""
        game = state.game
        for seat in range(game.players):
            sites = self.sites(state, seat)
            while sites:
                if self.asks(state, seat, sites):
                    state.active = seat
                    self.ask(state, seat)
                    return
                if not self.build_next(state, seat, sites):
                    self.give_up(state, seat)
                sites = self.sites(state, seat)
        state.active = NONE
        state.enter(game.output)

    def asks(self, state: ResourceHogState, seat: Seat, sites: list[tuple[int, int]]) -> bool:
        """Return whether the owner chooses: the money is short, or the owner may refuse anything."""
        game = state.game
        if not game.build_refusal and not self.short(state, seat, sites):
            return False
        number = len(self.choices(state, seat, sites))
        return number > 1 or (number > 0 and bool(game.build_refusal))

    def sites(self, state: ResourceHogState, seat: Seat) -> list[tuple[int, int]]:
        """Return a seat's building groups as pairs of area and group: free ones and lower seats first."""
        found: list[tuple[int, int]] = []
        for area in listed(state.own(seat)):
            for code in state.work[area]:
                if ROAD * TOKEN_STEP <= code < FISH * TOKEN_STEP:
                    found.append((area, code))
        return found

    def cost(self, state: ResourceHogState, code: Number) -> Number:
        """Return what a group costs now (RH-RULING-45)."""
        return 0 if state.game.build_payment_assignment else state.game.cost_of(code)

    def ready(self, state: ResourceHogState, area: Area, code: Number) -> bool:
        """Return whether the building has what it needs (RH-BUILD-4, RH-BUILD-5, RH-RULING-34)."""
        kind = code // TOKEN_STEP
        if kind == SEAT:
            return bool(TOKEN_STEP - 1 - code % TOKEN_STEP == state.seats[area] + 1)
        return kind != HEAD or state.fields[area] > 0

    def short(self, state: ResourceHogState, seat: Seat, sites: list[tuple[int, int]]) -> bool:
        """Return whether the money is too short for everything that is left."""
        total: Number = 0
        for _area, code in sites:
            total += self.cost(state, code)
        return total > state.money[seat]

    def choices(self, state: ResourceHogState, seat: Seat, sites: list[tuple[int, int]]) -> list[int]:
        """Return what the seat could pay for next, as actions; roads and mines are built without asking."""
        first = state.game.words.build
        money = state.money[seat]
        found: list[int] = []
        for area, code in sites:
            kind = code // TOKEN_STEP
            cost = self.cost(state, code)
            if kind >= HARBOUR and 0 < cost <= money and self.ready(state, area, code):
                action = first + area * len(BUILDABLE) + kind - HARBOUR
                if action not in found:
                    found.append(action)
            elif cost <= money and self.ready(state, area, code):
                return []  # roads, mines and what is free come first (RH-BUILD-3)
        return sorted(found)

    def build_next(self, state: ResourceHogState, seat: Seat, sites: list[tuple[int, int]]) -> bool:
        """Build the first thing it can pay for: roads and mines, then in map order; False if there is nothing."""
        for first in (True, False):
            for area, code in sites:
                cost = self.cost(state, code)
                free = cost == 0 or code // TOKEN_STEP <= MINE_SITE
                if free == first and cost <= state.money[seat] and self.ready(state, area, code):
                    self.complete(state, area, code)
                    return True
        return False

    def complete(self, state: ResourceHogState, area: Area, code: Number) -> None:
        """Turn a group into its building (RH-BUILD-1, RH-BLDG-7)."""
        game = state.game
        kind, cost, seat = code // TOKEN_STEP, self.cost(state, code), state.owner[area]
        rest = list(state.work[area])
        rest.remove(code)
        state.work[area] = tuple(rest)
        state.idle[area] += game.group_size(code)
        state.money[seat] -= cost
        if kind == ROAD:
            state.roads |= BIT[area]
        elif kind == MINE_SITE:
            state.mines |= BIT[area]
        elif kind == HARBOUR:
            state.harbours |= BIT[area]
        elif kind == HEAD:
            state.fields[area] -= 1
            state.heads[area] += 1
        else:
            state.seats[area] += 1
            if state.seats[area] == 2:  # RH-MARKER-7
                state.left[MANOR_MARKER] += 1
        if state.listener is not None:
            if kind == SEAT:
                state.tell(SEAT_BUILT, seat, area=area, level=state.seats[area], cost=cost)
                if state.seats[area] == 2:
                    state.tell(MANOR_BACK)
            elif kind == HEAD:
                state.tell(HEAD_BUILT, seat, area=area, cost=cost)
            else:
                state.tell(BUILT, seat, area=area, building=kind, cost=cost)

    def give_up(self, state: ResourceHogState, seat: Seat) -> None:
        """Give up what is left: its workers lose the season, its markers are free again (RH-BUILD-3)."""
        for area, code in self.sites(state, seat):
            state.cancel(area, code)
            if state.listener is not None:
                refused = state.game.build_refusal and self.cost(state, code) <= state.money[seat]
                clause = "RH-RULING-45" if refused else "RH-BUILD-3"
                clause = clause if self.ready(state, area, code) else "RH-RULING-34"
                state.tell(NOT_BUILT, seat, area=area, building=code // TOKEN_STEP, clause=clause)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return what the owner can pay for and, if the option allows it, to stop building."""
        seat = state.to_move
        choices = self.choices(state, seat, self.sites(state, seat))
        return (state.game.words.done, *choices) if state.game.build_refusal else tuple(choices)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Build it, or give up the rest."""
        game = state.game
        seat = state.to_move
        if action == game.words.done:
            self.give_up(state, seat)
        else:
            place = action - game.words.build
            area, kind = place // len(BUILDABLE), place % len(BUILDABLE) + HARBOUR
            for code in state.work[area]:
                if code // TOKEN_STEP == kind and self.ready(state, area, code):
                    self.complete(state, area, code)
                    break
        state.enter(self)

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the owner who is short, or may refuse."""
        seat = state.active
        return (seat,) if seat != NONE and self.asks(state, seat, self.sites(state, seat)) else ()

    def question(self, state: ResourceHogState) -> str:
        """Ask what to build, and say why there is a choice."""
        seat = state.active
        if self.short(state, seat, self.sites(state, seat)):
            return f"What is built next? {state.money[seat]} money does not cover everything."
        return f"What is built next? You have {state.money[seat]} money, and may refuse to build."

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the owner refuses."""
        return "build no more"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a thing that nobody worked on, or that the owner cannot pay for."""
        game, seat = state.game, state.to_move
        if action == game.words.done:
            return None if game.build_refusal else Reason("RH-BUILD-3", "You must build what you can pay for.")
        if action in self.choices(state, seat, self.sites(state, seat)):
            return None
        place = action - game.words.build
        area, kind = place // len(BUILDABLE), place % len(BUILDABLE) + HARBOUR
        mine = state.owner[area] == state.active
        if not mine or kind not in [code // TOKEN_STEP for code in state.work[area]]:
            return Reason("RH-BUILD-1", f"None of your peasants is working on that in {game.area_name(area)}.")
        codes = [code for code in state.work[area] if code // TOKEN_STEP == kind]
        if not any([self.ready(state, area, code) for code in codes]):
            missing = "field" if kind == HEAD else "seat below it"
            return Reason("RH-BUILD-5" if kind == HEAD else "RH-BUILD-4", f"There is no {missing}.")
        cost = min([self.cost(state, code) for code in codes])
        return Reason("RH-BUILD-3", f"It costs {cost} money, and you have {state.money[state.active]} left.")
