"""Changed rules for players to play under: each phase replaced in turn, in small ways, and each value of each option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import workbench as wb
from workbench.core.errors import OptionError
from workbench.core.game import Game
from workbench.core.phase import WORDING, Phase
from workbench.core.player import Player, decide
from workbench.core.random import Random
from workbench.core.registry import candidates_of, general_players
from workbench.core.state import CHANCE, OVER

MOST: Final = 1500
"""So many decisions are made in a game; changed rules may never end it."""
SLOW_TURNS: Final = 3
"""So many decisions of a game are put to a player that takes its time; a quick one makes the others."""
PLAYOUTS: Final = 12
"""So many playouts has a player that tries moves out."""


class Change(NamedTuple):
    """One changed rule.

    Attributes:
        said: what is changed, in words.
        options: options by name.
        phases: the phases that are replaced, by name.
    """

    said: str
    options: dict[str, Any]
    phases: dict[str, type[Phase[Any]]]


def figures_of(kind: type[Phase[Any]]) -> list[str]:
    """The methods that a phase adds to those that every phase has, except for its words."""
    own = {name for one in kind.__mro__ if one.__module__ == kind.__module__ for name in vars(one)}
    return sorted(
        name
        for name in own - WORDING
        if not name.startswith("_") and not name.endswith("_words")
        and not hasattr(Phase, name) and callable(getattr(kind, name))
    )


def overridden(kind: type[Phase[Any]], name: str, more: int) -> type[Phase[Any]]:
    """A phase whose method is replaced by one that gives the same; where it is a number, so much more."""
    usual: Callable[..., Any] = getattr(kind, name)

    def method(self: Any, *given: Any) -> Any:
        found = usual(self, *given)
        return found + more if more and type(found) is int else found

    return type("Changed", (kind,), {name: method})


def changes_of_phases(game: Game, more: tuple[int, ...] = (0, 1)) -> Iterator[Change]:
    """Each phase replaced in turn: by one that plays as before, and by one for each of its figures."""
    for name, phase in game.phases.items():
        kind = type(phase)
        yield Change(f"phase {name}", {}, {name: overridden(kind, "apply", 0)})
        for figure in figures_of(kind):
            for extra in more:
                yield Change(f"{name}.{figure} + {extra}", {}, {name: overridden(kind, figure, extra)})


def changes_of_options(game: Game) -> Iterator[Change]:
    """Each option with each of its sample values."""
    for option in game.option_table:
        for value in option.allowed.samples():
            if value != option.default:
                yield Change(f"{option.name}={value!r}", {option.name: value}, {})


def under_change(game: Game, change: Change) -> Game | None:
    """The game under a change; None if the change does not go with the other rules."""
    try:
        return wb.load(game.name, game.players, phases=change.phases or None, **change.options)
    except OptionError:
        return None


def tables(game: Game, quick: bool) -> Iterator[tuple[str, ...]]:
    """Every quick or slow player of the game once, so many at a table as there are seats; the last table is filled up."""
    names = [name for name, kind in candidates_of(game).items() if name != "scripted" and kind.quick == quick]
    for first in range(0, len(names), game.players):
        yield tuple([names[(first + seat) % len(names)] for seat in range(game.players)])


def seated_player(game: Game, name: str, rng: Random) -> Player:
    """A named player that does not think for long."""
    kind: Any = candidates_of(game)[name]
    return kind(game, rng, playouts=PLAYOUTS) if name in general_players() and not kind.quick else kind(game, rng)


def plays_whole_game(game: Game, names: tuple[str, ...], seed: int) -> int:
    """Play a game with named players, and give how many decisions they made.

    Raises:
        PlayerError: a player raised an error or chose what is not legal.
    """
    kinds, rng = candidates_of(game), Random(seed, "chance")
    quick = next((name for name, kind in game.strategies.items() if kind.quick), "random")
    seated: list[Player] = [seated_player(game, name, Random(seed, "player", seat)) for seat, name in enumerate(names)]
    instead: list[Player] = [kinds[quick](game, Random(seed, "instead", seat)) for seat in range(game.players)]
    turns = [0] * game.players
    state, made = game.start(), 0
    while state.to_move != OVER and made < MOST:
        if state.to_move == CHANCE:
            state.roll(rng)
            continue
        seat, legal = int(state.to_move), state.legal()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        made += 1
        slow = not kinds[names[seat]].quick
        asked = not slow or (turns[seat] < SLOW_TURNS and made % 7 == seed % 7)
        turns[seat] += slow and asked
        state.apply(decide((seated if asked else instead)[seat], state, seat, f" at decision {made}"))
    return made
