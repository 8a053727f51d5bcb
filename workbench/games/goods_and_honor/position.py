"""Positions written down: fill in what is not named, and check that nothing is missing or there twice.

The table in `fields` lists the keys and their forms. You may leave out every key. It then takes its set-up value, or what the
other keys leave: Folks and Nastigans lie in the bag, Goods in the middle, chips with their owners. If those places are named,
the rest goes to the first player that is not named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.core.words import counted
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    GUARDS,
    ITEM_NAMES,
    ITEMS,
    NASTIGAN,
    NONE,
    SEATS,
    SECTION_NAMES,
    SENTRYFOLK,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.phase import goods_gone
from workbench.games.goods_and_honor.state import RUNNING

if TYPE_CHECKING:
    from workbench.core.position import Sheet


def fill(sheet: Sheet) -> None:
    """Give everything that is not named its place."""
    phase: Any = sheet.phase
    setup = sheet.given.get("turn") == 0 if phase is None else phase.in_setup
    fill_turn(sheet, setup)
    fill_tokens(sheet, setup)
    fill_goods(sheet)
    fill_chips(sheet)
    fill_bids(sheet)
    state, rules = sheet.state, sheet.state.game
    if max(state.carry) >= rules.points_per_good:
        sheet.fault(f"Fewer than {rules.points_per_good} points are left in a section, not {max(state.carry)}.")
    for place in range(rules.players * CELLS // TYPES):
        section, held = place % len(SECTION_NAMES), sum(state.mats[place * TYPES : place * TYPES + TYPES])
        if section < GOODS and held > rules.capacity > 0:
            sheet.fault(f"By the option `capacity` {SECTION_NAMES[section]} holds at most {counted(rules.capacity, 'Folk')}.")


def fill_turn(sheet: Sheet, setup: bool) -> None:
    """Find whose turn it is, and who took the first one."""
    state, fixed = sheet.state, sheet.state.game.fixed_first
    for key in ("active", "first") if setup else ():
        sheet.unless(key not in sheet.given, f"In the set-up nobody has had a turn, so {key!r} is null.")
    if setup:
        return
    if state.active == NONE:
        state.active = max(0, state.first)
    if state.first == NONE:
        state.first = max(0, fixed)
    sheet.unless(fixed in (NONE, state.first), f"By the option `first_player` the first turn is {SEATS[fixed]}'s.")


def fill_tokens(sheet: Sheet, setup: bool) -> None:
    """Fill in Folks and Nastigans, and check invariants I1 and I2."""
    state, rules = sheet.state, sheet.state.game
    table = [*state.table_folk, state.table_nastigans]
    named = [sum(state.mats[kind::TYPES]) + sum(state.in_hand[kind::TYPES]) for kind in range(TYPES)] + [0]
    others = [seat for seat in range(rules.players) if SEATS[seat] not in sheet.named("mats")]
    for kind, owned in enumerate([*[rules.folks_each] * TYPES, rules.nastigans]):
        found = named[kind] + table[kind]
        if "bag" not in sheet.given:
            state.bag[kind] = max(0, owned - found)
        found += state.bag[kind]
        if found < owned and others and kind != NASTIGAN and not setup:
            home = GUARDS if kind == SENTRYFOLK or rules.capacity else kind
            state.mats[others[0] * CELLS + home * TYPES + kind] += owned - found
        elif found != owned:
            name = "Nastigans" if kind == NASTIGAN else TYPE_NAMES[kind]
            sheet.fault(f"There are {owned} {name} in this game, but {found} are named.")


def fill_goods(sheet: Sheet) -> None:
    """Fill in Goods and the middle, and check invariant I3. Last productions from the box may add Goods."""
    state, rules = sheet.state, sheet.state.game
    others = [seat for seat in range(rules.players) if SEATS[seat] not in sheet.named("goods")]
    boxed = rules.end_timing_finish_round and sheet.phase is rules.game_over
    for good in range(GOODS):
        found = sum(state.stashes[FIRST_GOOD + good :: ITEMS])
        if "supply" not in sheet.given:
            state.supply[good] = max(0, rules.goods_per_player_in_all - found)
        found += state.supply[good]
        if found < rules.goods_per_player_in_all and others:
            state.stashes[others[0] * ITEMS + FIRST_GOOD + good] += rules.goods_per_player_in_all - found
        elif found < rules.goods_per_player_in_all or (found > rules.goods_per_player_in_all and not boxed):
            sheet.fault(f"There are {rules.goods_per_player_in_all} {GOOD_NAMES[good]} in this game, but {found} are named.")


def fill_chips(sheet: Sheet) -> None:
    """Fill in chips, and check invariant I4."""
    state, rules = sheet.state, sheet.state.game
    others = [seat for seat in range(rules.players) if SEATS[seat] not in sheet.named("honor")]
    for seat in others:
        state.stashes[seat * ITEMS + seat] = 0
    for colour in range(rules.players):
        found = sum(state.stashes[colour::ITEMS])
        if found < rules.chips_per_player and others:
            keeper = colour if colour in others else others[0]
            state.stashes[keeper * ITEMS + colour] += rules.chips_per_player - found
        elif found != rules.chips_per_player:
            sheet.fault(f"There are {rules.chips_per_player} chips of {SEATS[colour]}, but {found} are named.")


def fill_bids(sheet: Sheet) -> None:
    """Check that owners have what they bid; close hands that hold something, except the one to move."""
    state, rules = sheet.state, sheet.state.game
    for seat in range(rules.players):
        bid = state.bid(seat)
        for item, count in enumerate(bid):
            if count > state.stashes[seat * ITEMS + item]:
                sheet.fault(f"{SEATS[seat]} bids more of {ITEM_NAMES[item]} than the stash holds.")
            elif count and item not in rules.bid_items[seat]:
                sheet.fault(f"By the option `bid_items` {SEATS[seat]} cannot bid {ITEM_NAMES[item]}.")
        if sum(bid) > rules.bid_max:
            sheet.fault(f"A bid holds at most {rules.bid_max} items, not {sum(bid)}.")
        if "closed" not in sheet.given and any(bid) and sheet.given.get("to_move") != SEATS[seat]:
            state.closed |= BIT[seat]


def likely_phase(sheet: Sheet) -> Any:
    """Return the phase that the keys suggest: usually a turn that begins."""
    state, rules = sheet.state, sheet.state.game
    folk = sum(state.table_folk)
    if sheet.given.get("turn") == 0:
        return rules.setup_place
    if state.end_reason != RUNNING or goods_gone(state):
        return rules.game_over
    if any(state.in_hand):
        return rules.place
    if folk >= FOLKS_DRAWN and not rules.keep_timing_after_bids:
        return rules.keep
    waiting = folk and rules.bid.next_bidder(state) != NONE
    if waiting:
        begun = state.closed or any(state.bids) or "said" in sheet.given
        return rules.bid if begun or not rules.talk_on else rules.talk
    if folk >= FOLKS_DRAWN:
        return rules.keep
    if folk:
        return rules.receiver if rules.random_award and state.closed else rules.award
    if state.table_nastigans:
        fighting = len(state.named) >= (state.table_nastigans if rules.duel_commit_all_first else 1)
        return (rules.duel if rules.duel_chance_collapsed else rules.roll) if fighting else rules.defend
    return rules.produce
