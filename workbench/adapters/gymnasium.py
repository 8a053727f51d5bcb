"""Any game as a Gymnasium environment: you decide for one seat, and named opponents for the others.

The observation comes from the seat's view and nothing else; print ``env.fields`` to see what its numbers mean.
``info["action_mask"]`` says which actions are legal, and ``info["seat"]`` which seat is yours. An illegal action changes
nothing and earns nothing; then ``info["refused"]`` names the clause and the reason. The reward comes at the end of the game:
what the seat has won.

With several seats, the opponents decide as soon as it is their turn, so the next observation is always your own next
decision. They see their own views and nothing else. To decide for every seat yourself, use `workbench.adapters.pettingzoo`.

Importing this module also registers every game with Gymnasium as ``workbench/NAME-v0``::

    gymnasium.make("workbench/keydom-v0", opponents="homesteader", rotate=True)

In Gymnasium's vector environments, take ``SAME_STEP``: otherwise a finished game has one more step, in which no action is legal
and none counts::

    same_step = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    gymnasium.make_vec("workbench/keydom-v0", 8, "sync", vector_kwargs=same_step, opponents="homesteader")

MaskablePPO of sb3-contrib learns in these environments as they are: it asks `action_masks` for the legal actions. `Points`
pays a learner for points as they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import workbench as wb
from workbench.adapters import need, tensors
from workbench.adapters.episode import Episode, begun
from workbench.adapters.picture import pixels
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, decide, player_title
from workbench.core.random import Random
from workbench.core.registry import game_class
from workbench.core.state import State
from workbench.core.tensor import Fields
from workbench.core.words import counted
from workbench.lab.simulate import fresh_player, who_plays

_gymnasium: Any = need("gymnasium", "gymnasium")

RENDER_MODES = ("ansi", "rgb_array")


class Environment(_gymnasium.Env):  # type: ignore[misc]
    """A game as a Gymnasium environment, seen from one seat.

    Args:
        game: the rules.
        render_mode: the result of `render`: "ansi" for the board in words, "rgb_array" for the board as pixels.
        seat: your seat.
        opponents: who decides for the other seats: one player for all of them, or a list with one player per seat, the first
            of them for the seat after yours. A player is a name, a subclass of `Player`, or a function from a view to an
            action. None takes the game's reference player.
        rotate: whether your seat depends on the seed of the game: it is ``(seat + seed) % players``, so any consecutive seeds
            give you every seat equally often. The opponents move with you.

    Raises:
        WorkbenchError: there is no such seat, player or render mode, or the number of opponents is wrong.

    Attributes:
        game: the rules.
        fields: what the numbers of an observation mean.
        seat: your seat in the game in progress.
        opponents: the names of the opponents, in order from the seat after yours.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        seat: int = 0,
        opponents: Seated | Sequence[Seated] | None = None,
        rotate: bool = False,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise WorkbenchError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self.game = game
        self.render_mode = render_mode
        self.seat = self._first_seat = game.seat_number(seat)
        self._rotate = rotate
        seated = opponents_of(game, opponents)
        self.opponents = tuple([player_title(player) for player in seated])
        self._kinds = tuple([who_plays(game, player) for player in seated])
        self._episode: Episode | None = None
        self.fields: Fields = tensors.fields(game)
        self.observation_space = _gymnasium.spaces.Box(0.0, 1.0, (self.fields.size,), np.float32)
        self.action_space = _gymnasium.spaces.Discrete(game.actions)

    @property
    def episode(self) -> Episode:
        """The game in progress.

        Raises:
            WorkbenchError: no game has begun.
        """
        return begun(self._episode)

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return the observation and its info."""
        mask = np.array(self.episode.mask(self.seat), np.int8)
        return np.array(self.episode.tensor(self.seat), np.float32), {"action_mask": mask, "seat": self.seat}

    def _seat_everybody(self, seed: int) -> dict[int, Player]:
        """Choose your seat for the game with this seed; return a fresh player for each of the others."""
        count = self.game.players
        self.seat = (self._first_seat + (seed if self._rotate else 0)) % count
        players = {}
        for place, kind in enumerate(self._kinds, start=1):
            players[(self.seat + place) % count] = fresh_player(self.game, kind, Random(seed, "player", place))
        return players

    def _let_others_decide(self) -> None:
        """Play on until it is your turn or the game is over."""
        while not self.episode.over and self.episode.seat != self.seat:
            other = self.episode.seat
            self.episode.take(decide(self._players[other], self.episode.state, other))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal now, in the form that sb3-contrib asks for."""
        return np.array(self.episode.mask(self.seat), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: the source of random events, as in `game.match(seed)`. Without one, each game gets a seed of its own, which
                follows from the last seed you gave.
            options: unused.

        Returns:
            the observation, and the info with the action mask and your seat.
        """
        seed = None if seed is None else checked_seed(seed)
        if seed is not None and seed < 0:
            raise WorkbenchError(f"The seed of an environment must be 0 or more, not {seed}.")
        super().reset(seed=seed)
        seed = int(self.np_random.integers(2**31)) if seed is None else seed
        self._episode = Episode(self.game, seed)
        self._players = self._seat_everybody(seed)
        self._let_others_decide()
        return self._look()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make a decision, then let random events happen and opponents decide until it is your turn again.

        Returns:
            the observation, the reward, whether the game is over, False, and the info with the action mask and your seat.

        Raises:
            PlayerError: an opponent raised an error or chose an illegal action.
            WorkbenchError: no game has begun, or it is not an action of the game at all.
        """
        refusal = self.episode.refusal(action)
        if refusal is None:
            self.episode.take(action)
            self._let_others_decide()
        over = self.episode.over
        reward = float(self.episode.state.returns()[self.seat]) if over and refusal is None else 0.0
        observation, info = self._look()
        if refusal is not None:
            info["refused"] = str(refusal)
        return observation, reward, over, False, info

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as your seat sees it, in the render mode; None without one."""
        if self.render_mode == "rgb_array":
            return pixels(self.game.scene(self.episode.state.view(self.seat).state, self.seat))
        return self.episode.words(self.seat) if self.render_mode == "ansi" else None

    def match(self) -> wb.Match:
        """Return the game in progress as a match, with a log, a timeline, and a way to save it."""
        return self.episode.match()


class Points(_gymnasium.Wrapper):  # type: ignore[misc]
    """Pay for points as they come, and take forced decisions at once: for learners that find the end of a game too far away.

    After each step you are paid for the change of your lead: your score minus the best of the others', or your score if you
    play alone. So all the payments of a game add up to the usual reward and the change of your lead over the whole game. A
    decision with one legal action is taken for you, so a step may hold several.

    The lead counts everything in the position, even points that your seat cannot see yet. So the payments are for learning
    only, and the observations stay what they were.

    Args:
        env: an environment from `env`; it may be wrapped.
        worth: how much a point pays.

    Raises:
        WorkbenchError: it is not such an environment, or `worth` is not a number.

    >>> table = Points(env("keydom", opponents="merchant"), worth=0.02)
    >>> observation, info = table.reset(seed=7)
    >>> bool(info["action_mask"].sum() > 1)
    True
    """

    def __init__(self, env: Environment, worth: float = 0.02) -> None:
        super().__init__(env)
        if not isinstance(self.unwrapped, Environment):
            raise WorkbenchError(f"Points wraps an environment of the workbench, not {quoted(self.unwrapped)}.")
        given: Any = worth  # untyped, so that a wrong one gets its message
        if isinstance(given, bool) or not isinstance(given, Real):
            raise WorkbenchError(f"worth must be a number, such as 0.02, not {quoted(worth)}.")
        self._worth = float(given)
        self._lead = 0.0

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal now, in the form that sb3-contrib asks for."""
        masks: NDArray[np.bool_] = self.unwrapped.action_masks()
        return masks

    def _take_forced(
        self, observation: NDArray[np.float32], stopped: bool, info: dict[str, Any]
    ) -> tuple[NDArray[np.float32], float, bool, dict[str, Any]]:
        """Take the decisions that leave no choice, until a wrapper stops the game.

        Returns:
            the observation that follows, the rewards on the way, whether a wrapper has stopped the game, and the info.
        """
        episode, won = self.unwrapped.episode, 0.0
        while not episode.over and not stopped and len(episode.state.legal()) == 1:
            observation, reward, _, stopped, info = self.env.step(episode.state.legal()[0])
            won += reward
        return observation, won, stopped, info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game, and go on to the first decision with a choice."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._lead = lead(self.unwrapped.episode.state, self.unwrapped.seat)
        observation, _, _, info = self._take_forced(observation, False, info)
        return observation, info

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make a decision, and go on to the next one with a choice; an illegal action changes nothing."""
        observation, reward, over, stopped, info = self.env.step(action)
        if "refused" in info:
            return observation, reward, over, stopped, info
        observation, more, stopped, info = self._take_forced(observation, stopped, info)
        episode = self.unwrapped.episode
        before, self._lead = self._lead, lead(episode.state, self.unwrapped.seat)
        return observation, reward + more + self._worth * (self._lead - before), episode.over, stopped, info


def lead(state: State, seat: int) -> float:
    """Return by how much a seat's score exceeds the best of the others'; its score if it plays alone.

    >>> lead(wb.load("keydom").start(), 0)
    0.0
    """
    scores = state.scores()
    if len(scores) < state.game.players:  # a game need not have everybody's score before its end
        return 0.0
    return float(scores[seat] - max([*scores[:seat], *scores[seat + 1 :]], default=0))


def opponents_of(game: Game, opponents: Seated | Sequence[Seated] | None) -> list[Seated]:
    """Return who sits in the other seats, in order from the seat after yours.

    Raises:
        WorkbenchError: the number of opponents is wrong.

    >>> opponents_of(wb.load("keydom", 3), None), opponents_of(wb.load("keydom", 3), ["merchant", "homesteader"])
    (['farmer', 'farmer'], ['merchant', 'homesteader'])
    """
    others = game.players - 1
    if opponents is None:
        opponents = game.reference_player
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * others
    if len(opponents) != others:
        raise WorkbenchError(
            f"{game.title} has {counted(others, 'opponent')} for {counted(game.players, 'seat')}; you gave {len(opponents)}. "
            "A name that is not in a list takes all other seats."
        )
    return list(opponents)


def env(
    game: str | type[Game] | Game,
    render_mode: str | None = None,
    *,
    players: int | None = None,
    seat: int = 0,
    opponents: Seated | Sequence[Seated] | None = None,
    rotate: bool = False,
    **options: Any,
) -> Environment:
    """Return a game as a Gymnasium environment, seen from one seat.

    Args:
        game: its name, a class of your own, or a `Game` as `wb.load` gives it.
        render_mode: "ansi", "rgb_array" or None.
        players: how many play. None takes one if the game allows it and you name no opponents, and otherwise the usual
            number.
        seat: your seat.
        opponents: who decides for the other seats: one player for all of them, or a list with one player per seat, the first
            of them for the seat after yours. A player is a name, a subclass of `Player`, or a function from a view to an
            action. None takes the game's reference player.
        rotate: whether your seat depends on the seed of the game: it is ``(seat + seed) % players``.
        options: options that differ from their defaults, as for `wb.load`.

    Raises:
        WorkbenchError: a name or value is unknown, or the number of opponents is wrong.

    >>> table = env("northwood")
    >>> observation, info = table.reset(seed=7)
    >>> int(info["action_mask"].sum())
    8
    >>> "NW-DIALOG-4" in table.step(0)[4]["refused"]
    True
    >>> table = env("keydom", opponents="homesteader", rotate=True)
    >>> [table.reset(seed=seed)[1]["seat"] for seed in range(4)], table.opponents
    ([0, 1, 0, 1], ('homesteader',))
    """
    alone = players is None and opponents is None and isinstance(game, (str, type))
    if alone and 1 in game_class(game).player_counts:
        players = 1
    return Environment(tensors.as_game(game, players, options), render_mode, seat, opponents, rotate)


for _name in wb.game_names():
    _id = f"workbench/{_name}-v0"
    if _id not in _gymnasium.registry:
        _gymnasium.register(_id, entry_point="workbench.adapters.gymnasium:env", kwargs={"game": _name})
