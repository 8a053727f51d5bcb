"""The frameworks stay out until they are asked for, and a missing one is named."""

from __future__ import annotations

import pytest

from tests.programs import said_by

FRAMEWORKS = ("pyspiel", "open_spiel", "pettingzoo", "gymnasium", "numpy", "PIL", "resvg_py")


def test_importing_the_workbench_imports_no_framework() -> None:
    done = said_by(
        "-c",
        "import sys, workbench as wb\nwb.load('northwood').match(1)\n"
        "import workbench.adapters, workbench.adapters.tensors\n"
        f"print(sorted(set(sys.modules) & set({FRAMEWORKS!r})))"
    )
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("module", "missing", "package"),
    [
        ("openspiel", "pyspiel", "open_spiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
    ],
)
def test_a_missing_framework_is_named(module: str, missing: str, package: str) -> None:
    done = said_by("-c", f"import sys\nsys.modules[{missing!r}] = None\nimport workbench.adapters.{module}")
    assert f"{package} is not installed. Install it with: pip install" in done.stderr


def test_the_interpreter_ends_in_peace_after_games_were_registered() -> None:
    done = said_by(
        "-c",
        "from workbench.adapters import openspiel\n"
        "state = openspiel.load('northwood').new_initial_state()\nstate.observation_tensor(0)"
    )
    assert done.returncode == 0 and done.stderr == ""
