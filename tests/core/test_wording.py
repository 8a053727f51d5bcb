"""What people type is understood as the moment means it, and answered at once where it is nothing."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.wording import vocabulary_of

NORTHWOOD: dict[str, Any] = {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": 1, "ruler": "LQ"}
BIDS: dict[str, Any] = {"honor": {"B": "A1 B2"}, "goods": {"C": "1/0/0"}, "table": "W1", "phase": "bid", "active": "A"}


@pytest.mark.parametrize("words", ["fief 3", "FIEF:3", "visit  fief 3", "visit 3", "fief 3."])
def test_a_move_may_be_said_in_several_ways(words: str) -> None:
    match = wb.load("northwood").match(seed=7)
    assert match.find(words.rstrip(".")) == match.game.action("fief:3")


@pytest.mark.parametrize("name", wb.game_names())
def test_a_number_is_a_place_in_the_list_of_moves_and_nothing_else(name: str) -> None:
    match = wb.load(name).match(seed=7)
    for _ in range(25):
        moves = match.moves()
        if not moves:  # whoever always takes the last move may come to the end soon
            break
        for place, move in enumerate(moves, 1):
            assert match.find(str(place)) == move.action
        for number in (0, len(moves) + 1):
            with refused(wb.UnknownMoveError, f"There is no move {number}: the list goes from 1 to {len(moves)}."):
                match.find(str(number))
        match.play(str(len(moves)))


@pytest.mark.parametrize(
    ("name", "position", "words", "symbol"),
    [
        ("northwood", NORTHWOOD, "pass", "pass"),
        ("northwood", NORTHWOOD, "jack eyes", "ally:3"),
        ("merry_way", {"phase": "build", "hands": {"A": "SP1 GR1"}}, "play SP1", "special:SP1"),
        ("merry_way", {"phase": "build", "hands": {"A": "SP1 GR1"}}, "sp1", "special:SP1"),
        ("merry_way", {"phase": "build", "hands": {"A": "SP1 GR1"}}, "pass", "build:pass"),
        ("merry_way", {"phase": "build", "hands": {"A": "SP1 GR1"}}, "play gr1", "play:GR1"),
        ("merry_way", {"phase": "offer"}, "pass", "offer:pass"),
        ("goods_and_honor", {"table": "P1 W1", "phase": "keep", "active": "A"}, "keep P", "keep:Plainsfolk"),
        ("goods_and_honor", {"table": "P1 W1", "phase": "keep", "active": "A"}, "woodsfolk", "keep:Woodsfolk"),
        (
            "goods_and_honor",
            {"table": "N1", "mats": {"A": "Food P1 | Guards S1"}},
            "defend:S/Guards",
            "defend:Sentryfolk/Guards",
        ),
        ("goods_and_honor", {"table": "N1", "mats": {"A": "Food P1 | Guards S1"}}, "s/guards", "defend:Sentryfolk/Guards"),
    ],
)
def test_words_mean_what_the_moment_means(name: str, position: dict[str, Any], words: str, symbol: str) -> None:
    match = wb.load(name).match(position=position)
    for typed in (words, words.upper(), f"  {words.lower()} "):
        assert match.game.symbol(match.find(typed)) == symbol
    assert match.why_not(words) is None


def test_words_that_fit_several_moves_name_none_of_them() -> None:
    match = wb.load("northwood").match(seed=7)
    with refused(wb.UnknownMoveError, "'visit fief' may mean several moves: visit fief 0; visit fief 1;"):
        match.find("visit fief")
    match = wb.load("merry_way").match(position={"phase": "build", "hands": {"A": "GR1"}, "resources": {"A": "3/3/3"}})
    match.play("play GR1")
    with refused(wb.UnknownMoveError, "'L1.4' may mean several moves: place the card on N:L1.4; place the card on W:L1.4."):
        match.find("L1.4")
    assert match.find("n:l1.4") == match.game.action("place:N:L1.4")


@pytest.mark.parametrize("words", ["play Peasant, Trade, Noble", "Peasant Trade Noble", "play peasant trade"])
def test_of_moves_with_the_same_words_the_one_that_says_them_in_this_order_is_meant(words: str) -> None:
    match = wb.load("resource_hog").match(seed=3)
    while match.state.phase.name != "program":
        match.play(match.state.legal()[0])
    assert match.game.symbol(match.find(words)) == "pile:PTN"
    with refused(wb.UnknownMoveError, "'trade peasant' may mean several moves: play "):
        match.find("trade peasant")


def test_words_of_another_moment_are_known_and_refused_with_a_reason() -> None:
    match = wb.load("northwood").match(position={"hand": "C2 F4", "statement": "C5", "fief": 3})
    refusal = match.why_not("visit fief 4")
    assert refusal is not None
    assert refusal.text == "You are visiting fief 3; the next visit begins when this one has ended."


def test_words_of_the_menu_are_understood_where_they_are_not_legal_too() -> None:
    match = wb.load("merry_way").match(position={"phase": "build", "hands": {"A": "SP5 GR1"}})
    assert match.find("play SP5") == match.game.action("special:SP5")
    assert match.why_not("play SP5") is not None


def test_outcomes_of_chance_may_be_called_by_codes() -> None:
    match = wb.load("goods_and_honor").match(position={"active": "A", "phase": "produce"})
    events = match.play("1", chance=["W", "draw:woodsfolk"])
    assert match.actions[1:3] == (match.game.action("draw:Woodsfolk"),) * 2 and events
    assert wb.load("northwood").match(position=NORTHWOOD).play("pass", chance="c7")


@pytest.mark.parametrize("name", wb.game_names())
def test_unknown_words_ask_each_kind_of_wording_once(name: str) -> None:
    """What takes time is putting moves into words: an unknown word asks for no more than one round for each wording."""
    game = wb.load(name)
    wordings = {id(type(phase).words) for phase in game.phases.values()}
    match, asked = game.match(seed=3), 0
    kinds = {type(phase) for phase in game.phases.values()}

    def counted(original: Any) -> Any:
        def words(self: Any, state: Any, action: int) -> str:
            nonlocal asked
            asked += 1
            return str(original(self, state, action))

        return words

    with pytest.MonkeyPatch.context() as patch:
        if not wb.compiled:
            made = {id(kind.words): counted(kind.words) for kind in kinds}
            originals = {kind: kind.words for kind in kinds}
            for kind, original in originals.items():
                patch.setattr(kind, "words", made[id(original)])
        with refused(wb.UnknownMoveError, "No move is called 'xyzzy'"):
            match.find("xyzzy")
    assert asked <= (len(wordings) + 2) * game.actions * 3


def test_games_with_the_same_actions_share_a_vocabulary() -> None:
    assert vocabulary_of(wb.load("northwood")) is vocabulary_of(wb.load("northwood", threshold=18))


@pytest.mark.parametrize("name", wb.game_names())
def test_asking_for_a_move_does_not_name_the_actions_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = wb.load(name).match(seed=7)
    match.play_out("random")
    match.goto(match.steps // 2)
    monkeypatch.setattr(type(match.game), "vocabulary", None)
    move = match.moves()[0]
    assert match.find(move.symbol) == move.action
