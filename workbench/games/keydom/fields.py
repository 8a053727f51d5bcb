"""The fields of a position of Keydom in one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.fields import (
    Aside,
    Counts,
    EachSeat,
    Kind,
    OneOf,
    Pile,
    Places,
    Shown,
    StateField,
    StateFields,
    Subset,
    Things,
    Whole,
    Written,
)
from workbench.core.outside import quoted, whole_number
from workbench.core.state import FURTHEST
from workbench.core.tensor import bits, one_hot, one_hots, share
from workbench.core.words import counted
from workbench.games.keydom.components import (
    ACTION_NAMES,
    ALL_FARMHANDS,
    ALL_TOWNSFOLK,
    CROP_CODES,
    CROP_TABLE,
    CROPS,
    EVENT_KINDS,
    EVENT_NAMES,
    EVENTS,
    LEVELS,
    NONE,
    SEATS,
    STAGES,
    TILES,
    UNSEEN,
    WORKER_NAMES,
)
from workbench.games.keydom.counters import counts, handful
from workbench.games.keydom.country import PLOTS

if TYPE_CHECKING:
    from workbench.games.keydom.game import Keydom

MOST: Final = FURTHEST
"""No count of a position is larger."""
DIGITS: Final = len(str(MOST))
MOST_TURNS: Final = 800
"""More turns than a usual game lasts."""
ALL_EVENTS: Final = sum([event.copies for event in EVENTS])
EARLIER: Final = -1
"""The stamp of a stored tile written with only its plot and bid: it was stored in an earlier turn of its owner."""


class Counters(Kind):
    """A handful of counters, held as one number.

    >>> kind = Counters()
    >>> kind.write(kind.read("WH2 VE", 0, "'hands'", [])), kind.write(0)
    ('WH2 VE1', '-')
    """

    def __init__(self) -> None:
        self.counts = Counts(Things("crop", CROP_CODES), [crop.counters for crop in CROP_TABLE])
        self.form, self.example, self.shape = self.counts.form, self.counts.example, self.counts.shape
        self.scale = self.counts.scale

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read a count for each type; a list of five numbers will do, too."""
        if isinstance(given, (list, tuple)) and len(given) == CROPS and all([small(one) for one in given]):
            return handful([int(one) for one in given])
        before = len(faults)
        found = self.counts.read(given, list(counts(value)), where, faults)
        if len(faults) > before:
            return value
        if max(found) > max(self.counts.most):
            faults.append(f"{where}: there are {max(self.counts.most)} counters of each crop.")
            return value
        return handful(found)

    def write(self, value: Any) -> Any:
        """Write the types with their numbers."""
        return self.counts.write(list(counts(value)))

    def numbers(self, value: Any) -> list[float]:
        """Return the counts."""
        return self.counts.numbers(list(counts(value)))


def small(number: object) -> bool:
    """Return whether a value can be the count of a crop."""
    count = whole_number(number)
    return count is not None and 0 <= count <= CROP_TABLE[0].counters


class Boards(Kind):
    """The fields on each board, ``h`` behind those that are harvested: two masks a seat."""

    def __init__(self, seats: Things, plots: Things) -> None:
        self.seats, self.plots = seats, plots
        self.example = {SEATS[0]: "C4 D4h E4"}
        self.form, self.shape = f"a dict such as {self.example!r}", (len(seats.names), 2, PLOTS)
        self.scale = "for each seat 1 for each field, then 1 for each unharvested one"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read both masks of the seats that are named."""
        fields, fresh = list(value[0]), list(value[1])
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        for word, entry in given.items():
            seat = self.seats.find(word, where, faults)
            if seat is None:
                continue
            here = f"{where} of {word}"
            words = entry.replace(",", " ").split() if isinstance(entry, str) else None
            if words is None:
                faults.append(f"{here} should be a text such as 'C4 D4h E4', not {quoted(entry)}.")
            if words is None:
                continue
            fields[seat] = fresh[seat] = 0
            for name in words:
                plot = self.plots.find(name[:2], here, faults) if name[2:].lower() in ("", "u", "h") else None
                if plot is None:
                    if name[2:].lower() not in ("", "u", "h"):
                        faults.append(f"{here}: a field is written such as 'C4', or 'C4h' if harvested, not {quoted(name)}.")
                elif fields[seat] >> plot & 1:
                    faults.append(f"{here} names {name[:2]} twice.")
                else:
                    fields[seat] |= 1 << plot
                    fresh[seat] |= 0 if name[2:].lower() == "h" else 1 << plot
        return fields, fresh

    def write(self, value: Any) -> Any:
        """Write every seat."""
        return {
            name: " ".join(
                [
                    f"{reference}{'' if value[1][seat] >> plot & 1 else 'h'}"
                    for plot, reference in self.plots.names.items()
                    if value[0][seat] >> plot & 1
                ]
            )
            for seat, name in self.seats.names.items()
        }

    def numbers(self, value: Any) -> list[float]:
        """Return fields and unharvested fields."""
        return [
            one
            for seat in self.seats.names
            for mask in (value[0][seat], value[1][seat])
            for one in bits(mask, PLOTS)
        ]


class Posts(Kind):
    """The workers' spaces for each seat: ``Carter:D5``."""

    def __init__(self, seats: Things, plots: Things) -> None:
        self.seats, self.plots, self.tiles = seats, plots, Things("worker", WORKER_NAMES)
        self.example = {SEATS[0]: "Carter:D5 Miller:B3"}
        self.form, self.shape = f"a dict such as {self.example!r}", (len(seats.names), PLOTS)
        self.scale = f"for each seat and space the number of the worker there, from 1 on, of {TILES}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the workers of the seats that are named."""
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        found = list(value)
        for word, entry in given.items():
            seat = self.seats.find(word, where, faults)
            if seat is None:
                continue
            if not isinstance(entry, str):
                faults.append(f"{where} of {word} should be a text such as 'Carter:D5', not {quoted(entry)}.")
            else:
                found[seat * TILES : (seat + 1) * TILES] = self.of_one(entry, f"{where} of {word}", faults)
        return found

    def of_one(self, entry: str, where: str, faults: list[str]) -> list[int]:
        """Read the spaces of one seat's workers."""
        posts = [NONE] * TILES
        for part in entry.replace(",", " ").split():
            name, _, space = part.partition(":")
            worker, plot = self.tiles.find(name, where, faults), self.plots.find(space, where, faults)
            if worker is None or plot is None:
                continue
            if posts[worker] != NONE or plot in posts:
                faults.append(f"{where}: {part} names a worker or a space twice.")
            posts[worker] = plot
        return posts

    def write(self, value: Any) -> Any:
        """Write the workers that are on a board."""
        return {
            name: " ".join(
                [
                    f"{WORKER_NAMES[worker]}:{self.plots.name(plot)}"
                    for worker, plot in enumerate(value[seat * TILES : (seat + 1) * TILES])
                    if plot != NONE
                ]
            )
            for seat, name in self.seats.names.items()
        }

    def numbers(self, value: Any) -> list[float]:
        """Return a row of spaces for each seat."""
        row = [0.0] * (len(self.seats.names) * PLOTS)
        for place, plot in enumerate(value):
            if plot != NONE:
                row[place // TILES * PLOTS + plot] = (place % TILES + 1) / TILES
        return row


class Stores(Kind):
    """The tiles in each store with their bids, and the owner's turn when each was stored: ``D4: WH1 @3``."""

    def __init__(self, seats: Things, plots: Things, capacity: int) -> None:
        self.seats, self.plots, self.capacity, self.counters = seats, plots, capacity, Counters()
        self.example = {SEATS[0]: "D4: WH1 VE1 @3 | -"}
        self.form = f"a dict such as {self.example!r}"
        self.shape = (len(seats.names), capacity, 1 + CROPS + 1)
        self.scale = f"for each seat and place the number of its plot, from 1 on, of {PLOTS}, its bid, and the stamp"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read plots, bids and stamps of the stores that are named."""
        plots, bids, stamps = list(value[0]), list(value[1]), list(value[2])
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        for word, entry in given.items():
            seat = self.seats.find(word, where, faults)
            if seat is None:
                continue
            if not isinstance(entry, str):
                faults.append(f"{where} of {word} should be a text such as 'D4: WH1 VE1', not {quoted(entry)}.")
                continue
            parts = [part.strip() for part in entry.split("|")]
            if len(parts) > self.capacity:
                faults.append(f"{where} of {word}: a store holds at most {counted(self.capacity, 'tile')} (KD-BID-6).")
            if len(parts) > self.capacity:
                continue
            for place, part in enumerate(parts + ["-"] * (self.capacity - len(parts))):
                at = seat * self.capacity + place
                plots[at], bids[at], stamps[at] = self.of_one(part, f"{where} of {word}", faults)
        return plots, bids, stamps

    def of_one(self, part: str, where: str, faults: list[str]) -> tuple[int, int, int]:
        """Read one place."""
        if part in ("", "-"):
            return NONE, 0, 0
        name, _, rest = part.partition(":")
        bid, _, stamp = rest.partition("@")
        plot = self.plots.find(name.strip(), where, faults)
        stamped = stamp.strip()
        if stamped and not (stamped.isdecimal() and len(stamped) <= DIGITS and int(stamped) <= MOST):
            faults.append(f"{where}: behind @ stands the number of a turn, not {quoted(stamped)}.")
            stamped = ""
        laid = self.counters.read(bid.strip() or "-", 0, where, faults)
        return (NONE if plot is None else plot), laid, int(stamped) if stamped else EARLIER

    def write(self, value: Any) -> Any:
        """Write every place of every store."""
        plots, bids, stamps = value
        found = {}
        for seat, name in self.seats.names.items():
            places = range(seat * self.capacity, (seat + 1) * self.capacity)
            found[name] = " | ".join(
                [
                    f"{self.plots.name(plots[at])}: {self.counters.write(bids[at])} @{stamps[at]}" if plots[at] != NONE else "-"
                    for at in places
                ]
            )
        return found

    def numbers(self, value: Any) -> list[float]:
        """Return plot, bid and stamp of each place."""
        row: list[float] = []
        for plot, bid, stamp in zip(*value, strict=True):
            row += [(plot + 1) / PLOTS, *self.counters.numbers(bid), min(1.0, stamp / MOST_TURNS)]
        return row


class Numbers(Kind):
    """A fixed number of whole numbers.

    >>> Numbers(3, 9).read([1, 2, 3], [0, 0, 0], "'entries'", [])
    [1, 2, 3]
    """

    def __init__(self, length: int, most: int) -> None:
        self.length, self.most = length, most
        self.form, self.example, self.shape = f"a list of {length} whole numbers", [0] * length, (length,)
        self.scale = f"of {most}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the numbers."""
        listed = given if isinstance(given, (list, tuple)) and len(given) == self.length else [None]
        found = [number for number in map(whole_number, listed) if number is not None and 0 <= number <= MOST]
        if len(found) != self.length:
            self.wrong(given, where, faults)
            return value
        return found

    def write(self, value: Any) -> Any:
        """Return the numbers as they are written."""
        return list(value)

    def numbers(self, value: Any) -> list[float]:
        """Return shares of the most."""
        return [min(1.0, one / self.most) for one in value]


class Countdown(Whole):
    """The turns that are left, or -1 while nobody knows."""

    def __init__(self, most: int) -> None:
        super().__init__(-1, MOST, most + 1)
        self.scale = f"one more than that, of {most + 1}"

    def numbers(self, value: Any) -> list[float]:
        """Return a share of the most, 0 while nobody knows the number."""
        return share(value + 1, self.most)


def fields(game: Keydom) -> StateFields:
    """Return every field of a position. A seat's part of a flat list begins at the seat times its width."""
    players, capacity, slots = game.players, int(game.store_capacity), int(game.registry_size)
    all_places = players * capacity
    seats = Things("player", SEATS[:players])
    plots = Things("plot", game.country.names)
    any_plots = Things("plot", game.country.names, also={"-": NONE})
    hidden_plots = Things("plot", game.country.names, unseen={UNSEEN: "?"})
    crops = Things("crop", CROP_CODES)
    all_crops = Things("crop", CROP_CODES, also={"-": NONE})
    workers = Things("worker", WORKER_NAMES)
    events = Things("event", EVENT_NAMES)
    slot_names = Things("slot", [str(slot + 1) for slot in range(slots)])
    stages = Things("stage", STAGES)
    places = Things(
        "place", [f"{SEATS[seat]}/{place + 1}" for seat in range(players) for place in range(capacity)]
    )
    signs = Things("flag", ("no", "yes"))
    handfuls = EachSeat(seats, Counters())

    def track_numbers(state: Any) -> list[float]:
        padded = [*state.track, *[NONE] * ALL_EVENTS][:ALL_EVENTS]
        return one_hots(padded, EVENT_KINDS)

    def chosen_numbers(state: Any) -> list[float]:
        return [one for plot in state.chosen for one in [*one_hot(plot, PLOTS), 1.0 if plot == UNSEEN else 0.0]]

    random_crops = game.options["crop_map"] == "random"
    return StateFields(
        StateField(
            "crops",
            Places(all_crops, PLOTS),
            game.crop_map_pattern,
            "The crop of each plot, A1 first.",
            tensor="" if random_crops else None,
            refuse="" if random_crops else "The crops stand in the pattern, unless crop_map='random'.",
        ),
        StateField("fields", Boards(seats, plots), [0] * players, "Fields.", key="", tensor=None),
        StateField("fresh", Boards(seats, plots), [0] * players, "Unharvested fields.", key="", tensor=None),
        Written(
            "fields",
            ("fields", "fresh"),
            Boards(seats, plots),
            "The fields on each country board, h behind the harvested ones.",
            tensor="fields",
        ),
        StateField(
            "posts",
            Posts(seats, plots),
            [NONE] * (players * TILES),
            "The workers on each country board and where they stand.",
            key="workers",
        ),
        StateField("hands", handfuls, [0] * players, "The counters behind each screen.", unit="counters", seen="its owner"),
        StateField(
            "drawn",
            handfuls,
            [0] * players,
            "The counters each player drew at set-up.",
            unit="counters",
            seen="its owner; where the stock is open and two play, both",
        ),
        StateField(
            "least",
            handfuls,
            [0] * players,
            "What each player must have drawn, by what has been spent since.",
            unit="counters",
        ),
        StateField("stock", Counters(), handful([crop.counters for crop in CROP_TABLE]), "The general stock.", unit="counters"),
        StateField("stored", Places(any_plots, all_places, list), [NONE] * all_places, "Stored tiles.", key="", tensor=None),
        StateField("bids", Numbers(all_places, MOST), [0] * all_places, "Bids.", key="", tensor=None),
        StateField("stamps", Numbers(all_places, MOST), [0] * all_places, "Stamps.", key="", tensor=None),
        Written(
            "stores",
            ("stored", "bids", "stamps"),
            Stores(seats, plots, capacity),
            "The tiles in each store with their bids, and behind @ the owner's turn in which each was stored.",
            tensor="stores",
        ),
        StateField(
            "own_turns", EachSeat(seats, Whole(0, MOST, MOST_TURNS)), [0] * players, "Turns that each has begun.", unit="turns"
        ),
        StateField("registry", Places(any_plots, slots, list), [NONE] * slots, "The tiles of the registry, slot by slot."),
        StateField("entries", Numbers(slots, MOST_TURNS), [0] * slots, "When each came to lie there: entry numbers."),
        StateField("next_entry", Whole(1, MOST, MOST_TURNS), 1, "The next entry number."),
        StateField("bag", Subset(plots), (1 << PLOTS) - 1, "The field tiles in the bag."),
        StateField(
            "bag_events", Counts(events, [event.copies for event in EVENTS]), [0] * EVENT_KINDS, "The event tiles in the bag."
        ),
        StateField("track", Pile(events), (), "The events that have been drawn, in their order.", tensor=None),
        Shown("track", (ALL_EVENTS, EVENT_KINDS), "For each event drawn 1 at its kind.", track_numbers),
        StateField("counted", Whole(0, MOST, ALL_EVENTS), 0, "How many events count towards the end."),
        StateField("checked", OneOf(signs, None), 0, "Whether the tiles have been counted after the seventh event."),
        StateField("out", Subset(plots), 0, "Field tiles that are out of the game."),
        StateField("start", OneOf(seats), NONE, "The start player."),
        StateField("active", OneOf(seats), NONE, "The player whose turn it is."),
        StateField("turn", Whole(0, MOST, MOST_TURNS), 0, "The number of the turn; 0 in the set-up.", unit="turns"),
        StateField("done", Subset(Things("action", ACTION_NAMES)), 0, "The actions taken in this turn."),
        StateField("stage", OneOf(stages, None), 0, "The action that is going on."),
        StateField("tiles", Whole(0, MOST, 4), 0, "How many tiles the action that is going on has placed, or bid for."),
        StateField("slot", OneOf(slot_names), NONE, "The registry slot that is being filled."),
        StateField("event", OneOf(events), NONE, "The event that is being resolved."),
        StateField("asked", Whole(0, MOST, players), 0, "How many players are done with it."),
        StateField(
            "chosen",
            EachSeat(seats, OneOf(hidden_plots), NONE),
            [NONE] * players,
            "The field each player has chosen for Land Reform.",
            seen="its owner, until all have chosen",
            tensor=None,
        ),
        Shown("chosen", (players, PLOTS + 1), "For each seat 1 at the field it has chosen, or at the end.", chosen_numbers),
        StateField("actor", OneOf(seats), NONE, "Whoever decides, or whose special action is going on."),
        StateField("worker", OneOf(workers), NONE, "The worker that is being played, or acts."),
        StateField("place", OneOf(places), NONE, "The stored tile that is being bid for, bought or seized."),
        StateField("plot", OneOf(any_plots), NONE, "The field that is being exchanged, or was picked last."),
        StateField("wanted", OneOf(slot_names), NONE, "The registry slot that is being paid for."),
        StateField("last", OneOf(crops), NONE, "The crop that was named last."),
        StateField("due", Whole(0, MOST, 12), 0, "How many counters are still to be paid.", unit="counters"),
        StateField("step", Whole(0, MOST, 60), 0, "How many small steps of a choice have been made."),
        StateField("short", Subset(plots), 0, "The fields that a harvest is still about."),
        StateField("picked", Subset(plots), 0, "The fields that have been picked for a harvest."),
        StateField(
            "uses",
            EachSeat(seats, Numbers(TILES, 20), [0] * TILES, width=TILES),
            [0] * (players * TILES),
            "How often each worker has acted in this turn.",
        ),
        StateField("quiet", Whole(0, MOST, MOST_TURNS), 0, "Turns in a row in which no tile left the registry.", unit="turns"),
        StateField("taken", OneOf(signs, None), 0, "Whether a tile has left the registry in this turn."),
        StateField("left", Countdown(16), -1, "Turns after the present one; -1 until the end has been brought on."),
        StateField(
            "hidden",
            Subset(seats),
            0,
            "In views: the players of whose hand the rest of the starting counters is not seen.",
            refuse="'hidden' is for views: in a position nothing is hidden.",
        ),
        Aside("near", [0] * (players * LEVELS), "For each seat and number the spaces with so many own fields beside them."),
        Aside("shade", [0] * players, "For each seat the spaces beside own workers."),
        Aside("stands", [0] * (players * LEVELS), "For each seat and number the spaces of workers with that number or more."),
        Aside("reserve", [ALL_FARMHANDS] * players, "The farmhands in each reserve."),
        Aside("town", ALL_TOWNSFOLK, "The townsfolk on the town board."),
        Aside("gaps", 0, "The empty slots of the registry."),
        seats=seats,
    )
