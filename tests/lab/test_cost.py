"""A comparison without named players takes the ladder's two best that are quick enough, and says what that costs."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import low
from tests.lab.tiny import Naming, Tiny
from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.ladder import ladder
from workbench.lab.cost import MINUTES, Part, chosen, cost, minutes_of_a_game


@pytest.mark.parametrize(
    ("name", "games", "minutes", "players"),
    [
        ("northwood", 10, MINUTES, ("thinker", "visitor")),
        ("northwood", 2000, MINUTES, ("visitor", "counter")),
        ("northwood", 100_000, MINUTES, ("counter", "random")),
        ("keydom", 2000, MINUTES, ("homesteader", "gatekeeper")),
        ("keydom", 2, MINUTES, ("rollout", "homesteader")),
        ("keydom", 10**9, MINUTES, ("scripted", None)),
        ("resource_hog", 2000, MINUTES, ("baron", "steward")),
    ],
)
def test_the_two_best_that_play_so_many_games_in_time(name: str, games: int, minutes: float, players: tuple[str, str]) -> None:
    found = chosen([wb.load(name)], None, None, games, games, minutes)
    assert (found.players, found.check) == players
    best = [rung.player for rung in ladder(wb.load(name))]
    assert [one for one, _ in found.slower] == best[: best.index(players[0]) if players[0] in best else len(best)]
    assert all([needed > minutes for _, needed in found.slower])
    assert found.why and not chosen([wb.load(name)], players[0], None, games, games, minutes).why


def test_a_named_check_stays_and_so_do_named_players() -> None:
    keydom = [wb.load("keydom")]
    assert chosen(keydom, None, "merchant", 10, 10, MINUTES)[:2] == ("homesteader", "merchant")
    assert chosen(keydom, ["farmer", "random"], None, 10, 10, MINUTES)[:2] == (["farmer", "random"], None)
    with refused(WorkbenchError, "minutes must be a number above 0, not '5'."):
        chosen(keydom, None, None, 10, 10, "5")  # type: ignore[arg-type]


def test_without_a_ladder_the_reference_player_plays_as_ever() -> None:
    assert chosen([Tiny({})], None, "random", 10, 10, MINUTES)[:3] == ("scripted", "random", "")
    both = [wb.load("keydom"), wb.load("nim")]
    assert chosen(both, None, None, 100, 100, MINUTES).players in ("rollout", "random"), "a player of Keydom cannot play Nim"


def test_a_rule_that_the_quickest_player_cannot_play_is_counted_under_the_usual_rules() -> None:
    respond = type(wb.load("northwood").phases["respond"])

    class Fails(respond):  # type: ignore[misc, valid-type]
        def apply(self, state: object, action: int) -> None:
            raise ValueError

    usual, changed = wb.load("northwood"), wb.load("northwood", phases={"respond": Fails})
    assert minutes_of_a_game(usual, ladder(usual)) == minutes_of_a_game(changed, ladder(changed))


def test_both_players_are_told_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    variants = {"text": {}, "four": {"threshold": 4}}
    found = lab.compare("northwood", variants, "win_0", games=3, seed=1, minutes=0.01, progress=True)
    told = capsys.readouterr()
    assert "6 games with counter and 6 with random. A sample played " in told.out + told.err
    assert "visitor is stronger, but would need 1 minute of processor time" in told.out + told.err
    named = lab.compare("northwood", variants, "win_0", "counter", games=3, seed=1, check="random")
    assert named.orders.equals(found.orders) and list(found.orders)[3:5] == ["counter", "counter low"]
    assert "3 games each with counter, then with random" in repr(found)
    assert found.sentences()[0].startswith("You named no players: counter and random are the best on the ladder")
    assert found.sentences()[1:] == named.sentences()
    again = found.confirm(games=2)
    assert again.other is not None and again.other.settings.who == "random"
    assert not capsys.readouterr().out


def test_it_says_for_whom_an_effect_holds() -> None:
    class Double(Naming):
        def apply(self, state: object, action: int) -> None:
            Naming.apply(self, state, action)  # type: ignore[arg-type]
            if action == 4:
                state.named = (*state.named[:-1], state.named[-1] + 1)  # type: ignore[attr-defined]

    both = lab.compare(Tiny({}), {"text": {}, "double": Double}, ["score_1", "length"], low, games=60, seed=1, check=low)
    assert "With low and with low: score_1 is higher in 'double'." in both.sentences()
    none = lab.compare(Tiny({}), {"text": {}, "double": Double}, "length", low, games=60, seed=1, check=low)
    assert "No effect is certain with low or with low." in none.sentences()


def test_an_executor_of_unknown_size_is_told_the_processor_time() -> None:
    class Theirs:
        def submit(self) -> None: ...

    games = [Part("homesteader", 90_000, 25.0)]
    assert cost(games, Theirs()).endswith("25 games a second: about 60 minutes of processor time, shared among the workers.")
