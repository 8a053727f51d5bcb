"""The tables below the board: a deal before and after it, and the own cards on each spot, as each seat may know them."""

from __future__ import annotations

import pytest

from tests.games.merry_way.test_board import VARIANTS, position, positions, table
from tests.helpers import some_in_short
from workbench.core.random import Random
from workbench.games.merry_way.trips import coming, incomes
from workbench.games.merry_way.words import signed

ROWS = ("plots", "manpower", "materials", "profit", "scheme cards", "claims on the board", "profit if they set out now")


DEALING = ("give", "want", "reply", "hand_over")


def seen_by(state, seat):
    return state.game.helpers(state.view(seat).state, seat)


def cells(helper):
    """The table without its headings: what stands in each row, by the first cell."""
    return {row.cells[0]: row.cells[1:] for row in helper.rows}


def offering(to_move, phase, *, give=(), want=(), **more):
    offer = {"to": "B", "give": list(give), "want": list(want)}
    return position(phase, to_move=to_move, turn="A", offer=offer, **more)


# -- a deal ------------------------------------------------------------------------------------------------------------


def test_a_deal_is_shown_before_and_after_it_with_the_own_column_first():
    give, want = ["give:plots", "give:plots", "give:card:GR1"], ["want:materials", "want:profit"]
    state = offering("A", "want", give=give, want=want)
    (mine,) = seen_by(state, 0)
    assert mine.title == "The deal so far"
    assert mine.columns == ("what", "Player A (you)", "Player B")
    assert tuple(cells(mine)) == ROWS
    assert cells(mine)["plots"] == ("3 → 1", "1 → 3")
    assert cells(mine)["manpower"] == ("2", "0")
    assert cells(mine)["materials"] == ("4 → 5", "2 → 1")
    assert cells(mine)["profit"] == ("7 → 8", "4 → 3")
    assert cells(mine)["scheme cards"] == ("5 → 4", "3 → 4")
    assert not any([row.choices for row in mine.rows])
    state.apply(state.game.action("want:submit"))
    (theirs,) = seen_by(state, 1)
    assert theirs.title == "The deal"
    assert theirs.columns == ("what", "Player B (you)", "Player A")
    assert cells(theirs) == {name: pair[::-1] for name, pair in cells(mine).items()}


@pytest.mark.parametrize(
    ("give", "want", "claims"),
    [
        (["give:claim:N:L1.4"], [], ("4 → 3", "3 → 4")),
        (["give:unclaim:N:L1.4"], [], ("4 → 3", "3")),
        (["give:plots"], ["want:claim:N:L1.3"], ("4 → 5", "3 → 2")),
        (["give:plots"], ["want:unclaim:N:L1.3"], ("4", "3 → 2")),
    ],
)
def test_claims_change_hands_and_what_the_travellers_would_bring(give, want, claims):
    state = offering("B", "reply", give=give, want=want)
    (helper,) = seen_by(state, 0)
    assert cells(helper)["claims on the board"] == claims
    done = state.copy()
    before = incomes(coming(done), 2)
    done.apply(done.game.action("reply:accept"))
    after = incomes(coming(done), 2)
    shown = [
        signed(old) if old == new else f"{signed(old)} → {signed(new)}" for old, new in zip(before, after, strict=True)
    ]
    assert cells(helper)["profit if they set out now"] == tuple(shown)


def test_a_partner_is_told_what_it_could_pay_for_and_nobody_else_is():
    give, want = ["give:materials", "give:materials"], ["want:plots"]
    state = offering("B", "reply", give=give, want=want, players=3)
    mine, theirs, third = [seen_by(state, seat)[0] for seat in range(3)]
    assert mine.note == "Traps you can pay for, one or another: GR1, LZ2a, before and after the deal."
    assert theirs.note == "Traps you can pay for, one or another: none, before and after the deal."
    assert third.note == ""
    assert third.columns == ("what", "Player A", "Player B")
    gift = offering("B", "reply", give=["give:manpower", "give:manpower"], players=3)
    assert seen_by(gift, 0)[0].note == "Traps you can pay for, one or another: GR1, LZ2a; after the deal: none."
    assert seen_by(gift, 1)[0].note == "Traps you can pay for, one or another: none; after the deal: LZ1, WK1."


def test_a_card_that_is_offered_counts_for_the_partner_and_no_more_for_the_maker():
    state = offering("B", "reply", give=["give:manpower", "give:card:LZ2a"])
    assert seen_by(state, 0)[0].note.endswith(": GR1, LZ2a; after the deal: GR1.")
    assert "after the deal: LZ1, WK1." in seen_by(state, 1)[0].note


def test_an_offered_card_stays_hidden_from_the_third_seat():
    offers = [offering("B", "reply", give=[f"give:card:{card}"], players=3) for card in ("GR1", "LZ2a")]
    assert seen_by(offers[0], 2) == seen_by(offers[1], 2)
    assert cells(seen_by(offers[0], 2)[0])["scheme cards"] == ("5 → 4", "3 → 4")


# -- what a card would earn --------------------------------------------------------------------------------------------


def test_each_spot_says_what_everybody_would_gain_there():
    state = position("place", chosen="GR2a", to_move="A", turn="A")
    (helper,) = seen_by(state, 0)
    assert helper.title == "The card on each spot"
    assert helper.columns == ("spot", "price", "stops there", "A (you)", "B")
    assert [row.legal for row in helper.rows] == [(), *[(action,) for action in state.legal()]]
    assert helper.rows[0].cells == ("as it is", "", "", *[signed(gain) for gain in incomes(coming(state), 2)])
    for row in helper.rows[1:]:
        done = state.copy()
        done.apply(row.legal[0])
        assert row.cells[3:] == tuple([signed(gain) for gain in incomes(coming(done), 2)])
    assert ("N:R1.2 over WK2a", "1/1/2") in [row.cells[:2] for row in helper.rows]
    assert seen_by(state, 1) == ()


def test_each_card_is_shown_on_the_spot_that_pays_best():
    state = position("build", to_move="A", turn="A")
    (helper,) = seen_by(state, 0)
    game = state.game
    cards = [game.symbol(row.legal[0]).removeprefix("play:") for row in helper.rows if row.legal]
    assert cards == [row.cells[0] for row in helper.rows[1:]]
    assert cards == [card for card in ("GR1", "LZ2a", "WK4") if game.action(f"play:{card}") in state.legal()]
    before = incomes(coming(state), 2)[0]
    for row in helper.rows[1:]:
        playing = state.copy()
        playing.apply(row.legal[0])
        (spots,) = seen_by(playing, 0)
        most = max([read(one.cells[3]) for one in spots.rows[1:]])
        assert read(row.cells[3]) == max(most, before)
        assert (row.cells[1] == "no spot pays now") == (most <= before)
        if most > before:
            assert row.cells[1].partition(" for ")[::2] in [one.cells[:2] for one in spots.rows]
    assert seen_by(state, 1) == ()


def test_of_spots_that_pay_the_same_the_one_that_keeps_its_marker_is_named():
    guard = position(
        "build", to_move="A", turn="A", board="", round=1, line_up="F30 F24 F07 F11 F40 F15", hands={"A": "WK1"}
    )
    (helper,) = seen_by(guard, 0)
    assert helper.rows[1].cells == ("WK1", "W:L1.4 for 1/1/1", "Yellow +1", "+1", "0")
    guard.apply(helper.rows[1].legal[0])
    (spots,) = seen_by(guard, 0)
    assert [row.cells[2:4] for row in spots.rows[1:]] == [("Green +1, Purple ×", "+1")] * 2 + [("Yellow +1", "+1")] * 2


def test_only_the_roadblocks_that_change_something_are_told():
    state = position("block", to_move="A", turn="A")
    (helper,) = seen_by(state, 0)
    told = {row.legal: row.cells[1:] for row in helper.rows}
    before = tuple([signed(gain) for gain in incomes(coming(state), 2)])
    assert told[()] == before
    assert 1 < len(helper.rows) < len(state.legal())
    for action in state.legal():
        done = state.copy()
        done.apply(action)
        after = tuple([signed(gain) for gain in incomes(coming(done), 2)])
        assert told.get((action,), before) == after
        assert ((action,) in told) == (after != before)
    assert seen_by(state, 1) == ()


def read(shown):
    return int(shown.replace("−", "-"))


def test_who_can_build_nothing_gets_no_table():
    assert seen_by(position("build", to_move="B", turn="B", resources={"A": "3/2/4", "B": "0/0/0"}), 1) == ()


# -- in every game -----------------------------------------------------------------------------------------------------


@some_in_short("variant", list(VARIANTS), every=3)
def test_helpers_are_there_when_they_help_and_their_moves_are_legal(variant):
    players, options = VARIANTS[variant]
    met = set()
    for state in positions(table(players, **options)):
        for seat in range(players):
            found = seen_by(state, seat)
            assert bool(found) <= (state.phase.name in (*DEALING, "build", "place", "block"))
            assert state.phase.name not in DEALING or found
            for helper in found:
                met.add(helper.title)
                for row in helper.rows:
                    assert set(row.legal) <= (set(state.legal()) if state.to_move == seat else set())
    assert {"Your cards on their best spots", "The card on each spot"} <= met
    assert ("The deal" in met) == (options.get("trade_mode") != "none")


def test_helpers_are_made_from_what_a_seat_may_know():
    rng = Random(7)
    for state in positions(table(3, starting_resources=3, max_rounds=3), every=5):
        for seat in range(3):
            assert seen_by(state, seat) == seen_by(state.resample(seat, rng), seat)
