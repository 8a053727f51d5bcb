"""The map of Resource Hog in words, from what a seat may know."""

from __future__ import annotations

from workbench.core.state import OVER
from workbench.core.words import counted, listed
from workbench.games.resource_hog.components import (
    BIT,
    COLUMN_NAMES,
    GOODS,
    NONE,
    SEAT_NAMES,
    SEEN_PILES,
)
from workbench.games.resource_hog.maps import goods_words, ore_words
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.words import pile_words, work_words


def text(state: ResourceHogState, seat: int) -> str:
    """Describe the map, line by line, for terminals and screen readers.

    Args:
        state: the position as the seat may know it.
        seat: the seat through whose eyes you look.

    >>> import workbench as wb
    >>> match = wb.load("resource_hog").match(seed=7)
    >>> print(text(match.seen(), match.seat).splitlines()[0])
    Resource Hog: the set-up for 3 players.
    """
    game = state.game
    lines = [headline(state), ""]
    for one in range(game.players):
        lines.append(seat_line(state, one))
    lines += ["", "Price board: " + ", ".join([column_words(state, column) for column in range(len(COLUMN_NAMES))])]
    clock = f"{counted(int(state.slaves), 'slave token')} and {counted(int(state.mercs), 'mercenary token')}"
    lines.append(f"Beside the board: {clock}")
    waters = [
        f"{game.water_name(one)} {state.fish[one]} of {game.ground.fish_most[one]}" for one in range(game.ground.waters)
    ]
    lines += [f"Fish: {', '.join(waters)}", ""]
    lines += [area_line(state, area) for area in range(game.ground.areas)]
    waiting = [
        f"{counted(number, 'noble')} from {game.area_name(game.ground.origin[border])} against "
        f"{game.area_name(game.ground.beyond[border])}"
        for border, number in enumerate(state.on_border)
        if number
    ]
    if waiting:
        lines += ["", f"On borders: {'; '.join(waiting)}"]
    return "\n".join(lines)


def in_season(state: ResourceHogState) -> bool:
    """Return whether the season is under way: no card is being resolved."""
    return isinstance(state.phase, HogPhase) and state.phase.seasonal


def headline(state: ResourceHogState) -> str:
    """Describe the position in one sentence."""
    game = state.game
    if state.to_move == OVER:
        best = listed([game.seat_name(seat) for seat, share in enumerate(state.returns()) if share])
        return f"{game.title}: the game is over, {best} with {counted(max(state.scores()), 'stone head')}."
    if state.round == 0:
        return f"{game.title}: the set-up for {counted(game.players, 'player')}."
    if in_season(state):
        return f"{game.title}: round {state.round}, the season."
    if state.active == NONE or state.phase is game.program:
        return f"{game.title}: round {state.round}, step {state.step + 1}."
    return f"{game.title}: round {state.round}, step {state.step + 1}, a card of {game.seat_name(int(state.active))}."


def seat_line(state: ResourceHogState, seat: int) -> str:
    """Say what a player has."""
    heads, castles, mottes, manors, nobles, peasants, areas, money = state.standing(seat)
    mark = ">" if state.to_move == seat else " "
    said = f"{mark} {state.game.seat_name(seat)}: {counted(heads, 'stone head')}, {counted(areas, 'area')}, "
    said += f"{counted(peasants, 'peasant')}, {counted(nobles, 'noble')}, {money} money"
    seats = [
        counted(number, name) for number, name in ((castles, "castle"), (mottes, "motte"), (manors, "manor")) if number
    ]
    said += f", {', '.join(seats)}" if seats else ""
    pile = state.piles[seat]
    return said + (f"; cards: {pile_words(SEEN_PILES[pile])}" if pile != NONE else "")


def column_words(state: ResourceHogState, column: int) -> str:
    """Describe a column with its prices."""
    trade, tokens = state.game.trade, state.columns[column]
    sell, buy = trade.sell_price(state, column, tokens), trade.buy_price(state, column, tokens)
    return f"{COLUMN_NAMES[column]} {tokens} (sell {sell}, buy {buy})"


def people_words(state: ResourceHogState, area: int) -> str:
    """Say who lives in an area."""
    parts = []
    for number, said in (
        (state.idle[area], "idle peasant"),
        (int(state.working(area)), "working peasant"),
        (state.moved[area], "moved peasant"),
        (state.nobles[area], "noble"),
    ):
        if number:
            parts.append(counted(number, said))
    if state.spent[area]:
        parts.append(f"{counted(state.spent[area], 'noble')} who attacked")
    return ", ".join(parts) or "nobody"


def squares_words(state: ResourceHogState, area: int) -> str:
    """Describe woodland, fields and heads."""
    parts = []
    for number, one in (
        (state.woodland[area], "woodland"),
        (state.fields[area], "fields"),
        (state.heads[area], "heads"),
    ):
        if number:
            parts.append(f"{one} {number}")
    return ", ".join(parts) or "no squares"


def buildings_of(state: ResourceHogState, area: int) -> list[str]:
    """Name the buildings of an area."""
    found = [SEAT_NAMES[state.seats[area]]] if state.seats[area] else []
    for mask, name in ((state.harbours, "harbour"), (state.mines, "mine"), (state.roads, "road")):
        if mask & BIT[area]:
            found.append(name)
    return found


def area_words(state: ResourceHogState, area: int) -> str:
    """Describe an area in a sentence or two."""
    game = state.game
    base = area * GOODS
    owner = state.owner[area]
    parts = [f"{game.seat_name(owner)}: {people_words(state, area)}" if owner != NONE else "unowned"]
    store = state.store[base : base + GOODS]
    if any(store):
        parts.append(f"store {goods_words(store)}")
    if state.fresh[area]:
        parts.append(f"{state.fresh[area]} fresh food")
    parts.append(squares_words(state, area))
    if game.ground.game_most[area]:
        parts.append(f"game {state.wild[area]} of {game.ground.game_most[area]}")
    if game.ground.mountains & BIT[area]:
        parts.append(f"mountain {ore_words(state.ore[base : base + GOODS])}")
    built = buildings_of(state, area)
    if built:
        parts.append(", ".join(built))
    work = [work_words(game, code) for code in state.work[area]]
    if work:
        parts.append(f"work: {', '.join(work)}")
    return "; ".join(parts)


def area_line(state: ResourceHogState, area: int) -> str:
    """Describe an area with its name before it."""
    return f"{state.game.area_name(area)}: {area_words(state, area)}"
