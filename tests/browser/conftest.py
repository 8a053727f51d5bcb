"""Fixtures of the browser tests: a server, a page, what the page did, and a place for screenshots."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, sync_playwright

from tests.browser.harness import (
    ARTEFACTS,
    TALL,
    Seen,
    Server,
    as_new,
    browser_is_required,
    find_chromium,
    forget,
    made_patient,
    new_page,
    serve,
)
from tests.waiting import PATIENCE

AXE = "axe-core@4.14.1"
THIS_MACHINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
"""Pages reach nothing but this machine; unlike a route of Playwright this leaves the browser its cache."""
NO_CHROMIUM = (
    "This test needs a browser and found none: install Chromium (on Debian: apt-get install chromium) "
    "or let CHROMIUM name one."
)


@pytest.fixture(scope="session")
def chromium() -> dict[str, Any]:
    """How Chromium is started: without a window. Where there is none the test is skipped; in CI it fails."""
    program = find_chromium()
    if program is None:
        (pytest.fail if browser_is_required() else pytest.skip)(NO_CHROMIUM)
    return {"executable_path": program, "args": ["--no-sandbox", "--disable-gpu", THIS_MACHINE]}


@pytest.fixture(scope="session")
def playwright(chromium: dict[str, Any]) -> Iterator[Playwright]:
    """What speaks with the browser."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: dict[str, Any]) -> Iterator[Browser]:
    """A browser for tests that need more than a page of their own."""
    browser = playwright.chromium.launch(**chromium)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def profile(
    playwright: Playwright, chromium: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """The browser in which pages are opened. It keeps the scripts of JupyterLab and what it has compiled of them."""
    folder = tmp_path_factory.mktemp("profile")
    context = playwright.chromium.launch_persistent_context(folder, viewport=TALL, **chromium)
    made_patient(context)
    yield context
    context.close()


@pytest.fixture
def seen() -> Seen:
    """What the page does behind the picture: requests to outside, errors, traffic."""
    return Seen()


@pytest.fixture(scope="session")
def kept(profile: BrowserContext) -> list[Page]:
    """The page of JupyterLab that the last test has left as it was at first; empty if there is none.

    To load JupyterLab takes as much of the processor as many a test.
    """
    return []


@pytest.fixture
def page_of_its_own() -> None:
    """Asked for by a test that changes a page itself, or is about how it begins: it gets a fresh one, which is closed."""


@pytest.fixture
def page(
    profile: BrowserContext,
    kept: list[Page],
    seen: Seen,
    request: pytest.FixtureRequest,
    jupyterlab_server: Callable[..., Server],
) -> Iterator[Page]:
    """A page, tall enough that JupyterLab draws every cell; photographed if the test fails.

    It is fresh, or shows JupyterLab with nothing open; so it is left, or closed, before the servers are cleared.
    """
    elsewhere = "app" in request.fixturenames and request.getfixturevalue("app") != "lab"
    own = elsewhere or "page_of_its_own" in request.fixturenames
    page = kept.pop() if kept and not own else new_page(profile)
    seen.watch(page)
    failed_before = request.session.testsfailed
    yield page
    failed = request.session.testsfailed > failed_before
    if failed:
        with suppress(Error):  # a page that cannot be photographed is not what failed
            page.screenshot(path=picture_path(f"failed_{request.node.name}"))
    seen.look_away()
    if not own and not failed and page.evaluate("'jupyterapp' in window"):
        as_new(page)
        kept.append(page)
    else:
        address = page.url
        page.close()
        forget(profile, address)


@pytest.fixture(scope="session")
def servers(
    tmp_path_factory: pytest.TempPathFactory, chromium: dict[str, Any]
) -> Iterator[Callable[[str], Server]]:
    """A function that starts, or has already started, a server.

    Needs the browser only so that nothing is started in vain where there is none.
    """
    running: dict[str, Server] = {}
    with ExitStack() as stack:

        def server(app: str) -> Server:
            if app not in running:
                work = tmp_path_factory.mktemp(app)
                running[app] = stack.enter_context(serve(app, work, work / "server.log"))
            return running[app]

        yield server


@pytest.fixture
def jupyterlab_server(servers: Callable[[str], Server]) -> Iterator[Callable[..., Server]]:
    """A function that gives a server: ``jupyterlab_server(app="lab")``, "notebook" or "voila". Nothing is left in it."""
    used: dict[str, Server] = {}

    def server(app: str = "lab") -> Server:
        used[app] = servers(app)
        return used[app]

    yield server
    for one in used.values():
        one.begin_anew()


@pytest.fixture
def screenshot() -> Callable[..., Path]:
    """A function that keeps a picture: ``screenshot(page, "board")`` or ``screenshot(locator, "board")``; returns its path."""

    def keep(what: Page, name: str) -> Path:
        path = picture_path(name)
        what.screenshot(path=path)
        return path

    return keep


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The accessibility checker, from the npm registry through its own client."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    command = [npm or "npm", "pack", AXE]
    if not npm or subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=False).returncode:
        (pytest.fail if browser_is_required() else pytest.skip)(
            f"npm could not fetch {AXE}, so accessibility is not checked."
        )
    checker = folder / "axe.min.js"
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        file = archive.extractfile(f"package/{checker.name}")
        assert file is not None
        checker.write_bytes(file.read())
    return checker


def picture_path(name: str) -> Path:
    """Return where a picture is kept."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS / f"{re.sub(r'[^a-z0-9_-]+', '_', name.lower())}.png"
