"""Inquiries about a thing of the board: what can be begun with it, or which clause stands against that.

A board knows the moves of the decision at hand. Whoever points at another thing wants something, too: perhaps what is wanted
takes two moves, of which the first is legal now; perhaps a rule forbids it. Both are found by asking the phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from workbench.core.errors import Reason, Refusal
from workbench.core.look import family
from workbench.core.random import Random
from workbench.core.state import OVER, State, View
from workbench.core.words import listed

MOST_TRIED: Final = 60
"""With more legal moves than this it is not tried what comes after each of them."""
MOST_FIRST: Final = 3
"""So many first moves are told apart by their names, and so many other decisions are named."""
MOST_WAYS: Final = 8
"""The largest number of ways that are offered."""


@dataclass(frozen=True)
class Way:
    """Moves that come to a thing, one after the other.

    Attributes:
        actions: the moves; all but the last lead to the decision in which the thing may be chosen.
        words: the last of them in words.
    """

    actions: tuple[int, ...]
    words: str


@dataclass(frozen=True)
class Inquiry:
    """What is found about a thing.

    Attributes:
        ways: what can be done with it.
        refusal: what stands against it, where nothing can be done; None where there are ways, and for a thing that no move is
            about: it only shows how things stand.
    """

    ways: tuple[Way, ...] = ()
    refusal: Refusal | None = None


def inquire(view: View, thing: str) -> Inquiry:
    """Find out what can be done with a thing now, or what stands against it.

    Args:
        view: what the one who decides may know.
        thing: its name, as moves name it.

    >>> import workbench as wb
    >>> match = wb.load("keydom").match(seed=3)
    >>> [way.words for way in inquire(match.state.view(match.seat), "registry-2").ways]
    ['bid for D3 (wine) in slot 2']
    >>> print(inquire(match.state.view(match.seat), "plot-A1").refusal)
    harvest the group of A1 (apples): You have no field on A1. (KD-HARVEST-1)
    >>> inquire(match.state.view(match.seat), "stock")
    Inquiry(ways=(), refusal=None)
    """
    seat, state = view.seat, view.state
    phase, game = state.phase, state.game
    about = [action for action in range(game.actions) if phase.thing(state, action) == thing]
    legal = state.legal()
    direct = tuple([Way((action,), phase.words(state, action)) for action in about if action in legal])
    if direct:
        return Inquiry(direct[:MOST_WAYS])
    told = [
        (rank(state, action, reason), phase.words(state, action), reason)
        for action in about
        for reason in phase.reasons(state, action)
    ]
    ways: list[Way] = []
    if len(legal) <= MOST_TRIED:
        world = view.resample(Random("inquiry"))
        for first in legal:
            then = world.copy()
            then.apply(first)
            if then.to_move != seat or then.phase is phase:
                continue
            after = then.view(seat).state
            open_now = after.legal()
            for action in range(game.actions):
                if after.phase.thing(after, action) != thing:
                    continue
                words = after.phase.words(after, action)
                if action in open_now:
                    ways.append(Way((first, action), words))
                elif family(game.symbol(action)) in after.phase.tries:
                    told += [(rank(after, action, reason), words, reason) for reason in after.phase.reasons(after, action)]
    if ways:
        ways = told_apart(state, ways)
        if ways:
            return Inquiry(tuple(ways[:MOST_WAYS]))
        first_clause = phase.clauses_now(state)[0]
        told.append((1, phase.title, Reason(first_clause, f"Something else comes first. {phase.question(state)}")))
    kind = family(thing)
    for action in range(game.actions):  # a move that would begin with such things, and that a rule forbids now
        if action not in legal and family(game.symbol(action)) in phase.tries and kind in phase.words(state, action).split():
            told += [(1, phase.words(state, action), reason) for reason in phase.reasons(state, action)]
    if told:
        best = max([one[0] for one in told])
        _, words, reason = next(one for one in told if one[0] == best)
        return Inquiry(refusal=Refusal(words, (reason,) if best else (elsewhere(state, about) or reason,)))
    return Inquiry()


def told_apart(state: State, ways: list[Way]) -> list[Way]:
    """Ways of which no two share a name: their first moves are named, too, if that is needed.

    Returns:
        the ways; none where the first moves are many, because then the first one is to be chosen by itself.
    """
    words = [way.words for way in ways]
    if len(set(words)) == len(words):
        return ways
    if len({way.actions[0] for way in ways}) > MOST_FIRST:
        return []
    return [Way(way.actions, f"{state.phase.words(state, way.actions[0])}, then {way.words}") for way in ways]


def elsewhere(state: State, about: list[int]) -> Reason | None:
    """In which other decisions such a thing is chosen, with the clause of the first; None where that is not known."""
    game = state.game
    kinds = {family(game.symbol(action)) for action in about}
    others = [phase for phase in game.phases.values() if phase is not state.phase and phase.clauses]
    phases = [phase for phase in others if kinds & set(phase.tries) and max(phase.movers(state), default=OVER) >= 0]
    if not phases:
        return None
    titles = listed([f"\u201c{title}\u201d" for title in dict.fromkeys([phase.title for phase in phases][:MOST_FIRST])])
    return Reason(phases[0].clauses[0], f"That is chosen in other decisions: {titles}. Now: {state.phase.question(state)}")


def rank(state: State, action: int, reason: Reason) -> int:
    """How much a reason tells: one that the phase gives for this move more than one that only names another decision."""
    if "is not what is being decided" in reason.text:
        return 0
    return 3 if family(state.game.symbol(action)) in state.phase.tries else 2
