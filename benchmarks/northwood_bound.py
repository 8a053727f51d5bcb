"""Compute how often any player can win For Northwood! at most.

The method is information relaxation with penalties.

    python benchmarks/northwood_bound.py --preset tiny --option fiefs=2 --option threshold=4 --orders 200
    python benchmarks/northwood_bound.py --last-visit --cards 3 --positions 20 --orders 50

A player who knew the order of the deck would do at least as well as any player who does not. To make this bound useful, the
informed player pays a penalty at each random event: the estimate of the position that followed, minus the mean estimate of all
positions that could have followed. A player who does not know the order pays nothing on average, whatever the estimates are. So
take the best that the informed player can get with each of many orders: the mean is an upper bound for every player (Brown,
Smith and Sun, Operations Research 2010). With exact values as estimates, the bound is the optimum itself. Here the estimates
are those of the thinker.

The script prints the bound with and without penalties, the optimum if the exact solver can compute it, and what the thinker
wins. The first form examines whole games with few cards, with the orders for all visits drawn at random; the rulers are drawn
first, and known. The second form examines positions in the last visit of the introductory game, as the thinker meets them with
a given number of cards in hand, when all stars are still needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench.core.errors import TooLarge  # noqa: E402
from workbench.core.exact import ExactSolver  # noqa: E402
from workbench.core.player import mean_and_error  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import game_class  # noqa: E402
from workbench.core.state import CHANCE, OVER, compiled  # noqa: E402
from workbench.core.words import counted  # noqa: E402
from workbench.games.northwood.components import CARDS, FIRST_FIEF, SUBSTITUTES_DONE, cards_in, character_of, count  # noqa: E402
from workbench.games.northwood.prospects import Deal, Prospects  # noqa: E402
from workbench.games.northwood.visitor import Thinker, everything  # noqa: E402
from workbench.typed import setting  # noqa: E402

Value = Callable[[Any], float]
"""An estimate of the chance to win from a position onwards."""
Orders = tuple[tuple[int, ...], ...]
"""For each visit, an order of all cards in which the deck is drawn; known cards on top of the deck come first."""

SHUFFLER: Final = character_of("CB")
"""The Baron of Claws, who shuffles the deck. Then no single order holds for a visit, so the bound does not cover him."""
MOST_POSITIONS: Final = 300_000
"""The most positions that the exact solver looks at."""
HANDS: Final = 300
"""The most possible hands of which to take the mean. If more can be dealt, a sample of this many keeps the penalty right on
average; choosing the best move afterwards can then only raise the bound."""
DEALS: Final = 100
NORMAL: Final = 1.96


class Relaxed:
    """The best result of a player who knows the order of the deck and pays the penalties.

    Args:
        value: the estimates; any estimates give a valid bound.
        limit: the most positions for one order.

    Attributes:
        positions: how many positions the last order had.
    """

    def __init__(self, value: Value, limit: int = 1_000_000) -> None:
        self.value = value
        self.limit = limit
        self.positions = 0
        self._estimates: dict[tuple[Any, ...], dict[int, float]] = {}
        self._known: dict[tuple[Any, ...], float] = {}
        self._dealt: dict[tuple[int, int], float] = {}

    def best(self, state: Any, orders: Orders) -> float:
        """Return the best result for some orders of the deck: the result of the game minus the penalties.

        Args:
            state: where to begin; it does not change.
            orders: the order of the cards for each visit, by the number of visits done before.

        Raises:
            TooLarge: there are too many positions.
        """
        self._known.clear()
        best = self._from(state, orders)
        self.positions = len(self._known)
        return best

    def _from(self, state: Any, orders: Orders) -> float:
        if state.to_move == OVER:
            return float(state.returns()[0])
        key = key_of(state)
        found = self._known.get(key)
        if found is not None:
            return found
        if len(self._known) >= self.limit:
            raise TooLarge(f"An order has more than {self.limit} positions.")
        if state.phase is state.game.deal:
            hand = orders[visits_done(state)]
            dealt = with_hand(state, [card for card in hand if state.deck >> card & 1][: int(state.dealing)])
            found = self._from(dealt, orders) - self.value(dealt) + self._mean_deal(state)
        elif state.to_move == CHANCE:
            estimates = self._estimated(state, key)
            action = next(card for card in orders[visits_done(state)] if card in estimates)
            paid = estimates[action] - sum(estimates.values()) / len(estimates)
            found = self._from(after(state, action), orders) - paid
        else:
            found = max([self._from(after(state, action), orders) for action in state.legal()])
        self._known[key] = found
        return found

    def _estimated(self, state: Any, key: tuple[Any, ...]) -> dict[int, float]:
        """Return the estimate for each card that may be drawn; all cards are equally likely."""
        found = self._estimates.get(key)
        if found is None:
            assert len({weight for _card, weight in state.chance()}) == 1
            found = self._estimates[key] = {card: self.value(after(state, card)) for card, _weight in state.chance()}
        return found

    def _mean_deal(self, state: Any) -> float:
        """Return the mean estimate of the hands that may be dealt."""
        key = (int(state.friendly), int(state.failed))
        found = self._dealt.get(key)
        if found is None:
            cards, held = list(cards_in(state.deck)), int(state.dealing)
            if comb(len(cards), held) <= HANDS:
                hands = [list(hand) for hand in combinations(cards, held)]
            else:
                rng = Random("hands", *key)
                hands = [[card for card in shuffled(rng) if card in cards][:held] for _hand in range(HANDS)]
            values = [self.value(with_hand(state, hand)) for hand in hands]
            found = self._dealt[key] = sum(values) / len(values)
        return found


def with_hand(state: Any, hand: list[int]) -> Any:
    """Return the position after some cards are dealt."""
    child = state.copy()
    for card in hand:
        child.apply(card)
    return child


def after(state: Any, action: int) -> Any:
    """Return the position after an action."""
    child = state.copy()
    child.apply(action)
    return child


def visits_done(state: Any) -> int:
    """Return how many visits are done."""
    return int(count(state.friendly | state.failed))


def key_of(state: Any) -> tuple[Any, ...]:
    """Return everything in a position that can change during a game."""
    visit = everything(state)
    return (*visit, int(state.friendly), int(state.failed), int(state.dealing), state.substitutes, int(state.last_substitute))


def orders_for(game: Any, rng: Random) -> Orders:
    """Return orders of the deck for all visits, drawn at random."""
    return tuple([shuffled(rng) for _visit in range(int(game.fiefs))])


def shuffled(rng: Random) -> tuple[int, ...]:
    """Return all cards in a random order."""
    cards = list(range(CARDS))
    for place in range(CARDS - 1):
        other = place + int(rng.below(CARDS - place))
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def nothing(_state: Any) -> float:
    """Return the same estimate for every position, so that there is no penalty."""
    return 0.0


def estimates_of(thinker: Thinker, state: Any) -> Value:
    """Return the thinker's judgement at a glance, as an estimate for positions that follow from one.

    Between visits the estimate uses deals of this game, which may be smaller than the games the thinker has learnt from.

    Args:
        thinker: the thinker that judges.
        state: a position of this game.
    """
    thinker.given = Prospects(thinker.rules, deals_of(thinker, state))
    thinker.begin(state)
    rules = thinker.rules
    thinker.prospects = thinker.given

    def value(one: Any) -> float:
        if one.to_move == OVER:
            return float(one.returns()[0])
        if one.phase is rules.choose_fief or one.phase is rules.respond:
            return max([value(after(one, action)) for action in one.legal()])
        return thinker.glance(one)

    return value


def deals_of(thinker: Thinker, state: Any) -> tuple[Deal, ...]:
    """Return the chances of some deals of a game at each of its fiefs, with no substitutes brought in.

    Args:
        thinker: the thinker that judges.
        state: a position with the characters of the game.
    """
    rules, found, rng = thinker.rules, [], Random("deals")
    for _deal in range(DEALS):
        first = state.copy()
        first.friendly, first.failed = rules.first_friendly, 0
        rules.end_of_visit.gather(first)
        first.rulers = [ruler if ruler >= 0 else 0 for ruler in first.rulers]
        rules.next_visit(first)
        first.settle()
        while first.to_move == CHANCE:
            first.roll(rng)
        chances = []
        for fief in range(int(rules.fiefs)):
            child = after(first, FIRST_FIEF + fief)
            if child.phase is rules.substitute:
                child.apply(SUBSTITUTES_DONE)
            chances.append((thinker.success(child),))
        found.append(tuple(chances))
    return tuple(found)


def refuse_shufflers(game: Any, state: Any) -> None:
    """Stop if a character may shuffle the deck in the middle of a visit."""
    if game.abilities_on and SHUFFLER in (*state.allies, *state.rulers):
        raise SystemExit("The Baron of Claws shuffles the deck, so this bound does not cover games with him.")


def ready_to_begin(game: Any, rng: Random) -> Any:
    """Return a game at its first deal, with its characters drawn at random."""
    state = game.start()
    while state.phase is game.set_up:
        state.roll(rng)
    return state


def in_the_last_visit(game: Any, cards: int, number: int, seed: int) -> Any:
    """Return a position of the last visit with this many cards in hand; None if the thinker meets none.

    Args:
        game: the introductory game, in which a win needs all stars.
        cards: how many cards in hand.
        number: the number of the game.
        seed: the seed of all games.
    """
    rng = Random(seed, "chance", number)
    begun = ready_to_begin(game, rng)
    fief = number % int(game.fiefs)
    written = begun.to_dict()
    others = [one for one in range(int(game.fiefs)) if one != fief]
    state = game.position({"phase": "deal", "friendly": others, "allies": written["allies"], "rulers": written["rulers"]})
    thinker = Thinker(game, Random(seed, "player", number))
    while state.to_move != OVER:
        if state.phase is game.ability_window and count(state.hand) <= cards and not state.known:
            return state if count(state.hand) == cards else None
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            state.apply(thinker.choose(state.view(0)))
    return None


def told(name: str, values: list[float]) -> str:
    """Return a mean with its interval, in words."""
    mean, error = mean_and_error(values)
    return f"{name} {mean:.4f} ({mean - NORMAL * error:.4f} to {mean + NORMAL * error:.4f}, n = {len(values)}, normal 95%)"


def optimum(state: Any) -> float | None:
    """Return the exact chance to win; None if there are too many positions for the solver."""
    try:
        return float(ExactSolver(limit=MOST_POSITIONS).value(state))
    except TooLarge:
        return None


def played_from(game: Any, state: Any, number: int, seed: int) -> float:
    """Let the thinker play on from a position, and return what it wins."""
    thinker, rng, here = Thinker(game, Random(seed, "player", number)), Random(seed, "chance", number), state.copy()
    while here.to_move != OVER:
        if here.to_move == CHANCE:
            here.roll(rng)
        else:
            here.apply(thinker.choose(here.view(0)))
    return float(here.returns()[0])


def measure(game: Any, states: list[Any], orders: int, seed: int, limit: int) -> None:
    """Print the bounds, the optimum and the thinker's wins over some positions."""
    paid: list[float] = []
    free: list[float] = []
    played: list[float] = []
    exact: list[float] = []
    largest = left_out = 0
    for number, state in enumerate(states):
        refuse_shufflers(game, state)
        rng = Random(seed, "orders", number)
        drawn = [orders_for(game, rng) for _order in range(orders)]
        with_penalties = Relaxed(estimates_of(Thinker(game, Random(seed)), state), limit)
        without = Relaxed(nothing, limit)
        try:
            for order in drawn:
                paid.append(with_penalties.best(state, order))
                largest = max(largest, with_penalties.positions)
                free.append(without.best(state, order))
        except TooLarge:
            left_out += 1
            continue
        played += [played_from(game, state, one, seed + number) for one in range(orders)]
        found = optimum(state)
        exact += [found] if found is not None else []
    if left_out:
        print(f"{left_out} of {len(states)} positions omitted: an order has more than {limit} positions, so there is no bound")
    if not paid:
        return
    print(told("bound with penalties", paid))
    print(told("bound without", free))
    print(f"optimum {sum(exact) / len(exact):.4f}" if len(exact) == len(states) else "optimum: too large for the exact solver")
    print(told("thinker", played))
    print(f"gap {sum(paid) / len(paid) - sum(played) / len(played):.4f}; at most {largest} positions per order", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Compute the bound and the figures to compare it with."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--preset", help="a named set of options")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated")
    line.add_argument("--last-visit", action="store_true", help="examine positions of the last visit instead of whole games")
    line.add_argument("--cards", type=int, default=3, help="how many cards in hand in such a position")
    line.add_argument("--positions", type=int, default=1, help="how many set-ups or positions")
    line.add_argument("--orders", type=int, default=100, help="how many orders of the deck for each")
    line.add_argument("--limit", type=int, default=100_000, help="give an order up if it has more positions than this")
    line.add_argument("--seed", type=int, default=1)
    given = line.parse_args(arguments)
    table = {option.name: option for option in game_class("northwood").option_table}
    changed = dict([setting(text, table) for text in given.option])
    if given.last_visit:
        changed.setdefault("threshold", 20)
    game: Any = wb.load("northwood", None, given.preset, **changed)
    print(f"{game}; {'compiled' if compiled else 'plain'}")
    if given.last_visit:
        met = [in_the_last_visit(game, given.cards, number, given.seed) for number in range(given.positions)]
        states = [state for state in met if state is not None]
        print(f"{counted(len(states), 'position')} of the last visit with {counted(given.cards, 'card')} in hand")
    else:
        states = [ready_to_begin(game, Random(given.seed, "set-up", number)) for number in range(given.positions)]
    measure(game, states, given.orders, given.seed, given.limit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
