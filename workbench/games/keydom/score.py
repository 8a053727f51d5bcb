"""Score: the two largest groups, the workers on the board, and a point for most counters of a crop."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.sets import size_of
from workbench.core.state import OVER
from workbench.games.keydom.components import CROPS, HIGHEST, LEVELS, NONE
from workbench.games.keydom.counters import held, total
from workbench.games.keydom.phase import KeydomPhase
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Seat
    from workbench.games.keydom.types import Handful, Plot, Plots

SCORED: Final = Kind(
    "scored",
    ("KD-SCORE-4", "KD-RULING-43"),
    "{seat:seat} scores {fields} for fields (groups of {sizes}), {workers} for workers and {crops} for crops: {points}.",
)
CONNECTED: Final = Kind(
    "connected", "KD-SCORE-8", "Workers connect fields in this game: without them {seat:seat} would have groups of {sizes}."
)
STORES_DECIDE: Final = Kind("stores_decide", "KD-RULING-45", "The counters in stores decide who scores for {crop:crop}.")
SHARED_MOST: Final = Kind("shared_most", "KD-SCORE-10", "{seats:seats} share the most {crop:crop}, and each score a point.")
NO_MAJORITIES: Final = Kind("no_majorities", "KD-SCORE-10", "In this game nobody scores for crops.")
WINS: Final = Kind("wins", ("KD-SCORE-1", "KD-SCORE-11", "KD-RULING-46"), "The game is won by {seats:seats}.")


class Score(KeydomPhase):
    """The end: the game is scored. During the game, too, this phase says what a board is worth."""

    name: ClassVar[str] = "score"
    title: ClassVar[str] = "Score"
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-SCORE-1", "KD-SCORE-2", "KD-SCORE-3", "KD-SCORE-4", "KD-SCORE-5", "KD-SCORE-7", "KD-SCORE-10"),
        *("KD-SCORE-8", "KD-SCORE-9", "KD-SCORE-11", "KD-RULING-43", "KD-RULING-45", "KD-RULING-46"),
    )
    asked: ClassVar[frozenset[str]] = frozenset(
        {"land", "groups_of", "weight", "field_points", "worker_points", "crop_points", "of_one", "majority", "winners"}
    )

    def begin(self, state: KeydomState) -> None:
        """End the game and tell the scores."""
        state.phase = self
        state.to_move = OVER
        if state.listener is not None:
            self.tell_scores(state)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return no actions."""
        return ()

    # -- questions to this phase ---------------------------------------------------------------------------------------

    def land(self, state: KeydomState, seat: Seat, fields: Plots) -> Plots:
        """Return what connects: fields, and with `workers_connect` workers' spaces (KD-SCORE-3, KD-SCORE-8).

        Args:
            state: the position.
            seat: the owner of the board.
            fields: the fields to look at, which need not be those of the position.
        """
        return fields | state.workers(seat) if state.game.workers_connect else fields

    def groups(self, state: KeydomState, seat: Seat) -> list[int]:
        """Return the groups of a seat's fields, each as a set of fields, in the order of their first plots."""
        return self.groups_of(state, seat, state.fields[seat])

    def group_with(self, state: KeydomState, seat: Seat, field: Plot) -> Plots:
        """Return the group of one of a seat's fields, as a set of fields; the field is a set of one, too."""
        fields: Plots = state.fields[seat]
        return state.game.country.group(field, self.land(state, seat, fields)) & fields

    def groups_of(self, state: KeydomState, seat: Seat, fields: Plots) -> list[int]:
        """Return the groups that some fields would make on a seat's board."""
        return [group & fields for group in state.game.country.groups(self.land(state, seat, fields)) if group & fields]

    def sizes(self, groups: list[int]) -> list[int]:
        """Return how many fields each group has, the largest first (KD-SCORE-5)."""
        return sorted([size_of(group) for group in groups], reverse=True)

    def weight(self, state: KeydomState, place: int) -> int:
        """Return what a field counts in the group at this place by size, 0 for the largest (KD-SCORE-4)."""
        weights = state.game.group_weights
        return weights[place] if place < len(weights) else 0

    def field_points(self, state: KeydomState, sizes: list[int]) -> int:
        """Return what groups of some sizes score (KD-SCORE-5, KD-RULING-43).

        Args:
            state: the position, for its options.
            sizes: how many fields each group has, the largest first.
        """
        points = 0
        for place in range(len(sizes)):
            points += self.weight(state, place) * sizes[place]
        return points

    def worth_of(self, state: KeydomState, seat: Seat, fields: Plots) -> int:
        """Return what some fields would score on a seat's board."""
        return self.field_points(state, self.sizes(self.groups_of(state, seat, fields)))

    def worker_points(self, state: KeydomState, seat: Seat) -> int:
        """Return the points for workers: each on the board scores its number (KD-SCORE-7, KD-SCORE-9)."""
        points = 0
        base = seat * LEVELS
        for number in range(1, HIGHEST + 1):
            points += size_of(state.stands[base + number])  # those with this number or a higher one
        return points

    def counted(self, state: KeydomState, seat: Seat) -> Handful:
        """Return the counters that count for majorities: hand and, by an option, store (KD-RULING-45)."""
        counters: Handful = state.hands[seat]
        if state.game.store_counts_for_majority:
            for place in state.game.places[seat]:
                counters += state.bids[place]
        return counters

    def majority(self, state: KeydomState, crop: int) -> list[int]:
        """Return who scores for a crop: the player with strictly most of it, if anybody has any (KD-SCORE-10)."""
        if state.game.crop_majority == "off":
            return []
        return self.with_most(state, crop, [self.counted(state, seat) for seat in range(state.game.players)])

    def with_most(self, state: KeydomState, crop: int, counters: list[int]) -> list[int]:
        """Return who has most of a crop, strictly unless `crop_majority` shares it (KD-SCORE-10).

        Args:
            state: the position, for its options.
            crop: the crop.
            counters: the counters of each seat that count.
        """
        game = state.game
        amounts = [held(owned, crop) for owned in counters]
        most = max(amounts)
        best = [seat for seat in range(game.players) if amounts[seat] == most]
        return best if most and (len(best) == 1 or game.crop_majority == "shared") else []

    def crop_points(self, state: KeydomState) -> list[int]:
        """Return the points of each seat for crops."""
        points = [0] * state.game.players
        for crop in range(CROPS):
            for seat in self.majority(state, crop):
                points[seat] += 1
        return points

    def of_one(self, state: KeydomState, seat: Seat) -> tuple[int, int]:
        """Return the points of a seat's board: for fields, and for workers."""
        return self.worth_of(state, seat, state.fields[seat]), self.worker_points(state, seat)

    def points(self, state: KeydomState) -> tuple[int, ...]:
        """Return the points of each seat (KD-SCORE-2)."""
        crops = self.crop_points(state)
        return tuple([sum(self.of_one(state, seat)) + crops[seat] for seat in range(state.game.players)])

    def winners(self, state: KeydomState) -> list[int]:
        """Return the winners: most points, then the option for ties (KD-SCORE-1, KD-SCORE-11, KD-RULING-46)."""
        game = state.game
        points = self.points(state)
        best = [seat for seat in range(game.players) if points[seat] == max(points)]
        if len(best) == 1 or game.tie_break == "shared":
            return best
        second = game.tie_break == "second_group"
        ranks: dict[int, int] = {}
        for seat in best:
            ranks[seat] = self.second_size(state, seat) if second else total(self.counted_for_ties(state, seat))
        return [seat for seat in best if ranks[seat] == max(ranks.values())]

    def second_size(self, state: KeydomState, seat: Seat) -> int:
        """Return how many fields the second largest group has."""
        sizes = self.sizes(self.groups(state, seat))
        return sizes[1] if len(sizes) > 1 else 0

    def counted_for_ties(self, state: KeydomState, seat: Seat) -> Handful:
        """Return the counters in hand, which break a tie; those in stores never do (KD-END-5)."""
        return state.hands[seat]

    # -- in words ------------------------------------------------------------------------------------------------------

    def tell_scores(self, state: KeydomState) -> None:
        """Tell what everybody scores, and who wins."""
        crops = self.crop_points(state)
        usual = tuple(state.game.options["group_weights"]) == (1, 2)
        for seat in range(state.game.players):
            fields, workers = self.of_one(state, seat)
            sizes = self.in_numbers(self.groups(state, seat))
            state.tell(
                SCORED,
                seat,
                fields=fields,
                sizes=sizes,
                workers=workers,
                crops=crops[seat],
                points=fields + workers + crops[seat],
                clause="KD-SCORE-4" if usual else "KD-RULING-43",
            )
            if state.game.workers_connect:
                alone = self.in_numbers(state.game.country.groups(state.fields[seat]))
                if alone != sizes:
                    state.tell(CONNECTED, seat, sizes=alone)
        self.tell_majorities(state)
        best = self.winners(state)
        points = self.points(state)
        tied = points.count(max(points)) > 1
        clause = "KD-SCORE-1"
        if tied:
            clause = "KD-SCORE-11" if state.game.tie_break == "counters_then_shared" else "KD-RULING-46"
        state.tell(WINS, seats=tuple(best), clause=clause)

    def in_numbers(self, groups: list[int]) -> str:
        """Return the sizes of groups in words."""
        return " ".join(map(str, self.sizes(groups))) or "no fields"

    def tell_majorities(self, state: KeydomState) -> None:
        """Tell where an option decides who scores for crops (KD-SCORE-10, KD-RULING-45)."""
        game = state.game
        if game.crop_majority == "off":
            state.tell(NO_MAJORITIES)
            return
        for crop in range(CROPS):
            best = self.majority(state, crop)
            if len(best) > 1:
                state.tell(SHARED_MOST, seats=tuple(best), crop=crop)
            if game.store_counts_for_majority and best != self.with_most(state, crop, state.hands):
                state.tell(STORES_DECIDE, crop=crop)

    def question(self, state: KeydomState) -> str:
        """State the result."""
        return "The game is over."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: KeydomState) -> tuple[int, ...]:
        """Return nobody: the game is over."""
        return (OVER,)

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Fill in that nobody acts."""
        state.actor = NONE

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that nothing is unfinished in a game that is over."""
        found = [one for one in super().misfits(state) if "'actor'" not in one]
        if state.event != NONE:
            found.append("A game that is over resolves no event.")
        return found
