"""A number over a range, and two as a map."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.lab.players import high, interrupting, low
from tests.lab.tiny import Naming, Tiny, TinyState
from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.state import View


def more(bonus: int) -> Game:
    """Heads gives so many more."""

    class More(Naming):
        def apply(self, state: TinyState, action: int) -> None:
            Naming.apply(self, state, action)
            if action == 4:
                state.named = (*state.named[:-1], state.named[-1] - 1 + bonus)

    return Tiny({}, phases={"naming": More})


def test_a_line_by_hand() -> None:
    found = lab.sweep(more, {"bonus": [0, 1, 3]}, "score_1", low, games=80, seed=1)
    heads = found.runs[(1,)].table["score_1"].mean()
    # the same coins at every point: so many times the share of heads
    assert [found.estimate(bonus).value for bonus in (0, 1, 3)] == pytest.approx([0, heads, 3 * heads])
    assert found.table["bonus"].tolist() == [0, 1, 3]
    assert found.table["n"].tolist() == [80] * 3
    assert "picked after looking" in repr(found)
    assert found._repr_html_().startswith("<p>Tiny: bonus, 80 games a point with low, seed 1</p>")


@pytest.mark.xdist_group("workers")
def test_changed_phases_on_two_workers() -> None:
    one, two = [lab.sweep(more, {"bonus": [0, 2]}, "score_1", low, games=40, seed=1, workers=workers) for workers in (1, 2)]
    assert one.table.equals(two.table)


@pytest.mark.parametrize(("after", "points"), [(30, 1), (50, 2), (10**6, 3)])
def test_a_sweep_that_is_stopped_keeps_its_points(after: int, points: int) -> None:
    found = lab.sweep(more, {"bonus": [0, 1, 2]}, "score_1", interrupting(after), games=10, seed=1, check=high)
    assert len(found.runs) == len(found.table) == points
    assert found.whole == found.checked == (points == 3)
    assert ("It was stopped before high played." in repr(found)) == (points == 2)


def test_a_map_of_two_options() -> None:
    numbers = {"threshold": [2, 8], "fiefs": [6, 8]}
    found = lab.sweep("northwood", numbers, "win_0", "random", games=30, seed=1)
    assert list(found.runs) == [(2, 6), (2, 8), (8, 6), (8, 8)]
    assert found.table[["threshold", "fiefs"]].to_numpy().tolist() == [[2, 6], [2, 8], [8, 6], [8, 8]]
    assert found.table["interval"].unique().tolist() == ["Wilson 95%"]
    # each point is what a run of its own gives
    alone = lab.simulate(wb.load("northwood", threshold=2, fiefs=6), "random", games=30, seed=1)
    assert found.estimate(2, 6).value == alone.table["win_0"].mean()


def one_above(view: View) -> int:
    return 1


def test_other_players_may_order_the_points_the_other_way() -> None:
    def shifted(bonus: int) -> Game:
        """Who names nothing gets the bonus, who names anything pays it."""

        class Shifted(Naming):
            def apply(self, state: TinyState, action: int) -> None:
                named = len(state.named)
                Naming.apply(self, state, action)
                if len(state.named) > named:
                    state.named = (*state.named[:-1], action + (bonus if action == 0 else -bonus))

        return Tiny({}, phases={"naming": Shifted})

    found = lab.sweep(shifted, {"bonus": [0, 3]}, "score_0", low, games=30, seed=1, check=one_above)
    # by hand: from 0 to 3 for who names nothing, from 1 to -2 for who names one
    assert found.table["value"].tolist() == [0, 3]
    (row,) = found.orders.itertuples(index=False, name=None)
    assert row[:4] == ("score_0", "bonus=3", 30, 3.0) and row[6:10:3] == (-3.0, -6.0) and row[-1] == "opposite order"
    assert "bonus=3: score_0 is higher with low, but lower with one_above" in repr(found)
    assert "Would other players" not in repr(found) and "opposite order" in found._repr_html_()
    alone = lab.sweep(shifted, {"bonus": [0, 3]}, "score_0", low, games=30, seed=1)
    assert alone.table.equals(found.table) and "with another player, use `check=`" in repr(alone)
    with pytest.raises(WorkbenchError, match="No other players have played"):
        assert len(alone.orders)
    with pytest.raises(WorkbenchError, match="at least two points must be playable"):
        lab.sweep(shifted, {"bonus": [3]}, "score_0", low, games=3, check=one_above)


def test_a_rule_that_the_players_never_use_is_said_to_say_nothing() -> None:
    found = lab.sweep("northwood", {"threshold": [18, 19]}, "win_0", "random", games=20, seed=1)
    assert "threshold=19: " in repr(found) and "none of 20 games with random came out differently" in repr(found)


def test_sweeps_that_make_no_sense() -> None:
    with pytest.raises(WorkbenchError, match="one number or two"):
        lab.sweep("northwood", {}, "win_0", "random", games=2)
    with pytest.raises(WorkbenchError, match="threshold needs values, each of them once"):
        lab.sweep("northwood", {"threshold": [4, 4]}, "win_0", "random", games=2)
    with pytest.raises(WorkbenchError, match="Nothing could be played"):
        lab.sweep("northwood", {"threshold": [99]}, "win_0", "random", games=2)
    with pytest.raises(WorkbenchError, match="must return a game, not 4"):
        lab.sweep(lambda bonus: bonus, {"bonus": [4]}, "win_0", low, games=2)
    part = lab.sweep("northwood", {"threshold": [4, 99]}, "win_0", "random", games=20, seed=1)
    assert list(part.runs) == [(4,)]
    assert "must be a whole number from 0 to" in part.failed[(99,)]
    with pytest.raises(WorkbenchError, match="Nothing was played at"):
        part.estimate(5)


@pytest.mark.parametrize("values", [12, "12 13"])
def test_the_values_must_be_a_list(values: object) -> None:
    with pytest.raises(WorkbenchError, match="threshold needs a list of values, not"):
        lab.sweep("northwood", {"threshold": values}, players="random", games=2)  # type: ignore[dict-item]
