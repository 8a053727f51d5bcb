"""The exact solver of the plain visit, against the worked figures and against a slow solver written another way."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache

import pytest

from workbench.core.figures import Withheld, unheld
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.game import Northwood
from workbench.games.northwood.plain_visit import (
    PlainVisit,
    mean_success,
    mean_success_by_trumps,
    plain_table,
    plain_visit,
    whole_game_chances,
)
from workbench.games.northwood.state import NorthwoodState

SOLVER = PlainVisit()
SUITS = "CFLE"
FULL_DECK = (1 << 32) - 1
STARS = (4, 3, 2, 1, 1, 2, 3, 4)


def reading(same_suit_scores: bool = True) -> Northwood:
    """The game with a reading of the scoring rule."""
    return Northwood({"nontrump_scoring": "same_suit_higher" if same_suit_scores else "never"})


def card(name: str) -> int:
    return SUITS.index(name[0]) * 8 + int(name[1]) - 1


def mask(names: str) -> int:
    return sum(1 << card(name) for name in names.split())


# Worked examples: the chances of further points, as far as the example gives them.
EXACT = [
    # example, clause, hand, deck, known, trump, same suit scores, last statement answered, chance by further points
    ("E3", "NW-TRICK-4", "C5 F2", "C3 C7 F1 F8", "", "L", True, True, {0: "1/3", 1: "1/2", 2: "1/6"}),
    ("E3 never", "NW-OPT-1", "C5 F2", "C3 C7 F1 F8", "", "L", False, True, {0: "1", 1: "0", 2: "0"}),
    ("E4", "NW-ENDVISIT-1", "C5 F2", "C3", "", "L", True, True, {0: "0", 1: "1", 2: "0"}),
    ("E4 at_statement", "NW-OPT-2", "C5 F2", "C3", "", "L", True, False, {0: "1", 1: "0", 2: "0"}),
    ("E5 wait", "NW-TRICK-5", "C8", "C7 F1 E2", "", "C", True, True, {0: "0", 1: "1"}),
    ("E7 wait", "NW-TRICK-6", "F8 L1 L8", "F5 F7", "", "L", True, True, {1: "0", 2: "1"}),
    ("E7 use", "NW-CHANCE-4", "F8 L1 L8", "C2 F5 F7", "C2", "L", True, True, {2: "1"}),
    ("E8 wait", "NW-TRICK-5", "E1 E3 E7", "C8 F4", "", "E", True, True, {0: "0", 2: "1"}),
    ("E8 use, F4 taken", "NW-CHANCE-4", "E1 E3 F4", "E7 C8", "E7", "E", True, True, {0: "1"}),
    ("E20 after", "NW-ENDVISIT-1", "C3 E5 F2 L8", "", "", "C", True, True, {0: "1", 1: "0"}),
    ("no hand", "NW-ENDVISIT-1", "", "C3 L5", "", "C", True, True, {0: "1"}),
]


@pytest.mark.parametrize(
    ("clause", "hand", "deck", "known", "trump", "same", "last", "wanted"),
    [row[1:] for row in EXACT],
    ids=[row[0] for row in EXACT],
)
def test_worked_examples(
    clause: str, hand: str, deck: str, known: str, trump: str, same: bool, last: bool, wanted: dict[int, str]
) -> None:
    order = tuple(card(name) for name in known.split())
    chances = PlainVisit(same, last).exact_chances(mask(hand), mask(deck), SUITS.index(trump), order)
    assert len(chances) == len(hand.split()) + 1
    for points, chance in wanted.items():
        assert chances[points] == Fraction(chance), clause


WHOLE_VISIT = mask("C2 C5 F1 F8 L3 L7 E4 E6")
E24 = [
    ("C", (0.028237, 0.162900, 0.369565, 0.493875, 0.500684, 0.369685, 0.160517, 0.029625, 0)),
    ("L", (0.017174, 0.136406, 0.384241, 0.546815, 0.552338, 0.392387, 0.138221, 0.014215, 0)),
]


@pytest.mark.parametrize(("trump", "wanted"), E24)
def test_a_whole_visit(trump: str, wanted: tuple[float, ...]) -> None:
    chances = SOLVER.chances(WHOLE_VISIT, FULL_DECK ^ WHOLE_VISIT, SUITS.index(trump))
    assert tuple(round(chance, 6) for chance in chances) == wanted


def test_a_whole_visit_without_a_point_exactly() -> None:
    assert SOLVER.exact_chances(WHOLE_VISIT, FULL_DECK ^ WHOLE_VISIT, 0)[0] == Fraction(48457, 1716099)


class Slow:
    """The same question answered the long way: true cards by name, one number of points at a time, no short forms."""

    def __init__(self, trump: str, same: bool, last: bool) -> None:
        self.trump = trump
        self.same = same
        self.last = last
        self.chance = cache(self._chance)

    def scores(self, response: str, statement: str) -> bool:
        if response[0] == statement[0]:
            return response[1] > statement[1] and (self.same or response[0] == self.trump)
        return response[0] == self.trump

    def responses(self, hand: frozenset[str], statement: str) -> list[str]:
        return sorted(card for card in hand if card[0] == statement[0]) or sorted(hand)

    def after(
        self,
        response: str,
        statement: str,
        hand: frozenset[str],
        deck: frozenset[str],
        known: tuple[str, ...],
        points: int,
    ) -> Fraction:
        return self.chance(hand - {response}, deck, known, points - self.scores(response, statement))

    def _chance(self, hand: frozenset[str], deck: frozenset[str], known: tuple[str, ...], points: int) -> Fraction:
        if not hand or not deck:
            return Fraction(points == 0)
        statements = known[:1] or tuple(deck)
        total = Fraction(0)
        for statement in statements:
            rest = deck - {statement}
            if not rest and not self.last:
                total += points == 0
            else:
                total += max(
                    self.after(response, statement, hand, rest, known[1:], points)
                    for response in self.responses(hand, statement)
                )
        return total / len(statements)


def random_position(rng: random.Random) -> tuple[list[str], list[str], list[str]]:
    """A hand, a deck and its known top cards; often of few suits, so that many cards meet their own."""
    suits = rng.sample(SUITS, rng.choice((1, 2, 3, 4, 4)))
    cards = [f"{suit}{value}" for suit in suits for value in range(1, 9)]
    rng.shuffle(cards)
    hand = cards[: rng.randint(1, 4)]
    deck = cards[4 : 4 + rng.randint(1, 4 if len(suits) == 1 else 6)]
    return hand, deck, deck[: rng.choice((0, 0, 1, 2, 3))]


@pytest.mark.parametrize("last", [True, False], ids=["after_resolution", "at_statement"])
@pytest.mark.parametrize("same", [True, False], ids=["same_suit_higher", "never"])
def test_random_small_positions_against_the_slow_solver(same: bool, last: bool) -> None:
    rng = random.Random(f"{same} {last}")
    solver = PlainVisit(same, last)
    for _ in range(60):
        hand, deck, known = random_position(rng)
        trump = rng.choice(SUITS)
        slow = Slow(trump, same, last)
        position = (mask(" ".join(hand)), mask(" ".join(deck)), SUITS.index(trump))
        order = tuple(card(name) for name in known)
        wanted = tuple(
            slow.chance(frozenset(hand), frozenset(deck), tuple(known), points) for points in range(len(hand) + 1)
        )
        assert solver.exact_chances(*position, order) == wanted, (hand, deck, known, trump)
        assert solver.chances(*position, order) == tuple(map(float, wanted))


@pytest.mark.parametrize("last", [True, False], ids=["after_resolution", "at_statement"])
@pytest.mark.parametrize("same", [True, False], ids=["same_suit_higher", "never"])
def test_random_responses_against_the_slow_solver(same: bool, last: bool) -> None:
    rng = random.Random(f"responses {same} {last}")
    solver = PlainVisit(same, last)
    for _ in range(60):
        hand, deck, known = random_position(rng)
        trump = rng.choice(SUITS)
        slow = Slow(trump, same, last)
        statement, rest, known = deck[0], deck[1:], known[1:]
        position = (mask(" ".join(hand)), mask(" ".join(rest)), SUITS.index(trump))
        order = tuple(card(name) for name in known)
        targets = range(len(hand) + 1)
        wanted = {
            card(response): tuple(
                float(slow.after(response, statement, frozenset(hand), frozenset(rest), tuple(known), points))
                for points in targets
            )
            for response in slow.responses(frozenset(hand), statement)
        }
        if not rest and not last:
            wanted = {}
        found = solver.response_chances(*position, card(statement), order)
        assert found == wanted, (hand, rest, known, statement, trump)
        assert list(found) == sorted(found)
        waiting = solver.chances(*position, order, card(statement))
        if not wanted:
            assert waiting == (1.0, *[0.0] * len(hand))
            continue
        assert waiting == tuple(map(max, zip(*wanted.values(), strict=True)))
        for points in (-1, *targets, len(hand) + 1):
            best = solver.best_response(points, *position, card(statement), order)
            at_best = wanted[best][points] if points in targets else 0.0
            assert at_best == (waiting[points] if points in targets else 0.0)


def test_a_statement_met_half_way_adds_up() -> None:
    deck = FULL_DECK ^ WHOLE_VISIT
    statements = [number for number in range(32) if deck >> number & 1]
    after = [SOLVER.chances(WHOLE_VISIT, deck ^ 1 << statement, 0, statement=statement) for statement in statements]
    means = [sum(chances) / len(statements) for chances in zip(*after, strict=True)]
    assert means == pytest.approx(SOLVER.chances(WHOLE_VISIT, deck, 0), abs=1e-12)


def test_exchanging_side_suits_changes_nothing() -> None:
    solver = PlainVisit()
    one = mask("C2 C3 F1 F8 L5 E4 E6 E7")
    other = mask("C2 C3 L1 L8 E5 F4 F6 F7")
    chances = solver.chances(one, FULL_DECK ^ one, 0)
    solved = solver.positions
    assert solver.chances(other, FULL_DECK ^ other, 0) == chances
    assert solver.positions == solved


def test_a_full_memory_is_emptied_and_answers_stay_the_same() -> None:
    small, large = PlainVisit(remembered=20), PlainVisit()
    rng = random.Random(5)
    for _ in range(5):
        hand = sum(1 << number for number in rng.sample(range(32), 6))
        assert small.chances(hand, FULL_DECK ^ hand, 1) == large.chances(hand, FULL_DECK ^ hand, 1)
    few = mask("C1"), mask("C2")
    assert small.positions > 20
    small.chances(*few, 0)
    assert small.positions == 1


REFUSED: list[tuple[str, int, int, int, tuple[int, ...], int, str]] = [
    # what, hand, deck, trump, known, statement, words
    ("card twice", mask("C1 C2"), mask("C2 F3"), 0, (), -1, "at once: C2"),
    ("trump", mask("C1"), mask("F3"), 4, (), -1, "trump suit is 4"),
    ("mask", 1 << 32, mask("F3"), 0, (), -1, "bit masks"),
    ("known not in deck", mask("C1"), mask("F3"), 0, (card("F4"),), -1, "Known top cards"),
    ("known twice", mask("C1"), mask("F3 F4"), 0, (card("F4"), card("F4")), -1, "Known top cards"),
    ("statement in deck", mask("C1"), mask("F3"), 0, (), card("F3"), "F3 is still"),
    ("no such statement", mask("C1"), mask("F3"), 0, (), 32, "statement is 32"),
]


@pytest.mark.parametrize(
    ("hand", "deck", "trump", "known", "statement", "words"),
    [row[1:] for row in REFUSED],
    ids=[row[0] for row in REFUSED],
)
def test_impossible_positions_are_refused(
    hand: int, deck: int, trump: int, known: tuple[int, ...], statement: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        PlainVisit().chances(hand, deck, trump, known, statement)


def test_no_best_response_when_the_visit_is_over() -> None:
    with pytest.raises(ValueError, match="visit is over"):
        PlainVisit(last_statement_answered=False).best_response(1, mask("C5"), 0, 0, card("C3"))


# The figures over all deals: the stored table against the rulebook's, with as many digits as the rulebook gives.
MEANS = [
    (True, (0.089272, 0.268229, 0.438313, 0.506146, 0.444845, 0.297526, 0.144010, 0.044561, 0.006471)),
    (False, (0.289115, 0.466433, 0.389852, 0.203818, 0.061006, 0.009460, 0.000672, 0.000017)),
]


@pytest.mark.parametrize(("same", "wanted"), MEANS, ids=["same_suit_higher", "never"])
def test_stored_means(same: bool, wanted: tuple[float, ...]) -> None:
    assert tuple(round(mean, 6) for mean in mean_success(reading(same))[: len(wanted)]) == wanted


# trumps in hand, deals, success by target 0..7
BY_TRUMPS = [
    (0, 735471, (0.3937, 0.6364, 0.6244, 0.4446, 0.2180, 0.0666, 0.0111, 0.0008)),
    (1, 2768832, (0.1395, 0.4126, 0.5649, 0.5100, 0.3242, 0.1383, 0.0363, 0.0051)),
    (2, 3768688, (0.0607, 0.2511, 0.4650, 0.5486, 0.4640, 0.2755, 0.1057, 0.0230)),
    (3, 2380224, (0.0143, 0.1065, 0.3153, 0.5226, 0.5835, 0.4650, 0.2468, 0.0753)),
    (4, 743820, (0.0005, 0.0149, 0.1121, 0.3535, 0.5939, 0.6384, 0.4555, 0.1881)),
    (5, 113344, (0, 0, 0.0070, 0.0907, 0.3654, 0.6634, 0.6685, 0.3794)),
    (6, 7728, (0, 0, 0, 0, 0.0478, 0.3401, 0.7415, 0.6381)),
    (7, 192, (0, 0, 0, 0, 0, 0, 0.2473, 0.8552)),
]


@pytest.mark.parametrize(("trumps", "deals", "wanted"), BY_TRUMPS)
def test_stored_means_by_trumps(trumps: int, deals: int, wanted: tuple[float, ...]) -> None:
    assert plain_table()["same_suit_higher"]["deals_by_trumps"][trumps] == deals
    assert tuple(round(mean, 4) for mean in mean_success_by_trumps(reading())[trumps][:8]) == wanted


@pytest.mark.parametrize("same", [True, False], ids=["same_suit_higher", "never"])
def test_means_by_trumps_make_up_the_mean(same: bool) -> None:
    deals = plain_table()["same_suit_higher"]["deals_by_trumps"]
    assert deals == [math.comb(8, trumps) * math.comb(24, 8 - trumps) for trumps in range(9)]
    for target, mean in enumerate(mean_success(reading(same))):
        parts = [number * row[target] for number, row in zip(deals, mean_success_by_trumps(reading(same)), strict=True)]
        assert math.fsum(parts) / math.comb(32, 8) == pytest.approx(mean, abs=1e-12)


COUNTS = [
    ("certain_deals", [2847, 1284, 1162, 1275, 1260, 784, 180, 21, 1]),
    ("hopeless_deals", [3329641, 894138, 193681, 47099, 89711, 417801, 1471796, 3878870]),
    ("deals_with_a_certain_fief", 8813),
    ("deals_up_to_side_suits", 1820803),
]


@pytest.mark.parametrize(("name", "wanted"), COUNTS, ids=[row[0] for row in COUNTS])
def test_stored_counts(name: str, wanted: int | list[int]) -> None:
    stored = plain_table()["same_suit_higher"][name]
    assert (stored[: len(wanted)] if isinstance(wanted, list) else stored) == wanted


def test_stored_mean_of_the_best_target() -> None:
    assert round(plain_table()["same_suit_higher"]["mean_success_best_fief"], 6) == 0.627537


@pytest.mark.parametrize("same", [True, False], ids=["same_suit_higher", "never"])
def test_a_random_sample_agrees_with_the_stored_means(same: bool, short: bool) -> None:
    rng = random.Random("sample")
    solver = PlainVisit(same)
    rows = []
    for _ in range(25 if short else 150):
        hand = sum(1 << number for number in rng.sample(range(32), 8))
        rows.append(solver.chances(hand, FULL_DECK ^ hand, rng.randrange(4)))
    for mean, sample in zip(mean_success(reading(same)), zip(*rows, strict=True), strict=True):
        found = math.fsum(sample) / len(sample)
        variance = math.fsum((chance - found) ** 2 for chance in sample) / (len(sample) - 1)
        if mean < 0.02:  # too rare for a sample of this size to show its own spread: the most it can be
            variance = mean * (1 - mean)
        assert abs(found - mean) <= 4 * math.sqrt(variance / len(sample)), (mean, found)


# Whole games without abilities: fiefs, stars wanted, fief chosen after seeing the deal, chosen blindly.
TWO_FIEFS = [
    ([0, 7], 4, 0.185888, 0.129855),
    ([0, 7], 8, 0.007246, 0.003978),
    ([3, 4], 1, 0.769376, None),
    ([3, 4], 2, 0.265935, None),
]


@pytest.mark.parametrize(("fiefs", "wanted", "seen", "blind"), TWO_FIEFS)
def test_stored_games_of_two_fiefs(fiefs: list[int], wanted: int, seen: float, blind: float | None) -> None:
    rows = plain_table()["whole_games"]["two_fiefs"]
    row = next(row for row in rows if row["fiefs"] == fiefs and row["stars"] == wanted)
    assert round(row["seen"], 6) == seen
    means = [tuple(mean_success(reading())[fief] for fief in fiefs)]
    computed = whole_game_chances(means, tuple(STARS[fief] for fief in fiefs), wanted)[3][wanted]
    assert row["blind"] == pytest.approx(computed, abs=1e-12)
    if blind is not None:
        assert round(row["blind"], 6) == blind


def test_stored_games_of_eight_fiefs() -> None:
    row = plain_table()["whole_games"]["eight_fiefs"]
    # the rulebook sampled 200,000 deals for the first line
    assert row["seen"] == pytest.approx([0.0202, 0.0040, 0.00077], rel=0.05)
    assert row["mean_stars_seen"] == pytest.approx(7.90, abs=0.02)
    assert [round(row["blind"][0], 6), *[round(chance, 7) for chance in row["blind"][1:]]] == [
        0.000376,
        0.0000365,
        0.0000045,
    ]
    assert round(row["mean_stars_blind"], 6) == 4.194718
    blind = whole_game_chances([mean_success(reading())[:8]], STARS, 20)[255]
    assert row["blind"] == pytest.approx([blind[threshold] for threshold in row["thresholds"]], abs=1e-12)


# deals, stars of the fiefs, chances of 0, 1, ... stars with all fiefs open; each worked out by hand
SMALL_GAMES = [
    # one fief is certain for each deal: the first visit always succeeds, the second in half of the deals
    ([(1.0, 0.0), (0.0, 1.0)], (1, 1), [1.0, 1.0, 0.5]),
    # the same fiefs chosen blindly
    ([(0.5, 0.5)], (1, 1), [1.0, 0.75, 0.25]),
    # two stars wanted: the deal that suits neither fief is thrown at the small one
    ([(0.0, 0.0), (1.0, 1.0)], (1, 2), [1.0, 0.75, 0.75, 0.25]),
    ([(0.25,)], (3,), [1.0, 0.25, 0.25, 0.25]),
]


@pytest.mark.parametrize(("deals", "stars", "wanted"), SMALL_GAMES)
def test_small_whole_games(deals: list[tuple[float, ...]], stars: tuple[int, ...], wanted: list[float]) -> None:
    assert whole_game_chances(deals, stars, len(wanted) - 1)[-1] == wanted


def test_the_solver_and_the_tables_are_silent_where_the_plain_visit_is_another() -> None:
    class Other(Respond):
        def scores(self, state: NorthwoodState, response: int) -> bool:
            return False

    game = Northwood({}, phases={"respond": Other})
    for figure in (plain_visit, mean_success, mean_success_by_trumps):
        with pytest.raises(Withheld, match="rests on the phase 'respond'"):
            figure(game)
    assert unheld(plain_visit)(game) is plain_visit(Northwood({}))


def test_every_reading_has_its_solver() -> None:
    last = mask("C5"), mask("C3"), SUITS.index("L")
    assert plain_visit(reading()).exact_chances(*last) == (0, 1)
    assert plain_visit(reading(False)).exact_chances(*last) == (1, 0)
    for check in ("at_statement", "instant"):
        assert plain_visit(Northwood({"visit_end_check": check})).exact_chances(*last) == (1, 0)
