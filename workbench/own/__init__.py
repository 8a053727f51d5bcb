"""A game of your own: a Python class with a rulebook, a table of parts, and phases.

>>> from workbench import own
>>> class Race(own.Game):
...     '''Race
...
...     - **RA-STEP-1** In turn, each player goes one or two steps.
...     - **RA-END-1** The first player to reach the tenth step wins.
...     '''
...
...     player_counts = (2,)
...     table = (own.Track("steps", "How far each player has come.", 11, each=True),)
...
...     class Step(own.Phase):
...         moves = (1, 2)
...         say = "go {0}"
...
...         def play(self, state, choice):
...             state.steps[state.turn] += choice
...             if state.steps[state.turn] >= 10:
...                 state.win(state.turn)
...             else:
...                 state.next_seat()
>>> import workbench as wb
>>> match = wb.load(Race).match(seed=1)
>>> [str(event) for event in match.play("go 2")]
['Player 1: go 2. (RA-STEP-1)']
"""

from typing import TYPE_CHECKING, Any

from workbench.core.errors import nearest
from workbench.own.game import Game
from workbench.own.parts import Cards, Choice, Counter, Deck, Die, Hand, Part, Pile, Row, Track
from workbench.own.phase import Phase
from workbench.own.places import Grid, Hexagons, Network
from workbench.own.state import State

__all__ = [
    "Cards",
    "Choice",
    "Counter",
    "Deck",
    "Die",
    "Game",
    "Grid",
    "Hand",
    "Hexagons",
    "Network",
    "Part",
    "Phase",
    "Pile",
    "Row",
    "State",
    "Track",
]

if not TYPE_CHECKING:  # type checkers know the names

    def __getattr__(name: str) -> Any:
        """Say which name was probably meant."""
        raise AttributeError(f"`own` has no {name!r}.{nearest(name, __all__)}")
