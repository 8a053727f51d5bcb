"""The figures of On Their Merry Way."""

from __future__ import annotations

from tests.games.merry_way.test_board import position, positions, table
from workbench.games.merry_way.panels import panels


def test_the_figures():
    shown = {panel.title: panel for panel in panels(position("build", to_move="A", turn="A"), 0)}
    assert shown["Profit"].readable() == "Profit: A 7, B 4; target 30"
    assert shown["If they set out now"].shown() == ("10 (+3)", "5 (+1)")
    assert "N:L1.4" in shown["Your traps, a round"].labels
    assert "N:L1.3" not in shown["Your traps, a round"].labels


def test_the_income_of_the_last_travel_by_trap():
    seen = 0
    for seed in range(4):
        for state in positions(table(2, starting_resources=5, max_rounds=6), seed=seed):
            stops = [stop for trip in state.journey.trips for stop in trip.stops] if state.journey else []
            if state.phase.name != "choose_card" or not stops:
                continue
            earned = {}
            for stop in stops:
                label = f"{state.game.board.spot_names[stop.spot]} {'AB'[stop.owner]}"
                earned[label] = earned.get(label, 0) + stop.change
            by_title = {panel.title: panel for panel in panels(state, 0)}
            assert "If they set out now" not in by_title
            gains = {label: gain for label, gain in earned.items() if gain > 0}
            shown = by_title.get("Income of the last travel")
            assert gains == (dict(zip(shown.labels, shown.values, strict=True)) if shown else {})
            seen += bool(gains)
    assert seen > 2
