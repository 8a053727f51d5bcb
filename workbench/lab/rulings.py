"""Find the unclear rules that matter most: change one reading at a time, and measure what each changes."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.options import Choice, Option, show
from workbench.core.outside import quoted
from workbench.core.registry import load
from workbench.core.rulebook import Ruling
from workbench.lab.compare import USUAL, Comparison, Effect, Settings, add_check, choose_players, compared, variant_of
from workbench.lab.cost import MINUTES, Players
from workbench.lab.statistics import LEVEL

if TYPE_CHECKING:
    import pandas as pd

AS_IT_IS: Final = "as it is"
"""The name of the unchanged rules."""


class Switch(NamedTuple):
    """One reading of an unclear rule other than the one in force.

    Attributes:
        ruling: the clause that settles the question.
        question: what the rules leave open.
        option: the option that selects a reading.
        value: the value of the option for this reading.
    """

    ruling: str
    question: str
    option: str
    value: Any


@dataclass(repr=False)
class Rulings(Comparison):
    """Every reading of every unclear rule, compared with the rules as they are. `rulings` returns it.

    Attributes:
        switches: what each variant switches, by name.
        skipped: the readings that cannot be played with these options or players, with the reason.
    """

    switches: dict[str, Switch] = None  # type: ignore[assignment]
    skipped: dict[str, str] = None  # type: ignore[assignment]

    def ranked(self, column: str = "") -> list[Effect]:
        """Return the effects on one metric, up or down, with the largest first.

        Args:
            column: the metric; by default the first one.
        """
        wanted = column or self.columns[0]
        return sorted([one for one in self.effects if one.metric == wanted], key=lambda one: -one.size)

    @property
    def tornado(self) -> pd.DataFrame:
        """One row per reading, the largest effect first, with its ruling, option, value, effect and interval."""
        rows = [
            (
                one.metric,
                self.switches[one.variant].ruling,
                self.switches[one.variant].option,
                show(self.switches[one.variant].value),
                one.estimate.n,
                round(one.estimate.value, 4),
                round(one.estimate.low, 4),
                round(one.estimate.high, 4),
                one.differing,
                one.says,
                None if one.more == inf else int(one.more),
                self.switches[one.variant].question,
            )
            for column in self.columns
            for one in self.ranked(column)
        ]
        head = ["metric", "ruling", "option", "reading", "n", "effect", "low", "high"]
        head += ["games_differ", "says", "games_more", "question"]
        frame: pd.DataFrame = package("pandas", "A table").DataFrame(rows, columns=head)
        return frame.astype({"games_more": "Int64"})

    def never_used(self) -> list[str]:
        """Return the readings that changed no game of these players."""
        return [name for name in self.runs if name != self.first and not self._differing(name)]

    def sentences(self) -> list[str]:
        """Return what the study says and does not say, in words."""
        said = super().sentences()
        said += [f"{name} was left out: {reason}" for name, reason in self.skipped.items()]
        looked_at = {one.option for one in self.switches.values()}
        left = [name for name in numbers_of(self.variants[self.first]) if name not in looked_at]
        if left:
            said.append(f"No reading gives another value for these numbers; use `lab.sweep` for them: {', '.join(left)}.")
        return said

    def _differing(self, name: str) -> int:
        return max([one.differing for one in self.effects if one.variant == name], default=0)

    def _tables(self) -> list[pd.DataFrame]:
        return [self.tornado.drop(columns="question")] + ([self.orders] if self.checks else [])


def switches_of(game: Game, only: Iterable[str] | None = None) -> dict[str, Switch]:
    """Return every reading that an option can select, except those in force.

    Args:
        game: the rules as they are.
        only: the options to look at; None for those of all rulings, except numbers without another value in a reading.

    Raises:
        UnknownNameError: no ruling depends on an option of that name.

    >>> list(switches_of(load("northwood"), ["nontrump_scoring"]))
    ['nontrump_scoring=never']
    """
    rulings = {ruling.option: ruling for ruling in reversed(game.rulebook.rulings) if ruling.option}
    wanted = list(rulings) if only is None else [only] if isinstance(only, str) else list(only)
    for name in wanted:
        if name not in rulings:
            raise UnknownNameError(f"No ruling depends on an option {quoted(name)}.{nearest(name, sorted(rulings))}")
    found = {}
    for name, option in game.options.options.items():
        if name in wanted:
            values = values_of_readings(rulings[name], option)
            if not values and only is not None:
                values = list(option.allowed.samples())
            for value in values:
                if value != game.options[name]:
                    found[f"{name}={show(value)}"] = Switch(rulings[name].id, rulings[name].question, name, value)
    return found


def values_of_readings(ruling: Ruling, option: Option) -> list[Any]:
    """Return the values of a ruling's readings; an empty list for a number without another value.

    >>> game = load("northwood")
    >>> values_of_readings(game.rulebook["NW-RULING-1"], game.options.options["nontrump_scoring"])
    ['same_suit_higher', 'never']
    """
    found = []
    for reading in ruling.readings:
        with suppress(ValueError):
            if reading.value is not None:
                value: object = int(reading.value) if isinstance(option.default, int) else reading.value
                found.append(option.allowed.check(value))
    if len(found) > 1:
        return found
    return list(option.allowed.samples()) if isinstance(option.allowed, Choice) else []


def numbers_of(game: Game) -> list[str]:
    """Return the options for `lab.sweep`: numbers in rulings for which no reading gives another value.

    >>> numbers_of(load("northwood"))
    ['stars', 'threshold', 'scenario']
    """
    rulings = [ruling for ruling in game.rulebook.rulings if ruling.option]
    return [one.option for one in rulings if one.option and not values_of_readings(one, game.options.options[one.option])]


def rulings(
    game: Game | type[Game] | Path | str,
    metric: Any = USUAL,
    players: Players | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    only: Iterable[str] | None = None,
    check: Players | None = None,
    matters: float | None = None,
    level: float = LEVEL,
    progress: bool | None = None,
    minutes: float = MINUTES,
    store: str | PathLike[str] | None = None,
) -> Rulings:
    """Change one reading at a time, to find the unclear rules that matter most for a metric.

    Each reading is played over the same seeds as the unchanged rules. Its effect is what it changes while everything else stays
    the same. Two readings that change little each may still change much together.

    Args:
        game: the rules as they are, or a game's name. Its replaced phases stay replaced.
        metric: what to measure, as in `lab.compare`.
        players: who plays; if you name nobody, the two best players of the ladder that are quick enough, as in `lab.compare`.
        games: how many games to play with each reading.
        seed: any whole number.
        workers: how many processes, or an executor.
        only: the options to look at; None for those of all rulings. If no reading gives another value for a number, name it
            here, or better use `lab.sweep`.
        check: other players, to repeat everything with.
        matters: the smallest difference that matters.
        level: how often all intervals together hold.
        progress: whether to show a progress bar; None shows one to a person.
        minutes: if you name no players: how long the games of each player may take at most, as in `lab.compare`.
        store: a folder that keeps the games, as in `lab.compare`; the same call continues there.

    Returns:
        a comparison that ranks the readings: `tornado`, `never_used`, `confirm`.

    Raises:
        WorkbenchError: an argument is wrong, or the game has no unclear rule with an option.

    >>> from workbench import lab
    >>> found = lab.rulings("northwood", "score_0", "random", games=40, seed=1, only=["nontrump_scoring", "rules_lawyer"])
    Traceback (most recent call last):
    ...
    workbench.core.errors.UnknownNameError: No ruling depends on an option 'rules_lawyer'.
    >>> found = lab.rulings("northwood", "score_0", "random", games=40, seed=1, only=["nontrump_scoring"])
    >>> found.ranked()[0].variant
    'nontrump_scoring=never'
    """
    game = load(game)
    switches = switches_of(game, only)
    variants, skipped = {AS_IT_IS: game}, {}
    for name, switch in switches.items():
        try:
            variants[name] = variant_of(game, {switch.option: switch.value})
        except WorkbenchError as fault:
            skipped[name] = str(fault)
    if len(variants) < 2:
        raise WorkbenchError(f"{game.title} has no unclear rule that you can switch here.")
    who = choose_players(list(variants.values()), players, check, games, workers, progress, minutes)
    settings = Settings(metric, who.players, games, seed, workers, matters, level, progress, who.why, store)
    found = compared(variants, settings, spare=True)
    ranked = Rulings(**vars(found), switches=switches, skipped=skipped)
    if who.check is not None:
        add_check(ranked, who.check)
    return ranked
