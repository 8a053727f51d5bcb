"""What goes over the wire to a seat is the same in every position that this seat cannot tell apart; and so is the wall."""

from __future__ import annotations

import json

import pytest

from tests.widgets.test_leaks import GAMES, SECRET, decisions, each
from widgets.live_class import shown
from workbench.core.random import Random
from workbench.core.seating import Seating
from workbench.live_class import LiveClass, Setup, Step
from workbench.live_class.people import digest, new_key

KEYS = {"lecturer": digest("l"), "wall": digest("w")}


@each(SECRET)
def test_nothing_over_the_wire_tells_what_a_seat_may_not_know(name: str, players: int, short: bool) -> None:
    game = GAMES[name](players)
    for state in decisions(game, seed=5, most=2 if short else 4):
        for seat in range(players):
            others = {other: "random" for other in range(players) if other != seat}
            texts = set()
            for draw in range(3):
                double = state if draw == 0 else state.resample(seat, Random(draw, "double"))
                match = game.match(position=double)
                texts.add(shown.text(shown.board(Seating(match, others, screens=False), {})))
            assert len(texts) == 1, (seat, state)


@pytest.mark.parametrize("name", ["liars_dice", "keydom"])
def test_the_wall_at_tables_shows_no_board_and_no_count_of_hidden_decisions(name: str) -> None:
    room = LiveClass([Step("tables", (Setup(name, seed=3),))], "KVR7XM", KEYS)
    for person in ("Zora", "Yan", "<b>Xaver</b>"):
        room.apply(room.joining("KVR7XM", person, new_key()))
    room.apply(room.lecture({"do": "begin"}))
    assert shown.Boards().of(room, 0) == "null"
    wall = shown.wall(room, 3)
    assert all(row["decisions"] is None and row["scores"] == [] for row in wall["rows"])
    assert wall["rows"][0]["who"][:2] == ["Zora", "Yan"]
    room.apply(room.lecture({"do": "names", "hidden": True}))
    assert "Zora" not in json.dumps(shown.wall(room, 3))
    boards = shown.Boards()
    first, second = boards.of(room, 1), boards.of(room, 2)
    assert first != second and "Yan" in first and boards.of(room, 99) == "null"


def test_a_vote_shows_no_split_and_nobodys_vote_before_it_is_closed() -> None:
    room = LiveClass([Step("vote", (Setup("northwood", seed=7),))], "KVR7XM", KEYS)
    for person in ("Anna", "Ben"):
        room.apply(room.joining("KVR7XM", person, new_key()))
    room.apply(room.lecture({"do": "begin"}))
    before = shown.text([shown.me(room, 2), shown.the_class(room), shown.result(room), shown.Boards().of(room, 2)])
    said = {"device": "d", "n": 1, "round": room.round, "do": "play", "action": "visit fief 3"}
    room.apply(room.said(1, said))
    after = shown.text([shown.me(room, 2), shown.the_class(room), shown.result(room), shown.Boards().of(room, 2)])
    assert before == after
    assert shown.wall(room, 2)["answered"] == 1
