"""Lines of play at a table: variations, reviews, and the best line from a moment."""

from __future__ import annotations

import pytest

from tests.toy_game.game import SealedLots
from tests.widgets.tables import click
from widgets import Table


def branched() -> Table:
    """A table with a variation."""
    table = Table("northwood", seed=7, figure=False)
    table.play("visit fief 3")
    table.undo()
    table.play("visit fief 0")
    return table


def test_a_move_from_the_past_keeps_the_old_line_and_says_so(table: Table) -> None:
    assert table.board.lines == []
    table.play("visit fief 3")
    table.undo()
    table.play("visit fief 3")
    assert table.board.lines == [] and table.board.notice == ""
    table.undo()
    table.play("visit fief 0")
    assert "is kept: see Look back" in table.board.notice
    assert [one["number"] for one in table.board.lines] == [0, 1]
    assert table.board.lines[1]["said"] == "leaves at the start with: visit fief 3; 1 decision in all, score 0"
    click(table, do="line", number=1)
    assert table.match.state.fief == 3 and "visit fief 0" in table.board.lines[1]["said"]


def test_lines_are_named_compared_and_dropped_from_the_page() -> None:
    table = branched()
    name = "<img src=x onerror=alert(1)>"
    click(table, do="name_line", number=1, text=name)
    click(table, do="name_line", number=0, text="main")
    assert [one["name"] for one in table.board.lines] == ["main", name]
    click(table, do="compare_line", number=1)
    assert table.board.compared["there"] == name and ["fief", "0", "3"] in table.board.compared["rows"]
    table.play("pass")
    assert table.board.compared == {}, "it was of another position"
    click(table, do="drop_line", number=1)
    assert table.board.lines == [] and table.match.variations == ()


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"do": "line"}, "there is no variation -1"),
        ({"do": "line", "number": "1"}, "there is no variation '1'"),
        ({"do": "compare_line", "number": 7}, "there is no variation 7"),
        ({"do": "drop_line", "number": None}, "there is no variation None"),
        ({"do": "name_line", "number": 1, "text": "x" * 100}, "can have 60 letters at most"),
        ({"do": "name_line", "number": 1, "text": {}}, "The name of a line must be a text"),
    ],
)
def test_strange_messages_about_lines_get_a_sentence(message: dict[str, object], answer: str) -> None:
    table = branched()
    click(table, **message)
    assert answer in table.board.notice
    assert len(table.match.variations) == 1 and table.match.variations[0].name == ""


def test_a_review_survives_trying_another_line(responding: Table) -> None:
    table = responding
    table.play("C2")
    table.controls.hint_player.value = "counter"
    click(table, do="review")
    review = table.match.review("counter")
    assert table.board.review["summary"] == review.summary()
    assert table.board.review["scores"] == [[step, list(scores)] for step, scores in review.scores]
    assert [one["step"] for one in table.board.review["otherwise"]] == [one.step for one in review.otherwise]
    table.goto(0)
    assert table.board.review != {}, "going to a decision does not change the line"
    reviewed = dict(table.board.review)
    table.play("C5")
    assert table.board.review == reviewed and len(table.match.variations) == 1, "one may try another move beside it"
    click(table, do="goto", step=0, reviewed=True)
    assert table.match.state.key() == table.match.at(0).key() and table.match.variations[0].first == "respond with C5"
    table.match.drop_variation(1)
    table.play("C5")
    table.match.drop_variation(1)
    table.redraw()
    assert table.board.review == {}, "what was looked back at is there no more"


def test_the_best_line_from_a_moment_is_laid_on_the_table(responding: Table) -> None:
    table = responding
    table.play("C2")
    click(table, do="review")
    click(table, do="best_line", step=0)
    assert table.match.step == 0 and table.match.steps > 1 and table.match.name == "best from 0"
    assert table.match.move(table.match.made_at(0), 0).text == table.match.advising("", 100.0)().move.text
    assert table.board.review and len(table.match.variations) == 1


def test_a_covered_board_holds_neither_lines_nor_a_review() -> None:
    table = Table(SealedLots({}, 2).match(seed=4), figure=False)
    table.arrive()
    first = table.match.state.legal()
    table.play(first[0])
    assert table.board.screen and table.board.lines == [] and table.board.review == {}
    for message in ({"do": "review"}, {"do": "line", "number": 1}, {"do": "drop_line", "number": 1}):
        click(table, **message)
        assert "The board is covered" in table.board.notice
