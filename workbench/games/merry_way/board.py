"""The table of On Their Merry Way as a picture of named spots, and as figures. Off the rules path.

Everything is told apart by letters and outlines, never by colour alone: cards by their code, claim markers by the letter of
their seat. What may be chosen now has a thick outline.
"""

from __future__ import annotations

from typing import Final

from workbench.core.scene import Panel, Scene, Shape, Spot, circle, line, rect
from workbench.core.scene import text as words
from workbench.games.merry_way.cards import KIND_NAMES, LINE_UP, NONE
from workbench.games.merry_way.components import BIT, FIRST_FLIP, MERCHANTS, RESOURCES, SEATS
from workbench.games.merry_way.explain import seat_text
from workbench.games.merry_way.line import kind_of, road_of
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import MAIN, TOWNS, Road
from workbench.games.merry_way.words import folly_words, scheme_words

WIDTH: Final = 820
LEFT_EDGE: Final = 70
RIGHT_EDGE: Final = 750
ROW: Final = 44
"""How far apart the rows of clearings are."""
CARD: Final = 34
"""How large a card is drawn."""
LINE_UP_HEIGHT: Final = 84
SEAT_HEIGHT: Final = 46
INK: Final = "#20301f"
GRASS: Final = "#e4ecd9"
ROAD: Final = "#c9a56b"
PAPER: Final = "#fffdf5"
RED_SIDE: Final = "#f6d5cf"
BLUE_SIDE: Final = "#d2def2"


def scene(state: MerryWayState, seat: int) -> Scene:
    """The table as a picture.

    Args:
        state: the position, as the seat may know it.
        seat: whose eyes it is seen through.
    """
    board = state.rules.board
    band = (2 * int(board.rows) + 1) * ROW + 24
    height = LINE_UP_HEIGHT + band * int(board.trails) + SEAT_HEIGHT * state.rules.players + 10
    legal = set(state.legal()) if state.to_move == seat else set()
    shapes: list[Shape] = [rect(0, 0, WIDTH, height, fill=GRASS)]
    spots = line_up(state, legal)
    for trail in range(int(board.trails)):
        middle = LINE_UP_HEIGHT + band * trail + band / 2
        road = board.roads[trail]
        shapes += road_shapes(state, road, middle)
        spots += clearings(state, road, middle, legal)
        spots += ways(state, road, middle, legal)
    top = LINE_UP_HEIGHT + band * int(board.trails)
    spots += [seat_spot(state, one, top + SEAT_HEIGHT * one) for one in range(state.rules.players)]
    title = f"{state.rules.title}, round {state.round}: {state.phase.title}."
    return Scene(title, WIDTH, height, tuple(shapes), tuple(spots))


def line_up(state: MerryWayState, legal: set[int]) -> list[Spot]:
    """The folly cards with the travellers between them."""
    rules = state.rules
    found: list[Spot] = []
    wide = WIDTH / (LINE_UP + len(MERCHANTS))
    for place in range(LINE_UP):
        left = 2 * place * wide + 3
        blue = bool(state.blue & BIT[place])
        code, _, side = folly_words(rules, state.line_up[place], blue).rpartition(", ")
        may = FIRST_FLIP + place in legal
        found.append(
            Spot(
                f"folly-{place + 1}",
                f"V{place + 1}: {folly_words(rules, state.line_up[place], blue)}.",
                (left, 8, wide - 6, LINE_UP_HEIGHT - 16),
                (
                    rect(
                        left, 8, wide - 6, LINE_UP_HEIGHT - 16,
                        rx=5, fill=BLUE_SIDE if blue else RED_SIDE, stroke=INK, stroke_width=3 if may else 1,
                    ),
                    words(left + wide / 2 - 3, 28, f"V{place + 1} {code}".strip(), size=11, fill=INK),
                    words(left + wide / 2 - 3, 50, side, size=10, fill=INK),
                ),
                FIRST_FLIP + place,
                may,
            )
        )  # fmt: skip
        if place < len(MERCHANTS):
            left += wide
            known = NONE not in state.line_up and state.round > 0
            kind = KIND_NAMES[kind_of(state, place)] if known else "Merchant"
            town = TOWNS[road_of(place, max(1, state.round))]
            found.append(
                Spot(
                    f"traveller-{MERCHANTS[place].lower()}",
                    f"{MERCHANTS[place]}, a {kind}, bound for {town}.",
                    (left, 14, wide - 6, LINE_UP_HEIGHT - 28),
                    (
                        words(left + wide / 2 - 3, 32, MERCHANTS[place], size=13, fill=INK),
                        words(left + wide / 2 - 3, 48, kind, size=11, fill=INK),
                        words(left + wide / 2 - 3, 64, f"to {town}", size=9, fill=INK),
                    ),
                )
            )
    return found


def where(road: Road, place: int, middle: float) -> tuple[float, float]:
    """The middle of a place in the picture; the traveller of the road's first direction walks to the right."""
    across = LEFT_EDGE + (RIGHT_EDGE - LEFT_EDGE) * road.positions[place] / (2 * int(road.columns))
    side = 1 if road.sides[place] else -1
    return across, middle + side * ROW * road.rows[place]


def road_shapes(state: MerryWayState, road: Road, middle: float) -> list[Shape]:
    """The main trail with its places and towns, and the roadblock."""
    towns = TOWNS[::-1] if road.number == 0 else TOWNS
    found: list[Shape] = [
        line(LEFT_EDGE, middle, RIGHT_EDGE, middle, stroke=ROAD, stroke_width=14),
        words(34, middle - 14, towns[0], size=10, fill=INK),
        words(786, middle - 14, towns[1], size=10, fill=INK),
    ]
    for place, spot in enumerate(road.spot_at):
        if spot == MAIN:
            across, down = where(road, place, middle)
            found.append(circle(across, down, 9, fill=PAPER, stroke=INK))
            found.append(words(across, down + 4, road.names[place], size=9, fill=INK))
    if state.roadblock != NONE and road.way_from[state.roadblock] >= 0:
        begin, end = ends(road, int(state.roadblock), middle)
        across, down = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
        found.append(line(across - 9, down - 9, across + 9, down + 9, stroke=INK, stroke_width=5))
        found.append(line(across - 9, down + 9, across + 9, down - 9, stroke=INK, stroke_width=5))
    return found


def ends(road: Road, way: int, middle: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a way begins and ends in the picture."""
    begin = road.way_from[way]
    return where(road, begin, middle), where(road, begin + road.way_step[way], middle)


def clearings(state: MerryWayState, road: Road, middle: float, legal: set[int]) -> list[Spot]:
    """The spots beside a road, with their cards and claim markers."""
    rules = state.rules
    first = rules.first
    found: list[Spot] = []
    for spot in road.spots:
        across, down = where(road, road.place_of[spot], middle)
        name = rules.board.spot_names[spot]
        uses = [int(base) + spot for base in (first.place, first.strip, first.unclaim)]
        chosen = [action for action in uses if action in legal]
        left, top = across - CARD / 2, down - CARD / 2
        card, owner = state.cards[spot], state.claims[spot]
        outline = 3 if chosen else 1
        if card == NONE:
            label = f"{name}: free."
            shapes: tuple[Shape, ...] = (
                rect(
                    left, top, CARD, CARD, rx=4, fill="none", stroke=INK, stroke_width=outline, stroke_dasharray="3 3"
                ),
            )
        else:
            who = "no claim marker" if owner == NONE else f"the claim marker of {rules.seat_name(owner)}"
            label = f"{name}: {scheme_words(rules, card)}, {who}."
            colour = PAPER if owner == NONE else rules.seat_colour(owner)
            shapes = (
                rect(left, top, CARD, CARD, rx=4, fill=PAPER, stroke=INK, stroke_width=outline),
                words(across, down - 2, rules.cards.scheme_codes[card], size=11, fill=INK),
                circle(across, down + 9, 7, fill=colour, stroke=INK),
                words(across, down + 12, "-" if owner == NONE else SEATS[owner], size=9, fill=INK),
            )
        action = chosen[0] if chosen else uses[0]
        found.append(Spot(f"spot-{name}", label, (left, top, CARD, CARD), shapes, action, bool(chosen)))
    return found


def ways(state: MerryWayState, road: Road, middle: float, legal: set[int]) -> list[Spot]:
    """The ways on which a roadblock may be placed now."""
    rules = state.rules
    first = int(rules.first.block)
    found: list[Spot] = []
    for way, name in enumerate(rules.board.way_names):
        if first + way in legal and rules.board.way_trail[way] == road.trail:
            begin, end = ends(road, way, middle)
            across, down = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
            found.append(
                Spot(
                    f"way-{name}",
                    f"A roadblock may stand on {name}.",
                    (across - 8, down - 8, 16, 16),
                    (circle(across, down, 8, fill=PAPER, stroke=INK, stroke_width=3),),
                    first + way,
                    True,
                )
            )
    return found


def seat_spot(state: MerryWayState, seat: int, top: float) -> Spot:
    """What a player has, in a line."""
    rules = state.rules
    stock = state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]
    turn = "> " if state.to_move == seat else ""
    leader = ", Leader" if state.leader == seat else ""
    first = (
        f"{turn}{rules.seat_name(seat)}{leader}: {state.profit[seat]} profit, plots/manpower/materials "
        f"{'/'.join(map(str, stock))}, {state.reserve[seat]} claim tokens left"
    )
    hand = [rules.cards.scheme_codes[card] if card >= 0 else "?" for card in state.scheme_hands[seat]]
    cards = [rules.cards.resource_codes[card] if card >= 0 else "?" for card in state.resource_hands[seat]]
    return Spot(
        f"seat-{SEATS[seat]}",
        seat_text(state, seat),
        (4, top, WIDTH - 8, SEAT_HEIGHT - 4),
        (
            rect(4, top, WIDTH - 8, SEAT_HEIGHT - 4, rx=5, fill=PAPER, stroke=INK),
            rect(4, top, 10, SEAT_HEIGHT - 4, fill=rules.seat_colour(seat)),
            words(22, top + 18, first, size=13, anchor="start", fill=INK),
            words(22, top + 35, f"{' '.join(hand)} | {' '.join(cards)}", size=11, anchor="start", fill=INK),
        ),
    )


def panels(state: MerryWayState, seat: int) -> tuple[Panel, ...]:
    """Profit against the target, and what the supply has left."""
    rules = state.rules
    names = tuple([rules.seat_name(one) for one in range(rules.players)])
    profits = tuple([float(max(0, profit)) for profit in state.profit])
    colours = tuple([rules.seat_colour(one) for one in range(rules.players)])
    supply = tuple([float(amount) for amount in state.supply])
    return (
        Panel("Profit", "bar", names, profits, target=float(rules.target), colours=colours),
        Panel("Supply", "bar", ("plots", "manpower", "materials"), supply),
    )
