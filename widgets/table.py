"""The table you play at: board, moves, rules, log, timeline, figure and controls, for any game.

It knows no game by name. Everything shown comes from the match and the game's hooks (`scene`, `text`, `panels`, `odds`,
`helpers`), limited to what the viewer may know (`workbench.core.seating`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any

import ipywidgets as ipw

from widgets import sent
from widgets.adviser import Adviser
from widgets.aside import running_loop
from widgets.board import Board
from widgets.cells import after_each_cell
from widgets.computer_players import PACE, ComputerPlayers, motion
from widgets.controls import Controls
from widgets.guide import Guide
from widgets.lines import Lines
from widgets.live import LiveFigures
from widgets.matches import Matches
from widgets.messages import Messages
from widgets.site import clause_page
from workbench.core.errors import IllegalMove, Refusal, WorkbenchError, refuse_beside
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.lines import Comparison
from workbench.core.match import Match, Move
from workbench.core.outside import quoted, told, whole_number
from workbench.core.player import Seated
from workbench.core.registry import load
from workbench.core.review import Review
from workbench.core.scene import Panel, Scene
from workbench.core.seating import Seating, Seats, fresh_seed
from workbench.core.state import State


class Table(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A table at which people and computer players play a game: by clicking, by keyboard, or from code.

    Computer players move by themselves after a person's move, one visible move at a time. They think beside the kernel's loop,
    so the table goes on answering. When several people play a game with secrets, the table covers the board until the person
    whose turn it is confirms being there. Neither the widget nor the stored notebook holds more than the viewer may know.

    Args:
        game: the name of a game, a class of your own, a game, or a match to go on with.
        seed: where chance comes from. None for 0; but when several people play a game with secrets, None for a seed that
            nobody sees, because you could work out the first deal from it.
        players: how many play; None for the usual number, or that of the game given.
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
        refusal: why the last move that was tried is not legal; None if it is, or if nothing was tried.

    Raises:
        WorkbenchError: an unknown game, option, value, seat or player, a guide that the game does not have, or something else
            beside a match, which brings its game and its seed with it.

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
        if players is not None and whole_number(players) is None:
            raise WorkbenchError(
                f"`players` says how many play, not {quoted(players)}: say who sits where with `seats`, such as "
                "{1: 'random'}."
            )
        if isinstance(game, Match):
            given = {"seed": seed, "players": players, "preset": preset, "phases": phases, **options}
            refuse_beside("A match brings its game and its seed with it", **given)
            match = game
        else:
            rules = load(game, players, preset, phases, **options)
            match = rules.match(0 if seed is None else seed)
            if seed is None and Seating(match, seats, screens, show).hides_seed:
                match = rules.match(fresh_seed())
        self.seating = Seating(match, seats, screens, show)
        if not isinstance(guide, bool | Guide):
            raise WorkbenchError(f"`guide` must be True, False or a guide of your own, not {quoted(guide)}.")
        self.guide = Guide.of(match.game) if guide is True else guide or None
        self.refusal: Refusal | None = None
        self.figures = LiveFigures(self.seating, figure, self._panels_known, self._odds_known, self.say)
        self._drawn = sent.Drawn()
        self._watched = sent.Watched()
        self._whole_log = False
        self._shown: State | None = None
        self.computer_players = ComputerPlayers(self, pace, forced)
        self.adviser = Adviser(self)
        self.lines = Lines(self)
        self.matches = Matches(self)
        self.messages = Messages(self)
        self.board = Board(self.messages.hear, clause_page=clause_page(match.game))
        self.controls = Controls(
            match.game,
            self._seed_shown(),
            self.matches.new_game_asked,
            self.matches.save_asked,
            self.matches.load_asked,
            self.matches.open_file_asked,
            self.say,
            seats=self.seating.seats,
            sit=self.computer_players.sit_asked,
            pace=pace,
            set_pace=self.computer_players.set_pace,
        )
        places = [self.board, self.figures.charts_place, self.figures.walks_place, self.controls.widget]
        super().__init__(places, layout={"width": "100%"})
        self.redraw()
        self.computer_players.drive()
        after_each_cell(self)

    @property
    def match(self) -> Match:
        """The match on the table. It holds every secret, so give it to no player.

        The table follows when a cell changes it.
        """
        return self.seating.match

    @property
    def pace(self) -> float | None:
        """Seconds that each computer move stays on the board; None to wait for "Next move". You can change it."""
        return self.computer_players.pace

    @pace.setter
    def pace(self, seconds: float | None) -> None:
        self.computer_players.pace = seconds

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
        self.make(move)
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
                self.say(str(fault))
            return False
        return True

    def settle(self) -> None:
        """Let computer players move at once until a person decides or the game ends.

        It does nothing if `pace` is None. Call it in a notebook whose outputs are compared, to be sure which position the match
        has reached.

        Raises:
            PlayerError: a player failed; the table says so and waits.
        """
        self.computer_players.settle()

    def next_move(self) -> None:
        """Let computer players move, without pauses, until the person at the board notices something.

        Raises:
            PlayerError: a player failed; the table says so and waits.
            WorkbenchError: it is not a computer player's turn.
        """
        self.computer_players.next_move()

    def sit(self, seat: int, who: Seated | None) -> None:
        """Give a seat to a computer player or a person; the match goes on.

        Args:
            seat: 0..n-1.
            who: a player's name, a `Player` object or class, or a function from a view to an action; None or "me" for a person.

        Raises:
            WorkbenchError: there is no such seat or player.
        """
        self.halt()
        self.seating.sit(seat, who)
        self.controls.follow_seats(self.seating.seats)
        self.controls.show_seed(self._seed_shown())
        self.changed()

    def arrive(self) -> None:
        """Confirm that the person the table waits for is there, and show the board to that seat.

        Raises:
            WorkbenchError: the table is not waiting for anyone.
        """
        self.change(self.seating.arrive, onward=True)

    def call(self, seat: int) -> None:
        """Pass the board to a person; if the game has secrets, cover it until that person is there.

        Args:
            seat: 0..n-1.

        Raises:
            WorkbenchError: no person sits there.
        """
        self.halt()
        self.change(lambda: self.seating.call(seat))

    def undo(self) -> None:
        """Take back a person's last decision, and every computer move after it.

        Raises:
            WorkbenchError: nothing has been decided yet.
        """
        self.halt()
        self.change(self.seating.undo)

    def redo(self) -> None:
        """Go forward again to a person's next decision on the timeline, or to its end.

        Raises:
            WorkbenchError: nothing has been taken back.
        """
        self.halt()
        self.change(self.seating.redo)

    def take_back(self) -> None:
        """Take back every step of a larger choice that is not complete, such as an offer made in small steps.

        Raises:
            WorkbenchError: no such choice is under way.
        """
        self.halt()
        self.change(self.seating.take_back)

    def goto(self, step: int) -> None:
        """Go to a place on the viewer's timeline.

        Args:
            step: 0 up to the length of the timeline.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        self.halt()
        self.change(lambda: self.seating.goto(step))

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
        return self.adviser.hint(player)

    def review(self, player: str | None = None) -> Review:
        """Look back at the match: what a named player would have done at each decision, and what yours cost.

        Args:
            player: one of `wb.player_names(game)`; None for the one chosen in the controls.

        Raises:
            WorkbenchError: the board is covered, or there is no such player.
        """
        return self.adviser.review(player)

    def to_variation(self, number: int) -> None:
        """Put a variation on the table, at its end; the line that was there becomes a variation.

        Args:
            number: 1 up to the number of variations.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        self.halt()
        self.change(lambda: self.seating.to_variation(number))

    def compare(self, number: int) -> Comparison:
        """Show how the end of a variation differs from the end of the line on the table.

        Args:
            number: 1 up to the number of variations.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        return self.lines.compare(number)

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
        self.matches.new_game(seed, preset, **options)

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
        return self.matches.written()

    def paste(self, text: str) -> None:
        """Go on from a position that somebody wrote with `position_text`.

        Args:
            text: that text, or an address with the text after ``?position=``.

        Raises:
            WorkbenchError: the text is not a position, or it belongs to another game; the present game goes on.
        """
        self.matches.paste(text)

    def load(self, path: str | PathLike[str]) -> None:
        """Go on with a match from a file.

        Raises:
            SaveFileError: something is wrong with the file; the present game goes on.
        """
        self.sit_down(Match.load(path, self.match.game))

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

    def stop(self) -> None:
        """Stop all thinking, and let computer players wait until somebody presses "Next move" or "Go on"."""
        thought = self.adviser.thinking
        self.halt()
        if self.seating.to_move_is_a_player:
            self.computer_players.pause()
        elif thought:
            self.say("Stopped.")
        self.computer_players.show()

    # -- what the parts of the table ask: kept out of the reference -------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Say a sentence above the board; an empty one takes the last away."""
        self.board.notice = told(sentence)

    def halt(self) -> None:
        """Stop all thinking, and ignore any answer that still comes."""
        self.adviser.stop()
        self.computer_players.halt()

    def sit_down(self, match: Match, asked: dict[str, Any] | None = None) -> None:
        """Play another match at this table; everybody keeps their seat.

        Args:
            match: the match to go on with.
            asked: the options as the controls ask for them; None for those of the match.
        """
        self.halt()
        seats = {seat: who for seat, who in enumerate(self.seating.seats) if seat < match.game.players}
        self.seating = Seating(match, seats, self.seating.screens, self.seating.show)
        self.figures.begin(self.seating)
        self._whole_log = False
        self.computer_players.begin()
        self.controls.follow(match.game, self._seed_shown(), asked)
        self.controls.follow_seats(self.seating.seats)
        self.changed()
        self.computer_players.drive(answer=True)

    def make(self, move: int | str, times: int = 1, onward: bool = False) -> None:
        """Make a person's move; if it leaves an earlier line, keep that as a variation and say so.

        Args:
            move: as `play` takes it.
            times: how often to make it.
            onward: whether to make the moves after it that have no alternative, too.
        """
        self.adviser.stop()
        before = len(self.match.variations)

        def make() -> None:
            if times == 1:
                self.seating.play(move)
            else:
                self.seating.play_times(move, times)
            if onward:
                self.computer_players.pass_forced()

        self.change(make, onward=True)
        if len(self.match.variations) > before and not self.seating.covered:
            self.say("Your earlier line is kept: see Look back.")

    def change(self, change: Callable[[], object], onward: bool = False) -> None:
        """Change the match and show the result: a refusal, or the new position.

        Args:
            change: the function that changes it.
            onward: whether the game goes on, so the board shows what happens.
        """
        try:
            change()
        except IllegalMove as fault:
            self.messages.refuse(fault.refusal)
            raise
        self.changed(onward)

    def changed(self, onward: bool = False) -> None:
        """Show the match, which has changed.

        Args:
            onward: whether the game has gone on, so the board shows what has happened.
        """
        self.refusal = None
        self.computer_players.changed()
        self._draw(onward)

    def show_whole_log(self) -> None:
        """Show the whole log of this match from now on, and not only its latest events."""
        self._whole_log = True
        self.board.show(**sent.log(self.seating, self._whole_log))

    # -- showing -------------------------------------------------------------------------------------------------------

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
        self.halt()
        self.seating.follow()
        self.changed()
        if self.match.step == self.match.steps:
            self.computer_players.drive()

    def _draw(self, onward: bool = False) -> None:
        """Show the match: first the board; then, once the browser has drawn it, the figure and the odds."""
        seating = self.seating
        self._shown = self.match.state
        self.lines.follow()
        same_eyes = seating.viewer == self._drawn.viewer  # another seat's board is another picture: no piece moves to it
        events = self._watched.fresh(seating)
        passing, seconds = self._watched.passing(seating, events if onward else [], self.computer_players.motion())
        self.computer_players.passes(seconds)
        self.board.show(
            **(sent.covered(seating) if seating.covered else sent.seen(seating, self.figures.known_odds, self._drawn)),
            figures=in_words(self.figures.panels) if running_loop() is None else [],  # else they follow the board
            motion=motion(self.computer_players.pace) if same_eyes else 0,
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
            moving=self.computer_players.moving(),
            **sent.log(seating, self._whole_log),
        )
        self.figures.follow()
        self.adviser.follow_guide()

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
