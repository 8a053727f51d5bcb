"""Games and players are found by their folder; a wrong name gets the right ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core import registry
from workbench.core.errors import OptionError, UnknownNameError
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.registry import general_players, players_of
from workbench.players.random_player import RandomPlayer


def test_games_are_the_folders_with_a_rulebook() -> None:
    folders = {path.parent.name for path in (Path(wb.__file__).parent / "games").glob("*/rulebook.md")}
    assert set(wb.game_names()) == folders and "northwood" in folders
    assert list(wb.game_names()) == sorted(folders)


@pytest.mark.usefixtures("sample_games")
class TestAnotherFolder:
    """A folder is all it takes to add a game: no list elsewhere is touched."""

    def test_its_game_is_found_and_loaded(self) -> None:
        assert wb.game_names() == ("guess",)
        assert repr(wb.load("guess")) == "<The guess for 2 players>"
        assert wb.load("guess", preset="small").options["cards"] == 3

    def test_its_players_are_those_of_every_game_and_its_own(self) -> None:
        names = wb.player_names(wb.load("guess"))
        assert "random" in names and "honest" in names and names[-1] == "scripted"
        assert "counter" not in names

    def test_its_seats_are_counted(self) -> None:
        with refused(wb.WorkbenchError, "The guess is a game for 2 players, not 3."):
            wb.load("guess", players=3)

    def test_its_files_are_its_own(self) -> None:
        text = wb.load("guess").match(seed=1).to_json()
        assert wb.Match.from_json(text, game="guess").game.title == "The guess"
        with refused(wb.SaveFileError, "This save file belongs to 'guess', not to 'northwood'."):
            wb.Match.from_json(text, game="northwood")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("northwod", "There is no game 'northwod'. Did you mean 'northwood'? Available: "),
        ("", "There is no game ''. Available: "),
        ("../core", "There is no game '../core'."),
        (5, "There is no game 5. Available: "),
    ],
)
def test_an_unknown_game_gets_the_known_ones(name: Any, says: str) -> None:
    with refused(UnknownNameError, says):
        wb.load(name)


def test_an_unknown_preset_gets_the_known_ones() -> None:
    with refused(UnknownNameError, "northwood has no preset 'fulll'. Did you mean 'full'? Available: "):
        wb.load("northwood", preset="fulll")
    number: Any = 10**5000
    with refused(UnknownNameError, "northwood has no preset a number of thousands of digits. Available: "):
        wb.load("northwood", preset=number)


def test_an_unknown_option_gets_the_known_ones() -> None:
    with refused(OptionError, "northwood has no option 'treshold'. Did you mean 'threshold'?"):
        wb.load("northwood", treshold=18)


@pytest.mark.parametrize("players", [0, 2, -1, "1", None])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    if players is None:
        assert wb.load("northwood", players=players).players == 1
        return
    with refused(wb.WorkbenchError, f"For Northwood! is a game for 1 player, not {players!r}."):
        wb.load("northwood", players=players)


@pytest.mark.parametrize("name", wb.game_names())
def test_every_preset_of_every_game_can_be_loaded_and_changed_further(name: str) -> None:
    presets = type(wb.load(name)).presets()
    assert presets
    for preset in presets.values():
        game = wb.load(name, preset=preset.name)
        assert {option: game.options[option] for option in preset.options} == preset.options
        assert preset.meaning.endswith(".")
        changed = wb.load(name, preset=preset.name, **preset.options)
        assert dict(changed.options) == dict(game.options)


def test_options_given_go_before_those_of_the_preset() -> None:
    assert wb.load("northwood", preset="advanced").options["threshold"] == 18
    assert wb.load("northwood", preset="advanced", threshold=19).options["threshold"] == 19


@pytest.mark.parametrize("name", wb.game_names())
def test_every_named_player_of_every_game_can_be_made(name: str) -> None:
    game = wb.load(name)
    for player in wb.player_names(game):
        assert isinstance(wb.make_player(game, player, Random(1)), Player)
    assert players_of(game)["scripted"] is players_of(game)[game.reference_player]


def test_players_for_any_game_are_found_by_their_class() -> None:
    found = general_players()
    assert found["random"] is RandomPlayer
    assert all(issubclass(kind, Player) and kind.__module__.startswith("workbench.players.") for kind in found.values())


def test_a_new_player_is_found_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from workbench.core.player import Player
from workbench.players.random_player import RandomPlayer

class LastPlayer(Player):
    player_name = "last"

    def choose(self, view):
        return view.legal()[-1]

class Helper(Player):
    "Has no name, so it is no player people can ask for."
"""
    (tmp_path / "last_player.py").write_text(source, encoding="utf-8")
    (tmp_path / "_notes.py").write_text("raise AssertionError('not a player')", encoding="utf-8")
    import workbench.players

    monkeypatch.setattr(registry, "PLAYERS", tmp_path)
    monkeypatch.setattr(workbench.players, "__path__", [str(tmp_path)])
    game = wb.load("northwood")
    assert set(general_players()) == {"last"}
    match = game.match(seed=1)
    match.play_out("last")
    assert match.over


def test_an_unknown_player_gets_the_known_ones() -> None:
    with refused(
        UnknownNameError, "There is no player 'randm' for northwood. Did you mean 'random'? Available: random, "
    ):
        wb.make_player(wb.load("northwood"), "randm", Random(1))
