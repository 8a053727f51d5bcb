"""The site of plain files in a real browser that reaches nothing else: built, linked throughout, and played on."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import workbench as wb
from tests.browser.harness import (
    TALL,
    Seen,
    browser_is_required,
    code_cell,
    drawn_figure,
    forget,
    made_patient,
    run_all,
    serving,
    wait_until_run,
)
from tests.browser.test_table import nothing_went_wrong, play_a_visit, spot
from tests.browser.test_walks import click_point, free_points, marks, wait_for_letters
from tests.programs import ROOT, said_by
from tests.waiting import until_on
from workbench.core import postcard

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("site")]

A_BUILD = 3600
"""Seconds for the site on a slow network: an environment may have to be installed for it first."""
CHROMIUMS_OWN = "content-autofill.googleapis.com"
"""Chromium itself asks there how to fill in a form, whatever the page; it is refused like everything else."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Path:
    """The site as the tool builds it."""
    if shutil.which("npm") is None:
        (pytest.fail if browser_is_required() else pytest.skip)("The site needs npm, and there is none.")
    site = tmp_path_factory.mktemp("site") / "site"
    done = said_by(ROOT / "start.py", "site", site, timeout=A_BUILD)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)
    return site


@pytest.fixture(scope="module")
def address(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, served as its guide says; JupyterLite lets a test ask what has run."""
    settings = folder / "lite" / "jupyter-lite.json"
    told = json.loads(settings.read_text("utf-8"))
    told["jupyter-config-data"]["exposeAppInBrowser"] = True
    settings.write_text(json.dumps(told), encoding="utf-8")
    log = tmp_path_factory.mktemp("log") / "server.log"
    command = ["-u", "-m", "http.server", "{port}", "--bind", "127.0.0.1", "--directory", folder]
    with serving(command, log) as found:
        yield found


@pytest.fixture(scope="module")
def refused() -> list[str]:
    """What the site's pages have asked of elsewhere in the test that runs."""
    return []


@pytest.fixture(scope="module")
def confined(browser: Browser, refused: list[str]) -> Iterator[BrowserContext]:
    """A context whose every request to elsewhere, workers' included, ends at a proxy that notes and refuses it.

    All tests share what it has loaded and compiled, above all Python itself.
    """

    class Refuse(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            with suppress(OSError):
                asked = self.rfile.readline().decode("latin-1").strip()
                if asked and CHROMIUMS_OWN not in asked:
                    refused.append(asked)
            self.close_connection = True

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Refuse)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    server = f"http://127.0.0.1:{proxy.server_port}"
    context = made_patient(browser.new_context(viewport=TALL, proxy={"server": server, "bypass": "127.0.0.1"}))
    yield context
    context.close()
    proxy.shutdown()
    proxy.server_close()


@pytest.fixture
def page(confined: BrowserContext, refused: list[str], seen: Seen) -> Iterator[Page]:
    """A page that finds nothing that an earlier one has stored."""
    refused.clear()
    seen.outside = refused
    page = confined.new_page()
    seen.listen(page)
    yield page
    seen.look_away()
    address = page.url
    for one in confined.pages:
        one.close()
    forget(confined, address)


def open_notebook(page: Page, address: str, name: str) -> None:
    """Open a notebook in JupyterLite and let all of it run."""
    page.goto(f"{address}/lite/lab/index.html?path={name}", wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    run_all(page)


def test_every_link_leads_somewhere_and_every_clause_has_an_address(folder: Path) -> None:
    pages = {path: path.read_text("utf-8") for path in folder.rglob("*.html") if folder / "lite" not in path.parents}
    names = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    for name in (*wb.game_names(), *wb.small_names()):
        there = names[folder / "rules" / f"{name}.html"]
        missing = [clause.id for clause in wb.load(name).rulebook if clause.id.lower() not in there]
        assert not missing, name
    ours = [path for path in pages if "notebooks" not in path.parts and path.parent.name != "teaching" and path.stem.islower()]
    assert len(ours) > 15
    dead = []
    for path in ours:
        for link in re.findall(r'<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]+)"', pages[path]):
            if re.match(r"[a-z]+:", link):
                continue
            place, _, part = link.partition("#")
            target = Path(os.path.normpath(path.parent / place.partition("?")[0])) if place else path
            if not target.exists() or (part and target in names and part not in names[target]):
                dead.append(f"{path.relative_to(folder)}: {link}")
    assert not dead, dead[:10]


def test_the_navigation_leads_to_every_page(folder: Path) -> None:
    first = (folder / "index.html").read_text("utf-8")
    there = set(re.findall(r'href="([^"#]+)"', first[first.index("sidebar-tree") : first.index("</aside>")]))
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if folder / "lite" not in path.parents}
    assert written - there == {"index.html", "search.html", "genindex.html", "py-modindex.html"}
    assert not there - written


def test_every_card_has_a_picture_and_says_whether_its_notebook_runs_here(folder: Path) -> None:
    offered = {path.relative_to(folder / "lite" / "files").as_posix() for path in (folder / "lite" / "files").rglob("*.ipynb")}
    assert {f"course/{name}.ipynb" for name in ("01_what_a_rule_is", "07_space_and_paths", "for_the_class")} <= offered
    assert not [name for name in offered if re.match(r"course/(08|09|1[0-2])_", name)], "nobody could finish these lessons here"
    for page, least in (("gallery", 40), ("index", 8)):
        cards = re.findall(r"<li>(<(?:img|div).*?)</li>", (folder / f"{page}.html").read_text("utf-8"), re.DOTALL)
        assert len(cards) >= least
        for card in cards:
            for picture in re.findall(r'<img alt="" src="([^"]+)"', card):
                assert (folder / picture).stat().st_size > 2000
            assert "<img" in card or "wb-drawn" in card
            run = re.search(r"lab/index.html\?path=([^\"]+)", card)
            assert (run[1] in offered) if run else "Needs an installation; read it here" in card


def test_everything_shipped_is_listed_with_its_licence(folder: Path) -> None:
    bill = json.loads((folder / "sbom.cdx.json").read_text("utf-8"))
    assert bill["specVersion"] == "1.6" and all(part["licenses"] for part in bill["components"])
    listed = {part["purl"] for part in bill["components"]}
    known = json.loads((folder / "lite" / "static" / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["packages"]
    assert {f"pkg:pypi/{name}@{entry['version']}" for name, entry in known.items()} <= listed
    assert any(one.startswith("pkg:npm/%40jupyterlite/app@") for one in listed) and "pkg:generic/Bitter" in listed
    page = unescape((folder / "licences.html").read_text("utf-8"))
    assert all(f"<p>{part['name']}</p>" in page for part in bill["components"])


def test_the_pages_draw_charts_in_the_light_and_in_the_dark(
    page: Page, seen: Seen, address: str, screenshot: Callable[..., Path]
) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(f"{address}/notebooks/11_northwood_odds.html")
        chart = page.locator(".wb-chart .main-svg").first
        chart.wait_for()
        chart.scroll_into_view_if_needed()
        screenshot(page, f"site_chart_{scheme}")
        page.goto(f"{address}/rules/northwood.html#nw-trick-1")
        expect(page.locator("li#nw-trick-1")).to_be_in_viewport()
        screenshot(page, f"site_clause_{scheme}")
    nothing_went_wrong(seen)


def test_a_visit_is_played_and_a_clause_leads_to_its_page(
    page: Page, seen: Seen, address: str, screenshot: Callable[..., Path]
) -> None:
    open_notebook(page, address, "00_start_here.ipynb")
    board = page.locator(".wb-board")
    board.locator(".wb-spot").first.wait_for()
    print(f"first board after {page.evaluate('performance.now()') / 1000:.1f} s")
    wait_until_run(page)
    expect(board).to_have_attribute("data-brought", "yes")
    play_a_visit(board)
    board.get_by_role("button", name="Undo").click()
    spot(board, "fief-0").click()
    clause = board.locator(".wb-refusal").get_by_role("link", name="NW-FLOW-2")
    screenshot(page, "site_start_notebook")
    with page.expect_popup() as opened:
        clause.click()
    expect(opened.value.locator("li#nw-flow-2")).to_be_in_viewport()
    expect(board.locator(".wb-log a.wb-clause, .wb-event[href]").first).to_be_attached()
    expect(board).to_have_attribute("data-hears", "yes")
    nothing_went_wrong(seen)


def test_a_link_opens_a_position_and_runs_no_code_of_its_own(
    page: Page, seen: Seen, address: str, screenshot: Callable[..., Path]
) -> None:
    match = wb.load("keydom", players=3).match(seed=3)
    match.play("bid for registry tiles")
    page.goto(f"{address}/rules/keydom.html?position={postcard.write(match.state)}&code=1/0", wait_until="domcontentloaded")
    board = page.locator(".wb-board")
    expect(board.locator(".wb-question")).to_have_text(match.state.phase.question(match.state))
    expect(board.locator(".wb-seat")).to_have_count(3)
    expect(board).to_have_attribute("data-brought", "yes")
    expect(board.locator(".wb-question")).to_be_in_viewport()
    expect(page.get_by_text("ZeroDivisionError")).to_have_count(0)
    screenshot(page, "site_position")
    nothing_went_wrong(seen)


def test_traps_are_put_down_on_the_graph_of_a_walk_and_the_rulebook_opens(
    page: Page, seen: Seen, address: str, screenshot: Callable[..., Path]
) -> None:
    open_notebook(page, address, "31_merry_way_paths.ipynb")
    wait_until_run(page)
    plot = drawn_figure(code_cell(page, 2))
    before = wait_for_letters(plot, lambda drawn: drawn == marks(plot) and drawn.count("+") == 4)
    click_point(plot, free_points(plot)[0])
    wait_for_letters(plot, lambda drawn: len([one for one in drawn if one != "+"]) == len(before) - 4 + 1)
    page.locator(".jp-MarkdownCell a", has_text="rulebook").first.click()
    read = page.locator(".jp-MarkdownViewer")
    expect(read.get_by_text("MW-GOAL-1", exact=True).first).to_be_attached()
    screenshot(page, "site_rulebook")
    nothing_went_wrong(seen)


def test_a_click_grows_a_group_of_keydom(page: Page, seen: Seen, address: str) -> None:
    open_notebook(page, address, "41_keydom_fields.ipynb")
    wait_until_run(page)
    cell = code_cell(page, 2)
    plot = drawn_figure(cell)
    fields = cell.get_by_label("Anna's fields")
    before = fields.input_value()
    places = plot.locator(".textpoint")
    texts = places.evaluate_all("nodes => nodes.map(node => node.textContent)")
    free = next(number for number, text in enumerate(texts) if re.search(r"[+−-]\d", text))
    click_point(plot, free)
    expect(fields).not_to_have_value(before)
    until_on(page, lambda: len(fields.input_value().split()) == len(before.split()) + 1, "one field more")
    nothing_went_wrong(seen)


def test_a_match_is_saved_downloaded_and_opened_again(
    page: Page, seen: Seen, address: str, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    open_notebook(page, address, "course/for_the_class.ipynb")
    wait_until_run(page)
    board = page.locator(".wb-board")
    spot(board, "fief-3").click()
    page.get_by_text("Save and load").first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    said = board.locator(".wb-notice")
    expect(said).to_have_text("Saved to saved_games/northwood.json.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download northwood.json").click()
    taken = tmp_path / "anna.json"
    download.value.save_as(taken)
    assert wb.Match.load(taken).steps == 1
    screenshot(page, "site_saved")
    board.get_by_role("button", name="Undo").click()
    page.get_by_label("Open a file from your own device").set_input_files(taken)
    expect(said).to_have_text("Opened anna.json.")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(said).to_have_text("Loaded from saved_games/northwood.json.")
    nothing_went_wrong(seen)


def test_a_small_simulation_runs_and_a_large_one_says_where(page: Page, seen: Seen, address: str) -> None:
    open_notebook(page, address, "many_games.ipynb")
    wait_until_run(page)
    found = code_cell(page, 2).locator(".jp-OutputArea-output")
    rows = [row["win_0"] for row in lab_rows()]
    expect(found).to_contain_text(f"{sum(rows):.0f}.0% (")
    expect(found).to_contain_text("n = 100, Wilson 95%")
    said = code_cell(page, 4).locator(".jp-OutputArea-output")
    expect(said).to_contain_text("needs pandas. This does not run in a browser.")
    expect(said).to_contain_text("On your own machine, install it with: pip install")
    nothing_went_wrong(seen)


def lab_rows() -> list[dict[str, float]]:
    """The same hundred games, played here."""
    from workbench import lab

    return lab.play_rows("northwood", players="counter", games=100, seed=1)
