"""The Trade phase, first part: buying and selling at the price board, token by token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.state import FURTHEST
from workbench.games.resource_hog.components import (
    ALL_MONEY,
    BIT,
    CAPACITY,
    COLUMN_NAMES,
    COLUMNS,
    DISCS,
    FOOD,
    GOOD_NAMES,
    GOODS,
    MERCENARIES,
    NONE,
    SLAVES,
)
from workbench.games.resource_hog.land import listed, people_of, picked
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.resource_hog.types import Area, Column, Columns

BUYS: Final = Kind(
    "buys",
    ("RH-BUY-1", "RH-BUY-4"),
    "{seat:seat} buys {column:ware} for {price} money, in {area:area}.",
)
SELLS: Final = Kind(
    "sells",
    ("RH-SELL-1", "RH-SELL-2"),
    "{seat:seat} sells {column:ware} for {price} money, from {area:area}.",
)
FEE: Final = Kind("harbour_fee", "RH-RULING-38", "{seat:seat} pays 1 money to {host:seat} for the harbour.")
CUT: Final = Kind("payout_cut", "RH-RULING-4", "There is no more money in the box: {lost} is not paid out.")

GOODS_COLUMNS: Final = (1 << GOODS) - 1
COLUMNS_IN: Final = tuple(
    [tuple([column for column in range(COLUMNS) if mask >> column & 1]) for mask in range(1 << COLUMNS)]
)
"""The columns of each mask."""


def payable(state: ResourceHogState, money: Number) -> Number:
    """Return how much of a payout the box can pay (RH-RULING-4)."""
    left: Number = ALL_MONEY if state.game.money_limit_hard else FURTHEST
    for paid in state.money:
        left -= paid
    return max(0, min(money, left))


class Trade(HogPhase):
    """The player chooses what to buy, sell or haul next."""

    name: ClassVar[str] = "trade"
    title: ClassVar[str] = "Trade phase"
    clauses: ClassVar[tuple[str, ...]] = ("RH-BUY-1", "RH-SELL-1", "RH-HAUL-1", "RH-BUY-3", "RH-HAUL-6")
    allows: ClassVar[Mapping[str, str]] = {"buy": "RH-BUY-1", "sell": "RH-SELL-1", "haul": "RH-HAUL-1", "done": "RH-ROUND-5"}
    holds: ClassVar[tuple[str, ...]] = ("bought", "sold", "hauled")
    group: ClassVar[str] = "Trade"
    tries: ClassVar[tuple[str, ...]] = ("buy", "sell", "haul")
    repeated: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["buy_price", "sell_price", "after_sale", "after_purchase", "ports"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask what to do next."""
        self.ask(state, state.active)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return whether there may be only one move; where food can be bought, there are more."""
        if self.name in state.game.changed_phases:  # its list may be shorter
            return True
        ports = self.ports(state, state.active)
        if not ports or not self.tradable(state, False) & BIT[FOOD]:
            return True
        return not self.buys_at(state, FOOD, ports)

    # -- the price board -------------------------------------------------------------------------------------------------

    def sell_price(self, state: ResourceHogState, column: Column, tokens: Number) -> Number:
        """Return what a token brings in a column that already holds so many tokens (RH-BOARD-2)."""
        price: Number = state.game.sell_prices[column][tokens]
        return price

    def buy_price(self, state: ResourceHogState, column: Column, tokens: Number) -> Number:
        """Return what a token costs from a column with so many tokens (RH-BOARD-3)."""
        price: Number = state.game.buy_prices[column][tokens]
        return price

    def after_sale(self, column: Column, tokens: Number) -> Number:
        """Return a column's tokens after a sale: above the highest row the sink keeps nothing (RH-BOARD-2)."""
        most: Number = CAPACITY[column]
        return min(tokens + 1, most)

    def after_purchase(self, tokens: Number) -> Number:
        """Return a column's tokens after a purchase: below the lowest row the source never ends (RH-BOARD-3)."""
        return max(0, tokens - 1)

    def ports(self, state: ResourceHogState, seat: Seat) -> tuple[int, ...]:
        """Return where a player can trade: own harbour areas, by an option also beside others' (RH-BUY-2)."""
        if not state.game.foreign_harbour:
            return listed(state.own(seat) & state.harbours)
        own = listed(state.own(seat))
        return tuple([area for area in own if state.harbours & BIT[area] or self.host(state, area) != NONE])

    def host(self, state: ResourceHogState, area: Area) -> Seat:
        """Return whose harbour an area without its own can use: the first such neighbour's (RH-RULING-38), or NONE."""
        if not state.game.foreign_harbour or state.harbours & BIT[area]:
            return NONE
        for other in state.game.ground.neighbours[area]:
            if state.harbours & BIT[other] and state.owner[other] not in (NONE, state.owner[area]):
                return state.owner[other]
        return NONE

    def open_columns(self, state: ResourceHogState, selling: bool) -> Columns:
        """Return the columns open now, as a mask: goods always, people only at certain times.

        RH-SELL-3, RH-SELL-4, RH-RULING-39, RH-RULING-40, RH-RULING-52
        """
        game = state.game
        if game.people_trade_off or (selling and game.people_trade_buy_only):
            return GOODS_COLUMNS
        found: Columns = GOODS_COLUMNS
        if state.slaves > 0 or (game.slave_close_first_mercenary and state.mercs == game.merc_tokens):
            found |= BIT[SLAVES]
        if state.slaves == 0 or not game.merc_open_after_slaves:
            found |= BIT[MERCENARIES]
        return found

    def tradable(self, state: ResourceHogState, selling: bool) -> Columns:
        """Return the columns in which the player could trade at any harbour, as a mask (RH-BUY-3, RH-RULING-7)."""
        game = state.game
        found = self.open_columns(state, selling) & ~(state.bought if selling else state.sold)
        if game.trade_one_column:
            traded = state.bought | state.sold
            for column in range(COLUMNS):
                if traded & ~BIT[column]:
                    found &= ~BIT[column]
        if selling:
            return found
        if state.discs[state.active] >= DISCS:
            found &= GOODS_COLUMNS
        if game.goods_limit_hard:
            for column in range(GOODS):
                if not state.columns[column] and state.chips_left(column) <= 0:
                    found &= ~BIT[column]
        return found

    def buys_at(self, state: ResourceHogState, column: Column, ports: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some areas that can buy a token now: the money covers price and fee."""
        money = state.money[state.active] - self.buy_price(state, column, state.columns[column])
        if money < 0:
            return ()
        if not state.game.foreign_harbour or money > 0:
            return ports
        return tuple([area for area in ports if self.host(state, area) == NONE])

    def sells_at(self, state: ResourceHogState, column: Column, ports: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some areas that can sell a token now: it is there, and its price covers the fee."""
        found: list[int] = []
        for area in ports:
            if column < SLAVES:
                there = state.store[area * GOODS + column]
            elif column == SLAVES:
                there = state.idle[area] + state.moved[area]
            else:
                there = state.nobles[area] + state.spent[area]
            if there:
                found.append(area)
        if found and state.game.foreign_harbour and self.sell_price(state, column, state.columns[column]) == 0:
            return tuple([area for area in found if self.host(state, area) == NONE])
        return tuple(found)

    def for_sale(self, state: ResourceHogState, ports: tuple[int, ...]) -> Columns:
        """Return the columns of which some areas hold anything, as a mask."""
        found: Columns = 0
        store = state.store
        for area in ports:
            base = area * GOODS
            if store[base]:
                found |= 1
            if store[base + 1]:
                found |= 2
            if store[base + 2]:
                found |= 4
            if state.idle[area] or state.moved[area]:
                found |= BIT[SLAVES]
            if state.nobles[area] or state.spent[area]:
                found |= BIT[MERCENARIES]
        return found

    # -- what the player may do ------------------------------------------------------------------------------------------

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        return self.trades(state)

    def trades(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return ending, buying or selling a token, and hauling goods (D15 of RH-HOUSE-7)."""
        game, seat = state.game, state.active
        ports = self.ports(state, seat)
        bought: Columns = 0
        sold: Columns = 0
        if ports:
            columns, guest = state.columns, game.foreign_harbour
            money: Number = state.money[seat]
            for column in COLUMNS_IN[self.tradable(state, False)]:
                if money >= self.buy_price(state, column, columns[column]) and (
                    not guest or self.buys_at(state, column, ports)
                ):
                    bought |= BIT[column]
            sold = self.for_sale(state, ports)
            if sold:
                sold &= self.tradable(state, True)
                if guest:
                    for column in COLUMNS_IN[sold]:
                        if not self.sells_at(state, column, ports):
                            sold &= ~BIT[column]
        found = picked(game.deals, bought + sold * BIT[COLUMNS])
        store, hauled = state.store, state.hauled
        for area in listed(state.own(seat)):
            goods: Number = 0
            place: Number = area * GOODS
            for good in range(GOODS):
                if store[place] > hauled[place]:
                    goods |= BIT[good]
                place += 1
            if goods and game.haul_to.near(state, area):
                found += game.hauls[area][goods]
        return found

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Trade or haul, or end the phase."""
        game = state.game
        if action == game.words.done:
            state.bought = 0
            state.sold = 0
            if state.hauled != game.ground.no_goods:
                state.hauled = game.ground.no_goods[:]
            state.enter(game.reveal)
            return
        if action >= game.words.haul:
            place = action - game.words.haul
            state.source = place // GOODS
            state.good = place % GOODS
            state.enter(game.haul_to)
            return
        state.deal = action
        ports = self.ports_for(state)
        if len(ports) == 1:
            self.carry_out(state, ports[0])
        else:
            state.enter(game.harbour)

    def ports_for(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the areas that could give or take the token of the deal in progress."""
        first = state.game.words
        selling = state.deal >= first.sell
        column = state.deal - (first.sell if selling else first.buy)
        ports = self.ports(state, state.active)
        return self.sells_at(state, column, ports) if selling else self.buys_at(state, column, ports)

    def carry_out(self, state: ResourceHogState, area: Area) -> None:
        """Buy or sell a token in an area."""
        game = state.game
        selling = state.deal >= game.words.sell
        column = state.deal - (game.words.sell if selling else game.words.buy)
        state.deal = NONE
        if selling:
            self.sell(state, column, area)
        else:
            self.purchase(state, column, area)
        host = self.host(state, area)
        if host != NONE:
            state.money[state.active] -= 1
            state.money[host] += 1
            if state.listener is not None:
                state.tell(FEE, state.active, host=host)
        if selling:
            self.forsake(state, area)
            if state.listener is not None:
                self.tell_left(state, area, "RH-AREA-5")
        state.enter(self)

    def purchase(self, state: ResourceHogState, column: Column, area: Area) -> None:
        """Take the cheapest token of a column and pay for it (RH-BOARD-3, RH-BUY-4)."""
        tokens: Number = state.columns[column]
        price = self.buy_price(state, column, tokens)
        state.columns[column] = self.after_purchase(tokens)
        state.money[state.active] -= price
        state.bought |= BIT[column]
        if column < SLAVES:
            state.stock(area * GOODS + column, 1)
        elif column == SLAVES:
            state.add_peasant(area)
        else:
            state.nobles[area] += 1
            state.discs[state.active] += 1
        if state.listener is not None:
            clause = "RH-BUY-1" if column < SLAVES else "RH-BUY-4"
            state.tell(BUYS, state.active, column=column, price=price, area=area, clause=clause)

    def sell(self, state: ResourceHogState, column: Column, area: Area) -> None:
        """Put a token on the lowest free space of a column and be paid (RH-BOARD-2, RH-SELL-2, RH-RULING-70)."""
        tokens: Number = state.columns[column]
        price = self.sell_price(state, column, tokens)
        state.columns[column] = self.after_sale(column, tokens)
        if column < SLAVES:
            place = area * GOODS + column
            state.store[place] -= 1
            if state.hauled[place]:  # sell first what was hauled here
                state.hauled[place] -= 1
        elif column == SLAVES:
            state.discs[state.active] -= 1
            if state.moved[area]:
                state.moved[area] -= 1
            else:
                state.idle[area] -= 1
        else:
            state.discs[state.active] -= 1
            if state.spent[area]:
                state.spent[area] -= 1
            else:
                state.nobles[area] -= 1
        paid = payable(state, price)
        state.money[state.active] += paid
        state.sold |= BIT[column]
        if state.listener is not None:
            clause = "RH-SELL-1" if column < SLAVES else "RH-SELL-2"
            state.tell(SELLS, state.active, column=column, price=price, area=area, clause=clause)
            if paid < price:
                state.tell(CUT, lost=price - paid)

    # -- in words --------------------------------------------------------------------------------------------------------

    def partway(self, state: ResourceHogState) -> bool:
        """Return whether the player has traded or hauled: the phase can be taken back until it ends."""
        return bool(state.bought or state.sold or any(state.hauled))

    def words(self, state: ResourceHogState, action: int) -> str:
        """Say a move in words, with the price of the next token."""
        first = state.game.words
        said = super().words(state, action)
        if first.buy <= action < first.sell:
            column = action - first.buy
            return f"{said} for {self.buy_price(state, column, state.columns[column])} money"
        if first.sell <= action < first.haul:
            column = action - first.sell
            return f"{said} for {self.sell_price(state, column, state.columns[column])} money"
        return said

    def question(self, state: ResourceHogState) -> str:
        """Ask what to buy, sell or haul."""
        return f"What do you buy, sell or haul ({state.money[state.active]} money)?"

    def done_words(self, state: ResourceHogState) -> str:
        """Say that the phase ends."""
        return "end the Trade phase"

    def group_of(self, state: ResourceHogState, action: int) -> str:
        """Return the kind of move: buying, selling, hauling."""
        first = state.game.words
        if action < first.buy:
            return "End"
        return "Buy" if action < first.sell else "Sell" if action < first.haul else "Haul"

    def clause_of(self, state: ResourceHogState, action: int) -> str:
        """Return the clause of the trade."""
        first = state.game.words
        if action < first.buy:
            return "RH-ROUND-5"
        if action >= first.haul:
            return "RH-HAUL-1"
        people = (action - first.buy) % COLUMNS >= SLAVES
        return ("RH-BUY-4" if people else "RH-BUY-1") if action < first.sell else "RH-SELL-2" if people else "RH-SELL-1"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Say why this trade cannot be."""
        first = state.game.words
        if action in self.trades(state):
            return None
        if first.haul <= action < first.number:
            return self.haul_reason(state, action - first.haul)
        selling = action >= first.sell
        column = action - (first.sell if selling else first.buy)
        if not self.ports(state, state.active):
            clause = "RH-RULING-38" if state.game.foreign_harbour else "RH-BUY-2"
            return Reason(clause, "You have no harbour area to trade from.")
        if not self.open_columns(state, selling) & BIT[column]:
            return Reason(*self.closed_reason(state, column))
        if state.game.trade_one_column and (state.bought | state.sold):
            return Reason("RH-RULING-7", "In this game all trade of a phase is in one column and one direction.")
        if (state.bought if selling else state.sold) & BIT[column]:
            return Reason("RH-BUY-3", f"You have {'bought' if selling else 'sold'} in that column in this phase.")
        if selling:
            what = "workless peasant" if column == SLAVES else "noble" if column == MERCENARIES else GOOD_NAMES[column]
            clause = "RH-SELL-1" if column < SLAVES else "RH-SELL-2"
            there = "an area from which you may trade" if state.game.foreign_harbour else "a harbour area of yours"
            return Reason(clause, f"You have no {what} to sell in {there}.")
        price = self.buy_price(state, column, state.columns[column])
        if column >= SLAVES and state.discs[state.active] >= DISCS:
            return Reason("RH-MARKER-2", "All your discs are in use.")
        if state.money[state.active] < price:
            return Reason("RH-HAUL-7", f"It costs {price} money, and you have {state.money[state.active]}.")
        return Reason("RH-RULING-4", "There is no chip or money left for it.")

    def note(self, state: ResourceHogState, action: int) -> str:
        """Warn before the player sells people whom nobody can replace."""
        first = state.game.words
        if not first.sell + SLAVES <= action < first.haul or state.to_move < 0:
            return ""
        seat = state.to_move
        if state.discs[seat] == 1:
            return "your last disc: without any you are out of the game (RH-AREA-8)"
        places = self.sells_at(state, action - first.sell, self.ports(state, seat))
        if len(places) == 1 and people_of(state, places[0]) == 1 and not state.game.control_sticky:
            return f"the last disc in {state.game.area_name(places[0])}, which would be nobody's (RH-SELL-6)"
        return ""

    def closed_reason(self, state: ResourceHogState, column: int) -> tuple[str, str]:
        """Say why people are not traded now."""
        game = state.game
        if game.people_trade_off or game.people_trade_buy_only:
            return ("RH-RULING-39", "In this game people are not traded in this way.")
        if column == SLAVES and game.slave_close_first_mercenary:
            return ("RH-RULING-52", "A mercenary token has come to its column, so slaves are not traded any more.")
        if column == SLAVES:
            return ("RH-SELL-3", "The slave tokens beside the board have run out, so slaves are not traded any more.")
        return ("RH-RULING-40", "In this game mercenaries are traded only when the slaves have run out.")

    def haul_reason(self, state: ResourceHogState, place: int) -> Reason:
        """Say why nothing can be hauled from there."""
        area, good = place // GOODS, place % GOODS
        name = state.game.area_name(area)
        if state.owner[area] != state.active:
            return Reason("RH-HAUL-1", f"{name} is not your land.")
        if not state.store[place]:
            return Reason("RH-HAUL-1", f"The store of {name} holds no {GOOD_NAMES[good]}.")
        if state.store[place] <= state.hauled[place]:
            return Reason("RH-HAUL-6", "It was hauled there in this phase; no token is hauled twice.")
        fees = [borders for borders in state.game.haul_to.borders_paid(state, area) if borders > 0]
        if not fees:
            changed = state.game.haul_reach_any or state.game.haul_reach_unowned
            where = "land to which goods may go" if changed else "land of yours"
            clause = "RH-RULING-43" if changed else "RH-HAUL-4"
            return Reason(clause, f"From {name} no other {where} can be reached.")
        fee, money = min(fees) * state.game.haul_fee, state.money[state.active]
        return Reason("RH-HAUL-7", f"From {name} the shortest way costs {fee} money a token, and you have {money}.")


class Harbour(HogPhase):
    """The player chooses the harbour area that gives or takes the token (RH-BUY-2, RH-SELL-1)."""

    name: ClassVar[str] = "harbour"
    title: ClassVar[str] = "Trade phase: which harbour"
    clauses: ClassVar[tuple[str, ...]] = ("RH-BUY-2", "RH-SELL-1", "RH-SELL-2")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-BUY-2"}
    needs: ClassVar[tuple[str, ...]] = ("deal",)
    holds: ClassVar[tuple[str, ...]] = ("bought", "sold", "hauled")
    group: ClassVar[str] = "Harbour"

    def begin(self, state: ResourceHogState) -> None:
        """Ask which area."""
        self.ask(state, state.active)

    def may_be_single(self, state: ResourceHogState) -> bool:
        """Return False: the phase comes only if there are several."""
        return False

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the harbour areas that qualify."""
        return tuple([state.game.words.area + area for area in state.game.trade.ports_for(state)])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Trade there."""
        state.game.trade.carry_out(state, action - state.game.words.area)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has named the column."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask where to trade."""
        selling = state.deal >= state.game.words.sell
        column = state.deal - (state.game.words.sell if selling else state.game.words.buy)
        does = "From which harbour area do you sell" if selling else "In which harbour area do you buy"
        return f"{does} ({COLUMN_NAMES[column]})?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the trade is there."""
        return f"use the harbour of {state.game.area_name(area)}"

    def note(self, state: ResourceHogState, action: int) -> str:
        """Warn before the player sells the last disc of an area."""
        game, area = state.game, action - state.game.words.area
        if state.deal < game.words.sell + SLAVES or not 0 <= area < game.ground.areas or game.control_sticky:
            return ""
        if people_of(state, area) != 1:
            return ""
        return f"the last disc in {game.area_name(area)}, which would be nobody's (RH-SELL-6)"
