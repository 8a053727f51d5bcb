"""The country as a graph, and explanations of the score: the same groups in networkx, by masks and by union-find."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.keydom.changed import (
    LargestOnly,
    PairsOnly,
    PointsForTurns,
    ThreeForTheSecond,
    TwiceForCrops,
    TwiceForWorkers,
)
from tests.helpers import some_in_short
from workbench.core.figures import Withheld
from workbench.core.pieces import ASIDE
from workbench.core.random import Random
from workbench.games.keydom.country import PLOTS, country_of
from workbench.games.keydom.game import Keydom
from workbench.games.keydom.measures import changes_of, cut_fields, explain_score, fields_graph
from workbench.games.keydom.odds import chance_to_hold
from workbench.games.keydom.score import Score
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.union_find import groups_by_union_find
from workbench.games.keydom.walks import country


def random_position(game: Keydom, rng: Random) -> KeydomState:
    """Fields, some of them harvested, on two boards."""
    share = 2 + rng.below(10)
    boards: dict[str, list[str]] = {"Anna": [], "Ben": []}
    left = 0
    for name in game.country.names:
        drawn = rng.below(24)
        if drawn < share and left < 40:
            left += 1
            boards["Anna" if drawn % 2 else "Ben"].append(name + ("h" if rng.below(2) else ""))
    state = game.position({"fields": {seat: " ".join(fields) for seat, fields in boards.items()}})
    assert isinstance(state, KeydomState)
    return state


@some_in_short("options", [{}, {"map": "rect7x8"}], every=2)
def test_groups_sizes_and_score_agree(options: dict[str, str], short: bool) -> None:
    """KD-SCORE-3 to KD-SCORE-5 over two thousand boards of each map."""
    game = wb.load("keydom", **options)
    assert isinstance(game, Keydom)
    rng = Random(5)
    for _ in range(100 if short else 1000):
        state = random_position(game, rng)
        for seat in range(2):
            graph = fields_graph(state, seat)
            wanted = sorted([sorted(group) for group in nx.connected_components(graph)])
            found = game.score.groups(state, seat)
            assert sorted([sorted(game.country.listed(group)) for group in found]) == wanted
            assert sorted(groups_by_union_find(game.country, state.fields[seat])) == sorted(found)
            sizes = [*sorted([len(group) for group in wanted], reverse=True), 0, 0]
            assert game.score.worth_of(state, seat, state.fields[seat]) == sizes[0] + 2 * sizes[1]


def closed_form(sizes: list[int], joined: list[int]) -> int | None:
    """What one more field changes, by a table of cases; None where there is no such case."""
    large, second, third = (*sizes, 0, 0, 0)[:3]
    if not joined:
        return 1 if not sizes else 2 if len(sizes) == 1 else 0
    if len(joined) == 1:
        size = joined[0]
        if size == large:
            return 1
        return 2 if size == second else 0
    if len(joined) > 2:
        return None
    if joined == [large, second]:
        return 1 + 2 * third - second
    if joined[0] == large:
        return 1 + joined[1]
    if joined[0] == second:
        grown = second + joined[1] + 1
        return 2 * (grown - second) if grown <= large else grown + large - 2 * second
    return None


def test_what_a_plot_changes_follows_a_table_of_cases() -> None:
    game = wb.load("keydom")
    assert isinstance(game, Keydom)
    rng, compared = Random(6), 0
    for _ in range(200):
        state = random_position(game, rng)
        groups = game.score.groups(state, 0)
        sizes = game.score.sizes(groups)
        for plot, change in changes_of(state, 0).items():
            beside = game.country.beside[plot]
            joined = sorted([group.bit_count() for group in groups if group & beside], reverse=True)
            case = closed_form(sizes, joined)
            if case is not None:
                compared += 1
                assert change == case, (sizes, joined)
    assert compared > 5000


def test_the_best_balance() -> None:
    """KD-SCORE-6: with m fields in two groups at most m and half of it."""
    score, state = wb.load("keydom").phases["score"], wb.load("keydom").start()
    best = [max([score.field_points(state, [m - one, one]) for one in range(m // 2 + 1)]) for m in range(1, 13)]  # type: ignore[attr-defined]
    assert best == [1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18]


FIELDS = {"fields": {"Anna": "B2 B3 C2 C3 E3 E4 F3 F4", "Ben": ""}}


def test_an_explanation_names_groups_bridges_and_losses() -> None:
    report = explain_score(wb.load("keydom").position(FIELDS), 0)
    assert [(len(group.fields), group.counts, group.points) for group in report.groups] == [(4, 1, 4), (4, 2, 8)]
    assert report.fields == 12 and report.of("D3").change == -3
    assert [report.of(plot).why for plot in ("G7", "C4", "D3")] == [
        "It touches none of the groups.",
        "It enlarges the group of 4 fields to 5.",
        "It joins the groups of 4 and 4 into one of 9.",
    ]
    assert set(report.losses) == set("B2 B3 C2 C3 E3 E4 F3 F4".split())  # noqa: SIM905
    assert "Group 1" in str(report) and "<table>" in report._repr_html_()
    with pytest.raises(KeyError):
        report.of("B2")


def test_a_changed_scoring_is_followed() -> None:
    state = wb.load("keydom", phases={"score": ThreeForTheSecond}).position(FIELDS)
    report = explain_score(state, 0)
    assert report.fields == 4 + 3 * 4 and report.groups[1].counts == 3 and report.of("D3").change == 9 - 16
    state = wb.load("keydom", phases={"score": LargestOnly}).position(FIELDS)
    report = explain_score(state, 0)
    assert report.fields == 16 and report.groups[1].counts is None and report.of("D3").change == 81 - 16
    assert "counted together" in str(report)
    assert "not shown" in state.game.panels(state, 0)[0].note


@some_in_short(
    "changed", [Score, ThreeForTheSecond, LargestOnly, PairsOnly, TwiceForCrops, TwiceForWorkers, PointsForTurns], every=3
)
def test_an_explanation_adds_up_to_the_score_whatever_is_changed(changed: type[Score]) -> None:
    game = wb.load("keydom", phases={"score": changed})
    compared = 0
    for number, (state, _) in enumerate(random_game(game, 3)):
        if number % 40 or state.turn == 0:
            continue
        assert isinstance(state, KeydomState)
        for seat, points in enumerate(state.scores()):
            report = explain_score(state, seat)
            assert report.total == points
            parts = [group.points for group in report.groups]
            assert None in parts or sum([part or 0 for part in parts]) == report.fields
            for change in report.plots[::20]:
                board = state.copy()
                board.fields[seat] |= 1 << country_of("keydom56").plot(change.plot)
                assert change.change == game.phases["score"].of_one(board, seat)[0] - report.fields  # type: ignore[attr-defined]
                compared += 1
        assert game.scene(state.view(0).state, 0).spots
    assert compared > 20


def test_workers_connect_only_by_option() -> None:
    """KD-SCORE-8, KD-WORKER-13."""
    here = {"fields": {"Anna": "C4 C6 D4", "Ben": ""}, "workers": {"Anna": "Carter:C5"}}
    apart, joined = wb.load("keydom").position(here), wb.load("keydom", workers_connect="yes").position(here)
    assert [len(group.fields) for group in explain_score(apart, 0).groups] == [2, 1]
    assert [len(group.fields) for group in explain_score(joined, 0).groups] == [3]
    assert len(list(nx.connected_components(fields_graph(joined, 0)))) == 1


def cut_by_playing(state: KeydomState, seat: int) -> tuple[str, ...]:
    """The fields whose loss leaves more groups than there were, the field's own group gone or smaller."""
    game, found = state.game, []
    before = game.score.groups(state, seat)
    for plot, name in enumerate(game.country.names):
        if state.fields[seat] >> plot & 1:
            board = state.copy()
            board.fields[seat] &= ~(1 << plot)
            (own,) = [group for group in before if group >> plot & 1]
            after = [group for group in game.score.groups(board, seat) if group & own]
            if len(after) > 1:
                found.append(name)
    return tuple(sorted(found))


@pytest.mark.parametrize("option", [{"workers_connect": value} for value in ("no", "yes")] + [{"map": "rect7x8"}], ids=str)
def test_what_is_drawn_and_what_cuts_are_the_groups_that_score(option: dict[str, str], short: bool) -> None:
    """Over random boards with workers on them: the components of both graphs, and the fields that hold a group together."""
    game = wb.load("keydom", **option)
    connected = 0
    for seed in range(1 if short else 12):
        for number, (state, _) in enumerate(random_game(game, seed)):
            if number % 40 or not state.turn:
                continue
            for seat in range(2):
                groups = sorted([sorted(game.country.listed(group)) for group in game.score.groups(state, seat)])
                own = {plot for group in groups for plot in group}
                for graph in (fields_graph(state, seat), country(state, seat).graph.to_undirected()):
                    parts = [sorted(part & own) for part in nx.connected_components(graph) if part & own]
                    assert sorted(parts) == groups
                    connected += any([len(part) > 1 and not part <= own for part in nx.connected_components(graph)])
                assert cut_fields(state, seat) == cut_by_playing(state, seat)
    assert (connected > 0) == (option.get("workers_connect") == "yes")


def test_a_changed_grouping_is_followed_or_nothing_is_drawn() -> None:
    kind: Any = type(wb.load("keydom").phases["score"])

    class EachAlone(kind):  # type: ignore[misc]
        def groups_of(self, state: KeydomState, seat: int, fields: int) -> list[int]:
            return [1 << plot for plot in range(PLOTS) if fields >> plot & 1]

    game = wb.load("keydom", phases={"score": EachAlone})
    state = game.position({"fields": {"Anna": "C3 C4 C5", "Ben": ""}})
    assert cut_fields(state, 0) == () and country(state, 0).graph.number_of_edges() == 0
    with pytest.raises(Withheld, match="groups are not what is connected"):
        fields_graph(state, 0)


def test_odds_by_a_changed_dealing_are_not_exact() -> None:
    """With hands that are not seen nothing is said of them; with open hands it does not matter how they were dealt."""
    kind: Any = type(wb.load("keydom").phases["deal_counters"])

    class Lopsided(kind):  # type: ignore[misc]
        def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
            return tuple([(action, 1 + place) for place, (action, _) in enumerate(super().chance(state))])

    for hands in ("secret", "open"):
        options = {} if hands == "secret" else {"hands": "open"}
        game = wb.load("keydom", 3, phases={"deal_counters": Lopsided}, **options)
        match = game.match(seed=3)
        while not any([one.probability is None or "can pay" in one.label for one in game.odds(match.seen(), match.seat)]):
            match.play(match.hint("random"))
        told = [one.note for one in game.odds(match.seen(), match.seat) if one.probability is None]
        assert bool(told) == (hands == "secret") and all(["'deal_counters'" in note for note in told])
        with pytest.raises(Withheld, match="'deal_counters'"):
            chance_to_hold(match.seen(), match.seat, 1 - match.seat % 2, 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "WH2 to Ben"),
        ({"sale_income": "to_stock"}, "WH2 to the stock"),
        ({"match": "number_only"}, "2 counters of any type to Ben"),
    ],
)
def test_prices_say_what_is_paid_and_to_whom(options: dict[str, str], said: str) -> None:
    game = wb.load("keydom", **options)
    state = game.position(
        {"phase": "place_tile", "to_move": "Anna", "hands": {"Anna": "WH3"}, "stores": {"Ben": "G7: WH2", "Anna": "G6: WH1"}}
    )
    cells = {row.cells[0]: row.cells[2] for helper in game.helpers(state.view(0).state, 0) for row in helper.rows}
    assert cells["G7"] == said and cells["G6"] == "WH1 to the stock"
    notes = {state.phase.note(state, action) for action in state.legal()}
    assert said in notes


def test_cut_fields_split_a_group() -> None:
    state = wb.load("keydom").position({"fields": {"Anna": "C3 C4 C5 D5", "Ben": ""}})
    assert cut_fields(state, 0) == ("C4", "C5")


def test_the_graph_tells_of_tiles_owners_and_workers() -> None:
    state = wb.load("keydom").position({**FIELDS, "workers": {"Anna": "Sower:D3"}, "stores": {"Ben": "G7: WH1"}})
    graph = state.game.board_graph(state, 0)
    assert len(graph) == PLOTS and graph.number_of_edges() == 141
    assert graph.nodes["D3"]["worker"] == "Sower" and graph.nodes["B2"]["owner"] == "Anna"
    assert graph.nodes["G7"]["where"] == "Ben's store" and graph.nodes["D3"]["beside"] == 3
    assert country_of("keydom56").plot("D3") == list(graph).index("D3")


def test_every_space_of_the_graph_shows_its_name_and_others_fields_their_owner() -> None:
    state = wb.load("keydom", players=2).position({"fields": {"Anna": "C3 C4", "Ben": "A5"}})
    graph = country(state, 0, "changes").graph
    assert all(data["mark"].split()[0] == name for name, data in graph.nodes(data=True))
    assert (graph.nodes["A5"]["mark"], graph.nodes["A5"]["colour"]) == ("A5 Ben", ASIDE)
    assert graph.nodes["C5"]["mark"] == "C5 +1" and graph.nodes["C5"]["colour"] != ASIDE
    assert country(state, 0).graph.nodes["C5"]["mark"] == "C5"
