"""Set-up: in random order each player takes an area and starts an estate there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.core.sets import holds
from workbench.games.resource_hog.components import (
    ARMS,
    BIT,
    COLUMN_NAMES,
    FOOD,
    GOODS,
    HARBOUR_MARKER,
    MANOR_MARKER,
    MINE_MARKER,
    NONE,
    SALT,
)
from workbench.games.resource_hog.maps import AUTO, HOUSE_MAPS
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat

MAP_NAMED: Final = Kind("map_named", ("RH-RULING-1", "RH-HOUSE-12"), "The map is {title}.")
LAID_OUT: Final = Kind(
    "laid_out", "RH-SETUP-1", "Beside the price board lie {slaves} slave and {mercs} mercenary tokens."
)
FILLED: Final = Kind(
    "filled",
    ("RH-SETUP-2", "RH-SETUP-3", "RH-RULING-16", "RH-RULING-18"),
    "{name} is filled with {fish} fish of at most {most}.",
)
PRICES_SET: Final = Kind("prices_set", ("RH-SETUP-4", "RH-RULING-49"), "The goods columns hold {tokens} tokens each.")
PICKS: Final = Kind("picks", "RH-SETUP-5", "{seat:seat} is next to take an area.")
ESTATE: Final = Kind("estate", ("RH-SETUP-5", "RH-RULING-50"), "{seat:seat} starts in {area:area} with {people:goods}.")


class Pick(HogPhase):
    """Chance draws who takes an area next, among the players without an area."""

    name: ClassVar[str] = "pick"
    title: ClassVar[str] = "Set-up: the order of choosing"
    clauses: ClassVar[tuple[str, ...]] = ("RH-SETUP-5",)
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True
    in_setup: ClassVar[bool] = True

    def begin(self, state: ResourceHogState) -> None:
        """Draw the next player; the last needs no draw, and when all have an area the first round begins."""
        if state.listener is not None and not state.order:
            self.tell_setup(state)
        waiting = self.waiting(state)
        if not waiting:
            state.order = ()
            state.round = 1
            state.enter(state.game.program)
        elif len(waiting) == 1:
            self.next_is(state, waiting[0])
        else:
            self.wait_for_chance(state)

    def tell_setup(self, state: ResourceHogState) -> None:
        """Tell what is ready: the map if an option names it, the clock, the waters and the prices."""
        game = state.game
        named = game.options["map"]
        if named != AUTO:
            clause = "RH-RULING-1" if named in HOUSE_MAPS else "RH-HOUSE-12"
            state.tell(MAP_NAMED, title=game.map_of(named).title, clause=clause)
        state.tell(LAID_OUT, slaves=state.slaves, mercs=state.mercs)
        for water in range(game.ground.waters):
            less = state.fish[water] < game.ground.fish_most[water]
            clause = "RH-SETUP-3" if less else "RH-SETUP-2"
            if game.ground.sea & BIT[water]:
                if game.options["sea_model"] == "zones":
                    clause = "RH-RULING-16"
                elif game.options["sea_cap_three"] == 30 and game.players == 3:
                    clause = "RH-RULING-18"
            most = game.ground.fish_most[water]
            state.tell(FILLED, name=game.water_name(water), fish=state.fish[water], most=most, clause=clause)
        clause = "RH-RULING-49" if game.board_start_empty else "RH-SETUP-4"
        state.tell(PRICES_SET, tokens=state.columns[FOOD], columns=COLUMN_NAMES[:GOODS], clause=clause)

    def waiting(self, state: ResourceHogState) -> list[int]:
        """Return the players without an area."""
        return [seat for seat in range(state.game.players) if seat not in state.order]

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every player who has no area yet."""
        first = state.game.words.seat
        return tuple([first + seat for seat in self.waiting(state)])

    def roll(self, state: ResourceHogState, rng: Random) -> None:
        """Draw a player, each equally likely."""
        waiting = self.waiting(state)
        self.next_is(state, waiting[rng.below(len(waiting))])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Let that player choose."""
        self.next_is(state, action - state.game.words.seat)

    def next_is(self, state: ResourceHogState, seat: Seat) -> None:
        """Make a player the next to choose an area."""
        state.order = (*state.order, seat)
        state.active = seat
        if state.listener is not None:
            state.tell(PICKS, seat)
        state.enter(state.game.first_area)

    def question(self, state: ResourceHogState) -> str:
        """Say what is drawn."""
        return "Who takes an area next?"


class FirstArea(HogPhase):
    """A player takes an area and puts the starting estate there."""

    name: ClassVar[str] = "first_area"
    title: ClassVar[str] = "Set-up: taking an area"
    clauses: ClassVar[tuple[str, ...]] = ("RH-SETUP-5", "RH-SETUP-6", "RH-SETUP-7")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-SETUP-5"}
    group: ClassVar[str] = "Areas"
    in_setup: ClassVar[bool] = True

    def begin(self, state: ResourceHogState) -> None:
        """Ask the player who has been drawn."""
        self.ask(state, state.active)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every free coastal area with a mountain; by an option any free area (RH-RULING-50)."""
        game = state.game
        first, owner = game.words.area, state.owner
        return tuple(
            [first + area for area in range(game.ground.areas) if game.starts & BIT[area] and owner[area] == NONE]
        )

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Put the estate there; leave out what does not fit."""
        game = state.game
        seat, area = state.active, action - game.words.area
        state.claim(area, seat)
        state.idle[area] = game.start_peasants
        state.nobles[area] = game.start_nobles
        state.discs[seat] = game.start_peasants + game.start_nobles
        state.store[area * GOODS + FOOD] = game.start_food
        state.store[area * GOODS + SALT] = game.start_salt
        state.store[area * GOODS + ARMS] = game.start_arms
        state.room -= game.start_food + game.start_salt + game.start_arms
        state.money[seat] = game.start_money
        if not state.seats[area]:  # a forsaken estate of nobody may be there
            state.seats[area] = 1
            state.left[MANOR_MARKER] -= 1
        if game.ground.coast & BIT[area] & ~state.harbours:
            state.harbours |= BIT[area]
            state.left[HARBOUR_MARKER] -= 1
        if game.ground.mountains & BIT[area] & ~state.mines:
            state.mines |= BIT[area]
            state.left[MINE_MARKER] -= 1
        if state.listener is not None:
            goods = (game.start_food, game.start_salt, game.start_arms)
            clause = "RH-RULING-50" if game.start_rule_any else "RH-SETUP-5"
            state.tell(ESTATE, seat, area=area, people=goods, clause=clause)
        self.forsake(state, area)
        state.enter(game.pick)

    def question(self, state: ResourceHogState) -> str:
        """Ask where to start."""
        return "Which area do you start in?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the player starts there."""
        return f"start in {state.game.area_name(area)}"

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the ruling if its option has been changed."""
        return ("RH-SETUP-5", "RH-RULING-50") if state.game.start_rule_any else self.clauses

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area that is taken, or lacks coast or mountain."""
        game = state.game
        area = action - game.words.area
        name = game.area_name(area)
        if state.owner[area] != NONE:
            return Reason("RH-SETUP-6", f"{name} is taken already.")
        if holds(game.starts, area):
            return None
        lacks = "coast" if not game.ground.coast & BIT[area] else "mountain"
        return Reason("RH-SETUP-6", f"{name} has no {lacks}: you start in an area with both coast and mountain.")
