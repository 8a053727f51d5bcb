"""The hints that newcomers to Resource Hog get at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.core.words import counted
from workbench.games.resource_hog.components import (
    CLEAR,
    COLUMN_NAMES,
    COLUMNS,
    FISH,
    FOOD,
    GOODS,
    GROW,
    HEAD,
    HUNT,
    KNIGHT,
    MINE,
    MINE_SITE,
    NONE,
    ROAD,
    SALT,
    SEAT,
    TOIL,
)
from workbench.games.resource_hog.helpers import brief_of, season_outlook
from workbench.games.resource_hog.measures import prices
from workbench.games.resource_hog.state import ResourceHogState


def clock(state: ResourceHogState, seat: int) -> str:
    """Say which round it is, and how many stone heads the seat has."""
    game = state.game
    last = game.slave_tokens + (0 if game.short_clock else game.merc_tokens)
    heads = state.scores()[seat]
    return f"This is round {int(state.round)} of {last}, and you have {counted(int(heads), 'stone head')}."


def season(state: ResourceHogState, seat: int) -> str:
    """Say what the season would do to the own areas."""
    outlooks, money = season_outlook(state, seat)
    told = [said for said in [brief_of(state, one) for one in outlooks] if said]
    if money != state.money[seat]:
        told.append(f"money {state.money[seat]} → {money}")
    return f"If the season came now: {'; '.join(told) or 'nothing of yours would change'}."


def purse(state: ResourceHogState, seat: int) -> str:
    """Say how much money the seat has."""
    return f"You have {state.money[seat]} money."


def first_area(state: ResourceHogState, seat: int) -> str:
    """Advise where to start."""
    return (
        "Choose a home with much woodland in and around it: woodland becomes fields, and fields become stone heads, which win "
        "the game. Stay away from your neighbours."
    )


def first_area_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say what the area has."""
    area = action - state.game.words.area
    if not 0 <= area < state.game.ground.areas:
        return ""
    around = sum([state.woodland[other] for other in state.game.ground.neighbours[area]])
    return f"It has {state.woodland[area]} woodland of its own and {around} in the areas around."


def program(state: ResourceHogState, seat: int) -> str:
    """Advise how to order the cards."""
    return (
        f"{clock(state, seat)} Put your three cards in order: Trade first if this round's work needs goods or money, Peasants "
        "before Nobles if they should work where they are, Nobles first to attack."
    )


def program_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say why that order is good."""
    if action != state.game.action("pile:TPN"):
        return ""
    return "You get goods and money before the work, and your nobles see what others do."


def trade(state: ResourceHogState, seat: int) -> str:
    """Advise what to buy and sell."""
    sells = ", ".join([f"{COLUMN_NAMES[column]} {sell}" for column, (sell, _) in enumerate(prices(state))][:COLUMNS])
    return (
        f"{clock(state, seat)} {purse(state, seat)} A stone head costs {state.game.costs[6]}. "
        f"The next token sold brings: {sells}. "
        "Prices fall as tokens are sold and rise as they are bought. Keep food for your nobles and salt to preserve food."
    )


def trade_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say what the trade brings."""
    first = state.game.words
    column = (action - first.buy) % COLUMNS
    if first.buy <= action < first.sell:
        return f"You then have {state.money[seat] - prices(state)[column][1]} money left."
    if first.sell <= action < first.haul:
        return f"You then have {state.money[seat] + prices(state)[column][0]} money."
    if first.haul <= action < first.number:
        return "The goods can be used in another of your areas."
    return "What you have keeps until the next round."


def work(state: ResourceHogState, seat: int) -> str:
    """Advise what a peasant should do."""
    base = int(state.here) * GOODS
    return (
        f"Give each peasant a job. Nobles and growth eat food: you have {state.store[base + FOOD]} food and "
        f"{state.store[base + SALT]} salt here. First see that everybody can eat, then raise peasants, then clear woodland and "
        f"build. {clock(state, seat)} {season(state, seat)}"
    )


JOBS: Final[Mapping[int, str]] = {
    HUNT: "Game is food, and it grows back slowly.",
    TOIL: "A field gives food without using anything up.",
    CLEAR: "Cleared woodland becomes a field, and only a field can become a stone head.",
    GROW: "More peasants do more work in every round to come.",
    KNIGHT: "A noble takes new land and guards what you have.",
    ROAD: "Goods travel free along roads between your areas.",
    MINE_SITE: "A mine lets peasants dig what you can sell, every round.",
    SEAT: "A seat protects the area, and counts when stone heads are equal.",
    HEAD: "Stone heads decide the game.",
}


def work_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say what the job is good for."""
    kind = action - state.game.words.work
    if kind >= FISH:
        return "Fish is food, and while there is plenty it grows back fast."
    if MINE <= kind < CLEAR:
        return "What is mined can be sold, or preserves food."
    return JOBS.get(kind, "")


def move_peasants(state: ResourceHogState, seat: int) -> str:
    """Advise whether to move peasants."""
    return (
        "Move peasants to where work is left and hands are few: woodland, fields or a mine. An area that everybody leaves is "
        "yours no longer."
    )


def move_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say how many peasants the area has."""
    area = action - state.game.words.area
    if not 0 <= area < state.game.ground.areas:
        return ""
    return f"{state.game.area_name(area)} has {counted(int(state.peasants(area)), 'peasant')}."


def to_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say what moving there means."""
    area = action - state.game.words.area
    if not 0 <= area < state.game.ground.areas:
        return ""
    if state.owner[area] == NONE:
        return f"{state.game.area_name(area)} belongs to nobody yet and has {state.woodland[area]} woodland."
    if state.owner[area] != seat:
        return "That is an attack. The odds stand below the map."
    return f"{state.game.area_name(area)} is yours, with {counted(int(state.peasants(area)), 'peasant')} so far."


def move_nobles(state: ResourceHogState, seat: int) -> str:
    """Advise whether to move nobles."""
    return (
        "Nobles take unowned land, move between your areas, or attack. An attack is for ransom: look at the odds below the map "
        "before you try. A noble who leaves no longer guards."
    )


def from_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say what moving this noble means."""
    area = action - state.game.words.area
    if not 0 <= area < state.game.ground.areas:
        return "Nobles who stay guard what you have."
    return "Nobles can take land from there."


def carry(state: ResourceHogState, seat: int) -> str:
    """Advise what to take along."""
    return "A new area has no food of its own. Send what the people there will eat before they produce any themselves."


def ransom(state: ResourceHogState, seat: int) -> str:
    """Advise how to pay a ransom."""
    return f"Pay with what you can replace most easily. Peasants are work and land, so give them last. {purse(state, seat)}"


def preserve(state: ResourceHogState, seat: int) -> str:
    """Advise how much to preserve."""
    return (
        "Fresh food spoils unless salt preserves it, one salt for one food. Preserved food feeds nobles and growth in the next "
        f"round. {clock(state, seat)}"
    )


def preserve_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say why to preserve that much."""
    return "Food that is not preserved is lost at the end of the season." if action != state.legal()[0] else ""


def building(state: ResourceHogState, seat: int) -> str:
    """Advise what to build first."""
    return f"Your money does not cover everything. Stone heads decide the game. {purse(state, seat)} {clock(state, seat)}"


def building_why(state: ResourceHogState, seat: int, action: int) -> str:
    """Say why to build that first."""
    kind = (action - state.game.words.build) % 3
    return "Stone heads decide the game." if kind == 2 else ""


WORDS: Final[Mapping[str, Callable[[ResourceHogState, int], str]]] = {
    "first_area": first_area,
    "program": program,
    "trade": trade,
    "work": work,
    "move_peasants": move_peasants,
    "peasant_to": move_peasants,
    "move_nobles": move_nobles,
    "noble_to": move_nobles,
    "cargo": carry,
    "load": carry,
    "haul_to": carry,
    "quantity": carry,
    "ransom": ransom,
    "preserve": preserve,
    "build": building,
}
"""For a phase: what is decided, and what matters in this position."""

WHY: Final[Mapping[str, Callable[[ResourceHogState, int, int], str]]] = {
    "first_area": first_area_why,
    "program": program_why,
    "trade": trade_why,
    "work": work_why,
    "move_peasants": move_why,
    "peasant_to": to_why,
    "move_nobles": from_why,
    "noble_to": to_why,
    "preserve": preserve_why,
    "build": building_why,
}
"""For a phase: why a move is good there."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "program": ("program_mode",),
    "trade": ("people_trade", "peasants_eat"),
    "work": ("peasants_eat", "same_season_chain"),
    "move_peasants": ("control",),
    "peasant_to": ("control",),
    "move_nobles": ("chain_expansion",),
    "noble_to": ("chain_expansion",),
    "preserve": ("preserve", "peasants_eat"),
    "ransom": ("peasants_as_ransom",),
}
"""For a phase: the options whose usual values its words rest on."""

EVENTS: Final[Mapping[str, str]] = {}
"""For a kind of event: what is said when it happens for the first time."""
