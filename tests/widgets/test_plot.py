"""A live plotly figure: what a page is sent, what it may send, and that plotly itself goes to it once."""

from __future__ import annotations

import gzip
import json

import pytest

from widgets import plot
from widgets.plot import Plot


def test_what_is_shown_is_one_text_that_any_page_can_ask_for():
    shown = Plot([{"type": "bar", "y": (1, 2)}], {"height": 90}, {"staticPlot": True})
    shown.show([{"type": "bar", "y": (3,)}], {"height": 80})
    drawn = json.loads(shown.get_state()["drawn"])
    assert drawn == {"data": [{"type": "bar", "y": [3]}], "layout": {"height": 80}, "config": {"staticPlot": True}}
    assert shown.figure.data[0].y == (3,) and shown.figure.layout.height == 80


def test_plotly_is_sent_once_whatever_the_number_of_figures():
    first, second = Plot(), Plot()
    assert first.library == second.library == plot.library().model_id
    assert gzip.decompress(plot.library().packed).startswith(b"/**\n* plotly.js")
    state = first.get_state()
    assert sum(len(text) for text in state.values() if isinstance(text, str)) < 9_000, "its own script is small"


def test_clicks_on_points_there_are_are_heard_and_nothing_else_is():
    shown, heard = Plot([{"type": "scatter", "x": [1, 2], "y": [1, 2]}]), []
    click = {"do": "click", "points": [{"trace": 0, "point": 1}]}
    shown._heard(shown, click, None)
    shown.on_click(lambda trace, point: heard.append((trace, point)))
    shown._heard(shown, click, None)
    wrong = [{"trace": 0, "point": 2}, {"trace": 1, "point": 0}, {"trace": -1, "point": 0}, {"trace": True}, "one", None]
    for points in ([one] for one in wrong):
        shown._heard(shown, {"do": "click", "points": points}, None)
    for message in ("click", {"do": "click"}, {"do": "click", "points": 3}, {"points": [{"trace": 0, "point": 1}]}):
        shown._heard(shown, message, None)
    assert heard == [(0, 1)]


def test_without_plotly_a_sentence_says_so(monkeypatch):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    plot.packed_plotly.cache_clear()
    with pytest.raises(ModuleNotFoundError, match="pip install plotly"):
        plot.packed_plotly()
