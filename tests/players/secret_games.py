"""Games with secrets to solve: whist of any size, co-operative games, and one with a telling order of random events."""

from __future__ import annotations

from typing import Any

from workbench import own
from workbench.core.options import Option, Whole


class Table(own.State):
    """The position of a game of whist."""

    hands: list[list[int]]
    deck: list[int]
    led: list[int]
    gone: list[int]
    tricks: list[int]


class Whist(own.Game):
    """Whist for two

    - **WH-DEAL-1** Two players are dealt cards in turn from a deck of two suits.
      - Option: `hand`, `ranks`
    - **WH-PLAY-1** A player leads a card, and the other follows suit if possible. The higher card of the suit led takes
      the trick, and its player leads.
    - **WH-END-1** Most tricks win.
    """

    player_counts = (2,)
    total = 1.0
    option_table = (
        Option("hand", 2, Whole(1, 6), "How many cards each player has.", "WH-DEAL-1"),
        Option("ranks", 2, Whole(2, 13), "How many cards a suit has.", "WH-DEAL-1"),
    )
    state_kind = Table

    def table(self) -> Any:
        hand, ranks = self.options["hand"], self.options["ranks"]
        cards = own.Cards([f"{suit} {rank}" for suit in ("club", "heart") for rank in range(1, ranks + 1)])
        return (
            own.Hand("hands", "What each player holds.", cards, most=hand),
            own.Deck("deck", "The cards that nobody has.", cards),
            own.Pile("led", "The card that was led.", cards, most=1),
            own.Pile("gone", "The cards that were played.", cards),
            own.Counter("tricks", "The tricks of each player.", hand, each=True),
        )

    class Deal(own.Phase):
        random = True
        secret = True
        moves = "deck"
        applied = 0

        def choices(self, state: Table) -> Any:
            return state.deck

        def play(self, state: Table, choice: int) -> None:
            type(self).applied += 1
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            state.hands[state.turn].sort()
            done = len(state.hands[1]) == state.game.options["hand"]
            state.go("play" if done else "deal", 1 - state.turn)

    class Play(own.Phase):
        clauses = ("WH-PLAY-1",)
        moves = "hands"

        def choices(self, state: Table) -> Any:
            mine, ranks = state.hands[state.turn], state.game.options["ranks"]
            return [card for card in mine if state.led and card // ranks == state.led[0] // ranks] or mine

        def play(self, state: Table, choice: int) -> None:
            state.hands[state.turn].remove(choice)
            if not state.led:
                state.led.append(choice)
                return state.next_seat()
            ranks, led = state.game.options["ranks"], state.led.pop()
            taker = state.turn if choice // ranks == led // ranks and choice > led else 1 - state.turn
            state.gone += [led, choice]
            state.tricks[taker] += 1
            if state.hands[0]:
                return state.go("play", taker)
            first, second = state.tricks
            share = (1.0 if first > second else 0.0) if first != second else 0.5
            return state.finish(share, 1.0 - share)


COIN = ("heads", "tails")


class Glimpse(own.Game):
    """Glimpse

    - **GL-FALL-1** A coin falls, and player 1 sees it; then a cloth falls on it.
    - **GL-GUESS-1** Player 1 guesses what it shows, and wins if the guess is right.
    """

    player_counts = (2,)
    total = 1.0
    table = (
        own.Choice("coin", "What the coin shows.", COIN, seen="nobody"),
        own.Choice("shown", "What player 1 sees.", COIN, each=True, seen="its owner"),
    )

    class Fall(own.Phase):
        random = True
        secret = True
        moves = COIN

        def play(self, state: Any, choice: Any) -> None:
            state.coin = state.shown[0] = self.moves.index(choice)
            state.go("cloth")

    class Cloth(own.Phase):
        random = True
        clauses = ("GL-FALL-1",)
        moves = ("white", "black")

        def play(self, state: Any, choice: Any) -> None:
            state.shown[0] = -1
            state.go("guess")

    class Guess(own.Phase):
        moves = COIN

        def play(self, state: Any, choice: Any) -> None:
            state.win(0 if self.moves.index(choice) == state.coin else 1)


class Apart(own.Game):
    """Apart

    - **AP-COIN-1** Each player sees a coin of their own.
    - **AP-SAY-1** Each says yes or no, unheard by the other. If both coins show heads, both players win if they say different
      things, otherwise if they say the same (Clauser, Horne, Shimony and Holt 1969).
    """

    player_counts = (2,)
    table = (
        own.Choice("coins", "What each player sees.", COIN, each=True, seen="its owner"),
        own.Choice("said", "What each player has said.", ("yes", "no"), each=True, seen="its owner"),
    )

    class Coin(own.Phase):
        random = True
        secret = True
        moves = COIN

        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn] = self.moves.index(choice)
            state.go("say" if state.turn else "coin", 1 - state.turn)

    class Say(own.Phase):
        secret = True
        moves = ("yes", "no")

        def play(self, state: Any, choice: Any) -> None:
            state.said[state.turn] = self.moves.index(choice)
            if state.turn == 0:
                return state.next_seat()
            won = float((state.said[0] != state.said[1]) == (state.coins == [0, 0]))
            return state.finish(won, won)


class Signal(own.Game):
    """Signal

    - **SI-DIE-1** Player 1 sees a die of three faces.
    - **SI-WAVE-1** Player 1 waves a flag, which player 2 sees.
    - **SI-GUESS-1** Player 2 guesses the die. Both win if the guess is right.
    """

    player_counts = (2,)
    table = (
        own.Choice("die", "What the die shows.", range(1, 4), each=True, seen="its owner"),
        own.Choice("flag", "What was waved.", ("red", "blue", "green")),
    )

    class Die(own.Phase):
        random = True
        secret = True
        moves = range(1, 4)

        def play(self, state: Any, choice: Any) -> None:
            state.die[0] = choice - 1
            state.go("wave")

    class Wave(own.Phase):
        moves = ("red", "blue", "green")

        def play(self, state: Any, choice: Any) -> None:
            state.flag = self.moves.index(choice)
            state.go("guess", 1)

    class Guess(own.Phase):
        moves = range(1, 4)

        def play(self, state: Any, choice: Any) -> None:
            won = float(choice - 1 == state.die[0])
            state.finish(won, won)
