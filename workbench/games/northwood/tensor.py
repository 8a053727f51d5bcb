"""For Northwood! as numbers. Off the rules path."""

from __future__ import annotations

from typing import Final

from workbench.core.tensor import Field, bits, fill, one_hot, ordered, share
from workbench.games.northwood.components import (
    CARDS,
    CHARACTERS,
    FACE_DOWN,
    FIEFS,
    SLOTS,
    STATUS_NAMES,
)
from workbench.games.northwood.state import NorthwoodState

STEPS: Final = 10
MOST: Final = 16
"""More than any of the counts of an ability or a visit reaches in play."""

SUITS_BY_VALUES: Final = (4, 8)
OUTCOMES: Final = 3

FIELDS: Final = (
    Field(
        "rulers", (FIEFS, CHARACTERS + 1), "For each fief 1 at its ruler, or at the last place if it lies face down."
    ),
    Field("status", (FIEFS, len(STATUS_NAMES)), "For each fief 1 at unvisited, friendly or failed."),
    Field("allies", (SLOTS, CHARACTERS), "For each slot 1 at its ally."),
    Field("substitutes", (SLOTS, CHARACTERS), "For each slot 1 at the ruler brought in over the ally."),
    Field("substitute_fiefs", (SLOTS, FIEFS), "For each slot 1 at the fief that this ruler came from."),
    Field("exhausted", (SLOTS,), "1 for each exhausted slot."),
    Field("unseen", (CHARACTERS,), "1 for each character not seen yet that may still appear."),
    Field("fief", (FIEFS,), "1 at the fief under the visiting card, which is also the target."),
    Field("hand", SUITS_BY_VALUES, "1 for each card in hand."),
    Field("deck", SUITS_BY_VALUES, "1 for each card in the deck."),
    Field(
        "known",
        SUITS_BY_VALUES,
        "The known cards on top of the deck: 1/32 for the first, 2/32 for the second, and so on.",
    ),
    Field("discard_pile", SUITS_BY_VALUES, "The discard pile: 1/32 for the lowest card, 2/32 for the next, and so on."),
    Field("score_pile", SUITS_BY_VALUES, "The score pile: 1/32 for the lowest card, 2/32 for the next, and so on."),
    Field("points", (1,), "Cards in the score pile, of 8."),
    Field("statement", SUITS_BY_VALUES, "1 at the statement that awaits a response."),
    Field("activations", (1,), "Activations before the coming statement, of 16."),
    Field("visit_activations", (1,), "Activations in this visit, of 16."),
    Field("riders", (1,), "Baron of Eyes effects waiting for the response, of 16."),
    Field("dealing", (1,), "Cards of the hand still to be dealt, of 16."),
    Field("last_substitute", (FIEFS,), "1 at the fief of the last ruler brought in."),
    Field("slot", (SLOTS,), "1 at the slot whose ability is being carried out."),
    Field("step", (STEPS,), "1 at the step of that ability's text."),
    Field("counter", (1,), "What that ability counts (draws, rounds, a sum, ...), of 16."),
    Field("pending", SUITS_BY_VALUES, "1 for each card that the ability has picked out and not moved yet."),
    Field("revealed", (FIEFS,), "1 for each fief revealed at the end by the hidden-three rule."),
    Field("outcome", (OUTCOMES,), "1 at running, won or lost."),
)


def numbers(state: NorthwoodState) -> list[float]:
    """A position as numbers between 0 and 1, in the order of `FIELDS`.

    Args:
        state: the position; a view hides nothing of it, because all piles are open and the deck has no order yet.
    """
    missing = FIEFS - state.rules.fiefs
    rulers: list[float] = []
    status: list[float] = []
    for ruler in state.rulers:
        rulers += one_hot(CHARACTERS if ruler == FACE_DOWN else ruler, CHARACTERS + 1)
    for fief in range(state.rules.fiefs):
        status += one_hot(state.status(fief), len(STATUS_NAMES))
    allies: list[float] = []
    substitutes: list[float] = []
    origins: list[float] = []
    for slot in range(SLOTS):
        allies += one_hot(state.allies[slot], CHARACTERS)
        substitutes += one_hot(state.substitutes[slot], CHARACTERS)
        origins += one_hot(state.substitute_fiefs[slot], FIEFS)
    return fill(
        FIELDS,
        {
            "rulers": rulers + [0.0] * missing * (CHARACTERS + 1),
            "status": status + [0.0] * missing * len(STATUS_NAMES),
            "allies": allies,
            "substitutes": substitutes,
            "substitute_fiefs": origins,
            "exhausted": bits(state.exhausted, SLOTS),
            "unseen": bits(state.unseen, CHARACTERS),
            "fief": one_hot(state.fief, FIEFS),
            "hand": bits(state.hand, CARDS),
            "deck": bits(state.deck, CARDS),
            "known": ordered(state.known, CARDS, CARDS),
            "discard_pile": ordered(state.discard_pile, CARDS, CARDS),
            "score_pile": ordered(state.score_pile, CARDS, CARDS),
            "points": share(len(state.score_pile), 8),
            "statement": one_hot(state.statement, CARDS),
            "activations": share(state.activations, MOST),
            "visit_activations": share(state.visit_activations, MOST),
            "riders": share(state.riders, MOST),
            "dealing": share(state.dealing, MOST),
            "last_substitute": one_hot(state.last_substitute, FIEFS),
            "slot": one_hot(state.slot, SLOTS),
            "step": one_hot(state.step, STEPS),
            "counter": share(state.counter, MOST),
            "pending": bits(state.pending, CARDS),
            "revealed": bits(state.revealed, FIEFS),
            "outcome": one_hot(state.outcome, OUTCOMES),
        },
    )
