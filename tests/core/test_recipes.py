"""What one is told who wants to change a rule, and the same question under both rules."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.core.phase import Phase
from workbench.core.recipes import both, happens, parts
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState


class Freely(Respond):
    """Any card may answer."""

    replaces = ("NW-TRICK-1",)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return (1, 6, 11)


@pytest.mark.parametrize("name", wb.game_names())
def test_every_phase_has_methods_with_a_sentence(name: str) -> None:
    game = wb.load(name)
    found = parts(game)
    assert [part.name for part in found.parts] == list(game.phases)
    for part in found.parts:
        assert part.methods, part.name
        for method in part.methods:
            assert method.says, f"{part.name}.{method.call}"
            assert callable(getattr(part.kind, method.call.partition("(")[0]))


def test_words_are_no_rules() -> None:
    respond = parts("northwood")["respond"]
    names = [method.call.partition("(")[0] for method in respond.methods]
    assert names == ["begin", "legal", "scores", "apply", "end_test"]
    assert "<b>respond</b>: The response" in respond.html()


def test_all_that_figures_ask_is_marked() -> None:
    travel = parts("merry_way")["travel"]
    assert {method.call.partition("(")[0] for method in travel.methods if method.asked} == set(travel.kind.asked)


def test_both_says_when_nothing_differs() -> None:
    same = both("northwood", Freely, lambda game: game.options["threshold"])
    assert same.before == same.after
    assert "the change does not affect this question" in repr(same)
    assert same.replaced == ("NW-TRICK-1",)


def test_an_unknown_phase_is_refused() -> None:
    with pytest.raises(wb.UnknownNameError, match="no phase 'end_of_visitt'"):
        happens(wb.load("northwood"), "end_of_visitt", {})


def test_a_class_without_a_file_has_no_methods_to_read() -> None:
    space: dict[str, type[Phase[NorthwoodState]]] = {"Respond": Respond}  # type: ignore[dict-item]
    exec("class Mine(Respond):\n    __module__ = 'nowhere'\n    def legal(self, state):\n        return ()", space)
    changed = wb.load("northwood", phases={"respond": space["Mine"]})
    assert [method.call for method in parts(changed)["respond"].methods][:2] == ["begin(state)", "legal(state)"]
