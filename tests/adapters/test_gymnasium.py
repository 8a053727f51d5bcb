"""Gymnasium's own checker, unmodified, on every game, and what else is ours."""

from __future__ import annotations

import gymnasium as their_gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import workbench as wb
from tests.adapters.cases import SOLO, each, title
from tests.helpers import some_in_short
from tests.toy_game.game import SealedLots
from workbench import lab
from workbench.adapters import gymnasium, tensors
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.state import View

FEWEST = [wb.load(name) for name in wb.game_names()]
each_solo_game = pytest.mark.parametrize("game", SOLO, ids=title)


@some_in_short("name", wb.game_names(), every=3)
def test_check_env(name: str) -> None:
    check_env(their_gymnasium.make(f"workbench/{name}-v0").unwrapped)


@some_in_short("name", wb.game_names(), every=4)
def test_check_env_among_opponents_in_changing_seats(name: str) -> None:
    most = max(wb.load(name).player_counts)
    check_env(their_gymnasium.make(f"workbench/{name}-v0", players=most, seat=most - 1, rotate=True).unwrapped)


@each_solo_game
def test_a_game_is_the_one_that_a_match_plays_from_the_same_seed(game: Game) -> None:
    table = gymnasium.env(game)
    _, info = table.reset(seed=9)
    random, match, over, reward = np.random.RandomState(1), game.match(seed=9), False, 0.0
    while not over:
        assert tuple(np.flatnonzero(info["action_mask"])) == match.state.legal()
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        match.play(action)
        _, reward, over, truncated, info = table.step(action)
        assert not truncated
    assert match.over and match.state.key() == table.match().state.key()
    assert reward == match.state.returns()[0] and not info["action_mask"].any()


@each_solo_game
def test_an_illegal_action_changes_nothing_and_is_answered_with_its_clause(game: Game) -> None:
    table = gymnasium.env(game)
    before, info = table.reset(seed=2)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, info = table.step(wrong)
    assert (after == before).all() and reward == 0 and not over
    refusal = table.match().why_not(wrong)
    assert refusal is not None and info["refused"] == str(refusal)


def test_a_finished_game_pays_once() -> None:
    table = gymnasium.env("northwood", fiefs=1, threshold=0)
    _, info = table.reset(seed=1)
    rewards, over = [], False
    while not over:
        _, reward, over, _, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert rewards[-1] == 1 and sum(rewards) == 1
    assert table.step(0)[1] == 0


# -- several seats -----------------------------------------------------------------------------------------------------


def first_legal(view: View) -> int:
    """A player that needs no random numbers."""
    return view.legal()[0]


@each(FEWEST)
def test_you_decide_for_your_seat_only_and_see_its_view(game: Game) -> None:
    seat = game.players - 1
    table = gymnasium.env(game, seat=seat, opponents=first_legal)
    observation, info = table.reset(seed=4)
    match, over, reward = game.match(seed=4), False, 0.0
    for _ in range(40):
        while not match.over and match.seat != seat:
            match.play(match.state.legal()[0])
        assert match.state.key() == table.episode.state.key() and match.over == over
        assert np.array_equal(observation, np.float32(tensors.tensor(game, match.state.view(seat))))
        assert reward == (match.state.returns()[seat] if over else 0)
        if over:
            break
        assert tuple(np.flatnonzero(info["action_mask"])) == match.state.legal()
        assert np.array_equal(table.action_masks(), info["action_mask"] == 1)
        action = match.state.legal()[-1]
        match.play(action)
        observation, reward, over, _, info = table.step(action)


def test_opponents_are_given_views_with_nothing_hidden_in_them() -> None:
    seen: list[View] = []

    def looking(view: View) -> int:
        seen.append(view)
        return view.legal()[0]

    table = gymnasium.env(SealedLots({}, 2), seat=1, opponents=looking)
    table.reset(seed=3)
    assert seen and all(view.seat == 0 and view.state.view(0) == view for view in seen)


def test_the_opponents_move_on_with_your_seat() -> None:
    table = gymnasium.env("keydom", players=3, seat=1, opponents=["merchant", "homesteader"], rotate=True)
    assert table.opponents == ("merchant", "homesteader")
    for seed in range(3):
        _, info = table.reset(seed=seed)
        assert info["seat"] == table.seat == (1 + seed) % 3
        seats = {type(player).player_name: seat for seat, player in table._players.items()}
        assert seats == {"merchant": (2 + seed) % 3, "homesteader": seed % 3}
    assert lab.simulate("keydom", ["merchant", "farmer"], games=2, seed=1).table["player_1"].tolist() == ["farmer", "merchant"]


def test_the_same_seed_gives_the_same_opponents() -> None:
    first, second = (gymnasium.env("keydom", opponents="random") for _ in range(2))
    for table in (first, second):
        table.reset(seed=8)
        while not table.episode.over:
            table.step(table.episode.state.legal()[0])
    assert first.episode.decisions == second.episode.decisions
    assert first.match().state.key() == second.episode.state.key()


def test_the_reference_player_is_the_usual_opponent_and_a_game_for_one_has_none() -> None:
    assert gymnasium.env("keydom").opponents == ("farmer",)
    assert gymnasium.env("resource_hog").game.players == 1
    assert gymnasium.env("resource_hog", opponents="baron").opponents == ("baron", "baron")
    assert gymnasium.env("resource_hog", players=2).opponents == ("farmer",)


def test_an_illegal_action_among_opponents_changes_nothing() -> None:
    table = gymnasium.env("keydom", opponents="merchant", seat=1)
    _, info = table.reset(seed=2)
    before = table.episode.state.key()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = table.step(wrong)
    assert table.episode.state.key() == before and not reward and not over and "(KD-" in info["refused"]


@pytest.mark.parametrize(("name", "opponents"), [("northwood", None), ("keydom", "merchant")])
def test_points_are_paid_as_they_come_and_forced_decisions_are_taken(name: str, opponents: str | None) -> None:
    table = gymnasium.Points(gymnasium.env(name, seat=0, opponents=opponents), worth=0.5)
    _, info = table.reset(seed=5)
    episode, random = table.unwrapped.episode, np.random.RandomState(2)
    first, paid, over = gymnasium.lead(episode.state, 0), 0.0, False
    while not over:
        assert info["action_mask"].sum() > 1
        _, reward, over, _, info = table.step(int(random.choice(np.flatnonzero(info["action_mask"]))))
        paid += reward
    assert paid == pytest.approx(episode.state.returns()[0] + 0.5 * (gymnasium.lead(episode.state, 0) - first))
    assert table.step(0)[1] == 0 and "refused" in table.step(0)[4]


# -- wrong uses --------------------------------------------------------------------------------------------------------


def test_wrong_uses_are_refused_with_a_sentence() -> None:
    with pytest.raises(WorkbenchError, match="has 1 opponent for 2 seats; you gave 2"):
        gymnasium.env("keydom", opponents=["farmer", "farmer"])
    with pytest.raises(wb.UnknownNameError, match=r"There is no player 'homestader' for keydom\. Did you mean 'homesteader'"):
        gymnasium.env("keydom", opponents="homestader")
    with pytest.raises(WorkbenchError, match="there is no seat 2"):
        gymnasium.env("keydom", seat=2)
    with pytest.raises(wb.PlayerError, match="chose 999"):
        gymnasium.env("keydom", seat=1, opponents=lambda view: 999).reset(seed=1)
    with pytest.raises(WorkbenchError, match="render_mode must be one of ansi, rgb_array or None, not 'human'"):
        gymnasium.env("northwood", render_mode="human")
    with pytest.raises(wb.OptionError, match="has no option 'treshold'"):
        gymnasium.env("northwood", treshold=3)


def test_before_the_first_reset_every_question_says_so() -> None:
    table = gymnasium.env("northwood", "ansi")
    for ask in (lambda: table.step(0), table.render, table.match, table.action_masks):
        with pytest.raises(WorkbenchError, match=r"No game has begun: call reset\(\) first"):
            ask()


def test_points_keep_the_masks_and_the_limit_of_a_wrapped_environment() -> None:
    table = gymnasium.Points(their_gymnasium.make("workbench/keydom-v0", opponents="random", max_episode_steps=5))
    _, info = table.reset(seed=1)
    stopped = over = False
    while not stopped and not over:
        assert (table.action_masks() == info["action_mask"].astype(bool)).all()
        _, _, over, stopped, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (over, stopped) == (False, True)
    with pytest.raises(WorkbenchError, match="worth must be a number"):
        gymnasium.Points(gymnasium.env("northwood"), worth="much")
    with pytest.raises(WorkbenchError, match="Points wraps an environment of the workbench"):
        gymnasium.Points(their_gymnasium.make("CartPole-v1"))


def test_a_vector_of_environments_always_has_a_legal_action() -> None:
    same_step = {"autoreset_mode": their_gymnasium.vector.AutoresetMode.SAME_STEP}
    tables = their_gymnasium.make_vec("workbench/northwood-v0", 2, "sync", vector_kwargs=same_step)
    _, info = tables.reset(seed=1)
    ended = 0
    while ended < 2:
        _, _, over, _, info = tables.step(info["action_mask"].argmax(axis=1))
        ended += int(over.sum())
        assert info["action_mask"].any(axis=1).all()
