"""A match: moves and words, reasons, chance, time travel, help and players."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.lib.pretty import pretty

import workbench as wb
from tests.helpers import refused
from tests.sample.guess.game import HIGHER, LOWER, Guess
from tests.toy_game.game import SealedLots
from workbench.core.errors import IllegalActionError, IllegalMove, PositionError, UnknownMoveError, WorkbenchError
from workbench.core.ladder import strongest
from workbench.core.match import Explanation, Match
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, View
from workbench.games.northwood.state import NorthwoodState

GAME = wb.load("northwood")
RESPOND = {"hand": "C2 C7 L1", "deck": "E5 F3 F4", "fief": 2, "ruler": "LQ", "statement": "C5"}
LOST = {"hand": "C5", "failed": [3]}
WINDOW = {"hand": "C2 C7 L1", "deck": "C5 E5 F3 F4", "fief": 2, "ruler": "LQ", "allies": "CJ FJ* LJ EJ"}


def at(position: dict[str, Any], seed: int = 0) -> Match:
    return GAME.match(seed, position)


def snapshot(match: Match) -> tuple[Any, ...]:
    return (match.state.key(), match.step, match.steps, match.actions, match.log, match.to_json())


# -- moves -------------------------------------------------------------------------------------------------------------


def test_moves_are_the_legal_actions_in_words() -> None:
    moves = at(RESPOND).moves()
    assert [(move.action, move.symbol, move.text) for move in moves] == [
        (1, "card:C2", "respond with C2"),
        (6, "card:C7", "respond with C7"),
    ]
    assert [(move.group, move.clause, move.note) for move in moves] == [
        ("Hand", "NW-TRICK-1", "does not score"),
        ("Hand", "NW-TRICK-1", "scores"),
    ]
    assert [str(move) for move in moves] == ["respond with C2 (does not score)", "respond with C7 (scores)"]


@pytest.mark.parametrize("move", [6, "card:C7", "CARD:C7", "respond with C7", "  Respond  WITH c7 ", "C7", "c7"])
def test_a_move_may_be_a_number_a_symbol_words_or_the_end_of_a_symbol(move: int | str) -> None:
    match = at(RESPOND)
    assert match.find(move) == 6
    events = match.play(move)
    assert match.step == 1 and match.actions == (6, *match.actions[1:])
    assert events == match.log and events[0].clause == "NW-TRICK-1" and events[0].step == 1


def test_a_notebook_shows_moves_events_and_refusals_as_people_read_them() -> None:
    match = wb.load("northwood").match(seed=7)
    assert pretty(match.moves()[3:5]) == (
        "(visit fief 3 (target 3, 1 star, Queen of Leaves, trump Leaves),\n"
        " visit fief 4 (target 4, 1 star, Queen of Flowers, trump Flowers))"
    )
    assert pretty([match.log[3]]) == "[The Queen of Eyes rules fief 0. (NW-SETUP-4)]"
    for told in (match.why_not("card:C1"), match.explain().odds[0], match.advice("counter"), match.game.outlook(match.state)):
        assert pretty(told) == str(told)
    assert repr(match.game.choose_fief) == "<choose_fief: Choosing a fief>"


def test_a_number_of_another_library_is_a_move() -> None:
    class Six:
        def __index__(self) -> int:
            return 6

    assert at(RESPOND).find(Six()) == 6  # type: ignore[arg-type]


def test_a_move_from_the_list_or_from_a_hint_can_be_played() -> None:
    for move in (at(RESPOND).moves()[1], at(RESPOND).hint("scripted")):
        match = at(RESPOND)
        assert match.why_not(move) is None
        match.play(move)
        assert match.actions[0] == move.action


def test_words_for_an_illegal_move_are_understood() -> None:
    assert at(RESPOND).find("respond with L1") == GAME.action("card:L1")
    assert at(RESPOND).find("concede") == GAME.action("concede")


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("respond with C9", "No move is called 'respond with C9'. Did you mean 'respond with C"),
        ("sing", "No move is called 'sing'. You can: respond with C2; respond with C7"),
        ("", "No move is called ''. You can: "),
        (117, "For Northwood! has actions 0 to 116; there is no action 117."),
        (-1, "For Northwood! has actions 0 to 116; there is no action -1."),
        (True, "A move must be a whole number or words, not True."),
        (6.0, "A move must be a whole number or words, not 6.0."),
        (None, "A move must be a whole number or words, not None."),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(move: Any, says: str) -> None:
    match = at(RESPOND)
    before = snapshot(match)
    for method in (match.find, match.play, match.why_not):
        with refused(UnknownMoveError, says):
            method(move)
    assert snapshot(match) == before


def test_after_the_end_no_words_are_moves() -> None:
    match = GAME.match(seed=1)
    match.play_out("random")
    with refused(UnknownMoveError, "No move is called 'sing'. The game is over."):
        match.find("sing")
    assert match.moves() == ()
    refusal = match.why_not("pass")
    assert refusal is not None and refusal.text == "The game is over." and refusal.clause == "NW-END-1"


# -- reasons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "move", "clause", "text"),
    [
        (RESPOND, "L1", "NW-TRICK-1", "The statement is of Claws and you hold C2 C7, so you must follow suit."),
        (RESPOND, "E8", "NW-DIALOG-4", "The 8 of Eyes is not in your hand."),
        (RESPOND, "ally:0", "NW-DIALOG-8", "You may not activate an ally between the statement and the response."),
        (RESPOND, "fief:3", "NW-FLOW-2", "You are visiting fief 2; the next visit begins when this one has ended."),
        (WINDOW, "ally:1", "NW-ABIL-2", "The Jack of Flowers is exhausted: you have activated it in this visit."),
        (WINDOW, "C2", "NW-DIALOG-2", "The ruler has not spoken yet: activate an ally or pass first."),
        (LOST, "visit fief 3", "NW-VISIT-1", "Fief 3 has been visited (failed); each fief is visited once."),
        ({"hand": "C5"}, "give up", "NW-RULING-38", "Giving up is not allowed in this game; the option `concede` allows it."),
    ],
)  # fmt: skip
def test_why_not_names_the_clause_and_play_refuses_with_it(
    position: dict[str, Any], move: str, clause: str, text: str
) -> None:
    match = at(position)
    before = snapshot(match)
    refusal = match.why_not(move)
    assert refusal is not None and refusal.clause == clause and refusal.text.startswith(text)
    assert clause in GAME.rulebook
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.refusal == refusal and text in str(caught.value)
    assert snapshot(match) == before


def test_why_not_of_a_legal_move_is_nothing() -> None:
    assert at(RESPOND).why_not("C7") is None


# -- chance ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", [["card:F3"], ["F3"], ["f3"], "F3", " card:F3 ", [10], 10])
def test_what_if_the_next_card_were(chance: Any) -> None:
    match = at(WINDOW)
    match.play("pass", chance=chance)
    assert isinstance(match.state, NorthwoodState) and match.state.statement == GAME.action("card:F3")
    assert match.actions == (GAME.action("pass"), GAME.action("card:F3"))


def test_outcomes_given_come_first_and_the_seed_goes_on() -> None:
    drawn = set()
    for seed in range(12):
        match = at(WINDOW, seed)
        match.play("ally:3", chance=["F3"])
        assert match.actions[1] == GAME.action("card:F3")
        drawn.add(match.actions[2])
    assert len(drawn) > 1 and GAME.action("card:F3") not in drawn


@pytest.mark.parametrize(
    ("move", "chance", "says"),
    [
        ("pass", ["C2"], "'C2' is not a possible outcome of random event 1. Possible outcomes: card:C5, card:F3, card:F4,"),
        ("pass", ["fief:3"], "'fief:3' is not a possible outcome of random event 1."),
        ("pass", [999], "999 is not a possible outcome of random event 1."),
        ("pass", [None], "None is not a possible outcome of random event 1."),
        ("ally:3", ["C5", "C5"], "'C5' is not a possible outcome of random event 2."),
        ("pass", ["C5", "E5"], "This move has only 1 random event after it; you gave 2 outcomes."),
    ],
)  # fmt: skip
def test_an_impossible_outcome_is_refused_and_changes_nothing(move: str, chance: Any, says: str) -> None:
    match = at(WINDOW)
    before = snapshot(match)
    with refused(WorkbenchError, says):
        match.play(move, chance=chance)
    assert snapshot(match) == before


def test_the_same_seed_and_moves_give_the_same_match() -> None:
    first, second, other = GAME.match(seed=5), GAME.match(seed=5), GAME.match(seed=6)
    for match in (first, second, other):
        match.play_out("random")
    assert snapshot(first) == snapshot(second) and first.actions != other.actions


def test_every_outcome_comes_up_over_the_seeds() -> None:
    seen = set()
    for seed in range(40):
        match = at(WINDOW, seed)
        match.play("pass")
        seen.add(GAME.symbol(match.actions[-1]))
    assert seen == {"card:C5", "card:E5", "card:F3", "card:F4"}


@pytest.mark.parametrize("seed", [1.5, "7", None, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with refused(WorkbenchError, f"A seed must be a whole number, not {seed!r}."):
        GAME.match(seed=seed)


# -- time --------------------------------------------------------------------------------------------------------------


def test_the_same_chance_comes_after_undo_and_another_move_has_its_own() -> None:
    match = at(WINDOW, seed=4)
    match.play("pass")
    first = snapshot(match)
    match.undo()
    match.play("pass")
    assert snapshot(match) == first
    match.undo()
    match.play("ally:3")
    assert match.actions[0] == GAME.action("ally:3") and match.steps == 1


def test_undo_redo_and_goto_move_through_the_timeline() -> None:
    match = GAME.match(seed=2)
    keys = [match.state.key()]
    for _ in range(6):
        match.play(match.moves()[0].action)
        keys.append(match.state.key())
    assert (match.step, match.steps) == (6, 6)
    match.goto(2)
    assert (match.step, match.steps) == (2, 6) and match.state.key() == keys[2]
    match.undo()
    assert match.state.key() == keys[1]
    match.redo()
    match.redo()
    assert match.state.key() == keys[3]
    match.goto(0)
    assert match.state.key() == keys[0]


def test_actions_and_log_reach_up_to_here() -> None:
    match = GAME.match(seed=2)
    beginning = (match.actions, match.log)
    match.play("fief:3")
    later = (match.actions, match.log)
    match.undo()
    assert (match.actions, match.log) == beginning
    assert later[0][: len(beginning[0])] == beginning[0] and later[1][: len(beginning[1])] == beginning[1]
    assert len(later[1]) > len(beginning[1])


def test_a_new_move_forgets_what_could_be_redone() -> None:
    match = GAME.match(seed=2)
    match.play("fief:3")
    match.play(match.moves()[0].action)
    match.goto(0)
    match.play("fief:4")
    assert (match.step, match.steps) == (1, 1)
    with refused(WorkbenchError, "There is nothing to redo: this is the last position of the timeline."):
        match.redo()


def test_a_refused_move_keeps_what_can_be_redone() -> None:
    match = GAME.match(seed=2)
    match.play("fief:3")
    match.undo()
    with pytest.raises(IllegalMove):
        match.play("pass")
    match.redo()
    assert match.step == 1


def test_there_is_nothing_before_the_beginning() -> None:
    with refused(WorkbenchError, "There is nothing to undo: no decision has been made yet."):
        GAME.match().undo()


@pytest.mark.parametrize("step", [-1, 2, 1.0, "1", True, None])
def test_a_step_outside_the_timeline_is_refused(step: Any) -> None:
    match = GAME.match(seed=2)
    match.play("fief:3")
    with refused(WorkbenchError, f"The timeline goes from step 0 to step 1; there is no step {step!r}."):
        match.goto(step)
    assert match.step == 1


def test_a_branch_has_the_same_past_and_its_own_future() -> None:
    match = GAME.match(seed=2)
    match.play("fief:3")
    match.play(match.moves()[0].action)
    match.goto(1)
    branch = match.branch()
    assert (branch.step, branch.steps) == (1, 1) and branch.log == match.log and branch.actions == match.actions
    branch.play_out("random")
    assert branch.over and (match.step, match.steps) == (1, 2)
    branch.goto(0)
    assert branch.state.key() != match.state.key()
    match.redo()
    assert match.step == 2
    assert wb.Match.from_json(branch.to_json()).steps == branch.steps


@given(st.lists(st.integers(-1, 8), max_size=25), st.integers(0, 50))
def test_whatever_way_a_step_is_reached_it_is_the_same(ways: list[int], seed: int) -> None:
    """Any mix of playing, undoing and jumping: the position is what the actions up to here give from the start."""
    match = GAME.match(seed=seed)
    for way in ways:
        if way < 0:
            match.goto(max(0, match.step - 1))
        elif way > 6:
            match.goto(match.steps // 2)
        else:
            legal = match.state.legal()
            match.play(legal[way % len(legal)])
    state = GAME.start()
    for action in match.actions:
        assert action in state.legal()
        state.apply(action)
    assert state.key() == match.state.key()
    again = wb.Match.from_json(match.to_json())
    assert again.log == match.log and again.step == match.step and again.steps == match.steps


# -- the log -----------------------------------------------------------------------------------------------------------


def test_the_log_begins_with_the_set_up_and_counts_decisions() -> None:
    match = GAME.match(seed=3)
    assert [event.clause for event in match.log[:4]] == ["NW-SETUP-1", "NW-SETUP-2", "NW-SETUP-3", "NW-SETUP-4"]
    assert {event.step for event in match.log} == {0}
    first = match.play("fief:3")
    second = match.play("pass")
    assert {event.step for event in first} == {1} and {event.step for event in second} == {2}
    assert match.log[-len(second) :] == second
    assert all(event.clause in GAME.rulebook for event in match.log)


# -- where a match begins ----------------------------------------------------------------------------------------------


def test_a_match_begins_at_a_position_or_a_state_and_leaves_it_alone() -> None:
    state = GAME.position(WINDOW)
    key = state.key()
    match = GAME.match(position=state)
    assert match.state.key() == key and match.origin == state.to_dict()
    match.play("pass")
    assert state.key() == key and state.listener is None


def test_a_match_that_begins_at_a_random_event_draws_it() -> None:
    match = at({**WINDOW, "phase": "statement"})
    assert match.state.phase.name == "respond" and len(match.actions) == 1 and match.log
    with refused(WorkbenchError, "nothing to undo"):
        match.undo()


def test_a_state_of_other_rules_is_read_under_the_rules_of_the_match() -> None:
    never = wb.load("northwood", nontrump_scoring="never")
    match = never.match(position=GAME.position(RESPOND))
    assert match.state.game is never
    match.play("C7")
    assert "It does not score" in match.log[1].text


def test_an_impossible_beginning_is_refused() -> None:
    with refused(PositionError, "There is no key 'hnad'. Did you mean 'hand'?"):
        GAME.match(position={"hnad": "C5"})
    with refused(PositionError, "There is no key 'cards'."):
        GAME.match(position=Guess({}).start())


# -- help --------------------------------------------------------------------------------------------------------------


def test_explain_names_question_moves_odds_and_rules() -> None:
    explanation = at(RESPOND).explain()
    assert isinstance(explanation, Explanation)
    assert (explanation.title, explanation.seat) == ("The response", 0)
    assert explanation.question == "How do you respond to the 5 of Claws? Trump is Leaves, score 0, target 2."
    assert [clause.id for clause in explanation.clauses][:2] == ["NW-DIALOG-4", "NW-TRICK-1"]
    assert [odds.label for odds in explanation.odds] == ["success after C2", "success after C7"]
    text = str(explanation)
    assert text == repr(explanation)
    lines = text.splitlines()
    assert lines[0] == f"The response: {explanation.question}"
    for heading in ("Legal moves:", "Odds:", "Rules:"):
        assert heading in lines
    assert "  respond with C7 (scores)" in lines
    assert f"  NW-TRICK-1: {GAME.rulebook['NW-TRICK-1'].plain}" in lines


def test_an_explanation_is_markdown_in_a_notebook() -> None:
    markdown = at(RESPOND).explain()._repr_markdown_()
    assert markdown.startswith("**The response.** How do you respond")
    assert (
        "- respond with C7 (scores)" in markdown and "| chance of | |" in markdown and "> **NW-TRICK-1** " in markdown
    )


def test_explaining_the_end() -> None:
    match = GAME.match(seed=1)
    match.play_out("random")
    explanation = match.explain()
    assert explanation.seat == OVER and explanation.moves == () and explanation.odds == ()
    assert explanation.question.startswith("The game is over: ")
    assert "Legal moves:" not in str(explanation) and "Odds:" not in str(explanation)


def test_a_hint_is_a_legal_move_and_changes_nothing() -> None:
    match = at(RESPOND)
    before = snapshot(match)
    assert match.hint("counter") in match.moves()
    assert match.hint() == match.hint(strongest(match.game))
    assert match.hint("random") == match.hint("random")
    assert snapshot(match) == before


def test_there_is_no_hint_by_nobody_or_after_the_end() -> None:
    match = GAME.match(seed=1)
    with refused(WorkbenchError, "There is no player 'oracle' for northwood."):
        match.hint("oracle")
    match.play_out("random")
    with refused(WorkbenchError, "The game is over; there is no move to suggest."):
        match.hint()


def test_a_match_shows_itself_as_text_and_picture() -> None:
    match = at(RESPOND)
    assert repr(match) == match.text() and "C7" in match.text()
    bundle = match._repr_mimebundle_(include=None)
    assert bundle["text/plain"] == match.text() and bundle["image/svg+xml"].startswith("<svg")


# -- players -----------------------------------------------------------------------------------------------------------


class First(Player):
    """Takes the first legal action and remembers whose view it was shown."""

    def __init__(self, game: Any, rng: Random) -> None:
        super().__init__(game, rng)
        self.seats: set[int] = set()

    def choose(self, view: View) -> int:
        self.seats.add(view.seat)
        return view.legal()[0]


def first(view: View) -> int:
    return view.legal()[0]


def test_names_classes_objects_and_functions_play() -> None:
    ends = []
    for players in (First, First(GAME, Random(1)), first, [first], [First], (First(GAME, Random(2)),)):
        match = GAME.match(seed=1)
        events = match.play_out(players)
        assert match.over and events == match.log[-len(events) :]
        ends.append(match.state.key())
    assert len(set(ends)) == 1


def test_play_out_goes_on_from_here_and_can_be_undone() -> None:
    match = GAME.match(seed=1)
    match.play("fief:3")
    events = match.play_out("random")
    assert events[0].step == 2 and match.over
    match.goto(1)
    assert match.state.phase.name == "ability_window"


def test_each_seat_has_its_player_and_sees_its_own_view() -> None:
    game = Guess({})
    left, right = First(game, Random(1)), First(game, Random(2))
    match = game.match(seed=1)
    match.play_out([left, right])
    assert (left.seats, right.seats) == ({0}, {1})
    assert match.actions[2:] == (LOWER, HIGHER)
    both = game.match(seed=1)
    both.play_out(First)
    assert both.actions == match.actions


def test_seats_have_streams_of_their_own() -> None:
    game = Guess({})
    words = set()
    for seed in range(30):
        match = game.match(seed=seed)
        match.play_out("random")
        words.add(match.actions[2:])
    assert words == {(LOWER, HIGHER), (HIGHER, LOWER), (HIGHER, HIGHER)}


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (["random", "random"], "For Northwood! has 1 seat here; you gave 2 players."),
        ([], "For Northwood! has 1 seat here; you gave 0 players."),
        ("oracle", "There is no player 'oracle' for northwood."),
        (None, "A player must be a name, a Player or a function from a view to an action, not None."),
        (5, "A player must be a name, a Player or a function from a view to an action, not 5."),
        ([int], "A player must be a name, a Player or a function from a view to an action, not <class 'int'>."),
    ],
)
def test_wrong_players_are_refused_and_nothing_is_played(players: Any, says: str) -> None:
    match = GAME.match(seed=1)
    with refused(WorkbenchError, says):
        match.play_out(players)
    assert match.step == 0


class Cheat(Player):
    player_name = "cheat"

    def choose(self, view: View) -> int:
        return 10


def cheat(view: View) -> Any:
    return "C7"


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (Cheat, "The player 'cheat' in seat 0 chose 10 (card:F3), which is not legal at step 0."),
        (cheat, "The player 'cheat' in seat 0 chose 'C7', which is not legal at step 0."),
        (lambda view: None, "The player '<lambda>' in seat 0 chose None, which is not legal at step 0."),
        (lambda view: True, "chose True, which is not legal at step 0."),
        (lambda view: 6.0, "chose 6.0, which is not legal at step 0."),
        (lambda view: 999, "chose 999, which is not legal at step 0."),
    ],
)
def test_a_player_that_cheats_is_named_with_the_position(player: Any, says: str) -> None:
    match = at(RESPOND)
    with pytest.raises(IllegalActionError) as caught:
        match.play_out(player)
    assert says in str(caught.value)
    assert GAME.position(caught.value.position).key() == match.state.key()
    assert match.step == 0


def test_a_player_cannot_change_the_game_through_its_view() -> None:
    def meddler(view: View) -> int:
        action = view.legal()[0]
        view.state.apply(action)
        return action

    honest, meddled = GAME.match(seed=1), GAME.match(seed=1)
    honest.play_out(first)
    meddled.play_out(meddler)
    assert honest.state.key() == meddled.state.key()


def test_the_seat_shown_is_the_one_that_decides() -> None:
    match = Guess({}).match(seed=1)
    assert match.seat == 0
    match.play("higher")
    assert match.seat == 1 and match.state.to_move == 1
    match.play("higher")
    assert match.over and match.seat == 0


def test_a_match_never_rests_at_a_random_event() -> None:
    match = GAME.match(seed=9)
    match.play_out("random")
    for step in range(match.steps + 1):
        match.goto(step)
        assert match.state.to_move != CHANCE


# -- several seats with secrets ---------------------------------------------------------------------------------------


def test_the_log_of_a_seat_holds_what_it_was_told_and_no_more() -> None:
    match = SealedLots({}, 3).match(seed=4)
    hand = match.state.to_dict()["hands"][0]
    match.play(match.state.legal()[0])
    mine, theirs = match.log_for(0), match.log_for(1)
    assert f"Player 1 seals the {hand[0]}." in [event.text for event in mine]
    assert f"Player 1 seals the {hand[0]}." not in [event.text for event in theirs]
    assert "Player 1 seals a bid." in [event.text for event in theirs]
    assert [event.text for event in theirs if "is dealt" in event.text and "Player 2" not in event.text] == []
    assert len(match.log) > len(theirs) and all(event.to == () and not event.public for event in mine + theirs)


def test_a_match_shows_nothing_but_views() -> None:
    match = SealedLots({}, 2).match(seed=4)
    rng = Random(1)
    others = [SealedLots({}, 2).match(position=match.state.resample(0, rng)) for _ in range(8)]
    assert len({other.state.key() for other in others}) > 1
    for other in others:
        assert other.seen().key() == match.seen().key()
        assert other.text() == match.text() and other.moves() == match.moves()
        assert other._repr_mimebundle_() == match._repr_mimebundle_()
        assert str(other.explain()) == str(match.explain())
    assert match.text(1).startswith("Sealed Lots, seat 1:") and match.text(1) != match.text(0)
    assert match.seen(1).key() == match.state.view(1).state.key()


def test_seats_have_names_and_colours() -> None:
    game = SealedLots({}, 3)
    assert [game.seat_name(seat) for seat in range(3)] == ["Player 1", "Player 2", "Player 3"]
    assert len({game.seat_colour(seat) for seat in range(3)}) == 3


def test_reading_a_match_leaves_the_collector_as_it_was() -> None:
    text = wb.load("northwood").match(seed=1).to_json()
    assert gc.isenabled()
    wb.Match.from_json(text)
    assert gc.isenabled()
    gc.disable()
    try:
        wb.Match.from_json(text)
        assert not gc.isenabled()
    finally:
        gc.enable()
