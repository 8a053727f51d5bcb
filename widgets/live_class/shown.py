"""The data for the pages of a class: plain values for one seat's view, made by the same code as a table's board."""

from __future__ import annotations

import json
from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from widgets import sent
from widgets.board import Board
from workbench.core.options import Choice, Whole, show
from workbench.core.seating import Seating
from workbench.core.state import State
from workbench.core.strength import spoken_name
from workbench.live_class.activity import Games, Same, Vote
from workbench.live_class.plan import KINDS
from workbench.live_class.state import CLOSED, OPEN, REVEALED, WAITING, YOURS, LiveClass

BLANK: Final[Mapping[str, Any]] = {
    name: trait.default() for name, trait in Board.class_traits(sync=True).items() if not name.startswith("_")
}
"""An empty board."""
MOST_NAMES: Final = 120
MOST_TABLES: Final = 60


def text(data: Any) -> str:
    """Return values as compact JSON, as they are sent."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def board(seating: Seating, names: Mapping[int, str] | None = None, last: sent.Drawn | None = None) -> dict[str, Any]:
    """Return a board as a table would show it through a seating.

    Args:
        seating: the game, as one seat sees it.
        names: the name of the player in each seat; None if seats belong to nobody.
        last: the board that this viewer saw last; None for the first time.
    """
    data = {
        **BLANK,
        **sent.seen(seating, None, last or sent.Drawn()),
        "figures": sent.figures(seating),
        **sent.log(seating, whole=False),
        "heading": seating.heading(),
        "question": seating.question(),
        "step": seating.step,
        "steps": seating.steps,
        "partway": seating.partway,
        "lines": [],
    }
    if names is not None:
        for seat, one in enumerate(data["seats"]):
            one["player"] = names.get(seat, "")
            one["looks"] = False
        mover = int(seating.state().to_move)
        if mover >= 0 and not seating.decides:
            data["question"] = f"{names.get(mover) or seating.game.seat_name(mover)} decides."
    data.pop("layout", None)
    return data


def seat_names(room: LiveClass, person: int) -> dict[int, str]:
    """Return the people at a person's table, by seat."""
    activity = room.activity
    if not isinstance(activity, Games):
        return {}
    one = activity.games[activity.place_of(person)]
    names = {}
    for seat in range(activity.game.players):
        who = one.seats.get(seat)
        program = activity.step.programs.get(seat, activity.step.fill)
        if who is None:
            names[seat] = spoken_name(activity.game, program) if isinstance(program, str) else "a computer player"
        else:
            names[seat] = "you" if who == person else room.people[who].name
    return names


class Boards:
    """The boards of a class as texts, each made once for a position and a viewer."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int, int], tuple[State, str]] = {}
        self._last: dict[tuple[int, int, int], sent.Drawn] = {}
        self._round = -1

    def of(self, room: LiveClass, person: int) -> str:
        """Return a person's board; ``null`` while there is no board to see.

        Args:
            room: the class.
            person: the person's number; 0 for the wall, which sees only what everybody sees.
        """
        activity = room.activity
        if room.phase == WAITING or (person == 0 and not isinstance(activity, Vote)):
            return "null"
        seating = activity.seating(person)
        if seating is None:
            return "null"
        if room.round != self._round:
            self._made.clear()
            self._last.clear()
            self._round = room.round
        shared = isinstance(activity, Vote)
        key = (0, 0, 0) if shared else (activity.place_of(person), person, 1)
        state, made = self._made.get(key, (None, ""))
        if state is not seating.match.state:
            last = self._last.setdefault(key, sent.Drawn())
            made = text(board(seating, None if shared else seat_names(room, person), last))
            self._made[key] = (seating.match.state, made)
        return made

    def forget(self) -> None:
        """Drop all boards, because names on them have changed."""
        self._made.clear()


def the_class(room: LiveClass) -> dict[str, Any]:
    """Return what everybody sees of the class."""
    step = room.steps[room.place]
    setup = room.activity.setup
    return {
        "kind": step.kind,
        "phase": room.phase,
        "round": room.round,
        "paused": room.paused,
        "title": room.title,
        "does": KINDS[step.kind],
        "game": room.activity.game.title,
        "of": len(step.setups) if step.kind == "poll" else 0,
        "item": room.item + 1,
        "options": [f"{name}: {show(value)}" for name, value in room.activity.game.options.changed().items()],
        "seed": setup.seed if step.kind == "same" else None,
        "over": isinstance(room.activity, Vote) and room.activity.match.over,
    }


def me(room: LiveClass, number: int) -> dict[str, Any]:
    """Return what only one person sees."""
    person, activity = room.people[number], room.activity
    data: dict[str, Any] = {"name": person.name, "number": number, "mine": -1, "said": "", "seat": "", "watches": False}
    if isinstance(activity, Vote):
        mine = activity.ballots.get(number, -1)
        data["mine"] = mine
        if mine >= 0:
            data["said"] = f"{YOURS[activity.step.kind]}: {activity.match.move(mine).text}."
    elif isinstance(activity, Games) and room.phase != WAITING:
        seat = activity.seat_of(number)
        data["watches"] = seat < 0
        if seat >= 0 and activity.kind == "tables":
            data["seat"] = f"Table {activity.place_of(number)}, {activity.game.seat_name(seat)}"
        one = activity.games.get(activity.place_of(number))
        data["over"] = one is not None and one.match.over
        data["ending"] = ending(room, activity, number)
    return data


def ending(room: LiveClass, activity: Games, number: int) -> dict[str, Any]:
    """Return how a person's game ended, with the name in each seat; empty while the game goes on."""
    seating = activity.seating(number)
    found = {} if seating is None else sent.ending(seating)
    if found and activity.game.players > 1:
        names = {activity.game.seat_name(seat): name for seat, name in seat_names(room, number).items()}
        found["rows"] = [[f"{name} ({names[name]})", *values] for name, *values in found["rows"]]
    return found


def wall(room: LiveClass, present: int) -> dict[str, Any]:
    """Return how far everybody has got, for the wall; it shows nothing of the choices in an open question.

    Args:
        room: the class.
        present: how many people have a page open.
    """
    people, activity = room.present(), room.activity
    data: dict[str, Any] = {"present": present, "people": len(people), "names": [], "answered": 0, "rows": [], "progress": {}}
    if not room.hidden:
        data["names"] = [person.name for person in people][-MOST_NAMES:]
    if isinstance(activity, Vote):
        data["answered"] = len(activity.ballots)
    elif isinstance(activity, Same) and room.phase != WAITING:
        data["progress"] = progress(room, activity)
    elif isinstance(activity, Games) and room.phase != WAITING:
        data["rows"] = [row(room, activity, number) for number in list(activity.games)[:MOST_TABLES]]
    return data


def row(room: LiveClass, activity: Games, number: int) -> dict[str, Any]:
    """Return a table as the wall lists it: its players, whose turn it is, and the score once the game is over."""
    one = activity.games[number]
    names = []
    for seat in range(activity.game.players):
        who = one.seats.get(seat)
        program = activity.step.programs.get(seat, activity.step.fill)
        called = spoken_name(activity.game, program) if isinstance(program, str) else "a player"
        hidden = activity.game.seat_name(seat)
        names.append(called if who is None else hidden if room.hidden else room.people[who].name)
    mover = int(one.match.state.to_move)
    return {
        "table": number,
        "who": names,
        "waits": names[mover] if mover >= 0 else "",
        "over": one.match.over,
        "scores": [f"{score:g}" for score in one.match.state.scores()] if one.match.over else [],
        # in a game with secrets, the number of hidden decisions would tell the other players something
        "decisions": None if activity.game.has_secrets() else one.match.step,
    }


def progress(room: LiveClass, activity: Same) -> dict[str, Any]:
    """Return how far people have got who play the same game alone."""
    matches = [one.match for number, one in activity.games.items() if not room.people[number].removed]
    made = [match.step for match in matches]
    over = [match for match in matches if match.over]
    seat = min([seat for seat in range(activity.game.players) if seat not in activity.step.programs], default=0)
    scores = sorted([match.state.scores()[seat] for match in over], reverse=True)
    return {
        "playing": len(matches) - len(over),
        "over": len(over),
        "least": min(made, default=0),
        "median": median(made) if made else 0,
        "most": max(made, default=0),
        "scores": [f"{score:g}" for score in scores],
        "won": sum(match.game.win_shares(match.state.returns())[seat] > 0 for match in over),
    }


def tripped(room: LiveClass) -> list[dict[str, Any]]:
    """List the clauses that refused moves, with how many people tried one that the clause forbids."""
    book = room.activity.game.rulebook
    return [
        {"clause": clause, "people": people, "moves": moves, "rule": book[clause].plain if clause in book else ""}
        for clause, people, moves in room.activity.tripped()[:6]
    ]


def result(room: LiveClass) -> dict[str, Any] | None:
    """Return the result of a question once it is closed; None before that."""
    if room.phase not in (CLOSED, REVEALED):
        return None
    activity, data = room.activity, {"tripped": tripped(room), "revealed": room.phase == REVEALED}
    if not isinstance(activity, Vote):
        return {**data, "partings": room.found.get("partings", []), "n": sum(1 for _ in activity.matches())}
    match, found = activity.match, room.found
    worth = found.get("moves", {})
    best = found.get("best", ())
    if len(best) == len(worth):  # all moves are worth the same, so there is nothing to mark
        best = ()
    book, total = activity.game.rulebook, len(activity.ballots)
    counted = dict(activity.split())
    rest = [int(action) for action in worth if int(action) not in counted]
    shown = [*counted, *sorted(rest, key=lambda action: -worth[str(action)]["value"])]
    rows = []
    for action in shown[:12]:
        move = match.move(action)
        rows.append(
            {
                "action": action,
                "text": move.text,
                "clause": move.clause,
                "n": counted.get(action, 0),
                "worth": worth.get(str(action), {}).get("text", ""),
                "value": worth.get(str(action), {}).get("value") if found.get("percent") else None,
                "best": action in best,
            }
        )
    decided = rows[0]["clause"] if rows and room.phase == REVEALED else ""
    earlier = room.earlier
    return {
        **data,
        "question": "" if match.over else activity.seating(0).question(),
        "n": total,
        "rows": rows,
        "how": found.get("how", ""),
        "clause": {"id": decided, "text": book[decided].plain} if decided in book else {},
        "earlier": [] if earlier is None else [{"text": one["text"], "n": one["n"]} for one in earlier.get("split", [])],
    }


def desk(room: LiveClass, open_pages: Mapping[int, int]) -> dict[str, Any]:
    """Return what the lecturer's page shows in addition to the wall.

    Args:
        room: the class.
        open_pages: how many pages each person has open.
    """
    game = room.activity.game
    options = []
    for name, option in game.options.options.items():
        if isinstance(option.allowed, (Choice, Whole)):
            values = option.allowed.values if isinstance(option.allowed, Choice) else (option.allowed.only or ())
            options.append(
                {
                    "name": name,
                    "value": game.options[name],
                    "values": list(values),
                    "number": isinstance(option.allowed, Whole),
                    "means": f"{option.plain} Allowed: {option.allowed.describe()}. {option.clause}",
                }
            )
    waits = {}
    if isinstance(room.activity, Games) and room.phase == OPEN:
        for number in room.activity.games:
            who = room.activity.waits_for(number)
            if who:
                waits[who] = True
    return {
        "steps": [{"title": step.title or KINDS[step.kind], "kind": step.kind, "note": step.note} for step in room.steps],
        "place": room.place,
        "people": [
            {
                "number": person.number,
                "name": person.name,
                "open": open_pages.get(person.number, 0),
                "waited_for": person.number in waits,
            }
            for person in room.present()
        ],
        "options": options,
        "hidden": room.hidden,
        "kept": len(room.kept),
        "moves": moves(room),
    }


def moves(room: LiveClass) -> list[dict[str, Any]]:
    """List the moves that the lecturer may play after a vote, the one with the most votes first."""
    activity = room.activity
    if not isinstance(activity, Vote) or room.phase not in (CLOSED, REVEALED) or activity.match.over:
        return []
    counted = dict(activity.split())
    found = sorted(activity.match.moves(), key=lambda move: -counted.get(move.action, 0))
    return [{"action": move.action, "text": move.text, "n": counted.get(move.action, 0)} for move in found[:60]]
