"""A workbench for tabletop games: play them rule by rule, change a rule, measure what it does.

>>> import workbench as wb
>>> game = wb.load("northwood")
>>> match = game.match(seed=7)
>>> match.state.to_move
0
"""

# First of all the form to run in, plain or compiled.
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
from workbench.core.match import Match  # noqa: E402
from workbench.core.registry import game_names, load, make_player, player_names  # noqa: E402
from workbench.core.state import CHANCE, OVER, compiled  # noqa: E402
from workbench.core.version import __version__  # noqa: E402

__all__ = [
    "CHANCE",
    "OVER",
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
]
