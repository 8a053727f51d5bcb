"""A sealed-bid auction for two to five: you know only your own value. An example of secret choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench import own
from workbench.core.options import Choice, Option, Whole
from workbench.own.parts import OWNER


class Position(own.State):
    """The position. An option sets how much the lot can be worth."""

    values: list[int]
    bids: list[int]


def may_be_worth(state: Position, seat: int) -> range:
    """Return the values that the lot may have for a seat."""
    return range(1, state.game.options["most"] + 1)


def may_bid(state: Position, seat: int) -> range:
    """Return the bids that a seat may have made: less than the lot is worth to it."""
    return range(state.values[seat])


class Auction(own.Game):
    """Sealed auction

    ## Play

    - **AU-VALUE-1** *(house)* Each player learns in secret what the lot is worth to them, from one coin up; all sums
      are equally likely.
      - Option: `most`
    - **AU-BID-1** *(house)* In turn, each player seals a bid of less than that.
    - **AU-END-1** *(house)* The highest bid takes the lot; chance decides between equal bids.
    - **AU-END-2** *(house)* The winner has won what the lot is worth to them, less their own bid or, if so
      agreed, the next highest.
      - Option: `price`
    """

    player_counts = (2, 3, 4, 5)
    option_table = (
        Option("most", 6, Whole(2, 10), "The most that the lot can be worth to somebody.", "AU-VALUE-1"),
        Option("price", "own bid", Choice(("own bid", "second bid")), "What the winner pays.", "AU-END-2"),
    )
    state_kind = Position
    highest = 10.0
    longest = 5

    def table(self) -> Any:
        most = self.options["most"]
        return (
            own.Choice("values", "What the lot is worth to each player.", range(most + 1), each=True, seen=OWNER,
                among=may_be_worth),
            own.Choice("bids", "What each player has bid.", range(most), each=True, seen=OWNER, among=may_bid),
        )

    class Value(own.Phase):
        """A player learns what the lot is worth to them."""

        random = True
        secret = True
        say = "the lot is worth {0} to you"

        def moves(self, game: Any) -> Any:
            return range(1, game.options["most"] + 1)

        def play(self, state: Position, choice: int) -> None:
            state.values[state.turn] = choice
            later = (state.turn + 1) % state.game.players
            state.go("value" if later else "bid", later)

    class Bid(own.Phase):
        """A player seals a bid."""

        secret = True
        say = "bid {0}"
        ask = "How much do you bid?"

        def moves(self, game: Any) -> Any:
            return range(game.options["most"])

        def choices(self, state: Position) -> Sequence[int]:
            return may_bid(state, state.turn)

        def why(self, state: Position, choice: int) -> str:
            return f"The lot is worth only {state.values[state.turn]} to you."

        def play(self, state: Position, choice: int) -> None:
            state.bids[state.turn] = choice
            if -1 not in state.bids:
                return state.go("award")
            return state.next_seat()

    class Award(own.Phase):
        """The highest bid takes the lot; chance decides among equal bids."""

        random = True
        clauses = ("AU-END-1",)
        say = "player {0} takes the lot"

        def moves(self, game: Any) -> Any:
            return range(1, game.players + 1)

        def choices(self, state: Position) -> Sequence[int]:
            return [seat + 1 for seat, bid in enumerate(state.bids) if bid == max(state.bids)]

        def play(self, state: Position, choice: int) -> None:
            results, bids = [0.0] * state.game.players, sorted(state.bids)
            price = bids[-1] if state.game.options["price"] == "own bid" else bids[-2]
            results[choice - 1] = state.values[choice - 1] - price
            state.finish(*results, clause="AU-END-2")


GAME = Auction
