"""What a seat cannot know: the cards that the others have not turned up, every order of them equally likely."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from workbench.core.random import Random
from workbench.games.resource_hog.components import PILES

AREAS = {code: {"owner": f"P{seat + 1}", "peasants": 1} for seat, code in enumerate(("H1", "H2", "H3"))}
SETTINGS: list[tuple[str, dict[str, Any], tuple[int, int]]] = [
    # when, the position, and how many piles the second and the third player may have for the first
    ("before any card", {"step": 0, "order": ""}, (6, 6)),
    ("one card of the first step", {"step": 0, "order": "P2"}, (2, 6)),
    ("in the second step", {"step": 1, "order": ""}, (2, 2)),
    ("after two cards of one player", {"step": 1, "order": "P2"}, (1, 2)),
    ("in the third step", {"step": 2, "order": ""}, (1, 1)),
]


@pytest.mark.parametrize(("when", "position", "number"), SETTINGS, ids=[row[0] for row in SETTINGS])
def test_every_order_of_hidden_cards_is_equally_likely(when: str, position: dict[str, Any], number: tuple[int, int]) -> None:
    """RH-ROUND-1, RH-ROUND-4."""
    piles = {"P1": "NTP", "P2": "TPN", "P3": "PNT"}
    state = wb.load("resource_hog").position({"phase": "reveal", "piles": piles, "areas": AREAS, **position})
    rng, drawn, times = Random(8), Counter[tuple[int, ...]](), 3600
    for _ in range(times):
        drawn[tuple(state.resample(0, rng).piles)] += 1  # type: ignore[attr-defined]
    assert len(drawn) == number[0] * number[1]
    for place, known in enumerate((3, *[int(position["step"]) + (seat in position["order"]) for seat in ("P2", "P3")])):
        wanted = piles[f"P{place + 1}"][:known]
        assert {PILES[found[place]][:known] for found in drawn} == {wanted}
    expected = times / len(drawn)
    surprise = sum([(found - expected) ** 2 / expected for found in drawn.values()])
    assert surprise < len(drawn) + 5 * (2 * len(drawn)) ** 0.5
