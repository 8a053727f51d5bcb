"""Positions written down: fill in what is left out, and check that everything is in one place (NW-TERM-5).

The table in `fields` lists the keys and their forms. You may leave out every key; it then takes its set-up value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.core.fields import OneOf, Things
from workbench.games.northwood.choosing import HIDDEN_FIEFS
from workbench.games.northwood.components import (
    BIT,
    CHARACTER_CODES,
    CHARACTERS,
    FACE_DOWN,
    FAILED,
    FRIENDLY,
    NONE,
    UNVISITED,
    card_name,
    cards_in,
    character_name,
    character_of,
    count,
    mask_of,
)

if TYPE_CHECKING:
    from workbench.core.position import Sheet
    from workbench.games.northwood.game import Northwood


def fill(sheet: Sheet) -> None:
    """Give everything that is not named its place."""
    state = sheet.state
    for fief in cards_in(state.friendly & state.failed):
        sheet.fault(f"Fief {fief} cannot be friendly and failed at once.")
    if state.fief != NONE and state.status(state.fief) != UNVISITED:
        sheet.fault(f"Fief {state.fief} is visited already, so the visiting card cannot stand there.")
    fill_people(sheet)
    fill_cards(sheet)
    # what has happened in the visit
    if "activations" not in sheet.given:
        state.activations = state.riders
    if "visit_activations" not in sheet.given:
        state.visit_activations = max(count(state.exhausted), state.activations)
    elif state.visit_activations < count(state.exhausted):
        sheet.fault(
            f"{count(state.exhausted)} allies are exhausted, so there were as many activations in this visit, or more."
        )


def fill_people(sheet: Sheet) -> None:
    """Place allies, rulers and substitutes; each character is in one place."""
    state, rules = sheet.state, sheet.state.game
    if "allies" not in sheet.given or "allies" in sheet.unread:
        named: list[str] = rules.options["allies"].split()
        state.allies = tuple([character_of(code) for code in named or ("CJ", "FJ", "LJ", "EJ")])
    for slot, origin in enumerate(state.substitute_fiefs):
        if origin != NONE and state.status(origin) != FRIENDLY:
            sheet.fault(f"The substitute on slot {slot} comes from fief {origin}, which is not friendly.")
    if "ruler" in sheet.given:
        if "rulers" in sheet.given or state.fief == NONE:
            sheet.fault("'ruler' names the ruler of the current fief: give 'fief' with it, and not 'rulers'.")
        else:
            kind = OneOf(Things("character", CHARACTER_CODES))
            state.rulers[state.fief] = kind.read(sheet.given["ruler"], NONE, "'ruler'", sheet.faults)
    if "rulers" not in sheet.given:
        fill_rulers(state, usual_rulers(rules))
    for fief, ruler in enumerate(state.rulers if "rulers" not in sheet.unread else ()):
        status = state.status(fief)
        if status == FAILED and ruler != NONE:
            sheet.fault(f"Fief {fief} has failed, so it has no ruler.")
        if status == UNVISITED and ruler == NONE and sheet.phase is not rules.set_up:
            sheet.fault(f"Fief {fief} is unvisited, so it has a ruler.")
        if status == FRIENDLY and ruler == FACE_DOWN:
            sheet.fault(f"Fief {fief} is friendly, so its ruler lies face up.")
        if fief in state.substitute_fiefs and ruler != NONE:
            sheet.fault(f"The ruler of fief {fief} is brought in, so the fief has none.")
    placed = [one for one in (*state.allies, *state.rulers, *state.substitutes) if one >= 0]
    for one in sorted({one for one in placed if placed.count(one) > 1}):
        sheet.fault(f"The character {character_name(one)} is in two places.")
    for one in placed:
        if state.unseen & BIT[one]:
            sheet.fault(f"The character {character_name(one)} has a place, so it cannot be unseen.")
    if "unseen" not in sheet.given:
        usual = usual_rulers(rules)
        down = [usual[fief] for fief, ruler in enumerate(state.rulers) if ruler == FACE_DOWN]
        spare = [one for one in dict.fromkeys([*down, *usual]) if one not in placed]
        state.unseen = mask_of(tuple(spare[: len(down) + rules.masks_left_over()]))


def fill_rulers(state: Any, usual: list[int]) -> None:
    """Fill in rulers left out: the usual one of each fief, or another if that one is needed elsewhere."""
    rulers = state.rulers
    free = [one for one in usual if one not in (*state.allies, *state.substitutes, *rulers)]
    waiting = []
    for fief, first in enumerate(usual[: len(rulers)]):
        if rulers[fief] != NONE or state.status(fief) == FAILED or fief in state.substitute_fiefs:
            continue
        if state.game.hidden_rulers and state.status(fief) == UNVISITED and fief != state.fief:
            rulers[fief] = FACE_DOWN
        elif first in free:
            rulers[fief] = first
        else:
            waiting.append(fief)
    others = [one for one in free if one not in rulers]
    for fief in waiting:
        rulers[fief] = others.pop(0)


def usual_rulers(rules: Northwood) -> list[int]:
    """Return the rulers of the set-up in a fixed order, followed by everybody else."""
    codes = rules.options["rulers"].split() or ["CQ", "FQ", "LQ", "EQ", "CK", "FK", "LK", "EK"]
    first = [character_of(code) for code in codes]
    return first + [one for one in range(CHARACTERS) if one not in first]


def fill_cards(sheet: Sheet) -> None:
    """Fill hand, deck and piles; every card is in one place, and none is missing."""
    state, given = sheet.state, sheet.given
    if state.statement != NONE and state.statement not in state.discard_pile:
        state.discard_pile.append(state.statement)
    named = [*cards_in(state.hand), *state.discard_pile, *state.score_pile]
    if "deck" in given:
        named += cards_in(state.deck)
    for card in sorted({card for card in named if named.count(card) > 1}):
        sheet.fault(f"The card {card_name(card)} is in two places.")
    missing = state.game.deck_to_highest_value & ~mask_of(tuple(named))
    if "deck" in given:
        state.discard_pile = [*cards_in(missing), *state.discard_pile]
    else:
        state.deck = missing
    for card in state.known:
        if not state.deck & BIT[card]:
            sheet.fault(f"The card {card_name(card)} is named in 'known', so it must be in the deck.")
    sheet.unless(len(set(state.known)) == len(state.known), "'known' names a card twice.")
    if state.statement != NONE and state.discard_pile[-1] != state.statement:
        sheet.fault("The statement lies on top of the discard pile: name it last in 'discard'.")
    if state.pending & ~state.hand:
        sheet.fault("The cards in 'pending' are about to leave the hand, so they must be in it.")


def likely_phase(sheet: Sheet) -> Any:
    """Return the phase that the keys suggest."""
    state, rules = sheet.state, sheet.state.game
    if not state.unvisited():
        hidden = rules.win_rule == "hidden_three" and count(state.revealed) < HIDDEN_FIEFS
        return rules.reveal_stars if hidden else rules.game_over
    if state.statement != NONE:
        return rules.respond
    if state.fief == NONE:
        return rules.choose_fief if state.hand or rules.choose_fief_before_deal else rules.deal
    if rules.choose_fief_before_deal and not state.hand:
        return rules.deal
    return rules.ability_window if rules.abilities_on else rules.statement
