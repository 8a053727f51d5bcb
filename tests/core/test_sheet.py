"""Rules sheets: each paragraph names clauses that exist, every phase is covered, and mistakes in the text are named."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from workbench.core.errors import SaveFileError
from workbench.core.rulebook import Rulebook
from workbench.core.sheet import SheetError, parse, read_sheet, write_sheet
from workbench.terminal import main

NEEDED = ("Components", "Set-up", "Turn order", "Scoring", "The end")
"""Every sheet has a heading that begins with each of these."""

BOOK = Rulebook.parse(
    "## Drawing\n- **XX-DRAW-1** *(source)* Draw one card.\n\n"
    "<!-- table: cards -->\n| Name | Clause |\n|---|---|\n| Ace | XX-DRAW-1 |\n",
    "example",
)


@pytest.mark.parametrize("name", wb.game_names())
def test_a_sheet_covers_every_phase_of_its_game(name: str) -> None:
    sheet, game = read_sheet(name), wb.load(name)
    assert sheet.title == game.title
    titles = [part.title for part in sheet.parts]
    assert [needed for needed in NEEDED if not any(title.startswith(needed) for title in titles)] == []
    assert all(clause in game.rulebook for clause in sheet.clauses)
    named = set(sheet.clauses)
    assert [phase.name for phase in game.phases.values() if not named & set(phase.clauses)] == []


@pytest.mark.parametrize("name", wb.game_names())
def test_a_sheet_is_a_page_that_needs_nothing_else(name: str) -> None:
    page = read_sheet(name).html()
    assert "http" not in page.replace("http://www.w3.org/", "") and "**" not in page and "<svg" in page
    assert page.count("<ul>") == page.count("</ul>") and page.count("<li>") == page.count("</li>")


def test_items_paragraphs_and_tables_are_told_apart() -> None:
    text = (
        "# Example\n\nA *short*\ngame. [XX-DRAW-1]\n\n## Turn order\n- One <b>. [XX-DRAW-1,\n  XX-DRAW-1]\n- Two. [XX-DRAW-1]\n"
        "\nTable: cards (Name, Clause)\n"
    )
    sheet = parse(text, BOOK)
    assert [block.kind for block in sheet] == ["text", "item", "item", "table"]
    assert sheet.clauses == ("XX-DRAW-1",)
    page = sheet.html()
    assert "<p>A <i>short</i> game." in page and "One &lt;b&gt;." in page and "<td>Ace</td>" in page
    assert page.count("<ul>") == 1 and "<figure>" not in page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Example", "must begin with '# '"),
        ("# Example\n\nDraw.", "must end with its clauses in square brackets: 'Draw.'"),
        ("# Example\n\nDraw. [XX-DRAW-7]", "names XX-DRAW-7, which the rulebook does not have"),
        ("# Example\n\nTable: card (Name, Clause)", "no table 'card'. Did you mean 'cards'?"),
        ("# Example\n\nTable: cards (Nam, Clause)", "The table cards has no column 'Nam'. Did you mean 'Name'?"),
    ],
)
def test_a_mistake_in_a_sheet_is_named(text: str, said: str) -> None:
    with pytest.raises(SheetError, match=said.replace("[", r"\[")):
        parse(text, BOOK)


def test_a_small_game_has_no_sheet() -> None:
    with pytest.raises(SheetError, match="has no rules sheet"):
        read_sheet(wb.small_names()[0])


def test_the_command_writes_a_sheet_and_overwrites_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time over the first sheet
        assert main(["rules", "keydom", "--sheet", "keydom.html"]) == 0
    assert capsys.readouterr().out == "Written to keydom.html.\n" * 2
    assert (tmp_path / "keydom.html").read_text(encoding="utf-8") == read_sheet("keydom").html()
    (tmp_path / "thesis.html").write_text("years of work", encoding="utf-8")
    (tmp_path / "folder.html").mkdir()
    for name in ("thesis.html", "folder.html"):
        with pytest.raises(SaveFileError, match="is not a rules sheet"):
            write_sheet(read_sheet("keydom"), name)
