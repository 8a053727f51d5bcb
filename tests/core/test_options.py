"""Options: a typed, checked table; a wrong name or value gets a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import OptionError
from workbench.core.game import parse_settings
from workbench.core.options import Allowed, Choice, Codes, Option, Options, Whole, WholeList, brief, show
from workbench.core.registry import game_class

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["on", "C5 F2"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
CODES = ("C5", "F2", "L8")
KINDS: list[Allowed] = [
    Choice(("on", "off")),
    Whole(0, 20),
    Whole(1, 4, (1, 2, 4)),
    WholeList(0, 9, 3, (1, 2, 3)),
    WholeList(0, 7, None, (0, 1)),
    Codes(CODES, (0, 2), "C5 F2"),
    Codes(CODES, (), "L8"),
    Codes(CODES, (), "L8 NEW", True),
]


@given(st.sampled_from(KINDS), ANYTHING)
def test_a_value_is_put_in_its_form_or_refused_with_a_sentence(allowed: Allowed, value: object) -> None:
    try:
        proper = allowed.check(value)
    except ValueError as fault:
        sentence = str(fault)
    else:
        sentence = "must be nothing else"
        assert allowed.check(proper) == proper
    assert sentence.startswith(("must be ", "names "))


@given(st.sampled_from(KINDS), ANYTHING)
def test_what_is_accepted_survives_a_file(allowed: Allowed, value: object) -> None:
    import json

    try:
        proper = allowed.check(value)
    except ValueError:
        return
    assert allowed.check(json.loads(json.dumps(proper))) == proper
    text = show(proper)
    if text != "-" and not isinstance(allowed, Whole):
        assert allowed.check(text) == proper


@pytest.mark.parametrize("allowed", KINDS, ids=str)
def test_samples_are_allowed(allowed: Allowed) -> None:
    assert allowed.samples()
    assert all(allowed.check(sample) == sample for sample in allowed.samples())


def test_tables_of_ones_own_are_samples_of_several_lines_unless_an_option_has_more() -> None:
    class Tables(Choice):
        def samples(self) -> tuple[str, ...]:
            return ("usual", "id,name\n1,one")

    assert Tables(("usual",)).tables() == ("id,name\n1,one",)
    assert [kind.tables() for kind in (Choice(("on", "off")), Whole(0, 9))] == [(), ()]
    for name in wb.game_names():
        for option in game_class(name).option_table:
            for text in option.allowed.tables():
                assert "\n" in text and option.allowed.check(text)


@pytest.mark.parametrize(
    ("allowed", "value", "proper"),
    [
        (WholeList(0, 9, 3), "1 2, 3", (1, 2, 3)),
        (WholeList(0, 9, 3), [1, 1, 1], (1, 1, 1)),
        (WholeList(0, 9, None), "", ()),
        (Codes(CODES), ["C5", "L8"], "C5 L8"),
        (Codes(CODES), "C5,  L8", "C5 L8"),
        (Codes(CODES, more=True), "C5 NEW", "C5 NEW"),
    ],
)
def test_forms_people_write(allowed: Allowed, value: object, proper: object) -> None:
    assert allowed.check(value) == proper


@pytest.mark.parametrize(
    ("allowed", "value", "says"),
    [
        (Choice(("on", "off")), "onn", "must be 'on' or 'off', not 'onn'. Did you mean 'on'?"),
        (Choice(("on", "off")), True, "must be 'on' or 'off', not True."),
        (Choice(("only",)), "x", "must be 'only', not 'x'."),
        (Whole(0, 20), 21, "must be a whole number from 0 to 20, not 21."),
        (Whole(0, 20), "5", "must be a whole number from 0 to 20, not '5'."),
        (Whole(0, 20), True, "must be a whole number from 0 to 20, not True."),
        (Whole(0, 20), 5.0, "must be a whole number from 0 to 20, not 5.0."),
        (Whole(1, 4, (1, 2, 4)), 3, "must be 1, 2 or 4, not 3."),
        (WholeList(0, 9, 3), [1, 2], "must be a list of 3 whole numbers from 0 to 9, not [1, 2]."),
        (WholeList(0, 9, 3), "1 2 x", "must be a list of 3 whole numbers from 0 to 9, not '1 2 x'."),
        (WholeList(0, 9, 3), "1 2 --3", "must be a list of 3 whole numbers from 0 to 9, not '1 2 --3'."),
        (WholeList(0, 9, 3), "1 2 ²", "must be a list of 3 whole numbers from 0 to 9, not '1 2 ²'."),
        (WholeList(0, 7), [1, 1], "must be a list of different whole numbers from 0 to 7, not [1, 1]."),
        (WholeList(0, 7), 5, "must be a list of different whole numbers from 0 to 7, not 5."),
        (Codes(CODES, (0, 2)), "C5", "must be 0 or 2 different codes such as C5 L8, not 1 codes."),
        (Codes(CODES), "C5 C5", "names a code twice: C5 C5."),
        (Codes(CODES), "c5", "names 'c5', which does not exist. Did you mean 'C5'?"),
        (Codes(CODES, more=True), "NEW NEW", "names a code twice: NEW NEW."),
        (Codes(CODES), 5, "must be any number of different codes such as C5 L8, not 5."),
    ],
)
def test_refusals(allowed: Allowed, value: object, says: str) -> None:
    with refused(ValueError, says):
        allowed.check(value)


TABLE = (
    Option("threshold", 16, Whole(0, 20), "Stars needed to win.", "NW-END-3"),
    Option("concede", "off", Choice(("off", "on")), "Whether the game may be given up.", "NW-END-4"),
    Option("stars", (1, 2), WholeList(0, 9, 2, (3, 3)), "The stars.", "NW-END-2"),
)


def test_options_are_a_mapping_of_values() -> None:
    options = Options("northwood", TABLE, {"stars": "4 5"})
    assert dict(options) == {"threshold": 16, "concede": "off", "stars": (4, 5)}
    assert len(options) == 3 and list(options) == ["threshold", "concede", "stars"]
    assert "stars" in options and "star" not in options
    assert options.changed() == {"stars": (4, 5)}


def test_a_wrong_name_lists_the_right_ones() -> None:
    with refused(
        OptionError, "northwood has no option 'treshold'. Did you mean 'threshold'? Available: threshold, concede"
    ):
        Options("northwood", TABLE, {"treshold": 18})
    with refused(OptionError, "northwood has no option 'starz'. Did you mean 'stars'?"):
        Options("northwood", TABLE, {})["starz"]


def test_a_wrong_value_names_the_option_and_what_is_allowed() -> None:
    with refused(OptionError, "The option 'concede' of northwood must be 'off' or 'on', not 'yes'."):
        Options("northwood", TABLE, {"concede": "yes"})


def test_the_table_tells_everything_and_is_shown() -> None:
    options = Options("northwood", TABLE, {"threshold": 18})
    assert options.table()[0] == {
        "option": "threshold",
        "value": 18,
        "default": 16,
        "allowed": "a whole number from 0 to 20",
        "meaning": "Stars needed to win.",
        "clause": "NW-END-3",
    }
    lines = repr(options).splitlines()
    assert lines[0] == "* threshold = 18   Stars needed to win. (NW-END-3)"
    assert lines[2] == "  stars = 1 2   The stars. (NW-END-2)"


class Lines(Allowed):
    """Any text."""

    def check(self, value: object) -> str:
        return str(value)

    def describe(self) -> str:
        return "any text"

    def samples(self) -> tuple[str, ...]:
        return ("one", "one\ntwo")


@pytest.mark.parametrize(
    ("value", "shown"),
    [("on", "on"), ("", "-"), (18, "18"), ((1, 2), "1 2"), ("one\ntwo\n", "one …"), ("# 1\n\n2", "2 …"), ("#\n", "# …")],
)
def test_a_value_is_shown_in_one_line(value: object, shown: str) -> None:
    assert show(value) == shown
    assert brief(value) == (shown if "…" in shown else value)


def test_of_many_lines_the_tables_show_the_first() -> None:
    options = Options("a game", (Option("text", "", Lines(), "A text.", "X-Y-1"),), {"text": "one\n<two>"})
    assert repr(options) == "* text = one …   A text. (X-Y-1)"
    assert '<td style="text-align:left">one …</td>' in options._repr_html_() and "two" not in options._repr_html_()
    assert options["text"] == options.table()[0]["value"] == "one\n<two>"


def test_usually_no_value_names_a_file() -> None:
    assert not any(allowed.names_a_file(value) for allowed in KINDS for value in ("C5", Path("C5"), 3))


def test_what_is_shown_in_a_notebook_is_text_not_markup() -> None:
    table = (Option("name", "<b>", Choice(("<b>",)), "A & B.", "X-Y-1"),)
    html = Options("a game", table, {})._repr_html_()
    assert "&lt;b&gt;" in html and "A &amp; B." in html and "<b>" not in html
    assert html.count("<tr>") == 2


@pytest.mark.parametrize("name", wb.game_names())
def test_every_option_of_every_game_has_an_allowed_default_and_samples_that_move_it(name: str) -> None:
    for option in wb.load(name).option_table:
        assert option.allowed.check(option.default) == option.default
        assert any(sample != option.default for sample in option.allowed.samples())


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", {}),
        ("-", {}),
        ("none", {}),
        ("`threshold=18`; concede=on", {"threshold": 18, "concede": "on"}),
        ("threshold = 0, concede=off", {"threshold": 0, "concede": "off"}),
        ("stars=4 5", {"stars": (4, 5)}),
    ],
)
def test_settings_in_a_rulebook_are_read(text: str, settings: dict[str, Any]) -> None:
    assert parse_settings(TABLE, text) == settings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("treshold=18", "'treshold=18' should have the form option=value, with an option of this game. Did you mean"),
        ("threshold", "'threshold' should have the form option=value, with an option of this game. Did you mean"),
        ("threshold=many", "'threshold=many' does not fit: threshold must be a whole number from 0 to 20."),
        ("threshold=99", "'threshold=99' does not fit: threshold must be a whole number from 0 to 20."),
        ("concede=yes", "'concede=yes' does not fit: concede must be 'off' or 'on'."),
    ],
)
def test_settings_that_cannot_be_read_are_named(text: str, says: str) -> None:
    with refused(wb.WorkbenchError, says):
        parse_settings(TABLE, text)
