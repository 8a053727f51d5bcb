"""Learn what positions of For Northwood! promise, by letting a player that trusts what it has learnt play again and again.

    python tools/learn_northwood.py introductory                        # some minutes a round, with a compiled build
    python tools/learn_northwood.py full --begin-with introductory
    python tools/learn_northwood.py full --begin-with full --seed 2     # goes on
    python tools/learn_northwood.py full --begin-with full --seed 3 --thinking --rounds 2 --games 200
    python tools/learn_northwood.py introductory --rounds 2 --games 20 --into trial.json

The first games are played at random. After each round of games a small net is fitted to all positions of the last rounds: to
what came of the visit, mixed with what the next positions promised (temporal differences). Then the next round is played with
it; now and then a move, a fief or a helper is chosen at random, so that the net also sees what it would not choose. Last, the
chances of some deals are noted for the choice of the fief, with nobody brought in and with friendly rulers, and what each ally
is worth.

What is learnt holds for the play it was learnt from, and the thinker plays better. So in the end the thinker plays, and what
was learnt is adjusted to what comes of its visits (`--thinking`); `benchmarks/northwood_calibration.py` measures on other
games whether what it expects is what happens.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import load  # noqa: E402
from workbench.core.state import CHANCE, OVER  # noqa: E402
from workbench.games.northwood.components import (  # noqa: E402
    CHARACTERS,
    FIRST_FIEF,
    NONE,
    PASS,
    SUBSTITUTES_DONE,
    count,
)
from workbench.games.northwood.game import Northwood  # noqa: E402
from workbench.games.northwood.judgement import (  # noqa: E402
    FACTS,
    LEARNT,
    SCALE,
    Net,
    facts,
    fingerprint,
    unwritten,
    written,
)
from workbench.games.northwood.prospects import Prospects, deal_from  # noqa: E402
from workbench.games.northwood.state import WON, NorthwoodState  # noqa: E402
from workbench.games.northwood.visitor import Level, Thinker, Visitor  # noqa: E402

FILE = ROOT / "workbench" / "games" / "northwood" / "judgement.json"
UNITS = 32
ROUNDS = 14
GAMES = 1200
FIRST_GAMES = 1500
FIRST_ROUNDS = 3
"""The number of early rounds: they have fewer games and more random moves, and mostly fit the results of visits."""
STRAYS = (0.1, 0.08, 0.03)
"""How often an ally is chosen at random: in the first rounds, after them, and in the last third."""
KEPT = 6
"""How many rounds are remembered."""
MIXED = 0.7
"""The share of a target that comes from later results, not from the next position's promise (lambda)."""
EPOCHS = 4
BATCH = 2048
FIRST_GUESS = (((0.82,), (0.86,), (0.88,), (0.85,), (0.87,), (0.86,), (0.82,), (0.75,)),)
DEALS = 48
"""How many deals represent all deals."""
MANY = 10
"""How many deals are drawn for each one kept: they are sorted by the best chance, so the few resemble the many."""
MOST_FACTS = 32
HELD_OUT = 5
"""When a net is adjusted, one game in this many is held out, to judge how far to go."""
ADJUSTMENTS = 4
"""How often the adjusted net goes through all positions, at most."""
ADJUSTING = 0.002
MODERATED = 30
"""The allies of about this many games show the chance before the first visit."""

Whole = npt.NDArray[np.int16]
Real = npt.NDArray[np.float32]


@dataclass
class Played:
    """The results of a round of games.

    Attributes:
        positions: the facts of each position.
        targets: the value found for each position.
        visits: for each fief, the number of visits and of those that succeeded.
        allies: the allies of each game that the thinker played.
        stars: the stars of each game.
        wins: how many games were won.
    """

    positions: list[list[int]] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    visits: list[list[int]] = field(default_factory=lambda: [[0, 0] for _fief in range(8)])
    allies: list[tuple[int, ...]] = field(default_factory=list)
    stars: list[int] = field(default_factory=list)
    wins: int = 0


class Glance(Visitor):
    """Judges at a glance, so it can play many games."""

    levels: ClassVar[tuple[Level, ...]] = (((), 3, 99, 1.0),)


class Within(Glance):
    """Cares only about the current visit."""

    friends = 0

    def begin(self, state: NorthwoodState) -> None:
        super().begin(state)
        self.friends = count(state.friendly)

    def between(self, state: NorthwoodState) -> float:
        return 1.0 if count(state.friendly) > self.friends else 0.0

    def staked(self, state: NorthwoodState, chance: float) -> float:
        return chance


class Pupil:
    """Plays games with the net learnt so far, and notes their positions.

    Args:
        game: the rules.
        net: the net learnt so far; None for random play.
        prospects: the chances between visits.
        seed: the seed of the games.
        strays: how often an ally is chosen at random; fiefs and helpers three times as often, responses a third as often.
        mixed: lambda.
    """

    def __init__(
        self, game: Northwood, net: Net | None, prospects: Prospects, seed: str, strays: float, mixed: float
    ) -> None:
        self.game = game
        self.net = net
        self.chance = Random(seed, "chance")
        self.stray = Random(seed, "stray")
        self.strays = int(strays * 1000)
        self.mixed = mixed
        self.played = Played()
        if net is not None:
            self.within = Within(game, Random(seed, "within"), 0, net, prospects)
            self.whole = Glance(game, Random(seed, "whole"), 0, net, prospects)
        self.chain: list[tuple[list[int], float]] = []

    def play(self) -> None:
        """Play one game."""
        game, played = self.game, self.played
        state = game.start()
        assert isinstance(state, NorthwoodState)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.roll(self.chance)
                continue
            self.note(state, state.phase is game.ability_window)
            action = self.choice(state)
            fief, friendly = int(state.fief), count(state.friendly)
            state.apply(action)
            self.note(state, state.phase is game.statement)
            if fief != NONE and state.fief == NONE:
                self.visit_over(fief, count(state.friendly) > friendly)
        played.stars.append(state.stars())
        played.wins += state.outcome == WON

    def note(self, state: NorthwoodState, resting: bool) -> None:
        """Note a position between two parts of a dialogue, unless the game knows more of it than the net sees."""
        if resting and not state.known and state.fief != NONE:
            found = facts(state)
            self.chain.append((found, self.net.chance_of(found) if self.net else 0.5))

    def choice(self, state: NorthwoodState) -> int:
        """Return the move to make."""
        game, legal = self.game, state.legal()
        if len(legal) == 1:
            return legal[0]
        if self.net is None:
            if state.phase is game.ability_window and self.stray.below(2):
                return PASS
            return legal[self.stray.below(len(legal))]
        early = state.phase is game.choose_fief or state.phase is game.substitute
        often = 3 * self.strays if early else self.strays // 3 if state.phase is game.respond else self.strays
        strays = self.stray.below(1000) < often
        if early:
            if strays:
                return legal[self.stray.below(len(legal))]
            return self.whole.ranked(state, legal)[0][1]
        worth, best = self.within.ranked(state, legal)[0]
        action = legal[self.stray.below(len(legal))] if strays else best
        if action != best:  # what comes of it says nothing about what came before
            self.chain.append(([], worth))
        return action

    def visit_over(self, fief: int, success: bool) -> None:
        """Give every position of the visit its target."""
        later = 1.0 if success else 0.0
        for found, chance in reversed(self.chain):
            if not found:
                later = chance
                continue
            self.played.positions.append(found)
            self.played.targets.append(later)
            later = (1.0 - self.mixed) * chance + self.mixed * later
        self.chain.clear()
        self.played.visits[fief][0] += 1
        self.played.visits[fief][1] += success


class Learner:
    """A net in training: Adam minimises the cross entropy.

    Args:
        units: how many hidden units it has.
        seed: the seed of the first weights and of the shuffling of positions.
        basis: weights to begin with, as stored; None for random ones.
    """

    def __init__(self, units: int, seed: int, basis: dict[str, Any] | None) -> None:
        self.rng = np.random.default_rng(seed)
        self.rows: Real = self.rng.normal(0, 0.15, (FACTS, units)).astype(np.float32)
        self.rows[0] = 0
        self.bias: Real = np.zeros(units, np.float32)
        self.output: Real = self.rng.normal(0, 0.3, units).astype(np.float32)
        self.start: Real = np.zeros(1, np.float32)
        if basis is not None:
            rows, bias, output, start = unwritten(basis)
            self.rows[:] = np.array(rows, np.float32) / SCALE
            self.bias[:] = np.array(bias, np.float32) / SCALE
            self.output[:], self.start[:] = output, start
        self.weights = [self.rows, self.bias, self.output, self.start]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def chances(self, positions: Whole) -> Real:
        """Return the net's values of some positions."""
        hidden = np.maximum(self.rows[positions.astype(np.int64)].sum(1) + self.bias, 0)
        found: Real = 1 / (1 + np.exp(-(hidden @ self.output + self.start[0])))
        return found

    def loss(self, positions: Whole, targets: Real) -> float:
        """Return the cross entropy."""
        found = np.clip(self.chances(positions), 1e-6, 1 - 1e-6)
        return float(-(targets * np.log(found) + (1 - targets) * np.log(1 - found)).mean())

    def step(self, positions: Whole, targets: Real, rate: float) -> None:
        """Make one step downhill."""
        numbers = positions.astype(np.int64)
        sums = self.rows[numbers].sum(1) + self.bias
        hidden = np.maximum(sums, 0)
        found = 1 / (1 + np.exp(-(hidden @ self.output + self.start[0])))
        wrong = (found - targets) / len(targets)
        back = (wrong[:, None] * self.output) * (sums > 0)
        flat, each = numbers.ravel(), np.repeat(back, numbers.shape[1], axis=0)
        rows = np.empty_like(self.rows)
        for unit in range(rows.shape[1]):
            rows[:, unit] = np.bincount(flat, weights=each[:, unit], minlength=FACTS)
        rows[0] = 0
        rows += 1e-6 * self.rows
        self.steps += 1
        rate *= float(np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        slopes = (rows, back.sum(0), hidden.T @ wrong, wrong.sum(keepdims=True))
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean *= 0.9
            mean += 0.1 * slope
            square *= 0.999
            square += 0.001 * slope * slope
            weight -= rate * mean / (np.sqrt(square) + 1e-8)

    def fit(self, positions: Whole, targets: Real, epochs: int, rate: float) -> None:
        """Go through all positions several times, with smaller steps towards the end."""
        batch = min(BATCH, len(targets))
        for epoch in range(epochs):
            order = self.rng.permutation(len(targets))
            for first in range(0, len(targets) - batch + 1, batch):
                part = order[first : first + batch]
                self.step(positions[part], targets[part], rate if epoch < epochs - 1 else rate * 0.3)

    def whole_numbers(self) -> tuple[list[tuple[int, ...]], list[int], list[float], float]:
        """Return the weights as `Net` takes them."""
        rows = [tuple(row) for row in np.rint(self.rows * SCALE).astype(int).tolist()]
        bias = np.rint(self.bias * SCALE).astype(int).tolist()
        return rows, bias, [round(one, 5) for one in self.output.tolist()], round(float(self.start[0]), 5)


def table(positions: list[list[int]]) -> Whole:
    """Return facts as an array, filled up with the fact 0, which says nothing."""
    found = np.zeros((len(positions), MOST_FACTS), np.int16)
    for place, one in enumerate(positions):
        found[place, : len(one)] = one
    return found


def log_odds(chance: float) -> float:
    """Return the log odds of a chance, within bounds."""
    kept = min(max(chance, 0.001), 0.999)
    return float(np.log(kept / (1 - kept)))


def chances_of_deals(game: Northwood, net: Net, seed: str) -> dict[str, Any]:
    """Return the data to store for the game between visits: the chances of some deals, and the worth of each ally.

    Args:
        game: the rules.
        net: the net that was learnt.
        seed: the seed of the deals.

    Returns:
        under `allies`, how much each character as an ally shifts the log odds of a visit, if allies differ from game to
        game; under `deals`, for some deals and each fief, the chance of success with no, one and two rulers brought in, as it
        would be with allies of the usual worth.
    """
    rng = Random(seed, "deals")
    found: list[tuple[NorthwoodState, list[float]]] = []
    for _deal in range(DEALS * MANY):
        state: Any = game.start()
        while state.to_move == CHANCE:
            state.roll(rng)
        found.append((state, [best_with(net, state, fief, 0) for fief in range(8)]))
    worths = worths_of_allies(found)
    found.sort(key=lambda one: max(one[1]))
    deals: list[list[list[float]]] = []
    for state, alone in found[MANY // 2 :: MANY]:
        deal = []
        for fief in range(8):
            helped = state.copy()
            for _helper in range(2):
                others = [one for one in range(8) if one != fief and not helped.friendly >> one & 1]
                helped.friendly |= 1 << others[rng.below(len(others))]
            deal.append([alone[fief], best_with(net, helped, fief, 1), best_with(net, helped, fief, 2)])
        usual = deal_from(deal, [-one for one in worths], state.allies)
        deals.append([[round(one, 4) for one in fief] for fief in usual])
    return {"allies": worths, "deals": deals}


def best_with(net: Net, state: NorthwoodState, fief: int, helpers: int) -> float:
    """Return the best chance at a fief with a number of friendly rulers brought in.

    Args:
        net: the net that was learnt.
        state: a position in which a fief is to be chosen; it stays as it is.
        fief: the fief.
        helpers: how many rulers to bring in.
    """
    child = state.copy()
    child.apply(FIRST_FIEF + fief)
    return best_of(net, child, helpers)


def best_of(net: Net, state: NorthwoodState, helpers: int) -> float:
    """Return the best chance with this many more helpers, or with as many as there are."""
    if state.phase is not state.game.substitute:
        return net.chance(state)
    if not helpers:
        return net.chance(after(state, SUBSTITUTES_DONE))
    return max([best_of(net, after(state, action), helpers - (action != SUBSTITUTES_DONE)) for action in state.legal()])


def after(state: NorthwoodState, action: int) -> NorthwoodState:
    """Return the position after an action."""
    child = state.copy()
    child.apply(action)
    return child


def worths_of_allies(found: list[tuple[NorthwoodState, list[float]]]) -> list[float]:
    """Return how much each ally shifts the log odds of a visit: least squares over many deals, held near 0."""
    given = np.zeros((len(found), CHARACTERS))
    for row, (state, _chances) in enumerate(found):
        given[row, list(state.allies)] = 1.0
    given -= given.mean(0)
    means = np.array([np.mean([log_odds(chance) for chance in chances]) for _state, chances in found])
    worths = np.linalg.solve(given.T @ given + np.eye(CHARACTERS), given.T @ (means - means.mean()))
    return [round(float(worth), 3) + 0.0 for worth in worths]


def learn(
    setup: str, rounds: int, games: int, units: int, seed: int, basis: dict[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Learn a set-up, and yield the data to store after each round.

    Args:
        setup: one of `LEARNT`.
        rounds: how many rounds of games are played after the first games at random.
        games: how many games a round.
        units: how many hidden units the net has.
        seed: the seed of everything random.
        basis: the data stored by an earlier run; with it the first rounds are not needed.
    """
    begun = time.process_time()
    game: Any = load("northwood", setup=setup)
    learner = Learner(units, seed, basis)
    prospects: Prospects = Prospects(game, FIRST_GUESS)
    kept: list[tuple[Whole, Real]] = []
    total = 0
    net = Net(*learner.whole_numbers()) if basis else None
    more = basis is not None and basis["made"][-1]["setup"] == setup  # it goes on where it stopped
    for number in range(FIRST_ROUNDS + 1 if basis else 0, rounds + 1):
        early = number <= FIRST_ROUNDS
        wanted = games if not early else games // 2 if number else max(1, games * FIRST_GAMES // GAMES)
        strays = STRAYS[0] if early else STRAYS[1] if number <= rounds * 2 // 3 and not more else STRAYS[2]
        pupil = Pupil(game, net, prospects, f"{seed} {setup} {number}", strays, 1.0 if early else MIXED)
        for _game in range(wanted):
            pupil.play()
        played = pupil.played
        total += wanted
        positions, targets = table(played.positions), np.array(played.targets, np.float32)
        kept = [*kept[-(KEPT - 1) :], (positions, targets)] if number > 1 and kept else [(positions, targets)]
        success = " ".join([f"{100 * won / max(1, visits):.0f}" for visits, won in played.visits])
        print(
            f"{setup} round {number}: {wanted} games, {len(targets)} positions, won {played.wins / wanted:.3f}, "
            f"stars {sum(played.stars) / wanted:.2f}, fiefs % {success}, loss {learner.loss(positions, targets):.4f}, "
            f"{time.process_time() - begun:.0f} s",
            flush=True,
        )
        last = number == rounds
        learner.fit(
            np.concatenate([one for one, _ in kept]),
            np.concatenate([one for _, one in kept]),
            8 if last else EPOCHS,
            0.01 if number == 0 else 0.005 if early else 0.003,
        )
        net = Net(*learner.whole_numbers())
        between = chances_of_deals(game, net, f"{seed} {setup}")
        prospects = prospects_for(game, between, ())
        print(f"  chance before the first visit {prospects.chance(0, 0, 0):.3f}", flush=True)
        yield {
            "seed": seed,
            "rounds": number,
            "games": total,
            "thinking": False,
            **between,
            **written(*learner.whole_numbers()),
        }


def prospects_for(game: Northwood, between: dict[str, Any], allies: tuple[int, ...]) -> Prospects:
    """Return the prospects from the data to store for the game between visits.

    Args:
        game: the rules.
        between: the result of `chances_of_deals`.
        allies: the allies; none for allies of the usual worth.
    """
    return Prospects(game, tuple([deal_from(deal, between["allies"], allies) for deal in between["deals"]]))


def thought_out(game: Northwood, net: Net, between: dict[str, Any], number: int, seed: str, played: Played) -> None:
    """Let the thinker play a game as well as it can, and note its positions and the result of each visit."""
    chance = Random(seed, "chance", number)
    state = game.start()
    while state.to_move == CHANCE:
        state.roll(chance)
    prospects = prospects_for(game, between, state.allies)
    played.allies.append(state.allies)
    thinker = Thinker(game, Random(seed, "thinker", number), 0, net, prospects)
    visit: list[list[int]] = []
    while state.to_move != OVER:
        if state.phase is game.ability_window and not state.known:
            visit.append(facts(state))
        fief, friendly = int(state.fief), count(state.friendly)
        if state.to_move == CHANCE:
            state.roll(chance)
        else:
            state.apply(thinker.choose(state.view(0)))
        if fief != NONE and state.fief == NONE:
            success = count(state.friendly) > friendly
            played.positions += visit
            played.targets += [1.0 if success else 0.0] * len(visit)
            played.visits[fief][0] += 1
            played.visits[fief][1] += success
            visit = []
    played.stars.append(state.stars())
    played.wins += state.outcome == WON


def shifted(learner: Learner, positions: Whole, targets: Real) -> None:
    """Shift all log odds by the amount that makes the mean right, with Newton's method."""
    for _step in range(10):
        found = learner.chances(positions)
        learner.start += float((targets - found).sum() / (found * (1 - found)).sum())


def moderated(game: Northwood, between: dict[str, Any], allies: list[tuple[int, ...]], won: float) -> dict[str, Any]:
    """Return the data between visits, shifted so the mean chance before the first visit is the share of games won.

    The best of several estimates is usually too high, so all chances of the deals are shifted by the same log odds.

    Args:
        game: the rules.
        between: the result of `chances_of_deals`.
        allies: the allies of the games played; some of them are looked at.
        won: the share of these games that was won.
    """
    some = sorted(set(allies))
    some = some[:: 1 + len(some) // MODERATED]
    low, high, found = -2.0, 2.0, between
    for _step in range(7):
        shift = (low + high) / 2
        deals = [[[round(one, 4) for one in fief] for fief in deal_from(deal, [shift], (0,))] for deal in between["deals"]]
        found = {**between, "deals": deals}
        if sum([prospects_for(game, found, one).chance(0, 0, 0) for one in some]) > won * len(some):
            high = shift
        else:
            low = shift
    return found


def adjust(setup: str, rounds: int, games: int, seed: int, basis: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Adjust a learnt net to the play of the thinker, which wins more than the player it was learnt from.

    Only the results of visits count here, not the promises of the net. First all log odds are shifted; then the weights follow
    for as long as that predicts the held-out games better. Last, the share of games won moderates the chances between visits.

    Args:
        setup: one of `LEARNT`.
        rounds: how many rounds of games are played; each round plays with the result of the last one.
        games: how many games a round.
        seed: the seed of everything random.
        basis: the data stored by an earlier run.
    """
    game: Any = load("northwood", setup=setup)
    learner = Learner(len(basis["bias"]), seed, basis)
    parts: list[list[tuple[Whole, Real]]] = [[], []]
    between: dict[str, Any] = {name: basis[name] for name in ("allies", "deals")}
    allies: list[tuple[int, ...]] = []
    wins = 0
    for number in range(1, rounds + 1):
        net = Net(*learner.whole_numbers())
        learnt, held_out = Played(), Played()
        for one in range(games):
            played = held_out if one % HELD_OUT == 0 else learnt
            thought_out(game, net, between, one, f"{seed} {setup} {number}", played)
        for part, played in zip(parts, (learnt, held_out), strict=True):
            part.append((table(played.positions), np.array(played.targets, np.float32)))
        (positions, targets), tried = [
            (np.concatenate([one for one, _ in part]), np.concatenate([one for _, one in part])) for part in parts
        ]
        before = learner.loss(*tried)
        shifted(learner, positions, targets)
        best, kept = learner.loss(*tried), [weight.copy() for weight in learner.weights]
        said = [f"{best:.4f}"]
        for _time in range(ADJUSTMENTS):
            learner.fit(positions, targets, 1, ADJUSTING)
            loss = learner.loss(*tried)
            said.append(f"{loss:.4f}")
            if loss >= best:
                break
            best, kept = loss, [weight.copy() for weight in learner.weights]
        for weight, good in zip(learner.weights, kept, strict=True):
            weight[:] = good
        wins += learnt.wins + held_out.wins
        allies += learnt.allies + held_out.allies
        between = chances_of_deals(game, Net(*learner.whole_numbers()), f"{seed} {setup}")
        between = moderated(game, between, allies, wins / len(allies))
        visits = [learnt.visits[fief][place] + held_out.visits[fief][place] for place in range(2) for fief in range(8)]
        print(
            f"{setup} round {number}: {games} games, won {(learnt.wins + held_out.wins) / games:.3f}, "
            f"visits % {100 * sum(visits[8:]) / sum(visits[:8]):.1f}, {len(targets)} positions; "
            f"loss on games held out {before:.4f}, shifted {', then '.join(said)}; "
            f"chance before the first visit {prospects_for(game, between, ()).chance(0, 0, 0):.3f}",
            flush=True,
        )
        yield {
            "seed": seed,
            "rounds": number,
            "games": number * games,
            "thinking": True,
            **between,
            **written(*learner.whole_numbers()),
        }


def main() -> int:
    """Learn the named set-ups, and store them beside the others."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("setup", nargs="+", choices=LEARNT)
    line.add_argument("--rounds", type=int, default=ROUNDS)
    line.add_argument("--games", type=int, default=GAMES, help="how many games a round")
    line.add_argument("--units", type=int, default=UNITS, help="how many hidden units")
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("--thinking", action="store_true", help="adjust what was learnt to the thinker's own play")
    line.add_argument("--begin-with", choices=LEARNT, help="begin with what was learnt for this set-up")
    line.add_argument("--into", type=Path, default=FILE, help="the file; what it holds of other set-ups stays")
    given = line.parse_args()
    data = json.loads(given.into.read_text(encoding="utf-8")) if given.into.exists() else {"setups": {}}
    for setup in given.setup:
        learnt = data["setups"]
        basis = learnt.get(given.begin_with)
        if given.thinking and basis is None:
            line.error("--thinking adjusts what was learnt before: name it by --begin-with")
        if given.thinking and basis is not None:
            steps = adjust(setup, given.rounds, given.games, given.seed, basis)
        else:
            steps = learn(setup, given.rounds, given.games, given.units, given.seed, basis)
        for found in steps:
            earlier = basis["made"] if basis else []
            made = {"setup": setup, **{name: found.pop(name) for name in ("seed", "rounds", "games", "thinking")}}
            learnt[setup] = {"made": [*earlier, made], **found}
            data["made_by"], data["rules"] = "python tools/learn_northwood.py", fingerprint()
            data["date"] = time.strftime("%Y-%m-%d", time.gmtime())
            given.into.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
