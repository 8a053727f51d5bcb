"""Controls for the exercises of the course: an answer without code, judged and kept like any other.

A notebook that begins with ``from widgets.answer import lesson`` shows controls below each check. What they hold is written
into the cell of the answer as Python, so a saved notebook holds the answer where every grader looks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

import anywidget
import ipywidgets as ipw
import traitlets

from widgets.explorer import PositionExplorer
from widgets.page import script
from workbench import course
from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted
from workbench.course.exercise import NOTHING_YET, Mark, Unfit, told_error
from workbench.course.form import Field, Form, Order, Pick, Tick, forms, is_open

OPEN: Final = ("choose …", None)
WIDTH: Final = "860px"
LETTER: Final = 7.6
"""How wide a letter of a label is, in pixels."""
NOT_CHECKED: Final = "Not checked yet."
BY_HAND: Final = "Your answer is written in Python. It stays until all fields here are filled in."
KEPT: Final = "Your answer is in the notebook. Save the notebook to keep it."
NOT_KEPT: Final = "This page cannot write into the notebook. To keep your answer, copy these lines into the cell of the answer."
STORED: Final = "<i>These are the points of the last run. Run all cells to see the fields and your points now.</i>"
"""What a page without a kernel shows below a mark."""
IN_PYTHON: Final = "Show the code"
AT_THE_BOARD: Final = "Show the board"


class Keeper(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """Writes the source of an answer into its cell; it shows nothing.

    Attributes:
        key: the key of the exercise.
        variable: the name that the answer has in its cell.
        code: the source to write; empty for nothing.
        kept: what the page reports: "yes", "no", or empty while there is nothing to report.
    """

    _esm = script("answer.js")

    key = traitlets.Unicode("").tag(sync=True)
    variable = traitlets.Unicode("").tag(sync=True)
    code = traitlets.Unicode("").tag(sync=True)
    kept = traitlets.Unicode("").tag(sync=True)

    def __repr__(self) -> str:
        return f"<Keeper of {self.key}>"  # the usual text would hold random numbers


class Entry:
    """The controls of one field.

    Args:
        of: the field.
        wide: how wide the labels of the form are, in pixels.

    Attributes:
        controls: its controls, in order.
        widget: what shows them.

    >>> from workbench.course.form import Number
    >>> entry = Entry(Number("chance", "The chance", "1/4"))
    >>> entry.put("3/10")
    >>> entry.held()
    '3/10'
    """

    def __init__(self, of: Field, wide: int = 100) -> None:
        self.field = of
        self.controls: list[ipw.ValueWidget] = []
        shared = {"style": {"description_width": f"{wide}px"}, "layout": {"width": "auto", "max_width": WIDTH}}
        if isinstance(of, Pick):
            self.controls = [menu(of.label, of.choices, shared)]
        elif isinstance(of, Order):
            self.controls = [menu(f"{of.label} {place}", of.choices, shared) for place in range(1, of.most + 1)]
        elif isinstance(of, Tick):
            self.controls = [ipw.Checkbox(False, description=f"{of.label}: {words}", indent=False) for words in of.choices]
        else:
            such_as = f"such as {of.example}"
            self.controls = [ipw.Text("", description=of.label, placeholder=such_as, continuous_update=False, **shared)]
        self.widget = ipw.VBox(self.controls) if len(self.controls) > 1 else self.controls[0]

    def held(self) -> Any:
        """Return what the field holds, as `Form.code` takes it."""
        values = [control.value for control in self.controls]
        if isinstance(self.field, Tick):
            return tuple([words for words, ticked in zip(self.field.choices, values, strict=True) if ticked])
        if isinstance(self.field, Order):
            return tuple([words for words in values if words is not None])
        return values[0]

    def put(self, held: Any) -> None:
        """Let the field hold something else.

        Args:
            held: what `held` is to return; None for nothing.
        """
        if isinstance(self.field, Tick):
            for words, control in zip(self.field.choices, self.controls, strict=True):
                control.value = words in (held or ())
        elif isinstance(self.field, Order):
            places = [*(held or ()), *[None] * self.field.most]
            for control, words in zip(self.controls, places, strict=False):
                choose(control, words)
        elif isinstance(self.field, Pick):
            choose(self.controls[0], held)
        else:
            self.controls[0].value = "" if held is None else held


def menu(label: str, choices: Iterable[str], shared: Mapping[str, Any]) -> ipw.Dropdown:
    """Return a menu in which nothing is chosen yet."""
    return ipw.Dropdown(options=[OPEN, *[(words, words) for words in choices]], index=0, description=label, **shared)


def choose(control: ipw.Dropdown, words: str | None) -> None:
    """Choose an entry of a menu.

    Args:
        control: the menu.
        words: the entry; None to choose nothing.

    Raises:
        WorkbenchError: the menu has no such entry.
    """
    entries = [entry for _, entry in control.options]
    if words not in entries:
        raise WorkbenchError(f"{control.description}: there is no choice {quoted(words)}.")
    control.index = entries.index(words)  # a menu whose value becomes None would show nothing at all


class Answer(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The controls for one exercise, with a button that has the answer judged.

    Args:
        lesson: the lesson that judges and keeps the mark.
        key: the key of the exercise.
        form: the form of its answer.
        space: the variables of the notebook; the answer becomes one of them.
        mark: the mark that the answer has already; None for none.
        source: the source that the answer came from; empty if that is not known.

    Attributes:
        entries: the controls of each field, by its name.
        code: the answer as the source of its cell.

    >>> answer = Answer(course.lesson(1), "1.4", forms(1)["1.4"], {})
    >>> answer.put({"answer": "48"})
    >>> answer.code
    'answer_4 = 48'
    >>> print(answer.check())
    1.4: 0 of 2 points. That counts every ruling. Some have no option: you can read the other readings, but not play them.
    """

    def __init__(
        self,
        lesson: course.Lesson,
        key: str,
        form: Form,
        space: dict[str, Any],
        *,
        mark: Mark | None = None,
        source: str = "",
    ) -> None:
        self.lesson, self.key, self.form, self.space = lesson, key, form, space
        wide = round(LETTER * max([len(one.label) for one in form.fields]) + 16)
        self.entries = {one.name: Entry(one, wide) for one in form.fields}
        self.code = source or form.blank
        self._listening = True
        self._aid = ipw.HTML("")
        self._button = ipw.Button(description="Check", tooltip=f"Have the answer to exercise {key} judged")
        self._button.on_click(lambda _: self.check())
        self._said = ipw.Label("")
        self._verdict = ipw.HTML("")
        self._python = ipw.HTML("")
        self._in_python = ipw.ToggleButton(False, description=IN_PYTHON, tooltip="Show the answer as Python")
        self._at_the_board = ipw.ToggleButton(False, description=AT_THE_BOARD, tooltip="Try moves in this position")
        self._board = ipw.VBox()
        for button in (self._in_python, self._at_the_board):
            button.observe(lambda _: self._unfold(), "value")
        self._keeper = Keeper(key=key, variable=form.variable)
        self._keeper.observe(lambda _: self._was_kept(), "kept")
        known = {} if not source or form.is_blank(source) else form.read(source)
        self._by_hand = known is None
        self._show(known or {})
        for entry in self.entries.values():
            for control in entry.controls:
                control.observe(lambda _: self._changed(), "value")
        self._said.value = BY_HAND if self._by_hand else ""
        self._draw(mark)
        buttons = [self._button, *([self._at_the_board] if form.board else []), self._in_python, self._said]
        super().__init__(
            [
                self._aid,
                *[entry.widget for entry in self.entries.values()],
                ipw.HBox(buttons, layout={"flex_flow": "row wrap"}),
                self._verdict,
                self._python,
                self._board,
                self._keeper,
            ]
        )
        self._unfold()

    def held(self) -> dict[str, Any]:
        """Return what all fields hold, as `Form.code` takes it."""
        return {name: entry.held() for name, entry in self.entries.items()}

    def put(self, given: Mapping[str, Any]) -> None:
        """Let the fields hold something else, as if a person had chosen it.

        Args:
            given: what each field is to hold, by its name; the others hold nothing.
        """
        self._show(given)
        self._changed()

    def check(self) -> Mark:
        """Have the answer judged, and show the mark.

        Returns:
            the mark.
        """
        self._said.value = "Checking …"
        try:
            mark = self.lesson.check(self.key, self.space[self.form.variable] if self._by_hand else self._made())
        except Unfit as unfit:
            mark = with_hint(self.lesson.check(self.key, None), str(unfit))
        self._said.value = ""
        missing = [one.label for one in self.form.open(self.held())]
        if len(missing) == len(self.entries) and not self._by_hand:
            mark = with_hint(mark, NOTHING_YET)
        elif missing and len(missing) < len(self.entries):
            mark = with_hint(mark, f"{mark.hint} Still open: {'; '.join(missing)}.")
        self._draw(mark)
        self._was_kept()
        return mark

    def _made(self) -> Any:
        """Carry out the source of the answer, and return the answer.

        Raises:
            Unfit: a field holds something that it cannot, or the cells above have not run.
        """
        self.code = self.form.code(self.held())
        try:
            exec(compile(self.code, f"<answer {self.key}>", "exec"), self.space)
        except NameError as error:
            raise Unfit(f"Run all cells of the notebook first. ({told_error(error)}.)") from None
        return self.space[self.form.variable]

    def _show(self, given: Mapping[str, Any]) -> None:
        self._listening = False
        for name, entry in self.entries.items():
            entry.put(None if is_open(given.get(name)) else given[name])
        self._listening = True

    def _changed(self) -> None:
        """Keep what the controls hold now; it is not judged before somebody asks for that."""
        if not self._listening:
            return
        if self._by_hand and self.form.entire and self.form.open(self.held()):
            return  # half an answer does not replace a whole one
        self._by_hand = False
        try:
            self._made()
            said = NOT_CHECKED
        except Unfit as unfit:
            self.code, said = self.form.blank, str(unfit)
        self._draw(None)
        self._said.value = said
        self._keeper.kept = ""
        self._keeper.code = self.code

    def _unfold(self) -> None:
        """Show the code and the board if somebody wants to see them."""
        self._python.layout.display = None if self._in_python.value else "none"
        self._board.layout.display = None if self._at_the_board.value else "none"
        if self._at_the_board.value and self.form.board is not None and not self._board.children:
            game, position = self.form.board()
            self._board.children = [PositionExplorer(game, position, {})]

    def _was_kept(self) -> None:
        if self._keeper.kept == "no":
            self._said.value, self._in_python.value = NOT_KEPT, True
        elif self._keeper.kept == "yes" and self._said.value == "":
            self._said.value = KEPT

    def _draw(self, mark: Mark | None) -> None:
        """Show the help, the mark and the source as they are now."""
        aid = self.form.aid(self.held()) if self.form.aid else ""
        self._aid.value = pre(aid) if aid else ""
        self._python.value = pre(self.code)
        told = "" if mark is None else mark._repr_html_()
        self._verdict.value = f'<div role="status" style="line-height:1.5;max-width:{WIDTH}">{told}</div>'

    def __repr__(self) -> str:
        return f"<Answer to {self.key}>"  # the usual text would hold random numbers


def with_hint(mark: Mark, hint: str) -> Mark:
    """Return the same mark with other words.

    >>> print(with_hint(Mark(0, "1.2", 3, "With ('C1', 'C4', 'C') your function returns nothing."), NOTHING_YET))
    1.2: 0 of 3 points. Nothing answered yet.
    """
    return Mark(mark, mark.key, mark.points, hint)


def pre(text: str) -> str:
    """Return lines as HTML that keeps their spaces.

    >>> pre("1 < 2")
    '<pre style="margin:0;line-height:1.4;white-space:pre-wrap">1 &lt; 2</pre>'
    """
    return f'<pre style="margin:0;line-height:1.4;white-space:pre-wrap">{escape(text)}</pre>'


class ShownMark(Mark):
    """A mark that shows the controls of its exercise; a grader reads the same number.

    Attributes:
        answer: the controls.
    """

    answer: Answer

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        shown = dict(self.answer._repr_mimebundle_(**options) or {})
        return {**shown, "text/plain": float.__repr__(self), "text/html": f"{self._repr_html_()}<br>{STORED}"}


@dataclass(repr=False)
class LessonWithControls(course.Lesson):
    """A lesson whose checks show controls; see `lesson`.

    Attributes:
        answers: the controls of each exercise that was checked, by its key.
    """

    answers: dict[str, Answer] = field(default_factory=dict)

    def __call__(self, key: str, answer: Any) -> Mark:
        mark = self.check(key, answer)
        form = forms(self.number)[key]
        space = variables()
        before = self.answers.pop(key, None)
        made_here = before is not None and before.space.get(form.variable) is answer and before.code
        if before is not None:
            before.close()
        source = made_here or source_of(form.variable, space)
        if form.is_blank(source):  # the judge speaks of a function, which nobody sees here
            mark = with_hint(mark, NOTHING_YET)
        controls = Answer(self, key, form, space, mark=mark, source=source)
        self.answers[key] = controls
        shown = ShownMark(mark, mark.key, mark.points, mark.hint)
        shown.answer = controls
        return shown


def lesson(number: int) -> LessonWithControls:
    """Load a lesson with no exercise answered yet; each check shows controls with which it can be answered.

    Args:
        number: which lesson, from 1.

    Raises:
        UnknownNameError: there is no such lesson.

    >>> check = lesson(1)
    >>> check("1.4", None)
    0.0
    >>> check.answers["1.4"]
    <Answer to 1.4>
    """
    plain = course.lesson(number)
    return LessonWithControls(plain.number, plain.title, plain.exercises)


def variables() -> dict[str, Any]:
    """Return the variables of the notebook; new ones outside a notebook."""
    try:
        from IPython import get_ipython  # missing outside a notebook
    except ImportError:
        return {}
    shell = get_ipython()
    return {} if shell is None else shell.user_ns


def source_of(variable: str, space: Mapping[str, Any]) -> str:
    """Return the source of the last cell that gave a variable its value.

    Args:
        variable: its name.
        space: the variables of the notebook, among them `In`, the sources of the cells that have run.

    Returns:
        the source; empty if no cell has given it a value.

    >>> source_of("answer_1", {"In": ["answer_1 = 3", "answer_1 == 4", "print(answer_1)"]})
    'answer_1 = 3'
    """
    gives = re.compile(rf"^(?:{variable}\s*=[^=]|(?:def|class)\s+{variable}\b)", re.MULTILINE)
    return next((source.strip() for source in reversed(space.get("In", [])) if gives.search(source)), "")
