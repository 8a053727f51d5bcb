"""Every notebook answers its "Something to try", and the code of the answers prints what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.notebooks.answers import (
    FOLDED,
    NOTEBOOKS,
    Answer,
    answers_in,
    carried_out,
    last_section,
    needed_for,
    statements_in,
)

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
SLOW = {
    *("12_northwood_thousand_games", "52_resource_hog_commons", "60_which_rule_matters", "61_fix_it", "62_dead_rules"),
    *("63_tournament", "66_is_war_worth_it"),
}
"""The notebooks whose first answer takes more than some seconds: it plays many games."""
ALL = {path: answers_in(path) for path in PATHS}


def cases() -> list[object]:
    """Every answer in code; in the short run the first of each notebook that does not take long."""
    return [
        pytest.param(
            path,
            answer,
            id=f"{answer.notebook}-{answer.number}",
            marks=[pytest.mark.long] if answer.number > 1 or answer.notebook in SLOW else [],
        )
        for path, answers in ALL.items()
        for answer in answers
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_question_has_an_answer_that_opens(path: Path) -> None:
    text = last_section(path)
    asked, folds = FOLDED.sub("", text), FOLDED.findall(text)
    questions = re.findall(r"^(\d+)\. ", asked, re.MULTILINE)
    assert questions == [str(number + 1) for number in range(len(questions))] != []
    assert len(folds) == 1
    assert folds[0].startswith("<details><summary>Answers</summary>\n\n")  # without the empty line it is no Markdown
    assert re.findall(r"^(\d+)\. ", folds[0], re.MULTILINE) == questions


@pytest.mark.parametrize(("path", "answer"), cases())
def test_an_answer_runs_and_prints_what_it_says(path: Path, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOKS)
    said = carried_out(path, answer, ALL[path][: answer.number - 1])
    assert said == (answer.printed or "").rstrip("\n"), f"it prints:\n{said}"


def test_what_code_stands_on_is_found() -> None:
    statements = statements_in(["import os\na = 1\nslow()", "b = a + 1", "c = 5", "def f(c):\n    return b"])
    assert needed_for("print(f(0))", statements) == ["a = 1", "b = a + 1", "def f(c):\n    return b"]
