"""The small games are what the literature says they are: counts and values, none of them taken from the games' code."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import Any

import numpy as np
import pytest

import workbench as wb
from workbench.core.state import OVER, State
from workbench.players import exact


def histories(state: State) -> int:
    """How many games there are from a position on."""

    @cache
    def below(key: Any) -> int:
        here = known[key]
        if here.to_move == OVER:
            return 1
        total = 0
        for action in here.legal():
            child = here.copy()
            child.apply(action)
            known[child.key()] = child
            total += below(child.key())
        return total

    known = {state.key(): state}
    return below(state.key())


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_nim_is_won_where_bouton_says(last: str) -> None:
    """Bouton 1901: who moves loses where the rows cancel out; in rows of one, where the last match loses, the other way."""
    game = wb.load("nim", last=last)
    solution = exact.backward(game)
    for state_key, value in solution.values.items():
        rows = state_key[4]
        seat = state_key[1]
        if seat < 0:
            continue
        won = reduce(xor, rows) != 0
        if last == "loses" and max(rows) <= 1:
            won = sum(rows) % 2 == 0
        assert value[seat] == float(won), rows
    assert solution.value == ((0.0, 1.0))


def test_tic_tac_toe_has_5478_positions_and_255168_games_and_is_a_draw() -> None:
    game = wb.load("tic_tac_toe")
    solution = exact.backward(game)
    assert solution.positions == 5478
    assert histories(game.start()) == 255_168
    assert solution.value == (0.5, 0.5)


@pytest.mark.parametrize("size", [2, 3])
def test_who_begins_wins_hex_and_there_is_no_draw(size: int) -> None:
    solution = exact.backward(wb.load("hexes", size=size))
    assert solution.value == (1.0, 0.0)
    assert set(solution.values.values()) == {(1.0, 0.0), (0.0, 1.0)}


def test_kuhn_poker_is_worth_an_eighteenth_to_the_second_player() -> None:
    """Kuhn 1950: the first player bets a king three times as often as a jack, and never a queen."""
    game = wb.load("kuhn")
    solution = exact.equilibrium(game)
    assert solution.value == pytest.approx((-1 / 18, 1 / 18))
    bets = {}
    for name in ("jack", "queen", "king"):
        other, left = [one for one in ("jack", "queen", "king") if one != name]
        here = game.position({"phase": "bet", "hands": {"Player 1": [name], "Player 2": [other]}, "deck": [left]})
        bets[name] = solution.at(here.view(0))[game.action("bet:bet")]
    assert bets["king"] == pytest.approx(3 * bets["jack"])
    assert bets["queen"] == pytest.approx(0) and 0 <= bets["jack"] <= 1 / 3 + 1e-9


def pig(goal: int) -> np.ndarray[Any, Any]:
    """Neller and Presser 2004: the chance to win for who moves, by own points, the other's points and the pot; made from the
    rules of Pig without the game's code."""
    win = np.zeros((goal, goal, goal))
    pots = np.arange(goal)
    for total in range(2 * goal - 2, -1, -1):  # points are only gained: positions with fewer in all follow from those with more
        mine = np.arange(max(0, total - goal + 1), min(goal - 1, total) + 1)[:, None]
        theirs = total - mine
        done = mine + pots >= goal
        moved = 1.0
        while moved > 1e-8:
            kept = 1 - win[theirs, np.minimum(mine + pots, goal - 1), 0]
            rolled = 1 - win[theirs, mine, 0]
            for face in range(2, 7):
                after = np.minimum(pots + face, goal - 1)
                rolled = rolled + np.where(mine + pots + face >= goal, 1.0, win[mine, theirs, after])
            fresh = np.where(done, 1.0, np.maximum(kept, rolled / 6))
            fresh[:, 0] = rolled[:, 0] / 6  # there is nothing to hold yet
            moved = float(np.abs(fresh - win[mine, theirs, pots]).max())
            win[mine, theirs, pots] = fresh
    return win


def test_pig_is_worth_what_a_second_way_gives() -> None:
    solution = exact.iterate(wb.load("pig", goal=15), tolerance=1e-10)
    assert solution.value[0] == pytest.approx(pig(15)[0, 0, 0], abs=1e-6)


@pytest.mark.long
def test_who_begins_wins_pig_with_0_5306() -> None:
    assert pig(100)[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)


def test_a_second_price_auction_loses_nothing_by_bidding_the_most() -> None:
    """Vickrey 1961: where the winner pays the second bid, nothing is better than to bid as high as one may."""
    game = wb.load("auction", price="second bid", most=3)
    for mine in range(1, 4):
        for theirs in range(1, 4):
            for bid in range(theirs):
                worth = []
                for own_bid in range(mine):
                    state = game.position(
                        {
                            "phase": "bid",
                            "to_move": 1,
                            "values": {"Player 1": str(theirs), "Player 2": str(mine)},
                            "bids": {"Player 1": str(bid)},
                        }
                    )
                    state.apply(game.action(f"bid:{own_bid}"))
                    outcomes = []
                    for action, _ in state.chance():
                        child = state.copy()
                        child.apply(action)
                        outcomes.append(child.returns()[1])
                    worth.append(sum(outcomes) / len(outcomes))
                assert max(worth) == worth[-1]


@pytest.mark.parametrize(("faces", "value"), [(2, 3 / 4), (3, 5 / 9), (4, 17 / 32)])
def test_liars_dice_is_worth_what_its_exact_solution_says(faces: int, value: float) -> None:
    assert exact.equilibrium(wb.load("liars_dice", faces=faces)).value[0] == pytest.approx(value)


@pytest.mark.long
def test_liars_dice_is_the_game_that_openspiel_has() -> None:
    """Its game of two dice with three faces, solved nearly by its own solver."""
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score

    theirs = pyspiel.load_game("liars_dice(dice_sides=3)")
    solver = cfr.CFRPlusSolver(theirs)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policies = [solver.average_policy()] * 2
    won = expected_game_score.policy_value(theirs.new_initial_state(), policies)
    assert (1 + won[0]) / 2 == pytest.approx(5 / 9, abs=0.004)
