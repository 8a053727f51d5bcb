"""Train a learner on Keydom and measure it against players of the ladder; writes studies/learner.csv.

    python benchmarks/train_learner.py                          # two to five minutes of one processor core
    python benchmarks/train_learner.py --steps 131072 --games 1000 --out longer.csv

First a linear policy imitates the best quick player of the ladder, from a data set of its decisions. Then MaskablePPO of
sb3-contrib begins with that policy and plays on against a named opponent. At each stage the policy is measured.
`notebooks/14_train_a_learner.ipynb` goes through the same steps slowly and shows the stored table.

It needs the extras `adapters`, `lab` and `learning`. Everything random has a seed; another version of PyTorch may still give
other numbers.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench import lab  # noqa: E402
from workbench.adapters import gymnasium, policies  # noqa: E402

GAME, TEACHER, OPPONENT = "keydom", "homesteader", "farmer"
OTHERS = ("farmer", "homesteader")
"""Players of the ladder to measure against, the weaker first."""
FIRST = 8192
"""How many decisions the learner spends on what positions are worth before it changes its policy."""


def imitate(arrays: Any, epochs: int, seed: int = 0) -> Any:
    """Return the weights of a linear policy that imitates decisions: logistic regression over the legal actions, by Adam.

    Args:
        arrays: the decisions, from `lab.Dataset.arrays`.
        epochs: how often to go through them.
        seed: the source of their order.

    Returns:
        a column for each action, a row for each number of the observation, and a last row that stands for a constant 1.
    """
    rng = np.random.default_rng(seed)
    seen = np.hstack([arrays.observations, np.ones((len(arrays.actions), 1), np.float32)])
    weights = np.zeros((seen.shape[1], arrays.masks.shape[1]), np.float32)
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    for _ in range(epochs):
        for some in np.array_split(rng.permutation(len(seen)), max(1, len(seen) // 512)):
            values = np.where(arrays.masks[some], seen[some] @ weights, -1e9)
            chances = np.exp(values - values.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            chances[np.arange(len(some)), arrays.actions[some]] -= 1
            slope = seen[some].T @ chances / len(some) + 1e-3 * weights
            step += 1
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            weights -= 0.01 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def choose(weights: Any, observation: Any, mask: Any) -> int:
    """Return the legal action to which a linear policy gives the highest value."""
    return int(np.where(mask, observation @ weights[:-1] + weights[-1], -np.inf).argmax())


def against(player: Any, other: str, games: int) -> lab.Estimate:
    """Return how often a player beats another, in both seats equally often."""
    table = lab.simulate(GAME, [player, other], games=games, seed=9).table
    first = table["player_0"] != other
    return lab.share(float(table["win_0"].where(first, table["win_1"]).sum()), games)


def learner(weights: Any, opponent: str, seed: int = 1) -> Any:
    """Return a MaskablePPO whose policy begins with the weights of a linear policy."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    tables = DummyVecEnv([lambda: gymnasium.Points(gymnasium.env(GAME, opponents=opponent, rotate=True))] * 8)
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=0.999,
        learning_rate=2e-4,
        clip_range=0.1,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": {"pi": [], "vf": [64]}},  # no layer between observation and policy: it is linear
    )
    with torch.no_grad():
        model.policy.action_net.weight.copy_(torch.tensor(weights[:-1].T))
        model.policy.action_net.bias.copy_(torch.tensor(weights[-1]))
    return model


def weights_of(model: Any) -> Any:
    """Return the weights of a learner's policy, in the form of `imitate`."""
    layer = model.policy.action_net
    return np.vstack([layer.weight.detach().numpy().T, layer.bias.detach().numpy()])


def main() -> int:
    """Train and measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=32768, help="decisions to learn from (default 32768)")
    parser.add_argument("--every", type=int, default=16384, help="measure after every so many decisions (default 16384)")
    parser.add_argument("--lessons", type=int, default=60, help="games of the teacher to imitate (default 60)")
    parser.add_argument("--games", type=int, default=200, help="games for each measurement (default 200)")
    parser.add_argument("--out", type=Path, default=ROOT / "studies" / "learner.csv", help="where to write the table")
    given = parser.parse_args()
    rows = ["measure,of,n,value,low,high,interval"]

    def measure(stage: str, weights: Any) -> None:
        player = policies.player(partial(choose, weights), "learner")
        for other in OTHERS:
            found = against(player, other, given.games)
            numbers = f"{found.value:.4f},{found.low:.4f},{found.high:.4f}"
            rows.append(f"wins against {other},{stage},{found.n},{numbers},{found.interval}")
            print(f"{time.process_time():6.0f} s  {rows[-1]}", flush=True)
        given.out.write_text("\n".join(rows) + "\n", encoding="utf-8")

    runs = lab.simulate(wb.load(GAME), TEACHER, games=given.lessons, seed=1, rows="decisions")
    weights = imitate(lab.dataset(runs).arrays(), epochs=4)
    measure("0", weights)
    model = learner(weights, OPPONENT)
    model.policy.action_net.requires_grad_(False)  # first learn what positions are worth, and then change the policy
    model.learn(FIRST)
    model.policy.action_net.requires_grad_(True)
    for done in range(given.every, given.steps + 1, given.every):
        model.learn(given.every, reset_num_timesteps=False)
        measure(str(done), weights_of(model))
    return 0


if __name__ == "__main__":
    sys.exit(main())
