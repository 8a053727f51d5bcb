"""Every number and every unclear rule of the game as an option. The defaults follow the source text."""

from __future__ import annotations

from typing import Final

from workbench.core.options import Codes, Option, Whole, WholeList, reading
from workbench.games.northwood.components import CHARACTER_CODES, FIEFS, SLOTS, VALUES

# fmt: off
OPTIONS: Final = (
    # what the set-up holds
    reading("setup", "introductory full custom scenario",
            "Who takes part: the 12 without a crown, a deal from all 24, those named by `allies` and `rulers`, or a scenario.",
            "NW-SETUP-2"),
    Option("scenario", 0, Whole(0, 16), "The house scenario to play with setup=scenario; 0 for none.", "NW-HOUSE-14"),
    Option("allies", "", Codes(CHARACTER_CODES, (0, SLOTS), "CQ FJ LK EJ"),
           "The four allies of a custom set-up, in slot order.", "NW-HOUSE-13"),
    Option("rulers", "", Codes(CHARACTER_CODES, (), "CK FQ LQ EQ CJ FK LJ EK"),
           "The rulers of a custom set-up, from fief 0 on, one a fief.", "NW-HOUSE-13"),
    reading("full_deal", "left_to_right uniform", "How the full set-up deals allies and rulers.", "NW-RULING-41"),
    Option("hand_size", 8, Whole(1, 12), "Cards dealt at the start of a visit.", "NW-HOUSE-5"),
    Option("highest_value", VALUES, Whole(2, VALUES),
           "The highest value in each suit: a shorter deck for exhaustive study.", "NW-HOUSE-15"),
    Option("fiefs", FIEFS, Whole(1, FIEFS),
           "How many fiefs lie in the row: a shorter game for exhaustive study.", "NW-HOUSE-15"),
    # how to win
    Option("threshold", 16, Whole(0, 20),
           "Stars needed to win: 16 standard, 18 advanced, 20 idealist (NW-RULING-39).", "NW-END-3"),
    Option("stars", (4, 3, 2, 1, 1, 2, 3, 4), WholeList(0, 9, FIEFS, (1, 1, 1, 1, 1, 1, 1, 1)),
           "The stars of fiefs 0 to 7.", "NW-RULING-37"),
    reading("win_rule", "stars_at_least_threshold outer_four hidden_three",
            "What wins: enough stars, the four outer fiefs, or three fiefs revealed at the end.", "NW-RULING-48"),
    reading("concede", "off on", "Whether the game may be given up once a win is out of reach.", "NW-RULING-38"),
    Option("lives", 0, Whole(0, FIEFS),
           "The game is lost with the loss of this many rulers; 0 for no such rule.", "NW-HOUSE-8"),
    Option("must_win", (), WholeList(0, FIEFS - 1, None, (0, 1, 6, 7)), "Fiefs that must not fail.", "NW-HOUSE-9"),
    # the visit
    reading("choose_fief", "after_deal before_deal",
            "Whether the hand is seen before the fief is chosen.", "NW-RULING-7"),
    reading("fief_order", "free left_to_right centre_out edges_in",
            "The order in which fiefs must be chosen, if not freely.", "NW-HOUSE-1"),
    reading("adjacent_visits", "off on", "Whether only fiefs beside a visited one may be chosen.", "NW-HOUSE-10"),
    reading("hidden_rulers", "off on", "Whether rulers lie face down until their fief is visited.", "NW-HOUSE-6"),
    Option("start_friendly", (), WholeList(0, FIEFS - 1, None, (3,)),
           "Fiefs that are friendly from the start.", "NW-HOUSE-3"),
    reading("substitutes", "allowed none", "Whether friendly rulers may be brought in.", "NW-HOUSE-2"),
    reading("substitute_after_visit", "removed_from_game return_to_fief",
            "What becomes of a ruler that was brought in.", "NW-RULING-5"),
    reading("visit_end_check", "after_resolution at_statement instant",
            "When an empty hand or deck ends the visit.", "NW-RULING-2"),
    # scoring
    reading("nontrump_scoring", "same_suit_higher never",
            "Whether a higher card of a suit that is not trump scores.", "NW-RULING-1"),
    # abilities
    reading("abilities", "on off", "Whether allies may be activated and rulers brought in at all.", "NW-HOUSE-12"),
    Option("usable_allies", "", Codes(CHARACTER_CODES, (), "FJ"),
           "Only these characters may be activated; empty for all.", "NW-HOUSE-12"),
    Option("activations_per_dialogue", 1, Whole(1, 4, (1, 2, 4)),
           "Activations allowed before one statement.", "NW-RULING-10"),
    Option("activations_per_visit", 0, Whole(0, 4), "Activations allowed in one visit; 0 for no limit.", "NW-HOUSE-4"),
    reading("null_activation", "allowed forbidden",
            "Whether an ability that would do nothing may be activated.", "NW-RULING-11"),
    reading("move_order", "when_it_matters always_ask automatic",
            "Whether the player orders cards that move together.", "NW-RULING-9"),
    reading("king_of_claws_ties", "all choose_one",
            "Whether the King of Claws scores all of the highest cards, or one of them.", "NW-RULING-13"),
    reading("queen_of_claws", "all_piles any_subset",
            "Whether the Queen of Claws must take a card from all three piles.", "NW-RULING-14"),
    reading("prince_of_claws_first_draw", "compulsory optional",
            "Whether the Prince of Claws must draw a first card.", "NW-RULING-15"),
    reading("jack_of_leaves_distance", "by_position by_unvisited_order",
            "How the distance of two fiefs is counted.", "NW-RULING-28"),
    reading("prince_of_leaves_step", "nearest_unvisited adjacent_only",
            "How far the visiting card may move.", "NW-RULING-32"),
    reading("king_of_leaves_exchange", "compulsory optional",
            "Whether the King of Leaves must take the card he has seen.", "NW-RULING-34"),
    reading("prince_of_eyes_repeats", "compulsory may_stop",
            "Whether the Prince of Eyes must make all repeats.", "NW-RULING-25"),
    reading("lady_of_eyes_discard", "compulsory optional",
            "Whether the Lady of Eyes must discard the exact sum.", "NW-RULING-26"),
    reading("baron_of_eyes_timing", "before_end_test after_end_test",
            "Whether the Baron of Eyes acts before or after the test that ends a visit.", "NW-RULING-27"),
)
# fmt: on
