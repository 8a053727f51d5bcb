"""Measure how well each named player plays, and store it beside its game: menus quote it, with n.

    python tools/measure_players.py                        # every game: 200 games a player, 20 seconds a player at most
    python tools/measure_players.py northwood --games 1000 --seconds 120

In a game for several, one seat is the player's, turning about, and the game's reference player sits in all others: measured is
the share of wins. Alone, measured is the score. A player that does not finish ten games in its time is left out.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from workbench import lab  # noqa: E402
from workbench.core.game import Game  # noqa: E402
from workbench.core.registry import game_names, load, players_of  # noqa: E402
from workbench.core.strength import FILE, REFERENCE, Strength  # noqa: E402

FEWEST = 10
"""So many games are needed for a figure."""
DECISIONS = 100
"""A game has about so many decisions of one player."""


def measure(game: Game, name: str, games: int, seconds: float) -> Strength | None:
    """How well a player plays; None where too few games fit into the time."""
    players = name if game.players == 1 else [name, *[REFERENCE] * (game.players - 1)]
    game.match(seed=1).ask(name)  # what is prepared once does not count
    begun = time.perf_counter()
    game.match(seed=1).ask(name)
    if (time.perf_counter() - begun) * DECISIONS * FEWEST > seconds * 10:  # the first decision is seldom a quick one
        return None
    begun = time.perf_counter()
    lab.simulate(game, players, games=2, seed=0, progress=False)
    fits = int(seconds / (time.perf_counter() - begun) * 2)
    if min(games, fits) < FEWEST:
        return None
    runs = lab.simulate(game, players, games=min(games, fits), seed=1, progress=False)
    summed = runs.summary()
    row = summed[(summed["measure"] == ("score" if game.players == 1 else "wins")) & (summed["of"] == name)].iloc[0]
    return Strength(int(row["n"]), round(float(row["value"]), 3), round(float(row["low"]), 3), round(float(row["high"]), 3))


def main() -> int:
    """Measure the players of the games that are named, or of all."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("game", nargs="*", help="its name; none for every game")
    line.add_argument("--games", type=int, default=200, help="how many games a player at most")
    line.add_argument("--seconds", type=float, default=20, help="how long a player is measured at most")
    given = line.parse_args()
    for game_name in given.game or game_names():
        game, found = load(game_name), {}
        for name in players_of(game):
            strength = None if name == REFERENCE else measure(game, name, given.games, given.seconds)
            print(f"{game_name} {name}: {strength or 'left out'}", flush=True)
            if strength is not None:
                found[name] = vars(strength)
        data = {"players": game.players, "strengths": found}
        (game.folder / FILE).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
