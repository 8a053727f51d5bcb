"""A position is copied as the annotations of its class say."""

from __future__ import annotations

import workbench as wb
from workbench.checking import copy_faults
from workbench.core.state import State
from workbench.games.keydom.state import KeydomState


class Watched(KeydomState):
    """A position of Keydom with two more fields."""

    visits: int
    seen: list[int]
    __slots__ = tuple(__annotations__)


class Listed(State):
    """A position whose class leaves the copying to the table of fields."""

    pile: list[int]


class Written(State):
    """A position with a `copy` of its own."""

    pile: list[int]
    __slots__ = tuple(__annotations__)

    def copy(self) -> Written:
        """Return the position itself."""
        return self


Bare = type("Bare", (State,), {"__annotations__": {"pile": list, "round": int}, "__slots__": ("pile", "round")})
"""A class whose annotations are classes and not text."""


def test_fields_of_a_subclass_are_copied_with_those_of_its_base() -> None:
    before = wb.load("keydom").match(seed=1).state
    state = Watched()
    for name in ("game", "phase", "to_move", *before.game.fields().attributes):
        setattr(state, name, getattr(before, name))
    state.listener, state.visits, state.seen = None, 3, [1, 2]
    twin = state.copy()
    assert type(twin) is Watched and copy_faults(state, twin) == []
    assert (twin.visits, twin.seen, twin.seen is state.seen) == (3, [1, 2], False)


def test_only_a_class_that_annotates_its_slots_gets_a_copy() -> None:
    assert Listed.copy is State.copy and Bare.copy is not State.copy
    state = Written()
    assert state.copy() is state


def test_a_list_is_known_by_its_annotation_as_text_or_class() -> None:
    state = Bare()
    before = wb.load("northwood").start()
    state.game, state.phase, state.to_move, state.pile, state.round = before.game, before.phase, 0, [1], 2
    twin = state.copy()
    assert (twin.pile, twin.round, twin.pile is state.pile) == ([1], 2, False)


def test_a_copy_says_whose_it_is() -> None:
    assert (Watched.copy.__qualname__, Watched.copy.__module__) == ("Watched.copy", __name__)
    assert "independent position" in (Watched.copy.__doc__ or "")
