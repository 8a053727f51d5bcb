"""Rulebook and code name the same clauses, in every game."""

from __future__ import annotations

import re

import pytest

import workbench as wb
from workbench.core.registry import GAMES
from workbench.core.rulebook import Rulebook, Ruling

CLAUSE = re.compile(r"\b[A-Z]{2}-[A-Z]+-[1-9][0-9]*\b")


def in_code(game: str) -> set[str]:
    """Every clause ID in the game's Python files."""
    return {
        found for path in (GAMES / game).rglob("*.py") for found in CLAUSE.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("game", wb.game_names())
def test_every_clause_in_the_code_is_in_the_rulebook(game: str) -> None:
    rulebook = Rulebook.read(GAMES / game / "rulebook.md")
    assert in_code(game) - {clause.id for clause in rulebook} == set()


@pytest.mark.parametrize("game", wb.game_names())
def test_every_clause_of_the_rulebook_is_in_the_code_or_says_why_not(game: str) -> None:
    rulebook = Rulebook.read(GAMES / game / "rulebook.md")
    code = in_code(game)
    missing = []
    for clause in rulebook:
        served = isinstance(clause, Ruling) and clause.option is None and set(clause.serves) <= code
        if clause.id not in code and not clause.not_in_code and not served:
            missing.append(clause.id)
    assert missing == []


@pytest.mark.parametrize("game", wb.game_names())
def test_every_option_a_ruling_names_exists_with_that_default(game: str) -> None:
    rules = wb.load(game)
    for ruling in rules.rulebook.rulings:
        if ruling.option:
            assert ruling.option in rules.options
            if ruling.default_value is not None:
                assert str(rules.options.options[ruling.option].default) == ruling.default_value


ANOTHER_CLAUSE_SAYS_SO: dict[str, str] = {
    "GH-RULING-46": "GH-HOUSE-5 and GH-HOUSE-6 end the game after the rounds of the options",
    "NW-RULING-5": "NW-HOUSE-11 brings rulers back",
    "NW-RULING-7": "NW-HOUSE-7 deals after the choice",
    "NW-RULING-39": "NW-END-3 holds the thresholds of all levels",
    "NW-RULING-47": "each scenario is a set of other options",
    # these decide what a player may see, which no event tells
    "GH-RULING-23": "stashes",
    "KD-RULING-49": "hands",
    "KD-RULING-53": "the stock",
    "MW-RULING-41": "the other sides of folly cards",
}
"""Rulings with an option that neither an event, nor a refusal, nor a decision names, and why that is so."""


@pytest.mark.parametrize("game", wb.game_names())
def test_every_ruling_that_an_option_changes_is_named_in_play(game: str) -> None:
    """By an event, by a refusal or among the clauses of a decision: its ID is a text in the code, not only in a docstring."""
    written = "".join([path.read_text(encoding="utf-8") for path in (GAMES / game).rglob("*.py") if path.name != "options.py"])
    named = set(re.findall(rf'"({CLAUSE.pattern})"', written))
    rulings = {ruling.id for ruling in wb.load(game).rulebook.rulings if ruling.option}
    assert rulings - named == rulings & set(ANOTHER_CLAUSE_SAYS_SO)


@pytest.mark.parametrize("game", wb.game_names())
def test_every_preset_and_table_entry_can_be_loaded(game: str) -> None:
    for name, preset in type(wb.load(game)).presets().items():
        loaded = wb.load(game, preset=name)
        assert preset.meaning
        for option, value in preset.options.items():
            assert loaded.options[option] == value
