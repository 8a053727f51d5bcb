"""The lab on the command line, for servers and clusters: the same names, the same games.

    python -m workbench simulate northwood --player counter --games 100000 --seed 1 --workers 2 --out runs/counter
    python -m workbench tournament keydom --players 2 --player farmer --player merchant --games 50 --out runs/cup
    python -m workbench report runs/counter --out counter.html
    python -m workbench compare northwood --variant "18 stars: threshold=18" --metric win --games 1000 --out runs/stars
    python -m workbench rulings keydom --metric margin --games 500 --workers 2 --out runs/rulings

`simulate`, `tournament` and `tune` keep every game in their folder, and the same command goes on where it was stopped;
`compare`, `rulings` and `sweep` write their tables at the end.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.registry import game_class, load
from workbench.lab import learn
from workbench.lab.compare import USUAL, compare
from workbench.lab.coverage import coverage
from workbench.lab.ladder import climb, read, write
from workbench.lab.report import report
from workbench.lab.rulings import rulings
from workbench.lab.simulate import Runs, simulate, stored
from workbench.lab.sweep import sweep
from workbench.lab.tournament import tournament
from workbench.lab.tune import tune
from workbench.terminal import setting, whole

UNFINISHED: Final = 3
"""What a command gives back that was stopped before its end."""


@dataclass(frozen=True)
class Command:
    """A command of the lab.

    Attributes:
        meaning: what it does, in a few words.
        arguments: puts its arguments on the command line.
        carry_out: does it, and says what the program gives back.
    """

    meaning: str
    arguments: Callable[[argparse.ArgumentParser], None]
    carry_out: Callable[[argparse.Namespace, TextIO], int]


def add_commands(commands: Any) -> None:
    """Put every command of the lab on a command line."""
    for name, command in COMMANDS.items():
        line = commands.add_parser(name, help=command.meaning)
        command.arguments(line)
        line.set_defaults(carry_out=command.carry_out)


# -- what several commands share -----------------------------------------------------------------------------------------


def about_games(line: argparse.ArgumentParser, games: int, players: str, kept: bool = True) -> None:
    """The arguments of whatever plays many games, and may keep them."""
    line.add_argument("game", help="its name, as `games` lists it")
    line.add_argument("--players", type=whole, help="how many play")
    line.add_argument("--preset", help="a named set of options")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated")
    line.add_argument(
        "--phase",
        action="append",
        default=[],
        metavar="NAME=FILE.py:CLASS",
        help="change a rule: the phase of that name becomes a class of a file of yours; may be repeated",
    )
    line.add_argument("--player", action="append", default=[], metavar="NAME or FILE.py:NAME", help=players)
    line.add_argument("--games", type=whole, default=games, help=f"how many games (default {games})")
    line.add_argument("--seed", type=whole, default=0, help="a whole number (default 0)")
    line.add_argument("--workers", type=whole, default=1, help="how many processes (default 1)")
    line.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://10.0.0.5:8786")
    if kept:
        line.add_argument(
            "--out", metavar="FOLDER", help="where the games and tables are kept; an earlier call goes on from there"
        )
        line.add_argument(
            "--on-error",
            choices=("stop", "keep"),
            default="keep",
            help="what a game does that cannot be finished (default keep)",
        )
    else:
        line.add_argument("--out", metavar="FOLDER", help="where the tables are written")
    line.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="show a progress bar (default: at a terminal)"
    )


def game_of(given: argparse.Namespace) -> Game:
    """The game that a command line asks for.

    Raises:
        WorkbenchError: there is no such game, option, value or phase.
    """
    table = {option.name: option for option in game_class(given.game).option_table}
    phases = {}
    for text in given.phase:
        name, separator, where = text.partition("=")
        if not separator:
            raise WorkbenchError(f"{quoted(text)} is not of the form NAME=FILE.py:CLASS.")
        phases[name.strip()] = out_of_file(where)
    options = dict([setting(text, table) for text in given.option])
    return load(given.game, given.players, given.preset, phases or None, **options)


def players_of(named: list[str]) -> list[Any]:
    """The players that a command line names."""
    return [out_of_file(name) if ".py:" in name else name for name in named]


def seated(named: list[str]) -> Any:
    """Who plays: one for every seat, or one a seat; the scripted player unless somebody is named."""
    players = players_of(named) or ["scripted"]
    return players[0] if len(players) == 1 else players


def values_of(given: argparse.Namespace) -> dict[str, Any]:
    """The options that are to take several values: a list of them, or the lowest and the highest as a pair."""
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
    """A function or class out of a file of somebody's own, which is run for it.

    Args:
        where: such as ``players.py:careful``.

    Raises:
        WorkbenchError: there is no such file, or nothing of that name in it.
    """
    file, _, name = where.rpartition(":")
    try:
        code = compile(Path(file).read_text(encoding="utf-8"), str(Path(file).resolve()), "exec")
    except (OSError, ValueError, SyntaxError) as fault:
        raise WorkbenchError(f"{quoted(file)} cannot be read as Python: {fault}") from None
    found: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
    exec(code, found)
    if name not in found:
        raise WorkbenchError(f"There is nothing called {quoted(name)} in {quoted(file)}.")
    return found[name]


@contextmanager
def crew_of(given: argparse.Namespace) -> Iterator[Any]:
    """Who plays: processes of this machine, or a cluster."""
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


def keep(folder: str | None, **tables: Any) -> None:
    """Write tables into a folder as CSV, beside what is there."""
    if folder is not None:
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for name, table in tables.items():
            table.to_csv(place / f"{name}.csv", index=False)


# -- the commands --------------------------------------------------------------------------------------------------------


def simulate_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `simulate`."""
    about_games(line, 1000, "who plays: one for every seat, or repeated, one a seat (default scripted)")
    line.add_argument("--no-rotate", action="store_true", help="leave everybody in one seat")
    line.add_argument("--clauses", action="store_true", help="count how often each clause of the rulebook fires")
    line.add_argument("--most-decisions", type=whole, help="a game with more is one that does not end")
    line.add_argument("--decision-seconds", type=float, help="the longest that a player may take over a decision")
    line.add_argument("--game-seconds", type=float, help="the longest that a game may take")


def carry_out_simulate(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench simulate`."""
    limits = {} if given.most_decisions is None else {"most_decisions": given.most_decisions}
    with crew_of(given) as workers:
        runs = simulate(
            game_of(given),
            seated(given.player),
            given.games,
            given.seed,
            workers,
            rotate=not given.no_rotate,
            clauses=given.clauses,
            progress=given.progress,
            store=given.out,
            on_error=given.on_error,
            decision_seconds=given.decision_seconds,
            game_seconds=given.game_seconds,
            **limits,
        )
    print(runs, file=target)
    return finish(given, runs, {"coverage": coverage(runs)} if runs.clauses is not None and runs.games else {}, target)


def finish(given: argparse.Namespace, runs: Runs, tables: dict[str, Any], target: TextIO) -> int:
    """Write the tables of a run, and say whether it was finished."""
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
            print("The same command goes on from there.", file=target)
    return 0 if done == runs.wanted else UNFINISHED


def tournament_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `tournament`."""
    about_games(line, 50, "who takes part; repeated")
    line.add_argument("--seatings", type=whole, help="at most so many seatings; of more a balanced sample is played")
    line.add_argument("--measure", default="win", help="what the analysis takes as payoff: win (default), score or return")


def carry_out_tournament(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench tournament`."""
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
    try:
        tables["equilibrium"] = found.equilibrium(given.measure)
        print(tables["equilibrium"].to_string(index=False), file=target)
    except WorkbenchError as fault:
        print(fault, file=target)
    return finish(given, found.runs, tables, target)


def tune_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `tune`."""
    about_games(line, 200, "who plays: one for every seat, or repeated, one a seat (default scripted)")
    line.add_argument(
        "--target",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="bring the mean of a column of the games' table there; may be repeated",
    )
    line.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="OPTION=VALUES",
        help="an option to be chosen: values with commas, or LOW..HIGH; may be repeated",
    )
    line.add_argument("--trials", type=whole, default=30, help="how many settings are tried (default 30)")
    about_checking(line)


def carry_out_tune(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench tune`."""
    targets: dict[Any, float] = {}
    for text in given.target:
        name, _, value = text.partition("=")
        try:
            targets[name.strip()] = float(value)
        except ValueError:
            raise WorkbenchError(f"{quoted(text)} is not of the form COLUMN=VALUE, such as decisions=120.") from None
    with crew_of(given) as workers:
        found = tune(
            game_of(given),
            targets,
            values_of(given),
            seated(given.player),
            given.games,
            given.seed,
            workers,
            trials=given.trials,
            check=checked(given),
            progress=given.progress,
            store=given.out,
        )
    print(found, file=target)
    keep(given.out, trials=found.trials, check=found.check, **orders_of(given, found))
    if given.out is not None:
        (Path(given.out) / "chosen.json").write_text(json.dumps(found.chosen, indent=1) + "\n", encoding="utf-8")
        print(f"In {given.out}: trials.csv, check.csv, chosen.json", file=target)
    return 0


def about_comparing(line: argparse.ArgumentParser) -> None:
    """The arguments of what sets rules side by side."""
    about_games(line, 1000, "who plays: one for every seat, or repeated, one a seat (default scripted)", kept=False)
    line.add_argument(
        "--metric",
        action="append",
        default=[],
        help="what to measure; may be repeated (default: how often each seat wins, and the length)",
    )
    about_checking(line)


def asked(given: argparse.Namespace, workers: Any) -> dict[str, Any]:
    """What to measure, by whom and how often, as the functions of the lab take it."""
    return {
        "metric": given.metric or USUAL,
        "players": seated(given.player),
        "games": given.games,
        "seed": given.seed,
        "workers": workers,
        "check": checked(given),
        "progress": given.progress,
    }


def checked(given: argparse.Namespace) -> Any:
    """Who plays a second time; None for nobody."""
    return seated(given.check) if given.check else None


def orders_of(given: argparse.Namespace, found: Any) -> dict[str, Any]:
    """The table of what other players say, where they were asked."""
    return {"orders": found.orders} if given.check else {}


def about_checking(line: argparse.ArgumentParser) -> None:
    """The argument of whatever can be repeated with other players."""
    line.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="PLAYER",
        help="other players, with whom it is made again: do they say the same? One for every seat, or repeated, one a seat",
    )


def about_mattering(line: argparse.ArgumentParser) -> None:
    """The argument of what tells effects from none."""
    line.add_argument("--matters", type=float, help="the smallest difference that matters")


def compare_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `compare`."""
    about_comparing(line)
    about_mattering(line)
    line.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME: OPTION=VALUE, ...",
        help="other rules, by a name and what they change: options, or phases as PHASE=FILE.py:CLASS; may be repeated",
    )


def written_variant(text: str, kind: type[Game]) -> tuple[str, dict[str, Any]]:
    """A variant as a command line writes it: its name, and what it changes.

    Raises:
        WorkbenchError: it is not of that form.
    """
    name, separator, changes = text.partition(":")
    if not separator or not name.strip():
        raise WorkbenchError(f"{quoted(text)} is not of the form 'NAME: OPTION=VALUE, OPTION=VALUE'.")
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
    """`python -m workbench compare`."""
    variants = dict([written_variant(text, game_class(given.game)) for text in given.variant])
    with crew_of(given) as workers:
        found = compare(game_of(given), {"as it is": {}, **variants}, **asked(given, workers), matters=given.matters)
    print(found, file=target)
    keep(given.out, variants=found.table, differences=found.differences, **orders_of(given, found))
    return 0


def rulings_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `rulings`."""
    about_comparing(line)
    about_mattering(line)
    line.add_argument("--only", action="append", metavar="OPTION", help="look at this switch alone; may be repeated")


def carry_out_rulings(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench rulings`."""
    with crew_of(given) as workers:
        found = rulings(game_of(given), only=given.only, **asked(given, workers), matters=given.matters)
    print(found, file=target)
    keep(given.out, tornado=found.tornado, differences=found.differences, **orders_of(given, found))
    return 0


def sweep_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `sweep`."""
    about_comparing(line)
    line.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="OPTION=VALUES",
        help="an option with its values, separated by commas, or LOW..HIGH for every whole number; once or twice",
    )


def carry_out_sweep(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench sweep`."""
    numbers = {
        name: range(values[0], values[1] + 1) if isinstance(values, tuple) else values
        for name, values in values_of(given).items()
    }
    with crew_of(given) as workers:
        found = sweep(game_of(given), numbers, **asked(given, workers))
    print(found, file=target)
    keep(given.out, sweep=found.table, **orders_of(given, found))
    return 0


def report_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `report`."""
    line.add_argument("folder", help="where `simulate --out` has kept a run")
    line.add_argument("--out", metavar="FILE", required=True, help="the page to write, such as run.html")


def carry_out_report(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench report`."""
    print(f"Written to {report(stored(given.folder), given.out)}.", file=target)
    return 0


def ladder_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `ladder`."""
    line.add_argument("game", help="its name, as `games` lists it")
    line.add_argument("--player", action="append", default=[], metavar="NAME", help="who takes part; repeated (default all)")
    line.add_argument("--games", type=whole, default=500, help="how many games a meeting is to have (default 500)")
    line.add_argument("--seconds", type=float, default=600, help="how long a meeting may take (default 600)")
    line.add_argument("--workers", type=whole, default=1, help="how many processes (default 1)")
    line.add_argument("--keep", action="store_true", help="store the ladder beside the game, after each meeting")
    line.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="show a progress bar (default: at a terminal)"
    )


def carry_out_ladder(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench ladder`."""
    found = read(load(given.game))
    for meeting in climb(found, given.player, given.games, given.seconds, given.workers, given.progress):
        against = f" against {meeting.against}" if meeting.against else ""
        print(f"{meeting.player}{against}: {meeting.share}", file=target, flush=True)
        if given.keep:
            write(found)
    print(found, file=target)
    if given.keep:
        print(f"Written to {write(found)}.", file=target)
    return 0


def learn_arguments(line: argparse.ArgumentParser) -> None:
    """The arguments of `learn`."""
    line.add_argument("game", help="its name, as `games` lists it")
    line.add_argument("--games", type=whole, default=10_000, help="how many games are played (default 10000)")
    line.add_argument("--keep", action="store_true", help="store what was learnt beside the game")


def carry_out_learn(given: argparse.Namespace, target: TextIO) -> int:
    """`python -m workbench learn`."""
    game = load(given.game)
    data, trial = learn.learn(game, given.games)
    print(trial, file=target)
    if given.keep:
        print(f"Written to {learn.write(game, data)}.", file=target)
    return 0


COMMANDS: Final[dict[str, Command]] = {
    "simulate": Command("play many games", simulate_arguments, carry_out_simulate),
    "tournament": Command("let players meet in every seat", tournament_arguments, carry_out_tournament),
    "compare": Command("set rules side by side over the same seeds", compare_arguments, carry_out_compare),
    "rulings": Command("turn every unclear rule of a game, one at a time", rulings_arguments, carry_out_rulings),
    "sweep": Command("play at each value of a number, or of two", sweep_arguments, carry_out_sweep),
    "tune": Command("choose option values that bring numbers to targets", tune_arguments, carry_out_tune),
    "ladder": Command("measure the players of a game against each other, and rate them", ladder_arguments, carry_out_ladder),
    "learn": Command("learn what each seat may expect before the end", learn_arguments, carry_out_learn),
    "report": Command("write a run as one page", report_arguments, carry_out_report),
}
