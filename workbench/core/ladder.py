"""The ladder of a game: how well its players play, as measured, and which of them gives advice.

`python -m workbench ladder` measures it and stores it beside the game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.state import compiled

if TYPE_CHECKING:
    from workbench.core.game import Game

FILE: Final = "ladder.json"
"""The file in which a game keeps its ladder."""
REFERENCE: Final = "scripted"
"""The player that others are measured against: the game's reference player."""
IMPROVER: Final = "rollout"
"""The best player for a game without a ladder: it solves small games, and improves on random play in others."""
MODE: Final = "compiled" if compiled else "plain"
"""How the rules run here; a player's time is measured in both modes."""
MIDDLE: Final = 1000.0
"""The rating of the reference player, the anchor; a player that was not measured counts as equally strong."""
STEEP: Final = 200.0
"""A player rated this much higher than another is drawn ten times as often (`Game.rated_opponents`)."""
FOR_A_HINT: Final = 2000.0
"""How long a person waits for a hint, in milliseconds."""
FOR_A_REVIEW: Final = 100.0
"""How long each decision may take in a review of a whole match, in milliseconds."""


@dataclass(frozen=True)
class Rung:
    """A player on the ladder of its game.

    Attributes:
        player: its name.
        n: how many games were played, alone or against the reference player in all other seats.
        value: the share of these games that it won, 0..1.
        low: the lower end of its 95% interval.
        high: the upper end.
        rating: its rating among all players of the game. The reference player has 1000; 400 more mean ten wins to one. For a
            player who never won it is minus infinity, for one who never lost infinity. In a game for one player, it is the mean
            score.
        rating_low: the lower end of the rating's 95% interval; minus infinity for a player who never won.
        rating_high: the upper end; infinity for a player who never lost.
        plain: how long a decision takes in plain Python, in milliseconds of processor time; 0 if not measured.
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
    def rated(self) -> str:
        """The rating in words, without decimals.

        >>> Rung("deep", 30, 1.0, 0.89, 1.0, inf, 1391.0, inf).rated
        'above 1391'
        """
        return in_words(self.rating, self.rating_low, self.rating_high)

    @property
    def milliseconds(self) -> float:
        """How long a decision takes in the mode in use here, in milliseconds."""
        return self.compiled if MODE == "compiled" else self.plain


def in_words(rating: float, low: float, high: float, decimals: int = 0) -> str:
    """Return a rating in words: the number, or for a player without a win or a loss what it is below or above.

    >>> in_words(1202.5, 1188.8, 1215.9), in_words(-inf, -inf, 612.4), in_words(1202.5, 1188.8, 1215.9, 1)
    ('1202', 'below 612', '1202.5')
    """
    if rating == -inf:
        return f"below {high:.{decimals}f}"
    return f"above {low:.{decimals}f}" if rating == inf else f"{rating:.{decimals}f}"


def ladder(game: Game) -> tuple[Rung, ...]:
    """Return the measured players of a game, best first, under its usual rules; may be empty.

    >>> from workbench.core.registry import load
    >>> [rung.player for rung in ladder(load("nim"))]
    []
    """
    file = game.folder / FILE
    return stored(file, file.stat().st_mtime_ns) if file.is_file() else ()


@lru_cache(maxsize=32)
def stored(file: Path, written: int) -> tuple[Rung, ...]:
    """Return the ladder in a file, and read it again when the file has changed.

    Args:
        file: the file.
        written: when it was written, in nanoseconds.
    """
    data = json.loads(file.read_text(encoding="utf-8"))
    return tuple([Rung(**{**row, **ends_of(row)}) for row in data["ladder"]])


def ends_of(row: dict[str, Any]) -> dict[str, float]:
    """Return the rating in a stored row and its ends; what is null there is open.

    >>> ends_of({"rating": None, "rating_low": 1391.0, "rating_high": None})
    {'rating': inf, 'rating_low': 1391.0, 'rating_high': inf}
    """
    open_end = -inf if row["rating_low"] is None else inf
    stored_ends = {name: row[name] for name in ("rating", "rating_low", "rating_high")}
    return {name: open_end if value is None else float(value) for name, value in stored_ends.items()}


def quick_players(game: Game) -> dict[str, float]:
    """List the quick players, best-rated first, with the share each wins against the reference player.

    A player may do well against the reference player and badly against others; its rating counts both.

    >>> from workbench.core.registry import load
    >>> list(quick_players(load("resource_hog")))[:2], quick_players(load("nim"))
    (['baron', 'steward'], {})
    """
    measured = ladder(game)
    places = {rung.player: place for place, rung in enumerate(measured)}
    quick = [name for name, kind in game.strategies.items() if kind.quick]
    ordered = sorted(quick, key=lambda name: places.get(name, len(places)))
    return {name: measured[places[name]].value if name in places else 0.5 for name in ordered}


def opponents(game: Game) -> dict[str, int]:
    """List the quick players, best-rated first, with the weights by which playouts draw them for the other seats.

    Every one of them appears, stronger ones more often.

    >>> from workbench.core.registry import load
    >>> opponents(load("keydom")), opponents(load("goods_and_honor"))["haggler"]
    ({'homesteader': 9, 'gatekeeper': 8, 'merchant': 7, 'farmer': 6, 'balancer': 6}, 101)
    """
    shares = quick_players(game)
    if not game.rated_opponents:
        # in tenths, so that one more measured game changes nothing
        return {name: 1 + round(10 * share) for name, share in shares.items()}
    ratings = {rung.player: rung.rating if rung.rating < inf else rung.rating_low for rung in ladder(game)}
    known = {name: ratings.get(name, MIDDLE) for name in shares}
    best = max(known.values(), default=MIDDLE)
    return {name: 1 + round(100 * 10 ** ((rating - best) / STEEP)) for name, rating in known.items()}


def best_quick(game: Game) -> str:
    """Return the strongest quick player of a game, as measured; empty if the game has none of its own."""
    found = quick_players(game)
    if game.reference_player in found and not ladder(game):
        return game.reference_player
    return next(iter(found), "")


def is_measured(game: Game) -> bool:
    """Return whether the ladder was measured under these rules and with this number of players."""
    usual = game.player_counts[0]
    return not game.changed_phases and not game.options.changed() and game.players == usual


def strongest(game: Game, milliseconds: float = FOR_A_HINT) -> str:
    """Return the strongest player on a game's ladder that decides in time.

    Changed rules do not change the choice, because nobody has measured who plays them best.

    Args:
        game: the rules in force.
        milliseconds: the longest average decision, in processor time on the machine that measured it.

    Returns:
        its name; the game's reference player if none is fast enough or there is no ladder; `IMPROVER` if the game has no
        players of its own either.

    >>> from workbench.core.registry import load
    >>> strongest(load("nim"))
    'rollout'
    """
    measured = ladder(game)
    for rung in measured:
        if 0 < rung.milliseconds <= milliseconds:
            return rung.player
    return game.reference_player if measured or game.strategies else IMPROVER
