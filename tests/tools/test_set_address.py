"""The address of the public repository is written everywhere at once."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools import set_address
from workbench import __version__

ROOT = Path(__file__).parents[2]


def test_every_placeholder_is_in_a_file_that_the_tool_knows() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    texts = [name for name in tracked if Path(name).suffix in (".md", ".toml", ".cff", ".json", ".yaml", ".yml")]
    named = {name for name in texts if "github.com/OWNER/NAME" in (ROOT / name).read_text("utf-8")}
    # teachers put the address of their own copy into those pages
    assert {name for name in named if not name.startswith("docs/teaching/")} <= set(set_address.FILES)


def test_the_address_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in set_address.FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(sys, "argv", ["set_address.py", "https://github.com/somebody/games.git"])
    set_address.main(tmp_path)
    assert loaded(tmp_path / "codemeta.json")["codeRepository"] == "https://github.com/somebody/games"
    assert loaded(tmp_path / "pyproject.toml")["project"]["urls"]["Source"] == "https://github.com/somebody/games"
    assert all("OWNER/NAME" not in (tmp_path / name).read_text("utf-8") for name in set_address.FILES)


def test_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["set_address.py", "somebody/games"])
    with pytest.raises(SystemExit, match="is not the address of a repository"):
        set_address.main(tmp_path)


def test_one_version_everywhere() -> None:
    [cited] = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    [packed] = re.findall(r'version = "([^"]+)"', (ROOT / "packaging" / "conda" / "meta.yaml").read_text("utf-8"))
    project = loaded(ROOT / "pyproject.toml")["project"]["version"]
    assert {cited, packed, project, loaded(ROOT / "codemeta.json")["version"]} == {__version__}


def loaded(file: Path) -> dict[str, Any]:
    """The content of a JSON or TOML file."""
    text = file.read_text("utf-8")
    return dict(json.loads(text) if file.suffix == ".json" else tomllib.loads(text))
