"""The upper bound by information relaxation: never below the optimum, the optimum itself for exact estimates, and printed."""

from __future__ import annotations

import re
from itertools import permutations
from types import ModuleType
from typing import Any

import pytest

import workbench as wb
from tests.helpers import benchmark_of
from workbench.core.exact import ExactSolver
from workbench.core.random import Random
from workbench.games.northwood.components import cards_in
from workbench.games.northwood.visitor import Thinker

FEW: dict[str, Any] = {
    "setup": "custom",
    "allies": "CJ FJ LJ EJ",
    "usable_allies": "FJ",
    "substitutes": "none",
    "highest_value": 2,
    "hand_size": 2,
}
"""Eight cards, and one ability, which discards all trumps."""


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return benchmark_of("northwood_bound")


def exact(solver: ExactSolver) -> Any:
    return lambda state: float(solver.value(state))


@pytest.mark.long
@pytest.mark.parametrize("wanted", [0, 1])
def test_over_all_orders_it_is_the_optimum_or_more(benchmark: ModuleType, wanted: int) -> None:
    """One fief to visit, in all 1,680 orders of the four cards that come: whoever knows them all wins more than the optimum."""
    options = {"fiefs": 2, "rulers": "FQ FK", "threshold": 7, "start_friendly": (1 - wanted,)}
    game: Any = wb.load("northwood", **FEW, **options)
    begun, solver = game.start(), ExactSolver()
    optimum = float(solver.value(begun))
    orders = [tuple(order) for order in permutations(cards_in(game.deck_to_highest_value), 4)]

    def bound(value: Any) -> float:
        relaxed = benchmark.Relaxed(value)
        return sum([relaxed.best(begun, (order,) * 2) for order in orders]) / len(orders)

    assert bound(exact(solver)) == pytest.approx(optimum)
    judged = bound(benchmark.estimates_of(Thinker(game, Random(1)), begun))
    free = bound(benchmark.nothing)
    assert 0 < optimum <= judged + 1e-9 and optimum < free - 0.01
    assert bound(lambda state: float(state.hand % 7) / 7) >= optimum - 1e-9  # estimates may be any


def test_with_exact_estimates_every_order_gives_the_optimum(benchmark: ModuleType) -> None:
    """Two visits: each order of both decks comes to the same."""
    game: Any = wb.load("northwood", **FEW, fiefs=2, rulers="FQ LK", threshold=4)
    begun, solver, rng = game.start(), ExactSolver(), Random(4)
    relaxed = benchmark.Relaxed(exact(solver))
    for _order in range(10):
        assert relaxed.best(begun, benchmark.orders_for(game, rng)) == pytest.approx(float(solver.value(begun)))


def test_it_prints_bound_optimum_and_gap(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    small = [f"--option={name}={value}" for name, value in {"fiefs": 2, "threshold": 3, "hand_size": 2}.items()]
    assert benchmark.main(["--preset", "tiny", "--option", "highest_value=2", *small, "--orders", "5"]) == 0
    first, *rows = capsys.readouterr().out.splitlines()
    assert re.search(r"hand_size=2, highest_value=2, fiefs=2, threshold=3, abilities='off'; (plain|compiled)$", first)
    starts = ("bound with penalties", "bound without", "optimum 0.", "thinker", "gap")
    assert [row.startswith(start) for row, start in zip(rows, starts, strict=True)] == [True] * 5
    few = ["--option", "hand_size=4"]  # of eight cards the thinker takes seven times as long
    assert benchmark.main(["--last-visit", "--cards", "1", "--positions", "2", "--orders", "2", *few]) == 0
    assert "1 position of the last visit with 1 card in hand" in capsys.readouterr().out


def test_it_gives_up_where_there_are_too_many_positions(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--option", "fiefs=2", "--option", "threshold=4"]
    assert benchmark.main(["--preset", "tiny", *small, "--orders", "1", "--limit", "3"]) == 0
    assert "1 of 1 positions omitted: an order has more than 3 positions" in capsys.readouterr().out


def test_it_stops_where_somebody_shuffles(benchmark: ModuleType) -> None:
    game: Any = wb.load("northwood", setup="custom", allies="CB FJ LJ EJ", rulers="FQ FK", fiefs=2)
    with pytest.raises(SystemExit, match="Baron of Claws shuffles"):
        benchmark.refuse_shufflers(game, game.start())
