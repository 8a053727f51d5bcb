"""Small runs of the questions about Keydom and the Merry Way."""

from __future__ import annotations

import pandas as pd

from tools.questions import common, keydom_first_seat, merry_way_trade


def test_the_first_turn_of_keydom_is_measured_with_the_bonus_and_without_it() -> None:
    found = keydom_first_seat.study(4, 1)
    first = found[(found["measure"] == "wins") & (found["of"] == "turn 1")]
    wins = first.pivot(index="players", columns="part", values="value")
    assert set(wins.index) == set(keydom_first_seat.PLAYERS)
    change = wins["with the bonus"] - wins["as written"]
    pd.testing.assert_series_equal(change, wins[keydom_first_seat.EFFECT], check_names=False)
    unlike = found[found["part"] == keydom_first_seat.UNLIKE]
    assert unlike.groupby("players")["n"].sum().tolist() == [4, 4]  # each game counts once, in one of the two places


def test_bargains_on_the_merry_way_happen_only_where_they_are_allowed() -> None:
    runs = {rules: merry_way_trade.played(["dealer", "schemer"], 2, rules, 2, 1) for rules in merry_way_trade.RULES}
    assert runs["bargains"].table["trades"].sum() > 0 == runs["no bargains"].table["trades"].sum()
    wins = common.wins_of(runs["bargains"], "dealer")
    both = common.wins_of(runs["bargains"], "schemer")
    assert [mine + theirs for mine, theirs in zip(wins, both, strict=True)] == [1.0, 1.0]
