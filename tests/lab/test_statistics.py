"""Every statistic against an example computed by hand or a printed table."""

from __future__ import annotations

from math import atan, isnan, sqrt

import pytest

from workbench.core.errors import WorkbenchError
from workbench.lab.statistics import mean, quantile, share, student, student_part

Z = 1.959964  # the normal distribution holds 95 % between -Z and Z


def test_share_of_half() -> None:
    # 5 of 10. Middle: 0.5 by symmetry. Half width: Z * sqrt(0.025 + Z*Z/400) / (1 + Z*Z/10)
    # = 1.959964 * sqrt(0.025 + 0.0096036) / 1.3841459 = 1.959964 * 0.1860209 / 1.3841459 = 0.2634
    estimate = share(5, 10)
    assert (estimate.value, estimate.n) == (0.5, 10)
    assert estimate.low == pytest.approx(0.5 - 0.2634, abs=1e-4)
    assert estimate.high == pytest.approx(0.5 + 0.2634, abs=1e-4)
    assert str(estimate) == "50.0% (23.7% to 76.3%, n = 10, Wilson 95 %)"


def test_share_of_none_and_of_all() -> None:
    # 0 of n: from 0 to Z*Z / (n + Z*Z), here 3.841459 / 13.841459 = 0.27754; all of n is the mirror image
    none, every = share(0, 10), share(10, 10)
    assert (none.value, none.low, every.value, every.high) == (0.0, 0.0, 1.0, 1.0)
    assert none.high == pytest.approx(0.27754, abs=1e-5)
    assert every.low == pytest.approx(1 - 0.27754, abs=1e-5)


def test_share_with_half_wins_and_another_level() -> None:
    assert share(2.5, 5).value == 0.5
    assert share(5, 10, level=0.5).high - 0.5 < share(5, 10).high - 0.5
    assert share(5, 10, level=0.9).interval == "Wilson 90 %"


@pytest.mark.parametrize(("hits", "n", "level"), [(1, 0, 0.95), (3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)])
def test_shares_that_make_no_sense(hits: float, n: int, level: float) -> None:
    with pytest.raises(WorkbenchError, match=r"A share needs|A level lies"):
        share(hits, n, level)


def test_mean_of_four() -> None:
    # 1, 2, 3, 6: mean 3; squares 4 + 1 + 0 + 9 = 14; deviation sqrt(14 / 3); error sqrt(14 / 3) / 2 = 1.08012; t(3) = 3.18245
    estimate = mean([1, 2, 3, 6])
    assert estimate.value == 3
    assert estimate.high - 3 == pytest.approx(3.18245 * sqrt(14 / 3) / 2, abs=1e-4)
    assert estimate.low == pytest.approx(6 - estimate.high)
    assert str(estimate) == "3 (-0.4374 to 6.437, n = 4, Student t 95 %)"


def test_mean_of_equal_values_and_of_one() -> None:
    assert (mean([7, 7, 7]).low, mean([7, 7, 7]).high) == (7, 7)
    assert mean([7]).value == 7
    assert isnan(mean([7]).low)
    assert isnan(mean([7]).high)
    with pytest.raises(WorkbenchError, match="at least one value"):
        mean([])


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
    # the smallest value that 95 % do not exceed is the 95th of a hundred; a twentieth of 59 values is 2.95, so the 57th of 59
    assert quantile(range(1, 101), 0.95).value == 95
    assert quantile(range(1, 60), 0.95).value == 57
    # all 59 values lie below the 95 % quantile with chance 0.95 ** 59 = 4.8 % > 2.5 %: the upper end is unknown;
    # of 73 values with chance 2.4 %: then the largest value is the end
    assert isnan(quantile(range(1, 60), 0.95).high)
    assert quantile(range(1, 74), 0.95).high == 73


def test_quantile_of_many_values() -> None:
    # ranks of a binomial with n = 10000, p = 0.5 and deviation 50: about 5000 - 98 and 5000 + 98 + 1
    many = quantile(range(1, 10_001), 0.5)
    assert (many.value, many.low, many.high) == (5000, 4902, 5099)
    with pytest.raises(WorkbenchError, match="part between 0 and 1"):
        quantile([1], 1.0)


# degrees of freedom and two-sided 95 % point, from any printed table of Student's t
PRINTED = [
    (1, 12.706),
    (2, 4.303),
    (3, 3.182),
    (4, 2.776),
    (9, 2.262),
    (10, 2.228),
    (30, 2.042),
    (100, 1.984),
    (10**6, 1.960),
]


@pytest.mark.parametrize(("freedom", "point"), PRINTED)
def test_student_against_the_printed_table(freedom: int, point: float) -> None:
    assert student(0.95, freedom) == pytest.approx(point, abs=6e-4)


def test_student_is_smooth_where_the_formula_changes() -> None:
    assert student(0.95, 200) - student(0.95, 201) == pytest.approx(student(0.95, 201) - student(0.95, 202), rel=0.05)
    # t = 1 with two degrees of freedom: the part between -1 and 1 is 1 / sqrt(3)
    assert student_part(atan(1 / sqrt(2)), 2) == pytest.approx(1 / sqrt(3))
