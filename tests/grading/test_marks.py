"""Marks of a class: everybody gets a row, the newest attempt counts, and nothing of a hand-in is trusted in a page or table."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pandas as pd

import workbench as wb
from tests.helpers import refused, runs_programs_apart
from workbench import grading
from workbench.grading.marks import _file_names
from workbench.terminal import main

pytestmark = runs_programs_apart

EVIL = "</pre><script>alert(1)</script>"


def book(*cells: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": source} for source in cells]})


def test_a_class_is_graded_into_pages_and_a_table(tmp_path: Path) -> None:
    evil = book(f'answer_1 = "{EVIL}"', 'check("3.1", answer_1)', "while True:\n    1 / 0")
    files = {
        "Anna Ash_1_assignsubmission_file_/x.ipynb": (book('answer_1 = 1 / 4\ncheck("3.1", answer_1)'), 10),
        "Anna Ash_1_assignsubmission_file_/x (1).ipynb": (book("answer_1 = 3 / 10", 'check("3.1", answer_1)'), 20),
        "Anna Ash_1_assignsubmission_file_/notes.pdf": ("x", 20),
        "=Eve_2_assignsubmission_file_/x.ipynb": (evil, 10),
        "Ben_3_assignsubmission_file_/x.ipynb": ("{", 10),
        "Ben_4_assignsubmission_file_/x.docx": ("x", 10),
    }
    for name, (text, second) in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (second, second))
    said = io.StringIO()
    out = tmp_path / "marks"
    assert main(["grade", str(tmp_path / "in"), "--out", str(out), "--workers", "2"], io.StringIO(), said) == 0
    assert "4 people, lesson 3, Chance and odds" in said.getvalue() and f"In {out}: marks.csv" in said.getvalue()

    table = pd.read_csv(out / "marks.csv", keep_default_na=False).set_index("person")
    assert list(table.columns) == ["id", "3.1", "3.2", "3.3", "3.4", "total", "maximum", "remarks"]
    assert list(table.index) == ["'=Eve", "Anna Ash", "Ben (Participant 3)", "Ben (Participant 4)"]
    assert table.loc["Anna Ash", ["id", "3.1", "total", "maximum"]].tolist() == ["Participant 1", "1.0", 1.0, 9]
    assert table.loc["Anna Ash", "remarks"] == (
        "Handed in 2 times; 'x (1).ipynb' is the newest and counts, not 'x.ipynb'. "
        "notes.pdf: The file is not a notebook: its name does not end in .ipynb."
    )
    assert "damaged or cut off" in table.loc["Ben (Participant 3)", "remarks"]
    assert table.loc["Ben (Participant 4)", ["3.1", "total"]].tolist() == ["", 0.0]

    pages = {path.name: path.read_text(encoding="utf-8") for path in (out / "feedback").iterdir()}
    assert sorted(pages) == ["Anna-Ash.html", "Ben-Participant-3.html", "Ben-Participant-4.html", "Eve.html"]
    assert "answer_1 = 3 / 10" in pages["Anna-Ash.html"] and "✓ 1 of 1 point" in pages["Anna-Ash.html"]
    assert "could not be marked" in pages["Ben-Participant-3.html"]
    for text in (*pages.values(), (out / "index.html").read_text(encoding="utf-8")):
        assert "<script" not in text and "<img" not in text and " src=" not in text
    assert "&lt;script&gt;" in pages["Eve.html"] and "ZeroDivisionError" in pages["Eve.html"]

    marks = grading.grade(tmp_path / "in" / "Ben_3_assignsubmission_file_", out)
    assert [path.name for path in (out / "feedback").iterdir()] == ["x.html"], "earlier marks are replaced"
    assert "x" in repr(marks) and "no lesson" in marks._repr_html_()


def test_copies_are_named(tmp_path: Path) -> None:
    check = 'check("3.2", wins)'
    better = "    better = [one for one in range(1, sides + 1) if one > 6]"
    text = book(f"def wins(sides):\n{better}\n    return len(better) / 6", check)
    files = {"anna": text, "ben": text.replace("return", "return  "), "cleo": book("wins = 5", check)}
    for name, source in files.items():
        (tmp_path / f"{name}.ipynb").write_text(source)
    results = grading.grade(tmp_path, tmp_path / "marks").results
    remarks = {one.person: one.remarks for one in results}
    assert remarks == {
        "anna": ["Word for word the same answers as ben."],
        "ben": ["Word for word the same answers as anna."],
        "cleo": [],
    }
    assert "Word for word" in (tmp_path / "marks" / "index.html").read_text(encoding="utf-8")
    assert "Word for word" not in (tmp_path / "marks" / "feedback" / "anna.html").read_text(encoding="utf-8")


def test_what_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "anna.ipynb").write_text("{}")
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "index.html").write_text("mine")
    for asked, says in (
        ({"seconds": 0}, "seconds must be a number of seconds above 0, not 0."),
        ({"megabytes": 100}, "megabytes must be at least 500, not 100"),
        ({"workers": 0}, "workers must be a whole number of at least 1"),
        ({"out": tmp_path / "thesis"}, "holds something other than earlier marks. Name a new folder."),
        ({"out": "a\0b"}, "cannot be written into"),
        ({"lessons": tmp_path}, "There are no lessons in"),
    ):
        with refused(wb.WorkbenchError, says):
            grading.grade(tmp_path / "in", **asked)  # type: ignore[arg-type]


def test_no_two_people_share_a_page() -> None:
    names = _file_names(["Anna", "anna", "../x", "", "Zoë"])
    assert list(names.values()) == ["Anna.html", "anna-2.html", "x.html", "person.html", "Zoë.html"]
