"""Games that are played together are scored as they say: a third is a third, for every player and wherever it is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.own.examples import Fuses
from workbench import lab, own
from workbench.core.played import Played
from workbench.lab.metrics import winning_score
from workbench.players.rollout import RolloutPlayer


class Ladder(own.Game):
    """Ladder

    - **LA-STEP-1** The players climb three rungs together, or stop.
    - **LA-END-1** They have reached as much of three rungs as they have climbed.
    """

    player_counts = (2, 1, 3)
    together = True
    longest = 3
    table = (own.Counter("rungs", "How many rungs were climbed.", 3),)

    class Step(own.Phase):
        moves = ("up", "stop")

        def play(self, state: Any, choice: Any) -> Any:
            if choice == "stop":
                return state.finish(state.rungs / 3)
            state.rungs += 1
            return state.win(state.turn) if state.rungs == 3 else state.next_seat()


def played(moves: str, players: int = 2) -> wb.Match:
    match = wb.load(Ladder, players=players).match(seed=1)
    for move in moves.split():
        match.play(move)
    return match


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_third_is_a_third_for_everybody(players: int) -> None:
    match = played("up stop", players)
    assert match.state.returns() == match.state.scores() == (1 / 3,) * players
    assert match.game.win_shares(match.state.returns()) == (1 / 3,) * players
    assert match.game.outlook(match.state).shares == pytest.approx((1 / 3,) * players)


def test_a_win_is_a_win_for_everybody_and_says_so() -> None:
    match = played("up up up")
    assert match.state.returns() == (1.0, 1.0) and match.game.win_shares((1.0, 1.0)) == (1.0, 1.0)
    assert str(match.log[-1]) == "All win. (LA-END-1)"


def test_what_is_won_is_counted_between_the_lowest_and_the_highest_result() -> None:
    game = wb.load(Fuses)
    assert game.win_shares((2.0, 2.0)) == game.worth(ended(game, 2)) == (2 / 3, 2 / 3)
    assert game.win_shares((0.0, 0.0)) == (0.0, 0.0)


def ended(game: Any, high: int) -> Any:
    state = game.start()
    state.finish(high)
    return state


def test_played_against_each_other_the_best_still_takes_the_win() -> None:
    class Against(Ladder):
        together = False

        class Step(Ladder.Step):
            def play(self, state: Any, choice: Any) -> Any:
                return state.finish(0.25, 0.75) if choice == "stop" else state.draw()

    game = wb.load(Against)
    match = game.match(seed=1)
    match.play("stop")
    assert match.state.scores() == (0.25, 0.75) and game.win_shares(match.state.returns()) == (0.0, 1.0)
    with refused(wb.WorkbenchError, "`finish` needs a result for each of the 2 seats, not (1,)."):
        game.start().finish(1)


def test_many_games_count_parts_of_a_win() -> None:
    runs = lab.simulate(Ladder, players="random", games=60, seed=4, progress=False)
    table = runs.table
    assert set(table["win_0"]) == set(table["score_1"]) == {0.0, 1 / 3, 2 / 3, 1.0}
    assert (table["win_0"] == table["return_0"]).all() and (table["win_0"] == table["win_1"]).all()
    shown = runs.summary()
    assert shown.loc[shown["measure"] == "wins", "value"].iloc[0] == pytest.approx(table["win_0"].mean(), abs=5e-5)


def test_a_run_of_parts_is_stored_and_read(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    whole = lab.simulate(Ladder, players="random", games=12, seed=4, progress=False)
    kept = lab.simulate(Ladder, players="random", games=12, seed=4, progress=False, store=tmp_path / "run", batch=1)
    assert kept.table["score_0"].tolist() == whole.table["score_0"].tolist()


def test_lines_and_variations_say_parts_of_a_point_in_short() -> None:
    match = played("up stop")
    match.goto(1)
    match.play("up")
    assert "score 0.333333, 0.333333; the game is over" in str(match.variations[0])


def test_scores_are_read_from_the_part_for_points_as_they_stand() -> None:
    class Points(Ladder):
        points = "rungs"

    match = wb.load(Points).match(seed=1)
    match.play("up")
    assert match.state.scores() == (1, 1)
    assert winning_score(Played(match.state.scores())) == 1


def test_a_player_that_looks_ahead_climbs() -> None:
    game = wb.load(Ladder)
    match = game.match(seed=2)
    match.play_out(["rollout", "rollout"])
    assert match.state.returns() == (1.0, 1.0)
    assert RolloutPlayer.player_name == "rollout"


def test_results_that_differ_where_all_play_together_are_a_fault() -> None:
    class Uneven(Ladder):
        class Step(Ladder.Step):
            def play(self, state: Any, choice: Any) -> None:
                state.finish(0.5, 0.25)

    fault = wb.check(wb.load(Uneven, players=2), games=5, suites=False).faults[0]
    assert fault.kind == "results"
    assert fault.text == "The seats have won [0.5, 0.25], but in a game that is played together all must win the same."
