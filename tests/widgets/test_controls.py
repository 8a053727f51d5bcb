"""The controls: one for every option, and mistakes become sentences."""

from __future__ import annotations

import ipywidgets as ipw
import pytest

import workbench as wb
from widgets import Table
from widgets.controls import as_control_value, players_said
from workbench.core.ladder import strongest
from workbench.core.options import Choice, Whole, show
from workbench.core.strength import menu_name, menu_players, says, strength


@pytest.mark.parametrize("name", wb.game_names())
def test_every_option_has_a_control_with_its_sentence(name):
    controls = Table(name, figure=False).controls
    assert controls.options == {}, "made only when somebody looks"
    controls.options_fold.selected_index = 0
    assert list(controls.options) == list(controls.game.options)
    for option, row in zip(controls.game.option_table, controls.options_box.children, strict=True):
        control, sentence = row.children
        assert control.description == option.name
        assert control.tooltip == option.meaning.replace("`", "") and "`" not in sentence.value, "no raw Markdown"
        assert option.clause in sentence.value
        kind = {Choice: ipw.Dropdown, Whole: (ipw.BoundedIntText, ipw.Dropdown)}
        assert isinstance(control, kind.get(type(option.allowed), ipw.Text))
        for sample in option.allowed.samples():
            control.value = as_control_value(option, sample)
            if "\n" in str(sample):
                assert control.value == show(sample)
            else:
                assert option.allowed.check(control.value) == option.allowed.check(sample)


def test_a_new_game_takes_what_the_controls_say(table):
    table.controls.options_fold.selected_index = 0
    table.controls.seed.value = 12
    table.controls.options["threshold"].value = 18
    table.controls.options["must_win"].value = "0 7"
    table.controls.start.click()
    assert table.match.seed == 12
    assert table.match.game.options.changed() == {"threshold": 18, "must_win": (0, 7)}
    assert table.board.notice == ""


def test_a_difficulty_sets_the_options(table):
    controls = table.controls
    controls.preset.value = "idealist"
    controls.start.click()
    assert table.match.game.options["threshold"] == 20
    controls.options_fold.selected_index = 0
    assert controls.options["threshold"].value == 20
    controls.preset.value = "advanced"
    assert controls.options["threshold"].value == 18
    controls.preset.value = ""
    assert controls.options["threshold"].value == 16
    controls.start.click()
    assert table.match.game.options.changed() == {}


def test_a_difficulty_chosen_before_the_options_are_unfolded_stays_chosen(table):
    controls = table.controls
    controls.preset.value = "idealist"
    controls.options_fold.selected_index = 0
    assert controls.options["threshold"].value == 20
    controls.start.click()
    assert table.match.game.options["threshold"] == 20
    assert controls.preset.value == "idealist"


def test_an_option_changed_by_hand_is_added_to_the_difficulty(table):
    controls = table.controls
    controls.options_fold.selected_index = 0
    controls.preset.value = "full"
    controls.options["threshold"].value = 12
    assert controls.preset.label == "your own options, below"
    controls.start.click()
    assert table.match.game.options.changed() == {"setup": "full", "threshold": 12}
    assert controls.preset.value == "own"
    controls.options["threshold"].value = 16
    controls.start.click()
    assert table.match.game.options.changed() == {"setup": "full"}
    assert controls.preset.value == "full"


def test_what_a_scenario_sets_does_not_stick_to_the_next_one(table):
    controls = table.controls
    controls.options_fold.selected_index = 0
    controls.options["setup"].value = "scenario"
    for number in (2, 3):
        controls.options["scenario"].value = number
        controls.start.click()
        assert table.board.notice == ""
        expected = wb.load("northwood", setup="scenario", scenario=number)
        assert dict(table.match.game.options) == dict(expected.options)
        assert controls.options["allies"].value == expected.options["allies"]


def test_the_difficulty_shows_what_a_table_began_with():
    assert Table("northwood", preset="idealist", figure=False).controls.preset.value == "idealist"
    assert Table("northwood", threshold=7, figure=False).controls.preset.value == "own"


def test_a_value_that_does_not_fit_gets_a_sentence_and_the_game_goes_on(table):
    table.play("visit fief 3")
    table.controls.options_fold.selected_index = 0
    table.controls.options["stars"].value = "one two"
    table.controls.start.click()
    assert table.board.notice.startswith("The option 'stars' must be a list of 8 whole numbers")
    assert table.match.step == 1


def test_options_that_contradict_each_other_get_a_sentence(table):
    table.controls.options_fold.selected_index = 0
    table.controls.options["setup"].value = "scenario"
    table.controls.start.click()
    assert table.board.notice
    assert table.match.game.options["setup"] == "introductory"


# -- a value of many lines, of which a control shows the first -----------------------------------------------------------

TABLES = "resource_cards.csv\nid,first,second,third,copies\nEASY,2,2,3p,36"


@pytest.fixture
def own_cards():
    table = Table("merry_way", seed=7, figure=False, cards=TABLES)
    table.controls.options_fold.selected_index = 0
    return table


def test_a_control_shows_the_first_line_and_keeps_them_all(own_cards):
    control = own_cards.controls.options["cards"]
    assert control.value == "resource_cards.csv …"
    own_cards.controls.options["target"].value = 12
    own_cards.controls.start.click()
    assert own_cards.board.notice == ""
    assert own_cards.match.game.options.changed() == {"cards": TABLES, "target": 12}
    control.value = "usual"
    control.value = "resource_cards.csv …"
    own_cards.controls.start.click()
    assert own_cards.board.notice == ""
    assert own_cards.match.game.options.changed() == {"cards": TABLES, "target": 12}
    control.value = "usual"
    own_cards.controls.start.click()
    assert own_cards.match.game.options.changed() == {"target": 12}


def test_a_folder_is_named_in_the_control_and_then_shown_briefly(own_cards, tmp_path):
    (tmp_path / "folly_cards.csv").write_text(
        "id,red,blue\n" + "".join(f"MY{number},GR,LZ\n" for number in range(1, 9)), encoding="utf-8"
    )
    control = own_cards.controls.options["cards"]
    control.value = str(tmp_path)
    own_cards.controls.options["line_up"].value = "MY1 MY2 MY3 MY4 MY5 MY6"
    own_cards.controls.start.click()
    assert own_cards.board.notice == ""
    assert own_cards.match.game.options["cards"].startswith("folly_cards.csv\nid,red,blue\nMY1,GR,LZ\n")
    assert control.value == "folly_cards.csv …"
    assert own_cards.match.game.options["line_up"] == "MY1 MY2 MY3 MY4 MY5 MY6"


def test_broken_cards_are_told_on_the_table_and_the_game_goes_on(own_cards, tmp_path):
    before = own_cards.match
    (tmp_path / "folly_cards.csv").write_text("id,red,blue\nMY1,GR,\nMY2,XX,LZ\n", encoding="utf-8")
    for value, words in (
        (str(tmp_path), "folly_cards.csv, line 2, blue: must be different follies"),
        (str(tmp_path), "folly_cards.csv, line 3, red: must be different follies"),
        ("usal", "there is no folder 'usal'. Did you mean 'usual'?"),
    ):
        own_cards.controls.options["cards"].value = value
        own_cards.controls.start.click()
        assert own_cards.board.notice.startswith("The option 'cards' ") and words in own_cards.board.notice
        assert own_cards.match is before and before.game.options["cards"] == TABLES
    own_cards.controls.options["cards"].value = "usual"
    own_cards.controls.options["scheme_deck"].value = "GR1 XX1"
    own_cards.controls.start.click()
    assert "'scheme_deck' of merry_way names 'XX1', which does not exist." in own_cards.board.notice
    assert own_cards.match is before


def test_save_and_load_by_button(table, tmp_path):
    table.play("visit fief 3")
    table.controls.file.value = str(tmp_path / "evening.json")
    table.controls.save_button.click()
    assert table.board.notice.startswith("Saved to ")
    table.new_game(seed=1)
    table.controls.load_button.click()
    assert table.board.notice.startswith("Loaded from ")
    assert table.match.step == 1
    table.controls.file.value = str(tmp_path / "<b>nothing</b>.json")
    table.controls.load_button.click()
    assert "cannot be read" in table.board.notice


def test_saving_replaces_an_older_game_only_if_asked(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    controls = table.controls
    assert controls.file.value == "saved_games/northwood.json" and controls.replace_button.layout.display == "none"
    controls.save_button.click()
    assert controls.file_said.value == "Saved to saved_games/northwood.json."
    table.play("visit fief 3")
    controls.save_button.click()
    assert controls.file_said.value.startswith("Saved to"), "the same match again"
    older = (tmp_path / "saved_games" / "northwood.json").read_text(encoding="utf-8")
    table.new_game(seed=1)
    controls.save_button.click()
    assert controls.file_said.value == "A file with this name already exists."
    assert controls.replace_button.layout.display is None
    assert (tmp_path / "saved_games" / "northwood.json").read_text(encoding="utf-8") == older
    controls.replace_button.click()
    assert controls.file_said.value.startswith("Saved to") and controls.replace_button.layout.display == "none"
    assert (tmp_path / "saved_games" / "northwood.json").read_text(encoding="utf-8") != older
    controls.load_button.click()
    assert controls.file_said.value.startswith("Loaded from") and table.match.seed == 1
    controls.file.value = "saved_games/another.json"
    assert controls.file_said.value == ""


def test_a_saved_match_can_be_downloaded_and_opened_again(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    local = table.controls.local
    assert local.text == "", "nothing has been saved"
    table.play("visit fief 3")
    table.controls.save_button.click()
    assert local.name == "northwood.json"
    assert local.text == (tmp_path / "saved_games" / "northwood.json").read_text(encoding="utf-8")
    taken = local.text
    table.controls.file.value = "another.json"
    assert local.text == "", "the link would be to another file"
    table.new_game(seed=1)
    bring(local, "from home.json", taken)
    assert table.board.notice == "Opened from home.json." and (table.match.seed, table.match.step) == (7, 1)
    assert table.controls.file_said.value == table.board.notice


def test_a_match_that_cannot_be_written_can_still_be_downloaded(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table.controls.file.value = "missing/evening.json"
    table.controls.save_button.click()
    assert "cannot be written" in table.board.notice
    assert table.controls.local.name == "evening.json"
    assert wb.Match.from_json(table.controls.local.text).seed == 7


@pytest.mark.parametrize(
    ("text", "fits", "said"),
    [
        ("", False, "'x.json' is too large to be a save file."),
        ("{", True, "The save file is not readable JSON"),
        ('{"format": "chess"}', True, "This is not a save file of this workbench"),
    ],
)
def test_a_file_that_is_not_a_match_gets_a_sentence_and_the_game_goes_on(table, text, fits, said):
    before = table.match
    bring(table.controls.local, "x.json", text, fits)
    assert table.board.notice.startswith(said) and table.match is before
    table.controls.local._handle_custom_msg({"do": "open", "name": 3, "text": None}, [])
    assert table.match is before


def test_a_failure_that_nobody_foresaw_is_told_at_the_table(table, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def fail(*_):
        raise LookupError("no locks here")

    monkeypatch.setattr(table, "save", fail)
    monkeypatch.setattr(table.adviser, "hint", fail)
    told = "This failed because of a fault in the rules or in the workbench: LookupError: no locks here."
    table.controls.save_button.click()
    assert table.controls.file_said.value == table.board.notice == told
    table.board.notice = ""
    with pytest.raises(LookupError):
        table.board.handler({"do": "hint"})
    assert table.board.notice == told


def bring(local, name, text, fits=True):
    """Open a file as the page does."""
    local._handle_custom_msg({"do": "open", "name": name, "text": text, "fits": fits}, [])


@pytest.mark.parametrize("name", wb.game_names())
def test_every_player_has_a_sentence_and_most_a_measured_strength(name):
    game = wb.load(name)
    said = players_said(game).value
    names = menu_players(game)
    assert "scripted" not in names and said.count("<li>") == len(names)
    for player in names:
        assert f"<b>{menu_name(game, player)}</b>: {says(game, player)[:20]}" in said
    measured = [player for player in names if strength(game, player)]
    assert "random" in measured and len(measured) > 1
    assert all(strength(game, player)[1:] in said for player in measured)


def test_the_hint_player_is_chosen_by_name(table):
    controls = table.controls
    names = menu_players(table.match.game)
    by_name = [(menu_name(table.match.game, name), name) for name in names]
    assert controls.hint_player.options == (("the strongest player that is fast enough", ""), *by_name)
    assert table.hint() is not None
    assert table.board.notice.startswith(f"Hint: The {strongest(table.match.game)} would ")
    controls.hint_player.value = "random"
    assert table.hint() is not None
    assert table.board.notice.startswith("Hint: The random player would ")
