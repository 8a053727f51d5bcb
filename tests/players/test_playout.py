"""The loops that play a game to its end."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.tiny import Tiny
from workbench.core.errors import IllegalActionError, PlayerError
from workbench.core.player import FunctionPlayer, Player, decide, look_and_decide, only_looks
from workbench.core.random import Random
from workbench.core.registry import game_names
from workbench.core.state import CHANCE, OVER, State, View
from workbench.games.northwood.dialogue import Respond
from workbench.players.playout import playout, playout_at_random, random_playout
from workbench.players.random_player import RandomPlayer


class Wrong(Player):
    """Answers with whatever it is told to."""

    answer: object = None

    def choose(self, view: View) -> int:
        return self.answer  # type: ignore[return-value]


class Number:
    """A whole number as another library has them."""

    def __index__(self) -> int:
        return 2


def seated(answer: object) -> tuple[Player, State]:
    game = Tiny({})
    player = Wrong(game, Random(0))
    player.answer = answer
    return player, game.start()


def test_playout_gives_decisions_and_leaves_the_final_position() -> None:
    game = Tiny({}, players=3)
    state = game.start()
    players = [FunctionPlayer(game, Random(0), lambda view: view.seat) for _ in range(3)]
    assert playout(state, list(players), Random(1)) == 3
    assert state.to_move == OVER
    assert state.scores() in ((0, 1, 2), (0, 1, 3))


def test_playout_stops_at_the_limit() -> None:
    game = wb.load("northwood")
    first, second = game.start(), game.start()
    assert playout(first, [RandomPlayer(game, Random(1))], Random(2), 10) == 10
    assert playout_at_random(second, [Random(1)], Random(2), 10) == 10
    assert first.to_move != OVER
    assert first.key() == second.key()


@pytest.mark.parametrize("seed", range(20))
def test_playing_at_random_is_the_game_of_random_players(seed: int) -> None:
    game = wb.load("northwood", setup="full")
    first, second = game.start(), game.start()
    decisions = playout(first, [RandomPlayer(game, Random(seed))], Random(seed, "chance"))
    assert playout_at_random(second, [Random(seed)], Random(seed, "chance")) == decisions
    assert first.key() == second.key()


def test_each_random_seat_has_its_own_stream() -> None:
    game = Tiny({}, players=3)
    named = set()
    for seed in range(30):
        state = game.start()
        playout_at_random(state, [Random(1), Random(2), Random(seed)], Random(5))
        named.add(state.scores()[:2])
    assert len(named) == 1, "the choices of the first two seats do not depend on the third"


def test_random_playout_has_the_same_distribution() -> None:
    game = Tiny({})
    wins = [0, 0]
    for seed in range(3000):
        first, second = game.start(), game.start()
        random_playout(first, Random(seed))
        playout_at_random(second, [Random(seed, 0), Random(seed, 1)], Random(seed, 2))
        wins[0] += first.returns()[0] == 1.0
        wins[1] += second.returns()[0] == 1.0
    # seat 0 wins with 1 over 0 (tails only), 2 over 0 and 2 over 1 (tails only): (1/2 + 1 + 1/2) / 9 = 2/9; the standard
    # error of 3000 games is 0.0076
    assert [one / 3000 for one in wins] == pytest.approx([2 / 9, 2 / 9], abs=4 * 0.0076)


def test_a_whole_number_of_any_library_is_an_action() -> None:
    player, state = seated(Number())
    action = decide(player, state, 0)
    assert (action, type(action)) == (2, int)


@pytest.mark.parametrize("answer", [3, -1, 99, 1.0, True, None, "name:1"])
def test_an_illegal_choice_is_reported_with_the_position(answer: object) -> None:
    player, state = seated(answer)
    with pytest.raises(
        IllegalActionError, match=r"The player 'Wrong' in seat 0 chose .* not legal. Legal moves: name:0"
    ) as found:
        playout(state, [player, player], Random(1))
    assert found.value.position == {"named": []}


def test_an_error_of_a_player_is_reported_with_its_cause_and_position() -> None:
    game = Tiny({})

    def careless(view: View) -> int:
        return view.legal()[view.seat * 10]

    player = FunctionPlayer(game, Random(0), careless)
    with pytest.raises(
        PlayerError, match="The player 'careless' in seat 1 raised IndexError: tuple index out of range"
    ) as found:
        playout(game.start(), [player, player], Random(1))
    assert isinstance(found.value.__cause__, IndexError)
    assert found.value.position == {"named": [0]}


class Stuck(Respond):
    """Forgets that any card may be played where the suit is missing."""

    def legal(self, state: Any) -> tuple[int, ...]:
        return tuple([card for card in super().legal(state) if card >> 3 == state.statement >> 3])


def test_rules_that_leave_nothing_to_choose_are_blamed_and_not_the_player() -> None:
    game = wb.load("northwood", phases={"respond": Stuck})
    said = "The phase 'respond' leaves seat 0 nothing to choose: its `legal` lists no move."
    for player in (lambda view: view.legal()[0], lambda view: (view.legal() or [0])[0], "random"):
        with refused(wb.WorkbenchError, said) as caught:
            game.match(seed=7).play_out(player)
        assert not isinstance(caught.value, wb.PlayerError)
    with refused(wb.WorkbenchError, said):
        playout(game.start(), [RandomPlayer(game, Random(1))], Random(2))


@pytest.mark.parametrize("name", game_names())
def test_a_player_that_only_looks_decides_as_with_a_copy_and_changes_nothing(name: str) -> None:
    game = wb.load(name)
    kinds = list(game.strategies.values())
    state, rng = game.start(), Random(5)
    for decision in range(200):
        while state.to_move == CHANCE:
            state.roll(rng)
        if state.to_move == OVER:
            break
        seat, legal, before = int(state.to_move), state.legal(), state.key()
        covered = state.cover(seat)
        assert state.key() == View(seat, state).resample(Random(1)).view(seat).state.key(), "nothing secret is left"
        state.uncover(covered)
        assert state.key() == before
        player = kinds[decision % len(kinds)](game, Random(decision))
        if only_looks(player):
            chosen = look_and_decide(player, state, seat, legal)
            assert chosen == decide(player, state, seat) and state.key() == before
        state.apply(legal[rng.below(len(legal))])


def test_a_player_that_only_looks_and_fails_is_reported_with_the_whole_position() -> None:
    class Blind(Player):
        only_looks = True

        def choose(self, view: View) -> int:
            raise ValueError("it is dark")

    state = wb.load("resource_hog").start()
    while state.phase.name != "program" or max(state.piles) < 0:  # until somebody has a secret
        if state.to_move == CHANCE:
            state.roll(Random(1))
        else:
            state.apply(state.legal()[0])
    before = state.key()
    with refused(PlayerError, "it is dark"):
        look_and_decide(Blind(state.game, Random(1)), state, int(state.to_move), state.legal())
    assert state.key() == before
