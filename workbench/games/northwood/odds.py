"""The chances at a decision, worked out on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from workbench.core.errors import TooLarge
from workbench.core.exact import ExactSolver, after
from workbench.core.figures import Odds, Withheld, shown
from workbench.core.state import State
from workbench.games.northwood.components import (
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    NONE,
    PASS,
    SUBSTITUTES_DONE,
    card_name,
    count,
)
from workbench.games.northwood.plain_visit import NO_CARD, PLAIN_PHASES, plain_visit
from workbench.games.northwood.state import NorthwoodState

LARGEST_HAND: Final = 14
"""With more cards in hand the exact odds take longer than a person likes to wait."""
MOST_POSITIONS: Final = 15_000
"""The most positions to look at if phases have to be played out."""

PLAIN: Final = "exact, with best play and no further abilities"


def odds(state: NorthwoodState, seat: int) -> tuple[Odds, ...]:
    """Return the exact chances that matter at this decision, with no further abilities.

    At the choice of a fief: the chance of each fief you may choose. At a response: the chance after each legal card.
    Otherwise, during a visit: its chance. Empty when the hand is too large to be solved quickly, and empty in the middle
    of an ability, since the cards in hand are not yet those that you will play.

    Args:
        state: any position.
        seat: who looks.

    Returns:
        the odds, in the order of the moves.
    """
    rules = state.game
    asking = (rules.choose_fief, rules.substitute, rules.ability_window, rules.respond)
    if state.to_move < 0 or state.phase not in asking or not 1 <= count(state.hand) <= LARGEST_HAND:
        return ()
    return shown(Odds, state, seat, _success)


def _success(state: NorthwoodState, seat: int) -> tuple[Odds, ...]:
    """Return the chance of success, for each fief or card you may choose or for the visit as it is."""
    rules = state.game
    chances = Outlook(state)
    if state.phase is rules.choose_fief:
        fiefs = [action - FIRST_FIEF for action in state.legal() if FIRST_FIEF <= action < FIRST_SUBSTITUTE]
        # the likeliest fief need not be the best one, because the stars differ
        return tuple(
            [
                Odds(f"fief {fief} succeeds", chances.value(after(state, FIRST_FIEF + fief)), PLAIN, FIRST_FIEF + fief, False)
                for fief in fiefs
                if state.rulers[fief] >= 0
            ]
        )
    if state.phase is rules.respond:
        return tuple(
            [
                Odds(f"success after {card_name(card)}", chances.value(after(state, card)), PLAIN, card)
                for card in state.legal()
            ]
        )
    return (Odds(f"fief {state.fief} succeeds", chances.value(state), PLAIN),)


class Outlook:
    """The chance that the visit at hand (or one about to begin) succeeds, with no further abilities.

    The phases are played out until only a plain visit is left, which is solved at once. If a phase of the plain visit has been
    changed, everything is played out.

    Args:
        state: the position to look ahead from.
    """

    def __init__(self, state: NorthwoodState) -> None:
        self.ended = visit_success(state)
        self.changed = tuple([name for name in PLAIN_PHASES if name in state.game.changes])
        self.solver = ExactSolver(self.settled, MOST_POSITIONS, choices=without_abilities)

    def settled(self, later: State) -> Fraction | None:
        """Return the chance if it is known without playing on."""
        assert isinstance(later, NorthwoodState)
        ended = self.ended(later)
        if ended is not None or self.changed or later.riders or later.slot != NONE:
            return ended
        rules = later.game
        if later.phase not in (rules.ability_window, rules.statement, rules.respond):
            return None
        chances = plain_visit(rules).exact_chances(
            int(later.hand),
            int(later.deck),
            int(later.trump()),
            later.known,
            int(later.statement) if later.phase is rules.respond else NO_CARD,
        )
        points = int(later.fief) - len(later.score_pile)
        return chances[points] if 0 <= points < len(chances) else Fraction(0)

    def value(self, state: State) -> Fraction:
        """Return the chance of success from a position on.

        Raises:
            Withheld: there are too many ways to go on to try them all.
        """
        try:
            return self.solver.value(state)
        except TooLarge:
            raise Withheld(
                "The chance of success", self.changed, "there are too many ways to go on to try them all"
            ) from None


def without_abilities(state: State) -> Sequence[int]:
    """Return the moves without abilities: bring in nobody, activate nobody.

    Raises:
        Withheld: these rules force the player to do one of these.
    """
    assert isinstance(state, NorthwoodState)
    rules, legal = state.game, state.legal()
    for phase, idle in ((rules.substitute, SUBSTITUTES_DONE), (rules.ability_window, PASS)):
        if state.phase is phase:
            if idle not in legal:
                raise Withheld("The chance of success", (phase.name,))
            return (idle,)
    return legal


def visit_success(state: NorthwoodState) -> Callable[[State], Fraction | None]:
    """Return the question whether the current visit succeeds, for an exact solver.

    Args:
        state: a position during a visit, or before the choice of a fief.

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
