"""What a seat may know, as numbers and as text.

It is the same for every framework, and made from the seat's view alone.

Every tensor begins with three fields that all games share: the seat, who decides, and the phase. The game's own fields
follow (`Game.tensor_fields`). Every number is between 0 and 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

import workbench as wb
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.position import describe
from workbench.core.state import CHANCE, State, View
from workbench.core.tensor import Field, Fields, fill, one_hot


def as_game(game: str | type[Game] | Game, players: int | None = None, options: dict[str, object] | None = None) -> Game:
    """Return the game with this name or class and these options, or the given game itself.

    Raises:
        WorkbenchError: a name or value is unknown, or there are options for a game that already has its own.

    >>> as_game("northwood", options={"threshold": 18})
    <For Northwood! for 1 player, threshold=18>
    """
    if isinstance(game, str) or (isinstance(game, type) and issubclass(game, Game)):
        return wb.load(game, players, **(options or {}))  # type: ignore[arg-type]
    if not isinstance(game, Game):
        raise WorkbenchError(f"A game is a name such as {wb.game_names()[0]!r}, a class of your own or a Game, not {game!r}.")
    if options or players not in (None, game.players):
        raise WorkbenchError("A Game object already has its players and options. To change them, give the game's name instead.")
    return game


@lru_cache(maxsize=64)
def fields(game: Game) -> Fields:
    """Return every field of the tensors of a game, in order.

    >>> fields(as_game("northwood"))[1].name
    'to_move'
    """
    common = (
        Field("seat", (game.players,), "1 at the seat whose view this is."),
        Field(
            "to_move", (game.players + 1,), "1 at the seat that decides, or at the last place for chance; 0 at the end."
        ),
        Field("phase", (len(game.phases),), f"1 at the phase: {', '.join(game.phases)}."),
    )
    return Fields((*common, *game.tensor_fields()))


def tensor(game: Game, view: View) -> list[float]:
    """Return a view as a flat row of numbers between 0 and 1; `fields` says what each number means.

    >>> game = as_game("northwood")
    >>> len(tensor(game, game.start().view(0))) == fields(game).size
    True
    """
    mover = int(view.state.to_move)
    names = list(game.phases)
    common = {
        "seat": one_hot(view.seat, game.players),
        "to_move": one_hot(game.players if mover == CHANCE else mover, game.players + 1),
        "phase": one_hot(names.index(view.state.phase.name), len(names)),
    }
    return [*fill(fields(game)[:3], common), *game.tensor(view)]


def written(view: View, earlier: tuple[View, Mapping[str, object]] | None = None) -> dict[str, object]:
    """Return a view as a readable dict of JSON values.

    Args:
        view: the view.
        earlier: another view of the game and its dict, from which the new one takes what both have in common; see
            `StateFields.write`.
    """
    return {"seat": view.seat, **describe(view.state, earlier and (earlier[0].state, earlier[1]))}


def text(view: View) -> str:
    """Return a view as one line of JSON. Two views of a game are equal if and only if their texts are.

    >>> text(as_game("northwood").start().view(0))[:10]
    '{"seat": 0'
    """
    return json.dumps(written(view))


def mask(state: State, seat: int) -> list[int]:
    """Return a 1 for every action that a seat may take now; all are 0 when it is not its turn.

    >>> sum(mask(as_game("northwood").match(seed=1).state, 0))
    8
    """
    row = [0] * state.game.actions
    if state.to_move == seat:
        for action in state.legal():
            row[action] = 1
    return row


def has_secrets(game: Game) -> bool:
    """Return whether the game's positions conceal anything from some seat.

    >>> has_secrets(as_game("northwood"))
    False
    """
    return game.has_secrets()
