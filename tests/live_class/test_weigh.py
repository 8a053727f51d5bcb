"""What each move of a question is worth: by exact chances where they decide, otherwise by a player's expectation."""

from __future__ import annotations

import workbench as wb
from workbench.live_class.weigh import weigh

RESPOND = {"hand": "C6 C8 C2", "deck": "C7 C1 E2", "fief": 2, "statement": "C5"}


def test_exact_chances_that_decide_weigh_the_moves() -> None:
    match = wb.load("northwood").match(position=RESPOND)
    found = weigh(match)
    assert found["how"].startswith("The chance of each is exact, with best play") and found["percent"]
    assert [match.move(action).text for action in found["best"]] == ["respond with C6"]
    assert {found["moves"][str(move.action)]["text"] for move in match.moves()} == {"33.3%", "83.3%", "66.7%"}


def test_a_fief_that_is_likely_but_poor_is_not_called_the_best() -> None:
    match = wb.load("northwood").match(seed=1)
    odds = {one.action: one.probability for one in match.game.odds(match.seen(), match.seat)}
    found = weigh(match, "visitor")
    assert found["how"].startswith("What the visitor expects of each: chance to win")
    assert match.hint("visitor").action in found["best"]
    assert len({found["moves"][str(action)]["text"] for action in found["best"]}) == 1
    assert max(odds, key=lambda action: odds[action]) not in found["best"]


def test_moves_that_look_equally_good_are_all_called_the_best() -> None:
    found = weigh(wb.load("northwood").match(seed=23), "visitor")
    texts = {int(action): one["text"] for action, one in found["moves"].items()}
    highest = max(found["moves"].values(), key=lambda one: one["value"])
    alike = {action for action, text in texts.items() if text == highest["text"]}
    assert len(alike) > 1 and set(found["best"]) == alike
