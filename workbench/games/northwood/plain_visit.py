"""The plain visit of For Northwood!, solved exactly: the worth of a visit without further abilities.

All that is left of such a visit are statements and responses (NW-DIALOG-3 to 6), so its worth depends on the hand, the
deck and the trump suit alone. This module tells, for every number of further points at once and with best play for each
of them, the chance of making exactly that many.

What keeps it small enough for plain Python:

- In a suit only the order of the cards still in play matters, not their values. A suit is therefore a *line* of bits,
  its lowest card in the lowest bit, 1 = in hand, 0 = in the deck, with one more 1 on top to mark its length.
- Deck cards of a suit that is not in hand are *strangers*: any card may answer them, and a trump scores. Hand cards
  of a side suit that is not in the deck are *spares*: they never score. Of both only the number matters. Without a trump
  in hand the trump suit is a suit like any other, so its deck cards are strangers too.
- The three side suits may change places, so their lines are kept in rising order.
- How many dialogues are left is known, hence in how many orders the statements can come. A position holds whole
  numbers: for each number of points, in how many of those orders best play makes it. They stay below 2**53 (the most
  is 18! / 4!, for 14 cards in hand and 18 in the deck), so a chance is rounded once, when it is asked for.

A card is `suit * 8 + value - 1` with the suits C F L E = 0..3; a hand and a deck are bit masks of such cards.

>>> from workbench.games.northwood.components import card_of
>>> hand = sum(1 << card_of(card) for card in ("C5", "F2"))
>>> deck = sum(1 << card_of(card) for card in ("C3", "C7", "F1", "F8"))
>>> [str(chance) for chance in PlainVisit().exact_chances(hand, deck, trump=2)]
['1/3', '1/2', '1/6']
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.figures import rests_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.core.types import Number
    from workbench.games.northwood.game import Northwood

NO_CARD: Final = -1
SUITS: Final = 4
VALUES: Final = 8
CARDS: Final = 32
ALL_CARDS: Final = (1 << CARDS) - 1
BIT: Final = tuple([1 << card for card in range(CARDS + 1)])
EMPTY: Final = 1
"""The line of a suit whose cards no longer matter."""
LINES: Final = 512
"""The number of lines: 8 cards and the bit on top."""
REMEMBERED: Final = 200_000
"""How many positions a solver keeps by default; see `PlainVisit`."""
TABLE: Final = Path(__file__).with_name("plain_table.json")
"""Figures over all deals, made by tools/plain_table.py."""

Left = tuple[int, int, int]
"""What is left of a suit: its line, new strangers, new spares."""
Answer = tuple[int, int, int, bool]
"""What an answer leaves of the statement's suit, and whether it scores."""
Statement = tuple[int, tuple[Answer, ...]]
"""Statements of one suit with the same effect: how many there are, and the answers that differ."""


class _Lines:
    """What can happen to a suit, by its line, for a trump or a side suit and one reading of the scoring rule.

    Attributes:
        higher_scores: a card of this suit scores on a lower one (NW-TRICK-4, NW-TRICK-6).
        left: what remains of a line once its strangers and spares are counted off.
        following: the statements in this suit, for a suit that is in hand (NW-TRICK-1).
        throwing: what is left of this suit after a card of it is thrown on a stranger (NW-TRICK-2).
    """

    __slots__ = ("following", "higher_scores", "left", "throwing")
    higher_scores: bool
    left: list[Left]
    following: list[tuple[Statement, ...]]
    throwing: list[tuple[Left, ...]]

    def __init__(self, is_trump: bool, higher_scores: bool) -> None:
        self.left = [(EMPTY, 0, 0)] * LINES
        self.following = [()] * LINES
        self.throwing = [()] * LINES
        self.higher_scores = higher_scores
        for line in range(1, LINES):
            self.left[line] = self._without_loose_cards(line, is_trump, higher_scores)
        for line in range(1, LINES):
            places = range(line.bit_length() - 1)
            held = [place for place in places if line >> place & 1]
            if not held:
                continue  # never looked up: its cards are strangers
            statements: dict[tuple[Answer, ...], int] = {}
            for place in places:
                if not line >> place & 1:
                    answers = tuple(
                        sorted(
                            {(*self.left[_without(line, place, card)], card > place and higher_scores) for card in held}
                        )
                    )
                    statements[answers] = statements.get(answers, 0) + 1
            self.following[line] = tuple([(number, answers) for answers, number in statements.items()])
            self.throwing[line] = tuple(sorted({self.left[_without(line, card)] for card in held}))

    def _without_loose_cards(self, line: int, is_trump: bool, higher_scores: bool) -> Left:
        cards = line.bit_length() - 1
        hand = line.bit_count() - 1
        if hand == 0:
            return (EMPTY, cards, 0)
        if is_trump:
            return (line, 0, 0)
        if hand == cards:
            return (EMPTY, 0, hand)
        if not higher_scores:  # the order of a side suit does not matter then either: put hand cards on top
            return (BIT[cards + 1] - BIT[cards - hand], 0, 0)
        return (line, 0, 0)


def _without(line: int, *places: int) -> int:
    """Return a line after the cards at some places have gone."""
    for place in sorted(places, reverse=True):
        line = (line >> (place + 1)) << place | line & (BIT[place] - 1)
    return line


_LINES: Final[dict[tuple[bool, bool], _Lines]] = {}


def _lines(is_trump: bool, same_suit_scores: bool) -> _Lines:
    """Return the tables for one kind of suit, made when first needed."""
    kind = (is_trump, is_trump or same_suit_scores)
    if kind not in _LINES:
        _LINES[kind] = _Lines(*kind)
    return _LINES[kind]


class PlainVisit:
    """Solves plain visits and remembers what it has solved.

    The first solution of a visit covers everything that comes up later in it. So one solver serves a whole visit, all four
    trump suits of a deal, and many deals. In all methods a tuple of chances runs over further points 0, 1, ..., up to
    the number of cards in hand (no more can be made), and points already in the score pile do not count.

    Args:
        same_suit_scores: a side-suit card scores on a lower card of its suit (NW-TRICK-4; False: NW-RULING-1, option
            `nontrump_scoring=never`).
        last_statement_answered: the statement that empties the deck still gets its response (NW-ENDVISIT-1; False:
            NW-RULING-2, option `visit_end_check=at_statement` or `instant`).
        remembered: when a call begins with more stored positions than this, the solver forgets all; 200,000 take about
            75 MB. A deal of eight cards has about a thousand for each trump suit; the most found in one call, for 14
            cards in hand, is 60,000.

    >>> solver = PlainVisit()
    >>> hand, deck = 1 << 4 | 1 << 9, 1 << 2 | 1 << 6  # C5 F2 against C3 C7
    >>> solver.chances(hand, deck, trump=2)
    (0.5, 0.5, 0.0)
    """

    __slots__ = ("_remembered", "_side", "_trump", "_unanswered", "_ways")

    def __init__(
        self, same_suit_scores: bool = True, last_statement_answered: bool = True, remembered: int = REMEMBERED
    ) -> None:
        self._side: _Lines = _lines(False, same_suit_scores)
        self._trump: _Lines = _lines(True, same_suit_scores)
        self._unanswered: Number = 0 if last_statement_answered else 1
        self._remembered: int = remembered
        self._ways: dict[tuple[int, int, int, int, int, int], tuple[int, ...]] = {}

    @property
    def positions(self) -> int:
        """Return how many positions are remembered now."""
        return len(self._ways)

    def chances(
        self, hand: int, deck: int, trump: int, known: tuple[int, ...] = (), statement: int = NO_CARD
    ) -> tuple[float, ...]:
        """Return the chance of exactly 0, 1, 2, ... further points, with best play for each.

        Args:
            hand: cards in hand, as a mask.
            deck: cards in the deck, as a mask; a statement on the table is no longer in it.
            trump: the trump suit, 0..3.
            known: the deck's known top cards, the first to come first; every order of the others is equally likely
                (NW-CHANCE-4).
            statement: a statement waiting for its response, or -1.

        Returns:
            one chance more than there are cards in hand.

        Raises:
            ValueError: such a position is not possible.

        >>> PlainVisit().chances(1 << 4, 1 << 2, trump=2)
        (0.0, 1.0)
        >>> PlainVisit(last_statement_answered=False).chances(1 << 4, 1 << 2, trump=2)
        (1.0, 0.0)
        """
        ways, orders = self.ways(hand, deck, trump, known, statement)
        return tuple([number / orders for number in ways])

    def exact_chances(
        self, hand: int, deck: int, trump: int, known: tuple[int, ...] = (), statement: int = NO_CARD
    ) -> tuple[Fraction, ...]:
        """Return `chances` as exact fractions."""
        ways, orders = self.ways(hand, deck, trump, known, statement)
        return tuple([Fraction(number, orders) for number in ways])

    def ways(
        self, hand: int, deck: int, trump: int, known: tuple[int, ...] = (), statement: int = NO_CARD
    ) -> tuple[tuple[int, ...], int]:
        """Return `chances` as whole numbers.

        Args:
            hand, deck, trump, known, statement: as for `chances`.

        Returns:
            for each number of further points, in how many orders of the statements best play makes it; and how many
            orders there are.

        Raises:
            ValueError: such a position is not possible.

        >>> PlainVisit().ways(1 << 4 | 1 << 9, 1 << 2 | 1 << 6, trump=2)
        ((1, 1, 0), 2)
        """
        _check(hand, deck, trump, known, statement)
        self._make_room()
        if statement != NO_CARD:  # a statement on the table is a known top card of the deck it came from
            deck |= BIT[statement]
            known = (statement, *known)
        return self._search(hand, deck, trump, known), self._orders(hand, deck, known)

    def response_chances(
        self, hand: int, deck: int, trump: int, statement: int, known: tuple[int, ...] = ()
    ) -> dict[int, tuple[float, ...]]:
        """Return the chances after each legal response to a statement, its own point included.

        Args:
            hand, deck, trump, known: as for `chances`.
            statement: the statement on the table.

        Returns:
            for each legal response, C to E and rising, one chance more than there are cards in hand. No response at all
            when the statement has ended the visit.

        Raises:
            ValueError: such a position is not possible.

        >>> PlainVisit().response_chances(1 << 4 | 1 << 9, 1 << 2 | 1 << 6, 2, statement=8)
        {9: (0.0, 0.5, 0.5)}
        """
        _check(hand, deck, trump, known, statement)
        self._make_room()
        if hand == 0 or self._unanswered > deck.bit_count():
            return {}
        orders = self._orders(hand, deck | BIT[statement], (statement, *known))
        return {
            card: tuple([number / orders for number in self._after(card, hand, deck, trump, statement, known)])
            for card in _legal(hand, statement)
        }

    def best_response(
        self, points: int, hand: int, deck: int, trump: int, statement: int, known: tuple[int, ...] = ()
    ) -> int:
        """Return the legal response with the best chance of exactly so many points; the first of equal ones.

        Args:
            points: further points wanted, this response's own included; any whole number.
            hand, deck, trump, statement, known: as for `response_chances`.

        Returns:
            a card.

        Raises:
            ValueError: such a position is not possible, or it allows no response.

        >>> PlainVisit().best_response(1, 1 << 0 | 1 << 7, 1 << 1 | 1 << 8, 0, statement=3)
        0
        """
        choices = self.response_chances(hand, deck, trump, statement, known)
        if not choices:
            raise ValueError("The visit is over: there is nothing to respond to, or nothing in hand to respond with.")
        best, best_chance = NO_CARD, -1.0
        for card, chances in choices.items():
            chance = chances[points] if 0 <= points < len(chances) else 0.0
            if chance > best_chance:
                best, best_chance = card, chance
        return best

    def _make_room(self) -> None:
        if len(self._ways) > self._remembered:
            self._ways.clear()

    def _orders(self, hand: int, deck: int, known: tuple[int, ...]) -> int:
        """Return in how many orders the statements to be answered can come."""
        cards = deck.bit_count()
        orders = 1
        for dialogue in range(len(known), min(hand.bit_count(), cards - self._unanswered)):
            orders *= cards - dialogue
        return orders

    def _search(self, hand: int, deck: int, trump: int, known: tuple[int, ...]) -> tuple[int, ...]:
        """Return one number for each number of points up to the hand size: true cards while the next is known."""
        if known and hand and deck.bit_count() > self._unanswered:
            statement = known[0]
            deck ^= BIT[statement]
            outcomes = [
                self._after(card, hand, deck, trump, statement, known[1:])
                for card in _different(_legal(hand, statement), deck | BIT[statement])
            ]
            return tuple([max(numbers) for numbers in zip(*outcomes, strict=True)])
        ways = self._from_masks(hand, deck, trump)
        return ways + (0,) * (hand.bit_count() + 1 - len(ways))

    def _after(
        self, card: int, hand: int, deck: int, trump: int, statement: int, known: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return the numbers once a response is played, its own point included (NW-TRICK-4 to 7)."""
        ways = self._search(hand ^ BIT[card], deck, trump, known)
        if card // VALUES == statement // VALUES:
            lines = self._trump if card // VALUES == trump else self._side
            scores = card > statement and lines.higher_scores
        else:
            scores = card // VALUES == trump
        return (0, *ways) if scores else (*ways, 0)

    def _from_masks(self, hand: int, deck: int, trump: int) -> tuple[int, ...]:
        """Put the cards into the short form and solve it."""
        strangers = 0
        spares = 0
        trump_line = EMPTY
        side_lines: list[int] = []
        for suit in range(SUITS):
            line = 1
            for card in range(suit * VALUES + VALUES - 1, suit * VALUES - 1, -1):
                if hand & BIT[card]:
                    line += line + 1
                elif deck & BIT[card]:
                    line += line
            lines = self._trump if suit == trump else self._side
            line, more_strangers, more_spares = lines.left[line]
            strangers += more_strangers
            spares += more_spares
            if suit == trump:
                trump_line = line
            else:
                side_lines.append(line)
        first, second, third = side_lines
        return self._solve(trump_line, first, second, third, strangers, spares, hand.bit_count(), deck.bit_count())

    def _solve(
        self,
        trump: Number, first: Number, second: Number, third: Number,
        strangers: Number, spares: Number, hand: Number, deck: Number,
    ) -> tuple[int, ...]:
        """Return the numbers for a position in its short form, for every number of points still possible.

        The last two arguments, the sizes of hand and deck, follow from the others.
        """
        if hand == 0 or deck <= self._unanswered:
            return (1,)
        if first > second:
            first, second = second, first
        if second > third:
            second, third = third, second
            if first > second:
                first, second = second, first
        position = (trump, first, second, third, strangers, spares)
        stored = self._ways.get(position)
        if stored is not None:
            return stored
        dialogues = hand if hand < deck - self._unanswered else deck - self._unanswered
        total = [0] * (dialogues + 1)
        hand -= 1
        deck -= 1
        turns = ((first, second, third), (second, first, third), (third, first, second))
        # Statements of a suit in hand, which must be followed: first the trump suit, then the side suits.
        for number, answers in self._trump.following[trump]:
            choices: list[tuple[int, ...]] = []
            for line, more_strangers, more_spares, scores in answers:
                ways = self._solve(
                    line, first, second, third, strangers + more_strangers, spares + more_spares, hand, deck
                )
                choices.append((0, *ways) if scores else (*ways, 0))
            _add_best(total, number, choices)
        for suit, other, another in turns:
            for number, answers in self._side.following[suit]:
                choices = []
                for line, more_strangers, more_spares, scores in answers:
                    ways = self._solve(
                        trump, line, other, another, strangers + more_strangers, spares + more_spares, hand, deck
                    )
                    choices.append((0, *ways) if scores else (*ways, 0))
                _add_best(total, number, choices)
        # A stranger: throw a trump and score, or any card of a side suit and do not.
        if strangers:
            choices = []
            for line, more_strangers, more_spares in self._trump.throwing[trump]:
                ways = self._solve(
                    line, first, second, third, strangers - 1 + more_strangers, spares + more_spares, hand, deck
                )
                choices.append((0, *ways))
            for suit, other, another in turns:
                for line, more_strangers, more_spares in self._side.throwing[suit]:
                    ways = self._solve(
                        trump, line, other, another, strangers - 1 + more_strangers, spares + more_spares, hand, deck
                    )
                    choices.append((*ways, 0))
            if spares:
                choices.append((*self._solve(trump, first, second, third, strangers - 1, spares - 1, hand, deck), 0))
            _add_best(total, strangers, choices)
        self._ways[position] = solved = tuple(total)
        return solved


def _add_best(total: list[int], number: int, choices: list[tuple[int, ...]]) -> None:
    """Add, for each number of points, the best of some choices as often as it occurs."""
    if len(choices) == 1:
        for points, way in enumerate(choices[0]):
            total[points] += number * way
    else:
        for points, ways in enumerate(zip(*choices, strict=True)):
            total[points] += number * max(ways)


def _legal(hand: int, statement: int) -> tuple[int, ...]:
    """Return the legal responses (NW-TRICK-1 and 2)."""
    suit = statement // VALUES
    same = tuple([card for card in range(suit * VALUES, suit * VALUES + VALUES) if hand & BIT[card]])
    return same or tuple([card for card in range(CARDS) if hand & BIT[card]])


def _different(responses: tuple[int, ...], others: int) -> list[int]:
    """Return responses that may differ in effect: of neighbours with no live card between, the lowest."""
    chosen: list[int] = []
    previous = NO_CARD
    for card in responses:
        between = BIT[card] - BIT[previous + 1] if previous != NO_CARD else 0
        if previous == NO_CARD or previous // VALUES != card // VALUES or others & between:
            chosen.append(card)
        previous = card
    return chosen


def _name(card: int) -> str:
    return f"{'CFLE'[card // VALUES]}{card % VALUES + 1}"


def _check(hand: int, deck: int, trump: int, known: tuple[int, ...], statement: int) -> None:
    """Refuse an impossible position with a sentence."""
    if not 0 <= trump < SUITS:
        raise ValueError(f"The trump suit is {trump}; it is one of 0..3.")
    if not (0 <= hand <= ALL_CARDS and 0 <= deck <= ALL_CARDS):
        raise ValueError("Hand and deck are sets of the cards 0..31, as bit masks of 32 bits.")
    if hand & deck:
        both = ", ".join([_name(card) for card in range(CARDS) if hand & deck & BIT[card]])
        raise ValueError(f"In hand and in the deck at once: {both}.")
    seen = 0
    for card in known:
        if not 0 <= card < CARDS or not deck & BIT[card] & ~seen:
            raise ValueError(f"Known top cards are different cards of the deck; {card} in {known} is not.")
        seen |= BIT[card]
    if statement != NO_CARD:
        if not 0 <= statement < CARDS:
            raise ValueError(f"The statement is {statement}; it is a card 0..31, or -1 for none.")
        if (hand | deck) & BIT[statement]:
            raise ValueError(f"The statement {_name(statement)} is still in hand or in the deck.")


PLAIN_PHASES: Final = ("choose_fief", "substitute", "ability_window", "statement", "respond", "end_of_visit")
"""The phases of a plain visit. This module restates them, so it gives no answer if one of them is changed."""

_SOLVERS: Final[dict[tuple[bool, bool], PlainVisit]] = {}


@rests_on(*PLAIN_PHASES, what="What a plain visit is worth")
def plain_visit(game: Northwood) -> PlainVisit:
    """Return the solver of plain visits for a game, which the whole program shares.

    Args:
        game: the rules in force.

    Returns:
        the same solver for all games with these rules, with all it remembers.

    >>> import workbench as wb
    >>> plain_visit(wb.load("northwood")) is plain_visit(wb.load("northwood", threshold=18))
    True
    """
    rules = (game.nontrump_scoring_same_suit, not game.visit_end_check_at_statement)
    if rules not in _SOLVERS:
        _SOLVERS[rules] = PlainVisit(*rules)
    return _SOLVERS[rules]


def whole_game_chances(deals: Sequence[tuple[float, ...]], stars: tuple[int, ...], wanted: int) -> list[list[float]]:
    """Return the chance to win enough stars, with the best fief for each deal and without allies.

    Each visit draws one of the given deals; the player sees it and chooses an unvisited fief (NW-SETUP-7, NW-VISIT-1).

    Args:
        deals: for each deal, all equally likely, the success chance at each fief. One deal of mean chances stands for a
            player who chooses blindly.
        stars: the stars of each fief.
        wanted: stars wanted, 0 or more.

    Returns:
        a row for each set of unvisited fiefs (as a mask, fief 0 being bit 0); in it the chance to win at least 0, 1,
        ... wanted further stars there.

    >>> whole_game_chances([(0.5, 0.25)], stars=(1, 2), wanted=3)[0b11]
    [1.0, 0.625, 0.25, 0.125]
    """
    table: list[list[float]] = []
    for unvisited in range(1 << len(stars)):
        fiefs = [fief for fief in range(len(stars)) if unvisited & BIT[fief]]
        row = [1.0]
        for needed in range(1, wanted + 1):
            won = [table[unvisited ^ BIT[fief]][max(0, needed - stars[fief])] for fief in fiefs]
            lost = [table[unvisited ^ BIT[fief]][needed] for fief in fiefs]
            total = 0.0
            if any(won):
                for deal in deals:
                    best = 0.0
                    for fief, after_success, after_failure in zip(fiefs, won, lost, strict=True):
                        chance = after_failure + deal[fief] * (after_success - after_failure)
                        if chance > best:
                            best = chance
                    total += best
            row.append(total / len(deals))
        table.append(row)
    return table


_TABLES: Final[dict[str, Any]] = {}


def plain_table() -> dict[str, Any]:
    """Return the stored exact figures over all deals: both scoring rules, and whole games without allies.

    Returns:
        the stored table; tools/plain_table.py made it and explains each figure.

    >>> sum(plain_table()["same_suit_higher"]["deals_by_trumps"])
    10518300
    """
    if not _TABLES:
        _TABLES.update(json.loads(TABLE.read_text(encoding="utf-8")))
    return _TABLES


@rests_on(*PLAIN_PHASES, what="The mean success of all deals")
def mean_success(game: Northwood) -> tuple[float, ...]:
    """Return the mean success of all eight-card deals of the whole deck in a plain visit, with best play.

    Args:
        game: the rules in force.

    Returns:
        the mean by target 0..8, for a given trump suit.

    >>> import workbench as wb
    >>> [round(chance, 6) for chance in mean_success(wb.load("northwood"))[:3]]
    [0.089272, 0.268229, 0.438313]
    """
    return tuple(plain_table()[game.options["nontrump_scoring"]]["mean_success"])


@rests_on(*PLAIN_PHASES, what="The mean success of all deals by trumps")
def mean_success_by_trumps(game: Northwood) -> tuple[tuple[float, ...], ...]:
    """Return `mean_success` of the deals with 0, 1, ..., 8 trumps in hand.

    >>> import workbench as wb
    >>> round(mean_success_by_trumps(wb.load("northwood"))[6][6], 4)
    0.7415
    """
    return tuple([tuple(row) for row in plain_table()[game.options["nontrump_scoring"]]["mean_success_by_trumps"]])
