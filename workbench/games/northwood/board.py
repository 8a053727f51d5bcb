"""The table of For Northwood! as a picture of named spots. Off the rules path.

Letters and symbols, never colours alone, tell suits apart. A move you may choose is raised and has a thick outline. What has
happened to a fief or an ally is written on it. It is night in the wood: the ground is dark, and the cards are of cream paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.core.look import Look as AnyLook
from workbench.core.pieces import (
    ACCENT,
    ASIDE,
    BOLD,
    CROSS,
    EDGE,
    EMPTY,
    INK,
    RULE,
    SEMI,
    SOFT_INK,
    TICK,
    Box,
    Style,
    fit,
    frame,
    letters,
    medal,
    outline,
    pack,
    shadow,
)
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

# -- symbols -----------------------------------------------------------------------------------------------------------

SUIT_COLOURS: Final = ("#000000", "#E69F00", "#009E73", "#0072B2")
"""Claws, Flowers, Leaves, Eyes: from the Okabe-Ito palette, so far apart in lightness that they differ in grey too."""
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
CROWNS: Final = {
    "K": "M-13 7V-7L-7-1L0-11L7-1L13-7V7Z",
    "Q": "M-13 7C-13 0-11-4-8-7C-7-3-4-3-3-6L0-11L3-6C4-3 7-3 8-7C11-4 13 0 13 7Z",
    "J": "M-13 7C-14-3-6-9 3-9C8-9 13-6 14-1C9-3 8-1 8 7Z",
}
"""A crown, a coronet and a cap, for kings, queens and jacks; all other characters wear a circlet."""
CIRCLET: Final = "M-13 7V-1H-4L0-7L4-1H13V7Z"
FIR: Final = "M0-40L13-12H6L19 8H9L24 32H4V42H-4V32H-24L-9 8H-19L-6-12H-13Z"
STAR: Final = "M0-6L1.7-1.9 6-1.9 2.6 .900 3.8 5.2 0 2.7-3.8 5.2-2.6 .900-6-1.9-1.7-1.900Z"

NIGHT: Final = "#262C52"
"""The ground, and the dark colour of the game."""
FIRS: Final = "#1B2145"
MOON: Final = "#C9CCDD"
CREAM: Final = "#FBF6E6"
"""The paper of the cards, and the colour of words on the ground."""
ON_NIGHT: Final[Style] = {"font_weight": 600, "fill": CREAM}
LABEL: Final = 18.4
"""The size of labels; a table on a narrow page shows them at three fifths."""

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 960
HEIGHT: Final = 540
FIEF: Final = Box(0, 66, 112, 152)
FIEF_STEP: Final = 118
ALLY: Final = Box(14, 264, 110, 108)
ALLY_STEP: Final = 119
PILE: Final = Box(0, 264, 64, 90)
PILE_LEFT: Final = (502, 614, 730, 868)
HAND_TOP: Final = 436


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(look: Look) -> Scene:
    """The table as a picture of named spots.

    Args:
        look: the position, and what may be chosen.
    """
    spots = [_fief(look, fief) for fief in range(look.state.game.fiefs)]
    spots += [_ally(look, slot) for slot in range(SLOTS)]
    spots += [_deck(look), _statement(look.state), _score(look), _discard(look)]
    return Scene(headline(look.state), WIDTH, HEIGHT, _backdrop(look.state), (*spots, *_hand(look)), deep=NIGHT)


def _backdrop(state: NorthwoodState) -> tuple[Shape, ...]:
    rules = state.game
    total = sum(rules.stars[: rules.fiefs])
    counted = rules.win_rule == "stars_at_least_threshold" and total <= 32
    left = WIDTH - 14 - total * 14
    said = headline(state).removeprefix(f"{rules.title} ")
    shapes = [
        rect(0, 0, WIDTH, HEIGHT, rx=12, fill=NIGHT),
        *WOOD,
        fit(14, 29, said, (left if counted else WIDTH - 14) - 24, 21, **ON_NIGHT),
        *[line(14, y, WIDTH - 14, y, stroke=MOON, stroke_width=1, stroke_opacity=0.3) for y in (230, 402)],
        words(14, ALLY.y - 12, "Allies", LABEL, "start", **ON_NIGHT),
        words(14, HAND_TOP - 10, f"Hand {count(state.hand)}", LABEL, "start", **ON_NIGHT),
    ]
    if counted:
        shapes += [
            path(STAR, left + 7 + n * 14, 21, fill=CREAM if n < state.stars() else "none", stroke=CREAM, stroke_width=1)
            for n in range(total)
        ]
        if 0 < rules.threshold < total:
            x = left + int(rules.threshold) * 14
            shapes.append(line(x, 8, x, 34, stroke=ACCENT, stroke_width=2.5))
    return tuple(shapes)


WOOD: Final = (
    *[
        path(FIR, x, y, scale, fill=FIRS)
        for x, y, scale in ((34, 492, 1.1), (86, 502, 0.9), (132, 494, 1.05), (188, 506, 0.8), (236, 500, 0.95))
    ],
    *[
        path(FIR, WIDTH - x, y, scale, fill=FIRS)
        for x, y, scale in ((28, 500, 0.95), (78, 490, 1.15), (136, 506, 0.8), (180, 498, 1), (236, 508, 0.75))
    ],
    path("M-8-17A20 20 0 1 0 18 8A22 22 0 0 1-8-17Z", WIDTH - 34, 430, fill=MOON),
)
"""The edge of the wood behind the hand, and the moon."""


def _symbol(suit: int, x: float, y: float, scale: float) -> Shape:
    style: Style = {"fill_rule": "evenodd", "stroke": INK, "stroke_width": 0.9 / scale}
    return path(SYMBOLS[suit], x, y, scale, fill=SUIT_COLOURS[suit], **style)


def _raised(
    box: Box, may: bool, fill: str = CREAM, corner: float = 7, by: float = 0, **edge: float | str
) -> list[Shape]:
    """Draw a card; one that may be chosen is outlined and casts a shadow."""
    style: Style = {**EDGE, **edge, **(outline(True) if may else {})}
    card = frame(box, fill, corner, **style)
    cast = shadow(Box(box.x + by, box.y + by, box.width, box.height), corner)
    return [cast, card] if may else [card]


# -- fiefs and allies --------------------------------------------------------------------------------------------------


def _fief(look: Look, fief: int) -> Spot:
    state, may = look.state, look.may(f"fief-{fief}")
    status, current = state.status(fief), fief == state.fief
    row = int(state.game.fiefs) * FIEF_STEP - (FIEF_STEP - FIEF.width)
    box = Box((WIDTH - row) / 2 + fief * FIEF_STEP, FIEF.y - (6 if may else 0), FIEF.width, FIEF.height)
    x, y, middle = box.x, box.y, box.across
    shapes: list[Shape] = []
    if current:
        shapes += [
            frame(box.inside(-4), "none", 13, stroke=CREAM, stroke_width=2),
            frame(Box(middle - 56, FIEF.y - 27, 112, 22), CREAM, 6),
            path("M-10 0H10L0 8Z", middle, FIEF.y - 6, fill=CREAM),
            words(middle, FIEF.y - 9.5, "VISITING", LABEL, **BOLD),
        ]
    shapes += _raised(box, may, ASIDE if status == FAILED else CREAM, 10, stroke_width=3 if current else 1.2)
    if status == FRIENDLY:
        shapes.append(frame(box.inside(4), "none", **EDGE))
    shapes.append(words(x + 11, y + 36, str(fief), 34, "start", **BOLD))
    shapes += medal(state.game.stars[fief], box.right - 22, y + 23, 16)
    shapes += _ruler(state.rulers[fief], box)
    if status == FAILED:
        hatching = "".join([f"M{10 + 23 * n} 68L{16 + 23 * n} 46M{10 + 23 * n} 120L{16 + 23 * n} 98" for n in range(4)])
        shapes.append(path(hatching, x, y, fill="none", stroke=RULE, stroke_width=1, stroke_opacity=0.6))
    shapes += _status(state, fief, box)
    return Spot(f"fief-{fief}", _fief_label(state, fief), box, tuple(shapes))


def _ruler(ruler: int, box: Box) -> list[Shape]:
    x, y, middle = box.x, box.y, box.across
    if ruler == FACE_DOWN:
        return [
            frame(Box(x + 28, y + 50, 56, 62), ASIDE, 6, **EDGE, stroke_dasharray="4 3"),
            letters(middle, y + 81, "?", 34),
        ]
    if ruler == NONE:
        return [words(middle, y + 88, "no ruler", LABEL, font_style="italic", fill=SOFT_INK)]
    return _character(ruler, Box(x, y + 44, box.width, 74))


def _character(character: int, box: Box) -> list[Shape]:
    """Draw a character: what it wears above the symbol of its suit, and its two letters."""
    crown = CROWNS.get(character_name(character)[1], CIRCLET)
    return [
        path(crown, box.x + 34, box.y + 12, 0.95, fill=INK),
        _symbol(character // 6, box.x + 34, box.y + 46, 1.9),
        words(box.x + 80, box.y + 55, character_name(character), 30, **BOLD),
    ]


def _trump(state: NorthwoodState) -> int:
    """Return the suit of the ruler that is being visited; NONE if there is none."""
    ruler = state.rulers[state.fief] if state.fief >= 0 else NONE
    return ruler // 6 if ruler >= 0 else NONE


def _status(state: NorthwoodState, fief: int, box: Box) -> list[Shape]:
    """Draw the fief's status as a shape and a word, in the band at the bottom."""
    x, y, status = box.x + 30, box.y + 137, state.status(fief)
    if fief == state.fief:
        said = f"trump {SUITS[_trump(state)]}" if _trump(state) >= 0 else "visiting"
        band = Box(box.x + 8, y - 13, box.width - 16, 24)
        return [frame(band, INK, 12), words(box.across, y + 5.5, said, LABEL, font_weight=700, fill=CREAM)]
    sign = circle(x, y, 6, fill="none", stroke=INK, stroke_width=1.5)
    if status in (FRIENDLY, FAILED):
        sign = path(TICK if status == FRIENDLY else CROSS, x, y, fill="none", stroke=INK, stroke_width=3)
    return [sign, words(x + 14, y + 6, STATUS_WORDS[status], LABEL, "start", **SEMI)]


def _fief_label(state: NorthwoodState, fief: int) -> str:
    ruler, stars = state.rulers[fief], state.game.stars[fief]
    who = character_words(ruler) if ruler >= 0 else "ruler face down" if ruler == FACE_DOWN else "no ruler"
    status = STATUS_WORDS[state.status(fief)]
    if fief == state.fief:
        status = f"being visited, trump {SUIT_NAMES[ruler // 6]}" if ruler >= 0 else "being visited"
    return f"Fief {fief}: target {fief}, {stars} star{'' if stars == 1 else 's'}, {who}, {status}."


def _ally(look: Look, slot: int) -> Spot:
    state, may, name = look.state, look.may(f"ally-{slot}"), f"ally-{slot}"
    ally, substitute, exhausted = state.allies[slot], state.substitutes[slot], bool(state.exhausted & BIT[slot])
    box = Box(ALLY.x + slot * ALLY_STEP, ALLY.y - (6 if may else 0), ALLY.width, ALLY.height)
    if ally < 0:
        return Spot(name, "An ally not seen yet.", box)
    acting = state.active(slot)
    shapes: list[Shape] = []
    label = f"Ally {character_words(acting)}"
    if substitute >= 0:
        shapes += [
            frame(box.cut(bottom=box.height - 36), ASIDE, 8, **EDGE),
            words(box.across, box.y + 18, f"in for {character_name(ally)}", LABEL, **SEMI),
        ]
        box = Box(box.x, box.y + 24, box.width, box.height)
        label += f", in for the {character_words(ally)}"
    x, y, middle = box.x, box.y, box.across
    turn: Style = {}
    if exhausted:
        turn = {"transform": f"rotate(-4 {middle:g} {box.down:g})", "stroke_dasharray": "6 4"}
    shapes += [
        *_raised(box, may, ASIDE if exhausted else CREAM, 9, **turn),
        *_character(acting, Box(x, y + 3, box.width, 74)),
        words(middle + (0 if exhausted else 8), y + 99, "exhausted" if exhausted else "ready", LABEL, **SEMI),
    ]
    if not exhausted:
        shapes.append(circle(x + 24, y + 93, 5, fill=INK))
    label += f", {'exhausted' if exhausted else 'ready'}: {state.game.abilities[acting].summary}."
    return Spot(name, label, box, tuple(shapes))


# -- piles -------------------------------------------------------------------------------------------------------------


def _card(card: int, box: Box, may: bool = False, barred: bool = False) -> list[Shape]:
    """Draw the face of a dialogue card."""
    return [
        *_raised(box, may, ASIDE if barred else CREAM),
        frame(box.inside(3.5), "none", 5, stroke=RULE, stroke_width=0.8),
        words(box.x + 8, box.y + 29, card_name(card), 26, "start", **BOLD),
        _symbol(card // 8, box.across, box.y + 54, 1.55),
    ]


def _place(number: int, heading: str, below: str = "") -> tuple[Box, list[Shape]]:
    """Return the box where a pile lies, with its heading and a line below it; words of the last pile end at the edge."""
    box = Box(PILE_LEFT[number], PILE.y, PILE.width, PILE.height)
    x, anchor = (WIDTH - 14, "end") if number == len(PILE_LEFT) - 1 else (box.x, "start")
    shapes = [fit(x, box.y - 12, heading, 121, LABEL, anchor, 0.99, **ON_NIGHT)]
    return box, shapes + ([fit(x, box.y + 122, below, 118, LABEL, anchor, 0.99, fill=CREAM)] if below else [])


def _pile(cards: Sequence[int], box: Box, may: bool = False, empty: str = "empty") -> list[Shape]:
    """Draw a face-up pile: the top card, and edges of those below."""
    if not cards:
        said = fit(box.across, box.y + 51, empty, box.width - 4, LABEL, "middle", least=0.6, font_style="italic", fill=CREAM)
        return [frame(box, **{**EMPTY, "stroke": MOON}), said]
    return [*pack(box, min(len(cards) - 1, 2), 4, CREAM), *_card(cards[-1], box, may)]


def _deck(look: Look) -> Spot:
    """Draw the deck; choosing it draws a card or hears the next statement, whichever is possible now."""
    state, may = look.state, look.may("deck")
    left, known = count(state.deck), " ".join([card_name(card) for card in state.known])
    box, shapes = _place(0, "Deck", f"next: {known}" if known else "")
    if left:
        top = Box(box.x, box.y - (6 if may else 0), box.width, box.height)
        back = "#2F5D50"
        shapes += [
            *([shadow(Box(top.x + 6, top.y + 4, top.width, top.height))] if may else []),
            *pack(top, 2 if left > 8 else 1 if left > 1 else 0, 4, back),
            frame(top, back, **(outline(True) if may else EDGE)),
            path(FIR, top.across, top.y + 45, 0.95, fill="#24493F"),
            frame(top.inside(3.5), "none", 5, stroke=CREAM, stroke_width=0.8),
            frame(Box(top.x + 12, top.y + 28, 40, 34), CREAM, 6),
            letters(top.across, top.y + 45, str(left), 26),
        ]
    else:
        shapes += _pile((), box)
    label = f"Deck: {left} card{'' if left == 1 else 's'}, {by_suit(state.deck)}."
    return Spot("deck", label + (f" You know the next: {known}." if known else ""), box, tuple(shapes))


def _statement(state: NorthwoodState) -> Spot:
    card = state.statement
    box, shapes = _place(1, "Statement", "Baron waits" if state.riders else "")
    shapes += _pile(() if card < 0 else (card,), box, empty="none")
    label = "No statement awaits a response." if card < 0 else f"Statement of the ruler: {card_words(card)}."
    label += " The Baron of Eyes waits for the response." if state.riders else ""
    return Spot("statement", label, box, tuple(shapes))


def _cards(cards: Sequence[int]) -> str:
    """Return the second half of a pile's label."""
    return f"; from the top {downwards(cards)}." if cards else "."


def _score(look: Look) -> Spot:
    cards, target = look.state.score_pile, int(look.state.fief)
    scored = len(cards)
    box, shapes = _place(2, f"Score {scored}" if target < 0 else f"Score {scored}/{target}")
    shapes += _pile(cards, box, look.may("score"))
    for n in range(max(scored, target)):
        x, y = box.x + 6 + n % 9 * 12, box.y + 112 + n // 9 * 12
        shapes.append(circle(x, y, 5, fill=CREAM if n < scored else "none", stroke=CREAM, stroke_width=1.2))
        if target <= n < scored:
            shapes.append(path(CROSS, x, y, 0.6, fill="none", stroke=NIGHT, stroke_width=2))
    label = f"Score pile: {scored} card{'' if scored == 1 else 's'}{f', target {target}' if target >= 0 else ''}"
    return Spot("score", label + _cards(cards), box, tuple(shapes))


def _discard(look: Look) -> Spot:
    """Draw the discard pile; a statement on top of it is shown in its own place only."""
    cards = look.state.discard_pile
    stated = bool(cards) and cards[-1] == look.state.statement
    below = cards[:-1] if stated else cards
    box, shapes = _place(3, f"Discard {len(cards)}", downwards(below[:-1]))
    label = f"Discard pile: {len(cards)} card{'' if len(cards) == 1 else 's'}"
    shapes += _pile(below, box, look.may("discard"), empty="stated" if stated else "empty")
    return Spot("discard", label + _cards(cards), box, tuple(shapes))


def _hand(look: Look) -> list[Spot]:
    """Draw the hand by suit, with a gap between suits; the cards of a big hand overlap."""
    state, cards, wide = look.state, cards_in(look.state.hand), PILE.width
    roomy = len(cards) <= 11
    step = wide + 10.0 if roomy else (WIDTH - 28 - wide) / (len(cards) - 1)
    gap = 16 if roomy else 0
    suits = sorted({card // 8 for card in cards})
    start = (WIDTH - step * (len(cards) - 1) - wide - gap * (len(suits) - 1)) / 2
    spots = []
    for place, card in enumerate(cards):
        name, trump = f"hand-{card_name(card)}", card // 8 == _trump(state)
        may = look.may(name)
        x = start + place * step + suits.index(card // 8) * gap
        box = Box(x, HAND_TOP - (12 if may else 0), wide, PILE.height)
        shapes = _card(card, box, may, look.barred(name))
        said = "picked" if state.pending & BIT[card] else "trump" if trump else ""
        if said and roomy:
            shapes.append(rect(box.x + 2, box.bottom - 19, box.width - 4, 17, rx=5, fill=INK))
            shapes.append(words(box.across, box.bottom - 5.5, said, LABEL, font_weight=700, fill=CREAM))
        label = f"{card_words(card)}, in your hand{', trump' if trump else ''}."
        spots.append(Spot(name, label, box, tuple(shapes)))
    return spots
