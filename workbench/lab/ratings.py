"""Ratings by maximum likelihood: how strong players are, from who ended ahead of whom, on the scale of chess.

With two seats this is the model of Bradley and Terry, with more that of Plackett and Luce: the best place goes to each seat in
proportion to its strength, the next place to each of the others in proportion to theirs, and so on. 400 points more mean ten
times the strength, and a named player, the anchor, has 1000. SciPy finds the strengths that make the results likeliest.

- *Ties.* Players who share a place have equal parts of it. Players who share the last place are not compared with each other,
  unless everybody shares it.
- *Prior.* We add as many drawn games as there are players less one, spread over the tables in proportion to their games. For
  two players that is half a win each, which keeps the estimate from depending on the number of games (Firth 1993). It also
  keeps every resample finite.
- *Intervals* come from resampling the games (bootstrap), 95%; Newton's method fits all resamples at once.
- *Players without a win or a loss.* A player who never won, and whose victims never won, has no finite rating: the likeliest
  one is minus infinity. We say so, and give the rating that it is below: with a higher one, so few wins would have a chance of
  less than 5%. It is the same for a player who never lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, nan
from typing import Any, Final, NamedTuple

from workbench.core.extra import package
from workbench.core.ladder import MIDDLE
from workbench.lab.statistics import Estimate

TENFOLD: Final = 400.0
"""The difference in rating that means ten times the strength, as in chess."""
POINTS: Final = TENFOLD / log(10)
"""The difference in rating for each unit of the logarithm of the strength."""
RESAMPLES: Final = 400
"""How often the results are resampled for the intervals."""
BOOTSTRAP: Final = "bootstrap"
BELOW: Final = "upper bound"
ABOVE: Final = "lower bound"
UNRELATED: Final = "no bound"
FARTHEST: Final = 60.0
"""How far from the anchor a bound may be, in units of the logarithm: 10,000 points."""
MOST_STEPS: Final = 100
"""How many steps of Newton's method may lead to the likeliest strengths; about eight do."""
NEAR: Final = 1e-9
"""A step shorter than this is the last one, in units of the logarithm."""
MOST_NUMBERS: Final = 1_000_000
"""How many numbers an array may hold while many resamples are fitted at once."""
RARE: Final = 0.05
"""The chance of results at least as one-sided as those found, at the bound of a player without a win or a loss."""


class Place(NamedTuple):
    """A place that was decided at a table: the best one, the second, ...

    Attributes:
        seats: how many of the seats that it was decided among each player has, by the number of the player.
        won: each player's part of the place; the parts add up to 1.
    """

    seats: tuple[int, ...]
    won: tuple[float, ...]


class Outcome(NamedTuple):
    """What happened in some games at the same kind of table.

    Attributes:
        games: how many games ended so; a shared win may count as part of a game.
        places: the places that were decided, the best one first.
    """

    games: float
    places: tuple[Place, ...]


def places_of(seated: Sequence[int], returns: Sequence[float], players: int) -> tuple[Place, ...]:
    """Return the places that a game decided, the best one first.

    Args:
        seated: the number of the player in each seat.
        returns: the return of each seat; the highest takes the best place.
        players: how many players there are.

    >>> places_of((0, 1, 1), (0.0, 1.0, 0.0), 2)
    (Place(seats=(1, 2), won=(0.0, 1.0)),)
    >>> places_of((0, 1), (0.5, 0.5), 2)
    (Place(seats=(1, 1), won=(0.5, 0.5)),)
    """
    found: list[Place] = []
    left = list(range(len(seated)))
    while left:
        best = max([returns[seat] for seat in left])
        first = [seat for seat in left if returns[seat] == best]
        if found and len(first) == len(left):
            break  # the last place is shared by all who are left
        seats, won = [0] * players, [0.0] * players
        for seat in left:
            seats[seated[seat]] += 1
        for seat in first:
            won[seated[seat]] += 1 / len(first)
        if sum([number > 0 for number in seats]) > 1:  # the others decide nothing between players
            found.append(Place(tuple(seats), tuple(won)))
        left = [seat for seat in left if returns[seat] != best]
    return tuple(found)


def one_against(player: int, others: int, seats: int, players: int) -> tuple[Place, Place]:
    """Return what can happen where one player sits among others who are all the same: it wins, or one of them does.

    >>> one_against(0, 1, 3, 2)
    (Place(seats=(1, 2), won=(1.0, 0.0)), Place(seats=(1, 2), won=(0.0, 1.0)))
    """
    table = tuple([1 if one == player else seats - 1 if one == others else 0 for one in range(players)])
    won, lost = [tuple([float(one == winner) for one in range(players)]) for winner in (player, others)]
    return Place(table, won), Place(table, lost)


@dataclass
class Likelihood:
    """The likelihood of strengths, for some results. All arrays are of numpy.

    Attributes:
        seats: for each place that was decided, the seats of each player.
        won: each player's part of it.
        anchor: the number of the player whose strength is fixed.
    """

    seats: Any
    won: Any
    anchor: int

    def __post_init__(self) -> None:
        numpy = package("numpy", "A rating")
        with numpy.errstate(divide="ignore"):
            self.seats_log = numpy.log(self.seats)  # minus infinity for whoever does not sit there

    def of(self, strengths: Any, weights: Any) -> tuple[float, Any]:
        """Return the logarithm of the likelihood, and its slope.

        Args:
            strengths: the logarithm of each player's strength.
            weights: how often each place was decided.
        """
        numpy = package("numpy", "A rating")
        each = self.seats_log + strengths
        top = each.max(axis=1)
        parts = numpy.exp(each - top[:, None])
        total = parts.sum(axis=1)
        value = float(weights @ (self.won @ strengths - numpy.log(total) - top))
        return value, weights @ (self.won - parts / total[:, None])

    def best(self, weights: Any, start: Any, held: Sequence[int] = ()) -> Any:
        """Return the strengths that make the results likeliest.

        Args:
            weights: how often each place was decided.
            start: the strengths to begin with.
            held: players whose strength stays as it is, as well as that of the anchor.
        """
        numpy = package("numpy", "A rating")
        free = [one for one in range(len(start)) if one != self.anchor and one not in held]
        strengths = numpy.array(start, dtype=float)
        if not free:
            return strengths
        games = max(1.0, float(weights.sum()))

        def cost(values: Any) -> tuple[float, Any]:
            strengths[free] = values
            value, slope = self.of(strengths, weights)
            return -value / games, -slope[free] / games

        found = package("scipy.optimize", "A rating").minimize(
            cost, strengths[free], jac=True, method="L-BFGS-B", options={"ftol": 1e-13, "gtol": 1e-8, "maxiter": 1000}
        )
        strengths[free] = found.x
        return strengths

    def best_of_each(self, weights: Any, start: Any) -> Any:
        """Return the strengths that make each of several results likeliest: a row for each row of `weights`.

        Newton's method finds them, for many rows at once. The likelihood is concave, and a step is never longer than 1, so that
        a result far from `start` is reached, too.

        Args:
            weights: how often each place was decided, a row for each result.
            start: the strengths to begin with.
        """
        numpy = package("numpy", "A rating")
        free = [one for one in range(len(start)) if one != self.anchor]
        found = numpy.tile(numpy.array(start, dtype=float), (len(weights), 1))
        blocks = min(len(weights), 1 + len(weights) * self.won.size // MOST_NUMBERS)
        for rows in numpy.array_split(numpy.arange(len(weights)), blocks) if free else ():
            found[rows] = self._climbed(weights[rows], found[rows], free)
        return found

    def _climbed(self, weights: Any, strengths: Any, free: list[int]) -> Any:
        """Return the likeliest strengths for a block of results; only those of the `free` players change."""
        numpy = package("numpy", "A rating")
        players = numpy.arange(strengths.shape[1])
        least = 1e-9 * weights.sum(axis=1)[:, None, None] * numpy.eye(len(free))  # for players whom no games connect
        for _ in range(MOST_STEPS):
            each = self.seats_log + strengths[:, None, :]
            parts = numpy.exp(each - each.max(axis=2, keepdims=True))
            parts /= parts.sum(axis=2, keepdims=True)
            weighted = weights[:, :, None] * parts
            expected = weighted.sum(axis=1)
            bend = -weighted.transpose(0, 2, 1) @ parts
            bend[:, players, players] += expected
            slope = (weights @ self.won - expected)[:, free, None]
            step = numpy.linalg.solve(bend[:, free][:, :, free] + least, slope)[:, :, 0]
            longest = numpy.abs(step).max(axis=1, keepdims=True)
            strengths[:, free] += step / numpy.maximum(1.0, longest)
            if longest.max() < NEAR:
                break
        return strengths


def ratings(
    names: Sequence[str], outcomes: Sequence[Outcome], anchor: str, resamples: int = RESAMPLES
) -> dict[str, Estimate]:
    """Return the rating of each player with its interval.

    Args:
        names: the players.
        outcomes: what happened in how many games.
        anchor: the player whose rating is 1000.
        resamples: how often to resample the results for the intervals.

    Returns:
        the ratings, with n games each. For a player without a win or a loss the value is infinite and the interval open, and
        its method says so; the value is unknown (nan) if no games connect the player with the anchor.

    >>> table = one_against(0, 1, 2, 2)
    >>> found = ratings(["a", "b"], [Outcome(100, table[:1]), Outcome(10, table[1:])], "b")
    >>> round(found["a"].value), found["b"].value
    (1392, 1000.0)
    >>> found = ratings(["a", "b"], [Outcome(100, table[:1])], "b")["a"]
    >>> found.value, round(found.low), found.high, found.method
    (inf, 1607, inf, 'lower bound')
    """
    numpy = package("numpy", "A rating")
    outcomes = [one for one in outcomes if one.places and one.games]
    count, here = len(names), list(names).index(anchor)
    known: dict[Place, int] = {}
    for one in outcomes:
        for place in (*one.places, drawn_game(one)):
            known.setdefault(place, len(known))
    likelihood = Likelihood(
        numpy.array([place.seats for place in known], dtype=float).reshape(-1, count),
        numpy.array([place.won for place in known], dtype=float).reshape(-1, count),
        here,
    )
    played = numpy.array([one.games for one in outcomes])
    games = float(played.sum())
    decided, prior = numpy.zeros((len(outcomes), len(known))), numpy.zeros(len(known))
    for row, one in enumerate(outcomes):
        for place in one.places:
            decided[row, known[place]] += 1
        prior[known[drawn_game(one)]] += (count - 1) * one.games / games
    weights = played @ decided
    best = likelihood.best(weights + prior, numpy.zeros(count))
    low = high = numpy.full(count, nan)
    if outcomes and resamples:
        drawn = numpy.random.default_rng(1).multinomial(round(games), played / games, size=resamples)
        different, places = numpy.unique(drawn, axis=0, return_inverse=True)  # with few games, many draws are the same
        fitted = likelihood.best_of_each(different @ decided + prior, best)
        low, high = numpy.quantile(fitted[places.reshape(-1)], [0.025, 0.975], axis=0)
    beaten = beats(likelihood, weights)
    found: dict[str, Estimate] = {}
    for player, name in enumerate(names):
        n = round(sum([one.games for one in outcomes if one.places[0].seats[player]]))
        up, down = here in beaten[player], player in beaten[here]
        if (up and down) or player == here:
            value, least, most = [MIDDLE + POINTS * float(one[player]) for one in (best, low, high)]
            found[name] = Estimate(value, least, most, n, BOOTSTRAP)
        elif not up and not down:
            found[name] = Estimate(nan, -inf, inf, n, UNRELATED)
        else:
            bound = MIDDLE + POINTS * bound_of(likelihood, weights, weights + prior, best, player, -1 if down else 1)
            found[name] = Estimate(-inf, -inf, bound, n, BELOW) if down else Estimate(inf, bound, inf, n, ABOVE)
    return found


def drawn_game(outcome: Outcome) -> Place:
    """Return the best place of a table, shared by all its seats.

    >>> drawn_game(Outcome(1, (Place((1, 3), (1.0, 0.0)),))).won
    (0.25, 0.75)
    """
    seats = outcome.places[0].seats
    return Place(seats, tuple([number / sum(seats) for number in seats]))


def beats(likelihood: Likelihood, weights: Any) -> list[set[int]]:
    """Return for each player whom it beat, or beat through others: the likeliest ratings are finite within circles only."""
    played = weights > 0
    direct = (likelihood.won[played] > 0).T.astype(int) @ (likelihood.seats[played] > 0).astype(int)
    shortest = package("scipy.sparse.csgraph", "A rating").shortest_path(direct > 0, unweighted=True)
    return [{other for other, steps in enumerate(row) if isfinite(steps)} for row in shortest]


def bound_of(likelihood: Likelihood, weights: Any, padded: Any, start: Any, player: int, way: int) -> float:
    """Return the bound for a player without a win or a loss: results as one-sided as these have a chance of 5% there.

    Args:
        likelihood: the likelihood of strengths.
        weights: how often each place was decided.
        padded: the same with the prior, for the strengths of the others.
        start: the strengths to begin with.
        player: the number of the player.
        way: 1 for a player who never lost, -1 for one who never won.

    Returns:
        the logarithm of its strength.
    """

    def likely(strength: float) -> float:
        others = start.copy()
        others[player] = strength
        return likelihood.of(likelihood.best(padded, others, held=(player,)), weights)[0]

    most = likely(way * FARTHEST)
    return float(package("scipy.optimize", "A rating").brentq(
        lambda strength: most + log(RARE) - likely(strength), -way * FARTHEST, way * FARTHEST, xtol=1e-3
    ))
