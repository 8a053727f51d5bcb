"""What is each of the 24 characters of For Northwood! worth, as an ally and as a ruler?

    python tools/questions/northwood_characters.py --games 200 --workers 2

The full set-up deals the characters at random: each is an ally in a sixth of the games, a ruler in a third, and stays out of
the others. So one run is an experiment on all of them at once. An ally is compared with the games in which it is not an ally,
and a ruler with the games in which the character takes no part. Intervals hold for all 24 characters of a part together.

A game that is won or lost says little, and a strong player takes its time. So the visitor also judges many deals without
playing them: it states the chance to win, if the thinker played on, when it sees the rulers and the first hand. `check` in the
table shows whether deals that it prefers are really won more often.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.played import EVENTS, Played, needs, seen  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.games.northwood.components import CHARACTERS, card_name, character_name  # noqa: E402
from workbench.games.northwood.visitor import Visitor  # noqa: E402
from workbench.lab.statistics import level_for_all  # noqa: E402

GAMES = 200
SEED = 1
QUICKER = 50
"""How many games the weak player plays for each game of the strong one."""
JUDGED = 5
"""How many deals the strong player judges for each game that it plays."""
PARTS = 3
"""In so many parts of the played games, from the worst deals to the best, stated chances are compared with the games won."""
RULERS = (8, 9, 10, 11, 14, 15, 16, 17)
EXAMPLE = Played(
    (0,),
    events=(
        *[seen("ally", character=character) for character in (0, 6, 12, 18)],
        *[seen("ruler", character=character, fief=fief) for fief, character in enumerate(RULERS)],
        seen("dealt", cards=(0, 4, 10, 12, 17, 18, 19, 30)),
    ),
    game=wb.load("northwood", setup="full"),
)
"""A deal: the four Jacks are allies."""


@needs(EVENTS)
def allies_dealt(played: Played) -> float:
    """Return the allies of a deal as a number with a bit for each character.

    >>> allies_dealt(EXAMPLE) == 2.0**0 + 2.0**6 + 2.0**12 + 2.0**18
    True
    """
    return float(sum(1 << event.fields["character"] for event in played.happened("ally")))


@needs(EVENTS)
def rulers_dealt(played: Played) -> float:
    """Return the rulers of a deal as a number with a bit for each character.

    >>> rulers_dealt(EXAMPLE) == sum(2.0**character for character in RULERS)
    True
    """
    return float(sum(1 << event.fields["character"] for event in played.happened("ruler")))


@needs(EVENTS)
def stated(played: Played) -> float:
    """Return the chance to win that the visitor states when it sees the rulers and its first hand, 0..1.

    >>> 0 < stated(EXAMPLE) < 1
    True
    """
    rules = played.game
    assert rules is not None
    rulers = sorted(played.happened("ruler"), key=lambda event: int(event.fields["fief"]))
    state = rules.position(
        {
            "allies": " ".join(sorted_allies(played)),
            "rulers": " ".join(character_name(event.fields["character"]) for event in rulers),
            "hand": " ".join(card_name(card) for card in played.happened("dealt")[0].fields["cards"]),
        }
    )
    return max(0.0, min(1.0, Visitor(rules, Random(SEED)).ranked(state, state.legal())[0][0]))


def sorted_allies(played: Played) -> list[str]:
    """Return the allies of a deal in the order of their suits, which is that of their slots.

    >>> sorted_allies(EXAMPLE)
    ['CJ', 'FJ', 'LJ', 'EJ']
    """
    allies = sorted(int(event.fields["character"]) for event in played.happened("ally"))
    return [character_name(ally) for ally in allies]


def worth(player: str, games: pd.DataFrame, measures: dict[str, str]) -> Iterator[common.Row]:
    """Yield what each character is worth in each part.

    Args:
        player: who played.
        games: a row for each game, with the columns of the metrics.
        measures: what to compare, and the column that holds it.
    """
    allies, rulers = games["allies_dealt"].astype(int), games["rulers_dealt"].astype(int)
    level = level_for_all(CHARACTERS)
    for part in ("ally", "ruler"):
        for character in range(CHARACTERS):
            bit = 1 << character
            there = (allies if part == "ally" else rulers) & bit != 0
            other = ~there if part == "ally" else (allies | rulers) & bit == 0
            for measure, column in measures.items():
                with_it, without = games.loc[there, column].tolist(), games.loc[other, column].tolist()
                if with_it and without:  # in a few games it may be always there, or never
                    found = common.apart(without, with_it, level)
                    yield common.row(part, player, SEED, measure, character_name(character), found)


def check(games: pd.DataFrame) -> Iterator[common.Row]:
    """Yield the chances stated before the first visit beside the games won, for the worst deals to the best."""
    ranks = games["stated"].rank(method="first")
    for part in range(PARTS):
        chosen = games[(ranks - 1) * PARTS // len(games) == part]
        if not chosen.empty:
            of = f"part {part + 1} of {PARTS}"
            yield common.row("check", "visitor", SEED, "stated", of, lab.mean(chosen["stated"].tolist()))
            yield common.row("check", "visitor", SEED, "wins", of, lab.share(chosen["win_0"].sum(), len(chosen)))


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play and judge the full set-up.

    Args:
        games: how many games the strong player plays.
        workers: a number of processes, or an executor.
    """
    rules = wb.load("northwood", setup="full")
    deal = (allies_dealt, rulers_dealt)
    counted = common.simulate("counter", rules, "counter", games * QUICKER, SEED, workers, deal).table
    # whoever plays on after the deal does not matter here, and a random player is the quickest
    judged = common.simulate("deals", rules, "random", games * JUDGED, SEED, workers, (*deal, stated)).table
    played = common.simulate("visitor", rules, "visitor", games, SEED, workers, (*deal, stated)).table
    rows: list[common.Row] = []
    for player, table in (("counter", counted), ("visitor", played)):
        rows.append(common.row("game", player, SEED, "wins", "16 stars", lab.share(table["win_0"].sum(), len(table))))
        rows.append(common.row("game", player, SEED, "stars", "a game", lab.mean(table["score_0"].tolist())))
        rows.extend(worth(player, table, {"wins": "win_0", "stars": "score_0"}))
    rows.append(common.row("game", "visitor", SEED, "stated", "16 stars", lab.mean(judged["stated"].tolist())))
    rows.extend(worth("visitor", judged, {"stated": "stated"}))
    rows.extend(check(played))
    return common.table(rows)


if __name__ == "__main__":
    common.run(study, "northwood_characters", __doc__, GAMES)
