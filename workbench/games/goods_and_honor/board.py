"""The table of For Goods and Honor as a picture of named spots. Off the rules path.

Everything is told apart by letter and shape, never by colour alone: Folks by their letter and outline, chips by the letter of
their owner, Goods by shape and letters. What may be chosen has a thick outline; what may not be chosen now, though its like
may, lies on grey.
"""

from __future__ import annotations

from typing import Final

from workbench.core.figures import Withheld
from workbench.core.scene import Scene, Shape, Spot, circle, line, path, rect
from workbench.core.scene import text as words
from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    CLOSE,
    DECLINE,
    ELDERS,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_DRAW,
    FIRST_GIVE,
    FIRST_GOOD,
    FIRST_KEEP,
    FIRST_PAWN,
    FIRST_PLACE,
    FIRST_ROLL,
    FIRST_SAY,
    FIRST_SEAT,
    GOOD_NAMES,
    GOODS,
    GUARDS,
    ITEM_NAMES,
    ITEM_WORDS,
    ITEMS,
    KEEP_LAYOUT,
    MOST_SEATS,
    NASTIGAN,
    NEW,
    NONE,
    ONE_GIVE,
    ONE_KEEP,
    REARRANGE,
    RED_SIDES,
    SAY_NOTHING,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    SENTRYFOLK,
    SILENT,
    TAKE,
    TYPE_CODES,
    TYPE_NAMES,
    TYPES,
    die_of,
)
from workbench.games.goods_and_honor.laws import dice_chances
from workbench.games.goods_and_honor.pieces import (
    ACCENT,
    ARROW,
    ASIDE,
    BOLD,
    CARD,
    FIELD,
    INK,
    PAPER,
    PAWN,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT_INK,
    STAR,
    Style,
    draw_badge,
    draw_die,
    draw_fan,
    draw_fist,
    draw_item,
    draw_items,
    draw_pile,
    draw_token,
    fit,
    framed,
    outline,
)
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.text import (
    MOST_DUELS,
    defender_words,
    duel_won,
    duel_words,
    duels,
    end_words,
    faces,
    headline,
    next_yields,
    score_words,
    section_points,
)
from workbench.games.goods_and_honor.words import counted, folk_listed, items_listed, listed

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
SUPPLY_TOP: Final = 66
STAGE_TOP, STAGE_HEIGHT = 158, 180
MATS_TOP: Final = STAGE_TOP + STAGE_HEIGHT + 10
GAP: Final = 8
TABLE_WIDTH: Final = 176
"""The left part of the stage: what lies on the table."""
MAIN: Final = MARGIN + TABLE_WIDTH + 16
"""Where the rest of the stage begins."""
OWN_WIDTH: Final = 520
OWN_HEIGHT: Final = 200

# -- what is being decided ---------------------------------------------------------------------------------------------

FAMILIES: Final = (
    (KEEP_LAYOUT, "place"),
    (FIRST_PAWN, "layout"),
    (FIRST_KEEP, "pawn"),
    (SAY_NOTHING, "keep"),
    (FIRST_ADD, "say"),
    (FIRST_GIVE, "bid"),
    (FIRST_DEFEND, "give"),
    (ONE_KEEP, "defend"),
    (TAKE, "one"),
    (FIRST_DRAW, "take"),
    (FIRST_SEAT, "draw"),
    (FIRST_ROLL, "first"),
)
"""Kinds of decisions, each with the first action that no longer belongs to it."""


def family(action: int) -> str:
    """What kind of decision an action belongs to.

    >>> family(FIRST_ADD), family(FIRST_ROLL + 3)
    ('bid', 'roll')
    """
    for end, name in FAMILIES:
        if action < end:
            return name
    return "roll"


class Look:
    """One position as one seat looks at it, with what all parts of the picture ask again and again.

    Args:
        state: the position, with everything blanked that the seat cannot know.
        seat: whose eyes it is seen through.

    Attributes:
        asked: what kind of decision is due, of whomever; "over" at the end.
        mine: whether this seat decides now.
        legal: the legal actions, if this seat decides.
        open: whether all stashes lie open.
        items: the kinds of items in play.
        yields: the tokens that each mat yields, in words.
    """

    __slots__ = ("asked", "items", "legal", "mine", "open", "players", "rules", "seat", "state", "yields")

    def __init__(self, state: GoodsAndHonorState, seat: int) -> None:
        self.state = state
        self.rules = state.rules
        self.seat = seat
        self.players = state.rules.players
        self.mine = state.to_move == seat
        actions = state.legal()
        self.legal = frozenset(actions) if self.mine else frozenset()
        self.asked = family(actions[0]) if actions else "over"
        self.open = not state.rules.screens
        self.items = [item for item in range(ITEMS) if item < self.players or item >= FIRST_GOOD]
        self.yields = [next_yields(state, other) for other in range(self.players)]

    def spot(
        self,
        name: str,
        label: str,
        box: tuple[float, float, float, float],
        shapes: list[Shape],
        action: int = NONE,
    ) -> Spot:
        """A spot; with an action it can be chosen, if this seat decides, and its label says whether it may be."""
        if action == NONE or not self.mine:
            return Spot(name, label, box, tuple(shapes))
        legal = action in self.legal
        can = f" You may {self.state.phase.words(self.state, action)}." if legal else " It may not be chosen now."
        return Spot(name, label + can, box, tuple(shapes), action, legal)


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(state: GoodsAndHonorState, seat: int) -> Scene:
    """The table as a picture of named spots: the middle, the bag, what is going on, all mats, and the seat's own stash.

    Args:
        state: the position as the seat may know it (`state.view(seat).state`).
        seat: whose eyes it is seen through; this seat's mat lies in front, the others follow in turn order.

    >>> import workbench as wb
    >>> match = wb.load("goods_and_honor").match(seed=7)
    >>> board = scene(match.seen(), match.seat)
    >>> board.spot("bag").label.split(":")[0]
    'The bag'
    """
    look = Look(state, seat)
    spots = [*_supply(look), *_stage(look)]
    top: float = MATS_TOP
    others = [(seat + step) % look.players for step in range(1, look.players)]
    columns = 2 if len(others) in (2, 4) else 3
    width = (INNER - GAP * (columns - 1)) / columns
    height = _mat_height(look)
    for place, other in enumerate(others):
        x = MARGIN + place % columns * (width + GAP)
        spots.append(_other_mat(look, other, x, top + place // columns * (height + GAP), width, height))
    top += (len(others) + columns - 1) // columns * (height + GAP)
    own_height = OWN_HEIGHT + _pawn_row(look)
    spots += _own_mat(look, top, own_height)
    spots += _own_stash(look, top, own_height)
    return Scene(headline(state), WIDTH, top + own_height + MARGIN, _backdrop(look, top, own_height), tuple(spots))


def _drawn_headline(look: Look) -> str:
    """The headline in the picture, where there is less room."""
    said = headline(look.state).partition(": ")[2]
    return f"{said[0].upper()}{said[1:]}"


def _backdrop(look: Look, own_top: float, own_height: float) -> tuple[Shape, ...]:
    """The paper, the headline, the order of turns, the phases, and the frames of what lies in front."""
    height = own_top + own_height + MARGIN
    shapes = [
        rect(0, 0, WIDTH, height, rx=12, fill=PAPER),
        words(MARGIN + 2, 27, fit(_drawn_headline(look), INNER - 30 * look.players, 16), 16, "start", **BOLD),
    ]
    return (*shapes, *_turn_order(look), *_phases(look), *_supply_headings(look), *_stage_backdrop(look))


def _turn_order(look: Look) -> list[Shape]:
    """The seats in the order of their turns, the active one underlined and pointed at."""
    shapes: list[Shape] = []
    left = WIDTH - MARGIN - 30 * look.players + 9
    for seat in range(look.players):
        x = left + 30 * seat
        if seat:
            shapes.append(path("M-2-4L2 0L-2 4", x - 15, 22, fill="none", stroke=SOFT_INK, stroke_width=1.5))
        shapes += draw_badge(look.rules, seat, x, 22, 9)
        if seat == look.state.active and look.state.to_move != OVER:
            shapes.append(path(ARROW, x, 7, fill=INK))
            shapes.append(rect(x - 10, 33, 20, 3, fill=INK))
    return shapes


PHASES: Final = ("Produce Goods", "Draw 2 New Folks", "Deal with Nastigans", "Assign Workers")


def _phase_now(look: Look) -> int:
    """Which of the four phases of a turn is going on; NONE outside turns."""
    state = look.state
    if state.turn == 0 or look.asked == "over":
        return NONE
    if look.asked == "take":
        return 0
    if look.asked in ("defend", "roll"):
        return 2
    if look.asked in ("layout", "pawn") or (look.asked == "place" and state.to_move == state.active):
        return 3
    return 1


def _phases(look: Look) -> list[Shape]:
    """The four phases of a turn in their order, the present one in ink."""
    order = (1, 2, 3, 0) if look.rules.options["phase_order"] == "trade_first" else (0, 1, 2, 3)
    now, shapes = _phase_now(look), []
    for place, phase in enumerate(order):
        x = MARGIN + place * 166
        here = phase == now
        ground: Style = {"fill": INK} if here else {"fill": "none", "stroke": RULE, "stroke_width": 1}
        shapes.append(rect(x, 38, 162, 20, rx=10, **ground))
        style: Style = {"font_weight": 700, "fill": CARD} if here else {"fill": SOFT_INK}
        shapes.append(words(x + 81, 52.5, f"{place + 1} {PHASES[phase]}", 12, "middle", **style))
    if look.state.turn == 0:
        shapes.append(words(MARGIN + 4 * 166 + 4, 52.5, "after the set-up", 12, "start", **QUIET))
    return shapes


# -- the middle and the bag --------------------------------------------------------------------------------------------


def _supply(look: Look) -> list[Spot]:
    """The three piles of Goods with what is left of the start, and the bag as counts."""
    state, start = look.state, look.rules.goods_each
    spots = []
    for good in range(GOODS):
        left = state.supply[good]
        x, y, width = MARGIN + 8 + good * 128, SUPPLY_TOP + 24, 122
        share = min(1.0, left / start)
        shapes = [
            rect(x, y, width, 54, rx=7, fill=CARD, stroke=RULE, stroke_width=1),
            *draw_item(look.rules, FIRST_GOOD + good, x + 22, y + 22, 14),
            words(x + 44, y + 29, str(left), 22, "start", **BOLD),
            words(x + width - 7, y + 18, GOOD_NAMES[good], 12, "end", **SEMI),
            words(x + width - 7, y + 34, f"of {start}", 12, "end", fill=SOFT_INK),
            rect(x + 7, y + 42, width - 14, 6, rx=3, fill=ASIDE),
        ]
        if left:
            shapes.append(rect(x + 7, y + 42, max(6.0, (width - 14) * share), 6, rx=3, fill=INK))
        label = f"{GOOD_NAMES[good]} in the middle: {left} of {start} {'is' if left == 1 else 'are'} left."
        spots.append(Spot(f"pile-{GOOD_NAMES[good]}", label, (x, y, width, 54), tuple(shapes)))
    bag, x, y = state.bag, MARGIN + 408, SUPPLY_TOP + 24
    shapes = [rect(x, y, 380, 54, rx=7, fill=CARD, stroke=RULE, stroke_width=1)]
    for kind in range(TYPES + 1):
        left = x + 20 + kind * 76
        shapes += draw_token(kind, left, y + 27, 13)
        shapes.append(words(left + (22 if kind == NASTIGAN else 18), y + 34, str(bag[kind]), 19, "start", **BOLD))
    held = [f"{bag[kind]} {TYPE_NAMES[kind]}" for kind in range(TYPES)]
    label = f"The bag: {listed([*held, counted(bag[NASTIGAN], 'Nastigan')])}."
    spots.append(Spot("bag", label, (x, y, 380, 54), tuple(shapes)))
    return spots


def _supply_headings(look: Look) -> list[Shape]:
    """What stands above the middle and the bag."""
    state = look.state
    folks, total = int(state.folk_in_bag()), sum(state.bag)
    shapes = [
        words(MARGIN + 10, SUPPLY_TOP + 14, "The middle", 13, "start", **SEMI),
        words(MARGIN + 408, SUPPLY_TOP + 14, "The bag", 13, "start", **SEMI),
        words(WIDTH - MARGIN, SUPPLY_TOP + 14, f"{counted(total, 'token')}, {folks} of them Folks", 12, "end", **QUIET),
    ]
    end = end_words(look.state)
    return [*shapes, words(MARGIN + 386, SUPPLY_TOP + 14, end, 12, "end", **QUIET)] if end else shapes


# -- the stage: what is going on ---------------------------------------------------------------------------------------


def _stage(look: Look) -> list[Spot]:
    """What is going on, with everything to be chosen that lies neither on the mat nor in the stash."""
    asked = look.asked
    if asked == "over":
        return _score_rows(look)
    spots = _table(look) if look.state.turn else []
    if asked in ("keep", "say", "bid", "give"):
        spots += _auction(look)
    elif asked in ("place", "pawn"):
        spots += _hand(look)
    elif asked in BUTTONS:
        spots += _buttons(look, BUTTONS[asked])
    if asked in ("defend", "roll", "layout", "place", "pawn"):
        spots += _duels(look)
    return spots


def _stage_left(look: Look) -> float:
    """Where the stage begins beside what lies on the table."""
    return MAIN if look.state.turn and look.asked != "over" else MARGIN


def _stage_words(look: Look) -> str:
    """What is going on, in one line."""
    state, asked = look.state, look.asked
    mover, active = int(state.to_move), int(state.active)
    who, does = ("You", "") if look.mine else (ELDERS[mover].split()[-1] if mover >= 0 else "", "s")
    giver = ELDERS[active].split()[-1] if active != NONE else ""
    if asked == "over":
        return ENDINGS[int(state.end_reason)]
    if asked == "place" and state.turn == 0:
        unseen = " unseen" if look.rules.secret_setup else ""
        return "Choose a section of your mat for the next Folk." if look.mine else f"{who} fills the mat{unseen}."
    if asked == "say":
        what = "may say what would be welcome" if mover == active else f"may say what {giver} can expect"
        return f"{who} {what}."
    if asked == "bid":
        return f"{giver} gives a Folk away. {who} fill{does} a hand with 1 to {look.rules.bid_max} items."
    said = {
        "place": f"{who} place{does} the Folks in hand, one at a time.",
        "layout": f"{who} keep{does} the layout, or pick{does} all Folks up.",
        "pawn": f"{who} put{does} the Elder Pawn at Food, Wood or Rock.",
        "keep": f"{who} keep{does} one Folk and give{does} the other away.",
        "give": f"{who} choose{does} who receives the Folk, and take{does} that bid."
        if mover >= 0
        else "The receiver of the Folk is drawn.",
        "defend": f"{who} send{does} a Folk against a Nastigan.",
        "one": f"{who} keep{does} or offer{does} the single Folk.",
        "take": f"{who} take{does} what the mat yields, or nothing.",
        "draw": "Tokens are drawn from the bag.",
        "first": "The first player is drawn.",
        "roll": "The dice are rolled.",
    }
    return said[asked]


ENDINGS: Final = (
    "The game is over.",
    "The last Goods token was taken: the end.",
    "No token was taken for too long: the end.",
    "All rounds have been played: the end.",
    "The bag holds too few Folks: the end.",
)
"""Why the game is over, in the order of the reasons in the state."""


def _stage_backdrop(look: Look) -> list[Shape]:
    """The frame of the stage, its heading, and what can be seen there but not chosen."""
    asked, x = look.asked, _stage_left(look)
    room = WIDTH - 2 * MARGIN - x
    shapes = [
        rect(MARGIN, STAGE_TOP, INNER, STAGE_HEIGHT, rx=10, fill=CARD, stroke=RULE, stroke_width=1),
        words(x + 12, STAGE_TOP + 21, fit(_stage_words(look), room, 14), 14, "start", **BOLD),
    ]
    if asked == "over":
        return shapes + _score_headings(look)
    if x == MAIN:
        shapes.append(line(MAIN, STAGE_TOP + 8, MAIN, STAGE_TOP + STAGE_HEIGHT - 8, stroke=RULE, stroke_width=1))
    if asked in ("defend", "roll"):
        shapes += _dice_legend(look)
    if asked in ("place", "layout", "pawn"):
        each = look.rules.points_per_good
        said = f"In Food, Wood and Rock every {each} points make a token; what is left over is "
        said += "kept." if look.rules.carries else "lost."
        shapes.append(
            words(x + 12, STAGE_TOP + STAGE_HEIGHT - 10, fit(said, room + 60, 12), 12, "start", fill=SOFT_INK)
        )
    return shapes


def _table(look: Look) -> list[Spot]:
    """What lies on the table: drawn Folks, which may be there to be kept, what the giver says, and waiting Nastigans."""
    state = look.state
    spots: list[Spot] = []
    heading = [words(MARGIN + 10, STAGE_TOP + 21, "On the table", 13, "start", **SEMI)]
    folks = [kind for kind in range(TYPES) for _ in range(state.table_folk[kind])]
    width = 78
    for place, kind in enumerate(folks):
        x, y = MARGIN + 10 + place * (width + 6), STAGE_TOP + 30
        action = FIRST_KEEP + kind if look.asked == "keep" else NONE
        legal = action in look.legal
        shapes = [
            rect(x, y, width, 66, rx=8, fill=PAPER, **outline(legal)),
            *draw_token(kind, x + width / 2, y + 26, 18),
            words(x + width / 2, y + 58, TYPE_NAMES[kind], 12, "middle", **SEMI),
        ]
        name = f"{'A' if len(folks) == 1 else ('One', 'The other')[place]} {TYPE_NAMES[kind]}"
        label = f"{name} on the table{', offered by ' + ELDERS[state.active] if len(folks) == 1 else ''}."
        spots.append(look.spot(f"table-{place}", label, (x, y, width, 66), shapes, action))
    if not folks:
        told, heading = _given(look), []
        spots.append(told)
    x, y, radius = MARGIN + 10, STAGE_TOP + 104, 14.0
    if folks and state.said[state.active] != NONE:
        giver = int(state.active)
        box = (MARGIN + 94.0, STAGE_TOP + 36.0, 88.0, 30.0)
        if len(folks) > 1:  # the bubble goes below them, and the Nastigans have less room
            box, y, radius = (x + 10.0, STAGE_TOP + 99.0, 120.0, 30.0), STAGE_TOP + 130, 9.0
        said = f"{ELDERS[giver]} says: {_said_words(look, giver)}."
        spots.append(Spot(f"said-{SEATS[giver]}", said, box, tuple(_bubble(look, giver, *box[:3]))))
    number = int(state.table_nastigans)
    said = f"{number} wait{'s' if number == 1 else ''}" if number else "none"
    shapes = [
        *heading,
        words(x, y + 12, "Nastigans", 12, "start", **QUIET),
        words(x + 166, y + 12, said, 12, "end", **SEMI),
    ]
    step = min(40.0, 130 / max(1, number - 1))
    for place in range(min(number, 14)):
        shapes += draw_token(NASTIGAN, x + 18 + step * place, y + 14 + 1.86 * radius, radius)
    label = f"{counted(number, 'Nastigan')} on the table." if number else "No Nastigan is on the table."
    if state.named:
        label += f" Named against them: {listed([defender_words(action) for action in state.named])}."
    spots.append(Spot("nastigans", label, (x - 4, y, 174, STAGE_TOP + STAGE_HEIGHT - 4 - y), tuple(shapes)))
    return spots


def _given(look: Look) -> Spot:
    """What has been kept and given this turn, once no Folk lies on the table any more."""
    state, story = look.state, look.state.story
    x, y = MARGIN + 10, STAGE_TOP + 4
    shapes = [words(x, y + 17, "This turn", 13, "start", **SEMI)]
    kept = [action - FIRST_KEEP for action in story if family(action) == "keep"]
    given = [action - FIRST_GIVE for action in story if family(action) == "give"]
    paid = [action - FIRST_ADD for action in story if family(action) == "bid"]
    said = []
    left = x
    for kind in kept:
        shapes.append(words(left, y + 41, "kept", 12, "start", **PLAIN))
        shapes += draw_token(kind, left + 42, y + 37, 9)
        left += 62
        said.append(f"{ELDERS[state.active]} kept a {TYPE_NAMES[kind]}")
    if given:
        shapes.append(words(left + 4, y + 41, "gave to", 12, "start", **PLAIN))
        shapes += draw_badge(look.rules, given[0], left + 62, y + 37, 9)
        counts = tuple([paid.count(item) for item in range(ITEMS)])
        shapes.append(words(x, y + 71, "for", 12, "start", **PLAIN))
        if paid:
            shapes += draw_items(look.rules, counts, x + 26, y + 56, 140, 22, False)
        else:
            shapes.append(words(x + 26, y + 71, "nothing", 12, "start", **PLAIN))
        said.append(f"gave the other Folk to {ELDERS[given[0]]} for {items_listed(counts)}")
    if not said:
        shapes.append(words(x, y + 41, "nothing kept, nothing given", 11.5, "start", fill=SOFT_INK))
    label = f"This turn {' and '.join(said)}." if said else "No Folk lies on the table."
    return Spot("table-0", label, (x - 4, y, 174, 88), tuple(shapes))


# -- the auction -------------------------------------------------------------------------------------------------------


def _bubble(look: Look, seat: int, x: float, y: float, width: float) -> list[Shape]:
    """A speech bubble with what a seat has said."""
    item, giver = look.state.said[seat], seat == look.state.active
    tail = path("M0 0L-9 6L2 9Z", x + 1, y + 8, 1, fill=PAPER, stroke=INK, stroke_width=1.2)
    if not giver:
        tail = path("M0 0L6-9L12 0Z", x + 14, y + 0.5, 1, fill=PAPER, stroke=INK, stroke_width=1.2)
    shapes = [
        rect(x, y, width, 30, rx=9, fill=PAPER, stroke=INK, stroke_width=1.2),
        tail,
        rect(x + 1.2, y + 1.2, width - 2.4, 27.6, rx=8, fill=PAPER),
    ]
    if item == SILENT:
        return [*shapes, words(x + width / 2, y + 19, "says nothing", 11.5, font_style="italic", fill=INK)]
    shapes.append(words(x + 8, y + 19, "I'd like" if giver else "I'll bid", 12, "start", **PLAIN))
    return [*shapes, *draw_item(look.rules, item, x + width - 18, y + 15, 10)]


def _said_words(look: Look, seat: int) -> str:
    """What a seat has said."""
    item = look.state.said[seat]
    if item == SILENT:
        return "nothing"
    return f"{'I would like to see' if seat == look.state.active else 'I will put in'} {ITEM_WORDS[item]}"


def _auction(look: Look) -> list[Spot]:
    """The other players side by side: what they say and what they hold, closed or open."""
    state = look.state
    spots: list[Spot] = []
    bidders = [(int(state.active) + step) % look.players for step in range(1, look.players)]
    room = (WIDTH - MARGIN - 6 - MAIN - 6) / len(bidders)
    width = min(210.0, room - 6)
    talking = look.asked == "say"
    height = 100 if talking else 146
    for place, seat in enumerate(bidders):
        x = MAIN + 8 + place * room + (room - 6 - width) / 2
        spots += _bidder(look, seat, x, STAGE_TOP + 28, width, height)
    if talking:
        spots += _sayings(look)
    return spots


def _hand_words(look: Look, seat: int) -> str:
    """How a bidder's hand stands, in a word or two for the picture."""
    state = look.state
    if not look.rules.bid.can_bid(state, seat):
        return "nothing to bid"
    if state.has_closed(seat):
        if state.hidden & BIT[seat]:
            return "closed"
        return "yours, closed" if seat == look.seat else counted(sum(state.bid(seat)), "item")
    if look.asked == "bid" and state.to_move == seat:
        return "yours to fill" if look.mine else "fills a hand"
    return "is to bid"


def _bidder(look: Look, seat: int, x: float, y: float, width: float, height: float) -> list[Spot]:
    """One bidder: name, statement, hand. When the Folk is given away the whole of it can be chosen."""
    state = look.state
    giving = look.asked == "give"
    action = FIRST_GIVE + seat if giving else NONE
    legal = action in look.legal
    grey = giving and look.mine and not legal
    shapes = [
        rect(x, y, width, height, rx=8, fill=ASIDE if grey else PAPER, **outline(legal)),
        *draw_badge(look.rules, seat, x + 15, y + 15, 9),
        words(x + 28, y + 19.5, fit(ELDERS[seat].split()[-1], width - 30, 13), 13, "start", **SEMI),
    ]
    top = y + 30
    label = f"{ELDERS[seat]}"
    if state.said[seat] != NONE:
        shapes += _bubble(look, seat, x + 6, top + 5, min(96, width - 12))
        label += f" says: {_said_words(look, seat)}"
        top += 38
    bid, closed, hidden = state.bid(seat), state.has_closed(seat), bool(state.hidden & BIT[seat])
    status = _hand_words(look, seat)
    middle, bottom = x + width / 2, y + height - 10
    filling = look.asked == "bid" and state.to_move == seat
    if hidden and (closed or filling):
        small = 0.75 if state.said[seat] != NONE else 1.0
        shapes += draw_fist(middle, (top + bottom) / 2 - 8, small, look.rules.seat_colour(seat))
        label += f": a hand that nobody else sees into, {'closed' if closed else 'being filled'}."
    elif sum(bid):
        shapes += draw_items(look.rules, bid, x + 4, top, width - 8, bottom - 14 - top)
        label += f": {'your closed hand holds' if filling else 'bids'} {items_listed(bid)}."
    else:
        label += f": {status}."
    if filling and look.mine:
        close = _button(look, CLOSE, "close", x + 5, y + height - 29, width - 10, "close hand")
        return [Spot(f"bid-{SEATS[seat]}", label, (x, y, width, height - 33), tuple(shapes)), close]
    shapes.append(words(middle, bottom, fit(status, width + 10, 12), 12, font_style="italic", fill=INK))
    return [look.spot(f"bid-{SEATS[seat]}", label, (x, y, width, height), shapes, action)]


def _sayings(look: Look) -> list[Spot]:
    """What can be said: nothing, or the name of an item."""
    items = look.items
    if not look.mine:
        return []
    spots: list[Spot] = []
    x, y = MAIN + 10, STAGE_TOP + 136
    step = min(56, (WIDTH - MARGIN - 10 - x - 106) / len(items))
    asking = look.state.to_move == look.state.active
    for place, item in enumerate(items):
        left, action = x + place * step, FIRST_SAY + item
        legal = action in look.legal
        shapes = [rect(left, y, step - 6, 36, rx=8, fill=PAPER, **outline(legal))]
        shapes += draw_item(look.rules, item, left + (step - 6) / 2, y + 18, 12)
        label = f"{'Ask for' if asking else 'Promise'} {ITEM_WORDS[item]}."
        spots.append(look.spot(f"say-{ITEM_NAMES[item]}", label, (left, y, step - 6, 36), shapes, action))
    left = x + len(items) * step
    spots.append(_button(look, SAY_NOTHING, "say-nothing", left, y, 100, "say nothing", 36))
    return spots


# -- duels -------------------------------------------------------------------------------------------------------------


def _dice_legend(look: Look) -> list[Shape]:
    """Which die a Folk rolls where, with its chance to win."""
    shapes: list[Shape] = []
    x, y = MAIN + 14, STAGE_TOP + 34
    try:
        said = [f"wins {win.numerator} in {win.denominator}" for win in dice_chances(look.rules)]
    except Withheld:
        said = ["" for _ in DEFENDERS]
    for place, (sides, who) in enumerate(DEFENDERS):
        middle = y + 22 + 46 * place
        shapes += draw_die(sides, str(sides), x + 20, middle, 1)
        shapes.append(words(x + 46, middle - 2, who, 12.5, "start", **SEMI))
        shapes.append(words(x + 46, middle + 14, said[place], 12, "start", fill=SOFT_INK))
    return shapes


DEFENDERS: Final = (
    (die_of(SENTRYFOLK, GUARDS), "Sentryfolk in Guards"),
    (die_of(0, GUARDS), "other Folk in Guards"),
    (die_of(0, 0), "any Folk elsewhere"),
)

DUELS_LEFT: Final = MAIN + 226
"""Where the duels of this turn stand on the stage."""


def _duels(look: Look) -> list[Spot]:
    """The duels of this turn, die by die: who fought, every roll with its ties, who won."""
    asked, fought = look.asked, duels(look.state)
    if not fought:
        return []
    spots = []
    beside = asked in ("defend", "roll")
    left, top = (DUELS_LEFT, STAGE_TOP + 32) if beside else (MAIN + 12, STAGE_TOP + 100)
    room, height = (WIDTH - MARGIN - 10 - left, 46.0) if beside else ((WIDTH - MARGIN - 10 - left) / 3, 46.0)
    for number, duel in enumerate(fought[-MOST_DUELS:]):
        x = left if beside else left + number * room
        y = top + number * 48 if beside else top
        spots.append(_duel(look, max(0, len(fought) - MOST_DUELS) + number, duel, (x, y, room - 6, height)))
    return spots


def _duel(look: Look, number: int, duel: tuple[int, ...], box: tuple[float, float, float, float]) -> Spot:
    """One duel: the Folk, the pairs of dice as they fell, the Nastigan; what has lost is crossed out."""
    x, y, width, height = box
    place, rolls = duel[0] - FIRST_DEFEND, duel[1:]
    kind, section = place // SECTIONS, place % SECTIONS
    sides, middle = die_of(kind, section), y + height / 2
    won = duel_won(look.state, rolls[-1]) if rolls else None
    shapes = [
        rect(x, y, width, height, rx=8, fill=PAPER, stroke=RULE, stroke_width=1),
        *draw_token(kind, x + 18, middle, 12),
    ]
    most = 3 if width > 250 else 1
    left = x + 46.0
    if len(rolls) > most:
        shapes.append(words(left - 4, middle + 5, "…", 14, "middle", **SEMI))
        left += 8
    for roll in rolls[-most:]:
        red, blue = faces(roll)
        if not red:
            continue
        shapes += draw_die(sides, str(blue), left + 6, middle, 0.85)
        shapes.append(
            words(left + 26, middle + 5, "<>="[0 if blue < red else 1 if blue > red else 2], 14, "middle", **BOLD)
        )
        shapes += draw_die(RED_SIDES, str(red), left + 46, middle, 0.85, True)
        left += 76
    end = x + width - 67
    shapes += draw_token(NASTIGAN, end, middle, 11)
    if won is None:
        short = "" if rolls else "named"
    else:
        at = end if won else x + 18
        for colour, thick in ((CARD, 3.5), (INK, 1.8)):
            slash: Style = {"fill": "none", "stroke": colour, "stroke_width": thick, "stroke_linecap": "round"}
            shapes.append(path("M-13 11L13-11", at, middle, 1, **slash))
        short = "won" if won else "lost"
    if short:
        shapes.append(words(x + width - 8, middle + 5, short, 13, "end", **BOLD))
    label = f"Duel {number + 1}, {duel_words(look.state, duel)}"
    return Spot(f"duel-{number}", label, box, tuple(shapes))


# -- assigning workers -------------------------------------------------------------------------------------------------

BUTTONS: Final[dict[str, tuple[int, ...]]] = {
    "layout": (KEEP_LAYOUT, REARRANGE),
    "one": (ONE_KEEP, ONE_GIVE),
    "take": (TAKE, DECLINE),
}
"""Decisions that are made with buttons on the stage."""


def _button(
    look: Look, action: int, name: str, x: float, y: float, width: float, said: str, height: float = 26
) -> Spot:
    """A button with a word on it."""
    legal = action in look.legal
    style = SEMI if legal else QUIET
    shapes = [
        rect(x, y, width, height, rx=8, fill=PAPER if legal else ASIDE, **outline(legal)),
        words(x + width / 2, y + height / 2 + 4.5, fit(said, width + 8, 12.5), 12.5, "middle", **style),
    ]
    return look.spot(name, f"{said[0].upper()}{said[1:]}.", (x, y, width, height), shapes, action)


def _buttons(look: Look, actions: tuple[int, ...]) -> list[Spot]:
    """A decision between few things, each with a note on what it means."""
    if not look.mine:
        return []
    state, spots = look.state, []
    for place, action in enumerate(actions):
        x, y = MAIN + 14 + place * 290, STAGE_TOP + 40
        spots.append(_button(look, action, state.game.symbol(action), x, y, 276, state.phase.words(state, action), 44))
    return spots


def _hand(look: Look) -> list[Spot]:
    """The Folks in hand, the next one to be placed in front."""
    state = look.state
    mover = int(state.to_move)
    hand = state.hand(mover)
    x, y = _stage_left(look) + 12, STAGE_TOP + 32
    shapes: list[Shape] = []
    following = look.rules.place.next_type(state, mover)
    left = x
    for kind in range(TYPES):
        if not hand[kind]:
            continue
        front = kind == following and not state.hidden & BIT[mover]
        if front:
            shapes.append(rect(left, y, 132, 60, rx=9, fill=PAPER, stroke=ACCENT, stroke_width=3))
            shapes.append(words(left + 50, y + 21, "next", 12, "start", **QUIET))
            shapes.append(words(left + 50, y + 38, TYPE_NAMES[kind], 12, "start", **SEMI))
            shapes.append(words(left + 50, y + 54, f"× {hand[kind]}", 12, "start", **SEMI))
        else:
            shapes.append(words(left + 44, y + 36, f"×{hand[kind]}", 16, "start", **BOLD))
        shapes += draw_token(kind, left + 26, y + 30, 18 if front else 14)
        left += 144 if front else 92
    if not sum(hand):
        return []
    owner = "Your" if look.mine else f"{ELDERS[mover]}'s"
    label = f"{owner} Folks in hand: {folk_listed(hand)}."
    return [Spot("hand", label, (x - 2, y - 2, WIDTH - MARGIN - 12 - x, 64), tuple(shapes))]


# -- the end -----------------------------------------------------------------------------------------------------------

SCORE_COLUMNS: Final = ((572, "Goods sets"), (616, "left"), (704, "Honor sets"), (748, "left"), (794, "total"))


def _score_headings(look: Look) -> list[Shape]:
    """The headings of the table of scores."""
    y = STAGE_TOP + 42
    shapes = [words(right, y, said, 12, "end", **QUIET) for right, said in SCORE_COLUMNS]
    return [*shapes, words(MARGIN + 152, y, "stash", 12, "start", **QUIET)]


def _score_rows(look: Look) -> list[Spot]:
    """The parts of every score; a star and a frame for whoever wins."""
    state, returns = look.state, look.state.returns()
    step = min(30, 129 / look.players)
    high, middle = step - 2, step / 2 - 1
    spots: list[Spot] = []
    for seat in range(look.players):
        y, parts, stash = STAGE_TOP + 48 + seat * step, state.score_now(seat), state.stash(seat)
        best = returns[seat] > 0
        edge: Style = {"stroke": INK, "stroke_width": 2} if best else {"stroke": RULE, "stroke_width": 0.6}
        shapes = [rect(MARGIN + 6, y, INNER - 12, high, rx=5, fill=PAPER if best else CARD, **edge)]
        shapes += draw_badge(look.rules, seat, MARGIN + 20, y + middle, 7.5)
        shapes.append(words(MARGIN + 33, y + middle + 4.3, ELDERS[seat], 12.5, "start", **(BOLD if best else PLAIN)))
        if best:
            shapes.append(path(STAR, MARGIN + 134, y + middle, fill=ACCENT, stroke=INK, stroke_width=0.8))
        for place, item in enumerate(look.items):
            left = MARGIN + 152 + place * 340 / len(look.items)
            shapes += draw_item(look.rules, item, left + 7, y + middle, 7)
            shapes.append(words(left + 16, y + middle + 4.3, str(stash[item]), 12, "start", **PLAIN))
        for (right, _), points in zip(SCORE_COLUMNS, (*parts, sum(parts)), strict=True):
            style = BOLD if right == SCORE_COLUMNS[-1][0] else PLAIN
            shapes.append(words(right, y + middle + 4.3, str(points), 12.5, "end", **style))
        won = "a win with " if best else ""
        label = f"{ELDERS[seat]}: {won}{score_words(look.state, seat)}. The stash: {items_listed(stash)}."
        spots.append(Spot(f"score-{SEATS[seat]}", label, (MARGIN + 6, y, INNER - 12, high), tuple(shapes)))
    return spots


# -- mats --------------------------------------------------------------------------------------------------------------


def _pawn_row(look: Look) -> int:
    """How much higher a mat is where Elder Pawns stand above its sections."""
    return 20 if look.rules.pawns_on else 0


def _mat_height(look: Look) -> float:
    """How high the mats of the others are: with six players an open stash takes two rows."""
    return 168 + _pawn_row(look) + (20 if look.open and look.players == MOST_SEATS else 0)


def _title(look: Look, seat: int, x: float, y: float, width: float) -> list[Shape]:
    """The head of a mat: letter, name, and whether it is active or decides."""
    state = look.state
    shapes = [
        rect(x, y, width, 24, rx=8, fill=FIELD),
        *draw_badge(look.rules, seat, x + 15, y + 12, 9),
        words(x + 30, y + 17, ELDERS[seat], 13.5, "start", **BOLD),
    ]
    right = x + width - 5
    tags = []
    if state.to_move != OVER:
        tags = ["ACTIVE"] if seat == state.active else []
        tags += ["DECIDES"] if seat == state.to_move and seat != state.active else []
    for tag in tags:
        wide = 9.2 * len(tag) + 10
        shapes.append(rect(right - wide, y + 3.5, wide, 17, rx=5, fill=INK))
        shapes.append(words(right - wide / 2, y + 16.5, tag, 11, font_weight=700, fill=CARD))
        right -= wide + 4
    return shapes


def _mat_words(look: Look, seat: int) -> str:
    """A mat in words."""
    state, parts = look.state, []
    for section in range(SECTIONS):
        folks = state.section(seat, section)
        if sum(folks):
            parts.append(f"{SECTION_NAMES[section]} {folk_listed(folks)}")
    said = "; ".join(parts) or "no Folk"
    if look.rules.pawns_on and state.pawns[seat] != NONE:
        said += f"; the Elder Pawn at {SECTION_NAMES[state.pawns[seat]]}"
    return said


def _yield_words(look: Look, seat: int) -> str:
    """What a mat will produce next."""
    yields = look.yields[seat]
    return listed([f"{yields[good]} {GOOD_NAMES[good]}" for good in range(GOODS) if yields[good] != "0"])


def _unseen(look: Look, seat: int) -> bool:
    """Whether a seat's Folks are not on the mat yet, or not to be seen there."""
    return look.state.turn == 0 and sum(look.state.hand(seat)) > 0 and not sum(look.state.folk(seat))


def _other_mat(look: Look, seat: int, x: float, y: float, width: float, height: float) -> Spot:
    """The mat of another player, with the screen in front of it."""
    state = look.state
    edge: Style = {"stroke": INK, "stroke_width": 3 if seat == state.active else 1.2}
    shapes = [rect(x, y, width, height, rx=9, fill=CARD, **edge), *_title(look, seat, x + 2, y + 2, width - 4)]
    top = y + 30
    label = f"The mat of {ELDERS[seat]}"
    if seat == state.active:
        label += ", who is active"
    if _unseen(look, seat):
        hidden = bool(state.hidden & BIT[seat])
        said = "places unseen" if hidden and seat == state.to_move else "placed, unseen" if hidden else "in hand"
        area = 112 + _pawn_row(look)
        shapes.append(rect(x + 6, top, width - 12, area, rx=7, fill=ASIDE, stroke=RULE, stroke_dasharray="5 4"))
        shapes.append(words(x + width / 2, top + 30, said, 13, "middle", **SEMI))
        shapes += _row_of_folk(state.hand(seat), x + 14, top + 44, width - 28, 12)
        label += f": {said}, {folk_listed(state.hand(seat))}."
    else:
        top += _pawn_row(look)
        third = (width - 12 - 8) / 3
        for section in range(GOODS):
            shapes += _small_work(look, seat, section, x + 6 + section * (third + 4), top, third)
        half = (width - 12 - 4) / 2
        for place, section in enumerate((GUARDS, NEW)):
            left = x + 6 + place * (half + 4)
            shapes.append(rect(left, top + 68, half, 44, rx=6, fill=FIELD))
            shapes.append(words(left + 5, top + 81, SECTION_NAMES[section], 11.5, "start", **SEMI))
            shapes += _row_of_folk(state.section(seat, section), left + 3, top + 84, half - 6, 9)
        label += f": {_mat_words(look, seat)}. Its next production: {_yield_words(look, seat)}."
    bottom = y + height - 5
    shapes += _screen(look, seat, x + 6, y + 30 + 112 + _pawn_row(look) + 4, width - 12, bottom)
    if look.open:
        label += f" Behind the screen: {items_listed(state.stash(seat))}."
    else:
        label += " What lies behind the screen is not shown."
    return Spot(f"mat-{SEATS[seat]}", label, (x, y, width, height), tuple(shapes))


def _small_work(look: Look, seat: int, section: int, x: float, y: float, width: float) -> list[Shape]:
    """A work section of another player: name, points and what they make, Folks."""
    points, made = section_points(look.state, seat, section), look.yields[seat][section]
    shapes = [
        rect(x, y, width, 64, rx=6, fill=FIELD),
        words(x + 5, y + 14, SECTION_NAMES[section], 11.5, "start", **SEMI),
        words(x + width - 5, y + 14, f"{points}→{made}", 11.5, "end", **(QUIET if made in ("0", "?") else BOLD)),
    ]
    shapes += _pawn_place(look, seat, section, x + width / 2, y)
    folks = look.state.section(seat, section)
    for kind in range(TYPES):
        if folks[kind]:
            left, middle = x + 4 + kind % 2 * (width / 2), y + 29 + kind // 2 * 23
            shapes += draw_pile(kind, folks[kind], left, middle, 9, width / 2 - 4)
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
    if not look.rules.pawns_on:
        return []
    if look.state.pawns[seat] != section:
        return [circle(x, y - 10, 5, fill="none", stroke=RULE, stroke_width=1.2, stroke_dasharray="3 2")]
    colour = look.rules.seat_colour(seat)
    return [path(PAWN, x, y - 10, 0.9, fill=colour, stroke=INK, stroke_width=1.4)]


def _screen(look: Look, seat: int, x: float, y: float, width: float, bottom: float) -> list[Shape]:
    """A folding screen; or, where stashes lie open, what would be behind it."""
    height = bottom - y
    if not look.open:
        colour, panels = look.rules.seat_colour(seat), 8
        fold, shapes = width / panels, []
        for n in range(panels):
            high, low = (0, 5) if n % 2 else (5, 0)
            panel = f"M0 {high}L{fold:.1f} {low}V{height - 5 + low:.1f}L0 {height - 5 + high:.1f}Z"
            shade: Style = {"fill": colour, "fill_opacity": 0.55 if n % 2 else 0.3, "stroke": INK, "stroke_width": 1}
            shapes.append(path(panel, x + n * fold, y, 1, **shade))
        middle = y + height / 2
        shapes.append(rect(x + width / 2 - 62, middle - 8, 124, 16, rx=5, fill=CARD))
        return [*shapes, words(x + width / 2, middle + 4.2, "behind the screen", 12, fill=INK)]
    stash = look.state.stash(seat)
    apart = look.players == MOST_SEATS
    rows = [look.items[: look.players], look.items[look.players :]] if apart else [look.items]
    shapes = []
    for row, items in enumerate(rows):
        middle = y + (row + 0.5) * height / len(rows)
        needs = [18.0 + 7.8 * len(str(stash[item])) for item in items]
        gap, left = min(20.0, (width - sum(needs)) / len(items)), x
        for item, need in zip(items, needs, strict=True):
            shapes += draw_item(look.rules, item, left + 7.5, middle, 7.5)
            shapes.append(words(left + 17, middle + 4.2, str(stash[item]), 12, "start", **SEMI))
            left += need + gap
    return shapes


def _own_mat(look: Look, y: float, height: float) -> list[Spot]:
    """The mat of the seat that looks: sections to place Folks in, Folks to be sent against a Nastigan."""
    state, seat = look.state, look.seat
    x, width = MARGIN, OWN_WIDTH
    edge: Style = {"stroke": INK, "stroke_width": 3 if seat == state.active else 1.2}
    head = [rect(x, y, width, height, rx=9, fill=CARD, **edge), *_title(look, seat, x + 2, y + 2, width - 4)]
    head.append(words(x + 140, y + 18, "your mat", 12, "start", **QUIET))
    label = f"Your mat, {ELDERS[seat]}: {_mat_words(look, seat)}. Its next production: {_yield_words(look, seat)}."
    spots = [Spot(f"mat-{SEATS[seat]}", label, (x, y, width, 26), tuple(head))]
    top = y + 32 + _pawn_row(look)
    third = (width - 12 - 12) / 3
    for section in range(GOODS):
        spots += _own_section(look, section, x + 6 + section * (third + 6), top, third, 96)
    half = (width - 12 - 6) / 2
    for place, section in enumerate((GUARDS, NEW)):
        spots += _own_section(
            look, section, x + 6 + place * (half + 6), top + 102, half, height - 140 - _pawn_row(look)
        )
    return spots


def _section_action(look: Look, section: int) -> int:
    """What choosing a section of the own mat means now."""
    if look.asked == "place":
        return FIRST_PLACE + section
    if look.asked == "pawn" and section < GOODS:
        return FIRST_PAWN + section
    return NONE


def _gain(look: Look, section: int) -> int:
    """The points that the next Folk to be placed would add in a work section of the own mat."""
    seat, trial = look.seat, look.state.copy()
    kind = int(look.rules.place.next_type(trial, seat))
    trial.mats[seat * CELLS + section * TYPES + kind] += 1
    return int(look.rules.produce.points(trial, seat, section) - look.rules.produce.points(look.state, seat, section))


def _own_section(look: Look, section: int, x: float, y: float, width: float, height: float) -> list[Spot]:
    """One section of the own mat; while a defender is named, each type of Folk in it is a spot of its own."""
    state, seat = look.state, look.seat
    folks = state.section(seat, section)
    action = _section_action(look, section)
    legal = action in look.legal
    grey = action != NONE and look.mine and not legal
    said = SECTION_NAMES[section]
    shapes = [
        rect(x, y, width, height, rx=8, fill=ASIDE if grey else FIELD, **(outline(legal) if legal else {})),
        words(x + 8, y + 17, said, 13.5, "start", **BOLD),
    ]
    label = f"{said} on your mat: {folk_listed(folks) if sum(folks) else 'nobody'}"
    if section < GOODS:
        points, made = section_points(look.state, seat, section), look.yields[seat][section]
        shapes.append(words(x + width - 7, y + 17, f"{counted(points, 'point')} → {made}", 12, "end", **SEMI))
        shapes += _pawn_place(look, seat, section, x + width / 2, y)
        label += f", {counted(points, 'point')} for {made} {said}"
        if look.rules.pawns_on and state.pawns[seat] == section:
            label += ", with your Elder Pawn"
    label += "."
    kinds = 2 if section < GOODS else TYPES
    cell, row = (width - 8) / kinds, (height - 25) / (2 if section < GOODS else 1)
    defending = look.asked == "defend" and look.mine
    spots: list[Spot] = []
    for kind in range(TYPES):
        if not folks[kind]:
            continue
        left, top = x + 4 + kind % kinds * cell, y + 23 + kind // kinds * row
        box = (left + 1, top + 1, cell - 2, row - 2)
        pile = draw_fan(kind, folks[kind], left + 4, top + row / 2, cell - 6)
        if not defending:
            shapes += pile
            continue
        naming = FIRST_DEFEND + kind * SECTIONS + section
        may = naming in look.legal
        ground = framed(box, CARD if may else ASIDE, outline(may))
        each = f"{folks[kind]} {TYPE_NAMES[kind]} in {said}, with a die of {die_of(kind, section)} sides."
        spots.append(look.spot(f"folk-{TYPE_CODES[kind]}-{said}", each, box, [ground, *pile], naming))
    if look.asked == "place" and legal and section < GOODS:
        gain = _gain(look, section)
        shapes.append(words(x + width - 7, y + height - 6, f"+{gain}", 13, "end", **BOLD))
        label += f" The next Folk would add {counted(gain, 'point')}."
    box = (x, y, width, 22 if spots else height)
    return [look.spot(f"section-{said}", label, box, shapes, action), *spots]


# -- the own stash -----------------------------------------------------------------------------------------------------


def _own_stash(look: Look, y: float, height: float) -> list[Spot]:
    """What lies behind the own screen, each kind a spot that adds one to the bid, and what it is worth now."""
    state, seat = look.state, look.seat
    x, width = MARGIN + OWN_WIDTH + GAP, INNER - OWN_WIDTH - GAP
    stash, bid = state.stash(seat), state.bid(seat)
    colour = look.rules.seat_colour(seat)
    parts = state.score_now(seat)
    when = "At the end" if look.asked == "over" else "If the game ended now"
    worth = [
        rect(x, y, width, height, rx=9, fill=CARD, stroke=INK, stroke_width=1.2),
        rect(x + 2, y + 2, width - 4, 24, rx=8, fill=colour, fill_opacity=0.35),
        words(x + 10, y + 18, "Behind your screen", 13, "start", **BOLD),
        words(x + 10, y + height - 25, when, 12, "start", **QUIET),
        words(x + width - 10, y + height - 24, str(sum(parts)), 18, "end", **BOLD),
        words(x + 10, y + height - 9, "Goods {} + {}, Honor {} + {}".format(*parts), 12, "start", fill=INK),
    ]
    spots = [
        Spot(
            "stash",
            f"Behind your screen: {items_listed(stash)}. {when}: {score_words(look.state, seat)}.",
            (x, y, width, 26),
            tuple(worth),
        )
    ]
    columns = 4 if look.players == 4 else 3
    goods_row = (look.players + columns - 1) // columns
    step, high = (width - 12) / columns, min(46.0, (height - 32 - 42) / (goods_row + 1))
    bidding = look.asked == "bid" and look.mine
    for item in look.items:
        row, column = (item // columns, item % columns) if item < FIRST_GOOD else (goods_row, item - FIRST_GOOD)
        left, top = x + 6 + column * step, y + 30 + row * high
        action = FIRST_ADD + item if bidding else NONE
        legal = action in look.legal
        grey = bidding and not legal
        box = (left + 1.5, top + 1.5, step - 3, high - 3)
        shapes = [framed(box, ASIDE if grey else FIELD, outline(legal) if legal else {})]
        here = stash[item] - bid[item]
        shapes += draw_item(
            look.rules, item, left + (17 if columns == 4 else 22), top + high / 2, 11.5 if columns == 4 else 13
        )
        size = 17 if len(str(here)) < 3 else 12
        shapes.append(words(left + step - 7, top + high / 2 + 6, str(here), size, "end", **BOLD))
        name = f"{counted(here, 'chip')} of {SEATS[item]}" if item < FIRST_GOOD else f"{here} {ITEM_NAMES[item]}"
        label = f"{name} behind your screen{f', {bid[item]} in your hand' if bid[item] else ''}."
        spots.append(look.spot(f"stash-{ITEM_NAMES[item]}", label, box, shapes, action))
    return spots
