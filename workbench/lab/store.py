"""Store a run in a folder while it is played, in an open columnar format (Parquet), and continue it where it stopped.

The folder holds ``run.json``, which describes the run, and the finished games in parts. Each part is a file that is written
whole or not at all: ``games-000000.parquet`` has the columns of `Runs.table`, ``failed-000000.parquet`` the games that could
not be finished. Any software that reads Parquet can read them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final
from uuid import uuid4

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.interrupts import interrupts_deferred
from workbench.core.outside import NotPlain, quoted, read_plain
from workbench.core.player import player_title
from workbench.core.version import __version__
from workbench.lab.sources import source_of
from workbench.worker.batch import Batch, Fault, Plan

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    import pandas as pd

FORMAT: Final = "tabletop-workbench run"
VERSION: Final = 1
STORE_SECONDS: Final = 5
"""How often to store finished games, in seconds: at most this much work is lost if a process is killed."""
MOST_PARTS: Final = 60
"""If there are more parts than this, they are joined."""
ABOUT: Final = "run.json"
LONGEST_NAME: Final = 40
"""How much of a run's title the name of its folder has, in characters."""
ROUND: Final = 100
"""The number of games whose seating tells two tournaments apart."""
WORDS: Final = {
    "seating": "its players sit in other seats",
    "metrics": "it has other metrics",
    "rules": "the code of the game has changed since",
    "phases": "it has other changed phases",
    "code of players": "the code of its players has changed since",
    "paired": "it draws random events in another way (`paired`)",
}
"""The words for differences that two values would not explain."""
LATER: Final = {"paired": False}
"""What is true of runs that were stored before their description said it."""


class Store:
    """The folder of one run.

    Args:
        folder: the folder; it is made if it does not exist.
        plan: the run.
        labels: the names of the players.
        tabled: a function that makes a table of finished games.

    Raises:
        WorkbenchError: the folder cannot be used, or holds another run; the message says what differs.
        ModuleNotFoundError: pyarrow is missing.
    """

    def __init__(
        self, folder: str | os.PathLike[str], plan: Plan, labels: tuple[str, ...], tabled: Callable[[Batch], pd.DataFrame]
    ) -> None:
        self._arrow = package("pyarrow", "A stored run", "studies")
        self._parquet = package("pyarrow.parquet", "A stored run", "studies")
        self._tabled = tabled
        self._plan = plan
        self._labels = labels
        self.folder = Path(folder)
        self._lock: BinaryIO | None = None
        self._last = time.monotonic()
        self._counts: dict[str, tuple[int, int]] = {}
        self._faults: list[Fault] = []
        self._numbers: set[int] = set()
        self._next = 0

    def __enter__(self) -> Store:
        with self._told():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self.folder / "run.lock")
            if self._lock is None:
                raise WorkbenchError(f"Another process is storing a run in {self._name}. Wait until it has finished.")
        try:
            with self._told():
                for left in self.folder.glob(".part-*"):
                    left.unlink(missing_ok=True)
            self._check()
            self._read()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if self._lock is not None:
            unlocked(self._lock)
            self._lock = None

    @property
    def _name(self) -> str:
        return f"the folder {quoted(str(self.folder))}"

    # -- what run it is ------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Check that the folder holds this run or nothing.

        Raises:
            WorkbenchError: it holds something else.
        """
        about = described(self._plan, self._labels)
        path = self.folder / ABOUT
        if not path.exists():
            strange = sorted(one.name for one in self.folder.iterdir() if one.name != "run.lock")
            if strange:
                raise WorkbenchError(
                    f"There is no run in {self._name}, but it contains {quoted(strange[0])}. Name an empty or new folder."
                )
            with self._told():
                self._write(path, lambda file: file.write(json.dumps(about, indent=1, ensure_ascii=False).encode()))
            return
        other = read_about(self.folder)
        found = differences(other, json.loads(json.dumps(about)))
        if found:
            raise WorkbenchError(
                f"There is another run in {self._name}: {'; '.join(found)}. Name another folder, or repeat the call that "
                "started this run."
            )

    # -- what is finished ------------------------------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """One more than the highest number of a stored game."""
        return max(self._numbers, default=-1) + 1

    def left(self, games: int) -> list[range]:
        """Return the numbers of the games that are still to play, in order.

        Args:
            games: how many games the run should have.

        Raises:
            WorkbenchError: clauses were counted in more games than these.
        """
        if self._plan.clauses and self.most > games:
            raise WorkbenchError(
                f"More than {games} games are stored in {self._name}, and their clauses are counted together. Ask for at least "
                f"{self.most} games."
            )
        found: list[range] = []
        begin = 0
        for number in sorted(one for one in self._numbers if one < games):
            if number > begin:
                found.append(range(begin, number))
            begin = number + 1
        if begin < games:
            found.append(range(begin, games))
        return found

    def take(self, done: Batch, now: bool = False) -> None:
        """Store finished games and remove them from memory, every few seconds.

        Args:
            done: the finished games.
            now: whether to store them at once.

        Raises:
            WorkbenchError: they cannot be written; they stay in memory.
        """
        if not done.games or (not now and time.monotonic() - self._last < STORE_SECONDS):
            return
        with self._told(len(self._numbers)), interrupts_deferred():
            # both parts have one number: if the second cannot be written, both are written again in the same place
            if done.failed:
                self._write_failed(sorted(done.failed))
            if done.rows:
                done.rows.sort()
                self._write_games(self._tabled(done), done.clauses, [])
            self._next += 1
            self._count(done.clauses)
            self._faults += done.failed
            self._numbers.update([row.number for row in done.rows], [fault.number for fault in done.failed])
            done.rows, done.clauses, done.failed = [], {}, []
        self._last = time.monotonic()

    def counted(self, games: int) -> Batch:
        """Return what is stored besides the table: the clauses, and the failed games with smaller numbers."""
        return Batch(clauses=dict(self._counts), failed=[fault for fault in self._faults if fault.number < games])

    def table(self, games: int) -> pd.DataFrame:
        """Return the finished games with smaller numbers, as `simulate` returns them without a folder."""
        parts = [self._whole(path).to_pandas() for path in self._parts("games")]
        if not parts:
            return self._tabled(Batch())
        pandas = package("pandas", "A table of games")
        frame = pandas.concat(parts, ignore_index=True)
        frame = frame[frame["game"] < games].sort_values("game", ignore_index=True)
        kinds = list(dict.fromkeys(self._labels))
        for seat in range(self._plan.game.players):
            frame[f"player_{seat}"] = pandas.Categorical(frame[f"player_{seat}"].tolist(), categories=kinds)
        frame["ending"] = pandas.Categorical(frame["ending"].tolist())
        found: pd.DataFrame = frame
        return found

    def join(self) -> None:
        """Join many parts into one.

        The new part names the parts that it replaces. So no game counts twice if the process is killed before they are deleted.
        """
        parts = self._parts("games")
        if len(parts) <= MOST_PARTS:
            return
        with self._told(), interrupts_deferred():
            whole = self._arrow.concat_tables([self._whole(path).replace_schema_metadata(None) for path in parts])
            self._write_games(whole.to_pandas().sort_values("game"), self._counts, [path.name for path in parts])
            self._next += 1
            for path in parts:
                path.unlink(missing_ok=True)

    # -- files -----------------------------------------------------------------------------------------------------------

    def _parts(self, kind: str) -> list[Path]:
        return sorted(self.folder.glob(f"{kind}-*.parquet"))

    def _whole(self, path: Path) -> Any:
        """Read a part.

        Raises:
            WorkbenchError: it is damaged.
        """
        try:
            if not path.is_file():  # a pipe would let us wait
                raise OSError("it is not a plain file")
            return self._parquet.ParquetFile(path).read()
        except (OSError, ValueError) as fault:  # pyarrow's errors are of these kinds
            raise WorkbenchError(
                f"The file {quoted(path.name)} in {self._name} cannot be read ({quoted(str(fault), 120)}). Move it away, "
                "and the same call plays its games again."
            ) from None

    def _read(self) -> None:
        """Find out which games are finished, and delete parts that a joined part replaces."""
        replaced: set[str] = set()
        heads = {}
        for path in self._parts("games"):
            table = self._whole(path)
            try:
                head = json.loads(table.schema.metadata[b"workbench"])
                counted = {str(clause): (int(times), int(games)) for clause, (times, games) in head["clauses"].items()}
                replaced.update([str(name) for name in head["replaces"]])
            except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
                raise self._odd(path, "it lacks the description that every part has") from None
            self._check_columns(path, table)
            heads[path.name] = (counted, table.column("game").to_pylist())
        for name, (counted, numbers) in heads.items():
            if name in replaced:
                (self.folder / name).unlink(missing_ok=True)
                continue
            if len({*numbers}) < len(numbers) or not self._numbers.isdisjoint(numbers):
                raise self._odd(self.folder / name, "it holds a game that another part holds, too")
            self._numbers.update(numbers)
            self._count(counted)
        for path in self._parts("failed"):
            for fault in self._failed(path):
                if fault.number not in self._numbers:
                    self._numbers.add(fault.number)
                    self._faults.append(fault)
        used = [path.stem.rpartition("-")[2] for kind in ("games", "failed") for path in self._parts(kind)]
        self._next = 1 + max([int(number) for number in used if number.isdecimal()], default=-1)

    def _odd(self, path: Path, why: str) -> WorkbenchError:
        """Return the error for a part that can be read but does not belong to this run."""
        return WorkbenchError(
            f"The file {quoted(path.name)} in {self._name} does not belong to this run: {why}. Move it away, and the same "
            "call plays its games again."
        )

    def _check_columns(self, path: Path, table: Any) -> None:
        """Check that a part has the columns of this run, each with values of its type for every game.

        Raises:
            WorkbenchError: it does not.
        """
        types = self._arrow.types
        seats = range(self._plan.game.players)
        texts = {"ending", *[f"player_{seat}" for seat in seats]}
        whole = {"game", "seed", "decisions"}
        known = {*texts, *whole, *[f"{what}_{seat}" for what in ("score", "return", "win") for seat in seats]}
        for name in sorted(known - {*table.column_names}):
            raise self._odd(path, f"the column {name!r} is missing")
        for name in table.column_names:
            column = table.column(name)
            kind = column.type
            number = types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind)
            text = types.is_string(kind) or types.is_large_string(kind)
            fits = text if name in texts else types.is_integer(kind) if name in whole else number
            if not (fits or (name not in known and (text or types.is_null(kind)))):
                raise self._odd(path, f"its column {quoted(name)} holds {kind}")
            if name in known and column.null_count:
                raise self._odd(path, f"its column {quoted(name)} has gaps")
        for seat in seats:
            strange = {*table.column(f"player_{seat}").to_pylist()} - {*self._labels}
            if strange:
                raise self._odd(path, f"it names a player {quoted(min(strange))}")
        if any([number < 0 for number in table.column("game").to_pylist()]):
            raise self._odd(path, "the number of a game is below 0")

    def _failed(self, path: Path) -> list[Fault]:
        """Return the games of a part that could not be finished.

        Raises:
            WorkbenchError: a value in it has the wrong type.
        """
        found = []
        for row in self._whole(path).to_pylist():
            try:
                position = json.loads(row["position"]) if row["position"] else None
                actions = None if row["actions"] is None else tuple([int(action) for action in row["actions"]])
                texts = [row[name] for name in ("fault", "message", "trace", "move")]
                number = row["game"]
                if type(number) is not int or number < 0 or any([not isinstance(one, (str, type(None))) for one in texts]):
                    raise ValueError(number)
            except (KeyError, TypeError, ValueError, RecursionError):
                raise self._odd(path, "the record of a failed game is damaged") from None
            kind, message, trace, move = texts
            found.append(Fault(number, kind, message, position, trace, actions, move))
        return found

    def _count(self, clauses: dict[str, Any]) -> None:
        for clause, (times, games) in clauses.items():
            before, games_before = self._counts.get(clause, (0, 0))
            self._counts[clause] = (before + times, games_before + games)

    def _write_games(self, frame: pd.DataFrame, clauses: dict[str, tuple[int, int]], replaces: list[str]) -> None:
        plain = frame.assign(**{name: frame[name].astype(str) for name in frame if frame[name].dtype.name == "category"})
        table = self._arrow.Table.from_pandas(plain, preserve_index=False)
        head = json.dumps({"clauses": clauses, "replaces": replaces}).encode()
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), b"workbench": head})
        path = self.folder / f"games-{self._next:06}.parquet"
        self._write(path, lambda file: self._parquet.write_table(table, file))

    def _write_failed(self, faults: list[Fault]) -> None:
        arrow = self._arrow
        columns = {
            "game": arrow.array([fault.number for fault in faults], arrow.int64()),
            "fault": arrow.array([fault.kind for fault in faults], arrow.string()),
            "message": arrow.array([fault.message for fault in faults], arrow.string()),
            "move": arrow.array([fault.move for fault in faults], arrow.string()),
            "trace": arrow.array([fault.trace for fault in faults], arrow.string()),
            "position": arrow.array(
                [None if fault.position is None else json.dumps(fault.position) for fault in faults], arrow.string()
            ),
            "actions": arrow.array([fault.actions for fault in faults], arrow.list_(arrow.int32())),
        }
        path = self.folder / f"failed-{self._next:06}.parquet"
        self._write(path, lambda file: self._parquet.write_table(arrow.table(columns), file))

    def _write(self, path: Path, write: Callable[[BinaryIO], Any]) -> None:
        """Write a file whole or not at all, through a temporary file."""
        part = self.folder / f".part-{uuid4().hex[:12]}"
        try:
            with part.open("xb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    @contextmanager
    def _told(self, stored: int = 0) -> Iterator[None]:
        """Turn an error of the disk into a sentence."""
        try:
            yield
        except OSError as fault:
            kept = f" {stored} games are stored; once there is room, the same call continues from them." if stored else ""
            raise WorkbenchError(
                f"The run cannot be stored in {self._name}: {fault.strerror or fault}.{kept}"
            ) from None


def folder_of(store: str | os.PathLike[str], title: str, plan: Plan, labels: tuple[str, ...]) -> Path:
    """Return the folder of one run among others; other rules, players or seeds have another one.

    Args:
        store: the folder of all the runs.
        title: what the run is called; its folder's name begins with it.
        plan: the run.
        labels: the names of the players.

    Raises:
        WorkbenchError: it is no folder.
    """
    try:
        place = Path(store)
    except TypeError:
        raise WorkbenchError(f"store must be a folder, not {quoted(store)}.") from None
    about = json.dumps(described(plan, labels), sort_keys=True)
    words = re.sub(r"\W+", "-", title)[:LONGEST_NAME].strip("-")
    return place / f"{words}-{hashlib.sha256(about.encode()).hexdigest()[:12]}"


def read_about(folder: Path) -> dict[str, Any]:
    """Return the description of the run in a folder.

    Raises:
        WorkbenchError: it holds no run that can be read.
    """
    try:
        found = json.loads(read_plain(folder / ABOUT))
    except (OSError, ValueError, NotPlain, RecursionError):
        raise WorkbenchError(f"There is no run in the folder {quoted(str(folder))}: its {ABOUT} cannot be read.") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise WorkbenchError(f"There is no run in the folder {quoted(str(folder))}: its {ABOUT} describes something else.")
    if found.get("format_version") != VERSION:
        raise WorkbenchError(
            f"The run in the folder {quoted(str(folder))} was stored in format {quoted(found.get('format_version'))}, but "
            f"this workbench reads format {VERSION}."
        )
    return found


def described(plan: Plan, labels: tuple[str, ...]) -> dict[str, Any]:
    """Return what defines a run, readable by people and as JSON."""
    game = plan.game
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "version": __version__,
        "game": game.name,
        "seats": game.players,
        "options": dict(game.options),
        "phases": {name: source_of(phase) for name, phase in sorted(game.given_phases.items())},
        "rules": rules_of(plan),
        "players": list(labels),
        "names": [player_title(player) for player in plan.players],
        "kind": type(plan).__name__,
        "code of players": [source_of(player) for player in plan.players],
        "seed": plan.seed,
        "rotate": plan.rotate,
        "seating": [list(plan.seating(number)) for number in range(ROUND)],
        "clauses": plan.clauses,
        "metrics": {name: source_of(metric) for name, metric in sorted(plan.metrics.items())},
        "most_decisions": plan.limits.decisions,
        "decision_seconds": plan.limits.decision_seconds,
        "game_seconds": plan.limits.game_seconds,
        "paired": plan.paired,
    }


def differences(stored: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Return the differences between two runs, each as half a sentence.

    >>> differences({"seed": 1, "options": {"target": 16}}, {"seed": 2, "options": {"target": 18}})
    ['its seed is 1, not 2', "its option 'target' is 16, not 18"]
    """
    found = []
    for name in wanted:
        old, new = stored.get(name, LATER.get(name)), wanted[name]
        if old == new:
            continue
        if name == "options" and isinstance(old, dict) and stored.get("game") == wanted.get("game"):
            for option in {**old, **new}:
                if old.get(option) != new.get(option):
                    found.append(f"its option {option!r} is {quoted(old.get(option), 60)}, not {quoted(new.get(option), 60)}")
        elif name in WORDS:
            found.append(WORDS[name])
        elif name != "options":
            found.append(f"its {name} is {quoted(old, 120)}, not {quoted(new, 120)}")
    return found


def rules_of(plan: Plan) -> str:
    """Return a digest of the source of a game; other source may play other games from the same seed."""
    digest = hashlib.sha256()
    for path in sorted(Path(type(plan.game).folder).glob("*.py")):
        digest.update(path.read_bytes())
    digest.update(source_of(type(plan.game)).encode())
    return digest.hexdigest()[:16]


def locked(path: Path) -> BinaryIO | None:
    """Return a locked file, or None if another process has locked it.

    The lock ends when the file is closed or the process ends in any way. On Windows, and on file systems without locks, it
    keeps no process out.
    """
    file = path.open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        except OSError:
            pass
    return file


def unlocked(file: BinaryIO) -> None:
    """Unlock and close a file, even if a process that was started meanwhile has it open, too."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)
    file.close()
