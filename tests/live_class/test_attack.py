"""A short attack on a live class, over the wire; the long one is run by hand (`python tools/attack.py class`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.attack_class import ATTACKS, attack_class


@pytest.mark.long
def test_every_attack_ends_in_a_sentence_or_a_silence_and_the_others_go_on(tmp_path: Path) -> None:
    lines: list[str] = []
    found = attack_class(tmp_path / "class", 1, seed=1, told=lines.append)
    assert [one for outcome in found for one in outcome.failures] == []
    assert [outcome.name for outcome in found] == list(ATTACKS) and all(outcome.tried for outcome in found)
    assert len(lines) == len(ATTACKS)
