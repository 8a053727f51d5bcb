"""What makes somebody's own code another one: its text, its helpers, and the values that it uses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.lab.players import Sampler, low
from workbench.core.player import Player
from workbench.core.state import View
from workbench.lab.sources import source_of
from workbench.players.random_player import RandomPlayer

LIMIT = 3
WEIGHTS = {"first": [1, 2]}
counted = 0
heard = [1]


def helped(view: View) -> int:
    return 0


def chooses(view: View) -> int:
    global counted
    counted += 1
    heard.append(counted)
    return min([helped(view) for _ in range(LIMIT)]) + WEIGHTS["first"][0]


class Chooser(Player):
    def __init__(self, game: Any, rng: Any, bonus: int = 0) -> None:
        super().__init__(game, rng)
        self.bonus = bonus

    @property
    def limit(self) -> int:
        return LIMIT

    @staticmethod
    def helped() -> int:
        return len(WEIGHTS)

    def choose(self, view: View) -> int:
        return min(view.legal(), key=lambda action: action + counted)


class Later(Chooser):
    pass


class Caller:
    def __init__(self, bonus: int) -> None:
        self.bonus = bonus

    def __call__(self, view: View) -> int:
        return self.bonus


def raised(bonus: int) -> Callable[[View], int]:
    return lambda view: bonus


def test_code_of_the_workbench_has_no_text() -> None:
    assert source_of(RandomPlayer) == "" and source_of(len) == "" and source_of(LIMIT) == ""


def test_packages_and_the_standard_library_have_none_either() -> None:
    class Named(Path):
        pass

    assert source_of(Path) == source_of(pytest.raises) == source_of(pd.DataFrame) == ""
    assert source_of(Named).strip() == "class Named(Path):\n        pass"


def test_a_function_is_its_text_its_helpers_and_its_values() -> None:
    said = source_of(chooses)
    assert "counted += 1" in said and "def helped" in said
    assert said.count("LIMIT = 3") == 1 and "WEIGHTS = {'first': [1, 2]}" in said
    # what the function itself changes, or may change, says nothing about it
    assert "counted = " not in said and "heard = " not in said


@pytest.mark.parametrize("thing", [chooses, Chooser, Later])
@pytest.mark.parametrize(("name", "value"), [("LIMIT", 4), ("WEIGHTS", {"first": [1, 3]})])
def test_another_value_makes_another_text(thing: Any, name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = source_of(thing)
    monkeypatch.setattr(f"{__name__}.{name}", value)
    assert source_of(thing) != before
    monkeypatch.undo()
    assert source_of(thing) == before


def test_a_value_read_inside_a_lambda_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = source_of(Later)
    assert "counted = 0" in before
    monkeypatch.setattr(f"{__name__}.counted", 5)
    assert "counted = 5" in source_of(Later)


def test_what_a_function_was_made_with_counts_and_so_do_the_attributes_of_an_object() -> None:
    assert source_of(raised(1)) != source_of(raised(2)) and source_of(raised(1)) == source_of(raised(1))
    assert source_of(Caller(1)) != source_of(Caller(2)) and source_of(Caller(1)) == source_of(Caller(1))
    assert source_of(partial(chooses, 1, depth=2)) == source_of(chooses) + "\nargument 0 = 1\ndepth = 2"
    assert "class Sampler" in source_of(Sampler) and source_of(low) == "def low(view: View) -> int:\n    return 0\n"


@cache
def remembered(number: int) -> int:
    return number + LIMIT


def uses_what_is_remembered(view: View) -> int:
    return remembered(1)


def test_methods_and_caches_are_looked_into() -> None:
    class Chosen:
        def __init__(self, bonus: int) -> None:
            self.bonus = bonus

        @cached_property
        def limit(self) -> int:
            return LIMIT

        def choose(self, view: View) -> int:
            return self.bonus

    assert "return self.bonus" in source_of(Chosen(1).choose) and source_of(Chosen(1).choose) != source_of(Chosen(2).choose)
    assert "LIMIT = 3" in source_of(Chosen(1))
    for code in (remembered, uses_what_is_remembered):
        assert "return number + LIMIT" in source_of(code) and "LIMIT = 3" in source_of(code)


def test_code_that_calls_itself_is_read_once() -> None:
    def again(view: View) -> int:
        return again(view)

    assert source_of(again).count("def again") == 1
