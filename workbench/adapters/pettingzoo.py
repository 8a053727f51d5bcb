"""Any game as a PettingZoo environment: agents act one after another (AEC).

A seat's observation comes from its view and nothing else: ``{"observation": numbers, "action_mask": 0s and 1s}``.
Print ``env.fields`` to see what the numbers mean. Where people at a table decide at the same time, agents decide one after
another, without seeing each other's decisions. For the parallel interface, use
`pettingzoo.utils.turn_based_aec_to_parallel(env)`.

Rewards come at the end of the game: what each seat has won. An illegal action raises `workbench.IllegalMove` with the clause
that forbids it, and changes nothing.

`policy` makes a computer player into a policy, for any agent::

    merchant = pettingzoo.policy(table, "merchant")
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        table.step(None if over else merchant(observation, agent))
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

import workbench as wb
from workbench.adapters import need, tensors
from workbench.adapters.episode import Episode, begun
from workbench.adapters.picture import pixels
from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, decide
from workbench.core.random import Random
from workbench.core.tensor import Fields
from workbench.lab.simulate import fresh_player, who_plays

_pettingzoo: Any = need("pettingzoo", "pettingzoo")
spaces: Any = need("gymnasium.spaces", "gymnasium")

RENDER_MODES = ("human", "ansi", "rgb_array")


class Environment(_pettingzoo.AECEnv):  # type: ignore[misc]
    """A game as a PettingZoo environment.

    Args:
        game: the rules.
        render_mode: the result of `render`: "ansi" for the board in words, "rgb_array" for the board as pixels; "human" prints
            the words instead.

    Raises:
        WorkbenchError: there is no such render mode.

    Attributes:
        game: the rules.
        fields: what the numbers of an observation mean.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise WorkbenchError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self.game = game
        self.render_mode = render_mode
        self.metadata = {"name": f"{game.name}_v0", "render_modes": list(RENDER_MODES), "render_fps": 2}
        self.fields: Fields = tensors.fields(game)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (self.fields.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(game.actions) for agent in self.possible_agents}
        self._seeds = Random(secrets.randbits(64), "episodes")
        self.agents: list[str] = []
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The game in progress.

        Raises:
            WorkbenchError: no game has begun.
        """
        return begun(self._episode)

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent.

        Raises:
            WorkbenchError: there is no such agent.
        """
        if agent not in self.possible_agents:
            known = self.possible_agents
            raise UnknownNameError(f"There is no agent {quoted(agent)}.{nearest(agent, known)} Available: {', '.join(known)}.")
        return self.possible_agents.index(agent)

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations: numbers from 0 to 1, and the action mask."""
        self._seat(agent)  # refuses one that is not there
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions: the game's whole vocabulary. `game.symbol(action)` names an action."""
        self._seat(agent)  # refuses one that is not there
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: the source of random events, as in `game.match(seed)`. Without one, each game gets a seed of its own, which
                follows from the last seed you gave.
            options: unused.
        """
        if seed is None:
            seed = self._seeds.below(2**31)
        else:
            seed = checked_seed(seed)
            self._seeds = Random(seed, "episodes")
        self._episode = Episode(self.game, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents as they must act.

        Raises:
            WorkbenchError: no game has begun.
        """
        begun(self._episode)  # otherwise the loop would end without a word before it begins
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> Any:
        """Return the observation, reward, termination, truncation and info of the agent that must act.

        Raises:
            WorkbenchError: no game has begun.
        """
        begun(self._episode)
        return super().last(observe)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what a seat sees: its view as numbers, and which actions it may take now."""
        seat = self._seat(agent)
        return {
            "observation": np.array(self.episode.tensor(seat), np.float32),
            "action_mask": np.array(self.episode.mask(seat), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Make a decision for `agent_selection`, then draw the random events that follow.

        Raises:
            IllegalMove: the action is not legal now; nothing has changed.
        """
        begun(self._episode)
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.episode.take(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.episode.over:
            for agent, won in zip(self.possible_agents, self.episode.state.returns(), strict=True):
                self.rewards[agent] = float(won)
                self.terminations[agent] = True
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as the deciding seat sees it, in the render mode; None without one."""
        seat = self.episode.seat
        if self.render_mode == "rgb_array":
            return pixels(self.game.scene(self.episode.state.view(seat).state, seat))
        if self.render_mode == "ansi":
            return self.episode.words(seat)
        if self.render_mode == "human":
            print(self.episode.words(seat))
        return None

    def match(self) -> wb.Match:
        """Return the game in progress as a match, with a log, a timeline, and a way to save it."""
        return self.episode.match()

    def close(self) -> None:
        """Close the environment; there is nothing to close."""


def env(
    game: str | type[Game] | Game, players: int | None = None, render_mode: str | None = None, **options: Any
) -> Environment:
    """Return a game as a PettingZoo environment.

    Args:
        game: its name, a class of your own, or a `Game` as `wb.load` gives it.
        players: how many play; None for the usual number.
        render_mode: "ansi", "rgb_array", "human" or None.
        options: options that differ from their defaults, as for `wb.load`.

    Raises:
        WorkbenchError: a name or value is unknown; the message lists the right ones.

    >>> table = env("northwood", threshold=18)
    >>> table.reset(seed=7)
    >>> table.agent_selection, int(table.observe("seat_0")["action_mask"].sum())
    ('seat_0', 8)
    >>> table.fields[3].name
    'rulers'
    """
    return Environment(tensors.as_game(game, players, options), render_mode)


class PlayerPolicy:
    """A computer player as a policy of an environment; `policy` makes it.

    It sees its seat's view and nothing else. In every game and every seat a fresh player sits down.
    """

    def __init__(self, table: Environment, player: Seated) -> None:
        self._table = table
        self._kind = who_plays(table.game, player)
        self._episode: Episode | None = None
        self._players: dict[int, Player] = {}

    def __call__(self, observation: object = None, agent: str | None = None) -> int:
        """Choose an action for the agent that decides now.

        Args:
            observation: ignored; it is here because policies usually take it. The player looks at the view it was made from.
            agent: ignored, for the same reason.

        Raises:
            PlayerError: the player raised an error or chose an illegal action.
            WorkbenchError: no game has begun, or it is over.
        """
        episode = self._table.episode
        if episode.over:
            raise WorkbenchError("The game is over, so nobody decides: pass None to step(), or call reset() for a new game.")
        if episode is not self._episode:
            self._episode, self._players = episode, {}
        seat = episode.seat
        if seat not in self._players:
            self._players[seat] = fresh_player(episode.game, self._kind, Random(episode.seed, "player", seat))
        return decide(self._players[seat], episode.state, seat)


def policy(table: Any, player: Seated) -> PlayerPolicy:
    """Return a computer player as a policy: a function that chooses an action for the agent that decides now.

    Args:
        table: an environment from `env`; it may be wrapped.
        player: the name of a player of the game, a subclass of `Player`, or a function from a view to an action.

    Raises:
        WorkbenchError: there is no such player, or `table` is not such an environment.

    >>> table = env("keydom")
    >>> merchant = policy(table, "merchant")
    >>> table.reset(seed=7)
    >>> table.step(merchant())
    >>> len(table.episode.decisions)
    1
    """
    inner = getattr(table, "unwrapped", None)
    if not isinstance(inner, Environment):
        raise WorkbenchError(f"A policy needs an environment from `pettingzoo.env`, not {quoted(table)}.")
    return PlayerPolicy(inner, player)
