"""The table of Keydom in words, from what a seat may know."""

from __future__ import annotations

from workbench.core.sets import size_of
from workbench.core.state import OVER
from workbench.core.words import counted, listed
from workbench.games.keydom.components import (
    BIT,
    CROP_CODES,
    CROP_NAMES,
    EVENT_TITLES,
    NONE,
    SEATS,
    TILES,
    UNSEEN,
    WORKER_NAMES,
    WORKERS,
)
from workbench.games.keydom.counters import held, in_short, total
from workbench.games.keydom.country import ROW_NAMES
from workbench.games.keydom.state import KeydomState


def text(state: KeydomState, seat: int) -> str:
    """Describe the table, line by line, for terminals and screen readers.

    Args:
        state: the position as the seat may know it.
        seat: the seat through whose eyes you look.

    >>> import workbench as wb
    >>> match = wb.load("keydom").match(seed=7)
    >>> print(text(match.seen(), match.seat).splitlines()[0])
    Keydom: turn 1, Anna is to act: Turn.
    """
    game = state.game
    lines = [headline(state), "", f"Registry: {registry_words(state)}", f"Stock: {stock_words(state)}"]
    fields, events = counted(size_of(state.bag), "field tile"), counted(sum(state.bag_events), "event")
    lines.append(f"Bag: {fields}, {events}. Events so far: {track_words(state)}")
    if state.out:
        lines.append(f"Out of the game: {' '.join(game.country.listed(state.out))}")
    home = [WORKER_NAMES[worker] for worker in range(TILES) if state.town & BIT[worker]]
    lines.append(f"Town board: {listed(home, 'none')}")
    for other in [(seat + step) % game.players for step in range(game.players)]:
        lines += ["", *_player_lines(state, other, other == seat)]
    lines += ["", "Your country:" if state.to_move != OVER else f"The country of {SEATS[seat]}:", *country_lines(state, seat)]
    return "\n".join(lines)


def headline(state: KeydomState) -> str:
    """Describe the position in one sentence."""
    game = state.game
    if state.to_move == OVER:
        if state.hidden:
            return "Keydom: the game is over."
        best = [game.seat_name(one) for one, share in enumerate(state.returns()) if share]
        wins = "wins" if len(best) == 1 else "win"
        return f"Keydom: the game is over; {listed(best)} {wins} with {counted(max(state.scores()), 'point')}."
    if state.turn == 0:
        return f"Keydom: the set-up for {game.players} players."
    who = game.seat_name(int(state.to_move)) if state.to_move >= 0 else "chance"
    last = f", {counted(state.left, 'turn')} after this one" if state.left >= 0 else ""
    return f"Keydom: turn {state.turn}{last}, {who} is to act: {state.phase.title}."


def registry_words(state: KeydomState) -> str:
    """Describe the tiles of the registry, slot by slot."""
    names = state.game.country.names
    return ", ".join(
        [
            f"{slot + 1} {'empty' if plot == NONE else names[plot] + ' ' + CROP_CODES[state.crops[plot]]}"
            for slot, plot in enumerate(state.registry)
        ]
    )


def stock_words(state: KeydomState) -> str:
    """Describe the general stock, as far as it may be seen (KD-RULING-53)."""
    if state.game.stock_view_covered:
        return f"some {listed([CROP_NAMES[crop] for crop in range(5) if held(state.stock, crop)])}, covered"
    if state.turn == 0 and state.phase is not state.game.first_registry:
        return "being drawn from"
    return in_short(state.stock)


def track_words(state: KeydomState) -> str:
    """List the events that have been drawn."""
    return ", ".join([EVENT_TITLES[event] for event in state.track]) or "none"


def hand_words(state: KeydomState, seat: int) -> str:
    """Describe a hand: all of it, or what can be deduced if it is hidden."""
    if not state.hidden & BIT[seat]:
        return in_short(state.hands[seat])
    number, known = state.size(seat), total(state.hands[seat])
    return counted(number, "counter") + (f", among them {in_short(state.hands[seat])}" if known else "")


def store_words(state: KeydomState, seat: int) -> str:
    """Describe the tiles of a store with their bids."""
    game = state.game
    parts = []
    for place in range(seat * game.store_capacity, (seat + 1) * game.store_capacity):
        plot = state.stored[place]
        if plot != NONE:
            fresh = " (this turn)" if state.stamps[place] >= state.own_turns[seat] else ""
            parts.append(f"{game.country.names[plot]} {CROP_CODES[state.crops[plot]]} for {in_short(state.bids[place])}{fresh}")
    return "; ".join(parts) or "empty"


def group_words(state: KeydomState, seat: int) -> str:
    """Describe the sizes of a seat's groups and what they score."""
    score = state.game.score
    sizes = score.sizes(score.groups(state, seat))
    return f"{' '.join(map(str, sizes)) or 'none'}, scoring {score.worth_of(state, seat, state.fields[seat])}"


def worker_words(state: KeydomState, seat: int) -> str:
    """List the workers on a board, with their numbers."""
    parts = [
        f"{WORKERS[worker].name} {WORKERS[worker].number} on {state.game.country.names[state.posts[seat * TILES + worker]]}"
        for worker in range(TILES)
        if state.posts[seat * TILES + worker] != NONE
    ]
    return ", ".join(parts) or "none"


def _player_lines(state: KeydomState, seat: int, own: bool) -> list[str]:
    """Return what can be seen of a player."""
    chosen = state.chosen[seat]
    mark = ">" if seat == state.active else " "
    lines = [f"{mark} {SEATS[seat]}{' (you)' if own else ''}: hand {hand_words(state, seat)}; store {store_words(state, seat)}"]
    fields = " ".join(
        [
            f"{name}{'' if state.fresh[seat] & BIT[state.game.country.plot(name)] else 'h'}"
            for name in state.game.country.listed(state.fields[seat])
        ]
    )
    lines.append(f"    fields {fields or 'none'} (groups {group_words(state, seat)})")
    lines.append(f"    workers {worker_words(state, seat)}")
    if chosen != NONE:
        lines.append(f"    has chosen {'a field' if chosen == UNSEEN else state.game.country.names[chosen]}")
    return lines


def country_lines(state: KeydomState, seat: int) -> list[str]:
    """Draw a country in seven rows: U unharvested field, h harvested field, digit worker, dot empty."""
    country = state.game.country
    lines = []
    for row in range(7):
        cells = []
        plots = [plot for plot in range(len(country.names)) if country.row_of[plot] == row]
        for plot in plots:
            worker = state.worker_on(seat, plot)
            sign = "."
            if state.fields[seat] & BIT[plot]:
                sign = "U" if state.fresh[seat] & BIT[plot] else "h"
            elif worker != NONE:
                sign = str(WORKERS[worker].number)
            cells.append(sign)
        indent = " " * (country.across[plots[0]] + 8)
        lines.append(f"  {ROW_NAMES[row]} {indent}{'   '.join(cells)}")
    return lines
