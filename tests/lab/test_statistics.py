"""Every statistic against an example computed by hand or a printed table."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from math import inf, isnan, log, nan, sqrt

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.lab.statistics import (
    Estimate,
    corrected,
    difference,
    games_needed,
    level_for_all,
    mean,
    quantile,
    share,
    told_apart,
    wilson,
)

Z = 1.959964  # the normal distribution holds 95% between -Z and Z


def test_share_of_half() -> None:
    # 5 of 10. Middle: 0.5 by symmetry. Half width: Z * sqrt(0.025 + Z*Z/400) / (1 + Z*Z/10)
    # = 1.959964 * sqrt(0.025 + 0.0096036) / 1.3841459 = 1.959964 * 0.1860209 / 1.3841459 = 0.2634
    estimate = share(5, 10)
    assert (estimate.value, estimate.n) == (0.5, 10)
    assert estimate.low == pytest.approx(0.5 - 0.2634, abs=1e-4)
    assert estimate.high == pytest.approx(0.5 + 0.2634, abs=1e-4)
    assert str(estimate) == "50.0% (23.7% to 76.3%, n = 10, Wilson 95%)"


def test_share_of_none_and_of_all() -> None:
    # 0 of n: from 0 to Z*Z / (n + Z*Z), here 3.841459 / 13.841459 = 0.27754; all of n is the mirror image
    none, every = share(0, 10), share(10, 10)
    assert (none.value, none.low, every.value, every.high) == (0.0, 0.0, 1.0, 1.0)
    assert none.high == pytest.approx(0.27754, abs=1e-5)
    assert every.low == pytest.approx(1 - 0.27754, abs=1e-5)


def test_share_with_half_wins_and_another_level() -> None:
    assert share(2.5, 5).value == 0.5
    assert share(5, 10, level=0.5).high - 0.5 < share(5, 10).high - 0.5
    assert share(5, 10, level=0.9).interval == "Wilson 90%"


@pytest.mark.parametrize(("hits", "n", "level"), [(1, 0, 0.95), (3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_shares_that_make_no_sense(hits: float, n: int, level: float) -> None:
    with pytest.raises(WorkbenchError, match=r"A share needs|A level must"):
        share(hits, n, level)


def test_mean_of_four() -> None:
    # 1, 2, 3, 6: mean 3; squares 4 + 1 + 0 + 9 = 14; deviation sqrt(14 / 3); error sqrt(14 / 3) / 2 = 1.08012; t(3) = 3.18245
    estimate = mean([1, 2, 3, 6])
    assert estimate.value == 3
    assert estimate.high - 3 == pytest.approx(3.18245 * sqrt(14 / 3) / 2, abs=1e-4)
    assert estimate.low == pytest.approx(6 - estimate.high)
    assert str(estimate) == "3 (-0.4374 to 6.437, n = 4, Student t 95%)"


def test_mean_of_equal_values_and_of_one() -> None:
    assert (mean([7, 7, 7]).low, mean([7, 7, 7]).high) == (7, 7)
    assert mean([7]).value == 7
    assert isnan(mean([7]).low)
    assert isnan(mean([7]).high)
    with pytest.raises(WorkbenchError, match="at least one value"):
        mean([])


def test_mean_of_rare_points() -> None:
    # 4 of 20 games give 5: a share of 0.2 with Wilson's formula and t(19) = 2.09302 for Z, times 5.
    # Middle: (0.2 + 4.38075 / 40) / (1 + 4.38075 / 20) = 0.30952 / 1.21904 = 0.25390
    # Half: 2.09302 * sqrt(0.16 / 20 + 4.38075 / 1600) / 1.21904 = 2.09302 * 0.103624 / 1.21904 = 0.177918
    estimate = mean([0] * 16 + [5] * 4)
    assert (estimate.value, estimate.interval) == (1, "Wilson, scaled 95%")
    assert estimate.low == pytest.approx(5 * (0.25390 - 0.177918), abs=1e-3)
    assert estimate.high == pytest.approx(5 * (0.25390 + 0.177918), abs=1e-3)
    # sizes 1 and 3 count as one size of (1 + 9) / (1 + 3) = 2.5, at a share of 0.2 / 2.5
    mixed = mean([0] * 18 + [1, 3])
    assert (mixed.low, mixed.high) == pytest.approx([2.5 * end for end in wilson(0.2 / 2.5, 20, 2.09302)], abs=1e-4)


def test_rare_points_may_lie_on_either_side_of_any_number() -> None:
    up, down, moved = mean([0] * 19 + [4]), mean([0] * 19 + [-4]), mean([7] * 19 + [11])
    assert (down.low, down.high) == (-up.high, -up.low)
    assert (moved.low, moved.high) == pytest.approx((7 + up.low, 7 + up.high))
    # three quarters are rare enough, less is not
    assert [mean([0] * zeros + [1] * (20 - zeros)).method for zeros in (15, 14, 5, 6)] == [
        "Wilson, scaled", "Student t", "Wilson, scaled", "Student t",
    ]
    assert mean([0] * 18 + [1]).method == "Student t", "19 games are too few to say so"


def test_median_of_five_and_of_six() -> None:
    # n = 6: the smallest of six is above the median with chance 1/64 = 1.6 % < 2.5 %, the second smallest with 7/64 > 2.5 %;
    # so the interval goes from the smallest to the largest. n = 5: 1/32 = 3.1 % > 2.5 %, so five values give no ends.
    six = quantile([60, 10, 20, 30, 50, 40], 0.5)
    assert (six.value, six.low, six.high) == (30, 10, 60)
    five = quantile([1, 2, 3, 4, 5], 0.5)
    assert five.value == 3
    assert isnan(five.low)
    assert isnan(five.high)


def test_upper_quantile() -> None:
    # the smallest value that 95% do not exceed is the 95th of a hundred; a twentieth of 59 values is 2.95, so the 57th of 59
    assert quantile(range(1, 101), 0.95).value == 95
    assert quantile(range(1, 60), 0.95).value == 57
    # all 59 values lie below the 95% quantile with chance 0.95 ** 59 = 4.8 % > 2.5 %: the upper end is unknown;
    # of 73 values with chance 2.4 %: then the largest value is the end
    assert isnan(quantile(range(1, 60), 0.95).high)
    assert quantile(range(1, 74), 0.95).high == 73


def test_quantile_of_many_values() -> None:
    # ranks of a binomial with n = 10000, p = 0.5 and deviation 50: about 5000 - 98 and 5000 + 98 + 1
    many = quantile(range(1, 10_001), 0.5)
    assert (many.value, many.low, many.high) == (5000, 4902, 5099)
    with pytest.raises(WorkbenchError, match="part between 0 and 1"):
        quantile([1], 1.0)


# degrees of freedom and two-sided 95% point, from any printed table of Student's t
PRINTED = [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042), (100, 1.984)]


@pytest.mark.parametrize(("freedom", "point"), PRINTED)
def test_student_against_the_printed_table(freedom: int, point: float) -> None:
    values = list(range(freedom + 1))
    estimate = mean(values)
    error = statistics.stdev(values) / sqrt(len(values))
    assert (estimate.high - estimate.value) / error == pytest.approx(point, abs=6e-4)


# -- pairs -------------------------------------------------------------------------------------------------------------


def test_a_difference_by_hand() -> None:
    # differences 1 2 1 2: mean 1.5, squares 4 * 0.25 / 3, so the deviation is 0.5774 and the error 0.2887; t(3) = 3.1824
    found = difference([1, 2, 3, 4], [2, 4, 4, 6])
    assert found.estimate.value == 1.5
    assert found.estimate.high - found.estimate.value == pytest.approx(3.1824 * 0.2887, abs=1e-3)
    assert found.deviation == pytest.approx(0.57735, abs=1e-5)
    # all four point the same way; so do 2 of the 2 ** 4 ways of turning them round
    assert found.p == 2 / 16
    # (-1.5, -0.5, 0.5, 1.5) against (-2, 0, 0, 2): 6 / sqrt(5 * 8)
    assert found.correlation == pytest.approx(6 / sqrt(40))


def test_five_games_that_differ_are_no_evidence() -> None:
    five = difference([0.0] * 1000, [1.0] * 5 + [0.0] * 995)
    assert (five.differing, five.p) == (5, 2 / 32)
    assert difference([0.0] * 1000, [1.0] * 6 + [0.0] * 994).p == 2 / 64
    # from thirteen on Student's t is alone
    assert difference([0.0] * 1000, [1.0] * 13 + [0.0] * 987).p < 0.001


def test_equal_games_have_no_interval() -> None:
    same = difference([1, 2, 3], [1, 2, 3])
    assert (same.estimate.value, same.differing, same.p) == (0, 0, 1.0)
    assert isnan(same.estimate.low)
    # one more in each of ten games: the sign test's 2 / 2 ** 10
    shifted = difference(list(range(10)), list(range(1, 11)))
    assert shifted.estimate.value == 1
    assert isnan(shifted.estimate.high)
    assert shifted.p == pytest.approx(2 / 1024)
    with pytest.raises(WorkbenchError, match="two lists of the same length"):
        difference([1], [1])


def test_corrections_and_their_intervals_agree() -> None:
    assert corrected([]) == []
    assert corrected([0.02, 0.4]) == [0.04, 0.8]
    assert level_for_all(2) == pytest.approx(0.975)
    pairs = [1.0, -0.2, 0.4, 0.9, 0.3, -0.6, 1.2, 0.1, 0.8, 0.5, -0.1, 0.7, 0.2, 0.6]
    found = difference([0.0] * len(pairs), pairs, level_for_all(40))
    assert (corrected([found.p] * 40)[0] < 0.05) == (found.estimate.low > 0)


def test_games_needed_by_hand() -> None:
    # (1.96 + 0.8416) ** 2 = 7.849 for each squared ratio of deviation to effect
    assert games_needed(-0.01, 1.0) == pytest.approx(78_489, abs=2)
    assert games_needed(0.1, 1.0) == 787
    assert games_needed(0, 1.0) == inf
    assert games_needed(3, 0.0) == 2
    assert games_needed(50, 1.0) == 2


# -- by simulation: every kind of interval holds the true value as often as it says ------------------------------------

TIMES = 1000
"""0.95 of 1000 has a standard deviation of 0.7 %."""


def holds(estimates: Iterable[Estimate], truth: float) -> float:
    """How often an interval holds the truth."""
    kept = [one.low <= truth <= one.high for one in estimates]
    assert len(kept) == TIMES
    return sum(kept) / TIMES


@pytest.mark.parametrize("chance", [0.1, 0.5])
def test_wilson_holds_as_often_as_it_says(chance: float) -> None:
    hits = np.random.default_rng(1).binomial(60, chance, TIMES)
    assert 0.935 <= holds([share(int(one), 60) for one in hits], chance) <= 0.975


def test_student_holds_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    # dice are far from normal; thirty of them are enough
    assert 0.935 <= holds([mean(list(map(float, row))) for row in rng.integers(1, 7, (TIMES, 30))], 3.5) <= 0.965


@pytest.mark.parametrize("part", [0.5, 0.9])
def test_order_statistics_hold_at_least_as_often_as_they_say(part: float) -> None:
    rows = np.random.default_rng(3).exponential(1.0, (TIMES, 80))
    # between whole ranks there is nothing: they hold a little more often
    assert 0.94 <= holds([quantile(row.tolist(), part) for row in rows], -log(1 - part)) <= 0.985


def test_paired_intervals_hold_as_often_as_they_say_and_pairing_narrows_them() -> None:
    rng = np.random.default_rng(4)
    common = rng.normal(0, 3, (TIMES, 40))
    first, second = common + rng.normal(0, 1, common.shape), common + rng.normal(0.5, 1, common.shape)
    found = [difference(one.tolist(), other.tolist()) for one, other in zip(first, second, strict=True)]
    assert 0.935 <= holds([one.estimate for one in found], 0.5) <= 0.965
    # the deviation of a difference: sqrt(2) in pairs, sqrt(20) without
    assert statistics.fmean([one.deviation for one in found]) == pytest.approx(sqrt(2), rel=0.02)
    assert statistics.fmean([one.correlation for one in found]) == pytest.approx(0.9, abs=0.02)


def test_intervals_for_several_comparisons_hold_together() -> None:
    rng = np.random.default_rng(5)
    level = level_for_all(6)
    both = {0.95: 0, level: 0}
    for sample in rng.normal(0, 1, (TIMES, 6, 12)):
        for one in both:
            found = [mean(row.tolist(), one) for row in sample]
            both[one] += all(estimate.low <= 0 <= estimate.high for estimate in found)
    assert both[level] / (TIMES) == pytest.approx(0.95, abs=0.02)
    # each at 95%, the six of them hold together only as often as 0.95 ** 6
    assert both[0.95] / (TIMES) == pytest.approx(0.735, abs=0.04)


def test_so_many_games_show_a_difference_as_often_as_promised() -> None:
    rng = np.random.default_rng(6)
    n = int(games_needed(0.4, 1.0))
    found = [mean(row.tolist()) for row in rng.normal(0.4, 1, (TIMES, n))]
    assert sum(one.low > 0 for one in found) / TIMES == pytest.approx(0.8, abs=0.03)


def test_equal_lists_and_mirror_images_say_the_same() -> None:
    wins = [0.0, 1.0, 0.5]
    lists = {"a": wins, "mirror": [1.0, 0.0, 0.5], "equal": wins[:], "half": [0.0, 0.0, 0.5], "two": wins[:2]}
    assert told_apart(lists) == {"a": "a", "mirror": "a", "equal": "a", "half": "half", "two": "two"}
    # the scores of a game in which one seat wins what the other loses
    assert told_apart({"score_0": [3, -2, 0], "score_1": [-3, 2, 0]})["score_1"] == "score_0"
    # what is unknown must be unknown in both
    assert told_apart({"a": [nan, 1.0], "b": [nan, 2.0], "c": [2.0, 1.0]}) == {"a": "a", "b": "a", "c": "c"}
    assert told_apart({}) == {}


def test_what_says_the_same_is_corrected_once() -> None:
    assert corrected([0.02, 0.02, 0.5], looks=2) == [0.04, 0.04, 1.0]
    assert corrected([]) == []
