"""The vocabulary of actions, and hands of cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from workbench.core.errors import UnknownNameError
from workbench.games.merry_way import components
from workbench.games.merry_way.cards import cards, copy_cards
from workbench.games.merry_way.components import CATEGORIES, FirstActions, category_of, symbols
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.trail import geometry
from workbench.games.merry_way.words import words

FIXED = {
    "FIRST_TAKE": "take:plots",
    "DRAW": "draw",
    "WORK_PASS": "work:pass",
    "DECK_SCHEME": "deck:scheme",
    "DECK_RESOURCE": "deck:resource",
    "OFFER_PASS": "offer:pass",
    "FIRST_OFFER": "offer:to:A",
    "GIVE_DONE": "give:done",
    "FIRST_GIVE": "give:plots",
    "GIVE_PROFIT": "give:profit",
    "WANT_SUBMIT": "want:submit",
    "FIRST_WANT": "want:plots",
    "WANT_PROFIT": "want:profit",
    "FIRST_WANT_CARD": "want:card:any",
    "REJECT": "reply:reject",
    "ACCEPT": "reply:accept",
    "BANK_DONE": "bank:done",
    "FIRST_BUY": "buy:plots",
    "BUY_CARD": "buy:card",
    "FIRST_SWAP": "swap:plots:manpower",
    "BUILD_PASS": "build:pass",
    "ROADBLOCK": "roadblock",
    "FIRST_FLIP": "flip:1",
    "FIRST_EXCHANGE": "swapfolly:1",
    "FIRST_FILCH": "filch:A:plots",
    "TIE_LEFT": "tie:left",
    "TIE_RIGHT": "tie:right",
    "FIRST_LEADER": "leader:A",
    "FIRST_WINNER": "winner:A",
    "FIRST_BLOCK": "card:RC01",
}
BLOCKS = {
    "card": "card:RC01",
    "give_card": "give:card:GR1",
    "hand": "hand:GR1",
    "play": "play:GR1",
    "discard": "discard:GR1",
    "drawn": "drawn:GR1",
    "dealt": "dealt:RC01",
    "folly": "folly:F01",
    "give_claim": "give:claim:N:L1.1",
    "give_unclaim": "give:unclaim:N:L1.1",
    "want_claim": "want:claim:N:L1.1",
    "want_unclaim": "want:unclaim:N:L1.1",
    "place": "place:N:L1.1",
    "strip": "strip:N:L1.1",
    "unclaim": "unclaim:N:L1.1",
    "block": "block:N:M0-M1",
}
SHAPES = [("two_oneway", 2, 3), ("two_oneway", 1, 1), ("two_oneway", 4, 4), ("one_shared", 2, 3), ("one_shared", 4, 4)]


@pytest.mark.parametrize("name", FIXED)
def test_every_number_of_the_fixed_part_names_its_action(name: str) -> None:
    assert wb.load("merry_way").symbol(getattr(components, name)) == FIXED[name]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_block_begins_where_its_first_action_stands(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    names = symbols(cards, board.spot_names, board.way_names)
    first = FirstActions(cards, board.spots)
    assert len(set(names)) == len(names)
    for block, symbol in BLOCKS.items():
        assert names[getattr(first, block)] == symbol
    assert names[first.play + cards.normal] == "special:SP1"
    assert len(names) == first.block + board.ways


@pytest.mark.parametrize("shape", SHAPES)
def test_the_options_of_the_trail_decide_the_vocabulary(shape: tuple[str, int, int]) -> None:
    trail_model, columns, rows = shape
    game = wb.load("merry_way", trail_model=trail_model, columns_per_section=columns, max_row=rows)
    board = geometry(*shape)
    assert [game.symbol(action) for action in range(game.actions)] == list(
        symbols(cards, board.spot_names, board.way_names)
    )
    assert all(game.action(game.symbol(action)) == action for action in range(game.actions))


def test_every_action_has_words_of_its_own_but_for_plays_of_another_seat() -> None:
    game = wb.load("merry_way", 4)
    assert isinstance(game, MerryWay)
    state = game.start()
    told: dict[str, str] = {}
    for action in range(game.actions):
        text = words(state, action)
        assert told.setdefault(text, game.symbol(action)) in (game.symbol(action), "work:pass"), text


def test_offers_are_made_in_the_order_of_the_actions() -> None:
    """MW-RULING-14: plots, manpower, materials, profit, cards, claims handed over, claims taken off."""
    names = list(wb.load("merry_way").symbols)
    for word in ("give", "want"):
        items = [name for name in names if name.startswith(f"{word}:") and name not in ("give:done", "want:submit")]
        kinds = list(dict.fromkeys(name.split(":")[1] for name in items))
        assert kinds == ["plots", "manpower", "materials", "profit", "card", "claim", "unclaim"]


def test_each_scheme_card_has_one_category() -> None:
    found = {code: CATEGORIES[category_of(cards, card)] for card, code in enumerate(cards.scheme_codes)}
    assert all(category == ("special" if code.startswith("SP") else code[:2]) for code, category in found.items())


def test_a_game_can_be_played_with_cards_of_your_own(tmp_path: Path) -> None:
    """MW-HOUSE-15, MW-RULING-51: one card less, one new one with two follies."""
    copy_cards(tmp_path)
    table = tmp_path / "scheme_cards.csv"
    rows = [row for row in table.read_text(encoding="utf-8").splitlines() if not row.startswith("GR4")]
    table.write_text("\n".join([*rows, "BO9,Both,Lazy and Wicked,1,0,1,5,30"]) + "\n", encoding="utf-8")
    game = wb.load("merry_way", cards=tmp_path, trade_mode="none")
    assert isinstance(game, MerryWay)
    with pytest.raises(UnknownNameError, match="has no action 'play:GR4'"):
        game.action("play:GR4")
    assert game.symbol(game.action("play:BO9")) == "play:BO9"
    assert CATEGORIES[game.category[game.cards.scheme_of("BO9")]] == "LZ"
    assert len(game.all_schemes) == 84 - 2 + 30
    state = game.position({"phase": "build", "hands": {"A": "BO9"}, "line_up": "F15 F02 F31 F07 F08 F09"})
    for symbol in ("play:BO9", "place:N:L1.4", "build:pass", "build:pass"):
        assert game.action(symbol) in state.legal()
        state.apply(game.action(symbol))
    assert state.scores()[0] >= 10, "wicked travellers fall for it though it is called a Lazy card in offers"
    match = game.match(seed=3)
    match.play_out("random")
    assert match.over
