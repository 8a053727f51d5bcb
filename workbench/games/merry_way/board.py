"""The table of On Their Merry Way as a picture of named spots. Off the rules path.

Letters and shapes tell all things apart, never colour alone: follies have an outline and letters, claim markers the letter of
their owner, travellers a letter and what they carry, and pink digits a ring. The ground is the map of a forest.
"""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    EMPTY,
    FIELD,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    THIN,
    TICK,
    Box,
    Style,
    field,
    fit,
    frame,
    medal,
    outline,
    pack,
    steps,
    tag,
)
from workbench.core.scene import Scene, Shape, Spot, line, path, rect
from workbench.core.scene import text as words
from workbench.core.words import counted, listed
from workbench.games.merry_way.build import can_upgrade
from workbench.games.merry_way.cards import (
    COLOUR_NAMES,
    FOLLY_NAMES,
    KIND_NAMES,
    LINE_UP,
    NONE,
    RED,
    RESOURCE_NAMES,
    FollySide,
)
from workbench.games.merry_way.components import (
    BIT,
    HIDDEN,
    MERCHANTS,
    RESOURCES,
    SEATS,
    kinds_of,
)
from workbench.games.merry_way.desk import stage
from workbench.games.merry_way.ground import Look, Ways, grounds, trail
from workbench.games.merry_way.pieces import (
    CROWN,
    DEEP,
    LEAF,
    copies,
    draw_digits,
    draw_kind,
    draw_resource,
    draw_scheme,
    draw_side,
    draw_symbol,
    draw_traveller,
    mark,
    side_colour,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import TOWNS
from workbench.games.merry_way.words import price, resources, scheme_words

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 8
HEAD: Final = Box(MARGIN, 6, INNER, 25)
"""The parts of a round, the supply and the decks."""
STEPS_WIDTH: Final = 340
MAPS: Final = Box(MARGIN, 37, 594, 235)
LINE: Final = Box(614, 37, 194, 235)
"""The area of the line-up: cards on the left, travellers between them on the right."""
SEATS_BOX: Final = Box(MARGIN, 278, 391, 90)
DESK: Final = Box(408, 278, 400, 90)
"""The area that shows what is going on."""
HAND: Final = Box(MARGIN, 374, INNER, 68)
"""The area of the seat's own cards, in two rows."""
SCHEMES_WIDTH: Final = 600
SCHEMES_IN_A_ROW: Final = 6
CARDS_IN_A_ROW: Final = 3

PARTS: Final = ("Work", "Bargain", "Bank", "Build", "Travel", "End of round")


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """Draw the table as named spots: supply, trails, line-up, players, what is going on, and the seat's hand.

    Args:
        look: the position as the seat may know it; this seat comes first, and the others follow in turn order.
    """
    ways = Ways(look)
    trails = grounds(look, MAPS, GAP)
    drop = max(0.0, trails[-1].box.bottom - MAPS.bottom)  # for trails that are longer than usual
    seats, desk, hand = [box._replace(y=box.y + drop) for box in (SEATS_BOX, DESK, HAND)]
    shapes = [rect(0, 0, WIDTH, hand.bottom + 8, rx=12, fill=LEAF), *_head(look)]
    shapes += [frame(desk, CARD, 9, **THIN), *_seats_head(seats, ways), *_no_cards(look, hand)]
    spots = _supply(look)
    for ground in trails:
        spots += trail(look, ground, ways)
    spots += _line_up(look, ways)
    for seat, box in zip(look.order(), seats.cut(top=14).rows(len(SEATS), 1), strict=False):
        spots += _seat(look, seat, box)
    spots += stage(look, desk.cut(6, 2, 2), ways)
    spots += [
        *_schemes(look, hand.cut(right=INNER - SCHEMES_WIDTH)),
        *_resource_cards(look, hand.cut(left=SCHEMES_WIDTH + 4)),
    ]
    return Scene(headline(look.state), WIDTH, hand.bottom + 8, tuple(shapes), tuple(spots), framed=drop > 0, deep=DEEP)


def headline(state: MerryWayState) -> str:
    """Sum up the position in one sentence."""
    rules = state.game
    won = [rules.seat_name(seat) for seat, share in enumerate(state.returns()) if share]
    if won:
        does = "wins" if len(won) == 1 else "share the victory"
        return f"{rules.title}: the game is over after round {state.round}, {listed(won)} {does}."
    if state.round == 0:
        return f"{rules.title}: the set-up for {rules.players} players."
    return f"{rules.title}: round {state.round}, {rules.seat_name(int(state.leader))} has the Leader marker."


def _head(look: Look) -> list[Shape]:
    """Draw the parts of a round, with the present one in ink."""
    part = look.state.phase.title.partition(":")[0]
    part = "Bank" if look.asks("buy") else "End of round" if look.asks("folly") or look.asks("dealt") else part
    now = PARTS.index(part) if part in PARTS and not look.over else NONE
    return steps((*PARTS[:-1], "End"), now, HEAD.cut(top=2, right=INNER - STEPS_WIDTH, bottom=2))


# -- the line-up -------------------------------------------------------------------------------------------------------


def _line_up(look: Look, ways: Ways) -> list[Spot]:
    """Draw the six folly cards with the five travellers between them."""
    spots: list[Spot] = []
    for place, row in enumerate(LINE.rows(LINE_UP, 2)):
        spots.append(_folly_card(look, place, row.cut(right=102)))
        if place < len(MERCHANTS):
            spots.append(_traveller(look, ways, place, row.cut(left=94)._replace(y=row.y + row.height / 2 + 1)))
    return spots


def _sides(look: Look, place: int) -> tuple[str, FollySide | None, FollySide | None, int]:
    """Return a line-up card's code, the side it shows, the other side (None if unknown), and the colour shown."""
    state, card = look.state, look.state.line_up[place]
    colour = 1 if state.blue & BIT[place] else RED
    if card == NONE:
        return "", None, None, colour
    if card < HIDDEN:
        return "", look.state.game.cards.folly_cards[HIDDEN - 1 - card].sides[RED], None, colour
    known = look.state.game.cards.folly_cards[card]
    return known.code, known.sides[colour], known.sides[1 - colour], colour


def _side_words(side: FollySide) -> str:
    """Put a side of a folly card into words."""
    who = f"{KIND_NAMES[side.kind]}s, " if side.kind else ""
    return who + " and ".join([FOLLY_NAMES[folly] for folly in side.follies])


def _folly_card(look: Look, place: int, box: Box) -> Spot:
    """Draw a card of the line-up: the side it shows above, the other side below."""
    x, y, thing = box.x, box.y, f"folly-{place + 1}"
    code, shown, other, colour = _sides(look, place)
    if shown is None:
        shapes = [frame(box, **EMPTY), words(box.across, box.down + 4, f"V{place + 1}", 12, "middle", **QUIET)]
        return Spot(thing, f"V{place + 1}: no folly card yet.", box, tuple(shapes))
    shapes = [
        field(look, thing, box, side_colour(colour), **THIN),
        words(x + 5, y + 14, f"V{place + 1}", 12, "start", **BOLD),
        words(x + 5, y + 30, COLOUR_NAMES[colour], 11, "start", **SOFT),
        *draw_kind(shown.kind, x + 33, y + 9, 0.6),
        *draw_side(shown, box.right - 32, y + 10, 8),
    ]
    label = f"V{place + 1}, {f'the folly card {code}' if code else 'a folly card'}"
    label += f", shows its {COLOUR_NAMES[colour]} side: {_side_words(shown)}."
    below = box.cut(31, 19, 2, 1)
    if other is None:
        shapes += [frame(below, ASIDE, 5), words(below.across, y + 31.5, "blue: ?", 11, "middle", **SOFT)]
        label += " Its other side is unknown."
    else:
        shapes.append(frame(below, side_colour(1 - colour), 5, stroke=RULE, stroke_width=0.7))
        shapes += draw_kind(other.kind, x + 42, y + 27, 0.45)
        shapes += draw_side(other, below.across + (7 if other.kind else 0), below.down, 7)
        label += f" Its {COLOUR_NAMES[1 - colour]} side: {_side_words(other)}."
    return Spot(thing, label, box, tuple(shapes))


def _traveller(look: Look, ways: Ways, traveller: int, box: Box) -> Spot:
    """Draw a traveller between its two folly cards: what it is, its follies in order, and its road."""
    state, name, travel = look.state, MERCHANTS[traveller], look.state.game.travel
    x, y, thing = box.x, box.y, f"traveller-{name}"
    town = TOWNS[travel.road(state, traveller)]
    known = NONE not in state.line_up
    kind = travel.kind(state, traveller) if known else 0
    shapes = [frame(box.cut(top=1, bottom=1), PAPER, **outline(True))] if look.may(thing) else []
    shapes += draw_traveller(traveller, kind, x + 13, y + 23, 0.85)
    left = x + 29
    shapes.append(fit(left, y + 10.5, name, box.right - left, 11.5, **BOLD))
    label = f"{name}, bound for {town}."
    if known:
        follies = travel.follies(state, traveller)
        step = min(17.0, (box.right - left - 2) / len(follies))
        for number, folly in enumerate(follies):
            shapes += draw_symbol(folly, left + 8 + step * number, y + 20.5, min(6.5, step / 2.2))
        shapes.append(fit(left, y + 37.3, KIND_NAMES[kind], box.right - left, 11, **(SEMI if kind else PLAIN)))
        listed = ", ".join([FOLLY_NAMES[folly] for folly in follies])
        label = f"{name}, a {KIND_NAMES[kind]} bound for {town}; follies: {listed}.{ways.words(look, traveller)}"
    return Spot(thing, label, box.cut(top=1, bottom=1), tuple(shapes))


# -- supply and decks --------------------------------------------------------------------------------------------------


def _supply(look: Look) -> list[Spot]:
    """Draw the three piles of resources and the three decks."""
    state, codes = look.state, look.state.game.cards.scheme_codes
    boxes = HEAD.cut(left=STEPS_WIDTH + 6)
    spots: list[Spot] = []
    for kind, box in enumerate(boxes.cut(right=boxes.width - 174).columns(RESOURCES, 4)):
        thing, number = f"supply-{RESOURCE_NAMES[kind]}", state.supply[kind]
        shapes = [field(look, thing, box, CARD, 6, **THIN), *draw_resource(kind, box.x + 16, box.down, 1.1)]
        shapes.append(fit(box.right - 6, box.down + 5, str(number), 24, 15, "end", **BOLD))
        spots.append(Spot(thing, f"The supply has {resources(kind, number)}.", box, tuple(shapes)))
    decks = (
        ("scheme", "schemes", len(state.scheme_deck), state.scheme_discard),
        ("resource", "resources", len(state.resource_deck), state.resource_discard),
        ("folly", "follies", state.folly_cards_left(), None),
    )
    for (said, heading, count, gone), box in zip(decks, boxes.cut(left=180).columns(len(decks), 5), strict=True):
        thing, face = f"deck-{said}", box.cut(right=2, bottom=2)
        shapes = [
            rect(box.x + 3, box.y + 3, box.width - 3, box.height - 3, rx=6, fill=ASIDE, stroke=RULE, stroke_width=0.8),
            field(look, thing, face, CARD, 6, **THIN),
            fit(box.x + 4, face.down + 4, heading, face.width - 25, 11, least=0.95, **PLAIN),
            words(face.right - 4, face.down + 5, str(count), 13.5, "end", **BOLD),
        ]
        label = f"The deck of {said} cards: {counted(count, 'card')}"
        if gone is not None:
            label += f", and {len(gone)} in the discard pile"
        if gone and said == "scheme":
            label += f". Discarded: {', '.join([codes[card] for card in gone])}"
        spots.append(Spot(thing, f"{label}.", box, tuple(shapes)))
    return spots


# -- players -----------------------------------------------------------------------------------------------------------


COUNTS: Final = ((181, "schemes"), (212, "cards"), (250, "claims"), (286, "profit"))
"""The right edge of each number beside a player, and what it counts."""


def _seats_head(box: Box, ways: Ways) -> list[Shape]:
    """Draw the heads of the players' numbers, and say which of the travellers' ways the trails show."""
    shapes = [words(box.x + right, box.y + 10, said, 11, "end", **PLAIN) for right, said in COUNTS]
    if ways.trips:
        note = "lines: walked now" if ways.foreseen else "lines: walked last"
        shapes.append(words(box.x + 4, box.y + 10, note, 11, "start", **SEMI))
    return shapes


def _seat(look: Look, seat: int, row: Box) -> list[Spot]:
    """Draw what a player has in the open: profit, resources, number of cards, claim tokens, the Leader marker."""
    state, name, thing = look.state, look.state.game.seat_name(seat), f"seat-{SEATS[seat]}"
    x, y, deciding = row.x, row.down, state.to_move == seat
    box = row.cut(right=row.width - 252)
    shapes = [
        frame(row, CARD, 6, stroke=INK, stroke_width=2 if deciding else 0.8),
        field(look, thing, box.inside(1.2), FIELD if seat == look.seat else CARD, 5),
        *mark(state.game, seat, x + 12, y, 7.5),
        fit(x + 23, y + 4.5, name, 58, 12, **BOLD),
    ]
    if state.leader == seat:
        shapes.append(path(CROWN, x + 88, y, 0.8, fill="#F0E442", stroke=INK, stroke_width=1.2))
    said = "DECIDES" if deciding else "PASSED" if state.passed & BIT[seat] and not look.over else ""
    shapes += tag(said, x + 167, y - 8.5, deciding) if said else []
    counts = len(state.scheme_hands[seat]), len(state.resource_hands[seat]), state.reserve[seat]
    for number, (right, _) in zip(counts, COUNTS, strict=False):
        shapes.append(words(x + right - 4, y + 4.5, str(number), 12.5, "end", **PLAIN))
    spots = [Spot(thing, _seat_words(look, seat), box, tuple(shapes))]
    spots.append(_profit(look, seat, Box(x + 253, row.y, 33, row.height)))
    cells = row.cut(left=287).columns(RESOURCES)
    return spots + [_stock(look, seat, kind, cells[kind]) for kind in range(RESOURCES)]


def _seat_words(look: Look, seat: int) -> str:
    """Describe a player in a sentence or two."""
    state, name, hand = look.state, look.state.game.seat_name(seat), look.state.scheme_hands[seat]
    marks = ["has the Leader marker"] if state.leader == seat else []
    marks += ["has passed"] if state.passed & BIT[seat] else []
    label = f"{f'You are {name}' if seat == look.seat else name}: {counted(len(hand), 'scheme card')}, "
    label += f"{counted(len(state.resource_hands[seat]), 'resource card')} and "
    label += f"{counted(state.reserve[seat], 'claim token')} left."
    if marks:
        label += f" {name} {' and '.join(marks)}."
    known = [state.game.cards.scheme_codes[card] for card in hand if card >= 0]
    if seat != look.seat and known:
        label += f" You know of {', '.join(known)} in this hand."
    return label


def _profit(look: Look, seat: int, box: Box) -> Spot:
    """Draw a player's profit on the way to the target."""
    profit, target, thing = look.state.profit[seat], look.state.game.target, f"profit-{SEATS[seat]}"
    shapes = [field(look, thing, box.inside(1.2), CARD, 5), *medal(profit, box.right - 16, box.down, 9)]
    label = f"{look.state.game.seat_name(seat)} has {profit} profit; the target is {target}."
    return Spot(thing, label, box, tuple(shapes))


def _stock(look: Look, seat: int, kind: int, box: Box) -> Spot:
    """Draw a player's resources of one kind."""
    number, thing = look.state.stock[RESOURCES * seat + kind], f"stock-{SEATS[seat]}-{RESOURCE_NAMES[kind]}"
    shapes = [
        field(look, thing, box.inside(1.2), CARD, 5),
        *draw_resource(kind, box.x + 8.5, box.down, 0.75),
        fit(box.right - 2, box.down + 4.5, str(number), box.width - 17, 13, "end", **BOLD),
    ]
    return Spot(thing, f"{look.state.game.seat_name(seat)} has {resources(kind, number)}.", box, tuple(shapes))


# -- the seat's own hand -----------------------------------------------------------------------------------------------


def _no_cards(look: Look, hand: Box) -> list[Shape]:
    """Draw what takes the place of the seat's own cards when there are none."""
    right = hand.x + SCHEMES_WIDTH
    shapes: list[Shape] = [line(right - 1, hand.y + 2, right - 1, hand.bottom - 2, **THIN)]
    for x, said, held in (
        (hand.x + 4, "no scheme card in your hand", look.state.scheme_hands[look.seat]),
        (right + 8, "no resource card in your hand", look.state.resource_hands[look.seat]),
    ):
        if not held:
            shapes.append(words(x, hand.y + 22, said, 12, "start", font_style="italic", **PLAIN))
    return shapes


def _places(box: Box, cards: int, in_a_row: int) -> list[Box]:
    """Return places for cards in two rows; all have the usual size, unless there are very many."""
    columns = max(in_a_row, -(-cards // 2))
    return [part for row in box.rows(2, 3) for part in row.columns(columns, 4)]


PAID: Final[Style] = {"fill": "none", "stroke": INK, "stroke_width": 2.6, "stroke_linecap": "round"}
DEAR: Final[Style] = {"fill": "none", "stroke": INK, "stroke_width": 1.5, "stroke_dasharray": "2.4 1.8"}
"""The ticks on cards that the seat can pay for, and on those that it can pay for only as an upgrade."""


def _payable(look: Look, card: int) -> int:
    """Return 2 if the seat can pay for a card as a new trap (or a special), 1 if only as an upgrade, else 0."""
    state, rules = look.state, look.state.game
    if state.holds(look.seat, rules.cards.cost[card]):
        return 2
    if card < rules.cards.normal and state.holds(look.seat, rules.upgrade_cost[card]):
        return int(can_upgrade(state, look.seat))
    return 0


def _schemes(look: Look, area: Box) -> list[Spot]:
    """Draw the seat's own scheme cards with price and profit; equal cards lie together."""
    rules, hand = look.state.game, look.state.scheme_hands[look.seat]
    spots: list[Spot] = []
    kinds = kinds_of(hand)
    places = _places(area.cut(right=4), len(kinds), SCHEMES_IN_A_ROW)
    for card, box in zip(kinds, places, strict=False):
        number, pays, thing = hand.count(card), _payable(look, card), f"hand-{rules.cards.scheme_codes[card]}"
        shapes = [
            *pack(box, min(1, number - 1), 2),
            field(look, thing, box, CARD, **THIN),
            *draw_scheme(rules, card, box),
        ]
        if pays and card < rules.cards.normal:
            shapes.append(path(TICK, box.right - 10, box.y + 26, 0.8, **(PAID if pays == 2 else DEAR)))
        shapes += copies(box, number)
        spots.append(Spot(thing, _scheme_label(look, card, number, pays), box, tuple(shapes)))
    return spots


def _scheme_label(look: Look, card: int, number: int, pays: int) -> str:
    """Describe a scheme card of the seat's own hand."""
    rules = look.state.game
    label = f"{f'{number} of ' if number > 1 else ''}{scheme_words(rules, card)} in your hand"
    if card >= rules.cards.normal:
        special = rules.cards.specials[card - rules.cards.normal]
        return f"{label}, for {price(special.cost)}: {special.text}"
    known = rules.cards.schemes[card]
    can = ("You cannot pay for it.", "You can pay for it on top of another card only.", "You can pay for it.")[pays]
    return f"{label}: {known.kind}, {known.profit} profit, for {price(known.cost)}. {can}"


def _resource_cards(look: Look, area: Box) -> list[Spot]:
    """Draw the seat's own resource cards with their digits."""
    hand = look.state.resource_hands[look.seat]
    kinds = kinds_of(hand)
    spots: list[Spot] = []
    for card, box in zip(kinds, _places(area, len(kinds), CARDS_IN_A_ROW), strict=False):
        known, number = look.state.game.cards.resources[card], hand.count(card)
        shapes = [*pack(box, min(1, number - 1), 2), field(look, f"card-{known.code}", box, CARD, **THIN)]
        shapes += draw_digits(known.digits, known.pink, box) + copies(box, number)
        said = f"{number} of the resource card" if number > 1 else "The resource card"
        label = f"{said} {known.code} in your hand, with the digits {known.in_digits()}."
        spots.append(Spot(f"card-{known.code}", label, box, tuple(shapes)))
    return spots
