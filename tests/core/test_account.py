"""What the scores of finished matches are made of."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.games.keydom.changed import ThreeForTheSecond
from workbench.core.account import account_of
from workbench.core.match import Match
from workbench.games.merry_way.travel import Travel
from workbench.games.resource_hog.end import GameOver


def ended(name: str, **options: Any) -> Match:
    match = wb.load(name, **options).match(seed=7)
    match.play_out("counter" if name == "northwood" else "random" if "phases" in options else match.game.reference_player)
    return match


def parts(match: Match) -> list[tuple[str, tuple[float, ...]]]:
    return [(entry.name, entry.values) for entry in account_of(match) if not entry.breaks_ties]


@pytest.mark.parametrize("name", wb.game_names())
def test_the_parts_of_a_played_game_add_up_to_its_scores(name: str) -> None:
    match = ended(name)
    found = parts(match)
    assert found and tuple(map(sum, zip(*[values for _, values in found], strict=True))) == match.state.scores()
    names = [entry.name for entry in account_of(match)]
    assert len(set(names)) == len(names)


def test_stars_come_from_the_fiefs_that_were_won() -> None:
    match = ended("northwood")
    won = {event.fields["fief"] for event in match.log if event.kind == "fief_won"}
    for fief, (name, (stars,)) in enumerate(parts(match)):
        expected = (f"fief {fief}, won", match.game.stars[fief]) if fief in won else (f"fief {fief}, lost", 0)
        assert (name, stars) == expected


class GiftsInTravel(Travel):
    """A changed rule: whoever has a trap sprung gains one more, and the log does not say so."""

    def settle(self, state, spot, kind):
        owner = state.claims[spot]
        super().settle(state, spot, kind)
        state.profit[owner] += 1


class DoubleWorth(Travel):
    """A changed rule: traps are worth twice as much."""

    def worth(self, state, spot, kind):
        return 2 * super().worth(state, spot, kind)


def test_an_account_follows_a_changed_rule_or_has_no_parts() -> None:
    usual = ended("merry_way", players=2)
    dear = ended("merry_way", players=2, phases={"travel": DoubleWorth})
    assert parts(usual) and parts(dear)
    assert not parts(ended("merry_way", players=2, phases={"travel": GiftsInTravel}))
    assert parts(ended("keydom", phases={"score": ThreeForTheSecond}))


def test_profit_is_counted_from_the_start_of_a_position_through_deals_and_the_bank() -> None:
    match = wb.load("merry_way", players=2).match(seed=3, position={"phase": "offer", "profit": {"A": 9, "B": 9}})
    match.play_out("random")
    found = dict(parts(match))
    assert found["at the start"] == (9, 9)
    assert found["deals"] == (-2, 2) and max(found["spent at the bank"]) < 0


def test_tie_breaks_that_somebody_changed_are_not_shown() -> None:
    class Levels(GameOver):
        def standing(self, state, seat):
            return tuple(reversed(super().standing(state, seat)))

    assert [entry.name for entry in account_of(ended("resource_hog"))][:3] == ["stone heads", "castles", "mottes"]
    assert account_of(ended("resource_hog", phases={"game_over": Levels})) == ()
