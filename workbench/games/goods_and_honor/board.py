"""The table of For Goods and Honor as a picture of named spots. Off the rules path.

Letters and shapes, never colours alone, tell things apart: Folks have their letter and outline, chips the letter of their
owner, Goods their shape and letters. The ground is a market cloth, and the sections of a mat have the tints of their Goods.
"""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    FIELD,
    INK,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    THIN,
    Box,
    field,
    fit,
    frame,
    medal,
    meter,
    steps,
    tag,
)
from workbench.core.scene import Scene, Shape, Spot, circle, path, rect
from workbench.core.scene import text as words
from workbench.core.words import counted, listed
from workbench.games.goods_and_honor.components import (
    BIT,
    ELDERS,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    ITEM_NAMES,
    MOST_SEATS,
    NASTIGAN,
    NONE,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.desk import Look, items, stage, stage_backdrop
from workbench.games.goods_and_honor.pieces import (
    CLOTH,
    DEEP,
    PAWN,
    TINTS,
    WEAVE,
    draw_item,
    draw_pile,
    draw_token,
    mark,
)
from workbench.games.goods_and_honor.text import end_words, headline, next_yields, score_words, section_points
from workbench.games.goods_and_honor.words import folk_listed, items_listed

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 8
HEAD: Final = Box(MARGIN, 8, INNER, 18)
"""The phases of a turn, the moment when the game is expected to end, and the order of turns."""
SUPPLY: Final = Box(MARGIN, 32, INNER, 36)
"""The piles of the middle and the bag."""
STAGE: Final = Box(MARGIN, 74, INNER, 114)
OWN: Final = Box(MARGIN, 194, INNER, 118)
"""The mat and the stash of the seat that looks."""
OWN_WIDTH: Final = 522
"""The width of the mat."""
OTHERS: Final = Box(MARGIN, 318, INNER, 124)
"""The mats of the others; if stashes lie open they follow below."""
STASH_ROW: Final = 20
ROOMY: Final = 190
"""The width from which the mat of another player has room for the names of its sections."""


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """Draw the table: the middle, the bag, what is going on, the seat's own mat and stash, and the others.

    Args:
        look: the position as the seat may know it. Its mat lies in front; the others follow in turn order.
    """
    spots = [*_supply(look), *stage(look, STAGE)]
    spots += _own_mat(look, OWN.cut(right=INNER - OWN_WIDTH))
    spots += _own_stash(look, OWN.cut(left=OWN_WIDTH + GAP))
    others = look.order()[1:]
    mats = OTHERS.cut(bottom=-_stash_rows(look) * STASH_ROW)
    spots += [_other_mat(look, other, box) for other, box in zip(others, mats.columns(len(others), 6), strict=True)]
    height = mats.bottom + 8
    shapes = _backdrop(look, height) + stage_backdrop(look, STAGE)
    return Scene(headline(look.state), WIDTH, height, tuple(shapes), tuple(spots), deep=DEEP)


PHASES: Final = ("Produce", "Draw, give", "Nastigans", "Assign")


def _phase_now(look: Look) -> int:
    """Return which of the four phases of a turn is going on; NONE outside turns."""
    state = look.state
    if state.turn == 0 or look.over:
        return NONE
    if look.asks("take"):
        return 0
    if look.asks("defend") or look.asks("roll"):
        return 2
    placing = look.asks("place") and state.to_move == state.active
    return 3 if placing or look.asks("keep_layout") or look.asks("pawn") else 1


def _backdrop(look: Look, height: float) -> list[Shape]:
    """Draw the paper, the phases of a turn, when the middle will be empty, and the order of turns."""
    state, rules = look.state, look.state.game
    order = (1, 2, 3, 0) if rules.options["phase_order"] == "trade_first" else (0, 1, 2, 3)
    names = [f"{place + 1} {PHASES[phase]}" for place, phase in enumerate(order)]
    now = _phase_now(look)
    said = end_words(state) if state.turn else "these follow the set-up"
    return [
        rect(0, 0, WIDTH, height, rx=12, fill=CLOTH),
        *_weave(height),
        *steps(names, order.index(now) if now != NONE else NONE, HEAD.cut(right=INNER - 400)),
        fit(HEAD.x + 410, HEAD.y + 13.5, said, 378 - 30 * look.players, 12.5, "start", **SEMI),
        *_turn_order(look),
    ]


def _weave(height: float) -> list[Shape]:
    """Draw the woven edges of the cloth, left and right of everything that lies on it."""
    teeth = range(int((height - 24) // 12))
    left = "".join([f"M2 {12 + 12 * tooth}L9 {18 + 12 * tooth}L2 {24 + 12 * tooth}Z" for tooth in teeth])
    right = "".join([f"M{WIDTH - 2} {12 + 12 * tooth}l-7 6l7 6Z" for tooth in teeth])
    return [path(left + right, fill=WEAVE)]


def _turn_order(look: Look) -> list[Shape]:
    """Draw the seats in the order of their turns, with the active seat underlined."""
    shapes: list[Shape] = []
    left, y = HEAD.right - 30 * look.players + 20, HEAD.down - 1
    for seat in range(look.players):
        x = left + 30 * seat
        if seat:
            shapes.append(path("M-2-4L2 0L-2 4", x - 15, y, fill="none", stroke=INK, stroke_width=1.5))
        shapes += mark(look.state.game, seat, x, y, 9)
        if seat == look.state.active and not look.over:
            shapes.append(rect(x - 11, y + 10.5, 22, 3, fill=INK))
    return shapes


def _supply(look: Look) -> list[Spot]:
    """Draw the three piles of Goods with how much of each is left, and the bag as counts."""
    state, start = look.state, look.state.game.goods_per_player_in_all
    spots = []
    for good, box in enumerate(SUPPLY.cut(right=INNER - 400).columns(GOODS, 6)):
        left, name = state.supply[good], GOOD_NAMES[good]
        shapes = [
            frame(box, **THIN),
            *draw_item(state.game, FIRST_GOOD + good, box.x + 21, box.y + 17, 13),
            fit(box.x + 41, box.y + 24, str(left), 32, 20, **BOLD),
            words(box.right - 7, box.y + 14.5, name, 12, "end", **SEMI),
            words(box.right - 7, box.y + 27.5, f"of {start}", 11.5, "end", **SOFT),
            *meter(Box(box.x + 8, box.bottom - 5, box.width - 16, 3), left / start),
        ]
        label = f"{name} in the middle: {left} of {start} {'is' if left == 1 else 'are'} left."
        spots.append(Spot(f"pile-{name}", label, box, tuple(shapes)))
    bag, box = state.bag, SUPPLY.cut(left=406)
    shapes = [
        frame(box, **THIN),
        words(box.x + 9, box.y + 15.5, "The bag", 12, "start", **SEMI),
        fit(box.x + 9, box.y + 29.5, counted(int(state.folk_in_bag()), "Folk"), 56, 11.5, **SOFT),
    ]
    for kind, part in enumerate(box.cut(left=68).columns(TYPES + 1)):
        shapes += draw_token(kind, part.x + 17, box.down, 12)
        shapes.append(fit(part.x + (36 if kind == NASTIGAN else 33), box.y + 24.5, str(bag[kind]), 28, 18, **BOLD))
    held = [*[f"{bag[kind]} {TYPE_NAMES[kind]}" for kind in range(TYPES)], counted(bag[NASTIGAN], "Nastigan")]
    return [*spots, Spot("bag", f"The bag: {listed(held, 'nothing')}.", box, tuple(shapes))]


# -- mats --------------------------------------------------------------------------------------------------------------


def _open(look: Look) -> bool:
    """Return whether all stashes lie open."""
    return not look.state.game.stash_view_screens


def _stash_rows(look: Look) -> int:
    """Return how many rows an open stash takes below another mat; more players have more kinds of chips."""
    return 0 if not _open(look) else 1 if look.players <= 4 else 3


def _mat(look: Look, seat: int, box: Box) -> list[Shape]:
    """Draw the frame and the head of a mat: letter, name, and whether it is active or decides."""
    state, own = look.state, seat == look.seat
    head = Box(box.x + 2, box.y + 2, box.width - 4, 20)
    said = "" if look.over else "ACTIVE" if seat == state.active else "DECIDES" if seat == state.to_move else ""
    name = ELDERS[seat] if box.width > ROOMY or not said else ELDERS[seat].split()[-1]
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=3 if seat == state.active else 1.2),
        frame(head, FIELD, 8),
        *mark(state.game, seat, head.x + 13, head.down, 8.5),
        fit(head.x + 27, head.y + 15, name, head.width - (34 if own or not said else 88), 13, **BOLD),
    ]
    return shapes + (tag(said, head.right - 4, head.y + 1.5) if said else [])


def _mat_words(look: Look, seat: int) -> str:
    """Describe a mat in words."""
    state, parts = look.state, []
    for section in range(SECTIONS):
        folks = state.section(seat, section)
        if sum(folks):
            parts.append(f"{SECTION_NAMES[section]} {folk_listed(folks)}")
    said = "; ".join(parts) or "no Folk"
    if state.game.elder_pawns_on and state.pawns[seat] != NONE:
        said += f"; the Elder Pawn at {SECTION_NAMES[state.pawns[seat]]}"
    made = next_yields(state, seat)
    will = listed([f"{made[good]} {GOOD_NAMES[good]}" for good in range(GOODS) if made[good] != "0"], "nothing")
    return f"{said}. Its next production: {will}."


def _other_mat(look: Look, seat: int, box: Box) -> Spot:
    """Draw the mat of another player, with a row for each section and a column for each type of Folk."""
    state = look.state
    shapes = _mat(look, seat, box)
    label = f"The mat of {ELDERS[seat]}{', who is active' if seat == state.active else ''}: "
    area = Box(box.x + 4, box.y + 24, box.width - 8, OTHERS.height - 27)
    if state.turn == 0 and any(state.hand(seat)) and not any(state.folk(seat)):
        hidden = bool(state.hidden & BIT[seat])
        said = "places unseen" if hidden and seat == state.to_move else "placed, unseen" if hidden else "in hand"
        shapes.append(frame(area, ASIDE, stroke=RULE, stroke_dasharray="5 4"))
        shapes.append(words(area.across, area.y + 30, said, 13, "middle", **SEMI))
        shapes += _row_of_folk(state.hand(seat), area.cut(6, 42, 6, 27), 9)
        label += f"{said}, {folk_listed(state.hand(seat))}."
    else:
        for section, row in enumerate(area.rows(SECTIONS, 1.5)):
            shapes += _small_section(look, seat, section, row)
        label += _mat_words(look, seat)
    if _open(look):
        shapes += _open_stash(look, seat, Box(area.x, OTHERS.bottom - 1, area.width, _stash_rows(look) * STASH_ROW))
        label += f" Behind the screen: {items_listed(state.stash(seat))}."
    else:
        label += " What lies behind the screen is not shown."
    return Spot(f"mat-{SEATS[seat]}", label, box, tuple(shapes))


def _small_section(look: Look, seat: int, section: int, row: Box) -> list[Shape]:
    """Draw a section of another player: name, points and what they make, Folks."""
    state, work, roomy = look.state, section < GOODS, row.width > ROOMY - 10
    shapes = [frame(row, TINTS[section], 5)]
    pawns = state.game.elder_pawns_on
    base, lead = row.down + 4, row.x + (40 if roomy else 19 if pawns else 17)
    if roomy or not work:
        shapes.append(words(row.x + 4, base, SECTION_NAMES[section], 11, "start", **SEMI))
    else:
        shapes += draw_item(state.game, FIRST_GOOD + section, row.x + 9, row.down, 7)
    if work:
        points, made = section_points(state, seat, section), next_yields(state, seat)[section]
        style = QUIET if made in ("0", "?") else BOLD
        shapes.append(fit(lead, base, f"{points}→{made}", 36 if roomy or pawns else 28, 11, **style))
        if roomy or state.pawns[seat] == section:
            shapes += _pawn_place(look, seat, section, row.x + (81 if roomy else 15), row.down + 1, 0.62)
    folks = row.cut(left=(88 if pawns else 80) if roomy else 55 if pawns else 45)
    return shapes + _row_of_folk(state.section(seat, section), folks, 7.5 if roomy else 7)


def _row_of_folk(counts: tuple[int, ...], row: Box, radius: float) -> list[Shape]:
    """Draw Folks by type in one row, with a place for each type."""
    shapes: list[Shape] = []
    for kind, cell in enumerate(row.columns(TYPES)):
        if counts[kind]:
            shapes += draw_token(kind, cell.x + radius, row.down, radius)
        if counts[kind] > 1:
            left = 2 * radius + 1
            shapes.append(fit(cell.x + left, row.down + 4.3, str(counts[kind]), cell.width - left, 12, **BOLD))
    return shapes


def _pawn_place(look: Look, seat: int, section: int, x: float, y: float, scale: float) -> list[Shape]:
    """Draw the place of the Elder Pawn in a work section, with or without the pawn."""
    rules = look.state.game
    if not rules.elder_pawns_on:
        return []
    if look.state.pawns[seat] != section:
        return [circle(x, y, 6 * scale, fill="none", stroke=RULE, stroke_width=1.2, stroke_dasharray="3 2")]
    return [path(PAWN, x, y + scale, scale, fill=rules.seat_colour(seat), stroke=INK, stroke_width=1.4)]


def _open_stash(look: Look, seat: int, box: Box) -> list[Shape]:
    """Draw what a screen would hide, when stashes lie open: chips, and Goods."""
    stash, here, rows, shapes = look.state.stash(seat), items(look), _stash_rows(look), []
    each = -(-len(here) // rows)
    groups = [here[start : start + each] for start in range(0, len(here), each)]
    for group, row in zip(groups, box.rows(rows), strict=True):
        needs = [18.0 + 7.8 * len(str(stash[item])) for item in group]
        gap, left = min(20.0, (box.width - sum(needs)) / len(group)), box.x
        for item, need in zip(group, needs, strict=True):
            shapes += draw_item(look.state.game, item, left + 7.5, row.down, 7.5)
            shapes.append(fit(left + 17, row.down + 4.2, str(stash[item]), need + gap - 17, 12, **SEMI))
            left += need + gap
    return shapes


def _own_mat(look: Look, box: Box) -> list[Spot]:
    """Draw the mat of the seat that looks: sections to place Folks in, Folks to send against a Nastigan."""
    seat = look.seat
    head = [*_mat(look, seat, box), words(box.x + 136, box.y + 17, "your mat", 12, "start", **QUIET)]
    label = f"Your mat, {ELDERS[seat]}: {_mat_words(look, seat)}"
    spots = [Spot(f"mat-{SEATS[seat]}", label, box.cut(bottom=box.height - 23), tuple(head))]
    for section, part in enumerate(box.cut(4, 25, 4, 4).columns(SECTIONS, 4)):
        spots += _own_section(look, section, part)
    return spots


def _own_section(look: Look, section: int, box: Box) -> list[Spot]:
    """Draw a section of your own mat; while a defender is named, each type of Folk has its own spot."""
    state, seat, said = look.state, look.seat, SECTION_NAMES[section]
    folks, thing, work = state.section(seat, section), f"section-{said}", section < GOODS
    shapes = [field(look, thing, box, TINTS[section], 8), words(box.x + 7, box.y + 16, said, 13, "start", **BOLD)]
    label = f"{said} on your mat: {folk_listed(folks) if sum(folks) else 'nobody'}"
    if work:
        points, made = counted(section_points(state, seat, section), "point"), next_yields(state, seat)[section]
        style = QUIET if made in ("0", "?") else SEMI
        shapes.append(fit(box.x + 6, box.y + 30, f"{points} → {made}", box.width - 8, 12, **style))
        shapes += _pawn_place(look, seat, section, box.x + 62, box.y + 11, 0.72)
        label += f", {points} for {made} {said}"
        if state.game.elder_pawns_on and state.pawns[seat] == section:
            label += ", with your Elder Pawn"
    label += "."
    cells = [cell for row in box.cut(3, 34, 3, 3).rows(2, 1) for cell in row.columns(2, 1)]
    spots: list[Spot] = []
    for kind, cell in enumerate(cells):
        thing_here, part = f"folk-{TYPE_NAMES[kind]}/{said}", cell.inside(0.5)
        if not folks[kind]:
            continue
        pile = draw_pile(kind, folks[kind], cell.x + 3.5, cell.down, cell.width - 5)
        if look.choices(thing_here):
            die = f"with a die of {state.game.defend.die(state, look.choices(thing_here)[0].action)} sides"
            each = f"{folks[kind]} {TYPE_NAMES[kind]} in {said}, {die}."
            spots.append(Spot(thing_here, each, part, (field(look, thing_here, part, CARD, 6, **THIN), *pile)))
        else:
            shapes += pile
    if look.asks("place") and look.may(thing) and work:
        gain = state.game.place.gain(state, section)
        shapes.append(words(box.right - 7, box.y + 16, f"+{gain}", 13, "end", **BOLD))
        label += f" The next Folk would add {counted(gain, 'point')}."
    return [Spot(thing, label, box.cut(bottom=box.height - 32) if spots else box, tuple(shapes)), *spots]


# -- your own stash ----------------------------------------------------------------------------------------------------


def _own_stash(look: Look, box: Box) -> list[Spot]:
    """Draw what lies behind your screen: each kind is a spot that adds one to the bid, with its worth now."""
    state, seat = look.state, look.seat
    stash, bid, parts = state.stash(seat), state.bid(seat), state.score_now(seat)
    when = "At the end" if look.over else "If the game ended now"
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=1.2),
        frame(Box(box.x + 2, box.y + 2, box.width - 4, 20), state.game.seat_colour(seat), 8, fill_opacity=0.35),
        words(box.x + 10, box.y + 17, "Behind your screen", 13, "start", **BOLD),
        words(box.x + 10, box.bottom - 20, when, 12, "start", **QUIET),
        *medal(sum(parts), box.right - 24, box.bottom - 17, 15),
        fit(box.x + 10, box.bottom - 6, "Goods {} + {}, Honor {} + {}".format(*parts), box.width - 60, 12, **PLAIN),
    ]
    label = f"Behind your screen: {items_listed(stash)}. {when}: {score_words(state, seat)}."
    spots = [Spot("stash", label, box.cut(bottom=box.height - 23), tuple(shapes))]
    upper, lower = box.cut(5, 24, 5, 34).rows(2)
    first, rest = min(look.players, 5), GOODS + (look.players == MOST_SEATS)
    cells = [*upper.columns(first), *lower.columns(rest)]
    for item, cell in zip(items(look), cells, strict=True):
        part, here = cell.inside(1.5), stash[item] - bid[item]
        thing, radius = f"stash-{ITEM_NAMES[item]}", 10.0 if part.width < 50 else 11.5
        left = part.x + radius + (4 if item != FIRST_GOOD + 1 else 6)
        number = part.right - left - radius - 5
        drawn = [
            field(look, thing, part, FIELD, 6),
            *draw_item(state.game, item, left, part.down, radius),
            fit(part.right - 4.5, part.down + 6, str(here), number, 17, "end", **BOLD),
        ]
        name = f"{counted(here, 'chip')} of {SEATS[item]}" if item < FIRST_GOOD else f"{here} {ITEM_NAMES[item]}"
        said = f"{name} behind your screen{f', {bid[item]} in your hand' if bid[item] else ''}."
        spots.append(Spot(thing, said, part, tuple(drawn)))
    return spots
