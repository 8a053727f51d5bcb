"""Store digests of many games, and check later whether the rules still behave the same.

    python tools/digests.py store /somewhere/digests --games 300           # 300 games of each large game
    python tools/digests.py compare /somewhere/digests                     # as many as were stored
    python tools/digests.py compare /somewhere/digests --games 20 keydom   # the first twenty of one game

Each game is played with options and a number of players drawn at random, every second one by one of the game's quick players
and the others by chance. Its digest covers every position (`state.key()`), every list of legal actions, every list of chances,
the scores of every position and the result; at one position in twenty also how it is written down, what each seat may see of
it, and its numbers for a learner. All this depends only on the number of the game, so two runs can be compared game by game.

Words and clauses are not part of a digest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import workbench as wb
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.registry import candidates_of, make_player
from workbench.core.state import CHANCE, OVER, State

LONGEST: Final = 4_000
"""How many actions of a game count, at most."""
CHANGED: Final = 6
"""One option in this many is changed, on average."""
LOOKED_AT: Final = 20
"""One position in this many is written down and looked at from each seat."""


def drawn_game(name: str, number: int) -> Game:
    """Return a game with random options; if they do not go together, draw again."""
    rng = Random("digests", name, number)
    usual = wb.load(name)
    while True:
        options = {}
        for option in usual.option_table:
            samples = option.allowed.samples()
            if samples and rng.below(CHANGED) == 0:
                options[option.name] = samples[rng.below(len(samples))]
        players = usual.player_counts[rng.below(len(usual.player_counts))]
        try:
            game = wb.load(name, players, **options)
            game.start()
        except WorkbenchError:
            continue
        return game


def quick_player(game: Game, number: int) -> str:
    """Return the name of a quick player; two games at a time get the same one."""
    names = sorted([name for name, kind in candidates_of(game).items() if kind.quick and name not in ("random", "scripted")])
    return names[number // 2 % len(names)]


def described(state: State) -> Iterator[Any]:
    """Yield a position as it is written down, as each seat sees it, and as numbers."""
    yield state.to_dict()
    for seat in range(state.game.players):
        view = state.view(seat)
        yield view.state.key()
        yield state.game.tensor(view)


def digest(name: str, number: int) -> str:
    """Return the digest of one game."""
    game, found = drawn_game(name, number), hashlib.sha256()
    rng = Random("digests", "moves", name, number)
    players = []
    if number % 2:
        who = quick_player(game, number)
        players = [make_player(game, who, Random("digests", number, seat)) for seat in range(game.players)]
    state = game.start()
    for step in range(LONGEST):
        legal, chances = state.legal(), state.chance()
        found.update(repr((state.key(), legal, chances, state.scores())).encode())
        if step % LOOKED_AT == number % LOOKED_AT:
            for part in described(state):
                found.update(repr(part).encode())
        if state.to_move == OVER:
            found.update(repr(state.returns()).encode())
            break
        if state.to_move == CHANCE:
            state.apply(rng.pick(chances))
        elif players:
            seat = int(state.to_move)
            state.apply(players[seat].choose(state.view(seat)))
        else:
            state.apply(legal[rng.below(len(legal))])
    return found.hexdigest()[:16]


def digests(name: str, games: int) -> Iterator[str]:
    """Yield the digests of the first games of that name."""
    for number in range(games):
        yield digest(name, number)


def difference(name: str, stored: list[str]) -> str:
    """Return how the games differ from the stored digests, as a sentence; empty if they do not."""
    differing = [number for number, (was, now) in enumerate(zip(stored, digests(name, len(stored)), strict=True)) if was != now]
    if not differing:
        return ""
    first = differing[0]
    options = drawn_game(name, first).options.changed()
    return (
        f"{name}: {len(differing)} of {len(stored)} games differ. The first is number {first}, played "
        f"{'by a quick player' if first % 2 else 'at random'} with {json.dumps(dict(options), default=str)}."
    )


def main(words: list[str] | None = None) -> int:
    """Store or compare; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description="Digests of many games: whether the rules still do the same.")
    parser.add_argument("what", choices=("store", "compare"), help="whether digests are stored, or compared with those stored")
    parser.add_argument("folder", type=Path, help="where they are kept: a file a game; best outside the checkout")
    parser.add_argument("names", nargs="*", help="which games (the large ones)")
    parser.add_argument("--games", type=int, help="how many of each (300, or as many as are stored)")
    given = parser.parse_intermixed_args(words)
    differ = False
    for name in given.names or wb.game_names():
        file = given.folder / f"{name}.json"
        if given.what == "store":
            given.folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(list(digests(name, given.games or 300))), encoding="utf-8")
            print(f"{name}: stored.", flush=True)
            continue
        if not file.is_file():
            print(f"{name}: nothing is stored in {file}.")
            differ = True
            continue
        stored = json.loads(file.read_text(encoding="utf-8"))[: given.games]
        said = difference(name, stored)
        print(said or f"{name}: {len(stored)} games are the same.", flush=True)
        differ = differ or bool(said)
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
