"""The guess: the smallest game with chance, a hidden card and two seats, so that tests can look at all of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.core.errors import PositionError, Reason
from workbench.core.events import Kind, Listener
from workbench.core.fields import Data, StateField, StateFields
from workbench.core.game import Game
from workbench.core.options import Option, Whole
from workbench.core.phase import Phase
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State, View

NOBODY = -1
HIDDEN = -2
LOWER, HIGHER = 5, 6

DEALT = Kind("dealt", "GU-DEAL-1", "Seat {who} is dealt a card.")
SAID = Kind("said", "GU-SAY-1", "Seat {seat} says: {word}.")
SHOWN = Kind("shown", "GU-END-1", "The cards are {first} and {second}.")


class GuessState(State):
    """The cards of both seats (a card, NOBODY or HIDDEN) and what has been said."""

    __slots__ = ("cards", "said")
    cards: tuple[int, ...]
    said: tuple[int, ...]

    def copy(self) -> GuessState:
        other = GuessState()
        other.game, other.phase, other.to_move, other.listener = self.game, self.phase, self.to_move, None
        other.cards, other.said = self.cards, self.said
        return other

    def conceal(self, seat: int) -> None:
        if self.to_move != OVER:
            self.cards = tuple(
                card if here == seat or card == NOBODY else HIDDEN for here, card in enumerate(self.cards)
            )

    def complete(self, rng: Random) -> None:
        for seat, card in enumerate(self.cards):
            if card == HIDDEN:
                free = [one for one in range(self.game.options["cards"]) if one not in self.cards]
                self.cards = (*self.cards[:seat], free[rng.below(len(free))], *self.cards[seat + 1 :])

    def scores(self) -> tuple[int, ...]:
        if self.to_move != OVER:
            return (0, 0)
        best = max(self.cards)
        return tuple(int((word == HIGHER) == (card == best)) for card, word in zip(self.cards, self.said, strict=True))

    def returns(self) -> tuple[float, ...]:
        return tuple(float(score) for score in self.scores())

    def to_dict(self) -> dict[str, Any]:
        return {"cards": list(self.cards), "said": list(self.said), "phase": self.phase.name}


class Deal(Phase[GuessState]):
    """Each seat gets a card."""

    name = "deal"
    title = "Dealing"
    clauses = ("GU-DEAL-1",)

    def legal(self, state: GuessState) -> tuple[int, ...]:
        return tuple(card for card in range(state.game.options["cards"]) if card not in state.cards)

    def apply(self, state: GuessState, action: int) -> None:
        seat = state.cards.index(NOBODY)
        state.cards = (*state.cards[:seat], action, *state.cards[seat + 1 :])
        if state.listener is not None:
            state.tell(DEALT, who=seat)
        if NOBODY not in state.cards:
            state.phase, state.to_move = state.game.phases["say"], 0


class Say(Phase[GuessState]):
    """Each seat says its word."""

    name = "say"
    title = "Saying"
    clauses = ("GU-SAY-1", "GU-SAY-2")

    def legal(self, state: GuessState) -> tuple[int, ...]:
        return (HIGHER,) if LOWER in state.said else (LOWER, HIGHER)

    def apply(self, state: GuessState, action: int) -> None:
        if state.listener is not None:
            state.tell(SAID, state.to_move, word="lower" if action == LOWER else "higher")
        state.said += (action,)
        state.to_move = len(state.said)
        if len(state.said) == 2:
            state.phase, state.to_move = state.game.phases["end"], OVER
            if state.listener is not None:
                state.tell(SHOWN, first=state.cards[0], second=state.cards[1])

    def question(self, state: GuessState) -> str:
        return "Is your card the higher one?"

    def words(self, state: GuessState, action: int) -> str:
        return {LOWER: "lower", HIGHER: "higher"}.get(action) or super().words(state, action)

    def reason(self, state: GuessState, action: int) -> Reason | None:
        return Reason("GU-SAY-2", "The other one has said lower.") if action == LOWER else None


class End(Phase[GuessState]):
    """The end."""

    name = "end"
    title = "The end"
    clauses = ("GU-END-1",)

    def legal(self, state: GuessState) -> tuple[int, ...]:
        return ()


class Honest(Player):
    """Says what is more likely."""

    player_name = "honest"

    def choose(self, view: View) -> int:
        state = view.state
        assert isinstance(state, GuessState)
        likely = HIGHER if 2 * state.cards[view.seat] >= self.game.options["cards"] - 1 else LOWER
        return likely if likely in view.legal() else view.legal()[0]


class Guess(Game):
    """The rules of the guess."""

    name = "guess"
    title = "The guess"
    folder = Path(__file__).parent
    player_counts = (2,)
    option_table = (Option("cards", 5, Whole(3, 5), "How many cards there are.", "GU-DEAL-1"),)
    symbols = (*[f"card:{card}" for card in range(5)], "say:lower", "say:higher")
    strategies = {"honest": Honest}  # noqa: RUF012
    reference_player = "honest"

    def own_phases(self) -> tuple[Phase[Any], ...]:
        return (Deal(), Say(), End())

    def fields(self) -> StateFields:
        return StateFields(
            StateField("cards", Data(), (NOBODY, NOBODY), "The card of each seat."),
            StateField("said", Data(), (), "What has been said."),
        )

    def start(self, listener: Listener | None = None) -> GuessState:
        state = GuessState()
        state.game, state.phase, state.to_move, state.listener = self, self.phases["deal"], CHANCE, listener
        state.cards, state.said = (NOBODY, NOBODY), ()
        return state

    def position(self, description: Mapping[str, Any]) -> GuessState:
        state = self.start()
        state.cards, state.said = tuple(description.get("cards", (0, 1))), tuple(description.get("said", ()))
        if len(set(state.cards) - {NOBODY}) + state.cards.count(NOBODY) != 2:
            raise PositionError(["Two different cards are dealt."])
        if NOBODY not in state.cards:
            done = len(state.said) == 2
            state.phase = self.phases["end" if done else "say"]
            state.to_move = OVER if done else len(state.said)
        return state


GAME = Guess
