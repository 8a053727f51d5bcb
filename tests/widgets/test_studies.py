"""The charts of studies show what the lab found, n and intervals included, and can be read without their colours."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.lab.players import low
from tests.lab.tiny import Naming, Tiny, TinyState
from widgets.palette import DARK, INK, PAPER, contrast
from widgets.studies import LESS, MORE, effects, sweep_line, sweep_map, tornado, variants
from workbench import lab


class Double(Naming):
    """Heads gives two more instead of one."""

    def apply(self, state: TinyState, action: int) -> None:
        Naming.apply(self, state, action)
        if action == 4:
            state.named = (*state.named[:-1], state.named[-1] + 1)


@pytest.fixture(scope="module")
def compared() -> lab.Comparison:
    return lab.compare(Tiny({}), {"text": {}, "<double>": Double, "same": Naming}, "score_1", low, games=80, seed=1)


def test_variants_and_effects_carry_n_and_intervals(compared: lab.Comparison) -> None:
    chart = variants(compared)
    (points,) = chart.figure.data
    for place, name in enumerate(compared.runs):
        one = compared.estimate(name)
        assert points.x[place] == pytest.approx(one.value, abs=1e-4)
        assert points.x[place] + points.error_x.array[place] == pytest.approx(one.high, abs=2e-4)
    assert all("n = 80" in note.text for note in chart.figure.layout.annotations)
    assert chart.figure.layout.yaxis.ticktext == ("text", "&lt;double&gt;", "same")
    both = effects(compared)
    assert "higher" in repr(both)
    # a rule that changes nothing has no whiskers, and says so
    assert both.figure.data[0].error_x.array[1] is None
    assert "0 (interval unknown), n = 80" in repr(both)


def test_a_tornado_is_ordered_and_tells_the_certain_from_the_uncertain_by_hatching(short: bool) -> None:
    games = 6 if short else 30
    options = [ruling.option for ruling in wb.load("northwood").rulebook.rulings if ruling.option]
    found = lab.rulings("northwood", "score_0", "random", games=games, seed=1, only=options[:9])
    chart = tornado(found, most=6)
    (bars,) = chart.figure.data
    sizes = [abs(x) for x in bars.x]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) == 6
    for place, one in enumerate(found.ranked()[:6]):
        assert (bars.marker.pattern.shape[place] == "") == (one.says in ("higher", "lower"))
        assert bars.marker.color[place] == (MORE if one.estimate.value >= 0 else LESS)
    left = len(found.effects) - 6
    assert repr(chart).endswith(f"{left} more readings with smaller effects are not shown; the table `tornado` holds them.")
    assert f"n = {games} pairs of games a bar" in chart.figure.layout.xaxis.title.text
    assert "NW-RULING-" in chart.figure.layout.yaxis.ticktext[0]


def test_line_and_map() -> None:
    line = lab.sweep("northwood", {"threshold": [2, 6]}, "win_0", "random", games=20, seed=1)
    chart = sweep_line(line)
    assert list(chart.figure.data[0].x) == [2, 6]
    assert chart.figure.data[0].y[0] == line.estimate(2).value
    assert "n = 20 games a point" in chart.figure.layout.xaxis.title.text
    both = lab.sweep("northwood", {"threshold": [2, 99], "fiefs": [6, 8]}, "win_0", "random", games=20, seed=1)
    picture = sweep_map(both)
    assert picture.figure.data[0].z[1][0] == round(both.estimate(2, 8).value, 4)
    assert picture.figure.data[0].text[0][1] == "not played"
    assert "n = 20 games a field" in repr(picture)
    with pytest.raises(ValueError, match="use sweep_map"):
        sweep_line(both)
    with pytest.raises(ValueError, match="use sweep_line"):
        sweep_map(line)


def test_dark_and_light_can_be_read_and_colours_told_apart_in_grey(compared: lab.Comparison) -> None:
    dark = variants(compared).dark().figure
    assert (dark.layout.paper_bgcolor, dark.layout.font.color) == (DARK[PAPER], DARK[INK])
    for ground, colours in ((PAPER, (MORE, LESS)), (DARK[PAPER], (DARK[MORE], DARK.get(LESS, LESS)))):
        assert all(contrast(colour, ground) >= 3 for colour in colours)
    # larger values of a map keep away from its writing on either ground
    for high, ink in (("#56B4E9", INK), (DARK["#56B4E9"], DARK[INK])):
        assert contrast(high, ink) >= 4


def test_a_page_of_its_own(compared: lab.Comparison, tmp_path: Path) -> None:
    page = tmp_path / "chart.html"
    variants(compared).save_html(page)
    variants(compared).dark().save_html(page)
    text = page.read_text(encoding="utf-8")
    assert "&lt;double&gt;" in text and "n = 80" in text
    assert DARK[PAPER] in text
    assert ' src="http' not in text  # nothing is fetched
    assert [one.name for one in tmp_path.iterdir()] == ["chart.html"]
