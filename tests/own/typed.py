"""A game whose fields are known to type checkers: mypy reads this file, and a test plays it.

Where a line must not pass, the comment says which complaint is expected; mypy complains of one that is not needed.
"""

from __future__ import annotations

from typing import assert_type

from workbench import own

CARDS = own.Cards("JQK")
MAP = own.Network("map", "Who holds each town.", [("Ford", "Mill"), ("Mill", "Hill")])


class Position(own.State):
    """One part of each kind, each alone and where every seat has one."""

    pot = own.Counter("pot", "What lies in the middle.", 9)
    coins = own.Counter("coins", "The coins of each player.", 9, each=True, start=(1, 2))
    track = own.Track("track", "How far each player has come.", 9, each=True)
    die = own.Die("die", "What was rolled last.")
    goods = own.Row("goods", "What is in stock.", ("wood", "stone"), 5)
    stock = own.Row("stock", "What each player has.", ("wood", "stone"), 5, start=(1, 0), each=True)
    word = own.Choice("word", "What was said.", ("yes", "no"))
    bids = own.Choice("bids", "What each player has bid.", range(5), each=True, seen="its owner")
    pile = own.Pile("pile", "What was played.", CARDS)
    wells = own.Pile("wells", "What lies before each player.", "AB", each=True)
    hands = own.Hand("hands", "The cards of each player.", CARDS)
    deck = own.Deck("deck", "The cards that are left.", CARDS)
    board = own.Grid("board", "Who has marked each square.", 3, 3, marks="XO")
    slant = own.Hexagons("slant", "Whose stone lies there.", 3, 3)
    map = MAP


class Typed(own.Game):
    """Typed

    - **TY-GO-1** Go.
    - **TY-END-1** That is all.
    """

    player_counts = (2,)
    state_kind = Position

    class Go(own.Phase):
        moves = (1, 2)

        def play(self, state: Position, choice: int) -> None:
            fields(state)
            state.coins[state.turn] += choice
            state.pot += choice
            state.win(state.turn)


def fields(state: Position) -> None:
    """What type checkers know of the fields."""
    assert_type(state.pot, int)
    assert_type(state.die, int)
    assert_type(state.word, int)
    for counted in (state.coins, state.track, state.goods, state.bids):
        assert_type(counted, list[int])
    for placed in (state.pile, state.deck, state.board, state.slant, state.map):
        assert_type(placed, list[int])
    assert_type(state.stock, list[list[int]])
    assert_type(state.wells, list[list[int]])
    assert_type(state.hands, list[list[int]])
    assert_type(state.turn, int)
    assert_type(state.game.players, int)


def faults(state: Position) -> None:
    """What type checkers find; nobody calls this."""
    state.coin += 1  # type: ignore[attr-defined]
    state.pot = "nothing"  # type: ignore[assignment]
    state.hands[0] = 3  # type: ignore[call-overload]
    own.Counter("pot", 9, "What lies in the middle.")  # type: ignore[call-overload]
    own.Pile("pile", CARDS, "What was played.")  # type: ignore[call-overload]
    own.Deck("deck", "The cards that are left.", CARDS, seen="all")  # type: ignore[call-arg]
    own.Hand("hands", "The cards of each player.", CARDS, seen="all")  # type: ignore[arg-type]


assert_type(Position.pot, own.Counter[int])
assert_type(Position.board, own.Grid)
assert_type(MAP.beside("Ford"), tuple[str, ...])
