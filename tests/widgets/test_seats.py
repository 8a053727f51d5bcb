"""A table for several people and players: who sits where, screens, undoing, larger choices."""

from __future__ import annotations

import json
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.toy_game.baskets import DONE, SealedBaskets
from tests.widgets.tables import baskets, click, first_move, lots, lowest
from widgets import Table
from workbench.core.errors import WorkbenchError
from workbench.core.scene import Panel
from workbench.core.strength import menu_players

# -- players ---------------------------------------------------------------------------------------------------------------


def test_seat_by_seat_it_says_who_is_who() -> None:
    table = baskets({2: "random"})
    assert [seat["name"] for seat in table.board.seats] == ["Brook", "Moss", "Northern"]
    assert [seat["player"] for seat in table.board.seats] == ["a person", "a person", "random player"]
    assert len({seat["colour"] for seat in table.board.seats}) == 3
    assert {seat["ink"] for seat in table.board.seats} <= {"#FFFFFF", "#1F2328"}
    assert Table("northwood", figure=False).board.seats == []


def test_undo_goes_back_to_the_persons_own_decision() -> None:
    table = lots({1: lowest, 2: lowest})
    scene = table.board.scene
    table.play(first_move(table))
    table.undo()
    assert table.match.step == 0 and table.board.scene == scene and table.board.can_redo and not table.board.can_undo
    click(table, do="redo")
    assert table.match.step == 3 and not table.board.can_redo
    click(table, do="undo")
    click(table, do="undo")
    assert "nothing to undo" in table.board.notice


def test_the_same_moves_give_the_same_game_also_after_undoing() -> None:
    table = baskets({1: "random", 2: "random"})
    table.play(first_move(table))
    table.play(DONE)
    actions = table.match.actions
    table.undo()
    table.play(DONE)
    assert table.match.actions == actions


def test_a_seat_is_given_to_somebody_else_in_the_controls() -> None:
    table = lots({1: lowest})
    assert [value for _, value in table.controls.seats[1].options] == ["me", *menu_players(table.match.game), lowest]
    labels = [label for label, _ in table.controls.seats[1].options]
    assert labels[:2] == ["a person", "Random player"] and labels[-1] == "lowest"
    assert table.controls.seats[1].value is lowest and table.controls.seats[0].value == "me"
    table.controls.seats[2].value = "random"
    assert table.seating.seats == (None, lowest, "random")
    assert [seat["player"] for seat in table.board.seats] == ["you", "lowest", "random player"]
    table.sit(1, None)
    assert table.controls.seats[1].value == "me"
    with refused(wb.UnknownNameError, "There is no player 'nobody'"):
        table.sit(0, "nobody")


def test_players_of_a_new_game_and_a_loaded_one_are_the_same(tmp_path: Any) -> None:
    table = baskets({1: "random", 2: "random"})
    table.play(first_move(table))
    table.new_game(seed=5)
    assert table.seating.people == (0,) and table.match.step == 0 and table.match.seed == 5
    table.controls.players.value = 2
    table.controls.start.click()
    assert table.match.game.players == 2 and table.seating.seats == (None, "random")
    assert len(table.controls.seats) == len(table.board.seats) == 2


def test_nobody_moves_for_somebody_else() -> None:
    table = lots({1: lowest, 2: lowest}, pace=None)
    table.play(first_move(table))
    for message in ({"do": "play", "action": 3}, {"do": "words", "text": "why card 3"}, {"do": "hint"}):
        click(table, **message)
        assert table.board.notice == "It is not your move: Player 2 (lowest) decides."
        assert table.board.refusal == {} and table.board.hinted == -1
    assert table.choose(3) is False and table.match.step == 1
    with refused(WorkbenchError, "It is not your move"):
        table.why_not("card 3")


# -- several people --------------------------------------------------------------------------------------------------------


def test_the_board_is_covered_until_the_next_person_is_there() -> None:
    table = baskets({2: lowest})
    board = table.board
    assert board.screen == {"sentence": "Pass the screen to Brook.", "button": "I am Brook, show me"}
    empty = {
        "scene": "{}",
        "moves": [],
        "clauses": [],
        "happened": [],
        "odds": [],
        "figures": [],
        "helpers": [],
        "log": [],
    }
    assert {name: getattr(board, name) for name in empty} == empty
    assert (board.heading, board.log_total, board.steps) == ("The board is covered", 0, 0)
    for message in ({"do": "play", "action": 3}, {"do": "words", "text": "add the 3"}, {"do": "goto", "step": 0}):
        click(table, **message)
        assert board.notice == "The board is covered until the next person is ready."
    click(table, do="whole_log")
    assert board.log == []
    assert repr(table) == "Sealed Baskets. The board is covered. Pass the screen to Brook."
    assert "Pass the screen to Brook." in table._repr_mimebundle_()["image/svg+xml"]
    click(table, do="arrive")
    assert board.screen == {} and json.loads(board.scene)["spots"] and board.helpers[0]["title"] == "The basket"
    assert [seat["looks"] for seat in board.seats] == [True, False, False]
    assert [seat["call"] for seat in board.seats] == [-1, 1, -1]
    click(table, do="play", action=first_move(table))
    click(table, do="play", action=DONE)
    assert board.screen["sentence"] == "Pass the screen to Moss." and board.scene == "{}"
    click(table, do="arrive")
    assert board.heading == "Moss: Filling a basket" and board.happened == ["Brook seals a basket."]
    click(table, do="call", seat=0)
    assert board.screen["button"] == "I am Brook, show me"
    click(table, do="arrive")
    assert board.question == "Moss decides." and board.moves == []
    click(table, do="call", seat=7)
    assert "No person sits in seat 7" in board.notice


def test_screens_can_be_done_without_and_a_teacher_sees_all() -> None:
    table = baskets(screens=False)
    assert table.board.screen == {} and table.board.moves
    teacher = baskets({1: lowest}, show="all")
    assert teacher.board.screen == {} and "holds ?" not in repr(teacher)
    teacher.play(first_move(teacher))
    teacher.play(DONE)
    assert teacher.board.heading == "Northern: Filling a basket"
    assert any(event["text"].startswith("Moss seals a basket with ") for event in teacher.board.log)
    assert teacher.board.counted == "decision" and teacher.board.steps == teacher.match.steps
    with refused(WorkbenchError, '`show` must be "seat"'):
        baskets(show="some")


def test_a_figure_shows_nothing_of_a_covered_board() -> None:
    table = baskets(figure=True)
    assert table.figure is None, "nothing yet that may be shown"
    table.arrive()
    figure = table.figure
    assert figure.figure.data[1].x == tuple(map(str, table.match.state.to_dict()["hands"][0]))
    table.play(first_move(table))
    table.play(DONE)
    assert table.seating.covered and [bar.x for bar in figure.figure.data] == [(), (), ()]
    assert "hand" not in figure.drawn
    assert table.figures.charts_place.layout.visibility == "hidden"
    table.arrive()
    assert table.figure is figure and figure.figure.data[1].x == tuple(map(str, table.match.state.to_dict()["hands"][1]))
    assert table.figures.charts_place.layout.visibility == "visible"


def test_undo_under_the_cover_goes_back_but_uncovers_nothing() -> None:
    table = lots()
    table.arrive()
    click(table, do="play", action=first_move(table))
    assert table.board.can_undo
    click(table, do="undo")
    assert table.board.screen["sentence"] == "Pass the screen to Player 1."


# -- larger choices --------------------------------------------------------------------------------------------------------


def test_a_choice_made_in_small_steps_is_taken_back_whole() -> None:
    table = baskets({1: lowest, 2: lowest})
    assert not table.board.partway
    click(table, do="take_back")
    assert table.board.notice == "There is nothing to take back: no larger choice is half made."
    question = table.board.question
    for _ in range(2):
        click(table, do="play", action=first_move(table))
    assert table.board.partway and table.board.question != question
    click(table, do="take_back")
    assert not table.board.partway and table.board.question == question and table.board.can_redo


def test_a_helper_is_sent_with_its_table_and_picture() -> None:
    table = baskets({1: lowest, 2: lowest})
    table.play(first_move(table))
    (helper,) = table.board.helpers
    assert helper["title"] == "The basket" and helper["columns"] == ["card", "where", "worth"]
    assert not helper["rows"][0]["choices"] and helper["rows"][1]["choices"][0]["legal"]
    assert [choice["action"] for choice in helper["picture"]["spots"][-1]["choices"]] == [DONE]
    assert "The basket\n  Worth" in repr(table)
    click(table, do="play", action=helper["rows"][1]["choices"][0]["action"])
    assert len(table.match.state.to_dict()["basket"]) == 2


def test_panels_that_come_and_go_are_shown() -> None:
    class Varied(SealedBaskets):
        def panels(self, state: Any, seat: int) -> tuple[Panel, ...]:
            return super().panels(state, seat)[: 1 + len(state.basket) % 2]

    table = Table(Varied({}, 3), seed=4, seats={1: lowest, 2: lowest})
    assert len(table.figure.data) == 2
    table.play(first_move(table))
    assert len(table.figure.data) == 3


@pytest.mark.parametrize("pace", [None, 0.0, 1.0])
def test_what_a_notebook_stores_is_the_same_every_time(pace: float | None) -> None:
    stored = []
    for _ in range(2):
        table = baskets({1: "random", 2: "random"}, pace=pace)
        table.play(first_move(table))
        table.play(DONE)
        stored.append([table._repr_mimebundle_()[kind] for kind in ("text/plain", "image/svg+xml")])
    assert stored[0] == stored[1]


def test_people_who_hide_cards_from_each_other_are_not_shown_the_seed() -> None:
    seed = 918273645
    table = Table(SealedBaskets({}, 3), seed, figure=False)
    assert str(seed) not in json.dumps(sent_of(table), default=str)
    assert Table(SealedBaskets({}, 3), figure=False).match.seed != Table(SealedBaskets({}, 3), figure=False).match.seed
    first = table.match.seed
    table.controls.start.click()
    assert table.match.seed not in (0, first) and table.controls.seed.value == 0
    alone = Table(SealedBaskets({}, 3), seed, seats={1: "random", 2: "random"}, figure=False)
    assert alone.controls.seed.value == seed and Table(SealedBaskets({}, 3), seats={1: "random", 2: "random"}).match.seed == 0
    alone.sit(1, "me")
    assert str(seed) not in json.dumps(sent_of(alone), default=str)
    assert str(seed) in json.dumps(sent_of(Table(SealedBaskets({}, 3), seed, show="all", figure=False)), default=str)


def sent_of(widget: Any) -> list[Any]:
    """Everything that a widget and its parts send to the page."""
    state = {name: value for name, value in widget.get_state().items() if name not in ("_esm", "_css")}
    return [state, *[one for part in getattr(widget, "children", ()) for one in sent_of(part)]]
