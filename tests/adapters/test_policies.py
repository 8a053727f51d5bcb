"""A policy sits wherever a player can, and is shown what its seat sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.toy_game.game import SealedLots
from workbench import lab
from workbench.adapters import gymnasium, policies, tensors
from workbench.core.random import Random
from workbench.worker.batch import Plan, pack, unpack


def highest(observation: Any, mask: Any) -> Any:
    """A policy that answers with NumPy's own whole number."""
    return np.flatnonzero(mask)[-1]


def test_a_policy_is_shown_the_observation_and_the_mask_of_its_seat() -> None:
    asked: list[tuple[Any, Any]] = []

    def noting(observation: Any, mask: Any) -> Any:
        asked.append((observation, mask))
        return highest(observation, mask)

    game = SealedLots({}, 2)
    view = game.match(seed=3).state.view(0)
    chosen = policies.player(noting)(game, Random(1)).choose(view)
    [(observation, mask)] = asked
    assert chosen == view.legal()[-1] and type(chosen) is int
    assert np.array_equal(observation, np.float32(tensors.tensor(game, view))) and observation.dtype == np.float32
    assert tuple(np.flatnonzero(mask)) == view.legal() and mask.dtype == np.bool_


def test_a_policy_plays_in_the_lab_and_among_opponents() -> None:
    learnt = policies.player(highest, "learnt")
    runs = lab.simulate("keydom", [learnt, "farmer"], games=2, seed=1)
    assert runs.players == ("learnt", "farmer") and runs.match(1).over
    assert unpack(pack(Plan(runs.game, (learnt,), 1, True, False))).players[0].player_name == "learnt"
    table = gymnasium.env("keydom", opponents=learnt)
    table.reset(seed=1)
    assert table.opponents == ("learnt",)
