"""Resource Hog keeps the contract of every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

import pytest

import workbench as wb
from tests.contract import Question, WholePositionContract
from tests.games.resource_hog.changed import Escort
from workbench.core.game import Game
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.scene import Helper, Panel
from workbench.core.state import CHANCE, OVER, State
from workbench.games.resource_hog import helpers, panels
from workbench.games.resource_hog.components import (
    CAPACITY,
    DISCS,
    FISH,
    GOODS,
    HUNT,
    MARKERS,
    MINE,
    NONE,
    PILES,
    PLENTY,
    work_kind,
    work_tokens,
)
from workbench.games.resource_hog.measures import battle_law
from workbench.games.resource_hog.options import SMALL_MAP
from workbench.games.resource_hog.state import ResourceHogState

SHORT: dict[str, Any] = {"clock": "six", "slave_tokens": 3}
"""The same rules in a game of three rounds."""
WARLIKE: dict[str, Any] = {"start_nobles": 4, "start_food": 12, "start_arms": 3, **SHORT}
"""Many nobles, so that there are battles."""

LOOP = [f"A{number}" for number in range(16)]
WIDE = "\n".join(
    [
        'title = "Wide"',
        f"borders = {[f'{one}-{other}' for one, other in zip(LOOP, [*LOOP[1:], LOOP[0]], strict=True)]}",
        "[areas]",
        *[f"{code} = {{ {'salt = 9' if number < 12 else ''} }}" for number, code in enumerate(LOOP)],
        "[waters]",
        f'SEA = {{ sea = true, most = 50, borders = "{" ".join(LOOP)}" }}',
    ]
)
"""Sixteen areas on the coast, more than there are harbours and manors."""

# Every reading that is not the default stands in at least one of these.
OTHER_READINGS: dict[str, dict[str, Any]] = {
    "at war": {
        **WARLIKE,
        "battle_unit": "target_area",
        "temp_in_margin": "no",
        "ransom_partial": "everything",
        "peasants_as_ransom": "last_resort",
        "no_retreat": "stay",
        "auto_occupy": "all",
        "first_volley": "attacker",
        "volley_chance": "dice",
        "chain_expansion": "yes",
        "noble_roads": "no",
        "control": "sticky",
        "program_mode": "full_random",
    },
    "on the land": {
        **SHORT,
        "own_land_when": "live",
        "peasants_settle": "yes",
        "peasant_load": 3,
        "harbour_fish": "supply",
        "game_cap": "per_woodland",
        "hunter_limit": "one_per_square",
        "inland_test": "no_harbour",
        "miner_limit": "2",
        "mine_kind": "any",
        "same_season_chain": "yes",
        "knight_uses_peasant": "no",
        "growth_lock": "yes",
        "sea_model": "zones",
        "growth_steps": "add",
        "canonical_work": "on",
        "program_mode": "seat_order",
        "start_rule": "any",
    },
    "at the harbour": {
        **SHORT,
        "trade_one_column": "yes",
        "foreign_harbour": "yes",
        "merc_open": "after_slaves",
        "slave_close": "first_mercenary",
        "haul_basis": "per_shipment",
        "road_scope": "endpoints",
        "haul_reach": "own_or_unowned",
        "board_start": "empty",
        "die_shift": "next_row_half",
        "goods_limit": "hard",
        "money_limit": "hard",
        "reveal_step": "all_at_once",
        "start_money": 20,
        "auto_single": "off",
    },
    "in the season": {
        **WARLIKE,
        "starve_order": "feed_grow_starve",
        "feed_scope": "realm",
        "peasants_eat": "yes",
        "preserve": "all",
        "build_payment": "assignment",
        "seat_scoring": "all_levels",
        "die_shift": "two_rows",
        "marker_limit": "soft",
        "mine_stock": "endless",
        "peasants_as_ransom": "never",
        "enter_emptied": "no",
        "people_trade": "off",
        "haul_reach": "any",
    },
    "refusing": {
        **SHORT,
        "build_refusal": "yes",
        "people_trade": "buy_only",
        "costs": (3, 2, 5, 8, 15, 30, 15),
        "auto_occupy": "never",
    },
}


class HogContract(WholePositionContract):
    """What all classes below share; not collected itself, because of its name."""

    name = "resource_hog"
    seeds: ClassVar[int] = 2

    def conserved(self, state: State) -> None:
        """Squares, markers, discs, closed stocks and columns."""
        assert isinstance(state, ResourceHogState)
        game, ground = state.game, state.game.ground
        for area in range(ground.areas):
            assert state.woodland[area] + state.fields[area] + state.heads[area] == ground.woodland[area]
            assert state.peopled(area) == (state.owner[area] != NONE) or game.control_sticky or not state.peopled(area)
            assert not state.peopled(area) or state.owner[area] != NONE
            assert state.wild[area] <= ground.game_most[area] and state.seats[area] <= 3
            dug = [0] * GOODS
            for code in state.work[area]:
                if MINE <= work_kind(code) < MINE + GOODS:
                    dug[work_kind(code) - MINE] += work_tokens(code)
            for ore in range(GOODS):
                left = state.ore[area * GOODS + ore]
                assert left + (0 if game.mine_stock_endless else dug[ore]) <= ground.ore[area * GOODS + ore]
                assert not game.mine_stock_endless or left == ground.ore[area * GOODS + ore]
        for water in range(ground.waters):
            assert state.fish[water] <= ground.fish_most[water]
        discs, left, realm, room = list(state.discs), list(state.left), list(state.realm), state.room
        state.count_again()
        assert room <= state.room, "stores never take more than there is room for"
        assert discs == state.discs, "discs are counted along"
        assert realm == state.realm, "what everybody controls is kept along"
        assert left == state.left, "markers and promises are counted along"
        assert max(discs) <= DISCS
        taken = state.buildings()
        for marker, most in enumerate(MARKERS):
            assert game.marker_limits[marker] == PLENTY or (taken[marker] <= most and left[marker] >= 0)
        assert all([0 <= tokens <= most for tokens, most in zip(state.columns, CAPACITY, strict=True)])
        lists = (state.money, state.idle, state.moved, state.nobles, state.spent, state.store, state.fresh, state.ore)
        assert min([min(one) for one in lists]) >= 0
        assert 0 <= state.slaves <= game.slave_tokens and 0 <= state.mercs <= game.merc_tokens
        assert sum(state.hungry) == 0
        if state.phase.name not in ("preserve",):
            assert sum(state.fresh) == 0
        caught = sum([work_tokens(code) for row in state.work for code in row if work_kind(code) in (HUNT,)])
        assert sum(state.wild) + caught <= sum(ground.game_most) or game.harbour_fish_from_supply
        assert (state.to_move == OVER) == (state.phase.name == "game_over")
        assert all([kind < FISH + ground.waters for row in state.work for kind in map(work_kind, row)])

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        """Other orders of the cards that have not been turned up, drawn anew from what everybody has seen."""
        assert isinstance(state, ResourceHogState)
        written = state.to_dict()
        for other in range(state.game.players):
            name = f"P{other + 1}"
            if other == seat or name not in written["piles"]:
                continue
            seen = int(state.step) + (1 if other in state.order else 0)
            known = written["piles"][name][:seen]
            fitting = [pile for pile in PILES if pile.startswith(known)]
            written["piles"][name] = fitting[rng.below(len(fitting))]
        return written

    figure_variants: ClassVar[tuple[dict[str, Any], ...]] = (
        {**WARLIKE, "relief": (0, 0, 0), "auto_single": "off", "start_nobles": 2, "slave_tokens": 2},
        {**SHORT, "start_money": 20},
    )
    most_figures: ClassVar[int] = 2
    changed_rules: ClassVar[tuple[type[Phase[Any]], ...]] = (Escort,)

    def fits_a_figure(self, state: State) -> bool:
        """Battles of few, so that every volley can be followed; elsewhere there is nothing to follow."""
        assert isinstance(state, ResourceHogState)
        return state.phase.name != "battle" or max(state.on_border) + max(state.nobles) <= 5

    def choices(self, state: State) -> tuple[int, ...]:
        """What is chosen on the way does not matter."""
        return state.legal()[:1]

    def answer(
        self, state: State, settled: Callable[[State], int | None], known: dict[tuple[Any, ...], Fraction]
    ) -> Fraction:
        """Volleys without a hit lead round in a circle, so chances are followed forward until next to nothing is left."""
        open_, found = {state.key(): (state, 1.0)}, 0.0
        while sum([mass for _, mass in open_.values()]) > 1e-12:
            later: dict[tuple[Any, ...], tuple[State, float]] = {}
            for now, mass in open_.values():
                answer = settled(now)
                if answer is not None:
                    found += answer * mass
                    continue
                steps = now.chance() if now.to_move == CHANCE else [(action, 1) for action in self.choices(now)]
                total = sum([weight for _, weight in steps])
                for action, weight in steps:
                    child = now.copy()
                    child.apply(action)
                    before = later.get(child.key(), (child, 0.0))[1]
                    later[child.key()] = (child, before + mass * weight / total)
            open_ = later
        return Fraction(found)

    def asked_by(self, state: State, seat: int, label: str) -> Question:
        """Who wins a battle."""
        game = state.game
        # an area whose name is its code is called by it alone
        codes = [re.sub(r".*\((\w+)\)", r"\1", name) for name in label.partition(" from ")[2].split(" against ")]
        border = f"border:{codes[0]}>{codes[1]}"

        def won(later: State) -> int | None:
            assert isinstance(later, ResourceHogState)
            if later.phase.name == "volley":
                return None
            return int(later.won)  # if nobody is asked anything after a battle, the attacker has lost and is driven out

        return (game.action(border),), won

    def tells_the_table(self, game: Game, figure: Panel | Helper) -> bool:
        """Stone heads and fish as they are."""
        return figure.title in (panels.HEADS, panels.STOCKS)

    def check_foretold(self, state: State, seat: int, figure: Panel | Helper) -> None:
        """Prices as a trade would be, attacks by the odds above, the season by playing it with another loop."""
        assert isinstance(state, ResourceHogState)
        game = state.game
        if isinstance(figure, Panel):
            for column, value in enumerate(figure.values):
                assert value == game.trade.sell_price(state, column, state.columns[column])
        elif figure.title == helpers.PRICES:
            for column, row in enumerate(figure.rows):
                assert int(row.cells[2].split()[0]) == game.trade.sell_price(state, column, state.columns[column])
                assert int(row.cells[3].split()[0]) == game.trade.buy_price(state, column, state.columns[column])
        elif figure.title == helpers.ATTACKS:
            for row in figure.rows:
                attackers, defenders = [int(one) for one in row.cells[1].split(" v ")]
                assert row.cells[2] == f"{float(battle_law(game, attackers, defenders).attacker_wins):.1%}"
        else:
            self.play_the_season(state, seat, figure)

    def play_the_season(self, state: ResourceHogState, seat: int, figure: Helper) -> None:
        """The round is played to its end with nobody doing anything more; the first is built, and all is preserved."""
        game, now = state.game, state.copy()
        if not now.phase.seasonal and game.changed_phases:  # by changed rules "nothing more" may be a great deal
            now.here = now.active = -1
            now.enter(game.phases["clear"])
            now.settle()
        elif not now.phase.seasonal:
            # whose card it is does no more, and all cards are resolved; then the rules go on by themselves
            for place in range(game.players):
                now.piles[place] = max(0, now.piles[place])
            now.step, now.order, now.place = 2, tuple(range(game.players)), game.players
            if game.program_mode_full_random:
                now.order = tuple(range(3 * game.players))
                now.place = len(now.order)
            while not now.phase.seasonal:
                now.apply(game.words.done)
        while now.to_move >= 0 and now.phase.name in ("build", "preserve"):
            legal = now.legal()
            first = next(one for one in legal if one != game.words.done)
            now.apply(legal[-1] if now.phase.name == "preserve" else first)
        assert figure.note.endswith(f"{state.money[seat]} → {now.money[seat]}.")
        own = [area for area, owner in enumerate(state.owner) if owner == seat]
        for area, row in zip(own, figure.rows, strict=True):
            people = (int(now.peasants(area)), now.nobles[area] + now.spent[area])
            goods = (now.store[area * GOODS], now.store[area * GOODS + 1])
            assert [int(cell.split()[-1]) for cell in row.cells[1:]] == [*people, *goods]

    def moved_option(self, name: str, value: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each option in a setting where it matters."""
        war = {"start_nobles": 4, "start_food": 20}
        rich = {"mine_kind": "any", "start_rule": "any"}
        settings: dict[str, dict[str, Any]] = {
            **dict.fromkeys(("battle_unit", "no_retreat", "auto_occupy", "enter_emptied", "ransom_partial"), war),
            **dict.fromkeys(("temp_in_margin", "peasants_as_ransom", "hit_numbers", "first_volley", "relief"), war),
            **dict.fromkeys(("ransom_money", "ransom_salt", "peasant_units", "volley_chance", "bonus_nobles"), war),
            **{f"coast_{ore}": dict(rich) for ore in ("gold", "salt", "arms")},
            **{f"inland_{ore}": dict(rich) for ore in ("gold", "salt", "arms")},
            "starve_order": {"growth_lock": "yes", "start_nobles": 3, "start_peasants": 1, "start_food": 2},
            "no_retreat": {
                "map": SMALL_MAP,
                "start_nobles": 6,
                "start_peasants": 1,
                **{f"start_{what}": 0 for what in ("money", "salt", "arms")},
            },
            "road_scope": {"start_peasants": 12, "start_nobles": 4, "start_food": 20, "start_money": 20},
            "haul_basis": {"start_nobles": 4, "start_food": 20, "start_money": 20},
            "noble_roads": {"start_peasants": 12, "start_nobles": 4, "start_food": 20, "start_money": 20},
            "marker_limit": {
                "map": WIDE,
                "costs": (0,) * 7,
                "workers": (1,) * 7,
                "peasants_settle": "yes",
                "start_peasants": 20,
                "start_nobles": 9,
                "start_food": 20,
            },
            "goods_limit": {"start_arms": 20, "start_money": 20},
            "money_limit": {"coast_gold": 9, "inland_gold": 9, "start_nobles": 20, "start_food": 20},
            "sea_cap_three": {"sea_model": "zones"},
            "knight_uses_peasant": {"start_arms": 9},
            "merc_tokens": {"slave_tokens": 1},
        }
        setting = settings.get(name, {})
        if (name == "map" and value == "trefoil") or name == "seat_scoring":
            return (
                {},
                {},
            )  # that is the map of three players anyway; and counting a castle as a motte, too, moves no rank
        return setting, {**setting, name: value}


class TestThreePlayers(HogContract):
    """Three players: all readings, and every option."""

    players: ClassVar[tuple[int, ...]] = (3,)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, **OTHER_READINGS}


def test_counting_lower_levels_moves_no_rank() -> None:
    """A row is looked at only when those above it are equal, so a castle that also counts as a motte counts for nobody more."""
    areas = {
        "H1": {"owner": "P1", "peasants": 1, "seat": "castle"},
        "H2": {"owner": "P2", "peasants": 1, "seat": "motte"},
    }
    rows = [
        [state.standing(seat)[1:4] for seat in (0, 1)]
        for scoring in ("highest", "all_levels")
        for state in [wb.load("resource_hog", seat_scoring=scoring).position({"areas": areas})]
    ]
    assert rows == [[(1, 0, 0), (0, 1, 0)], [(1, 1, 1), (0, 1, 1)]]


@pytest.mark.long
class TestFourAndFivePlayers(HogContract):
    """Four and five players, in shorter games."""

    players: ClassVar[tuple[int, ...]] = (4, 5)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": SHORT, "at war": OTHER_READINGS["at war"]}
    seeds: ClassVar[int] = 1
    test_every_option_changes_something = None  # options are tried with three players
    test_every_pair_of_options_that_a_phase_reads_goes_together = None
    test_no_figure_outlives_the_rule_it_rests_on = None  # so are figures
    test_figures_follow_every_option = None
    test_figures_are_what_comes_of_playing_the_phases = None


class TestTheIslet(HogContract):
    """One and two players on the Islet."""

    players: ClassVar[tuple[int, ...]] = (1, 2)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": SHORT}
    seeds: ClassVar[int] = 1
    test_every_option_changes_something = None
    test_every_pair_of_options_that_a_phase_reads_goes_together = None
    test_no_figure_outlives_the_rule_it_rests_on = None
    test_figures_follow_every_option = None
    test_figures_are_what_comes_of_playing_the_phases = None
