"""Moves are laid on the spots that show what they are about."""

from __future__ import annotations

import workbench as wb
from workbench.core.look import Look
from workbench.core.scene import Helper, Row, Scene, Spot

FRIENDS = {"hand": "C5 F2 E8", "deck": "C3 C7 F1 F8", "fief": 3, "ruler": "LQ"}


def substituting() -> Look:
    """Allies may be replaced by the friendly ruler of fief 0, each by a move of its own."""
    match = wb.load("northwood", start_friendly=(0,)).match(seed=3)
    match.play("visit fief 1")
    return Look(match.state, 0)


def spot(name: str, thing: str = "") -> Spot:
    return Spot(name, "A thing.", (0, 0, 9, 9), (), thing)


def test_a_spot_carries_every_move_about_its_thing() -> None:
    look = substituting()
    scene = look.marked(Scene("A table.", 9, 9, (), (spot("fief-0"), spot("fief-1"), spot("copy", "fief-0"))))
    words = [look.state.phase.words(look.state, look.state.game.action(f"sub:0>{slot}")) for slot in range(4)]
    several = scene.spot("fief-0")
    assert [choice.words for choice in several.choices if choice.legal] == words
    assert several.said == f"A thing. You may {', or '.join(words)}."
    assert several.choices == scene.spot("copy").choices
    assert len(several.legal) == 4 and several.choices[-1].legal is False, "legal moves come first"
    assert scene.spot("fief-1").legal == ()
    assert scene.spot("fief-1").said == "A thing. It may not be chosen now."


def test_what_may_be_tried_is_marked_and_what_is_like_it_bars_it() -> None:
    look = Look(wb.load("northwood").position({**FRIENDS, "statement": "C4"}), 0)
    assert look.may("hand-C5") and not look.may("hand-E8")
    assert look.barred("hand-E8") and not look.barred("hand-C5")
    assert look.choices("ally-0") and not look.barred("ally-0"), "no ally may be chosen, so none stands out as barred"
    assert look.choices("statement") == () and not look.barred("statement")


def test_nobody_else_can_choose() -> None:
    match = wb.load("goods_and_honor").match(seed=1)
    mover = match.seat
    mine, other = Look(match.seen(mover), mover), Look(match.seen((mover + 1) % 3), (mover + 1) % 3)
    assert mine.mine and mine.may("section-Food")
    assert not other.mine and not other.choices("section-Food")
    assert mine.asks("place") and other.asks("place") and not mine.asks("add")
    assert mine.asked().startswith("Where does the next ")
    assert other.asked() == f"{match.game.seat_name(mover)} decides: Set-up: placing Folks."
    assert other.order() == [(mover + step) % 3 for step in (1, 2, 3)]


def test_rows_of_a_helper_are_marked_too() -> None:
    look = substituting()
    helper = look.helped(Helper("Fiefs", "", ("fief",), (Row(("0",), "fief-0"), Row(("none",)))))
    assert [len(row.legal) for row in helper.rows] == [4, 0]
    assert helper.rows[1].choices == ()
