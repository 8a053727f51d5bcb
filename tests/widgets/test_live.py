"""The figures and odds below a board: made when asked for, or beside the loop; never of a position that is not on the table."""

from __future__ import annotations

import threading

import workbench as wb
from tests.waiting import PATIENCE, in_a_loop, until_in_loop
from widgets import Table
from widgets.live import MOST_ODDS, NO_ODDS, odds_panel
from workbench.core.figures import Odds


def test_odds_and_figure_are_made_when_asked_for_where_nothing_runs_by_itself():
    table = Table("northwood", seed=7)
    assert table.board.odds == []
    assert len(table.odds) == 8
    figure = table.figure
    assert table.figure is figure
    assert figure.figure.data[-1].x == tuple("01234567")
    table.play("visit fief 3")
    assert table.figure is figure
    assert figure.figure.layout.annotations[1].text == "target 3"
    assert len(figure.figure.data[-1].x) == 1
    assert Table("northwood", figure=False).figure is None


def test_where_a_loop_runs_the_board_comes_first_and_the_figure_and_odds_follow():
    async def play():
        table = Table("northwood", seed=7)
        assert table.figures.charts_place.children == ()
        await until_in_loop(lambda: table.figures.charts_place.children and table.board.odds)
        expected = table.match.game.odds(table.match.state, 0)
        assert [chance["label"] for chance in table.board.odds] == [odds.label for odds in expected]
        figure = table.figures.charts_place.children[0]
        assert len(figure.figure.data[-1].x) == 8
        table.play("visit fief 3")
        assert table.board.odds == [], "odds of another position are never shown"
        assert table.board.figures == [], "nor other figures"
        await until_in_loop(lambda: table.board.figures)
        shown = table.match.game.panels(table.match.state, 0)
        assert table.board.figures == [panel.readable() for panel in shown]
        await until_in_loop(lambda: table.board.odds)
        assert len(figure.figure.data[-1].x) == 1
        table.undo()
        assert len(table.board.odds) == 8, "and those of a known one at once"

    in_a_loop(play)


def test_slow_odds_do_not_hold_up_a_move():
    allowed, asked = threading.Event(), threading.Event()

    def slowly(state, seat):
        asked.set()
        assert allowed.wait(PATIENCE)
        return (Odds("slow", 0.5),)

    async def play():
        table = Table("northwood", seed=7, figure=False)
        table.match.game.odds = slowly
        await until_in_loop(asked.is_set)
        table.play("visit fief 3")  # the odds of the position before are still being worked out
        assert not allowed.is_set() and table.board.step == 1 and table.board.odds == []
        allowed.set()
        await until_in_loop(lambda: table.board.odds)
        assert table.board.odds == [{"label": "slow", "text": "50.0%", "note": ""}]

    in_a_loop(play)


def test_odds_in_the_figure_share_their_words_and_are_not_too_many():
    many = tuple(Odds(f"card {n}", n / 20) for n in range(20))
    panel = odds_panel(many)
    assert panel.title == "Odds in %: card …"
    assert len(panel.labels) == MOST_ODDS
    assert panel.labels[:2] == ("0", "1")
    assert odds_panel((Odds("success", 0.5),)).labels == ("success",)
    assert (odds_panel(None).labels, odds_panel(None).note) == ((), "")
    assert odds_panel(()).readable() == f"Odds in %: {NO_ODDS}"
    same = odds_panel((Odds("success", 0.5), Odds("success", 0.25)))
    assert len(same.labels) == 2


def test_a_game_of_ways_through_a_graph_gets_a_figure_to_walk_them_on():
    """As soon as a trap lies there the ways change; the traveller that was chosen stays chosen."""
    game = wb.load("merry_way", players=2)
    line_up = "F01 F02 F03 F04 F05 F06"
    here = {"phase": "build", "hands": {"A": "GR2a"}, "resources": {"A": "3/3/3"}, "line_up": line_up}
    table = Table(game.match(position=here), screens=False)
    figure = table.walk_figure
    assert table.figures.walks_place.children == (figure,) and table.figures.walks_place.layout.display is None
    assert [walk.name for walk in figure.walks] == ["Red", "Yellow", "Green", "Blue", "Purple"]
    assert "would go now" in figure.walk.title and figure.step == 4
    figure.choose("Purple")
    figure.go(1)
    table.play("play:GR2a")
    table.play("place:N:L1.4")
    assert table.walk_figure is figure and figure.walk.name == "Purple" and figure.step == 4
    assert all("N:L1.4" in walk.graph for walk in figure.walks if "Nottingham" in walk.title)
    assert "N:L1.4" in figure.walks[0].places or "N:L1.4" in figure.walks[2].places


def test_a_game_without_walks_or_a_table_without_figures_has_no_such_figure():
    assert Table("merry_way", figure=False).walk_figure is None
    assert Table("northwood", seed=7).walk_figure is None


def test_a_covered_board_shows_no_walks():
    table = Table("merry_way", seed=5, players=2)
    if table.seating.covered:
        table.arrive()
    table.odds, table.figure, table.walk_figure  # noqa: B018
    assert table.walk_figure.walks
    while not table.seating.covered:
        table.play(table.seating.moves()[0].action)
    assert table.walk_figure.walks == () and table.figures.walks_place.layout.display == "none"
    table.arrive()
    assert table.walk_figure.walks and table.figures.walks_place.layout.display is None


def test_odds_that_are_withheld_leave_a_sentence_in_the_figure() -> None:
    panel = odds_panel((Odds.withheld("Success", "Success is not shown."),))
    assert panel.labels == () and panel.readable() == "Odds in %: Success is not shown."
