"""Every number and every unclear rule as an option. The defaults follow the source text where it says anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from workbench.core.options import Allowed, Choice, Option, Whole
from workbench.core.outside import quoted, whole_number
from workbench.games.keydom.components import ACTIONS_PER_TURN, STORE_CAPACITY
from workbench.games.keydom.country import MAPS

NO_YES: Final = Choice(("no", "yes"))
YES_NO: Final = Choice(("yes", "no"))
KEEP: Final = Choice(("keep", "to_stock"))
UNLIMITED: Final = "none"
MOST_WEIGHT: Final = 9
MOST_GROUPS: Final = 3


@dataclass(frozen=True)
class Weights(Allowed):
    """How much a field counts in the largest group, the second, the third.

    >>> Weights().check("1 2"), Weights().describe()
    ((1, 2), 'a list of one to three whole numbers from 0 to 9')
    """

    def check(self, value: object) -> tuple[int, ...]:
        """Return the numbers as a tuple."""
        if isinstance(value, str):
            parts = value.replace(",", " ").split()
            value = [int(part) if part.isdecimal() and len(part) < 3 else part for part in parts]
        good = isinstance(value, (list, tuple)) and 1 <= len(value) <= MOST_GROUPS
        if not good or not isinstance(value, (list, tuple)) or any([not whole(one) for one in value]):
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        return tuple([int(one) for one in value])

    def describe(self) -> str:
        """Describe the list in words."""
        return f"a list of one to three whole numbers from 0 to {MOST_WEIGHT}"

    def samples(self) -> tuple[tuple[int, ...], ...]:
        """Return the readings of the ruling."""
        return ((1, 2), (2, 1), (1, 1), (1, 2, 3))


def whole(value: object) -> bool:
    """Return whether a value can be a weight."""
    number = whole_number(value)
    return number is not None and 0 <= number <= MOST_WEIGHT


OPTIONS: Final = (
    # the land
    Option("map", "keydom56", Choice(tuple(MAPS)), "The country board: which plots are neighbours.", "KD-RULING-2"),
    Option(
        "crop_map", "pattern", Choice(("pattern", "random")), "The crop of each plot: as drawn, or dealt.", "KD-RULING-3"
    ),
    # set-up
    Option(
        "start_tiles", "pairs", Choice(("pairs", "random_two")), "Which two fields each player starts with.", "KD-RULING-47"
    ),
    Option("start_counters", 3, Whole(0, 6), "How many counters each player draws at set-up.", "KD-SETUP-5"),
    Option(
        "seat_bonus",
        "none",
        Choice(("none", "one_extra_counter_per_seat_after_first")),
        "Whether later players draw more counters: one for each seat after the start player.",
        "KD-RULING-47",
    ),
    # what is seen
    Option("hands", "hidden", Choice(("hidden", "open")), "Whether hands are kept behind screens.", "KD-RULING-49"),
    Option(
        "stock_view",
        "open",
        Choice(("open", "covered")),
        "Whether the general stock may be counted, or only shows which types there are.",
        "KD-RULING-53",
    ),
    # the registry
    Option("registry_size", 6, Whole(3, 9), "How many tiles lie in the registry.", "KD-REGISTRY-1"),
    Option(
        "refill",
        "per_tile",
        Choice(("per_tile", "end_of_action", "end_of_turn")),
        "When a tile that has left the registry is replaced.",
        "KD-RULING-5",
    ),
    # the turn
    Option("actions_per_turn", ACTIONS_PER_TURN, Whole(1, 4), "How many different actions a turn may have.", "KD-RULING-6"),
    Option(
        "c_after_d",
        "forbidden",
        Choice(("forbidden", "allowed")),
        "Whether tiles may be placed after a bid in the same turn.",
        "KD-TURN-3",
    ),
    Option("bid_tiles", 2, Whole(1, 4), "How many tiles one action (d) may bid for.", "KD-BID-2"),
    Option("place_tiles", 2, Whole(1, 4), "How many tiles one action (c) may place.", "KD-MATCH-9"),
    # bids and sales
    Option("store_capacity", STORE_CAPACITY, Whole(1, 4), "How many tiles a store holds.", "KD-RULING-7"),
    Option("min_bid", 1, Whole(0, 2), "The fewest counters of a bid.", "KD-RULING-8"),
    Option("max_bid", UNLIMITED, Choice((UNLIMITED, "3")), "The most counters of a bid.", "KD-RULING-9"),
    Option(
        "bid_change",
        "never",
        Choice(("never", "raise", "withdraw")),
        "Whether players may raise their own bids, or withdraw them with the tile, as part of action (d).",
        "KD-RULING-10",
    ),
    Option(
        "match",
        "exact",
        Choice(("exact", "number_only")),
        "Whether a buyer pays the types of the bid, or only as many counters.",
        "KD-RULING-11",
    ),
    Option("sale_income", "keep", KEEP, "Whether the owner of a store keeps what a buyer pays.", "KD-RULING-14"),
    Option(
        "bid_after_sale",
        "to_hand",
        Choice(("to_hand", "to_stock")),
        "Where the owner's own bid goes when the tile is bought.",
        "KD-RULING-13",
    ),
    Option(
        "claim_window",
        "any_later",
        Choice(("any_later", "next_turn_only")),
        "Until when an unsold tile may be claimed.",
        "KD-RULING-15",
    ),
    Option(
        "event_store",
        "next_turn",
        Choice(("next_turn", "full_round")),
        "When a tile that was stored in another player's turn may be claimed.",
        "KD-RULING-57",
    ),
    # harvest
    Option(
        "harvest_scope",
        "component",
        Choice(("component", "unharvested_run", "single", "board")),
        "What one harvest turns over.",
        "KD-RULING-20",
    ),
    Option("harvest_partial", "no", NO_YES, "Whether tiles of the group may be left unharvested.", "KD-RULING-21"),
    Option(
        "harvest_shortage",
        "choose",
        Choice(("choose", "nothing")),
        "What a tile gives whose crop the stock lacks.",
        "KD-RULING-22",
    ),
    # workers
    Option(
        "worker_over",
        "lower",
        Choice(("lower", "any", "never")),
        "Which of your own workers another worker may be played on.",
        "KD-RULING-26",
    ),
    Option(
        "worker_check",
        "on_place",
        Choice(("on_place", "always")),
        "Whether a worker must have enough fields beside it when it is placed, or always.",
        "KD-RULING-24",
    ),
    Option("workers_connect", "no", NO_YES, "Whether worker tiles join groups.", "KD-SCORE-8"),
    Option(
        "replay",
        "optional",
        Choice(("optional", "forced", "never")),
        "Whether a displaced worker may be placed again.",
        "KD-RULING-29",
    ),
    Option("replay_power", "yes", YES_NO, "Whether a worker placed again may act again.", "KD-RULING-29"),
    Option(
        "power_cap",
        "2",
        Choice(("2", "1", UNLIMITED)),
        "How often one worker may use its special action in a turn.",
        "KD-RULING-32",
    ),
    # events and the end
    Option(
        "events_in_bag",
        "auto",
        Choice(("auto", "12", "14")),
        "How many event tiles there are: `auto` leaves Land Reform out with two players.",
        "KD-RULING-38",
    ),
    Option("end_event", 10, Whole(1, 14), "The event that brings the end.", "KD-END-1"),
    Option("final_turns", 2, Whole(0, 4), "How many turns each player has after it.", "KD-RULING-37"),
    Option(
        "late_events",
        "ignore",
        Choice(("ignore", "resolve")),
        "Whether events drawn after it have an effect.",
        "KD-RULING-36",
    ),
    Option(
        "seventh_event_check",
        "off",
        Choice(("off", "return_three")),
        "Whether three events go back into the bag if somebody has fewer than seven tiles after the seventh.",
        "KD-RULING-40",
    ),
    # the score
    Option(
        "group_weights", (1, 2), Weights(), "Points of a field in the largest group, the second, the third.", "KD-RULING-43"
    ),
    Option(
        "crop_majority",
        "strict",
        Choice(("strict", "shared", "off")),
        "Who scores for having most counters of a crop.",
        "KD-SCORE-10",
    ),
    Option(
        "store_counts_for_majority",
        "no",
        NO_YES,
        "Whether the counters in a player's own store count for the majorities.",
        "KD-RULING-45",
    ),
    Option(
        "tie_break",
        "counters_then_shared",
        Choice(("counters_then_shared", "second_group", "shared")),
        "Who wins with equal points.",
        "KD-RULING-46",
    ),
    Option(
        "stall",
        "rotate",
        Choice(("rotate", "end", "off")),
        "What happens when nobody takes a tile out of the registry for some rounds.",
        "KD-RULING-48",
    ),
    Option("stall_rounds", 3, Whole(1, 10), "After how many rounds without a tile taken this happens.", "KD-RULING-48"),
    Option("max_rounds", 200, Whole(0, 1000), "The round after which the game ends in any case; 0 for none.", "KD-END-10"),
)
