"""Print a digest of every position of many random games: equal in plain and compiled Python.

python tests/digest.py 200        # 200 games of each game, and half as many of each of its presets
"""

from __future__ import annotations

import hashlib
import sys

import workbench as wb
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER


def digest(game: Game, games: int) -> str:
    """The digest of every position, every list of legal actions and every result of some random games."""
    found = hashlib.sha256()
    for number in range(games):
        rng = Random("digest", number)
        state = game.start()
        while state.to_move != OVER:
            legal = state.legal()
            found.update(repr((state.key(), legal)).encode())
            if state.to_move == CHANCE and number % 2:
                state.roll(rng)
            else:
                state.apply(legal[rng.below(len(legal))])
        found.update(repr((state.key(), state.scores(), state.returns())).encode())
    return found.hexdigest()


def choices(name: str, games: int) -> str:
    """The digest of every choice of a player that judges by what was learnt, in some short games with all characters."""
    game, found = wb.load("northwood", setup="full", fiefs=3), hashlib.sha256()
    for number in range(games):
        match = game.match(number)
        match.play_out(name)
        found.update(repr(match.actions).encode())
    return found.hexdigest()


def main() -> None:
    """One line a game and preset, and two for players; the mode goes to standard error, so that both modes print the same."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("compiled" if wb.compiled else "plain", file=sys.stderr)
    for name in wb.game_names():
        for preset in ("", *type(wb.load(name)).presets()):
            game = wb.load(name, preset=preset or None)
            # thirty more games of a preset reach hardly a rule that its first thirty have not reached
            print(name, preset or "default", digest(game, games // 2 if preset else games))
    for player in ("visitor", "thinker"):
        print("northwood", player, choices(player, 1 + games // 30))


if __name__ == "__main__":
    main()
