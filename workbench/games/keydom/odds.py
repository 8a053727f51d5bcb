"""The chances that matter at a decision, worked out on demand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from workbench.core.figures import Odds, hold_to, rests_on, shown
from workbench.games.keydom.components import SEATS
from workbench.games.keydom.counters import counts, in_short, total
from workbench.games.keydom.secrets import divisions
from workbench.games.keydom.state import KeydomState

EXACT: Final = "exact, over every way the counters drawn at set-up can be divided, given the open stock"
DEALT: Final = ("deal_counters", "deal_bonus")
"""The phases that say how counters are drawn at set-up."""
DRAW: Final = "exact, from the tiles in the bag"


def odds(state: KeydomState, seat: int) -> tuple[Odds, ...]:
    """Return the odds at a decision: who could pay for the tiles in the own store, and the next draw.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> match = wb.load("keydom").match(seed=7)
    >>> print(odds(match.seen(), match.seat)[0])
    the next draw is an event: 20.7%
    """
    if state.to_move < 0 or not state.turn:
        return ()
    return shown(Odds, state, seat, _next_draw, _buyers)


@rests_on("refill", what="The chance of an event")
def _next_draw(state: KeydomState, seat: int) -> tuple[Odds, ...]:
    """Return the chance that the next tile out of the bag is an event."""
    bag = state.copy()
    bag.slot = 0
    outcomes = bag.game.refill.chance(bag)
    everything = sum([weight for _, weight in outcomes])
    events = sum(state.bag_events)
    if not everything:
        return ()
    return (Odds("the next draw is an event", Fraction(events, everything), DRAW),)


@rests_on(asks=("place_tile",), what="The chance that somebody can pay")
def _buyers(state: KeydomState, seat: int) -> tuple[Odds, ...]:
    """Return for each tile in the own store the chance that each other player holds its price now."""
    game = state.game
    capacity = int(game.store_capacity)
    stored = [place for place in range(seat * capacity, (seat + 1) * capacity) if state.stored[place] >= 0]
    others = [other for other in range(game.players) if other != seat]
    if not stored:
        return ()
    if state.hidden:  # where hands are open it does not matter how they were dealt
        hold_to(game, DEALT, "The chance that somebody can pay")
    hands, trial = possible_hands(state, seat), state.copy()
    found = []
    for place in stored:
        if not state.bids[place]:
            continue
        for other in others:
            everything, can = 0, 0
            for hand, weight in hands:
                trial.hands[other] = hand[other]
                everything += weight
                can += weight if game.place_tile.payable(trial, other, place) else 0
            label = f"{SEATS[other]} can pay {price_in_short(state, place)} for {game.country.names[state.stored[place]]}"
            found.append(Odds(label, Fraction(can, everything), EXACT))
    return tuple(found)


def price_in_short(state: KeydomState, place: int) -> str:
    """Write the price of a stored tile: type by type, or by the option so many counters of any types."""
    number = int(total(state.bids[place]))
    if not state.game.match_number_only or not number:
        return in_short(state.bids[place])
    return f"{number} counter{'s' if number > 1 else ''} of any type"


def possible_hands(state: KeydomState, seat: int) -> list[tuple[list[int], int]]:
    """Return all possible hands with their weights (KD-CROP-7), if drawn as the rulebook says.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> state = wb.load("keydom", 2).position({"hands": {"Anna": "WH1"}}).view(0).state
    >>> len(possible_hands(state, 0))
    1
    """
    hidden = [other for other in range(state.game.players) if state.hidden >> other & 1]
    if not hidden:
        return [(list(state.hands), 1)]
    found = []
    for drawn, weight in divisions(state, hidden):
        hands = list(state.hands)
        for other, one in zip(hidden, drawn, strict=True):
            hands[other] += one - state.drawn[other]
        found.append((hands, weight))
    return found


@rests_on(*DEALT, what="The chance to hold counters")
def chance_to_hold(state: KeydomState, seat: int, other: int, crop: int, number: int = 1) -> Fraction:
    """Return the chance that another player holds so many of a crop, for a player who counts the stock.

    Args:
        state: the position as the seat may know it.
        seat: the seat that looks.
        other: the seat whose hand it is about.
        crop: the crop.
        number: how many.

    >>> import workbench as wb
    >>> hands = {"Anna": "WH3", "Ben": "HO3", "Cora": "AP3"}
    >>> state = wb.load("keydom", 3).position({"hands": hands}).view(0).state
    >>> chance_to_hold(state, 0, 1, 1)
    Fraction(19, 20)
    """
    hands = possible_hands(state, seat)
    everything = sum([weight for _, weight in hands])
    return Fraction(sum([weight for hand, weight in hands if counts(hand[other])[crop] >= number]), everything)
