"""The rulebook's tables say what the cards say, and every option stands in it."""

from __future__ import annotations

import workbench as wb
from workbench.games.merry_way.cards import cards

BOOK = wb.load("merry_way").rulebook


def test_resource_cards() -> None:
    assert list(BOOK.table("resource_cards")) == [
        {
            "Code": card.code,
            **{
                place: f"{digit}{'p' if pink else ''}"
                for place, digit, pink in zip(("First", "Second", "Third"), card.digits, card.pink, strict=True)
            },
            "Copies": str(card.copies),
        }
        for card in cards.resources
    ]


def test_scheme_cards() -> None:
    for row, card in zip(BOOK.table("scheme_cards"), cards.schemes, strict=True):
        cost = (int(row["Plots"]), int(row["Manpower"]), int(row["Materials"]))
        assert (row["Code"], row["Name"], row["Kind"], cost) == (card.code, card.name, card.kind, card.cost)
        assert (int(row["Profit"]), int(row["Copies"])) == (card.profit, card.copies)


def test_special_cards() -> None:
    for row, card in zip(BOOK.table("special_cards"), cards.specials, strict=True):
        cost = (int(row["Plots"]), int(row["Manpower"]), int(row["Materials"]))
        assert (row["Code"], row["Name"], cost, int(row["Copies"])) == (card.code, card.name, card.cost, card.copies)
        assert f"*{card.name}*" in BOOK[row["Clause"]].text


def test_folly_cards() -> None:
    assert [(row["Code"], row["Red"], row["Blue"]) for row in BOOK.table("folly_cards")] == [
        (card.code, str(card.sides[0]), str(card.sides[1])) for card in cards.folly_cards
    ]


def test_every_option_is_named_by_a_clause_and_every_value_of_a_ruling_is_one_of_its_option() -> None:
    options = wb.load("merry_way").options.options
    assert {name for clause in BOOK for name in clause.options} == set(options)
    for ruling in BOOK.rulings:
        values = {reading.value for reading in ruling.readings if reading.value is not None}
        if ruling.option:
            allowed = options[ruling.option].allowed
            for value in values:
                assert value in map(str, allowed.samples()), f"{ruling.id}: {value}"
            if len(ruling.options) == 1 and values:
                named = set(map(str, allowed.samples()))
                assert values == named or ruling.option in ("columns_per_section", "max_row"), ruling.id


def test_presets_change_what_they_say() -> None:
    for name, preset in type(wb.load("merry_way")).presets().items():
        assert wb.load("merry_way", 3, name).options.changed() == preset.options
