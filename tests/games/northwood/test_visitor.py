"""The players that judge For Northwood! by what was learnt: the judgement, the prospects between visits, and their choices."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.games.northwood.changed import EverybodyWins, NoTrump
from tests.games.northwood.test_strategy import SMALL_VARIANTS
from tests.helpers import some_in_short
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.abilities.claws import PrinceOfClaws
from workbench.games.northwood.components import CONCEDE, FIRST_FIEF, card_of
from workbench.games.northwood.judgement import (
    FACTS,
    LANE,
    MIDDLE,
    Net,
    facts,
    fingerprint,
    packed,
    read_net,
    stored,
    unwritten,
    written,
)
from workbench.games.northwood.options import OPTIONS
from workbench.games.northwood.prospects import Prospects, prospects_of
from workbench.games.northwood.visitor import VISIT_OPTIONS, Thinker, Visitor

PLAYERS: tuple[type[Visitor], ...] = (Visitor, Thinker)
SPENT = "CJ* FJ* LJ* EJ*"
SMALL: dict[str, Any] = {"fiefs": 2, "hand_size": 3, "threshold": 0}
"""Small enough for a game a second, also where everything is played out."""
FREE_OPTIONS = frozenset(
    [
        *("setup", "scenario", "allies", "rulers", "full_deal", "hand_size", "fiefs", "threshold", "stars", "win_rule"),
        *("concede", "lives", "must_win", "choose_fief", "fief_order", "adjacent_visits", "hidden_rulers"),
        *("start_friendly", "substitutes", "substitute_after_visit", "abilities", "usable_allies"),
        *("activations_per_visit", "null_activation", "move_order"),
    ]
)
"""Options that the players ask the phases about, or that the facts of a position tell."""


def played(game: Game, kind: type[Visitor], seed: int) -> tuple[list[int], Any]:
    """The choices of a game, and how it ended."""
    player, chance, choices = kind(game, Random(seed, "player")), Random(seed, "chance"), []
    state: Any = game.start()
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(chance)
            continue
        action = player.choose(state.view(0))
        assert action in state.legal()
        choices.append(action)
        state.apply(action)
    return choices, state


def test_it_looks_for_abilities_that_would_do_nothing_in_the_middle_of_another() -> None:
    # the King of Flowers, whom the Queen of Leaves copies, was asked for pairs at a step of another ability
    game = wb.load("northwood", null_activation="forbidden")
    rulers = {"rulers": "- FK CK FQ EK EQ CQ LK", "friendly": [0], "allies": "CJ FJ LJ EJ", "fief": 1}
    copies = {"hand": "C5 C7 F2 F5 F6 F8 L3 E8", "substitutes": [{"slot": 2, "fief": 0, "character": "LQ"}]}
    state = game.position({"phase": "ability_window", **rulers, **copies})
    assert Visitor(game, Random(0)).choose(state.view(0)) in state.legal()


def test_an_ally_that_would_do_nothing_now_is_still_there_later() -> None:
    # the Jack of Flowers has no trump to discard; forbidding that must not make the visit look as if he were spent
    rulers = "FK CK EK FQ LQ EQ CQ LK"
    position = {"phase": "ability_window", "fief": 2, "hand": "C1 C2 F3", "rulers": rulers, "deck": "E1 E2 L3"}
    usual, forbidden = [
        wb.load("northwood", **options).position(position) for options in ({}, {"null_activation": "forbidden"})
    ]
    assert len(forbidden.legal()) < len(usual.legal())
    assert facts(forbidden) == facts(usual)


# -- the judgement -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [*wb.load("northwood").presets(), *range(1, 17)], ids=str)
def test_every_position_of_a_visit_has_facts_that_have_rows(preset: str | int) -> None:
    named: dict[str, Any] = {"scenario": preset} if isinstance(preset, int) else {"preset": preset}
    game: Any = wb.load("northwood", **named)
    rng, state, seen = Random(1), game.start(), 0
    while state.to_move != OVER:
        if state.fief >= 0 and state.rulers[state.fief] >= 0:
            found = facts(state)
            assert len(found) <= 32 and all(0 < fact < FACTS for fact in found)
            seen += 1
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else state.legal()[rng.below(len(state.legal()))])
    assert seen > 10


def test_packed_rows_add_up_like_lists_of_numbers() -> None:
    first, second, zero = (3, -5, 0), (-30, 4, 7), (MIDDLE, MIDDLE, MIDDLE)
    total = packed(zero) + packed(first) + packed(second)
    lanes = [total >> (LANE * place) & (1 << LANE) - 1 for place in range(3)]
    assert [lane - MIDDLE for lane in lanes] == [-27, -1, 7]


def test_a_net_says_what_its_formula_says() -> None:
    """By hand: bias 1 and rows of 2 a fact in 256ths, output weights 256 and -1: the second unit is below nothing."""
    game: Any = wb.load("northwood")
    state: Any = game.position({"phase": "ability_window", "fief": 2, "hand": "C1 C2", "allies": SPENT})
    net = Net([(2, -2)] * FACTS, [1, 1], [16.0, -1.0], -0.5)
    hidden = 1 + 2 * len(facts(state))
    assert net.chance(state) == pytest.approx(1 / (1 + 2.718281828459045 ** (0.5 - hidden * 16 / 256)))


def test_weights_are_read_as_they_were_written() -> None:
    rows, bias, output, start = [(1, -2), (300, -300)], [5, 6], [0.5, -0.25], 0.125
    assert unwritten(written(rows, bias, output, start)) == (rows, bias, output, start)


def test_what_is_stored_says_how_it_was_made() -> None:
    found = stored()
    assert found["made_by"] == "python tools/learn_northwood.py" and set(found["setups"]) == {"introductory", "full"}
    for learnt in found["setups"].values():
        assert sum([made["games"] for made in learnt["made"]]) > 1000 and len(learnt["deals"][0]) == 8
        assert len(unwritten(learnt)[0]) == FACTS and isinstance(read_net(learnt), Net)


def test_the_rules_are_those_it_was_learnt_by() -> None:
    """If this fails, a rule has been added or a default changed: learn again, as tools/learn_northwood.py says."""
    assert stored()["rules"] == fingerprint()


def test_the_judgement_knows_a_certain_win_and_a_certain_loss() -> None:
    """With one card on each side all is decided: the trump scores on the card of another suit."""
    game: Any = wb.load("northwood")
    net = read_net(stored()["setups"]["introductory"])
    last: dict[str, Any] = {
        "phase": "ability_window",
        "allies": SPENT,
        "rulers": "CQ FQ LQ EQ CK FK LK EK",
        "hand": "F8",
        "deck": "L1",
    }
    assert net.chance(game.position({**last, "fief": 1})) > 0.9
    assert net.chance(game.position({**last, "fief": 5})) < 0.1


# -- the game between visits -------------------------------------------------------------------------------------------


TWO_FIEFS = (((0.5, 0.6), (0.75, 0.9)),)
"""One deal: the chances at two fiefs with nobody brought in, and with one friendly ruler."""


def test_prospects_follow_the_rules_in_force() -> None:
    """One fief out of two: by hand, with the chances 0.5 and 0.75 and the stars 4 and 3."""

    def chance(**options: Any) -> float:
        return Prospects(wb.load("northwood", fiefs=2, substitutes="none", **options), TWO_FIEFS).chance(0, 0, 0)

    assert chance(threshold=3) == 1 - 0.5 * 0.25
    assert chance(threshold=4) == 0.5
    assert chance(threshold=7) == 0.5 * 0.75
    assert chance(threshold=3, must_win=(0,)) == 0.5
    assert chance(threshold=3, lives=1) == 0.5 * 0.75
    assert chance(threshold=0) == 1.0


def test_prospects_reckon_with_the_helpers_that_are_won() -> None:
    """Both fiefs are wanted: whoever wins fief 1 first has its ruler for fief 0, which makes more of it than the other way."""

    def prospects(**options: Any) -> Prospects:
        return Prospects(wb.load("northwood", fiefs=2, threshold=7, **options), TWO_FIEFS)

    assert prospects().chance(0, 0, 0) == pytest.approx(max(0.75 * 0.6, 0.5 * 0.9))
    assert prospects().chance(0b10, 0, 1) == 0.6 and prospects().chance(0b10, 0, 0) == 0.5
    assert prospects().worth(0b10, 0, 3) == pytest.approx(0.6 + 3 * 0.0005)
    assert prospects(substitutes="none").chance(0, 0, 0) == 0.5 * 0.75


def test_a_helper_is_kept_where_it_does_more() -> None:
    """With one helper and both fiefs to win it goes where the odds rise most; what it leaves behind comes home, if it may."""
    deals = (((0.5, 0.6), (0.5, 0.5)),)
    rules: dict[str, Any] = {"fiefs": 2, "threshold": 7}
    assert Prospects(wb.load("northwood", **rules), deals).chance(0, 0, 1) == pytest.approx(0.5 * 0.6)
    comes_home = wb.load("northwood", substitute_after_visit="return_to_fief", **rules)
    assert Prospects(comes_home, deals).chance(0, 0, 1) == pytest.approx(0.5 * 0.6)


def test_a_fief_chosen_before_the_deal_is_chosen_for_all_deals() -> None:
    deals = (((0.9,), (0.2,)), ((0.1,), (0.6,)))
    rules: dict[str, Any] = {"fiefs": 2, "threshold": 3}  # three stars are wanted: one fief of the two
    after = Prospects(wb.load("northwood", **rules), deals)
    before = Prospects(wb.load("northwood", choose_fief="before_deal", **rules), deals)
    assert after.chance(0b00, 0b01, 0) == before.chance(0b00, 0b01, 0) == pytest.approx(0.4)
    assert after.chance(0, 0, 0) > before.chance(0, 0, 0) == pytest.approx(0.5 + 0.5 * 0.4)


def test_prospects_ask_a_changed_phase() -> None:
    game: Any = wb.load("northwood", phases={"game_over": EverybodyWins})
    assert prospects_of(game, game.first_allies).chance(0, 0b11, 0) == 1.0
    usual: Any = wb.load("northwood")
    assert prospects_of(usual, usual.first_allies).chance(0, 0b11, 0) == 0.0


def test_prospects_follow_the_allies() -> None:
    """What each ally is worth was learnt for the full set-up, where they differ from game to game."""
    game: Any = wb.load("northwood", setup="full")
    worths = stored()["setups"]["full"]["allies"]
    by_suit = [worths[suit * 6 : suit * 6 + 6] for suit in range(4)]
    worst, best = [
        tuple([suit * 6 + row.index(which(row)) for suit, row in enumerate(by_suit)]) for which in (min, max)
    ]
    assert prospects_of(game, worst).chance(0, 0, 0) < prospects_of(game, best).chance(0, 0, 0) - 0.2


def test_three_hidden_fiefs_are_drawn_as_the_phase_draws_them() -> None:
    """With four fiefs friendly all three are among them in 4 of 56 cases."""
    game: Any = wb.load("northwood", win_rule="hidden_three")
    assert Prospects(game, (((1.0,),) * 8,)).chance(0b1111, 0b11110000, 0) == pytest.approx(4 / 56)


# -- choices -----------------------------------------------------------------------------------------------------------


@some_in_short("variant", tuple(SMALL_VARIANTS), 10)
@pytest.mark.parametrize("kind", PLAYERS, ids=lambda kind: kind.player_name)
def test_games_are_legal_and_follow_from_the_seed(kind: type[Visitor], variant: str) -> None:
    options = {**SMALL, **SMALL_VARIANTS[variant]}
    if options.get("setup") == "custom":
        options["fiefs"] = 3
    game = wb.load("northwood", **options)
    assert played(game, kind, 1)[0] == played(game, kind, 1)[0]


@pytest.mark.long
def test_the_visitor_wins_most_introductory_games() -> None:
    """Six whole games; the counter wins one or two of a hundred."""
    game = wb.load("northwood")
    assert sum([played(game, Visitor, seed)[1].returns()[0] for seed in range(6)]) >= 3


@some_in_short("kind", PLAYERS, every=2, ids=lambda kind: kind.player_name)
def test_worlds_that_look_alike_get_the_same_choice(kind: type[Visitor]) -> None:
    """The rulers that lie face down and the order of the deck are drawn anew; nothing else may be looked at."""
    options = {"setup": "custom", "allies": "CB FB LQ EB", "rulers": "LJ FQ LP", "hidden_rulers": "on"}
    game = wb.load("northwood", **{**SMALL, "fiefs": 3}, **options)
    state: Any = game.start()
    chance = Random(3)
    compared = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(chance)
            continue
        view = state.view(0)
        other = state.resample(0, Random(compared, "other")).view(0)
        action = kind(game, Random(compared)).choose(view)
        assert kind(game, Random(compared)).choose(other) == action
        compared += 1
        state.apply(action)
    assert compared > 5


LAST_TWO: dict[str, Any] = {
    "phase": "respond",
    "fief": 1,
    "allies": SPENT,
    "rulers": "CQ FQ LQ EQ CK FK LK EK",
    "hand": "F1 L2",
    "statement": "E5",
    "deck": "L1",
}


def last_two(game: Game) -> Any:
    """One point is wanted, with two cards in hand and one in the deck: the trump F1 and the L2, which beats the L1."""
    return game.position(LAST_TWO)


@pytest.mark.parametrize("kind", PLAYERS, ids=lambda kind: kind.player_name)
def test_where_a_phase_is_changed_moves_are_played_out_by_it(kind: type[Visitor]) -> None:
    """Usually the trump scores now and the L2 later, one too many; without trump it scores only if it is kept for its suit."""
    usual, changed = wb.load("northwood"), wb.load("northwood", phases={"respond": NoTrump})
    assert kind(usual, Random(1)).sure and not kind(changed, Random(1)).sure
    assert kind(usual, Random(1)).choose(last_two(usual).view(0)) == card_of("L2")
    assert kind(changed, Random(1)).choose(last_two(changed).view(0)) == card_of("F1")


def test_every_option_is_one_of_the_visit_or_not() -> None:
    assert {option.name for option in OPTIONS} == VISIT_OPTIONS | FREE_OPTIONS and not VISIT_OPTIONS & FREE_OPTIONS
    assert not Visitor(wb.load("northwood", nontrump_scoring="never"), Random(1)).sure
    assert Visitor(wb.load("northwood", threshold=18, hand_size=7), Random(1)).sure


class Boastful(PrinceOfClaws):
    """A Prince of Claws that nobody meets in an introductory game."""

    def does_nothing(self, state: Any) -> bool:
        return False


def test_what_changes_for_characters_that_nobody_meets_is_no_news() -> None:
    usual = played(wb.load("northwood"), Visitor, 5)[0]
    changed = wb.load("northwood", prince_of_claws_first_draw="optional", baron_of_eyes_timing="after_end_test")
    assert Visitor.unlearnt(changed) == () and played(changed, Visitor, 5)[0] == usual
    assert Visitor.unlearnt(wb.load("northwood", phases={"prince_of_claws": Boastful})) == ()
    met = wb.load("northwood", setup="full", baron_of_eyes_timing="after_end_test", phases={"prince_of_claws": Boastful})
    assert Visitor.unlearnt(met) == ("prince_of_claws", "baron_of_eyes_timing")


@some_in_short("kind", PLAYERS, every=2, ids=lambda kind: kind.player_name)
def test_it_says_what_it_expects_of_each_move(kind: type[Visitor]) -> None:
    game = wb.load("northwood")
    state: Any = game.start()
    chance = Random(5)
    while state.to_move == CHANCE:
        state.roll(chance)
    found = kind(game, Random(1)).expected(state.view(0))
    assert sorted([one.action for one in found]) == list(state.legal()) == list(range(FIRST_FIEF, FIRST_FIEF + 8))
    assert all(0 < one.mean < 1 and 0 <= one.error < 0.2 for one in found)
    assert [one.mean for one in found] == sorted({one.mean for one in found}, reverse=True)
    means = {one.action: one.mean for one in kind(game, Random(1)).expected(last_two(game).view(0))}
    assert means[card_of("L2")] > means[card_of("F1")]
    for changed in (wb.load("northwood", phases={"respond": NoTrump}), wb.load("northwood", nontrump_scoring="never")):
        assert kind(changed, Random(1)).expected(last_two(changed).view(0)) == ()


def test_who_may_give_up_expects_nothing_of_it() -> None:
    game: Any = wb.load("northwood", concede="on", fiefs=3, threshold=9)
    state = game.position({"phase": "choose_fief", "failed": [0], "hand": "C1 C2 C3 F4 F5 L6 E7 E8"})
    found = Visitor(game, Random(1)).expected(state.view(0))
    assert [(one.mean, one.error) for one in found if one.action == CONCEDE] == [(0.0, 0.0)]
    assert Visitor(game, Random(1)).choose(state.view(0)) != CONCEDE


def test_with_next_to_no_time_it_still_chooses() -> None:
    """Whether the limit is met depends on the machine; that a legal move comes of it does not."""
    game = wb.load("northwood")
    state = last_two(game)
    assert Thinker(game, Random(1), milliseconds=1).choose(state.view(0)) in state.legal()
