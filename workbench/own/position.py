"""Complete the written positions of your own games, and check that they are possible."""

from __future__ import annotations

from workbench.core.outside import whole_number
from workbench.core.position import Sheet
from workbench.own.parts import Cards, Deck, Pile
from workbench.own.state import unseen_cards


def fill(sheet: Sheet) -> None:
    """Fill in a missing deck with the cards not found elsewhere, and a missing turn with the seat to move."""
    state = sheet.state
    if "turn" not in sheet.given:
        mover = whole_number(sheet.given.get("to_move"))
        if mover is not None and 0 <= mover < sheet.game.players:
            state.turn = mover
    for part in state.game.parts:
        if isinstance(part, Deck) and part.name not in sheet.given:
            setattr(state, part.name, [])
            setattr(state, part.name, unseen_cards(state, part.cards, state.game.parts))


def check(sheet: Sheet) -> None:
    """Check that no card appears too often and, if there is a deck, that none is missing."""
    state, sets = sheet.state, dict[Cards, list[Pile]]()
    for part in state.game.parts:
        if isinstance(part, Pile) and not part.loose:
            sets.setdefault(part.cards, []).append(part)
    for cards, parts in sets.items():
        held = [card for part in parts for pile in (getattr(state, part.name) if part.each else [getattr(state, part.name)])
                for card in pile]
        named = " and ".join([repr(part.name) for part in parts])
        for number, name in enumerate(cards.names):
            there, copies = held.count(number), cards.copies[number]
            if there > copies:
                only = f"there {'is' if copies == 1 else 'are'} only {copies}"
                sheet.fault(f"The {cards.noun} {name!r} appears {there} times in {named}, but {only}.")
            elif there < copies and any([isinstance(part, Deck) for part in parts]):
                sheet.fault(f"The {cards.noun} {name!r} is missing from {named}.")
