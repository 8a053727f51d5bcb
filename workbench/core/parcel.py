"""Turn a position into plain values, to send it to another process and rebuild it there."""

from __future__ import annotations

from typing import Any


def packed(state: Any) -> tuple[str, int, dict[str, Any]]:
    """Return a position as plain values: the phase, the seat to move, and every attribute."""
    table = state.game.fields()
    values = {name: getattr(state, name) for name in table.attributes}
    sent = {name: value for name, value in values.items() if name in table.names or _is_plain(value)}
    return (state.phase.name, int(state.to_move), sent)


def _is_plain(value: Any) -> bool:
    """Return whether a value contains only numbers and texts; values kept for pictures may contain more."""
    if isinstance(value, (list, tuple)):
        return all([_is_plain(one) for one in value])
    return value is None or isinstance(value, (int, str))


def rebuilt(blank: Any, position: tuple[str, int, dict[str, Any]]) -> Any:
    """Rebuild a position from its values.

    Args:
        blank: any position of the game.
        position: the result of `packed`.

    >>> import workbench as wb
    >>> game = wb.load("keydom")
    >>> seen = game.match(seed=1).seen()
    >>> rebuilt(game.start(), packed(seen)).key() == seen.key()
    True
    """
    phase, to_move, values = position
    state = blank.copy()
    for name, value in values.items():
        setattr(state, name, value)
    state.phase, state.to_move = state.game.phases[phase], to_move
    return state
