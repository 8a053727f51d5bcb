"""Games made for tests, as a person would write them: on a network, played together with hands that the others see, typed."""

from __future__ import annotations

from typing import Any

from workbench import own
from workbench.own.parts import EMPTY, OTHERS

ROADS = own.Network(
    "map",
    "Who holds each town.",
    {"Ford": ["Mill"], "Mill": ["Hill"], "Hill": ["Ford", "Inn"], "Inn": ["Moor"], "Moor": ["Cove"], "Cove": ["Mill"]},
)


class Roads(own.Game):
    """Roads

    - **RO-CLAIM-1** In turn, each player claims a free town beside one of their own; the first may be any.
    - **RO-END-1** Who cannot claim a town has lost.
    """

    player_counts = (2,)
    table = (ROADS,)
    total = 1.0
    longest = 6

    class Claim(own.Phase):
        moves = "map"
        say = "claim {0}"
        ask = "Which town do you claim?"

        def choices(self, state: Any) -> Any:
            return free(state, state.turn)

        def why(self, state: Any, choice: Any) -> str:
            return "That town is held already, or lies beside none of yours."

        def play(self, state: Any, choice: Any) -> None:
            state.map[choice] = state.turn
            if free(state, 1 - state.turn):
                state.next_seat()
            else:
                state.win(state.turn)


def free(state: Any, seat: int) -> list[int]:
    empty = [place for place, held in enumerate(state.map) if held == EMPTY]
    if seat not in state.map:
        return empty
    return [place for place in empty if any(state.map[beside] == seat for beside in ROADS.neighbours[place])]


CARDS = own.Cards((1, 2, 3), copies=2)


class Fuses(own.Game):
    """Fuses

    A game that is played together, with hands that everybody sees but their owners.

    - **FU-DEAL-1** Each player is dealt two cards, and holds them so that only the others see them.
    - **FU-LAY-1** In turn, each player lays a card of their own hand on the pile.
    - **FU-LAY-2** A card that is not the next higher one is lost.
    - **FU-END-1** When all cards are played, the players have reached as much as the pile is high, of three.
    """

    player_counts = (2,)
    together = True
    highest = 3.0
    longest = 4
    table = (
        own.Hand("hands", "The cards of each player.", CARDS, most=2, seen=OTHERS),
        own.Deck("deck", "The cards that nobody has.", CARDS),
        own.Pile("pile", "What lies in order, from 1 up.", CARDS, most=3),
        own.Pile("lost", "What was lost.", CARDS),
    )

    class Deal(own.Phase):
        random = True
        secret = OTHERS
        moves = "deck"
        say = "a {0} is dealt"

        def choices(self, state: Any) -> Any:
            return state.deck

        def play(self, state: Any, choice: Any) -> None:
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            dealt = len(state.hands[0]) + len(state.hands[1])
            state.go("deal" if dealt < 4 else "lay", 1 - state.turn)

    class Lay(own.Phase):
        moves = "hands"
        say = "lay card {0}"

        def choices(self, state: Any) -> Any:
            return range(len(state.hands[state.turn]))

        def play(self, state: Any, choice: Any) -> None:
            card = state.hands[state.turn].pop(choice)
            if card == len(state.pile):
                state.pile.append(card)
            else:
                state.lost.append(card)
                state.say("FU-LAY-2", f"The {CARDS.names[card]} is lost.")
            if any(state.hands):
                state.next_seat()
            else:
                state.finish(len(state.pile))
