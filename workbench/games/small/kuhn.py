"""Kuhn poker: of three cards, each player sees only one. An example of hidden cards and of bluffing."""

from __future__ import annotations

from workbench import own

CARDS = own.Cards(("jack", "queen", "king"))


class Position(own.State):
    """The position."""

    hands = own.Hand("hands", "The card of each player.", CARDS, most=1)
    deck = own.Deck("deck", "The card that nobody has.", CARDS)
    said = own.Pile("said", "What has been said, in order.", ("pass", "bet"), most=3)
    paid = own.Counter("paid", "What each player has put into the pot.", 2, each=True, start=(1, 1), unit="coins")


class Kuhn(own.Game):
    """Kuhn poker

    The smallest poker in which it is right to bluff.

    ## Play

    - **KU-DEAL-1** *(public fact)* Each player puts one coin into the pot and is dealt one of three cards, unseen by the other.
    - **KU-BET-1** *(public fact)* In turn, a player passes or bets one more coin.
    - **KU-BET-2** *(public fact)* After a bet, to bet is to call it, and to pass is to fold.
    - **KU-END-1** *(public fact)* After two passes or a called bet, the higher card takes the pot.
    - **KU-END-2** *(public fact)* A player who folds leaves the pot to the other.
    """

    player_counts = (2,)
    state_kind = Position
    lowest, highest, total = -2.0, 2.0, 0.0
    longest = 3

    class Deal(own.Phase):
        """Each player is dealt a card."""

        random = True
        secret = True
        moves = "deck"
        say = "you are dealt the {0}"

        def choices(self, state: Position) -> list[int]:
            return state.deck

        def play(self, state: Position, choice: int) -> None:
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            state.go("bet" if state.turn else "deal", 1 - state.turn)

    class Bet(own.Phase):
        """A player passes or bets."""

        moves = ("pass", "bet")
        ask = "Do you pass or bet?"

        def clause_of(self, state: Position, action: int) -> str:
            return "KU-BET-2" if 1 in state.said else "KU-BET-1"

        def play(self, state: Position, choice: str) -> None:
            bet_before = 1 in state.said
            state.said.append(self.moves.index(choice))
            if choice == "bet":
                state.paid[state.turn] += 1
            elif bet_before:
                return self.settle(state, 1 - state.turn, "KU-END-2")
            if len(state.said) >= 2 and (bet_before or choice == "pass"):
                return self.settle(state, int(state.hands[1] > state.hands[0]), "KU-END-1")
            return state.next_seat()

        def settle(self, state: Position, winner: int, clause: str) -> None:
            """Give the winner what the other player has paid."""
            won = state.paid[1 - winner]
            results = (won, -won) if winner == 0 else (-won, won)
            state.finish(*results, clause=clause, words=f"{state.game.seat_name(winner)} takes the pot.")


GAME = Kuhn
