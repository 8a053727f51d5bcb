"""A game of your own as a folder: a package with its rules, its rulebook and tests that pass at once.

`python -m workbench new my_game` writes the smallest complete game; `export` writes out a class from a notebook.
"""

from __future__ import annotations

import inspect
import keyword
import linecache
import re
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted
from workbench.core.registry import load
from workbench.own.game import Game, _written

SMALLEST_RULES: Final = """# {title}

A race: replace these clauses with your own. Every clause has an ID of two words in capitals and a number.

## Play

- **XX-STEP-1** *(house)* In turn, each player goes one or two steps.
- **XX-END-1** *(house)* The first player to reach the tenth step wins.
"""
SMALLEST: Final = '''"""{title}: the rules. The clauses are in `rulebook.md`; every phase carries out some of them."""

from __future__ import annotations

from workbench import own


class {kind}(own.Game):
    """{title}."""

    player_counts = (2,)  # how many may play
    total = 1.0  # what the results of all players add up to
    longest = 20  # the most decisions that a game can have

    # The parts on the table. Positions, views, numbers and the board are made from them.
    table = (own.Track("steps", "How far each player has come.", 11, each=True),)

    class Step(own.Phase):
        """A clause whose ID contains the name of the phase, such as XX-STEP-1, belongs to it automatically."""

        moves = (1, 2)  # everything that can ever be chosen
        say = "go {{0}}"  # a move in words
        ask = "How far do you go?"

        def choices(self, state):
            """Return the moves that may be chosen now. Leave this out if all of them may."""
            return [step for step in self.moves if state.steps[state.turn] + step <= 11]

        def play(self, state, choice):
            """Carry out a move, and say how the game continues."""
            state.steps[state.turn] += choice
            if state.steps[state.turn] >= 10:
                state.win(state.turn)
            else:
                state.next_seat()


GAME = {kind}
'''
TESTS: Final = '''"""Tests of {title}. Run them with: python -m pytest {name}"""

import workbench as wb
from {name}.game import {kind}


def test_everything_that_a_game_must_keep():
    report = wb.check({kind})
    assert report.holds, str(report)


def test_the_first_move_is_explained():
    match = wb.load({kind}).match(seed=1)
    move = match.moves()[0]
    assert move.clause in match.game.rulebook
    match.play(move.text)
    assert match.step == 1


def test_a_game_is_saved_and_loaded(tmp_path):
    match = wb.load({kind}).match(seed=1)
    match.play_out("random")
    match.save(tmp_path / "game.json")
    assert wb.Match.load(tmp_path / "game.json", {kind}).log == match.log
'''
README: Final = """# {title}

| file | what it is |
|---|---|
{book}| `game.py` | the class: {rules}the table, the phases |
| `test_{name}.py` | tests: `python -m pytest {name}`, from the folder above |
| `__init__.py` | makes the folder a package |

You can add `board.py` with a function `scene(look)` to draw your own board, and `text.py`, `panels.py`, `odds.py` or
`helpers.py`, each with a function named after the file. To play in a notebook beside this folder:

```python
from pathlib import Path

import workbench as wb
from widgets import Table

Table(wb.load(Path("{name}")))
```
"""


def new(name: str, where: str | Path = ".") -> Path:
    """Write the smallest complete game into a new folder.

    Args:
        name: the name of the folder: small letters, digits and underscores.
        where: the folder in which to make it.

    Returns:
        the new folder.

    Raises:
        WorkbenchError: the name does not have that form, or something with that name already exists.
    """
    title = name.replace("_", " ").capitalize()
    kind = "".join([part.capitalize() for part in name.split("_")])
    words = {"name": name, "title": title, "kind": kind}
    return _write(name, Path(where) / name, SMALLEST_RULES.format(**words), SMALLEST.format(**words), words)


def export(game: Any, folder: str | Path) -> Path:
    """Write a class from a notebook or file into a folder with its tests.

    The class itself does not change.

    Args:
        game: the class, or a game made from it.
        folder: the new folder; the package gets its name, such as ``my_game``.

    Returns:
        the folder.

    Raises:
        WorkbenchError: the class is not made from `own.Game`, its source cannot be read, or the folder already exists.
    """
    rules = load(game)
    kind = type(rules)
    if not issubclass(kind, Game):
        raise WorkbenchError(f"{kind.__name__} already has its folder: only a class made from `own.Game` can be exported.")
    place = Path(folder)
    words = {"name": place.name, "title": kind.title, "kind": kind.__name__}
    book = "" if "**" in (kind.rules or kind.__doc__ or "") else _written(kind)
    module = sys.modules.get(kind.__module__)
    if kind.__module__ != "__main__" and getattr(module, "GAME", None) is kind:
        return _write(place.name, place, book, Path(str(getattr(module, "__file__", ""))).read_text(encoding="utf-8"), words)
    text = _source(kind)
    used = _used(kind, text)
    head = f'"""{kind.title}: the rules. The clauses are in the docstring of the class."""\n\n'
    body = "\n".join([*_imports(kind, text + used), "", used, "", text, "", f"GAME = {kind.__name__}", ""])
    return _write(place.name, place, book, head + re.sub(r"\n{4,}", "\n\n\n", body), words)


def _write(name: str, place: Path, rules: str, source: str, words: dict[str, str]) -> Path:
    """Write the files of a package."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise WorkbenchError(f"The name of a game's folder may have small letters, digits and underscores, such as my_game, "
                             f"not {quoted(name)}.")
    if place.exists():
        raise WorkbenchError(f"{quoted(str(place))} already exists: choose another name.")
    files = {
        "__init__.py": f'"""{words["title"]}."""\n',
        **({"rulebook.md": rules.rstrip() + "\n"} if rules else {}),
        "game.py": source,
        f"test_{name}.py": TESTS.format(**words),
        "README.md": README.format(
            **words,
            book="| `rulebook.md` | the clauses, each with its ID: people read it, the program shows it |\n" if rules else "",
            rules="" if rules else "the rulebook, ",
        ),
    }
    try:
        place.mkdir(parents=True)
        for file, content in files.items():
            (place / file).write_text(content, encoding="utf-8")
    except OSError as fault:
        raise WorkbenchError(f"{quoted(str(place))} cannot be written: {fault.strerror}.") from None
    return place


# -- the source of a class ---------------------------------------------------------------------------------------------------


def _cells() -> list[str]:
    """Return the cells that were run in this notebook, latest first.

    They come from its history and from the cache that Python keeps for tracebacks.
    """
    history = getattr(sys.modules.get("__main__"), "In", None)
    cells = [str(cell) for cell in history] if isinstance(history, list) else []
    kept = ["".join(entry[2]) for file, entry in list(linecache.cache.items()) if "ipykernel" in file and len(entry) > 2]
    return [*reversed(cells), *reversed(kept)]


def _source(kind: type) -> str:
    """Return the source of a class, from its file or from the cells of the notebook.

    Raises:
        WorkbenchError: the source is in neither.
    """
    if kind.__module__ != "__main__":
        try:
            return dedent(inspect.getsource(kind))
        except (OSError, TypeError):
            pass
    for cell in _cells():
        found = _block(cell, rf"class {kind.__name__}\b")
        if found:
            return found
    raise WorkbenchError(f"The source of {kind.__name__} cannot be found. Write the class in a cell or a file of its own.")


def _block(cell: str, begins: str) -> str:
    """Return a top-level statement of a cell, with everything that belongs to it."""
    lines = cell.splitlines()
    for number, line in enumerate(lines):
        if re.match(begins, line):
            end = number + 1
            while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t)]}"):
                end += 1
            return "\n".join(lines[number:end]).rstrip() + "\n"
    return ""


def _names(kind: type) -> dict[str, Any]:
    """Return the namespace in which the class was made."""
    return dict(vars(sys.modules[kind.__module__])) if kind.__module__ in sys.modules else {}


def _used(kind: type, text: str) -> str:
    """Return what the class uses from the same notebook: constants, functions and classes."""
    known, cells = _names(kind), _cells()
    found: dict[str, tuple[int, int, str]] = {}  # each with its position, for sorting
    waiting = [text]
    if kind.__module__ != "__main__":
        cells = [inspect.getsource(sys.modules[kind.__module__])] if kind.__module__ in sys.modules else []
    while waiting:
        for name in dict.fromkeys(re.findall(r"\b[A-Za-z_]\w*\b", waiting.pop())):
            if name in found or name == kind.__name__ or name not in known or name.startswith("__"):
                continue
            for number, cell in enumerate(cells):
                block = _block(cell, rf"(def|class) {name}\b|{name}\s*(:[^=]*)?=(?!=)")
                if block:
                    found[name] = (-number, cell.index(block.rstrip()), block)
                    waiting.append(block)
                    break
    return "\n".join([block for _, _, block in sorted(found.values())])


def _imports(kind: type, text: str) -> list[str]:
    """Return the imports that the class needs: everything it names that was imported."""
    lines = []
    for name, thing in sorted(_names(kind).items()):
        if name.startswith("_") or not re.search(rf"\b{name}\b", text):
            continue
        if inspect.ismodule(thing):
            short = thing.__name__.rpartition(".")
            as_name = "" if short[2] == name else f" as {name}"
            lines.append(f"from {short[0]} import {short[2]}{as_name}" if short[0] else f"import {thing.__name__}{as_name}")
        elif getattr(thing, "__module__", kind.__module__) not in (kind.__module__, "builtins", None) and hasattr(thing,
            "__name__"):
            if hasattr(sys.modules.get(thing.__module__), thing.__name__):
                as_name = "" if thing.__name__ == name else f" as {name}"
                lines.append(f"from {thing.__module__} import {thing.__name__}{as_name}")
        elif type(thing) in (int, str) and name.isupper() and name in vars(sys.modules["workbench.own.parts"]):
            lines.append(f"from workbench.own.parts import {name}")
    return lines


def main(arguments: list[str]) -> int:
    """Carry out `python -m workbench new NAME`."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("python -m workbench new NAME writes the smallest complete game into a new folder of that name, such as my_game.")
        return 2
    try:
        place = new(arguments[0])
    except WorkbenchError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"Written to {place}. Begin with its rulebook.md and game.py.")
    print(f"Play it with: python -m workbench play {place}")
    print(f"Run its tests with: python -m pytest {place}")
    return 0
