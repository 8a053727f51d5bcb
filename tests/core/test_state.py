"""Positions and what each seat may know of them, on a game that has secrets and on one that has none."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.helpers import refused
from tests.sample.guess.game import HIDDEN, HIGHER, LOWER, Guess, GuessState
from workbench.checking import copy_faults
from workbench.core.errors import WorkbenchError
from workbench.core.events import Event, Kind, Listener
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State, View


def dealt(*cards: int, said: tuple[int, ...] = ()) -> GuessState:
    return Guess({}).position({"cards": cards, "said": said})


def test_a_view_shows_the_own_card_only() -> None:
    state = dealt(3, 1)
    views = [state.view(seat) for seat in (0, 1)]
    assert [view.to_dict()["cards"] for view in views] == [[3, HIDDEN], [HIDDEN, 1]]
    assert state.cards == (3, 1)


def test_a_view_has_legal_actions_only_when_its_seat_decides() -> None:
    state = dealt(3, 1)
    assert state.view(0).legal() == (LOWER, HIGHER) and state.view(1).legal() == ()
    state.apply(LOWER)
    assert state.view(0).legal() == () and state.view(1).legal() == (HIGHER,)


def test_changing_a_view_changes_no_game() -> None:
    state = dealt(3, 1)
    view = state.view(0)
    view.state.apply(LOWER)
    assert state.said == () and view.state.listener is None


def test_views_are_equal_exactly_if_the_seat_cannot_tell_the_positions_apart() -> None:
    assert dealt(3, 1).view(0) == dealt(3, 4).view(0)
    assert hash(dealt(3, 1).view(0)) == hash(dealt(3, 4).view(0))
    assert dealt(3, 1).view(0) != dealt(2, 1).view(0)
    assert dealt(3, 1).view(0) != dealt(3, 1).view(1)
    assert dealt(3, 1).view(0) != "a view"


def test_resampling_gives_every_position_the_seat_cannot_tell_apart_and_no_other() -> None:
    state, rng = dealt(3, 1), Random(1)
    found = {state.resample(0, rng).to_dict()["cards"][1] for _ in range(100)}
    assert found == {0, 1, 2, 4}
    view = state.view(0)
    assert isinstance(view, View) and {view.resample(rng).to_dict()["cards"][0] for _ in range(20)} == {3}
    assert view.to_dict()["cards"] == [3, HIDDEN], "resampling leaves the view as it is"


def test_a_view_hides_nothing_where_nothing_is_secret() -> None:
    state = wb.load("northwood").position({"hand": "C5 F2", "fief": 1})
    assert state.view(0).state.key() == state.key()
    assert state.resample(0, Random(1)).key() == state.key()


def test_the_key_is_phase_seat_and_every_field() -> None:
    state = dealt(3, 1)
    assert state.key() == ("say", 0, (3, 1), ())
    assert len({dealt(3, 1).key(), dealt(3, 1).key(), dealt(1, 3).key()}) == 2


def test_chance_is_empty_where_somebody_decides_and_after_the_end() -> None:
    start = Guess({}).start()
    assert start.to_move == CHANCE and start.chance() == tuple((card, 1) for card in range(5))
    assert dealt(3, 1).chance() == ()
    over = dealt(3, 1, said=(HIGHER, HIGHER))
    assert over.to_move == OVER and over.chance() == () == over.legal()


def test_roll_draws_as_chance_says() -> None:
    found = set()
    for seed in range(60):
        state = Guess({"cards": 3}).start()
        rng = Random(seed)
        state.roll(rng)
        state.roll(rng)
        found.add(state.cards)
    assert len(found) == 6


def test_a_copy_is_heard_by_nobody() -> None:
    state = dealt(3, 1)
    state.listener = Listener()
    state.copy().apply(LOWER)
    assert state.listener.events == [] and state.said == ()
    heard = Kind("heard", ("GU-SAY-1", "GU-DEAL-1"), "Heard {number}.", "Heard.", ("number",))
    with pytest.raises(WorkbenchError, match="'heard' carries out one of GU-SAY-1, GU-DEAL-1: say which with `clause=`"):
        state.tell(heard, 1, number=3)
    state.tell(heard, 1, clause="GU-SAY-1", number=3)
    state.tell(heard, to=(0, 1), clause="GU-DEAL-1", number=4)
    told = {"kind": "heard", "fields": {"number": 3}}
    assert state.listener.events[0] == Event("GU-SAY-1", "Heard 3.", 1, **told)
    told = {"kind": "heard", "fields": {"number": 4}, "secret": ("number",)}
    assert state.listener.events[1] == Event("GU-DEAL-1", "Heard 4.", -1, 0, "Heard.", (0, 1), **told)
    state.listener = None
    state.tell(heard, number=5)


def test_a_copy_holds_every_declared_field_and_shares_no_list() -> None:
    state = wb.load("merry_way").match(seed=1).state
    state.listener = Listener()
    twin = State.copy(state)  # the game's own `copy` is the quick form of it
    assert type(twin) is type(state) and copy_faults(state, twin) == []
    assert (twin.game, twin.phase, twin.to_move, twin.listener) == (state.game, state.phase, state.to_move, None)


def test_what_a_game_must_write_out_is_named() -> None:
    class Bare(State):
        pass

    for method, says in (
        ("scores", "Bare must write out scores()."),
        ("returns", "Bare must write out returns()."),
    ):
        with refused(NotImplementedError, says):
            getattr(Bare(), method)()


def test_the_program_says_whether_it_runs_compiled() -> None:
    import workbench.core.state as module

    assert wb.compiled == (not str(module.__file__).endswith(".py"))
