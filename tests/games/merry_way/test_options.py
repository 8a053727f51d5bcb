"""The option `cards`: sets, folders and tables as a text; what is broken is told through every door."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused
from workbench import lab
from workbench.core.errors import OptionError, SaveFileError
from workbench.games.merry_way.cards import copy_cards
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.options import CardTables

BOTH = "BOTH,Both,Lazy and Wicked,1,0,1,5,30"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The usual tables, with one more scheme card."""
    copy_cards(tmp_path / "cards")
    with (tmp_path / "cards" / "scheme_cards.csv").open("a", encoding="utf-8") as file:
        file.write(BOTH + "\n")
    return tmp_path / "cards"


def spoil(folder: Path) -> None:
    """Break two lines of two tables."""
    for name, line in (("scheme_cards.csv", "BAD,Bad,Lasy,1,0,1,5,30"), ("folly_cards.csv", "F49,GR,XX")):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(line + "\n")


REASONS = (
    "names cards that cannot be used:\n"
    "- scheme_cards.csv, line 24, kind: must be Robbers or one or more of Greedy, Lazy, Wicked, Dimwitted, not 'Lasy'.\n"
    "- folly_cards.csv, line 50, blue: must be different follies out of GR, LZ, WK, DW, "
)


def delete(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("usal", "must be 'usual', 'one_sided' or a folder with tables of your own, and there is no folder 'usal'."),
        ("one sided", "Did you mean 'one_sided'?"),
        ("", "and there is no folder ''."),
        ("\0", "and there is no folder '\\x00'."),
        ("n" * 3000, "and there is no folder 'nnn"),
        (Path("nowhere"), "and there is no folder 'nowhere'."),
        (5, "must be 'usual', 'one_sided' or a folder with tables of your own, not 5."),
        (None, "or a folder with tables of your own, not None."),
        (["usual"], "or a folder with tables of your own, not ['usual']."),
        ("usual\none_sided", "names cards that cannot be used:\n- Before the first line of a table"),
    ],
)
def test_what_is_neither_a_set_nor_tables_is_refused(value: object, words: str) -> None:
    with refused(ValueError, words):
        CardTables().check(value)


def test_only_a_folder_is_something_to_be_read() -> None:
    allowed = CardTables()
    assert not any(allowed.names_a_file(value) for value in (*allowed.samples(), " usual ", 5, None))
    assert all(allowed.names_a_file(value) for value in ("mine", "", Path("usual"), Path()))


def test_an_untouched_copy_is_the_usual_set(tmp_path: Path) -> None:
    copy_cards(tmp_path)
    assert wb.load("merry_way", cards=tmp_path).options.changed() == {}


def test_a_game_keeps_the_cards_when_the_folder_is_gone(folder: Path) -> None:
    game = wb.load("merry_way", cards=str(folder))
    delete(folder)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), wb.load("merry_way", **game.options.changed())):
        assert isinstance(other, MerryWay)
        assert other.options == game.options and other.cards.scheme_codes[21] == "BOTH"
        assert other.action("play:BOTH") == game.action("play:BOTH")


def test_later_changes_of_the_folder_do_not_matter(folder: Path) -> None:
    game = wb.load("merry_way", cards=folder)
    spoil(folder)
    assert copy.copy(game).options == game.options


def test_one_line_of_the_tables_stands_for_them_where_options_are_shown(folder: Path) -> None:
    game = wb.load("merry_way", cards=folder)
    assert repr(game) == "<On Their Merry Way for 2 players, cards='scheme_cards.csv …'>"
    assert "* cards = scheme_cards.csv …   Which cards" in repr(game.options) and "BOTH" not in repr(game.options)
    assert "scheme_cards.csv …</td>" in game.options._repr_html_() and "BOTH" not in game.options._repr_html_()


def test_a_match_is_saved_with_its_cards(folder: Path) -> None:
    match = wb.load("merry_way", cards=folder, max_rounds=1).match(seed=3)
    match.play_out("random")
    match.save(folder.parent / "evening.json")
    delete(folder)
    again = wb.Match.load(folder.parent / "evening.json")
    assert again.log == match.log and again.state.key() == match.state.key()
    assert again.game.options == match.game.options


def test_a_save_file_names_no_folder(folder: Path) -> None:
    record = json.loads(wb.load("merry_way", cards=folder).match(seed=3).to_json())
    record["options"]["cards"] = str(folder)
    with refused(
        SaveFileError, "A save file cannot make this machine read a file or folder: it must contain everything itself."
    ):
        wb.Match.from_json(json.dumps(record))


def test_broken_tables_in_a_save_file_are_told_with_their_places(folder: Path) -> None:
    record = json.loads(wb.load("merry_way", cards=folder).match(seed=3).to_json())
    record["options"]["cards"] = record["options"]["cards"].replace("Lazy and Wicked,1,0,1,5,30", "Lasy,1,x,1,5,30")
    path = folder.parent / "evening.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(SaveFileError) as caught:
        wb.Match.load(path)
    assert "scheme_cards.csv, line 23, kind: must be Robbers or" in str(caught.value)
    assert "scheme_cards.csv, line 23, manpower: must be a whole number from 0 to 20, not 'x'." in str(caught.value)


def test_broken_tables_are_told_with_all_reasons_when_a_game_is_loaded(folder: Path) -> None:
    spoil(folder)
    with refused(OptionError, "The option 'cards' of merry_way " + REASONS):
        wb.load("merry_way", cards=folder)


def test_many_games_are_the_same_in_other_processes(folder: Path) -> None:
    game = wb.load("merry_way", cards=folder, max_rounds=1, trade_mode="none")
    delete(folder)
    here, there = (lab.simulate(game, "random", games=4, seed=1, workers=workers, progress=False) for workers in (1, 2))
    assert here.table.equals(there.table)
    assert here.match(2).state.scores() == tuple(here.table.loc[2, ["score_0", "score_1"]])
    assert "with random, seed 1" in repr(here).splitlines()[0] and "BOTH" not in repr(here)
