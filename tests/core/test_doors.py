"""Whatever is handed over at a door is taken as what it is, or refused with a sentence: never taken for something else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import workbench as wb
from workbench import lab
from workbench.adapters.episode import Episode
from workbench.core.outside import LONGEST
from workbench.core.seating import Seating

MATCH = wb.load("merry_way", 2).match(seed=7)
GAME = MATCH.game
HUGE = 10**5000
NO_NUMBERS: tuple[Any, ...] = (
    True,
    False,
    np.True_,
    1.0,
    np.float64(1),
    "1",
    "9" * 5000,
    float("inf"),
    float("nan"),
    [],
    {},
    HUGE,
    -HUGE,
)


ASKED = {"fief": 1, "hand": "C5 F2", "deck": "C3", "ruler": "LQ"}


NUMBERS: dict[str, tuple[Callable[[Any], object], int]] = {
    "players": (lambda number: wb.load("merry_way", number).players, 2),
    "players of another": (lambda number: wb.load("northwood", number).players, 1),
    "an option": (lambda number: wb.load("northwood", threshold=number).options["threshold"], 18),
    "seed": (lambda number: GAME.match(number).seed, 3),
    "step": (lambda number: MATCH.goto(number), 0),
    "position at a step": (lambda number: MATCH.at(number).key(), 0),
    "seat that sees": (lambda number: MATCH.seen(number).key(), 1),
    "seat that reads": (lambda number: MATCH.text(number), 1),
    "seat whose log": (lambda number: MATCH.log_for(number), 1),
    "seat that notices": (lambda number: MATCH.noticed(number), 1),
    "seat given away": (lambda number: Seating(MATCH).sit(number, "random"), 1),
    "seat called": (lambda number: Seating(MATCH).call(number), 1),
    "step of the viewer": (lambda number: Seating(MATCH, screens=False).goto(number), 0),
    "name of an action": (lambda number: GAME.symbol(number), 3),
    "a move": (lambda number: MATCH.why_not(number), MATCH.state.legal()[0]),
    "a move in words": (lambda number: MATCH.move(number), MATCH.state.legal()[0]),
    "who is to move": (lambda number: wb.load("northwood").position({**ASKED, "to_move": number}).to_dict(), 0),
    "games": (lambda number: lab.simulate("northwood", "random", games=number).games, 2),
    "seed of a run": (lambda number: lab.simulate("northwood", "random", games=1, seed=number).seed, 2),
    "workers": (lambda number: lab.simulate("northwood", "random", games=1, workers=number).games, 1),
    "batch": (lambda number: lab.simulate("northwood", "random", games=1, batch=number).games, 1),
    "a step of an environment": (lambda number: Episode(wb.load("northwood"), 7).take(number), 39),
}  # fmt: skip


@pytest.mark.parametrize("door", NUMBERS)
def test_whole_numbers_of_any_library_are_numbers(door: str) -> None:
    ask, number = NUMBERS[door]
    if door == "a step of an environment":
        number = Episode(wb.load("northwood"), 7).state.legal()[0]
    mine = ask(number)
    for made in (np.int64(number), np.uint16(number), np.int8(number)):
        theirs = ask(made)
        assert theirs == mine and type(theirs) is type(mine)


@pytest.mark.parametrize("door", NUMBERS)
@pytest.mark.parametrize("place", range(len(NO_NUMBERS)))
def test_what_is_no_number_is_refused_with_a_sentence(door: str, place: int) -> None:
    given = NO_NUMBERS[place]
    if door.startswith("a move") and given == "1":
        return  # the first in the list of moves
    with pytest.raises(wb.WorkbenchError) as caught:
        NUMBERS[door][0](given)
    assert str(caught.value) and len(str(caught.value)) <= LONGEST


def test_a_game_with_a_number_of_any_library_can_be_kept() -> None:
    game = wb.load("merry_way", np.int64(2), offers_per_player=np.int16(1), target=np.uint8(20))
    match = game.match(np.int64(5))
    assert wb.Match.from_json(match.to_json()).to_json() == match.to_json()
    assert json.loads(match.to_json())["players"] == 2


@pytest.mark.parametrize(
    "outcome",
    [True, 1.0, np.float64(2), None, [None], [True], pytest.param(HUGE, id="huge"), "nothing", {}, 3.5, [[1]]],
)
def test_an_outcome_is_one_or_refused(outcome: Any) -> None:
    match = wb.load("northwood").match(seed=7)
    match.play("visit fief 0")
    if outcome == {}:
        assert match.play("pass", chance=outcome)
        return
    with pytest.raises(wb.WorkbenchError):
        match.play("pass", chance=outcome)
    assert match.step == 1


def test_an_outcome_of_any_library_is_an_outcome() -> None:
    one, other = (wb.load("northwood").match(seed=7) for _ in range(2))
    for match in (one, other):
        match.play("visit fief 0")
    card = one.game.action("card:E8")
    assert one.play("pass", chance=card) == other.play("pass", chance=np.int64(card))
    other.undo()
    assert other.play("pass", chance=[np.int64(card)]) is not None


@pytest.mark.parametrize("wrong", [3, None, 1.5, ["x"], b"x", {}])
def test_no_name_is_refused_with_a_sentence(wrong: Any) -> None:
    game = wb.load("northwood")
    doors: tuple[Callable[[], object], ...] = (
        lambda: wb.load(wrong),
        lambda: game.action(wrong),
        lambda: game.rulebook[wrong],
        lambda: wb.load("northwood", phases=wrong or 3),
        lambda: wb.load("northwood", preset=wrong or 3),
        lambda: game.match(position=wrong or 3),
        lambda: wb.Match.from_json(wrong),
        lambda: game.match().play_out(wrong),
        lambda: lab.simulate("northwood", players=wrong),
    )
    for door in doors:
        with pytest.raises(wb.WorkbenchError):
            door()
