"""The chances at a decision, worked out on demand."""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Odds, rests_on, shown
from workbench.games.goods_and_honor.components import FIRST_DEFEND, SECTION_NAMES, SECTIONS, TYPE_NAMES
from workbench.games.goods_and_honor.laws import draw_law, duel_law
from workbench.games.goods_and_honor.state import GoodsAndHonorState

SEPARATE: Final = 3
"""From this number on, Nastigans are counted together."""

DUEL: Final = "exact; the option duel_tie says what equal dice do"
DRAW: Final = "exact, from the tokens in the bag"


def odds(state: GoodsAndHonorState, seat: int) -> tuple[Odds, ...]:
    """Return the exact chances that matter at this decision.

    When you name a defender: the chance of each Folk to win. While you arrange a mat, or before producing: how many Nastigans
    the next draw brings.

    Args:
        state: any position.
        seat: who looks.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor")
    >>> state = game.position({"table": "N1", "mats": {"A": "Food P1 | Guards S1"}})
    >>> [str(chance) for chance in odds(state, 0)]
    ['the Plainsfolk in Food wins: 30.0%', 'the Sentryfolk in Guards wins: 64.3%']
    """
    if state.to_move < 0 or not state.turn:
        return ()
    if state.phase is state.game.defend:
        return shown(Odds, state, seat, _duels)
    lying = state.table_nastigans or any(state.table_folk)
    return () if lying or not state.game.nastigans else shown(Odds, state, seat, _next_draw)


@rests_on(asks=("defend",), what="The chance of each defender")
def _duels(state: GoodsAndHonorState, seat: int) -> tuple[Odds, ...]:
    """Return the chance to win of each Folk that may be named."""
    found = []
    for action in state.legal():
        kind, section = divmod(action - FIRST_DEFEND, SECTIONS)
        label = f"the {TYPE_NAMES[kind]} in {SECTION_NAMES[section]} wins"
        found.append(Odds(label, duel_law(state, action).win, DUEL, action))
    return tuple(found)


@rests_on("gift_place", "assign", "place", "move_pawn", asks=("produce",), what="The number of Nastigans next")
def _next_draw(state: GoodsAndHonorState, seat: int) -> tuple[Odds, ...]:
    """Return how many Nastigans the next draw brings; until then nothing enters or leaves the bag."""
    law = draw_law(state)
    found = [
        Odds(f"the next draw brings {number or 'no'} Nastigan{'s' if number > 1 else ''}", chance, DRAW)
        for number, chance in enumerate(law[:SEPARATE])
    ]
    if len(law) > SEPARATE:
        found.append(Odds(f"the next draw brings {SEPARATE} Nastigans or more", sum(law[SEPARATE:]), DRAW))
    return tuple(found)
