"""Numbers, goods and work in words, and the facts of events by the names in their sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.words import counted, listed
from workbench.games.resource_hog.components import (
    CARD_LETTERS,
    CARD_NAMES,
    COLUMN_NAMES,
    COLUMN_ONES,
    FISH,
    GOOD_NAMES,
    GROW,
    HARBOUR,
    HEAD,
    MARKER_NAMES,
    MINE_SITE,
    ORE_NAMES,
    PAY_ARMS,
    PAY_FOOD,
    PAY_MONEY,
    PAY_SALT,
    ROAD,
    SEAT,
    SEAT_NAMES,
    is_fresh,
    work_kind,
    work_tokens,
)

if TYPE_CHECKING:
    from workbench.games.resource_hog.game import ResourceHog

WORK_WORDS: Final = (
    "hunt",
    "toil on a field",
    "mine gold",
    "mine salt",
    "mine arms",
    "clear woodland",
    "raise a peasant",
    "knight a peasant",
    "build a road",
    "build a mine",
    "build a harbour",
    "build the next seat",
    "build a stone head",
)
"""Kinds of work in words; fishing names its water."""
DOING: Final = (
    *("hunting", "toiling", "mining gold", "mining salt", "mining arms", "clearing", "raising a peasant"),
    *("being knighted", "building a road", "building a mine", "building a harbour", "building a seat"),
    "building a stone head",
)
BUILD_WORDS: Final = {ROAD: "road", MINE_SITE: "mine", HARBOUR: "harbour", SEAT: "next seat", HEAD: "stone head"}


def goods_listed(goods: tuple[int, ...] | list[int]) -> str:
    """Say food, salt and arms in a sentence.

    >>> goods_listed((2, 0, 1))
    '2 food and 1 arms'
    """
    return listed([f"{count} {GOOD_NAMES[good]}" for good, count in enumerate(goods) if count], "nothing")


def pile_words(pile: str) -> str:
    """Say a pile of cards in words; hidden cards are called unseen.

    >>> pile_words("TPN"), pile_words("T??")
    ('Trade, Peasant, Noble', 'Trade, unseen, unseen')
    """
    return ", ".join([CARD_NAMES[CARD_LETTERS.index(one)] if one in CARD_LETTERS else "unseen" for one in pile])


def pay_words(game: ResourceHog, payment: int) -> str:
    """Say a unit of ransom in words."""
    if payment == PAY_MONEY:
        return f"pay {game.ransom_money} money"
    if payment == PAY_SALT:
        return f"pay {game.ransom_salt} salt"
    if payment in (PAY_ARMS, PAY_FOOD):
        return "pay 1 arms" if payment == PAY_ARMS else "pay 1 food"
    return "give a peasant"


def work_words(game: ResourceHog, code: int) -> str:
    """Say a worker or a building group in words, with the tokens that lie on it.

    >>> import workbench as wb
    >>> work_words(wb.load("resource_hog"), 13 * 16 + 15 - 3)
    'fishing in Sea (3 fish)'
    """
    kind, tokens = work_kind(code), work_tokens(code)
    if kind >= FISH:
        return f"fishing in {game.water_name(kind - FISH)} ({tokens} fish)"
    if kind == SEAT:
        return f"building a {SEAT_NAMES[tokens]}"
    if kind == GROW or not tokens:
        return DOING[kind]
    return f"{DOING[kind]} ({f'{tokens} fresh' if is_fresh(kind) else counted(tokens, 'token')})"


def meal(game: ResourceHog, fields: Mapping[str, Any]) -> str:
    """Tell what was eaten in an area."""
    eaten = [f"{fields[name]} {kind}" for name, kind in (("fresh", "fresh"), ("stored", "preserved")) if fields[name]]
    return f"Eaten in {_area(game, fields['area'])}: {listed(eaten)} food."


def hunger(game: ResourceHog, fields: Mapping[str, Any]) -> str:
    """Tell who starved in an area."""
    gone = [counted(fields[name], one) for name, one in (("peasants", "peasant"), ("nobles", "noble")) if fields[name]]
    return f"Starved in {_area(game, fields['area'])}: {listed(gone)}."


def grown(place: str, animals: str, fields: Mapping[str, Any]) -> str:
    """Tell how many fish or animals there are after the growth, and before it if they were fewer or more."""
    before, after = fields["before"], fields["after"]
    return f"{place} still has {after} {animals}." if before == after else f"{place}: {before} {animals} become {after}."


def fish_grown(game: ResourceHog, fields: Mapping[str, Any]) -> str:
    """Tell how the fish of a water grew."""
    return grown(game.water_name(fields["water"]), "fish", fields)


def game_grown(game: ResourceHog, fields: Mapping[str, Any]) -> str:
    """Tell how the game of an area grew."""
    return grown(_area(game, fields["area"]), "game", fields)


def _area(game: ResourceHog, area: Any) -> str:
    return game.area_name(int(area))


FACTS: Final[Mapping[str, Callable[[Any, Any], str]]] = {
    "area": _area,
    "areas": lambda game, areas: listed([game.area_name(area) for area in areas], "nothing"),
    "water": lambda game, water: game.water_name(water),
    "seats": lambda game, seats: listed([game.seat_name(seat) for seat in seats], "nothing"),
    "good": lambda game, good: GOOD_NAMES[good],
    "goods": lambda game, goods: goods_listed(goods),
    "ore": lambda game, ore: ORE_NAMES[ore],
    "column": lambda game, column: COLUMN_NAMES[column],
    "ware": lambda game, column: COLUMN_ONES[column],
    "level": lambda game, level: SEAT_NAMES[level],
    "card": lambda game, card: f"{CARD_NAMES[card]} card",
    "pile": lambda game, pile: pile_words(pile),
    "marker": lambda game, marker: MARKER_NAMES[marker],
    "work": lambda game, kind: game.work_name(kind),
    "building": lambda game, kind: BUILD_WORDS[kind],
    "noble": lambda game, count: counted(count, "noble") if count else "no nobles",
    "peasant": lambda game, count: counted(count, "peasant"),
    "person": lambda game, count: counted(count, "person", "people"),
    "unit": lambda game, count: counted(count, "unit"),
    "hit": lambda game, count: counted(count, "hit"),
    "die": lambda game, count: counted(count, "die", "dice"),
    "token": lambda game, count: counted(count, "token"),
    "square": lambda game, count: counted(count, "square"),
    "head": lambda game, count: counted(count, "stone head"),
    "border": lambda game, count: counted(count, "border"),
}
"""How each kind of fact is said, given the game."""
