"""A policy of your own as a player: a function from what a seat sees, as numbers, to an action.

Whatever learns outside the workbench ends in such a function. `player` turns it into a class that sits wherever a player can:
in `lab.simulate`, in a tournament, at a table, or among the opponents of a Gymnasium environment::

    learnt = policies.player(lambda observation, mask: int(model.predict(observation, action_masks=mask)[0]), "learner")
    lab.simulate("keydom", [learnt, "homesteader"], games=500, seed=1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.adapters import tensors
from workbench.core.player import Player
from workbench.core.state import View

Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""A function from an observation and a mask of the legal actions to an action."""


class PolicyPlayer(Player):
    """A player that asks a policy. `player` makes a subclass of it for each policy."""

    quick = False
    policy: ClassVar[Policy]

    def choose(self, view: View) -> int:
        """Return what the policy chooses, or the only legal action without asking it."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        mask = np.zeros(self.game.actions, np.bool_)
        mask[list(legal)] = True
        return int(type(self).policy(np.array(tensors.tensor(self.game, view), np.float32), mask))


def player(policy: Policy, name: str = "") -> type[Player]:
    """Return a player that asks a policy.

    Args:
        policy: a function from an observation and a mask to an action. The observation is a row of numbers from 0 to 1
            (`workbench.adapters.tensors.fields` says what they mean); the mask has a True for each legal action. The policy
            is asked only if there is a choice. The lab can replay a game only if the policy always answers the same question
            in the same way.
        name: what tables call it; by default the name of the function. A stored run recognises a policy by its name, so give
            one that has learnt more a new name.

    Returns:
        the class of the player.

    >>> from workbench import lab
    >>> def highest(observation, mask):
    ...     return mask.nonzero()[0][-1]
    >>> lab.simulate("northwood", player(highest), games=2, seed=1).players
    ('highest',)
    """
    title = name or str(getattr(policy, "__name__", "policy"))
    return type(title, (PolicyPlayer,), {"policy": staticmethod(policy), "player_name": title, "__doc__": "Asks a policy."})
