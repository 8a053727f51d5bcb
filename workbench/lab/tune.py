"""Search for option values that bring chosen numbers to targets, with the evidence and a check on fresh seeds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import OptionError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.options import show
from workbench.core.outside import quoted, whole_number
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.lab.compare import (
    Check,
    Effect,
    Settings,
    check_of,
    contradictions,
    crew_of,
    holds_for,
    orders_of,
    verdict,
)
from workbench.lab.cost import MINUTES, Players, chosen, names_of, tell_cost
from workbench.lab.simulate import Runs, at_least_one, plan_of, progress_bar, run_paired, summary_table
from workbench.lab.statistics import Estimate, corrected, difference, level_for_all, mean, told_apart

if TYPE_CHECKING:
    import pandas as pd

CHECKS: Final = 10
"""The number of runs on fresh seeds that check the choice."""
BEFORE: Final = "as it was"
AFTER: Final = "as chosen"

Metric = str | Callable[[Runs], float]
"""A column of the table of games, whose mean is taken, or a function from the games to a number."""


@dataclass(frozen=True)
class Tuning:
    """The settings tried, the choice, and how it does on fresh seeds. `tune` returns it.

    Attributes:
        game: the game with the chosen options.
        chosen: the chosen options with their values.
        trials: one row per trial, in order: the options tried, each number, and the loss (0: every target met).
        check: on fresh seeds, for the original and the chosen game: each number with n and a 95% interval, and its target.
        games: games per trial.
        seed: the seed of the trials.
        players: who played, by name.
        others: the players of the repeated check; may be empty.
        checks: how the change of options moves each number on fresh seeds, with both groups of players.
        why: why these players, in a sentence; empty if you named them.
    """

    game: Game
    chosen: dict[str, Any]
    trials: pd.DataFrame
    check: pd.DataFrame
    games: int
    seed: int
    players: str
    others: str = ""
    checks: tuple[Check, ...] = ()
    why: str = ""

    @property
    def checked(self) -> bool:
        """Whether other players played the check on fresh seeds again."""
        return bool(self.others)

    @property
    def orders(self) -> pd.DataFrame:
        """Return one row per number: how far the choice moves it with either group of players, and the gap.

        Raises:
            WorkbenchError: no other players have played.
        """
        if not self.others:
            raise WorkbenchError("No other players have played. To repeat the check with another player, use `check=`.")
        return orders_of(self.checks, self.players, self.others)

    def sentences(self) -> list[str]:
        """Return the remarks that a reader should know."""
        said = [self.why] if self.why else []
        if not self.others:
            return [
                *said,
                f"Chosen for {self.players}. Would it do the same for other players? To repeat the check with another player, "
                "use `check=`.",
            ]
        said += holds_for(self.checks, self.players, self.others)
        return said + contradictions(self.checks, self.players, self.others)

    def _tables(self) -> list[pd.DataFrame]:
        return [self.check, self.orders] if self.others else [self.check]

    def _head(self) -> str:
        settings = ", ".join([f"{name} = {value!r}" for name, value in self.chosen.items()])
        return (
            f"Chosen after looking at {len(self.trials)} trials of {self.games} games with seed {self.seed}: {settings}. The "
            "trials make it look better than it is. The check on fresh seeds shows what to expect:"
        )

    def __repr__(self) -> str:
        return "\n".join([self._head(), *[frame.to_string(index=False) for frame in self._tables()], *self.sentences()])

    def _repr_html_(self) -> str:
        tables = "".join([frame.to_html(index=False) for frame in self._tables()])
        words = "".join([f"<li>{escape(one)}</li>" for one in self.sentences()])
        return f"<p>{escape(self._head())}</p>{tables}<ul>{words}</ul>"


def tune(
    game: Game | Path | str,
    targets: Mapping[Metric, float],
    space: Mapping[str, Sequence[Any]],
    players: Players | None = None,
    games: int = 200,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    trials: int = 30,
    check: Players | None = None,
    progress: bool | None = None,
    store: str | PathLike[str] | None = None,
    minutes: float = MINUTES,
) -> Tuning:
    """Choose option values that bring numbers to targets.

    Settings are tried one after another (Optuna's tree-structured Parzen estimator), beginning with the unchanged game if it is
    one of them, all on the same seeds. The loss of a trial is the sum of the squared relative distances from the targets.

    Args:
        game: the rules, or a game's name for its usual rules.
        targets: the wanted value of each number: a column of `Runs.table`, whose mean is taken, or a function of `Runs` that
            returns a number.
        space: for each option to change, a list of values to choose from, or (lowest, highest) as a tuple of two whole
            numbers.
        players: as for `lab.simulate`; if you name nobody, the best player of the ladder that is quick enough, and then the
            next best as `check`.
        games: the number of games in a trial.
        seed: any whole number.
        workers: as for `lab.simulate`.
        trials: the number of settings to try.
        check: other players to repeat the check on fresh seeds: do the chosen options do the same for them?
        progress: whether to show a progress bar, as for `lab.simulate`.
        store: a folder that keeps every trial; the same call continues from there.
        minutes: if you name no players: how long the games of each player may take at most, as in `lab.compare`.

    Returns:
        the choice, with the trials and the check.

    Raises:
        WorkbenchError: an argument is wrong, or as for `lab.simulate`.

    >>> found = tune("northwood", {"score_0": 8}, {"threshold": [10, 16]}, "random", games=5, trials=2, seed=1)
    >>> len(found.trials), set(found.chosen)
    (2, {'threshold'})
    """
    optuna = package("optuna", "Tuning", "studies")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    if isinstance(game, (str, Path)):
        game = load(game)
    if not isinstance(game, Game):
        raise WorkbenchError(f"A game is a name or what `wb.load` gives, not {quoted(game)}.")
    games, trials, seed = at_least_one("games", games), at_least_one("trials", trials), checked_seed(seed)
    wanted = checked_targets(targets)
    for name, values in checked_space(game, space).items():
        for value in values:
            changed(game, {name: value})  # refuse forbidden values before any game is played
    fresh_games = 2 * CHECKS * games
    who = chosen([game], players, check, trials * games + fresh_games, fresh_games, minutes)
    tell_cost(who, game, trials * games + fresh_games, fresh_games, workers, progress)
    groups = [who.players] if who.check is None else [who.players, who.check]
    first = {name: game.options[name] for name in space}
    tried: dict[str, tuple[float, list[float]]] = {}
    rows: list[tuple[dict[str, Any], list[float], float]] = []
    best: tuple[float, dict[str, Any]] | None = None

    def played(options: dict[str, Any], run_seed: int, others: bool = False) -> Runs:
        plan, labels = plan_of(changed(game, options), groups[others], run_seed, True, False)
        found = run_paired(plan, labels, games, crew, store, ", ".join([f"{name}={show(options[name])}" for name in options]))
        if found.games < games:  # an interrupt ends everything; finished trials are in the folder
            raise KeyboardInterrupt
        return found

    sampler = optuna.samplers.TPESampler(seed=seed % 2**32)
    study = optuna.create_study(sampler=sampler)
    if all(stands_in(first[name], values) for name, values in space.items()):
        begin = {name: first[name] if isinstance(some, tuple) else some.index(first[name]) for name, some in space.items()}
        study.enqueue_trial(begin)
    with crew_of(workers) as crew, progress_bar(trials + 2 * CHECKS * len(groups), progress) as advance:
        for _ in range(trials):
            trial = study.ask()
            options = {name: suggested(trial, name, values) for name, values in space.items()}
            key = json.dumps(options, sort_keys=True, default=str)
            try:
                if key not in tried:
                    runs = played(options, seed)
                    numbers = [number_of(runs, metric) for metric in wanted]
                    tried[key] = (loss(numbers, list(wanted.values())), numbers)
            except OptionError:  # values that cannot be combined
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
                advance(1)
                continue
            found, numbers = tried[key]
            study.tell(trial, found)
            rows.append((options, numbers, found))
            if best is None or found < best[0]:
                best = (found, options)
            advance(1)
        if best is None:
            raise WorkbenchError("No setting could be played, because the option values cannot be combined.")
        fresh: dict[tuple[bool, str], list[Runs]] = {}
        for others in (False, True)[: len(groups)]:
            for what, options in ((BEFORE, first), (AFTER, best[1])):
                fresh[others, what] = []
                for number in range(1, CHECKS + 1):
                    run_seed = Random(seed, "check", number).below(1 << 31)
                    fresh[others, what].append(played(options, run_seed, others))
                    advance(1)
    checks = [(what, metric, estimate_of(fresh[False, what], metric)) for what in (BEFORE, AFTER) for metric in wanted]
    return Tuning(
        changed(game, best[1]),
        dict(best[1]),
        trials_table(rows, list(wanted)),
        check_table(checks, wanted),
        games,
        seed,
        names_of(who.players),
        "" if who.check is None else names_of(who.check),
        () if who.check is None else checks_of(fresh, list(wanted)),
        who.why,
    )


def checks_of(fresh: Mapping[tuple[bool, str], list[Runs]], metrics: list[Metric]) -> tuple[Check, ...]:
    """Return what the chosen options change, with the players and with the others.

    Args:
        fresh: the runs on fresh seeds: whether of the others, and before or after.
        metrics: the numbers.
    """
    everywhere = [runs for some in fresh.values() for runs in some]
    looks = len({*told_apart({str(place): values_of(everywhere, one) for place, one in enumerate(metrics)}).values()})
    level = level_for_all(looks)
    settings = Settings(metrics, "", 0, 0, 1)
    sides = []
    for others in (False, True):
        moves = [
            [
                after - before
                for before, after in zip(
                    values_of(fresh[others, BEFORE], metric), values_of(fresh[others, AFTER], metric), strict=True
                )
            ]
            for metric in metrics
        ]
        found = [difference([0.0] * len(move), move, level) for move in moves]
        ps = corrected([one.p for one in found], looks)
        effects = [
            Effect(title(metric), AFTER, one, p, one.differing, verdict(one, p, settings), 0)
            for metric, one, p in zip(metrics, found, ps, strict=True)
        ]
        sides.append(list(zip(effects, moves, strict=True)))
    both = zip(*sides, strict=True)
    return tuple([one for (mine, move), (theirs, other) in both for one in check_of(mine, theirs, move, other, level)])


def checked_targets(targets: Any) -> dict[Metric, float]:
    """Check and return the targets.

    Raises:
        WorkbenchError: they are not targets.
    """
    if not isinstance(targets, Mapping) or not targets:
        raise WorkbenchError(f"targets must be a dict that maps a column or function to a number, not {quoted(targets)}.")
    for metric, value in targets.items():
        if not isinstance(metric, str) and not callable(metric):
            raise WorkbenchError(f"A number to tune must be a column's name or a function of the games, not {quoted(metric)}.")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise WorkbenchError(f"The target of {title(metric)} must be a number, not {quoted(value)}.")
    return {metric: float(value) for metric, value in targets.items()}


def checked_space(game: Game, space: Any) -> dict[str, Sequence[Any]]:
    """Check and return the options to tune.

    Raises:
        WorkbenchError: an option does not exist, or its values are not valid.
    """
    if not isinstance(space, Mapping) or not space:
        raise WorkbenchError(f"space must be a dict that maps an option to its values, not {quoted(space)}.")
    for name, values in space.items():
        if name not in game.options:
            raise OptionError(f"There is no option {quoted(name)} in {game.title}.{nearest(str(name), list(game.options))}")
        numbers = isinstance(values, tuple) and len(values) == 2 and all(whole_number(value) is not None for value in values)
        if not (numbers and values[0] < values[1]) and not (isinstance(values, list) and values):
            raise WorkbenchError(
                f"The values of {name} must be a list to choose from, or (lowest, highest) as two whole numbers, not "
                f"{quoted(values)}."
            )
    return dict(space)


def changed(game: Game, options: dict[str, Any]) -> Game:
    """Return a game with other values of some options.

    Raises:
        OptionError: a value is not allowed, or the values cannot be combined.
    """
    return type(game)({**game.options, **options}, game.players, game.given_phases)


def suggested(trial: Any, name: str, values: Sequence[Any]) -> Any:
    """Return the setting that Optuna would try next."""
    if isinstance(values, tuple):
        return trial.suggest_int(name, *values)
    return values[trial.suggest_categorical(name, list(range(len(values))))]  # values may be of any kind


def stands_in(value: Any, values: Sequence[Any]) -> bool:
    """Return whether a value is among those to choose from.

    >>> stands_in(16, (10, 18)), stands_in("yes", ["no"])
    (True, False)
    """
    return values[0] <= value <= values[1] if isinstance(values, tuple) else value in values


def title(metric: Metric) -> str:
    """Return the name of a number in tables."""
    return metric if isinstance(metric, str) else getattr(metric, "__name__", "function")


def number_of(runs: Runs, metric: Metric) -> float:
    """Return a number computed from some games.

    Raises:
        WorkbenchError: there is no such column, or the function does not return a number.
    """
    if isinstance(metric, str):
        if metric not in runs.table or runs.table[metric].dtype.kind not in "iufb":
            numbers = [name for name in runs.table if runs.table[name].dtype.kind in "iufb"]
            raise WorkbenchError(f"There is no column {quoted(metric)} of numbers. Available: {', '.join(numbers)}.")
        return float(runs.table[metric].mean())
    found = metric(runs)
    found = found.value if isinstance(found, Estimate) else found
    try:
        return float(found)
    except (TypeError, ValueError):
        raise WorkbenchError(f"The function {title(metric)} must return a number, not {quoted(found)}.") from None


def values_of(fresh: list[Runs], metric: Metric) -> list[float]:
    """Return the values of a number in several runs: one per game, or for a function one per run."""
    if isinstance(metric, str):
        return [float(value) for runs in fresh for value in runs.table[metric].tolist()]
    return [number_of(runs, metric) for runs in fresh]


def estimate_of(fresh: list[Runs], metric: Metric) -> Estimate:
    """Return a number over several runs."""
    return mean(values_of(fresh, metric))


def loss(numbers: list[float], targets: list[float]) -> float:
    """Return the sum of the squared distances from the targets, each relative to its target (1 if 0).

    >>> loss([110.0, 0.5], [100.0, 0.5])
    0.01
    """
    parts = [(number - target) / (abs(target) or 1.0) for number, target in zip(numbers, targets, strict=True)]
    return round(sum([part * part for part in parts]), 9)


def trials_table(rows: list[tuple[dict[str, Any], list[float], float]], metrics: list[Metric]) -> pd.DataFrame:
    """Return the trials as a frame."""
    names = [title(metric) for metric in metrics]
    frame: pd.DataFrame = package("pandas", "A table of trials").DataFrame(
        [
            {"trial": number, **options, **dict(zip(names, found, strict=True)), "loss": lost}
            for number, (options, found, lost) in enumerate(rows)
        ]
    )
    return frame


def check_table(checks: list[tuple[str, Metric, Estimate]], targets: Mapping[Metric, float]) -> pd.DataFrame:
    """Return the check as a frame: numbers with n and interval beside their targets."""
    frame = summary_table([(title(metric), what, estimate) for what, metric, estimate in checks])
    frame.insert(2, "target", [targets[metric] for _, metric, _ in checks])
    return frame.rename(columns={"measure": "number", "of": "game"})
