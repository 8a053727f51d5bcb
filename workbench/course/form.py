"""The form of an answer: fields to choose from or to fill in, and the Python that says the same.

An exercise states its form once. `widgets.answer` shows the fields as controls, and `Form.code` turns what they hold into the
source of the answer's cell. So an answer that was given with controls is an ordinary answer: the same judge marks it, and every
grader finds it where it finds the answers of people who program.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeVar

from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.course.exercise import Unfit
from workbench.course.shelf import lesson

Given = Mapping[str, Any]
"""What the fields of a form hold, by their names; an open field is missing, None, or empty."""

Board = Callable[[], tuple[Game, Mapping[str, Any]]]

Entry = TypeVar("Entry", str, str | int)
"""What a choice stands for."""

LONGEST: Final = 60
"""The most letters that a typed answer may have."""
NUMBER: Final = re.compile(r"(?P<over>[+-]?\d+(?:\.\d+)?)\s*(?:/\s*(?P<under>\d+(?:\.\d+)?))?\s*(?P<percent>%)?")
DOCSTRING: Final = '"""'


@dataclass(frozen=True)
class Pick:
    """A field in which you choose one of several things.

    Attributes:
        name: its name in the form.
        label: what it asks for.
        choices: the words of each choice, with the Python that stands for it.

    >>> Pick("low", "The lower card", {"the 5": "5", "the 7": "7"}).code("the 7")
    '7'
    """

    name: str
    label: str
    choices: Mapping[str, str]

    def code(self, held: Any) -> str:
        """Return what the field holds as Python.

        Args:
            held: the words of a choice.

        Raises:
            Unfit: there is no such choice.
        """
        return chosen(self.label, self.choices, held)

    @property
    def pattern(self) -> str:
        """A regular expression for all Python that the field can become."""
        longest_first = sorted(self.choices.values(), key=len, reverse=True)
        return "|".join(map(re.escape, longest_first))

    def read(self, code: str) -> str:
        """Return what the field holds if it has become this Python."""
        return next(words for words, its_code in self.choices.items() if its_code == code)


@dataclass(frozen=True)
class Tick:
    """A field in which you tick as many things as you like; it becomes a list of texts or of numbers.

    Attributes:
        name: its name in the form.
        label: what it asks for.
        choices: the words of each choice, with the entry of the list that stands for it.

    >>> Tick("turns", "Turns", {"first": 1, "last": 4}).code(("last", "first"))
    '[1, 4]'
    """

    name: str
    label: str
    choices: Mapping[str, str | int]

    def code(self, held: Any) -> str:
        """Return what the field holds as Python.

        Args:
            held: the words of the ticked choices, in any order.

        Raises:
            Unfit: there is no such choice.
        """
        ticked = [chosen(self.label, self.choices, words) for words in held]
        return f"[{', '.join([literal(entry) for entry in self.choices.values() if entry in ticked])}]"

    @property
    def pattern(self) -> str:
        """A regular expression for all Python that the field can become."""
        entry = "|".join([re.escape(literal(entry)) for entry in self.choices.values()])
        return rf"\[(?:(?:{entry})(?:, )?)*\]"

    def read(self, code: str) -> tuple[str, ...]:
        """Return what the field holds if it has become this Python."""
        found = ast.literal_eval(code)
        return tuple([words for words, entry in self.choices.items() if entry in found])


@dataclass(frozen=True)
class Order:
    """A field in which you put things in order, the first first; it becomes a text with spaces between their names.

    Attributes:
        name: its name in the form.
        label: what it asks for.
        choices: the words of each choice, with its name.
        most: how many places there are, 1 or more.

    >>> Order("follies", "Follies", {"Greedy": "GR", "Lazy": "LZ"}, 3).code(("Lazy", "Greedy"))
    '"LZ GR"'
    """

    name: str
    label: str
    choices: Mapping[str, str]
    most: int

    def code(self, held: Any) -> str:
        """Return what the field holds as Python.

        Args:
            held: the words of the choices, in order.

        Raises:
            Unfit: there is no such choice.
        """
        return literal(" ".join([chosen(self.label, self.choices, words) for words in held]))

    @property
    def pattern(self) -> str:
        """A regular expression for all Python that the field can become."""
        entry = "|".join(map(re.escape, self.choices.values()))
        return rf'"(?:(?:{entry}) ?)+"'

    def read(self, code: str) -> tuple[str, ...]:
        """Return what the field holds if it has become this Python."""
        words = {entry: words for words, entry in self.choices.items()}
        return tuple([words[entry] for entry in ast.literal_eval(code).split()])


@dataclass(frozen=True)
class Text:
    """A field to type a short text into.

    Attributes:
        name: its name in the form.
        label: what it asks for.
        example: a text in the form that is asked for.

    >>> Text("bid", "Your bid", "B2 C1").code(" D1 ")
    '"D1"'
    """

    name: str
    label: str
    example: str

    def code(self, held: Any) -> str:
        """Return what the field holds as Python.

        Raises:
            Unfit: it is too long.
        """
        text = " ".join(str(held).split())
        if len(text) > LONGEST:
            raise Unfit(f"{self.label}: write at most {LONGEST} letters, such as {self.example!r}; this has {len(text)}.")
        return literal(text)

    @property
    def pattern(self) -> str:
        """A regular expression for all Python that the field can become."""
        return r'"(?:[^"\\\n]|\\.)*"'

    def read(self, code: str) -> str:
        """Return what the field holds if it has become this Python."""
        return str(ast.literal_eval(code))


@dataclass(frozen=True)
class Number:
    """A field to type a number into: a whole number, decimals, a fraction or a percentage.

    Attributes:
        name: its name in the form.
        label: what it asks for.
        example: a number in the form that is asked for.

    >>> number = Number("chance", "The chance", "1/4")
    >>> number.code("3/10"), number.code("0.30"), number.code("30%"), number.code("12")
    ('3 / 10', '0.30', '30 / 100', '12')
    >>> number.code("three")
    Traceback (most recent call last):
    ...
    workbench.course.exercise.Unfit: The chance: 'three' is not a number. Write it in digits, such as 1/4.
    """

    name: str
    label: str
    example: str

    def code(self, held: Any) -> str:
        """Return what the field holds as Python.

        Raises:
            Unfit: it is not a number.
        """
        text = str(held).strip().replace("−", "-")
        found = NUMBER.fullmatch(text) if text.isascii() and len(text) <= LONGEST else None
        if found is None:
            raise Unfit(f"{self.label}: {quoted(held)} is not a number. Write it in digits, such as {self.example}.")
        over, under = (plain(part) for part in (found["over"], found["under"] or "1"))
        if not float(under):
            raise Unfit(f"{self.label}: nothing can be divided by 0.")
        parts = [over] + [under] * bool(found["under"]) + ["100"] * bool(found["percent"])
        return " / ".join(parts)

    @property
    def pattern(self) -> str:
        """A regular expression for all Python that the field can become."""
        return r"-?[\d.]+(?: / [\d.]+)*"

    def read(self, code: str) -> str:
        """Return what the field holds if it has become this Python."""
        return code.replace(" / ", "/")


def chosen(label: str, choices: Mapping[str, Entry], words: Any) -> Entry:
    """Return what a choice stands for.

    Args:
        label: what the field asks for.
        choices: what each choice stands for, by its words.
        words: the words of the choice.

    Raises:
        Unfit: there is no such choice.

    >>> chosen("Turns", {"first": 1, "last": 4}, "last")
    4
    """
    if words not in choices:
        raise Unfit(f"{label}: there is no choice {quoted(words)}. Available: {', '.join(choices)}.")
    return choices[words]


def literal(entry: str | int) -> str:
    """Return a text or a whole number as Python, a text in double quotes.

    >>> print(literal("it's"), literal(4))
    "it's" 4
    """
    return json.dumps(entry, ensure_ascii=False)


def plain(digits: str) -> str:
    """Return a number as Python writes it: without a plus, and without zeros in front, which Python refuses.

    >>> plain("+007"), plain("0.50"), plain("-0")
    ('7', '0.50', '-0')
    """
    sign = "-" * digits.startswith("-")
    whole, point, rest = digits.lstrip("+-").partition(".")
    return f"{sign}{whole.lstrip('0') or '0'}{point}{rest}"


Field = Pick | Tick | Order | Text | Number


@dataclass(frozen=True)
class Form:
    """The form of an answer.

    Attributes:
        variable: the name that the answer has in its cell.
        fields: the fields, in order.
        template: the source of the answer's cell, with ``{name}`` in the place of each field.
        blank: the source of the cell while there is no answer.
        entire: whether the answer needs all fields; if not, an open field becomes None.
        aid: a function from what the fields hold to lines that help with the answer; None for no help.
        board: a function that gives a game and a position of it, to try moves in; None for no board.

    >>> form = value("1.4", Number("answer", "How many?", "12"))
    >>> form.code({"answer": "9"}), form.code({}), form.read("answer_4 = 9")
    ('answer_4 = 9', 'answer_4 = None', {'answer': '9'})
    """

    variable: str
    fields: tuple[Field, ...]
    template: str
    blank: str
    entire: bool = True
    aid: Callable[[Given], str] | None = None
    board: Board | None = None

    def open(self, given: Given) -> tuple[Field, ...]:
        """Return the fields that hold nothing yet."""
        return tuple([field for field in self.fields if is_open(given.get(field.name))])

    def code(self, given: Given) -> str:
        """Return the source of the answer's cell.

        Args:
            given: what the fields hold.

        Raises:
            Unfit: a field holds something that it cannot.
        """
        missing = self.open(given)
        if len(missing) == len(self.fields) or (missing and self.entire):
            return self.blank
        codes = {
            f"{{{field.name}}}": "None" if field in missing else field.code(given[field.name]) for field in self.fields
        }
        # all at once, so a typed text that looks like another place stays as it is
        return re.sub("|".join(map(re.escape, codes)), lambda place: codes[place[0]], self.template)

    def is_blank(self, source: str) -> bool:
        """Return whether a cell holds no answer yet, whatever its comments.

        >>> value("1.4", Number("answer", "How many?", "12")).is_blank("answer_4 = None  # your answer here")
        True
        """
        try:
            held = ast.dump(ast.parse(source))
            return any(held == ast.dump(ast.parse(blank)) for blank in (self.blank, f"{self.variable} = None"))
        except (SyntaxError, ValueError, RecursionError):
            return False

    def read(self, source: str) -> dict[str, Any] | None:
        """Return what the fields held when they became this source; None if it was written in another way.

        >>> value("1.4", Number("answer", "How many?", "12")).read("answer_4 = len(rulings)") is None
        True
        """
        pattern = re.escape(self.template)
        for field in self.fields:
            mark = re.escape(f"{{{field.name}}}")
            before, _, after = pattern.partition(mark)
            pattern = f"{before}(?P<{field.name}>{field.pattern}|None){after.replace(mark, f'(?P={field.name})')}"
        found = re.fullmatch(pattern, source.strip())
        if found is None:
            return None
        held = {field.name: found[field.name] for field in self.fields}
        return {field.name: field.read(held[field.name]) for field in self.fields if held[field.name] != "None"}


def is_open(held: Any) -> bool:
    """Return whether a field holds nothing yet.

    >>> is_open(" "), is_open(()), is_open("0")
    (True, True, False)
    """
    return held is None or (not held.strip() if isinstance(held, str) else not held)


def variable_of(key: str) -> str:
    """Return the name of the answer to an exercise that asks for a value.

    >>> variable_of("1.4")
    'answer_4'
    """
    return f"answer_{key.partition('.')[2]}"


def value(key: str, field: Field, aid: Callable[[Given], str] | None = None, board: Board | None = None) -> Form:
    """Return the form of an answer that is one value.

    Args:
        key: the key of the exercise.
        field: the field that holds the value.
        aid: see `Form`.
        board: see `Form`.
    """
    name = variable_of(key)
    return Form(name, (field,), f"{name} = {{{field.name}}}", f"{name} = None", aid=aid, board=board)


def table(key: str, entries: Mapping[str, Field], board: Board | None = None) -> Form:
    """Return the form of an answer that is a dictionary.

    Args:
        key: the key of the exercise.
        entries: a field for each key of the dictionary.
        board: see `Form`.

    >>> print(table("1.3", {"card": Text("card", "The card", "C5"), "fief": Number("fief", "Fief", "3")}).code({"fief": "2"}))
    answer_3 = {
        "card": None,
        "fief": 2,
    }
    """
    name = variable_of(key)
    rows = "".join([f"    {literal(entry)}: {{{field.name}}},\n" for entry, field in entries.items()])
    blank = "".join([f"    {literal(entry)}: None,\n" for entry in entries])
    return Form(name, tuple(entries.values()), f"{name} = {{\n{rows}}}", f"{name} = {{\n{blank}}}", entire=False, board=board)


def built(template: str, fields: Sequence[Field]) -> Form:
    """Return the form of an answer that is put together from parts: a function or a class.

    Args:
        template: its source, with ``{name}`` in the place of each part; what comes before and with its last docstring is the
            source of the cell while there is no answer.
        fields: the parts to choose.

    >>> parts = [Pick("sign", "Then it is", {"added": "+", "taken away": "-"})]
    >>> form = built('def count(one, other):\\n    \"\"\"Return a number.\"\"\"\\n    return one {sign} other\\n', parts)
    >>> form.variable, form.code({"sign": "added"}).splitlines()[-1], form.code({}).splitlines()[-1]
    ('count', '    return one + other', '    \"\"\"Return a number.\"\"\"')
    """
    found = re.search(r"^(?:def|class) (\w+)", template, re.MULTILINE)
    if found is None:
        raise ValueError("the template holds neither a function nor a class")
    head, quotes, _ = template.rpartition(DOCSTRING)
    return Form(found[1], tuple(fields), template.strip(), head + quotes)


def texts(*words: str) -> dict[str, str]:
    """Return choices that stand for themselves, as texts.

    >>> texts("higher", "lower")
    {'higher': '"higher"', 'lower': '"lower"'}
    """
    return {word: literal(word) for word in words}


def forms(number: int) -> dict[str, Form]:
    """Load the forms of the answers of a lesson, which are the `FORMS` of the file `form_NN.py`.

    Args:
        number: which lesson, from 1.

    Returns:
        the form of each answer, by the key of the exercise.

    Raises:
        UnknownNameError: there is no such lesson.

    >>> list(forms(1))
    ['1.1', '1.2', '1.3', '1.4']
    """
    lesson(number)  # which says what lessons there are
    found: dict[str, Form] = import_module(f"workbench.course.form_{number:02d}").FORMS
    return found
