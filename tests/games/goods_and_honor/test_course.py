"""What happened in a match: payments add up to the change of the stashes, turns to the change of the middle."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import workbench as wb
from workbench.games.goods_and_honor.components import GOODS, ITEMS
from workbench.games.goods_and_honor.course import flows, least_left, payments, turns

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    "drawn by lot": {"award": "random"},
    "most items": {"award": "most_items"},
    "trade first": {"phase_order": "trade_first"},
    "at once": {"gift_assign": "at_once"},
    "empty hands": {"chips_per_player": 0, "empty_bidder": "may_be_given"},
}


def played(players: int = 4, seed: int = 1, who: str = "balanced_elder", **options: Any) -> wb.Match:
    match = wb.load("goods_and_honor", players=players, **options).match(seed=seed)
    match.play_out(who)
    return match


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_payments_and_production_make_the_stashes(options: dict[str, Any]) -> None:
    match = played(who="random", **options)
    end, rules = match.state, match.game
    stashes = list(rules.start().stashes)
    for payment in payments(match):
        assert payment.giver != payment.payer
        for item, count in enumerate(payment.items):
            stashes[payment.payer * ITEMS + item] -= count
            stashes[payment.giver * ITEMS + item] += count
    for turn in turns(match):
        for good in range(GOODS):
            stashes[turn.seat * ITEMS + 6 + good] += turn.before[good] - turn.after[good]
    assert stashes == end.stashes


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_turns_follow_one_another(options: dict[str, Any]) -> None:
    match = played(who="random", **options)
    found = turns(match)
    assert [turn.number for turn in found] == list(range(1, int(match.state.turn) + 1))
    for one, other in pairwise(found):
        assert other.seat == (one.seat + 1) % 4 and one.after == other.before
    assert found[-1].after == tuple(match.state.supply)


def test_the_notes_go_as_far_as_the_match() -> None:
    match = played()
    whole = payments(match)
    match.goto(match.steps // 2)
    half = payments(match)
    assert 0 < len(half) < len(whole) and whole[: len(half)] == half


def test_taking_notes_changes_nothing() -> None:
    match = played()
    before = match.state.key()
    payments(match), turns(match), flows(match)
    assert match.state.key() == before and match.state.listener is None


EX_25 = {
    "active": "A",
    "phase": "assign",
    "supply": "2/1/3",
    "mats": {"A": "Guards R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"},
}


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, 0),  # GH-EX-25: one Rock is left for A, who can take it
        ({"mats": {**EX_25["mats"], "A": "Guards R1"}}, 1),  # type: ignore[dict-item]  # but not with one Folk
        ({"supply": "3/1/3"}, 1),  # a Food would be left besides
        ({"supply": "2/1/2"}, None),  # C ends the game before
    ],
)
def test_how_near_the_end_can_be_brought(changes: dict[str, Any], left: int | None) -> None:
    state = wb.load("goods_and_honor", players=3).position({**EX_25, **changes})
    key = state.key()
    assert least_left(state, 0) == left
    assert state.key() == key


def test_who_can_end_the_game_and_wants_to_does() -> None:
    for seed in range(3):
        *_, last = turns(played(seed=seed))
        before = [turn for turn in turns(played(seed=seed)) if turn.least_left == 0]
        assert last.seat in [turn.seat for turn in before]
        assert all(turn.number >= last.number - 4 for turn in before)


def test_a_flow_counts_what_it_is_asked_for() -> None:
    match = played(players=3, who="random")
    made = payments(match)
    for items, counted in (
        ("chips", lambda one: sum(one.items[:3])),
        ("own chips", lambda one: one.items[one.payer]),
        ("goods", lambda one: sum(one.items[6:])),
        ("B", lambda one: one.items[1]),
        ("rock", lambda one: one.items[8]),
    ):
        graph = flows(match, items)
        for payer in range(3):
            for giver in range(3):
                wanted = [one for one in made if (one.payer, one.giver) == (payer, giver)]
                assert graph.has_edge(payer, giver) == bool(wanted)
                if wanted:
                    edge = graph.edges[payer, giver]
                    assert edge["weight"] == sum(map(counted, wanted)) and edge["awards"] == len(wanted)
                    assert edge["items"] == tuple(map(sum, zip(*[one.items for one in wanted], strict=True)))


def test_a_mean_flow_is_the_mean_of_flows() -> None:
    matches = [played(seed=seed, who="random") for seed in range(3)]
    mean = flows(matches, by_turn_order=True)
    assert [label for _, label in mean.nodes(data="label")] == ["1st", "2nd", "3rd", "4th"]
    for payer in range(4):
        for giver in range(4):
            weights = []
            for match in matches:
                first = int(match.state.first)
                seats = ((payer + first) % 4, (giver + first) % 4)
                graph = flows(match)
                weights.append(graph.edges[seats]["weight"] if graph.has_edge(*seats) else 0)
            found = mean.edges[payer, giver]["weight"] if mean.has_edge(payer, giver) else 0
            assert found == pytest.approx(sum(weights) / 3)


def test_what_is_no_flow_is_refused() -> None:
    with pytest.raises(wb.WorkbenchError, match="at least one match"):
        flows([])
    with pytest.raises(wb.WorkbenchError, match="same number of players"):
        flows([played(players=3), played(players=4)])
    with pytest.raises(wb.WorkbenchError, match="no item 'silver'"):
        flows(played(), "silver")
    with pytest.raises(wb.WorkbenchError, match="For Northwood!"):
        payments(wb.load("northwood").match())
