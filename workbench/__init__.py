"""A workbench for tabletop games: play them rule by rule, change a rule, measure what it does.

>>> import workbench as wb
>>> game = wb.load("northwood")
>>> match = game.match(seed=7)
>>> match.state.to_move
0
"""

# The folder of games is imported first, so that the name `games` below stays the function that lists them.
import workbench.games as _folder  # noqa: F401  isort: skip
from workbench.core.errors import (
    IllegalMove,
    OptionError,
    PositionError,
    SaveFileError,
    UnknownMoveError,
    UnknownNameError,
    WorkbenchError,
)
from workbench.core.match import Match
from workbench.core.registry import games, load, make_player, player_names
from workbench.core.state import CHANCE, OVER, compiled
from workbench.core.version import __version__

__all__ = [
    "CHANCE",
    "OVER",
    "IllegalMove",
    "Match",
    "OptionError",
    "PositionError",
    "SaveFileError",
    "UnknownMoveError",
    "UnknownNameError",
    "WorkbenchError",
    "__version__",
    "compiled",
    "games",
    "load",
    "make_player",
    "player_names",
]
