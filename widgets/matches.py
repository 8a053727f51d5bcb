"""Which match lies on a table: new games, save files, and positions that somebody pasted."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from widgets.controls import SAVED_GAMES
from workbench.core import postcard
from workbench.core.errors import SaveFileError, UnknownNameError, nearest
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.outside import quoted, told
from workbench.core.seating import fresh_seed

if TYPE_CHECKING:
    from widgets.table import Table


class Matches:
    """Lay other matches on a table: of the same game, with other options, from a file, or from a position.

    Args:
        table: the table.

    >>> from widgets import Table
    >>> table = Table("northwood", seed=7, figure=False)
    >>> table.matches.new_game(seed=8, threshold=12)
    >>> table.match.seed, dict(table.match.game.options.changed())
    (8, {'threshold': 12})
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._saved: tuple[str, Match] | None = None
        self._linked = False

    # -- new games -----------------------------------------------------------------------------------------------------

    def new_game(self, seed: int | None = None, preset: str | None = None, **options: Any) -> None:
        """Begin a new game; `Table.new_game` says more."""
        match = self.table.match
        wanted = {**(match.game.options.changed() if preset is None else self._preset(preset)), **options}
        self.table.sit_down(self._rules(wanted).match(match.seed if seed is None else seed))

    def again(self) -> None:
        """Begin the same game with another seed."""
        self.table.sit_down(self.table.match.game.match(fresh_seed()))

    def _preset(self, preset: str) -> dict[str, Any]:
        """Return the options of a named set."""
        game = self.table.match.game
        presets = game.presets()
        if preset not in presets:
            raise UnknownNameError(
                f"{game.name} has no preset {preset!r}.{nearest(preset, presets)} Available: {', '.join(presets)}."
            )
        return dict(presets[preset].options)

    def _rules(self, options: dict[str, Any], players: int | None = None) -> Game:
        """Return the game on the table with other options: the same class, the same changed phases."""
        game = self.table.match.game
        changed = {name: game.phases[name] for name in game.replaced_phases}
        return type(game)(options, game.players if players is None else players, changed)

    def new_game_asked(self) -> None:
        """Begin a new game as the controls say."""
        controls = self.table.controls
        with self.table.messages.failures_told():
            options = controls.chosen()
            rules = self._rules(options, controls.players.value)
            seed = fresh_seed() if self.table.seating.hides_seed else controls.seed.value
            self.table.sit_down(rules.match(seed), options)

    # -- files ---------------------------------------------------------------------------------------------------------

    def save_asked(self, name: str, replace: bool) -> None:
        """Save to a file; replace it without asking only if this match was saved to it before."""
        table = self.table
        saved = (name, table.match)
        if os.path.exists(name) and not replace and saved != self._saved:
            self._say_of_file("A file with this name already exists.", older=True)
            return
        with table.messages.failures_told(self._say_of_file):
            if os.path.dirname(name) == SAVED_GAMES:
                with suppress(OSError):  # then saving says what is wrong
                    os.makedirs(SAVED_GAMES, exist_ok=True)
            # first, so a match that cannot be written here can still be taken away
            short = told(os.path.basename(name)) or f"{table.match.game.name}.json"
            table.controls.local.offer(short, table.match.to_json())
            table.save(name)
            self._saved = saved
            self._say_of_file(f"Saved to {name}.")

    def load_asked(self, name: str) -> None:
        """Go on with the match in a file."""
        with self.table.messages.failures_told(self._say_of_file):
            self.table.load(name)
            self._saved = (name, self.table.match)
            self._say_of_file(f"Loaded from {name}.")

    def open_file_asked(self, name: str, text: str | None) -> None:
        """Go on with the match in a file from the person's own device; None is a text too large to send."""
        with self.table.messages.failures_told(self._say_of_file):
            if text is None:
                raise SaveFileError(f"{quoted(name)} is too large to be a save file.")
            self.table.sit_down(Match.from_json(text, self.table.match.game))
            self._say_of_file(f"Opened {name}.")

    def _say_of_file(self, sentence: str, older: bool = False) -> None:
        self.table.controls.say_of_file(told(sentence), older)
        self.table.say(sentence)

    # -- positions -----------------------------------------------------------------------------------------------------

    def written(self) -> str:
        """Return the position on the table as text to paste; `Table.position_text` says more."""
        seating = self.table.seating
        if seating.covered:
            seating.refuse_others()
        return postcard.write(self.table.match.state, None if seating.all_seen else seating.viewer)

    def paste(self, text: str) -> None:
        """Go on from a written position; `Table.paste` says more."""
        state = postcard.read(text, self.table.match.game)
        self.table.sit_down(state.game.match(self.table.match.seed, state))

    def open_asked(self, text: str, linked: bool) -> None:
        """Open a position that was pasted, or once one of this game from the page's address."""
        if linked and (self._linked or f"{self.table.match.game.name}." not in text):
            return
        self._linked = self._linked or linked
        self.paste(text)
