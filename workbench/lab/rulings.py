"""Which unclear rule matters most: every switch of a game turned one at a time, and what each changes."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.options import Choice, Option, show
from workbench.core.outside import quoted
from workbench.core.registry import load
from workbench.core.rulebook import Ruling
from workbench.lab.compare import USUAL, Comparison, Effect, Players, Settings, add_check, compared, variant_of
from workbench.lab.extras import package
from workbench.lab.statistics import LEVEL

if TYPE_CHECKING:
    import pandas as pd

AS_IT_IS: Final = "as it is"
"""The name of the rules that nothing is changed in."""


class Switch(NamedTuple):
    """One reading of an unclear rule other than the one in force.

    Attributes:
        ruling: the clause that settles the question.
        question: what the rules leave open.
        option: the option that switches it.
        value: the reading's value.
    """

    ruling: str
    question: str
    option: str
    value: Any


@dataclass(repr=False)
class Rulings(Comparison):
    """Every reading of every unclear rule against the rules as they are.

    Attributes:
        switches: for each variant what it switches.
        skipped: the readings that cannot be played with these options or players, with the reason.
    """

    switches: dict[str, Switch] = None  # type: ignore[assignment]
    skipped: dict[str, str] = None  # type: ignore[assignment]

    def ranked(self, column: str = "") -> list[Effect]:
        """The effects on one metric, the largest first, whatever its sign.

        Args:
            column: the metric; the first one unless it is named.
        """
        wanted = column or self.columns[0]
        return sorted([one for one in self.effects if one.metric == wanted], key=lambda one: -one.size)

    @property
    def tornado(self) -> pd.DataFrame:
        """A row a reading, the largest effect first: the ruling, its option and value, effect, interval, and what that says."""
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
        """The readings of which these players had no game come out differently."""
        return [name for name in self.runs if name != self.first and not self._differing(name)]

    def sentences(self) -> list[str]:
        """What the study says and does not say, in words."""
        said = super().sentences()
        said += [f"{name} was left out: {reason}" for name, reason in self.skipped.items()]
        looked_at = {one.option for one in self.switches.values()}
        left = [name for name in numbers_of(self.variants[self.first]) if name not in looked_at]
        if left:
            said.append(f"Numbers of which no reading names another value are for `lab.sweep`: {', '.join(left)}.")
        return said

    def _differing(self, name: str) -> int:
        return max([one.differing for one in self.effects if one.variant == name], default=0)

    def _tables(self) -> list[pd.DataFrame]:
        return [self.tornado.drop(columns="question")] + ([self.orders] if self.checks else [])


def switches_of(game: Game, only: Iterable[str] | None = None) -> dict[str, Switch]:
    """Every reading of every unclear rule that an option switches, but for the one in force.

    Args:
        game: the rules as they are.
        only: the options to look at; None for all that serve a ruling, but for numbers of which no reading names another value.

    Raises:
        UnknownNameError: no ruling is switched by an option of that name.

    >>> list(switches_of(load("northwood"), ["nontrump_scoring"]))
    ['nontrump_scoring=never']
    """
    rulings = {ruling.option: ruling for ruling in reversed(game.rulebook.rulings) if ruling.option}
    wanted = list(rulings) if only is None else [only] if isinstance(only, str) else list(only)
    for name in wanted:
        if name not in rulings:
            raise UnknownNameError(f"No ruling is switched by {quoted(name)}.{nearest(name, sorted(rulings))}")
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
    """The values that the readings of a ruling name; none where it is about a number of which no reading names another.

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
    """The options of rulings about a number of which no reading names another value: they are for `lab.sweep`.

    >>> numbers_of(load("northwood"))
    ['stars', 'threshold', 'scenario']
    """
    rulings = [ruling for ruling in game.rulebook.rulings if ruling.option]
    return [one.option for one in rulings if one.option and not values_of_readings(one, game.options.options[one.option])]


def rulings(
    game: Game | type[Game] | str,
    metric: Any = USUAL,
    players: Players = "scripted",
    games: int = 1000,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    only: Iterable[str] | None = None,
    check: Players | None = None,
    matters: float | None = None,
    level: float = LEVEL,
    progress: bool | None = None,
) -> Rulings:
    """Turn every switch of a game one at a time: which unclear rule matters most, for these players and this metric?

    Each reading is played over the same seeds as the rules as they are. An effect is what it changes with everything else at
    its default; two readings that change little each may still change much together.

    Args:
        game: the rules as they are, or a game's name. Phases that are replaced in it stay replaced.
        metric: what to measure, as in `lab.compare`.
        players: who plays.
        games: how many games each reading is played.
        seed: any whole number.
        workers: how many processes, or an executor.
        only: the options to look at; None for all that serve a ruling. A ruling about a number of which no reading names
            another value is looked at only if it is named here, or better by `lab.sweep`.
        check: other players, with whom everything is repeated.
        matters: the smallest difference that matters.
        level: how often all intervals together hold.
        progress: whether to show a progress bar; None shows one to a person.

    Returns:
        a comparison with the readings ranked: `tornado`, `never_used`, `confirm`.

    Raises:
        WorkbenchError: an argument is wrong, or there is nothing to switch.

    >>> from workbench import lab
    >>> found = lab.rulings("northwood", "score_0", "random", games=40, seed=1, only=["nontrump_scoring", "rules_lawyer"])
    Traceback (most recent call last):
    ...
    workbench.core.errors.UnknownNameError: No ruling is switched by 'rules_lawyer'.
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
        raise WorkbenchError(f"{game.title} has no unclear rule to switch here.")
    settings = Settings(metric, players, games, seed, workers, matters, level, progress)
    found = compared(variants, settings, spare=True)
    ranked = Rulings(**vars(found), switches=switches, skipped=skipped)
    if check is not None:
        add_check(ranked, check)
    return ranked
