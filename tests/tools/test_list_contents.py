"""What is shipped, and its licences: read from wheels and from the lists of JavaScript, and nothing without a licence."""

from __future__ import annotations

import json
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

from tests.helpers import refused
from tools.list_contents import (
    FONT,
    LONGEST,
    Part,
    UnknownLicence,
    as_markdown,
    in_order,
    licence_in,
    of_lite,
    of_wheel,
)

MIT = "License-Expression: MIT\n"


def wheel(folder: Path, name: str, about: str = MIT) -> Path:
    """A wheel that holds its metadata and nothing else."""
    path = folder / f"{name}-1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}-1.2.dist-info/METADATA", f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.2\n{about}")
    return path


@pytest.mark.parametrize(
    ("about", "licence"),
    [
        (MIT, "MIT"),
        ("License: BSD\nLicense-Expression: MIT\n", "MIT"),
        ("License: Apache 2.0\nClassifier: License :: OSI Approved :: MIT License\n", "Apache 2.0"),
        (f"License: {'a' * LONGEST}b\nClassifier: License :: OSI Approved :: BSD License\n", "BSD License"),
        ("License: Copyright 2015 X\nClassifier: License :: A :: B\nClassifier: License :: C\n", "B AND C"),
        ("Name: ipykernel\n", "BSD-3-Clause"),
    ],
)
def test_a_licence_is_read_where_its_makers_wrote_it(about: str, licence: str) -> None:
    assert licence_in(HeaderParser().parsestr(about)) == licence


def test_nothing_goes_without_a_licence(tmp_path: Path) -> None:
    with refused(UnknownLicence, "stranger 1.2 names no licence. Look it up"):
        of_wheel(wheel(tmp_path, "stranger", "Classifier: Typing :: Typed\n"))


def test_our_wheel_holds_the_typeface_too(tmp_path: Path) -> None:
    assert of_wheel(wheel(tmp_path, "tabletop-workbench")) == [Part("pypi", "tabletop-workbench", "1.2", "MIT"), FONT]
    assert (Path(__file__).parents[2] / "widgets" / "typeface-licence.txt").read_text("utf-8").count("SIL Open Font License")


def test_a_site_is_listed_whole_and_in_order(tmp_path: Path) -> None:
    def write(path: str, data: object) -> None:
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(data), encoding="utf-8")

    package = {"version": "2", "license": "ISC"}
    for path, name in ((".", "app"), ("static/pyodide", "pyodide"), ("extensions/@a/b", "@a/b")):
        write(f"{path}/package.json", {"name": name, **package})
    script = {"name": "script", "versionInfo": "3", "licenseId": "0BSD"}
    for path in ("build", "extensions/@a/b/static"):
        write(f"{path}/third-party-licenses.json", {"packages": [script]})
    write("static/pyodide/pyodide-lock.json", {"info": {"python": "3.14.2"}})
    wheel(tmp_path / "static" / "pyodide", "One")
    assert [part.name for part in of_lite(tmp_path)] == ["@a/b", "app", "One", "pyodide", "python", "script"]
    write("build/third-party-licenses.json", {"packages": [{**script, "licenseId": ""}]})
    with refused(UnknownLicence, "The JavaScript package script names no licence."):
        of_lite(tmp_path)


def test_people_read_a_table() -> None:
    parts = in_order([FONT, Part("npm", "a", "1", "MIT"), FONT])
    assert as_markdown(parts).splitlines()[2:] == ["| a | 1 | JavaScript | MIT |", "| Bitter |  | other | OFL-1.1 |"]
