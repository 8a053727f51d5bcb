"""Let every player play under every changed rule, and say who could not.

    python tools/sweep_players.py                          # the quick players of all games: an hour or more in plain Python
    python tools/sweep_players.py resource_hog --every 5   # one change in five
    python tools/sweep_players.py keydom --slow            # players that take their time: hours

Each phase is replaced in turn: by one that plays as before, and by one for each of its own methods that gives the same, or
one more if it is a number. Each option takes each of its sample values. If not even random players can finish a game under a
change, it is no rule and is left out. `tests/games/test_players.py` plays a sample of this.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import workbench as wb  # noqa: E402
from tests.changes import (  # noqa: E402
    Change,
    changes_of_options,
    changes_of_phases,
    plays_whole_game,
    tables,
    under_change,
)
from workbench.core.errors import PlayerError  # noqa: E402
from workbench.core.game import Game  # noqa: E402


def is_a_rule(game: Game) -> bool:
    """Return whether random players can finish a game."""
    try:
        return bool(plays_whole_game(game, ("random",) * game.players, 1))
    except Exception:
        return False


def tried(game: Game, change: Change, quick: bool) -> tuple[str, list[str]]:
    """Return what became of a change, and a sentence for each table that could not play."""
    changed = under_change(game, change)
    if changed is None:
        return "does not go with the other rules", []
    faults = []
    for names in tables(changed, quick):
        try:
            plays_whole_game(changed, names, 1)
        except Exception as fault:
            faults.append(f"{change.said}: {', '.join(names)}: {fault}")
            if not isinstance(fault, PlayerError) or not is_a_rule(changed):
                return "is no rule: random players cannot play", []
    return "failed" if faults else "played by all", faults


def main() -> int:
    """Try all changes, and print what became of them."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("game", nargs="*", help="games; all if none is named")
    line.add_argument("--every", type=int, default=1, help="try one change in so many")
    slow = "players that take their time; phases are only replaced by those that play as before"
    line.add_argument("--slow", action="store_true", help=slow)
    given = line.parse_args()
    failed = 0
    for name in given.game or wb.game_names():
        game = wb.load(name)
        changes = [one for one in changes_of_phases(game) if not given.slow or one.said.startswith("phase ")]
        changes += changes_of_options(game)
        counts: Counter[str] = Counter()
        for change in changes[:: given.every]:
            became, faults = tried(game, change, not given.slow)
            counts[became] += 1
            failed += len(faults)
            for fault in faults:
                print(f"  {fault}", flush=True)
        print(f"{name}: " + "; ".join([f"{number} {became}" for became, number in counts.items()]), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
