"""Ransom: the loser's debt after a battle, and the fate of a loser who cannot pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.resource_hog.components import (
    ARMS,
    DISCS,
    FISH,
    FOOD,
    GOODS,
    NONE,
    PAY_ARMS,
    PAY_FOOD,
    PAY_MONEY,
    PAY_PEASANT,
    PAY_SALT,
    SALT,
    TOKEN_STEP,
)
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.words import WORK_WORDS

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.resource_hog.types import Area, Good

NOTHING_DUE: Final = Kind("nothing_due", "RH-FIGHT-9", "No ransom is due.")
DUE: Final = Kind("due", "RH-FIGHT-9", "{seat:seat} owes a ransom of {units:unit} and can pay.")
SHORT: Final = Kind("short", ("RH-FIGHT-13", "RH-RULING-30"), "{seat:seat} owes {units:unit} and can pay only {capacity}.")
PAYS_MONEY: Final = Kind("pays_money", "RH-FIGHT-10", "{seat:seat} pays {money} money to {host:seat}.")
PAYS_GOODS: Final = Kind(
    "pays_goods", "RH-FIGHT-14", "{seat:seat} pays {goods:goods} from {area:area}; it goes to {there:area}."
)
GIVES: Final = Kind("gives_peasant", "RH-FIGHT-14", "{seat:seat} gives a peasant of {area:area}, who goes to {there:area}.")
LOST: Final = Kind("peasant_lost", "RH-MARKER-2", "The winner has no disc left: the peasant is lost to both.")
STOPPED: Final = Kind("work_stopped", "RH-FIGHT-15", "The work of a peasant in {area:area} is cancelled: {task:work}.")


def loser_of(state: ResourceHogState) -> Seat:
    """Return the seat that lost the battle just decided."""
    return state.owner[state.target] if state.won else state.active


def fields_of_loss(state: ResourceHogState) -> list[int]:
    """Return the areas whose goods and peasants pay: the loser's side of the borders (RH-FIGHT-11)."""
    if state.won:
        return [state.target]
    origins = {state.game.ground.origin[border] for border in state.fronts}
    return sorted(origins)


class Receiver(HogPhase):
    """With one battle an area, the attacker chooses which of several origins gets the ransom (RH-RULING-27)."""

    name: ClassVar[str] = "receiver"
    title: ClassVar[str] = "Ransom: where it goes"
    clauses: ClassVar[tuple[str, ...]] = ("RH-RULING-27", "RH-FIGHT-14")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-RULING-27"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won", "units")
    group: ClassVar[str] = "Receive"

    def begin(self, state: ResourceHogState) -> None:
        """Ask the attacker, if there is a choice."""
        if len(state.fronts) > 1 and state.won and state.units:
            self.ask(state, state.active)
        else:
            self.announce(state)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the areas that the attack came from."""
        ground = state.game.ground
        return tuple([state.game.words.area + area for area in sorted([ground.origin[one] for one in state.fronts])])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Send the ransom there."""
        state.receiver = action - state.game.words.area
        self.announce(state)

    def announce(self, state: ResourceHogState) -> None:
        """Tell what is due; a loser who is short pays everything and must leave (RH-FIGHT-12, RH-FIGHT-13)."""
        game = state.game
        if state.listener is not None and not state.units:
            state.tell(NOTHING_DUE)
        if state.units:
            loser, capacity = loser_of(state), game.ransom.capacity(state)
            if capacity < state.units:
                if state.listener is not None:
                    clause = "RH-RULING-30" if game.ransom_partial_everything else "RH-FIGHT-13"
                    state.tell(SHORT, loser, units=state.units, capacity=capacity, clause=clause)
                game.ransom.pay_all(state)
                return
            if state.listener is not None:
                state.tell(DUE, loser, units=state.units)
        state.enter(game.ransom)

    def question(self, state: ResourceHogState) -> str:
        """Ask which area gets the ransom."""
        return "To which of your areas does the ransom go?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the ransom goes there."""
        return f"take the ransom to {state.game.area_name(area)}"

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the attacker."""
        return (state.active,)


class Ransom(HogPhase):
    """The loser chooses how to pay each unit."""

    name: ClassVar[str] = "ransom"
    title: ClassVar[str] = "Ransom"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-9", "RH-FIGHT-10", "RH-FIGHT-11", "RH-FIGHT-12")
    allows: ClassVar[Mapping[str, str]] = {"pay": "RH-FIGHT-9", "work": "RH-FIGHT-9"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won", "units")
    group: ClassVar[str] = "Pay"
    tries: ClassVar[tuple[str, ...]] = ("pay",)
    asked: ClassVar[frozenset[str]] = frozenset(["capacity", "worth"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask for the next unit; after the last one, the loser leaves or stays."""
        if state.units:
            self.ask(state, loser_of(state))
        else:
            state.enter(state.game.leave)

    def worth(self, state: ResourceHogState, seat: Seat, areas: list[int]) -> Number:
        """Return the units that a seat could pay with its money and the contents of some areas (RH-FIGHT-12)."""
        game = state.game
        found: Number = state.money[seat] // game.ransom_money
        for area in areas:
            base = area * GOODS
            found += state.store[base + SALT] // game.ransom_salt + state.store[base + ARMS] + state.store[base + FOOD]
            if not game.peasants_as_ransom_never:
                found += game.peasant_units * state.peasants(area)
        return found

    def capacity(self, state: ResourceHogState) -> Number:
        """Return the units that the loser could pay."""
        return self.worth(state, loser_of(state), fields_of_loss(state))

    def able(self, state: ResourceHogState, area: Area, payment: Number) -> bool:
        """Return whether an area can give a unit of a kind; a peasant means one without work."""
        game = state.game
        base = area * GOODS
        if payment == PAY_SALT:
            return bool(state.store[base + SALT] >= game.ransom_salt)
        if payment == PAY_ARMS:
            return state.store[base + ARMS] > 0
        if payment == PAY_FOOD:
            return state.store[base + FOOD] > 0
        return state.idle[area] + state.moved[area] > 0

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        return self.ways(state)

    def ways(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return money, salt, arms, food; an idle peasant or, if all work, their kinds of work (RH-RULING-30)."""
        game = state.game
        areas = fields_of_loss(state)
        pay, work = game.words.pay, game.words.work
        found: list[int] = []
        if state.money[loser_of(state)] >= game.ransom_money:
            found.append(pay + PAY_MONEY)
        for payment in (PAY_SALT, PAY_ARMS, PAY_FOOD):
            if any([self.able(state, area, payment) for area in areas]):
                found.append(pay + payment)
        if game.peasants_as_ransom_never or (game.peasants_as_ransom_last and found):
            return tuple(found)
        if any([self.able(state, area, PAY_PEASANT) for area in areas]):
            found.append(pay + PAY_PEASANT)
            return tuple(found)
        kinds = {code // TOKEN_STEP for area in areas for code in state.work[area]}
        return (*sorted([work + kind for kind in kinds]), *found)

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Pay a unit; if several areas could give it, the loser chooses (RH-RULING-27)."""
        game = state.game
        seat = loser_of(state)
        if action == game.words.pay + PAY_MONEY:
            self.pay_money(state, seat, game.ransom_money)
            state.units -= 1
            state.enter(self)
            return
        givers = self.givers(state, action)
        if len(givers) > 1:
            state.paying = action
            state.enter(game.payer)
        else:
            self.pay_from(state, givers[0], action)

    def givers(self, state: ResourceHogState, action: Action) -> list[int]:
        """Return the areas that can pay in a certain way."""
        game = state.game
        areas = fields_of_loss(state)
        if action >= game.words.pay:
            return [area for area in areas if self.able(state, area, action - game.words.pay)]
        kind = action - game.words.work
        return [area for area in areas if kind in [code // TOKEN_STEP for code in state.work[area]]]

    def pay_from(self, state: ResourceHogState, area: Area, action: Action) -> None:
        """Pay a unit out of an area."""
        game = state.game
        first = game.words.pay
        state.paying = NONE
        if action == first + PAY_SALT:
            self.pay_goods(state, area, SALT, game.ransom_salt)
            state.units -= 1
        elif action == first + PAY_ARMS:
            self.pay_goods(state, area, ARMS, 1)
            state.units -= 1
        elif action == first + PAY_FOOD:
            self.pay_goods(state, area, FOOD, 1)
            state.units -= 1
        else:
            if action < first:
                self.stop(state, area, action - game.words.work)
            self.give_peasant(state, area)
            state.units = max(0, state.units - game.peasant_units)
        state.enter(self)

    def stop(self, state: ResourceHogState, area: Area, kind: Number) -> None:
        """Take the worker of a kind that was placed last off its work (RH-FIGHT-15, RH-RULING-70)."""
        last = [code for code in state.work[area] if code // TOKEN_STEP == kind][-1]
        state.cancel(area, last)
        if state.listener is not None:
            state.tell(STOPPED, state.owner[area], area=area, task=kind)

    def give_peasant(self, state: ResourceHogState, area: Area) -> None:
        """Hand over an idle peasant: it stays idle, as the winner's, across the border (RH-FIGHT-14)."""
        loser = state.owner[area]
        if state.moved[area]:
            state.moved[area] -= 1
        else:
            state.idle[area] -= 1
        state.discs[loser] -= 1
        if state.listener is not None:
            state.tell(GIVES, loser, area=area, there=state.receiver)
            if state.discs[state.owner[state.receiver]] >= DISCS:
                state.tell(LOST)
        state.add_peasant(state.receiver)

    def pay_money(self, state: ResourceHogState, loser: Seat, money: Number) -> None:
        """Move money from player to player."""
        winner = state.active if state.won else state.owner[state.target]
        state.money[loser] -= money
        state.money[winner] += money
        if state.listener is not None and money:
            state.tell(PAYS_MONEY, loser, money=money, host=winner)

    def pay_goods(self, state: ResourceHogState, area: Area, good: Good, number: Number) -> None:
        """Move goods to the winner's side of the border (RH-FIGHT-14)."""
        state.store[area * GOODS + good] -= number
        state.store[state.receiver * GOODS + good] += number
        if state.listener is not None and number:
            goods = [0] * GOODS
            goods[good] = number
            state.tell(
                PAYS_GOODS, state.owner[area], goods=tuple(goods), area=area, there=state.receiver
            )

    def pay_all(self, state: ResourceHogState) -> None:
        """Pay every whole unit, or everything, for a loser who is short and must leave (RH-FIGHT-13, RH-RULING-30)."""
        game = state.game
        seat = loser_of(state)
        money = state.money[seat]
        self.pay_money(state, seat, money if game.ransom_partial_everything else money // game.ransom_money * game.ransom_money)
        for area in fields_of_loss(state):
            salt = state.store[area * GOODS + SALT]
            if not game.ransom_partial_everything:
                salt = salt // game.ransom_salt * game.ransom_salt
            self.pay_goods(state, area, SALT, salt)
            self.pay_goods(state, area, ARMS, state.store[area * GOODS + ARMS])
            self.pay_goods(state, area, FOOD, state.store[area * GOODS + FOOD])
            if game.peasants_as_ransom_never:
                continue
            while state.work[area]:
                self.stop(state, area, state.work[area][-1] // TOKEN_STEP)
            while state.idle[area] or state.moved[area]:
                self.give_peasant(state, area)
        state.units = 0
        game.leave.must(state)

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the loser."""
        return (loser_of(state),) if state.fronts else ()

    def partway(self, state: ResourceHogState) -> bool:
        """Return False: the loser pays unit by unit, but each is final, since others see it."""
        return False

    def question(self, state: ResourceHogState) -> str:
        """Ask how to pay, and say what is due."""
        return f"How do you pay a unit of ransom ({state.units} left)?"

    def words(self, state: ResourceHogState, action: int) -> str:
        """Say a move in words; work given up for ransom has words of its own."""
        kind = action - state.game.words.work
        if 0 <= kind < FISH + state.game.ground.waters:
            doing = f"fish in {state.game.water_name(kind - FISH)}" if kind >= FISH else WORK_WORDS[kind]
            return f"give a peasant who was to {doing}"
        return super().words(state, action)

    def thing(self, state: ResourceHogState, action: int) -> str:
        """Return a name for a button of its own."""
        return f"pay-{state.game.symbol(action).replace(':', '-').removeprefix('pay-')}"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a payment that the loser lacks, or that the rules forbid."""
        game, ways = state.game, self.ways(state)
        payment = action - game.words.pay
        if action in ways:
            return None
        if payment == PAY_MONEY:
            return Reason("RH-FIGHT-9", f"A unit in money is {game.ransom_money}; you have less.")
        if payment in (PAY_SALT, PAY_ARMS, PAY_FOOD):
            return Reason("RH-FIGHT-11", "There is not enough of it on your side of the border.")
        if game.peasants_as_ransom_never:
            return Reason("RH-RULING-30", "In this game peasants are not given as ransom.")
        idle = game.words.pay + PAY_PEASANT
        if game.peasants_as_ransom_last and any([game.words.pay <= way < idle for way in ways]):
            return Reason("RH-RULING-30", "In this game peasants are given only when nothing else is left.")
        if idle in ways:
            return Reason("RH-FIGHT-15", "Peasants without work go first.")
        if not any([state.work[area] for area in fields_of_loss(state)]):
            return Reason("RH-FIGHT-11", "There is no peasant of yours on your side of the border.")
        return Reason("RH-FIGHT-15", "All your peasants there work: name a kind of work that one of them does.")


class Payer(HogPhase):
    """With one battle an area, a beaten attacker chooses which origin gives a unit (RH-RULING-27)."""

    name: ClassVar[str] = "payer"
    title: ClassVar[str] = "Ransom: which area pays"
    clauses: ClassVar[tuple[str, ...]] = ("RH-RULING-27", "RH-FIGHT-11")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-RULING-27"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target", "receiver", "paying")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "won", "units")
    group: ClassVar[str] = "Pay from"

    def begin(self, state: ResourceHogState) -> None:
        """Ask the loser."""
        self.ask(state, loser_of(state))

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the origins that can give the unit."""
        return tuple([state.game.words.area + area for area in state.game.ransom.givers(state, state.paying)])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Pay from there."""
        state.game.ransom.pay_from(state, action - state.game.words.area, state.paying)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the loser has named the kind."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask which area pays."""
        return "Which of your areas pays it?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say that the unit comes from there."""
        return f"pay from {state.game.area_name(area)}"

    def movers(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the loser."""
        return (loser_of(state),) if state.fronts else ()
