"""For Goods and Honor as numbers. Off the rules path."""

from __future__ import annotations

from typing import Final

from workbench.core.tensor import Field, bits, fill, one_hot, share
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DEFEND,
    FIRST_GOOD,
    GOODS,
    ITEMS,
    SECTIONS,
    TYPES,
)
from workbench.games.goods_and_honor.state import END_REASONS, GoodsAndHonorState

MOST_TURNS: Final = 1000
"""More turns than a game lasts, where no option limits them."""


def fields(players: int, duels: int) -> tuple[Field, ...]:
    """The fields of the tensor.

    Args:
        players: how many play.
        duels: the most Nastigans that are dealt with in a turn, at least 1.
    """
    items = players + GOODS
    return (
        Field("supply", (GOODS,), "The middle: Food, Wood, Rock, each of what there was at the start."),
        Field("bag", (TYPES + 1,), "Tokens in the bag, Nastigans last, each of all there are."),
        Field("table", (TYPES + 1,), "Tokens on the table, Nastigans last, each of all there are."),
        Field(
            "mats", (players, SECTIONS, TYPES), "For each seat, section and type the Folks there, of all of that type."
        ),
        Field("pawns", (players, GOODS), "For each seat 1 at the section of its Elder Pawn."),
        Field(
            "stashes",
            (players, items),
            "For each seat its chips of each colour, of all of that colour, then Food, Wood, Rock, of twice what there was.",
        ),
        Field("in_hand", (players, TYPES), "For each seat the Folks to be placed, of all of that type."),
        Field("last_section", (SECTIONS,), "1 at the section of the last Folk placed, in canonical order."),
        Field("new_quota", (TYPES,), "Folks that lay in New when the phase began, of all of that type."),
        Field("carry", (players, GOODS), "For each seat and section the points kept, of those for one token."),
        Field(
            "said", (players, ITEMS + 1), "For each seat 1 at the item it has named, or at the last place for nothing."
        ),
        Field("bids", (players, items), "For each seat the items in its hand, of the largest bid."),
        Field("closed", (players,), "1 for each closed hand."),
        Field("hidden", (players,), "1 for each seat whose hand or placement is not seen."),
        Field(
            "named",
            (duels, TYPES, SECTIONS),
            "For each defender named 1 at its type and section, the present one first.",
        ),
        Field("defended", (SECTIONS, TYPES), "Folks of the active seat that have won this turn, of all of that type."),
        Field("first", (players,), "1 at the seat that took the first turn."),
        Field("active", (players,), "1 at the active seat."),
        Field("turn", (1,), "The number of the turn, of the most there can be or 1000."),
        Field("last_take", (1,), "The turn in which a token was last taken, on the same scale."),
        Field("end", (len(END_REASONS),), f"1 at why the game is over: {', '.join(END_REASONS)}."),
    )


def numbers(state: GoodsAndHonorState) -> list[float]:
    """A position as numbers between 0 and 1, in the order of `fields`.

    Args:
        state: the position as a seat may know it.
    """
    rules = state.rules
    seats = range(rules.players)
    folks, nastigans, chips = rules.folks_each, max(1, rules.nastigans), max(1, rules.chips)
    played = [item for item in range(ITEMS) if item < rules.players or item >= FIRST_GOOD]
    stashes: list[float] = []
    bids: list[float] = []
    pawns: list[float] = []
    said: list[float] = []
    for seat in seats:
        stash, bid = state.stash(seat), state.bid(seat)
        for item in played:
            stashes += share(stash[item], chips if item < FIRST_GOOD else 2 * rules.goods_each)
            bids += share(bid[item], rules.bid_max)
        pawns += one_hot(state.pawns[seat], GOODS)
        said += one_hot(state.said[seat], ITEMS + 1)
    duels = max(1, rules.duel_cap)
    named: list[float] = []
    for place in range(duels):
        one = state.named[place] - FIRST_DEFEND if place < len(state.named) else -1
        named += one_hot(one, CELLS)
    most = rules.last_turn or MOST_TURNS
    return fill(
        fields(rules.players, duels),
        {
            "supply": [count / rules.goods_each for count in state.supply],
            "bag": [*[count / folks for count in state.bag[:TYPES]], state.bag[TYPES] / nastigans],
            "table": [*[count / folks for count in state.table_folk], state.table_nastigans / nastigans],
            "mats": [count / folks for count in state.mats],
            "pawns": pawns,
            "stashes": stashes,
            "in_hand": [count / folks for count in state.in_hand],
            "last_section": one_hot(state.last_section, SECTIONS),
            "new_quota": [count / folks for count in state.new_quota],
            "carry": [points / rules.points_per_good for points in state.carry],
            "said": said,
            "bids": bids,
            "closed": bits(state.closed, rules.players),
            "hidden": bits(state.hidden, rules.players),
            "named": named,
            "defended": [count / folks for count in state.defended],
            "first": one_hot(state.first, rules.players),
            "active": one_hot(state.active, rules.players),
            "turn": share(state.turn, most),
            "last_take": share(state.last_take, most),
            "end": one_hot(state.end_reason, len(END_REASONS)),
        },
    )
