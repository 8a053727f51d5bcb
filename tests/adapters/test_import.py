"""The frameworks stay out until they are asked for, and a missing one is named."""

from __future__ import annotations

import pytest

from tests.programs import said_by

pytestmark = pytest.mark.xdist_group("frameworks")  # they are missing in one process for several tests

FRAMEWORKS = ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "numpy", "PIL", "resvg_py")
WITHOUT = """
import sys
from importlib import import_module
sys.modules.update(dict.fromkeys(("pyspiel", "pettingzoo", "gymnasium")))
for name in ("openspiel", "pettingzoo", "gymnasium"):
    try:
        import_module(f"workbench.adapters.{name}")
    except Exception as fault:
        print(f"{name}: {fault}")
"""


def test_importing_the_workbench_imports_no_framework() -> None:
    done = said_by(
        "-c",
        "import sys, workbench as wb\nwb.load('northwood').match(1)\n"
        "import workbench.adapters, workbench.adapters.tensors\n"
        f"print(sorted(set(sys.modules) & set({FRAMEWORKS!r})))"
    )
    assert done.stdout.strip() == "[]", done.stderr


@pytest.fixture(scope="module")
def without() -> str:
    """What the adapters say where no framework is installed."""
    return said_by("-c", WITHOUT).stdout


@pytest.mark.parametrize(
    ("module", "package"), [("openspiel", "open_spiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")]
)
def test_a_missing_framework_is_named(module: str, package: str, without: str) -> None:
    assert f"{module}: {package} is not installed. Install it with: pip install" in without


def test_the_interpreter_ends_in_peace_after_games_were_registered() -> None:
    done = said_by(
        "-c",
        "from workbench.adapters import openspiel\n"
        "state = openspiel.load('northwood').new_initial_state()\nstate.observation_tensor(0)"
    )
    assert done.returncode == 0 and done.stderr == ""
