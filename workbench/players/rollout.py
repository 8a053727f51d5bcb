"""A player for any game that improves on the game's quick players by trying out what they would do, and what else it could do.

At a decision it takes the choice of its base, one of the game's quick players, those of the game's other quick players, and
some other legal actions. Each of these candidates is played out: the action is carried out in a position drawn from the
player's own view, its seat goes on as the base, the other seats as quick players drawn anew, and where it leads is judged.
This is the rollout algorithm (Tesauro and Galperin 1996, Bertsekas), with three precautions:

- All candidates meet the same positions, the same opponents and the same random numbers, so that their differences are paired.
- Most playouts go to the candidates that promise most (sequential halving, Karnin and others 2013).
- The best candidate is not judged by the playouts that it was chosen by: in fresh ones it must do better than the base's own
  choice by `guard` standard errors of the paired differences, else the base's choice stands.

Where nothing better than random play is known of a game, and it is small, it is solved instead (`workbench.players.solved`).

Positions, opponents and random numbers of playout number k are a function of the decision's seed and k alone. So the order in
which playouts are made does not matter, and the same seed and number of playouts give the same choice.
"""

from __future__ import annotations

from math import fsum
from time import process_time
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.ladder import best_quick, quick_players
from workbench.core.outlook import wins
from workbench.core.outside import quoted
from workbench.core.player import Expectation, Player, mean_and_error, play_on
from workbench.core.random import Random
from workbench.core.state import OVER, View
from workbench.players.random_player import RandomPlayer
from workbench.players.solved import solved

if TYPE_CHECKING:
    from workbench.core.state import State

SEEDS: Final = 1 << 30
"""How many different decisions there are, as far as random numbers go."""
CHOOSING: Final = 2 / 3
"""The part of all playouts by which the best candidate is chosen; the others confirm it."""
FEWEST: Final = 6
"""So many fresh playouts must be made before the base's choice may be left."""
NARROW: Final = 0.15
"""How much of the best score a lead must be to count as half of a large one."""
REACH: Final = 10
"""After so many decisions a playout is broken off where what was learnt judges it."""
WON: Final = 0.5
"""What winning counts beside the lead, where a playout comes to the end of the game."""


class Candidate:
    """An action that is tried out.

    Attributes:
        action: the action.
        worths: what its playouts came to, in the order of their numbers.
    """

    __slots__ = ("action", "worths")

    def __init__(self, action: int) -> None:
        self.action: int = action
        self.worths: list[float] = []

    def mean(self) -> float:
        """What its playouts came to on the average."""
        return fsum(self.worths) / len(self.worths)


def lead(scores: tuple[float, ...], seat: int) -> float:
    """How far a seat is ahead of the best other seat, from 0 (far behind) to 1 (far ahead); alone, how much it has.

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


@mypyc_attr(allow_interpreted_subclasses=True)
class RolloutPlayer(Player):
    """Tries out what the game's quick players would do and some other moves, and takes what proves better.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers.
        playouts: how many playouts a decision is worth.
        milliseconds: where positive, how much processor time a decision may take; then fewer playouts are made where
            `playouts` take longer, and the choice depends on how fast the machine is.
        base: the name of the player it improves on: one of the game's strategies, or ``random``; left out, the strongest quick
            player of the game as far as that has been measured, else the game's reference player.
        guard: how many standard errors a candidate must be better than the base's choice; random play needs no guard.
        horizon: after how many decisions a playout is broken off and judged by `game.progress`; where that tells nothing before
            the end (`game.horizon` is 0) and something was learnt, it goes on until play comes to rest, and `game.judge` says.
            0 for the usual number.

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
    quick: ClassVar[bool] = False

    def __init__(
        self,
        game: Game,
        rng: Random,
        playouts: int = 100,
        milliseconds: float = 0.0,
        base: str = "",
        guard: float = 1.5,
        horizon: int = 0,
    ) -> None:
        super().__init__(game, rng)
        if playouts < 1 or horizon < 0 or milliseconds < 0 or guard < 0:
            raise WorkbenchError(
                f"A rollout player makes at least one playout, not {quoted(playouts)}; its milliseconds, its guard and its "
                "horizon may not be negative."
            )
        self.playouts: Final = playouts
        self.milliseconds: Final = milliseconds
        # where progress tells something, it was as good a guide or a better one in every trial
        self.learnt: Final = not game.horizon and game.is_learnt()
        self.horizon: Final = horizon or (REACH if self.learnt else game.horizon or game.bounds().decisions)
        shares = quick_players(game)
        quick = {name: game.strategies[name] for name in shares}
        base = base or best_quick(game) or "random"
        self.kinds: list[type[Player]] = []
        self.weights: list[tuple[int, int]] = []
        if base == "random":
            self.kinds.append(RandomPlayer)
            self.weights.append((0, 1))
        elif base not in quick:
            raise UnknownNameError(
                f"{game.title} has no quick player {quoted(base)} to improve on.{nearest(base, quick)} "
                f"It has: {', '.join([*quick, 'random'])}."
            )
        else:
            for name in [base, *[one for one in game.strategies if one in quick and one != base]]:
                # whoever wins oftener is oftener met; nobody is never met. In tenths, or each game measured would change it
                self.weights.append((len(self.kinds), 1 + round(10 * shares.get(name, 0.5))))
                self.kinds.append(quick[name])
        self.base: Final = base
        self.guard: Final = 0.0 if base == "random" else guard
        self.at_random: Final = base == "random"
        self.secrets: Final = game.players > 1 and game.has_secrets()

    def choose(self, view: View) -> int:
        """The base's choice, or what proves better."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        known = solved(self.game, view, self.rng) if self.at_random else ()
        return known[0].action if known else self.study(view)[0].action

    def measured_in(self) -> str:
        """A chance to win where what was learnt judges playouts, else a scale."""
        return "chance to win" if self.learnt else self.measure

    def expected(self, view: View) -> tuple[Expectation, ...]:
        """What the player expects of each action that it tries out, its choice first, the others from the best to the worst.

        Args:
            view: what the player's seat may know, at a decision of its own.

        Returns:
            an expectation for each action tried out; the less an action promises, the fewer playouts it gets.
        """
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
        """What is tried out: the base's choice first, then those of the other quick players, then other actions."""
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
            budget = min(budget, int(self.milliseconds / 1000.0 / max(each, 1e-9)))
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
        """Whichever of two candidates stands after fresh playouts: the best only if it is better by the guard.

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
            if mean < -error:  # it will hardly turn
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
            candidates: which; what their playouts come to is added to their `worths`.
            first, end: the numbers of the playouts, the end excluded.
            until: when to stop, in seconds of the process's time; 0.0 for never.

        Returns:
            how many positions each candidate was played out from.
        """
        for number in range(first, end):
            if until and process_time() >= until:
                return number - first
            world = self.world(view, seed, number)
            for candidate in candidates:
                candidate.worths.append(self.worth_after(world, view.seat, candidate.action, seed, number))
        return max(0, end - first)

    def cast(self, seed: int, number: int, own: int = -1) -> list[Player]:
        """Who plays in a playout: in one's own seat the base, in others quick players drawn anew; nobody in one at random."""
        if self.at_random:
            return []
        rng, weights, found = Random(seed, number, "players"), tuple(self.weights), list[Player]()
        for seat in range(self.game.players):
            kind = self.kinds[rng.pick(weights)]
            found.append((self.kinds[0] if seat == own else kind)(self.game, Random(seed, number, seat)))
        return found

    def world(self, view: View, seed: int, number: int) -> State:
        """The position that a playout begins from: secret choices are those of the players in it, as far as they can say.

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
        """Where one playout leads.

        Args:
            world: the position it begins from; it is left as it is.
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
        """Let players go on in place; to choose at random nobody needs a view.

        Args:
            state: the position.
            players: one player a seat.
            rng: draws the random events.
            least: how many decisions are made in which there is a choice; more until play comes to rest where that is judged by
                what was learnt.
        """
        play_on(state, [] if self.at_random else players, rng, least, self.learnt)

    def judged(self, state: State, seat: int) -> float:
        """How good a position is for a seat, 0..1: by the lead, and at the end of the game by who wins, too."""
        if self.learnt:
            judged = self.game.judge(state) if state.to_move != OVER else None
            return (judged or wins(state.returns()))[seat]
        ahead = lead(self.game.progress(state), seat)
        if state.to_move != OVER:
            return ahead
        bounds = self.game.bounds()
        worth = self.game.worth(state)[seat]
        if bounds.lowest < 0.0 or bounds.highest > 1.0:  # a game that is played for points: they are all that counts
            return (worth - bounds.lowest) / (bounds.highest - bounds.lowest)
        return WON * worth + (1.0 - WON) * ahead
