"""The seats of a match: who sits in each, whose view is shown, and what that view includes.

The table in a notebook and the terminal both ask here what they may show, so secrets are kept in one place.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, Final

from workbench.core.errors import IllegalMove, Refusal, UnknownNameError, WorkbenchError, nearest
from workbench.core.events import Event
from workbench.core.game import Game
from workbench.core.lines import Comparison, Variation
from workbench.core.match import Match, Move
from workbench.core.outside import quoted, whole_number
from workbench.core.player import Player, Seated
from workbench.core.registry import player_names
from workbench.core.review import Review, look_back
from workbench.core.scene import Helper
from workbench.core.state import OVER, State
from workbench.core.strength import label

PERSON: Final = "me"
"""The value that puts a person in a seat; None means the same."""
MOST_REPEATS: Final = 30
"""The most times that a step of a larger choice is repeated at once."""
LONGEST_THOUGHT: Final = 600.0
"""The most seconds of thought that count for one decision; longer gaps are breaks."""
STILL: Final = "Also still"
"""The heading of steps that can still be added to a choice although it has moved on."""


def fresh_seed() -> int:
    """Return an unguessable seed, for a game whose seed is not shown.

    >>> fresh_seed() != fresh_seed()
    True
    """
    return secrets.randbelow(2**53)


Seats = Mapping[int, Seated | None] | Sequence[Seated | None]
"""Who sits where: a dict from seats, or a list from seat 0; people sit in the seats you do not name."""


class Seating:
    """A match, the people and players around it, and the seat whose view is shown.

    A computer player moves when `advance` is called. The board is shown to one person at a time. When the decision passes to
    another person in a game with secrets, the board is covered until that person is ready.

    Args:
        match: the match being played.
        seats: who sits where: a player's name, a `Player`, a subclass of it or a function for a player; None or "me" for a
            person, and for every seat you leave out.
        screens: whether to cover the board between two people in a game with secrets.
        show: "seat" to show what one seat may know, "all" to show everything, as to a teacher.

    Attributes:
        match: the match.
        viewer: the seat whose view is shown.
        covered: whether the board is covered now.
        awaited: the seat that must say it is ready, while the board is covered; None while computer players move first.
        passed: the steps at which a person's only move was made automatically (`pass_forced`).

    Raises:
        WorkbenchError: there is no such seat or player.

    >>> import workbench as wb
    >>> seating = Seating(wb.load("northwood").match(seed=7), {0: "random"})
    >>> seating.to_move_is_a_player, len(seating.advance()) > 0
    (True, True)
    """

    def __init__(self, match: Match, seats: Seats | None = None, screens: bool = True, show: str = "seat") -> None:
        if show not in ("seat", "all"):
            raise WorkbenchError(f'`show` must be "seat" (what one seat may know) or "all", not {quoted(show)}.')
        self.match = match
        self.game: Game = match.game
        self.screens = screens
        self.show = show
        self._seated: list[Seated | None] = [None] * self.game.players
        self._secrets = self.game.has_secrets()
        if isinstance(seats, str) or (seats is not None and not isinstance(seats, (Mapping, Sequence))):
            raise WorkbenchError(
                f"`seats` must be a dict from seats, such as {{1: 'random'}}, or a list, not {quoted(seats)}."
            )
        items = seats.items() if isinstance(seats, Mapping) else enumerate(seats or ())
        for seat, who in items:
            self._sit(seat, who)
        self.viewer = 0
        self.covered = False
        self.awaited: int | None = None
        self.passed: set[int] = set()
        self._earlier: tuple[State, dict[int, int]] | None = None
        self._begin()

    # -- who sits where ------------------------------------------------------------------------------------------------

    def sit(self, seat: int, who: Seated | None) -> None:
        """Give a seat to a player or a person.

        Args:
            seat: 0..n-1.
            who: as in `seats`.

        Raises:
            WorkbenchError: there is no such seat or player.
        """
        viewer, covered = self.viewer, self.covered
        self._sit(seat, who)
        self._begin()
        # another person may be at the screen, so giving a seat away must not show that person's secrets
        if self.people and self.screens and self._secrets and not self.all_seen and (covered or self.viewer != viewer):
            self.covered, self.awaited = True, self.viewer

    def _sit(self, seat: int, who: Seated | None) -> None:
        seat = self.game.seat_number(seat)
        if who == PERSON or who is None:
            self._seated[seat] = None
            return
        if isinstance(who, str):
            names = player_names(self.game)
            if who not in names:
                raise UnknownNameError(
                    f"There is no player {quoted(who)} for {self.game.name}.{nearest(who, names)} "
                    f'Available: {", ".join(names)}; "{PERSON}" is a person.'
                )
        elif not isinstance(who, Player) and not callable(who):
            raise WorkbenchError(
                f'Seat {seat} can have "{PERSON}", a player\'s name, a Player or a function from a view to an action, '
                f"not {quoted(who)}."
            )
        self._seated[seat] = who

    @property
    def seats(self) -> tuple[Seated | None, ...]:
        """The player in each seat, from seat 0; None for a person."""
        return tuple(self._seated)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people sit."""
        return tuple([seat for seat, who in enumerate(self._seated) if who is None])

    def title(self, seat: int) -> str:
        """Return the name of the computer player in a seat, as people read it; empty for a person."""
        who = self._seated[seat]
        return "" if who is None else label(self.game, who)

    def name(self, seat: int) -> str:
        """Return a seat's name, followed by its computer player's if it has one: ``Player 2 (random player)``."""
        title = self.title(seat)
        return f"{self.game.seat_name(seat)} ({title})" if title else self.game.seat_name(seat)

    # -- whose view ----------------------------------------------------------------------------------------------------

    @property
    def all_seen(self) -> bool:
        """Whether everything is shown, to a teacher or because no person plays."""
        return self.show == "all" or not self.people

    @property
    def has_screens(self) -> bool:
        """Whether people must hide the board from each other here."""
        return self.screens and self._secrets and len(self.people) > 1 and not self.all_seen

    @property
    def hides_seed(self) -> bool:
        """Whether to hide the seed, because several people play and it deals secrets."""
        return self._secrets and len(self.people) > 1 and not self.all_seen

    def _begin(self) -> None:
        """Start again before anybody has looked at the board."""
        self._asked = monotonic()
        people, mover = self.people, int(self.match.state.to_move)
        self.viewer = mover if mover in people else (people[0] if people else max(0, mover))
        self.covered = self.has_screens
        self.awaited = mover if mover in people else None

    def follow(self) -> None:
        """Show the view of the person who decides now; if that is a new person, cover the board first."""
        self._asked = monotonic()
        mover = int(self.match.state.to_move)
        if mover in self.people:
            if self.has_screens:
                self.covered = self.covered or mover != self.viewer
                self.awaited = mover
            else:
                self.viewer, self.covered = mover, False
        elif self.all_seen and mover >= 0:
            self.viewer = mover
        elif self.covered and mover == OVER:
            self.awaited = self.viewer

    def call(self, seat: int) -> None:
        """Pass the board to a person; in a game with secrets, cover it until that person is ready.

        Raises:
            WorkbenchError: no person sits there.
        """
        called = whole_number(seat)
        if called is None or called not in self.people:
            people = ", ".join(map(str, self.people))
            raise WorkbenchError(f"No person sits in seat {quoted(seat)}. Seats with people: {people}.")
        if self.has_screens and (self.covered or called != self.viewer):
            self.covered, self.awaited = True, called
        elif not self.has_screens:
            self.viewer = called

    def arrive(self) -> None:
        """Show the board to the awaited person.

        Raises:
            WorkbenchError: the board is not waiting for anyone.
        """
        if not self.covered or self.awaited is None:
            why = "players move first" if self.covered else "the board is not covered"
            raise WorkbenchError(f"The board is not waiting for anyone: {why}.")
        self.viewer, self.covered = self.awaited, False

    # -- what may be seen ----------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Return the position as the viewer may know it; everything people see is made from this."""
        return self.match.state if self.all_seen else self.match.seen(self.viewer)

    @property
    def decides(self) -> bool:
        """Whether the viewer may move now."""
        mover = int(self.match.state.to_move)
        return not self.covered and mover in self.people and (mover == self.viewer or self.all_seen)

    def refuse_others(self) -> None:
        """Refuse anybody but the person who decides.

        Raises:
            WorkbenchError: it is somebody else's decision, or the board is covered.
        """
        if self.covered:
            raise WorkbenchError("The board is covered until the next person is ready.")
        if self.decides or self.match.over:
            return
        raise WorkbenchError(f"It is not your move: {self.name(int(self.state().to_move))} decides.")

    def play(self, move: int | str) -> tuple[Event, ...]:
        """Make a move for the person who decides.

        The small steps of a larger choice may come in any order; a step that belongs earlier is put in its place.

        Args:
            move: as `Match.play` takes it.

        Returns:
            what happened, secrets included.

        Raises:
            IllegalMove: the move is not legal now; nothing has changed.
            WorkbenchError: no move has that name, it is somebody else's decision, or the board is covered.
        """
        self.refuse_others()
        self.passed = {step for step in self.passed if step <= self.match.step}  # later steps will be played again
        move = self._meant(move)
        thought = monotonic() - self._asked
        try:
            events = self.match.play(move)
        except IllegalMove as fault:
            action = self.match.find(move)
            place = self.earlier_moves().get(action)
            if place is None:
                self.match.count_refusal(fault.refusal)
                raise
            later = self.match.made_since(place)
            self.match.goto(place)
            self.match.forget_later()  # the same choice in another order is not a variation
            for one in (action, *later):
                events = self.match.play(one)
        self.match.count_seconds(min(thought, LONGEST_THOUGHT))
        self.follow()
        return events

    def play_times(self, move: int | str, times: int) -> None:
        """Make a step of a larger choice several times.

        Args:
            move: as `play` takes it.
            times: 1 up to what `repeats` says.

        Raises:
            IllegalMove: the move is not legal now; nothing has changed.
            WorkbenchError: it cannot be made that often, or as for `play`; nothing has changed.
        """
        number, action = whole_number(times), self.match.find(self._meant(move))
        most = self.repeats().get(action, 1)
        if number is None or not 1 <= number <= most:
            raise WorkbenchError(f"This move can be made 1 to {most} times in a row here, not {quoted(times)} times.")
        for _ in range(number):
            self.play(action)

    def repeats(self) -> dict[int, int]:
        """Return the steps of a larger choice that can be repeated without finishing it, and how often."""
        if not self.decides:
            return {}
        found = {}
        for action in self.match.state.legal():
            state, times = self.match.state.copy(), 0
            words = state.phase.words(state, action)
            while times < MOST_REPEATS and action in state.legal():
                if state.phase.words(state, action) != words:
                    break  # the same action would do something else, such as place another kind of piece
                state.apply(action)
                if state.phase is not self.match.state.phase or not self._goes_on(state):
                    break
                times += 1
            if times > 1:
                found[action] = times
        return found

    def sends_off(self, move: int | str) -> bool:
        """Return whether a move looks like one more step of a choice but ends it, because no more fits in.

        Args:
            move: as `play` takes it.

        Raises:
            UnknownMoveError: no move of the game has that name.
        """
        if not self.partway:
            return False
        action, match = self.match.find(self._meant(move)), self.match
        if action not in match.state.legal():
            return False
        here = match.state
        steps = [step for step in range(self._begin_of_choice(), match.step) if match.at(step).phase is here.phase]
        if self._kind(action) not in {self._kind(match.made_at(step)) for step in steps} or not self._ends(here, action):
            return False
        # an action that could have ended the choice earlier is meant to end it
        earlier = [match.at(step) for step in steps]
        return not any(action in state.legal() and self._ends(state, action) for state in earlier)

    def to_confirm(self, move: int | str) -> dict[str, Any]:
        """Return the action of a move that `sends_off` a choice, and the words to confirm it by; empty for any other move.

        Args:
            move: as `play` takes it.

        Raises:
            UnknownMoveError: no move of the game has that name.
        """
        if not self.sends_off(move):
            return {}
        meant = self.match.move(self.match.find(self._meant(move)))
        return {"action": meant.action, "text": f"Your move: {meant.text}."}

    def _ends(self, state: State, action: int) -> bool:
        """Return whether an action ends a larger choice that has begun or begins with it."""
        after = state.copy()
        after.apply(action)
        return not self._goes_on(after)

    def _kind(self, action: int) -> str:
        return self.game.symbol(action).partition(":")[0]

    def _goes_on(self, state: State) -> bool:
        """Return whether in a later position the same seat is still in the middle of a larger choice."""
        mover = int(self.match.state.to_move)
        return state.to_move == mover and state.phase.partway(state.view(mover).state)

    def _meant(self, move: int | str) -> int | str:
        """Return a move; a number means the move at that place in the list shown here."""
        if isinstance(move, str) and move.strip().isdecimal() and len(move) < 9:
            listed = self.moves()
            if 1 <= int(move) <= len(listed):
                return listed[int(move) - 1].action
        return move

    def why_not(self, move: int | str) -> Refusal | None:
        """Say why the person who decides may not make a move now.

        Args:
            move: as `play` takes it.

        Returns:
            the reasons with their clauses; None if `play` would take it, also as a step that should have come earlier.

        Raises:
            WorkbenchError: no move has that name, it is somebody else's decision, or the board is covered.
        """
        self.refuse_others()
        move = self._meant(move)
        refusal = self.match.why_not(move)
        return None if refusal is None or self.match.find(move) in self.earlier_moves() else refusal

    def moves(self) -> tuple[Move, ...]:
        """Return the viewer's moves, including steps that can still be added to a larger choice; may be empty."""
        if not self.decides:
            return ()
        earlier = [self.match.move(action, step) for action, step in self.earlier_moves().items()]
        return self.match.moves() + tuple([replace(move, group=STILL) for move in earlier])

    def earlier_moves(self) -> dict[int, int]:
        """Return the steps that can still be added to a half-made choice, each with the step where it belongs."""
        here = self.match.state
        if not self.partway:
            return {}
        if self._earlier is None or self._earlier[0] is not here:  # a position of the timeline has one past and never changes
            self._earlier = here, self._places()
        return dict(self._earlier[1])

    def _places(self) -> dict[int, int]:
        """Return where each step in `earlier_moves` belongs; call this only during a half-made choice."""
        match, begin = self.match, self._begin_of_choice()
        made = match.made_since(begin)
        if len(made) != match.step - begin:  # a random event has come in between
            return {}
        passed = {action for step in range(begin, match.step) for action in match.at(step).legal()}
        places = {action: self._place(action, begin, made) for action in sorted(passed.difference(match.state.legal()))}
        return {action: place for action, place in places.items() if place is not None}

    def _place(self, action: int, begin: int, made: Sequence[int]) -> int | None:
        """Return the last step since `begin` where an action fits before all later steps; None for none."""
        match, mover = self.match, self.match.state.to_move
        for place in range(len(made) - 1, -1, -1):
            state = match.at(begin + place).copy()
            for one in (action, *made[place:]):
                if state.to_move != mover or one not in state.legal():
                    break
                state.apply(one)
            else:
                if state.to_move == mover and state.phase is match.state.phase:
                    return begin + place
        return None

    def heading(self) -> str:
        """Return the kind of decision, and whose it is if there are several seats."""
        if self.covered:
            return "The board is covered"
        state = self.state()
        if self.game.players == 1 or state.to_move < 0:
            return state.phase.title
        return f"{self.game.seat_name(int(state.to_move))}: {state.phase.title}"

    def question(self) -> str:
        """Return the decision as one sentence; if it is another person's, say only whose."""
        if self.covered:
            if self.awaited is None:
                return f"{self.name(int(self.match.state.to_move))} is to move."
            return f"Pass the screen to {self.game.seat_name(self.awaited)}."
        state = self.state()
        if self.decides or state.to_move == OVER or self.all_seen:
            return state.phase.question(state)
        return f"{self.name(int(state.to_move))} decides."

    def helpers(self) -> tuple[Helper, ...]:
        """Return the game's helpers for what is seen."""
        return self.game.helpers(self.state(), self.viewer)

    def text(self) -> str:
        """Return the board in words, with the helpers; if it is covered, say only whom it awaits."""
        if self.covered:
            return f"{self.game.title}. The board is covered."
        parts = [self.game.text(self.state(), self.viewer), *[helper.readable() for helper in self.helpers()]]
        return "\n\n".join(parts)

    def log(self) -> tuple[Event, ...]:
        """Return what the viewer has been told up to here; `step` counts on the viewer's own timeline."""
        if self.covered:
            return ()
        return self.match.log if self.all_seen else self.match.log_for(self.viewer)

    def news(self) -> tuple[Event, ...]:
        """Return what the viewer was told from its last decision on; if all is shown, about the last decision."""
        if self.covered or self.match.step == 0:
            return ()
        after = self.match.step - 1
        if self.all_seen:
            return tuple([event for event in self.match.log if event.step > after])
        own = [step for step in range(self.match.step) if self.match.at(step).to_move == self.viewer]
        chosen = [step for step in own if step not in self.passed]
        return self.match.log_for(self.viewer, chosen[-1] if chosen else 0)

    def pass_forced(self) -> bool:
        """Make the move of the person who decides, if it is the only one there is.

        Returns:
            whether it was made. It is not made if people hide the board from each other, or in the past.
        """
        here = self.match
        if not self.decides or here.over or self.has_screens or here.step != here.steps or len(here.state.legal()) != 1:
            return False
        self.passed.add(here.step)
        self.play(here.state.legal()[0])
        return True

    # -- time ----------------------------------------------------------------------------------------------------------

    def _marks(self) -> Sequence[int]:
        """Return the steps of the match that the viewer can tell apart: its own timeline."""
        if not self.hides_steps:
            return range(self.match.steps + 1)
        return self.match.noticed(self.viewer)

    @property
    def hides_steps(self) -> bool:
        """Whether the timeline counts only what the viewer noticed, and not every decision."""
        return self._secrets and not self.all_seen

    @property
    def step(self) -> int:
        """The present step on the viewer's own timeline, which does not count moves the viewer did not notice."""
        return 0 if self.covered else bisect_right(self._marks(), self.match.step) - 1

    @property
    def steps(self) -> int:
        """The length of the viewer's own timeline."""
        return 0 if self.covered else len(self._marks()) - 1

    def step_before(self) -> int | None:
        """Return the match's step before the last decision that the viewer noticed; None at the beginning."""
        marks = () if self.covered else self._marks()
        place = bisect_right(marks, self.match.step) - 1
        return marks[place - 1] if place > 0 else None

    def goto(self, step: int) -> None:
        """Go to a step on the viewer's own timeline.

        Args:
            step: 0..steps.

        Raises:
            WorkbenchError: the timeline is shorter, or the board is covered.
        """
        if self.covered:
            self.refuse_others()
        number = whole_number(step)
        if number is None or not 0 <= number <= self.steps:
            raise WorkbenchError(f"The timeline goes from step 0 to step {self.steps}; there is no step {quoted(step)}.")
        self.match.goto(self._marks()[number])
        if not self.has_screens:
            self.follow()

    @property
    def can_undo(self) -> bool:
        """Whether `undo` has anything to take back."""
        people = self.people
        mine = [step for step in range(self.match.step) if not people or int(self.match.at(step).to_move) in people]
        return any([step not in self.passed for step in mine])

    @property
    def can_redo(self) -> bool:
        """Whether `redo` has anything to go forward to."""
        return self.match.step < self.match.steps

    def undo(self) -> None:
        """Go back to before the last decision of a person, or of any seat if no person plays.

        Raises:
            WorkbenchError: no person has decided anything yet.
        """
        self._turn_to(range(self.match.step - 1, -1, -1), "There is nothing to undo: no decision has been made yet.")

    def redo(self) -> None:
        """Go forward again to the next decision of a person, or to the end of the timeline.

        Raises:
            WorkbenchError: nothing has been undone.
        """
        last = self.match.steps
        self._turn_to(
            range(self.match.step + 1, last + 1),
            "There is nothing to redo: this is the last position of the timeline.",
            last,
        )

    def _turn_to(self, steps: range, nothing: str, last: int = -1) -> None:
        people = self.people
        for step in steps:
            if step == last or ((not people or int(self.match.at(step).to_move) in people) and step not in self.passed):
                self.match.goto(step)
                self.follow()
                return
        raise WorkbenchError(nothing)

    # -- looking back ---------------------------------------------------------------------------------------------------

    def reviewing(self, player: str) -> Callable[[], Review]:
        """Return a function that compares the viewer's decisions, or all, with a computer player's.

        The function may be called in another thread, while the match goes on.

        Args:
            player: one of `wb.player_names(game)`; empty for the strongest that is fast enough.

        Raises:
            WorkbenchError: the board is covered.
        """
        if self.covered:
            self.refuse_others()
        whole = self.match.branch(self.match.steps)
        seats, eyes = (None, None) if self.all_seen else ((self.viewer,), self.viewer if self.hides_steps else None)
        return lambda: look_back(whole, player, seats, eyes)

    # -- variations ----------------------------------------------------------------------------------------------------

    def variations(self) -> tuple[Variation, ...]:
        """Return the other lines of play that the viewer may know of; none while the board is covered."""
        if self.covered:
            return ()
        return self.match.variations_for(None if self.all_seen else self.viewer)

    def compare(self, number: int) -> Comparison:
        """Return what differs between the ends of this line and a variation, as far as the viewer may know.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        if self.covered:
            self.refuse_others()
        return self.match.compare(number, None if self.all_seen else self.viewer)

    def to_variation(self, number: int) -> None:
        """Put a variation on the table, at its end.

        Raises:
            WorkbenchError: there is no such variation, or the board is covered.
        """
        if self.covered:
            self.refuse_others()
        self.match.to_variation(number)
        self.follow()

    @property
    def partway(self) -> bool:
        """Whether the viewer is in the middle of a larger choice, which `take_back` can undo."""
        return self.decides and self.goes_on_choosing

    @property
    def goes_on_choosing(self) -> bool:
        """Whether the deciding person or player is in the middle of a larger choice."""
        match = self.match
        # what a rule did by itself before the decision is not part of the choice
        begun = match.step > 0 and match.at(match.step - 1).to_move == match.state.to_move
        return begun and match.state.phase.partway(match.seen())

    def take_back(self) -> None:
        """Take back a half-made choice: go to where it began.

        Raises:
            WorkbenchError: no choice is half made.
        """
        if not self.partway:
            raise WorkbenchError("There is nothing to take back: no larger choice is half made.")
        self.match.goto(self._begin_of_choice())

    def _begin_of_choice(self) -> int:
        """Return the step at which the half-made choice began."""
        match, mover = self.match, self.match.state.to_move
        step = match.step
        while step > 0 and match.at(step - 1).to_move == mover:
            step -= 1
            before = match.at(step)
            if not before.phase.partway(before.view(int(mover)).state):
                break
        return step

    # -- players -------------------------------------------------------------------------------------------------------

    @property
    def to_move_is_a_player(self) -> bool:
        """Whether a computer player decides now."""
        mover = int(self.match.state.to_move)
        return mover >= 0 and mover not in self.people

    def player_to_move(self) -> Seated:
        """Return the computer player that decides now.

        Raises:
            WorkbenchError: a person decides, or the game is over.
        """
        mover = int(self.match.state.to_move)
        who = self._seated[mover] if mover >= 0 else None
        if who is None:
            raise WorkbenchError("No computer player is to move: a person decides, or the game is over.")
        return who

    def advance(self, action: int | None = None) -> tuple[Event, ...]:
        """Let the computer player that decides now make its move.

        Args:
            action: its choice, if it has already been asked; None to ask it now.

        Returns:
            what happened, secrets included.

        Raises:
            PlayerError: the player raised an error or chose what is not legal; nothing has changed.
            WorkbenchError: a person decides, or the game is over.
        """
        player = self.player_to_move()
        events = self.match.play(self.match.ask(player) if action is None else action)
        self.follow()
        return events

    @property
    def noticed(self) -> bool:
        """Whether the viewer noticed the last decision; if so, there is something new to show."""
        if self.covered:
            return False
        marks = self._marks()
        return self.match.step in marks
