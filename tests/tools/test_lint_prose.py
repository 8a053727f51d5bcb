"""The prose check finds what docs/style.md asks to avoid, and leaves good sentences alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import lint_prose

BAD = [
    ("contraction", "You can't play that card."),
    ("contraction", "It's your turn."),
    ("american", "The color of a field is its crop."),
    ("american", "Every traveler goes home."),
    ("twice", "Take the the top card."),
    ("there", "No such game. There is: keydom, nim."),
    ("there", "There: five complete games."),
    ("plural", "It has 1 seat(s)."),
    ("percent", "It wins 39.5 % of the games."),
    ("filler", "Shuffle in order to begin."),
    ("computer player", "Two seats have players of the program."),
    ("silent", "The odds fall silent where a rule is changed."),
    ("pass", "Hand over the class to the game."),
    ("one", "Play as often as one likes."),
    ("who", "The bids are opened. Who bids most wins."),
    ("fast ones", "Here is something for the fast ones."),
    ("none of", "A text that long is none of ours."),
    ("so many", "So many files are read at most."),
    ("left out", "The seed; left out, it is 0."),
    ("the more the more", "The more you bid, the better your chance."),
    ("for then", "Wait, for then the price falls."),
    ("somebody else", "This is the file of somebody else."),
    ("an own", "An own game needs a rulebook."),
    ("seen", "The name holds what is not to be seen."),
    ("alike", "No two plots are called alike."),
    ("sign", "The name holds a sign."),
    ("is no", "That is no whole number."),
    ("spelling", "Choose the seperate deck."),
]
GOOD = [
    "You cannot play that card: NW-TRICK-1 forbids it.",
    "Whoever bids most wins; a player who ties shares the win.",
    "Who decides, and under which clause?",
    "The colour of a neighbouring field is grey.",
    "Available: keydom, nim.",
    "It wins 39.5% of the games (38.6 to 40.5), n = 10,000.",
    "The players' hands stay hidden, and each player's cards too.",
    "He said that that card was the last one he had had.",
    "One may be enough, and no one else needs it.",
    "Its own name is read from `game.color`, ``it's`` and <b color='gray'>.",
    "See [the colours](https://example.org/color%20catalog).",
]


def said(tmp_path: Path, name: str, text: str) -> list[str]:
    """Write a file and return what is wrong with it."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return lint_prose.findings([file])


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is wrong with a page for every sentence: the speller starts once for all of them."""
    folder = tmp_path_factory.mktemp("pages")
    texts = {f"bad-{number}": f"# Title\n\nA good line.\n{sentence}\n" for number, (_, sentence) in enumerate(BAD)}
    texts |= {f"good-{number}": sentence for number, sentence in enumerate(GOOD)}
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return lint_prose.findings([folder / f"{name}.md" for name in texts])


@pytest.mark.parametrize("number", range(len(BAD)), ids=[sentence for _, sentence in BAD])
def test_a_bad_sentence_is_found(number: int, found: list[str]) -> None:
    (line,) = [one for one in found if f"bad-{number}.md:" in one]
    assert f": {BAD[number][0]}: " in line


@pytest.mark.parametrize("number", range(len(GOOD)), ids=GOOD)
def test_a_good_sentence_is_left_alone(number: int, found: list[str]) -> None:
    assert [one for one in found if f"good-{number}.md:" in one] == []


def test_every_rule_has_a_bad_sentence() -> None:
    assert {rule.name for rule in lint_prose.RULES} | {"spelling"} == {rule for rule, _ in BAD}


def test_code_is_not_prose(tmp_path: Path) -> None:
    assert said(tmp_path, "page.md", "Fine.\n\n```python\n# it's the the color\n```\n\nFine, too.") == []
    assert said(tmp_path, "code.py", '"""Fine.\n\n>>> "it\'s the the color"\n"it\'s a color"\n"""\n') == []


def test_docstrings_comments_and_longer_strings_of_code_are_read(tmp_path: Path) -> None:
    code = '"""It\'s a module."""\n\n# it\'s a comment\nSAID = f"it\'s {1} string"\nSHORT = "it\'s short"\n'
    assert [one.rpartition("code.py:")[2][:1] for one in said(tmp_path, "code.py", code)] == ["1", "3", "4"]


def test_of_a_notebook_the_markdown_is_read_and_the_cell_is_named(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "code", "source": ["# it's code"], "metadata": {}, "outputs": []},
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "It's prose."], "metadata": {}},
    ]
    (found,) = said(tmp_path, "book.ipynb", json.dumps({"cells": cells}))
    assert "book.ipynb:2: contraction: " in found


def test_other_areas_are_held_to_fewer_rules() -> None:
    place = lint_prose.ROOT / "workbench" / "games" / "nowhere.py"
    texts = list(lint_prose.texts_of_code(place, '"""Who wins first.\n\nIt\'s a game."""\n'))
    assert {text.area for text in texts} == {lint_prose.GAME}
    assert [rule.name for text in texts for rule, _ in lint_prose.habits(text)] == ["contraction"]


def test_the_command_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.md").write_text("It's wrong.", encoding="utf-8")
    assert lint_prose.main([str(tmp_path)]) == 1
    assert "page.md:1: contraction: " in capsys.readouterr().out
    assert lint_prose.main(["--count", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == ["contraction", "document", "1"]
    (tmp_path / "page.md").write_text("It is right.", encoding="utf-8")
    assert lint_prose.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Files read: 1. Nothing found.\n"
