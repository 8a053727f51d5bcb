"""Positions: impossible ones are refused, texts that keep the reader busy too, and nothing outgrows what can be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from workbench.core.errors import PositionError
from workbench.core.outside import LARGEST, LONGEST, WORDS, words_in

IMPOSSIBLE: list[tuple[str, int, dict[str, Any], str]] = [
    ("northwood", 1, {"phase": "deal", "known": "C5"}, "no card of it is 'known'"),
    (
        "northwood",
        1,
        {"phase": "choose_fief", "hand": "C1 C2 C3 C4 C5 C6 C7 C8", "known": "E5"},
        "no card of it is 'known'",
    ),
    (
        "northwood",
        1,
        {"phase": "set_up", "failed": [2], "rulers": "- - - - - - - -", "unseen": "CQ CK FQ FK LQ LK EQ EK"},
        "The set-up comes before the first visit",
    ),
    (
        "merry_way",
        2,
        {"round": 1, "phase": "draw_folly", "line_up": "F01 F02 F03 F04 - -", "folly_deck": "F05"},
        "The line-up lacks 2 cards, but the folly deck has 1 card.",
    ),
]


@pytest.mark.parametrize(("game", "players", "position", "says"), IMPOSSIBLE)
def test_what_cannot_be_is_refused(game: str, players: int, position: dict[str, Any], says: str) -> None:
    with refused(PositionError, says):
        wb.load(game, players).position(position)


@pytest.mark.parametrize("name", wb.game_names())
def test_a_text_that_would_keep_the_reader_busy_is_refused_with_a_short_sentence(name: str, short: bool) -> None:
    game = wb.load(name)
    keys = (*game.fields().keys, "no such key")
    busy: tuple[Any, ...] = (
        "C5 " * 200_000,
        ["x"] * 100_000,
        "C5," * 100_000,
        {str(n): n for n in range(50_000)},
        "x" * 10**7,
    )
    for key in keys[:: -16 if short else 1]:
        for value in busy:
            with pytest.raises(PositionError) as caught:
                game.position({key: value})
            assert len(str(caught.value)) <= LONGEST
    with pytest.raises(PositionError) as caught:
        game.position({f"key {number}": number for number in range(100_000)})
    assert len(str(caught.value)) <= LONGEST


@some_in_short("name", wb.game_names(), every=3)
def test_the_fullest_positions_and_files_of_play_are_far_from_the_limits(name: str) -> None:
    for players in wb.load(name).player_counts:
        match = wb.load(name, players).match(seed=2)
        match.play_out("random")
        most = max(words_in(match.at(step).to_dict()) for step in range(0, match.steps + 1, max(1, match.steps // 40)))
        assert most < WORDS / 4 and len(match.to_json()) < LARGEST / 4


def test_what_is_counted_without_end_can_be_read_back_at_its_limit() -> None:
    game = wb.load("northwood")
    match = game.match(
        position={"hand": "C5 F2 C7", "deck": "C3 C8 L1 L2 L3 L4", "fief": 1, "ruler": "LQ", "visit_activations": 99}
    )
    for move in match.moves():
        branch = match.branch()
        branch.play(move.action)
        assert branch.state.visit_activations == 99
        assert game.position(json.loads(json.dumps(branch.state.to_dict()))).key() == branch.state.key()


def test_a_deck_of_a_persons_own_has_a_limit() -> None:
    rows = "".join(f"A{number},1,2,3,99\n" for number in range(12))
    with refused(wb.OptionError, "cards are too many; a deck has 1,000 at most"):
        wb.load("merry_way", cards="resource_cards.csv\nid,first,second,third,copies\n" + rows)
    with refused(wb.OptionError, "more than 1,000 rows"):
        wb.load("merry_way", cards="folly_cards.csv\nid,red,blue\n" + "".join(f"A{n},GR,WK\n" for n in range(1500)))
