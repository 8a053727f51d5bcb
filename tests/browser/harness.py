"""What browser tests share: a private Jupyter server, a page that keeps a record, and Run All that really runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.programs import started, surroundings
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
NOTEBOOKS = ROOT / "notebooks"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MODULES = {"lab": "jupyterlab", "notebook": "notebook", "voila": "voila"}
PATIENT = 1000 * PATIENCE
"""The same in milliseconds, as the browser counts; every wait of a page is as long."""
TALL = {"width": 1280, "height": 2400}
"""A window in which JupyterLab draws every cell."""
NOT_OURS = ("nbgrader.server_extensions." + part for part in ("assignment_list", "course_list", "formgrader"))
SETTINGS: dict[str, Any] = {
    "config/jupyter_server_config.d/tests.json": {
        "ServerApp": {
            # what only other tests install, and what every server would take seconds to load
            "jpserver_extensions": dict.fromkeys(
                [*NOT_OURS, "nbgrader.server_extensions.validate_assignment", "voila.server_extension"], False
            ),
        },
    },
    "config/labconfig/page_config.json": {
        "disabledExtensions": {"@jupyter/nbgrader": True, "@voila-dashboards/jupyterlab-preview": True},
        "buildAvailable": False,  # or the server looks at every page whether JupyterLab should be built anew
        "buildCheck": False,
    },
    "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "settings/@jupyterlab/docmanager-extension/plugin.jupyterlab-settings": {"autosave": False},
}
"""Files of settings of a server of the tests: with them every test begins."""
KNOWN_ERRORS = (
    # Notebook 7 logs this at every start, whatever the notebook holds
    r"Cannot read properties of undefined \(reading 'schema'\)",
    # JupyterLite asks its server for what is in a folder that was made in the browser, too
    r"status of 404 .* http://127\.0\.0\.1:\d+/lite/api/contents/.+/all\.json$",
    # JupyterLab asks now and then which kernels there are, and jupyter_server fails to answer while one is starting: it lists
    # the kernel a moment before it sets its `last_activity` (as in jupyter/notebook#5345)
    r"status of 500 .* http://127\.0\.0\.1:\d+/api/kernels\?\d+$",
)
"""Errors in the console that are not ours, as regular expressions."""


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
    """Addresses asked for that are not this machine; nothing there can be reached."""
    errors: list[str] = field(default_factory=list)
    """Errors in the page and its console, except the known ones."""
    frames: int = 0
    """Websocket messages from the kernel."""
    bytes: int = 0
    """Size of these messages."""
    pages: list[Page] = field(default_factory=list)
    """The pages that are watched."""
    _heard: list[tuple[Page, Any, Callable[[Any], object]]] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Record what `page` does from now on."""
        self._hear(page, "request", lambda asked: None if is_local(asked.url) else self.outside.append(asked.url))
        self._hear(page, "websocket", lambda socket: socket.on("framereceived", self.count))
        self.listen(page)

    def listen(self, page: Page) -> None:
        """Record what `page` complains of from now on."""
        self.pages.append(page)
        self._hear(page, "pageerror", lambda error: self.note(str(error)))
        self._hear(page, "console", self._hear_console)

    def _hear(self, page: Page, event: Any, hearer: Callable[[Any], object]) -> None:
        page.on(event, hearer)
        self._heard.append((page, event, hearer))

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.note(f"{message.text} {message.location['url']}".rstrip())

    def look_away(self) -> None:
        """Record nothing more: the page may go on, for another test."""
        for page, event, hearer in self._heard:
            page.remove_listener(event, hearer)
        self._heard.clear()

    def all(self) -> None:
        """Wait until all that the pages have been asked for is done, and what they complained of has been heard."""
        for page in self.pages:
            answered(page)

    def note(self, error: str) -> None:
        """Keep an error, unless it is a known one."""
        if not any(re.search(known, error) for known in KNOWN_ERRORS):
            self.errors.append(error[:300])

    def count(self, data: str | bytes) -> None:
        """Count one websocket message."""
        self.frames += 1
        self.bytes += len(data)


def patient_page(browser: Browser, **more: Any) -> Page:
    """A page in a browsing context of its own.

    Args:
        browser: where it is opened.
        more: arguments of `Browser.new_context`.
    """
    return new_page(made_patient(browser.new_context(**{"viewport": TALL, **more})))


def made_patient(context: BrowserContext) -> BrowserContext:
    """A browsing context whose pages wait as long as all tests."""
    context.set_default_timeout(PATIENT)
    context.set_default_navigation_timeout(PATIENT)
    expect.set_options(timeout=PATIENT)
    return context


def new_page(context: BrowserContext) -> Page:
    """A fresh page; WORKBENCH_SLOW_PAGE=4 slows its processor four times."""
    page = context.new_page()
    slower = float(os.environ.get("WORKBENCH_SLOW_PAGE") or 1)
    if slower > 1:
        slow_down(page, slower)
    return page


def forget(context: BrowserContext, address: str) -> None:
    """Let the browser forget what the place at an address has stored in it, except what it has loaded and compiled.

    Close pages of JupyterLite first: one that runs would store again, a moment later, which notebooks are open.
    """
    place = re.match(r"https?://[^/]+", address)
    if place:
        page = context.new_page()
        kinds = "cookies,indexeddb,local_storage,service_workers,cache_storage"
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": place[0], "storageTypes": kinds})
        page.close()
    context.clear_cookies()


def slow_down(page: Page, times: float) -> None:
    """Slow the page's processor down."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


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
        """Open a notebook and wait until its cells are there; Voila shows outputs only and has run them by then.

        A page that shows this server's JupyterLab already opens it there, and nothing beside it.
        """
        if self.app == "lab" and page.url.startswith(f"{self.url}/lab"):
            page.evaluate(OPEN, notebook)
            page.wait_for_function(OPENED, arg=notebook)
            page.evaluate(ALONE)
        else:
            page.goto(self.address(notebook), wait_until="domcontentloaded")
        shown = ".jp-OutputArea-output" if self.app == "voila" else ".jp-Notebook .jp-CodeCell"
        page.locator(shown).first.wait_for()

    def begin_anew(self) -> None:
        """Forget what a test has set and left running, so that the next one does not depend on it."""
        work = self.folder.parent
        for place in ("settings", "workspaces"):
            shutil.rmtree(work / place, ignore_errors=True)
        write_settings(work)
        for session in json.loads(self._ask("GET", "api/sessions")):
            self._ask("DELETE", f"api/sessions/{session['id']}")

    def _ask(self, how: str, what: str) -> bytes:
        if self.app == "voila":  # its kernels end with their pages
            return b"[]"
        asked = urllib.request.Request(f"{self.url}/{what}", method=how)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            found: bytes = answer.read()
            return found


def write_settings(work: Path) -> None:
    """Write the files of settings that every test begins with."""
    for place, content in SETTINGS.items():
        (work / place).parent.mkdir(parents=True, exist_ok=True)
        (work / place).write_text(json.dumps(content), encoding="utf-8")


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
    write_settings(work)
    # kernels that talk through files need no ports, which another kernel may take before them
    arguments = ["--no-browser", "--port={port}", "--KernelManager.transport=ipc"]
    if app == "voila":
        arguments += ["--Voila.ip=127.0.0.1", str(folder)]
    else:
        arguments += ["--allow-root", "--ip=127.0.0.1", "--IdentityProvider.token=", "--ServerApp.password="]
        arguments += [f"--ServerApp.root_dir={folder}", "--ServerApp.disable_check_xsrf=True"]
        # lets a test ask the page's own model what has run
        arguments += [f"--{'LabApp' if app == 'lab' else 'JupyterNotebookApp'}.expose_app_in_browser=True"]
    with TemporaryDirectory(prefix="wb-") as runtime:  # the name of a socket must be short
        environment = surroundings(
            JUPYTER_CONFIG_DIR=str(work / "config"),
            JUPYTER_CONFIG_PATH=str(work / "config"),  # before what is installed
            JUPYTER_DATA_DIR=str(work / "data"),
            JUPYTER_RUNTIME_DIR=runtime,
            JUPYTERLAB_SETTINGS_DIR=str(work / "settings"),
            JUPYTERLAB_WORKSPACES_DIR=str(work / "workspaces"),
        )
        with serving(["-m", "tests.browser.server", MODULES[app], *arguments], log, env=environment, cwd=work) as address:
            yield Server(app, address, folder)


@contextmanager
def serving(words: Sequence[object], log: Path, **more: Any) -> Iterator[str]:
    """Run a server, which Python starts, until the block ends; give its address, without a slash at the end.

    It says in `log` where it listens, and is believed: whoever answers at a port that was free a moment ago may be another.

    Args:
        words: Python's arguments; ``{port}`` in them becomes a port that is free, as far as one can know.
        log: what it writes.
        more: arguments of `subprocess.Popen`.

    Raises:
        RuntimeError: the server ended, and not because somebody else was quicker to take its port; or would not end.
    """
    while True:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with log.open("w", encoding="utf-8") as output:
            process = started(
                *["-X", "faulthandler", *(str(word).replace("{port}", str(port)) for word in words)],
                **{"stdout": output, "stderr": subprocess.STDOUT, **more},
            )
        try:
            address = until(lambda ended=process.poll: where_it_listens(log) or ended() is not None, "the server's address")
            if isinstance(address, str):
                yield address
                return
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGABRT)  # it writes what its threads were at
                process.wait()
                raise RuntimeError(f"the server did not end; it said:\n{log.read_text(encoding='utf-8')[-5000:]}") from None
        said = log.read_text(encoding="utf-8")
        if "in use" not in said:
            raise RuntimeError(f"the server ended; it said:\n{said[-2000:]}")


def where_it_listens(log: Path) -> str:
    """The address that a server has said it listens at and answers at; "" if there is none yet."""
    said = re.findall(r"http://(?:127\.0\.0\.1|localhost):(\d+)/", log.read_text(encoding="utf-8"))
    if not said:
        return ""
    address = f"http://127.0.0.1:{said[-1]}"
    try:
        with urllib.request.urlopen(f"{address}/", timeout=PATIENCE):
            return address
    except OSError:
        return ""


def wanted_notebooks(usual: str) -> list[str]:
    """The notebooks that a run by hand opens: those that WORKBENCH_NOTEBOOKS names, all of them, or the usual one."""
    named = os.environ.get("WORKBENCH_NOTEBOOKS", usual)
    if named != "all":
        return named.split()
    found = (path.relative_to(NOTEBOOKS).with_suffix("") for path in NOTEBOOKS.rglob("[0-9]*.ipynb"))
    return sorted(path.as_posix() for path in found if ".ipynb_checkpoints" not in path.parts)


OPEN = "path => jupyterapp.commands.execute('docmanager:open', { path }).then(() => {})"
OPENED = "name => [window.jupyterapp?.shell.currentWidget?.context].some((one) => one?.path === name && one.isReady)"
ALONE = """() => {
  const { shell } = jupyterapp;
  for (const one of [...shell.widgets('main')]) if (one !== shell.currentWidget) one.close();
}"""
LEAVE = """async () => {
  for (const { context } of jupyterapp.shell.widgets('main')) if (context) context.model.dirty = false;  // else it asks
  await jupyterapp.commands.execute('application:close-all');
  await jupyterapp.serviceManager.sessions.shutdownAll();
}"""
CLOSED = ("Disposed", "Could not restore the debugger state: Canceled future")
"""What JupyterLab says of itself where a notebook is closed while its kernel still begins."""


def close_all(page: Page) -> None:
    """Close all that is open in JupyterLab, once it has begun; what has been changed and not been saved is lost."""
    page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
    page.evaluate(LEAVE)


NOTHING_OPEN = "() => [...jupyterapp.shell.widgets('main')].every((one) => !one.context)"


def as_new(page: Page) -> None:
    """Bring a page of JupyterLab back to what it was when it had just begun.

    Notebooks are closed and their kernels ended, and what a test may set in a page is set back: the theme, the window, the
    media, where the pointer is. A test that changes more of a page than that, such as its functions or its styles, takes it
    back or asks for a page of its own.
    """
    close_all(page)
    page.wait_for_function(NOTHING_OPEN)
    if page.evaluate("document.body.dataset.jpThemeLight") != "true":
        change_theme(page, "Light")
    page.emulate_media(media="null", reduced_motion="null", color_scheme="null")
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    page.mouse.move(0, 0)
    forget(page.context, page.url)
    drawn(page)


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
    page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{str(theme == 'Light').lower()}'")


MENU = "Run All Cells"
RUN_ALL = "() => { jupyterapp.commands.execute('notebook:run-all-cells'); }"


def run_all(page: Page, by_menu: bool = False) -> None:
    """Run all cells in JupyterLab or Notebook 7; wait until the first has begun.

    Chosen before the kernel is ready, it clears the prompts and runs nothing, or asks for a kernel; and the sign that the
    kernel is idle is shown before it is. So: ask the page's own model, and ask the kernel itself for an answer.

    Args:
        page: the page, with a notebook open.
        by_menu: whether it is chosen in the menu, as a person does.
    """
    page.wait_for_function(READY)
    answered(page)
    page.evaluate(LISTEN)
    if by_menu:
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name=MENU, exact=True).click()
    else:
        page.evaluate(RUN_ALL)
    page.wait_for_function("() => window.workbenchRan.begun > 0")


def wait_until_run(page: Page) -> None:
    """Wait until every code cell has run since `run_all` began."""
    counts = f"const counts = ({COUNTS})();"  # emptied when Run All begins, and set again when a cell's answer has been shown
    done = f"() => {{ {counts} return window.workbenchRan.ended >= counts.length && counts.every(Boolean) && ({READY})(); }}"
    page.wait_for_function(done)


FRAMES = """async (number) => {
  for (; number > 0; number--) await new Promise(requestAnimationFrame);
}"""
ANSWERED = f"""async () => {{
  const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
  const ask = (subshell_id) => kernel.sendShellMessage({{
    header: {{ msg_id: crypto.randomUUID(), msg_type: 'kernel_info_request', session: kernel.clientId,
      username: kernel.username, date: new Date().toISOString(), version: '5.3', subshell_id }},
    parent_header: {{}}, metadata: {{}}, content: {{}}, buffers: [], channel: 'shell',
  }}, true).done;
  const subshells = async () => kernel.supportsSubshells
    ? (await kernel.requestListSubshell({{}}).done).content.subshell_id : [];
  const asked = async (subshell) => {{
    let answered = false;
    const answer = ask(subshell).then(() => {{ answered = true; }}, () => {{}});
    const gone = async () => {{
      while (!answered && (await subshells()).includes(subshell)) await new Promise((done) => setTimeout(done, 50));
    }};
    await Promise.race([answer, gone()]);
  }};
  if (kernel) await Promise.all([ask(null), ...(await subshells()).map(asked)]);
  await ({FRAMES})(2);
}}"""
"""Widgets may stand in a queue of their own, that of a subshell: the same is asked in every queue.

A subshell that JupyterLab has ended since it was listed answers nothing.
"""
IN_TIME = """(what, limit) => Promise.race([
  what(), new Promise((_, late) => setTimeout(() => late(new Error('the kernel has not answered')), limit)),
])"""
"""What a page is asked to do has no limit of its own."""


def answered(page: Page) -> None:
    """Wait until all that the page has asked of the kernel has been answered and drawn, as far as it was answered at once.

    Messages stand in a queue, there and back: the kernel is asked something behind them. What comes later still, such as the
    move of a player or odds, is to be waited for by itself.
    """
    page.evaluate(f"({IN_TIME})({ANSWERED}, {PATIENT})")


def drawn(page: Page) -> None:
    """Wait until the page has drawn what it knows; what is put off to the next frame is drawn with it."""
    page.evaluate(FRAMES, 2)


def at_size(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has followed: its frames, then what they hold, then the board."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
    page.evaluate(FRAMES, 8)


def code_cell(page: Page, number: int) -> Locator:
    """Return a code cell, counted from 1 as its prompt counts."""
    return page.locator(".jp-CodeCell").nth(number - 1)


def drawn_figure(page: Page | Locator, number: int = 0) -> Locator:
    """A live figure of a page, scrolled to (only then it is drawn), and drawn as it is to be seen now."""
    place = page.locator(".wb-plot").nth(number)
    place.wait_for()
    place.scroll_into_view_if_needed()
    expect(place).to_have_attribute("data-drawn", "yes")
    return place.locator(".js-plotly-plot")


SAVE = "() => jupyterapp.shell.currentWidget.context.save()"
SAVED = "() => !jupyterapp.shell.currentWidget.context.model.dirty"


def save(page: Page) -> None:
    """Save the notebook; it is on the disk when this returns."""
    answered(page)
    page.evaluate(SAVE)


def save_by_button(page: Page) -> None:
    """Save the notebook as a person does; a shortcut may be taken by what has the focus."""
    answered(page)
    page.wait_for_function(f"() => !({SAVED})()")
    page.locator(".jp-Toolbar [data-jp-item-name=save]").first.click()
    page.wait_for_function(SAVED)


@contextmanager
def in_grey(page: Page) -> Iterator[None]:
    """The boards of a page have no colours until the block ends."""
    style = page.add_style_tag(content=".wb-board { filter: grayscale(1); }")
    yield
    style.evaluate("style => style.remove()")


RESTS = """() => document.getAnimations()
  .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)"""
"""Nothing moves or changes its colour, except what never ends."""


def violations(page: Page) -> list[object]:
    """What the accessibility checker, which must have been added to the page, finds wrong in the first output, at rest."""
    answered(page)
    page.wait_for_function(RESTS)
    found: list[object] = page.evaluate(
        "async () => (await axe.run(document.querySelector('.jp-CodeCell .jp-OutputArea-output')))"
        ".violations.map(rule => [rule.id, rule.impact, rule.nodes.map(node => node.html.slice(0, 160))])"
    )
    return found
