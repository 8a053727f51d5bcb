"""A table for several people and players: who moves when, screens, stepping, stopping, undoing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.toy_game.baskets import DONE, SealedBaskets, dealt
from tests.toy_game.game import SealedLots
from tests.waiting import PATIENCE, in_a_loop, until_in_loop
from widgets import Table
from workbench.core.errors import PlayerError, WorkbenchError
from workbench.core.scene import Panel
from workbench.core.state import View
from workbench.core.strength import menu_players


def lowest(view: View) -> int:
    return view.legal()[0]


def baskets(seats: Any = None, players: int = 3, **keywords: Any) -> Table:
    match = SealedBaskets({}, players).match(4, dealt(players))
    return Table(match, seats=seats, **{"figure": False, "forced": False, **keywords})


def lots(seats: Any = None, players: int = 3, **keywords: Any) -> Table:
    return Table(SealedLots({}, players), seed=4, seats=seats, **{"figure": False, "forced": False, **keywords})


def click(table: Table, **message: Any) -> None:
    """What the browser does."""
    table.board._handle_custom_msg(message, [])


def first_move(table: Table) -> int:
    return int(table.board.moves[0]["action"])


# -- players ---------------------------------------------------------------------------------------------------------------


def test_players_move_by_themselves_after_a_persons_move() -> None:
    table = lots({1: "random", 2: lowest})
    assert [seat["player"] for seat in table.board.seats] == ["you", "random player", "lowest"]
    assert [seat["to_move"] for seat in table.board.seats] == [True, False, False]
    click(table, do="play", action=first_move(table))
    assert table.match.step == 3 and table.board.moves, "it is the person's turn again"
    told = table.board.happened
    assert told[0].startswith("Player 1 seals the ") and told[1:3] == ["Player 2 seals a bid.", "Player 3 seals a bid."]
    assert [event["text"] for event in table.board.log[-len(told) :]] == told
    table.play(first_move(table))
    assert table.match.over and table.board.moves == []
    assert not any(seat["to_move"] for seat in table.board.seats)


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


def test_a_player_that_fails_is_named_in_a_sentence_and_can_be_replaced() -> None:
    def muddled(view: View) -> int:
        raise RuntimeError("lost the thread")

    table = lots({1: muddled, 2: lambda view: 77})
    click(table, do="play", action=first_move(table))
    assert table.board.notice == (
        "Player 2 (muddled) cannot move. The player 'muddled' in seat 1 raised RuntimeError at step 1: lost the thread"
    )
    assert table.board.moving == {"text": "Player 2 (muddled) is to move.", "next": True, "stop": False, "go_on": True}
    click(table, do="next")
    assert table.board.notice.startswith("Player 2 (muddled) cannot move.")
    with refused(PlayerError, "Player 2 (muddled) cannot move."):
        table.settle()
    table.controls.seats[1].value = "random"
    assert table.match.step == 2, "whoever sits down now moves"
    assert table.board.notice.startswith(
        "Player 3 (<lambda>) cannot move. The player '<lambda>' in seat 2 chose 77"
    )
    table.sit(2, "me")
    assert table.match.step == 2 and table.seating.covered


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


def test_at_the_pace_of_the_button_players_wait_for_it() -> None:
    table = lots({1: lowest, 2: lowest}, pace=None)
    assert table.controls.pace.label == 'when you press "Next move"'
    table.play(first_move(table))
    assert table.match.step == 1
    assert table.board.moving["text"] == "Player 2 (lowest) is to move." and table.board.moving["next"]
    assert table.board.question == "Player 2 (lowest) decides." and table.board.moves == []
    click(table, do="next")
    assert table.match.step == 2 and table.board.happened[-1] == "Player 2 seals a bid."
    table.next_move()
    assert table.match.step == 3 and table.board.moves
    click(table, do="next")
    assert table.board.notice == "No computer player is to move: a person decides, or the game is over."
    table.controls.pace.value = 0.0
    assert table.pace == 0.0
    table.play(first_move(table))
    assert table.match.over
    assert lots(pace=3.5).controls.pace.label == "3.5 seconds a move"


def test_next_move_goes_on_until_the_person_notices_something() -> None:
    def fills_two(view: View) -> int:
        return DONE if len(view.to_dict()["basket"]) == 2 else view.legal()[0]

    table = baskets({1: fills_two, 2: fills_two}, pace=None)
    table.play(first_move(table))
    table.play(DONE)
    table.next_move()
    assert table.match.step == 5 and table.board.happened == ["Brook seals a basket with 1.", "Moss seals a basket."]
    assert table.board.counted == "moment" and (table.board.step, table.board.steps) == (3, 3)


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


def test_where_only_players_sit_nothing_begins_by_itself() -> None:
    table = lots(["random", "random", "random"])
    assert table.board.moving["go_on"] and table.match.step == 0
    click(table, do="next")
    assert table.match.step == 1
    click(table, do="go_on")
    assert table.match.over


# -- beside the loop -------------------------------------------------------------------------------------------------------


def test_in_a_loop_players_move_one_by_one_and_clicks_are_answered_meanwhile() -> None:
    async def play() -> None:
        may_go = threading.Event()

        def slow(view: View) -> int:
            may_go.wait(PATIENCE)
            return view.legal()[0]

        table = lots({1: slow, 2: lowest}, pace=0.0)
        click(table, do="play", action=first_move(table))
        assert table.match.step == 1, "the click is answered before the player has thought"
        assert table.board.moving == {
            "text": "Player 2 (slow) is thinking.",
            "next": True,
            "stop": True,
            "go_on": False,
        }
        click(table, do="clause", id="TG-BID-1")
        assert table.board.asked["id"] == "TG-BID-1"
        click(table, do="undo")
        assert table.match.step == 0 and table.board.moves, "undoing while a player thinks"
        may_go.set()
        click(table, do="play", action=first_move(table))
        await until_in_loop(lambda: table.match.step == 3)
        assert table.board.moving["text"] == "Player 1: it is your move." and table.board.moves

    in_a_loop(play)


def test_stop_ends_the_thinking_and_players_wait() -> None:
    async def play() -> None:
        stuck = threading.Event()

        def endless(view: View) -> int:
            stuck.set()
            while True:
                pass

        table = lots({1: endless, 2: lowest})
        click(table, do="play", action=first_move(table))
        await until_in_loop(stuck.is_set)
        thread = table._thinking._thread
        click(table, do="stop")
        await until_in_loop(lambda: not thread.is_alive())
        assert table.match.step == 1 and table.board.moving["go_on"] and not table.board.moving["stop"]
        table.sit(1, lowest)
        click(table, do="next")
        await until_in_loop(lambda: table.match.step == 2)
        assert table.board.moving["text"] == "Player 3 (lowest) is to move.", "one move and no more"
        click(table, do="go_on")
        await until_in_loop(lambda: table.match.step == 3)

    in_a_loop(play)


def test_the_pace_holds_each_move_on_the_board() -> None:
    async def play() -> None:
        table = lots({1: lowest, 2: lowest}, pace=1000.0)
        click(table, do="play", action=first_move(table))
        await until_in_loop(lambda: table._waiting is not None)
        assert table.match.step == 1 and table.board.moving["text"] == "Player 2 (lowest) is about to move."
        click(table, do="next")
        await until_in_loop(lambda: table.match.step == 2)
        table.controls.pace.value = 0.0
        await until_in_loop(lambda: table.match.step == 3)

    in_a_loop(play)


def test_small_steps_of_one_choice_are_not_waited_for() -> None:
    """The whole turn takes one pause, not one for each token that is placed."""

    async def play() -> None:
        table = Table("goods_and_honor", seed=7, players=3, seats=["random", None, None], screens=False, figure=False)
        loop, pauses = asyncio.get_running_loop(), []
        table.pace = 1000.0

        def at_once(seconds: float, call: Callable[..., None], *arguments: Any) -> asyncio.TimerHandle:
            if seconds > 100:
                pauses.append(seconds)
            return loop.call_at(loop.time() + min(seconds, 0.001), call, *arguments)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "call_later", at_once)
            await until_in_loop(lambda: table.match.state.to_move != 0)
        assert table.match.step >= 6 and len(pauses) <= 1, f"{table.match.step} steps, {len(pauses)} pauses"

    in_a_loop(play)


def test_code_need_not_wait_and_finds_the_same_match() -> None:
    other = baskets({0: "random", 2: "random"})
    other.settle()
    other.play(first_move(other))
    other.play(DONE)

    async def play() -> None:
        table = baskets({0: "random", 2: "random"}, pace=1000.0)
        assert table.match.step == 0
        table.settle()
        table.play(first_move(table))
        table.play(DONE)
        assert table.match.actions == other.match.actions

    in_a_loop(play)


def test_hints_are_thought_about_beside_the_loop() -> None:
    async def play() -> None:
        table = lots({1: lowest, 2: lowest})
        table.controls.hint_player.value = "random"
        click(table, do="hint")
        assert table.board.notice == "The random player is thinking about a hint." and table.board.moving["stop"]
        await until_in_loop(lambda: table.board.hinted >= 0)
        assert table.board.notice.startswith("Hint: The random player would seal the ") and not table.board.moving["stop"]
        click(table, do="hint")
        click(table, do="stop")
        assert table.board.notice == "Stopped."
        click(table, do="hint")
        click(table, do="play", action=first_move(table))
        await until_in_loop(lambda: table.match.step == 3)
        assert table.board.hinted == -1, "a hint for a position that is past is not shown"

    in_a_loop(play)


def test_a_player_that_fails_beside_the_loop_gets_a_sentence_too() -> None:
    async def play() -> None:
        def muddled(view: View) -> int:
            raise RuntimeError("lost the thread")

        table = lots({1: muddled})
        table.arrive()
        click(table, do="play", action=first_move(table))
        await until_in_loop(lambda: table.board.notice)
        assert table.board.notice.startswith("Player 2 (muddled) cannot move.")
        assert table.board.moving["go_on"] and table.match.step == 1

    in_a_loop(play)


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
