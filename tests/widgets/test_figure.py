"""The live figure shows its panels, in place, and what a reloaded page would get is what is shown."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

import workbench as wb
from widgets.figure import BETWEEN, SMALL_LETTER, TITLE_LETTER, USUAL, LiveFigure
from widgets.live import odds_panel
from widgets.palette import contrast
from workbench.core.random import Random
from workbench.core.scene import Layer, Panel, stacked
from workbench.core.state import CHANCE, OVER

DECK = Panel("Deck", "bar", ("C", "F"), (3.0, 4.0), top=8, colours=("#000000", "#E69F00"))


def score(points, target=5):
    return Panel("Score", "bar", ("score",), (float(points),), target=target, top=8)


def reloaded(figure):
    """What a page asks for when it is loaded."""
    drawn = json.loads(figure.widget.get_state()["drawn"])
    return drawn["data"], drawn["layout"]


def test_panels_become_bars_with_their_target():
    figure = LiveFigure((score(2), DECK))
    bars = figure.widget.figure.data
    assert [bar.uid for bar in bars] == ["panel-0", "panel-1"]
    assert bars[0].y == (2.0,)
    assert bars[1].x == ("C", "F")
    assert bars[1].marker.color == ("#000000", "#E69F00")
    assert len(set(bars[1].marker.pattern.shape)) == 2, "coloured bars differ in hatching too"
    layout = figure.widget.figure.layout
    assert [shape.y0 for shape in layout.shapes] == [5]
    assert [note.text for note in layout.annotations] == ["<b>Score</b>", "target 5", "<b>Deck</b>"]
    assert layout.xaxis2.domain[0] > layout.xaxis.domain[1]


def test_bars_below_zero_hang_from_a_line_of_their_own_with_room_for_their_numbers():
    layout = LiveFigure((Panel("Points", "bar", ("Ann", "Ben"), (6.0, -4.0)), DECK)).widget.figure.layout
    assert layout.yaxis.range == (-5.8, 7.8) and layout.yaxis2.range[0] == 0
    assert [(line.y0, line.y1, line.yref) for line in layout.shapes] == [(0, 0, "y")]
    assert (layout.xaxis.showline, layout.xaxis2.showline) == (False, True)


def test_a_chart_that_is_not_shown_says_why_in_its_place():
    points = Panel.withheld("Points", "It rests on the phase 'score', which has changed.")
    layout = LiveFigure((points, DECK)).widget.figure.layout
    title, why, other = [note.text.replace("<br>", " ") for note in layout.annotations]
    assert (title, why, other) == ("<b>Points</b>", "It rests on the phase 'score', which has changed.", "<b>Deck</b>")
    assert (layout.xaxis.showline, layout.xaxis2.showline) == (False, True)


def test_a_change_stays_in_the_same_widget_and_survives_a_reload():
    figure = LiveFigure((score(2), DECK))
    widget = figure.widget
    figure.show((score(3, 6), DECK))
    assert figure.widget is widget
    data, layout = reloaded(figure)
    assert data[0]["y"] == [3.0]
    assert layout["shapes"][0]["y0"] == 6
    assert layout["annotations"][1]["text"] == "target 6"


def test_only_what_differs_is_sent():
    figure = LiveFigure((score(2), DECK))
    sent = []
    figure.widget.comm.send = lambda *args, **keywords: sent.append(str(args) + str(keywords))
    figure.show((score(2), DECK))
    assert sent == []
    figure.show((score(3), DECK))
    assert len(sent) == 1 and len(sent[0]) < 3000


def test_targets_come_and_go():
    figure = LiveFigure((score(2, None),))
    assert len(figure.widget.figure.layout.shapes) == 0
    figure.show((score(2, 5),))
    assert len(reloaded(figure)[1]["shapes"]) == 1
    figure.show((score(2, None),))
    assert len(reloaded(figure)[1]["shapes"]) == 0


def test_other_panels_and_other_numbers_of_bars_fit_too():
    figure = LiveFigure((score(2),))
    figure.show((score(2), DECK, Panel("Odds", "bar", (), ())))
    assert len(reloaded(figure)[0]) == 3
    wide = figure.widget.figure.layout.xaxis3.domain
    figure.show((score(2), DECK, Panel("Odds", "bar", ("a", "b"), (1.0, 2.0))))
    assert reloaded(figure)[0][2]["x"] == ["a", "b"]
    assert figure.widget.figure.layout.xaxis3.domain == wide, "the other charts stay where they are"
    figure.show((score(1),))
    assert len(reloaded(figure)[0]) == 1


def test_words_of_neighbours_have_room_beside_each_other():
    long = Panel("Supply", "bar", ("plots", "manpower", "materials"), (5.0, 10.0, 11.0))
    short = Panel("Supply", "bar", ("p", "m", "n"), (5.0, 10.0, 11.0))
    told = Panel("Supply", "bar", ("p", "m", "n"), (5.0, 10.0, 11.0), texts=("25 (+13)", "10 (+12)", "11 (+10)"))
    alone = Panel("One", "bar", ("unmistakeable",), (5.0,))

    def width(panel):
        begin, end = LiveFigure((panel, DECK)).widget.figure.layout.xaxis.domain
        return end - begin

    assert width(long) > width(short)
    assert width(told) > width(short)
    assert width(alone) < width(long), "a single word may stand out on both sides"
    assert width(Panel("What your traps bring in a round", "bar", ("p", "m", "n"), (5.0, 10.0, 11.0))) > width(short)


def test_a_bar_longer_than_its_scale_is_still_seen():
    figure = LiveFigure((score(12),))
    assert figure.widget.figure.layout.yaxis.range[1] > 12


def test_titles_are_not_markup():
    figure = LiveFigure((Panel("<b>&</b>", "bar", ("x",), (1.0,)),))
    assert figure.widget.figure.layout.annotations[0].text == "<b>&lt;b&gt;&amp;&lt;/b&gt;</b>"


@pytest.mark.parametrize("panels", [(), (Panel("Empty", "bar", (), ()),)])
def test_there_may_be_nothing_to_show(panels):
    assert len(LiveFigure(panels).widget.data) == len(panels)


def shares(*values, names=("sets", "left")):
    layers = tuple(Layer(name, tuple(float(one) for one in row)) for name, row in zip(names, values, strict=True))
    return stacked("Points", tuple("ABC"[: len(values[0])]), layers)


def test_stacked_bars_are_a_trace_for_each_layer_with_its_name_and_the_sum_on_top():
    figure = LiveFigure((score(2), shares((20, 0), (1, 5)), DECK))
    data, layout = figure.widget.figure.data, figure.widget.figure.layout
    assert [bars.uid for bars in data] == ["panel-0", "panel-1-0", "panel-1-1", "panel-2"]
    assert layout.barmode == "stack"
    assert [(bars.xaxis, bars.y) for bars in data[1:3]] == [("x2", (20.0, 0.0)), ("x2", (1.0, 5.0))]
    assert [bars.text for bars in data[1:3]] == [("20", ""), ("", "5")], "a thin layer has no room for its number"
    assert all(contrast(bars.marker.color, bars.insidetextfont.color) >= 4.5 for bars in data[1:3])
    assert data[3].xaxis == "x3"
    notes = [(note.text, note.xref, note.x, note.y) for note in layout.annotations]
    assert ("<b>21</b>", "x2", 0, 21) in notes
    assert ("<b>5</b>", "x2", 1, 5) in notes
    named = next(text for text, *_ in notes if text.startswith("↑"))
    assert re.findall(r'color:(#\w+)">■</span> (\w+)', named) == [
        (bars.marker.color, name) for bars, name in zip(data[1:3], ("sets", "left"), strict=True)
    ], "their names stand in the order of the layers, which colours only repeat"


def test_a_stack_has_room_for_the_names_of_its_layers():
    long = LiveFigure((score(2), shares((1,), (1,), names=("a name of some length", "and one more like it")), score(2)))
    layout = long.widget.figure.layout
    room = [axis.domain[1] - axis.domain[0] for axis in (layout.xaxis, layout.xaxis2)]
    assert room[1] > 2.5 * room[0]


def test_stacks_change_in_place_and_may_get_or_lose_a_layer():
    figure = LiveFigure((score(2), shares((20, 0), (1, 5))))
    widget = figure.widget
    figure.show((score(2), shares((20, 10), (2, 5))))
    assert figure.widget is widget
    assert [bars["y"] for bars in reloaded(figure)[0]] == [[2.0], [20.0, 10.0], [2.0, 5.0]]
    assert "<b>22</b>" in [note["text"] for note in reloaded(figure)[1]["annotations"]]
    figure.show((score(2), shares((20,), (2,), (1,), names=("sets", "left", "own"))))
    assert [bars["uid"] for bars in reloaded(figure)[0]] == ["panel-0", "panel-1-0", "panel-1-1", "panel-1-2"]
    figure.show((score(2), DECK))
    assert [bars["uid"] for bars in reloaded(figure)[0]] == ["panel-0", "panel-1"]


def words_above(figure):
    """The rows above the charts: how high they are, and where they begin and end on a small screen, in pixels."""
    for note in figure.widget.figure.layout.annotations:
        if note.xref == "paper" and note.yshift:  # reasons why nothing is shown stand below, and are wrapped
            rows = re.sub("</?span[^>]*>|</?b>", "", note.text).split("<br>")
            letter = TITLE_LETTER if note.text.startswith("<b>") else SMALL_LETTER
            yield note.yshift, note.x * USUAL, note.x * USUAL + letter * max(map(len, rows))


@pytest.mark.parametrize("name", wb.game_names())
def test_words_above_neighbouring_charts_do_not_meet(name):
    game = wb.load(name, players=wb.load(name).player_counts[-1])
    state, rng, figure = game.match(seed=3).state, Random(5), LiveFigure()
    for number in range(400):
        if state.to_move == OVER:
            break
        if number % 50 == 0:
            odds = game.odds(state.view(0).state, 0) if number % 200 == 0 else ()
            figure.show((*game.panels(state.view(0).state, 0), odds_panel(odds)))
            for (row, _, end), (next_row, begin, _) in pairwise(sorted(words_above(figure))):
                assert row != next_row or end < begin - BETWEEN
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
