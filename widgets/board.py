"""The live board: a scene, the moves and their explanations, as one small widget.

Python owns everything that the board shows, in synced traits, so a reloaded page and a second view show the same. The browser
draws it and reports each click in one small message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from widgets.page import script, style

Handler = Callable[[dict[str, Any]], None]


class Board(anywidget.AnyWidget):
    """A clickable board with its moves, rules, log and timeline.

    It knows no game and decides nothing. `handler` gets every message from the browser, a dict whose entry ``do`` says what
    the person wants: ``play``, ``words``, ``undo``, ``redo``, ``take_back``, ``goto``, ``hint``, ``clause``, ``whole_log`` or
    ``again``; in a review ``review``, ``line``, ``name_line``, ``drop_line`` or ``compare_line``; with several people or
    computer players ``arrive``, ``call``, ``next``, ``go_on`` or ``stop``; and ``passed`` when the person has seen or skipped
    everything that passes over the board.

    Attributes:
        scene: the board as `Scene.to_json` gives it, as one text, because a tree of small values would be copied and compared
            piece by piece on its way to the browser.
        changed: the names of the things on it that the last decision has changed; they stay marked.
        motion: how many milliseconds a thing takes to move to another place; 0 for at once.
        passing: what passes over the board after the change, as `sent.Watched.passing` gives it; empty for nothing.
        heading: what kind of decision it is.
        question: the decision as one sentence.
        moves: the legal moves, each with action, text, note, group, clause and how often it may be made at once.
        offered: what the person can do with the thing they pointed at: thing, ways and number; empty for nothing.
        confirm: a move that would complete a larger choice and waits to be confirmed: action and text; empty for none.
        clauses: the clauses that matter now, each with id, text and origin.
        clause_page: the beginning of the address of a clause's page, as `site.clause_page` gives it; empty if there is none.
        asked: a clause that somebody asked for; empty for none.
        refusal: why the last move was refused: move and reasons; empty if it was not.
        notice: a sentence to the person: a hint, a saved file, a mistake; empty for none.
        guided: whether the guide speaks to a newcomer at this table, and has room on the page.
        guide: what the guide tells a newcomer now, one text a line.
        advised: which move the guide calls good, and why; empty while that is not known.
        happened: what has happened from the person's last move on, one text an event.
        hinted: the action that was suggested, or -1.
        log: the latest events, oldest first, each with clause, text and step.
        log_total: how many events there are altogether.
        news: how many of the latest events came from the person's last move on.
        step: decisions made, as far as the viewer noticed them.
        steps: decisions on the timeline.
        counted: what step and steps count: decisions, or the moments that the person noticed.
        can_undo: whether the person can take back a decision.
        can_redo: whether the person can make one again.
        partway: whether the person is in the middle of a larger choice, which can be taken back as a whole.
        ended: whether the game is over; then the board offers a new one.
        ending: how the game ended: title, columns and rows, as `sent.ending` gives it; empty while it goes on.
        odds: chances worth knowing, each with label, text and share.
        figures: the figures beside the board, in words.
        helpers: what helps with the decision, as `Helper.to_json` gives it.
        seats: the seats with name, player, mark, colour, ink, and whether each is to move, looks, and can be called;
            empty in a game with one seat.
        screen: while the board is covered, the sentence on the screen and the label of its button; otherwise empty.
        written: the position as text to paste, once somebody has asked for it.
        lines: the line of play on the table and its variations, each with number, name and a short description; empty if
            there are no variations.
        compared: two lines side by side: here, there and rows; empty for none.
        review: the review of the match, as `sent.reviewed` gives it; empty for none.
        moving: what the computer players do, and which of the buttons next, stop and go_on make sense; empty for nothing.

    >>> from widgets import Table
    >>> board = Table("northwood", seed=7, figure=False).board
    >>> board.heading, board.moves[0]["text"]
    ('Choosing a fief', 'visit fief 0')
    """

    _esm = script("board.js")
    _css = style("board.css")

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
        """Pass a message from the browser to the handler; ignore messages that the board does not know."""
        if self.handler is not None and isinstance(message, dict) and isinstance(message.get("do"), str):
            self.handler(message)

    def __repr__(self) -> str:
        return f"<Board: {self.question}>"  # the usual text would hold random numbers
