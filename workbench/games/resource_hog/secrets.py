"""What a seat cannot know, and how to draw it: the piles of other players (RH-ROUND-1, RH-ROUND-4).

`conceal` leaves only the cards of another seat's pile that have been turned up; `complete` fills in the rest, with each order
of the remaining cards equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.random import Random
from workbench.games.resource_hog.components import FIRST_SEEN, NONE, PILE_CARDS, PILES, UNSEEN_PILE

if TYPE_CHECKING:
    from workbench.games.resource_hog.state import ResourceHogState


def conceal(state: ResourceHogState, seat: int) -> None:
    """Blank the unresolved cards of other players; two known cards give away the third.

    A card is known for each step that is over, and this step's once it is turned up.
    """
    over = state.step
    if state.game.program_mode_full_random or over > 1:
        return
    piles, turned_up = state.piles, state.order
    for other, pile in enumerate(piles):
        if other == seat or pile == NONE:
            continue
        known = over + 1 if other in turned_up else over
        if known == 0:
            piles[other] = UNSEEN_PILE
        elif known == 1:
            piles[other] = FIRST_SEEN + PILE_CARDS[pile][0]


def complete(state: ResourceHogState, rng: Random) -> None:
    """Fill in what `conceal` blanked."""
    for seat in range(state.game.players):
        pile = state.piles[seat]
        if pile == UNSEEN_PILE:
            state.piles[seat] = int(rng.below(len(PILES)))
        elif pile >= FIRST_SEEN:
            fitting = [number for number, cards in enumerate(PILE_CARDS) if cards[0] == pile - FIRST_SEEN]
            state.piles[seat] = fitting[rng.below(len(fitting))]
