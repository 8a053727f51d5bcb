"""An option keeps its name: whoever searches for it finds the rules that honour it."""

from __future__ import annotations

from typing import Final

import pytest

import workbench as wb
from workbench.core.registry import game_names

MADE_INTO: Final[dict[str, dict[str, str]]] = {
    "goods_and_honor": {
        **dict.fromkeys(("production_table", "production_matrix", "sentry_points"), "points_table"),
        **dict.fromkeys(("max_rounds", "max_turns"), "last_turn"),
    },
    "keydom": {"map": "country"},
    "merry_way": dict.fromkeys(("upgrade_discount", "upgrade_floor"), "upgrade_cost"),
    "resource_hog": {
        **dict.fromkeys(("coast_salt", "coast_arms"), "coast_gold_salt_arms"),
        **dict.fromkeys(("inland_salt", "inland_arms"), "inland_gold_salt_arms"),
        **dict.fromkeys(("price_food", "price_salt", "price_arms", "price_slaves", "price_mercenaries"), "sell_prices"),
    },
}
"""Where several options make one table, which cannot bear all their names: what the game's module makes of them."""


@pytest.mark.parametrize("name", game_names())
def test_an_option_keeps_its_name_where_it_is_honoured(name: str) -> None:
    game = wb.load(name)
    others = {"options.py", "game.py"}
    rules = "\n".join([path.read_text("utf-8") for path in game.folder.rglob("*.py") if path.name not in others])
    made = (game.folder / "game.py").read_text("utf-8")
    wanted = {option: MADE_INTO.get(name, {}).get(option, option) for option in game.options}
    assert [option for option, word in wanted.items() if word not in rules] == []
    assert [option for option in MADE_INTO.get(name, {}) if option not in made and 'f"price_{' not in made] == []
