"""Maps: read from a table that a person can edit, checked, and made into flat tables for the rules.

A map is a TOML file such as those in the folder ``data``: a title, the numbers of players it is for, a table `areas`, a table
`waters` (and, for the option `sea_model`, a table `zones` that replaces the sea), and a list of `borders`. To
play on a map of your own, copy a file, change it, and name it as the option `map`. A game keeps the text itself and writes
it into save files, so it needs the file no longer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import LISTED, WorkbenchError, nearest
from workbench.core.outside import nested_deeply, quoted
from workbench.games.resource_hog.components import (
    ARMS,
    BIT,
    GOLD,
    GOOD_NAMES,
    GOODS,
    MARKERS,
    MOST_SEATS,
    NONE,
    ORE_NAMES,
    SALT,
)

DATA: Final = Path(__file__).parent / "data"
"""Where the maps of the game stand (RH-HOUSE-1, RH-HOUSE-4)."""
HOUSE_MAPS: Final = ("trefoil", "quatrefoil", "cinquefoil", "islet")
AUTO: Final = "auto"
AUTO_MAPS: Final = {1: "islet", 2: "islet", 3: "trefoil", 4: "quatrefoil", 5: "cinquefoil"}
"""The map that `auto` stands for, by the number of players (RH-RULING-1)."""

FREE_ORE: Final = {GOLD: 6, SALT: 8, ARMS: 4}
"""What every mountain holds with mine_kind=any (RH-HOUSE-3)."""

LARGEST_MAP: Final = 50_000
"""The most letters of a map."""
MOST_DOTS: Final = 100
"""The most dots in one of its lines."""
MOST_AREAS: Final = 24
MOST_WATERS: Final = 12
MOST_BORDERS: Final = 60
MOST_STOCK: Final = 99
CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,5}")
AREA_KEYS: Final = ("name", "woodland", "game", *ORE_NAMES, "at")
WATER_KEYS: Final = ("name", "sea", "most", "start", "most_three", "borders", "at")
KEYS: Final = ("title", "players", "areas", "waters", "zones", "borders")
UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class MapFileError(WorkbenchError):
    """A map that cannot be played on.

    Attributes:
        reasons: every reason found, one sentence each, with the place in the file.
    """

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__("This map cannot be used:\n" + self.listed())

    def listed(self) -> str:
        """Return the reasons, a line each."""
        listed = [f"- {reason}" for reason in self.reasons[:LISTED]]
        more = len(self.reasons) - LISTED
        return "\n".join([*listed, f"- and {more} more reasons"] if more > 0 else listed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what the error was made from, so that it can travel to another process."""
        return (type(self), (self.reasons,))


@dataclass(frozen=True)
class MapArea:
    """A land area of a map (RH-AREA-2).

    Attributes:
        code: its short name, such as ``H1``.
        name: its name.
        woodland: its woodland squares at the start.
        game: the most game it holds, which is also what it holds at the start.
        ore: gold, salt and arms in its mountain; all 0 where there is none.
        at: where it is drawn, from the left and from the top, 0 to 100.
    """

    code: str
    name: str
    woodland: int
    game: int
    ore: tuple[int, int, int]
    at: tuple[float, float]


@dataclass(frozen=True)
class Water:
    """A lake, the sea, or a zone of it.

    Attributes:
        code: its short name, such as ``SEA``.
        name: its name.
        sea: whether it is the sea or a part of it.
        most: the most fish it holds.
        start: the fish it holds at the start, for one to five players.
        most_three: the most fish it holds for three players with sea_cap_three=30.
        borders: the numbers of the areas it borders.
        at: where it is drawn.
    """

    code: str
    name: str
    sea: bool
    most: int
    start: tuple[int, ...]
    most_three: int
    borders: tuple[int, ...]
    at: tuple[float, float]


@dataclass(frozen=True)
class GameMap:
    """A map that has been read and checked.

    Attributes:
        title: its name.
        players: the numbers of players it is for.
        areas: its land areas, in map order.
        waters: the sea and the lakes.
        zones: the waters that replace the sea with sea_model=zones; empty where the map has none.
        borders: each border as the numbers of its two areas.

    >>> trefoil = house_map("trefoil")
    >>> len(trefoil.areas), len(trefoil.borders), [water.code for water in trefoil.waters]
    (13, 30, ['SEA', 'L1', 'L2', 'L3'])
    """

    title: str
    players: tuple[int, ...]
    areas: tuple[MapArea, ...]
    waters: tuple[Water, ...]
    zones: tuple[Water, ...]
    borders: tuple[tuple[int, int], ...]


class _Reader:
    """Reads a map and collects every fault with its place."""

    def __init__(self, text: str) -> None:
        self.faults: list[str] = []
        if len(text) > LARGEST_MAP:
            raise MapFileError([f"It has more than {LARGEST_MAP:,} letters, the most that a map has."])
        for number, line in enumerate(text.split("\n"), 1):
            if line.count(".") > MOST_DOTS:  # reading a key of thousands of parts takes minutes
                raise MapFileError([f"Line {number} has more than {MOST_DOTS} dots."])
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            raise MapFileError(["It is nested too deeply."]) from None
        except ValueError as fault:  # also for numbers of thousands of digits
            raise MapFileError([f"It is not a TOML file: {fault}."]) from None
        if nested_deeply(self.data):
            raise MapFileError(["It is nested too deeply."])

    def fault(self, place: str, said: str) -> None:
        """Note a fault."""
        self.faults.append(f"{place}: {said}")

    def number(self, place: str, value: object, low: int, high: int) -> int:
        """Read a whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(place, f"a whole number from {low} to {high} should stand here, not {quoted(value)}.")
            return low
        return value

    def words(self, place: str, value: object) -> str:
        """Read a name."""
        if not isinstance(value, str) or not 0 < len(value) <= 40 or UNWRITABLE.search(value):
            self.fault(place, f"a name of up to 40 letters should stand here, not {quoted(value)}.")
            return "?"
        return value

    def table(self, place: str, value: object, keys: tuple[str, ...]) -> dict[str, Any]:
        """Read a table that has only known keys."""
        if not isinstance(value, dict):
            self.fault(place, f"a table should stand here, not {quoted(value)}.")
            return {}
        for key in value:
            if key not in keys:
                hint = nearest(key, keys) if len(self.faults) < LISTED else ""  # nobody reads more
                self.fault(place, f"there is no key {quoted(key)}.{hint} The keys are {', '.join(keys)}.")
        return value

    def at(self, place: str, value: object, number: int, count: int) -> tuple[float, float]:
        """Read where a thing is drawn; if left out, the things are set in rows."""
        if value is None:
            columns = max(1, round(count**0.5))
            return (8 + 84 * (number % columns) / max(1, columns - 1), 8 + 84 * (number // columns) / max(1, columns))
        good = isinstance(value, list) and len(value) == 2
        for part in value if good and isinstance(value, list) else ():
            good = good and not isinstance(part, bool) and isinstance(part, (int, float)) and -10 <= part <= 110
        if not good or not isinstance(value, list):
            self.fault(place, f"two numbers from -10 to 110 should stand here, not {quoted(value)}.")
            return (50.0, 50.0)
        return (float(value[0]), float(value[1]))

    def codes(self, place: str, value: object, known: dict[str, int]) -> list[int]:
        """Read areas by their codes, as a text."""
        if not isinstance(value, str):
            self.fault(place, f"areas such as 'H1 C1' should stand here, not {quoted(value)}.")
            return []
        found = []
        for word in value.replace(",", " ").split():
            if word not in known:
                hint = nearest(word, known) if len(self.faults) < LISTED else ""
                self.fault(place, f"there is no area {quoted(word)}.{hint}")
            elif known[word] in found:
                self.fault(place, f"names {word} twice.")
            else:
                found.append(known[word])
        return found

    def things(self, key: str, most: int) -> dict[str, Any]:
        """Read the entries of a table by their codes."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"a table should stand here, not {quoted(value)}.")
            return {}
        if len(value) > most:
            self.fault(key, f"a map has at most {most} of them, not {len(value)}.")
        for code in value:
            if not CODE.fullmatch(code):
                self.fault(f"{key}.{code}", "a code is a letter with up to five letters or digits behind it.")
        return value

    def area(self, code: str, value: object, number: int, count: int) -> MapArea:
        """Read one land area."""
        place = f"areas.{code}"
        row = self.table(place, value, AREA_KEYS)
        ore = [self.number(f"{place}.{kind}", row.get(kind, 0), 0, MOST_STOCK) for kind in ORE_NAMES]
        return MapArea(
            code,
            self.words(f"{place}.name", row.get("name", code)),
            self.number(f"{place}.woodland", row.get("woodland", 0), 0, 20),
            self.number(f"{place}.game", row.get("game", 0), 0, MOST_STOCK),
            (ore[0], ore[1], ore[2]),
            self.at(f"{place}.at", row.get("at"), number, count),
        )

    def water(self, place: str, code: str, value: object, known: dict[str, int]) -> Water:
        """Read a lake, the sea or a zone."""
        row = self.table(place, value, WATER_KEYS)
        faults = len(self.faults)
        most = self.number(f"{place}.most", row.get("most"), 1, MOST_STOCK)
        highest = most if len(self.faults) == faults else MOST_STOCK  # one wrong number is one fault
        given = row.get("start", most)
        if isinstance(given, list) and len(given) != MOST_SEATS:
            self.fault(f"{place}.start", f"a number, or a list of {MOST_SEATS} for 1 to {MOST_SEATS} players.")
            given = most
        starts = [self.number(f"{place}.start", one, 0, highest) for one in (given if isinstance(given, list) else [given])]
        sea = row.get("sea", False)
        if not isinstance(sea, bool):
            self.fault(f"{place}.sea", f"true or false should stand here, not {quoted(sea)}.")
        return Water(
            code,
            self.words(f"{place}.name", row.get("name", code)),
            bool(sea),
            most,
            tuple(starts if isinstance(given, list) else starts * MOST_SEATS),
            self.number(f"{place}.most_three", row.get("most_three", most), 1, MOST_STOCK),
            tuple(self.codes(f"{place}.borders", row.get("borders"), known)),
            self.at(f"{place}.at", row.get("at", [50, 50]), 0, 1),
        )

    def borders(self, known: dict[str, int]) -> tuple[tuple[int, int], ...]:
        """Read the borders, each once."""
        value = self.data.get("borders", [])
        if isinstance(value, str):
            value = value.replace(",", " ").split()
        if not isinstance(value, list):
            self.fault("borders", f"a list such as ['H1-C1'] should stand here, not {quoted(value)}.")
            return ()
        found: list[tuple[int, int]] = []
        for number, one in enumerate(value, 1):
            place = f"borders, number {number} ({one if isinstance(one, str) else quoted(one)})"
            ends = one.split("-") if isinstance(one, str) else []
            if len(ends) != 2:
                self.fault(place, "a border is written such as 'H1-C1'.")
                continue
            numbers = self.codes(place, f"{ends[0]} {ends[1]}", known)
            if len(numbers) == 2 and (min(numbers), max(numbers)) in [(min(pair), max(pair)) for pair in found]:
                self.fault(place, "this border is there already.")
            elif len(numbers) == 2:
                found.append((numbers[0], numbers[1]))
        if len(found) > MOST_BORDERS:
            self.fault("borders", f"a map has at most {MOST_BORDERS} of them, not {len(found)}.")
        return tuple(found)

    def read(self) -> GameMap:
        """Read the whole map.

        Raises:
            MapFileError: the map has faults; the error names all of them.
        """
        self.table("the file", self.data, KEYS)
        rows = self.things("areas", MOST_AREAS)
        known = {code: number for number, code in enumerate(rows)}
        areas = tuple([self.area(code, row, number, len(rows)) for number, (code, row) in enumerate(rows.items())])
        lists = []
        for key in ("waters", "zones"):
            named = self.things(key, MOST_WATERS)
            lists.append(tuple([self.water(f"{key}.{code}", code, row, known) for code, row in named.items()]))
        players = self.data.get("players", [3])
        if not isinstance(players, list) or not players:
            self.fault("players", f"a list of numbers of players should stand here, not {quoted(players)}.")
            players = [3]
        found = GameMap(
            self.words("title", self.data.get("title", "?")),
            tuple([self.number("players", one, 1, MOST_SEATS) for one in players]),
            areas,
            lists[0],
            lists[1],
            self.borders(known),
        )
        self.check(found)
        if self.faults:
            raise MapFileError(self.faults)
        return found

    def check(self, made: GameMap) -> None:
        """Check the whole: connected, with room for everybody, and with enough markers."""
        if not made.areas:
            self.fault("areas", "a map needs land.")
            return
        if not made.borders:
            self.fault("borders", "a map has at least two areas and a border between them.")
        reached = {0}
        while True:
            more = {end for pair in made.borders for end in pair if reached & set(pair)} - reached
            if not more:
                break
            reached |= more
        for number, area in enumerate(made.areas):
            if number not in reached:
                self.fault(f"areas.{area.code}", f"it cannot be reached from {made.areas[0].code} over borders.")
        for water in (*made.waters, *made.zones):
            if not water.borders:
                self.fault(f"waters.{water.code}", "it borders no area.")
        if any([not zone.sea for zone in made.zones]):
            self.fault("zones", "every zone is a part of the sea: sea = true.")
        coast = {number for water in made.waters if water.sea for number in water.borders}
        starts = [area for number, area in enumerate(made.areas) if number in coast and any(area.ore)]
        if len(starts) < max(made.players):
            self.fault(
                "areas",
                f"{max(made.players)} players need as many coastal areas with a mountain to start in; "
                f"there are {len(starts)} (RH-SETUP-6).",
            )
        squares = sum([area.woodland for area in made.areas])
        if squares > MARKERS[-1]:
            self.fault("areas", f"there are {MARKERS[-1]} field markers, but {squares} woodland squares (RH-MARKER-5).")
        mountains = sum([any(area.ore) for area in made.areas])
        if mountains > MARKERS[1]:
            self.fault("areas", f"there are {MARKERS[1]} mine markers, but {mountains} mountains (RH-MARKER-5).")


@lru_cache(maxsize=64)
def read_map(text: str) -> GameMap:
    """Return the map that a text holds.

    Args:
        text: a map file's text.

    Raises:
        MapFileError: the map cannot be used; the error names every reason with its place.

    >>> read_map('title = "Rock"')
    Traceback (most recent call last):
    ...
    workbench.games.resource_hog.maps.MapFileError: This map cannot be used:
    - areas: a map needs land.
    """
    return _Reader(text).read()


@lru_cache(maxsize=16)
def map_text(name: str) -> str:
    """Return the file of a map that comes with the game, by its name."""
    return (DATA / f"{name}.toml").read_text(encoding="utf-8")


@lru_cache(maxsize=16)
def house_map(name: str) -> GameMap:
    """Return a map that comes with the game, by its name."""
    return read_map(map_text(name))


def copy_map(name: str, target: str | Path) -> Path:
    """Write one of the game's maps into a file of your own, for you to change.

    Args:
        name: ``trefoil``, ``quatrefoil``, ``cinquefoil`` or ``islet``.
        target: the file to write; an existing file is not overwritten.

    Returns:
        the file.

    Raises:
        MapFileError: there is no such map, the file exists, or it cannot be written.
    """
    if name not in HOUSE_MAPS:
        raise MapFileError([f"There is no map {quoted(name)}.{nearest(name, HOUSE_MAPS)}"])
    try:
        path = Path(target)
        with path.open("x", encoding="utf-8") as file:
            file.write(map_text(name))
    except FileExistsError:
        raise MapFileError([f"{path} exists already, and is not overwritten."]) from None
    except OSError as fault:
        raise MapFileError([f"{quoted(str(path))} cannot be written: {fault.strerror}."]) from None
    except (TypeError, ValueError):  # no text, or a character that is not allowed
        raise MapFileError([f"{quoted(target)} is no name of a file."]) from None
    return path


class Ground:
    """A map as the flat tables that the rules use. Areas, waters and borders are numbers.

    Args:
        made: the map.
        zones: whether zones replace the sea (RH-HOUSE-2).
        free_ore: whether every mountain holds all three kinds (RH-HOUSE-3).
        players: the number of players, which decides how full the sea is (RH-SETUP-2).
        capped: whether the sea never holds more than its filling for three players (RH-RULING-18).

    Attributes:
        neighbours: the areas that an area borders.
        near: the same as a mask.
        border_at: at one area * areas + other the directed border from the first to the second, or -1.
        origin, beyond: the two areas of a directed border: from where, and to where.
        leading: the directed borders that lead from an area.
        waters_of: the waters that an area borders.
        coast: the coastal areas as a mask.
        starts: the areas where a player may start, as a mask (RH-SETUP-6).
        mountains: the areas with a mountain as a mask.
        no_goods, no_attacks: a list of stocks, and one of borders, with nothing in them.
    """

    def __init__(self, made: GameMap, zones: bool, free_ore: bool, players: int, capped: bool) -> None:
        self.made = made
        waters = tuple([one for one in made.waters if not one.sea]) if zones and made.zones else made.waters
        listed = (*made.zones, *waters) if zones and made.zones else waters
        self.all_waters: tuple[Water, ...] = listed
        count = len(made.areas)
        self.areas: int = count
        self.waters: int = len(listed)
        self.borders: int = 2 * len(made.borders)
        self.codes: tuple[str, ...] = tuple([area.code for area in made.areas])
        self.names: tuple[str, ...] = tuple([area.name for area in made.areas])
        self.water_codes: tuple[str, ...] = tuple([water.code for water in listed])
        self.water_names: tuple[str, ...] = tuple([water.name for water in listed])
        around: list[list[int]] = [[] for _area in made.areas]
        at = [NONE] * (count * count)
        origin: list[int] = []
        beyond: list[int] = []
        for one, other in made.borders:
            for here, there in ((one, other), (other, one)):
                at[here * count + there] = len(origin)
                origin.append(here)
                beyond.append(there)
                around[here].append(there)
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(one)) for one in around])
        self.near: tuple[int, ...] = tuple([sum([BIT[there] for there in one]) for one in around])
        self.border_at: tuple[int, ...] = tuple(at)
        self.origin: tuple[int, ...] = tuple(origin)
        self.beyond: tuple[int, ...] = tuple(beyond)
        self.leading: tuple[tuple[int, ...], ...] = tuple(
            [tuple([border for border in range(self.borders) if origin[border] == area]) for area in range(count)]
        )
        self.waters_of: tuple[tuple[int, ...], ...] = tuple(
            [tuple([number for number, water in enumerate(listed) if area in water.borders]) for area in range(count)]
        )
        self.sea: int = sum([BIT[number] for number, water in enumerate(listed) if water.sea])
        self.coast: int = sum([BIT[area] for area in {area for one in made.waters if one.sea for area in one.borders}])
        self.woodland: tuple[int, ...] = tuple([area.woodland for area in made.areas])
        self.game_most: tuple[int, ...] = tuple([area.game for area in made.areas])
        ore: list[int] = []
        for area in made.areas:
            ore += [FREE_ORE[kind] for kind in range(GOODS)] if free_ore and any(area.ore) else list(area.ore)
        self.ore: tuple[int, ...] = tuple(ore)
        self.no_goods: list[int] = [0] * len(ore)
        self.no_attacks: list[int] = [0] * self.borders
        self.mountains: int = sum([BIT[number] for number, area in enumerate(made.areas) if any(area.ore)])
        self.starts: int = self.coast & self.mountains
        three = capped and players == 3
        self.fish_most: tuple[int, ...] = tuple([one.most_three if three else one.most for one in listed])
        self.fish_start: tuple[int, ...] = tuple(
            [min(one.start[players - 1], most) for one, most in zip(listed, self.fish_most, strict=True)]
        )

    def area_of(self, code: str) -> int:
        """Return the number of an area by its code.

        Raises:
            MapFileError: there is no such area.
        """
        for number, known in enumerate(self.codes):
            if known.lower() == code.lower():
                return number
        raise MapFileError([f"There is no area {quoted(code)}.{nearest(code, self.codes)}"])


def ore_words(ore: tuple[int, ...] | list[int]) -> str:
    """Say what a mountain holds.

    >>> ore_words((14, 0, 7))
    'gold 14, arms 7'
    """
    return ", ".join([f"{ORE_NAMES[kind]} {count}" for kind, count in enumerate(ore) if count]) or "nothing"


def goods_words(goods: tuple[int, ...] | list[int]) -> str:
    """Say what a store holds.

    >>> goods_words((4, 2, 1))
    '4 food, 2 salt, 1 arms'
    """
    return ", ".join([f"{count} {GOOD_NAMES[good]}" for good, count in enumerate(goods) if count]) or "nothing"
