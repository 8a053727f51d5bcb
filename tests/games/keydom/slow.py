"""A second, slow reading of the usual rules, written from the rulebook and without the game's code.

Names instead of numbers, sets and dicts instead of masks, one generator for the whole game: it yields who is asked and the
moves that may be made, by their symbols, and is sent the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import product
from typing import Any

Question = tuple[str, set[str]]
Flow = Generator[Question, str, Any]

CROPS = ("wheat", "hops", "apples", "wine", "vegetables")
SEATS = ("Anna", "Ben", "Cora", "Dan")
LENGTHS = {"A": 7, "B": 8, "C": 9, "D": 8, "E": 9, "F": 8, "G": 7}
PLOTS = [f"{row}{number}" for row, length in LENGTHS.items() for number in range(1, length + 1)]
NUMBER = {
    "Harvester": 1, "Sower": 1, "Carter": 2, "Storekeeper": 2, "Foreman": 3, "Drover": 3,
    "Bailiff": 4, "Miller": 4, "Surveyor": 4, "Lawyer": 5, "Supervisor": 5, "Steward": 5,
}
FARMHANDS = [name for name, number in NUMBER.items() if number < 4]
TOWNSFOLK = [name for name, number in NUMBER.items() if number > 3]
COPIES = {
    "fine_weather": 2, "harvest_supper": 1, "land_sale": 2, "market_day": 1, "land_reform": 2, "hiring_fair": 1,
    "enclosure": 1, "drought": 1, "tithe": 1, "sickness": 1, "price_fall": 1,
}
PAIRS = ("E4/B7", "E6/B2", "C4/F7", "C6/F2")


def spot(plot: str) -> tuple[int, int]:
    row, number = plot[0], int(plot[1:])
    return "ABCDEFG".index(row), 2 * number - LENGTHS[row] - 1


def beside(plot: str) -> set[str]:
    row, x = spot(plot)
    return {
        other
        for other in PLOTS
        if (spot(other)[0] == row and abs(spot(other)[1] - x) == 2)
        or (abs(spot(other)[0] - row) == 1 and abs(spot(other)[1] - x) == 1)
    }


NEIGHBOURS = {plot: beside(plot) for plot in PLOTS}


def crop_of(plot: str) -> str:
    row, x = spot(plot)
    return CROPS[((x - row) // 2 + 2 * row) % 5]


def in_order(plots: Any) -> list[str]:
    return sorted(plots, key=PLOTS.index)


def groups(fields: Any) -> list[set[str]]:
    """Connected groups, in the order of their first plots."""
    left, found = set(fields), []
    while left:
        group, edge = set(), {in_order(left)[0]}
        while edge:
            group |= edge
            edge = {near for plot in edge for near in NEIGHBOURS[plot] if near in left} - group
        found.append(group)
        left -= group
    return found


class Player:
    def __init__(self) -> None:
        self.fields: dict[str, bool] = {}  # whether it is unharvested
        self.workers: dict[str, str] = {}  # space -> worker
        self.reserve = set(FARMHANDS)
        self.hand: Counter[str] = Counter()
        self.store: list[list[Any] | None] = [None, None]  # plot, bid, stamp
        self.turns = 0

    def legal_spaces(self, worker: str) -> set[str]:
        found = set()
        for space in PLOTS:
            if space in self.fields or any(near in self.workers for near in NEIGHBOURS[space]):
                continue
            there = self.workers.get(space)
            if there and NUMBER[there] >= NUMBER[worker]:
                continue
            if sum(near in self.fields for near in NEIGHBOURS[space]) >= NUMBER[worker]:
                found.add(space)
        return found

    def ripe(self) -> list[set[str]]:
        return [group for group in groups(self.fields) if any(self.fields[plot] for plot in group)]


class SlowGame:
    """The game as far as the usual rules go; `flow` plays it."""

    def __init__(self, players: int) -> None:
        self.number = players
        self.players = [Player() for _ in range(players)]
        self.stock = Counter(dict.fromkeys(CROPS, 12))
        self.town = set(TOWNSFOLK)
        self.bag = set(PLOTS)
        self.events: Counter[str] = Counter()
        self.registry: list[str | None] = [None] * 6
        self.entry: list[int] = [0] * 6
        self.next_entry = 1
        self.track: list[str] = []
        self.effective = 0
        self.left: int | None = None
        self.out: set[str] = set()
        self.uses: Counter[tuple[int, str]] = Counter()
        self.taken = False

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, seat: int, moves: set[str]) -> Flow:
        answer = yield SEATS[seat], moves
        assert answer in moves
        return answer

    def draw(self, moves: set[str]) -> Flow:
        return (yield "chance", moves)

    # -- set-up and turns ----------------------------------------------------------------------------------------------

    def flow(self) -> Flow:
        pairs = list(PAIRS)
        for player in self.players:
            pair = (yield from self.draw({f"pair:{one}" for one in pairs})).removeprefix("pair:")
            pairs.remove(pair)
            for plot in pair.split("/"):
                player.fields[plot] = True
                self.bag.remove(plot)
        for player in self.players:
            for _ in range(3):
                crop = (yield from self.draw(self.in_stock())).removeprefix("crop:")
                self.stock[crop] -= 1
                player.hand[crop] += 1
        first = yield from self.draw({f"first:{seat}" for seat in SEATS[: self.number]})
        active = SEATS.index(first.removeprefix("first:"))
        yield from self.refill(active)
        self.events = Counter(COPIES)
        if self.number == 2:
            del self.events["land_reform"]
        quiet = 0
        while True:
            self.taken = False
            self.uses = Counter()
            self.players[active].turns += 1
            yield from self.turn(active)
            yield from self.refill(active)
            quiet = 0 if self.taken else quiet + 1
            if self.left is None and quiet >= 3 * self.number:
                quiet = 0
                oldest = min([slot for slot in range(6) if self.registry[slot]], key=lambda slot: self.entry[slot])
                self.out.add(self.registry[oldest])  # type: ignore[arg-type]
                self.registry[oldest] = None
                yield from self.refill(active)
            if self.left == 0:
                return
            if self.left is not None:
                self.left -= 1
            active = (active + 1) % self.number

    def in_stock(self) -> set[str]:
        return {f"crop:{crop}" for crop in CROPS if self.stock[crop]}

    def refill(self, active: int) -> Flow:
        """Fill empty slots from the lowest on; a slot for which an event came is drawn for again first."""
        while None in self.registry and (self.bag or self.events.total()):
            slot = self.registry.index(None)
            while self.registry[slot] is None and (self.bag or self.events.total()):
                moves = {f"plot:{plot}" for plot in self.bag} | {f"event:{one}" for one, n in self.events.items() if n}
                kind, _, what = (yield from self.draw(moves)).partition(":")
                if kind == "plot":
                    self.bag.remove(what)
                    self.lay(slot, what)
                    continue
                self.events[what] -= 1
                self.track.append(what)
                if self.left is None:
                    yield from self.event(what, active)
                    self.effective += 1
                    if self.effective == 10:
                        self.left = 2 * self.number

    def lay(self, slot: int, plot: str) -> None:
        self.registry[slot] = plot
        self.entry[slot] = self.next_entry
        self.next_entry += 1

    def turn(self, seat: int) -> Flow:
        me, used = self.players[seat], set[str]()
        while len(used) < 2:
            yield from self.refill(seat)
            moves = {"end"}
            if "a" not in used and any(me.fields.values()):
                moves.add("harvest")
            if "b" not in used:
                moves |= {"play"} if any(me.legal_spaces(one) for one in me.reserve | self.town) else set()
                moves |= {"remove"} if me.workers else set()
            if not {"c", "d"} & used and self.placeable(seat):
                moves.add("place")
            if "d" not in used and self.can_bid(seat):
                moves.add("bid")
            move = yield from self.ask(seat, moves)
            if move == "end":
                return
            used.add({"harvest": "a", "play": "b", "remove": "b", "place": "c", "bid": "d"}[move])
            yield from getattr(self, f"do_{move}")(seat)

    # -- the four actions ----------------------------------------------------------------------------------------------

    def do_harvest(self, seat: int) -> Flow:
        ripe = self.players[seat].ripe()
        move = yield from self.ask(seat, {f"plot:{in_order(group)[0]}" for group in ripe})
        yield from self.harvest(seat, move)

    def harvest(self, seat: int, move: str) -> Flow:
        me = self.players[seat]
        group = next(group for group in groups(me.fields) if move == f"plot:{in_order(group)[0]}")
        short = []
        for plot in in_order(group):
            if me.fields[plot]:
                me.fields[plot] = False
                if self.stock[crop_of(plot)]:
                    self.move_counter(crop_of(plot), self.stock, me.hand)
                else:
                    short.append(plot)
        for _ in short:
            if self.stock.total():
                crop = yield from self.ask(seat, self.in_stock())
                self.move_counter(crop.removeprefix("crop:"), self.stock, me.hand)

    def move_counter(self, crop: str, source: Counter[str], target: Counter[str]) -> None:
        source[crop] -= 1
        target[crop] += 1

    def do_play(self, seat: int) -> Flow:
        me = self.players[seat]
        can = {one for one in me.reserve | self.town if me.legal_spaces(one)}
        worker = (yield from self.ask(seat, {f"worker:{one}" for one in can})).removeprefix("worker:")
        yield from self.put(seat, worker)

    def put(self, seat: int, worker: str) -> Flow:
        me = self.players[seat]
        move = yield from self.ask(seat, {f"plot:{space}" for space in me.legal_spaces(worker)})
        me.reserve.discard(worker)
        self.town.discard(worker)
        yield from self.settle(seat, worker, move.removeprefix("plot:"))

    def settle(self, seat: int, worker: str, space: str) -> Flow:
        me = self.players[seat]
        if space in me.workers:
            self.send_home(seat, me.workers.pop(space))
        me.workers[space] = worker
        if self.times_acted(seat, worker) < 2:
            yield from getattr(self, f"use_{worker.lower()}")(seat, space, (seat, worker))

    def times_acted(self, seat: int, worker: str) -> int:
        """A townsfolk is one tile, whoever has it; each player has farmhands of their own."""
        holders = [seat] if worker in FARMHANDS else range(len(self.players))
        return sum([self.uses[one, worker] for one in holders])

    def send_home(self, seat: int, worker: str) -> None:
        (self.players[seat].reserve if worker in FARMHANDS else self.town).add(worker)

    def do_remove(self, seat: int) -> Flow:
        me = self.players[seat]
        move = yield from self.ask(seat, {f"worker:{one}" for one in me.workers.values()})
        space = next(space for space, one in me.workers.items() if f"worker:{one}" == move)
        self.send_home(seat, me.workers.pop(space))

    def stored(self, seat: int) -> list[tuple[str, int, list[Any]]]:
        """The stored tiles, with the symbol by which a seat names them and the seat of the store."""
        found = []
        for offset in range(self.number):
            other = (seat + offset) % self.number
            for place, tile in enumerate(self.players[other].store):
                if tile:
                    found.append((f"store:{offset}/{place + 1}", other, tile))
        return found

    def placeable(self, seat: int) -> set[str]:
        me = self.players[seat]
        return {
            name
            for name, owner, (_, bid, stamp) in self.stored(seat)
            if (stamp < me.turns if owner == seat else bid <= me.hand)
        }

    def do_place(self, seat: int) -> Flow:
        me = self.players[seat]
        move = yield from self.ask(seat, self.placeable(seat))
        yield from self.take_from_store(seat, move)
        yield from self.refill(seat)
        if any(owner != seat or tile[2] < me.turns for _, owner, tile in self.stored(seat)):
            move = yield from self.ask(seat, self.placeable(seat) | {"done"})
            if move != "done":
                yield from self.take_from_store(seat, move)

    def take_from_store(self, seat: int, move: str) -> Flow:
        me = self.players[seat]
        owner, tile = next((owner, tile) for name, owner, tile in self.stored(seat) if name == move)
        plot, bid, _ = tile
        seller = self.players[owner]
        seller.store[seller.store.index(tile)] = None
        if owner == seat:
            self.stock += bid
        else:
            me.hand -= bid
            seller.hand += bid + bid
        yield from self.gain(seat, plot)

    def gain(self, seat: int, plot: str, ripe: bool = True) -> Flow:
        self.players[seat].fields[plot] = ripe
        yield from self.displaced(seat, plot)

    def displaced(self, seat: int, plot: str) -> Flow:
        me = self.players[seat]
        if plot not in me.workers or plot not in me.fields:
            return
        worker = me.workers.pop(plot)
        spaces = me.legal_spaces(worker)
        move = (yield from self.ask(seat, {f"plot:{space}" for space in spaces} | {"done"})) if spaces else "done"
        if move == "done":
            self.send_home(seat, worker)
        else:
            yield from self.settle(seat, worker, move.removeprefix("plot:"))

    def can_bid(self, seat: int) -> bool:
        me = self.players[seat]
        return None in me.store and any(self.registry) and me.hand.total() > 0

    def offers(self) -> set[str]:
        return {f"registry:{slot + 1}" for slot, plot in enumerate(self.registry) if plot}

    def do_bid(self, seat: int) -> Flow:
        move = yield from self.ask(seat, self.offers())
        yield from self.store(seat, move)
        yield from self.refill(seat)
        if self.can_bid(seat):
            move = yield from self.ask(seat, self.offers() | {"done"})
            if move != "done":
                yield from self.store(seat, move)

    def take_offer(self, move: str) -> str:
        slot = int(move.removeprefix("registry:")) - 1
        plot = self.registry[slot]
        assert plot
        self.registry[slot] = None
        self.taken = True
        return plot

    def store(self, seat: int, move: str) -> Flow:
        me, bid = self.players[seat], Counter[str]()
        me.store[me.store.index(None)] = [self.take_offer(move), bid, me.turns]
        last = 0
        while True:
            moves = {f"crop:{crop}" for crop in CROPS[last:] if me.hand[crop]} | ({"done"} if bid else set())
            move = yield from self.ask(seat, moves)
            if move == "done":
                return
            crop = move.removeprefix("crop:")
            last = CROPS.index(crop)
            self.move_counter(crop, me.hand, bid)

    def pay(self, seat: int, number: int) -> Flow:
        """So many counters to the stock, in rising order of type."""
        me, last = self.players[seat], 0
        for due in range(number, 0, -1):
            moves = {
                f"crop:{crop}"
                for place, crop in enumerate(CROPS)
                if place >= last and me.hand[crop] and sum([me.hand[later] for later in CROPS[place:]]) >= due
            }
            crop = (yield from self.ask(seat, moves)).removeprefix("crop:")
            last = CROPS.index(crop)
            self.move_counter(crop, me.hand, self.stock)

    # -- special actions -----------------------------------------------------------------------------------------------

    def use_harvester(self, seat: int, space: str, tile: Any) -> Flow:
        me = self.players[seat]
        crops = {crop_of(plot) for plot in NEIGHBOURS[space] if plot in me.fields and self.stock[crop_of(plot)]}
        if crops:
            move = yield from self.ask(seat, {f"crop:{crop}" for crop in crops} | {"done"})
            if move != "done":
                self.uses[tile] += 1
                self.move_counter(move.removeprefix("crop:"), self.stock, me.hand)

    def use_sower(self, seat: int, space: str, tile: Any) -> Flow:
        me = self.players[seat]
        for step in range(2):
            spent = {f"plot:{plot}" for plot in NEIGHBOURS[space] if me.fields.get(plot) is False}
            if not spent:
                return
            move = yield from self.ask(seat, spent | {"done"})
            if move == "done":
                return
            self.uses[tile] += 1 if step == 0 else 0
            me.fields[move.removeprefix("plot:")] = True

    def exchange(self, seat: int, times: int, tile: Any = None) -> Flow:
        me = self.players[seat]
        for step in range(times):
            if not me.hand.total() or not self.stock.total():
                return
            able = {crop for crop in CROPS if me.hand[crop] and any(self.stock[one] for one in CROPS if one != crop)}
            move = yield from self.ask(seat, {f"crop:{crop}" for crop in able} | {"done"})
            if move == "done":
                return
            self.uses[tile] += 1 if tile and step == 0 else 0
            self.move_counter(move.removeprefix("crop:"), me.hand, self.stock)
            taken = yield from self.ask(seat, self.in_stock() - {move})
            self.move_counter(taken.removeprefix("crop:"), self.stock, me.hand)

    def use_carter(self, seat: int, space: str, tile: Any) -> Flow:
        yield from self.exchange(seat, 3, tile)

    def use_storekeeper(self, seat: int, space: str, tile: Any) -> Flow:
        if self.can_bid(seat):
            move = yield from self.ask(seat, self.offers() | {"done"})
            if move != "done":
                self.uses[tile] += 1
                yield from self.store(seat, move)

    def use_foreman(self, seat: int, space: str, tile: Any) -> Flow:
        ripe = self.players[seat].ripe()
        if ripe:
            move = yield from self.ask(seat, {f"plot:{in_order(group)[0]}" for group in ripe} | {"done"})
            if move != "done":
                self.uses[tile] += 1
                yield from self.harvest(seat, move)

    def use_drover(self, seat: int, space: str, tile: Any) -> Flow:
        others = [one for one in self.stored(seat) if one[1] != seat]
        if others:
            able = {name for name, _, (_, bid, _) in others if bid <= self.players[seat].hand}
            move = yield from self.ask(seat, able | {"done"})
            if move != "done":
                self.uses[tile] += 1
                yield from self.take_from_store(seat, move)

    def use_bailiff(self, seat: int, space: str, tile: Any) -> Flow:
        me = self.players[seat]
        others = [one for one in self.stored(seat) if one[1] != seat]
        if not others:
            return
        able = {name for name, _, (_, bid, _) in others if (bid - me.hand).total() <= 1}
        move = yield from self.ask(seat, able | {"done"})
        if move == "done":
            return
        self.uses[tile] += 1
        owner, stored = next((owner, one) for name, owner, one in others if name == move)
        plot, bid, _ = stored
        lacking = bid - me.hand
        crop = yield from self.ask(seat, {f"crop:{one}" for one in (lacking or bid)})
        price = bid - Counter([crop.removeprefix("crop:")])
        me.hand -= price
        self.stock += price
        seller = self.players[owner]
        seller.hand += bid
        seller.store[seller.store.index(stored)] = None
        yield from self.gain(seat, plot)

    def use_miller(self, seat: int, space: str, tile: Any) -> Flow:
        last = -1
        for step in range(3):
            able = {f"crop:{crop}" for place, crop in enumerate(CROPS) if place > last and self.stock[crop]}
            if not able:
                return
            move = yield from self.ask(seat, able | {"done"})
            if move == "done":
                return
            self.uses[tile] += 1 if step == 0 else 0
            last = CROPS.index(move.removeprefix("crop:"))
            self.move_counter(CROPS[last], self.stock, self.players[seat].hand)

    def use_surveyor(self, seat: int, space: str, tile: Any) -> Flow:
        me = self.players[seat]
        own = {name for name, owner, _ in self.stored(seat) if owner == seat}
        if own:
            move = yield from self.ask(seat, own | {"done"})
            if move != "done":
                self.uses[tile] += 1
                place = int(move[-1]) - 1
                plot, bid, _ = me.store[place]  # type: ignore[misc]
                me.store[place] = None
                me.hand += bid
                yield from self.gain(seat, plot)

    def buy_land(self, seat: int, price: int, tile: Any = None) -> Flow:
        if any(self.registry) and self.players[seat].hand.total() >= price:
            move = yield from self.ask(seat, self.offers() | {"done"})
            if move != "done":
                self.uses[tile] += 1 if tile else 0
                yield from self.pay(seat, price)
                yield from self.gain(seat, self.take_offer(move))

    def use_lawyer(self, seat: int, space: str, tile: Any) -> Flow:
        yield from self.buy_land(seat, 1, tile)

    def swap(self, seat: int, tile: Any = None) -> Flow:
        me = self.players[seat]
        if any(self.registry) and me.fields:
            move = yield from self.ask(seat, {f"plot:{plot}" for plot in me.fields} | {"done"})
            if move != "done":
                self.uses[tile] += 1 if tile else 0
                slot = int((yield from self.ask(seat, self.offers())).removeprefix("registry:")) - 1
                given, plot = move.removeprefix("plot:"), self.registry[slot]
                assert plot
                del me.fields[given]
                self.lay(slot, given)
                yield from self.gain(seat, plot)

    def use_supervisor(self, seat: int, space: str, tile: Any) -> Flow:
        yield from self.swap(seat, tile)

    def use_steward(self, seat: int, space: str, tile: Any) -> Flow:
        me = self.players[seat]
        spent = [group for group in groups(me.fields) if not all(me.fields[plot] for plot in group)]
        if spent:
            move = yield from self.ask(seat, {f"plot:{in_order(group)[0]}" for group in spent} | {"done"})
            if move != "done":
                self.uses[tile] += 1
                group = next(group for group in spent if move == f"plot:{in_order(group)[0]}")
                me.fields.update(dict.fromkeys(group, True))

    # -- events --------------------------------------------------------------------------------------------------------

    def event(self, name: str, active: int) -> Flow:
        order = [(active + step) % self.number for step in range(self.number)]
        if name == "land_reform":
            yield from self.reform(order)
            return
        for seat in order:
            yield from getattr(self, f"on_{name}")(seat)

    def reform(self, order: list[int]) -> Flow:
        chosen = {}
        for seat in order:
            if self.players[seat].fields:
                chosen[seat] = (yield from self.ask(seat, {f"plot:{plot}" for plot in self.players[seat].fields}))[5:]
        sides = {seat: self.players[seat].fields.pop(plot) for seat, plot in chosen.items()}
        arrived = {}
        for seat, plot in chosen.items():
            receiver = (seat + 1) % self.number
            self.players[receiver].fields[plot] = sides[seat]
            arrived[receiver] = plot
        for seat in order:
            if seat in arrived:
                yield from self.displaced(seat, arrived[seat])

    def on_fine_weather(self, seat: int) -> Flow:
        me = self.players[seat]
        spent = {f"plot:{plot}" for plot, ripe in me.fields.items() if not ripe}
        if spent:
            move = yield from self.ask(seat, spent | {"done"})
            if move != "done":
                me.fields[move.removeprefix("plot:")] = True

    def on_harvest_supper(self, seat: int) -> Flow:
        if self.stock.total():
            move = yield from self.ask(seat, self.in_stock())
            self.move_counter(move.removeprefix("crop:"), self.stock, self.players[seat].hand)

    def on_land_sale(self, seat: int) -> Flow:
        yield from self.buy_land(seat, 3)

    def on_market_day(self, seat: int) -> Flow:
        yield from self.exchange(seat, 2)

    def on_hiring_fair(self, seat: int) -> Flow:
        me = self.players[seat]
        able = {f"worker:{one}" for one in me.reserve if me.legal_spaces(one)}
        if able:
            move = yield from self.ask(seat, able | {"done"})
            if move != "done":
                yield from self.put(seat, move.removeprefix("worker:"))

    def on_enclosure(self, seat: int) -> Flow:
        yield from self.swap(seat)

    def on_drought(self, seat: int) -> Flow:
        me = self.players[seat]
        ripe = {f"plot:{plot}" for plot, one in me.fields.items() if one}
        if ripe:
            move = yield from self.ask(seat, ripe)
            me.fields[move.removeprefix("plot:")] = False

    def on_tithe(self, seat: int) -> Flow:
        yield from self.pay(seat, self.players[seat].hand.total() // 4)

    def on_sickness(self, seat: int) -> Flow:
        me = self.players[seat]
        if len(me.workers) >= 2:
            lowest = min([NUMBER[one] for one in me.workers.values()])
            weak = {one: space for space, one in me.workers.items() if NUMBER[one] == lowest}
            worker = (yield from self.ask(seat, {f"worker:{one}" for one in weak})).removeprefix("worker:")
            del me.workers[weak[worker]]
            self.send_home(seat, worker)

    def on_price_fall(self, seat: int) -> Flow:
        me = self.players[seat]
        for tile in me.store:
            if tile and tile[1].total() >= 2:
                crop = yield from self.ask(seat, {f"crop:{one}" for one, n in tile[1].items() if n})
                self.move_counter(crop.removeprefix("crop:"), tile[1], me.hand)

    # -- the score -----------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        points = []
        for me in self.players:
            sizes = [*sorted([len(group) for group in groups(me.fields)], reverse=True), 0, 0]
            points.append(sizes[0] + 2 * sizes[1] + sum([NUMBER[one] for one in me.workers.values()]))
        for crop, seat in product(CROPS, range(self.number)):
            mine = self.players[seat].hand[crop]
            if mine and all(mine > one.hand[crop] for one in self.players if one is not self.players[seat]):
                points[seat] += 1
        return points
