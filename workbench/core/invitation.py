"""A match as one short text to paste, so many people can play the same one.

    northwood threshold=18 seed=7 check=YJD7-TTJ

The words are the game's name, what differs from its defaults, the seed, and a check. The first half of the check is made from
the other words and catches mistyped ones. The second half is made from every option and its value, and catches a workbench
with different defaults.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from workbench.core.errors import OptionError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.options import Option
from workbench.core.outside import LARGEST, quoted
from workbench.core.registry import game_class

SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that are hard to confuse: no 0 or O, no 1 or I."""
WORD: Final = re.compile(r'[^\s"=]+="(?:[^"\\]|\\.)*"|\S+')
"""A word of an invitation; a value in quotes may hold spaces."""
PLAIN: Final = re.compile(r"[\w.,:/+-]+")
CHECK: Final = re.compile(r"check=([2-9A-Z]{4})-([2-9A-Z]{3})", re.IGNORECASE)
AGAIN: Final = "Copy the whole text once more."


def write(game: Game, seed: int) -> str:
    """Return the invitation to a game.

    Args:
        game: the rules. The text holds only the names of replaced phases.
        seed: the source of all random events.

    >>> import workbench as wb
    >>> write(wb.load("keydom", players=3), 12)
    'keydom players=3 seed=12 check=UDML-BV3'
    """
    words = [game.name]
    if game.players != game.player_counts[0]:
        words.append(f"players={game.players}")
    words += [f"{name}={_written(value)}" for name, value in game.options.changed().items()]
    if game.replaced_phases:
        words.append(f"phases={','.join(game.replaced_phases)}")
    words.append(f"seed={seed}")
    return " ".join([*words, f"check={_sum(' '.join(words), 4)}-{_sum(_everything(game, seed), 3)}"])


def read(text: str, phases: Mapping[str, Any] | None = None) -> tuple[Game, int]:
    """Return the game that an invitation names, and its seed.

    Args:
        text: what `write` returned, perhaps broken into lines on the way.
        phases: the replaced phases, if the game has any.

    Raises:
        WorkbenchError: the text is mistyped or cut off, or comes from a workbench with other rules.
    """
    if not isinstance(text, str) or not text.strip():
        raise WorkbenchError(f'An invitation is a text such as "northwood seed=7 check=…", not {quoted(text)}.')
    if len(text) > LARGEST:
        raise WorkbenchError(f"This text of {len(text):,} letters is too long for an invitation.")
    *words, last = WORD.findall(text)
    check = CHECK.fullmatch(last)
    if check is None:
        raise WorkbenchError(
            f"An invitation ends with its check, such as check=7KQX-3FM, but this one ends with {quoted(last)}. Something is "
            f"missing at the end. {AGAIN}"
        )
    if _sum(" ".join(words), 4) != check[1].upper():
        raise WorkbenchError(
            f"This invitation has been altered: its check {check[1].upper()}-{check[2].upper()} does not match the other "
            f"words. {AGAIN}"
        )
    game, seed = _game(words, phases)
    if _sum(_everything(game, seed), 3) != check[2].upper():
        raise WorkbenchError(
            "This invitation comes from a workbench with different options or defaults, so the same text would "
            "be a different game here. Use the same version of the workbench, or ask for a new invitation."
        )
    return game, seed


def _game(words: list[str], phases: Mapping[str, Any] | None) -> tuple[Game, int]:
    """Return the game and the seed that some words name; a valid check does not make them trustworthy."""
    kind = game_class(words[0] if words else "")
    options = {option.name: option for option in kind.option_table}
    found: dict[str, Any] = {}
    heads: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name in found or name in heads:
            raise WorkbenchError(
                f"{quoted(word)} does not belong in this invitation: each word should be name=value, and each name may appear "
                "once."
            )
        if name in ("players", "seed", "phases"):
            heads[name] = value
        elif name in options:
            found[name] = _read_value(options[name], value)
        else:
            raise OptionError(f"{kind.name} has no option {quoted(name)}.{nearest(name, options)}")
    if "seed" not in heads:
        raise WorkbenchError("This invitation has no seed.")
    missing = sorted(set(heads.get("phases", "").split(",")) - {""} - set(phases or {}))
    if missing:
        raise WorkbenchError(
            f"This invitation is to a match with changed rules. Run the cell that changes them, and pass phases={{...}} with "
            f"{', '.join(missing)}."
        )
    players = _number("players", heads["players"]) if "players" in heads else None
    return kind(found, players, phases), _number("seed", heads["seed"])


def _number(name: str, text: str) -> int:
    """Read a whole number from an invitation."""
    if not re.fullmatch(r"-?[0-9]{1,300}", text):
        raise WorkbenchError(f"{name} in an invitation must be a whole number, not {quoted(text)}.")
    return int(text)


def _written(value: Any) -> str:
    """Return an option's value as a word: plain if possible, otherwise in quotes."""
    if isinstance(value, tuple):
        value = ",".join(map(str, value))
    text = str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _read_value(option: Option, text: str) -> Any:
    """Read an option's value from a word.

    Raises:
        OptionError: it is not a value, or it names a file on this machine.
    """
    value: Any = text
    try:
        if text.startswith('"'):
            value = json.loads(text)
        elif isinstance(option.default, int):
            value = int(text) if len(text) <= 300 else text
    except ValueError:
        pass  # the option says what would be right
    if option.allowed.names_a_file(value):
        raise OptionError(
            f"The option {option.name!r} is {quoted(value)}. An invitation cannot make this machine read a file or folder: "
            "it must contain everything itself."
        )
    return value


def _everything(game: Game, seed: int) -> str:
    """Return everything that defines the game, as a text."""
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in sorted(game.options.items())}
    return json.dumps([game.name, game.players, options, list(game.replaced_phases), seed])


def _sum(text: str, length: int) -> str:
    """Return a short checksum of a text; two different texts almost never share one."""
    number = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
    return "".join([SIGNS[number >> 5 * place & 31] for place in range(length)])
