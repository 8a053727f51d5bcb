"""Variants of the toy game whose whole tree is counted, with counts made apart from the game's code."""

from __future__ import annotations

from itertools import permutations, product

from tests.shrunken import Counts, Shrunken


def count(players: int, highest: int, hand_size: int, sides: int) -> Counts:
    """Count from the rules: deal every order of cards, roll every die, make every bid; a seat knows what it has seen."""
    dealt = players * hand_size
    chances, decisions, ends = set(), set(), 0
    known = set()
    for deal in permutations(range(1, highest + 1), dealt):
        hands = [deal[seat::players] for seat in range(players)]
        chances |= {deal[:count] for count in range(dealt)}
        # the order in which each seat plays its own cards, and the rolls
        for orders in product(*[list(permutations(hand)) for hand in hands]):
            for rolls in product(range(sides), repeat=hand_size):
                ends += 1
                for number in range(hand_size):
                    rounds = tuple(zip(*orders, strict=True))[:number]
                    chances.add((deal, rounds, rolls[:number]))
                    for seat in range(players):
                        sealed = tuple(orders[other][number] for other in range(seat))
                        decisions.add((deal, rounds, rolls[: number + 1], sealed))
                        known.add((seat, hands[seat], rounds, rolls[: number + 1]))
    return Counts((len(chances), len(decisions), ends), len(known))


def counted(players: int, highest: int, hand_size: int, sides: int) -> Shrunken:
    """A variant, to be counted."""
    options = {"highest": highest, "hand_size": hand_size, "sides": sides}
    return Shrunken(players, options, lambda: count(players, highest, hand_size, sides))


SHRUNKEN = (counted(2, 3, 1, 3), counted(2, 4, 2, 2), counted(3, 4, 1, 2))
