"""The table one plays at: board, moves, rules, log, timeline, figure and controls, for any game.

It knows no game by name: everything shown comes from the game's hooks (`scene`, `text`, `panels`, `odds`) and from the match.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from typing import Any, Final

import ipywidgets as ipw

from widgets.board import Board
from widgets.controls import Controls
from workbench.core.errors import IllegalMove, Refusal, UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game, Odds
from workbench.core.match import Match, Move
from workbench.core.registry import load
from workbench.core.scene import Panel
from workbench.core.state import State

LATEST: Final = 40
"""How many events of the log travel with every move; the rest is sent when asked for."""
FIGURE_AFTER: Final = 0.06
"""Seconds between a board's answer and its figure's: the browser draws the board first."""
ODDS_AFTER: Final = 0.25
"""Seconds of quiet before odds are worked out."""
MOST_ODDS: Final = 12
"""How many chances the figure has room for."""
REMEMBERED: Final = 400
"""How many positions' odds are kept for going back and forth."""


class Table(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A table at which a person plays a game by clicking, by keyboard, or from code.

    Args:
        game: the name of a game, a game, or a match to go on with.
        seed: where chance comes from.
        players: how many play; None for the usual number.
        preset: a named set of options to begin with.
        phases: phases that replace those of the game.
        figure: whether the live figure is shown.
        options: options that differ from their defaults.

    Attributes:
        match: the match being played.
        board: the live board.
        controls: the controls that change rarely.

    Raises:
        WorkbenchError: an unknown game, option or value.

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
        figure: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(game, Match):
            self.match = game
        elif isinstance(game, Game):
            self.match = game.match(seed)
        else:
            self.match = load(game, players, preset, phases, **options).match(seed)
        self.refusal: Refusal | None = None
        self.with_figure = figure
        self._figure: Any = None
        self._odds: dict[Any, tuple[Odds, ...]] = {}
        self._later: list[asyncio.TimerHandle] = []
        self._workers: ThreadPoolExecutor | None = None
        self._preparing = False
        self._whole_log = False
        self.board = Board(self._heard)
        self.controls = Controls(
            self.match.game, self.match.seed, self._new_game_asked, self._save_asked, self._load_asked, self._say
        )
        self._figure_place = ipw.VBox([], layout={"max_width": "980px"})
        super().__init__([self.board, self._figure_place, self.controls.widget], layout={"width": "100%"})
        self.redraw()

    # -- playing from code ---------------------------------------------------------------------------------------------

    def play(self, move: int | str) -> None:
        """Make a move.

        Args:
            move: an action's number or words, as `Match.play` takes it.

        Raises:
            IllegalMove: the move is not legal now; the table shows why.
            UnknownMoveError: nothing in the game is called that.
        """
        self._change(lambda: self.match.play(move))

    def choose(self, move: int | str) -> bool:
        """Do what a click does: make the move, or show why it is refused.

        Args:
            move: as `play` takes it.

        Returns:
            whether the move was made.
        """
        try:
            self.play(move)
        except WorkbenchError:
            return False
        return True

    def undo(self) -> None:
        """Take the last decision back.

        Raises:
            WorkbenchError: nothing has been decided yet.
        """
        self._change(self.match.undo)

    def redo(self) -> None:
        """Make the decision again that was taken back last.

        Raises:
            WorkbenchError: nothing has been taken back.
        """
        self._change(self.match.redo)

    def goto(self, step: int) -> None:
        """Go to the position after a number of decisions.

        Args:
            step: 0 up to the length of the timeline.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        self._change(lambda: self.match.goto(step))

    def why_not(self, move: int | str) -> Refusal | None:
        """Show why a move is not legal now.

        Args:
            move: as `play` takes it.

        Returns:
            the refusal; None if the move is legal.
        """
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
            WorkbenchError: the game is over, or there is no such player.
        """
        name = player or str(self.controls.hint_player.value)
        move = self.match.hint(name)
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
        """Write the match to a file.

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
        """The chances worth knowing now; worked out when asked for."""
        state = self.match.state
        key = state.key()
        if key not in self._odds:
            self._remember(key, self.match.game.odds(state, self.match.seat))
        return self._odds[key]

    @property
    def figure(self) -> Any:
        """The live figure, up to date; None if the table has none."""
        if not self.with_figure:
            return None
        self.odds  # noqa: B018  (worked out, so that the figure shows them)
        self._show_figure()
        return self._figure.widget

    # -- what the browser asks -----------------------------------------------------------------------------------------

    def _heard(self, message: dict[str, Any]) -> None:
        """A message from the board. Mistakes become a sentence on the table, never a traceback."""
        wanted = message["do"]
        try:
            if wanted == "play":
                self.play(message.get("action", ""))
            elif wanted == "words":
                self._heard_words(str(message.get("text", "")))
            elif wanted == "undo":
                self.undo()
            elif wanted == "redo":
                self.redo()
            elif wanted == "goto":
                self.goto(message.get("step", -1))
            elif wanted == "hint":
                self.hint()
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
            self.play(said)

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

    def _say(self, sentence: str) -> None:
        self.board.notice = sentence

    # -- showing -------------------------------------------------------------------------------------------------------

    def _sit_down(self, match: Match, asked: dict[str, Any] | None = None) -> None:
        """Play another match at this table."""
        self.match = match
        self._odds.clear()
        self._whole_log = False
        self.controls.follow(match.game, match.seed, asked)
        self.refusal = None
        self.redraw()

    def _change(self, change: Callable[[], object]) -> None:
        """Change the match and show what has become of it: a refusal, or the new position."""
        try:
            change()
        except IllegalMove as fault:
            self.refusal = fault.refusal
            self.board.show(refusal=self._refusal(), notice="")
            raise
        self.refusal = None
        self.redraw()

    def redraw(self) -> None:
        """Show the match as it is, also after it was changed behind the table's back.

        The board is sent first; the figure and the odds follow when the browser has had time to draw it.
        """
        match = self.match
        state, seat, game = match.state, match.seat, match.game
        odds = self._odds.get(state.key())
        self.board.show(
            scene=json.dumps(game.scene(state, seat).to_json(), separators=(",", ":")),
            heading=state.phase.title if game.players == 1 else f"Player {seat + 1}: {state.phase.title}",
            question=state.phase.question(state),
            moves=[
                {
                    "action": move.action,
                    "text": move.text,
                    "note": move.note,
                    "group": move.group,
                    "clause": move.clause,
                }
                for move in match.moves()
            ],
            clauses=self._clauses(),
            asked={},
            refusal={},
            notice="",
            hinted=-1,
            happened=self._happened(),
            step=match.step,
            steps=match.steps,
            odds=odds_as_json(odds),
            figures=[panel.readable() for panel in game.panels(state, seat)],
            **self._log(),
        )
        self._follow_up()

    def _clauses(self) -> list[dict[str, str]]:
        state, book = self.match.state, self.match.game.rulebook
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
        log = self.match.log
        sent = log if self._whole_log else log[-LATEST:]
        return {
            "log": [{"clause": event.clause, "text": event.text, "step": event.step} for event in sent],
            "log_total": len(log),
        }

    def _happened(self) -> str:
        """The last decision and what came of it, in words."""
        if self.match.step == 0:
            return ""
        before = self.match.branch()
        before.undo()
        return " ".join([event.text for event in self.match.log[len(before.log) :]])

    # -- what may come later -------------------------------------------------------------------------------------------

    def _follow_up(self) -> None:
        """Plan the figure and the odds. Without a running event loop they are made when somebody asks for them."""
        for handle in self._later:
            handle.cancel()
        self._later.clear()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self.with_figure:
            first_or_next = self._show_figure if self._figure is not None else self._prepare_figure
            self._later.append(loop.call_later(FIGURE_AFTER, first_or_next))
        if self.match.state.key() not in self._odds:
            self._later.append(loop.call_later(ODDS_AFTER, self._think))

    def _panels(self) -> tuple[Panel, ...]:
        """What the figure shows: the game's panels, and the odds as soon as they are known."""
        match = self.match
        panels = match.game.panels(match.state, match.seat)
        odds = self._odds.get(match.state.key())
        return (*panels, odds_panel(odds))

    def _show_figure(self) -> None:
        """Bring the figure up to date; make it first if it is not there yet."""
        panels = self._panels()
        if self._figure is None:
            from widgets.figure import LiveFigure  # takes a second to import, so the board goes first

            self._figure = LiveFigure(panels)
            self._figure_place.children = (self._figure.widget,)
        else:
            self._figure.show(panels)

    def _aside(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do something slow beside the loop, so that clicks are answered meanwhile, and something with what it gives."""
        loop = asyncio.get_running_loop()
        if self._workers is None:
            self._workers = ThreadPoolExecutor(2, "table")
        try:
            future = self._workers.submit(work)
        except RuntimeError:  # a browser's Python has no threads
            then(work())
            return

        def done(future: Future[Any]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(lambda: then(future.result()))

        future.add_done_callback(done)

    def _prepare_figure(self) -> None:
        """Load plotly beside the loop, then make the figure."""
        if self._preparing:
            return
        self._preparing = True
        panels = self._panels()

        def prepare() -> None:
            from widgets.figure import warm_up

            warm_up(panels)

        self._aside(prepare, lambda _: self._show_figure())

    def _think(self) -> None:
        """Work the odds out."""
        match = self.match
        state, seat, game = match.state.copy(), match.seat, match.game
        self._aside(lambda: game.odds(state, seat), lambda odds: self._thought(state, odds))

    def _thought(self, state: State, odds: tuple[Odds, ...]) -> None:
        """The odds of a position are known: show them if it is still on the table."""
        key = state.key()
        self._remember(key, odds)
        if self.match.state.key() != key or self.match.state.game is not state.game:
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
        match = self.match
        lines = [match.text(), "", f"{match.state.phase.title}: {match.state.phase.question(match.state)}"]
        lines += [f"  {move}" for move in match.moves()]
        if self.refusal is not None:
            lines += ["", f"Not now: {self.refusal}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return repr(self)

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        """The live widget, and beside it the text and the still picture that stay in the notebook."""
        bundle = super()._repr_mimebundle_(**keywords)
        still = {
            "text/plain": repr(self),
            "image/svg+xml": self.match.game.scene(self.match.state, self.match.seat).svg(),
        }
        return {**bundle, **still}


def odds_as_json(odds: tuple[Odds, ...] | None) -> list[dict[str, Any]]:
    """Odds as the board shows them.

    >>> odds_as_json((Odds("success", 0.25),))
    [{'label': 'success', 'text': '25.0%', 'note': ''}]
    """
    return [{"label": one.label, "text": f"{float(one.probability):.1%}", "note": one.note} for one in odds or ()]


def odds_panel(odds: tuple[Odds, ...] | None) -> Panel:
    """Odds as a chart; empty while they are not known yet. Words that all labels share go into the title.

    >>> print(odds_panel((Odds("fief 0 succeeds", 0.25), Odds("fief 1 succeeds", 0.5))).readable())
    Odds in %: fief … succeeds: 0 25, 1 50
    """
    shown = (odds or ())[:MOST_ODDS]
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
        tuple([round(100 * float(one.probability), 1) for one in shown]),
        texts=tuple([f"{100 * float(one.probability):.0f}" for one in shown]),
        top=100.0,
    )
