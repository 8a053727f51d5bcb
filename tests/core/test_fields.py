"""The table of a state's fields: reading, writing and showing what it declares."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.core.fields import (
    Amounts,
    Aside,
    Counts,
    EachSeat,
    Kind,
    OneOf,
    Pile,
    Places,
    StateField,
    StateFields,
    Subset,
    Things,
    Whole,
    Written,
)

SEATS = Things("player", "AB")
CARDS = Things("card", ("C1", "C2", "D1"), also={"-": -1}, unseen={-2: "?"})
KINDS: list[tuple[Kind, Any, Any, Any]] = [  # a kind, a blank value, one that is written, and the value
    (Whole(0, 5), 0, 3, 3),
    (OneOf(CARDS), -1, "D1", 2),
    (OneOf(Things("fief", range(4))), -1, 3, 3),
    (Subset(CARDS), 0, "C1 D1", 5),
    (Subset(Things("place", (1, 2, 3)), listed=True), 0, [1, 3], 5),
    (Pile(CARDS), (), "D1 C1 C1", (2, 0, 0)),
    (Pile(CARDS, list, in_order=False, listed=True), [], ["C1", "D1"], [0, 2]),
    (Places(CARDS, 3), (-1, -1, -1), "C2 - D1", (1, -1, 2)),
    (Counts(Things("Folk", "PWR"), 4), [0, 0, 0], "P R3", [1, 0, 3]),
    (Amounts(("Food", "Wood"), 5), [5, 5], "4/0", [4, 0]),
    (EachSeat(SEATS, OneOf(CARDS), -1), [-1, -1], {"B": "C2"}, [-1, 1]),
    (
        EachSeat(SEATS, Amounts(("x", "y"), 3), width=3, part=(1, 3)),
        [0] * 6,
        {"A": "1/2", "B": "0/0"},
        [0, 1, 2, 0, 0, 0],
    ),
]


@pytest.mark.parametrize(("kind", "blank", "written", "value"), KINDS)
def test_what_is_written_is_read_back(kind: Kind, blank: Any, written: Any, value: Any) -> None:
    faults: list[str] = []
    assert kind.read(written, blank, "'it'", faults) == value and faults == []
    assert kind.read(kind.write(value), blank, "'it'", faults) == value and faults == []
    numbers = kind.numbers(value)
    assert min(numbers) >= 0 and max(numbers) <= 1
    size = 1
    for length in kind.shape:
        size *= length
    assert len(numbers) == size


@pytest.mark.parametrize(("kind", "blank", "written", "value"), KINDS)
@pytest.mark.parametrize("wrong", [object(), 99, "zz", ["zz"], {"Z": 1}, 1.5, True])
def test_what_cannot_be_read_is_a_fault_that_names_the_place(
    kind: Kind, blank: Any, written: Any, value: Any, wrong: Any
) -> None:
    faults: list[str] = []
    kind.read(wrong, blank, "'it'", faults)
    assert faults and all(fault.startswith("'it'") and fault.endswith(".") for fault in faults)


class Bare:
    cards: int
    left: int
    pair: int
    note: str


def table(refuse: str = "") -> StateFields:
    return StateFields(
        StateField("cards", Subset(CARDS), 0, "The cards.", refuse=refuse),
        StateField("left", Whole(0, 9), 9, "What is left.", unit="tricks", key="rest"),
        StateField("pair", Whole(0, 9), 1, "A number.", key=""),
        Written("both", ("left", "pair"), Amounts(("left", "pair"), 9), "Left and the number."),
        Aside("note", "", "A note."),
    )


def blank() -> Bare:
    state = Bare()
    table().clear(state)
    return state


def test_a_table_writes_reads_and_clears() -> None:
    state = blank()
    assert (state.cards, state.left, state.pair, state.note) == (0, 9, 1, "")
    assert table().write(state) == {"cards": "", "rest": 9, "both": "9/1"}
    faults: list[str] = []
    assert table().read({"cards": "C1", "both": [4, 2], "rest": None}, state, faults) == set()
    assert (state.cards, state.left, state.pair, faults) == (1, 4, 2, [])
    assert table().values(state) == (1, 4, 2)


def test_every_fault_of_a_table_is_found_at_once() -> None:
    faults: list[str] = []
    assert table().read({"cards": "C9 ?", "rest": 12, "both": "1"}, blank(), faults) == {"cards", "rest", "both"}
    assert faults == [
        "'cards': there is no card 'C9' in this game. The cards are C1, C2, D1.",
        "'cards' contains a card that cannot be seen; a full position names every card.",
        "'rest' should be a whole number from 0 to 9, not 12.",
        "'both' should be left/pair, such as '3/2', not '1'.",
    ]


def test_a_field_without_a_place_in_positions_is_refused_and_written_only_in_views() -> None:
    state, faults = blank(), list[str]()
    hidden = table("Cards are for views.")
    assert "cards" not in hidden.write(state)
    hidden.read({"cards": "C1"}, state, faults)
    assert faults == ["Cards are for views."] and state.cards == 0
    state.cards = 1
    assert hidden.write(state)["cards"] == "C1"


def test_a_table_shows_what_may_be_written() -> None:
    assert repr(table()).splitlines()[2].split("  ")[0] == "rest"
    assert "<td>What is left.</td><td>tricks</td>" in table()._repr_html_()
    assert [field.name for field in table()] == ["cards", "left", "pair"] and table()[0].name == "cards"
