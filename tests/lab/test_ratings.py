"""Ratings: by hand, by another library, against players of known strength, and players without a win or a loss."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp, inf, isnan, log10

import numpy
import pytest
from statsmodels.api import GLM
from statsmodels.genmod.families import Binomial

from tests.helpers import some_in_short
from workbench.core.random import Random
from workbench.lab.ratings import POINTS, Likelihood, Outcome, Place, one_against, places_of, ratings

KNOWN = {"anchor": 1000, "better": 1120, "strong": 1250, "weak": 800}


def met(results: dict[tuple[str, str], tuple[float, float]], seats: int) -> tuple[list[str], list[Outcome]]:
    """The players of some meetings, and what happened: for each pair the wins of the first, and n."""
    names = list(dict.fromkeys([name for pair in results for name in pair]))
    outcomes = []
    for (one, other), (won, n) in results.items():
        better, worse = one_against(names.index(one), names.index(other), seats, len(names))
        outcomes += [Outcome(won, (better,)), Outcome(n - won, (worse,))]
    return names, outcomes


@pytest.mark.parametrize(
    ("results", "seats", "expected"),
    [
        # nine of ten among equals, with the half win each of the game that is added
        ({("a", "b"): (89.5, 99)}, 2, {"a": 1000 + 400 * log10(90 / 10)}),
        # a third of the games against two: equal
        ({("a", "b"): (99.5, 298.5)}, 3, {"a": 1000}),
        # half of the games against two: twice as strong as each of them
        ({("a", "b"): (100 - 1 / 3, 199)}, 3, {"a": 1000 + 400 * log10(2)}),
        # two games are added for three players; a player who never met the anchor is rated through the one it met
        ({("a", "b"): (89.5, 99), ("c", "a"): (49.5, 99)}, 2, {"a": 1000 + 400 * log10(9), "c": 1000 + 400 * log10(9)}),
    ],
)
def test_ratings_by_hand(
    results: dict[tuple[str, str], tuple[float, float]], seats: int, expected: dict[str, float]
) -> None:
    found = ratings(*met(results, seats), "b", resamples=0)
    assert found["b"].value == 1000
    assert {name: found[name].value for name in expected} == pytest.approx(expected, abs=0.05)


def test_two_seats_are_a_logistic_regression() -> None:
    results = {("a", "b"): (30.0, 50.0), ("a", "c"): (41.0, 50.0), ("b", "c"): (33.5, 50.0)}
    found = ratings(*met(results, 2), "c", resamples=0)
    third = 1 / 3  # two drawn games are added, spread over three meetings
    fitted = GLM(
        [[won + third, n - won + third] for won, n in results.values()], [[1, -1], [1, 0], [0, 1]], family=Binomial()
    ).fit()
    expected = [1000 + POINTS * strength for strength in fitted.params]
    assert [found["a"].value, found["b"].value] == pytest.approx(expected, abs=0.05)


def test_the_anchor_moves_everybody_alike() -> None:
    names, outcomes = met({("a", "b"): (30, 50), ("a", "c"): (41, 50), ("b", "c"): (33, 50)}, 2)
    first, second = [ratings(names, outcomes, anchor, resamples=0) for anchor in ("a", "c")]
    assert {round(second[name].value - first[name].value, 1) for name in names} == {round(1000 - first["c"].value, 1)}


def test_places_of_a_game() -> None:
    everything = places_of((0, 1, 2), (3.0, 2.0, 1.0), 3)
    assert everything == (Place((1, 1, 1), (1.0, 0.0, 0.0)), Place((0, 1, 1), (0.0, 1.0, 0.0)))
    # the losers of a game with one winner are not compared, and a draw of all is shared
    assert places_of((0, 1, 2), (1.0, 0.0, 0.0), 3) == (everything[0],)
    assert places_of((0, 1), (0.5, 0.5), 2) == (Place((1, 1), (0.5, 0.5)),)
    # a player alone with itself says nothing
    assert places_of((0, 0), (1.0, 0.0), 2) == ()
    assert places_of((0, 0, 1), (2.0, 1.0, 0.0), 2) == (Place((2, 1), (1.0, 0.0)), Place((1, 1), (1.0, 0.0)))


def simulated(games: int, seats: int, rng: Random) -> list[Outcome]:
    """Games in every seating, between players whose strengths are known."""
    strengths = [round(1e6 * exp((rating - 1000) / POINTS)) for rating in KNOWN.values()]
    counted: Counter[tuple[Place, ...]] = Counter()
    for seating in product(range(len(KNOWN)), repeat=seats):
        for _ in range(games if len(set(seating)) > 1 else 0):
            returns, left = [0.0] * seats, list(range(seats))
            while left:
                seat = rng.pick(tuple([(seat, strengths[seating[seat]]) for seat in left]))
                returns[seat] = float(len(left))
                left.remove(seat)
            counted[places_of(seating, returns, len(KNOWN))] += 1
    return [Outcome(n, places) for places, n in counted.items()]


@some_in_short(("seats", "few", "many"), [(3, 2, 8), (2, 10, 40)], every=2)
def test_intervals_hold_what_is_known_and_ratings_hardly_depend_on_the_number_of_games(
    seats: int, few: int, many: int
) -> None:
    """Of 60 intervals 57 should hold; fewer than 52 happens once in a hundred times."""
    rng, worlds = Random(5, "ratings"), 10
    held, means = 0, {}
    for games in (few, many):
        found = [ratings(list(KNOWN), simulated(games, seats, rng), "anchor", resamples=60) for _ in range(worlds)]
        held += sum([one[name].low <= KNOWN[name] <= one[name].high for one in found for name in KNOWN if name != "anchor"])
        means[games] = {name: sum([one[name].value for one in found]) / worlds for name in KNOWN}
    assert held >= 52
    # four times as many games, and the mean of ten ratings stays where it is, within three of its standard errors
    assert means[few] == pytest.approx(means[many], abs=60)
    assert means[many] == pytest.approx(KNOWN, abs=30)


@pytest.mark.parametrize("most", [1, 20, 10_000])
def test_many_results_are_fitted_at_once_as_each_by_itself(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In blocks of any size, far from the start, and where nobody has met a player."""
    monkeypatch.setattr("workbench.lab.ratings.MOST_NUMBERS", most)
    seats = numpy.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 1, 2, 0], [0, 1, 2, 0]], dtype=float)
    won = numpy.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], dtype=float)
    weights = numpy.array([[3, 2, 5, 6], [400, 0.1, 0.1, 900], [0, 1, 1, 1]], dtype=float)
    likelihood = Likelihood(seats, won, 1)
    start = numpy.zeros(4)
    alone = [likelihood.best(row, start) for row in weights]
    assert likelihood.best_of_each(weights, start) == pytest.approx(numpy.array(alone), abs=1e-4)


def test_who_never_won_or_never_lost_has_a_bound_and_no_number() -> None:
    for n in (20, 80):
        found = ratings(*met({("last", "b"): (0, n), ("first", "b"): (n, n)}, 2), "b", resamples=20)
        # losing every game has a chance of 5% if the chance to win one is 1 - 0.05 ** (1 / n)
        chance = 1 - 0.05 ** (1 / n)
        apart = 400 * log10((1 - chance) / chance)
        assert (found["last"].value, found["last"].low) == (-inf, -inf)
        assert (found["first"].value, found["first"].high) == (inf, inf)
        assert found["last"].high == pytest.approx(1000 - apart, abs=1)
        assert found["first"].low == pytest.approx(1000 + apart, abs=1)
        assert "bound" in found["last"].interval and "bound" in found["first"].interval
        assert found["b"].value == 1000 and found["b"].n == 2 * n


def test_a_group_that_never_won_against_the_others_is_bounded_together() -> None:
    results = {("c", "d"): (10, 20), ("a", "c"): (20, 20), ("a", "d"): (20, 20), ("a", "b"): (10, 20)}
    found = ratings(*met(results, 2), "a", resamples=20)
    assert found["c"].value == found["d"].value == -inf and found["c"].high < 1000
    assert found["b"].value == pytest.approx(1000, abs=0.05)


def test_who_cannot_be_compared_with_the_anchor_has_no_rating() -> None:
    # a, the anchor, and b both won all their games against d: nothing says how a and b compare
    results = {("a", "d"): (5, 5), ("b", "d"): (5, 5)}
    found = ratings(*met(results, 2), "a", resamples=20)
    assert isnan(found["b"].value) and (found["b"].low, found["b"].high) == (-inf, inf)
    assert found["d"].value == -inf
