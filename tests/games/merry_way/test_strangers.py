"""Card names from a stranger's save file are words in every face."""

from __future__ import annotations

import workbench as wb
from tools.attack import MARK, faces, harmless

CARDS = f"""scheme_cards.csv
id,name,kind,plots,manpower,materials,profit,copies
S1,"{MARK.replace('"', '""')}",Greedy,0,0,0,3,60"""


def test_a_strangers_cards_are_words_in_every_face() -> None:
    match = wb.load("merry_way", cards=CARDS, specials="off").match(seed=1)
    while match.state.phase.name != "build":
        match.play(match.state.legal()[-1])
    loaded = wb.Match.from_json(match.to_json())
    shown = list(faces(loaded))
    for place, kind, content in shown:
        harmless(place, kind, content)
    seen = {place for place, _, content in shown if "hurt" in content}
    assert {"explanation, markdown", "match, image/svg+xml"} <= seen, seen
