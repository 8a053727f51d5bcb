"""Written positions: fill in what was left out, and refuse what cannot be, with its clause.

`fields` lists the keys and their forms. You may leave out any key: counters that are not named lie in the stock, field tiles
in the bag but for those that fill the registry, workers in their reserves; where no fields are named at all, each player
has a starting pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.core.state import FURTHEST
from workbench.games.keydom.components import (
    BIDDING,
    BIT,
    CROP_CODES,
    CROPS,
    EVENT_KINDS,
    EVENT_TITLES,
    FARMHANDS,
    NONE,
    PAIRS,
    PLACING,
    SEATS,
    TILES,
    WORKER_NAMES,
)
from workbench.games.keydom.counters import ONE, counts, covers, handful, held, total
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.events import LandReform
from workbench.games.keydom.fields import EARLIER
from workbench.games.keydom.secrets import FULL

if TYPE_CHECKING:
    from workbench.core.position import Sheet
    from workbench.games.keydom.state import KeydomState

USUAL_ROUND = 3
"""The round of a position that says nothing of turns: the third, so that stored tiles may be from an earlier turn."""


def fill(sheet: Sheet) -> None:
    """Give everything that is not named its place."""
    phase: Any = sheet.phase
    setup = sheet.given.get("turn") == 0 if phase is None else phase.in_setup
    if phase in (sheet.game.phases["deal_bonus"], sheet.game.phases["first_registry"]):
        sheet.state.start = max(0, sheet.state.start)  # the start player has been drawn (KD-SETUP-6)
    if not setup:
        fill_turns(sheet)
        fill_land(sheet)
        fill_events(sheet)
    fill_counters(sheet, setup)
    sheet.state.refresh()


def fill_turns(sheet: Sheet) -> None:
    """Fill in whose turn it is, and how many turns each player has begun."""
    state, players = sheet.state, sheet.state.game.players
    if state.active == NONE:
        state.active = max(0, state.start)
    if state.start == NONE:
        state.start = state.active
    if "own_turns" not in sheet.given:
        turn = state.turn
        if "turn" not in sheet.given:
            turn = (USUAL_ROUND - 1) * players + (state.active - state.start) % players + 1
        state.own_turns = [(turn + players - 1 - (seat - state.start) % players) // players for seat in range(players)]
    if "turn" not in sheet.given:
        state.turn = sum(state.own_turns)
    capacity = state.game.store_capacity
    for place, stamp in enumerate(state.stamps):
        if stamp == EARLIER:
            state.stamps[place] = max(0, state.own_turns[place // capacity] - 1)


def fill_land(sheet: Sheet) -> None:
    """Place the field tiles: boards, stores, the registry, and the rest in the bag."""
    state, game = sheet.state, sheet.state.game
    if "fields" not in sheet.given:
        for seat in range(game.players):
            pair = PAIRS[seat]
            state.fields[seat] = game.country.mask(f"{pair.first} {pair.second}")
            state.fresh[seat] = state.fields[seat]
    named = state.out
    for mask in state.fields:
        named |= mask
    for plot in (*state.stored, *(state.registry if "registry" in sheet.given else ())):
        named |= BIT[plot] if plot != NONE else 0
    if "registry" not in sheet.given:
        free = [plot for plot in range(PLOTS) if not named & BIT[plot] and not ("bag" in sheet.given and state.bag & BIT[plot])]
        waiting = 1 if "event" in sheet.given or "slot" in sheet.given or event_phase(sheet) else 0
        for slot in range(len(state.registry)):
            state.registry[slot] = free.pop(0) if free and slot >= waiting else NONE
            named |= BIT[state.registry[slot]] if state.registry[slot] != NONE else 0
    if "bag" not in sheet.given:
        state.bag = (1 << PLOTS) - 1 & ~named
    if "entries" not in sheet.given:
        there = [slot for slot, plot in enumerate(state.registry) if plot != NONE]
        state.entries = [there.index(slot) + 1 if slot in there else 0 for slot in range(len(state.registry))]
    if "next_entry" not in sheet.given:
        state.next_entry = max([*state.entries, len(state.registry)]) + 1


def event_phase(sheet: Sheet) -> bool:
    """Return whether the named phase is an event."""
    return any([sheet.phase is phase for phase in sheet.state.game.event_phases]) or sheet.phase is sheet.state.game.refill


def fill_events(sheet: Sheet) -> None:
    """Put the event tiles in the bag that are neither on the track nor being resolved."""
    state, game = sheet.state, sheet.state.game
    if "event" not in sheet.given:
        for number, phase in enumerate(game.event_phases):
            if sheet.phase is phase:
                state.event = number
    if "bag_events" not in sheet.given:
        gone = [state.track.count(event) + (state.event == event) for event in range(EVENT_KINDS)]
        state.bag_events = [max(0, number - less) for number, less in zip(game.events_in_bag, gone, strict=True)]
    if "counted" not in sheet.given:
        state.counted = len(state.track) if game.late_events else min(len(state.track), int(game.end_event))
    if "left" not in sheet.given and state.counted >= game.end_event:
        state.left = game.final_turns * game.players


def fill_counters(sheet: Sheet, setup: bool) -> None:
    """Fill in the stock, the hands, and what players drew at set-up (KD-CROP-4)."""
    state, game = sheet.state, sheet.state.game
    if sheet.phase is not None:
        state.phase = sheet.phase  # the phase decides how many counters have been drawn
    elif not setup:
        state.phase = game.turn
    others = [seat for seat in range(game.players) if SEATS[seat].upper() not in sheet.named("hands")]
    there = sum(state.hands) + sum(state.bids)
    if "stock" not in sheet.given:
        state.stock = handful([max(0, number) for number in difference(FULL, there)])
    elif others:
        left = difference(FULL, there + state.stock)
        state.hands[others[-1]] += handful([max(0, number) for number in left])
    for seat in range(game.players):
        if SEATS[seat].upper() not in sheet.named("drawn"):
            state.drawn[seat] = likely_draw(state, seat)
        if SEATS[seat].upper() not in sheet.named("least"):
            spent = [max(0, number) for number in difference(state.drawn[seat], state.hands[seat])]
            state.least[seat] = handful(spent)


def difference(counters: int, others: int) -> list[int]:
    """Return for each type how many more one handful has than another; may be negative."""
    return [one - other for one, other in zip(counts(counters), counts(others), strict=True)]


def likely_draw(state: KeydomState, seat: int) -> int:
    """Return a likely draw at set-up: first from the hand, then what the others have drawn least."""
    number = int(state.game.given(state, seat))
    drawn = 0
    for crop in range(CROPS):
        few = min(held(state.hands[seat], crop), number - total(drawn))
        drawn += ONE[crop] * int(few)
    taken = [sum([int(held(one, crop)) for place, one in enumerate(state.drawn) if place != seat]) for crop in range(CROPS)]
    while total(drawn) < number:
        crop = min(range(CROPS), key=lambda one: (taken[one] + held(drawn, one), one))
        drawn += ONE[crop]
    return drawn


def likely_phase(sheet: Sheet) -> Any:
    """Return the phase that the keys suggest: usually the choice of an action."""
    state, game = sheet.state, sheet.state.game
    if sheet.given.get("turn") == 0:
        return game.deal_counters if any(state.fields) else game.deal_fields
    if state.event != NONE:
        return game.event_phases[state.event]
    if game.refill_each and game.refill.due(state):
        return game.refill
    return game.turn


# -- what cannot be ----------------------------------------------------------------------------------------------------


def check(sheet: Sheet) -> None:
    """Find what contradicts the rules whatever the phase is."""
    state = sheet.state
    state.refresh()
    check_land(sheet)
    check_counters(sheet)
    check_stores(sheet)
    check_workers(sheet)
    check_events(sheet)
    check_turns(sheet)


def check_land(sheet: Sheet) -> None:
    """Check that each field tile is in exactly one place (KD-LAND-8)."""
    state, game = sheet.state, sheet.state.game
    for plot in range(PLOTS):
        places = [f"{SEATS[seat]}'s board" for seat in range(game.players) if state.fields[seat] & BIT[plot]]
        places += [f"{SEATS[at // game.store_capacity]}'s store" for at, one in enumerate(state.stored) if one == plot]
        places += ["the registry"] * state.registry.count(plot)
        places += ["the bag"] if state.bag & BIT[plot] else []
        places += ["out of the game"] if state.out & BIT[plot] else []
        if len(places) != 1:
            where = " and ".join(places) or "no place"
            sheet.fault(f"KD-LAND-8: the field tile {game.country.names[plot]} is in exactly one place, not in {where}.")
    for seat in range(game.players):
        if state.fresh[seat] & ~state.fields[seat]:
            sheet.fault(f"Only fields of {SEATS[seat]} can be unharvested.")
    used = [entry for entry in state.entries if entry]
    filled = [plot != NONE for plot in state.registry]
    if len(set(used)) != len(used) or [entry > 0 for entry in state.entries] != filled or state.next_entry <= max([0, *used]):
        sheet.fault("KD-REGISTRY-8: each tile of the registry has an entry number of its own, and the next one is higher.")
    if state.crops.count(NONE) and sheet.phase is not game.deal_crops:
        sheet.fault("KD-LAND-1: every plot has a crop.")
    for crop, code in enumerate(CROP_CODES):
        if state.crops.count(crop) > game.country.crops.count(crop):
            sheet.fault(f"KD-LAND-1: {game.country.crops.count(crop)} plots grow {code}, not {state.crops.count(crop)}.")


def check_counters(sheet: Sheet) -> None:
    """Check for twelve counters of each crop, and nobody's spending too much (KD-CROP-4, KD-SETUP-5)."""
    state, game = sheet.state, sheet.state.game
    everywhere = [0] * CROPS
    for counters in (*state.hands, *state.bids, state.stock):
        everywhere = [one + more for one, more in zip(everywhere, counts(counters), strict=True)]
    for crop, number in enumerate(everywhere):
        owned = int(held(FULL, crop))
        if number != owned:
            sheet.fault(f"KD-CROP-4: there are {owned} counters of {CROP_CODES[crop]}, but {number} are named.")
    for seat in range(game.players):
        number = int(game.given(state, seat))
        if total(state.drawn[seat]) != number:
            sheet.fault(f"KD-SETUP-5: {SEATS[seat]} has drawn {number} counters at set-up, not {total(state.drawn[seat])}.")
        spent = handful([max(0, one) for one in difference(state.drawn[seat], state.hands[seat])])
        if not covers(state.drawn[seat], state.least[seat]) or not covers(state.least[seat], spent):
            sheet.fault(
                f"'least' of {SEATS[seat]} is part of 'drawn', and holds at least what has been spent of it: "
                f"{total(spent)} of the counters drawn are in hand no longer."
            )


def check_stores(sheet: Sheet) -> None:
    """Check that each stored tile has a bid, and a stamp no later than now (KD-BID-4, KD-CLAIM-4)."""
    state, game = sheet.state, sheet.state.game
    for place, plot in enumerate(state.stored):
        seat = place // game.store_capacity
        bid = total(state.bids[place])
        if plot == NONE:
            sheet.unless(not bid and not state.stamps[place], "Counters lie in a store only on a tile.")
            continue
        name = game.country.names[plot]
        laid = state.place == place and sheet.phase is game.bid_crop
        if not bid and game.min_bid and not laid:
            sheet.fault(f"KD-BID-4: the bid on {name} in {SEATS[seat]}'s store has at least one counter.")
        if game.max_bid and bid > game.max_bid:
            sheet.fault(f"By the option `max_bid` no bid is larger than {game.max_bid}; that on {name} has {bid}.")
        if state.stamps[place] > state.own_turns[seat] + game.event_store_full_round:
            sheet.fault(f"KD-CLAIM-4: {name} was stored in a turn of {SEATS[seat]} that has begun.")


def check_workers(sheet: Sheet) -> None:
    """Check that no worker is beside another, on a field, or on two boards (KD-WORKER-7, -8, -14)."""
    state, game = sheet.state, sheet.state.game
    waiting = isinstance(sheet.state.game.event_phases[max(0, state.event)], LandReform) and state.event != NONE
    for seat in range(game.players):
        for worker in range(TILES):
            plot = state.posts[seat * TILES + worker]
            if plot == NONE:
                continue
            name, space = WORKER_NAMES[worker], game.country.names[plot]
            if state.shade[seat] & BIT[plot]:
                sheet.fault(f"KD-WORKER-7: {SEATS[seat]}'s {name} on {space} stands beside another worker.")
            if state.fields[seat] & BIT[plot] and not waiting:
                sheet.fault(f"KD-WORKER-8: {SEATS[seat]}'s {name} stands on {space}, where {SEATS[seat]} has a field.")
    for worker in range(FARMHANDS, TILES):
        holders = [SEATS[seat] for seat in range(game.players) if state.posts[seat * TILES + worker] != NONE]
        if len(holders) > 1:
            sheet.fault(f"KD-WORKER-14: the {WORKER_NAMES[worker]} is on one board at most, not with {' and '.join(holders)}.")


def check_events(sheet: Sheet) -> None:
    """Check that every event tile is in the bag, on the track, or being resolved (KD-SETUP-8)."""
    state, game = sheet.state, sheet.state.game
    setup = state.turn == 0
    for event, owned in enumerate(game.events_in_bag):
        number = state.bag_events[event] + state.track.count(event) + (state.event == event)
        if setup and number:
            sheet.fault(f"KD-SETUP-8: during the set-up no event tile is in the bag yet, but {EVENT_TITLES[event]} is named.")
        elif not setup and number != owned:
            sheet.fault(f"KD-SETUP-8: there are {owned} tiles of {EVENT_TITLES[event]} in this game, but {number} are named.")
    if state.counted > len(state.track):
        sheet.fault("No more events count than have been drawn.")
    if (state.slot == NONE) != (state.event == NONE) and sheet.phase is not game.refill and not setup:
        if sheet.phase is not game.events_return:
            sheet.fault("KD-REGISTRY-5: while an event is resolved, and only then, a 'slot' waits to be filled.")
    elif state.slot != NONE and state.registry[state.slot] != NONE:
        sheet.fault(f"KD-REGISTRY-5: 'slot' waits to be filled, but {state.slot + 1} of the registry holds a tile.")
    if state.left >= 0 and state.counted < game.end_event and (state.bag or any(state.bag_events)):
        sheet.fault("KD-END-1: the end is brought on by the last event, or by an empty bag.")
    if state.left < 0 and state.counted >= game.end_event:
        sheet.fault("KD-END-1: after so many events 'left' says how many turns are left.")


def check_turns(sheet: Sheet) -> None:
    """Check that turns go round from the start player (KD-TURN-1)."""
    state, players = sheet.state, sheet.state.game.players
    under_way = state.stage in (PLACING, BIDDING) and sheet.phase not in (state.game.place_tile, state.game.bid_tile)
    if under_way and "tiles" not in sheet.given:
        state.tiles = 1
    sheet.unless(not under_way or state.tiles > 0, "KD-TURN-3: 'tiles' says how many tiles the action of 'stage' has handled.")
    sheet.unless(state.quiet <= state.turn, f"No more turns than {state.turn} can have been quiet: see 'turn'.")
    if state.turn == 0:
        sheet.unless(state.active == NONE and not any(state.own_turns), "KD-TURN-1: in the set-up nobody has had a turn.")
        return
    sheet.unless(state.turn <= FURTHEST, f"KD-TURN-1: turns are counted to {FURTHEST}; 'own_turns' adds up to {state.turn}.")
    begun = [(state.turn + players - 1 - (seat - state.start) % players) // players for seat in range(players)]
    if (state.turn - 1) % players != (state.active - state.start) % players or begun != list(state.own_turns):
        sheet.fault(
            f"KD-TURN-1: with {SEATS[max(0, state.start)]} as start player and {SEATS[max(0, state.active)]} active, "
            f"turn {state.turn} and 'own_turns' do not fit together."
        )
