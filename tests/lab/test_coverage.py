"""Which clauses fire, by hand and over the rulebook of a game."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.core.events import Kind
from workbench.core.state import View
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState
from workbench.lab.coverage import told

COMES = Kind("comes", "MY-RULE-1", "A response comes.")


class Announced(Respond):
    """Tells of a rule that no rulebook knows."""

    def apply(self, state: NorthwoodState, action: int) -> None:
        if state.listener is not None:
            state.tell(COMES, 0)
        super().apply(state, action)


def zero(view: View) -> int:
    return 0


def test_counts_by_hand() -> None:
    runs = lab.simulate(Tiny({}, players=3), zero, games=50, seed=1, clauses=True)
    heads = int((runs.table["score_2"] == 1).sum())
    assert runs.clauses is not None
    # three numbers are named in each of 50 games; the coin speaks only when it shows heads
    assert runs.clauses.to_dict("list") == {
        "clause": ["TY-COIN-1", "TY-NAME-1"],
        "times": [heads, 150],
        "games": [heads, 50],
    }


def test_every_clause_of_the_rulebook_has_a_row() -> None:
    runs = lab.simulate("northwood", "random", games=30, seed=1, clauses=True)
    frame = lab.coverage(runs)
    assert list(frame["clause"]) == [clause.id for clause in runs.game.rulebook]
    rows = frame.set_index("clause")
    # eight visits a game, each ended once; the game ends once, by the last visit
    assert tuple(rows.loc["NW-ENDVISIT-1", ["fires", "times", "games", "n", "share"]]) == ("yes", 240, 30, 30, 1.0)
    assert tuple(rows.loc["NW-END-1", ["fires", "times", "games"]]) == ("yes", 30, 30)
    # set-up is heard too; 30 / (30 + 1.96**2) = 0.8865
    assert tuple(rows.loc["NW-SETUP-1", ["fires", "times", "low", "high"]]) == ("yes", 30, 0.8865, 1.0)
    # won and lost visits add up
    assert rows.loc["NW-ENDVISIT-4", "times"] + rows.loc["NW-ENDVISIT-5", "times"] == 240
    # house rules are off, a definition tells nothing
    assert tuple(rows.loc["NW-HOUSE-8", ["fires", "times", "share"]]) == ("never", 0, 0.0)
    assert rows.loc["NW-TERM-5", "fires"] == "tells nothing"


def test_what_fires_can_be_told() -> None:
    games = [
        wb.load("northwood"),
        wb.load("northwood", setup="full", concede="on", lives=4),
        wb.load("northwood", scenario=10),
        wb.load("northwood", setup="full", win_rule="hidden_three", substitute_after_visit="return_to_fief"),
    ]
    for game in games:
        frame = lab.coverage(lab.simulate(game, "random", games=40, seed=1, clauses=True))
        assert set(frame.loc[frame["fires"] == "yes", "clause"]) <= told(game)


def test_endings_name_the_clause() -> None:
    early = wb.load("northwood", lives=3, must_win=(7,))
    assert set(lab.simulate(early, "random", games=100, seed=1).table["ending"]) == {"NW-HOUSE-8", "NW-HOUSE-9"}
    hopeless = wb.load("northwood", concede="on", threshold=20)
    assert "NW-END-4" in set(lab.simulate(hopeless, "random", games=100, seed=1).table["ending"])
    assert set(lab.simulate("northwood", "random", games=20, seed=1).table["ending"]) == {"NW-END-1"}


def test_a_clause_of_changed_rules_comes_last() -> None:
    game = wb.load("northwood", phases={"respond": Announced})
    frame = lab.coverage(lab.simulate(game, "random", games=3, seed=1, clauses=True))
    last = frame.iloc[-1]
    assert tuple(last[["clause", "origin", "fires", "games"]]) == ("MY-RULE-1", "changed rules", "yes", 3)


def test_coverage_must_be_asked_for() -> None:
    with pytest.raises(wb.WorkbenchError, match=r"use lab\.simulate"):
        lab.coverage(lab.simulate("northwood", "random", games=3))
