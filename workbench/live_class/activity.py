"""What a class does at one step of its plan: vote on moves, play the same game alone, or play at tables.

Each activity holds matches and knows who may decide in them. This module uses no web, no clock, and no chance beyond the seeds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from workbench.core.errors import Refusal, WorkbenchError
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.player import Seated
from workbench.core.seating import Seating
from workbench.live_class.plan import Setup, Step

Entry = Mapping[str, Any]
Answer = dict[str, Any]

NOT_YOURS: Final = "You have no seat in this game. You can watch the wall."


@dataclass(frozen=True)
class Due:
    """A decision that a computer player has to make.

    Attributes:
        game: the number of the match.
        step: how many decisions came before; an answer that comes after the next decision does not count.
        who: the player.
        match: the match; ask the player in a branch of it.
    """

    game: int
    step: int
    who: Seated
    match: Match


class Activity(ABC):
    """What a class does at one step of its plan.

    Args:
        step: the step.
        setup: the game and where it begins.

    Attributes:
        refusals: for each clause, how many moves it refused to each person.
    """

    kind: ClassVar[str] = ""

    def __init__(self, step: Step, setup: Setup) -> None:
        self.step = step
        self.setup = setup
        self.game: Game = setup.load()
        self.refusals: dict[str, Counter[int]] = {}
        self.borrowed: set[int] = set()
        self.lately: dict[int, int] = {}

    # -- who sees and decides what -------------------------------------------------------------------------------------

    @abstractmethod
    def seating(self, person: int) -> Seating | None:
        """Return the game as a person sees it, or None for somebody without a seat."""

    @abstractmethod
    def place_of(self, person: int) -> int:
        """Return the number of the match that a person is in, or -1 for none."""

    @abstractmethod
    def matches(self) -> Iterator[tuple[int, Match]]:
        """List the matches, each with its number."""

    def welcome(self, person: int) -> None:  # noqa: B027 - an activity may do nothing
        """Let in a person who arrives during the step."""

    def farewell(self, person: int) -> None:  # noqa: B027 - an activity may do nothing
        """Let go of a person whom the lecturer has removed."""

    def begin(self, people: Iterable[int], seed: int | None = None) -> None:  # noqa: B027 - an activity may do nothing
        """Begin the step with these people.

        Args:
            people: their numbers.
            seed: the seed for tables whose cards nobody may work out; None for the seed of the plan.
        """

    # -- what people do -----------------------------------------------------------------------------------------------

    def meant(self, person: int, message: Mapping[str, Any]) -> tuple[Seating, int, int]:
        """Return the move that a message means: the game, the action, and how often.

        Raises:
            WorkbenchError: there is no such move, or the person may not decide now.
        """
        seating = self.seating(person)
        if seating is None:
            raise WorkbenchError(NOT_YOURS)
        seating.refuse_others()
        if seating.match.over:
            raise WorkbenchError("The game is over.")
        said, times = message.get("action"), message.get("times", 1)
        if isinstance(said, bool) or not isinstance(said, (int, str)) or (isinstance(said, str) and len(said) > 200):
            raise WorkbenchError("A move must be a number or words.")
        if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= 30:
            raise WorkbenchError("A move can be repeated 1 to 30 times.")
        if isinstance(said, str) and said.strip().isdecimal():
            listed = seating.moves()
            if 1 <= int(said.strip()[:6]) <= len(listed):
                return seating, listed[int(said.strip()[:6]) - 1].action, times
        return seating, seating.match.find(said), times

    def refuse(self, person: int, refusal: Refusal) -> None:
        """Count a refused move."""
        self.refusals.setdefault(refusal.clause, Counter())[person] += 1

    def tripped(self) -> list[tuple[str, int, int]]:
        """List the clauses that refused moves, each with its number of people and of moves, most people first."""
        rows = [(clause, len(people), people.total()) for clause, people in self.refusals.items()]
        return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))

    # -- computer players ---------------------------------------------------------------------------------------

    def due(self) -> list[Due]:
        """List the decisions that computer players have to make now."""
        return []

    @abstractmethod
    def advance(self, game: int, action: int) -> None:
        """Carry out what a computer player has decided."""


class Vote(Activity):
    """Everybody votes on the next move of one match. A poll is a vote on one position after another.

    Attributes:
        match: the match.
        ballots: the action each person has voted for.
    """

    kind = "vote"

    def __init__(self, step: Step, setup: Setup) -> None:
        super().__init__(step, setup)
        self.match = setup.match()
        programs = {} if step.kind == "poll" else dict(step.programs)
        self._seating = Seating(self.match, programs, screens=False)
        self.ballots: dict[int, int] = {}

    def seating(self, person: int) -> Seating:
        """Return the one game, as the seat that decides sees it."""
        return self._seating

    def place_of(self, person: int) -> int:
        """Return 0: there is one match."""
        return 0

    def matches(self) -> Iterator[tuple[int, Match]]:
        """List the one match."""
        yield 0, self.match

    def farewell(self, person: int) -> None:
        """Drop the vote of a person who is removed."""
        self.ballots.pop(person, None)

    def begin(self, people: Iterable[int], seed: int | None = None) -> None:
        """Begin a new vote: nobody has voted yet."""
        self.ballots.clear()
        self.refusals.clear()

    def split(self) -> list[tuple[int, int]]:
        """List the moves that got votes, each with its number of votes, most first; ties are in the order of the game."""
        counts = Counter(self.ballots.values())
        return sorted(counts.items(), key=lambda row: (-row[1], row[0]))

    def due(self) -> list[Due]:
        """Return the decision of a computer player, if it is the turn of one."""
        seating = self._seating
        if not seating.to_move_is_a_player:
            return []
        return [Due(0, self.match.step, seating.player_to_move(), self.match)]

    def advance(self, game: int, action: int) -> None:
        """Carry out what a computer player has decided."""
        self._seating.advance(action)

    def play(self, action: int) -> None:
        """Play the move that the class has chosen."""
        self._seating.play(action)
        self.begin(())


@dataclass
class OneGame:
    """One of several matches that go on side by side.

    Attributes:
        match: the match.
        seats: the person in each seat.
        eyes: for each person's seat, the game as that person sees it.
    """

    match: Match
    seats: dict[int, int]
    eyes: dict[int, Seating] = field(default_factory=dict)


class Games(Activity):
    """Several matches side by side."""

    def __init__(self, step: Step, setup: Setup) -> None:
        super().__init__(step, setup)
        self.games: dict[int, OneGame] = {}
        self._seat_of: dict[int, tuple[int, int]] = {}

    def seating(self, person: int) -> Seating | None:
        """Return the person's game, from the person's seat."""
        place, seat = self._seat_of.get(person, (-1, -1))
        return self.games[place].eyes[seat] if place in self.games else None

    def place_of(self, person: int) -> int:
        """Return the number of the person's game."""
        return self._seat_of.get(person, (-1, -1))[0]

    def seat_of(self, person: int) -> int:
        """Return the person's seat, or -1 for none."""
        return self._seat_of.get(person, (-1, -1))[1]

    def matches(self) -> Iterator[tuple[int, Match]]:
        """List the matches by number."""
        for number, one in self.games.items():
            yield number, one.match

    def due(self) -> list[Due]:
        """List the decisions of computer players at all games."""
        found = []
        for number, one in self.games.items():
            mover = int(one.match.state.to_move)
            if mover < 0:
                continue
            if mover not in one.eyes or number in self.borrowed:
                who = self.step.programs.get(mover, self.step.fill)
                found.append(Due(number, one.match.step, who, one.match))
        return found

    def advance(self, game: int, action: int) -> None:
        """Carry out the decision of a computer player, for its own seat or once for a slow person."""
        self.borrowed.discard(game)
        one = self.games[game]
        one.match.play(action)
        self._changed(one)

    def play(self, person: int, action: int, times: int) -> None:
        """Carry out the decision of a person."""
        seating = self.seating(person)
        if seating is None:
            raise WorkbenchError(NOT_YOURS)
        if times == 1:
            seating.play(action)
        else:
            seating.play_times(action, times)
        place = self.place_of(person)
        self.borrowed.discard(place)
        self._changed(self.games[place])

    def take_back(self, person: int) -> None:
        """Take back the choice that a person has made only in part."""
        seating = self.seating(person)
        if seating is None:
            raise WorkbenchError(NOT_YOURS)
        seating.take_back()
        self._changed(self.games[self.place_of(person)])

    def _changed(self, one: OneGame) -> None:
        for seating in one.eyes.values():
            seating.follow()

    def waits_for(self, game: int) -> int:
        """Return the person whose decision a game waits for, or 0 for nobody."""
        one = self.games[game]
        mover = int(one.match.state.to_move)
        return one.seats.get(mover, 0) if mover in one.eyes else 0

    def slowest(self) -> int:
        """Return the slowest of the games that wait for a person.

        Raises:
            WorkbenchError: no game waits for a person.
        """
        waiting = [number for number in self.games if self.waits_for(number) and number not in self.borrowed]
        if not waiting:
            raise WorkbenchError("No game waits for a person.")
        return min(waiting, key=lambda number: (self.how_far(number), number))

    def how_far(self, game: int) -> int:
        """Return how far a game has got, as the number of the class's last entry that changed it."""
        return self.lately.get(game, 0)

    def _sit(self, number: int, seat: int, person: int) -> None:
        one = self.games[number]
        one.seats[seat] = person
        self._look(one, seat)
        self._seat_of[person] = number, seat

    def _look(self, one: OneGame, seat: int) -> None:
        others = {other: self.step.fill for other in range(self.game.players) if other != seat}
        one.eyes[seat] = Seating(one.match, others, screens=False)

    def farewell(self, person: int) -> None:
        """Give the seat of a person who is removed to a computer player."""
        place, seat = self._seat_of.pop(person, (-1, -1))
        if place in self.games:
            self.games[place].seats.pop(seat, None)
            self.games[place].eyes.pop(seat, None)


class Same(Games):
    """Everybody plays the same game alone; computer players take any other seats."""

    kind = "same"

    def begin(self, people: Iterable[int], seed: int | None = None) -> None:
        """Give everybody a fresh copy of the game."""
        self.games.clear()
        self._seat_of.clear()
        for person in people:
            self.welcome(person)

    def welcome(self, person: int) -> None:
        """Start a game for a person who comes later."""
        if person in self.games:
            return
        seat = min([seat for seat in range(self.game.players) if seat not in self.step.programs], default=0)
        self.games[person] = OneGame(self.setup.match(), {})
        self._sit(person, seat, person)

    def how_far(self, game: int) -> int:
        """Return the number of decisions so far: nobody waits for anybody else, so the shortest game is the slowest."""
        return self.games[game].match.step


class Tables(Games):
    """Groups play at tables; computer players take the empty seats."""

    kind = "tables"
    _seed = 0

    def begin(self, people: Iterable[int], seed: int | None = None) -> None:
        """Seat everybody in the order in which they joined."""
        self._seed = self.setup.seed if seed is None else seed
        self.games.clear()
        self._seat_of.clear()
        here = list(people)
        open_seats = self._open_seats()
        for number in range(1, -(-len(here) // len(open_seats)) + 1):
            self._new_table(number)
            for seat in open_seats:
                if here:
                    self._sit(number, seat, here.pop(0))

    def _open_seats(self) -> list[int]:
        """Return the seats that people may take."""
        return [seat for seat in range(self.game.players) if seat not in self.step.programs]

    def _new_table(self, number: int) -> None:
        # every table has a deal of its own, so nobody learns anything from the next table's cards
        self.games[number] = OneGame(self.game.match(self._seed + number - 1, self.setup.position), {})

    def welcome(self, person: int) -> None:
        """Give a person who comes later the seat of a computer player, or a new table."""
        if person in self._seat_of:
            return
        for number, one in self.games.items():
            free = [seat for seat in self._open_seats() if seat not in one.seats]
            if free and not one.match.over:
                self._sit(number, free[0], person)
                return
        number = max(self.games, default=0) + 1
        self._new_table(number)
        self._sit(number, self._open_seats()[0], person)


def activity_for(step: Step, item: int, setup: Setup | None = None) -> Activity:
    """Return what a class does at a step.

    Args:
        step: the step of the plan.
        item: the index of the position in a poll; 0 for the other kinds.
        setup: a position or options that replace the plan's; None to use the plan's.
    """
    begins = step.setups[item] if setup is None else setup
    if step.kind == "same":
        return Same(step, begins)
    if step.kind == "tables":
        return Tables(step, begins)
    return Vote(step, begins)
