"""Settings and fixtures shared by all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from tests.waiting import PATIENCE
from workbench.core import registry

SAMPLE = Path(__file__).parent / "sample"
LEFT_OUT = "left out"
GROUP = re.compile(r'xdist_group\("(?P<name>[^"]+)"\)')
COUNTED = pytest.StashKey[bool]()

# The parts of a cluster wait for each other as long as tests wait, and not half a minute; programs of tests read it, too.
for what in ("CONNECT", "TCP"):
    os.environ[f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{what}"] = f"{PATIENCE}s"

# The same examples on every run and machine, however slow it is.
settings.register_profile("workbench", deadline=None, derandomize=True, database=None)
settings.register_profile("short", settings.get_profile("workbench"), max_examples=25)
settings.load_profile("workbench")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The short run of `tools/run_checks.py`."""
    parser.addoption("--quick", action="store_true", help="leave out the tests marked long, and play fewer random games")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked long to the long run, which begins with it, so that no process is left with it in the end."""
    long = [item for item in items if item.get_closest_marker("long")]
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=long)
        if hasattr(config, "workeroutput"):
            config.workeroutput[LEFT_OUT] = [item.nodeid for item in long]
        long = []
    items[:] = [*long, *[item for item in items if not item.get_closest_marker("long")]]


def pytest_collection_finish() -> None:
    """What is there before the first test stays, so the garbage collector need not go through it again and again.

    It comes less often, too: games are played on copies of positions, which are freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Under xdist each process leaves the same tests out; they are counted once, by the process that sums up."""
    left_out = getattr(node, "workeroutput", {}).get(LEFT_OUT, [])
    if left_out and not node.config.stash.get(COUNTED, False):
        node.config.stash[COUNTED] = True
        node.config.hook.pytest_deselected(items=[SimpleNamespace(nodeid=name) for name in left_out])


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """The folder that pytest gives; modules and games that came from it are forgotten, as another test may use their names."""
    before, handed_over = set(sys.modules), dict(registry._handed_over)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]
    registry._handed_over.clear()
    registry._handed_over.update(handed_over)


@cache
def group_of(file: str) -> str:
    """The group of a file of tests, which one process runs because they share something costly; "" for none.

    pytest-xdist writes groups into the names of tests, which pytest 9 no longer lets it do, and then ignores them silently.
    """
    path = Path(__file__).parents[1] / file
    found = GROUP.search(path.read_text(encoding="utf-8")) if path.suffix == ".py" and path.exists() else None
    return found["name"] if found else ""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Test by test, but a group whole."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    class ByGroup(LoadGroupScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid.partition("::")[0]) or nodeid

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            """Forget a group that is done: for each test xdist counts what is left in all groups that a process ever had."""
            scope = self._split_scope(self.registered_collections[node][item_index])
            super().mark_test_complete(node, item_index, duration)
            if all(self.assigned_work[node][scope].values()):
                del self.assigned_work[node][scope]

    return ByGroup(config, log)


class LoopOfPages:
    """From the first page on Playwright holds a loop in this thread, as if it ran. Only tests of pages see it.

    For all other tests no loop runs here, whichever tests came before.
    """

    OPENED = ("playwright", "browser", "profile")
    """The fixtures that Playwright opens and closes; each is closed with its loop there."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Any:
        """Note it, and see to it that it is there when they are closed."""
        made = yield
        if fixturedef.argname in self.OPENED:
            self._loop = asyncio._get_running_loop()
            fixturedef.addfinalizer(lambda: asyncio._set_running_loop(self._loop))
        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Show it to a test of pages, and to no other."""
        if "playwright" not in getattr(item, "fixturenames", ()):
            return (yield)
        asyncio._set_running_loop(self._loop)
        try:
            return (yield)
        finally:
            asyncio._set_running_loop(None)


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples in the short run. The loop of pages is a plugin: so it hears of all tests and fixtures."""
    if config.getoption("--quick", False):
        settings.load_profile("short")
    config.pluginmanager.register(LoopOfPages(), "loop of pages")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Interrupts as in a notebook, whoever has started these tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored run is written when it is over, as one part, however slow the machine is."""
    monkeypatch.setattr(import_module("workbench.lab.store"), "STORE_SECONDS", 3600)


@pytest.fixture(scope="session")
def short(request: pytest.FixtureRequest) -> bool:
    """Whether this is the short run."""
    return bool(request.config.getoption("--quick"))


@pytest.fixture(scope="class")
def sample_games() -> Iterator[None]:
    """The games of the folder `sample` can be loaded by name, instead of the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "GAMES", SAMPLE)
        patch.setattr(import_module("workbench.games"), "__path__", [str(SAMPLE)])
        yield
