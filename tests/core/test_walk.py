"""A walk stays in its graph, and can be compared."""

from __future__ import annotations

import networkx as nx
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.walk import Walk


def street(blocked: bool = False) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_node("here", x=0, y=1)
    graph.add_node("there", x=2, y=1)
    graph.add_edge("here", "there")
    graph.graph["blocked"] = [("there", "here")] if blocked else []
    return graph


def test_a_walk_stays_in_its_graph() -> None:
    with pytest.raises(WorkbenchError, match="goes through 'the sea', which is not in the graph"):
        Walk(street(), ("the sea",), ("Wet.",))
    with pytest.raises(WorkbenchError, match="it has 1 place and 0 captions"):
        Walk(street(), ("here",), ())


def test_where_its_nodes_are() -> None:
    assert Walk(street()).at("there") == (2.0, 1.0)


def test_walks_that_look_the_same() -> None:
    one = Walk(street(), ("here", "there"), ("Here.", "There."), "From here to there.", "A walk", "Ann")
    assert one.same(Walk(street(), one.places, one.captions, one.text, one.title, one.name))
    assert not one.same(Walk(street(True), one.places, one.captions, one.text, one.title, one.name))
    assert not one.same(Walk(street(), one.places, ("Here.", "Where?"), one.text, one.title, one.name))
    assert not one.same(Walk(street(), one.places, one.captions, one.text, one.title, "Bo"))
    assert not one.same(Walk(street(), ("here",), ("Here.",), one.text, one.title, one.name))


def test_nodes_may_belong_to_groups_that_are_listed() -> None:
    graph = street()
    graph.nodes["there"]["group"] = "the hills"
    with pytest.raises(WorkbenchError, match="'there' belongs to the group 'the hills', which is not listed"):
        Walk(graph)
    walk = Walk(graph, groups={"the hills": "#009E73"})
    assert (walk.group("here"), walk.group("there")) == ("", "the hills")
    assert not walk.same(Walk(graph, groups={"the hills": "#E69F00"}))
