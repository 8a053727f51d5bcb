"""Seats, Folks, sections, items and actions by name; options that do not go together; phases handed over."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import OptionError, UnknownNameError, WorkbenchError
from workbench.core.phase import Phase
from workbench.games.goods_and_honor import components
from workbench.games.goods_and_honor.draw import Keep
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.options import OPTIONS
from workbench.games.goods_and_honor.state import GoodsAndHonorState


def test_names_go_both_ways() -> None:
    assert [components.item_of(name) for name in components.ITEM_NAMES] == list(range(9))


@pytest.mark.parametrize(
    ("look_up", "name", "says"),
    [
        (components.item_of, "Gold", "There is no item 'Gold': items are chips of A to F, Food, Wood and Rock."),
    ],
)
def test_unknown_names_are_told_the_right_ones(look_up: Any, name: str, says: str) -> None:
    with refused(UnknownNameError, says):
        look_up(name)


def test_the_vocabulary_is_the_same_for_every_number_of_players() -> None:
    symbols = components.symbols()
    assert len(symbols) == len(set(symbols)) == 125
    for players in (3, 4, 5, 6):
        game = wb.load("goods_and_honor", players)
        assert tuple(game.symbol(action) for action in range(game.actions)) == symbols
    decisions = symbols[: components.FIRST_DRAW]
    assert len(decisions) == 64
    assert symbols[components.FIRST_DEFEND + components.RIDGEFOLK * 5 + components.NEW] == "defend:Ridgefolk/New"
    assert symbols[components.FIRST_ROLL + 5 * components.ROLL_ROW + 7] == "roll:6-8"
    assert symbols[components.FOLK_WINS] == "folk_wins" and symbols[components.FIRST_SEAT] == "first:A"


def test_the_seats_are_those_of_the_rulebook() -> None:
    """GH-HOUSE-1."""
    rows = wb.load("goods_and_honor").rulebook.table("seats")
    assert [row["Letter"] for row in rows] == list(components.SEATS)
    assert [row["Colour"] for row in rows] == list(components.COLOURS)
    assert [row["Elder"] for row in rows] == list(components.ELDERS)
    assert wb.load("goods_and_honor").seat_name(2) == "C (Elder Clover)"


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """GH-META-1."""
    with refused(WorkbenchError, f"For Goods and Honor is a game for 3, 4, 5 or 6 players, not {players}."):
        wb.load("goods_and_honor", players)


CONTRADICTIONS: list[tuple[int, dict[str, Any], str]] = [
    (3, {"production_matrix": (1,) * 12}, "`production_matrix` needs production_table='custom'"),
    (6, {"folks_each": 8}, "folks_each=8 is too few: 6 players start with 36 Folks, among them 6 of each type."),
    (3, {"folks_each": 2, "folks_drawn": 0}, "folks_each=2 is too few: 3 players start with 12 Folks"),
    (3, {"first_player": "D"}, "first_player='D' does not play: there are the players A, B, C."),
    (3, {"production_table": "custom", "production_matrix": (1, 2)}, "must be a list of 12 whole numbers from 0 to 9"),
    (3, {"talk": "shout"}, "must be 'off', 'request' or 'request_reply', not 'shout'."),
    (3, {"bid_max": 0}, "The option 'bid_max' of goods_and_honor must be a whole number from 1 to 12, not 0."),
]


@pytest.mark.parametrize(("players", "options", "says"), CONTRADICTIONS, ids=[row[2][:40] for row in CONTRADICTIONS])
def test_options_that_do_not_go_together_are_refused(players: int, options: dict[str, Any], says: str) -> None:
    with refused(OptionError, says):
        wb.load("goods_and_honor", players, **options)


def test_every_ruling_with_an_option_has_its_readings() -> None:
    """What a ruling's readings name and what its option allows is the same."""
    table = {option.name: option for option in OPTIONS}
    for ruling in wb.load("goods_and_honor").rulebook.rulings:
        if ruling.option is None:
            continue
        named = {reading.value for reading in ruling.readings if reading.value is not None}
        values = getattr(table[ruling.option].allowed, "values", None)
        if values is not None and ruling.option != "first_player":
            assert named == set(values), ruling.id


def test_every_number_of_a_preset_is_felt() -> None:
    presets = GoodsAndHonor.presets()
    assert len(presets) == 9 and presets["v2.1"].options == {}
    assert wb.load("goods_and_honor", 5, preset="flat-honor").start().honor(3)[3] == 6  # type: ignore[attr-defined]
    assert wb.load("goods_and_honor", 3).start().honor(0)[0] == 10  # type: ignore[attr-defined]


class KeepFirst(Keep):
    """The type that comes first must be kept."""

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return super().legal(state)[:1]


def test_a_phase_can_be_replaced_by_a_kind_of_it_only() -> None:
    game = wb.load("goods_and_honor", phases={"keep": KeepFirst})
    state = game.position({"table": "W1 S1"})
    assert [game.symbol(action) for action in state.legal()] == ["keep:Woodsfolk"]

    class Other(Phase[GoodsAndHonorState]):
        name = "keep"

    with refused(WorkbenchError, "The phase 'keep' can only be replaced by a subclass of Keep."):
        wb.load("goods_and_honor", phases={"keep": Other})


def test_a_position_of_another_game_is_refused() -> None:
    with refused(WorkbenchError, "For Goods and Honor cannot show a position of For Northwood!."):
        wb.load("goods_and_honor").own(wb.load("northwood").start())
