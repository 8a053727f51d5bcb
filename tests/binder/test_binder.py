"""What launches the project on Binder: found by repo2docker itself, pinned as everywhere else, and its cached layer kept."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from jupyterlab.commands import get_app_dir
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.programs import said_by
from tools import pin

pytestmark = pytest.mark.xdist_group("repo2docker")  # it is asked once

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"
ON_BINDER = {
    "python_version": "3.11",
    "python_full_version": "3.11.14",
    "sys_platform": "linux",
    "platform_system": "Linux",
}


def pins(path: Path) -> dict[str, str]:
    """Return the version of each distribution that `path` gives for Binder's Python and system."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = Requirement(line)
            marker: Marker | None = requirement.marker
            if marker is None or marker.evaluate(ON_BINDER):
                [clause] = requirement.specifier
                assert clause.operator == "==", f"{path.name}: {line!r} is not an exact version"
                found[canonicalize_name(requirement.name)] = clause.version
    return found


def wanted_by(name: str) -> list[Requirement]:
    """What an extra asks for, or a group of tools for developers."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = settings["project"], settings["dependency-groups"]
    lines = groups[name] if name in groups else [*project["dependencies"], *project["optional-dependencies"][name]]
    return [Requirement(line) for line in lines]


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What repo2docker would build, as it says itself; needs no docker."""
    environment = {**os.environ, "HOME": str(tmp_path_factory.mktemp("home"))}
    done = said_by("-m", "repo2docker", "--no-build", "--debug", ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.long
def test_repo2docker_finds_the_python(dockerfile: str) -> None:
    assert "Building conda environment for python=3.11" in dockerfile
    # repo2docker writes the name of a file it copies with its signs as numbers: - is -2d, . is -2e
    assert "environment.py-3.11" in dockerfile.replace("-2e", ".").replace("-2d", "-")


@pytest.mark.long
def test_packages_are_installed_before_the_project_is_copied(dockerfile: str) -> None:
    """Else every commit would install everything anew."""
    install = dockerfile.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    assert install < dockerfile.rindex("COPY --chown")


@pytest.mark.long
def test_the_build_ends_with_our_script(dockerfile: str) -> None:
    assert "./binder/postBuild" in dockerfile


def test_versions_are_those_of_the_constraints() -> None:
    everywhere, here = pins(ROOT / "constraints.txt"), pins(BINDER / "requirements.txt")
    assert here == {name: everywhere[name] for name in here}


def test_what_costs_more_than_it_brings_is_held_back() -> None:
    everywhere = pins(ROOT / "constraints.txt")
    for requirement in map(Requirement, pin.HELD_BACK):
        assert requirement.specifier.contains(everywhere[canonicalize_name(requirement.name)]), requirement


def test_everything_the_notebooks_need_is_there() -> None:
    here = pins(BINDER / "requirements.txt")
    wanted = [requirement for extra in pin.BINDER_EXTRAS for requirement in wanted_by(extra)]
    wanted += [Requirement(name) for name in (*pin.BUILD, *pin.BINDER_TOOLS)]
    assert len(wanted) > 8
    for requirement in wanted:
        assert requirement.specifier.contains(here[canonicalize_name(requirement.name)]), requirement


@pytest.mark.parametrize("extra", ["notebooks", "lab", "studies", "adapters", "class", "teaching", "test", "site"])
def test_constraints_fit_what_people_are_promised(extra: str) -> None:
    everywhere = pins(ROOT / "constraints.txt")
    for requirement in wanted_by(extra):
        if requirement.marker is None or requirement.marker.evaluate():
            assert requirement.specifier.contains(everywhere[canonicalize_name(requirement.name)]), requirement


def test_nothing_in_the_requirements_costs_the_cached_layer() -> None:
    for line in (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[a-z0-9-]+==[a-z0-9.]+", line), line


def test_the_script_stops_at_the_first_error_and_is_well_formed() -> None:
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_jupyterlab_asks_nothing_at_the_start() -> None:
    settings = json.loads((BINDER / "overrides.json").read_text(encoding="utf-8"))
    assert settings["@jupyterlab/apputils-extension:notification"] == {"fetchNews": "false", "checkForUpdates": False}


@pytest.mark.parametrize("plugin", json.loads((BINDER / "overrides.json").read_text(encoding="utf-8")))
def test_jupyterlab_knows_every_setting(plugin: str) -> None:
    package, name = plugin.split(":")
    schemas = Path(get_app_dir()) / "schemas"
    known = json.loads((schemas / package / f"{name}.json").read_text(encoding="utf-8"))["properties"]
    settings = json.loads((BINDER / "overrides.json").read_text(encoding="utf-8"))[plugin]
    assert settings.keys() <= known.keys()


def test_the_start_notebook_is_where_the_link_leads() -> None:
    [path] = set(re.findall(r"urlpath=lab/tree/([\w/.]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert (ROOT / path).is_file()
