"""The players made for Resource Hog: a Farmer, who is the reference, and variants that raid, make war, trade and spare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.player import Player
from workbench.core.state import State, View
from workbench.games.resource_hog import measures
from workbench.games.resource_hog.components import (
    ARMS,
    BIT,
    CLEAR,
    FIRST_SEAT_BUILDING,
    FISH,
    FOOD,
    GOLD,
    GOLD_TOKEN,
    GOODS,
    GROW,
    HEAD,
    HEAD_BUILDING,
    HIGHEST_SEAT,
    HUNT,
    KNIGHT,
    MERCENARIES,
    MINE,
    MINE_SITE,
    NONE,
    ORE_NAMES,
    PAY_ARMS,
    PAY_FOOD,
    PAY_MONEY,
    PAY_SALT,
    PILES,
    ROAD,
    SALT,
    SEAT,
    SLAVES,
    TOIL,
    is_fresh,
    work_kind,
    work_tokens,
)
from workbench.games.resource_hog.land import beside, listed, people_of, reach

if TYPE_CHECKING:
    from workbench.games.resource_hog.game import ResourceHog
    from workbench.games.resource_hog.state import ResourceHogState

LAST_GROWTH: Final = 7
"""The Farmer raises peasants up to this round."""
HEAD_COST: Final = 15
"""What a stone head costs."""
RICH: Final = 4 * HEAD_COST
"""With so much money nobody saves for stone heads any longer."""
PROGRAM: Final = PILES.index("TPN")
"""Trade, peasants, nobles: the usual order of the cards."""
HURRY: Final = PILES.index("PNT")
"""Peasants, nobles, trade: the order for whoever wants to be on new land before the others."""
FAR: Final = 1_000


def last_growth(game: ResourceHog) -> int:
    """Return the last round in which a Farmer raises peasants: none where they eat more than they bring in."""
    return 0 if game.peasants_eat else LAST_GROWTH


class Estate:
    """An own area as the Farmer sees it.

    Attributes:
        fresh: fresh tokens on its workers.
        food: the food in its store.
        mouths: those who eat this season by the rule that feeds them, with the peasants waiting to be knighted. Where peasants
            eat, only one counts in the last round: one who does not starve keeps the area and its stone heads.
        growing: 1 if somebody waits to raise a peasant.
        salt_coming: the salt in its store, with what is being mined.
        peasants: its peasants.
        surplus: fresh food that the mouths leave.
        need: mouths, and one for a child while children are raised.
        missing: the food it lacks for that.
        spare: the stored food it does not need for that.
    """

    __slots__ = ("area", "food", "fresh", "growing", "missing", "mouths", "need", "peasants", "salt_coming", "spare", "surplus")

    def __init__(self, state: ResourceHogState, area: int) -> None:
        game = state.game
        fresh, knighting, growing, mined = state.fresh[area], 0, 0, 0
        for code in state.work[area]:
            kind = work_kind(code)
            if is_fresh(kind):
                fresh += work_tokens(code)
            elif kind == KNIGHT:
                knighting += 1
            elif kind == GROW:
                growing = 1
            elif kind == MINE + SALT:
                mined += work_tokens(code)
        base = area * GOODS
        food = state.store[base]
        peasants = int(state.peasants(area))
        mouths = int(game.feed.mouths(state, area))
        if not game.peasants_eat:
            mouths += knighting
        elif state.round >= game.rounds:
            mouths = min(1, mouths)
        need = mouths + (1 if growing or (peasants and state.round <= last_growth(game)) else 0)
        self.area: int = area
        self.fresh: int = fresh
        self.food: int = food
        self.salt_coming: int = state.store[base + SALT] + mined
        self.peasants: int = peasants
        self.mouths: int = mouths
        self.growing: int = growing
        self.need: int = need
        # comparisons instead of max and min, since estates are counted up thousands of times a game
        lacking = need - fresh
        self.missing: int = lacking - food if lacking > food else 0
        self.spare: int = food - lacking if lacking > 0 else food
        self.surplus: int = fresh - mouths if fresh > mouths else 0

    def free_fields(self, state: ResourceHogState) -> int:
        """Return the fields that nobody uses, including those on the way."""
        free = state.fields[self.area]
        for code in state.work[self.area]:
            kind = work_kind(code)
            if kind == CLEAR:
                free += 1
            elif kind in (TOIL, HEAD):
                free -= 1
        return free


class Farmer(Player):
    """Feeds its people, grows for seven rounds, sells what is left over, and puts up stone heads. It never attacks.

    Where peasants eat, too, it keeps its household small: it raises nobody, sells a knighted peasant, and does not put off
    stone heads.
    """

    player_name: ClassVar[str] = "farmer"
    only_looks: ClassVar[bool] = True
    takes_as_printed: ClassVar[tuple[str, ...]] = ("program.legal",)
    attacks_from: ClassVar[int] = FAR
    """The round from which it attacks."""
    wanted_nobles: ClassVar[int] = 1
    """It knights while it has fewer nobles."""
    sells_nobles: ClassVar[bool] = False
    spares: ClassVar[bool] = False
    """Whether it leaves small stocks alone, and guards its fields."""
    heads_from: ClassVar[int] = 1
    """The round from which it puts up stone heads; earlier only if it is rich."""
    arms_price: ClassVar[int] = 7
    """The lowest price at which it sells arms."""
    food_kept: ClassVar[int] = 3
    """How much spare food it keeps in a harbour area."""
    leaves_from: ClassVar[int] = FAR
    """The round from which peasants leave an area where nothing is left to do for one that needs them."""
    sells_out: ClassVar[bool] = False
    """Whether it sells its nobles in the last round."""
    hurries: ClassVar[tuple[int, ...]] = ()
    """The rounds in which it moves before it trades."""

    def choose(self, view: View) -> int:
        """Choose by a method for each phase."""
        state: ResourceHogState = view.state  # type: ignore[assignment]
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return self.if_allowed(self.wanted(state, legal, view.seat, state.phase.name), legal, state)

    def wanted(self, state: ResourceHogState, legal: tuple[int, ...], seat: int, name: str) -> int:
        """Return what it does in each phase."""
        if name == "work":
            return self.work(state, legal, seat)
        if name == "trade":
            return self.trade(state, legal, seat)
        if name == "move_peasants":
            return self.from_where(state, legal, seat)
        if name == "move_nobles":
            return self.noble_from(state, legal, seat)
        return self.other(state, legal, seat, name)

    def other(self, state: ResourceHogState, legal: tuple[int, ...], seat: int, name: str) -> int:
        """Make the smaller decisions."""
        first = state.game.words
        if name == "program":
            return self.order(state)
        if name == "first_area":
            return self.best_area(legal, state, lambda area: self.start_worth(state, area))
        if name == "peasant_to":
            return self.best_area(legal, state, lambda area: self.hand_worth(state, area))
        if name == "cargo":
            return self.cargo(state)
        if name == "noble_to":
            return self.noble_to(state, legal, seat)
        if name == "load":
            return self.load(state, legal)
        if name == "haul_to":
            return self.haul_to(state, legal)
        if name == "quantity":
            return self.quantity(state, legal)
        if name == "harbour":
            return self.port(state, legal)
        if name == "ransom":
            return self.ransom(state, legal)
        if name == "leave_to":
            return self.best_area(
                legal, state, lambda area: state.store[area * GOODS + FOOD] + (FAR if state.owner[area] == seat else 0)
            )
        if name == "occupy":
            origin = state.game.ground.origin[state.fronts[0]]
            keeps = sum([state.on_border[border] for border in state.fronts]) > 1 or state.peasants(origin)
            return first.yes if keeps else first.done
        if name == "build":
            heads = [action for action in legal if (action - first.build) % 3 == 2]
            seats = [action for action in legal if action >= first.build and (action - first.build) % 3 == 1]
            return (heads or seats or [legal[-1]])[0]
        if name == "preserve":
            return legal[0] if state.round >= state.game.rounds else legal[-1]
        return legal[0]

    def suppose(self, state: State, seat: int) -> None:
        """Suppose the order of a seat's cards that are already down."""
        position: ResourceHogState = state  # type: ignore[assignment]
        if position.piles[seat] != NONE:
            position.piles[seat] = self.order(position)

    def order(self, state: ResourceHogState) -> int:
        """Return the order in which it puts down its cards."""
        return HURRY if state.round in self.hurries else PROGRAM

    # -- questions asked again and again ---------------------------------------------------------------------------------

    def nobles_wanted(self, game: ResourceHog) -> int:
        """Return how many nobles it wants: at least one to sell where peasants eat."""
        return max(self.wanted_nobles, 2) if game.peasants_eat else self.wanted_nobles

    def trades_in_nobles(self, game: ResourceHog) -> bool:
        """Return whether it sells the nobles that it makes: always where peasants eat, since that money builds stone heads."""
        return self.sells_nobles or game.peasants_eat

    def best_area(self, legal: tuple[int, ...], state: ResourceHogState, worth: Callable[[int], int]) -> int:
        """Return the action for the area of the highest worth, the first in map order."""
        first = state.game.words.area
        areas = [action for action in legal if first <= action < first + state.game.ground.areas]
        if not areas:
            return legal[0]
        return max(areas, key=lambda action: (worth(action - first), -action))

    def own(self, state: ResourceHogState, seat: int) -> tuple[int, ...]:
        """Return the own areas in map order."""
        return listed(state.own(seat))

    def start_worth(self, state: ResourceHogState, area: int) -> int:
        """Value an area for its woodland, there and around, less its neighbours; one without coast and mountain comes last."""
        ground = state.game.ground
        around = ground.neighbours[area]
        free = sum([state.woodland[other] for other in around if state.owner[other] == NONE])
        both = ground.coast & ground.mountains & BIT[area]
        return (
            3 * state.woodland[area]
            + free
            - 4 * len([1 for other in around if state.owner[other] != NONE])
            - (0 if both else FAR)
        )

    def sell_price(self, state: ResourceHogState, column: int) -> int:
        """Return what the next token brings on sale."""
        return int(state.game.trade.sell_price(state, column, state.columns[column]))

    def buy_price(self, state: ResourceHogState, column: int) -> int:
        """Return what the next token costs."""
        return int(state.game.trade.buy_price(state, column, state.columns[column]))

    # -- peasants ----------------------------------------------------------------------------------------------------------

    def needs_hands(self, state: ResourceHogState, area: int) -> int:
        """Return 1 if an area has something to do and few peasants for it."""
        return 1 if self.has_task(state, area) and state.peasants(area) < 3 else 0

    def has_task(self, state: ResourceHogState, area: int) -> bool:
        """Return whether woodland, fields or ore are left."""
        base = area * GOODS
        return bool(state.woodland[area] or state.fields[area] or sum(state.ore[base : base + GOODS]))

    def hand_worth(self, state: ResourceHogState, area: int) -> int:
        """Value one more peasant in an area: most where few are left for a task."""
        return (FAR if self.needs_hands(state, area) else 0) - int(state.peasants(area))

    def from_where(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Return where a peasant leaves: the fullest area connected with the poorest that needs hands."""
        game = state.game
        first = game.words.area
        if state.round >= state.game.rounds:
            return game.words.done
        poor = [area for area in self.own(state, seat) if self.needs_hands(state, area)]
        for target in sorted(poor, key=lambda area: (int(state.peasants(area)), area)):
            land = listed(reach(game.ground, state.land, target))
            rich = [
                area
                for area in land
                if area != target and first + area in legal and (state.peasants(area) >= 5 or self.is_done(state, area))
            ]
            if rich:
                return first + max(rich, key=lambda area: (int(state.peasants(area)), -area))
        return game.words.done

    def is_done(self, state: ResourceHogState, area: int) -> bool:
        """Return whether an area has no task left, and somebody can leave without giving it up."""
        return state.round >= self.leaves_from and state.peasants(area) > 1 and not self.has_task(state, area)

    def cargo(self, state: ResourceHogState) -> int:
        """Return the cargo: food that is spare and useful, then a salt."""
        game = state.game
        here, there = Estate(state, int(state.source)), Estate(state, int(state.target))
        food = max(0, min(game.peasant_load, here.spare, there.need + 1 - there.food))
        salt = 0
        if food < game.peasant_load and state.store[here.area * GOODS + SALT] >= 3:
            salt = 0 if state.harbours & BIT[there.area] else 1
        return game.words.cargo + game.cargo_needs.index((food, salt, 0))

    def work(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Return the first task worth doing, in a fixed order."""
        first = state.game.words.work
        may = {action - first for action in legal if action >= first}
        return self.task(state, may, Estate(state, int(state.here)), seat)

    def task(self, state: ResourceHogState, may: set[int], one: Estate, seat: int) -> int:
        """Return the first task worth doing.

        Args:
            state: the position.
            may: the kinds of work that are open.
            one: the area with somebody idle.
            seat: its owner.
        """
        game, area = state.game, one.area
        first, round_, last = game.words.work, int(state.round), game.rounds
        producer = self.producer(state, may, area, round_)
        salty = one.salt_coming > one.surplus
        if producer != NONE and one.fresh + one.food < one.mouths + one.growing:
            return first + producer
        if GROW in may and round_ <= last_growth(game) and one.food - max(0, one.mouths - one.fresh) >= 1:
            return first + GROW
        if HEAD in may and (round_ >= self.heads_from or state.money[seat] >= RICH or game.peasants_eat):
            if self.affords(state, seat, game.costs[6]):
                return first + HEAD
        if self.spares and SEAT in may and state.seats[area] == 0 and (state.fields[area] or state.heads[area]):
            if self.affords(state, seat, game.costs[3] + HEAD_COST):
                return first + SEAT
        if MINE_SITE in may and round_ <= last - 3:
            return first + MINE_SITE
        if CLEAR in may and round_ < last and one.free_fields(state) <= 0:
            return first + CLEAR
        if KNIGHT in may and round_ <= last - 2 and one.peasants >= 4 and state.store[area * GOODS + ARMS]:
            if self.nobles_coming(state, seat) < self.nobles_wanted(game):
                return first + KNIGHT
        if producer != NONE and round_ < last and salty:
            if one.food + min(one.surplus, one.salt_coming) < one.mouths + one.growing + 3:
                return first + producer
        if round_ < last:
            product = self.product(state, may, area)
            if product != NONE:
                return first + product
            if producer != NONE and salty:
                return first + producer
        if (
            ROAD in may
            and round_ <= last - 4
            and any([state.owner[other] == seat for other in game.ground.neighbours[area]])
        ):
            return first + ROAD
        if CLEAR in may and round_ <= last - 2 and one.free_fields(state) < 3:
            return first + CLEAR
        if SEAT in may and round_ == last and self.affords(state, seat, game.costs[3 + state.seats[area]]):
            return first + SEAT
        return game.words.done

    def affords(self, state: ResourceHogState, seat: int, price: int) -> bool:
        """Return whether the money covers a price and what is promised."""
        money = state.money[seat]
        return money >= price and money >= price + self.promised(state, seat)  # what is promised takes longer to count

    def nobles_coming(self, state: ResourceHogState, seat: int) -> int:
        """Return how many nobles it has, with peasants who wait to be knighted."""
        found = 0
        for area in self.own(state, seat):
            found += state.nobles[area] + state.spent[area]
            found += len([code for code in state.work[area] if work_kind(code) == KNIGHT])
        return found

    def promised(self, state: ResourceHogState, seat: int) -> int:
        """Return the money that buildings already given out will cost."""
        if state.game.build_payment_assignment:
            return 0
        costs = state.game.group_costs
        return sum([costs[code] for area in self.own(state, seat) for code in state.work[area]])

    def producer(self, state: ResourceHogState, may: set[int], area: int, round_: int) -> int:
        """Return the work with most fresh food, rather from a large stock; NONE if no work gives any."""
        game = state.game
        most, large, found = 0, False, NONE
        for kind in (*[FISH + water for water in game.ground.waters_of[area]], HUNT):
            if kind not in may:
                continue
            stock = state.wild[area] if kind == HUNT else state.fish[kind - FISH]
            if self.leaves(stock, round_):
                continue
            catch = min(stock, game.hunt_catch) if kind == HUNT else int(game.work.catch(state, area, kind - FISH))
            if catch > most or (catch == most and stock >= 9 and not large):
                most, large, found = catch, stock >= 9, kind
        return TOIL if TOIL in may and game.grain_yield > most else found

    def leaves(self, stock: int, round_: int) -> bool:
        """Return whether it leaves a stock of fish or game alone."""
        return self.spares and stock < 9 and round_ <= 9

    def product(self, state: ResourceHogState, may: set[int], area: int) -> int:
        """Return the mine product worth most at present prices; NONE if nothing can be mined."""
        best, found = 0, NONE
        for ore in range(len(ORE_NAMES)):
            if MINE + ore in may:
                price = GOLD_TOKEN if ore == GOLD else self.sell_price(state, ore)
                worth = int(state.game.work.dug(state, area, ore)) * price
                if worth > best:
                    best, found = worth, MINE + ore
        return found

    # -- trade -------------------------------------------------------------------------------------------------------------

    def trade(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Bring food where it is missing and goods to harbours, sell, and buy a little."""
        game = state.game
        first, last = game.words, state.round >= state.game.rounds
        own, store = self.own(state, seat), state.store
        known: dict[int, Estate] = {}
        hauled = self.haul(state, legal, own, known, last)
        if hauled != NONE:
            return hauled
        may = set(legal)
        ports = [area for area in own if state.harbours & BIT[area]]
        arms = sum([store[area * GOODS + ARMS] for area in ports])
        nobles = sum([state.nobles[area] + state.spent[area] for area in own])
        lacks_nobles = nobles < self.nobles_wanted(game)
        keep = 1 if lacks_nobles and not (last and self.sells_out) else 0
        if first.sell + ARMS in may and arms > keep and (last or self.sell_price(state, ARMS) >= self.arms_price):
            return first.sell + ARMS
        if first.sell + SALT in may and (
            last or (self.sell_price(state, SALT) >= 4 and any([store[area * GOODS + SALT] > 2 for area in ports]))
        ):
            return first.sell + SALT
        plenty = 0 if last else self.food_kept
        if (
            first.sell + FOOD in may
            and (last or self.sell_price(state, FOOD) >= 8)
            and any([self.estate(state, area, known).spare > plenty for area in ports])
        ):
            return first.sell + FOOD
        if first.sell + SLAVES in may and self.sell_price(state, SLAVES) >= 20:
            if sum([int(state.peasants(area)) for area in own]) > 8:
                return first.sell + SLAVES
        if first.sell + MERCENARIES in may:
            price = self.sell_price(state, MERCENARIES)
            if (self.trades_in_nobles(game) and price >= 50) or (self.sells_out and last and price >= HEAD_COST):
                if self.with_a_peasant(state, ports):
                    return first.sell + MERCENARIES
        if first.buy + FOOD in may and not last and self.buy_price(state, FOOD) <= 12:
            if any([self.estate(state, area, known).missing for area in ports]):
                return first.buy + FOOD
        if first.buy + ARMS in may and lacks_nobles and not arms and self.trades_in_nobles(game):
            if self.buy_price(state, ARMS) <= 11:
                return first.buy + ARMS
        if first.buy + SALT in may and state.round <= state.game.rounds - 2 and state.money[seat] >= 10:
            if self.buy_price(state, SALT) <= 6:
                if any([store[area * GOODS + SALT] < 2 and not state.ore[area * GOODS + SALT] for area in ports]):
                    return first.buy + SALT
        return first.done

    def estate(self, state: ResourceHogState, area: int, known: dict[int, Estate]) -> Estate:
        """Return an own area as the Farmer sees it, counted up once for a decision."""
        found = known.get(area)
        if found is None:
            found = Estate(state, area)
            known[area] = found
        return found

    def with_a_peasant(self, state: ResourceHogState, areas: list[int]) -> bool:
        """Return whether a noble in one of some areas can go without giving it up, since a peasant stays."""
        return any([state.nobles[area] + state.spent[area] > 0 and int(state.peasants(area)) > 0 for area in areas])

    def haul(
        self, state: ResourceHogState, legal: tuple[int, ...], own: tuple[int, ...], known: dict[int, Estate], last: bool
    ) -> int:
        """Return the next haul; NONE if no haul is worth it.

        Args:
            state: the position.
            legal: the legal actions.
            own: the own areas.
            known: those counted up so far, for `estate`.
            last: whether this is the last round.
        """
        first = state.game.words.haul
        if legal[-1] < first:  # hauls come last among the actions
            return NONE
        for area in own:
            if first + area * GOODS + FOOD in legal and self.estate(state, area, known).spare > 0:
                hungry = [other for other in own if self.estate(state, other, known).missing]
                if not hungry:
                    break
                if self.nearest_hungry(state, area, hungry) != NONE:
                    return first + area * GOODS + FOOD
        for good in (ARMS, SALT):
            price = self.sell_price(state, good)
            if price <= 1:
                continue
            kept = 2 if good == SALT and not last else 0
            for area in own:
                place = area * GOODS + good
                if state.store[place] <= kept or state.harbours & BIT[area] or first + place not in legal:
                    continue
                port = self.nearest_port(state, area)
                if port != NONE and price > self.fee(state, area, port) + 1:
                    return first + place
        return NONE

    def fee(self, state: ResourceHogState, area: int, target: int) -> int:
        """Return what a token pays between two areas; FAR if there is no way."""
        return self.fees(state, area, [target])[0]

    def fees(self, state: ResourceHogState, area: int, targets: list[int]) -> list[int]:
        """Return what a token pays from an area to each of some others; FAR where there is no way."""
        borders, each = state.game.haul_to.borders_paid(state, area), state.game.haul_fee
        return [borders[target] * each if borders[target] >= 0 else FAR for target in targets]

    def nearest(self, state: ResourceHogState, area: int, targets: list[int], most: int) -> int:
        """Return the nearest of some areas to which a token pays at most so much; NONE if there is none."""
        if not targets:
            return NONE
        fees = self.fees(state, area, targets)
        cheapest = min(fees)
        return targets[fees.index(cheapest)] if cheapest <= most else NONE

    def nearest_hungry(self, state: ResourceHogState, area: int, hungry: list[int]) -> int:
        """Return the nearest of the areas that lack food, for at most 3 money a token; NONE if there is none."""
        places = [other for other in hungry if other != area]
        return self.nearest(state, area, places, min(3, state.money[state.owner[area]]))

    def nearest_port(self, state: ResourceHogState, area: int) -> int:
        """Return the nearest own harbour area within the money; NONE if there is none."""
        seat = state.owner[area]
        ports = [other for other in self.own(state, seat) if state.harbours & BIT[other] and other != area]
        return self.nearest(state, area, ports, state.money[seat])

    def haul_to(self, state: ResourceHogState, legal: tuple[int, ...]) -> int:
        """Return where the haul should go."""
        first, source = state.game.words.area, int(state.source)
        if state.good == FOOD:
            own = self.own(state, state.owner[source])
            target = self.nearest_hungry(state, source, [area for area in own if Estate(state, area).missing])
        else:
            target = self.nearest_port(state, source)
        return first + target if first + target in legal else legal[0]

    def quantity(self, state: ResourceHogState, legal: tuple[int, ...]) -> int:
        """Return how much to haul: food spare here and missing there, or the goods for sale that are not kept."""
        number = len(legal)
        if state.good == FOOD:
            number = min(Estate(state, int(state.source)).spare, Estate(state, int(state.target)).missing)
        elif state.good == SALT:
            kept = 0 if state.round >= state.game.rounds else 2
            number = state.store[int(state.source) * GOODS + SALT] - kept
        return legal[max(1, min(len(legal), number)) - 1]

    def port(self, state: ResourceHogState, legal: tuple[int, ...]) -> int:
        """Sell where the most tokens are; buy where the fewest are."""
        first = state.game.words
        selling = state.deal >= first.sell
        column = int(state.deal) - (first.sell if selling else first.buy)

        def worth(area: int) -> int:
            if column == SLAVES:
                return int(state.peasants(area)) if selling else -int(state.peasants(area))
            if column == MERCENARIES:
                return state.nobles[area] + state.spent[area] if state.peasants(area) else -FAR
            if selling and column == FOOD:
                return Estate(state, area).spare
            there = state.store[area * GOODS + column]
            return there if selling else -there

        return self.best_area(legal, state, worth)

    # -- nobles ------------------------------------------------------------------------------------------------------------

    def noble_from(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Take new land with a noble who can be spared."""
        game = state.game
        attack = self.plan(state, seat)
        if attack != NONE:
            fighters = self.fighters(state, game.ground.origin[attack])
            return game.words.area + fighters[0] if fighters else game.words.done
        if state.round >= state.game.rounds or state.money[seat] < 2:
            return game.words.done
        for action in legal[1:]:
            area = action - game.words.area
            if state.store[area * GOODS + FOOD] >= 2 and people_of(state, area) > 1:
                if self.new_land(state, area, seat) != NONE:
                    return action
        return game.words.done

    def new_land(self, state: ResourceHogState, source: int, seat: int) -> int:
        """Return the best unowned area that a noble of an area can enter; NONE if there is none."""
        ground = state.game.ground
        reached = reach(ground, state.land, source)
        best, found = -float(FAR), NONE
        for area in listed(beside(ground, reached)):
            if state.open_to(area, seat):
                worth = self.land_worth(state, area, seat)
                if worth > best:
                    best, found = worth, area
        return found

    def land_worth(self, state: ResourceHogState, area: int, seat: int) -> float:
        """Value what an unowned area holds."""
        base, ground = area * GOODS, state.game.ground
        squares = state.woodland[area] + state.fields[area] + state.heads[area]
        found = 2 * squares + sum(state.ore[base : base + GOODS]) / 5 + state.wild[area] / 4
        found += 6 * state.heads[area] + 4 * state.seats[area] + (3 if state.harbours & BIT[area] else 0)
        found += sum(state.store[base : base + GOODS]) + len(
            [1 for water in ground.waters_of[area] if state.fish[water]]
        )
        return found - 2 * len([1 for other in ground.neighbours[area] if state.owner[other] not in (NONE, seat)])

    def noble_to(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Send the noble to the attack if there is one, else to the new land."""
        game = state.game
        if legal[-1] >= game.words.border:
            attack = self.plan(state, seat)
            if attack != NONE and game.words.border + attack in legal:
                return game.words.border + attack
        target = self.new_land(state, int(state.source), seat)
        action = game.words.area + target
        return action if target != NONE and action in legal else legal[0]

    def load(self, state: ResourceHogState, legal: tuple[int, ...]) -> int:
        """Load food for two seasons: always one, and a second if the others at home have enough."""
        game = state.game
        food = state.store[state.target * GOODS + FOOD]
        left = state.store[state.source * GOODS + FOOD]
        behind = state.nobles[state.source] + state.spent[state.source]
        if game.words.load + FOOD in legal and food < 2 and (food == 0 or left > behind):
            return game.words.load + FOOD
        return game.words.done

    def plan(self, state: ResourceHogState, seat: int) -> int:
        """Return the border to attack in this phase, or NONE; a noble already on a border decides it."""
        if state.on_border != state.game.ground.no_attacks:
            for border, number in enumerate(state.on_border):
                if number:
                    return border
        if state.round < self.attacks_from:
            return NONE
        own, unmoved = self.own(state, seat), sum(state.unmoved)
        if not unmoved or unmoved < sum([state.nobles[area] for area in own]):
            return NONE
        ground = state.game.ground
        free = [area for area in own if state.unmoved[area] and self.spare(state, area) > 0]
        best, found = 3.0, NONE
        for origin in own:
            borders = [border for border in ground.leading[origin] if state.enemy(ground.beyond[border], seat)]
            if not borders:
                continue
            number = self.gathered(state, origin, free)
            if not number:
                continue
            for border in borders:
                worth = self.attack_worth(state, border, number)
                if worth > best or (worth == best and (found == NONE or border < found)):
                    best, found = worth, border
        return found

    def spare(self, state: ResourceHogState, area: int) -> int:
        """Return how many nobles can leave an area without giving it up; negative if nobody lives there."""
        return min(state.unmoved[area], people_of(state, area) - 1)

    def gathered(self, state: ResourceHogState, origin: int, free: list[int]) -> int:
        """Return how many nobles can attack from an area.

        Args:
            state: the position.
            origin: the area, an own one.
            free: the own areas that nobles can leave.
        """
        number = state.unmoved[origin]
        if free and free != [origin]:
            reached = reach(state.game.ground, state.land, origin)
            number += sum([self.spare(state, area) for area in free if area != origin and reached & BIT[area]])
        return number

    def fighters(self, state: ResourceHogState, origin: int) -> list[int]:
        """Return the areas whose nobles can join an attack from an area."""
        land = listed(reach(state.game.ground, state.land, origin))
        return [area for area in land if state.unmoved[area] and (area == origin or self.spare(state, area) > 0)]

    def attack_worth(self, state: ResourceHogState, border: int, number: int) -> float:
        """Value an attack: expected ransom less a defeat, and the land if the defender cannot pay."""
        sides: tuple[int, int] = measures.JUDGED_SIDES(state, border, number)
        if max(sides[0], sides[1]) > measures.MOST_LINED_UP:
            return 0.0
        target = state.game.ground.beyond[border]
        level = state.seats[target]
        relief = state.game.relief[level - 1] if level else 0
        brought, loss = self.expected_units(state.game, sides[0], sides[1], relief)
        capacity: int = measures.JUDGED_CAPACITY(state, target)
        worth = 10.0 * min(brought, float(capacity)) - 10.0 * loss
        if brought > capacity:
            squares = state.woodland[target] + state.fields[target] + state.heads[target]
            worth += 20.0 + 40.0 * state.heads[target] + 3.0 * squares
        return worth

    def expected_units(self, game: ResourceHog, attackers: int, defenders: int, relief: int) -> tuple[float, float]:
        """Return the units of ransom that an attack should bring and cost; the players of a game share what they work out.

        Args:
            game: the rules.
            attackers: attacking nobles, temporary ones included.
            defenders: defending nobles.
            relief: what the defender's seat takes off the margin.
        """
        known: dict[tuple[int, int, int], tuple[float, float]] = game.kept("expected units", {})
        key = (attackers, defenders, relief)
        found = known.get(key)
        if found is None:
            law: measures.BattleLaw = measures.JUDGED_BATTLE(game, attackers, defenders)
            found = (float(law.units(relief)), float(law.loss))
            known[key] = found
        return found

    def ransom(self, state: ResourceHogState, legal: tuple[int, ...]) -> int:
        """Pay with the unit that is worth least."""
        game = state.game
        first = game.words.pay
        area = int(state.target) if state.won else game.ground.origin[state.fronts[0]]
        scarce = first + PAY_FOOD in legal and Estate(state, area).spare <= 0

        def worth(action: int) -> int:
            if action == first + PAY_MONEY:
                return game.ransom_money
            if action == first + PAY_SALT:
                return game.ransom_salt * self.sell_price(state, SALT)
            if action == first + PAY_ARMS:
                return self.sell_price(state, ARMS)
            if action == first + PAY_FOOD:
                return self.sell_price(state, FOOD) + (6 if scarce else 0)
            return 60 if state.units == 1 else 30

        return min(legal, key=lambda action: (worth(action), action))


class Raider(Farmer):
    """A Farmer who from round 5 on attacks where it pays."""

    player_name: ClassVar[str] = "raider"
    only_looks: ClassVar[bool] = True
    attacks_from: ClassVar[int] = 5
    figures: ClassVar[tuple[Any, ...]] = (measures.JUDGED_ATTACK, measures.JUDGED_BATTLE)


class Steward(Raider):
    """A Raider who saves for stone heads until round 6, moves hands to where work is left, and sells its nobles at the end.

    Its numbers were chosen, some from changes at random and some by trying one after the other, by how many games they won
    against Raiders.
    """

    player_name: ClassVar[str] = "steward"
    only_looks: ClassVar[bool] = True
    heads_from: ClassVar[int] = 6
    arms_price: ClassVar[int] = 5
    food_kept: ClassVar[int] = 2
    leaves_from: ClassVar[int] = 6
    sells_out: ClassVar[bool] = True


class Baron(Steward):
    """A Steward who sells knighted peasants while it lacks money for stone heads, and builds a castle with what it can spare.

    It always keeps a noble for attacks. In two rounds it moves before it trades, to be on the last free land and at the borders
    before the others. With four players several often have stone heads on all their land, and then castles decide. So it raises
    a seat to a castle where workers and money are left over. Its numbers were chosen by how many games they won against Raiders
    and Stewards.
    """

    player_name: ClassVar[str] = "baron"
    only_looks: ClassVar[bool] = True
    attacks_from: ClassVar[int] = 4
    heads_from: ClassVar[int] = 7
    hurries: ClassVar[tuple[int, ...]] = (3, 5)
    knights_from: ClassVar[int] = 6
    """The round from which it makes nobles to sell."""
    noble_price: ClassVar[int] = 25
    """It makes and sells nobles for so much or more."""
    arms_ceiling: ClassVar[int] = 13
    """It pays up to so much for the arms of a noble it means to sell."""
    hands_kept: ClassVar[int] = 3
    """It knights nobody where fewer peasants would be left."""
    shortage: ClassVar[int] = 90
    """It knights while it lacks more money than this."""
    castle_from: ClassVar[int] = 7
    """The round from which it raises a seat to a castle."""
    income: ClassVar[int] = 30
    """It counts on so much money from each later round when it decides whether a castle is too dear."""

    def rounds_left(self, state: ResourceHogState) -> int:
        """Return the number of rounds to come, with the present one."""
        return state.game.rounds - int(state.round) + 1

    def for_heads(self, state: ResourceHogState, seat: int) -> int:
        """Return the money for the stone heads that its squares, peasants and rounds allow."""
        squares, groups, needed = 0, 0, state.game.workers[HEAD_BUILDING]
        woodland, fields = state.woodland, state.fields
        for area in self.own(state, seat):
            squares += woodland[area] + fields[area]
            groups += int(state.peasants(area)) // needed
        return HEAD_COST * min(squares, groups * self.rounds_left(state))

    def lacking(self, state: ResourceHogState, seat: int) -> int:
        """Return the money it lacks for these stone heads."""
        return self.for_heads(state, seat) - state.money[seat]

    # -- the castle --------------------------------------------------------------------------------------------------------

    def steps(self, state: ResourceHogState, area: int) -> list[int]:
        """Return the buildings that raise the seat of an area, one a round, as places in `workers` and `costs`."""
        level = int(state.seats[area])
        return [FIRST_SEAT_BUILDING + above for above in range(level, min(HIGHEST_SEAT, level + self.rounds_left(state)))]

    def room(self, state: ResourceHogState, area: int) -> int:
        """Return how many stone heads fit into an area while its seat is raised, less its squares; negative if too few."""
        peasants, needed = int(state.peasants(area)), state.game.workers
        busy = [needed[step] for step in self.steps(state, area)]
        busy += [0] * (self.rounds_left(state) - len(busy))
        heads = sum([(peasants - workers) // needed[HEAD_BUILDING] for workers in busy if workers <= peasants])
        return heads - state.woodland[area] - state.fields[area]

    def site(self, state: ResourceHogState, seat: int) -> int:
        """Return the area whose seat to raise: the highest seat that costs no stone head; NONE if there is none."""
        highest, most, found = 0, 0, NONE
        for area in self.own(state, seat):
            workers = [state.game.workers[step] for step in self.steps(state, area)]
            if not workers or max(workers) > state.peasants(area):
                continue
            level, room = state.seats[area], self.room(state, area)
            if room >= 0 and (found == NONE or (level, room) > (highest, most)):
                highest, most, found = level, room, area
        return found

    def raises(self, state: ResourceHogState, seat: int, area: int) -> bool:
        """Return whether to raise the seat of an area now: the money is enough for this and for the stone heads."""
        left = self.rounds_left(state)
        if state.round < self.castle_from:
            return False
        if left > 1 and HIGHEST_SEAT in [state.seats[other] for other in self.own(state, seat)]:
            return False
        price = sum([state.game.costs[step] for step in self.steps(state, area)])
        money = state.money[seat] - self.promised(state, seat) + self.income * (left - 1)
        return money >= price + self.for_heads(state, seat) and area == self.site(state, seat)

    def knights_now(self, state: ResourceHogState, seat: int) -> bool:
        """Return whether a noble made now is worth selling, and in time."""
        return (
            self.knights_from <= state.round < state.game.rounds
            and self.sell_price(state, MERCENARIES) >= self.noble_price
            and self.lacking(state, seat) > self.shortage
        )

    def task(self, state: ResourceHogState, may: set[int], one: Estate, seat: int) -> int:
        """Make a noble to sell, or raise a seat to a castle, then do what a Steward does."""
        first = state.game.words.work
        fed = one.fresh + one.food - one.mouths
        if KNIGHT in may and fed > 0 and one.peasants > self.hands_kept and state.store[one.area * GOODS + ARMS]:
            if self.knights_now(state, seat):
                return first + KNIGHT
        if SEAT in may and fed >= one.growing and self.raises(state, seat, one.area):
            return first + SEAT
        return super().task(state, may, one, seat)

    def trade(self, state: ResourceHogState, legal: tuple[int, ...], seat: int) -> int:
        """Sell nobles and buy arms for the next one, then do what a Steward does."""
        first, last = state.game.words, state.round >= state.game.rounds
        own = self.own(state, seat)
        ports = [area for area in own if state.harbours & BIT[area]]
        if first.sell + MERCENARIES in legal and not last and state.round > self.knights_from:
            if self.sell_price(state, MERCENARIES) >= self.noble_price:
                nobles = sum([state.nobles[area] + state.spent[area] for area in own])
                if nobles > 1 and self.with_a_peasant(state, ports):
                    return first.sell + MERCENARIES
        if not self.knights_now(state, seat):
            return super().trade(state, legal, seat)
        arms = sum([state.store[area * GOODS + ARMS] for area in ports])
        seats = [area for area in ports if state.seats[area]]
        armed = [area for area in seats if state.store[area * GOODS + ARMS]]
        if first.buy + ARMS in legal and seats and not armed and self.buy_price(state, ARMS) <= self.arms_ceiling:
            return first.buy + ARMS
        if arms <= 1:
            # keep the last arms for the next knight
            legal = tuple([action for action in legal if action != first.sell + ARMS])
        return super().trade(state, legal, seat)


class Warlord(Farmer):
    """Attacks from the beginning, and knights until there are four nobles."""

    player_name: ClassVar[str] = "warlord"
    only_looks: ClassVar[bool] = True
    figures: ClassVar[tuple[Any, ...]] = (measures.JUDGED_ATTACK, measures.JUDGED_BATTLE)
    attacks_from: ClassVar[int] = 1
    wanted_nobles: ClassVar[int] = 4


class Merchant(Farmer):
    """Makes peasants into nobles and sells them as mercenaries."""

    player_name: ClassVar[str] = "merchant"
    only_looks: ClassVar[bool] = True
    wanted_nobles: ClassVar[int] = 2
    sells_nobles: ClassVar[bool] = True


class Warden(Farmer):
    """Leaves stocks below nine alone up to round 9, and guards its fields with manors."""

    player_name: ClassVar[str] = "warden"
    only_looks: ClassVar[bool] = True
    spares: ClassVar[bool] = True


STRATEGIES: Final[Mapping[str, type[Player]]] = {
    "farmer": Farmer,
    "raider": Raider,
    "steward": Steward,
    "baron": Baron,
    "warlord": Warlord,
    "merchant": Merchant,
    "warden": Warden,
}
