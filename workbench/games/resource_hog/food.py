"""Seasonal events: nobles eat, the unfed starve their people, families grow, and food is preserved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.resource_hog.components import (
    DISCS,
    FISH,
    FOOD,
    GOODS,
    GROW,
    HUNT,
    MOST_AT_ONCE,
    NONE,
    SALT,
    TOIL,
    TOKEN_STEP,
)
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.season import SeasonPhase
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.words import hunger, meal

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.resource_hog.types import Area

EATEN: Final = Kind(
    "eaten",
    ("RH-FEED-1", "RH-RULING-46", "RH-RULING-47"),
    meal,
)
HUNGRY: Final = Kind("hungry", "RH-FEED-2", "In {area:area} there is no food for {unfed:person}: all of it is gone.")
HUNGRY_BESIDE_FOOD: Final = Kind(
    "hungry_beside_food",
    "RH-RULING-36",
    "In {area:area} there is no food for {unfed:person}: what is left is put aside to raise a peasant.",
)
STARVED: Final = Kind("starved", ("RH-STARVE-1", "RH-RULING-47"), hunger)
BORN: Final = Kind("born", ("RH-POP-1", "RH-RULING-44"), "In {area:area} a peasant grows up for 1 food.")
NOT_BORN: Final = Kind("not_born", ("RH-POP-1", "RH-MARKER-2"), "In {area:area} nobody grows up.")
PRESERVED: Final = Kind(
    "preserved",
    ("RH-PRESERVE-1", "RH-RULING-65"),
    "In {area:area} {number} fresh food and as much salt become {number} preserved food.",
)


class Feed(SeasonPhase):
    """Every noble eats: fresh food of the area first, then preserved food."""

    name: ClassVar[str] = "feed"
    title: ClassVar[str] = "Season: feeding"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FEED-1", "RH-FEED-2", "RH-FEED-3", "RH-FEED-4")
    asked: ClassVar[frozenset[str]] = frozenset(["mouths"])

    def mouths(self, state: ResourceHogState, area: Area) -> Number:
        """Return how much the people of an area eat: one a noble, by an option also one a peasant (RH-FEED-3)."""
        found: Number = state.nobles[area] + state.spent[area]
        if state.game.peasants_eat:
            found += state.peasants(area)
        return found

    def begin(self, state: ResourceHogState) -> None:
        """Gather the fresh food, and feed area by area."""
        game = state.game
        for area, codes in enumerate(state.work):
            if codes:
                fresh = 0
                for code in codes:
                    kind = code // TOKEN_STEP
                    if kind >= FISH or kind <= TOIL:
                        fresh += TOKEN_STEP - 1 - code % TOKEN_STEP
                self.release(state, area, FISH, FISH + game.ground.waters)
                self.release(state, area, HUNT, TOIL + 1)
                state.fresh[area] = fresh
            if state.owner[area] != NONE:
                mouths = self.mouths(state, area)
                if mouths:
                    self.eat(state, area, mouths)
        if game.feed_scope_realm:
            self.share(state)
        if state.listener is not None:
            for area in range(game.ground.areas):
                if state.hungry[area]:
                    put_aside = game.growth_lock and GROW in [code // TOKEN_STEP for code in state.work[area]]
                    hungry = HUNGRY_BESIDE_FOOD if put_aside else HUNGRY
                    state.tell(hungry, state.owner[area], area=area, unfed=state.hungry[area])
        state.enter(game.grow if game.starve_order_grow_first else game.starve)

    def eat(self, state: ResourceHogState, area: Area, mouths: Number) -> None:
        """Let the people of an area eat what it has; those who get nothing are hungry."""
        place = area * GOODS + FOOD
        fresh = min(mouths, state.fresh[area])
        stored = min(mouths - fresh, state.store[place])
        state.fresh[area] -= fresh
        state.store[place] -= stored
        state.hungry[area] = mouths - fresh - stored
        if state.listener is not None and fresh + stored:
            clause = "RH-RULING-47" if state.game.peasants_eat else "RH-FEED-1"
            seat = state.owner[area]
            state.tell(EATEN, seat, area=area, fresh=fresh, stored=stored, clause=clause)

    def share(self, state: ResourceHogState) -> None:
        """With feed_scope=realm, feed the hungry from their owner's other areas (RH-RULING-46)."""
        areas = range(state.game.ground.areas)
        for area in areas:
            for preserved in (False, True):
                for other in areas:
                    nobles = self.unfed_nobles(state, area)
                    there = state.store[other * GOODS + FOOD] if preserved else state.fresh[other]
                    if nobles and there and other != area and state.owner[other] == state.owner[area]:
                        eaten = min(nobles, there)
                        if preserved:
                            state.store[other * GOODS + FOOD] -= eaten
                        else:
                            state.fresh[other] -= eaten
                        state.hungry[area] -= eaten
                        if state.listener is not None:
                            fresh, stored = (0, eaten) if preserved else (eaten, 0)
                            seat = state.owner[area]
                            state.tell(EATEN, seat, area=other, fresh=fresh, stored=stored, clause="RH-RULING-46")

    def unfed_nobles(self, state: ResourceHogState, area: Area) -> Number:
        """Return how many of an area's hungry are nobles, who eat before any peasants (RH-RULING-47)."""
        hungry: Number = state.hungry[area]
        if not state.game.peasants_eat:
            return hungry
        return hungry - min(hungry, state.peasants(area))


class Starve(SeasonPhase):
    """For each noble without food a peasant of the area is removed, or a noble if there is none left."""

    name: ClassVar[str] = "starve"
    title: ClassVar[str] = "Season: starvation"
    clauses: ClassVar[tuple[str, ...]] = ("RH-STARVE-1", "RH-STARVE-2")
    holds: ClassVar[tuple[str, ...]] = ("hungry",)

    def begin(self, state: ResourceHogState) -> None:
        """Remove the unfed, idle peasants first (RH-RULING-58)."""
        game = state.game
        for area, hungry in enumerate(state.hungry):
            if hungry:
                nobles = game.feed.unfed_nobles(state, area)
                peasants = state.hungry[area] - nobles
                state.hungry[area] = 0
                self.remove(state, area, nobles, peasants)
        state.enter(game.preserve if game.starve_order_grow_first else game.grow)

    def remove(self, state: ResourceHogState, area: Area, unfed: Number, alone: Number) -> None:
        """Remove a peasant for each unfed noble, or a noble if none is left; then unfed peasants (RH-RULING-47)."""
        seat = state.owner[area]
        clause = "RH-RULING-47" if alone else "RH-STARVE-1"
        peasants: Number = 0
        nobles: Number = 0
        while alone > 0 or unfed > 0:
            if unfed == 0:
                alone -= 1
                if not self.peasant_goes(state, area):
                    break
                peasants += 1
                continue
            unfed -= 1
            if self.peasant_goes(state, area):
                peasants += 1
            elif state.nobles[area]:
                state.nobles[area] -= 1
                nobles += 1
            elif state.spent[area]:
                state.spent[area] -= 1
                nobles += 1
        state.discs[seat] -= peasants + nobles
        if state.listener is not None:
            state.tell(STARVED, seat, area=area, peasants=peasants, nobles=nobles, clause=clause)
        self.forsake(state, area)
        if state.listener is not None:
            self.tell_left(state, area, "RH-STARVE-2")

    def peasant_goes(self, state: ResourceHogState, area: Area) -> bool:
        """Remove a peasant: one without work, else one at work, and one who raises a child last."""
        if not state.idle[area] and not state.moved[area] and state.work[area]:
            codes = [code for code in state.work[area] if code // TOKEN_STEP != GROW]
            state.cancel(area, codes[0] if codes else state.work[area][0])
        if state.moved[area]:
            state.moved[area] -= 1
        elif state.idle[area]:
            state.idle[area] -= 1
        else:
            return False
        return True


class Grow(SeasonPhase):
    """A peasant placed on a food token makes one more peasant, if the food is still there."""

    name: ClassVar[str] = "grow"
    title: ClassVar[str] = "Season: population growth"
    clauses: ClassVar[tuple[str, ...]] = ("RH-POP-1", "RH-POP-2", "RH-POP-3")

    def begin(self, state: ResourceHogState) -> None:
        """Grow wherever a peasant waits for it."""
        game = state.game
        for area, codes in enumerate(state.work):
            for code in codes:
                if code // TOKEN_STEP == GROW:
                    state.cancel(area, code)  # return a reserved token to the store (RH-RULING-36)
                    self.one_more(state, area)
        state.enter(game.starve if game.starve_order_grow_first else game.preserve)

    def one_more(self, state: ResourceHogState, area: Area) -> None:
        """Turn one food into one more peasant; do nothing without food or without a disc (RH-MARKER-2)."""
        seat = state.owner[area]
        place = area * GOODS + FOOD
        if state.store[place] and state.add_peasant(area):
            state.store[place] -= 1
            if state.listener is not None:
                early = state.game.starve_order_grow_first and state.hungry[area]  # before the unfed are removed
                state.tell(BORN, seat, area=area, clause="RH-RULING-44" if early else "RH-POP-1")
        elif state.listener is not None:
            full = state.store[place] and state.discs[seat] >= DISCS
            state.tell(NOT_BORN, seat, area=area, clause="RH-MARKER-2" if full else "RH-POP-1")


class Preserve(HogPhase):
    """Area by area, the owner decides how much fresh food to preserve."""

    name: ClassVar[str] = "preserve"
    title: ClassVar[str] = "Season: preserving"
    clauses: ClassVar[tuple[str, ...]] = ("RH-PRESERVE-1",)
    allows: ClassVar[Mapping[str, str]] = {"number": "RH-PRESERVE-1"}
    needs: ClassVar[tuple[str, ...]] = ("here",)
    holds: ClassVar[tuple[str, ...]] = ("fresh",)
    group: ClassVar[str] = "Preserve"
    seasonal: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["most"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask about the next area with fresh food and salt; by an option preserve everything (RH-RULING-65)."""
        game = state.game
        fresh = state.fresh
        for area in range(max(0, state.here), game.ground.areas):
            if fresh[area] and state.owner[area] != NONE and self.most(state, area):
                if not game.preserve_all:
                    state.here = area
                    state.active = state.owner[area]
                    self.ask(state, state.active)
                    return
                self.keep(state, area, self.most(state, area))
        state.here = NONE
        state.active = NONE
        state.enter(game.spoil)

    def most(self, state: ResourceHogState, area: Area) -> Number:
        """Return the most that fresh food and salt in the area, and chips, allow."""
        return max(0, min(min(state.fresh[area], state.store[area * GOODS + SALT]), state.chips_left(FOOD)))

    def keep(self, state: ResourceHogState, area: Area, number: Number) -> None:
        """Turn so many fresh tokens and as much salt into preserved food."""
        state.fresh[area] -= number
        state.store[area * GOODS + SALT] -= number
        state.store[area * GOODS + FOOD] += number
        if state.listener is not None and number:
            clause = "RH-RULING-65" if state.game.preserve_all else "RH-PRESERVE-1"
            state.tell(PRESERVED, state.owner[area], area=area, number=number, clause=clause)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return False: there is always a choice."""
        return False

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the numbers from 0 up."""
        first = state.game.words.number
        return tuple(range(first, first + min(MOST_AT_ONCE, self.most(state, state.here)) + 1))

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Preserve; ask again after as much as one decision can say."""
        number = action - state.game.words.number
        self.keep(state, state.here, number)
        if number < MOST_AT_ONCE:
            state.here += 1
        state.enter(self)

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the owner of the area."""
        return (state.owner[state.here],) if state.here != NONE else ()

    def question(self, state: ResourceHogState) -> str:
        """Ask how much to preserve."""
        area = state.here
        return (
            f"How much fresh food do you preserve in {state.game.area_name(area)}? You have {state.fresh[area]} fresh food "
            f"and {state.store[area * GOODS + SALT]} salt there."
        )

    def number_words(self, state: ResourceHogState, number: int) -> str:
        """Say how much is preserved."""
        return f"preserve {number}"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse more than there is."""
        if action - state.game.words.number <= min(MOST_AT_ONCE, self.most(state, state.here)):
            return None
        return Reason("RH-PRESERVE-1", "Each token takes one fresh food and one salt of the area.")
