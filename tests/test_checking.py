"""`wb.check` finds typical faults and tells them apart."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.own.faulty import FAULTS, Good
from workbench import own
from workbench.checking import IN_A_GAME, IN_A_PHASE, Finding, Report


def look_over(name: str) -> Report:
    return wb.check(FAULTS[name][0], games=40, suites=False)


def test_a_game_without_a_fault_has_none() -> None:
    report = wb.check(Good, games=40)
    assert report.holds and not report.faults
    assert str(report).startswith("Good: every check passed.")
    assert "- ✓ OpenSpiel's simulation test passes." in report._repr_markdown_()
    assert any("PettingZoo" in finding.text for finding in report.findings)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_told_apart(name: str) -> None:
    _, kind, words = FAULTS[name]
    report = look_over(name)
    assert {fault.kind for fault in report.faults} == {kind}, str(report)
    found: Finding = report.faults[0]
    assert words in found.text, found.text
    assert found.text.rstrip().endswith((".", ")", '"', "?", "'")) or kind == "class"
    assert found.mend


def test_the_faults_are_of_many_kinds() -> None:
    assert len(FAULTS) >= 20
    assert len({kind for _, kind, _ in FAULTS.values()}) >= 20


def test_a_finding_says_where_and_in_which_position() -> None:
    found = look_over("an index").faults[0]
    assert found.line.startswith("faulty.py, line ")
    assert found.position is not None and found.position["phase"] == "take"
    state = wb.load(FAULTS["an index"][0]).position(found.position)
    assert state.phase.name == "take"
    assert "To mend it: " in str(found) and "Position: {" in str(found)


def test_a_name_that_there_is_not_is_a_finding_too() -> None:
    report = wb.check("nimm")
    assert "There is no game 'nimm'. Did you mean 'nim'?" in report.faults[0].text
    assert str(report).startswith("nimm: 1 fault.")


@pytest.mark.parametrize("name", wb.small_names())
def test_the_small_games_have_no_fault(name: str, short: bool) -> None:
    assert wb.check(name, games=15 if short else 30, suites=False).holds


def test_a_big_game_can_be_looked_over_too() -> None:
    report = wb.check(wb.load("northwood"), games=2, suites=False)
    assert {fault.kind for fault in report.faults} <= {"clause-idle", "phase-idle"}, str(report)


class Crowd(own.Game):
    """Crowd

    - **CR-STEP-1** You say a word.
    - **CR-STEP-2** Nobody says a word again.
    - **CR-CROWD-1** With three players, they all speak at once.
    - **CR-END-1** Whoever has no word left to say has won.
    """

    player_counts = (2, 3)
    longest = 3
    table = (own.Pile("said", "What was said.", "ABC"),)

    class Step(own.Phase):
        moves = ("A", "B", "C")

        def choices(self, state: Any) -> Any:
            return [word for number, word in enumerate(self.moves) if number not in state.said]

        def why(self, state: Any, choice: Any) -> Any:
            return "CR-STEP-2", "Somebody has said that."

        def play(self, state: Any, choice: Any) -> None:
            if state.game.players == 3:
                state.say("CR-CROWD-1", "Everybody speaks.")
            state.said.append(self.moves.index(choice))
            state.next_seat()
            if len(state.said) == 3:
                state.win(state.turn)


def test_a_clause_is_carried_out_by_a_refusal_and_with_any_number_of_players() -> None:
    assert wb.check(Crowd, games=5, suites=False).holds, str(wb.check(Crowd, games=5, suites=False))
    lonely = wb.check(wb.load(Crowd, players=2), games=5, suites=False)
    assert [fault.text for fault in lonely.faults] == ["The clause CR-CROWD-1 is never carried out in 5 games with 2 players."]


def test_a_name_that_own_does_not_have_is_told() -> None:
    with pytest.raises(AttributeError, match=r"`own` has no 'Trak'\. Did you mean 'Track'"):
        own.Trak  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(("kind", "names"), [(own.Game, IN_A_GAME), (own.Phase, IN_A_PHASE)])
def test_what_the_check_takes_for_the_right_spelling_can_be_written(kind: type, names: tuple[str, ...]) -> None:
    assert [name for name in names if not hasattr(kind, name)] == []
