"""The ground the browser tests stand on: a widget answers a click in JupyterLab, Notebook 7 and Voila."""

from __future__ import annotations

import threading
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser import harness
from tests.browser.harness import Seen, Server

COUNTER = """
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    function render({ model, el }) {
      const button = document.createElement('button');
      const draw = () => { button.textContent = `pressed ${model.get('presses')} times`; };
      button.onclick = () => { model.set('presses', model.get('presses') + 1); model.save_changes(); };
      model.on('change:presses', draw); draw(); el.append(button);
    }
    export default { render };
    '''
    presses = traitlets.Int(0).tag(sync=True)

counter = Counter()
counter
"""
DOUBLED = """
import ipywidgets
total = ipywidgets.HTML()
counter.observe(lambda change: setattr(total, "value", f"doubled: {2 * change.new}"), "presses")
total
"""
OUTSIDE_FONTS = "https://cdn.jsdelivr.net/"
"""Voila's own page asks for icon fonts there; its outputs do without."""


def write_notebook(folder: Path) -> str:
    """Put a notebook with a small widget into `folder`; return its name."""
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_markdown_cell("# Counter"), *map(nbformat.v4.new_code_cell, (COUNTER, DOUBLED))]
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, folder / "counter.ipynb")
    return "counter.ipynb"


@pytest.mark.usefixtures("page_of_its_own")  # as a person begins
@pytest.mark.browser
@pytest.mark.parametrize("app", harness.MODULES)
def test_a_widget_answers_a_click(
    app: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app=app)
    server.open(page, write_notebook(server.folder))
    if app != "voila":
        harness.run_all(page, by_menu=True)
        harness.wait_until_run(page)
    button = page.get_by_role("button", name="pressed 0 times")
    button.click()
    expect(page.get_by_text("doubled: 2", exact=True)).to_be_visible()
    page.get_by_role("button", name="pressed 1 times").press("Enter")
    expect(page.get_by_text("doubled: 4", exact=True)).to_be_visible()
    assert screenshot(page, f"harness_{app}").stat().st_size > 5_000
    seen.all()
    assert [address for address in seen.outside if app != "voila" or not address.startswith(OUTSIDE_FONTS)] == []
    assert app == "voila" or seen.errors == []
    assert seen.frames > 0


@pytest.mark.browser
@pytest.mark.usefixtures("page_of_its_own")
@pytest.mark.parametrize(
    ("asked", "known"),
    [("api/kernels?1795802856538", True), ("api/kernels/1795802856538", False), ("api/sessions?1795802856538", False)],
)
def test_a_server_that_fails_is_an_error_except_where_a_kernel_starts(
    asked: str, known: bool, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server().url
    address = f"{server}/{asked}"
    page.route(f"{server}/empty", lambda route: route.fulfill(content_type="text/html", body="<p>a page</p>"))
    page.route(address, lambda route: route.fulfill(status=500, body="no answer"))
    page.goto(f"{server}/empty", wait_until="domcontentloaded")
    with page.expect_event("console", lambda said: said.type == "error"):
        page.evaluate("address => fetch(address).then(() => {})", address)
    assert [error.endswith(address) for error in seen.errors] == ([] if known else [True])


@pytest.mark.parametrize(
    ("name", "value", "required"), [("CI", "true", True), ("CI", "", False), ("WORKBENCH_REQUIRE_BROWSER", "1", True)]
)
def test_a_missing_browser_fails_only_where_it_is_required(
    name: str, value: str, required: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("WORKBENCH_REQUIRE_BROWSER", raising=False)
    monkeypatch.setenv(name, value)
    assert harness.browser_is_required() is required


def test_an_unknown_app_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'colab'; there are: lab, notebook, voila"):
        harness.serve("colab", tmp_path, tmp_path / "log").__enter__()


@pytest.mark.browser
def test_a_server_ends_though_it_is_asked_something(tmp_path: Path) -> None:
    answered = threading.Semaphore(0)

    def ask(address: str) -> None:
        with suppress(OSError):  # until nobody answers
            while True:
                with urllib.request.urlopen(f"{address}/api/contents?content=1", timeout=harness.PATIENCE) as answer:
                    answer.read()
                answered.release()

    with ExitStack() as stack:
        server = stack.enter_context(harness.serve("lab", tmp_path, tmp_path / "log"))
        for number in range(100):
            (server.folder / f"{number}.txt").write_text("words", encoding="utf-8")
        pages = [threading.Thread(target=ask, args=(server.url,)) for _ in range(6)]
        for one in pages:
            one.start()
        for _ in range(2 * len(pages)):
            answered.acquire()
    for one in pages:
        one.join()
