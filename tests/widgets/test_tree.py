"""Trees of small end games: their values are those of the exact solver, and every node is the value of its branches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import networkx as nx
import pytest

import workbench as wb
from widgets.charts import Chart, bars, heat_map, lines
from widgets.tree import decision_tree, places, tree_figure, tree_text
from workbench.core.exact import ExactSolver, after
from workbench.core.state import State
from workbench.games.northwood.odds import visit_success

SPENT = "CJ* FJ* LJ* EJ*"
E3 = {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": 1, "ruler": "LQ", "allies": SPENT}
E16 = {"hand": "C4 L2", "deck": "C3 C6 F5 L4", "fief": 1, "ruler": "LQ", "allies": "CJ* FJ* LJ* EQ"}
E17 = {"hand": "C8 F8 E2", "deck": "C1 C6 L2", "fief": 2, "ruler": "FB", "score": "L7 L8", "allies": "CP FJ* LJ* EJ*"}


def position(description: dict[str, Any]) -> tuple[State, ExactSolver]:
    state = wb.load("northwood").position(description)
    return state, ExactSolver(visit_success(state))  # type: ignore[arg-type]


def check(graph: nx.DiGraph) -> None:
    """A decision is worth its best branch, a random event the mean of its branches, whose probabilities make 1."""
    assert list(graph) == list(range(len(graph)))
    assert nx.is_arborescence(graph)
    for node, data in graph.nodes(data=True):
        branches = [(graph.nodes[child]["value"], graph.edges[node, child]) for child in graph.successors(node)]
        assert bool(branches) == (data["kind"] in ("decision", "chance"))
        assert isinstance(data["value"], Fraction) and data["label"] == str(data["value"])
        if data["kind"] == "decision":
            assert max(value for value, _ in branches) == data["value"]
            assert all(edge["best"] == (value == data["value"]) for value, edge in branches)
            assert all(edge["probability"] is None for _, edge in branches)
        if data["kind"] == "chance":
            assert sum(edge["probability"] for _, edge in branches) == 1
            assert sum(edge["probability"] * value for value, edge in branches) == data["value"]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("description", [E3, {**E3, "fief": 0}, {**E3, "fief": 2}, E16, E17], ids=str)
def test_the_values_are_those_of_the_solver(description: dict[str, Any], whole: bool) -> None:
    state, solver = position(description)
    graph = decision_tree(state, solver, whole=whole)
    check(graph)
    assert graph.nodes[0]["value"] == solver.value(state)


@pytest.mark.parametrize(("fief", "value"), [(0, "1/3"), (1, "1/2"), (2, "1/6")])
def test_two_dialogues_without_an_ability(fief: int, value: str) -> None:
    """NW-TRICK-4: worked example E3."""
    assert decision_tree(*position({**E3, "fief": fief})).nodes[0]["label"] == value


def test_the_queen_of_eyes_is_worth_a_twelfth() -> None:
    """NW-EYES-2: worked example E16."""
    state, solver = position(E16)
    graph = decision_tree(state, solver)
    values = {graph.edges[0, child]["words"]: graph.nodes[child]["value"] for child in graph.successors(0)}
    assert values == {"pass": Fraction(1, 2), "activate the Queen of Eyes": Fraction(7, 12)}
    assert [graph.edges[0, child]["best"] for child in graph.successors(0)] == [False, True]


def test_everything_is_drawn_when_the_whole_tree_is_wanted() -> None:
    """Four statements and then three, each answered by the only card that may be: every step is a node."""
    graph = decision_tree(*position(E3), whole=True)
    kinds = [data["kind"] for _, data in graph.nodes(data=True)]
    assert kinds.count("end") == 12
    # the window before the first statement, and behind each statement a response and (unless it was the last) a window
    assert kinds.count("chance") == 1 + 4
    assert kinds.count("decision") == 1 + 4 + 4 + 12
    check(graph)


def test_a_shortened_tree_names_forced_moves_and_joins_what_comes_to_the_same() -> None:
    graph = decision_tree(*position(E3))
    first = list(graph.successors(0))
    assert [graph.edges[0, child]["words"] for child in first] == ["C3 → C5", "C7 → C5", "F1 → F2", "F8 → F2"]
    ends = [graph.edges[first[0], child] for child in graph.successors(first[0])]
    assert [(edge["words"], edge["probability"]) for edge in ends] == [
        ("C7 or F8", Fraction(2, 3)),
        ("F1", Fraction(1, 3)),
    ]


def test_the_depth_cuts_with_the_exact_value() -> None:
    state, solver = position(E16)
    graph = decision_tree(state, solver, depth=1)
    check(graph)
    assert {data["kind"] for node, data in graph.nodes(data=True) if node} == {"cut"}
    assert graph.nodes[0]["value"] == Fraction(7, 12)


def test_only_the_best_moves_are_followed_on_demand() -> None:
    state, solver = position(E16)
    graph = decision_tree(after(state, state.game.action("pass")), solver, best_only=True)
    check(graph)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "decision":
            assert len(list(graph.successors(node))) == 1


def test_a_tree_too_large_to_read_is_refused_with_advice() -> None:
    description = {"hand": "C4 C5 F2 L2", "deck": "C3 C6 F5 L4 E1 E2 E3", "fief": 1, "ruler": "LQ", "allies": SPENT}
    with pytest.raises(wb.WorkbenchError, match="more than 400 nodes; begin nearer to the end"):
        decision_tree(*position(description), whole=True)


def test_the_same_tree_every_time() -> None:
    texts = {tree_text(decision_tree(*position(E16))) for _ in range(2)}
    figures = {tree_figure(decision_tree(*position(E16)), "A tree").to_json() for _ in range(2)}
    assert len(texts) == len(figures) == 1
    assert len(figures.pop()) < 20_000


def test_no_two_nodes_lie_on_each_other_and_children_lie_to_the_right() -> None:
    graph = decision_tree(*position(E16))
    found = places(graph)
    assert len(set(found.values())) == len(graph)
    assert all(found[parent][0] < found[child][0] for parent, child in graph.edges)


def test_the_figure_shows_every_value_and_tells_kinds_apart_by_symbol() -> None:
    graph = decision_tree(*position(E16))
    traces = [trace for trace in tree_figure(graph, "A <tree>").data if trace.mode == "markers+text"]
    assert len({trace.marker.symbol for trace in traces}) == len(traces) == 3
    shown = [text for trace in traces for text in trace.text]
    assert sorted(shown) == sorted(f"<b>{data['label']}</b>" for _, data in graph.nodes(data=True))
    assert tree_figure(graph, "A <tree>").layout.title.text == "A &lt;tree&gt;"


def test_a_chart_is_plotly_data_and_a_table_of_its_numbers() -> None:
    chart = heat_map("Chances", ["a", "b"], ["x"], [[0.123], [1.0]], "row", "column")
    assert chart._repr_mimebundle_()["text/plain"].splitlines()[2:] == ["a   12.3", "b  100.0"]
    assert chart._repr_mimebundle_()["application/vnd.plotly.v1+json"]["data"][0]["text"] == [["12.3%"], ["100.0%"]]
    longer = heat_map("Chances", ["balanced_elder"], ["x"], [[0.5]], "row", "column")
    assert longer.figure.layout.margin.l > chart.figure.layout.margin.l, "long names need room beside the title of the rows"


@pytest.mark.parametrize("draw", [lines, bars])
def test_lines_and_bars_differ_in_more_than_colour(draw: Any) -> None:
    chart: Chart = draw("T", ["1", "2"], [("one", [0.1, 0.2]), ("other", [0.3, 0.4])], "x", "y")
    assert "other" in chart.text and "40.0%" in chart.text
    data = chart.figure.data
    if draw is lines:
        assert len({(trace.line.dash, trace.marker.symbol) for trace in data}) == 2
    else:
        assert len({trace.marker.pattern.shape for trace in data}) == 2
