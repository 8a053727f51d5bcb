"""Run the lab from the command line, for servers and clusters.

Names and games are the same as in Python.

    python -m workbench simulate northwood --player counter --games 100000 --seed 1 --workers 2 --out runs/counter
    python -m workbench tournament keydom --players 2 --player farmer --player merchant --games 50 --out runs/cup
    python -m workbench report runs/counter --out counter.html
    python -m workbench compare northwood --variant "18 stars: threshold=18" --metric win --games 1000 --out runs/stars
    python -m workbench rulings keydom --metric margin --games 500 --workers 2 --out runs/rulings
    python -m workbench dataset keydom --player homesteader --player merchant --games 500 --out keydom_decisions
    python -m workbench check ./my_game.py
    python -m workbench solve ./my_game.py --option stones=9
    python -m workbench grade hand_ins.zip --out marks
    python -m workbench gallery groups --out gallery.html

`simulate`, `tournament` and `tune` keep every game in their folder; the same command then continues where it stopped.
`compare`, `rulings` and `sweep` write their tables at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, TextIO
from uuid import uuid4

from workbench.checking import check
from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.extra import how_to_get
from workbench.core.game import Game
from workbench.core.ladder import IMPROVER, ladder
from workbench.core.outside import NotPlain, quoted, read_plain, told
from workbench.core.registry import game_class, load, named
from workbench.core.strength import spoken_name
from workbench.core.words import capital, counted, listed
from workbench.grading import grade
from workbench.lab import learn
from workbench.lab.compare import USUAL, compare
from workbench.lab.cost import MINUTES
from workbench.lab.coverage import coverage
from workbench.lab.dataset import check_empty, dataset
from workbench.lab.gallery import gallery
from workbench.lab.ladder import climb, read, write
from workbench.lab.report import report
from workbench.lab.rulings import rulings
from workbench.lab.simulate import Runs, simulate, stored
from workbench.lab.statistics import mean, share
from workbench.lab.sweep import sweep
from workbench.lab.tournament import tournament
from workbench.lab.tune import tune
from workbench.own import folder
from workbench.players.exact import HISTORIES, LIMIT, solve
from workbench.players.game_tree import Equilibrium
from workbench.typed import WHICH_GAME, setting, whole
from workbench.worker.limits import Limits

UNFINISHED: Final = 3
"""The exit code of a command that was stopped before its end."""
BOTH: Final = (
    "one player for every seat; or repeat it, once per seat (default: the two best players on the ladder that are quick "
    "enough, one after the other)"
)
"""The players of a comparison, as the help tells them."""


@dataclass(frozen=True)
class Command:
    """A command of the lab.

    Attributes:
        meaning: what it does, in a few words.
        arguments: adds its arguments to the command line.
        carry_out: carries it out, and returns the exit code.
    """

    meaning: str
    arguments: Callable[[argparse.ArgumentParser], None]
    carry_out: Callable[[argparse.Namespace, TextIO], int]


def add_commands(commands: Any) -> None:
    """Add every command of the lab to a command line."""
    for name, command in COMMANDS.items():
        line = commands.add_parser(name, help=command.meaning)
        command.arguments(line)
        line.set_defaults(carry_out=command.carry_out)


# -- what several commands share -----------------------------------------------------------------------------------------


def about_rules(line: argparse.ArgumentParser) -> None:
    """Add the arguments that change the rules, which several commands share."""
    line.add_argument("--players", type=whole, help="the number of players")
    line.add_argument("--preset", help="a named set of options")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated")
    line.add_argument(
        "--phase",
        action="append",
        default=[],
        metavar="NAME=FILE.py:CLASS",
        help="change a rule: replace this phase by a class in a file of yours; may be repeated",
    )
    line.add_argument("--seed", type=whole, default=0, help="a whole number (default 0)")


def about_workers(line: argparse.ArgumentParser, meaning: str = "how many processes") -> None:
    """Add the arguments of commands that do many things at the same time, and show how far they are."""
    line.add_argument("--workers", type=whole, default=1, help=f"{meaning} (default 1)")
    line.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="show a progress bar (default: at a terminal)"
    )


CONTINUES: Final = "where to keep the games and tables; a run that is already there continues"
"""What `--out` does where games are stored."""


def about_games(line: argparse.ArgumentParser, games: int, players: str, out: str = CONTINUES) -> None:
    """Add the arguments shared by commands that play many games."""
    line.add_argument("game", type=named, help=WHICH_GAME)
    about_rules(line)
    line.add_argument("--player", action="append", default=[], metavar="NAME or FILE.py:NAME", help=players)
    line.add_argument("--games", type=whole, default=games, help=f"how many games (default {games})")
    about_workers(line)
    line.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://10.0.0.5:8786")
    line.add_argument("--out", metavar="FOLDER", help=out)


def about_errors(line: argparse.ArgumentParser) -> None:
    """Add the argument for games that cannot be finished."""
    line.add_argument(
        "--on-error",
        choices=("stop", "keep"),
        default="keep",
        help="whether a game that cannot be finished stops the run, or is kept with its seed (default keep)",
    )


def games_in(folder: str | None) -> Path | None:
    """Return where a command that plays many runs keeps them: beside its tables, in a folder of their own."""
    return None if folder is None else Path(folder) / "games"


def game_of(given: argparse.Namespace) -> Game:
    """Load the game that a command line asks for.

    Raises:
        WorkbenchError: there is no such game, option, value or phase.
    """
    table = {option.name: option for option in game_class(given.game).option_table}
    phases = {}
    for text in given.phase:
        name, separator, where = text.partition("=")
        if not separator:
            raise WorkbenchError(f"{quoted(text)} should have the form NAME=FILE.py:CLASS.")
        phases[name.strip()] = out_of_file(where)
    options = dict([setting(text, table) for text in given.option])
    return load(given.game, given.players, given.preset, phases or None, **options)


def players_of(named: list[str]) -> list[Any]:
    """Return the players that a command line names."""
    return [out_of_file(name) if ".py:" in name else name for name in named]


def seated(named: list[str]) -> Any:
    """Return who plays: one player for every seat, or one per seat; the scripted player if none is named."""
    players = players_of(named) or ["scripted"]
    return players[0] if len(players) == 1 else players


def values_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the options to vary: each with a list of values, or a pair of the lowest and highest value."""
    table = {option.name: option for option in game_class(given.game).option_table}
    found: dict[str, Any] = {}
    for text in given.vary:
        name, _, values = text.partition("=")
        if ".." in values:
            low, _, high = values.partition("..")
            found[name.strip()] = (setting(f"{name}={low}", table)[1], setting(f"{name}={high}", table)[1])
        else:
            found[name.strip()] = [setting(f"{name}={value}", table)[1] for value in values.split(",")]
    return found


def out_of_file(where: str) -> Any:
    """Run a Python file and return a function or class from it.

    Args:
        where: such as ``players.py:careful``.

    Raises:
        WorkbenchError: there is no such file, or nothing of that name in it.
    """
    file, _, name = where.rpartition(":")
    try:
        code = compile(read_plain(file).decode("utf-8-sig"), str(Path(file).resolve()), "exec")
    except (OSError, ValueError, SyntaxError, NotPlain, RecursionError, MemoryError) as fault:
        raise WorkbenchError(f"{quoted(file)} cannot be read as Python: {told(str(fault), 300)}") from None
    found: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
    try:
        exec(code, found)
    except (Exception, SystemExit) as fault:
        lines = [frame.lineno for frame in extract_tb(fault.__traceback__) if frame.filename == code.co_filename]
        line = f" in line {lines[-1]}" if lines else ""
        raise WorkbenchError(f"{quoted(file)} raised {type(fault).__name__}{line}: {told(str(fault), 300)}") from None
    if name not in found:
        raise WorkbenchError(f"{quoted(file)} contains nothing called {quoted(name)}.")
    return found[name]


@contextmanager
def crew_of(given: argparse.Namespace) -> Iterator[Any]:
    """Provide the workers: processes on this machine, or a cluster."""
    if given.scheduler is None:
        yield given.workers
        return
    try:
        distributed: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise WorkbenchError('A Dask cluster needs distributed. Install it with: pip install "dask[distributed]"') from None
    try:
        client = distributed.Client(given.scheduler, timeout=30)
    except (OSError, ValueError) as fault:
        raise WorkbenchError(f"There is no Dask scheduler at {quoted(given.scheduler)}: {fault}") from None
    with client:
        yield client.get_executor()


def check_folder(folder: str | None) -> None:
    """Check that files can be written into a folder before any game is played; make a missing folder.

    Raises:
        WorkbenchError: nothing can be written there.
    """
    if folder is None:
        return
    try:
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        trial = place / f".part-{uuid4().hex[:12]}"
        trial.touch(exist_ok=False)
        trial.unlink()
    except (OSError, ValueError) as fault:
        raise WorkbenchError(f"Nothing can be written into the folder {quoted(folder)}: {_why(fault)}.") from None


def keep(folder: str | None, **tables: Any) -> None:
    """Write tables into a folder as CSV, beside what is there.

    Raises:
        WorkbenchError: that is no longer possible. The tables are then in another folder, which the message names.
    """
    if folder is None:
        return
    try:
        written(Path(folder), tables)
    except (OSError, ValueError) as fault:
        try:
            other = Path(tempfile.mkdtemp(prefix="workbench-"))
            written(other, tables)
        except OSError:
            raise WorkbenchError(f"The tables cannot be written into the folder {quoted(folder)}: {_why(fault)}.") from None
        raise WorkbenchError(
            f"The tables cannot be written into the folder {quoted(folder)}: {_why(fault)}. They are in {quoted(str(other))}."
        ) from None


def written(place: Path, tables: dict[str, Any]) -> None:
    """Write tables into a folder, each by way of a temporary file, so that no table is ever half written."""
    place.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        part = place / f".part-{uuid4().hex[:12]}"
        try:
            table.to_csv(part, index=False)
            os.replace(part, place / f"{name}.csv")
        finally:
            part.unlink(missing_ok=True)


def _why(fault: Exception) -> str:
    return (fault.strerror if isinstance(fault, OSError) else None) or "that is not the name of a folder"


# -- the commands --------------------------------------------------------------------------------------------------------


def about_seats(line: argparse.ArgumentParser, games: int, out: str = CONTINUES) -> None:
    """Add the arguments shared by commands that take a player for each seat."""
    about_games(line, games, "one player for every seat; or repeat it, once per seat (default scripted)", out)
    line.add_argument("--no-rotate", action="store_true", help="keep each player in one seat")


def played(given: argparse.Namespace, **more: Any) -> Runs:
    """Play the games that a command line asks for, with its players in their seats.

    Args:
        given: the command line.
        more: more arguments for `simulate`.
    """
    with crew_of(given) as workers:
        return simulate(
            game_of(given),
            seated(given.player),
            given.games,
            given.seed,
            workers,
            rotate=not given.no_rotate,
            progress=given.progress,
            **more,
        )


def simulate_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate`."""
    about_seats(line, 1000)
    about_errors(line)
    line.add_argument("--clauses", action="store_true", help="count how often each clause of the rulebook fires")
    line.add_argument("--most-decisions", type=whole, help="stop a game as endless after this many decisions")
    line.add_argument("--decision-seconds", type=float, help="the longest time for a decision")
    line.add_argument("--game-seconds", type=float, help="the longest time for a game")


def carry_out_simulate(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench simulate`."""
    limits = Limits(decision_seconds=given.decision_seconds, game_seconds=given.game_seconds)
    if given.most_decisions is not None:
        limits = replace(limits, decisions=given.most_decisions)
    runs = played(
        given,
        clauses=given.clauses,
        store=given.out,
        on_error=given.on_error,
        limits=limits,
    )
    print(runs, file=target)
    return finish(given, runs, {"coverage": coverage(runs)} if runs.clauses is not None and runs.games else {}, target)


def finish(given: argparse.Namespace, runs: Runs, tables: dict[str, Any], target: TextIO) -> int:
    """Write the tables of a run, and return the exit code."""
    if runs.games:
        tables["summary"] = runs.summary()
        if "first" in runs.table:
            tables["turn_order"] = runs.turn_order()
    if len(runs.failed):
        tables["failed"] = runs.failed
    keep(given.out, **tables)
    done = runs.games + len(runs.failed)
    if given.out is not None:
        names = ", ".join([f"{name}.csv" for name in tables])
        print(f"In {given.out}: the games as Parquet files; {names}", file=target)
        if done < runs.wanted:
            print("The same command continues from there.", file=target)
    return 0 if done == runs.wanted else UNFINISHED


def dataset_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `dataset`."""
    about_seats(line, 500, "where to write the tables")


def carry_out_dataset(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench dataset`."""
    if given.out is not None:
        check_empty(Path(given.out))  # before any game is played
    runs = played(given, rows="decisions")
    data = dataset(runs)
    if given.out is None:
        print(data.card(), end="", file=target)
    else:
        data.write(given.out)
        print(f"{data}\nIn {given.out}: decisions.parquet, games.parquet, dataset.json, and card.md about them", file=target)
    return 0 if runs.games == runs.wanted else UNFINISHED


def tournament_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    about_games(line, 50, "a player who takes part; repeat it for each player")
    about_errors(line)
    line.add_argument("--seatings", type=whole, help="play at most this many seatings, a balanced sample of all")
    line.add_argument("--measure", default="win", help="the payoff for the analysis: win (default), score or return")
    line.add_argument(
        "--exploitability", action="store_true", help="say what each player loses to a best opponent, if the game is small"
    )


def carry_out_tournament(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench tournament`."""
    if len(given.player) < 2:
        raise WorkbenchError("Say which players meet: --player NAME, at least twice.")
    with crew_of(given) as workers:
        found = tournament(
            game_of(given),
            players_of(given.player),
            given.games,
            given.seed,
            workers,
            seatings=given.seatings,
            on_error=given.on_error,
            progress=given.progress,
            store=given.out,
        )
    print(found, file=target)
    tables = {"standings": found.standings(), "matrix": found.matrix(), "payoffs": found.payoffs(given.measure)}
    more: dict[str, Callable[[], Any]] = {"equilibrium": lambda: found.equilibrium(given.measure)}
    if found.circles():
        more["alpha_rank"] = found.alpha_rank
    if given.exploitability:
        more["exploitability"] = found.exploitability
    for name, table in more.items():
        try:
            tables[name] = table()
            print(tables[name].to_string(index=False), file=target)
        except (WorkbenchError, ModuleNotFoundError) as fault:
            print(fault, file=target)
    return finish(given, found.runs, tables, target)


def tune_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `tune`."""
    about_games(line, 200, BOTH)
    line.add_argument(
        "--target",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="bring the mean of this column of the games' table to this value; may be repeated",
    )
    line.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="OPTION=VALUES",
        help="an option to tune: values separated by commas, or LOW..HIGH; may be repeated",
    )
    line.add_argument("--trials", type=whole, default=30, help="how many combinations to try (default 30)")
    about_checking(line)


def carry_out_tune(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench tune`."""
    targets: dict[Any, float] = {}
    for text in given.target:
        name, _, value = text.partition("=")
        try:
            targets[name.strip()] = float(value)
        except ValueError:
            raise WorkbenchError(f"{quoted(text)} should have the form COLUMN=VALUE, such as decisions=120.") from None
    if not targets or not given.vary:
        raise WorkbenchError(
            "Say what to reach, such as --target decisions=120, and which options may change for it: --vary OPTION=LOW..HIGH."
        )
    with crew_of(given) as workers:
        found = tune(
            game_of(given),
            targets,
            values_of(given),
            named_players(given.player),
            given.games,
            given.seed,
            workers,
            trials=given.trials,
            check=named_players(given.check),
            progress=given.progress,
            store=games_in(given.out),
            minutes=given.minutes,
        )
    print(found, file=target)
    keep(given.out, trials=found.trials, check=found.check, **orders_of(found))
    if given.out is not None:
        try:
            (Path(given.out) / "chosen.json").write_text(json.dumps(found.chosen, indent=1) + "\n", encoding="utf-8")
        except OSError as fault:
            raise WorkbenchError(f"chosen.json cannot be written into {quoted(given.out)}: {_why(fault)}.") from None
        print(f"In {given.out}: trials.csv, check.csv, chosen.json", file=target)
    return 0


def about_comparing(line: argparse.ArgumentParser) -> None:
    """Add the arguments shared by commands that compare rules."""
    about_games(line, 1000, BOTH)
    line.add_argument(
        "--metric",
        action="append",
        default=[],
        help="a metric to measure; may be repeated (default: how often each seat wins, and how long games are)",
    )
    about_checking(line)


def asked(given: argparse.Namespace, workers: Any) -> dict[str, Any]:
    """Return what to measure, the players and the number of games, as arguments for the lab."""
    return {
        "metric": given.metric or USUAL,
        "players": named_players(given.player),
        "games": given.games,
        "seed": given.seed,
        "workers": workers,
        "check": named_players(given.check),
        "progress": given.progress,
        "minutes": given.minutes,
        "store": games_in(given.out),
    }


def named_players(named: list[str]) -> Any:
    """Return the players that a command line names for a comparison; None if it names nobody."""
    return seated(named) if named else None


def orders_of(found: Any) -> dict[str, Any]:
    """Return the table that compares both groups of players, if there was a second group."""
    return {"orders": found.orders} if found.checked else {}


def about_checking(line: argparse.ArgumentParser) -> None:
    """Add the arguments that choose players if none are named, and that repeat a comparison with others."""
    line.add_argument(
        "--minutes",
        type=float,
        default=MINUTES,
        help="if you name no players: how long the games of each player may take, in minutes of processor time in plain Python "
        f"(default {MINUTES:g}); more minutes let stronger players play",
    )
    line.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="PLAYER",
        help="repeat with other players, to see whether they agree: one for every seat; or repeat it, once per seat",
    )


def about_mattering(line: argparse.ArgumentParser) -> None:
    """Add the argument for the smallest difference that matters."""
    line.add_argument("--matters", type=float, help="the smallest difference that matters")


def compare_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `compare`."""
    about_comparing(line)
    about_mattering(line)
    line.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME: OPTION=VALUE, ...",
        help="changed rules: a name and what changes, options or phases (PHASE=FILE.py:CLASS); may be repeated",
    )


def written_variant(text: str, kind: type[Game]) -> tuple[str, dict[str, Any]]:
    """Read a variant from the command line: its name, and what it changes.

    Raises:
        WorkbenchError: it does not have that form.
    """
    name, separator, changes = text.partition(":")
    if not separator or not name.strip():
        example = f", such as {quoted(f'changed: {text}')}" if "=" in text and not separator else ""
        raise WorkbenchError(f"{quoted(text)} should have the form 'NAME: OPTION=VALUE, OPTION=VALUE'{example}.")
    table = {option.name: option for option in kind.option_table}
    found: dict[str, Any] = {}
    for part in changes.split(",") if changes.strip() else ():
        what, _, value = part.partition("=")
        if ".py:" in value and what.strip() not in table:
            found[what.strip()] = out_of_file(value.strip())
        else:
            option, chosen = setting(part.strip(), table)
            found[option] = chosen
    return name.strip(), found


def carry_out_compare(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench compare`."""
    if not given.variant:
        raise WorkbenchError("Say what to compare with the rules as they are: --variant 'NAME: OPTION=VALUE', once or more.")
    check_folder(given.out)
    variants = dict([written_variant(text, game_class(given.game)) for text in given.variant])
    with crew_of(given) as workers:
        found = compare(game_of(given), {"as it is": {}, **variants}, **asked(given, workers), matters=given.matters)
    print(found, file=target)
    keep(given.out, variants=found.table, differences=found.differences, **orders_of(found))
    return 0 if found.whole else UNFINISHED


def rulings_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `rulings`."""
    about_comparing(line)
    about_mattering(line)
    line.add_argument("--only", action="append", metavar="OPTION", help="look at this option only; may be repeated")


def carry_out_rulings(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench rulings`."""
    check_folder(given.out)
    with crew_of(given) as workers:
        found = rulings(game_of(given), only=given.only, **asked(given, workers), matters=given.matters)
    print(found, file=target)
    keep(given.out, tornado=found.tornado, differences=found.differences, **orders_of(found))
    return 0 if found.whole else UNFINISHED


def sweep_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `sweep`."""
    about_comparing(line)
    line.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="OPTION=VALUES",
        help="an option and its values, separated by commas, or LOW..HIGH for every whole number; use it once or twice",
    )


def carry_out_sweep(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench sweep`."""
    if not given.vary:
        raise WorkbenchError("Say which option to vary, and over which values: --vary OPTION=LOW..HIGH, once or twice.")
    check_folder(given.out)
    numbers = {
        name: range(values[0], values[1] + 1) if isinstance(values, tuple) else values
        for name, values in values_of(given).items()
    }
    with crew_of(given) as workers:
        found = sweep(game_of(given), numbers, **asked(given, workers))
    print(found, file=target)
    keep(given.out, sweep=found.table, **orders_of(found))
    return 0 if found.whole else UNFINISHED


def report_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `report`."""
    line.add_argument("folder", help="the folder of a run that `simulate --out` kept")
    line.add_argument("--out", metavar="FILE", required=True, help="the page to write, such as run.html")


def carry_out_report(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench report`."""
    print(f"Written to {report(stored(given.folder), given.out)}.", file=target)
    return 0


def ladder_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `ladder`."""
    line.add_argument("game", type=named, help=WHICH_GAME)
    line.add_argument("--player", action="append", default=[], metavar="NAME", help="a player to rate; repeat it (default all)")
    line.add_argument("--games", type=whole, default=500, help="how many games each pair plays (default 500)")
    line.add_argument("--seconds", type=float, default=600, help="the longest time for each pair, in seconds (default 600)")
    about_workers(line)
    line.add_argument("--keep", action="store_true", help="store the ladder beside the game, after each meeting")


def carry_out_ladder(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench ladder`."""
    found = read(load(given.game))
    for meeting in climb(found, given.player, given.games, given.seconds, given.workers, given.progress):
        against = f" against {spoken_name(found.game, meeting.against)}" if meeting.against else ""
        print(f"{capital(spoken_name(found.game, meeting.player))}{against}: {meeting.share}", file=target, flush=True)
        if given.keep:
            write(found)
    print(found, file=target)
    if given.keep:
        print(f"Written to {write(found)}.", file=target)
    return 0


def learn_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `learn`."""
    line.add_argument("game", type=named, help=WHICH_GAME)
    line.add_argument("--games", type=whole, default=10_000, help="how many games to play (default 10000)")
    line.add_argument("--keep", action="store_true", help="store what was learnt beside the game")


def carry_out_learn(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench learn`."""
    game = load(given.game)
    data, trial = learn.learn(game, given.games)
    print(trial, file=target)
    if given.keep:
        print(f"Written to {learn.write(game, data)}.", file=target)
    return 0


def solve_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    line.add_argument("game", type=named, help=WHICH_GAME)
    about_rules(line)
    most = f"the most positions to look at, or histories in a game with secrets (default {LIMIT} and {HISTORIES})"
    line.add_argument("--limit", type=whole, help=most)
    line.add_argument("--games", type=whole, default=200, help="how many games measure the rollout player (default 200)")
    about_workers(line)


def carry_out_solve(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench solve`: best play if the game is small, and how strong the rollout player is."""
    game = game_of(given)
    try:
        found = solve(game, given.limit)
    except TooLarge as fault:
        print(fault, file=target, flush=True)
        code = 2
    else:
        worth = listed([f"{value:.4f}" for value in found.value])
        solved = f"{game.title} is solved by {found.method}, with {found.positions:,} positions"
        print(f"{solved}. Best play is worth {worth}.", file=target, flush=True)
        if isinstance(found, Equilibrium):
            print(f"{capital(found.how_good())}.", file=target, flush=True)
        code = 0
    if ladder(game):
        print(f"To measure how strong its players are, run: python -m workbench ladder {game.name}", file=target)
        return code
    other = game.reference_player
    seats = [IMPROVER, *[other] * (game.players - 1)]
    runs = simulate(game, seats, given.games, given.seed, given.workers, progress=given.progress)
    rows = runs._by_player("return")[IMPROVER]
    improver = capital(spoken_name(game, IMPROVER))
    against = f" against {counted(game.players - 1, f'{other} player')}" if game.players > 1 else ""
    bounds = game.bounds()
    if (bounds.lowest, bounds.highest) == (0.0, 1.0):
        print(f"{improver} wins {share(sum(rows), len(rows))}{against}.", file=target)
    else:
        print(f"{improver} gets {mean(rows)} a game{against}.", file=target)
    return code


def check_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    line.add_argument("game", type=named, help=WHICH_GAME)
    line.add_argument("--games", type=whole, default=200, help="how many games with each number of players (default 200)")
    line.add_argument("--seed", type=whole, default=0, help="a whole number (default 0)")


def carry_out_check(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench check`: look a game over, and say what to mend; exit code 1 if there is a fault."""
    report = check(given.game, given.games, given.seed)
    print(report, file=target)
    return 0 if report.holds else 1


def new_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `new`."""
    line.add_argument("folder", metavar="NAME", help="the new folder, such as my_game")


def carry_out_new(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench new`."""
    return folder.main([given.folder])


def class_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `class`."""
    line.add_argument("game", type=named, nargs="?", default="northwood", help=f"{WHICH_GAME} (default northwood)")
    about_rules(line)
    line.add_argument("--lesson", type=whole, help="use the plan of this lesson of the course, 1 to 10")
    line.add_argument("--plan", metavar="FILE", help="use a plan of your own, a JSON file")
    line.add_argument("--again", metavar="FOLDER", help="continue the class that is kept in this folder")
    line.add_argument("--out", metavar="FOLDER", help="where to keep the class (default: a new folder in live_classes)")
    line.add_argument("--port", type=whole, help="the port to listen on (default 8765, or a free one)")
    line.add_argument("--address", help="the address that people open, if this machine is behind a proxy")
    line.add_argument("--this-machine", action="store_true", help="accept connections from this machine only, such as a proxy")


def carry_out_class(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench class`."""
    try:
        classroom: Any = import_module("widgets.live_class.notebook").Classroom  # widgets depend on this package
    except ModuleNotFoundError as fault:
        raise WorkbenchError(f"A live class needs {fault.name}. {how_to_get('class')}") from None
    where = {"port": given.port, "everywhere": not given.this_machine, "address": given.address}
    if given.again is not None:
        room = classroom.again(given.again, **where)
    else:
        plan = given.plan if given.lesson is None else given.lesson
        room = classroom(game_of(given), given.seed, plan=plan, folder=given.out, **where)
    with room:
        print(room, file=target)
        print("Ctrl-C ends the class.", file=target, flush=True)
        room.wait()
    return 0


def grade_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `grade`."""
    line.add_argument("hand_ins", metavar="HANDINS", help="what people handed in: a folder or a zip of notebooks")
    line.add_argument("--out", metavar="FOLDER", required=True, help="where to write marks.csv, index.html and the feedback")
    line.add_argument("--lessons", metavar="FOLDER", help="the lessons as you handed them out (default: those of the project)")
    line.add_argument("--seconds", type=float, default=60.0, help="processor time for one cell or answer (default 60)")
    line.add_argument("--megabytes", type=whole, default=2048, help="memory for one hand-in (default 2048)")
    about_workers(line, "how many hand-ins run at the same time")


def carry_out_grade(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench grade`."""
    marks = grade(
        given.hand_ins,
        given.out,
        lessons=given.lessons,
        seconds=given.seconds,
        megabytes=given.megabytes,
        workers=given.workers,
        progress=given.progress,
    )
    print(marks, file=target)
    print(f"In {given.out}: marks.csv, index.html, and a page for each person in feedback", file=target)
    return 0


def gallery_arguments(line: argparse.ArgumentParser) -> None:
    """Add the arguments of `gallery`."""
    line.add_argument("folder", metavar="FOLDER", help="the folder with a folder for each group")
    line.add_argument("--out", metavar="FILE", required=True, help="the page to write, such as gallery.html")


def carry_out_gallery(given: argparse.Namespace, target: TextIO) -> int:
    """Carry out `python -m workbench gallery`."""
    print(gallery(given.folder, given.out), file=target)
    print(f"Written: {given.out}", file=target)
    return 0


COMMANDS: Final[dict[str, Command]] = {
    "new": Command("write the smallest game of your own into a new folder", new_arguments, carry_out_new),
    "check": Command("check a game of your own, and say how to mend each fault", check_arguments, carry_out_check),
    "simulate": Command("play many games", simulate_arguments, carry_out_simulate),
    "dataset": Command("write the decisions of many games as a data set", dataset_arguments, carry_out_dataset),
    "tournament": Command("let players meet in every seat", tournament_arguments, carry_out_tournament),
    "compare": Command("compare rules over the same seeds", compare_arguments, carry_out_compare),
    "rulings": Command("try the other readings of each unclear rule in turn", rulings_arguments, carry_out_rulings),
    "sweep": Command("play with every value of one option, or of two", sweep_arguments, carry_out_sweep),
    "tune": Command("find option values that reach the targets you set", tune_arguments, carry_out_tune),
    "ladder": Command("rate the players of a game against each other", ladder_arguments, carry_out_ladder),
    "learn": Command("learn to judge positions before the end of a game", learn_arguments, carry_out_learn),
    "solve": Command("find best play in a small game, and measure the rollout player", solve_arguments, carry_out_solve),
    "class": Command("open a live class: people join from their phones", class_arguments, carry_out_class),
    "grade": Command("grade the lessons that a class handed in", grade_arguments, carry_out_grade),
    "gallery": Command("collect the work of all groups of a class on one page", gallery_arguments, carry_out_gallery),
    "report": Command("write a report of a run as one page", report_arguments, carry_out_report),
}
