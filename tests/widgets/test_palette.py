"""Colours stay apart without colour."""

from __future__ import annotations

import pytest

from widgets.palette import HATCHES, INK, OKABE_ITO, PAPER, contrast, luminance


def test_the_palette_goes_from_black_to_light():
    assert luminance(OKABE_ITO[0]) == 0
    assert all(contrast(colour, INK) > 1.2 for colour in OKABE_ITO)


def test_contrast_is_symmetric_and_bounded():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#D55E00", "#D55E00") == 1
    assert contrast("#0072B2", "#E69F00") == contrast("#E69F00", "#0072B2")


def test_ink_on_paper_can_be_read():
    assert contrast(INK, PAPER) > 12


def test_hatchings_are_all_different():
    assert len(set(HATCHES)) == len(HATCHES)
