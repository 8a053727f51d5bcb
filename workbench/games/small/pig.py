"""Pig: a race with one die. An example of random events between decisions, and of a game of any length."""

from __future__ import annotations

from typing import Any

from workbench import own
from workbench.core.options import Option, Whole


class Position(own.State):
    """The position. An option sets how many points it can hold."""

    points: list[int]
    pot: int
    die: int


class Pig(own.Game):
    """Pig

    A race with one die: stop in time, or lose what the turn has brought.

    ## A turn

    - **PI-DECIDE-1** *(public fact)* On your turn you roll the die or hold.
    - **PI-DECIDE-2** *(public fact)* If you hold, you keep the points of the turn, and the next player's turn begins.
    - **PI-ROLL-1** *(public fact)* What the die shows is added to the points of the turn.
    - **PI-ROLL-2** *(public fact)* A one ends the turn, and its points are lost.
    - **PI-END-1** *(public fact)* If you hold with enough points in all (100 unless agreed otherwise), you win.
      - Option: `goal`
    """

    player_counts = (2,)
    option_table = (Option("goal", 100, Whole(2, 200), "How many points win.", "PI-END-1"),)
    state_kind = Position
    total = 1.0
    longest = 20_000

    def table(self) -> Any:
        goal = self.options["goal"]
        return (
            own.Track("points", "The points that each player has kept.", goal + 5, each=True),
            own.Counter("pot", "The points of this turn, not yet kept.", goal + 5, unit="points"),
            own.Die("die", "What was rolled last.", aside=True),
        )

    class Decide(own.Phase):
        """The player in turn rolls or holds."""

        moves = ("roll", "hold")
        ask = "Do you roll again, or hold?"

        def choices(self, state: Position) -> list[str]:
            enough = state.points[state.turn] + state.pot >= state.game.options["goal"]
            return ["hold"] if enough else ["roll", "hold"] if state.pot else ["roll"]

        def why(self, state: Position, choice: str) -> str:
            return "You have points enough to win." if choice == "roll" else "There is nothing to keep yet."

        def clause_of(self, state: Position, action: int) -> str:
            return "PI-DECIDE-2" if state.game.named[action].choice == "hold" else "PI-DECIDE-1"

        def play(self, state: Position, choice: str) -> None:
            if choice == "roll":
                return state.go("roll")
            state.points[state.turn] += state.pot
            state.pot = state.die = 0
            if state.points[state.turn] >= state.game.options["goal"]:
                state.win(state.turn)
            else:
                state.next_seat()

    class Roll(own.Phase):
        """The die is rolled."""

        random = True
        moves = (1, 2, 3, 4, 5, 6)
        say = "the die shows {0}"

        def play(self, state: Position, choice: int) -> None:
            if choice == 1:
                state.say("PI-ROLL-2", f"The turn is over, and {state.pot} points are lost.")
                state.pot = state.die = 0
                return state.go("decide", 1 - state.turn)
            state.pot, state.die = state.pot + choice, choice
            return state.go("decide")


GAME = Pig
