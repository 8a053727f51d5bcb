"""Play a game over a range of one number or two, to show how a metric depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from html import escape
from itertools import product
from math import prod
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.options import show
from workbench.core.outside import quoted
from workbench.core.registry import load
from workbench.lab.compare import (
    USUAL,
    Comparison,
    Settings,
    add_check,
    ask_for_check,
    assess,
    check_settings,
    choose_players,
    columns_of,
    estimate_of,
    holds_for,
    played,
    rounded,
    values_of,
    variant_of,
)
from workbench.lab.cost import MINUTES, Players
from workbench.lab.simulate import Runs
from workbench.lab.statistics import Estimate

if TYPE_CHECKING:
    import pandas as pd

Point = tuple[Any, ...]
"""A value for each number of a sweep."""


@dataclass(repr=False)
class Sweep:
    """A metric over a range of one number or two. `sweep` returns it.

    Attributes:
        settings: how it was made.
        axes: the numbers, by name, with their values.
        runs: the games at each point.
        columns: what was measured, as columns.
        failed: the points that could not be played, with the reason.
        compared: the points as variants of the first one, with effects, warnings and the results of other players; None for a
            single point.
    """

    settings: Settings
    axes: dict[str, tuple[Any, ...]]
    runs: dict[Point, Runs]
    columns: tuple[str, ...]
    failed: dict[Point, str] = field(default_factory=dict)
    compared: Comparison | None = None

    @property
    def title(self) -> str:
        """The title of the game."""
        return next(iter(self.runs.values())).game.title

    @property
    def whole(self) -> bool:
        """Whether everything was played that you asked for, as in `Comparison.whole`."""
        points = prod([len(values) for values in self.axes.values()])
        return self.compared.whole if self.compared is not None else len(self.runs) + len(self.failed) == points

    @property
    def checked(self) -> bool:
        """Whether other players played everything again."""
        return self.compared is not None and self.compared.checked

    def estimate(self, *values: Any, column: str = "") -> Estimate:
        """Return what was found at a point.

        Args:
            values: a value for each number, in the order of the axes.
            column: the metric; by default the first one.

        Raises:
            WorkbenchError: nothing was played there.
        """
        if values not in self.runs:
            raise WorkbenchError(f"Nothing was played at {quoted(values)}. The table lists the points.")
        return estimate_of(values_of(self.runs[values], column or self.columns[0]))

    @property
    def table(self) -> pd.DataFrame:
        """One row per metric and point: the numbers, n, value and interval, which holds only by itself."""
        rows = [
            (column, *[show(value) if isinstance(value, tuple) else value for value in point], *self._row(point, column))
            for column in self.columns
            for point in self.runs
        ]
        head = ["metric", *self.axes, "n", "value", "low", "high", "interval"]
        frame: pd.DataFrame = package("pandas", "A table").DataFrame(rows, columns=head)
        return frame

    @property
    def orders(self) -> pd.DataFrame:
        """One row per metric and point after the first, as in `Comparison.orders`, for both groups of players.

        Raises:
            WorkbenchError: no other players have played.
        """
        if self.compared is None or self.compared.other is None:
            raise WorkbenchError("No other players have played. To repeat the sweep with another player, use `check=`.")
        return self.compared.orders

    def _row(self, point: Point, column: str) -> tuple[Any, ...]:
        one = self.estimate(*point, column=column)
        return (one.n, *rounded(one.value, one.low, one.high), one.interval)

    def sentences(self) -> list[str]:
        """Return the remarks that a reader should know."""
        said = [
            "Each interval holds only by itself. The best of several points is picked after looking, and so on average "
            "overstated. Measure it again with another seed."
        ]
        said += [self.settings.why] if self.settings.why else []
        said += [f"{show(point)} could not be played: {reason}" for point, reason in self.failed.items()]
        if self.compared is not None and self.compared.other is not None:
            said.append(
                "The second table compares each point with the first, for both groups of players. Its intervals hold together."
            )
            said += holds_for(self.compared.checks, self.settings.who, self.compared.other.settings.who)
        elif self.compared is not None:
            said.append(ask_for_check(self.settings.who))
        return said + (self.compared.warnings if self.compared is not None else [])

    def head(self) -> str:
        """Return what was swept, in a line."""
        other = self.compared.other if self.compared is not None else None
        again = f", then with {other.settings.who}" if other is not None else ""
        return (
            f"{self.title}: {' by '.join(self.axes)}, {self.settings.games} games a point with {self.settings.who}{again}, "
            f"seed {self.settings.seed}"
        )

    def _tables(self) -> list[pd.DataFrame]:
        return [self.table, self.orders] if self.checked else [self.table]

    def __repr__(self) -> str:
        return "\n".join([self.head(), *[frame.to_string(index=False) for frame in self._tables()], *self.sentences()])

    def _repr_html_(self) -> str:
        words = "".join([f"<li>{escape(one)}</li>" for one in self.sentences()])
        tables = "".join([frame.to_html(index=False) for frame in self._tables()])
        return f"<p>{escape(self.head())}</p>{tables}<ul>{words}</ul>"


def sweep(
    game: Game | type[Game] | Path | str | Callable[..., Game],
    numbers: Mapping[str, Iterable[Any]],
    metric: Any = USUAL,
    players: Players | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    check: Players | None = None,
    progress: bool | None = None,
    minutes: float = MINUTES,
    store: str | PathLike[str] | None = None,
) -> Sweep:
    """Play a game at each value of one number, or each pair of values of two, over the same seeds.

    Args:
        game: the rules, a game's name, or a function that makes the rules from the numbers, for changes without an option:
            ``lambda bonus: wb.load("northwood", phases={"respond": respond_with(bonus)})``.
        numbers: one or two options by name, each with its values.
        metric: what to measure, as in `lab.compare`.
        players: who plays; if you name nobody, the two best players of the ladder that are quick enough, as in `lab.compare`.
        games: how many games to play at each point.
        seed: any whole number.
        workers: how many processes, or an executor.
        check: other players, to repeat everything with: would they order the points differently?
        progress: whether to show a progress bar; None shows one to a person.
        minutes: if you name no players: how long the games of each player may take at most, as in `lab.compare`.
        store: a folder that keeps the games, as in `lab.compare`; the same call continues there.

    Returns:
        the sweep, with one row per point in `table`.

    Raises:
        WorkbenchError: an argument is wrong, nothing could be played, or a check has fewer than two points. Points that cannot
            be played are left out, with the reason in `failed`.

    >>> from workbench import lab
    >>> found = lab.sweep("northwood", {"threshold": [4, 12]}, "win_0", "random", games=60, seed=1)
    >>> found.estimate(4).value > found.estimate(12).value
    True
    """
    if not isinstance(numbers, Mapping) or len(numbers) not in (1, 2):
        raise WorkbenchError(
            "A sweep needs one number or two: a dict that maps an option's name to its values, such as {'threshold': [12, 16]}."
        )
    for name, values in numbers.items():
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise WorkbenchError(f"{name} needs a list of values, not {quoted(values)}.")
    axes = {str(name): tuple(values) for name, values in numbers.items()}
    for name, values in axes.items():
        if not values or len(set(values)) < len(values):
            raise WorkbenchError(f"{name} needs values, each of them once, not {quoted(list(values))}.")
    base = load(game) if isinstance(game, (str, Path)) or (isinstance(game, type) and issubclass(game, Game)) else game
    points: dict[str, Point] = {}
    variants: dict[str, Game] = {}
    failed: dict[Point, str] = {}
    for point in product(*axes.values()):
        chosen = dict(zip(axes, point, strict=True))
        try:
            made = variant_of(base, chosen) if isinstance(base, Game) else base(**chosen)
        except WorkbenchError as fault:
            failed[point] = str(fault)
            continue
        if not isinstance(made, Game):
            raise WorkbenchError(f"The function that makes the rules must return a game, not {quoted(made)}.")
        name = ", ".join([f"{one}={show(value)}" for one, value in chosen.items()])
        points[name], variants[name] = point, made
    if not variants:
        raise nothing_played(failed)
    who = choose_players(list(variants.values()), players, check, games, workers, progress, minutes)
    settings = Settings(metric, who.players, games, seed, workers, progress=progress, why=who.why, store=store)
    check_settings(next(iter(variants.values())), settings)
    runs, broken = played(variants, settings, spare=True)
    failed |= {points[name]: reason for name, reason in broken.items()}
    if not runs:
        raise nothing_played(failed)
    columns = columns_of(next(iter(runs.values())), metric)
    compared = None
    if len(runs) > 1:
        compared = Comparison(settings, {name: variants[name] for name in variants if name not in broken}, runs, columns, ())
        assess(compared)
    if check is not None and compared is None and len(runs) + len(broken) == len(variants):
        raise WorkbenchError("To check a sweep with other players, at least two points must be playable.")
    if who.check is not None and compared is not None:
        add_check(compared, who.check)
    return Sweep(settings, axes, {points[name]: one for name, one in runs.items()}, columns, failed, compared)


def nothing_played(failed: Mapping[Point, str]) -> WorkbenchError:
    """Return the error for a sweep in which no point could be played, with the reason for each."""
    reasons = " ".join([f"{show(point)}: {reason}" for point, reason in failed.items()])
    return WorkbenchError(f"Nothing could be played. {reasons}")
