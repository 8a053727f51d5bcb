"""Recognise a file that is a copy of another: people save, download and hand in the same thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Final

TAKEN: Final = re.compile(r"^(?:[Cc]opy of )?(?P<base>.+?)(?: - Copy| copy)?(?: \((?P<number>\d{1,4})\))?$", re.DOTALL)
"""A name with what browsers and file managers add to one that is taken."""


def base_name(stem: str) -> tuple[str, int]:
    """Return a file's name without what browsers and file managers add to a name that is taken, and the number they add.

    Args:
        stem: the name, without its ending.

    >>> base_name("anna (2)"), base_name("anna - Copy"), base_name("Copy of anna"), base_name("anna-2")
    (('anna', 2), ('anna', 0), ('anna', 0), ('anna-2', 0))
    """
    found = TAKEN.match(stem)
    return (found["base"], int(found["number"] or 0)) if found else (stem, 0)


def copies(files: Mapping[str, str], sure: Iterable[str] = ()) -> dict[str, str]:
    """Return the files that are copies, each with the name of the file that counts instead.

    A copy has the same content, and the same name but for what browsers add. The same content alone is not enough: two people
    may choose the same.

    Args:
        files: the content of each file, by its name.
        sure: files whose content is too long to be the same by chance, whatever their names are.

    >>> copies({"anna.py": "x", "anna (1).py": "x", "ben.py": "x"})
    {'anna (1).py': 'anna.py'}
    """
    certain = set(sure)
    first: dict[tuple[str, str], str] = {}
    found = {}
    bases = {name: base_name(PurePath(name).stem) for name in files}
    for name in sorted(files, key=lambda name: (bases[name][1], len(name), name)):
        key = ("" if name in certain else bases[name][0], files[name])
        if key in first:
            found[name] = first[key]
        else:
            first[key] = name
    return found
