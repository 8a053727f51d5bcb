"""Resource Hog: the rules with their options fixed, and the phases in place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.core.errors import OptionError
from workbench.core.game import Bounds, Game, half_for_winning
from workbench.core.options import Option
from workbench.core.phase import Phase, phases_in
from workbench.core.player import Player
from workbench.core.state import State
from workbench.core.words import listed
from workbench.games.resource_hog import (
    building,
    end,
    fight,
    food,
    haul,
    market,
    nobles,
    peasants,
    ransom,
    retreat,
    season,
    setup,
    trade,
    turns,
    work,
)
from workbench.games.resource_hog.components import (
    BIT,
    CAPACITY,
    CARDS,
    CLEAR,
    COLUMNS,
    DISCS,
    FIELD_MARKER,
    FIRST_SEAT_BUILDING,
    FISH,
    GOOD_NAMES,
    GOODS,
    HEAD,
    HEAD_BUILDING,
    MANOR_MARKER,
    MARKERS,
    MOTTE_MARKER,
    NONE,
    PEASANT_LOAD,
    PLENTY,
    ROAD,
    ROW_SPACES,
    SEAT,
    SEATS,
    TOKEN_STEP,
    Vocabulary,
    cargoes,
)
from workbench.games.resource_hog.land import Prepared, prepared
from workbench.games.resource_hog.maps import AUTO, AUTO_MAPS, HOUSE_MAPS, GameMap, Ground, house_map, read_map
from workbench.games.resource_hog.options import OPTIONS
from workbench.games.resource_hog.state import RANKED, ResourceHogState
from workbench.games.resource_hog.strategy import STRATEGIES
from workbench.games.resource_hog.words import FACTS, WORK_WORDS

if TYPE_CHECKING:
    import networkx as nx

    from workbench.core.types import Number
    from workbench.games.resource_hog.building import Build
    from workbench.games.resource_hog.end import GameOver
    from workbench.games.resource_hog.fight import Battle, Volley
    from workbench.games.resource_hog.food import Feed, Grow, Preserve, Starve
    from workbench.games.resource_hog.haul import HaulTo, Quantity
    from workbench.games.resource_hog.market import Clock, Die, Drift
    from workbench.games.resource_hog.nobles import Load, MoveNobles, NobleTo
    from workbench.games.resource_hog.peasants import Cargo, MovePeasants, PeasantTo
    from workbench.games.resource_hog.ransom import Payer, Ransom, Receiver
    from workbench.games.resource_hog.retreat import Leave, LeaveTo, Occupy
    from workbench.games.resource_hog.season import CleanUp, Clear, FishGrowth, GameGrowth, Knight, Output, Spoil
    from workbench.games.resource_hog.setup import FirstArea, Pick
    from workbench.games.resource_hog.trade import Harbour, Trade
    from workbench.games.resource_hog.turns import Program, Reveal
    from workbench.games.resource_hog.work import Work

PHASES = phases_in(
    setup, turns, peasants, work, nobles, fight, ransom, retreat, trade, haul, season.Clear, building,
    season.Output, season.Knight, food, season.Spoil, season.FishGrowth, season.GameGrowth, market, season,
    end,
)


def symbols_of(made: GameMap) -> tuple[str, ...]:
    """Return the names of the actions on a map with the usual options.

    >>> len(symbols_of(house_map("quatrefoil")))
    291
    """
    areas = tuple([area.code for area in made.areas])
    return Vocabulary(areas, made.borders, tuple([water.code for water in made.waters]), PEASANT_LOAD).symbols


class ResourceHog(Game):
    """The rules of Resource Hog with their options fixed.

    The attributes below repeat options in the form the rules path reads them.
    """

    name: ClassVar[str] = "resource_hog"
    title: ClassVar[str] = "Resource Hog"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (3, 4, 5, 1, 2)  # RH-RULING-1; one and two play on the Islet
    option_table: ClassVar[tuple[Option, ...]] = OPTIONS
    symbols: ClassVar[tuple[str, ...]] = symbols_of(house_map(AUTO_MAPS[3]))
    state_kind: ClassVar[type[State]] = ResourceHogState
    strategies: ClassVar[Mapping[str, type[Player]]] = STRATEGIES
    reference_player: ClassVar[str] = "farmer"
    horizon: ClassVar[int] = 0  # stone heads come late: before the end they tell little
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = PHASES
    pick: Pick
    first_area: FirstArea
    program: Program
    reveal: Reveal
    move_peasants: MovePeasants
    peasant_to: PeasantTo
    cargo: Cargo
    work: Work
    move_nobles: MoveNobles
    noble_to: NobleTo
    load: Load
    battle: Battle
    volley: Volley
    receiver: Receiver
    ransom: Ransom
    payer: Payer
    leave: Leave
    leave_to: LeaveTo
    occupy: Occupy
    trade: Trade
    harbour: Harbour
    haul_to: HaulTo
    quantity: Quantity
    clear: Clear
    build: Build
    output: Output
    knight: Knight
    feed: Feed
    starve: Starve
    grow: Grow
    preserve: Preserve
    spoil: Spoil
    fish_growth: FishGrowth
    game_growth: GameGrowth
    drift: Drift
    die: Die
    clock: Clock
    clean_up: CleanUp
    game_over: GameOver

    def read_options(self) -> None:
        values = self.options
        # the map
        self.mine_kind_any: bool = values["mine_kind"] == "any"
        self.starts: int = self.ground.starts
        self.start_rule_any: bool = values["start_rule"] == "any"
        if self.start_rule_any:
            self.starts = BIT[self.ground.areas] - 1
        self.mine_stock_endless: bool = values["mine_stock"] == "endless"
        # markers, chips and money
        soft = values["marker_limit"] == "soft"
        self.marker_limits: tuple[int, ...] = tuple([PLENTY if soft else most for most in MARKERS])
        self.goods_limit_hard: bool = values["goods_limit"] == "hard"
        self.money_limit_hard: bool = values["money_limit"] == "hard"
        # areas and movement
        self.control_sticky: bool = values["control"] == "sticky"
        self.own_land_when_live: bool = values["own_land_when"] == "live"
        self.peasants_settle: bool = values["peasants_settle"] == "yes"
        self.chain_expansion: bool = values["chain_expansion"] == "yes"
        self.noble_roads: bool = values["noble_roads"] == "yes"
        self.cargo_needs: tuple[tuple[int, ...], ...] = tuple(
            [(load.count(0), load.count(1), load.count(2)) for load in cargoes(self.peasant_load)]
        )
        areas, done = self.ground.areas, (self.words.done,)
        self.an_area: Prepared = prepared(self.words.area, areas)
        self.done_or_area: Prepared = prepared(self.words.area, areas, done)
        # the round
        self.program_mode_full_random: bool = values["program_mode"] == "full_random"
        self.program_mode_seat_order: bool = values["program_mode"] == "seat_order"
        self.reveal_step_all_at_once: bool = values["reveal_step"] == "all_at_once"
        # work
        self.fish_catch: int = values["fish_catch"]
        self.harbour_extra: int = values["harbour_extra"]
        self.hunt_catch: int = values["hunt_catch"]
        self.grain_yield: int = values["grain_yield"]
        self.coast_gold_salt_arms: tuple[int, ...] = (values["coast_gold"], values["coast_salt"], values["coast_arms"])
        self.inland_gold_salt_arms: tuple[int, ...] = (values["inland_gold"], values["inland_salt"], values["inland_arms"])
        self.harbour_fish_from_supply: bool = values["harbour_fish"] == "supply"
        self.game_cap_per_woodland: bool = values["game_cap"] == "per_woodland"
        self.hunter_limit_per_square: bool = values["hunter_limit"] == "one_per_square"
        self.inland_test_no_harbour: bool = values["inland_test"] == "no_harbour"
        self.miner_limit: int = PLENTY if values["miner_limit"] == "none" else int(values["miner_limit"])
        self.same_season_chain: bool = values["same_season_chain"] == "yes"
        self.knight_uses_peasant: bool = values["knight_uses_peasant"] == "yes"
        self.growth_lock: bool = values["growth_lock"] == "yes"
        self.build_payment_assignment: bool = values["build_payment"] == "assignment"
        self.build_refusal: bool = values["build_refusal"] == "yes"
        self.canonical_work: bool = values["canonical_work"] == "on"
        self.workers: tuple[int, ...] = values["workers"]
        self.costs: tuple[int, ...] = values["costs"]
        self.manned: tuple[int, ...] = enough_for(self.workers)
        self.afforded: tuple[int, ...] = enough_for(self.costs)
        # for each code of a worker or group: peasants and money (RH-BLDG-1)
        buildings = [int(self.building_of(code)) for code in range((FISH + self.ground.waters) * TOKEN_STEP)]
        self.group_sizes: tuple[int, ...] = tuple([1 if one == NONE else self.workers[one] for one in buildings])
        self.group_costs: tuple[int, ...] = tuple([0 if one == NONE else self.costs[one] for one in buildings])
        self.jobs: Prepared = prepared(self.words.work, FISH + self.ground.waters, done)
        self.seat_marker: tuple[int, ...] = (NONE, MANOR_MARKER, MOTTE_MARKER, NONE)
        # war
        self.battle_unit_target_area: bool = values["battle_unit"] == "target_area"
        self.temp_in_margin: bool = values["temp_in_margin"] == "yes"
        self.ransom_partial_everything: bool = values["ransom_partial"] == "everything"
        self.peasants_as_ransom_last: bool = values["peasants_as_ransom"] == "last_resort"
        self.peasants_as_ransom_never: bool = values["peasants_as_ransom"] == "never"
        self.no_retreat_stay: bool = values["no_retreat"] == "stay"
        self.auto_occupy: str = values["auto_occupy"]
        self.enter_emptied: bool = values["enter_emptied"] == "yes"
        self.ransom_money: int = values["ransom_money"]
        self.ransom_salt: int = values["ransom_salt"]
        self.peasant_units: int = values["peasant_units"]
        self.hit_numbers: int = values["hit_numbers"]
        self.first_volley_defender: bool = values["first_volley"] == "defender"
        self.bonus_nobles: tuple[int, ...] = values["bonus_nobles"]
        self.relief: tuple[int, ...] = values["relief"]
        self.volley_chance_dice: bool = values["volley_chance"] == "dice"
        # trade
        self.trade_one_column: bool = values["trade_one_column"] == "yes"
        self.foreign_harbour: bool = values["foreign_harbour"] == "yes"
        self.people_trade_off: bool = values["people_trade"] == "off"
        self.people_trade_buy_only: bool = values["people_trade"] == "buy_only"
        self.merc_open_after_slaves: bool = values["merc_open"] == "after_slaves"
        self.slave_close_first_mercenary: bool = values["slave_close"] == "first_mercenary"
        self.haul_fee: int = values["haul_fee"]
        self.haul_basis_per_shipment: bool = values["haul_basis"] == "per_shipment"
        self.road_scope_endpoints: bool = values["road_scope"] == "endpoints"
        self.haul_reach_any: bool = values["haul_reach"] == "any"
        self.haul_reach_unowned: bool = values["haul_reach"] == "own_or_unowned"
        self.board_start_empty: bool = values["board_start"] == "empty"
        first, goods = self.words, range(GOODS)
        self.deals: Prepared = prepared(first.buy, 2 * COLUMNS, done)  # selling comes after buying
        self.hauls: Prepared = tuple(
            [
                tuple([tuple([place + good for good in goods if mask >> good & 1]) for mask in range(1 << GOODS)])
                for place in range(first.haul, first.number, GOODS)
            ]
        )
        prices = [values[f"price_{name}"] for name in ("food", "salt", "arms", "slaves", "mercenaries")]
        self.sell_prices: tuple[tuple[int, ...], ...] = tuple(
            [price_row(prices[column], column, True) for column in range(len(prices))]
        )
        self.buy_prices: tuple[tuple[int, ...], ...] = tuple(
            [price_row(prices[column], column, False) for column in range(len(prices))]
        )
        # the season and the end
        self.starve_order_grow_first: bool = values["starve_order"] == "feed_grow_starve"
        self.feed_scope_realm: bool = values["feed_scope"] == "realm"
        self.peasants_eat: bool = values["peasants_eat"] == "yes"
        self.preserve_all: bool = values["preserve"] == "all"
        self.growth_from: tuple[int, ...] = values["growth_from"]
        self.growth_gains: tuple[int, ...] = values["growth_gains"]
        self.growth_steps_add: bool = values["growth_steps"] == "add"
        self.drift_tokens: int = values["drift"]
        self.die_tokens: int = values["die_tokens"]
        self.die_shift: str = values["die_shift"]
        self.short_clock: bool = values["clock"] == "six"
        self.slave_tokens: int = values["slave_tokens"]
        self.merc_tokens: int = values["merc_tokens"]
        self.rounds: int = self.slave_tokens + (0 if self.short_clock else self.merc_tokens)
        self.seat_scoring_all_levels: bool = values["seat_scoring"] == "all_levels"
        # what each player starts with
        self.start_money: int = values["start_money"]
        self.start_peasants: int = values["start_peasants"]
        self.start_nobles: int = values["start_nobles"]
        self.start_food: int = values["start_food"]
        self.start_salt: int = values["start_salt"]
        self.start_arms: int = values["start_arms"]
        self.auto_single: bool = values["auto_single"] == "on"

    def vocabulary(self) -> tuple[str, ...]:
        """Return the actions of the map in play (RH-HOUSE-7); lay out the map first.

        Raises:
            OptionError: the map is not for this number of players.
        """
        values = self.options
        named = values["map"]
        made = self.map_of(named)
        if self.players not in made.players:
            counts = listed(list(map(str, made.players)), last="or")
            raise OptionError(f"The map {made.title} is for {counts} players, not {self.players} (RH-RULING-1).")
        zones, capped = values["sea_model"] == "zones", values["sea_cap_three"] == 30
        self.ground: Ground = Ground(made, zones, values["mine_kind"] == "any", self.players, capped)
        self.peasant_load: int = values["peasant_load"]
        self.words: Vocabulary = Vocabulary(self.ground.codes, made.borders, self.ground.water_codes, self.peasant_load)
        return self.words.symbols

    def map_of(self, named: str) -> GameMap:
        """Return the map that the option `map` names or holds."""
        if named == AUTO:
            return house_map(AUTO_MAPS[self.players])
        return house_map(named) if named in HOUSE_MAPS else read_map(named)

    # -- questions that the rules ask again and again --------------------------------------------------------------------

    def building_of(self, code: Number) -> Number:
        """Return a group's building, by its place in the lists `workers` and `costs`; NONE for other work."""
        kind = code // TOKEN_STEP
        if kind < ROAD or kind > HEAD:
            return NONE
        if kind == HEAD:
            return HEAD_BUILDING
        if kind == SEAT:
            level = TOKEN_STEP - 1 - code % TOKEN_STEP
            return FIRST_SEAT_BUILDING + level - 1 if 1 <= level <= SEATS else NONE
        return kind - ROAD

    def group_size(self, code: Number) -> int:
        """Return how many peasants make a worker or building group (RH-BLDG-1)."""
        return self.group_sizes[code]

    def cost_of(self, code: Number) -> int:
        """Return what a building group costs (RH-BLDG-1)."""
        return self.group_costs[code]

    def marker_of(self, code: Number) -> Number:
        """Return the marker promised to a worker or group, by its place in `left`; NONE if it needs none."""
        if code < CLEAR * TOKEN_STEP or code >= HEAD * TOKEN_STEP:
            return NONE
        kind = code // TOKEN_STEP
        if kind == CLEAR:
            return FIELD_MARKER
        if kind < ROAD:
            return NONE
        if kind == SEAT:
            return self.seat_marker[TOKEN_STEP - 1 - code % TOKEN_STEP]
        return kind - ROAD  # roads, mines and harbours have the same order in both lists

    # -- off the rules path --------------------------------------------------------------------------------------------

    def area_name(self, area: int) -> str:
        """Name an area, with its code where that is not the name."""
        name, code = self.ground.names[area], self.ground.codes[area]
        return name if name == code else f"{name} ({code})"

    def water_name(self, water: int) -> str:
        """Name a water."""
        return self.ground.water_names[water]

    def work_name(self, kind: int) -> str:
        """Name a kind of work."""
        return f"fish in {self.water_name(kind - FISH)}" if kind >= FISH else WORK_WORDS[kind]

    def in_words(self, what: str, value: Any) -> str:
        """Say a fact of an event in words; `words.FACTS` lists the kinds of fact."""
        return FACTS[what](self, value) if what in FACTS else super().in_words(what, value)

    def seat_name(self, seat: int) -> str:
        """Return a player by the number of the seat."""
        return f"Player {seat + 1}"

    def has_secrets(self) -> bool:
        """Return whether there are secrets: other players, and piles of cards (RH-RULING-8)."""
        return self.players > 1 and not self.program_mode_full_random

    def worth(self, state: State) -> tuple[float, ...]:
        """Value a result: half for winning, half for stone heads beside anybody's most, to guide a search."""
        return half_for_winning(state)

    def ending(self, state: State) -> str:
        """Return the clause that ended the game."""
        return self.game_over.ending(self.own(state))

    def bounds(self) -> Bounds:
        """Return limits: the clock bounds the rounds, discs and tokens the decisions in each."""
        decisions = self.players + self.rounds * self.players * 20 * DISCS
        return Bounds(decisions, self.players + self.rounds * (CARDS * self.players + 1 + 20 * DISCS), 0.0, 1.0, 1.0)

    def belongings(self, state: State) -> tuple[dict[str, float], ...]:
        """Return what ranks each seat, and the fields, woodland and goods in its areas.

        >>> import workbench as wb
        >>> game = wb.load("resource_hog")
        >>> game.belongings(game.start())[0]["nobles"]
        0.0
        """
        here: ResourceHogState = self.own(state)
        found = []
        for seat in range(self.players):
            row = dict(zip(RANKED, [float(one) for one in here.standing(seat)], strict=True))
            areas = [area for area, owner in enumerate(here.owner) if owner == seat]
            row["fields"] = float(sum([here.fields[area] for area in areas]))
            row["woodland"] = float(sum([here.woodland[area] for area in areas]))
            row["mines and harbours"] = float(
                sum([(here.mines >> area & 1) + (here.harbours >> area & 1) for area in areas])
            )
            for good, name in enumerate(GOOD_NAMES):
                row[name] = float(sum([here.store[area * GOODS + good] for area in areas]))
            found.append(row)
        return tuple(found)

    def at_rest(self, state: State) -> bool:
        """Return whether the position is between two rounds: nobody has chosen a programme."""
        here: ResourceHogState = self.own(state)
        return here.phase is self.program and all([pile == NONE for pile in here.piles])

    def facts(self, state: State) -> dict[str, int]:
        """Tell how the winner's row and the map look at the end."""
        end = self.own(state)
        rows = [end.standing(seat) for seat in range(self.players)]
        return {
            "rounds": int(end.round),
            "heads": sum([row[0] for row in rows]),
            "areas": sum([row[6] for row in rows]),
            "people": sum([row[4] + row[5] for row in rows]),
            "out": len([row for row in rows if row[4] + row[5] == 0]),
        }

    def map_graph(self, state: State) -> nx.Graph:
        """Return the map of a position as a networkx graph; see `workbench.games.resource_hog.paths`."""
        from workbench.games.resource_hog import paths  # graphs are off the rules path

        return paths.map_graph(self.own(state))


def enough_for(needs: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each number, up to the largest need, the needs it covers, as a mask of places in the list.

    >>> enough_for((2, 1, 4))
    (0, 2, 3, 3, 7)
    """
    return tuple(
        [sum([BIT[place] for place, need in enumerate(needs) if need <= number]) for number in range(max(needs) + 1)]
    )


def price_row(prices: tuple[int, ...], column: int, selling: bool) -> tuple[int, ...]:
    """Return the price of the next token for each fill of a column (RH-BOARD-2, RH-BOARD-3).

    Args:
        prices: of the rows from LOW to Over MAX.
        column: its number.
        selling: whether the token is sold into the column or bought from it.

    >>> price_row((15, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5), 0, True)[11:14]
    (10, 9, 9)
    """
    spaces = ROW_SPACES[column]
    counts = range(CAPACITY[column] + 1)
    if selling:
        return tuple([prices[tokens // spaces + 1] for tokens in counts])
    return tuple([prices[(tokens + spaces - 1) // spaces] for tokens in counts])


GAME = ResourceHog
