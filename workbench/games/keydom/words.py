"""Facts of events in words, and the names of things in moves and on boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.core.words import counted, listed
from workbench.games.keydom.components import CROP_NAMES, EVENT_TITLES, NONE, WORKERS
from workbench.games.keydom.counters import in_short, in_words

if TYPE_CHECKING:
    from workbench.games.keydom.game import Keydom
    from workbench.games.keydom.state import KeydomState


def plot_words(state: KeydomState, plot: int) -> str:
    """Name a plot with its crop."""
    name = state.game.country.names[plot]
    crop = state.crops[plot]
    return name if crop == NONE else f"{name} ({CROP_NAMES[crop]})"


def stored_words(state: KeydomState, place: int) -> str:
    """Name a tile in a store with its owner and its bid."""
    seat, number = divmod(place, state.game.store_capacity)
    plot = state.stored[place]
    if plot == NONE:
        return f"the tile in place {number + 1} of {state.game.seat_name(seat)}'s store"
    return f"{plot_words(state, plot)} from {state.game.seat_name(seat)}'s store, for {in_short(state.bids[place])}"


def fact_in_words(game: Keydom, what: str, value: Any) -> str:
    """Say a fact of an event in words; empty for a fact without words.

    Args:
        game: the rules, which know the names of the plots.
        what: what kind of thing it is, as the words of an event write it behind a colon.
        value: the fact.
    """
    if what == "plot":
        return str(game.country.names[value])
    if what == "plots":
        return listed([game.country.names[plot] for plot in value], "none")
    if what == "worker":
        return f"the {WORKERS[value].name}"
    if what == "crop":
        return str(CROP_NAMES[value])
    if what == "counters":
        return in_words(value)
    if what == "event":
        return str(EVENT_TITLES[value])
    if what == "times":
        return counted(value, "time")
    if what == "slot":
        return f"slot {value + 1}"
    if what == "seats":
        return listed([game.seat_name(seat) for seat in value], "none")
    return ""
