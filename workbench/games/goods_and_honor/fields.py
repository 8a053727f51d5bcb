"""The fields of a position of For Goods and Honor in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from workbench.core.fields import (
    Amounts,
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
from workbench.core.state import FURTHEST
from workbench.core.tensor import bits
from workbench.games.goods_and_honor.components import (
    CELLS,
    FIRST_DEFEND,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    ITEM_NAMES,
    ITEMS,
    NONE,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    SILENT,
    TYPE_CODES,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.state import END_REASONS, RUNNING, GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor

MOST_TURNS: Final = 1000
"""The number of turns to read if no option limits them: more than a game lasts."""


class Mat(Kind):
    """The Folks in the five sections of a mat.

    >>> mat = Mat(24)
    >>> mat.write(mat.read("Guards S1 | food W2 P1", [0] * CELLS, "'mats' of A", []))
    'Food P1 W2 | Wood - | Rock - | Guards S1 | New -'
    """

    def __init__(self, folks: int) -> None:
        self.folks, self.sections = Counts(Things("Folk", TYPE_CODES[:TYPES]), folks), Things("section", SECTION_NAMES)
        self.example = "Food P2 W1 | Guards S1"
        self.form, self.shape = f"a text such as {self.example!r}", (SECTIONS, TYPES)
        self.scale = f"for each section and type, {self.folks.scale}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read section by section; sections left out are empty."""
        if not isinstance(given, str):
            self.wrong(given, where, faults)
            return value
        found: dict[int, list[int]] = {}
        for part in given.split("|"):
            name, _, folks = part.strip().partition(" ")
            section = self.sections.find(name, where, faults) if name not in ("", "-") else None
            if section in found:
                faults.append(f"{where}: {SECTION_NAMES[section]} is named twice.")
            elif section is not None:
                found[section] = self.folks.read(folks, [0] * TYPES, where, faults)
        return [one for section in range(SECTIONS) for one in found.get(section, [0] * TYPES)]

    def write(self, value: Any) -> Any:
        """Write all sections."""
        parts = [value[start : start + TYPES] for start in range(0, CELLS, TYPES)]
        return " | ".join([f"{name} {self.folks.write(part)}" for name, part in zip(SECTION_NAMES, parts, strict=True)])

    def numbers(self, value: Any) -> list[float]:
        return [min(1.0, count / self.folks.most[0]) for count in value]

    def amounts(self, value: Any) -> list[float]:
        return self.numbers(value)  # the types differ in what they yield, and so do the sections


class Winners(Kind):
    """Counts of the cells of a mat, written as a list that names each cell as often as it is counted."""

    def __init__(self, cells: Things, folks: int) -> None:
        self.pile, self.folks = Pile(cells, list, listed=True), folks
        self.form, self.example, self.shape = self.pile.form, self.pile.example, (SECTIONS, TYPES)
        self.scale = f"for each section and type, of {folks}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read how often each cell is named."""
        found = self.pile.read(given, [], where, faults)
        return [found.count(action_at(cell)) for cell in range(CELLS)]

    def write(self, value: Any) -> Any:
        """Write each cell as often as it is counted."""
        return self.pile.write([action_at(cell) for cell, count in enumerate(value) for _ in range(count)])

    def numbers(self, value: Any) -> list[float]:
        return [min(1.0, count / self.folks) for count in value]


class Drawn(Kind):
    """Folks and Nastigans on the table, written as tokens."""

    def __init__(self, tokens: Counts) -> None:
        self.tokens, self.form, self.example = tokens, tokens.form, tokens.example
        self.shape, self.scale = tokens.shape, tokens.scale

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read Folks by type, and Nastigans."""
        found = self.tokens.read(given, [*value[0], value[1]], where, faults)
        return found[:TYPES], found[TYPES]

    def write(self, value: Any) -> Any:
        return self.tokens.write([*value[0], value[1]])

    def numbers(self, value: Any) -> list[float]:
        return self.tokens.numbers([*value[0], value[1]])


def action_at(cell: int) -> int:
    """Return the action that names a defender from a cell of a mat."""
    return FIRST_DEFEND + cell % TYPES * SECTIONS + cell // TYPES


def fields(rules: GoodsAndHonor) -> StateFields:
    """Return every field of a position. In flat lists a seat's counts begin at the seat times its width."""
    players, folks, goods = rules.players, rules.folks_each, rules.goods_per_player_in_all
    seats = Things("player", SEATS[:players])
    folk = Things("Folk", TYPE_CODES[:TYPES])
    tokens = Things("token", TYPE_CODES)
    sections = Things("section", SECTION_NAMES)
    items = Things("item", {item: ITEM_NAMES[item] for item in range(ITEMS) if item < players or item >= FIRST_GOOD})
    sayings = Things("item", {**items.names, SILENT: "nothing"}, shape=(ITEMS + 1,))
    defenders = Things(
        "defender",
        [f"{kind}/{section}" for kind in TYPE_NAMES[:TYPES] for section in SECTION_NAMES],
        first=FIRST_DEFEND,
        also={
            f"{code}/{section}": action_at(place * TYPES + kind)
            for kind, code in enumerate(TYPE_CODES[:TYPES])
            for place, section in enumerate(SECTION_NAMES)
        },
    )
    ends = Things("end", dict(enumerate(END_REASONS[1:], 1)), shape=(len(END_REASONS),))
    most_tokens = [*[folks] * TYPES, rules.nastigans]
    stashes = [0] * (players * ITEMS)
    stashes[:: ITEMS + 1] = [rules.chips_per_player] * players
    most_items = [rules.chips_per_player if item < FIRST_GOOD else 2 * goods for item in items.names]
    most_turns, duels = rules.last_turn or MOST_TURNS, max(1, rules.duel_cap)

    def named_numbers(state: GoodsAndHonorState) -> list[float]:
        return Places(defenders, duels).numbers([*state.named, *[NONE] * duels][:duels])

    return StateFields(
        StateField("supply", Amounts(GOOD_NAMES, goods), [goods] * GOODS, "The middle.", unit="tokens"),
        StateField("bag", Counts(tokens, most_tokens), most_tokens, "The bag; N is a Nastigan.", unit="tokens"),
        StateField("table_folk", Counts(folk, folks), [0] * TYPES, "Folks on the table.", key="", tensor=None),
        StateField("table_nastigans", Whole(0, FURTHEST), 0, "Nastigans on the table.", key="", tensor=None),
        Written(
            "table",
            ("table_folk", "table_nastigans"),
            Drawn(Counts(tokens, most_tokens)),
            "Tokens drawn this turn, on the table.",
            unit="tokens",
            tensor="table",
        ),
        StateField(
            "mats",
            EachSeat(seats, Mat(folks), width=CELLS),
            [0] * (players * CELLS),
            "The Folks on each mat; sections left out are empty. Type t in section s stands at s * 4 + t.",
            seen="everybody, in secret set-up when all are placed",
        ),
        StateField(
            "pawns",
            EachSeat(seats, OneOf(Things("section", GOOD_NAMES)), NONE),
            [NONE] * players,
            "The section of each Elder Pawn.",
            refuse="" if rules.elder_pawns_on else "There are Elder Pawns only with the option elder_pawns='on'.",
        ),
        StateField(
            "stashes",
            EachSeat(seats, Counts(items, most_items), width=ITEMS),
            stashes,
            "Chips of seats 0 to 5, Food, Wood, Rock; a bid is part of its owner's stash until it is awarded.",
            key="",
        ),
        Written(
            "goods",
            ("stashes",),
            EachSeat(seats, Amounts(GOOD_NAMES, goods), width=ITEMS, part=(FIRST_GOOD, ITEMS)),
            "The Goods of each player.",
            unit="tokens",
        ),
        Written(
            "honor",
            ("stashes",),
            EachSeat(seats, Counts(seats, rules.chips_per_player), width=ITEMS, part=(0, players)),
            "The chips of each player, by colour.",
            unit="chips",
        ),
        StateField(
            "in_hand",
            EachSeat(seats, Counts(folk, folks), [0] * TYPES, width=TYPES),
            [0] * (players * TYPES),
            "Folks given or picked up and not placed yet.",
            key="hands",
            tensor="in_hand",
        ),
        StateField(
            "last_section",
            OneOf(sections),
            NONE,
            "The section of the last Folk placed, while more of its type are in hand.",
            refuse=""
            if rules.placement_order_canonical
            else "'last_section' is for Folks of one type that are being placed in canonical order.",
        ),
        StateField(
            "new_quota",
            Counts(folk, folks),
            [0] * TYPES,
            "Folks that lay in New when Assign Workers began.",
            refuse="'new_quota' is for Assign Workers with the option must_assign='no'." if rules.must_assign else "",
        ),
        StateField(
            "carry",
            EachSeat(seats, Amounts(GOOD_NAMES, rules.points_per_good), width=GOODS),
            [0] * (players * GOODS),
            "Points left over in each section.",
            unit="points",
            refuse="" if rules.remainder_carried else "Points are kept only with the option remainder='carry'.",
        ),
        StateField(
            "said",
            EachSeat(seats, OneOf(sayings), NONE),
            [NONE] * players,
            "The item that each player has named in this turn's talk, or nothing.",
        ),
        StateField(
            "bids",
            EachSeat(seats, Counts(items, rules.bid_max), [0] * ITEMS, width=ITEMS),
            [0] * (players * ITEMS),
            "The items in each hand.",
            seen="its owner; all when hands are opened",
        ),
        StateField("closed", Subset(seats), 0, "The players whose hand is closed."),
        Shown(
            "hidden",
            (players,),
            "The players whose hand or placement is not seen: 1 for each.",
            lambda state: bits(state.hidden, players),
        ),
        StateField(
            "named",
            Pile(defenders, listed=True),
            (),
            "Defenders named and not fought yet, the present one first.",
            tensor=None,
        ),
        Shown(
            "named",
            (duels, TYPES, SECTIONS),
            "For each defender that was named, a 1 at its type and section; the present one comes first.",
            named_numbers,
        ),
        StateField(
            "defended",
            Winners(defenders, folks),
            [0] * CELLS,
            "Folks of the active player that have won a duel this turn, as often as they won.",
            refuse="'defended' is for Folks on the mat that have won, with the option defender_reuse='no'."
            if rules.defender_reuse
            else "",
        ),
        StateField("first", OneOf(seats), NONE, "The player who took the first turn."),
        StateField("active", OneOf(seats), NONE, "The active player."),
        StateField("turn", Whole(0, FURTHEST, most_turns), 0, "The number of the turn; 0 in the set-up.", unit="turns"),
        StateField(
            "last_take",
            Whole(0, FURTHEST, most_turns),
            0,
            "The turn in which a token was last taken from the middle.",
            unit="turns",
        ),
        StateField("end_reason", OneOf(ends, RUNNING), RUNNING, "Why the game is over.", key="end"),
        StateField(
            "hidden",
            Subset(seats),
            0,
            "In views: the players whose closed hand or set-up placement is not shown.",
            tensor=None,
            refuse="'hidden' is for views: in a position nothing is hidden.",
        ),
        Aside(
            "story",
            (),
            "What was done in the open this turn, as actions, for pictures; noted only while somebody listens.",
        ),
        seats=seats,
    )
