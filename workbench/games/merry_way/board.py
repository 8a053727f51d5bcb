"""The table of On Their Merry Way as a picture of named spots. Off the rules path.

Everything is told apart by letter and shape, never by colour alone: follies by outline and letters, claim markers by the letter
of their owner, travellers by their letter and what they carry, pink digits by a ring.
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
    coin,
    counter,
    field,
    fit,
    frame,
    meter,
    outline,
    pack,
    steps,
    tag,
    wide,
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
LINE: Final = Box(MARGIN, 64, INNER, 84)
"""The line-up."""
STAGE_HEIGHT: Final = 138
SUPPLY_WIDTH: Final = 306
"""The left part of the stage: supply and decks."""
DESK: Final = MARGIN + SUPPLY_WIDTH + 12
"""Where the rest of the stage begins."""
DESK_WIDTH: Final = WIDTH - MARGIN - 10 - DESK
SEAT_HEIGHT: Final = 104
HAND_HEIGHT: Final = 58
SCHEMES_IN_A_ROW: Final = 7
CARDS_IN_A_ROW: Final = 3
SCHEMES_WIDTH: Final = 590

PARTS: Final = ("Work", "Bargain", "Bank", "Build", "Travel", "End of round")


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """The table as a picture of named spots: line-up, trails, supply, what is going on, all players, and the seat's own hand.

    Args:
        look: the position as the seat may know it; this seat stands first, the others follow in turn order.
    """
    ways = Ways(look)
    trails = grounds(look, Box(MARGIN, LINE.bottom + GAP, INNER, 0), GAP)
    top = max([ground.box.bottom for ground in trails]) + GAP
    desk = Box(DESK, top, DESK_WIDTH, STAGE_HEIGHT)
    seats = Box(MARGIN, top + STAGE_HEIGHT + GAP, INNER, SEAT_HEIGHT)
    hand_top, rows = seats.bottom + GAP, _hand_rows(look)
    height = hand_top + 25 + rows * (HAND_HEIGHT + 6) + MARGIN - 6
    shapes = [rect(0, 0, WIDTH, height, rx=12, fill=PAPER), *_head(look, ways)]
    shapes += _stage_backdrop(look, top) + _hand_backdrop(look, hand_top, rows)
    spots = _line_up(look, ways)
    for ground in trails:
        spots += trail(look, ground, ways)
    spots += [*_supply(look, top), *stage(look, desk, ways)]
    for seat, box in zip(look.order(), seats.columns(look.players, GAP), strict=True):
        spots += _seat(look, seat, box)
    spots += [*_schemes(look, hand_top + 23), *_resource_cards(look, hand_top + 23)]
    return Scene(headline(look.state), WIDTH, height, tuple(shapes), tuple(spots))


def headline(state: MerryWayState) -> str:
    """The position in one sentence."""
    rules = state.game
    won = [rules.seat_name(seat) for seat, share in enumerate(state.returns()) if share]
    if won:
        does = "wins" if len(won) == 1 else "share the victory"
        return f"{rules.title}: the game is over after round {state.round}, {listed(won)} {does}."
    if state.round == 0:
        return f"{rules.title}: the set-up for {rules.players} players."
    return f"{rules.title}: round {state.round}, {rules.seat_name(int(state.leader))} has the Leader marker."


def _head(look: Look, ways: Ways) -> list[Shape]:
    """The headline, and the parts of a round with the present one in ink."""
    said = headline(look.state).partition(": ")[2]
    shapes = [fit(MARGIN + 2, 27, f"{said[0].upper()}{said[1:]}", 560, 16, **BOLD)]
    if ways.trips:
        note = "lines: as they would walk now" if ways.foreseen else "lines: as they walked last"
        shapes.append(words(WIDTH - MARGIN, 26, note, 12, "end", **QUIET))
    part = look.state.phase.title.partition(":")[0]
    part = "Bank" if look.asks("buy") else "End of round" if look.asks("folly") or look.asks("dealt") else part
    now = PARTS.index(part) if part in PARTS and not look.over else NONE
    return shapes + steps(PARTS, now, Box(MARGIN, 36, INNER, 20))


# -- the line-up -------------------------------------------------------------------------------------------------------


def _line_up(look: Look, ways: Ways) -> list[Spot]:
    """Six folly cards with the five travellers between them."""
    spots: list[Spot] = []
    for place in range(LINE_UP):
        x = MARGIN + place * 146.0
        spots.append(_folly_card(look, place, Box(x, LINE.y, 66, LINE.height)))
        if place < len(MERCHANTS):
            spots.append(_traveller(look, ways, place, Box(x + 68, LINE.y, 76, LINE.height)))
    return spots


def _sides(look: Look, place: int) -> tuple[str, FollySide | None, FollySide | None, int]:
    """A card of the line-up: its code, the side it shows, the other one (None if unknown), and the colour shown."""
    state, card = look.state, look.state.line_up[place]
    colour = 1 if state.blue & BIT[place] else RED
    if card == NONE:
        return "", None, None, colour
    if card < HIDDEN:
        return "", look.state.game.cards.folly_cards[HIDDEN - 1 - card].sides[RED], None, colour
    known = look.state.game.cards.folly_cards[card]
    return known.code, known.sides[colour], known.sides[1 - colour], colour


def _side_words(side: FollySide) -> str:
    """A side of a folly card in words."""
    who = f"{KIND_NAMES[side.kind]}s, " if side.kind else ""
    return who + " and ".join([FOLLY_NAMES[folly] for folly in side.follies])


def _folly_card(look: Look, place: int, box: Box) -> Spot:
    """A card of the line-up: the side it shows above, the other one below."""
    x, y, thing = box.x, box.y, f"folly-{place + 1}"
    code, shown, other, colour = _sides(look, place)
    if shown is None:
        shapes = [frame(box, **EMPTY), words(box.across, box.down + 4, f"V{place + 1}", 12, "middle", **QUIET)]
        return Spot(thing, f"V{place + 1}: no folly card yet.", box, tuple(shapes))
    shapes = [
        field(look, thing, box, side_colour(colour), **THIN),
        words(x + 6, y + 14, f"V{place + 1}", 12, "start", **BOLD),
        words(box.right - 6, y + 14, COLOUR_NAMES[colour], 11, "end", **SOFT),
    ]
    if shown.kind:
        shapes.append(words(box.across, y + 28, KIND_NAMES[shown.kind], 10.5, "middle", **SEMI))
        shapes += draw_kind(shown.kind, x + 13, y + 44, 0.75)
    shapes += draw_side(shown, box.across + 8, y + 43, 9) if shown.kind else draw_side(shown, box.across, y + 37, 11)
    label = f"V{place + 1}, {f'the folly card {code}' if code else 'a folly card'}"
    label += f", shows its {COLOUR_NAMES[colour]} side: {_side_words(shown)}."
    below = box.cut(3, 57, 3, 3)
    if other is None:
        shapes += [frame(below, ASIDE, 5), words(box.across, y + 73, "blue: ?", 11, "middle", **SOFT)]
        label += " Its other side is unknown."
    else:
        shapes.append(frame(below, side_colour(1 - colour), 5, stroke=RULE, stroke_width=0.7))
        shapes += draw_kind(other.kind, x + 16, y + 69, 0.7)
        shapes += draw_side(other, box.across + (10 if other.kind else 0), y + 69, 7.5)
        label += f" Its {COLOUR_NAMES[1 - colour]} side: {_side_words(other)}."
    return Spot(thing, label, box, tuple(shapes))


def _traveller(look: Look, ways: Ways, traveller: int, box: Box) -> Spot:
    """A traveller between its two folly cards: what it is, its follies in order, and its road."""
    state, name, travel = look.state, MERCHANTS[traveller], look.state.game.travel
    x, y, thing = box.x, box.y, f"traveller-{name}"
    town = TOWNS[travel.road(state, traveller)]
    known = NONE not in state.line_up
    kind = travel.kind(state, traveller) if known else 0
    shapes = [frame(box.cut(top=1, bottom=1), PAPER, **outline(True))] if look.may(thing) else []
    shapes += draw_traveller(traveller, kind, x + 11, y + 25, 0.8)
    left = x + (26 if kind else 24)
    shapes.append(fit(left, y + 17, name, box.right - left, 11.5, **BOLD))
    label = f"{name}, bound for {town}."
    if known:
        follies = travel.follies(state, traveller)
        shapes.append(fit(left, y + 31, KIND_NAMES[kind], box.right - left, 10.5, **(SEMI if kind else PLAIN)))
        step = min(17.0, (box.width - 2) / len(follies))
        for number, folly in enumerate(follies):
            across = box.across + step * (number - (len(follies) - 1) / 2)
            shapes += draw_symbol(folly, across, y + 54, min(8.5, step / 2.1))
        listed = ", ".join([FOLLY_NAMES[folly] for folly in follies])
        label = f"{name}, a {KIND_NAMES[kind]} bound for {town}; follies: {listed}.{ways.words(look, traveller)}"
    shapes.append(words(box.across, y + 78, town, 10.5, "middle", **SOFT))
    return Spot(thing, label, box.cut(top=1, bottom=1), tuple(shapes))


# -- supply and decks --------------------------------------------------------------------------------------------------


def _stage_backdrop(look: Look, top: float) -> list[Shape]:
    """The frame of the stage and what stands above its parts."""
    rules = look.state.game
    bank = f"bank: {rules.bank_price} profit each, {rules.exchange_rate} for 1"
    return [
        frame(Box(MARGIN, top, INNER, STAGE_HEIGHT), CARD, 10, **THIN),
        frame(Box(MARGIN + 1, top + 1, SUPPLY_WIDTH, STAGE_HEIGHT - 2), FIELD, 9),
        words(MARGIN + 10, top + 18, "Supply and decks", 13, "start", **SEMI),
        fit(MARGIN + SUPPLY_WIDTH - 8, top + 18, bank, SUPPLY_WIDTH - 140, 11, "end", **SOFT),
        fit(DESK, top + 18, look.asked(), DESK_WIDTH, 13, **BOLD),
    ]


def _supply(look: Look, top: float) -> list[Spot]:
    """The three piles of resources and the three decks."""
    state, codes = look.state, look.state.game.cards.scheme_codes
    area = Box(MARGIN + 7, top + 26, SUPPLY_WIDTH - 12, 102)
    spots: list[Spot] = []
    for kind, box in enumerate(area.cut(bottom=54).columns(RESOURCES, GAP)):
        thing, number = f"supply-{RESOURCE_NAMES[kind]}", state.supply[kind]
        shapes = [field(look, thing, box, CARD, **THIN), *draw_resource(kind, box.x + 22, box.y + 19, 1.5)]
        shapes += counter(box, number, RESOURCE_NAMES[kind], 20)
        spots.append(Spot(thing, f"The supply has {resources(kind, number)}.", box, tuple(shapes)))
    decks = (
        ("scheme", "schemes", len(state.scheme_deck), state.scheme_discard),
        ("resource", "resources", len(state.resource_deck), state.resource_discard),
        ("folly", "follies", state.folly_cards_left(), None),
    )
    for (said, heading, count, gone), box in zip(decks, area.cut(top=54).columns(len(decks), GAP), strict=True):
        thing, face = f"deck-{said}", box.cut(right=4, bottom=2)
        shapes = [
            rect(box.x + 3, box.y + 3, box.width - 3, 47, rx=7, fill=ASIDE, stroke=RULE, stroke_width=0.8),
            field(look, thing, face, CARD, **THIN),
            fit(box.x + 8, box.y + 18, heading, face.width - 12, 12, **SEMI),
            words(box.x + 8, box.y + 37, str(count), 16, "start", **BOLD),
        ]
        label = f"The deck of {said} cards: {counted(count, 'card')}"
        if gone is not None:
            shapes.append(fit(box.right - 11, box.y + 37, f"{len(gone)} used", box.width - 50, 11, "end", **SOFT))
            label += f", and {len(gone)} in the discard pile"
        if gone and said == "scheme":
            label += f". Discarded: {', '.join([codes[card] for card in gone])}"
        spots.append(Spot(thing, f"{label}.", box, tuple(shapes)))
    return spots


# -- players -----------------------------------------------------------------------------------------------------------


def _seat(look: Look, seat: int, box: Box) -> list[Spot]:
    """What a player has in the open: profit, resources, how many cards, claim tokens, the Leader marker."""
    state, rules, name, thing = look.state, look.state.game, look.state.game.seat_name(seat), f"seat-{SEATS[seat]}"
    x, y, deciding = box.x, box.y, state.to_move == seat
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=2.5 if deciding else 1),
        field(look, thing, Box(x + 2, y + 2, box.width - 4, 24), FIELD, 8),
        *mark(rules, seat, x + 15, y + 14, 9),
        fit(x + 29, y + 19, name, box.width - 110, 13.5, **BOLD),
    ]
    after = x + 37 + min(wide(name, 13.5, True), box.width - 110)
    if seat == look.seat and box.width > 230:
        shapes.append(words(after, y + 18.5, "you", 12, "start", **QUIET))
        after += 38
    if state.leader == seat:
        shapes.append(path(CROWN, after + 4, y + 14, fill="#F0E442", stroke=INK, stroke_width=1.2))
    said = "DECIDES" if deciding else "PASSED" if state.passed & BIT[seat] and not look.over else ""
    shapes += tag(said, box.right - 6, y + 5.5, deciding) if said else []
    full = box.width > 300
    counts = (
        counted(len(state.scheme_hands[seat]), "scheme card" if full else "scheme"),
        counted(len(state.resource_hands[seat]), "resource card" if box.width > 230 else "card"),
        counted(state.reserve[seat], "claim token" if full else "claim"),
    )
    ends = ((x + 9, "start"), (box.across + 4, "middle"), (box.right - 8, "end"))
    for told, (at, anchor) in zip(counts, ends, strict=True):
        shapes.append(fit(at, y + 41, told, box.width / 3 + 4, 11, anchor, **PLAIN))
    spots = [Spot(thing, _seat_words(look, seat), Box(x, y, box.width, 47), tuple(shapes))]
    spots.append(_profit(look, seat, Box(x + 5, y + 49, box.width - 10, 23)))
    cells = Box(x + 5, y + 75, box.width - 10, 24).columns(RESOURCES, 4)
    return spots + [_stock(look, seat, kind, cells[kind]) for kind in range(RESOURCES)]


def _seat_words(look: Look, seat: int) -> str:
    """A player in words, as a sentence or two."""
    state, name, hand = look.state, look.state.game.seat_name(seat), look.state.scheme_hands[seat]
    marks = ["has the Leader marker"] if state.leader == seat else []
    marks += ["has passed"] if state.passed & BIT[seat] else []
    label = f"{f'You are {name}' if seat == look.seat else name}: {counted(len(hand), 'scheme card')}, "
    label += (
        f"{counted(len(state.resource_hands[seat]), 'resource card')} and {counted(state.reserve[seat], 'claim token')} left."
    )
    if marks:
        label += f" {name} {' and '.join(marks)}."
    known = [state.game.cards.scheme_codes[card] for card in hand if card >= 0]
    if seat != look.seat and known:
        label += f" You know of {', '.join(known)} in this hand."
    return label


def _profit(look: Look, seat: int, box: Box) -> Spot:
    """Profit on the way to the target."""
    profit, target, thing = look.state.profit[seat], look.state.game.target, f"profit-{SEATS[seat]}"
    shapes = [field(look, thing, box, FIELD if look.may(thing) else CARD, 6)]
    shapes += coin(profit, box.x + 14, box.down, 10.5)
    shapes += meter(Box(box.x + 32, box.down - 4, box.width - 92, 8), profit / target)
    shapes.append(fit(box.right - 4, box.down + 4.2, f"of {target}", 54, 12, "end", **SOFT))
    return Spot(
        thing, f"{look.state.game.seat_name(seat)} has {profit} profit; the target is {target}.", box, tuple(shapes)
    )


def _stock(look: Look, seat: int, kind: int, box: Box) -> Spot:
    """A player's resources of one kind."""
    number, thing = look.state.stock[RESOURCES * seat + kind], f"stock-{SEATS[seat]}-{RESOURCE_NAMES[kind]}"
    shapes = [
        field(look, thing, box, FIELD, 6),
        *draw_resource(kind, box.x + 15, box.down, 0.95),
        fit(box.x + 30, box.down + 5, str(number), 26, 14, **BOLD),
    ]
    if box.width > 96:
        shapes.append(fit(box.right - 7, box.down + 4.2, RESOURCE_NAMES[kind], box.width - 62, 11.5, "end", **SOFT))
    return Spot(thing, f"{look.state.game.seat_name(seat)} has {resources(kind, number)}.", box, tuple(shapes))


# -- the own hand ------------------------------------------------------------------------------------------------------


def _hand_rows(look: Look) -> int:
    """How many rows the own cards take."""
    schemes = len(kinds_of(look.state.scheme_hands[look.seat]))
    cards = len(kinds_of(look.state.resource_hands[look.seat]))
    return max(1, -(-schemes // SCHEMES_IN_A_ROW), -(-cards // CARDS_IN_A_ROW))


def _hand_backdrop(look: Look, top: float, rows: int) -> list[Shape]:
    """What stands above the own cards."""
    right, down = MARGIN + SCHEMES_WIDTH, top + 23 + rows * (HAND_HEIGHT + 6) - 6
    shapes = [line(right - 4, top + 4, right - 4, down, **THIN)]
    for x, said, hand in (
        (MARGIN + 2, "Your scheme cards", look.state.scheme_hands[look.seat]),
        (right + 6, "Your resource cards", look.state.resource_hands[look.seat]),
    ):
        shapes.append(words(x, top + 13, f"{said}: {len(hand)}", 13, "start", **SEMI))
        if not hand:
            shapes.append(words(x, top + 46, "no card in hand", 12, "start", font_style="italic", **SOFT))
    for x, said, style in ((182, "you can pay it", PAID), (292, "only over another card", DEAR)):
        shapes += [
            path(TICK, MARGIN + x, top + 9, 0.85, **style),
            words(MARGIN + x + 10, top + 13, said, 11.5, "start", **SOFT),
        ]
    return shapes


PAID: Final[Style] = {"fill": "none", "stroke": INK, "stroke_width": 2.6, "stroke_linecap": "round"}
DEAR: Final[Style] = {"fill": "none", "stroke": INK, "stroke_width": 1.5, "stroke_dasharray": "2.4 1.8"}
"""The ticks on cards that can be paid, and on those that can be paid over another card only."""


def _payable(look: Look, card: int) -> int:
    """2 if the seat can pay for a card as a new trap (or a special), 1 if only as an upgrade, else 0."""
    state, rules = look.state, look.state.game
    if state.holds(look.seat, rules.cards.cost[card]):
        return 2
    if card < rules.cards.normal and state.holds(look.seat, rules.upgrade_cost[card]):
        return int(can_upgrade(state, look.seat))
    return 0


def _schemes(look: Look, top: float) -> list[Spot]:
    """The own scheme cards with price and profit; equal ones lie together."""
    rules, hand = look.state.game, look.state.scheme_hands[look.seat]
    spots: list[Spot] = []
    kinds = kinds_of(hand)
    step = (SCHEMES_WIDTH - 8) / max(5, min(SCHEMES_IN_A_ROW, len(kinds)))
    for place, card in enumerate(kinds):
        row, column = divmod(place, SCHEMES_IN_A_ROW)
        box = Box(MARGIN + column * step, top + row * (HAND_HEIGHT + 6), step - 5, HAND_HEIGHT)
        number, pays, thing = hand.count(card), _payable(look, card), f"hand-{rules.cards.scheme_codes[card]}"
        shapes = [*pack(box, min(1, number - 1)), field(look, thing, box, CARD, **THIN), *draw_scheme(rules, card, box)]
        if pays and card < rules.cards.normal:
            shapes.append(path(TICK, box.right - 8, box.y + 43, 0.85, **(PAID if pays == 2 else DEAR)))
        shapes += copies(box, number)
        spots.append(Spot(thing, _scheme_label(look, card, number, pays), box, tuple(shapes)))
    return spots


def _scheme_label(look: Look, card: int, number: int, pays: int) -> str:
    """A scheme card of the own hand in words."""
    rules = look.state.game
    label = f"{f'{number} of ' if number > 1 else ''}{scheme_words(rules, card)} in your hand"
    if card >= rules.cards.normal:
        special = rules.cards.specials[card - rules.cards.normal]
        return f"{label}, for {price(special.cost)}: {special.text}"
    known = rules.cards.schemes[card]
    can = ("You cannot pay for it.", "You can pay for it on top of another card only.", "You can pay for it.")[pays]
    return f"{label}: {known.kind}, {known.profit} profit, for {price(known.cost)}. {can}"


def _resource_cards(look: Look, top: float) -> list[Spot]:
    """The own resource cards with their digits."""
    hand = look.state.resource_hands[look.seat]
    left = MARGIN + SCHEMES_WIDTH + 4
    step = (WIDTH - MARGIN - left + 4) / CARDS_IN_A_ROW
    spots: list[Spot] = []
    for place, card in enumerate(kinds_of(hand)):
        known, number = look.state.game.cards.resources[card], hand.count(card)
        row, column = divmod(place, CARDS_IN_A_ROW)
        box = Box(left + column * step, top + row * (HAND_HEIGHT + 6), step - 5, HAND_HEIGHT)
        shapes = [*pack(box, min(1, number - 1)), field(look, f"card-{known.code}", box, CARD, **THIN)]
        shapes += draw_digits(known.digits, known.pink, box) + copies(box, number)
        said = f"{number} of the resource card" if number > 1 else "The resource card"
        label = f"{said} {known.code} in your hand, with the digits {known.in_digits()}."
        spots.append(Spot(f"card-{known.code}", label, box, tuple(shapes)))
    return spots
