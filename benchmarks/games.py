"""How fast the games run, beside peers measured in the same run: ``python benchmarks/games.py``

Prints a table with the mode (plain or compiled) and the versions. All figures are CPU time on one core, the median of
interleaved rounds; ratios compare with OpenSpiel's hearts driven from Python. Peers that are not installed are left out with
a line that says so. For the compiled mode install a wheel built with ``WORKBENCH_COMPILE=1`` and run it from there.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random as StandardRandom

import workbench as wb
from workbench.core.random import Random
from workbench.core.state import State
from workbench.players.playout import random_playout
from workbench.players.search import TreeSearch

TRICK_GAMES = ("hearts", "euchre", "spades", "oh_hell")
REFERENCE = "OpenSpiel hearts, driven from Python"

Work = Callable[[float], tuple[int, float]]
"""Does work for about so many seconds of CPU time; returns the decisions made and the seconds it took."""


def timed(one: Callable[[], int]) -> Work:
    """Repeat a piece of work until the time is up."""

    def work(seconds: float) -> tuple[int, float]:
        done = 0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            done += one()
        return done, time.process_time() - begin

    return work


def our_games() -> dict[str, Work]:
    """Random games of every game of the workbench, in its own loop."""
    found = {}
    for name in wb.games():
        for players in type(wb.load(name)).player_counts:
            game, rng = wb.load(name, players), Random(1)
            found[f"{name}, {players} player(s), own loop"] = timed(
                lambda game=game, rng=rng: random_playout(game.start(), rng)
            )
    return found


def our_loop_in_python() -> dict[str, Work]:
    """The same games driven from a Python loop: decisions by `choice`, random events by `choices`, as the peers are."""

    def one(game: wb.core.game.Game, rng: StandardRandom) -> int:
        state, decisions = game.start(), 0
        while state.to_move != wb.OVER:
            if state.to_move == wb.CHANCE:
                outcomes, weights = zip(*state.chance(), strict=True)
                state.apply(rng.choices(outcomes, weights)[0])
            else:
                state.apply(rng.choice(state.legal()))
                decisions += 1
        return decisions

    return {
        f"{name}, driven from Python": timed(lambda game=wb.load(name), rng=StandardRandom(1): one(game, rng))
        for name in wb.games()
    }


def openspiel_from_python() -> dict[str, Work]:
    """OpenSpiel's games driven from Python: its C++ trick games, and a game written in Python."""
    import pyspiel

    importlib.import_module("open_spiel.python.games")

    def one(game: pyspiel.Game, rng: StandardRandom) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    def alike(game: pyspiel.Game, rng: StandardRandom) -> int:
        """A short cut that is right only because every deal is equally likely: the weights are not asked for."""
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    short = "OpenSpiel hearts, from Python, weights ignored"
    return {
        short: timed(lambda game=pyspiel.load_game("hearts"), rng=StandardRandom(1): alike(game, rng)),
        **openspiel_rows(one),
    }


def openspiel_rows(one: Callable[..., int]) -> dict[str, Work]:
    """A row for each of OpenSpiel's games, played by one function."""
    import pyspiel

    return {
        f"OpenSpiel {name}, driven from Python": timed(
            lambda game=pyspiel.load_game(name), rng=StandardRandom(1): one(game, rng)
        )
        for name in (*TRICK_GAMES, "python_kuhn_poker")
    }


def openspiel_own_loop() -> dict[str, Work]:
    """OpenSpiel's trick games in its own C++ loop: the random rollouts of its tree search, from a dealt hand to the end."""
    import pyspiel

    found = {}
    rollouts, simulations = 400, 2
    for name in TRICK_GAMES:
        game, rng = pyspiel.load_game(name), StandardRandom(1)
        dealt = game.new_initial_state()
        while dealt.is_chance_node():
            dealt.apply_action(rng.choice(dealt.legal_actions()))
        total = 0
        for _ in range(200):
            state = dealt.clone()
            while not state.is_terminal():
                total += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)
        each = round(rollouts * simulations * total / 200)

        def one(bot: pyspiel.Bot = bot, dealt: pyspiel.State = dealt, each: int = each) -> int:
            bot.step(dealt)
            return each

        found[f"OpenSpiel {name}, its own C++ loop"] = timed(one)
    return found


def rlcard() -> dict[str, Work]:
    """RLCard's engines through their step function, without its observations for learning where that can be switched off."""
    library = importlib.import_module("rlcard")

    def one(env: object, rng: StandardRandom) -> int:
        state, _ = env.reset()  # type: ignore[attr-defined]
        decisions = 0
        while not env.is_over():  # type: ignore[attr-defined]
            state, _ = env.step(rng.choice(list(state["legal_actions"])))  # type: ignore[attr-defined]
            decisions += 1
        return decisions

    return {
        f"RLCard {name}": timed(lambda env=library.make(name), rng=StandardRandom(1): one(env, rng))
        for name in ("leduc-holdem", "uno")
    }


def pettingzoo() -> dict[str, Work]:
    """PettingZoo's own classic environments, without drawing."""
    importlib.import_module("pettingzoo")

    def one(env: object, rng: StandardRandom) -> int:
        env.reset(seed=rng.randrange(1 << 30))  # type: ignore[attr-defined]
        decisions = 0
        for _ in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, termination, truncation, _ = env.last()  # type: ignore[attr-defined]
            if termination or truncation:
                env.step(None)  # type: ignore[attr-defined]
                continue
            legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
            env.step(rng.choice(legal))  # type: ignore[attr-defined]
            decisions += 1
        return decisions

    found = {}
    for name in ("tictactoe_v3", "connect_four_v3"):
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        found[f"PettingZoo {name}"] = timed(lambda env=module.raw_env(), rng=StandardRandom(1): one(env, rng))
    return found


def gather() -> dict[str, Work]:
    """Everything that can be measured here."""
    found: dict[str, Work] = {}
    for group in (our_games, our_loop_in_python, openspiel_from_python, openspiel_own_loop, rlcard, pettingzoo):
        try:
            found.update(group())
        except (ImportError, OSError) as fault:
            print(f"left out: {group.__name__} ({fault})", file=sys.stderr)
    return found


def copy_times() -> list[tuple[str, float]]:
    """Microseconds to copy a state in mid-game, for every game."""
    found = []
    for name in wb.games():
        state = middle(name)
        begin = time.process_time()
        for _ in range(50_000):
            state.copy()
        found.append((name, (time.process_time() - begin) / 50_000 * 1e6))
    return found


def middle(name: str) -> State:
    """A position after forty random actions."""
    game, rng = wb.load(name), StandardRandom(5)
    state = game.start()
    for _ in range(40):
        state.apply(rng.choice(state.legal()))
    while state.to_move < 0:
        state.apply(rng.choice(state.legal()))
    return state


def search_rates(seconds: float) -> list[tuple[str, float]]:
    """Search iterations a second from a position in mid-game, for every game."""
    found = []
    for name in wb.games():
        game, state = wb.load(name), middle(name)
        searcher = TreeSearch(game, Random(3), iterations=50)
        view = state.view(int(state.to_move))
        done, took = timed(lambda searcher=searcher, view=view: searcher.search(view).visits)(seconds)
        found.append((name, done / took))
    return found


def memory_of(name: str) -> int:
    """Bytes of a copy of a state in mid-game that are its own: the object, not what all copies share."""
    return sys.getsizeof(middle(name))


def versions() -> str:
    """The versions of everything measured."""
    found = [f"Python {platform.python_version()}"]
    for package in ("tabletop-workbench", "open_spiel", "rlcard", "pettingzoo", "mypy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds a row and round (default 0.5)")
    chosen = parser.parse_args()
    print(f"workbench: {'compiled' if wb.compiled else 'plain'} mode; {versions()}")
    rows = gather()
    rates: dict[str, list[float]] = {label: [] for label in rows}
    for _ in range(chosen.rounds):
        for label, work in rows.items():
            done, took = work(chosen.seconds)
            rates[label].append(done / took)
    medians = {label: statistics.median(found) for label, found in rates.items()}
    reference = medians.get(REFERENCE)
    print(f"\n{'random play':44s} {'decisions/s':>12s} {'spread':>15s}  ratio to {REFERENCE}")
    for label, rate in medians.items():
        spread = f"{min(rates[label]):,.0f}..{max(rates[label]):,.0f}"
        ratio = f"{rate / reference:8.2f}" if reference else ""
        print(f"{label:44s} {rate:12,.0f} {spread:>19s} {ratio}")
    print()
    for name, microseconds in copy_times():
        print(f"{name}: copy of a state {microseconds:.2f} microseconds, {memory_of(name)} bytes of its own")
    for name, rate in search_rates(chosen.seconds):
        print(f"{name}: tree search {rate:,.0f} iterations a second from mid-game")


if __name__ == "__main__":
    main()
