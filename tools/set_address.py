"""Write the address of the public repository into every file that names it.

    python tools/set_address.py https://github.com/somebody/tabletop-workbench

Until then these files hold the placeholder OWNER/NAME.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = ("pyproject.toml", "CITATION.cff", "codemeta.json", "README.md", "CONTRIBUTING.md", "packaging/conda/meta.yaml")
PLACEHOLDER = re.compile(r"\bOWNER/NAME\b")
ADDRESS = re.compile(r"https://github\.com/(?P<place>[\w.-]+/[\w.-]+?)(?:\.git)?/?")


def main(root: Path = ROOT) -> None:
    """Read the address from the command line and write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("address", help="such as https://github.com/somebody/tabletop-workbench")
    address = parser.parse_args().address
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise SystemExit(f"{address} is not the address of a repository on GitHub, such as https://github.com/somebody/tabletop-workbench.")
    for name in FILES:
        file = root / name
        text, changed = PLACEHOLDER.subn(found["place"], file.read_text(encoding="utf-8"))
        file.write_text(text, encoding="utf-8")
        print(f"{name}: {changed} changed")


if __name__ == "__main__":
    main()
