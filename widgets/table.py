"""The table one plays at: board, moves, rules, log, timeline, figure and controls, for any game, people and players.

It knows no game by name: everything shown comes from the game's hooks (`scene`, `text`, `panels`, `odds`, `helpers`) and from
the match, and is made from what the person who looks may know (`workbench.core.seating`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any, Final

import ipywidgets as ipw

from widgets.aside import Errand
from widgets.board import Board
from widgets.controls import Controls
from widgets.palette import readable_on
from workbench.core.errors import IllegalMove, PlayerError, Refusal, UnknownNameError, WorkbenchError, nearest
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.match import Match, Move
from workbench.core.player import Seated
from workbench.core.registry import load
from workbench.core.scene import Panel, Scene, rect, text
from workbench.core.seating import Seating, Seats
from workbench.core.state import State
from workbench.core.walk import Walk

LATEST: Final = 40
"""How many events of the log travel with every move; the rest is sent when asked for."""
MOST_NEWS: Final = 16
"""How many of the latest events are told beside the moves."""
FIGURE_AFTER: Final = 0.06
"""Seconds between a board's answer and its figure's: the browser draws the board first."""
ODDS_AFTER: Final = 0.25
"""Seconds of quiet before odds are worked out."""
MOST_ODDS: Final = 12
"""How many chances the figure has room for."""
REMEMBERED: Final = 400
"""How many positions' odds are kept for going back and forth."""
PACE: Final = 0.8
"""Seconds that the move of a player stays on the board before the next one is shown."""


class Table(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A table at which people and players play a game: by clicking, by keyboard, or from code.

    Players move by themselves after a person's move, one visible move at a time; they think beside the kernel's loop, so the
    table goes on answering. Where several people play a game with secrets, the board is covered until the one whose turn it
    is says to be there. Nothing in the widget or in the stored notebook holds more than the person at the board may know.

    Args:
        game: the name of a game, a game, or a match to go on with.
        seed: where chance comes from.
        players: how many play; None for the usual number.
        preset: a named set of options to begin with.
        phases: phases that replace those of the game.
        seats: who sits where, such as ``{1: "scripted", 2: my_function}``: names of players, `Player` objects or classes, and
            functions from a view to an action; "me", None and what is left out are people.
        pace: seconds that each move of a player stays on the board; 0 for at once, None to wait for "Next move" each time.
        screens: whether the board is covered between two people of a game with secrets.
        show: "seat" for what one seat may know, "all" for everything, as a teacher wants to see it.
        figure: whether live figures are shown: the charts, and in games of ways through a graph a figure to walk them on.
        options: options that differ from their defaults.

    Attributes:
        seating: who sits where, and what may be shown.
        board: the live board.
        controls: the controls that change rarely.

    Raises:
        WorkbenchError: an unknown game, option, value, seat or player.

    >>> table = Table("northwood", seed=7, figure=False)
    >>> table.choose("give up")
    False
    >>> table.refusal.clause
    'NW-END-4'
    """

    def __init__(
        self,
        game: str | Game | Match = "northwood",
        seed: int = 0,
        *,
        players: int | None = None,
        preset: str | None = None,
        phases: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        pace: float | None = PACE,
        screens: bool = True,
        show: str = "seat",
        figure: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(game, Match):
            match = game
        elif isinstance(game, Game):
            match = game.match(seed)
        else:
            match = load(game, players, preset, phases, **options).match(seed)
        self.seating = Seating(match, seats, screens, show)
        self.pace = pace
        self.refusal: Refusal | None = None
        self.with_figure = figure
        self._figure: Any = None
        self._walk_figure: Any = None
        self._odds: dict[Any, tuple[Odds, ...]] = {}
        self._later: list[asyncio.TimerHandle] = []
        self._preparing = False
        self._prepared = False
        self._whole_log = False
        self._paused = not self.seating.people  # where only players sit, nothing begins before somebody asks for it
        self._one_move = False
        self._shown_at = 0.0
        self._thinking: Errand | None = None
        self._hinting: Errand | None = None
        self._working_out: Errand | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self.board = Board(self._heard)
        self.controls = Controls(
            match.game,
            match.seed,
            self._new_game_asked,
            self._save_asked,
            self._load_asked,
            self._say,
            seats=self.seating.seats,
            sit=self._sit_asked,
            pace=pace,
            set_pace=self._set_pace,
        )
        self._figure_place = ipw.VBox([], layout={"max_width": "980px"})
        self._walk_place = ipw.VBox([], layout={"display": "none"})
        places = [self.board, self._figure_place, self._walk_place, self.controls.widget]
        super().__init__(places, layout={"width": "100%"})
        self.redraw()
        self._drive()

    @property
    def match(self) -> Match:
        """The match being played. It holds everything: hand it to nobody who plays."""
        return self.seating.match

    # -- playing from code ---------------------------------------------------------------------------------------------

    def play(self, move: int | str) -> None:
        """Make a move; then players move until a person decides again, without waiting (unless `pace` is None).

        Args:
            move: an action's number or words, as `Match.play` takes it.

        Raises:
            IllegalMove: the move is not legal now; the table shows why.
            UnknownMoveError: nothing in the game is called that.
            PlayerError: a player failed; the move before it was made.
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
        """Let players move, without waiting, until a person decides or the game ends; nothing where `pace` is None.

        In a notebook whose outputs are compared: makes sure of where the match stands.

        Raises:
            PlayerError: a player failed; the table says so and waits.
        """
        if self.pace is None or not self.seating.to_move_is_a_player:
            return
        self._players_move(one=False)

    def next_move(self) -> None:
        """Let players move until the person at the board notices something, without waiting.

        Raises:
            PlayerError: a player failed; the table says so and waits.
            WorkbenchError: no player is to move.
        """
        self.seating.player_to_move()
        self._players_move(one=True)

    def _players_move(self, one: bool) -> None:
        """Let players move here and now: until something is noticed, or until no player is to move."""
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
        """Give a seat to a player or a person; the match goes on.

        Args:
            seat: 0..n-1.
            who: a player's name, a `Player` object or class, or a function from a view to an action; None or "me" for a person.

        Raises:
            WorkbenchError: there is no such seat or player.
        """
        self._halt()
        self.seating.sit(seat, who)
        self.controls.follow_seats(self.seating.seats)
        self._changed()

    def arrive(self) -> None:
        """Say that the person who is waited for is there: the board is shown to that seat.

        Raises:
            WorkbenchError: nobody is waited for.
        """
        self._change(self.seating.arrive)

    def call(self, seat: int) -> None:
        """Pass the board to a person; where the game has secrets it is covered until that person is there.

        Args:
            seat: 0..n-1.

        Raises:
            WorkbenchError: no person sits there.
        """
        self._halt()
        self._change(lambda: self.seating.call(seat))

    def undo(self) -> None:
        """Take the last decision of a person back, with all that players did after it.

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
        """Take back the whole of a larger choice that is partly made, such as an offer made in small steps.

        Raises:
            WorkbenchError: nothing is partly made.
        """
        self._halt()
        self._change(self.seating.take_back)

    def goto(self, step: int) -> None:
        """Go to a place on the timeline of whoever looks at the board.

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
        self.seating.refuse_others()
        self.refusal = self.match.why_not(move)
        said = "" if self.refusal else "That is a legal move now."
        self.board.show(refusal=self._refusal(), notice=said)
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
        name = player or str(self.controls.hint_player.value)
        return self._show_hint(name, self.match.hint(name))

    def _show_hint(self, name: str, move: Move) -> Move:
        self.refusal = None
        self.board.show(refusal={}, hinted=move.action, notice=f"Hint: {name} would {move.text}.")
        return move

    def new_game(self, seed: int | None = None, preset: str | None = None, **options: Any) -> None:
        """Begin a new game.

        Args:
            seed: where chance comes from; None for the present seed.
            preset: a named set of options; None for the present options.
            options: options that differ from that.

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
                    f"{game.name} has no preset {preset!r}.{nearest(preset, presets)} It has: {', '.join(presets)}."
                )
            wanted = {**presets[preset].options, **options}
        self._sit_down(self._rules(wanted).match(self.match.seed if seed is None else seed))

    def _rules(self, options: dict[str, Any], players: int | None = None) -> Game:
        """The game on the table with other options: the same class, the same changed phases."""
        game = self.match.game
        changed = {name: game.phases[name] for name in game.replaced_phases}
        return type(game)(options, game.players if players is None else players, changed)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match to a file. The file holds every secret of it.

        Raises:
            SaveFileError: it cannot be written.
        """
        self.match.save(path)

    def load(self, path: str | PathLike[str]) -> None:
        """Go on with a match from a file.

        Raises:
            SaveFileError: something is wrong with the file; the present game goes on.
        """
        game = self.match.game
        changed = {name: game.phases[name] for name in game.replaced_phases}
        self._sit_down(Match.load(path, game.name, changed))

    @property
    def odds(self) -> tuple[Odds, ...]:
        """The chances worth knowing now; worked out when asked for. None while the board is covered."""
        if self.seating.covered:
            return ()
        state = self.seating.state()
        key = self._key(state)
        if key not in self._odds:
            self._remember(key, self.match.game.odds(state, self.seating.viewer))
        return self._odds[key]

    def _key(self, state: State) -> Any:
        """What the odds depend on: who looks, and what is seen."""
        return self.seating.viewer, state.key()

    @property
    def figure(self) -> Any:
        """The live figure, up to date; None if the table has none, or none yet because the board is covered."""
        if not self.with_figure:
            return None
        self.odds  # noqa: B018  (worked out, so that the figure shows them)
        self._show_figure()
        return None if self._figure is None else self._figure.widget

    @property
    def walk_figure(self) -> Any:
        """The live figure of walks (`widgets.walk.WalkFigure`), up to date; None if there is none, as for `figure`."""
        if self.with_figure:
            self._show_walks()
        return self._walk_figure

    # -- what the browser asks -----------------------------------------------------------------------------------------

    def _heard(self, message: dict[str, Any]) -> None:
        """A message from the board. Mistakes become a sentence on the table, never a traceback."""
        wanted = message["do"]
        try:
            if wanted == "play":
                self._make(message.get("action", ""))
                self._drive(answer=True)
            elif wanted == "words":
                self._heard_words(str(message.get("text", "")))
            elif wanted == "undo":
                self.undo()
            elif wanted == "redo":
                self.redo()
            elif wanted == "take_back":
                self.take_back()
            elif wanted == "goto":
                self.goto(message.get("step", -1))
            elif wanted == "hint":
                self._hint_asked()
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
            elif wanted == "whole_log":
                self._whole_log = True
                self.board.show(**self._log())
        except IllegalMove:
            pass  # the board shows it already
        except WorkbenchError as fault:
            self._say(str(fault))

    def _heard_words(self, said: str) -> None:
        first, _, rest = said.strip().partition(" ")
        if first.lower() == "why" and rest:
            self.why_not(rest)
        elif first.lower() in ("rule", "rules") and rest:
            self._show_clause(rest.strip().upper())
        else:
            self._make(said)
            self._drive(answer=True)

    def _show_clause(self, clause: str) -> None:
        found = self.match.game.rulebook[clause]
        self.board.asked = {"id": found.id, "text": found.text, "origin": found.origin}

    def _new_game_asked(self) -> None:
        try:
            options = self.controls.chosen()
            rules = self._rules(options, self.controls.players.value)
            self._sit_down(rules.match(self.controls.seed.value), options)
        except WorkbenchError as fault:
            self._say(str(fault))

    def _save_asked(self, name: str) -> None:
        try:
            self.save(name)
            self._say(f"Saved to {name}.")
        except WorkbenchError as fault:
            self._say(str(fault))

    def _load_asked(self, name: str) -> None:
        try:
            self.load(name)
            self._say(f"Loaded from {name}.")
        except WorkbenchError as fault:
            self._say(str(fault))

    def _sit_asked(self, seat: int, who: Seated | None) -> None:
        try:
            self.sit(seat, who)
            self._paused = not self.seating.people
            self._drive(answer=True)
        except WorkbenchError as fault:
            self._say(str(fault))

    def _set_pace(self, pace: float | None) -> None:
        self.pace = pace
        self._paused = False
        if self._thinking is None and self._waiting is None:
            self._drive(answer=True)

    def _hint_asked(self) -> None:
        """Think about a hint beside the loop, where there is one."""
        if _running_loop() is None:
            self.hint()
            return
        self.seating.refuse_others()
        self._stop_hint()
        name = str(self.controls.hint_player.value)
        ask = self.match.asking(name)
        self._hinting = Errand(ask, lambda action: self._hint_came(name, action), self._hint_failed)
        self._say(f"{name} is thinking about a hint.")
        self._show_moving()

    def _hint_came(self, name: str, action: int) -> None:
        self._hinting = None
        self._show_hint(name, self.match.move(action))
        self._show_moving()

    def _hint_failed(self, fault: Exception) -> None:
        self._hinting = None
        self._say(str(fault) if isinstance(fault, WorkbenchError) else f"{type(fault).__name__}: {fault}")
        self._show_moving()

    def _stop_hint(self) -> None:
        if self._hinting is not None:
            self._hinting.stop()
            self._hinting = None

    def _say(self, sentence: str) -> None:
        self.board.notice = sentence

    # -- players -------------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop whatever is thinking, and let players wait until "Next move" or "Go on" is pressed."""
        thought = self._hinting is not None
        self._halt()
        if self.seating.to_move_is_a_player:
            self._paused = True
        elif thought:
            self._say("Stopped.")
        self._show_moving()

    def _halt(self) -> None:
        """Nobody thinks any more; what they may still answer is not heard."""
        self._stop_hint()
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self._one_move = False

    def _next_asked(self) -> None:
        """Let the next visible move of a player be made, and no more."""
        self.seating.player_to_move()
        self._paused = True
        if _running_loop() is None:
            self.next_move()
            return
        self._halt()
        self._one_move = True
        self._think()

    def _go_on(self) -> None:
        """Let players move by themselves again."""
        self.seating.player_to_move()
        self._paused = False
        self._halt()
        if self.pace is None:
            self.pace = PACE
            self.controls.follow_pace(self.pace)
        self._drive(answer=True)

    def _drive(self, answer: bool = False) -> None:
        """Let players move by themselves, at their pace.

        Args:
            answer: whether somebody waits for them; without a loop that can come back to it they move at once then.
        """
        if self.seating.to_move_is_a_player and not self._paused and self.pace is not None:
            if _running_loop() is not None:
                self._think()
            elif answer:
                self.settle()
        self._show_moving()

    def _think(self) -> None:
        """Ask the player that is to move, beside the loop. It gets a match of its own, and sees a view of that."""
        ask = self.match.asking(self.seating.player_to_move())
        self._thinking = Errand(ask, self._answered, self._player_failed)
        self._show_moving()

    def _answered(self, action: int) -> None:
        """A player has chosen: make its move when the last one has been shown long enough."""
        self._thinking = None
        loop = asyncio.get_running_loop()
        pause = 0.0 if self._one_move or self.pace is None else self._shown_at + self.pace - loop.time()
        if pause > 0:
            self._waiting = loop.call_later(pause, self._carry_out, action)
            self._show_moving()
        else:
            self._carry_out(action)

    def _carry_out(self, action: int) -> None:
        self._waiting = None
        try:
            self.seating.advance(action)
        except WorkbenchError as fault:  # somebody has changed the match behind the table's back
            self._player_failed(fault)
            return
        if self.seating.noticed or not self.seating.to_move_is_a_player:
            self._one_move = False
            self._changed()
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
        """What is said when a player cannot move."""
        mover = self.seating.name(int(self.match.state.to_move))
        said = str(fault) if isinstance(fault, WorkbenchError) else f"{type(fault).__name__}: {fault}"
        return f"{mover} cannot move. {said}"

    def _show_moving(self) -> None:
        self.board.moving = self._moving()

    def _moving(self) -> dict[str, Any]:
        """What the players are doing, and which buttons make sense."""
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
        """Play another match at this table; everybody keeps the seat."""
        self._halt()
        seats = {seat: who for seat, who in enumerate(self.seating.seats) if seat < match.game.players}
        self.seating = Seating(match, seats, self.seating.screens, self.seating.show)
        self._odds.clear()
        self._whole_log = False
        self._paused = not self.seating.people
        self.controls.follow(match.game, match.seed, asked)
        self.controls.follow_seats(self.seating.seats)
        self._changed()
        self._drive(answer=True)

    def _make(self, move: int | str) -> None:
        """A person's move."""
        self._stop_hint()
        self._change(lambda: self.seating.play(move))

    def _change(self, change: Callable[[], object]) -> None:
        """Change the match and show what has become of it: a refusal, or the new position."""
        try:
            change()
        except IllegalMove as fault:
            self.refusal = fault.refusal
            self.board.show(refusal=self._refusal(), notice="")
            raise
        self._changed()

    def _changed(self) -> None:
        self.refusal = None
        loop = _running_loop()
        self._shown_at = loop.time() if loop is not None else 0.0
        self._draw()

    def redraw(self) -> None:
        """Show the match as it is, also after it was changed behind the table's back."""
        self.seating.follow()
        self._draw()

    def _draw(self) -> None:
        """Show the match. The board is sent first; the figure and the odds follow when the browser has had time to draw it."""
        covered = self.seating.covered
        self.board.show(
            **(self._covered() if covered else self._seen()),
            heading=self.seating.heading(),
            question=self.seating.question(),
            asked={},
            refusal={},
            notice="",
            hinted=-1,
            step=self.seating.step,
            steps=self.seating.steps,
            counted="moment" if self.seating.hides_steps else "decision",
            can_undo=self.seating.can_undo,
            can_redo=self.seating.can_redo,
            partway=self.seating.partway,
            moving=self._moving(),
            **self._log(),
        )
        self._follow_up()

    def _covered(self) -> dict[str, Any]:
        """All that the board may hold while it is covered: who is waited for, and that is all."""
        seating, game = self.seating, self.match.game
        screen = {"sentence": seating.question(), "button": ""}
        if seating.awaited is not None:
            name = game.seat_name(seating.awaited)
            screen["button"] = f"I am {name}, show me" if name != "You" else "Show me"
        return {
            "screen": screen,
            "scene": "{}",
            "seats": self._seats(None),
            "moves": [],
            "clauses": [],
            "happened": [],
            "odds": [],
            "figures": [],
            "helpers": [],
        }

    def _seen(self) -> dict[str, Any]:
        """What whoever looks at the board may know."""
        seating, game = self.seating, self.match.game
        state, viewer = seating.state(), seating.viewer
        return {
            "screen": {},
            "scene": as_text(game.scene(state, viewer)),
            "seats": self._seats(state),
            "moves": [
                {
                    "action": move.action,
                    "text": move.text,
                    "note": move.note,
                    "group": move.group,
                    "clause": move.clause,
                }
                for move in seating.moves()
            ],
            "clauses": self._clauses(state),
            "happened": [event.text for event in seating.news()][-MOST_NEWS:],
            "odds": odds_as_json(self._odds.get(self._key(state))),
            "figures": [panel.readable() for panel in game.panels(state, viewer)],
            "helpers": [helper.to_json() for helper in seating.helpers()],
        }

    def _seats(self, state: State | None) -> list[dict[str, Any]]:
        """The seats as the board names them; empty where there is only one."""
        seating, game = self.seating, self.match.game
        if game.players == 1:
            return []
        if state is not None:
            mover = int(state.to_move)
        else:
            mover = -1 if seating.awaited is None else seating.awaited
        people = seating.people
        names = [game.seat_name(seat) for seat in range(game.players)]
        marks = seat_marks(names)
        return [
            {
                "name": names[seat],
                "player": seating.title(seat) if seat not in people else "a person" if len(people) > 1 else "you",
                "mark": marks[seat],
                "colour": game.seat_colour(seat),
                "ink": readable_on(game.seat_colour(seat)),
                "to_move": seat == mover,
                "looks": seating.has_screens and state is not None and seat == seating.viewer,
                "call": seat
                if seating.has_screens and state is not None and seat in people and seat != seating.viewer
                else -1,
            }
            for seat in range(game.players)
        ]

    def _clauses(self, state: State) -> list[dict[str, str]]:
        book = self.match.game.rulebook
        found = [book[clause] for clause in state.phase.clauses_now(state)]
        return [{"id": clause.id, "text": clause.plain, "origin": clause.origin} for clause in found]

    def _refusal(self) -> dict[str, Any]:
        if self.refusal is None:
            return {}
        book = self.match.game.rulebook
        reasons = [
            {
                "clause": reason.clause,
                "text": reason.text,
                "rule": book[reason.clause].plain if reason.clause in book else "",
            }
            for reason in self.refusal.reasons
        ]
        return {"move": self.refusal.move, "reasons": reasons}

    def _log(self) -> dict[str, Any]:
        log, news = self.seating.log(), len(self.seating.news())
        sent = log if self._whole_log else log[-max(LATEST, news) :]
        return {
            "news": news,
            "log": [{"clause": event.clause, "text": event.text, "step": event.step} for event in sent],
            "log_total": len(log),
        }

    # -- what may come later -------------------------------------------------------------------------------------------

    def _follow_up(self) -> None:
        """Plan the figure and the odds. Without a running event loop they are made when somebody asks for them."""
        for handle in self._later:
            handle.cancel()
        self._later.clear()
        if self._working_out is not None:
            self._working_out.stop()
            self._working_out = None
        if self.seating.covered and self._figure is not None:
            self._show_figures()  # at once: they must not show more than the board
        loop = _running_loop()
        if loop is None:
            return
        if self.with_figure:
            first_or_next = self._show_figures if self._prepared else self._prepare_figure
            self._later.append(loop.call_later(FIGURE_AFTER, first_or_next))
        if not self.seating.covered and self._key(self.seating.state()) not in self._odds:
            self._later.append(loop.call_later(ODDS_AFTER, self._work_odds_out))

    def _panels(self) -> tuple[Panel, ...]:
        """What the figure shows: the game's panels, and the odds as soon as they are known; nothing of a covered board."""
        if self.seating.covered:
            # as many as before: a page keeps up better with panels that change than with panels that come and go
            return (Panel("", "bar", (), ()),) * (1 if self._figure is None else len(self._figure.panels))
        state = self.seating.state()
        panels = self.match.game.panels(state, self.seating.viewer)
        return (*panels, odds_panel(self._odds.get(self._key(state))))

    def _show_figure(self) -> None:
        """Bring the figure up to date; make it first if it is not there yet."""
        panels = self._panels()
        if self._figure is None:
            if self.seating.covered:
                return
            from widgets.figure import LiveFigure  # takes a second to import, so the board goes first

            self._figure = LiveFigure(panels)
            self._figure_place.children = (self._figure.widget,)
        else:
            self._figure.show(panels)
        self._figure_place.layout.visibility = "hidden" if self.seating.covered else "visible"

    def _walks(self) -> tuple[Walk, ...]:
        """The ways to be followed; none of a covered board."""
        seating = self.seating
        return () if seating.covered else self.match.game.walks(seating.state(), seating.viewer)

    def _show_walks(self) -> None:
        """Bring the figure of walks up to date; make it first if it is not there yet."""
        if not self.match.game.has_walks():
            return
        walks = self._walks()
        if self._walk_figure is not None:
            self._walk_figure.show(walks)
        elif walks:
            from widgets.walk import WalkFigure  # imports plotly, so the board goes first

            self._walk_figure = WalkFigure(walks, folded=True)
            self._walk_place.children = (self._walk_figure,)
        self._walk_place.layout.display = None if walks else "none"

    def _show_figures(self) -> None:
        self._show_figure()
        self._show_walks()

    def _prepare_figure(self) -> None:
        """Load plotly beside the loop, then make the figure."""
        if self._preparing:
            return
        self._preparing = True
        panels = self._panels()
        game, viewer = self.match.game, self.seating.viewer
        state = None if self.seating.covered else self.seating.state().copy()

        def prepare() -> None:
            from widgets.figure import warm_up

            warm_up(panels)
            if state is not None:
                game.walks(state, viewer)  # may import networkx

        def prepared(_: object) -> None:
            self._prepared = True
            self._show_figures()

        Errand(prepare, prepared, lambda fault: self._say(f"There is no figure: {type(fault).__name__}: {fault}"))

    def _work_odds_out(self) -> None:
        """Work the odds out beside the loop, from what the viewer knows."""
        state, viewer, game = self.seating.state().copy(), self.seating.viewer, self.match.game
        key = self._key(state)
        self._working_out = Errand(
            lambda: game.odds(state, viewer),
            lambda odds: self._odds_came(game, key, odds),
            lambda fault: self._say(f"The odds could not be worked out: {type(fault).__name__}: {fault}"),
        )

    def _odds_came(self, game: Game, key: Any, odds: tuple[Odds, ...]) -> None:
        """The odds of a position are known: show them if it is still on the table."""
        if self.match.game is not game:
            return
        self._remember(key, odds)
        if self.seating.covered or self._key(self.seating.state()) != key:
            return
        self.board.odds = odds_as_json(odds)
        if self._figure is not None:
            self._show_figure()

    def _remember(self, key: Any, odds: tuple[Odds, ...]) -> None:
        while len(self._odds) >= REMEMBERED:
            del self._odds[next(iter(self._odds))]
        self._odds[key] = odds

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
        """The board as a picture, as far as whoever looks at it may see it."""
        seating = self.seating
        if seating.covered:
            return screen_scene(self.match.game.title, seating.question())
        return self.match.game.scene(seating.state(), seating.viewer)

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        """The live widget, and beside it the text and the still picture that stay in the notebook."""
        bundle = super()._repr_mimebundle_(**keywords)
        return {**bundle, "text/plain": repr(self), "image/svg+xml": self.still().svg()}


def seat_marks(names: list[str]) -> list[str]:
    """A letter or digit for each seat: the first one of its name or of its last word, or its number.

    >>> seat_marks(["Brook", "Moss"]), seat_marks(["Player A", "Player B"]), seat_marks(["Ann", "Abe"])
    (['B', 'M'], ['A', 'B'], ['1', '2'])
    """
    for part in (0, -1):
        marks = [name.split()[part][:1].upper() for name in names]
        if len(set(marks)) == len(names):
            return marks
    return [str(seat + 1) for seat in range(len(names))]


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs here, if one does."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def as_text(scene: Scene) -> str:
    """A scene as one text, as the board takes it."""
    return json.dumps(scene.to_json(), separators=(",", ":"))


def screen_scene(title: str, sentence: str) -> Scene:
    """What is to be seen of a covered board.

    >>> screen_scene("A game", "Pass the screen to Brook.").title
    'A game. The board is covered. Pass the screen to Brook.'
    """
    shapes = (
        rect(1, 1, 598, 158, fill="#f6f3ec", stroke="#1f2328", stroke_width=2, rx=12),
        text(300, 62, title, 20, font_weight=700, fill="#1f2328"),
        text(300, 100, sentence, 16, fill="#1f2328"),
    )
    return Scene(f"{title}. The board is covered. {sentence}", 600, 160, shapes)


def odds_as_json(odds: tuple[Odds, ...] | None) -> list[dict[str, Any]]:
    """Odds as the board shows them.

    >>> odds_as_json((Odds("success", 0.25),))
    [{'label': 'success', 'text': '25.0%', 'note': ''}]
    """
    return [{"label": one.label, "text": one.percent, "note": one.note} for one in odds or ()]


def odds_panel(odds: tuple[Odds, ...] | None) -> Panel:
    """Odds as a chart; empty while they are not known yet. Words that all labels share go into the title.

    >>> print(odds_panel((Odds("fief 0 succeeds", 0.25), Odds("fief 1 succeeds", 0.5))).readable())
    Odds in %: fief … succeeds: 0 25, 1 50
    """
    shown = [one for one in odds or () if one.probability is not None][:MOST_ODDS]
    labels = [one.label.split() for one in shown]
    head, tail = "", ""
    if len(labels) > 1:
        shortest = min(len(words) for words in labels)
        first = 0
        while first < shortest - 1 and len({words[first] for words in labels}) == 1:
            first += 1
        after = 0
        while after < shortest - first - 1 and len({words[-1 - after] for words in labels}) == 1:
            after += 1
        head = " ".join([*labels[0][:first], "…"])
        tail = " ".join(labels[0][len(labels[0]) - after :])
        labels = [words[first : len(words) - after] for words in labels]
    shared = f"{head} {tail}".strip()
    return Panel(
        "Odds in %" + (f": {shared}" if shared not in ("", "…") else ""),
        "bar",
        tuple([" ".join(words) for words in labels]),
        tuple([round(100 * float(one.probability or 0), 1) for one in shown]),
        texts=tuple([f"{100 * float(one.probability or 0):.0f}" for one in shown]),
        top=100.0,
    )
