"""Every number and every unclear rule of the game as an option. The defaults follow the source text."""

from __future__ import annotations

from typing import Final

from workbench.core.options import Choice, Option, Options, Whole, WholeList, reading
from workbench.games.goods_and_honor.components import GOODS, SEATS, TYPES

OWN_CHIPS: Final = -1
"""The value of `chips_per_player` that means five chips for each other player."""

# fmt: off
OPTIONS: Final = (
    reading("elder_pawns", "off on",
            "Whether the advanced option is played: every player has an Elder Pawn.", "GH-PAWN-1"),
    # production
    reading("production_table", "home2_else1 flat1 home3_else1 custom",
            "Points of each Folk in each work section; `custom` takes them from `production_matrix`.", "GH-RULING-1"),
    Option("production_matrix", (2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1),
           WholeList(0, 9, TYPES * GOODS, (3, 1, 1, 1, 3, 1, 1, 1, 3, 0, 0, 0)),
           "With production_table=custom: points in Food, Wood, Rock of Plains-, Woods-, Ridge- and Sentryfolk.",
           "GH-RULING-1"),
    Option("sentry_points", 1, Whole(0, 2),
           "Points of a Sentryfolk in any work section; a custom table has its own.", "GH-RULING-2"),
    reading("remainder", "lost carry", "What becomes of points left over.", "GH-RULING-3"),
    reading("gift_assign", "own_next_assign at_once",
            "When the receiver assigns a Folk that was given.", "GH-RULING-5"),
    reading("production_mandatory", "yes no",
            "Whether the active player must take what the mat yields.", "GH-RULING-6"),
    reading("shortage", "take_rest none_if_short",
            "What a player takes of a type of Goods of which the middle holds too few.", "GH-RULING-7"),
    Option("points_per_good", 3, Whole(1, 12), "Production points for one Goods token.", "GH-PRODUCE-6"),
    # the end
    reading("end_trigger", "all_types any_type",
            "Whether the last token of all Goods ends the game, or the last one of any type.", "GH-RULING-8"),
    reading("any_type_take", "finish_production fixed_order",
            "With end_trigger=any_type: whether the last production is taken in full.", "GH-RULING-9"),
    reading("end_timing", "immediate finish_round_from_box",
            "Whether those who had fewer Produce phases have one more, from an unlimited supply.", "GH-RULING-10"),
    Option("stall_rounds", 20, Whole(0, 40),
           "Rounds in a row without a token that end the game; 0 for never.", "GH-RULING-46"),
    Option("max_rounds", 100, Whole(0, 200), "Rounds after which the game ends anyway; 0 for never.", "GH-RULING-46"),
    # scoring
    reading("tie_break", "shared more_sets more_goods_sets later_in_turn_order",
            "Who wins among those who share the highest total.", "GH-RULING-38"),
    Option("own_chips_score", 0, Whole(0, 1), "Points for each chip of a player's own colour at the end.", "GH-RULING-40"),
    Option("set_points", 10, Whole(0, 100), "Points for a complete set of Goods or of Honor.", "GH-SCORE-2"),
    Option("single_points", 1, Whole(0, 20), "Points for a token or foreign chip outside the sets.", "GH-SCORE-3"),
    # the bag
    Option("nastigans", 24, Whole(0, 100), "Nastigans in the game.", "GH-RULING-28"),
    Option("folks_each", 24, Whole(1, 100), "Folks of each type in the game.", "GH-RULING-28"),
    reading("bag_short", "keep_first give_first choose skip_draw end_game",
            "What happens when the bag holds fewer than two Folks.", "GH-RULING-12"),
    reading("keep_timing", "before_bids after_bids", "When the active player says which Folk is kept.", "GH-RULING-13"),
    # talk, bids and award
    Option("talk", "request", Choice(("off", "request", "request_reply")),
           "Who makes a public statement before the bids.", "GH-RULING-14"),
    reading("empty_bidder", "excluded may_be_given",
            "What becomes of a player who has nothing to bid.", "GH-RULING-16"),
    reading("no_bidder", "free_gift keep_both to_bag",
            "What becomes of the offered Folk when nobody has anything to bid.", "GH-RULING-17"),
    reading("bid_items", "chips_and_goods chips_only own_chips_only", "What may be put into a bid.", "GH-RULING-18"),
    Option("bid_max", 5, Whole(1, 12), "The most items in a bid.", "GH-BID-2"),
    reading("award", "free most_items random", "How the receiver of the Folk is found.", "GH-RULING-19"),
    reading("bid_mode", "blind open_clockwise",
            "Whether bids are revealed together, or each as soon as it is made.", "GH-RULING-21"),
    reading("losing_bids", "revealed returned_unseen",
            "Whether everybody sees the bids that were not chosen, or only the giver.", "GH-RULING-22"),
    # Nastigans
    Option("duel_cap", 3, Whole(0, 24), "The most Nastigans that are dealt with in a turn.", "GH-NAST-2"),
    reading("new_folks_defend", "yes no", "Whether a Folk in New may be named as defender.", "GH-RULING-29"),
    reading("defender_reuse", "yes no", "Whether a Folk that has won may be named again this turn.", "GH-RULING-30"),
    reading("duel_commit", "one_by_one all_first",
            "Whether each defender is named when its duel comes, or all before the first roll.", "GH-RULING-31"),
    reading("guards_first", "no yes", "Whether Guards must defend before others.", "GH-RULING-32"),
    reading("duel_tie", "reroll folk_wins nastigan_wins", "What equal dice mean.", "GH-RULING-47"),
    reading("duel_chance", "dice collapsed",
            "Whether every roll is a random event, or only who wins a duel.", "GH-HOUSE-12"),
    # mats, seats and set-up
    reading("stash_view", "screens open", "Whether the other players' stashes are shown.", "GH-RULING-23"),
    reading("setup_assign", "simultaneous seat_order",
            "Whether the first placement is made in secret and revealed together.", "GH-RULING-25"),
    Option("first_player", "random", Choice(("random", *SEATS)),
           "Who takes the first turn: a seat's letter, or drawn at random.", "GH-RULING-26"),
    reading("must_assign", "yes no", "Whether a Folk in New must be placed.", "GH-RULING-35"),
    Option("capacity", 0, Whole(0, 12), "The most Folks in a work section; 0 for no limit.", "GH-RULING-36"),
    reading("rearrange", "free none", "Whether older Folks may be moved when workers are assigned.", "GH-RULING-37"),
    reading("placement_order", "free canonical",
            "Whether Folks of one type may be placed in any order of sections, or only so that each layout has one path.",
            "GH-HOUSE-10"),
    reading("phase_order", "produce_first trade_first", "Whether a turn begins or ends with producing.", "GH-HOUSE-7"),
    Option("auto_single", "on", Choice(("off", "on")),
           "Whether a decision with one legal move is made by itself.", "GH-HOUSE-11"),
    # Elder Pawns
    reading("pawn_bonus", "per_folk home_folk_only one_per_section",
            "What the Elder Pawn adds to its section.", "GH-RULING-42"),
    reading("pawn_area_empty", "any_folk nastigan_returns",
            "What happens when Guards and the pawn's section hold no defender.", "GH-RULING-43"),
    # sizes
    Option("chips_per_player", OWN_CHIPS, Whole(OWN_CHIPS, 100),
           "Honor chips of each player; -1 for five for each other player.", "GH-SETUP-3"),
    Option("goods_per_player", 5, Whole(1, 30),
           "Goods tokens of each type in the middle, for each player.", "GH-SETUP-4"),
    Option("folks_given", 1, Whole(0, 1),
           "Folks of each type given to each player before the bag is filled.", "GH-HOUSE-9"),
    Option("folks_drawn", 2, Whole(0, 24), "Folks each player draws from the bag in the set-up.", "GH-HOUSE-9"),
    Option("max_turns", 0, Whole(0, 60), "Turns after which the game is scored; 0 for no such limit.", "GH-HOUSE-9"),
)
# fmt: on


SWITCHED_OFF: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("production_table", "flat1", ("GH-PRODUCE-3",)),
    ("production_table", "home3_else1", ("GH-PRODUCE-3",)),
    ("production_table", "custom", ("GH-PRODUCE-3", "GH-PRODUCE-4", "GH-PRODUCE-5")),
    ("sentry_points", "", ("GH-PRODUCE-5",)),
    ("remainder", "", ("GH-PRODUCE-7",)),
    ("gift_assign", "", ("GH-GIVE-5", "GH-GIVE-6")),
    ("production_mandatory", "", ("GH-PRODUCE-10",)),
    ("shortage", "", ("GH-PRODUCE-9",)),
    ("end_trigger", "", ("GH-END-1", "GH-END-4")),
    ("end_timing", "", ("GH-END-3",)),
    ("own_chips_score", "", ("GH-SCORE-1",)),
    ("keep_timing", "", ("GH-KEEP-2", "GH-KEEP-3")),
    ("talk", "off", ("GH-TALK-1", "GH-TALK-2")),
    ("empty_bidder", "", ("GH-BID-8",)),
    ("bid_items", "", ("GH-BID-3",)),
    ("award", "most_items", ("GH-GIVE-1",)),
    ("award", "random", ("GH-GIVE-1", "GH-GIVE-2")),
    ("bid_mode", "", ("GH-BID-5", "GH-BID-6")),
    ("losing_bids", "", ("GH-BID-6",)),
    ("defender_reuse", "", ("GH-NAST-6",)),
    ("duel_commit", "", ("GH-NAST-5",)),
    ("guards_first", "", ("GH-NAST-7",)),
    ("duel_tie", "", ("GH-DUEL-7",)),
    ("first_player", "", ("GH-CHANCE-2",)),
    ("must_assign", "", ("GH-ASSIGN-1",)),
    ("capacity", "", ("GH-ASSIGN-3",)),
    ("rearrange", "", ("GH-ASSIGN-2",)),
    ("phase_order", "", ("GH-TURN-4", "GH-GIVE-6", "GH-ASSIGN-5", "GH-END-3", "GH-END-5")),
    ("pawn_bonus", "", ("GH-PAWN-3",)),
    ("pawn_area_empty", "", ("GH-PAWN-7",)),
)
"""The clauses that do not hold with a value of an option ("" for every value but the default).

The clause that the option serves replaces them; where two options replace the same clause, the one higher up does.
"""


def in_their_place(options: Options) -> dict[str, str]:
    """Return, for each clause that the options have switched off, the clause that replaces it.

    Args:
        options: the options of a game.

    >>> import workbench as wb
    >>> in_their_place(wb.load("goods_and_honor", keep_timing="after_bids").options)
    {'GH-KEEP-2': 'GH-RULING-13', 'GH-KEEP-3': 'GH-RULING-13'}
    """
    changed = options.changed()
    found: dict[str, str] = {}
    for name, value, clauses in SWITCHED_OFF:
        if name in changed and value in ("", changed[name]):
            for clause in clauses:
                found.setdefault(clause, options.options[name].clause)
    return found
