"""Count the lines of the five large games by what they are for.

    python tools/count_lines.py            # a row a role, a column a game
    python tools/count_lines.py --files    # the same, file by file

Every line of Python in a game's folder counts once, blank lines and docstrings too. The first of these that fits decides what
a line is for:

- compiler: decorators and imports that only the compiler asks for (`mypyc_attr`, `mypy_extensions`);
- imports: all other imports, the blocks under `if TYPE_CHECKING:` among them;
- the role of its file, for the files that have one role (`FILES`): the state and its table of fields, what is written down,
  wiring, secrets, players, the board and the figures beside it, words, measuring;
- in all other files, which carry out the rulebook: refusals, wording and written positions by the name of the method
  (`METHODS`), wiring by the attributes of a phase's class that hold its names and what it asks for (`WIRED`), and the rest:
  the rules and their tables.

Bookkeeping is the code that a game needs only because of the framework: state and fields, wiring, secrets, imports, compiler.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from pathlib import Path
from typing import Final

from workbench.core.registry import GAMES, game_names

RULES: Final = "rules and tables"
REFUSALS: Final = "refusals"
WORDS: Final = "words"
POSITIONS: Final = "written positions"
STATE: Final = "state and fields"
WIRING: Final = "wiring"
SECRETS: Final = "secrets"
IMPORTS: Final = "imports"
COMPILER: Final = "compiler"
PLAYERS: Final = "players"
BOARD: Final = "board and figures"
MEASURING: Final = "measuring"
ROLES: Final = (RULES, REFUSALS, WORDS, POSITIONS, STATE, WIRING, SECRETS, IMPORTS, COMPILER, PLAYERS, BOARD, MEASURING)
BOOKKEEPING: Final = (STATE, WIRING, SECRETS, IMPORTS, COMPILER)

FILES: Final = {
    **dict.fromkeys(("state", "fields"), STATE),
    "position": POSITIONS,
    **dict.fromkeys(("game", "__init__"), WIRING),
    "secrets": SECRETS,
    **dict.fromkeys(("strategy", "visitor", "plain_visit", "judgement", "prospects"), PLAYERS),
    **dict.fromkeys(("board", "desk", "ground", "pieces", "notation", "text", "passing"), BOARD),
    **dict.fromkeys(("panels", "odds", "helpers", "walks", "trips"), BOARD),
    **dict.fromkeys(("words",), WORDS),
    **dict.fromkeys(("measures", "metrics", "paths", "laws", "course"), MEASURING),
}
"""The files that have one role, by their names, which are the same in every game."""
METHODS: Final = {
    **dict.fromkeys(("reason", "why_not", "refusal", "against", "why_impossible", "why_blocked"), REFUSALS),
    **dict.fromkeys(("question", "words", "note", "named", "thing", "group_of", "in_words"), WORDS),
    **dict.fromkeys(("misfits", "fill_in", "movers", "may_hold"), POSITIONS),
    **dict.fromkeys(("clause_of", "clauses_now", "partway"), REFUSALS),
}
"""Methods of phases, and functions, that are not the rule itself; names that begin with `why_` or `refuse_` are refusals."""
WIRED: Final = frozenset(
    ["name", "title", "group", "tries", "asked", "verbs", "needs", "holds", "part", "of", "of_turn", "clauses", "allows"]
)


def role_of(name: str) -> str | None:
    """Return what a method is for, by its name; None for a part of the rules."""
    return METHODS.get(name) or (REFUSALS if name.startswith(("why_", "refuse_")) else None)


def spans(source: str, role: str) -> dict[int, str]:
    """Return what each line of a module is for, where that differs from the module's role."""
    found: dict[int, str] = {}

    def mark(node: ast.stmt | ast.expr, what: str) -> None:
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            found.setdefault(line, what)

    def visit(body: list[ast.stmt], in_class: bool) -> None:
        for node in body:
            for decorator in getattr(node, "decorator_list", ()):
                if "mypyc_attr" in ast.unparse(decorator):
                    mark(decorator, COMPILER)
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                mark(node, COMPILER if getattr(node, "module", "") == "mypy_extensions" else IMPORTS)
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                visit(node.body, in_class)
                mark(node, IMPORTS)
            elif isinstance(node, ast.ClassDef):
                visit(node.body, True)
            elif role == RULES and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and role_of(node.name):
                mark(node, role_of(node.name) or RULES)
            elif role == RULES and in_class and isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in WIRED:
                mark(node, WIRING)

    visit(ast.parse(source).body, False)
    return found


def counted(path: Path) -> Counter[str]:
    """Count the lines of a file by what they are for."""
    source = path.read_text(encoding="utf-8")
    role = FILES.get(path.stem, RULES)
    marked = spans(source, role)
    return Counter([marked.get(number, role) for number, _ in enumerate(source.splitlines(), 1)])


def files_of(game: str) -> list[Path]:
    """Return the Python files of a game."""
    return sorted((GAMES / game).rglob("*.py"))


def shares(rows: dict[str, Counter[str]]) -> list[str]:
    """Return the table: a line for each role, then bookkeeping and the total."""
    names = list(rows)
    every: Counter[str] = sum(rows.values(), Counter())
    width = max(12, *map(len, names))
    lines = [" " * 20 + "".join([f"{name:>{width + 2}}" for name in names]) + f"{'together':>14}"]

    def line(title: str, roles: tuple[str, ...]) -> str:
        numbers = [sum([rows[name][role] for role in roles]) for name in names]
        together = sum(numbers)
        part = f"{100 * together / max(1, every.total()):5.1f} %"
        return f"{title:<20}" + "".join([f"{number:>{width + 2},}" for number in numbers]) + f"{together:>8,}{part}"

    lines += [line(role, (role,)) for role in ROLES]
    return [*lines, "", line("bookkeeping", BOOKKEEPING), line("all", ROLES)]


def main(words: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Count the lines of the five large games by what they are for.")
    parser.add_argument("--files", action="store_true", help="a line for each file of each game, too")
    given = parser.parse_args(words)
    rows: dict[str, Counter[str]] = {}
    for game in game_names():
        by_file = {path: counted(path) for path in files_of(game)}
        rows[game] = sum(by_file.values(), Counter())
        if given.files:
            for path, found in by_file.items():
                roles = ", ".join([f"{role} {number}" for role, number in found.most_common()])
                print(f"{path.relative_to(GAMES)}: {roles}")
    print("\n".join(shares(rows)))


if __name__ == "__main__":
    main()
