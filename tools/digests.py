"""Store digests of many games, and check later whether the rules still behave the same.

    python tools/digests.py store /somewhere/digests --games 300           # 300 games of each large game
    python tools/digests.py compare /somewhere/digests                     # as many as were stored
    python tools/digests.py compare /somewhere/digests --games 20 keydom   # the first twenty of one game

Each game is played with options and a number of players drawn at random, every second one by one of the game's quick players
and the others by chance. Its digest covers every position (`state.key()`), every list of legal actions, every list of chances,
the scores of every position and the result; at one position in twenty also how it is written down, what each seat may see of
it, and its numbers for a learner. All this depends only on the number of the game, so two runs can be compared game by game.

What players chose is stored with the digest and chosen again to compare, so a player that has learnt something since changes
nothing. Words and clauses are not part of a digest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

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


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        digest: of its positions and of what was possible in them.
        choices: what players chose, in order; empty if it was played at random.
    """

    digest: str
    choices: list[int]


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


def played(name: str, number: int, chosen: Sequence[int] | None = None) -> Played:
    """Play one game.

    Args:
        name: the game.
        number: its number.
        chosen: what the players chose, in order; None lets them choose.

    Returns:
        its digest, and what the players chose. Nobody chooses in a game at random. If a choice is no longer legal, or play
        goes on after the last one, the digest is empty.
    """
    game, found = drawn_game(name, number), hashlib.sha256()
    rng = Random("digests", "moves", name, number)
    players, choices = [], list[int]()
    if number % 2 and chosen is None:
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
        elif number % 2 == 0:
            state.apply(legal[rng.below(len(legal))])
        else:
            if chosen is None:
                seat = int(state.to_move)
                choices.append(players[seat].choose(state.view(seat)))
            elif len(choices) < len(chosen) and chosen[len(choices)] in legal:
                choices.append(chosen[len(choices)])
            else:
                return Played("", choices)
            state.apply(choices[-1])
    return Played(found.hexdigest()[:16], choices)


def difference(name: str, stored: list[Played]) -> str:
    """Return how the games differ from the stored ones, as a sentence; empty if they do not."""
    differing = [number for number, was in enumerate(stored) if played(name, number, was.choices).digest != was.digest]
    if not differing:
        return ""
    options = [drawn_game(name, number).options.changed() for number in differing]
    first, shared = differing[0], {*options[0]}.intersection(*options)
    alike = {key: options[0][key] for key in sorted(shared) if all(one[key] == options[0][key] for one in options)}
    also = f" All of them have {json.dumps(alike, default=str)}." if alike and len(differing) > 1 else ""
    return (
        f"{name}: {len(differing)} of {len(stored)} games differ. The first is number {first}, played "
        f"{'by a quick player' if first % 2 else 'at random'} with {json.dumps(dict(options[0]), default=str)}.{also}"
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
            file.write_text(json.dumps([played(name, number) for number in range(given.games or 300)]), encoding="utf-8")
            print(f"{name}: stored.", flush=True)
            continue
        if not file.is_file():
            print(f"{name}: nothing is stored in {file}.")
            differ = True
            continue
        stored = [Played(*one) for one in json.loads(file.read_text(encoding="utf-8"))[: given.games]]
        said = difference(name, stored)
        print(said or f"{name}: {len(stored)} games are the same.", flush=True)
        differ = differ or bool(said)
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
