"""Measure how fast the games run, beside peers in the same run: ``python benchmarks/games.py``

    python benchmarks/games.py northwood --rounds 7     # one game, more rounds

The script prints tables, with the mode (plain or compiled) and the versions. A rate counts CPU time on one core and is the
median of interleaved rounds. Every ratio compares with a game of OpenSpiel in the same run: its C++ trick games in their own
C++ loop, and its hearts driven from Python. A line names each peer that is not installed. To measure the compiled mode,
install a wheel built with ``WORKBENCH_COMPILE=1`` and run the script from there.
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
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.state import State
from workbench.players.playout import random_playout
from workbench.players.search import TreeSearch

TRICK_GAMES = ("hearts", "euchre", "spades", "oh_hell")
DRIVEN_REFERENCE = "OpenSpiel hearts, driven from Python"
OWN_LOOP = "OpenSpiel {}, its own C++ loop"

Work = Callable[[float], tuple[int, float]]
"""A function that works for about this many seconds of CPU time; it returns the decisions made and the seconds it took."""


def timed(one: Callable[[], int]) -> Work:
    """Return a function that repeats a piece of work until the time is up."""

    def work(seconds: float) -> tuple[int, float]:
        done = 0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            done += one()
        return done, time.process_time() - begin

    return work


def our_games(names: list[str]) -> dict[str, Game]:
    """Return every game asked for with each number of players, by its label."""
    found = {}
    for name in names:
        for players in type(wb.load(name)).player_counts:
            found[f"{name}, {players} player{'s' if players > 1 else ''}"] = wb.load(name, players)
    return found


def our_own_loop(games: dict[str, Game]) -> dict[str, Work]:
    """Return random play in the workbench's own loop, which seldom reads the clock, as for the peers."""

    def some(game: Game, rng: Random) -> int:
        decisions = 0
        while decisions < 2000:
            decisions += random_playout(game.start(), rng)
        return decisions

    return {
        f"{label}, own loop": timed(lambda game=game, rng=Random(1): some(game, rng)) for label, game in games.items()
    }


def our_loop_in_python(games: dict[str, Game], numbers: bool = False) -> dict[str, Work]:
    """Return the same games driven from a Python loop.

    As for the peers, `choice` draws decisions and `choices` draws random events.

    Args:
        games: the games by label.
        numbers: whether what the seat sees is turned into numbers at each decision, as a learner needs it.
    """

    def one(game: Game, rng: StandardRandom) -> int:
        state, decisions = game.start(), 0
        while state.to_move != wb.OVER:
            if state.to_move == wb.CHANCE:
                outcomes, weights = zip(*state.chance(), strict=True)
                state.apply(rng.choices(outcomes, weights)[0])
            else:
                if numbers:
                    game.tensor(state.view(int(state.to_move)))
                state.apply(rng.choice(state.legal()))
                decisions += 1
        return decisions

    more = ", with numbers for a learner" if numbers else ""
    return {
        f"{label}, driven from Python{more}": timed(lambda game=game, rng=StandardRandom(1): one(game, rng))
        for label, game in games.items()
    }


def openspiel_from_python() -> dict[str, Work]:
    """Return OpenSpiel's games driven from Python: its C++ trick games, and a game written in Python."""
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
        """Play a game without asking for weights, which is right only because every deal is equally likely."""
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
    """Return a row for each of OpenSpiel's games, all played by one function."""
    import pyspiel

    return {
        f"OpenSpiel {name}, driven from Python": timed(
            lambda game=pyspiel.load_game(name), rng=StandardRandom(1): one(game, rng)
        )
        for name in (*TRICK_GAMES, "python_kuhn_poker")
    }


def openspiel_own_loop() -> dict[str, Work]:
    """Return OpenSpiel's trick games in its own C++ loop.

    The loop is the random rollouts of its tree search, from a dealt hand to the end.
    """
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

        found[OWN_LOOP.format(name)] = timed(one)
    return found


def rlcard() -> dict[str, Work]:
    """Return RLCard's engines, driven by their step function."""
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
    """Return PettingZoo's own classic environments, without drawing."""
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


def gather(games: dict[str, Game]) -> tuple[dict[str, Work], dict[str, Work]]:
    """Return everything to measure: games in their own loops, and games driven by a Python loop."""

    def of(group: Callable[[], dict[str, Work]]) -> dict[str, Work]:
        try:
            return group()
        except (ImportError, OSError) as fault:
            print(f"left out: {group.__name__} ({fault})", file=sys.stderr)
            return {}

    own = {**our_own_loop(games), **of(openspiel_own_loop)}
    ours = {**our_loop_in_python(games), **our_loop_in_python(games, numbers=True)}
    driven = {**ours, **of(openspiel_from_python), **of(rlcard), **of(pettingzoo)}
    return own, driven


def print_table(title: str, labels: list[str], rates: dict[str, list[float]], references: dict[str, str]) -> None:
    """Print medians and spreads, with a column of ratios for each reference that was measured."""
    medians = {label: statistics.median(found) for label, found in rates.items()}
    there = {short: medians[label] for short, label in references.items() if label in medians}
    width = max(len(title), *[len(label) for label in labels])
    heads = "".join([f"{short:>15s}" for short in there])
    print(f"\n{title:{width}s} {'decisions/s':>12s} {'spread':>23s}{'  ratio to' if there else ''}{heads}")
    for label in labels:
        spread = f"{min(rates[label]):,.0f}..{max(rates[label]):,.0f}"
        ratios = "".join([f"{medians[label] / reference:15.2f}" for reference in there.values()])
        print(f"{label:{width}s} {medians[label]:12,.0f} {spread:>23s}{' ' * 10 if there else ''}{ratios}")


def middle(game: Game) -> State:
    """Return a decision after forty random actions, or the last one of a shorter game."""
    rng = StandardRandom(5)
    state = game.start()
    kept = state.copy()
    steps = 0
    while state.to_move != wb.OVER and (steps < 40 or state.to_move == wb.CHANCE):
        if state.to_move >= 0:
            kept = state.copy()
        outcomes = state.chance() or [(action, 1) for action in state.legal()]
        state.apply(rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0])
        steps += 1
    return kept if state.to_move == wb.OVER else state


def copy_time(state: State) -> float:
    """Return the microseconds to copy a state."""
    begin = time.process_time()
    for _ in range(20_000):
        state.copy()
    return (time.process_time() - begin) / 20_000 * 1e6


def search_rate(state: State, seconds: float) -> float:
    """Return how many playouts a second a search makes from a position."""
    searcher = TreeSearch(state.game, Random(3), playouts=20)
    view = state.view(int(state.to_move))
    done, took = timed(lambda: sum([len(one.worths) for one in searcher.study(view)]))(seconds)
    return done / took


def versions() -> str:
    """Return the versions of everything measured."""
    found = [f"Python {platform.python_version()}"]
    for package in ("tabletop-workbench", "open_spiel", "rlcard", "pettingzoo", "mypy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games (default: all games)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per row and round (default 0.5)")
    chosen = parser.parse_args()
    print(f"workbench: {'compiled' if wb.compiled else 'plain'} mode; {versions()}")
    games = our_games(chosen.names or list(wb.game_names()))
    own, driven = gather(games)
    rates: dict[str, list[float]] = {label: [] for label in (*own, *driven)}
    for _ in range(chosen.rounds):
        for label, work in (*own.items(), *driven.items()):
            done, took = work(chosen.seconds)
            rates[label].append(done / took)
    from_python = {"hearts/Python": DRIVEN_REFERENCE}
    from_cpp = {f"{name}/C++": OWN_LOOP.format(name) for name in TRICK_GAMES}
    print_table("random play in its own loop", list(own), rates, {**from_cpp, **from_python})
    print_table("random play driven from Python", list(driven), rates, from_python)
    print()
    for label, game in games.items():
        state = middle(game)
        print(
            f"{label}, in mid-game: copy of a state {copy_time(state):.2f} microseconds, {sys.getsizeof(state)} bytes without "
            f"its lists; tree search {search_rate(state, chosen.seconds):,.0f} playouts a second"
        )


if __name__ == "__main__":
    main()
