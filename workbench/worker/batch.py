"""The work of a worker: play a few games by number, without tables or pandas. Everything here travels between processes."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple

from workbench.core.errors import IllegalActionError, PlayerError, WorkbenchError, said_by
from workbench.core.events import ClauseCounter
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.interrupts import interrupts_deferred
from workbench.core.outside import told
from workbench.core.played import DECISIONS, EVENTS, Decision, Metric, needed
from workbench.core.player import FunctionPlayer, Player, decide, player_title
from workbench.core.random import Purposes, Random
from workbench.core.state import CHANCE, OVER, State, View
from workbench.players.playout import drawn, playout, playout_at_random
from workbench.players.random_player import RandomPlayer
from workbench.worker.limits import NO_LIMITS, Alarm, Limits, TooLong
from workbench.worker.watch import Watch, measured


class Row(NamedTuple):
    """One finished game.

    Attributes:
        number: its number in the run, from 0.
        seed: the source of its random numbers.
        seats: for each seat, the place of its player in the list of players.
        scores: the score of each seat.
        returns: what each seat has won, by the game's own measure.
        decisions: how many decisions were made.
        ending: why the game ended.
        facts: more numbers by name: those of the game, then those of the metrics.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    scores: tuple[float, ...]
    returns: tuple[float, ...]
    decisions: int
    ending: str
    facts: dict[str, Any]


class Fault(NamedTuple):
    """Why a game could not be finished, in a form that travels.

    Attributes:
        number: the game's number.
        kind: "illegal" (a player chose an illegal action), "player" (a player raised an error), "slow" (it took longer than
            the limits allow), "worker" (the process that played it died) or "rules" (anything else).
        message: what happened, as a sentence.
        position: where it happened; None if it cannot be written down.
        trace: where in the code it happened.
        actions: every action up to the last decision before it, random outcomes included; None if they were not noted.
        move: the decision that the rules broke off at, as its fixed name; empty if a player failed.
    """

    number: int
    kind: str
    message: str
    position: dict[str, Any] | None
    trace: str
    actions: tuple[int, ...] | None = None
    move: str = ""


class Happened(NamedTuple):
    """An event without its words, as a row of a table: a worker cannot send a compiled `Event`."""

    step: int
    seat: int
    kind: str
    clause: str
    fields: dict[str, Any]


@dataclass
class Batch:
    """The games a worker has played.

    Attributes:
        rows: the finished games, in order.
        clauses: for each clause, how often it fired and in how many games; empty unless asked for.
        fault: why the worker stopped early, if it did.
        seconds: how long it took, to choose the size of later batches.
        failed: the games that could not be finished, if these are kept.
        decisions: the decisions of each game by its number, if asked for.
        events: the events of each game by its number, if asked for.
    """

    rows: list[Row] = field(default_factory=list)
    clauses: dict[str, tuple[int, int]] = field(default_factory=dict)
    fault: Fault | None = None
    seconds: float = 0.0
    failed: list[Fault] = field(default_factory=list)
    decisions: dict[int, list[Decision]] = field(default_factory=dict)
    events: dict[int, list[Happened]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games dealt with, finished or not."""
        return len(self.rows) + len(self.failed)

    def count(self, fired: dict[str, int]) -> None:
        """Add the clauses of one finished game."""
        for clause, times in fired.items():
            before, games = self.clauses.get(clause, (0, 0))
            self.clauses[clause] = (before + times, games + 1)

    def add(self, other: Batch) -> None:
        """Add the games of another batch."""
        with interrupts_deferred():  # add all of it, or nothing
            self.rows += other.rows
            self.failed += other.failed
            self.decisions |= other.decisions
            self.events |= other.events
            for clause, (times, games) in other.clauses.items():
                before, games_before = self.clauses.get(clause, (0, 0))
                self.clauses[clause] = (before + times, games_before + games)


@dataclass(frozen=True)
class Plan:
    """Everything that defines the games of a run.

    Attributes:
        game: the rules.
        players: the class or function that plays, for each seat of the first game.
        seed: the run's seed.
        rotate: whether the players move on by one seat after each game.
        clauses: whether to count how often each clause fires.
        keep: whether to keep a game that cannot be finished and play the others; otherwise it ends the run.
        limits: the limits beyond which a game is stopped.
        metrics: what to measure in each game, by name.
        rows: what else to keep of each game: ``decisions``, ``events`` or both.
        paired: whether chance draws by purpose, for games to compare with those of another plan, seed by seed.
    """

    game: Game
    players: tuple[type[Player] | Callable[[View], int], ...]
    seed: int
    rotate: bool
    clauses: bool
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    rows: tuple[str, ...] = ()
    keep: bool = False
    limits: Limits = NO_LIMITS
    paired: bool = False

    @property
    def wanted(self) -> frozenset[str]:
        """What to record of a game while it is played."""
        return frozenset(self.rows).union(*[needed(metric) for metric in self.metrics.values()])

    def seating(self, number: int) -> tuple[int, ...]:
        """Return, for each seat of a game, the place of its player in the list of players.

        >>> import workbench as wb
        >>> Plan(wb.load("northwood"), (RandomPlayer,), seed=1, rotate=True, clauses=False).seating(5)
        (0,)
        """
        count = len(self.players)
        step = number if self.rotate else 0
        return tuple([(seat - step) % count for seat in range(count)])

    def chance(self, seed: int) -> Random | Purposes:
        """Return what draws the random events of a game.

        Args:
            seed: the game's seed.
        """
        return Purposes(seed, "chance") if self.paired else Random(seed, "chance")

    def seat(self, number: int, seed: int) -> list[Player]:
        """Make fresh players for a game, each with its own stream of random numbers.

        Raises:
            PlayerError: a player's class raised an error.
        """
        seated: list[Player] = []
        for seat, place in enumerate(self.seating(number)):
            player, rng = self.players[place], Random(seed, "player", place)
            if not isinstance(player, type):
                seated.append(FunctionPlayer(self.game, rng, player))
                continue
            try:
                seated.append(player(self.game, rng))
            except (Exception, SystemExit) as fault:
                raise PlayerError(
                    f"The player {player_title(player)!r} in seat {seat} raised {type(fault).__name__} before its first "
                    f"decision: {fault}",
                    self.game.start().to_dict(),
                ) from fault
        return seated


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a game, from the run's seed and the game's number alone.

    Args:
        seed: the run's seed.
        number: the game's number, from 0.

    Returns:
        0..2**62-1; wide enough that a million games have different ones.

    >>> seed_of(1, 0) != seed_of(1, 1) != seed_of(2, 1)
    True
    """
    rng = Random(seed, "game", number)
    return (rng.below(1 << 31) << 31) + rng.below(1 << 31)


def play_game(plan: Plan, number: int, counter: ClauseCounter | Watch | None = None) -> Row:
    """Play one game of a run.

    Args:
        plan: the run.
        number: which game, from 0.
        counter: a listener that counts clauses, or also watches for metrics and rows; or None.

    Raises:
        PlayerError: a player raised an error or chose an illegal action.
        WorkbenchError: the game does not end, or its rules raised an error.
    """
    if plan.limits.timed:
        return play_noted(plan, number, [], counter)
    seed = seed_of(plan.seed, number)
    chance = plan.chance(seed)
    players = plan.seat(number, seed)
    # events are told only if something listens
    state = plan.game.start(counter if plan.clauses or EVENTS in plan.wanted else None)
    try:
        if isinstance(counter, Watch) and plan.wanted:
            decisions = counter.play(state, players, chance, plan.limits.decisions)
        elif all(type(player) is RandomPlayer for player in players):
            decisions = playout_at_random(state, [player.rng for player in players], chance, plan.limits.decisions)
        else:
            decisions = playout(state, players, chance, plan.limits.decisions)
        row = row_of(plan, number, state, decisions)
        if isinstance(counter, Watch):
            row = row._replace(facts={**row.facts, **measured(plan.metrics, counter.played(row, state))})
        return row
    except PlayerError:
        raise
    except (Exception, SystemExit) as fault:  # `sys.exit` in a rule ends the game and not the program
        raise rules_error(state, fault) from fault


def row_of(plan: Plan, number: int, state: State, decisions: int) -> Row:
    """Return a finished game as a row.

    Raises:
        WorkbenchError: the game is not finished.
    """
    if state.to_move != OVER:
        raise WorkbenchError(f"it had not ended after {plan.limits.decisions} decisions.")
    return Row(
        number,
        seed_of(plan.seed, number),
        plan.seating(number),
        tuple(state.scores()),
        state.returns(),
        decisions,
        plan.game.ending(state),
        plan.game.facts(state),
    )


def rules_error(state: State, fault: Exception | SystemExit, move: str = "") -> BrokenOff:
    """Return the message for a game that the rules, not a player, break off."""
    phase = state.phase
    what = said_by(fault)
    return BrokenOff(f"The game broke off in the phase {phase.name!r} ({type(phase).__name__}): {what}", move)


def play_noted(
    plan: Plan, number: int, actions: list[int], counter: ClauseCounter | Watch | None = None, timed: bool = True
) -> Row:
    """Play one game of a run and note every action, random outcomes included.

    This is slower than `play_game`, and obeys the limits on time.

    Args:
        plan: the run.
        number: which game, from 0.
        actions: the list that receives the actions. After an error they lead to the last decision before it.
        counter: a listener that counts the clauses, or None.
        timed: whether the plan's limits of time apply.

    Raises:
        WorkbenchError: as `play_game`; one that takes too long is a `SlowPlayer` or `SlowGame`.
    """
    seed = seed_of(plan.seed, number)
    chance = plan.chance(seed)
    players = plan.seat(number, seed)
    state = plan.game.start(counter)
    limits = plan.limits
    decisions = known = 0
    seat: int | None = None
    with Alarm(limits if timed else NO_LIMITS) as alarm:
        try:
            try:
                alarm.game_begins()
                while state.to_move != OVER and decisions < limits.decisions:
                    if state.to_move == CHANCE:
                        action = drawn(state, chance)
                    else:
                        known, seat = len(actions), int(state.to_move)
                        alarm.decision_begins()
                        action = decide(players[seat], state, seat)
                        alarm.decision_ends()
                        seat = None
                        decisions += 1
                    actions.append(action)
                    state.apply(action)
                known = len(actions)
                return row_of(plan, number, state, decisions)
            finally:
                alarm.off()
        except PlayerError:
            raise
        except TooLong:
            if seat is None:
                move = break_off(plan, actions, known)
                raise SlowGame(f"The game took longer than {alarm.words}.", move) from None
            title = player_title(plan.players[plan.seating(number)[seat]])
            message = f"The player {title!r} in seat {seat} took longer than {alarm.words}."
            raise SlowPlayer(message, state.to_dict()) from None
        except (Exception, SystemExit) as fault:
            raise rules_error(state, fault, break_off(plan, actions, known)) from fault


class SlowPlayer(PlayerError):
    """A player takes longer than the limits allow."""


class BrokenOff(WorkbenchError):
    """The rules broke off a game.

    Attributes:
        move: the decision that was being carried out, as its fixed name.
    """

    def __init__(self, message: str = "", move: str = "") -> None:
        super().__init__(message)
        self.move = move


class SlowGame(BrokenOff):
    """A game takes longer than the limits allow."""


def break_off(plan: Plan, actions: list[int], known: int) -> str:
    """Take back the actions from the last decision on, and say which one that was."""
    if len(actions) <= known:
        return ""
    move = plan.game.symbol(actions[known])
    del actions[known:]
    return move


def replay_actions(plan: Plan, number: int) -> tuple[Row, list[int]]:
    """Play one game of a run once more and keep every action, random outcomes included.

    Raises:
        WorkbenchError: as `play_game`.
    """
    actions: list[int] = []
    return play_noted(plan, number, actions, timed=False), actions


def players_after(plan: Plan, number: int) -> list[Player]:
    """Play one game of a run once more; return the players as they are after it.

    Raises:
        PlayerError: a player raised an error or chose an illegal action.
    """
    seed = seed_of(plan.seed, number)
    players = plan.seat(number, seed)
    playout(plan.game.start(), players, plan.chance(seed), plan.limits.decisions)
    return players


def each_game(plan: Plan, numbers: range, batch: Batch) -> Iterator[int]:
    """Play games one after another into a batch, and yield the number of each one dealt with.

    Stop at the first game that cannot be finished, and say why in `batch.fault`, unless such games are kept.
    """
    for number in numbers:
        counter: ClauseCounter | Watch | None = ClauseCounter() if plan.clauses else None
        if plan.metrics or plan.rows:
            counter = Watch(plan.wanted, seed_of(plan.seed, number))
        actions: list[int] = []
        try:
            row = play_noted(plan, number, actions, counter) if plan.limits.timed else play_game(plan, number, counter)
        except WorkbenchError as error:
            fault = fault_of(number, error)
            if not plan.keep:
                batch.fault = fault
                return
            batch.failed.append(noted(plan, fault, actions, error))
            yield number
            continue
        # a game counts with all its records, or not at all
        with nullcontext() if counter is None else interrupts_deferred():
            batch.rows.append(row)
            if counter is not None:
                batch.count(counter.fired)
            if isinstance(counter, Watch):
                if DECISIONS in plan.rows:
                    batch.decisions[number] = counter.decisions
                if EVENTS in plan.rows:
                    batch.events[number] = [
                        Happened(one.step, one.seat, one.kind, one.clause, dict(one.fields)) for one in counter.happened
                    ]
        yield number


def noted(plan: Plan, fault: Fault, actions: list[int], error: WorkbenchError) -> Fault:
    """Return a fault with the actions that led to it; play the game again if they were not noted.

    A game that does not fail again in the same way gets no record, because its player uses something besides its view.
    """
    if not plan.limits.timed:
        try:
            play_noted(plan, fault.number, actions)
            return fault
        except WorkbenchError as again:
            error = again
        if fault_of(fault.number, error).message != fault.message:
            return fault
    return fault._replace(actions=tuple(actions), move=getattr(error, "move", ""))


def fault_of(number: int, fault: WorkbenchError) -> Fault:
    """Return the fault that stopped a game, in a form that travels."""
    kinds = ((SlowPlayer, "slow"), (SlowGame, "slow"), (IllegalActionError, "illegal"), (PlayerError, "player"))
    kind = next((name for error, name in kinds if isinstance(fault, error)), "rules")
    position = fault.position if isinstance(fault, PlayerError) else None
    trace = "".join(traceback.format_exception(fault.__cause__)) if fault.__cause__ else ""
    return Fault(number, kind, str(fault), position, trace)


def play_batch(payload: bytes, first: int, count: int) -> Batch:
    """Play some games in a worker.

    Args:
        payload: the plan, as made by `pack`.
        first: the number of the first game.
        count: how many.
    """
    begin = perf_counter()
    batch = Batch()
    for _ in each_game(unpack(payload), range(first, first + count), batch):
        pass
    batch.seconds = perf_counter() - begin
    return batch


def pack(plan: Plan) -> bytes:
    """Return a plan as bytes for another process, including functions and classes from a notebook.

    Python's own pickle sends the name of a function, which means nothing to a process that has not run the notebook's cells;
    cloudpickle sends the function itself.

    Raises:
        WorkbenchError: something in it cannot be sent to another process.
    """
    cloudpickle = package("cloudpickle", "More than one worker")
    try:
        packed: bytes = cloudpickle.dumps(plan)
    except Exception as fault:
        raise WorkbenchError(
            f"A player or phase cannot be sent to another process: {told(str(fault), 300)}. It must not hold what belongs to "
            "one process, such as a lock, an open file or a connection. With workers=1 it can play here."
        ) from None
    return packed


@lru_cache(maxsize=4)
def unpack(payload: bytes) -> Plan:
    """Return the plan that a worker was sent, and keep it, because many batches bring the same one."""
    plan: Plan = package("cloudpickle", "A worker").loads(payload)
    return plan
