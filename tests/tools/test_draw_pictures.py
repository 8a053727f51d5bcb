"""The moving pictures of README: small files without scripts, which stand still for people who want that."""

from __future__ import annotations

import csv
import re
from xml.etree import ElementTree

import pytest

from tools.draw_pictures import BARS, FOLDER, PICTURES, STUDY, flip_book

SMALL = 200_000
"""The most letters of a picture."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_stored_picture_is_what_the_command_draws(name: str) -> None:
    stored = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert PICTURES[name]() == stored, f"python tools/draw_pictures.py {name} stores it anew"
    assert len(stored) < SMALL


@pytest.mark.parametrize("name", PICTURES)
def test_everything_that_moves_stands_still_on_request(name: str) -> None:
    drawn = ElementTree.fromstring((FOLDER / f"{name}.svg").read_text("utf-8"))
    kinds = {element.tag.rpartition("}")[2] for element in drawn.iter()}
    assert kinds <= {"svg", "title", "style", "g", "rect", "circle", "line", "path", "text"}
    assert drawn.get("aria-label")
    style = "".join([element.text or "" for element in drawn.iter() if element.tag.endswith("}style")])
    moving = set(re.findall(r"\.([\w-]+)\{animation:(?!none)", style))
    stopped = set(re.findall(r"[.]([\w-]+)(?=[,{])", "".join(re.findall(r"reduce\)\{(.*?)\}\}", style))))
    assert moving and moving == stopped


def test_frames_follow_one_another_and_the_last_one_stays() -> None:
    drawn = flip_book("Two frames.", (0, 0, 9, 9), [["<rect/>", "<g>1</g>"], ["<rect/>", "<g>2</g>"]])
    assert drawn.count("<rect/>") == 1
    assert '<g class="f0-0"><g>1</g></g>' in drawn and '<g class="f1-1"><g>2</g></g>' in drawn
    assert ".f0-0{animation:none;visibility:hidden}" in drawn and ".f1-1{animation:none;visibility:visible}" in drawn


def test_the_tornado_shows_the_table() -> None:
    with STUDY.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:BARS]
    drawn = PICTURES["tornado"]()
    for row in rows:
        assert f"{row['option']}: {row['reading']}</text>" in drawn and row["ruling"] in drawn
        assert f"{float(row['effect']):+.2f}</text>".replace("-", "−") in drawn
    assert drawn.count('class="grows"') == len(rows)
