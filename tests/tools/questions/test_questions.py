"""The studies of single questions: their examples, their stored tables, and small runs of their parts."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from tools.questions import common

QUESTIONS = sorted(file.stem for file in Path(common.__file__).parent.glob("*.py") if not file.stem.startswith("_"))


@pytest.mark.parametrize("name", QUESTIONS)
def test_examples_are_right(name: str) -> None:
    assert doctest.testmod(import_module(f"tools.questions.{name}"), optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "common"])
def test_the_stored_table_names_its_command_and_has_the_usual_columns(name: str) -> None:
    file = common.ROOT / "studies" / f"{name}.csv"
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    assert re.fullmatch(rf"# python tools/questions/{name}\.py --games \d+", first)
    stored = pd.read_csv(file, comment="#")
    assert tuple(stored.columns) == common.COLUMNS and stored["n"].min() >= 1
    known = stored.dropna()
    assert (known["low"] <= known["value"]).all() and (known["value"] <= known["high"]).all()
