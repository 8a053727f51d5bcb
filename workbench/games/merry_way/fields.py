"""The table of all fields of a position of On Their Merry Way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.fields import (
    Amounts,
    Aside,
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
from workbench.core.outside import quoted
from workbench.core.state import FURTHEST
from workbench.core.tensor import share
from workbench.games.merry_way.build import MOST_SPECIALS
from workbench.games.merry_way.cards import DIGITS, HIGHEST_NUMBER, LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    BIT,
    CATEGORIES,
    FIRST_GIVE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    HIDDEN,
    MERCHANTS,
    RESOURCES,
    SEATS,
)
from workbench.games.merry_way.draw import PURPOSES
from workbench.games.merry_way.end_of_round import ALL_PLACES
from workbench.games.merry_way.notation import read_board, write_board
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.travel import FIRST_STAGE

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

HIGHEST: Final = FURTHEST
"""The largest number in a position."""
ITEMS: Final = RESOURCES + 1
"""The number of things that an offer counts in units: the resources, and profit."""
STAGES: Final = 32
"""An upper limit for the stages of a trip."""
HALF_WAY: Final = 30
"""The profit that `profit_share` turns into 0.75."""


# -- how some fields are written down ----------------------------------------------------------------------------------


class Board(Kind):
    """Cards and claim markers beside the trail, as `notation` writes them."""

    example = "N: L1.4=GR2@A R1.4=LZ1@-; W: L1.4=WK1@B"
    form = f"a text such as {example!r}"

    def __init__(self, rules: MerryWay) -> None:
        self.rules = rules

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the card and the owner of each spot."""
        if not isinstance(given, str):
            self.wrong(given, where, faults)
            return value
        cards, claims, reasons = read_board(given, self.rules.board, self.rules.cards, self.rules.players)
        faults += reasons
        return cards, claims

    def write(self, value: Any) -> Any:
        return write_board(self.rules.board, self.rules.cards, *value)


class Covered(Kind):
    """The cards that others cover, by spot."""

    form = "a dict such as {'N:L1.4': 'GR1'}"
    scale = "for each spot 1/2 at the lowest card, 1/4 at the next, and so on"

    def __init__(self, spots: Things, cards: Things, types: int) -> None:
        self.spots, self.pile, self.shape = spots, Pile(cards), (spots.size, types)

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the cards on each named spot, the lowest card first."""
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        found = list(value)
        for name, cards in given.items():
            spot = self.spots.find(name, where, faults)
            if spot is not None:
                found[spot] = self.pile.read(cards, (), f"{where} of {name}", faults)
        return tuple(found)

    def write(self, value: Any) -> Any:
        return {self.spots.name(spot): self.pile.write(below) for spot, below in enumerate(value) if below}

    def numbers(self, value: Any) -> list[float]:
        """Return one row of numbers for each spot."""
        row = [0.0] * (self.shape[0] * self.shape[1])
        for spot, below in enumerate(value):
            for place, card in enumerate(below, 1):
                row[spot * self.shape[1] + card] += 0.5**place
        return row


class Way(OneOf):
    """A way between two places, in any form that the board can read."""

    def __init__(self, rules: MerryWay) -> None:
        super().__init__(Things("way", rules.board.way_names))
        self.rules = rules

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the number of the way."""
        try:
            return self.rules.board.way(str(given))
        except WorkbenchError as error:
            faults.append(f"{where}: {error}")
            return value


class LineUp(Kind):
    """The folly cards V1 to V6: ``*`` follows a card that shows blue, ``?`` precedes one whose blue side a view hides."""

    example = "F01 F02* F03 F04 F05 F06"
    form = f"a text or list of {LINE_UP} folly cards, such as {example!r}"

    def __init__(self, codes: tuple[str, ...]) -> None:
        sides = {HIDDEN - 1 - card: f"?{code}" for card, code in enumerate(codes)}
        self.cards = Things("folly card", codes, also={"-": NONE}, unseen=sides)

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the cards and the sides they show."""
        words = given.replace(",", " ").split() if isinstance(given, str) else given
        if not isinstance(words, (list, tuple)):
            self.wrong(given, where, faults)
            return value
        if len(words) != LINE_UP:
            faults.append(f"{where} should have {LINE_UP} entries, V1 to V{LINE_UP}, not {len(words)}.")
            return value
        blue = sum([BIT[place] for place, word in enumerate(words) if str(word).endswith("*")])
        found = [self.cards.find(str(word).removesuffix("*"), where, faults) for word in words]
        if "-*" in words:
            faults.append("A place of the line-up without a card shows no side: '-' has no star behind it.")
        return tuple([NONE if card is None else card for card in found]), blue

    def write(self, value: Any) -> Any:
        """Write the cards with their stars."""
        cards, blue = value
        stars = ["*" if blue & BIT[place] else "" for place in range(LINE_UP)]
        return " ".join([f"{self.cards.name(card)}{star}" for card, star in zip(cards, stars, strict=True)])


class Deal(Kind):
    """An offer: the partner, what it gives and wants as actions, and the cards handed over so far."""

    form = "a dict such as {'to': 'B', 'give': ['give:plots'], 'want': ['want:card:GR'], 'handed': 'GR1'}"
    keys = ("to", "give", "want", "handed")

    def __init__(self, rules: MerryWay, seats: Things, schemes: Things) -> None:
        self.rules, self.seats, self.handed = rules, OneOf(seats, None), Pile(schemes)

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the partner, what the offer gives, what it wants, and the cards handed over."""
        if not isinstance(given, Mapping) or set(given) - set(self.keys) or "to" not in given:
            self.wrong(given, where, faults)
            return value
        partner = self.seats.read(given["to"], NONE, f"'to' of {where}", faults)
        items = []
        for key in ("give", "want"):
            listed, found = given.get(key, []), []
            if not isinstance(listed, (list, tuple)):
                faults.append(f"{key!r} of {where} should be a list of actions, not {quoted(listed)}.")
                listed = []
            for item in listed:
                try:
                    found.append(self.rules.action(str(item)))
                except WorkbenchError as error:
                    faults.append(f"{key!r} of {where}: {error}")
            items.append(tuple(found))
        return partner, *items, self.handed.read(given.get("handed", ""), (), f"'handed' of {where}", faults)

    def write(self, value: Any) -> Any:
        """Write the offer, or null if there is none."""
        partner, give, want, handed = value
        if partner == NONE:
            return None
        return {
            "to": self.seats.write(partner),
            "give": ["give:card:?" if item == HIDDEN else self.rules.symbol(item) for item in give],
            "want": [self.rules.symbol(item) for item in want],
            "handed": self.handed.write(handed),
        }


class Standing(Kind):
    """The place of a traveller, which depends on the traveller and the round."""

    form, example = "a place on the road such as 'N:M3'", "N:M3"

    def __init__(self, rules: MerryWay) -> None:
        self.rules = rules

    def road(self, traveller: int, number: int) -> Any:
        """Return the road of a traveller in a round."""
        state = self.rules.blank()
        state.round = number
        return self.rules.board.roads[self.rules.travel.road(state, traveller)]

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read the place, if a traveller is named."""
        place, traveller, number = value
        if not isinstance(given, str):
            self.wrong(given, where, faults)
        elif traveller != NONE:
            road = self.road(traveller, number)
            try:
                place = road.place(given.partition(":")[2] or given)
            except WorkbenchError as error:
                faults.append(f"{where}: {error}")
                return value
            if ":" in given and given.upper() != road.full_name(place).upper():
                faults.append(f"{MERCHANTS[traveller]} is on another trail in this round, so 'place' is not {quoted(given)}.")
        return place, traveller, number

    def write(self, value: Any) -> Any:
        """Write the place with its trail, or null if nobody waits."""
        place, traveller, number = value
        return None if place == NONE else self.road(traveller, number).full_name(place)


# -- how some fields look as numbers -----------------------------------------------------------------------------------


def one_hots(places: list[int], size: int) -> list[float]:
    """Return a row of `one_hot` for each place; a place below 0 gives zeros.

    >>> one_hots([1, -1], 2)
    [0.0, 1.0, 0.0, 0.0]
    """
    row = [0.0] * (size * len(places))
    for number, place in enumerate(places):
        if place >= 0:
            row[number * size + place] = 1.0
    return row


def units(items: tuple[int, ...], kinds: list[int], most: int) -> list[float]:
    """Return how often an offer names each item, as a share of all units.

    >>> units((7, 7, 9), [7, 8, 9], 4)
    [0.5, 0.0, 0.25]
    """
    return [items.count(kind) / most for kind in kinds] if items else [0.0] * len(kinds)


def kinds(cards: tuple[int, ...], first: int, of_all: int) -> list[float]:
    """Count the cards known only by their kind, from a category on, as a share of all cards.

    >>> kinds((-2, -2, -4), 0, 4)[:3]
    [0.5, 0.0, 0.25]
    """
    return [cards.count(HIDDEN - kind) / max(1, of_all) for kind in range(first, len(CATEGORIES))]


def profit_share(profit: int) -> float:
    """Return a profit as a number between 0 and 1, a different one for each profit.

    >>> profit_share(0), profit_share(30), profit_share(-10)
    (0.5, 0.75, 0.375)
    """
    return 0.5 + 0.5 * profit / (abs(profit) + HALF_WAY)


# -- the table ---------------------------------------------------------------------------------------------------------


def fields(rules: MerryWay) -> StateFields:
    """Return every field of a position.

    Hands, decks and discard piles are tuples of types in rising order. A card that a seat cannot see is `HIDDEN`, or `HIDDEN`
    minus a category if the seat knows the category of a scheme card. What belongs to seats is a list with one entry a seat.
    """
    players, board, table, first = rules.players, rules.board, rules.cards, rules.first
    seats = Things("player", SEATS[:players])
    by_kind = {HIDDEN - kind: f"?{name}" for kind, name in enumerate(CATEGORIES) if kind}
    schemes = Things("scheme card", table.scheme_codes, unseen={HIDDEN: "?", **by_kind})
    known = Things("scheme card", table.scheme_codes, also={name: kind for kind, name in by_kind.items()})
    normal = Things("normal card", table.scheme_codes[: table.normal])
    resources = Things("resource card", table.resource_codes, unseen={HIDDEN: "?"})
    follies = Things("folly card", table.folly_codes)
    spots, places = Things("spot", board.spot_names), Things("place", range(1, LINE_UP + 1))
    types, kinds_of_resource, sides = table.scheme_types, len(table.resources), len(table.folly_cards)
    scheme_copies = [rules.all_schemes.count(card) for card in range(types)]
    resource_copies = [rules.all_resources.count(card) for card in range(kinds_of_resource)]
    all_schemes, all_resources = len(rules.all_schemes), len(rules.all_resources)
    each: int = rules.starting_resources
    supply: int = rules.options["supply_per_player"] * players
    if rules.options["start_from_supply"] == "yes":
        supply = max(0, supply - each * players)
    tokens = Amounts(RESOURCE_NAMES, supply + each * players)
    hands: list[tuple[int, ...]] = [()] * players
    known_cards = Pile(known, in_order=False, copies=scheme_copies)
    given = [*range(FIRST_GIVE, FIRST_GIVE + ITEMS), *range(int(first.give_card), int(first.hand)), HIDDEN]
    given += range(int(first.give_claim), int(first.want_claim))
    wanted = [*range(FIRST_WANT, FIRST_WANT + ITEMS), *range(FIRST_WANT_CARD, FIRST_WANT_CARD + len(CATEGORIES))]
    wanted += range(int(first.want_claim), int(first.place))

    def line_up_numbers(state: MerryWayState) -> list[float]:
        return one_hots([card if card >= NONE else sides + HIDDEN - 1 - card for card in state.line_up], 2 * sides)

    def handed_numbers(state: MerryWayState) -> list[float]:
        cards = [types if card == HIDDEN else card for card in state.handed]
        return one_hots(cards + [NONE] * (rules.offer_units - len(cards)), types + 1)

    def deck(name: str, things: Things, blank: Any, meaning: str) -> StateField:
        return StateField(name, Pile(things, in_order=False), blank, meaning, seen="nobody", tensor=None)

    def pile(name: str, things: Things, copies: list[int], blank: Any, meaning: str) -> StateField:
        return StateField(name, Pile(things, in_order=False, copies=copies), blank, meaning)

    def for_hands(name: str, shape: tuple[int, ...], meaning: str, of: str, number: Any) -> Shown:
        def numbers(state: MerryWayState) -> list[float]:
            return [one for hand in getattr(state, of) for one in number(hand)]

        return Shown(name, shape, meaning, numbers)

    return StateFields(
        StateField("round", Whole(0, rules.max_rounds), 0, "The number of the round; 0 during set-up.", unit="rounds"),
        StateField("leader", OneOf(seats, None), 0, "Who has the Leader marker."),
        StateField(
            "seat", OneOf(seats), NONE, "Whose turn it is, also while chance or a partner is to move.", key="turn"
        ),
        StateField(
            "digit", OneOf(Things("digit", range(1, DIGITS + 1)), None), 0, "Which digit of the resource cards is used."
        ),
        StateField("supply", tokens, [supply] * RESOURCES, "What the players do not have.", unit="tokens"),
        StateField(
            "stock",
            EachSeat(seats, tokens, width=RESOURCES),
            [each] * (RESOURCES * players),
            "The resources of each player.",
            key="resources",
            unit="tokens",
        ),
        StateField(
            "profit",
            EachSeat(seats, Whole(-HIGHEST if rules.peasant_debt else 0, HIGHEST)),
            [rules.starting_profit] * players,
            "The profit of each player.",
            unit="profit",
            tensor=None,
        ),
        Shown(
            "profit",
            (players,),
            f"For each player 0.5 + 0.5 p / (|p| + {HALF_WAY}) for a profit of p.",
            lambda state: [profit_share(profit) for profit in state.profit],
        ),
        StateField(
            "reserve",
            EachSeat(seats, Whole(0, HIGHEST, rules.claim_tokens)),
            [rules.claim_tokens] * players,
            "Claim tokens off the board: those that do not lie on it.",
            unit="tokens",
        ),
        StateField(
            "scheme_hands",
            EachSeat(seats, Pile(schemes, in_order=False, copies=scheme_copies)),
            hands,
            "The scheme cards of each player.",
            key="hands",
            seen="its owner, and who has seen a card go there",
            tensor="scheme_cards",
        ),
        for_hands(
            "unseen_scheme_cards",
            (players, len(CATEGORIES)),
            "For each player how many scheme cards in its hand are not seen, of all: of any kind, and of each known kind.",
            "scheme_hands",
            lambda hand: kinds(hand, 0, all_schemes),
        ),
        StateField(
            "resource_hands",
            EachSeat(seats, Pile(resources, in_order=False, copies=resource_copies)),
            hands,
            "The resource cards of each player.",
            key="resource_cards",
            seen="its owner",
        ),
        for_hands(
            "unseen_resource_cards",
            (players,),
            "For each player the same for resource cards that are not seen.",
            "resource_hands",
            lambda hand: [hand.count(HIDDEN) / max(1, all_resources)],
        ),
        StateField(
            "committed",
            EachSeat(seats, OneOf(resources), NONE),
            [NONE] * players,
            "The resource card each player has put on the table.",
            key="table",
            seen="its owner; all when every card lies there",
            tensor=None,
        ),
        Shown(
            "table",
            (players, kinds_of_resource + 1),
            "For each player 1 at the card it has put on the table, at the last place if unseen.",
            lambda state: one_hots(
                [kinds_of_resource if card == HIDDEN else card for card in state.committed], kinds_of_resource + 1
            ),
        ),
        StateField(
            "known",
            EachSeat(seats, EachSeat(seats, known_cards, ()), [()] * players, width=players),
            [()] * (players * players),
            "Scheme cards that a player knows to be in another's hand: GR1, or a Lazy one of any number as ?LZ.",
            seen="who knows them, and whose they are",
        ),
        for_hands(
            "known_kinds",
            (players, players, len(CATEGORIES) - 1),
            "For each player how many cards it knows to be in each hand by their kind alone, of the whole deck.",
            "known",
            lambda hand: kinds(hand, 1, all_schemes),
        ),
        deck("scheme_deck", schemes, rules.all_schemes, "The scheme deck: what is nowhere else."),
        Shown(
            "scheme_deck",
            (1,),
            "Cards in the scheme deck, of all.",
            lambda state: share(len(state.scheme_deck), max(1, all_schemes)),
        ),
        pile("scheme_discard", schemes, scheme_copies, (), "Discarded scheme cards."),
        deck("resource_deck", resources, rules.all_resources, "The resource deck: what is nowhere else."),
        Shown(
            "resource_deck",
            (1,),
            "Cards in the resource deck, of all.",
            lambda state: share(len(state.resource_deck), max(1, all_resources)),
        ),
        pile("resource_discard", resources, resource_copies, (), "Discarded resource cards."),
        Written(
            "board",
            ("cards", "claims"),
            Board(rules),
            "Cards beside the trail, each with the owner of the claim marker on it.",
        ),
        StateField("cards", Places(schemes, spots.size), board.empty(), "The scheme card on each spot.", key=""),
        StateField("claims", Places(seats, spots.size), board.empty(), "Whose claim marker lies on each spot.", key=""),
        StateField(
            "covered",
            Covered(spots, normal, types),
            ((),) * int(board.spots),
            "The cards under the one in play on each spot, the lowest first.",
        ),
        StateField("roadblock", Way(rules), NONE, "The way that is blocked, such as N:M2-M3."),
        Written(
            "line_up",
            ("line_up", "blue"),
            LineUp(table.folly_codes),
            "The folly cards V1 to V6: a star shows a blue side, - stands where a card is still to come.",
        ),
        StateField(
            "line_up", Pile(follies), rules.first_line_up or (NONE,) * LINE_UP, "The folly cards.", key="", tensor=None
        ),
        Shown(
            "line_up",
            (LINE_UP, 2 * sides),
            "For V1 to V6 1 at the card; in the second half if only the red side is known.",
            line_up_numbers,
        ),
        StateField("blue", Subset(places), 0, "The places whose card shows its blue side.", key=""),
        StateField(
            "open_sides",
            Subset(places, listed=True),
            0 if rules.blue_sides_hidden else ALL_PLACES,
            "The places of the line-up whose card is known on both sides.",
        ),
        pile(
            "folly_deck",
            follies,
            [1] * sides,
            tuple([card for card in rules.all_follies if card not in rules.first_line_up]),
            "The folly cards in the deck; in a view perhaps more, of which some lie in the line-up.",
        ),
        StateField(
            "offers", EachSeat(seats, Whole(0, rules.offers_per_player)), [0] * players, "Offers made in this round."
        ),
        StateField("passed", Subset(seats, listed=True), 0, "Who has passed in the present phase."),
        Written(
            "offer", ("partner", "give", "want", "handed"), Deal(rules, seats, schemes), "The offer that is being made."
        ),
        StateField("partner", OneOf(seats), NONE, "The seat that the offer is made to.", key=""),
        StateField("give", Pile(seats), (), "What the offer gives, as actions in rising order.", key="", tensor=None),
        Shown(
            "give",
            (len(given),),
            "How often the offer gives each item, of all units.",
            lambda state: units(state.give, given, rules.offer_units),
        ),
        StateField("want", Pile(seats), (), "What the offer wants, as actions in rising order.", key="", tensor=None),
        Shown(
            "want",
            (len(wanted),),
            "How often the offer wants each item, of all units.",
            lambda state: units(state.want, wanted, rules.offer_units),
        ),
        StateField(
            "handed", Pile(schemes), (), "Cards the partner has picked, one for each wanted card.", key="", tensor=None
        ),
        Shown(
            "handed",
            (rules.offer_units, types + 1),
            "For each card picked 1 at the card, at the last place if unseen.",
            handed_numbers,
        ),
        StateField(
            "chosen", OneOf(schemes), NONE, "The scheme card that is being played: it is in no hand and no pile."
        ),
        StateField(
            "specials", Whole(0, rules.specials_per_turn, MOST_SPECIALS), 0, "Special cards played in this turn."
        ),
        StateField(
            "pending", Whole(0, HIGHEST, HIGHEST_NUMBER), 0, "Cards still to be drawn, or tokens still to be taken."
        ),
        StateField("purpose", OneOf(Things("purpose", PURPOSES)), NONE, "What cards are drawn for."),
        StateField(
            "traveller", OneOf(Things("traveller", MERCHANTS)), NONE, "Who waits at a tie between left and right."
        ),
        Written(
            "place", ("place", "traveller", "round"), Standing(rules), "Where a traveller stands who waits at a tie."
        ),
        StateField("place", OneOf(Things("place", range(len(board.roads[0].names)))), NONE, "Where it stands.", key=""),
        StateField("stage", OneOf(Things("stage", range(STAGES)), None), FIRST_STAGE, "The stage of its trip."),
        StateField("winner", OneOf(seats), NONE, "The seat drawn as the winner among several."),
        Aside(
            "open_spots",
            rules.find_open_spots(board.empty()),
            "The empty spots where a trap may be set, from the cards.",
        ),
        Aside("journey", None, "The last Travel phase, for pictures and explanations, if anybody has listened to it."),
        seats=seats,
    )
