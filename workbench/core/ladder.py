"""The ladder of a game: how well its players play, as measured, and whom advice comes from.

`python -m workbench ladder` measures it and stores it beside the game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.core.state import compiled

if TYPE_CHECKING:
    from workbench.core.game import Game

FILE: Final = "ladder.json"
"""Where a game keeps what was measured."""
REFERENCE: Final = "scripted"
"""Against whom players are measured: the game's reference player."""
IMPROVER: Final = "rollout"
"""Who plays best where nobody was measured and nothing was written: it solves small games, and improves on chance in others."""
MODE: Final = "compiled" if compiled else "plain"
"""How the rules run here; a player's time is measured in both modes."""
FOR_A_HINT: Final = 2000.0
"""So many milliseconds a person waits for a hint."""
FOR_A_REVIEW: Final = 100.0
"""So many a decision may take where all decisions of a game are looked back at."""


@dataclass(frozen=True)
class Rung:
    """A player on the ladder of its game.

    Attributes:
        player: its name.
        n: how many games were played, alone or against the reference player in all other seats.
        value: the share of them that it won, 0..1.
        low: where the interval of 95 % begins.
        high: where it ends.
        rating: its rating among all players of the game: the reference player has 1000, and 400 more mean ten wins for one.
            Alone, its mean score.
        rating_low: where the interval of 95 % of the rating begins.
        rating_high: where it ends.
        plain: how long it takes over a decision in plain Python, in milliseconds of processor time; 0 where nobody measured it.
        compiled: the same with compiled rules.
    """

    player: str
    n: int
    value: float
    low: float
    high: float
    rating: float
    rating_low: float
    rating_high: float
    plain: float = 0.0
    compiled: float = 0.0

    @property
    def milliseconds(self) -> float:
        """How long it takes over a decision as the rules run here."""
        return self.compiled if MODE == "compiled" else self.plain


def ladder(game: Game) -> tuple[Rung, ...]:
    """The players of a game that were measured, best first, by its usual rules; none where nobody measured any.

    >>> from workbench.core.registry import load
    >>> [rung.player for rung in ladder(load("nim"))]
    []
    """
    file = game.folder / FILE
    return stored(file, file.stat().st_mtime_ns) if file.is_file() else ()


@lru_cache(maxsize=32)
def stored(file: Path, written: int) -> tuple[Rung, ...]:
    """The ladder in a file; it is read again once the file has been written again.

    Args:
        file: the file.
        written: when it was written, in nanoseconds.
    """
    data = json.loads(file.read_text(encoding="utf-8"))
    return tuple([Rung(**row) for row in data["ladder"]])


def quick_players(game: Game) -> dict[str, float]:
    """The game's strategies that decide at a glance, the best first, with the share of games each wins as far as measured.

    >>> from workbench.core.registry import load
    >>> list(quick_players(load("resource_hog")))[:2], quick_players(load("nim"))
    (['raider', 'farmer'], {})
    """
    shares = {rung.player: rung.value for rung in ladder(game)}
    quick = [name for name, kind in game.strategies.items() if kind.quick]
    return {name: shares.get(name, 0.5) for name in sorted(quick, key=lambda name: -shares.get(name, 0.0))}


def best_quick(game: Game) -> str:
    """The strongest quick player of a game as far as that was measured; empty where the game has none of its own."""
    found = quick_players(game)
    if game.reference_player in found and not ladder(game):
        return game.reference_player
    return next(iter(found), "")


def is_measured(game: Game) -> bool:
    """Whether the ladder of a game was measured by these rules: none of them is changed, and as many play."""
    usual = game.player_counts[0]
    return not game.changed_phases and not game.options.changed() and game.players == usual


def strongest(game: Game, milliseconds: float = FOR_A_HINT) -> str:
    """The strongest player of a game that decides in time, as far as its ladder goes.

    Rules that were changed do not change the choice, because nobody has measured who plays them best.

    Args:
        game: the rules in force.
        milliseconds: how long it may take over a decision, on average, of processor time on the machine that measured it.

    Returns:
        its name. Where nobody is so quick, and where there is no ladder, the game's reference player; where the game has no
        players of its own either, whoever solves or improves.

    >>> from workbench.core.registry import load
    >>> strongest(load("nim"))
    'rollout'
    """
    measured = ladder(game)
    for rung in measured:
        if 0 < rung.milliseconds <= milliseconds:
            return rung.player
    return game.reference_player if measured or game.strategies else IMPROVER
