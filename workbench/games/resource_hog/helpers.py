"""Small tables below the map that help with a decision. Off the rules path.

To foretell the season, the module plays its events on a copy of the position, up to the die: it follows any changed event.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from workbench.core.figures import rests_on, shown
from workbench.core.scene import Helper, Row
from workbench.core.state import ENTERING
from workbench.games.resource_hog.components import COLUMN_NAMES, COLUMNS, FOOD, GOODS, NONE, SALT
from workbench.games.resource_hog.measures import MOST_LINED_UP, attack, cost, revenue
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.text import in_season

SEASON: Final = "If the season came now"
PRICES: Final = "The next tokens"
ATTACKS: Final = "Attacks from here"
MOST_SHOWN: Final = 5


def helpers(state: ResourceHogState, seat: int) -> tuple[Helper, ...]:
    """Return tables that help with the decision at hand.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    Returns:
        while work is given out, what the season would make of it; while trading, the prices of the next tokens; while nobles
        move, what attacks would bring; otherwise nothing.
    """
    if state.to_move != seat:
        return ()
    game = state.game
    if state.phase in (game.work, game.build, game.preserve):
        return shown(Helper, state, seat, season_table)
    if state.phase in (game.trade, game.harbour):
        return shown(Helper, state, seat, price_table)
    if state.phase in (game.move_nobles, game.noble_to):
        return shown(Helper, state, seat, attack_table)
    return ()


@dataclass(frozen=True)
class Outlook:
    """An area before and after the season that would come now.

    Attributes:
        area: the area.
        before: peasants, nobles, food and salt now.
        after: the same when the die of the price board is about to be rolled.
    """

    area: int
    before: tuple[int, int, int, int]
    after: tuple[int, int, int, int]


def _counts(state: ResourceHogState, area: int) -> tuple[int, int, int, int]:
    base = area * GOODS
    nobles = state.nobles[area] + state.spent[area]
    return (int(state.peasants(area)), nobles, state.store[base + FOOD], state.store[base + SALT])


def season_outlook(state: ResourceHogState, seat: int) -> tuple[list[Outlook], int]:
    """Return what the season would do to the own areas if it began now, and the money after it.

    The events are played on a copy, one by one; a player who has a choice builds the first thing possible and preserves
    as much as possible.

    Args:
        state: the position.
        seat: the owner of the areas.
    """
    game = state.game
    now = state.copy()
    if not in_season(now):
        now.here = now.active = NONE  # as after the last card: nobody gives out work any more
        now.enter(game.clear)
    for _step in range(200):
        now.settle()
        if now.to_move >= 0 and now.phase is game.build:
            now.apply(next(action for action in now.legal() if action != game.words.done))
        elif now.to_move >= 0 and now.phase is game.preserve:
            now.apply(now.legal()[-1])
        elif now.to_move != ENTERING:
            break
    own = [area for area, owner in enumerate(state.owner) if owner == seat]
    return [Outlook(area, _counts(state, area), _counts(now, area)) for area in own], now.money[seat]


def season_table(state: ResourceHogState, seat: int) -> tuple[Helper, ...]:
    """Return a row for each own area."""
    outlooks, money = season_outlook(state, seat)
    rows = [
        Row(
            (
                state.game.area_name(one.area),
                *[f"{was} → {then}" for was, then in zip(one.before, one.after, strict=True)],
            )
        )
        for one in outlooks
    ]
    note = (
        "The season played on a copy up to the roll of the board die, if nothing else happens and all food is preserved. Your "
        f"money: {state.money[seat]} → {money}."
    )
    told = [said for said in [brief_of(state, one) for one in outlooks] if said]
    told += [f"money {state.money[seat]} → {money}"] if money != state.money[seat] else []
    brief = f"{SEASON}: {'; '.join(told) or 'nothing of yours would change'}."
    return (Helper(SEASON, note, ("area", "peasants", "nobles", "food", "salt"), tuple(rows), brief=brief),)


def brief_of(state: ResourceHogState, one: Outlook) -> str:
    """Return what changes in an area, in a few words; empty if nothing does."""
    changed = [
        f"{what} {was} → {then}"
        for what, was, then in zip(("peasants", "nobles", "food", "salt"), one.before, one.after, strict=True)
        if was != then
    ]
    return f"{state.game.ground.codes[one.area]} {', '.join(changed)}" if changed else ""


@rests_on(asks=("trade",), what=PRICES)
def price_table(state: ResourceHogState, seat: int) -> tuple[Helper, ...]:
    """Return what the next tokens of each column bring and cost."""
    rows = []
    for column in range(COLUMNS):
        tokens = state.columns[column]
        sums = [0, *revenue(state.game, column, tokens, MOST_SHOWN)]
        costs = [0, *cost(state.game, column, tokens, MOST_SHOWN)]
        sells = " ".join([str(after - before) for before, after in pairwise(sums)])
        buys = " ".join([str(after - before) for before, after in pairwise(costs)])
        rows.append(Row((COLUMN_NAMES[column], str(tokens), sells, buys), f"column-{COLUMN_NAMES[column]}"))
    return (
        Helper(PRICES, "Each trade moves the price of the next.", ("column", "tokens", "sell", "buy"), tuple(rows)),
    )


@rests_on("battle", "volley", asks=("ransom",), what=ATTACKS)
def attack_table(state: ResourceHogState, seat: int) -> tuple[Helper, ...]:
    """Return the chances and expected ransom at each enemy area beside an own one with nobles."""
    ground, rows, too_large = state.game.ground, [], False
    for border in range(ground.borders):
        origin, target = ground.origin[border], ground.beyond[border]
        if state.owner[origin] != seat or not state.nobles[origin] or not state.enemy(target, seat):
            continue
        law = attack(state, border, state.nobles[origin])
        if law is None:
            too_large = True
            continue
        cells = (
            f"{ground.codes[origin]} → {ground.codes[target]}",
            f"{law.attackers} v {law.defenders}",
            f"{float(law.wins):.1%}",
            f"{float(law.units):.2f}",
            f"{float(law.loss):.2f}",
            f"{float(law.overwhelms):.1%}",
        )
        rows.append(Row(cells, f"area-{ground.codes[target]}"))
    if not rows:
        return ()
    heads = ("border", "nobles", "win", "units won", "units lost", "drives out")
    note = "If all nobles in the area attack. The units are the ransom to expect, as far as the loser can pay it."
    if too_large:
        note += f" Battles of more than {MOST_LINED_UP} nobles on a side are not worked out."
    return (Helper(ATTACKS, note, heads, tuple(rows)),)
