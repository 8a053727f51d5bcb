"""Inquiries about a thing on the board: what you can do with it, or which clause forbids it.

A board knows the moves of the present decision. If you point at anything else, you want something, too. Perhaps it takes two
moves, and the first is legal now; perhaps a rule forbids it. The phases know the answer to both. A way has a third move where
only one move leads on from the first: "give no more" leads from what an offer gives to what it wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from workbench.core.errors import Reason, Refusal
from workbench.core.look import family
from workbench.core.phase import NOT_NOW
from workbench.core.random import Random
from workbench.core.state import OVER, State, View
from workbench.core.words import listed

MOST_TRIED: Final = 60
"""If more moves than this are legal, do not try what follows each of them."""
MOST_FIRST: Final = 3
"""The most first moves to tell apart by name, and the most other decisions to name."""
MOST_WAYS: Final = 8
"""The most ways to offer."""
LONGEST_WAY: Final = 3
"""The most moves of a way."""


@dataclass(frozen=True)
class Way:
    """Moves that lead to a thing, one after the other.

    Attributes:
        actions: the moves; the last one chooses the thing, and those before it lead to that decision.
        words: the last move in words.
    """

    actions: tuple[int, ...]
    words: str


@dataclass(frozen=True)
class Inquiry:
    """The answer to an inquiry about a thing.

    Attributes:
        ways: what you can do with it.
        refusal: why you can do nothing with it; None if there are ways, or if no move is ever about the thing.
    """

    ways: tuple[Way, ...] = ()
    refusal: Refusal | None = None


def inquire(view: View, thing: str) -> Inquiry:
    """Find out what the deciding seat can do with a thing now, or what forbids it.

    Args:
        view: what the deciding seat may know.
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
        begun = led_on(view.resample(Random("inquiry")), seat)
        for first, then in begun.items():
            after = then.view(seat).state
            open_now = after.legal()
            for action in range(game.actions):
                if after.phase.thing(after, action) != thing:
                    continue
                words = after.phase.words(after, action)
                if action in open_now:
                    ways.append(Way((first, action), words))
                elif family(game.symbol(action)) in after.phase.tried():
                    told += [(rank(after, action, reason), words, reason) for reason in after.phase.reasons(after, action)]
        ways = ways or ways_beyond(begun, seat, thing)
    if ways:
        ways = told_apart(state, ways)
        if ways:
            return Inquiry(tuple(ways[:MOST_WAYS]))
        first_clause = phase.clauses_now(state)[0]
        told.append((1, phase.title, Reason(first_clause, f"You must decide something else first. {phase.question(state)}")))
    kind = family(thing)
    for action in range(game.actions):  # moves that begin with such a thing, and that a rule forbids now
        if action not in legal and family(game.symbol(action)) in phase.tried() and kind in phase.words(state, action).split():
            told += [(1, phase.words(state, action), reason) for reason in phase.reasons(state, action)]
    if told:
        best = max([one[0] for one in told])
        _, words, reason = next(one for one in told if one[0] == best)
        return Inquiry(refusal=Refusal(words, (reason,) if best else (elsewhere(state, about) or reason,)))
    return Inquiry()


def led_on(world: State, seat: int) -> dict[int, State]:
    """Return the moves after which the same seat decides something else, each with the position after it."""
    found = {}
    for action in world.legal():
        then = world.copy()
        then.apply(action)
        if then.to_move == seat and then.phase is not world.phase:
            found[action] = then
    return found


def ways_beyond(begun: dict[int, State], seat: int, thing: str) -> list[Way]:
    """Return the ways to a thing by three moves, where only one move goes on after the first.

    Args:
        begun: the first moves, each with the position after it.
        seat: the deciding seat.
        thing: what the last move is about.
    """
    if sum([len(then.legal()) for then in begun.values()]) > MOST_TRIED:
        return []
    found: list[Way] = []
    for first, then in begun.items():
        further = led_on(then, seat)
        if len(further) == 1:
            ((second, last),) = further.items()
            seen = last.view(seat).state
            for action in seen.legal():
                if seen.phase.thing(seen, action) == thing:
                    found.append(Way((first, second, action), seen.phase.words(seen, action)))
    return found


def told_apart(state: State, ways: list[Way]) -> list[Way]:
    """Return ways with different names, and add the first moves to the names if needed.

    Returns:
        the ways; empty if there are too many first moves, because then the first one is a choice of its own.
    """
    words = [way.words for way in ways]
    if len(set(words)) == len(words):
        return ways
    if len({way.actions[0] for way in ways}) > MOST_FIRST:
        return []
    return [Way(way.actions, f"{state.phase.words(state, way.actions[0])}, then {way.words}") for way in ways]


def elsewhere(state: State, about: list[int]) -> Reason | None:
    """Say in which other decisions you choose such a thing, with a clause; None if that is unknown."""
    game = state.game
    kinds = {family(game.symbol(action)) for action in about}
    others = [phase for phase in game.phases.values() if phase is not state.phase and phase.carries_out(game)]
    phases = [phase for phase in others if kinds & set(phase.tried()) and max(phase.movers(state), default=OVER) >= 0]
    if not phases:
        return None
    titles = listed([f"\u201c{title}\u201d" for title in dict.fromkeys([phase.title for phase in phases][:MOST_FIRST])])
    clause = phases[0].carries_out(game)[0]
    return Reason(clause, f"You choose that in other decisions: {titles}. Now: {state.phase.question(state)}")


def rank(state: State, action: int, reason: Reason) -> int:
    """Rank a reason: highest if the phase gives it for this move, lowest if it names another decision."""
    if reason.text.startswith(NOT_NOW):
        return 0
    return 3 if family(state.game.symbol(action)) in state.phase.tried() else 2
