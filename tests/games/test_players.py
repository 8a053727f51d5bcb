"""Every player goes on playing when a rule is changed: asking the changed rule where it can, and by its own law where not.

Here a sample of the changes, other ones for each game; `python tools/sweep_players.py` tries them all.
"""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.changes import (
    Change,
    changes_of_options,
    changes_of_phases,
    overridden,
    plays_whole_game,
    tables,
    under_change,
)
from tests.contract import two_of_them
from tests.games.resource_hog.changed import Escort
from workbench.core.figures import Withheld
from workbench.core.random import Random
from workbench.core.strength import judged_as_printed
from workbench.games.merry_way.build import Place
from workbench.games.resource_hog import measures
from workbench.games.resource_hog.fight import Battle, Volley
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.strategy import FAR, STRATEGIES, Baron, Farmer, Raider, Warlord
from workbench.games.resource_hog.turns import Program
from workbench.lab.simulate import plan_of
from workbench.worker.batch import players_after


def sampled(changes: list[Change], number: int, rng: Random) -> list[Change]:
    return [changes.pop(rng.below(len(changes))) for _ in range(min(number, len(changes)))]


@pytest.mark.parametrize("name", wb.game_names())
def test_every_player_plays_under_changed_rules(name: str, short: bool) -> None:
    """The replaced phases play as before: only a player that restates a rule, instead of asking it, can notice."""
    game, rng, number = wb.load(name), Random("changed", name), 1 if short else 12
    phases, options = list(changes_of_phases(game, (0,))), list(changes_of_options(game))
    for place, change in enumerate([*sampled(phases, number, rng), *sampled(options, number, rng)]):
        changed = under_change(game, change)
        for names in tables(changed, quick=True) if changed else ():
            assert plays_whole_game(changed, names, place), f"{names} under {change.said}"


@pytest.mark.parametrize("name", wb.game_names())
def test_the_printed_rules_forbid_no_player_what_it_wants(name: str, short: bool) -> None:
    game = wb.load(name)
    for who, kind in game.strategies.items():
        if kind.quick:
            plan, _ = plan_of(game, who, seed=1, rotate=True, clauses=False)
            for number in range(1 if short else 4):
                assert all(not player.overruled for player in players_after(plan, number)), f"{who} in game {number}"


@pytest.mark.long
@pytest.mark.parametrize("name", wb.game_names())
def test_players_that_take_their_time_play_under_changed_rules(name: str) -> None:
    game, rng = wb.load(name), Random("slow", name)
    phases, options = list(changes_of_phases(game, ())), list(changes_of_options(game))
    for place, change in enumerate([*sampled(phases, 3, rng), *sampled(options, 2, rng)]):
        changed = under_change(game, change)
        for names in tables(changed, quick=False) if changed else ():
            assert plays_whole_game(changed, names, place), f"{names} under {change.said}"


FIGHTS = [overridden(Battle, "bonus", 0), Escort, overridden(Battle, "apply", 0)]
FIGHTS += [overridden(Volley, name, 0) for name in ("chance", "margin", "handful")]


@pytest.mark.parametrize("phase", FIGHTS)
def test_whoever_fights_goes_on_fighting_under_a_changed_fight(phase: type[Any]) -> None:
    game = wb.load("resource_hog", phases={phase.name: phase})
    assert plays_whole_game(game, ("warlord", "raider", "baron"), 1)


def attack_in_sight(game: Any) -> tuple[ResourceHogState, int]:
    """A position in which a seat waits to be defended, and a border beyond which an enemy holds it."""
    state = game.start()
    state.seats = [1] * len(state.seats)
    state.nobles = [1] * len(state.nobles)
    state.owner = [area % 3 for area in range(len(state.owner))]
    border = next(
        border for border in range(game.ground.borders)
        if state.owner[game.ground.origin[border]] != state.owner[game.ground.beyond[border]]
    )
    return state, border


def test_a_changed_rule_is_asked_where_it_can_be() -> None:
    """Nobles that a changed fight adds are counted; in a fight that is changed otherwise, only players still judge."""
    usual = measures.attack(*attack_in_sight(wb.load("resource_hog")), 1)
    assert usual is not None
    for phase, followed in ((Escort, True), (overridden(Battle, "apply", 0), False)):
        place = attack_in_sight(wb.load("resource_hog", phases={"battle": phase}))
        guessed = measures.JUDGED_ATTACK(*place, 1)
        assert guessed is not None and guessed.attackers == usual.attackers + (1 if followed else 0)
        if followed:
            assert measures.attack(*place, 1) == guessed
        else:
            with pytest.raises(Withheld):
                measures.attack(*place, 1)


def test_players_say_which_changed_rule_they_judge_as_printed() -> None:
    asked, rewritten = [
        wb.load("resource_hog", phases={"battle": overridden(Battle, name, 0)}) for name in ("bonus", "apply")
    ]
    assert Raider.misreads(asked) == () and Raider.misreads(rewritten) == ("battle",)
    assert Baron.misreads(rewritten) == Warlord.misreads(rewritten) == ("battle",) and Farmer.misreads(rewritten) == ()
    fewer = wb.load("merry_way", phases={"place": two_of_them(Place)})
    assert judged_as_printed(fewer, "builder") == "builder cannot ask the changed 'place', and judges it by the printed rule."
    assert Farmer.misreads(wb.load("resource_hog", phases={"program": two_of_them(Program)})) == ("program",)
    # whoever attacks judges by the figures of a fight
    assert all(bool(kind.figures) == (kind.attacks_from < FAR) for kind in STRATEGIES.values())  # type: ignore[attr-defined]
    for name in wb.game_names():
        game = wb.load(name)
        assert all(kind.misreads(game) == () for kind in game.strategies.values())
