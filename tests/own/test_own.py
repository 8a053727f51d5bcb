"""A class in a cell is a game like any other: everything that takes a game's name takes it, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.own.faulty import Good
from tests.programs import said_by
from widgets import Table
from workbench import lab, own
from workbench.adapters import gymnasium, openspiel, pettingzoo, tensors
from workbench.core.match import ChangedRulesWarning
from workbench.core.random import Random
from workbench.core.scene import PAGE_WIDTH, VIEW_HEIGHT
from workbench.core.state import OVER
from workbench.own.parts import HIDDEN, Hexagons


class Walk(own.Game):
    """Walk

    - **WA-STEP-1** Go left or right.
    - **WA-END-1** Who is three steps away has arrived.
    """

    table = (own.Counter("place", "Where you are.", 6, start=3),)
    points = "place"

    class Step(own.Phase):
        moves = ("left", "right")

        def play(self, state: Any, choice: Any) -> None:
            state.place += 1 if choice == "right" else -1
            if state.place in (0, 6):
                state.win(0)
            else:
                state.next_seat()


class LongWalk(Walk):
    """The same with a rule changed: its phase is another, its name the same."""

    name = "walk"

    class Step(Walk.Step):
        def play(self, state: Any, choice: Any) -> None:
            state.place += 1 if choice == "right" else -1
            if state.place == 6:
                state.win(0)
            else:
                state.place = max(1, state.place)


# -- everywhere a name goes ------------------------------------------------------------------------------------------------


def test_names_and_titles_come_from_the_class() -> None:
    assert (Good.name, Good.title, LongWalk.name, LongWalk.title) == ("good", "Good", "walk", "Walk")
    assert repr(wb.load(Good)) == "<Good for 2 players>"


def test_a_class_an_object_and_a_name_are_the_same_game() -> None:
    game = wb.load(Good)
    assert wb.load(game) is game
    assert type(wb.load("good")) is Good, "a class that was handed over is found by its name"
    assert wb.player_names(Good) == wb.player_names(game) == ("random", "rollout", "tree_search", "scripted")
    assert wb.load(wb.load("hexes", size=3), players=2).options["size"] == 3


def test_it_is_played_explained_and_refused() -> None:
    match = wb.load(Walk).match(seed=1)
    assert match.explain().question == "Step: what do you choose?"
    assert match.why_not("left") is None
    match.play("left")
    assert str(match.log[-1]) == "You: left. (WA-STEP-1)"
    match.play("left")
    match.play("left")
    assert match.over and match.state.returns() == (1.0,) and match.state.scores() == (0,)
    refusal = match.why_not("right")
    assert refusal is not None and refusal.text == "The game is over." and refusal.clause == "WA-END-1"


def test_the_table_and_the_adapters_take_the_class() -> None:
    table = Table(Good, seed=3, figure=False, screens=False)
    table.play("take 2")
    assert table.match.step == 1
    assert openspiel.load(Good).get_type().long_name == "Good"
    assert pettingzoo.env(Good).possible_agents == ["seat_0", "seat_1"]
    env = gymnasium.env(Walk)
    env.reset(seed=1)
    assert env.step(0)[0] is not None
    assert tensors.as_game(Good).players == 2


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_lab_takes_it_and_workers_play_it(workers: int) -> None:
    runs = lab.simulate(Good, players="random", games=40, seed=5, workers=workers, progress=False)
    assert len(runs.table) == 40


def test_variants_of_a_class_are_compared() -> None:
    class OneOnly(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1]

    changed = wb.load(Good, phases={"take": OneOnly})
    found = lab.compare(Good, {"one or two": {}, "one only": changed}, "decisions", "random", games=60, seed=1, progress=False)
    assert found.effects[0].says == "higher"


def test_a_class_of_a_notebook_travels_by_itself(tmp_path: Path) -> None:
    """A worker has not run the cell: everything goes with the class."""
    script = """
import cloudpickle, workbench as wb
source = '''
from workbench import own
class Cell(own.Game):
    "Cell\\\\n\\\\n- **CE-STEP-1** Go on.\\\\n- **CE-END-1** Three steps."
    table = (own.Counter("steps", "Steps so far.", 3),)
    class Step(own.Phase):
        moves = ("on",)
        def play(self, state, choice):
            state.steps += 1
            if state.steps == 3:
                state.win(0)
'''
exec(source)
open("cell.pickle", "wb").write(cloudpickle.dumps(wb.load(Cell)))
"""
    said_by("-c", script, cwd=tmp_path, check=True)
    read = "import pickle; g = pickle.load(open('cell.pickle', 'rb')); m = g.match(); m.play_out('random'); print(m.steps)"
    done = said_by("-c", read, cwd=tmp_path, check=True)
    assert done.stdout.strip() == "3"


def test_save_files_keep_the_name_and_a_digest_of_the_rules(tmp_path: Path) -> None:
    match = wb.load(Walk).match(seed=1)
    match.play("right")
    file = tmp_path / "walk.json"
    match.save(file)
    written = json.loads(file.read_text())
    assert written["game"] == "walk" and len(written["source"]) == 16
    assert wb.Match.load(file, Walk).log == match.log
    with pytest.warns(ChangedRulesWarning, match="The rules of Walk have been changed since this match was saved"):
        wb.Match.load(file, LongWalk)
    with refused(wb.SaveFileError, "This is a save file of 'walk', not of 'good'."):
        wb.Match.load(file, Good)
    wb.load(Walk)


def test_where_a_changed_rule_forbids_a_saved_move_the_refusal_says_so() -> None:
    class Right(Walk):
        name = "walk"

        class Step(Walk.Step):
            def choices(self, state: Any) -> Any:
                return ["right"]

    match = wb.load(Walk).match(seed=1)
    match.play("left")
    with refused(wb.SaveFileError, "is not legal there. That may not be chosen now. The rules of Walk have been changed since"):
        wb.Match.from_json(match.to_json(), Right)
    wb.load(Walk)


def test_the_digest_sees_every_change_of_a_rule() -> None:
    class Wider(Walk):
        table = (own.Counter("place", "Where you are.", 7, start=3),)

    class Titled(Walk):
        title = "Another walk"

    digests = {kind.__name__: wb.load(kind).source() for kind in (Walk, LongWalk, Wider, Titled)}
    assert len(set(digests.values())) == 4 and all(len(one) == 16 for one in digests.values())
    assert wb.load(Walk).source() == wb.load(Walk).source()
    wb.load(Walk)


def test_a_file_of_a_big_game_holds_no_digest() -> None:
    assert "source" not in json.loads(wb.load("northwood").match(seed=1).to_json())


def test_a_phase_is_replaced_as_in_any_game() -> None:
    class Slow(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1]

    changed = wb.load(Good, phases={"take": Slow})
    match = changed.match(seed=1)
    assert [move.text for move in match.moves()] == ["take 1"]
    assert changed.changed_phases == {"take"}


# -- what follows from the table ---------------------------------------------------------------------------------------------


def test_hands_are_hidden_and_filled_in_evenly() -> None:
    game = wb.load("kuhn")
    state = game.position({"phase": "bet", "hands": {"Player 1": ["queen"], "Player 2": ["jack"]}})
    assert state.deck == [2], "what lies nowhere else lies in the deck"
    seen = state.view(0).state
    assert seen.hands == [[1], [HIDDEN]] and seen.deck == [HIDDEN]
    rng, met = Random(1), {0: 0, 2: 0}
    for _ in range(400):
        met[state.resample(0, rng).hands[1][0]] += 1
    assert 160 < met[0] < 240


def test_a_position_that_cannot_be_is_refused_with_every_reason() -> None:
    with pytest.raises(wb.PositionError) as fault:
        wb.load("kuhn").position({"hands": {"Player 1": ["queen"], "Player 2": ["queen"]}, "deck": [], "paid": {"Player 1": 7}})
    assert fault.value.reasons == (
        "'paid' of Player 1 should be a whole number from 0 to 2, not 7.",
        "The card 'jack' is missing from 'hands' and 'deck'.",
        "The card 'queen' stands 2 times in 'hands' and 'deck'; there is 1.",
        "The card 'king' is missing from 'hands' and 'deck'.",
    )


def test_hexagons_touch_six_others_and_paths_are_found() -> None:
    board = Hexagons("board", "Stones.", 3, 3)
    assert all(place in board.neighbours[other] for place in range(9) for other in board.neighbours[place])
    held = [0, -1, -1, 0, -1, -1, -1, -1, -1]
    assert not board.joined(held, board.row(0), board.row(-1), 0)
    assert board.joined([*held[:6], 0, -1, -1], board.row(0), board.row(-1), 0)


@pytest.mark.parametrize("name", wb.small_names())
def test_the_default_board_shows_every_part_and_what_a_decision_needs_at_once(name: str) -> None:
    game = wb.load(name, players=wb.load(name).player_counts[-1])
    rng, state = Random(4), game.start()
    while state.to_move != OVER:
        if state.to_move >= 0:
            seat = int(state.to_move)
            scene = game.scene(state.view(seat).state, seat)
            assert scene.width == PAGE_WIDTH
            offered = {action for spot in scene.spots for action in spot.legal}
            assert offered == set(state.legal())
            assert max(spot.box[1] + spot.box[3] for spot in scene.spots if spot.legal) <= VIEW_HEIGHT
            assert all(spot.box[0] >= 0 and spot.box[0] + spot.box[2] <= PAGE_WIDTH for spot in scene.spots)
        action = rng.pick(state.chance()) if state.to_move < 0 else state.legal()[rng.below(len(state.legal()))]
        state.apply(action)
    assert game.scene(state, 0).svg()


# -- what is forgotten -------------------------------------------------------------------------------------------------------


def test_a_part_that_is_declared_wrongly_is_told_how() -> None:
    with refused(wb.WorkbenchError, "The part 'bids' has no owner: only with each=True does each seat have one."):
        own.Choice("bids", "What was bid.", (1, 2), seen="its owner")
    with refused(wb.WorkbenchError, "is seen by 'everybody', 'its owner' or 'nobody', not by 'all'"):
        own.Pile("pile", "AB", "What lies there.", seen="all")

    class Taken(Walk):
        table = (own.Counter("turn", "Whose turn it is.", 2),)

    class NoSentence(Walk):
        table = (own.Counter("place", "where", 2),)

    class Twice(Walk):
        table = (own.Counter("place", "Where you are.", 2), own.Counter("place", "Where you are.", 2))

    for kind, says in (
        (Taken, "A part of the table of Taken is called 'turn': every state has something of that name"),
        (NoSentence, "The part 'place' of NoSentence says what it is as one sentence with a full stop, not 'where'."),
        (Twice, "Two parts of the table of Twice are called 'place'."),
    ):
        with refused(wb.WorkbenchError, says):
            wb.load(kind)


def test_a_class_that_is_no_game_is_told_what_one_is() -> None:
    class Plain:
        pass

    with refused(wb.UnknownNameError, "A class of your own is made from `own.Game`: `from workbench import own`."):
        wb.load(Plain)  # type: ignore[arg-type]


def test_wrong_player_counts_are_told() -> None:
    class Nobody(Walk):
        player_counts = 2  # type: ignore[assignment]

    with refused(wb.WorkbenchError, "`player_counts` of Nobody is 2; it is a tuple of how many may play, such as (2,) or "
                                    "(2, 3, 4)."):
        wb.load(Nobody)


def test_no_button_is_drawn_for_a_card_that_is_not_there() -> None:
    cards = own.Cards("ABC")

    class Playing(own.Game):
        """Playing

        - **PL-PLAY-1** Play a card.
        - **PL-END-1** Until there is none.
        """

        player_counts = (2,)
        table = (own.Hand("hands", cards, "The cards of each player."), own.Pile("pile", cards, "What was played."))

        def set_up(self, state: Any) -> None:
            state.hands = [[0, 1], [2]]

        class Play(own.Phase):
            moves = "hands"

            def choices(self, state: Any) -> Any:
                return state.hands[state.turn]

            def play(self, state: Any, choice: Any) -> None:
                state.hands[state.turn].remove(choice)
                state.pile.append(choice)
                state.next_seat() if state.hands[1 - state.turn] else state.draw()

    game = wb.load(Playing)
    state = game.start()
    scene = game.scene(state.view(0).state, 0)
    assert [spot.name for spot in scene.spots] == ["hands-1-A", "hands-1-B", "hands-2-?"]
    assert game.phases["play"].reasons(state, game.action("play:C"))[0].text == "That may not be chosen now."
    assert wb.check(Playing, games=20, suites=False).holds
