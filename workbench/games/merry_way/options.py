"""The options: every number and every unclear rule of the game. The defaults follow the source text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workbench.core.errors import nearest
from workbench.core.options import Allowed, Codes, Option, Whole, reading
from workbench.core.outside import quoted
from workbench.games.merry_way.cards import (
    FILES,
    FOLLY_CODES,
    LINE_UP,
    RESOURCE_CODES,
    SCHEME_CODES,
    SETS,
    USUAL,
    CardFileError,
    cards_text,
    tables_of,
)


@dataclass(frozen=True)
class CardTables(Allowed):
    """The cards to play with: the name of a set, a folder with tables, or the tables as one text (MW-HOUSE-15).

    A folder is read at once, and the option keeps its text.

    >>> CardTables().check("one_sided")
    'one_sided'
    """

    def check(self, value: object) -> str:
        """Return the name of a set, or the tables as one text."""
        if not isinstance(value, (str, Path)):
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        if self.names_a_file(value) and not os.path.isdir(value):
            hint = nearest(str(value), SETS)
            raise ValueError(f"must be {self.describe()}, and there is no folder {quoted(str(value))}.{hint}")
        try:
            return cards_text(value)
        except CardFileError as fault:
            raise ValueError(f"names cards that cannot be used:\n{fault.listed()}") from None

    def describe(self) -> str:
        """Describe in words which values are allowed."""
        return f"{', '.join([repr(name) for name in SETS])} or a folder with tables of your own"

    def samples(self) -> tuple[str, ...]:
        """Return example values: every set, and a table as text."""
        return (*SETS, "resource_cards.csv\nid,first,second,third,copies\nEASY,2,2,3p,36")

    def tables(self) -> tuple[str, ...]:
        """Return example tables: those of each set, each usual table alone, and a table of new cards."""
        return (*[tables_of(name) for name in SETS], *[tables_of(USUAL, file) for file in FILES], self.samples()[-1])

    def names_a_file(self, value: object) -> bool:
        """Return whether a value names a folder, because it is neither a set nor the text of tables."""
        return isinstance(value, Path) or (isinstance(value, str) and value.strip() not in SETS and "\n" not in value)


# fmt: off
OPTIONS: Final = (
    # the trail and what may stand beside it
    reading("trail_model", "two_oneway one_shared",
            "Two one-way trails side by side, or a single one that is used in both directions.", "MW-RULING-1"),
    Option("columns_per_section", 2, Whole(1, 4, (1, 2, 3, 4)),
           "How many clearings fit on each side of a trail section, next to the trail.", "MW-RULING-2"),
    reading("between", "brick none",
            "Whether a card may lie further out, in the notch between two occupied clearings.", "MW-RULING-3"),
    Option("max_row", 3, Whole(1, 4, (1, 2, 3, 4)),
           "How many rows of clearings there may be on a side.", "MW-RULING-4"),
    reading("frontier", "per_side per_trail",
            "Whether the first open space is looked for on each side of a trail or on both sides together.", "MW-RULING-5"),
    reading("open_ground", "closed row1",
            "Whether travellers may cross empty spots in the row next to the trail.", "MW-RULING-6"),
    # what is set up
    Option("starting_resources", 1, Whole(0, 5), "Resources of each kind that a player starts with.", "MW-SETUP-8"),
    Option("supply_per_player", 5, Whole(0, 9),
           "Resources of each kind that go to the supply for each player.", "MW-SETUP-9"),
    reading("start_from_supply", "no yes",
            "Whether the starting resources are taken out of the supply.", "MW-RULING-13"),
    Option("starting_profit", 0, Whole(0, 20), "Profit that a player starts with.", "MW-SETUP-11"),
    Option("starting_resource_cards", 3, Whole(1, 5), "Resource cards dealt to each player.", "MW-SETUP-7"),
    Option("starting_scheme_cards", 5, Whole(0, 9), "Scheme cards dealt to each player.", "MW-SETUP-7"),
    Option("claim_tokens", 20, Whole(0, 40), "Claim tokens of each player.", "MW-RULING-36"),
    reading("first_leader", "seat0 random", "Who has the Leader marker in round 1.", "MW-RULING-40"),
    Option("cards", USUAL, CardTables(), "Which cards are played with.", "MW-HOUSE-15"),
    reading("specials", "on off", "Whether the scheme deck has special cards.", "MW-RULING-47"),
    Option("scheme_deck", "", Codes(SCHEME_CODES, (), "GR1 LZ1 WK1 DW1 RB1 SP1 SP2 SP3 SP4 SP5 SP6", True),
           "The types of card in the scheme deck; empty for all.", "MW-HOUSE-13"),
    Option("resource_deck", "", Codes(RESOURCE_CODES, (), "RC01 RC02 RC03 RC04 RC05 RC06 RC07", True),
           "The types of card in the resource deck; empty for all.", "MW-HOUSE-13"),
    Option("folly_deck", "", Codes(FOLLY_CODES, (), "F01 F02 F03 F04 F05 F06 F33 F37", True),
           "The cards in the folly deck; empty for all.", "MW-HOUSE-13"),
    Option("line_up", "", Codes(FOLLY_CODES, (0, LINE_UP), "F33 F13 F14 F30 F20 F34", True),
           "The six folly cards that lie in the first line-up, from V1 to V6; empty for a random one.", "MW-HOUSE-14"),
    # work
    reading("draw_deck", "scheme either",
            "Whether only scheme cards are drawn with digits and profit, or cards of either deck.", "MW-RULING-7"),
    reading("pink_count", "scheme all",
            "Whether a pink digit counts the scheme cards in hand or all cards in hand.", "MW-RULING-8"),
    # bargain and bank
    reading("trade_mode", "offers none", "Whether players trade by offers or only with the bank.", "MW-RULING-14"),
    Option("offers_per_player", 2, Whole(0, 5), "Offers a player may make in a round.", "MW-RULING-14"),
    Option("offer_units", 3, Whole(1, 5), "The most units on each side of an offer.", "MW-RULING-14"),
    reading("remove_own_claim", "deal bank build",
            "Where players may take off their own claim markers: in a deal, also in their bank turn, or as a special action.",
            "MW-RULING-15"),
    Option("bank_price", 1, Whole(1, 5), "Profit that the bank wants for a resource or a card.", "MW-BANK-2"),
    Option("exchange_rate", 3, Whole(2, 6), "Resources that the bank wants for one of another kind.", "MW-BANK-5"),
    # build
    reading("build_turn", "one all",
            "Whether a turn is one card or action, or all that a player wants to do.", "MW-RULING-17"),
    reading("specials_per_turn", "one any",
            "How many special cards may be played before the rest of a turn.", "MW-RULING-18"),
    Option("upgrade_discount", 1, Whole(0, 3),
           "How much less of each kind an upgrade costs than a new trap.", "MW-BUILD-9"),
    reading("upgrade_floor", "always printed",
            "Whether a printed cost of 0 stays 0 in an upgrade or becomes 1.", "MW-RULING-20"),
    reading("covered", "stays discard",
            "Whether a covered card stays under the new one or is discarded.", "MW-RULING-21"),
    reading("roadblock_scheme", "plot card",
            "Whether a roadblock costs a plot or a scheme card, besides manpower and material.", "MW-RULING-19"),
    reading("roadblock_edges", "any main",
            "Whether a roadblock may stand on any way or only on the main trail.", "MW-RULING-24"),
    reading("roadblock_policy", "avoid stop",
            "Whether a roadblock must leave a way around, or may stop travellers where they stand.", "MW-RULING-25"),
    # travel
    reading("nearest", "steps along",
            "Whether the nearest trap is the one with the fewest steps or the first along the trail.", "MW-RULING-23"),
    reading("side_tie", "left random leader",
            "Who decides between equally good clearings on the left and on the right.", "MW-RULING-26"),
    reading("dim_tie", "next dim",
            "Which trap wins when a Dimwitted one and one of the next folly are equally near.", "MW-RULING-27"),
    reading("dim_first", "none one",
            "Whether a Dimwitted traveller must fall once before the next folly counts.", "MW-RULING-28"),
    reading("stuck_folly", "strict skip",
            "Whether a folly without a trap ahead ends the search or is passed over.", "MW-RULING-29"),
    reading("mixed", "left guard peasant",
            "What a traveller between a Peasant card and a Guard card counts as.", "MW-RULING-30"),
    reading("peasant_debt", "no yes", "Whether Peasants may push an owner's profit below zero.", "MW-RULING-31"),
    reading("home", "main_first direct",
            "Whether a traveller who is done goes to the main trail first or straight to the town.", "MW-RULING-33"),
    # the end
    Option("target", 30, Whole(1, 99), "Profit that ends the game at the end of a round.", "MW-RULING-48"),
    Option("max_rounds", 40, Whole(1, 40), "The game ends after this many rounds at the latest.", "MW-RULING-50"),
    reading("profit_pile", "unlimited 60", "How much profit there is to be gained.", "MW-RULING-35"),
    reading("tie_tokens", "board reserve",
            "Which claim tokens break a tie: those on the board or those in reserve.", "MW-RULING-37"),
    reading("final_tie", "shared random",
            "Whether players who are still tied share the victory or one is drawn.", "MW-RULING-39"),
    reading("blue_sides", "open hidden",
            "Whether the other sides of the folly cards in the line-up are known.", "MW-RULING-41"),
)
# fmt: on
