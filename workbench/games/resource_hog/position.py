"""Written positions: fill in what was left out, and refuse what cannot be.

You may leave out any key. Areas that are not named are as the map has them at the start and nobody's; a named area holds what
is named. The clock fits the round, the cards fit the phase, and what a phase needs to know follows from it where it can.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from workbench.core.state import FURTHEST
from workbench.games.resource_hog.components import (
    BIT,
    CARDS,
    CLEAR,
    DISCS,
    FIELD_MARKER,
    FISH,
    GOODS,
    GROW,
    HARBOUR,
    HEAD,
    HUNT,
    KNIGHT,
    MARKER_NAMES,
    MERCENARIES,
    MINE,
    MINE_SITE,
    NONE,
    PILE_CARDS,
    ROAD,
    SEAT,
    SEEN_PILES,
    SLAVES,
    TOIL,
    WORK_NAMES,
    work_kind,
    work_tokens,
)
from workbench.games.resource_hog.land import listed

if TYPE_CHECKING:
    from workbench.core.position import Sheet
    from workbench.games.resource_hog.phase import HogPhase
    from workbench.games.resource_hog.state import ResourceHogState

ONCE: Final = {
    GROW: "RH-WORK-9",
    KNIGHT: "RH-WORK-10",
    ROAD: "RH-BLDG-3",
    MINE_SITE: "RH-BLDG-3",
    HARBOUR: "RH-BLDG-3",
}
"""Work that an area has room for once, and the clause that says so."""
CARD_OF: Final = {
    **dict.fromkeys(("move_peasants", "peasant_to", "cargo", "work"), 0),
    **dict.fromkeys(("move_nobles", "noble_to", "load", "battle", "volley", "receiver", "ransom", "payer"), 1),
    **dict.fromkeys(("leave", "leave_to", "occupy"), 1),
    **dict.fromkeys(("trade", "harbour", "haul_to", "quantity"), 2),
}
"""The card that is being resolved in a phase."""


def fill(sheet: Sheet) -> None:
    """Give everything that is not named its value."""
    state = sheet.state
    ground = state.game.ground
    for area in range(ground.areas):
        used = state.fields[area] + state.heads[area]
        state.woodland[area] = max(0, ground.woodland[area] - used)
        sheet.unless(
            used <= ground.woodland[area],
            f"{ground.codes[area]} has {ground.woodland[area]} squares, but {used} fields and heads are named.",
        )
    state.count_again()
    phase: Any = sheet.phase if sheet.phase is not None else likely_phase(sheet)
    if phase.in_setup:
        fill_setup(sheet, phase)
        return
    if "round" not in sheet.given:
        state.round = 1
    fill_clock(sheet)
    if phase.name in CARD_OF:
        fill_cards(sheet, phase)
    if phase.name == "program" and "active" not in sheet.given:
        state.active = state.game.program.first_without(state)


def fill_setup(sheet: Sheet, phase: HogPhase) -> None:
    """Fill in who has taken an area and who is next: those who own something come first (RH-SETUP-5)."""
    state, players = sheet.state, sheet.state.game.players
    owners = [seat for seat in range(players) if seat in state.owner]
    named = str(sheet.given.get("to_move", "")).upper()
    if phase.by_chance:
        if "order" not in sheet.given:
            state.order = tuple(owners)
        if "active" not in sheet.given:
            state.active = state.order[-1] if state.order else NONE
        return
    if "active" not in sheet.given:
        left = [seat for seat in range(players) if seat not in owners and named in ("", f"P{seat + 1}")]
        state.active = state.order[-1] if state.order else left[0] if left else NONE
    if "order" not in sheet.given and state.active != NONE:
        state.order = (*[seat for seat in owners if seat != state.active], int(state.active))


def fill_clock(sheet: Sheet) -> None:
    """Fit clock tokens to the round, on the people tracks unless these are named (RH-ADJUST-3)."""
    state, game = sheet.state, sheet.state.game
    gone = max(0, state.round - 1)
    if sheet.phase is not None and sheet.phase.name in ("clean_up", "game_over"):
        gone += 1
    if "slaves" not in sheet.given:
        state.slaves = max(0, game.slave_tokens - gone)
    if "mercs" not in sheet.given:
        state.mercs = max(0, game.merc_tokens - max(0, gone - game.slave_tokens))
    named = sheet.named("columns")
    if "SLAVES" not in named:
        state.columns[SLAVES] = game.slave_tokens - state.slaves
    if "MERCENARIES" not in named:
        state.columns[MERCENARIES] = game.merc_tokens - state.mercs


def fill_cards(sheet: Sheet, phase: HogPhase) -> None:
    """Fill in whose card is being resolved, the piles, and what its phase knows from its beginning."""
    state, game = sheet.state, sheet.state.game
    named = str(sheet.given.get("to_move", "")).upper()
    if "active" not in sheet.given:
        state.active = 0
        if named in [f"P{seat + 1}" for seat in range(game.players)] and phase.name not in (
            "ransom",
            "leave",
            "leave_to",
        ):
            state.active = int(named[1:]) - 1
    card = CARD_OF[phase.name]
    if "order" not in sheet.given:
        state.order = (int(state.active) * 3 + card if game.program_mode_full_random else int(state.active),)
    if "place" not in sheet.given:
        state.place = len(state.order)
    if not game.program_mode_full_random:
        for seat in range(game.players):
            if state.piles[seat] == NONE and "piles" not in sheet.given and (state.discs[seat] or seat == state.active):
                wanted = card if seat == state.active else PILE_CARDS[0][state.step]
                state.piles[seat] = [pile[state.step] for pile in PILE_CARDS].index(wanted)
    own = state.own(state.active)
    if "land" in phase.inside() and "land" not in sheet.given and phase.name != "leave_to":
        state.land = own
    if phase.name == "move_nobles" and not any(state.unmoved):
        waiting = [0] * game.ground.areas
        for border, number in enumerate(state.on_border):
            waiting[game.ground.origin[border]] += number
        for area in range(game.ground.areas):
            if own & BIT[area]:
                state.unmoved[area] = max(0, state.nobles[area] - waiting[area])
    if phase.name == "work" and state.here == NONE:
        idle = [area for area in range(game.ground.areas) if own & BIT[area] and state.idle[area]]
        state.here = idle[0] if idle else NONE


def likely_phase(sheet: Sheet) -> Any:
    """Return the likely phase: usually a round that begins; the set-up if nobody owns anything."""
    state, game = sheet.state, sheet.state.game
    if sheet.given.get("round") == 0:
        return game.first_area
    if any(state.on_border):
        return game.battle
    if "round" not in sheet.given and not any(state.discs):
        return game.pick
    if game.program_mode_full_random or (any(state.discs) and game.program.first_without(state) == NONE):
        return game.reveal
    return game.program


def check(sheet: Sheet) -> None:
    """Say what no position may be, in whatever phase."""
    state, game = sheet.state, sheet.state.game
    ground = game.ground
    for area in range(ground.areas):
        faults = area_faults(state, area)
        sheet.faults += [f"{ground.codes[area]}: {fault}" for fault in faults]
    for water in range(ground.waters):
        most = int(ground.fish_most[water])
        sheet.unless(
            state.fish[water] <= most,
            f"{ground.water_codes[water]} holds at most {most} fish, not {state.fish[water]} (RH-FISHPOP-1).",
        )
    for column, most in enumerate((20, 20, 20, 10, 10)):
        sheet.unless(
            state.columns[column] <= most, f"A column of the price board holds at most {most} tokens (RH-BOARD-1)."
        )
    for seat in range(game.players):
        sheet.unless(
            state.discs[seat] <= DISCS, f"P{seat + 1} has only {DISCS} discs, not {state.discs[seat]} (RH-MARKER-2)."
        )
        if state.piles[seat] != NONE and game.program_mode_full_random:
            sheet.fault("By the option `program_mode` nobody puts cards in an order.")
    for marker, left in enumerate(state.left):
        if marker == FIELD_MARKER or left >= 0:
            continue
        sheet.fault(f"There are not so many {MARKER_NAMES[marker]} markers (RH-MARKER-5).")
    check_growth(sheet)
    caught = sum([work_tokens(code) for row in state.work for code in row if work_kind(code) == HUNT])
    sheet.unless(
        game.harbour_fish_from_supply or sum(state.wild) + caught <= sum(ground.game_most),
        f"The map has {sum(ground.game_most)} game, but {sum(state.wild)} are there and {caught} are caught (RH-GAMEPOP-1).",
    )
    sheet.unless(
        state.slaves <= game.slave_tokens and state.mercs <= game.merc_tokens,
        f"Beside the board lie at most {game.slave_tokens} slave and {game.merc_tokens} mercenary tokens (RH-SETUP-1).",
    )


def check_growth(sheet: Sheet) -> None:
    """Check that the clock fits the rounds, and that no number is too large to count (RH-ADJUST-3)."""
    state, game = sheet.state, sheet.state.game
    tokens = game.slave_tokens + game.merc_tokens
    sheet.unless(
        state.round <= 1 or state.round - 1 + state.slaves + state.mercs <= tokens,
        f"By round {state.round} the clock has taken {state.round - 1} of the {tokens} tokens beside the board; "
        f"{state.slaves + state.mercs} of them are too many (RH-ADJUST-3).",
    )
    start = 0 if state.round else game.start_money * game.players
    for what, number in (("money", sum(state.money) + start), ("tokens in their stores", sum(state.store))):
        sheet.unless(number <= FURTHEST, f"The players have {FURTHEST:,} {what} at most together, not {number:,}.")


def area_faults(state: ResourceHogState, area: int) -> list[str]:
    """Say what is wrong with an area."""
    game, ground = state.game, state.game.ground
    found = []
    peopled = state.peopled(area)
    if peopled and state.owner[area] == NONE:
        found.append("somebody must own it, for there are people (RH-AREA-5).")
    if not peopled and state.owner[area] != NONE and not game.control_sticky:
        found.append("nobody owns it, for there is nobody (RH-AREA-5).")
    if state.harbours & BIT[area] and not ground.coast & BIT[area]:
        found.append("there is no harbour away from the sea (RH-BLDG-3).")
    if state.mines & BIT[area] and not ground.mountains & BIT[area]:
        found.append("there is no mine without a mountain (RH-BLDG-3).")
    if state.wild[area] > max(ground.game_most[area], 0):
        found.append(f"it holds at most {ground.game_most[area]} game (RH-GAMEPOP-1).")
    for ore in range(GOODS):
        if state.ore[area * GOODS + ore] > ground.ore[area * GOODS + ore]:
            found.append(f"its mountain holds at most {ground.ore[area * GOODS + ore]} of that (RH-MINE-5).")
    dug = [0] * GOODS
    for code in () if game.mine_stock_endless else state.work[area]:
        if MINE <= work_kind(code) < MINE + GOODS:
            dug[work_kind(code) - MINE] += work_tokens(code)
    for ore in range(GOODS):
        if dug[ore] and state.ore[area * GOODS + ore] + dug[ore] > ground.ore[area * GOODS + ore]:
            found.append(f"with what is being mined its mountain holds {ground.ore[area * GOODS + ore]} at most (RH-MINE-5).")
    for good in range(GOODS):
        if state.hauled[area * GOODS + good] > state.store[area * GOODS + good]:
            found.append("no more tokens have been hauled there than lie there (RH-HAUL-6).")
    if state.unmoved[area] > state.nobles[area]:
        found.append("no more nobles may move than there are (RH-NMOVE-6).")
    if state.unmoved[area] and state.owner[area] != state.active:
        found.append(f"only nobles of {game.seat_name(state.active)}, whose card it is, may still move (RH-NMOVE-1).")
    waiting = sum([number for border, number in enumerate(state.on_border) if ground.origin[border] == area])
    if waiting > state.nobles[area] + state.spent[area]:
        found.append("more nobles wait on its borders than there are (RH-AREA-4).")
    kinds = Counter(work_kind(code) for code in state.work[area])
    if kinds[CLEAR] > state.woodland[area]:
        found.append(f"{kinds[CLEAR]} clear woodland, of which there are {state.woodland[area]} squares (RH-WORK-8).")
    for kind, clause in ONCE.items():
        if kinds[kind] > 1:
            found.append(f"it has {WORK_NAMES[kind]} once at most, not {kinds[kind]} times ({clause}).")
    fields = state.fields[area] + (kinds[CLEAR] if game.same_season_chain else 0)
    if kinds[HEAD] + kinds[TOIL] > fields:
        found.append(f"{kinds[HEAD] + kinds[TOIL]} work on fields, of which there are {fields} (RH-TOIL-2).")
    for code in state.work[area]:
        kind, tokens = work_kind(code), work_tokens(code)
        if kind >= FISH and kind - FISH not in ground.waters_of[area]:
            found.append(f"it does not border {game.water_name(kind - FISH)} (RH-WORK-2).")
        elif MINE <= kind < CLEAR and not state.mines & BIT[area]:
            found.append("nobody mines without a mine (RH-MINE-1).")
        elif kind == SEAT and not 1 <= tokens <= 3:
            found.append("a seat that is being built has a level from 1 to 3 behind the stroke (RH-BUILD-4).")
        elif ROAD <= kind < FISH and kind != SEAT and tokens:
            found.append("no tokens lie on a building site.")
    return found


def misfits(state: ResourceHogState, phase: HogPhase, found: list[str]) -> list[str]:
    """Say what in a position does not fit a phase: who acts, and how its fields fit together.

    Args:
        state: the position.
        phase: the phase.
        found: the faults of what it needs and holds; the others are put behind them.
    """
    name = phase.name
    if name in ("program", "reveal") and not any(state.discs):
        found.append("Nobody is in play: a player in play has an area with people (RH-AREA-8).")
    if phase.in_setup != (state.round == 0):
        found.append("Rounds are counted from 1; only in the set-up 'round' is 0.")
    if name == "work" and state.here != NONE and not state.idle[state.here]:
        found.append("In the phase 'work' somebody is idle in the area that 'here' names.")
    if name in ("peasant_to", "cargo") and state.source != NONE and not state.idle[state.source]:
        found.append(f"In the phase {name!r} somebody is idle in the area that 'source' names.")
    if name == "noble_to" and state.source != NONE and not state.unmoved[state.source]:
        found.append("In the phase 'noble_to' a noble in the area that 'source' names may still move.")
    if name == "program" and state.game.program_mode_full_random:
        found.append("By the option `program_mode` nobody puts cards in an order.")
    if phase.in_setup:
        found += setup_misfits(state, phase)
    elif len(set(state.order)) < len(state.order):
        found.append("In a step nobody, and no card, is drawn twice: see 'order'.")
    elif state.place > len(state.order):
        found.append(f"Of {len(state.order)} drawn 'place' cannot be {state.place}.")
    elif name in CARD_OF and state.active != NONE and not resolved(state, state.game.program_mode_full_random, CARD_OF[name]):
        found.append(f"In the phase {name!r} the last of those resolved is the active player's card: see 'order', 'place'.")
    if name in CARD_OF and state.active == NONE:
        found.append(f"In the phase {name!r} somebody's card is resolved: name 'active'.")
    if name in CARD_OF and state.active != NONE and state.order and not state.game.program_mode_full_random:
        known = state.piles[state.active]
        if known != NONE and SEEN_PILES[known][state.step] not in ("PNT"[CARD_OF[name]], "?"):
            found.append(f"The pile of the active player has another card in step {state.step + 1}.")
    if not found:
        found += way_misfits(state, name)
    if not found and state.fronts and state.target != NONE:
        beyond = {state.game.ground.beyond[border] for border in state.fronts}
        if beyond != {int(state.target)}:
            found.append("The borders of a battle lead to its 'target'.")
        if state.receiver != NONE and state.owner[state.receiver] == NONE:
            found.append("A ransom goes to an area of whoever has won: 'receiver' is owned by somebody (RH-FIGHT-13).")
    if not found and name in ("receiver", "ransom", "payer"):
        found += ransom_misfits(state, name)
    return found


def ransom_misfits(state: ResourceHogState, name: str) -> list[str]:
    """Check that some ransom is still due, and that a loser who is asked can pay it (RH-FIGHT-12)."""
    if state.owner[state.target] in (NONE, state.active):
        return ["The land under attack, the 'target' of a battle, must belong to another player than the 'active' one."]
    if not state.units:
        return [f"In the phase {name!r} at least one of the 'units' of a ransom is still due (RH-FIGHT-9)."]
    if name != "receiver" and state.units > state.game.ransom.capacity(state):
        return [f"In the phase {name!r} the loser can pay all 'units' that are due; otherwise nobody is asked (RH-FIGHT-13)."]
    return []


def way_misfits(state: ResourceHogState, name: str) -> list[str]:
    """Check that people move over their own player's land, and can get where they go."""
    game, found = state.game, []
    seat = state.owner[state.leaving[0]] if state.leaving else state.active
    for field, land in (("land", state.land), ("entered", state.entered)):
        others = [area for area in listed(land) if state.owner[area] not in (seat, NONE)]
        if others:
            found.append(f"{game.ground.codes[others[0]]} in {field!r} is not land of the player who moves (RH-AREA-7).")
    if not found and name == "cargo" and not game.move_peasants.goals(state, state.source) & BIT[state.target]:
        found.append("In the phase 'cargo' a peasant can get from 'source' to 'target' (RH-PMOVE-3).")
    place = state.source * GOODS + state.good
    if name in ("haul_to", "quantity") and state.store[place] <= state.hauled[place]:
        found.append(f"In the phase {name!r} tokens that have not been hauled lie in 'source' (RH-HAUL-6).")
    if name == "load" and state.owner[state.target] != state.active:
        found.append("In the phase 'load' a noble has just moved to 'target', so its player owns that (RH-NMOVE-2).")
    return found


def setup_misfits(state: ResourceHogState, phase: HogPhase) -> list[str]:
    """Check that everybody drawn owns an area, except the player who takes one now (RH-SETUP-5)."""
    drawn = set(state.order)
    found = [] if state.place == 0 else ["In the set-up 'place' is 0."]
    if len(drawn) < len(state.order):
        found.append("In the set-up nobody is drawn twice: see 'order'.")
    if not phase.by_chance:
        if state.active == NONE or not state.order or state.order[-1] != state.active:
            found.append(f"In the phase {phase.name!r} the last in 'order' is 'active' and takes an area.")
        drawn.discard(int(state.active))
    for seat in range(state.game.players):
        owned = sum([owner == seat for owner in state.owner])
        empty = not owned and not state.game.start_peasants + state.game.start_nobles  # an estate with nobody in it is forsaken
        if owned > 1 or ((owned == 1) != (seat in drawn) and not empty):
            wanted = "one area" if seat in drawn else "no area"
            found.append(f"P{seat + 1} has {wanted} here, not {owned} (RH-SETUP-5).")
    return found


def resolved(state: ResourceHogState, shuffled: bool, card: int) -> bool:
    """Return whether the last resolved draw is the active player, or that player's card."""
    if not 1 <= state.place <= len(state.order):
        return False
    last = state.order[state.place - 1]
    return bool(last == (state.active * CARDS + card if shuffled else state.active))
