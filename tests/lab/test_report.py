"""A run as a page: everything shown as text, nothing from the network, and the command plays the same games."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import AlwaysScores, careless, high, low
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.lab.report import again, page
from workbench.terminal import main


@pytest.fixture(scope="module")
def runs() -> lab.Runs:
    return lab.simulate("northwood", "counter", games=30, seed=4, clauses=True)


def test_the_page_stands_by_itself(runs: lab.Runs, tmp_path: Path) -> None:
    path = lab.report(runs, tmp_path / "run.html")
    text = path.read_text(encoding="utf-8")
    words = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert not re.search(r"""(?:src|href)\s*=|url\(|@import""", words), "something would be fetched"
    assert not re.search(r"<script[^>]*\ssrc", text) and "Plotly.newPlot" in text
    assert "<td>4</td>" in words and "Wilson 95%" in words and "tabletop-workbench 0.1.0" in words
    assert "Rules that never fired" in words and words.count("<figure>") == 4
    for row in runs.summary().itertuples():
        assert f"<td>{row.of}</td>" in words
    lab.report(runs, path, "Again")
    assert "<h1>Again</h1>" in path.read_text(encoding="utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["run.html"]


def test_without_plotly_there_are_tables(runs: lab.Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    text = page(runs, "x")
    assert "Charts need plotly" in text and "<script" not in text and "Wilson 95%" in text


def test_whatever_a_run_holds_is_shown_as_text() -> None:
    def evil(view: wb.core.state.View) -> int:
        return 0

    evil.__name__ = "</script><img src=x onerror=alert(1)>"
    runs = lab.simulate(Tiny({}), [evil, careless], games=8, seed=4, on_error="keep")
    text = page(runs, "<b>bold</b>")
    assert "<img" not in text and "<b>" not in text and "&lt;b&gt;bold" in text
    assert text.count("</script>") == text.count("<script")
    assert "Games that could not be finished" in text or not len(runs.failed)


def test_the_command_plays_the_same_games(tmp_path: Path) -> None:
    game = wb.load("northwood", threshold=18)
    runs = lab.simulate(game, "counter", games=5, seed=4, clauses=True)
    words = shlex.split(again(runs))
    assert words[:5] == ["python", "-m", "workbench", "simulate", "northwood"] and "threshold=18" in words
    words[-1] = str(tmp_path / "run")
    assert main(words[3:], io.StringIO(), io.StringIO()) == 0
    assert lab.stored(tmp_path / "run").table.equals(runs.table)
    two = lab.simulate("keydom", ["farmer", "random"], games=2, seed=4, rotate=False, limits=lab.Limits(decisions=5000))
    assert again(two).endswith(
        "--player farmer --player random --games 2 --seed 4 --no-rotate --most-decisions 5000 --out FOLDER"
    )


def test_for_players_and_phases_of_ones_own_the_call_is_named() -> None:
    text = again(lab.simulate(Tiny({}), [high, low], games=2, seed=4))
    assert text.startswith("lab.simulate(wb.load('tiny', 2), [high, low], games=2, seed=4, rotate=True, clauses=False)")
    changed = wb.load("northwood", phases={"respond": AlwaysScores})
    text = again(lab.simulate(changed, "random", games=2))
    assert "phases={'respond': AlwaysScores}" in text and "['random']" in text


def test_nothing_else_is_overwritten(runs: lab.Runs, tmp_path: Path) -> None:
    (tmp_path / "thesis.html").write_text("<p>mine")
    with refused(wb.WorkbenchError, "'thesis.html' already exists and is not a report"):
        lab.report(runs, tmp_path / "thesis.html")
    with refused(wb.WorkbenchError, "'run.html' cannot be written: No such file or directory."):
        lab.report(runs, tmp_path / "nowhere" / "run.html")
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.html"]
