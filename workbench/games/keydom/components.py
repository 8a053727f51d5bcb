"""The things you play the game with, each with its origin, and the names of its actions."""

from __future__ import annotations

from typing import Final, NamedTuple

from workbench.games.keydom.country import PLOTS

NONE: Final = -1
"""No seat, no plot, no worker, no crop."""
UNSEEN: Final = -2
"""In views: a plot that somebody has chosen in secret."""

SEATS: Final = ("Anna", "Ben", "Cora", "Dan")
"""The citizens, clockwise (KD-HOUSE-1)."""
MOST_SEATS: Final = 4


class CropKind(NamedTuple):
    """One of the five crops, with the number of its counters.

    The names and numbers are public facts (KD-CROP-2), the codes ours. A single counter goes by `one`.
    """

    code: str
    name: str
    one: str
    counters: int
    origin: str


CROP_TABLE: Final = (
    CropKind("WH", "wheat", "wheat", 12, "public fact"),
    CropKind("HO", "hops", "hop", 12, "public fact"),
    CropKind("AP", "apples", "apple", 12, "public fact"),
    CropKind("WI", "wine", "wine", 12, "public fact"),
    CropKind("VE", "vegetables", "vegetable", 12, "public fact"),
)
CROPS: Final = 5
CROP_NAMES: Final = tuple([crop.name for crop in CROP_TABLE])
CROP_CODES: Final = tuple([crop.code for crop in CROP_TABLE])


class WorkerKind(NamedTuple):
    """A worker tile: its number and its special action."""

    name: str
    number: int
    townsfolk: bool
    power: str
    """The name of the phase in which its special action is carried out."""
    clause: str
    does: str
    origin: str
    """Where the name and the idea come from; numbers up to 3 and from 4 on are public facts, all other content is house."""


WORKERS: Final = (
    WorkerKind("Harvester", 1, False, "harvester", "KD-POWER-1", "take a counter of an adjacent crop", "public fact"),
    WorkerKind("Sower", 1, False, "sower", "KD-POWER-2", "turn back up to two adjacent fields", "house"),
    WorkerKind("Carter", 2, False, "carter", "KD-POWER-3", "exchange up to three counters", "house"),
    WorkerKind("Storekeeper", 2, False, "storekeeper", "KD-POWER-4", "one more bid", "house"),
    WorkerKind("Foreman", 3, False, "foreman", "KD-POWER-5", "one more harvest", "house"),
    WorkerKind("Drover", 3, False, "drover", "KD-POWER-6", "one more purchase", "house"),
    WorkerKind("Bailiff", 4, True, "bailiff", "KD-POWER-7", "seize a tile a counter cheaper", "source"),
    WorkerKind("Miller", 4, True, "miller", "KD-POWER-8", "take up to three different counters", "house"),
    WorkerKind("Surveyor", 4, True, "surveyor", "KD-POWER-9", "place a tile of your own store free and at once", "house"),
    WorkerKind("Lawyer", 5, True, "lawyer", "KD-POWER-10", "take a registry tile for one counter", "source"),
    WorkerKind("Supervisor", 5, True, "supervisor", "KD-POWER-11", "exchange a field for a registry tile", "public fact"),
    WorkerKind("Steward", 5, True, "steward", "KD-POWER-12", "turn back a whole group", "house"),
)
FARMHANDS: Final = 6
TILES: Final = 12
"""Workers that a player may have on the board: the own farmhands and the townsfolk."""
NUMBER_OF: Final = tuple([worker.number for worker in WORKERS])
WORKER_NAMES: Final = tuple([worker.name for worker in WORKERS])
HIGHEST: Final = 5
"""The highest number of a worker."""
LEVELS: Final = HIGHEST + 1
"""Tables by number also have an entry for 0."""
ALL_FARMHANDS: Final = 0b000000111111
ALL_TOWNSFOLK: Final = 0b111111000000
WITH_NUMBER: Final = tuple(
    [sum([1 << tile for tile, worker in enumerate(WORKERS) if worker.number == number]) for number in range(LEVELS)]
)
"""The workers with each number, as a mask."""
NUMBERS_AMONG: Final = tuple(
    [
        tuple([number for number in range(1, LEVELS) if mask & WITH_NUMBER[number]])
        for mask in range(1 << TILES)
    ]
)
"""The numbers of some workers, by the mask of these workers."""


class EventKind(NamedTuple):
    """One kind of event tile."""

    name: str
    title: str
    copies: int
    copies_for_two: int
    clause: str
    nature: str
    origin: str
    """Where the idea comes from; the exact effects are house content throughout."""


EVENTS: Final = (
    EventKind("fine_weather", "Fine Weather", 2, 2, "KD-EVENT-4", "helps", "house"),
    EventKind("harvest_supper", "Harvest Supper", 1, 1, "KD-EVENT-5", "helps", "house"),
    EventKind("land_sale", "Land Sale", 2, 2, "KD-EVENT-6", "helps", "public fact"),
    EventKind("market_day", "Market Day", 1, 1, "KD-EVENT-7", "helps", "house"),
    EventKind("land_reform", "Land Reform", 2, 0, "KD-EVENT-8", "mixed", "public fact"),
    EventKind("hiring_fair", "Hiring Fair", 1, 1, "KD-EVENT-9", "helps", "house"),
    EventKind("enclosure", "Enclosure", 1, 1, "KD-EVENT-10", "helps", "public fact"),
    EventKind("drought", "Drought", 1, 1, "KD-EVENT-11", "hinders", "house"),
    EventKind("tithe", "Tithe", 1, 1, "KD-EVENT-12", "hinders", "house"),
    EventKind("sickness", "Sickness", 1, 1, "KD-EVENT-13", "hinders", "house"),
    EventKind("price_fall", "Price Fall", 1, 1, "KD-EVENT-14", "mixed", "house"),
)
EVENT_KINDS: Final = len(EVENTS)
EVENT_NAMES: Final = tuple([event.name for event in EVENTS])
EVENT_TITLES: Final = tuple([event.title for event in EVENTS])
LAND_REFORM: Final = EVENT_NAMES.index("land_reform")
HIRING_FAIR: Final = EVENT_NAMES.index("hiring_fair")


class Pair(NamedTuple):
    """Two field tiles that a player starts with."""

    first: str
    second: str
    origin: str


PAIRS: Final = (
    Pair("E4", "B7", "public fact"),
    Pair("E6", "B2", "house"),
    Pair("C4", "F7", "house"),
    Pair("C6", "F2", "house"),
)

# What a player has done in a turn, as a mask: the actions (a) to (d) of KD-TURN-2.
ACTIONS_PER_TURN: Final = 2
"""How many actions a turn has, unless the option of that name changes it (KD-TURN-2)."""
STORE_CAPACITY: Final = 2
"""How many tiles a store holds, unless the option of that name changes it (KD-BID-6)."""
HARVESTED: Final = 1
WORKED: Final = 2
PLACED: Final = 4
BID_MADE: Final = 8
ACTION_NAMES: Final = ("harvest", "worker", "place", "bid")

# How far a turn is: the action that is being carried out, or its end.
CHOOSING: Final = 0
HARVESTING: Final = 1
WORKING: Final = 2
PLACING: Final = 3
BIDDING: Final = 4
ENDING: Final = 5
ROTATING: Final = 6
STAGES: Final = ("choosing", "harvest", "worker", "place", "bid", "ending", "rotating")

BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two by table, because compiled code shifts by a machine-sized number in 32 bits."""

# The vocabulary of actions. What a number means depends on the phase; from FIRST_PAIR to FIRST_STORE outcomes of chance only.
END: Final = 0
HARVEST: Final = 1
PLAY: Final = 2
REMOVE: Final = 3
PLACE: Final = 4
BID: Final = 5
DONE: Final = 6
FIRST_PLOT: Final = 7
FIRST_WORKER: Final = FIRST_PLOT + PLOTS
FIRST_CROP: Final = FIRST_WORKER + TILES
FIRST_PAIR: Final = FIRST_CROP + CROPS
FIRST_SEAT: Final = FIRST_PAIR + len(PAIRS)
FIRST_EVENT: Final = FIRST_SEAT + MOST_SEATS
FIRST_STORE: Final = FIRST_EVENT + EVENT_KINDS
"""Place j of the store of the player s seats clockwise is FIRST_STORE + s * capacity + j; registry slots follow the stores."""


def symbols(plots: tuple[str, ...], capacity: int, slots: int) -> tuple[str, ...]:
    """Return the name of every action, by its number.

    Args:
        plots: the references of the plots.
        capacity: how many tiles a store holds.
        slots: how many tiles lie in the registry.

    >>> names = symbols(tuple(map(str, range(56))), 2, 6)
    >>> len(names), names[FIRST_WORKER], names[FIRST_STORE + 2], names[-1]
    (113, 'worker:Harvester', 'store:1/1', 'registry:6')
    """
    return (
        *("end", "harvest", "play", "remove", "place", "bid", "done"),
        *[f"plot:{name}" for name in plots],
        *[f"worker:{name}" for name in WORKER_NAMES],
        *[f"crop:{name}" for name in CROP_NAMES],
        *[f"pair:{pair.first}/{pair.second}" for pair in PAIRS],
        *[f"first:{name}" for name in SEATS],
        *[f"event:{name}" for name in EVENT_NAMES],
        *[f"store:{seat}/{place + 1}" for seat in range(MOST_SEATS) for place in range(capacity)],
        *[f"registry:{slot + 1}" for slot in range(slots)],
    )


def prepared(start: int) -> tuple[tuple[int, ...], ...]:
    """For each set of eight plots, from a first plot on, as a mask of eight bits: the actions that name them."""
    return tuple([tuple([FIRST_PLOT + start + bit for bit in range(8) if mask >> bit & 1]) for mask in range(256)])


_WORKERS: Final = tuple(
    [tuple([FIRST_WORKER + tile for tile in range(TILES) if mask >> tile & 1]) for mask in range(1 << TILES)]
)


def worker_of(action: int) -> WorkerKind:
    """Return the worker that a move names.

    >>> worker_of(FIRST_WORKER + 4).name, worker_of(FIRST_WORKER + 4).townsfolk
    ('Foreman', False)
    """
    return WORKERS[action - FIRST_WORKER]


def worker_actions(workers: int) -> tuple[int, ...]:
    """Return the actions that name the workers of a set, in their order.

    Args:
        workers: the set as a mask.

    >>> worker_actions(0b101) == (FIRST_WORKER, FIRST_WORKER + 2)
    True
    """
    return _WORKERS[workers]


_P0: Final = prepared(0)
_P1: Final = prepared(8)
_P2: Final = prepared(16)
_P3: Final = prepared(24)
_P4: Final = prepared(32)
_P5: Final = prepared(40)
_P6: Final = prepared(48)


def plot_actions(plots: int) -> tuple[int, ...]:
    """Return the actions that name the plots of a set, in their order.

    Args:
        plots: the set as a mask.

    >>> plot_actions(0b1001)
    (7, 10)
    """
    return (
        _P0[plots & 255]
        + _P1[plots >> 8 & 255]
        + _P2[plots >> 16 & 255]
        + _P3[plots >> 24 & 255]
        + _P4[plots >> 32 & 255]
        + _P5[plots >> 40 & 255]
        + _P6[plots >> 48 & 255]
    )


_PLOTS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (_P0, _P1, _P2, _P3, _P4, _P5, _P6)


def plot_action(plots: int, place: int) -> int:
    """Return the action that names the plot at a place in the order of a set.

    Args:
        plots: the set as a mask.
        place: from 0; the set has more members.

    >>> plot_action(0b1000000001001, 2)
    19
    """
    for part in _PLOTS:
        here = part[plots & 255]
        if place < len(here):
            return here[place]
        place -= len(here)
        plots >>= 8
    raise AssertionError("the set has more members")
