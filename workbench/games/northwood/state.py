"""All data of a position of For Northwood!."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.state import OVER, State
from workbench.games.northwood.components import FAILED, FRIENDLY, NO_ONE, NONE, UNVISITED, mask_of

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.northwood.game import Northwood
    from workbench.games.northwood.types import Card, Cards, Character, Characters, Fief, Fiefs, Slot, Slots, Suit

RUNNING: Final = 0
WON: Final = 1
LOST: Final = 2


class NorthwoodState(State["Northwood"]):
    """A position of For Northwood!.

    Sets of cards are masks (card n is bit n); piles are lists from bottom to top, so the last card lies on top. The player may
    look through both piles at any time (NW-FAQ-1), and so always knows which cards the deck holds (NW-FAQ-2). A view therefore
    hides nothing, and the order of the deck is drawn only when a card is revealed.

    The table in `fields` says what each field means.
    """

    rulers: list[int]
    friendly: Fiefs
    failed: Fiefs
    allies: tuple[int, ...]
    substitutes: tuple[int, ...]
    substitute_fiefs: tuple[int, ...]
    exhausted: Slots
    unseen: Characters
    fief: Fief
    hand: Cards
    deck: Cards
    known: tuple[int, ...]
    discard_pile: list[int]
    score_pile: list[int]
    statement: Card
    activations: Number
    visit_activations: Number
    riders: Number
    dealing: Number
    last_substitute: Fief
    slot: Slot
    step: Number
    counter: Number
    pending: Cards
    revealed: Fiefs
    outcome: Number
    __slots__ = tuple(__annotations__)

    # -- what the rules often ask --------------------------------------------------------------------------------------

    def trump(self) -> Suit:
        """Return the suit of the ruler on the current fief, 0..3 (NW-TRICK-3)."""
        ruler: Character = self.rulers[self.fief]
        return ruler // 6

    def status(self, fief: Fief) -> Number:
        """Return what has become of a fief: UNVISITED, FRIENDLY or FAILED."""
        if self.friendly >> fief & 1:
            return FRIENDLY
        return FAILED if self.failed >> fief & 1 else UNVISITED

    def unvisited(self) -> Fiefs:
        """Return the fiefs not visited yet, as a mask (the fief of this visit is one of them)."""
        return self.game.row & ~(self.friendly | self.failed)

    def unknown(self) -> Cards:
        """Return the deck without its known top cards: any of these may come once the known ones are gone."""
        if not self.known:
            return self.deck
        return self.deck & ~mask_of(self.known)

    def active(self, slot: Slot) -> Character:
        """Return the character that acts on a slot: the substitute, or the ally under it."""
        if self.substitutes is not NO_ONE and self.substitutes[slot] != NONE:
            return self.substitutes[slot]
        return self.allies[slot]

    def visit_over(self) -> bool:
        """Make the end test: an empty hand or an empty deck (NW-ENDVISIT-1)."""
        return self.hand == 0 or self.deck == 0

    def stars(self) -> int:
        """Return the stars of the friendly fiefs (NW-END-2)."""
        total = 0
        for fief in range(self.game.fiefs):
            if self.friendly >> fief & 1:
                total += self.game.stars[fief]
        return total

    def scores(self) -> tuple[int, ...]:
        """Return the stars won so far."""
        return (self.stars(),)

    def returns(self) -> tuple[float, ...]:
        """Return 1.0 for a win at the end, 0.0 for a loss or before the end."""
        return (1.0 if self.to_move == OVER and self.outcome == WON else 0.0,)
