"""Metrics that measure any game, each with one sentence and one example computed by hand.

A metric is a function from a finished game (`workbench.core.played.Played`) to a number, to None if it says nothing about that
game, or to a tuple with one of these for each seat. `needs` names the parts of the game that it reads. A metric of your own:

>>> from workbench import lab
>>> def shortest_choice(played):
...     '''The fewest legal actions that anybody had.'''
...     return min(decision.legal for decision in played.decisions)
>>> lab.simulate("northwood", "random", games=10, seed=1, metrics=shortest_choice).table["shortest_choice"].tolist()[:3]
[1.0, 1.0, 1.0]

A lead is counted in points on the board, so a game that scores only at its end has no lead before.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.played import (
    DECISIONS,
    EVENTS,
    POSITIONS,
    Decision,
    Metric,
    Played,
    meaning,
    metrics_in,
    needed,
    needs,
)
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.lab.coverage import told
from workbench.players.playout import playout_at_random

if TYPE_CHECKING:
    import pandas as pd

Metrics = str | Metric | Sequence[str | Metric] | Mapping[str, str | Metric]
"""Metrics as you name them: a name or a function, several of them, or a dict from names that you choose."""

PLAYOUTS: Final = 6
"""How often `dominated` plays on after each move."""
MOVES: Final = 8
"""The most moves of a position that `dominated` tries."""
COLUMNS: Final = frozenset(("game", "seed", "decisions", "ending"))
"""Columns of the table of games whose names no metric may have."""
MEASURED_BY_SEAT: Final = ("win", "score", "return")
"""What the table of games measures of each seat, in a column such as ``score_0``."""
OF_A_SEAT: Final = re.compile(f"(player|{'|'.join(MEASURED_BY_SEAT)})(_[0-9]+)?")
"""The name of a column of a seat, with or without its number: no metric may have it."""


EXAMPLE: Final = Played(
    scores=(3, 5),
    returns=(0.0, 1.0),
    length=3,
    facts={"first": 0},
    decisions=(Decision(0, 4, (0, 0)), Decision(1, 1, (2, 0)), Decision(0, 4, (2, 2))),
)
"""The game of the examples computed by hand below: three decisions, with the scores 0:0, 2:0, 2:2 and 3:5."""


# -- length and choice -------------------------------------------------------------------------------------------------


@needs()
def length(played: Played) -> float:
    """How many decisions the game had.

    >>> length(EXAMPLE)
    3
    """
    return played.length


@needs(DECISIONS)
def decisions_by_seat(played: Played) -> tuple[float, ...]:
    """How many decisions each seat had.

    >>> decisions_by_seat(EXAMPLE)
    (2, 1)
    """
    seats = [decision.seat for decision in played.decisions]
    return tuple([seats.count(seat) for seat in range(len(played.scores))])


@needs(DECISIONS)
def branching(played: Played) -> float | None:
    """How many actions were legal at a decision, on average.

    >>> branching(EXAMPLE)
    3.0
    """
    return _average([decision.legal for decision in played.decisions])


@needs(DECISIONS)
def branching_by_seat(played: Played) -> tuple[float | None, ...]:
    """How many actions were legal at a decision of each seat, on average; None for a seat that had none.

    >>> branching_by_seat(EXAMPLE)
    (4.0, 1.0)
    """
    seats = range(len(played.scores))
    return tuple([_average([one.legal for one in played.decisions if one.seat == seat]) for seat in seats])


@needs(DECISIONS)
def forced(played: Played) -> float | None:
    """The share of decisions with one legal action only.

    >>> forced(EXAMPLE) == 1 / 3
    True
    """
    return _average([decision.legal == 1 for decision in played.decisions])


@needs(POSITIONS)
def dominated(played: Played) -> float | None:
    """The share of moves for which another one never did worse, and sometimes better, in random play.

    It draws a few positions of the game in which somebody had a choice. After each move (at most eight) it plays on at random
    six times, with the same random numbers for each move. So it is an estimate, and more luck makes it rougher.

    By hand, in a game before a coin toss with the seats at 1 and 0 points: adding 2 wins whatever the coin shows, adding 1 only
    wins on heads, and adding 0 never wins. Two of three moves are dominated; ``tests/lab/test_metrics.py`` plays it.

    >>> dominated(Played((3, 5))) is None  # nobody had a choice
    True
    """
    worse = tried = 0
    for place, position in enumerate(played.positions):
        seat, rng = int(position.to_move), Random(played.seed, "moves", place)
        moves = list(position.legal())
        while len(moves) > MOVES:
            moves.pop(rng.below(len(moves)))
        found = [_played_on(position, move, seat, played.seed, place) for move in moves]
        tried += len(moves)
        for one in found:
            worse += any(other != one and all(b >= a for a, b in zip(one, other, strict=True)) for other in found)
    return worse / tried if tried else None


def _played_on(position: Any, move: int, seat: int, seed: int, place: int) -> tuple[float, ...]:
    """Return what a seat gets after a move and random play, several times."""
    worths = []
    for number in range(PLAYOUTS):
        state = position.copy()
        state.apply(move)
        streams = [Random(seed, "seat", place, number, one) for one in range(state.game.players)]
        playout_at_random(state, streams, Random(seed, "chance", place, number))
        worths.append(float(state.game.worth(state)[seat]))
    return tuple(worths)


# -- results -----------------------------------------------------------------------------------------------------------


@needs()
def winning_score(played: Played) -> float:
    """The highest score.

    >>> winning_score(EXAMPLE)
    5
    """
    return max(played.scores)


@needs()
def margin(played: Played) -> float | None:
    """The highest score minus the second highest; None for one seat.

    >>> margin(EXAMPLE), margin(Played((4, 4)))
    (2, 0)
    """
    ordered = sorted(played.scores)
    return ordered[-1] - ordered[-2] if len(ordered) > 1 else None


@needs()
def closeness(played: Played) -> float | None:
    """The second highest score divided by the highest: 1 for a tie; None without points or a second seat.

    >>> closeness(EXAMPLE), closeness(Played((4, 4)))
    (0.6, 1.0)
    """
    ordered = sorted(played.scores)
    return max(0, ordered[-2]) / ordered[-1] if len(ordered) > 1 and ordered[-1] > 0 else None


@needs()
def seat_advantage(played: Played) -> float | None:
    """What the starting seat wins beyond an equal share; None if nobody wins or the start is not known.

    Seat 0 began and won nothing of the two equal parts: 0 - 1/2.

    >>> seat_advantage(EXAMPLE)
    -0.5
    """
    best = max(played.returns, default=0.0)
    if best <= 0 or "first" not in played.facts:
        return None
    won = played.returns[played.facts["first"]] == best
    return won / played.returns.count(best) - 1 / len(played.returns)


@needs()
def shared_win(played: Played) -> float:
    """Whether several seats share the win, or nobody has it: 1 if so, else 0.

    >>> shared_win(EXAMPLE), shared_win(Played((4, 4), (0.5, 0.5)))
    (0, 1)
    """
    return int(played.winner is None)


def ended_by(clause: str) -> Metric:
    """Return a metric that tells whether a clause ended the game: 1 if so, else 0.

    Args:
        clause: as in the column ``ending`` of a table of games.

    >>> metric = ended_by("NW-END-1")
    >>> metric.__name__, metric(Played((3, 5), ending="NW-END-1")), metric(Played((3, 5), ending="NW-END-4"))
    ('ended_by_NW_END_1', 1, 0)
    """

    @needs()
    def ended(played: Played) -> float:
        return int(played.ending == clause)

    ended.__name__ = "ended_by_" + clause.replace("-", "_")
    ended.__doc__ = f"Whether {clause} ended the game: 1 if so, else 0."
    return ended


# -- the course of the lead --------------------------------------------------------------------------------------------


@needs(DECISIONS)
def lead_changes(played: Played) -> float | None:
    """How often the sole lead passes from one seat to another; None for one seat.

    Seat 0 leads alone at 2:0, and the next to lead alone is seat 1.

    >>> lead_changes(EXAMPLE)
    1
    """
    if len(played.scores) < 2:
        return None
    leaders = [seat for seat in [_leader(scores) for scores in played.curve] if seat is not None]
    return sum([now != before for before, now in pairwise(leaders)])


@needs(DECISIONS)
def drama(played: Played) -> float | None:
    """How far the later winner was behind the leader on average, in points; None without a sole winner.

    Behind by 0, by 2, and by 0 again: 2 / 3.

    >>> drama(EXAMPLE) == 2 / 3
    True
    """
    if played.winner is None or len(played.scores) < 2:
        return None
    return _average([max(one.scores) - one.scores[played.winner] for one in played.decisions])


@needs(DECISIONS)
def comeback(played: Played) -> float | None:
    """The most points by which the later winner was ever behind the leader; None without a sole winner.

    >>> comeback(EXAMPLE)
    2
    """
    if played.winner is None or len(played.scores) < 2 or not played.decisions:
        return None
    return max([max(one.scores) - one.scores[played.winner] for one in played.decisions])


@needs(DECISIONS)
def decided_after(played: Played) -> float | None:
    """The part of the decisions before the winner leads alone for good; None without a sole winner.

    The winner leads only at the end, after all three decisions.

    >>> decided_after(EXAMPLE)
    1.0
    >>> decided_after(Played((0, 5), (0.0, 1.0), decisions=(Decision(1, 2, (0, 0)), Decision(0, 2, (0, 3)))))
    0.5
    """
    if played.winner is None or len(played.scores) < 2 or not played.decisions:
        return None
    curve = played.curve
    since = len(curve)
    while since > 0 and _leader(curve[since - 1]) == played.winner:
        since -= 1
    return min(since, len(played.decisions)) / len(played.decisions)


# -- rules and people --------------------------------------------------------------------------------------------------


@needs(EVENTS)
def interaction(played: Played) -> float | None:
    """How often per hundred decisions a seat does something that concerns another; None for one seat.

    It counts the events of a seat whose words name another seat. By hand, of two events in 50 decisions only the second names
    another seat: 2 in a hundred.

    >>> import workbench as wb
    >>> from workbench.core.played import seen
    >>> events = (seen("income_kept", 0), seen("buys", 0, owner=1))
    >>> interaction(Played((3, 5), length=50, events=events, game=wb.load("keydom")))
    2.0
    """
    if len(played.scores) < 2 or not played.length or played.game is None:
        return None
    named = seat_fields(played.game)
    others = 0
    for event in played.events:
        values = [event.fields.get(name) for name in named.get(event.kind, ())] if event.seat >= 0 else []
        seats = [seat for value in values for seat in (value if isinstance(value, tuple) else (value,))]
        others += any(seat is not None and 0 <= seat != event.seat for seat in seats)
    return 100 * others / played.length


@lru_cache(maxsize=16)
def seat_fields(game: Game) -> dict[str, tuple[str, ...]]:
    """Return for each kind of event the fields in its words that name seats other than the one that acts.

    >>> import workbench as wb
    >>> seat_fields(wb.load("keydom"))["buys"]
    ('owner',)
    """
    found = {}
    for kind in game.kinds():
        if isinstance(kind.words, str):
            parts = [(name, spec or "") for _, name, spec, _ in Formatter().parse(kind.words) if name]
            found[kind.name] = tuple([name for name, spec in parts if spec.startswith("seat") and name != "seat"])
    return found


@needs(EVENTS)
def rule_coverage(played: Played) -> float | None:
    """The share of clauses that fired in the game, among those that an event can name.

    >>> import workbench as wb
    >>> game = wb.load("northwood")
    >>> from workbench.core.events import Event
    >>> end = Event("NW-END-1", "")
    >>> rule_coverage(Played((3,), events=(end, end), game=game)) == 1 / len(told(game))
    True
    """
    if played.game is None:
        return None
    can = _told(played.game)
    return len(can.intersection([event.clause for event in played.events])) / len(can) if can else None


@lru_cache(maxsize=16)
def _told(game: Game) -> frozenset[str]:
    return told(game)


# -- finding them ------------------------------------------------------------------------------------------------------


def metrics_of(game: Game | type[Game] | Path | str) -> dict[str, Metric]:
    """Return every named metric of a game: those for any game, and its own (`metrics` in its folder).

    >>> keydom, northwood = metrics_of("keydom"), metrics_of("northwood")
    >>> "lead_changes" in keydom, "tiles_matched" in keydom, "tiles_matched" in northwood
    (True, True, False)
    """
    face = load(game).face("metrics")
    return {**metrics_in(sys.modules[__name__]), **(metrics_in(face) if face is not None else {})}


def metric_table(game: Game | type[Game] | Path | str) -> pd.DataFrame:
    """Return one row per named metric: its name, sentence and needs, and whether it is the game's own.

    >>> metric_table("northwood").set_index("metric").loc["forced", "meaning"]
    'The share of decisions with one legal action only.'
    """
    general = metrics_in(sys.modules[__name__])
    rows = [
        (name, meaning(metric), ", ".join(sorted(needed(metric))) or "the result", name not in general)
        for name, metric in metrics_of(game).items()
    ]
    frame: pd.DataFrame = package("pandas", "A table of metrics").DataFrame(rows, columns=["metric", "meaning", "needs", "own"])
    return frame


def metrics_named(game: Game, metrics: Metrics) -> dict[str, Metric]:
    """Return metrics by their names.

    Raises:
        WorkbenchError: there is no such metric, or its name cannot be that of a column.
    """
    if isinstance(metrics, Mapping):
        pairs: list[tuple[str, Any]] = list(metrics.items())
    else:
        listed: Sequence[Any] = [metrics] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else list(metrics)
        pairs = [(one if isinstance(one, str) else getattr(one, "__name__", "metric"), one) for one in listed]
    known = metrics_of(game) if any(isinstance(one, str) for _, one in pairs) else {}
    found: dict[str, Metric] = {}
    for name, one in pairs:
        if isinstance(one, str) and one not in known:
            raise UnknownNameError(
                f"There is no metric {quoted(one)} for {game.name}.{nearest(one, known)} Available: {', '.join(known)}."
            )
        if not isinstance(one, str) and not callable(one):
            raise WorkbenchError(f"A metric must be a name or a function of a finished game, not {quoted(one)}.")
        if not isinstance(name, str) or not name or name in COLUMNS or name in found or OF_A_SEAT.fullmatch(name):
            raise WorkbenchError(
                f"A metric needs a name that no other column has, not {quoted(name)}. Pass a dict that maps names to functions."
            )
        found[name] = known[one] if isinstance(one, str) else one
    return found


def _leader(scores: Sequence[float]) -> int | None:
    """Return the seat that leads alone; None if several lead."""
    best = max(scores)
    return scores.index(best) if list(scores).count(best) == 1 else None


def _average(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def metric_names(game: Game | type[Game] | Path | str) -> tuple[str, ...]:
    """Return the names of the metrics of a game.

    >>> metric_names("northwood")[:3]
    ('length', 'decisions_by_seat', 'branching')
    """
    return tuple(metrics_of(game))


