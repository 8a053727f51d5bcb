"""Phases of For Northwood! with other rules, as a person may hand them over."""

from __future__ import annotations

from workbench.games.northwood.abilities.eyes import BaronOfEyes
from workbench.games.northwood.dialogue import AbilityWindow, Respond
from workbench.games.northwood.end import GameOver
from workbench.games.northwood.end_of_visit import EndOfVisit
from workbench.games.northwood.state import NorthwoodState


class NoTrump(Respond):
    """A changed rule: a card of another suit never scores."""

    def scores(self, state: NorthwoodState, response: int) -> bool:
        return response >> 3 == state.statement >> 3 and response > state.statement


class OneOff(EndOfVisit):
    """A changed rule: one point more or less will do."""

    def begin(self, state: NorthwoodState) -> None:
        points = len(state.score_pile)
        if abs(points - state.fief) == 1:
            state.score_pile[:] = state.score_pile[: int(state.fief)] + [0] * int(state.fief - points)
        super().begin(state)


class MustAct(AbilityWindow):
    """A changed rule: as long as an ally is ready, one has to be activated."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return super().legal(state)[1:] or super().legal(state)


class NoRide(BaronOfEyes):
    """A changed rule: after the response nothing happens."""

    def ride(self, state: NorthwoodState) -> None:
        state.riders = 0
        super().ride(state)


class EverybodyWins(GameOver):
    """A changed rule: nothing is needed to win."""

    def won(self, state: NorthwoodState) -> bool:
        return True
