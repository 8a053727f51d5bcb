"""Information sets, plans and regret matching, against values known otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.players.secret_games import Glimpse, Whist
from tests.players.test_exact import Pennies
from workbench import lab, own
from workbench.core.errors import TooLarge
from workbench.core.player import player_title
from workbench.core.random import Random
from workbench.core.seating import Seating
from workbench.core.state import OVER, View
from workbench.players import exact
from workbench.players.game_tree import GameTree, regret_matching


class Forgetting(own.Game):
    """Forgetting

    - **FO-DRAW-1** A coin falls, seen by player 1 alone, who then says whether to go on.
    - **FO-SAY-1** Nobody can see any more what the coin showed, when player 1 guesses it.
    - **FO-END-1** Player 1 wins with a right guess.
    """

    player_counts = (2,)
    total = 1.0
    table = (
        own.Choice("coin", "What the coin shows.", ("heads", "tails"), seen="nobody"),
        own.Choice("shown", "What player 1 sees.", ("heads", "tails"), each=True, seen="its owner"),
    )

    class Draw(own.Phase):
        random = True
        secret = True
        moves = ("heads", "tails")

        def choices(self, state: Any) -> Any:
            return {"heads": 3, "tails": 1}

        def play(self, state: Any, choice: Any) -> None:
            state.coin = state.shown[0] = self.moves.index(choice)
            state.go("say")

    class Say(own.Phase):
        clauses = ("FO-SAY-1",)
        moves = ("on", "off")

        def play(self, state: Any, choice: Any) -> None:
            state.shown[0] = -1
            state.go("guess")

    class Guess(Glimpse.Guess):
        clauses = ("FO-SAY-1",)


def evenly(view: View) -> dict[int, float]:
    """Every action as often."""
    return {action: 1 / len(view.legal()) for action in view.legal()}


def test_kuhn_poker_has_twelve_information_sets_and_a_known_gap() -> None:
    """Each seat has three cards and two things that may have been said. What even play gives away: OpenSpiel's own game."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    tree = GameTree(wb.load("kuhn"), 1_000)
    assert len(tree.sets) == 12 and tree.movers.count(OVER) == 30
    theirs = pyspiel.load_game("kuhn_poker")
    expected = exploitability.exploitability(theirs, policy.UniformRandomPolicy(theirs))
    assert tree.gap(tree.shares(evenly)) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "options"), [("kuhn", {}), ("liars_dice", {"faces": 2}), ("liars_dice", {})])
def test_the_exact_equilibrium_leaves_nothing_to_win(name: str, options: dict[str, Any]) -> None:
    game = wb.load(name, **options)
    solution = exact.equilibrium(game)
    assert solution.exploitability() == pytest.approx(0.0, abs=1e-9)
    for seat in (0, 1):
        assert exact.best_reply(game, seat, solution.at) == pytest.approx(solution.value[seat])


@pytest.mark.parametrize(
    ("kind", "options", "apart", "merged"),
    [
        ("kuhn", {}, 58, 55),
        ("liars_dice", {"faces": 2}, 127, 125),
        (Whist, {"hand": 2, "ranks": 2}, 305, 67),
        pytest.param(Whist, {"hand": 3, "ranks": 3}, 44_941, 1_215, marks=pytest.mark.long),
    ],
)
def test_orders_from_which_nobody_learns_are_merged(kind: Any, options: dict[str, Any], apart: int, merged: int) -> None:
    """The value stays the same, and the plan for merged orders is as good in the game in which all are remembered."""
    game = wb.load(kind, **options)
    whole, small = GameTree(game, 100_000, merge=False), GameTree(game, 100_000)
    assert (len(whole.movers), len(small.movers)) == (apart, merged)
    assert small.merged and not whole.merged
    solved = exact.equilibrium(game)
    assert solved.positions == merged
    assert whole.gap(whole.shares(solved.at)) == pytest.approx(0.0, abs=1e-9)
    assert whole.values(whole.shares(solved.at), 0)[0] == pytest.approx(solved.value[0])


def test_auctions_are_worth_the_same_with_merged_orders() -> None:
    game = wb.load("auction", most=3)
    whole, small = GameTree(game, 1_000, merge=False), GameTree(game, 1_000)
    assert (len(whole.movers), len(small.movers)) == (117, 114)
    assert regret_matching(small, 100).value == pytest.approx(regret_matching(whole, 100).value)


def test_an_order_that_tells_something_is_kept() -> None:
    """What player 1 sees for a moment, between two random events, is remembered: then the guess is always right."""
    tree = GameTree(wb.load(Glimpse), 1_000)
    assert not tree.merged
    assert exact.equilibrium(Glimpse).value == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize(("name", "options"), [("kuhn", {}), pytest.param("liars_dice", {"faces": 2}, marks=pytest.mark.long)])
def test_regret_matching_is_as_near_as_openspiels_own(name: str, options: dict[str, Any]) -> None:
    """CFR+ of OpenSpiel plays as many rounds on the same game, through the adapter."""
    import pyspiel

    from workbench.adapters import openspiel

    game = openspiel.load(name, **options)
    theirs = pyspiel.CFRPlusSolver(game)
    for _round in range(32):
        theirs.evaluate_and_update_policy()
    gap = pyspiel.nash_conv(game, theirs.average_policy()) / 2
    ours = regret_matching(GameTree(game.rules, 1_000), 32)
    exactly = exact.equilibrium(game.rules)
    assert 0.0 <= ours.exploitability() <= gap < 0.01
    assert ours.value[0] == pytest.approx(exactly.value[0], abs=gap)


def test_regret_matching_comes_as_near_as_it_is_told_to() -> None:
    tree = GameTree(wb.load("liars_dice"), 10_000)
    gaps = [regret_matching(tree, rounds).exploitability() for rounds in (8, 32, 128)]
    assert gaps[0] > gaps[1] > gaps[2] >= 0.0 and gaps[2] < 0.001
    assert 0 < regret_matching(tree, 1_000, 0.01).exploitability() < 0.01
    assert regret_matching(tree, 1_000, 0.01).method == "regret matching, 16 rounds"


def test_more_than_two_may_play() -> None:
    """Three bidders: what each of them could still win by bidding otherwise."""
    found = regret_matching(GameTree(wb.load("auction", players=3, most=3), 10_000), 100)
    assert found.exploitability() == pytest.approx(0.0, abs=1e-3)
    assert found.value == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-3)


def test_what_a_view_forgets_is_as_likely_as_play_has_made_it() -> None:
    """The tree remembers the coin, the view does not: then the plan for the view is the mean of both."""
    found = regret_matching(GameTree(wb.load(Forgetting), 1_000), 100)
    assert found.value == (1.0, 0.0)
    state = wb.load(Forgetting).start()
    for action in (0, 2):
        state.apply(action)
    assert found.at(state.view(0)) == pytest.approx({4: 0.75, 5: 0.25})


def test_a_plan_is_drawn_from_as_often_as_it_says() -> None:
    solution = exact.equilibrium(Pennies)
    view, rng = wb.load(Pennies).start().view(0), Random(1)
    heads = [solution.choose(view, rng) for _ in range(2000)].count(0) / 2000
    assert heads == pytest.approx(0.4, abs=4 * (0.24 / 2000) ** 0.5)


def test_a_solution_sits_in_a_match_the_lab_and_at_a_table() -> None:
    """As an object and by its method; in the lab the random numbers are those of the seat, whoever plays the games."""
    solution = exact.solve("kuhn")
    for player in (solution, solution.choose):
        match = wb.load("kuhn").match(seed=2)
        match.play_out([player, "random"])
        assert match.over
        alone, shared = [lab.simulate("kuhn", [player, "random"], 60, 1, workers, progress=False) for workers in (1, 2)]
        assert alone.table.equals(shared.table)
    table = Seating(wb.load("kuhn").match(seed=2), [solution, None])
    while table.to_move_is_a_player:
        table.advance()
    assert table.match.step == 1 and player_title(solution) == "equilibrium"


def test_what_a_solution_wins_is_what_it_promises() -> None:
    """In seat 1 it wins at least an eighteenth of a coin against anybody on average."""
    solution = exact.solve("kuhn")
    runs = lab.simulate("kuhn", ["random", solution], 2_000, 1, rotate=False, progress=False)
    won = runs.table["return_1"]
    assert won.mean() > 1 / 18 - 4 * won.std() / 2_000**0.5


def test_worths_of_actions_are_those_against_the_plan() -> None:
    """In an equilibrium what is mixed is worth as much, and all else is worth no more."""
    solution = exact.equilibrium("kuhn")
    state = wb.load("kuhn").position({"phase": "bet", "hands": {"Player 1": ["king"], "Player 2": ["queen"]}, "deck": ["jack"]})
    assert solution.holds(state.view(0))
    worths, shares = solution.worths(state.view(0)), solution.at(state.view(0))
    assert [worths[action] for action, share in shares.items() if share > 0] == pytest.approx([max(worths.values())] * sum(
        [share > 0 for share in shares.values()]))


def test_best_replies_to_open_games_go_through_positions() -> None:
    """Whoever always takes one match from the first row loses Nim; in Pig positions come again: who holds at once wins less
    than could be won."""
    first = exact.best_reply("nim", 1, lambda view: {view.legal()[0]: 1.0})
    assert first == 1.0
    pig = wb.load("pig", goal=8)
    best = exact.iterate(pig)
    timid = exact.best_reply(pig, 0, lambda view: {view.legal()[-1]: 1.0})
    assert timid > best.value[0] + 0.05
    assert exact.best_reply(pig, 0, lambda view: {best.choose(view): 1.0}) == pytest.approx(best.value[0], abs=1e-5)


def test_too_large_a_tree_is_refused() -> None:
    with refused(TooLarge, "There are more than 100 histories: too many to solve Liar's dice exactly."):
        GameTree(wb.load("liars_dice"), 100)
    with refused(wb.WorkbenchError, "In the solved game, no seat ever decides with this view."):
        exact.equilibrium("kuhn").at(wb.load("kuhn").start().view(0))
