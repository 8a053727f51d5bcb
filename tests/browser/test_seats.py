"""A table for several people and players in a real browser: watched, stepped, stopped, passed on, composed at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import workbench as wb
from tests.browser.harness import (
    Seen,
    Server,
    answered,
    at_size,
    drawn_figure,
    in_grey,
    run_all,
    save,
    violations,
    wait_until_run,
)
from tests.browser.test_table import lay, nothing_is_cut_off, nothing_went_wrong, spot, write
from tests.waiting import until_on
from workbench.core.registry import game_class

pytestmark = pytest.mark.browser

START = """
from tests.toy_game.baskets import SealedBaskets, dealt
from widgets import Table

def lowest(view):
    return view.legal()[0]

def thinker(view):
    while thinking:
        pass
    return view.legal()[-1]

thinking = True
match = SealedBaskets({}, 3).match(4, dealt())
"""
WATCHED = START + 'table = Table(match, seats={1: lowest, 2: "random"}, pace=None)\ntable'
SLOW = START + "table = Table(match, seats={1: thinker, 2: lowest}, pace=0.0)\ntable"
HOT = START + "table = Table(match, seats={2: lowest}, pace=0.0)\ntable"
ALONE = START + "table = Table(match, seats={1: lowest, 2: lowest}, pace=0.0)\ntable"
WISHING = """
from tests.toy_game.baskets import SealedBaskets
from widgets import Table
position = {"phase": "wish", "to_move": 0, "hands": [[], [], []], "opened": [1, 2, 3], "points": [3, 0, 0]}
table = Table(SealedBaskets({}, 3).match(0, position), seats={1: "random", 2: "random"}, figure=False)
table
"""
SHARED = """
from widgets import Table
table = Table("{name}", players=3, seed=3, seats={{2: "random"}}, pace=0.0)
table
"""


def moment(board: Locator, step: int, steps: int | None = None) -> None:
    """Wait until the board shows a place on the person's own timeline."""
    expect(board.locator(".wb-step")).to_have_text(f"moment {step} of {step if steps is None else steps}")


def press(board: Locator, name: str) -> None:
    """Press one of the board's buttons."""
    board.get_by_role("button", name=name, exact=True).click()


def move(board: Locator, words: str) -> Locator:
    """A move in the list."""
    return board.locator(".wb-moves .wb-move", has_text=words)


def covered(page: Page, name: str) -> Locator:
    """Wait until the board is covered for somebody; give it."""
    board = page.locator(".wb-board").first
    expect(board.locator(".wb-screen-words")).to_have_text(f"Pass the screen to {name}.")
    return board


def laid(page: Page, server: Server, name: str, cell: str, sign: str) -> Locator:
    """Open a notebook with a table and wait for a sign that its board is there."""
    server.open(page, write(server, name, cell))
    run_all(page)
    wait_until_run(page)
    board = page.locator(".wb-board").first
    board.locator(sign).first.wait_for()
    return board


@contextmanager
def keep_widgets(server: Server) -> Iterator[None]:
    """Pages opened meanwhile store the widgets' state in the notebook: JupyterLab's own setting."""
    settings = (
        server.folder.parent / "settings" / "@jupyter-widgets" / "jupyterlab-manager" / "plugin.jupyterlab-settings"
    )
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"saveState": True}))
    try:
        yield
    finally:
        settings.unlink()


MINE = ("The 1 of Brook", "card-0-0", "Brook puts the 8 into the basket", "an unseen card beats your best", "Your hand")
THEIRS = ("The 3 of Moss", "The 4 of Northern", "Moss puts", "seals a basket with 3")


def stored(page: Page, server: Server, name: str) -> str:
    """Save the notebook as it is when the kernel has answered; give its text."""
    save(page)
    return (server.folder / name).read_text(encoding="utf-8")


def test_players_are_watched_move_by_move(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "watched.ipynb", WATCHED)
    moment(board, 0)
    move(board, "add the 2").click()
    moment(board, 1)
    move(board, "seal the basket").click()
    moment(board, 2)
    status = board.locator(".wb-moving-words")
    expect(status).to_have_text("Moss (lowest) is to move.")
    expect(board.locator(".wb-to-move")).to_contain_text("Moss")
    expect(move(board, "")).to_have_count(0)
    press(board, "Next move")  # three cards that nobody notices; then the basket is sealed
    moment(board, 3)
    log = board.locator(".wb-log")
    expect(log.locator(".wb-new")).to_have_count(2)
    expect(log).to_contain_text("Moss seals a basket.")
    screenshot(page, "seats_watched")
    press(board, "Go on")
    expect(status).to_have_text("Brook: it is your move.")
    expect(log).to_contain_text("Moss has bid 3 and 5 and 7.")
    press(board, "Undo")
    moment(board, 1, 4)
    expect(board.locator(".wb-question")).to_contain_text("So far: 2.")
    press(board, "Latest")
    moment(board, 4)
    nothing_went_wrong(seen)


def test_clicks_are_answered_while_a_player_thinks_and_it_can_be_stopped(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "slow.ipynb", SLOW)
    move(board, "add the 2").click()
    moment(board, 1)
    move(board, "seal the basket").click()
    status = board.locator(".wb-moving-words")
    expect(status).to_have_text("Moss (thinker) is thinking.")
    board.locator(".wb-clause", has_text="TG-BID-1").last.click()
    expect(board.locator(".wb-asked")).to_contain_text("TG-BID-1")
    press(board, "Undo")
    moment(board, 1, 2)
    press(board, "Redo")
    moment(board, 2)
    expect(status).to_have_text("Moss (thinker) is to move.")
    press(board, "Go on")
    expect(status).to_have_text("Moss (thinker) is thinking.")
    press(board, "Stop")
    expect(status).to_have_text("Moss (thinker) is to move.")
    page.get_by_text("Who plays, hints").first.click()
    page.get_by_label("Moss", exact=True).select_option("Random player")
    expect(status).to_have_text("Brook: it is your move.")
    nothing_went_wrong(seen)


@pytest.mark.usefixtures("page_of_its_own")  # JupyterLab begins with a setting
def test_the_screen_is_passed_and_keeps_secrets(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    with keep_widgets(server):
        board = laid(page, server, "hot.ipynb", HOT, ".wb-screen")
    covered(page, "Brook")
    assert board.locator(".wb-spot").count() == 0
    screenshot(page, "seats_covered")
    press(board, "I am Brook, show me")
    spot(board, "card-0-2").click()
    moment(board, 1)
    expect(drawn_figure(page)).to_contain_text("Your hand")
    screenshot(page, "seats_open")
    # the odds are worked out when the board has been drawn: they come a moment later
    until_on(page, lambda: all(secret in page.content() for secret in MINE), "a screen that shows all this")
    shown = stored(page, server, "hot.ipynb")
    assert [secret for secret in MINE if secret not in shown] == [], "a stored widget does hold what it shows"
    assert [secret for secret in THEIRS if secret in shown] == []
    # by keyboard: the key that makes the last move must not uncover the board as well
    move(board, "seal the basket").focus()
    page.keyboard.press("Enter")
    covered(page, "Moss")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    answered(page)
    covered(page, "Moss")
    assert board.locator(".wb-spot").count() == 0
    # what is stored with the widgets' state holds nothing either
    covering = stored(page, server, "hot.ipynb")
    assert '"Pass the screen to Moss."' in covering
    assert [secret for secret in (*MINE, *THEIRS) if secret in covering] == []
    board.locator(".wb-screen").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(board.locator(".wb-heading")).to_have_text("Moss: Filling a basket")
    expect(board.locator(".wb-heading")).to_be_focused()
    answered(page)
    assert "The 2 of Brook" not in (board.locator("svg.wb-svg").first.inner_html())
    press(board, "Pass the screen to Brook")
    covered(page, "Brook")
    press(board, "Undo")
    answered(page)
    covered(page, "Brook")
    nothing_went_wrong(seen)


def test_a_bid_is_composed_in_small_steps_and_taken_back(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "composed.ipynb", ALONE)
    helper = board.locator(".wb-helper")
    expect(helper).to_contain_text("Worth 0 so far.")
    back = board.get_by_role("button", name="Take it all back")
    expect(back).to_be_hidden()
    spot(board, "seal").click()
    expect(board.get_by_role("alert")).to_contain_text("The basket is empty.")
    helper.get_by_role("button", name="8", exact=True).focus()
    page.keyboard.press("Enter")
    expect(helper).to_contain_text("Worth 8 so far.")
    expect(board.locator(".wb-choice:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(helper).to_contain_text("Worth 10 so far.")
    expect(board.locator(".wb-question")).to_contain_text("So far: 2 and 8.")
    screenshot(page, "seats_composed")
    back.click()
    expect(helper).to_contain_text("Worth 0 so far.")
    expect(board.locator(".wb-heading")).to_be_focused()
    spot(board, "card-0-0").click()
    expect(helper).to_contain_text("Worth 1 so far.")
    spot(board, "seal").click()
    expect(board.locator(".wb-log")).to_contain_text("Brook seals a basket with 1.")
    expect(board.locator(".wb-moving-words")).to_have_text("Brook: it is your move.")
    nothing_went_wrong(seen)


def test_a_move_among_many_is_found_by_typing(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = laid(page, jupyterlab_server(app="lab"), "wishing.ipynb", WISHING, ".wb-moves .wb-move")
    expect(board.get_by_label("Find a move")).to_have_attribute("placeholder", "Find in 64 moves")
    expect(board.locator(".wb-group")).to_have_count(8)
    board.get_by_label("Find a move").fill("winter ba")
    expect(board.locator(".wb-found")).to_have_text("1 of 64")
    screenshot(page, "seats_found")
    page.keyboard.press("Enter")
    expect(board.locator(".wb-move:focus")).to_have_text("kind winter for a baker")
    page.keyboard.press("Enter")
    expect(board.locator(".wb-log")).to_contain_text("Brook wishes: kind winter for a baker.")
    nothing_went_wrong(seen)


@pytest.mark.parametrize("name", [name for name in wb.game_names() if game_class(name).player_counts[-1] > 2])
def test_two_people_and_a_player_sit_at_one_screen(
    name: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    game = wb.load(name, 3)
    sign = ".wb-screen" if game.has_secrets() else ".wb-spot"
    board = laid(page, jupyterlab_server(app="lab"), f"{name}.ipynb", SHARED.format(name=name), sign)
    people, decided = {game.seat_name(0), game.seat_name(1)}, set()
    for _ in range(24):
        arrive = board.locator(".wb-arrive")
        expect(board.locator(".wb-arrive, .wb-moves .wb-move").locator("visible=true").first).to_be_visible()
        if arrive.is_visible():
            who = (arrive.text_content() or "").removeprefix("I am ").removesuffix(", show me")
            assert who in people and board.locator(".wb-spot").count() == 0
            arrive.click()
            expect(board.locator(".wb-heading")).to_contain_text(who)
            expect(board.locator(".wb-spot").first).to_be_visible()
        decided.add((board.locator(".wb-heading").text_content() or "").partition(": ")[0])
        before = board.locator(".wb-step").text_content() or ""
        board.locator(".wb-moves .wb-move").first.click()
        asked = """([step, before]) => step.textContent !== before || [...step.closest('.wb-board')
            .querySelectorAll('.wb-confirm, .wb-arrive')].some(part => part.offsetParent)"""
        page.wait_for_function(asked, arg=[board.locator(".wb-step").element_handle(), before])
        if board.locator(".wb-confirm").is_visible():
            board.get_by_role("button", name="Confirm").click()
        expect(board.locator(".wb-step").or_(arrive).locator("visible=true").first).not_to_have_text(before)
    assert decided == people
    screenshot(page, f"seats_{name}")
    nothing_went_wrong(seen)


def test_axe_finds_nothing_wrong_with_seats_screens_and_helpers(
    page: Page, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    board = laid(page, jupyterlab_server(app="lab"), "seats_axe.ipynb", HOT, ".wb-screen")
    page.add_script_tag(path=axe)
    assert violations(page) == []
    press(board, "I am Brook, show me")
    spot(board, "card-0-0").click()
    moment(board, 1)
    page.get_by_text("Who plays, hints").first.click()
    page.get_by_label("Computer players move").wait_for()
    assert violations(page) == []
    with in_grey(page):
        screenshot(page, "seats_grey")
        at_size(page, 640, 1900)
        nothing_is_cut_off(board)
        screenshot(page, "seats_zoom")


def test_axe_finds_nothing_wrong_with_many_moves(
    page: Page, jupyterlab_server: Callable[..., Server], axe: Path
) -> None:
    board = laid(page, jupyterlab_server(app="lab"), "wishing_axe.ipynb", WISHING, ".wb-moves .wb-move")
    page.add_script_tag(path=axe)
    assert violations(page) == []
    board.get_by_label("Find a move").fill("peace")
    expect(board.locator(".wb-found")).to_have_text("8 of 64")
    assert violations(page) == []
