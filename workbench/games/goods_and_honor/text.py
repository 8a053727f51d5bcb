"""The table of For Goods and Honor in words, from what a seat may know."""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Withheld
from workbench.core.state import OVER
from workbench.core.words import counted, listed
from workbench.games.goods_and_honor.components import (
    BIT,
    FIRST_DEFEND,
    FIRST_ROLL,
    FOLK_WINS,
    GOOD_NAMES,
    GOODS,
    ITEM_NAMES,
    NONE,
    ONE_KEEP,
    ROLL_ROW,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    SILENT,
    TYPE_NAMES,
    folk_words,
    item_words,
)
from workbench.games.goods_and_honor.laws import foreseen_end, mat_yields
from workbench.games.goods_and_honor.scoring import goods_sets, honor_sets
from workbench.games.goods_and_honor.state import GoodsAndHonorState


def text(state: GoodsAndHonorState, seat: int) -> str:
    """Describe the table in words, line by line, for terminals and screen readers.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> match = wb.load("goods_and_honor").match(seed=7)
    >>> print(text(match.seen(), match.seat).splitlines()[0])
    For Goods and Honor: the set-up for 3 players.
    """
    rules = state.game
    middle = ", ".join([f"{GOOD_NAMES[good]} {state.supply[good]}" for good in range(GOODS)])
    lines = [headline(state), "", f"Middle: {middle} (of {rules.goods_per_player_in_all} each at the start)"]
    end = end_words(state)
    lines += [f"  {end}"] if end else []
    lines.append(f"Bag: {folk_words(state.bag)}")
    table = folk_words([*state.table_folk, int(state.table_nastigans)])
    if table != "-":
        lines.append(f"On the table: {table}")
    for other in range(rules.players):
        said = state.said[other]
        if said != NONE:
            lines.append(f"{SEATS[other]} says: {'nothing' if said == SILENT else ITEM_NAMES[said]}")
    lines += [_bid_words(state, other) for other in range(rules.players) if state.has_closed(other)]
    lines += [f"Duel: {duel_words(state, duel)}" for duel in duels(state)[-MOST_DUELS:]]
    lines.append("")
    for other in range(rules.players):
        lines.append(_mat_line(state, other))
    lines.append("")
    for other in range(rules.players):
        if not rules.stash_view_screens or other == seat:
            lines.append(f"Stash of {SEATS[other]}: {item_words(state.stash(other))}; {score_words(state, other)}")
    return "\n".join(lines)


def _bid_words(state: GoodsAndHonorState, seat: int) -> str:
    if state.hidden & BIT[seat]:
        return f"{SEATS[seat]} holds a closed hand"
    return f"{SEATS[seat]} bids {item_words(state.bid(seat))}"


def _mat_line(state: GoodsAndHonorState, seat: int) -> str:
    """Write a mat in the notation of positions, with the next points and tokens after each work section."""
    parts = []
    yields = next_yields(state, seat)
    for section in range(SECTIONS):
        made = f" ({section_points(state, seat, section)}→{yields[section]})" if section < GOODS else ""
        parts.append(f"{SECTION_NAMES[section]} {folk_words(state.section(seat, section))}{made}")
    if state.game.elder_pawns_on and state.pawns[seat] != NONE:
        parts.append(f"pawn {SECTION_NAMES[state.pawns[seat]]}")
    if sum(state.hand(seat)):
        unseen = ", placed unseen" if state.hidden & BIT[seat] else ""
        parts.append(f"in hand {folk_words(state.hand(seat))}{unseen}")
    return f"{'>' if seat == state.active else ' '} {SEATS[seat]}  {' | '.join(parts)}"


def headline(state: GoodsAndHonorState) -> str:
    """Describe the position in one sentence."""
    rules = state.game
    if state.to_move == OVER:
        best = listed([rules.seat_name(seat) for seat, share in enumerate(state.returns()) if share])
        does = "wins" if max(state.returns()) == 1 else "share the win"
        return f"For Goods and Honor: the game is over, {best} {does} with {counted(max(state.scores()), 'point')}."
    if state.turn == 0:
        return f"For Goods and Honor: the set-up for {rules.players} players."
    turn, rounds = int(state.turn), (int(state.turn) - 1) // rules.players + 1
    return f"For Goods and Honor: turn {turn}, round {rounds}, {rules.seat_name(int(state.active))} is active."


def end_words(state: GoodsAndHonorState) -> str:
    """Say when the middle will be empty if all mats stay as they are (GH-END-5)."""
    try:
        end = foreseen_end(state)
    except Withheld:  # the panel of the middle says why
        return ""
    if end is None:
        return ""
    return f"{'sure' if end.certain else 'foreseen'}: ends when {SEATS[end.seat]} produces"


def defender_words(action: int) -> str:
    """Put a Folk that has been named into words."""
    place = action - FIRST_DEFEND
    return f"{TYPE_NAMES[place // SECTIONS]} in {SECTION_NAMES[place % SECTIONS]}"


def faces(roll: int) -> tuple[int, int]:
    """Return what the red and the blue die of a roll show; zeros if only the outcome was drawn."""
    if roll >= FOLK_WINS:
        return 0, 0
    return (roll - FIRST_ROLL) // ROLL_ROW + 1, (roll - FIRST_ROLL) % ROLL_ROW + 1


def duel_won(state: GoodsAndHonorState, roll: int) -> bool | None:
    """Return whether the Folk has won with this roll; None to roll again."""
    decided = roll if roll >= FOLK_WINS else state.game.roll.decides(state, roll)
    return None if decided == NONE else decided == FOLK_WINS


def score_words(state: GoodsAndHonorState, seat: int) -> str:
    """Say what a stash is worth now."""
    stash, parts = state.stash(seat), state.score_now(seat)
    sets, shared = goods_sets(stash), honor_sets(stash, seat, state.game.players)
    return (
        f"{counted(sum(parts), 'point')}: {parts[0]} for {counted(sets, 'set')} of Goods, {parts[1]} for Goods left, "
        f"{parts[2]} for {counted(shared, 'set')} of Honor, {parts[3]} for chips left"
    )


def section_points(state: GoodsAndHonorState, seat: int, section: int) -> int:
    """Return the points of a work section, with those carried over."""
    return int(state.game.produce.points(state, seat, section)) + state.carry[seat * GOODS + section]


def next_yields(state: GoodsAndHonorState, seat: int) -> tuple[str, ...]:
    """Return the tokens of each Good that a mat will make; question marks if a changed phase hides them."""
    try:
        return tuple([str(tokens) for tokens in mat_yields(state, seat)])
    except Withheld:
        return ("?",) * GOODS


MOST_DUELS: Final = 3
"""How many of a turn's latest duels are shown."""


def duels(state: GoodsAndHonorState) -> list[tuple[int, ...]]:
    """Return the duels of this turn: the Folk named for each, and its rolls; coming duels have no rolls."""
    fought: list[tuple[int, ...]] = []
    for action in state.story:
        if FIRST_DEFEND <= action < ONE_KEEP:
            fought.append((action,))
        elif fought and action >= FIRST_ROLL:
            fought[-1] += (action,)
    begun = bool(fought and state.named and (len(fought[-1]) == 1 or duel_won(state, fought[-1][-1]) is None))
    return fought + [(action,) for action in state.named[1 if begun else 0 :]]


def duel_words(state: GoodsAndHonorState, duel: tuple[int, ...]) -> str:
    """Put a duel into words: which Folk, every roll with its ties, who won."""
    said = []
    won = None
    for roll in duel[1:]:
        red, blue = faces(roll)
        won = duel_won(state, roll)
        if red:
            said.append(f"blue {blue} against red {red}" + (", a tie" if red == blue else ""))
    said.append("still to be fought" if won is None else "the Folk wins" if won else "the Folk is lost")
    sides = state.game.defend.die(state, duel[0])
    return f"{defender_words(duel[0])} with a die of {sides} sides: {'; '.join(said)}."
