"""Any game for one player as a Gymnasium environment.

The observation comes from the player's view and nothing else; print ``env.fields`` to see what its numbers mean.
``info["action_mask"]`` says which actions are legal. An illegal action changes nothing and earns nothing; then
``info["refused"]`` names the clause and the reason. The reward comes at the end of the game: what the player has won.

Importing this module also registers every game for one player with Gymnasium, so `gymnasium.make` knows it as
``workbench/NAME-v0``.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import workbench as wb
from workbench.adapters import need, tensors
from workbench.adapters.episode import Episode
from workbench.adapters.picture import pixels
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.registry import game_class
from workbench.core.tensor import Fields

_gymnasium: Any = need("gymnasium", "gymnasium")

RENDER_MODES = ("ansi", "rgb_array")


class Environment(_gymnasium.Env):  # type: ignore[misc]
    """A game for one player as a Gymnasium environment.

    Args:
        game: the rules.
        render_mode: the result of `render`: "ansi" for the board in words, "rgb_array" for the board as pixels.

    Raises:
        WorkbenchError: the game is not for one player, or there is no such render mode.

    Attributes:
        game: the rules.
        fields: what the numbers of an observation mean.
        episode: the game in progress.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        if game.players != 1:
            raise WorkbenchError(
                f"{game.title} has {game.players} players here, but a Gymnasium environment is for one player: "
                "use workbench.adapters.pettingzoo."
            )
        if render_mode not in (None, *RENDER_MODES):
            raise WorkbenchError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self.game = game
        self.render_mode = render_mode
        self.fields: Fields = tensors.fields(game)
        self.observation_space = _gymnasium.spaces.Box(0.0, 1.0, (self.fields.size,), np.float32)
        self.action_space = _gymnasium.spaces.Discrete(game.actions)

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return the observation and its info."""
        mask = np.array(self.episode.mask(0), np.int8)
        return np.array(self.episode.tensor(0), np.float32), {"action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: the source of random events, as in `game.match(seed)`. Without one, each game gets a seed of its own, which
                follows from the last seed you gave.
            options: unused.

        Returns:
            the observation, and the info with the action mask.
        """
        seed = None if seed is None else checked_seed(seed)
        if seed is not None and seed < 0:
            raise WorkbenchError(f"The seed of an environment must be 0 or more, not {seed}.")
        super().reset(seed=seed)
        self.episode = Episode(self.game, int(self.np_random.integers(2**31)) if seed is None else seed)
        return self._look()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make a decision, then draw the random events that follow.

        Returns:
            the observation, the reward, whether the game is over, False, and the info with the action mask.
        """
        if not hasattr(self, "episode"):
            raise WorkbenchError("No game has begun: call reset() before step().")
        refusal = self.episode.refusal(action)
        if refusal is None:
            self.episode.take(action)
        over = self.episode.over
        reward = float(self.episode.state.returns()[0]) if over and refusal is None else 0.0
        observation, info = self._look()
        if refusal is not None:
            info["refused"] = str(refusal)
        return observation, reward, over, False, info

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as the player sees it, in the render mode; None without one."""
        if self.render_mode == "rgb_array":
            return pixels(self.game.scene(self.episode.state.view(0).state, 0))
        return self.episode.words(0) if self.render_mode == "ansi" else None

    def match(self) -> wb.Match:
        """Return the game in progress as a match, with a log, a timeline, and a way to save it."""
        return self.episode.match()


def env(game: str | type[Game] | Game, render_mode: str | None = None, **options: Any) -> Environment:
    """Return a game for one player as a Gymnasium environment.

    Args:
        game: its name, a class of your own, or a `Game` as `wb.load` gives it.
        render_mode: "ansi", "rgb_array" or None.
        options: options that differ from their defaults, as for `wb.load`.

    Raises:
        WorkbenchError: the game is not for one player, or a name or value is unknown.

    >>> table = env("northwood")
    >>> observation, info = table.reset(seed=7)
    >>> int(info["action_mask"].sum())
    8
    >>> "NW-DIALOG-4" in table.step(0)[4]["refused"]
    True
    """
    return Environment(tensors.as_game(game, None if isinstance(game, Game) else 1, options), render_mode)


for _name in wb.game_names():
    _id = f"workbench/{_name}-v0"
    if 1 in game_class(_name).player_counts and _id not in _gymnasium.registry:
        _gymnasium.register(_id, entry_point="workbench.adapters.gymnasium:env", kwargs={"game": _name})
