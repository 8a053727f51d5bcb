"""Every switch of a game, one at a time."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.lab.players import AlwaysScores
from workbench import lab
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.core.registry import game_names
from workbench.lab.rulings import AS_IT_IS, numbers_of, switches_of


@pytest.mark.parametrize("name", game_names())
def test_every_reading_but_the_one_in_force(name: str) -> None:
    game = wb.load(name)
    switches = switches_of(game)
    switched = {ruling.option for ruling in game.rulebook.rulings if ruling.option}
    assert {switch.option for switch in switches.values()} == switched - set(numbers_of(game))
    # whoever names a number gets some values of it
    for name in numbers_of(game):
        assert {switch.option for switch in switches_of(game, name).values()} == {name}
    for switch in switches.values():
        assert switch.value != game.options[switch.option]
        assert switch.question


def test_a_tornado_is_ordered_and_each_bar_is_the_comparison(short: bool) -> None:
    game = wb.load("northwood", phases={"respond": AlwaysScores})
    only = [ruling.option for ruling in game.rulebook.rulings if ruling.option][:4]
    games = 20 if short else 40
    found = lab.rulings(game, ["score_0", "length"], "random", games=games, seed=1, only=only)
    assert found.first == AS_IT_IS
    assert found.variants[AS_IT_IS] is game
    for name, rules in found.variants.items():
        # the changed phase stays changed, and one option at a time differs
        assert rules.replaced_phases == ("respond",)
        assert len(rules.options.changed()) == (name != AS_IT_IS)
    sizes = found.tornado[found.tornado["metric"] == "score_0"]["effect"].abs().tolist()
    assert sizes == sorted(sizes, reverse=True)
    name = found.ranked()[0].variant
    switch = found.switches[name]
    alone = lab.compare(game, {"a": {}, "b": {switch.option: switch.value}}, "score_0", "random", games=games, seed=1)
    assert alone.effects[0].estimate.value == found.ranked()[0].estimate.value


def test_a_reading_that_changes_nothing_is_listed() -> None:
    # `AlwaysScores` has every response score: then it is all the same what cards off trump do
    game = wb.load("northwood", phases={"respond": AlwaysScores})
    found = lab.rulings(game, "score_0", "random", games=20, seed=1, only="nontrump_scoring")
    assert found.never_used() == list(found.switches)
    assert "came out differently" in found.warnings[0] or "never used the rule" in found.warnings[0]


def test_switches_that_are_not_there() -> None:
    with pytest.raises(UnknownNameError, match="No ruling depends on an option 'nontrump'"):
        lab.rulings("northwood", "score_0", "random", games=2, only=["nontrump"])
    with pytest.raises(WorkbenchError, match="has no unclear rule that you can switch here"):
        lab.rulings("northwood", "score_0", "random", games=2, only=[])


@pytest.mark.long
def test_all_rulings_of_a_game() -> None:
    found = lab.rulings("northwood", "score_0", "random", games=20, seed=1, workers=2)
    assert len(found.runs) + len(found.skipped) + len(found.failed) == len(found.switches) + 1
    assert not found.failed
