"""What the phases of For Goods and Honor share: asking, drawing, and how moves are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from workbench.core.phase import Phase
from workbench.core.state import CHANCE
from workbench.games.goods_and_honor.components import (
    CLOSE,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_KEEP,
    FIRST_PAWN,
    FIRST_PLACE,
    FIRST_SAY,
    ITEM_WORDS,
    ITEMS,
    KEEP_LAYOUT,
    MOST_SEATS,
    NONE,
    ONE_KEEP,
    SAY_NOTHING,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
)
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(allow_interpreted_subclasses=True)
class GoodsPhase(Phase[GoodsAndHonorState]):
    """A phase of For Goods and Honor."""

    def ask(self, state: GoodsAndHonorState, seat: i64) -> None:
        """Wait for a decision of a seat."""
        state.phase = self
        state.to_move = seat

    def single(self, state: GoodsAndHonorState) -> i64:
        """The only legal move, which is made by itself (GH-HOUSE-11); NONE where there are several."""
        if not self.may_be_single(state):
            return NONE
        legal = self.legal(state)
        return legal[0] if len(legal) == 1 else NONE

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Whether there may be one legal move only: a quick look, so that the moves are seldom listed twice."""
        return True

    def wait_for_chance(self, state: GoodsAndHonorState) -> None:
        """Wait for a random event."""
        state.phase = self
        state.to_move = CHANCE

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        """A move in words, also one that belongs to another moment of the game."""
        if action < KEEP_LAYOUT:
            return f"place in {SECTION_NAMES[action - FIRST_PLACE]}"
        if action == KEEP_LAYOUT:
            return "keep the layout"
        if action < FIRST_PAWN:
            return "rearrange the mat"
        if action < FIRST_KEEP:
            return f"put the Elder Pawn at {SECTION_NAMES[action - FIRST_PAWN]}"
        if action < SAY_NOTHING:
            return f"keep the {TYPE_NAMES[action - FIRST_KEEP]}"
        if action == SAY_NOTHING:
            return "say nothing"
        if action < FIRST_ADD:
            return f"ask for {ITEM_WORDS[action - FIRST_SAY]}"
        if action < CLOSE:
            return f"add {ITEM_WORDS[action - FIRST_ADD]}"
        if action == CLOSE:
            return "close the hand"
        if action < FIRST_DEFEND:
            return gift_words(state, action - FIRST_GIVE)
        if action < ONE_KEEP:
            place = action - FIRST_DEFEND
            return f"defend with the {TYPE_NAMES[place // SECTIONS]} in {SECTION_NAMES[place % SECTIONS]}"
        return super().words(state, action)


def gift_words(state: GoodsAndHonorState, receiver: int) -> str:
    """Giving the offered Folk to a seat, in words."""
    kind = state.offered()
    what = "Folk" if kind < 0 else TYPE_NAMES[kind]
    return f"give yourself the {what}" if receiver == state.to_move else f"give the {what} to {SEATS[receiver]}"


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "Folk"), counted(3, "Folk"), counted(2, "die", "dice")
    ('1 Folk', '3 Folks', '2 dice')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(parts: list[str]) -> str:
    """Parts of a sentence, joined.

    >>> listed(["2 Food", "1 Wood", "1 Rock"]), listed([])
    ('2 Food, 1 Wood and 1 Rock', 'nothing')
    """
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def items_listed(counts: tuple[int, ...]) -> str:
    """Items in a sentence.

    >>> items_listed((0, 2, 0, 0, 0, 0, 1, 0, 0))
    '2 chips of B and 1 Food'
    """
    parts: list[str] = []
    for item in range(ITEMS):
        if counts[item]:
            if item < MOST_SEATS:
                parts.append(counted(counts[item], "chip") + f" of {SEATS[item]}")
            else:
                parts.append(f"{counts[item]} {SECTION_NAMES[item - MOST_SEATS]}")
    return listed(parts)


def folk_listed(counts: tuple[int, ...] | list[int]) -> str:
    """Folks in a sentence.

    >>> folk_listed((2, 0, 0, 1))
    '2 Plainsfolk and 1 Sentryfolk'
    """
    return listed([f"{count} {TYPE_NAMES[kind]}" for kind, count in enumerate(counts) if count])
