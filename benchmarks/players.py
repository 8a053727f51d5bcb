"""Measure how often a player wins, alone or against other players, and what a decision costs.

    python benchmarks/players.py keydom --against gatekeeper farmer --games 200
    python benchmarks/players.py resource_hog --players 3 --playouts 60 --games 100 --seed 2
    python benchmarks/players.py northwood --player thinker --preset full --games 200
    python benchmarks/players.py northwood --player visitor --option scenario=6
    python benchmarks/players.py keydom --player tree_search --against rollout --playouts 200    # 200 for both
    python benchmarks/players.py keydom --against gatekeeper --games 10 --processes 2    # measures clock time
    python benchmarks/players.py goods_and_honor --player is_mcts --against rollout --playouts 50    # the player is OpenSpiel's

Unlike the ladder, this script measures a player with any rules and any budget, and stores nothing. The player is the rollout
player unless you name another. A budget applies to every player at the table that makes playouts. The player's seat rotates;
random events and players of each game depend only on the seed and the number of the game. The script prints the share of wins
(a shared win counts in part) with n and its Wilson interval, and the mean score beside that of the best other seat. It also
prints the processor time of a decision with more than one move: the mean, the slowest in a hundred, and the longest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench.core.game import Game  # noqa: E402
from workbench.core.player import Player  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import candidates_of, game_class, make_player  # noqa: E402
from workbench.core.state import CHANCE, OVER, View, compiled  # noqa: E402
from workbench.lab.statistics import share  # noqa: E402
from workbench.players.rollout import RolloutPlayer  # noqa: E402
from workbench.typed import setting  # noqa: E402

Maker = Callable[[Game, Random], Player]
IS_MCTS = "is_mcts"
"""The name of OpenSpiel's search, which can play as a guest."""


class Record:
    """The results of some games.

    Attributes:
        won: the player's share of the win in each game.
        own, best: its scores, and those of the best other seat; `best` is empty if the player plays alone.
        times: the processor time of each of its decisions, in milliseconds.
    """

    def __init__(self) -> None:
        self.won: list[float] = []
        self.own: list[int] = []
        self.best: list[int] = []
        self.times: list[float] = []

    def __str__(self) -> str:
        """Return the results in one line."""
        n = len(self.won)
        times = sorted(self.times) or [0.0]
        others = f" : {sum(self.best) / n:.1f}" if self.best else ""
        return (
            f"{share(min(sum(self.won), n), n)}; score {sum(self.own) / n:.1f}{others}; "
            f"{sum(times) / len(times):.1f} ms a decision, the slowest in a hundred {times[-1 - len(times) // 100]:.0f} ms, "
            f"the longest {times[-1]:.0f} ms; {len(self.times) / n:.0f} decisions a game"
        )


class InformationSetSearch(Player):
    """OpenSpiel's IS-MCTS through the adapter.

    It makes random playouts and grows a tree of the seat's own information sets.

    Args:
        game: the rules in force, of a game with secrets; the search refuses games without.
        rng: the player's own stream of random numbers.
        playouts: how many playouts to make for a decision.
    """

    def __init__(self, game: Game, rng: Random, playouts: int = 100) -> None:
        from numpy.random import RandomState
        from open_spiel.python.algorithms import ismcts, mcts

        from workbench.adapters import openspiel

        super().__init__(game, rng)
        self.playouts, self.adapter, self.table = playouts, openspiel, openspiel.load(game)
        drawn = RandomState(int(rng.below(1 << 30)))
        self.bot = ismcts.ISMCTSBot(self.table, mcts.RandomRolloutEvaluator(1, drawn), 1.0, playouts, random_state=drawn)
        self.bot.set_resampler(openspiel.resampler(self.table, int(rng.below(1 << 30))))

    def choose(self, view: View) -> int:
        """Return the action that the search tried most often; it draws positions from the view."""
        if len(view.legal()) == 1:
            return view.legal()[0]
        state = self.table.new_initial_state()
        state.play = self.adapter.Play(str(self.table), view.resample(self.rng))
        return int(self.bot.step(state))


def shared_out(maker: Maker, executor: Executor, processes: int) -> Maker:
    """Return a maker of the same player that shares out its playouts among several processes."""

    def made(rules: Game, rng: Random) -> Player:
        player = maker(rules, rng)
        assert isinstance(player, RolloutPlayer), "Only a player that makes playouts can share them out."
        player.share_out(executor, processes)
        return player

    return made


def maker_of(game: Game, name: str, playouts: int | None, milliseconds: float, base: str) -> Maker:
    """Return a function that makes a named player; a player that makes playouts gets the budget.

    Args:
        game: the game.
        name: the player.
        playouts: how many playouts to make for a decision; None for the player's usual number.
        milliseconds: how much processor time a decision may take; 0.0 for no limit.
        base: the player that it improves on; empty for the strongest.
    """
    if name == IS_MCTS:
        return lambda rules, rng: InformationSetSearch(rules, rng, playouts or 100)
    kind = candidates_of(game).get(name)
    if kind is None or not issubclass(kind, RolloutPlayer):
        return lambda rules, rng: make_player(rules, name, rng)
    budget = {} if playouts is None else {"playouts": playouts}
    return lambda rules, rng: kind(rules, rng, milliseconds=milliseconds, base=base, **budget)


def play(
    game: Game,
    maker: Maker,
    others: Maker,
    number: int,
    seed: int,
    record: Record,
    seconds: Callable[[], float] = time.process_time,
) -> None:
    """Play one game and add it to a record.

    Args:
        game: the game.
        maker: makes the player.
        others: makes the player in all other seats; unused if there are none.
        number: the number of the game, which decides the player's seat.
        seed: the seed of all games.
        record: where to add the game.
        seconds: the time so far: of this process's work, or of the clock if several processes work.
    """
    seat = number % game.players
    seated = [
        maker(game, Random(seed, "player", number)) if one == seat else others(game, Random(seed, number, one))
        for one in range(game.players)
    ]
    state, rng = game.start(), Random(seed, "chance", number)
    while state.to_move != OVER:
        mover = int(state.to_move)
        if mover == CHANCE:
            state.roll(rng)
            continue
        begun = seconds()
        action = seated[mover].choose(state.view(mover))
        if mover == seat and len(state.legal()) > 1:
            record.times.append(1000 * (seconds() - begun))
        state.apply(action)
    scores = state.scores()
    record.won.append(game.win_shares(state.returns())[seat])
    record.own.append(scores[seat])
    record.best += [max([score for one, score in enumerate(scores) if one != seat])] if game.players > 1 else []


def main(arguments: list[str] | None = None) -> int:
    """Measure a player against some other players."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("game", help="its name")
    line.add_argument("--players", type=int, help="the number of players (default: the usual number)")
    line.add_argument("--preset", help="a named set of options")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated")
    line.add_argument("--player", default="rollout", help="the player to measure (default: rollout)")
    line.add_argument("--against", nargs="*", help="the players for all other seats (default: each strategy in turn)")
    line.add_argument("--games", type=int, default=100, help="how many games for each pairing")
    line.add_argument("--first", type=int, default=0, help="the number of the first game")
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("--playouts", type=int, help="how many playouts to make for a decision")
    line.add_argument("--milliseconds", type=float, default=0.0, help="the processor time for a decision")
    line.add_argument("--base", default="", help="the player that the rollout player improves on")
    line.add_argument("--processes", type=int, default=1, help="how many processes make the measured player's playouts")
    given = line.parse_args(arguments)
    table = {option.name: option for option in game_class(given.game).option_table}
    options = dict([setting(text, table) for text in given.option])
    game = wb.load(given.game, given.players, given.preset, **options)

    def maker(name: str) -> Maker:
        return maker_of(game, name, given.playouts, given.milliseconds, given.base)

    measured = maker(given.player)(game, Random(0))
    budget = f", {measured.playouts} playouts" if isinstance(measured, RolloutPlayer | InformationSetSearch) else ""
    budget += f" over {measured.base}" if isinstance(measured, RolloutPlayer) else ""
    budget += f" within {given.milliseconds:g} ms" if given.milliseconds else ""
    budget += f" in {given.processes} processes" if given.processes > 1 else ""
    print(f"{game}, {given.player}{budget}; {'compiled' if compiled else 'plain'}")
    for others in [""] if game.players == 1 else given.against or list(game.strategies):
        record = Record()
        with ProcessPoolExecutor(given.processes) as executor:  # no process is started before it has something to do
            player, seconds = maker(given.player), time.process_time
            if given.processes > 1:
                player, seconds = shared_out(player, executor, given.processes), time.perf_counter
            for number in range(given.first, given.first + given.games):
                play(game, player, maker(others), number, given.seed, record, seconds)
        print(f"against {others}: {record}" if others else record, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
