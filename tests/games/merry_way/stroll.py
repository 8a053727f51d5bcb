"""A second reading of the walk, slow and plain: every shortest path to every nearest trap is listed, and the best one is taken.

It shares no line with the Travel phase, which the game uses; both must give the same trip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import networkx as nx

from workbench.games.merry_way.cards import DIMWITTED, FOLLY_LETTERS, follies_of
from workbench.games.merry_way.paths import TrailBoard, passable, trail_graph
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import LEFT


def walk_by_graph(
    board: TrailBoard | MerryWayState, follies: str | Sequence[int], road: str | int = "N", sides: Sequence[int] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A trip read off the graph, slowly: every shortest path to every nearest trap is listed and the best one is taken.

    Args:
        board: a board or a position.
        follies: the traveller's follies in order, as short names or numbers.
        road: the road, by letter or number.
        sides: the sides chosen at ties, if the rules leave them to somebody; left when there are no more.

    Returns:
        the places of the trip from its start, and those where the traveller falls for a trap.
    """
    one = TrailBoard.of(board)
    wanted = [FOLLY_LETTERS[folly] for folly in (follies_of(follies) if isinstance(follies, str) else follies)]
    return _Stroll(one, road, sides).trip(wanted)


class _Stroll:
    """A traveller on the graph."""

    def __init__(self, board: TrailBoard, road: str | int, sides: Sequence[int]) -> None:
        self.rules = board.rules
        everywhere = trail_graph(board, road)
        self.open: nx.DiGraph = passable(everywhere)
        self.graph: nx.DiGraph = passable(everywhere, dead_ends=board.rules.stop)
        self.end: str = everywhere.graph["end"]
        self.path: list[str] = [everywhere.graph["start"]]
        self.sides = list(sides)

    def row(self, node: str) -> int:
        """How far a place is from the main trail."""
        row: int = self.open.nodes[node]["row"]
        return row

    def trip(self, wanted: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The whole trip."""
        falls: list[str] = []
        met_dimwitted = False
        while wanted:
            own = self.nearest_traps(wanted[0])
            if (
                wanted[0] == FOLLY_LETTERS[DIMWITTED]
                and len(wanted) > 1
                and (met_dimwitted or not self.rules.dim_first)
            ):
                following = self.nearest_traps(wanted[1])
                closer = following and (not own or following[0] < own[0])
                level = following and own and following[0] == own[0]
                if following and (closer or (level and not self.rules.dim_wins_tie)):
                    falls.append(self.walk(following[1]))
                    wanted, met_dimwitted = wanted[2:], False
                    continue
            if own:
                falls.append(self.walk(own[1]))
                met_dimwitted = wanted[0] == FOLLY_LETTERS[DIMWITTED]
                wanted = wanted if met_dimwitted else wanted[1:]
            elif self.rules.skip:
                wanted, met_dimwitted = wanted[1:], False
            else:
                break
        self.go_home()
        return tuple(self.path), tuple(falls)

    def steps(self) -> dict[str, int]:
        """How many steps away everything ahead is."""
        here = self.path[-1]
        if here not in self.graph:
            return {}
        found: dict[str, int] = nx.single_source_shortest_path_length(self.graph, here)
        del found[here]
        return found

    def nearest_traps(self, folly: str) -> tuple[tuple[int, ...], list[str]] | None:
        """The nearest claimed traps of a folly, with what makes them the nearest; None if there are none ahead."""
        by_nearness: dict[tuple[int, ...], list[str]] = {}
        for node, steps in self.steps().items():
            data = self.graph.nodes[node]
            if data["claim"] and folly in data["follies"]:
                nearness = (data["position"], steps) if self.rules.along else (steps,)
                by_nearness.setdefault(nearness, []).append(node)
        return min(by_nearness.items()) if by_nearness else None

    def walk(self, goals: Iterable[str]) -> str:
        """Take the best of all shortest paths to the nearest of some places."""
        here = self.path[-1]
        steps = self.steps()
        least = min([steps[goal] for goal in goals])
        paths = [
            path[1:] for goal in goals if steps[goal] == least for path in nx.all_shortest_paths(self.graph, here, goal)
        ]
        for step in range(least):
            lowest = min([self.row(path[step]) for path in paths])
            choices = sorted({path[step] for path in paths if self.row(path[step]) == lowest})
            if len(choices) > 1:  # the same row on both sides
                choices.sort(key=lambda node: self.graph.nodes[node]["side"])
                choose_right = self.rules.ask_side and self.sides and self.sides.pop(0) != LEFT
                choices = choices[-1:] if choose_right else choices[:1]
            paths = [path for path in paths if path[step] == choices[0]]
        self.path += paths[0]
        return self.path[-1]

    def go_home(self) -> None:
        """Back to the main trail and on to the town."""
        steps = self.steps()
        if self.row(self.path[-1]):
            if self.rules.direct and self.end in steps:
                self.walk([self.end])
                return
            main = [node for node in steps if self.row(node) == 0]
            if not main:
                return
            self.walk([node for node in main if steps[node] == min([steps[one] for one in main])])
        if self.end in self.steps():
            self.walk([self.end])
            return
        while True:
            along = [node for _, node, kind in self.open.out_edges(self.path[-1], data="kind") if kind == "along"]
            if not along:
                return
            self.path += along
