"""Liar's dice, one die each, and bids to judge by. An example of moves that depend on an option."""

from __future__ import annotations

from typing import Any

from workbench import own
from workbench.core.options import Option, Whole
from workbench.own.parts import OWNER

COUNTS = ("one", "two")
DOUBT = "doubt"


def bids(faces: int) -> list[str]:
    """Return every bid, from the lowest to the highest.

    >>> bids(2)
    ['one 1', 'one 2', 'two 1', 'two 2']
    """
    return [f"{count} {face}" for count in COUNTS for face in range(1, faces + 1)]


class Position(own.State):
    """The position. An option sets how many faces a die has."""

    dice: list[int]
    said: list[int]


class LiarsDice(own.Game):
    """Liar's dice

    Two players with a die each bid on what both dice show together.

    ## Play

    - **LD-ROLL-1** *(public fact)* Each player rolls a die, unseen by the other. It shows one of three faces, or of as many as
      agreed.
      - Option: `faces`
    - **LD-TURN-1** *(public fact)* In turn, a player bids that one die or both show a face, or doubts the last bid. Whoever
      begins bids.
    - **LD-TURN-2** *(public fact)* Each bid is higher than the one before: of more dice, or of as many with a higher face.
    - **LD-END-1** *(public fact)* A bid that is doubted is held against both dice, the highest face counting as any. If they
      show it, the bidder wins, else the other.
    """

    player_counts = (2,)
    option_table = (Option("faces", 3, Whole(2, 6), "How many faces a die has.", "LD-ROLL-1"),)
    state_kind = Position
    total = 1.0
    longest = 13

    def table(self) -> Any:
        faces = self.options["faces"]
        return (
            own.Choice("dice", "What each player has rolled.", range(1, faces + 1), each=True, seen=OWNER),
            own.Pile("said", "What has been bid, in order.", bids(faces), most=2 * faces),
        )

    class Roll(own.Phase):
        """A player rolls a die."""

        random = True
        secret = True
        say = "your die shows {0}"

        def moves(self, game: Any) -> Any:
            return range(1, game.options["faces"] + 1)

        def play(self, state: Position, choice: int) -> None:
            state.dice[state.turn] = choice - 1
            state.go("turn" if state.turn else "roll", 1 - state.turn)

    class Turn(own.Phase):
        """A player bids, or doubts the last bid."""

        ask = "What do you bid, or do you doubt?"

        def moves(self, game: Any) -> Any:
            return [*[f"bid {bid}" for bid in bids(game.options["faces"])], DOUBT]

        def choices(self, state: Position) -> list[str]:
            moves = self.all_moves(state.game)
            return moves[state.said[-1] + 1 :] if state.said else moves[:-1]

        def why(self, state: Position, choice: str) -> tuple[str, str]:
            if choice == DOUBT:
                return "LD-TURN-1", "There is no bid yet."
            return "LD-TURN-2", f"The last bid is {bids(state.game.options['faces'])[state.said[-1]]}."

        def clause_of(self, state: Position, action: int) -> str:
            return "LD-TURN-1" if state.game.named[action].choice == DOUBT or not state.said else "LD-TURN-2"

        def play(self, state: Position, choice: str) -> None:
            faces = state.game.options["faces"]
            if choice != DOUBT:
                state.said.append(self.all_moves(state.game).index(choice))
                return state.next_seat()
            count, face = divmod(state.said[-1], faces)
            showing = [die for die in state.dice if die in (face, faces - 1)]
            return state.win(1 - state.turn if len(showing) > count else state.turn)


GAME = LiarsDice
