"""The gallery shows what groups hand in as text, says what it cannot show, and runs nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.terminal import main

EVIL = "<script>alert(1)</script>"
CARD = {"rule": "Ten cards instead of eight.", "question": "Are more fiefs won?"}
DIFFERENCES = "metric,variant,n,effect,low,high\nwin,ten cards,60,0.1,-0.05,0.25\nwin,same,60,0.0,,\n"


def group(folder: Path, name: str, card: object, **files: str) -> None:
    """Write the folder of a group."""
    (folder / name).mkdir()
    (folder / name / "group.json").write_text(json.dumps(card), encoding="utf-8")
    for stem, text in files.items():
        suffix = "md" if stem == "notes" else "csv"
        (folder / name / f"{stem}.{suffix}").write_text(text, encoding="utf-8")


def test_the_page_shows_each_group_and_names_what_it_leaves_out(tmp_path: Path) -> None:
    group(tmp_path, "blue", {**CARD, "group": "Anna & Ben", "game": "northwood"}, differences=DIFFERENCES, notes="**Yes.**")
    group(tmp_path, "green", {"rule": "x"})
    (tmp_path / "red").mkdir()
    said = io.StringIO()
    out = tmp_path / "gallery.html"
    assert main(["gallery", str(tmp_path), "--out", str(out)], io.StringIO(), said) == 0
    assert "1 group in the gallery." in said.getvalue()
    assert 'green: group.json has no "question"' in said.getvalue() and "red: There is no group.json." in said.getvalue()
    text = out.read_text(encoding="utf-8")
    assert CARD["rule"] in text and CARD["question"] in text
    for part in ("Anna &amp; Ben", "For Northwood!", "+0.1 (-0.05 to 0.25)", "<strong>Yes.</strong>"):
        assert part in text
    assert text.count("<circle") == 1, "an effect without an interval is in the table only"
    assert lab.gallery(tmp_path, out).groups[0].name == "Anna & Ben", "an earlier gallery may be replaced"


def test_what_groups_write_stays_text(tmp_path: Path) -> None:
    words = dict.fromkeys(["rule", "question", "group", "game", "expected", "found"], EVIL)
    table = f"metric,variant,effect,low,high\n{EVIL},{EVIL},1,0,2\n"
    notes = f"{EVIL}\n\n![x](https://example.org/x.png) [y](javascript:z) <img src=x>\n\n![x][1]\n\n[1]: https://example.org/x.png\n"
    group(tmp_path, "evil", words, differences=table, variants=table, notes=notes)
    text = lab.gallery(tmp_path, tmp_path / "gallery.html").write(tmp_path / "gallery.html").read_text(encoding="utf-8")
    for part in ("<script", "<img", "<a href=\"http", "javascript:z\""):
        assert part not in text


def test_links_to_other_places_are_not_followed(tmp_path: Path) -> None:
    group(tmp_path, "blue", CARD, differences=DIFFERENCES)
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (tmp_path / "blue" / "notes.md").symlink_to(tmp_path / "secret.txt")
    found = lab.gallery(tmp_path)
    assert found.groups[0].notes == ""
    assert found.faults == [("blue", "notes.md cannot be read: it is a link to somewhere else.")]


@pytest.mark.parametrize("card", ["[" * 100_000, "{", "[1]", '{"rule": 3, "question": "x"}', "\x00"])
def test_a_damaged_card_costs_only_its_own_group(tmp_path: Path, card: str) -> None:
    group(tmp_path, "blue", CARD, differences=DIFFERENCES)
    group(tmp_path, "red", {})
    (tmp_path / "red" / "group.json").write_text(card, encoding="utf-8")
    found = lab.gallery(tmp_path)
    assert [one.folder for one in found.groups] == ["blue"]
    assert [folder for folder, _ in found.faults] == ["red"]


def test_a_gallery_overwrites_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "notes.html").write_text("mine", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="is not a gallery: choose another name"):
        lab.gallery(tmp_path, tmp_path / "notes.html")
    with pytest.raises(WorkbenchError, match=r"cannot be read\. Name the folder"):
        lab.gallery(tmp_path / "nowhere")
