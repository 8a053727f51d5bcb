"""Seasonal events: clearing, mine output, knighting, spoiling, the growth of fish and game, and the clean-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.games.resource_hog.components import (
    ARMS,
    CLEAR,
    DISCS,
    GOLD,
    GOLD_TOKEN,
    GOODS,
    KNIGHT,
    MINE,
    NONE,
    TOKEN_STEP,
)
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.trade import CUT, payable
from workbench.games.resource_hog.words import fish_grown, game_grown

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.resource_hog.types import Area

CLEARED: Final = Kind("cleared", "RH-CLEAR-1", "Workers clear {squares:square} of woodland in {area:area}.")
GAME_GONE: Final = Kind("game_gone", "RH-RULING-21", "With its woodland {area:area} loses {lost} game.")
MINED: Final = Kind("mined", "RH-OUTPUT-1", "The miners of {area:area} bring {tokens:token} of {ore:ore}.")
GOLD_PAID: Final = Kind("gold_paid", "RH-OUTPUT-1", "{seat:seat} gets {money} money for it.")
KNIGHTED: Final = Kind("knighted", "RH-KNIGHT-1", "In {area:area} a peasant takes up arms and becomes a noble.")
NOBLE_COMES: Final = Kind(
    "noble_comes", "RH-RULING-56", "In {area:area} arms bring a noble, and the peasant stays a peasant."
)
NO_ARMS: Final = Kind(
    "no_arms", ("RH-KNIGHT-1", "RH-MARKER-2", "RH-RULING-34"), "In {area:area} nobody is knighted: {lacks}."
)
SPOILED: Final = Kind("spoiled", "RH-SPOIL-1", "Spoiled in {area:area}: {tokens:token} of fresh food.")
FISH_GROW: Final = Kind("fish_grow", ("RH-FISHPOP-1", "RH-RULING-53"), fish_grown)
FISH_DEAD: Final = Kind("fish_dead", "RH-FISHPOP-2", "{water:water} has no fish, and will have none.")
GAME_GROWS: Final = Kind("game_grows", ("RH-GAMEPOP-1", "RH-RULING-53"), game_grown)
CLEANED: Final = Kind("cleaned", "RH-CLEAN-1", "Round {round} is over: all peasants are idle, all marks are taken off.")


class SeasonPhase(HogPhase):
    """A seasonal event without decisions: all areas complete it before the next event begins (RH-SEASON-2)."""

    seasonal: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return no actions: nothing is decided or drawn."""
        return ()

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return nobody: no player ever waits here."""
        return ()

    def release(self, state: ResourceHogState, area: Area, first: Number, end: Number) -> int:
        """Free the workers of some kinds, whose work is done (RH-CLEAN-1), and return how many they were."""
        low, high = first * TOKEN_STEP, end * TOKEN_STEP
        codes = state.work[area]
        number = 0
        for code in codes:
            if low <= code < high:
                number += 1
        if number:
            state.work[area] = tuple([code for code in codes if not low <= code < high])
            state.idle[area] += number
        return number


class Clear(SeasonPhase):
    """Woodland that peasants worked on becomes fields."""

    name: ClassVar[str] = "clear"
    title: ClassVar[str] = "Season: clearing"
    clauses: ClassVar[tuple[str, ...]] = ("RH-CLEAR-1", "RH-SEASON-1")

    def begin(self, state: ResourceHogState) -> None:
        """Turn a square of woodland into a field for each clearing worker."""
        game = state.game
        for area, codes in enumerate(state.work):
            if codes:
                number = self.release(state, area, CLEAR, CLEAR + 1)
                if number:
                    state.woodland[area] -= number
                    state.fields[area] += number
                    if state.listener is not None:
                        state.tell(CLEARED, state.owner[area], area=area, squares=number)
                    lost = state.wild[area] - game.game_growth.most(state, area)
                    if lost > 0:
                        state.wild[area] -= lost
                        if state.listener is not None:
                            state.tell(GAME_GONE, area=area, lost=lost)
        state.enter(game.build)


class Output(SeasonPhase):
    """The miners' tokens go to the store of their area; gold is money for its owner."""

    name: ClassVar[str] = "output"
    title: ClassVar[str] = "Season: mine output"
    clauses: ClassVar[tuple[str, ...]] = ("RH-OUTPUT-1",)

    def begin(self, state: ResourceHogState) -> None:
        """Collect the tokens of the mines' workers."""
        game = state.game
        for area, codes in enumerate(state.work):
            if codes and self.release(state, area, MINE, MINE + GOODS):
                dug = [0] * GOODS
                for code in codes:
                    kind = code // TOKEN_STEP
                    if MINE <= kind < MINE + GOODS:
                        dug[kind - MINE] += TOKEN_STEP - 1 - code % TOKEN_STEP
                self.bring(state, area, dug)
        state.enter(game.knight)

    def bring(self, state: ResourceHogState, area: Area, dug: list[int]) -> None:
        """Put an area's output where it belongs."""
        seat = state.owner[area]
        for ore in range(GOODS):
            if not dug[ore]:
                continue
            if state.listener is not None:
                state.tell(MINED, seat, area=area, tokens=dug[ore], ore=ore)
            if ore != GOLD:
                state.stock(area * GOODS + ore, dug[ore])
                continue
            money = GOLD_TOKEN * dug[ore]
            paid = payable(state, money)
            state.money[seat] += paid
            if state.listener is not None:
                state.tell(GOLD_PAID, seat, money=paid)
                if paid < money:
                    state.tell(CUT, lost=money - paid)


class Knight(SeasonPhase):
    """A peasant placed in a seat becomes a noble, if there are arms."""

    name: ClassVar[str] = "knight"
    title: ClassVar[str] = "Season: knighting"
    clauses: ClassVar[tuple[str, ...]] = ("RH-KNIGHT-1", "RH-KNIGHT-2", "RH-BLDG-5")

    def begin(self, state: ResourceHogState) -> None:
        """Knight each peasant who waits; with same_season_chain the seat must be built by now (RH-RULING-34)."""
        game = state.game
        for area, codes in enumerate(state.work):
            if codes and self.release(state, area, KNIGHT, KNIGHT + 1):
                seat = state.owner[area]
                place = area * GOODS + ARMS
                grows = not game.knight_uses_peasant
                if not state.store[place] or not state.seats[area] or (grows and state.discs[seat] >= DISCS):
                    if state.listener is not None:
                        clause, lacks = "RH-MARKER-2", "all discs are in use"
                        if not state.store[place]:
                            clause, lacks = "RH-KNIGHT-1", "there are no arms"
                        elif not state.seats[area]:
                            clause, lacks = "RH-RULING-34", "the seat that the worker relied on was not built"
                        state.tell(NO_ARMS, seat, area=area, lacks=lacks, clause=clause)
                    continue
                state.store[place] -= 1
                state.nobles[area] += 1
                if grows:
                    state.discs[seat] += 1
                else:
                    state.idle[area] -= 1
                if state.listener is not None:
                    state.tell(NOBLE_COMES if grows else KNIGHTED, seat, area=area)
        state.enter(game.feed)


class Spoil(SeasonPhase):
    """Fresh food that was neither eaten nor preserved spoils."""

    name: ClassVar[str] = "spoil"
    title: ClassVar[str] = "Season: spoiling"
    clauses: ClassVar[tuple[str, ...]] = ("RH-SPOIL-1",)
    holds: ClassVar[tuple[str, ...]] = ("fresh",)

    def begin(self, state: ResourceHogState) -> None:
        """Remove fresh food everywhere."""
        for area in range(state.game.ground.areas):
            if state.fresh[area]:
                if state.listener is not None:
                    state.tell(SPOILED, state.owner[area], area=area, tokens=state.fresh[area])
                state.fresh[area] = 0
        state.enter(state.game.fish_growth)


class FishGrowth(SeasonPhase):
    """Fish multiply where any are left."""

    name: ClassVar[str] = "fish_growth"
    title: ClassVar[str] = "Season: fish"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FISHPOP-1", "RH-FISHPOP-2")
    asked: ClassVar[frozenset[str]] = frozenset(["gain", "grown"])

    def gain(self, state: ResourceHogState, stock: Number) -> Number:
        """Return how much a stock grows, before its maximum (RH-FISHPOP-1, RH-RULING-53)."""
        game = state.game
        found: Number = 0
        for number in range(len(game.growth_from)):
            if stock >= game.growth_from[number]:
                gain: Number = game.growth_gains[number]
                found = found + gain if game.growth_steps_add else gain
        return found

    def grown(self, state: ResourceHogState, stock: Number, most: Number) -> Number:
        """Return a stock after growth."""
        if not stock or stock >= most:  # RH-FISHPOP-2
            return stock
        return max(stock, min(most, stock + self.gain(state, stock)))

    def begin(self, state: ResourceHogState) -> None:
        """Let the fish of every water multiply."""
        game = state.game
        for water in range(game.ground.waters):
            before: Number = state.fish[water]
            after = self.grown(state, before, game.ground.fish_most[water])
            state.fish[water] = after
            if state.listener is not None:
                if before:
                    clause = "RH-RULING-53" if game.growth_steps_add else "RH-FISHPOP-1"
                    state.tell(FISH_GROW, water=water, before=before, after=after, clause=clause)
                else:
                    state.tell(FISH_DEAD, water=water)
        state.enter(game.game_growth)


class GameGrowth(SeasonPhase):
    """Game multiplies by the same rule."""

    name: ClassVar[str] = "game_growth"
    title: ClassVar[str] = "Season: game"
    clauses: ClassVar[tuple[str, ...]] = ("RH-GAMEPOP-1", "RH-GAMEPOP-2")
    asked: ClassVar[frozenset[str]] = frozenset(["most"])

    def most(self, state: ResourceHogState, area: Area) -> Number:
        """Return the most game an area holds (RH-GAMEPOP-2), with game_cap=per_woodland by woodland (RH-RULING-21)."""
        game = state.game
        printed: Number = game.ground.game_most[area]
        squares: Number = game.ground.woodland[area]
        if not game.game_cap_per_woodland or not squares:
            return printed
        return (printed * state.woodland[area] + squares - 1) // squares

    def begin(self, state: ResourceHogState) -> None:
        """Let the game of every area multiply."""
        game = state.game
        for area, before in enumerate(state.wild):
            if before:
                after = game.fish_growth.grown(state, before, self.most(state, area))
                state.wild[area] = after
                if state.listener is not None and after != before:
                    clause = "RH-RULING-53" if game.growth_steps_add else "RH-GAMEPOP-1"
                    state.tell(GAME_GROWS, area=area, before=before, after=after, clause=clause)
        state.enter(game.drift)


class CleanUp(SeasonPhase):
    """Everybody is idle again; then comes the next round, or the end."""

    name: ClassVar[str] = "clean_up"
    title: ClassVar[str] = "Season: clean-up"
    clauses: ClassVar[tuple[str, ...]] = ("RH-CLEAN-1", "RH-WORK-7")

    def begin(self, state: ResourceHogState) -> None:
        """Take off work and marks, and check whether the game is over."""
        game = state.game
        for area in range(game.ground.areas):
            while state.work[area]:
                state.cancel(area, state.work[area][0])
            if state.moved[area]:
                state.idle[area] += state.moved[area]
                state.moved[area] = 0
            if state.spent[area]:
                state.nobles[area] += state.spent[area]
                state.spent[area] = 0
        state.bonus_used = 0
        if state.listener is not None:
            state.tell(CLEANED, round=state.round)
        if game.game_over.due(state):
            state.enter(game.game_over)
            return
        state.round += 1
        state.active = NONE
        state.enter(game.program)
