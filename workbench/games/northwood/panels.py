"""The figures beside the table of For Northwood!, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.account import Entry
from workbench.core.scene import Panel
from workbench.games.northwood.board import SUIT_COLOURS
from workbench.games.northwood.components import FRIENDLY, SUITS, count
from workbench.games.northwood.state import NorthwoodState
from workbench.games.northwood.text import STATUS_WORDS

if TYPE_CHECKING:
    from workbench.core.match import Match


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


def account(match: Match) -> tuple[Entry, ...]:
    """Return the stars of a finished match by fief (NW-END-2); a fief that is not friendly brings none.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(seed=7)
    >>> events = match.play_out("counter")
    >>> print(*[f"{entry.name}: {entry.values[0]}" for entry in account(match)[:3]], sep="; ")
    fief 0, won: 4.0; fief 1, won: 3.0; fief 2, won: 2.0
    """
    state: NorthwoodState = match.game.own(match.state)
    found = []
    for fief in range(state.game.fiefs):
        status = state.status(fief)
        stars = float(state.game.stars[fief]) if status == FRIENDLY else 0.0
        found.append(Entry(f"fief {fief}, {STATUS_WORDS[status]}", (stars,)))
    return tuple(found)


def _suits_panel(title: str, cards: int) -> Panel:
    held = tuple([float(count(cards & (255 << 8 * suit))) for suit in range(4)])
    return Panel(title, "bar", tuple(SUITS), held, top=8, colours=SUIT_COLOURS)
