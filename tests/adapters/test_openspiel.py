"""OpenSpiel's own suites, unmodified, on every game; counts of whole trees made a second way; what else is ours."""

from __future__ import annotations

import copy
import pickle
import unittest
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.tests import games_sim_test

import workbench as wb
from tests.adapters.cases import GAMES, QUICK, WITH_SECRETS, a_quick_player, each, each_small_game
from tests.helpers import spread
from tests.shrunken import Shrunken
from tests.toy_game.game import Bid, LeakyLots, SealedLots, ToyState
from workbench import lab
from workbench.adapters import openspiel, tensors
from workbench.core.errors import OptionError, UnknownNameError, WorkbenchError
from workbench.core.game import Game

each_game = each(GAMES)
each_quick_game = each(GAMES, QUICK)
Walk = Callable[[Game, int], list[Any]]


def run_suite(base: type[unittest.TestCase], game: Any, tests: int) -> None:
    """Run a suite of OpenSpiel on a game; all of its tests must pass."""
    suite = type("Suite", (base,), {"game_name": str(game), "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert not result.errors and not result.failures, "\n".join(text for _, text in result.errors + result.failures)
    assert result.testsRun == tests and not result.skipped


def states(game: Any, seed: int) -> list[Any]:
    """Every state of a random game; each knows what the seats remember, so that nobody has to go back to the beginning."""
    random = np.random.RandomState(seed)
    state = game.new_initial_state()
    found = [state.clone()]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        for seat in range(game.num_players()):
            state.play.remembered(seat)
        found.append(state.clone())
    return found


@cache
def walked(game: Game, seed: int) -> list[Any]:
    """The states of a random game of one of `GAMES`, kept: several tests look at them, and none changes them."""
    return states(openspiel.load(game), seed)


@pytest.fixture
def walk(short: bool) -> Walk:
    """The states of a random game with a seed; in the short run all tests look at one and the same, which is kept."""
    return lambda game, seed: walked(game, 3) if short else states(openspiel.load(game), seed)


# -- their suites ------------------------------------------------------------------------------------------------------


@pytest.mark.long
@each_game
def test_random_sim_test(game: Game) -> None:
    # games of many players are long, and the suite goes back to the beginning at every step
    pyspiel.random_sim_test(openspiel.load(game), num_sims=max(1, 4 // game.players), serialize=True, verbose=False)


@each_small_game()
def test_random_sim_test_on_small_games(game: Game, small: Shrunken) -> None:
    pyspiel.random_sim_test(openspiel.load(game), num_sims=3, serialize=True, verbose=False)


@each_quick_game
def test_games_sim_test(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    games_sim_test.GamesSimTest().sim_game(openspiel.load(game))


@each_quick_game
def test_api_on_a_partial_tree(game: Game) -> None:
    run_suite(api_test.EnforceAPIOnPartialTreeBase, openspiel.load(game), 5)


@each_small_game()
def test_api_and_counts_on_the_full_tree(game: Game, small: Shrunken, monkeypatch: pytest.MonkeyPatch) -> None:
    spiel = openspiel.load(game)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, str(spiel), small.counts.nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, str(spiel), small.counts.information_sets)
    run_suite(api_test.EnforceAPIOnFullTreeBase, spiel, 8)


def test_the_full_tree_catches_a_planted_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_game.shrunken import SHRUNKEN

    small = SHRUNKEN[0]
    spiel = openspiel.load(LeakyLots(small.options, small.players))
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, str(spiel), small.counts.nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, str(spiel), small.counts.information_sets)
    with pytest.raises(AssertionError, match=f"{small.counts.information_sets} != "):
        run_suite(api_test.EnforceAPIOnFullTreeBase, spiel, 8)


# -- their bots --------------------------------------------------------------------------------------------------------


@each_quick_game
def test_mcts_plays(game: Game, short: bool) -> None:
    spiel = openspiel.load(game)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(spiel, 2.0, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    plays(spiel, bot, random, 2 if short else 4)


@each(WITH_SECRETS, QUICK)
def test_information_set_mcts_plays(game: Game, short: bool) -> None:
    spiel = openspiel.load(game)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(spiel, mcts.RandomRolloutEvaluator(1, random), 2.0, 12, random_state=random)
    bot.set_resampler(openspiel.resampler(spiel))
    plays(spiel, bot, random, 2 if short else 4)


def plays(spiel: Any, bot: Any, random: np.random.RandomState, decisions: int) -> None:
    """Let a bot make the decisions for a while."""
    state = spiel.new_initial_state()
    for _ in range(30):
        if state.is_terminal() or not decisions:
            break
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=shares))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions -= 1


# -- our players as their bots, and their bots as our players ----------------------------------------------------------


@each([wb.load(name) for name in wb.game_names()])
def test_players_are_bots_that_whole_games_are_played_with(game: Game) -> None:
    spiel, name = openspiel.load(game), a_quick_player(game)
    bots = [openspiel.bot(spiel, name, seat, seed=4) for seat in range(game.players)]
    won = evaluate_bots.evaluate_bots(spiel.new_initial_state(), bots, np.random.RandomState(3))
    assert len(won) == game.players and game.bounds().lowest <= min(won) <= max(won) <= game.bounds().highest


def test_a_player_that_is_a_bot_chooses_as_it_does_here() -> None:
    spiel = openspiel.load("keydom")
    state, seats = spiel.new_initial_state(), [0, 1]
    bots = [openspiel.bot(spiel, "homesteader", seat) for seat in seats]
    ours = [wb.make_player(spiel.rules, "homesteader", wb.Random(0, "player", seat, 0)) for seat in seats]
    random, decisions = np.random.RandomState(2), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        seat = state.current_player()
        chosen = bots[seat].step(state)
        assert chosen == ours[seat].choose(state.position.view(seat))
        state.apply_action(chosen)
        decisions += 1
    assert decisions > 100 and max(state.returns()) > 0


def test_their_compiled_loop_takes_our_players() -> None:
    spiel = openspiel.load("keydom")
    bots = [openspiel.bot(spiel, "homesteader", 0), openspiel.bot(spiel, "random", 1)]
    assert pyspiel.evaluate_bots(spiel.new_initial_state(), bots, 7) == [1, 0]


def test_a_fresh_player_sits_down_after_a_restart() -> None:
    bot = openspiel.bot(openspiel.load("keydom"), "random", 0)
    first = bot._player
    bot.restart_at(None)
    assert bot._player is not first and bot.player_id() == 0 and not bot.provides_policy()
    with pytest.raises(UnknownNameError, match="There is no player 'homestader'"):
        openspiel.bot(openspiel.load("keydom"), "homestader", 0)


def uniform(game: Any, seat: int, seed: int) -> Any:
    """Their bot that chooses at random."""
    return UniformRandomBot(seat, np.random.RandomState(seed))


def searching(game: Any, seat: int, seed: int) -> Any:
    """Their search for hidden information, with few simulations."""
    random = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, 4, random_state=random)
    bot.set_resampler(openspiel.resampler(game))
    return bot


@pytest.mark.long
def test_their_bots_play_in_the_lab_with_any_number_of_workers() -> None:
    players = [openspiel.player(uniform), "homesteader"]
    runs = lab.simulate("keydom", players, games=4, seed=1)
    assert runs.table.equals(lab.simulate("keydom", players, games=4, seed=1, workers=2).table)
    assert runs.players == ("uniform", "homesteader") and runs.match(0).over


def test_their_searches_play_in_the_lab() -> None:
    runs = lab.simulate(SealedLots({}, 2), [openspiel.player(searching), "random"], games=2, seed=1)
    assert runs.players == ("searching", "random") and runs.match(1).over


def test_a_bot_is_shown_nothing_that_its_seat_does_not_know() -> None:
    game = SealedLots({}, 2)
    match = game.match(seed=3)
    match.play(match.state.legal()[0])
    asked: list[Any] = []

    class Noting(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: Any) -> int:
            asked.append(state)
            return int(state.legal_actions()[0])

    other = openspiel.player(lambda game, seat, seed: Noting(), "noting")(game, wb.Random(1))
    for _ in range(30):
        assert other.choose(match.state.view(1)) == match.state.legal()[0]
    assert all(state.position.view(1) == match.state.view(1) and not state.history() for state in asked)
    assert len({state.position.key() for state in asked}) > 1, "the other's bid is drawn anew each time"


@each_game
def test_learning_code_gets_the_observation(game: Game) -> None:
    environment = rl_environment.Environment(openspiel.load(game))
    environment.seed(3)
    step = environment.reset()
    for _ in range(10):
        if step.last():
            break
        seat = step.observations["current_player"]
        assert step.observations["legal_actions"][seat]
        assert len(step.observations["info_state"][seat]) == tensors.fields(game).size
        step = environment.step([step.observations["legal_actions"][seat][0]])


# -- what a seat is given ----------------------------------------------------------------------------------------------


@each_quick_game
def test_an_observation_is_exactly_the_view(game: Game, walk: Walk) -> None:
    for state in walk(game, 2)[::7]:
        for seat in range(game.players):
            view = state.position.view(seat)
            assert state.observation_string(seat) == tensors.text(view)
            assert np.array_equal(state.observation_tensor(seat), np.float32(tensors.tensor(game, view)))


@each_game
def test_an_observer_names_the_fields(game: Game) -> None:
    observer = openspiel.load(game).make_py_observer()
    assert [(name, part.shape) for name, part in observer.dict.items()] == [
        (field.name, field.shape) for field in tensors.fields(game)
    ]


@each(WITH_SECRETS, QUICK)
def test_a_resampled_state_cannot_be_told_from_the_real_one(game: Game, walk: Walk) -> None:
    spiel = openspiel.load(game)
    draw = openspiel.resampler(spiel, seed=5)
    differs = False
    for state in spread(walk(game, 3), 80):
        for seat in range(game.players):
            other = draw(state, seat)
            assert other.history() == []
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            differs = differs or str(other) != str(state)
            back = spiel.deserialize_state(other.serialize())
            assert back.information_state_string(seat) == other.information_state_string(seat)
            assert str(back) == str(other)
    assert differs


@each_quick_game
def test_the_information_state_only_grows(game: Game, walk: Walk) -> None:
    found = spread(walk(game, 4), 60)
    for seat in range(game.players):
        texts = [state.information_state_string(seat) for state in found]
        assert all(later.startswith(earlier) for earlier, later in pairwise(texts))


def test_the_information_state_holds_the_own_bid_and_not_that_of_the_other() -> None:
    state = openspiel.load(SealedLots({"highest": 4, "sides": 2}, 2)).new_initial_state()
    for symbol in ("card:1", "card:2", "card:3", "card:4", "die:2", "card:3", "card:4"):
        state.apply_action(state.position.game.action(symbol))
    first, second = state.information_state_string(0).split("\n"), state.information_state_string(1).split("\n")
    assert "card:3" in first and "card:4" not in first
    assert second[-2] == "card:4" and "card:3" not in second
    before_opening = "\n".join(second[:-1])
    assert '"sealed": [-1, 0]' in before_opening and '"sealed": [3' not in before_opening
    assert '"opened": [3, 4]' in first[-1] and '"opened": [3, 4]' in second[-1]


# -- history -----------------------------------------------------------------------------------------------------------


@each_quick_game
def test_copies_replays_and_files_agree_at_every_step(game: Game, walk: Walk, short: bool) -> None:
    spiel = openspiel.load(game)
    found = walk(game, 6)
    looked_at = 4 if short else 12
    keys = [state.position.key() for state in found]
    again = spiel.new_initial_state()
    for number, (state, key) in enumerate(zip(found, keys, strict=True)):
        assert again.position.key() == key
        if number % max(9, len(found) // looked_at) == 0:
            back = spiel.deserialize_state(state.serialize())
            assert back.position.key() == key and back.history() == state.history()
            for seat in range(game.players):
                assert back.information_state_string(seat) == state.information_state_string(seat)
            copied, random = copy.deepcopy(state.play), np.random.RandomState(number)
            for _ in range(60):
                if copied.state.to_move != wb.OVER:
                    copied.apply(int(random.choice(copied.state.legal())))
        if number + 1 < len(found):
            again.apply_action(found[-1].history()[number])
    assert [state.position.key() for state in found] == keys


# -- names and parameters ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", wb.game_names())
def test_every_option_is_a_parameter_and_survives_the_text_of_the_game(name: str, short: bool) -> None:
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}[name]
    usual = wb.load(name)
    assert set(known.parameter_specification) == {"players", openspiel.KEPT, *usual.options}
    for option in usual.option_table:
        for value in option.allowed.samples()[:: 3 if short else 1]:
            try:
                game = wb.load(name, **{option.name: value})
            except OptionError:
                continue  # some options need others
            spiel = openspiel.load(game)
            assert dict(spiel.rules.options) == dict(game.options)
            assert dict(pyspiel.load_game(str(spiel)).rules.options) == dict(game.options)


@pytest.mark.parametrize("name", wb.game_names())
def test_every_preset_survives_the_text_of_the_game(name: str) -> None:
    for preset in type(wb.load(name)).presets():
        game = wb.load(name, preset=preset)
        assert dict(pyspiel.load_game(str(openspiel.load(game))).rules.options) == dict(game.options)


def test_an_option_that_keeps_its_default_against_a_scenario_is_named() -> None:
    spiel = openspiel.load("northwood", scenario=3, threshold=16)
    assert wb.load("northwood", scenario=3).options["threshold"] != 16
    assert "kept=[threshold]" in str(spiel) and pyspiel.load_game(str(spiel)).rules.options["threshold"] == 16
    with pytest.raises(UnknownNameError, match="has no option 'stairs'"):
        pyspiel.load_game("northwood(kept=[stairs])")


def test_wrong_values_are_refused_with_a_sentence() -> None:
    with pytest.raises(OptionError, match="must be a whole number from 1 to 12, not 40"):
        pyspiel.load_game("northwood(hand_size=40)")
    with pytest.raises(UnknownNameError, match="There is no game 'northwod'"):
        openspiel.load("northwod")


STRANGE = "Ä (b) = [c], 'd' <e> & 100%41 \\n {y}; true  \t1"


@pytest.mark.parametrize(
    "value",
    [
        *(18, "on", "", "7", "1e3", "true", "False", "nan", "GR1 LZ1"),
        *("[7]", "[", "[]", "a=b", "a,b", "f(x)", "%41", "%", "a\nb", "a\n\n b \n", "kept=[x],y", STRANGE),
    ],
)
def test_a_parameter_comes_back_as_it_was(value: object) -> None:
    written = openspiel.as_parameter(value)
    assert openspiel.from_parameter(written) == value
    if value != "":
        read = pyspiel.game_parameters_from_string(f"northwood(x={written},y=1)")
        assert set(read) == {"name", "x", "y"} and openspiel.from_parameter(read["x"]) == value


CARDS = (
    "resource_cards.csv\nid,first,second,third,copies\nEASY,2,2,3p,36\n"
    "scheme_cards.csv\nid,name,kind,plots,manpower,materials,profit,copies\n"
    f'MINE,"{STRANGE.replace(chr(9), "")}",Greedy and Lazy,1,0,0,12,60'
)


def test_tables_of_cards_survive_every_text_and_file() -> None:
    spiel = openspiel.load("merry_way", players=3, cards=CARDS, scheme_deck="MINE", max_rounds=1)
    assert spiel.rules.options["cards"] == CARDS and spiel.rules.cards.schemes[0].code == "MINE"
    found = states(spiel, 6)
    state = found[len(found) // 2]
    again, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    for other in (pyspiel.load_game(str(spiel)), pickle.loads(pickle.dumps(spiel)), again):
        assert str(other) == str(spiel) and "\n" not in str(other)
        assert dict(other.rules.options) == dict(spiel.rules.options)
    for copied in (read, pickle.loads(pickle.dumps(state))):
        assert copied.history() == state.history() and copied.position.to_dict() == state.position.to_dict()
        assert copied.legal_actions() == state.legal_actions()


def test_a_text_of_a_game_names_no_folder(tmp_path: Path) -> None:
    table = tmp_path / "resource_cards.csv"
    table.write_text("id,first,second,third,copies\nEASY,2,2,3p,36\n", encoding="utf-8")
    spiel = openspiel.load("merry_way", cards=tmp_path)
    table.unlink()
    assert spiel.rules.options["cards"].endswith("EASY,2,2,3p,36") and str(tmp_path) not in str(spiel)
    assert pyspiel.load_game(str(spiel)).rules.options == spiel.rules.options
    with pytest.raises(OptionError, match="the text of a game cannot make this machine read a file"):
        pyspiel.load_game("merry_way", {"cards": str(tmp_path)})


class LowestFirst(Bid):
    """A changed rule: only the lowest card may be sealed."""

    def legal(self, state: ToyState) -> tuple[int, ...]:
        return super().legal(state)[:1]


def test_changed_rules_get_a_name_of_their_own_and_are_kept() -> None:
    usual, changed = SealedLots({}, 2), SealedLots({}, 2, {"bid": LowestFirst})
    first, second = openspiel.load(usual), openspiel.load(changed)
    names = [one.get_type().short_name for one in (first, second)]
    # which number is behind it depends on what else has been called so before
    assert names[0] != names[1] and all(name.startswith("sealed_lots") for name in names)
    state = states(second, 1)[5]
    assert not state.is_chance_node() and len(state.legal_actions()) == 1
    assert len(second.deserialize_state(state.serialize()).legal_actions()) == 1
    assert str(openspiel.load(changed)) == str(second)
    games_sim_test.GamesSimTest().sim_game(second)


def test_the_game_says_what_kind_it_is() -> None:
    kinds = pyspiel.GameType
    toy, solo = openspiel.load(SealedLots({}, 3)), openspiel.load("northwood")
    assert toy.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert solo.get_type().information == kinds.Information.PERFECT_INFORMATION
    assert toy.get_type().utility == kinds.Utility.CONSTANT_SUM and toy.utility_sum() == 1
    assert solo.get_type().utility == kinds.Utility.GENERAL_SUM
    assert toy.num_players() == 3 and toy.max_game_length() == 6 and toy.max_chance_nodes_in_history() == 8
    assert not toy.get_type().provides_information_state_tensor


def test_a_bot_in_the_wrong_place_is_told_where_it_is() -> None:
    spiel = openspiel.load("nim")
    with pytest.raises(WorkbenchError, match="This bot plays seat 1, but the state asks seat 0"):
        openspiel.bot(spiel, "random", 1).step(spiel.new_initial_state())
    with pytest.raises(WorkbenchError, match=r"A bot needs a game from `openspiel\.load`, not 'nim'"):
        openspiel.bot("nim", "random", 0)  # type: ignore[arg-type]
    with pytest.raises(WorkbenchError, match="should return a bot of OpenSpiel, which has `step`, not None"):
        lab.simulate("nim", openspiel.player(lambda game, seat, seed: None, "nobody"), games=1)
