"""The tournament of a class: who wins by hand, who is out and why, and nobody else pays for it."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused, runs_programs_apart
from tests.lab.players import UNHURRIED
from tests.lab.tiny import Tiny
from tests.waiting import thinking
from workbench import lab
from workbench.lab import apart
from workbench.lab.contest import ClassTournament, Entrant, _table
from workbench.lab.held import holder

pytestmark = runs_programs_apart

TWO = "def choose(view): return 2"
ZERO = "def choose(view): return 0"


def played(folder: Path, files: dict[str, str | bytes], **asked: object) -> ClassTournament:
    for name, source in files.items():
        (folder / name).write_bytes(source if isinstance(source, bytes) else source.encode())
    return lab.class_tournament(folder, **{"game": Tiny({}, players=2), "beside": (), **UNHURRIED, **asked})  # type: ignore[arg-type]


def test_a_table_by_hand(tmp_path: Path) -> None:
    found = played(tmp_path, {"anna.py": TWO, "ben.py": ZERO, "_notes.py": "x", ".hid.py": "x", "read me.txt": "x"}, rounds=8)
    rows = found.table.set_index("player")
    # two always beats none, even if the coin gives one more; Wilson's interval for 8 of 8 begins at 8 / (8 + 1.96**2)
    assert tuple(rows.loc["anna", ["rank", "n", "wins", "low", "high", "out"]]) == ("1", 8, 1.0, 0.6756, 1.0, "")
    assert tuple(rows.loc["ben", ["rank", "n", "wins", "low"]]) == ("2", 8, 0.0, 0.0)
    assert 2 <= rows.loc["anna", "score"] <= 3 and 0 <= rows.loc["ben", "score"] <= 1
    # the coin is one more for the last seat: what both got beyond what they named is the number of heads
    heads = 8 * (rows.loc["anna", "score"] - 2) + 8 * rows.loc["ben", "score"]
    assert heads == round(heads) and not len(found.faults)
    assert repr(found).startswith("Tiny: 2 players, 8 rounds") and "anna" in found._repr_html_()


def test_the_same_seed_plays_the_same_games(tmp_path: Path, short: bool) -> None:
    rounds = 3 if short else 6
    lots = "import random\ndef choose(view): return random.choice(view.legal())"
    files: dict[str, str | bytes] = {"anna.py": lots, "ben.py": lots, "cleo.py": TWO}
    first = played(tmp_path, files, rounds=rounds, seed=4, beside=("random",))
    again = lab.class_tournament(tmp_path, Tiny({}, players=2), rounds=rounds, seed=4, **UNHURRIED)
    assert first.table.equals(again.table) and set(first.table["player"]) == {"anna", "ben", "cleo", "random (house)"}
    assert (first.table["n"] == rounds).all()


def test_who_fails_is_out_and_named_and_the_others_play_on(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "anna.py": TWO,
        "ben.py": "def choose(view): return 7",
        "cleo.py": "def choose(view): return 1 / 0",
        "dora.py": "def choose(view:",
        "emil.py": b"\xff\xfe\x00",
        "fay.py": "# " + "x" * 300_000,
        "<b>gus.py": "import os\nos.write(4, b'{}' * 9999)\nos._exit(0)",
    }
    found = played(tmp_path, files, rounds=3)
    out = found.faults.set_index("player")
    assert out["fault"].to_dict() == {
        "<b>gus": "used more than the view",
        "ben": "chose an illegal move",
        "cleo": "raised an error",
        "dora": "could not be used",
        "emil": "could not be used",
        "fay": "could not be used",
    }
    assert out["round"].to_dict() == {"<b>gus": 1, "ben": 1, "cleo": 1, "dora": 1, "emil": 0, "fay": 0}
    rows = found.table.set_index("player")
    assert tuple(rows.loc["anna", ["rank", "n"]]) == ("1", 3)
    assert rows.loc["anna", "wins"] > 0, "against a random player who stands in"
    assert rows.loc["ben", "n"] == 1 and rows.loc["emil", "n"] == 0 and set(rows["rank"]) == {"1", "-"}
    assert "ben chose an illegal move: it chose 7, which is not legal there." in repr(found)
    assert "<b>" not in found._repr_html_()


@pytest.mark.long
def test_who_is_too_slow_is_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "ASLEEP", 10_000)
    files: dict[str, str | bytes] = {"anna.py": TWO, "ben.py": thinking(600)}
    out = played(tmp_path, files, rounds=2, decision_seconds=0.5).faults.set_index("player")
    assert out["fault"].to_dict() == {"ben": "was too slow"}


def test_a_solo_game_is_the_same_for_all(tmp_path: Path) -> None:
    first = "def choose(view): return view.legal()[0]"
    found = played(tmp_path, {"anna.py": first, "ben.py": first}, game="northwood", rounds=2, beside=("random",))
    rows = found.table.set_index("player")
    assert rows.loc["anna", "score"] == rows.loc["ben", "score"] and list(rows["n"]) == [2, 2, 2]


def test_where_wins_are_alike_scores_rank() -> None:
    entrants = [Entrant("ben", wins=[0.0], scores=[1.5]), Entrant("anna", wins=[0.0], scores=[6.7])]
    entrants += [Entrant("cleo", wins=[0.0], scores=[1.5]), Entrant("dora", wins=[1.0], scores=[0.0])]
    ranks = _table(entrants)[["rank", "player"]].values.tolist()
    assert ranks == [["1", "dora"], ["2", "anna"], ["3", "ben"], ["3", "cleo"]]


def test_a_copy_of_a_file_does_not_play(tmp_path: Path) -> None:
    found = played(tmp_path, {"anna.py": TWO, "anna (1).py": TWO, "ben.py": TWO, "ben (1).py": ZERO}, rounds=1)
    assert set(found.table["player"]) == {"anna", "ben", "ben (1)"}, "name and content must both be the same"
    assert found.copies == {"anna (1)": "anna"} and "anna (1) is a copy of anna, so it did not play." in repr(found)
    assert "anna (1) is a copy" in found._repr_html_()


def test_what_cannot_be(tmp_path: Path) -> None:
    with refused(wb.WorkbenchError, "cannot be read: No such file or directory."):
        lab.class_tournament(tmp_path / "none")
    with refused(wb.WorkbenchError, ": no file has a name that ends in .py."):
        lab.class_tournament(tmp_path)
    (tmp_path / "anna.py").write_text(TWO)
    for asked, says in (
        ({"rounds": 0}, "rounds must be a whole number of at least 1"),
        ({"decision_seconds": 0}, "decision_seconds must be a number of seconds above 0, not 0."),
        ({"game_seconds": "1"}, "game_seconds must be a number of seconds above 0"),
        ({"megabytes": 10}, "megabytes must be at least 100, not 10: "),
        ({"beside": ("nobody",)}, "There is no player 'nobody'"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": 5}, "A game is a name or what `wb.load` gives, not 5."),
    ):
        with refused(wb.WorkbenchError, says):
            lab.class_tournament(tmp_path, **asked)  # type: ignore[arg-type]


def test_rules_that_break_off_are_blamed_and_no_process_is_left(tmp_path: Path) -> None:
    from tests.lab.players import Broken

    with refused(wb.WorkbenchError, "The game broke off in the phase 'naming'"):
        played(tmp_path, {"anna.py": TWO, "ben.py": ZERO}, game=Tiny({}, players=2, phases={"naming": Broken}))


def test_a_file_shares_no_row_with_a_player_of_the_house_or_another_file(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"random (house).py": ZERO, "anna.py": TWO}
    found = played(tmp_path, files, rounds=4, beside=("random", "random"))
    assert sorted(found.table["player"]) == ["anna", "random (house)", "random (house) (2)", "random (house) (3)"]
    assert found.table["n"].tolist() == [4, 4, 4, 4]


@pytest.mark.long
def test_what_one_does_leaves_the_others_their_results(tmp_path: Path) -> None:
    """Each of these ends or blocks its own process in another way; everybody else plays all rounds."""
    files: dict[str, str | bytes] = {
        "anna.py": TWO,
        "ben.py": ZERO,
        "cleo.py": "import sys\ndef choose(view):\n    sys._getframe(1).f_locals['answer'](move=True)\n    return 2",
        "dora.py": "import os\ndef choose(view): os._exit(3)",
        "emil.py": "def choose(view): return True",
        "fay.py": "import os\ndef choose(view): os.closerange(0, 99)",
        "gus.py": "def choose(view): return b'x' * 2**40",
    }
    found = played(tmp_path, files, rounds=4)
    rows = found.table.set_index("player")
    assert rows.loc["anna", "n"] == rows.loc["ben", "n"] == 4
    assert set(found.faults["player"]) == {"cleo", "dora", "emil", "fay", "gus"}


def test_a_report_says_what_held_the_programs(tmp_path: Path) -> None:
    found = played(tmp_path, {"anna.py": TWO, "ben.py": ZERO}, rounds=1)
    assert found.held == str(holder()) and found.held in repr(found) and found.held in unescape(found._repr_html_())
