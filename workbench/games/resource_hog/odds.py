"""Chances worth knowing at a decision of Resource Hog."""

from __future__ import annotations

from workbench.core.figures import Odds, rests_on, shown
from workbench.core.words import counted
from workbench.games.resource_hog.measures import attack
from workbench.games.resource_hog.state import ResourceHogState

EXACT = "Exact: every volley is worked out, the defender rolling first unless an option says otherwise."


def odds(state: ResourceHogState, seat: int) -> tuple[Odds, ...]:
    """Return the chance of each waiting battle.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> areas = {"C1": {"owner": "P1", "nobles": 2}, "H1": {"owner": "P2", "nobles": 1}}
    >>> battle = wb.load("resource_hog").position({"phase": "battle", "areas": areas, "on_border": {"C1>H1": 2}})
    >>> print(odds(battle, 0)[0])
    2 nobles win from Cape 1 (C1) against Haven 1 (H1): 81.0%
    """
    if state.phase is state.game.battle and not state.game.battle_unit_target_area:
        return shown(Odds, state, seat, _battles)
    return ()


@rests_on("battle", "volley", what="The chance of a battle")
def _battles(state: ResourceHogState, seat: int) -> tuple[Odds, ...]:
    """Return the odds of the battles that wait."""
    ground, found = state.game.ground, []
    for border, number in enumerate(state.on_border):
        if number:
            law = attack(state, border, number)
            if law is None:
                continue
            said = f"{counted(law.attackers, 'noble')} win{'s' if law.attackers == 1 else ''} from "
            said += (
                f"{state.game.area_name(ground.origin[border])} against {state.game.area_name(ground.beyond[border])}"
            )
            found.append(Odds(said, law.wins, EXACT))
    return tuple(found)
