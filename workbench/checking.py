"""Check what must be true of every game.

Each fault is a sentence that says what is wrong, where, and how to mend it.

`check` plays a game at random and looks at every position. The tests of this project use the same functions.

>>> import workbench as wb
>>> report = wb.check("nim", games=5, suites=False)
>>> report.holds
True
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import PositionError, WorkbenchError, nearest
from workbench.core.events import Listener
from workbench.core.game import Game
from workbench.core.look import Look
from workbench.core.outside import in_markdown, in_markdown_with_code, quoted, told, whole_number
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.core.rulebook import Ruling
from workbench.core.state import CHANCE, OVER, State
from workbench.core.words import counted
from workbench.own import board as default_board
from workbench.own.game import Game as OwnGame
from workbench.own.parts import HIDDEN, NOBODY, Choice, Part, Pile
from workbench.own.phase import Phase as OwnPhase
from workbench.own.source import line_of, line_of_fault

LONGEST: Final = 20_000
"""More actions than any game checked here has."""


# -- what tests and `check` share ------------------------------------------------------------------------------------------


def random_game(game: Game, seed: int, state: State | None = None, longest: int = LONGEST) -> Iterator[tuple[State, int]]:
    """Play at random: yield each position with the action taken there, and the last one with action -1."""
    rng = Random(seed)
    state = state or game.start()
    for _ in range(longest):
        if state.to_move == OVER:
            yield state, -1
            return
        legal = state.legal()
        action = rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))]
        yield state, action
        state.apply(action)
    raise AssertionError(f"the game did not end within {longest} actions")


def slots(state: State) -> dict[str, Any]:
    """Return every slot of a state, including those of its parent classes."""
    return {name: getattr(state, name) for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())}


def legal_faults(state: State) -> list[str]:
    """Return what is wrong with the legal actions.

    They must be in order, unique, and empty only at the end.
    """
    legal, actions = state.legal(), state.game.actions
    faults = []
    if list(legal) != sorted(set(legal)):
        faults.append(f"the legal actions are not in order, or one appears twice: {legal!r}")
    if not all([0 <= action < actions for action in legal]):
        faults.append(f"a legal action lies outside 0 to {actions - 1}: {legal!r}")
    if bool(legal) == (state.to_move == OVER):
        faults.append("nothing can be chosen" if not legal else "a move can be chosen although the game is over")
    return faults


def chance_faults(state: State) -> list[str]:
    """Return what is wrong with the weights of a random event.

    They must be whole numbers above 0, one for each legal outcome.
    """
    outcomes = state.chance()
    if state.to_move != CHANCE:
        return ["there are chances although a seat decides"] if outcomes else []
    faults = []
    if tuple([outcome for outcome, _ in outcomes]) != state.legal():
        faults.append("the chances do not match the legal outcomes")
    if not all([isinstance(weight, int) and weight > 0 for _, weight in outcomes]):
        faults.append(f"a weight is not a whole number above 0: {[weight for _, weight in outcomes]!r}")
    return faults


def copy_faults(state: State, twin: State) -> list[tuple[str, str]]:
    """Return what is wrong with a copy: each field that is ``missing``, ``different`` or ``shared``."""
    found: list[tuple[str, str]] = []
    for name in slots(state):
        if name == "listener":
            continue
        mine = getattr(state, name)
        if not hasattr(twin, name):
            found.append((name, "missing"))
        elif getattr(twin, name) != mine:
            found.append((name, "different"))
        elif any([one is other for one in _lists(mine) for other in _lists(getattr(twin, name))]):
            found.append((name, "shared"))
    return found


def _lists(value: Any) -> list[Any]:
    """Return a list and the lists in it."""
    if not isinstance(value, (list, dict, set)):
        return []
    return [value, *[inner for one in value if isinstance(one, list) for inner in _lists(one)]]


# -- the report ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        kind: what it is about, in a word or two.
        holds: whether the check passed.
        text: what is right or wrong, as a sentence.
        mend: how to mend it; empty if the check passed.
        line: where the rule is written; empty if that is not a single place.
        position: where it happened, for `game.position(...)` to build; None if that is not a single position.
    """

    kind: str
    holds: bool
    text: str
    mend: str = ""
    line: str = ""
    position: dict[str, Any] | None = None

    def __str__(self) -> str:
        where = f" ({self.line})" if self.line else ""
        here = f"\n      Position: {told(json.dumps(self.position), 400)}" if self.position else ""
        mend = f"\n      To mend it: {self.mend}" if self.mend else ""
        return f"{'pass  ' if self.holds else 'FAULT '}{self.text}{where}{mend}{here}"


@dataclass(frozen=True)
class Report:
    """What `check` has found, shown as a list of sentences.

    Attributes:
        title: the title of the game.
        findings: the results of all checks, the faults first.
        stopped: whether a fault ended the check early; most other checks are then missing.
    """

    title: str
    findings: tuple[Finding, ...] = field(repr=False)
    stopped: bool = False

    @property
    def holds(self) -> bool:
        """Whether every check passed."""
        return not self.faults

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The checks that failed."""
        return tuple([one for one in self.findings if not one.holds])

    def head(self) -> str:
        """Return the result in one sentence."""
        number = len(self.faults)
        if not number:
            return "every check passed."
        first = "it" if number == 1 else "them"
        further = f" Mend {first} first: the check stopped there." if self.stopped else ""
        return f"{counted(number, 'fault')}.{further}"

    def __str__(self) -> str:
        return "\n".join([f"{self.title}: {self.head()}", *[f"  {one}" for one in self.findings]])

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        lines = [f"**{in_markdown(self.title)}:** {self.head()}", ""]
        for one in self.findings:
            where = f" *({in_markdown(one.line)})*" if one.line else ""
            lines.append(f"- {'✓' if one.holds else '✗'} {in_markdown_with_code(one.text)}{where}")
            if one.mend:
                lines.append(f"  - To mend it: {in_markdown_with_code(one.mend)}")
            if one.position:
                lines.append(f"  - Position: `{told(json.dumps(one.position), 400)}`")
        return "\n".join(lines)


class _Stop(Exception):
    """Raised when a fault makes it useless to check further."""


class _Notes:
    """The findings so far: one of each kind and place."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], Finding] = {}
        self.held: list[Finding] = []

    def fault(self, kind: str, text: str, mend: str, line: str = "", state: State | None = None, about: str = "") -> None:
        """Note a fault, once."""
        position = None
        if state is not None:
            with contextlib.suppress(Exception):
                position = json.loads(json.dumps(state.to_dict()))
        self.found.setdefault((kind, about), Finding(kind, False, text, mend, line, position))

    def holds(self, kinds: str, text: str) -> None:
        """Note that a check passed, if no fault of these kinds was found."""
        if not any([kind in kinds.split() for kind, _ in self.found]):
            finding = Finding(kinds.split()[0], True, text)
            if finding not in self.held:
                self.held.append(finding)


def check(game: Game | type[Game] | Path | str, games: int = 200, seed: int = 0, suites: bool = True) -> Report:
    """Check a game: play it at random and test what must be true of every game.

    For a class or a name, the check plays with every number of players that the game allows.

    Args:
        game: a class of your own, a game, or a name.
        games: how many games to play with each number of players.
        seed: the source of their random numbers.
        suites: whether to run the test suites of OpenSpiel and PettingZoo on it, too, if they are installed.

    Returns:
        the report.
    """
    notes = _Notes()
    title = str(game) if isinstance(game, str | Path) else getattr(game, "title", "") or str(getattr(game, "__name__", game))
    try:
        rules = load(game)
    except WorkbenchError as fault:
        notes.fault("class", str(fault), "do what the message says")
        return Report(title, tuple(notes.found.values()))
    except Exception as fault:
        notes.fault(
            "class",
            f"The class cannot be made into a game: {_named(fault)}",
            "look at that line",
            line_of_fault(fault),
        )
        return Report(title, tuple(notes.found.values()))
    notes.holds("class", "The class has everything that a game needs.")
    counts = [rules.players] if isinstance(game, Game) else list(rules.player_counts)
    several = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
    fired: set[str] = set()
    phases: set[str] = set()
    try:
        if isinstance(rules, OwnGame):
            _misspelt(rules, notes)
        for players in counts:
            looking = _LookingOver(load(rules, players=players), games, seed, notes, fired, phases)
            looking.over()
        if not notes.found:  # faults may be why something never came up
            looking.clauses(f" with {several} players" if len(rules.player_counts) > 1 else "")
        _one_option_after_another(rules, notes, seed)
    except _Stop:
        return Report(rules.title, (*notes.found.values(), *notes.held), stopped=True)
    played = f"{games} random games with {several} player{'s' if counts[-1] > 1 else ''}"
    notes.holds("crash empty legal outside", f"In {played}, every phase lists moves and carries them out.")
    notes.holds("endless", f"All {played} end within {rules.bounds().decisions:,} decisions.")
    notes.holds("copy-shared copy-lost shared", "A copy of a position equals the original and does not depend on it.")
    notes.holds("twice choices-change", "The same actions always lead to the same positions; listing moves changes none.")
    notes.holds("weights", "Every random event has valid chances.")
    notes.holds("results alike", "The results agree with what the class declares.")
    notes.holds("secret-seen secret-told concealed resample", "No seat sees or is told what it may not know.")
    notes.holds("words same-words why sentence thing", "Every move has its own words, and every refusal gives a reason.")
    notes.holds("written tensor", "Every position can be written down and read back, and its numbers tell it from others.")
    notes.holds("clause-idle clause-unknown phase-idle", "Every clause of the rulebook is carried out or explains why not.")
    if suites and not notes.found:
        _suites(rules, notes)
    return Report(rules.title, (*notes.found.values(), *notes.held))


def _named(fault: BaseException) -> str:
    if isinstance(fault, WorkbenchError):
        return str(fault)
    said = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    return f"{type(fault).__name__}: {said}{'' if said.endswith(('.', '?')) else '.'}"


class _LookingOver:
    """Checks a game with one number of players."""

    def __init__(self, game: Game, games: int, seed: int, notes: _Notes, fired: set[str], phases: set[str]) -> None:
        self.game, self.games, self.seed, self.notes = game, games, seed, notes
        self.own = isinstance(game, OwnGame)
        self.fired, self.phases = fired, phases  # with any number of players
        self.ids = {clause.id for clause in game.rulebook}
        self.decided: set[int] = set()
        self.results: set[tuple[float, ...]] = set()
        self.rows: dict[tuple[float, ...], Any] = {}
        self.met: dict[str, int] = {}
        self.came_from: type[Any] | None = None
        self.seats = f" with {game.players} players" if len(game.player_counts) > 1 else ""

    def line(self, state: State, method: str) -> str:
        """Return where a method of the phase is written."""
        return line_of(getattr(type(state.phase), method, None))

    def over(self) -> None:
        """Run all checks."""
        for number in range(self.games):
            self.one_game(number)
        if self.notes.found:
            return  # the faults found may be why something never came up
        idle = [seat for seat in range(self.game.players) if seat not in self.decided]
        if idle:
            self.notes.fault(
                "seat-idle",
                f"Seat {idle[0]} never decides in {self.games} games{self.seats}.",
                "let `play` end with `state.next_seat()`, or hand the turn over with `state.go(phase, seat)`",
            )
        self.notes.holds("seat-idle", "Every seat makes decisions.")
        if len(self.results) == 1 and self.games > 20 and (self.game.players == 1 or len(set(next(iter(self.results)))) == 1):
            self.notes.fault(
                "alike",
                f"All {self.games} games{self.seats} give the same result, {list(next(iter(self.results)))}.",
                "end the game with `state.win(seat)` or `state.finish(...)` with what each seat has won",
            )

    def doing(self, state: State, what: str, action: Callable[[], Any], kind: str = "crash") -> Any:
        """Call the rules; if they fail, note a fault and stop."""
        try:
            return action()
        except Exception as fault:
            self.broken(state, what, fault, kind)
            raise _Stop from None

    def broken(self, state: State, what: str, fault: Exception, kind: str) -> None:
        """Note that the rules failed."""
        text, mend = _named(fault), "look at that line, with the position below"
        if isinstance(fault, AttributeError) and "State" in str(fault):
            near = nearest(fault.name, [part.name for part in getattr(self.game, "parts", ())])
            text += near
            mend = f"{'correct the name, or ' if near else ''}declare the field in `table`, such as {Part.example}"
            kind = "no-field"
        elif isinstance(fault, TypeError) and "positional argument" in text:
            mend = "look at that line; in a class, `self` comes first: `def play(self, state, choice):`"
        elif isinstance(fault, WorkbenchError):
            mend = "do what the message says"
            signs = {"The weights of": "weights", "among its moves": "outside", "`choices`": "outside", "to go to": "go"}
            signs["`finish`"] = "finish"
            kind = next((name for sign, name in signs.items() if sign in text), kind)
        place = line_of_fault(fault) or self.line(state, "play")
        name = state.phase.name
        self.notes.fault(kind, f"The phase {name!r} fails {what}: {text}", mend, place, state, name)

    # -- one game ----------------------------------------------------------------------------------------------------------

    def one_game(self, number: int) -> None:
        """Play one game and check its positions."""
        game, rng = self.game, Random(self.seed, "check", number)
        self.came_from = None
        try:
            state, again = game.start(Listener()), game.start()
        except Exception as fault:
            kind = "go" if "to go to" in str(fault) else "crash"
            self.notes.fault(
                kind,
                f"The game cannot begin: {_named(fault)}",
                "look at `set_up` and at the first phase",
                line_of_fault(fault),
            )
            raise _Stop from None
        trail: list[str] = []
        limit = game.bounds().decisions
        decisions = 0
        while state.to_move != OVER:
            if decisions > limit or len(trail) > 2 * limit + 100:
                self.endless(trail, state)
            phase = state.phase.name
            trail.append(phase)
            self.phases.add(phase)
            self.position(state, again, number)
            action = self.chosen(state, rng)
            if state.to_move >= 0:
                decisions += 1
                self.decided.add(int(state.to_move))
                if 0 < number < 20:  # the first game has shown that copies can be trusted
                    self.secrets(state)
            if 0 < number < 20:
                self.what_is_told(state, number)
            before = state.copy()
            self.came_from = type(state.phase)
            what = f"when it carries out {game.symbol(action)!r}"
            self.doing(before, what, partial(state.apply, action))
            self.doing(before, f"{what} a second time", partial(again.apply, action), "twice")
            if not -2 <= int(state.to_move) < game.players:
                self.notes.fault(
                    "seat",
                    f"After {game.symbol(action)!r} in the phase {phase!r}, seat {int(state.to_move)} is to move, but the "
                    f"last seat is {game.players - 1}.",
                    "use `state.next_seat()`, which goes back to seat 0 after the last seat",
                    self.line(before, "play"),
                    before,
                )
                raise _Stop
            if state.key() != again.key():
                self.notes.fault(
                    "twice",
                    f"The phase {phase!r} does not always do the same: {game.symbol(action)!r} led to two different "
                    f"positions{_difference(state, again)}.",
                    "draw random numbers only in a phase with `random = True`, and keep everything in the state, never in "
                    "the phase or the class",
                    self.line(before, "play"),
                    before,
                    phase,
                )
                raise _Stop
        self.ended(state)

    def endless(self, trail: list[str], state: State) -> None:
        """Note which phases never end."""
        last = sorted(set(trail[len(trail) // 2 :]))
        names = " and ".join([f"`{name}`" for name in last])
        plural = len(last) > 1
        stays = "" if plural or len(self.game.phases) < 3 else "go on to another phase with `state.go`, or "
        self.notes.fault(
            "endless",
            f"The phase{('s' if plural else '')} {names} never end{('' if plural else 's')}{self.seats}: after "
            f"{len(trail):,} actions the game is not over.",
            f"let some move {stays}call `state.win`, `state.draw` or `state.finish`; if games may be that long, raise "
            "`longest`",
            self.line(state, "play"),
            state,
        )
        raise _Stop

    def chosen(self, state: State, rng: Random) -> int:
        """Return the next action, drawn at random."""
        if state.to_move == CHANCE:
            return rng.pick(state.chance())
        legal = state.legal()
        return legal[rng.below(len(legal))]

    def position(self, state: State, twin: State, number: int) -> None:
        """Check one position."""
        notes, phase = self.notes, state.phase
        self.fields(state, twin)
        self.forbidden(state)
        before = state.key()
        self.doing(state, "when it lists what may be chosen", state.legal)
        if state.key() != before:
            notes.fault(
                "choices-change",
                f"`choices` of the phase {phase.name!r} changes the position{_difference(state, twin)}.",
                "change nothing in `choices`; copy a list before you change it: `list(state.deck)`",
                self.line(state, "choices"),
                twin,
            )
            raise _Stop
        faults = self.doing(state, "when it lists what may be chosen", lambda: legal_faults(state))
        if faults:
            kind = "empty" if "nothing" in faults[0] else "legal"
            notes.fault(
                kind,
                f"In the phase {phase.name!r}, {faults[0]}.",
                "let `choices` list at least one move, and each only once; go to another phase before none is left",
                self.line(state, "choices"),
                state,
            )
            raise _Stop
        weights = self.doing(state, "when it gives the chances", lambda: chance_faults(state))
        if weights:
            notes.fault(
                "weights",
                f"In the phase {phase.name!r}, {weights[0]}.",
                "give each outcome a weight: a whole number from 1",
                self.line(state, "choices"),
                state,
            )
            raise _Stop
        self.copies(state)
        seen = self.met.get(phase.name, 0)
        self.met[phase.name] = seen + 1
        if seen < 40 or number % 20 == 0:
            self.looks(state, seen < 8)

    def fields(self, state: State, twin: State) -> None:
        """Check that every field holds what its part declares, in a list of its own."""
        maker: Any = self.came_from
        where = f"After the phase {maker.name!r}" if maker else "At the start"
        line = line_of(maker.play if maker else getattr(self.game, "set_up", None)) if self.own else ""
        met: dict[int, str] = {}
        for part in getattr(self.game, "parts", ()):
            value = getattr(state, part.name)
            odd = _misfit(part, value, self.game.players)
            if odd:
                said = f"{where}, the field `{part.name}` {odd}."
                self.notes.fault("written", said, _stored(part, odd), line, about=part.name)
                raise _Stop
            outside = {id(one) for one in _lists(getattr(twin, part.name))} if twin is not state else set()
            for one in _lists(value):
                twice = id(one) in met
                other = met.setdefault(id(one), part.name)
                if not twice and id(one) not in outside:
                    continue
                same = f"is the same list as `{other}`" if other != part.name else "holds one list twice"
                same = same if twice else "is a list from outside the position"
                self.notes.fault(
                    "shared",
                    f"{where}, the field `{part.name}` {same}: whoever changes one of them changes both.",
                    f"store a copy, such as `state.{part.name} = list(...)`",
                    line,
                    about=part.name,
                )
                raise _Stop

    def forbidden(self, state: State) -> None:
        """Note the clauses that `why` names against a move: a clause that only forbids is carried out by that."""
        phase: Any = state.phase
        if not isinstance(phase, OwnPhase) or type(phase).why is OwnPhase.why or state.to_move < 0 or self.ids <= self.fired:
            return
        legal = self.doing(state, "when it lists what may be chosen", state.legal)
        for choice, action in self.game.numbers[phase.name].items():  # type: ignore[attr-defined]
            if action not in legal:
                what = f"when it says why {self.game.symbol(action)!r} may not be chosen"
                why = self.doing(state, what, partial(phase.why, state, choice), "why")
                if isinstance(why, tuple):
                    self.fired.add(why[0])

    def copies(self, state: State) -> None:
        """Check a copy of a position."""
        twin = self.doing(state, "when it is copied", state.copy)
        for name, what in copy_faults(state, twin):
            if name == "ended_by":
                continue  # the core asks for it only where a game has just ended, so a `copy` may leave it out
            line = line_of(type(state).copy)
            if what == "shared":
                self.notes.fault(
                    "copy-shared",
                    f"Your `copy` shares the list `{name}`: changing the copy changes the original.",
                    f"copy it: `other.{name} = list(self.{name})`; or leave `copy` out, and it is made from the table",
                    line,
                    about=name,
                )
            else:
                self.notes.fault(
                    "copy-lost",
                    f"Your `copy` {'forgets' if what == 'missing' else 'changes'} the field `{name}`.",
                    f"write `other.{name} = self.{name}`; or leave `copy` out, and it is made from the table",
                    line,
                    about=name,
                )
            raise _Stop

    def looks(self, state: State, closely: bool) -> None:
        """Check what people and programs see of a position."""
        game, phase = self.game, state.phase
        self.written(state)
        for seat in range(game.players):
            view = self.doing(state, "when a view of it is made", partial(state.view, seat))
            self.concealed(state, view.state, seat)
            if state.to_move >= 0 and closely:
                legal = self.doing(state, f"when seat {seat} looks at it", view.legal)
                if state.to_move == seat and legal != state.legal():
                    self.notes.fault(
                        "concealed",
                        f"In the phase {phase.name!r}, the moves of seat {seat} depend on something that it cannot see.",
                        "let `choices` use only what the seat whose turn it is can see",
                        self.line(state, "choices"),
                        state,
                    )
            numbers = tuple(self.doing(state, "when it is shown as numbers", partial(game.tensor, view), "tensor"))
            common = (seat, int(state.to_move), phase.name, *numbers)
            if any([not 0 <= one <= 1 for one in numbers]):
                self.notes.fault(
                    "tensor",
                    f"Some numbers of a position in the phase {phase.name!r} are not between 0 and 1.",
                    "give every part of the table the largest value that it can have (`most`)",
                    state=state,
                )
            if closely and self.rows.setdefault(common, view) != view:
                self.notes.fault(
                    "tensor",
                    f"Two different positions of the phase {phase.name!r} have the same numbers.",
                    "give every part of the table the largest value that it can have (`most`)",
                    state=state,
                )
        if state.to_move >= 0 and closely:
            self.words(state)
        if closely:
            self.resampled(state)

    def concealed(self, state: Any, seen: State, seat: int) -> None:
        """Check that a view of a position of a game of your own hides what the seat may not see."""
        for part in getattr(self.game, "hidden_parts", ()):
            if state.to_move == OVER:
                break
            mine, theirs = getattr(state, part.name), getattr(seen, part.name)
            for owner, (one, other) in enumerate(zip(mine, theirs, strict=True) if part.each else [(mine, theirs)]):
                if state.may_see(part, seat, owner) or other == part.concealed(one):
                    continue
                whose = f" of seat {owner}" if part.each else ""
                self.notes.fault(
                    "concealed",
                    f"Seat {seat}'s view shows the part `{part.name}`{whose}, which "
                    f"{'nobody' if part.seen == NOBODY else f'only {part.seen}'} may see.",
                    f"let `conceal` blank it with {HIDDEN}, which means that it cannot be seen; or leave `conceal` out, and "
                    "it is made from the table. If a rule shows it to that seat, say so in `may_see`",
                    line_of(type(state).conceal),
                    state,
                )

    def resampled(self, state: State) -> None:
        """Check how unseen parts of a view are filled in."""
        rng = Random(self.seed, "resample")
        for seat in range(self.game.players):
            view = state.view(seat)
            try:
                other = view.resample(rng)
                same = other.view(seat) == view
            except Exception as fault:
                self.notes.fault(
                    "resample",
                    f"In the phase {state.phase.name!r}, filling in what seat {seat} cannot see fails: {_named(fault)}",
                    "look at `complete`, or at `among` of the hidden parts",
                    line_of_fault(fault),
                    state,
                )
                return
            if not same:
                self.notes.fault(
                    "resample",
                    f"In the phase {state.phase.name!r}, filling in what seat {seat} cannot see changes what it sees.",
                    "let `complete` change only what `conceal` has blanked",
                    line_of(type(state).complete),
                    state,
                )

    def written(self, state: State) -> None:
        """Check that a position can be written down and read back."""
        try:
            written = json.loads(json.dumps(state.to_dict()))
            back = self.game.position(written)
        except PositionError as fault:
            maker = self.came_from or type(state.phase)
            self.notes.fault(
                "written",
                f"The phase {maker.name!r} leads to a position that cannot be read back: {fault.reasons[0]}",
                "move every card: remove it from one part when you add it to another, and keep none outside the table"
                if " appears " in fault.reasons[0] or " is missing from " in fault.reasons[0]
                else "give that part of the table a wider range, or keep the rules within it",
                line_of(getattr(maker, "play", None)),
                about="range",
            )
            raise _Stop from None
        except Exception as fault:
            self.notes.fault(
                "written",
                f"A position of the phase {state.phase.name!r} cannot be written down: {_named(fault)}",
                "let every field hold what its part of the table declares: whole numbers, or lists of them",
                line_of_fault(fault),
            )
            return
        if back.key() != state.key():
            self.notes.fault(
                "written",
                f"A position of the phase {state.phase.name!r} changes when it is written down and read "
                f"back{_difference(state, back)}.",
                "keep the cards of each hand in the order of their numbers (`hand.sort()`), and in every field what its "
                "part declares",
                state=state,
            )

    def words(self, state: State) -> None:
        """Check the words of a decision, and the refusals."""
        game, phase = self.game, state.phase
        texts: dict[str, int] = {}
        for action in state.legal():
            said = self.doing(state, f"when it puts {game.symbol(action)!r} into words", partial(phase.words, state, action),
                "words")
            if said in texts:
                self.notes.fault(
                    "same-words",
                    f"Two moves of the phase {phase.name!r} are both called {said!r}: {game.symbol(texts[said])} and "
                    f"{game.symbol(action)}.",
                    'give `say` a place for each part of a move, such as "take {1} from row {0}"',
                    self.line(state, "phrase"),
                    state,
                    phase.name,
                )
            texts[said] = action
        for action in range(game.actions):
            reasons = self.doing(state, f"when it says why {game.symbol(action)!r} may not be chosen",
                partial(phase.reasons, state, action), "why")
            for reason in reasons:
                if not (reason.text[:1].isupper() and reason.text.endswith((".", "?"))):
                    self.notes.fault(
                        "sentence",
                        f"A refusal in the phase {phase.name!r} is not a whole sentence: {reason.text!r}.",
                        "begin it with a capital letter, and end it with a full stop",
                        self.line(state, "why"),
                        state,
                    )
                if reason.clause not in game.rulebook:
                    self.notes.fault(
                        "clause-unknown",
                        f"A refusal in the phase {phase.name!r} names the clause {reason.clause!r}, which the rulebook does "
                        "not have.",
                        "name a clause of the rulebook",
                        self.line(state, "why"),
                        state,
                        reason.clause,
                    )
        mover = int(state.to_move)
        self.doing(state, "when its board is drawn", lambda: game.scene(state.view(mover).state, mover), "board")
        if not self.own:
            return
        if game.face("board") is not default_board:
            return
        look = Look(state.view(mover).state, mover)
        names = {name for part in game.parts for name in default_board.things_of(part, look)}  # type: ignore[attr-defined]
        for action in state.legal():
            move = game.named[action]  # type: ignore[attr-defined]
            owner: Any = game.phases[move.phase]
            thing = phase.thing(state, action)
            if (owner.on or (isinstance(move.part, Part) and not isinstance(move.part, Choice))) and thing not in names:
                self.notes.fault(
                    "thing",
                    f"The moves of the phase {phase.name!r} are about {thing!r}, which the board does not have.",
                    f"let `on` name a thing of the board, such as {', '.join(sorted(names)[:4]) or 'rows-A'}; or write the "
                    "moves out as words and leave `on` out, for buttons",
                    about=phase.name,
                    state=state,
                )
            elif not owner.on and move.part is None and move.choice in [part.name for part in game.parts]:  # type: ignore[attr-defined]
                self.notes.fault(
                    "thing",
                    f"The move {move.choice!r} of the phase {phase.name!r} has the name of a part that the board draws as "
                    "several things, so the board highlights none of them.",
                    f"let `on` name one of them, such as {', '.join(sorted(names)[:4])}; or give the move another name",
                    about=phase.name,
                    state=state,
                )

    def secrets(self, state: State) -> None:
        """Check what others learn of a decision: try a few moves and compare the views of the other seats."""
        phase: Any = state.phase
        if not self.own:
            return
        mover, tried = int(state.to_move), []
        for action in state.legal()[:4]:
            child = state.copy()
            self.doing(state, f"when it carries out {self.game.symbol(action)!r}", partial(child.apply, action))
            tried.append(child)
        if any([child.phase is not state.phase or child.to_move in (OVER, CHANCE) for child in tried]):
            return  # the game may have just revealed what was chosen
        for one, other in pairwise(tried):
            for seat in range(self.game.players):
                if seat == mover:
                    continue
                mine, theirs = one.view(seat).state, other.view(seat).state
                same = mine.key() == theirs.key()
                if phase.secret and not same:
                    names = [name for name, _ in copy_faults_of(mine, theirs)]
                    self.notes.fault(
                        "secret-seen",
                        f"Seat {seat}'s view shows what seat {mover} has chosen in secret in the phase "
                        f"{phase.name!r}, in {' and '.join([f'`{name}`' for name in names])}.",
                        'declare that part of the table with seen="its owner"',
                        self.line(state, "play"),
                        state,
                    )
                elif not phase.secret and same and one.key() != other.key():
                    self.notes.fault(
                        "secret-told",
                        f"Everybody is told what seat {mover} chooses in the phase {phase.name!r}, although seat {seat} may "
                        "not see it.",
                        "set `secret = True` in that phase",
                        self.line(state, "play"),
                        state,
                    )

    def what_is_told(self, state: State, number: int) -> None:
        """Check what each seat is told of a decision or a random event.

        If two positions look the same to a seat, the seat must also be told the same of them. That goes for different moves
        that it cannot tell apart afterwards, and for the same move in positions that it could not tell apart before.
        """
        legal, mover = state.legal(), int(state.to_move)
        tried = {action: self.heard(state, action) for action in dict.fromkeys((*legal[:3], legal[-1]))}
        for one, other in pairwise(tried):
            for seat in range(self.game.players):
                if seat != mover:
                    self.same_sound(state, tried[one], tried[other], seat, "chosen")
        rng = Random(self.seed, "told", number, len(self.met))
        for seat in range(self.game.players):
            try:
                world = state.view(seat).resample(rng)
            except Exception:
                continue  # another check reports this
            for action in tried:
                if int(world.to_move) == mover and world.phase is state.phase and action in world.legal():
                    self.same_sound(state, tried[action], self.heard(world, action), seat, "hidden")

    def heard(self, state: State, action: int) -> tuple[State, Listener]:
        """Return the position after an action, and what was told of it."""
        child, listener = state.copy(), Listener()
        child.listener = listener
        self.doing(state, f"when it carries out {self.game.symbol(action)!r}", partial(child.apply, action))
        child.listener = None
        return child, listener

    def same_sound(
        self, state: State, one: tuple[State, Listener], other: tuple[State, Listener], seat: int, what: str
    ) -> None:
        """Check that a seat which cannot tell two positions apart is told the same of both."""
        (mine, said), (theirs, said_there) = one, other
        if mine.key() == theirs.key() or mine.view(seat).state.key() != theirs.view(seat).state.key():
            return
        here, there = [
            [(event.clause, event.text) for event in (event.told(seat) for event in listener.events) if event is not None]
            for listener in (said, said_there)
        ]
        if here == there:
            return
        text = next((one[1] for one in here if one not in there), here[0][1] if here else "nothing")
        mover = int(state.to_move)
        who = "what chance brings" if mover == CHANCE else f"what seat {mover} chooses"
        tells = f"Everybody is told {who}" if what == "chosen" else f"Seat {seat} is told of something hidden"
        self.notes.fault(
            "secret-told",
            f"{tells} in the phase {state.phase.name!r}, although seat {seat} may not see it: {text!r}.",
            "set `secret = True` in that phase, say less in `state.say`, or put what is told into a part of the table that "
            "the seat can see",
            self.line(state, "play"),
            state,
        )

    def ended(self, state: State) -> None:
        """Check the end of a game."""
        game, bounds = self.game, self.game.bounds()
        self.phases.add(state.phase.name)
        results = state.returns()
        self.results.add(tuple(results))
        wrong = [one for one in results if not bounds.lowest - 1e-9 <= one <= bounds.highest + 1e-9]
        if wrong:
            self.notes.fault(
                "results",
                f"A seat has won {wrong[0]:g}; the class declares results from {bounds.lowest:g} to "
                f"{bounds.highest:g}.",
                "set `lowest` and `highest` of the class to the smallest and largest results",
                state=state,
            )
        elif getattr(game, "together", False) and len(set(results)) > 1:
            self.notes.fault(
                "results",
                f"The seats have won {list(results)}, but in a game that is played together all must win the same.",
                "end the game with `state.finish(result)`, or with `state.win(seat)` for the best result",
                state=state,
            )
        elif bounds.total is not None and abs(sum(results) - bounds.total) > 1e-9:
            self.notes.fault(
                "results",
                f"The results {list(results)} add up to {sum(results):g}; the class declares {bounds.total:g}.",
                "set `total` of the class to what the results always add up to, or to None if that varies",
                state=state,
            )
        clauses = {clause.id for clause in game.rulebook}
        for event in getattr(state.listener, "events", ()):
            self.fired.add(event.clause)
            if event.clause not in clauses:
                self.notes.fault(
                    "clause-unknown",
                    f"The rules report {event.text!r} under the clause {event.clause!r}, which the rulebook does not "
                    "have.",
                    "name a clause of the rulebook",
                    about=event.clause,
                )
        if ("results", "") not in self.notes.found:
            self.written(state)

    def clauses(self, seats: str) -> None:
        """Find clauses and phases that never came up with any number of players; `seats` says which, for the sentence."""
        for name, phase in self.game.phases.items():
            if name not in self.phases:
                self.notes.fault(
                    "phase-idle",
                    f"The phase `{name}` is never entered in {self.games} games{seats}.",
                    f'go there with `state.go("{name}")`, or leave the phase out',
                    line_of(getattr(type(phase), "play", None)),
                    about=name,
                )
        for clause in self.game.rulebook:
            owner = [phase.name for phase in self.game.phases.values() if clause.id in getattr(self.game, "clauses_of",
                {}).get(phase.name, ())]
            if clause.id in self.fired or clause.not_in_code or set(owner) - self.phases or (owner and not self.own):
                continue
            if isinstance(clause, Ruling) and clause.options:
                continue  # its option says what it does, and each value is tried by itself
            self.notes.fault(
                "clause-idle",
                f"The clause {clause.id} is never carried out in {self.games} games{seats}.",
                f'name the clause where a phase carries it out, with `state.say("{clause.id}", "...")`, `state.win(seat, '
                f'"{clause.id}")` or `clause_of`, or where `why` refuses a move; or, if only `set_up` or no code at all '
                "does, say so below the clause: `- Not in code: ...`",
                f"line {clause.line} of the rulebook",
                about=clause.id,
            )


def _misfit(part: Part, value: Any, players: int) -> str:
    """Return what a field holds that its part does not declare, as the end of a sentence; empty if it fits."""
    if not type(part).__module__.startswith("workbench.own"):
        return ""  # a part of the game's own knows best
    levels, start = [value], part.start(players)
    for depth in range(part.depth):
        plain = [one for one in levels if not isinstance(one, (list, tuple))]
        if plain:
            return f"holds {quoted(plain[0])} where it needs a list"
        if depth == 0 and (part.each or not isinstance(part, Pile)) and len(value) != len(start):
            return f"holds {counted(len(value), 'entry', 'entries')}, but it needs {len(start)}"
        levels = [inner for one in levels for inner in one]
    odd = [one for one in levels if whole_number(one) is None]
    return f"holds {quoted(odd[0])}, which is not a whole number" if odd else ""


def _stored(part: Part, odd: str) -> str:
    """Return what to store in a field instead."""
    if not odd.endswith("number"):
        return f"store what the part declares: {json.dumps(part.start(2))} is how it begins with 2 players"
    if isinstance(part, (Choice, Pile)):
        return "store the number of the word or card, counted from 0, such as `WORDS.index(choice)`"
    return "store a whole number: divide with `//` instead of `/`"


IN_A_GAME: Final = (
    *("player_counts", "option_table", "table", "points", "state_kind", "phase_kinds", "set_up", "lowest", "highest", "total"),
    *("together", "longest", "shown_at_the_end", "strategies", "reference_player"),
)
"""What people write in the class of a game."""
IN_A_PHASE: Final = ("moves", "choices", "play", "why", "say", "ask", "random", "secret", "clauses", "clause_of", "title")
"""What people write in the class of a phase."""


def _misspelt(rules: Game, notes: _Notes) -> None:
    """Find names in the classes of a game that nothing reads and that look like names that the workbench reads."""
    phases = [type(phase) for phase in rules.phases.values() if isinstance(phase, OwnPhase)]
    kinds: list[tuple[type, tuple[str, ...]]] = [(type(rules), IN_A_GAME), *[(kind, IN_A_PHASE) for kind in phases]]
    written = [(kind, known, name, thing) for kind, known in kinds for name, thing in _written_in(kind)]
    read = {name for _, _, _, thing in written if hasattr(thing, "__code__") for name in thing.__code__.co_names}
    for kind, known, name, thing in written:
        near = get_close_matches(name, known, 1, 0.85)
        if near and near[0] != name and name not in read and not isinstance(thing, type):
            notes.fault(
                "misspelt",
                f"Nothing reads `{name}` of {kind.__name__}. Did you mean `{near[0]}`?",
                f"write `{near[0]}`; or, if it is something else, remove it or give it another name",
                line_of(thing) if hasattr(thing, "__code__") else "",
                about=name,
            )


def _written_in(kind: type) -> list[tuple[str, Any]]:
    """Return what a class of a game of your own holds, with its names, and its parents up to those of the workbench."""
    ours = ("workbench.own", "workbench.core", "builtins", "typing")
    return [pair for one in kind.__mro__ if not one.__module__.startswith(ours) for pair in vars(one).items()]


def copy_faults_of(one: State, other: State) -> list[tuple[str, str]]:
    """Return the fields in which two positions differ."""
    return [(name, "different") for name, value in slots(one).items() if name != "listener" and getattr(other, name) != value]


def _difference(one: State, other: State) -> str:
    """Return the fields in which two positions differ, for a sentence."""
    names = [f"`{name}`" for name, _ in copy_faults_of(one, other)]
    return f" (they differ in {' and '.join(names)})" if names else ""


def _one_option_after_another(rules: Game, notes: _Notes, seed: int) -> None:
    """Check that every option changes something."""
    for option in rules.option_table:
        if notes.found:
            return
        if option.clause not in rules.rulebook:
            notes.fault(
                "clause-unknown",
                f"The option {option.name!r} names the clause {option.clause!r}, which the rulebook does not have.",
                "name a clause of the rulebook",
                about=option.name,
            )
            continue
        for value in [value for value in option.allowed.samples() if value != option.default]:
            changed = load(type(rules), players=rules.players, **{option.name: value})
            if any([_trace(rules, number) != _trace(changed, number) for number in range(seed, seed + 60)]):
                break
        else:
            notes.fault(
                "option-idle",
                f"The option {option.name!r} changes nothing in 60 games.",
                f'use it in a phase: `state.game.options["{option.name}"]`',
                about=option.name,
            )
    if rules.option_table:
        notes.holds("option-idle", "Every option changes something.")


def _trace(game: Game, seed: int) -> list[Any]:
    found: list[Any] = [game.actions]
    for state, action in random_game(game, seed):
        found += [state.key(), action]
    return [*found, state.scores(), state.returns()]


def _suites(rules: Game, notes: _Notes) -> None:
    """Run the unchanged test suites of OpenSpiel and PettingZoo, if they are installed."""
    if find_spec("pyspiel"):
        import pyspiel

        from workbench.adapters import openspiel

        try:
            pyspiel.random_sim_test(openspiel.load(rules), num_sims=2, serialize=True, verbose=False)
            notes.holds("suite", "OpenSpiel's simulation test passes.")
        except Exception as fault:
            notes.fault(
                "suite",
                f"OpenSpiel's simulation test fails: {_named(fault)}",
                "look at the message",
                line_of_fault(fault),
                about="OpenSpiel",
            )
    if find_spec("pettingzoo"):
        from workbench.adapters import pettingzoo

        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            from pettingzoo.test import api_test

            try:
                api_test(pettingzoo.env(rules), num_cycles=100)
                notes.held.append(Finding("suite", True, "PettingZoo's interface test passes."))
            except Exception as fault:
                notes.fault(
                    "suite",
                    f"PettingZoo's interface test fails: {_named(fault)}",
                    "look at the message",
                    line_of_fault(fault),
                    about="PettingZoo",
                )
