"""What browser tests share: a private Jupyter server, a page that keeps a record, and Run All that really runs."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Locator, Page

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
NOTEBOOKS = ROOT / "notebooks"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MODULES = {"lab": "jupyterlab", "notebook": "notebook", "voila": "voila"}
SLOW = 60_000
"""Milliseconds that a page may take on a busy machine."""
LEFT_OUT = {
    f"nbgrader.server_extensions.{part}": False
    for part in ("assignment_list", "course_list", "formgrader", "validate_assignment")
}
"""What only the tests of the course install, and what every server would take seconds to load."""
KNOWN_ERRORS = ("Cannot read properties of undefined (reading 'schema')",)
"""Notebook 7 logs this at every start, whatever the notebook holds."""


def find_chromium() -> str | None:
    """Return the browser's program: what CHROMIUM names, or one that is installed; None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def browser_is_required() -> bool:
    """Tell whether a missing browser is a failure: in CI, and where WORKBENCH_REQUIRE_BROWSER is set."""
    return any(
        os.environ.get(name, "").lower() not in ("", "0", "false") for name in ("CI", "WORKBENCH_REQUIRE_BROWSER")
    )


@dataclass
class Seen:
    """What a page did behind the picture."""

    outside: list[str] = field(default_factory=list)
    """Addresses asked for that are not this machine; the requests were refused."""
    errors: list[str] = field(default_factory=list)
    """Errors in the page and its console, except the known ones."""
    frames: int = 0
    """Websocket messages from the kernel."""
    bytes: int = 0
    """Size of these messages."""

    def watch(self, page: Page) -> None:
        """Record what `page` does from now on; let it reach nothing but this machine."""
        page.route(
            lambda address: not is_local(address), lambda route: (self.outside.append(route.request.url), route.abort())
        )
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("console", lambda message: self.note(message.text) if message.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framereceived", self.count))

    def note(self, error: str) -> None:
        """Keep an error, unless it is a known one."""
        if not any(known in error for known in KNOWN_ERRORS):
            self.errors.append(error[:300])

    def count(self, data: str | bytes) -> None:
        """Count one websocket message."""
        self.frames += 1
        self.bytes += len(data)


def is_local(address: str) -> bool:
    """Tell whether an address is on this machine or needs no request at all."""
    return address.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "about:"))


@dataclass(frozen=True)
class Server:
    """A running Jupyter server.

    Attributes:
        app: "lab", "notebook" or "voila".
        url: its address, without a slash at the end.
        folder: the folder it serves; notebooks put there can be opened.
    """

    app: str
    url: str
    folder: Path

    def address(self, notebook: str) -> str:
        """Return the address at which `notebook`, a path below the folder, is opened."""
        path = {"lab": "lab/tree/{}?reset", "notebook": "notebooks/{}", "voila": "voila/render/{}"}[self.app]
        return f"{self.url}/{path.format(notebook)}"

    def open(self, page: Page, notebook: str) -> None:
        """Open a notebook and wait until its cells are there; Voila shows outputs only and has run them by then."""
        page.goto(self.address(notebook), timeout=SLOW, wait_until="domcontentloaded")
        shown = ".jp-OutputArea-output" if self.app == "voila" else ".jp-Notebook .jp-CodeCell"
        page.locator(shown).first.wait_for(timeout=SLOW)


@contextmanager
def serve(app: str, work: Path, log: Path) -> Iterator[Server]:
    """Run a Jupyter server over the folder `work / "notebooks"` until the block ends.

    It has no token and no settings but ours, listens on this machine only, and writes to the file `log`. The kernels run the
    code of this checkout.
    """
    if app not in MODULES:
        raise ValueError(f"there is no app {app!r}; there are: {', '.join(MODULES)}")
    folder = work / "notebooks"
    folder.mkdir(exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(work / "config"),
        "JUPYTER_CONFIG_PATH": str(work / "config"),  # before what is installed
        "JUPYTER_DATA_DIR": str(work / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(work / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(work / "workspaces"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
    }
    if app == "voila":
        arguments = ["--Voila.ip=127.0.0.1", f"--port={port}", "--no-browser", str(folder)]
    else:
        news = work / "settings" / "@jupyterlab" / "apputils-extension"
        news.mkdir(parents=True, exist_ok=True)
        (news / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
        arguments = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        settings = work / "config" / "jupyter_server_config.d"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "nbgrader.json").write_text(json.dumps({"ServerApp": {"jpserver_extensions": LEFT_OUT}}))
        arguments += ["--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"]
        # lets a test ask the page's own model what has run
        arguments += [f"--{'LabApp' if app == 'lab' else 'JupyterNotebookApp'}.expose_app_in_browser=True"]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", MODULES[app], *arguments],
            env=environment,
            cwd=work,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_up(f"http://127.0.0.1:{port}/", process, log)
        yield Server(app, f"http://127.0.0.1:{port}", folder)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_up(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when `address` answers.

    Raises:
        RuntimeError: the server ended, or did not answer within a minute.
    """
    end = time.monotonic() + SLOW / 1000
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not answer at {address}; it said:\n{log.read_text(encoding='utf-8')[-2000:]}")


def wanted_notebooks(usual: str) -> list[str]:
    """The notebooks that a run by hand opens: those that WORKBENCH_NOTEBOOKS names, all of them, or the usual one."""
    named = os.environ.get("WORKBENCH_NOTEBOOKS", usual)
    if named != "all":
        return named.split()
    found = (path.relative_to(NOTEBOOKS).with_suffix("") for path in NOTEBOOKS.rglob("[0-9]*.ipynb"))
    return sorted(path.as_posix() for path in found if ".ipynb_checkpoints" not in path.parts)


OPEN = "path => jupyterapp.commands.execute('docmanager:open', { path }).then(() => {})"
OPENED = "name => [window.jupyterapp?.shell.currentWidget?.context].some((one) => one?.path === name && one.isReady)"
LEAVE = """async () => {
  await jupyterapp.commands.execute('application:close-all');
  await jupyterapp.serviceManager.sessions.shutdownAll();
}"""
CLOSED = ("Disposed", "Could not restore the debugger state: Canceled future")
"""What JupyterLab says of itself where a notebook is closed while its kernel still begins."""


def close_all(page: Page) -> None:
    """Close all that is open in JupyterLab, once it has begun."""
    page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
    page.evaluate(LEAVE)


def bring(page: Page, server: Server, name: str) -> str:
    """Open one of the project's notebooks in JupyterLab.

    Args:
        page: JupyterLab, begun already.
        server: gets the notebook, with the pictures and tables it reads.
        name: the notebook's path among ours, without its ending.

    Returns:
        its path on the server.
    """
    path = f"{name}.ipynb"
    (server.folder / path).parent.mkdir(exist_ok=True)
    shutil.copy(NOTEBOOKS / path, server.folder / path)
    shutil.copytree(NOTEBOOKS / "images", server.folder / "images", dirs_exist_ok=True)
    shutil.copytree(ROOT / "studies", server.folder.parent / "studies", dirs_exist_ok=True)
    page.evaluate(OPEN, path)
    page.wait_for_function(OPENED, arg=path)
    return path


READY = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext, kernel = context?.session?.kernel;
  return context?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
LISTEN = """() => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const ran = window.workbenchRan = { begun: 0, ended: 0 };
  kernel.anyMessage.connect((_, { msg, direction }) => {
    if (window.workbenchRan !== ran || direction !== 'recv') return;
    if (msg.header.msg_type === 'execute_input') ran.begun += 1;
    if (msg.header.msg_type === 'execute_reply') ran.ended += 1;
  });
}"""
COUNTS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === 'code' && cell.sharedModel.source.trim()).map(cell => cell.executionCount)"""


@contextmanager
def dark_page(page: Page) -> Iterator[None]:
    """A page of JupyterLab is dark until the block ends; the server would keep the theme for every page that comes after."""
    change_theme(page, "Dark")
    try:
        yield
    finally:
        change_theme(page, "Light")


def change_theme(page: Page, theme: str) -> None:
    """Choose JupyterLab's theme, "Dark" or "Light", and wait until the page has it."""
    page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{ theme: 'JupyterLab {theme}' }})")
    page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{str(theme == 'Light').lower()}'", timeout=SLOW)


def run_all(page: Page, begin: float = 60) -> None:
    """Choose Run All Cells in JupyterLab or Notebook 7, and see to it that it happens.

    Chosen before the kernel is ready, it clears the prompts and runs nothing, or asks for a kernel; and the sign that the
    kernel is idle is shown before it is. So: ask the page's own model, choose, check that a cell has begun, and choose again
    if none has.

    Args:
        page: the page, with a notebook open.
        begin: seconds that the kernel may take to be ready.

    Raises:
        RuntimeError: no cell ran, after several tries.
    """
    page.wait_for_function(READY, timeout=begin * 1000)
    page.evaluate(LISTEN)
    for _ in range(4):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        try:
            page.wait_for_function("() => window.workbenchRan.begun > 0", timeout=5_000)
        except Error:
            continue
        return
    raise RuntimeError("Run All Cells never ran a cell")


def wait_until_run(page: Page, seconds: float = 120) -> None:
    """Wait until every code cell has run since `run_all` began."""
    counts = f"const counts = ({COUNTS})();"  # emptied when Run All begins, and set again when a cell's answer has been shown
    done = f"() => {{ {counts} return window.workbenchRan.ended >= counts.length && counts.every(Boolean) && ({READY})(); }}"
    page.wait_for_function(done, timeout=seconds * 1000)


def code_cell(page: Page, number: int) -> Locator:
    """Return a code cell, counted from 1 as its prompt counts."""
    return page.locator(".jp-CodeCell").nth(number - 1)


def drawn_figure(page: Page | Locator, number: int = 0) -> Locator:
    """A live figure of a page, scrolled to (only then it is drawn) and drawn."""
    place = page.locator(".wb-plot").nth(number)
    place.wait_for(timeout=60_000)
    place.scroll_into_view_if_needed()
    figure = place.locator(".js-plotly-plot")
    figure.locator(".main-svg").first.wait_for(timeout=60_000)
    return figure


def save(page: Page) -> None:
    """Save the notebook with the button; a shortcut may be taken by what has the focus."""
    page.locator(".jp-Toolbar [data-jp-item-name=save]").first.click()


def violations(page: Page) -> list[object]:
    """What the accessibility checker, which must have been added to the page, finds wrong in the first output."""
    found: list[object] = page.evaluate(
        "async () => (await axe.run(document.querySelector('.jp-CodeCell .jp-OutputArea-output')))"
        ".violations.map(rule => [rule.id, rule.impact, rule.nodes.map(node => node.html.slice(0, 160))])"
    )
    return found
