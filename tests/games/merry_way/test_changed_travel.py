"""A changed Travel phase is followed by everything that looks ahead or explains, or silences it with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.games.merry_way.test_board import positions
from tests.helpers import some_in_short
from workbench.core.errors import WorkbenchError
from workbench.core.figures import Withheld
from workbench.core.random import Random
from workbench.games.merry_way.cards import MERCHANT
from workbench.games.merry_way.components import TIE_LEFT
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.measures import expect, on_roads, random_traveller, reading_effects, where_it_pays
from workbench.games.merry_way.paths import TrailBoard, explain_path, explain_travel, explain_walk
from workbench.games.merry_way.sight import Sight
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.strategy import Forecast, Planner
from workbench.games.merry_way.travel import ONWARD, Travel
from workbench.games.merry_way.trips import coming, incomes, outlook
from workbench.games.merry_way.walks import walks

Follies = tuple[int, ...]


class PaysMore(Travel):
    """What the README suggests to a student: a trap pays one more."""

    def pays(self, state: MerryWayState, spot: int) -> int:
        return super().pays(state, spot) + 1


class TakesAll(Travel):
    def takes(self, state: MerryWayState, spot: int) -> int:
        return 99


class Everybody(Travel):
    """Peasants are Merchants."""

    def kind(self, state: MerryWayState, traveller: int) -> int:
        return MERCHANT


class Lazy(Travel):
    """Everybody is Lazy and nothing else."""

    def follies(self, state: MerryWayState, traveller: int) -> Follies:
        return (1,)


class OneRoad(Travel):
    def road(self, state: MerryWayState, traveller: int) -> int:
        return 0


class StraightOn(Travel):
    """Nobody leaves the main trail."""

    def trip(
        self, sight: Sight, follies: Follies, place: int, stage: int, side: int
    ) -> tuple[tuple[int, ...], tuple[int, ...], int, bool]:
        ahead = []
        while place != sight.road.end:
            place = sight.road.first[place]
            ahead.append(place)
        return tuple(ahead), (), ONWARD, False


class Wary(Travel):
    """No folly leads anybody anywhere."""

    def aim(self, sight: Sight, follies: Follies, place: int, stage: int) -> tuple[int, int, int]:
        return 0, 0, stage


class GentleGuards(Travel):
    def removes(self, kind: int) -> bool:
        return False


class Halves(Travel):
    """Owners gain one less than a trap pays."""

    def change(self, state: MerryWayState, spot: int, kind: int) -> int:
        full = super().change(state, spot, kind)
        return full - 1 if full > 0 else full


ASKED = [PaysMore, TakesAll, Everybody, Lazy, OneRoad, StraightOn, Wary, GentleGuards, Halves]
"""Changes of nothing but what figures ask."""


class LeaderGains(Travel):
    """Whatever anybody gains, the Leader gains one as well."""

    def settle(self, state: MerryWayState, spot: int, kind: int) -> None:
        super().settle(state, spot, kind)
        state.profit[state.leader] += 1


class Toll(Travel):
    """Everybody pays a toll before the travellers set out."""

    def begin(self, state: MerryWayState) -> None:
        state.profit = [profit - 1 for profit in state.profit]
        super().begin(state)


class Nothing(Travel):
    """Nobody travels at all; the leader gets one for it."""

    def begin(self, state: MerryWayState) -> None:
        state.profit[state.leader] += 1
        state.enter(state.game.end_of_round)


class Silent(Travel):
    """What is decided at a tie is something else, and it is always asked."""

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return (TIE_LEFT,)


REWRITTEN = [LeaderGains, Toll, Nothing]
BOARD = "N: L1.4=GR2@A R1.4=LZ1@B L1.3=WK1@A R1.3=RB1@B; W: L1.4=LZ2@C R1.4=GR1@A L1.3=DW1@B"


def game(phase: type[Travel], **options: str) -> MerryWay:
    found = wb.load("merry_way", 3, phases={"travel": phase}, **options)
    assert isinstance(found, MerryWay)
    return found


def building(rules: MerryWay, **more: Any) -> MerryWayState:
    return rules.position(
        {
            "phase": "build",
            "board": BOARD,
            "profit": {"A": 5, "B": 1, "C": 4},
            "line_up": "F07 F20 F37 F11 F26 F34",
            "hands": {"A": "GR3 LZ2a"},
            "resources": {"A": "5/5/5"},
            **more,
        }
    )


def after_travel(state: MerryWayState) -> MerryWayState:
    """The position when everybody has passed and the travellers have walked."""
    done = state.copy()
    while done.phase.name == "build":
        done.apply(done.game.action("build:pass"))
    return done


def test_one_more_is_paid_everywhere() -> None:
    """The worst fault there was: a `travel` that pays one more left the forecast on the board as it was."""
    usual, more = building(game(Travel)), building(game(PaysMore))
    merchants = [stop for trip in coming(usual) for stop in trip.stops if trip.kind == MERCHANT]
    assert merchants
    assert sum(outlook(more).gains) == sum(outlook(usual).gains) + len(merchants)
    assert outlook(more).gains == incomes(coming(more), 3)
    told = explain_travel(more)
    assert told[-1].profits_after == tuple(after_travel(more).profit) != tuple(after_travel(usual).profit)
    board = TrailBoard.of(more)
    assert "A gains 3. (MW-PATH-4)" in explain_walk(board, "GR").text()
    before = expect(TrailBoard.of(usual), travellers={(MERCHANT, (0,)): 1})
    assert expect(board, travellers={(MERCHANT, (0,)): 1}).income[0] == before.income[0] + 1
    worth = {one.spot: one.own for one in where_it_pays(TrailBoard.of(usual), "GR3", "A")}
    assert {one.spot: one.own for one in where_it_pays(board, "GR3", "A")} == {
        spot: own * Fraction(4, 3) for spot, own in worth.items()
    }


@some_in_short("phase", [*ASKED, *REWRITTEN], every=3, ids=lambda phase: phase.__name__)
def test_what_is_foreseen_comes_true(phase: type[Travel]) -> None:
    """Forecast, panel, text of the helpers and the planner's forecast, in whole games and whatever was changed."""
    rules, checked = game(phase, trade_mode="none"), 0
    planner = Forecast(rules)
    for state in positions(rules, seed=5, every=1):
        if state.phase.name != "build" or len(state.to_dict()["passed"]) < 2:
            continue
        done = after_travel(state)
        gains = tuple([now - before for before, now in zip(state.profit, done.profit, strict=True)])
        assert outlook(state).gains == gains
        assert incomes(coming(state), 3) in (gains, (0, 0, 0))
        texts = {panel.title: panel for panel in rules.panels(state, 0)}["If they set out now"].shown()
        assert texts == tuple([f"{profit} ({gain:+d})" for profit, gain in zip(done.profit, gains, strict=True)])
        planner.look(state)
        assert planner.worths(state.cards, state.claims, int(state.roadblock), state.profit, 0.0) == done.profit
        checked += 1
    assert checked > 5


@some_in_short("phase", ASKED, every=3, ids=lambda phase: phase.__name__)
def test_explanations_tell_what_happens(phase: type[Travel]) -> None:
    rules, checked = game(phase, trade_mode="none"), 0
    for state in positions(rules, seed=6, every=1):
        if state.phase.name != "build" or len(state.to_dict()["passed"]) < 2:
            continue
        done, told = after_travel(state), explain_travel(state)
        assert told[-1].profits_after == tuple(done.profit)
        lost = [spot for spot, seat in enumerate(state.claims) if seat != done.claims[spot]]
        assert {spot for one in told for spot in one.markers_removed} == {rules.board.spot_names[spot] for spot in lost}
        assert [walk.places for walk in walks(state, 0)] == [one.places for one in told]
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("phase", [StraightOn, Wary], ids=lambda phase: phase.__name__)
def test_reasons_are_not_made_up_where_the_way_was_changed(phase: type[Travel]) -> None:
    told = explain_walk(TrailBoard.read(BOARD, game=game(phase)), "GR LZ")
    assert told.places == tuple([f"N:M{number}" for number in range(5)])
    assert "Why a traveller walks as it does is not told: the phase 'travel' has been changed." in told.text()
    assert "trap" not in told.text()
    assert told.captions[0].endswith("It goes where the changed phase leads.")


SILENCED: list[tuple[str, Callable[[MerryWayState], object]]] = [
    ("Why a traveller walks as it does", lambda state: explain_path(state, "Red")),
    ("Why a traveller walks as it does", lambda state: explain_walk(TrailBoard.of(state), "GR")),
    ("What travellers bring on average", lambda state: expect(state)),
    ("Where a trap pays", lambda state: where_it_pays(state, "GR1", "A")),
    ("What each reading changes", lambda state: reading_effects(state)),
    ("Who a random traveller is", lambda state: random_traveller(state.game)),
    ("How many travellers walk each road", lambda state: on_roads(state.game)),
]


@pytest.mark.parametrize("phase", REWRITTEN, ids=lambda phase: phase.__name__)
@pytest.mark.parametrize(("what", "figure"), SILENCED)
def test_what_asks_small_methods_only_falls_silent_where_more_was_changed(
    what: str, figure: Callable[[MerryWayState], object], phase: type[Travel]
) -> None:
    said = f"{what} is not shown: it rests on the phase 'travel', which has been changed in these rules."
    with pytest.raises(Withheld) as caught:
        figure(building(game(phase)))
    assert str(caught.value) == said


def test_averages_are_silent_where_what_runs_out_was_changed() -> None:
    with pytest.raises(Withheld):
        expect(building(game(Halves)))
    titles = [panel.title for panel in game(Halves).panels(building(game(Halves)), 0)]
    assert titles == ["Profit", "If they set out now", "What travellers bring on average"]


def test_ways_are_shown_without_reasons_where_these_are_withheld() -> None:
    shown = walks(building(game(LeaderGains)), 0)
    assert [walk.name for walk in shown] == ["Red", "Yellow", "Green", "Blue", "Purple"]
    assert all([walk.captions[0].startswith("Why a traveller walks as it does is not shown") for walk in shown])
    assert [walk.name for walk in walks(building(game(Nothing)), 0)] == ["To Nottingham", "To Werchesope"]


def test_a_phase_that_waits_for_something_else_silences_what_is_foreseen() -> None:
    rules = game(Silent, side_tie="leader")
    state = building(rules, board="N: L1.4=WK1@A R1.4=WK1@B")
    with pytest.raises(Withheld, match="What the travellers would bring is not shown"):
        outlook(state)
    assert coming(state) == ()
    assert "What the travellers would bring" in [panel.title for panel in rules.panels(state, 0)]
    assert [helper.title for helper in rules.helpers(state, 0)] == ["What the travellers would bring"]
    rules.scene(state, 0)


def test_tables_below_the_board_follow() -> None:
    state = building(game(Nothing))
    helper = game(Nothing).helpers(state, 0)[0]
    assert helper.rows[0].cells == ("as it is", "", "", "+1", "0", "0")
    more, usual = [
        {row.cells[0]: row.cells[3] for row in rules.helpers(building(rules), 0)[0].rows}
        for rules in (game(PaysMore), game(Travel))
    ]
    assert more != usual and set(more) == set(usual)


def test_a_planner_plays_whole_games_under_any_change() -> None:
    for phase in (PaysMore, Wary, LeaderGains):
        rules = game(phase, trade_mode="none")
        state, rng = rules.start(), Random(2)
        players = [Planner(rules, Random(seat)) for seat in range(3)]
        while state.round < 3:
            seat = int(state.to_move)
            state.apply(rng.pick(state.chance()) if seat < 0 else players[seat].choose(state.view(seat)))
        assert state.round == 3


def test_a_mistake_in_a_changed_phase_is_not_swallowed() -> None:
    class Broken(Travel):
        def pays(self, state: MerryWayState, spot: int) -> int:
            raise WorkbenchError("This trap is broken.")

    with pytest.raises(WorkbenchError, match="This trap is broken"):
        outlook(building(game(Broken)))
