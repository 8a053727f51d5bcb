"""What holds for every game's board, whatever is drawn on it."""

from __future__ import annotations

import itertools
import json
import re
from xml.etree import ElementTree

from workbench.core.scene import Scene, Shape, Spot
from workbench.core.state import State


def shapes_of(scene: Scene) -> list[Shape]:
    """Everything that is drawn."""
    return [*scene.shapes, *[shape for spot in scene.spots for shape in spot.shapes]]


def texts(scene: Scene) -> list[str]:
    """Everything that is written."""
    return [shape.text for shape in shapes_of(scene) if shape.text]


def overlap(one: Spot, other: Spot) -> bool:
    """Whether two spots have more than an edge in common."""
    (x, y, width, height), (left, top, wide, high) = one.box, other.box
    return min(x + width, left + wide) - max(x, left) > 0.01 and min(y + height, top + high) - max(y, top) > 0.01


def assert_sound(scene: Scene) -> None:
    """Well-formed, within its bounds, with places that do not overlap and labels that are sentences."""
    ElementTree.fromstring(scene.svg())
    assert json.dumps(scene.to_json())
    for spot in scene.spots:
        x, y, width, height = spot.box
        assert width > 8
        assert height > 8
        assert x >= 0
        assert y >= 0
        assert x + width <= scene.width + 0.01
        assert y + height <= scene.height
        assert re.fullmatch(r"[A-Z0-9].*\.", spot.label), spot.label
        assert re.fullmatch(r"([A-Z].*\.)?", spot.may), spot.may
        assert "  " not in spot.said
        assert ".." not in spot.said
    for one, other in itertools.combinations(scene.spots, 2):
        assert not overlap(one, other), (one.name, other.name)


def assert_offers_what_is_legal(scene: Scene, state: State) -> None:
    """The seat that decides finds each legal move at some place and no other; labels say so, and refusals have reasons."""
    legal = set(state.legal())
    assert {action for spot in scene.spots for action in spot.legal} == legal, state.phase.name
    for spot in scene.spots:
        words = [choice.words for choice in spot.choices if choice.legal]
        assert ("You may " in spot.may) == bool(words)
        assert not words or spot.may == f"You may {', or '.join(words)}."
        for choice in spot.choices:
            assert choice.legal == (choice.action in legal)
            assert choice.words == state.phase.words(state, choice.action)
            assert choice.legal or state.phase.reasons(state, choice.action)
