"""The figures beside the table of For Northwood!, as plain data."""

from __future__ import annotations

from workbench.core.scene import Panel
from workbench.games.northwood.board import SUIT_COLOURS
from workbench.games.northwood.components import SUITS, count
from workbench.games.northwood.state import NorthwoodState


def panels(state: NorthwoodState, seat: int) -> tuple[Panel, ...]:
    """Return score against target, stars against the stars needed, and the suits in hand and deck.

    If the end of a visit or of the game has been changed, nobody can tell what is needed there.

    Args:
        state: the position.
        seat: whose eyes it is seen through; the only one is 0.

    >>> import workbench as wb
    >>> print(panels(wb.load("northwood").match(seed=7).state, 0)[1].readable())
    Stars: won 0; target 16
    """
    rules = state.game
    target = float(state.fief) if state.fief >= 0 and "end_of_visit" not in rules.changes else None
    by_stars = rules.win_rule == "stars_at_least_threshold" and "game_over" not in rules.changes
    needed = float(rules.threshold) if by_stars else None
    most = float(sum(rules.stars[: rules.fiefs]))
    return (
        Panel("Score", "bar", ("score",), (float(len(state.score_pile)),), target=target, top=8),
        Panel("Stars", "bar", ("won",), (float(state.stars()),), target=needed, top=most),
        _suits_panel("Hand", state.hand),
        _suits_panel("Deck", state.deck),
    )


def _suits_panel(title: str, cards: int) -> Panel:
    held = tuple([float(count(cards & (255 << 8 * suit))) for suit in range(4)])
    return Panel(title, "bar", tuple(SUITS), held, top=8, colours=SUIT_COLOURS)
