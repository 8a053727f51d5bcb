"""The address of the public repository is written everywhere at once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import set_address
from workbench import __version__

ROOT = Path(__file__).parents[2]


def test_every_placeholder_is_in_a_file_that_the_tool_knows() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    texts = [name for name in tracked if name and Path(name).suffix in (".md", ".toml", ".cff", ".json", ".yaml", ".yml")]
    named = {name for name in texts if "github.com/OWNER/NAME" in (ROOT / name).read_text("utf-8")}
    assert named <= set(set_address.FILES)


def test_the_address_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in set_address.FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(sys, "argv", ["set_address.py", "https://github.com/somebody/games.git"])
    set_address.main(tmp_path)
    assert json.loads((tmp_path / "codemeta.json").read_text("utf-8"))["codeRepository"] == "https://github.com/somebody/games"
    assert tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"].endswith("/somebody/games")
    assert all("OWNER/NAME" not in (tmp_path / name).read_text("utf-8") for name in set_address.FILES)


def test_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["set_address.py", "somebody/games"])
    with pytest.raises(SystemExit, match="is not the address of a repository"):
        set_address.main(tmp_path)


def test_one_version_everywhere() -> None:
    versions = {
        tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"],
        json.loads((ROOT / "codemeta.json").read_text("utf-8"))["version"],
        *(line.split()[-1].strip('"') for line in (ROOT / "CITATION.cff").read_text("utf-8").splitlines() if line.startswith("version:")),
    }
    assert versions == {__version__}
