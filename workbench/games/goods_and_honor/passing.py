"""The dice of duels, rolled on the table. Off the rules path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.core.events import Event
from workbench.core.look import Look as AnyLook
from workbench.core.passing import Passage, Stop
from workbench.core.scene import Shape
from workbench.games.goods_and_honor.board import STAGE
from workbench.games.goods_and_honor.components import RED_SIDES, WORKER_DIE
from workbench.games.goods_and_honor.duel import ROLLED
from workbench.games.goods_and_honor.nastigans import DUEL, FOLK_LOST, FOLK_WON
from workbench.games.goods_and_honor.pieces import draw_die
from workbench.games.goods_and_honor.state import GoodsAndHonorState

Look = AnyLook[GoodsAndHonorState]

TURNS: Final = 7
"""How many faces a rolling die turns up."""
SIZE: Final = 1.5
APART: Final = 48
ROLLS_IN: Final = 150
"""The distance from which a die rolls in."""


def passing(look: Look, events: Sequence[Event]) -> tuple[Passage, ...]:
    """Show the rolls of the duels that have been fought: both dice, and how each duel ended.

    Args:
        look: the position as the seat may know it.
        events: what the seat was told.

    >>> import workbench as wb
    >>> roll = Event("GH-DUEL-4", "Red 2, blue 5.", kind="rolled", fields={"red": 2, "blue": 5})
    >>> look = AnyLook(wb.load("goods_and_honor").start(), 0)
    >>> [(len(one.looks), one.along, one.stops[-1].said) for one in passing(look, [roll])]
    [(8, False, 'Red 2, blue 5. (GH-DUEL-4)'), (8, True, '')]
    """
    found: list[Passage] = []
    sides = WORKER_DIE
    x, y = STAGE.across, STAGE.down
    for event in events:
        if event.kind == DUEL.name:
            sides = int(event.fields["sides"])
        elif event.kind == ROLLED.name:
            red, blue = int(event.fields["red"]), int(event.fields["blue"])
            found.append(_rolled(RED_SIDES, red, True, x - APART, y, str(event)))
            found.append(_rolled(sides, blue, False, x + APART, y, ""))
        elif event.kind in (FOLK_WON.name, FOLK_LOST.name):
            found.append(Passage((Stop(x, y, str(event)),)))
    return tuple(found)


def _rolled(sides: int, face: int, red: bool, x: float, y: float, said: str) -> Passage:
    """Show a die that rolls in and comes to rest."""

    def shown(number: int) -> tuple[Shape, ...]:
        return tuple(draw_die(sides, str(number), 0, 0, SIZE, red))

    looks = (*tuple([shown((face + 3 * turn) % sides + 1) for turn in range(TURNS)]), shown(face))
    return Passage((Stop(x - ROLLS_IN, y), Stop(x, y, said)), looks, along=not red)
