"""Who sits at a match, whose eyes it is shown through, and what those may see."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.sample.guess.game import Guess
from tests.toy_game.baskets import SealedBaskets, dealt
from tests.toy_game.game import SealedLots
from workbench.core.errors import IllegalMove, PlayerError, UnknownNameError, WorkbenchError
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.scene import Helper
from workbench.core.seating import STILL, Seating, Seats
from workbench.core.state import OVER, State, View


def lots(seats: Seats | None = None, players: int = 3, seed: int = 4, **keywords: Any) -> Seating:
    """Sealed Lots: hidden hands and sealed bids, one after the other from seat 0 on."""
    return Seating(SealedLots({}, players).match(seed=seed), seats, **keywords)


def lowest(view: View) -> int:
    return view.legal()[0]


def play_first(seating: Seating) -> None:
    """A person's move."""
    seating.refuse_others()
    seating.match.play(seating.moves()[0].action)
    seating.follow()


# -- who sits where ------------------------------------------------------------------------------------------------------


class Named(Player):
    player_name = "named"

    def choose(self, view: View) -> int:
        return view.legal()[0]


def test_seats_hold_people_and_players_of_every_kind() -> None:
    game = SealedLots({}, 3)
    seating = Seating(game.match(), {1: "random", 2: Named(game, Random(1))})
    assert seating.people == (0,) and seating.seats[0] is None
    assert [seating.title(seat) for seat in range(3)] == ["", "random player", "named"]
    assert [seating.name(seat) for seat in range(3)] == ["Player 1", "Player 2 (random player)", "Player 3 (named)"]
    assert lots(["me", lowest, Named]).people == (0,)
    assert lots([None, "me"]).people == (0, 1, 2)
    seating.sit(0, "scripted")
    seating.sit(1, "me")
    assert seating.people == (1,) and seating.viewer == 1


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ({3: "random"}, "Sealed Lots has the seats 0 to 2 here; there is no seat 3."),
        ({"0": "random"}, "there is no seat '0'."),
        ({True: "random"}, "there is no seat True."),
        (["me"] * 4, "there is no seat 3."),
        ({0: "randon"}, "There is no player 'randon' for sealed_lots. Did you mean 'random'?"),
        ({0: 7}, 'Seat 0 can have "me", a player\'s name, a Player or a function from a view to an action, not 7.'),
    ],
)
def test_wrong_seats_are_refused(seats: Any, says: str) -> None:
    with refused(WorkbenchError, says):
        lots(seats)
    with refused(UnknownNameError, "is a person"):
        lots().sit(0, "you")
    with refused(WorkbenchError, "`show` must be"):
        lots(show="everything")


def test_players_move_when_they_are_let() -> None:
    seen: list[View] = []

    def watcher(view: View) -> int:
        seen.append(view)
        return view.legal()[-1]

    seating = lots({1: watcher, 2: "random"})
    play_first(seating)
    assert seating.to_move_is_a_player and not seating.decides and seating.moves() == ()
    with refused(WorkbenchError, "It is not your move: Player 2 (watcher) decides."):
        seating.refuse_others()
    assert seating.question() == "Player 2 (watcher) decides."
    asked = seating.match.ask(seating.player_to_move())
    assert seating.match.step == 1, "asking plays nothing"
    assert any(event.seat == 1 for event in seating.advance(asked))
    assert len(seating.advance()) > 0
    assert seating.decides and seating.match.step == 3
    assert [view.seat for view in seen] == [1] and -1 in seen[0].state.to_dict()["hands"][0], "a view and no more"
    with refused(WorkbenchError, "No computer player is to move"):
        seating.advance()


def test_a_player_that_fails_is_named_and_changes_nothing() -> None:
    def fails(view: View) -> int:
        raise KeyError("no plan")

    seating = lots({0: fails, 1: lambda view: 99})
    for says in (
        "The player 'fails' in seat 0 raised KeyError at step 0: 'no plan'",
        "The player '<lambda>' in seat 1",
    ):
        step = seating.match.step
        with refused(PlayerError, says):
            seating.advance()
        assert seating.match.step == step
        seating.match.play(seating.match.state.legal()[0])
    over = Seating(Guess({}).match(seed=1))
    over.match.play_out("random")
    with refused(WorkbenchError, "The game is over; there is nothing to choose."):
        over.match.ask("random")


# -- whose eyes ----------------------------------------------------------------------------------------------------------


def test_one_person_needs_no_screens() -> None:
    seating = lots({0: "random", 2: "random"})
    assert not seating.has_screens and not seating.covered and seating.viewer == 1
    assert seating.state().key() == seating.match.state.view(1).state.key()
    assert seating.text().startswith("Sealed Lots, seat 1:")


def test_a_game_without_secrets_needs_no_screens() -> None:
    class Open(SealedLots):
        def has_secrets(self) -> bool:
            return False

    seating = Seating(Open({}, 2).match(seed=1))
    assert not seating.covered and seating.viewer == 0
    play_first(seating)
    assert not seating.covered and seating.viewer == 1 and seating.decides


def test_screens_can_be_done_without() -> None:
    seating = lots(screens=False)
    assert not seating.covered and seating.decides
    play_first(seating)
    assert seating.viewer == 1 and seating.decides and not seating.covered
    seating.call(2)
    assert seating.viewer == 2 and not seating.decides


def test_between_two_people_the_board_is_covered() -> None:
    seating = lots({1: "random"})
    assert seating.covered and seating.awaited == 0
    assert seating.question() == "Pass the screen to Player 1."
    assert seating.text() == "Sealed Lots. The board is covered."
    assert (seating.moves(), seating.log(), seating.news(), seating.step, seating.steps) == ((), (), (), 0, 0)
    with refused(WorkbenchError, "The board is covered"):
        seating.refuse_others()
    with refused(WorkbenchError, "The board is covered"):
        seating.goto(0)
    seating.arrive()
    assert seating.decides and seating.viewer == 0
    with refused(WorkbenchError, "The board is not waiting for anyone: the board is not covered."):
        seating.arrive()
    play_first(seating)
    assert not seating.covered and seating.viewer == 0, "a player is no person: nothing is passed on yet"
    seating.advance()
    assert seating.covered and seating.awaited == 2
    seating.arrive()
    assert seating.decides and seating.viewer == 2


def test_undoing_under_the_cover_uncovers_nothing() -> None:
    seating = lots()
    seating.arrive()
    play_first(seating)
    assert seating.covered and seating.awaited == 1
    seating.undo()
    assert seating.covered and seating.awaited == 0, "whoever pressed the button may be the next person already"
    seating.arrive()
    assert seating.decides and seating.match.step == 0
    seating.redo()
    assert seating.covered and seating.awaited == 1
    seating.arrive()
    play_first(seating)
    seating.arrive()
    play_first(seating)
    assert seating.covered and seating.awaited == 0 and seating.match.step == 3


def test_somebody_who_is_not_to_move_may_look() -> None:
    seating = lots()
    seating.arrive()
    seating.call(2)
    assert seating.covered and seating.awaited == 2
    seating.arrive()
    assert seating.viewer == 2 and not seating.decides and seating.moves() == ()
    assert seating.question() == "Player 1 decides."
    assert seating.state().key() == seating.match.state.view(2).state.key()
    seating.call(0)
    seating.arrive()
    assert seating.decides
    with refused(WorkbenchError, "No person sits in seat 5. Seats with people: 0, 1, 2."):
        seating.call(5)


def test_giving_a_seat_away_uncovers_nobody_elses_hand() -> None:
    seating = lots({2: "random"})
    seating.arrive()
    seating.sit(0, "random")
    assert seating.covered and seating.awaited == 1, "the only person left need not be the one at the screen"
    seating.arrive()
    seating.sit(0, "random")
    assert not seating.covered and seating.viewer == 1
    seating.sit(0, None)
    assert seating.covered


def test_players_that_begin_move_behind_the_cover() -> None:
    seating = lots({0: "random"})
    assert seating.covered and seating.awaited is None
    assert seating.question() == "Player 1 (random player) is to move."
    with refused(WorkbenchError, "The board is not waiting for anyone: players move first."):
        seating.arrive()
    seating.advance()
    assert seating.covered and seating.awaited == 1


def test_at_the_end_the_last_one_goes_on_looking() -> None:
    seating = lots({1: "random", 2: "random"})
    while not seating.match.over:
        play_first(seating) if seating.decides else seating.advance()
    assert not seating.covered and seating.viewer == 0 and not seating.decides
    assert seating.heading() == "The end"
    seating.refuse_others()  # a move is refused by the rules, in their own words
    hot = lots(players=2)
    while not hot.match.over:
        if hot.covered:
            hot.arrive()
        play_first(hot)
    assert hot.viewer == 1 and not hot.covered
    hot.call(0)
    hot.arrive()
    assert hot.viewer == 0
    hot.undo()
    assert hot.covered
    hot.redo()
    assert hot.covered and hot.awaited == 0 and hot.match.over


# -- what may be seen ----------------------------------------------------------------------------------------------------


def test_a_teacher_sees_everything_and_moves_for_everybody() -> None:
    seating = lots({1: "random"}, show="all")
    assert not seating.covered and seating.decides
    assert seating.state() is seating.match.state
    play_first(seating)
    assert seating.viewer == 1 and seating.to_move_is_a_player
    seating.advance()
    assert seating.decides and seating.viewer == 2
    assert seating.log() == seating.match.log
    assert seating.steps == seating.match.steps == 2


def test_where_no_person_plays_everything_is_shown() -> None:
    seating = lots(["random", "random", "random"])
    assert seating.all_seen and not seating.covered
    while not seating.match.over:
        seating.advance()
        assert seating.noticed
    seating.undo()
    assert seating.step == seating.steps - 1


def test_the_log_and_the_news_are_those_of_the_viewer() -> None:
    seating = lots({1: lowest, 2: lowest})
    mine = seating.match.state.to_dict()["hands"][0]
    dealt = [event.text for event in seating.log() if "is dealt" in event.text]
    assert sorted(dealt) == [f"Player 1 is dealt the {card}." for card in sorted(mine)]
    play_first(seating)
    seating.advance()
    assert [event.text for event in seating.news()] == [f"Player 1 seals the {min(mine)}.", "Player 2 seals a bid."]
    seating.advance()
    assert len(seating.news()) > 3, "the end of the round too"
    play_first(seating)
    assert len(seating.news()) == 1, "since the own last decision"
    assert max(event.step for event in seating.log()) == seating.step == 4


def test_what_nobody_notices_is_not_counted() -> None:
    def fills_two(view: View) -> int:
        return view.legal()[-1] if len(view.to_dict()["basket"]) == 2 else view.legal()[0]

    match = SealedBaskets({}, 3).match(seed=4)
    seating = Seating(match, {1: fills_two, 2: fills_two})
    play_first(seating)
    match.play("done")
    assert (seating.step, match.step) == (2, 2)
    seating.advance()
    seating.advance()
    assert not seating.noticed and (seating.step, match.step) == (2, 4)
    seating.advance()
    assert seating.noticed and (seating.step, match.step) == (3, 5), "the basket is sealed"
    for _ in range(3):
        seating.advance()
    assert (seating.step, match.step) == (4, 8) and seating.noticed
    assert {event.step for event in seating.log()} == {0, 1, 2, 3, 4}
    seating.goto(1)
    assert match.step == 1
    with refused(WorkbenchError, "The timeline goes from step 0 to step 4; there is no step 5."):
        seating.goto(5)
    seating.goto(4)
    assert seating.decides and match.step == 8


# -- time ----------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_a_persons_decision_and_redo_forward() -> None:
    seating = lots({1: lowest, 2: lowest})
    with refused(WorkbenchError, "There is nothing to undo"):
        seating.undo()
    play_first(seating)
    seating.advance()
    seating.undo()
    assert seating.match.step == 0 and seating.decides
    seating.redo()
    assert seating.match.step == 2 and seating.to_move_is_a_player, "the end of the timeline"
    with refused(WorkbenchError, "There is nothing to redo"):
        seating.redo()
    seating.advance()
    play_first(seating)
    seating.undo()
    seating.undo()
    seating.redo()
    assert seating.match.step == 3 and seating.decides
    for wrong in (-1, 99, "1", True, None):
        with refused(WorkbenchError, "there is no step"):
            seating.goto(wrong)  # type: ignore[arg-type]


def test_players_that_began_cannot_be_undone_into() -> None:
    seating = lots({0: lowest})
    seating.advance()
    with refused(WorkbenchError, "There is nothing to undo"):
        seating.undo()


def test_a_choice_in_small_steps_is_taken_back_whole() -> None:
    seating = Seating(SealedBaskets({}, 3).match(seed=4), {1: lowest})
    seating.arrive()
    begun = seating.state().key()
    assert not seating.partway
    with refused(WorkbenchError, "There is nothing to take back"):
        seating.take_back()
    for _ in range(2):
        play_first(seating)
    assert seating.partway and "So far: nothing" not in seating.question()
    seating.take_back()
    assert seating.state().key() == begun and seating.decides and not seating.partway
    play_first(seating)
    seating.match.play("done")
    seating.follow()
    assert not seating.partway, "it is sealed, and somebody else decides"
    while seating.to_move_is_a_player:
        seating.advance()
    seating.arrive()
    assert seating.viewer == 2 and not seating.partway
    play_first(seating)
    seating.take_back()
    assert seating.viewer == 2 and seating.decides and not seating.partway


def test_a_step_that_should_have_come_earlier_is_put_where_it_belongs() -> None:
    seating, rng = Seating(wb.load("merry_way").match(seed=1), screens=False), Random(2)
    match = seating.match
    while not seating.earlier_moves():  # until an offer is partly made
        legal = match.state.legal()
        seating.play(legal[rng.below(len(legal))])
    late = seating.moves()[-1]
    assert late.group == STILL and match.why_not(late) is not None, "the rules themselves have one order"
    assert seating.why_not(late.action) is None and seating.why_not(str(len(seating.moves()))) is None, "it is taken, too"
    step = match.step
    seating.play(late.action)
    assert match.step == step + 1 and late.action in match.made_since(0)
    never = next(move for move in range(match.game.actions) if move not in [one.action for one in seating.moves()])
    before = match.actions
    refusal = seating.why_not(never)
    assert refusal is not None and refusal.reasons == match.why_not(never).reasons  # type: ignore[union-attr]
    with pytest.raises(IllegalMove):
        seating.play(never)
    assert match.actions == before and match.step == step + 1


def test_equal_steps_are_made_at_once_as_often_as_fits() -> None:
    """And no step that would send the choice off is among them."""
    seating, rng = Seating(wb.load("goods_and_honor").match(seed=1), screens=False), Random(2)
    match = seating.match
    while match.state.phase.name != "bid" or not seating.repeats():
        legal = match.state.legal()
        seating.play(legal[rng.below(len(legal))])
    action, most = max(seating.repeats().items(), key=lambda item: item[1])
    mover, step = match.state.to_move, match.step
    for wrong in (0, most + 1, "2", None, True, 10**400):
        with refused(WorkbenchError, f"This move can be made 1 to {most} times in a row here, not "):
            seating.play_times(action, wrong)  # type: ignore[arg-type]
    assert match.step == step
    seating.play_times(action, most)
    assert match.step == step + most and match.made_since(step) == (action,) * most
    assert match.state.to_move == mover and seating.partway
    seating.take_back()
    with refused(WorkbenchError, "1 to 1 times"):
        seating.play_times(next(one for one in match.state.legal() if one not in seating.repeats()), 2)


def test_a_step_is_repeated_only_while_it_means_the_same() -> None:
    """In the set-up, a section takes the next Folk: the one Plainsfolk, then both Woodsfolk."""
    seating = Seating(wb.load("goods_and_honor").match(seed=3), screens=False)
    assert "Where does the next Plainsfolk go?" in seating.question() and seating.match.state.hand(0)[:2] == (1, 2)
    assert not seating.repeats()
    seating.play(seating.match.state.legal()[0])
    assert set(seating.repeats().values()) == {2}


def test_what_looks_like_one_more_step_but_ends_the_choice_is_known() -> None:
    seating, rng = Seating(wb.load("goods_and_honor").match(seed=1), screens=False), Random(3)
    match, found = seating.match, 0
    while match.step < 150 and not match.over:
        legal = match.state.legal()
        for action in legal:
            if seating.sends_off(action):
                after = match.state.copy()
                after.apply(action)
                begun = seating.partway and match.game.symbol(match.made_at(match.step - 1)).split(":")[0]
                assert begun and (after.to_move != match.state.to_move or not after.phase.partway(after))
                found += 1
        seating.play(legal[rng.below(len(legal))])
    assert found and not seating.sends_off(next(one for one in range(match.game.actions) if one not in match.state.legal()))


def test_what_a_rule_has_put_in_by_itself_is_no_part_of_a_choice() -> None:
    class Filled(SealedBaskets):
        def position(self, description: Any) -> Any:
            state = super().position(description)
            state.hands, state.basket = ((2, 8), *state.hands[1:]), (1,)
            return state

    match = Filled({}, 2).match(position=dealt(2))
    seating = Seating(match, {1: lowest})
    assert match.state.phase.partway(match.seen()) and not seating.partway
    play_first(seating)
    assert seating.partway
    seating.take_back()
    assert match.step == 0


def test_helpers_are_part_of_the_text_and_made_from_the_view() -> None:
    class Helped(SealedLots):
        def helpers(self, state: State, seat: int) -> tuple[Helper, ...]:
            return (Helper("Hands", f"Seat {seat} sees {state.to_dict()['hands']}."),)

    seating = Seating(Helped({}, 2).match(seed=1), {1: "random"})
    assert "Hands\n  Seat 0 sees [[" in seating.text() and "[-1, -1]" in seating.text()
    assert SealedLots({}).helpers(seating.state(), 0) == ()


def test_over_means_over() -> None:
    seating = lots(["random"] * 3)
    seating.match.play_out("random")
    seating.follow()
    assert seating.match.state.to_move == OVER and not seating.to_move_is_a_player
