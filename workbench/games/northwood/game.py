"""For Northwood!: the rules with their options fixed, and the phases in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import OptionError
from workbench.core.game import Bounds, Game, parse_settings
from workbench.core.options import Option
from workbench.core.phase import Phase, phases_in
from workbench.core.player import Player
from workbench.core.state import State
from workbench.core.words import counted
from workbench.games.northwood import choosing, dialogue, end, end_of_visit, setup, substitutes
from workbench.games.northwood.abilities import claws, eyes, flowers, leaves
from workbench.games.northwood.abilities.ability import Ability
from workbench.games.northwood.choosing import HIDDEN_FIEFS
from workbench.games.northwood.components import (
    BIT,
    CARDS,
    CHARACTERS,
    CROWNED_RANKS,
    FACE_DOWN,
    NO_ONE,
    NONE,
    PILES,
    RANKS,
    SLOTS,
    STATUS_NAMES,
    SUIT_NAMES,
    VALUES,
    card_name,
    card_words,
    character_of,
    character_words,
    count,
    mask_of,
    symbols,
)
from workbench.games.northwood.options import OPTIONS
from workbench.games.northwood.state import NorthwoodState
from workbench.games.northwood.strategy import STRATEGIES

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.northwood.abilities.eyes import BaronOfEyes, QueenOfEyes
    from workbench.games.northwood.choosing import ChooseFief, TurnUp
    from workbench.games.northwood.dialogue import AbilityWindow, Respond, Statement
    from workbench.games.northwood.end import GameOver, RevealStars
    from workbench.games.northwood.end_of_visit import EndOfVisit
    from workbench.games.northwood.setup import Deal, SetUp
    from workbench.games.northwood.substitutes import Substitute
    from workbench.games.northwood.types import Cards, Characters, Fiefs

PHASES = phases_in(setup, choosing, substitutes, dialogue, end_of_visit, end, claws, flowers, leaves, eyes)
ABILITIES = phases_in(claws, flowers, leaves, eyes)
"""The abilities in the order of the characters."""

LADY_OF_LEAVES: Final = character_of("LL")
CENTRE_OUT: Final = (3, 4, 2, 5, 1, 6, 0, 7)
EDGES_IN: Final = (0, 7, 1, 6, 2, 5, 3, 4)
FACTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "card": card_words,
    "cards": lambda cards: " ".join([card_name(card) for card in cards]) or "none",
    "character": lambda one: character_words(one) if one >= 0 else "hidden ruler",
    "suit": lambda suit: SUIT_NAMES[suit],
    "status": lambda status: STATUS_NAMES[status],
    "number of cards": lambda number: counted(number, "card"),
    "number of stars": lambda number: counted(number, "star"),
}
"""How to put each kind of fact in an event into words, by the name that the events' sentences use."""
FIEF_ORDERS = {"free": (), "left_to_right": tuple(range(8)), "centre_out": CENTRE_OUT, "edges_in": EDGES_IN}


class Northwood(Game):
    """The rules of For Northwood! with their options fixed.

    The attributes below repeat options in the form the rules path reads them.
    """

    name: ClassVar[str] = "northwood"
    title: ClassVar[str] = "For Northwood!"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (1,)
    option_table: ClassVar[tuple[Option, ...]] = OPTIONS
    symbols: ClassVar[tuple[str, ...]] = symbols()
    state_kind: ClassVar[type[State]] = NorthwoodState
    strategies: ClassVar[Mapping[str, type[Player]]] = STRATEGIES
    reference_player: ClassVar[str] = "look_ahead"
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = PHASES
    set_up: SetUp
    deal: Deal
    choose_fief: ChooseFief
    turn_up: TurnUp
    substitute: Substitute
    ability_window: AbilityWindow
    statement: Statement
    respond: Respond
    end_of_visit: EndOfVisit
    reveal_stars: RevealStars
    game_over: GameOver
    baron_of_eyes: BaronOfEyes
    queen_of_eyes: QueenOfEyes

    def __init__(
        self,
        options: Mapping[str, object],
        players: int | None = None,
        phases: Mapping[str, Phase[Any] | type[Phase[Any]]] | None = None,
    ) -> None:
        super().__init__(self.with_scenario(options), players, phases)

    def read_options(self) -> None:
        values = self.options
        self.fiefs: Number = values["fiefs"]
        self.row: Fiefs = (1 << values["fiefs"]) - 1
        self.hand_size: Number = values["hand_size"]
        self.setup: str = values["setup"]
        self.full_setup: bool = self.setup == "full"
        self.full_deal_uniform: bool = self.full_setup and values["full_deal"] == "uniform"
        self.stars: tuple[int, ...] = values["stars"]
        self.threshold: Number = values["threshold"]
        self.win_rule: str = values["win_rule"]
        self.may_concede: bool = values["concede"] == "on"
        self.lives: Number = values["lives"]
        self.must_win: tuple[int, ...] = values["must_win"]
        self.choose_fief_before_deal: bool = values["choose_fief"] == "before_deal"
        self.fief_order: tuple[int, ...] = tuple(
            [fief for fief in FIEF_ORDERS[values["fief_order"]] if fief < self.fiefs]
        )
        self.adjacent_visits: bool = values["adjacent_visits"] == "on"
        self.hidden_rulers: bool = values["hidden_rulers"] == "on"
        self.start_friendly: tuple[int, ...] = values["start_friendly"]
        self.abilities_on: bool = values["abilities"] == "on"
        self.substitutes_allowed: bool = values["substitutes"] == "allowed" and self.abilities_on
        self.substitute_after_visit_returns: bool = values["substitute_after_visit"] == "return_to_fief"
        self.visit_end_check_instant: bool = values["visit_end_check"] == "instant"
        self.visit_end_check_at_statement: bool = values["visit_end_check"] in ("at_statement", "instant")
        self.nontrump_scoring_same_suit: bool = values["nontrump_scoring"] == "same_suit_higher"
        usable = values["usable_allies"].split()
        self.every_ally_usable: bool = not usable
        self.usable: Characters = sum(1 << character_of(code) for code in usable) if usable else (1 << CHARACTERS) - 1
        self.activations_per_dialogue: Number = values["activations_per_dialogue"]
        self.activations_per_visit: Number = values["activations_per_visit"]
        self.null_activation_forbidden: bool = values["null_activation"] == "forbidden"
        self.move_order: str = values["move_order"]
        self.king_of_claws_ties_choose_one: bool = values["king_of_claws_ties"] == "choose_one"
        self.queen_of_claws_any: bool = values["queen_of_claws"] == "any_subset"
        self.prince_of_claws_first_draw_optional: bool = values["prince_of_claws_first_draw"] == "optional"
        self.jack_of_leaves_distance_unvisited: bool = values["jack_of_leaves_distance"] == "by_unvisited_order"
        self.prince_of_leaves_step_adjacent: bool = values["prince_of_leaves_step"] == "adjacent_only"
        self.king_of_leaves_exchange_optional: bool = values["king_of_leaves_exchange"] == "optional"
        self.prince_of_eyes_repeats_optional: bool = values["prince_of_eyes_repeats"] == "may_stop"
        self.lady_of_eyes_discard_optional: bool = values["lady_of_eyes_discard"] == "optional"
        self.baron_of_eyes_timing_after_test: bool = values["baron_of_eyes_timing"] == "after_end_test"
        self.deck_to_highest_value: Cards = sum(1 << card for card in range(CARDS) if card % VALUES < values["highest_value"])
        self.check_options()
        self.abilities: tuple[Ability, ...] = tuple([self.ability(kind.name) for kind in ABILITIES])
        self.begin_with()

    @classmethod
    def with_scenario(cls, options: Mapping[str, object]) -> dict[str, object]:
        """Return the options, completed by the chosen house scenario (NW-CHAL-1, NW-HOUSE-14, NW-RULING-47)."""
        number = options.get("scenario", 0)
        if not isinstance(number, int) or not 1 <= number <= 16:
            return dict(options)
        row = cls.book().table("scenarios")[number - 1]
        special = parse_settings(cls.option_table, row["Special"])
        return {
            "setup": "scenario",
            "allies": row["Allies"],
            "rulers": row["Rulers"],
            "threshold": int(row["Threshold"]),
            **special,
            **options,
        }

    def check_options(self) -> None:
        """Refuse options that do not go together (NW-HOUSE-6, NW-HOUSE-10, NW-HOUSE-13, NW-HOUSE-15).

        Raises:
            OptionError: two options contradict each other.
        """
        values = self.options
        allies, rulers = values["allies"].split(), values["rulers"].split()
        named = self.setup in ("custom", "scenario")
        if self.setup == "scenario" and not self.options["scenario"]:
            raise OptionError("setup='scenario' needs a scenario from 1 to 16.")
        if self.options["scenario"] and self.setup != "scenario":
            raise OptionError(f"scenario={self.options['scenario']} needs setup='scenario', not {self.setup!r}.")
        if named and (len(allies) != 4 or len(rulers) < self.fiefs):
            raise OptionError(f"setup={self.setup!r} needs four allies and a ruler for each of the {self.fiefs} fiefs.")
        if self.setup == "custom" and len(rulers) > self.fiefs and not self.hidden_rulers:
            raise OptionError(f"setup='custom' has room for a ruler on each of the {self.fiefs} fiefs, not for {len(rulers)}.")
        if named and set(allies) & set(rulers):
            raise OptionError(f"{' '.join(sorted(set(allies) & set(rulers)))} cannot be ally and ruler at once.")
        if not named and (allies or rulers):
            raise OptionError("The options `allies` and `rulers` need setup='custom'.")
        cards = bin(self.deck_to_highest_value).count("1")
        if self.hand_size >= cards:
            raise OptionError(
                f"hand_size={self.hand_size} leaves no deck: there are {cards} cards up to value {values['highest_value']}."
            )
        beyond = [fief for fief in self.start_friendly if fief >= self.fiefs]
        if beyond or len(self.start_friendly) >= self.fiefs:
            raise OptionError(
                f"start_friendly names {list(self.start_friendly)}, but fiefs 0 to {self.fiefs - 1} must keep one to visit."
            )
        beyond = [fief for fief in self.must_win if fief >= self.fiefs]
        if beyond:
            raise OptionError(f"must_win names fief {beyond[0]}, but the row goes from 0 to {self.fiefs - 1}.")
        needed = {"outer_four": 8, "hidden_three": 3}.get(self.win_rule, 1)
        if self.fiefs < needed:
            raise OptionError(f"win_rule={self.win_rule!r} needs at least {needed} fiefs, not {self.fiefs}.")
        if self.adjacent_visits and self.fief_order:
            raise OptionError(f"adjacent_visits='on' needs fief_order='free', not {self.options['fief_order']!r}.")
        if self.hidden_rulers and not named:
            raise OptionError(
                "hidden_rulers='on' needs setup='custom' or 'scenario', which name the rulers that lie face down."
            )
        if self.hidden_rulers and self.start_friendly:
            raise OptionError(
                "hidden_rulers='on' and start_friendly do not go together: a friendly ruler lies face up."
            )

    def ability(self, name: str) -> Ability:
        """Return the ability of a character, by its phase's name."""
        found: Any = self.phases[name]
        ability: Ability = found
        return ability

    def begin_with(self) -> None:
        """Note what every game begins with (NW-SETUP-2, NW-SETUP-3, NW-FULL-1, NW-HOUSE-3, NW-HOUSE-6, NW-HOUSE-13)."""
        fiefs: int = self.options["fiefs"]
        self.first_friendly: Fiefs = mask_of(self.start_friendly)
        self.first_allies: tuple[int, ...] = NO_ONE
        self.first_rulers: list[int] = [NONE] * fiefs
        self.first_unseen: Characters = 0
        if self.setup == "introductory":
            uncrowned = [one for one in range(CHARACTERS) if RANKS[one % 6] not in CROWNED_RANKS]
            self.first_allies = tuple([one for one in uncrowned if RANKS[one % 6] == "J"])
            self.first_unseen = mask_of(tuple([one for one in uncrowned if one not in self.first_allies]))
        elif self.full_setup:
            self.first_unseen = (1 << CHARACTERS) - 1
        else:
            self.first_allies = tuple([character_of(code) for code in self.options["allies"].split()])
            self.first_rulers = [character_of(code) for code in self.options["rulers"].split()][:fiefs]
            if self.hidden_rulers:
                self.first_unseen = mask_of(tuple([character_of(code) for code in self.options["rulers"].split()]))
                self.first_rulers = [FACE_DOWN] * fiefs

    def absent(self) -> tuple[str, ...]:
        """Return the names of the characters that no game of these rules can meet (NW-SETUP-2, NW-FULL-1, NW-HOUSE-13).

        >>> from workbench.core.registry import load
        >>> load("northwood").absent()[:3], load("northwood", setup="full").absent()
        (('prince_of_claws', 'lady_of_claws', 'baron_of_claws'), ())
        """
        named = {*self.first_allies, *self.first_rulers}
        return tuple([kind.name for one, kind in enumerate(ABILITIES) if one not in named and not self.first_unseen & BIT[one]])

    def masks_left_over(self) -> int:
        """With `hidden_rulers`, return how many named rulers get no fief (NW-HOUSE-6, NW-HOUSE-15)."""
        return len(self.options["rulers"].split()) - int(self.fiefs) if self.hidden_rulers else 0

    def lay_out(self, state: NorthwoodState) -> None:
        """Lay out the characters that the set-up names; the visiting card lies at no fief (NW-SETUP-8)."""
        state.allies = self.first_allies
        state.rulers = self.first_rulers[:]
        state.unseen = self.first_unseen

    def next_visit(self, state: NorthwoodState) -> None:
        """Begin a new visit: deal the hand, or choose the fief first (NW-FLOW-1, NW-RULING-7, NW-HOUSE-7)."""
        if self.choose_fief_before_deal:
            state.enter(self.choose_fief)
        else:
            state.enter(self.deal)

    def in_words(self, what: str, value: Any) -> str:
        """Put a fact of an event into words; `FACTS` holds the kinds of fact."""
        if what in FACTS:
            return FACTS[what](value)
        return super().in_words(what, value)

    def worth(self, state: State) -> tuple[float, ...]:
        """Give half for winning and half for the share of stars, which guides players that hardly ever win."""
        total = sum(self.stars[: self.fiefs])
        return (0.5 * state.returns()[0] + 0.5 * state.scores()[0] / max(1, total),)

    def bounds(self) -> Bounds:
        """Return what no game of these rules can exceed, counted from the cards, unless phases are changed.

        In a visit every activation exhausts an ally, and only the Lady of Leaves readies one. So all other abilities together
        act at most once a slot, and she (or the Queen using her text) acts no more often than she has cards to draw.
        """
        if self.replaced_phases:
            return super().bounds()
        visits = int(self.fiefs) - len(self.start_friendly)
        hand = int(self.hand_size)
        deck = int(count(self.deck_to_highest_value)) - hand
        dealt = int(self.fiefs if self.setup == "introductory" else count(self.first_unseen))
        if self.win_rule == "hidden_three":
            dealt += HIDDEN_FIEFS
        if not self.abilities_on:  # a statement and a response for each card dealt, while the deck lasts
            return Bounds(visits * (1 + min(hand, deck)), dealt + visits * (hand + min(hand, deck)))
        limit = int(self.activations_per_visit)
        others = min(SLOTS, limit or SLOTS)
        spoken = deck + others  # stated or drawn: each of the others puts at most one card back onto the deck
        # a pass a statement and a card given away for each one dealt, drawn or taken from the tops of two piles
        usual = 1 + (SLOTS + 1 if self.substitutes_allowed else 0) + hand + spoken + 2 * others
        asked = others * (1 + len(PILES) + 1)  # who acts; then each pile once, and enough
        if self.setup != "introductory":
            asked = others * (1 + VALUES) + spoken  # each value once; and whether to draw, before each card
        people = {*self.first_allies, *self.first_rulers}
        if LADY_OF_LEAVES in people or self.first_unseen & BIT[LADY_OF_LEAVES]:
            asked += 2 * min(spoken, limit or spoken)  # that she acts, and whom she readies
        looks = others * int(self.queen_of_eyes.to_see())
        return Bounds(visits * (usual + asked), dealt + visits * (hand + spoken + looks))

    def ending(self, state: State) -> str:
        """Return the clause that ended the game: all fiefs visited, a house rule, or giving up."""
        return self.game_over.ended_by(self.own(state))


GAME = Northwood
