"""Attack the workbench at its doors, and say what gave way.

    python tools/attack.py                                           # every kind: a hundred tries on every game
    python tools/attack.py files positions --count 100000 --seed 3
    python tools/attack.py --game northwood --seconds 3600           # as many as an hour allows
    python tools/attack.py positions --game northwood --seed 3 --only 712   # one try again, with its traceback
    python tools/attack.py class --count 5                           # a live class, over the wire (`tools/attack_class.py`)

Every game is found by its folder, so a new game needs no entry here. A try depends only on the seed, the kind, the game and its
number, so you can repeat each one. A try is *refused* (an error of ours, with a short sentence), *taken* (then everything that
follows from it must hold), or *failed*: any other error, or something that does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import workbench as wb  # noqa: E402
from workbench.core.errors import SaveFileError, WorkbenchError  # noqa: E402
from workbench.core.fields import EachSeat, Whole  # noqa: E402
from workbench.core.game import Game  # noqa: E402
from workbench.core.match import Match  # noqa: E402
from workbench.core.outside import LONGEST, quoted  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import game_class  # noqa: E402
from workbench.core.state import CHANCE, OVER, State  # noqa: E402

MARK: Final = (
    '<img src=x onerror="window.hurt=1"></text><script>hurt</script>[m](javascript:hurt)$\\href{javascript:hurt}{m}$'
)
"""Markup that an attacker may use as a name, in the hope that a page runs it."""
SHORT_MARK: Final = "<img src=x onerror=hurt>"
"""The same for places that allow only short names."""
SHARED: Final = 100
"""How many tries in a row share the game they begin with: playing it takes longer than the try."""
FOLLOWED: Final = 25
"""The most actions to play in a game that was accepted."""
READ: Final = (0, 1, 2, 3, 5, 8, 12, 16, 20, 24)
"""The numbers of actions after which the position is written down and read back."""

WEIRD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 7, 99, 2**31, 2**63, 10**30, -(10**30), 1.0, 0.5, 1e400, float("nan")),
    *(
        "",
        " ",
        "-",
        "?",
        "x",
        "0",
        "1",
        "-1",
        "0/0/0",
        "1e9",
        "9" * 40,
        "9" * 5000,
        "\0",
        "\ud800",
        "\u202e",
        "\x1b[2J",
        "é",
        "²",
    ),
    *("a" * 400, "a b", "a\nb", "../x", "None", "null", "seat", "over", "chance", MARK),
    *([], [[]], [None], [0], ["x"], [1, 1], {}, {"": 0}, {"x": []}, {"0": 1}, {"A": {}}, list(range(50))),
)
"""Values that nobody expects."""


class Failed(AssertionError):
    """Something that must hold does not."""


def demand(holds: object, what: str) -> None:
    """Fail unless something holds."""
    if not holds:
        raise Failed(what)


# -- what is attacked --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """A game to attack.

    Attributes:
        name: its name.
        kind: its class.
        saved: whether save files name it, so that they can be loaded.
    """

    name: str
    kind: type[Game]
    saved: bool = True

    def game(self, rng: random.Random) -> Game:
        """Return the game with any number of players and some options changed."""
        players = rng.choice(self.kind.player_counts)
        for _ in range(8):
            moved = [option for option in self.kind.option_table if rng.random() < 0.15]
            chosen = {option.name: rng.choice(option.allowed.samples()) for option in moved}
            for option in moved:
                if option.allowed.tables() and rng.random() < 0.5:
                    chosen[option.name] = rewritten(rng.choice(option.allowed.tables()), rng)
            try:
                return self.kind(chosen, players)
            except WorkbenchError:  # options that do not go together
                continue
        return self.kind({}, players)

    def match(self, rng: random.Random) -> Match:
        """Return a match played at random for a while, perhaps to its end."""
        game = self.game(rng)
        match = game.match(rng.randrange(10**6))
        for _ in range(rng.choice((0, 3, 12, 40, 120, 300))):
            if match.over:
                break
            match.play(rng.choice(match.state.legal()))
        if rng.random() < 0.3 and match.steps:
            match.goto(rng.randrange(match.steps))
        return match


def targets(names: list[str] | None = None) -> list[Target]:
    """Return all games, or those named."""
    return [Target(name, game_class(name)) for name in names or wb.game_names()]


@lru_cache(maxsize=64)
def material(target: Target, seed: str) -> Match:
    """Return a match that several tries share; some matches have variations."""
    rng = random.Random(seed)
    match = target.match(rng)
    for _ in range(rng.choice((0, 1, 2)) if match.step else 0):
        end = match.step
        match.goto(rng.randrange(end))
        for _ in range(3):
            if not match.over:
                match.play(rng.choice(match.state.legal()))
        match.name_variation(rng.randrange(len(match.variations) + 1), rng.choice(("", "what if", MARK[:60])))
    return match


@lru_cache(maxsize=64)
def file_text(target: Target, seed: str) -> str:
    """Return the save file of a match that several tries share."""
    return material(target, seed).to_json()


@lru_cache(maxsize=16)
def conserved(name: str) -> Callable[[State], None] | None:
    """Return the check of a game's components in its contract, or None if it has no contract."""
    try:
        module = import_module(f"tests.games.{name}.test_contract")
    except ImportError:
        return None
    for kind in vars(module).values():
        if isinstance(kind, type) and getattr(kind, "name", None) == name and "conserved" in vars(kind):
            check: Callable[[State], None] = kind().conserved
            return check
    return None


# -- changing things ---------------------------------------------------------------------------------------------------


def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in JSON values."""
    yield path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def at(tree: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at the end of a path."""
    for key in path:
        tree = tree[key]
    return tree


def weird(rng: random.Random) -> Any:
    """Return a value that nobody expects, as a copy that the try may change."""
    return deepcopy(rng.choice(WEIRD))


def nudged(value: Any, rng: random.Random) -> Any:
    """Return a value that is nearly the same."""
    if isinstance(value, bool) or value is None:
        return weird(rng)
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, -2, 2, 5, 100))
    if isinstance(value, str) and "\n" in value and rng.random() < 0.8:
        return rewritten(value, rng)
    if isinstance(value, str) and value:
        words = value.split(" ")
        how = rng.randrange(5)
        if how == 0:
            rng.shuffle(words)
        elif how == 1:
            words.insert(rng.randrange(len(words) + 1), rng.choice(words))
        elif how == 2:
            del words[rng.randrange(len(words))]
        elif how == 3:
            cut = rng.randrange(len(value))
            return value[:cut] + rng.choice("0123456789 -?ABCPW/:") + value[cut + rng.randrange(2) :]
        else:
            words[rng.randrange(len(words))] = rng.choice(words)
        return " ".join(words)
    if isinstance(value, list) and value:
        changed = list(value)
        how = rng.randrange(4)
        if how == 0:
            del changed[rng.randrange(len(changed))]
        elif how == 1:
            changed.insert(rng.randrange(len(changed) + 1), rng.choice(changed))
        elif how == 2:
            rng.shuffle(changed)
        else:
            del changed[rng.randrange(len(changed)) :]
        return changed
    return weird(rng)


def mutated(data: Any, rng: random.Random, times: int, protected: tuple[str, ...] = ()) -> Any:
    """Return JSON values with a few of them changed, exchanged, left out, or put where they do not belong."""
    data = json.loads(json.dumps(data))
    for _ in range(times):
        ways = [way for way in places(data) if way and way[0] not in protected]
        if not ways:
            return data
        way = rng.choice(ways)
        home, key, how = at(data, way[:-1]), way[-1], rng.random()
        if how < 0.45:
            home[key] = nudged(home[key], rng)
        elif how < 0.65:
            home[key] = weird(rng)
        elif how < 0.85:
            home[key] = json.loads(json.dumps(at(data, rng.choice(ways))))
        elif isinstance(home, dict) and how < 0.93:
            home[rng.choice((*home, *[str(one) for one in WEIRD[:30]]))] = home[key]
        else:
            del home[key]
    return data


def scrambled(text: str, rng: random.Random) -> str:
    """Return a text with some of its characters changed, left out, doubled or moved."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        if not text:
            break
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 10, 200)))
        how = rng.randrange(5)
        if how == 0:
            text = text[:start] + text[end:]
        elif how == 1:
            text = text[:start] + rng.choice('0123456789{}[]",:.-+eE tfn\\\0é\n') + text[end:]
        elif how == 2:
            text = text[:start] + text[start:end] + text[start:]
        elif how == 3:
            text = text[:start]
        else:
            text = text[:start] + str(rng.choice(WEIRD)) + text[end:]
    return text


PIECE: Final = re.compile(r"[^\s,={}\[\]](?:[^,={}\[\]\n]*[^\s,={}\[\]])?")
"""A piece of text between the punctuation of a table: a cell, a key, a value, or one item of a list."""
PLAUSIBLE: Final = (*("0", "1", "1", "2", "3", "5", "9", "10", "19", "20", "21", "40", "99", "100", "-1", "1.5", "true"),)
"""Numbers and similar values, most of which are valid in some table."""
NAMES: Final = (
    *(SHORT_MARK, SHORT_MARK, "*a* _b_", "Zed", "Ä b", "O'Neil", "x" * 40, "x" * 41, "-", "7", "&amp;", "${x}", "a|b"),
    *("\u202eab", "=1+1", "[m](javascript:hurt)"),
)
"""Names that an author may give to a thing."""


def rewritten(text: str, rng: random.Random) -> str:
    """Return a table that an author might have written: a valid one with a few other plausible values.

    This function does not know what a table means, only how tables are written: in lines that consist of pieces. Pieces at the
    same place in lines of the same form are of the same kind.
    """
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        forms = [form(line) for line in lines]
        full = [row for row, one in enumerate(forms) if one]
        rows = [row for row in full if forms.count(forms[row]) > 1] if rng.random() < 0.95 else full
        row, how = rng.choice(rows or full or [0]), rng.random()
        alike = [other for other, one in enumerate(forms) if one == forms[row]]
        if not forms[row]:
            return text
        if how < 0.08:
            lines.insert(row, again(lines[row], rng))
        elif how < 0.16:
            lines = forgotten(lines, row)
        elif how < 0.22:
            other = rng.choice(alike)
            lines[row], lines[other] = lines[other], lines[row]
        else:
            lines[row] = with_another_piece(lines[row], [lines[other] for other in alike], rng)
        text = "\n".join(lines)
    return text


@lru_cache(maxsize=4096)
def form(line: str) -> str:
    """Return the form of a line: a letter for each of its pieces.

    >>> form('H1 = { name = "Haven 1", salt = 20 }'), form("F01,GR LZ,4")
    ('wwqwn', 'wwn')
    """
    if line.startswith("#"):
        return ""
    pieces = PIECE.findall(line)
    return "".join(["q" if one.startswith('"') else "n" if one.isdecimal() else "w" for one in pieces])


def again(line: str, rng: random.Random) -> str:
    """Return a copy of a line under a new name."""
    return PIECE.sub(f"N{rng.randrange(100)}", line, count=1)


def forgotten(lines: list[str], row: int) -> list[str]:
    """Return a table without one thing: without its line and every mention of its name."""
    found = PIECE.search(lines[row])
    if found is None:
        return lines
    name = rf"\b{re.escape(found[0])}\b"
    mention = re.compile(rf'"[^"\s]*{name}[^"\s]*",?|{name} ?')
    return [mention.sub("", line) for number, line in enumerate(lines) if number != row]


def with_another_piece(line: str, alike: list[str], rng: random.Random) -> str:
    """Return a line with one piece changed, or exchanged for a piece at the same place in another line.

    Args:
        line: the line.
        alike: the lines of the same form.
        rng: the source of random numbers.
    """
    pieces = list(PIECE.finditer(line))
    values = [found for found in pieces if not line[found.end() :].lstrip().startswith("=")]
    found = rng.choice(values if values and rng.random() < 0.97 else pieces)
    old, how = found[0], rng.random()
    like = [PIECE.findall(other)[pieces.index(found)] for other in alike]
    if how < 0.05:
        value = rng.choice(("", str(nudged(old, rng)), rng.choice(NAMES)))
    elif old.isdecimal():
        value = rng.choice((str(max(0, int(old) + rng.choice((-1, 1, 2)))), rng.choice(like), rng.choice(PLAUSIBLE)))
    elif old.startswith('"') and how < 0.5:
        value = json.dumps(rng.choice(NAMES), ensure_ascii=False)
    elif old.startswith('"') and how < 0.8:
        value = json.dumps(" ".join(rng.sample(old[1:-1].split(" "), max(1, old.count(" ")))), ensure_ascii=False)
    elif " " in old and how < 0.3:
        value = rng.choice(NAMES)
    else:
        value = rng.choice(like)
    return line[: found.start()] + value + line[found.end() :]


# -- what has to hold --------------------------------------------------------------------------------------------------


def short(fault: WorkbenchError) -> None:
    """Check that a refusal has only a few lines and is safe to show in a terminal."""
    said = str(fault)
    demand(said.strip(), "the error says nothing")
    demand(len(said) <= LONGEST + 40, f"a sentence of {len(said)} letters")
    demand(all(ord(sign) >= 32 or sign in "\n\t" for sign in said), "a sign that commands a terminal")
    said.encode("utf-8")


def reads_back(game: Game, state: State) -> None:
    """Check that a position can be written down and is the same when it is read back."""
    written = json.loads(json.dumps(state.to_dict()))
    demand(game.position(written).key() == state.key(), f"read back otherwise: {written}")


FACES: Final[dict[str, Callable[[Game, State, int], str]]] = {
    "text": lambda game, seen, seat: game.text(seen, seat),
    "picture": lambda game, seen, seat: game.scene(seen, seat).svg(),
    "panels": lambda game, seen, seat: repr([panel.readable() for panel in game.panels(seen, seat)]),
    "odds": lambda game, seen, seat: repr(game.odds(seen, seat)),
    "helpers": lambda game, seen, seat: repr([helper.readable() for helper in game.helpers(seen, seat)]),
    "walks": lambda game, seen, seat: repr([walk.text for walk in game.walks(seen, seat)]),
}
"""The faces of a position: each way of showing what a seat may see of it."""


def shown(state: State, seat: int, only: Collection[str] = ()) -> dict[str, str]:
    """Return every face of a position as the seat may see it, or only some of the faces."""
    game, view = state.game, state.view(seat)
    found = {face: draw(game, view.state, seat) for face, draw in FACES.items() if not only or face in only}
    if not only or "view" in only:
        found |= {"view": json.dumps(view.to_dict()), "numbers": repr(game.tensor(view))}
    return found


def follow(game: Game, state: State, rng: random.Random, most: int = FOLLOWED) -> None:
    """Play on from a position, and check that every later position can be written down and read back."""
    check, state = conserved(game.name), state.copy()
    looked_at, faces_seen = rng.randrange(6), rng.sample((*FACES, "view"), 3)
    for number in range(most):
        if number in READ:
            reads_back(game, state)
        if check is not None:
            check(state)
        if number == looked_at:
            shown(state, max(0, int(state.to_move)), faces_seen)
        if state.to_move == OVER:
            demand(len(state.returns()) == len(state.scores()) == game.players, "no result")
            return
        legal = state.legal()
        demand(legal, f"nothing can be done in {state.phase.name}")
        demand(state.to_move != CHANCE or all(weight > 0 for _, weight in state.chance()), "an outcome without weight")
        state.apply(rng.choice(legal))


def holds(match: Match, rng: random.Random) -> None:
    """Check that an accepted match is whole: it can be saved, loaded, looked at and played on."""
    text = match.to_json()
    again = Match.from_json(text)
    demand(again.to_json() == text, "kept otherwise than it was")
    demand(again.state.key() == match.state.key() and again.actions == match.actions, "loaded otherwise than it was")
    str(match.explain()), match.text()
    follow(match.game, match.state, rng, 6)


# -- the kinds of attack: each makes one try and says how it ended ------------------------------------------------------


def files(target: Target, rng: random.Random, shared: str) -> str:
    """Try a save file with changed values or changed characters."""
    if not target.saved:
        return "left out"
    text = file_text(target, shared)
    if rng.random() < 0.7:
        text = json.dumps(mutated(json.loads(text), rng, rng.choice((1, 1, 1, 2, 3))))
    else:
        text = scrambled(text, rng)
    try:
        match = Match.from_json(text)
    except SaveFileError as fault:
        short(fault)
        return "refused"
    written = json.loads(text)
    demand(
        [match.game.symbol(one).lower() for one in match._actions] == [one.lower() for one in written["actions"]],
        "other actions",
    )
    holds(match, rng)
    return "taken"


def positions(target: Target, rng: random.Random, shared: str) -> str:
    """Try a written position: a changed one from a game, or a small one made of a few keys."""
    match = material(target, shared)
    state = match.at(rng.randrange(match.steps + 1))
    written = json.loads(json.dumps(state.to_dict()))
    if rng.random() < 0.35:
        kept = rng.sample(sorted(written), rng.randrange(1, min(6, len(written))))
        written = {key: written[key] for key in kept}
    if rng.random() < 0.1:
        written["phase"] = rng.choice(sorted(match.game.phases))
    if rng.random() < 0.15:
        written |= at_a_limit(match.game, rng)
    written = mutated(written, rng, rng.choice((0, 0, 1, 1, 2, 3)))
    if rng.random() < 0.03 and written:  # positions come from programs, too, not only from files
        way = rng.choice([way for way in places(written) if way])
        at(written, way[:-1])[way[-1]] = rng.choice((10**400, 10**5000, b"x", (1, 2), {1, 2}, object(), 1j, {10**5000: 1}))
    try:
        found = match.game.position(written)
    except WorkbenchError as fault:
        short(fault)
        return "refused"
    try:
        follow(match.game, found, rng)
    except Exception as fault:
        fault.add_note(f"position: {quoted(written, 600)}")
        raise
    return "taken"


def at_a_limit(game: Game, rng: random.Random) -> dict[str, Any]:
    """Return a key of a written position with the largest or smallest value of its field, or the one next to it."""
    found = limits(game)
    if not found:
        return {}
    key, inner, seats = rng.choice(found)
    value = rng.choice((inner.high, inner.high, inner.high - 1, inner.low))
    return {key: dict.fromkeys(seats, value) if seats else value}


def limits(game: Game) -> list[tuple[str, Whole, tuple[Any, ...]]]:
    """Return each key of a written position that holds whole numbers, with its range and its seats, if it has any."""
    found: list[tuple[str, Whole, tuple[Any, ...]]] = []
    for row in game.fields().written:
        if isinstance(row.kind, Whole):
            found.append((row.written, row.kind, ()))
        elif isinstance(row.kind, EachSeat) and isinstance(row.kind.kind, Whole):
            seats = tuple(row.kind.seats.names.values())
            found += [(row.written, row.kind.kind, seats), (row.written, row.kind.kind, seats[:1])]
    return found


def options(target: Target, rng: random.Random, shared: str) -> str:
    """Try options with any values, and numbers of players that the game may not allow."""
    table = target.kind.option_table
    chosen: dict[str, Any] = {}
    for option in rng.sample(table, min(len(table), rng.choice((1, 2, 5, 15)))):
        value = rng.choice(option.allowed.samples())
        if rng.random() < 0.3:
            value = rng.choice((*WEIRD, nudged(list(value) if isinstance(value, tuple) else value, rng)))
        chosen[option.name] = value
    if rng.random() < 0.05:
        chosen[str(rng.choice(WEIRD))] = 1
    players = rng.choice((*target.kind.player_counts, *target.kind.player_counts, rng.choice(WEIRD)))
    try:
        game = target.kind(chosen, players)
    except WorkbenchError as fault:
        short(fault)
        return "refused"
    return played(target, game, rng)


def played(target: Target, game: Game, rng: random.Random) -> str:
    """Play a whole random game under accepted rules and read its end back; save and load a match."""
    state = game.start()
    for _ in range(20_000):
        if state.to_move == OVER:
            break
        state.apply(rng.choice(state.legal()))
    demand(state.to_move == OVER, "the game does not end")
    reads_back(game, state)
    match = game.match(rng.randrange(1000))
    for _ in range(rng.randrange(12)):
        if not match.over:
            match.play(rng.choice(match.state.legal()))
    if target.saved:
        holds(match, rng)
    return "taken"


def tables(target: Target, rng: random.Random, shared: str) -> str:
    """Try tables such as cards or maps of an author's own, in options that take them as text."""
    texts = [(option.name, text) for option in target.kind.option_table for text in option.allowed.tables()]
    if not texts:
        return "left out"
    name, text = rng.choice(texts)
    fitting = [players for players in target.kind.player_counts if is_game(target, name, text, players)]
    changed = spoilt_lines(text, rng) if rng.random() < 0.2 else rewritten(text, rng)
    chosen: dict[str, Any] = {name: changed}
    if rng.random() < 0.3:
        option = rng.choice(target.kind.option_table)
        chosen.setdefault(option.name, rng.choice(option.allowed.samples()))
    try:
        game = target.kind(chosen, rng.choice(fitting))
    except WorkbenchError as fault:
        short(fault)
        return "refused"
    match = game.match(rng.randrange(1000))
    if SHORT_MARK in changed and rng.random() < 0.2:
        for _ in range(rng.randrange(12)):
            if not match.over:
                match.play(rng.choice(match.state.legal()))
        for place, kind, content in faces(match):
            harmless(place, kind, content)
    shown(match.state, max(0, int(match.state.to_move)))
    return played(target, game, rng)


@lru_cache(maxsize=256)
def is_game(target: Target, name: str, value: Any, players: int) -> bool:
    """Say whether this number of players can play with this value of an option."""
    try:
        target.kind({name: value}, players)
    except WorkbenchError:
        return False
    return True


def spoilt_lines(text: str, rng: random.Random) -> str:
    """Return a table with lines doubled, left out or scrambled, or with unexpected text among them."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        row = rng.randrange(len(lines))
        how = rng.randrange(6)
        if how == 0:
            lines.insert(row, rng.choice(lines))
        elif how == 1:
            del lines[row]
        elif how == 2:
            lines[row] = scrambled(lines[row], rng)
        else:
            cells = lines[row].split(",")
            cells[rng.randrange(len(cells))] = str(rng.choice((*WEIRD, 0, 1, 2, 20, 99, "Zed")))
            lines[row] = ",".join(cells)
        lines = lines or [""]
    return "\n".join(lines)


def words(target: Target, rng: random.Random, shared: str) -> str:
    """Try anything that a person may type: moves in words, outcomes, and commands of the terminal."""
    from workbench.terminal import Session

    match = material(target, shared).branch()
    symbols = [match.game.symbol(rng.randrange(match.game.actions)) for _ in range(3)]
    said = [*symbols, *[move.text for move in match.moves()[:5]], *[str(one) for one in WEIRD]]
    typed = rng.choice(said)
    if rng.random() < 0.6:
        typed = scrambled(typed, rng)
    taken = False
    some = rng.choice(match.state.legal() or (0,))
    doors: tuple[Callable[[str], Any], ...] = (
        *(match.find, match.why_not, match.branch().play),
        lambda text: match.branch().play(some, text),
        lambda text: match.branch().play(some, [text, text]),
    )
    for door in doors:
        try:
            door(typed)
            taken = True
        except WorkbenchError as fault:
            short(fault)
    with folder():
        session = Session(match, StringIO(), StringIO())
        for _ in range(3):
            first = rng.choice(("", *session.commands, "unknown"))
            if first != "next" or session.seating.to_move_is_a_player:
                session.obey(f"{first} {typed}".strip() or "x")
    return "taken" if taken else "refused"


def messages(target: Target, rng: random.Random, shared: str) -> str:
    """Try messages to the board, as a page might send them."""
    from widgets import Table

    match = Match.from_json(material(target, shared).to_json()) if target.saved else material(target, shared).branch()
    table = Table(match, seats={0: rng.choice(("random", None))}, pace=None, figure=False, screens=rng.random() < 0.5)
    deeds = [
        "play",
        "words",
        "undo",
        "redo",
        "take_back",
        "goto",
        "hint",
        "arrive",
        "call",
        "next",
        "go_on",
        "stop",
        "clause",
        "review",
        "line",
        "name_line",
        "drop_line",
        "compare_line",
    ]
    legal = match.state.legal() or (0,)
    with folder():
        for _ in range(4):
            message: dict[str, Any] = {"do": rng.choice((*deeds, *WEIRD))}
            for name, usual in (
                ("action", rng.choice(legal)),
                ("text", "1"),
                ("step", 1),
                ("seat", 0),
                ("id", "X-Y-1"),
                ("number", 1),
            ):
                if rng.random() < 0.7:
                    message[name] = rng.choice((usual, usual, *rng.sample(WEIRD, 2)))
            if message["do"] in ("hint", "review"):
                table.controls.hint_player.value = "random"
            table.board._heard(None, rng.choice((message, message, message, rng.choice(WEIRD))), None)
            if rng.random() < 0.2:
                name = str(rng.choice(WEIRD))
                if rng.random() < 0.5:
                    table.matches.save_asked(name, rng.random() < 0.5)
                else:
                    table.matches.load_asked(name)
        json.dumps(table.board.get_state(), default=str).encode("utf-8")
    table.close()
    return "taken"


def nets(target: Target, rng: random.Random, shared: str) -> str:
    """Check that everything a seat is given is the same in positions that the seat cannot tell apart."""
    from widgets import Table, sent

    match = material(target, shared)
    state = match.at(rng.randrange(match.steps + 1))
    if state.to_move == CHANCE:
        return "left out"
    seat = rng.randrange(match.game.players)
    double = state.resample(seat, Random(rng.randrange(10**9)))
    one, other = shown(state, seat), shown(double, seat)
    for face, what in one.items():
        demand(other[face] == what, f"{face} of seat {seat} differs")
    demand(
        match.game.position(json.loads(json.dumps(double.to_dict()))).key() == double.key(), "the double is no position"
    )
    legal = state.legal() if state.to_move == seat else ()
    demand((double.legal() if double.to_move == seat else ()) == legal, "other moves")
    if rng.random() < 0.2:  # what a table sends to the browser
        others = {place: "random" for place in range(match.game.players) if place != seat}
        held = []
        for position in (state, double):
            table = Table(match.game.match(position=position), seats=others, pace=None, figure=False)
            kept = {
                name: value for name, value in table.board.get_state().items() if name not in ("_esm", "_css", "layout")
            }
            held.append(
                json.dumps([kept, repr(table), table.still().svg(), sent.log(table.seating, True)], default=str)
            )
            table.close()
        demand(held[0] == held[1], f"what is sent to the page of seat {seat} differs")
    return "taken"


def markup(target: Target, rng: random.Random, shared: str) -> str:
    """Try markup in every text that a game of your own, or a table of cards, can bring into a page."""
    game = poisoned(target, rng)
    match = game.match(rng.randrange(1000))
    for _ in range(rng.randrange(30)):
        if not match.over:
            match.play(rng.choice(match.state.legal()))
    seen = 0
    for place, kind, content in faces(match):
        seen += "hurt" in content
        harmless(place, kind, content)
    demand(seen, "the markup appears nowhere, so this attempt tested nothing")
    return "taken"


KINDS: Final[dict[str, Callable[[Target, random.Random, str], str]]] = {
    kind.__name__: kind for kind in (files, positions, options, tables, words, messages, nets, markup)
}


# -- markup ------------------------------------------------------------------------------------------------------------


def poisoned(target: Target, rng: random.Random) -> Game:
    """Return the game with markup in all its words, as an author could write one."""
    kind, plain = target.kind, target.game(rng)

    phases: dict[str, Any] = {}
    for name, phase in plain.phases.items():
        made = type(phase)
        words = {one: _spoilt(made, one) for one in ("question", "words", "note", "group_of")}
        phases[name] = type(made.__name__, (made,), {**words, "title": f"{made.title} {MARK}"})
    spoils = {
        "seat_name": _spoilt(kind, "seat_name"),
        "title": f"{kind.title} {MARK}",
        "face": kind.face,
        "__module__": kind.__module__,
    }
    return type(kind.__name__, (kind,), spoils)(dict(plain.options), plain.players, phases)


def _spoilt(kind: type, method: str) -> Callable[..., str]:
    usual = getattr(kind, method)
    return lambda self, *given: f"{usual(self, *given)} {MARK}"


def faces(match: Match) -> Iterator[tuple[str, str, str]]:
    """Yield everything of a match that a page may show: its place, its type, and its content."""
    from widgets import Table
    from widgets.bars import BarPicture
    from widgets.handout import page

    game, seat = match.game, match.seat
    seen = match.seen()
    things: list[tuple[str, Any]] = [("match", match), ("explanation", match.explain()), ("options", game.options)]
    things += [("fields", game.fields()), ("rulebook", game.rulebook), ("clause", match.explain().clauses[0])]
    things += [("section", section) for section in game.rulebook.sections[:2]]
    panels = game.panels(seen, seat)
    things += [("bars", BarPicture(panels))] if panels else []
    for name, thing in things:
        yield from bundle(name, thing)
    yield from (("handout", "html", page(thing)) for thing in (match, game))
    table = Table(match, pace=None, figure=True)
    table.controls.build_options()
    for name, thing in (("figure", table.figure), ("walk", table.walk_figure)):
        plot = getattr(thing, "plot", getattr(thing, "widget", thing))
        if hasattr(plot, "to_json"):
            yield name, "plotly", plot.to_json()
    yield from bundle("table", table)
    yield from htmls(table)
    table.close()


def bundle(name: str, thing: Any) -> Iterator[tuple[str, str, str]]:
    """Yield what a notebook shows of a thing, with the kind of content."""
    found: dict[str, Any] = {}
    if hasattr(thing, "_repr_mimebundle_"):
        found = dict(thing._repr_mimebundle_() or {})
    for kind in ("markdown", "html", "svg"):
        if hasattr(thing, f"_repr_{kind}_"):
            found[kind] = getattr(thing, f"_repr_{kind}_")()
    for kind, content in found.items():
        if isinstance(content, str):
            yield f"{name}, {kind}", kind.removeprefix("text/").removeprefix("image/").removesuffix("+xml"), content
        elif "plotly" in kind:
            yield f"{name}, {kind}", "plotly", json.dumps(content, default=str)


def htmls(widget: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the content of every widget that takes HTML."""
    import ipywidgets as ipw

    if isinstance(widget, (ipw.HTML, ipw.HTMLMath)):
        yield "a widget", "html", widget.value
    for child in getattr(widget, "children", ()):
        yield from htmls(child)


class _Tags(HTMLParser):
    """The tags and attributes of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *[name for name, _ in attrs]}
        self.found |= {str(value) for name, value in attrs if name in ("href", "src")}


def harmless(place: str, kind: str, content: str) -> None:
    """Check that a page would run nothing in a face.

    Args:
        place: the place of the face.
        kind: plain, markdown, html, svg or plotly.
        content: the content to show.
    """
    if kind == "plain":
        return
    if kind in ("html", "svg"):
        tags = _Tags()
        tags.feed(content)
        bad = tags.found & {"img", "script", "iframe", "onerror", "onload", "object"} | {
            one for one in tags.found if "hurt" in one
        }
        demand(not bad, f"{place}: {bad}")
    elif kind == "markdown":
        for sign in ("<img", "<script", "](javascript", "$\\href"):
            demand(sign not in content, f"{place}: {sign} in {content[:200]!r}")
    elif kind == "plotly":
        for sign in ("<img", "<script", "<a "):
            demand(sign not in content.replace("\\u003c", "<"), f"{place}: {sign}")
    else:
        raise Failed(f"{place}: nobody has said what is harmless in {kind}")


# -- running -----------------------------------------------------------------------------------------------------------


@contextmanager
def folder() -> Iterator[None]:
    """Work in a temporary folder of its own until the block ends."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        try:
            yield
        finally:
            os.chdir(before)


CLASS: Final = "class"
"""The kind that attacks a live class, in a process of its own, and no game. It runs only if named, and alone."""


@dataclass
class Tally:
    """How the tries of one kind on one game ended.

    Attributes:
        kind: the kind of attack.
        game: the game's name.
        ended: the number of tries for each way to end.
        slowest: the time of the slowest try in seconds, and its number.
        failures: number and error of every try that failed.
    """

    kind: str
    game: str
    ended: dict[str, int] = field(default_factory=dict)
    slowest: tuple[float, int] = (0.0, -1)
    failures: list[tuple[int, str]] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """The number of tries made."""
        return sum(self.ended.values()) - self.ended.get("left out", 0)

    def __str__(self) -> str:
        counts = "".join(f"{self.ended.get(how, 0):10,}" for how in ("refused", "taken"))
        return f"{self.kind:10} {self.game:18}{self.tried:10,}{counts}{len(self.failures):8,}{self.slowest[0]:9.2f}"


def attempt(kind: str, target: Target, seed: int, number: int) -> str:
    """Make one try.

    Raises:
        Exception: the try failed.
    """
    rng = random.Random(f"{seed}/{kind}/{target.name}/{number}")
    return KINDS[kind](target, rng, f"{seed}/{number // SHARED}")


def attack(kind: str, target: Target, count: int, seed: int = 0, until: float | None = None) -> Tally:
    """Make many tries of one kind on one game.

    Args:
        kind: one of `KINDS`.
        target: the game.
        count: how many tries to make.
        seed: other seeds make other tries.
        until: when to stop, by `time.monotonic()`; None for no limit.
    """
    tally = Tally(kind, target.name)
    for number in range(count):
        begin = time.monotonic()
        if until is not None and begin > until:
            break
        try:
            how = attempt(kind, target, seed, number)
        except Exception as fault:
            how = "failed"
            where = traceback.extract_tb(fault.__traceback__)[-1]
            noted = " ".join(getattr(fault, "__notes__", []))
            said = (
                f"{type(fault).__name__}: {str(fault)[:300]} ({Path(where.filename).name}:{where.lineno}) {noted[:600]}"
            )
            tally.failures.append((number, said))
        tally.ended[how] = tally.ended.get(how, 0) + 1
        tally.slowest = max(tally.slowest, (time.monotonic() - begin, number))
    return tally


def attack_the_class(given: argparse.Namespace) -> int:
    """Attack a live class; return 1 if anything gave way."""
    outcomes: Any = import_module("tools.attack_class")
    with tempfile.TemporaryDirectory() as place:
        found = outcomes.attack_class(Path(place, "class"), given.count, given.seed)
    for one in found:
        for said in one.failures[:5]:
            print(f"    {one.name}: {said}")
    failed = sum(len(one.failures) for one in found)
    print(f"{sum(one.tried for one in found):,} tries, {failed:,} failed (seed {given.seed})")
    return 1 if failed else 0


def main() -> int:
    """Attack as the command line asks; return 1 if anything gave way."""
    parser = argparse.ArgumentParser(description="Attack the workbench at its doors.")
    parser.add_argument("kinds", nargs="*", help=f"any of: {', '.join(KINDS)}; all if none is named; or {CLASS}, alone")
    parser.add_argument("--count", type=int, default=100, help="tries of each kind on each game")
    parser.add_argument("--seed", type=int, default=0, help="other seeds make other tries")
    parser.add_argument("--game", action="append", help="attack only this game; may be repeated")
    parser.add_argument("--seconds", type=float, help="end after so long, whatever the count")
    parser.add_argument("--only", type=int, help="make the try of this number alone, and show its traceback")
    given = parser.parse_args()
    if unknown := [kind for kind in given.kinds if kind not in (*KINDS, CLASS)]:
        parser.error(f"there is no kind {unknown[0]!r}; there are: {', '.join((*KINDS, CLASS))}")
    if CLASS in given.kinds:
        return attack_the_class(given)
    kinds, games = given.kinds or list(KINDS), targets(given.game)
    if given.only is not None:
        print(attempt(kinds[0], games[0], given.seed, given.only))
        return 0
    head = f"{'kind':10} {'game':18}{'tried':>10}{'refused':>10}{'taken':>10}{'failed':>8}{'slowest':>9}"
    print(head, flush=True)
    pairs = [(kind, game) for kind in kinds for game in games]
    failed = tried = 0
    begin = time.monotonic()
    for done, (kind, game) in enumerate(pairs, 1):
        end = begin + given.seconds * done / len(pairs) if given.seconds else None
        tally = attack(kind, game, given.count, given.seed, end)
        if tally.tried:
            print(tally, flush=True)
        for number, said in tally.failures[:5]:
            print(f"    try {number}: {said}", flush=True)
        failed, tried = failed + len(tally.failures), tried + tally.tried
    print(f"{tried:,} tries, {failed:,} failed (seed {given.seed}, Python {sys.version.split()[0]})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
