"""The lab on the command line: the same games as in Python, and no traceback."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

import workbench as wb
from tests.programs import dask_cluster, said_by
from workbench import commands, lab
from workbench.terminal import main

pytestmark = pytest.mark.usefixtures("one_part")
MINE = """
from workbench.games.northwood.dialogue import Respond

def careful(view):
    return view.legal()[0]

class AlwaysScores(Respond):
    def scores(self, state, card):
        return True
"""


def said(*words: object) -> tuple[int, str]:
    target = io.StringIO()
    return main([str(word) for word in words], io.StringIO(), target), target.getvalue()


def test_simulate_plays_the_games_of_python_and_keeps_tables(tmp_path: Path) -> None:
    words = ["simulate", "northwood", "--player", "counter", "--seed", 3, "--clauses", "--out", tmp_path]
    assert said(*words, "--games", 4)[0] == 0
    code, text = said(*words, "--games", 12)
    runs = lab.simulate("northwood", "counter", games=12, seed=3, clauses=True)
    assert code == 0 and repr(runs) in text
    assert sorted(one.name for one in tmp_path.glob("*.csv")) == ["coverage.csv", "summary.csv"]
    assert len(list(tmp_path.glob("games-*"))) == 2
    pd.testing.assert_frame_equal(lab.stored(tmp_path).table, runs.table)
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "coverage.csv"), lab.coverage(runs), check_dtype=False)
    code, text = said("simulate", "northwood", "--player", "random", "--seed", 3, "--games", 4, "--out", tmp_path)
    assert code == 2 and "its players is ['counter'], not ['random']" in text


def test_players_and_phases_out_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    mine = tmp_path / "mine.py"
    phase, player = f"respond={mine}:AlwaysScores", f"{mine}:careful"
    words = ["simulate", "northwood", "--phase", phase, "--player", player, "--games", 6, "--workers", 2]
    for _ in range(2):
        code, text = said(*words, "--out", tmp_path / "run")
        assert code == 0 and "phases replaced: respond" in text and "careful" in text
    code, text = said("report", tmp_path / "run", "--out", tmp_path / "run.html")
    assert code == 2 and "make the call again that made it" in text
    for wrong, sentence in ((f"{mine}:carefull", "contains nothing called 'carefull'"), ("no.py:x", "'no.py' cannot be read")):
        code, text = said("simulate", "northwood", "--player", wrong)
        assert code == 2 and sentence in text


@pytest.mark.long
def test_a_tournament_says_how_much_can_be_won_against_each_player() -> None:
    code, text = said("tournament", "kuhn", "--player", "random", "--player", "rollout", "--games", 1, "--exploitability")
    assert code == 0 and "0.4583" in text


def test_tournament_tune_and_report(tmp_path: Path) -> None:
    cup = ["tournament", "keydom", "--player", "random", "--player", "farmer", "--games", 1, "--out", tmp_path / "cup"]
    code, text = said(*cup)
    assert code == 0 and "all 4 seatings" in text and "parametric bootstrap" in text
    tables = {one.stem for one in (tmp_path / "cup").glob("*.csv")}
    assert {"standings", "matrix", "payoffs", "equilibrium"} <= tables
    tuned = ["tune", "northwood", "--player", "random", "--target", "score_0=8", "--vary", "threshold=10..18"]
    code, text = said(*tuned, "--games", 3, "--trials", 2, "--out", tmp_path / "tuned")
    assert code == 0 and "Chosen after looking at 2 trials" in text
    assert set(json.loads((tmp_path / "tuned" / "chosen.json").read_text())) == {"threshold"}
    assert said("simulate", "northwood", "--player", "random", "--games", 3, "--out", tmp_path / "run")[0] == 0
    code, text = said("report", tmp_path / "run", "--out", tmp_path / "run.html")
    assert code == 0 and "<!DOCTYPE html>" in (tmp_path / "run.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("simulate nortwood", "There is no game 'nortwood'. Did you mean 'northwood'"),
        ("simulate northwood --player conter", "There is no player 'conter'"),
        ("simulate northwood --games 0", "games must be a whole number of at least 1"),
        ("simulate northwood --option thresold=3", "There is no option 'thresold'"),
        ("simulate northwood --phase respond", "should have the form NAME=FILE.py:CLASS"),
        ("tournament keydom --player random", "Say which players meet: --player NAME, at least twice."),
        ("tune northwood --target decisions", "should have the form COLUMN=VALUE"),
        ("tune northwood --target decisions=5", "which options may change for it: --vary OPTION=LOW..HIGH"),
        ("tune northwood --vary threshold=5..8", "Say what to reach, such as --target decisions=120"),
        ("compare northwood", "--variant 'NAME: OPTION=VALUE', once or more"),
        ("compare northwood --variant threshold=4", "such as 'changed: threshold=4'."),
        ("sweep northwood", "--vary OPTION=LOW..HIGH, once or twice"),
        ("rules northwood crown jewels", "contains all the words 'crown jewels'. Try fewer words."),
        ("report nowhere --out x.html", "There is no run in the folder 'nowhere'"),
    ],
)
def test_mistakes_get_sentences(words: str, sentence: str) -> None:
    code, text = said(*words.split())
    assert code == 2 and sentence in text


STOPS_ONCE = """
from pathlib import Path

def stop(view):
    state, told = view.state, Path(__file__).with_name("told")
    if state.game.options["threshold"] == 5 and not told.exists():
        told.touch()
        raise KeyboardInterrupt
    return view.legal()[0]
"""


def test_what_was_stopped_gives_back_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stop.py").write_text("def stop(view):\n    raise KeyboardInterrupt\n", encoding="utf-8")
    code, text = said("simulate", "northwood", "--player", f"{tmp_path}/stop.py:stop", "--games", 5, "--out", tmp_path / "run")
    assert code == 3 and "The same command continues from there." in text
    (tmp_path / "stop.py").write_text(STOPS_ONCE, encoding="utf-8")
    words = ["compare", "northwood", "--player", f"{tmp_path}/stop.py:stop", "--games", 2, "--out", tmp_path / "compared"]
    words += ["--variant", "four: threshold=4", "--variant", "five: threshold=5", "--metric", "win"]
    assert [said(*words)[0] for _ in range(2)] == [3, 0]
    assert list(pd.read_csv(tmp_path / "compared" / "differences.csv")["variant"]) == ["four", "five"]


def test_the_help_of_the_games_imports_no_table_package() -> None:
    code = (
        "import sys; from workbench.terminal import main; main(['rules', 'northwood', 'NW-VISIT-1']); "
        "print(sorted({'pandas', 'numpy', 'pyarrow', 'optuna', 'plotly', 'scipy'} & set(sys.modules)))"
    )
    found = said_by("-c", code, check=True)
    assert found.stdout.endswith("[]\n")


@pytest.mark.long
def test_a_dask_scheduler_with_workers_of_its_own_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with dask_cluster(tmp_path) as address:
        words = ["-W", "ignore", "-m", "workbench", "simulate", "northwood", "--player", "counter"]
        words += ["--games", "20", "--seed", "3", "--scheduler", address, "--out", str(tmp_path / "run")]
        found = said_by(*words)
        assert found.returncode == 0, found.stdout + found.stderr
        expected = lab.simulate("northwood", "counter", games=20, seed=3)
        assert re.search(r"20 games of .* with counter, seed 3", found.stdout)
        pd.testing.assert_frame_equal(lab.stored(tmp_path / "run").table, expected.table)


def test_rules_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    words = ["northwood", "--player", "random", "--games", 20, "--seed", 1, "--out", tmp_path / "found", "--no-progress"]
    changed = f"respond={tmp_path / 'mine.py'}:AlwaysScores"
    code, text = said("compare", *words, "--variant", "four: threshold=4", "--variant", f"always: {changed}", "--metric", "win")
    found = lab.compare("northwood", {"as it is": {}, "four": {"threshold": 4}}, "win", "random", games=20, seed=1)
    table = pd.read_csv(tmp_path / "found" / "differences.csv")
    assert code == 0 and "'as it is'" in text and list(table["variant"]) == ["four", "always"]
    assert table["effect"][0] == pytest.approx(found.effects[0].estimate.value)
    assert said("compare", *words, "--variant", "threshold=4")[1].startswith("'threshold=4' should have the form 'NAME: OPTION")
    assert said("compare", *words, "--variant", "four: treshold=4")[0] == 2

    code, text = said("rulings", *words, "--only", "nontrump_scoring", "--metric", "score_0", "--check", "counter")
    assert code == 0 and "nontrump_scoring=never" in text and (tmp_path / "found" / "tornado.csv").exists()

    code, text = said("sweep", *words, "--vary", "threshold=4..6", "--metric", "win_0")
    assert code == 0 and list(pd.read_csv(tmp_path / "found" / "sweep.csv")["threshold"]) == [4, 5, 6]


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["compare", "--variant", "four: threshold=4"], ["as-it-is", "four"]),
        (["rulings", "--only", "nontrump_scoring"], ["as-it-is", "nontrump_scoring-never"]),
        (["sweep", "--vary", "threshold=4,6"], ["threshold-4", "threshold-6"]),
        pytest.param(
            ["tune", "--vary", "threshold=4,6", "--target", "score_0=8", "--trials", 2],
            ["threshold-4", "threshold-6", "threshold-16"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_every_comparison_is_repeated_with_another_player_and_kept(
    words: list[object], begins: list[str], tmp_path: Path, one_part: None
) -> None:
    what, *more = words
    call = [what, "northwood", "--player", "random", "--games", 3, *more, "--check", "counter", "--out", tmp_path]
    code, text = said(*call)
    orders = pd.read_csv(tmp_path / "orders.csv")
    assert code == 0 and len(orders) and {"random", "random low", "counter", "counter high", "gap", "says"} <= set(orders)
    assert "gap" in text
    kept = sorted([file.relative_to(tmp_path / "games") for file in tmp_path.glob("games/*/games-*.parquet")])
    assert {str(file.parent).rpartition("-")[0] for file in kept} == {*begins}
    assert all([len(pd.read_parquet(tmp_path / "games" / file)) == 3 for file in kept])
    assert said(*call) == (code, text), "the second time, the games are read"
    assert sorted([file.relative_to(tmp_path / "games") for file in tmp_path.glob("games/*/games-*.parquet")]) == kept


def test_nobody_named_means_the_two_best_of_the_ladder(tmp_path: Path) -> None:
    words = ["sweep", "northwood", "--vary", "threshold=4,6", "--metric", "win_0", "--games", 2, "--out", tmp_path]
    code, text = said(*words, "--minutes", 0.001)
    assert code == 0 and "2 games a point with counter, then with random" in text
    assert {"counter low", "random low"} <= set(pd.read_csv(tmp_path / "orders.csv"))
    assert said(*words, "--minutes", 0) == (2, "minutes must be a number above 0, not 0.0.\n")


def test_an_address_without_a_scheduler_is_a_sentence() -> None:
    code, text = said("simulate", "northwood", "--scheduler", "nonsense://x")
    assert code == 2 and "There is no Dask scheduler at 'nonsense://x'" in text
    assert wb.load("northwood").players == 1


@pytest.mark.parametrize(
    "words",
    [
        "compare northwood --variant a:threshold=12",
        "rulings northwood --only threshold",
        "sweep northwood --vary threshold=12,14",
    ],
)
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_played(words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        code, text = said(*words.split(), "--games", 10**9, "--out", place)  # it would play for days
        assert code and text.startswith("Nothing can be written into the folder"), text


def test_tables_that_cannot_be_written_at_the_end_are_written_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(wb.WorkbenchError, match="They are in '") as caught:
        commands.keep(str(tmp_path / "file"), one=pd.DataFrame({"a": [1]}))
    other = Path(str(caught.value).rpartition("They are in '")[2].rstrip("'."))
    assert (other / "one.csv").read_text(encoding="utf-8").split() == ["a", "1"]
    shutil.rmtree(other)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise RuntimeError('top')", "raised RuntimeError in line 1: top"),
        ("import sys\nsys.exit('bye')", "raised SystemExit in line 2: bye"),
        ("def made(view):\n  return (", "cannot be read as Python"),
        ("x = '\udcff'", "cannot be read as Python"),
        ("other = 1", "contains nothing called 'made'"),
        ("def made(view): raise RuntimeError('x')", "RuntimeError"),
        ("def made(view): raise SystemExit('x')", "SystemExit"),
        ("def made(view): return 'x'", "'x'"),
        ("made = 5", "players must be a name, a Player or a function"),
        ("class made:\n    def __init__(self, a): pass", "A player must be a name, a subclass of Player or a function"),
        ("import workbench.core.player as p\nclass made(p.Player):\n    def __init__(self, *a): raise KeyError(1)", "KeyError"),
    ],
)
def test_a_players_file_with_any_fault_is_a_sentence(source: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source, encoding="utf-8", errors="surrogatepass")
    who = f"{tmp_path}/mine.py:made"
    code, text = said("compare", "northwood", "--variant", "a:threshold=12", "--games", 2, "--player", who)
    assert code and says in text and "Traceback" not in text


@pytest.mark.parametrize("method", ["__init__(self)", "legal(self, state)", "apply(self, state, action)"])
@pytest.mark.parametrize("fault", ["RuntimeError('no')", "SystemExit('no')"])
def test_a_phases_file_with_any_fault_is_a_sentence(method: str, fault: str, tmp_path: Path) -> None:
    kind = "import workbench as wb\nclass Mine(type(wb.load('northwood').phases['respond'])):\n"
    (tmp_path / "mine.py").write_text(f"{kind}    def {method}: raise {fault}\n", encoding="utf-8")
    code, text = said(
        "compare", "northwood", "--variant", f"a: respond={tmp_path}/mine.py:Mine", "--games", 2, "--player", "random"
    )
    assert code and fault.partition("(")[0] in text and "Traceback" not in text


def test_a_game_of_ones_own_is_solved_and_the_rollout_player_is_measured(tmp_path: Path) -> None:
    """A small one with its exploitability, and one too large with an estimate and the way to its ladder."""
    file = tmp_path / "my_nim.py"
    file.write_text(Path(wb.__file__).parent.joinpath("games/small/nim.py").read_text(encoding="utf-8"), encoding="utf-8")
    code, text = said("solve", file, "--games", 10)
    assert code == 0
    assert "Nim is solved by backward induction, with 752 positions. Best play is worth 0.0000 and 1.0000." in text
    assert "The rollout player wins 100.0% (72.2% to 100.0%, n = 10, Wilson 95%) against 1 random player." in text
    code, text = said("solve", "kuhn", "--games", 10)
    assert code == 0 and "Exploitability 0.0000 a game, 0.00% of the range of results." in text
    assert "The rollout player gets" in text and "Student t 95%) a game against 1 random player." in text
    code, text = said("solve", "northwood")
    assert code == 2 and "is too large to solve exactly" in text and "run: python -m workbench ladder northwood" in text
