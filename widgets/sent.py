"""What a table sends to its board: plain data, made only from what the viewer may know."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from widgets.palette import readable_on
from workbench.core.account import account_of
from workbench.core.errors import Refusal
from workbench.core.events import Event
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.lines import Comparison, Variation, counted
from workbench.core.passing import timeline
from workbench.core.review import Decision, Review
from workbench.core.scene import Scene, Spot, rect, text
from workbench.core.seating import Seating
from workbench.core.state import State
from workbench.core.words import counted as number_of
from workbench.core.words import listed

LATEST: Final = 40
"""How many events of the log the table sends with every move; it sends the rest on request."""
MOST_DECISIONS: Final = 60
"""How many of the decisions that a player would have made differently a review lists."""
MOST_BEATS: Final = 120
"""How long things may take to pass over the board, in beats of `workbench.core.passing`; longer sequences run faster."""
MOST_NEWS: Final = 60
"""How many of the latest events the board tells beside the moves."""


def covered(seating: Seating) -> dict[str, Any]:
    """Return all that the board may hold while it is covered: for whom the table waits, and nothing else."""
    game = seating.game
    screen = {"sentence": seating.question(), "button": ""}
    if seating.awaited is not None:
        name = game.seat_name(seating.awaited)
        screen["button"] = f"I am {name}, show me" if name != "You" else "Show me"
    return {
        "screen": screen,
        "scene": "{}",
        "changed": [],
        "seats": seats(seating, None),
        "moves": [],
        "clauses": [],
        "happened": [],
        "odds": [],
        "helpers": [],
        "lines": [],
    }


class Watched:
    """Keeps track of what a person at the board has seen happen.

    Attributes:
        number: how often something has passed over the board; it tells two equal sequences apart.
    """

    def __init__(self) -> None:
        self.number = 0
        self._eyes = -1
        self._step = 0

    def fresh(self, seating: Seating) -> list[Event]:
        """Return the events that the viewer has not seen yet, and count them as seen."""
        if seating.covered:
            return []
        eyes = seating.game.players if seating.all_seen else seating.viewer
        seen, self._eyes, since, self._step = self._eyes, eyes, self._step, seating.step
        if seen != eyes:  # somebody else looks: everything since their last decision
            return list(seating.news())
        return [event for event in seating.log() if event.step > since]

    def passing(self, seating: Seating, events: list[Event], motion: int) -> tuple[str, float]:
        """Return what passes over the board because of some events, as one text, and its time in seconds.

        Args:
            seating: the match and its viewer.
            events: what has happened.
            motion: how many milliseconds a thing takes to move to another place; for 0 nothing passes.
        """
        passages = seating.game.passing(seating.state(), seating.viewer, events) if motion and events else ()
        if not passages:
            return "", 0.0
        parts = timeline(passages)
        whole = max([part["end"] for part in parts])
        beat = motion / 2 * min(1.0, MOST_BEATS / whole)
        self.number += 1
        shown = {"number": self.number, "beat": round(beat), "parts": parts}
        return json.dumps(shown, separators=(",", ":")), whole * beat / 1000


class Drawn:
    """The board that was drawn last, which usually shows the position before the last decision.

    Attributes:
        viewer: the seat it was drawn for; -1 while nothing has been drawn.
    """

    def __init__(self) -> None:
        self.viewer = -1
        self._position: State | None = None
        self._labels: dict[str, str] = {}

    def changed(self, seating: Seating, scene: Scene) -> list[str]:
        """Return the names of the things that the last decision changed: those whose labels now differ.

        Args:
            seating: the match and its viewer.
            scene: the present board, which is remembered.
        """
        game, viewer, before = seating.game, seating.viewer, seating.step_before()
        position = None if before is None else seating.match.at(before)
        if position is None:
            found = []
        else:
            if position is not self._position or viewer != self.viewer:
                old = position if seating.all_seen else position.view(viewer).state
                self._labels = {spot.name: spot.label for spot in game.scene(old, viewer).spots}
            found = [spot.name for spot in scene.spots if self._labels.get(spot.name) != spot.label]
        self.viewer, self._position = viewer, seating.match.state
        self._labels = {spot.name: spot.label for spot in scene.spots}
        return found


def figures(seating: Seating) -> list[str]:
    """Return the figures beside the board, in words."""
    return [panel.readable() for panel in seating.game.panels(seating.state(), seating.viewer)]


def seen(seating: Seating, odds: tuple[Odds, ...] | None, last: Drawn) -> dict[str, Any]:
    """Return what the viewer of the board may know, without the figures, which take longer.

    Args:
        seating: the match and its viewer.
        odds: the chances worth knowing; None while they are not worked out.
        last: the board that was drawn last.
    """
    game, state, viewer = seating.game, seating.state(), seating.viewer
    drawn, repeats = game.scene(state, viewer), seating.repeats()
    return {
        "screen": {},
        "scene": as_text(with_earlier(drawn, frozenset(seating.earlier_moves()))),
        "changed": last.changed(seating, drawn),
        "seats": seats(seating, state),
        "moves": [
            {
                "action": move.action,
                "text": move.text,
                "note": move.note,
                "group": move.group,
                "clause": move.clause,
                "times": repeats.get(move.action, 1),
            }
            for move in seating.moves()
        ],
        "clauses": clauses(state),
        "happened": [event.text for event in seating.news()][-MOST_NEWS:],
        "odds": odds_as_json(odds),
        "helpers": [helper.to_json() for helper in seating.helpers()],
        "lines": lines(seating),
    }


def with_earlier(scene: Scene, earlier: frozenset[int]) -> Scene:
    """Return a scene in which you may also choose earlier steps that still fit into the choice."""
    if not earlier:
        return scene

    def opened(spot: Spot) -> Spot:
        if not any(choice.action in earlier for choice in spot.choices):
            return spot
        choices = [replace(choice, legal=choice.legal or choice.action in earlier) for choice in spot.choices]
        words = " or ".join(choice.words for choice in choices if choice.action in earlier)
        may = f"{spot.may if spot.legal else ''} You may still {words}.".lstrip()
        return replace(spot, may=may, choices=tuple(sorted(choices, key=lambda choice: not choice.legal)))

    return replace(scene, spots=tuple([opened(spot) for spot in scene.spots]))


def ending(seating: Seating) -> dict[str, Any]:
    """Return how the game ended: the winners, and each seat's score with its parts and tie-breaks; empty before its end."""
    # the result is public, and a view would lack what the others have kept hidden to the end
    game, state = seating.game, seating.match.state
    if not seating.match.over or seating.covered:
        return {}
    shares, scores = game.win_shares(state.returns()), state.scores()
    names = [game.seat_name(seat) for seat in range(game.players)]
    winners = [names[seat] for seat in range(game.players) if shares[seat] > 0]
    if game.players == 1:
        title = "You have won." if winners else "You have lost."
    else:
        title = f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else "Nobody wins."
    account = account_of(seating.match)
    order = sorted(range(game.players), key=lambda seat: (-shares[seat], -scores[seat], seat))
    rows = [[names[seat], counted(scores[seat]), *[counted(entry.values[seat]) for entry in account]] for seat in order]
    parts = [entry.name for entry in account if not entry.breaks_ties]
    ties = [entry.name for entry in account if entry.breaks_ties]
    columns = ["", "score", *parts, *[f"{'then' if place else 'tie-break:'} {name}" for place, name in enumerate(ties)]]
    return {"title": title, "columns": columns, "rows": rows}


def seats(seating: Seating, state: State | None) -> list[dict[str, Any]]:
    """Return the seats as the board names them; empty if there is only one."""
    game = seating.game
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
            "name": names[seat].removeprefix(f"{marks[seat]} (").removesuffix(")"),  # the mark stands before it
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


def clauses(state: State) -> list[dict[str, str]]:
    """Return the clauses that matter now."""
    book = state.game.rulebook
    found = [book[clause] for clause in state.phase.clauses_now(state)]
    return [{"id": clause.id, "text": clause.plain, "origin": clause.standing} for clause in found]


def refused(game: Game, refusal: Refusal | None) -> dict[str, Any]:
    """Return why a move was refused, each reason with its rule; empty if no move was."""
    if refusal is None:
        return {}
    book = game.rulebook
    reasons = [
        {
            "clause": reason.clause,
            "text": reason.text,
            "rule": book[reason.clause].plain if reason.clause in book else "",
            "replaced": reason.clause in book and bool(book[reason.clause].replaced),
        }
        for reason in refusal.reasons
    ]
    return {"move": refusal.move, "reasons": reasons}


def log(seating: Seating, whole: bool) -> dict[str, Any]:
    """Return the log: its latest events, or all of them."""
    events, news, book = seating.log(), len(seating.news()), seating.game.rulebook
    latest = events if whole else events[-max(LATEST, news) :]
    return {
        "news": news,
        "log": [
            {
                "clause": event.clause,
                "text": event.text,
                "step": event.step,
                "replaced": event.clause in book and bool(book[event.clause].replaced),
            }
            for event in latest
        ],
        "log_total": len(events),
    }


def lines(seating: Seating) -> list[dict[str, Any]]:
    """Return the line of play on the table, as number 0, and its variations; empty if it has none."""
    found = seating.variations()
    if not found:
        return []
    here = {"number": 0, "name": seating.match.name, "said": "the line on the table"}
    return [here, *[{"number": one.number, "name": one.name, "said": _said_of(one)} for one in found]]


def _said_of(line: Variation) -> str:
    """Return a variation in a few words, without its name."""
    whence = f" line {line.of}" if line.of else ""
    place = f"after decision {line.leaves}" if line.leaves else "at the start"
    move = f" with: {line.first}" if line.first else ""
    score = ", ".join(map(counted, line.scores))
    end = "; the game is over" if line.over else ""
    return f"leaves{whence} {place}{move}; {number_of(line.steps, 'decision')} in all, score {score}{end}"


def compared(comparison: Comparison) -> dict[str, Any]:
    """Return two lines of play side by side."""
    return {"here": comparison.here, "there": comparison.there, "rows": [list(row) for row in comparison.rows]}


def reviewed(review: Review) -> dict[str, Any]:
    """Return the review of a match."""

    def listed(decisions: tuple[Decision, ...]) -> list[dict[str, Any]]:
        return [{"step": one.step, "text": review.told(one)} for one in decisions]

    return {
        "summary": review.summary(),
        "seats": list(review.seats),
        "scores": [[step, list(scores)] for step, scores in review.scores],
        "chances": [[one.step, float(one.chance)] for one in review.decisions if one.chance is not None and one.exact],
        "outlooks": [[step, [round(share, 4) for share in shares]] for step, shares in review.outlooks],
        "how": review.how,
        "worst": listed(review.worst),
        "otherwise": listed(review.otherwise)[:MOST_DECISIONS],
        "left_out": max(0, len(review.otherwise) - MOST_DECISIONS),
    }


def seat_marks(names: list[str]) -> list[str]:
    """Return a mark for each seat: the first letter of its name or of the name's last word, or its number.

    >>> seat_marks(["Brook", "Moss"]), seat_marks(["Player A", "Player B"]), seat_marks(["Ann", "Abe"])
    (['B', 'M'], ['A', 'B'], ['1', '2'])
    """
    for part in (0, -1):
        marks = [name.split()[part][:1].upper() for name in names]
        if len(set(marks)) == len(names):
            return marks
    return [str(seat + 1) for seat in range(len(names))]


def as_text(scene: Scene) -> str:
    """Return a scene as one text, as the board takes it."""
    return json.dumps(scene.to_json(), separators=(",", ":"))


def screen_scene(title: str, sentence: str) -> Scene:
    """Return the picture of a covered board.

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
    """Return odds as the board shows them.

    >>> odds_as_json((Odds("success", 0.25),))
    [{'label': 'success', 'text': '25.0%', 'note': ''}]
    >>> odds_as_json((Odds.withheld("Success", "Success is not shown."),))
    [{'label': 'Success is not shown.', 'text': '', 'note': ''}]
    """
    return [
        {"label": str(one), "text": "", "note": ""}
        if one.probability is None
        else {"label": one.label, "text": one.percent, "note": one.note}
        for one in odds or ()
    ]
