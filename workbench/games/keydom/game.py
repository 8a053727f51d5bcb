"""Keydom: the rules with their options fixed, and the phases in place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from workbench.core.errors import OptionError
from workbench.core.game import Bounds, Game, half_for_winning
from workbench.core.options import Option
from workbench.core.phase import Phase, phases_in
from workbench.core.player import Player
from workbench.core.state import State
from workbench.games.keydom import (
    bidding,
    buying,
    displacement,
    events,
    farmhands,
    harvest,
    registry,
    score,
    setup,
    townsfolk,
    turn,
    workers,
)
from workbench.games.keydom.components import (
    BIT,
    CROP_CODES,
    CROP_NAMES,
    EVENT_NAMES,
    EVENTS,
    FIRST_STORE,
    LAND_REFORM,
    MOST_SEATS,
    PAIRS,
    SEATS,
    TILES,
    WORKERS,
    symbols,
)
from workbench.games.keydom.country import PLOTS, Country, country_of
from workbench.games.keydom.options import OPTIONS, UNLIMITED
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.steps import Step
from workbench.games.keydom.strategy import STRATEGIES
from workbench.games.keydom.words import fact_in_words

if TYPE_CHECKING:
    import networkx as nx

    from workbench.core.types import Number, Seat
    from workbench.games.keydom.bidding import BidCrop, BidTile
    from workbench.games.keydom.buying import PayPrice, PlaceTile
    from workbench.games.keydom.displacement import Replay
    from workbench.games.keydom.farmhands import Harvester
    from workbench.games.keydom.harvest import HarvestGroup, HarvestPick, HarvestShort
    from workbench.games.keydom.measures import ScoreReport
    from workbench.games.keydom.registry import EventsReturn, FirstRegistry, Refill
    from workbench.games.keydom.score import Score
    from workbench.games.keydom.setup import DealBonus, DealCounters, DealCrops, DealFields, FirstPlayer
    from workbench.games.keydom.townsfolk import Bailiff, Supervisor
    from workbench.games.keydom.turn import EndOfTurn, Turn
    from workbench.games.keydom.types import Slots, Workers
    from workbench.games.keydom.workers import PlaySpace, PlayWorker, RemoveWorker

PHASES = phases_in(
    setup, registry.FirstRegistry, registry.Refill, turn.Turn, harvest, workers, displacement, buying,
    bidding, farmhands, townsfolk, events, registry, turn, score,
)
LOOP_STOP = 20
"""How often a worker acts in a turn where `power_cap` sets no limit: a Supervisor could go on for ever (KD-RULING-32)."""
COUNTERS_OF_EACH = 12


class Keydom(Game):
    """The rules of Keydom with their options fixed.

    The attributes below repeat options in the form the rules path reads them.
    """

    name: ClassVar[str] = "keydom"
    title: ClassVar[str] = "Keydom"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    option_table: ClassVar[tuple[Option, ...]] = OPTIONS
    state_kind: ClassVar[type[State]] = KeydomState
    strategies: ClassVar[Mapping[str, type[Player]]] = STRATEGIES
    reference_player: ClassVar[str] = "farmer"
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = PHASES
    deal_crops: DealCrops
    deal_fields: DealFields
    deal_counters: DealCounters
    first_player: FirstPlayer
    deal_bonus: DealBonus
    first_registry: FirstRegistry
    refill: Refill
    turn: Turn
    harvest_group: HarvestGroup
    harvest_pick: HarvestPick
    harvest_short: HarvestShort
    play_worker: PlayWorker
    play_space: PlaySpace
    remove_worker: RemoveWorker
    replay: Replay
    place_tile: PlaceTile
    pay_price: PayPrice
    bid_tile: BidTile
    bid_crop: BidCrop
    bailiff: Bailiff
    harvester: Harvester
    supervisor: Supervisor
    end_of_turn: EndOfTurn
    events_return: EventsReturn
    score: Score

    def read_options(self) -> None:
        values = self.options
        self.country: Country = country_of(values["map"])
        self.crop_map_pattern: tuple[int, ...] = self.country.crops if values["crop_map"] == "pattern" else (-1,) * PLOTS
        # set-up and what is seen
        self.pairs: tuple[tuple[int, int], ...] = tuple(
            [(self.country.plot(pair.first), self.country.plot(pair.second)) for pair in PAIRS]
        )
        self.start_tiles_random: bool = values["start_tiles"] == "random_two"
        self.start_counters: Number = values["start_counters"]
        self.seat_bonus: bool = values["seat_bonus"] != "none"
        self.open_hands: bool = values["hands"] == "open"
        self.stock_view_covered: bool = values["stock_view"] == "covered"
        # the registry and the turn
        self.registry_size: Number = values["registry_size"]
        self.all_gaps: Slots = BIT[self.registry_size] - 1
        self.refill_each: bool = values["refill"] == "per_tile"
        self.refill_action: bool = values["refill"] == "end_of_action"
        self.actions_per_turn: Number = values["actions_per_turn"]
        self.c_after_d: bool = values["c_after_d"] == "allowed"
        self.bid_tiles: Number = values["bid_tiles"]
        self.place_tiles: Number = values["place_tiles"]
        # bids and sales
        self.store_capacity: Number = values["store_capacity"]
        self.places: tuple[tuple[int, ...], ...] = tuple(
            [tuple(range(seat * self.store_capacity, (seat + 1) * self.store_capacity)) for seat in range(self.players)]
        )
        self.places_from: tuple[tuple[int, ...], ...] = tuple(
            [sum(self.places[seat:] + self.places[:seat], ()) for seat in range(self.players)]
        )
        self.min_bid: Number = values["min_bid"]
        self.max_bid: Number = 0 if values["max_bid"] == UNLIMITED else int(values["max_bid"])
        self.bid_change: str = values["bid_change"]
        self.bids_final: bool = self.bid_change == "never"
        self.match_number_only: bool = values["match"] == "number_only"
        self.sale_income_kept: bool = values["sale_income"] == "keep"
        self.bid_after_sale_returns: bool = values["bid_after_sale"] == "to_hand"
        self.claim_window_next_turn: bool = values["claim_window"] == "next_turn_only"
        self.event_store_full_round: bool = values["event_store"] == "full_round"
        # harvest and workers
        self.harvest_scope: str = values["harvest_scope"]
        self.harvest_partial: bool = values["harvest_partial"] == "yes"
        self.harvest_shortage: str = values["harvest_shortage"]
        self.worker_over_lower: bool = values["worker_over"] == "lower"
        self.worker_over_never: bool = values["worker_over"] == "never"
        self.worker_check_always: bool = values["worker_check"] == "always"
        self.workers_connect: bool = values["workers_connect"] == "yes"
        self.replay_rule: str = values["replay"]
        self.replay_power: bool = values["replay_power"] == "yes"
        self.power_cap: Number = LOOP_STOP if values["power_cap"] == UNLIMITED else int(values["power_cap"])
        self.no_uses: list[int] = [0] * (self.players * TILES)
        # events and the end
        self.events_in_bag: list[int] = self.events_of_the_bag()
        self.end_event: Number = values["end_event"]
        self.final_turns: Number = values["final_turns"]
        self.late_events: bool = values["late_events"] == "resolve"
        self.seventh_event_check_returns_three: bool = values["seventh_event_check"] == "return_three"
        self.stall: str = values["stall"]
        self.stall_rounds_in_turns: Number = values["stall_rounds"] * self.players
        self.max_rounds_in_turns: Number = values["max_rounds"] * self.players
        # the score
        self.group_weights: tuple[int, ...] = values["group_weights"]
        self.crop_majority: str = values["crop_majority"]
        self.store_counts_for_majority: bool = values["store_counts_for_majority"] == "yes"
        self.tie_break: str = values["tie_break"]
        # the phases that workers and events lead to
        self.power_phases: tuple[Step, ...] = tuple([self.step(worker.power) for worker in WORKERS])
        self.event_phases: tuple[Step, ...] = tuple([self.step(event) for event in EVENT_NAMES])
        self.first_slot: Number = FIRST_STORE + MOST_SEATS * self.store_capacity
        self.all_slots: tuple[int, ...] = tuple(range(self.first_slot, self.first_slot + self.registry_size))
        self.check_options()

    def step(self, name: str) -> Step:
        """The phase of a special action or an event."""
        phase = self.phases[name]
        assert isinstance(phase, Step)
        return phase

    def check_options(self) -> None:
        """Refuse options that do not go together.

        Raises:
            OptionError: a bid would have to be larger than it may be.
        """
        if self.start_counters * self.players > COUNTERS_OF_EACH * len(CROP_NAMES):
            raise OptionError("There are not enough counters for so many at set-up.")

    def events_of_the_bag(self) -> list[int]:
        """How many tiles of each event go into the bag (KD-SETUP-8, KD-RULING-38)."""
        wanted = self.options["events_in_bag"]
        without = wanted == "12" or (wanted == "auto" and self.players == 2)
        return [event.copies_for_two if without else event.copies for event in EVENTS]

    def vocabulary(self) -> tuple[str, ...]:
        """Return the name of every action: store capacity and registry size change how many there are."""
        country = country_of(self.options["map"])
        return symbols(country.names, self.options["store_capacity"], self.options["registry_size"])

    def lay_out(self, state: KeydomState) -> None:
        """Note what follows from empty boards and an empty registry."""
        state.refresh()

    def available(self, state: KeydomState, seat: Seat) -> Workers:
        """Return the workers a seat may play, from its reserve or the town board (KD-WORKER-5), as a mask."""
        return state.reserve[seat] | state.town

    def given(self, state: KeydomState, seat: Seat) -> Number:
        """Return how many counters a seat has drawn at set-up so far, which all see (KD-SETUP-5, KD-RULING-47)."""
        phase = state.phase
        if phase is self.deal_counters:
            return self.deal_counters.drawn_here(state, seat)
        if phase is self.deal_crops or phase is self.deal_fields:
            return 0
        number = self.deal_counters.number(state, seat)
        if phase is self.deal_bonus:
            return number + self.deal_bonus.drawn_here(state, seat)
        if self.seat_bonus and phase is not self.first_player:
            return number + self.deal_bonus.number(state, seat)
        return number

    def codes(self) -> dict[str, str]:
        """Return the two letters of each crop, as positions and the board write them."""
        return dict(zip(CROP_NAMES, CROP_CODES, strict=True))

    def in_words(self, what: str, value: Any) -> str:
        """Return a fact of an event in words; a seat by its name."""
        return fact_in_words(self, what, value) or super().in_words(what, value)

    def seat_name(self, seat: int) -> str:
        """Return the citizen of a seat (KD-HOUSE-1)."""
        return SEATS[seat]

    def has_secrets(self) -> bool:
        """Return True: hands are secret, and so are the choices in Land Reform."""
        return not self.open_hands or self.events_in_bag[LAND_REFORM] > 0

    def worth(self, state: State[Any]) -> tuple[float, ...]:
        """Value a result, half for winning, half for the own score beside the best: so each point guides a search."""
        return half_for_winning(state)

    def ending(self, state: State[Any]) -> str:
        """Return the clause that ended the game."""
        end: KeydomState = self.own(state)
        if end.left == 0:
            return "KD-END-4"
        return "KD-END-10" if self.max_rounds_in_turns and end.turn >= self.max_rounds_in_turns else "KD-RULING-48"

    def bounds(self) -> Bounds:
        """Return limits that no game of these rules can exceed: generous, and counted turn by turn."""
        bag = PLOTS + sum(self.events_in_bag)
        turns = self.stall_rounds_in_turns * bag + self.final_turns * self.players + 1
        tiles_come_back = self.seventh_event_check_returns_three or self.bid_change == "withdraw" or self.claim_window_next_turn
        if self.stall == "off" or tiles_come_back:
            turns = self.max_rounds_in_turns
        if not turns:
            return Bounds(total=1.0)
        if self.max_rounds_in_turns:
            turns = min(turns, self.max_rounds_in_turns)
        counters = COUNTERS_OF_EACH * len(CROP_NAMES)
        # four actions, the workers' special actions as often as they may act, and an event that asks everybody
        steps = 2 * (TILES * self.power_cap + 4 + self.bid_tiles) * (counters + 8)
        return Bounds(turns * steps, 4 * bag + PLOTS + counters + turns, 0.0, 1.0, 1.0)

    # -- off the rules path --------------------------------------------------------------------------------------------

    def board_graph(self, state: KeydomState, seat: int) -> nx.Graph:
        """Return a country board as a networkx graph (module `measures`).

        Args:
            state: any position, or that of a view: boards lie open.
            seat: the owner of the board.
        """
        from workbench.games.keydom import measures  # networkx is for people, not for the rules

        return measures.board_graph(state, seat)

    def explain_score(self, state: KeydomState, seat: int) -> ScoreReport:
        """Explain what a seat's board scores, and what each open plot would change (module `measures`).

        Args:
            state: any position, or that of a view; the score phase in force is asked.
            seat: the seat to score.
        """
        from workbench.games.keydom import measures  # explanations are off the rules path

        return measures.explain_score(state, seat)

    def at_rest(self, state: State[Any]) -> bool:
        """Return whether a turn is about to begin."""
        here: KeydomState = self.own(state)
        return here.phase is self.turn and not here.done

    def facts(self, state: State[Any]) -> dict[str, int]:
        """Tell who took the first turn, how many turns there were, and how many events had an effect."""
        end: KeydomState = self.own(state)
        return {"first": int(end.start), "turns": int(end.turn), "events": int(end.counted)}


GAME = Keydom
