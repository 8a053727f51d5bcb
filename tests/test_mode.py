"""Plain and compiled Python play the same games; a compiled install says when it no longer matches its source."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.programs import said_by
from tests.waiting import PATIENCE
from workbench import mode

# the compiled build takes minutes, and is made once
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("compiled")]

ROOT = Path(__file__).parent.parent
GAMES = 40


def run(site: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command with only that install in sight."""
    env = {**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1", **environment}
    return said_by(*command, env=env, cwd=site)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled wheel is built: a copy of the checkout."""
    return tmp_path_factory.mktemp("source")


@pytest.fixture(scope="module")
def compiled(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled wheel, installed into a folder of its own; made once, however many processes run the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        (tmp_path_factory.getbasetemp().parent / "compiled here").touch(exist_ok=False)
    wheels, site = (tmp_path_factory.mktemp(name) for name in ("wheels", "site"))
    for name in ("workbench", "widgets"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "packaging").mkdir()
    parts = ("compile.ini", "for_the_compiler.py")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", *[f"packaging/{part}" for part in parts]):
        shutil.copy(ROOT / name, source / name)
    pip = ("-m", "pip", "--disable-pip-version-check", "-q")
    compiling = {**os.environ, "WORKBENCH_COMPILE": "quickly"}
    built = said_by(*pip, "wheel", "--no-deps", "-w", wheels, source, env=compiling, timeout=10 * PATIENCE)
    assert built.returncode == 0, built.stdout[-2000:] + built.stderr[-4000:]
    wheel = next(wheels.glob("*.whl"))
    installed = said_by(*pip, "install", "--no-deps", "--target", site, wheel)
    assert installed.returncode == 0, installed.stderr[-2000:]
    assert not list((source / "workbench").rglob("*.so")), "the build left a binary in the source tree"
    return site


def test_no_binary_stands_in_the_checkout() -> None:
    assert not [path for folder in ("workbench", "widgets") for path in (ROOT / folder).rglob("*.so")]


def test_both_modes_play_the_same_games(compiled: Path) -> None:
    fast = run(compiled, str(ROOT / "tests" / "digest.py"), str(GAMES))
    plain = run(compiled, str(ROOT / "tests" / "digest.py"), str(GAMES), WORKBENCH_PURE="1")
    assert fast.stderr == "compiled\n"
    assert plain.stderr == "plain\n"
    assert len(fast.stdout.splitlines()) >= 5
    assert fast.stdout == plain.stdout


LITERAL_SHIFT = re.compile(r"^ *\w+ = \d{1,10} << \w+;$", re.MULTILINE)
"""A shift of a number without the suffix of 64 bits, as C code: it is done in 32 bits."""


def test_no_number_is_shifted_in_32_bits(source: Path, compiled: Path) -> None:
    """`1 << n` with a machine-sized n, also where a variable has just been given the number, comes out wrong from n = 31."""
    assert LITERAL_SHIFT.findall("    cpy_r_r2 = 1 << cpy_r_card;\n    cpy_r_r3 = cpy_r_r2 << 1;") != []
    written = list(source.rglob("__native_workbench*.c"))
    assert len(written) > 10
    found = {path.name: LITERAL_SHIFT.findall(path.read_text(encoding="utf-8")) for path in written}
    assert {name: shifts for name, shifts in found.items() if shifts} == {}


def test_tests_pass_compiled_too(compiled: Path, tmp_path: Path) -> None:
    """Those of what is compiled and of what runs it; away from the checkout, so that only the install is found."""
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs" / "guide", tmp_path / "docs" / "guide")  # what tests read of it
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "kernels.py", tmp_path / "tools")  # which starts the kernels of tests
    env = {**os.environ, "PYTHONPATH": str(compiled), "PYTHONSAFEPATH": "1"}
    for tests in (IN_FULL, IN_SHORT):
        command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", *tests)
        ran = said_by(*command, env=env, cwd=tmp_path, timeout=10 * PATIENCE)
        assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]


SENT: Final = "tests/lab/test_simulate.py"
"""The tests of what is sent to other processes."""
IN_FULL: Final = (
    *("tests/core/test_doors.py", "tests/core/test_game.py", "tests/core/test_phase.py", "tests/core/test_player.py"),
    *("tests/core/test_random.py", "tests/core/test_state.py", SENT),
)
"""The tests that are run a second time, compiled."""
IN_SHORT: Final = (
    *("--quick", "tests/lab", "tests/players", f"--ignore={SENT}"),
    *("--ignore=tests/lab/test_statistics.py", "--ignore=tests/lab/test_stopped.py", "--ignore=tests/lab/test_apart.py"),
    *("--ignore=tests/lab/test_deaths.py", "--ignore=tests/lab/test_store.py", "--ignore=tests/lab/test_metrics.py"),
    *("--ignore=tests/lab/test_plain.py", "--ignore=tests/lab/test_ratings.py", "--ignore=tests/lab/test_report.py"),
)
"""Those of which the short form is enough: what the long one adds is more of the same games, and their digests are equal.

Left out are tests of tables of games, of the lab's text, of files, of processes that die, and of what the system forbids. All
of this is the same in both modes.
"""

CELL = """
import workbench as wb
from workbench.games.northwood.dialogue import Respond
class Lazy(Respond):
    def legal(self, state):
        return super().legal(state)[:1]
    def scores(self, state, response):
        return False
game = wb.load("northwood", phases={"respond": Lazy}, abilities="off")
match = game.match(seed=3)
match.play_out("random")
print(wb.compiled, match.state.scores(), sum(len(e.text) for e in match.log))
"""


def test_a_phase_changed_in_a_cell_works_the_same_in_both_modes(compiled: Path) -> None:
    fast, plain = run(compiled, "-c", CELL), run(compiled, "-c", CELL, WORKBENCH_PURE="1")
    assert fast.stdout.startswith("True (4,)"), fast.stderr[-2000:]
    assert plain.stdout.removeprefix("False") == fast.stdout.removeprefix("True")


OPEN = """
import workbench as wb
from workbench.games.keydom.country import Country

def closed(kind):
    own = type("Own", (kind,), {})
    try:
        own.__new__(own)
    except TypeError:
        return kind.__name__
    return ""

kinds = []
copies = set()
for name in wb.game_names():
    game = wb.load(name)
    state = type(game.start())
    kinds += [type(game), state, *map(type, game.phases.values()), *game.strategies.values()]
    copies.add(type(vars(state).get("copy")).__name__)
print(wb.compiled, len({*kinds}), *copies, *filter(None, map(closed, [*kinds, Country])))
"""


def test_phases_states_games_and_players_can_be_subclassed_in_a_cell(compiled: Path) -> None:
    """The plugin of the build sees to it, and no decorator in the rules; other compiled classes cannot.

    It also gives each class of positions a `copy` before the compiler reads it, which is a method of C then.
    """
    made = run(compiled, "-c", OPEN)
    was_compiled, number, *found = made.stdout.split()
    assert (was_compiled, found, made.stderr) == ("True", ["method_descriptor", "Country"], "") and int(number) > 200


def test_a_stale_binary_is_announced(compiled: Path) -> None:
    source = compiled / "workbench" / "games" / "northwood" / "dialogue.py"
    before = source.read_text(encoding="utf-8")
    try:
        source.write_text(before + "\n# a change\n", encoding="utf-8")
        told = run(compiled, "-c", "import workbench")
        quiet = run(compiled, "-c", "import workbench", WORKBENCH_PURE="1")
    finally:
        source.write_text(before, encoding="utf-8")
    assert "games/northwood/dialogue.py changed after the build" in told.stderr
    assert quiet.stderr == ""


def test_stale_files_are_found_by_their_digest(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("one = 1\n")
    record = tmp_path / "compiled.json"
    assert mode.stale_files(record) == ()
    record.write_text(json.dumps({"rules.py": mode.digest(tmp_path / "rules.py")}))
    assert mode.stale_files(record) == ()
    (tmp_path / "rules.py").write_text("one = 2\n")
    assert mode.stale_files(record) == ("rules.py",)
