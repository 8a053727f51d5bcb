"""A player: something that looks at a view and chooses an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import IllegalActionError, PlayerError, WorkbenchError
from workbench.core.figures import changed_of
from workbench.core.outside import quoted, whole_number
from workbench.core.state import CHANCE, View

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import State


@dataclass(frozen=True)
class Expectation:
    """What a player expects of an action.

    Attributes:
        action: the action.
        mean: what it expects, in the player's measure (`Player.measure`); higher is better.
        error: the standard error of the mean from sampling; 0.0 for one sample or none.
        samples: the number of samples; 0 if the value is exact, or judged at a glance.
    """

    action: int
    mean: float
    error: float
    samples: int


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error.

    >>> mean_and_error([1.0, 3.0]), mean_and_error([2.0])
    ((2.0, 1.0), (2.0, 0.0))
    """
    n = len(values)
    mean = fsum(values) / n
    if n < 2:
        return mean, 0.0
    squares = 0.0
    for value in values:
        squares += (value - mean) * (value - mean)
    return mean, sqrt(squares / (n - 1) / n)


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Base class of every player.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers; a player uses no other.

    Attributes:
        quick: whether it decides fast enough for other players to use it in playouts.
        measure: what its estimates of moves mean, as the words after the number; a ``chance to win`` and a part ``of the win``
            are shown as percentages.
        called: the name that people read; by default its name in code with "the" before it.
        only_looks: whether it never changes the position that it sees, and keeps no part of it. Then playouts show it the
            position itself, with the secrets covered (`State.cover`), and list the legal actions once. Each class says this for
            itself, because a subclass may do otherwise.
        figures: the figures (`core.figures.rests_on`) by which it judges, and goes on judging if a rule that they restate was
            changed.
        takes_as_printed: the phases whose printed rule it goes by when it plans ahead; ``phase.method`` for one method alone.
        overruled: the phases in which it has wanted what a changed rule forbids, and so took the first legal action.

    >>> from workbench import Random, load
    >>> class Lowest(Player):
    ...     '''Takes the first legal move.'''
    ...
    ...     def choose(self, view):
    ...         return view.legal()[0]
    >>> game = load("northwood")
    >>> match = game.match(seed=7)
    >>> print(match.play_out(Lowest(game, Random(1)))[-1])
    You lose. (NW-END-3)
    """

    quick: ClassVar[bool] = True
    measure: ClassVar[str] = "on a scale from 0 to 1"
    called: ClassVar[str] = ""
    only_looks: ClassVar[bool] = False
    figures: ClassVar[tuple[Any, ...]] = ()
    takes_as_printed: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.overruled: set[str] = set()

    def if_allowed(self, wanted: int, legal: tuple[int, ...], state: State) -> int:
        """Return the action that the player wants, or the first legal one if a changed rule forbids it.

        The phase that forbids it is noted in `overruled`.

        Args:
            wanted: what the player would do by the printed rules.
            legal: the legal actions.
            state: the position.

        >>> from workbench import Random, load
        >>> game = load("nim")
        >>> player, state = Player(game, Random(1)), game.start()
        >>> player.if_allowed(7, (3, 7), state), player.overruled
        (7, set())
        >>> player.if_allowed(7, (3, 5), state), player.overruled
        (3, {'take'})
        """
        if wanted in legal:
            return wanted
        self.overruled.add(state.phase.name)
        return legal[0]

    @classmethod
    def misreads(cls, game: Game) -> tuple[str, ...]:
        """Return the changed phases that this player cannot ask, so that it judges by the rule as printed.

        Args:
            game: the rules in force.

        >>> from workbench import load
        >>> from workbench.games.resource_hog.fight import Volley
        >>> from workbench.games.resource_hog.strategy import Farmer, Raider
        >>> class Gentle(Volley):
        ...     def handful(self, state):
        ...         return 1
        >>> changed = load("resource_hog", phases={"volley": Gentle})
        >>> Raider.misreads(changed), Farmer.misreads(changed)
        (('volley',), ())
        """
        found: dict[str, None] = dict.fromkeys(changed_of(game, cls.takes_as_printed))
        for figure in cls.figures:
            found.update(dict.fromkeys(changed_of(game, figure.rests_on, figure.asks)))
        return tuple(found)

    @classmethod
    def unlearnt(cls, game: Game) -> tuple[str, ...]:
        """Return the changed phases and options for which what this player learnt is only a guide: it plays less well.

        Args:
            game: the rules in force.

        >>> from workbench import load
        >>> from workbench.games.northwood.visitor import Visitor
        >>> Visitor.unlearnt(load("northwood", nontrump_scoring="never")), Player.unlearnt(load("northwood"))
        (('nontrump_scoring',), ())
        """
        return ()

    def choose(self, view: View) -> int:
        """Choose one of `view.legal()`.

        Args:
            view: what the player's seat may know. A player may look at nothing else.

        Returns:
            the action.
        """
        raise NotImplementedError(f"{type(self).__name__} must say how it chooses.")

    def expected(self, view: View) -> tuple[Expectation, ...]:
        """Say what the player expects of its moves: its choice first, then the others from best to worst.

        Args:
            view: what the player's seat may know, when it decides.

        Returns:
            an expectation for each move it considers; empty if the player chooses without expectations.
        """
        return ()

    def measured_in(self, expected: tuple[Expectation, ...]) -> str:
        """Say what some expectations of this player mean: usually its `measure`.

        Args:
            expected: what it expects of the moves at one decision.
        """
        return self.measure

    def suppose(self, state: State, seat: int) -> None:
        """Fill in, in place, a seat's secret choices as this player would have made them; by default none.

        A player that expects this one in a seat calls this on a full position drawn from its own view, in which every secret
        choice is equally likely. It keeps the result if the real position may be like that.

        Args:
            state: the position.
            seat: the seat whose secret choices to fill in.
        """


Seated = str | Player | type[Player] | Callable[["View"], int]
"""What can sit in a seat: a player's name, a subclass of `Player`, a `Player`, or a function from a view to an action."""


class FunctionPlayer(Player):
    """A player made from a function from a view to an action.

    If the function, or the object whose method it is, has an attribute `draws` that is True, it gets the player's random
    numbers as a second argument.
    """

    def __init__(self, game: Game, rng: Random, function: Callable[..., int]) -> None:
        super().__init__(game, rng)
        self.function = function
        self.draws = getattr(getattr(function, "__self__", function), "draws", False) is True

    def choose(self, view: View) -> int:
        """Return what the function chooses."""
        return self.function(view, self.rng) if self.draws else self.function(view)


def called(kind: type[Player], name: str = "") -> str:
    """Return the name of a player that people read.

    Args:
        kind: its class.
        name: its name in code, if the class has none.

    >>> from workbench.players.random_player import RandomPlayer
    >>> from workbench.games.northwood.visitor import Thinker
    >>> called(RandomPlayer), called(Thinker)
    ('the random player', 'the thinker')
    """
    named = getattr(kind, "player_name", "") or name or kind.__name__
    return kind.called or f"the {named.replace('_', ' ')}"


def player_title(player: Seated) -> str:
    """Return the name of a player for tables and messages.

    >>> player_title("random"), player_title(Player), player_title(max)
    ('random', 'Player', 'max')
    """
    if isinstance(player, str):
        return player
    if isinstance(player, FunctionPlayer):
        return player_title(player.function)
    kind = player if isinstance(player, type) else type(player)
    if issubclass(kind, Player):
        return str(getattr(kind, "player_name", "") or kind.__name__)
    return str(getattr(player, "__name__", "function"))


def refuse_nothing_to_choose(state: State) -> None:
    """Blame the rules, not the player, if a seat must decide and no move is legal.

    Raises:
        WorkbenchError: no move is legal.
    """
    if not state.legal():
        raise WorkbenchError(
            f"The phase {state.phase.name!r} leaves seat {int(state.to_move)} nothing to choose: its `legal` lists no move. It "
            "should list at least one, or its `begin` should go on to another phase."
        )


def decide(player: Player, state: State, seat: int, where: str = "") -> int:
    """Ask a player for its choice, and check it.

    Args:
        player: the player that decides.
        state: the position.
        seat: the seat whose view the player gets.
        where: what messages add, such as `` at step 3``.

    Returns:
        a legal action.

    Raises:
        PlayerError: the player raised an error; it is the cause of this one.
        IllegalActionError: the choice is not legal.
        WorkbenchError: no move is legal.
    """
    # untyped, so a notebook's player may return any library's whole number, in compiled code too
    player_in_any_mode: Any = player
    try:
        chosen = player_in_any_mode.choose(state.view(seat))
    except (Exception, SystemExit) as fault:
        if isinstance(fault, SystemExit) and type(fault) is not SystemExit:
            raise  # somebody is stopping this thread
        refuse_nothing_to_choose(state)
        error = PlayerError(
            f"The player {player_title(player)!r} in seat {seat} raised {type(fault).__name__}{where}: {fault}",
            state.to_dict(),
        )
        error.__cause__ = fault  # compiled, `raise ... from` would leave it out
        raise error  # noqa: B904
    legal = state.legal()
    if type(chosen) is int and chosen in legal:
        return int(chosen)
    action = whole_number(chosen)
    if action is not None and action in legal:
        return action
    refuse_nothing_to_choose(state)
    named = f" ({state.game.symbol(action)})" if action is not None and 0 <= action < state.game.actions else ""
    phase = state.phase
    allowed = ", ".join([phase.words(state, one) for one in legal[:12]]) + (", ..." if len(legal) > 12 else "")
    raise IllegalActionError(
        f"The player {player_title(player)!r} in seat {seat} chose {quoted(chosen)}{named}, which is not legal{where}. "
        f"Legal moves: {allowed}.",
        state.to_dict(),
    )


def only_looks(player: Player) -> bool:
    """Return whether a player's own class says that it only looks (`Player.only_looks`).

    >>> from workbench import Random, load
    >>> from workbench.games.resource_hog.strategy import Farmer
    >>> class Gardener(Farmer):
    ...     pass
    >>> game = load("resource_hog")
    >>> only_looks(Farmer(game, Random(1))), only_looks(Gardener(game, Random(1)))
    (True, False)
    """
    return bool(vars(type(player)).get("only_looks", False))


def look_and_decide(player: Player, state: State, seat: int, legal: tuple[int, ...]) -> int:
    """Ask a player that only looks for its choice; show it the position itself.

    Args:
        player: a player that only looks.
        state: the position; its secrets are covered while the player looks.
        seat: the seat whose view the player gets.
        legal: the legal actions.

    Returns:
        a legal action, as `decide` returns it.

    Raises:
        PlayerError: the player raised an error or chose an action that is not legal.
    """
    covered = state.cover(seat)
    try:
        chosen: int | None = player.choose(View(seat, state, legal))
    except Exception:
        chosen = None
    finally:
        state.uncover(covered)
    # a player that fails is asked again, as any other is, and its fault is reported
    return chosen if chosen in legal else decide(player, state, seat)


def play_on(state: State, players: list[Player], rng: Random, least: int, to_rest: bool = True) -> int:
    """Let players make some decisions in place, and go on until play comes to rest (`Game.at_rest`).

    Args:
        state: any position; it is changed.
        players: one player per seat; if empty, all choose at random.
        rng: the source of random events and random choices.
        least: the fewest decisions to make, not counting forced ones.
        to_rest: whether to go on until play comes to rest, or to stop after these decisions.

    Returns:
        the number of decisions made.

    Raises:
        PlayerError: a player raised an error or chose an action that is not legal.
    """
    made = 0
    lookers = [only_looks(player) for player in players]
    while True:
        if made >= least and (not to_rest or state.game.at_rest(state)):
            return made
        mover = int(state.to_move)
        if mover == CHANCE:
            state.roll(rng)
        elif mover < 0:
            return made
        else:
            legal = state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            made += 1
            if not players:
                state.apply(legal[rng.below(len(legal))])
            elif lookers[mover]:
                state.apply(look_and_decide(players[mover], state, mover, legal))
            else:
                state.apply(decide(players[mover], state, mover))
