"""The controls: one for every option, and mistakes become sentences."""

from __future__ import annotations

import ipywidgets as ipw
import pytest

import workbench as wb
from widgets import Table
from widgets.controls import as_control_value
from workbench.core.options import Choice, Codes, Whole, WholeList


@pytest.fixture
def table():
    return Table("northwood", seed=7, figure=False)


@pytest.mark.parametrize("name", wb.games())
def test_every_option_has_a_control_with_its_sentence(name):
    controls = Table(name, figure=False).controls
    assert controls.options == {}, "made only when somebody looks"
    controls.options_fold.selected_index = 0
    assert list(controls.options) == list(controls.game.options)
    for option, row in zip(controls.game.option_table, controls.options_box.children, strict=True):
        control, sentence = row.children
        assert control.description == option.name
        assert control.tooltip == option.meaning
        assert option.clause in sentence.value
        kind = {Choice: ipw.Dropdown, Whole: (ipw.BoundedIntText, ipw.Dropdown), WholeList: ipw.Text, Codes: ipw.Text}
        assert isinstance(control, kind[type(option.allowed)])
        for sample in option.allowed.samples():
            control.value = as_control_value(option, sample)
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


def test_the_hint_player_is_chosen_by_name(table):
    controls = table.controls
    assert controls.hint_player.options == wb.player_names(table.match.game)
    controls.hint_player.value = "random"
    assert table.hint() is not None
    assert table.board.notice.startswith("Hint: random would ")
