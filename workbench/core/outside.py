"""Check numbers, words and files from outside, quote them briefly, and show them as plain text.

Use these functions for everything that comes in: a value that a person passes, a save file, a table of cards.
"""

from __future__ import annotations

import os
import re
import stat
from operator import index
from os import PathLike
from typing import Any, Final

LARGEST: Final = 400_000
"""The largest file to read, in bytes. A whole game needs less than a quarter of it; reading it takes less than a second."""
LONGEST: Final = 3_000
"""The longest error message, in letters."""
QUOTED: Final = 300
"""The longest value to quote in a sentence, in letters."""
WIDEST: Final = 1024
"""The most bits of an accepted number, such as a seed."""

_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKDOWN: Final = {ord(sign): f"&#{ord(sign)};" for sign in "&<>\\`*[]|$~"}
_EMPHASIS: Final = re.compile(r"(?<!\w)_|_(?!\w)")
_CODE: Final = re.compile(r"`([^`\n]+)`")
_TAG: Final = re.compile(r"<(?=[a-zA-Z/!?])")
_COMMENT: Final = re.compile(r"^<!--.*-->[ \t]*$\n?", re.MULTILINE)
_LINK: Final = re.compile(r"\](?=[(:])")


DEEPEST: Final = 40
"""How deeply values may be nested; our own files are nested less than half as deeply."""


LETTERS: Final = 40
"""The most letters of a word."""
WORDS: Final = 4_000
"""The most words and entries of a written position. The fullest real ones have a tenth of it."""


class NotPlain(ValueError):
    """A file that is too large, or not a plain file; the message is the second half of a sentence."""


def whole_number(value: Any) -> int | None:
    """Return a whole number of any library's type as an `int`; None for anything else, such as True.

    >>> whole_number(5), whole_number(5.0), whole_number(True)
    (5, None, None)
    """
    if type(value).__name__ in ("bool", "bool_"):  # also NumPy's, which NumPy before 2.3 takes for a number
        return None
    try:
        return index(value)
    except TypeError:
        return None


def quoted(value: object, most: int = QUOTED) -> str:
    """Quote a value for a sentence: as Python writes it, but no longer than a line or two.

    Args:
        value: anything.
        most: the most letters; a longer text loses its middle.

    >>> quoted("treshold"), quoted("x" * 1000, 12), quoted(10 ** 5000)
    ("'treshold'", "'xxxxxxx … '", 'a number of thousands of digits')
    """
    if isinstance(value, str) and len(value) > most:
        value = value[:most] + value[-most:]
    try:
        return _cut(repr(value), most)
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return (
            "a number of thousands of digits"
            if isinstance(value, int)
            else "something with a number of thousands of digits"
        )
    except RecursionError:
        return "something nested very deeply"


def nested_deeply(value: Any) -> bool:
    """Return whether JSON values are nested too deeply to be genuine.

    >>> nested_deeply([[1], {"a": [2]}]), nested_deeply({"a": eval("[" * 60 + "]" * 60)})
    (False, True)
    """
    here = [value]
    for _ in range(DEEPEST):
        here = [
            inner
            for one in here
            if isinstance(one, (list, tuple, dict))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not here:
            return False
    return True


def endless_number(value: Any) -> bool:
    """Return whether JSON values contain a whole number of hundreds of digits, which cannot be genuine.

    >>> endless_number({"a": [1, -5]}), endless_number({"a": [10**400]}), endless_number({10**400: "a"})
    (False, True, True)
    """
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, int) and one.bit_length() > WIDEST:
            return True
        if isinstance(one, dict):
            left += [*one, *one.values()]
        elif isinstance(one, (list, tuple)):
            left += one
    return False


def words_in(value: Any, most: int = WORDS) -> int:
    """Count the words, numbers and keys in JSON values; stop at one more than `most`.

    >>> words_in({"hand": "C5 F2", "fief": 3}), words_in("C5 " * 10**6, 10)
    (5, 11)
    """
    count, left = 0, [value]  # a word of many letters counts as several
    while left and count <= most:
        one = left.pop()
        if isinstance(one, str):
            count += max(1, len(one) // LETTERS, len(one.replace(",", " ").split(None, most)))
        elif isinstance(one, dict):
            count += len(one)
            left += one.values() if count <= most else ()
        elif isinstance(one, (list, tuple)):
            left += one if len(one) <= most else one[: most + 1]
        else:
            count += 1
    return min(count, most + 1)


def told(message: str, most: int = LONGEST) -> str:
    """Make a message safe that may quote outside input: short, and without control characters.

    >>> told("No \\x1b[2J here.")
    'No \\\\x1b[2J here.'
    """
    return _UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], _cut(message, most))


def _cut(text: str, most: int) -> str:
    """Shorten a text by leaving out its middle."""
    if len(text) <= most:
        return text
    begin = most * 2 // 3
    return f"{text[:begin]} … {text[begin + 3 - most :]}"


def in_markdown(text: str) -> str:
    """Escape words for a Markdown document to show them as they are: no markup, formula or link.

    >>> in_markdown("a *b* <img src=x>")
    'a &#42;b&#42; &#60;img src=x&#62;'
    """
    return " ".join(_EMPHASIS.sub("&#95;", text.translate(_MARKDOWN)).splitlines())


def in_markdown_with_code(text: str) -> str:
    """Escape words as `in_markdown` does, but keep what stands between backticks as code.

    >>> in_markdown_with_code("call `state.win(*seats)`, *now*")
    'call `state.win(*seats)`, &#42;now&#42;'
    """
    words, *rest = _CODE.split(text)
    parts = [in_markdown(words)]
    for code, words in zip(rest[::2], rest[1::2], strict=True):
        parts += [f"`{code}`", in_markdown(words)]
    return "".join(parts)


def tame_markdown(text: str) -> str:
    """Restrict somebody else's Markdown document to plain Markdown, without HTML, links or formulas.

    >>> tame_markdown("**bold**, <b>no</b>, [a link](javascript:x), 2 < 3")
    '**bold**, &lt;b>no&lt;/b>, [a link&#93;(javascript:x), 2 < 3'
    """
    return _LINK.sub("&#93;", _TAG.sub("&lt;", _COMMENT.sub("", text))).replace("$", "&#36;")


def read_plain(path: str | PathLike[str], largest: int = LARGEST) -> bytes:
    """Return the content of a plain file of a sensible size; refuse pipes, devices and large files.

    Args:
        path: the file, or a link to one.
        largest: the most bytes.

    Raises:
        NotPlain: it is not a plain file, is too large, or its name is not valid.
        OSError: it cannot be read, for the reason the system gives.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (ValueError, TypeError):  # a null character or half a character in a name, or no name at all
        raise NotPlain("that is not a file name") from None
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        what = "a folder" if stat.S_ISDIR(kind) else "a pipe, a device or something else"
        raise NotPlain(f"it is {what}, not a plain file")
    with os.fdopen(handle, "rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise NotPlain(f"it has more than {largest:,} bytes, the most that is read")
    return content
