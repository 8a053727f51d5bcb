"""The figures beside the table of For Goods and Honor, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.account import Entry, entries
from workbench.core.figures import rests_on, shown
from workbench.core.scene import Layer, Panel, stacked
from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import GOOD_NAMES, GOODS, NASTIGAN, SEATS
from workbench.games.goods_and_honor.laws import draw_law, supply_curve
from workbench.games.goods_and_honor.pieces import GOOD_COLOURS
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.match import Match


def panels(state: GoodsAndHonorState, seat: int) -> tuple[Panel, ...]:
    """Return the parts of the scores, the middle as it will empty, and the next draw's Nastigans.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks; behind screens only its own score is shown.

    >>> import workbench as wb
    >>> match = wb.load("goods_and_honor").match(seed=7)
    >>> print(panels(match.seen(), match.seat)[1].readable())
    The middle ahead: now 45 (Food 15, Wood 15, Rock 15)
    """
    return shown(Panel, state, seat, _score_panel, _middle_panel, _nastigan_panel)


def account(match: Match) -> tuple[Entry, ...]:
    """Return the points of a finished match by sets and what is left over, as the chart counts them."""
    return entries(_score_panel(match.game.own(match.state), 0)[0].layers)


SCORE_LAYERS: Final = (
    ("Goods sets", "#E69F00"),
    ("rest of the Goods", "#F0E442"),
    ("Honor sets", "#0072B2"),
    ("rest of the Honor", "#56B4E9"),
)
"""The parts of a score, as they are stacked, with their colours."""


@rests_on("game_over", what="Points if scored now")
def _score_panel(state: GoodsAndHonorState, seat: int) -> tuple[Panel, ...]:
    """Return what each part is worth now: for all players if the stashes lie open, and at the end."""
    over = state.to_move == OVER
    seats = range(state.game.players) if over or not state.game.stash_view_screens else (seat,)
    parts = [state.score_now(one) for one in seats]
    layers = [
        Layer(name, tuple([float(one[part]) for one in parts]), colour)
        for part, (name, colour) in enumerate(SCORE_LAYERS)
    ]
    labels = tuple([SEATS[one] for one in seats])
    return (stacked("Points" if over else "Points if scored now", labels, tuple(layers)),)


@rests_on(asks=("produce",), what="The middle ahead")
def _middle_panel(state: GoodsAndHonorState, seat: int) -> tuple[Panel, ...]:
    """Return the middle now and after each coming Produce Goods phase, if all mats stay (GH-END-5)."""
    curve = supply_curve(state)
    left = [tuple(state.supply), *[step.left for step in curve]]
    layers = [
        Layer(GOOD_NAMES[good], tuple([float(one[good]) for one in left]), GOOD_COLOURS[good]) for good in range(GOODS)
    ]
    labels = ("now", *[SEATS[step.seat] for step in curve])
    title = f"The middle: {labels[-1]} ends it" if curve and curve[-1].ends else "The middle ahead"
    top = float(GOODS * state.game.goods_per_player_in_all)
    return (stacked(title, labels, tuple(layers), top),)


MOST_NASTIGANS: Final = 3
"""The largest number of Nastigans with a separate bar; larger numbers share one."""


TOKENS_MOVE: Final = ("one_folk", "keep", "award", "receiver", "gift_place", "roll", "duel", "assign", "place", "move_pawn")
"""The phases between two draws, besides those that the panel asks: none of them may do anything else with the bag."""


@rests_on(*TOKENS_MOVE, "talk", "reply", "bid", asks=("produce", "defend"), what="Nastigans next, in %")
def _nastigan_panel(state: GoodsAndHonorState, seat: int) -> tuple[Panel, ...]:
    """Return how many Nastigans the next turn's draw brings, with this turn's Nastigans back in the bag."""
    ahead = state.copy()
    ahead.bag[NASTIGAN] += int(state.table_nastigans)
    law = draw_law(ahead) if state.to_move != OVER else ()
    if not law:
        return (Panel("Nastigans next, in %", "bar", (), (), note="Nothing will be drawn."),)
    chances = [*law[: MOST_NASTIGANS + 1], *([sum(law[MOST_NASTIGANS + 1 :])] if len(law) > MOST_NASTIGANS + 1 else [])]
    labels = [str(number) for number in range(len(chances))]
    if len(chances) > MOST_NASTIGANS + 1:
        labels[-1] = "more"
    values = tuple([round(100 * float(chance), 1) for chance in chances])
    texts = tuple([f"{value:.0f}" for value in values])
    return (Panel("Nastigans next, in %", "bar", tuple(labels), values, texts=texts, top=100),)
