"""Looking back: scores, decisions beside those of a player, and what they cost where chances are exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.toy_game.game import SealedLots
from workbench.core.errors import WorkbenchError
from workbench.core.review import POINTS, Decision, Review, look_back
from workbench.core.seating import Seating
from workbench.games.northwood.dialogue import Respond

LAST = {"hand": "C6 C8 C2", "deck": "C7 C1 E2", "fief": 2, "statement": "C5"}


def test_the_course_of_the_scores_and_every_real_decision() -> None:
    match = wb.load("northwood", fiefs=2, threshold=3, hand_size=4).match(seed=7)
    match.play_out("random")
    review = match.review("counter")
    assert [scores for _, scores in review.scores] == [tuple(match.at(step).scores()) for step in range(match.steps + 1)]
    assert [one.step for one in review.decisions] == [
        step for step in range(match.steps) if len(match.at(step).legal()) > 1
    ]
    for one in review.decisions[:9]:
        hint = match.branch(one.step).hint("counter")
        assert one.would == hint.text and one.same == (hint.action == match.made_at(one.step))


def test_what_a_move_cost_is_the_best_chance_less_its_own() -> None:
    match = wb.load("northwood").match(position=LAST)
    chances = {one.action: one.probability for one in match.game.odds(match.state, 0)}
    costs = set()
    for card in match.state.legal():
        match.goto(0)
        match.play(card)
        (first, *_) = look_back(match, "counter").decisions
        assert first.chance == max(chances.values()) and first.cost == max(chances.values()) - chances[card]
        costs.add(first.cost)
    assert costs == {Fraction(1, 2), Fraction(0), Fraction(1, 6)}


def test_the_worst_three_come_first_and_words_follow() -> None:
    costs = (Fraction(1, 10), Fraction(0), None, Fraction(1, 2), Fraction(1, 4), Fraction(1, 2))
    decisions = [Decision(step, 0, "a", "b", False, None, cost, "exact") for step, cost in enumerate(costs)]
    review = Review("the counter", ("You",), (), tuple(decisions))
    assert [one.step for one in review.worst] == [3, 5, 4]
    assert "Exact chances are known for 5 of them; 1 of those cost nothing." in str(review)
    assert review.told(decisions[3]) == "After step 3: a. The counter would b; cost 50.0 of 100 (exact)."
    assert Review("x", (), (), ()).summary() == "There is no decision to review yet."
    hurt = Review("counter", ("<b>A|B</b>", "C"), (), tuple(decisions))
    assert "<b>" not in hurt._repr_markdown_() and "<b>" in str(hurt)


class Other(Respond):
    """Another rule: only the first card that would be legal."""

    def legal(self, state: Any) -> tuple[int, ...]:
        return super().legal(state)[:2]


def test_a_replaced_phase_is_followed_or_falls_silent() -> None:
    match = wb.load("northwood", phases={"respond": Other}).match(position=LAST)
    known = {one.action: one.probability for one in match.game.odds(match.state, 0) if one.action >= 0}
    match.play(match.state.legal()[1])
    first = look_back(match, "random").decisions[0]
    assert first.cost == (max(known.values()) - known[match.made_at(0)] if known else None)


def test_a_seat_looks_back_at_its_own_decisions_with_its_own_eyes() -> None:
    match = SealedLots({}, 3).match(seed=4)
    match.play_out("random")
    review = Seating(match, {1: "random", 2: "random"}).reviewing("random")()
    own = [step for step in range(match.steps) if match.at(step).to_move == 0 and len(match.at(step).legal()) > 1]
    marks = match.noticed(0)
    assert [one.step for one in review.decisions] == [marks.index(step) for step in own]
    assert {one.seat for one in review.decisions} == {0}
    assert [scores for _, scores in review.scores] == [tuple(match.at(step).view(0).state.scores()) for step in marks]
    assert {one.seat for one in Seating(match, show="all").reviewing("random")().decisions} == {0, 1, 2}
    with refused(WorkbenchError, "The board is covered"):
        Seating(SealedLots({}, 3).match(seed=4)).reviewing("random")


def test_what_cannot_be_asked_gets_a_sentence() -> None:
    match = wb.load("northwood").match(seed=7)
    match.play("visit fief 3")
    with refused(WorkbenchError, "nobody"):
        look_back(match, "nobody")
    for step in (1, 2, -1, "0"):
        with pytest.raises(WorkbenchError):
            match.made_at(step)  # type: ignore[arg-type]


def test_what_could_be_expected_runs_from_the_beginning_to_the_end() -> None:
    match = wb.load("keydom").match(seed=3)
    match.play_out("merchant")
    review = match.review("gatekeeper", seats=[0])
    steps = [step for step, _ in review.outlooks]
    assert steps[0] == 0 and steps[-1] == match.steps and steps == sorted(steps) and 2 < len(steps) <= 2 + POINTS
    assert all(abs(sum(shares) - 1) < 1e-9 for _, shares in review.outlooks)
    assert review.outlooks[-1][1] == match.state.returns()
    assert review.how == "as learnt from many games"


def test_where_there_are_no_odds_a_cost_is_an_estimate() -> None:
    match = wb.load("keydom").match(seed=3)
    for _move in range(90):
        match.play(match.hint("random").action)
    review = match.review("gatekeeper", seats=[0])
    costs = [one for one in review.decisions if one.cost is not None]
    assert costs and not any(one.exact or one.same for one in costs) and all(one.cost > 0 for one in costs)
    assert "; cost about " in str(review) and "(as learnt from many games)" in str(review)
    assert [one.cost for one in match.review("gatekeeper", seats=[0]).decisions] == [one.cost for one in review.decisions]


def test_a_player_that_reckons_in_chances_says_what_a_move_cost() -> None:
    match = wb.load("northwood").match(position=LAST)
    match.play(match.state.legal()[0])
    first = match.review("thinker").decisions[0]
    expected = {move.action: one.mean for move, one in match.branch(0).advice("thinker").expected}
    lost = max(expected.values()) - expected[match.made_at(0)]
    assert first.same == (lost == 0) and (first.cost or 0) == pytest.approx(lost) and not first.exact


def test_under_other_rules_play_goes_on_to_the_end_to_say_what_could_be_expected() -> None:
    match = wb.load("keydom", start_counters=4).match(seed=3)
    match.play_out("random")
    assert match.review("random", seats=[0]).how == "if the homesteader plays on to the end"


@pytest.mark.long
def test_a_curve_says_who_expects_it_and_falls_silent_where_nobody_can() -> None:
    usual = wb.load("northwood", fiefs=2, threshold=3).match(seed=7)
    changed = wb.load("northwood", phases={"respond": Other}, fiefs=2, threshold=3).match(seed=7)
    for match in (usual, changed):
        match.play_out("random")
    review = usual.review("counter")
    assert review.outlooks[-1][1] == usual.state.returns() and review.how == "as the thinker expects"
    silent = changed.review("counter")
    assert (silent.outlooks, silent.how) == ((), "") and all(one.exact or one.cost is None for one in silent.decisions)
