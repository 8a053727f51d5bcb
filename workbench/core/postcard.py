"""Postcards: a position as one short text to paste, or to put after ``?position=`` in an address.

The text names the game and holds its options and the position, packed. A postcard for a seat that may not know everything
holds a position that may be the real one: what is hidden from the seat is drawn at random.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted
from workbench.core.random import Random
from workbench.core.registry import load

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

LARGEST: Final = 100_000
"""The most letters in a postcard, and the most bytes it may unpack to."""
FORM: Final = re.compile(r"([a-z_]+)\.([A-Za-z0-9_-]+)")


def write(state: State, seat: int | None = None) -> str:
    """Return the postcard of a position.

    Args:
        state: the position.
        seat: the seat that writes it, which reveals no more than it may know; None to reveal everything.

    >>> import workbench as wb
    >>> state = wb.load("nim").position({"rows": {"A": 0, "B": 2, "C": 0, "D": 1}})
    >>> read(write(state)).to_dict() == state.to_dict(), write(state).partition(".")[0]
    (True, 'nim')
    """
    game = state.game
    whole = state if seat is None or not game.has_secrets() else state.view(seat).resample(Random("postcard", seat))
    data: dict[str, Any] = {"position": whole.to_dict()}
    if game.options.changed():
        data["options"] = dict(game.options.changed())
    if game.players != game.player_counts[0]:
        data["players"] = game.players
    packed = zlib.compress(json.dumps(data, separators=(",", ":"), sort_keys=True).encode(), 9)
    return f"{game.name}.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def read(text: Any, game: Game | None = None) -> State:
    """Return the position that a postcard holds.

    Args:
        text: what `write` returned, or an address that ends in it; spaces and line breaks do not matter.
        game: the game it must belong to; None for any.

    Raises:
        WorkbenchError: the text is not a postcard, is damaged, or belongs to another game; or the position is impossible.
    """
    if not isinstance(text, str) or len(text) > LARGEST:
        raise WorkbenchError('A position as a text looks like "northwood.eNqr…"; this is something else.')
    given = re.sub(r"\s+", "", text).rpartition("position=")[2].partition("&")[0].partition("#")[0]
    found = FORM.fullmatch(given)
    if found is None:
        raise WorkbenchError(
            f'A position as a text looks like "northwood.eNqr…", not {quoted(text)}. Copy the whole text once more.'
        )
    name, packed = found.groups()
    if game is not None and name != game.name:
        raise WorkbenchError(f"This position belongs to {quoted(name)}, but the game on the table is {game.title}.")
    try:
        opener = zlib.decompressobj()
        raw = opener.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST)
        if not opener.eof:
            raise ValueError("cut off")
        data = json.loads(raw)
        options, players, position = dict(data.get("options", {})), data.get("players"), dict(data["position"])
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError):
        raise WorkbenchError("This text of a position is damaged or cut off. Copy the whole text once more.") from None
    if game is None:
        rules: Game = load(name, players, **{str(key): value for key, value in options.items()})
    else:
        changed = {phase: game.phases[phase] for phase in game.replaced_phases}
        rules = type(game)(options, players, changed)
    for option, value in options.items():
        if rules.option_table and any(one.name == option and one.allowed.names_a_file(value) for one in rules.option_table):
            raise WorkbenchError(
                f"The option {quoted(option)} names a file. A pasted position may not make this machine read one."
            )
    state: State = rules.position(position)
    return state
