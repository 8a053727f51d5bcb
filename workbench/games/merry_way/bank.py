"""The bank: after all deals between players, each player in turn buys with profit and exchanges resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.merry_way.cards import NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    BANK_DONE,
    BUY_CARD,
    FIRST_BUY,
    FIRST_SWAP,
    RESOURCES,
    SWAPS,
)
from workbench.games.merry_way.draw import FOR_BANK, NO_CARD_LEFT
from workbench.games.merry_way.phase import MerryWayPhase, marker_reason
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import resources, tokens

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.merry_way.types import Spot

MARKER_TAKEN_OFF: Final = Kind("marker_taken_off", "MW-RULING-15", "{seat:seat} takes their own marker off {spot:spot}.")
BUYS: Final = Kind("buys", "MW-BANK-2", "{seat:seat} spends {profit} profit on {tokens:tokens}.")
BUYS_CARD: Final = Kind("buys_card", "MW-BANK-3", "{seat:seat} spends {profit} profit on a card.")
PILE_REFILLED: Final = Kind("pile_refilled", "MW-BANK-4", "The pile gets back {profit} profit.")
EXCHANGES: Final = Kind("exchanges", "MW-BANK-5", "{seat:seat} exchanges {paid:tokens} for {got:tokens}.")
BANK_CLOSES: Final = Kind("bank_closes", "MW-BANK-7", "Everybody has visited the bank; the Build phase begins.")


def take_own_marker_off(state: MerryWayState, seat: Seat, spot: Spot) -> None:
    """Take a seat's own claim marker off a trap, without a partner (MW-RULING-15)."""
    state.move_marker(spot, NONE)
    if state.listener is not None:
        state.tell(MARKER_TAKEN_OFF, seat, spot=spot)


def own_marker_reason(state: MerryWayState, spot: int, where: str) -> Reason | None:
    """Explain why a player cannot take off their own claim marker; None if it can be taken off.

    Args:
        state: the position.
        spot: the spot.
        where: the value of the option `remove_own_claim` that would allow it.
    """
    rules = state.game
    if rules.options["remove_own_claim"] != where:
        return marker_reason(rules)
    if state.claims[spot] == state.seat:
        return None
    return Reason("MW-RULING-15", f"You have no claim marker on {rules.board.spot_names[spot]}.")


class Bank(MerryWayPhase):
    """The player in turn buys or exchanges, as often as they like."""

    name: ClassVar[str] = "bank"
    title: ClassVar[str] = "Bargain: the bank"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-BANK-1", "MW-BANK-2", "MW-BANK-3", "MW-BANK-5", "MW-BANK-6", "MW-RULING-16"),
    )
    allows: ClassVar[Mapping[str, str]] = {
        "buy": "MW-BANK-2",
        "swap": "MW-BANK-5",
        "bank": "MW-BANK-6",
        "unclaim": "MW-RULING-15",
    }
    group: ClassVar[str] = "Bank"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return leave, and everything that the seat can pay for and that the supply or the decks have."""
        rules = state.game
        seat = state.to_move
        supply = state.supply
        actions = [BANK_DONE]
        if state.profit[seat] >= rules.bank_price:
            for kind in range(RESOURCES):
                if supply[kind] > 0:
                    actions.append(FIRST_BUY + kind)
            if state.can_draw():
                actions.append(BUY_CARD)
        stock, place = state.stock, RESOURCES * seat
        rate: Number = rules.exchange_rate
        for swap in range(len(SWAPS)):
            paid, got = SWAPS[swap]
            if stock[place + paid] >= rate and supply[got] > 0:
                actions.append(FIRST_SWAP + swap)
        if rules.remove_own_claim_in_bank:
            for spot in state.markers_of(seat):
                actions.append(rules.first.unclaim + spot)
        return tuple(actions)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Buy, exchange, or leave the bank for the next seat."""
        rules = state.game
        seat = state.seat
        if action == BANK_DONE:
            state.seat = state.after(seat)
            if state.seat != state.leader:
                state.enter(self)
                return
            if state.listener is not None:
                state.tell(BANK_CLOSES)
            state.enter(rules.build)
        elif action >= rules.first.unclaim:
            take_own_marker_off(state, seat, action - rules.first.unclaim)
        elif action >= FIRST_SWAP:
            self.exchange(state, seat, action - FIRST_SWAP)
        else:
            self.buy(state, seat, action)

    def buy(self, state: MerryWayState, seat: Seat, action: Action) -> None:
        """Spend profit on a resource or a card (MW-BANK-4)."""
        rules = state.game
        price = rules.bank_price
        state.profit[seat] -= price
        if state.listener is not None:
            if action == BUY_CARD:
                state.tell(BUYS_CARD, seat, profit=price)
            else:
                state.tell(BUYS, seat, profit=price, tokens=tokens(action - FIRST_BUY, 1))
            state.tell(PILE_REFILLED, seat, profit=price)
        if action == BUY_CARD:
            rules.draw_scheme.hand_out(state, seat, 1, FOR_BANK)
        else:
            state.take(seat, action - FIRST_BUY, 1)

    def exchange(self, state: MerryWayState, seat: Seat, swap: Number) -> None:
        """Exchange resources of one kind for one of another kind (MW-BANK-5)."""
        paid, got = SWAPS[swap]
        rate = state.game.exchange_rate
        state.take(seat, paid, -rate)
        state.take(seat, got, 1)
        if state.listener is not None:
            state.tell(EXCHANGES, seat, paid=tokens(paid, rate), got=tokens(got, 1))

    def clause_of(self, state: MerryWayState, action: int) -> str:
        """Return the clause that allows a move; a card has one of its own."""
        return "MW-BANK-3" if action == BUY_CARD else super().clause_of(state, action)

    def question(self, state: MerryWayState) -> str:
        return f"What do you do at the bank? You have {state.profit[state.seat]} profit."

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse what the player cannot pay for, and what neither the supply nor the decks have."""
        rules, seat = state.game, state.seat
        if action == BANK_DONE:
            return None
        if action >= rules.first.unclaim:
            return own_marker_reason(state, action - rules.first.unclaim, "bank")
        if action >= FIRST_SWAP:
            paid, got = SWAPS[action - FIRST_SWAP]
            held = state.stock[RESOURCES * seat + paid]
            if held < rules.exchange_rate:
                wanted = resources(paid, rules.exchange_rate)
                return Reason("MW-BANK-5", f"An exchange takes {wanted}, and you have {held}.")
            return None if state.supply[got] > 0 else Reason("MW-BANK-5", f"The supply has no {RESOURCE_NAMES[got]}.")
        if state.profit[seat] < rules.bank_price:
            said = f"The bank wants {rules.bank_price} profit, and you have {state.profit[seat]}."
            return Reason(self.clause_of(state, action), said)
        if action == BUY_CARD:
            return None if state.can_draw() else NO_CARD_LEFT
        kind = action - FIRST_BUY
        return None if state.supply[kind] > 0 else Reason("MW-BANK-2", f"The supply has no {RESOURCE_NAMES[kind]}.")

    def too_late_to_deal(self) -> Reason:
        """Explain that deals are over: the bank opens when the players have finished them."""
        return Reason("MW-BANK-1", "The players have finished their deals; now each may trade with the bank.")
