"""The table of For Northwood! shows the position truly, in the picture, in words and in figures."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

import workbench as wb
from widgets.palette import OKABE_ITO, contrast
from workbench.core import pieces as kit
from workbench.core.random import Random
from workbench.games.northwood import board
from workbench.games.northwood.components import card_name, cards_in

VISIT = {"hand": "C5 F2 E8", "deck": "C3 C7 F1 F8", "fief": 3, "ruler": "LQ"}


def northwood(**options):
    return wb.load("northwood", **options)


def positions(match, seed=1):
    """Every position of a game in which moves are chosen at random."""
    rng = Random(seed)
    yield match.state
    while not match.over:
        legal = match.state.legal()
        match.play(legal[rng.below(len(legal))])
        yield match.state


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"setup": "full"},
        {"fiefs": 5, "start_friendly": (1,)},
        {"setup": "scenario", "scenario": 3},
        {"win_rule": "hidden_three"},
    ],
    ids=lambda options: "-".join(map(str, options)) or "usual",
)
def test_every_position_of_a_game_is_drawn_and_offers_its_moves(options, short):
    for state in list(positions(northwood(**options).match(seed=5)))[:: 5 if short else 1]:
        scene = state.game.scene(state, 0)
        ElementTree.fromstring(scene.svg())
        legal = set(state.legal())
        offered = {action for spot in scene.spots for action in spot.legal}
        assert offered <= legal
        # whatever can be chosen by pointing at a card, a fief or an ally is there to be pointed at
        pointed = {action for action in legal if re.match("card|fief|ally|slot|sub:[0-9]", state.game.symbol(action))}
        assert pointed <= offered
        for spot in scene.spots:
            x, y, width, height = spot.box
            assert x >= 0
            assert y >= 0
            assert x + width <= scene.width + 0.01
            assert y + height <= scene.height
            assert spot.label.endswith(".")
        held = [spot.name for spot in scene.spots if spot.name.startswith("hand-")]
        assert held == [f"hand-{card_name(card)}" for card in cards_in(state.hand)]
        text = state.game.text(state, 0)
        for card in cards_in(state.hand):
            assert card_name(card) in text
        assert len(state.game.panels(state, 0)) == 4


def test_labels_say_what_the_picture_shows():
    state = northwood().position({**VISIT, "score": "C8", "allies": "CJ* FJ LJ EJ"})
    scene = state.game.scene(state, 0)
    assert scene.spot("fief-3").label == "Fief 3: target 3, 1 star, Queen of Leaves, being visited, trump Leaves."
    assert scene.spot("ally-0").label.startswith("Ally Jack of Claws, exhausted: ")
    assert "You may" not in scene.spot("ally-0").said
    assert scene.spot("ally-1").label.startswith("Ally Jack of Flowers, ready: ")
    assert scene.spot("ally-1").said.endswith("You may activate the Jack of Flowers.")
    assert scene.spot("score").label == "Score pile: 1 card, target 3; from the top C8."
    assert scene.spot("deck").label.startswith("Deck: 4 cards, 2 Claws, 2 Flowers, 0 Leaves, 0 Eyes.")
    assert scene.spot("statement").label == "No statement awaits a response."
    assert "exhausted" in scene.svg()
    assert "VISITING" in scene.svg()
    assert "trump L" in scene.svg()


def test_cards_that_may_not_be_played_stay_where_they_are_and_can_be_asked_about():
    match = northwood().match(
        seed=0, position={"hand": "C2 C5 F2 E8", "deck": "C3 L1 F8", "fief": 3, "ruler": "LQ", "statement": "C4"}
    )
    scene = match.game.scene(match.state, 0)
    playable, other = scene.spot("hand-C5"), scene.spot("hand-E8")
    assert playable.legal
    assert not other.legal
    assert [choice.words for choice in other.choices] == ["respond with E8"]
    assert playable.box[1] < other.box[1], "what may be played is raised"
    strokes = [shape.attributes.get("stroke-width") for shape in playable.shapes]
    assert 3 in strokes, "and has a thick outline"
    assert other.said == "8 of Eyes, in your hand. It may not be chosen now."
    assert match.why_not(other.choices[0].action).clause == "NW-TRICK-1"


def test_the_deck_passes_when_an_ability_is_offered():
    match = northwood().match(position=VISIT)
    spot = match.game.scene(match.state, 0).spot("deck")
    assert [match.game.symbol(action) for action in spot.legal] == ["pass"]
    assert spot.said.endswith("You may pass.")


def test_friendly_rulers_can_be_brought_in_by_pointing():
    match = northwood(start_friendly=(0,)).match(seed=3)
    match.play("visit fief 1")
    if match.state.phase.name != "substitute":
        pytest.fail("a friendly ruler should be offered")
    scene = match.game.scene(match.state, 0)
    fief = scene.spot("fief-0")
    assert [match.game.symbol(action) for action in fief.legal] == [f"sub:0>{slot}" for slot in range(4)]
    assert fief.said.endswith(f" You may {', or '.join([choice.words for choice in fief.choices if choice.legal])}.")
    match.play(fief.legal[2])
    scene = match.game.scene(match.state, 0)
    assert "in for the Jack of Leaves" in scene.spot("ally-2").label
    assert "in for LJ" in scene.svg()


def test_a_lost_and_a_won_fief_say_so_in_words_and_shapes():
    state = northwood().position({"failed": [0], "friendly": [1], "hand": "C1 C2 C3 C4 C5 C6 C7 C8"})
    scene = state.game.scene(state, 0)
    assert ", lost." in scene.spot("fief-0").label
    assert ", won." in scene.spot("fief-1").label
    drawn = {name: [shape.text for shape in scene.spot(name).shapes] for name in ("fief-0", "fief-1", "fief-2")}
    assert "lost" in drawn["fief-0"]
    assert "won" in drawn["fief-1"]
    assert "open" in drawn["fief-2"]
    signs = [shape.attributes["d"] for name in drawn for shape in scene.spot(name).shapes if shape.kind == "path"]
    assert kit.TICK in signs
    assert kit.CROSS in signs


def test_the_end_is_told():
    match = northwood().match(seed=2)
    match.play_out("random")
    assert re.match(r"For Northwood! The game is over: \d+ stars?, a (win|loss)\.", match.game.text(match.state, 0))
    assert not any(spot.legal for spot in match.game.scene(match.state, 0).spots)


def test_suits_differ_in_grey_and_come_from_the_palette():
    assert set(board.SUIT_COLOURS) <= set(OKABE_ITO)
    for one, other in itertools.combinations(board.SUIT_COLOURS, 2):
        assert contrast(one, other) >= 1.4
    assert len(set(board.SYMBOLS)) == 4


@pytest.mark.parametrize("ground", [kit.PAPER, kit.CARD])
def test_words_can_be_read_on_every_ground(ground):
    assert contrast(kit.INK, ground) >= 7
    assert contrast(kit.SOFT_INK, ground) >= 4.5
    assert contrast(kit.ACCENT, ground) >= 3


def test_the_statement_lies_in_one_place_only() -> None:
    state = wb.load("northwood").position({"hand": "C2 E8", "deck": "C3", "fief": 3, "ruler": "LQ", "statement": "C4"})
    scene = state.game.scene(state, 0)
    shown = [spot.name for spot in scene.spots for shape in spot.shapes if shape.text == "C4"]
    assert shown == ["statement"]
    assert "C4" in scene.spot("discard").label or "4 of Claws" in scene.spot("discard").label, "words keep the whole pile"
