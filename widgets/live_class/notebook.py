"""A live class, opened and driven from a notebook."""

from __future__ import annotations

import html
import os
import time
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError, refuse_beside
from workbench.core.extra import how_to_get
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.registry import load
from workbench.live_class.journal import Journal, JournalError
from workbench.live_class.people import digest, new_code, new_key
from workbench.live_class.plan import Setup, Step, lesson_plan, read_plan, steps_for
from workbench.live_class.state import LiveClass

if TYPE_CHECKING:
    from widgets.live_class.server import Running

FOLDER: Final = "live_classes"
"""The folder beside the notebook that holds the classes."""
JOURNAL: Final = "class.jsonl"
BINDER: Final = "BINDER_LAUNCH_HOST"
"""A variable that Binder sets in the environment of the servers it starts."""
ON_BINDER: Final = (
    "A live class cannot be held from Binder: nobody else can open your server there. Seat groups at one screen instead, with "
    "Table(...), or open the class on a laptop in the room."
)
ALONE: Final = (
    "This computer is in no network, so only browsers on it can join. Join a network or open a hotspot, and open the class "
    "again; or seat groups at one screen, with Table(...)."
)


class Classroom:
    """A live class: people join from their phones' browsers to vote, answer and play; one wall shows the results.

    The class runs in a thread of this process until `end`. Everything that a person's page has confirmed is in the folder of
    the class on disk; `Classroom.again(folder)` goes on from there.

    Args:
        game: the name of a game, a game class of your own, a game, or a match at whose position the class begins. Its usual
            plan is a vote on each move, then the same game for all, then tables.
        seed: the seed of the matches.
        plan: another plan: a list of `Step`, a JSON file, or the number of a lesson of the course.
        players: how many play; None for the usual number.
        preset: a named set of options to begin with.
        phases: phases that replace those of the game.
        port: the port to listen at; None for the usual port, or a free one if that is taken.
        everywhere: whether other devices may connect; False for this machine only, as behind a proxy.
        address: the address that people open, if it is not this machine's, such as a proxy's.
        folder: the folder that holds the class; None for a new folder in ``live_classes``.
        options: options that differ from their defaults.

    Attributes:
        code: the code that people type to join.
        address: the address that people open.
        wall_link: the page to project. Anybody who has the link sees the code.
        lecturer_link: the page from which you drive the class. Do not share it.
        folder: the folder that holds the class.

    Raises:
        WorkbenchError: a game, option or value is unknown, something would change nothing (a match brings its game with it, and
            a plan its games), the class cannot listen or write there, or this is Binder.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Classroom("northwood", seed=7, everywhere=False, port=0, folder=folder.name) as room:
    ...     room.begin()
    ...     room.title, room.phase
    ('Vote on each move', 'open')
    >>> folder.cleanup()
    """

    def __init__(
        self,
        game: str | type[Game] | Game | Match = "northwood",
        seed: int = 0,
        *,
        plan: Sequence[Step] | str | PathLike[str] | int | None = None,
        players: int | None = None,
        preset: str | None = None,
        phases: Mapping[str, Any] | None = None,
        port: int | None = None,
        everywhere: bool = True,
        address: str | None = None,
        folder: str | PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        _refuse_binder(everywhere, address)
        steps, rules = _steps(game, seed, plan, players, preset, phases, options)
        changed = {} if rules is None else {rules.name: {name: rules.phases[name] for name in rules.replaced_phases}}
        keys = {"lecturer": new_key(), "wall": new_key()}
        room = LiveClass(steps, new_code(), {role: digest(key) for role, key in keys.items()}, changed)
        where = Path(folder) if folder is not None else _new_folder(steps[0].setups[0].game)
        journal = Journal(where / JOURNAL)
        if journal.entries:
            journal.close()
            raise JournalError(f"A class is kept in {str(where)!r} already: Classroom.again({str(where)!r}) goes on with it.")
        journal.append(room.opening())
        journal.sync()
        self._open(room, journal, keys, port, everywhere, address)

    @classmethod
    def again(
        cls,
        folder: str | PathLike[str],
        *,
        phases: Mapping[str, Any] | None = None,
        port: int | None = None,
        everywhere: bool = True,
        address: str | None = None,
    ) -> Classroom:
        """Go on with a class that has ended or crashed: same code, same people, same personal links.

        Args:
            folder: the folder that holds the class.
            phases: the replaced phases, if the game was changed.
            port: the port to listen at. Give the same one as before, or people have to open a new address.
            everywhere: whether other devices may connect.
            address: the address that people open, if it is not this machine's.

        Raises:
            JournalError: the folder holds no class, or the class is still open.
        """
        _refuse_binder(everywhere, address)
        path = Path(folder) / JOURNAL
        if not path.exists():
            raise JournalError(f"No class is kept in {str(folder)!r}.")
        journal = Journal(path)
        try:
            plan = journal.entries[0].get("plan", [{}]) if journal.entries else [{}]
            games = {one["game"] for step in plan for one in step.get("setups", ())}
            room = LiveClass.restored(journal.entries, {name: dict(phases) for name in games} if phases else None)
            keys = {"lecturer": new_key(), "wall": new_key()}
            entry = {"do": "keys", "keys": {role: digest(key) for role, key in keys.items()}}
            room.apply(entry)
            journal.append(entry)
            journal.sync()
        except BaseException:
            journal.close()
            raise
        self = cls.__new__(cls)
        self._open(room, journal, keys, port, everywhere, address)
        return self

    def _open(
        self,
        room: LiveClass,
        journal: Journal,
        keys: Mapping[str, str],
        port: int | None,
        everywhere: bool,
        address: str | None,
    ) -> None:
        self._alone = False
        try:
            try:
                from widgets.live_class.network import HERE, checked_address
                from widgets.live_class.server import Running
            except ModuleNotFoundError as fault:
                raise WorkbenchError(f"A live class needs {fault.name}. {how_to_get('class')}") from None
            public = None if address is None else checked_address(address)
            self._running: Running = Running(room, journal, port, everywhere, public)
        except BaseException:
            journal.close()
            raise
        self._room = room
        self.folder = journal.path.parent
        self.code = room.code
        self.address = self._running.address
        self.port = self._running.port
        self._alone = everywhere and address is None and self.address.startswith(f"http://{HERE}:")
        self.wall_link = f"{self.address}wall#{keys['wall']}"
        self.lecturer_link = f"{self.address}lecturer#{keys['lecturer']}"

    # -- driving -------------------------------------------------------------------------------------------------------

    def _ask(self, **message: Any) -> None:
        host = self._running.host
        self._running.call(lambda: host.lecture(message))

    def begin(self) -> None:
        """Begin the step: people may decide.

        Raises:
            WorkbenchError: the step has begun already.
        """
        self._ask(do="begin")

    def close(self) -> None:
        """Close the vote or the games: nobody can decide any more, and the wall shows the split.

        Raises:
            WorkbenchError: nothing is open.
        """
        self._ask(do="close")

    def reveal(self) -> None:
        """Show what each move is worth, or where people chose differently.

        Raises:
            WorkbenchError: the question is not closed.
        """
        self._ask(do="reveal")

    def next(self, move: int | str | None = None) -> None:
        """Go on to the next vote, position or step; after a vote, first play the move with the most votes.

        Args:
            move: the move to play after a vote, if not the one with the most votes.

        Raises:
            WorkbenchError: something is open, or this was the last step.
        """
        self._ask(do="next", action=move)

    def back(self) -> None:
        """Go back to the decision, position or step before this one.

        Raises:
            WorkbenchError: something is open, or this is the first one.
        """
        self._ask(do="back")

    def ask_again(self) -> None:
        """Ask the same question again; the answers so far are kept in the tables.

        Raises:
            WorkbenchError: the vote is not closed.
        """
        self._ask(do="again")

    def step(self, number: int) -> None:
        """Go to a step of the plan.

        Args:
            number: 1 to the number of steps.

        Raises:
            WorkbenchError: there is no such step, or something is open.
        """
        self._ask(do="step", place=number - 1)

    def lay(self, position: Mapping[str, Any] | Match) -> None:
        """Put the class at a position of the game it plays.

        Args:
            position: a dict as `game.position` takes it, or a match that is at the position.

        Raises:
            WorkbenchError: the position is not possible, or something is open.
        """
        given = position.state.to_dict() if isinstance(position, Match) else dict(position)
        self._ask(do="position", position=given)

    def change(self, **options: Any) -> None:
        """Change options, and put the class at the same position under them, so you can ask again.

        Raises:
            WorkbenchError: there is no such option or value, the position is not possible under it, or something is open.
        """
        self._ask(do="rules", options=options)

    def pause(self, on: bool = True) -> None:
        """Pause everybody, or go on."""
        self._ask(do="pause", on=on)

    def hide_names(self, hidden: bool = True) -> None:
        """Keep names off the wall, or show them."""
        self._ask(do="names", hidden=hidden)

    def move_slowest_on(self) -> None:
        """Let a computer player decide once for the person who has kept a game waiting longest.

        Raises:
            WorkbenchError: no game waits for a person.
        """
        self._ask(do="slowest")

    def remove(self, name: str) -> None:
        """Take somebody out of the class.

        Raises:
            WorkbenchError: nobody with that name is in the class.
        """
        found = [person.number for person in self._room.present() if person.name == name]
        self._ask(do="remove", person=found[0] if found else 0)

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        """The names of the people in the class."""
        return [person.name for person in self._room.present()]

    @property
    def title(self) -> str:
        """The title of the current step."""
        return self._room.title

    @property
    def phase(self) -> str:
        """The phase of the current step: ``waiting``, ``open``, ``closed`` or ``revealed``."""
        return self._room.phase

    @property
    def results(self) -> list[dict[str, Any]]:
        """The result of each closed question, as written to ``questions.csv`` and ``answers.csv``."""
        return [dict(one) for one in self._room.kept]

    def end(self) -> None:
        """End the class. Its folder stays; `Classroom.again` goes on from there."""
        self._running.stop()

    def wait(self) -> None:
        """Wait until the class has ended, as the command line does."""
        self._running.wait()

    def __enter__(self) -> Classroom:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __repr__(self) -> str:
        return "\n".join(
            [
                f"A live class. Open {self.address} and type the code {self.code}.",
                f"The wall, to project:     {self.wall_link}",
                f"Your page, for you alone: {self.lecturer_link}",
                f"Kept in {self.folder}",
                *([ALONE] if self._alone else []),
            ]
        )

    def _repr_html_(self) -> str:
        def link(to: str, words: str) -> str:
            return f'<a href="{html.escape(to, quote=True)}" target="_blank" rel="noopener noreferrer">{words}</a>'

        return (
            f"<p>A live class. People open <b>{html.escape(self.address)}</b> and type the code <b>{self.code}</b>.</p>"
            f"<p>{link(self.wall_link, 'Open the wall')} on the projector. {link(self.lecturer_link, 'Open your page')} "
            f"to drive the class; hand that link to nobody. Clear this output before you hand the notebook out.</p>"
            + (f"<p>{html.escape(ALONE)}</p>" if self._alone else "")
        )


def _refuse_binder(everywhere: bool, address: str | None) -> None:
    """Refuse to open a class on Binder, where nobody else could join."""
    if BINDER in os.environ and everywhere and address is None:
        raise WorkbenchError(ON_BINDER)


def _steps(
    game: str | type[Game] | Game | Match,
    seed: int,
    plan: Sequence[Step] | str | PathLike[str] | int | None,
    players: int | None,
    preset: str | None,
    phases: Mapping[str, Any] | None,
    options: Mapping[str, Any],
) -> tuple[tuple[Step, ...], Game | None]:
    """Return the plan for these arguments, and the game whose phases may be replaced."""
    given = {"players": players, "preset": preset, "phases": phases, **options}
    if plan is not None:
        refuse_beside("A plan names its own games", **given)
    if isinstance(plan, int):
        return lesson_plan(plan), None
    if isinstance(plan, (str, PathLike)):
        return read_plan(plan), None
    if plan is not None:
        steps = tuple(plan)
        if not steps or not all(isinstance(step, Step) for step in steps):
            raise WorkbenchError("A plan is a list of Step, the name of a JSON file, or the number of a lesson.")
        return steps, steps[0].setups[0].rules
    if isinstance(game, Match):
        refuse_beside("A match brings its game with it", **given)
        position = game.state.to_dict()
        steps = steps_for(game.game, game.seed)
        setup = Setup.of(game.game, game.seed, position)
        return tuple([Step(step.kind, (setup,), step.title, step.programs, step.fill) for step in steps]), game.game
    rules = load(game, players, preset, phases, **options)
    return steps_for(rules, seed), rules


def _new_folder(game: str) -> Path:
    """Return a folder that does not exist yet."""
    name = f"{time.strftime('%Y-%m-%d_%H-%M')}_{game}"
    number, folder = 1, Path(FOLDER) / name
    while folder.exists():
        number += 1
        folder = Path(FOLDER) / f"{name}_{number}"
    return folder
