"""The players of For Northwood!: their single choices, and what they make of whole games."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

import workbench as wb
from workbench.core.exact import ExactSolver
from workbench.core.random import Random
from workbench.games.northwood.components import FIRST_FIEF, PASS, SUBSTITUTES_DONE, card_of, cards_in, mask_of
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.odds import visit_success
from workbench.games.northwood.state import NorthwoodState
from workbench.games.northwood.strategy import Counter, LookAhead

SPENT = "CJ* FJ* LJ* EJ*"
SMALL: dict[str, Any] = {"fiefs": 3, "highest_value": 4, "hand_size": 4, "threshold": 0}
"""Small enough for the look-ahead to play dozens of games in a second or two."""
SMALL_VARIANTS: dict[str, dict[str, Any]] = {
    "introductory": {},
    "full": {"setup": "full"},
    "fief before the deal": {"setup": "full", "choose_fief": "before_deal"},
    "only trumps score": {"nontrump_scoring": "never", "visit_end_check": "at_statement"},
    "instant end": {"setup": "full", "visit_end_check": "instant", "null_activation": "forbidden"},
    "four activations": {"setup": "full", "activations_per_dialogue": 4, "move_order": "always_ask"},
    "no abilities": {"abilities": "off"},
    "concede": {"concede": "on", "threshold": 9},
    "other texts": {
        "setup": "full",
        "queen_of_claws": "any_subset",
        "lady_of_eyes_discard": "optional",
        "king_of_claws_ties": "choose_one",
        "prince_of_claws_first_draw": "optional",
        "prince_of_eyes_repeats": "may_stop",
        "king_of_leaves_exchange": "optional",
        "baron_of_eyes_timing": "after_end_test",
        "substitute_after_visit": "return_to_fief",
    },
    "hidden rulers": {
        "setup": "custom",
        "allies": "CB FB LQ EB",
        "rulers": "LJ FQ LP",
        "hidden_rulers": "on",
    },
}


def cards(text: str) -> int:
    return int(mask_of(tuple(card_of(word) for word in text.split())))


def choice(player: str, position: dict[str, Any], seed: int = 1, **options: Any) -> str:
    game = wb.load("northwood", **options)
    return game.symbol(wb.make_player(game, player, Random(seed)).choose(game.position(position).view(0)))


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SMALL_VARIANTS)
@pytest.mark.parametrize("player", ["random", "counter", "look_ahead"])
def test_every_player_plays_legal_games_that_follow_from_the_seed(player: str, variant: str, short: bool) -> None:
    game = wb.load("northwood", **{**SMALL, **SMALL_VARIANTS[variant]})
    for seed in range(1 if short else 3):
        first, second = game.match(seed), game.match(seed)
        first.play_out(player)
        second.play_out(player)
        assert first.over and first.actions == second.actions


@pytest.mark.parametrize(
    "options",
    [{}, {"setup": "full"}, {"scenario": 10}, {"scenario": 16}, {"preset": "idealist"}, {"hand_size": 12}],
    ids=str,
)
def test_the_counter_plays_the_whole_game(options: dict[str, Any]) -> None:
    game = wb.load("northwood", **options)
    for seed in range(3):
        match = game.match(seed)
        match.play_out("counter")
        assert match.over


@pytest.mark.long
def test_the_counter_beats_chance_and_looking_ahead_beats_the_counter() -> None:
    """The same 40 deals of the small game for each; the gaps are several times their standard error."""
    game = wb.load("northwood", **SMALL)
    stars: dict[str, list[int]] = {"random": [], "counter": [], "look_ahead": []}
    for player, found in stars.items():
        for seed in range(40):
            match = game.match(seed)
            match.play_out(player)
            found.append(match.state.scores()[0])
    assert mean(stars["random"]) + 2 < mean(stars["counter"]) < mean(stars["look_ahead"]) - 1


def test_the_counter_beats_chance_in_the_whole_game() -> None:
    game = wb.load("northwood")
    stars: dict[str, list[int]] = {"random": [], "counter": []}
    for player, found in stars.items():
        for seed in range(20):
            match = game.match(seed)
            match.play_out(player)
            found.append(match.state.scores()[0])
    assert mean(stars["random"]) + 4 < mean(stars["counter"])


def test_looking_ahead_is_what_scripted_means() -> None:
    game = wb.load("northwood")
    assert type(wb.make_player(game, "scripted", Random(1))) is LookAhead
    assert type(wb.make_player(game, "counter", Random(1))) is Counter


# -- the counter -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "points"),
    [
        ("C1", 0, 1.0),
        ("C8", 0, 1.0),
        ("C8", 1, 0.6),
        ("C1", 1, 0.0),
        ("F1 F2 L8", 1, 2.6),
        ("F4", 0, 0.6 * 3 / 7),
    ],
)
def test_what_a_hand_promises(hand: str, trump: int, points: float) -> None:
    game = wb.load("northwood")
    assert Counter(game, Random(1)).promise(cards(hand), trump) == pytest.approx(points)


def test_the_counter_visits_the_fief_that_fits_its_promise() -> None:
    rulers = "CQ FQ LQ EQ CK FK LK EK"
    # three Eyes and nothing else: fief 3 (Eyes) wants exactly three
    assert choice("counter", {"hand": "E1 E2 E3 C1", "rulers": rulers}) == "fief:3"
    # no card of Claws: fief 0 (Claws) wants none
    assert choice("counter", {"hand": "F1 L1 E1", "rulers": rulers}) == "fief:0"
    # equally far from fiefs 3 and 4: both are worth one star, so the first of them
    assert choice("counter", {"hand": "E1 E2 E3", "failed": [0, 1, 2]}) == "fief:3"


@pytest.mark.parametrize(
    ("why", "position", "card"),
    [
        ("the cheapest card that scores", {"hand": "C6 C8 C2", "statement": "C5"}, "card:C6"),
        ("no trump where a plain card does", {"hand": "C6", "statement": "C5"}, "card:C6"),
        ("the lowest trump", {"hand": "L2 L7 F1", "statement": "C5"}, "card:L2"),
        ("the weakest card where none scores", {"hand": "C1 C4", "statement": "C5"}, "card:C1"),
        ("the highest idle card where enough is scored", {"hand": "C1 C4 C8", "statement": "C5", "score": "E1"}, "card:C4"),
        ("the strongest card where all score", {"hand": "C6 C8", "statement": "C5", "score": "E1"}, "card:C8"),
    ],
)  # fmt: skip
def test_the_counter_responds_with(why: str, position: dict[str, Any], card: str) -> None:
    assert choice("counter", {"fief": 1, "ruler": "LQ", **position}) == card, why


@pytest.mark.parametrize(
    ("why", "position", "action"),
    [
        ("draw where the hand is too small", {"hand": "C1 C2", "fief": 5, "ruler": "LQ"}, "ally:0"),
        ("shed trumps where none is wanted", {"hand": "L1 L2", "fief": 0, "ruler": "LQ"}, "ally:1"),
        ("pass where all is well", {"hand": "C1 C2 C3", "fief": 2, "ruler": "LQ"}, "pass"),
        ("pass where the ally is used up", {"hand": "C1", "fief": 5, "ruler": "LQ", "allies": SPENT}, "pass"),
    ],
)
def test_the_counter_uses_allies_to(why: str, position: dict[str, Any], action: str) -> None:
    assert choice("counter", position) == action, why


def test_the_counter_brings_in_one_ruler_where_much_is_at_stake() -> None:
    position = {"hand": "C1 C2", "phase": "substitute", "friendly": [2, 3]}
    assert choice("counter", {**position, "fief": 7}) == "sub:2>0"
    assert choice("counter", {**position, "fief": 4}) == "sub:done"
    assert choice("counter", {**position, "fief": 7, "last_substitute": 2}) == "sub:done"


# -- looking ahead -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"hand": "C2 C7 L1", "deck": "C3 L5 F3 F4", "statement": "C5", "fief": 2},
        {"hand": "C2 C7 L1", "deck": "C3 L5 F3 F4", "statement": "C5", "fief": 0},
        {"hand": "F2 E7 L1 L8", "deck": "C3 L5 E8 F4 E1", "statement": "C5", "fief": 1, "score": "C1"},
        {"hand": "F2 E7 L1 L8", "deck": "C3 L5 E8 F4 E1", "statement": "C5", "fief": 3},
    ],
)
def test_its_responses_are_the_best_there_are_without_abilities(position: dict[str, Any]) -> None:
    game = wb.load("northwood", abilities="off")
    state = game.position({**position, "ruler": "LQ"})
    assert isinstance(state, NorthwoodState)
    chosen = LookAhead(game, Random(1)).choose(state.view(0))
    assert chosen in ExactSolver(visit_success(state)).best(state)


def test_it_uses_an_ally_that_gains_and_no_other() -> None:
    lost = {"hand": "F8 L1 L8", "deck": "F5 F7", "fief": 3, "ruler": "LK", "score": "E3 C2"}
    assert choice("look_ahead", {**lost, "allies": "CJ* FQ LJ* EJ*"}) == "ally:1"  # takes one back from the score pile
    won = {"hand": "C8", "deck": "C7 F1 E2", "fief": 1, "ruler": "CQ"}
    assert choice("look_ahead", {**won, "allies": "CJ FJ* LJ* EJ*"}) == "pass"  # the visit is won without him


def test_it_brings_in_nobody() -> None:
    game = wb.load("northwood")
    state = game.position({"hand": "C1 C2", "phase": "substitute", "friendly": [2, 3], "fief": 7})
    assert LookAhead(game, Random(1)).choose(state.view(0)) == SUBSTITUTES_DONE


def test_it_visits_the_fief_with_the_largest_gain_over_a_random_hand() -> None:
    rulers = "CQ FQ LQ EQ CK FK LK EK"
    # seven Eyes score whatever comes, C1 never does: seven points at fief 7 (Eyes) for certain
    assert choice("look_ahead", {"hand": "E2 E3 E4 E5 E6 E7 E8 C1", "rulers": rulers}) == "fief:7"
    # without a Claw nothing needs to score at fief 0 (Claws)
    assert choice("look_ahead", {"hand": "F1 F2 L1 L2 E1 E2", "rulers": rulers}) == "fief:0"


def test_without_a_hand_in_sight_it_takes_the_leftmost_fief() -> None:
    assert choice("look_ahead", {"failed": [0, 1]}, choose_fief="before_deal") == f"fief:{FIRST_FIEF + 2 - 32}"


def test_a_hand_too_large_for_exact_odds_is_valued_quickly() -> None:
    large = "C1 C2 C3 C4 C5 C6 C7 C8 F1 F2 F3 F4 F5"
    position = {"hand": large, "deck": "L1 L2 L3 E1 E2 E3", "fief": 3, "ruler": "LQ"}
    assert choice("look_ahead", {**position, "statement": "E8"}) in {f"card:{card}" for card in large.split()}
    assert choice("look_ahead", {**position, "allies": SPENT, "phase": "ability_window"}) == "pass"


def test_the_only_action_needs_no_thought() -> None:
    game = wb.load("northwood")
    state = game.position({"hand": "C1 C2", "fief": 3, "allies": SPENT})
    assert LookAhead(game, Random(1)).choose(state.view(0)) == PASS


class AnyCard(Respond):
    """A changed rule: no suit has to be followed."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return cards_in(state.hand)


@pytest.mark.parametrize("player", ["counter", "look_ahead"])
def test_the_players_play_on_under_changed_rules(player: str) -> None:
    match = wb.load("northwood", phases={"respond": AnyCard}, fiefs=2).match(seed=1)
    match.play_out(player)
    assert match.over
