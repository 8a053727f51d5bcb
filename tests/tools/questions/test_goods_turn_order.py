"""The repairs of the turn order of For Goods and Honor: whose turn it is, and who gets which Goods."""

from __future__ import annotations

from typing import Any

from tools.questions.goods_turn_order import AS_WRITTEN, COMPLETED, RULES, SET
from workbench.core.match import Match
from workbench.games.goods_and_honor.components import FIRST_GOOD, GOODS, ITEMS

SEATS = 4
IN_ALL = 60
"""The Goods in the middle at first."""


def played(rules: str) -> Match:
    match = RULES[rules](SEATS).match(seed=3)
    match.play_out("balanced_elder")
    return match


def goods_of(state: Any, seat: int) -> list[int]:
    return state.stashes[seat * ITEMS + FIRST_GOOD : seat * ITEMS + FIRST_GOOD + GOODS]


def test_the_last_begins_with_a_set_from_the_box() -> None:
    match = played(SET)
    match.goto(next(step for step in range(match.step + 1) if match.branch(step).state.turn))
    first = int(match.state.first)
    held = [goods_of(match.state, (first + place) % SEATS) for place in range(SEATS)]
    assert held[1:] == [[0, 0, 0], [0, 0, 0], [1, 1, 1]]
    assert sum(match.state.supply) + sum(held[0]) == IN_ALL  # the first player has produced from the whole middle


def test_the_second_half_goes_round_the_other_way() -> None:
    order = [event.seat for event in played("second half reversed").log if event.kind == "turn_begins"]
    assert order[:SEATS] == order[SEATS : 2 * SEATS] == order[2 * SEATS : 3 * SEATS][::-1]


def test_nobody_produces_less_than_the_mat_yields_when_paid_in_full() -> None:
    ends = {rules: played(rules).state for rules in (AS_WRITTEN, COMPLETED, "completed and paid in full")}
    held = [sum(sum(goods_of(state, seat)) for seat in range(SEATS)) for state in ends.values()]
    assert held[0] == IN_ALL <= held[1] < held[2]
