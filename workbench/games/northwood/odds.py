"""What can be said about chances at a decision, worked out on demand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from workbench.core.figures import Odds
from workbench.core.state import CHANCE, OVER, State
from workbench.games.northwood.components import NONE, UNVISITED, card_name, count
from workbench.games.northwood.plain_visit import PlainVisit, plain_visit
from workbench.games.northwood.state import NorthwoodState

LARGEST_HAND: Final = 14
"""With more cards in hand the exact odds take longer than a person likes to wait."""

PLAIN: Final = "exact, with best play, if no ability is used any more"


def solver_of(state: NorthwoodState) -> PlainVisit:
    """The solver of plain visits for the rules of a position."""
    return plain_visit(state.rules.same_suit_scores, not state.rules.end_at_statement)


def odds(state: NorthwoodState, seat: int) -> tuple[Odds, ...]:
    """The exact plain chances that matter at this decision.

    At the choice of a fief: the chance of each fief that may be chosen. At a response: the chance after each legal card.
    Otherwise, during a visit: its chance. Nothing when the hand is too large to be solved quickly.

    Args:
        state: any position.

    Returns:
        the odds, in the order of the moves.
    """
    size = count(state.hand)
    if not 1 <= size <= LARGEST_HAND or state.to_move in (CHANCE, OVER):
        return ()
    name = state.phase.name
    if name == "choose_fief":
        found = []
        for fief in range(state.rules.fiefs):
            if state.status(fief) == UNVISITED and state.rulers[fief] >= 0:
                chances = solver_of(state).chances(int(state.hand), int(state.deck), state.rulers[fief] // 6)
                found.append(Odds(f"fief {fief} succeeds", at(chances, fief), PLAIN))
        return tuple(found)
    if state.fief == NONE or state.deck == 0 or name not in ("substitute", "ability_window", "respond"):
        return ()  # in the middle of an ability the cards in hand are not yet those that will be played
    need = int(state.fief) - len(state.score_pile)
    if name == "respond":
        rows = solver_of(state).response_chances(
            int(state.hand), int(state.deck), int(state.trump()), int(state.statement), state.known
        )
        return tuple(
            [Odds(f"success after {card_name(card)}", at(chances, need), PLAIN) for card, chances in rows.items()]
        )
    chances = solver_of(state).chances(int(state.hand), int(state.deck), int(state.trump()), state.known)
    return (Odds(f"fief {state.fief} succeeds", at(chances, need), PLAIN),)


def at(chances: tuple[float, ...], points: int) -> float:
    """The chance of exactly so many points; 0.0 where that cannot be."""
    return chances[points] if 0 <= points < len(chances) else 0.0


def visit_success(state: NorthwoodState) -> Callable[[State], Fraction | None]:
    """The question whether the current visit succeeds, for an exact solver.

    Args:
        state: a position during a visit.

    Returns:
        a function that gives 1 or 0 for a position after that visit has ended, None during it.
    """
    unvisited = state.unvisited()
    friendly = count(state.friendly)

    def value_at(later: State) -> Fraction | None:
        assert isinstance(later, NorthwoodState)
        if later.unvisited() == unvisited:
            return None
        return Fraction(count(later.friendly) - friendly)

    return value_at
