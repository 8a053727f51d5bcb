"""Find games, and the players that can play them, by their folders."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game, forget_faces
from workbench.core.ladder import ladder
from workbench.core.outside import quoted
from workbench.core.phase import Phase
from workbench.core.player import Player
from workbench.core.random import Random

GAMES = Path(__file__).parent.parent / "games"
PLAYERS = Path(__file__).parent.parent / "players"
SMALL = "small"
"""The folder of the small games, inside that of the games."""

_handed_over: dict[str, type[Game]] = {}


def game_names() -> tuple[str, ...]:
    """Return the names of the complete games.

    >>> "northwood" in game_names()
    True
    """
    return tuple(sorted([path.parent.name for path in GAMES.glob("*/game.py")]))


def small_names() -> tuple[str, ...]:
    """Return the names of the small games, each an example of one thing, in a file or a folder of its own.

    >>> "nim" in small_names()
    True
    """
    small = GAMES / SMALL
    found = [path.stem for path in small.glob("*.py")] + [path.parent.name for path in small.glob("*/game.py")]
    return tuple(sorted([name for name in found if not name.startswith("_")]))


def game_at(place: Path) -> type[Game]:
    """Read the class called `GAME` from a file, or from `game.py` in a folder, anew each time.

    Raises:
        UnknownNameError: there is no such file, or it does not name its game.
    """
    file = (place / "game.py" if place.is_dir() else place).resolve()
    whole = file.parent if file.name == "game.py" else file
    if not file.is_file() or file.suffix != ".py" or not whole.stem.isidentifier():
        raise UnknownNameError(f"There is no game at {quoted(str(place))}. Name a file such as my_game.py, or a folder that "
                               "contains a file game.py. Use small letters, digits and underscores in its name.")
    if str(whole.parent) not in sys.path:
        sys.path.insert(0, str(whole.parent))  # other processes look there, too
    invalidate_caches()
    read = [name for name in sys.modules if name.partition(".")[0] == whole.stem]
    for name in read:
        if not _lies_in(sys.modules[name], whole):
            raise UnknownNameError(f"Python has another module called {whole.stem!r}: give {quoted(str(place))} another name.")
    for name in read:
        del sys.modules[name]
    forget_faces(whole.stem)
    found = getattr(import_module(whole.stem if whole is file else f"{whole.stem}.game"), "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise UnknownNameError(f"{quoted(str(file))} does not say which class is its game: add `GAME = MyGame` at the end.")
    return found


def _lies_in(module: Any, whole: Path) -> bool:
    """Return whether a module is a file, or lies in a folder."""
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return any([whole in (path, *path.parents) for path in [Path(place).resolve() for place in places if place]])


def named(typed: str) -> str | Path:
    """Return a game typed in a command: its name, or the path of its file or folder (``./my_game``, ``my_game``).

    Args:
        typed: what was typed. A folder in the working directory need not begin with ``./`` unless it is called like a game.

    >>> named("nim"), named("games/my_game.py").name
    ('nim', 'my_game.py')
    """
    if "/" in typed or "\\" in typed or typed.endswith(".py"):
        return Path(typed)
    here = typed not in (*game_names(), *small_names()) and Path(typed, "game.py").is_file()
    return Path(typed) if here else typed


def game_class(name: str | Path | type[Game] | Game) -> type[Game]:
    """Return the class of a game.

    Args:
        name: its name, a class of your own, a game, or the path of a file or folder with a game. Once you have passed a
            class, its name works as well.

    Raises:
        UnknownNameError: there is no such game.
    """
    if isinstance(name, Game):
        return type(name)
    asked: Any = game_at(name) if isinstance(name, Path) else name
    if isinstance(asked, type) and issubclass(asked, Game):
        _handed_over[asked.name] = asked
        return asked
    known = game_names()
    if not isinstance(name, str) or name not in known:
        if isinstance(name, str) and name in _handed_over:
            return _handed_over[name]
        small = small_names()
        if isinstance(name, str) and name in small:
            within = ".game" if (GAMES / SMALL / name).is_dir() else ""
            one: type[Game] = import_module(f"workbench.games.{SMALL}.{name}{within}").GAME
            return one
        every = (*known, *small, *_handed_over)
        also = f" Small ones: {', '.join(small)}." if small else ""
        if isinstance(name, str) and (not nearest(name, every) or isinstance(named(name), Path)):
            also += ' For a game of your own, pass its class, or the path of its file: `Path("my_game.py")`.'
        if isinstance(asked, type):
            also += " Make a class of your own from `own.Game`: `from workbench import own`."
        raise UnknownNameError(f"There is no game {quoted(name)}.{nearest(str(name), every)} Available: "
                               f"{', '.join(known)}.{also}")
    found: type[Game] = import_module(f"workbench.games.{name}.game").GAME
    return found


def load(
    name: str | Path | type[Game] | Game,
    players: int | None = None,
    preset: str | None = None,
    phases: Mapping[str, Phase[Any] | type[Phase[Any]]] | None = None,
    **options: Any,
) -> Game:
    """Load a game with its options.

    Args:
        name: the game's name, one of `game_names()` or `small_names()`; a class of your own (`workbench.own`); the path of its
            file or folder (`Path("my_game")`); or a game, which is returned as it is if you give no other argument.
        players: the number of players; None for the usual one.
        preset: a named set of options to begin with; `options` then change it further.
        phases: phases that replace those of the game, by name.
        options: options that differ from their defaults.

    Returns:
        the game.

    Raises:
        WorkbenchError: an unknown name or value; the message lists the right ones.

    >>> load("northwood", threshold=18)
    <For Northwood! for 1 player, threshold=18>
    """
    kind = game_class(name)
    if isinstance(name, Game):
        if players is None and preset is None and phases is None and not options:
            return name
        if preset is None:
            options = {**name.options.changed(), **options}
        players = name.players if players is None else players
        phases = name.given_phases if phases is None else phases
    if preset is not None:
        presets = kind.presets()
        if not isinstance(preset, str) or preset not in presets:
            raise UnknownNameError(
                f"{kind.name} has no preset {quoted(preset)}.{nearest(preset, presets)} Available: {', '.join(presets)}."
            )
        options = {**presets[preset].options, **options}
    if phases is not None and not isinstance(phases, Mapping):
        raise WorkbenchError(f"`phases` must be a dict that maps names to phases, not {quoted(phases)}.")
    return kind(options, kind.number_of_players(players), phases)


def general_players() -> Mapping[str, type[Player]]:
    """Return the players that can play any game: the classes in `workbench/players` with a `player_name`."""
    return players_in(PLAYERS)


@cache
def players_in(folder: Path) -> Mapping[str, type[Player]]:
    """Return the players in the modules of a folder.

    The search runs once. A thread that works on a hint needs the players, too, and stopping it during an import would leave
    the import locked.
    """
    found: dict[str, type[Player]] = {}
    for path in sorted(folder.glob("*.py")):
        if path.stem.startswith("_"):
            continue
        module = import_module(f"workbench.players.{path.stem}")
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Player) and kind.__module__ == module.__name__:
                name = getattr(kind, "player_name", "")
                if name:
                    found[name] = kind
    return found


def candidates_of(game: Game) -> dict[str, type[Player]]:
    """Return every named player that can play a game, offered or not; "scripted" is the reference player."""
    found = {**general_players(), **game.strategies}
    found["scripted"] = found[game.reference_player]
    return found


def players_of(game: Game) -> dict[str, type[Player]]:
    """Return every named player to offer for a game.

    A slow player is worth its time only if it plays well. So in a game with a ladder, it is offered only if it is on it.
    """
    measured = [rung.player for rung in ladder(game)]
    always = ("scripted", game.reference_player)
    found = candidates_of(game)
    return {name: kind for name, kind in found.items() if kind.quick or not measured or name in (*always, *measured)}


def player_names(game: Game | type[Game] | str) -> tuple[str, ...]:
    """Return the names of the players to offer for a game.

    Args:
        game: the game, its class, or its name.

    >>> player_names("northwood")
    ('random', 'rollout', 'counter', 'look_ahead', 'visitor', 'thinker', 'scripted')
    """
    return tuple(players_of(load(game)))


def make_player(game: Game, name: str, rng: Random) -> Player:
    """Make a player by name.

    Args:
        game: the game it will play.
        name: one of `player_names(game)`, or a player that is not offered.
        rng: its own stream of random numbers.

    Raises:
        UnknownNameError: there is no such player.

    >>> from workbench.core.random import Random
    >>> game = load("northwood")
    >>> player = make_player(game, "counter", Random(1))
    >>> player.choose(game.match(seed=7).state.view(0))
    36
    """
    found = candidates_of(game)
    if name not in found:
        raise UnknownNameError(
            f"There is no player {quoted(name)} for {game.name}.{nearest(name, found)} Available: {', '.join(found)}."
        )
    return found[name](game, rng)
