"""A new folder, and a class that is written out, pass their own tests."""

from __future__ import annotations

import sys
from importlib import import_module, invalidate_caches
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.own.faulty import Good
from tests.programs import said_by, surroundings
from workbench import lab
from workbench.core import registry
from workbench.games import small
from workbench.own.folder import export, main, new
from workbench.own.game import Game
from workbench.terminal import main as terminal

FILES = {"__init__.py", "rulebook.md", "game.py", "README.md"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from which packages are imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_handed_over", {})
    return tmp_path


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
def test_a_class_that_is_written_out_plays_the_same_games(name: str, here: Path, short: bool) -> None:
    export(name, here / f"my_{name}")
    kind = load_from(f"my_{name}")
    first, second = wb.load(name), wb.load(kind)
    assert [clause.text for clause in first.rulebook] == [clause.text for clause in second.rulebook]
    for seed in range(1 if short else 3):
        one, other = first.match(seed=seed), second.match(seed=seed)
        one.play_out("random")
        other.play_out("random")
        assert [str(event) for event in one.log] == [str(event) for event in other.log]
    games = 2 if short else 5
    assert wb.check(kind, games=games, suites=False).faults == wb.check(name, games=games, suites=False).faults


def test_a_class_among_others_in_a_file_is_written_out_with_what_it_uses(here: Path) -> None:
    place = export(Good, here / "good")
    source = (place / "game.py").read_text()
    assert 'CARDS = own.Cards("ABCD")' in source and "class Good(own.Game):" in source and "class NoPhase" not in source
    first, second = wb.load(Good).match(seed=1), wb.load(place).match(seed=1)
    first.play_out("random")
    second.play_out("random")
    assert [str(event) for event in first.log] == [str(event) for event in second.log]


@pytest.mark.parametrize("name", wb.small_names())
def test_a_small_game_and_its_folder_are_the_same_text_and_the_same_rules(name: str, here: Path) -> None:
    ours = Path(str(sys.modules[wb.load(name).__module__].__file__))
    place = export(name, here / f"grown_{name}")
    assert (place / "game.py").read_text() == ours.read_text()
    grown = wb.load(place)
    assert grown.source() == wb.load(name).source(), "a save file of one is a save file of the other"
    assert not (place / "rulebook.md").exists()


def test_a_folder_grows_by_files_beside_the_class_which_stays_as_it_is(here: Path) -> None:
    place = export("nim", here / "heaps")
    text = (place / "game.py").read_text()
    state = wb.load(place).start()
    assert wb.load(place).text(state, 0).startswith("Nim. Take, Player 1.")
    (place / "text.py").write_text("def text(state, seat):\n    return f'Heaps of {state.rows}.'\n")
    grown = wb.load(place)
    assert grown.text(grown.start(), 0) == "Heaps of [1, 3, 5, 7]."
    assert (place / "game.py").read_text() == text
    assert type(grown).folder == place, "what belongs to the game is kept beside it"


def test_a_rulebook_beside_the_class_holds_what_its_docstring_does_not(here: Path) -> None:
    place = export("nim", here / "heaps")
    book = wb.load("nim").rulebook
    head, _, rest = (place / "game.py").read_text().partition('    """Nim')
    (place / "game.py").write_text(f'{head}    """Nim."""\n{rest.partition(chr(34) * 3)[2]}')
    (place / "rulebook.md").write_text(book.text)
    assert [clause.text for clause in wb.load(place).rulebook] == [clause.text for clause in book]
    assert wb.load(place).title == "Nim"


def test_a_path_is_read_anew_each_time(here: Path) -> None:
    file = here / "snail.py"
    text = Path(str(sys.modules[wb.load("nim").__module__].__file__)).read_text()
    file.write_text(text)
    assert wb.load(file).bounds().decisions == 16
    file.write_text(text.replace("longest = 16", "longest = 17 + 1"))
    assert wb.load(file).bounds().decisions == 18


def test_a_path_goes_wherever_a_game_does(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = here / "my_heaps.py"
    file.write_text(Path(str(sys.modules[wb.load("nim").__module__].__file__)).read_text().replace("class Nim", "class MyHeaps")
                    .replace("GAME = Nim", "GAME = MyHeaps"))
    assert len(lab.play_rows(file, "random", games=2, seed=1)) == 2
    with refused(wb.UnknownNameError, 'For a game of your own, pass its class, or the path of its file: `Path("my_game.py")`.'):
        wb.load(str(file))
    saved = here / "saved.json"
    match = wb.load(file).match(seed=1)
    match.play(str(match.moves()[0]))
    match.save(saved)
    assert wb.Match.load(saved, file).state.key() == match.state.key()
    assert terminal(["play", str(file), "--load", str(saved)], StringIO("quit\n")) == 0
    assert "Nim. Take, Player 2." in capsys.readouterr().out


def test_a_path_without_a_game_is_told_what_one_is(here: Path) -> None:
    (here / "json.py").write_text("GAME = None\n")
    (here / "empty.py").write_text("")
    for place, says in (
        (here / "nothing.py", "Name a file such as my_game.py, or a folder that contains a file game.py"),
        (here, "There is no game at"),
        (here / "json.py", "Python has another module called 'json': give"),
        (here / "empty.py", "does not say which class is its game: add `GAME = MyGame` at the end."),
    ):
        with refused(wb.UnknownNameError, says):
            wb.load(place)
    assert sys.modules["json"].loads("1") == 1, "what was there before is still there"


def test_a_save_file_names_a_game_and_never_a_path(here: Path) -> None:
    place = export("nim", here / "heaps")
    saved = wb.load(place).match(seed=1).to_json().replace('"game": "nim"', f'"game": "{place}"')
    with refused(wb.WorkbenchError, "There is no game"):
        wb.Match.from_json(saved)


def test_a_small_game_of_the_project_may_be_a_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    export("nim", here / "small" / "heaps")
    monkeypatch.setattr(registry, "GAMES", here)
    monkeypatch.setattr(small, "__path__", [str(here / "small")])
    (here / "small" / "pig.py").write_text("")
    (here / "large").mkdir()
    (here / "large" / "game.py").write_text("")
    assert registry.small_names() == ("heaps", "pig") and registry.game_names() == ("large",)
    assert wb.load("heaps").title == "Nim"
    del sys.modules["workbench.games.small.heaps.game"]


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


LATER = [
    "from fractions import Fraction as Share\nfrom workbench import own as mine\n"
    "from workbench.own.parts import EMPTY, HIDDEN\nimport workbench.core.options as opts\nimport math\nSTEPS = (9,)",
    "STEPS = (1, 2)\nHALF = Share(1, 2)",
    "LONGEST = max(STEPS) + math.floor(HALF)",
    CELLS[1].replace("class Cell", "class Old").replace("own.", "mine."),
    CELLS[1].replace("own.", "mine.").replace("moves = STEPS", "moves = (*range(1, LONGEST + 1),)").replace(
        "state.place > 5", "state.place > 5 + EMPTY + 1 and opts.Whole(0, 9) is not None"
    ),
]


@pytest.mark.parametrize("kept", ["In", "linecache"])
def test_the_latest_cells_with_all_that_they_use_become_a_folder(kept: str, here: Path) -> None:
    """Whether the notebook keeps its history, or only what tracebacks need of it."""
    found = f"In = {LATER!r}" if kept == "In" else f"cells = {LATER!r}"
    script = (
        f"import linecache\n{found}\nfor number, cell in enumerate({'In' if kept == 'In' else 'cells'}):\n"
        f"    file = f'/tmp/ipykernel_1/{{number}}.py'\n"
        f"    if {kept!r} == 'linecache':\n"
        f"        linecache.cache[file] = (len(cell), None, cell.splitlines(True), file)\n"
        f"    exec(compile(cell, file, 'exec'))\n"
        f"import workbench as wb\nwb.export(Cell, 'my_cell')"
    )
    said_by("-c", script, cwd=here, check=True)
    source = (here / "my_cell" / "game.py").read_text()
    for line in (
        "from fractions import Fraction as Share",
        "from workbench import own as mine",
        "from workbench.core import options as opts",
        "import math",
        "from workbench.own.parts import EMPTY",
        "STEPS = (1, 2)",
        "GAME = Cell",
    ):
        assert line in source.splitlines(), source
    assert "HIDDEN" not in source and "class Old" not in source and "(9,)" not in source
    assert CELLS[1].partition('"""Cell')[2].partition('"""')[0] in source, "the rulebook stays where it was written"
    kind: Any = load_from("my_cell")
    assert [move.text for move in wb.load(kind).match(seed=1).moves()] == ["step 1", "step 2"]


def test_what_cannot_be_written_is_refused(here: Path) -> None:
    new("snail_race", here)
    with refused(wb.WorkbenchError, "already exists: choose another name."):
        new("snail_race", here)
    with refused(wb.WorkbenchError, "folder may have small letters, digits and underscores, such as my_game"):
        new("Snail-Race", here)
    for name in ("class", "My_game", "2nd"):
        with refused(wb.WorkbenchError, f"such as my_game, not {name!r}."):
            new(name, here)
    (here / "a_file").write_text("")
    with refused(wb.WorkbenchError, "cannot be written: "):
        export("nim", here / "a_file" / "heaps")
    (here / "a_file").unlink()
    with refused(wb.WorkbenchError, "already has its folder: only a class made from `own.Game` can be exported."):
        export("northwood", here / "mine")
    assert {path.name for path in here.iterdir()} == {"snail_race"}


def test_a_path_may_be_typed_at_a_command(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = export("nim", here / "heaps")
    assert terminal(["check", str(place), "--games", "2"]) == 0
    assert "Nim: every check passed." in capsys.readouterr().out
    assert terminal(["rules", str(place), "NI-TAKE-1"]) == 0
    assert "a player takes one match or more" in capsys.readouterr().out


def test_the_command_says_what_it_does(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(here)
    assert main(["my_race"]) == 0
    said = capsys.readouterr().out
    assert "Run its tests with: python -m pytest my_race\n" in said and "python -m workbench play my_race\n" in said
    assert terminal(["check", "my_race"]) == 0 and "My race: every check passed." in capsys.readouterr().out
    assert main(["my_race"]) == 1 and "already exists" in capsys.readouterr().err
    assert main([]) == 2 and "python -m workbench new NAME" in capsys.readouterr().out
