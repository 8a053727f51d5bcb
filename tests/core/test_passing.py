"""What passes over a board, as data: when each thing sets out, and where it comes by."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.core.passing import ROLL, Passage, Stop, timeline
from workbench.core.scene import circle

LOOK = (circle(0, 0, 5),)


def test_one_thing_follows_another_and_what_sets_out_together_stays_together() -> None:
    walk = Passage((Stop(0, 0), Stop(10, 0), Stop(20, 0)), (LOOK,))
    dice = [
        Passage((Stop(0, 0), Stop(9, 9, "They roll.")), (LOOK, LOOK), along=number > 0) for number in range(2)
    ]
    times = [(one["begin"], one["end"]) for one in timeline([walk, *dice])]
    assert times[0] == (0, 3)
    assert times[1] == times[2] and times[1][0] == 3
    assert [stop[2] for stop in timeline(dice)[0]["stops"]] == [0, ROLL]
    short, long = timeline([Passage((Stop(0, 0, "Short."),)), Passage((Stop(0, 0, "Long. " * 20),))])
    assert short["end"] - short["begin"] < long["end"] - long["begin"], "more words stay longer"
    with pytest.raises(ValueError, match="at least one stop"):
        Passage(())


@pytest.mark.parametrize("name", wb.game_names())
def test_all_that_passes_in_a_game_lies_on_its_board_and_is_told_by_an_event(name: str) -> None:
    game = wb.load(name)
    match = game.match(seed=4)
    for _ in range(60):
        if match.over:
            break
        match.play(match.moves()[match.step % len(match.moves())].action)
    board = game.scene(match.state.view(0).state, 0)
    texts = " ".join([f"{event.text} {event.clause}" for event in match.log])
    for one in game.passing(match.state.view(0).state, 0, match.log_for(0)):
        for stop in one.stops:
            assert -100 <= stop.x <= board.width + 100 and -100 <= stop.y <= board.height + 100
            for word in stop.said.replace("(", " ").replace(")", " ").split():
                assert word.strip(",") in texts or word in ("And", "more", "like", "this.") or word.isdecimal()
