"""The laws of For Goods and Honor: the brief's numbers, brute force, and the phases of the game themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

import workbench as wb
from tests.games.goods_and_honor.changed import (
    Bonus,
    Crowded,
    FolkAlwaysWin,
    NoWounds,
    RedOneOnly,
    SixesWin,
    TiesCount,
)
from tests.helpers import some_in_short
from workbench.core.figures import Withheld
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.goods_and_honor import laws
from workbench.games.goods_and_honor.bids import legal_bids
from workbench.games.goods_and_honor.components import (
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_GOOD,
    GOODS,
    ITEMS,
    NONE,
    SECTION_NAMES,
    SECTIONS,
    TYPE_CODES,
    TYPES,
    die_of,
)
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.laws import EMPTY, FREE, Best, Layout
from workbench.games.goods_and_honor.produce import Produce
from workbench.games.goods_and_honor.scoring import score_parts
from workbench.games.goods_and_honor.state import GoodsAndHonorState

TIES = ("reroll", "folk_wins", "nastigan_wins")


def load(players: int = 3, **options: Any) -> GoodsAndHonor:
    game = wb.load("goods_and_honor", players=players, **options)
    assert isinstance(game, GoodsAndHonor)
    return game


def fractions(*texts: str) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def counts(text: str) -> tuple[int, ...]:
    """Folks such as ``P2 S1``."""
    found = [0] * TYPES
    for word in text.split():
        if word != "-":
            found[TYPE_CODES.index(word[0])] = int(word[1:])
    return tuple(found)


def layout(text: str) -> Layout:
    """A mat such as ``Food P2 | Guards S1``."""
    found = dict.fromkeys(SECTION_NAMES, counts(""))
    for part in text.split("|"):
        name, _, folk = part.strip().partition(" ")
        found[name] = counts(folk)
    return tuple([found[name] for name in SECTION_NAMES])


def mat(sections: Layout) -> str:
    """The same, written down."""
    return " | ".join(
        f"{SECTION_NAMES[place]} " + (" ".join(f"{TYPE_CODES[kind]}{n}" for kind, n in enumerate(section) if n) or "-")
        for place, section in enumerate(sections)
    )


def stash(honor: str, goods: str = "0/0/0") -> tuple[int, ...]:
    """A stash such as ``A9 B2`` and ``4/2/2``."""
    found = [0] * ITEMS
    for word in honor.split():
        found["ABCDEF".index(word[0])] = int(word[1:])
    found[FIRST_GOOD:] = [int(one) for one in goods.split("/")]
    return tuple(found)


def bag(folks: int | tuple[int, ...], nastigans: int, **options: Any) -> GoodsAndHonorState:
    """A bag to be drawn from."""
    return laws.bag_of(load(**options), folks, nastigans)


def duels(**options: Any) -> list[laws.DuelLaw]:
    """The odds of the three dice, the best first."""
    everybody = laws.mat_of(load(**options), (1, 1, 1))
    return [laws.duel_law(everybody, defender) for defender in laws.DEFENDERS]


# -- the bag -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("folks", "nastigans"), [(2, 0), (2, 3), (3, 2), (4, 3), (5, 2), (3, 4)])
def test_the_law_of_the_nastigans_is_that_of_all_orders_of_the_bag(folks: int, nastigans: int) -> None:
    found = [0] * (nastigans + 1)
    size = folks + nastigans
    for places in combinations(range(size), nastigans):
        tokens = ["N" if place in places else "F" for place in range(size)]
        second = [place for place, token in enumerate(tokens) if token == "F"][1]
        found[tokens[:second].count("N")] += 1
    assert laws.draw_law(bag(folks, nastigans)) == tuple([Fraction(one, sum(found)) for one in found])


@pytest.mark.parametrize("folks", [0, 1])
def test_too_few_folks_empty_the_bag(folks: int) -> None:
    assert laws.draw_law(bag(folks, 4)) == (0, 0, 0, 0, 1)
    assert laws.fought_law(bag(folks, 4)) == (0, 0, 0, 1)


def test_where_nothing_is_drawn_there_is_no_law() -> None:
    for ending in ("skip_draw", "end_game"):
        assert laws.draw_law(bag(1, 4, bag_short=ending)) == laws.fought_law(bag(1, 4, bag_short=ending)) == ()
        assert laws.draw_law(bag(2, 1, bag_short=ending)) == (Fraction(1, 3), Fraction(2, 3))
    assert laws.draw_law(bag(0, 0)) == () and laws.pair_law(bag(0, 0)) == {}


def test_the_types_in_the_bag_do_not_matter_for_the_nastigans() -> None:
    assert laws.draw_law(bag((3, 0, 2, 4), 5)) == laws.draw_law(bag(9, 5))


@pytest.mark.parametrize(
    ("players", "none", "chances", "drawn", "fought"),
    [
        (3, "1001/1717", [0.2798, 0.0975, 0.0292, 0.0105], "48/79", 0.5938),
        (4, "213/380", [0.2862, 0.1062, 0.0339, 0.0132], "48/73", 0.6398),
        (5, "143/267", [0.2921, 0.1158, 0.0395, 0.0169], "48/67", 0.6931),
        (6, "295/581", [0.2972, 0.1266, 0.0464, 0.0220], "48/61", 0.7557),
    ],
)
def test_the_first_turn(players: int, none: str, chances: list[float], drawn: str, fought: float) -> None:
    game = load(players)
    state = game.match(seed=1).state
    assert isinstance(state, GoodsAndHonorState)
    law = laws.draw_law(state)
    assert law[0] == Fraction(none) and sum(law) == 1
    assert [round(float(chance), 4) for chance in (*law[1:4], sum(law[4:]))] == chances
    assert laws.mean(law) == Fraction(drawn) == Fraction(2 * game.nastigans, int(state.folk_in_bag()) + 1)
    assert round(float(laws.mean(laws.fought_law(state))), 4) == fought


@pytest.mark.parametrize(
    ("folks", "drawn", "fought"), [(60, 0.79, 0.76), (40, 1.17, 1.07), (24, 1.92, 1.56), (12, 3.69, 2.24)]
)
def test_the_later_the_more_dangerous(folks: int, drawn: float, fought: float) -> None:
    assert round(float(laws.mean(laws.draw_law(bag(folks, 24)))), 2) == drawn
    assert round(float(laws.mean(laws.fought_law(bag(folks, 24)))), 2) == fought


def test_a_bag_in_the_middle_of_a_game() -> None:
    law = laws.draw_law(bag(34, 24))
    assert list(law[:4]) == fractions("187/551", "1122/3857", "3519/19285", "17204/173565")
    assert sum(law[4:]) == Fraction("23/261") and laws.mean(law) == Fraction("48/35")
    assert round(float(laws.mean(laws.fought_law(bag(34, 24)))), 4) == 1.2176
    pairs = laws.pair_law(bag((10, 8, 9, 7), 2))
    assert pairs[0, 0] == Fraction(15, 187)
    assert sum(chance for pair, chance in pairs.items() if 3 not in pair) == Fraction(117, 187)


def test_no_more_are_fought_than_the_cap() -> None:
    def fought(cap: int) -> laws.Law:
        return laws.fought_law(bag(10, 6, duel_cap=cap))

    assert fought(0) == (1,)
    assert fought(6) == laws.draw_law(bag(10, 6)) == fought(9)
    assert fought(2)[2] == sum(laws.draw_law(bag(10, 6))[2:])


def test_pairs_of_folks_are_those_of_all_orders() -> None:
    tokens = [0, 0, 1, 3, 3]
    found = Counter(tuple(sorted(order[:2])) for order in permutations(tokens))
    assert laws.pair_law(bag((2, 1, 0, 2), 3)) == {pair: Fraction(n, sum(found.values())) for pair, n in found.items()}
    assert laws.pair_law(bag((0, 1, 0, 0), 3)) == {(1,): 1}


# -- duels -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ties", TIES)
def test_duels_are_those_of_all_pairs_of_dice(ties: str) -> None:
    for sides, law in zip((8, 6, 4), duels(duel_tie=ties), strict=True):
        pairs = list(product(range(1, 7), range(1, sides + 1)))
        wins = sum(blue > red or (blue == red and ties == "folk_wins") for red, blue in pairs)
        tied = sum(blue == red for red, blue in pairs) * (ties == "reroll")
        assert (law.wins, law.ties, law.losses) == (wins, tied, len(pairs) - wins - tied)
        # one roll decides, or the same question comes up again after a tie
        assert law.win == Fraction(wins, len(pairs)) + Fraction(tied, len(pairs)) * law.win
        assert law.rolls == 1 + Fraction(tied, len(pairs)) * law.rolls
        (collapsed,) = [one for one in duels(duel_tie=ties, duel_chance="collapsed") if one.win == law.win]
        assert collapsed.rolls == 1 and collapsed.ties == 0


def test_the_odds_of_the_three_dice() -> None:
    assert [law[:3] for law in duels()] == [(27, 6, 15), (15, 6, 15), (6, 4, 14)]
    assert [law.win for law in duels()] == fractions("9/14", "1/2", "3/10") == list(laws.dice_chances(load()))
    assert [law.rolls for law in duels()] == fractions("8/7", "6/5", "6/5")
    assert [law.win for law in duels(duel_tie="folk_wins")] == fractions("33/48", "21/36", "10/24")
    assert [law.win for law in duels(duel_tie="nastigan_wins")] == fractions("27/48", "15/36", "6/24")


def test_a_changed_roll_changes_the_odds_of_a_duel() -> None:
    assert [law.win for law in duels(phases={"roll": FolkAlwaysWin})] == [1, 1, 1]
    assert [law.win for law in duels(phases={"roll": SixesWin})] == [Fraction(28, 28 + 15), Fraction(16, 31), Fraction(3, 10)]
    assert [law.win for law in duels(phases={"roll": RedOneOnly})] == [1, 1, 1]
    collapsed = duels(phases={"roll": SixesWin}, duel_chance="collapsed")
    assert [law.win for law in collapsed] == [law.win for law in duels(phases={"roll": SixesWin})]
    for phases in ({"roll": FolkAlwaysWin}, {"roll": SixesWin}):
        with pytest.raises(Withheld, match="rests on the phase 'roll'"):
            laws.dice_chances(load(phases=phases))


def test_the_odds_of_a_duel_fall_silent_where_they_cannot_be_told() -> None:
    with pytest.raises(Withheld, match="rests on the phase 'roll'"):
        duels(phases={"roll": TiesCount})
    with pytest.raises(Withheld, match="rests on the phase 'defend'"):
        duels(phases={"defend": NoWounds})


@pytest.mark.parametrize(
    ("guards", "chances", "mean"),
    [
        ((1, 0, 6), ["729/2744", "3411/13720", "87/280", "7/40"], "957/686"),
        ((1, 1, 5), ["729/2744", "965/2744", "101/392", "1/8"], "426/343"),
        ((0, 0, 7), ["27/1000", "189/1000", "441/1000", "343/1000"], "21/10"),
    ],
)
def test_losses_against_three_nastigans(guards: tuple[int, ...], chances: list[str], mean: str) -> None:
    law = laws.losses_law(laws.mat_of(load(), guards, 3))
    assert list(law) == fractions(*chances)
    assert laws.mean(law) == Fraction(mean)


def losses_in_the_game(state: GoodsAndHonorState, before: int) -> dict[int, Fraction]:
    """The law of the losses as the phases of the game give it, the best die defending."""
    if state.to_move == CHANCE and state.phase.name == "duel":
        outcomes = state.chance()
        total = sum(weight for _, weight in outcomes)
        found: dict[int, Fraction] = {}
        for action, weight in outcomes:
            child = state.copy()
            child.apply(action)
            for lost, chance in losses_in_the_game(child, before).items():
                found[lost] = found.get(lost, Fraction(0)) + chance * Fraction(weight, total)
        return found
    if state.phase.name == "defend":
        child = state.copy()
        child.apply(max(state.legal(), key=lambda action: die_of(*divmod(action - FIRST_DEFEND, SECTIONS))))
        return losses_in_the_game(child, before)
    return {before - sum(state.folk(0)) - sum(state.hand(0)): Fraction(1)}


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("reuse", ["yes", "no"])
@pytest.mark.parametrize(
    "folk",
    [
        "Food P2 W1 | Guards S1 | New R1",
        "Food P1 | Guards S1 W1",
        "Food P2 | Guards W1",
        "Guards S2",
        "Food P1",
        "Wood W1 | Rock R1 S1",
    ],
)
def test_losses_are_those_of_the_phases(folk: str, reuse: str, ties: str) -> None:
    game = load(duel_chance="collapsed", defender_reuse=reuse, duel_tie=ties)
    state = game.position({"mats": {"A": folk}, "active": "A", "table": "N3", "phase": "defend"})
    found = losses_in_the_game(state, sum(state.folk(0)))
    for rolled in ("collapsed", "dice"):
        rules = load(duel_chance=rolled, defender_reuse=reuse, duel_tie=ties)
        law = laws.losses_law(rules.position(state.to_dict()))
        assert {lost: chance for lost, chance in enumerate(law) if chance} == found


def test_folks_in_new_defend_where_they_may() -> None:
    position = {"mats": {"A": "Food P2 W1 | Guards S1 W1 | New R1"}}
    assert laws.defenders_of(load().position(position), 0) == (1, 1, 4)
    assert laws.defenders_of(load(new_folks_defend="no").position(position), 0) == (1, 1, 3)
    assert laws.defenders_of(load().position(position), 1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("guards", "lost"), [((0, 0, 7), 0.448), ((0, 1, 6), 0.342), ((1, 0, 6), 0.257), ((2, 0, 5), 0.231)]
)
def test_folks_lost_in_the_first_turn(guards: tuple[int, ...], lost: float) -> None:
    assert round(float(laws.lost_per_turn(load(duel_cap=3), 72, 24, guards)), 3) == lost


def test_when_a_guard_pays() -> None:
    sentry = laws.guard_break_even(load(), 72, 24, (0, 0, 7))
    assert sentry.saved == laws.lost_per_turn(load(), 72, 24, (0, 0, 7)) - laws.lost_per_turn(load(), 72, 24, (1, 0, 6))
    assert sentry.turns is not None and round(float(sentry.turns), 1) == 2.6
    other = laws.guard_break_even(load(), 72, 24, (0, 0, 7), sentry=False, cost=2)
    assert other.turns is not None and other.turns == 2 / (2 * other.saved) > sentry.turns
    assert laws.guard_break_even(load(), 72, 0, (0, 0, 7)) == (0, None)
    assert laws.guard_break_even(load(duel_cap=0), 72, 24, (0, 0, 7)) == (0, None)
    with pytest.raises(ValueError, match="no Folk outside Guards"):
        laws.guard_break_even(load(), 72, 24, (1, 2, 0))


# -- layouts -----------------------------------------------------------------------------------------------------------

PRODUCTION: dict[str, dict[str, Any]] = {
    "the text": {},
    "flat": {"production_table": "flat1"},
    "idle Sentryfolk": {"production_table": "home3_else1", "sentry_points": 0},
    "own table": {"production_table": "custom", "production_matrix": (0, 1, 3, 2, 2, 0, 1, 0, 0, 4, 1, 2)},
    "two points a token": {"points_per_good": 2},
    "one point a token, two of a Sentryfolk": {"points_per_good": 1, "sentry_points": 2},
    "pawns": {"elder_pawns": "on"},
    "pawns at home": {"elder_pawns": "on", "pawn_bonus": "home_folk_only"},
    "one pawn point": {"elder_pawns": "on", "pawn_bonus": "one_per_section"},
    "one pawn point, idle Sentryfolk": {
        "elder_pawns": "on",
        "pawn_bonus": "one_per_section",
        "sentry_points": 0,
        "points_per_good": 1,
    },
    "two a section": {"capacity": 2},
    "one a section, pawns": {"capacity": 1, "elder_pawns": "on", "points_per_good": 2},
    "carried": {"remainder": "carry"},
}


@pytest.mark.parametrize(
    ("sections", "pawn", "points", "tokens"),
    [
        ("Food P2 W1 S1", NONE, (6, 0, 0), (2, 0, 0)),
        ("Food P2 W1 S1", 0, (10, 0, 0), (3, 0, 0)),
        ("Food P2 W1 S1", 1, (6, 0, 0), (2, 0, 0)),
        ("Food P1 R1 | Wood P1 W2 | Rock R1 | Guards S2 | New P1 W1", NONE, (3, 5, 2), (1, 1, 0)),
        ("Food P1 | Wood W1 S1 | Rock R1 P1 | Guards S1 | New R1", NONE, (2, 3, 3), (0, 1, 1)),
        ("Food P2 | Wood W1 S1 | Rock R2 P1 | Guards S1", NONE, (4, 3, 5), (1, 1, 1)),
    ],
)
def test_what_a_layout_produces(sections: str, pawn: int, points: tuple[int, ...], tokens: tuple[int, ...]) -> None:
    game = load(elder_pawns="off" if pawn == NONE else "on")
    found = laws.output(game, layout(sections), pawn)
    assert (found.points, found.tokens) == (points, tokens)
    assert found.lost == tuple([have % 3 for have in points])


def test_points_carried_over_count() -> None:
    game = load(remainder="carry")
    found = laws.output(game, layout("Wood P1 W2 | Rock R1"), carry=(0, 2, 2))
    assert found == ((0, 7, 4), (0, 2, 1), (0, 1, 1))


def random_folk(rng: Random, most: int) -> tuple[int, ...]:
    return tuple([int(rng.below(most + 1)) for _ in range(TYPES)])


@pytest.mark.parametrize("variant", [name for name, options in PRODUCTION.items() if "capacity" not in options])
def test_outputs_are_those_of_the_produce_phase(variant: str) -> None:
    game = load(**PRODUCTION[variant])
    rng = Random(1, "mats")
    for _ in range(20):
        sections = tuple([random_folk(rng, 2) for _ in range(SECTIONS - 1)])
        pawn = int(rng.below(GOODS)) if game.elder_pawns_on else NONE
        carry = tuple([int(rng.below(3)) for _ in range(GOODS)]) if game.remainder_carried else (0, 0, 0)
        position: dict[str, Any] = {"mats": {"B": mat(sections)}}
        if game.elder_pawns_on:
            position["pawns"] = {"A": "Food", "B": SECTION_NAMES[pawn], "C": "Food"}
        if game.remainder_carried:
            position["carry"] = {"B": "/".join(map(str, carry))}
        state = game.position({**position, "active": "A"})
        assert laws.output(game, sections, pawn, carry).tokens == game.produce.yields(state, 1)


def undominated(vectors: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {
        one
        for one in vectors
        if not any(other != one and all(o >= v for o, v in zip(other, one, strict=True)) for other in vectors)
    }


def every_output(
    game: GoodsAndHonor,
    folk: tuple[int, ...],
    guards: tuple[int, ...],
    pawns: tuple[int, ...],
    carry: tuple[int, ...],
    fixed: Layout,
) -> set[tuple[int, ...]]:
    """All undominated outputs, by trying every layout, workers who stay away from work included."""
    ways = [
        [split for split in product(range(count + 1), repeat=GOODS) if sum(split) <= count]
        for count in (folk[kind] - guards[kind] for kind in range(TYPES))
    ]
    found = set()
    for splits in product(*ways):
        added = [[split[section] for split in splits] for section in range(GOODS)]
        if game.capacity and any(
            sum(added[section]) > max(0, game.capacity - sum(fixed[section])) for section in range(GOODS)
        ):
            continue
        sections = tuple(
            [tuple([fixed[section][kind] + added[section][kind] for kind in range(TYPES)]) for section in range(GOODS)]
        )
        found.update([laws.output(game, sections, pawn, carry).tokens for pawn in pawns])
    return undominated(found)


def check(game: GoodsAndHonor, found: tuple[Best, ...], every: tuple[int, ...], carry: tuple[int, ...]) -> None:
    """Each layout uses exactly these Folks, keeps the limit, and produces what it says."""
    for best in found:
        assert tuple([sum(section[kind] for section in best.layout) for kind in range(TYPES)]) == every
        assert laws.output(game, best.layout, best.pawn, carry).tokens == best.tokens
        assert not game.capacity or max(sum(section) for section in best.layout[:GOODS]) <= game.capacity


@some_in_short("variant", list(PRODUCTION), every=2)
def test_the_best_outputs_are_those_of_all_layouts(variant: str) -> None:
    game = load(**PRODUCTION[variant])
    rng = Random(2, variant)
    for trial in range(6):
        folk = random_folk(rng, 2)
        guards = tuple([int(rng.below(count + 1)) if trial % 2 else 0 for count in folk])
        pawn = (FREE, int(rng.below(GOODS)))[trial % 2] if game.elder_pawns_on else NONE
        carry = tuple([int(rng.below(3)) for _ in range(GOODS)]) if game.remainder_carried else (0, 0, 0)
        fixed = EMPTY
        if trial >= 3 and not game.capacity:
            fixed = tuple([random_folk(rng, 1) for _ in range(GOODS + 1)])
        elif trial >= 3:
            fixed = ((1, 0, 0, 0), counts("-"), (0, 0, 0, 1), (0, 1, 0, 0))
        found = laws.best_outputs(game, folk, guards, pawn, carry, fixed)
        pawns = tuple(range(GOODS)) if pawn == FREE else (pawn,)
        assert {best.tokens for best in found} == every_output(game, folk, guards, pawns, carry, fixed)
        assert len({best.tokens for best in found}) == len(found)
        assert [sum(best.tokens) for best in found] == sorted((sum(best.tokens) for best in found), reverse=True)
        check(game, found, tuple([folk[kind] + sum(s[kind] for s in fixed) for kind in range(TYPES)]), carry)
        for best in found:
            assert all(best.layout[3][kind] >= guards[kind] + fixed[3][kind] for kind in range(TYPES))


@pytest.mark.parametrize(
    ("guards", "most", "ways"),
    [
        ("-", 6, {(2, 2, 2)}),
        ("S1", 5, {(1, 2, 2), (2, 1, 2), (2, 2, 1), (2, 3, 0), (3, 2, 0)}),
        ("S2", 5, {(2, 2, 1)}),
    ],
)
def test_the_first_guard_costs_a_token_and_the_second_none(guards: str, most: int, ways: set[tuple[int, ...]]) -> None:
    found = laws.best_outputs(load(), (3, 3, 2, 2), counts(guards))
    assert max(sum(best.tokens) for best in found) == most
    assert {best.tokens for best in found if sum(best.tokens) == most} == ways


def test_every_starting_hand_can_make_one_of_each_and_three_at_most() -> None:
    for one in range(TYPES):
        for other in range(one, TYPES):
            hand = tuple([1 + (kind == one) + (kind == other) for kind in range(TYPES)])
            found = laws.best_outputs(load(), hand)
            assert found[0].tokens == (1, 1, 1) and max(sum(best.tokens) for best in found) == 3
            with_pawn = laws.best_outputs(load(elder_pawns="on"), hand, pawn=FREE)
            # five with three Folks of one type that has a home
            assert max(sum(best.tokens) for best in with_pawn) == (5 if one == other != 3 else 4)


def test_too_many_guards() -> None:
    with pytest.raises(ValueError, match="cannot be taken from Folks"):
        laws.best_outputs(load(), (1, 1, 1, 1), guards=(0, 0, 0, 2))


def test_a_changed_phase_changes_the_laws() -> None:
    class Generous(Produce):
        """A Ridgefolk in Rock gives four points more."""

        def points(self, state: GoodsAndHonorState, seat: int, section: int) -> int:
            return int(super().points(state, seat, section)) + 4 * state.section(seat, 2)[2] * (section == 2)

    game = load(phases={"produce": Generous})
    assert laws.points_law(game).each[2] == (1, 1, 6)
    assert laws.best_outputs(game, (0, 0, 2, 0))[0].tokens == laws.good_outputs(game, (0, 0, 2, 0))[0].tokens == (0, 0, 4)
    assert laws.points_law(load()).each[2] == (1, 1, 2)


def test_points_that_do_not_add_up_are_tried_layout_by_layout() -> None:
    game = load(phases={"produce": Crowded})
    folk, nobody = (4, 1, 0, 1), (0, 0, 0, 0)
    found = laws.best_outputs(game, folk)
    assert {best.tokens for best in found} == every_output(game, folk, nobody, (NONE,), (0, 0, 0), EMPTY)
    check(game, found, folk, (0, 0, 0))
    assert {best.tokens for best in found} != {best.tokens for best in laws.best_outputs(load(), folk)}
    with pytest.raises(Withheld, match="rests on the phase 'produce'"):
        laws.best_outputs(game, (9, 9, 9, 9))


def test_what_the_middle_will_be_is_not_said_where_producing_does_something_else() -> None:
    state = load(phases={"produce": Bonus}).position({"supply": "2/1/3", "mats": MATS, "active": "A", "phase": "assign"})
    for figure in (laws.supply_curve, laws.foreseen_end):
        with pytest.raises(Withheld, match="How the middle empties is not shown"):
            figure(state)
    assert "→?" in state.game.text(state, 0) and "foreseen" not in state.game.text(state, 0)
    crowded = load(phases={"produce": Crowded}).position(state.to_dict())
    assert laws.supply_curve(crowded) == laws.supply_curve(load().position(state.to_dict()))


# -- stashes and bids --------------------------------------------------------------------------------------------------

GIVER = stash("A9 B2 C3 D1", "4/2/2")
BIDDERS = {1: stash("A1 B6 C5 D2"), 2: stash("A3 B3 C5 D4", "3/3/2"), 3: stash("A2 B4 C2 D8", "2/3/3")}


@pytest.mark.parametrize(
    ("bidder", "bid", "gain", "loss"),
    [
        (1, stash("B3"), 3, 0),
        (2, stash("D1", "0/1/0"), 9, 2),
        (3, stash("D2 A1"), 9, 8),
    ],
)
def test_what_a_bid_is_worth(bidder: int, bid: tuple[int, ...], gain: int, loss: int) -> None:
    value = laws.bid_value(load(4), bid, GIVER, 0, BIDDERS[bidder], bidder)
    assert (value.gain, value.loss) == (gain, loss)
    assert (sum(value.giver), -sum(value.bidder)) == (gain, loss)


def test_where_the_gain_comes_from() -> None:
    value = laws.bid_value(load(4), stash("D1", "0/1/0"), GIVER, 0, BIDDERS[2], 2)
    assert value.giver == (0, 1, 10, -2)  # a Wood left over; a set of Honor out of two chips left over and a new one
    with pytest.raises(ValueError, match="holds more than the stash"):
        laws.bid_value(load(4), stash("E1"), GIVER, 0, BIDDERS[2], 2)


@pytest.mark.parametrize("seed", range(4))
def test_a_bid_is_worth_what_the_award_changes(seed: int) -> None:
    match = load(3 + seed).match(seed)
    seen = 0
    while not match.over and seen < 12:
        state = match.state
        assert isinstance(state, GoodsAndHonorState)
        if state.phase.name == "award":
            giver = int(state.to_move)
            for action in state.legal():
                bidder = action - FIRST_GIVE
                after = state.copy()
                after.apply(action)
                value = laws.bid_value(
                    state.game, state.bid(bidder), state.stash(giver), giver, state.stash(bidder), bidder
                )
                assert after.scores()[giver] - state.scores()[giver] == value.gain
                assert state.scores()[bidder] - after.scores()[bidder] == value.loss
                seen += 1
        match.play(state.legal()[seed % len(state.legal())])
    assert seen >= 12


@pytest.mark.parametrize("options", [{}, {"own_chips_score": 1, "set_points": 7, "single_points": 2}], ids=str)
def test_items_are_worth_what_the_score_says(options: dict[str, Any]) -> None:
    rng = Random(3)
    for players in (3, 4, 5, 6):
        game = load(players, **options)
        for _ in range(10):
            seat = int(rng.below(players))
            held = [int(rng.below(4)) if item < players or item >= FIRST_GOOD else 0 for item in range(ITEMS)]
            values = laws.item_values(game, tuple(held), seat)
            assert [value.item for value in values] == [*range(players), 6, 7, 8]
            for value in values:
                for step, change in ((1, value.more), (-1, value.less)):
                    other = held[:]
                    other[value.item] += step
                    if min(other) < 0:
                        assert change is None
                    else:
                        scores = [sum(score_parts(game, tuple(one), seat)) for one in (held, other)]
                        assert change == step * (scores[1] - scores[0])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_item_that_completes_a_set(players: int) -> None:
    held = [4, *[1] * (players - 2), *[0] * (7 - players), 1, 1, 0]
    values = {value.item: value for value in laws.item_values(load(players), tuple(held), 0)}
    assert values[players - 1].more == 12 - players  # the missing colour
    assert values[8].more == 8 and values[6].more == 1
    assert values[0].more == 0


BIDDING: dict[str, dict[str, Any]] = {
    "the text": {},
    "two at most": {"bid_max": 2},
    "up to twelve": {"bid_max": 12},
    "chips only": {"bid_items": "chips_only"},
    "own chips only": {"bid_items": "own_chips_only"},
}


@pytest.mark.parametrize("variant", BIDDING)
def test_bids_are_counted_without_listing_them(variant: str) -> None:
    rng = Random(4, variant)
    for players in (3, 6):
        game = load(players, **BIDDING[variant])
        for _ in range(8):
            held = tuple([int(rng.below(3)) if item < players or item >= FIRST_GOOD else 0 for item in range(ITEMS)])
            seat = int(rng.below(players))
            bids = legal_bids(game, held, seat)
            assert laws.count_bids(game, held, seat) == len(bids) == len(set(bids))
            # independently: every vector of counts, tried
            allowed = [
                min(count, game.bid_max) if item in game.bid_items[seat] else 0 for item, count in enumerate(held)
            ]
            tried = {one for one in product(*[range(most + 1) for most in allowed]) if 0 < sum(one) <= game.bid_max}
            assert set(bids) == tried


def test_the_most_bids_there_can_be() -> None:
    found = []
    for players in (3, 4, 5, 6):
        held = (5,) * players + (0,) * (6 - players) + (5,) * 3
        found.append(laws.count_bids(load(players), held, 0))
    assert found == [461, 791, 1286, 2001]


def test_every_bid_has_one_path_through_the_auction() -> None:
    game = load(auto_single="off")
    position = {
        "honor": {"A": "A9 B8", "B": "A1 B2", "C": "C10"},
        "goods": {"A": "0/0/0", "B": "1/0/0"},
        "supply": "14/15/15",
        "active": "A",
        "table": "P1",
        "phase": "bid",
        "mats": {"A": "New W1"},
    }
    start = game.position(position)
    assert start.to_move == 1
    ended: Counter[tuple[int, ...]] = Counter()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal():
            child = state.copy()
            child.apply(action)
            if child.to_move == 1:
                waiting.append(child)
            else:
                ended[child.bid(1)] += 1
    assert set(ended.values()) == {1}
    assert set(ended) == set(legal_bids(game, start.stash(1), 1)) and len(ended) == 11


# -- the end -----------------------------------------------------------------------------------------------------------

MATS = {"A": "Rock R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"}


def test_the_end_foreseen() -> None:
    state = load().position({"supply": "2/1/3", "mats": MATS, "active": "A", "phase": "assign"})
    curve = laws.supply_curve(state)
    assert [(step.seat, step.taken, step.left) for step in curve] == [
        (1, (1, 1, 1), (1, 0, 2)),
        (2, (1, 0, 1), (0, 0, 1)),
        (0, (0, 0, 1), (0, 0, 0)),
    ]
    assert [step.certain for step in curve] == [True, True, False]  # A's own mat is not final yet
    assert laws.foreseen_end(state) == curve[-1] and curve[-1].ends
    later = load().position({"supply": "1/0/2", "mats": MATS, "active": "B", "phase": "assign"})
    assert [(step.seat, step.certain, step.ends) for step in laws.supply_curve(later)] == [
        (2, True, False),
        (0, True, True),
    ]


def test_a_mat_that_yields_nothing_leaves_the_end_open() -> None:
    mats = {**MATS, "A": "Guards R3"}
    state = load().position({"supply": "2/1/3", "mats": mats, "active": "A", "phase": "assign"})
    assert laws.foreseen_end(state) is None
    assert [step.left for step in laws.supply_curve(state)][-1] == (0, 0, 1)
    two = laws.supply_curve(state, rounds=2)
    assert (two[-1].seat, two[-1].ends, two[-1].certain) == (1, True, False) and len(two) == 4


@pytest.mark.parametrize(
    ("options", "seat", "left"),
    [
        ({"end_trigger": "any_type"}, 1, (1, 0, 2)),
        ({"points_per_good": 2}, 2, (0, 0, 0)),
        ({"production_table": "flat1", "points_per_good": 1}, 2, (0, 0, 0)),
    ],
    ids=str,
)
def test_other_rules_end_it_otherwise(options: dict[str, Any], seat: int, left: tuple[int, ...]) -> None:
    state = load(**options).position({"supply": "2/1/3", "mats": MATS, "active": "A", "phase": "assign"})
    end = laws.foreseen_end(state)
    assert end is not None
    assert (end.seat, end.left) == (seat, left)


def test_a_type_that_is_short_may_leave_the_end_open() -> None:
    state = load(shortage="none_if_short").position({"supply": "2/1/3", "mats": MATS, "active": "A", "phase": "assign"})
    assert laws.foreseen_end(state) is None
    assert laws.supply_curve(state)[-1].taken == (0, 0, 0)


@pytest.mark.parametrize("options", [{"phase_order": "trade_first"}, {"production_mandatory": "no"}])
def test_nothing_is_certain_where_mats_can_change_in_between(options: dict[str, Any]) -> None:
    state = load(**options).position({"supply": "2/1/3", "mats": MATS, "active": "A", "phase": "assign"})
    curve = laws.supply_curve(state)
    assert curve and not any(step.certain for step in curve)
    assert curve[0].seat == (0 if "phase_order" in options else 1)


def certainties(position: dict[str, Any], **options: Any) -> list[bool]:
    state = load(**options).position({"supply": "5/5/5", "mats": MATS, "active": "A", **position})
    return [step.certain for step in laws.supply_curve(state)]


def test_a_gift_that_has_been_placed_leaves_the_next_mat_as_it_is() -> None:
    assert certainties({"phase": "assign"}, gift_assign="at_once") == [True, False, False]
    assert certainties({"phase": "keep", "table": "P1 W1"}, gift_assign="at_once") == [False, False, False]


def test_who_would_take_nothing_cannot_decline() -> None:
    mats = {**MATS, "B": "Guards P2", "C": "Food P1"}
    assert certainties({"phase": "assign", "mats": mats}, production_mandatory="no") == [True, True, False]


@pytest.mark.parametrize("options", [{}, {"phase_order": "trade_first"}, {"gift_assign": "at_once"}, {"bag_short": "end_game"}])
def test_what_somebody_may_take_now_is_certain(options: dict[str, Any]) -> None:
    """Its owner decides about it, and nothing comes before; what follows depends on the decision (GH-RULING-6)."""
    produced = certainties({"phase": "produce"}, production_mandatory="no", **options)
    assert produced[0] and not any(produced[1:])


def test_nothing_is_certain_beyond_another_end_of_the_game() -> None:
    """GH-HOUSE-5, GH-HOUSE-6, GH-RULING-12."""
    assert certainties({"phase": "assign", "turn": 4}, max_turns=5) == [True]
    assert certainties({"phase": "assign", "turn": 4}, max_turns=4) == []
    idle = {"production_table": "custom", "production_matrix": (0,) * 12}
    assert len(certainties({"phase": "assign", "turn": 4, "last_take": 3}, stall_rounds=1, **idle)) == 2
    state = load(bag_short="end_game").position({"supply": "5/5/5", "mats": MATS, "active": "A", "phase": "assign"})
    for folks, certain in ((6, [True, True, False]), (5, [True, False, False])):  # the next draw comes after the first
        state.bag = [folks, 0, 0, 0, 9]
        assert [step.certain for step in laws.supply_curve(state)] == certain


@pytest.mark.parametrize("name", ["award", "assign", "duel"])
def test_nothing_is_certain_once_another_phase_may_change_the_mats(name: str) -> None:
    kind = type(load().phases[name])
    changed = type("Changed", (kind,), {"apply": lambda self, state, action: kind.apply(self, state, action)})
    assert certainties({"phase": "assign"}, phases={name: changed}) == [False, False, False]


def test_nothing_lies_ahead_before_the_first_turn_and_after_the_end() -> None:
    match = load().match(seed=1)
    assert isinstance(match.state, GoodsAndHonorState)
    assert match.state.active == NONE and laws.supply_curve(match.state) == ()
    match.play_out("random")
    assert match.state.to_move == OVER and laws.foreseen_end(match.state) is None


@pytest.mark.parametrize(("players", "pawns"), [(3, "off"), (4, "on"), (6, "off")])
def test_what_is_certain_happens(players: int, pawns: str, short: bool) -> None:
    """Whole games: at every decision the coming production of every other seat is what that seat then takes."""
    game = load(players, elder_pawns=pawns)
    for seed in range(1 if short else 3):
        match = game.match(seed)
        promised: dict[tuple[int, int], tuple[int, ...]] = {}  # (turn, seat): what will be left
        ends: set[tuple[int, int]] = set()
        rng = Random(seed)
        turn, kept = 0, 0
        while not match.over:
            state = match.state
            assert isinstance(state, GoodsAndHonorState)
            if state.turn != turn and state.turn > 0:
                turn = int(state.turn)
                key = (turn, int(state.active))
                if key in promised:
                    assert tuple(state.supply) == promised[key]
                    assert key not in ends
                    kept += 1
            for ahead, step in enumerate(laws.supply_curve(state)):
                if step.certain:
                    promised[turn + 1 + ahead, step.seat] = step.left
                    if step.ends:
                        ends.add((turn + 1 + ahead, step.seat))
            match.play(state.legal()[rng.below(len(state.legal()))])
        last = match.state
        assert isinstance(last, GoodsAndHonorState)
        assert (int(last.turn), int(last.active)) in ends
        assert kept > 10


def test_numbers_of_the_rules_move_the_laws() -> None:
    assert laws.best_outputs(load(points_per_good=1), (1, 1, 1, 1))[0].tokens == (2, 2, 3)
    assert laws.item_values(load(set_points=20), stash("B0 C1"), 0)[1].more == 19
    assert laws.item_values(load(single_points=3), stash(""), 0)[3].more == 3
    assert laws.count_bids(load(bid_max=1), stash("A3", "1/1/1"), 0) == 4
