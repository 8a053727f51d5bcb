"""Which fief of For Northwood! is the best to visit first?

    python tools/questions/northwood_first_visit.py --games 100 --workers 2

The player must begin with a fief, and then plays as it likes: once for each fief, and once with its own choice. All of them
meet the same rulers and the same first hands. So each fief is compared with the player's own choice deal by deal. The intervals
hold for all eight fiefs together.

A game that is won or lost says little, so the strong player also judges many deals without playing them. For each fief it
states the chance to win if it begins there and the thinker plays on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import ClassVar

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.played import DECISIONS, EVENTS, Decision, Played, needs, seen  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.state import View  # noqa: E402
from workbench.games.northwood.components import FIEFS, FIRST_FIEF, cards_in, value_of  # noqa: E402
from workbench.games.northwood.strategy import Counter  # noqa: E402
from workbench.games.northwood.visitor import Visitor  # noqa: E402
from workbench.lab.statistics import difference, level_for_all  # noqa: E402

GAMES = 100
SEED = 1
QUICKER = 10
"""How many games the weak player plays for each game of the strong one."""
JUDGED = 10
"""How many deals the strong player judges for each one that it plays."""
HANDS = ("weak", "middle", "strong")
EXAMPLE = Played(
    (0,),
    decisions=(Decision(0, 8, (0,), "choose_fief", FIRST_FIEF + 2, 1),),
    events=(seen("dealt", cards=(0, 9)), seen("visit_result", points=2, fief=2), seen("fief_won", fief=2)),
)
"""A hand of C1 and F2, and a won visit of fief 2."""


class FirstVisit:
    """Begins with a given fief; a player class comes after it, and makes all other decisions."""

    first_fief: ClassVar[int] = 0

    def choose(self, view: View) -> int:
        """Choose the given fief for the first visit, and then what the player chooses."""
        state = view.state
        if state.phase.name == "choose_fief" and not state.friendly and not state.failed:
            return FIRST_FIEF + self.first_fief
        return super().choose(view)  # type: ignore[misc]


def beginning_with(fief: int, player: type) -> type:
    """Return a player that begins with a fief.

    >>> beginning_with(3, Counter).player_name
    'counter_first_3'
    """
    name = f"{player.player_name}_first_{fief}"
    return type(name.title(), (FirstVisit, player), {"player_name": name, "first_fief": fief, "__module__": __name__})


@needs(DECISIONS)
def chosen_first(played: Played) -> float:
    """Return the fief that was chosen for the first visit.

    >>> chosen_first(EXAMPLE)
    2.0
    """
    return float(next(one.action for one in played.decisions if one.phase == "choose_fief") - FIRST_FIEF)


@needs(EVENTS)
def first_won(played: Played) -> float:
    """Return 1 if the first visit was won, and 0 if it was lost.

    >>> first_won(EXAMPLE)
    1.0
    """
    return float(played.happened("fief_won", "fief_lost")[0].kind == "fief_won")


@needs(EVENTS)
def first_hand(played: Played) -> float:
    """Return the sum of the values in the first hand.

    >>> first_hand(EXAMPLE)
    3.0
    """
    return float(sum(map(value_of, played.happened("dealt")[0].fields["cards"])))


def judged(deals: int) -> pd.DataFrame:
    """Return a row for each of some deals: the sum of the hand's values, and the chance stated for each fief.

    >>> judged(2).shape
    (2, 9)
    """
    game = wb.load("northwood")
    rows = []
    for number in range(deals):
        state = game.match(seed=number).state
        stated = {action: worth for worth, action in Visitor(game, Random(number)).ranked(state, state.legal())}
        hand = sum(map(value_of, cards_in(state.hand)))
        rows.append([hand, *[stated[FIRST_FIEF + fief] for fief in range(FIEFS)]])
    return pd.DataFrame(rows, columns=["hand", *range(FIEFS)])


def of_judgements(deals: pd.DataFrame) -> Iterator[common.Row]:
    """Yield how much each fief falls short of the best one of its deal, and how often it is the best."""
    stated = deals[list(range(FIEFS))]
    short = stated.sub(stated.max(axis=1), axis=0)
    thirds = third_of(deals["hand"])
    for fief in range(FIEFS):
        of = f"fief {fief}"
        best = lab.share(sum(stated.idxmax(axis=1) == fief), len(deals), level_for_all(FIEFS))
        yield common.row("judged", "visitor", 0, "best", of, best)
        found = lab.mean(short[fief].tolist(), level_for_all(FIEFS))
        yield common.row("judged", "visitor", 0, "stated, against the best", of, found)
        for third in HANDS:
            values = short.loc[thirds == third, fief].tolist()
            if len(values) > 1:
                found = lab.mean(values, level_for_all(FIEFS * len(HANDS)))
                yield common.row(f"judged, {third} hand", "visitor", 0, "stated, against the best", of, found)


def third_of(hands: pd.Series) -> pd.Series:
    """Return for each hand whether it is weak, middle or strong among all of them.

    >>> list(third_of(pd.Series([30, 50, 40])))
    ['weak', 'strong', 'middle']
    """
    ranks = hands.rank(method="first").astype(int)
    return ((ranks - 1) * len(HANDS) // len(hands)).map(dict(enumerate(HANDS)))


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play each first visit with a strong player and with one that only counts.

    Args:
        games: how many deals the strong player plays with each first visit.
        workers: a number of processes, or an executor.
    """
    metrics = (chosen_first, first_won, first_hand)
    level = level_for_all(FIEFS)
    rows = list(of_judgements(judged(games * JUDGED)))
    for player, number in ((Counter, games * QUICKER), (Visitor, games)):
        name = player.player_name
        free = common.simulate(name, "northwood", player, number, SEED, workers, metrics).table
        rows.append(common.row("own choice", name, SEED, "wins", "own choice", lab.share(free["win_0"].sum(), number)))
        rows.append(common.row("own choice", name, SEED, "stars", "own choice", lab.mean(free["score_0"].tolist())))
        thirds = third_of(free["first_hand"])
        for fief in range(FIEFS):
            of = f"fief {fief}"
            chosen = lab.share(sum(free["chosen_first"] == fief), number)
            rows.append(common.row("own choice", name, SEED, "chosen", of, chosen))
            first = beginning_with(fief, player)
            forced = common.simulate(f"{name}, {of}", "northwood", first, number, SEED, workers, metrics).table
            if not forced["first_hand"].equals(free["first_hand"]):
                raise RuntimeError("The deals differ, so the games are not pairs.")
            for measure, column in (("wins", "win_0"), ("visit won", "first_won")):
                found = lab.share(forced[column].sum(), number, level)
                rows.append(common.row("first visit", name, SEED, measure, of, found))
            for measure, column in (("wins, against own choice", "win_0"), ("stars, against own choice", "score_0")):
                found = difference(free[column].tolist(), forced[column].tolist(), level).estimate
                rows.append(common.row("first visit", name, SEED, measure, of, found))
            for third in HANDS:
                won = forced.loc[thirds == third, "first_won"]
                if won.empty:
                    continue  # fewer deals than kinds of hands
                found = lab.share(won.sum(), len(won), level_for_all(FIEFS * len(HANDS)))
                rows.append(common.row(f"{third} hand", name, SEED, "visit won", of, found))
    return common.table(rows)


if __name__ == "__main__":
    common.run(study, "northwood_first_visit", __doc__, GAMES)
