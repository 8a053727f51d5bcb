"""Ladders: who meets whom, the same games whoever asks, ratings by hand, what starts anew, and whom advice comes from."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.core.game import Game
from workbench.core.ladder import FILE, MODE, REFERENCE, Rung, is_measured, ladder, strongest
from workbench.core.player import Expectation, Player
from workbench.core.registry import candidates_of, players_of
from workbench.core.state import View
from workbench.games.keydom.game import Keydom
from workbench.lab.ladder import Ladder, climb, meetings_of, pace_of, player_print, read, rules_print, write
from workbench.players.random_player import RandomPlayer

pytestmark = pytest.mark.xdist_group("workers")


class First(Player):
    """Takes the first move."""

    def choose(self, view: View) -> int:
        return view.legal()[0]


class Xor(Player):
    """Leaves rows whose binary sum is nothing (Bouton)."""

    def choose(self, view: View) -> int:
        for action in view.legal():
            state = view.state.copy()
            state.apply(action)
            sum_of = 0
            for row in getattr(state, "rows"):  # noqa: B009
                sum_of ^= row
            if sum_of == 0:
                return action
        return view.legal()[0]


class Sure(First):
    """Thinks long about the first move, and expects to win with it."""

    quick = False
    mean = 1.0

    def expected(self, view: View) -> tuple[Expectation, ...]:
        return (Expectation(view.legal()[0], self.mean, 0.0, 1),)


class Unsure(Sure):
    """The same, but not sure of it."""

    mean = 0.5


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Nim with a folder of its own, and players of whom it is known who wins."""
    game = wb.load("nim")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    monkeypatch.setattr(type(game), "strategies", {"first": First, "xor": Xor})
    return game


def climbed(game: Game, games: int = 20, workers: int = 1, players: tuple[str, ...] = ("random", "first", "xor")) -> Ladder:
    found = read(game)
    for _ in climb(found, players, games, workers=workers, progress=False):
        pass
    return found


def results(found: Ladder) -> dict[tuple[str, str], tuple[int, float]]:
    return {pair: (one.games, one.won) for pair, one in found.meetings.items()}


def test_everybody_meets_everybody_and_the_best_stands_first(nim: Game) -> None:
    found = climbed(nim)
    assert list(found.meetings) == [("first", "random"), ("xor", "random"), ("first", "xor")]
    assert all(one.games == 20 for one in found.meetings.values())
    best, *others = found.rungs()
    assert best.player == "xor" and best.rating_low > max(one.rating_high for one in others if one.player == "first")
    assert next(one.rating for one in others if one.player == "random") == 1000
    # who moves second in this game wins with best play, and both sit there half the time
    assert found.meetings["first", "xor"].won <= 10


def test_a_ladder_grows_and_is_the_same_whoever_asks(nim: Game) -> None:
    few = climbed(nim, 10)
    write(few)
    assert results(climbed(nim, 10)) == results(few)
    grown = climbed(nim, 20)
    (nim.folder / FILE).unlink()
    assert results(grown) == results(climbed(nim, 20)) == results(climbed(nim, 20, workers=2))


def test_who_plays_otherwise_begins_anew(nim: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    write(climbed(nim, 10))
    assert len(read(nim).meetings) == 3
    monkeypatch.setattr(type(nim), "strategies", {"first": Xor, "xor": Xor})
    assert list(read(nim).meetings) == [("xor", "random")]
    monkeypatch.setattr(type(nim), "strategies", {})
    assert list(read(nim).meetings) == []


def test_other_rules_begin_anew(nim: Game) -> None:
    file = write(climbed(nim, 10))
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["rules"] == rules_print(nim) != rules_print(wb.load("nim", last="loses"))
    file.write_text(json.dumps({**data, "rules": "others"}), encoding="utf-8")
    assert read(nim).meetings == {}
    with refused(WorkbenchError, "A ladder needs the usual rules"):
        climbed(wb.load("nim", last="loses"))


def test_alone_the_share_of_wins_decides_and_the_score_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = wb.load("northwood")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    found = climbed(game, 10, players=("random", "counter"))
    assert [rung.player for rung in found.rungs()] == ["counter", "random"]
    assert meetings_of(game, ["counter"]) == [("counter", "")]
    meeting = found.meetings["counter", ""]
    assert len(meeting.scores) == meeting.games == 10
    assert found.rungs()[0].rating == pytest.approx(sum(meeting.scores) / 10)
    assert "counter" in repr(found)
    assert read(game).meetings == {}
    write(found)
    assert results(read(game)) == results(found)


def test_who_is_not_there_cannot_climb(nim: Game) -> None:
    with refused(UnknownNameError, "There is no player 'nobody' for nim."):
        climbed(nim, players=("nobody",))


def test_a_quick_player_is_timed_through_a_whole_game() -> None:
    """So a player that thinks about few decisions is as slow as it is on average."""
    asked: list[int] = []

    class Counted(RandomPlayer):
        def choose(self, view: View) -> int:
            asked.append(view.seat)
            return super().choose(view)

    class WithCounted(Keydom):
        strategies = {**Keydom.strategies, "counted": Counted}  # noqa: RUF012

    assert pace_of(WithCounted({}, 2), "counted", 4) > 0
    assert len(asked) > 10


def test_who_never_lost_is_stored_with_an_open_end(nim: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(nim), "reference_player", "xor")
    found = climbed(nim, 10)
    found.meetings["first", "xor"].won = found.meetings["random", "xor"].won = 0.0
    write(found)
    best, *others = ladder(nim)
    assert (best.player, best.rating) == ("xor", 1000)
    assert [(rung.rating, rung.rating_low) for rung in others] == [(-inf, -inf), (-inf, -inf)]
    assert all(rung.rating_high < 1000 and rung.rated == f"below {rung.rating_high:.0f}" for rung in others)
    assert "Infinity" not in (nim.folder / FILE).read_text(encoding="utf-8")
    assert f"below {others[0].rating_high:.1f}" in repr(found)


def test_advice_comes_from_the_strongest_that_is_in_time(nim: Game) -> None:
    assert ladder(nim) == () and strongest(nim) == "random"
    rungs = [
        Rung("deep", 500, 0.9, 0.87, 0.92, 1400, 1380, 1420, 900.0, 300.0),
        Rung("unmeasured", 500, 0.85, 0.82, 0.88, 1300, 1280, 1320),
        Rung("quick", 500, 0.8, 0.76, 0.83, 1200, 1180, 1220, 9.0, 1.0),
    ]
    (nim.folder / FILE).write_text(json.dumps({"ladder": [vars(rung) for rung in rungs]}), encoding="utf-8")
    assert strongest(nim, 100) == "quick"
    assert strongest(nim, 2000) == "deep"
    assert strongest(nim, 0.5) == "random"
    assert strongest(wb.load("nim", last="loses"), 100) == "quick" and not is_measured(wb.load("nim", last="loses"))


@pytest.mark.parametrize("name", wb.game_names())
def test_what_is_stored_was_played_by_these_rules_and_players(name: str, short: bool) -> None:
    """Those that take their time are asked in the long run."""
    game = wb.load(name)
    data = json.loads((game.folder / FILE).read_text(encoding="utf-8"))
    assert data["rules"] == rules_print(game), f"The rules have changed: python -m workbench ladder {name} --keep"
    kinds = candidates_of(game)
    asked = {player: old for player, old in data["prints"].items() if kinds[player].quick or not short}
    assert asked
    changed = [player for player, old in asked.items() if player_print(game, player) != old]
    assert not changed, f"{changed} play otherwise now: python -m workbench ladder {name} --keep"
    missing = set(players_of(game)) - {REFERENCE} - set(data["prints"])
    assert not missing, f"{missing} were never measured: python -m workbench ladder {name} --keep"


@pytest.mark.parametrize("name", [name for name in wb.game_names() if wb.load(name).players > 1])
def test_prints_tell_quick_players_apart(name: str) -> None:
    """Six of seven quick players of For Goods and Honor once had one print, so a changed one went unnoticed."""
    game = wb.load(name)
    prints = [player_print(game, player) for player, kind in candidates_of(game).items() if kind.quick and player != REFERENCE]
    alike = {"merry_way": 1}  # a planner differs from a builder only in its replies to offers, and neither makes any
    assert len(set(prints)) == len(prints) - alike.get(name, 0)


def test_a_slow_player_that_expects_something_else_is_another(nim: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Resource Hog's rollout player once began to think about every choice, and in eight positions it chose as before."""
    monkeypatch.setattr(type(nim), "strategies", {"first": First, "sure": Sure, "unsure": Unsure})
    prints = {player: player_print(nim, player) for player in ("first", "sure", "unsure")}
    assert len(set(prints.values())) == 3 and player_print(nim, "sure") == prints["sure"]


@pytest.mark.parametrize("name", wb.game_names())
def test_what_is_stored_follows_from_the_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = wb.load(name)
    prints = json.loads((game.folder / FILE).read_text(encoding="utf-8"))["prints"]
    # whether they are right asks the test above: every player has to choose for that
    monkeypatch.setattr("workbench.lab.ladder.player_print", lambda game, player: prints[player])
    found = read(game)
    assert [vars(rung) for rung in found.rungs()] == [vars(rung) for rung in ladder(game)]
    assert all(found.pace[player].get(mode, 0) > 0 for player in found.pace for mode in ("plain", "compiled")), MODE


@pytest.mark.parametrize("name", wb.game_names())
def test_who_takes_longer_plays_better(name: str) -> None:
    """Slow players claim to play well: on the ladder each stands above every quick one, and their intervals do not meet."""
    game = wb.load(name)
    kinds, rungs = players_of(game), {rung.player: rung for rung in ladder(game)}
    quick = [rung for player, rung in rungs.items() if kinds[player].quick]
    assert quick
    for rung in rungs.values():
        if not kinds[rung.player].quick:
            assert rung.rating_low > quick[0].rating_high, f"{rung.player} is not shown to be worth its time"


CLAIMS = (
    ("northwood", "thinker", "visitor"),
    ("resource_hog", "steward", "raider"),
    ("resource_hog", "raider", "farmer"),
    ("merry_way", "schemer", "planner"),
    ("merry_way", "dealer", "trader"),
)
"""Who says to be a better sort of whom."""


@pytest.mark.parametrize(("name", "better", "other"), CLAIMS)
def test_who_is_said_to_be_better_is(name: str, better: str, other: str) -> None:
    rungs = {rung.player: rung for rung in ladder(wb.load(name))}
    assert rungs[better].rating_low > rungs[other].rating_high
