"""The fields of a position of Resource Hog in one table.

In written positions each area has a dict with everything that belongs to it; `AREA_KEYS` lists what such a
dict may hold. Areas that are left out are as the map has them at the start, and nobody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import nearest
from workbench.core.fields import (
    Aside,
    EachSeat,
    Kind,
    OneOf,
    Pile,
    StateField,
    StateFields,
    Subset,
    Things,
    Whole,
    Written,
)
from workbench.core.outside import quoted, whole_number
from workbench.core.state import FURTHEST
from workbench.core.tensor import one_hot
from workbench.games.resource_hog.components import (
    BALANCE,
    BIT,
    CAPACITY,
    CARDS,
    COLUMN_NAMES,
    COLUMNS,
    DISCS,
    FISH,
    GOOD_NAMES,
    GOODS,
    NONE,
    ORE_NAMES,
    PAYMENTS,
    PILES,
    SEAT_NAMES,
    SEEN_PILES,
    WORK_NAMES,
    work_code,
    work_kind,
    work_tokens,
)

if TYPE_CHECKING:
    from workbench.games.resource_hog.game import ResourceHog

MOST: Final = FURTHEST
"""No count of a position is larger."""
MOST_ROLLED: Final = 10_000
"""No battle is larger; each of its dice is rolled."""
MOST_MONEY: Final = 2000
MOST_TOKENS: Final = 300

LISTS: Final = (
    *("owner", "idle", "moved", "work", "nobles", "spent", "store", "fields", "heads", "wild", "ore", "seats"),
    *("fresh", "hungry", "unmoved", "hauled"),
)
MASKS: Final = ("roads", "mines", "harbours", "bonus_used")
COUNTS: Final = {
    "peasants": ("idle", "Peasants without work that have not moved."),
    "moved": ("moved", "Peasants that moved this round."),
    "nobles": ("nobles", "Nobles that have not attacked this round, those on borders included."),
    "attacked": ("spent", "Nobles that have attacked this round."),
    "fields": ("fields", "Fields; they take the place of woodland."),
    "heads": ("heads", "Stone heads; they take the place of woodland."),
    "game": ("wild", "Game; left out, what the map has."),
    "fresh": ("fresh", "Fresh food gathered this season and not eaten."),
    "hungry": ("hungry", "People that got nothing to eat this season."),
    "unmoved": ("unmoved", "Nobles that may still move in this phase."),
}
"""Counts of an area by their keys: the list of the state, and what it is."""
FLAGS: Final = {"road": "roads", "mine": "mines", "harbour": "harbours", "temporary_used": "bonus_used"}
AREA_KEYS: Final = ("owner", *COUNTS, "work", *GOOD_NAMES, "mountain", "seat", *FLAGS, "hauled")


class EachThing(EachSeat):
    """Something for each of some things that are not seats."""

    def __init__(self, things: Things, kind: Kind, sparse: Any = None) -> None:
        super().__init__(things, kind, sparse)
        self.scale = f"for each {things.noun}, {kind.scale}"


class InAreas(Kind):
    """Numbers of each area, for tensors: so many for each, each a share of the most it can be."""

    def __init__(self, areas: int, width: int, most: int) -> None:
        self.most = most
        self.shape = (areas,) if width == 1 else (areas, width)
        self.scale = f"for each area, of {most}"

    def numbers(self, value: Any) -> list[float]:
        """Return the shares."""
        return [min(1.0, one / self.most) for one in value]


class Owners(Kind):
    """Who owns each area, for tensors."""

    def __init__(self, areas: int, players: int) -> None:
        self.players = players
        self.shape = (areas, players)
        self.scale = "for each area, 1 at its owner"

    def numbers(self, value: Any) -> list[float]:
        """Return a place for each seat."""
        return [number for one in value for number in one_hot(one, self.players)]


class Working(Kind):
    """The work in each area, for tensors: how many groups of each kind, and how many tokens lie on them."""

    def __init__(self, areas: int, kinds: int) -> None:
        self.kinds = kinds
        self.shape = (areas, kinds, 2)
        self.scale = f"for each area and kind of work, workers or groups of {DISCS} and tokens of {MOST_TOKENS}"

    def numbers(self, value: Any) -> list[float]:
        """Return two numbers for each kind in each area."""
        found: list[float] = []
        for codes in value:
            row = [0.0] * (2 * self.kinds)
            for code in codes:
                row[2 * work_kind(code)] += 1 / DISCS
                row[2 * work_kind(code) + 1] += work_tokens(code) / MOST_TOKENS
            found += [min(1.0, one) for one in row]
        return found


class Areas(Kind):
    """All areas: a dict for each that is not as the map has it at the start."""

    def __init__(self, game: ResourceHog, seats: Things) -> None:
        self.game, self.seats = game, seats
        ground = game.ground
        self.areas = Things("area", ground.codes)
        self.kinds = Things("work", (*WORK_NAMES, *[f"FISH:{code}" for code in ground.water_codes]))
        self.example = {ground.codes[0]: {"owner": "P1", "peasants": 3, "work": "CLEAR", "food": 2, "seat": "manor"}}
        self.form = f"a dict such as {self.example!r}"

    # -- reading -----------------------------------------------------------------------------------------------------

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read area by area; what an area's dict leaves out is absent, except for game and mountain."""
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        found = {name: list(one) if name in LISTS else one for name, one in zip((*LISTS, *MASKS), value, strict=True)}
        for word, row in given.items():
            area = self.areas.find(word, where, faults)
            if area is None:
                continue
            place = f"{where} of {self.areas.name(area)}"
            if not isinstance(row, Mapping):
                faults.append(f"{place} should be a dict with some of {', '.join(AREA_KEYS)}, not {quoted(row)}.")
                continue
            self.read_area(area, row, place, found, faults)
        return tuple([found[name] for name in (*LISTS, *MASKS)])

    def read_area(
        self, area: int, row: Mapping[Any, Any], place: str, found: dict[str, Any], faults: list[str]
    ) -> None:
        """Read one area."""
        for key in row:
            if key not in AREA_KEYS:
                faults.append(f"{place}: there is no key {quoted(key)}.{nearest(str(key), AREA_KEYS)}")
        for key, (name, _meaning) in COUNTS.items():
            default = self.game.ground.game_most[area] if key == "game" else 0
            found[name][area] = self.count(row.get(key, default), f"{key!r} in {place}", faults)
        if row.get("owner") is not None:
            seat = self.seats.find(row["owner"], place, faults)
            found["owner"][area] = NONE if seat is None else seat
        for good, name in enumerate(GOOD_NAMES):
            found["store"][area * GOODS + good] = self.count(row.get(name, 0), f"{name!r} in {place}", faults)
        for key, names in (("mountain", ORE_NAMES), ("hauled", GOOD_NAMES)):
            if row.get(key) is not None:
                stocks = self.stocks(row[key], names, f"{key!r} in {place}", faults)
                found["ore" if key == "mountain" else "hauled"][area * GOODS : area * GOODS + GOODS] = stocks
        for key, mask in FLAGS.items():
            if not isinstance(row.get(key, False), bool):
                faults.append(f"{key!r} in {place} should be true or false, not {quoted(row[key])}.")
            elif row.get(key, False):
                found[mask] |= BIT[area]
        seat_name = row.get("seat", SEAT_NAMES[0])
        if seat_name in SEAT_NAMES:
            found["seats"][area] = SEAT_NAMES.index(seat_name)
        else:
            faults.append(f"'seat' in {place} should be one of {', '.join(SEAT_NAMES)}, not {quoted(seat_name)}.")
        found["work"][area] = self.work(row.get("work", ""), f"'work' in {place}", faults)

    def count(self, value: object, where: str, faults: list[str]) -> int:
        """Read a count."""
        number = whole_number(value)
        if number is None or not 0 <= number <= MOST:
            faults.append(f"{where} should be a whole number from 0 to {MOST}, not {quoted(value)}.")
            return 0
        return number

    def stocks(self, value: object, names: tuple[str, ...], where: str, faults: list[str]) -> list[int]:
        """Read numbers of three kinds, as a dict."""
        if not isinstance(value, Mapping) or any([key not in names for key in value]):
            faults.append(f"{where} should be a dict with some of {', '.join(names)}, not {quoted(value)}.")
            return [0] * GOODS
        return [self.count(value.get(name, 0), where, faults) for name in names]

    def work(self, value: object, where: str, faults: list[str]) -> tuple[int, ...]:
        """Read workers and groups, such as ``CLEAR MINE:salt/2``, with tokens (or a seat's level) after the slash."""
        if not isinstance(value, str):
            faults.append(f"{where} should be a text such as 'CLEAR MINE:salt/2 SEAT/1', not {quoted(value)}.")
            return ()
        found = []
        for word in value.replace(",", " ").split():
            name, _, tokens = word.partition("/")
            kind = self.kinds.find(name, where, faults)
            if kind is not None and (tokens == "" or (tokens.isdecimal() and len(tokens) < 3)) and int(tokens or 0) <= 15:
                found.append(work_code(kind, int(tokens or 0)))
            elif kind is not None:
                faults.append(f"{where}: {quoted(word)} should end with a number from 0 to 15 behind the stroke.")
        return tuple(sorted(found))

    # -- writing -----------------------------------------------------------------------------------------------------

    def write(self, value: Any) -> Any:
        """Write the areas that differ from the map at the start."""
        found = dict(zip((*LISTS, *MASKS), value, strict=True))
        rows = {code: self.write_area(area, found) for area, code in enumerate(self.game.ground.codes)}
        return {code: row for code, row in rows.items() if row}

    def write_area(self, area: int, found: dict[str, Any]) -> dict[str, Any]:
        """Write how an area differs."""
        ground = self.game.ground
        row: dict[str, Any] = {}
        if found["owner"][area] != NONE:
            row["owner"] = self.seats.name(found["owner"][area])
        for key, (name, _meaning) in COUNTS.items():
            count = int(found[name][area])
            if count != (ground.game_most[area] if key == "game" else 0):
                row[key] = count
        if found["work"][area]:
            words = [
                self.kinds.name(work_kind(code)) + (f"/{work_tokens(code)}" if work_tokens(code) else "")
                for code in found["work"][area]
            ]
            row["work"] = " ".join(words)
        part = slice(area * GOODS, area * GOODS + GOODS)
        for name, count in zip(GOOD_NAMES, found["store"][part], strict=True):
            if count:
                row[name] = count
        if tuple(found["ore"][part]) != ground.ore[part]:
            row["mountain"] = {name: count for name, count in zip(ORE_NAMES, found["ore"][part], strict=True) if count}
        if any(found["hauled"][part]):
            hauled = zip(GOOD_NAMES, found["hauled"][part], strict=True)
            row["hauled"] = {name: count for name, count in hauled if count}
        if found["seats"][area]:
            row["seat"] = SEAT_NAMES[found["seats"][area]]
        row.update({key: True for key, mask in FLAGS.items() if int(found[mask]) & BIT[area]})
        return row


def fields(game: ResourceHog) -> StateFields:
    """Return every field of a position."""
    ground, players = game.ground, game.players
    areas = ground.areas
    seats = Things("player", [f"P{seat + 1}" for seat in range(players)])
    land = Things("area", ground.codes)
    waters = Things("water", ground.water_codes)
    names = [f"{ground.codes[ground.origin[one]]}>{ground.codes[ground.beyond[one]]}" for one in range(ground.borders)]
    borders = Things("border", names)
    columns = Things("column", COLUMN_NAMES)
    goods = Things("good", GOOD_NAMES)
    piles = Things(
        "pile", dict(enumerate(PILES)), unseen=dict(enumerate(SEEN_PILES[len(PILES) :], len(PILES))), shape=(10,)
    )
    drawn = Things("card", [f"P{card // CARDS + 1}/{'PNT'[card % CARDS]}" for card in range(players * CARDS)])
    deals = {game.words.buy + one: f"buy:{name}" for one, name in enumerate(COLUMN_NAMES)}
    deals.update({game.words.sell + one: f"sell:{name}" for one, name in enumerate(COLUMN_NAMES)})
    first = game.words.pay
    ways = {first + one: name.lower() for one, name in enumerate(PAYMENTS)}
    ways.update({game.words.work + kind: f"work:{name}" for kind, name in enumerate(WORK_NAMES)})
    ways.update({game.words.work + FISH + one: f"work:FISH:{code}" for one, code in enumerate(ground.water_codes)})
    board = [BALANCE] * GOODS + [0] * (COLUMNS - GOODS)
    if game.board_start_empty:
        board = [0] * COLUMNS
    count = Whole(0, MOST_ROLLED, DISCS * 2)

    def deal_things(noun: str, known: dict[int, str]) -> Things:
        low = min(known)
        return Things(noun, known, first=low, shape=(max(known) + 1 - low,))

    def in_areas(name: str, meaning: str, blank: Any, width: int = 1, most: int = DISCS * 2) -> StateField:
        return StateField(name, InAreas(areas, width, most), blank, meaning, key="")

    nothing = [0] * areas
    return StateFields(
        StateField("money", EachSeat(seats, Whole(0, MOST, MOST_MONEY)), [0] * players, "Money.", unit="money"),
        StateField(
            "piles",
            EachSeat(seats, OneOf(piles), sparse=NONE),
            [NONE] * players,
            "The order of the three cards of each player, P, N and T; none before programming and after the last card.",
            seen="its owner; each card to all when it is turned up",
        ),
        Written(
            "areas",
            (*LISTS, *MASKS),
            Areas(game, seats),
            "The areas that are not as the map has them at the start; the rest of an area's squares is woodland.",
        ),
        StateField("owner", Owners(areas, players), [NONE] * areas, "Who owns each area.", key=""),
        in_areas("idle", "Peasants without work that have not moved.", nothing),
        in_areas("moved", "Peasants that moved this round.", nothing),
        StateField("work", Working(areas, FISH + ground.waters), [()] * areas, "What peasants work on.", key=""),
        in_areas("nobles", "Nobles that have not attacked this round.", nothing),
        in_areas("spent", "Nobles that have attacked this round.", nothing),
        in_areas("store", "Food, salt and arms.", [0] * (areas * GOODS), GOODS, MOST_TOKENS),
        StateField(
            "woodland", InAreas(areas, 1, 20), list(ground.woodland), "Squares of woodland.", key="", tensor=None
        ),
        in_areas("fields", "Fields.", nothing, most=20),
        in_areas("heads", "Stone heads.", nothing, most=20),
        in_areas("wild", "Game.", list(ground.game_most), most=100),
        in_areas("ore", "Gold, salt and arms in the mountain.", list(ground.ore), GOODS, 100),
        in_areas("seats", "The seat: 1 for a manor, 2 for a motte, 3 for a castle.", nothing, most=3),
        StateField("roads", Subset(land), 0, "Areas with a road.", key=""),
        StateField("mines", Subset(land), 0, "Areas with a mine.", key=""),
        StateField("harbours", Subset(land), 0, "Areas with a harbour.", key=""),
        StateField("bonus_used", Subset(land), 0, "Areas that have given temporary nobles this round.", key=""),
        in_areas("fresh", "Fresh food gathered this season and not eaten.", nothing, most=MOST_TOKENS),
        in_areas("hungry", "People that got nothing to eat this season.", nothing),
        StateField("fish", EachThing(waters, Whole(0, MOST, 100)), list(ground.fish_start), "Fish.", unit="fish"),
        StateField(
            "columns",
            EachThing(columns, Whole(0, max(CAPACITY))),
            board,
            "Tokens in each column of the price board.",
            unit="tokens",
        ),
        StateField("slaves", Whole(0, 10), game.slave_tokens, "Slave tokens left beside the board.", unit="tokens"),
        StateField("mercs", Whole(0, 10), game.merc_tokens, "Mercenary tokens left beside the board.", unit="tokens"),
        StateField("round", Whole(0, 20), 0, "The round; 0 in the set-up."),
        StateField("step", Whole(0, CARDS - 1), 0, "Steps of the round that are over."),
        StateField(
            "order",
            Pile(drawn if game.program_mode_full_random else seats),
            (),
            "Who has been drawn in this step, in order; in the set-up, who has taken an area.",
        ),
        StateField(
            "place", Whole(0, CARDS * players), 0, "How many of those drawn have been resolved, or are being so."
        ),
        StateField("active", OneOf(seats), NONE, "Whose card is being resolved, or who is asked in the season."),
        StateField("land", Subset(land), 0, "Own land when the phase, or the leaving of an area, began."),
        StateField("entered", Subset(land), 0, "Areas entered by nobles in this phase."),
        in_areas("unmoved", "Nobles that may still move in this phase.", nothing),
        StateField("source", OneOf(land), NONE, "The area that people or goods leave."),
        StateField("target", OneOf(land), NONE, "The area that people or goods go to, or that is fought for."),
        StateField("good", OneOf(goods), NONE, "The good that is hauled."),
        StateField(
            "deal", OneOf(deal_things("deal", deals)), NONE, "The purchase or sale for which a harbour is chosen."
        ),
        StateField("fee", Whole(0, MOST, 200), 0, "The fee for each token of the haul or load.", unit="money"),
        StateField("bought", Subset(columns), 0, "Columns bought from in this phase."),
        StateField("sold", Subset(columns), 0, "Columns sold to in this phase."),
        in_areas("hauled", "Tokens hauled there in this phase.", [0] * (areas * GOODS), GOODS, MOST_TOKENS),
        StateField("here", OneOf(land), NONE, "The area whose peasants work, or whose food is preserved."),
        StateField(
            "on_border",
            EachThing(borders, count, sparse=0),
            [0] * ground.borders,
            "Nobles that wait on a border to attack; of the battle under way, those that have not entered.",
        ),
        StateField("fronts", Pile(borders), (), "The borders of the battle under way."),
        StateField("attackers", count, 0, "Attacking nobles left, temporary ones included."),
        StateField("defenders", count, 0, "Defending nobles left."),
        StateField("temporary", count, 0, "Temporary nobles of the attacker."),
        StateField("side", Whole(0, 1), 0, "Who rolls: 0 the defender, 1 the attacker."),
        StateField("dice", count, 0, "Dice of the volley that are still to be rolled."),
        StateField("hits", count, 0, "Hits of the volley so far."),
        StateField("won", Whole(0, 1), 0, "1 if the attacker has won the battle, and is being paid."),
        StateField("units", count, 0, "Units of ransom that are still due."),
        StateField("paying", OneOf(deal_things("payment", ways)), NONE, "The payment for which an area is chosen."),
        StateField("receiver", OneOf(land), NONE, "The area that the ransom goes to."),
        StateField("leaving", Pile(land), (), "Areas that the loser's nobles are leaving, the present one first."),
        StateField("fled", Whole(0, 1), 0, "1 if the loser of the battle has left."),
        Aside("realm", [0] * players, "The areas that each player controls, as a mask."),
        Aside("discs", [0] * players, "Discs of each player that are in use."),
        Aside("left", list(game.marker_limits), "Markers that are neither on the board nor promised."),
        Aside("room", MOST, "How many more tokens stores can take at least."),
        seats=seats,
    )
