"""Variants of On Their Merry Way whose whole tree is counted, with counts made by the second reading of the rules (`slow`).

One round with a fixed line-up: nobody decides anything once the travellers set out, so their trips make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.merry_way.slow import Question, Table
from tests.shrunken import Counts, Shrunken

COST = {"GR1": (1, 1, 1), "GR4": (3, 2, 4), "SP6": (0, 0, 0)}
SCHEME_COPIES = {"GR1": 4, "GR4": 2, "SP6": 2}
DIGITS = {"RC07": ("2", "2", "2"), "RC14": ("1", "1", "5p")}
RESOURCE_COPIES = {"RC07": 3, "RC14": 2}
USUAL: dict[str, Any] = {
    "starting_resources": 1,
    "supply_per_player": 5,
    "starting_profit": 0,
    "starting_resource_cards": 3,
    "starting_scheme_cards": 5,
    "claim_tokens": 20,
}
SEATS = "AB"


class Replay:
    """One history, told from the beginning: what is asked after it, and what each seat has seen."""

    def __init__(self, options: dict[str, Any], history: tuple[str, ...]) -> None:
        self.options = {**USUAL, **options}
        self.seen: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.told = 0
        self.table: Table | None = None
        game = self.game()
        self.question: Question | None = next(game)
        for move in history:
            try:
                self.question = game.send(move)
            except StopIteration:
                self.question = None
        self.hear()

    def hear(self) -> None:
        """Take down what the table has told since the last time."""
        if self.table is not None:
            for public, private in self.table.log[self.told :]:
                for seat in SEATS:
                    self.seen[seat].append(private.get(seat, public))
            self.told = len(self.table.log)

    def game(self) -> Any:
        """The deal, the round, and the cards that are drawn at its end."""
        value = self.options
        schemes = [card for card in value["scheme_deck"].split() for _ in range(SCHEME_COPIES[card])]
        resources = [card for card in value["resource_deck"].split() for _ in range(RESOURCE_COPIES[card])]
        hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        cards: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for seat in SEATS:
            for deck, hand, number in (
                (schemes, hands[seat], value["starting_scheme_cards"]),
                (resources, cards[seat], value["starting_resource_cards"]),
            ):
                for _ in range(number):
                    card = yield ("chance", seat, sorted(set(deck)))
                    deck.remove(card)
                    hand.append(card)
                    for other in SEATS:
                        self.seen[other].append(f"{seat} is dealt {card if other == seat else 'a card'}")
        supply, own = 2 * value["supply_per_player"], value["starting_resources"]
        written = {
            "leader": "A",
            "supply": f"{supply}/{supply}/{supply}",
            "resources": dict.fromkeys(SEATS, f"{own}/{own}/{own}"),
            "profit": dict.fromkeys(SEATS, value["starting_profit"]),
            "reserve": dict.fromkeys(SEATS, value["claim_tokens"]),
            "hands": {seat: " ".join(hand) for seat, hand in hands.items()},
            "resource_cards": {seat: " ".join(hand) for seat, hand in cards.items()},
            "scheme_deck": " ".join(schemes),
            "scheme_discard": "",
            "board": "",
            "roadblock": None,
        }
        self.table = table = Table(written, COST, DIGITS, value)
        before = {seat: list(hand) for seat, hand in cards.items()}
        yield from table.round()
        used = [card for seat in SEATS for card in without(before[seat], table.resource_cards[seat])]
        for seat in SEATS:
            if not resources:
                resources, used = used, []
            if resources:
                resources.remove((yield ("chance", seat, sorted(set(resources)))))


def without(cards: list[str], gone: list[str]) -> list[str]:
    """Some cards without some of them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def histories(options: dict[str, Any]) -> Iterator[Replay]:
    """Every history there is, each once."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        history = waiting.pop()
        replay = Replay(options, history)
        yield replay
        if replay.question is not None:
            waiting += [(*history, move) for move in replay.question[2]]


def count(options: dict[str, Any]) -> Counts:
    """Count a variant: its nodes, and what the deciding seats can tell apart."""
    nodes = {"chance": 0, "choose": 0, "over": 0}
    known: set[tuple[str, ...]] = set()
    for replay in histories(options):
        what, seat, _ = replay.question or ("over", "", None)
        nodes[what] += 1
        if what == "choose":
            known.add((seat, *replay.seen[seat]))
    return Counts((nodes["chance"], nodes["choose"], nodes["over"]), len(known))


def counted(**options: Any) -> Shrunken:
    """A variant, to be counted."""
    small = {"max_rounds": 1, "line_up": "F01 F02 F03 F04 F05 F06", **options}
    return Shrunken(2, small, lambda: count(options))


TINY_BOARD: dict[str, Any] = {"columns_per_section": 1, "max_row": 1}

SHRUNKEN = (
    # Work alone: pink digits and a supply that runs out; nothing can be built
    counted(
        **TINY_BOARD, trade_mode="none", supply_per_player=1, starting_resources=0, starting_resource_cards=1,
        resource_deck="RC07 RC14", scheme_deck="GR4", starting_scheme_cards=1, exchange_rate=6,
    ),
    # cards chosen in secret, and nothing to be had for them
    counted(
        **TINY_BOARD, trade_mode="none", supply_per_player=0, starting_resources=0, starting_resource_cards=2,
        resource_deck="RC07 RC14", scheme_deck="GR4", starting_scheme_cards=1,
    ),
    # Build alone: traps, upgrades of the own trap and the roadblock on the smallest board
    counted(
        **TINY_BOARD, trade_mode="none", supply_per_player=0, starting_resources=2, starting_resource_cards=1,
        resource_deck="RC07", scheme_deck="GR1", starting_scheme_cards=2, claim_tokens=1,
    ),
    # special cards alone, in hands that the other cannot see
    counted(
        **TINY_BOARD, trade_mode="none", supply_per_player=0, starting_resource_cards=1, resource_deck="RC07",
        scheme_deck="GR1 SP6", starting_scheme_cards=3, claim_tokens=0,
    ),
    # Bargain alone: an offer each, of cards and profit that the partner cannot see
    counted(
        **TINY_BOARD, supply_per_player=0, starting_resources=0, starting_resource_cards=1, resource_deck="RC07",
        scheme_deck="GR4", starting_scheme_cards=1, offers_per_player=1, offer_units=1, bank_price=5,
    ),
)  # fmt: skip
