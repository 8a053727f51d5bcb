"""Say soon that a game is too large to solve.

A few random games give two estimates. The numbers of continuations along each game, multiplied, give an unbiased estimate of
the number of histories (Knuth 1975). And if different games hardly ever meet in the same position, there must be many
positions, as there must be many days in a year if people hardly ever share a birthday. This is a lower bound, however the
games are spread. It also holds for a solver that looks at each position only once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import TooLarge
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

SOON: Final = 1_000
"""The number of positions after which a solver first asks how many there will be."""
DOUBT: Final = 6
"""How many shared positions to add, so that too few seen by chance do not make a small game look large (error below 0.3%)."""
PATIENCE: Final = 4
"""How many times more positions to look at than would do if no two games shared any."""
LONGEST: Final = 2_000
"""The most steps of a random game."""
INSTEAD: Final = "Try options that make the game smaller, or let the player 'rollout' advise: it needs no solution."
"""What to do with a game that is too large."""

Choices = Callable[["State"], Sequence[int]]
"""A function from a position to the actions (or outcomes of chance) that lead on."""


class Size:
    """Estimates from random games of how large a game is.

    Attributes:
        games: how many random games were played.
        positions: a lower bound for the number of different positions.
        histories: the estimated number of histories.
    """

    __slots__ = ("games", "histories", "positions")

    def __init__(self, games: int, positions: int, histories: int) -> None:
        self.games: int = games
        self.positions: int = positions
        self.histories: int = histories

    def __repr__(self) -> str:
        least, about = rough(self.positions), rough(self.histories)
        return f"<Size: at least {least} positions, about {about} histories, by {self.games} random games>"


def all_choices(state: State) -> Sequence[int]:
    """Return every action, or every outcome of chance."""
    return [action for action, _ in state.chance()] if state.to_move == CHANCE else state.legal()


def estimated(game: Game, enough: int, choices: Choices = all_choices) -> Size:
    """Estimate how large a game is from random games; the same each time.

    Args:
        game: the game.
        enough: the number of positions that is large enough to stop.
        choices: the actions to count at a position; by default all.

    >>> import workbench as wb
    >>> estimated(wb.load("keydom"), 1_000_000).positions > 1_000_000
    True
    >>> estimated(wb.load("tic_tac_toe"), 1_000_000).positions < 5_478
    True
    """
    rng = Random("size", game.name)
    first: dict[Any, int] = {}  # the earliest step at which a position was met
    met: dict[Any, int] = {}  # in how many games
    steps, games, histories, bound, look = 0, 0, 0, 0, 2
    most = int(PATIENCE * sqrt(2.0 * DOUBT * enough))
    while steps < most and bound <= enough:
        state, product, step = game.start(), 1, 0
        seen: set[Any] = set()
        histories += 1
        while state.to_move != OVER and step < LONGEST:
            key = state.key()
            first[key] = min(step, first.get(key, step))
            seen.add(key)
            actions = choices(state)
            product *= len(actions)
            histories += product
            state.apply(actions[rng.below(len(actions))])
            step += 1
        for key in seen:
            met[key] = met.get(key, 0) + 1
        games += 1
        steps += step + 1
        if games == look or steps >= most:
            look *= 2
            bound = least(first, met, games)
    return Size(games, bound, histories // max(1, games))


def least(first: dict[Any, int], met: dict[Any, int], games: int) -> int:
    """Return a lower bound for the number of positions.

    If two games share c positions on average, of n that each meets, there are at least n * n / c: that many if all are equally
    likely, and more if not. Steps at which games often meet, such as the first, are left out.

    Args:
        first: the earliest step at which each position was met.
        met: in how many games it was met.
        games: how many games there were, at least 2.
    """
    places = max(first.values()) + 1
    visits, shared = [0] * places, [0] * places
    for key, times in met.items():
        visits[first[key]] += times
        shared[first[key]] += times * (times - 1) // 2
    best, visited, pairs = len(met), 0, DOUBT
    for step in sorted(range(places), key=lambda step: shared[step] / max(1, visits[step])):
        visited += visits[step]
        pairs += shared[step]
        best = max(best, visited * visited * (games - 1) // (2 * games * pairs))
    return best


def rough(number: int) -> str:
    """Return a number with two digits that count, for people.

    >>> rough(17), rough(1_234_567), rough(987 * 10**40)
    ('17', '1,200,000', '10 to the power of 43')
    """
    digits = len(str(number))
    if digits > 12:
        return f"10 to the power of {digits - 1 + (str(number)[0] > '3')}"
    return f"{round(number, min(0, 2 - digits)):,}"


class Room:
    """How many positions a solver may look at. It says early if the game has more.

    Args:
        game: the game to solve.
        limit: the most positions.
        called: what the solver counts: ``positions`` or ``histories``.
        choices: the actions that it looks at in a position; by default all.
    """

    def __init__(self, game: Game, limit: int, called: str, choices: Choices = all_choices) -> None:
        self.game: Final = game
        self.limit: Final = limit
        self.called: Final = called
        self.choices: Final = choices
        self._asked: bool = limit <= SOON

    def check(self, number: int) -> None:
        """Check how many there are; once there are a thousand, estimate how many there will be.

        Raises:
            TooLarge: there are more than the limit, or there will be.
        """
        if number > self.limit:
            raise TooLarge(
                f"There are more than {self.limit:,} {self.called}: too many to solve {self.game.title} exactly. {INSTEAD}"
            )
        if number > SOON and not self._asked:
            self._asked = True
            size = estimated(self.game, self.limit, self.choices)
            if size.positions > self.limit:
                raise TooLarge(
                    f"{self.game.title} is too large to solve exactly: by an estimate from {size.games} random games, it has "
                    f"at least {rough(size.positions)} positions and about {rough(size.histories)} histories. The limit is "
                    f"{self.limit:,} {self.called}. {INSTEAD}"
                )
