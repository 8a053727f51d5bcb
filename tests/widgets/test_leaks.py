"""Whatever a table shows, sends or stores for a seat is the same in every position that this seat cannot tell apart.

Every game is found by its folder; the toy games with secrets are added. Positions come from random play, and their doubles
from `State.resample`, which is made from the seat's view alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.helpers import some_in_short
from tests.toy_game.baskets import BasketState, SealedBaskets
from tests.toy_game.game import SealedLots
from widgets import Table
from workbench.core.events import Event, Kind, Listener
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.registry import game_class
from workbench.core.seating import Seating
from workbench.core.state import State

GAMES: dict[str, Callable[[int], Game]] = {
    **{name: lambda players, name=name: wb.load(name, players) for name in wb.game_names()},
    "sealed_lots": lambda players: SealedLots({}, players),
    "sealed_baskets": lambda players: SealedBaskets({}, players),
}
MOST, MOST_IN_SHORT = 7, 2
"""How many positions of a game are looked at for each seat."""


def few_and_many(name: str) -> tuple[int, ...]:
    """The smallest and the largest number of players of a game."""
    kinds = {"sealed_lots": SealedLots, "sealed_baskets": SealedBaskets}
    counts = (kinds[name] if name in kinds else game_class(name)).player_counts
    return (counts[0],) if len(counts) == 1 else (counts[0], counts[-1])


ALL = [(name, players) for name in GAMES for players in few_and_many(name)]
SECRET = [(name, players) for name, players in ALL if players > 1 and GAMES[name](players).has_secrets()]


def each(cases: list[tuple[str, int]]) -> pytest.MarkDecorator:
    """A test of these games; the short run takes the fewest players of each."""
    long = [pytest.mark.long]
    rows = [pytest.param(name, players, marks=[] if players == few_and_many(name)[0] else long) for name, players in cases]
    return pytest.mark.parametrize(("name", "players"), rows)


def decisions(game: Game, seed: int, most: int = MOST) -> Iterator[State]:
    """Positions of a random game at which somebody decides, spread over it; the last one is its end."""
    found = [state.copy() for state, _ in random_game(game, seed) if state.to_move != wb.CHANCE]
    step = max(1, len(found) // (most - 1))
    yield from found[::step][: most - 1]
    yield found[-1]


def everything(table: Table) -> dict[str, str]:
    """All that the table shows, keeps in synced traits or leaves in a notebook, as texts by where they stand."""
    found = {"text/plain": repr(table), "image/svg+xml": table._repr_mimebundle_()["image/svg+xml"]}
    table.odds, table.figure  # noqa: B018  (worked out, so that they are shown)
    table.redraw()
    table.messages.hear({"do": "whole_log"})
    todo: list[tuple[str, Any]] = [("table", table)]
    while todo:
        place, widget = todo.pop()
        state = {
            name: value for name, value in widget.get_state().items() if name not in ("_esm", "_css", "layout", "style")
        }
        found[place] = re.sub(r"IPY_MODEL_\w+", "a model", json.dumps(state, default=str, sort_keys=True))
        todo += [(f"{place}.{number}", child) for number, child in enumerate(getattr(widget, "children", ()))]
    return found


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Where two tables differ."""
    return sorted(place for place in {*one, *other} if one.get(place) != other.get(place))


def laid(game: Game, seat: int, figure: bool = False) -> Table:
    """A table at which one person sits, in this seat."""
    others = {other: "random" for other in range(game.players) if other != seat}
    return Table(game, seats=others, pace=None, figure=figure)


def leaks(game: Game, seat: int, seed: int, figure: bool = False, most: int = MOST) -> list[str]:
    """Where a table shows a seat what it cannot know."""
    rng, table = Random(seed, seat), laid(game, seat, figure)
    found: list[str] = []
    for state in decisions(game, seed, most):
        alike = (state, state.resample(seat, rng), state.resample(seat, rng))
        first: dict[str, str] = {}
        for position in {one.key(): one for one in alike}.values():  # where nothing is hidden all are the same
            table.sit_down(game.match(position=position))
            shown = everything(table)
            first = first or shown
            found += differing(first, shown)
    return found


@each(ALL)
def test_a_seat_is_shown_the_same_in_every_position_it_cannot_tell_apart(name: str, players: int, short: bool) -> None:
    game = GAMES[name](players)
    for seat in range(players):
        assert leaks(game, seat, seed=seat, most=MOST_IN_SHORT if short else MOST) == []


@some_in_short("name", [name for name in GAMES if name != "sealed_lots"], every=2)
def test_so_is_its_figure(name: str, short: bool) -> None:
    game = GAMES[name](few_and_many(name)[0])
    assert leaks(game, 0, seed=3, figure=True, most=MOST_IN_SHORT if short else MOST) == []


@some_in_short(("name", "players"), SECRET, every=3)
def test_a_covered_board_shows_the_same_whatever_lies_under_it(name: str, players: int) -> None:
    game, rng = GAMES[name](players), Random(5)
    table = Table(game, figure=False)
    for state in decisions(game, 2):
        shown = []
        for seat in range(players):
            table.sit_down(game.match(position=state.resample(seat, rng)))
            assert table.seating.covered
            shown.append(everything(table))
        assert all(differing(shown[0], other) == [] for other in shown)


def heard(before: State, action: int, seat: int) -> tuple[State, list[Event]]:
    """The position after an action, and what a seat was told of it."""
    after = before.copy()
    after.listener = Listener()
    after.apply(action)
    told = [event.told(seat) for event in after.listener.events]
    return after, [event for event in told if event is not None]


def told_too_much(game: Game, seeds: range) -> list[tuple[str, str]]:
    """What a seat is told differently about what looks the same to it before and afterwards.

    Once the same action in a position that it cannot tell apart, and once another choice in the same position that makes a
    difference it cannot see. (A choice that leaves no trace in the position, such as talk, may be as public as it likes.)
    """
    rng, found = Random(8), []
    for seed in seeds:
        for number, (state, action) in enumerate(random_game(game, seed)):
            if action < 0 or (number % 3 and number > 60):
                continue
            for seat in range(game.players):
                if state.to_move == seat:
                    continue
                after, told = heard(state, action, seat)
                other, choices = state.resample(seat, rng), state.legal()
                ways = [(other, action)] if action in other.legal() else []
                for instead, choice in [*ways, (state, choices[rng.below(len(choices))])]:
                    later, told_instead = heard(instead, choice, seat)
                    if later.key() != after.key() and later.view(seat) == after.view(seat) and told_instead != told:
                        found.append((str(told), str(told_instead)))
    return found


@each(SECRET)
def test_nobody_is_told_what_it_does_not_see(name: str, players: int) -> None:
    assert told_too_much(GAMES[name](players), range(2)) == []


# -- these tests notice leaks --------------------------------------------------------------------------------------------------


def test_a_table_that_looks_at_the_whole_position_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seating, "state", lambda self: self.match.state)
    found = leaks(SealedBaskets({}, 3), 0, seed=0)
    assert "image/svg+xml" in found and "text/plain" in found and "table.0" in found


def test_a_figure_that_shows_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SealedBaskets({}, 2)
    panels = game.panels
    full: list[State] = []
    monkeypatch.setattr(game, "panels", lambda state, seat: panels(full[-1], 1 - seat))
    monkeypatch.setattr(Table, "sit_down", spying(full, Table.sit_down))
    full.append(game.match(seed=0).state)
    assert any(place.startswith("table.1.") for place in leaks(game, 0, seed=3, figure=True))


def spying(full: list[State], sit_down: Callable[..., None]) -> Callable[..., None]:
    """A `sit_down` that lets a planted fault see the whole position."""

    def spied(table: Table, match: Any, asked: Any = None) -> None:
        full.append(match.state)
        sit_down(table, match, asked)

    return spied


def test_a_secret_that_is_told_aloud_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = BasketState.tell

    def aloud(self: State, kind: Kind, seat: int = -1, *, to: tuple[int, ...] = (), **told: Any) -> None:
        tell(self, kind, seat, **told)

    monkeypatch.setattr(BasketState, "tell", aloud)
    assert told_too_much(SealedBaskets({}, 3), range(1))
