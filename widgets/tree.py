"""Trees of small end games with exact values at every position, as graphs, text and figures.

A tree branches in two ways: at a decision the player takes the best branch, and at a random event every branch counts with its
probability. Follow the values from the leaves to the root to see where the value of a position comes from.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import networkx as nx
import plotly.graph_objects as go

from widgets.charts import WIDTH, plain, styled
from widgets.palette import INK, OKABE_ITO
from workbench.core.errors import WorkbenchError
from workbench.core.exact import ExactSolver, after
from workbench.core.state import CHANCE, State

MOST_NODES: Final = 400
"""The most nodes of a tree; a larger one is illegible and slows down its page."""

BEND: Final = 2.5
"""How far an edge bends to the right of its parent, in letters."""

SIGNS: Final = {
    "decision": ("square", OKABE_ITO[5], "decision: the best branch counts"),
    "chance": ("circle", OKABE_ITO[1], "chance: the mean of the branches counts"),
    "end": ("diamond", OKABE_ITO[0], "settled, whatever comes"),
    "cut": ("diamond-open", OKABE_ITO[0], "goes on, but is not drawn"),
}
"""Symbol, colour and meaning for each kind of node. The symbols tell the kinds apart without the colours."""


def decision_tree(
    state: State,
    solver: ExactSolver,
    depth: int | None = None,
    *,
    whole: bool = False,
    best_only: bool = False,
) -> nx.DiGraph:
    """Return the tree below a position, with exact values.

    Args:
        state: the position at the root.
        solver: knows the question and the value of each position.
        depth: how many branchings to follow from the root; None for all of them.
        whole: whether to draw everything. If not, a decision with a single legal move has no node of its own (the edge shows
            the move after an arrow); a branch ends where nothing can change its value any more; and branches of one
            random event that end with the same value become one.
        best_only: whether to follow only the best move at a decision (the first one, if several are best).

    Returns:
        a graph whose nodes are numbered from 0 (the root) in the order of reading. A node has ``kind`` (``decision``,
        ``chance``, ``end``, or ``cut`` where the depth is reached), ``value`` (a Fraction), ``label`` (the value as
        text), ``question`` and ``depth``; an edge has ``words``, ``actions`` (the numbers of the actions), ``probability``
        (a Fraction; None at a decision) and ``best`` (whether it is a best move; at a random event always true).

    Raises:
        WorkbenchError: the tree would have more than 400 nodes.

    >>> import workbench as wb
    >>> from workbench.games.northwood.odds import visit_success
    >>> position = {"hand": "C5 F2", "deck": "C3 C7 F1", "fief": 1, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ*"}
    >>> state = wb.load("northwood").position(position)
    >>> print(tree_text(decision_tree(state, ExactSolver(visit_success(state)))))
    1/2 = chance: The ruler speaks.
      1/3: C3 → C5 = 1/2 [chance]
        1/2: C7 = 1
        1/2: F1 = 0
      1/3: C7 → C5 = 1/2 [chance]
        1/2: C3 = 0
        1/2: F1 = 1
      1/3: F1 → F2 = 1/2 [chance]
        1/2: C3 = 0
        1/2: C7 = 1
    """
    builder = _Builder(solver, depth, whole, best_only)
    builder.add(state.copy(), 0)
    return builder.graph


class _Builder:
    """Adds nodes and edges depth first."""

    def __init__(self, solver: ExactSolver, depth: int | None, whole: bool, best_only: bool) -> None:
        self.solver = solver
        self.depth = depth
        self.whole = whole
        self.best_only = best_only
        self.graph = nx.DiGraph()
        self._constant: dict[tuple[Any, ...], Fraction | None] = {}

    def add(self, state: State, depth: int, parent: int | None = None, **edge: Any) -> int:
        """Add a position and everything below it."""
        while not self.whole and self._settled(state) is None and state.to_move != CHANCE and len(state.legal()) == 1:
            action = state.legal()[0]
            if edge:
                edge["actions"] = (*edge["actions"], action)
                if state.phase.words(state, action) != "pass":  # a forced pass needs no words
                    edge["words"] += f" → {_short(state, action)}"
            state = after(state, action)
        kind = "end" if self._settled(state) is not None else "chance" if state.to_move == CHANCE else "decision"
        if kind != "end" and depth == self.depth:
            kind = "cut"
        value = self.solver.value(state)
        node = len(self.graph)
        if node >= MOST_NODES:
            raise WorkbenchError(
                f"This tree has more than {MOST_NODES} nodes; begin nearer to the end, or draw it to a smaller depth."
            )
        question = "" if kind == "end" else state.phase.question(state)
        self.graph.add_node(node, kind=kind, value=value, label=str(value), question=question, depth=depth)
        if parent is not None:
            self.graph.add_edge(parent, node, **edge)
        if kind == "chance":
            self._chance(state, node, depth)
        elif kind == "decision":
            self._decision(state, node, depth, value)
        return node

    def _settled(self, state: State) -> Fraction | None:
        """Return the value of a position where the tree ends; None where it goes on."""
        return self.solver.value_at(state) if self.whole else self._unshakeable(state)

    def _unshakeable(self, state: State) -> Fraction | None:
        """Return the value of a position whose value nothing can change any more; None if something can."""
        settled = self.solver.value_at(state)
        if settled is not None:
            return settled
        key = state.key()
        if key not in self._constant:
            below: set[Fraction | None] = set()
            for action in state.legal():
                below.add(self._unshakeable(after(state, action)))
                if len(below) > 1 or None in below:
                    break
            self._constant[key] = below.pop() if len(below) == 1 else None
        return self._constant[key]

    def _decision(self, state: State, node: int, depth: int, value: Fraction) -> None:
        for action in state.legal():
            child = after(state, action)
            best = self.solver.value(child) == value
            if best or not self.best_only:
                words = state.phase.words(state, action)
                self.add(child, depth + 1, node, words=words, actions=(action,), probability=None, best=best)
                if best and self.best_only:
                    return

    def _chance(self, state: State, node: int, depth: int) -> None:
        outcomes = state.chance()
        total = sum(weight for _, weight in outcomes)
        first: dict[tuple[str, Fraction], int] = {}
        for action, weight in outcomes:
            new = self.add(
                after(state, action),
                depth + 1,
                node,
                words=_short(state, action),
                actions=(action,),
                probability=Fraction(weight, total),
                best=True,
            )
            data = self.graph.nodes[new]
            if not self.whole and data["kind"] in ("end", "cut"):
                same = first.setdefault((data["kind"], data["value"]), new)
                if same != new:
                    self._merge(node, same, new)

    def _merge(self, parent: int, kept: int, dropped: int) -> None:
        """Merge two branches with the same result; dropping the latest node leaves no gap in the numbers."""
        edge, other = self.graph.edges[parent, kept], self.graph.edges[parent, dropped]
        edge["words"] = f"{edge['words']} or {other['words']}"
        edge["actions"] = (*edge["actions"], *other["actions"])
        edge["probability"] += other["probability"]
        self.graph.remove_node(dropped)


def _short(state: State, action: int) -> str:
    """Return an action in a word: the last part of its symbol."""
    return state.game.symbol(action).rpartition(":")[2]


# -- as text -----------------------------------------------------------------------------------------------------------


def tree_text(graph: nx.DiGraph) -> str:
    """Return a tree as indented lines: probability or move, what happens, value.

    Args:
        graph: as `decision_tree` makes it.

    >>> import workbench as wb
    >>> from workbench.games.northwood.odds import visit_success
    >>> position = {"hand": "C5 F2", "deck": "C3 C7 F1", "fief": 1, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ*"}
    >>> state = wb.load("northwood").position(position)
    >>> tree_text(decision_tree(state, ExactSolver(visit_success(state)))).splitlines()[0]
    '1/2 = chance: The ruler speaks.'
    """
    lines: list[str] = []

    def write(node: int, indent: int, lead: str) -> None:
        data = graph.nodes[node]
        children = list(graph.successors(node))
        if not lead:
            lines.append(f"{data['label']} = {data['kind']}: {data['question']}" if children else data["label"])
        else:
            lines.append("  " * indent + f"{lead} = {data['label']}" + (f" [{data['kind']}]" if children else ""))
        for child in children:
            write(child, indent + 1, _edge_words(graph.edges[node, child]))

    if len(graph):
        write(0, 0, "")
    return "\n".join(lines)


# -- as a figure -------------------------------------------------------------------------------------------------------


def places(graph: nx.DiGraph) -> dict[int, tuple[float, float]]:
    """Return the place of each node: columns by depth, leaves in rows, parents amid their children.

    Args:
        graph: as `decision_tree` makes it.

    Returns:
        for each node x (its depth) and y (0 at the top, negative below).
    """
    found: dict[int, tuple[float, float]] = {}
    leaves = 0

    def put(node: int) -> float:
        nonlocal leaves
        children = list(graph.successors(node))
        if children:
            heights = [put(child) for child in children]
            height = (heights[0] + heights[-1]) / 2
        else:
            height = -float(leaves)
            leaves += 1
        found[node] = (float(graph.nodes[node]["depth"]), height)
        return height

    if len(graph):
        put(0)
    return dict(sorted(found.items()))


def columns(graph: nx.DiGraph) -> list[float]:
    """Return the place of each depth's column, in letters, with room for the words on the edges.

    Args:
        graph: as `decision_tree` makes it.
    """
    longest: dict[int, int] = {}
    for _, child, edge in graph.edges(data=True):
        depth = graph.nodes[child]["depth"]
        longest[depth] = max(longest.get(depth, 0), len(_edge_words(edge)))
    found = [0.0]
    for depth in sorted(longest):
        found.append(found[-1] + longest[depth] + 2 * BEND)
    return found


def tree_figure(graph: nx.DiGraph, title: str = "", width: int = WIDTH, row: int = 40) -> go.Figure:
    """Return a tree as a figure: values on the nodes, moves and probabilities on the edges.

    A best move is a thick line, another move a dotted one; symbols tell decisions, random events and ends apart.

    Args:
        graph: as `decision_tree` makes it.
        title: what it shows.
        width: in pixels.
        row: pixels for each leaf.

    >>> tree_figure(nx.DiGraph()).data
    ()
    """
    column = columns(graph)
    place = {node: (column[int(depth)], y) for node, (depth, y) in places(graph).items()}
    leaves = sum(1 for node in graph if not list(graph.successors(node)))
    deepest = max((x for x, _ in place.values()), default=0.0)
    figure = styled(title, width, 130 + row * max(leaves, 2))
    for name, best, line in (
        ("move or outcome that counts", True, {"color": INK, "width": 2.5}),
        ("weaker move", False, {"color": INK, "width": 1.2, "dash": "dot"}),
    ):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for parent, child, data in graph.edges(data=True):
            if data["best"] == best:
                (x, y), (to_x, to_y) = place[parent], place[child]
                xs += [x, x + BEND, to_x, None]
                ys += [y, to_y, to_y, None]
        if xs:
            figure.add_scatter(x=xs, y=ys, mode="lines", line=line, name=name, hoverinfo="skip")
    edges = list(graph.edges(data=True))
    if edges:
        figure.add_scatter(
            x=[place[parent][0] + BEND for parent, _, _ in edges],
            y=[place[child][1] for _, child, _ in edges],
            mode="text",
            text=[plain(_edge_words(data)) for _, _, data in edges],
            textposition="top right",
            textfont={"size": 12, "color": INK},
            hoverinfo="skip",
            showlegend=False,
        )
    for kind, (symbol, colour, meaning) in SIGNS.items():
        nodes = [node for node in graph if graph.nodes[node]["kind"] == kind]
        if not nodes:
            continue
        figure.add_scatter(
            x=[place[node][0] for node in nodes],
            y=[place[node][1] for node in nodes],
            mode="markers+text",
            marker={"symbol": symbol, "size": 13, "color": colour, "line": {"color": INK, "width": 1.2}},
            text=[f"<b>{plain(graph.nodes[node]['label'])}</b>" for node in nodes],
            textposition=[
                "middle left" if not node else "middle right" if kind in ("end", "cut") else "bottom center"
                for node in nodes
            ],
            textfont={"size": 13, "color": INK},
            name=meaning,
            hovertext=[plain(graph.nodes[node]["question"]) for node in nodes],
            hoverinfo="text" if kind in ("decision", "chance") else "skip",
        )
    figure.update_xaxes(visible=False, range=[-6, deepest + 4], fixedrange=True)
    figure.update_yaxes(visible=False, range=[-max(leaves - 1, 1) - 0.8, 0.9], fixedrange=True)
    figure.update_layout(legend={"orientation": "h", "y": 0, "yanchor": "top", "x": 0, "font": {"size": 12}})
    return figure


def _edge_words(edge: dict[str, Any]) -> str:
    """Return an edge in words: its probability or whether it is best, and what happens."""
    if edge["probability"] is not None:
        return f"{edge['probability']}: {edge['words']}"
    return f"best: {edge['words']}" if edge["best"] else str(edge["words"])
