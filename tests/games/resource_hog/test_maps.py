"""Maps: the house maps fit their tables, faults are named by place, and a map of one's own plays, is drawn and travels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import workbench as wb
from workbench.core.outside import LONGEST
from workbench.games.resource_hog.components import BIT, NONE
from workbench.games.resource_hog.land import carriage, distances, reach
from workbench.games.resource_hog.maps import HOUSE_MAPS, Ground, MapFileError, copy_map, house_map, map_text, read_map
from workbench.games.resource_hog.options import SMALL_MAP

BIG = {
    "trefoil": (13, 30, 39, 78, 86, 6),
    "quatrefoil": (16, 32, 44, 80, 100, 8),
    "cinquefoil": (15, 30, 45, 80, 100, 5),
}
"""Areas, borders, squares, game, fish and start areas of each big map."""


@pytest.mark.parametrize("name", BIG)
def test_house_maps_are_as_they_were_designed(name: str) -> None:
    made = house_map(name)
    areas, borders, squares, game, fish, starts = BIG[name]
    assert (len(made.areas), len(made.borders)) == (areas, borders)
    assert sum(area.woodland for area in made.areas) == squares <= 45
    assert sum(area.game for area in made.areas) == game <= 80
    assert sum(water.most for water in made.waters) == fish <= 100
    ground = Ground(made, False, False, 3, False)
    assert bin(ground.starts).count("1") == starts
    arms = sum(area.ore[2] for area in made.areas)
    assert arms + len(made.zones) + 20 == 60, "stocks, one a player and a full column are all arms there are"
    graph = nx.Graph(made.borders)
    assert nx.is_connected(graph) and nx.check_planarity(graph)[0]
    assert nx.diameter(graph) == {"trefoil": 3, "quatrefoil": 4, "cinquefoil": 4}[name]


def test_the_sea_is_filled_by_the_number_of_players() -> None:
    for players, fish in ((3, 30), (4, 50), (5, 50)):
        assert wb.load("resource_hog", players, map="quatrefoil").start().fish[0] == fish
    for players, fish in ((1, 10), (2, 20)):
        assert wb.load("resource_hog", players).start().fish[0] == fish
    zones = wb.load("resource_hog", 4, sea_model="zones")
    assert list(zones.start().fish[:4]) == [12] * 4 and zones.ground.waters == 9


def test_every_fault_of_a_map_is_named_with_its_place() -> None:
    broken = """title = "Broken"
players = [3]
borders = ["A-B", "A-Z", "B-A", "C"]
[areas]
A = { woodland = -1, game = "much", salt = 5 }
B = { woodland = 50, gold = 3, tower = 1 }
C = { woodland = 1, at = [5] }
[waters]
SEA = { sea = "yes", most = 0, borders = "A Q" }
"""
    with pytest.raises(MapFileError) as fault:
        read_map(broken)
    said = "\n".join(fault.value.reasons)
    for place in (
        *("areas.A.woodland", "areas.A.game", "areas.B.woodland", "areas.B: there is no key 'tower'", "areas.C.at"),
        *("waters.SEA.sea", "waters.SEA.most", "waters.SEA.borders: there is no area 'Q'", "number 2 (A-Z)"),
        *("number 3 (B-A)", "number 4 (C)", "areas.C: it cannot be reached", "RH-SETUP-6"),
    ):
        assert place in said, place
    assert str(fault.value).count("\n- ") == len(fault.value.reasons)


@pytest.mark.parametrize(
    ("water", "said"),
    [
        ("most = 100, start = 60", "waters.SEA.most: a whole number from 1 to 99 should stand here, not 100."),
        ("most = 50, start = 60", "waters.SEA.start: a whole number from 0 to 50 should stand here, not 60."),
    ],
)
def test_one_wrong_number_of_fish_is_one_fault(water: str, said: str) -> None:
    usual = "most = 50, most_three = 30, start = [30, 30, 30, 50, 50]"
    assert usual in map_text("trefoil")
    with pytest.raises(MapFileError) as fault:
        read_map(map_text("trefoil").replace(usual, water))
    assert fault.value.reasons == (said,)


ALONE = "title = 'Alone'\nplayers = [1]\n[areas]\nA = { salt = 1 }\n[waters]\nS = { sea = true, most = 1, borders = 'A' }\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 900 + "]" * 900, "nested too deeply"),
        ("a = " + "[" * 100 + "]" * 100, "nested too deeply"),
        ("a" + ".a" * 20_000 + " = 1", "Line 1 has more than 100 dots"),
        ("title = " + "9" * 6_000, "not a TOML file"),
        ("#" * 60_000, "more than 50,000 letters"),
        ("".join([f"k{number} = 1\n" for number in range(4_000)]), "and 3981 more reasons"),
        (ALONE, "at least two areas and a border"),
    ],
)
def test_maps_that_hang_or_break_a_reader_are_refused(text: str, said: str) -> None:
    with pytest.raises(wb.OptionError, match=said) as fault:
        wb.load("resource_hog", 1, map=text + "\n")
    assert len(str(fault.value)) <= LONGEST


def test_only_plain_files_of_a_sensible_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("#" * 400_001)
    os.mkfifo(tmp_path / "pipe")
    for name, said in (("large.toml", "more than 400,000 bytes"), ("pipe", "not a plain file"), (".", "it is a folder")):
        with pytest.raises(wb.OptionError, match=said):
            wb.load("resource_hog", map=tmp_path / name)
    for none in ("a\0b", "x" * 300, "\ud800"):
        with pytest.raises(wb.OptionError, match="there is no file"):
            wb.load("resource_hog", map=none)


def test_a_text_may_begin_with_the_mark_of_an_editor() -> None:
    assert wb.load("resource_hog", map="\ufeff" + map_text("trefoil")).ground.made.title == "Trefoil"


@pytest.mark.parametrize("target", ["a\0b", "x" * 300, "\ud800", None, 5, "nowhere/mine.toml"])
def test_a_map_is_copied_to_where_files_can_be(target: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MapFileError):
        copy_map("trefoil", target)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["title = ", "areas = 3", "", "[areas]\nA = 4", "players = 'many'\n[areas]\nA = {}"])
def test_nonsense_is_refused_with_sentences(text: str) -> None:
    with pytest.raises(MapFileError):
        read_map(text)
    with pytest.raises(wb.OptionError, match="map"):
        wb.load("resource_hog", map=text + "\n")


def test_a_map_of_ones_own_is_played_drawn_and_saved(tmp_path: Path) -> None:
    file = copy_map("trefoil", tmp_path / "mine.toml")
    text = file.read_text(encoding="utf-8").replace('name = "Crown"', 'name = "Bald <Hill>"')
    file.write_text(text, encoding="utf-8")
    with pytest.raises(MapFileError, match="not overwritten"):
        copy_map("trefoil", file)
    game = wb.load("resource_hog", map=str(file))
    match = game.match(seed=3)
    match.play_out("random")
    file.unlink()
    again = wb.Match.from_json(match.to_json())
    assert again.state.key() == match.state.key() and again.game.ground.names[12] == "Bald <Hill>"
    svg = match.state.game.scene(match.state, 0).svg()
    assert "Bald &lt;Hill&gt;" in svg and "<Hill>" not in svg


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(wb.OptionError, match="there is no file"):
        wb.load("resource_hog", map=str(tmp_path / "nowhere.toml"))
    with pytest.raises(wb.OptionError, match="Did you mean 'trefoil'"):
        wb.load("resource_hog", map="trefoyl")


def test_maps_say_for_how_many_they_are() -> None:
    with pytest.raises(wb.OptionError, match="RH-RULING-1"):
        wb.load("resource_hog", 2, map="trefoil")
    with pytest.raises(wb.OptionError, match="RH-RULING-1"):
        wb.load("resource_hog", 3, map="islet")
    assert wb.load("resource_hog", 3, map=SMALL_MAP).ground.areas == 3


@pytest.mark.parametrize("name", HOUSE_MAPS)
def test_flat_tables_and_the_graph_agree(name: str) -> None:
    players = house_map(name).players[0]
    game = wb.load("resource_hog", players, map=name)
    state = game.start()
    for roads in (0, 0b10110101, 0b111111111):
        state.roads = roads & (BIT[game.ground.areas] - 1)
        graph = game.map_graph(state)
        assert nx.check_planarity(graph)[0]
        for land in (BIT[game.ground.areas] - 1, 0b101110110101111, 0b11001):
            codes = [code for area, code in enumerate(game.ground.codes) if land & BIT[area]]
            for area, code in enumerate(game.ground.codes):
                part = graph.subgraph({*codes, code})
                paid = nx.single_source_dijkstra_path_length(part, code, weight="fee")
                flat = distances(game.ground, land, area, int(state.roads))
                assert {game.ground.codes[one]: fee for one, fee in enumerate(flat) if fee != NONE} == paid
                assert flat == carriage(game.ground, land, area, int(state.roads), False)
                reached = {
                    game.ground.codes[one]
                    for one in range(game.ground.areas)
                    if reach(game.ground, land, area) >> one & 1
                }
                assert reached == set(paid)
