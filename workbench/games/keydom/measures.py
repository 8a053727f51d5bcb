"""What a board is worth and why, and the country as a networkx graph. Off the rules path.

Every number comes from the `score` phase in force: it says what the groups are and what they count, for the board as it
is and for the board with a plot more or less. If you change the scoring, these explanations change with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from workbench.core.figures import Withheld, rests_on
from workbench.core.sets import size_of
from workbench.core.words import counted, listed
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    LEVELS,
    NONE,
    SEATS,
    TILES,
    WORKERS,
)
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Group:
    """A group of fields.

    Attributes:
        fields: the references of its plots.
        counts: what each field of it counts; None where a changed scoring does not count group by group.
        points: what it counts together; None likewise.
    """

    fields: tuple[str, ...]
    counts: int | None
    points: int | None

    def __str__(self) -> str:
        said = f"{len(self.fields)} field{'' if len(self.fields) == 1 else 's'}: {' '.join(self.fields)}"
        if self.counts is None:
            return f"{said}; counted together with the others"
        times = {0: "not at all", 1: "once", 2: "twice"}.get(self.counts, f"{self.counts} times")
        return f"{said}; each counts {times}: {self.points}"


@dataclass(frozen=True)
class Change:
    """What one more field would change.

    Attributes:
        plot: the reference of the plot.
        crop: what grows there.
        where: where its tile is.
        change: by how much the points for fields would change.
        joins: the sizes of the own groups that it touches, the largest first.
        size: the size of the group that they make with it.
        why: the reason, as a sentence.
    """

    plot: str
    crop: str
    where: str
    change: int
    joins: tuple[int, ...]
    size: int
    why: str

    @property
    def short(self) -> str:
        """What becomes of the groups, for a table.

        >>> Change("D4", "wine", "in the bag", 3, (2, 1), 4, "").short, Change("D4", "wine", "in the bag", 0, (), 1, "").short
        ('2 + 1 → 4', 'alone')
        """
        return f"{' + '.join(map(str, self.joins))} → {self.size}" if self.joins else "alone"

    def __str__(self) -> str:
        return f"{self.plot} ({self.crop}, {self.where}): {self.change:+d}. {self.why}"


@dataclass(frozen=True)
class ScoreReport:
    """What a board scores, part by part.

    Attributes:
        seat: the name of the player.
        groups: its groups, the largest first.
        fields: the points for them.
        workers: each worker on the board with its space and number.
        worker_points: the points for them.
        majorities: the crops for which it scores now; None where hands cannot be seen.
        crop_points: the points for them; 0 where hands cannot be seen.
        besides: points that a changed scoring gives for something else.
        plots: what each plot would change that is not the player's, the best first.
        losses: for each own field by how much the points would change without it.
    """

    seat: str
    groups: tuple[Group, ...]
    fields: int
    workers: tuple[tuple[str, str, int], ...]
    worker_points: int
    majorities: tuple[str, ...] | None
    crop_points: int
    besides: int
    plots: tuple[Change, ...]
    losses: dict[str, int]

    @property
    def total(self) -> int:
        """Return all points that can be seen now."""
        return self.fields + self.worker_points + self.crop_points + self.besides

    def of(self, plot: str) -> Change:
        """Return what a plot would change.

        Raises:
            KeyError: it is the player's already, or there is no such plot.
        """
        for change in self.plots:
            if change.plot == plot.upper():
                return change
        raise KeyError(plot)

    def lines(self, most: int = 6) -> list[str]:
        """Return the report in words, with the best and the worst of the plots."""
        said = [f"{self.seat}: {counted(self.total, 'point')} now."]
        said += [f"  Group {place + 1}: {group}" for place, group in enumerate(self.groups)] or ["  No fields."]
        said.append(f"  Fields together: {self.fields}.")
        workers = listed([f"{name} on {space} ({number})" for name, space, number in self.workers], "none")
        said.append(f"  Workers: {workers}; together {self.worker_points}.")
        if self.majorities is None:
            said.append("  Crops: the hands are hidden; a point for each crop of which nobody has as much.")
        else:
            said.append(f"  Most of a crop: {listed(self.majorities, 'none')}; together {self.crop_points}.")
        if self.besides:
            said.append(f"  Besides, by the changed scoring: {self.besides}.")
        said += [f"  {change}" for change in self.plots[:most]]
        said += [f"  {change}" for change in self.plots[most:] if change.change < 0]
        return said

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            [
                f"<tr><td>{change.plot}</td><td>{change.crop}</td><td>{change.where}</td><td>{change.change:+d}</td>"
                f'<td style="text-align:left">{escape(change.why)}</td></tr>'
                for change in self.plots
                if change.change or change.joins
            ]
        )
        head = "<br>".join([escape(line) for line in self.lines(0) if ": " in line])
        return f"<p>{head}</p><table><tr><th>plot</th><th>crop</th><th>tile</th><th>change</th><th>why</th></tr>{rows}</table>"


def where_is(state: KeydomState, plot: int) -> str:
    """Say where the tile of a plot is."""
    for seat in range(state.game.players):
        if state.fields[seat] & BIT[plot]:
            return f"{SEATS[seat]}'s board"
    if plot in state.registry:
        return f"registry, slot {state.registry.index(plot) + 1}"
    if plot in state.stored:
        return f"{SEATS[state.stored.index(plot) // state.game.store_capacity]}'s store"
    return "bag" if state.bag & BIT[plot] else "out of the game"


def explain_score(state: KeydomState, seat: int) -> ScoreReport:
    """Explain what a seat's board scores, and what each plot would change.

    Args:
        state: any position, or that of a view.
        seat: the owner of the board.

    Returns:
        the report; every number in it was given by the score phase in force.

    >>> import workbench as wb
    >>> here = {"fields": {"Anna": "B2 B3 C2 C3 E3 E4 F3 F4"}}
    >>> state = wb.load("keydom").position(here)
    >>> print(explain_score(state, 0).of("D3"))
    D3 (wine, bag): -3. It joins the groups of 4 and 4 into one of 9.
    """
    score, game = state.game.score, state.game
    own: int = state.fields[seat]
    groups = sorted(score.groups_of(state, seat, own), key=size_of, reverse=True)
    now, worker_points = score.of_one(state, seat)
    weights = [score.weight(state, place) for place in range(len(groups))]
    apart = sum([weight * size_of(group) for weight, group in zip(weights, groups, strict=True)]) == now
    apart = apart and "field_points" not in game.changes.get("score", ())
    told = []
    for weight, group in zip(weights, groups, strict=True):
        counted = (weight, weight * size_of(group)) if apart else (None, None)
        told.append(Group(tuple(game.country.listed(group)), *counted))
    changes = [change_by(state, seat, plot, groups, now) for plot in range(PLOTS) if not own & BIT[plot]]
    changes.sort(key=lambda change: -change.change)
    workers = [
        (WORKERS[worker].name, game.country.names[state.posts[seat * TILES + worker]], WORKERS[worker].number)
        for worker in range(TILES)
        if state.posts[seat * TILES + worker] != NONE
    ]
    majorities, crop_points, besides = None, 0, 0
    if not state.hidden:
        majorities = tuple([CROP_NAMES[crop] for crop in range(CROPS) if seat in score.majority(state, crop)])
        crop_points = score.crop_points(state)[seat]
        besides = score.points(state)[seat] - now - worker_points - crop_points
    losses = {
        game.country.names[plot]: fields_worth(state, seat, own & ~BIT[plot]) - now
        for plot in range(PLOTS)
        if own & BIT[plot]
    }
    return ScoreReport(
        SEATS[seat],
        tuple(told),
        now,
        tuple(workers),
        worker_points,
        majorities,
        crop_points,
        besides,
        tuple(changes),
        losses,
    )


def fields_worth(state: KeydomState, seat: int, fields: int) -> int:
    """Return what a seat's board would score for these fields, by the score phase in force."""
    score = state.game.score
    if "of_one" not in state.game.changes.get("score", ()):
        return score.worth_of(state, seat, fields)
    board = state.copy()
    board.fields[seat] = fields
    return score.of_one(board, seat)[0]


def change_by(state: KeydomState, seat: int, plot: int, groups: list[int], now: int) -> Change:
    """Return what a plot would change on a board, with the reason.

    Args:
        state: the position.
        seat: the owner of the board.
        plot: a plot without a field of that seat.
        groups: the groups there are.
        now: what they score.
    """
    country = state.game.country
    after = state.game.score.groups_of(state, seat, state.fields[seat] | BIT[plot])
    mine = sum([group for group in after if group & BIT[plot]])  # a changed scoring may not put it in any group
    joined = tuple(sorted([size_of(group) for group in groups if group & mine], reverse=True))
    change = fields_worth(state, seat, state.fields[seat] | BIT[plot]) - now
    if not joined:
        why = "It touches none of the groups."
    elif len(joined) == 1:
        why = f"It enlarges the group of {counted(joined[0], 'field')} to {size_of(mine)}."
    else:
        why = f"It joins the groups of {listed([str(size) for size in joined])} into one of {size_of(mine)}."
    crop = state.crops[plot]
    name = "" if crop == NONE else CROP_NAMES[crop]
    return Change(country.names[plot], name, where_is(state, plot), change, joined, size_of(mine), why)


def changes_of(state: KeydomState, seat: int) -> dict[int, int]:
    """Return for each plot without a field of the seat how it would change the points for its fields."""
    own: int = state.fields[seat]
    now = fields_worth(state, seat, own)
    return {plot: fields_worth(state, seat, own | BIT[plot]) - now for plot in range(PLOTS) if not own & BIT[plot]}


# -- the country as a graph --------------------------------------------------------------------------------------------


def board_graph(state: KeydomState, seat: int) -> nx.Graph:
    """Return a country board as a networkx graph: all 56 spaces, with an edge between neighbours.

    Each node is a plot's reference, with ``row``, ``across`` and ``down`` (where it lies), ``crop``, ``tile`` ("unharvested",
    "harvested" or "" without a field), ``owner`` (who has its field on a board, or ""), ``where`` (its tile), ``worker`` (the
    seat's worker there, or ""), and ``beside`` (how many own fields lie beside it). The
    groups are the connected components of the subgraph of nodes with a tile; with `workers_connect`, see `fields_graph`.

    Args:
        state: any position, or that of a view: boards lie open.
        seat: the owner of the board.

    >>> import networkx as nx, workbench as wb
    >>> graph = board_graph(wb.load("keydom").position({"fields": {"Anna": "A1 B2 C4h"}}), 0)
    >>> fields = graph.subgraph([plot for plot, data in graph.nodes(data=True) if data["tile"]])
    >>> sorted(sorted(group) for group in nx.connected_components(fields)), graph.nodes["C4"]["tile"]
    ([['A1', 'B2'], ['C4']], 'harvested')
    """
    import networkx as nx

    country = state.game.country
    graph = nx.Graph(name=f"The country of {SEATS[seat]}")
    for plot, name in enumerate(country.names):
        owners = [SEATS[one] for one in range(state.game.players) if state.fields[one] & BIT[plot]]
        tile = ""
        if state.fields[seat] & BIT[plot]:
            tile = "unharvested" if state.fresh[seat] & BIT[plot] else "harvested"
        worker = state.worker_on(seat, plot)
        graph.add_node(
            name,
            row="ABCDEFG"[country.row_of[plot]],
            across=country.across[plot] / 2,
            down=country.row_of[plot],
            crop="" if state.crops[plot] == NONE else CROP_NAMES[state.crops[plot]],
            tile=tile,
            owner=owners[0] if owners else "",
            where=where_is(state, plot),
            worker="" if worker == NONE else WORKERS[worker].name,
            beside=size_of(country.beside[plot] & state.fields[seat]),
        )
    for plot in range(PLOTS):
        for other in range(plot + 1, PLOTS):
            if country.beside[plot] & BIT[other]:
                graph.add_edge(country.names[plot], country.names[other])
    return graph


@rests_on(asks=("score",), what="The graph of fields")
def fields_graph(state: KeydomState, seat: int) -> nx.Graph:
    """Return the connecting part of a board: the fields and, with `workers_connect`, the workers' spaces.

    Its connected components hold the groups that score.

    Raises:
        Withheld: a changed scoring makes groups that are no connected fields.

    >>> import networkx as nx, workbench as wb
    >>> state = wb.load("keydom").position({"fields": {"Anna": "A1 B2 C4"}})
    >>> nx.number_connected_components(fields_graph(state, 0))
    2
    """
    import networkx as nx

    country, own = state.game.country, int(state.fields[seat])
    graph = board_graph(state, seat)
    land = state.game.score.land(state, seat, own)
    graph = graph.subgraph([name for plot, name in enumerate(country.names) if land & BIT[plot]])
    fields = set(country.listed(own))
    drawn = sorted([sorted(part & fields) for part in nx.connected_components(graph) if part & fields])
    if drawn != sorted([sorted(country.listed(group)) for group in state.game.score.groups_of(state, seat, own)]):
        raise Withheld("The graph of fields", (), "groups are not what is connected in these rules")
    return graph


def cut_fields(state: KeydomState, seat: int) -> tuple[str, ...]:
    """Return the own fields whose loss would split their group, as the score phase groups what is left.

    >>> import workbench as wb
    >>> cut_fields(wb.load("keydom").position({"fields": {"Anna": "A1 A2 A3"}}), 0)
    ('A2',)
    """
    country, score, own = state.game.country, state.game.score, int(state.fields[seat])
    found = []
    for group in score.groups_of(state, seat, own):
        for plot in range(PLOTS):
            if group & BIT[plot]:
                left = score.groups_of(state, seat, own & ~BIT[plot])
                if sum([bool(part & group) for part in left]) > 1:
                    found.append(country.names[plot])
    return tuple(sorted(found))


def legal_spaces(state: KeydomState, seat: int) -> dict[int, tuple[str, ...]]:
    """Return for each number the spaces where a worker with it could go now, by the rules for workers."""
    country, spaces = state.game.country, state.game.play_space
    return {number: tuple(country.listed(spaces.spaces(state, seat, number))) for number in range(1, LEVELS)}
