"""The live board: a scene, the moves and everything said about them, as one small widget.

Python owns all that is shown; it lives in synced traits, so a reloaded page and a second view show the same. The browser
draws it and reports what was chosen, in one small message a click.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from widgets.page import HERE, script

Handler = Callable[[dict[str, Any]], None]


class Board(anywidget.AnyWidget):
    """A clickable board with its moves, rules, log and timeline.

    It knows no game and decides nothing: `handler` gets every message from the browser, a dict whose entry ``do`` says what
    is wanted (``play``, ``words``, ``undo``, ``redo``, ``take_back``, ``goto``, ``hint``, ``clause``, ``whole_log``,
    ``again``; for looking back ``review``, ``line``, ``name_line``, ``drop_line``, ``compare_line``; and among several people
    and players ``arrive``, ``call``, ``next``, ``go_on``, ``stop``, and ``passed`` when all that passes over the
    board has been seen or skipped).

    Attributes:
        scene: the board as `Scene.to_json` gives it, as one text: a tree of small values would be copied and compared piece by
            piece on its way to the browser.
        changed: the names of the things on it that the last decision has changed; they stay marked.
        motion: how long a thing takes to move to another place, in milliseconds; 0 for at once.
        passing: what passes over the board now that it has changed, as `sent.passing` gives it; empty for nothing.
        heading: what kind of decision it is.
        question: the decision as one sentence.
        moves: the legal moves, each with action, text, note, group, clause and how often it may be made at once.
        offered: what can be done with the thing that somebody pointed at: thing, ways and number; empty for nothing.
        confirm: a move that would send a larger choice off and waits to be confirmed: action and text; empty for none.
        clauses: the clauses that matter now, each with id, text and origin.
        clause_page: what the address of a clause's page begins with, as `site.clause_page` gives it; empty where there is none.
        asked: a clause somebody asked for; empty for none.
        refusal: why the last move was refused: move and reasons; empty if it was not.
        notice: a sentence to the person: a hint, a saved file, a mistake; empty for none.
        guided: whether a newcomer is guided, so that there is room for what is said.
        guide: what a newcomer is told now, one text a line.
        advised: which move the guide calls good, and why; empty while that is not known.
        happened: what has happened since the person's last move, that included, one text an event.
        hinted: the action that was suggested, or -1.
        log: the latest events, oldest first, each with clause, text and step.
        log_total: how many events there are altogether.
        news: how many of the latest events came since the person's last move, that included.
        step: decisions made, as far as the person who looks noticed them.
        steps: decisions on the timeline.
        counted: what step and steps count: decisions, or the moments that the person noticed.
        can_undo: whether a decision can be taken back.
        can_redo: whether one can be made again.
        partway: whether part of a larger choice is made, which can be taken back whole.
        ended: whether the game is over; then a new one is offered.
        ending: how the game ended: title, columns and rows, as `sent.ending` gives it; empty while it goes on.
        odds: chances worth knowing, each with label, text and share.
        figures: the figures beside the board, in words.
        helpers: what helps with the decision, as `Helper.to_json` gives it.
        seats: the seats with name, player, mark, colour, ink, and whether each is to move, looks, and can be called;
            empty where there is one.
        screen: while the board is covered, the sentence on the screen and what its button says; else empty.
        written: the position as a text to paste, once somebody has asked for it.
        lines: the line of play on the table and its variations, each with number, name and what is said of it; empty where
            there are no variations.
        compared: two lines side by side: here, there and rows; empty for none.
        review: the match looked back at, as `sent.reviewed` gives it; empty for none.
        moving: what the players are doing, and which of the buttons next, stop and go_on make sense; empty for nothing.
    """

    _esm = script("board.js")
    _css = HERE / "board.css"

    scene = traitlets.Unicode("{}").tag(sync=True)
    changed: traitlets.List[Any] = traitlets.List().tag(sync=True)
    motion = traitlets.Int(0).tag(sync=True)
    passing = traitlets.Unicode("").tag(sync=True)
    heading = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    moves: traitlets.List[Any] = traitlets.List().tag(sync=True)
    offered = traitlets.Dict().tag(sync=True)
    confirm = traitlets.Dict().tag(sync=True)
    clauses: traitlets.List[Any] = traitlets.List().tag(sync=True)
    clause_page = traitlets.Unicode("").tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)
    refusal = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)
    guided = traitlets.Bool(False).tag(sync=True)
    guide: traitlets.List[Any] = traitlets.List().tag(sync=True)
    advised = traitlets.Unicode("").tag(sync=True)
    happened: traitlets.List[Any] = traitlets.List().tag(sync=True)
    hinted = traitlets.Int(-1).tag(sync=True)
    log: traitlets.List[Any] = traitlets.List().tag(sync=True)
    news = traitlets.Int(0).tag(sync=True)
    log_total = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    steps = traitlets.Int(0).tag(sync=True)
    counted = traitlets.Unicode("decision").tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)
    can_redo = traitlets.Bool(False).tag(sync=True)
    partway = traitlets.Bool(False).tag(sync=True)
    ended = traitlets.Bool(False).tag(sync=True)
    ending = traitlets.Dict().tag(sync=True)
    odds: traitlets.List[Any] = traitlets.List().tag(sync=True)
    figures: traitlets.List[Any] = traitlets.List().tag(sync=True)
    helpers: traitlets.List[Any] = traitlets.List().tag(sync=True)
    seats: traitlets.List[Any] = traitlets.List().tag(sync=True)
    screen = traitlets.Dict().tag(sync=True)
    moving = traitlets.Dict().tag(sync=True)
    written = traitlets.Unicode("").tag(sync=True)
    lines: traitlets.List[Any] = traitlets.List().tag(sync=True)
    compared = traitlets.Dict().tag(sync=True)
    review = traitlets.Dict().tag(sync=True)

    def __init__(self, handler: Handler | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self.handler = handler
        self.on_msg(self._heard)

    def show(self, **traits: Any) -> None:
        """Change several traits with one message to the browser."""
        with self.hold_sync():
            for name, value in traits.items():
                setattr(self, name, value)

    def _heard(self, _widget: object, message: object, _buffers: object) -> None:
        """A message from the browser; anything that is not one of ours is ignored."""
        if self.handler is not None and isinstance(message, dict) and isinstance(message.get("do"), str):
            self.handler(message)

    def __repr__(self) -> str:
        return f"<Board: {self.question}>"  # the usual one would hold random numbers
