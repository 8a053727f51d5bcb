"""The plan of a class: a list of steps to click through, each a vote, a poll, the same game for all, or tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.match import Match, checked_seed
from workbench.core.outside import LARGEST, NotPlain, endless_number, nested_deeply, quoted, read_plain, whole_number
from workbench.core.player import Seated
from workbench.core.registry import load, player_names

KINDS: Final[Mapping[str, str]] = {
    "vote": "Everybody votes on the next move.",
    "poll": "Everybody answers a series of positions.",
    "same": "Everybody plays the same game alone.",
    "tables": "Groups play at tables.",
}
"""The kinds of step, each with a sentence for the people in the class."""
MOST_STEPS: Final = 60
MOST_ITEMS: Final = 60
MOST_LETTERS: Final = 300
"""The longest title or note, in letters."""


@dataclass(frozen=True)
class Setup:
    """A game and where it begins.

    Args:
        game: its name.
        players: how many play; None for the usual number.
        options: options that differ from their defaults.
        seed: the seed of the match.
        position: a position to begin at, as `game.position` takes it; None for the start.
        title: what people read above it; may be empty.
        rules: the loaded game, if names do not describe it fully (changed phases); None to load it by name.

    >>> Setup("northwood", seed=7).match().game.title
    'For Northwood!'
    """

    game: str
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    position: Mapping[str, Any] | None = None
    title: str = ""
    rules: Game | None = field(default=None, compare=False, repr=False)

    def load(self) -> Game:
        """Return the loaded game.

        Raises:
            WorkbenchError: there is no such game, option or value.
        """
        return self.rules if self.rules is not None else load(self.game, self.players, **self.options)

    def match(self) -> Match:
        """Return a fresh match.

        Raises:
            WorkbenchError: the game or the position is not possible.
        """
        return self.load().match(self.seed, self.position)

    @classmethod
    def of(cls, game: Game, seed: int = 0, position: Mapping[str, Any] | None = None, title: str = "") -> Setup:
        """Return a loaded game as a set-up."""
        return cls(game.name, game.players, dict(game.options.changed()), checked_seed(seed), position, title, game)

    def to_json(self) -> dict[str, Any]:
        """Return the set-up as JSON values."""
        data: dict[str, Any] = {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "position": self.position,
            "title": self.title,
        }
        if self.rules is not None and self.rules.replaced_phases:
            data["phases"] = list(self.rules.replaced_phases)
        return data


@dataclass(frozen=True)
class Step:
    """One thing that a class does.

    Args:
        kind: one of `KINDS`.
        setups: the game and where it begins; a poll has one for each position.
        title: its name in the lecturer's list and on the wall.
        programs: the computer players, by seat; people decide in all other seats. At tables and where everybody plays
            alone, seats without a person get `fill`.
        fill: the computer player for empty seats.
        note: a remark for the lecturer.
    """

    kind: str
    setups: tuple[Setup, ...]
    title: str = ""
    programs: Mapping[int, Seated] = field(default_factory=dict)
    fill: str = "scripted"
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the step as JSON values."""
        return {
            "kind": self.kind,
            "setups": [setup.to_json() for setup in self.setups],
            "title": self.title,
            "programs": {str(seat): who for seat, who in self.programs.items() if isinstance(who, str)},
            "fill": self.fill,
            "note": self.note,
        }


def steps_for(game: Game, seed: int = 0) -> tuple[Step, ...]:
    """Return the usual plan for one game: a vote, the same game for all, and tables if it has several players.

    >>> [step.kind for step in steps_for(load("northwood"))], [step.kind for step in steps_for(load("keydom"))]
    (['vote', 'same'], ['vote', 'same', 'tables'])
    """
    setup = Setup.of(game, seed)
    others = dict.fromkeys(range(1, game.players), "scripted")
    found = [Step("vote", (setup,), "Vote on each move", others), Step("same", (setup,), "The same game for all", others)]
    if game.players > 1:
        found.append(Step("tables", (setup,), "Play at tables"))
    return tuple(found)


def plan_from_json(data: object, phases: Mapping[str, Mapping[str, Any]] | None = None) -> tuple[Step, ...]:
    """Check JSON values, and return the plan they describe.

    Args:
        data: a list of steps, as `Step.to_json` gives them.
        phases: for each game with replaced phases, those phases.

    Raises:
        WorkbenchError: something is wrong; the message says in which step.

    >>> plan_from_json([{"kind": "vote", "setups": [{"game": "northwood", "seed": 7}]}])[0].setups[0].seed
    7
    >>> plan_from_json([{"kind": "guess", "setups": []}])
    Traceback (most recent call last):
    ...
    workbench.core.errors.UnknownNameError: Step 1 of the plan: there is no kind 'guess'. Available: vote, poll, same, tables.
    """
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_STEPS:
        raise WorkbenchError(f"A plan is a list of 1 to {MOST_STEPS} steps.")
    if nested_deeply(data) or endless_number(data):
        raise WorkbenchError("The plan holds a number or a list that is too large to be meant.")
    return tuple([_step(one, f"Step {number} of the plan", phases or {}) for number, one in enumerate(data, 1)])


def _step(data: object, where: str, phases: Mapping[str, Mapping[str, Any]]) -> Step:
    if not isinstance(data, dict):
        raise WorkbenchError(f"{where} is a dict with kind and setups, not {quoted(data, 60)}.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownNameError(f"{where}: there is no kind {quoted(kind, 60)}. Available: {', '.join(KINDS)}.")
    setups = data.get("setups")
    if not isinstance(setups, list) or not 1 <= len(setups) <= (MOST_ITEMS if kind == "poll" else 1):
        raise WorkbenchError(f"{where}: a poll has 1 to {MOST_ITEMS} setups, everything else has one.")
    try:
        made = tuple([setup_from_json(one, phases) for one in setups])
        programs = _programs(data.get("programs") or {}, made[0].load())
        fill = data.get("fill", "scripted")
        if fill not in player_names(made[0].load()):
            raise UnknownNameError(f"there is no player {quoted(fill, 60)} for {made[0].game}.")
    except WorkbenchError as fault:
        raise WorkbenchError(f"{where}: {fault}") from None
    return Step(kind, made, words(data.get("title", "")), programs, fill, words(data.get("note", "")))


def setup_from_json(data: object, phases: Mapping[str, Mapping[str, Any]] | None = None) -> Setup:
    """Check JSON values, and return the set-up they describe; this loads the game and sets up the position once.

    Raises:
        WorkbenchError: something in them is wrong.
    """
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise WorkbenchError("A set-up is a dict with the name of a game.")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise WorkbenchError("The options of a set-up are a dict.")
    players = data.get("players")
    if players is not None and whole_number(players) is None:
        raise WorkbenchError(f"The number of players is a whole number, not {quoted(players, 60)}.")
    changed = (phases or {}).get(data["game"], {})
    missing = sorted(set(data.get("phases") or ()) - set(changed))
    if missing:
        named = ", ".join(missing)
        raise WorkbenchError(f"{data['game']} was played with changed phases: pass phases={{...}} with {named}.")
    rules = load(data["game"], players, None, dict(changed) or None, **options)
    position = data.get("position")
    if position is not None and not isinstance(position, dict):
        raise WorkbenchError("A position is a dict.")
    setup = Setup.of(rules, data.get("seed", 0), position, words(data.get("title", "")))
    setup.match()
    return setup


def _programs(data: object, game: Game) -> dict[int, Seated]:
    if not isinstance(data, dict):
        raise WorkbenchError("Who plays in a seat is a dict, such as {\"1\": \"scripted\"}.")
    found: dict[int, Seated] = {}
    names = player_names(game)
    for seat, who in data.items():
        if who not in names:
            raise UnknownNameError(f"there is no player {quoted(who, 60)} for {game.name}.{nearest(who, names)}")
        found[game.seat_number(int(seat) if isinstance(seat, str) and seat.isdecimal() else seat)] = who
    return found


def words(text: object) -> str:
    """Check a title or a note, and return it.

    Raises:
        WorkbenchError: it is not text, or is too long.
    """
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise WorkbenchError(f"A title or a note is a text of at most {MOST_LETTERS} letters.")
    return text


def read_plan(path: str | PathLike[str]) -> tuple[Step, ...]:
    """Read a plan from a JSON file.

    Raises:
        WorkbenchError: it cannot be read, or something in it is wrong.
    """
    try:
        data = json.loads(read_plain(path, LARGEST).decode("utf-8-sig"))
    except NotPlain as fault:
        raise WorkbenchError(f"The plan {quoted(str(path))} cannot be read: {fault}.") from None
    except OSError as fault:
        raise WorkbenchError(f"The plan {quoted(str(path))} cannot be read: {fault.strerror or fault}.") from None
    except (ValueError, RecursionError) as fault:
        raise WorkbenchError(f"The plan {quoted(str(path))} is not JSON: {fault}") from None
    return plan_from_json(data)


LESSONS: Final = Path(__file__).parent / "lessons"


def lesson_plan(number: int) -> tuple[Step, ...]:
    """Return the plan of a lesson of the course.

    Args:
        number: 1 to 10.

    Raises:
        WorkbenchError: there is no such lesson.
    """
    wanted = whole_number(number)
    found = sorted(LESSONS.glob("*.json"))
    for file in found:
        if wanted is not None and file.name.startswith(f"{wanted:02d}_"):
            return read_plan(file)
    raise WorkbenchError(f"There are plans for the lessons 1 to {len(found)}; there is no lesson {quoted(number, 60)}.")


def changed_setup(setup: Setup, match: Match, options: Mapping[str, Any]) -> Setup:
    """Return the position of a match under changed options, for the class to decide again.

    Args:
        setup: the set-up that the match began with.
        match: the match.
        options: the options to change.

    Raises:
        WorkbenchError: there is no such option or value, or the position is not possible under it.
    """
    game = match.game
    phases = {name: game.phases[name] for name in game.replaced_phases}
    rules = type(game)({**game.options.changed(), **options}, game.players, phases)
    position: Mapping[str, Any] | None = match.state.to_dict() if match.step or match.origin is not None else None
    changed = Setup.of(rules, setup.seed, position, setup.title)
    changed.match()
    return changed


def kinds_of(steps: Sequence[Step]) -> str:
    """Return the kinds of step in a plan, in a few words.

    >>> kinds_of(steps_for(load("northwood")))
    'vote, same'
    """
    return ", ".join([step.kind for step in steps])
