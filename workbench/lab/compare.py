"""Compare variants of a game: the same seeds under different rules, and the differences that are certain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from html import escape
from math import floor, inf, isnan, log10, nan
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.phase import Phase
from workbench.core.played import Metric
from workbench.core.player import player_title
from workbench.core.registry import load
from workbench.core.rulebook import Ruling
from workbench.core.strength import judged_as_printed, out_of_practice
from workbench.core.words import listed
from workbench.lab.cost import MINUTES, Chosen, Players, chosen, each_of, names_of, tell_cost
from workbench.lab.crew import Crew
from workbench.lab.metrics import MEASURED_BY_SEAT, metrics_named, metrics_of
from workbench.lab.simulate import MOST_WORKERS, Runs, at_least_one, plan_of, progress_bar, run_paired, simulate
from workbench.lab.statistics import (
    LEVEL,
    POWER,
    Difference,
    Estimate,
    checked_level,
    corrected,
    difference,
    games_needed,
    level_for_all,
    mean,
    share,
    told_apart,
)
from workbench.worker.batch import players_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

Rules = Game | Mapping[str, Any] | type[Phase[Any]] | Phase[Any] | None
"""A variant as you name it: options by name, phases by name, both, one phase, or a loaded game."""

USUAL: Final = ("win", "length")
"""What a comparison measures unless you ask for something else."""
HIGHER: Final = "higher"
LOWER: Final = "lower"
SAME: Final = "the same value in every game"
SMALL: Final = "no difference that matters"
OPEN: Final = "not decided"
LOOKED_INTO: Final = 3
"""How many games of a variant with changed phases are played once more, to see whether players could do what they wanted."""


@dataclass(frozen=True)
class Effect:
    """What a variant changes compared with the first one.

    Attributes:
        metric: what is measured.
        variant: the variant's name.
        found: the paired difference, variant minus first; its interval holds together with those of all other effects.
        p: the p value, corrected for all effects that were looked at.
        differing: in how many games anything came out differently: a score, the length, the end.
        says: "higher", "lower", "no difference that matters", "the same value in every game" or "not decided".
        more: about how many more games would settle it; 0 if it is settled, infinite if no game differs in it.
    """

    metric: str
    variant: str
    found: Difference
    p: float
    differing: int
    says: str
    more: float

    @property
    def estimate(self) -> Estimate:
        """The mean difference with its interval."""
        return self.found.estimate

    @property
    def size(self) -> float:
        """Its size without its sign."""
        return abs(self.found.estimate.value)


class Check(NamedTuple):
    """An effect beside the same effect with other players.

    Attributes:
        metric: what is measured.
        variant: the variant's name.
        first: with the players of the comparison.
        other: with the other players.
        gap: the second minus the first, game by game.
        says: "same order", "opposite order", "differ in size" if only that is certain, or "not decided".
    """

    metric: str
    variant: str
    first: Effect
    other: Effect
    gap: Difference
    says: str


@dataclass
class Settings:
    """The settings of a comparison, to repeat it.

    Attributes:
        metric: what to measure, as you asked for it.
        players: who plays.
        games: how many games each variant gets.
        seed: the seed of all variants.
        workers: how many processes, or an executor.
        matters: the smallest difference that matters; None if not given.
        level: how often all intervals together hold.
        progress: whether to show a progress bar.
        why: why these players, in a sentence; empty if you named them.
        store: the folder that keeps the games; None for none.
    """

    metric: Any
    players: Players
    games: int
    seed: int
    workers: int | Executor | Crew
    matters: float | None = None
    level: float = LEVEL
    progress: bool | None = None
    why: str = ""
    store: str | PathLike[str] | None = None

    @property
    def who(self) -> str:
        """The names of the players."""
        return names_of(self.players)


@dataclass(repr=False)
class Comparison:
    """Variants of a game, compared. `compare` returns it.

    Attributes:
        settings: how it was made.
        variants: the rules by name; the first variant is the one that all others are compared with.
        runs: the games of each variant.
        columns: what was measured, as columns.
        effects: every effect against the first variant.
        warnings: what to know before you believe the result, in sentences.
        checks: the same effects with other players; empty unless you asked for them.
        other: the whole comparison with those players.
        failed: the variants that could not be played, with the reason.
        note: where the variants come from, if they were chosen after looking.
        same: for each column, the first column that says the same in every game: itself, an equal one or its mirror image.
            Columns that say the same count once in the correction, as the wins of two seats do if somebody always wins.
        whole: whether everything was played that you asked for; not so after an interrupt, or if the check found nothing to
            compare.
    """

    settings: Settings
    variants: dict[str, Game]
    runs: dict[str, Runs]
    columns: tuple[str, ...]
    effects: tuple[Effect, ...]
    warnings: list[str] = field(default_factory=list)
    checks: tuple[Check, ...] = ()
    other: Comparison | None = None
    failed: dict[str, str] = field(default_factory=dict)
    note: str = ""
    same: dict[str, str] = field(default_factory=dict)
    whole: bool = True

    @property
    def checked(self) -> bool:
        """Whether other players played everything again."""
        return self.other is not None

    @property
    def first(self) -> str:
        """The name of the variant that the others are compared with."""
        return next(iter(self.variants))

    @property
    def looks(self) -> int:
        """The number of effects that count in the correction."""
        return len({*self.same.values()}) * (len(self.runs) - 1)

    def estimate(self, variant: str, column: str = "") -> Estimate:
        """Return what was measured for a variant.

        Args:
            variant: its name.
            column: the measure; the first one unless you name another.

        Raises:
            WorkbenchError: there is no such variant, or it was not measured.
        """
        if variant not in self.runs:
            raise UnknownNameError(f"There is no variant {quoted(variant)}.{nearest(variant, self.runs)}")
        return estimate_of(values_of(self.runs[variant], self._measured(column)))

    def _measured(self, column: str) -> str:
        """Return the column that is meant: the first one unless you name another."""
        if column and column not in self.columns:
            raise UnknownNameError(
                f"{quoted(column)} was not measured.{nearest(column, self.columns)} Available: {', '.join(self.columns)}."
            )
        return column or self.columns[0]

    @property
    def table(self) -> pd.DataFrame:
        """One row per metric and variant: n, the value and its own 95% interval."""
        rows = [
            (column, name, one.n, *rounded(one.value, one.low, one.high), one.interval)
            for column in self.columns
            for name, one in [(name, self.estimate(name, column)) for name in self.runs]
        ]
        head = ["metric", "variant", "n", "value", "low", "high", "interval"]
        frame: pd.DataFrame = package("pandas", "A table").DataFrame(rows, columns=head)
        return frame

    @property
    def differences(self) -> pd.DataFrame:
        """One row per effect: n pairs of games, the mean difference, its interval and the corrected p.

        The intervals hold together. `games_differ` is the number of games in which anything came out differently, `alike` the
        correlation of the pairs, and `games_more` about how many more games would settle it.
        """
        rows = [
            (
                one.metric,
                one.variant,
                one.estimate.n,
                *rounded(one.estimate.value, one.estimate.low, one.estimate.high),
                one.estimate.interval,
                float(f"{one.p:.2g}"),
                one.differing,
                round(one.found.correlation, 2),
                one.says,
                None if one.more == inf else int(one.more),
            )
            for one in self.effects
        ]
        head = ["metric", "variant", "n", "effect", "low", "high", "interval", "p"]
        head += ["games_differ", "alike", "says", "games_more"]
        frame: pd.DataFrame = package("pandas", "A table").DataFrame(rows, columns=head)
        return frame.astype({"games_more": "Int64"})

    @property
    def orders(self) -> pd.DataFrame:
        """One row per checked effect: with either group of players, the gap, and what that says."""
        return orders_of(self.checks, self.settings.who, self.other.settings.who if self.other else "others")

    def largest(self, column: str = "") -> Effect:
        """Return the largest effect on one metric, up or down.

        It is picked after looking, so use `confirm` to measure it on fresh games.

        Raises:
            WorkbenchError: there is nothing to pick from, or this was not measured.
        """
        wanted = self._measured(column)
        found = [one for one in self.effects if one.metric == wanted]
        if not found:
            raise WorkbenchError("There are no effects to choose from: a comparison needs two variants that can be played.")
        return max(found, key=lambda one: one.size)

    def confirm(self, *names: str, seed: int | None = None, games: int | None = None) -> Comparison:
        """Measure some variants again on fresh games, to check what you chose after looking.

        Args:
            names: variants; without names, the variant with the largest effect.
            seed: a seed other than that of this comparison; by default the next one.
            games: how many games; by default as many as before.

        Raises:
            WorkbenchError: there is no such variant, or the seed is the old one.
        """
        wanted = names or (self.largest().variant,)
        for name in wanted:
            if name not in self.variants:
                raise UnknownNameError(f"There is no variant {quoted(name)}.{nearest(name, self.variants)}")
        fresh = self.settings.seed + 1 if seed is None else seed
        if fresh == self.settings.seed:
            raise WorkbenchError(f"This comparison already used the seed {fresh}. Fresh games need another seed.")
        settings = Settings(**{**vars(self.settings), "seed": fresh, "games": games or self.settings.games})
        again = compared({name: self.variants[name] for name in (self.first, *wanted)}, settings)
        if self.other is not None:
            add_check(again, self.other.settings.players)
        again.note = f"Chosen after looking at games with seed {self.settings.seed}; measured here on fresh ones."
        return again

    def sentences(self) -> list[str]:
        """Return what the comparison says and does not say, in words."""
        count = self.looks
        said = [one for one in (self.note, self.settings.why) if one]
        together = f"all {count} together" if count > 1 else "this one effect"
        said.append(
            f"Effects are paired differences from {self.first!r} over the same seeds; the intervals hold for {together} "
            f"({self.settings.level:.0%})."
        )
        for first in dict.fromkeys(self.same.values()):
            alike = [column for column in self.columns if self.same[column] == first]
            if len(alike) > 1:
                said.append(f"{listed(alike)} say the same in every game, so they count once.")
        if count > 1 and not self.note:
            said.append(
                "The largest effect is picked after looking, and so on average overstated. Measure it with `confirm()` on "
                "fresh games."
            )
        if any(one.more not in (0, inf) for one in self.effects):
            by = "the difference that matters" if self.settings.matters else "what was found"
            often = f"{POWER:.0%} of cases"
            said.append(f"games_more is how many more games would settle it in {often} if the true effect is {by}.")
        said += [f"{name} could not be played: {reason}" for name, reason in self.failed.items()]
        said += holds_for(self.checks, self.settings.who, self.other.settings.who) if self.other is not None else []
        said += self.warnings
        if not self.checks:
            said.append(ask_for_check(self.settings.who))
        return said

    def head(self) -> str:
        """Return what was compared, in a line."""
        games = next(iter(self.runs.values())).games
        again = f", then with {self.other.settings.who}" if self.other is not None else ""
        how = f"{games} games each with {self.settings.who}{again}, seed {self.settings.seed}"
        return f"{self.variants[self.first].title}: {len(self.runs)} variants, {how}"

    def _tables(self) -> list[pd.DataFrame]:
        return [self.table, self.differences] + ([self.orders] if self.checks else [])

    def __repr__(self) -> str:
        parts = [frame.to_string(index=False) for frame in self._tables()]
        return "\n".join([self.head(), *parts, *self.sentences()])

    def _repr_html_(self) -> str:
        tables = "".join([frame.to_html(index=False) for frame in self._tables()])
        words = "".join([f"<li>{escape(one)}</li>" for one in self.sentences()])
        return f"<p>{escape(self.head())}</p>{tables}<ul>{words}</ul>"


def compare(
    game: Game | type[Game] | Path | str,
    variants: Mapping[str, Rules],
    metric: Any = USUAL,
    players: Players | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    check: Players | None = None,
    matters: float | None = None,
    level: float = LEVEL,
    progress: bool | None = None,
    minutes: float = MINUTES,
    store: str | PathLike[str] | None = None,
) -> Comparison:
    """Compare variants of a game over the same random numbers.

    Game number 17 has the same seed under all rules. Chance draws by purpose, so the same cards come in the same order and the
    same dice fall, even after a decision has come out differently (`lab.simulate(paired=True)` plays these games, too).
    Differences are taken game by game.

    Args:
        game: the rules, or a game's name, that the variants change.
        variants: what each variant changes, by its name: options (``{"threshold": 18}``), phases (``{"respond": MyRespond}`` or
            ``MyRespond`` alone), both, nothing (``{}``), or a loaded game. All others are compared with the first.
        metric: what to measure, one or several: a metric's name, a function of a finished game (`workbench.lab.metrics`), a
            column of the table of games such as ``win_0``, or ``win:random`` for the seats where that player sat. By default:
            how often each seat wins, and how long a game takes.
        players: who plays, as in `lab.simulate`. If you name nobody, the best player of the ladder that is quick enough plays,
            and then the next best as `check`. If the game has no ladder, its reference player plays.
        games: how many games to play of each variant.
        seed: any whole number.
        workers: how many processes, or an executor.
        check: other players, to repeat everything with: would they order the variants differently?
        matters: the smallest difference that matters. It tells a small effect from one that is not decided.
        level: how often all intervals of the effects hold together.
        progress: whether to show a progress bar; None shows one to a person.
        minutes: if you name no players: how long the games of each player may take at most, in minutes of processor time in
            plain Python. More minutes let stronger players play. The cost is told to a person before the games begin.
        store: a folder that keeps the games of each variant as they are finished. The same call continues where an earlier one
            stopped, and other comparisons in the same folder use what they share, such as the unchanged rules.

    Returns:
        the comparison: `table`, `differences`, `warnings`, and `confirm` to check what you chose after looking.

    Raises:
        WorkbenchError: an argument is wrong, or a game could not be finished. A note names the variant, and the error's
            attribute `finished` keeps what was played before: a dict from the variants to their runs.

    >>> from workbench import lab
    >>> found = lab.compare("northwood", {"16 stars": {}, "4 stars": {"threshold": 4}}, "win_0", "random", games=200, seed=1)
    >>> found.effects[0].says, found.effects[0].differing > 0
    ('higher', True)
    """
    game = load(game)
    if not isinstance(variants, Mapping) or len({str(name) for name in variants}) < 2:
        raise WorkbenchError("A comparison needs at least two variants: a dict that maps their names to what they change.")
    made = {str(name): variant_of(game, rules) for name, rules in variants.items()}
    who = choose_players(list(made.values()), players, check, games, workers, progress, minutes)
    settings = Settings(metric, who.players, games, seed, workers, matters, level, progress, who.why, store)
    found = compared(made, settings)
    if who.check is not None:
        add_check(found, who.check)
    return found


def choose_players(
    variants: Sequence[Game],
    players: Players | None,
    check: Players | None,
    games: Any,
    workers: Any,
    progress: bool | None,
    minutes: float,
) -> Chosen:
    """Return who plays some variants, and tell a person what that costs; see `compare` for the arguments."""
    plays = at_least_one("games", games) * len(variants)
    who = chosen(variants, players, check, plays, plays, minutes)
    if check is not None:
        plan_of(variants[0], check, 0, True, False)  # hours of games must not end at a name that nobody has
    tell_cost(who, variants[0], plays, plays, workers, progress)
    return who


def variant_of(game: Game, rules: Rules) -> Game:
    """Return the rules of a variant.

    Args:
        game: the rules that it changes.
        rules: the changes, as you name them.

    Raises:
        WorkbenchError: these are not changes of a game, or an option or phase does not fit.

    >>> variant_of(load("northwood", fiefs=8), {"threshold": 12})
    <For Northwood! for 1 player, threshold=12>
    """
    if isinstance(rules, Game):
        return rules
    if isinstance(rules, Phase) or (isinstance(rules, type) and issubclass(rules, Phase)):
        rules = {rules.name: rules}
    if rules is not None and not isinstance(rules, Mapping):
        raise WorkbenchError(f"A variant must be a dict of options or phases, a phase, or a loaded game, not {quoted(rules)}.")
    options, phases = dict(game.options.changed()), dict(game.given_phases)
    for name, value in (rules or {}).items():
        if isinstance(value, Phase) or (isinstance(value, type) and issubclass(value, Phase)):
            phases[name] = value
        else:
            options[name] = value
    return type(game)(options, game.players, phases)


def compared(variants: dict[str, Game], settings: Settings, spare: bool = False) -> Comparison:
    """Play all variants and compare them with the first.

    Args:
        variants: the rules by name.
        settings: how to play them.
        spare: whether to leave out a variant that cannot be played and note the reason; otherwise it raises an error.
    """
    first = next(iter(variants))
    check_settings(variants[first], settings)
    runs, failed = played(variants, settings, spare)
    if len(runs) < 2 or first not in runs:
        raise WorkbenchError(
            "There is nothing to compare: fewer than two variants were played to the end."
            + "".join([f" {name}: {reason}" for name, reason in failed.items()])
            + ("" if failed else go_on(settings))
        )
    made = Comparison(settings, variants, runs, columns_of(runs[first], settings.metric), (), failed=failed)
    assess(made)
    return made


def assess(made: Comparison) -> None:
    """Fill in what the games of a comparison show: the effects, what to know about them, and whether all was played."""
    made.same = same_columns(made.runs, made.columns)
    made.effects = effects_of(made)
    made.warnings = warnings_of(made)
    made.whole = len(made.runs) + len(made.failed) == len(made.variants)


def check_settings(game: Game, settings: Settings) -> None:
    """Check how to play and measure before any game is played, so that no long run ends at a wrong name.

    Args:
        game: the rules of the first variant.
        settings: how to play and measure.

    Raises:
        WorkbenchError: a setting is wrong, or there is no such metric or column.
    """
    checked_level(settings.level)
    matters: Any = settings.matters  # untyped, so that a wrong one gets its message
    if matters is not None and (isinstance(matters, bool) or not isinstance(matters, Real) or not float(matters) > 0):
        raise WorkbenchError(f"matters must be a number above 0, or None, not {quoted(matters)}.")
    plan_of(game, settings.players, settings.seed, True, False)
    measures_of(game, settings.metric)
    wanted = [one for one in as_list(settings.metric) if isinstance(one, str)]
    by_seat = [f"{what}_{seat}" for what in MEASURED_BY_SEAT for seat in range(game.players)]
    known = {"decisions", *MEASURED_BY_SEAT, *by_seat, *metrics_of(game)}
    if known.issuperset(wanted):
        return
    # what else a game tells (`Game.facts`), and who sat where, shows only in a finished game, so one is played
    try:
        row = simulate(game, settings.players, 1, settings.seed, metrics=measures_of(game, settings.metric), progress=False)
    except WorkbenchError:
        return  # the run itself says what is wrong with the rules or players
    columns_of(row, settings.metric)


def played(variants: Mapping[str, Game], settings: Settings, spare: bool) -> tuple[dict[str, Runs], dict[str, str]]:
    """Play every variant over the same seeds, with one crew of workers for all.

    Returns:
        the games of each variant, and the reason for each variant that could not be played. After an interrupt, only the
        variants that were played to the end.
    """
    games = at_least_one("games", settings.games)
    runs: dict[str, Runs] = {}
    failed: dict[str, str] = {}
    with crew_of(settings.workers) as crew, progress_bar(games * len(variants), settings.progress) as advance:
        for name, game in variants.items():
            try:
                plan, labels = plan_of(game, settings.players, settings.seed, True, True)
                plan = replace(plan, metrics=measures_of(game, settings.metric))
                found = run_paired(plan, labels, games, crew, settings.store, name)
            except WorkbenchError as fault:
                if not spare:
                    fault.add_note(f"This was in the variant {name!r}.")
                    fault.finished = {**runs, **({} if fault.finished is None else {name: fault.finished})} or None
                    raise
                failed[name] = str(fault).partition("\n")[0]
                continue
            if found.games < found.wanted:
                print(f"{len(runs)} of {len(variants)} variants were played to the end and are kept.{go_on(settings)}")
                break
            runs[name] = found
            advance(games)
    return runs, failed


def go_on(settings: Settings) -> str:
    """Return how to go on after an interrupt, as a sentence to append; empty if no games are stored."""
    return "" if settings.store is None else " The same call continues from there."


@contextmanager
def crew_of(workers: int | Executor | Crew) -> Iterator[int | Executor | Crew]:
    """Yield one crew for many runs, because processes take a moment to start."""
    if workers == 1 or isinstance(workers, Crew) or hasattr(workers, "submit"):
        yield workers
        return
    crew = Crew(at_least_one("workers", workers, MOST_WORKERS, " or an executor"))
    finished = False
    try:
        yield crew
        finished = True
    finally:
        crew.dismiss(finished)


# -- what is measured --------------------------------------------------------------------------------------------------


def as_list(metric: Any) -> list[Any]:
    """Return the things to measure, as a list.

    Raises:
        WorkbenchError: it names nothing to measure.
    """
    if isinstance(metric, Mapping):
        return [{name: one} for name, one in metric.items()]
    if isinstance(metric, str) or callable(metric):
        return [metric]
    if not isinstance(metric, Iterable) or not (found := list(metric)):
        raise WorkbenchError(f"metric must be a name, a function of a finished game, or a list of these, not {quoted(metric)}.")
    return found


def measures_of(game: Game, metric: Any) -> dict[str, Metric]:
    """Return the metrics to take of each game, except for columns that the table of games has anyway."""
    found: dict[str, Metric] = {}
    known: dict[str, Metric] = {}
    for one in as_list(metric):
        if isinstance(one, str):
            known = known or metrics_of(game)
            name = one.partition(":")[0]
            name = name if name in known else name.rpartition("_")[0]
            if name in known:
                found[name] = known[name]
        else:
            found |= metrics_named(game, one)
    return found


def columns_of(runs: Runs, metric: Any) -> tuple[str, ...]:
    """Return the columns to compare.

    Raises:
        WorkbenchError: there is no such metric or column, or it holds no numbers.
    """
    there = list(runs.table.columns)
    found: list[str] = []
    for one in as_list(metric):
        names = [one] if isinstance(one, str) else [*metrics_named(runs.game, one)]
        for name in names:
            base, _, player = name.partition(":")
            seats = [column for column in there if column.rpartition("_")[0] == base and column.rpartition("_")[2].isdigit()]
            if player:
                if player not in runs.players or not seats:
                    raise UnknownNameError(
                        f"{quoted(name)} is not a column by seat and a player's name, such as 'win:{runs.players[0]}'."
                    )
                found.append(name)
            elif name in there:
                found.append(name)
            elif seats:
                found += seats
            else:
                known = [*metrics_of(runs.game), *[column for column in there if column not in runs.metrics]]
                there_is = ", ".join(known)
                raise UnknownNameError(
                    f"There is no metric {quoted(name)} for {runs.game.name}.{nearest(name, known)} Available: {there_is}."
                )
    for name in found:
        if ":" not in name and runs.table[name].dtype.kind not in "biuf":
            raise WorkbenchError(f"The column {quoted(name)} holds no numbers. For the end of games, use `lab.ended_by`.")
    return tuple(dict.fromkeys(found))


def values_of(runs: Runs, column: str) -> list[float]:
    """Return one number per game; nan if a metric says nothing about it."""
    base, _, player = column.partition(":")
    if not player:
        return [float(value) for value in runs.table[column].tolist()]
    seats = range(runs.game.players)
    sat = [runs.table[f"player_{seat}"] == player for seat in seats]
    total = sum(runs.table[f"{base}_{seat}"].where(sat[seat], 0.0) for seat in seats)
    return [float(value) for value in (total / sum(one.astype(float) for one in sat)).tolist()]


def estimate_of(values: Sequence[float]) -> Estimate:
    """Return the mean of the known values, as a share if every value is 0 or 1.

    >>> print(estimate_of([0, 1, 1, nan]))
    66.7% (20.8% to 93.9%, n = 3, Wilson 95%)
    """
    known = [value for value in values if not isnan(value)]
    if not known:
        return Estimate(nan, nan, nan, 0, "nothing known")
    return share(sum(known), len(known)) if set(known) <= {0.0, 1.0} else mean(known)


def same_columns(runs: Mapping[str, Runs], columns: Sequence[str]) -> dict[str, str]:
    """Return, for each column, the first one that says the same in every game of every run."""
    return told_apart({column: [value for one in runs.values() for value in values_of(one, column)] for column in columns})


# -- effects -----------------------------------------------------------------------------------------------------------


def effects_of(made: Comparison) -> tuple[Effect, ...]:
    """Return the effects of every variant on every metric, corrected for their number."""
    settings, first = made.settings, made.runs[made.first]
    pairs = [(column, name) for column in made.columns for name in made.runs if name != made.first]
    level = level_for_all(made.looks, settings.level)
    found = []
    for column, name in pairs:
        both = paired(values_of(first, column), values_of(made.runs[name], column))
        if len(both) < 2:
            nothing = Estimate(nan, nan, nan, len(both), "nothing known")
            found.append(Difference(nothing, 1.0, 0, 0.0, nan))
        else:
            found.append(difference([one for one, _ in both], [other for _, other in both], level))
    ps = corrected([one.p for one in found], made.looks)
    differing = {name: games_that_differ(first, runs) for name, runs in made.runs.items()}
    effects = []
    for (column, name), one, p in zip(pairs, found, ps, strict=True):
        says = verdict(one, p, settings)
        effects.append(Effect(column, name, one, p, differing[name], says, games_more(one, says, level, settings)))
    return tuple(effects)


def paired(first: Sequence[float], second: Sequence[float]) -> list[tuple[float, float]]:
    """Return the pairs in which both numbers are known."""
    return [(one, other) for one, other in zip(first, second, strict=True) if not (isnan(one) or isnan(other))]


def games_that_differ(first: Runs, second: Runs) -> int:
    """Return in how many games anything came out differently: a score, a return, the length or the end."""
    columns = ["decisions", "ending"]
    seats = min(first.game.players, second.game.players)
    columns += [f"{what}_{seat}" for what in ("score", "return") for seat in range(seats)]
    one, other = [list(runs.table[columns].itertuples(index=False, name=None)) for runs in (first, second)]
    return sum([a != b for a, b in zip(one, other, strict=True)])


def verdict(found: Difference, p: float, settings: Settings) -> str:
    """Return what an effect says."""
    one = found.estimate
    if p < 1 - settings.level:
        return HIGHER if one.value > 0 else LOWER
    if settings.matters is not None and -settings.matters < one.low and one.high < settings.matters:
        return SMALL
    return OPEN if found.differing else SAME


def games_more(found: Difference, says: str, level: float, settings: Settings) -> float:
    """Return about how many more games would settle it, rounded up to two digits."""
    if says in (HIGHER, LOWER, SMALL):
        return 0
    if says == SAME:
        return inf
    needed = games_needed(settings.matters or found.estimate.value, found.deviation, level)
    n = found.estimate.n
    return two_digits(needed - n if needed > n else n)


def two_digits(number: float) -> float:
    """Round a large number up to its first two digits.

    >>> two_digits(4317), two_digits(7), two_digits(inf)
    (4400, 7, inf)
    """
    if number in (0, inf):
        return number
    unit = 10 ** max(0, floor(log10(number)) - 1)
    return int(-(-number // unit) * unit)


def rounded(*numbers: float) -> tuple[float, ...]:
    """Round numbers for a table."""
    return tuple([round(number, 4) for number in numbers])


# -- what a reader should know -----------------------------------------------------------------------------------------


def clauses_changed(first: Game, other: Game) -> frozenset[str]:
    """Return the clauses that differ between two variants of a game, by options or replaced phases.

    >>> sorted(clauses_changed(load("northwood"), load("northwood", threshold=12)))
    ['NW-END-3', 'NW-OBJ-3', 'NW-RULING-39']
    """
    book = first.rulebook if (first.folder / "rulebook.md").exists() else ()  # a game made in a notebook may have none
    found: set[str] = set()
    for name, value in first.options.items():
        if other.options.get(name, value) != value:
            found.add(first.options.options[name].clause)
            found.update([clause.id for clause in book if name in clause.options])
    for name, phase in first.phases.items():
        if name in other.phases and type(other.phases[name]) is not type(phase):
            found.update(other.phases[name].clauses)
    for ruling in book:
        found.update(ruling.serves if isinstance(ruling, Ruling) and ruling.id in found else ())
    return frozenset(found)


def same_rules(first: Game, other: Game) -> bool:
    """Return whether two variants of a game have the same options and phases.

    >>> same_rules(load("northwood"), load("northwood", threshold=16)), same_rules(load("nim"), load("nim", last="loses"))
    (True, False)
    """
    return dict(first.options) == dict(other.options) and first.given_phases == other.given_phases


def tellable(game: Game) -> frozenset[str]:
    """Return the clauses that some event of a game can name, whether or not its rulebook has them."""
    return frozenset([clause for kind in game.kinds() for clause in kind.all_clauses])


def fired(runs: Runs) -> dict[str, int]:
    """Return how often each clause fired."""
    return {} if runs.clauses is None else dict(zip(runs.clauses["clause"], map(int, runs.clauses["times"]), strict=True))


def warnings_of(made: Comparison) -> list[str]:
    """Return a warning for each variant that the players never use, or that changes nothing."""
    first, said = made.variants[made.first], []
    who, can = made.settings.who, tellable(first)
    for name, runs in made.runs.items():
        if name == made.first:
            continue
        game = made.variants[name]
        if game.name != first.name or game.players != first.players:
            said.append(f"{name} is another game than {made.first} or has other seats: only their seeds are the same.")
            continue
        said += [f"{name}: {one}" for one in [*guesses_of(game, first, made.settings.players), *wishes_overruled(runs)]]
        changed = clauses_changed(first, game)
        heard = changed & (can | tellable(game))
        used = sorted([clause for clause in heard if fired(made.runs[made.first]).get(clause) or fired(runs).get(clause)])
        differ = games_that_differ(made.runs[made.first], runs)
        named = ", ".join(sorted(heard)) or ", ".join(sorted(changed)) or "what it changes"
        if same_rules(first, game):
            said.append(f"{name}: its rules are those of {made.first}, so no game can come out differently.")
        elif heard and not used and not differ:
            said.append(
                f"{name}: {who} never used the rule in {runs.games} games: none of its clauses ({named}) fired. This "
                "comparison says nothing about it; try other players."
            )
        elif not differ:
            how = "No event shows whether the rule was used" if not heard else "Its clauses fired"
            most = f"at most {share(0, runs.games).high:.2%} of all games would (95%)"
            said.append(
                f"{name}: {how} ({named}), but none of {runs.games} games with {who} came out differently. So {most}."
            )
    return said


def guesses_of(game: Game, first: Game, players: Players) -> list[str]:
    """Return a sentence for each player that judges a changed rule as printed, or has not learnt it.

    Args:
        game: the rules of a variant.
        first: the rules that it is compared with.
        players: who plays.
    """
    told = [said for one in each_of(players) for said in (judged_as_printed(game, one), out_of_practice(game, first, one))]
    return [said for said in told if said]


def wishes_overruled(runs: Runs) -> list[str]:
    """Return a sentence for the players that changed phases kept from doing what they wanted in the first games of a run.

    These games are played once more for it, so only quick players are asked.
    """
    plan = runs.plan
    if not plan.game.changed_phases or not all(getattr(kind, "quick", False) for kind in plan.players):
        return []
    found: dict[str, set[str]] = {}
    for number in range(min(LOOKED_INTO, runs.games)):
        with suppress(WorkbenchError):  # a player of your own that does not play the same game twice
            for player in players_after(plan, number):
                found.setdefault(player_title(type(player)), set()).update(getattr(player, "overruled", ()))
    alike: dict[tuple[str, ...], list[str]] = {}
    for title, forbidden in found.items():
        alike.setdefault(tuple(sorted(forbidden)), []).append(title)
    return [
        f"{listed(titles)} wanted what the changed rules forbid in {listed([repr(phase) for phase in phases])}, and took the "
        "first legal move instead."
        for phases, titles in alike.items()
        if phases
    ]


def add_check(made: Comparison, players: Players) -> None:
    """Repeat a comparison with other players, and add how the effects differ.

    After an interrupt nobody plays on, and a warning says so. If these players have nothing to compare, a warning says why: no
    result is lost for it.
    """
    settings = Settings(**{**vars(made.settings), "players": players})
    if not made.whole:
        made.warnings.append(f"It was stopped before {settings.who} played.")
        return
    try:
        other = compared({name: made.variants[name] for name in made.runs}, settings, spare=True)
    except WorkbenchError as fault:
        made.warnings.append(f"With {settings.who}: {fault}")
        made.whole = False
        return
    made.whole = other.whole
    theirs = {(one.metric, one.variant): one for one in other.effects}
    # two gaps say the same only if their columns do so with both groups of players
    apart = {(made.same[column], other.same[column]) for column in other.columns}
    level = level_for_all(max(1, len(apart) * (len(other.runs) - 1)), settings.level)
    checks = []
    for one in made.effects:
        again = theirs.get((one.metric, one.variant))
        if again is None:
            continue
        mine, theirs_too = [
            [
                after - before
                for before, after in zip(
                    values_of(whole.runs[whole.first], one.metric), values_of(whole.runs[one.variant], one.metric), strict=True
                )
            ]
            for whole in (made, other)
        ]
        checks += check_of(one, again, mine, theirs_too, level)
    made.checks, made.other = tuple(checks), other
    made.warnings += contradictions(checks, made.settings.who, settings.who)
    made.warnings += [f"With {settings.who}: {sentence}" for sentence in other.warnings]


def check_of(one: Effect, again: Effect, mine: Sequence[float], theirs: Sequence[float], level: float) -> list[Check]:
    """Compare an effect with the same effect with other players, if two games or more have both.

    Args:
        one: with the first players.
        again: with the others.
        mine: the effect in each game of the first players; nan if a metric says nothing.
        theirs: the effect in the same games of the others.
        level: how often the interval of the gap should hold.
    """
    both = paired(mine, theirs)
    if len(both) < 2:
        return []
    gap = difference([a for a, _ in both], [b for _, b in both], level)
    decided = {one.says, again.says}
    apart = gap.estimate.low > 0 or gap.estimate.high < 0
    says = "same order" if decided in ({HIGHER}, {LOWER}) else "differ in size" if apart else OPEN
    says = "opposite order" if decided == {HIGHER, LOWER} else says
    return [Check(one.metric, one.variant, one, again, gap, says)]


def contradictions(checks: Sequence[Check], who: str, others: str) -> list[str]:
    """Return a sentence for each effect that goes the other way with other players."""
    return [
        f"{one.variant}: {one.metric} is {one.first.says} with {who}, but {one.other.says} with {others}: "
        "what this rule does depends on the players."
        for one in checks
        if one.says == "opposite order"
    ]


def orders_of(checks: Sequence[Check], who: str, others: str) -> pd.DataFrame:
    """Return checks as a frame: the effect with either group of players, the gap, and what that says."""
    rows = [
        (
            one.metric,
            one.variant,
            one.gap.estimate.n,
            *rounded(*[number for side in (one.first, one.other) for number in ends_of(side.estimate)]),
            *rounded(*ends_of(one.gap.estimate)),
            one.says,
        )
        for one in checks
    ]
    sides = [f"{name}{end}" for name in (who, others) for end in ("", " low", " high")]
    head = ["metric", "variant", "n", *sides, "gap", "low", "high", "says"]
    frame: pd.DataFrame = package("pandas", "A table").DataFrame(rows, columns=head)
    return frame


def holds_for(checks: Sequence[Check], who: str, others: str) -> list[str]:
    """Return for whom each certain effect holds, in sentences; effects that go the other way are among `contradictions`.

    Args:
        checks: the effects with either group of players.
        who: the first players.
        others: the others.
    """
    certain = (HIGHER, LOWER)
    groups: dict[str, list[str]] = {}
    for one in checks:
        sides = (one.first.says in certain, one.other.says in certain)
        if one.says == "opposite order" or not any(sides):
            continue
        holds = f"{who} and with {others}" if all(sides) else f"{who} only" if sides[0] else f"{others} only"
        says = one.first.says if sides[0] else one.other.says
        groups.setdefault(holds, []).append(f"{one.metric} is {says} in {one.variant!r}")
    said = [f"With {holds}: {'; '.join(effects)}." for holds, effects in groups.items()]
    nothing = not said and not contradictions(checks, who, others)
    return [f"No effect is certain with {who} or with {others}."] if nothing else said


def ends_of(one: Estimate) -> tuple[float, float, float]:
    """Return a value and both ends of its interval."""
    return one.value, one.low, one.high


def ask_for_check(who: str) -> str:
    """Return the advice to repeat a comparison with other players."""
    return (
        f"Only {who} played. Would other players order the variants the same way? To repeat this with another player, use "
        "`check=`."
    )


