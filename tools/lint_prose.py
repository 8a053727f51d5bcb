"""Check spelling, and the habits that docs/style.md asks you to avoid, in everything that people read.

    python tools/lint_prose.py                   # the whole project; exit 1 on any finding
    python tools/lint_prose.py README.md docs    # only these files and folders
    python tools/lint_prose.py --count           # what every rule would find in every area

It reads documents, Markdown cells of notebooks, and the docstrings, comments and longer strings of Python files. It leaves
out code in backticks, code blocks, doctests and addresses. codespell checks the spelling; tools/words.txt lists the words that
it wrongly takes for mistakes. Each rule below names the areas in which it is checked. This tool catches only some mistakes, so
read aloud what you write.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
WORDS: Final = ROOT / "tools" / "words.txt"

DOCUMENT: Final = "document"
NOTEBOOK: Final = "notebook"
RULEBOOK: Final = "rulebook"
CORE: Final = "core"
GAME: Final = "game"
COURSE: Final = "course"
WIDGET: Final = "widget"
TEST: Final = "test"
ALL: Final = (DOCUMENT, NOTEBOOK, RULEBOOK, CORE, GAME, COURSE, WIDGET, TEST)
"""Areas: documents; notebooks; and code by its place, where `CORE` is everything without a place of its own."""
PLACES: Final = {"tests": TEST, "games": GAME, "course": COURSE, "widgets": WIDGET}
NOT_GAMES: Final = tuple([area for area in ALL if area not in (GAME, TEST)])
NOT_TESTS: Final = tuple([area for area in ALL if area != TEST])
CLEAN: Final = (DOCUMENT, CORE, NOTEBOOK, RULEBOOK, WIDGET)
"""The areas that keep every rule. The others are checked only for the rules that they keep already."""

FOLDERS: Final = ("docs", "notebooks", "workbench", "widgets", "tools", "benchmarks", "tests")
EXAMPLES: Final = ("tools/lint_prose.py", "tests/tools/test_lint_prose.py", "docs/style.md")
"""Files that quote what the rules forbid."""


class Text(NamedTuple):
    """A piece of prose: its area, whether it is a string in code, its file and first line, and the words without code."""

    area: str
    string: bool
    path: Path
    line: int
    words: str


class Rule(NamedTuple):
    """A habit to avoid: its name, its pattern, the advice, the areas in which it is checked, and whether strings count too."""

    name: str
    pattern: re.Pattern[str]
    instead: str
    areas: tuple[str, ...]
    strings: bool


def rule(name: str, pattern: str, instead: str, areas: tuple[str, ...] = ALL, strings: bool = True) -> Rule:
    """Return a rule from the text of its pattern."""
    return Rule(name, re.compile(pattern), instead, areas, strings)


AMERICAN: Final = (
    r"(?i)\b(?:colors?|colored|colorful|favors?|favored|favorite|neighbors?|neighboring|behaviors?|labor|rumors?|gray|centers?"
    r"|centered|analyz(?:e[sd]?|ing)|(?:organ|recogn|real|minim|maxim|summar|general|optim|emphas|custom|util|visual|random"
    r"|special|priorit|memor)iz(?:e[sd]?|ing)|travel(?:ed|ing|ers?)|cancel(?:ed|ing)|model(?:ed|ing)|label(?:ed|ing)"
    r"|defense|offense|catalogs?|fulfills?|skillful|artifacts?)\b"
)
RULES: Final = (
    rule("contraction", r"(?i)\b\w+n't\b|\b(?:it|that|there|here|what|who|let)'s\b|\b(?:you|we|they|i)'(?:re|ve|ll|d|m)\b",
         "write it out: do not, it is, you are", NOT_TESTS),
    rule("american", AMERICAN, "use British spelling: colour, neighbour, centre, analyse, travelled",
         strings=False),
    rule("twice", r"\b(?!that\b|had\b|\d)(\w{2,}) \1\b", "leave out one of the two words", (DOCUMENT, NOTEBOOK, RULEBOOK)),
    rule("there", r"\bThere(?: is)?: ", 'write "Available: ..." or "Included: ..."'),
    rule("plural", r"\w\(s\)(?!\w)", "choose singular or plural with `workbench.core.words.counted`",
         NOT_GAMES),
    rule("percent", r"\d %", "no space before %", (DOCUMENT,)),
    rule("filler", r"(?i)\bin order to\b|\bit is important to note\b|(?:^|[.!?] )(?:please )?note that\b", "leave it out",
         (DOCUMENT, NOTEBOOK)),
    rule("computer player", r"(?i)\bplayers? of the program\b", "write: computer player"),
    rule("silent", r"(?i)\bf[ae]lls? silent\b", "write: is withheld, is not shown, says nothing", CLEAN),
    rule("pass", r"(?i)\bhand(?:s|ed|ing)? over (?:phases|the class|a class|a function|`)", "write: pass", CLEAN),
    rule("one", r"\b(?:as|that|if|when|which|what|before|how|where) one (?:can|may|must|sees|has|wants|likes|reads|knows|needs"
         r"|plays|looks|would|does|sits)\b", "talk to the reader: you", CLEAN),
    rule("who", r"(?:^|(?<=[.!?] ))Who (?!whom)[^.!?:]*\.(?= |$)", "begin with a noun: a player who, the seat that, whoever",
         CLEAN),
    rule("fast ones", r"(?i)\bfor the fast ones\b", "write: an extra challenge", CLEAN),
    rule("none of", r"(?i)\b(?:is|are) none of (?:ours|its|theirs|his|hers)\b|\bthat are none\b|\bthat is none\b",
         "name the noun", CLEAN),
    rule("so many", r"(?:^|(?<=[.!?] ))So many (?!of\b|people\b)\w+ (?:a|is|are|may|of)\b[^.?!]*[.]",
         "say what the number limits", CLEAN),
    rule("left out", r"(?:^|(?<=[.;] ))[Ll]eft out,? ", "write: by default", CLEAN),
    rule("the more the more", r"(?i)\bthe more\b[^.]{1,60}, the (?:more|less|better|fewer)\b",
         "say what grows with what", CLEAN),
    rule("for then", r", for then\b", "write: because then"),
    rule("somebody else", r"\bof somebody else\b(?! who)", "write: somebody else's, another person's", CLEAN),
    rule("an own", r"\b(?:[Aa]n|[Tt]he) own (?=[a-z])", "write: its own, your own, a game of your own", CLEAN),
    rule("seen", r"\b(?:is|are) not to be (?:seen|overwritten|read)\b", "write: cannot be, must not be, invisible", CLEAN),
    rule("alike", r"\bcalled alike\b|\bas their files are\b", "write: share a name, are named after", CLEAN),
    rule("sign", r"\bholds? a sign\b|\bno name may hold\b", "write: contains a character", CLEAN),
    rule("is no", r"\bis no (?:whole )?(?:number|name|text|file|save file|report|list|word)\b", "write: is not a", CLEAN),
)


# -- what people read --------------------------------------------------------------------------------------------------


CODE: Final = re.compile(r"``[^`]*``|`[^`\n]*`|<[^<>\n]+>|\bhttps?://\S+|\]\([^)\s]*\)|\$[^$\n]+\$")
"""The parts that prose leaves out: code, tags, addresses, formulas."""


def without_code(text: str) -> str:
    """Replace code, tags, addresses and formulas by one mark each, so the words around them do not run together.

    >>> without_code("call `x.color` <b>now</b>")
    'call ¤ ¤now¤'
    """
    return CODE.sub("¤", text)


def paragraphs(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a text, each as one line, with the line they begin on; code blocks and doctests are left out.

    >>> list(paragraphs("One\\nline.\\n\\n>>> 1\\n1\\n\\nTwo.", 5))
    [(5, 'One line.'), (11, 'Two.')]
    """
    words: list[str] = []
    start, fenced, doctest = line, False, False
    for number, raw in enumerate([*text.split("\n"), ""], line):
        said = raw.strip()
        if said.startswith("```"):
            fenced = not fenced
        doctest = bool(said) and (doctest or said.startswith(">>>"))
        ends = not said or fenced or doctest or said.startswith("```")
        begins = said.startswith(("- ", "* ", "|", "#", "> ")) or re.match(r"\d+\. |\w+: [a-z]", said) is not None
        if (ends or begins) and words:
            yield start, without_code(" ".join(words))
            words = []
        if not ends:
            if not words:
                start = number
            words.append(said)


def area_of(path: Path) -> str:
    """Return the area of a file of code, from its place in the project."""
    folders = place_of(path).parts[:2] if path.is_relative_to(ROOT) else ()
    return next((area for name, area in PLACES.items() if name in folders), CORE)


def texts_of(path: Path) -> Iterator[Text]:
    """Yield the prose of a file, paragraph by paragraph.

    Args:
        path: a Markdown file, a notebook or a Python file; other files have no prose.
    """
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        area = {GAME: RULEBOOK, TEST: TEST}.get(area_of(path), DOCUMENT)
        yield from (Text(area, False, path, line, words) for line, words in paragraphs(content, 1))
    elif path.suffix == ".ipynb":
        for number, cell in enumerate(json.loads(content)["cells"], 1):
            if cell["cell_type"] == "markdown":
                yield from (Text(NOTEBOOK, False, path, number, words) for _, words in paragraphs("".join(cell["source"]), 1))
    elif path.suffix == ".py":
        yield from texts_of_code(path, content)


def texts_of_code(path: Path, content: str) -> Iterator[Text]:
    """Yield the docstrings, comments and longer strings of a Python file; for tests, no strings."""
    area = area_of(path)
    tree = ast.parse(content)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    docstrings = set()
    for node in ast.walk(tree):
        for first in getattr(node, "body", []) if isinstance(getattr(node, "body", None), list) else []:
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                docstrings.add(id(first.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            said = "".join([str(part.value) if isinstance(part, ast.Constant) else "¤" for part in node.values])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            said = node.value
        else:
            continue
        string = id(node) not in docstrings
        if string and (area == TEST or len(said.split()) < 3):
            continue
        yield from (Text(area, string, path, line, words) for line, words in paragraphs(said, node.lineno))
    for token in tokenize.generate_tokens(io.StringIO(content).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(?:type:|noqa|%|waits:)", token.string):
            yield Text(area, False, path, token.start[0], without_code(token.string.lstrip("# ")))


def files(given: list[str]) -> list[Path]:
    """Return the files to read: the given files and all files in given folders, or the whole project."""
    places = [ROOT / name for name in given] or [*ROOT.glob("*.md"), ROOT / "start.py", *[ROOT / name for name in FOLDERS]]
    found = [path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*")))]
    return [path for path in found if path.suffix in (".md", ".ipynb", ".py") and readable(place_of(path))]


def place_of(path: Path) -> Path:
    """Return the path of a file within the project; a file outside it keeps its own path."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def readable(place: Path) -> bool:
    """Return whether a file is read: it is not hidden, and does not quote what the rules forbid."""
    return not any(part.startswith(".") for part in place.parts) and place.as_posix() not in EXAMPLES


# -- what is wrong -----------------------------------------------------------------------------------------------------


def habits(text: Text) -> Iterator[tuple[Rule, str]]:
    """Yield each rule that a text breaks, with the words that break it."""
    for one in RULES:
        if text.area in one.areas and (one.strings or not text.string):
            for found in one.pattern.finditer(text.words):
                yield one, found[0]


def misspelt(texts: list[Text]) -> Iterator[tuple[Text, str]]:
    """Yield the words that codespell takes for mistakes, each with its text."""
    lines = "\n".join([" ".join(text.words.split()) for text in texts])
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words", str(WORDS), "-"]
    done = subprocess.run(command, input=lines + "\n", capture_output=True, text=True, encoding="utf-8", check=False)
    if done.stderr.strip():
        raise SystemExit(f"codespell failed: {done.stderr.strip()}")
    for said in re.finditer(r"^(\d+): .*\n\t(.+)$", done.stdout, re.MULTILINE):
        yield texts[int(said[1]) - 1], said[2]


def findings(paths: list[Path]) -> list[str]:
    """Return a line for each finding: file, line (in a notebook the cell), what is wrong, and what to do.

    Args:
        paths: the files to read.
    """
    texts = [text for path in paths for text in texts_of(path)]
    found = [(text, f'{one.name}: "{words.strip()[:80]}": {one.instead}') for text in texts for one, words in habits(text)]
    found += [(text, f"spelling: {said}") for text, said in misspelt(texts)]
    places = sorted([(place_of(text.path), text.line, said) for text, said in found])
    return [f"{path}:{line}: {said}" for path, line, said in places]


def main(arguments: list[str] | None = None) -> int:
    """Check the files named on the command line, or all; return the exit code."""
    parser = argparse.ArgumentParser(description="Check spelling and style in everything that people read.")
    parser.add_argument("paths", nargs="*", help="files or folders; by default the whole project")
    parser.add_argument("--count", action="store_true", help="count what every rule finds in every area")
    given = parser.parse_args(arguments)
    paths = files(given.paths)
    if given.count:
        counts: Counter[tuple[str, str]] = Counter()
        for text in [text for path in paths for text in texts_of(path)]:
            counts.update([(one.name, text.area) for one in RULES for _ in one.pattern.finditer(text.words)])
        print("\n".join([f"{name:20}{area:12}{n:5}" for (name, area), n in sorted(counts.items())]))
        return 0
    found = findings(paths)
    print("\n".join(found) or f"Files read: {len(paths)}. Nothing found.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
