"""The tool that runs tests again and again finds one that hangs on its neighbour, and makes it fail again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import ROOT, said_by

NEIGHBOURS = """
import pytest
seen = []
@pytest.mark.parametrize("number", range(3))
def test_quiet(number):
    seen.append(number)
def test_hangs_on_a_neighbour():
    assert 2 not in seen
"""


BARE = ("-p", "no:nbval", "-p", "no:cacheprovider")
"""The rounds leave these plugins out: loading nbval takes longer than these tests."""


@pytest.mark.long
def test_a_failure_that_hangs_on_the_order_is_found_counted_and_made_again(tmp_path: Path) -> None:
    file, kept = tmp_path / "test_neighbours.py", tmp_path / "kept"
    file.write_text(NEIGHBOURS, encoding="utf-8")
    tool = (ROOT / "tools" / "stress.py", "--busy", 1, "--disk", 1, "--keep", kept)
    found = said_by(*tool, "--rounds", 3, "--processes", 0, "--seed", 1, *BARE, file)
    assert found.returncode == 1 and found.stderr == "", found.stdout + found.stderr
    summed_up = found.stdout.splitlines()[-2]
    assert " of 3: " in summed_up and "::test_hangs_on_a_neighbour (seeds " in summed_up
    seed = summed_up.partition("(seeds ")[2].split(",")[0].strip(") ")
    order = (kept / f"round-{seed}-main.txt").read_text(encoding="utf-8").splitlines()
    names = [one.partition("::")[2] for one in order]
    assert sorted(names) == ["test_hangs_on_a_neighbour", *(f"test_quiet[{number}]" for number in range(3))]
    assert names.index("test_quiet[2]") < names.index("test_hangs_on_a_neighbour")
    again = said_by(*tool, "--rounds", 1, *BARE, "--again", kept / f"round-{seed}-main.txt")
    assert again.returncode == 1 and "::test_hangs_on_a_neighbour:" in again.stdout, again.stdout


@pytest.mark.long
def test_where_nothing_fails_it_says_so(tmp_path: Path) -> None:
    file = tmp_path / "test_fine.py"
    file.write_text("def test_fine():\n    pass\n", encoding="utf-8")
    words = ("--rounds", 1, "--busy", 0, "--processes", 0, "--keep", tmp_path / "kept", *BARE, file)
    found = said_by(ROOT / "tools" / "stress.py", *words)
    assert found.returncode == 0 and "1 rounds beside 0 busy processes and 0 that write: nothing failed" in found.stdout
