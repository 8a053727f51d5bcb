"""An own game as a folder: a package with its rules, its rulebook and tests that pass as they are.

`python -m workbench new my_game` writes the smallest whole game; `export` writes out a class of a notebook.
"""

from __future__ import annotations

import inspect
import keyword
import linecache
import re
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted
from workbench.core.registry import load
from workbench.own.game import Game, _written

SMALLEST_RULES: Final = """# {title}

A race: replace these clauses with your own. Every clause has an ID of two words in capitals and a number.

## Play

- **XX-STEP-1** *(house)* In turn, each player goes one or two steps.
- **XX-END-1** *(house)* Who comes to the tenth step first wins.
"""
SMALLEST: Final = '''"""{title}: the rules. The clauses stand in `rulebook.md`; every phase carries out some of them."""

from __future__ import annotations

from pathlib import Path

from workbench import own


class {kind}(own.Game):
    """{title}."""

    folder = Path(__file__).parent  # where rulebook.md lies
    player_counts = (2,)  # how many may play
    total = 1.0  # what the results of all players add up to
    longest = 20  # more decisions than any game has

    # What lies on the table. Positions, views, numbers and the board follow from it.
    table = (own.Track("steps", "How far each player has come.", 11, each=True),)

    class Step(own.Phase):
        """Clauses whose ID has the name of the phase, XX-STEP-1, belong to it by themselves."""

        moves = (1, 2)  # everything that can ever be chosen
        say = "go {{0}}"  # a move in words
        ask = "How far do you go?"

        def choices(self, state):
            """Which of the moves may be chosen now. Leave it out where all of them may."""
            return [step for step in self.moves if state.steps[state.turn] + step <= 11]

        def play(self, state, choice):
            """What a move does, and how it goes on."""
            state.steps[state.turn] += choice
            if state.steps[state.turn] >= 10:
                state.win(state.turn)
            else:
                state.next_seat()


GAME = {kind}
'''
TESTS: Final = '''"""What holds for {title}. Run with: python -m pytest {name}"""

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
| `rulebook.md` | the clauses, each with its ID; people read it, and the program shows it |
| `game.py` | the class: the table, the phases |
| `test_{name}.py` | tests: `python -m pytest {name}`, from the folder above |
| `__init__.py` | makes the folder a package |

Further files are found by their names, each with a function of that name: `board.py` (`scene(look)`, a board of your own),
`text.py`, `panels.py`, `odds.py`, `helpers.py`. In a notebook beside this folder:

```python
from {name}.game import {kind}
from widgets import Table
Table({kind})
```
"""


def new(name: str, where: str | Path = ".") -> Path:
    """Write the smallest whole game into a folder of its own.

    Args:
        name: the name of the folder: small letters, digits and underscores.
        where: the folder in which it is made.

    Returns:
        the new folder.

    Raises:
        WorkbenchError: it is no such name, or something of that name is there already.
    """
    title = name.replace("_", " ").capitalize()
    kind = "".join([part.capitalize() for part in name.split("_")])
    words = {"name": name, "title": title, "kind": kind}
    return _write(name, Path(where) / name, SMALLEST_RULES.format(**words), SMALLEST.format(**words), words)


def export(game: Any, folder: str | Path) -> Path:
    """Write a class of a notebook into a folder with its rulebook and its tests.

    Args:
        game: the class, or a game made of it.
        folder: the new folder; its name is that of the package, such as ``my_game``.

    Returns:
        the folder.

    Raises:
        WorkbenchError: the class is not made from `own.Game`, its source cannot be read, or the folder is there already.
    """
    rules = load(game)
    kind = type(rules)
    if not issubclass(kind, Game):
        raise WorkbenchError(f"{kind.__name__} has its folder already: only a class made from `own.Game` is written out.")
    place = Path(folder)
    words = {"name": place.name, "title": kind.title, "kind": kind.__name__}
    text = _source(kind)
    used = _used(kind, text)
    head = f'"""{kind.title}: the rules. The clauses stand in `rulebook.md`."""\n\nfrom pathlib import Path\n\n'
    body = "\n".join([*_imports(kind, text + used), "", used, "", _with_folder(text, kind), "", "", f"GAME = {kind.__name__}",
        ""])
    return _write(place.name, place, _written(kind), head + re.sub(r"\n{4,}", "\n\n\n", body), words)


def _write(name: str, place: Path, rules: str, source: str, words: dict[str, str]) -> Path:
    """Write the files of a package; nothing is left behind where that does not work."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise WorkbenchError(f"A folder of a game is called by small letters, digits and underscores, such as my_game, "
                             f"not {quoted(name)}.")
    if place.exists():
        raise WorkbenchError(f"{quoted(str(place))} is there already: choose another name.")
    files = {
        "__init__.py": f'"""{words["title"]}."""\n',
        "rulebook.md": rules.rstrip() + "\n",
        "game.py": source,
        f"test_{name}.py": TESTS.format(**words),
        "README.md": README.format(**words),
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
    """What has been run in this notebook, the latest first: its history, or what is kept for tracebacks."""
    history = getattr(sys.modules.get("__main__"), "In", None)
    cells = [str(cell) for cell in history] if isinstance(history, list) else []
    kept = ["".join(entry[2]) for file, entry in list(linecache.cache.items()) if "ipykernel" in file and len(entry) > 2]
    return [*reversed(cells), *reversed(kept)]


def _source(kind: type) -> str:
    """The source of a class, from its file or from the cells of the notebook.

    Raises:
        WorkbenchError: neither has it.
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
    raise WorkbenchError(f"The source of {kind.__name__} is not to be found; write the class in a cell or a file of its own.")


def _block(cell: str, begins: str) -> str:
    """A statement at the left margin of a cell, with everything that belongs to it."""
    lines = cell.splitlines()
    for number, line in enumerate(lines):
        if re.match(begins, line):
            end = number + 1
            while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t)]}"):
                end += 1
            return "\n".join(lines[number:end]).rstrip() + "\n"
    return ""


def _names(kind: type) -> dict[str, Any]:
    """The names that the class was made among."""
    return dict(vars(sys.modules[kind.__module__])) if kind.__module__ in sys.modules else {}


def _used(kind: type, text: str) -> str:
    """What the class uses that stands beside it: constants, functions and classes of the same notebook."""
    known, cells = _names(kind), _cells()
    found: dict[str, tuple[int, int, str]] = {}  # each with the place where it stands
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
    """The imports that the class needs: everything it names that was imported."""
    lines = []
    for name, thing in sorted(_names(kind).items()):
        if name.startswith("_") or not re.search(rf"\b{name}\b", text) or name == "Path":
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


def _with_folder(text: str, kind: type[Game]) -> str:
    """The class without its docstring of clauses, which is the rulebook of the folder now."""
    lines = text.splitlines()
    body = inspect.cleandoc(kind.__doc__ or "")
    if "**" in body:
        opened = next(number for number, line in enumerate(lines) if '"""' in line or "'''" in line)
        mark = '"""' if '"""' in lines[opened] else "'''"
        closed = opened
        while mark not in (lines[closed].split(mark, 1)[1] if closed == opened else lines[closed]):
            closed += 1
        lines[opened : closed + 1] = [indent(f'"""{kind.title}."""', "    "), "", "    folder = Path(__file__).parent"]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """`python -m workbench new NAME`."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("python -m workbench new NAME writes the smallest whole game into a new folder of that name, such as my_game.")
        return 2
    try:
        place = new(arguments[0])
    except WorkbenchError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{place} is written. Its tests: python -m pytest {place}. Begin with {place}/rulebook.md and {place}/game.py.")
    return 0
