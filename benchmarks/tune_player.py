"""Look for numbers with which one of a game's quick players wins more games.

    python benchmarks/tune_player.py merry_way planner --minutes 25
    python benchmarks/tune_player.py resource_hog raider --against raider raider warden --minutes 15 --seed 2
    python benchmarks/tune_player.py merry_way planner --only card_drawn spare --begin '{"card_drawn": 3.0}'
    python benchmarks/tune_player.py goods_and_honor haggler --players 4 --only rivalry_of_three

The numbers are those that the player's class and its parent classes declare. Again and again the script changes some of them at
random. The new player and the best one so far then play the same games, with the same seats, opponents, deals and dice, in
blocks that grow as long as the new player is ahead. The script keeps the new player if the mean difference is more than 2.2
standard errors above 0, or more than 1.5 after all blocks. Games have consecutive numbers, so no two trials share a game.

The best of many players in some games looks better than it is. So the last lines measure the result in fresh games, against
each opponent in all other seats, with n and the Wilson interval. Quote those figures.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench.core.game import Game  # noqa: E402
from workbench.core.player import Player, mean_and_error, play_on  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.state import FURTHEST, compiled  # noqa: E402
from workbench.lab.statistics import share  # noqa: E402

Number = int | float
BLOCKS = (60, 120, 240, 400)
"""The number of games in each block, for each of the two players."""
SURE, SURE_AT_LAST = 2.2, 1.5
"""By how many standard errors the new player must be better: after any block but the first, and after all blocks."""
FACTORS = (0.4, 0.6, 0.8, 1.25, 1.6, 2.2)
STEPS = (-3, -2, -1, 1, 2, 3)


def numbers_of(kind: type[Player]) -> dict[str, Number]:
    """Return the numbers that a player's class or its parent classes declare.

    >>> sorted(numbers_of(wb.load("merry_way").strategies["planner"]))[:3]
    ['a_step_away', 'card_drawn', 'enough']
    """
    found: dict[str, Number] = {}
    for part in kind.__mro__:
        for name, value in vars(part).items():
            if type(value) in (int, float) and not name.startswith("_"):
                found.setdefault(name, value)
    return found


def changed(numbers: dict[str, Number], names: list[str], rng: Random) -> dict[str, Number]:
    """Return the numbers with up to three changed at random: whole ones by steps, others by a factor."""
    found = dict(numbers)
    for _time in range(1 + rng.below(3)):
        name = names[rng.below(len(names))]
        value = found[name]
        if type(value) is int:
            found[name] = max(0, value + STEPS[rng.below(len(STEPS))])
        else:
            found[name] = round((value or 0.1) * FACTORS[rng.below(len(FACTORS))], 3)
    return found


def with_numbers(kind: type[Player], numbers: dict[str, Number]) -> type[Player]:
    """Return the player's class with other numbers."""
    return type(kind.__name__, (kind,), dict(numbers))


def won(game: Game, kind: type[Player], other: type[Player], number: int, seed: int) -> float:
    """Return a player's share of the win in one game.

    The game's number decides the player's seat and everything random.
    """
    seat = number % game.players
    players = [(kind if one == seat else other)(game, Random(seed, number, one)) for one in range(game.players)]
    state = game.start()
    play_on(state, players, Random(seed, "chance", number), FURTHEST)
    return game.win_shares(state.returns())[seat]


def better(
    game: Game, new: type[Player], old: type[Player], others: list[type[Player]], first: int, seed: int
) -> tuple[bool, str, int]:
    """Find out whether one player is better than another.

    Args:
        game: the game.
        new, old: the two players.
        others: the players for all other seats, in turn.
        first: the number of the first game.
        seed: the seed of all games.

    Returns:
        whether the new player is better, by how much, and the number of the next game.
    """
    differences: list[float] = []
    for place, block in enumerate(BLOCKS):
        for number in range(first, first + block):
            other = others[number // game.players % len(others)]
            differences.append(won(game, new, other, number, seed) - won(game, old, other, number, seed))
        first += block
        mean, error = mean_and_error(differences)
        said = f"{mean:+.3f} ± {error:.3f}, n = {len(differences)}"
        if place and mean > SURE * error:
            return True, said, first
        if mean <= 0 or (place and mean < error / 2):
            return False, said, first
    return mean > SURE_AT_LAST * error, said, first


def main(arguments: list[str] | None = None) -> int:
    """Look for better numbers."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("game", help="its name")
    line.add_argument("player", help="the player whose numbers to change")
    line.add_argument("--players", type=int, help="the number of players (default: the usual number)")
    line.add_argument("--against", nargs="*", help="the players for all other seats, in turn (default: every strategy)")
    line.add_argument("--only", nargs="*", help="which numbers to tune (default: all)")
    line.add_argument("--begin", type=json.loads, default={}, metavar="JSON", help="numbers to begin with, by name")
    line.add_argument("--minutes", type=float, default=10.0, help="how long to look")
    line.add_argument("--trials", type=int, default=1_000_000, help="the most changes to try")
    line.add_argument("--games", type=int, default=400, help="how many fresh games to play at the end against each opponent")
    line.add_argument("--seed", type=int, default=1)
    given = line.parse_args(arguments)
    game = wb.load(given.game, given.players)
    kind, against = game.strategies[given.player], given.against or list(game.strategies)
    usual = numbers_of(kind)
    names = given.only or list(usual)
    unknown = [name for name in (*names, *given.begin) if name not in usual]
    if unknown:
        print(f"{given.player} has no number {', '.join(unknown)}. Available: {', '.join(usual)}.", file=sys.stderr)
        return 2
    others = [game.strategies[name] for name in against]
    best: dict[str, Number] = {**usual, **given.begin}
    print(f"{game}, {given.player} against {', '.join(against)}; {'compiled' if compiled else 'plain'}", flush=True)
    rng, first, until, trials = Random(given.seed, "changes"), 0, time.monotonic() + 60 * given.minutes, 0
    while time.monotonic() < until and trials < given.trials:
        trials += 1
        tried = changed(best, names, rng)
        proved, said, first = better(game, with_numbers(kind, tried), with_numbers(kind, best), others, first, given.seed)
        if proved:
            best = tried
            print(f"change {trials}: {said}; {json.dumps(differing(best, usual))}", flush=True)
    print(f"{trials} changes tried; found: {json.dumps(differing(best, usual))}", flush=True)
    found = with_numbers(kind, best)
    for name in dict.fromkeys(against):
        record = [won(game, found, game.strategies[name], number, given.seed + 1) for number in range(given.games)]
        print(f"against {name}: {share(min(sum(record), given.games), given.games)}", flush=True)
    return 0


def differing(numbers: dict[str, Number], usual: dict[str, Number]) -> dict[str, Any]:
    """Return the numbers that differ from the usual ones."""
    return {name: value for name, value in numbers.items() if value != usual[name]}


if __name__ == "__main__":
    sys.exit(main())
