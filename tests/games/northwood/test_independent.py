"""A second reading of the rulebook, slow and plain, beside the game's code: both must agree at every step of random games.

Cards are short texts, piles are lists, hands are sets; a game is one generator that asks its questions. No code is shared.
A question is a pair: ("choose", options) for the player, ("chance", outcomes) for a random event.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from itertools import combinations
from typing import Any

import pytest

import workbench as wb
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.abilities import claws, eyes, flowers, leaves
from workbench.games.northwood.dialogue import Respond

Asking = Generator[tuple[str, set[str]], str, Any]

DECK = [suit + value for suit in "CFLE" for value in "12345678"]
STARS = (4, 3, 2, 1, 1, 2, 3, 4)


def value(card: str) -> int:
    return int(card[1])


class Table:
    """What lies on the table."""

    def __init__(self) -> None:
        self.rulers: list[str | None] = []
        self.results: list[str] = ["unvisited"] * 8
        self.allies: list[str] = []
        self.covers: dict[int, tuple[int, str]] = {}
        self.tired: set[int] = set()
        self.fief: int | None = None
        self.hand: set[str] = set()
        self.deck: set[str] = set(DECK)
        self.top: list[str] = []
        self.discarded: list[str] = []
        self.scored: list[str] = []
        self.barons = 0
        self.used: Counter[str] = Counter()

    def active(self, slot: int) -> str:
        return self.covers[slot][1] if slot in self.covers else self.allies[slot]

    def everybody(self) -> set[str]:
        return {self.active(slot) for slot in range(4)}

    @property
    def trump(self) -> str:
        ruler = self.rulers[self.fief]  # type: ignore[index]
        assert ruler is not None
        return ruler[0]

    def over(self) -> bool:
        return not self.hand or not self.deck

    def unvisited(self) -> list[int]:
        return [fief for fief in range(8) if self.results[fief] == "unvisited"]


# -- small steps -------------------------------------------------------------------------------------------------------


def choose(options: Any) -> Asking:
    """Ask the player for one of some cards."""
    answer = yield "choose", {f"card:{card}" for card in options}
    return answer.removeprefix("card:")


def turn_up(table: Table) -> Asking:
    """The top card of the deck: the known one, or any; it leaves the deck."""
    if table.top:
        card = table.top.pop(0)
    else:
        answer = yield "chance", {f"card:{card}" for card in table.deck}
        card = answer.removeprefix("card:")
    table.deck.remove(card)
    return card


def draw(table: Table) -> Asking:
    card = yield from turn_up(table)
    table.hand.add(card)
    return card


def discard(table: Table, card: str) -> None:
    table.hand.remove(card)
    table.discarded.append(card)


def move_together(table: Table, cards: set[str], pile: list[str], readers: set[str]) -> Asking:
    """Several cards leave the hand: in an order of the player's choice if anybody who looks at that order is active."""
    left = sorted(cards, key=lambda card: (value(card), "CFLE".index(card[0])))
    asked = len(left) > 1 and bool(readers & table.everybody())
    while left:
        card = (yield from choose(left)) if asked and len(left) > 1 else left[0]
        left.remove(card)
        table.hand.remove(card)
        pile.append(card)


def discard_together(table: Table, cards: set[str]) -> Asking:
    yield from move_together(table, cards, table.discarded, {"CQ", "LB", "LQ"})


# -- the twenty-four abilities -----------------------------------------------------------------------------------------


def ability(table: Table, slot: int, who: str) -> Asking:
    """Carry out the text of a character on a slot."""
    table.used[who] += 1
    yield from ABILITIES[who](table, slot)


def jack_of_claws(table: Table, slot: int) -> Asking:
    while len(table.hand) < 8 and table.deck:
        yield from draw(table)


def queen_of_claws(table: Table, slot: int) -> Asking:
    if table.deck:
        yield from draw(table)
    for pile in (table.discarded, table.scored):
        if pile:
            table.hand.add(pile.pop())


def king_of_claws(table: Table, slot: int) -> Asking:
    best = max(value(card) for card in table.hand)
    cards = {card for card in table.hand if value(card) == best}
    yield from move_together(table, cards, table.scored, {"CQ", "LB", "FQ", "LQ"})


def prince_of_claws(table: Table, slot: int) -> Asking:
    while True:
        card = yield from draw(table)
        if card[0] == table.trump or not table.deck:
            return
        if (yield "choose", {"draw", "stop"}) == "stop":
            return


def lady_of_claws(table: Table, slot: int) -> Asking:
    least = min(value(card) for card in table.hand)
    lowest = [card for card in table.hand if value(card) == least]
    card = lowest[0] if len(lowest) == 1 else (yield from choose(lowest))
    discard(table, card)
    for _ in range(least):
        if table.deck:
            yield from draw(table)


def baron_of_claws(table: Table, slot: int) -> Asking:
    shown = yield from choose(table.hand)
    found = {card for card in table.deck if value(card) == value(shown)}
    table.deck -= found
    table.hand |= found
    table.top = []


def jack_of_flowers(table: Table, slot: int) -> Asking:
    yield from discard_together(table, {card for card in table.hand if card[0] == table.trump})


def queen_of_flowers(table: Table, slot: int) -> Asking:
    if table.scored:
        card = table.scored.pop()
        table.deck.add(card)
        table.top.insert(0, card)
    yield from ()


def king_of_flowers(table: Table, slot: int) -> Asking:
    pairs = [pair for pair in combinations(table.hand, 2) if sum(map(value, pair)) == 9]
    if pairs:
        first = yield from choose({card for pair in pairs for card in pair})
        discard(table, first)
        second = yield from choose(card for card in table.hand if value(card) + value(first) == 9)
        discard(table, second)


def prince_of_flowers(table: Table, slot: int) -> Asking:
    rejected: set[str] = set()
    for number in range(1, 9):
        alike = {card for card in table.hand if value(card) == number}
        if len(alike) > 1:
            rejected |= alike - {(yield from choose(alike))}
    yield from discard_together(table, rejected)


def lady_of_flowers(table: Table, slot: int) -> Asking:
    fitting = [card for card in table.hand if value(card) == len(table.hand)]
    if fitting:
        discard(table, fitting[0] if len(fitting) == 1 else (yield from choose(fitting)))


def baron_of_flowers(table: Table, slot: int) -> Asking:
    yield from discard_together(table, {card for card in table.hand if value(card) in (1, 2, 3)})


def jack_of_leaves(table: Table, slot: int) -> Asking:
    here = table.fief
    assert here is not None
    near = [fief for fief in table.unvisited() if fief != here and abs(fief - here) <= 2]
    if near:
        answer = yield "choose", {f"fief:{fief}" for fief in near}
        there = int(answer.removeprefix("fief:"))
        table.rulers[here], table.rulers[there] = table.rulers[there], table.rulers[here]


def queen_of_leaves(table: Table, slot: int) -> Asking:
    ruler = table.rulers[table.fief]  # type: ignore[index]
    assert ruler is not None
    yield from ability(table, slot, ruler)


def king_of_leaves(table: Table, slot: int) -> Asking:
    if not table.top:
        answer = yield "chance", {f"card:{card}" for card in table.deck}
        table.top = [answer.removeprefix("card:")]
    seen = table.top[0]
    given = yield from choose(table.hand)
    table.hand = (table.hand - {given}) | {seen}
    table.deck = (table.deck - {seen}) | {given}
    table.top[0] = given


def prince_of_leaves(table: Table, slot: int) -> Asking:
    here = table.fief
    assert here is not None
    below = [fief for fief in table.unvisited() if fief < here][-1:]
    above = [fief for fief in table.unvisited() if fief > here][:1]
    if below or above:
        answer = yield "choose", {f"fief:{fief}" for fief in below + above}
        table.fief = int(answer.removeprefix("fief:"))


def lady_of_leaves(table: Table, slot: int) -> Asking:
    if table.deck:
        yield from draw(table)
    others = table.tired - {slot}
    if others:
        answer = yield "choose", {f"slot:{other}" for other in others}
        table.tired.remove(int(answer.removeprefix("slot:")))


def baron_of_leaves(table: Table, slot: int) -> Asking:
    for pile in (table.discarded, table.scored):
        alike = [card for card in table.hand if pile and value(card) == value(pile[-1])]
        if alike:
            given = yield from choose(alike)
            table.hand = (table.hand - {given}) | {pile[-1]}
            pile[-1] = given


def jack_of_eyes(table: Table, slot: int) -> Asking:
    for _ in range(2):
        if table.deck:
            yield from draw(table)
    for _ in range(2):
        if table.hand:
            discard(table, (yield from choose(table.hand)))


def queen_of_eyes(table: Table, slot: int) -> Asking:
    while len(table.top) < min(3, len(table.deck)):
        answer = yield "chance", {f"card:{card}" for card in table.deck if card not in table.top}
        table.top.append(answer.removeprefix("card:"))


def king_of_eyes(table: Table, slot: int) -> Asking:
    answer = yield "choose", {"suit:C", "suit:F", "suit:L", "suit:E"}
    for _ in range(2):
        if table.deck:
            yield from draw(table)
    yield from discard_together(table, {card for card in table.hand if card[0] == answer[-1]})


def prince_of_eyes(table: Table, slot: int) -> Asking:
    for _ in range(1 + len(table.tired - {slot})):
        if table.hand:
            discard(table, (yield from choose(table.hand)))
        if table.deck:
            yield from draw(table)


def lady_of_eyes(table: Table, slot: int) -> Asking:
    total = 0
    for _ in range(2):
        if table.deck:
            total += value((yield from draw(table)))
    while total:
        sets = [
            chosen
            for size in range(1, len(table.hand) + 1)
            for chosen in combinations(table.hand, size)
            if sum(map(value, chosen)) == total
        ]
        card = yield from choose({card for chosen in sets for card in chosen})
        discard(table, card)
        total -= value(card)


def baron_of_eyes(table: Table, slot: int) -> Asking:
    table.barons += 1
    yield from ()


RANKS = {"J": "jack", "Q": "queen", "K": "king", "P": "prince", "L": "lady", "B": "baron"}
SUITS = {"C": "claws", "F": "flowers", "L": "leaves", "E": "eyes"}
ABILITIES = {suit + rank: globals()[f"{RANKS[rank]}_of_{SUITS[suit]}"] for suit in SUITS for rank in RANKS}


# -- the course of a game ----------------------------------------------------------------------------------------------


def responses(hand: set[str], statement: str) -> set[str]:
    """Follow suit if you can."""
    return {card for card in hand if card[0] == statement[0]} or hand


def points(statement: str, response: str, trump: str) -> int:
    """A higher card of the same suit, or a trump on another suit."""
    if response[0] == statement[0]:
        return int(value(response) > value(statement))
    return int(response[0] == trump)


def dialogues(table: Table) -> Asking:
    while True:
        ready = {f"ally:{slot}" for slot in range(4) if slot not in table.tired}
        answer = yield "choose", {"pass", *ready}
        if answer != "pass":
            slot = int(answer[-1])
            table.tired.add(slot)
            yield from ability(table, slot, table.active(slot))
            if table.over():
                return
        statement = yield from turn_up(table)
        table.discarded.append(statement)
        response = yield from choose(responses(table.hand, statement))
        table.hand.remove(response)
        (table.scored if points(statement, response, table.trump) else table.discarded).append(response)
        for _ in range(table.barons):
            if value(response) % 2 == 0 and table.deck:
                yield from draw(table)
            elif value(response) % 2 == 1 and table.hand:
                discard(table, (yield from choose(table.hand)))
        table.barons = 0
        if table.over():
            return


def bring_in(table: Table) -> Asking:
    last = -1
    while True:
        here = [f for f in range(8) if f > last and table.results[f] == "friendly" and table.rulers[f]]
        offers = {f"sub:{fief}>{slot}" for fief in here for slot in range(4) if slot not in table.covers}
        if last < 0 and not offers:
            return
        answer = yield "choose", {"sub:done", *offers}
        if answer == "sub:done":
            return
        last, slot = map(int, answer.removeprefix("sub:").split(">"))
        ruler = table.rulers[last]
        assert ruler is not None
        table.covers[slot] = (last, ruler)
        table.rulers[last] = None


def visit(table: Table) -> Asking:
    table.hand, table.deck, table.top, table.discarded, table.scored = set(), set(DECK), [], [], []
    table.covers, table.tired, table.barons, table.fief = {}, set(), 0, None
    for _ in range(8):
        yield from draw(table)
    answer = yield "choose", {f"fief:{fief}" for fief in table.unvisited()}
    table.fief = int(answer[-1])
    yield from bring_in(table)
    yield from dialogues(table)
    won = len(table.scored) == table.fief
    table.results[table.fief] = "friendly" if won else "failed"
    if not won:
        table.rulers[table.fief] = None


def introductory(table: Table) -> Asking:
    table.allies = ["CJ", "FJ", "LJ", "EJ"]
    left = {suit + rank for suit in "CFLE" for rank in "QK"}
    while left:
        answer = yield "chance", {f"character:{one}" for one in left}
        left.remove(answer[-2:])
        table.rulers.append(answer[-2:])


def full(table: Table) -> Asking:
    left = {suit + rank for suit in "CFLE" for rank in "JQKPLB"}
    found: dict[str, str] = {}
    while len(found) < 4 or len(table.rulers) < 8:
        answer = yield "chance", {f"character:{one}" for one in left}
        one = answer[-2:]
        left.remove(one)
        if one[0] not in found:
            found[one[0]] = one
        elif len([ruler for ruler in table.rulers if ruler and ruler[0] == one[0]]) < 2:
            table.rulers.append(one)
    table.allies = [found[suit] for suit in "CFLE"]


def whole_game(table: Table, set_up: Any) -> Asking:
    yield from set_up(table)
    while table.unvisited():
        yield from visit(table)


# -- side by side ------------------------------------------------------------------------------------------------------


def agree(table: Table, written: dict[str, Any]) -> None:
    """The two tables look the same."""
    assert set(written["hand"].split()) == table.hand
    assert set(written["deck"].split()) == table.deck
    assert written["known"].split() == table.top
    assert written["discard"].split() == table.discarded
    assert written["score"].split() == table.scored
    assert written["fief"] == table.fief
    assert written["rulers"].split() == [ruler or "-" for ruler in table.rulers]
    assert written["friendly"] == [fief for fief in range(8) if table.results[fief] == "friendly"]
    assert written["failed"] == [fief for fief in range(8) if table.results[fief] == "failed"]
    allies = [ally + ("*" if slot in table.tired else "") for slot, ally in enumerate(table.allies)]
    assert written["allies"].split() == allies
    covers = [{"slot": slot, "fief": fief, "character": one} for slot, (fief, one) in sorted(table.covers.items())]
    assert written["substitutes"] == covers


def side_by_side(game: wb.core.game.Game, set_up: Any, rng: random.Random) -> tuple[int, Counter[str]]:
    """Play one game with random choices and compare at every step; how many positions, and who was used how often."""
    table, state, positions = Table(), game.start(), 0
    asking = whole_game(table, set_up)
    question = next(asking)
    while True:
        kind, options = question
        assert (state.to_move == CHANCE) == (kind == "chance")
        assert {game.symbol(action) for action in state.legal()} == options
        assert len({weight for _, weight in state.chance()}) <= 1
        if table.allies and len(table.rulers) == 8:
            agree(table, state.to_dict())
        positions += 1
        # abilities are what is to be compared, so they are used more often than not
        wanted = [option for option in sorted(options) if option.startswith("ally:") and rng.random() < 0.5]
        answer = rng.choice(wanted or sorted(options))
        state.apply(game.action(answer))
        try:
            question = asking.send(answer)
        except StopIteration:
            break
    assert state.to_move == OVER
    stars = sum(STARS[fief] for fief in range(8) if table.results[fief] == "friendly")
    assert state.scores() == (stars,) and state.returns() == (float(stars >= 16),)
    return positions, table.used


@pytest.mark.parametrize(("setup", "set_up", "games"), [("introductory", introductory, 15), ("full", full, 60)])
def test_both_readings_agree_at_every_step(setup: str, set_up: Any, games: int, short: bool) -> None:
    game = wb.load("northwood", setup=setup)
    rng, games = random.Random(setup), games // 3 if short else games
    positions, used = 0, Counter[str]()
    for _ in range(games):
        seen, who = side_by_side(game, set_up, rng)
        positions += seen
        used += who
    assert positions > 250 * games
    if setup == "full":
        assert set(used) == set(ABILITIES) and min(used.values()) >= games // 3
    else:
        assert {"CJ", "FJ", "LJ", "EJ"} <= set(used) <= {one for one in ABILITIES if one[1] in "JQK"}


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        (claws.JackOfClaws, {"full_hand": lambda self: 7}),
        (flowers.KingOfFlowers, {"sum_of_two": lambda self: 8}),
        (flowers.BaronOfFlowers, {"highest_to_go": lambda self: 4}),
        (leaves.JackOfLeaves, {"reach": lambda self: 3}),
        (eyes.JackOfEyes, {"to_discard": lambda self: 1}),
        (eyes.LadyOfEyes, {"to_draw": lambda self: 1}),
        (Respond, {"scores": lambda self, state, response: response % 8 > state.statement % 8}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_fault_planted_in_the_rules_is_noticed(kind: Any, changed: dict[str, Any]) -> None:
    game = wb.load("northwood", setup="full", phases={kind.name: type(kind.__name__, (kind,), changed)})
    rng = random.Random(7)
    with pytest.raises(AssertionError):  # noqa: PT012 - it takes a few games until the fault matters
        for _ in range(20):
            side_by_side(game, full, rng)


def test_following_suit_and_scoring_at_random_positions(short: bool) -> None:
    game = wb.load("northwood")
    rng = random.Random(5)
    scored, number = 0, 800 if short else 3000
    for _ in range(number):
        cards = rng.sample(DECK, 32)
        size = rng.randrange(2, 13)
        hand, statement, deck = cards[:size], cards[size], cards[size + 1 : size + 1 + rng.randrange(1, 12)]
        fief = rng.randrange(8)
        ruler = rng.choice("CFLE") + rng.choice("QK")
        description = {"hand": hand, "deck": deck, "statement": statement, "fief": fief, "ruler": ruler}
        state = game.position({**description, "discard": statement})
        assert {game.symbol(action)[-2:] for action in state.legal()} == responses(set(hand), statement)
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            response = game.symbol(action)[-2:]
            expected = points(statement, response, ruler[0])
            scored += expected
            assert after.to_dict()["score"].split() == [response] * expected
            assert after.to_dict()["hand"].split().count(response) == 0
    assert scored > number / 3
