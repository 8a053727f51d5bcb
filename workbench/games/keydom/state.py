"""All data of a position of Keydom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.state import OVER, State
from workbench.games.keydom import secrets
from workbench.games.keydom.components import (
    ALL_FARMHANDS,
    ALL_TOWNSFOLK,
    BIT,
    FARMHANDS,
    HIGHEST,
    LEVELS,
    NONE,
    NUMBER_OF,
    TILES,
)
from workbench.games.keydom.counters import total

if TYPE_CHECKING:
    from workbench.core.random import Random
    from workbench.core.types import Mask, Number, Seat, Seats
    from workbench.games.keydom.game import Keydom
    from workbench.games.keydom.types import Crop, Event, Handful, Place, Plot, Plots, Slot, Slots, Worker, Workers


class KeydomState(State["Keydom"]):
    """A position of Keydom.

    Sets of plots and of workers are masks, handfuls of counters single numbers (`counters`). What belongs to a seat in a flat
    list begins at the seat times the number of entries that a seat has. A worker on a space where its owner has a field is
    displaced and waits for its turn to be placed again (KD-DISPLACE-1).

    The table in `fields` says what each field is; `near`, `shade`, `stands`, `reserve`, `town` and `gaps` follow from the
    others, but are kept because almost every decision asks for them.
    """

    crops: tuple[int, ...]
    fields: list[int]
    fresh: list[int]
    posts: list[int]
    hands: list[int]
    drawn: list[int]
    least: list[int]
    stock: Handful
    stored: list[int]
    bids: list[int]
    stamps: list[int]
    own_turns: list[int]
    registry: list[int]
    entries: list[int]
    next_entry: Number
    bag: Plots
    bag_events: list[int]
    track: tuple[int, ...]
    counted: Number
    checked: Number
    out: Plots
    start: Seat
    active: Seat
    turn: Number
    done: Mask
    stage: Number
    tiles: Number
    slot: Slot
    event: Event
    asked: Number
    chosen: list[int]
    actor: Seat
    worker: Worker
    place: Place
    plot: Plot
    wanted: Slot
    last: Crop
    due: Number
    step: Number
    short: Plots
    picked: Plots
    uses: list[int]
    quiet: Number
    taken: Number
    left: Number
    hidden: Seats
    near: list[int]
    shade: list[int]
    stands: list[int]
    reserve: list[int]
    town: Workers
    gaps: Slots
    __slots__ = tuple(__annotations__)

    # -- fields and workers on the country boards ----------------------------------------------------------------------

    def gain(self, seat: Seat, plot: Plot, fresh: bool) -> None:
        """Lay a field tile on a country board.

        Args:
            seat: the owner of the board.
            plot: the plot.
            fresh: whether its unharvested side is up.
        """
        self.fields[seat] |= BIT[plot]
        if fresh:
            self.fresh[seat] |= BIT[plot]
        # each space beside it has one field more beside it
        near, none = self.near, seat * LEVELS
        reached: Plots = self.game.country.beside[plot]
        for level in range(none + 1, none + LEVELS):
            before: Plots = near[level]
            near[level] = before | reached
            reached &= before
            if not reached:
                return

    def lose(self, seat: Seat, plot: Plot) -> None:
        """Take a field tile off a country board."""
        self.fields[seat] &= ~BIT[plot]
        self.fresh[seat] &= ~BIT[plot]
        self.count_neighbours(seat)

    def count_neighbours(self, seat: Seat) -> None:
        """Note how many own fields each space has beside it."""
        base = seat * LEVELS
        self.near[base : base + LEVELS] = self.game.country.at_least(self.fields[seat])

    def put(self, seat: Seat, worker: Worker, plot: Plot) -> None:
        """Put a worker on a country board, from wherever it is."""
        self.posts[seat * TILES + worker] = plot
        if worker < FARMHANDS:
            self.reserve[seat] &= ~BIT[worker]
        else:
            self.town &= ~BIT[worker]
        stands, first = self.stands, seat * LEVELS
        space: Plots = BIT[plot]
        for level in range(first, first + NUMBER_OF[worker] + 1):
            before: Plots = stands[level]
            stands[level] = before | space
        self.shade[seat] |= self.game.country.beside[plot]

    def lift(self, seat: Seat, worker: Worker) -> None:
        """Take a worker off a country board, into the hand of its owner."""
        plot = self.posts[seat * TILES + worker]
        self.posts[seat * TILES + worker] = NONE
        stands, first = self.stands, seat * LEVELS
        others: Plots = ~BIT[plot]
        for level in range(first, first + NUMBER_OF[worker] + 1):
            before: Plots = stands[level]
            stands[level] = before & others
        self.shade[seat] = self.game.country.spread(stands[first])

    def send_home(self, seat: Seat, worker: Worker) -> None:
        """Put a worker in hand back: a farmhand into the reserve, a townsfolk onto the town board (KD-WORKER-10)."""
        if worker < FARMHANDS:
            self.reserve[seat] |= BIT[worker]
        else:
            self.town |= BIT[worker]

    def note_workers(self, seat: Seat) -> None:
        """Note where the workers of a seat stand, by number, and which spaces are beside them."""
        posts = self.posts
        base = seat * TILES
        by_number = [0] * LEVELS
        for worker in range(TILES):
            plot = posts[base + worker]
            if plot != NONE:
                by_number[NUMBER_OF[worker]] |= BIT[plot]
        everywhere = 0
        first = seat * LEVELS
        for number in range(HIGHEST, 0, -1):
            everywhere |= by_number[number]
            self.stands[first + number] = everywhere
        self.stands[first] = everywhere
        self.shade[seat] = self.game.country.spread(everywhere)

    def refresh(self) -> None:
        """Work out again what follows from boards and registry, after a position has been written down."""
        self.gaps = 0
        for slot, plot in enumerate(self.registry):
            if plot == NONE:
                self.gaps |= BIT[slot]
        self.town = ALL_TOWNSFOLK
        for seat in range(self.game.players):
            self.reserve[seat] = ALL_FARMHANDS
            for worker in range(TILES):
                if self.posts[seat * TILES + worker] != NONE:
                    self.reserve[seat] &= ~BIT[worker]
                    self.town &= ~BIT[worker]
            self.count_neighbours(seat)
            self.note_workers(seat)
        if self.worker != NONE and self.phase is self.game.replay:
            self.reserve[self.actor] &= ~BIT[self.worker]
            self.town &= ~BIT[self.worker]

    def workers(self, seat: Seat) -> Workers:
        """Return the spaces where a seat's workers are."""
        return self.stands[seat * LEVELS]

    def worker_on(self, seat: Seat, plot: Plot) -> Worker:
        """Return a seat's worker on a space; NONE if there is no worker."""
        base = seat * TILES
        for worker in range(TILES):
            if self.posts[base + worker] == plot:
                return worker
        return NONE

    # -- counters ------------------------------------------------------------------------------------------------------

    def receive(self, seat: Seat, counters: Handful) -> None:
        """Add counters to a hand."""
        self.hands[seat] += counters

    def spend(self, seat: Seat, counters: Handful) -> None:
        """Take counters from a hand; note what the player must have drawn of each type at set-up (KD-CROP-7)."""
        hand: Handful = self.hands[seat] - counters
        self.hands[seat] = hand
        drawn: Handful = self.drawn[seat]
        least: Handful = self.least[seat]
        if least != drawn:
            raised: Handful = 0
            shift: Number = 0
            while shift < 40:
                need = (drawn >> shift & 255) - (hand >> shift & 255)
                known = least >> shift & 255
                raised += (need if need > known else known) << shift
                shift += 8
            self.least[seat] = raised

    def size(self, seat: Seat) -> Number:
        """Return how many counters a hand holds: this is public even if the hand itself is not."""
        return total(self.hands[seat]) + self.game.given(self, seat) - total(self.drawn[seat])

    # -- secrets -------------------------------------------------------------------------------------------------------

    def conceal(self, seat: int) -> None:
        """Blank what a seat cannot know; see `workbench.games.keydom.secrets`."""
        secrets.conceal(self, seat)

    def complete(self, rng: Random) -> None:
        """Fill in what `conceal` blanked; see `workbench.games.keydom.secrets`."""
        secrets.complete(self, rng)

    # -- results -------------------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """Return what each seat would score if the game ended now."""
        return self.game.score.points(self)

    def returns(self) -> tuple[float, ...]:
        """Return at the end 1.0 for the winner, or an equal share in a tie (KD-SCORE-11); before it 0.0 each."""
        found = [0.0] * self.game.players
        if self.to_move == OVER:
            best = self.game.score.winners(self)
            for seat in best:
                found[seat] = 1.0 / len(best)
        return tuple(found)
