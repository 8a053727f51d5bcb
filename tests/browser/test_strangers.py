"""What strangers bring - save files, cards, rulebooks, names - is shown in a real browser, and nothing of it is carried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, drawn, run_all, wait_until_run
from tests.browser.test_table import write

pytestmark = pytest.mark.browser

FILE = """
import json, sys
import workbench as wb
MARK = '<img src=x onerror="window.hurt=1">'
names = [MARK, '[click](javascript:window.hurt=2)', '</text></svg><script>window.hurt=3</script>']
rows = ["id,name,kind,plots,manpower,materials,profit,copies"]
rows += [f'S{n},"{name.replace(chr(34), chr(34) * 2)}",Greedy,0,0,0,3,20' for n, name in enumerate(names)]
match = wb.load("merry_way", cards="\\\\n".join(["scheme_cards.csv", *rows]), specials="off").match(seed=1)
while match.state.phase.name != "build":
    match.play(match.state.legal()[-1])
match.save("stranger.json")
""".replace("\\\\n", "\\n")
EXPLAIN = "match = wb.Match.load('stranger.json')\nmatch.explain()"
SHOW = "match"
OPTIONS = "match.game.options"
TABLE = "from widgets import Table\nTable(match, screens=False)"
BOOK = """
from workbench.core.rulebook import Rulebook
Rulebook.parse(f"# A game {MARK}\\n\\n## One\\n\\n- **XX-ONE-1** *(source)* {MARK} [x](javascript:window.hurt=4)", "x")\
    ["XX-ONE-1"]
"""
CHART = """
from widgets import charts
charts.bars(MARK, [MARK, "b"], [(MARK, [0.5, 0.2]), ("c", [0.1, 0.2])], MARK, MARK)
"""
RUNS = """
from workbench import lab
def player(view): return view.legal()[0]
player.__name__ = MARK
lab.simulate("northwood", player, games=3)
"""

MAP = r"""
import re
from workbench.games.resource_hog.maps import map_text
text = re.sub(r'^title = ".*"', "title = '<img src=x onerror=\"window.hurt=5\">'", map_text("trefoil"), flags=re.M)
text = text.replace('"Haven 1"', "'<img src=x onerror=\"window.hurt=6\">'").replace('"Sea"', "'[x](javascript:window.hurt=7)'")
wb.load("resource_hog", map=text).match(seed=1).save("map.json")
away = wb.Match.load("map.json")
away.explain()
"""
OF_A_MAP = (MAP, "away", "away.game.options", "Table(away, screens=False)")


def test_a_strangers_words_are_words(page: Page, jupyterlab_server: Callable[..., Server], seen: Seen) -> None:
    page.set_viewport_size({"width": 1280, "height": 12_000})  # JupyterLab draws only the cells that are on the screen
    server = jupyterlab_server(app="lab")
    server.open(page, write(server, "strangers.ipynb", FILE, EXPLAIN, SHOW, OPTIONS, TABLE, BOOK, CHART, RUNS, *OF_A_MAP))
    run_all(page)
    wait_until_run(page)
    expect(page.locator(".wb-board:has(.wb-spot)")).to_have_count(2)
    page.locator(".js-plotly-plot").first.wait_for()
    expect(page.locator(".jp-RenderedMarkdown").first).to_contain_text("onerror")  # it is to be seen, as words
    expect(page.locator(".jp-OutputArea-output").nth(10)).to_be_attached()
    page.evaluate("() => fetch('/api/status')")  # answered when a picture that is not there would have failed
    drawn(page)
    assert page.evaluate("() => window.hurt") is None
    assert page.locator('.jp-OutputArea img[src="x"]').count() == 0
    assert page.locator('.jp-OutputArea a[href^="javascript"]').count() == 0
    seen.all()
    assert seen.errors == [] and seen.outside == []
