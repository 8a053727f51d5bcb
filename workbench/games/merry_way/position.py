"""Positions as readable dicts: `build` reads one, `describe` writes one.

Every key may be left out; it then takes its set-up value, and cards named nowhere lie in their deck. Seats are letters.

====================  ================================================================================================
round, leader         the number of the round, and who has the Leader marker
phase                 the name of the phase; when left out, the one that the other keys suggest
to_move, turn         who decides (a letter, ``chance`` or ``over``) and whose turn it is
digit                 which digit of the resource cards is used, 1..3
supply                plots/manpower/materials, such as ``4/3/1``; when left out, what the players do not have
resources, profit     for each seat, such as ``{"A": "1/0/2"}`` and ``{"A": 7}``
reserve               for each seat its claim tokens off the board; they are those that do not lie on it
hands                 for each seat its scheme cards, such as ``{"A": "GR1 LZ2a SP3"}``
resource_cards        for each seat its resource cards
table                 for each seat the resource card it has put on the table
known                 which scheme cards a seat knows to be in another's hand, such as ``{"A": {"B": "GR1 ?LZ"}}``: a card
                      GR1, and a Lazy one (GR, LZ, WK, DW, RB or special)
scheme_deck, scheme_discard, resource_deck, resource_discard
                      decks and discard piles; a deck left out holds what is nowhere else
board                 cards and claim markers, such as ``N: L1.4=GR2@A R1.4=LZ1@-; W: L1.4=WK1@B``
covered               for each spot the cards under the one in play, the lowest first: ``{"N:L1.4": "GR1"}``
roadblock             the way that is blocked, such as ``N:M2-M3``, or null
line_up               V1 to V6; ``*`` behind a card that shows its blue side, ``-`` where a card is missing
open_sides            the places 1..6 of the line-up whose card is known on both sides
folly_deck            the folly cards in the deck
offers, passed        offers made in this round, for each seat; the seats that have passed
offer                 ``{"to": "B", "give": ["give:plots"], "want": ["want:card:GR"], "handed": "GR1"}``, or null
chosen, specials      the scheme card that is being played; special cards played in this turn
pending, purpose      cards still to be drawn (or tokens to be taken), and what for
traveller, place, stage
                      who waits at a tie between left and right, where, and at which stage of the trip
winner                the seat drawn among those who tied, or null
====================  ================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import PositionError, WorkbenchError, nearest
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.bargain import wanted_cards
from workbench.games.merry_way.build import NORMAL
from workbench.games.merry_way.cards import DIGITS, LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import ACCEPT, BIT, CATEGORIES, HIDDEN, MERCHANTS, RESOURCES, SEATS, kind_of
from workbench.games.merry_way.draw import (
    FIRST_CARDS,
    FIRST_HAND,
    FOR_BANK,
    FOR_NEW_ROUND,
    FOR_SPECIAL,
    FOR_WORK,
    PURPOSES,
)
from workbench.games.merry_way.notation import placement_faults, read_board, write_board
from workbench.games.merry_way.sight import UNLIMITED
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.travel import FIRST_STAGE, NOBODY, seen_from

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

KEYS: Final = (
    *("round", "leader", "phase", "to_move", "turn", "digit", "supply", "resources", "profit", "reserve", "hands"),
    *("resource_cards", "table", "known", "scheme_deck", "scheme_discard", "resource_deck", "resource_discard"),
    *("board", "covered", "roadblock", "line_up", "open_sides", "folly_deck", "offers", "passed", "offer", "chosen"),
    *("specials", "pending", "purpose", "traveller", "place", "stage", "winner"),
)
OFFER_KEYS: Final = ("to", "give", "want", "handed")
OFFER_PHASES: Final = ("give", "want", "reply", "hand_over")
SPECIAL_PHASES: Final = ("many_hands", "false_papers", "changed_company", "sheriffs_ear", "light_fingers")
"""The phases of special cards, by their effect from `build.TAKE_TOKENS` on."""
BY_CHANCE: Final = ("set_up", "draw_scheme", "draw_resource", "draw_folly", "final_tie")
"""The phases in which a random event is always due."""
WITHOUT_SEAT: Final = ("set_up", "draw_folly", "travel", "game_over", "final_tie")
"""The phases in which it is nobody's turn."""
HIGHEST: Final = 1_000_000


# -- writing -----------------------------------------------------------------------------------------------------------


def describe(state: MerryWayState) -> dict[str, Any]:
    """A position as a readable dict; `build` gives it back. What cannot be seen is a question mark.

    Args:
        state: any position, or that of a view.

    Returns:
        the dict, made of JSON values.
    """
    rules = state.rules
    seats = range(rules.players)
    schemes, resources = rules.cards.scheme_codes, rules.cards.resource_codes
    mover = int(state.to_move)
    return {
        "round": int(state.round),
        "leader": SEATS[state.leader],
        "phase": state.phase.name,
        "to_move": "chance" if mover == CHANCE else "over" if mover == OVER else SEATS[mover],
        "turn": _seat(int(state.seat)),
        "digit": int(state.digit) + 1,
        "supply": _three(state.supply),
        "resources": {
            SEATS[seat]: _three(state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]) for seat in seats
        },
        "profit": {SEATS[seat]: state.profit[seat] for seat in seats},
        "reserve": {SEATS[seat]: state.reserve[seat] for seat in seats},
        "hands": {SEATS[seat]: _codes(state.scheme_hands[seat], schemes) for seat in seats},
        "resource_cards": {SEATS[seat]: _codes(state.resource_hands[seat], resources) for seat in seats},
        "table": {SEATS[seat]: _code(card, resources) for seat, card in enumerate(state.committed) if card != NONE},
        "known": {
            SEATS[seat]: {
                SEATS[other]: _codes(state.known[seat * rules.players + other], schemes)
                for other in seats
                if state.known[seat * rules.players + other]
            }
            for seat in seats
            if any(state.known[seat * rules.players : (seat + 1) * rules.players])
        },
        "scheme_deck": _codes(state.scheme_deck, schemes),
        "scheme_discard": _codes(state.scheme_discard, schemes),
        "resource_deck": _codes(state.resource_deck, resources),
        "resource_discard": _codes(state.resource_discard, resources),
        "board": write_board(rules.board, rules.cards, state.cards, state.claims),
        "covered": {
            rules.board.spot_names[spot]: _codes(below, schemes) for spot, below in enumerate(state.covered) if below
        },
        "roadblock": None if state.roadblock == NONE else rules.board.way_names[state.roadblock],
        "line_up": " ".join([_folly(state, place) for place in range(LINE_UP)]),
        "open_sides": [place + 1 for place in range(LINE_UP) if state.open_sides & BIT[place]],
        "folly_deck": _codes(state.folly_deck, rules.cards.folly_codes),
        "offers": {SEATS[seat]: state.offers[seat] for seat in seats},
        "passed": [SEATS[seat] for seat in seats if state.passed & BIT[seat]],
        "offer": None
        if state.partner == NONE
        else {
            "to": SEATS[state.partner],
            "give": ["give:card:?" if item == HIDDEN else rules.symbol(item) for item in state.give],
            "want": [rules.symbol(item) for item in state.want],
            "handed": _codes(state.handed, schemes),
        },
        "chosen": None if state.chosen == NONE else schemes[state.chosen],
        "specials": int(state.specials),
        "pending": int(state.pending),
        "purpose": None if state.purpose == NONE else PURPOSES[state.purpose],
        "traveller": None if state.traveller == NONE else MERCHANTS[state.traveller],
        "place": None if state.place == NONE else _place(state),
        "stage": int(state.stage),
        "winner": _seat(int(state.winner)),
    }


def _seat(seat: int) -> str | None:
    return None if seat == NONE else SEATS[seat]


def _three(amounts: list[int]) -> str:
    return "/".join(map(str, amounts))


def _code(card: int, codes: tuple[str, ...]) -> str:
    if card >= 0:
        return codes[card]
    return "?" if card == HIDDEN else f"?{CATEGORIES[HIDDEN - card]}"


def _codes(cards: tuple[int, ...], codes: tuple[str, ...]) -> str:
    return " ".join([_code(card, codes) for card in cards])


def _folly(state: MerryWayState, place: int) -> str:
    card, codes = state.line_up[place], state.rules.cards.folly_codes
    name = "-" if card == NONE else f"?{codes[HIDDEN - 1 - card]}" if card < 0 else codes[card]
    return name + ("*" if state.blue & BIT[place] else "")


def _place(state: MerryWayState) -> str:
    return state.rules.board.roads[state.rules.travel.road(state, state.traveller)].full_name(state.place)


# -- reading -----------------------------------------------------------------------------------------------------------


class Builder:
    """Reads a description key by key and gathers every fault on the way."""

    def __init__(self, rules: MerryWay, description: Mapping[str, Any]) -> None:
        self.rules = rules
        self.given = description
        self.faults: list[str] = []
        self.state = rules.blank()
        self.seats = SEATS[: rules.players]

    def build(self) -> MerryWayState:
        """The position.

        Raises:
            PositionError: with every fault found.
        """
        if not isinstance(self.given, Mapping):
            raise PositionError([f"A position is a dict, not {self.given!r}."])
        if not self.given:
            return self.rules.start()
        for key in self.given:
            if key not in KEYS:
                self.faults.append(
                    f"There is no key {key!r}.{nearest(str(key), KEYS)} The keys are: {', '.join(KEYS)}."
                )
        self.read_board()
        self.read_schemes()
        self.read_resource_cards()
        self.read_line_up()
        self.read_holdings()
        self.read_counts()
        self.read_phase()
        if self.faults:
            raise PositionError(self.faults)
        return self.state

    # -- small readers -------------------------------------------------------------------------------------------------

    def fault(self, text: str) -> None:
        """Remember a fault."""
        self.faults.append(text)

    def text(self, key: str) -> str:
        """The value of a key that must be a text; nothing if it is left out."""
        value = self.given.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(f"{key!r} should be a text, not {value!r}.")
            return ""
        return value

    def whole(self, key: str, value: object, low: int, high: int) -> int | None:
        """A whole number in a range; None, and a fault, otherwise."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"{key} should be a whole number from {low} to {high}, not {value!r}.")
            return None
        return value

    def seat(self, key: str, value: object) -> int:
        """A seat by its letter; NONE, and a fault, otherwise."""
        if not isinstance(value, str) or len(value) != 1 or value.upper() not in self.seats:
            self.fault(f"{key} should be one of the seats {', '.join(self.seats)}, not {value!r}.")
            return NONE
        return self.seats.index(value.upper())

    def by_seat(self, key: str) -> dict[int, Any]:
        """The entries of a key that says something for each seat."""
        value = self.given.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault(f"{key!r} should be a dict with the seats {', '.join(self.seats)} as keys, not {value!r}.")
            return {}
        found = {self.seat(f"A key of {key!r}", letter): entry for letter, entry in value.items()}
        found.pop(NONE, None)
        return found

    def three(self, key: str, value: object) -> list[int] | None:
        """Plots, manpower and materials written with strokes; None, and a fault, otherwise."""
        parts = value.split("/") if isinstance(value, str) else []
        if len(parts) != RESOURCES or not all(part.strip().isdigit() and len(part) < 6 for part in parts):
            self.fault(f"{key} should be plots/manpower/materials, such as '4/3/1', not {value!r}.")
            return None
        return [int(part) for part in parts]

    def codes(self, key: str, value: object, codes: tuple[str, ...], what: str) -> list[int]:
        """Some cards by their codes."""
        if isinstance(value, (list, tuple)) and all([isinstance(part, str) for part in value]):
            words = list(value)
        elif isinstance(value, str):
            words = value.replace(",", " ").split()
        else:
            self.fault(f"{key} should be a text such as '{codes[0]} {codes[-1]}', not {value!r}.")
            return []
        found: list[int] = []
        for word in words:
            if word in codes:
                found.append(codes.index(word))
            elif word == "?":
                self.fault(f"{key} holds a card that cannot be seen; a whole position names every card.")
            else:
                self.fault(f"{key}: there is no {what} {word!r}.{nearest(word, codes)}")
        return found

    def schemes(self, key: str, value: object) -> tuple[int, ...]:
        """Some scheme cards, in the order of their numbers."""
        return tuple(sorted(self.codes(key, value, self.rules.cards.scheme_codes, "scheme card")))

    def known_cards(self, key: str, value: object) -> tuple[int, ...]:
        """Some scheme cards, of which some may be known by their kind alone, such as ``?GR``."""
        words = value.split() if isinstance(value, str) else []
        kinds = [
            HIDDEN - CATEGORIES.index(word[1:]) for word in words if word[:1] == "?" and word[1:] in CATEGORIES[1:]
        ]
        if not kinds:
            return self.schemes(key, value)
        seen = self.schemes(
            key, " ".join([word for word in words if word[:1] != "?" or word[1:] not in CATEGORIES[1:]])
        )
        return (*sorted(kinds), *seen)

    # -- the parts of a position ---------------------------------------------------------------------------------------

    def read_board(self) -> None:
        """Cards and claim markers in play, covered cards, the roadblock."""
        state, rules = self.state, self.rules
        board = rules.board
        state.cards, state.claims, faults = read_board(self.text("board"), board, rules.cards, rules.players)
        self.faults += faults
        self.faults += placement_faults(board, state.cards)
        if not rules.brick:
            for spot, card in enumerate(state.cards):
                if card != NONE and board.spot_row[spot] > 1:
                    self.fault(
                        f"{board.spot_names[spot]} holds a card, but only spots next to the trail are used here."
                    )
        state.open_spots = rules.find_open_spots(state.cards)
        covered = list(state.covered)
        under = self.given.get("covered") or {}
        if not isinstance(under, Mapping):
            self.fault(f"'covered' should be a dict such as {{'N:L1.4': 'GR1'}}, not {under!r}.")
            under = {}
        for name, value in under.items():
            if name not in board.spot_names:
                self.fault(f"'covered': there is no spot {name!r}.{nearest(str(name), board.spot_names)}")
                continue
            spot = board.spot_names.index(name)
            covered[spot] = tuple(
                self.codes(f"'covered' of {name}", value, rules.cards.scheme_codes[: rules.cards.normal], "normal card")
            )
            if covered[spot] and state.cards[spot] == NONE:
                self.fault(f"No card lies on {name}, so it can cover none.")
            if covered[spot] and rules.covered_are_discarded:
                self.fault(f"Cards under others are discarded here, so there are none on {name}.")
        state.covered = tuple(covered)
        if self.given.get("roadblock") is not None:
            try:
                state.roadblock = board.way(self.text("roadblock"))
            except WorkbenchError as error:
                self.fault(f"'roadblock': {error}")
        if state.roadblock != NONE:
            name = board.way_names[state.roadblock]
            if rules.roadblock_main_only and not rules.on_main_trail(int(state.roadblock)):
                self.fault(f"A roadblock cannot stand on {name}, which is no stretch of the main trail (MW-RULING-24).")
            elif not rules.is_walkable(state.cards, int(state.roadblock)):
                self.fault(f"A roadblock cannot stand on {name}: an end of it is an empty spot (MW-RULING-24).")
            elif state.roadblock not in rules.find_open_ways(state.cards):
                self.fault(f"A roadblock on {name} closes every way from town to town (MW-RULING-25).")

    def read_schemes(self) -> None:
        """Scheme cards: hands, deck, discard pile, and what is known of other hands."""
        state, rules = self.state, self.rules
        codes = rules.cards.scheme_codes
        for seat, value in self.by_seat("hands").items():
            state.scheme_hands[seat] = self.schemes(f"'hands' of {SEATS[seat]}", value)
        if self.given.get("chosen") is not None:
            chosen = self.codes("'chosen'", self.given["chosen"], codes, "scheme card")
            if len(chosen) == 1:
                state.chosen = chosen[0]
            else:
                self.fault(f"'chosen' should be one card, not {self.given['chosen']!r}.")
        state.scheme_discard = self.schemes("'scheme_discard'", self.given.get("scheme_discard") or "")
        placed = [card for card in state.cards if card != NONE]
        for below in state.covered:
            placed += below
        for hand in state.scheme_hands:
            placed += hand
        if state.chosen != NONE:
            placed.append(int(state.chosen))
        placed += state.scheme_discard
        deck = self.given.get("scheme_deck")
        named = None if deck is None else self.schemes("'scheme_deck'", deck)
        state.scheme_deck, state.scheme_discard = self.rest(
            "scheme card", rules.all_schemes, placed, named, state.scheme_discard, codes, "scheme_discard"
        )
        for seat, value in self.by_seat("known").items():
            others = value if isinstance(value, Mapping) else {}
            if not isinstance(value, Mapping):
                self.fault(f"'known' of {SEATS[seat]} should be a dict such as {{'B': 'GR1'}}, not {value!r}.")
            for letter, cards in others.items():
                other = self.seat(f"A key of 'known' of {SEATS[seat]}", letter)
                known = self.known_cards(f"'known' of {SEATS[seat]}", cards)
                if other == NONE:
                    continue
                kinds = [kind_of(rules.category, card) for card in known]
                hand = state.scheme_hands[other]
                there = [rules.category[card] for card in hand]
                if (
                    other == seat
                    or any([card >= 0 and known.count(card) > hand.count(card) for card in known])
                    or any([kinds.count(kind) > there.count(kind) for kind in kinds])
                ):
                    self.fault(
                        f"{SEATS[seat]} can know only cards that are in another hand, not {cards!r} of {letter!r}."
                    )
                state.known[seat * rules.players + other] = known

    def rest(
        self,
        what: str,
        everything: tuple[int, ...],
        placed: list[int],
        deck: tuple[int, ...] | None,
        discard: tuple[int, ...],
        codes: tuple[str, ...],
        discard_key: str,
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The deck and the discard pile: cards named nowhere are in the deck, or in the discard pile if the deck is given."""
        placed = placed + list(deck or ())
        for card in sorted(set(placed)):
            there, owned = placed.count(card), everything.count(card)
            if there > owned:
                self.fault(f"The position has {there} times the {what} {codes[card]}; the game has {owned}.")
        left = [card for card in sorted(set(everything)) for _ in range(everything.count(card) - placed.count(card))]
        if deck is None:
            return tuple(left), discard
        if left and self.given.get(discard_key) is not None:
            missing = ", ".join([codes[card] for card in left[:5]]) + (", ..." if len(left) > 5 else "")
            self.fault(f"Every {what} is somewhere, but {missing} is named nowhere.")
        return deck, tuple(sorted((*discard, *left)))

    def read_resource_cards(self) -> None:
        """Resource cards: hands, the table, deck and discard pile."""
        state, rules = self.state, self.rules
        codes = rules.cards.resource_codes
        placed: list[int] = []
        for seat, value in self.by_seat("resource_cards").items():
            hand = self.codes(f"'resource_cards' of {SEATS[seat]}", value, codes, "resource card")
            state.resource_hands[seat] = tuple(sorted(hand))
            placed += hand
        for seat, value in self.by_seat("table").items():
            cards = self.codes(f"'table' of {SEATS[seat]}", value, codes, "resource card")
            if len(cards) != 1:
                self.fault(f"'table' of {SEATS[seat]} should be one card, not {value!r}.")
                continue
            state.committed[seat] = cards[0]
            placed += cards
        key = "resource_discard"
        state.resource_discard = tuple(
            sorted(self.codes(f"{key!r}", self.given.get(key) or "", codes, "resource card"))
        )
        placed += state.resource_discard
        deck = self.given.get("resource_deck")
        named = None if deck is None else tuple(sorted(self.codes("'resource_deck'", deck, codes, "resource card")))
        state.resource_deck, state.resource_discard = self.rest(
            "resource card", rules.all_resources, placed, named, state.resource_discard, codes, key
        )

    def read_line_up(self) -> None:
        """The folly cards in the line-up, their sides, and the folly deck."""
        state, rules = self.state, self.rules
        codes = rules.cards.folly_codes
        state.line_up = rules.first_line_up or rules.all_follies[:LINE_UP]
        if self.given.get("line_up") is not None:
            words = self.text("line_up").replace(",", " ").split()
            if len(words) != LINE_UP:
                self.fault(f"'line_up' should have {LINE_UP} entries, V1 to V{LINE_UP}, not {len(words)}.")
                words = (words + ["-"] * LINE_UP)[:LINE_UP]
            line_up: list[int] = []
            for place, word in enumerate(words):
                name = word.removesuffix("*")
                if name != word:
                    state.blue |= BIT[place]
                if name == "-":
                    line_up.append(NONE)
                    if name != word:
                        self.fault("A place of the line-up without a card shows no side: '-' has no star behind it.")
                    continue
                found = self.codes("'line_up'", name, codes, "folly card")
                line_up += found or [NONE]
            state.line_up = tuple(line_up)
        state.open_sides |= state.blue
        if self.given.get("open_sides") is not None:
            usual, state.open_sides = state.open_sides, self.places("open_sides")
            if usual & ~state.open_sides:
                self.fault(
                    "Both sides of a folly card are known if it shows blue, or if nothing hides them: see 'open_sides'."
                )
        there = [card for card in state.line_up if card != NONE]
        if self.given.get("folly_deck") is None:
            state.folly_deck = tuple([card for card in rules.all_follies if card not in there])
        else:
            deck = self.codes("'folly_deck'", self.given["folly_deck"], codes, "folly card")
            state.folly_deck = tuple(sorted(deck))
        placed = [*there, *state.folly_deck]
        for card in sorted(set(placed)):
            if placed.count(card) > 1:
                self.fault(f"The folly card {codes[card]} is in two places.")
            if card not in rules.all_follies:
                self.fault(f"The folly card {codes[card]} is not in this game's deck.")

    def places(self, key: str) -> int:
        """Places of the line-up, as a mask."""
        value = self.given[key]
        if not isinstance(value, (list, tuple)):
            self.fault(f"{key!r} should be a list of places 1 to {LINE_UP}, not {value!r}.")
            return 0
        found = [self.whole(f"A place of {key!r}", one, 1, LINE_UP) for one in value]
        return sum({BIT[one - 1] for one in found if one is not None})

    def read_holdings(self) -> None:
        """Resources, profit and claim tokens."""
        state, rules = self.state, self.rules
        total = [state.supply[kind] + sum(state.stock[kind::RESOURCES]) for kind in range(RESOURCES)]
        for seat, value in self.by_seat("resources").items():
            amounts = self.three(f"'resources' of {SEATS[seat]}", value)
            if amounts is not None:
                state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES] = amounts
        held = [sum(state.stock[kind::RESOURCES]) for kind in range(RESOURCES)]
        if self.given.get("supply") is None:
            state.supply = [total[kind] - held[kind] for kind in range(RESOURCES)]
        else:
            state.supply = self.three("'supply'", self.given["supply"]) or state.supply
        for kind in range(RESOURCES):
            there = held[kind] + max(0, state.supply[kind])
            if there != total[kind]:
                self.fault(f"The game has {total[kind]} {RESOURCE_NAMES[kind]}, but the position has {there}.")
        lowest = -HIGHEST if rules.debt else 0
        for seat, value in self.by_seat("profit").items():
            state.profit[seat] = self.whole(f"'profit' of {SEATS[seat]}", value, lowest, HIGHEST) or 0
        owned = sum([max(0, profit) for profit in state.profit])
        if rules.profit_limit != UNLIMITED and owned > max(rules.profit_limit, rules.starting_profit * rules.players):
            self.fault(f"The pile had {rules.profit_limit} profit, but the players have {owned} (MW-RULING-35).")
        given = self.by_seat("reserve")
        for seat in range(rules.players):
            on_board = state.claims.count(seat)
            state.reserve[seat] = rules.claim_tokens - on_board
            if on_board > rules.claim_tokens:
                self.fault(f"{SEATS[seat]} has {rules.claim_tokens} claim tokens, but {on_board} lie on the board.")
            elif given.get(seat, state.reserve[seat]) != state.reserve[seat]:
                self.fault(
                    f"{SEATS[seat]} has {rules.claim_tokens} claim tokens and {on_board} of them on the board, so the "
                    f"reserve is {state.reserve[seat]}, not {given[seat]!r}."
                )

    def read_counts(self) -> None:
        """Numbers and marks."""
        state, rules = self.state, self.rules
        state.round = self.number("round", 1, 0, int(rules.max_rounds))
        state.digit = self.number("digit", 1, 1, DIGITS) - 1
        state.specials = self.number("specials", 0, 0, int(rules.specials_per_turn))
        state.pending = self.number("pending", 0, 0, HIGHEST)
        state.stage = self.number("stage", FIRST_STAGE, 0, HIGHEST)
        if self.given.get("leader") is not None:
            state.leader = max(0, self.seat("'leader'", self.given["leader"]))
        if self.given.get("winner") is not None:
            state.winner = self.seat("'winner'", self.given["winner"])
        purpose = self.given.get("purpose")
        if purpose is not None and purpose not in PURPOSES:
            self.fault(f"'purpose' should be one of {', '.join(PURPOSES)}, not {purpose!r}.")
        elif purpose is not None:
            state.purpose = PURPOSES.index(purpose)
        for seat, value in self.by_seat("offers").items():
            state.offers[seat] = self.whole(f"'offers' of {SEATS[seat]}", value, 0, int(rules.offers_per_player)) or 0
        passed = self.given.get("passed", [])
        if not isinstance(passed, (list, tuple)):
            self.fault(f"'passed' should be a list of seats, not {passed!r}.")
            passed = []
        for letter in passed:
            seat = self.seat("An entry of 'passed'", letter)
            if seat != NONE:
                state.passed |= BIT[seat]
        traveller = self.given.get("traveller")
        if traveller is not None and traveller not in MERCHANTS:
            self.fault(f"'traveller' should be one of {', '.join(MERCHANTS)}, not {traveller!r}.")
        elif traveller is not None:
            state.traveller = MERCHANTS.index(traveller)
            self.read_place()

    def number(self, key: str, usual: int, low: int, high: int) -> int:
        """A whole number; the usual one if it is left out or wrong."""
        if key not in self.given:
            return usual
        value = self.whole(f"{key!r}", self.given[key], low, high)
        return usual if value is None else value

    def read_place(self) -> None:
        """Where the traveller stands."""
        state = self.state
        road = self.rules.board.roads[self.rules.travel.road(state, state.traveller)]
        name = self.text("place")
        try:
            state.place = road.place(name.partition(":")[2] or name)
        except WorkbenchError as error:
            self.fault(f"'place': {error}")
            return
        if ":" in name and name.upper() != road.full_name(state.place).upper():
            self.fault(f"{MERCHANTS[state.traveller]} is on another trail in this round, so 'place' is not {name!r}.")

    # -- the phase -----------------------------------------------------------------------------------------------------

    def likely_phase(self) -> str:
        """The phase that the given keys suggest."""
        if self.given.get("winner") is not None:
            return "game_over"
        if self.given.get("traveller") is not None:
            return "travel"
        if self.given.get("chosen") is not None and self.state.chosen >= 0:
            effect = self.rules.effect[self.state.chosen]
            return "place" if effect == NORMAL else SPECIAL_PHASES[max(0, effect - 2)]
        if self.given.get("offer") is not None:
            return "reply"
        if self.given.get("table"):
            return "digit"
        return "choose_card" if self.given.get("resource_cards") else "build"

    def read_phase(self) -> None:
        """Which phase it is, whose turn it is, and whether the rest fits."""
        state, rules = self.state, self.rules
        name = self.given.get("phase") or self.likely_phase()
        if not isinstance(name, str) or name not in rules.phases:
            self.fault(
                f"There is no phase {name!r}.{nearest(str(name), rules.phases)} There is: {', '.join(rules.phases)}."
            )
            return
        if name == "end_of_round":
            self.fault("Nothing is ever decided at the end of a round, so no position stands there.")
            return
        state.phase = rules.phases[name]
        self.read_turn(name)
        if self.faults:
            return
        if (state.round == 0) != (name == "set_up" or self.deals(name)):
            self.fault(f"The phase {name!r} does not belong to round {state.round}; set-up is round 0.")
        self.check_work(name)
        self.check_offer(name)
        self.check_build(name)
        self.check_drawing(name)
        self.check_line_up(name)
        self.check_travel(name)
        self.check_end(name)
        if not self.faults and state.to_move != OVER and not state.legal():
            self.fault(f"Nothing could be done in the phase {name!r} here.")

    def deals(self, name: str) -> bool:
        """Whether cards are dealt during set-up."""
        if name == "draw_folly":
            return self.state.round == 0
        return name in ("draw_scheme", "draw_resource") and self.state.purpose in (FIRST_HAND, FIRST_CARDS)

    def read_turn(self, name: str) -> None:
        """Whose turn it is, and who decides."""
        state, rules = self.state, self.rules
        offer = self.given.get("offer")
        if offer is not None:
            self.read_offer(offer)
        if self.given.get("turn") is not None:
            state.seat = self.seat("'turn'", self.given["turn"])
        elif "turn" not in self.given and name not in WITHOUT_SEAT:
            named = self.given.get("to_move")
            is_seat = isinstance(named, str) and named.upper() in self.seats and name not in ("reply", "hand_over")
            state.seat = self.seats.index(str(named).upper()) if is_seat else state.leader
        if (state.seat == NONE) != (name in WITHOUT_SEAT):
            whose = "nobody's" if name in WITHOUT_SEAT else "some player's"
            self.fault(f"In the phase {name!r} it is {whose} turn: 'turn' is {_seat(int(state.seat))!r}.")
            return
        if name in BY_CHANCE:
            mover = CHANCE
        elif name == "game_over":
            mover = OVER
        elif name in ("reply", "hand_over"):
            mover = int(state.partner)
            if mover == NONE:
                self.fault(f"The phase {name!r} needs an 'offer'.")
                return
        elif name == "travel":
            mover = int(state.leader) if rules.leader_breaks_ties else CHANCE
        else:
            mover = int(state.seat)
        right = "chance" if mover == CHANCE else "over" if mover == OVER else SEATS[mover]
        if self.given.get("to_move", right) != right:
            self.fault(f"In the phase {name!r} 'to_move' is {right!r} here, not {self.given['to_move']!r}.")
        state.to_move = mover

    def read_offer(self, offer: object) -> None:
        """The offer that is being made."""
        state, rules = self.state, self.rules
        if not isinstance(offer, Mapping) or set(offer) - set(OFFER_KEYS) or "to" not in offer:
            self.fault(
                "'offer' is written {'to': 'B', 'give': ['give:plots'], 'want': ['want:card:GR'], 'handed': 'GR1'}, "
                f"not {offer!r}."
            )
            return
        state.partner = self.seat("'to' of 'offer'", offer["to"])
        for key in ("give", "want"):
            items = offer.get(key, [])
            if not isinstance(items, (list, tuple)):
                self.fault(f"{key!r} of 'offer' should be a list of actions, not {items!r}.")
                continue
            found: list[int] = []
            for item in items:
                try:
                    found.append(rules.action(str(item)))
                except WorkbenchError as error:
                    self.fault(f"{key!r} of 'offer': {error}")
            setattr(state, key, tuple(found))
        handed = self.codes("'handed' of 'offer'", offer.get("handed", ""), rules.cards.scheme_codes, "scheme card")
        state.handed = tuple(handed)

    def check_work(self, name: str) -> None:
        """Cards on the table during the Work phase, and only then."""
        state, rules = self.state, self.rules
        at_work = name in ("choose_card", "digit") or (
            name in ("draw_scheme", "draw_resource", "choose_deck") and state.purpose == FOR_WORK
        )
        if max(state.committed) != NONE and not at_work:
            self.fault(f"Resource cards lie on the table in the Work phase only, not in the phase {name!r}.")
        if at_work and name != "choose_card" and state.committed[state.seat] == NONE:
            self.fault(f"It is the turn of {SEATS[state.seat]}, so a card of this seat lies on the 'table'.")
        if state.digit and not (at_work and name != "choose_card"):
            self.fault(f"Digits are used in the Work phase only: in the phase {name!r} 'digit' is 1.")
        if name == "choose_card":
            seat, asked = state.leader, False
            for _ in range(rules.players):
                asked = asked or seat == state.seat
                if asked and state.committed[seat] != NONE:
                    self.fault(f"{SEATS[seat]} has not chosen yet, so no card of this seat lies on the table.")
                if not asked and state.committed[seat] == NONE and state.resource_hands[seat]:
                    self.fault(f"{SEATS[seat]} has chosen before {SEATS[state.seat]}, so its card lies on the 'table'.")
                seat = state.after(seat)

    def check_offer(self, name: str) -> None:
        """Offers are made item by item; each must be legal when it is named."""
        state, rules = self.state, self.rules
        bargaining = name in ("offer", *OFFER_PHASES)
        if not bargaining:
            if max(state.offers):
                self.fault(f"Offers are counted in the Bargain phase only, not in the phase {name!r}.")
            if state.partner != NONE:
                self.fault(f"There is no 'offer' in the phase {name!r}.")
            return
        if not rules.trading:
            self.fault("Players do not trade here, so there is no Bargain phase but for the bank.")
            return
        if state.passed & BIT[state.seat] or state.offers[state.seat] >= rules.offers_per_player:
            self.fault(f"{SEATS[state.seat]} makes no more offers in this round.")
        if (state.partner == NONE) != (name == "offer"):
            self.fault(f"The phase {name!r} {'has no' if name == 'offer' else 'needs an'} 'offer'.")
            return
        if name == "offer":
            return
        if state.partner == state.seat:
            self.fault("An offer is made to another player.")
            return
        give, want, handed = state.give, state.want, state.handed
        state.give, state.want, state.handed = (), (), ()
        mover, state.to_move = state.to_move, state.seat
        for item in give:
            self.check_item("give", item, rules.give.legal(state))
            state.give = (*state.give, item)
        for item in want:
            self.check_item("want", item, rules.want.legal(state))
            state.want = (*state.want, item)
        state.to_move = mover
        if want and name == "give":
            self.fault("An offer says what it gives before it says what it wants.")
        if not give and not want and name in ("reply", "hand_over"):
            self.fault("An offer gives or wants at least one thing.")
        if name == "hand_over" and (ACCEPT not in rules.reply.legal(state) or not wanted_cards(state)):
            self.fault("The partner hands over cards only if the offer wants some and can be accepted.")
        elif handed and name != "hand_over":
            self.fault(f"No card is handed over in the phase {name!r}.")
        elif not self.faults:
            for card in handed:
                if len(state.handed) >= len(wanted_cards(state)) - 1:
                    self.fault("With the last wanted card the deal is carried out at once.")
                    return
                self.check_item("hand over", int(rules.first.hand) + card, rules.hand_over.legal(state))
                state.handed = (*state.handed, card)

    def check_item(self, what: str, item: int, legal: tuple[int, ...]) -> None:
        """An item of an offer must have been legal when it was named."""
        if item not in legal:
            self.fault(
                f"The offer cannot {what} {self.rules.symbol(item)!r} there: too much, too many, or out of order."
            )

    def check_build(self, name: str) -> None:
        """What is played in the Build phase."""
        state, rules = self.state, self.rules
        special = name in SPECIAL_PHASES or (name == "draw_scheme" and state.purpose == FOR_SPECIAL)
        building = name in ("build", "place", "block", "discard") or special
        if not building and name not in ("offer", *OFFER_PHASES) and state.passed:
            self.fault(f"Nobody has passed in the phase {name!r}.")
        if building and state.passed & BIT[state.seat]:
            self.fault(f"{SEATS[state.seat]} has passed, so it is not this seat's turn.")
        if state.specials and not building:
            self.fault(f"Special cards are played in the Build phase, not in the phase {name!r}.")
        if (state.chosen != NONE) != (special or name == "place"):
            self.fault(f"The phase {name!r} {'needs a' if special or name == 'place' else 'has no'} card in 'chosen'.")
            return
        if name == "place" and rules.effect[state.chosen] != NORMAL:
            self.fault("Only normal scheme cards are placed.")
        if special:
            effect = rules.effect[state.chosen]
            if effect == NORMAL or name != ("draw_scheme", *SPECIAL_PHASES)[effect - 1]:
                self.fault(f"{rules.cards.scheme_codes[state.chosen]} is not a card of the phase {name!r}.")
            if not state.specials:
                self.fault("A special card is being played, so 'specials' is at least 1.")
        if name == "block" and (state.roadblock != NONE or not rules.build.roadblock_possible(state, state.seat)):
            self.fault("No roadblock can be built here.")
        if name == "discard" and (state.roadblock == NONE or not rules.roadblock_takes_card):
            self.fault(
                "A scheme card is discarded for a roadblock that has been built, under another reading of its price."
            )
        if state.roadblock != NONE and not building and name != "travel":
            self.fault(f"A roadblock stands from the Build phase to the end of the round, not in the phase {name!r}.")

    def check_drawing(self, name: str) -> None:
        """Cards that are being drawn, tokens that are being taken."""
        state, rules = self.state, self.rules
        drawing = name in ("draw_scheme", "draw_resource", "choose_deck")
        if drawing != (state.purpose != NONE):
            self.fault(f"The phase {name!r} {'needs a' if drawing else 'has no'} 'purpose'.")
        if (drawing or name == "many_hands") != (state.pending > 0):
            self.fault(
                f"In the phase {name!r} 'pending' is {'at least 1' if drawing or name == 'many_hands' else '0'}."
            )
        most = self.most_pending(name)
        if state.pending > most > 0:
            self.fault(f"In the phase {name!r} 'pending' is {most} at most here, not {state.pending}.")
        if not drawing or state.purpose == NONE:
            return
        either = rules.draw_either and state.purpose in (FOR_WORK, FOR_BANK)
        fitting = {
            "draw_scheme": (FIRST_HAND, FOR_WORK, FOR_BANK, FOR_SPECIAL),
            "draw_resource": (FIRST_CARDS, FOR_NEW_ROUND, *((FOR_WORK, FOR_BANK) if either else ())),
            "choose_deck": (FOR_WORK, FOR_BANK) if either else (),
        }[name]
        if state.purpose not in fitting:
            self.fault(f"In the phase {name!r} nothing is drawn for the purpose {PURPOSES[state.purpose]!r}.")

    def most_pending(self, name: str) -> int:
        """How many cards can be still to be drawn, or tokens still to be taken; 0 if other faults leave that open."""
        state, rules = self.state, self.rules
        if name == "many_hands" or state.purpose == FOR_SPECIAL:
            special = int(state.chosen) - rules.cards.normal
            return rules.cards.specials[special].amount if special >= 0 else 0
        if state.purpose == FOR_WORK:
            return int(rules.digit.value(state, state.seat)) if state.committed[state.seat] != NONE else 0
        if state.purpose in (FIRST_HAND, FIRST_CARDS):
            return rules.starting_scheme_cards if state.purpose == FIRST_HAND else rules.starting_resource_cards
        return 1

    def check_line_up(self, name: str) -> None:
        """Cards may be missing from the line-up only while it is being filled, or when the deck could not fill it."""
        state = self.state
        missing = NONE in state.line_up
        may_miss = state.round == 0 or name in ("draw_folly", "game_over", "final_tie")
        if missing and not may_miss:
            self.fault(f"The line-up is complete in the phase {name!r}.")
        if name == "draw_folly" and not missing:
            self.fault("In the phase 'draw_folly' a place of the line-up is empty.")

    def check_travel(self, name: str) -> None:
        """A traveller waits only at a tie that somebody has to break."""
        state, rules = self.state, self.rules
        if (state.traveller != NONE) != (name == "travel"):
            self.fault(f"In the phase {name!r} 'traveller' is {'a name' if name == 'travel' else 'null'}.")
            return
        if name != "travel":
            if state.stage != FIRST_STAGE:
                self.fault(f"In the phase {name!r} 'stage' is {FIRST_STAGE}.")
            return
        travel, one = rules.travel, state.traveller
        sight, follies = seen_from(state, travel.road(state, one)), travel.follies(state, one)
        places, _, _, waits = travel.trip(sight, follies, state.place, state.stage, NOBODY)
        if places or not waits:
            self.fault(f"{MERCHANTS[state.traveller]} does not wait at a tie between left and right there.")

    def check_end(self, name: str) -> None:
        """The game is over if and only if something has ended it."""
        state, rules = self.state, self.rules
        if name not in ("game_over", "final_tie"):
            if state.winner != NONE:
                self.fault("Nobody has won by lot before the end of the game.")
            return
        last = state.round >= rules.max_rounds or rules.end_of_round.target_reached(state) or NONE in state.line_up
        if not last:
            self.fault(f"The game is not over: nobody has {rules.target} profit, and rounds and folly cards are left.")
        best = state.best()
        tied = rules.lot_decides and len(best) > 1
        if tied != (state.winner != NONE or name == "final_tie"):
            self.fault("A 'winner' is drawn if and only if players tie in everything and a lot decides.")
        elif state.winner != NONE and int(state.winner) not in best:
            self.fault(f"{SEATS[state.winner]} does not tie for the victory.")


def build(rules: MerryWay, description: Mapping[str, Any]) -> MerryWayState:
    """Build a position from a readable dict.

    Args:
        rules: the game with its options.
        description: the position; the module's text lists the keys.

    Returns:
        the position.

    Raises:
        PositionError: the position is impossible; every reason is named.
    """
    return Builder(rules, description).build()
