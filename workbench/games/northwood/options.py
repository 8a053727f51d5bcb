"""Every number and every unclear rule of the game as an option. The defaults are the source text."""

from __future__ import annotations

from typing import Final

from workbench.core.options import Choice, Codes, Option, Whole, WholeList
from workbench.games.northwood.components import CHARACTER_CODES, FIEFS, SLOTS, VALUES

ON_OFF: Final = Choice(("off", "on"))

OPTIONS: Final = (
    # what is set up
    Option(
        "setup",
        "introductory",
        Choice(("introductory", "full", "custom", "scenario")),
        "Who takes part: the 12 without a crown, a deal from all 24, those named by `allies` and `rulers`, or a scenario.",
        "NW-SETUP-2",
    ),
    Option("scenario", 0, Whole(0, 16), "The house scenario to play with setup=scenario; 0 for none.", "NW-HOUSE-14"),
    Option(
        "allies",
        "",
        Codes(CHARACTER_CODES, (0, SLOTS), "CQ FJ LK EJ"),
        "The four allies of a custom set-up, in slot order.",
        "NW-HOUSE-13",
    ),
    Option(
        "rulers",
        "",
        Codes(CHARACTER_CODES, (), "CK FQ LQ EQ CJ FK LJ EK"),
        "The rulers of a custom set-up, from fief 0 on, one a fief.",
        "NW-HOUSE-13",
    ),
    Option(
        "full_deal",
        "left_to_right",
        Choice(("left_to_right", "uniform")),
        "How the full set-up deals allies and rulers.",
        "NW-RULING-41",
    ),
    Option("hand_size", 8, Whole(1, 12), "Cards dealt at the start of a visit.", "NW-HOUSE-5"),
    Option(
        "highest_value",
        VALUES,
        Whole(2, VALUES),
        "The highest value in each suit: a shorter deck for exhaustive study.",
        "NW-HOUSE-15",
    ),
    Option(
        "fiefs",
        FIEFS,
        Whole(1, FIEFS),
        "How many fiefs lie in the row: a shorter game for exhaustive study.",
        "NW-HOUSE-15",
    ),
    # what is won
    Option(
        "threshold",
        16,
        Whole(0, 20),
        "Stars needed to win: 16 standard, 18 advanced, 20 idealist (NW-RULING-39).",
        "NW-END-3",
    ),
    Option(
        "stars",
        (4, 3, 2, 1, 1, 2, 3, 4),
        WholeList(0, 9, FIEFS, (1, 1, 1, 1, 1, 1, 1, 1)),
        "The stars of fiefs 0 to 7.",
        "NW-RULING-37",
    ),
    Option(
        "win_rule",
        "stars_at_least_threshold",
        Choice(("stars_at_least_threshold", "outer_four", "hidden_three")),
        "What wins: enough stars, the four outer fiefs, or three fiefs revealed at the end.",
        "NW-RULING-48",
    ),
    Option("concede", "off", ON_OFF, "Whether the game may be given up once a win is out of reach.", "NW-RULING-38"),
    Option(
        "lives",
        0,
        Whole(0, FIEFS),
        "The game is lost with the loss of this many rulers; 0 for no such rule.",
        "NW-HOUSE-8",
    ),
    Option("must_win", (), WholeList(0, FIEFS - 1, None, (0, 1, 6, 7)), "Fiefs that must not fail.", "NW-HOUSE-9"),
    # the visit
    Option(
        "choose_fief",
        "after_deal",
        Choice(("after_deal", "before_deal")),
        "Whether the hand is seen before the fief is chosen.",
        "NW-RULING-7",
    ),
    Option(
        "fief_order",
        "free",
        Choice(("free", "left_to_right", "centre_out", "edges_in")),
        "The order in which fiefs must be chosen, if not freely.",
        "NW-HOUSE-1",
    ),
    Option("adjacent_visits", "off", ON_OFF, "Whether only fiefs beside a visited one may be chosen.", "NW-HOUSE-10"),
    Option("hidden_rulers", "off", ON_OFF, "Whether rulers lie face down until their fief is visited.", "NW-HOUSE-6"),
    Option(
        "start_friendly",
        (),
        WholeList(0, FIEFS - 1, None, (3,)),
        "Fiefs that are friendly from the start.",
        "NW-HOUSE-3",
    ),
    Option(
        "substitutes",
        "allowed",
        Choice(("allowed", "none")),
        "Whether friendly rulers may be brought in.",
        "NW-HOUSE-2",
    ),
    Option(
        "substitute_after_visit",
        "removed_from_game",
        Choice(("removed_from_game", "return_to_fief")),
        "What becomes of a ruler that was brought in.",
        "NW-RULING-5",
    ),
    Option(
        "visit_end_check",
        "after_resolution",
        Choice(("after_resolution", "at_statement", "instant")),
        "When an empty hand or deck ends the visit.",
        "NW-RULING-2",
    ),
    # scoring
    Option(
        "nontrump_scoring",
        "same_suit_higher",
        Choice(("same_suit_higher", "never")),
        "Whether a higher card of a suit that is not trump scores.",
        "NW-RULING-1",
    ),
    # abilities
    Option(
        "abilities",
        "on",
        Choice(("on", "off")),
        "Whether allies may be activated and rulers brought in at all.",
        "NW-HOUSE-12",
    ),
    Option(
        "usable_allies",
        "",
        Codes(CHARACTER_CODES, (), "FJ"),
        "Only these characters may be activated; empty for all.",
        "NW-HOUSE-12",
    ),
    Option(
        "activations_per_dialogue",
        1,
        Whole(1, 4, (1, 2, 4)),
        "Activations allowed before one statement.",
        "NW-RULING-10",
    ),
    Option("activations_per_visit", 0, Whole(0, 4), "Activations allowed in one visit; 0 for no limit.", "NW-HOUSE-4"),
    Option(
        "null_activation",
        "allowed",
        Choice(("allowed", "forbidden")),
        "Whether an ability that would do nothing may be activated.",
        "NW-RULING-11",
    ),
    Option(
        "move_order",
        "when_it_matters",
        Choice(("when_it_matters", "always_ask", "automatic")),
        "Whether the player orders cards that move together.",
        "NW-RULING-9",
    ),
    Option(
        "king_of_claws_ties",
        "all",
        Choice(("all", "choose_one")),
        "Whether all of the highest cards score or one of them.",
        "NW-RULING-13",
    ),
    Option(
        "queen_of_claws",
        "all_piles",
        Choice(("all_piles", "any_subset")),
        "Whether all three piles must give a card.",
        "NW-RULING-14",
    ),
    Option(
        "prince_of_claws_first_draw",
        "compulsory",
        Choice(("compulsory", "optional")),
        "Whether the first card must be drawn.",
        "NW-RULING-15",
    ),
    Option(
        "jack_of_leaves_distance",
        "by_position",
        Choice(("by_position", "by_unvisited_order")),
        "How the distance of two fiefs is counted.",
        "NW-RULING-28",
    ),
    Option(
        "prince_of_leaves_step",
        "nearest_unvisited",
        Choice(("nearest_unvisited", "adjacent_only")),
        "How far the visiting card may move.",
        "NW-RULING-32",
    ),
    Option(
        "king_of_leaves_exchange",
        "compulsory",
        Choice(("compulsory", "optional")),
        "Whether the seen card must be taken.",
        "NW-RULING-34",
    ),
    Option(
        "prince_of_eyes_repeats",
        "compulsory",
        Choice(("compulsory", "may_stop")),
        "Whether all repeats must be made.",
        "NW-RULING-25",
    ),
    Option(
        "lady_of_eyes_discard",
        "compulsory",
        Choice(("compulsory", "optional")),
        "Whether the exact sum must be discarded.",
        "NW-RULING-26",
    ),
    Option(
        "baron_of_eyes_timing",
        "before_end_test",
        Choice(("before_end_test", "after_end_test")),
        "Whether the rider comes before or after the end test.",
        "NW-RULING-27",
    ),
)
