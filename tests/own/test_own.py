"""A class in a cell is a game like any other: everything that takes a game's name takes it, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.own.faulty import Good, Leaves, LeavesEarly, NoOutcome
from tests.programs import said_by
from widgets import Table
from widgets.aside import Stopped
from workbench import lab, own
from workbench.adapters import gymnasium, openspiel, pettingzoo, tensors
from workbench.core.match import ChangedRulesWarning
from workbench.core.random import Random
from workbench.core.scene import PAGE_WIDTH, VIEW_HEIGHT
from workbench.core.state import OVER
from workbench.own.parts import HIDDEN
from workbench.own.places import Hexagons
from workbench.own.source import line_of


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
    assert match.explain().question == "What do you choose?"
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
    with pytest.warns(ChangedRulesWarning, match="The rules of Walk have changed since this match was saved"):
        wb.Match.load(file, LongWalk)
    with refused(wb.SaveFileError, "This save file belongs to 'walk', not to 'good'."):
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
    with refused(wb.SaveFileError, "is not legal there. You may not choose that now. The rules of Walk have changed since"):
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


def test_a_phase_made_from_another_of_the_same_game_has_a_name_of_its_own() -> None:
    class Stroll(Walk):
        """Stroll

        - **ST-STEP-1** Go.
        - **ST-LEAP-1** Go further.
        """

        class Step(own.Phase):
            moves = ("left", "right")

            def play(self, state: Any, choice: Any) -> None:
                state.go("leap")

        class Leap(Step):
            def play(self, state: Any, choice: Any) -> None:
                state.finish(1)

    class Longer(Stroll):
        class Leap(Stroll.Leap):
            pass

    for kind in (Stroll, Longer):
        assert [phase.name for phase in wb.load(kind).phases.values()] == ["step", "leap", "end"]
        assert wb.load(kind).phases["leap"].title == "Leap"

    class Alike(Walk):
        class Stride(Walk.Step):
            pass

    with refused(wb.WorkbenchError, "The phases Step and Stride of Alike share the name 'step'. Give one of them another: "):
        wb.load(Alike)


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


class Barter(own.Game):
    """Barter

    - **BA-GIVE-1** In turn, each player gives the next one a good of their own.
    """

    player_counts = (2, 3)
    table = (own.Row("goods", "The goods of each player.", ("wood", "stone"), 6, start=(2, 1), each=True),)
    longest = 9

    class Give(own.Phase):
        moves = "goods"
        say = "give {0}"

        def choices(self, state: Any) -> Any:
            return [good for good, number in enumerate(state.goods[state.turn]) if number]

        def play(self, state: Any, choice: Any) -> None:
            state.goods[state.turn][choice] -= 1
            state.goods[(state.turn + 1) % state.game.players][choice] += 1
            if sum(state.goods[state.turn]) == 0:
                state.win(state.turn)
            elif max(state.goods[state.turn - 1]) == 6:
                state.draw()
            else:
                state.next_seat()


def test_moves_of_several_words_do_not_say_the_phase_twice() -> None:
    class Trade(Barter):
        class Give(Barter.Give):
            say = ""
            moves = (("give", "wood"), ("take", "stone"))

            def choices(self, state: Any) -> Any:
                return self.moves

    assert [str(move) for move in wb.load(Trade).match().moves()] == ["give wood", "give take stone"]


def test_each_player_may_have_a_row_of_goods() -> None:
    match = wb.load(Barter, players=3).match(seed=1)
    before = match.state.copy()
    match.play("give stone")
    assert match.state.goods == [[2, 0], [2, 2], [2, 1]] and before.goods == [[2, 1]] * 3, "a copy stands alone"
    assert match.game.text(match.state, 1).splitlines()[1:] == [
        "Goods: Player 1 wood 2, stone 0; Player 2 wood 2, stone 2; Player 3 wood 2, stone 1"
    ]
    spots = {spot.thing or spot.name for spot in match.game.scene(match.seen(), match.seat).spots if spot.choices}
    assert spots == {"goods-2-wood", "goods-2-stone"}, "one's own goods, on the board"
    written = match.state.to_dict()
    assert written["goods"]["Player 2"] == {"wood": 2, "stone": 2}
    assert match.game.position(written).key() == match.state.key()


LOOKED_AT = own.Cards("ABCDE")


class Knowing(own.State):
    hands = own.Hand("hands", "The card of each player.", LOOKED_AT, most=1)
    deck = own.Deck("deck", "The cards that are left.", LOOKED_AT)
    looked = own.Choice("looked", "Whose card each player has looked at.", "123", each=True)

    def may_see(self, part: own.Part, seat: int, owner: int) -> bool:
        return super().may_see(part, seat, owner) or (part.name == "hands" and self.looked[seat] == owner)


class Looking(own.Game):
    """Looking

    - **LO-DEAL-1** Each player is dealt a card.
    - **LO-LOOK-1** In turn, each player looks at the card of one of the others. Then the highest card wins.
    """

    player_counts = (3,)
    state_kind = Knowing

    class Deal(own.Phase):
        random, secret, moves = True, True, "deck"

        def choices(self, state: Any) -> Any:
            return state.deck

        def play(self, state: Any, choice: Any) -> None:
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            state.go("deal" if state.turn < 2 else "look", (state.turn + 1) % 3)

    class Look(own.Phase):
        moves = (1, 2, 3)

        def choices(self, state: Any) -> Any:
            return [number for number in self.moves if number != state.turn + 1]

        def play(self, state: Any, choice: Any) -> None:
            state.looked[state.turn] = choice - 1
            if state.turn < 2:
                state.next_seat()
            else:
                state.win(state.hands.index(max(state.hands)))


def test_a_rule_may_show_somebody_a_hidden_card() -> None:
    match = wb.load(Looking).match(seed=4)
    match.play("look 3")
    hands = match.state.hands
    shown = [[held != [HIDDEN] for held in match.state.view(seat).state.hands] for seat in range(3)]
    assert shown == [[True, False, True], [False, True, False], [False, False, True]]
    for number in range(20):
        drawn = match.state.view(0).resample(Random(number)).hands
        assert (drawn[0], drawn[2]) == (hands[0], hands[2]) and drawn[1] not in (hands[0], hands[2])
    assert wb.check(Looking, games=20, suites=False).holds


def test_a_position_that_cannot_be_is_refused_with_every_reason() -> None:
    with pytest.raises(wb.PositionError) as fault:
        wb.load("kuhn").position({"hands": {"Player 1": ["queen"], "Player 2": ["queen"]}, "deck": [], "paid": {"Player 1": 7}})
    assert fault.value.reasons == (
        "'paid' of Player 1 should be a whole number from 0 to 2, not 7.",
        "The card 'jack' is missing from 'hands' and 'deck'.",
        "The card 'queen' appears 2 times in 'hands' and 'deck', but there is only 1.",
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


def test_without_a_clause_about_the_end_the_last_one_ends_the_game() -> None:
    class Open(Walk):
        """Open

        - **OP-SETUP-1** You begin in the middle.
        - **OP-STEP-1** Go left or right, until you are three steps away.
        """

    match = wb.load(Open).match(seed=1)
    match.play_out("random")
    assert match.log[-1].clause == "OP-STEP-1"


def test_games_are_counted_by_the_clause_that_ended_them() -> None:
    class Coin(own.Game):
        """Coin

        - **CO-TOSS-1** Toss a coin.
        - **CO-END-1** Heads win.
        - **CO-END-2** Tails lose.
        """

        class Toss(own.Phase):
            random, moves = True, ("heads", "tails")

            def play(self, state: Any, choice: Any) -> None:
                if choice == "heads":
                    state.win(0)  # by the first clause about the end
                else:
                    state.finish(0, clause="CO-END-2")

    runs = lab.simulate(Coin, "random", games=20, seed=1)
    summary = runs.summary().set_index(["measure", "of"])
    assert summary.loc[("ends by", "CO-END-1"), "value"] == runs.table["win_0"].mean()
    assert summary.loc[("ends by", "CO-END-2"), "value"] == 1 - runs.table["win_0"].mean()
    game = wb.load(Coin)
    over = game.start()
    over.win(0)
    assert over.copy().ended_by == "CO-END-1" and over.key() == game.position(over.to_dict()).key()


def test_scores_are_those_of_the_part_called_points() -> None:
    class Pointed(Good):
        table = (own.Counter("points", "The points of each player.", 9, each=True, start=(3, 5)), *Good.table)

    assert wb.load(Pointed).start().scores() == (3, 5)
    assert wb.load(Good).start().scores() == (0.0, 0.0)


def test_results_need_not_begin_at_nothing() -> None:
    class Paid(Good):
        lowest, highest, total = 1.0, 3.0, 4.0

    game = wb.load(Paid)
    state = game.start()
    assert game.position(state.to_dict()).key() == state.key(), "before the end nobody has won anything"
    state.draw()
    assert state.returns() == (2.0, 2.0) and game.worth(state) == (0.5, 0.5)
    assert game.position(state.to_dict()).returns() == (2.0, 2.0)
    with refused(wb.PositionError, "should be a list of 2 numbers from 1 to 3, not [4, 0]."):
        game.position({"results": [4, 0]})


def test_bounds_say_whether_chance_comes_in() -> None:
    assert wb.load("nim").bounds().chances == 0 and wb.load("pig").bounds().chances == 20_000


def test_what_is_hidden_is_shown_at_the_end_unless_the_game_says_otherwise() -> None:
    class Closed(Good):
        shown_at_the_end = False

    for kind, shown in ((Good, True), (Closed, False)):
        match = wb.load(kind).match(seed=1)
        match.play_out("random")
        hidden = match.state.view(0).state.hands[1] == [HIDDEN]
        assert hidden is not shown


def test_an_event_names_the_clause_of_its_move() -> None:
    match = wb.load("kuhn").match(seed=1)
    assert [event.clause for event in match.play("bet")] == ["KU-BET-1"]
    assert [event.clause for event in match.play("pass")] == ["KU-BET-2", "KU-END-2"]
    assert match.log[0].seat == -1 and match.log[-2].seat == 1


def test_whose_turn_it_is_follows_from_who_is_to_move() -> None:
    state = wb.load("nim").position({"to_move": 1})
    assert state.turn == 1
    with refused(wb.PositionError, "'turn' should be a whole number from 0 to 1, not 2."):
        wb.load("nim").position({"turn": 2})


def test_the_table_in_words() -> None:
    hexes, pig = wb.load("hexes", size=3), wb.load("pig")
    assert hexes.text(hexes.position({"board": {"b1": "1", "a3": "2"}}), 0).splitlines() == [
        "Hex. Place, Player 1.",
        "Board:",
        "  1 . 1 .",
        "   2 . . .",
        "    3 2 . .",
    ]
    assert pig.text(pig.start(), 0).splitlines() == ["Pig. Decide, Player 1.", "Points: Player 1 0, Player 2 0", "Pot: 0"]
    over = wb.load("nim").start()
    over.win(1)
    assert wb.load("nim").text(over, 0).splitlines()[0] == "Nim. The game is over: Player 1 0, Player 2 1."

    class Hunt(Walk):
        table = (own.Grid("place", "What stands on each square.", 2, 3, marks=("wolf", "ox")),)
        points = ""

    hunt = wb.load(Hunt).start()
    hunt.place[0], hunt.place[4] = 0, 1
    assert hunt.game.text(hunt, 0).splitlines()[1:] == ["Place:", "  1 wolf .    .", "  2 .    ox   ."], "in columns"

    class Rolled(Walk):
        table = (own.Die("place", "What was rolled last."), own.Choice("said", "What was said.", "ab"))

    rolled = wb.load(Rolled)
    assert rolled.text(rolled.start(), 0).splitlines()[1:] == ["Place: -", "Said: -"]


def test_the_digest_sees_what_the_rules_call_and_where_a_fault_stands_is_told() -> None:
    def digest(helper: str) -> str:
        space: dict[str, Any] = {"own": own, "Walk": Walk, "__name__": "cells"}
        exec(f"def far(state):\n    return {helper}\n", space)
        exec(
            "class Cell(Walk):\n    class Step(Walk.Step):\n        def play(self, state, choice):\n"
            "            state.win(0) if far(state) else state.next_seat()\n",
            space,
        )
        return wb.load(space["Cell"]).source()

    assert digest("1") == digest("1") != digest("2")
    code = compile("def rule():\n    pass\n", "/tmp/ipykernel_7/123.py", "exec")
    space: dict[str, Any] = {}
    exec(code, space)
    assert line_of(space["rule"]) == "line 1 of its cell"


# -- what is forgotten -------------------------------------------------------------------------------------------------------


def test_a_part_that_is_declared_wrongly_is_told_how() -> None:
    with refused(wb.WorkbenchError, "The part 'bids' has no owner. Write each=True to give one to each seat."):
        own.Choice("bids", "What was bid.", (1, 2), seen="its owner")
    with refused(wb.WorkbenchError, "`seen` must be one of 'everybody', 'its owner', 'the others', 'nobody', not 'all'"):
        own.Pile("pile", "What lies there.", "AB", seen="all")

    class Twice(Walk):
        table = (own.Counter("place", "Where you are.", 2), own.Counter("place", "Where you are.", 2))

    with refused(wb.WorkbenchError, "Two parts of the table of Twice share the name 'place'."):
        wb.load(Twice)


def test_a_rule_that_ends_the_program_changes_nothing() -> None:
    match = wb.load(Leaves).match(seed=1)
    before = match.state.key()
    with refused(wb.WorkbenchError, "calls `exit`, which would end the whole program. To end the game, call"):
        match.play("take 2")
    assert match.state.key() == before and match.step == 0
    with refused(wb.WorkbenchError, "calls `exit`"):
        wb.load(LeavesEarly).match(seed=1).moves()
    with refused(wb.WorkbenchError, "phase 'deal' (Deal): `choices` must return at least one outcome."):
        wb.load(NoOutcome).match(seed=1)


def test_a_thread_that_is_stopped_stops_within_a_rule() -> None:
    class Halts(Leaves):
        class Take(Leaves.Take):
            def play(self, state: Any, choice: Any) -> None:
                raise Stopped

    with pytest.raises(Stopped):
        wb.load(Halts).match(seed=1).play("take 2")


@pytest.mark.parametrize("moves", [("left", "right", "left"), ("left", "Left")])
def test_moves_that_nobody_can_tell_apart_are_told(moves: tuple[str, ...]) -> None:
    class Twice(Walk):
        class Step(Walk.Step):
            pass

    Twice.Step.moves = moves
    with refused(wb.WorkbenchError, f"Two moves of Twice share the name 'step:{moves[-1]}': list each move once in `moves`."):
        wb.load(Twice)


def test_a_class_that_is_no_game_is_told_what_one_is() -> None:
    class Plain:
        pass

    with refused(wb.UnknownNameError, "Make a class of your own from `own.Game`: `from workbench import own`."):
        wb.load(Plain)  # type: ignore[arg-type]


def test_wrong_player_counts_are_told() -> None:
    class Nobody(Walk):
        player_counts = 2  # type: ignore[assignment]

    with refused(wb.WorkbenchError, "`player_counts` of Nobody must be a tuple of numbers, such as (2,) or (2, 3, 4), not 2."):
        wb.load(Nobody)


def test_no_button_is_drawn_for_a_card_that_is_not_there() -> None:
    cards = own.Cards("ABC")

    class Playing(own.Game):
        """Playing

        - **PL-PLAY-1** Play a card.
        - **PL-END-1** Until there is none.
        """

        player_counts = (2,)
        table = (own.Hand("hands", "The cards of each player.", cards), own.Pile("pile", "What was played.", cards))

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
    assert game.phases["play"].reasons(state, game.action("play:C"))[0].text == "You may not choose that now."
    assert wb.check(Playing, games=20, suites=False).holds


class TwoChoices(own.Game):
    """Two choices

    - **TC-SUIT-1** You name a suit.
    - **TC-CARD-1** Then you name a card.
    - **TC-END-1** Then the game is over.
    """

    class Suit(own.Phase):
        moves = ("hearts", "spades")

        def play(self, state: Any, choice: Any) -> None:
            state.go("card")

    class Card(own.Phase):
        moves = ("ace", "king")

        def play(self, state: Any, choice: Any) -> None:
            state.win(0)


def test_a_move_of_another_decision_is_refused_under_the_clause_named_after_that_phase() -> None:
    match = wb.load(TwoChoices).match(seed=1)
    assert str(match.why_not("ace")).endswith("it belongs to “Card”. What do you choose? (TC-CARD-1)")
    assert wb.check(TwoChoices, games=5, suites=False).holds
