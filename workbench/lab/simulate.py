"""Many games at once, in one process or many, in one table. The same seed always gives the same games."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from html import escape
from inspect import signature
from math import ceil
from os import PathLike
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from workbench.core import savefile
from workbench.core.errors import IllegalActionError, PlayerError, UnknownNameError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.interrupts import interrupts_deferred
from workbench.core.match import Match, checked_seed
from workbench.core.outside import quoted, told, whole_number
from workbench.core.played import DECISIONS, EVENTS, Metric
from workbench.core.player import FunctionPlayer, Player, Seated, player_title
from workbench.core.random import Random
from workbench.core.registry import candidates_of, game_class, load
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.lab.crew import Crew
from workbench.lab.metrics import Metrics, metrics_named
from workbench.lab.statistics import Estimate, mean, quantile, share
from workbench.lab.store import Store, folder_of, read_about
from workbench.worker.batch import Batch, Fault, Plan, each_game, pack, replay_actions, seed_of
from workbench.worker.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    import pandas as pd

    from workbench.core.state import View

BATCH_SECONDS: Final = 0.3
"""How long a batch should take: long compared with the cost of sending it, short enough for an interrupt."""
MOST_GAMES: Final = 10**9
MOST_WORKERS: Final = 1000
MOST_SECONDS: Final = 10**6
"""More than eleven days."""
OLDER_NAMES: Final = {"most_decisions": "decisions", "decision_seconds": "decision_seconds", "game_seconds": "game_seconds"}
"""What was an argument of `simulate` until version 0.1, and its name in `Limits`."""


class OlderLimits(TypedDict, total=False):
    """The arguments of `simulate` that have become parts of its `limits`."""

    most_decisions: int
    decision_seconds: float | None
    game_seconds: float | None


class Runs:
    """The games of a run. `simulate` returns it.

    Attributes:
        plan: everything that defines the games.
        game: the rules they were played under.
        players: the names of the players, in the order they were given; each is unique.
        seed: the run's seed.
        games: how many games are in the table.
        wanted: how many were asked for; more than `games` after an interrupt.
        table: one row per game: its number and seed; for each seat the player, score, return and win (1 for the best return
            above 0, shared among equals); the number of decisions; why the game ended; what else the game tells (`Game.facts`).
        clauses: one row per clause that fired: how often, and in how many games; None unless asked for.
        failed: one row per game that could not be finished (with ``on_error="keep"``): its number and seed, the kind of fault,
            and what happened in a sentence; `match` returns the game up to the decision before.
        metrics: what else was measured, by name; each has a column of the table, or one per seat.
        decisions: one row per decision: the game, its number in it, the seat, the phase, how many actions were legal, which was
            chosen, and the scores before it; None unless ``rows`` asked for it. `lab.dataset` makes a data set of them, with
            what each seat knew.
        events: one row per event: the game, the decision that caused it, the seat, its kind, its clause and its fields;
            None unless ``rows`` asked for it. `happened` returns those of one kind with a column for each field.
    """

    def __init__(
        self, plan: Plan, labels: tuple[str, ...], wanted: int, batch: Batch, table: pd.DataFrame | None = None
    ) -> None:
        self.plan = plan
        self._labels = labels
        self.game = plan.game
        self.seed = plan.seed
        self.wanted = wanted
        self.table: pd.DataFrame = table_of(batch, plan.game, labels) if table is None else table
        self.games = len(self.table)
        self.clauses: pd.DataFrame | None = clauses_of(batch) if plan.clauses else None
        self._faults = {fault.number: fault for fault in sorted(batch.failed)}
        self.failed: pd.DataFrame = failed_of(plan, self._faults.values())
        self.metrics: dict[str, Metric] = dict(plan.metrics)
        self.decisions: pd.DataFrame | None = decisions_of(batch, plan.game) if DECISIONS in plan.rows else None
        self.events: pd.DataFrame | None = events_of(batch) if EVENTS in plan.rows else None

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order they were given; each is unique unless one plays every seat."""
        return tuple(dict.fromkeys(self._labels))

    def summary(self) -> pd.DataFrame:
        """Return what the games show: each number with n and a 95% interval, and how the interval was made.

        Wins: Wilson. Means: Student's t. Median and 95% quantile: order statistics. With several players, one row
        per player over all seats and one row per seat over all players.

        Raises:
            WorkbenchError: no game was finished.
        """
        if not self.games:
            raise WorkbenchError("No game was finished, so there is nothing to summarise.")
        rows: list[tuple[str, str, Estimate]] = []
        for measure, column, estimate in (
            ("wins", "win", win_share),
            ("score", "score", mean),
            ("return", "return", mean),
        ):
            if column == "return" and self._returns_are_wins():
                continue
            for name, values in self._by_player(column).items():
                rows.append((measure, name, estimate(values)))
            for name, values in self._by_seat(column).items():
                rows.append((measure, name, estimate(values)))
        decisions = self.table["decisions"].tolist()
        rows.append(("decisions, mean", "a game", mean(decisions)))
        rows.append(("decisions, median", "a game", quantile(decisions, 0.5)))
        rows.append(("decisions, 95% quantile", "a game", quantile(decisions, 0.95)))
        for column in self.table.columns:
            if any(column == name or column.rpartition("_")[0] == name for name in self.metrics):
                values = self.table[column].dropna().tolist()
                if values:
                    rows.append((column, "a game", mean(values)))
        for ending, count in sorted(self.table["ending"].value_counts().items()):
            rows.append(("ends by", str(ending), share(int(count), self.games)))
        if self._faults:
            rows.append(("not finished", "a game", share(len(self._faults), self.games + len(self._faults))))
        return summary_table(rows)

    def turn_order(self) -> pd.DataFrame:
        """Return wins and scores by place in the turn order, over all players: does it help to begin?

        Returns:
            one row per place: ``turn 1`` took the first turn, ``turn 2`` the next; with n and a 95% interval, as in `summary`.

        Raises:
            WorkbenchError: no game was finished, or the game does not tell who took the first turn.
        """
        if not self.games or "first" not in self.table:
            raise WorkbenchError(
                f"There is no turn order to compare: {self.game.title} does not say who took the first turn (`Game.facts`)."
                if self.games
                else "No game was finished, so there is nothing to summarise."
            )
        players = self.game.players
        first = self.table["first"].tolist()
        rows: list[tuple[str, str, Estimate]] = []
        for measure, column, estimate in (("wins", "win", win_share), ("score", "score", mean)):
            seats = [self.table[f"{column}_{seat}"].tolist() for seat in range(players)]
            for place in range(players):
                values = [seats[(begins + place) % players][game] for game, begins in enumerate(first)]
                rows.append((measure, f"turn {place + 1}", estimate(values)))
        return summary_table(rows)

    def happened(self, kind: str) -> pd.DataFrame:
        """Return the events of one kind: game, decision, seat, clause, and a column for each field.

        Args:
            kind: the name of the kind, as in the column ``kind`` of `events`.

        Raises:
            WorkbenchError: the events were not kept, or there is none of this kind.
        """
        if self.events is None:
            raise WorkbenchError('The events of these games were not kept: use lab.simulate(..., rows="events").')
        found = self.events[self.events["kind"] == kind]
        if found.empty:
            known = sorted(set(self.events["kind"]))
            raise WorkbenchError(
                f"No event of these games is of the kind {quoted(kind)}.{nearest(kind, known)} Available: {', '.join(known)}."
            )
        pandas = package("pandas", "A table of events")
        told_too = {name: f"{name}_told" for name in ("game", "decision", "seat", "clause")}
        fields = pandas.DataFrame(found["fields"].tolist(), index=found.index).rename(columns=told_too)
        frame: pd.DataFrame = found[list(told_too)].join(fields)
        return frame.reset_index(drop=True)

    def match(self, number: int) -> Match:
        """Return one of the games as a match, to step through, show, or play on from anywhere.

        Args:
            number: the game's number in the table, or among those that failed.

        Returns:
            the match, at its end, or at the last decision before it failed; `match.goto(0)` is the beginning.

        Raises:
            WorkbenchError: there is no such game, or a player does not play it the same way again.
        """
        wanted = whole_number(number)
        if wanted in self._faults:
            return self._match_of_failed(self._faults[wanted])
        rows = self.table[self.table["game"] == (-1 if wanted is None else wanted)]
        if len(rows) != 1:
            raise WorkbenchError(
                f"There is no finished game {quoted(number)} in this run; see the column 'game' of the table."
            )
        row, actions = replay_actions(self.plan, int(number))
        played = rows.iloc[0]
        scores = tuple(int(played[f"score_{seat}"]) for seat in range(self.game.players))
        if (row.scores, row.decisions) != (scores, int(played["decisions"])):
            raise WorkbenchError(
                f"Game {number} comes out differently when it is played again: a player uses something besides its view and "
                "its own random numbers."
            )
        return self._match_of(row.seed, actions, row.decisions)

    def _match_of_failed(self, fault: Fault) -> Match:
        """Return a game that failed, up to its last decision.

        Raises:
            WorkbenchError: no record of it could be kept.
        """
        seed = seed_of(self.seed, fault.number)
        if fault.actions is None:
            why = (
                "the process that played it died"
                if fault.kind == "worker"
                else "it does not fail again in the same way, because a player uses more than its view and its random numbers"
            )
            raise WorkbenchError(
                f"Of game {fault.number}, which failed, only the seed {seed} could be kept: {why}. What was seen of it: "
                f"{fault.message}"
            )
        state = self.game.start()
        decisions = 0
        for action in fault.actions:
            if action not in ([one for one, _ in state.chance()] if state.to_move == CHANCE else state.legal()):
                raise WorkbenchError(f"The record of game {fault.number} is not one of this game: it holds an illegal action.")
            decisions += state.to_move >= 0
            state.apply(action)
        return self._match_of(seed, fault.actions, decisions)

    def _match_of(self, seed: int, actions: Sequence[int], decisions: int) -> Match:
        """Build a match from its actions, random outcomes included."""
        record = savefile.Record(
            game=self.game.name,
            players=self.game.players,
            options=dict(self.game.options),
            replaced_phases=self.game.replaced_phases,
            seed=seed,
            position=None,
            actions=tuple(self.game.symbol(action) for action in actions),
            step=decisions,
            source=self.game.source(),
        )
        return Match.from_json(savefile.write_text(record), self.game, self.game.given_phases)

    def _by_player(self, column: str) -> dict[str, list[float]]:
        """Return a column for each player, over all seats; with one player only, its seats say everything."""
        if len(self.players) == 1 and self.game.players > 1:
            return {}
        found: dict[str, list[float]] = {name: [] for name in self.players}
        for seat in range(self.game.players):
            for name, value in zip(self.table[f"player_{seat}"], self.table[f"{column}_{seat}"], strict=True):
                found[name].append(value)
        return found

    def _by_seat(self, column: str) -> dict[str, list[float]]:
        """Return a column for each seat, over all players."""
        if self.game.players == 1:
            return {}
        return {f"seat {seat}": self.table[f"{column}_{seat}"].tolist() for seat in range(self.game.players)}

    def _returns_are_wins(self) -> bool:
        seats = range(self.game.players)
        return all((self.table[f"return_{seat}"] == self.table[f"win_{seat}"]).all() for seat in seats)

    def _head(self) -> str:
        played = str(self.games) if self.games == self.wanted else f"{self.games} of {self.wanted}"
        games = "game" if self.wanted == 1 else "games"
        notes = ["interrupted"] if self.games + len(self._faults) < self.wanted else []
        if self._faults:
            notes.append(f"{len(self._faults)} could not be finished: see `failed`")
        noted = f" ({'; '.join(notes)})" if notes else ""
        return f"{played} {games} of {self.game} with {', '.join(self.players)}, seed {self.seed}{noted}"

    def __repr__(self) -> str:
        return f"{self._head()}\n{self.summary().to_string(index=False)}" if self.games else self._head()

    def _repr_html_(self) -> str:
        body = self.summary().to_html(index=False) if self.games else ""
        return f"<p>{escape(self._head())}</p>{body}"


def simulate(
    game: Game | type[Game] | Path | str,
    players: Seated | Sequence[Seated] = "scripted",
    games: int = 1000,
    seed: int = 0,
    workers: int | Executor | Crew = 1,
    *,
    rotate: bool = True,
    clauses: bool = False,
    progress: bool | None = None,
    batch: int | None = None,
    store: str | PathLike[str] | None = None,
    on_error: str = "stop",
    limits: Limits = NO_LIMITS,
    metrics: Metrics = (),
    rows: str | Sequence[str] = (),
    paired: bool = False,
    **older: Unpack[OlderLimits],
) -> Runs:
    """Play many games.

    The random numbers of a game depend only on the run's seed and the game's number, so the table is the same for any number of
    workers and any size of batches. Each player has its own stream of random numbers; chance has another.

    Args:
        game: the rules, or a game's name for its usual rules.
        players: one player for every seat, or a list with one player per seat: names, subclasses of `Player`, or functions
            from a view to an action. They may come from a notebook's cells, with any number of workers.
        games: how many games. Each player sits in every seat equally often if this is a multiple of the number of players.
        seed: any whole number.
        workers: how many processes, or any executor of `concurrent.futures` (a Dask client's `get_executor()` for a cluster).
        rotate: whether the players move on by one seat after each game.
        clauses: whether to count how often each clause of the rulebook fires (slower); see `lab.coverage`.
        progress: whether to show a progress bar; None shows one to a person at a notebook or terminal.
        batch: how many games to give a worker at a time; None for as many as take a fraction of a second.
        store: a folder that keeps the games as they are finished, as Parquet files. The same call continues where an
            earlier one stopped for any reason. If you ask for more games, it continues after the last
            one; for fewer, it returns the first of them. Your own player is recognised by its name, its
            source text, and the numbers and texts that it uses.
        on_error: "stop" ends the run at the first game that cannot be finished; "keep" keeps it with its seed and its actions
            (`Runs.failed`, `Runs.match`), and plays the others. The sample then lacks the failed games, so look at both.
        limits: how many decisions a game may have, and how long a decision and a game may take: `lab.Limits`.
        metrics: what else to measure in each game: names (`lab.metric_names`) or your own functions; see
            `workbench.lab.metrics`.
        rows: "decisions", "events" or both, to get a row for each of them (slower, and much larger).
        paired: whether to draw random events by purpose, as `lab.compare` does: games with the same seed under other rules then
            draw the same cards and dice as far as they can. The games differ from those of a run that is not paired.
        older: `most_decisions`, `decision_seconds` and `game_seconds`, which are parts of `limits` now. They work for one more
            version, with a warning.

    Returns:
        the games. After an interrupt (the stop button, Ctrl-C), those that were finished; a printed sentence says so. They are
        not quite a fair sample: games in progress are lost, and a long game is more often in progress than a short one. So
        the finished games are shorter than average, above all with few games and many workers. For numbers you can rely on,
        let a smaller run finish.

    Raises:
        PlayerError: a player chose an illegal action or raised an error; the message names the player and the game and holds
            the position. No other player takes its place.
        WorkbenchError: an argument is wrong, the rules broke off a game, a worker died twice of the same game, or the folder
            holds another run or cannot be written. The games finished before are in the error's attribute `finished`.
        ModuleNotFoundError: a package is missing; the message says how to install it.

    >>> runs = simulate("northwood", players="random", games=100, seed=1)
    >>> len(runs.table), int(runs.table["score_0"].max()) <= 20
    (100, True)
    """
    limits = checked_limits(with_older(limits, older))
    plan, labels = plan_of(game, players, seed, rotate, clauses)
    measured = metrics_named(plan.game, metrics)
    plan = replace(plan, metrics=measured, rows=kept_rows(rows), keep=keeps(on_error), limits=limits, paired=bool(paired))
    if plan.rows and store is not None:
        raise WorkbenchError("A stored run keeps one row per game. To keep decisions or events, leave out the folder.")
    if limits.timed and (plan.rows or plan.metrics):
        raise WorkbenchError("Limits of time cannot be combined with metrics or rows: leave out one or the other.")
    return run(plan, labels, at_least_one("games", games), workers, batch, progress, store)


def stored(folder: str | PathLike[str]) -> Runs:
    """Return the games of a stored run, as far as it got.

    Args:
        folder: the `store` of the call of `simulate`.

    Raises:
        WorkbenchError: there is no run in the folder, or only the call that made it can read it: it has your own players,
            phases or metrics, different code of the game, or is a tournament.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     run = simulate("nim", players="random", games=20, seed=1, store=f"{folder}/nim")
    ...     stored(f"{folder}/nim").games
    20
    """
    try:
        about = read_about(Path(folder))
    except TypeError:
        raise WorkbenchError(f"A run is read from a folder, not from {quoted(folder)}.") from None
    code = about.get("code of players")
    own = not isinstance(code, list) or any(code) or about.get("phases", [1]) or about.get("metrics")
    if about.get("kind") != Plan.__name__ or own:
        raise WorkbenchError(
            f"The run in {quoted(str(folder))} is a tournament, or was played with players, phases or metrics of somebody's "
            "own: make the call again that made it, and it is read."
        )
    try:
        for option in game_class(about["game"]).option_table:
            if option.allowed.names_a_file(about["options"].get(option.name)):
                raise WorkbenchError(
                    f"The option {option.name!r} of the run in {quoted(str(folder))} names a file or folder, and none is read "
                    "for a stored run, which holds everything itself."
                )
        game = load(about["game"], about["seats"], None, None, **about["options"])
        names = about["names"]
        alike = len(set(about["players"])) == 1
        plan, labels = plan_of(game, names[0] if alike else names, about["seed"], about["rotate"], about["clauses"])
        limits = checked_limits(Limits(about["most_decisions"], about["decision_seconds"], about["game_seconds"]))
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError) as fault:
        if isinstance(fault, WorkbenchError):
            raise
        raise WorkbenchError(f"The run in {quoted(str(folder))} lacks something: its run.json was changed ({fault}).") from None
    plan = replace(plan, rotate=about["rotate"], keep=True, limits=limits, paired=about.get("paired") is True)
    with Store(folder, plan, labels, lambda some: table_of(some, plan.game, labels)) as kept:
        games = kept.most
        return Runs(plan, labels, games, kept.counted(games), kept.table(games))


def run(
    plan: Plan,
    labels: tuple[str, ...],
    games: int,
    workers: int | Executor | Crew,
    batch: int | None = None,
    progress: bool | None = None,
    store: str | PathLike[str] | None = None,
) -> Runs:
    """Play the games of a plan; see `simulate` for arguments, result and errors."""
    package("pandas", "A table of games")
    batch = None if batch is None else at_least_one("batch", batch)
    if not isinstance(workers, Crew) and not hasattr(workers, "submit"):
        workers = at_least_one("workers", workers, MOST_WORKERS, " or an executor")
    done = Batch()
    with interrupts_deferred(dropped=True) as let_in:  # an interrupt after the last game must not lose the games
        if store is None:
            stopped = play(plan, [range(games)], games, workers, batch, done, progress, let_in)
            done.rows.sort()
            runs = Runs(plan, labels, games, done)
        else:
            with Store(store, plan, labels, lambda some: table_of(some, plan.game, labels)) as kept:
                left = kept.left(games)
                try:
                    stopped = play(plan, left, games, workers, batch, done, progress, let_in, kept.take)
                finally:
                    kept.take(done, now=True)
                kept.join()
                runs = Runs(plan, labels, games, kept.counted(games), kept.table(games))
        if stopped:
            tell_interrupt(runs.games + len(runs.failed), games)
        if done.fault is not None:
            raise error_of(done.fault, plan, runs)
    return runs


def run_paired(
    plan: Plan,
    labels: tuple[str, ...],
    games: int,
    workers: int | Executor | Crew,
    store: str | PathLike[str] | None,
    title: str,
) -> Runs:
    """Play one of several runs that are compared: random events are drawn by purpose, and a folder keeps all the runs.

    Args:
        plan: what to play.
        labels: the names of the players.
        games: as for `simulate`.
        workers: as for `simulate`.
        store: the folder; each run has its own in it. None keeps nothing.
        title: what the run is called.
    """
    plan = replace(plan, paired=True)
    folder = None if store is None else folder_of(store, title, plan, labels)
    return run(plan, labels, games, workers, progress=False, store=folder)


def tell_interrupt(finished: int, games: int) -> None:
    """Print that a run was interrupted, and how far it got."""
    print(f"Interrupted: {finished} of {games} games were finished and are kept.")


def play(
    plan: Plan,
    numbers: list[range],
    games: int,
    workers: int | Executor | Crew,
    batch: int | None,
    done: Batch,
    progress: bool | None,
    let_in: Callable[[], AbstractContextManager[None]],
    take: Callable[[Batch], None] | None = None,
) -> bool:
    """Play games of a plan; whatever happens, finished games are in `done`, unless `take` removes them.

    Args:
        plan: the run.
        numbers: which games, in order.
        games: how many the whole run has.
        workers: as for `simulate`.
        batch: as for `simulate`.
        done: the batch that receives the games.
        progress: as for `simulate`.
        let_in: lets interrupts in while games are played.
        take: called with `done` again and again as games are finished.

    Returns:
        whether an interrupt ended it.
    """
    before = games - sum([len(some) for some in numbers])
    try:
        with let_in(), progress_bar(games, progress, before) as bar:

            def advance(count: int) -> None:
                bar(count)
                if take is not None:
                    take(done)

            if workers == 1:
                for some in numbers:
                    for _ in each_game(plan, some, done):
                        advance(1)
                    if done.fault is not None:
                        break
            elif numbers:
                spread(plan, numbers, workers, batch, done, advance)
    except KeyboardInterrupt:
        return True
    return False


def keeps(on_error: str) -> bool:
    """Return whether games that cannot be finished are kept.

    Raises:
        WorkbenchError: the word is neither of the two.
    """
    if on_error not in ("stop", "keep"):
        raise WorkbenchError(f'on_error must be "stop" or "keep", not {quoted(on_error)}.')
    return on_error == "keep"


def with_older(limits: Limits, older: Mapping[str, Any]) -> Limits:
    """Return limits with those that were given by their older names; warn about these names.

    Raises:
        TypeError: a name never existed.
    """
    for name, value in older.items():
        if name not in OLDER_NAMES:
            meant = nearest(name, signature(simulate).parameters)
            raise TypeError(
                f"simulate() got an unexpected keyword argument {name!r}.{meant} Options and the number of players belong to "
                "the game: lab.simulate(wb.load('keydom', min_bid=2), ...)."
            )
        now = OLDER_NAMES[name]
        said = f"`{name}` will go in the next version. Write `limits=lab.Limits({now}={value!r})` instead."
        warnings.warn(said, DeprecationWarning, stacklevel=3)
        limits = replace(limits, **{now: value})
    return limits


def checked_limits(limits: Limits) -> Limits:
    """Check and return the limits of a game.

    Raises:
        WorkbenchError: they are not limits, or one of them is not a number above 0.
    """
    if not isinstance(limits, Limits):
        raise WorkbenchError(f"limits must be `lab.Limits`, such as `lab.Limits(decisions=500)`, not {quoted(limits)}.")
    for name, seconds in (("decision_seconds", limits.decision_seconds), ("game_seconds", limits.game_seconds)):
        if seconds is not None and not (isinstance(seconds, (int, float)) and 0 < seconds <= MOST_SECONDS):
            raise WorkbenchError(f"{name} must be a number of seconds above 0, or None for any time, not {quoted(seconds)}.")
    return replace(limits, decisions=at_least_one("decisions", limits.decisions))


def at_least_one(name: str, number: Any, most: int = MOST_GAMES, otherwise: str = "") -> int:
    """Check and return a whole number of at least 1.

    Args:
        name: its name, for the message.
        number: a whole number of any library's type.
        most: the largest allowed.
        otherwise: what else is allowed, for the message.

    Raises:
        WorkbenchError: it is not such a number.

    >>> at_least_one("games", 5)
    5
    """
    found = whole_number(number)
    if found is None or not 1 <= found <= most:
        limit = f" and at most {most:,}" if found is not None and found > most else ""
        raise WorkbenchError(f"{name} must be a whole number of at least 1{limit}{otherwise}, not {quoted(number)}.")
    return found


def plan_of(
    game: Game | type[Game] | Path | str, players: Seated | Sequence[Seated], seed: int, rotate: bool, clauses: bool
) -> tuple[Plan, tuple[str, ...]]:
    """Check the arguments of a run, and return its plan and the names of its players.

    Raises:
        WorkbenchError: an argument is wrong.
    """
    if isinstance(game, (str, Path)) or (isinstance(game, type) and issubclass(game, Game)):
        game = load(game)
    if not isinstance(game, Game):
        raise WorkbenchError(f"A game is a name or what `wb.load` gives, not {quoted(game)}.")
    for_all = isinstance(players, (str, Player)) or callable(players)
    if not for_all and not isinstance(players, Iterable):
        raise WorkbenchError(
            f"players must be a name, a Player or a function, or a list with one per seat, not {quoted(players)}. How "
            "many play belongs to the game: `wb.load(name, players=4)`."
        )
    seated: tuple[Seated, ...] = (players,) * game.players if for_all else tuple(players)  # type: ignore[assignment, arg-type]
    if len(seated) != game.players:
        raise WorkbenchError(
            f"{game.title} has {counted(game.players, 'seat')} here; you gave {counted(len(seated), 'player')}."
        )
    who = tuple([who_plays(game, player) for player in seated])
    plan = Plan(game, who, checked_seed(seed), rotate and not for_all, clauses)
    titles = [player_title(player) for player in seated]
    if for_all:
        return plan, tuple(titles)
    numbered = []
    for place, title in enumerate(titles):
        earlier = titles[:place].count(title)
        numbered.append(f"{title} ({earlier + 1})" if earlier else title)
    return plan, tuple(numbered)


def who_plays(game: Game, player: Seated) -> type[Player] | Callable[[View], int]:
    """Return the class or function that plays.

    Raises:
        WorkbenchError: there is no player of that name, or it cannot play.
    """
    if isinstance(player, str):
        found = candidates_of(game)
        if player not in found:
            raise UnknownNameError(
                f"There is no player {quoted(player)} for {game.name}.{nearest(player, found)} Available: {', '.join(found)}."
            )
        return found[player]
    if isinstance(player, Player):
        raise WorkbenchError(
            f"Pass the class {type(player).__name__}, not an object of it: every game needs a fresh player with its own "
            "random numbers."
        )
    if issubclass(player, Player) if isinstance(player, type) else callable(player):
        return player
    raise WorkbenchError(
        f"A player must be a name, a subclass of Player or a function from a view to an action, not {quoted(player)}."
    )


def fresh_player(game: Game, kind: type[Player] | Callable[[View], int], rng: Random) -> Player:
    """Return a player that has played nothing yet.

    Args:
        game: the rules.
        kind: its class, or a function from a view to an action, as `who_plays` returns them.
        rng: its own stream of random numbers.
    """
    return kind(game, rng) if isinstance(kind, type) else FunctionPlayer(game, rng, kind)


def spread(
    plan: Plan,
    numbers: list[range],
    workers: int | Executor | Crew,
    batch: int | None,
    done: Batch,
    advance: Callable[[int], None],
) -> None:
    """Play the games of a plan in workers; whatever happens, finished games are in `done`.

    Interrupts are let in only where nothing but a batch is waited for. An executor that is interrupted in the middle of
    something keeps its locks, and then waits for itself for ever.
    """
    with interrupts_deferred() as let_in:
        if isinstance(workers, Crew):
            hand_out(plan, numbers, workers, batch, done, advance, let_in)
            return
        crew = Crew(workers)
        finished = False
        try:
            hand_out(plan, numbers, crew, batch, done, advance, let_in)
            finished = done.fault is None
        finally:
            crew.dismiss(finished)


def hand_out(
    plan: Plan,
    numbers: list[range],
    crew: Crew,
    size: int | None,
    done: Batch,
    advance: Callable[[int], None],
    let_in: Callable[[], AbstractContextManager[None]],
) -> None:
    """Give batches to a crew and collect the results; their size depends on the time of earlier ones.

    If a worker dies, all batches in progress are lost. They are played again one by one, to find the one to blame if it kills a
    worker again.
    """
    payload = pack(plan)
    current = size or 1
    pending: dict[Future[Batch], range] = {}
    ended: SimpleQueue[Future[Batch]] = SimpleQueue()
    lost: list[range] = []
    fault: Fault | None = None
    gaps = list(reversed(numbers))

    def took(result: Batch) -> None:
        nonlocal fault
        done.add(result)
        advance(result.games)
        if result.fault is not None:
            # batches are handed out in order, so the first faulty game of all is among those still under way
            fault = min(fault or result.fault, result.fault)

    try:
        while pending or lost or (gaps and fault is None):
            if lost and not pending:
                crew.replace()
                for some in sorted(lost, key=lambda some: some.start):
                    if fault is None or some.start < fault.number:
                        took(played_again(plan, payload, crew, some, let_in))
                lost = []
                continue
            while gaps and len(pending) < crew.most and fault is None and not lost:
                # near the end batches grow smaller, so that no worker is left alone with a large one
                left = sum([len(gap) for gap in gaps])
                count = size or min(current, ceil(left / crew.most))
                some, rest = gaps[-1][:count], gaps.pop()[count:]
                if rest:
                    gaps.append(rest)
                try:
                    future = crew.submit(payload, some)
                except Exception:  # a worker has died since
                    lost.append(some)
                    continue
                pending[future] = some
                future.add_done_callback(ended.put)
            if not pending:
                continue
            with let_in():
                future = ended.get()
            some = pending.pop(future)
            result = outcome(future)
            if isinstance(result, BaseException):
                lost.append(some)
                continue
            took(result)
            if result.seconds and result.fault is None:
                current = max(1, min(4 * current, int(len(some) * BATCH_SECONDS / result.seconds)))
    except BaseException:
        for future in pending:
            if future.done() and not future.cancelled() and future.exception() is None:
                done.add(future.result())
            crew.call_off(future)
        raise
    done.fault = fault


def outcome(future: Future[Batch]) -> Batch | BaseException:
    """Return the result of a batch: its games, or the error that its worker died of."""
    try:
        return future.result()
    except KeyboardInterrupt:
        raise
    except BaseException as death:
        return death


def played_again(
    plan: Plan, payload: bytes, crew: Crew, numbers: range, let_in: Callable[[], AbstractContextManager[None]]
) -> Batch:
    """Play a lost batch alone; if a worker dies again, play it game by game to find the one that kills it.

    Args:
        plan: what is played.
        payload: the same, packed for a worker.
        crew: the workers.
        numbers: the games of the batch.
        let_in: lets interrupts in while the batch is waited for.

    Returns:
        the games; `Batch.fault` names the first one that cannot be played.
    """
    whole = Batch()
    parts = [numbers]
    while parts:
        part = parts.pop(0)
        try:
            future, ended = crew.submit(payload, part), SimpleQueue[Future[Batch]]()
            future.add_done_callback(ended.put)
            with let_in():
                ended.get()
            found = outcome(future)
        except Exception as nobody:
            found = nobody
        if isinstance(found, BaseException):
            crew.replace()
            if len(part) > 1:
                parts = [range(number, number + 1) for number in part]
                continue
            said = f"{type(found).__name__}: {found}".strip().removesuffix(":")
            message = (
                f"A worker died each time it played game {part.start}, whose seed is {seed_of(plan.seed, part.start)}. "
                f"What was seen of it: {told(said, 500)}"
            )
            dead = Fault(part.start, "worker", message, None, "")
            found = Batch(failed=[dead]) if plan.keep else Batch(fault=dead)
        whole.add(found)
        whole.fault = found.fault
        if whole.fault is not None:
            break
    return whole


def error_of(fault: Fault, plan: Plan, finished: Runs | list[dict[str, Any]]) -> WorkbenchError:
    """Return the error for a fault: which player, which game, which position, and how to see it again."""
    where = f"This was in game {fault.number} of the run with seed {plan.seed}."
    where += (
        " The games that were finished are kept: with `except wb.WorkbenchError as error` they are `error.finished`, and after "
        "the error was shown `import sys; sys.last_value.finished`."
    )
    error: WorkbenchError
    if fault.position is None:
        error = WorkbenchError(f"{fault.message}\n{where}")
    else:
        kind = IllegalActionError if fault.kind == "illegal" else PlayerError
        error = kind(
            f"{fault.message}\n{where} Its position is kept: with `except wb.PlayerError as error`, "
            f"`game.position(error.position)` builds it again and `game.match(position=error.position)` plays on from it.\n"
            f"Position: {fault.position}",
            fault.position,
        )
    if fault.trace:
        error.add_note(fault.trace.rstrip())
    error.finished = finished
    return error


def interactive() -> bool:
    """Return whether a person is looking, at an open notebook or at a terminal."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return sys.stderr.isatty()
    # a notebook that is built or checked has a kernel too, but no front end that opened it; a bar would be stored as its output
    return "JPY_SESSION_NAME" in os.environ or "__vsc_ipynb_file__" in shell.user_ns or "google.colab" in sys.modules


@contextmanager
def progress_bar(games: int, progress: bool | None, before: int = 0) -> Iterator[Callable[[int], None]]:
    """Yield a function that moves a progress bar on by some games; it does nothing if no bar is wanted.

    A bar that nobody asked for appears only when the run takes more than a second. It begins with the games finished before.
    """
    if not (interactive() if progress is None else progress):
        yield lambda count: None
        return
    tqdm = package("tqdm.auto", "A progress bar").tqdm
    bar = tqdm(total=games, initial=before, unit=" games", delay=1 if progress is None else 0)
    try:
        yield bar.update
    finally:
        bar.close()


def win_share(values: Sequence[float]) -> Estimate:
    """Return the share of wins; a shared win counts in part."""
    return share(min(sum(values), len(values)), len(values))


def columns_of(batch: Batch, game: Game, labels: tuple[str, ...]) -> dict[str, list[Any]]:
    """Return the finished games as columns with one value per game."""
    rows = batch.rows
    columns: dict[str, list[Any]] = {"game": [row.number for row in rows], "seed": [row.seed for row in rows]}
    won = [game.win_shares(row.returns) for row in rows]
    for seat in range(len(rows[0].seats) if rows else len(labels)):
        columns[f"player_{seat}"] = [labels[row.seats[seat]] for row in rows]
        columns[f"score_{seat}"] = [row.scores[seat] for row in rows]
        columns[f"return_{seat}"] = [float(row.returns[seat]) for row in rows]
        columns[f"win_{seat}"] = [one[seat] for one in won]
    columns["decisions"] = [row.decisions for row in rows]
    columns["ending"] = [row.ending for row in rows]
    for name in rows[0].facts if rows else ():
        columns[name] = [row.facts[name] for row in rows]
    return columns


def table_of(batch: Batch, game: Game, labels: tuple[str, ...]) -> pd.DataFrame:
    """Return the finished games as a frame, one row per game."""
    pandas = package("pandas", "A table of games")
    columns: dict[str, Any] = {**columns_of(batch, game, labels)}
    for seat in range(len(batch.rows[0].seats) if batch.rows else len(labels)):
        columns[f"player_{seat}"] = pandas.Categorical(columns[f"player_{seat}"], categories=list(dict.fromkeys(labels)))
    columns["ending"] = pandas.Categorical(columns["ending"])
    frame: pd.DataFrame = pandas.DataFrame(columns)
    return frame


def failed_of(plan: Plan, faults: Iterable[Fault]) -> pd.DataFrame:
    """Return the games that could not be finished."""
    faults = list(faults)
    columns = {
        "game": [fault.number for fault in faults],
        "seed": [seed_of(plan.seed, fault.number) for fault in faults],
        "fault": [fault.kind for fault in faults],
        "message": [fault.message for fault in faults],
        "move": [fault.move for fault in faults],
    }
    frame: pd.DataFrame = package("pandas", "A table of games").DataFrame(columns)
    return frame


def kept_rows(rows: str | Sequence[str]) -> tuple[str, ...]:
    """Return what is to be kept of each game, checked.

    Raises:
        WorkbenchError: it is neither decisions nor events.

    >>> kept_rows("events")
    ('events',)
    """
    wanted = (rows,) if isinstance(rows, str) or not isinstance(rows, Iterable) else tuple(rows)
    for one in wanted:
        if one not in (DECISIONS, EVENTS):
            raise WorkbenchError(f"rows may ask for {DECISIONS!r} and {EVENTS!r}, not for {quoted(one)}.")
    return wanted


def decisions_of(batch: Batch, game: Game) -> pd.DataFrame:
    """Return the decisions of the finished games, in order."""
    pandas = package("pandas", "A table of decisions")
    rows = [(number, one) for number in sorted(batch.decisions) for one in batch.decisions[number]]
    columns: dict[str, Any] = {
        "game": [number for number, _ in rows],
        "decision": [one.step for _, one in rows],
        "seat": [one.seat for _, one in rows],
        "phase": pandas.Categorical([one.phase for _, one in rows]),
        "legal": [one.legal for _, one in rows],
        "action": pandas.Categorical([game.symbol(one.action) for _, one in rows]),
    }
    for seat in range(game.players):  # a game need not have everybody's score before its end
        columns[f"score_{seat}"] = [one.scores[seat] if seat < len(one.scores) else None for _, one in rows]
    frame: pd.DataFrame = pandas.DataFrame(columns)
    return frame


def events_of(batch: Batch) -> pd.DataFrame:
    """Return the events of the finished games, in order."""
    pandas = package("pandas", "A table of events")
    rows = [(number, one) for number in sorted(batch.events) for one in batch.events[number]]
    frame: pd.DataFrame = pandas.DataFrame(
        {
            "game": [number for number, _ in rows],
            "decision": [one.step for _, one in rows],
            "seat": [one.seat for _, one in rows],
            "kind": pandas.Categorical([one.kind for _, one in rows]),
            "clause": pandas.Categorical([one.clause for _, one in rows]),
            "fields": [one.fields for _, one in rows],
        }
    )
    return frame


def clauses_of(batch: Batch) -> pd.DataFrame:
    """Return the clauses that fired, in alphabetical order: how often, and in how many games."""
    pandas = package("pandas", "A table of clauses")
    found = sorted(batch.clauses.items())
    frame: pd.DataFrame = pandas.DataFrame(
        {
            "clause": [clause for clause, _ in found],
            "times": [times for _, (times, _) in found],
            "games": [games for _, (_, games) in found],
        }
    )
    return frame


def summary_table(rows: Sequence[tuple[str, str, Estimate]]) -> pd.DataFrame:
    """Return estimates as a frame: measure, of whom, n, value, interval, and the kind of interval."""
    frame: pd.DataFrame = package("pandas", "A summary").DataFrame(
        {
            "measure": [measure for measure, _, _ in rows],
            "of": [name for _, name, _ in rows],
            "n": [estimate.n for _, _, estimate in rows],
            "value": [round(estimate.value, 4) for _, _, estimate in rows],
            "low": [round(estimate.low, 4) for _, _, estimate in rows],
            "high": [round(estimate.high, 4) for _, _, estimate in rows],
            "interval": [estimate.interval for _, _, estimate in rows],
        }
    )
    return frame
