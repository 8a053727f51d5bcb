"""A class that played the same game: every number of the report by hand, and every bad file with its sentence."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench import lab
from workbench.core.errors import IllegalMove
from workbench.core.match import Match
from workbench.core.seating import Seating
from workbench.core.state import View
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState

ENDING = {"friendly": [1], "failed": [0], "fief": 2, "ruler": "LQ", "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"}
GAME = wb.load("northwood", preset="tiny", threshold=5)


def begun(seed: int = 7, **options: Any) -> Match:
    return wb.load("northwood", **options).match(seed=seed)


def a_class(folder: Path, moves: dict[str, str]) -> None:
    """Files of people who made one move each."""
    for name, move in moves.items():
        match = begun()
        match.play(move)
        match.save(folder / name)


def last(view: View) -> int:
    return view.legal()[-1]


def test_choices_are_counted_by_place_and_compared(tmp_path: Path) -> None:
    a_class(tmp_path, {"a": "visit fief 3", "b": "visit fief 0", "c": "visit fief 3", "d": "visit fief 3"})
    report = lab.class_report(tmp_path, begun().invitation, players=["scripted", last])
    assert report.n == 4 and report.invitation == begun().invitation and not len(report.faults)
    scripted, highest = begun().hint("scripted").text, begun().moves()[-1].text
    rows = report.choices.set_index("move")
    assert set(rows.index) == {"visit fief 3", "visit fief 0", scripted, highest}
    # Wilson's interval for 3 of 4
    assert tuple(rows.loc["visit fief 3", ["chosen", "n", "share", "low", "high"]]) == (3, 4, 0.75, 0.3006, 0.9544)
    assert rows.loc["visit fief 0", "chosen"] == 1 and rows.loc[highest, "chosen"] == 0
    assert "last" in rows.loc[highest, "players"] and "scripted" in rows.loc[scripted, "players"]
    # the exact chances are those that the table shows
    shown = {one.label: one.probability for one in begun().explain().odds}
    assert rows.loc["visit fief 3", "exact"] == float(shown["fief 3 succeeds"])  # type: ignore[arg-type]
    assert list(report.odds["what"]) == list(shown)
    best = max(shown, key=lambda label: shown[label] or 0)
    agrees = report.comparison.set_index("agrees with")
    assert agrees.loc["the best exact chance", "n"] == agrees.loc["last", "n"] == 4
    assert agrees.loc["the best exact chance", "decisions"] == 3 * (best == "fief 3 succeeds") + (best == "fief 0 succeeds")
    assert agrees.loc["scripted", "decisions"] == 3 * (scripted == "visit fief 3") + (scripted == "visit fief 0")
    assert report.match(1).step == 0 and report.match(1).moves() == begun().moves()
    assert "4 matches of: northwood seed=7" in repr(report) and "visit fief 3" in report._repr_html_()
    with refused(wb.WorkbenchError, "The report has the places 1 to 1; there is no place 2."):
        report.match(2)


def test_exact_odds_against_what_people_did(tmp_path: Path) -> None:
    for name, card in (("a", "C3"), ("b", "L3"), ("c", "L3")):
        match = GAME.match(seed=1, position=ENDING)
        match.play(f"card:{card}")
        match.save(tmp_path / name)
    report = lab.class_report(tmp_path, players="random")
    rows = report.choices.set_index("move")
    exact = {"C3": Fraction(1, 2), "L3": Fraction(0)}
    assert sum(exact.values()) / 2 == Fraction(1, 4), "the worked example of the exact solver"
    found = {card: rows.loc[f"respond with {card}", "exact"] for card in exact}
    assert sorted(found.values()) == [0.0, 0.5]
    better = "C3" if found["C3"] == 0.5 else "L3"
    agrees = report.comparison.set_index("agrees with").loc["the best exact chance"]
    assert tuple(agrees[["decisions", "n"]]) == ({"C3": 1, "L3": 2}[better], 3)
    assert report.invitation == "For Northwood!, from a position"


def test_a_copy_counts_once(tmp_path: Path) -> None:
    a_class(tmp_path, {"anna.json": "visit fief 3", "anna (1).json": "visit fief 3", "ben.json": "visit fief 3"})
    match = begun()
    for _ in range(6):
        match.play(match.hint("random"))
    match.count_seconds(600)
    for name in ("cleo.json", "dora.json"):
        match.save(tmp_path / name)
    report = lab.class_report(tmp_path)
    assert list(report.files["file"]) == ["anna.json", "ben.json", "cleo.json"]
    assert dict(report.faults.itertuples(index=False, name=None)) == {
        "anna (1).json": "It is a copy of 'anna.json' and counts once.",
        "dora.json": "It is a copy of 'cleo.json' and counts once.",
    }


def test_everybody_is_compared_at_fixed_positions(tmp_path: Path) -> None:
    for name, player in (("a", "random"), ("b", last)):
        match = begun()
        match.play_out(player)
        match.save(tmp_path / name)
    report = lab.class_report(tmp_path, players=last, positions=12)
    rows = report.agreement[report.agreement["agrees with"] == "last"].set_index("file")
    assert list(rows["n"]) == [12, 12] and rows.loc["b", "decisions"] == 12 and rows.loc["a", "decisions"] < 12
    both = int(rows["decisions"].sum())
    assert f"At fixed positions of each match, agreement with last: {both / 24:.1%}" in report.summary()
    assert "n = 24 positions" in report.summary()


def test_where_everybody_agrees_there_is_nothing_to_tell(tmp_path: Path) -> None:
    a_class(tmp_path, {"a": "visit fief 3", "b": "visit fief 3"})
    report = lab.class_report(tmp_path)
    assert report.found == 0 and not len(report.choices) and not len(report.comparison)
    assert list(report.files["decisions"]) == [1, 1] and "No refused move was counted." in report.summary()


class Harder(Respond):
    """The odds of a visit rest on how responses score."""

    def scores(self, state: NorthwoodState, card: int) -> bool:
        return False


def test_over_changed_rules_odds_follow_or_are_silent(tmp_path: Path) -> None:
    game = wb.load("northwood", hand_size=5, phases={"respond": Harder})
    for name, move in (("a", "visit fief 3"), ("b", "visit fief 0")):
        match = game.match(seed=7)
        match.play(move)
        match.save(tmp_path / name)
    report = lab.class_report(tmp_path, phases={"respond": Harder}, players=last)
    assert report.n == 2 and report.choices["exact"].isna().all()
    assert report.odds["chance"].isna().all() and report.odds["note"].str.contains("is not shown").all() and len(report.odds)
    silent = lab.class_report(tmp_path)
    assert silent.n == 0 and silent.faults["what is wrong"].str.contains("pass phases=").all()


def test_refused_moves_are_counted_by_people(tmp_path: Path) -> None:
    for name, tries in (("a", ["give up"] * 3), ("b", ["give up", "pass"]), ("c", [])):
        seating = Seating(begun())
        for words in tries:
            with pytest.raises(IllegalMove):
                seating.play(words)
        seating.match.save(tmp_path / name)
    report = lab.class_report(tmp_path)
    passing = begun().why_not("pass")
    assert passing is not None
    assert report.refusals[["clause", "people", "n", "moves"]].values.tolist() == [
        ["NW-RULING-38", 2, 3, 4],
        [passing.clause, 1, 3, 1],
    ]
    assert report.refusals["rule"].iloc[0] == begun().game.rulebook["NW-RULING-38"].text
    assert list(report.files["refused"]) == [3, 2, 0]
    assert "NW-RULING-38 refused the most people: 2 of 3 (4 moves)." in report.summary()


def test_how_long_people_thought_is_told_where_files_say_so(tmp_path: Path) -> None:
    for name, seconds in (("anna.json", 90), ("ben.json", 300), ("cleo.json", 0)):
        match = begun()
        match.play("visit fief 3")
        match.count_seconds(seconds)
        match.save(tmp_path / name)
    report = lab.class_report(tmp_path)
    assert report.files["minutes"].dropna().tolist() == [1.5, 5.0]
    assert "They thought for 1.5 to 5 minutes, median 3.25 (2 of 3 files say how long)." in report.summary()


def test_bad_files_are_named_and_the_rest_is_used(tmp_path: Path) -> None:
    a_class(tmp_path, {"good1.json": "visit fief 3", "good2.json": "visit fief 0", "good3.json": "visit fief 0"})
    text = (tmp_path / "good1.json").read_text(encoding="utf-8")
    data = json.loads(text)
    lucky = begun()
    lucky.play("visit fief 0")
    lucky.play("pass", chance="E8")
    bad = {
        "cut.json": (text[: len(text) // 2], "It looks cut off."),
        "empty.json": ("", "The save file is empty."),
        "essay.docx": ("my essay", "not readable JSON"),
        "other game.json": (wb.load("keydom").match().to_json(), "its game is 'keydom', not 'northwood'"),
        "other seed.json": (begun(8).to_json(), "its seed is 8, not 7"),
        "other rules.json": (begun(threshold=3).to_json(), "its option threshold is 3, not 16"),
        "made up.json": (json.dumps({**data, "actions": [*data["actions"], "fief:5"]}), "is not legal there"),
        "lucky.json": (lucky.to_json(), "does not follow the seed 7: it is card:E8, but chance brings card:"),
        "large.json": ("x" * 400_001, "has more than 400,000 bytes"),
        "<b>.json": ("[]", "it should be one JSON object"),
    }
    for name, (content, _) in bad.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
        bad["pipe.json"] = ("", "it is a pipe, a device or something else")
    report = lab.class_report(tmp_path)
    assert report.n == 3 and list(report.files["file"]) == ["good1.json", "good2.json", "good3.json"]
    found = dict(report.faults.itertuples(index=False, name=None))
    assert set(found) == set(bad)
    for name, (_, says) in bad.items():
        assert says in found[name], name
    assert "&lt;b&gt;.json" in report._repr_html_() and "<b>.json" not in report._repr_html_()


def test_folders_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path / "none", "a\0b", None):
        with refused(wb.WorkbenchError, "cannot be read: "):
            lab.class_report(folder)  # type: ignore[arg-type]
    assert lab.class_report(tmp_path).n == 0 and "0 matches" in lab.class_report(tmp_path).summary()
    a_class(tmp_path, {"a": "visit fief 3", "b": "visit fief 3"})
    monkeypatch.setitem(lab.class_report.__globals__, "MOST_FILES", 1)
    with refused(wb.WorkbenchError, "there are 2 files; a report reads at most 1."):
        lab.class_report(tmp_path)


def test_only_the_seats_of_people_count_and_whole_games_agree_with_themselves(tmp_path: Path) -> None:
    for name, player in (("a", "random"), ("b", "scripted")):
        match = wb.load("goods_and_honor").match(seed=3)
        match.play_out(player)
        match.save(tmp_path / name)
    own, everybody = lab.class_report(tmp_path, seats=[1]), lab.class_report(tmp_path)
    assert set(own.choices["seat"]) <= {1} and own.found < everybody.found
    assert own.files["decisions"].sum() < everybody.files["decisions"].sum()
    assert everybody.files["over"].all()
    # two people: each place has two choices of one each, and of them one at most is the player's
    assert (everybody.choices.groupby("place")["chosen"].sum() == 2).all()
    few = lab.class_report(tmp_path, places=1)
    assert few.found == everybody.found and set(few.choices["place"]) == {1}
    with refused(wb.WorkbenchError, "there is no seat 9"):
        lab.class_report(tmp_path, seats=[9])
