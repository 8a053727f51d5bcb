"""What the page of a table asks: every message is answered, also a strange one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import widgets
from tests.widgets.tables import click
from widgets import Table
from widgets.messages import Messages
from workbench.core.random import Random


def test_every_message_of_the_page_is_answered_and_nothing_else() -> None:
    page = (Path(widgets.__file__).parent / "board.js").read_text(encoding="utf-8")
    sent = set(re.findall(r'\bdo: "(\w+)"', page)) | {"line", "compare_line", "drop_line"}
    assert all(f'"{name}"' in page for name in sent)
    assert Messages.answered() == sent


def test_words_are_understood_as_in_a_terminal(responding):
    table = responding
    click(table, do="words", text="why E8")
    assert table.board.refusal["reasons"][0]["clause"] == "NW-TRICK-1"
    click(table, do="words", text="why C5")
    assert table.board.refusal == {}
    assert table.board.notice == "That is a legal move now."
    click(table, do="words", text="rule nw-trick-4")
    assert table.board.asked["id"] == "NW-TRICK-4"
    click(table, do="words", text="fly away")
    assert table.board.notice.startswith("No move is called 'fly away'.")
    click(table, do="words", text="  Respond with  C5 ")
    assert table.match.step == 1
    assert table.board.asked == {}


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"do": "play", "action": 5000}, "there is no action 5000"),
        ({"do": "play"}, "No move is called ''."),
        ({"do": "play", "action": None}, "A move must be a whole number or words"),
        ({"do": "play", "action": {"a": 1}}, "A move must be a whole number or words"),
        ({"do": "undo"}, "There is nothing to undo"),
        ({"do": "redo"}, "There is nothing to redo"),
        ({"do": "goto", "step": 9}, "there is no step 9"),
        ({"do": "goto", "step": "x"}, "there is no step 'x'"),
        ({"do": "clause", "id": "NW-NO-1"}, "no clause 'NW-NO-1'"),
        ({"do": "dance"}, ""),
        ({"do": 7}, ""),
        ("undo", ""),
        (None, ""),
    ],
)
def test_strange_messages_get_a_sentence_or_nothing(table, message, answer):
    table.board._handle_custom_msg(message, [])
    assert answer in table.board.notice
    assert bool(answer) == bool(table.board.notice)
    assert table.match.step == 0


def test_what_would_send_a_choice_off_is_confirmed_on_the_page_and_not_from_code() -> None:
    table = Table("goods_and_honor", seed=7, screens=False, figure=False)
    rng = Random(3)
    while not (ends := [action for action in table.match.state.legal() if table.seating.sends_off(action)]):
        legal = table.match.state.legal()
        table.play(legal[rng.below(len(legal))])
    step = table.match.step
    click(table, do="play", action=ends[0])
    assert table.match.step == step and table.board.confirm["action"] == ends[0]
    assert table.board.confirm["text"].startswith("Your move: ")
    click(table, do="words", text=table.match.game.symbol(ends[0]))
    assert table.match.step == step, "words are asked about, too"
    click(table, do="play", action=ends[0], sure="yes")
    assert table.match.step == step
    click(table, do="play", action=ends[0], sure=True)
    assert table.match.step > step and table.board.confirm == {}
    table.undo()
    table.play(ends[0])
    assert table.match.step > step


def test_several_of_the_same_are_one_click() -> None:
    table = Table("goods_and_honor", seed=7, screens=False, figure=False)
    rng = Random(3)
    while not any(move["times"] > 2 for move in table.board.moves):
        legal = table.match.state.legal()
        table.play(legal[rng.below(len(legal))])
    move = next(move for move in table.board.moves if move["times"] > 2)
    step = table.match.step
    click(table, do="play", action=move["action"], times=move["times"] + 1)
    assert table.match.step == step and "times in a row here" in table.board.notice
    click(table, do="play", action=move["action"], times=3)
    assert table.match.step == step + 3


def test_a_clause_asked_for_is_told_without_the_marks_of_markdown():
    table = Table("merry_way", seed=7, figure=False)
    book = table.match.game.rulebook
    marked = next(clause for clause in book if "`" in clause.text or "**" in clause.text)
    click(table, do="clause", id=marked.id)
    assert table.board.asked["text"] == marked.plain
    assert not {"`", "**"} & set(table.board.asked["text"])


def test_pointing_at_a_thing_begins_something_or_names_the_clause() -> None:
    table = Table("keydom", seed=3, seats={1: "scripted"}, figure=False)
    click(table, do="thing", thing="registry-2", label="D3.")
    (way,) = table.board.offered["ways"]
    assert way["words"] == "bid for D3 (wine) in slot 2" and table.board.refusal == {}
    click(table, do="thing", thing="plot-A1", label="A1.")
    assert table.board.refusal["reasons"][0]["clause"] == "KD-HARVEST-1"
    click(table, do="ways", actions=way["actions"])
    assert table.match.state.phase.name == "bid_crop" and table.board.refusal == {} and table.board.offered == {}
    click(table, do="thing", thing="stock", label="The stock.")
    assert table.board.offered == {"thing": "stock", "ways": [], "number": table.board.offered["number"]}
