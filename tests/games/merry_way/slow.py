"""A second reading of the rulebook, slow and plain, for everything that is decided before the travellers set out.

Cards and spots are texts, hands are lists, a round is one generator that asks its questions. No code of the game is used. A
question is ("choose", seat, moves) for a player, or ("chance", seat, weights) for a random event. It reads the default rulings
and a few numbers that may be options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import product
from typing import Any

Question = tuple[str, str, Any]
Asking = Generator[Question, str, None]

KINDS = ("plots", "manpower", "materials")
NUMBERS = {
    "bank_price": 1,
    "exchange_rate": 3,
    "offers_per_player": 2,
    "offer_units": 3,
    "trade_mode": "offers",
    "columns_per_section": 2,
    "max_row": 3,
}
EFFECTS = {"SP1": "draw", "SP2": "take", "SP3": "flip", "SP4": "swap", "SP5": "strip", "SP6": "filch"}


class Table:
    """What lies on the table, read from a written position.

    Args:
        written: a position as `to_dict` writes it.
        cost: for each scheme card its plots, manpower and materials.
        digits: for each resource card its three digits, such as "4p".
        options: numbers that differ from the usual ones.
    """

    def __init__(
        self,
        written: dict[str, Any],
        cost: dict[str, tuple[int, int, int]],
        digits: dict[str, tuple[str, str, str]],
        options: dict[str, Any],
    ) -> None:
        self.cost, self.digits = cost, digits
        self.options = {**NUMBERS, **{key: value for key, value in options.items() if key in NUMBERS}}
        self.seats = list(written["resources"])
        self.leader = written["leader"]
        self.supply = dict(zip(KINDS, map(int, written["supply"].split("/")), strict=True))
        self.owned = {
            seat: dict(zip(KINDS, map(int, text.split("/")), strict=True))
            for seat, text in written["resources"].items()
        }
        self.profit = dict(written["profit"])
        self.tokens = dict(written["reserve"])
        self.hands = {seat: text.split() for seat, text in written["hands"].items()}
        self.resource_cards = {seat: text.split() for seat, text in written["resource_cards"].items()}
        self.deck = written["scheme_deck"].split()
        self.discard = written["scheme_discard"].split()
        self.board: dict[str, list[str]] = {}
        trail = "N"
        for word in written["board"].replace(";", " ").split():
            if word.endswith(":"):
                trail = word[0]
                continue
            spot, _, rest = word.partition("=")
            card, _, owner = rest.partition("@")
            self.board[f"{trail}:{spot}"] = [card, owner]
        self.blocked: str | None = written["roadblock"]
        columns = 2 * self.options["columns_per_section"]
        self.columns = columns
        self.spots = [
            f"{trail}:{side}{row}.{column}"
            for trail, side, row in product("NW", "LR", range(1, self.options["max_row"] + 1))
            for column in range(1, columns + 2 - row)
        ]
        self.order = {card: place for place, card in enumerate(cost)}
        self.log: list[tuple[str, dict[str, str]]] = []

    # -- asking --------------------------------------------------------------------------------------------------------

    def clockwise(self, seat: str) -> list[str]:
        """All seats from this one on."""
        place = self.seats.index(seat)
        return self.seats[place:] + self.seats[:place]

    def ask(self, seat: str, moves: set[str], secret_from: str = "") -> Generator[Question, str, str]:
        """A decision; what is decided is heard by all, or only by those who are not in `secret_from`."""
        move = yield ("choose", seat, moves)
        hidden = move.rpartition(":")[0] if secret_from else move
        self.log.append((hidden, {one: move for one in self.seats if one not in secret_from}))
        return move

    def draw(self, seat: str) -> Asking:
        """A card from the scheme deck, if there is one anywhere."""
        if not self.deck:
            self.deck, self.discard = self.discard, []
        if not self.deck:
            return
        outcome = yield ("chance", seat, Counter(f"drawn:{card}" for card in self.deck))
        card = outcome.rpartition(":")[2]
        self.deck.remove(card)
        self.hands[seat].append(card)
        self.log.append((f"{seat} draws", {seat: f"{seat} draws {card}"}))

    def can_draw(self) -> bool:
        return bool(self.deck or self.discard)

    def pays(self, seat: str, cost: tuple[int, ...]) -> None:
        """Resources go back to the supply."""
        for kind, amount in zip(KINDS, cost, strict=True):
            self.owned[seat][kind] -= amount
            self.supply[kind] += amount

    def affords(self, seat: str, cost: tuple[int, ...]) -> bool:
        return all(self.owned[seat][kind] >= amount for kind, amount in zip(KINDS, cost, strict=True))

    # -- the phases ----------------------------------------------------------------------------------------------------

    def round(self) -> Asking:
        """Work, Bargain, the bank, Build."""
        yield from self.work()
        if self.options["trade_mode"] == "offers":
            yield from self.bargain()
        yield from self.bank()
        yield from self.build()

    def work(self) -> Asking:
        """MW-WORK-1 to MW-WORK-12."""
        down: dict[str, str] = {}
        for seat in self.clockwise(self.leader):
            if self.resource_cards[seat]:
                others = "".join(one for one in self.seats if one != seat)
                moves = {f"card:{card}" for card in self.resource_cards[seat]}
                down[seat] = (yield from self.ask(seat, moves, others)).removeprefix("card:")
                self.resource_cards[seat].remove(down[seat])
        self.log.append((f"revealed {sorted(down.items())}", {}))
        for place in range(3):
            for seat in self.clockwise(self.leader):
                if seat not in down:
                    continue
                text = self.digits[down[seat]][place]
                digit, pink = int(text[0]), text.endswith("p")
                cards = digit - len(self.hands[seat]) if pink else digit
                moves = {f"take:{kind}" for kind in KINDS if self.supply[kind] >= digit}
                if cards > 0 and self.can_draw():
                    moves.add("draw")
                move = yield from self.ask(seat, moves or {"work:pass"})
                if move == "draw":
                    for _ in range(cards):
                        yield from self.draw(seat)
                elif move.startswith("take:"):
                    self.supply[move[5:]] -= digit
                    self.owned[seat][move[5:]] += digit

    def tradable(self, seat: str) -> bool:
        """Whether a seat has anything that can be part of a deal."""
        claims = [spot for spot, (_, owner) in self.board.items() if owner == seat]
        return bool(any(self.owned[seat].values()) or self.profit[seat] > 0 or self.hands[seat] or claims)

    def bargain(self) -> Asking:
        """MW-BARGAIN-1 to MW-BARGAIN-11 in the form of MW-RULING-14."""
        left = dict.fromkeys(self.seats, self.options["offers_per_player"])
        turn = self.leader
        while any(left.values()):
            maker = next(seat for seat in self.clockwise(turn) if left[seat])
            turn = self.clockwise(maker)[1]
            partners = {seat for seat in self.seats if seat != maker and (self.tradable(maker) or self.tradable(seat))}
            move = yield from self.ask(maker, {"offer:pass", *[f"offer:to:{seat}" for seat in partners]})
            if move == "offer:pass":
                left[maker] = 0
                continue
            left[maker] -= 1
            yield from self.offer(maker, move[-1])

    def offer(self, maker: str, partner: str) -> Asking:
        """One offer: what it gives, what it wants, the reply, the cards."""
        give: list[str] = []
        others = "".join(seat for seat in self.seats if seat not in (maker, partner))
        while True:
            moves = self.more("give", give, self.cards_to_give(maker), maker)
            if give or self.tradable(partner):
                moves.add("give:done")
            hides = others if any(move.startswith("give:card:") for move in moves) else ""
            move = yield from self.say(maker, moves, hides, "give:card:")
            if move == "give:done":
                break
            give.append(move)
        want: list[str] = []
        while True:
            cards = len([item for item in want if item.startswith("want:card:")])
            kinds = ["any", "GR", "LZ", "WK", "DW", "RB", "special"] if len(self.hands[partner]) > cards else []
            moves = self.more("want", want, [f"want:card:{kind}" for kind in kinds], partner)
            if give or want:
                moves.add("want:submit")
            move = yield from self.ask(maker, moves)
            if move == "want:submit":
                break
            want.append(move)
        wanted = [item.removeprefix("want:card:") for item in want if item.startswith("want:card:")]
        moves = {"reply:reject"}
        if self.enough_tokens(maker, partner, give, want) and serves(self.hands[partner], wanted):
            moves.add("reply:accept")
        if (yield from self.ask(partner, moves)) == "reply:reject":
            return
        handed: list[str] = []
        for place, kind in enumerate(wanted):
            left = list((Counter(self.hands[partner]) - Counter(handed)).elements())
            moves = {
                f"hand:{card}"
                for card in left
                if kind in ("any", kind_of(card)) and serves(without(left, card), wanted[place + 1 :])
            }
            handed.append((yield from self.ask(partner, moves, others)).removeprefix("hand:"))
        self.settle(maker, partner, give, [])
        self.settle(partner, maker, want, handed)

    def say(self, seat: str, moves: set[str], others: str, secret: str) -> Generator[Question, str, str]:
        """A decision of which only some answers are secret."""
        move = yield ("choose", seat, moves)
        hidden = secret if others and move.startswith(secret) else move
        self.log.append((hidden, {one: move for one in self.seats if one not in others}))
        return move

    def cards_to_give(self, maker: str) -> list[str]:
        return [f"give:card:{card}" for card in sorted(set(self.hands[maker]), key=self.order.__getitem__)]

    def more(self, word: str, named: list[str], cards: list[str], holder: str) -> set[str]:
        """The items that may be named next, in the fixed order: resources, profit, cards, claims, claims taken off."""
        claims = [spot for spot in self.spots if spot in self.board and self.board[spot][1] == holder]
        order = [*[f"{word}:{kind}" for kind in KINDS], f"{word}:profit", *cards]
        order += [f"{word}:claim:{spot}" for spot in claims] + [f"{word}:unclaim:{spot}" for spot in claims]
        if len(named) >= self.options["offer_units"]:
            return set()
        if named and named[-1] in order:
            order = order[order.index(named[-1]) :]
        elif named:  # the last card asked for was the last one that the partner holds: cards come before claims
            order = [item for item in order if "claim:" in item]
        found: set[str] = set()
        for item in order:
            kind = item.partition(":")[2]
            count = named.count(item)
            if kind in KINDS:
                enough = self.owned[holder][kind] > count
            elif kind == "profit":
                enough = self.profit[holder] > count
            elif item.startswith("give:card:"):
                enough = self.hands[holder].count(kind.removeprefix("card:")) > count
            elif item.startswith("want:card:"):
                enough = True
            else:
                spot = kind.partition(":")[2]
                enough = not any(other.endswith(f"claim:{spot}") for other in named)
            if enough:
                found.add(item)
        return found

    def enough_tokens(self, maker: str, partner: str, give: list[str], want: list[str]) -> bool:
        """Whether each can lay a marker on every claim it gets, with the markers that come back to it."""
        tokens = {maker: self.tokens[maker], partner: self.tokens[partner]}
        for giver, receiver, items in ((maker, partner, give), (partner, maker, want)):
            for item in items:
                if "claim:" in item:
                    tokens[giver] += 1
                    if "unclaim:" not in item:
                        tokens[receiver] -= 1
        return min(tokens.values()) >= 0

    def settle(self, giver: str, receiver: str, items: list[str], handed: list[str]) -> None:
        """One side of a deal is carried out."""
        for item in items:
            kind = item.partition(":")[2]
            if kind in KINDS:
                self.owned[giver][kind] -= 1
                self.owned[receiver][kind] += 1
            elif kind == "profit":
                self.profit[giver] -= 1
                self.profit[receiver] += 1
            elif item.startswith("give:card:"):
                handed = [*handed, kind.removeprefix("card:")]
            elif "claim:" in kind:
                use, _, spot = kind.partition(":")
                self.board[spot][1] = receiver if use == "claim" else "-"
                self.tokens[giver] += 1
                self.tokens[receiver] -= use == "claim"
        for card in handed:
            self.hands[giver].remove(card)
            self.hands[receiver].append(card)

    def bank(self) -> Asking:
        """MW-BANK-1 to MW-BANK-7."""
        price, rate = self.options["bank_price"], self.options["exchange_rate"]
        for seat in self.clockwise(self.leader):
            while True:
                moves = {"bank:done"}
                if self.profit[seat] >= price:
                    moves |= {f"buy:{kind}" for kind in KINDS if self.supply[kind]}
                    moves |= {"buy:card"} if self.can_draw() else set()
                moves |= {
                    f"swap:{paid}:{got}"
                    for paid, got in product(KINDS, KINDS)
                    if paid != got and self.owned[seat][paid] >= rate and self.supply[got]
                }
                move = yield from self.ask(seat, moves)
                word, _, what = move.partition(":")
                if move == "bank:done":
                    break
                if word == "buy":
                    self.profit[seat] -= price
                    if what == "card":
                        yield from self.draw(seat)
                    else:
                        self.supply[what] -= 1
                        self.owned[seat][what] += 1
                else:
                    paid, _, got = what.partition(":")
                    self.owned[seat][paid] -= rate
                    self.supply[paid] += rate
                    self.supply[got] -= 1
                    self.owned[seat][got] += 1

    def build(self) -> Asking:
        """MW-BUILD-1 to MW-BUILD-17."""
        out: set[str] = set()
        turn = self.leader
        while len(out) < len(self.seats):
            seat = next(one for one in self.clockwise(turn) if one not in out)
            turn = self.clockwise(seat)[1]
            special = False
            while True:
                moves = {"build:pass"}
                if not self.blocked and self.affords(seat, (1, 1, 1)) and self.blockable():
                    moves.add("roadblock")
                for card in set(self.hands[seat]):
                    if card in EFFECTS:
                        if not special and self.affords(seat, self.cost[card]) and self.condition(seat, EFFECTS[card]):
                            moves.add(f"special:{card}")
                    elif self.places(seat, card):
                        moves.add(f"play:{card}")
                move = yield from self.ask(seat, moves)
                if not move.startswith("special:"):
                    break
                special = True
                yield from self.special(seat, move.removeprefix("special:"))
            if move == "build:pass":
                out.add(seat)
            elif move == "roadblock":
                way = yield from self.ask(seat, {f"block:{way}" for way in self.blockable()})
                self.blocked = way.removeprefix("block:")
                self.pays(seat, (1, 1, 1))
            else:
                card = move.removeprefix("play:")
                spot = yield from self.ask(seat, {f"place:{spot}" for spot in self.places(seat, card)})
                spot = spot.removeprefix("place:")
                if spot in self.board:
                    cost = self.upgrade(card)
                    self.tokens[seat] += self.board[spot][1] == seat
                else:
                    cost = self.cost[card]
                self.tokens[seat] -= 1
                self.board[spot] = [card, seat]
                self.hands[seat].remove(card)
                self.pays(seat, cost)

    def upgrade(self, card: str) -> tuple[int, ...]:
        return tuple(max(1, amount - 1) for amount in self.cost[card])

    def places(self, seat: str, card: str) -> set[str]:
        """Where a seat may play a normal card."""
        found: set[str] = set()
        for spot in self.spots:
            if spot in self.board:
                owner = self.board[spot][1]
                if owner == seat or (owner == "-" and self.tokens[seat]):
                    found |= {spot} if self.affords(seat, self.upgrade(card)) else set()
            elif self.tokens[seat] and self.affords(seat, self.cost[card]) and self.is_open(spot):
                found.add(spot)
        return found

    def is_open(self, spot: str) -> bool:
        """First free space from the far end in row 1; between two cards further out (MW-BUILD-6)."""
        row, column = int(spot[3]), int(spot[5:])
        if row == 1:
            return all(f"{spot[:5]}{further}" in self.board for further in range(column + 1, self.columns + 1))
        return all(f"{spot[:3]}{row - 1}.{near}" in self.board for near in (column, column + 1))

    def ways(self, trail: str) -> list[tuple[str, str]]:
        """Every way of a trail between places that can be walked on."""
        found: list[tuple[str, str]] = []
        main = [f"{trail}:M{number}" for number in range(self.columns + 1)]
        for number in range(self.columns):
            found.append((main[number], main[number + 1]))
            found += [(main[number], f"{trail}:{side}1.{number + 1}") for side in "LR"]
        for side, row in product("LR", range(1, self.options["max_row"] + 1)):
            for column in range(1, self.columns + 2 - row):
                here = f"{trail}:{side}{row}.{column}"
                inward = main[column] if row == 1 else f"{trail}:{side}{row - 1}.{column + 1}"
                found += [(here, inward)]
                found += [(here, f"{trail}:{side}{row}.{column + 1}"), (here, f"{trail}:{side}{row + 1}.{column}")]
        there = {*main, *self.board}
        return [(start, end) for start, end in found if start in there and end in there]

    def blockable(self) -> set[str]:
        """The ways without which one still gets from town to town (MW-RULING-24, MW-RULING-25)."""
        found: set[str] = set()
        for trail in "NW":
            ways = self.ways(trail)
            for closed in ways:
                reached = {f"{trail}:M0"}
                while True:
                    more = {end for way in ways if way != closed for start, end in [way] if start in reached} - reached
                    if not more:
                        break
                    reached |= more
                if f"{trail}:M{self.columns}" in reached:
                    found.add(f"{closed[0]}-{closed[1][2:]}")
        return found

    def condition(self, seat: str, effect: str) -> bool:
        """Whether what a special card says can be done."""
        if effect == "draw":
            return self.can_draw()
        if effect == "take":
            return any(self.supply.values())
        if effect == "strip":
            return any(owner not in ("-", seat) for _, owner in self.board.values())
        if effect == "filch":
            return any(any(self.owned[other].values()) for other in self.seats if other != seat)
        return True

    def special(self, seat: str, card: str) -> Asking:
        """MW-HOUSE-5 to MW-HOUSE-11."""
        effect = EFFECTS[card]
        self.hands[seat].remove(card)
        self.pays(seat, self.cost[card])
        if effect == "draw":
            for _ in range(2):
                yield from self.draw(seat)
        elif effect == "take":
            for _ in range(2):
                if any(self.supply.values()):
                    kind = (yield from self.ask(seat, {f"take:{kind}" for kind in KINDS if self.supply[kind]}))[5:]
                    self.supply[kind] -= 1
                    self.owned[seat][kind] += 1
        elif effect == "flip":
            yield from self.ask(seat, {f"flip:{place}" for place in range(1, 7)})
        elif effect == "swap":
            yield from self.ask(seat, {f"swapfolly:{place}" for place in range(1, 6)})
        elif effect == "strip":
            others = {f"strip:{spot}" for spot, (_, owner) in self.board.items() if owner not in ("-", seat)}
            spot = (yield from self.ask(seat, others)).removeprefix("strip:")
            self.tokens[self.board[spot][1]] += 1
            self.board[spot][1] = "-"
        else:
            moves = {
                f"filch:{other}:{kind}"
                for other, kind in product(self.seats, KINDS)
                if other != seat and self.owned[other][kind]
            }
            _, other, kind = (yield from self.ask(seat, moves)).split(":")
            self.owned[other][kind] -= 1
            self.owned[seat][kind] += 1
        self.discard.append(card)


def kind_of(card: str) -> str:
    """What an offer calls a card."""
    return "special" if card.startswith("SP") else card[:2]


def without(cards: list[str], card: str) -> list[str]:
    """Some cards without one of them."""
    left = list(cards)
    left.remove(card)
    return left


def serves(hand: list[str], wanted: list[str]) -> bool:
    """Whether there is a different card for each wanted kind: tried out, card by card."""
    if not wanted:
        return True
    return any(
        wanted[0] in ("any", kind_of(card)) and serves(without(hand, card), wanted[1:]) for card in dict.fromkeys(hand)
    )
