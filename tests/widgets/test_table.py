"""The table without a browser: what it sends, what it answers, what it keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.toy_game.game import SealedLots
from tests.widgets.tables import click
from widgets import Table
from widgets.sent import LATEST
from workbench.core.random import Random
from workbench.games.northwood.choosing import ChooseFief


def test_the_board_shows_the_match(table):
    match, board = table.match, table.board
    assert json.loads(board.scene) == match.game.scene(match.state, 0).to_json()
    assert board.heading == "Choosing a fief"
    assert board.question == match.state.phase.question(match.state)
    assert [move["action"] for move in board.moves] == list(match.state.legal())
    assert board.moves[3]["text"] == "visit fief 3"
    assert board.clauses[0]["id"] == "NW-VISIT-1"
    assert board.clauses[0]["text"] == match.game.rulebook["NW-VISIT-1"].text
    assert [event["clause"] for event in board.log] == [event.clause for event in match.log]
    assert board.figures[0].startswith("Score: ")
    assert (board.step, board.steps) == (0, 0)


def test_a_click_is_one_message_out(table):
    sent = []
    table.board.comm.send = lambda *args, **keywords: sent.append(args or keywords)
    click(table, do="play", action=35)
    assert table.match.state.fief == 3
    assert len(sent) == 1
    assert table.board.happened[:2] == ["You visit fief 3.", "Target: exactly 3 cards in the score pile."]


def test_an_illegal_click_shows_the_reason_with_its_clause(responding):
    table = responding
    scene = table.board.scene
    click(table, do="play", action=9)
    assert table.match.step == 0
    assert table.refusal.clause == "NW-TRICK-1"
    assert {key: value for key, value in table.board.refusal.items() if key != "number"} == {
        "move": "respond with F2",
        "reasons": [
            {
                "clause": "NW-TRICK-1",
                "text": table.refusal.text,
                "rule": table.match.game.rulebook["NW-TRICK-1"].text,
                "replaced": False,
            }
        ],
    }
    assert table.board.scene == scene
    assert "Not now: respond with F2" in repr(table)
    click(table, do="play", action=4)
    assert table.board.refusal == {}
    assert table.refusal is None
    assert table.match.step == 1


def test_choose_says_whether_it_was_done_and_play_raises(responding):
    assert responding.choose("E8") is False
    with pytest.raises(wb.IllegalMove):
        responding.play("E8")
    with pytest.raises(wb.UnknownMoveError):
        responding.play("X9")
    assert responding.choose("C5") is True


def test_undo_redo_and_jump(table):
    table.play("visit fief 3")
    table.play("pass")
    after = table.board.scene
    click(table, do="undo")
    assert (table.board.step, table.board.steps) == (1, 2)
    assert table.board.heading == "Activating an ally"
    click(table, do="redo")
    assert table.board.scene == after
    click(table, do="goto", step=0)
    assert (table.board.step, table.board.steps) == (0, 2)
    assert table.board.happened == []
    table.goto(2)
    assert table.board.scene == after
    table.undo()
    table.redo()
    assert table.match.step == 2
    with pytest.raises(wb.WorkbenchError, match="step 3"):
        table.goto(3)


def test_the_log_is_cut_until_somebody_asks_for_all(table):
    table.match.play_out("random")
    table.redraw()
    assert len(table.board.log) == LATEST
    assert table.board.log_total == len(table.match.log)
    assert table.board.log[-1]["text"] == table.match.log[-1].text
    click(table, do="whole_log")
    assert len(table.board.log) == table.board.log_total


def test_a_table_can_be_laid_for_a_game_a_match_and_changed_phases(tmp_path):
    game = wb.load("northwood", threshold=18)
    assert Table(game, seed=3, figure=False).match.game is game
    match = game.match(seed=3)
    assert Table(match, figure=False).match is match
    with pytest.raises(wb.UnknownNameError, match="chess"):
        Table("chess", figure=False)
    phase = type(game.phases["choose_fief"])

    class OnlyFief3(phase):
        def legal(self, state):
            return (35,)

    table = Table("northwood", phases={"choose_fief": OnlyFief3}, figure=False)
    assert [move["text"] for move in table.board.moves] == ["visit fief 3"]
    table.new_game(seed=5)
    assert len(table.board.moves) == 1, "a new game keeps the changed rule"
    other = Table(table.match.game, figure=False)
    other.controls.start.click()
    assert len(other.board.moves) == 1, "also when the table was laid with a game"
    table.save(tmp_path / "changed.json")
    other.load(tmp_path / "changed.json")
    assert (other.match.seed, len(other.board.moves)) == (5, 1)


def test_what_is_given_beside_a_game_changes_it():
    game = wb.load("keydom", hands="open")
    changed = Table(game, players=3, start_counters=4, figure=False).match.game
    assert (changed.players, changed.open_hands, changed.start_counters) == (3, True, 4)
    with refused(wb.WorkbenchError, "hans"):
        Table(game, hans="open", figure=False)


@pytest.mark.parametrize("pace", ["fast", -1, float("nan"), float("inf")])
def test_a_pace_is_a_number_of_seconds(pace):
    table = Table("nim", figure=False)
    with refused(wb.WorkbenchError, f"or None to wait for a click, not {pace!r}."):
        table.pace = pace
    with refused(wb.WorkbenchError, "`pace` is"):
        Table("nim", pace=pace, figure=False)
    table.pace = 2
    assert table.pace == 2.0


def test_a_name_alone_is_no_seating():
    with refused(wb.WorkbenchError, "`seats` must be a dict from seats, such as {1: 'random'}, or a list, not 'farmer'."):
        Table("keydom", seats="farmer", figure=False)


def test_nothing_is_ignored_silently():
    match = wb.load("goods_and_honor").match(seed=3)
    told = "A match brings its game and its seed with it: leave out `seed`, `players` and `elder_pawns`."
    with refused(wb.WorkbenchError, told):
        Table(match, 3, players=3, elder_pawns="on", figure=False)
    with refused(wb.WorkbenchError, "`players` says how many play, not ['hoarder', 'closer']: say who sits where with `seats`"):
        Table(match.game, players=["hoarder", "closer"], figure=False)


def test_a_game_of_several_seats_is_played_at_the_same_table():
    game = SealedLots({})
    table = Table(game, seed=4, figure=False, screens=False)
    assert table.board.heading.startswith("Player 1: ")
    seats = []
    while not table.match.over:
        seats.append(table.board.heading.partition(":")[0])
        click(table, do="play", action=table.board.moves[-1]["action"])
    assert sorted(set(seats)) == [f"Player {seat + 1}" for seat in range(game.players)]
    assert len(seats) <= table.board.step == table.board.steps, "what nobody had a choice about was done at once"
    assert table.board.ending["rows"] and table.board.ending["title"]
    click(table, do="goto", step=0)
    assert table.board.heading.startswith("Player 1: ")


def test_the_end_shows_where_the_points_come_from_and_what_breaks_ties():
    match = wb.load("resource_hog").match(seed=7)
    match.play_out()
    ending = Table(match, figure=False, screens=False).board.ending
    assert ending["columns"][:5] == ["", "score", "stone heads", "tie-break: castles", "then mottes"]
    assert all(row[1] == row[2] and len(row) == len(ending["columns"]) for row in ending["rows"])


def test_what_a_notebook_stores_is_the_same_every_time():
    bundles = []
    for _ in range(2):
        table = Table("northwood", seed=7, figure=False)
        table.play("visit fief 3")
        bundles.append(table._repr_mimebundle_())
    for kind in ("text/plain", "image/svg+xml"):
        assert bundles[0][kind] == bundles[1][kind]
    assert bundles[0]["image/svg+xml"] == table.match.game.scene(table.match.state, 0).svg()
    assert "application/vnd.jupyter.widget-view+json" in bundles[0]
    assert bundles[0]["text/plain"] == repr(table) == str(table)
    assert "> fief 3" in repr(table)
    assert "  pass" in repr(table)
    assert repr(table.board) == f"<Board: {table.board.question}>"


def test_the_end_of_a_game_is_shown(table):
    table.match.play_out("random")
    table.redraw()
    assert table.board.moves == []
    assert table.board.heading == "The end of the game"
    click(table, do="hint")
    assert "no move to suggest" in table.board.notice


def test_the_steps_of_a_bid_are_chosen_on_the_board_in_any_order() -> None:
    table = Table("goods_and_honor", seed=7, screens=False, figure=False)
    rng = Random(3)
    while not (table.match.state.phase.name == "bid" and table.seating.earlier_moves()):
        legal = table.match.state.legal()
        table.play(legal[rng.below(len(legal))])
    action = next(iter(table.seating.earlier_moves()))
    spots = [spot for spot in json.loads(table.board.scene)["spots"] if action in [one["action"] for one in spot["choices"]]]
    assert spots and all("You may still add" in spot["may"] and "not be chosen" not in spot["may"] for spot in spots)
    assert all(choice["legal"] for spot in spots for choice in spot["choices"] if choice["action"] == action)
    assert table.why_not(action) is None and table.board.refusal == {}
    step = table.match.step
    click(table, do="play", action=action)
    assert table.match.step == step + 1 and table.refusal is None


def test_what_the_last_move_has_changed_stays_marked(table: Table) -> None:
    assert table.board.changed == []
    table.play("visit fief 3")
    table.play("pass")
    before, after = (table.match.game.scene(table.match.at(step), 0) for step in (1, 2))
    old = {spot.name: spot.label for spot in before.spots}
    wanted = [spot.name for spot in after.spots if old.get(spot.name) != spot.label]
    assert "statement" in wanted and "fief-3" not in wanted and table.board.changed == wanted
    table.undo()
    table.redraw()
    assert "fief-3" in table.board.changed
    table.goto(2)
    assert table.board.changed == wanted
    table.goto(0)
    assert table.board.changed == []


def test_things_move_at_the_pace_of_the_players_and_never_from_one_seat_to_another() -> None:
    table = Table("keydom", seed=1, figure=False, screens=False, pace=0.4)
    moved = set()
    for _ in range(12):
        viewer = table.seating.viewer
        table.play(table.match.state.legal()[0])
        assert table.board.motion == (200 if table.seating.viewer == viewer else 0)
        moved.add(table.board.motion)
    assert moved == {0, 200}
    table.pace = 0
    table.redraw()
    assert table.board.motion == 0


def test_replaced_clauses_are_marked_at_the_table() -> None:
    class Choosing(ChooseFief):
        replaces = ("NW-VISIT-1",)

        def legal(self, state: Any) -> tuple[int, ...]:
            return super().legal(state)[:3]

    table = Table("northwood", seed=7, figure=False, phases={"choose_fief": Choosing})
    origins = {one["id"]: one["origin"] for one in table.board.clauses}
    assert origins["NW-VISIT-1"].endswith("replaced here by a changed phase 'choose_fief'")
    assert sum("replaced" in origin for origin in origins.values()) == 1
    table.play("visit fief 1")
    assert [one["clause"] for one in table.board.log if one["replaced"]] == ["NW-VISIT-1"]
    table.undo()
    click(table, do="clause", id="NW-VISIT-1")
    assert "replaced here" in table.board.asked["origin"]


def test_a_move_without_an_alternative_passes_by_itself_and_undo_goes_back_to_a_choice() -> None:
    """Where no ally may be used any more, nobody is asked whether one is to be activated."""
    position = {"hand": "C5 C2 F3", "deck": "C3 C7 L4 L5", "fief": 2, "ruler": "LQ", "statement": "C4"}
    table = Table(wb.load("northwood", usable_allies="CB").match(seed=1, position=position), figure=False)
    click(table, do="play", action=table.match.game.action("card:C5"))
    assert table.match.step > 1 and (table.match.over or len(table.match.state.legal()) > 1)
    assert table.board.happened[0].startswith("You respond"), "the news begin with what was chosen"
    click(table, do="undo")
    assert table.match.step == 0 and table.match.state.phase.name == "respond"


def test_an_offer_of_three_things_takes_four_clicks():
    """A click on a thing makes the moves that lead to it, if there is only one way."""
    position = {"phase": "offer", "round": 2, "resources": {"A": "3/2/2", "B": "1/2/2"}, "profit": {"A": 2, "B": 1}}
    table = Table(wb.load("merry_way", players=2).match(position=position), screens=False, figure=False)

    def choose(thing):
        spots = {spot.name: spot for spot in table.still().spots}
        if spots[thing].legal:
            click(table, do="play", action=spots[thing].legal[0])
        else:
            click(table, do="thing", thing=thing)
            [way] = table.board.offered["ways"]
            click(table, do="ways", actions=way["actions"])

    for thing in ("stock-A-plots", "stock-A-manpower", "profit-B"):
        choose(thing)
    click(table, do="play", action=table.match.find("make the offer"))
    assert table.match.state.phase.name == "reply"
    assert "1 plot and 1 manpower" in table.match.log[-1].text and "1 profit" in table.match.log[-1].text
