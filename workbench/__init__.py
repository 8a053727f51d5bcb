"""A workbench for tabletop games: play them rule by rule, change a rule, measure what it does.

>>> import workbench as wb
>>> game = wb.load("northwood")
>>> match = game.match(seed=7)
>>> match.state.to_move
0
"""

from __future__ import annotations

# The form to run in, plain or compiled, must be chosen before any other import.
from typing import TYPE_CHECKING

from workbench import mode as _mode

_mode.begin()

from workbench.core.errors import (  # noqa: E402
    IllegalMove,
    OptionError,
    PlayerError,
    PositionError,
    Reason,
    Refusal,
    SaveFileError,
    UnknownMoveError,
    UnknownNameError,
    WorkbenchError,
)
from workbench.core.events import Event  # noqa: E402
from workbench.core.game import Game  # noqa: E402
from workbench.core.match import ChangedRulesWarning, Explanation, Match, Move  # noqa: E402
from workbench.core.namesake import warn_of_another_widgets as _warn_of_another_widgets  # noqa: E402
from workbench.core.options import Choice, Option, Whole  # noqa: E402
from workbench.core.phase import Phase  # noqa: E402
from workbench.core.player import Player  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import game_names, load, make_player, player_names, small_names  # noqa: E402
from workbench.core.state import CHANCE, OVER, State, View, compiled  # noqa: E402
from workbench.core.version import __version__  # noqa: E402

_warn_of_another_widgets()

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.checking import Report

__all__ = [
    "CHANCE",
    "OVER",
    "ChangedRulesWarning",
    "Choice",
    "Event",
    "Explanation",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Option",
    "OptionError",
    "Phase",
    "Player",
    "PlayerError",
    "PositionError",
    "Random",
    "Reason",
    "Refusal",
    "SaveFileError",
    "State",
    "UnknownMoveError",
    "UnknownNameError",
    "View",
    "Whole",
    "WorkbenchError",
    "__version__",
    "check",
    "compiled",
    "export",
    "game_names",
    "load",
    "make_player",
    "player_names",
    "small_names",
]


def check(game: Game | type[Game] | str, games: int = 200, seed: int = 0, suites: bool = True) -> Report:
    """Check a game of your own: play it at random and test what must be true of every game.

    For a class or a name, the check plays with every number of players that the game allows.

    Args:
        game: a class of your own, a game, or a name.
        games: how many games to play with each number of players.
        seed: the source of their random numbers.
        suites: whether to run the test suites of OpenSpiel and PettingZoo on it, too, if they are installed.

    Returns:
        the report: what is right, what is wrong, and what to do about it.

    >>> print(str(check("nim", games=5, suites=False)).splitlines()[0])
    Nim: every check passed.
    """
    from workbench.checking import check as look_over  # only people who make a game need it

    return look_over(game, games, seed, suites)


def export(game: Game | type[Game], folder: str | Path) -> Path:
    """Write a game of your own into a folder with its own tests. The class itself does not change.

    Args:
        game: the class, or a game made from it.
        folder: the new folder; the package gets its name, such as ``my_game``.

    Returns:
        the folder.

    Raises:
        WorkbenchError: the class is not made from `own.Game`, its source cannot be read, or the folder already exists.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     sorted(file.name for file in export(load("nim"), f"{place}/my_nim").iterdir())
    ['README.md', '__init__.py', 'game.py', 'test_my_nim.py']
    """
    from workbench.own.folder import export as write_out

    return write_out(game, folder)
