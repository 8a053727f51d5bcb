"""What learning systems give is read as it comes: whose each file is, and a sentence for what is refused."""

from __future__ import annotations

import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import needs_pipes, refused
from workbench.grading import handins
from workbench.grading.handins import HandIn, hand_ins

LINK = 0o120777 << 16

LAYOUTS = {
    "Moodle, in folders": {
        "Anna Ash_12345_assignsubmission_file_/x.ipynb": ("Anna Ash", "Participant 12345", 0, False),
        "Ben van der Berg_7_assignsubmission_file/01_what_a_rule_is (2).ipynb": ("Ben van der Berg", "Participant 7", 2, False),
    },
    "Moodle, without folders": {
        "Anna Ash_12345_assignsubmission_file_01_what_a_rule_is.ipynb": ("Anna Ash", "Participant 12345", 0, False),
    },
    "Canvas": {
        "ashanna_1234_5678_01_what_a_rule_is.ipynb": ("ashanna", "1234", 0, False),
        "bergben_LATE_1235_5679_x-1.ipynb": ("bergben", "1235", 1, True),
    },
    "nbgrader": {
        "submitted/anna_a/01_what_a_rule_is/01_what_a_rule_is.ipynb": ("anna_a", "", 0, False),
        "submitted/ben/02_decisions/02_decisions.ipynb": ("ben", "", 0, False),
    },
    "a folder for each person": {
        "Class 7b/Anna Ash/work.ipynb": ("Anna Ash", "", 0, False),
        "Class 7b/Ben/work.ipynb": ("Ben", "", 0, False),
    },
    "a file for each person": {
        "all/anna.ipynb": ("anna", "", 0, False),
        "all/01_what_a_rule_is - ben.ipynb": ("ben", "", 0, False),
        "all/cleo_01_what_a_rule_is (1).ipynb": ("cleo", "", 1, False),
        "all/dora - Copy.ipynb": ("dora", "", 0, False),
    },
    "one person": {"anna/01_what_a_rule_is.ipynb": ("anna", "", 0, False)},
}


def zipped(path: Path, files: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def said(one: HandIn) -> tuple[str, str, int, bool]:
    return one.person, one.number, one.copy, one.late


@pytest.mark.parametrize("layout", LAYOUTS)
def test_folders_and_names_say_whose_a_file_is(layout: str, tmp_path: Path) -> None:
    files = LAYOUTS[layout]
    found = hand_ins(zipped(tmp_path / "hand_ins.zip", dict.fromkeys(files, "{}")))
    assert {one.path: said(one) for one in found} == files and all(one.named for one in found)
    for name in files:
        (tmp_path / "unpacked" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "unpacked" / name).write_text("{}")
    assert {one.path: said(one) for one in hand_ins(tmp_path / "unpacked")} == files


def test_a_file_that_says_no_name_is_called_by_its_own(tmp_path: Path) -> None:
    (tmp_path / "01_what_a_rule_is (1).ipynb").write_text("{}")
    [one] = hand_ins(tmp_path)
    assert (one.person, one.named) == ("01_what_a_rule_is (1)", False)


def test_the_newest_is_found_by_its_date_and_nbgraders_own(tmp_path: Path) -> None:
    for name, second in (("anna/x.ipynb", 10), ("anna/x (1).ipynb", 20), ("anna/x (2).ipynb", 20)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
        os.utime(tmp_path / name, (second, second))
    assert [one.path for one in sorted(hand_ins(tmp_path), key=lambda one: one.order)][-1] == "anna/x (2).ipynb"
    (tmp_path / "anna" / "timestamp.txt").write_text("2026-02-03 15:58:23.948203 UTC")
    assert {one.date for one in hand_ins(tmp_path)} == {datetime(2026, 2, 3, 15, 58, 23, 948203, UTC)}


def test_what_systems_add_is_nobodys(tmp_path: Path) -> None:
    files = dict.fromkeys(["anna/x.ipynb", "__MACOSX/anna/._x.ipynb", "anna/.ipynb_checkpoints/x.ipynb", "Thumbs.db"], "{}")
    assert [one.path for one in hand_ins(zipped(tmp_path / "a.zip", files))] == ["anna/x.ipynb"]


def test_a_zip_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handins, "LARGEST", 1000)
    path = zipped(tmp_path / "a.zip", {"../../ben/x.ipynb": "{}", "/etc/cleo/x.ipynb": "{}", "dora/x.ipynb": b"0" * 10**6})
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("emil/x.ipynb")
        link.external_attr = LINK
        archive.writestr(link, "/etc/passwd")
        archive.writestr("C:\\fay\\x.ipynb", "{}")
    found = {one.path: (one.fault, one.content) for one in hand_ins(path)}
    assert found == {
        "ben/x.ipynb": ("The file cannot be read: its name leads out of the folder.", b""),
        "etc/cleo/x.ipynb": ("The file cannot be read: its name leads out of the folder.", b""),
        "dora/x.ipynb": ("The file cannot be read: it has more than 1,000 bytes, the most that is read.", b""),
        "emil/x.ipynb": ("The file cannot be read: it is a link, and links are not followed.", b""),
        "C:/fay/x.ipynb": ("The file cannot be read: its name leads out of the folder.", b""),
    }
    damaged = bytearray(zipped(tmp_path / "b.zip", {"anna/x.ipynb": bytes(n * n % 251 for n in range(900))}).read_bytes())
    damaged[60:90] = b"?" * 30
    (tmp_path / "b.zip").write_bytes(damaged)
    [one] = hand_ins(tmp_path / "b.zip")
    assert one.fault.startswith("The file cannot be read: the zip is damaged there (")


@needs_pipes
def test_links_and_pipes_in_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("mine")
    (tmp_path / "in" / "anna").mkdir(parents=True)
    (tmp_path / "in" / "anna" / "x.ipynb").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "in" / "anna" / "y.ipynb")
    faults = [one.fault for one in hand_ins(tmp_path / "in")]
    assert faults == [
        "The file cannot be read: it is a link, and links are not followed.",
        "The file cannot be read: it is a pipe, a device or something else, not a plain file.",
    ]


def test_what_cannot_be_read_at_all_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "essay.zip").write_text("not a zip")
    (tmp_path / "none").mkdir()
    zipped(tmp_path / "added.zip", {"Thumbs.db": "x", "anna/timestamp.txt": "2026-02-03 15:58:23 UTC"})
    for name, says in (
        ("essay.zip", "is neither a folder nor a zip file that can be read."),
        ("nowhere", "There is no folder or zip file"),
        ("none", "contains no hand-ins."),
        ("added.zip", "contains no hand-ins."),
    ):
        with refused(wb.WorkbenchError, says):
            hand_ins(tmp_path / name)
    path = zipped(tmp_path / "a.zip", {"a/x.ipynb": "{}" * 9, "b/x.ipynb": "{}" * 9})
    for limit, most, says in (("MOST_FILES", 1, "contains more than 1 files."), ("LARGEST_TOGETHER", 20, "bytes together.")):
        with monkeypatch.context() as changed:
            changed.setattr(handins, limit, most)
            for place in (path, tmp_path):
                with refused(wb.WorkbenchError, says):
                    hand_ins(place)
