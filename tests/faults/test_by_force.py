"""Faults by force, with the real thing: savers and kernels that are killed, a full disk, a folder that may not be written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.programs import started, surroundings
from tests.waiting import PATIENCE, has_ended, until
from tools.kernels import FileKernelManager
from workbench.core.errors import SaveFileError

# Windows knows no SIGKILL, SIGSTOP or mount, and these faults are made with nothing else; everywhere else they all run.
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals and mounts as on Linux and macOS"),
    pytest.mark.xdist_group("by force"),  # a whole run is played once
]

def match_of(seed: int) -> wb.Match:
    match = wb.load("northwood").match(seed=seed)
    match.play_out("random")
    return match


SAVING = """
import sys
from workbench.core import savefile
import workbench as wb
matches = [wb.Match.load(path) for path in sys.argv[2:]]
print("ready", flush=True)
while True:
    for match in matches:
        match.save(sys.argv[1])
"""


@pytest.mark.long
def test_a_saver_that_is_killed_leaves_a_whole_file_and_the_next_one_tidies(tmp_path: Path) -> None:
    target, others = tmp_path / "games" / "evening.json", [tmp_path / "one.json", tmp_path / "two.json"]
    target.parent.mkdir()
    for seed, path in enumerate(others):
        match_of(seed).save(path)
    whole = {path.read_text(encoding="utf-8") for path in others}
    match_of(0).save(target)
    left = 0
    for number in range(12):
        saver = started("-c", SAVING, target, *others)
        assert saver.stdout is not None and saver.stdout.readline() == "ready\n"
        for _ in range(number * 997 % 3001):  # at another moment each time
            target.stat()
        saver.kill()
        saver.wait(PATIENCE)
        saver.communicate()
        assert target.read_text(encoding="utf-8") in whole, "half a file"
        left += len(list(target.parent.iterdir())) - 1
        match_of(0).save(target)
        assert [one.name for one in target.parent.iterdir()] == [target.name], "what was left has not been tidied"
        assert wb.Match.load(target).over
    assert left <= 12


def test_many_savers_of_one_file_at_a_time_harm_nothing(tmp_path: Path) -> None:
    others = [tmp_path / "one.json", tmp_path / "two.json"]
    for seed, path in enumerate(others):
        match_of(seed).save(path)
    whole = {path.read_text(encoding="utf-8") for path in others}
    target = tmp_path / "games" / "evening.json"
    target.parent.mkdir()
    code = SAVING.replace("while True:", "for _ in range(25):")
    savers = [started("-c", code, target, *others) for _ in range(3)]
    for saver in savers:
        _, wrong = saver.communicate(timeout=PATIENCE)
        assert (saver.returncode, wrong) == (0, "")
    assert target.read_text(encoding="utf-8") in whole
    assert [one.name for one in target.parent.iterdir()] == [target.name]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True, check=False)
    if made.returncode != 0:
        # only root may mount, and some containers forbid it to root, too; a disk cannot be filled up without harm otherwise
        pytest.skip(f"no disk can be mounted here: {made.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_costs_nothing_that_is_there(small_disk: Path) -> None:
    target, match = small_disk / "evening.json", match_of(1)
    older = match_of(0)
    older.save(target)
    with suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as filler:
        while filler.write(b"x" * 512):
            pass
    with refused(SaveFileError, "evening.json cannot be written: No space left on device."):
        match.save(target)
    assert target.read_text(encoding="utf-8") == older.to_json()
    assert sorted(one.name for one in small_disk.iterdir()) == ["evening.json", "filler"]
    (small_disk / "filler").unlink()
    match.save(target)
    assert target.read_text(encoding="utf-8") == match.to_json()


AS_SOMEBODY = """
import os, sys
import workbench as wb
from encodings import utf_8_sig
game = wb.load("northwood")
game.match(seed=7).play("visit fief 3")
match = game.match(seed=7)  # all code has been read in: somebody else need not be allowed to read it
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for path in sys.argv[1:]:
    try:
        match.save(path)
    except wb.SaveFileError as fault:
        print(fault)
match.play("visit fief 3")
print(match.step)
"""


def test_a_folder_that_may_not_be_written_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path(folder.anchor):
            folder.chmod(folder.stat().st_mode | 0o055)
    locked, hidden = tmp_path / "locked", tmp_path / "hidden"
    for folder, mode in ((locked, 0o555), (hidden, 0o600)):
        folder.mkdir()
        (folder / "evening.json").write_text(match_of(0).to_json(), encoding="utf-8")
        folder.chmod(mode)
    targets = [folder / name for folder in (locked, hidden) for name in ("new.json", "evening.json")]
    process = started("-c", AS_SOMEBODY, *targets)
    said, wrong = process.communicate(timeout=PATIENCE)
    locked.chmod(0o755), hidden.chmod(0o755)
    assert wrong == "" and said.count("Permission denied.") == 4 and said.endswith("\n1\n"), said + wrong
    assert [one.name for one in locked.iterdir()] == ["evening.json"]


KERNEL = """
import os, signal, sys
from workbench import lab
signal.signal(signal.SIGINT, signal.default_int_handler)
print(os.getpid(), flush=True)
def slow(view):
    with open(sys.argv[1], "a") as file:
        file.write(f"{os.getpid()}\\n")
    return view.legal()[0]
lab.simulate("northwood", slow, games=10**8, workers=2)
"""


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_stays_behind_when_the_kernel_goes(how: signal.Signals, tmp_path: Path) -> None:
    marks = tmp_path / "workers"
    kernel = started("-c", KERNEL, marks, start_new_session=True)
    workers = begun(marks)
    kernel.send_signal(how)
    kernel.wait(PATIENCE)
    end_of(workers)
    kernel.communicate()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_no_process_stays_behind_when_a_jupyter_kernel_is_killed(tmp_path: Path) -> None:
    marks = tmp_path / "workers"
    manager = FileKernelManager()
    manager.start_kernel(env=surroundings())
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        client.execute(f"import sys; sys.argv = ['', {str(marks)!r}]\n{KERNEL}")
        workers = begun(marks)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    end_of(workers)


def begun(marks: Path) -> set[int]:
    """The two workers that leave their marks in a file, when both have."""
    return until(lambda: workers if len(workers := set(map(int, lines_of(marks)))) == 2 else set(), "the work of two workers")


def lines_of(path: Path) -> list[str]:
    """The whole lines of a file that others write; none before it is there."""
    return path.read_text().split("\n")[:-1] if path.exists() else []


def end_of(workers: set[int]) -> None:
    """Workers end by themselves; those that do not are ended, when that has been found."""
    try:
        until(lambda: all([has_ended(worker) for worker in workers]), "the end of all workers")
    finally:
        for worker in workers:
            if not has_ended(worker):
                os.kill(worker, signal.SIGKILL)


INTERRUPTED = """
import signal, sys
import workbench as wb
from tests.lab.players import tell_of_batches
from workbench import lab
signal.signal(signal.SIGINT, signal.default_int_handler)
def noted(view):
    with open(sys.argv[3], "a") as file:
        file.write("x")
    return view.legal()[0]
workers = int(sys.argv[1])
if workers > 1:
    tell_of_batches(sys.argv[4])
runs = lab.simulate("northwood", noted, games=10**8, workers=workers, progress=False)
runs.match(int(runs.table["game"].iloc[0])).save(sys.argv[2])
print(runs.games, len(runs.table), flush=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_is_finished(workers: int, tmp_path: Path) -> None:
    target, marks, batches = tmp_path / "first.json", tmp_path / "decisions", tmp_path / "batches"
    process = started("-c", INTERRUPTED, workers, target, marks, batches, start_new_session=True)
    if workers == 1:  # a game has fewer than 250 decisions: some are finished by then
        until(lambda: marks.exists() and marks.stat().st_size > 2000, "two thousand decisions")
    else:
        until(lambda: len(lines_of(batches)) > 1, "two batches")
    os.killpg(process.pid, signal.SIGINT)
    said, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, wrong
    sentence, counts = said.strip().split("\n")
    kept = int(counts.split()[0])
    assert sentence.startswith(f"Interrupted: {kept} of 100000000 games") and counts == f"{kept} {kept}"
    assert json.loads(target.read_text(encoding="utf-8"))["actions"]
    assert not [one for one in tmp_path.iterdir() if one not in (target, marks, batches)]


STORING = """
import signal, sys
from tests.lab.players import first_until_tired
from workbench import lab
from workbench.lab import store
signal.signal(signal.SIGINT, signal.default_int_handler)
store.STORE_SECONDS = 3600
call = {"games": int(sys.argv[3]), "seed": 1, "workers": int(sys.argv[1]), "clauses": True, "store": sys.argv[2]}
runs = lab.simulate("northwood", first_until_tired, **call)
print(runs.games, flush=True)
"""


def tables(folder: Path, games: int) -> tuple[Any, Any]:
    """The table and the clauses of a finished run, read by a process of its own."""
    code = STORING.replace("print(runs.games, flush=True)", "print(runs.table.to_csv(), runs.clauses.to_csv(), sep='|')")
    reader = started("-c", code, 1, folder, games)
    said, wrong = reader.communicate(timeout=PATIENCE)
    assert wrong == ""
    return tuple(said.strip().split("|"))  # type: ignore[return-value]


GAMES = 800
"""How many games a stored run has, with 110,000 decisions: more than all players make before they are tired."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The table and the clauses of a run that nothing happened to."""
    return tables(tmp_path_factory.mktemp("whole") / "run", GAMES)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stored_run_that_is_killed_or_interrupted_goes_on(
    how: signal.Signals, workers: int, whole: tuple[Any, Any], tmp_path: Path
) -> None:
    often = STORING.replace("3600", "0")  # a part for each game or batch
    folder = tmp_path / "run"
    for _ in range(4):
        before = set(folder.glob("games-*"))
        process = started(
            "-c", often, workers, folder, GAMES, start_new_session=True, env=surroundings(TIRED_AFTER="12000")
        )
        until(lambda: len(set(folder.glob("games-*")) - before) > 1 or process.poll() is not None, "two parts")  # noqa: B023
        assert process.poll() is None, process.communicate()
        os.killpg(process.pid, how)
        said, wrong = process.communicate(timeout=PATIENCE)
        assert how == signal.SIGKILL or wrong == "", wrong
        assert process.returncode == -how or "Interrupted" in said, "it has not been stopped"
    assert tables(folder, GAMES) == whole
    assert not list(folder.glob(".part-*"))


@pytest.mark.long
def test_a_stored_run_on_a_full_disk_keeps_what_is_stored_and_goes_on(small_disk: Path) -> None:
    folder, games = small_disk / "run", 400
    process = started("-c", STORING, 1, folder, 20)  # a part at the end of each run, however slow the machine is
    assert process.communicate(timeout=PATIENCE) == ("20\n", "")
    with suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as filler:
        while filler.write(b"x" * 512):
            pass
    process = started("-c", STORING, 1, folder, games)
    _, wrong = process.communicate(timeout=PATIENCE)
    assert "No space left on device. 20 games are stored; once there is room, the same call continues from them." in wrong
    assert not list(folder.glob(".part-*"))
    (small_disk / "filler").unlink()
    process = started("-c", STORING, 1, folder, 60)
    assert process.communicate(timeout=PATIENCE) == ("60\n", "")
