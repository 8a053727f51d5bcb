"""A new folder, and a class that is written out, pass their own tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.programs import said_by, surroundings
from workbench.own.folder import export, main, new
from workbench.own.game import Game

FILES = {"__init__.py", "rulebook.md", "game.py", "README.md"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which packages are imported; they are forgotten with it, as another test may use their names."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def load_from(name: str) -> type[Game]:
    invalidate_caches()  # a folder may have been looked through in the same tick of the clock in which it was written
    kind: type[Game] = import_module(f"{name}.game").GAME
    return kind


def test_a_new_folder_holds_a_whole_game(here: Path) -> None:
    place = new("snail_race", here)
    assert {file.name for file in place.iterdir()} == {*FILES, "test_snail_race.py"}
    kind = load_from("snail_race")
    assert (kind.name, kind.title) == ("snail_race", "Snail race")
    assert wb.check(kind, games=20, suites=False).holds
    assert len(place.joinpath("game.py").read_text().splitlines()) < 60


@pytest.mark.parametrize("name", wb.small_names())
def test_a_class_that_is_written_out_plays_the_same_games(name: str, here: Path) -> None:
    export(name, here / f"my_{name}")
    kind = load_from(f"my_{name}")
    first, second = wb.load(name), wb.load(kind)
    assert [clause.text for clause in first.rulebook] == [clause.text for clause in second.rulebook]
    for seed in range(3):
        one, other = first.match(seed=seed), second.match(seed=seed)
        one.play_out("random")
        other.play_out("random")
        assert [str(event) for event in one.log] == [str(event) for event in other.log]
    assert wb.check(kind, games=5, suites=False).faults == wb.check(name, games=5, suites=False).faults


@pytest.mark.long
def test_both_pass_their_own_tests(here: Path) -> None:
    new("snail_race", here)
    export("auction", here / "my_auction")
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "snail_race", "my_auction")
    done = said_by(*words, cwd=here, env={"PYTHONPATH": surroundings()["PYTHONPATH"], "PATH": ""})
    assert "6 passed" in done.stdout, done.stdout


CELLS = [
    "from workbench import own\nimport workbench as wb\nSTEPS = (\n    1,\n    2,\n)",
    '''def far(state):
    return state.place > 5


class Cell(own.Game):
    """Cell

    - **CE-STEP-1** Go on.
    - **CE-END-1** Beyond five.
    """

    table = (own.Counter("place", "Where you are.", 9),)

    class Step(own.Phase):
        moves = STEPS

        def play(self, state, choice):
            state.place += choice
            if far(state):
                state.win(0)
            else:
                state.next_seat()
''',
]


def test_cells_of_a_notebook_become_a_folder(here: Path) -> None:
    """In a process of its own, as a notebook's kernel keeps its cells."""
    script = f"In = {CELLS!r}\nfor cell in In:\n    exec(cell)\nimport workbench as wb\nwb.export(Cell, 'my_cell')"
    said_by("-c", script, cwd=here, check=True)
    source = (here / "my_cell" / "game.py").read_text()
    assert "from workbench import own" in source and "def far(state):" in source and "STEPS = (\n    1,\n    2,\n)" in source
    kind: Any = load_from("my_cell")
    match = wb.load(kind).match(seed=1)
    match.play_out("random")
    assert match.over and match.game.rulebook["CE-STEP-1"].text == "Go on."


def test_what_cannot_be_written_is_refused(here: Path) -> None:
    new("snail_race", here)
    with refused(wb.WorkbenchError, "is there already: choose another name."):
        new("snail_race", here)
    with refused(wb.WorkbenchError, "A folder of a game is called by small letters, digits and underscores, such as my_game"):
        new("Snail-Race", here)
    with refused(wb.WorkbenchError, "has its folder already: only a class made from `own.Game` is written out."):
        export("northwood", here / "mine")
    assert {path.name for path in here.iterdir()} == {"snail_race"}


def test_the_command_says_what_it_does(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(here)
    assert main(["my_race"]) == 0
    assert "my_race is written. Its tests: python -m pytest my_race." in capsys.readouterr().out
    assert main(["my_race"]) == 1 and "is there already" in capsys.readouterr().err
    assert main([]) == 2 and "python -m workbench new NAME" in capsys.readouterr().out
