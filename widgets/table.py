"""The table you play at: board, moves, rules, log, timeline, figure and controls, for any game.

It knows no game by name. Everything shown comes from the match and the game's hooks (`scene`, `text`, `panels`, `odds`,
`helpers`), limited to what the viewer may know (`workbench.core.seating`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from os import PathLike
from typing import Any, Final

import ipywidgets as ipw

from widgets import sent
from widgets.aside import Errand, running_loop
from widgets.board import Board
from widgets.cells import after_each_cell
from widgets.controls import SAVED_GAMES, Controls
from widgets.guide import Guide, advice_in_words
from widgets.live import LiveFigures
from widgets.site import clause_page
from workbench.core import postcard
from workbench.core.advice import Advice
from workbench.core.errors import (
    IllegalMove,
    PlayerError,
    Refusal,
    SaveFileError,
    UnknownNameError,
    WorkbenchError,
    nearest,
    said_by,
)
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.inquiry import inquire
from workbench.core.ladder import FOR_A_HINT, FOR_A_REVIEW, strongest
from workbench.core.lines import Comparison
from workbench.core.match import Match, Move
from workbench.core.outside import quoted, told
from workbench.core.player import Seated
from workbench.core.registry import load
from workbench.core.review import Review
from workbench.core.scene import Panel, Scene
from workbench.core.seating import Seating, Seats, fresh_seed
from workbench.core.state import State
from workbench.core.strength import spoken_name
from workbench.core.words import capital

PACE: Final = 0.8
"""Seconds that a computer player's move stays on the board before the next one is shown."""
HURRY: Final = 0.6
"""The share of the previous move's time for which each further computer move in a row stays on the board."""
BEST_LINE: Final = 12
"""How many decisions the best line from a moment goes on for."""
MOST_FORCED: Final = 100
"""How many moves without an alternative the table makes by itself, one after the other."""


class Table(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A table at which people and computer players play a game: by clicking, by keyboard, or from code.

    Computer players move by themselves after a person's move, one visible move at a time. They think beside the kernel's loop,
    so the table goes on answering. When several people play a game with secrets, the table covers the board until the person
    whose turn it is confirms being there. Neither the widget nor the stored notebook holds more than the viewer may know.

    Args:
        game: the name of a game, a class of your own, a game, or a match to go on with.
        seed: where chance comes from. None for 0; but when several people play a game with secrets, None for a seed that
            nobody sees, because you could work out the first deal from it.
        players: how many play; None for the usual number.
        preset: a named set of options to begin with.
        phases: phases that replace those of the game.
        seats: who sits where, such as ``{1: "scripted", 2: my_function}``: names of players, `Player` objects or classes, and
            functions from a view to an action; seats that are "me", None or not named are for people.
        pace: seconds that each computer move stays on the board; 0 for at once, None to wait for "Next move" each time.
        screens: whether to cover the board when it passes from one person to another in a game with secrets.
        show: "seat" for what one seat may know, "all" for everything, as a teacher wants to see it.
        figure: whether to show live figures: the charts, and in games about paths through a graph a figure to walk them on.
        forced: whether the table makes a person's move by itself when it is the only one.
        guide: whether to tell a newcomer what every decision is about, what matters in it, and which move is good and why.
        options: options that differ from their defaults.

    Attributes:
        seating: who sits where, and what may be shown.
        board: the live board.
        figures: the live figures below the board, and the odds.
        controls: the controls that change rarely.
        guide: what tells a newcomer about the game; None for no guide.

    Raises:
        WorkbenchError: an unknown game, option, value, seat or player, or a guide that the game does not have.

    >>> table = Table("northwood", seed=7, figure=False)
    >>> table.choose("give up")
    False
    >>> table.refusal.clause
    'NW-RULING-38'
    """

    def __init__(
        self,
        game: str | type[Game] | Game | Match = "northwood",
        seed: int | None = None,
        *,
        players: int | None = None,
        preset: str | None = None,
        phases: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        pace: float | None = PACE,
        screens: bool = True,
        show: str = "seat",
        figure: bool = True,
        guide: bool | Guide = False,
        forced: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(game, Match):
            match = game
        else:
            rules = game if isinstance(game, Game) else load(game, players, preset, phases, **options)
            match = rules.match(0 if seed is None else seed)
            if seed is None and Seating(match, seats, screens, show).hides_seed:
                match = rules.match(fresh_seed())
        self.seating = Seating(match, seats, screens, show)
        self.pace = pace
        self.guide = Guide.of(match.game) if guide is True else guide or None
        self.refusal: Refusal | None = None
        self.figures = LiveFigures(self.seating, figure, self._panels_known, self._odds_known, self._say)
        self._saved: tuple[str, Match] | None = None
        self._looked_back: tuple[int, bool, State] | None = None
        self._drawn = sent.Drawn()
        self._watched = sent.Watched()
        self._whole_log = False
        self._paused = not self.seating.people  # without people, the players wait until somebody asks
        self._one_move = False
        self._shown: State | None = None
        self._shown_at = 0.0
        self._passes_until = 0.0
        self._chosen = 0
        self._asked_for = 0
        self._forced = forced
        self._in_a_row = 0
        self._linked = False
        self._lost_wanted = False
        self._thinking: Errand | None = None
        self._hinting: Errand | None = None
        self._guiding: Errand | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self.board = Board(self._heard, clause_page=clause_page(match.game))
        self.controls = Controls(
            match.game,
            self._seed_shown(),
            self._new_game_asked,
            self._save_asked,
            self._load_asked,
            self._open_file_asked,
            self._say,
            seats=self.seating.seats,
            sit=self._sit_asked,
            pace=pace,
            set_pace=self._set_pace,
        )
        places = [self.board, self.figures.charts_place, self.figures.walks_place, self.controls.widget]
        super().__init__(places, layout={"width": "100%"})
        self.redraw()
        self._drive()
        after_each_cell(self)

    @property
    def match(self) -> Match:
        """The match on the table. It holds every secret, so give it to no player.

        The table follows when a cell changes it.
        """
        return self.seating.match

    # -- playing from code ---------------------------------------------------------------------------------------------

    def play(self, move: int | str) -> None:
        """Make a move; then, unless `pace` is None, computer players move on until a person decides.

        Args:
            move: an action's number or words, as `Match.play` takes it.

        Raises:
            IllegalMove: the move is not legal now; the table shows why.
            UnknownMoveError: no move of the game has this name.
            PlayerError: a player failed; your move was made before that.
            WorkbenchError: it is somebody else's decision, or the board is covered.
        """
        self.settle()
        self._make(move)
        self.settle()

    def choose(self, move: int | str) -> bool:
        """Do what a click does: make the move, or show why it is refused.

        Args:
            move: as `play` takes it.

        Returns:
            whether the move was made.
        """
        try:
            self.play(move)
        except WorkbenchError as fault:
            if not isinstance(fault, IllegalMove):
                self._say(str(fault))
            return False
        return True

    def settle(self) -> None:
        """Let computer players move at once until a person decides or the game ends.

        It does nothing if `pace` is None. Call it in a notebook whose outputs are compared, to be sure which position the match
        has reached.

        Raises:
            PlayerError: a player failed; the table says so and waits.
        """
        if self.pace is None or not self.seating.to_move_is_a_player:
            return
        self._players_move(one=False)

    def next_move(self) -> None:
        """Let computer players move, without pauses, until the person at the board notices something.

        Raises:
            PlayerError: a player failed; the table says so and waits.
            WorkbenchError: it is not a computer player's turn.
        """
        self.seating.player_to_move()
        self._players_move(one=True)

    def _players_move(self, one: bool) -> None:
        """Let computer players move now, until the viewer notices something or until it is a person's turn."""
        self._halt()
        try:
            while self.seating.to_move_is_a_player:
                self.seating.advance()
                if one and self.seating.noticed:
                    break
        except WorkbenchError as fault:
            self._paused = True
            said = self._failure(fault)
            self._changed()
            self._say(said)
            raise PlayerError(said, self.match.state.to_dict()) from fault
        self._changed()

    def sit(self, seat: int, who: Seated | None) -> None:
        """Give a seat to a computer player or a person; the match goes on.

        Args:
            seat: 0..n-1.
            who: a player's name, a `Player` object or class, or a function from a view to an action; None or "me" for a person.

        Raises:
            WorkbenchError: there is no such seat or player.
        """
        self._halt()
        self.seating.sit(seat, who)
        self.controls.follow_seats(self.seating.seats)
        self.controls.show_seed(self._seed_shown())
        self._changed()

    def arrive(self) -> None:
        """Confirm that the person the table waits for is there, and show the board to that seat.

        Raises:
            WorkbenchError: the table is not waiting for anyone.
        """
        self._change(self.seating.arrive, onward=True)

    def call(self, seat: int) -> None:
        """Pass the board to a person; if the game has secrets, cover it until that person is there.

        Args:
            seat: 0..n-1.

        Raises:
            WorkbenchError: no person sits there.
        """
        self._halt()
        self._change(lambda: self.seating.call(seat))

    def undo(self) -> None:
        """Take back a person's last decision, and every computer move after it.

        Raises:
            WorkbenchError: nothing has been decided yet.
        """
        self._halt()
        self._change(self.seating.undo)

    def redo(self) -> None:
        """Go forward again to a person's next decision on the timeline, or to its end.

        Raises:
            WorkbenchError: nothing has been taken back.
        """
        self._halt()
        self._change(self.seating.redo)

    def take_back(self) -> None:
        """Take back every step of a larger choice that is not complete, such as an offer made in small steps.

        Raises:
            WorkbenchError: no such choice is under way.
        """
        self._halt()
        self._change(self.seating.take_back)

    def goto(self, step: int) -> None:
        """Go to a place on the viewer's timeline.

        Args:
            step: 0 up to the length of the timeline.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        self._halt()
        self._change(lambda: self.seating.goto(step))

    def why_not(self, move: int | str) -> Refusal | None:
        """Show why a move is not legal now.

        Args:
            move: as `play` takes it.

        Returns:
            the refusal; None if the move is legal.

        Raises:
            WorkbenchError: it is somebody else's decision, or the board is covered.
        """
        self.refusal = self.seating.why_not(move)
        said = "" if self.refusal else "That is a legal move now."
        self.board.show(refusal=sent.refused(self.match.game, self.refusal), notice=said)
        return self.refusal

    def hint(self, player: str | None = None) -> Move:
        """Show what a named player would do.

        Args:
            player: one of `wb.player_names(game)`; None for the one chosen in the controls.

        Returns:
            the move.

        Raises:
            WorkbenchError: the game is over, it is somebody else's decision, or there is no such player.
        """
        self.seating.refuse_others()
        return self._show_hint(self.match.advice(player or self._hint_player()))

    def review(self, player: str | None = None) -> Review:
        """Look back at the match: what a named player would have done at each decision, and what yours cost.

        Args:
            player: one of `wb.player_names(game)`; None for the one chosen in the controls.

        Raises:
            WorkbenchError: the board is covered, or there is no such player.
        """
        found = self.seating.reviewing(player or self._hint_player())()
        self._show_review(found)
        return found

    def _show_review(self, review: Review) -> None:
        self._looked_back = self._line_shown()
        self.board.review = sent.reviewed(review)

    def _still_there(self, looked_back: tuple[int, bool, State]) -> bool:
        """Return whether the reviewed line still exists, on the table or as a variation, for the same viewer."""
        eyes = (self.seating.viewer, self.seating.all_seen)
        return looked_back[:2] == eyes and self.match.line_to(looked_back[2]) is not None

    def _to_reviewed(self, step: int) -> None:
        """Go to a place on the reviewed line, which may have become a variation since."""
        number = None if self._looked_back is None else self.match.line_to(self._looked_back[2])
        if number:
            self.match.to_variation(number)
        self.seating.goto(step)

    def _best_line(self, step: int) -> None:
        """Go to a reviewed decision, and play on from there with the best known moves, as a line of its own."""
        self._to_reviewed(step)
        whence = self.match.step
        for _decision in range(BEST_LINE):
            if self.match.over:
                break
            legal = self.match.state.legal()
            self.match.play(legal[0] if len(legal) == 1 else self.match.advising("", FOR_A_REVIEW)().move.action)
        if not self.match.name:
            self.match.name_variation(0, f"best from {whence}")
        self.match.goto(whence)
        self.seating.follow()

    def _line_shown(self) -> tuple[int, bool, State]:
        """Return what a review covers: the viewer, whether everything is seen, and the line of play."""
        return self.seating.viewer, self.seating.all_seen, self.match.at(self.match.steps)

    def to_variation(self, number: int) -> None:
        """Put a variation on the table, at its end; the line that was there becomes a variation.

        Args:
            number: 1 up to the number of variations.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        self._halt()
        self._change(lambda: self.seating.to_variation(number))

    def compare(self, number: int) -> Comparison:
        """Show how the end of a variation differs from the end of the line on the table.

        Args:
            number: 1 up to the number of variations.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        found = self.seating.compare(number)
        self._looked_back = self._line_shown()
        self.board.compared = sent.compared(found)
        return found

    def _show_hint(self, advice: Advice) -> Move:
        self.refusal = None
        self.board.show(refusal={}, hinted=advice.move.action, notice=f"Hint: {advice}")
        return advice.move

    def _seed_shown(self) -> int | None:
        """Return the seed; None if the people at the table may not know it."""
        return None if self.seating.hides_seed else self.match.seed

    def new_game(self, seed: int | None = None, preset: str | None = None, **options: Any) -> None:
        """Begin a new game.

        Args:
            seed: where chance comes from; None for the present seed.
            preset: a named set of options; None for the present options.
            options: options that differ from those.

        Raises:
            WorkbenchError: an unknown option or value; the present game goes on.
        """
        game = self.match.game
        if preset is None:
            wanted = {**game.options.changed(), **options}
        else:
            presets = game.presets()
            if preset not in presets:
                raise UnknownNameError(
                    f"{game.name} has no preset {preset!r}.{nearest(preset, presets)} Available: {', '.join(presets)}."
                )
            wanted = {**presets[preset].options, **options}
        self._sit_down(self._rules(wanted).match(self.match.seed if seed is None else seed))

    def _rules(self, options: dict[str, Any], players: int | None = None) -> Game:
        """Return the game on the table with other options: the same class, the same changed phases."""
        game = self.match.game
        changed = {name: game.phases[name] for name in game.replaced_phases}
        return type(game)(options, game.players if players is None else players, changed)

    def save(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Write the match, with all its secrets, to a file.

        Args:
            path: where to write it.
            replace: whether to overwrite a file that is not a save file.

        Raises:
            SaveFileError: the file cannot be written, or it exists and is not a save file.
        """
        self.match.save(path, replace)

    @property
    def position_text(self) -> str:
        """The position on the table as text to paste. What the viewer may not know is drawn at random.

        >>> table = Table("northwood", seed=7, figure=False)
        >>> other = Table("northwood", figure=False)
        >>> other.paste(table.position_text)
        >>> other.match.state.to_dict() == table.match.state.to_dict()
        True
        """
        if self.seating.covered:
            self.seating.refuse_others()
        return postcard.write(self.match.state, None if self.seating.all_seen else self.seating.viewer)

    def paste(self, text: str) -> None:
        """Go on from a position that somebody wrote with `position_text`.

        Args:
            text: that text, or an address with the text after ``?position=``.

        Raises:
            WorkbenchError: the text is not a position, or it belongs to another game; the present game goes on.
        """
        state = postcard.read(text, self.match.game)
        self._sit_down(state.game.match(self.match.seed, state))

    def load(self, path: str | PathLike[str]) -> None:
        """Go on with a match from a file.

        Raises:
            SaveFileError: something is wrong with the file; the present game goes on.
        """
        self._sit_down(Match.load(path, self.match.game))

    @property
    def odds(self) -> tuple[Odds, ...]:
        """The chances worth knowing now, worked out on request; empty while the board is covered."""
        return self.figures.odds

    @property
    def figure(self) -> Any:
        """The live charts, up to date; None without figures, or before the board is first uncovered."""
        return self.figures.charts

    @property
    def walk_figure(self) -> Any:
        """The live figure of walks (a `WalkFigure`), up to date; None in the same cases as `figure`."""
        return self.figures.walks

    def _panels_known(self, panels: tuple[Panel, ...]) -> None:
        """Show the figures of the position on the table in words."""
        self.board.figures = in_words(panels)

    def _odds_known(self, odds: tuple[Odds, ...]) -> None:
        """Show the odds of the position on the table, now that they are worked out."""
        self.board.odds = sent.odds_as_json(odds)

    # -- what the browser asks -----------------------------------------------------------------------------------------

    def _heard(self, message: dict[str, Any]) -> None:
        """Do what a message from the board asks."""
        wanted = message["do"]
        with self._failures_told():
            if wanted == "play":
                self._play_asked(message)
            elif wanted == "thing":
                self._thing_asked(str(message.get("thing", "")), str(message.get("label", "")))
            elif wanted == "ways":
                self._way_taken(message.get("actions", ()))
            elif wanted == "words":
                self._heard_words(str(message.get("text", "")))
            elif wanted == "undo":
                self.undo()
            elif wanted == "redo":
                self.redo()
            elif wanted == "take_back":
                self.take_back()
            elif wanted == "goto" and message.get("reviewed") is True:
                self._halt()
                self._change(lambda: self._to_reviewed(message.get("step", -1)))
            elif wanted == "goto":
                self.goto(message.get("step", -1))
            elif wanted == "best_line":
                self._halt()
                self._change(lambda: self._best_line(message.get("step", -1)))
                self._say("The best line from here is on the table. Press Redo to follow it.")
            elif wanted == "lost_moment":
                self._lost_wanted = True
                self._review_asked()
            elif wanted == "hint":
                self._hint_asked()
            elif wanted == "passed":
                self._has_passed()
            elif wanted == "arrive":
                self.arrive()
                self._drive(answer=True)
            elif wanted == "call":
                self.call(message.get("seat", -1))
            elif wanted == "next":
                self._next_asked()
            elif wanted == "go_on":
                self._go_on()
            elif wanted == "stop":
                self.stop()
            elif wanted == "clause":
                self._show_clause(str(message.get("id", "")))
            elif wanted == "review":
                self._review_asked()
            elif wanted == "line":
                self.to_variation(message.get("number", -1))
            elif wanted == "compare_line":
                self.compare(message.get("number", -1))
            elif wanted in ("name_line", "drop_line"):
                self._line_changed(wanted, message)
            elif wanted == "text":
                self.board.written = self.position_text
            elif wanted == "open":
                self._open_asked(str(message.get("text", "")), message.get("linked") is True)
            elif wanted == "again":
                self._sit_down(self.match.game.match(fresh_seed()))
            elif wanted == "whole_log":
                self._whole_log = True
                self.board.show(**sent.log(self.seating, self._whole_log))

    @contextmanager
    def _failures_told(self, say: Callable[[str], None] | None = None) -> Iterator[None]:
        """Say at the table what fails, whatever it is. What nobody foresaw also goes on, to the log of the notebook.

        Args:
            say: how to say it; None for the board alone.
        """
        say = say or self._say
        try:
            yield
        except IllegalMove:
            pass  # the board shows it already
        except WorkbenchError as fault:
            say(str(fault))
        except Exception as fault:
            say(f"This failed because of a fault in the rules or in the workbench: {type(fault).__name__}: {fault}.")
            raise

    def _play_asked(self, message: dict[str, Any]) -> None:
        """Make the chosen move; ask first if it looks like one more step but completes a larger choice."""
        move, times = message.get("action", ""), message.get("times", 1)
        if times == 1 and message.get("sure") is not True and self.seating.sends_off(move):
            meant = self.match.move(self.match.find(move))
            said = f"{capital(meant.text)}: this completes your move."
            self.board.confirm = {"action": meant.action, "text": said}
            return
        self._make(move, times, onward=True)
        self._drive(answer=True)

    def _thing_asked(self, thing: str, label: str) -> None:
        """Answer a click on a thing that no move uses now: offer what it can begin, or say what forbids it."""
        self.seating.refuse_others()
        if self.match.over:
            self._say(f"{label} The game is over.")
            return
        found = inquire(self.match.state.view(self.match.seat), thing)
        self._asked_for += 1
        if found.refusal is not None:
            self._refuse(found.refusal)
        else:  # without any ways the board says that the thing only shows the position
            ways = [{"actions": list(way.actions), "words": way.words} for way in found.ways]
            self.board.show(offered={"thing": thing, "ways": ways, "number": self._asked_for}, refusal={}, notice="")

    def _open_asked(self, text: str, linked: bool) -> None:
        """Open a position that was pasted, or once one of this game from the page's address."""
        if linked and (self._linked or f"{self.match.game.name}." not in text):
            return
        self._linked = self._linked or linked
        self.paste(text)

    def _way_taken(self, actions: Any) -> None:
        """Make the moves that lead to a thing; the last may have to be confirmed."""
        if not isinstance(actions, list) or not 1 <= len(actions) <= 2:
            raise WorkbenchError("A way to a thing has one or two moves.")
        for action in actions[:-1]:
            self._make(action)
        self._play_asked({"action": actions[-1]})

    def _refuse(self, refusal: Refusal | None) -> None:
        """Show why something cannot be done."""
        self.refusal = refusal
        self._asked_for += 1
        self.board.show(refusal={**sent.refused(self.match.game, refusal), "number": self._asked_for}, notice="")

    def _heard_words(self, said: str) -> None:
        first, _, rest = said.strip().partition(" ")
        if first.lower() == "why" and rest:
            self.why_not(rest)
        elif first.lower() in ("rule", "rules") and rest:
            self._show_clause(rest.strip().upper())
        else:
            self._play_asked({"action": said})

    def _show_clause(self, clause: str) -> None:
        found = self.match.game.rulebook[clause]
        self.board.asked = {"id": found.id, "text": found.plain, "origin": found.standing}

    def _new_game_asked(self) -> None:
        with self._failures_told():
            options = self.controls.chosen()
            rules = self._rules(options, self.controls.players.value)
            self._sit_down(rules.match(fresh_seed() if self.seating.hides_seed else self.controls.seed.value), options)

    def _save_asked(self, name: str, replace: bool) -> None:
        """Save to a file; replace it without asking only if this match was saved to it before."""
        saved = (name, self.match)
        if os.path.exists(name) and not replace and saved != self._saved:
            self._say_of_file("A file with this name already exists.", older=True)
            return
        with self._failures_told(self._say_of_file):
            if os.path.dirname(name) == SAVED_GAMES:
                with suppress(OSError):  # then saving says what is wrong
                    os.makedirs(SAVED_GAMES, exist_ok=True)
            # first, so a match that cannot be written here can still be taken away
            self.controls.local.offer(told(os.path.basename(name)) or f"{self.match.game.name}.json", self.match.to_json())
            self.save(name)
            self._saved = saved
            self._say_of_file(f"Saved to {name}.")

    def _load_asked(self, name: str) -> None:
        with self._failures_told(self._say_of_file):
            self.load(name)
            self._saved = (name, self.match)
            self._say_of_file(f"Loaded from {name}.")

    def _open_file_asked(self, name: str, text: str | None) -> None:
        """Go on with the match in a file from the person's own device; None is a text too large to send."""
        with self._failures_told(self._say_of_file):
            if text is None:
                raise SaveFileError(f"{quoted(name)} is too large to be a save file.")
            self._sit_down(Match.from_json(text, self.match.game))
            self._say_of_file(f"Opened {name}.")

    def _say_of_file(self, sentence: str, older: bool = False) -> None:
        self.controls.say_of_file(told(sentence), older)
        self._say(sentence)

    def _sit_asked(self, seat: int, who: Seated | None) -> None:
        with self._failures_told():
            self.sit(seat, who)
            self._paused = False
            self._drive(answer=True)

    def _set_pace(self, pace: float | None) -> None:
        with self._failures_told():
            self.pace = pace
            self._paused = False
            if self._thinking is None and self._waiting is None:
                self._drive(answer=True)

    def _hint_player(self) -> str:
        """Return who gives hints; empty for exact chances and the strongest player that is fast enough."""
        return str(self.controls.hint_player.value)

    def _called(self, name: str) -> str:
        """Return a player's name for the beginning of a sentence."""
        return capital(spoken_name(self.match.game, name))

    def _hint_asked(self) -> None:
        """Think about a hint, beside the event loop if there is one."""
        if running_loop() is None:
            self.hint()
            return
        self.seating.refuse_others()
        self._stop_hint()
        name = self._hint_player()
        self._hinting = Errand(self.match.advising(name), self._hint_came, self._hint_failed)
        self._say(f"{self._called(name or strongest(self.match.game, FOR_A_HINT))} is thinking about a hint.")
        self._show_moving()

    def _hint_came(self, advice: Advice) -> None:
        self._hinting = None
        self._show_hint(advice)
        self._show_moving()

    def _hint_failed(self, fault: Exception) -> None:
        self._hinting = None
        self._say(said_by(fault))
        self._show_moving()

    def _review_asked(self) -> None:
        """Review the match, beside the event loop if there is one."""
        if running_loop() is None:
            self._review_came(self.seating.reviewing(self._hint_player())())
            return
        name = self._hint_player()
        work = self.seating.reviewing(name)
        self._stop_hint()
        self._hinting = Errand(work, self._review_came, self._hint_failed)
        self._say(f"{self._called(name or strongest(self.match.game, FOR_A_REVIEW))} is looking back at every decision.")
        self._show_moving()

    def _review_came(self, review: Review) -> None:
        self._hinting = None
        self._show_review(review)
        self._say("")
        self._show_moving()
        wanted, self._lost_wanted = self._lost_wanted, False
        if wanted and review.worst:
            self.goto(review.worst[0].step)
        elif wanted:
            self._say("As far as the review could work out, no decision cost anything.")

    def _line_changed(self, wanted: str, message: dict[str, Any]) -> None:
        """Name a line of play, or delete a variation."""
        if self.seating.covered:
            self.seating.refuse_others()
        number = message.get("number", -1)
        if wanted == "drop_line":
            self.match.drop_variation(number)
        else:
            self.match.name_variation(number, message.get("text", ""))
        self.board.show(lines=sent.lines(self.seating), compared={})

    def _stop_hint(self) -> None:
        if self._hinting is not None:
            self._hinting.stop()
            self._hinting = None

    def _say(self, sentence: str) -> None:
        self.board.notice = told(sentence)

    # -- players -------------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop all thinking, and let computer players wait until somebody presses "Next move" or "Go on"."""
        thought = self._hinting is not None
        self._halt()
        if self.seating.to_move_is_a_player:
            self._paused = True
        elif thought:
            self._say("Stopped.")
        self._show_moving()

    def _halt(self) -> None:
        """Stop all thinking, and ignore any answer that still comes."""
        self._stop_hint()
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self._one_move = False

    def _next_asked(self) -> None:
        """Let computer players make their next visible move, and no more."""
        self.seating.player_to_move()
        self._paused = True
        if running_loop() is None:
            self.next_move()
            return
        self._halt()
        self._one_move = True
        self._think()

    def _go_on(self) -> None:
        """Let computer players move by themselves again."""
        self.seating.player_to_move()
        self._paused = False
        self._halt()
        if self.pace is None:
            self.pace = PACE
            self.controls.follow_pace(self.pace)
        self._drive(answer=True)

    def _pass_forced(self) -> None:
        """Make a person's moves, one after the other, as long as there is no alternative."""
        number = 0
        while self._forced and number < MOST_FORCED and self.seating.pass_forced():
            number += 1

    def _drive(self, answer: bool = False) -> None:
        """Let computer players move by themselves, at their pace.

        Args:
            answer: whether a person waits for them; if so, and if no event loop is running, they move at once.
        """
        if not self.seating.to_move_is_a_player:
            self._in_a_row = 0
        if self.seating.to_move_is_a_player and not self._paused and self.pace is not None:
            if running_loop() is not None:
                self._think()
            elif answer:
                self.settle()
        self._show_moving()

    def _think(self) -> None:
        """Ask the computer player to move, beside the loop; it sees only a view of a match of its own."""
        ask = self.match.asking(self.seating.player_to_move())
        self._thinking = Errand(ask, self._answered, self._player_failed)
        self._show_moving()

    def _answered(self, action: int) -> None:
        """Make the move that a player has chosen, once the last one has been shown long enough."""
        self._thinking = None
        loop = asyncio.get_running_loop()
        # the small steps of a larger choice are shown without a pause
        at_once = self._one_move or self.pace is None or self.seating.goes_on_choosing
        until = 0.0 if at_once else max(self._shown_at + stays(self.pace, self._in_a_row), self._passes_until)
        if until > loop.time():
            self._chosen = action
            self._waiting = loop.call_later(until - loop.time(), self._carry_out)
            self._show_moving()
        else:
            self._carry_out(action)

    def _has_passed(self) -> None:
        """Stop waiting for what passes over the board: the person has seen or skipped all of it."""
        self._passes_until = 0.0
        if self._waiting is not None and self.pace is not None:
            self._waiting.cancel()
            loop = asyncio.get_running_loop()
            until = self._shown_at + stays(self.pace, self._in_a_row)
            self._waiting = loop.call_later(max(0.0, until - loop.time()), self._carry_out)

    def _carry_out(self, action: int | None = None) -> None:
        """Make a computer player's move; None for the action that was waiting."""
        self._waiting = None
        action = self._chosen if action is None else action
        try:
            self.seating.advance(action)
        except WorkbenchError as fault:  # somebody has changed the match without the table
            self._player_failed(fault)
            return
        self._pass_forced()
        if self.seating.noticed or not self.seating.to_move_is_a_player:
            self._one_move = False
            self._in_a_row += 1
            self._changed(onward=True)
        if self._one_move:
            self._think()
        else:
            self._drive()

    def _player_failed(self, fault: Exception) -> None:
        self._thinking = None
        self._one_move = False
        self._paused = True
        self._say(self._failure(fault))
        self._show_moving()

    def _failure(self, fault: Exception) -> str:
        """Return what to say when a player cannot move."""
        mover = self.seating.name(int(self.match.state.to_move))
        said = said_by(fault)
        return f"{mover} cannot move. {said}"

    def _show_moving(self) -> None:
        self.board.moving = self._moving()

    def _moving(self) -> dict[str, Any]:
        """Return what the computer players are doing, and which buttons make sense."""
        stop = self._hinting is not None
        if not self.seating.to_move_is_a_player:
            if len(self.seating.people) == self.match.game.players and not stop:
                return {}
            over = self.match.over or self.seating.covered
            return {
                "text": "" if over else f"{self.match.game.seat_name(self.match.seat)}: it is your move.",
                "stop": stop,
            }
        name = self.seating.name(int(self.match.state.to_move))
        busy = self._thinking is not None or self._waiting is not None
        does = "thinking" if self._thinking is not None else "about to move" if self._waiting is not None else "to move"
        return {"text": f"{name} is {does}.", "next": True, "stop": busy, "go_on": not busy}

    # -- showing -------------------------------------------------------------------------------------------------------

    def _sit_down(self, match: Match, asked: dict[str, Any] | None = None) -> None:
        """Play another match at this table; everybody keeps their seat."""
        self._halt()
        seats = {seat: who for seat, who in enumerate(self.seating.seats) if seat < match.game.players}
        self.seating = Seating(match, seats, self.seating.screens, self.seating.show)
        self.figures.begin(self.seating)
        self._whole_log = False
        self._paused = not self.seating.people
        self.controls.follow(match.game, self._seed_shown(), asked)
        self.controls.follow_seats(self.seating.seats)
        self._changed()
        self._drive(answer=True)

    def _make(self, move: int | str, times: int = 1, onward: bool = False) -> None:
        """Make a person's move; if it leaves an earlier line, keep that as a variation and say so.

        Args:
            move: as `play` takes it.
            times: how often to make it.
            onward: whether to make the moves after it that have no alternative, too.
        """
        self._stop_hint()
        before = len(self.match.variations)

        def make() -> None:
            if times == 1:
                self.seating.play(move)
            else:
                self.seating.play_times(move, times)
            if onward:
                self._pass_forced()

        self._change(make, onward=True)
        if len(self.match.variations) > before and not self.seating.covered:
            self._say("Your earlier line is kept: see Look back.")

    def _change(self, change: Callable[[], object], onward: bool = False) -> None:
        """Change the match and show the result: a refusal, or the new position.

        Args:
            change: the function that changes it.
            onward: whether the game goes on, so the board shows what happens.
        """
        try:
            change()
        except IllegalMove as fault:
            self._refuse(fault.refusal)
            raise
        self._changed(onward)

    def _changed(self, onward: bool = False) -> None:
        self.refusal = None
        loop = running_loop()
        self._shown_at = loop.time() if loop is not None else 0.0
        self._draw(onward)

    def redraw(self) -> None:
        """Show the match as it is, even if code has changed it without the table."""
        self.seating.follow()
        self._draw()

    def follow(self) -> None:
        """Show the match again if code has changed it since it was last shown.

        Computer players go on after a new move, but not after moves were taken back: they would play them again at once.
        """
        if self._shown is self.match.state:
            return
        self._halt()
        self.seating.follow()
        self._changed()
        if self.match.step == self.match.steps:
            self._drive()

    def _draw(self, onward: bool = False) -> None:
        """Show the match: first the board; then, once the browser has drawn it, the figure and the odds."""
        seating = self.seating
        self._shown = self.match.state
        if seating.covered or self._looked_back is None or not self._still_there(self._looked_back):
            self._looked_back = None
            self.board.show(review={}, compared={})
        elif not _same(self._looked_back, self._line_shown()):
            self.board.compared = {}
        same_eyes = seating.viewer == self._drawn.viewer  # another seat's board is another picture: no piece moves to it
        events = self._watched.fresh(seating)
        passing, seconds = self._watched.passing(seating, events if onward else [], motion(self.pace, self._in_a_row))
        self._passes_until = self._shown_at + seconds
        self.board.show(
            **(sent.covered(seating) if seating.covered else sent.seen(seating, self.figures.known_odds, self._drawn)),
            figures=in_words(self.figures.panels) if running_loop() is None else [],  # else they follow the board
            motion=motion(self.pace) if same_eyes else 0,
            passing=passing,
            guided=self.guide is not None,
            guide=[] if self.guide is None else self.guide.says(seating),
            advised="",
            heading=self.seating.heading(),
            question=self.seating.question(),
            asked={},
            offered={},
            refusal={},
            confirm={},
            notice="",
            hinted=-1,
            step=self.seating.step,
            steps=self.seating.steps,
            counted="moment" if self.seating.hides_steps else "decision",
            can_undo=self.seating.can_undo,
            can_redo=self.seating.can_redo,
            partway=self.seating.partway,
            ended=self.match.over and not seating.covered,
            ending=sent.ending(seating),
            written="",
            moving=self._moving(),
            **sent.log(seating, self._whole_log),
        )
        self.figures.follow()
        self._follow_guide()

    def _follow_guide(self) -> None:
        """Find out which move the guide calls good, beside the event loop if there is one."""
        if self._guiding is not None:
            self._guiding.stop()
            self._guiding = None
        work = None if self.guide is None else self.guide.advising(self.seating)
        if work is None:
            return
        if running_loop() is None:
            self._guided(work())
        else:
            self._guiding = Errand(work, self._guided, lambda fault: None)  # the table can be used without it

    def _guided(self, advice: Advice) -> None:
        """Show which move is good."""
        self._guiding = None
        self.board.show(advised=advice_in_words(advice), hinted=advice.move.action)

    # -- still pictures ------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        seating = self.seating
        if seating.covered:
            return f"{seating.text()} {seating.question()}"
        lines = [seating.text(), "", f"{seating.heading()}: {seating.question()}"]
        lines += [f"  {move}" for move in seating.moves()]
        if self.refusal is not None:
            lines += ["", f"Not now: {self.refusal}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return repr(self)

    def still(self) -> Scene:
        """Return the board as a picture, with what the viewer may see."""
        seating = self.seating
        if seating.covered:
            return sent.screen_scene(self.match.game.title, seating.question())
        return self.match.game.scene(seating.state(), seating.viewer)

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        """Return the live widget, with the text and the still picture that stay in the notebook."""
        self.follow()
        bundle = super()._repr_mimebundle_(**keywords)
        return {**bundle, "text/plain": repr(self), "image/svg+xml": self.still().svg()}


def in_words(panels: tuple[Panel, ...]) -> list[str]:
    """Return what some figures show, in words."""
    return [panel.readable() for panel in panels]


def stays(pace: float | None, in_a_row: int) -> float:
    """Return how many seconds a computer move stays on the board.

    In a row of moves each stays for a shorter time than the one before it, except at a slow pace.

    Args:
        pace: seconds for the first of them; None for the usual pace.
        in_a_row: how many computer moves have been shown since a person decided.

    >>> [round(stays(0.8, number), 2) for number in (0, 1, 2, 3)], stays(2.0, 3)
    ([0.8, 0.8, 0.48, 0.29], 2.0)
    >>> sum([stays(0.8, number) for number in range(1, 40)]) < 3
    True
    """
    usual = PACE if pace is None else pace
    return usual if usual > PACE else float(usual * HURRY ** max(0, in_a_row - 1))


def motion(pace: float | None, in_a_row: int = 0) -> int:
    """Return how many milliseconds a thing takes to move: about half the time that a move stays.

    >>> motion(0), motion(0.8), motion(30), motion(None), motion(0.8, 3)
    (0, 400, 700, 400, 144)
    """
    return min(700, round(500 * stays(pace, in_a_row)))


def _same(one: tuple[int, bool, State], other: tuple[int, bool, State]) -> bool:
    """Return whether two reviews cover the same line of play, seen by the same viewer."""
    return one[:2] == other[:2] and one[2] is other[2]
