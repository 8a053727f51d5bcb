"""What README shows runs as printed, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_ten_line_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[0], {})
    printed = capsys.readouterr().out
    assert "Choosing a fief" in printed
    assert "NW-RULING-1" in printed
    assert len(EXAMPLES[0].strip().splitlines()) == 10


def test_the_simulation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[1].replace("games=1000", "games=10").replace("workers=2", "workers=1"), {})
    printed = capsys.readouterr().out
    assert re.search(r"wins +counter +10 ", printed), printed


def test_every_file_it_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(
        r"`((?:notebooks|benchmarks|binder|workbench)/[^`]*)`", README
    )
    named += [f"notebooks/{name}.ipynb" for name in re.findall(r"^\| `(\d\d_\w+)`", README, re.MULTILINE)]
    assert len(named) >= 7
    for name in named:
        assert (ROOT / name.strip()).exists(), name
    listed = set(re.findall(r"`(\d\d_\w+)`", README))
    assert listed == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
