"""Pages to hand out: whole, safe, and silent about what a seat may not know."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import workbench as wb
from tests.helpers import refused, some_in_short
from widgets import handout
from workbench.games.northwood.dialogue import Respond

ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "table", "thead"),
    *("tbody", "tr", "th", "td", "strong", "em", "code", "pre", "blockquote", "br"),
}
"""What a page is made of, beside its picture."""


class Tags(HTMLParser):
    """Notes every tag outside pictures, and every address that a page would ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.asked: list[str] = []
        self.drawing = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.drawing += tag == "svg"
        if not self.drawing:
            self.tags.add(tag)
        self.asked += [f"{name}={value}" for name, value in attrs if name in ("src", "href") or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        self.drawing -= tag == "svg"


def page(tmp_path: Path, thing: Any, **how: Any) -> str:
    """The page of something."""
    return handout(thing, tmp_path / "page.html", **how).read_text(encoding="utf-8")


@some_in_short("name", wb.game_names(), every=3)
def test_rules_and_a_match_are_whole_pages(name: str, tmp_path: Path) -> None:
    game = wb.load(name)
    match = game.match(seed=3)
    match.play_out("random")
    match.goto(match.steps // 2)
    rules, played = page(tmp_path, game), page(tmp_path, match)
    for text in (rules, played):
        found = Tags()
        found.feed(text)
        assert found.tags <= ALLOWED, found.tags - ALLOWED
        assert not found.asked
    assert all(clause.id in rules for clause in game.rulebook)
    assert not re.search(r"\]\(|&amp;#\d+;|\*\*", rules), "Markdown is left"
    assert played.count("<svg") == 1
    last = match.log_for(match.seat)[-1]
    assert last.clause in played
    assert "<li>" in played and match.explain().clauses[0].id in played


def test_of_a_match_only_what_the_seat_may_know_is_told(tmp_path: Path) -> None:
    game = wb.load("goods_and_honor", 3)
    match = game.match(seed=3)
    while match.seat != 0:
        match.play(match.moves()[0])
    open_page, other = page(tmp_path, match), page(tmp_path, match, seat=1)
    assert match.explain().question in open_page
    assert match.explain().question not in other
    assert f"{game.seat_name(0)} decides." in other
    assert game.text(match.seen(1), 1).splitlines()[0] in other
    assert match.invitation not in open_page, "the seed tells what is hidden"


def test_a_position_alone_says_nothing_of_how_it_came_about(tmp_path: Path) -> None:
    match = wb.load("northwood").match(seed=7)
    match.play("visit fief 1")
    assert "What has happened" in page(tmp_path, match)
    assert "What has happened" not in page(tmp_path, match, log=False)


def test_what_is_not_as_usual_stands_at_the_top(tmp_path: Path) -> None:
    class Mine(Respond):
        """A clause of one's own."""

    game = wb.load("northwood", threshold=12, phases={"respond": Mine})
    text = page(tmp_path, game, title="For <my> class")
    assert "<h1>For &lt;my&gt; class</h1>" in text
    assert "<li>threshold = 12</li>" in text and "the phase respond" in text
    assert "Changed here:" not in page(tmp_path, wb.load("northwood"))


def test_parts_of_a_rulebook(tmp_path: Path) -> None:
    book = wb.load("northwood").rulebook
    assert "NW-TRICK-1" in page(tmp_path, book.section("Following suit, trump and scoring"))
    assert "NW-TRICK-1" in page(tmp_path, book["NW-TRICK-1"])
    assert "NW-END-1" in page(tmp_path, book)


def test_only_a_handout_is_written_over(tmp_path: Path) -> None:
    book = wb.load("northwood").rulebook
    assert page(tmp_path, book["NW-END-1"]) == page(tmp_path, book["NW-END-1"])
    (tmp_path / "essay.html").write_text("<p>mine</p>", encoding="utf-8")
    with refused(wb.WorkbenchError, "is not a handout: choose another name"):
        handout(book, tmp_path / "essay.html")
    assert (tmp_path / "essay.html").read_text(encoding="utf-8") == "<p>mine</p>"
    with refused(wb.WorkbenchError, "or a match, not 'northwood'"):
        handout("northwood", tmp_path / "x.html")  # type: ignore[arg-type]
    with refused(wb.WorkbenchError, "cannot be written"):
        handout(book, tmp_path / "no such folder" / "x.html")
