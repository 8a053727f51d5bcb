"""Players for Keydom. The Farmer is the reference: it looks one action ahead and reckons a counter as 0.4 points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.sets import size_of
from workbench.core.state import View
from workbench.games.keydom.components import (
    BID,
    BIT,
    CROPS,
    DONE,
    END,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_STORE,
    FIRST_WORKER,
    HARVEST,
    NONE,
    NUMBER_OF,
    PLACE,
    PLAY,
    TILES,
    plot_actions,
)
from workbench.games.keydom.counters import covers, crops_in, held, total
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.game import Game

POINTS_KEPT: Final = "points"
"""Under this name the players of a game keep what fields score."""
MOST_KEPT: Final = 50_000
HARVESTER, SOWER, CARTER, STOREKEEPER, FOREMAN, DROVER, BAILIFF, MILLER, SURVEYOR, LAWYER, SUPERVISOR, STEWARD = range(TILES)


def most_of(hand: int, crops: Sequence[int]) -> int:
    """Return the crop of which a hand has most; the first of several."""
    return max(crops, key=lambda crop: (held(hand, crop), -crop))


def payment(hand: int, number: int) -> int:
    """Return so many counters, each of the type with most left.

    >>> from workbench.games.keydom.counters import counts, handful
    >>> counts(payment(handful((3, 1, 2, 0, 0)), 2))
    (2, 0, 0, 0, 0)
    """
    paid = 0
    for _counter in range(number):
        crop = most_of(hand - paid, range(CROPS))
        paid += 1 << 8 * crop
    return paid


class Farmer(Player):
    """Takes the action with the highest figure, in points; ties go to the first of place, bid, harvest, play, end."""

    player_name: ClassVar[str] = "farmer"
    counter: ClassVar[float] = 0.4
    """What a counter is worth, in points."""
    turned: ClassVar[float] = 0.28
    """What a field turned back is worth: a counter, but later."""
    scattered: ClassVar[float] = 0.3
    """What a field is worth that touches nothing and scores nothing."""
    room: ClassVar[float] = 0.1
    """What each free neighbour of a field is worth, and what a worker costs that takes such a space."""
    sought: ClassVar[float] = 0.6
    """The share of a tile's worth that a bid for it is worth: others may buy it."""
    enough: ClassVar[int] = 6
    """More counters than this are not worth a harvest."""
    mill_worth: ClassVar[float] = 1.2
    """What the Miller's special action is worth."""
    land_sale: ClassVar[float] = 1.2
    """The worth above which three counters are paid for a tile."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.plan: tuple[int, ...] = ()
        self.known: dict[tuple[int, int], int] = game.kept(POINTS_KEPT, {})
        self.keeps: bool = "score" not in game.changed_phases

    def choose(self, view: View) -> int:
        """Return the best action by the figures."""
        state, legal = view.state, view.legal()
        assert isinstance(state, KeydomState)
        if len(legal) == 1:
            return legal[0]
        return self.if_allowed(self.decide(state, view.seat, legal), legal, state)

    def decide(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return what it wants in a phase; the first legal action where it has no wish."""
        phase = state.phase.name
        if phase in self.__class__.wishes:
            return int(getattr(self, self.__class__.wishes[phase])(state, seat, legal))
        return legal[0]

    wishes: ClassVar[Mapping[str, str]] = {
        "turn": "take_action",
        "harvest_group": "largest_yield",
        "foreman": "largest_yield",
        "steward": "most_turned",
        "harvest_pick": "more",
        "harvest_short": "scarcest",
        "harvester": "scarcest",
        "harvest_supper": "scarcest",
        "price_fall": "scarcest",
        "miller": "mill",
        "play_worker": "worker",
        "hiring_fair": "worker",
        "play_space": "space",
        "replay": "space",
        "place_tile": "place",
        "drover": "buy",
        "bailiff": "seize",
        "surveyor": "survey",
        "lawyer": "take_land",
        "land_sale": "take_land",
        "bid_tile": "bid_for",
        "storekeeper": "bid_for",
        "bid_crop": "lay",
        "pay_price": "pay",
        "tithe": "pay",
        "supervisor": "swap",
        "enclosure": "swap",
        "land_reform": "pass_on",
        "sower": "more",
        "fine_weather": "more",
        "carter": "decline",
        "market_day": "decline",
    }

    # -- what things are worth -----------------------------------------------------------------------------------------

    def points(self, state: KeydomState, seat: int, fields: int) -> int:
        """Return what fields score on a board, worked out once for the same fields and workers."""
        if not self.keeps:
            return state.game.score.worth_of(state, seat, fields)
        key = (fields, int(state.workers(seat)))
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            found = state.game.score.worth_of(state, seat, fields)
            self.known[key] = found
        return found

    def worth(self, state: KeydomState, seat: int, fields: int, plot: int) -> float:
        """Return the worth of a plot to some fields on a board: the points it brings, and room to grow."""
        game = state.game
        gain = self.points(state, seat, fields | BIT[plot]) - self.points(state, seat, fields)
        beside = game.country.beside[plot]
        if not beside & fields and gain <= 0:
            return self.scattered
        taken = fields | state.out
        for other in state.fields:
            taken |= other
        return gain + self.room * size_of(beside & ~taken)

    def own_with_store(self, state: KeydomState, seat: int) -> int:
        """Return the own fields and the plots in the own store."""
        fields: int = state.fields[seat]
        for place in range(seat * state.game.store_capacity, (seat + 1) * state.game.store_capacity):
            if state.stored[place] != NONE:
                fields |= BIT[state.stored[place]]
        return fields

    def tile_rank(self, state: KeydomState, seat: int, fields: int, plot: int) -> float:
        """Return the figure that compares tiles of the registry."""
        return self.worth(state, seat, fields, plot)

    def last_turn(self, state: KeydomState) -> bool:
        """Return whether the active player has no further turn."""
        return 0 <= state.left < state.game.players

    # -- the turn ------------------------------------------------------------------------------------------------------

    def take_action(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the action with the highest figure that is not negative."""
        best, chosen = -1.0, END
        for action, figure in ((PLACE, self.placing), (BID, self.bidding), (HARVEST, self.harvesting), (PLAY, self.playing)):
            if action in legal:
                value = figure(state, seat)
                if value is not None and value >= 0 and value > best + 1e-9:
                    best, chosen = value, action
        return chosen if best >= 0 else END

    def placing(self, state: KeydomState, seat: int) -> float | None:
        """Return the figure for placing tiles: the best tile for its price, and the best one after it."""
        first = self.best_tile(state, seat, state.fields[seat], state.hands[seat], NONE, True)
        if first is None or first[0] <= 0:
            open_places = self.open_places(state, seat, state.hands[seat])
            return 0.0 if any([place // state.game.store_capacity == seat for place in open_places]) else None
        figure, place = first
        hand = state.hands[seat]
        if place // state.game.store_capacity != seat and not state.game.match_number_only:
            hand -= state.bids[place]
        if state.game.place_tiles > 1:
            second = self.best_tile(state, seat, state.fields[seat] | BIT[state.stored[place]], hand, place, True)
            if second is not None and second[0] > 0:
                figure += second[0]
        return figure

    def open_places(self, state: KeydomState, seat: int, hand: int) -> list[int]:
        """Return the stored tiles that a hand could place, the own ones first."""
        game, capacity, everywhere = state.game, state.game.store_capacity, len(state.stored)
        found = []
        for step in range(everywhere):
            place = (seat * capacity + step) % everywhere
            if state.stored[place] == NONE:
                continue
            if place // capacity == seat:
                if game.place_tile.claimable(state, seat, place):
                    found.append(place)
            elif covers(hand, state.bids[place]) or (game.match_number_only and total(hand) >= total(state.bids[place])):
                found.append(place)
        return found

    def best_tile(
        self, state: KeydomState, seat: int, fields: int, hand: int, but: int, own: bool
    ) -> tuple[float, int] | None:
        """Return the stored tile that is worth most for its price, with that worth.

        Args:
            state: the position.
            seat: the seat that places it.
            fields: the fields it is added to.
            hand: what can be paid.
            but: a place to leave out.
            own: whether own stored tiles count.
        """
        best: tuple[float, int] | None = None
        for place in self.open_places(state, seat, hand):
            if place == but or (not own and place // state.game.store_capacity == seat):
                continue
            value = self.worth(state, seat, fields, state.stored[place]) - self.counter * int(total(state.bids[place]))
            if best is None or value > best[0] + 1e-9:
                best = (value, place)
        return best

    def bidding(self, state: KeydomState, seat: int) -> float | None:
        """Return the figure for bidding: a share of what the tiles are worth; 0 in the last turn."""
        if self.last_turn(state):
            return None
        game = state.game
        fields = self.own_with_store(state, seat)
        store = range(seat * game.store_capacity, (seat + 1) * game.store_capacity)
        free = sum([state.stored[place] == NONE for place in store])
        number = min(2, free, int(total(state.hands[seat])) // max(1, int(game.min_bid)), int(game.bid_tiles))
        left = [slot for slot, plot in enumerate(state.registry) if plot != NONE]
        sum_of_worths = 0.0
        for _tile in range(number):
            if not left:
                break
            slot = max(left, key=lambda one: (self.rank_now(state, seat, fields, one), -one))
            value = self.rank_now(state, seat, fields, slot)
            if value <= self.counter:
                break
            sum_of_worths += value
            fields |= BIT[state.registry[slot]]
            left.remove(slot)
        return self.sought * sum_of_worths

    def rank_now(self, state: KeydomState, seat: int, fields: int, slot: int) -> float:
        """Return the rank of the tile in a slot, rounded so that equal ones are equal."""
        return round(self.tile_rank(state, seat, fields, state.registry[slot]), 9)

    def harvesting(self, state: KeydomState, seat: int) -> float | None:
        """Return the figure for harvesting: the useful counters of the best group; 0 in the last turn."""
        if self.last_turn(state):
            return None
        return self.counter * max(0, min(self.best_yield(state, seat), self.enough - int(total(state.hands[seat]))))

    def best_yield(self, state: KeydomState, seat: int) -> int:
        """Return how many unharvested fields the best group has."""
        groups = state.game.harvest_group.groups(state, seat)
        return max([size_of(group & state.fresh[seat]) for group in groups], default=0)

    def playing(self, state: KeydomState, seat: int) -> float | None:
        """Return the figure for playing a worker: the best one on its best space."""
        found = self.best_worker(state, seat, state.game.available(state, seat))
        return None if found is None else found[0]

    # -- workers -------------------------------------------------------------------------------------------------------

    def best_worker(self, state: KeydomState, seat: int, workers: int) -> tuple[float, int, int] | None:
        """Return the best of some workers on its best space, with the figure."""
        best: tuple[float, int, int] | None = None
        for worker in range(TILES):
            if not workers & BIT[worker]:
                continue
            found = self.best_space(state, seat, worker)
            if found is not None and (best is None or found[0] > best[0] + 1e-9):
                best = (found[0], worker, found[1])
        return best

    def best_space(self, state: KeydomState, seat: int, worker: int) -> tuple[float, int] | None:
        """Return a worker's best space, with the figure: its number, its action, less what it blocks."""
        game, country = state.game, state.game.country
        spaces = plot_actions(game.play_space.spaces(state, seat, NUMBER_OF[worker]))
        if not spaces:
            return None
        always = NUMBER_OF[worker] + self.power_worth(state, seat, worker)
        blocked = state.fields[seat] | state.workers(seat)
        near: int = state.near[seat * 6 + 1]
        best: tuple[float, int] | None = None
        for action in spaces:
            plot = action - FIRST_PLOT
            value = always - self.room * size_of(country.beside[plot] & near & ~blocked)
            there = state.worker_on(seat, plot)
            if there != NONE:
                value -= NUMBER_OF[there]
            if worker in (HARVESTER, SOWER):
                value += self.small_power(state, seat, worker, plot)
            if best is None or value > best[0] + 1e-9:
                best = (value, plot)
        return best

    def small_power(self, state: KeydomState, seat: int, worker: int, plot: int) -> float:
        """Return what the Harvester or the Sower would gain on a space."""
        beside = state.game.country.beside[plot] & state.fields[seat]
        if worker == SOWER:
            return self.turned * min(2, size_of(beside & ~state.fresh[seat]))
        crops = 0
        for action in plot_actions(beside):
            crops |= BIT[state.crops[action - FIRST_PLOT]]
        return self.counter if crops & crops_in(state.stock) else 0.0

    def power_worth(self, state: KeydomState, seat: int, worker: int) -> float:
        """Return what a special action is worth, wherever the worker is."""
        game, hand = state.game, int(state.hands[seat])
        fields: int = state.fields[seat]
        there = [plot for plot in state.registry if plot != NONE]
        if worker == STOREKEEPER:
            return self.counter if there and hand and game.bid_tile.room(state, seat) != NONE else 0.0
        if worker == FOREMAN:
            return self.counter * self.best_yield(state, seat)
        if worker == DROVER:
            found = self.best_tile(state, seat, fields, hand, NONE, False)
            return max(0.0, found[0]) if found else 0.0
        if worker == BAILIFF:
            others = [at // game.store_capacity != seat for at, plot in enumerate(state.stored) if plot != NONE]
            return self.counter if any(others) else 0.0
        if worker == MILLER:
            return self.mill_worth
        if worker == SURVEYOR:
            own = [state.stored[at] for at in range(seat * game.store_capacity, (seat + 1) * game.store_capacity)]
            return max([self.worth(state, seat, fields, plot) for plot in own if plot != NONE], default=0.0)
        if worker == LAWYER:
            best = max([self.worth(state, seat, fields, plot) for plot in there], default=0.0)
            return max(0.0, best - self.counter) if hand else 0.0
        if worker == SUPERVISOR:
            return float(max(0, self.best_swap(state, seat)[0]))
        if worker == STEWARD:
            groups = game.score.groups(state, seat)
            return self.turned * max([size_of(group & ~state.fresh[seat]) for group in groups], default=0)
        return 0.0

    def best_swap(self, state: KeydomState, seat: int) -> tuple[int, int, int]:
        """Return the exchange of an own field for a registry tile that gains most points: rise, field, slot."""
        own: int = state.fields[seat]
        now = self.points(state, seat, own)
        best = (0, NONE, NONE)
        for action in plot_actions(own):
            given = action - FIRST_PLOT
            for slot, plot in enumerate(state.registry):
                if plot != NONE:
                    rise = self.points(state, seat, own & ~BIT[given] | BIT[plot]) - now
                    if rise > best[0]:
                        best = (rise, given, slot)
        return best

    def worker(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best worker of those offered."""
        offered = sum([BIT[action - FIRST_WORKER] for action in legal if action >= FIRST_WORKER])
        found = self.best_worker(state, seat, offered)
        return legal[0] if found is None else FIRST_WORKER + found[1]

    def space(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best space of the worker."""
        found = self.best_space(state, seat, int(state.worker))
        return legal[0] if found is None else FIRST_PLOT + found[1]

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def place(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best tile worth its price, else stop; if it must choose, return the best own one."""
        found = self.best_tile(state, seat, state.fields[seat], state.hands[seat], NONE, True)
        if found is not None and found[0] > 0:
            return self.named(state, seat, found[1])
        if DONE in legal:
            return DONE
        capacity = state.game.store_capacity
        own = [action for action in legal if FIRST_STORE <= action < FIRST_STORE + capacity]
        if not own:
            return legal[0]
        plots = {action: state.stored[seat * capacity + action - FIRST_STORE] for action in own}
        return max(own, key=lambda action: (self.worth(state, seat, state.fields[seat], plots[action]), -action))

    def named(self, state: KeydomState, seat: int, place: int) -> int:
        """Return the action that names a place of the stores."""
        return FIRST_STORE + (place - seat * int(state.game.store_capacity)) % len(state.stored)

    def buy(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best purchase, if it is worth its price."""
        found = self.best_tile(state, seat, state.fields[seat], state.hands[seat], NONE, False)
        return self.named(state, seat, found[1]) if found is not None and found[0] > 0 else DONE

    def seize(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best tile at a counter less; leave out the counter it has fewest of."""
        if state.due:
            return self.pay(state, seat, legal)
        if state.place != NONE:
            return min(legal, key=lambda action: (held(state.hands[seat], action - FIRST_CROP), action))
        best, chosen = 0.0, DONE
        for action in legal:
            if action == DONE:
                continue
            place = (seat * state.game.store_capacity + action - FIRST_STORE) % len(state.stored)
            price = self.counter * (int(total(state.bids[place])) - 1)
            value = self.worth(state, seat, state.fields[seat], state.stored[place]) - price
            if value > best + 1e-9:
                best, chosen = value, action
        return chosen

    def survey(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best own stored tile."""
        best, chosen = 0.0, DONE
        for action in legal:
            if action != DONE:
                plot = state.stored[seat * state.game.store_capacity + action - FIRST_STORE]
                value = self.worth(state, seat, state.fields[seat], plot)
                if value > best + 1e-9:
                    best, chosen = value, action
        return chosen

    def take_land(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return a registry tile for counters, if it is worth more than they are."""
        if state.wanted != NONE:
            return self.pay(state, seat, legal)
        best = self.counter if state.phase.name == "lawyer" else self.land_sale
        chosen = DONE
        for action in legal:
            if action != DONE:
                value = self.worth(state, seat, state.fields[seat], state.registry[action - state.game.first_slot])
                if value > best + 1e-9:
                    best, chosen = value, action
        return chosen

    def swap(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the exchange that gains most points, if one gains any."""
        if state.plot == NONE:
            given = self.best_swap(state, seat)[1]
            return DONE if given == NONE else FIRST_PLOT + given
        score = state.game.score
        rest: int = state.fields[seat] & ~BIT[state.plot]
        tiles = {action: state.registry[action - state.game.first_slot] for action in legal}
        return max(legal, key=lambda action: (score.worth_of(state, seat, rest | BIT[tiles[action]]), -action))

    def pass_on(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the field with the smallest loss, counting half of what the neighbour gains."""
        score = state.game.score
        left = (seat + 1) % state.game.players
        own, other = int(state.fields[seat]), int(state.fields[left])
        now, theirs = score.worth_of(state, seat, own), score.worth_of(state, left, other)

        def harm(action: int) -> float:
            plot = BIT[action - FIRST_PLOT]
            gain = score.worth_of(state, left, other | plot) - theirs
            return now - score.worth_of(state, seat, own & ~plot) + 0.5 * gain

        return min(legal, key=lambda action: (harm(action), action))

    # -- bids ----------------------------------------------------------------------------------------------------------

    def bid_for(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the best registry tile; a second, or the Storekeeper's, only if worth more than a counter."""
        fields = self.own_with_store(state, seat)
        tiles = [action for action in legal if action >= state.game.first_slot]
        if not tiles:
            return legal[0]
        first = state.game.first_slot
        best = max(tiles, key=lambda action: (self.rank_now(state, seat, fields, action - first), -action))
        if DONE in legal and self.rank_now(state, seat, fields, int(best - first)) <= self.counter:
            return DONE
        return best

    def offer(self, state: KeydomState, seat: int, hand: int, plot: int) -> int:
        """Return the whole bid: as many counters as the tile is worth in points, of the most plentiful types."""
        return payment(hand, self.offered_number(state, seat, hand, plot))

    def offered_number(self, state: KeydomState, seat: int, hand: int, plot: int) -> int:
        """Return how many counters to bid: not all of them, if another place could be filled."""
        wanted = int(self.worth(state, seat, state.fields[seat], plot) + 0.5)
        return self.kept_back(state, seat, hand, wanted)

    def kept_back(self, state: KeydomState, seat: int, hand: int, wanted: int) -> int:
        """Return the number wanted, within the hand; one less if that empties it with a place free."""
        number = max(1, min(wanted, int(total(hand))))
        free = state.game.bid_tile.room(state, seat) != NONE
        if free and number == total(hand):
            number = max(1, number - 1)
        return max(number, int(state.game.min_bid))

    def lay(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the next counter of the whole bid, of which some may already be laid."""
        laid: int = state.bids[state.place]
        hand: int = state.hands[seat] + laid
        rest = self.offer(state, seat, hand, state.stored[state.place]) - laid
        return self.next_counter(rest, legal)

    def next_counter(self, rest: int, legal: tuple[int, ...]) -> int:
        """Return the first counter still to lay; stop when all are laid."""
        for crop in range(CROPS):
            if rest > 0 and rest >> 8 * crop & 255 and FIRST_CROP + crop in legal:
                return FIRST_CROP + crop
        return DONE

    def pay(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the next counter of a payment, from the type it has most of."""
        return self.next_counter(payment(state.hands[seat], int(state.due)), legal)

    # -- small things --------------------------------------------------------------------------------------------------

    def by_need(self, state: KeydomState, seat: int, crops: Sequence[int]) -> list[int]:
        """Return some crops, the one it has fewest of first; of equal ones the one plentiful in the stock."""
        hand, stock = state.hands[seat], state.stock
        return sorted(crops, key=lambda crop: (held(hand, crop), -held(stock, crop), crop))

    def scarcest(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the counter that it has fewest of."""
        crops = [action - FIRST_CROP for action in legal if action >= FIRST_CROP]
        return FIRST_CROP + self.by_need(state, seat, crops)[0] if crops else legal[0]

    def mill(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the three crops it needs most, in rising order."""
        if state.step == 0 or not self.plan:
            crops = [action - FIRST_CROP for action in legal if action >= FIRST_CROP]
            self.plan = tuple(sorted(self.by_need(state, seat, crops)[:3]))
        for crop in self.plan:
            if crop > state.last and FIRST_CROP + crop in legal:
                return FIRST_CROP + crop
        return DONE

    def largest_yield(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the group with most to harvest."""
        harvest = state.game.harvest_group
        plots = [action for action in legal if action != DONE]
        return max(plots, key=lambda action: (size_of(harvest.joined_with(state, seat, action - FIRST_PLOT)), -action))

    def most_turned(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the group with most to turn back."""
        groups = state.game.score.groups(state, seat)
        plots = [action for action in legal if action != DONE]

        def turned(action: int) -> int:
            return sum([size_of(group & ~state.fresh[seat]) for group in groups if group & BIT[action - FIRST_PLOT]])

        return max(plots, key=lambda action: (turned(action), -action)) if plots else legal[0]

    def more(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the first legal choice, for as long as there is one."""
        return legal[1] if legal[0] == DONE and len(legal) > 1 else legal[0]

    def decline(self, state: KeydomState, seat: int, legal: tuple[int, ...]) -> int:
        """Decline."""
        return DONE


class Gatekeeper(Farmer):
    """A Farmer that bids a single counter, of the type of which the others hold fewest: the type shuts them out."""

    player_name: ClassVar[str] = "gatekeeper"

    def offer(self, state: KeydomState, seat: int, hand: int, plot: int) -> int:
        """Return one counter, or as many as the rules demand."""
        laid = sum(state.bids)
        own = int(state.hands[seat])
        crops = [crop for crop in range(CROPS) if held(hand, crop)]

        def others(crop: int) -> int:
            return 12 - int(held(state.stock, crop)) - int(held(own, crop)) - int(held(laid, crop))

        crop = min(crops, key=lambda one: (others(one), -held(hand, one), one))
        first = 1 << 8 * crop
        return first + payment(hand - first, int(state.game.min_bid) - 1)


class Homesteader(Gatekeeper):
    """A Gatekeeper that bids less often, harvests more, and thinks more of a field that stands alone.

    Its numbers were chosen by the games they won, with two players, against Gatekeepers, Farmers and Merchants.
    """

    player_name: ClassVar[str] = "homesteader"
    turned: ClassVar[float] = 0.168
    scattered: ClassVar[float] = 0.66
    room: ClassVar[float] = 0.125
    sought: ClassVar[float] = 0.36
    enough: ClassVar[int] = 8
    land_sale: ClassVar[float] = 1.92


class Merchant(Farmer):
    """A Farmer that also stores what others want, and asks for it what it is worth to them."""

    player_name: ClassVar[str] = "merchant"

    def rivals_worth(self, state: KeydomState, seat: int, plot: int) -> float:
        """Return what a plot is worth to the rival who wants it most."""
        others = [other for other in range(state.game.players) if other != seat]
        return max([self.worth(state, other, state.fields[other], plot) for other in others])

    def tile_rank(self, state: KeydomState, seat: int, fields: int, plot: int) -> float:
        """Return its own worth, or half of what the tile is worth to a rival."""
        return max(self.worth(state, seat, fields, plot), 0.5 * self.rivals_worth(state, seat, plot))

    def offered_number(self, state: KeydomState, seat: int, hand: int, plot: int) -> int:
        """Return what a rival could just pay, if a rival wants it more."""
        theirs = self.rivals_worth(state, seat, plot)
        if theirs <= self.worth(state, seat, state.fields[seat], plot):
            return super().offered_number(state, seat, hand, plot)
        return self.kept_back(state, seat, hand, int(theirs / 0.8 + 0.5))


class Balancer(Farmer):
    """A Farmer that will not join its two largest groups, and likes to let the second grow."""

    player_name: ClassVar[str] = "balancer"

    def worth(self, state: KeydomState, seat: int, fields: int, plot: int) -> float:
        """Return less for a plot touching both of the two largest groups, more for one touching only the second."""
        value = super().worth(state, seat, fields, plot)
        groups = sorted(state.game.score.groups_of(state, seat, fields), key=size_of, reverse=True)[:2]
        beside = state.game.country.beside[plot]
        touched = [bool(group & beside) for group in groups]
        if touched == [True, True]:
            return value - 3
        return value + 0.5 if touched == [False, True] else value


STRATEGIES: Final[Mapping[str, type[Player]]] = {
    player.player_name: player for player in (Farmer, Gatekeeper, Homesteader, Merchant, Balancer)
}
