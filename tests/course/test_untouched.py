"""A check notices when somebody has replaced a part of the workbench."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from workbench.core import words
from workbench.course import Exercise, lesson, lesson_06, right
from workbench.course.untouched import replaced
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.game import Northwood

EASY = Exercise("1.1", 1, lambda answer: right())


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [
        (lesson_06, "revenue", lambda *given: [0] * 10),
        (lesson_06, "ceil", abs),
        (lesson_06, "resource_hog", lambda: None),
        (lesson_06, "POND", 50),
        (lesson_06, "Fraction", int),
        (Respond, "scores", lambda self, state, response: True),
        (Respond, "added", lambda self: True),
        (Northwood, "position", property(lambda self: None)),
    ],
    ids=["function", "built-in function", "cached function", "constant", "class", "method", "new method", "property"],
)
def test_a_replaced_part_is_named_until_it_is_put_back(
    owner: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson(6)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, value, raising=name != "added")
        found = replaced()
        mark = EASY.check(4)
    assert found is not None
    assert found.endswith(f".{name}")
    assert (mark, mark.hint.partition(" is no longer")[0]) == (0, f"`{found}`")
    assert EASY.check(4) == 1


def test_a_part_that_is_replaced_while_the_check_asks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def replaces(answer: Callable[[pytest.MonkeyPatch], None]) -> Any:
        answer(monkeypatch)
        return right()

    mark = Exercise("1.1", 1, replaces).check(lambda patch: patch.setattr(Respond, "scores", lambda *given: True))
    monkeypatch.undo()
    assert mark == 0
    assert "Respond.scores` is no longer" in mark.hint


def test_a_constant_that_is_filled_in_another_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.course import lesson_05

    lesson(5)
    with monkeypatch.context() as patch:
        patch.setitem(lesson_05.BIDS, "B", "D1 B4")
        assert replaced() == "workbench.course.lesson_05.BIDS"
    assert replaced() is None


def test_a_module_that_is_loaded_again_is_as_it_was() -> None:
    replaced()
    importlib.reload(words)
    assert replaced() is None
