"""The figures beside the table of Keydom, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.account import Entry, entries
from workbench.core.figures import hold_to, rests_on, shown
from workbench.core.scene import Layer, Panel, stacked
from workbench.games.keydom.components import CROP_NAMES, CROPS, SEATS
from workbench.games.keydom.counters import held, total
from workbench.games.keydom.measures import explain_score
from workbench.games.keydom.pieces import CROP_COLOURS, GROUP_COLOURS
from workbench.games.keydom.secrets import FULL
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.match import Match

WORKER_COLOUR: Final = "#8C8578"
CROP_COLOUR: Final = "#E69F00"


def panels(state: KeydomState, seat: int) -> tuple[Panel, ...]:
    """Return points by their parts, and the places of the counters, as plain data.

    Args:
        state: the position as the seat may know it.
        seat: the seat through whose eyes you look.

    >>> import workbench as wb
    >>> match = wb.load("keydom").match(seed=7)
    >>> print(panels(match.seen(), match.seat)[0].readable().partition(", Ben")[0])
    Points if scored now: Anna 3 (largest group 1, second group 2, other groups 0, workers 0, crops 0)
    """
    return shown(Panel, state, seat, _points, _counters)


def account(match: Match) -> tuple[Entry, ...]:
    """Return the points of a finished match by groups, workers and crops, as the chart counts them."""
    return entries(_points(match.game.own(match.state), 0)[0].layers)


@rests_on(asks=("score",), what="Points if scored now")
def _points(state: KeydomState, seat: int) -> tuple[Panel, ...]:
    """Return what every board would score now, with points for crops if all hands are open."""
    hold_to(state.game, ("score.field_points", "score.points"), "Points if scored now")
    reports = [explain_score(state, one) for one in range(state.game.players)]
    parts = [
        [report.groups[place].points or 0 if len(report.groups) > place else 0 for place in range(2)] for report in reports
    ]
    layers = [
        Layer("largest group", tuple([float(one[0]) for one in parts]), GROUP_COLOURS[0]),
        Layer("second group", tuple([float(one[1]) for one in parts]), GROUP_COLOURS[1]),
        Layer(
            "other groups",
            tuple([float(report.fields - sum(one)) for report, one in zip(reports, parts, strict=True)]),
            GROUP_COLOURS[2],
        ),
        Layer("workers", tuple([float(report.worker_points) for report in reports]), WORKER_COLOUR),
        Layer("crops", tuple([float(report.crop_points) for report in reports]), CROP_COLOUR),
    ]
    labels = tuple([SEATS[one] for one in range(state.game.players)])
    return (stacked("Points if scored now", labels, tuple(layers)),)


def _counters(state: KeydomState, seat: int) -> tuple[Panel, ...]:
    """Return where the twelve counters of each crop are: stock, tiles, own hand, other hands."""
    if state.game.stock_view_covered or state.turn == 0:
        return (Panel("Counters", "bar", (), (), note="The stock cannot be counted."),)
    bids = sum(state.bids)
    columns = []
    for crop in range(CROPS):
        stock, stored, own = (int(held(one, crop)) for one in (state.stock, bids, state.hands[seat]))
        columns.append((stock, stored, own, int(held(FULL, crop)) - stock - stored - own))
    names = ("stock", "on tiles", SEATS[seat], "others")
    colours = ("#DDD8CC", CROP_COLOURS[3], GROUP_COLOURS[0], GROUP_COLOURS[1])
    layers = [Layer(name, tuple([float(one[place]) for one in columns]), colours[place]) for place, name in enumerate(names)]
    return (stacked("Counters", CROP_NAMES, tuple(layers), float(total(FULL) / CROPS)),)
