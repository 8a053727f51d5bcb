"""Tournaments: everybody in every seat, and by hand the same numbers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import Sampler, careless, high, low
from tests.lab.tiny import Naming, Tiny, TinyState
from workbench import lab
from workbench.core.events import Listener
from workbench.core.game import Bounds
from workbench.core.phase import Phase
from workbench.core.state import View
from workbench.lab.tournament import seatings_of, solve

pytestmark = pytest.mark.xdist_group("workers")


@pytest.fixture(scope="module")
def found() -> lab.Tournament:
    return lab.tournament(Tiny({}), [high, low, Sampler], games=20, seed=3)


def test_everybody_meets_everybody_in_every_seat(found: lab.Tournament) -> None:
    table = found.runs.table
    assert (found.seatings, found.whole, len(table)) == (9, True, 180)
    met = Counter(zip(table["player_0"], table["player_1"], strict=True))
    assert set(met.values()) == {20} and len(met) == 9
    for row in table.itertuples():
        for name, score, last in ((row.player_0, row.score_0, 0), (row.player_1, row.score_1, 1)):
            if name != "Sampler":
                assert score - {"high": 2, "low": 0}[name] in (0, last)


def test_a_player_that_meets_itself_has_other_numbers_in_each_seat(found: lab.Tournament) -> None:
    table = found.runs.table
    alone = table[(table["player_0"] == "Sampler") & (table["player_1"] == "Sampler")]
    assert len(set(zip(alone["score_0"], alone["score_1"], strict=True))) > 3


def test_wins_and_pairs_by_hand(found: lab.Tournament) -> None:
    table = found.runs.table
    standings = found.standings().set_index(["measure", "of"])
    assert list(found.standings()["of"][:3]) == ["high", "Sampler", "low"]
    mine = [
        row.win_0 if row.player_0 == "low" else row.win_1
        for row in table.itertuples()
        if (row.player_0 == "low") != (row.player_1 == "low")
    ]
    assert standings.loc[("wins", "low"), "n"] == len(mine) == 80
    assert standings.loc[("wins", "low"), "value"] == round(sum(mine) / 80, 4)
    matrix = found.matrix().set_index(["player", "against"])
    # 2 against 0, and heads is worth one: `high` is always ahead; 40 / (40 + 1.96**2) = 0.9124
    assert tuple(matrix.loc[("high", "low")])[:4] == (40, 1.0, 0.9124, 1.0)
    assert matrix.loc[("high", "Sampler"), "ahead"] + matrix.loc[("Sampler", "high"), "ahead"] == pytest.approx(1)
    payoffs = found.payoffs().set_index(["table", "player"])
    assert tuple(payoffs.loc[("high + low", "high")])[:2] == (40, 1.0)
    assert tuple(payoffs.loc[("high + high", "high")])[:2] == (20, 0.5)
    assert found.payoffs("score").set_index(["table", "player"]).loc[("high + low", "high"), "value"] >= 2


def test_the_empirical_game_of_a_dominant_player(found: lab.Tournament) -> None:
    parts = found.equilibrium(resamples=20).set_index("player")
    assert list(parts["part"]) == [1.0, 0.0, 0.0] and list(parts["low"]) == [1.0, 0.0, 0.0]
    assert parts.loc["low", "gain"] == -0.5 and parts.loc["high", "gain"] == 0
    assert found.equilibrium(resamples=20).equals(found.equilibrium(resamples=20))


def test_ratings_say_who_is_better_and_hold_to_a_named_player(found: lab.Tournament) -> None:
    ratings = found.ratings().set_index("of")
    # everybody else won somewhere; `high` never lost to `low`, but Sampler is between them
    assert ratings.loc["high", "value"] == 1000 > ratings.loc["Sampler", "value"] > ratings.loc["low", "value"]
    assert (ratings["n"] == 80).all()
    anchored = found.ratings("Sampler").set_index("of")
    assert anchored.loc["Sampler", "value"] == 1000
    apart = ratings.loc["high", "value"] - ratings.loc["Sampler", "value"]
    assert anchored.loc["high", "value"] == pytest.approx(1000 + apart, abs=0.1)
    with refused(wb.WorkbenchError, "There is no player 'hihg' in this tournament. Did you mean 'high'?"):
        found.ratings("hihg")


class Thrown(Naming):
    """Whoever names one more than the other wins, and 0 counts as one more than 2; the coin decides nothing."""

    def apply(self, state: TinyState, action: int) -> None:
        super().apply(state, 3 if action == 4 else action)


class Circle(Tiny):
    """Rock, scissors, paper."""

    def own_phases(self) -> tuple[Phase[Any], ...]:
        return (Thrown(),)

    def start(self, listener: Listener | None = None) -> TinyState:
        state = super().start(listener)
        beaten = CircleState()
        for name in ("game", "phase", "to_move", "listener", "named"):
            setattr(beaten, name, getattr(state, name))
        return beaten

    def bounds(self) -> Bounds:
        return Bounds(total=1.0)


class CircleState(TinyState):
    __slots__ = ()

    def returns(self) -> tuple[float, ...]:
        return {0: (0.5, 0.5), 1: (1.0, 0.0), 2: (0.0, 1.0)}[(self.named[0] - self.named[1]) % 3]


def rock(view: View) -> int:
    return 0


def paper(view: View) -> int:
    return 1


def scissors(view: View) -> int:
    return 2


def test_a_circle_is_told_and_shared() -> None:
    found = lab.tournament(Circle({}), [rock, paper, scissors], games=5, seed=1)
    # everybody wins as often as it loses: no rating tells them apart
    assert found.ratings()["value"].tolist() == pytest.approx([1000] * 3, abs=0.1)
    assert found.circles() == (("rock", "paper", "scissors"),)
    assert "beat each other in a circle: rock, paper, scissors" in repr(found)
    ranked = found.alpha_rank(resamples=5)
    assert ranked["part"].tolist() == pytest.approx([1 / 3] * 3, abs=1e-3)
    assert ranked["n"].tolist() == [45] * 3
    # whoever knows what you throw wins every game, instead of every second one
    assert found.exploitability(samples=2)["loses"].tolist() == [0.5] * 3


def test_who_beats_everybody_holds_the_population(found: lab.Tournament) -> None:
    assert found.circles() == () and "circle" not in repr(found)
    assert found.alpha_rank(resamples=5)["part"].tolist() == pytest.approx([1, 0, 0], abs=1e-3)


def test_what_a_game_is_too_large_for_is_said() -> None:
    found = lab.tournament("kuhn", ["random", "rollout"], games=2, seed=1)
    loses = found.exploitability().set_index("player")["loses"]
    # as OpenSpiel computes it, random play loses 11/24 to the best reply
    assert loses["random"] == round(11 / 24, 4) and loses["rollout"] < 0.04
    with refused(wb.WorkbenchError, "more than 10 "):
        found.exploitability(limit=10)
    with refused(wb.WorkbenchError, "Exploitability needs results that always add up to the same"):
        lab.tournament(Tiny({}), [high, low], games=1).exploitability()


def test_mixtures_by_hand() -> None:
    wins = {(0, 1): 0, (1, 2): 1, (0, 2): 2}  # 0 beats 1, 1 beats 2, 2 beats 0
    circle = {((one, one), one): 0.5 for one in range(3)}
    for pair, winner in wins.items():
        for who in pair:
            circle[pair, who] = 1.0 if who == winner else 0.0
    mixture, gains = solve(circle, 3, 2)
    assert mixture == pytest.approx([1 / 3] * 3, abs=1e-5) and max(gains) < 1e-5
    # three seats, two ways; who is alone wins: half and half
    lone = {((0, 0, 0), 0): 1 / 3, ((1, 1, 1), 1): 1 / 3}
    lone |= {((0, 0, 1), 0): 0.0, ((0, 0, 1), 1): 1.0, ((0, 1, 1), 0): 1.0, ((0, 1, 1), 1): 0.0}
    assert solve(lone, 2, 3)[0] == pytest.approx([0.5, 0.5], abs=1e-3)
    # hawks and doves, not of constant sum: doves share 2, hawks lose 1 each; a hawk takes all: (4 - 2) / (4 - 2 + 1)
    hawks = {((0, 0), 0): -1.0, ((0, 1), 0): 4.0, ((0, 1), 1): 0.0, ((1, 1), 1): 2.0}
    mixture, gains = solve(hawks, 2, 2)
    assert mixture == pytest.approx([2 / 3, 1 / 3], abs=1e-3) and max(gains) < 1e-3


def test_a_sample_of_seatings_is_balanced() -> None:
    for players, seats, most in ((4, 3, 20), (5, 4, 40), (3, 3, 8)):
        sample = seatings_of(players, seats, most, seed=1)
        assert most <= len(sample) < players**seats + seats * players
        assert len({(seat, player): 0 for here in sample for seat, player in enumerate(here)}) == seats * players
        counts = Counter((seat, player) for here in sample for seat, player in enumerate(here))
        assert len(set(counts.values())) == 1
    assert len(seatings_of(3, 3, 27, seed=1)) == 27


def test_three_seats_on_a_sample_say_what_is_missing() -> None:
    found = lab.tournament(Tiny({}, 3), [high, low, Sampler, lambda view: 1], games=2, seed=3, seatings=12)
    assert not found.whole and "a balanced sample of 12 seatings" in repr(found)
    with refused(wb.WorkbenchError, "This analysis needs games at every kind of table"):
        found.equilibrium()


def test_the_same_tournament_with_workers_and_from_a_folder(tmp_path: Path, found: lab.Tournament) -> None:
    def near(view: View) -> int:
        return 1

    call = {"game": Tiny({}), "players": [high, near, Sampler], "games": 6, "seed": 3}
    alone = lab.tournament(**call)  # type: ignore[arg-type]
    lab.tournament(**{**call, "games": 2}, store=tmp_path)  # type: ignore[arg-type]
    for workers in (1, 2):
        again = lab.tournament(**call, workers=workers, store=tmp_path if workers == 1 else None)  # type: ignore[arg-type]
        pd.testing.assert_frame_equal(again.runs.table, alone.runs.table)
    match = alone.runs.match(7)
    assert match.over and match.state.scores()[0] == alone.runs.table["score_0"][7]
    with refused(wb.WorkbenchError, "its players sit in other seats"):
        lab.tournament(**call, seatings=6, store=tmp_path)  # type: ignore[arg-type]


def test_games_that_fail_are_kept_when_asked() -> None:
    found = lab.tournament(Tiny({}), [careless, high], games=3, seed=3, on_error="keep")
    assert len(found.runs.failed) == 6, "in seat 1 it fails when seat 0 has named 2, and both do"
    with refused(wb.PlayerError, "lost the thread"):
        lab.tournament(Tiny({}), [careless, high], games=3, seed=3)


@pytest.mark.parametrize(
    ("game", "players", "sentence"),
    [
        ("northwood", ["random", "counter"], "has one seat here, and a tournament needs two"),
        ("keydom", ["random"], "needs a list of at least two players"),
        ("keydom", "random", "needs a list of at least two players"),
        ("keydom", ["random", "farmr"], "There is no player 'farmr' for keydom. Did you mean 'farmer'"),
        (5, ["random", "farmer"], "A game is a name"),
    ],
)
def test_wrong_arguments_are_refused(game: str, players: list[str], sentence: str) -> None:
    with refused(wb.WorkbenchError, sentence):
        lab.tournament(game, players)
