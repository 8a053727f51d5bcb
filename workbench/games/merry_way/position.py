"""Positions that people write down: fill in what they leave out, and check that nothing is missing or there twice.

`fields` lists the keys and their forms. You may leave out any key; it then has its set-up value. Cards that you do not name
lie in their deck, or in the discard pile if you name the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.games.merry_way.cards import LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import RESOURCES, SEATS, kind_of
from workbench.games.merry_way.notation import placement_faults
from workbench.games.merry_way.sight import UNLIMITED

if TYPE_CHECKING:
    from workbench.core.position import Sheet


def fill(sheet: Sheet) -> None:
    """Give a place to everything that the position does not name."""
    state = sheet.state
    if "round" not in sheet.given:
        state.round = 1
    mover = sheet.game.fields().seats.numbers.get(str(sheet.given.get("to_move")).lower())
    if mover is not None and "turn" not in sheet.given:
        state.seat = mover
    check_board(sheet)
    fill_schemes(sheet)
    on_table = [card for card in state.committed if card != NONE]
    hands = [card for hand in state.resource_hands for card in hand]
    fill_rest(sheet, "resource", state.game.all_resources, [*hands, *on_table], state.game.cards.resource_codes)
    fill_line_up(sheet)
    fill_holdings(sheet)
    if state.traveller != NONE and "place" not in sheet.given:
        sheet.fault("'place' says where the 'traveller' stands.")


def check_board(sheet: Sheet) -> None:
    """Check that a rule can have put the cards in play, the cards under them and the roadblock where they are."""
    state, rules = sheet.state, sheet.state.game
    board, roadblock = rules.board, state.roadblock
    sheet.faults += placement_faults(board, state.cards)
    state.open_spots = rules.find_open_spots(state.cards)
    for spot, name in enumerate(board.spot_names):
        if state.cards[spot] != NONE and not rules.between_brick and board.spot_row[spot] > 1:
            sheet.fault(f"{name} holds a card, but only spots next to the trail are used here.")
        if state.covered[spot] and state.cards[spot] == NONE:
            sheet.fault(f"No card lies on {name}, so it can cover none.")
        if state.covered[spot] and rules.covered_are_discarded:
            sheet.fault(f"Cards under others are discarded here, so there are none on {name}.")
    if roadblock != NONE:
        way = board.way_names[roadblock]
        if rules.roadblock_edges_main and not rules.on_main_trail(roadblock):
            sheet.fault(f"A roadblock cannot stand on {way}, which is no stretch of the main trail (MW-RULING-24).")
        elif not rules.is_walkable(state.cards, roadblock):
            sheet.fault(f"A roadblock cannot stand on {way}: an end of it is an empty spot (MW-RULING-24).")
        elif roadblock not in rules.find_open_ways(state.cards):
            sheet.fault(f"A roadblock on {way} closes every way from town to town (MW-RULING-25).")


def fill_schemes(sheet: Sheet) -> None:
    """Fill in the scheme cards, and what is known of other hands."""
    state, rules = sheet.state, sheet.state.game
    placed = [card for card in (*state.cards, state.chosen) if card != NONE]
    for cards in (*state.covered, *state.scheme_hands):
        placed += cards
    fill_rest(sheet, "scheme", rules.all_schemes, placed, rules.cards.scheme_codes)
    for place, known in enumerate(state.known):
        seat, other = divmod(place, rules.players)
        hand = state.scheme_hands[other]
        there = [rules.category[card] for card in hand]
        seen = [kind_of(rules.category, card) for card in known]
        wrong = any([card >= 0 and known.count(card) > hand.count(card) for card in known])
        if known and (other == seat or wrong or any([seen.count(kind) > there.count(kind) for kind in seen])):
            sheet.fault(
                f"{SEATS[seat]} can know only cards that are in another hand, not those it knows of {SEATS[other]}."
            )


def fill_rest(sheet: Sheet, kind: str, everything: tuple[int, ...], placed: list[int], codes: tuple[str, ...]) -> None:
    """Put all cards that are not named into the deck, or into the discard pile if the position names the deck."""
    state, deck, discard = sheet.state, f"{kind}_deck", f"{kind}_discard"
    placed = [*placed, *getattr(state, discard), *(getattr(state, deck) if deck in sheet.given else ())]
    for card in sorted(set(placed)):
        there, owned = placed.count(card), everything.count(card)
        if there > owned:
            sheet.fault(f"The position has {there} times the {kind} card {codes[card]}; the game has {owned}.")
    left = [card for card in sorted(set(everything)) for _ in range(everything.count(card) - placed.count(card))]
    if deck not in sheet.given:
        setattr(state, deck, tuple(left))
        return
    if left and discard in sheet.given:
        missing = ", ".join([codes[card] for card in left[:5]]) + (", ..." if len(left) > 5 else "")
        sheet.fault(f"Every {kind} card is somewhere, but {missing} is named nowhere.")
    setattr(state, discard, tuple(sorted((*getattr(state, discard), *left))))


def fill_line_up(sheet: Sheet) -> None:
    """Fill in the folly cards in the line-up, their sides, and the folly deck."""
    state, rules = sheet.state, sheet.state.game
    codes = rules.cards.folly_codes
    if "line_up" not in sheet.given or "line_up" in sheet.unread:
        state.line_up = rules.first_line_up or rules.all_follies[:LINE_UP]
    if "open_sides" not in sheet.given:
        state.open_sides |= state.blue
    elif "open_sides" not in sheet.unread and (state.blue | rules.blank().open_sides) & ~state.open_sides:
        sheet.fault(
            "Both sides of a folly card are known if it shows blue, or if nothing hides them: see 'open_sides'."
        )
    there = [card for card in state.line_up if card != NONE]
    if "folly_deck" not in sheet.given:
        state.folly_deck = tuple([card for card in rules.all_follies if card not in there])
    gaps = len(state.line_up) - len(there)
    sheet.unless(
        state.round > 0 or gaps <= len(state.folly_deck),
        f"{gaps} folly cards are to come into the line-up, but {len(state.folly_deck)} are left."
    )
    placed = [*there, *state.folly_deck]
    for card in sorted(set(placed)):
        if placed.count(card) > 1:
            sheet.fault(f"The folly card {codes[card]} is in two places.")
        if card not in rules.all_follies:
            sheet.fault(f"The folly card {codes[card]} is not in this game's deck.")


def fill_holdings(sheet: Sheet) -> None:
    """Fill in resources, profit and claim tokens."""
    state, rules, blank = sheet.state, sheet.state.game, sheet.state.game.blank()
    for kind, name in enumerate(RESOURCE_NAMES):
        total = blank.supply[kind] + sum(blank.stock[kind::RESOURCES])
        held = sum(state.stock[kind::RESOURCES])
        if "supply" not in sheet.given:
            state.supply[kind] = max(0, total - held)
        if held + state.supply[kind] != total:
            sheet.fault(f"The game has {total} {name}, but the position has {held + state.supply[kind]}.")
    owned = sum([max(0, profit) for profit in state.profit])
    if owned > max(rules.profit_pile_limit, rules.starting_profit * rules.players):
        sheet.fault(f"The pile had {rules.profit_pile_limit} profit, but the players have {owned} (MW-RULING-35).")
    owed = sum([max(0, -profit) for profit in state.profit])
    sheet.unless(owed <= UNLIMITED, f"The players owe {UNLIMITED} profit at most, not {owed}.")
    named = sheet.named("reserve")
    for seat in range(rules.players):
        on_board = state.claims.count(seat)
        off, said = rules.claim_tokens - on_board, state.reserve[seat]
        state.reserve[seat] = off
        if off < 0:
            sheet.fault(f"{SEATS[seat]} has {rules.claim_tokens} claim tokens, but {on_board} lie on the board.")
        elif SEATS[seat] in named and said != off:
            sheet.fault(
                f"{SEATS[seat]} has {rules.claim_tokens} claim tokens and {on_board} of them on the board, so the "
                f"reserve is {off}, not {said}."
            )


def likely_phase(sheet: Sheet) -> Any:
    """Return the phase that the keys suggest."""
    state, rules, given = sheet.state, sheet.state.game, sheet.given
    if "winner" in given:
        return rules.game_over
    if "traveller" in given:
        return rules.travel
    if state.chosen != NONE:
        return rules.build.phase_of(state, state.chosen)
    if "offer" in given:
        return rules.reply
    if given.get("table"):
        return rules.digit
    return rules.choose_card if "resource_cards" in given else rules.build
