"""What tools/build_site.py decides by itself; what it builds is looked at in tests/browser/test_site.py."""

from __future__ import annotations

import re
import runpy
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from widgets.controls import SAVED_GAMES

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    """The names of the script."""
    return runpy.run_path(str(ROOT / "tools" / "build_site.py"))


def test_a_wheel_says_what_it_brings_and_needs(tool: dict[str, Any], tmp_path: Path) -> None:
    wheel = tmp_path / "two_words-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("two_words/__init__.py", "")
        archive.writestr("single.py", "")
        archive.writestr("two_words-1.2.data/data/etc/setting.py", "")
        needs = "Requires-Dist: Some.Thing>=2\nRequires-Dist: other[more]~=1\nRequires-Dist: not_here; extra == 'x'\n"
        archive.writestr("two_words-1.2.dist-info/METADATA", f"Metadata-Version: 2.1\nName: two_words\nVersion: 1.2\n{needs}")
    entry = tool["entry_of"](wheel)
    assert (entry["name"], entry["version"]) == ("two-words", "1.2")
    assert entry["imports"] == ["single", "two_words"]
    assert entry["depends"] == ["some-thing", "other"]


def test_what_is_compiled_or_unknown_is_refused(tool: dict[str, Any]) -> None:
    packages = {
        "a": {"file_name": "a-1-py3-none-any.whl", "depends": ["b"]},
        "b": {"file_name": "b-1-py3-none-any.whl", "depends": ["a"]},
        "c": {"file_name": "c-1-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "depends": []},
        "d": {"file_name": "d-1-py3-none-any.whl", "depends": ["e"]},
    }
    assert tool["closure"](["a"], packages) == {"a", "b"}
    with pytest.raises(tool["SiteError"], match="c is compiled"):
        tool["closure"](["c"], packages)
    with pytest.raises(tool["SiteError"], match="knows e"):
        tool["closure"](["d"], packages)


def test_a_folder_that_is_no_site_is_left_alone(tool: dict[str, Any], tmp_path: Path) -> None:
    tool["refuse_other_folders"](tmp_path / "new")
    tool["refuse_other_folders"](tmp_path)
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(tool["SiteError"], match="is not empty and holds no site"):
        tool["refuse_other_folders"](tmp_path)
    (tmp_path / "lite").mkdir()
    (tmp_path / "lite" / "jupyter-lite.json").write_text("{}")
    tool["refuse_other_folders"](tmp_path)


def test_links_to_notebooks_that_are_not_here_become_words(tool: dict[str, Any]) -> None:
    said = "Next: [lesson 8](08_balance.ipynb), [lesson 9](course/../09_x.ipynb), [before](06_y.ipynb), [rules](rules/a.md)."
    notebook = {"cells": [{"cell_type": "markdown", "source": said}, {"cell_type": "code", "source": said}]}
    tool["without_links"](notebook, Path("site"), {Path("site/08_balance.ipynb"), Path("site/09_x.ipynb")})
    assert notebook["cells"][1]["source"] == said
    assert notebook["cells"][0]["source"] == (
        "Next: lesson 8 (which needs an installation), lesson 9 (which needs an installation), [before](06_y.ipynb), "
        "[rules](rules/a.md)."
    )


def test_the_first_page_and_the_gallery_have_a_sentence_for_each_kind_of_people(tool: dict[str, Any]) -> None:
    for page in ((ROOT / "docs" / "index.md").read_text("utf-8"), tool["GALLERY"]):
        assert re.findall(r"^- \*\*(\w+)\*\* .*\]\(/.*\.$", page, re.MULTILINE) == [
            "Students",
            "Lecturers",
            "Designers",
            "Researchers",
        ]
        for name in re.findall(r"\]\(/((?:notebooks|docs)/[^)]+)\)", page):
            assert (ROOT / name).exists(), name


def test_a_card_offers_only_what_runs(tool: dict[str, Any]) -> None:
    runs, reads = (tool["card"]("course/01_a", "A & B", "<img>", runs) for runs in (True, False))
    assert "A &amp; B" in runs and "lite/lab/index.html?path=course/01_a.ipynb" in runs
    assert "lite" not in reads and "Needs an installation; read it here" in reads


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("import numpy as np", True),
        ("from workbench.adapters import gymnasium", True),
        ("from workbench import lab\nlab.simulate('northwood')", True),
        ("from workbench import lab\nprint(lab.share(1, 2), lab.play_rows('northwood'))", False),
        ("import workbench as wb\nlaboratory = 1", False),
    ],
)
def test_a_notebook_that_needs_more_than_a_browser_has_is_known(tool: dict[str, Any], code: str, wanted: bool) -> None:
    assert tool["needs_an_installation"]({"cells": [{"cell_type": "code", "source": [code]}]}) is wanted


def test_a_console_gets_the_script_that_opens_positions_before_anything_else(tool: dict[str, Any], tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<html>\n<head>\n<title>REPLite</title>\n<script>1</script></head></html>", encoding="utf-8")
    tool["opens_positions"](page)
    text = page.read_text("utf-8")
    title = text.index("<title>A position to play on from</title>")
    assert text.index("history.replaceState") < title < text.index("1</script>")
    page.write_text("<html></html>", encoding="utf-8")
    with pytest.raises(tool["SiteError"], match="has no <head>"):
        tool["opens_positions"](page)


def test_saved_games_are_not_published(tool: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "notebooks" / SAVED_GAMES).mkdir(parents=True)
    (tmp_path / "notebooks" / "lesson.ipynb").touch()
    shutil.copytree(tmp_path / "notebooks", tmp_path / "site", ignore=tool["OWN_AFFAIRS"])
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["lesson.ipynb"]
