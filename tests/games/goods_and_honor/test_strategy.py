"""The players of For Goods and Honor: their single choices, and what they make of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from statistics import mean
from typing import Any

import pytest

import workbench as wb
from tests.helpers import some_in_short
from workbench import lab
from workbench.core.errors import OptionError
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.goods_and_honor.components import (
    FIRST_GIVE,
    GUARDS,
    NEW,
    SEATS,
    SENTRYFOLK,
)
from workbench.games.goods_and_honor.laws import defenders_of, lost_per_turn
from workbench.games.goods_and_honor.options import OPTIONS
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.strategy import STRATEGIES, BalancedElder, Haggler, layout_of, within

OWN = tuple(STRATEGIES)


def state_of(position: dict[str, Any], players: int = 3, **options: Any) -> GoodsAndHonorState:
    state = wb.load("goods_and_honor", players=players, **options).position(position)
    assert isinstance(state, GoodsAndHonorState)
    return state


def choice(player: str, position: dict[str, Any], players: int = 3, **options: Any) -> str:
    """What a player does in a position."""
    state = state_of(position, players, **options)
    assert state.to_move >= 0
    chosen = wb.make_player(state.game, player, Random(1)).choose(state.view(int(state.to_move)))
    return state.game.symbol(chosen)


def decisions(
    player: str, game: wb.Game, seed: int, others: str = "balanced_elder"
) -> Iterator[tuple[GoodsAndHonorState, int]]:
    """Every decision of seat 0 in a whole game, with the position before it."""
    seats = [wb.make_player(game, player if seat == 0 else others, Random(seed, seat)) for seat in range(game.players)]
    state, chance = game.start(), Random(seed, "chance")
    assert isinstance(state, GoodsAndHonorState)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(chance.pick(state.chance()))
            continue
        mover = int(state.to_move)
        action = seats[mover].choose(state.view(mover))
        assert action in state.legal()
        if mover == 0:
            yield state, action
        state.apply(action)


# -- whole games -------------------------------------------------------------------------------------------------------


def players_for(options: dict[str, Any]) -> int:
    """The most players with whom these options go together; 0 if there are none."""
    for players in (6, 5, 4, 3):
        try:
            wb.load("goods_and_honor", players=players, **options)
        except OptionError:  # too few Folks for so many, or no such seat
            continue
        return players
    return 0


def moved_options() -> list[dict[str, Any]]:
    """Each option at each value that a test may use."""
    found: list[dict[str, Any]] = []
    for option in OPTIONS:
        for value in option.allowed.samples():
            if value == option.default or option.name == "max_turns":
                continue
            options = {option.name: value}
            if option.name == "production_matrix":
                options["production_table"] = "custom"
            if option.name.startswith("pawn_"):
                options["elder_pawns"] = "on"
            if players_for(options):
                found.append(options)
    return found


RARE: list[dict[str, Any]] = [
    {"elder_pawns": "on"},
    {"chips_per_player": 0},
    {"chips_per_player": 1, "no_bidder": "keep_both"},
    {"chips_per_player": 0, "empty_bidder": "may_be_given", "bid_mode": "open_clockwise"},
    {"chips_per_player": 2, "bid_items": "own_chips_only", "empty_bidder": "may_be_given"},
    *[
        {"folks_each": 7, "goods_per_player": 15, "bag_short": way}
        for way in ("keep_first", "give_first", "choose", "skip_draw", "end_game")
    ],
    {"duel_commit": "all_first", "defender_reuse": "no", "elder_pawns": "on", "guards_first": "yes"},
    {"placement_order": "canonical", "must_assign": "no", "capacity": 2, "elder_pawns": "on"},
    {"gift_assign": "at_once", "rearrange": "none", "capacity": 3, "placement_order": "canonical"},
    {"phase_order": "trade_first", "production_mandatory": "no", "remainder": "carry", "shortage": "none_if_short"},
    {"talk": "request_reply", "keep_timing": "after_bids", "award": "most_items"},
    {"end_trigger": "any_type", "any_type_take": "fixed_order", "end_timing": "finish_round_from_box"},
    {"auto_single": "off", "folks_each": 7, "stall_rounds": 3},
]


@some_in_short("options", moved_options() + RARE, every=20, ids=str)
def test_all_players_play_under_every_rule(options: dict[str, Any]) -> None:
    """Different players at one table, for twenty turns, or to the end where the bag is small; an illegal choice is an error."""
    limit = {} if "folks_each" in options else {"max_turns": 20}
    game = wb.load("goods_and_honor", players=players_for(options), **limit, **options)
    match = game.match(seed=3)
    match.play_out(players=list(OWN[: game.players]))
    assert match.over


def test_these_rules_bring_up_every_kind_of_decision() -> None:
    asked: set[str] = set()
    for options in RARE:
        game = wb.load("goods_and_honor", players=3, **options)
        asked.update(state.phase.name for state, _ in decisions("closer", game, seed=1))
    deciding = set(game.phases) - {"setup_draw", "first_player", "draw", "receiver", "roll", "duel", "game_over"}
    assert asked == deciding


@some_in_short("pawns", ["off", "on"], every=2)
@some_in_short("players", [3, 4, 5, 6], every=4)
@pytest.mark.parametrize("player", OWN)
def test_every_player_plays_whole_games_that_follow_from_the_seed(player: str, players: int, pawns: str) -> None:
    game = wb.load("goods_and_honor", players=players, elder_pawns=pawns)
    first, second = game.match(5), game.match(5)
    first.play_out(player)
    second.play_out(player)
    assert first.over and first.actions == second.actions


def test_the_balanced_elder_is_what_scripted_means() -> None:
    game = wb.load("goods_and_honor")
    assert type(wb.make_player(game, "scripted", Random(1))) is BalancedElder
    assert set(OWN) == {"balanced_elder", "chip_sprayer", "hoarder", "haggler", "guardian", "closer", "kingmaker"}
    assert set(OWN) < set(wb.player_names(game))


@some_in_short(("players", "pawns"), [(3, "off"), (4, "on"), (6, "off")], every=3)
def test_the_balanced_elder_beats_chance(players: int, pawns: str) -> None:
    game = wb.load("goods_and_honor", players=players, elder_pawns=pawns)
    runs = lab.simulate(game, players=["balanced_elder", *["random"] * (players - 1)], games=8 * players, seed=2)
    won = runs.summary().query("measure == 'wins' and of == 'balanced_elder'").iloc[0]
    assert won["low"] > 0.75 and won["n"] == 8 * players


@pytest.mark.parametrize("player", OWN)
def test_nobody_decides_by_what_a_view_does_not_show(player: str) -> None:
    """Closed hands and unrevealed mats are filled in otherwise; the choice stays the same."""
    game = wb.load("goods_and_honor", players=4)
    rng = Random(9)
    compared = 0
    for state, action in decisions(player, game, seed=4):
        other = state.resample(0, rng)
        if other.key() != state.key():
            assert wb.make_player(game, player, Random(1)).choose(other.view(0)) == action
            compared += 1
    assert compared > 3


# -- the Balanced Elder ------------------------------------------------------------------------------------------------

EVERYBODY = dict.fromkeys("ABC", "Food P2 | Wood W2 | Rock R2 | Guards S1")


def table(mats: dict[str, str], seat: str = "A", **more: Any) -> dict[str, Any]:
    """A position in a turn of A, in the phase given in `more`."""
    return {"mats": {**EVERYBODY, **mats}, "active": "A", "turn": 4, "first": "A", **more}


@pytest.mark.parametrize(
    ("why", "drawn", "mats", "more", "kept"),
    [
        ("two points beat one", "W1 S1", {}, {}, "keep:Woodsfolk"),
        ("a first Sentryfolk for Guards", "W1 S1", {"A": "Food P2 | Wood W2 | Rock R2"}, {}, "keep:Sentryfolk"),
        ("no guard is wanted at the end", "W1 S1", {"A": "Food P2"}, {"supply": "1/1/1"}, "keep:Woodsfolk"),
        ("the better layout", "P1 R1", {"A": "Rock R2"}, {"supply": "0/9/9"}, "keep:Ridgefolk"),
    ],
)
def test_which_folk_it_keeps(why: str, drawn: str, mats: dict[str, str], more: dict[str, Any], kept: str) -> None:
    assert choice("balanced_elder", table(mats, table=drawn, phase="keep", **more)) == kept, why


def test_the_first_layout_makes_one_of_each_with_a_guard_where_it_can() -> None:
    game = wb.load("goods_and_honor", players=3)
    state, chance = game.start(), Random(3)
    assert isinstance(state, GoodsAndHonorState)
    elder = wb.make_player(game, "balanced_elder", Random(1))
    while state.active < 0:
        if state.to_move == CHANCE:
            state.apply(chance.pick(state.chance()))
        else:
            state.apply(elder.choose(state.view(int(state.to_move))))
    for seat in range(3):
        assert sum(game.produce.yields(state, seat)) >= 2
        assert state.section(seat, GUARDS) == (0, 0, 0, 1)


def final_mat(position: dict[str, Any], player: str = "balanced_elder", **options: Any) -> GoodsAndHonorState:
    """The position after A has assigned."""
    state = state_of(position, **options)
    player_at_work = wb.make_player(state.game, player, Random(1))
    while state.to_move == 0 and state.phase.name in ("assign", "place", "move_pawn"):
        state.apply(player_at_work.choose(state.view(0)))
    return state


def test_it_lays_out_for_the_set_that_is_missing() -> None:
    everything = {"goods": {"A": "3/3/2"}, "supply": "12/12/13"}
    state = final_mat(table({"A": "Food P3 | Wood W3 | New R1 P1"}, phase="assign", **everything))
    assert state.game.produce.yields(state, 0)[2] >= 1
    lacking_food = {"goods": {"A": "0/3/3"}, "supply": "15/12/12"}
    state = final_mat(table({"A": "Food P1 | Wood W3 | New R1 P1"}, phase="assign", **lacking_food))
    assert state.game.produce.yields(state, 0)[0] >= 2


def test_it_makes_nothing_that_the_middle_does_not_hold() -> None:
    mats = {"A": "Food P3 | Wood W3 | New P1", "B": "Guards W1", "C": "Guards W1"}
    state = final_mat(table(mats, phase="assign", supply="0/9/9"))
    yields = state.game.produce.yields(state, 0)
    assert yields[0] == 0 and yields[1] + yields[2] >= 3


@pytest.mark.parametrize(("supply", "guards"), [("15/15/15", 1), ("1/1/1", 0)])
def test_it_stands_guard_only_while_turns_are_left(supply: str, guards: int) -> None:
    position = table({"A": "Food P2 | Wood W2 | Rock R2 | New S1"}, phase="assign", supply=supply)
    position["mats"].update({"B": "Food P1", "C": "Food P1"})
    assert sum(final_mat(position).section(0, GUARDS)) == guards
    assert sum(final_mat(position, nastigans=0).section(0, GUARDS)) == 0


def test_it_moves_nobody_without_need() -> None:
    fitting = table({"A": "Food P2 | Wood W2 | Rock R1 | Guards S1 | New R1"}, phase="assign")
    assert choice("balanced_elder", fitting) == "keep_layout"
    confused = table({"A": "Food W2 | Wood R2 | Rock P2 | New R1"}, phase="assign")
    assert choice("balanced_elder", confused) == "rearrange"
    state = final_mat(confused)
    assert sum(state.game.produce.yields(state, 0)) >= 4
    stuck = final_mat(confused, rearrange="none")
    assert within(layout_of(state_of(confused), 0), layout_of(stuck, 0))


def test_it_places_its_pawn_where_it_helps() -> None:
    mats = {"A": "Food P2 S1 | New R1", "B": "Food P1", "C": "Food P1"}
    position = table(mats, phase="assign", pawns={"A": "Rock", "B": "Food", "C": "Food"}, supply="9/9/9")
    state = final_mat(position, elder_pawns="on")
    alone = [state.copy() for _ in range(3)]
    for section, trial in enumerate(alone):
        trial.pawns[0] = section
    yields = [sum(trial.game.produce.yields(trial, 0)) for trial in alone]
    assert yields[state.pawns[0]] == max(yields) > min(yields)


HONOR = {"A": "A9 B2 C3 D1", "B": "A1 B6 C5 D2", "C": "A3 B3 C5 D4", "D": "A2 B4 C2 D8"}
GOODS = {"A": "4/2/2", "B": "0/0/0", "C": "3/3/2", "D": "2/3/3"}
AUCTION: dict[str, Any] = {
    "honor": HONOR,
    "goods": GOODS,
    "supply": "11/12/13",
    "active": "A",
    "turn": 5,
    "first": "A",
    "table": "P1",
    "mats": {"A": "Food P2 | Wood W2 | Rock R2 | New W1", "B": "Food P2 | Wood W2", "C": "Food P2", "D": "Food P1"},
}


LATE = {"supply": "1/1/1", "goods": {**GOODS, "C": "13/14/14"}}
"""What changes when the middle is almost empty."""


def test_it_asks_for_what_it_lacks() -> None:
    assert choice("balanced_elder", {**AUCTION, "phase": "talk"}, 4) == "say:D"
    richer = {**AUCTION, "honor": {**HONOR, "A": "A9 B2 C2 D2", "B": "A1 B6 C6 D1"}, "phase": "talk"}
    assert choice("balanced_elder", richer, 4) in ("say:B", "say:C", "say:D")


def test_it_says_what_it_will_bid() -> None:
    position = {**AUCTION, "phase": "reply", "said": {"A": "D"}}
    assert choice("balanced_elder", position, 4, talk="request_reply") == "say:B"


def whole_bid(player: str, position: dict[str, Any], players: int = 4, **options: Any) -> str:
    """What the bidder to the giver's left puts into the hand."""
    state = state_of({**position, "phase": "bid"}, players, **options)
    seat = int(state.to_move)
    bidder = wb.make_player(state.game, player, Random(1))
    before = state.copy()
    while state.to_move == seat and state.phase.name == "bid":
        before = state.copy()
        chosen = bidder.choose(state.view(seat))
        state.apply(chosen)
    held = list(before.bid(seat))
    if state.game.symbol(chosen) != "close":
        held = [
            a + b for a, b in zip(held, [int(f"add:{name}" == state.game.symbol(chosen)) for name in ITEM], strict=True)
        ]
    return " ".join(f"{name}{count}" for name, count in zip(ITEM, held, strict=True) if count)


ITEM = (*SEATS, "Food", "Wood", "Rock")


@pytest.mark.parametrize(
    ("why", "changes", "options", "bid"),
    [
        ("two points for three turns, but a share of six chips for four turns", {}, {}, "B2"),
        ("a Sentryfolk gives half as much", {"table": "S1", "supply": "4/6/8"}, {}, "B1"),
        ("it will not work any more", {"supply": "1/1/1"}, {}, "B1"),
        ("who draws the receiver does not count", {}, {"award": "random"}, "B1"),
        ("many chips", {"honor": {"B": "B15"}}, {}, "B4"),
    ],
)
def test_how_much_it_bids(why: str, changes: dict[str, Any], options: dict[str, Any], bid: str) -> None:
    position = {**AUCTION, **changes}
    if "honor" in changes:
        position = {**position, "honor": {**changes["honor"], "A": "A15", "C": "C15", "D": "D15"}}
    if "supply" in changes:
        position.pop("goods")
    assert whole_bid("balanced_elder", position, **options) == bid, why


def test_without_own_chips_it_bids_what_costs_least() -> None:
    honor = {**HONOR, "A": "A9 B8 C3 D1", "B": "A1 C5 D2"}
    assert whole_bid("balanced_elder", {**AUCTION, "honor": honor}) == "C1"


def test_it_takes_the_bid_that_brings_most() -> None:
    bids = {"B": "B3", "C": "D1 Wood1", "D": "A1 D1"}
    position = {**AUCTION, "bids": bids, "closed": "B C D", "phase": "award"}
    assert choice("balanced_elder", position, 4) == "give:C"  # 9 points against 3 and 8
    # among equal gains a colour that is behind, then the player with the lowest score
    ahead = {**AUCTION["honor"], "A": "A9 B3 C3 D1", "B": "A1 B5 C5 D2"}
    equal = {**position, "honor": ahead, "bids": {"B": "B1", "C": "C1", "D": "Rock1"}}
    assert (
        choice("balanced_elder", {**equal, "honor": {**ahead, "A": "A9 B3 C0 D1", "C": "A3 B3 C8 D4"}}, 4) == "give:C"
    )
    assert state_of(equal, 4).scores().index(min(state_of(equal, 4).scores()[1:])) == 1
    assert choice("balanced_elder", equal, 4) == "give:B"


@pytest.mark.parametrize(
    ("mat", "named"),
    [
        ("Food P2 | Guards S1 W1", "defend:Sentryfolk/Guards"),
        ("Food P2 S1 | Guards W1", "defend:Woodsfolk/Guards"),
        ("Food P2 S1 | Wood W1", "defend:Sentryfolk/Food"),
    ],
)
def test_the_best_die_defends_and_the_weakest_folk_is_risked(mat: str, named: str) -> None:
    assert choice("balanced_elder", table({"A": mat}, table="N2", phase="defend")) == named


def test_a_single_folk_is_kept_while_it_can_work() -> None:
    position = table({}, table="P1", bag="P0 W0 R0 S0 N0", phase="one_folk")
    rest = {"B": "Food P2 | Wood W2 | Rock R2", "C": "Guards P19 W20 R20 S23"}
    position["mats"].update(rest)
    folks = {"bag_short": "choose", "nastigans": 0}
    assert choice("balanced_elder", position, **folks) == "one_keep"
    assert choice("balanced_elder", {**position, "supply": "1/1/1"}, **folks) == "one_give"


def test_it_expects_the_end_where_the_middle_shows_it() -> None:
    elder = wb.make_player(wb.load("goods_and_honor", players=3), "balanced_elder", Random(1))
    assert isinstance(elder, BalancedElder)
    mats = {"A": "Food P2", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"}
    for supply, left in (("15/15/15", (3, 4, 4)), ("1/1/1", (0, 1, 0)), ("2/1/1", (0, 1, 1))):
        state = state_of({"mats": mats, "active": "A", "phase": "assign", "supply": supply})
        found = tuple([elder.turns_left(state, seat) for seat in range(3)])
        assert all(
            abs(one - other) <= (1 if supply == "15/15/15" else 0) for one, other in zip(found, left, strict=True)
        )
    assert elder.turns_left(state, 0) == 0
    short = wb.load("goods_and_honor", players=3, max_turns=7)
    hurried = wb.make_player(short, "balanced_elder", Random(1))
    assert isinstance(hurried, BalancedElder)
    state = short.position({"mats": mats, "active": "A", "phase": "assign", "turn": 4, "first": "A"})
    assert [hurried.turns_left(state, seat) for seat in range(3)] == [1, 1, 1]


# -- the others --------------------------------------------------------------------------------------------------------


def test_the_chip_sprayer_bids_five_own_chips() -> None:
    assert whole_bid("chip_sprayer", AUCTION) == "B5"
    assert whole_bid("chip_sprayer", AUCTION, bid_max=3) == "B3"
    few = {**AUCTION, "honor": {**HONOR, "A": "A9 B6 C3 D1", "B": "A1 B2 C5 D2"}}
    assert whole_bid("chip_sprayer", few) == "B2"


def test_the_hoarder_keeps_its_chips_while_it_has_anything_else() -> None:
    assert whole_bid("hoarder", AUCTION) == "C1"
    assert whole_bid("hoarder", {**AUCTION, "honor": {"A": "A15", "B": "B15", "C": "C15", "D": "D15"}}) == "B1"
    assert whole_bid("hoarder", AUCTION, bid_items="own_chips_only") == "B1"
    game = wb.load("goods_and_honor", players=3)
    own_chips = 0
    for state, action in decisions("hoarder", game, seed=2):
        if game.symbol(action) == "add:A":
            own_chips += 1
            assert sum(state.stash(0)) == state.stash(0)[0]
    others = sum(game.symbol(action) == "add:A" for _, action in decisions("balanced_elder", game, seed=2))
    assert own_chips < others


@pytest.mark.parametrize(
    ("why", "changes", "options", "bid"),
    [
        ("an own chip, because all three rivals would gain by more", {}, {}, "B1"),
        ("an own chip, where it has nothing else", {"honor": {"A": "A15", "B": "B15", "C": "C15", "D": "D15"}}, {}, "B1"),
        ("an own chip, where nothing else may be bid", {}, {"bid_items": "own_chips_only"}, "B1"),
        ("what brings the giver least, for a Folk that will never work", LATE, {}, "C1"),
        ("more is no likelier to be drawn", {}, {"award": "random"}, "C1"),
    ],
)
def test_the_haggler_weighs_what_a_bid_costs(why: str, changes: dict[str, Any], options: dict[str, Any], bid: str) -> None:
    assert whole_bid("haggler", {**AUCTION, **changes}, **options) == bid, why


def test_the_haggler_offers_more_with_two_rivals_than_with_three() -> None:
    three = {
        "honor": {"A": "A10", "B": "B10", "C": "C10"},
        "goods": {"A": "4/2/2", "B": "0/0/0", "C": "3/3/2"},
        "supply": "8/10/11",
        "turn": 4,
        "mats": {seat: AUCTION["mats"][seat] for seat in "ABC"},
    }
    assert whole_bid("haggler", {**AUCTION, **three}, 3) == "B2"


def test_the_haggler_bids_for_a_folk_what_it_will_bring() -> None:
    game = wb.load("goods_and_honor", players=4)
    haggler = wb.make_player(game, "haggler", Random(1))
    assert isinstance(haggler, Haggler)
    early = game.position({**AUCTION, "phase": "bid"})
    late = game.position({**AUCTION, **LATE, "phase": "bid"})
    assert haggler.folk_value(early, 1) > haggler.folk_value(late, 1) >= 0.0


def test_the_guardian_keeps_all_sentryfolk_and_one_more_in_guards() -> None:
    game = wb.load("goods_and_honor", players=4)
    danger: dict[str, list[Fraction]] = {"guardian": [], "balanced_elder": []}
    taken = dict.fromkeys(danger, 0)
    for player, lost in danger.items():
        for seed in range(4):
            last = game.start()
            for state, _ in decisions(player, game, seed):
                if player == "guardian" and state.phase.name == "bid":
                    guards = state.section(0, GUARDS)
                    assert guards[SENTRYFOLK] == state.folk(0)[SENTRYFOLK] - state.section(0, NEW)[SENTRYFOLK]
                    assert sum(guards[:SENTRYFOLK]) == 1
                if state.phase.name == "talk":
                    lost.append(lost_per_turn(state.game, 60, 24, defenders_of(state, 0)))
                last = state.copy()
            taken[player] += sum(last.goods(0))
    assert taken["guardian"] < 0.9 * taken["balanced_elder"]
    assert mean(danger["guardian"]) < mean(danger["balanced_elder"])


def test_the_kingmaker_gives_to_the_lowest_score() -> None:
    bids = {"B": "B3", "C": "D1 Wood1", "D": "A1 D2"}
    position = {**AUCTION, "bids": bids, "closed": "B C D", "phase": "award"}
    assert choice("kingmaker", position, 4) == "give:B"
    game = wb.load("goods_and_honor", players=4)
    awards = 0
    for state, action in decisions("kingmaker", game, seed=1):
        if state.phase.name == "award":
            scores = state.scores()
            assert scores[action - FIRST_GIVE] == min(scores[1:])
            awards += 1
    assert awards >= 3


CLOSING: dict[str, Any] = {
    "active": "A",
    "turn": 10,
    "first": "A",
    "supply": "2/1/3",
    "mats": {"A": "Food P1 | Wood W1 | Rock R1 | New R1", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"},
    "phase": "assign",
}


@pytest.mark.parametrize("options", [{}, {"rearrange": "none"}, {"end_trigger": "any_type"}], ids=str)
@pytest.mark.parametrize(("rich", "ends"), [("A", True), ("B", False)])
def test_the_closer_ends_the_game_only_to_win(rich: str, ends: bool, options: dict[str, Any]) -> None:
    poor = [seat for seat in "ABC" if seat != rich]
    goods = {rich: "13/14/12", **dict.fromkeys(poor, "0/0/0")}
    supply = "2/1/3"
    if "end_trigger" in options:  # two types are left when it is A's turn again
        supply, goods = "3/3/4", {rich: "12/12/11", **dict.fromkeys(poor, "0/0/0")}
    state = final_mat({**CLOSING, "supply": supply, "goods": goods}, "closer", **options)
    rules = state.game
    assert state.active == 1  # who has produced
    assert not rules.produce.produce(state, 2, takes=True, from_box=False)
    assert rules.produce.produce(state, 0, takes=True, from_box=False) == ends


def test_the_closer_declines_an_end_that_it_would_lose() -> None:
    position = {
        "active": "A",
        "supply": "1/1/1",
        "mats": {"A": "Food P2 | Wood W2 | Rock R2"},
        "goods": {"A": "0/0/0", "B": "14/14/14"},
        "phase": "produce",
    }
    assert choice("closer", position, production_mandatory="no") == "decline"
    assert choice("balanced_elder", position, production_mandatory="no") == "take"
    ahead = {**position, "goods": {"A": "14/14/14", "B": "0/0/0"}}
    assert choice("closer", ahead, production_mandatory="no") == "take"


@pytest.mark.parametrize("player", OWN)
def test_the_only_action_needs_no_thought(player: str) -> None:
    position = {**table({}, phase="place", hands={"A": "P1"}), "last_section": None}
    game = wb.load("goods_and_honor", players=3, placement_order="canonical", auto_single="off")
    state = game.position({key: value for key, value in position.items() if value is not None})
    assert wb.make_player(game, player, Random(1)).choose(state.view(0)) in state.legal()


@pytest.mark.parametrize("name", ["balanced_elder", "hoarder", "haggler", "chip_sprayer"])
def test_a_player_supposes_the_bid_that_it_makes(name: str) -> None:
    game = wb.load("goods_and_honor", players=3)
    state, rng, supposed = game.start(), Random(6), 0
    seated = [wb.make_player(game, name, Random(seat)) for seat in range(3)]
    while state.to_move != OVER and supposed < 5:
        if state.to_move == CHANCE:
            state.roll(rng)
            continue
        seat = int(state.to_move)
        for other in range(3):
            if state.phase is game.bid and other != seat and state.has_closed(other):
                drawn = state.resample(seat, Random(7))
                seated[other].suppose(drawn, other)
                assert drawn.bid(other) == state.bid(other)
                assert drawn.view(seat) == state.view(seat)
                supposed += 1
        state.apply(seated[seat].choose(state.view(seat)))
    assert supposed == 5
