"""The hints that newcomers to Keydom get at each decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from workbench.core.words import counted
from workbench.games.keydom.components import (
    BID,
    CROP_NAMES,
    CROP_TABLE,
    CROPS,
    END,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_WORKER,
    HARVEST,
    NONE,
    NUMBER_OF,
    PLACE,
    PLAY,
    TILES,
    WORKER_NAMES,
)
from workbench.games.keydom.counters import held, total
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.measures import explain_score
from workbench.games.keydom.secrets import FULL
from workbench.games.keydom.state import KeydomState


def groups(state: KeydomState, seat: int) -> str:
    """Describe the own groups and what they count."""
    found = explain_score(state, seat).groups[:2]
    if not found:
        return "You have no fields yet."
    sizes = [counted(len(group.fields), "field") for group in found]
    points = [group.points for group in found]
    known = all(one is not None for one in points)
    if len(found) == 1:
        worth = f", worth {counted(points[0] or 0, 'point')}" if known else ""
        return f"You have a single group of {sizes[0]}{worth}. A second group counts double: start one."
    worth = f", worth {points[0]} and {points[1]} points" if known else ""
    return f"Your largest groups have {sizes[0]} and {sizes[1]}{worth}. Let the second grow, and keep them apart."


def counters(state: KeydomState, seat: int) -> str:
    """Say how many counters the seat holds."""
    return f"You hold {counted(int(total(state.hands[seat])), 'crop counter')}, the only money."


def amount(number: int, crop: int) -> str:
    """Return how many counters of a crop, in words."""
    return counted(number, CROP_TABLE[crop].one, CROP_NAMES[crop]) if number else f"no {CROP_NAMES[crop]}"


def tile_of(state: KeydomState, action: int) -> int:
    """Return the plot of the tile that a move is about; NONE if it is about no tile."""
    kind, _, number = state.phase.thing(state, action).partition("-")
    if kind == "registry" and number.isdigit():
        return state.registry[int(number) - 1]
    if kind == "stored" and number.isdigit():
        return state.stored[int(number) - 1]
    return NONE


def tile_worth(state: KeydomState, seat: int, plot: int) -> str:
    """Say what a tile would bring, with the reason."""
    name = state.game.country.names[plot]
    report = explain_score(state, seat)
    if plot == NONE or name not in [change.plot for change in report.plots]:
        return ""
    change = report.of(name)
    if change.change > 0:
        return f"{name} would bring you {counted(change.change, 'point')}. {change.why}"
    if change.change < 0:
        return f"{name} would cost you {counted(-change.change, 'point')}. {change.why}"
    return f"{name} brings no point at once. {change.why}"


def fresh_fields(state: KeydomState, seat: int) -> int:
    """Say how many own fields are not harvested."""
    return int(state.fresh[seat]).bit_count()


def turn(state: KeydomState, seat: int) -> str:
    """Advise which action to take."""
    number = state.game.actions_per_turn
    return (
        f"A turn has {number} different actions. To win land, bid for a tile now and place it next turn. Harvests give you "
        f"counters to bid with. {groups(state, seat)} {counters(state, seat)}"
    )


def turn_why(state: KeydomState, seat: int, action: int) -> str:
    """Say what an action is good for now."""
    if action == PLACE:
        capacity = state.game.store_capacity
        own = [plot for plot in state.stored[seat * capacity : (seat + 1) * capacity] if plot != NONE]
        worths = [said for said in [tile_worth(state, seat, plot) for plot in own] if said]
        return worths[0] if worths else "A tile in a store can be bought before its owner takes it."
    if action == BID:
        return "The tile is yours next turn, unless somebody pays you your bid for it."
    if action == HARVEST:
        return "A harvest turns the fields of one group into counters."
    if action == PLAY:
        return "A worker beside your fields does something for you at once and scores its number at the end."
    if action == END:
        return "Counters you keep can be bid next turn."
    return ""


def bid_tile(state: KeydomState, seat: int) -> str:
    """Advise which tile to bid for."""
    return (
        f"Choose a tile that fits your land. {groups(state, seat)} The table below the board says what each tile would bring. "
        "Before your next turn the others may buy a tile you bid for."
    )


def tile_why(state: KeydomState, seat: int, action: int) -> str:
    """Say what the chosen tile brings."""
    plot = tile_of(state, action)
    if plot != NONE:
        return tile_worth(state, seat, plot)
    return ""


def bid_crop(state: KeydomState, seat: int) -> str:
    """Advise how much to bid."""
    return (
        "Until you place the tile, the others may buy it: a buyer pays you exactly these crops, and your own come back. If "
        "nobody does, your bid goes to the stock when you place it. A crop that nobody else holds makes even a low bid safe. "
        f"{counters(state, seat)}"
    )


def bid_crop_why(state: KeydomState, seat: int, action: int) -> str:
    """Say why to lay this counter, or why to stop."""
    crop = action - FIRST_CROP
    if not 0 <= crop < CROPS:
        return "What you keep can be bid for something else."
    if state.game.stock_view_covered:
        return ""
    mine, laid = int(held(state.hands[seat], crop)), int(held(sum(state.bids), crop))
    others = int(held(FULL, crop)) - int(held(state.stock, crop)) - mine - laid
    return f"The others together hold {amount(others, crop)} to pay with."


def place_tile(state: KeydomState, seat: int) -> str:
    """Advise which tile to place."""
    return (
        "Take a tile onto your board. For a tile of your own store, the bid that lies on it goes to the stock. For one in "
        f"another store, you pay its owner the same. {groups(state, seat)}"
    )


def surveyor(state: KeydomState, seat: int) -> str:
    """Advise which tile to place with the Surveyor."""
    return f"Place a tile from your own store. The Surveyor gives you the bid on it back. {groups(state, seat)}"


def drover(state: KeydomState, seat: int) -> str:
    """Advise which tile to buy with the Drover."""
    return f"Buy a tile from another store: you pay its owner the crops of the bid. {groups(state, seat)}"


def pay(state: KeydomState, seat: int) -> str:
    """Advise what to pay with."""
    return f"Pay with what you need least. {counters(state, seat)} At the end whoever has most of a crop scores a point."


def held_why(state: KeydomState, seat: int, action: int) -> str:
    """Say how many counters of that crop the seat has."""
    if FIRST_CROP <= action < FIRST_CROP + CROPS:
        return f"You have {amount(int(held(state.hands[seat], action - FIRST_CROP)), action - FIRST_CROP)}."
    return ""


def take(state: KeydomState, seat: int) -> str:
    """Advise what to take."""
    return (
        "Take the crop you lack: with more kinds you can pay for more tiles, and whoever has most of a crop scores a point. "
        f"{counters(state, seat)}"
    )


def harvest(state: KeydomState, seat: int) -> str:
    """Advise which group to harvest."""
    number = fresh_fields(state, seat)
    return (
        f"A harvest turns over all fields of one group and gives you a counter for each. {counted(number, 'field')} of yours "
        f"can still be harvested. Each field yields once, unless a worker or an event turns it back. {counters(state, seat)}"
    )


def harvest_why(state: KeydomState, seat: int, action: int) -> str:
    """Say how much the group gives."""
    plot = action - FIRST_PLOT
    if not 0 <= plot < PLOTS:
        return ""
    yields = {int(group): int(group & state.fresh[seat]).bit_count() for group in state.game.harvest_group.groups(state, seat)}
    for group, fresh in yields.items():
        if group >> plot & 1:
            more = ", and no other group brings more" if fresh == max(yields.values()) and len(yields) > 1 else ""
            return f"It brings {counted(fresh, 'counter')}{more}."
    return ""


def play_worker(state: KeydomState, seat: int) -> str:
    """Advise which worker to play."""
    return (
        "A worker needs a free space with as many of your fields beside it as its number. It acts once, when it arrives, and "
        f"scores its number at the end, unless a field is laid on its space. {groups(state, seat)}"
    )


def play_worker_why(state: KeydomState, seat: int, action: int) -> str:
    """Say what the worker is worth."""
    worker = action - FIRST_WORKER
    if not 0 <= worker < TILES:
        return ""
    name, number = WORKER_NAMES[worker], NUMBER_OF[worker]
    return f"The {name} acts now, and scores {counted(number, 'point')} at the end if it stays."


def play_space(state: KeydomState, seat: int) -> str:
    """Advise where to place the worker."""
    return (
        "Put the worker where you do not mean to lay a field yourself: a field on its space drives it off. What it can do may "
        "depend on the fields beside it."
    )


def play_space_why(state: KeydomState, seat: int, action: int) -> str:
    """Say why that space is good."""
    plot = action - FIRST_PLOT
    if not 0 <= plot < PLOTS:
        return ""
    beside = int(state.game.country.beside[plot] & state.fields[seat]).bit_count()
    return f"It has {counted(beside, 'field')} of yours beside it."


def swap(state: KeydomState, seat: int) -> str:
    """Say whether an exchange helps."""
    return f"An exchange helps only if the new field fits better than the old one. {groups(state, seat)}"


def swap_why(state: KeydomState, seat: int, action: int) -> str:
    """Say what the exchange does."""
    plot = action - FIRST_PLOT
    report = explain_score(state, seat)
    if 0 <= plot < PLOTS and state.game.country.names[plot] in report.losses:
        loss = -report.losses[state.game.country.names[plot]]
        return f"Without this field you have {counted(loss, 'point')} less." if loss > 0 else "It brings you no point now."
    return tile_why(state, seat, action)


def sow(state: KeydomState, seat: int) -> str:
    """Advise which field to turn back."""
    return "A field that is turned back can be harvested again. Choose one in a group that yields much at once."


def lose(state: KeydomState, seat: int) -> str:
    """Advise what to give up."""
    return f"You must give something up. Give what you can do without best. {counters(state, seat)}"


BIDS: Final = ("match", "sale_income", "claim_window", "bid_after_sale", "c_after_d")
GROUPS: Final = ("group_weights", "workers_connect")
WORDS: Final[Mapping[str, Callable[[KeydomState, int], str]]] = {
    "turn": turn,
    "harvest_group": harvest,
    "foreman": harvest,
    "bid_tile": bid_tile,
    "storekeeper": bid_tile,
    "bid_crop": bid_crop,
    "place_tile": place_tile,
    "drover": drover,
    "surveyor": surveyor,
    "pay_price": pay,
    "tithe": pay,
    "price_fall": lose,
    "sickness": lose,
    "drought": lose,
    "harvester": take,
    "harvest_supper": take,
    "miller": take,
    "play_worker": play_worker,
    "hiring_fair": play_worker,
    "play_space": play_space,
    "replay": play_space,
    "supervisor": swap,
    "enclosure": swap,
    "sower": sow,
    "fine_weather": sow,
    "steward": sow,
}
"""For a phase: what is decided, and what matters in this position."""

WHY: Final[Mapping[str, Callable[[KeydomState, int, int], str]]] = {
    "turn": turn_why,
    "harvest_group": harvest_why,
    "foreman": harvest_why,
    "bid_tile": tile_why,
    "storekeeper": tile_why,
    "land_sale": tile_why,
    "lawyer": tile_why,
    "bid_crop": bid_crop_why,
    "place_tile": tile_why,
    "drover": tile_why,
    "bailiff": tile_why,
    "surveyor": tile_why,
    "pay_price": held_why,
    "tithe": held_why,
    "price_fall": held_why,
    "harvester": held_why,
    "harvest_supper": held_why,
    "miller": held_why,
    "play_worker": play_worker_why,
    "hiring_fair": play_worker_why,
    "play_space": play_space_why,
    "replay": play_space_why,
    "supervisor": swap_why,
    "enclosure": swap_why,
}
"""For a phase: why a move is good there."""

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": (*BIDS, *GROUPS),
    "bid_tile": (*BIDS, *GROUPS),
    "storekeeper": (*BIDS, *GROUPS),
    "bid_crop": BIDS,
    "place_tile": (*BIDS, *GROUPS),
    "drover": (*BIDS, *GROUPS),
    "surveyor": (*BIDS, *GROUPS),
    "pay_price": ("crop_majority",),
    "tithe": ("crop_majority",),
    "harvester": ("crop_majority",),
    "harvest_supper": ("crop_majority",),
    "miller": ("crop_majority",),
    "harvest_group": ("harvest_scope", "harvest_partial"),
    "foreman": ("harvest_scope", "harvest_partial"),
    "play_worker": (*GROUPS, "worker_over"),
    "hiring_fair": (*GROUPS, "worker_over"),
    "supervisor": GROUPS,
    "enclosure": GROUPS,
}
"""For a phase: the options whose usual values its words rest on."""

EVENTS: Final[Mapping[str, str]] = {}
"""For a kind of event: what is said when it happens for the first time."""
