"""The table in real browsers: clicked, played by keyboard, reloaded, seen twice, and checked for accessibility."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

import workbench as wb
from tests.browser.harness import (
    Seen,
    Server,
    answered,
    at_size,
    drawn,
    drawn_figure,
    in_grey,
    run_all,
    save,
    save_by_button,
    violations,
    wait_until_run,
)
from tests.waiting import until_on
from tools import kernels

pytestmark = pytest.mark.browser

TABLE = 'from widgets import Table\ntable = Table("northwood", seed=7)\ntable'
RESPONDING = """
import workbench as wb
from widgets import Table
position = {"hand": "C2 C5 F2 E8", "deck": "C3 C6 L1 F8", "fief": 3, "ruler": "LQ", "statement": "C4"}
table = Table(wb.load("northwood").match(position=position))
table
"""
VOILA_FONTS = "https://cdn.jsdelivr.net/"
"""Voila's own page asks for icon fonts there; its outputs do without."""


def write(server: Server, name: str, *cells: str) -> str:
    """Put a notebook into the server's folder."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell.strip()) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, server.folder / name)
    return name


def lay(page: Page, server: Server, name: str, *cells: str) -> Locator:
    """Open a notebook with these cells, run it, and wait for the first board."""
    server.open(page, write(server, name, *cells))
    if server.app != "voila":
        run_all(page)
        wait_until_run(page)
    board = page.locator(".wb-board").first
    board.locator(".wb-spot").first.wait_for()
    return board


def spot(board: Locator, name: str) -> Locator:
    """The part of a spot that is clicked."""
    return board.locator(f'[data-spot="{name}"] .wb-hit')


def at_step(board: Locator, step: int) -> None:
    """Wait until the board shows a place on the timeline."""
    expect(board.locator(".wb-step")).to_contain_text(f"decision {step} of")


def step_of(board: Locator) -> int:
    """The place on the timeline that the board shows."""
    return int((board.locator(".wb-step").text_content() or "").split(" of ")[0].split()[-1])


def moved_on(board: Locator, step: int) -> int:
    """Wait until the board has gone on from a place on the timeline; give where: forced moves pass by themselves."""
    until_on(board.page, lambda: step_of(board) > step, f"a decision after {step}")
    return step_of(board)


def taken_back(board: Locator, step: int) -> int:
    """Undo, wait until the board stands before a place on the timeline, at the last choice; give where it stands."""
    board.get_by_role("button", name="Undo").click()
    until_on(board.page, lambda: step_of(board) < step, f"a decision before {step}")
    return step_of(board)


def bars(page: Page, number: int = 0) -> list[list[object]]:
    """The bars that a figure on the page really draws: labels and lengths."""
    figure = drawn_figure(page, number)
    return json.loads(figure.evaluate("plot => JSON.stringify(plot.data.map(bar => [bar.x, bar.y]))"))


def wait_for_bars(page: Page, wanted: Callable[[list[list[object]]], bool], number: int = 0) -> list[list[object]]:
    """Wait until a figure draws what is wanted; give it back."""
    found: list[list[list[object]]] = []

    def come() -> bool:
        found.append(bars(page, number))
        return len(found[-1]) == 5 and wanted(found[-1])

    until_on(page, come, "the figure that is wanted")
    return found[-1]


def score_of(board: Locator) -> int:
    """The points that the board shows."""
    label = board.locator('[data-spot="score"]').get_attribute("aria-label") or ""
    return int(label.removeprefix("Score pile: ").split()[0])


STOPPED = """board => !board.getAnimations({ subtree: true })
  .some((one) => one.constructor === Animation && one.playState === 'running')"""


def at_rest(board: Locator) -> None:
    """Wait until nothing moves on the board: what is covered by something that passes is no place to click at."""
    answered(board.page)  # what has begun to pass is there in the next frame
    board.page.wait_for_function(STOPPED, arg=board.element_handle())
    expect(board.locator(".wb-passing")).to_have_count(0)


def play_a_visit(board: Locator, look: Callable[[], None] = lambda: None) -> int:
    """Click through a visit of fief 3, answering with the first card that may be played; give the decisions made.

    Args:
        board: the board, at the choice of a fief.
        look: called before each click but the first.
    """
    spot(board, "fief-3").click()
    step = moved_on(board, 0)
    while True:
        at_rest(board)
        if board.locator(".wb-heading", has_text="Choosing a fief").count():
            return step
        look()
        if board.locator(".wb-heading", has_text="The response").count():
            board.locator('.wb-legal[data-spot^="hand-"] .wb-hit').first.click()
        else:
            spot(board, "deck").click()
        step = moved_on(board, step)


def nothing_is_cut_off(board: Locator) -> None:
    """Wait until a board on a narrow page is as narrow as the page, and all of it within its sides."""
    fits = "board => board.clientWidth < innerWidth && board.scrollWidth <= board.clientWidth"
    until_on(board.page, lambda: board.evaluate(fits), "a board of which nothing is cut off at the side")


def nothing_went_wrong(seen: Seen) -> None:
    """No request to outside, no error in the console."""
    seen.all()
    assert seen.outside == []
    assert seen.errors == []


def test_a_visit_is_played_by_clicking_and_survives_a_reload(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    board = lay(page, server, "visit.ipynb", TABLE, "table")
    other = page.locator(".wb-board").nth(1)
    steps = play_a_visit(board)
    assert steps > 8
    at_step(other, steps)
    expect(other.locator(".wb-question")).to_have_text(board.locator(".wb-question").text_content() or "")

    before_last = taken_back(board, steps)
    expect(board.locator(".wb-heading")).not_to_have_text("Choosing a fief")
    at_step(other, before_last)
    points = score_of(board)
    before = wait_for_bars(page, lambda drawn: drawn[0][1] == [points] and bool(drawn[4][0]))
    slider = board.locator(".wb-slider")
    slider.focus()
    page.keyboard.press("Home")
    at_step(board, 0)
    page.keyboard.press("End")
    at_step(board, steps)
    assert taken_back(board, steps) == before_last
    wait_for_bars(page, lambda drawn: drawn == before)
    screenshot(board, "table_visit")
    screenshot(page, "table_lab")

    save_by_button(page)
    page.reload()
    board = page.locator(".wb-board").first
    at_step(board, before_last)
    assert score_of(board) == points
    wait_for_bars(page, lambda drawn: drawn == before)
    board.get_by_role("button", name="Redo").click()
    at_step(board, steps)
    at_step(page.locator(".wb-board").nth(1), steps)
    wait_for_bars(page, lambda drawn: drawn[0][1] == [0] and len(drawn[4][0]) == 7)
    nothing_went_wrong(seen)


def test_a_refused_card_is_explained(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "refusal.ipynb", RESPONDING)
    spot(board, "hand-E8").click()
    alert = board.get_by_role("alert")
    expect(alert).to_contain_text("Not now: respond with E8")
    expect(alert).to_contain_text("NW-TRICK-1")
    expect(alert).to_contain_text("If you hold a card of the statement's suit")
    at_step(board, 0)
    alert.get_by_role("button", name="NW-TRICK-1").click()
    expect(board.locator(".wb-asked")).to_contain_text("NW-TRICK-1")
    screenshot(board, "table_refusal")
    board.get_by_label("In words", exact=True).fill("why F2")
    page.keyboard.press("Enter")
    expect(alert).to_contain_text("Not now: respond with F2")
    board.get_by_label("In words", exact=True).fill('<img src="x" onerror="document.title=1">')
    board.get_by_role("button", name="Do it").click()
    expect(board.locator(".wb-notice")).to_contain_text('<img src="x" onerror')
    assert board.locator("img").count() == 0
    board.get_by_role("button", name="Hint").click()
    expect(board.locator(".wb-notice")).to_contain_text("Hint: By the exact chances, respond with C")
    spot(board, "hand-C5").click()
    at_step(board, 1)
    expect(alert).to_be_hidden()
    nothing_went_wrong(seen)


def test_the_keyboard_alone_is_enough(page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "keyboard.ipynb", TABLE)

    def focused() -> str | None:
        return page.evaluate("document.activeElement.dataset.spot || document.activeElement.textContent")

    board.get_by_role("button", name="Look back").focus()
    page.keyboard.press("Tab")
    expect(board.locator(".wb-move:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(board.locator(".wb-happened:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    assert focused() == "fief-0"
    for key, reached in (
        ("ArrowRight", "fief-1"),
        ("ArrowRight", "fief-2"),
        ("ArrowDown", "ally-2"),
        ("ArrowUp", "fief-2"),
    ):
        page.keyboard.press(key)
        assert focused() == reached
    ring = board.locator('[data-spot="fief-2"] .wb-ring-dark')
    assert ring.evaluate("ring => getComputedStyle(ring).display") == "inline"
    page.keyboard.press("Enter")
    at_step(board, 1)
    assert focused() == "fief-2", "the focus stays where it was"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(board.get_by_role("alert")).to_contain_text("Not now:")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(board.locator(".wb-clause:focus")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(board.locator(".wb-move:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    assert "activate" in (focused() or "")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    responding = moved_on(board, 1)
    expect(board.locator(".wb-move:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    moved_on(board, responding)
    board.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    at_step(board, responding)
    assert page.locator(".jp-CodeCell").count() == 1, "JupyterLab took no key for itself"
    nothing_went_wrong(seen)


def test_controls_begin_a_new_game_and_save_it(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path], tmp_path: Path
) -> None:
    server = jupyterlab_server(app="lab")
    board = lay(page, server, "controls.ipynb", TABLE)
    page.get_by_role("button", name="New game, difficulty, options").or_(
        page.get_by_text("New game, difficulty, options")
    ).first.click()
    page.get_by_label("Seed").fill("12")
    page.get_by_label("Difficulty").select_option(f"idealist: {wb.load('northwood').presets()['idealist'].meaning}")
    page.get_by_text("options and unclear rules").first.click()
    page.get_by_label("threshold", exact=True).wait_for()
    screenshot(page, "table_options")
    page.get_by_role("button", name="New game", exact=True).click()
    expect(board.locator("svg.wb-svg")).to_have_attribute(
        "aria-label", "For Northwood! Visit 1 of 8, 0 stars of the 20 needed."
    )
    spot(board, "fief-4").click()
    at_step(board, 1)
    page.get_by_text("Save and load").first.click()
    page.get_by_label("File", exact=True).fill("evening.json")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(board.locator(".wb-notice")).to_have_text("Saved to evening.json.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download evening.json").click()
    taken = tmp_path / download.value.suggested_filename
    download.value.save_as(taken)
    board.get_by_role("button", name="Undo").click()
    at_step(board, 0)
    page.get_by_role("button", name="Load", exact=True).click()
    expect(board.locator(".wb-notice")).to_have_text("Loaded from evening.json.")
    at_step(board, 1)
    saved = json.loads((server.folder / "evening.json").read_text(encoding="utf-8"))
    assert (saved["seed"], saved["options"]["threshold"]) == (12, 20)
    assert taken.read_bytes() == (server.folder / "evening.json").read_bytes()
    board.get_by_role("button", name="Undo").click()
    at_step(board, 0)
    page.get_by_label("Open a file from your own device").set_input_files(taken)
    expect(board.locator(".wb-notice")).to_have_text("Opened evening.json.")
    at_step(board, 1)
    nothing_went_wrong(seen)


@pytest.mark.parametrize("app", ["notebook", "voila"])
def test_the_same_table_elsewhere(
    app: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    # a cell has left something to be done once the page is there: then the kernel plays, and nobody has asked for it there
    later = """
import asyncio
def play_soon(change):
    asyncio.get_running_loop().call_soon(table.play, "visit fief 3")
table.board.observe(play_soon, "asked")
"""
    board = lay(page, jupyterlab_server(app=app), f"{app}.ipynb", TABLE, later)
    board.locator(".wb-clause").first.click()
    at_step(board, 1)
    wait_for_bars(page, lambda drawn: len(drawn[4][0]) == 1)
    expect(page.locator(".js-plotly-plot .annotation-text", has_text="target 3")).to_have_count(1)
    spot(board, "deck").click()
    step = moved_on(board, 1)
    wait_for_bars(page, lambda drawn: sum(drawn[3][1]) == 23)
    screenshot(page, f"table_{app}")
    if app == "notebook":
        save(page)
        page.reload()
        at_step(page.locator(".wb-board").first, step)
        wait_for_bars(page, lambda drawn: sum(drawn[3][1]) == 23)
    seen.all()
    assert app == "voila" or seen.errors == []
    assert [address for address in seen.outside if app != "voila" or not address.startswith(VOILA_FONTS)] == []


def test_without_a_kernel_the_stored_text_and_picture_are_there(
    page: Page, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    name = write(server, "stored.ipynb", TABLE.replace("seed=7", "seed=7, figure=False"))
    book = nbformat.read(server.folder / name, as_version=4)
    root = Path(__file__).resolve().parents[2]
    kernels.client(book, root, store_widget_state=False).execute()
    (output,) = book.cells[0].outputs
    output.data.pop("application/vnd.jupyter.widget-view+json")
    assert output.data["image/svg+xml"].startswith("<svg")
    book.metadata.pop("widgets", None)
    nbformat.write(book, server.folder / name)
    server.open(page, name)
    text = page.locator(".jp-OutputArea-output pre").first
    expect(text).to_contain_text("For Northwood! Visit 1 of 8, 0 stars of the 16 needed.")
    expect(text).to_contain_text("visit fief 3")
    with page.context.new_page() as still:
        still.set_content(f'<main style="margin:8px">{output.data["image/svg+xml"]}</main>')
        expect(still.get_by_role("img", name="For Northwood! Visit 1 of 8")).to_have_count(1)
        screenshot(still.locator("svg"), "table_still")


SIZES = ((1440, 900), (1280, 720))
TOP = "board => board.getBoundingClientRect().top"
AT_THE_TOP = """async board => {
  board.scrollIntoView({ block: 'start' });
  const top = board.getBoundingClientRect().top;
  for (let frame = 0; frame < 8; frame++) {
    await new Promise(requestAnimationFrame);
    if (board.getBoundingClientRect().top !== top) return false;
  }
  return true;
}"""
LATEST = "said => said.scrollHeight - said.clientHeight - said.scrollTop <= 2"
LOW_AND_FLOOR = """board => [
    Math.max(...[...board.querySelectorAll('.wb-decision, .wb-story, .wb-legal .wb-hit')]
        .map(part => part.getBoundingClientRect().bottom)),
    document.querySelector('#jp-main-statusbar')?.getBoundingClientRect().top ?? innerHeight]"""
EVERYWHERE = [*[(name, "lab") for name in wb.game_names()], ("keydom", "notebook"), ("keydom", "voila")]


@pytest.mark.parametrize(("game", "app"), EVERYWHERE)
def test_what_a_decision_needs_is_seen_at_once_and_the_page_stays(
    game: str, app: str, page: Page, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    players = max(type(wb.load(game)).player_counts)
    seats = ["me", *["random"] * (players - 1)]
    cell = f"from widgets import Table\nTable({game!r}, seed=7, players={players}, seats={seats}, figure=False, pace=0)"
    page.set_viewport_size({"width": 1440, "height": 900})
    board = lay(page, jupyterlab_server(app=app), f"view_{game}.ipynb", cell)
    for turn in range(24):
        legal = board.locator(".wb-moves .wb-move")
        legal.first.wait_for(state="attached")  # the others have to move first
        if turn % 12 == 0:
            width, height = SIZES[turn // 12]
            at_size(page, width, height)
            until_on(page, lambda: board.evaluate(AT_THE_TOP), "a page that stays where it was scrolled to")
            until_on(page, lambda: board.locator(".wb-happened").evaluate(LATEST), "the latest event, whatever room there is")
            top = board.evaluate(TOP)
        drawn(page)
        low, floor = board.evaluate(LOW_AND_FLOOR)
        assert low <= floor, f"decision {turn} reaches {low - floor} pixels below what is seen"
        before = board.locator(".wb-step").text_content() or ""
        legal.nth(turn % legal.count()).evaluate("move => move.click()")  # a real one may first scroll among the moves
        asked = """([step, before]) => step.textContent !== before
            || step.closest('.wb-board').querySelector('.wb-confirm').offsetParent"""
        page.wait_for_function(asked, arg=[board.locator(".wb-step").element_handle(), before])
        if board.locator(".wb-confirm").is_visible():
            board.get_by_role("button", name="Confirm").click()
        expect(board.locator(".wb-step")).not_to_have_text(before)
        assert board.evaluate(TOP) == top, "the page has jumped"
        if turn % 12 == 8:
            screenshot(page, f"view_{game}_{app}_{width}")
    expect(board).to_have_attribute("data-hears", "yes")
    assert page.locator(".wb-deaf").count() == 0


def test_axe_finds_nothing(page: Page, jupyterlab_server: Callable[..., Server], axe: Path) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "axe.ipynb", RESPONDING)
    page.add_script_tag(path=axe)
    assert violations(page) == []
    spot(board, "hand-E8").click()
    expect(board.get_by_role("alert")).to_be_visible()
    board.get_by_role("button", name="Hint").click()
    expect(board.locator(".wb-notice")).to_contain_text("Hint")
    page.get_by_text("New game, difficulty, options").first.click()
    page.get_by_text("options and unclear rules").first.click()
    page.get_by_label("threshold", exact=True).wait_for()
    assert violations(page) == []
    spot(board, "hand-C5").click()
    at_step(board, 1)
    assert violations(page) == []


def test_what_a_thing_is_can_be_read_where_it_is(
    page: Page, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    cell = TABLE.replace("seed=7", "seed=7, figure=False")
    board = lay(page, jupyterlab_server(app="lab"), "tips.ipynb", cell)
    tip = board.locator(".wb-tip")
    expect(tip).to_be_hidden()
    spot(board, "ally-0").hover()
    expect(tip).to_have_text("Ally Jack of Claws, ready: draw until you hold eight cards.")
    screenshot(board, "table_tip")
    board.locator(".wb-step").hover()
    expect(tip).to_be_hidden()
    board.locator('[data-spot="fief-0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(tip).to_contain_text("Fief 1: target 1")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()

    def touch(*kinds: str) -> None:
        for kind in kinds:
            spot(board, "fief-3").evaluate(
                "(node, kind) => node.dispatchEvent(new PointerEvent(kind, { pointerType: 'touch', bubbles: true }))", kind
            )

    touch("pointerdown")
    expect(tip).to_contain_text("Fief 3: target 3")
    touch("pointerup", "click")
    answered(page)
    assert "decision 0" in (board.locator(".wb-step").text_content() or ""), "who presses long only reads"
    expect(tip).to_be_visible()
    touch("pointerdown", "pointerup", "click")
    at_step(board, 1)
    expect(tip).to_be_hidden()
    low = board.locator('.wb-spot[data-spot^="hand-"]').last
    at_size(page, 1280, 720)
    low.evaluate("card => { card.scrollIntoView({ block: 'end' }); card.closest('.jp-WindowedPanel-outer').scrollTop += 22; }")
    low.locator(".wb-hit").hover()
    expect(tip).to_contain_text("in your hand")
    bottom = tip.evaluate("tip => tip.getBoundingClientRect().bottom")
    assert bottom <= page.locator("#jp-main-statusbar").evaluate(TOP), "the whole of it is seen"


def test_it_can_be_read_at_twice_the_size_and_in_grey(
    page: Page, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "zoom.ipynb", RESPONDING)
    with in_grey(page):
        screenshot(board, "table_grey")
        # twice the size on a window of 1280 units leaves 640 of them
        at_size(page, 640, 1600)
        nothing_is_cut_off(board)
        screenshot(page, "table_zoom")
    spot(board, "hand-C5").click()
    at_step(board, 1)


def test_a_spot_with_several_moves_lists_them_for_mouse_and_keyboard(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    cell = 'from widgets import Table\ntable = Table("northwood", seed=3, start_friendly=(0,), figure=False)\ntable'
    board = lay(page, jupyterlab_server(app="lab"), "menu.ipynb", cell)
    spot(board, "fief-1").click()
    at_step(board, 1)
    fief, menu = board.locator('[data-spot="fief-0"]'), board.locator(".wb-menu")
    expect(fief).to_have_attribute("aria-haspopup", "menu")
    spot(board, "fief-0").click()
    expect(menu.get_by_role("menuitem")).to_have_count(4)
    screenshot(page, "table_menu")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(board.locator('[data-spot="fief-0"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    moved_on(board, 1)
    expect(board.locator('[data-spot="ally-1"]')).to_have_attribute("aria-label", re.compile("in for the"))
    nothing_went_wrong(seen)
