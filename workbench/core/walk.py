"""Walks: ways through a graph, which you can follow step by step beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.core.errors import WorkbenchError
from workbench.core.words import counted

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Walk:
    """A graph with a walk on it.

    Attributes:
        graph: a `networkx.DiGraph`. Its nodes have ``x`` and ``y`` (whole or decimal units), and may have ``mark`` (one or two
            short words in them), ``label`` (a word below them), ``colour`` (``#RRGGBB``), ``symbol`` (circle, square, diamond,
            hexagon, pentagon or triangle-up), ``says`` (a sentence) and ``fixed`` (nothing can be changed there). The graph's
            own attribute ``blocked`` may list the two ends of each closed way. A closed way is drawn, but it is not an edge,
            so no path leads along it. Nodes that belong together, such as the fields of a region, may name their ``group``.
        places: the nodes of the walk in order; empty for a graph without a walk.
        captions: what happens at each place, in one sentence or more.
        text: the whole walk in words.
        title: what it shows.
        name: a word or two to choose it by among others.
        groups: the groups of nodes by name, each with the colour of its nodes' edges (``#RRGGBB``).

    Raises:
        WorkbenchError: a place is not in the graph, there is not a caption for each place, or a node's group is not listed.

    >>> Walk({}, ("home",), ("At home.",))
    Traceback (most recent call last):
    ...
    workbench.core.errors.WorkbenchError: The walk goes through 'home', which is not in the graph.
    """

    graph: nx.DiGraph
    places: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    text: str = ""
    title: str = ""
    name: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        missing = [place for place in self.places if place not in self.graph]
        if missing:
            raise WorkbenchError(f"The walk goes through {missing[0]!r}, which is not in the graph.")
        if len(self.captions) != len(self.places):
            raise WorkbenchError(
                f"A walk needs a caption for each place: it has {counted(len(self.places), 'place')} and "
                f"{counted(len(self.captions), 'caption')}."
            )
        strange = [node for node in self.graph if self.group(node) and self.group(node) not in self.groups]
        if strange:
            raise WorkbenchError(f"{strange[0]!r} belongs to the group {self.group(strange[0])!r}, which is not listed.")

    def group(self, node: str) -> str:
        """Return the group a node belongs to; empty for none."""
        return str(self.graph.nodes[node].get("group", ""))

    @property
    def blocked(self) -> tuple[tuple[str, str], ...]:
        """The two ends of each closed way."""
        return tuple(self.graph.graph.get("blocked", ()))

    def at(self, node: str) -> tuple[float, float]:
        """Return where a node is drawn."""
        found = self.graph.nodes[node]
        return float(found["x"]), float(found["y"])

    def same(self, other: Walk) -> bool:
        """Return whether another walk looks exactly the same."""
        return (
            (self.name, self.title, self.places, self.captions, self.text)
            == (other.name, other.title, other.places, other.captions, other.text)
            and dict(self.graph.nodes(data=True)) == dict(other.graph.nodes(data=True))
            and list(self.graph.edges(data=True)) == list(other.graph.edges(data=True))
            and self.blocked == other.blocked
            and dict(self.groups) == dict(other.groups)
        )
