"""Keydom keeps the contract of every game."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import workbench as wb
from tests.contract import Moved, Question, WholePositionContract
from tests.games.keydom.changed import CheapTiles, HalfPrice, LargestOnly, PairsOnly, ThreeForTheSecond, TwiceForCrops
from workbench.core.game import Game
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.scene import Helper, Panel
from workbench.core.state import OVER, State
from workbench.games.keydom.components import (
    ALL_FARMHANDS,
    ALL_TOWNSFOLK,
    BIT,
    CROP_CODES,
    CROPS,
    EVENT_KINDS,
    FARMHANDS,
    NONE,
    SEATS,
    TILES,
)
from workbench.games.keydom.counters import GUARD, counts, covers, total
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.secrets import FULL
from workbench.games.keydom.state import KeydomState

SHORT: dict[str, Any] = {"end_event": 3, "final_turns": 1}
"""The same rules in a shorter game."""

# Every reading that is not the default stands in at least one of these; what excludes each other is spread over them.
OTHER_READINGS: dict[str, dict[str, Any]] = {
    "free trade": {
        **SHORT,
        "map": "rect7x8",
        "match": "number_only",
        "refill": "end_of_action",
        "bid_change": "raise",
        "sale_income": "to_stock",
        "bid_after_sale": "to_stock",
        "harvest_scope": "unharvested_run",
        "harvest_partial": "yes",
        "harvest_shortage": "nothing",
        "worker_over": "any",
        "workers_connect": "yes",
        "replay": "forced",
        "power_cap": "none",
        "group_weights": (1, 2, 3),
        "crop_majority": "shared",
        "store_counts_for_majority": "yes",
        "tie_break": "second_group",
        "start_tiles": "random_two",
        "seat_bonus": "one_extra_counter_per_seat_after_first",
        "events_in_bag": "14",
    },
    "covered": {
        **SHORT,
        "crop_map": "random",
        "stock_view": "covered",
        "refill": "end_of_turn",
        "c_after_d": "allowed",
        "actions_per_turn": 3,
        "store_capacity": 3,
        "bid_tiles": 3,
        "place_tiles": 3,
        "registry_size": 5,
        "min_bid": 0,
        "bid_change": "withdraw",
        "claim_window": "next_turn_only",
        "event_store": "full_round",
        "harvest_scope": "single",
        "worker_over": "never",
        "worker_check": "always",
        "replay_power": "no",
        "power_cap": "1",
        "late_events": "resolve",
        "stall": "end",
        "stall_rounds": 2,
        "tie_break": "shared",
        "crop_majority": "off",
        "events_in_bag": "12",
    },
    "strict": {
        "min_bid": 2,
        "max_bid": "3",
        "harvest_scope": "board",
        "replay": "never",
        "end_event": 14,
        "final_turns": 0,
        "seventh_event_check": "return_three",
        "stall": "off",
        "max_rounds": 40,
        "start_counters": 5,
        "bid_tiles": 1,
        "place_tiles": 1,
        "store_capacity": 1,
    },
}

MOVED: tuple[Moved, ...] = (
    Moved({**SHORT, "crop_map": "random"}, "", "KD-RULING-3"),
    Moved({**SHORT, "start_tiles": "random_two"}, "", "KD-RULING-47"),
    Moved({**SHORT, "bid_change": "raise"}, "", "KD-RULING-10"),
    Moved({**SHORT, "claim_window": "next_turn_only"}, "", "KD-RULING-15"),
    Moved({**SHORT, "final_turns": 1}, "", "KD-RULING-37"),
    Moved({**SHORT, "group_weights": (1, 1)}, "", "KD-RULING-43"),
)


class KeydomContract(WholePositionContract):
    """What all classes below share; not collected itself, because of its name."""

    name = "keydom"
    seeds: ClassVar[int] = 2

    def conserved(self, state: State) -> None:
        """KD-LAND-8, KD-CROP-4, KD-BID-6, KD-WORKER-7, KD-WORKER-14: what every position holds."""
        assert isinstance(state, KeydomState)
        game, players = state.game, state.game.players
        masks = [*state.fields, state.bag, state.out, *[BIT[plot] for plot in (*state.registry, *state.stored) if plot != NONE]]
        assert sum(masks) == (1 << PLOTS) - 1, "each tile in exactly one place"
        everywhere = sum(state.hands) + sum(state.bids) + state.stock
        assert everywhere == FULL and not any([one & GUARD for one in (*state.hands, *state.bids, state.stock)])
        country = game.country
        for seat in range(players):
            assert state.fresh[seat] & ~state.fields[seat] == 0
            assert covers(state.drawn[seat], state.least[seat])
            spots = [plot for plot in state.posts[seat * TILES : (seat + 1) * TILES] if plot != NONE]
            assert len(set(spots)) == len(spots)
            assert not any([country.beside[plot] & BIT[other] for plot in spots for other in spots])
            home = [worker for worker in range(FARMHANDS) if state.posts[seat * TILES + worker] == NONE]
            away = ALL_FARMHANDS & ~sum([1 << worker for worker in home])
            assert state.reserve[seat] & away == 0
        for worker in range(FARMHANDS, TILES):
            holders = [seat for seat in range(players) if state.posts[seat * TILES + worker] != NONE]
            in_hand = state.phase is game.replay and state.worker == worker
            assert len(holders) + bool(state.town & BIT[worker]) + in_hand == 1
        assert state.town & ~ALL_TOWNSFOLK == 0
        for place, plot in enumerate(state.stored):
            assert plot != NONE or not state.bids[place]
        if state.turn:
            there = [state.bag_events[one] + state.track.count(one) + (state.event == one) for one in range(EVENT_KINDS)]
            assert there == game.events_in_bag
        entries = [entry for entry in state.entries if entry]
        assert len(set(entries)) == len(entries) == sum([plot != NONE for plot in state.registry])
        assert state.hidden == 0
        if state.phase is game.turn:
            assert not game.refill_each or not game.refill.due(state)
        # what is kept because it is asked for so often is what follows from boards and registry
        again = state.copy()
        again.refresh()
        for name in ("near", "shade", "stands", "reserve", "town", "gaps"):
            assert getattr(again, name) == getattr(state, name), name
        assert (state.to_move == OVER) == (state.phase is game.score)

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        """Other starting hands, drawn anew among those that fit what lies in the open; other secret choices as well."""
        assert isinstance(state, KeydomState)
        written = state.to_dict()
        options, players = state.game.options, state.game.players
        others = [other for other in range(players) if other != seat]
        for other in others:
            if written["chosen"].get(SEATS[other]) is not None:
                own = [name.rstrip("h") for name in written["fields"][SEATS[other]].split()]
                written["chosen"][SEATS[other]] = own[rng.below(len(own))]
        if options["hands"] == "open":
            return written
        numbers = {other: total(state.drawn[other]) for other in others}
        changes = {
            other: [held - drew for held, drew in zip(counts(state.hands[other]), counts(state.drawn[other]), strict=True)]
            for other in others
        }
        drawing = state.phase.name in ("deal_counters", "deal_bonus") or (
            options["seat_bonus"] != "none" and state.phase.name == "first_player"
        )
        pool: list[int] = []
        for crop in range(CROPS):
            drawn = sum([counts(state.drawn[other])[crop] for other in others])
            free = counts(state.stock)[crop]
            if options["stock_view"] == "covered" and not drawing:
                free = 12 - counts(state.drawn[seat])[crop] - drawn
            pool += [crop] * (drawn + (free if drawing or options["stock_view"] == "covered" else 0))
        before = [amount > 0 for amount in counts(state.stock)]
        for _ in range(60):
            rest = list(pool)
            hands: dict[int, list[int]] = {}
            for other in others:
                hand = [0] * CROPS
                for _number in range(numbers[other]):
                    hand[rest.pop(rng.below(len(rest)))] += 1
                hands[other] = hand
            if any(hands[other][crop] < counts(state.least[other])[crop] for other in others for crop in range(CROPS)):
                continue
            more = [sum([hands[other][crop] - counts(state.drawn[other])[crop] for other in others]) for crop in range(CROPS)]
            stock = [amount - taken for amount, taken in zip(counts(state.stock), more, strict=True)]
            if min(stock) < 0 or (options["stock_view"] == "covered" and [one > 0 for one in stock] != before):
                continue
            trial = {**written, "hands": dict(written["hands"]), "drawn": dict(written["drawn"]), "stock": short(stock)}
            for other in others:
                trial["drawn"][SEATS[other]] = short(hands[other])
                held = [drew + change for drew, change in zip(hands[other], changes[other], strict=True)]
                trial["hands"][SEATS[other]] = short(held)
            try:
                state.game.position(trial)
            except wb.PositionError:
                continue  # what is being asked could not be asked
            return trial
        return written

    figure_variants: ClassVar[tuple[dict[str, Any], ...]] = (SHORT,)
    changed_rules: ClassVar[tuple[type[Phase[Any]], ...]] = (
        *(ThreeForTheSecond, LargestOnly, PairsOnly, TwiceForCrops, HalfPrice, CheapTiles),
    )
    most_figures: ClassVar[int] = 1
    conditional: ClassVar[frozenset[str]] = frozenset({"max_rounds", "stall", "stall_rounds"})

    def fits_a_figure(self, state: State) -> bool:
        """While the end is not near there is always a next draw."""
        assert isinstance(state, KeydomState)
        return state.left < 0

    def choices(self, state: State) -> tuple[int, ...]:
        """What is chosen on the way does not matter."""
        return state.legal()[:1]

    def asked_by(self, state: State, seat: int, label: str) -> Question:
        """What the next draw is; whether somebody can pay a price."""
        assert isinstance(state, KeydomState)
        events, fields = list(state.bag_events), state.bag

        def drawn(later: State) -> int | None:
            assert isinstance(later, KeydomState)
            if later.bag_events != events:
                return 1
            return 0 if later.bag != fields else None

        if label == "the next draw is an event":
            return (), drawn
        who, _, plot = label.partition(" can pay ")
        place = state.stored.index(state.game.country.plot(plot.rpartition(" for ")[2]))

        def can_pay(later: State) -> int | None:
            assert isinstance(later, KeydomState)
            return int(later.game.place_tile.payable(later, SEATS.index(who), place))

        return (), can_pay

    def tells_the_table(self, game: Game, figure: Panel | Helper) -> bool:
        """Counters are where they are."""
        return figure.title == "Counters"

    def check_foretold(self, state: State, seat: int, figure: Panel | Helper) -> None:
        """Points as the score phase gives them, for the boards as they are and with one more field."""
        assert isinstance(state, KeydomState)
        score, players = state.game.score, range(state.game.players)
        seen = state.view(seat).state
        crops = score.crop_points(state) if not seen.hidden else [0] * len(players)
        if isinstance(figure, Panel):
            assert list(figure.values) == [sum(score.of_one(state, one)) + crops[one] for one in players], figure.readable()
            return
        for row in figure.rows:
            plot = state.game.country.plot(row.cells[0])
            for one in players:
                now = score.of_one(state, one)[0]
                trial = state.copy()
                trial.gain(one, plot, True)
                assert row.cells[3 + one] == f"{score.of_one(trial, one)[0] - now:+d}", row

    def moved_option(self, name: str, value: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each option in a setting where it matters."""
        settings: dict[str, dict[str, Any]] = {
            "store_counts_for_majority": SHORT,
            "bid_after_sale": {"match": "number_only"},
            "sale_income": {"match": "number_only"},
            "max_rounds": {"max_rounds": 1},
            "harvest_shortage": {"start_counters": 6, "min_bid": 0},
            "stall": {"stall_rounds": 1, "start_counters": 1},
        }
        setting = settings.get(name, {})
        if name == "power_cap" and value == "none":
            return setting, setting  # a third use in one turn is a worked example
        if name in ("hands", "stock_view") or (name == "events_in_bag" and value == ("12" if self.players[0] == 2 else "14")):
            return setting, setting
        return setting, {**setting, name: value}


def short(amounts: list[int]) -> str:
    """Counters as they are written."""
    return " ".join([f"{code}{amount}" for code, amount in zip(CROP_CODES, amounts, strict=True) if amount]) or "-"


class TestTwoPlayers(KeydomContract):
    """Two players: every option."""

    players: ClassVar[tuple[int, ...]] = (2,)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "open": {**SHORT, "hands": "open"}, **OTHER_READINGS}
    moved_clauses: ClassVar[tuple[Moved, ...]] = MOVED


@pytest.mark.long
class TestThreePlayers(KeydomContract):
    """Three players: Land Reform, and hands that are not known."""

    players: ClassVar[tuple[int, ...]] = (3,)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": SHORT, **OTHER_READINGS}
    test_every_option_changes_something = None  # options are tried with two players
    test_every_pair_of_options_that_a_phase_reads_goes_together = None
    test_no_figure_outlives_the_rule_it_rests_on = None  # so are figures
    test_figures_follow_every_option = None
    test_figures_are_what_comes_of_playing_the_phases = None


def test_with_three_players_no_seat_is_told_what_it_cannot_know() -> None:
    """In the short run, too: with two players all that one does not know is the other's."""
    contract = TestThreePlayers()
    contract.every = 23  # type: ignore[misc]
    contract.test_no_seat_is_told_what_it_cannot_know({"usual": contract.load(3, **SHORT)})


@pytest.mark.long
class TestFourPlayers(KeydomContract):
    """Four players."""

    players: ClassVar[tuple[int, ...]] = (4,)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": SHORT, "free trade": OTHER_READINGS["free trade"]}
    seeds: ClassVar[int] = 1
    test_every_option_changes_something = None
    test_every_pair_of_options_that_a_phase_reads_goes_together = None
    test_no_figure_outlives_the_rule_it_rests_on = None
    test_figures_follow_every_option = None
    test_figures_are_what_comes_of_playing_the_phases = None
