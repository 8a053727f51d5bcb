"""Whole visits from the deal with a Jack ready, solved exactly on the engine's own positions (example E24).

Positions are remembered up to what cannot matter: the values of cards within a suit, and which of two like suits is which.
"""

from __future__ import annotations

from functools import cache

import pytest

import workbench as wb
from workbench.core.state import CHANCE
from workbench.games.northwood.components import count
from workbench.games.northwood.state import NorthwoodState

HAND = "C2 C5 F1 F8 L3 L7 E4 E6"
ROWS = [  # two of the rows, because each takes seconds
    ("FJ", 0, "CJ* FJ LJ* EJ*", 0.213385),
    ("LJ", 5, "CJ* FJ* LJ EJ*", 0.668835),
]
REACH = {  # a Claws ruler on the fief; a neutral ruler of Flowers and one of Leaves beside it, none of Eyes within two
    0: "CQ FQ LQ EQ CK FK LK EK",
    5: "EQ EK LK CK FQ CQ LQ FK",
}


@cache
def line(hand: int, live: int) -> str:
    """The live cards of a suit in rising order: 1 in hand, 0 in the deck; both are masks of a suit's eight values."""
    return "".join([str(hand >> value & 1) for value in range(8) if live >> value & 1])


def lines(state: NorthwoodState) -> tuple[str, ...]:
    """The line of each suit."""
    hand, live = int(state.hand), int(state.hand | state.deck)
    return tuple([line(hand >> 8 * suit & 255, live >> 8 * suit & 255) for suit in range(4)])


def stated_alike(cards: tuple[int, ...], hand: int) -> list[list[int]]:
    """The cards of the deck by kinds: between two of a kind lies none of the hand, so it does not matter which is stated."""
    kinds: dict[tuple[int, int], list[int]] = {}
    for card in cards:
        below = hand & ((1 << card) - 1) & 255 << 8 * (card >> 3)
        kinds.setdefault((card >> 3, below), []).append(card)
    return list(kinds.values())


class WholeVisit:
    """Expectimax over the engine's positions, remembered at each ability window."""

    def __init__(self, alike: tuple[int, ...]) -> None:
        self.alike = alike
        self.memo: dict[tuple[object, ...], float] = {}

    def value(self, state: NorthwoodState) -> float:
        if state.fief < 0:
            return float(count(state.friendly))
        if state.to_move == CHANCE:
            outcomes = state.legal()
            kinds = stated_alike(outcomes, int(state.hand)) if state.phase.name == "statement" else [[one] for one in outcomes]
            return sum(len(kind) * self.after(state, kind[0]) for kind in kinds) / len(outcomes)
        if state.phase.name != "ability_window":
            return max(self.after(state, action) for action in state.legal())
        suits = lines(state)
        trump = int(state.trump())
        others = [suits[suit] for suit in range(4) if suit != trump and suit not in self.alike]
        like = sorted(suits[suit] for suit in self.alike if suit != trump)
        key = (trump, suits[trump], *others, "|", *like, int(state.exhausted), len(state.score_pile))
        if key not in self.memo:
            self.memo[key] = max(self.after(state, action) for action in state.legal())
        return self.memo[key]

    def after(self, state: NorthwoodState, action: int) -> float:
        child = state.copy()
        child.apply(action)
        return self.value(child)


@pytest.mark.long
@pytest.mark.parametrize(("jack", "target", "allies", "value"), ROWS)
def test_e24_with_one_jack(jack: str, target: int, allies: str, value: float) -> None:
    state = wb.load("northwood").position({"hand": HAND, "fief": target, "rulers": REACH[target], "allies": allies})
    assert isinstance(state, NorthwoodState)
    assert state.trump() == 0
    assert state.unvisited() == state.game.row
    # without exchange all side suits are alike; with it those of the rulers in reach, Flowers and Leaves
    solver = WholeVisit((1, 2, 3) if jack == "FJ" else (1, 2))
    assert solver.value(state) == pytest.approx(value, abs=6e-7)
