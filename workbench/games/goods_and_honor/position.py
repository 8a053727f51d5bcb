"""Positions as readable dicts: `build` reads one, `describe` writes one.

Every key may be left out; it then takes its set-up value, or what the other keys leave. Seats are named by their letters, and
what belongs to seats is a dict from letters. Whatever components are not named lie where they would: Folks and Nastigans in the
bag, Goods in the middle, chips with their owners; and if those places are spoken for, with the first player who is not.

============  ========================================================================================================
mats          ``{"A": "Food P2 W1 | Wood - | Rock R1 | Guards S1 | New P1"}``; sections left out are empty
goods         ``{"A": "4/2/2"}``: Food, Wood, Rock
honor         ``{"A": "A9 B2 C3"}``: chips of each colour
supply        the middle, ``"20/20/20"``
bag           ``"P18 W17 R17 S18 N24"``
table         tokens drawn this turn, ``"W1 S1 N3"``
hands         Folks still to be placed, ``{"A": "P1 W2"}``
pawns         ``{"A": "Food"}``
carry         points kept in each section, ``{"A": "0/2/1"}``, with remainder=carry
said          ``{"A": "Rock", "B": "nothing"}``
bids          items in hands, ``{"B": "B2 Food1"}``
closed        the seats whose hand is closed, ``"B C"``
named         defenders named and not fought yet, ``["Sentryfolk/Guards"]``, the present one first
defended      the Folks that won this turn, in the same form, with defender_reuse=no
new_quota     Folks that lay in New, ``"P1 S1"``, with must_assign=no
last_section  the section of the last Folk placed, with placement_order=canonical
first         the seat that took the first turn
active        the active seat
turn          the number of the turn, from 1; 0 in the set-up
last_take     the turn in which a token was last taken; 0 for none
end           why the game is over: goods, stall, cap or bag
phase         the name of the phase; when left out, the one that the other keys suggest: usually a turn that begins
to_move       a seat, ``"chance"`` or ``"over"``; it follows from the rest
hidden        in views only: the seats whose closed hand or set-up placement is not shown
============  ========================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError, WorkbenchError, nearest
from workbench.core.state import CHANCE, OVER
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    FIRST_DEFEND,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    GUARDS,
    ITEM_NAMES,
    ITEMS,
    NASTIGAN,
    NEW,
    NONE,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    SENTRYFOLK,
    SILENT,
    TYPE_CODES,
    TYPE_NAMES,
    TYPES,
    folk_words,
    item_of,
    item_words,
    seat_of,
    section_of,
    type_of,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.state import (
    BAG_SHORT,
    CAPPED,
    END_REASONS,
    GOODS_GONE,
    RUNNING,
    STALLED,
    GoodsAndHonorState,
)

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor

KEYS: Final = (
    *("mats", "goods", "honor", "supply", "bag", "table", "hands", "pawns", "carry", "said", "bids", "closed", "named"),
    *(
        "defended",
        "new_quota",
        "last_section",
        "first",
        "active",
        "turn",
        "last_take",
        "end",
        "phase",
        "to_move",
        "hidden",
    ),
)
MOVERS: Final = {CHANCE: "chance", OVER: "over"}
SETUP_PHASES: Final = ("setup_draw", "setup_place", "setup_pawn", "first_player")
DRAWN: Final = ("setup_draw", "first_player", "draw", "receiver", "roll", "duel")
"""The phases in which chance moves."""
AUCTION: Final = ("talk", "reply", "bid", "award", "receiver")
DUELS: Final = ("defend", "roll", "duel")
MOST: Final = 1_000_000
"""No count of a position is larger."""


def defender_name(action: int) -> str:
    """A defender as it is written, such as ``Sentryfolk/Guards``."""
    place = action - FIRST_DEFEND
    return f"{TYPE_NAMES[place // SECTIONS]}/{SECTION_NAMES[place % SECTIONS]}"


def letters(mask: int) -> str:
    """The letters of a set of seats."""
    return " ".join([letter for seat, letter in enumerate(SEATS) if mask >> seat & 1])


def mat_words(state: GoodsAndHonorState, seat: int) -> str:
    """A mat in short notation.

    >>> import workbench as wb
    >>> mat_words(wb.load("goods_and_honor").position({"mats": {"A": "Food P2 W1 | New S1"}}), 0)
    'Food P2 W1 | Wood - | Rock - | Guards - | New S1'
    """
    return " | ".join([f"{name} {folk_words(state.section(seat, one))}" for one, name in enumerate(SECTION_NAMES)])


def describe(state: GoodsAndHonorState) -> dict[str, Any]:
    """A position as a readable dict; `build` gives it back.

    Args:
        state: any position.

    Returns:
        the dict, made of JSON values.
    """
    rules = state.rules
    seats = range(rules.players)
    mover = int(state.to_move)
    found: dict[str, Any] = {
        "phase": state.phase.name,
        "to_move": MOVERS[mover] if mover < 0 else SEATS[mover],
        "turn": int(state.turn),
        "first": None if state.first == NONE else SEATS[state.first],
        "active": None if state.active == NONE else SEATS[state.active],
        "last_take": int(state.last_take),
        "supply": "/".join(map(str, state.supply)),
        "bag": folk_words(state.bag),
        "table": folk_words([*state.table_folk, int(state.table_nastigans)]),
        "mats": {SEATS[seat]: mat_words(state, seat) for seat in seats},
        "goods": {SEATS[seat]: "/".join(map(str, state.goods(seat))) for seat in seats},
        "honor": {SEATS[seat]: item_words(state.honor(seat)) for seat in seats},
        "hands": {SEATS[seat]: folk_words(state.hand(seat)) for seat in seats if any(state.hand(seat))},
        "said": {
            SEATS[seat]: "nothing" if item == SILENT else ITEM_NAMES[item]
            for seat, item in enumerate(state.said)
            if item != NONE
        },
        "bids": {SEATS[seat]: item_words(state.bid(seat)) for seat in seats if any(state.bid(seat))},
        "closed": letters(int(state.closed)),
        "named": [defender_name(action) for action in state.named],
        "end": None if state.end_reason == RUNNING else END_REASONS[state.end_reason],
    }
    # what only some options need
    if rules.pawns_on:
        found["pawns"] = {
            SEATS[seat]: GOOD_NAMES[section] for seat, section in enumerate(state.pawns) if section != NONE
        }
    if rules.carries:
        found["carry"] = {
            SEATS[seat]: "/".join(map(str, state.carry[seat * GOODS : seat * GOODS + GOODS])) for seat in seats
        }
    if not rules.reuse:
        found["defended"] = [
            f"{TYPE_NAMES[cell % TYPES]}/{SECTION_NAMES[cell // TYPES]}"
            for cell, count in enumerate(state.defended)
            for _ in range(count)
        ]
    if not rules.must_assign:
        found["new_quota"] = folk_words(state.new_quota)
    if rules.canonical:
        found["last_section"] = None if state.last_section == NONE else SECTION_NAMES[state.last_section]
    if state.hidden:
        found["hidden"] = letters(int(state.hidden))
    return found


class Builder:
    """Reads a description key by key and gathers every fault on the way."""

    def __init__(self, rules: GoodsAndHonor, description: Mapping[str, Any]) -> None:
        self.rules = rules
        self.given = description
        self.faults: list[str] = []
        self.state = rules.blank()

    def build(self) -> GoodsAndHonorState:
        """The position.

        Raises:
            PositionError: with every fault found.
        """
        if not isinstance(self.given, Mapping):
            raise PositionError([f"A position is a dict, not {self.given!r}."])
        for key in self.given:
            if key not in KEYS:
                self.fault(f"There is no key {key!r}.{nearest(str(key), KEYS)} The keys are: {', '.join(KEYS)}.")
        if self.given.get("hidden"):
            self.fault("'hidden' is for views: in a position nothing is hidden.")
        self.read_turn()
        self.read_tokens()
        self.read_stashes()
        self.read_auction()
        self.read_rest()
        self.read_phase()
        if self.faults:
            raise PositionError(self.faults)
        return self.state

    # -- small readers -------------------------------------------------------------------------------------------------

    def fault(self, text: str) -> None:
        """Remember a fault."""
        self.faults.append(text)

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number in a range, or None if it is not given; and None, with a fault, if it is none."""
        value = self.given.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"{key!r} should be a whole number from {low} to {high}, not {value!r}.")
            return None
        return value

    def seat(self, key: str, value: object) -> int | None:
        """A seat that plays, by its letter; None, and a fault, otherwise."""
        try:
            seat = seat_of(value) if isinstance(value, str) else len(SEATS)
        except WorkbenchError:
            seat = len(SEATS)
        if seat < self.rules.players:
            return seat
        self.fault(f"{key!r}: the players are {', '.join(SEATS[: self.rules.players])}, not {value!r}.")
        return None

    def seats(self, key: str) -> list[int]:
        """A list of seats, written "B C" or ["B", "C"]."""
        value = self.given.get(key)
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        if words is None:
            return []
        if not isinstance(words, (list, tuple)):
            self.fault(f"{key!r} should name seats, such as 'B C', not {value!r}.")
            return []
        found = [self.seat(key, word) for word in words]
        return [seat for seat in found if seat is not None]

    def by_seat(self, key: str) -> dict[int, object]:
        """What is given for seats: a dict from letters."""
        value = self.given.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault(f"{key!r} should be a dict from the letters of seats, not {value!r}.")
            return {}
        found = {}
        for letter, part in value.items():
            seat = self.seat(key, letter)
            if seat is not None:
                found[seat] = part
        return found

    def counts(self, key: str, value: object, codes: tuple[str, ...]) -> list[int]:
        """Counts such as "P2 W1", in the order of the codes; "-" for none. A code alone counts 1."""
        found = [0] * len(codes)
        if value is None:
            return found
        if not isinstance(value, str):
            self.fault(f"{key!r} should be a text such as '{codes[0]}2 {codes[1]}1', not {value!r}.")
            return found
        lowered = [code.lower() for code in codes]
        for word in value.replace(",", " ").split():
            name = word.rstrip("0123456789")
            number = word[len(name) :]
            if word == "-":
                continue
            if name.lower() not in lowered or len(number) > 6 or not (number or "1").isascii():
                self.fault(f"{key!r}: {word!r} is not one of {', '.join(codes)} with a number behind it.")
                continue
            found[lowered.index(name.lower())] += int(number or 1)
        return found

    def triple(self, key: str, value: object) -> list[int] | None:
        """Three counts such as "4/2/2": Food, Wood, Rock."""
        parts: list[object] = []
        if isinstance(value, str):
            parts = [
                int(part) if part.isascii() and part.isdigit() and len(part) < 7 else part for part in value.split("/")
            ]
        elif isinstance(value, (list, tuple)):
            parts = list(value)
        numbers = [part for part in parts if isinstance(part, int) and not isinstance(part, bool) and 0 <= part < MOST]
        if len(numbers) != GOODS or len(parts) != GOODS:
            self.fault(f"{key!r} should be three counts such as '4/2/2', not {value!r}.")
            return None
        return numbers

    def defenders(self, key: str) -> list[int]:
        """Folks in sections, as actions."""
        value = self.given.get(key)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self.fault(f"{key!r} should be a list such as ['Sentryfolk/Guards'], not {value!r}.")
            return []
        found = []
        for word in value:
            kind, separator, section = word.partition("/") if isinstance(word, str) else ("", "", "")
            try:
                if not separator or type_of(kind) == NASTIGAN:
                    raise WorkbenchError
                found.append(FIRST_DEFEND + type_of(kind) * SECTIONS + section_of(section))
            except WorkbenchError:
                self.fault(f"{key!r}: {word!r} is not a Folk and a section, such as 'Sentryfolk/Guards'.")
        return found

    # -- the parts of a position ---------------------------------------------------------------------------------------

    def read_turn(self) -> None:
        """Whose turn it is. The number of the turn comes later, when it is known whether tokens have been taken."""
        state = self.state
        phase = self.given.get("phase")
        setup = phase in SETUP_PHASES or self.given.get("turn") == 0
        for key in ("active", "first"):
            value = self.given.get(key)
            if value is not None:
                if setup:
                    self.fault(f"In the set-up nobody has had a turn, so {key!r} is null.")
                found = self.seat(key, value)
                if found is not None and key == "active":
                    state.active = found
                elif found is not None:
                    state.first = found
        if setup:
            return
        if state.active == NONE:
            state.active = max(0, int(state.first))
        if state.first == NONE:
            state.first = max(0, self.rules.fixed_first)
        if self.rules.fixed_first not in (NONE, state.first):
            self.fault(f"By the option `first_player` the first turn is {SEATS[self.rules.fixed_first]}'s.")

    def read_tokens(self) -> None:
        """Mats, hands, table and bag; no token is missing or there twice (the invariants I1 and I2)."""
        state, rules = self.state, self.rules
        folk_codes, token_codes = tuple(TYPE_CODES[:TYPES]), tuple(TYPE_CODES)
        mats = self.by_seat("mats")
        for seat, written in mats.items():
            self.read_mat(seat, written)
        for seat, written in self.by_seat("hands").items():
            state.in_hand[seat * TYPES : seat * TYPES + TYPES] = self.counts("hands", written, folk_codes)
        table = self.counts("table", self.given.get("table"), token_codes)
        state.table_folk, state.table_nastigans = table[:TYPES], table[NASTIGAN]
        named = [sum(state.mats[kind::TYPES]) + sum(state.in_hand[kind::TYPES]) + table[kind] for kind in range(TYPES)]
        named.append(table[NASTIGAN])
        owned = [*[rules.folks_each] * TYPES, rules.nastigans]
        if self.given.get("bag") is None:
            bag = [owned[kind] - named[kind] for kind in range(TYPES + 1)]
        else:
            bag = self.counts("bag", self.given["bag"], token_codes)
        others = [seat for seat in range(rules.players) if seat not in mats]
        for kind in range(TYPES + 1):
            left = owned[kind] - named[kind] - max(0, bag[kind])
            if left > 0 and others and kind != NASTIGAN and self.given.get("phase") not in SETUP_PHASES:
                home = GUARDS if kind == SENTRYFOLK or rules.capacity else kind
                state.mats[others[0] * CELLS + home * TYPES + kind] += left
            elif left != 0:
                total = named[kind] + max(0, bag[kind])
                name = "Nastigans" if kind == NASTIGAN else TYPE_NAMES[kind]
                self.fault(f"There are {owned[kind]} {name} in this game, but {total} are named.")
        state.bag = [max(0, count) for count in bag]

    def read_mat(self, seat: int, written: object) -> None:
        """One mat."""
        if not isinstance(written, str):
            self.fault(f"'mats': a mat is a text such as 'Food P2 W1 | Guards S1', not {written!r}.")
            return
        seen = set()
        for part in written.split("|"):
            words = part.split(None, 1)
            if not words or written.strip() == "-":
                continue
            try:
                section = section_of(words[0])
            except WorkbenchError as fault:
                self.fault(f"'mats': {fault}")
                continue
            if section in seen:
                self.fault(f"'mats': {SECTION_NAMES[section]} is named twice for {SEATS[seat]}.")
            seen.add(section)
            base = seat * CELLS + section * TYPES
            counts = self.counts("mats", words[1] if len(words) > 1 else "-", tuple(TYPE_CODES[:TYPES]))
            self.state.mats[base : base + TYPES] = counts
            if section < GOODS and self.rules.capacity and sum(counts) > self.rules.capacity:
                self.fault(
                    f"By the option `capacity` {SECTION_NAMES[section]} holds at most {self.rules.capacity} Folks."
                )

    def read_stashes(self) -> None:
        """Goods, middle and chips; none is missing or there twice (the invariants I3 and I4)."""
        state, rules = self.state, self.rules
        goods = self.by_seat("goods")
        for seat, written in goods.items():
            triple = self.triple("goods", written)
            if triple is not None:
                state.stashes[seat * ITEMS + FIRST_GOOD : (seat + 1) * ITEMS] = triple
        supply = None if self.given.get("supply") is None else self.triple("supply", self.given["supply"])
        # after the last productions from the box there are more tokens than before
        boxed = rules.fair_end and self.given.get("phase") == "game_over"
        others = [seat for seat in range(rules.players) if seat not in goods]
        for good in range(GOODS):
            named = sum(state.stashes[FIRST_GOOD + good :: ITEMS])
            state.supply[good] = supply[good] if supply is not None else max(0, rules.goods_each - named)
            left = rules.goods_each - named - state.supply[good]
            if left > 0 and others:
                state.stashes[others[0] * ITEMS + FIRST_GOOD + good] += left
            elif left > 0 or (left < 0 and not boxed):
                self.fault(
                    f"There are {rules.goods_each} {GOOD_NAMES[good]} in this game, but {rules.goods_each - left} are named."
                )
        honor = self.by_seat("honor")
        codes = tuple(SEATS[: rules.players])
        for seat, written in honor.items():
            state.stashes[seat * ITEMS : seat * ITEMS + rules.players] = self.counts("honor", written, codes)
        others = [seat for seat in range(rules.players) if seat not in honor]
        for seat in others:
            state.stashes[seat * ITEMS + seat] = 0
        for colour in range(rules.players):
            left = rules.chips - sum(state.stashes[colour::ITEMS])
            if left > 0 and others:
                keeper = colour if colour in others else others[0]
                state.stashes[keeper * ITEMS + colour] += left
            elif left != 0:
                self.fault(f"There are {rules.chips} chips of {SEATS[colour]}, but {rules.chips - left} are named.")

    def read_auction(self) -> None:
        """Talk and bids."""
        state, rules = self.state, self.rules
        for seat, written in self.by_seat("said").items():
            try:
                item = SILENT if written == "nothing" else item_of(str(written))
            except WorkbenchError as fault:
                self.fault(f"'said': {fault}")
                continue
            if rules.players <= item < FIRST_GOOD:
                self.fault(f"'said': there is no player {SEATS[item]} in this game.")
            state.said[seat] = item
        for seat, written in self.by_seat("bids").items():
            bid = self.counts("bids", written, ITEM_NAMES)
            state.bids[seat * ITEMS : (seat + 1) * ITEMS] = bid
            for item, count in enumerate(bid):
                if count > state.stashes[seat * ITEMS + item]:
                    self.fault(f"{SEATS[seat]} bids more of {ITEM_NAMES[item]} than the stash holds.")
                elif count and item not in rules.bid_items[seat]:
                    self.fault(f"By the option `bid_items` {SEATS[seat]} cannot bid {ITEM_NAMES[item]}.")
            if sum(bid) > rules.bid_max:
                self.fault(f"A bid holds at most {rules.bid_max} items, not {sum(bid)}.")
        if "closed" in self.given:
            for seat in self.seats("closed"):
                state.closed |= BIT[seat]
        else:
            for seat in range(rules.players):
                if any(state.bid(seat)) and self.given.get("to_move") != SEATS[seat]:
                    state.closed |= BIT[seat]

    def read_rest(self) -> None:
        """What only some phases and options need."""
        state, rules = self.state, self.rules
        for seat, written in self.by_seat("pawns").items():
            if not rules.pawns_on:
                self.fault("There are Elder Pawns only with the option elder_pawns='on'.")
                break
            if not isinstance(written, str) or written.capitalize() not in GOOD_NAMES:
                self.fault(f"'pawns': an Elder Pawn stands at Food, Wood or Rock, not at {written!r}.")
            else:
                state.pawns[seat] = GOOD_NAMES.index(written.capitalize())
        for seat, written in self.by_seat("carry").items():
            triple = self.triple("carry", written)
            if triple is None:
                continue
            state.carry[seat * GOODS : seat * GOODS + GOODS] = triple
            if any(triple) and not rules.carries:
                self.fault("Points are kept only with the option remainder='carry'.")
            elif max(triple) >= rules.points_per_good:
                self.fault(f"Fewer than {rules.points_per_good} points are left in a section, not {max(triple)}.")
        state.named = tuple(self.defenders("named"))
        for action in self.defenders("defended"):
            place = action - FIRST_DEFEND
            state.defended[place % SECTIONS * TYPES + place // SECTIONS] += 1
        state.new_quota = self.counts("new_quota", self.given.get("new_quota"), tuple(TYPE_CODES[:TYPES]))
        if self.given.get("last_section") is not None:
            try:
                state.last_section = section_of(str(self.given["last_section"]))
            except WorkbenchError as fault:
                self.fault(f"'last_section': {fault}")
        end = self.given.get("end")
        if end is not None and (end == "running" or end not in END_REASONS):
            self.fault(f"'end' should be one of {', '.join(END_REASONS[1:])}, not {end!r}.")
        elif end is not None:
            state.end_reason = END_REASONS.index(end)

    # -- the phase -----------------------------------------------------------------------------------------------------

    def read_phase(self) -> None:
        """Which phase it is, and who moves."""
        state, rules = self.state, self.rules
        name = self.given.get("phase") or self.likely_phase()
        if not isinstance(name, str) or name not in rules.phases:
            self.fault(f"There is no phase {name!r}.{nearest(str(name), rules.phases)}")
            return
        state.phase = rules.phases[name]
        if name in SETUP_PHASES:
            self.default_pawns(False)
        else:
            self.default_pawns(True)
            self.number_turn(name)
        if self.faults:
            return
        for text in self.misfits(name):
            self.fault(text)
        if self.faults:
            return
        mover = self.mover(name)
        if mover is None:
            return
        state.to_move = mover
        expected = MOVERS[mover] if mover < 0 else SEATS[mover]
        if self.given.get("to_move", expected) != expected:
            self.fault(f"Here 'to_move' is {expected!r}, not {self.given['to_move']!r}.")
        elif name != "game_over" and not state.legal():
            self.fault(f"Nothing could be done in the phase {name!r} here.")

    def likely_phase(self) -> str:
        """The phase that the other keys suggest."""
        state, rules = self.state, self.rules
        folk = sum(state.table_folk)
        if state.end_reason != RUNNING or not any(state.supply) or (rules.any_type and not all(state.supply)):
            return "game_over"
        if any(state.in_hand):
            return "setup_place" if self.given.get("turn") == 0 else "place"
        if folk >= FOLKS_DRAWN and not rules.keep_after_bids:
            return "keep"
        if folk:
            if state.closed or any(state.bids):
                if rules.bid.next_bidder(state) != NONE:
                    return "bid"
                if folk >= FOLKS_DRAWN:
                    return "keep"
                return "receiver" if rules.random_award else "award"
            if rules.bid.next_bidder(state) == NONE:
                return "keep" if folk >= FOLKS_DRAWN else "award"
            return "talk" if rules.talk_on and not self.given.get("said") else "bid"
        if state.table_nastigans:
            fighting = len(state.named) >= (state.table_nastigans if rules.all_first else 1)
            return ("duel" if rules.collapsed else "roll") if fighting else "defend"
        return "produce"

    def default_pawns(self, placed: bool) -> None:
        """Pawns that are not mentioned stand at Food, once they stand anywhere."""
        if placed and self.rules.pawns_on:
            self.state.pawns = [max(0, section) for section in self.state.pawns]

    def number_turn(self, name: str) -> None:
        """The number of the turn fits first and active player, and what has been taken."""
        state, rules = self.state, self.rules
        taken = sum(state.supply) < GOODS * rules.goods_each
        step = (int(state.active) - int(state.first)) % rules.players
        turn = self.whole("turn", 1, MOST)
        if turn is None:
            turn = step + 1 + (rules.players if taken else 0)
        elif (turn - 1) % rules.players != step:
            self.fault(f"With {SEATS[state.first]} as first player, turn {turn} is not {SEATS[state.active]}'s.")
        state.turn = turn
        last = self.whole("last_take", 0, MOST)
        before = 1 if name == "produce" else 0
        if last is None:
            last = max(1, turn - 1) if taken else 0
            if name == "game_over" and state.end_reason in (RUNNING, GOODS_GONE):
                last = turn
        elif (last > 0) != taken or last > turn:
            self.fault("'last_take' is a turn from 1 to the present one if tokens have been taken, and else 0.")
        state.last_take = last
        if taken and turn - before < 1:
            self.fault("Tokens have been taken, so this is not the beginning of turn 1.")
        if name == "game_over":
            return
        if rules.stall_turns and turn - last > rules.stall_turns:
            self.fault("By the option `stall_rounds` the game would have ended.")
        if rules.last_turn and turn > rules.last_turn:
            self.fault(f"The game ends after turn {rules.last_turn}, so this is not turn {turn}.")

    def mover(self, name: str) -> int | None:
        """Who moves in the phase; None, and a fault, if nobody could."""
        state, rules = self.state, self.rules
        if name == "game_over":
            return OVER
        if name in DRAWN:
            return CHANCE
        seat = int(state.active)
        if name == "setup_place":
            seat = next(seat for seat in range(rules.players) if any(state.hand(seat)))
        elif name == "setup_pawn":
            seat = state.pawns.index(NONE)
        elif name == "gift_place":
            seat = next(seat for seat in range(rules.players) if any(state.hand(seat)))
        elif name == "bid":
            seat = int(rules.bid.next_bidder(state))
        elif name == "reply":
            order = [(int(state.active) + step) % rules.players for step in range(1, rules.players)]
            waiting = [seat for seat in order if state.said[seat] == NONE and rules.bid.can_bid(state, seat)]
            seat = waiting[0] if waiting else NONE
        if seat == NONE:
            self.fault(f"In the phase {name!r} somebody has to be left who has not had a turn.")
            return None
        return seat

    def misfits(self, name: str) -> list[str]:
        """Everything that does not belong to the phase."""
        state, rules = self.state, self.rules
        found: list[str] = []

        def unless(holds: bool, text: str) -> None:
            if not holds:
                found.append(text)

        offered = {
            "setup_pawn": rules.pawns_on,
            "move_pawn": rules.pawns_on,
            "setup_draw": rules.folks_drawn > 0,
            "one_folk": rules.bag_short == "choose",
            "talk": rules.talk_on,
            "reply": rules.replies_on,
            "receiver": rules.random_award,
            "gift_place": rules.gift_at_once,
            "roll": not rules.collapsed,
            "duel": rules.collapsed,
        }
        unless(offered.get(name, True), f"By the options there is no phase {name!r} in this game.")
        if name in SETUP_PHASES:
            self.check_setup(name, unless)
        else:
            self.check_table(name, unless)
            self.check_hands(name, unless)
            self.check_bids(name, unless)
            self.check_duels(name, unless)
        self.check_end(name, unless)
        unless(
            state.last_section == NONE or (rules.canonical and name in ("setup_place", "place") and self.follows()),
            "'last_section' is for Folks of one type that are being placed in canonical order.",
        )
        quota = name in ("assign", "place", "move_pawn") or (name in ("produce", "game_over") and rules.trade_first)
        unless(
            not any(state.new_quota) or (quota and not rules.must_assign),
            "'new_quota' is for Assign Workers with the option must_assign='no'.",
        )
        return found

    def follows(self) -> bool:
        """Whether a Folk of the type in hand has just been placed in the last section."""
        state = self.state
        seats = [seat for seat in range(self.rules.players) if any(state.hand(seat))]
        if not seats:
            return False
        kind = int(self.rules.place.next_type(state, seats[0]))
        return state.mats[seats[0] * CELLS + state.last_section * TYPES + kind] > 0

    def check_setup(self, name: str, unless: Any) -> None:
        """The set-up: nothing taken, nothing said; seats draw and place in their order."""
        state, rules = self.state, self.rules
        blank = rules.blank()
        unless(
            (state.supply, state.stashes, state.carry) == (blank.supply, blank.stashes, blank.carry),
            "In the set-up all Goods are in the middle, and everybody has the own chips.",
        )
        unless(not any(state.table_folk) and not state.table_nastigans, "In the set-up no tokens lie on the table.")
        quiet = state.said.count(NONE) == rules.players and not any(state.bids) and not state.closed
        unless(quiet and not state.named and not any(state.defended), "In the set-up nobody talks, bids or fights.")
        turn = self.given.get("turn")
        unless(turn in (None, 0) and not self.given.get("last_take"), "In the set-up 'turn' and 'last_take' are 0.")
        full = TYPES * rules.folks_given + rules.folks_drawn
        seats = range(rules.players)
        held = [sum(state.hand(seat)) for seat in seats]
        placed = [sum(state.folk(seat)) for seat in seats]
        owned = [[state.hand(seat)[kind] + state.folk(seat)[kind] for kind in range(TYPES)] for seat in seats]
        unless(
            all(min(one) >= rules.folks_given for one in owned) and not any(any(state.section(s, NEW)) for s in seats),
            "In the set-up everybody has been given one Folk of each type, and New is empty.",
        )
        pawns = [section != NONE for section in state.pawns]
        if name == "setup_draw":
            drawing = [count < full for count in held]
            rest = [TYPES * rules.folks_given] * rules.players
            at = drawing.index(True) if True in drawing else rules.players
            unless(
                not any(placed)
                and not any(pawns)
                and max(held) <= full
                and True in drawing
                and held[at + 1 :] == rest[at + 1 :],
                f"While Folks are drawn, seats fill their hands one after another up to {full}.",
            )
            return
        unless([sum(one) for one in owned] == [full] * rules.players, f"In the set-up everybody has {full} Folks.")
        if name == "setup_place":
            at = [bool(count) for count in held].index(True) if any(held) else rules.players
            good = at < rules.players and not any(placed[at + 1 :])
            if good:
                kind = int(rules.setup_place.next_type(state, at))
                good = not any(state.folk(at)[kind + 1 :])
            unless(
                good,
                "Seats place their Folks one after another, Plainsfolk first, then Woodsfolk, Ridgefolk, Sentryfolk.",
            )
            unless(
                pawns == [rules.pawns_on and seat < at for seat in seats], "Pawns stand where Folks have been placed."
            )
        elif name == "setup_pawn":
            at = pawns.index(False) if False in pawns else rules.players
            done = [count == full for count in placed]
            good = at < rules.players and not any(pawns[at:]) and done == [seat <= at for seat in seats]
            unless(good and not any(placed[at + 1 :]), "The pawn is placed by the seat that has just placed its Folks.")
        else:
            unless(not any(held), "The first player is drawn when all Folks have been placed.")
            unless(all(pawns) == rules.pawns_on, "The first player is drawn when all pawns have been placed.")
            unless(rules.fixed_first == NONE, "By the option `first_player` nobody is drawn.")

    def check_table(self, name: str, unless: Any) -> None:
        """The tokens drawn this turn."""
        state, rules = self.state, self.rules
        folk = sum(state.table_folk)
        left = int(state.folk_in_bag())
        short = left + folk < FOLKS_DRAWN
        if name == "draw":
            unless(
                folk < FOLKS_DRAWN and sum(state.bag) > 0, "Tokens are drawn while fewer than 2 Folks lie on the table."
            )
            stops = short and rules.bag_short in ("skip_draw", "end_game")
            unless(not stops, "By the option `bag_short` nothing is drawn when the bag holds fewer than 2 Folks.")
        elif name == "one_folk":
            unless(folk == 1 and sum(state.bag) == 0, "A single Folk lies on the table when the bag has run empty.")
        elif name == "keep":
            unless(folk == FOLKS_DRAWN, "In the phase 'keep' 2 Folks lie on the 'table'.")
        elif name in ("talk", "reply", "bid"):
            single = folk == 1 and (
                not rules.keep_after_bids or (sum(state.bag) == 0 and rules.bag_short in ("give_first", "choose"))
            )
            both = folk == FOLKS_DRAWN and rules.keep_after_bids
            unless(single or both, f"In the phase {name!r} the Folk that is offered lies on the 'table'.")
        elif name in ("award", "receiver"):
            unless(folk == 1, f"In the phase {name!r} one Folk lies on the 'table'.")
        else:
            unless(folk == 0, f"In the phase {name!r} no Folk lies on the 'table'.")
        if name in DUELS:
            limit = rules.duel_cap
            unless(
                1 <= state.table_nastigans <= limit, f"In the phase {name!r} 1 to {limit} Nastigans lie on the 'table'."
            )
        elif name in ("produce", "assign", "place", "move_pawn", "game_over"):
            unless(state.table_nastigans == 0, f"In the phase {name!r} all Nastigans are in the bag.")

    def check_hands(self, name: str, unless: Any) -> None:
        """Folks in hand, and those in New."""
        state, rules = self.state, self.rules
        seats = range(rules.players)
        holding = [seat for seat in seats if any(state.hand(seat))]
        if name == "place":
            unless(holding == [state.active], "In the phase 'place' the active player holds Folks in 'hands'.")
        elif name == "gift_place":
            gift = len(holding) == 1 and holding[0] != state.active and sum(state.hand(holding[0])) == 1
            unless(gift, "In the phase 'gift_place' another player holds the one Folk that was given.")
        else:
            unless(not holding, f"In the phase {name!r} nobody holds Folks in 'hands'.")
        new = state.section(int(state.active), NEW)
        older = sum(state.folk(int(state.active))) - sum(new)
        if name == "assign":
            unless(older > 0, "With no Folk outside New there is nothing to keep or rearrange.")
            if not rules.must_assign and "new_quota" not in self.given:
                state.new_quota = list(new)
            unless(
                rules.must_assign or state.new_quota == list(new),
                "When the phase begins 'new_quota' is what lies in New.",
            )
        placed = name in ("place", "move_pawn") or (name == "produce" and rules.trade_first)
        if placed and rules.must_assign:
            unless(not any(new), f"In the phase {name!r} the New area of the active player is empty.")
        elif placed:
            if "new_quota" not in self.given:
                state.new_quota = list(new)
            fits = all(new[kind] <= state.new_quota[kind] for kind in range(TYPES))
            unless(fits, "No more Folks stay in New than 'new_quota' says.")
        if rules.gift_at_once and rules.must_assign:
            waiting = [seat for seat in seats if seat != state.active and any(state.section(seat, NEW))]
            unless(not waiting, "By the option `gift_assign` no gift waits in New.")

    def check_bids(self, name: str, unless: Any) -> None:
        """Hands close one after another from the giver's left; talk comes before."""
        state, rules = self.state, self.rules
        order = [(int(state.active) + step) % rules.players for step in range(1, rules.players)]
        able = [seat for seat in order if rules.bid.can_bid(state, seat)]
        sizes = {seat: sum(state.bid(seat)) for seat in range(rules.players)}
        shown_empty = [seat for seat in order if seat not in able] if rules.empty_may_be_given and able else []
        closing = name in ("bid", "award", "receiver") or (name == "keep" and rules.keep_after_bids)
        if not closing:
            unless(not state.closed and not any(sizes.values()), f"In the phase {name!r} nobody bids.")
        else:
            if "closed" not in self.given:
                for seat in shown_empty:
                    state.closed |= BIT[seat]
            closed = [seat for seat in able if state.has_closed(seat)]
            empty = sum([BIT[seat] for seat in shown_empty])
            unless(
                state.closed == sum([BIT[seat] for seat in closed]) + empty and closed == able[: len(closed)],
                "Hands are closed one after another from the giver's left, by those who have anything to bid.",
            )
            unless(all(sizes[seat] for seat in closed), "A closed hand holds at least one item.")
            waiting = able[len(closed) :]
            begun = [seat for seat in range(rules.players) if sizes[seat] and seat not in closed]
            if name == "bid":
                unless(bool(waiting), "In the phase 'bid' somebody has to be left whose hand is open.")
                unless(begun in ([], waiting[:1]), "Only the player who bids now holds a hand that is not closed.")
                unless(all(sizes[seat] < rules.bid_max for seat in begun), "A hand with the most items is closed.")
            else:
                unless(not waiting and not begun, f"In the phase {name!r} all hands are closed.")
        if name in ("talk", "reply"):
            unless(bool(able), "Nobody can bid, so there is no talk.")
        if name == "receiver":
            unless(bool(able), "Nobody could bid, so no receiver is drawn.")
        if name == "award":
            unless(
                bool(able) or rules.no_bidder == "free_gift",
                "By the option `no_bidder` nobody is asked who receives the Folk.",
            )
            unless(not able or not rules.random_award, "By the option `award` the receiver is drawn.")
        early = name in ("draw", "one_folk", "talk") or (name == "keep" and not rules.keep_after_bids)
        early = early or (name == "produce" and not rules.trade_first)
        speakers = [] if early or not rules.talk_on else [int(state.active), *(able if rules.replies_on else [])]
        if name not in ("reply", "bid", "award", "receiver", "keep") and rules.replies_on and not early:
            speakers = list(range(rules.players))
        spoken = [seat for seat in range(rules.players) if state.said[seat] != NONE]
        unless(
            all(seat in speakers for seat in spoken), f"In the phase {name!r} 'said' names a player who has not spoken."
        )
        if name == "reply":
            unless(state.active in spoken, "The giver speaks before the others reply.")
            heard = [seat for seat in able if seat in spoken]
            unless(heard == able[: len(heard)], "Replies are made one after another from the giver's left.")

    def check_duels(self, name: str, unless: Any) -> None:
        """Defenders named, and those who have won."""
        state, rules = self.state, self.rules
        named, waiting = len(state.named), int(state.table_nastigans)
        if name in ("roll", "duel"):
            due = waiting if rules.all_first else 1
            there = named > 0 and rules.defend.still_there(state, state.named[0])
            unless(
                named == due and there, f"In the phase {name!r} 'named' says who fights, and that Folk is on the mat."
            )
        elif name == "defend" and rules.all_first:
            there = all([rules.defend.still_there(state, action) for action in state.named])
            unless(named < waiting and there, "A defender is named for each Nastigan, from the Folks on the mat.")
        else:
            unless(not state.named, f"In the phase {name!r} nobody is 'named' yet.")
        if any(state.defended):
            base = state.active * CELLS
            fits = all([state.defended[cell] <= state.mats[base + cell] for cell in range(CELLS)])
            counted = not rules.reuse and not rules.all_first and name in DUELS
            unless(
                counted and fits,
                "'defended' is for Folks on the mat that have won, with the option defender_reuse='no'.",
            )

    def check_end(self, name: str, unless: Any) -> None:
        """The game is over when it has to be, and only then."""
        state, rules = self.state, self.rules
        gone = not all(state.supply) if rules.any_type else not any(state.supply)
        if name != "game_over":
            unless(state.end_reason == RUNNING, "A game with an 'end' is over: its phase is 'game_over'.")
            unless(not gone, "The Goods that end the game are taken, so it is over.")
            return
        if state.end_reason == RUNNING:
            state.end_reason = GOODS_GONE
        reason = state.end_reason
        if reason == GOODS_GONE:
            unless(
                gone and state.last_take == state.turn,
                "The game ends by 'goods' when the last token is taken from the middle.",
            )
        elif reason == STALLED:
            idle = state.turn - state.last_take
            unless(
                rules.stall_turns > 0 and idle >= rules.stall_turns and not gone,
                "The game has not stalled long enough to end.",
            )
        elif reason == CAPPED:
            unless(
                rules.last_turn > 0 and state.turn >= rules.last_turn and not gone, "The last turn has not been played."
            )
        elif reason == BAG_SHORT:
            empty = state.folk_in_bag() < FOLKS_DRAWN and rules.bag_short == "end_game"
            unless(
                empty and not gone,
                "The game ends by 'bag' with the option bag_short='end_game' and fewer than 2 Folks in the bag.",
            )


def build(rules: GoodsAndHonor, description: Mapping[str, Any]) -> GoodsAndHonorState:
    """Build a position from a readable dict; it keeps the invariants I1 to I5.

    Args:
        rules: the game with its options.
        description: the position; the module's text lists the keys.

    Returns:
        the position.

    Raises:
        PositionError: the position is impossible; every reason is named.
    """
    return Builder(rules, description).build()
