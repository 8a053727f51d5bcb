"""The Peasant phase, second part: peasants that did not move get work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import holds
from workbench.games.resource_hog.components import (
    BIT,
    CLEAR,
    FIELD_MARKER,
    FIRST_SEAT_BUILDING,
    FISH,
    FOOD,
    GOODS,
    GROW,
    HARBOUR,
    HARBOUR_MARKER,
    HEAD,
    HEAD_BUILDING,
    HIGHEST_SEAT,
    HUNT,
    KNIGHT,
    MARKER_NAMES,
    MINE,
    MINE_MARKER,
    MINE_SITE,
    NONE,
    ORE_NAMES,
    ROAD,
    ROAD_MARKER,
    SEAT,
    SEATS,
    TOIL,
    TOKEN_STEP,
)
from workbench.games.resource_hog.land import listed, picked
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Mask, Number
    from workbench.games.resource_hog.types import Area, Good

FISHES: Final = Kind(
    "fishes", ("RH-FISH-1", "RH-FISH-2", "RH-RULING-19"), "A peasant of {area:area} fishes in {water:water} and takes {tokens}."
)
TAKES_REST: Final = Kind("takes_rest", "RH-WORK-5", "There was no more to take.")
HUNTS: Final = Kind("hunts", "RH-HUNT-1", "A peasant of {area:area} hunts and takes {tokens} game.")
TOILS: Final = Kind("toils", "RH-TOIL-1", "A peasant of {area:area} works a field: {tokens} grain.")
MINES: Final = Kind(
    "mines",
    ("RH-MINE-2", "RH-MINE-3", "RH-RULING-22", "RH-RULING-23"),
    "A peasant of {area:area} mines {tokens:token} of {ore:ore}.",
)
SET_TO: Final = Kind(
    "set_to",
    ("RH-WORK-8", "RH-WORK-9", "RH-WORK-10", "RH-WORK-12", "RH-RULING-34", "RH-RULING-36"),
    "In {area:area}, {peasants:peasant} will {task:work}.",
)
PAID_FIRST: Final = Kind("paid_first", "RH-RULING-45", "{seat:seat} pays {money} money for it at once.")

SEAT_BUILDINGS: Final = sum([BIT[FIRST_SEAT_BUILDING + level] for level in range(SEATS)])
"""Manor, motte and castle, as a mask of buildings."""


class Work(HogPhase):
    """Area by area, each peasant that did not move gets work, or rests."""

    name: ClassVar[str] = "work"
    title: ClassVar[str] = "Peasant phase: work"
    clauses: ClassVar[tuple[str, ...]] = ("RH-WORK-1", "RH-WORK-2", "RH-WORK-3", "RH-WORK-12")
    allows: ClassVar[Mapping[str, str]] = {"work": "RH-WORK-1", "done": "RH-WORK-1"}
    needs: ClassVar[tuple[str, ...]] = ("here",)
    group: ClassVar[str] = "Work"
    tries: ClassVar[tuple[str, ...]] = ("work",)
    repeated: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["catch", "dug", "inland"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask about the present area while somebody there is idle; then the next area; then the next card."""
        game, seat = state.game, state.active
        idle = state.idle
        for area in listed(state.own(seat) & -BIT[max(0, state.here)]):
            if idle[area]:
                state.here = area
                self.ask(state, seat)
                return
        state.here = NONE
        state.enter(game.reveal)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return whether there may be only one move: not where there are fish, as almost everywhere."""
        if state.game.canonical_work:
            return True
        for water in state.game.ground.waters_of[state.here]:  # noqa: SIM110 - on the rules path
            if state.fish[water]:
                return False
        return True

    # -- what a worker brings --------------------------------------------------------------------------------------------

    def catch(self, state: ResourceHogState, area: Area, water: Number) -> Number:
        """Return the fish that one more fisher takes (RH-FISH-1, RH-FISH-2, RH-FISH-3, RH-FISH-4, RH-WORK-5)."""
        game = state.game
        stock: Number = state.fish[water]
        if not stock:
            return 0
        extra: Number = 0
        if game.ground.sea & BIT[water] and state.harbours & BIT[area]:
            extra = game.harbour_extra
        if game.harbour_fish_from_supply:
            return min(stock, game.fish_catch) + extra
        return min(stock, game.fish_catch + extra)

    def inland(self, state: ResourceHogState, area: Area) -> bool:
        """Return whether miners of an area get the inland numbers (RH-MINE-3, RH-RULING-23)."""
        if state.game.inland_test_no_harbour:
            return not state.harbours & BIT[area]
        return not state.game.ground.coast & BIT[area]

    def dug(self, state: ResourceHogState, area: Area, ore: Good) -> Number:
        """Return the tokens that one more miner takes (RH-MINE-2, RH-MINE-3, RH-WORK-5)."""
        game = state.game
        stock: Number = state.ore[area * GOODS + ore]
        if not stock:
            return 0
        most: Number = game.inland_gold_salt_arms[ore] if self.inland(state, area) else game.coast_gold_salt_arms[ore]
        return min(stock, most)

    # -- what the player may do ------------------------------------------------------------------------------------------

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return resting, and all work that is open."""
        return picked(state.game.jobs, self.open_work(state))

    def open_work(self, state: ResourceHogState) -> Mask:
        """Return each kind of work with room, tokens, workers and markers, as a mask (D6 of RH-HOUSE-7)."""
        game, area = state.game, state.here
        found: Mask = 0
        for water in game.ground.waters_of[area]:
            if state.fish[water]:
                found |= BIT[FISH + water]
        codes = state.work[area]
        last: Number = codes[-1] // TOKEN_STEP if codes and game.canonical_work else 0  # work of earlier kinds is over
        if last < FISH:
            found |= self.on_land(state, area, codes)
        return found & -BIT[last]

    def on_land(self, state: ResourceHogState, area: Area, codes: tuple[int, ...]) -> Mask:
        """Return the work that an area has on land, as a mask.

        Args:
            state: the position.
            area: the area.
            codes: the work that has been given out there.
        """
        game, left, bit = state.game, state.left, BIT[area]
        base = area * GOODS
        busy: Mask = 0  # the kinds of work that have been given out
        hunters: Number = 0
        miners: Number = 0
        clearing: Number = 0
        toiling: Number = 0
        heads: Number = 0
        building: Number = 0
        for code in codes:
            kind: Number = code // TOKEN_STEP
            if kind >= FISH:
                continue
            busy |= BIT[kind]
            if kind == HUNT:
                hunters += 1
            elif kind == TOIL:
                toiling += 1
            elif kind < CLEAR:
                miners += 1
            elif kind == CLEAR:
                clearing += 1
            elif kind == SEAT:
                building += 1
            elif kind == HEAD:
                heads += 1
        woodland: Number = state.woodland[area]
        fields: Number = state.fields[area]
        found: Mask = 0
        if woodland:
            if state.wild[area] and not (game.hunter_limit_per_square and hunters >= woodland):
                found |= BIT[HUNT]
            if clearing < woodland and left[FIELD_MARKER] > 0:
                found |= BIT[CLEAR]
        free = fields - toiling - heads + (clearing if game.same_season_chain else 0)
        if free > 0 and toiling < fields:
            found |= BIT[TOIL]
        if state.mines & bit and miners < game.miner_limit:
            for ore in range(GOODS):
                if state.ore[base + ore] and self.dug(state, area, ore):
                    found |= BIT[MINE + ore]
        if not busy & BIT[GROW] and state.store[base + FOOD]:
            found |= BIT[GROW]
        if not busy & BIT[KNIGHT] and (state.seats[area] or (game.same_season_chain and building)):
            found |= BIT[KNIGHT]
        # numbers of buildings that so many peasants, and as much money, are enough for
        able: Mask = game.manned[min(state.idle[area], len(game.manned) - 1)]
        if game.build_payment_assignment:
            able &= game.afforded[min(state.money[state.active], len(game.afforded) - 1)]
        if able & BIT[ROAD_MARKER] and not (state.roads & bit or busy & BIT[ROAD]) and left[ROAD_MARKER] > 0:
            found |= BIT[ROAD]
        if able & BIT[MINE_MARKER] and game.ground.mountains & bit and not (state.mines & bit or busy & BIT[MINE_SITE]):
            if left[MINE_MARKER] > 0:
                found |= BIT[MINE_SITE]
        if able & BIT[HARBOUR_MARKER] and game.ground.coast & bit and not (state.harbours & bit or busy & BIT[HARBOUR]):
            if left[HARBOUR_MARKER] > 0:
                found |= BIT[HARBOUR]
        if able & SEAT_BUILDINGS:
            level = self.next_level(state, area, building)
            if level and able & BIT[FIRST_SEAT_BUILDING - 1 + level]:
                found |= BIT[SEAT]
        if free > 0 and able & BIT[HEAD_BUILDING]:
            found |= BIT[HEAD]
        return found

    def next_level(self, state: ResourceHogState, area: Area, building: Number) -> Number:
        """Return the next seat level, or 0 (RH-BUILD-4, RH-WORK-12, RH-WORK-13, RH-MARKER-5, RH-MARKER-6)."""
        if building and not state.game.same_season_chain:
            return 0
        level = state.seats[area] + building + 1
        if level > HIGHEST_SEAT:
            return 0
        marker = state.game.seat_marker[level]
        return level if marker == NONE or state.left[marker] > 0 else 0

    # -- giving work -----------------------------------------------------------------------------------------------------

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Set somebody to work, or go on to the next area."""
        game = state.game
        if action == game.words.done:
            state.here += 1
            state.enter(self)
            return
        kind = action - game.words.work
        area, seat = state.here, state.active
        tokens: Number = 0
        if kind >= FISH:
            water = kind - FISH
            tokens = self.catch(state, area, water)
            state.fish[water] -= min(state.fish[water], game.fish_catch) if game.harbour_fish_from_supply else tokens
        elif kind == HUNT:
            tokens = min(state.wild[area], game.hunt_catch)
            state.wild[area] -= tokens
        elif kind == TOIL:
            tokens = game.grain_yield
        elif kind < CLEAR:
            tokens = self.dug(state, area, kind - MINE)
            if not game.mine_stock_endless:
                state.ore[area * GOODS + kind - MINE] -= tokens
        elif kind == GROW:
            if game.growth_lock:
                tokens = 1
                state.store[area * GOODS + FOOD] -= 1
        elif kind == SEAT:
            building: Number = 0
            for code in state.work[area]:
                if code // TOKEN_STEP == SEAT:
                    building += 1
            tokens = self.next_level(state, area, building)
        code_now = kind * TOKEN_STEP + TOKEN_STEP - 1 - tokens
        codes = state.work[area]
        in_order = not codes or codes[-1] <= code_now
        codes += (code_now,)
        state.work[area] = codes if in_order else tuple(sorted(codes))
        state.idle[area] -= game.group_size(code_now)
        marker = game.marker_of(code_now)
        if marker != NONE:
            state.left[marker] -= 1
        if game.build_payment_assignment:
            state.money[seat] -= game.cost_of(code_now)
        if state.listener is not None:
            self.tell_work(state, kind, tokens, code_now)
        state.enter(self)

    def tell_work(self, state: ResourceHogState, kind: Number, tokens: Number, code: Number) -> None:
        """Tell who was set to which work."""
        game = state.game
        seat, area = state.active, state.here
        wanted: Number = tokens
        if kind >= FISH:
            water = kind - FISH
            at_sea = game.ground.sea & BIT[water] != 0
            wanted = game.fish_catch + (game.harbour_extra if at_sea and state.harbours & BIT[area] else 0)
            clause = "RH-FISH-2" if at_sea else "RH-FISH-1"
            if game.harbour_fish_from_supply and tokens > game.fish_catch:
                clause = "RH-RULING-19"  # one of the fish came from the supply, not the water
            state.tell(FISHES, seat, area=area, water=water, tokens=tokens, clause=clause)
        elif kind == HUNT:
            wanted = game.hunt_catch
            state.tell(HUNTS, seat, area=area, tokens=tokens)
        elif kind == TOIL:
            state.tell(TOILS, seat, area=area, tokens=tokens)
        elif kind < CLEAR:
            inland = self.inland(state, area)
            wanted = (game.inland_gold_salt_arms if inland else game.coast_gold_salt_arms)[kind - MINE]
            clause = "RH-MINE-3" if inland else "RH-MINE-2"
            clause = "RH-RULING-22" if game.mine_kind_any or game.mine_stock_endless else clause
            clause = "RH-RULING-23" if game.inland_test_no_harbour else clause
            state.tell(MINES, seat, area=area, ore=kind - MINE, tokens=tokens, clause=clause)
        else:
            clause = {CLEAR: "RH-WORK-8", GROW: "RH-WORK-9", KNIGHT: "RH-WORK-10"}.get(kind, "RH-WORK-12")
            if kind == GROW and game.growth_lock:
                clause = "RH-RULING-36"
            elif game.same_season_chain and self.chained(state, area, kind):
                clause = "RH-RULING-34"
            size = game.group_size(code)
            state.tell(SET_TO, seat, area=area, task=kind, peasants=size, clause=clause)
            if game.build_payment_assignment and game.cost_of(code):
                state.tell(PAID_FIRST, seat, money=game.cost_of(code))
        if tokens < wanted:
            state.tell(TAKES_REST, seat)

    def chained(self, state: ResourceHogState, area: int, kind: int) -> bool:
        """Return whether work depends on something that is only made in the same season (RH-WORK-13)."""
        kinds = [code // TOKEN_STEP for code in state.work[area]]
        if kind == SEAT:
            return kinds.count(SEAT) > 1
        if kind == KNIGHT:
            return not state.seats[area]
        return kind == HEAD and kinds.count(HEAD) + kinds.count(TOIL) > state.fields[area]

    # -- in words --------------------------------------------------------------------------------------------------------

    def partway(self, state: ResourceHogState) -> bool:
        """Return whether somebody has work: the phase can be taken back until the last peasant has some."""
        return any([state.owner[area] == state.active and codes for area, codes in enumerate(state.work)])

    def question(self, state: ResourceHogState) -> str:
        """Ask what the next peasant of the area does."""
        area = state.here
        idle = state.idle[area]
        return f"What does a peasant in {state.game.area_name(area)} do ({idle} idle)?"

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the rest of the area rests."""
        return "let the others rest"

    def clause_of(self, state: ResourceHogState, action: int) -> str:
        """Return the clause of the work."""
        kind = action - state.game.words.work
        if not 0 <= kind < FISH + state.game.ground.waters:
            return "RH-WORK-1"
        return WORK_CLAUSES[min(kind, FISH)]

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Say what is missing for this work."""
        game, area = state.game, state.here
        kind = action - game.words.work
        if action == game.words.done or holds(self.open_work(state), kind):
            return None
        name, clause = game.area_name(area), WORK_CLAUSES[min(kind, FISH)]
        if game.canonical_work and state.work[area] and kind < max(state.work[area]) // TOKEN_STEP:
            return Reason("RH-HOUSE-7", "In this game work is given out in a fixed order of kinds.")
        if kind >= FISH:
            water = kind - FISH
            if water not in game.ground.waters_of[area]:
                return Reason("RH-WORK-2", f"{name} does not border {game.water_name(water)}.")
            return Reason("RH-WORK-5", f"There is no fish left in {game.water_name(water)}.")
        if kind == HUNT:
            if not state.wild[area]:
                return Reason("RH-WORK-5", f"There is no game left in {name}.")
            if not state.woodland[area]:
                return Reason("RH-HUNT-1", f"There is no woodland left in {name}.")
            return Reason("RH-RULING-21", "In this game a woodland square has room for one hunter.")
        if kind == TOIL:
            kinds = [code // TOKEN_STEP for code in state.work[area]]
            if not state.fields[area]:
                return Reason("RH-TOIL-2", f"There is no field in {name}.")
            if HEAD in kinds and kinds.count(TOIL) < state.fields[area]:
                return Reason("RH-TOIL-3", f"Every field in {name} on which nobody toils is becoming a stone head.")
            return Reason("RH-TOIL-2", f"On every field in {name} somebody already toils.")
        if kind < CLEAR:
            if not state.mines & BIT[area]:
                return Reason("RH-MINE-1", f"There is no mine in {name}.")
            if not self.dug(state, area, kind - MINE):
                ore = ORE_NAMES[kind - MINE]
                if state.ore[area * GOODS + kind - MINE]:
                    clause = "RH-MINE-3" if self.inland(state, area) else "RH-MINE-2"
                    return Reason(clause, f"In this game a miner brings no {ore} out of the mountain of {name}.")
                if game.ground.ore[area * GOODS + kind - MINE]:
                    return Reason("RH-MINE-5", f"The mountain of {name} has no {ore} left.")
                return Reason("RH-MINE-4", f"The mountain of {name} never held any {ore}.")
            return Reason("RH-RULING-24", "In this game no more miners may work in one mine.")
        if kind == GROW and not state.store[area * GOODS + FOOD]:
            return Reason("RH-WORK-9", f"The store of {name} holds no preserved food.")
        if kind == KNIGHT and not state.seats[area] and SEAT in [code // TOKEN_STEP for code in state.work[area]]:
            return Reason("RH-WORK-13", f"The manor of {name} is still being built, so nobody can be knighted there yet.")
        if kind == KNIGHT and not state.seats[area]:
            return Reason("RH-WORK-10", f"There is no manor, motte or castle in {name}.")
        if kind in (GROW, KNIGHT):
            return Reason(clause, f"One peasant in {name} already does that, and only one may in a season.")
        return self.site_reason(state, kind, area, name)

    def site_reason(self, state: ResourceHogState, kind: int, area: int, name: str) -> Reason:
        """Say what is missing for clearing or building."""
        game = state.game
        level = state.seats[area] + 1
        there = {
            ROAD: bool(state.roads & BIT[area]),
            MINE_SITE: bool(state.mines & BIT[area]),
            HARBOUR: bool(state.harbours & BIT[area]),
            SEAT: level > HIGHEST_SEAT,
        }
        if kind == CLEAR and state.left[FIELD_MARKER] > 0:
            return Reason("RH-WORK-8", f"No woodland square in {name} is left to clear.")
        if kind == SEAT and there[SEAT]:
            return Reason("RH-BUILD-4", f"A castle stands in {name}, and no seat is higher.")
        if there.get(kind):
            return Reason("RH-BLDG-3", f"It already stands in {name}.")
        if kind == MINE_SITE and not game.ground.mountains & BIT[area]:
            return Reason("RH-BLDG-3", f"There is no mountain in {name}.")
        if kind == HARBOUR and not game.ground.coast & BIT[area]:
            return Reason("RH-BLDG-3", f"{name} does not border the sea.")
        kinds = [code // TOKEN_STEP for code in state.work[area]]
        if kind == SEAT and game.same_season_chain:  # one step may follow another in a season
            level += kinds.count(SEAT)
            if level > HIGHEST_SEAT:
                return Reason("RH-BUILD-4", f"A castle is being built in {name}, and no seat is higher.")
        elif kind != HEAD and kind in kinds:
            return Reason("RH-WORK-12", f"It is already being built in {name}.")
        code = kind * TOKEN_STEP + TOKEN_STEP - 1 - (level if kind == SEAT else 0)
        size = game.group_size(code)
        rich = not game.build_payment_assignment or state.money[state.active] >= game.cost_of(code)
        free = state.fields[area] - kinds.count(HEAD) - kinds.count(TOIL)
        if kind == HEAD and game.same_season_chain:
            free += kinds.count(CLEAR)
        if kind == HEAD and free <= 0:
            if CLEAR in kinds and not game.same_season_chain:
                return Reason("RH-WORK-13", f"What is being cleared in {name} is no field yet, and no other one is free.")
            return Reason("RH-BUILD-5", f"No field in {name} is free for a stone head.")
        if state.idle[area] < size <= state.idle[area] + state.moved[area]:
            return Reason("RH-PMOVE-4", f"It takes {size} peasants, and peasants who have moved to {name} do not work.")
        if state.idle[area] < size:
            return Reason("RH-WORK-6", f"It takes {size} idle peasants in {name}.")
        marker = game.marker_of(code)
        if marker != NONE and state.left[marker] <= 0:
            return Reason("RH-MARKER-5", f"No {MARKER_NAMES[marker]} marker is left.")
        if rich:
            return Reason("RH-BUILD-4", f"The step before it does not stand in {name}.")
        return Reason("RH-RULING-45", f"It costs {game.cost_of(code)} money, to be paid at once in this game.")


WORK_CLAUSES: Final = (
    *("RH-HUNT-1", "RH-TOIL-1", "RH-MINE-4", "RH-MINE-4", "RH-MINE-4", "RH-WORK-8", "RH-WORK-9", "RH-WORK-10"),
    *("RH-WORK-12", "RH-WORK-12", "RH-WORK-12", "RH-WORK-12", "RH-WORK-12", "RH-FISH-1"),
)
"""The clause of each kind of work; the last one is that of fishing."""
