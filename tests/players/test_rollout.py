"""The rollout player: never illegal, never cheating, the same for the same seed, and better than what it improves on."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import workbench as wb
from tests.contract import FEW_PLAYOUTS
from tests.helpers import judgement, refused
from tests.players.test_exact import Pennies
from tests.toy_game.game import SealedLots
from workbench import own
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.core.game import Game
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.registry import game_names
from workbench.core.state import CHANCE, OVER, State, View
from workbench.players import exact
from workbench.players.game_tree import Equilibrium, GameTree
from workbench.players.playout import playout
from workbench.players.random_player import RandomPlayer
from workbench.players.rollout import REACH, RolloutPlayer
from workbench.players.search import TreeSearch
from workbench.players.solved import solution_of


class Loser(Player):
    """Takes the last legal action, which in Steps is the worst."""

    def choose(self, view: View) -> int:
        return view.legal()[-1]


class Steps(own.Game):
    """Steps

    - **ST-STEP-1** In turn, a player goes three steps, two or one.
    - **ST-LUCK-1** A die may add a step.
    - **ST-END-1** Who comes to the twelfth step first wins.
    """

    player_counts = (2, 3)
    table = (own.Track("place", "How far each player has come.", 20, each=True),)
    points = "place"
    strategies = {"loser": Loser}  # noqa: RUF012 - as a person would write it
    reference_player = "loser"

    class Step(own.Phase):
        moves = (3, 2, 1)

        def play(self, state: Any, choice: Any) -> None:
            state.place[state.turn] += choice
            state.go("luck")

    class Luck(own.Phase):
        random = True
        moves = (0, 1)

        def play(self, state: Any, choice: Any) -> None:
            state.place[state.turn] += choice
            if state.place[state.turn] >= 12:
                state.win(state.turn, clause="ST-END-1")
            else:
                state.go("step", (state.turn + 1) % state.game.players)


class Watched(RolloutPlayer):
    """Counts the playouts it makes."""

    made = 0

    def worth_after(self, world: State, seat: int, action: int, seed: int, number: int) -> float:
        self.made += 1
        return super().worth_after(world, seat, action, seed, number)


def position_of(game: Game, seed: int, decisions: int) -> State:
    """A position in which there is something to decide, after so many decisions at random."""
    state, rng = game.start(), Random(seed)
    while True:
        if state.to_move == CHANCE:
            state.roll(rng)
        elif decisions <= 0 and len(state.legal()) > 1:
            return state
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
            decisions -= 1


@pytest.mark.parametrize("name", game_names())
def test_it_plays_every_game_legally_and_the_same_again(name: str) -> None:
    game = wb.load(name)
    for decisions in (0, 25):
        state = position_of(game, decisions, decisions)
        view = state.view(int(state.to_move))
        kept = view.state.key()
        chosen = [RolloutPlayer(game, Random(3), playouts=12, horizon=6).choose(view) for _time in range(2)]
        assert chosen[0] in state.legal() and chosen[0] == chosen[1]
        assert view.state.key() == kept, "the view is left as it was"


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    """Two processes that know nothing of this one."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize(
    ("name", "players", "guard"), [("keydom", 4, 1.5), ("goods_and_honor", 3, 1.5), ("goods_and_honor", 4, 0.4)]
)
def test_a_game_says_how_sure_the_player_must_be_unless_one_is_given(name: str, players: int, guard: float) -> None:
    game = wb.load(name, players=players)
    assert RolloutPlayer(game, Random(1)).guard == guard
    assert RolloutPlayer(game, Random(1), guard=2.5).guard == 2.5
    assert RolloutPlayer(game, Random(1), guard=0.0).guard == 0.0


@pytest.mark.parametrize("name", ["goods_and_honor", "keydom"])
def test_several_processes_find_what_one_finds(name: str, processes: Executor) -> None:
    game = wb.load(name)
    view = (state := position_of(game, 4, 40)).view(int(state.to_move))
    alone, shared = [RolloutPlayer(game, Random(5), playouts=50, horizon=8) for _ in range(2)]
    shared.share_out(processes, 2)
    assert shared.expected(view) == alone.expected(view)


def test_a_game_and_a_player_of_a_notebook_are_sent_to_other_processes(processes: Executor) -> None:
    game = wb.load(Steps)
    view = game.start().view(0)
    alone, shared = [RolloutPlayer(game, Random(2), playouts=40) for _ in range(2)]
    shared.share_out(processes, 2)
    assert shared.expected(view) == alone.expected(view)


def test_what_cannot_be_shared_out_says_so(processes: Executor) -> None:
    game = wb.load("keydom")
    with refused(WorkbenchError, "at least one process, not 0"):
        RolloutPlayer(game, Random(1)).share_out(processes, 0)
    with refused(WorkbenchError, "A tree search cannot share out its playouts"):
        TreeSearch(game, Random(1)).share_out(processes, 2)


def test_it_improves_on_a_bad_player() -> None:
    """Steps of three are best whatever the others do; the base always takes one."""
    for players in (2, 3):
        game = wb.load(Steps, players=players)
        won = 0.0
        for number in range(6):
            seat = number % players
            seated: list[Player] = [Loser(game, Random(number)) for _seat in range(players)]
            seated[seat] = RolloutPlayer(game, Random(number), playouts=60)
            state = game.start()
            playout(state, seated, Random(number))
            won += state.returns()[seat]
        assert won == 6


def test_a_playout_stops_where_its_game_says() -> None:
    """On the Merry Way it stops at rest, unless the rules are changed; in Resource Hog it goes on to the end."""
    usual, changed = wb.load("merry_way"), wb.load("merry_way", trail_model="one_shared")
    assert RolloutPlayer(usual, Random(1)).learnt and not RolloutPlayer(changed, Random(1)).learnt
    assert RolloutPlayer(usual, Random(1)).horizon == REACH < usual.horizon == RolloutPlayer(changed, Random(1)).horizon
    hog = wb.load("resource_hog")
    assert hog.is_learnt() and not RolloutPlayer(hog, Random(1)).learnt
    assert RolloutPlayer(hog, Random(1)).horizon == hog.bounds().decisions


def test_who_judges_playouts_by_what_was_learnt_has_to_learn_too() -> None:
    way = wb.load("merry_way", max_row=2)
    assert RolloutPlayer.unlearnt(way) == TreeSearch.unlearnt(way) == ("max_row",)
    assert RolloutPlayer.unlearnt(wb.load("merry_way")) == ()
    assert RolloutPlayer.unlearnt(wb.load("keydom", start_counters=4)) == ()  # there it plays on to the end


def test_a_game_without_players_of_its_own_needs_no_line() -> None:
    """The rollout player then improves on random play."""

    class Plain(Steps):
        """Plain steps

        - **PL-STEP-1** In turn, a player goes three steps, two or one.
        - **PL-LUCK-1** A die may add a step.
        """

        strategies = {}  # noqa: RUF012
        reference_player = "random"

    game = wb.load(Plain)
    player = RolloutPlayer(game, Random(1), playouts=90)
    assert player.base == "random"
    state = game.start()
    assert game.symbol(player.choose(state.view(0))) == game.symbol(0)


def test_expectations_are_near_what_is_exactly_so() -> None:
    """In the last throws of Steps everything can be worked out: 11 wins at once, 9 with three steps or with two and luck."""
    game = wb.load(Steps)
    state = game.position({"place": {"Player 1": 9, "Player 2": 8}})
    found = RolloutPlayer(game, Random(1), playouts=400).expected(state.view(0))
    assert found[0].action == 0 and len(found) == 3
    best, others = found[0], found[1:]
    assert best.mean > 0.75 and best.error < 0.01
    assert all([one.mean < best.mean and one.samples >= 1 for one in others])
    assert sum([one.samples for one in found]) <= 400


def test_forced_moves_cost_nothing() -> None:
    state = wb.load("goods_and_honor", players=3, auto_single="off").start()
    rng = Random(2)
    while state.to_move == CHANCE or len(state.legal()) > 1:
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            state.apply(state.legal()[0])
    player = Watched(state.game, Random(1))
    assert player.choose(state.view(int(state.to_move))) == state.legal()[0]
    assert player.made == 0 and player.rng.below(1000) == Random(1).below(1000)


def test_playouts_do_not_depend_on_their_order() -> None:
    game = wb.load("goods_and_honor", players=3)
    state = position_of(game, 2, 20)
    seat = int(state.to_move)
    view = state.view(seat)
    player = RolloutPlayer(game, Random(1), horizon=60)
    action = state.legal()[0]

    def worth(number: int) -> float:
        return player.worth_after(player.world(view, 7, number), seat, action, 7, number)

    forwards = {number: worth(number) for number in range(6)}
    backwards = {number: worth(number) for number in reversed(range(6))}
    assert forwards == backwards
    assert len(set(forwards.values())) > 1


def test_two_positions_that_look_alike_are_judged_alike() -> None:
    game = SealedLots({}, 3)
    rng = Random(4)
    state = game.start()
    compared = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(rng)
            continue
        seat = int(state.to_move)
        alike = [state.resample(seat, Random(5, number)).view(seat) for number in range(3)]
        judged = {judgement(RolloutPlayer(game, Random(6), playouts=40), view) for view in alike}
        assert len(judged) == 1
        compared += len(state.legal()) > 1
        state.apply(state.legal()[rng.below(len(state.legal()))])
    assert compared == 3


@pytest.mark.parametrize("name", ["goods_and_honor", "merry_way", "resource_hog"])
def test_it_knows_no_more_than_its_seat(name: str) -> None:
    game = wb.load(name)
    state = position_of(game, 5, 12)
    seat = int(state.to_move)
    other = state.resample(seat, Random(9))
    judged = [judgement(RolloutPlayer(game, Random(6), playouts=4, horizon=6), one.view(seat)) for one in (state, other)]
    assert judged[0] == judged[1] and len(judged[0][1]) > 1


class Peeping(RolloutPlayer):
    """Plays on from the real position, which no view holds."""

    real: State

    def world(self, view: View, seed: int, number: int) -> State:
        return self.real.copy()


def test_who_looks_at_secrets_is_found_out_by_what_it_expects() -> None:
    """The contract compares players in the same way, with as few playouts."""
    game, judged = wb.load("merry_way"), []
    state = position_of(game, 5, 12)
    seat = int(state.to_move)
    for one in (state, state.resample(seat, Random(9))):
        peeping = Peeping(game, Random(6), playouts=FEW_PLAYOUTS)
        peeping.real = one
        judged.append(judgement(peeping, one.view(seat)))
    assert judged[0][0] == judged[1][0], "its choice does not give it away"
    assert judged[0][1] != judged[1][1]


def test_no_more_playouts_than_it_may_make() -> None:
    game = wb.load("keydom", players=2)
    for playouts in (1, 10, 50):
        state = position_of(game, 1, 10)
        player = Watched(game, Random(1), playouts=playouts, horizon=4)
        player.choose(state.view(int(state.to_move)))
        candidates = max(4, 2 + playouts // 16)
        assert player.made <= max(playouts, candidates)


def test_a_budget_of_time_ends_it() -> None:
    """No clock is read here: with hardly any time each candidate is tried once, and with very much all playouts are made."""
    game = wb.load("keydom", players=2)
    state = position_of(game, 1, 10)
    view = state.view(int(state.to_move))
    hurried = Watched(game, Random(1), playouts=60, milliseconds=1e-6, horizon=4)
    hurried.choose(view)
    assert hurried.made <= 5
    at_leisure, timeless = (
        Watched(game, Random(1), playouts=60, milliseconds=milliseconds, horizon=4) for milliseconds in (1e9, 0.0)
    )
    assert at_leisure.choose(view) == timeless.choose(view)
    assert at_leisure.made == timeless.made > 30


def test_wrong_numbers_and_names_are_refused() -> None:
    game = wb.load("keydom")
    with refused(WorkbenchError, "at least one playout"):
        RolloutPlayer(game, Random(1), playouts=0)
    with refused(UnknownNameError, "no quick player 'farmr'"):
        RolloutPlayer(game, Random(1), base="farmr")
    assert RolloutPlayer(game, Random(1)).base == "homesteader", "the strongest that was measured"
    assert RolloutPlayer(game, Random(1), base="farmer").base == "farmer"


def test_it_follows_changed_rules() -> None:
    """Where a phase is replaced, the worlds and the playouts go by it."""
    from workbench.games.keydom.turn import Turn

    class Odd(Turn):
        def question(self, state: Any) -> str:
            return "What now?"

    game = wb.load("keydom", players=2, phases={"turn": Odd})
    state = position_of(game, 3, 8)
    assert RolloutPlayer(game, Random(1), playouts=10, horizon=5).choose(state.view(int(state.to_move))) in state.legal()


@pytest.mark.parametrize(("name", "options"), [("nim", {}), ("pig", {"goal": 12}), ("tic_tac_toe", {})])
def test_small_games_are_played_as_well_as_can_be(name: str, options: dict[str, Any]) -> None:
    """Every choice in some games is one of the exact solver's best, and every expectation its value."""
    game = wb.load(name, **options)
    solution = exact.solve(game)
    assert isinstance(solution, exact.Solution)
    player = RolloutPlayer(game, Random(1))
    for number in range(4):
        state, rng = game.start(), Random(number)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.roll(rng)
                continue
            legal = state.legal()
            view = state.view(int(state.to_move))
            if len(legal) > 1:
                assert player.choose(view) in solution.best(state)
                for one in player.expected(view):
                    child = state.copy()
                    child.apply(one.action)
                    assert one.mean == pytest.approx(solution.value_of(child)[view.seat])
            state.apply(legal[rng.below(len(legal))])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("nim", {}),
        ("nim", {"last": "loses"}),
        ("pig", {"goal": 10}),
        pytest.param("tic_tac_toe", {}, marks=pytest.mark.long),
        ("kuhn", {}),
        ("liars_dice", {"faces": 2}),
        pytest.param("liars_dice", {}, marks=pytest.mark.long),
        (Pennies, {}),
    ],
)
def test_it_is_within_a_hundredth_of_the_best_in_small_games(name: Any, options: dict[str, Any]) -> None:
    """What it wins against an opponent who knows its policy and does what is best against it, worked out exactly."""
    game = wb.load(name, **options)
    bounds, solution, player = game.bounds(), exact.solve(game), RolloutPlayer(game, Random(1))
    assert bounds.total is not None

    def policy(view: View) -> dict[int, float]:
        known = solution_of(game)
        if len(view.legal()) == 1 or not isinstance(known, Equilibrium):
            return {player.choose(view): 1.0}
        shares, chosen = known.at(view), {player.choose(view) for _time in range(20)}
        assert chosen <= {action for action, share in shares.items() if share > 0}
        assert chosen >= {action for action, share in shares.items() if share > 0.5}
        return shares

    for seat in (0, 1):
        won = bounds.total - exact.best_reply(game, 1 - seat, policy)
        assert won >= solution.value[seat] - 0.01 * (bounds.highest - bounds.lowest)


@pytest.mark.parametrize("options", [{}, {"most": 3}, {"players": 3, "most": 3}, {"price": "second bid"}])
def test_nobody_gains_a_hundredth_by_bidding_otherwise(options: dict[str, Any]) -> None:
    """Sealed bids are mixed: what the best bidder against its policy gains, worked out exactly, as a share of all results."""
    game = wb.load("auction", **options)
    tree, player, known = GameTree(game, 2_000), RolloutPlayer(game, Random(1)), solution_of(game)
    assert isinstance(known, Equilibrium)
    for one in tree.sets:
        shares = known.at(one.view)
        assert {player.choose(one.view) for _time in range(4)} <= {bid for bid, share in shares.items() if share > 0.0}
    bounds = game.bounds()
    assert known.exploitability() <= 0.01 * (bounds.highest - bounds.lowest)


@pytest.mark.parametrize("kind", [RolloutPlayer, TreeSearch])
def test_what_others_have_bid_in_secret_is_not_known(kind: type[RolloutPlayer], short: bool) -> None:
    """In an auction too large to solve, the last bidder expects the same whatever the others have bid."""
    game = wb.load("auction", players=3)
    assert solution_of(game) is None
    expected = []
    for bids in ((0, 0), (4, 5)):
        state = game.position({
            "phase": "bid",
            "to_move": 2,
            "values": {"Player 1": "6", "Player 2": "6", "Player 3": "4"},
            "bids": {"Player 1": str(bids[0]), "Player 2": str(bids[1])},
        })
        expected.append(kind(game, Random(1), playouts=20 if short else 40).expected(state.view(2)))
    assert expected[0] == expected[1]
    best = expected[0][0]
    assert game.symbol(best.action) in ("bid:1", "bid:2") and 0.05 < best.mean < 0.3, "a share of ten coins"


@pytest.mark.parametrize("phase", ["setup_place", "bid"])
def test_closed_hands_and_bids_of_others_change_no_expectation(phase: str) -> None:
    """In For Goods and Honor: what somebody has laid or bid face down before."""
    game = wb.load("goods_and_honor", players=3)
    state, rng = game.start(), Random(1)
    while True:
        seat = int(state.to_move)
        if seat == CHANCE:
            state.roll(rng)
        elif state.phase.name == phase and state.resample(seat, Random(9)).key() != state.key():
            break
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    worlds = [state, state.resample(seat, Random(9))]
    first, second = [RolloutPlayer(game, Random(6), playouts=12, horizon=6).expected(one.view(seat)) for one in worlds]
    assert len(first) > 1 and first == second


def test_what_a_small_game_with_secrets_promises() -> None:
    """Expectations are parts of the range of results: with the king a call wins two coins of -2 to 2."""
    game = wb.load("kuhn")
    hands = {"Player 1": ["jack"], "Player 2": ["king"]}
    paid = {"Player 1": 2, "Player 2": 1}
    state = game.position({"phase": "bet", "to_move": 1, "hands": hands, "deck": ["queen"], "said": ["bet"], "paid": paid})
    call, fold = RolloutPlayer(game, Random(1)).expected(state.view(1))
    assert (game.symbol(call.action), call.mean, game.symbol(fold.action), fold.mean) == ("bet:bet", 1.0, "bet:pass", 0.25)


def test_in_kuhn_poker_it_makes_no_plain_mistakes() -> None:
    """With the jack one never calls a bet, with the king one always does."""
    game = wb.load("kuhn")
    for card, said in (("jack", "pass"), ("king", "bet")):
        for seed in range(3):
            state = game.start()
            others = [one for one in ("jack", "queen", "king") if one != card]
            for dealt in (others[0], card):
                state.apply(next(one for one in state.legal() if dealt in state.phase.words(state, one)))
            state.apply(game.action("bet:bet"))
            chosen = RolloutPlayer(game, Random(seed), playouts=200).choose(state.view(1))
            assert said in game.symbol(chosen)


def test_random_stands_in_where_nothing_better_is_known() -> None:
    game = wb.load("kuhn")
    player = RolloutPlayer(game, Random(1), playouts=30)
    assert player.kinds == [RandomPlayer]
    state = game.start()
    rng = Random(2)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            state.apply(player.choose(state.view(int(state.to_move))))
