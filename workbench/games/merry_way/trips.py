"""The travellers' ways for pictures: those they last walked, and those they would walk if they set out now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from workbench.core.events import Kind, Listener
from workbench.core.figures import Withheld
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.state import Stop, Trip
from workbench.games.merry_way.travel import carry_out

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.games.merry_way.state import MerryWayState

__all__ = ["Outlook", "Stop", "Trip", "coming", "incomes", "is_foreseen", "outlook", "walked"]

WHAT: Final = "What the travellers would bring"


class Deaf(Listener):
    """A listener that ignores every event; it is only there so that trips are recorded."""

    def hear(
        self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Ignore the event."""


@dataclass(frozen=True)
class Outlook:
    """What a Travel phase would bring.

    Attributes:
        gains: by seat: the profit gained, minus losses.
        trips: a trip for each traveller; none if the phase was changed and does not record them.
    """

    gains: tuple[int, ...]
    trips: tuple[Trip, ...]


def is_foreseen(state: MerryWayState) -> bool:
    """Return whether pictures show the ways to come, if travellers set out now, and not those last walked."""
    phase, rules = state.phase, state.game
    if phase in (rules.travel, rules.game_over, rules.final_tie, rules.draw_folly):
        return False  # nobody is about to set out
    drawing = (rules.draw_scheme, rules.draw_resource, rules.choose_deck)
    between = phase in (rules.choose_card, rules.digit, *drawing)  # people still look at the ways walked last, if there are any
    return not (between and walked(state))


def outlook(state: MerryWayState) -> Outlook:
    """Return what a Travel phase would bring now, by carrying it out on a copy of the position.

    At ties that somebody would break, travellers go to the left.

    Args:
        state: any position, or that of a view: everything that matters is open.

    Raises:
        Withheld: the phase was changed and waits for something.
    """
    if NONE in state.line_up or state.round < 1:
        return Outlook((0,) * len(state.profit), ())
    trial = state.copy()
    trial.listener = Deaf()
    if not carry_out(trial):
        raise Withheld(WHAT, ("travel",))
    gains = tuple([after - before for before, after in zip(state.profit, trial.profit, strict=True)])
    trips = walked(trial)
    return Outlook(gains, trips if incomes(trips, len(gains)) == gains else ())


def coming(state: MerryWayState) -> tuple[Trip, ...]:
    """Return the ways that travellers would walk if they set out now; they go left at ties that somebody would break.

    Args:
        state: any position, or that of a view: everything that matters is open.

    Returns:
        a trip for each traveller; none while the line-up is incomplete, and none if the ways cannot be foreseen.
    """
    try:
        return outlook(state).trips
    except Withheld:
        return ()


def walked(state: MerryWayState) -> tuple[Trip, ...]:
    """Return the ways of the last Travel phase as far as travellers have walked; none if nobody listened to it."""
    return tuple([trip for trip in state.journey.trips if trip.places]) if state.journey is not None else ()


def incomes(trips: Iterable[Trip], players: int) -> tuple[int, ...]:
    """Return what some trips bring each seat, minus losses.

    >>> incomes([Trip(0, 0, 0, (), (), (1, 2)), Trip(1, 1, 1, (), (), (0, -2))], 2)
    (1, 0)
    """
    gains = [trip.gains for trip in trips]
    return tuple([sum([one[seat] for one in gains]) for seat in range(players)])
