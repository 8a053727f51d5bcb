"""A player for any game that improves on its quick players by trying out their choices and others.

At a decision its candidates are the choice of its base (one of the game's quick players), the choices of the other quick
players, and some other legal actions. It plays each candidate out: it carries out the action in a position drawn from its own
view, lets the base play on for its own seat and random quick players for the others, and judges the result. This is the rollout
algorithm (Tesauro and Galperin 1996, Bertsekas), with three precautions:

- All candidates meet the same positions, opponents and random numbers, so their differences are paired.
- Most playouts go to the most promising candidates (sequential halving, Karnin and others 2013).
- The playouts that chose the best candidate do not judge it. In fresh playouts it must beat the base's choice by `guard`
  standard errors of the paired differences; otherwise the player keeps the base's choice.

If a game is small and has no better quick player than random play, the player solves it instead (`workbench.players.solved`).

Positions, opponents and random numbers of playout number k depend only on the decision's seed and k. So the order of the
playouts does not matter, and the same seed and number of playouts give the same choice, in one process or several
(`share_out`).
"""

from __future__ import annotations

import pickle
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import fsum
from time import process_time
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.ladder import best_quick, opponents
from workbench.core.outlook import unlearnt_of
from workbench.core.outside import quoted
from workbench.core.parcel import packed, rebuilt
from workbench.core.player import Expectation, Player, mean_and_error, play_on
from workbench.core.random import Random
from workbench.core.state import OVER, View
from workbench.players.random_player import RandomPlayer
from workbench.players.solved import solved

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from workbench.core.state import State

SEEDS: Final = 1 << 30
"""The number of different seeds for decisions."""
CHOOSING: Final = 2 / 3
"""The share of playouts that choose the best candidate; the others confirm it."""
FEWEST: Final = 6
"""The fewest fresh playouts before the player may leave the base's choice."""
NARROW: Final = 0.15
"""The lead, as a share of the best score, that counts as half of a large one."""
REACH: Final = 10
"""The number of decisions after which a playout stops if what was learnt can judge it."""
AHEAD: Final = "on a scale from 0 (far behind) to 1 (far ahead)"
"""The words for a lead."""
BEST_POINTS: Final = "on a scale from 0 (the fewest points) to 1 (the most), with best play"
"""The words for the value of best play in a game for points."""
WON: Final = 0.5
"""The weight of winning, compared with the lead, if a playout reaches the end of the game."""


class Candidate:
    """An action to try out.

    Attributes:
        action: the action.
        worths: the results of its playouts, in order of their numbers.
    """

    __slots__ = ("action", "worths")

    def __init__(self, action: int) -> None:
        self.action: int = action
        self.worths: list[float] = []

    def mean(self) -> float:
        """Return the mean result of its playouts."""
        return fsum(self.worths) / len(self.worths)


def lead(scores: tuple[float, ...], seat: int) -> float:
    """Return a seat's lead over the best other seat, from 0 (far behind) to 1 (far ahead).

    In a game with one seat, the scale measures how much that seat has.

    >>> lead((10.0, 10.0), 0), lead((12.0, 10.0, 4.0), 0) > 0.6, lead((1.0,), 0) < lead((5.0,), 0)
    (0.5, True, True)
    """
    best, most = 0.0, 0.0
    first = True
    for other in range(len(scores)):
        most = max(most, abs(scores[other]))
        if other != seat:
            best = scores[other] if first else max(best, scores[other])
            first = False
    ahead = scores[seat] - best
    return 0.5 + 0.5 * ahead / (abs(ahead) + 1.0 + NARROW * most)


class RolloutPlayer(Player):
    """Tries out the choices of the game's quick players and some other moves, and takes the best.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers.
        playouts: the number of playouts per decision.
        milliseconds: if positive, the processor time for a decision. If `playouts` take longer, fewer are made, and the choice
            depends on the speed of the machine.
        base: the name of the player it improves on: one of the game's strategies, or ``random``; by default the
            strongest quick player of the game, as measured, or the game's reference player.
        guard: by how many standard errors a candidate must beat the base's choice; None for the game's usual number
            (`Game.rollout_guard`). Random play needs no guard.
        horizon: the number of decisions after which a playout stops and `game.progress` judges it; 0 for the game's usual
            number. If the game stops playouts at rest and something was learnt, a playout goes on from there until play comes
            to rest, and `game.judge` judges it.

    Raises:
        WorkbenchError: a number is out of range.
        UnknownNameError: there is no such player to improve on.

    >>> import workbench as wb
    >>> game = wb.load("nim")
    >>> state = game.position({"rows": {"A": 0, "B": 0, "C": 4, "D": 0}})
    >>> state.phase.words(state, RolloutPlayer(game, Random(1)).choose(state.view(0)))
    'take 4 from row C'
    """

    player_name: ClassVar[str] = "rollout"
    called: ClassVar[str] = "the rollout player"
    quick: ClassVar[bool] = False

    def __init__(
        self,
        game: Game,
        rng: Random,
        playouts: int = 100,
        milliseconds: float = 0.0,
        base: str = "",
        guard: float | None = None,
        horizon: int = 0,
    ) -> None:
        super().__init__(game, rng)
        guard = game.rollout_guard() if guard is None else guard
        if playouts < 1 or horizon < 0 or milliseconds < 0 or guard < 0:
            raise WorkbenchError(
                f"A rollout player needs at least one playout, not {quoted(playouts)}, and its milliseconds, guard and "
                "horizon may not be negative."
            )
        self.playouts: Final = playouts
        self.milliseconds: Final = milliseconds
        drawn = opponents(game)
        quick = {name: game.strategies[name] for name in drawn}
        base = base or best_quick(game) or "random"
        self.learnt: Final = game.stops_at_rest and game.is_learnt()
        self.horizon: Final = horizon or (REACH if self.learnt else game.horizon or game.bounds().decisions)
        self.kinds: list[type[Player]] = []
        self.weights: list[tuple[int, int]] = []
        if base == "random":
            self.kinds.append(RandomPlayer)
            self.weights.append((0, 1))
        elif base not in quick:
            raise UnknownNameError(
                f"{game.title} has no quick player {quoted(base)} to improve on.{nearest(base, quick)} "
                f"Available: {', '.join([*quick, 'random'])}."
            )
        else:
            for name in [base, *[one for one in game.strategies if one in quick and one != base]]:
                self.weights.append((len(self.kinds), drawn[name]))
                self.kinds.append(quick[name])
        self.base: Final = base
        self.guard: Final = 0.0 if base == "random" else guard
        self.at_random: Final = base == "random"
        self.secrets: Final = game.players > 1 and game.has_secrets()
        self.executor: Executor | None = None
        self.hands: int = 1
        self.sent: bytes = b""

    @classmethod
    def unlearnt(cls, game: Game) -> tuple[str, ...]:
        """Return what has been changed, in a game whose playouts are judged by what was learnt under the usual rules."""
        return unlearnt_of(game) if game.stops_at_rest else ()

    def share_out(self, executor: Executor, processes: int) -> None:
        """Let several processes make the playouts of a decision from now on; the choices stay the same.

        Args:
            executor: an executor of processes, such as `ProcessPoolExecutor` of `concurrent.futures` or loky's.
            processes: the number of processes. A limit of milliseconds applies to each.

        Raises:
            WorkbenchError: there is no process, or the game or player cannot be sent to another one.
        """
        if processes < 1:
            raise WorkbenchError(f"Sharing out playouts needs at least one process, not {quoted(processes)}.")
        settings = (self.playouts, self.milliseconds, self.base, self.guard, self.horizon)
        try:
            self.sent = pickler().dumps((type(self), self.game, settings))
        except Exception as fault:
            raise WorkbenchError(f"The player cannot be sent to another process: {fault}") from fault
        self.executor, self.hands = executor, processes

    def choose(self, view: View) -> int:
        """Return the base's choice, or a better one."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        known = solved(self.game, view, self.rng) if self.at_random else ()
        return known[0].action if known else self.study(view)[0].action

    def measured_in(self, expected: tuple[Expectation, ...]) -> str:
        """Return the words for the value of best play in a solved game, a learnt chance to win, or a scale.

        Args:
            expected: what the player expects of the moves at one decision; without samples in a solved game.
        """
        if expected and not expected[0].samples:
            bounds = self.game.bounds()
            for_points = bounds.lowest < 0.0 or bounds.highest > 1.0
            return BEST_POINTS if for_points else "of the win with best play"
        if self.learnt:
            return "chance to win"
        return self.measure if self.game.players == 1 or self.at_random else AHEAD

    def expected(self, view: View) -> tuple[Expectation, ...]:
        """Return what the player expects of each action that it tries out: its choice, then best to worst.

        Args:
            view: what the player's seat may know, at a decision of its own.

        Returns:
            an expectation for each action tried out; less promising actions get fewer playouts. Empty if there is no choice.
        """
        if len(view.legal()) == 1:
            return ()
        known = solved(self.game, view, self.rng) if self.at_random else ()
        if known:
            return known
        found: list[Expectation] = []
        for candidate in self.study(view):
            mean, error = mean_and_error(candidate.worths)
            found.append(Expectation(candidate.action, mean, error, len(candidate.worths)))
        return (found[0], *sorted(found[1:], key=lambda one: -one.mean))

    # -- candidates ----------------------------------------------------------------------------------------------------

    def candidates(self, view: View, seed: int) -> list[Candidate]:
        """Return the candidates: the base's choice, those of the other quick players, then other actions."""
        legal = view.legal()
        most = max(4, 2 + self.playouts // 16)
        found: list[int] = []
        for number in range(len(self.kinds)):
            player = self.kinds[number](self.game, Random(seed, "quick", number))
            choice = player.choose(View(view.seat, view.state.copy()))
            if choice in legal and choice not in found:
                found.append(choice)
        rest = [action for action in legal if action not in found]
        rng = Random(seed, "rest")
        while rest and len(found) < most:
            found.append(rest.pop(rng.below(len(rest))))
        return [Candidate(action) for action in found]

    def study(self, view: View) -> list[Candidate]:
        """Try the candidates out.

        Args:
            view: what the player's seat may know, at a decision of its own.

        Returns:
            the candidates, the one to choose first.
        """
        seed = int(self.rng.below(SEEDS))
        candidates = self.candidates(view, seed)
        base = candidates[0]
        left = candidates[1:]
        if not left:
            return candidates
        begun = process_time()
        self.play_out(view, seed, candidates, 0, 1)
        budget = self.playouts
        until = 0.0
        if self.milliseconds:
            until = begun + self.milliseconds / 1000.0
            each = (process_time() - begun) / len(candidates)
            budget = min(budget, int(self.hands * self.milliseconds / 1000.0 / max(each, 1e-9)))
        confirms = self.guard > 0.0
        choosing = CHOOSING * budget if confirms else float(budget)
        rounds = 1
        while 1 << rounds < len(candidates):
            rounds += 1
        done, number = len(candidates), 1
        for passed in range(rounds):
            share = (choosing - done) / (rounds - passed)
            worlds = int(share / (len(left) + 1))
            tried = [base, *left]
            made = self.play_out(view, seed, tried, number, number + worlds, until)
            number += made
            done += made * len(tried)
            left.sort(key=lambda one: -one.mean())
            left = left[: max(1, len(left) // 2)]
        best = left[0]
        chosen = best if best.mean() > base.mean() else base
        if chosen is best and confirms:
            chosen = self.confirmed(view, seed, base, best, number, number + (budget - done) // 2, until)
        return [chosen, *[one for one in candidates if one is not chosen]]

    def confirmed(
        self, view: View, seed: int, base: Candidate, best: Candidate, first: int, end: int, until: float
    ) -> Candidate:
        """Return the base's choice, or the best candidate if it is better by the guard in fresh playouts.

        Args:
            view, seed: as in `play_out`.
            base: the base's choice.
            best: the best other candidate.
            first, end: the numbers of the playouts, the end excluded.
            until: when to stop, in seconds of the process's time; 0.0 for never.
        """
        number = first
        while number < end:
            made = self.play_out(view, seed, [base, best], number, min(end, number + FEWEST), until)
            if not made:
                break
            number += made
            differences = [best.worths[-back] - base.worths[-back] for back in range(1, number - first + 1)]
            mean, error = mean_and_error(differences)
            if mean < -error:  # the result will hardly change
                return base
        if number - first < FEWEST:
            return base
        return best if mean > self.guard * error else base

    # -- playouts ------------------------------------------------------------------------------------------------------

    def play_out(
        self, view: View, seed: int, candidates: list[Candidate], first: int, end: int, until: float = 0.0
    ) -> int:
        """Play some candidates out, each in the same positions.

        Args:
            view: what the player's seat may know.
            seed: the seed of the decision.
            candidates: the candidates; the results are added to their `worths`.
            first, end: the numbers of the playouts, the end excluded.
            until: when to stop, in seconds of the process's time; 0.0 for never.

        Returns:
            the number of positions from which each candidate was played out.
        """
        if self.executor is not None and end - first > 1:
            return self.played_elsewhere(view, seed, candidates, first, end)
        for number in range(first, end):
            if until and process_time() >= until:
                return number - first
            world = self.world(view, seed, number)
            for candidate in candidates:
                candidate.worths.append(self.worth_after(world, view.seat, candidate.action, seed, number))
        return max(0, end - first)

    def played_elsewhere(self, view: View, seed: int, candidates: list[Candidate], first: int, end: int) -> int:
        """Do the same, shared out among processes."""
        assert self.executor is not None
        actions = [candidate.action for candidate in candidates]
        position = packed(view.state)
        edges = [first + (end - first) * part // self.hands for part in range(self.hands + 1)]
        asked = [
            self.executor.submit(worths_of, self.sent, position, view.seat, seed, actions, edges[part], edges[part + 1])
            for part in range(self.hands)
        ]
        for answer in asked:
            for candidate, worths in zip(candidates, answer.result(), strict=True):
                candidate.worths.extend(worths)
        return end - first

    def cast(self, seed: int, number: int, own: int = -1) -> list[Player]:
        """Return the players of a playout; none for random play.

        The base sits in its own seat, and quick players drawn at random in the others.
        """
        if self.at_random:
            return []
        rng, weights, found = Random(seed, number, "players"), tuple(self.weights), list[Player]()
        for seat in range(self.game.players):
            kind = self.kinds[rng.pick(weights)]
            found.append((self.kinds[0] if seat == own else kind)(self.game, Random(seed, number, seat)))
        return found

    def world(self, view: View, seed: int, number: int) -> State:
        """Return the first position of a playout, with its players' secret choices as far as they know them.

        Args:
            view: what the player's seat may know.
            seed: the seed of the decision.
            number: the number of the playout.
        """
        drawn = view.resample(Random(seed, number, "world"))
        if not self.secrets or self.at_random:
            return drawn
        players = self.cast(seed, number)
        for seat in range(self.game.players):
            if seat != view.seat:
                supposed = drawn.copy()
                players[seat].suppose(supposed, seat)
                if supposed.view(view.seat) == view:
                    drawn = supposed
        return drawn

    def worth_after(self, world: State, seat: int, action: int, seed: int, number: int) -> float:
        """Make one playout and judge the result.

        Args:
            world: the position to begin from; it does not change.
            seat: who decides in it.
            action: what it chooses.
            seed: the seed of the decision.
            number: the number of the playout.

        Returns:
            the judgement, 0..1.
        """
        state = world.copy()
        state.apply(action)
        players = self.cast(seed, number, seat)
        self.play_on(state, players, Random(seed, number, "chance"), self.horizon)
        return self.judged(state, seat)

    def play_on(self, state: State, players: list[Player], rng: Random, least: int) -> None:
        """Let players go on in place; random play needs no views.

        Args:
            state: the position.
            players: one player per seat.
            rng: draws the random events.
            least: the number of decisions with a choice. If what was learnt judges the position, play goes on until it rests.
        """
        play_on(state, [] if self.at_random else players, rng, least, self.learnt)

    def judged(self, state: State, seat: int) -> float:
        """Judge a position for a seat, 0..1, by its lead, and at the end of the game also by who wins."""
        if self.learnt:
            judged = self.game.judge(state) if state.to_move != OVER else None
            return (judged or self.game.win_shares(state.returns()))[seat]
        ahead = lead(self.game.progress(state), seat)
        if state.to_move != OVER:
            return ahead
        bounds = self.game.bounds()
        if bounds.lowest < 0.0 or bounds.highest > 1.0:  # in a game for points, only points count
            return (state.returns()[seat] - bounds.lowest) / (bounds.highest - bounds.lowest)
        return WON * self.game.worth(state)[seat] + (1.0 - WON) * ahead


# -- in another process --------------------------------------------------------------------------------------------------


def pickler() -> Any:
    """Return cloudpickle if it is installed, otherwise pickle.

    Only cloudpickle can send players and phases from a notebook.
    """
    return import_module("cloudpickle") if find_spec("cloudpickle") else pickle


@lru_cache(maxsize=4)
def received(sent: bytes) -> tuple[RolloutPlayer, State]:
    """Return the player that this process works for, and the first position of its game."""
    kind, game, settings = pickle.loads(sent)
    return kind(game, Random(0), *settings), game.start()


def worths_of(
    sent: bytes, position: tuple[str, int, dict[str, Any]], seat: int, seed: int, actions: list[int], first: int, end: int
) -> list[list[float]]:
    """Make some playouts for a player in another process.

    Args:
        sent: the player, as `share_out` packed it.
        position: what the seat sees, as `packed` returns it.
        seat: whose decision it is.
        seed: the seed of the decision.
        actions: the actions to try out.
        first, end: the numbers of the playouts, the end excluded.

    Returns:
        for each action, the results of its playouts, in order of their numbers.
    """
    player, blank = received(sent)
    candidates = [Candidate(action) for action in actions]
    player.play_out(View(seat, rebuilt(blank, position)), seed, candidates, first, end)
    return [candidate.worths for candidate in candidates]
