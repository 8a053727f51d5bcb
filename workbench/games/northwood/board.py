"""The table of For Northwood! as a picture of named spots. Off the rules path.

Suits are told apart by letter and symbol, never by colour alone; what may be chosen stands out by being raised and by a
thick outline; what has happened to a fief or an ally is written on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.core.look import Look as AnyLook
from workbench.core.scene import Scene, Shape, Spot, circle, line, path, rect
from workbench.core.scene import text as words
from workbench.games.northwood.components import (
    BIT,
    FACE_DOWN,
    FAILED,
    FRIENDLY,
    NONE,
    SLOTS,
    SUIT_NAMES,
    SUITS,
    card_name,
    card_words,
    cards_in,
    character_name,
    character_words,
    count,
)
from workbench.games.northwood.state import NorthwoodState
from workbench.games.northwood.text import STATUS_WORDS, by_suit, downwards, headline

Look = AnyLook[NorthwoodState]

# -- colours and symbols -----------------------------------------------------------------------------------------------

SUIT_COLOURS: Final = ("#000000", "#E69F00", "#009E73", "#0072B2")
"""Claws, Flowers, Leaves, Eyes: from the Okabe-Ito palette, so far apart in lightness that they differ in grey too."""
INK: Final = "#1F2328"
SOFT_INK: Final = "#4A5058"
PAPER: Final = "#F6F3EC"
CARD: Final = "#FFFFFF"
ASIDE: Final = "#E7E3DA"
"""Cards that are lost, exhausted or not to be played now."""
RULE: Final = "#8C8578"
ACCENT: Final = "#D55E00"
"""What may be chosen, together with a raised place and a thick outline."""

CLAWS: Final = (
    "M-9-10C-12-3-10 5-4 10.5C-6 4-6-3-4.4-10ZM-2.3-10C-5.3-3-3.3 5 2.7 10.5C.7 4 .7-3 2.3-10Z"
    "M4.4-10C1.4-3 3.4 5 9.4 10.5C7.4 4 7.4-3 9-10Z"
)
FLOWERS: Final = (
    "M-2.6-3.2A4.6 4.6 0 1 1 2.6-3.2ZM2.2-3.5A4.6 4.6 0 1 1 3.9 1.4ZM4 1.2A4.6 4.6 0 1 1-.1 4.2Z"
    "M.1 4.2A4.6 4.6 0 1 1-4 1.2ZM-3.9 1.4A4.6 4.6 0 1 1-2.2-3.5ZM-2.4 0A2.4 2.4 0 1 0 2.4 0A2.4 2.4 0 1 0-2.4 0Z"
)
LEAVES: Final = "M0-10.500C8.5-6 8 3.5 .7 6.500L.7 10.500H-.7V6.500C-8 3.5-8.5-6 0-10.500ZM0-6V5.500L.1 5.500V-6Z"
EYES: Final = (
    "M-10.5 0Q0-12 10.5 0Q0 12-10.5 0ZM-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0Z"
    "M-2 0A2 2 0 1 0 2 0A2 2 0 1 0-2 0Z"
)
SYMBOLS: Final = (CLAWS, FLOWERS, LEAVES, EYES)
"""Our own simple drawings, each about 21 units high around its middle."""

STAR: Final = "M0-6L1.7-1.9 6-1.9 2.6 .900 3.8 5.2 0 2.7-3.8 5.2-2.6 .900-6-1.9-1.7-1.900Z"
TICK: Final = "M-6 0L-2 5L7-6"
CROSS: Final = "M-5-5L5 5M5-5L-5 5"

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 960
HEIGHT: Final = 540
FIEF_WIDTH, FIEF_HEIGHT, FIEF_TOP, FIEF_STEP = 112, 152, 66, 118
CARD_WIDTH, CARD_HEIGHT = 64, 90
ALLY_WIDTH, ALLY_HEIGHT, ALLY_TOP, ALLY_STEP = 98, 112, 264, 110
PILE_TOP: Final = 264
PILE_LEFT: Final = (502, 624, 746, 868)
HAND_TOP: Final = 436


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """The table as a picture of named spots.

    Args:
        look: the position, and what may be chosen.
    """
    state = look.state
    spots = [_fief(look, fief) for fief in range(state.rules.fiefs)]
    spots += [_ally(look, slot) for slot in range(SLOTS)]
    spots += [_deck(look), _statement(state), _score(look), _discard(look)]
    spots += _hand(look)
    return Scene(headline(state), WIDTH, HEIGHT, _backdrop(state), tuple(spots))


def _backdrop(state: NorthwoodState) -> tuple[Shape, ...]:
    rules = state.rules
    shapes = [
        rect(0, 0, WIDTH, HEIGHT, rx=12, fill=PAPER),
        words(14, 27, headline(state), 16, "start", font_weight=600, fill=INK),
        line(14, 230, WIDTH - 14, 230, stroke=RULE, stroke_width=1, stroke_opacity=0.5),
        line(14, 402, WIDTH - 14, 402, stroke=RULE, stroke_width=1, stroke_opacity=0.5),
    ]
    heading: dict[str, str | float] = {"font_weight": 600, "fill": SOFT_INK}
    shapes.append(words(14, ALLY_TOP - 13, "Allies", 12, "start", **heading))
    shapes.append(words(14, HAND_TOP - 12, f"Hand {count(state.hand)}", 12, "start", **heading))
    total = sum(rules.stars[: rules.fiefs])
    if rules.win_rule == "stars_at_least_threshold" and total <= 32:
        left = WIDTH - 14 - total * 14
        shapes += [
            path(STAR, left + 7 + n * 14, 21, fill=INK if n < state.stars() else CARD, stroke=INK, stroke_width=1)
            for n in range(total)
        ]
        if 0 < rules.threshold < total:
            x = left + int(rules.threshold) * 14
            shapes.append(line(x, 8, x, 34, stroke=ACCENT, stroke_width=2.5))
    return tuple(shapes)


def _left_of_fief(state: NorthwoodState, fief: int) -> float:
    row = int(state.rules.fiefs) * FIEF_STEP - (FIEF_STEP - FIEF_WIDTH)
    return (WIDTH - row) / 2 + fief * FIEF_STEP


def _symbol(suit: int, x: float, y: float, scale: float) -> Shape:
    style: dict[str, str | float] = {"fill_rule": "evenodd", "stroke": INK, "stroke_width": 0.9 / scale}
    return path(SYMBOLS[suit], x, y, scale, fill=SUIT_COLOURS[suit], **style)


def _outline(legal: bool, current: bool = False) -> dict[str, str | float]:
    if legal:
        return {"stroke": ACCENT, "stroke_width": 3.5}
    return {"stroke": INK, "stroke_width": 3 if current else 1.2}


def _fief(look: Look, fief: int) -> Spot:
    state, open_now = look.state, look.may(f"fief-{fief}")
    current = fief == state.fief
    status, ruler = state.status(fief), state.rulers[fief]
    x, y = _left_of_fief(state, fief), FIEF_TOP - (6 if open_now else 0)
    shapes: list[Shape] = []
    if current:
        middle = x + FIEF_WIDTH / 2
        shapes += [
            rect(middle - 34, FIEF_TOP - 25, 68, 16, rx=5, fill=INK),
            path("M-9 0H9L0 8Z", middle, FIEF_TOP - 10, fill=INK),
            words(middle, FIEF_TOP - 13, "VISITING", 11, font_weight=700, fill=CARD),
        ]
    if open_now:
        shapes.append(rect(x + 3, y + 7, FIEF_WIDTH, FIEF_HEIGHT, rx=10, fill=INK, fill_opacity=0.25))
    face = ASIDE if status == FAILED else CARD
    shapes.append(rect(x, y, FIEF_WIDTH, FIEF_HEIGHT, rx=10, fill=face, **_outline(open_now, current)))
    if status == FRIENDLY:
        shapes.append(
            rect(x + 4, y + 4, FIEF_WIDTH - 8, FIEF_HEIGHT - 8, rx=7, fill="none", stroke=INK, stroke_width=1.2)
        )
    shapes.append(words(x + 13, y + 34, str(fief), 28, "start", font_weight=700, fill=INK))
    shapes += _stars(state.rules.stars[fief], x + FIEF_WIDTH - 11, y + 20)
    shapes += _ruler(ruler, x, y)
    if status == FAILED:
        hatching = "".join([f"M{10 + 23 * n} 124L{30 + 23 * n} 46" for n in range(4)])
        shapes.append(path(hatching, x, y, fill="none", stroke=RULE, stroke_width=1, stroke_opacity=0.6))
    shapes += _status(state, fief, x, y)
    box = (x, y, FIEF_WIDTH, FIEF_HEIGHT)
    return Spot(f"fief-{fief}", _fief_label(state, fief), box, tuple(shapes))


def _stars(stars: int, right: float, y: float) -> list[Shape]:
    """Stars as shapes with their number, from the right edge leftwards."""
    drawn = stars if stars <= 4 else 1
    shapes = [words(right, y + 5, str(stars), 13, "end", font_weight=600, fill=INK)]
    left = right - 10 - len(str(stars)) * 7
    return shapes + [path(STAR, left - n * 12.5, y, fill=INK) for n in range(drawn)]


def _ruler(ruler: int, x: float, y: float) -> list[Shape]:
    middle = x + FIEF_WIDTH / 2
    if ruler == FACE_DOWN:
        return [
            rect(x + 28, y + 46, 56, 52, rx=6, fill=ASIDE, stroke=INK, stroke_width=1.2, stroke_dasharray="4 3"),
            words(middle, y + 82, "?", 30, font_weight=700, fill=INK),
            words(middle, y + 117, "face down", 12, fill=INK),
        ]
    if ruler == NONE:
        return [words(middle, y + 88, "no ruler", 12, font_style="italic", fill=SOFT_INK)]
    return [
        _symbol(ruler // 6, x + 36, y + 74, 1.8),
        words(x + 78, y + 84, character_name(ruler), 26, font_weight=700, fill=INK),
        words(middle, y + 117, character_words(ruler), 12, fill=INK),
    ]


def _status(state: NorthwoodState, fief: int, x: float, y: float) -> list[Shape]:
    """The fief's status as a shape and a word, in the band at the bottom."""
    band, status = y + 139, state.status(fief)
    if fief == state.fief:
        suit = state.rulers[fief] // 6 if state.rulers[fief] >= 0 else NONE
        said = f"trump {SUITS[suit]}" if suit >= 0 else "visiting"
        return [
            rect(x + 12, band - 11, FIEF_WIDTH - 24, 18, rx=9, fill=INK),
            words(x + FIEF_WIDTH / 2, band + 3, said, 12, font_weight=700, fill=CARD),
        ]
    if status == FRIENDLY:
        sign = path(TICK, x + 34, band - 2, fill="none", stroke=INK, stroke_width=3)
    elif status == FAILED:
        sign = path(CROSS, x + 34, band - 2, fill="none", stroke=INK, stroke_width=3)
    else:
        sign = circle(x + 34, band - 2, 5, fill="none", stroke=INK, stroke_width=1.5)
    return [sign, words(x + 48, band + 3, STATUS_WORDS[status], 12, "start", font_weight=600, fill=INK)]


def _fief_label(state: NorthwoodState, fief: int) -> str:
    ruler, stars = state.rulers[fief], state.rules.stars[fief]
    who = character_words(ruler) if ruler >= 0 else "ruler face down" if ruler == FACE_DOWN else "no ruler"
    status = STATUS_WORDS[state.status(fief)]
    if fief == state.fief:
        status = f"being visited, trump {SUIT_NAMES[ruler // 6]}" if ruler >= 0 else "being visited"
    return f"Fief {fief}: target {fief}, {stars} star{'' if stars == 1 else 's'}, {who}, {status}."


def _ally(look: Look, slot: int) -> Spot:
    state, ready = look.state, look.may(f"ally-{slot}")
    ally, substitute, exhausted = state.allies[slot], state.substitutes[slot], bool(state.exhausted & BIT[slot])
    acting = state.active(slot)
    x, y = 14 + slot * ALLY_STEP, ALLY_TOP - (6 if ready else 0)
    shapes: list[Shape] = []
    if ally < 0:
        return Spot(f"ally-{slot}", "An ally not seen yet.", (x, y, ALLY_WIDTH, ALLY_HEIGHT), tuple(shapes))
    if substitute >= 0:
        shapes += [
            rect(x, y, ALLY_WIDTH, 30, rx=8, fill=ASIDE, stroke=INK, stroke_width=1.2),
            words(x + ALLY_WIDTH / 2, y + 13, f"in for {character_name(ally)}", 11, fill=INK),
        ]
        y += 18
    if ready:
        shapes.append(rect(x + 3, y + 7, ALLY_WIDTH, ALLY_HEIGHT, rx=9, fill=INK, fill_opacity=0.25))
    middle = x + ALLY_WIDTH / 2
    turn: dict[str, str | float] = {}
    if exhausted:
        turn = {"transform": f"rotate(-4 {middle:g} {y + ALLY_HEIGHT / 2:g})", "stroke_dasharray": "6 4"}
    shapes += [
        rect(x, y, ALLY_WIDTH, ALLY_HEIGHT, rx=9, fill=ASIDE if exhausted else CARD, **_outline(ready), **turn),
        _symbol(acting // 6, x + 31, y + 34, 1.5),
        words(x + 68, y + 43, character_name(acting), 24, font_weight=700, fill=INK),
        words(middle, y + 72, character_words(acting), 11.5, fill=INK),
    ]
    if exhausted:
        shapes += [
            path(CROSS, x + 15, y + 93, 0.8, fill="none", stroke=INK, stroke_width=2.5),
            words(middle + 7, y + 97, "exhausted", 12, font_weight=600, fill=INK),
        ]
    else:
        shapes += [
            circle(x + 28, y + 93, 4.5, fill=INK),
            words(middle + 7, y + 97, "ready", 12, font_weight=600, fill=INK),
        ]
    label = f"Ally {character_words(acting)}"
    if substitute >= 0:
        label += f", in for the {character_words(ally)}"
    label += f", {'exhausted' if exhausted else 'ready'}: {state.rules.abilities[acting].summary}."
    box = (x, y, ALLY_WIDTH, ALLY_HEIGHT)
    return Spot(f"ally-{slot}", label, box, tuple(shapes))


def _card(card: int, x: float, y: float, legal: bool = False, aside: bool = False) -> list[Shape]:
    """The face of a dialogue card."""
    shapes = [rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=7, fill=ASIDE if aside else CARD, **_outline(legal))]
    if legal:
        shapes.insert(0, rect(x + 3, y + 7, CARD_WIDTH, CARD_HEIGHT, rx=7, fill=INK, fill_opacity=0.25))
    shapes.append(words(x + 7, y + 23, card_name(card), 19, "start", font_weight=700, fill=INK))
    shapes.append(_symbol(card // 8, x + CARD_WIDTH / 2, y + 56, 1.8))
    return shapes


def _place(x: float, heading: str) -> list[Shape]:
    return [words(x, PILE_TOP - 13, heading, 12, "start", font_weight=600, fill=SOFT_INK)]


def _empty(x: float, said: str) -> list[Shape]:
    dashed: dict[str, str | float] = {"fill": "none", "stroke": RULE, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
    return [
        rect(x, PILE_TOP, CARD_WIDTH, CARD_HEIGHT, rx=7, **dashed),
        words(x + CARD_WIDTH / 2, PILE_TOP + 49, said, 12, font_style="italic", fill=SOFT_INK),
    ]


def _deck(look: Look) -> Spot:
    """The deck; choosing it draws, or hears the next statement, whichever may be done now."""
    state, open_now = look.state, look.may("deck")
    x, left = PILE_LEFT[0], count(state.deck)
    shapes = _place(x, "Deck")
    if left == 0:
        shapes += _empty(x, "empty")
    else:
        y = PILE_TOP - (6 if open_now else 0)
        if open_now:
            shapes.append(rect(x + 9, y + 11, CARD_WIDTH, CARD_HEIGHT, rx=7, fill=INK, fill_opacity=0.25))
        depth = 3 if left > 8 else 2 if left > 1 else 1
        for n in range(depth - 1, -1, -1):
            outline = _outline(open_now and n == 0)
            shapes.append(rect(x + 4 * n, y + 4 * n, CARD_WIDTH, CARD_HEIGHT, rx=7, fill="#44576B", **outline))
        lattice = "M8 24L24 8M8 44L44 8M8 64L56 16M8 82L56 36M26 82L56 54M44 82L56 72"
        shapes.append(path(lattice, x, y, fill="none", stroke=CARD, stroke_width=1, stroke_opacity=0.35))
        shapes += [
            rect(x + 14, y + 29, 36, 32, rx=6, fill=CARD),
            words(x + CARD_WIDTH / 2, y + 53, str(left), 22, font_weight=700, fill=INK),
        ]
    known = " ".join([card_name(card) for card in state.known])
    if known:
        shapes.append(words(x, PILE_TOP + 117, f"next: {_short(known, 13)}", 12, "start", fill=INK))
    label = f"Deck: {left} card{'' if left == 1 else 's'}, {by_suit(state.deck)}."
    label += f" You know the next: {known}." if known else ""
    box = (x, PILE_TOP, CARD_WIDTH, CARD_HEIGHT)
    return Spot("deck", label, box, tuple(shapes))


def _short(said: str, length: int) -> str:
    return said if len(said) <= length else said[: length - 1].rstrip() + "…"


def _statement(state: NorthwoodState) -> Spot:
    x, card = PILE_LEFT[1], state.statement
    shapes = _place(x, "Statement")
    shapes += _empty(x, "none") if card < 0 else _card(card, x, PILE_TOP)
    label = "No statement awaits a response." if card < 0 else f"Statement of the ruler: {card_words(card)}."
    if state.riders:
        shapes.append(words(x, PILE_TOP + 117, "Baron of Eyes waits", 11, "start", fill=INK))
        label += " The Baron of Eyes waits for the response."
    return Spot("statement", label, (x, PILE_TOP, CARD_WIDTH, CARD_HEIGHT), tuple(shapes))


def _pile(cards: Sequence[int], x: float, legal: bool) -> list[Shape]:
    """A face-up pile: the top card, and edges of those below."""
    if not cards:
        return _empty(x, "empty")
    shapes = [
        rect(x + 4 * n, PILE_TOP + 4 * n, CARD_WIDTH, CARD_HEIGHT, rx=7, fill=CARD, stroke=INK, stroke_width=1.2)
        for n in range(min(len(cards) - 1, 2), 0, -1)
    ]
    return shapes + _card(cards[-1], x, PILE_TOP, legal)


def _score(look: Look) -> Spot:
    state = look.state
    x, cards = PILE_LEFT[2], state.score_pile
    points, target = len(cards), int(state.fief)
    heading = f"Score {points}" if target < 0 else f"Score {points} of {target}"
    shapes = _place(x, heading) + _pile(cards, x, look.may("score"))
    for n in range(max(points, target)):
        left = x + 6 + n % 10 * 11
        y = PILE_TOP + 114 + n // 10 * 11
        if n < points:
            shapes.append(circle(left, y, 4.5, fill=INK))
            if n >= target:
                shapes.append(path(CROSS, left, y, 0.6, fill="none", stroke=CARD, stroke_width=2))
        else:
            shapes.append(circle(left, y, 4.5, fill=CARD, stroke=INK, stroke_width=1.2))
    label = f"Score pile: {points} card{'' if points == 1 else 's'}"
    label += f", target {target}" if target >= 0 else ""
    label += f"; from the top {downwards(cards)}." if cards else "."
    box = (x, PILE_TOP, CARD_WIDTH, CARD_HEIGHT)
    return Spot("score", label, box, tuple(shapes))


def _discard(look: Look) -> Spot:
    x, cards = PILE_LEFT[3], look.state.discard_pile
    shapes = _place(x, f"Discard {len(cards)}") + _pile(cards, x, look.may("discard"))
    below = downwards(cards[:-1])
    if below:
        shapes.append(words(x, PILE_TOP + 117, _short(below, 12), 12, "start", fill=INK))
    label = f"Discard pile: {len(cards)} card{'' if len(cards) == 1 else 's'}"
    label += f"; from the top {downwards(cards)}." if cards else "."
    box = (x, PILE_TOP, CARD_WIDTH, CARD_HEIGHT)
    return Spot("discard", label, box, tuple(shapes))


def _hand(look: Look) -> list[Spot]:
    """The hand by suit, with a gap between suits; a big hand overlaps."""
    state = look.state
    cards = cards_in(state.hand)
    if not cards:
        return []
    roomy = len(cards) <= 11
    step = CARD_WIDTH + 10.0 if roomy else (WIDTH - 28 - CARD_WIDTH) / (len(cards) - 1)
    gap = 16 if roomy else 0
    suits = sorted({card // 8 for card in cards})
    across = step * (len(cards) - 1) + CARD_WIDTH + gap * (len(suits) - 1)
    start = (WIDTH - across) / 2
    trump = state.rulers[state.fief] // 6 if state.fief >= 0 and state.rulers[state.fief] >= 0 else NONE
    spots = []
    for place, card in enumerate(cards):
        name = f"hand-{card_name(card)}"
        playable = look.may(name)
        x = start + place * step + suits.index(card // 8) * gap
        y = HAND_TOP - (12 if playable else 0)
        shapes = _card(card, x, y, playable, look.barred(name))
        tags = ["trump"] if card // 8 == trump else []
        if state.pending & BIT[card]:
            tags = ["picked"]
        if tags and roomy:
            shapes.append(words(x + CARD_WIDTH / 2, y + CARD_HEIGHT - 5, tags[0], 10.5, font_weight=600, fill=INK))
        label = f"{card_words(card)}, in your hand{', trump' if card // 8 == trump else ''}."
        box = (x, y, CARD_WIDTH, CARD_HEIGHT)
        spots.append(Spot(name, label, box, tuple(shapes)))
    return spots
