"""Games that follow the guide: the advice agrees with exact chances and the strongest player, and it helps."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import benchmark_of

SLOW = [name for name in wb.game_names() if name != "northwood"]
"""The games in which the strongest player takes half a second and more to think."""


def test_a_guided_game_is_never_advised_against_the_chances_or_the_strongest_player() -> None:
    guided = benchmark_of("guided_games")
    tally = guided.Tally()
    guided.play(wb.load("northwood"), 2, tally, 10)
    assert not tally.against
    assert tally.games == 1 and tally.given > 50 and tally.asked
    assert tally.exact and 2 * tally.visits_won > tally.visits
    assert f"{tally.given} times advised" in str(tally)


@pytest.mark.long
@pytest.mark.parametrize("name", SLOW)
def test_the_first_rounds_are_not_either(name: str) -> None:
    guided = benchmark_of("guided_games")
    tally = guided.Tally()
    guided.play(wb.load(name), 2, tally, 4, 8)
    assert not tally.against and not tally.games
    assert tally.given == 8 and tally.asked + tally.exact >= 2


def test_a_table_is_continued_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guided, seeds, table = benchmark_of("guided_games"), [], tmp_path / "guided.csv"

    def play(_game: wb.Game, seed: int, tally: object, ask_every: int) -> None:
        seeds.append(seed)
        tally.games, tally.won, tally.asked = tally.games + 1, tally.won + 0.5, tally.asked + ask_every  # type: ignore[attr-defined]

    monkeypatch.setattr(guided, "play", play)
    for games in ("2", "3"):
        with pytest.raises(SystemExit, match="0"):
            guided.main(["keydom", "northwood", "--games", games, "--ask-every", "5", "--table", str(table)])
    assert seeds == [0, 1, 0, 1, 2, 2]
    found = guided.stored(table)
    assert list(found) == ["keydom", "northwood"]
    assert all((one.games, one.won, one.asked) == (3, 1.5, 15) for one in found.values())
