"""List everything that a wheel or the site of plain files holds, each part with its version and its licence.

    .venv-site/bin/python tools/list_contents.py build/site      # the site; also writes sbom.cdx.json into it
    .venv-site/bin/python tools/list_contents.py dist/NAME.whl   # a wheel; also writes NAME.whl.cdx.json beside it

`python3 start.py site` makes that environment, and the site that it builds has the list on a page of its own. Every part names
its licence itself: a wheel in its METADATA, JavaScript in the lists that the builds of JupyterLab and JupyterLite store.
`UNTOLD` holds the few parts that do not. The file for machines is a software bill of materials in CycloneDX 1.6. The library
cyclonedx-python-lib writes and checks it.
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from collections.abc import Iterable, Sequence
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import metadata
from pathlib import Path
from typing import NamedTuple, NoReturn

OWN = "tabletop-workbench"
UNTOLD = {
    "ipykernel": "BSD-3-Clause",  # JupyterLite's small stand-in for it
    "matplotlib-inline": "BSD-3-Clause",
}
"""The licences of packages whose wheels do not name one, from their projects' pages."""
LONGEST = 60
"""The most letters of a licence's name; a wheel that holds more in that field has put the whole text there."""
PAGES = ("furo", "sphinx", "sphinx-basic-ng")
"""The packages whose style sheets and scripts are on the pages of the documentation."""


class Part(NamedTuple):
    """One package or other thing that is shipped.

    Attributes:
        kind: `pypi`, `npm` or `generic`, as in the addresses of packages (purl).
        name: as its makers write it.
        version: as its makers write it; may be empty.
        licence: an SPDX expression if its makers give one, and otherwise the name of the licence.
    """

    kind: str
    name: str
    version: str
    licence: str


FONT = Part("generic", "Bitter", "", "OFL-1.1")
"""The typeface of the boards, which is in every wheel of ours (`widgets/typeface-licence.txt`)."""


class UnknownLicence(RuntimeError):
    """A part does not name its licence."""


def of_wheel(path: Path) -> list[Part]:
    """Return what a wheel holds: the package, and in ours the typeface, too.

    Raises:
        UnknownLicence: it names no licence.
    """
    with zipfile.ZipFile(path) as archive:
        place = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        about = HeaderParser().parsestr(archive.read(place).decode("utf-8"))
    part = Part("pypi", about["Name"], about["Version"], licence_in(about))
    return [part, FONT] if part.name == OWN else [part]


def licence_in(about: Message) -> str:
    """Return the licence that the metadata of a package names.

    >>> licence_in(HeaderParser().parsestr("Name: x\\nLicense-Expression: MIT\\n"))
    'MIT'
    >>> licence_in(HeaderParser().parsestr("Name: x\\nClassifier: License :: OSI Approved :: BSD License\\n"))
    'BSD License'

    Raises:
        UnknownLicence: it names none.
    """
    written = str(about["License"] or "").strip().partition("\n")[0].strip()
    if expression := about["License-Expression"]:
        return str(expression)
    if written and len(written) <= LONGEST and not written.startswith("Copyright"):
        return written
    listed = [str(one).rpartition(" :: ")[2] for one in about.get_all("Classifier", ()) if str(one).startswith("License ::")]
    if listed:
        return " AND ".join(listed)
    if about["Name"] in UNTOLD:
        return UNTOLD[about["Name"]]
    raise UnknownLicence(f"{about['Name']} {about['Version']} names no licence. Look it up, and add it to UNTOLD.")


def of_javascript(path: Path) -> list[Part]:
    """Return what a list of licences (`third-party-licenses.json`) names, as JupyterLab's builds store it."""
    listed = json.loads(path.read_text("utf-8"))["packages"]
    return [Part("npm", one["name"], one["versionInfo"], one["licenseId"] or unknown(one["name"])) for one in listed]


def unknown(name: str) -> NoReturn:
    """Refuse a part of JavaScript without a licence."""
    raise UnknownLicence(f"The JavaScript package {name} names no licence.")


def of_package(path: Path) -> Part:
    """Return what the package.json of an extension of JupyterLab, or of JupyterLite itself, is about."""
    about = json.loads(path.read_text("utf-8"))
    return Part("npm", about["name"], about["version"], about.get("license") or unknown(about["name"]))


def of_lite(folder: Path) -> list[Part]:
    """Return what a built JupyterLite holds: itself, extensions, JavaScript, Python for browsers, and wheels.

    Args:
        folder: with `package.json`, `build`, `extensions` and `static`.
    """
    pyodide = folder / "static" / "pyodide"
    packages = [folder / "package.json", pyodide / "package.json", *(folder / "extensions").rglob("package.json")]
    parts = [of_package(path) for path in packages]
    for path in folder.rglob("third-party-licenses.json"):
        parts += of_javascript(path)
    python = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    parts.append(Part("generic", "python", python, "PSF-2.0"))
    for path in pyodide.glob("*.whl"):
        parts += of_wheel(path)
    return in_order(parts)


def of_site(folder: Path) -> list[Part]:
    """Return what a built site holds: its JupyterLite, and what its pages bring from the packages installed here."""
    pages = [metadata(name) for name in PAGES]
    return in_order([*of_lite(folder / "lite"), *[Part("pypi", one["Name"], one["Version"], licence_in(one)) for one in pages]])


def in_order(parts: Iterable[Part]) -> list[Part]:
    """Return parts once each, by their names."""
    return sorted(set(parts), key=lambda part: (part.name.lower(), part))


def as_markdown(parts: Sequence[Part]) -> str:
    """Return a table for people."""
    kinds = {"pypi": "Python", "npm": "JavaScript", "generic": "other"}
    rows = [f"| {part.name} | {part.version} | {kinds[part.kind]} | {part.licence} |" for part in parts]
    return "\n".join(["| part | version | kind | licence |", "| --- | --- | --- | --- |", *rows])


def as_bill(name: str, parts: Sequence[Part]) -> str:
    """Return a software bill of materials in CycloneDX 1.6.

    Args:
        name: what holds the parts.
        parts: what it holds.

    Raises:
        ValueError: the library finds that the result is not valid.
    """
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
    from packageurl import PackageURL

    licences = LicenseFactory()
    bill = Bom()
    whole = Component(name=name, type=ComponentType.APPLICATION, bom_ref=name)
    bill.metadata.component = whole
    for part in parts:
        group, _, last = part.name.rpartition("/")
        address = PackageURL(part.kind, group or None, last, part.version or None)
        bill.components.add(
            Component(
                name=part.name,
                version=part.version or None,
                type=ComponentType.LIBRARY,
                licenses=[licences.make_from_string(part.licence)],
                purl=address,
                bom_ref=str(address),
            )
        )
    bill.register_dependency(whole, bill.components)
    text = JsonV1Dot6(bill).output_as_string(indent=1)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(f"The bill of materials is not valid: {fault}")
    return text


def main() -> None:
    """List what the command line names, and store the list for machines."""
    parser = argparse.ArgumentParser(description="List everything that a wheel or the site holds, with licences.")
    parser.add_argument("what", type=Path, help="a wheel, or the folder of a built site")
    what = parser.parse_args().what.resolve()
    parts = of_site(what) if what.is_dir() else of_wheel(what)
    bill = what / "sbom.cdx.json" if what.is_dir() else what.with_name(f"{what.name}.cdx.json")
    bill.write_text(as_bill(what.name, parts), encoding="utf-8")
    print(as_markdown(parts))
    print(f"\n{len(parts)} parts; for machines: {bill.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
