"""What can be said about chances at a decision, worked out on demand."""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Odds
from workbench.games.goods_and_honor.components import FIRST_DEFEND, SECTION_NAMES, SECTIONS, TYPE_NAMES, die_of
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.laws import draw_law, duel_law
from workbench.games.goods_and_honor.state import GoodsAndHonorState

BEFORE_A_DRAW: Final = ("produce", "assign", "place", "move_pawn")
"""The phases in which a person may want to know what the next draw brings."""
SEPARATE: Final = 3
"""So many Nastigans and more are counted together."""

DUEL: Final = "exact; equal dice as the option `duel_tie` says"
DRAW: Final = "exact, from the tokens in the bag"


def odds(state: GoodsAndHonorState, seat: int) -> tuple[Odds, ...]:
    """The exact chances that matter at this decision.

    When a defender is named: the chance that each of them wins. While a mat is arranged, or before producing: how many
    Nastigans the next draw brings.

    Args:
        state: any position.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor")
    >>> state = game.position({"table": "N1", "mats": {"A": "Food P1 | Guards S1"}})
    >>> [str(chance) for chance in odds(state, 0)]
    ['the Plainsfolk in Food wins: 30.0%', 'the Sentryfolk in Guards wins: 64.3%']
    """
    name = state.phase.name
    if name == "defend":
        found = []
        for action in state.legal():
            kind, section = divmod(action - FIRST_DEFEND, SECTIONS)
            wins = duel_law(die_of(kind, section), state.rules.duel_tie).win
            found.append(Odds(f"the {TYPE_NAMES[kind]} in {SECTION_NAMES[section]} wins", wins, DUEL))
        return tuple(found)
    stops = state.rules.bag_short in ("skip_draw", "end_game") and state.folk_in_bag() < FOLKS_DRAWN
    if name not in BEFORE_A_DRAW or not state.rules.nastigans or stops:
        return ()
    law = draw_law(int(state.folk_in_bag()), state.bag[-1])
    found = [
        Odds(f"the next draw brings {number or 'no'} Nastigan{'s' if number > 1 else ''}", chance, DRAW)
        for number, chance in enumerate(law[:SEPARATE])
    ]
    if len(law) > SEPARATE:
        found.append(Odds(f"the next draw brings {SEPARATE} Nastigans or more", sum(law[SEPARATE:]), DRAW))
    return tuple(found)
