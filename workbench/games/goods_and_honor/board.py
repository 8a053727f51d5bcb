"""The table of For Goods and Honor as a picture of named spots. Off the rules path.

Everything is told apart by letter and shape, never by colour alone: Folks by their letter and outline, chips by the letter of
their owner, Goods by shape and letters.
"""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    FIELD,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    SOFT_INK,
    THIN,
    Box,
    Style,
    field,
    fit,
    frame,
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
    GUARDS,
    ITEM_NAMES,
    MOST_SEATS,
    NASTIGAN,
    NEW,
    NONE,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.desk import Look, items, stage, stage_backdrop
from workbench.games.goods_and_honor.pieces import ARROW, PAWN, draw_fan, draw_item, draw_pile, draw_token, mark
from workbench.games.goods_and_honor.text import end_words, headline, next_yields, score_words, section_points
from workbench.games.goods_and_honor.words import folk_listed, items_listed

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 8
SUPPLY: Final = Box(MARGIN + 8, 90, INNER - 8, 54)
"""The piles of the middle and the bag."""
STAGE: Final = Box(MARGIN, 158, INNER, 180)
OWN_WIDTH: Final = 520
OWN_HEIGHT: Final = 200


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """The table as a picture of named spots: the middle, the bag, what is going on, all mats, and the seat's own stash.

    Args:
        look: the position as the seat may know it, whose mat lies in front; the others follow in turn order.
    """
    spots = [*_supply(look), *stage(look, STAGE)]
    others = look.order()[1:]
    columns = 2 if len(others) in (2, 4) else 3
    rows = -(-len(others) // columns)
    mats = Box(MARGIN, STAGE.bottom + 10, INNER, rows * (_mat_height(look) + GAP) - GAP)
    places = [box for row in mats.rows(rows, GAP) for box in row.columns(columns, GAP)]
    spots += [_other_mat(look, other, box) for other, box in zip(others, places, strict=False)]
    own = Box(MARGIN, mats.bottom + GAP, INNER, OWN_HEIGHT + _pawn_row(look))
    spots += _own_mat(look, own.cut(right=INNER - OWN_WIDTH))
    spots += _own_stash(look, own.cut(left=OWN_WIDTH + GAP))
    shapes = _backdrop(look, own.bottom + MARGIN) + stage_backdrop(look, STAGE)
    return Scene(headline(look.state), WIDTH, own.bottom + MARGIN, tuple(shapes), tuple(spots))


PHASES: Final = ("Produce Goods", "Draw 2 New Folks", "Deal with Nastigans", "Assign Workers")


def _phase_now(look: Look) -> int:
    """Which of the four phases of a turn is going on; NONE outside turns."""
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
    """The paper, the headline, the order of turns, the phases, and what stands above the middle and the bag."""
    state, rules = look.state, look.state.game
    said = headline(state).partition(": ")[2]
    order = (1, 2, 3, 0) if rules.options["phase_order"] == "trade_first" else (0, 1, 2, 3)
    names = [f"{place + 1} {PHASES[phase]}" for place, phase in enumerate(order)]
    now = _phase_now(look)
    shapes = [
        rect(0, 0, WIDTH, height, rx=12, fill=PAPER),
        fit(MARGIN + 2, 27, f"{said[0].upper()}{said[1:]}", INNER - 30 * look.players - 20, 16, **BOLD),
        *_turn_order(look),
        *steps(names, order.index(now) if now != NONE else NONE, Box(MARGIN, 38, 660, 20)),
    ]
    if state.turn == 0:
        shapes.append(words(MARGIN + 668, 52.5, "after the set-up", 12, "start", **QUIET))
    y, tokens = SUPPLY.y - 10, counted(sum(state.bag), "token")
    return [
        *shapes,
        words(MARGIN + 10, y, "The middle", 13, "start", **SEMI),
        fit(MARGIN + 386, y, end_words(state), 280, 12, "end", **QUIET),
        words(MARGIN + 408, y, "The bag", 13, "start", **SEMI),
        words(WIDTH - MARGIN, y, f"{tokens}, {int(state.folk_in_bag())} of them Folks", 12, "end", **QUIET),
    ]


def _turn_order(look: Look) -> list[Shape]:
    """The seats in the order of their turns, the active one underlined and pointed at."""
    shapes: list[Shape] = []
    left = WIDTH - MARGIN - 30 * look.players + 9
    for seat in range(look.players):
        x = left + 30 * seat
        if seat:
            shapes.append(path("M-2-4L2 0L-2 4", x - 15, 22, fill="none", stroke=SOFT_INK, stroke_width=1.5))
        shapes += mark(look.state.game, seat, x, 22, 9)
        if seat == look.state.active and not look.over:
            shapes += [path(ARROW, x, 7, fill=INK), rect(x - 10, 33, 20, 3, fill=INK)]
    return shapes


def _supply(look: Look) -> list[Spot]:
    """The three piles of Goods with what is left of the start, and the bag as counts."""
    state, start = look.state, look.state.game.goods_each
    spots = []
    for good, box in enumerate(SUPPLY.cut(right=INNER - 8 - 378).columns(GOODS, 6)):
        left, name = state.supply[good], GOOD_NAMES[good]
        shapes = [
            frame(box, **THIN),
            *draw_item(state.game, FIRST_GOOD + good, box.x + 22, box.y + 22, 14),
            fit(box.x + 44, box.y + 29, str(left), 34, 22, **BOLD),
            words(box.right - 7, box.y + 18, name, 12, "end", **SEMI),
            words(box.right - 7, box.y + 34, f"of {start}", 12, "end", **SOFT),
            *meter(Box(box.x + 7, box.y + 42, box.width - 14, 6), left / start),
        ]
        label = f"{name} in the middle: {left} of {start} {'is' if left == 1 else 'are'} left."
        spots.append(Spot(f"pile-{name}", label, box, tuple(shapes)))
    bag, box = state.bag, SUPPLY.cut(left=400, right=8)
    shapes = [frame(box, **THIN)]
    for kind, part in enumerate(box.columns(TYPES + 1)):
        shapes += draw_token(kind, part.x + 20, box.down, 13)
        shapes.append(fit(part.x + (42 if kind == NASTIGAN else 38), box.y + 34, str(bag[kind]), 34, 19, **BOLD))
    held = [*[f"{bag[kind]} {TYPE_NAMES[kind]}" for kind in range(TYPES)], counted(bag[NASTIGAN], "Nastigan")]
    return [*spots, Spot("bag", f"The bag: {listed(held, 'nothing')}.", box, tuple(shapes))]


# -- mats --------------------------------------------------------------------------------------------------------------


def _pawn_row(look: Look) -> int:
    """How much higher a mat is where Elder Pawns stand above its sections."""
    return 20 if look.state.game.pawns_on else 0


def _open(look: Look) -> bool:
    """Whether all stashes lie open."""
    return not look.state.game.screens


def _mat_height(look: Look) -> float:
    """How high the mats of the others are: with six players an open stash takes two rows."""
    return 168 + _pawn_row(look) + (20 if _open(look) and look.players == MOST_SEATS else 0)


def _mat(look: Look, seat: int, box: Box) -> list[Shape]:
    """The frame and the head of a mat: letter, name, and whether it is active or decides."""
    state = look.state
    head = Box(box.x + 2, box.y + 2, box.width - 4, 24)
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=3 if seat == state.active else 1.2),
        frame(head, FIELD, 8),
        *mark(state.game, seat, head.x + 15, head.down, 9),
        words(head.x + 30, head.y + 17, ELDERS[seat], 13.5, "start", **BOLD),
    ]
    said = "" if look.over else "ACTIVE" if seat == state.active else "DECIDES" if seat == state.to_move else ""
    return shapes + (tag(said, head.right - 5, head.y + 3.5, size=11) if said else [])


def _mat_words(look: Look, seat: int) -> str:
    """A mat in words."""
    state, parts = look.state, []
    for section in range(SECTIONS):
        folks = state.section(seat, section)
        if sum(folks):
            parts.append(f"{SECTION_NAMES[section]} {folk_listed(folks)}")
    said = "; ".join(parts) or "no Folk"
    if state.game.pawns_on and state.pawns[seat] != NONE:
        said += f"; the Elder Pawn at {SECTION_NAMES[state.pawns[seat]]}"
    made = next_yields(state, seat)
    will = listed([f"{made[good]} {GOOD_NAMES[good]}" for good in range(GOODS) if made[good] != "0"], "nothing")
    return f"{said}. Its next production: {will}."


def _other_mat(look: Look, seat: int, box: Box) -> Spot:
    """The mat of another player, with the screen in front of it."""
    state, pawn_row = look.state, _pawn_row(look)
    shapes = _mat(look, seat, box)
    label = f"The mat of {ELDERS[seat]}{', who is active' if seat == state.active else ''}: "
    area = Box(box.x + 6, box.y + 30, box.width - 12, 112 + pawn_row)
    if state.turn == 0 and any(state.hand(seat)) and not any(state.folk(seat)):
        hidden = bool(state.hidden & BIT[seat])
        said = "places unseen" if hidden and seat == state.to_move else "placed, unseen" if hidden else "in hand"
        shapes.append(frame(area, ASIDE, stroke=RULE, stroke_dasharray="5 4"))
        shapes.append(words(box.across, area.y + 30, said, 13, "middle", **SEMI))
        shapes += _row_of_folk(state.hand(seat), area.x + 8, area.y + 44, area.width - 16, 12)
        label += f"{said}, {folk_listed(state.hand(seat))}."
    else:
        for section, part in enumerate(area.cut(top=pawn_row, bottom=48).columns(GOODS, 4)):
            shapes += _small_work(look, seat, section, part)
        for section, part in zip((GUARDS, NEW), area.cut(top=pawn_row + 68).columns(2, 4), strict=True):
            shapes += [
                frame(part, FIELD, 6),
                words(part.x + 5, part.y + 13, SECTION_NAMES[section], 11.5, "start", **SEMI),
            ]
            shapes += _row_of_folk(state.section(seat, section), part.x + 3, part.y + 16, part.width - 6, 9)
        label += _mat_words(look, seat)
    shapes += _screen(look, seat, Box(area.x, area.bottom + 4, area.width, box.bottom - area.bottom - 9))
    if _open(look):
        label += f" Behind the screen: {items_listed(state.stash(seat))}."
    else:
        label += " What lies behind the screen is not shown."
    return Spot(f"mat-{SEATS[seat]}", label, box, tuple(shapes))


def _small_work(look: Look, seat: int, section: int, box: Box) -> list[Shape]:
    """A work section of another player: name, points and what they make, Folks."""
    points, made = section_points(look.state, seat, section), next_yields(look.state, seat)[section]
    shapes = [
        frame(box, FIELD, 6),
        words(box.x + 5, box.y + 14, SECTION_NAMES[section], 11.5, "start", **SEMI),
        fit(box.right - 5, box.y + 14, f"{points}→{made}", 36, 11.5, "end", **(QUIET if made in ("0", "?") else BOLD)),
        *_pawn_place(look, seat, section, box.across, box.y),
    ]
    folks, half = look.state.section(seat, section), box.width / 2
    for kind in range(TYPES):
        if folks[kind]:
            left, middle = box.x + 4 + kind % 2 * half, box.y + 29 + kind // 2 * 23
            shapes += draw_pile(kind, folks[kind], left, middle, 9, half - 4)
    return shapes


def _row_of_folk(counts: tuple[int, ...], x: float, y: float, width: float, radius: float) -> list[Shape]:
    """Folks by type in one row, each type in a place of its own."""
    shapes: list[Shape] = []
    for kind in range(TYPES):
        if counts[kind]:
            shapes += draw_pile(kind, counts[kind], x + kind * width / TYPES, y + radius * 1.5, radius, width / TYPES)
    return shapes


def _pawn_place(look: Look, seat: int, section: int, x: float, y: float) -> list[Shape]:
    """The place of the Elder Pawn above a work section, with or without the pawn."""
    rules = look.state.game
    if not rules.pawns_on:
        return []
    if look.state.pawns[seat] != section:
        return [circle(x, y - 10, 5, fill="none", stroke=RULE, stroke_width=1.2, stroke_dasharray="3 2")]
    return [path(PAWN, x, y - 10, 0.9, fill=rules.seat_colour(seat), stroke=INK, stroke_width=1.4)]


def _screen(look: Look, seat: int, box: Box) -> list[Shape]:
    """A folding screen; or, where stashes lie open, what would be behind it."""
    rules, shapes = look.state.game, []
    if not _open(look):
        for n, part in enumerate(box.columns(8)):
            high, low = (0, 5) if n % 2 else (5, 0)
            panel = f"M0 {high}L{part.width:.1f} {low}V{box.height - 5 + low:.1f}L0 {box.height - 5 + high:.1f}Z"
            shade: Style = {"fill_opacity": 0.55 if n % 2 else 0.3, "stroke": INK, "stroke_width": 1}
            shapes.append(path(panel, part.x, part.y, fill=rules.seat_colour(seat), **shade))
        shapes.append(frame(Box(box.across - 62, box.down - 8, 124, 16), CARD, 5))
        return [*shapes, words(box.across, box.down + 4.2, "behind the screen", 12, **PLAIN)]
    stash, here = look.state.stash(seat), items(look)
    apart = look.players == MOST_SEATS
    groups = [here[: look.players], here[look.players :]] if apart else [here]
    for group, row in zip(groups, box.rows(len(groups)), strict=True):
        needs = [18.0 + 7.8 * len(str(stash[item])) for item in group]
        gap, left = min(20.0, (box.width - sum(needs)) / len(group)), box.x
        for item, need in zip(group, needs, strict=True):
            shapes += draw_item(rules, item, left + 7.5, row.down, 7.5)
            shapes.append(fit(left + 17, row.down + 4.2, str(stash[item]), need + gap - 17, 12, **SEMI))
            left += need + gap
    return shapes


def _own_mat(look: Look, box: Box) -> list[Spot]:
    """The mat of the seat that looks: sections to place Folks in, Folks to be sent against a Nastigan."""
    seat, pawn_row = look.seat, _pawn_row(look)
    head = [*_mat(look, seat, box), words(box.x + 140, box.y + 18, "your mat", 12, "start", **QUIET)]
    label = f"Your mat, {ELDERS[seat]}: {_mat_words(look, seat)}"
    spots = [Spot(f"mat-{SEATS[seat]}", label, box.cut(bottom=box.height - 26), tuple(head))]
    area = box.cut(6, 32 + pawn_row, 6, 6)
    upper, lower = area.cut(bottom=area.height - 96), area.cut(top=102)
    sections = [*upper.columns(GOODS, 6), *lower.columns(2, 6)]
    for section, part in zip((*range(GOODS), GUARDS, NEW), sections, strict=True):
        spots += _own_section(look, section, part)
    return spots


def _own_section(look: Look, section: int, box: Box) -> list[Spot]:
    """One section of the own mat; while a defender is named, each type of Folk in it is a spot of its own."""
    state, seat, said = look.state, look.seat, SECTION_NAMES[section]
    folks, thing, work = state.section(seat, section), f"section-{said}", section < GOODS
    shapes = [field(look, thing, box, FIELD, 8), words(box.x + 8, box.y + 17, said, 13.5, "start", **BOLD)]
    label = f"{said} on your mat: {folk_listed(folks) if sum(folks) else 'nobody'}"
    if work:
        points, made = counted(section_points(state, seat, section), "point"), next_yields(state, seat)[section]
        shapes.append(fit(box.right - 7, box.y + 17, f"{points} → {made}", box.width - 70, 12, "end", **SEMI))
        shapes += _pawn_place(look, seat, section, box.across, box.y)
        label += f", {points} for {made} {said}"
        if state.game.pawns_on and state.pawns[seat] == section:
            label += ", with your Elder Pawn"
    label += "."
    rows = box.cut(4, 23, 4, 2).rows(2 if work else 1)
    cells = [cell for row in rows for cell in row.columns(TYPES // len(rows))]
    spots: list[Spot] = []
    for kind, cell in enumerate(cells):
        thing_here, part = f"folk-{TYPE_NAMES[kind]}/{said}", cell.inside(1)
        if not folks[kind]:
            continue
        pile = draw_fan(kind, folks[kind], cell.x + 4, cell.down, cell.width - 6)
        if look.choices(thing_here):
            die = f"with a die of {state.game.defend.die(state, look.choices(thing_here)[0].action)} sides"
            each = f"{folks[kind]} {TYPE_NAMES[kind]} in {said}, {die}."
            spots.append(Spot(thing_here, each, part, (field(look, thing_here, part, CARD, **THIN), *pile)))
        else:
            shapes += pile
    if look.asks("place") and look.may(thing) and work:
        gain = state.game.place.gain(state, section)
        shapes.append(words(box.right - 7, box.bottom - 6, f"+{gain}", 13, "end", **BOLD))
        label += f" The next Folk would add {counted(gain, 'point')}."
    return [Spot(thing, label, box.cut(bottom=box.height - 22) if spots else box, tuple(shapes)), *spots]


# -- the own stash -----------------------------------------------------------------------------------------------------


def _own_stash(look: Look, box: Box) -> list[Spot]:
    """What lies behind the own screen, each kind a spot that adds one to the bid, and what it is worth now."""
    state, seat = look.state, look.seat
    stash, bid, parts = state.stash(seat), state.bid(seat), state.score_now(seat)
    when = "At the end" if look.over else "If the game ended now"
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=1.2),
        frame(Box(box.x + 2, box.y + 2, box.width - 4, 24), state.game.seat_colour(seat), 8, fill_opacity=0.35),
        words(box.x + 10, box.y + 18, "Behind your screen", 13, "start", **BOLD),
        words(box.x + 10, box.bottom - 25, when, 12, "start", **QUIET),
        words(box.right - 10, box.bottom - 24, str(sum(parts)), 18, "end", **BOLD),
        fit(box.x + 10, box.bottom - 9, "Goods {} + {}, Honor {} + {}".format(*parts), box.width - 20, 12, **PLAIN),
    ]
    label = f"Behind your screen: {items_listed(stash)}. {when}: {score_words(state, seat)}."
    spots = [Spot("stash", label, box.cut(bottom=box.height - 26), tuple(shapes))]
    columns = 4 if look.players == 4 else 3
    goods_row = -(-look.players // columns)
    high = min(46.0, (box.height - 74) / (goods_row + 1))
    rows = Box(box.x + 6, box.y + 30, box.width - 12, high * (goods_row + 1)).rows(goods_row + 1)
    for item in items(look):
        row, column = divmod(item, columns) if item < FIRST_GOOD else (goods_row, item - FIRST_GOOD)
        part, here = rows[row].columns(columns)[column].inside(1.5), stash[item] - bid[item]
        thing, left = f"stash-{ITEM_NAMES[item]}", part.x + (15.5 if columns == 4 else 20.5)
        drawn = [
            field(look, thing, part, FIELD),
            *draw_item(state.game, item, left, part.down, 11.5 if columns == 4 else 13),
            fit(
                part.right - 5.5, part.down + 6, str(here), part.width - (34 if columns == 4 else 42), 17, "end", **BOLD
            ),
        ]
        name = f"{counted(here, 'chip')} of {SEATS[item]}" if item < FIRST_GOOD else f"{here} {ITEM_NAMES[item]}"
        said = f"{name} behind your screen{f', {bid[item]} in your hand' if bid[item] else ''}."
        spots.append(Spot(thing, said, part, tuple(drawn)))
    return spots
