"""The computer players at a table: who moves when, at what pace, and what stops them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers import refused
from tests.toy_game.baskets import DONE
from tests.waiting import PATIENCE, in_a_loop, until_in_loop
from tests.widgets.tables import baskets, click, first_move, lots, lowest
from widgets import Table
from workbench.core.errors import PlayerError
from workbench.core.state import View


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


def test_where_only_players_sit_nothing_begins_by_itself() -> None:
    table = lots(["random", "random", "random"])
    assert table.board.moving["go_on"] and table.match.step == 0
    click(table, do="next")
    assert table.match.step == 1
    click(table, do="go_on")
    assert table.match.over


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

        table = lots({1: endless, 2: lowest}, pace=0)
        click(table, do="play", action=first_move(table))
        await until_in_loop(stuck.is_set)
        thread = table.computer_players._thinking._thread
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
        await until_in_loop(lambda: table.computer_players._waiting is not None)
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
