"""PettingZoo's own suites, unmodified, on every game, and what else is ours."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper

import workbench as wb
from tests.adapters.cases import GAMES, QUICK, a_quick_player, each
from tests.toy_game.game import SealedLots
from workbench.adapters import pettingzoo, tensors
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.scene import PAGE_WIDTH

with warnings.catch_warnings():
    # the suites import one of PettingZoo's own games in a way that PettingZoo no longer likes
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

# What the suites say of every environment whose observations carry an action mask, except for a few that they know by name;
# and of a mask in a seat's last observation, when the game is over.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]

each_game = each(GAMES)
each_quick_game = each(GAMES, QUICK)


def play(table: Any, seed: int) -> list[tuple[str, int]]:
    """Play at random from a seed; gives the decisions."""
    table.reset(seed=seed)
    random = np.random.RandomState(seed)
    chosen = []
    for agent in table.agent_iter():
        observation, _, over, _, _ = table.last()
        if over:
            table.step(None)
            continue
        action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        chosen.append((agent, action))
        table.step(action)
    return chosen


# -- their suites ------------------------------------------------------------------------------------------------------


@each_quick_game
def test_api(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(game), num_cycles=300)


@each_quick_game
def test_seeds(game: Game) -> None:
    seed_test(lambda: pettingzoo.env(game), num_cycles=300)


@each_quick_game
def test_parallel_api(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(turn_based_aec_to_parallel(pettingzoo.env(game)), num_cycles=300)


@each_quick_game
def test_render(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: pettingzoo.env(game, render_mode=render_mode))


# -- what a seat is given ----------------------------------------------------------------------------------------------


@each_game
def test_a_seat_is_given_its_view_and_its_mask(game: Game) -> None:
    table = pettingzoo.env(game)
    table.reset(seed=4)
    for _ in range(12):
        for seat, agent in enumerate(table.possible_agents):
            seen = table.observe(agent)
            view = table.episode.state.view(seat)
            assert np.array_equal(seen["observation"], np.float32(tensors.tensor(game, view)))
            assert tuple(np.flatnonzero(seen["action_mask"])) == view.legal()
            assert seen in table.observation_space(agent)
        if table.episode.over:
            break
        table.step(table.episode.state.legal()[-1])


@each_quick_game
def test_a_game_is_the_one_that_a_match_plays_from_the_same_seed(game: Game) -> None:
    table = pettingzoo.env(game)
    chosen = play(table, 9)
    match = game.match(seed=9)
    for agent, action in chosen:
        assert agent == f"seat_{match.seat}"
        match.play(action)
    assert match.over and match.state.key() == table.episode.state.key() == table.match().state.key()


def test_rewards_are_what_each_seat_has_won() -> None:
    table = pettingzoo.env(SealedLots({}, 3))
    table.reset(seed=2)
    total = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        _, reward, over, _, _ = table.last()
        total[agent] += reward
        table.step(None if over else table.episode.state.legal()[0])
    assert tuple(total.values()) == table.episode.state.returns() and sum(total.values()) == 1


def test_a_seed_decides_the_games_after_it_too() -> None:
    first, second = pettingzoo.env("northwood"), pettingzoo.env("northwood")
    for table in (first, second):
        table.reset(seed=5)
        table.reset()
    assert first.episode.seed == second.episode.seed != 5
    second.reset()
    assert first.episode.seed != second.episode.seed


def test_a_game_can_be_copied_in_the_middle() -> None:
    table = pettingzoo.env(SealedLots({}, 2))
    table.reset(seed=3)
    table.step(table.episode.state.legal()[0])
    other = copy.deepcopy(table)
    assert other.episode.state.key() == table.episode.state.key()
    other.step(other.episode.state.legal()[0])
    assert other.episode.state.key() != table.episode.state.key()


# -- players as policies -----------------------------------------------------------------------------------------------


@each([wb.load(name) for name in wb.game_names()], QUICK)
def test_players_are_policies_that_whole_games_are_played_with(game: Game) -> None:
    table = pettingzoo.env(game)
    wrapped = AssertOutOfBoundsWrapper(table)
    chosen = pettingzoo.policy(wrapped, a_quick_player(game))
    wrapped.reset(seed=6)
    for agent in wrapped.agent_iter():
        observation, _, over, _, _ = wrapped.last()
        wrapped.step(None if over else chosen(observation, agent))
    match = table.match()
    assert match.over and match.steps == len(table.episode.decisions)


def test_every_game_and_every_seat_gets_a_fresh_player() -> None:
    table = pettingzoo.env("keydom")
    chosen = pettingzoo.policy(table, "random")
    begun = []
    for _ in range(2):
        table.reset(seed=6)
        for _ in range(24):
            table.step(chosen())
        begun.append((table.episode.decisions, list(chosen._players.values())))
    (first, before), (second, after) = begun
    assert first == second and len(before) == len(after) == 2 and not {*map(id, before)} & {*map(id, after)}


def test_a_policy_needs_a_player_that_there_is() -> None:
    with pytest.raises(wb.UnknownNameError, match="There is no player 'homestader'"):
        pettingzoo.policy(pettingzoo.env("keydom"), "homestader")


# -- refusals and pictures ---------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing() -> None:
    table = pettingzoo.env(SealedLots({}, 2))
    table.reset(seed=3)
    key = table.episode.state.key()
    wrong = next(action for action in range(9) if action not in table.episode.state.legal())
    with pytest.raises(wb.IllegalMove, match="TG-BID-1"):
        table.step(wrong)
    with pytest.raises(WorkbenchError, match="there is no action 99"):
        table.step(99)
    with pytest.raises(WorkbenchError, match="An action must be a whole number, not None"):
        table.step(None)
    assert table.episode.state.key() == key


def test_the_board_is_shown_as_the_deciding_seat_sees_it() -> None:
    table = pettingzoo.env(SealedLots({}, 2), render_mode="ansi")
    table.reset(seed=3)
    table.step(table.episode.state.legal()[0])
    assert table.render().startswith("Sealed Lots, seat 1")
    picture = pettingzoo.env("northwood", render_mode="rgb_array")
    picture.reset(seed=3)
    scene = picture.game.scene(picture.episode.state, 0)
    pixels = picture.render()
    height, width, colours = pixels.shape
    assert (width, colours) == (PAGE_WIDTH, 3)
    assert height / width == pytest.approx(scene.height / scene.width, abs=0.002)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
    with pytest.raises(WorkbenchError, match="render_mode must be one of human, ansi, rgb_array or None"):
        pettingzoo.env("northwood", render_mode="svg")


def test_the_fields_are_printed() -> None:
    table = pettingzoo.env("northwood")
    assert "statement" in repr(table.fields) and "<td>statement</td>" in table.fields._repr_html_()
    table.reset(seed=1)
    parts = table.fields.split(table.observe("seat_0")["observation"])
    assert sum(parts["hand"]) == 8


def test_options_go_with_a_name_only() -> None:
    with pytest.raises(WorkbenchError, match="already has its players and options"):
        pettingzoo.env(SealedLots({}, 2), highest=5)
    with pytest.raises(WorkbenchError, match="A game is a name such as"):
        pettingzoo.env(3)


def test_what_is_not_there_is_named() -> None:
    table = pettingzoo.env("northwood", render_mode="ansi")
    choose = pettingzoo.policy(table, "random")
    for ask in (table.agent_iter, table.last, table.render, table.match, choose, lambda: table.observe("seat_0")):
        with pytest.raises(WorkbenchError, match=r"No game has begun: call reset\(\) first"):
            ask()
    table.reset(seed=1)
    for ask_of in (table.observe, table.observation_space, table.action_space):
        with pytest.raises(WorkbenchError, match="There is no agent 'seat_9'"):
            ask_of("seat_9")
    while not table.episode.over:
        table.step(choose())
    with pytest.raises(WorkbenchError, match="The game is over, so nobody decides"):
        choose()
    with pytest.raises(WorkbenchError, match=r"A policy needs an environment from `pettingzoo\.env`, not 'northwood'"):
        pettingzoo.policy("northwood", "random")
