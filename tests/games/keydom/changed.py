"""Phases of Keydom with other rules, as a person may hand them over."""

from __future__ import annotations

from workbench.games.keydom.buying import PlaceTile
from workbench.games.keydom.counters import total
from workbench.games.keydom.registry import Refill
from workbench.games.keydom.score import Score
from workbench.games.keydom.state import KeydomState


class ThreeForTheSecond(Score):
    """A changed rule: a field of the second group counts three."""

    def weight(self, state: KeydomState, place: int) -> int:
        return 3 if place == 1 else super().weight(state, place)


class LargestOnly(Score):
    """A changed rule: the largest group counts, squared, and nothing else does."""

    def field_points(self, state: KeydomState, sizes: list[int]) -> int:
        return sizes[0] ** 2 if sizes else 0


class PairsOnly(Score):
    """A changed rule: a field with no other one beside it belongs to no group."""

    def groups_of(self, state: KeydomState, seat: int, fields: int) -> list[int]:
        return [group for group in super().groups_of(state, seat, fields) if group & (group - 1)]


class TwiceForCrops(Score):
    """A changed rule: two points for each crop."""

    def crop_points(self, state: KeydomState) -> list[int]:
        return [2 * points for points in super().crop_points(state)]


class TwiceForWorkers(Score):
    """A changed rule: workers count twice, and a field more than it does otherwise."""

    def of_one(self, state: KeydomState, seat: int) -> tuple[int, int]:
        fields, workers = super().of_one(state, seat)
        return fields + state.fields[seat].bit_count(), 2 * workers


class PointsForTurns(Score):
    """A changed rule: a point for each turn."""

    def points(self, state: KeydomState) -> tuple[int, ...]:
        return tuple([points + state.own_turns[seat] for seat, points in enumerate(super().points(state))])


class HalfPrice(PlaceTile):
    """A changed rule: whoever holds half as many counters as were bid may buy."""

    def payable(self, state: KeydomState, seat: int, place: int) -> bool:
        return 2 * total(state.hands[seat]) >= total(state.bids[place])


class CheapTiles(Refill):
    """A changed rule: events are drawn only when the bag has no field tile."""

    def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
        outcomes = super().chance(state)
        fields = tuple([one for one in outcomes if one[0] < 70])
        return fields or outcomes
