"""The position explorer: controls drive it, refusals are shown with their clause, faults are sentences, text is escaped."""

from __future__ import annotations

import re
from typing import Any
from xml.dom import minidom

import pytest

import workbench as wb
from widgets.explorer import FigureExplorer, PositionExplorer, cropped, filled
from workbench.core.errors import WorkbenchError
from workbench.core.scene import Panel, Scene, Spot, rect, text

GAME = wb.load("northwood")
TRICK = {"hand": "{hand}", "statement": "{statement}", "deck": "C1 C3 F7", "fief": 3, "ruler": "LQ"}
CONTROLS: dict[str, tuple[str, Any]] = {
    "hand": ("Your hand", ["C2 C7 F4 L1", "F4 L1", "C5"]),
    "statement": ("The statement", ["C5", "E1", "L8"]),
}


def explorer(**more: Any) -> PositionExplorer:
    return PositionExplorer(GAME, TRICK, CONTROLS, **more)


def field(one: Any, name: str) -> Any:
    return one._fields.fields[name]


def test_the_first_choices_are_taken() -> None:
    one = explorer()
    assert one.choices == {"hand": "C2 C7 F4 L1", "statement": "C5"}
    assert [move.symbol for move in one.moves] == ["card:C2", "card:C7"]


def test_choosing_from_code_moves_the_controls_and_the_position() -> None:
    one = explorer()
    one.choose(statement="E1", hand="F4 L1")
    assert field(one, "statement").value == "E1"
    assert [move.symbol for move in one.moves] == ["card:F4", "card:L1"]


def test_moving_a_control_moves_the_position() -> None:
    one = explorer()
    field(one, "statement").value = "L8"
    assert one.choices["statement"] == "L8"
    assert [move.symbol for move in one.moves] == ["card:L1"]


def test_a_legal_move_is_made_and_its_events_name_their_clauses() -> None:
    one = explorer()
    one.play("C7")
    assert "It scores: it is higher in the same suit. (NW-TRICK-4)" in one.answer
    assert one.match is not None and one.match.state.to_dict()["score"] == "C7"
    one.back()
    assert one.answer == "" and one.match.state.to_dict()["score"] == ""


def test_an_illegal_move_is_refused_with_the_words_of_the_clause() -> None:
    one = explorer()
    one.play("card:L1")
    assert one.refusal is not None and one.refusal.clause == "NW-TRICK-1"
    assert GAME.rulebook["NW-TRICK-1"].text in " ".join(one.answer.split())
    assert max(map(len, one.text.splitlines())) <= 92
    assert one.match is not None and one.match.step == 0


def test_a_move_that_does_not_exist_gets_a_sentence() -> None:
    one = explorer()
    one.play("fly away")
    assert one.answer.startswith("No move is called 'fly away'.")


def test_the_list_of_moves_offers_what_one_may_reach_for() -> None:
    one = explorer(show=("hand",))
    offered = dict(one._list.options)
    assert offered["respond with F4 – not allowed?"] == GAME.action("card:F4")
    one._list.value = GAME.action("card:F4")
    one._buttons["play"].click()
    assert one.refusal is not None
    one._list.value = GAME.action("card:C7")
    one._buttons["play"].click()
    assert "It scores" in one._report.value
    one._buttons["restart"].click()
    assert one.match is not None and one.match.step == 0


def test_an_impossible_position_shows_every_reason_as_a_sentence() -> None:
    one = explorer()
    one.choose(hand="C5")  # which is the statement too
    assert one.match is None and one.moves == ()
    assert "- The card C5 is in two places." in one.text
    assert "The card C5 is in two places." in one._report.value and one._picture.drawn == "" and one._picture.things == []
    one.play("card:C5")
    assert "impossible" in one.answer or "impossible" in one.text
    minidom.parseString(one.svg())
    one.choose(hand="F4 L1")
    assert one.faults == () and one.moves


def test_chosen_outcomes_of_random_events_come_in_order_and_then_the_seed_decides() -> None:
    position = {"hand": "C4 L2", "deck": "C3 C6 F5 L4", "fief": 1, "ruler": "LQ", "allies": "CJ* FJ* LJ* EQ*"}
    one = PositionExplorer(
        GAME, position, {"next": ("Next", ["C6", "F5", "F8"])}, chance=lambda choices: [f"card:{choices['next']}"]
    )
    one.play("pass")
    assert "6 of Claws" in one.answer
    one.play("card:C4")
    one.play("pass")  # no outcome is left for it
    assert one.refusal is None and one.match is not None and one.match.step == 3
    one.choose(next="F5")
    one.play("pass")
    assert "5 of Flowers" in one.answer
    one.back()
    one.play("pass")
    assert "5 of Flowers" in one.answer, "after going back the same outcome comes again"
    one.choose(next="F8")
    one.play("pass")
    assert "not a possible outcome" in one.answer
    assert one.match is not None and one.match.step == 0


def test_a_choice_may_change_the_rules() -> None:
    one = PositionExplorer(
        lambda choices: wb.load("northwood", nontrump_scoring=choices["rule"]),
        {**TRICK, "hand": "C7", "statement": "C5"},
        {"rule": ("Non-trumps", ["same_suit_higher", "never"])},
    )
    assert one.moves[0].note == "scores"
    one.choose(rule="never")
    assert one.moves[0].note == "does not score"


def test_an_option_that_is_not_allowed_is_a_sentence() -> None:
    one = PositionExplorer(
        lambda choices: wb.load("northwood", threshold=choices["stars"]), {"hand": "C1"}, {"stars": ("Stars", [16, 99])}
    )
    one.choose(stars=99)
    assert "threshold" in one.text and one.match is None


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"hnd": "C5"}, "There is no control 'hnd'. Did you mean 'hand'?"),
        ({"hand": "C8"}, "'hand' cannot be 'C8'. Available: 'C2 C7 F4 L1', 'F4 L1', 'C5'."),
    ],
)
def test_wrong_choices_are_refused_with_what_would_be_right(wanted: dict[str, str], said: str) -> None:
    one = explorer()
    with pytest.raises(wb.WorkbenchError, match=re.escape(said)):
        one.choose(**wanted)
    assert one.choices["hand"] == "C2 C7 F4 L1"


def test_what_is_typed_is_shown_as_text_never_as_markup() -> None:
    one = PositionExplorer(
        GAME, {"hand": "{hand}", "fief": 3, "ruler": "LQ"}, {"hand": ("Hand <i>", "C5 F2")}, title="A <script> & more"
    )
    one.choose(hand="<b>C5</b>")
    assert "<b>C5</b>" not in one._report.value and "&lt;b&gt;" in one._report.value
    assert "<script>" not in one.svg() and "<script>" not in one._repr_mimebundle_()["image/svg+xml"]
    minidom.parseString(one.svg())
    assert "<b>C5</b>" in one.text, "in plain text it stands as typed"


def test_the_bundle_is_text_and_picture_and_always_the_same() -> None:
    bundles = []
    for _ in range(2):
        one = explorer(title="Following suit", show=("statement", "hand"))
        one.play("L1")
        bundle = one._repr_mimebundle_()
        bundle.pop("application/vnd.jupyter.widget-view+json")
        bundles.append(bundle)
    assert bundles[0] == bundles[1]
    assert set(bundles[0]) == {"text/plain", "image/svg+xml"}
    assert bundles[0]["text/plain"] == repr(one)
    assert len(bundles[0]["image/svg+xml"]) < 12_000


def test_a_click_on_a_card_plays_it_or_says_why_not() -> None:
    one = explorer(show=("hand",))
    assert [thing["name"] for thing in one._picture.things] == ["hand-C2", "hand-C7", "hand-F4", "hand-L1"]
    one._picture._heard(None, {"do": "choose", "name": "hand-L1"}, None)
    assert one.refusal is not None and one.refusal.clause == "NW-TRICK-1"
    one._picture._heard(None, {"do": "choose", "name": "hand-C7"}, None)
    assert one.match is not None and one.match.state.to_dict()["score"] == "C7"
    for message in ("choose", {"do": "choose"}, {"do": "choose", "name": 3}, {"do": "choose", "name": "hand-C7"}):
        one._picture._heard(None, message, None)
    assert one.match.state.to_dict()["score"] == "C7"
    with pytest.raises(WorkbenchError, match="No move uses 'fief-9' here"):
        one.click("fief-9")


def test_a_click_on_what_has_several_moves_offers_them() -> None:
    game = wb.load("resource_hog")
    before = game.match(seed=1)
    while before.state.phase.name != "trade":
        before.play(before.state.legal()[0])
    one = PositionExplorer(game, before.state.to_dict(), {})
    one.click("column-salt")
    assert one.match is not None and one.match.step == 0 and "Choose one in the list" in one.answer
    offered = [action for _, action in one._list.options if action != -1]
    assert len(offered) > 1 and set(offered) < {move.action for move in one.moves}
    one._list.value = offered[0]
    one._try_chosen()
    assert one.match.step == 1


def test_parts_of_a_board_lie_on_paper_whatever_the_page() -> None:
    assert "background:#FFFFFF" in explorer(show=("hand",))._picture.drawn
    assert "background" not in explorer()._picture.drawn, "a whole board has its own ground"


def test_a_cropped_board_holds_only_the_wanted_spots() -> None:
    scene = Scene(
        "A <board>",
        100,
        100,
        (text(1, 1, "backdrop"),),
        (
            Spot("left", "Left & right.", (10, 40, 20, 20), (rect(10, 40, 20, 20),)),
            Spot("other", "Other.", (60, 60, 5, 5), (text(60, 60, "no"),)),
        ),
    )
    svg, height = cropped(scene, ["left"], 500)
    assert "backdrop" not in svg and ">no<" not in svg and "Left &amp; right." in svg
    assert 0 < height < 100
    minidom.parseString(svg)
    whole, height = cropped(scene, (), 50)
    assert "backdrop" in whole and height == 50


def test_a_cropped_board_leaves_no_large_gap_between_its_parts() -> None:
    spots = tuple([Spot(f"part-{y}", "A part.", (10, y, 20, 20), (rect(10, y, 20, 20),)) for y in (40, 70, 700)])
    scene = Scene("A board", 100, 800, (), spots)
    svg, height = cropped(scene, ["part"], 500)
    # the first two stand as they stood; the third begins 60 below the end of the second, at 150 instead of 700
    assert svg.count("<g ") == 1 and "translate(0 -550)" in svg
    assert height == (720 + 32) - (40 - 34) - 550


def test_a_cropped_board_shows_a_part_whole_of_which_only_the_head_can_be_clicked() -> None:
    card = Spot("card", "A card.", (10, 40, 30, 10), (rect(10, 40, 30, 300),))
    _, height = cropped(Scene("A board", 100, 800, (), (card,)), ["card"], 500)
    assert height == (340 + 32) - (40 - 34)


def test_templates_keep_numbers_and_reach_into_lists() -> None:
    choices = {"fief": 3, "card": "C5", "none": None}
    assert filled({"fief": "{fief}", "hand": ["{card}", "x {card}{none}"], "n": 4, "s": "{none}"}, choices) == {
        "fief": 3,
        "hand": ["C5", "x C5"],
        "n": 4,
        "s": None,
    }


def test_many_or_long_choices_drop_down_and_a_text_is_typed() -> None:
    one = PositionExplorer(
        GAME,
        {"hand": "{hand}", "fief": "{fief}", "ruler": "{ruler}"},
        {
            "hand": ("Hand", "C5 F2"),
            "fief": ("Fief", list(range(8))),
            "ruler": ("Ruler", [("Queen of Leaves", "LQ"), ("Queen of Eyes", "EQ")]),
        },
    )
    assert [type(field(one, name)).__name__ for name in ("hand", "fief", "ruler")] == [
        "Text",
        "Dropdown",
        "ToggleButtons",
    ]
    one.choose(ruler="Queen of Eyes", fief=5, hand="C8")
    assert field(one, "fief").value == 5 and field(one, "ruler").value == "EQ"
    assert "trump Eyes" in one.text and "Ruler: Queen of Eyes" in one.text


def test_a_figure_follows_its_controls_and_keeps_the_last_one_when_a_choice_is_impossible() -> None:
    def panels(choices: dict[str, Any]) -> tuple[Panel, ...]:
        if choices["x"] == "three":
            raise wb.WorkbenchError("There is no <b>three</b>.")
        return (Panel("Twice", "bar", ("x",), (2.0 * int(choices["x"]),)),)

    one = FigureExplorer(panels, {"x": ("A number", "1")}, title="Doubling")
    one.choose(x="2")
    assert one.text == "Doubling\nA number: 2\nTwice: x 4"
    assert one._figure.widget.figure.data[0].y == (4.0,)
    field(one, "x").value = "three"
    assert "There is no <b>three</b>. The figure still shows" in one.text and "&lt;b&gt;" in one._said.value
    assert one._repr_mimebundle_()["text/plain"] == one.text


def test_a_range_becomes_a_slider() -> None:
    def panels(choices: dict[str, int]) -> tuple[Panel, ...]:
        return (Panel("Twice", "bar", ("x",), (2.0 * choices["x"],)),)

    one = FigureExplorer(panels, {"x": ("A number", range(9, 0, -2))})
    assert (type(field(one, "x")).__name__, one.choices) == ("SelectionSlider", {"x": 9})
    field(one, "x").value = 3
    assert one.text == "A number: 3\nTwice: x 6"
    with pytest.raises(wb.WorkbenchError, match=r"cannot be 4\. Available: 9, 7, 5, 3, 1"):
        one.choose(x=4)


@pytest.mark.parametrize(
    "choices", ["typed", ["a", "b"], [("one", 1), ("two", 2)], range(5), range(9, 0, -2), range(3, 4)]
)
def test_a_copy_has_the_same_controls(choices: Any) -> None:
    one = PositionExplorer(
        GAME, {"hand": "C5 F2", "deck": "C7", "fief": 1, "ruler": "LQ"}, {"x": ("A choice", choices)}
    )
    assert one.copy().controls == one.controls
