"""Which unclear rule matters most: every reading of every ruling against the rules as they are, with players at random.

    python studies/rulings.py northwood score_0 500         # writes studies/rulings_northwood.csv
    python studies/rulings.py goods_and_honor length 150
    python studies/rulings.py keydom margin 150

The games of each reading have the seeds of the run with seed 1; the intervals of a table hold for all its rows together.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench import lab


def main() -> None:
    """Carry out one command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("metric")
    parser.add_argument("games", type=int)
    parser.add_argument("--players", default="random")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    found = lab.rulings(asked.game, asked.metric, asked.players, asked.games, seed=1, workers=asked.workers)
    table = found.tornado.drop(columns="question")
    table.insert(0, "players", asked.players)
    table.to_csv(Path(__file__).parent / f"rulings_{asked.game}.csv", index=False, lineterminator="\n")
    for sentence in found.sentences():
        print(sentence)


if __name__ == "__main__":
    main()
