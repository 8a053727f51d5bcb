"""Errors are sentences, and carry what a program needs beside them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from workbench.core import errors
from workbench.core.errors import (
    IllegalActionError,
    IllegalMove,
    PlayerError,
    PositionError,
    Reason,
    Refusal,
    WorkbenchError,
    nearest,
)

REFUSAL = Refusal("visit fief 3", (Reason("NW-VISIT-1", "It is visited."), Reason("NW-HOUSE-1", "It is not its turn.")))


def test_every_error_is_a_value_error_of_the_workbench() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) >= 8
    assert all(issubclass(kind, WorkbenchError) and issubclass(kind, ValueError) for kind in kinds)


@pytest.mark.parametrize(
    "error",
    [
        PositionError(["Two cards are in one place.", "Fief 9 does not exist."]),
        PlayerError("The player 'x' raised an error.", {"hand": "C5"}),
        IllegalActionError("The player 'x' chose 9.", {"hand": "C5"}),
        IllegalMove(REFUSAL),
        WorkbenchError("Something else."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_travels_to_another_process_whole(error: WorkbenchError) -> None:
    error.add_note("Seen in a worker.")
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error) and again.__notes__ == ["Seen in a worker."]


def test_a_refusal_leads_with_its_first_reason() -> None:
    assert (REFUSAL.clause, REFUSAL.text) == ("NW-VISIT-1", "It is visited.")
    assert str(REFUSAL) == "visit fief 3: It is visited. (NW-VISIT-1) It is not its turn. (NW-HOUSE-1)"


def test_an_illegal_move_holds_its_refusal() -> None:
    fault = IllegalMove(REFUSAL)
    assert fault.refusal is REFUSAL and str(fault) == str(REFUSAL)


def test_a_position_error_holds_and_shows_every_reason() -> None:
    fault = PositionError(text for text in ("No fief 9.", "The card C5 is in two places."))
    assert fault.reasons == ("No fief 9.", "The card C5 is in two places.")
    assert str(fault) == "This position is impossible:\n- No fief 9.\n- The card C5 is in two places."


@pytest.mark.parametrize("kind", [PlayerError, IllegalActionError])
def test_a_player_error_holds_the_position(kind: Callable[[str, dict[str, object]], PlayerError]) -> None:
    fault = kind("The player 'x' chose action 5.", {"hand": "C5"})
    assert isinstance(fault, PlayerError)
    assert fault.position == {"hand": "C5"} and "action 5" in str(fault)


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("treshold", " Did you mean 'threshold'?"),
        ("THRESHOLD", " Did you mean 'threshold'?"),
        ("star", " Did you mean 'Stars'?"),
        ("", ""),
        ("qqq", ""),
    ],
)
def test_nearest(word: str, hint: str) -> None:
    assert nearest(word, ["threshold", "Stars"]) == hint


def test_nearest_takes_what_is_no_text() -> None:
    assert nearest(7, ["threshold"]) == ""  # type: ignore[arg-type]
    assert nearest("threshold", []) == ""
