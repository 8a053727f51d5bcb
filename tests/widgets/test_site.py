"""Where a clause that is clicked leads: to its page where the site is at hand, otherwise to the text below the board."""

from __future__ import annotations

import pytest

import workbench as wb
from widgets import Table
from widgets.site import VARIABLE, clause_page
from workbench.games.northwood.game import GAME


@pytest.mark.parametrize(
    ("site", "page"),
    [
        ("https://example.org/workbench", "https://example.org/workbench/rules/northwood.html#"),
        ("https://example.org/workbench/", "https://example.org/workbench/rules/northwood.html#"),
        ("../../", "../../rules/northwood.html#"),
        ("", ""),
    ],
)
def test_the_page_of_a_clause_begins_with_the_site(site: str, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, site)
    assert clause_page(wb.load("northwood")) == page
    assert Table("northwood", seed=7, figure=False).board.clause_page == page


@pytest.mark.parametrize("site", ["javascript:alert(1)", "example.org", "data:text/html,x", "https://a b"])
def test_what_is_no_address_is_refused_in_a_sentence(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, site)
    with pytest.raises(wb.WorkbenchError, match="must hold the address of the site, such as https://"):
        clause_page(wb.load("northwood"))


def test_a_game_of_ones_own_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "https://example.org/")

    class Changed(GAME):  # type: ignore[misc, valid-type]
        """The same name, other rules."""

    assert clause_page(wb.load(Changed)) == ""
    assert clause_page(wb.load("nim")) == "https://example.org/rules/nim.html#"
