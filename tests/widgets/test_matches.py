"""Which match lies on a table: new games, files and positions."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.widgets.tables import click
from widgets import Table


def test_saving_and_loading(table, tmp_path):
    table.play("visit fief 3")
    table.save(tmp_path / "evening.json")
    other = Table("northwood", seed=1, figure=False)
    other.controls.build_options()
    other.load(tmp_path / "evening.json")
    assert other.board.scene == table.board.scene
    assert other.controls.seed.value == 7
    with pytest.raises(wb.SaveFileError):
        other.load(tmp_path / "nothing.json")
    assert other.board.scene == table.board.scene


def test_a_new_game(table):
    table.play("visit fief 3")
    first = Table("northwood", seed=8, figure=False)
    table.new_game(seed=8)
    assert table.board.scene == first.board.scene
    table.new_game(seed=8, threshold=18)
    assert table.match.game.options["threshold"] == 18
    table.new_game()
    assert (table.match.seed, table.match.game.options["threshold"]) == (8, 18), "what was set stays set"
    table.new_game(preset="idealist")
    assert table.match.game.options["threshold"] == 20
    with pytest.raises(wb.OptionError, match="threshold"):
        table.new_game(threshold=99)
    with pytest.raises(wb.UnknownNameError, match="Did you mean 'idealist'"):
        table.new_game(preset="idealists")
    assert table.match.game.options["threshold"] == 20


def test_the_end_offers_a_new_game() -> None:
    table = Table("northwood", seed=7, figure=False)
    assert not table.board.ended
    table.match.play_out("random")
    table.redraw()
    first = table.match
    assert table.board.ended and table.board.moves == [] and "ame" in table.board.question
    click(table, do="again")
    assert table.match is not first and table.match.step == 0 and not table.board.ended
    assert table.match.seed != first.seed and table.match.game is first.game


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "\ud800", "", "/dev/null", "notes.txt"])
def test_a_file_that_cannot_be_written_gets_a_sentence_and_the_game_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    table = Table("northwood", seed=7, figure=False)
    table.controls.file.value = name
    for button in (table.controls.save_button, table.controls.load_button):
        table.board.notice = ""
        button.click()
        assert table.board.notice.endswith((".", ")")) and len(table.board.notice) < 800
    table.play("visit fief 3")
    assert table.match.step == 1 and (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_position_that_was_pasted_lies_on_the_table() -> None:
    table, other = [Table("keydom", seed=seed, seats={1: "scripted"}, figure=False) for seed in (3, 4)]
    table.play(table.match.state.legal()[1])
    click(table, do="text")
    click(other, do="open", text=f"https://example.org/?position={table.board.written}", linked=True)
    assert other.match.seen().to_dict() == table.match.seen().to_dict()
    click(other, do="open", text="keydom.nothing")
    assert "damaged or cut off" in other.board.notice
