"""The people in a class: each has a number, a name, and a personal link, of which the class keeps only a digest."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.core.errors import WorkbenchError

MOST_PEOPLE: Final = 400
LONGEST_NAME: Final = 30
MOST_DEVICES: Final = 8
"""How many devices of one person the class remembers; it forgets the one that has sent nothing for longest."""
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""The letters and digits of a code: no vowels, so it never spells a word, and no sign that is easily misread."""
CODE_LENGTH: Final = 6
KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""A personal key: 128 random bits or more."""
DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")


def new_code() -> str:
    """Return a random code for a class, one of 480 million.

    >>> len(new_code())
    6
    """
    return "".join([secrets.choice(LETTERS) for _ in range(CODE_LENGTH)])


def new_key() -> str:
    """Return a random key that nobody can guess.

    >>> KEY.fullmatch(new_key()) is not None
    True
    """
    return secrets.token_urlsafe(18)


def digest(key: str) -> str:
    """Return the digest of a key: enough to recognise the key, not enough to use it.

    >>> digest("a") == digest("a"), digest("a") == digest("b")
    (True, False)
    """
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Say whether two digests or codes are the same, in a time that does not show how much of them agrees."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def typed_code(text: object) -> str:
    """Return a typed code in capitals, without spaces and dashes.

    >>> typed_code(" kvr-7xm ")
    'KVR7XM'
    """
    return re.sub(r"[\s-]", "", text).upper() if isinstance(text, str) else ""


def clean_name(name: object) -> str:
    """Return a typed name as one line of plain letters; empty for no name.

    Pages show it as text everywhere. Characters that turn or hide letters are left out, and runs of spaces become one space.

    Raises:
        WorkbenchError: the name is not text, is too long, or piles marks on a letter.

    >>> clean_name("  Anna\\u202e  <b>"), clean_name(None)
    ('Anna <b>', '')
    """
    if name is None:
        return ""
    if not isinstance(name, str) or len(name) > 10 * LONGEST_NAME:
        raise WorkbenchError(f"A name has at most {LONGEST_NAME} letters.")
    kept = "".join([one if unicodedata.category(one)[0] in "LMNPSZ" else " " for one in unicodedata.normalize("NFC", name)])
    found = " ".join(kept.split())
    marks = 0
    for one in found:  # piles of marks would cover the lines above
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        if marks > 2:
            raise WorkbenchError("A name has at most two marks on a letter.")
    if len(found) > LONGEST_NAME:
        raise WorkbenchError(f"A name has at most {LONGEST_NAME} letters; this one has {len(found)}.")
    return found


@dataclass
class Person:
    """Somebody in a class.

    Attributes:
        number: the order of joining, from 1.
        name: the name as shown; no two people share one.
        link: the digest of the personal key.
        removed: whether the lecturer has taken the person out of the class.
        devices: for each device, the number of its last message and the answer to it.
    """

    number: int
    name: str
    link: str
    removed: bool = False
    devices: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)

    def heard(self, device: str, number: int) -> dict[str, Any] | None:
        """Return the answer to a message that has come before; None if it is new."""
        last, answer = self.devices.get(device, (0, {}))
        if number > last:
            return None
        return answer if number == last else {"said": ""}

    def keep(self, device: str, number: int, answer: dict[str, Any]) -> None:
        """Remember a message and its answer."""
        self.devices.pop(device, None)
        self.devices[device] = (number, answer)
        while len(self.devices) > MOST_DEVICES:
            del self.devices[next(iter(self.devices))]
