"""The table of For Northwood! in words, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.core.state import OVER
from workbench.games.northwood.components import (
    BIT,
    FACE_DOWN,
    SLOTS,
    SUIT_NAMES,
    card_name,
    card_words,
    cards_in,
    character_name,
    character_words,
    count,
)
from workbench.games.northwood.state import WON, NorthwoodState

STATUS_WORDS: Final = ("open", "won", "lost")


def text(state: NorthwoodState, seat: int) -> str:
    """Describe the table in words, line by line, for terminals and screen readers.

    Args:
        state: the position.
        seat: the seat that looks; the only one is 0.

    >>> import workbench as wb
    >>> print(text(wb.load("northwood").match(seed=7).state, 0).splitlines()[0])
    For Northwood! Visit 1 of 8, 0 stars of the 16 needed.
    """
    lines = [headline(state), ""]
    for fief in range(state.game.fiefs):
        ruler, stars = state.rulers[fief], state.game.stars[fief]
        who = "?? face down" if ruler == FACE_DOWN else "-- no ruler"
        if ruler >= 0:
            who = f"{character_name(ruler)} {character_words(ruler)}"
        status = STATUS_WORDS[state.status(fief)]
        if fief == state.fief:
            status = f"visiting, trump {SUIT_NAMES[ruler // 6]}" if ruler >= 0 else "visiting"
        mark = ">" if fief == state.fief else " "
        lines.append(f"{mark} fief {fief}  {'*' * stars:4}  {who:21} {status}")
    allies = [_ally_words(state, slot) for slot in range(SLOTS) if state.allies[slot] >= 0]
    lines += ["", "Allies: " + "; ".join(allies)]
    known = f"; next {' '.join([card_name(card) for card in state.known])}" if state.known else ""
    lines.append(f"Deck: {count(state.deck)} ({by_suit(state.deck)}){known}")
    if state.statement >= 0:
        lines.append(f"Statement: {card_name(state.statement)}, {card_words(state.statement)}")
    if state.fief >= 0:
        lines.append(f"Score: {len(state.score_pile)} of {state.fief}{_pile_words(state.score_pile)}")
        lines.append(f"Discard: {len(state.discard_pile)}{_pile_words(state.discard_pile)}")
    if state.hand:
        suits = [" ".join([card_name(card) for card in cards_in(state.hand & (255 << 8 * suit))]) for suit in range(4)]
        lines.append(f"Hand: {'   '.join([cards for cards in suits if cards])}")
    return "\n".join(lines)


def _ally_words(state: NorthwoodState, slot: int) -> str:
    acting = state.active(slot)
    over = f" (in for {character_name(state.allies[slot])})" if state.substitutes[slot] >= 0 else ""
    return f"{character_name(acting)}{over} {'exhausted' if state.exhausted & BIT[slot] else 'ready'}"


def _pile_words(cards: Sequence[int]) -> str:
    return f", from the top {downwards(cards)}" if cards else ""


def headline(state: NorthwoodState) -> str:
    """Describe the position in one sentence."""
    rules = state.game
    visits = rules.fiefs - count(state.unvisited()) - len(rules.start_friendly)
    total = rules.fiefs - len(rules.start_friendly)
    stars = f"{state.stars()} star{'' if state.stars() == 1 else 's'}"
    if state.to_move == OVER:
        return f"For Northwood! The game is over: {stars}, {'a win' if state.outcome == WON else 'a loss'}."
    if rules.win_rule == "stars_at_least_threshold":
        goal = f"{stars} of the {rules.threshold} needed"
    elif rules.win_rule == "outer_four":
        goal = "fiefs 0, 1, 6 and 7 must be won"
    else:
        goal = "three hidden fiefs must be won"
    return f"For Northwood! Visit {min(visits + 1, total)} of {total}, {goal}."


def by_suit(cards: int) -> str:
    """Count the cards of each suit.

    >>> by_suit(0b1_00000011)
    '2 Claws, 1 Flowers, 0 Leaves, 0 Eyes'
    """
    return ", ".join([f"{count(cards & (255 << 8 * suit))} {SUIT_NAMES[suit]}" for suit in range(4)])


def downwards(cards: Sequence[int]) -> str:
    """List the cards of a pile, from the top."""
    return " ".join([card_name(card) for card in reversed(cards)])
