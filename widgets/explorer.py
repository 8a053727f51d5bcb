"""A small position of any game that you change with controls, to see what the rules make of it.

A position explorer shows controls for parts of a position, the board, the legal moves with their notes, and the result of a
move: its events with their clauses, or the refusal with the words of its clause. Without a kernel it shows the same as a
still picture and as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any, Final, Protocol

import ipywidgets as ipw

from widgets.picture import ClickablePicture
from workbench.core.errors import IllegalMove, PositionError, Refusal, UnknownMoveError, WorkbenchError, nearest
from workbench.core.events import Event
from workbench.core.figures import notes_of
from workbench.core.game import Game
from workbench.core.match import Match, Move
from workbench.core.pieces import Box
from workbench.core.scene import FONT, Panel, Scene, Spot, tidy
from workbench.core.words import COLUMNS

Choices = dict[str, Any]
GameSource = Game | Callable[[Choices], Game]
PositionSource = Mapping[str, Any] | Callable[[Choices], Mapping[str, Any]]
ChanceSource = Sequence[str] | Callable[[Choices], Sequence[str]]

NO_MOVE: Final = -1
BUTTONS: Final = 5
"""The most choices that are shown as buttons, if they are short; otherwise they are shown as a drop-down list."""
BUTTON_LETTERS: Final = 44
"""How many letters fit on these buttons altogether."""
SHEET_WIDTH: Final = 760
SHEET: Final = "padding:0 8px;border-radius:8px;background:#FFFFFF"
LINE: Final = 20
ROW: Final = {"flex_flow": "row wrap", "grid_gap": "4px 12px", "align_items": "center"}
WIDEST_GAP: Final = 60
"""The largest vertical gap between two parts in a picture of some parts of a board."""
LETTERS: Final = 96
"""How many letters fit on a line of the still picture."""


@dataclass(frozen=True)
class Control:
    """One thing that you can change.

    Attributes:
        name: its name in `choose` and in the position.
        label: what it is, in words.
        texts: the choices as they are shown; empty for a field to type into.
        values: the value of each choice.
        slides: whether to show the choices on a slider.
    """

    name: str
    label: str
    texts: tuple[str, ...]
    values: tuple[Any, ...]
    slides: bool = False

    @property
    def typed(self) -> bool:
        """Whether you type a text instead of choosing."""
        return not self.texts

    def value_of(self, wanted: Any) -> Any:
        """Return the value of a choice, given as that value or as its text.

        Raises:
            WorkbenchError: there is no such choice.
        """
        if self.typed:
            if not isinstance(wanted, str):
                raise WorkbenchError(f"{self.name!r} takes a text, not {wanted!r}.")
            return wanted
        for text, value in zip(self.texts, self.values, strict=True):
            if (type(wanted) is type(value) and wanted == value) or wanted == text:
                return value
        known = [repr(value) for value in self.values]
        raise WorkbenchError(f"{self.name!r} cannot be {wanted!r}. Available: {', '.join(known)}.")

    def short_form(self) -> Sequence[Any] | str:
        """Return the choices in the form that explorers take."""
        if self.typed:
            return str(self.values[0])
        if self.slides:
            step = self.values[1] - self.values[0] if len(self.values) > 1 else 1
            return range(self.values[0], self.values[-1] + step, step)
        return list(zip(self.texts, self.values, strict=True))

    def shown(self, value: Any) -> str:
        """Return a value as it is shown."""
        if self.typed:
            return str(value)
        return self.texts[self.values.index(value)]


def _control(name: str, label: str, choices: Sequence[Any] | str) -> Control:
    """Return a control from its short form: a list of values or (text, value) pairs, a range, or a text."""
    if isinstance(choices, str):
        return Control(name, label, (), (choices,))
    if isinstance(choices, range) and choices:
        return Control(name, label, tuple([str(value) for value in choices]), tuple(choices), slides=True)
    pairs = [one if isinstance(one, tuple) and len(one) == 2 else (_text_of(one), one) for one in choices]
    if not pairs:
        raise WorkbenchError(f"The control {name!r} needs at least one choice.")
    return Control(name, label, tuple([str(text) for text, _ in pairs]), tuple([value for _, value in pairs]))


def _text_of(value: Any) -> str:
    return "none" if value is None or value == "" else str(value)


def _checked(controls: tuple[Control, ...], values: Mapping[str, Any]) -> Choices:
    """Return the wanted choices as values.

    Raises:
        WorkbenchError: there is no such control, or it has no such choice.
    """
    known = {control.name: control for control in controls}
    chosen: Choices = {}
    for name, wanted in values.items():
        if name not in known:
            there_is = ", ".join(known) or "none"
            raise WorkbenchError(f"There is no control {name!r}.{nearest(name, known)} Available: {there_is}.")
        chosen[name] = known[name].value_of(wanted)
    return chosen


def _settings(controls: tuple[Control, ...], choices: Choices) -> list[str]:
    """Return the choices in words."""
    return [f"{control.label}: {control.shown(choices[control.name])}" for control in controls]


def _wrapped(lines: Sequence[str]) -> list[str]:
    """Return lines short enough for the output of a cell, with continuation lines indented."""
    rows: list[str] = []
    for line in lines:
        start = " " * (len(line) - len(line.lstrip(" ")))
        hang = start + "  "
        rows += wrap(line.strip(), COLUMNS, initial_indent=start, subsequent_indent=hang, break_on_hyphens=False) or [
            ""
        ]
    return rows


def wrapped(lines: Sequence[str]) -> str:
    """Return lines that fit the output of a cell, as one text; a label and its value stay together.

    >>> print(wrapped(["Chances: " + ", ".join([f"number {n}: 10.0%" for n in range(5)])]))
    Chances: number 0: 10.0%, number 1: 10.0%, number 2: 10.0%, number 3: 10.0%,
      number 4: 10.0%
    """
    kept = [line.replace(" ", "\u00a0").replace(",\u00a0", ", ").replace(":\u00a0", ": ") for line in lines]
    return "\n".join(_wrapped(kept)).replace("\u00a0", " ")


def _heading(title: str) -> list[Any]:
    return [ipw.HTML(f"<b>{escape(title)}</b>")] if title else []


class _Fields:
    """The widgets of some controls, which report when a person changes one.

    Args:
        controls: what the person can change.
        choices: the first choices.
        changed: called with the name and the new value.
    """

    def __init__(self, controls: tuple[Control, ...], choices: Choices, changed: Callable[..., None]) -> None:
        self._changed = changed
        self._listening = True
        self.fields = {control.name: _field(control, choices[control.name]) for control in controls}
        for field in self.fields.values():
            field.observe(self._heard, "value")
        self.box = ipw.Box(list(self.fields.values()), layout=ROW)

    def follow(self, choices: Choices) -> None:
        """Show choices that were made from code."""
        self._listening = False
        for name, field in self.fields.items():
            field.value = choices[name]
        self._listening = True

    def _heard(self, change: Any) -> None:
        if self._listening:
            name = next(name for name, field in self.fields.items() if field is change["owner"])
            self._changed(**{name: change["new"]})


def filled(template: Any, choices: Mapping[str, Any]) -> Any:
    """Return a description with the choices in the places marked ``{name}``.

    Args:
        template: JSON values; a text that is only a mark becomes the choice itself, so numbers stay numbers.
        choices: what replaces each mark.

    >>> filled({"hand": "{hand} L1", "fief": "{fief}", "ruler": "LQ"}, {"hand": "C2 C7", "fief": 3})
    {'hand': 'C2 C7 L1', 'fief': 3, 'ruler': 'LQ'}
    """
    if isinstance(template, Mapping):
        return {key: filled(value, choices) for key, value in template.items()}
    if isinstance(template, (list, tuple)):
        return [filled(value, choices) for value in template]
    if not isinstance(template, str):
        return template
    for name, value in choices.items():
        if template == "{" + name + "}":
            return value
        template = template.replace("{" + name + "}", "" if value is None else str(value))
    return template


class PositionExplorer(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A position with controls: see what is legal in it, what is not and why, and what a move does.

    Args:
        game: the game, or a function that gives one for the choices (to switch rules).
        position: the position as `game.position` takes it, in which ``{name}`` stands for the choice of that control; or a
            function that gives such a dict for the choices.
        controls: for each name a label and its choices: values, pairs of text and value, a range (for a slider), or one
            text to edit. The explorer begins with the first choice.
        title: a heading.
        show: the parts of the board to show, as beginnings of the names of its spots (``hand``, ``fief-3``); all if empty.
        chance: outcomes (symbols) of the random events to come, in order, or a function that gives them for the
            choices; after the last of them the seed decides.
        seed: where other chance comes from.
        odds: whether to show the game's odds.

    >>> import workbench as wb
    >>> explorer = PositionExplorer(
    ...     wb.load("northwood"),
    ...     {"hand": "C2 C7 F4 L1", "statement": "{statement}", "fief": 3, "ruler": "LQ"},
    ...     {"statement": ("The statement", ["C5", "L8"])},
    ...     show=["hand"],
    ... )
    >>> explorer.play("card:L1")
    >>> print(explorer.answer)
    Refused: respond with L1.
    - The statement is of Claws and you hold C2 C7, so you must follow suit.
      NW-TRICK-1: If you hold a card of the statement's suit, you must respond in that suit, with
        any card of it you like.
    >>> explorer.choose(statement="L8")
    >>> [move.text for move in explorer.moves]
    ['respond with L1']
    """

    def __init__(
        self,
        game: GameSource,
        position: PositionSource,
        controls: Mapping[str, tuple[str, Sequence[Any] | str]],
        *,
        title: str = "",
        show: Sequence[str] = (),
        chance: ChanceSource = (),
        seed: int = 0,
        odds: bool = False,
    ) -> None:
        self._game = game
        self._position = position
        self._chance = chance
        self._seed = seed
        self._odds = odds
        self._shown = tuple(show)
        self.title = title
        self.controls: tuple[Control, ...] = controls_of(controls)
        self.choices: Choices = first_choices(self.controls)
        self.match: Match | None = None
        self.faults: tuple[str, ...] = ()
        self._outcomes: list[str] = []
        self._forget()
        self._make_widgets()
        self._begin()
        self._draw()

    # -- what you can ask and do ---------------------------------------------------------------------------------------

    def choose(self, **values: Any) -> None:
        """Set controls, and begin the position anew.

        Args:
            values: a choice for each control named, as its value or as the text shown.

        Raises:
            WorkbenchError: there is no such control, or it has no such choice.
        """
        self.choices.update(_checked(self.controls, values))
        self._fields.follow(self.choices)
        self._forget()
        self._begin()
        self._draw()

    def play(self, move: int | str) -> None:
        """Try a move: make it if it is legal, or show why it is refused.

        Args:
            move: as `Match.find` takes it.
        """
        self._forget()
        if self.match is None:
            self.remark = "You cannot make a move while the position is impossible."
        else:
            self._try(self.match, move)
        self._draw()

    def click(self, name: str) -> None:
        """Do what clicking a thing on the board does: make its move, or say why it has none.

        If it has several moves, the list to choose from shows only these.

        Args:
            name: the name of its spot.

        Raises:
            WorkbenchError: no move uses such a thing here.
        """
        spots = {spot.name: spot for spot in self._spots(self._scene(self.match))} if self.match is not None else {}
        choices = spots[name].choices if name in spots else ()
        if not choices:
            raise WorkbenchError(f"No move uses {name!r} here.")
        wanted = [choice for choice in choices if choice.legal] or list(choices[:1])
        if len(wanted) == 1:
            self.play(wanted[0].action)
            return
        self._forget()
        self.remark = f"{len(wanted)} moves use this. Choose one in the list and try it."
        self._draw()
        self._list.options = [("choose a move …", NO_MOVE), *[(choice.words, choice.action) for choice in wanted]]

    def back(self) -> None:
        """Take back the last move."""
        self._forget()
        if self.match is not None and self.match.step > 0:
            self.match.undo()
        self._draw()

    def restart(self) -> None:
        """Begin again from the position that the controls describe."""
        self._forget()
        self._begin()
        self._draw()

    def copy(self) -> PositionExplorer:
        """Return another explorer with the same choices, to try something without changing this one."""
        other = PositionExplorer(
            self._game,
            self._position,
            {one.name: (one.label, one.short_form()) for one in self.controls},
            title=self.title,
            show=self._shown,
            chance=self._chance,
            seed=self._seed,
            odds=self._odds,
        )
        other.choose(**self.choices)
        return other

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves here; none if the position is impossible."""
        return self.match.moves() if self.match is not None else ()

    @property
    def question(self) -> str:
        """The decision here, as a question; empty if the position is impossible."""
        return self.match.state.phase.question(self.match.state) if self.match is not None else ""

    @property
    def answer(self) -> str:
        """The result of the last move you tried, or why it was refused; empty if you tried none."""
        return "\n".join(_wrapped(self._answer()))

    @property
    def text(self) -> str:
        """Everything that the explorer shows, as text."""
        lines = [self.title] if self.title else []
        lines += _settings(self.controls, self.choices)
        for heading, body in self._parts():
            lines += ["", *([heading] if heading else []), *body]
        if self.match is not None:
            lines += ["", "On the table", *self._table(self.match)]
        return "\n".join(_wrapped(lines)).strip()

    # -- the position --------------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Forget the last move that was tried."""
        self.tried = ""
        self.events: tuple[Event, ...] = ()
        self.refusal: Refusal | None = None
        self.remark = ""

    def _begin(self) -> None:
        """Build the position that the controls describe, or collect the reasons why it is impossible."""
        self.match, self.faults = None, ()
        try:
            game = self._game if isinstance(self._game, Game) else self._game(dict(self.choices))
            position = (
                self._position(self.choices) if callable(self._position) else filled(self._position, self.choices)
            )
            self._outcomes = list(self._chance(self.choices) if callable(self._chance) else self._chance)
            self.match = game.match(self._seed, position)
        except PositionError as fault:
            self.faults = fault.reasons
        except WorkbenchError as fault:
            self.faults = (str(fault),)

    def _try(self, match: Match, move: int | str) -> None:
        try:
            action = match.find(move)
            self.tried = match.state.phase.words(match.state, action)
            self.events = self._make(match, action)
        except IllegalMove as fault:
            self.refusal = fault.refusal
        except UnknownMoveError as fault:
            self.remark = str(fault)
        except WorkbenchError as fault:
            self.remark = f"{str(fault).rstrip('.')}; change the card that comes next."

    def _make(self, match: Match, action: int) -> tuple[Event, ...]:
        """Make a legal move, and use as many of the given outcomes as random events follow it.

        Raises:
            IllegalMove: it is not legal.
            WorkbenchError: one of the outcomes is not possible.
        """
        left = self._outcomes[self._used(match) :]
        refused: WorkbenchError | None = None
        for number in range(len(left), -1, -1):
            trial = match.branch()
            try:
                trial.play(action, chance=left[:number])
            except IllegalMove:
                raise
            except WorkbenchError as fault:
                refused = fault
                continue
            random_events = len(trial.actions) - len(match.actions) - 1
            if refused is not None and number < min(random_events, len(left)):
                raise refused
            return match.play(action, chance=left[:number])
        return ()

    def _used(self, match: Match) -> int:
        """Return how many of the given outcomes have happened: the random events since the position began."""
        return len(match.actions) - match.step - self._drawn_at_once(match)

    def _drawn_at_once(self, match: Match) -> int:
        """Return how many random events were due in the position itself."""
        start = match.branch()
        start.goto(0)
        return len(start.actions)

    # -- the words -----------------------------------------------------------------------------------------------------

    def _answer(self) -> list[str]:
        if self.remark:
            return [self.remark]
        if self.refusal is not None:
            lines = [f"Refused: {self.refusal.move}."]
            for reason in self.refusal.reasons:
                lines += [f"- {reason.text}", f"  {self._clause(reason.clause)}"]
            return lines
        if self.tried:
            return [f"You tried: {self.tried}.", *[f"- {event}" for event in self.events]]
        return []

    def _clause(self, clause: str) -> str:
        """Return a clause with its words."""
        assert self.match is not None
        rulebook = self.match.game.rulebook
        return f"{clause}: {rulebook[clause].plain}" if clause in rulebook else clause

    def _parts(self) -> list[tuple[str, list[str]]]:
        """Return the sections under the controls, each with its lines."""
        if self.match is None:
            return [("This position is impossible", [f"- {fault}" for fault in self.faults])]
        state = self.match.state
        parts = [("", self._answer())] if self._answer() else []
        moves = [f"- {move} [{move.clause}]" for move in self.moves]
        parts.append((f"{state.phase.title}: {self.question}", moves or ["- nothing is left to decide"]))
        odds = self.match.game.odds(state, self.match.seat) if self._odds else ()
        if odds:
            notes = notes_of(odds)
            parts.append((f"Odds ({'; '.join(notes)})" if notes else "Odds", [f"- {one}" for one in odds]))
        return parts

    def _table(self, match: Match) -> list[str]:
        """Return the shown parts of the board in words."""
        if not self._shown:
            return match.text().splitlines()
        return [f"- {spot.said}" for spot in self._spots(self._scene(match))]

    # -- the picture ---------------------------------------------------------------------------------------------------

    def _scene(self, match: Match) -> Scene:
        return match.game.scene(match.state, match.seat)

    def _spots(self, scene: Scene) -> tuple[Spot, ...]:
        if not self._shown:
            return scene.spots
        return tuple([spot for spot in scene.spots if spot.name.startswith(self._shown)])

    def picture(self, width: float = SHEET_WIDTH) -> str:
        """Return the shown parts of the board as SVG; empty if the position is impossible."""
        if self.match is None:
            return ""
        return cropped(self._scene(self.match), self._shown, width)[0]

    def svg(self) -> str:
        """Return the still picture: the choices, the board, the moves and the answer on one sheet."""
        body: list[str] = []
        y = 12.0
        settings = " · ".join(_settings(self.controls, self.choices))
        for line, bold in ((self.title, True), (settings, False)):
            for row in wrap(line, LETTERS):
                y += LINE
                body.append(_writing(row, y, bold))
        if self.match is not None:
            picture, height = cropped(self._scene(self.match), self._shown, SHEET_WIDTH - 32)
            y += 12
            body.append(f'<svg x="16" y="{tidy(y)}"{picture.removeprefix("<svg")}')
            y += height
        for heading, lines in self._parts():
            y += 8
            rows = [(row, True) for row in wrap(heading, LETTERS)]
            for line in lines:
                indent = "    " if line.startswith((" ", "-")) else ""
                rows += [(row, False) for row in wrap(line.strip(), LETTERS, subsequent_indent=indent)]
            for row, bold in rows:
                y += LINE
                body.append(_writing(row, y, bold))
        height_text = tidy(y + 16)
        name = escape(self.title or "A position", quote=True)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SHEET_WIDTH} {height_text}" width="{SHEET_WIDTH}"'
                f' height="{height_text}" role="img" aria-label="{name}" font-family="{escape(FONT, quote=True)}"'
                ' style="max-width:100%;height:auto">',
                f'<rect width="{SHEET_WIDTH}" height="{height_text}" rx="10" fill="#FFFFFF" stroke="#8C8578"/>',
                *body,
                "</svg>",
            ]
        )

    # -- the live view -------------------------------------------------------------------------------------------------

    def _make_widgets(self) -> None:
        self._fields = _Fields(self.controls, self.choices, self.choose)
        self._picture = ClickablePicture(self.click)
        self._report = ipw.HTML()
        self._list = ipw.Dropdown(
            options=[("choose a move …", NO_MOVE)],
            description="A move to try",
            style={"description_width": "initial"},
            layout={"width": "30em"},
        )
        self._buttons = {
            "play": ipw.Button(
                description="Try it", button_style="primary", tooltip="Make the chosen move, if it is legal"
            ),
            "back": ipw.Button(description="Take back", tooltip="Take back the last move"),
            "restart": ipw.Button(description="Begin again", tooltip="Return to the position that the controls describe"),
        }
        self._buttons["play"].on_click(lambda _: self._try_chosen())
        self._buttons["back"].on_click(lambda _: self.back())
        self._buttons["restart"].on_click(lambda _: self.restart())
        for button in self._buttons.values():
            button.layout.width = "auto"
        trying = ipw.Box([self._list, *self._buttons.values()], layout=ROW)
        super().__init__([*_heading(self.title), self._fields.box, self._picture, trying, self._report])

    def _try_chosen(self) -> None:
        if self._list.value != NO_MOVE:
            self.play(self._list.value)

    def _draw(self) -> None:
        """Bring the live view up to date."""
        self._list.options = self._to_try()
        self._list.value = NO_MOVE
        for name, button in self._buttons.items():
            button.disabled = self.match is None or (name != "play" and self.match.step == 0)
        picture = self.picture(SHEET_WIDTH)
        # parts of a board have no background of their own, and the page may be black
        self._picture.show(f'<div style="{SHEET}">{picture}</div>' if picture and self._shown else picture, self._things())
        html = ['<div style="max-width:52em;line-height:1.5" role="status">']
        for heading, lines in self._parts():
            items = [escape(line.removeprefix("- ").strip()) for line in lines]
            if heading:
                html.append(f"<p><b>{escape(heading)}</b></p>")
                html.append(f'<ul style="margin:0 0 .5em">{"".join([f"<li>{item}</li>" for item in items])}</ul>')
            else:  # the answer to the last move
                items[0] = f"<b>{items[0]}</b>"
                html.append(f'<div style="border-left:4px solid #D55E00;padding-left:.7em">{"<br>".join(items)}</div>')
        self._report.value = "".join([*html, "</div>"])

    def _things(self) -> list[dict[str, Any]]:
        """Return the things in the picture that you can click, each with its place."""
        if self.match is None:
            return []
        spots = self._spots(self._scene(self.match))
        lifted = _lifts([_area(spot) for spot in spots]) if self._shown else [0.0] * len(spots)
        return [
            {"name": spot.name, "said": spot.said, "box": [spot.box[0], spot.box[1] - lift, spot.box[2], spot.box[3]]}
            for spot, lift in zip(spots, lifted, strict=True)
            if spot.choices
        ]

    def _to_try(self) -> list[tuple[str, int]]:
        """Return every legal move, and the illegal moves that people may point at on the board."""
        if self.match is None:
            return [("choose a move …", NO_MOVE)]
        found = [(str(move), move.action) for move in self.moves]
        legal = {action for _, action in found}
        for spot in self._spots(self._scene(self.match)):
            for choice in spot.choices:
                if choice.action not in legal:
                    legal.add(choice.action)
                    found.append((f"{choice.words} – not allowed?", choice.action))
        return [("choose a move …", NO_MOVE), *found]

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        data: dict[str, Any] = dict(super()._repr_mimebundle_(**options) or {})
        return {**data, "text/plain": self.text, "image/svg+xml": self.svg()}


def cropped(scene: Scene, show: Sequence[str], width: float) -> tuple[str, float]:
    """Return some spots of a scene as a picture of their own.

    Args:
        scene: the whole board.
        show: beginnings of the names of the spots to show; all if empty.
        width: the largest width.

    Returns:
        the SVG, and its height.
    """
    spots = [spot for spot in scene.spots if not show or spot.name.startswith(tuple(show))]
    shapes = [shape.svg() for shape in scene.shapes] if not show else []
    left, top, right, bottom = 0.0, 0.0, float(scene.width), float(scene.height)
    lifted = [0.0] * len(spots)
    if show and spots:
        areas = [_area(spot) for spot in spots]
        left = max(0.0, min(area.x for area in areas) - 24)
        top = max(0.0, min(area.y for area in areas) - 34)
        right = min(right, max(area.right for area in areas) + 40)
        bottom = min(bottom, max(area.bottom for area in areas) + 32)
        lifted = _lifts(areas)
        bottom -= max(lifted)
    scale = min(1.0, width / (right - left))
    size = f'width="{tidy((right - left) * scale)}" height="{tidy((bottom - top) * scale)}"'
    box = " ".join([tidy(side) for side in (left, top, right - left, bottom - top)])
    said = escape(" ".join([scene.title, *[spot.said for spot in spots if show]]), quote=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img" aria-label="{said}"'
        f' font-family="{escape(FONT, quote=True)}">',
        *shapes,
    ]
    for spot, lift in zip(spots, lifted, strict=True):
        drawn = [shape.svg() for shape in spot.shapes]
        parts += [f'<g transform="translate(0 {tidy(-lift)})">', *drawn, "</g>"] if lift else drawn
    return "\n".join([*parts, "</svg>"]), (bottom - top) * scale


def _area(spot: Spot) -> Box:
    """Return what a spot takes up: the place to click, and every rectangle that is drawn for it."""
    sides = ("x", "y", "width", "height")
    drawn = [Box(*[float(shape.attributes[side]) for side in sides]) for shape in spot.shapes if shape.kind == "rect"]
    areas = [Box(*spot.box), *drawn]
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    return Box(left, top, max(area.right for area in areas) - left, max(area.bottom for area in areas) - top)


def _lifts(areas: Sequence[Box]) -> list[float]:
    """Return how far each spot moves up to close large gaps where other parts are not shown."""
    lifts: dict[int, float] = {}
    end, lift = 0.0, 0.0
    for number in sorted(range(len(areas)), key=lambda number: areas[number].y):
        if lifts and areas[number].y - end > WIDEST_GAP:
            lift += areas[number].y - end - WIDEST_GAP
        lifts[number] = lift
        end = max(end, areas[number].bottom)
    return [lifts[number] for number in range(len(areas))]


def _writing(words: str, y: float, bold: bool) -> str:
    indent = 16 + 6 * (len(words) - len(words.lstrip()))
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{indent}" y="{tidy(y)}" font-size="14"{weight} fill="#1F2328">{escape(words.strip(), quote=False)}</text>'


def _field(control: Control, value: Any) -> Any:
    """Return the widget for a control: a text field, a slider, a row of buttons, or a drop-down list."""
    style = {"description_width": "initial"}
    if control.typed:
        return ipw.Text(
            value=value, description=control.label, continuous_update=False, style=style, layout={"width": "26em"}
        )
    options = list(zip(control.texts, control.values, strict=True))
    if control.slides:
        return ipw.SelectionSlider(
            options=options,
            value=value,
            description=control.label,
            continuous_update=False,
            style=style,
            layout={"width": "26em"},
        )
    if len(options) <= BUTTONS and sum(len(text) for text in control.texts) <= BUTTON_LETTERS:
        return ipw.ToggleButtons(
            options=options, value=value, description=control.label, style={**style, "button_width": "auto"}
        )
    return ipw.Dropdown(
        options=options, value=value, description=control.label, style=style, layout={"width": "max-content"}
    )


class Follower(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Controls and a widget that follows them; an impossible choice leaves the last picture and a note.

    Args:
        controls: as for `PositionExplorer`.
        title: a heading.
        shown: the widget that follows the controls.
    """

    def __init__(self, controls: tuple[Control, ...], choices: Choices, title: str, shown: Any) -> None:
        self.title = title
        self.controls = controls
        self.choices = choices
        self.fault = ""
        self._fields = _Fields(controls, choices, self.choose)
        self._said = ipw.HTML()
        super().__init__([*_heading(title), self._fields.box, self._said, shown])

    def choose(self, **values: Any) -> None:
        """Set controls.

        Args:
            values: a choice for each control named, as its value or as the text shown.

        Raises:
            WorkbenchError: there is no such control, or it has no such choice.
        """
        self.choices.update(_checked(self.controls, values))
        self._fields.follow(self.choices)
        try:
            self._follow(dict(self.choices))
        except WorkbenchError as fault:
            self.refuse(fault)
        else:
            self.fault = self._said.value = ""

    def refuse(self, fault: WorkbenchError) -> None:
        """Say why something cannot be done, and keep the last picture."""
        self.fault = f"{fault} The figure still shows the last choice that was possible."
        self._said.value = f'<div role="status">{escape(self.fault)}</div>'

    def _follow(self, choices: Choices) -> None:
        """Show the result of the choices.

        Raises:
            WorkbenchError: these choices have nothing to show; nothing has changed.
        """
        raise NotImplementedError(f"{type(self).__name__} must show the result of the choices: _follow().")

    def _settings(self) -> list[str]:
        """Return the title and the choices in words."""
        return [*([self.title] if self.title else []), *_settings(self.controls, self.choices)]

    def __repr__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """Everything that it shows, as text."""
        raise NotImplementedError(f"{type(self).__name__} must say what it shows: text.")

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**dict(super()._repr_mimebundle_(**options) or {}), "text/plain": self.text}


def first_choices(controls: tuple[Control, ...]) -> Choices:
    """Return the first choice of each control."""
    return {control.name: control.values[0] for control in controls}


def controls_of(controls: Mapping[str, tuple[str, Sequence[Any] | str]]) -> tuple[Control, ...]:
    """Return controls from the form in which people write them (see `PositionExplorer`), checked."""
    return tuple([_control(name, label, choices) for name, (label, choices) in controls.items()])


class FigureExplorer(Follower):
    """Controls and a live figure of their result.

    Args:
        panels: what to show for the choices; raises `WorkbenchError` with a sentence if there is nothing to show.
        controls: as for `PositionExplorer`.
        title: a heading.

    >>> from workbench.core.scene import Panel
    >>> explorer = FigureExplorer(
    ...     lambda choices: (Panel("Double", "bar", ("x",), (2.0 * choices["x"],)),), {"x": ("A number", [1, 2])}
    ... )
    >>> explorer.choose(x=2)
    >>> print(explorer.text)
    A number: 2
    Double: x 4
    """

    def __init__(
        self,
        panels: Callable[[Choices], tuple[Panel, ...]],
        controls: Mapping[str, tuple[str, Sequence[Any] | str]],
        *,
        title: str = "",
    ) -> None:
        from widgets.figure import LiveFigure  # takes a second to import, and only this class needs it

        self._panels_for = panels
        made = controls_of(controls)
        choices = first_choices(made)
        self.panels: tuple[Panel, ...] = panels(dict(choices))
        self._figure = LiveFigure(self.panels)
        super().__init__(made, choices, title, self._figure.widget)

    def _follow(self, choices: Choices) -> None:
        self.panels = self._panels_for(choices)
        self._figure.show(self.panels)

    @property
    def text(self) -> str:
        """Everything that the explorer shows, as text."""
        return wrapped([*self._settings(), *([self.fault] if self.fault else [one.readable() for one in self.panels])])


class Picture(Protocol):
    """What a `PictureExplorer` shows: a drawing that you can also read as text."""

    @property
    def text(self) -> str:
        """Everything that it shows, as text."""

    def svg(self) -> str:
        """Return the drawing."""


class PictureExplorer(Follower):
    """Controls and a drawing of their result.

    Args:
        picture: what to show for the choices, such as a `widgets.flow.FlowDiagram`; raises `WorkbenchError` with a sentence
            if there is nothing to show.
        controls: as for `PositionExplorer`.
        title: a heading.

    >>> import networkx as nx
    >>> from widgets.flow import FlowDiagram
    >>> def picture(choices):
    ...     graph = nx.DiGraph()
    ...     graph.add_edge("A", "B", weight=choices["x"])
    ...     return FlowDiagram(graph)
    >>> explorer = PictureExplorer(picture, {"x": ("A number", range(1, 4))})
    >>> explorer.choose(x=3)
    >>> print(explorer.text)
    A number: 3
          A  B  sum
    A     -  3    3
    B     -  -    0
    sum   0  3    3
    """

    def __init__(
        self,
        picture: Callable[[Choices], Picture],
        controls: Mapping[str, tuple[str, Sequence[Any] | str]],
        *,
        title: str = "",
    ) -> None:
        self._picture_for = picture
        made = controls_of(controls)
        choices = first_choices(made)
        self.picture: Picture = picture(dict(choices))
        self._drawing = ipw.HTML(self.picture.svg())
        super().__init__(made, choices, title, self._drawing)

    def _follow(self, choices: Choices) -> None:
        self.picture = self._picture_for(choices)
        self._drawing.value = self.picture.svg()

    @property
    def text(self) -> str:
        """Everything that the explorer shows, as text."""
        return "\n".join(
            [*_wrapped(self._settings()), *(_wrapped(self.fault.splitlines()) or self.picture.text.splitlines())]
        )

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**options), "image/svg+xml": self.picture.svg()}
