"""Who sees and hears what: closed hands, unseen placements, screens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.seating import Seating
from workbench.games.goods_and_honor.bids import legal_bids
from workbench.games.goods_and_honor.components import CELLS, ITEMS, SEATS
from workbench.games.goods_and_honor.state import GoodsAndHonorState

BIDDING: dict[str, Any] = {
    "goods": {"A": "1/1/1", "B": "2/0/1", "C": "0/2/0", "D": "1/1/1"},
    "table": "P1",
    "phase": "bid",
}


def build(position: dict[str, Any], players: int = 4, **options: Any) -> GoodsAndHonorState:
    state = wb.load("goods_and_honor", players, **options).position(position)
    assert isinstance(state, GoodsAndHonorState)
    return state


def play(state: GoodsAndHonorState, symbols: str) -> GoodsAndHonorState:
    for symbol in symbols.split():
        action = state.game.action(symbol)
        assert action in state.legal()
        state.apply(action)
    return state


def seen(state: GoodsAndHonorState, seat: int) -> dict[str, Any]:
    """The bids that a seat sees."""
    bids: dict[str, Any] = state.view(seat).to_dict()["bids"]
    return bids


# -- views -------------------------------------------------------------------------------------------------------------


def test_a_hand_being_filled_is_seen_by_its_owner_only() -> None:
    """GH-BID-5."""
    state = play(build(BIDDING), "add:B add:B add:Food")
    assert [seen(state, seat) for seat in range(4)] == [{}, {"B": "B2 Food1"}, {}, {}]
    assert [int(state.view(seat).state.hidden) for seat in range(4)] == [2, 0, 2, 2]  # type: ignore[attr-defined]


def test_open_bids_are_seen_once_they_are_closed() -> None:
    """GH-RULING-21."""
    for mode, known in (("blind", {}), ("open_clockwise", {"B": "B1"})):
        state = play(build(BIDDING, bid_mode=mode), "add:B close add:Wood")
        assert seen(state, 0) == seen(state, 3) == known
        assert seen(state, 2) == {**known, "C": "Wood1"}


def test_losing_bids_may_be_seen_by_the_giver_only() -> None:
    """GH-RULING-22."""
    done = "add:B close add:Wood close add:D close"
    everything = {"B": "B1", "C": "Wood1", "D": "D1"}
    state = play(build(BIDDING), done)
    assert [seen(state, seat) for seat in range(4)] == [everything] * 4
    state = play(build(BIDDING, losing_bids="returned_unseen"), done)
    assert [seen(state, seat) for seat in range(4)] == [everything, {"B": "B1"}, {"C": "Wood1"}, {"D": "D1"}]
    open_bids = play(build(BIDDING, losing_bids="returned_unseen", bid_mode="open_clockwise"), done)
    assert [seen(open_bids, seat) for seat in range(4)] == [everything] * 4
    assert seen(play(state, "give:C"), 3) == {}


def test_placements_are_unseen_until_all_are_done() -> None:
    """GH-RULING-25, GH-RULING-41."""
    for mode in ("simultaneous", "seat_order"):
        game = wb.load("goods_and_honor", 3, setup_assign=mode, elder_pawns="on")
        state = game.start()
        assert isinstance(state, GoodsAndHonorState)
        while state.phase.name == "setup_draw":
            state.apply(state.legal()[0])
        hands = [state.hand(seat) for seat in range(3)]
        for _ in range(6):
            state.apply(0)
        state.apply(7)
        state.apply(3)
        view = state.view(2).state
        assert isinstance(view, GoodsAndHonorState)
        if mode == "simultaneous":
            assert not any(view.mats) and [view.hand(seat) for seat in range(3)] == hands
            assert view.pawns == [-1] * 3 and view.hidden == 3
        else:
            assert view.key() == state.key()
        own = state.view(0).state
        assert isinstance(own, GoodsAndHonorState)
        assert own.mats[:CELLS] == state.mats[:CELLS] and own.pawns[0] == 0
        while state.phase.name.startswith("setup"):
            state.apply(state.legal()[0])
        assert state.view(2).state.key() == state.key()


def test_screens_hide_stashes_from_the_text_and_not_from_players() -> None:
    """GH-RULING-23."""
    shown = {}
    for mode in ("screens", "open"):
        state = build({**BIDDING, "phase": "talk"}, stash_view=mode)
        shown[mode] = [
            letter for letter in SEATS[:4] if f"Stash of {letter}" in state.game.text(state.view(1).state, 1)
        ]
        view = state.view(1).state
        assert isinstance(view, GoodsAndHonorState) and view.stashes == state.stashes
    assert shown == {"screens": ["B"], "open": ["A", "B", "C", "D"]}


# -- filling in --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 6])
def test_hands_are_filled_in_as_they_may_be(players: int) -> None:
    """Closed hands hold a legal bid, and a hand that is open is one that would still be asked about."""
    rng = Random("hands")
    seen_sizes: set[int] = set()
    for number, (state, _) in enumerate(random_game(wb.load("goods_and_honor", players, goods_per_player=1), 3)):
        if state.phase.name != "bid":
            continue
        assert isinstance(state, GoodsAndHonorState)
        for seat in range(players):
            other = state.resample(seat, rng)
            assert isinstance(other, GoodsAndHonorState) and other.hidden == 0
            for one in range(players):
                bid = other.bid(one)
                assert all(count <= owned for count, owned in zip(bid, other.stash(one), strict=True))
                if other.has_closed(one):
                    assert 1 <= sum(bid) <= 5
                    seen_sizes.add(sum(bid))
            if number % 5 == 0:
                game = state.game.position(other.to_dict())
                assert len(game.legal()) > 1
    assert seen_sizes >= {1, 2, 3, 4}


@pytest.mark.parametrize("order", ["free", "canonical"])
def test_placements_are_filled_in_as_they_may_be(order: str) -> None:
    """Those who are done have placed everything; the one who is not has a choice left."""
    rng = Random("mats")
    game = wb.load("goods_and_honor", 4, placement_order=order, elder_pawns="on")
    part_way: set[int] = set()
    for seed in range(8):
        for state, _ in random_game(game, seed):
            if state.phase.name not in ("setup_place", "setup_pawn"):
                if state.turn:  # type: ignore[attr-defined]
                    break
                continue
            for seat in range(4):
                other = state.resample(seat, rng)
                assert isinstance(other, GoodsAndHonorState)
                assert game.position(other.to_dict()).key() == other.key()
                assert len(other.legal()) > 1
                if state.to_move != seat:
                    part_way.add(sum(other.folk(int(state.to_move))))
    assert part_way >= {0, 1, 2, 3, 4, 5, 6}


# -- what is told ------------------------------------------------------------------------------------------------------

TOLD_VARIANTS: list[dict[str, Any]] = [
    {},
    {"losing_bids": "returned_unseen", "elder_pawns": "on", "bid_max": 2},
    {"keep_timing": "after_bids", "talk": "request_reply"},
]


@pytest.mark.parametrize("options", TOLD_VARIANTS, ids=["usual", "unseen", "late"])
def test_others_hear_that_a_hand_is_closed_and_no_more(options: dict[str, Any]) -> None:
    """GH-BID-5, GH-SETUP-11: while hands or mats are filled, every seat but the one that does it is told the same few words."""
    game = wb.load("goods_and_honor", 4, goods_per_player=1, **options)
    secret_steps = 0
    for state, action in random_game(game, 5):
        name, mover = state.phase.name, int(state.to_move)
        if name not in ("bid", "setup_place", "setup_pawn"):
            continue
        after = state.copy()
        after.listener = Listener()
        after.apply(action)
        letter = SEATS[mover]
        harmless = {
            f"{letter} closes their hand.",
            f"{letter} has placed all Folks.",
            f"{letter} has placed the Elder Pawn.",
        }
        for event in after.listener.events:
            if event.clause in ("GH-BID-6", "GH-BID-7", "GH-RULING-22", "GH-SETUP-2"):
                break  # hands or mats are opened
            for seat in range(4):
                told = event.told(seat)
                if seat != mover and told is not None and told.seat == mover:
                    assert told.text in harmless
            secret_steps += 1
    assert secret_steps > 50


def test_only_the_giver_is_told_what_unseen_hands_hold() -> None:
    """GH-RULING-22."""
    match = wb.load("goods_and_honor", 4, losing_bids="returned_unseen").match(seed=1, position=BIDDING)
    for move in ("add:B", "close", "add:Wood", "close", "add:D", "close"):
        match.play(move)
    heard = [[event.text for event in match.log_for(seat) if event.clause == "GH-RULING-22"] for seat in range(4)]
    assert heard[0] == ["B bids 1 chip of B.", "C bids 1 Wood.", "D bids 1 chip of D."]
    assert heard[2] == ["A looks into the hand of B.", "C bids 1 Wood.", "A looks into the hand of D."]
    match.play("give:C")
    assert any(event.text == "A receives 1 Wood." for event in match.log_for(3))


def test_the_steps_of_a_hand_are_not_noticed_by_others() -> None:
    """The number of steps in which a hand is filled would say how much it holds."""
    match = wb.load("goods_and_honor", 4).match(seed=1, position=BIDDING)
    for move in ("add:B", "add:B", "add:B", "close"):
        match.play(move)
    assert match.noticed(1) == (0, 1, 2, 3, 4)
    assert match.noticed(3) == (0, 4)


def test_the_steps_of_a_log_do_not_say_how_much_a_hand_holds() -> None:
    logs, news = [], []
    for number in (1, 2, 4):
        match = wb.load("goods_and_honor", 4).match(seed=1, position=BIDDING)
        for move in (*["add:B"] * number, "close", "add:Wood", "close", "add:D", "close"):
            match.play(move)
        seating = Seating(match, screens=False)
        seating.viewer = 2
        logs.append([event.step for event in match.log_for(2)])
        news.append([event.step for event in seating.news()])
    assert logs[0] == logs[1] == logs[2] and len(set(logs[0])) > 1
    assert news[0] == news[1] == news[2] != []


def test_a_view_never_shows_more_than_nine_counts_of_zero_for_a_hidden_hand() -> None:
    """The blanked hand is empty and marked as hidden, whatever it holds."""
    state = play(build(BIDDING), "add:B add:B add:B close")
    view = state.view(0).state
    assert isinstance(view, GoodsAndHonorState)
    assert view.bid(1) == (0,) * ITEMS and view.hidden == 0b110 and view.closed == 0b10


# -- what filling in follows -------------------------------------------------------------------------------------------


def drawn_bids(state: GoodsAndHonorState, viewer: int, seats: tuple[int, ...], draws: int) -> Counter[tuple[Any, ...]]:
    """How often each set of hands comes out."""
    rng = Random("bids")
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(draws):
        other = state.resample(viewer, rng)
        assert isinstance(other, GoodsAndHonorState)
        found[tuple([other.bid(seat) for seat in seats])] += 1
    return found


def evenly(found: Counter[tuple[Any, ...]], possible: set[tuple[Any, ...]]) -> bool:
    """Whether everything possible came out, and so evenly that chance explains it (chi-square within five deviations)."""
    assert set(found) == possible
    expected, freedom = sum(found.values()) / len(possible), len(possible) - 1
    surprise = sum([(count - expected) ** 2 / expected for count in found.values()])
    return surprise <= freedom + 5 * (2 * freedom) ** 0.5


def test_every_closed_hand_is_equally_likely() -> None:
    state = play(build(BIDDING), "add:B close")
    possible = {(bid,) for bid in legal_bids(state.game, state.stash(1), 1)}
    assert len(possible) > 20
    assert evenly(drawn_bids(state, 0, (1,), 60 * len(possible)), possible)


def test_every_hand_that_is_being_filled_is_equally_likely() -> None:
    state = play(build({**BIDDING, "honor": {"B": "B1"}, "goods": {"B": "2/0/1"}}), "add:B")
    possible = set()
    for bid in ((0,) * ITEMS, *legal_bids(state.game, state.stash(1), 1)):
        asked = state.copy()
        asked.bids[ITEMS : 2 * ITEMS] = bid
        if sum(bid) < state.game.bid_max and len(asked.legal()) > 1:
            possible.add((bid,))
    assert evenly(drawn_bids(state, 0, (1,), 80 * len(possible)), possible)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="unseen"),
        pytest.param({"keep_timing": "after_bids"}, id="before the choice of what is kept", marks=pytest.mark.long),
        pytest.param({"award": "most_items", "auto_single": "off"}, id="asked in any case", marks=pytest.mark.long),
    ],
)
def test_unseen_hands_are_equally_likely_in_every_phase_that_knows_of_them(options: dict[str, Any]) -> None:
    """GH-RULING-22: nothing that happens before the award tells more of the hands of others than what each may hold."""
    position = {**BIDDING, "honor": {"B": "B1", "C": "C1", "D": "D1"}, "goods": {"B": "1/1/0", "C": "0/1/1", "D": "1/0/1"}}
    if "keep_timing" in options:
        position["table"] = "P1 W1"
    begun = build(position, bid_max=2, losing_bids="returned_unseen", **options)
    state = play(begun, "add:Food close add:Wood close add:Food close")
    assert state.phase.name == ("keep" if "keep_timing" in options else "award")
    of_c, of_d = (legal_bids(state.game, state.stash(seat), seat) for seat in (2, 3))
    possible = {(state.bid(1), one, other) for one in of_c for other in of_d}
    assert len(possible) > 8
    assert evenly(drawn_bids(state, 1, (1, 2, 3), 120 * len(possible)), possible)


def test_where_the_giver_has_a_choice_of_largest_bids_at_least_two_are() -> None:
    """GH-RULING-19, GH-RULING-22: the giver was asked, so the largest bid is not alone."""
    options = {"award": "most_items", "losing_bids": "returned_unseen", "bid_max": 3}
    position = {**BIDDING, "honor": {"B": "B2", "C": "C1", "D": "D2"}, "goods": {"B": "1/0/0", "C": "0/1/0", "D": "0/0/1"}}
    state = play(build(position, **options), "add:B add:B close add:C add:Wood add:D add:D close")
    assert state.phase.name == "award"
    rules = state.game
    of_c, of_d = (legal_bids(rules, state.stash(seat), seat) for seat in (2, 3))
    possible = {
        (state.bid(1), one, other)
        for one in of_c
        for other in of_d
        if (sizes := sorted([2, sum(one), sum(other)]))[-1] == sizes[-2]
    }
    assert 5 < len(possible) < len(of_c) * len(of_d)
    assert evenly(drawn_bids(state, 1, (1, 2, 3), 150 * len(possible)), possible)
    for seat in range(4):
        assert state.resample(seat, Random(seat)).legal() != ()


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_does_not_forget_its_own_last_section(seat: int) -> None:
    """GH-HOUSE-10: in canonical order it decides where the next Folk may go."""
    game = wb.load("goods_and_honor", 4, placement_order="canonical")
    rng = Random("own")
    for seed in range(4):
        for state, _ in random_game(game, seed):
            if state.turn:  # type: ignore[attr-defined]
                break
            if state.to_move == seat:
                other = state.resample(seat, rng)
                assert other.last_section == state.last_section  # type: ignore[attr-defined]
                assert other.legal() == state.legal()
