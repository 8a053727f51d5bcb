"""`start.py` begins again by itself where it was interrupted."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.waiting import until

ROOT = Path(__file__).parents[1]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script as a module, where no uv is on the path, which would need no pip."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.mark.long
@pytest.mark.parametrize("left", ["no pip", "no pip and the mark", "the mark alone", "a broken Python"])
def test_an_environment_that_was_interrupted_is_made_whole(left: str, start: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    python = python_in(folder)
    folder.mkdir()
    if left.startswith("no pip"):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    if left == "a broken Python":
        python.parent.mkdir()
        python.symlink_to(tmp_path / "gone")
        (folder / "pyvenv.cfg").write_text("")
    if "mark" in left:
        (folder / "being-set-up").write_text("")
    start.make(folder, python)
    assert start.runs(python, "-m", "pip", "--version")
    assert not (folder / "being-set-up").exists()


@pytest.mark.long
def test_a_kill_in_the_first_seconds_leaves_a_mark(tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import pathlib, start; "
        f"start.make(pathlib.Path({str(folder)!r}), pathlib.Path({str(python_in(folder))!r}))"
    )
    program = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        until(lambda: (folder / "pyvenv.cfg").exists(), "the beginning of an environment")
    finally:
        if hasattr(os, "killpg"):
            os.killpg(program.pid, 9)
        program.kill()
        program.wait()
    assert (folder / "being-set-up").exists()


def test_a_whole_environment_is_left_alone(start: ModuleType, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    (tmp_path / "venv" / "mine.txt").write_text("x")
    start.make(tmp_path / "venv", Path(sys.executable))  # that one has pip
    assert (tmp_path / "venv" / "mine.txt").exists() and not (tmp_path / "venv" / "being-set-up").exists()


@pytest.mark.skipif(os.name != "posix", reason="only there does JupyterLab take over the process, and is somebody root")
@pytest.mark.parametrize(("user", "allowed"), [(0, 1), (1000, 0)])
def test_jupyterlab_opens_for_root_too(user: int, allowed: int, start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.chdir(ROOT)  # the script goes there itself
    monkeypatch.setattr(start, "set_up", lambda _action: Path(sys.executable))
    monkeypatch.setattr(start.subprocess, "call", lambda *_given, **_named: 0)  # the notebooks are trusted
    monkeypatch.setattr(start.os, "geteuid", lambda: user)
    monkeypatch.setattr(start.os, "execv", lambda _program, words: opened.append(words))
    monkeypatch.setattr(sys, "argv", ["start.py", "--no-browser"])
    start.main()
    (words,) = opened
    assert words.count("--allow-root") == allowed and "--no-browser" in words
