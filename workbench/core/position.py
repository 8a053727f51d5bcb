"""Read a written position: each key by the table of fields, then the checks of game and phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from workbench.core.errors import LISTED, PositionError, nearest
from workbench.core.outside import WORDS, endless_number, nested_deeply, quoted, whole_number, words_in
from workbench.core.state import CHANCE, OVER
from workbench.core.words import listed

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.phase import Phase
    from workbench.core.state import State


class Sheet:
    """A written position while it is being read: a game's module `position` completes it and finds faults.

    That module has up to three functions, each of which takes the sheet. `fill` runs once the keys are read. `likely_phase`
    returns the phase that the keys suggest, if no phase is named. `check` runs when the phase is in place.

    Attributes:
        game: the game with its options.
        given: what is written, without the null values.
        state: the position as far as it has been read.
        phase: the named phase; None if no phase is named.
        unread: the keys that could not be read properly.
        faults: every fault found so far, one sentence each.
    """

    def __init__(self, game: Game, given: Mapping[str, Any]) -> None:
        self.game = game
        self.given = {key: value for key, value in given.items() if value is not None}
        self.state: Any = game.blank()
        self.phase: Phase[Any] | None = None
        self.unread: set[str] = set()
        self.faults: list[str] = []

    def fault(self, text: str) -> None:
        """Add a fault."""
        self.faults.append(text)

    def unless(self, holds: bool, text: str) -> None:
        """Add a fault unless a condition holds."""
        if not holds:
            self.faults.append(text)

    def named(self, key: str) -> dict[Any, Any]:
        """Return the value of a key that is written as a dict, with entries in capitals; may be empty."""
        value = self.given.get(key)
        return {str(one).upper(): part for one, part in value.items()} if isinstance(value, Mapping) else {}


def build(game: Game, description: Mapping[str, Any]) -> Any:
    """Build the position that is written down.

    Raises:
        PositionError: the position is impossible; the error lists every reason.
    """
    if not isinstance(description, Mapping):
        raise PositionError([f"A position must be a dict, not {quoted(description)}."])
    if nested_deeply(dict(description)) or words_in(dict(description)) > WORDS:
        raise PositionError([f"A position can have {WORDS:,} words at most, and nothing in it may be nested deeply."])
    if endless_number(dict(description)):
        raise PositionError(["A number in a position cannot have hundreds of digits."])
    table, face, phases = game.fields(), game.face("position"), game.phases
    sheet = Sheet(game, description)
    state, faults = sheet.state, sheet.faults
    unknown = [key for key in description if key not in table.keys]
    for key in unknown[:LISTED]:
        sheet.fault(
            f"There is no key {quoted(key)}.{nearest(str(key), table.keys)} Available: {', '.join(table.keys)}."
        )
    if len(unknown) > LISTED:
        sheet.fault(f"There are {len(unknown) - LISTED} more keys that do not exist.")
    name = sheet.given.get("phase")
    if isinstance(name, str) and name in phases:
        sheet.phase = phases[name]
    elif name is not None:
        sheet.fault(f"There is no phase {quoted(name)}.{nearest(str(name), phases)} Available: {', '.join(phases)}.")
    sheet.unread = table.read(sheet.given, state, faults)
    if face is not None and hasattr(face, "fill"):
        face.fill(sheet)
    if sheet.phase is not None:
        state.phase = sheet.phase
    elif name is None and hasattr(face, "likely_phase"):
        state.phase = face.likely_phase(sheet)
    state.phase.fill_in(state, frozenset(sheet.given))
    if hasattr(face, "check"):
        face.check(sheet)
    begins = not faults and "to_move" not in sheet.given and state.phase.begins_here(state)
    if begins:
        state.enter(state.phase)
    elif sheet.phase is not None or name is None:
        faults += _set_mover(state, sheet.given.get("to_move"))
    if sheet.phase is not None or name is None:
        faults += state.phase.misfits(state)
    if begins and not faults:
        state.settle()
    if not faults and state.to_move != OVER and not state.legal():
        sheet.fault(f"There is no legal move here in the phase {state.phase.name!r}.")
    if faults:
        raise PositionError(faults)
    return state


def _set_mover(state: State, given: object) -> list[str]:
    """Set who is to move: the one named, if possible; otherwise the usual one. Return any faults."""
    name = state.phase.name
    movers = {mover_name(state.game, mover): mover for mover in state.phase.movers(state)}
    if not movers:
        return [f"In the phase {quoted(name)} there must be a player who has not had a turn yet."]
    wanted = next(iter(movers)) if given is None else given
    if not isinstance(wanted, str):
        wanted = whole_number(wanted)
    if wanted not in movers:
        allowed = listed(list(map(repr, movers)), last="or")
        return [f"In the phase {quoted(name)} 'to_move' must be {allowed} here, not {quoted(given)}."]
    state.to_move = movers[wanted]
    return []


def mover_name(game: Game, mover: int) -> str | int:
    """Return who is to move, in written form: a seat by its name or number, ``chance`` or ``over``."""
    seats = game.fields().seats
    if seats is None:
        return int(mover)
    return "chance" if mover == CHANCE else "over" if mover == OVER else str(seats.name(mover))


def describe(state: State, earlier: tuple[State, Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """Return a position as a readable dict of JSON values; `build` turns it back.

    Args:
        state: the position.
        earlier: another position and its dict, from which the new one takes what both have in common; see `StateFields.write`.
    """
    mover = mover_name(state.game, int(state.to_move))
    return {"phase": state.phase.name, "to_move": mover, **state.game.fields().write(state, earlier)}
