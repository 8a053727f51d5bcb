"""A workbench for tabletop games: play them rule by rule, change a rule, measure what it does.

>>> import workbench as wb
>>> game = wb.load("northwood")
>>> match = game.match(seed=7)
>>> match.state.to_move
0
"""

# The form to run in, plain or compiled, must be chosen before any other import.
from typing import Any as _Any

from workbench import mode as _mode

_mode.begin()

from workbench.core.errors import (  # noqa: E402
    IllegalMove,
    OptionError,
    PlayerError,
    PositionError,
    SaveFileError,
    UnknownMoveError,
    UnknownNameError,
    WorkbenchError,
)
from workbench.core.match import ChangedRulesWarning, Match  # noqa: E402
from workbench.core.registry import game_names, load, make_player, player_names, small_names  # noqa: E402
from workbench.core.state import CHANCE, OVER, compiled  # noqa: E402
from workbench.core.version import __version__  # noqa: E402

__all__ = [
    "CHANCE",
    "OVER",
    "ChangedRulesWarning",
    "IllegalMove",
    "Match",
    "OptionError",
    "PlayerError",
    "PositionError",
    "SaveFileError",
    "UnknownMoveError",
    "UnknownNameError",
    "WorkbenchError",
    "__version__",
    "compiled",
    "game_names",
    "load",
    "make_player",
    "player_names",
    "small_names",
]


def check(game: _Any, games: int = 200, seed: int = 0, suites: bool = True) -> _Any:
    """Check a game of your own and list what is right and what is wrong: see `workbench.checking.check`."""
    from workbench.checking import check as look_over  # only people who make a game need it

    return look_over(game, games, seed, suites)


def export(game: _Any, folder: _Any) -> _Any:
    """Write a game of your own into a folder with its own tests: see `workbench.own.folder.export`."""
    from workbench.own.folder import export as write_out

    return write_out(game, folder)
