"""The learner's parts that need no PyTorch."""

from __future__ import annotations

import numpy as np

from benchmarks.train_learner import GAME, OPPONENT, TEACHER, against, choose, imitate
from workbench import load, player_names
from workbench.adapters import policies
from workbench.lab.dataset import Arrays


def test_a_linear_policy_learns_to_imitate_a_rule() -> None:
    rng = np.random.default_rng(1)
    observations = rng.random((600, 3), np.float32)
    masks = np.ones((600, 3), np.bool_)
    masks[::2, 0] = False
    actions = np.where(masks, observations, -1).argmax(axis=1)  # the teacher takes the legal action of the largest number
    weights = imitate(Arrays(observations, masks, actions, np.arange(600)), epochs=60)
    right = [choose(weights, *row) == action for *row, action in zip(observations, masks, actions, strict=True)]
    assert np.mean(right) > 0.9
    assert choose(weights, np.array([1, 0, 0], np.float32), np.array([False, True, False])) == 1


def test_wins_are_counted_in_both_seats() -> None:
    assert {TEACHER, OPPONENT} <= {*player_names(load(GAME))}
    first = policies.player(lambda observation, mask: int(mask.argmax()), "learner")
    found = against(first, "homesteader", 2)
    assert (found.value, found.n) == (0.0, 2)
