"""Any game as a Python game of OpenSpiel.

Importing this module registers the five large games under their own names, with their options and ``players`` as parameters.
So OpenSpiel can also load a game from its text::

    from workbench.adapters import openspiel
    openspiel.load("northwood", threshold=18)       # the same as pyspiel.load_game("northwood(threshold=18)")

`load` registers any other game. If OpenSpiel has a game of that name, ours gets a number: `load("nim")` is ``nim_2``, and
``pyspiel.load_game("nim")`` is OpenSpiel's own. A game for two in which a win is 1 and a loss 0 is constant-sum, not zero-sum.

Parameters are whole numbers or texts. A list is a text in brackets, such as ``must_win=[0 1 6]``. Special characters and line
ends are escaped as in URLs: ``%2C`` is a comma.

**Chance** is explicit: every random event is a chance node, with the probabilities of the rules. Chance outcomes and
decisions share the game's one vocabulary of actions, so `num_distinct_actions` and `max_chance_outcomes` are both its size.

**Information.** A game that conceals nothing is declared as a game of perfect information, and every other game as a game of
imperfect information. There is no public-only or private-only observation, because a game says what each seat knows, not what
all seats know.

- The *observation* of a seat is its view: as text (JSON) and as a tensor (fields: `workbench.adapters.tensors.fields`).
- The *information state* has perfect recall, but a view need not show what a seat saw or did earlier. So the
  information-state text lists everything that the seat has seen and done: its first view, then, in order, its own actions
  and the changes in its view. Actions of others that do not change its view do not appear.
- A tensor of a fixed shape cannot hold all that. So the games provide no information-state tensor
  (`provides_information_state_tensor` is False, and learning code then uses the observation). If you ask for it anyway, you
  get the observation tensor.

**Copies and files.** A state is saved as its history, and as the position it began with if it was resampled. Loading it
replays the history.

**Search.** MCTS works unchanged. IS-MCTS needs a way to draw positions that a seat cannot tell apart::

    bot.set_resampler(openspiel.resampler(game))

**Players.** `bot` makes a bot of OpenSpiel from a computer player, and `player` makes a computer player from a bot of
OpenSpiel::

    evaluate_bots.evaluate_bots(state, [openspiel.bot(game, "homesteader", 0), openspiel.bot(game, "merchant", 1)], rng)
    lab.simulate("keydom", [openspiel.player(make_bot), "homesteader"], games=100)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

import workbench as wb
from workbench.adapters import need, tensors
from workbench.adapters.episode import refusal
from workbench.core.errors import IllegalMove, OptionError, UnknownNameError, WorkbenchError
from workbench.core.game import Game
from workbench.core.options import Option
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, decide
from workbench.core.random import Random
from workbench.core.registry import game_class
from workbench.core.state import CHANCE, OVER, State, View
from workbench.lab.simulate import fresh_player, who_plays

pyspiel: Any = need("pyspiel", "open_spiel")

KEPT: Final = "kept"
"""A parameter of every game: options that keep their default although another option, such as a scenario, changes it."""


# -- parameters --------------------------------------------------------------------------------------------------------


def as_parameter(value: object) -> int | float | str:
    """Return an option's value as a parameter of OpenSpiel; lists and ambiguous texts are put in brackets.

    >>> as_parameter(18), as_parameter("on"), as_parameter((0, 1, 6)), as_parameter(()), as_parameter("7")
    (18, 'on', '[0 1 6]', '[]', '[7]')
    >>> as_parameter("cards.csv\\nid,copies")
    'cards.csv%0Aid%2Ccopies'
    """
    if isinstance(value, (tuple, list)):
        return f"[{' '.join(map(str, value))}]"
    if isinstance(value, (int, float)):
        return value
    words = quote(str(value), safe=" ")
    try:
        float(words)
    except ValueError:
        return f"[{words}]" if words.lower() in ("true", "false") else words
    return f"[{words}]"


def from_parameter(value: object) -> object:
    """Return a parameter of OpenSpiel as an option's value; the option's own check reads lists.

    >>> from_parameter("[0 1 6]"), from_parameter("on"), from_parameter(18), from_parameter("id%2Ccopies")
    ('0 1 6', 'on', 18, 'id,copies')
    """
    if not isinstance(value, str):
        return value
    return unquote(value[1:-1] if value.startswith("[") and value.endswith("]") else value)


def parameters_of(game: Game) -> dict[str, int | float | str]:
    """Return the parameters that make a game: its players and every option that is not at its default.

    >>> parameters_of(wb.load("northwood", threshold=18, must_win=(0, 7)))
    {'threshold': 18, 'must_win': '[0 7]'}
    """
    changed = game.options.changed()
    # an option may change others, so list those that were set back to their defaults
    plain = type(game)(changed, game.players, game.given_phases).options
    kept = [name for name in game.options if plain[name] != game.options[name]]
    found = {name: as_parameter(value) for name, value in changed.items()}
    if kept:
        found[KEPT] = as_parameter(kept)
    if game.players != game.player_counts[0]:
        found["players"] = game.players
    return found


def default_parameters(kind: type[Game]) -> dict[str, int | float | str]:
    """Return every parameter of a kind of game with its default."""
    options: tuple[Option, ...] = kind.option_table
    return {
        "players": kind.player_counts[0],
        KEPT: "[]",
        **{option.name: as_parameter(option.default) for option in options},
    }


# -- games -------------------------------------------------------------------------------------------------------------

_names: dict[tuple[object, ...], str] = {}
_kinds: dict[str, tuple[type[Game], Mapping[str, Any]]] = {}
_games: dict[str, Game] = {}


def register(kind: type[Game], phases: Mapping[str, Any] | None = None) -> str:
    """Register a kind of game with OpenSpiel; registering it again changes nothing.

    Args:
        kind: the class of the game.
        phases: phases that replace its own.

    Returns:
        its name in OpenSpiel: the game's own name, followed by a number if other rules already have that name.
    """
    key = (kind, *sorted((phases or {}).items(), key=lambda item: item[0]))
    if key not in _names:
        taken = set(pyspiel.registered_names())
        name, number = kind.name, 1
        while name in taken:
            number += 1
            name = f"{kind.name}_{number}"
        _names[key] = name
        _kinds[name] = (kind, dict(phases or {}))
        pyspiel.register_game(
            _game_type(name, kind.title, kind.player_counts, default_parameters(kind)),
            # This must be a class and not a function. OpenSpiel releases it only after the interpreter has ended; a class
            # survives that because it refers to itself.
            type(name, (SpielGame,), {"registered": name}),
        )
    return _names[key]


def _game_type(
    name: str,
    title: str,
    counts: tuple[int, ...],
    parameters: Mapping[str, Any],
    secrets: bool = True,
    chance: bool = True,
    total: float | None = None,
) -> Any:
    """Return what OpenSpiel must know about a game before it is made."""
    kinds = pyspiel.GameType
    if total is None:
        utility = kinds.Utility.GENERAL_SUM
    else:
        utility = kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM
    return kinds(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel sees it.

    Args:
        parameters: the parameters given to OpenSpiel.

    Raises:
        WorkbenchError: a parameter has a value that is not allowed.

    Attributes:
        registered: the name it is registered under.
        rules: the game itself.
    """

    registered: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        name = self.registered
        kind, phases = _kinds[name]
        defaults = default_parameters(kind)
        given = {key: value for key, value in parameters.items() if value != defaults[key]}
        text = f"{name} {sorted(given.items())}"
        if text not in _games:
            players = given.get("players")
            kept = str(from_parameter(given.get(KEPT, ""))).split()
            changed = {key: from_parameter(value) for key, value in given.items() if key not in ("players", KEPT)}
            unknown = [key for key in kept if key not in defaults]
            if unknown:
                raise UnknownNameError(f"{KEPT}: {kind.name} has no option {unknown[0]!r}.")
            for option in kind.option_table:
                if option.allowed.names_a_file(changed.get(option.name)):
                    raise OptionError(
                        f"The option {option.name!r} of {name} is {changed[option.name]!r}, but the text of a game cannot make "
                        f"this machine read a file or folder: pass it to openspiel.load({name!r}, ...) instead."
                    )
            back = {key: from_parameter(defaults[key]) for key in kept}
            _games[text] = kind({**changed, **back}, players, phases)
        self.rules: Game = _games[text]
        bounds = self.rules.bounds()
        super().__init__(
            _game_type(
                name,
                kind.title,
                kind.player_counts,
                defaults,
                tensors.has_secrets(self.rules),
                bounds.chances > 0,
                bounds.total,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.actions,
                max_chance_outcomes=self.rules.actions if bounds.chances else 0,
                num_players=self.rules.players,
                min_utility=bounds.lowest,
                max_utility=bounds.highest,
                utility_sum=bounds.total,
                max_game_length=bounds.decisions,
            ),
            given,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return (pyspiel.load_game, (str(self),))

    def new_initial_state(self, _: object = None) -> SpielState:
        """Return a fresh state."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most random events that a game can have."""
        return self.rules.bounds().chances

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """Return an observer for a seat; None for kinds of observation that the games do not provide."""
        if not isinstance(kind, pyspiel.IIGObservationType):
            return Observer(self.rules, recall=False)
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.rules, kind.perfect_recall) if kind.public_info and own else None


def load(game: str | type[Game] | Game, players: int | None = None, **options: Any) -> SpielGame:
    """Return a game as a `pyspiel.Game`.

    Args:
        game: its name, a class of your own, or a `Game` as `wb.load` gives it, which may have changed phases.
        players: how many play; None for the usual number.
        options: options that differ from their defaults, as for `wb.load`.

    Raises:
        WorkbenchError: a name or value is unknown; the message lists the right ones.

    >>> game = load("northwood", threshold=18, must_win=(0, 7))
    >>> str(game)
    'northwood(must_win=[0 7],threshold=18)'
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 8)
    """
    rules = tensors.as_game(game, players, options)
    name = register(type(rules), rules.given_phases)
    found: SpielGame = pyspiel.load_game(name, parameters_of(rules))
    return found


# -- what a seat remembers ---------------------------------------------------------------------------------------------


Row = NDArray[np.float32]
"""What a seat sees, as numbers."""


class Record(NamedTuple):
    """What a seat has seen and done, up to some action.

    Attributes:
        actions: how many actions it covers.
        state: the position after them; never changed.
        view: what the seat saw then.
        lines: everything it saw and did, in order.
        written: the view written down, if it has been; never changed.
    """

    actions: int
    state: State
    view: View
    lines: tuple[str, ...]
    written: dict[str, object] | None = None


def first_record(state: State, seat: int, lines: tuple[str, ...] = ()) -> Record:
    """Return the first record of a seat; `lines` is what it knows if the game does not begin here."""
    view = state.view(seat)
    return Record(0, state.copy(), view, lines or (tensors.text(view),))


def continue_record(record: Record, actions: list[int]) -> Record:
    """Return the record after more actions.

    Args:
        record: the record so far.
        actions: every action since the beginning.
    """
    state, view, lines = record.state.copy(), record.view, list(record.lines)
    before = record.written
    for action in actions[record.actions :]:
        if state.to_move == view.seat:
            lines.append(state.game.symbol(action))
        state.apply(action)
        now = state.view(view.seat)
        if now != view:
            before = before if before is not None else tensors.written(view)
            after = tensors.written(now, (view, before))
            lines.append(
                json.dumps({key: after.get(key) for key in after | before if after.get(key) != before.get(key)})
            )
            view, before = now, after
    return Record(len(actions), state, view, tuple(lines), before)


class Play:
    """A game in progress: its beginning, its actions, its position, and what the seats remember.

    OpenSpiel copies and saves states attribute by attribute. A state has only this attribute, so this class decides how.
    """

    def __init__(self, name: str, origin: State) -> None:
        self.name = name
        self.origin = origin
        self.state = origin.copy()
        self.actions: list[int] = []
        self.known: dict[int, tuple[str, ...]] = {}
        self.records: dict[int, Record] = {}
        self.rows: dict[int, Row] = {}

    def apply(self, action: int) -> None:
        """Carry out an action."""
        self.state.apply(action)
        self.actions.append(action)
        self.rows = {}

    def row(self, seat: int) -> Row:
        """Return what a seat sees now, as numbers; made once, and never changed."""
        if seat not in self.rows:
            self.rows[seat] = np.array(tensors.tensor(self.state.game, self.state.view(seat)), np.float32)
        return self.rows[seat]

    def text(self, seat: int) -> str:
        """Return what a seat sees now, as text."""
        record = self.records.get(seat)
        if record is not None and record.written is not None and record.actions == len(self.actions):
            return json.dumps(record.written)
        return tensors.text(self.state.view(seat))

    def remembered(self, seat: int) -> str:
        """Return everything a seat has seen and done, one line each."""
        record = self.records.get(seat) or first_record(self.origin, seat, self.known.get(seat, ()))
        if record.actions < len(self.actions):
            record = continue_record(record, self.actions)
        self.records[seat] = record
        return "\n".join(record.lines)

    def resampled(self, seat: int, rng: Random) -> Play:
        """Return a game that the seat cannot tell from this one. The memories of the other seats begin afresh."""
        other = Play(self.name, self.state.resample(seat, rng))
        other.known[seat] = tuple(self.remembered(seat).split("\n"))
        return other

    def __deepcopy__(self, memo: object) -> Play:
        other = Play.__new__(Play)
        other.name, other.origin, other.state = self.name, self.origin, self.state.copy()
        other.actions, other.known, other.records = list(self.actions), self.known, dict(self.records)
        other.rows = dict(self.rows)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        origin = None if self.origin.key() == self.origin.game.start().key() else self.origin.to_dict()
        return (replay, (self.name, origin, self.known, self.actions))


def replay(name: str, origin: dict[str, Any] | None, known: dict[int, tuple[str, ...]], actions: list[int]) -> Play:
    """Load a saved game: start at its beginning and repeat its actions."""
    rules: Game = pyspiel.load_game(name).rules
    play = Play(name, rules.start() if origin is None else rules.position(origin))
    play.known = known
    for action in actions:
        play.apply(action)
    return play


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel sees it.

    Attributes:
        play: the game in progress.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = Play(str(game), game.rules.start())

    @property
    def position(self) -> State:
        """The position itself, with everything hidden in it."""
        return self.play.state

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's numbers for chance and the end."""
        mover = int(self.play.state.to_move)
        if mover >= 0:
            return mover
        return int(pyspiel.PlayerId.CHANCE if mover == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.play.state.to_move == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.state.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next random event, with their probabilities."""
        outcomes = self.play.state.chance()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def apply_action(self, action: int) -> None:
        """Carry out a decision, or an outcome of a random event.

        Raises:
            WorkbenchError: it is not an action of the game, or not legal now; nothing has changed.
        """
        refused = refusal(self.play.state, action)
        if refused is not None:
            raise IllegalMove(refused)
        super().apply_action(int(action))

    def _apply_action(self, action: int) -> None:
        self.play.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.state.game.symbol(action)

    def returns(self) -> list[float]:
        """Return what each seat has won; 0 before the end."""
        return list(self.play.state.returns())

    def __str__(self) -> str:
        return json.dumps(self.play.state.to_dict())


class Observer:
    """An observer of states for a seat, as numbers and as text, in OpenSpiel's form.

    Args:
        rules: the game.
        recall: whether the text is everything that the seat remembers, and not only its present view.
    """

    def __init__(self, rules: Game, recall: bool) -> None:
        self.recall = recall
        fields = tensors.fields(rules)
        self.tensor = np.zeros(fields.size, np.float32)
        self.dict = {
            field.name: self.tensor[place : place + field.size].reshape(field.shape) for field, place in fields.places()
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a seat sees."""
        self.tensor[:] = state.play.row(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees, or everything it remembers, as text."""
        return state.play.remembered(player) if self.recall else state.play.text(player)


def resampler(game: SpielGame, seed: int = 0) -> Callable[[SpielState, int], SpielState]:
    """Return a function for `ISMCTSBot.set_resampler`.

    The function draws a state that a seat cannot tell from a given one.

    The function only uses the seat's view and what the seat remembers. The new state begins there, with an empty history.

    Args:
        game: the game.
        seed: the source of the random draws.
    """
    rng = Random(seed, "resample")

    def draw(state: SpielState, player: int) -> SpielState:
        fresh: SpielState = game.new_initial_state()
        fresh.play = state.play.resampled(player, rng)
        return fresh

    return draw


# -- players and bots --------------------------------------------------------------------------------------------------


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """A computer player as a bot of OpenSpiel; `bot` makes it.

    It sees its seat's view of each state and nothing else. After every restart a fresh player sits down.
    """

    def __init__(self, rules: Game, player: Seated, seat: int, seed: int) -> None:
        super().__init__()
        self._rules, self._kind, self._seat, self._seed = rules, who_plays(rules, player), seat, seed
        self._games = 0
        self.restart()

    def player_id(self) -> int:
        """Return the seat."""
        return self._seat

    def provides_policy(self) -> bool:
        """Return False: a player chooses an action and names no probabilities."""
        return False

    def restart(self) -> None:
        """Seat a fresh player, with the next stream of random numbers."""
        rng = Random(self._seed, "player", self._seat, self._games)
        self._player: Player = fresh_player(self._rules, self._kind, rng)
        self._games += 1

    def restart_at(self, state: SpielState) -> None:
        """Seat a fresh player for a game that goes on from a state."""
        self.restart()

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Ignore an action of another seat: the view shows what the seat may know of it."""

    def step(self, state: SpielState) -> int:
        """Return the player's choice.

        Raises:
            PlayerError: the player raised an error or chose an illegal action.
            WorkbenchError: another seat decides, or chance, or nobody.
        """
        if state.current_player() != self._seat:
            raise WorkbenchError(
                f"This bot plays seat {self._seat}, but the state asks {who_acts(state)}. A list of bots is in the order of "
                "the seats."
            )
        return decide(self._player, state.position, self._seat)


def who_acts(state: SpielState) -> str:
    """Return who must act in a state, for a message."""
    seat = state.current_player()
    if seat >= 0:
        return f"seat {seat}"
    return "nobody, because the game is over" if state.is_terminal() else "for a random outcome"


def bot(game: SpielGame, player: Seated, seat: int, seed: int = 0) -> PlayerBot:
    """Return a computer player as a bot of OpenSpiel.

    Args:
        game: the game, as `load` returns it.
        player: the name of a player of the game, a subclass of `Player`, or a function from a view to an action.
        seat: the seat it plays.
        seed: the source of its random numbers.

    Raises:
        WorkbenchError: there is no such player or seat, or `game` is not one from `load`.

    >>> from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    >>> game = load("keydom")
    >>> bots = [bot(game, "homesteader", 0), bot(game, "random", 1)]
    >>> evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    [1.0, 0.0]
    """
    if not isinstance(game, SpielGame):
        raise WorkbenchError(f"A bot needs a game from `openspiel.load`, not {quoted(game)}.")
    return PlayerBot(game.rules, player, game.rules.seat_number(seat), seed)


MakeBot = Callable[[SpielGame, int, int], Any]
"""A function that makes a bot for a game, a seat and a seed."""


class BotPlayer(Player):
    """A player that asks a bot of OpenSpiel. `player` makes a subclass of it for each kind of bot."""

    quick = False
    make: ClassVar[MakeBot]

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self._spiel = load(game)
        self._bots: dict[int, Any] = {}

    def choose(self, view: View) -> int:
        """Show the bot a state that the seat cannot tell from the real one, and return its choice."""
        if view.seat not in self._bots:
            made = type(self).make(self._spiel, view.seat, self.rng.below(2**31))
            if not callable(getattr(made, "step", None)):
                raise WorkbenchError(f"The function should return a bot of OpenSpiel, which has `step`, not {quoted(made)}.")
            self._bots[view.seat] = made
        asked = self._bots[view.seat]
        state: SpielState = self._spiel.new_initial_state()
        state.play = Play(str(self._spiel), view.resample(self.rng))
        if getattr(type(asked), "restart_at", None) not in (None, pyspiel.Bot.restart_at):  # OpenSpiel's own raises an error
            asked.restart_at(state)
        return int(asked.step(state))


def player(make: MakeBot, name: str = "") -> type[Player]:
    """Return a player that asks a bot of OpenSpiel.

    The bot never sees the real position. At each decision it gets a state that begins there, with an empty history: one that
    its seat cannot tell from the real position, drawn at random where something is hidden. A search that wants many such
    states asks for them with `resampler`. A bot that looks up a table of whole information states finds nothing there,
    because a view does not say how the game went before.

    Args:
        make: a function from the game (a `pyspiel.Game`), the seat and a seed to a bot. It is called once for each game.
        name: what tables call the player; by default the name of the function. A stored run recognises the player by its
            name.

    Returns:
        the class of the player.

    >>> from open_spiel.python.bots.uniform_random import UniformRandomBot
    >>> from workbench import lab
    >>> uniform = player(lambda game, seat, seed: UniformRandomBot(seat, np.random.RandomState(seed)), "uniform")
    >>> lab.simulate("keydom", [uniform, "homesteader"], games=2, seed=1).table["player_0"].tolist()
    ['uniform', 'homesteader']
    """
    title = name or str(getattr(make, "__name__", "bot"))
    return type(title, (BotPlayer,), {"make": staticmethod(make), "player_name": title, "__doc__": "Asks a bot."})


for _name in wb.game_names():
    register(game_class(_name))
