"""The players of On Their Merry Way: their single choices, and what they make of whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import workbench as wb
from tests.games.merry_way.test_contract import ENDS_EARLY, EVERY_OTHER_READING, ONE_TRAIL
from tests.helpers import some_in_short
from workbench import lab
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.bargain import Reply
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import ACCEPT, REJECT
from workbench.games.merry_way.options import OPTIONS
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.strategy import STRATEGIES, Forecast, Planner, Trader, put

OWN = tuple(STRATEGIES)
PLAIN = ("planner", "builder", "trader")
"""Those whose choices follow from plain reasons; the others weigh the same things by numbers that were found by play."""


def state_of(position: dict[str, Any], players: int = 2, **options: Any) -> MerryWayState:
    state = wb.load("merry_way", players=players, **options).position(position)
    assert isinstance(state, MerryWayState)
    return state


def choice(player: str, position: dict[str, Any], players: int = 2, **options: Any) -> str:
    """What a player does in a position."""
    state = state_of(position, players, **options)
    chosen = wb.make_player(state.game, player, Random(1)).choose(state.view(int(state.to_move)))
    return state.game.symbol(chosen)


def decisions(table: Sequence[str], game: wb.Game, seed: int) -> Iterator[tuple[MerryWayState, int]]:
    """Every decision of a whole game, with the position before it; an illegal one is an error."""
    seats = [wb.make_player(game, player, Random(seed, seat)) for seat, player in enumerate(table)]
    state, chance = game.start(), Random(seed, "chance")
    assert isinstance(state, MerryWayState)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(chance.pick(state.chance()))
            continue
        mover = int(state.to_move)
        action = seats[mover].choose(state.view(mover))
        assert action in state.legal()
        yield state, action
        state.apply(action)


# -- whole games -------------------------------------------------------------------------------------------------------

MOVED: list[dict[str, Any]] = [
    {option.name: value} for option in OPTIONS for value in option.allowed.samples() if value != option.default
]


@some_in_short("number", range(len(MOVED)), every=10, ids=lambda number: str(MOVED[number]))
def test_all_players_play_under_every_option(number: int) -> None:
    """Different players at one table, for three rounds; an illegal choice is an error."""
    options: dict[str, Any] = {"max_rounds": 3, **MOVED[number]}
    game = wb.load("merry_way", players=2 + number % 3, **options)
    match = game.match(seed=number)
    match.play_out(players=["planner", "trader", "builder", "trader"][: game.players])
    assert match.over


@pytest.mark.parametrize("options", [EVERY_OTHER_READING, ONE_TRAIL, ENDS_EARLY], ids=["other", "one trail", "small"])
@pytest.mark.parametrize("table", [("trader", "random", "trader"), ("random", "planner", "trader", "builder")], ids=str)
def test_they_play_under_many_options_at_once(table: tuple[str, ...], options: dict[str, Any]) -> None:
    match = wb.load("merry_way", players=len(table), **options).match(seed=5)
    match.play_out(players=list(table))
    assert match.over


@pytest.mark.long
def test_these_rules_bring_up_every_kind_of_decision() -> None:
    asked: set[str] = set()
    leader: dict[str, Any] = {"side_tie": "leader", "draw_deck": "either", "roadblock_scheme": "card", "max_rounds": 10}
    for seed, options in enumerate([{}, {}, leader, leader]):
        game = wb.load("merry_way", players=4, **options)
        asked.update(state.phase.name for state, _ in decisions(["trader"] * 4, game, seed))
    chance = {"set_up", "draw_scheme", "draw_resource", "draw_folly", "final_tie"}
    asked.add("travel")  # ties are rare; see the side of a tie
    assert asked == set(game.phases) - chance - {"end_of_round", "game_over"}


@some_in_short("players", [2, 3, 4], every=3)
@pytest.mark.parametrize("player", OWN)
def test_every_player_plays_whole_games_that_follow_from_the_seed(player: str, players: int) -> None:
    game = wb.load("merry_way", players=players)
    first, second = game.match(5), game.match(5)
    first.play_out(player)
    second.play_out(player)
    assert first.over and first.actions == second.actions


def test_the_planner_is_what_scripted_means() -> None:
    game = wb.load("merry_way")
    assert type(wb.make_player(game, "scripted", Random(1))) is Planner
    assert set(PLAIN) < set(OWN) < set(wb.player_names(game))


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_the_planner_beats_chance(players: int) -> None:
    game = wb.load("merry_way", players=players)
    runs = lab.simulate(game, players=["planner", *["random"] * (players - 1)], games=24, seed=2)
    won = runs.summary().query("measure == 'wins' and of == 'planner'").iloc[0]
    assert won["low"] > 0.75 and won["n"] == 24


@pytest.mark.parametrize("player", OWN)
def test_nobody_decides_by_what_a_view_does_not_show(player: str) -> None:
    """Closed hands, decks and cards face down are filled in otherwise; the choice stays the same."""
    game = wb.load("merry_way", players=3, blue_sides="hidden", max_rounds=4)
    rng = Random(9)
    compared = 0
    for state, action in decisions([player] * 3, game, seed=4):
        if rng.below(3) == 0:
            seat = int(state.to_move)
            other = state.resample(seat, rng)
            compared += other.key() != state.key()
            assert wb.make_player(game, player, Random(1)).choose(other.view(seat)) == action
    assert compared > 20


# -- the forecast ------------------------------------------------------------------------------------------------------


@some_in_short("options", [{}, {"trail_model": "one_shared"}, {"profit_pile": "60", "peasant_debt": "yes"}], every=3)
def test_the_forecast_is_what_happens(options: dict[str, Any]) -> None:
    """Before the last pass of a Build phase the forecast names the profits that the Travel phase will leave."""
    compared = 0
    for seed in range(3):
        game = wb.load("merry_way", players=3, **options)
        foretold: list[float] = []
        for state, _ in decisions(["planner"] * 3, game, seed):
            if foretold and state.phase.name == "choose_card":
                assert [float(profit) for profit in state.profit] == foretold
                compared += 1
            foretold = []
            if state.phase.name == "build":
                forecast = Forecast(state.game)
                forecast.look(state)
                foretold = forecast.worths(state.cards, state.claims, int(state.roadblock), state.profit, 0.0)
    assert compared >= 12


def test_claims_that_last_count_for_their_owners() -> None:
    """MW-EX-15: a Guard takes A's marker off, so only B's trap counts for later; B gains 2."""
    state = state_of(
        {
            "phase": "build",
            "round": 1,
            "line_up": "F37 F13 F29 F02 F18 F01",
            "board": "N: L1.4=GR3@A R1.4=GR1@B",
        }
    )
    forecast = Forecast(state.game)
    forecast.look(state)
    assert forecast.worths(state.cards, state.claims, NONE, (0, 0), 0.0) == [0.0, 2.0]
    assert forecast.worths(state.cards, state.claims, NONE, (0, 0), 0.5) == [0.0, 2.5]


# -- single choices ----------------------------------------------------------------------------------------------------

GREEDY: dict[str, Any] = {"round": 1, "leader": "A", "turn": "A", "to_move": "A", "line_up": "F13 F29 F17 F18 F19 F01"}
"""Every traveller is a Merchant with Greedy first."""


@pytest.mark.parametrize("player", PLAIN)
@pytest.mark.parametrize(
    ("why", "position", "chosen"),
    [
        (
            "a trap that everybody falls for, not one that nobody looks for",
            {"phase": "build", "hands": {"A": "GR1 DW1"}, "resources": {"A": "1/1/1"}},
            "play:GR1",
        ),
        (
            "three travellers pass on the one road, two on the other; left wins ties",
            {"phase": "place", "chosen": "GR1", "resources": {"A": "1/1/1"}},
            "place:N:L1.4",
        ),
        ("nothing to build", {"phase": "build", "resources": {"A": "0/0/0"}, "hands": {"A": "GR1"}}, "build:pass"),
        (
            "what brings cards for nothing comes first",
            {"phase": "build", "hands": {"A": "GR1 SP1"}, "resources": {"A": "1/1/1"}},
            "special:SP1",
        ),
        (
            "a roadblock that closes the way to a rival's strongbox",
            {"phase": "build", "hands": {"A": ""}, "resources": {"A": "1/1/1"}, "board": "N: L1.4=GR4@B"},
            "roadblock",
        ),
        (
            "the way into it or out of it",
            {"phase": "block", "hands": {"A": ""}, "resources": {"A": "1/1/1"}, "board": "N: L1.4=GR4@B"},
            "block:N:M3-L1.4",
        ),
        (
            "the marker that earns most",
            {"phase": "sheriffs_ear", "chosen": "SP5", "specials": 1, "board": "N: L1.4=GR4@B R1.4=GR1@B L1.3=WK4@B"},
            "strip:N:L1.4",
        ),
        (
            "what is missing for the card in hand",
            {
                "phase": "many_hands",
                "chosen": "SP2",
                "specials": 1,
                "pending": 1,
                "hands": {"A": "GR1"},
                "resources": {"A": "3/0/3"},
            },
            "take:manpower",
        ),
        (
            "from whoever holds it",
            {
                "phase": "light_fingers",
                "chosen": "SP6",
                "specials": 1,
                "hands": {"A": "GR1"},
                "resources": {"A": "3/0/3", "B": "2/2/2"},
            },
            "filch:B:manpower",
        ),
        (
            "a digit for the missing kind",
            {
                "phase": "digit",
                "digit": 3,
                "table": {"A": "RC07", "B": "RC07"},
                "hands": {"A": "GR2a LZ1 LZ1 LZ1"},
                "resources": {"A": "1/1/1"},
            },
            "take:materials",
        ),
        (
            "cards for an empty hand",
            {
                "phase": "digit",
                "digit": 3,
                "table": {"A": "RC07", "B": "RC07"},
                "hands": {"A": ""},
                "resources": {"A": "4/4/4"},
            },
            "draw",
        ),
        (
            "a profit for the last manpower of a good trap",
            {"phase": "bank", "hands": {"A": "GR3"}, "resources": {"A": "2/1/3"}, "profit": {"A": 3}},
            "buy:manpower",
        ),
        (
            "plots that are of no use for a material that is",
            {"phase": "bank", "hands": {"A": "GR3"}, "resources": {"A": "9/2/2"}, "supply": "2/9/9"},
            "swap:plots:materials",
        ),
        ("nothing to buy", {"phase": "bank", "hands": {"A": "GR1"}, "profit": {"A": 3}}, "bank:done"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_single_choices(player: str, why: str, position: dict[str, Any], chosen: str) -> None:
    assert choice(player, {**GREEDY, **position}) == chosen, why


def test_an_own_marker_is_taken_off_where_peasants_would_make_it_pay() -> None:
    """The only traveller that falls for it is a Peasant; who has no profit has nothing to lose."""
    position = {
        **GREEDY,
        "phase": "bank",
        "board": "N: L1.4=GR4@A",
        "profit": {"A": 9},
        "line_up": "F33 F13 F14 F34 F35 F36",
        "hands": {"A": ""},
    }
    for player in OWN:
        assert choice(player, position, remove_own_claim="bank") == "unclaim:N:L1.4"
        assert choice(player, {**position, "profit": {"A": 0}}, remove_own_claim="bank") == "bank:done"


def test_the_side_of_a_tie_is_the_one_that_pays() -> None:
    """The Leader chooses between an own trap on the right and one of B on the left."""
    game = wb.load("merry_way", players=2, side_tie="leader")
    description = {**GREEDY, "phase": "build", "passed": ["B"], "board": "N: L1.4=GR2@B R1.4=GR2@A"}
    state = game.position({**description, "resources": {"A": "0/0/0"}})
    state.apply(game.action("build:pass"))
    assert state.phase.name == "travel"
    chosen = wb.make_player(game, "planner", Random(1)).choose(state.view(int(state.to_move)))
    assert game.symbol(chosen) == "tie:right"


# -- trading -----------------------------------------------------------------------------------------------------------

OFFERED: dict[str, Any] = {
    **GREEDY,
    "phase": "reply",
    "to_move": "B",
    "hands": {"A": "", "B": "GR3"},
    "resources": {"A": "2/2/2", "B": "2/4/2"},
}


@pytest.mark.parametrize(
    ("give", "want", "planner"),
    [
        (["give:materials"], ["want:manpower"], "reply:accept"),  # it completes GR3
        (["give:manpower"], ["want:materials"], "reply:reject"),
        (["give:plots"], [], "reply:accept"),
        ([], ["want:manpower"], "reply:reject"),
    ],
    ids=str,
)
def test_who_accepts_what(give: list[str], want: list[str], planner: str) -> None:
    position = {**OFFERED, "offer": {"to": "B", "give": give, "want": want, "handed": ""}}
    assert choice("planner", position, 3) == planner == choice("trader", position, 3)
    assert choice("builder", position, 3) == "reply:reject"


def test_a_trader_asks_for_what_it_lacks_and_gives_what_it_has_too_much_of() -> None:
    position = {
        **GREEDY,
        "phase": "offer",
        "hands": {"A": "GR3", "B": "LZ1", "C": "LZ1"},
        "resources": {"A": "5/2/2", "B": "0/2/0", "C": "0/0/5"},
    }
    game = wb.load("merry_way", players=3)
    state = game.position(position)
    trader = wb.make_player(game, "trader", Random(1))
    made: list[str] = []
    while state.to_move == 0 and len(made) < 8:
        action = trader.choose(state.view(0))
        made.append(game.symbol(action))
        state.apply(action)
    assert made[0] == "offer:to:C" and set(made) <= {
        *made[:1],
        "give:plots",
        "give:done",
        "want:materials",
        "want:submit",
    }
    assert "want:materials" in made and made[-1] == "want:submit"
    for player in ("planner", "builder"):
        assert choice(player, position, 3) == "offer:pass"


def deals_of(table: Sequence[str], seeds: int) -> Counter[str]:
    """What becomes of offers at a table, and what kinds of things the accepted ones move."""
    found: Counter[str] = Counter()
    game = wb.load("merry_way", players=len(table))
    for seed in range(seeds):
        for state, action in decisions(table, game, seed):
            if isinstance(state.phase, Reply):
                found[game.symbol(action)] += 1
                if action == ACCEPT:
                    found.update({game.symbol(item).split(":")[1] for item in (*state.give, *state.want)})
            else:
                found["others"] += action in (ACCEPT, REJECT)
    return found


@pytest.mark.long
def test_traders_come_to_terms() -> None:
    found = deals_of(["trader"] * 4, 3)
    assert found["reply:accept"] >= 20 and found["reply:reject"] > 0 and not found["others"]
    assert {"plots", "manpower", "materials"} <= set(found)


def test_builders_and_planners_make_no_offers_and_builders_accept_none() -> None:
    assert not deals_of(["planner", "builder", "planner"], 2).total()
    found = deals_of(["trader", "builder", "builder"], 2)
    assert found["reply:reject"] > 0 and not found["reply:accept"]


def test_a_begun_offer_is_finished_whatever_it_is() -> None:
    """Asked in the middle of somebody else's offer, every player ends it legally and soon."""
    for player in OWN:
        game = wb.load("merry_way", players=2)
        state = game.position(
            {
                **GREEDY,
                "phase": "give",
                "resources": {"A": "1/1/1"},
                "offer": {"to": "B", "give": ["give:plots"], "want": [], "handed": ""},
            }
        )
        sitting = wb.make_player(game, player, Random(1))
        for _ in range(8):
            if state.to_move != 0 or state.phase.name == "offer":
                break
            action = sitting.choose(state.view(0))
            assert action in state.legal()
            state.apply(action)
        assert state.phase.name == "reply"


def test_what_a_trader_has_thought_of_is_forgotten_when_the_table_changes() -> None:
    game = wb.load("merry_way", players=3)
    position = {
        **GREEDY,
        "phase": "offer",
        "hands": {"A": "GR3"},
        "resources": {"A": "5/2/2", "B": "0/2/0", "C": "0/0/5"},
    }
    trader = Trader(game, Random(1))
    first = game.position(position)
    then = game.position({**position, "resources": {"A": "5/2/2", "B": "0/0/5", "C": "0/2/0"}})
    assert game.symbol(trader.choose(first.view(0))) == "offer:to:C"
    assert game.symbol(trader.choose(then.view(0))) == "offer:to:B"


@pytest.mark.parametrize("options", [{}, EVERY_OTHER_READING, ONE_TRAIL])
def test_one_more_card_is_worth_what_the_whole_board_with_it_is(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quick way, which looks at one trail and at the stops that change, beside the slow one."""
    quick = Forecast.after_placing
    compared = 0

    class Compared(Forecast):
        def after_placing(
            self, seat: int, card: int, spot: int, profit: Sequence[int], lasting: float
        ) -> list[float]:
            nonlocal compared
            found = quick(self, seat, card, spot, profit, lasting)
            cards, claims = put(self.now.cards, spot, card), put(self.now.claims, spot, seat)
            assert found == self.worths(cards, claims, self.now.blocked, profit, lasting)
            compared += 1
            return found

    game = wb.load("merry_way", players=2, **options)
    match = game.match(seed=3)
    players = [Planner(game, Random(seat)) for seat in range(2)]
    for player in players:
        player.forecast = Compared(game)
    for _decision in range(60):
        if match.over:
            break
        match.play(players[int(match.state.to_move)].choose(match.state.view(int(match.state.to_move))))
    assert compared > 100


def test_players_share_what_they_know_of_a_game_and_play_as_if_they_did_not() -> None:
    game = wb.load("merry_way", players=2)
    shared = [Planner(game, Random(seat)) for seat in range(2)]
    assert shared[0].forecast is shared[1].forecast
    match, decided = game.match(seed=5), 0
    while not match.over and decided < 40:
        seat = int(match.state.to_move)
        view = match.state.view(seat)
        fresh = Planner(wb.load("merry_way", players=2), Random(seat))
        chosen = shared[seat].choose(view)
        assert chosen == fresh.choose(view)
        match.play(chosen)
        decided += 1


def test_progress_counts_profit_and_a_part_of_what_is_claimed() -> None:
    state = state_of({"phase": "build", "board": "N: L1.4=GR2@A", "profit": {"A": 5, "B": 3}})
    card = max(state.cards)
    assert state.game.progress(state) == (5 + 0.7 * state.game.cards.profit[card], 3)


def test_a_dealer_weighs_like_a_schemer_and_trades_like_a_trader() -> None:
    numbers = ("card_drawn", "next_card", "spare", "rivalry", "lasting", "a_step_away", "beyond")
    schemer, dealer, planner = STRATEGIES["schemer"], STRATEGIES["dealer"], STRATEGIES["planner"]
    assert all(getattr(schemer, name) == getattr(dealer, name) != getattr(planner, name) for name in numbers)
    assert deals_of(["dealer"] * 2, 3)


@pytest.mark.parametrize("player", STRATEGIES)
def test_players_build_though_all_others_play_alike(player: str) -> None:
    """Schemers once waited for each other, and most of their games ended after the last round with no profit at all."""
    runs = lab.simulate("merry_way", players=player, games=4, seed=1)
    assert min(runs.table[["score_0", "score_1"]].max(axis=1)) >= 20
    assert runs.table["rounds"].max() < 16


@pytest.mark.long
@pytest.mark.parametrize("player", ["schemer", "dealer"])
def test_numbers_found_by_play_beat_those_set_by_hand(player: str) -> None:
    """On the ladder 74 and 72 %, n = 500; 40 games tell that from an even chance, and these are always the same."""
    runs = lab.simulate("merry_way", players=[player, "planner"], games=40, seed=3)
    won = runs.summary().query(f"measure == 'wins' and of == '{player}'").iloc[0]
    assert won["low"] > 0.5 and won["n"] == 40
