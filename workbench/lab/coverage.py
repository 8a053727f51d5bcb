"""Show which clauses of the rulebook fired in the games, how often, and which never did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.lab.statistics import share

if TYPE_CHECKING:
    import pandas as pd

    from workbench.lab.simulate import Runs


def coverage(runs: Runs) -> pd.DataFrame:
    """Return how often each clause of the rulebook fired, and which never did.

    Args:
        runs: games that were simulated with ``clauses=True``.

    Returns:
        one row per clause, in the order of the rulebook: the clause; its section and origin; `fires` ("yes", "never", or "tells
        nothing" for a clause that no event can name, because it defines a term or limits what is legal); how often it
        fired; in how many of the n games, as a share with its Wilson 95% interval; the rule. Clauses that a changed phase
        names and the rulebook does not know come last.

    Raises:
        WorkbenchError: the clauses were not counted.

    >>> from workbench.lab.simulate import simulate
    >>> table = coverage(simulate("nim", players="random", games=20, seed=1, clauses=True))
    >>> print(table[["clause", "fires"]].to_string(index=False))
        clause fires
    NI-SETUP-1 never
     NI-TAKE-1   yes
      NI-END-1   yes
    """
    if not hasattr(runs, "clauses"):
        raise WorkbenchError(f"The clauses are those of the games that `lab.simulate` returns, not of {quoted(runs)}.")
    if runs.clauses is None:
        raise WorkbenchError("The clauses of these games were not counted: use lab.simulate(..., clauses=True).")
    if not runs.games:
        raise WorkbenchError("No game was finished, so no clause can have fired.")
    counted = {
        clause: (int(times), int(games)) for clause, times, games in runs.clauses.itertuples(index=False, name=None)
    }
    rulebook = runs.game.rulebook
    heard = told(runs.game)
    rows = []
    for clause in rulebook:
        times, games = counted.pop(clause.id, (0, 0))
        fires = "yes" if times else "never" if clause.id in heard else "tells nothing"
        rows.append((clause.id, clause.section, clause.origin, fires, times, games, clause.text))
    rows += [(clause, "", "changed rules", "yes", times, games, "") for clause, (times, games) in counted.items()]
    shares = [share(games, runs.games) for *_, games, _ in rows]
    frame: pd.DataFrame = package("pandas", "A table of clauses").DataFrame(
        {
            "clause": [row[0] for row in rows],
            "section": [row[1] for row in rows],
            "origin": [row[2] for row in rows],
            "fires": [row[3] for row in rows],
            "times": [row[4] for row in rows],
            "games": [row[5] for row in rows],
            "n": runs.games,
            "share": [round(estimate.value, 4) for estimate in shares],
            "low": [round(estimate.low, 4) for estimate in shares],
            "high": [round(estimate.high, 4) for estimate in shares],
            "rule": [row[6] for row in rows],
        }
    )
    return frame


def told(game: Game) -> frozenset[str]:
    """Return the clauses that an event of a game can name, because some kind of event carries them out."""
    return frozenset([clause for kind in game.kinds() for clause in kind.all_clauses if clause in game.rulebook])
