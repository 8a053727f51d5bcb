"""Variants of Keydom whose whole tree is counted: there are none.

Even with nothing in hand and three slots the first registry alone can be drawn in more than a hundred thousand orders, times
starting pairs and start players. Instead a second reading of all rules plays the same games (`test_independent`), and the trees
below single decisions are counted where they are small: every bid of a hand, every division of the counters drawn at set-up.
"""

from __future__ import annotations

from tests.shrunken import Shrunken

SHRUNKEN: tuple[Shrunken, ...] = ()
