"""What comes from outside: whole numbers, quotations, words in documents, plain files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers import refused
from workbench.core.errors import PositionError, WorkbenchError
from workbench.core.outside import LONGEST, NotPlain, in_markdown, quoted, read_plain, tame_markdown, told, whole_number


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (np.int64(3), 3),
        (np.uint8(3), 3),
        (True, None),
        (np.True_, None),
        (1.0, None),
        ("3", None),
        (None, None),
    ],
)
def test_whole_numbers_of_any_making(value: Any, number: int | None) -> None:
    found = whole_number(value)
    assert found == number and (found is None or type(found) is int)


def test_a_quotation_is_short_whatever_is_quoted() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("x" * 10**7, ["x"] * 10**5, {"a": "y" * 10**6}, 10**5000, [10**5000], deep, b"z" * 10**6):
        assert len(quoted(value)) <= 300


def test_an_error_is_a_few_lines_long_and_commands_no_terminal() -> None:
    said = str(WorkbenchError(f"There is no {'x' * 10**7}\x1b[2J\ud800. It has: this, that."))
    assert len(said) <= LONGEST + 20 and said.endswith("It has: this, that.")
    assert "\x1b" not in said and said.encode("utf-8")
    assert len(str(PositionError([f"reason {number}" for number in range(10**5)]))) < LONGEST
    assert "and 99980 more reasons" in str(PositionError([f"reason {number}" for number in range(10**5)]))


@pytest.mark.parametrize(
    "text", ["<img src=x onerror=hurt()>", "[a](javascript:hurt)", "$\\href{javascript:hurt}{x}$", "![x](x)", "`<b>`"]
)
def test_words_in_a_document_are_no_markup(text: str) -> None:
    shown = in_markdown(text)
    assert not set(shown) & set("<>[]$`\\*")


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=hurt()>",
        "[a](javascript:hurt)",
        "[a]: javascript:hurt",
        "<!-- x --> <img src=x>",
        "<javascript:hurt>",
        "$x$",
    ],
)
def test_a_document_of_somebody_else_is_markdown_and_nothing_more(text: str) -> None:
    shown = tame_markdown(f"**kept** {text}\n\n{text}")
    assert "**kept**" in shown
    assert not any([sign in shown for sign in ("<i", "<!", "<j", "](", "]:", "$")])


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"x" * 1001)
    (tmp_path / "small").write_bytes(b"x" * 1000)
    (tmp_path / "link").symlink_to(tmp_path / "small")
    for path, says in (
        (tmp_path / "pipe", "a pipe"),
        (Path("/dev/zero"), "a device"),
        (tmp_path, "a folder"),
        ("a\0b", "not a file name"),
    ):
        with refused(NotPlain, says):
            read_plain(path, 1000)
    with refused(NotPlain, "more than 1,000 bytes"):
        read_plain(tmp_path / "large", 1000)
    assert read_plain(tmp_path / "link", 1000) == b"x" * 1000


def test_told_keeps_lines() -> None:
    assert told("one\ntwo\tthree") == "one\ntwo\tthree"
