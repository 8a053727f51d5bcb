"""Every number and every unclear rule as an option. The defaults follow the source text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workbench.core.errors import nearest
from workbench.core.options import Allowed, Choice, Option, Whole, WholeList
from workbench.core.outside import NotPlain, quoted, read_plain
from workbench.games.resource_hog.components import PEASANT_LOAD
from workbench.games.resource_hog.maps import AUTO, HOUSE_MAPS, MapFileError, map_text, read_map

NO_YES: Final = Choice(("no", "yes"))
YES_NO: Final = Choice(("yes", "no"))
OFF_ON: Final = Choice(("off", "on"))
ON_OFF: Final = Choice(("on", "off"))
PRICES: Final = WholeList(0, 99, 12, (20, 18, 16, 14, 12, 11, 10, 9, 7, 5, 3, 1))

SMALL_MAP: Final = """title = "Spit"
players = [1, 2, 3]
borders = ["A-B", "B-C", "C-A"]
[areas]
A = { woodland = 3, game = 5, salt = 9, at = [15, 20] }
B = { woodland = 3, game = 5, arms = 9, at = [85, 20] }
C = { woodland = 3, game = 5, gold = 9, at = [50, 80] }
[waters]
SEA = { sea = true, most = 30, borders = "A B C", at = [3, 3] }
"""
"""A map of your own, as small as three players can start on."""


@dataclass(frozen=True)
class MapTable(Allowed):
    """A map to play on: one of the game's by its name, a file, or the text of such a file (RH-HOUSE-12).

    A file is read when it is named; the option keeps the text.

    >>> MapTable().check("trefoil")
    'trefoil'
    """

    def check(self, value: object) -> str:
        """Return the name of a map, or a map file's text."""
        if not isinstance(value, (str, Path)):
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        text = str(value).strip() if isinstance(value, str) else value
        if text in (AUTO, *HOUSE_MAPS):
            return str(text)
        try:
            if self.names_a_file(value):
                if not os.path.exists(value):  # unlike `Path.exists`, this takes every text
                    hint = nearest(str(value), (AUTO, *HOUSE_MAPS))
                    raise ValueError(f"must be {self.describe()}, and there is no file {quoted(str(value))}.{hint}")
                value = read_plain(value).decode("utf-8").replace("\r\n", "\n")
            value = str(value).removeprefix("\ufeff")
            read_map(value)
        except (NotPlain, UnicodeDecodeError) as fault:
            raise ValueError(f"names a file that cannot be read: {fault}.") from None
        except OSError as fault:
            raise ValueError(f"names a file that cannot be read: {fault.strerror}.") from None
        except MapFileError as fault:
            raise ValueError(f"names a map that cannot be used:\n{fault.listed()}") from None
        return value

    def describe(self) -> str:
        """Name the maps, and say what else will do."""
        return f"{', '.join([repr(name) for name in (AUTO, *HOUSE_MAPS)])} or a file with a map of your own"

    def samples(self) -> tuple[str, ...]:
        """Return the big maps, and a map as text."""
        return ("trefoil", "quatrefoil", "cinquefoil", SMALL_MAP)

    def tables(self) -> tuple[str, ...]:
        """Return every map of the game as text, and the small one."""
        return (*[map_text(name) for name in HOUSE_MAPS], SMALL_MAP)

    def names_a_file(self, value: object) -> bool:
        """Return whether this names a file: it is neither a map's name nor the lines of a map."""
        if isinstance(value, Path):
            return True
        return isinstance(value, str) and value.strip() not in (AUTO, *HOUSE_MAPS) and "\n" not in value


OPTIONS: Final = (
    # the map
    Option(
        "map",
        "auto",
        MapTable(),
        "The map: `auto` for the one that fits the number of players, a map by its name, or a file of your own.",
        "RH-RULING-1",
    ),
    Option(
        "sea_model",
        "single",
        Choice(("single", "zones")),
        "Whether the sea is one water with one stock, or a zone for each stretch of coast.",
        "RH-RULING-16",
    ),
    Option(
        "sea_cap_three",
        50,
        Whole(30, 50, (30, 50)),
        "The most fish the sea holds with three players; with 30 each zone holds 10.",
        "RH-RULING-18",
    ),
    Option(
        "mine_kind",
        "typed",
        Choice(("typed", "any")),
        "Whether each mountain holds the kinds of its map, or every mountain all three kinds.",
        "RH-RULING-22",
    ),
    Option(
        "mine_stock",
        "finite",
        Choice(("finite", "endless")),
        "Whether mining uses a mountain up.",
        "RH-RULING-22",
    ),
    Option(
        "start_rule",
        "coast_and_mountain",
        Choice(("coast_and_mountain", "any")),
        "Where a player may start.",
        "RH-RULING-50",
    ),
    # markers and money
    Option(
        "marker_limit",
        "hard",
        Choice(("hard", "soft")),
        "Whether there are only as many building and field markers as in the box.",
        "RH-RULING-4",
    ),
    Option(
        "goods_limit",
        "soft",
        Choice(("soft", "hard")),
        "Whether there are only as many chips of food, salt and arms as in the box.",
        "RH-RULING-4",
    ),
    Option(
        "money_limit",
        "soft",
        Choice(("soft", "hard")),
        "Whether there is only as much money as in the box.",
        "RH-RULING-4",
    ),
    # areas and movement
    Option(
        "control",
        "presence",
        Choice(("presence", "sticky")),
        "Whether an area without people belongs to nobody, or to whoever was there last.",
        "RH-RULING-12",
    ),
    Option(
        "own_land_when",
        "phase_start",
        Choice(("phase_start", "live")),
        "Whether own land for a move is what was owned when the phase began, or what is owned now.",
        "RH-RULING-13",
    ),
    Option(
        "peasants_settle",
        "no",
        NO_YES,
        "Whether a peasant's move may end one border further, in an unowned area.",
        "RH-RULING-14",
    ),
    Option("peasant_load", PEASANT_LOAD, Whole(0, 3), "Goods that a moving peasant may take along.", "RH-RULING-15"),
    Option(
        "chain_expansion",
        "no",
        NO_YES,
        "Whether an area entered earlier in a Noble phase is own land for later nobles.",
        "RH-RULING-25",
    ),
    Option("noble_roads", "yes", YES_NO, "Whether roads make carriage by nobles free.", "RH-RULING-28"),
    # the round
    Option(
        "program_mode",
        "three_steps",
        Choice(("three_steps", "full_random", "seat_order")),
        "How the players find the order in which cards are resolved.",
        "RH-RULING-8",
    ),
    Option(
        "reveal_step",
        "one_by_one",
        Choice(("one_by_one", "all_at_once")),
        "Whether the cards of a step are turned up one by one or all before the first is resolved.",
        "RH-RULING-9",
    ),
    # work
    Option(
        "harbour_fish",
        "sea",
        Choice(("sea", "supply")),
        "Where the additional fish of a harbour comes from.",
        "RH-RULING-19",
    ),
    Option(
        "game_cap",
        "fixed",
        Choice(("fixed", "per_woodland")),
        "Whether clearing woodland lowers the most game an area holds.",
        "RH-RULING-21",
    ),
    Option(
        "hunter_limit",
        "none",
        Choice(("none", "one_per_square")),
        "Whether there may be more hunters in an area than woodland squares.",
        "RH-RULING-21",
    ),
    Option(
        "inland_test",
        "no_coast",
        Choice(("no_coast", "no_harbour")),
        "Which areas mine as much as inland areas.",
        "RH-RULING-23",
    ),
    Option(
        "miner_limit",
        "none",
        Choice(("none", "1", "2", "3")),
        "The most miners in one mine at a time.",
        "RH-RULING-24",
    ),
    Option(
        "same_season_chain",
        "no",
        NO_YES,
        "Whether work may build on something that is still being made this season.",
        "RH-RULING-34",
    ),
    Option(
        "knight_uses_peasant",
        "yes",
        YES_NO,
        "Whether a peasant who is knighted is a peasant no longer.",
        "RH-RULING-56",
    ),
    Option("growth_lock", "no", NO_YES, "Whether the food below a growth worker is reserved.", "RH-RULING-36"),
    Option(
        "build_payment",
        "event",
        Choice(("event", "assignment")),
        "Whether a building is paid when it is built or when its workers are placed.",
        "RH-RULING-45",
    ),
    Option(
        "build_refusal",
        "no",
        NO_YES,
        "Whether the owner may refuse to build what can be paid and costs money; roads and mines are built in any case.",
        "RH-RULING-45",
    ),
    # war
    Option(
        "battle_unit",
        "border",
        Choice(("border", "target_area")),
        "Whether each border of an attacked area is a battle, or the whole area.",
        "RH-RULING-27",
    ),
    Option(
        "temp_in_margin",
        "yes",
        YES_NO,
        "Whether temporary nobles that are left count in the margin.",
        "RH-RULING-54",
    ),
    Option(
        "ransom_partial",
        "whole_units",
        Choice(("whole_units", "everything")),
        "What a loser who cannot pay the whole ransom may keep.",
        "RH-RULING-30",
    ),
    Option(
        "peasants_as_ransom",
        "free_choice",
        Choice(("free_choice", "last_resort", "never")),
        "When peasants may be given as ransom.",
        "RH-RULING-30",
    ),
    Option(
        "no_retreat",
        "removed",
        Choice(("removed", "stay")),
        "What becomes of nobles that must leave and have nowhere to go.",
        "RH-RULING-35",
    ),
    Option(
        "auto_occupy",
        "ask",
        Choice(("ask", "all", "never")),
        "Who decides how many attackers move into an emptied area.",
        "RH-RULING-32",
    ),
    Option(
        "enter_emptied",
        "yes",
        YES_NO,
        "Whether attackers may enter an area whose last peasant was the payment.",
        "RH-RULING-67",
    ),
    # trade
    Option(
        "trade_one_column",
        "no",
        NO_YES,
        "Whether all trade of a phase is in one column and one direction.",
        "RH-RULING-7",
    ),
    Option(
        "foreign_harbour",
        "no",
        NO_YES,
        "Whether players may trade through a neighbour's harbour, for a fee of 1 a token.",
        "RH-RULING-38",
    ),
    Option(
        "people_trade",
        "on",
        Choice(("on", "buy_only", "off")),
        "Whether peasants and nobles are traded.",
        "RH-RULING-39",
    ),
    Option(
        "merc_open",
        "always",
        Choice(("always", "after_slaves")),
        "Whether mercenaries are traded before the slaves have run out.",
        "RH-RULING-40",
    ),
    Option(
        "slave_close",
        "last_placed",
        Choice(("last_placed", "first_mercenary")),
        "When the slave trade closes.",
        "RH-RULING-52",
    ),
    Option("haul_fee", 1, Whole(0, 9), "The fee for a token and a border, for nobles' carriage too.", "RH-RULING-3"),
    Option(
        "haul_basis",
        "per_token",
        Choice(("per_token", "per_shipment")),
        "Whether each token pays the fee, or a shipment of any size once.",
        "RH-RULING-41",
    ),
    Option(
        "road_scope",
        "per_border",
        Choice(("per_border", "endpoints")),
        "Whether roads free the borders between them, or a whole trip between two of them.",
        "RH-RULING-42",
    ),
    Option(
        "haul_reach",
        "own",
        Choice(("own", "own_or_unowned", "any")),
        "Over which areas goods may be hauled, and to which.",
        "RH-RULING-43",
    ),
    Option(
        "board_start",
        "balance",
        Choice(("balance", "empty")),
        "What lies in the goods columns at the start.",
        "RH-RULING-49",
    ),
    # the season
    Option(
        "starve_order",
        "feed_starve_grow",
        Choice(("feed_starve_grow", "feed_grow_starve")),
        "Whether growth comes after starvation or before it.",
        "RH-RULING-44",
    ),
    Option(
        "feed_scope",
        "area",
        Choice(("area", "realm")),
        "Whether hungry nobles may eat what is left in other areas of their owner.",
        "RH-RULING-46",
    ),
    Option("peasants_eat", "no", NO_YES, "Whether peasants eat, too.", "RH-RULING-47"),
    Option(
        "preserve",
        "choice",
        Choice(("choice", "all")),
        "Whether the owner says how much is preserved, or as much is as salt allows.",
        "RH-RULING-65",
    ),
    Option(
        "growth_steps",
        "replace",
        Choice(("replace", "add")),
        "Whether a large stock grows by its own gain only, or by the gains of the smaller sizes as well.",
        "RH-RULING-53",
    ),
    Option(
        "die_shift",
        "two_tokens",
        Choice(("two_tokens", "next_row_half", "two_rows")),
        "How far the die moves a column.",
        "RH-RULING-48",
    ),
    # the end
    Option(
        "clock",
        "twelve",
        Choice(("twelve", "six")),
        "Whether the last mercenary token or the last slave token ends the game.",
        "RH-RULING-51",
    ),
    Option(
        "seat_scoring",
        "highest",
        Choice(("highest", "all_levels")),
        "Whether a seat counts at its highest level only.",
        "RH-RULING-6",
    ),
    # small steps
    Option(
        "canonical_work",
        "off",
        OFF_ON,
        "Whether work in an area must be given out in a fixed order of kinds.",
        "RH-HOUSE-7",
    ),
    Option("auto_single", "on", ON_OFF, "Whether a decision with one legal move is made by itself.", "RH-HOUSE-8"),
    Option(
        "volley_chance",
        "collapsed",
        Choice(("collapsed", "dice")),
        "Whether a volley is one random event, or each die.",
        "RH-HOUSE-9",
    ),
    # plain numbers
    Option("fish_catch", 2, Whole(1, 6), "Fish that a fisher takes.", "RH-FISH-1"),
    Option("harbour_extra", 1, Whole(0, 3), "Further fish of a sea fisher from a harbour area.", "RH-FISH-2"),
    Option("hunt_catch", 2, Whole(1, 6), "Game that a hunter takes.", "RH-HUNT-1"),
    Option("grain_yield", 1, Whole(1, 5), "Grain that a toiler produces.", "RH-TOIL-1"),
    Option("coast_gold", 2, Whole(0, 9), "Gold tokens of a miner in a coastal area.", "RH-MINE-2"),
    Option("coast_salt", 2, Whole(0, 9), "Salt of a miner in a coastal area.", "RH-MINE-2"),
    Option("coast_arms", 1, Whole(0, 9), "Arms of a miner in a coastal area.", "RH-MINE-2"),
    Option("inland_gold", 3, Whole(0, 9), "Gold tokens of a miner in an inland area.", "RH-MINE-3"),
    Option("inland_salt", 3, Whole(0, 9), "Salt of a miner in an inland area.", "RH-MINE-3"),
    Option("inland_arms", 2, Whole(0, 9), "Arms of a miner in an inland area.", "RH-MINE-3"),
    Option(
        "growth_from",
        (1, 5, 9),
        WholeList(1, 99, 3, (2, 4, 6)),
        "Stocks of fish and game from which each gain holds.",
        "RH-FISHPOP-1",
    ),
    Option(
        "growth_gains",
        (1, 2, 3),
        WholeList(0, 20, 3, (2, 3, 5)),
        "Gains of small, middle and large stocks of fish and game.",
        "RH-FISHPOP-1",
    ),
    Option(
        "workers",
        (1, 1, 2, 1, 3, 4, 3),
        WholeList(1, 9, 7, (1, 1, 1, 2, 2, 2, 2)),
        "Workers for a road, mine, harbour, manor, motte, castle and stone head.",
        "RH-BLDG-1",
    ),
    Option(
        "costs",
        (0, 0, 5, 8, 15, 30, 15),
        WholeList(0, 99, 7, (1, 2, 4, 4, 8, 9, 9)),
        "Money for a road, mine, harbour, manor, motte, castle and stone head.",
        "RH-BLDG-1",
    ),
    Option("ransom_money", 10, Whole(1, 50), "Money that pays a unit of ransom.", "RH-FIGHT-9"),
    Option("ransom_salt", 2, Whole(1, 10), "Salt that pays a unit of ransom.", "RH-FIGHT-9"),
    Option("peasant_units", 2, Whole(1, 5), "Units that a surrendered peasant pays.", "RH-FIGHT-9"),
    Option("hit_numbers", 3, Whole(1, 5), "Numbers of a battle die that hit.", "RH-FIGHT-5"),
    Option("first_volley", "defender", Choice(("defender", "attacker")), "Who rolls first in a battle.", "RH-FIGHT-5"),
    Option(
        "bonus_nobles",
        (0, 1, 2),
        WholeList(0, 9, 3, (1, 2, 4)),
        "Temporary nobles from a manor, motte and castle.",
        "RH-FIGHT-3",
    ),
    Option(
        "relief",
        (1, 2, 3),
        WholeList(0, 9, 3, (0, 1, 2)),
        "What a manor, motte and castle take off a beaten defender's margin.",
        "RH-FIGHT-8",
    ),
    Option("start_money", 5, Whole(0, 20), "Money of each player at the start.", "RH-SETUP-5"),
    Option("start_peasants", 4, Whole(0, 20), "Peasants of each player at the start.", "RH-SETUP-5"),
    Option("start_nobles", 1, Whole(0, 20), "Nobles of each player at the start.", "RH-SETUP-5"),
    Option("start_food", 4, Whole(0, 20), "Preserved food of each player at the start.", "RH-SETUP-5"),
    Option("start_salt", 2, Whole(0, 20), "Salt of each player at the start.", "RH-SETUP-5"),
    Option("start_arms", 1, Whole(0, 20), "Arms of each player at the start.", "RH-SETUP-5"),
    Option("slave_tokens", 6, Whole(1, 10), "Slave tokens of the clock.", "RH-SETUP-1"),
    Option("merc_tokens", 6, Whole(1, 10), "Mercenary tokens of the clock.", "RH-SETUP-1"),
    Option("drift", 1, Whole(0, 5), "Tokens that each goods column drifts towards its balance.", "RH-ADJUST-1"),
    Option("die_tokens", 2, Whole(0, 10), "Tokens that the board die moves.", "RH-ADJUST-2"),
    Option(
        "price_food",
        (15, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5),
        PRICES,
        "Prices of food from LOW to Over MAX.",
        "RH-BOARD-2",
    ),
    Option(
        "price_salt",
        (8, 8, 7, 6, 6, 5, 5, 5, 4, 4, 3, 2),
        PRICES,
        "Prices of salt from LOW to Over MAX.",
        "RH-BOARD-2",
    ),
    Option(
        "price_arms",
        (15, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5),
        PRICES,
        "Prices of arms from LOW to Over MAX.",
        "RH-BOARD-2",
    ),
    Option(
        "price_slaves",
        (45, 45, 42, 39, 36, 33, 30, 25, 20, 15, 10, 5),
        PRICES,
        "Prices of slaves from LOW to Over MAX.",
        "RH-BOARD-2",
    ),
    Option(
        "price_mercenaries",
        (70, 70, 66, 62, 58, 54, 50, 43, 36, 29, 22, 0),
        PRICES,
        "Prices of mercenaries from LOW to Over MAX.",
        "RH-BOARD-2",
    ),
)
