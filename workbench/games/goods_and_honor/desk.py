"""Drawings of what is going on in For Goods and Honor: auction, duels, Folks in hand, scores. Off the rules path."""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Withheld
from workbench.core.look import Look as AnyLook
from workbench.core.pieces import (
    ACCENT,
    BOLD,
    CARD,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    STAR,
    THIN,
    Box,
    Style,
    button,
    buttons,
    crossed,
    field,
    fit,
    frame,
    medal,
)
from workbench.core.scene import Shape, Spot, line, path
from workbench.core.scene import text as words
from workbench.core.words import counted, listed
from workbench.games.goods_and_honor.components import (
    BIT,
    CLOSE,
    ELDERS,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_GOOD,
    FIRST_KEEP,
    GUARDS,
    ITEM_NAMES,
    ITEM_WORDS,
    ITEMS,
    NASTIGAN,
    NONE,
    RED_SIDES,
    SAY_NOTHING,
    SEATS,
    SECTIONS,
    SENTRYFOLK,
    SILENT,
    TYPE_NAMES,
    TYPES,
    die_of,
)
from workbench.games.goods_and_honor.laws import dice_chances
from workbench.games.goods_and_honor.pieces import (
    draw_die,
    draw_fist,
    draw_item,
    draw_items,
    draw_token,
    mark,
)
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.text import (
    MOST_DUELS,
    defender_words,
    duel_won,
    duel_words,
    duels,
    faces,
    score_words,
)
from workbench.games.goods_and_honor.words import folk_listed, items_listed

Look = AnyLook[GoodsAndHonorState]

TABLE_WIDTH: Final = 240
"""The left part of the stage: what lies on the table."""


def items(look: Look) -> list[int]:
    """Return the kinds of items in play."""
    return [item for item in range(ITEMS) if item < look.players or item >= FIRST_GOOD]


def _bidding(look: Look) -> bool:
    """Return whether players talk about, fill or choose from hands."""
    return any([look.asks(kind) for kind in ("keep", "say", "add", "give")])


def _fighting(look: Look) -> bool:
    """Return whether Nastigans are being dealt with."""
    return look.asks("defend") or look.asks("roll")


def _placing(look: Look) -> bool:
    """Return whether Folks are being put on a mat."""
    return any([look.asks(kind) for kind in ("place", "keep_layout")])


def _main(look: Look, box: Box) -> Box:
    """Return the stage beside what lies on the table."""
    return box.cut(left=TABLE_WIDTH) if look.state.turn and not look.over else box


def stage(look: Look, box: Box) -> list[Spot]:
    """Draw what is going on, with every choice that is neither on the mat nor in the stash."""
    if look.over:
        return _score_rows(look, box)
    main = _main(look, box)
    spots = _table(look, box) if look.state.turn else []
    wide = [Box(part.x, main.y + 20, part.width, 44) for part in main.cut(left=14, right=14).columns(2, 14)]
    if _bidding(look):
        return spots + _auction(look, main)
    if look.asks("place") or look.asks("pawn"):
        spots += _hand(look, main)
    for things in (("keep_layout", "rearrange"), ("one_keep", "one_give"), ("take", "decline")):
        spots += buttons(look, things, wide)
    if _fighting(look):
        return spots + _duels(look, main.cut(left=206, top=5), 1)
    return spots + (_duels(look, main.cut(left=8, top=76), 3) if _placing(look) else [])


ENDINGS: Final = (
    "The game is over.",
    "The last Goods token was taken: the game ends.",
    "Nobody has taken a token for too long: the game ends.",
    "All rounds have been played: the game ends.",
    "The bag holds too few Folks: the game ends.",
)
"""Why the game is over, in the order of the reasons in the state."""


def stage_backdrop(look: Look, box: Box) -> list[Shape]:
    """Draw the frame of the stage, its heading, and what you can see there but not choose."""
    main, rules = _main(look, box), look.state.game
    shapes = [frame(box, CARD, 10, **THIN)]
    if look.over:
        heads = [words(right, box.y + 17, head, 12, "end", **QUIET) for right, head in SCORE_COLUMNS]
        return [*shapes, fit(box.x + 10, box.y + 18, ENDINGS[look.state.end_reason], 460, 14, **BOLD), *heads]
    if main != box:
        shapes.append(line(main.x, box.y + 8, main.x, box.bottom - 8, **THIN))
    if _fighting(look):
        shapes += _dice_legend(look, main)
    if (_placing(look) or look.asks("pawn")) and not duels(look.state):
        rule = f"In Food, Wood and Rock every {rules.points_per_good} points make a token; what is left over is "
        rule += "kept." if rules.remainder_carried else "lost."
        shapes.append(fit(main.x + 14, box.bottom - 10, rule, main.width - 20, 12, **SOFT))
    return shapes


# -- on the table ------------------------------------------------------------------------------------------------------


def _table(look: Look, box: Box) -> list[Spot]:
    """Draw what lies on the table: drawn Folks to keep, the giver's words, and waiting Nastigans."""
    state, x, top = look.state, box.x + 8, box.y + 7
    spots: list[Spot] = []
    folks = [kind for kind in range(TYPES) for _ in range(state.table_folk[kind])]
    for place, kind in enumerate(folks):
        part, thing = Box(x + place * 74, top, 70, 60), f"table-{TYPE_NAMES[kind]}"
        shapes = [
            field(look, thing, part, PAPER, 8, **THIN),
            *draw_token(kind, part.across, part.y + 23, 17),
            words(part.across, part.y + 54, TYPE_NAMES[kind], 11, "middle", **SEMI),
        ]
        which = "A" if len(folks) == 1 else ("One", "The other")[place]
        by = f", offered by {ELDERS[state.active]}" if len(folks) == 1 else ""
        spots.append(
            Spot(f"table-{place}", f"{which} {TYPE_NAMES[kind]} on the table{by}.", part, tuple(shapes), thing)
        )
    if not folks:
        spots.append(_given(look, Box(x, top, 224, 60)))
    if folks and state.said[state.active] != NONE:
        giver, part = state.active, Box(x + 152, top + 15, 76, 30)
        said = f"{ELDERS[giver]} says: {_said_words(look, giver)}."
        spots.append(Spot(f"said-{SEATS[giver]}", said, part, tuple(_bubble(look, giver, part))))
    number, y = state.table_nastigans, top + 64
    waits = f"{number} wait{'s' if number == 1 else ''}" if number else "no Nastigan waits"
    shapes = [words(x + 222, y + 23.5, waits, 12, "end", **QUIET)]
    step = min(27.0, 120 / max(1, number - 1))
    for place in range(min(number, 14)):
        shapes += draw_token(NASTIGAN, x + 15 + step * place, y + 19, 12)
    label = f"{counted(number, 'Nastigan')} on the table." if number else "No Nastigan is on the table."
    if state.named:
        label += f" Named against them: {listed([defender_words(action) for action in state.named])}."
    return [*spots, Spot("nastigans", label, Box(x, y, 224, box.bottom - 4 - y), tuple(shapes))]


def _given(look: Look, box: Box) -> Spot:
    """Draw what has been kept and given this turn, once no Folk lies on the table any more."""
    state, rules = look.state, look.state.game
    x, y = box.x + 4, box.y
    shapes: list[Shape] = []
    kept = [action - FIRST_KEEP for action in state.story if FIRST_KEEP <= action < SAY_NOTHING]
    given = [action - FIRST_GIVE for action in state.story if FIRST_GIVE <= action < FIRST_DEFEND]
    paid = [action - FIRST_ADD for action in state.story if FIRST_ADD <= action < CLOSE]
    said = []
    left = x
    for kind in kept:
        shapes += [words(left, y + 21, "kept", 12.5, "start", **PLAIN), *draw_token(kind, left + 45, y + 17, 10)]
        left += 72
        said.append(f"{ELDERS[state.active]} kept a {TYPE_NAMES[kind]}")
    if given:
        shapes += [
            words(left, y + 21, "gave to", 12.5, "start", **PLAIN),
            *mark(rules, given[0], left + 64, y + 17, 9),
        ]
        counts = tuple([paid.count(item) for item in range(ITEMS)])
        shapes.append(words(x, y + 48, "for" if paid else "for nothing", 12.5, "start", **PLAIN))
        shapes += draw_items(rules, counts, x + 26, y + 32, 180, 24, False)
        said.append(f"gave the other Folk to {ELDERS[given[0]]} for {items_listed(counts)}")
    if not said:
        shapes.append(fit(x, y + 21, "nothing kept, nothing given", box.width - 6, 12, **SOFT))
    label = f"This turn {' and '.join(said)}." if said else "No Folk lies on the table."
    return Spot("table-0", label, box, tuple(shapes))


# -- the auction -------------------------------------------------------------------------------------------------------


def _bubble(look: Look, seat: int, box: Box) -> list[Shape]:
    """Draw a speech bubble with what a seat has said."""
    item, giver = look.state.said[seat], seat == look.state.active
    tail, x, y = ("M0 0L-9 6L2 9Z", box.x + 1, box.y + 8) if giver else ("M0 0L6-9L12 0Z", box.x + 14, box.y + 0.5)
    shapes = [
        frame(box, PAPER, 9, stroke=INK, stroke_width=1.2),
        path(tail, x, y, fill=PAPER, stroke=INK, stroke_width=1.2),
        frame(box.inside(1.2), PAPER, 8),
    ]
    if item == SILENT:
        return [
            *shapes,
            fit(box.across, box.y + 19, "silent", box.width - 8, 11.5, "middle", font_style="italic", fill=INK),
        ]
    said = fit(box.x + 5, box.y + 19, "I'd like" if giver else "I'll bid", box.width - 32, 12, **PLAIN)
    return [*shapes, said, *draw_item(look.state.game, item, box.right - 15.5, box.down, 10)]


def _said_words(look: Look, seat: int) -> str:
    """Return what a seat has said."""
    item = look.state.said[seat]
    if item == SILENT:
        return "nothing"
    return f"{'I would like to see' if seat == look.state.active else 'I will put in'} {ITEM_WORDS[item]}"


def _auction(look: Look, box: Box) -> list[Spot]:
    """Draw the other players side by side, with their words and hands; and what you can say."""
    active = look.state.active
    bidders = [(active + step) % look.players for step in range(1, look.players)]
    talking = look.asks("say")
    spots: list[Spot] = []
    for seat, part in zip(bidders, box.cut(8, 6, 6, 46 if talking else 6).columns(len(bidders), 6), strict=True):
        aside = max(0.0, (part.width - 210) / 2)
        spots += _bidder(look, seat, part.cut(left=aside, right=aside))
    return spots + (_sayings(look, box.cut(8, 72, 6, 6)) if talking and look.mine else [])


def _hand_words(look: Look, seat: int) -> str:
    """Describe a bidder's hand in a word or two for the picture."""
    state = look.state
    if not state.game.bid.can_bid(state, seat):
        return "nothing to bid"
    if state.has_closed(seat):
        if state.hidden & BIT[seat]:
            return "closed"
        return "yours, closed" if seat == look.seat else counted(sum(state.bid(seat)), "item")
    if look.asks("add") and state.to_move == seat:
        return "yours to fill" if look.mine else "fills a hand"
    return "is to bid"


def _bidder(look: Look, seat: int, box: Box) -> list[Spot]:
    """Draw one bidder: name, statement, hand. When the Folk is given away you can choose the whole bidder."""
    state, rules, thing = look.state, look.state.game, f"bid-{SEATS[seat]}"
    shapes = [
        field(look, thing, box, PAPER, 8, **THIN),
        *mark(rules, seat, box.x + 15, box.y + 15, 9),
        fit(box.x + 28, box.y + 19.5, ELDERS[seat].split()[-1], box.width - 32, 13, **SEMI),
    ]
    label, inner = ELDERS[seat], box.cut(4, 27, 4, 22)
    if state.said[seat] != NONE:
        shapes += _bubble(look, seat, Box(box.x + 6, box.y + 30, min(96, box.width - 12), 28))
        label += f" says: {_said_words(look, seat)}"
        inner = inner.cut(top=29)
    bid, closed, hidden = state.bid(seat), state.has_closed(seat), bool(state.hidden & BIT[seat])
    status = _hand_words(look, seat)
    filling = look.asks("add") and state.to_move == seat
    if hidden and (closed or filling):
        shapes += draw_fist(box.across, inner.down - 1, min(1.0, inner.height / 54), rules.seat_colour(seat))
        label += f": a hand that nobody else sees into, {'closed' if closed else 'being filled'}."
    elif sum(bid):
        shapes += draw_items(rules, bid, *inner)
        label += f": {'your closed hand holds' if filling else 'bids'} {items_listed(bid)}."
    else:
        label += f": {status}."
    if filling and look.mine:
        close = button(look, "close", Box(box.x + 4, box.bottom - 27, box.width - 8, 24), "close hand")
        return [Spot(thing, label, box.cut(bottom=29), tuple(shapes)), close]
    if not look.asks("say"):
        style: Style = {"font_style": "italic", "fill": INK}
        shapes.append(fit(box.across, box.bottom - 8, status, box.width - 8, 12, "middle", **style))
    return [Spot(thing, label, box, tuple(shapes))]


def _sayings(look: Look, box: Box) -> list[Spot]:
    """Draw what you can say: nothing, or the name of an item."""
    here, asking = items(look), look.state.to_move == look.state.active
    step = min(56, (box.width - 106) / len(here))
    spots: list[Spot] = []
    for place, item in enumerate(here):
        part, thing = Box(box.x + place * step, box.y, step - 6, box.height), f"say:{ITEM_NAMES[item]}"
        shapes = (
            field(look, thing, part, PAPER, 8, **THIN),
            *draw_item(look.state.game, item, part.across, part.down, 12),
        )
        spots.append(Spot(thing, f"{'Ask for' if asking else 'Promise'} {ITEM_WORDS[item]}.", part, shapes))
    return [*spots, button(look, "say:nothing", Box(box.x + len(here) * step, box.y, 100, box.height))]


# -- duels -------------------------------------------------------------------------------------------------------------

DEFENDERS: Final = (
    (die_of(SENTRYFOLK, GUARDS), "Sentryfolk in Guards"),
    (die_of(0, GUARDS), "other Folk in Guards"),
    (die_of(0, 0), "any Folk elsewhere"),
)


def _dice_legend(look: Look, box: Box) -> list[Shape]:
    """Draw which die a Folk rolls in each place, with its chance to win."""
    shapes: list[Shape] = []
    try:
        said = [f"wins {win.numerator} in {win.denominator}" for win in dice_chances(look.state.game)]
    except Withheld:
        said = ["" for _ in DEFENDERS]
    for place, (sides, who) in enumerate(DEFENDERS):
        x, middle = box.x + 30, box.y + 22 + 35 * place
        shapes += draw_die(sides, str(sides), x, middle, 1)
        shapes.append(fit(x + 26, middle - 2, who, 158, 12.5, **SEMI))
        shapes.append(fit(x + 26, middle + 14, said[place], 158, 12, **SOFT))
    return shapes


def _duels(look: Look, box: Box, columns: int) -> list[Spot]:
    """Draw the duels of this turn, die by die: who fought, every roll with its ties, who won."""
    fought = duels(look.state)
    first = max(0, len(fought) - MOST_DUELS)
    parts = box.cut(right=10).columns(columns, 6)
    spots = []
    for number, duel in enumerate(fought[first:]):
        part = parts[number % columns]
        place = Box(part.x, part.y + number // columns * 35, part.width, 34)
        spots.append(_duel(look, first + number, duel, place))
    return spots


def _duel(look: Look, number: int, duel: tuple[int, ...], box: Box) -> Spot:
    """Draw one duel: the Folk, the pairs of dice as they fell, the Nastigan; the loser is crossed out."""
    kind, rolls, middle = (duel[0] - FIRST_DEFEND) // SECTIONS, duel[1:], box.down
    sides = look.state.game.defend.die(look.state, duel[0])
    shapes = [frame(box, PAPER, 8, **THIN), *draw_token(kind, box.x + 18, middle, 12)]
    most, left = 3 if box.width > 250 else 1, box.x + 42.0
    if len(rolls) > most:
        shapes.append(words(left - 4, middle + 5, "…", 14, "middle", **SEMI))
        left += 6
    for roll in rolls[-most:]:
        red, blue = faces(roll)
        if red:
            shapes += draw_die(sides, str(blue), left + 6, middle, 0.85)
            sign = "<" if blue < red else ">" if blue > red else "="
            shapes.append(words(left + 26, middle + 5, sign, 14, "middle", **BOLD))
            shapes += draw_die(RED_SIDES, str(red), left + 46, middle, 0.85, True)
            left += 76
    won, end = duel_won(look.state, rolls[-1]) if rolls else None, box.right - (58 if rolls else 71)
    shapes += draw_token(NASTIGAN, end, middle, 11)
    said = "" if rolls else "named"
    if won is not None:
        shapes += crossed(end if won else box.x + 18, middle)
        said = "won" if won else "lost"
    if said:
        shapes.append(fit(box.right - 8, middle + 5, said, 37 if rolls else 50, 12.5, "end", **BOLD))
    return Spot(f"duel-{number}", f"Duel {number + 1}, {duel_words(look.state, duel)}", box, tuple(shapes))


# -- Folks in hand, and the end ----------------------------------------------------------------------------------------


def _hand(look: Look, box: Box) -> list[Spot]:
    """Draw the Folks in hand, with the next one to be placed in front."""
    state = look.state
    mover = state.to_move
    hand = state.hand(mover)
    if not sum(hand):
        return []
    x, y = box.x + 10, box.y + 9
    shapes: list[Shape] = []
    following = state.game.place.next_type(state, mover)
    left = x
    for kind in range(TYPES):
        if not hand[kind]:
            continue
        front = kind == following and not state.hidden & BIT[mover]
        if front:
            shapes.append(frame(Box(left, y, 132, 60), PAPER, 9, stroke=ACCENT, stroke_width=3))
            for place, (said, style) in enumerate(
                (("next", QUIET), (TYPE_NAMES[kind], SEMI), (f"× {hand[kind]}", SEMI))
            ):
                shapes.append(fit(left + 50, y + 21 + 16.5 * place, said, 78, 12, **style))
        else:
            shapes.append(fit(left + 44, y + 36, f"×{hand[kind]}", 46, 16, **BOLD))
        shapes += draw_token(kind, left + 26, y + 30, 18 if front else 14)
        left += 144 if front else 92
    owner = "Your" if look.mine else f"{ELDERS[mover]}'s"
    label = f"{owner} Folks in hand: {folk_listed(hand)}."
    return [Spot("hand", label, Box(x - 2, y - 2, box.right - 12 - x, 64), tuple(shapes))]


SCORE_COLUMNS: Final = ((572, "Goods sets"), (616, "left"), (704, "Honor sets"), (748, "left"), (794, "total"))


def _score_rows(look: Look, box: Box) -> list[Spot]:
    """Draw the parts of every score, with a star and a frame for each winner."""
    state, rules, won = look.state, look.state.game, look.state.returns()
    step, here = min(22, 88 / look.players), items(look)
    spots: list[Spot] = []
    for seat in range(look.players):
        parts, stash, best = state.score_now(seat), state.stash(seat), won[seat] > 0
        row = Box(box.x + 6, box.y + 23 + seat * step, box.width - 12, step - 1)
        edge: Style = {"stroke": INK, "stroke_width": 2} if best else {"stroke": RULE, "stroke_width": 0.6}
        shapes = [frame(row, PAPER if best else CARD, 5, **edge), *mark(rules, seat, row.x + 14, row.down, 7.5)]
        shapes.append(fit(row.x + 27, row.down + 4.3, ELDERS[seat], 92, 12.5, **(BOLD if best else PLAIN)))
        if best:
            shapes.append(path(STAR, row.x + 128, row.down, fill=ACCENT, stroke=INK, stroke_width=0.8))
        for item, part in zip(here, Box(row.x + 146, row.y, 340, row.height).columns(len(here)), strict=True):
            shapes += draw_item(rules, item, part.x + 7, row.down, 7)
            shapes.append(fit(part.x + 16, row.down + 4.3, str(stash[item]), part.width - 17, 12, **PLAIN))
        for (right, _), points in zip(SCORE_COLUMNS[:-1], parts, strict=True):
            shapes.append(words(right, row.down + 4.3, str(points), 12.5, "end", **PLAIN))
        shapes += medal(sum(parts), SCORE_COLUMNS[-1][0] - 10, row.down, min(10.5, row.height / 2))
        label = f"{ELDERS[seat]}: {'a win with ' if best else ''}{score_words(state, seat)}. The stash: {items_listed(stash)}."
        spots.append(Spot(f"score-{SEATS[seat]}", label, row, tuple(shapes)))
    return spots
