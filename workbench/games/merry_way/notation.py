"""Cards on the board in a form that people can write: ``N: L1.4=GR2@A R1.4=LZ1@-; W: L1.4=WK1@B``.

An entry is a spot, a card and its owner: a seat's letter, or ``-`` for a card without a claim marker. ``N:`` or ``W:`` gives
the trail of the spots that follow; without it they are on trail N. A card is a scheme card's short name, or a kind with a
profit, such as ``GR2``, for the first card of that kind and profit.
"""

from __future__ import annotations

import re
from typing import Final

from workbench.core.errors import UnknownNameError
from workbench.games.merry_way.cards import NONE, Cards
from workbench.games.merry_way.trail import ROAD_CODES, Geometry

SEAT_LETTERS: Final = "ABCD"


def read_board(
    text: str, board: Geometry, table: Cards, players: int = len(SEAT_LETTERS)
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """Read cards and claim markers from a text.

    Args:
        text: the entries, separated by blanks, commas, semicolons or line ends.
        board: the board they lie on.
        table: the cards of the game.
        players: how many seats there are, 2..4.

    Returns:
        by spot, the scheme type or `NONE`; by spot, the seat whose marker lies there or `NONE`; and every reason why the text
        is wrong, one sentence each, empty if the text is right.

    >>> from workbench.games.merry_way.cards import cards
    >>> from workbench.games.merry_way.trail import geometry
    >>> on_board, claims, reasons = read_board("L1.4 = GR2@A; W: R1.4=LZ1@-", geometry(), cards)
    >>> on_board[3], claims[3], on_board[30], claims[30], reasons
    (1, 0, 5, -1, ())
    >>> read_board("L1.4=GR2", geometry(), cards)[2]
    ("'L1.4=GR2': an entry is a spot, a card and its owner, such as L1.4=GR2@A, or L1.4=GR2@- without a marker.",)
    """
    on_board = list(board.empty())
    claims = list(board.empty())
    reasons: list[str] = []
    trail = ROAD_CODES[0]
    spaced = re.sub(r"(?i)(?<![a-z0-9.])([nw])\s*:", r" \1:", re.sub(r"\s*([=@])\s*", r"\1", text))
    for entry in re.split(r"[\s,;]+", spaced):
        if entry.upper().rstrip(":") in ROAD_CODES and entry.endswith(":"):
            trail = entry[0].upper()
            continue
        if not entry:
            continue
        spot_name, equals, card_and_owner = entry.partition("=")
        code, at, owner = card_and_owner.partition("@")
        if not (equals and at and spot_name and code and owner):
            reasons.append(
                f"{entry!r}: an entry is a spot, a card and its owner, such as L1.4=GR2@A, or L1.4=GR2@- without a marker."
            )
            continue
        try:
            spot = board.spot(spot_name if ":" in spot_name else f"{trail}:{spot_name}")
            card = table.scheme_of(code)
        except UnknownNameError as error:
            reasons.append(f"{entry!r}: {error}")
            continue
        if card >= table.normal:
            reasons.append(f"{entry!r}: {table.scheme_codes[card]} is a special card; it never lies beside the trail.")
        elif on_board[spot] != NONE:
            reasons.append(f"{entry!r}: {board.spot_names[spot]} is named twice.")
        elif owner != "-" and owner.upper() not in SEAT_LETTERS[:players]:
            allowed = ", ".join(SEAT_LETTERS[:players])
            reasons.append(f"{entry!r}: the owner must be {allowed} or - for no claim marker, not {owner!r}.")
        else:
            on_board[spot] = card
            claims[spot] = NONE if owner == "-" else SEAT_LETTERS.index(owner.upper())
    return tuple(on_board), tuple(claims), tuple(reasons)


def write_board(board: Geometry, table: Cards, cards: tuple[int, ...], claims: tuple[int, ...]) -> str:
    """Write cards and claim markers as a text that `read_board` can read.

    >>> from workbench.games.merry_way.cards import cards
    >>> from workbench.games.merry_way.trail import geometry
    >>> on_board, claims, _ = read_board("W:R1.4=LZ1@- L1.4=GR2b@A", geometry(), cards)
    >>> write_board(geometry(), cards, on_board, claims)
    'N: L1.4=GR2b@A; W: R1.4=LZ1@-'
    """
    parts = []
    for trail in range(board.trails):
        entries = [
            f"{board.spot_names[spot].partition(':')[2]}={table.scheme_codes[cards[spot]]}@"
            + ("-" if claims[spot] == NONE else SEAT_LETTERS[claims[spot]])
            for spot in range(board.spots)
            if board.spot_trail[spot] == trail and cards[spot] != NONE
        ]
        if entries:
            parts.append(f"{ROAD_CODES[trail]}: {' '.join(entries)}")
    return "; ".join(parts)


def placement_faults(board: Geometry, cards: tuple[int, ...]) -> tuple[str, ...]:
    """Explain why cards cannot lie where they do (MW-BUILD-6), since no card ever leaves the board.

    Args:
        board: the board.
        cards: by spot: the scheme type there, or `NONE`.

    Returns:
        one sentence for each card that no rule could have put there; empty if all cards are right.

    >>> from workbench.games.merry_way.cards import cards
    >>> from workbench.games.merry_way.trail import geometry
    >>> placement_faults(geometry(), read_board("L1.3=GR1@A", geometry(), cards)[0])
    ('N:L1.3 holds a card though N:L1.4 is empty: the row next to the trail is filled from its far end (MW-BUILD-6).',)
    """
    names = board.spot_names
    faults: list[str] = []
    for spot, (near, far) in enumerate(board.supports):
        if cards[spot] != NONE and near != NONE:
            missing = [names[support] for support in (near, far) if cards[support] == NONE]
            if missing:
                faults.append(
                    f"{names[spot]} lies in the notch between {names[near]} and {names[far]}, which must both hold a card, "
                    f"but {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} empty (MW-BUILD-6)."
                )
    fronts = board.fronts if board.trails > 1 else board.fronts[:1]  # a shared trail's second front is its first one reversed
    for row in [row for front in fronts for row in front]:
        empty = [names[spot] for spot in row if cards[spot] == NONE]
        before = 0  # empty spots between this one and the far end
        for spot in row:
            if cards[spot] == NONE:
                before += 1
            elif before and board.trails > 1:
                faults.append(
                    f"{names[spot]} holds a card though {empty[0]} is empty: the row next to the trail is filled from its "
                    f"far end (MW-BUILD-6)."
                )
            elif 0 < before < len(empty):
                faults.append(
                    f"{names[spot]} holds a card though {empty[0]} and {empty[-1]} are empty: the row next to the trail is "
                    f"filled from its two ends (MW-BUILD-6, MW-RULING-1)."
                )
    return tuple(faults)
