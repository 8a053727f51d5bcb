"""A match: one play of a game, with checked moves, reasons, a log and time travel."""

from __future__ import annotations

import gc
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any, Final, SupportsIndex

from workbench.core import invitation, savefile
from workbench.core.advice import Advice, after_move, judged_exactly
from workbench.core.errors import (
    IllegalMove,
    OptionError,
    Refusal,
    SaveFileError,
    UnknownMoveError,
    WorkbenchError,
)
from workbench.core.events import Event, Listener
from workbench.core.figures import Odds, notes_of
from workbench.core.game import Game
from workbench.core.guidance import why as reason_for
from workbench.core.interrupts import interrupts_deferred
from workbench.core.ladder import FOR_A_HINT, strongest
from workbench.core.lines import MOST_LINES, Comparison, Line, Moment, Variation, checked_name, differences
from workbench.core.outside import WIDEST, in_markdown, quoted, tame_markdown, whole_number
from workbench.core.player import Expectation, FunctionPlayer, Player, Seated, decide
from workbench.core.random import Random
from workbench.core.registry import game_class, make_player
from workbench.core.review import Review, look_back
from workbench.core.rulebook import Clause
from workbench.core.state import CHANCE, OVER, State, View
from workbench.core.strength import spoken_name
from workbench.core.wording import called, find_action
from workbench.core.words import InWords, counted

STEP_LIMIT: Final = 100_000
"""More decisions than any game here can have; a phase that never ends is stopped there."""


class ChangedRulesWarning(UserWarning):
    """The rules have changed since a match was saved."""


def checked_seed(seed: Any) -> int:
    """Return a seed as a whole number.

    Args:
        seed: a whole number of any library's type.

    Raises:
        WorkbenchError: it is not a whole number, or has hundreds of digits.

    >>> checked_seed(7)
    7
    """
    number = whole_number(seed)
    if number is None:
        raise WorkbenchError(f"A seed must be a whole number, not {quoted(seed)}.")
    if number.bit_length() > WIDEST:
        raise WorkbenchError("A seed can have 300 digits at most.")
    return number


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Pause Python's garbage collection, which finds nothing while a match is read."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@dataclass(frozen=True)
class Move(InWords):
    """A move as a person reads it.

    Attributes:
        action: its number in the game's vocabulary.
        symbol: its fixed name, such as ``card:C5``.
        text: what it means now, in words.
        group: the heading under which it is listed.
        clause: the clause that allows it.
        note: a short remark; may be empty.

    >>> from workbench import load
    >>> move = load("northwood").match(seed=7).moves()[3]
    >>> move.symbol, move.text, move.clause
    ('fief:3', 'visit fief 3', 'NW-VISIT-1')
    """

    action: int
    symbol: str
    text: str
    group: str
    clause: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.note})" if self.note else self.text


@dataclass(frozen=True)
class Explanation:
    """The present decision: whose it is, its clauses, moves and odds.

    Attributes:
        title: the phase as the rulebook names it.
        seat: the seat that decides, or `CHANCE` or `OVER`.
        question: the decision as one sentence.
        clauses: the clauses that matter now, in the rulebook's words.
        moves: the legal moves.
        odds: the chances that matter.

    >>> from workbench import load
    >>> load("northwood").match(seed=7).explain().question
    'Which fief do you visit? Your hand: C1 C4 C5 C8 F4 F7 L7 E3.'
    """

    title: str
    seat: int
    question: str
    clauses: tuple[Clause, ...]
    moves: tuple[Move, ...]
    odds: tuple[Odds, ...]

    @property
    def _asked(self) -> str:
        """The question without the title: it stands before the question already, and an ability's question begins with it."""
        return self.question.removeprefix(f"{self.title}: ")

    def __str__(self) -> str:
        lines = [f"{self.title}: {self._asked}"]
        if self.moves:
            lines += ["", "Legal moves:"] + [f"  {move}" for move in self.moves]
        if self.odds:
            lines += ["", "Odds:"] + [f"  {odds}" for odds in self.odds]
            lines += [f"  ({note})" for note in notes_of(self.odds)]
        lines += ["", "Rules:"] + [f"  {clause.address}: {clause.plain}" for clause in self.clauses]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        lines = [f"**{in_markdown(self.title)}.** {in_markdown(self._asked)}", ""]
        lines += [f"- {in_markdown(str(move))}" for move in self.moves]
        if self.odds:
            known = [odds for odds in self.odds if odds.probability is not None]
            lines += ["", "| chance of | |", "|---|---:|"] if known else []
            lines += [f"| {in_markdown(odds.label)} | {odds.percent} |" for odds in known]
            lines += [f"\n({in_markdown(note)})" for note in notes_of(self.odds)]
            lines += [f"\n{in_markdown(str(odds))}" for odds in self.odds if odds.probability is None]
        lines += [""] + [f"> **{clause.address}** {tame_markdown(clause.text)}\n" for clause in self.clauses]
        return "\n".join(lines)


class Match:
    """A game from its first random event to its last decision, with free movement in time.

    Random events happen as soon as they are due, so a decision (or the end) is always next. Each depends on the seed and on
    the number of actions before it. So if you undo a move and play it again, you get the same cards.

    Args:
        game: the rules.
        seed: the source of all random events.
        position: the position to begin at: a state, or a dict as `game.position` takes it; None for the start.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(seed=7)
    >>> match.play("visit fief 3")[0].clause
    'NW-VISIT-1'
    >>> match.undo()
    >>> match.step
    0
    """

    def __init__(self, game: Game, seed: SupportsIndex = 0, position: Mapping[str, Any] | State | None = None) -> None:
        self.game = game
        self._secrets = game.has_secrets()
        self.seed = checked_seed(seed)
        self.origin: dict[str, Any] | None = None
        if position is not None:
            # read back, so a position of other rules, or one that no file could hold, is refused here
            given = position.to_dict() if isinstance(position, State) else position
            self.origin = game.position(given).to_dict()
        self._refused: dict[str, int] = {}
        self._seconds = 0.0
        self._actions: list[int] = []
        self._events: list[Event] = []
        self._step = 0
        self._moments: list[Moment] = []
        self._name = ""
        self._lines: list[Line] = []
        listener = Listener()
        state = self._beginning(listener)
        self._keep(state, self._settle(state, 0), listener)

    def _beginning(self, listener: Listener) -> State:
        """Return the position the match began with, before any random event."""
        if self.origin is None:
            return self.game.start(listener)
        state: State = self.game.position(self.origin)
        state.listener = listener
        return state

    # -- where we are ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present position. Look at it freely; to change the game, play."""
        return self._moments[self._step].state

    @property
    def step(self) -> int:
        """How many decisions led here."""
        return self._step

    @property
    def steps(self) -> int:
        """How many decisions the timeline holds, those that can be redone included."""
        return len(self._moments) - 1

    @property
    def actions(self) -> tuple[int, ...]:
        """Every action up to here, random outcomes included."""
        return tuple(self._actions[: self._moments[self._step].actions])

    def made_since(self, step: int) -> tuple[int, ...]:
        """Return every action after a place on the timeline, up to here, random outcomes included.

        Args:
            step: 0..step.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        return self.actions[self._moments[self._on_timeline(step)].actions :]

    def made_at(self, step: int) -> int:
        """Return the action that was chosen at a decision of the timeline.

        Args:
            step: 0..steps-1.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        if whole_number(step) == self.steps:
            raise WorkbenchError(f"There is no decision at step {self.steps}, the end of the timeline.")
        return self._actions[self._moments[self._on_timeline(step)].actions]

    @property
    def log(self) -> tuple[Event, ...]:
        """What has happened up to here, each event with its clause, secrets included."""
        return tuple(self._events[: self._moments[self._step].events])

    def log_for(self, seat: int, after: int = -1) -> tuple[Event, ...]:
        """Return what a seat has been told up to here.

        Args:
            seat: 0..n-1.
            after: leave out what happened up to this step; -1 to leave out nothing.

        Returns:
            the events. If the game has secrets, their steps count only what the seat noticed. So the steps do not reveal how
            often others decided unseen, or how much they hold in a closed hand.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(seed=7)
        >>> match.log_for(0) == match.log
        True
        """
        seat = self.game.seat_number(seat)
        told = [event.told(seat) for event in self.log if event.step > after]
        found = [event for event in told if event is not None]
        if self._secrets:
            marks = self.noticed(seat)
            found = [replace(event, step=bisect_right(marks, event.step) - 1) for event in found]
        return tuple(found)

    def seen(self, seat: int | None = None) -> State:
        """Return the present position as a seat may know it: a copy in which everything else is blanked.

        Args:
            seat: 0..n-1; None for the seat whose view the board shows.
        """
        return self.state.view(self.seat if seat is None else self.game.seat_number(seat)).state

    def at(self, step: int) -> State:
        """Return the position after a number of decisions, without going there.

        Args:
            step: 0..steps.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        return self._moments[self._on_timeline(step)].state

    def _on_timeline(self, step: object) -> int:
        """Return a place on the timeline, checked."""
        number = whole_number(step)
        if number is None or not 0 <= number <= self.steps:
            raise WorkbenchError(f"The timeline goes from step 0 to step {self.steps}; there is no step {quoted(step)}.")
        return number

    def noticed(self, seat: int) -> tuple[int, ...]:
        """Return the steps of the timeline at which a seat sees or learns something new, beginning with 0.

        Args:
            seat: 0..n-1.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(seed=7)
        >>> events = match.play("visit fief 3")
        >>> match.noticed(0)
        (0, 1)
        """
        return self._noticed(self._here, self.game.seat_number(seat))

    def _noticed(self, line: Line, seat: int) -> tuple[int, ...]:
        steps = [0]
        for step in range(1, len(line.moments)):
            moment, before = line.moments[step], line.moments[step - 1]
            if seat not in moment.noticed:
                told = [event.told(seat) for event in line.events[before.events : moment.events]]
                moment.noticed[seat] = (
                    any(event is not None for event in told)
                    or before.state.to_move == seat
                    or before.state.view(seat) != moment.state.view(seat)
                )
            if moment.noticed[seat]:
                steps.append(step)
        return tuple(steps)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.to_move == OVER

    @property
    def seat(self) -> int:
        """The seat whose view the board shows: the one that decides, or seat 0."""
        return max(0, int(self.state.to_move))

    # -- moves -------------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves; empty when the game is over.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(position={"hand": "C5 F2", "deck": "C7", "fief": 1, "statement": "C3"})
        >>> [str(move) for move in match.moves()]
        ['respond with C5 (scores)']
        """
        seen = self.seen()
        return tuple([self._move(seen, action) for action in seen.legal()])

    def _move(self, state: State, action: int) -> Move:
        phase = state.phase
        return Move(
            action=action,
            symbol=self.game.symbol(action),
            text=phase.words(state, action),
            group=phase.group_of(state, action),
            clause=phase.clause_of(state, action),
            note=phase.note(state, action),
        )

    def find(self, move: int | str | Move) -> int:
        """Return the action that a number or words mean now, legal or not.

        Args:
            move: one of `moves` or a `hint`, an action's number, or a text: a place in the list of moves (``"1"`` is the
                first), its symbol (``card:C5`` or ``card C5``), its words now (``respond with C5``), the last part of its
                symbol (``C5``), or any words that only one legal move contains (``jack eyes``) or says in this order. Things
                may be called by their codes; capitals and extra spaces do not matter.

        Raises:
            UnknownMoveError: no move of the game has that name, or several legal moves do.
        """
        if not isinstance(move, str):
            number = whole_number(move.action if isinstance(move, Move) else move)
            if number is None:
                raise UnknownMoveError(f"A move must be a whole number or words, not {quoted(move)}.")
            if not 0 <= number < self.game.actions:
                raise UnknownMoveError(
                    f"{self.game.title} has actions 0 to {self.game.actions - 1}; there is no action {quoted(number)}."
                )
            return number
        return find_action(self.game, self.seen(), move)

    def why_not(self, move: int | str | Move) -> Refusal | None:
        """Return why a move is not legal now.

        Args:
            move: as `find` takes it.

        Returns:
            the reasons with their clauses; None if the move is legal.

        Raises:
            UnknownMoveError: no move of the game has that name.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(position={"hand": "C5 F2", "deck": "C7", "fief": 1, "statement": "C3"})
        >>> print(match.why_not("F2"))
        respond with F2: The statement is of Claws and you hold C5, so you must follow suit. (NW-TRICK-1)
        """
        action = self.find(move)
        state, phase = self.seen(), self.state.phase
        reasons = phase.reasons(state, action)
        return Refusal(phase.words(state, action), reasons) if reasons else None

    def play(self, move: int | str | Move, chance: int | str | Sequence[int | str] = ()) -> tuple[Event, ...]:
        """Make a move, then draw the random events that follow it.

        Args:
            move: as `find` takes it.
            chance: one outcome, or a list of outcomes for the first random events that follow, in order: "what if the next
                card were C7?". Each is a number, a symbol (``card:C7``) or the last part of a symbol (``C7``). Further ones
                come from the seed.

        Returns:
            what happened.

        Raises:
            IllegalMove: the move is not legal now; nothing has changed.
            UnknownMoveError: no move of the game has that name; nothing has changed.
            WorkbenchError: an outcome is not possible there; nothing has changed.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(seed=7)
        >>> events = match.play("visit fief 0")
        >>> [str(event) for event in match.play("pass", chance="E8")][1]
        'The ruler states the 8 of Eyes. (NW-DIALOG-3)'
        """
        action = self.find(move)
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalMove(refusal)
        several = isinstance(chance, Iterable) and not isinstance(chance, str)
        return self._advance(action, list(chance) if several else [chance])  # type: ignore[arg-type, list-item]

    @property
    def refused(self) -> dict[str, int]:
        """How many moves each clause has refused in this match, by its ID: what its players have yet to learn.

        The table and the terminal count refusals (`Seating.play`); `play` itself changes nothing when it refuses. Undoing does
        not reduce the counts. The save file holds the counts, but not who tried what.

        >>> import workbench as wb
        >>> from workbench.core.seating import Seating
        >>> match = wb.load("northwood").match(seed=7)
        >>> Seating(match).play("give up")
        Traceback (most recent call last):
        ...
        workbench.core.errors.IllegalMove: give up: Giving up is not allowed in this game; the option `concede`
        allows it. (NW-RULING-38)
        >>> match.refused
        {'NW-RULING-38': 1}
        """
        return dict(self._refused)

    def count_refusal(self, refusal: Refusal) -> None:
        """Count a move that was tried and refused."""
        self._refused[refusal.clause] = self._refused.get(refusal.clause, 0) + 1

    @property
    def seconds(self) -> int:
        """How long people have thought at a table or in the terminal, in whole seconds; 0 elsewhere.

        Undoing does not reduce it. It is saved with the match.
        """
        return int(self._seconds)

    def count_seconds(self, seconds: float) -> None:
        """Add the time that a person thought about a decision, in seconds."""
        self._seconds = min(self._seconds + max(0.0, seconds), savefile.MOST_SECONDS)

    def _advance(self, action: int, outcomes: Sequence[int | str] = ()) -> tuple[Event, ...]:
        """Carry out a legal action and what follows; keep any different later moves as a variation."""
        here = self._moments[self._step]
        state = here.state.copy()
        listener = Listener()
        listener.step = self._step + 1
        state.listener = listener
        state.apply(action)
        drawn = self._settle(state, here.actions + 1, outcomes)
        # nothing has changed before this line, so a refused outcome leaves the match as it was
        made = [action, *drawn]
        known = next((place for place, line in enumerate(self._lines) if line.goes_on(self._step, here, made)), None)
        goes_further = known is None and self._step == self.steps
        with nullcontext() if goes_further else interrupts_deferred():  # other lines are swapped as a whole, or not at all
            if self._here.goes_on(self._step, here, made):
                pass  # what comes after it stays
            elif known is not None:
                self._exchange(known)
            else:
                if self._worth_keeping():
                    self._set_aside()
                self.forget_later()
                self._keep(state, made, listener)
            self._step += 1
        return tuple(listener.events)

    def _settle(self, state: State, before: int, outcomes: Sequence[int | str] = ()) -> list[int]:
        """Resolve random events up to a decision or the end, by the given outcomes first, then by the seed."""
        drawn: list[int] = []
        while state.to_move == CHANCE:
            if len(drawn) < len(outcomes):
                wanted = outcomes[len(drawn)]
                if isinstance(wanted, str):
                    named = called(self.game, state.legal(), wanted)
                else:
                    named = [action for action in state.legal() if action == whole_number(wanted)]
                if not named:
                    raise WorkbenchError(
                        f"{quoted(wanted)} is not a possible outcome of random event {len(drawn) + 1}. "
                        f"Possible outcomes: {', '.join(map(self.game.symbol, state.legal()))}."
                    )
                outcome = named[0]
            else:
                outcome = Random(self.seed, "chance", before + len(drawn)).pick(state.chance())
            state.apply(outcome)
            drawn.append(outcome)
        if len(drawn) < len(outcomes):
            raise WorkbenchError(
                f"This move has only {counted(len(drawn), 'random event')} after it; you gave "
                f"{counted(len(outcomes), 'outcome')}."
            )
        return drawn

    def _keep(self, state: State, actions: list[int], listener: Listener) -> None:
        """Add the position reached to the timeline."""
        self._actions += actions
        self._events += listener.events
        state.listener = None
        self._moments.append(Moment(state, len(self._actions), len(self._events)))

    # -- time --------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Go back to before the last decision.

        Raises:
            WorkbenchError: nothing has been decided yet.
        """
        if self._step == 0:
            raise WorkbenchError("There is nothing to undo: no decision has been made yet.")
        self._step -= 1

    def redo(self) -> None:
        """Repeat the decision that was undone last.

        Raises:
            WorkbenchError: nothing has been undone.
        """
        if self._step == self.steps:
            raise WorkbenchError("There is nothing to redo: this is the last position of the timeline.")
        self._step += 1

    def goto(self, step: int) -> None:
        """Go to the position after a number of decisions; later ones can still be redone.

        Args:
            step: 0..steps.

        Raises:
            WorkbenchError: the timeline is shorter.
        """
        self._step = self._on_timeline(step)

    def forget_later(self) -> None:
        """Forget everything later on the timeline, without keeping it as a variation."""
        here = self._moments[self._step]
        del self._moments[self._step + 1 :], self._actions[here.actions :], self._events[here.events :]

    # -- variations --------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the line on the table; may be empty."""
        return self._name

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The other lines of play, which you left by a different move in the past. They include secrets.

        If you make the first move of a variation again, you follow it.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(seed=7)
        >>> events = match.play("visit fief 3")
        >>> match.undo()
        >>> events = match.play("visit fief 0")
        >>> match.variations
        (1. Line 1: leaves this line after step 0 with: visit fief 3. 1 decision in all, score 0.,)
        >>> match.to_variation(1)
        >>> match.state.fief, [one.first for one in match.variations]
        (3, ['visit fief 0'])
        """
        return self.variations_for(None)

    def variations_for(self, seat: int | None) -> tuple[Variation, ...]:
        """Return the other lines of play that a seat may know of; steps count only what it noticed.

        Args:
            seat: 0..n-1; None for everything.
        """
        seat = None if seat is None else self.game.seat_number(seat)
        found = []
        for number, (line, (of, leaves)) in enumerate(zip(self._lines, self._roots(), strict=True), 1):
            before, last = line.moments[leaves].state, line.last
            known = seat is None or before.to_move == seat
            action = line.actions[line.moments[leaves].actions]
            first = self._move(before.view(max(0, int(before.to_move))).state, action).text if known else ""
            steps = line.steps
            if seat is not None and self._secrets:
                marks = self._noticed(line, seat)
                steps, leaves = len(marks) - 1, bisect_right(marks, leaves) - 1
            scores = (last if seat is None else last.view(seat).state).scores()
            found.append(Variation(number, line.name, of, leaves, first, steps, last.to_move == OVER, tuple(scores)))
        return tuple(found)

    def to_variation(self, number: int) -> None:
        """Put a variation on the table, at its end; the line there takes its place among the variations.

        Args:
            number: 1..n.

        Raises:
            WorkbenchError: there is no such variation.
        """
        place = self._place_of(number)
        with interrupts_deferred():
            self._exchange(place)
            self._step = self.steps

    def line_to(self, end: State) -> int | None:
        """Return the number of the line that ends in a position: 0 for the one on the table; None for no line.

        Args:
            end: the position, the same object that `at` returned.
        """
        if self._moments[-1].state is end:
            return 0
        return next((number for number, line in enumerate(self._lines, 1) if line.last is end), None)

    def name_variation(self, number: int, name: str) -> None:
        """Name a line; named lines are never dropped automatically.

        Args:
            number: 1..n, or 0 for the line on the table.
            name: at most 60 letters; empty for no name.

        Raises:
            WorkbenchError: there is no such variation, or the name is not allowed.
        """
        checked = checked_name(name)
        if whole_number(number) == 0:
            self._name = checked
        else:
            self._lines[self._place_of(number)].name = checked

    def drop_variation(self, number: int) -> None:
        """Forget a variation; later ones move up.

        Args:
            number: 1..n.

        Raises:
            WorkbenchError: there is no such variation.
        """
        del self._lines[self._place_of(number)]

    def compare(self, number: int, seat: int | None = None) -> Comparison:
        """Return what differs between the ends of the line on the table and of a variation.

        Args:
            number: 1..n.
            seat: the seat whose knowledge to use; None for everything.

        Raises:
            WorkbenchError: there is no such variation.
        """
        line = self._lines[self._place_of(number)]
        here, there = self._moments[-1].state, line.last
        if seat is not None:
            seat = self.game.seat_number(seat)
            here, there = here.view(seat).state, there.view(seat).state
        return Comparison(self._name or "this line", line.name or f"Line {number}", differences(here, there))

    @property
    def _here(self) -> Line:
        """The line on the table; its lists are the match's own."""
        return Line(self._moments, self._actions, self._events, self._name)

    def _place_of(self, number: object) -> int:
        """Return the place of a variation in the list of lines."""
        wanted = whole_number(number)
        if wanted is None or not 1 <= wanted <= len(self._lines):
            there = f"the variations 1 to {len(self._lines)}" if self._lines else "no variations"
            raise WorkbenchError(f"This match has {there}; there is no variation {quoted(number)}.")
        return wanted - 1

    def _exchange(self, place: int) -> None:
        """Put a variation on the table, and the line on the table in its place."""
        line, self._lines[place] = self._lines[place], self._here
        self._moments, self._actions, self._events, self._name = line.moments, line.actions, line.events, line.name

    def _worth_keeping(self) -> bool:
        """Return whether the line on the table goes on beyond the first steps of a larger choice."""
        later = self._moments[self._step :]
        mover = later[0].state.to_move
        states = [moment.state for moment in later[1:]]
        return not all(state.to_move == mover and state.phase.partway(state.view(int(mover)).state) for state in states)

    def _set_aside(self) -> None:
        """Keep the line on the table as a variation; if there are too many, drop the oldest unnamed one."""
        self._lines.append(Line(list(self._moments), list(self._actions), list(self._events), self._name))
        self._name = ""
        if len(self._lines) > MOST_LINES:
            unnamed = [place for place, line in enumerate(self._lines[:-1]) if not line.name]
            del self._lines[unnamed[0] if unnamed else 0]

    def _roots(self) -> list[tuple[int, int]]:
        """Return for each variation the line it shares most with, 0 for the one on the table, and how far."""
        lines, found = [self._here, *self._lines], []
        for number in range(1, len(lines)):
            shared = [lines[number].parts(other) for other in lines[:number]]
            found.append((shared.index(max(shared)), max(shared)))
        return found

    def branch(self, step: int | None = None) -> Match:
        """Return a second match with the same past and an independent future, without the variations.

        Args:
            step: where they part, 0..steps; None for here.

        Raises:
            WorkbenchError: the timeline is shorter.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(seed=7)
        >>> other = match.branch()
        >>> events = other.play("visit fief 3")
        >>> match.step, other.step
        (0, 1)
        """
        other = Match.__new__(Match)
        other.game, other.seed, other.origin, other._secrets = self.game, self.seed, self.origin, self._secrets
        other._refused, other._seconds = dict(self._refused), self._seconds
        past = self._here.until(self._step if step is None else self._on_timeline(step))
        other._step, other._name, other._lines = past.steps, "", []
        other._moments, other._actions, other._events = past.moments, past.actions, past.events
        return other

    # -- help --------------------------------------------------------------------------------------------------------

    def explain(self) -> Explanation:
        """Explain the present decision: whose it is, its clauses, moves and odds."""
        state, phase = self.seen(), self.state.phase
        clauses = tuple(self.game.rulebook[clause] for clause in phase.clauses_now(state))
        return Explanation(
            title=phase.title,
            seat=int(state.to_move),
            question=phase.question(state),
            clauses=clauses,
            moves=self.moves(),
            odds=self.game.odds(state, self.seat),
        )

    def ask(self, player: Seated) -> int:
        """Ask a player what it would choose here, from the view of the seat that decides, without playing it.

        Args:
            player: a name, a subclass of `Player`, a `Player`, or a function from a view to an action.

        Returns:
            a legal action.

        Raises:
            PlayerError: the player raised an error or chose an illegal action; the message names it.
            WorkbenchError: the game is over, or there is no such player.

        >>> import workbench as wb
        >>> wb.load("northwood").match(seed=7).ask(lambda view: view.legal()[-1])
        39
        """
        return self.asking(player)()

    def asking(self, player: Seated) -> Callable[[], int]:
        """Do the same as `ask` in two parts: make the player now, and return a function that asks it.

        The function may be called in another thread, while this match goes on: it has a match of its own.

        Args:
            player: as `ask` takes it.

        Raises:
            WorkbenchError: the game is over, or there is no such player.
        """
        here, made = self._apart(player, "there is nothing to choose")
        return lambda: here._choice(made)

    def _apart(self, player: Seated, otherwise: str) -> tuple[Match, Player]:
        """Return a separate match for a player that is asked here, and the player; refuse if the game is over."""
        if self.over:
            raise WorkbenchError(f"The game is over; {otherwise}.")
        return self.branch(), self._player(player, self.seat)

    def advice(self, player: str = "") -> Advice:
        """Return the move that a computer player would make here, and what it expects of each move.

        Args:
            player: one of `wb.player_names(game)`; by default the strongest that is fast enough. If exact chances judge every
                move, the best move by these is advised instead.

        Raises:
            PlayerError: the player raised an error or chose an illegal action.
            WorkbenchError: the game is over, or there is no such player.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(position={"hand": "C6 C8 C2", "deck": "C7", "fief": 1, "statement": "C5"})
        >>> print(match.advice("counter"))
        The counter would respond with C6.
        """
        return self.advising(player)()

    def advising(self, player: str = "", milliseconds: float = FOR_A_HINT) -> Callable[[], Advice]:
        """Do the same as `advice` in two parts: return a function that may be called in another thread.

        Args:
            player: as `advice` takes it.
            milliseconds: how long the strongest player may take over a decision, on average, where none is named.

        Raises:
            WorkbenchError: the game is over, or there is no such player.
        """
        name = player or strongest(self.game, milliseconds)
        here, made = self._apart(name, "there is no move to suggest")
        called = spoken_name(self.game, name)
        return lambda: here._advice(name, called, made) if player else here._best_advice(here._advice(name, called, made))

    def _advice(self, name: str, called: str, made: Player) -> Advice:
        found: list[Expectation] = []

        def first(view: View) -> int:
            found.extend(made.expected(view) if len(view.legal()) > 1 else ())
            return found[0].action if found else made.choose(view)

        first.__name__ = name  # the name in errors
        move = self.move(self._choice(FunctionPlayer(self.game, made.rng, first)))
        expected = tuple([(self.move(one.action), one) for one in found])
        return Advice(name, called, move, made.measured_in(tuple(found)), expected)

    def _best_advice(self, advice: Advice) -> Advice:
        """Return the strongest player's advice, or the best move by exact chances if these judge every move."""
        state, seat = self.seen(), self.seat
        if len(state.legal()) < 2:
            return advice
        advice = replace(advice, why=reason_for(state, seat, advice.move.action))
        chances = judged_exactly(state, seat)
        if chances:
            best = max([odds.probability or 0 for odds in chances])
            top = [odds.action for odds in chances if odds.probability == best]
            move = advice.move if advice.move.action in top else self.move(top[0])
            listed = sorted(chances, key=lambda odds: (odds.action != move.action, -(odds.probability or 0)))
            known = tuple([(self.move(odds.action), odds) for odds in listed])
            return replace(advice, move=move, chances=known, why=reason_for(state, seat, move.action))
        if advice.expected or not self.game.is_learnt():
            return advice
        outlook = after_move(self.state.view(seat), advice.move.action)
        return replace(advice, share=outlook.shares[seat], how=outlook.how)

    def hint(self, player: str = "") -> Move:
        """Return the move that a computer player would make here.

        Args:
            player: as `advice` takes it.

        Raises:
            WorkbenchError: the game is over, or there is no such player.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(position={"hand": "C6 C8 C2", "deck": "C7", "fief": 1, "statement": "C5"})
        >>> match.hint("counter").text
        'respond with C6'
        """
        return self.advice(player).move

    def review(self, player: str = "", seats: Sequence[int] | None = None) -> Review:
        """Look back: compare each decision with a computer player's, and say what it cost.

        Args:
            player: one of `wb.player_names(game)`; by default the strongest that is fast enough.
            seats: the seats whose decisions to review; None for all.

        Raises:
            WorkbenchError: there is no such player or seat.
        """
        return look_back(self, player, seats)

    def move(self, action: int, step: int | None = None) -> Move:
        """Return an action as a move of the seat that decides, in words.

        Args:
            action: an action of the game's vocabulary.
            step: a step of the timeline; None for here.
        """
        if step is None:
            return self._move(self.seen(), self.find(action))
        state = self.at(step)
        return self._move(state.view(max(0, int(state.to_move))).state, self.find(action))

    def _player(self, player: Seated, seat: int) -> Player:
        if isinstance(player, Player):
            return player
        rng = Random(self.seed, "player", seat, self._step)
        if isinstance(player, str):
            return make_player(self.game, player, rng)
        if isinstance(player, type):
            if issubclass(player, Player):
                return player(self.game, rng)
        elif callable(player):
            return FunctionPlayer(self.game, rng, player)
        raise WorkbenchError(f"A player must be a name, a Player or a function from a view to an action, not {quoted(player)}.")

    def _choice(self, player: Player) -> int:
        return decide(player, self.state, self.seat, f" at step {self._step}")

    def play_out(self, players: Seated | Sequence[Seated] = "scripted") -> tuple[Event, ...]:
        """Let players finish the game from here.

        Args:
            players: one player for every seat, or a list with one player per seat: names, subclasses of `Player`, `Player`
                objects, or functions from a view to an action.

        Returns:
            what happened.

        Raises:
            WorkbenchError: the number of players is wrong, a name is unknown, or a player chose an illegal action.
        """
        if isinstance(players, str) or not isinstance(players, Sequence):
            players = [players] * self.game.players
        if len(players) != self.game.players:
            raise WorkbenchError(
                f"{self.game.title} has {counted(self.game.players, 'seat')} here; you gave {counted(len(players), 'player')}."
            )
        seated = [self._player(player, seat) for seat, player in enumerate(players)]
        before = len(self.log)
        while not self.over:
            if self._step >= STEP_LIMIT:
                raise WorkbenchError(f"The game did not end within {STEP_LIMIT} decisions.")
            self._advance(self._choice(seated[self.seat]))
        return self.log[before:]

    # -- files -------------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the match as the text of a save file."""
        return savefile.write_text(
            savefile.Record(
                game=self.game.name,
                players=self.game.players,
                options=dict(self.game.options),
                replaced_phases=self.game.replaced_phases,
                seed=self.seed,
                position=self.origin,
                actions=self._symbols(self._actions),
                step=self._step,
                source=self.game.source(),
                name=self._name,
                variations=tuple(
                    savefile.Kept(line.name, of, line.moments[step].actions, self._symbols(line.actions, line.moments[step]))
                    for line, (of, step) in zip(self._lines, self._roots(), strict=True)
                ),
                refused=self.refused,
                seconds=self.seconds,
            )
        )

    def _symbols(self, actions: Sequence[int], after: Moment | None = None) -> tuple[str, ...]:
        """Return the fixed names of the actions after a moment."""
        return tuple(self.game.symbol(action) for action in actions[after.actions if after else 0 :])

    def save(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Write the match to a file; a crash while writing leaves the older file intact.

        Args:
            path: the file to write; through a link, its target is written.
            replace: whether it may overwrite a file that is not a save file.

        Raises:
            SaveFileError: it cannot be written there, or would overwrite something that is not a save file.
        """
        savefile.write_file(path, self.to_json(), replace)

    @classmethod
    def from_json(
        cls, text: str, game: str | Path | type[Game] | Game | None = None, phases: Mapping[str, Any] | None = None
    ) -> Match:
        """Read a match from the text of a save file, checking everything.

        Args:
            text: what `to_json` returned.
            game: the game it must belong to, by name, class, the path of its file, or as a loaded game (with its replaced
                phases); None for any.
            phases: the replaced phases, if the match had any.

        Raises:
            SaveFileError: something is wrong; the message says what and where.

        Warns:
            ChangedRulesWarning: the rules have changed since the file was written, but its moves are still legal.
        """
        record = savefile.read_text(text)
        if isinstance(game, Path):
            game = game_class(game)
        if isinstance(game, type) and issubclass(game, Game):
            game_class(game)
            wanted: str | None = game.name
        else:
            wanted = game.name if isinstance(game, Game) else game
        if wanted is not None and record.game != wanted:
            raise SaveFileError(f"This save file belongs to {record.game!r}, not to {quoted(wanted)}.")
        if isinstance(game, Game):
            phases = {**{name: game.phases[name] for name in game.replaced_phases}, **(phases or {})}
        missing = sorted(set(record.replaced_phases) - set(phases or {}))
        if missing:
            raise SaveFileError(
                f"This match was played with changed rules. To load it, pass phases={{...}} "
                f"with {', '.join(missing)}, or the changed game."
            )
        try:
            kind = game_class(record.game) if game is None or isinstance(game, str) else game_class(game)
            for option in kind.option_table:
                if option.allowed.names_a_file(record.options.get(option.name)):
                    raise OptionError(
                        f"The option {option.name!r} is {record.options[option.name]!r}. A save file cannot make this machine "
                        "read a file or folder: it must contain everything itself."
                    )
            rules = kind(record.options, record.players, phases)
            match = cls(rules, record.seed, record.position)
        except WorkbenchError as fault:
            raise SaveFileError(f"The save file does not fit the game. {fault}") from None
        changed = rules.source() != record.source
        try:
            with nothing_collected():
                match._replay(record)
        except SaveFileError as fault:
            if not changed:
                raise
            raise SaveFileError(f"{fault} The rules of {rules.title} have changed since it was written.") from None
        if changed:
            warnings.warn(
                f"The rules of {rules.title} have changed since this match was saved. Its moves are still legal, and are "
                "played under the present rules.",
                ChangedRulesWarning,
                stacklevel=2,
            )
        match._refused, match._seconds = dict(record.refused), float(record.seconds)
        return match

    def _replay(self, record: savefile.Record) -> None:
        """Make and check the recorded actions, then go to the recorded step."""
        lines = [self._recorded(record.actions, "the save file", None)]
        if record.step > lines[0].steps:
            raise SaveFileError(
                f"The save file says step {record.step}, but its actions make only {lines[0].steps} decisions."
            )
        for number, kept in enumerate(record.variations, 1):
            where = f"variation {number} of the save file"
            other = lines[kept.of]
            steps = [step for step, moment in enumerate(other.moments) if moment.actions == kept.after]
            if not steps or steps[0] == other.steps:
                raise SaveFileError(
                    f"{where.capitalize()} begins after action {kept.after}, but its line has no decision there."
                )
            line = self._recorded(kept.actions, where, other.until(steps[0]))
            if other.goes_on(steps[0], other.moments[steps[0]], line.actions[kept.after : line.moments[steps[0] + 1].actions]):
                raise SaveFileError(f"{where.capitalize()} begins with the same move as its line, so it is not a variation.")
            try:
                line.name = checked_name(kept.name)
            except WorkbenchError as fault:
                raise SaveFileError(f"{where.capitalize()}: {fault}") from None
            lines.append(line)
        try:
            self._name = checked_name(record.name)
        except WorkbenchError as fault:
            raise SaveFileError(f'The field "name": {fault}') from None
        self._moments, self._actions, self._events = lines[0].moments, lines[0].actions, lines[0].events
        self._lines, self._step = lines[1:], record.step

    def _recorded(self, symbols: Sequence[str], where: str, past: Line | None) -> Line:
        """Make and check recorded actions, from the beginning or after a past."""
        actions = []
        for number, symbol in enumerate(symbols, 1):
            try:
                actions.append(self.game.action(symbol))
            except WorkbenchError as fault:
                raise SaveFileError(f"Action {number} of {where} is unknown. {fault}") from None
        listener = Listener(try_words=False)
        line = past or Line([], [], [])
        if past is None:
            state = self._beginning(listener)
        else:
            state = past.last.copy()
            state.listener = listener

        def keep() -> None:
            line.events.extend(listener.events)
            listener.events = []
            line.moments.append(Moment(state.copy(), len(line.actions), len(line.events)))

        if past is None and state.to_move != CHANCE:
            keep()
        for number, (action, symbol) in enumerate(zip(actions, symbols, strict=True), 1):
            if action not in state.legal():
                if state.to_move == CHANCE:
                    why = "It is not a possible outcome of the random event there."
                else:
                    why = state.phase.reasons(state, action)[0].text
                raise SaveFileError(f"Action {number} of {where}, {quoted(symbol)}, is not legal there. {why}")
            if state.to_move != CHANCE:
                listener.step = len(line.moments)
            state.apply(action)
            line.actions.append(action)
            if state.to_move != CHANCE:
                keep()
        if state.to_move == CHANCE:
            raise SaveFileError(
                f"{where[0].upper()}{where[1:]} stops after action {len(actions)}, where a random event must follow."
            )
        return line

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        game: str | Path | type[Game] | Game | None = None,
        phases: Mapping[str, Any] | None = None,
    ) -> Match:
        """Read a match from a file, checking everything.

        Args:
            path: a file that `save` wrote.
            game: as in `from_json`.
            phases: the replaced phases, if the match had any.

        Raises:
            SaveFileError: the file cannot be read or something in it is wrong; the message says what and where.
        """
        return cls.from_json(savefile.read_file(path), game, phases)

    # -- invitations -------------------------------------------------------------------------------------------------

    @property
    def invitation(self) -> str:
        """This match from its beginning as one short text to paste: the game, changed options, and the seed.

        The last word is a check on the others. Anybody who has the seed can work out all random events. That is the price of
        giving everybody the same match.

        Raises:
            WorkbenchError: the match began at a position; share its save file instead.

        >>> import workbench as wb
        >>> wb.load("northwood", threshold=18).match(seed=7).invitation
        'northwood threshold=18 seed=7 check=YJD7-TTJ'
        """
        if self.origin is not None:
            raise WorkbenchError(
                "This match began at a position, which no short text can hold. Share its save file instead (`match.save`)."
            )
        return invitation.write(self.game, self.seed)

    @classmethod
    def invited(cls, text: str, phases: Mapping[str, Any] | None = None) -> Match:
        """Return a fresh match of the game that an invitation names.

        Args:
            text: what `invitation` returned; extra spaces and line breaks do not matter.
            phases: the replaced phases, if the game has any.

        Raises:
            WorkbenchError: the text is mistyped or cut off, or comes from a workbench with other rules.

        >>> import workbench as wb
        >>> wb.Match.invited("northwood threshold=18 seed=7 check=YJD7-TTJ").game
        <For Northwood! for 1 player, threshold=18>
        >>> wb.Match.invited("northwood threshold=16 seed=7 check=YJD7-TTJ")
        Traceback (most recent call last):
        ...
        workbench.core.errors.WorkbenchError: This invitation has been altered: its check YJD7-TTJ does not match the other
        words. Copy the whole text once more.
        """
        game, seed = invitation.read(text, phases)
        return cls(game, seed)

    # -- views -------------------------------------------------------------------------------------------------------

    def text(self, seat: int | None = None) -> str:
        """Return the board in words.

        Args:
            seat: the seat whose view to show; None for the seat that decides.
        """
        return self.game.text(self.seen(seat), self.seat if seat is None else self.game.seat_number(seat))

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.game.scene(self.seen(), self.seat).svg()}
