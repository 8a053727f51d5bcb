"""The controls that you seldom change: new games and their options, seats, hints and save files."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

import ipywidgets as ipw

from widgets.local_file import LocalFile, Opened
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.options import Choice, Option, Whole, show
from workbench.core.player import Seated, player_title
from workbench.core.strength import menu_name, menu_players, says, strength
from workbench.core.words import capital

AS_WRITTEN: Final = ("as the rules say", "")
OWN: Final = ("your own options, below", "own")
BEST: Final = "the strongest player that is fast enough"
LABEL: Final = {"description_width": "190px"}
A_PERSON: Final = ("a person", "me")
SAVED_GAMES: Final = "saved_games"
"""The folder that the table proposes for save files: beside the notebook, but not among the notebooks."""
BY_HAND: Final = -1.0
"""The pace at which computer players wait for the button."""
PACES: Final = (
    ("slowly: two seconds a move", 2.0),
    ("by themselves", 0.8),
    ("quickly", 0.25),
    ("at once", 0.0),
    ('when you press "Next move"', BY_HAND),
)


class Controls:
    """The menus, fields and buttons around one game; the table reads their values.

    Args:
        game: the rules the table begins with.
        seed: the seed it begins with; None to keep it hidden.
        new_game: called when somebody asks for a new game.
        save: called with a file name, and whether an older save file of that name may be replaced.
        load: called with a file name.
        opened: called with the name and the text of a file that the person opens from their own device; the text is None
            if the file is too large.
        say: called with a sentence for the person.
        seats: who sits where; None for a person.
        sit: called with a seat and its new player.
        pace: how many seconds a computer player's move stays; None to wait for the button.
        set_pace: called with the new pace.

    Attributes:
        widget: everything, folded up.
        options: the control of each option, by name; empty until somebody unfolds the options.
        shown: the value that each of these controls was last set to.
        seats: the control of each seat that says who sits there.
        local: the download of the match that was saved last, and the field that opens a file.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None,
        new_game: Callable[[], None],
        save: Callable[[str, bool], None],
        load: Callable[[str], None],
        opened: Opened,
        say: Callable[[str], None],
        *,
        seats: tuple[Seated | None, ...],
        sit: Callable[[int, Seated | None], None],
        pace: float | None,
        set_pace: Callable[[float | None], None],
    ) -> None:
        self.game = game
        self.say = say
        self._sit = sit
        self.presets = game.presets()
        self.options: dict[str, ipw.ValueWidget] = {}
        self.shown: dict[str, Any] = {}
        self.asked: dict[str, Any] = dict(game.options.changed())
        self.by_hand: set[str] = set()
        self._following = False
        self.seed = ipw.IntText(
            0, description="Seed", tooltip="The same seed and the same moves give the same game", style=LABEL
        )
        self.show_seed(seed)
        labels = [
            AS_WRITTEN,
            *[(f"{preset.name}: {preset.meaning}", preset.name) for preset in self.presets.values()],
            OWN,
        ]
        self.preset = ipw.Dropdown(
            options=labels, value=self._preset_of(game), description="Difficulty", style=LABEL, layout={"width": "auto"}
        )
        self.players = ipw.Dropdown(options=game.player_counts, value=game.players, description="Players", style=LABEL)
        start = ipw.Button(description="New game", tooltip="Begin a new game with this seed and these options")
        start.on_click(lambda _: new_game())
        self.start = start
        self.options_box = ipw.VBox([])
        self.options_fold = ipw.Accordion(
            [self.options_box], titles=(f"All {len(game.options)} options and unclear rules",), selected_index=None
        )
        self.options_fold.observe(lambda _: self.build_options(), "selected_index")
        self.preset.observe(lambda _: self.take_preset(), "value")
        self.hint_player = ipw.Dropdown(
            options=[(BEST, ""), *[(menu_name(game, name), name) for name in menu_players(game)]],
            value="",
            description="Hints come from",
            style=LABEL,
            layout={"width": "auto"},
        )
        self.file = ipw.Text(
            f"{SAVED_GAMES}/{game.name}.json",
            description="File",
            continuous_update=False,
            style=LABEL,
            layout={"width": "auto", "max_width": "560px"},
        )
        self.save_button = ipw.Button(description="Save", tooltip="Write this match to the file")
        self.load_button = ipw.Button(description="Load", tooltip="Go on with the match in the file")
        self.replace_button = ipw.Button(description="Replace it", tooltip="Overwrite the older file with this match")
        self.file_said = ipw.Label("")
        self.save_button.on_click(lambda _: save(self.file.value, False))
        self.load_button.on_click(lambda _: load(self.file.value))
        self.replace_button.on_click(lambda _: save(self.file.value, True))
        self.local = LocalFile(opened)
        self.file.observe(lambda _: self._other_file(), "value")
        self.say_of_file("")
        self.seats: list[ipw.Dropdown] = []
        self.seats_box = ipw.VBox([])
        self.pace = ipw.Dropdown(
            options=PACES, value=0.8, description="Computer players move", style=LABEL, layout={"width": "auto"}
        )
        self.follow_pace(pace)
        self.pace.observe(
            lambda change: None if self._following else set_pace(None if change.new == BY_HAND else change.new), "value"
        )
        self.follow_seats(seats)
        fields: list[ipw.Widget] = [self.seed, self.preset]
        if len(game.player_counts) > 1:
            fields.append(self.players)
        self.widget = ipw.Accordion(
            [
                ipw.VBox([*fields, self.options_fold, start]),
                ipw.VBox([self.seats_box, self.pace, self.hint_player, players_said(game)]),
                ipw.VBox(
                    [
                        self.file,
                        ipw.HBox([self.save_button, self.load_button, self.replace_button]),
                        self.file_said,
                        self.local,
                    ]
                ),
            ],
            titles=("New game, difficulty, options", "Who plays, hints", "Save and load"),
            selected_index=None,
            layout={"max_width": "980px"},
        )

    def say_of_file(self, sentence: str, older: bool = False) -> None:
        """Say beside the buttons how saving or loading went.

        Args:
            sentence: what to say.
            older: whether there is an older file that may be replaced.
        """
        self.file_said.value = sentence
        self.replace_button.layout.display = None if older else "none"

    def _other_file(self) -> None:
        """Take back what was said about the file named before."""
        self.say_of_file("")
        self.local.withdraw()

    # -- options -------------------------------------------------------------------------------------------------------

    def build_options(self) -> None:
        """Make a control for every option; wait until somebody looks, because there are many."""
        if self.options:
            return
        rows = []
        for option in self.game.option_table:
            self.shown[option.name] = self.game.options[option.name]
            control = control_of(option, self.shown[option.name])
            control.observe(lambda _, name=option.name: self._set_by_hand(name), "value")
            self.options[option.name] = control
            rows.append(ipw.VBox([control, explanation_of(option)], layout={"margin": "0 0 6px 0"}))
        self.options_box.children = tuple(rows)
        if self.preset.value != OWN[1]:
            self._show_options(self._beginning())

    def take_preset(self) -> None:
        """Set the options to those of the chosen difficulty."""
        if not self._following and self.preset.value != OWN[1]:
            self.by_hand.clear()
            self._show_options(self._beginning())

    def chosen(self) -> dict[str, Any]:
        """Return the options for a new game: those of the chosen difficulty, and those set by hand.

        Raises:
            WorkbenchError: a control holds a value that its option does not allow.
        """
        found = self._beginning()
        for name in sorted(self.by_hand):
            option, now = self.game.options.options[name], self.options[name].value
            if now == as_control_value(option, self.shown[name]):
                found[name] = self.shown[name]  # a control shows only the first line of a long value
                continue
            try:
                found[name] = option.allowed.check(now)
            except ValueError as fault:
                raise WorkbenchError(f"The option {name!r} {fault}") from None
        return found

    def show_seed(self, seed: int | None) -> None:
        """Show the seed of the game and let the person choose another, or hide both.

        Args:
            seed: the seed; None to hide it, in which case the browser does not get it either.
        """
        self.seed.value = 0 if seed is None else seed
        self.seed.layout.display = "none" if seed is None else None

    def follow(self, game: Game, seed: int | None, asked: dict[str, Any] | None = None) -> None:
        """Show the options and the seed of a game that has begun.

        Args:
            game: its rules.
            seed: its seed; None to keep it hidden.
            asked: the options it was begun with, if known; the game may have derived other options from them.
        """
        self.game = game
        self.asked = dict(game.options.changed() if asked is None else asked)
        self.by_hand.clear()
        self._following = True
        self.show_seed(seed)
        self.players.value = game.players
        self.preset.value = self._preset_of(game)
        self._following = False
        self._show_options(dict(game.options))

    def follow_seats(self, seats: tuple[Seated | None, ...]) -> None:
        """Show who sits where.

        Args:
            seats: who sits where, from seat 0 on; None for a person.
        """
        self._following = True
        if len(seats) != len(self.seats):
            for old in self.seats:
                old.close()
            self.seats = [self._seat_control(seat) for seat in range(len(seats))]
            self.seats_box.children = tuple(self.seats)
        for seat, (control, who) in enumerate(zip(self.seats, seats, strict=True)):
            control.description = self.game.seat_name(seat)
            if who is not None and who not in [value for _, value in control.options]:
                control.options = (*control.options, (menu_name(self.game, player_title(who)), who))
            control.value = A_PERSON[1] if who is None else who
        self._following = False

    def _seat_control(self, seat: int) -> ipw.Dropdown:
        """Return the control that says who sits in a seat."""
        choices = (A_PERSON, *[(menu_name(self.game, name), name) for name in menu_players(self.game)])
        control = ipw.Dropdown(
            options=choices, description=self.game.seat_name(seat), style=LABEL, layout={"width": "auto"}
        )
        control.observe(lambda change: None if self._following else self._sit(seat, change.new), "value")
        return control

    def follow_pace(self, pace: float | None) -> None:
        """Show how fast computer players move.

        Args:
            pace: seconds a move; None to wait for "Next move".
        """
        wanted = BY_HAND if pace is None else float(pace)
        self._following = True
        if wanted not in [value for _, value in PACES]:
            self.pace.options = (*PACES, (f"{wanted:g} seconds a move", wanted))
        self.pace.value = wanted
        self._following = False

    def _beginning(self) -> dict[str, Any]:
        """Return the options before anybody sets one by hand."""
        if self.preset.value == OWN[1]:
            return dict(self.asked)
        return dict(self.presets[self.preset.value].options) if self.preset.value else {}

    def _set_by_hand(self, name: str) -> None:
        """Note that somebody has changed an option, so the game no longer has a named difficulty."""
        if self._following:
            return
        self.by_hand.add(name)
        self.asked = self._beginning()
        self.preset.value = OWN[1]

    def _show_options(self, values: dict[str, Any]) -> None:
        """Set the controls to these values, and all others to their defaults."""
        self._following = True
        for name, control in self.options.items():
            option = self.game.options.options[name]
            self.shown[name] = values.get(name, option.default)
            control.value = as_control_value(option, self.shown[name])
        self._following = False

    def _preset_of(self, game: Game) -> str:
        """Return the difficulty whose options a game has, or the name for options of your own."""
        changed = game.options.changed()
        if not changed:
            return AS_WRITTEN[1]
        for preset in self.presets.values():
            if self.asked == preset.options or changed == preset.options:
                return preset.name
        return OWN[1]


def players_said(game: Game) -> ipw.HTML:
    """Return a list of what each player does and, where that was measured, how well it plays.

    >>> import workbench as wb
    >>> "Chooses uniformly among the legal actions." in players_said(wb.load("northwood")).value
    True
    """
    rows = []
    for name in menu_players(game):
        measured = strength(game, name)
        said = f"{says(game, name)} {capital(measured)}." if measured else says(game, name)
        rows.append(f"<li><b>{escape(menu_name(game, name))}</b>: {escape(said)}</li>")
    return ipw.HTML(f'<ul style="font-size:12px;line-height:1.35;margin:4px 0">{"".join(rows)}</ul>')


def as_control_value(option: Option, value: Any) -> Any:
    """Return an option's value as its control holds it: lists as text, long texts as `show` shows them."""
    if isinstance(option.allowed, (Choice, Whole)):
        return value
    return "" if value in ((), "") else show(value)


def control_of(option: Option, value: Any) -> ipw.ValueWidget:
    """Return the control that fits an option: a list to choose from, a whole number, or a text.

    >>> control_of(Option("end", "early", Choice(("early", "late")), "When it ends.", "XX-END-1"), "late").value
    'late'
    """
    layout = {"width": "auto", "max_width": "560px"}
    shared = {"description": option.name, "tooltip": option.plain, "style": LABEL, "layout": layout}
    allowed = option.allowed
    if isinstance(allowed, Choice):
        return ipw.Dropdown(options=allowed.values, value=value, **shared)
    if isinstance(allowed, Whole):
        if allowed.only:
            return ipw.Dropdown(options=allowed.only, value=value, **shared)
        return ipw.BoundedIntText(value=value, min=allowed.low, max=allowed.high, **shared)
    return ipw.Text(
        value=as_control_value(option, value), placeholder=allowed.describe(), continuous_update=False, **shared
    )


def explanation_of(option: Option) -> ipw.HTML:
    """Return the words below an option's control: what it does, its values, its default and its clause."""
    said = f"{option.plain} Allowed: {option.allowed.describe()}. Default: {show(option.default)}. {option.clause}"
    return ipw.HTML(
        f'<div style="font-size:12px;line-height:1.35">{escape(said)}</div>', layout={"margin": "0 0 0 196px"}
    )
