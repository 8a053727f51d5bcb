"""Figures that rest on rules: which changes they follow, which silence them, and what people read then."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any, ClassVar

import pytest

import workbench as wb
from tests.games.northwood.changed import MustAct
from tests.helpers import refused
from workbench.core.advice import judged_exactly
from workbench.core.errors import WorkbenchError
from workbench.core.figures import Odds, Withheld, hold_to, notes_of, rests_on, shown, unheld
from workbench.core.game import changes_of
from workbench.core.phase import Phase
from workbench.core.scene import Helper, Panel
from workbench.games.northwood import odds as northwood_odds
from workbench.games.northwood.dialogue import Respond, Statement
from workbench.games.northwood.game import Northwood
from workbench.games.northwood.state import NorthwoodState


class OtherWords(Statement):
    title: ClassVar[str] = "What the ruler says"

    def question(self, state: NorthwoodState) -> str:
        return "What now?"


class OwnNote(Statement):
    """Has something that the game's own class does not have, which nobody calls."""

    bonus: ClassVar[int] = 3

    def my_own(self) -> int:
        return self.bonus


class OtherRule(Statement):
    def apply(self, state: NorthwoodState, action: int) -> None:
        super().apply(state, action)


class Asked(Phase[Any]):
    """A game's own phase of which figures ask one method."""

    name: ClassVar[str] = "statement"
    asked: ClassVar[frozenset[str]] = frozenset(["pays"])

    def pays(self) -> int:
        return 1

    def takes(self) -> int:
        return 1


class PaysMore(Asked):
    def pays(self) -> int:
        return 2


class TakesMore(PaysMore):
    asked: ClassVar[frozenset[str]] = frozenset(["pays", "takes"])

    def takes(self) -> int:
        return 2


class AskingGame(Northwood):
    """Northwood, but with a statement of which figures ask a method."""

    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = tuple(
        [Asked if kind is Statement else kind for kind in Northwood.phase_kinds]
    )


def asking(phase: type[Phase[Any]]) -> Northwood:
    return AskingGame({}, phases={"statement": phase})


@rests_on("statement", "respond", what="The chance of each fief")
def resting(state: Any, seat: int = 0) -> tuple[Odds, ...]:
    return (Odds("it rains", 0.5),)


@rests_on(asks=("statement",), what="What a statement pays")
def calling(state: Any, seat: int = 0) -> tuple[Odds, ...]:
    return (Odds("it snows", 0.25),)


@pytest.mark.parametrize(
    ("phase", "changed"),
    [(Statement, set()), (OtherWords, set()), (OwnNote, set()), (OtherRule, {"apply"}), (Respond, None)],
)
def test_what_a_phase_does_otherwise(phase: type[Phase[Any]], changed: set[str] | None) -> None:
    found = changes_of(phase(), Statement)
    if changed is None:  # a phase of another family: all that the game's own one does
        assert {"apply", "legal", "begin", "chance"} <= found and not {"question", "title"} & found
    else:
        assert found == changed


def test_a_game_knows_what_was_changed_in_which_phase() -> None:
    game = wb.load("northwood", phases={"statement": OtherRule, "respond": Respond})
    assert dict(game.changes) == {"statement": {"apply"}}
    assert (game.changed_phases, game.rewritten_phases) == ({"statement"}, {"statement"})
    assert game.replaced_phases == ("respond", "statement")
    assert wb.load("northwood", phases={"statement": OtherWords}).changes == {}
    assert pickle.loads(pickle.dumps(game)).changes == game.changes


def test_who_replaces_only_what_figures_ask_rewrites_nothing() -> None:
    assert (asking(PaysMore).changed_phases, asking(PaysMore).rewritten_phases) == ({"statement"}, set())
    more = asking(TakesMore)  # the game's own class says what is asked, not the one that replaces it
    assert (more.changes["statement"], more.rewritten_phases) == ({"pays", "takes"}, {"statement"})


def test_a_figure_that_restates_a_phase_falls_silent_where_it_is_changed() -> None:
    assert resting(wb.load("northwood")) == resting(wb.load("northwood").start()) == (Odds("it rains", 0.5),)
    assert resting(wb.load("northwood", phases={"statement": OtherWords}).match()) == (Odds("it rains", 0.5),)
    said = "The chance of each fief is not shown: it rests on the phase 'statement', which has been changed in these rules."
    with refused(Withheld, said):
        resting(wb.load("northwood", phases={"statement": OtherRule}))
    with pytest.raises(Withheld):
        resting(asking(PaysMore))


def test_a_figure_that_asks_a_phase_follows_what_it_asks_and_falls_silent_for_the_rest() -> None:
    assert calling(asking(Asked)) == calling(asking(PaysMore)) == (Odds("it snows", 0.25),)
    with pytest.raises(Withheld):
        calling(asking(TakesMore))
    with pytest.raises(Withheld):
        calling(wb.load("northwood", phases={"statement": OtherRule}))


def test_a_figure_may_restate_a_single_method() -> None:
    hold_to(asking(Asked), ("statement.pays",), "This")
    hold_to(asking(PaysMore), ("statement.takes",), "This")
    for phase, method in ((PaysMore, "pays"), (TakesMore, "takes")):
        with pytest.raises(Withheld) as caught:
            hold_to(asking(phase), (f"statement.{method}",), "This")
        assert caught.value.phases == ("statement",)


def test_several_changed_phases_are_named_and_each_once() -> None:
    with pytest.raises(Withheld) as caught:
        hold_to(asking(TakesMore), ("statement",), "This", ("statement",))
    assert caught.value.phases == ("statement",)
    both = Withheld("This", ("one", "two"))
    assert str(both) == "This is not shown: it rests on the phases 'one' and 'two', which have been changed in these rules."
    again = pickle.loads(pickle.dumps(both))
    assert (again.what, again.phases, str(again)) == (both.what, both.phases, str(both))
    assert isinstance(again, WorkbenchError)


def test_a_declared_figure_says_what_it_rests_on() -> None:
    for figure, rests, asks in ((resting, ("statement", "respond"), ()), (calling, (), ("statement",))):
        assert (getattr(figure, "rests_on"), getattr(figure, "asks")) == (rests, asks)  # noqa: B009
    assert resting.__name__ == "resting"


def test_a_sentence_stands_in_the_place_of_a_silent_figure() -> None:
    state = asking(PaysMore).start()
    found = shown(Odds, state, 0, resting, calling)
    assert [(one.label, one.percent) for one in found] == [
        ("The chance of each fief", "not shown"),
        ("it snows", "25.0%"),
    ]
    assert found[0].note == str(Withheld("The chance of each fief", ("statement",)))
    assert str(found[0]) == found[0].note and notes_of(found) == []


def test_an_explanation_says_once_why_odds_are_not_shown() -> None:
    position = {"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ"}
    explained = wb.load("northwood", phases={"ability_window": MustAct}).match(position=position).explain()
    why = "The chance of success is not shown: it rests on the phase 'ability_window', which has been changed in these rules."
    for said in (str(explained), explained._repr_markdown_()):
        assert said.count(why) == 1 and "chance of | |" not in said and said.count("not shown") == 1
    usual = wb.load("northwood").match(position=position).explain()
    assert "| fief 1 succeeds | " in usual._repr_markdown_() and "not shown" not in str(usual)


def test_odds_that_a_game_withholds_altogether_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(_state: NorthwoodState, _seat: int) -> tuple[Odds, ...]:
        raise Withheld("The chance of each fief", ("statement",))

    monkeypatch.setattr(northwood_odds, "odds", silent)
    match = wb.load("northwood").match(seed=7)
    assert str(match.game.odds(match.seen(), match.seat)[0]) == str(Withheld("The chance of each fief", ("statement",)))
    assert "The chance of each fief is not shown" in str(match.explain())
    assert judged_exactly(match.seen(), match.seat) == ()


def test_chances_that_are_not_exact_judge_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def odds(kind: type[Fraction] | type[float]) -> tuple[Odds, ...]:
        monkeypatch.setattr(
            northwood_odds, "odds", lambda state, _seat: tuple([Odds("it", kind(0.5), "", one) for one in state.legal()])
        )
        match = wb.load("northwood").match(seed=7)
        return judged_exactly(match.seen(), match.seat)

    assert len(odds(Fraction)) == 8 and odds(float) == ()


def test_panels_and_helpers_can_be_silent_too() -> None:
    why = str(Withheld("What everybody gains", ("travel",)))
    panel, helper = Panel.withheld("What everybody gains", why), Helper.withheld("What everybody gains", why)
    assert (panel.readable(), helper.readable()) == (f"What everybody gains: {why}", f"What everybody gains\n  {why}")


@rests_on("statement", what="The inner figure")
def inner(game: Northwood) -> int:
    return 7


@rests_on("respond", what="The outer figure")
def outer(game: Northwood) -> int:
    return inner(game) + 1


def test_for_a_player_nothing_inside_a_figure_is_withheld_and_for_people_everything_is_again() -> None:
    game = wb.load("northwood", phases={"statement": OtherRule})
    with refused(Withheld, "The inner figure is not shown"):
        outer(game)
    assert unheld(outer)(game) == 8
    assert (unheld(outer).rests_on, unheld(outer).what) == (("respond",), "The outer figure")  # type: ignore[attr-defined]

    def fails(game: Northwood) -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        unheld(fails)(game)
    with refused(Withheld, "The inner figure is not shown"):
        inner(game)
