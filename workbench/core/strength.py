"""What people read about a computer player: its name, how it thinks, and how well it plays.

How it thinks is the first line of its class. How well it plays is on the game's ladder.
"""

from __future__ import annotations

from workbench.core.errors import UnknownNameError
from workbench.core.game import Game
from workbench.core.ladder import REFERENCE, Rung, is_measured, ladder
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, called, player_title
from workbench.core.registry import candidates_of, players_of
from workbench.core.words import capital, counted, listed


def says(game: Game, name: str) -> str:
    """Return how a player thinks: the first sentence of its class.

    Raises:
        UnknownNameError: there is no such player.

    >>> from workbench.core.registry import load
    >>> says(load("northwood"), "random")
    'Chooses uniformly among the legal actions.'
    """
    found = candidates_of(game)
    if name not in found:
        raise UnknownNameError(f"There is no player {quoted(name)} for {game.name}.")
    return (found[name].__doc__ or "").strip().partition("\n")[0]


def spoken_name(game: Game, name: str) -> str:
    """Return the name of a player that people read; an unknown name stays as it is.

    >>> from workbench.core.registry import load
    >>> spoken_name(load("northwood"), "thinker"), spoken_name(load("northwood"), "my_function")
    ('the thinker', 'my_function')
    """
    kind = candidates_of(game).get(name)
    return called(kind, name) if kind is not None else name


def label(game: Game, player: Seated) -> str:
    """Return the name of a player that people read, without its article, for a seat or a table.

    Args:
        game: the game it plays.
        player: its name in code, its class, the player itself, or a function.

    >>> from workbench.core.registry import load
    >>> label(load("goods_and_honor"), "scripted"), label(load("northwood"), max)
    ('balanced elder', 'max')
    """
    kind = player if isinstance(player, type) else type(player)
    name = player_title(player)
    if name not in candidates_of(game) and issubclass(kind, Player) and hasattr(kind, "player_name"):
        return called(kind).removeprefix("the ")
    return spoken_name(game, name).removeprefix("the ") if isinstance(player, str | Player | type) else name.replace("_", " ")


def menu_name(game: Game, name: str) -> str:
    """Return a player as a menu lists it.

    >>> from workbench.core.registry import load
    >>> menu_name(load("northwood"), "look_ahead"), menu_name(load("northwood"), "my_function")
    ('Player who looks ahead', 'my_function')
    """
    said = label(game, name)
    said = capital(said) if name in candidates_of(game) else said
    return f"{said}, the usual one" if name == REFERENCE else said


def menu_players(game: Game) -> tuple[str, ...]:
    """Return the players that a menu offers, each once; the reference player appears under its own name.

    >>> from workbench.core.registry import load
    >>> menu_players(load("northwood"))
    ('random', 'rollout', 'counter', 'look_ahead', 'visitor', 'thinker')
    """
    found = players_of(game)
    return tuple([name for name in found if name != REFERENCE or game.reference_player not in found])


def strength(game: Game, name: str) -> str:
    """Return how well a player plays, with n and the interval; empty if not measured under these rules.

    >>> from workbench.core.registry import load
    >>> strength(load("northwood"), "no_such_player")
    ''
    """
    if not is_measured(game):
        return ""
    wanted = game.reference_player if name == REFERENCE else name
    for rung in ladder(game):
        if rung.player == wanted:
            return told(game, rung)
    return ""


def told(game: Game, rung: Rung) -> str:
    """Return how well a player plays, in words."""
    won = f"wins {rung.value:.0%} ({rung.low:.0%} to {rung.high:.0%}"
    if game.players == 1:
        return f"{won}, {rung.n} games)"
    if rung.player == game.reference_player:
        return f"rating {rung.rated}; the other players are measured against it"
    others = counted(game.players - 1, menu_name(game, game.reference_player).lower())
    return f"{won}, {rung.n} games) against {others}, rating {rung.rated}"


def judged_as_printed(game: Game, player: Seated) -> str:
    """Say which changed rules a player cannot ask, so that it judges them as printed; empty if it reads them all.

    Args:
        game: the rules in force.
        player: its name in code, its class, or a function, of which we cannot know.

    >>> from workbench.core.registry import load
    >>> judged_as_printed(load("resource_hog"), "raider")
    ''
    """
    kind = candidates_of(game).get(player) if isinstance(player, str) else player
    phases = kind.misreads(game) if isinstance(kind, type) and issubclass(kind, Player) else ()
    if not phases:
        return ""
    changed, them = listed([repr(phase) for phase in phases]), "it" if len(phases) == 1 else "them"
    return f"{player_title(player)} cannot ask the changed {changed}, and judges {them} by the printed rule."


def out_of_practice(game: Game, other: Game, player: Seated) -> str:
    """Say that a player plays less well under one of two rules, which it has not learnt; empty if it does not.

    Args:
        game: some rules.
        other: others to compare them with.
        player: its name in code, its class, or a function, of which we cannot know.

    >>> from workbench.core.registry import load
    >>> print(out_of_practice(load("northwood", queen_of_claws="any_subset"), load("northwood"), "visitor"))
    visitor has not learnt to play under the changed 'queen_of_claws'. It plays less well there, and that is part of the effect.
    """
    kind = candidates_of(game).get(player) if isinstance(player, str) else player
    if not (isinstance(kind, type) and issubclass(kind, Player)):
        return ""
    here, there = kind.unlearnt(game), kind.unlearnt(other)
    if bool(here) == bool(there):
        return ""
    changed = listed([repr(name) for name in here or there])
    return (
        f"{player_title(player)} has not learnt to play under the changed {changed}. It plays less well there, and that is "
        "part of the effect."
    )
