"""Card names from a stranger's save file are words in every face."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tools.attack import MARK, faces, harmless
from workbench.games.merry_way.cards import copy_cards

CARDS = f"""scheme_cards.csv
id,name,kind,plots,manpower,materials,profit,copies
S1,"{MARK.replace('"', '""')}",Greedy,0,0,0,3,60"""


def test_a_strangers_cards_are_words_in_every_face() -> None:
    match = wb.load("merry_way", cards=CARDS, specials="off").match(seed=1)
    while match.state.phase.name != "build":
        match.play(match.state.legal()[-1])
    loaded = wb.Match.from_json(match.to_json())
    shown = list(faces(loaded))
    for place, kind, content in shown:
        harmless(place, kind, content)
    seen = {place for place, _, content in shown if "hurt" in content}
    assert {"explanation, markdown", "match, image/svg+xml"} <= seen, seen


def test_a_folder_of_cards_that_holds_no_plain_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "scheme_cards.csv")
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "scheme_cards.csv").symlink_to("/dev/zero")
    for folder in ("pipe", "device"):
        with refused(wb.OptionError, "scheme_cards.csv cannot be read: it is a pipe, a device or something else"):
            wb.load("merry_way", cards=tmp_path / folder)


@pytest.mark.parametrize("folder", ["x" * 300, "a\0b", "\ud800", "/dev/null/cards"])
def test_a_folder_that_cards_cannot_be_written_to_gets_a_sentence(folder: Any, tmp_path: Path) -> None:
    with pytest.raises(wb.WorkbenchError):
        copy_cards(str(tmp_path / folder))
    with pytest.raises(wb.WorkbenchError):
        wb.load("merry_way", cards=str(tmp_path / folder))
