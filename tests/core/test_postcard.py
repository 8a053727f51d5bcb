"""Positions travel as one text: what is written is read again, secrets stay at home, and whatever is damaged is refused."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core import postcard
from workbench.core.ladder import best_quick
from workbench.core.random import Random


@pytest.mark.parametrize("name", wb.game_names())
def test_what_is_written_is_read_again(name: str) -> None:
    match = wb.load(name).match(seed=5)
    for _decision in range(25):
        match.play(match.hint(best_quick(match.game)).action)
    text = postcard.write(match.state)
    assert postcard.read(text).to_dict() == match.state.to_dict() and len(text) < 4000
    link = f"https://example.org/lab?position={text}&theme=dark"
    assert postcard.read(link, match.game).to_dict() == match.state.to_dict()
    seen = postcard.read(postcard.write(match.state, match.seat))
    assert seen.view(match.seat).state.key() == match.seen().key(), "the seat knows what it knew"


def test_what_is_hidden_does_not_travel() -> None:
    match = wb.load("keydom").match(seed=5)
    view = match.state.view(match.seat)
    texts = {postcard.write(view.resample(Random(number)), match.seat) for number in range(5)}
    assert texts == {postcard.write(match.state, match.seat)}, "whatever the others hold, the text is the same"


@pytest.mark.parametrize("text", ["", "nim", "nim.!!", "nim.AAAA", "nowhere.eNqr", 7, None, "x" * 200_000])
def test_what_is_no_postcard_gets_a_sentence(text: Any) -> None:
    with pytest.raises(wb.WorkbenchError):
        postcard.read(text)


def test_a_cut_text_and_another_game_are_refused() -> None:
    text = postcard.write(wb.load("keydom").match(seed=1).state)
    with refused(wb.WorkbenchError, "damaged or cut off"):
        postcard.read(text[:-9])
    with refused(wb.WorkbenchError, "the game on the table is"):
        postcard.read(text, wb.load("nim"))
