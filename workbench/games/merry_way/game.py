"""On Their Merry Way: the game with its rules, its options and its phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import OptionError, nearest
from workbench.core.game import Bounds, Game
from workbench.core.options import Option
from workbench.core.phase import Phase, phases_in
from workbench.core.player import Player
from workbench.core.state import State
from workbench.games.merry_way import (
    bank,
    bargain,
    build,
    draw,
    end_of_round,
    setup,
    special_cards,
    travel,
    winning,
    work,
)
from workbench.games.merry_way.build import MOST_SPECIALS
from workbench.games.merry_way.cards import BLUE, EFFECTS, LINE_UP, NONE, RED, Cards, FollySide, load_cards
from workbench.games.merry_way.cards import cards as usual_cards
from workbench.games.merry_way.components import (
    BIT,
    HIDDEN,
    ROADBLOCK_COST,
    SEATS,
    FirstActions,
    category_of,
    symbols,
)
from workbench.games.merry_way.options import OPTIONS
from workbench.games.merry_way.sight import TRAVEL_CHOICES, UNLIMITED, TravelRules
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.strategy import STRATEGIES
from workbench.games.merry_way.trail import ALONG, Geometry, geometry, open_spots, open_ways
from workbench.games.merry_way.words import FACTS

if TYPE_CHECKING:
    import networkx as nx

    from workbench.core.types import Number
    from workbench.games.merry_way.bank import Bank
    from workbench.games.merry_way.bargain import Give, HandOver, Offer, Reply, Want
    from workbench.games.merry_way.build import Block, Build, Discard, Place
    from workbench.games.merry_way.draw import ChooseDeck, DrawFolly, DrawResource, DrawScheme
    from workbench.games.merry_way.end_of_round import EndOfRound
    from workbench.games.merry_way.paths import PathExplanation
    from workbench.games.merry_way.setup import SetUp
    from workbench.games.merry_way.special_cards import (
        ChangedCompany,
        FalsePapers,
        LightFingers,
        ManyHands,
        SheriffsEar,
    )
    from workbench.games.merry_way.travel import Travel
    from workbench.games.merry_way.winning import FinalTie, GameOver
    from workbench.games.merry_way.work import ChooseCard, Digit

PHASES = phases_in(setup, draw, work, bargain, bank, build, special_cards, travel, end_of_round, winning)

CLAIM: Final = 0.7
"""How much a claim counts before the end of the game, as a fraction of the profit on its card."""
DECISIONS_A_ROUND: Final = 1_000
"""More decisions than one round can have: offers have a limited length, and the supply limits the rest."""


class MerryWay(Game):
    """The rules of On Their Merry Way with their options fixed.

    Some attributes below repeat the options in the form that the compiled rules read; the rest are tables built from the cards.

    Attributes:
        board: the trail or trails.
        cards: the cards.
        first: where each block of actions begins.
        category: by scheme type: its category in offers, an index into `components.CATEGORIES`.
        effect: by scheme type: what the card does when it is played, one of the numbers in `build`.
        digits, pink: at 3 * resource card + place: the digit there, and whether it is pink.
        upgrade_cost: by scheme type: the cost of playing it on top of another card.
        costs, upgrade_costs: at 3 * scheme type: the plots, manpower and materials it costs, alone and on top of another card.
        all_schemes, all_resources, all_follies: the complete decks.
    """

    name: ClassVar[str] = "merry_way"
    title: ClassVar[str] = "On Their Merry Way"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    state_kind: ClassVar[type[State]] = MerryWayState
    option_table: ClassVar[tuple[Option, ...]] = OPTIONS
    symbols: ClassVar[tuple[str, ...]] = symbols(usual_cards, geometry().spot_names, geometry().way_names)
    strategies: ClassVar[Mapping[str, type[Player]]] = STRATEGIES
    reference_player: ClassVar[str] = "planner"
    horizon: ClassVar[int] = 30
    stops_at_rest: ClassVar[bool] = True  # what was learnt counts resources and cards in hand
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = PHASES
    set_up: SetUp
    draw_scheme: DrawScheme
    draw_resource: DrawResource
    choose_deck: ChooseDeck
    draw_folly: DrawFolly
    choose_card: ChooseCard
    digit: Digit
    offer: Offer
    give: Give
    want: Want
    reply: Reply
    hand_over: HandOver
    bank: Bank
    build: Build
    place: Place
    block: Block
    discard: Discard
    many_hands: ManyHands
    false_papers: FalsePapers
    changed_company: ChangedCompany
    sheriffs_ear: SheriffsEar
    light_fingers: LightFingers
    travel: Travel
    end_of_round: EndOfRound
    game_over: GameOver
    final_tie: FinalTie

    def own_board(self) -> Geometry:
        """Return the trail that the options ask for (MW-HOUSE-1, MW-HOUSE-2)."""
        value = self.options
        return geometry(value["trail_model"], value["columns_per_section"], value["max_row"])

    def vocabulary(self) -> tuple[str, ...]:
        """Return the name of every action; those that name cards, spots and ways depend on the options."""
        board = self.own_board()
        return symbols(load_cards(self.options["cards"]), board.spot_names, board.way_names)

    def read_options(self) -> None:
        value = self.options
        self.seats: Number = self.players
        self.board: Geometry = self.own_board()
        self.cards: Cards = load_cards(value["cards"])
        self.first: FirstActions = FirstActions(self.cards, self.board.spots)
        self.frontier_per_side: bool = value["frontier"] == "per_side"
        self.between_brick: bool = value["between"] == "brick"
        self.open_ground: bool = value["open_ground"] == "row1"
        self.starting_resources: int = value["starting_resources"]
        self.starting_profit: int = value["starting_profit"]
        self.starting_resource_cards: int = value["starting_resource_cards"]
        self.starting_scheme_cards: int = value["starting_scheme_cards"]
        self.claim_tokens: int = value["claim_tokens"]
        self.first_leader_random: bool = value["first_leader"] == "random"
        self.draw_deck_either: bool = value["draw_deck"] == "either"
        self.pink_count_all: bool = value["pink_count"] == "all"
        self.offers_per_player: Number = value["offers_per_player"]
        self.trade_mode_offers: bool = value["trade_mode"] == "offers" and value["offers_per_player"] > 0
        self.offer_units: int = value["offer_units"]
        self.remove_own_claim_in_bank: bool = value["remove_own_claim"] == "bank"
        self.remove_own_claim_in_build: bool = value["remove_own_claim"] == "build"
        self.bank_price: Number = value["bank_price"]
        self.exchange_rate: int = value["exchange_rate"]
        self.build_turn_all: bool = value["build_turn"] == "all"
        self.specials_per_turn: Number = 1 if value["specials_per_turn"] == "one" else MOST_SPECIALS
        self.covered_are_discarded: bool = value["covered"] == "discard"
        self.roadblock_scheme_card: bool = value["roadblock_scheme"] == "card"
        plots, manpower, materials = ROADBLOCK_COST
        self.roadblock_cost: tuple[int, int, int] = (
            0 if self.roadblock_scheme_card else plots,
            manpower,
            materials,
        )
        self.roadblock_edges_main: bool = value["roadblock_edges"] == "main"
        self.roadblock_policy_stop: bool = value["roadblock_policy"] == "stop"
        self.always_a_way: bool = self.roadblock_policy_stop or self.open_ground
        self.travel_rules: TravelRules = TravelRules(**{name: value[name] for name in TRAVEL_CHOICES})
        self.side_tie_leader: bool = value["side_tie"] == "leader"
        self.mixed: str = value["mixed"]
        self.peasant_debt: bool = value["peasant_debt"] == "yes"
        self.profit_pile_limit: int = UNLIMITED if value["profit_pile"] == "unlimited" else int(value["profit_pile"])
        self.target: int = value["target"]
        self.max_rounds: Number = value["max_rounds"]
        self.tie_tokens_on_board: bool = value["tie_tokens"] == "board"
        self.final_tie_random: bool = value["final_tie"] == "random"
        self.blue_sides_hidden: bool = value["blue_sides"] == "hidden"
        self.read_cards()

    def read_cards(self) -> None:
        """Build the decks and the card tables (MW-HOUSE-3, MW-HOUSE-4, MW-HOUSE-12).

        Raises:
            OptionError: the options leave too few folly cards for a line-up, or they name cards that do not exist or are not
                in the deck.
        """
        value, cards = self.options, self.cards
        types = range(cards.scheme_types)
        self.category: bytes = bytes([category_of(cards, card) for card in types])
        self.effect: bytes = bytes(
            [0] * cards.normal + [1 + EFFECTS.index(special.effect) for special in cards.specials]
        )
        self.digits: bytes = bytes([digit for card in cards.resources for digit in card.digits])
        self.pink: bytes = bytes([int(pink) for card in cards.resources for pink in card.pink])
        self.upgrade_cost: tuple[tuple[int, int, int], ...] = tuple(
            [self.discounted(cards.cost[card]) for card in types]
        )
        self.costs: bytes = bytes([amount for card in types for amount in cards.cost[card]])
        self.upgrade_costs: bytes = bytes([amount for card in types for amount in self.upgrade_cost[card]])
        schemes = self.named_cards("scheme_deck", cards.scheme_codes) or list(types)
        if value["specials"] == "off":
            schemes = [card for card in schemes if card < cards.normal]
        self.all_schemes: tuple[int, ...] = tuple(
            sorted([card for card in schemes for _ in range(cards.scheme_copies[card])])
        )
        self.has_specials: bool = any([card >= cards.normal for card in schemes])
        resources = self.named_cards("resource_deck", cards.resource_codes) or list(range(len(cards.resources)))
        self.all_resources: tuple[int, ...] = tuple(
            sorted([card for card in resources for _ in range(cards.resource_copies[card])])
        )
        follies = self.named_cards("folly_deck", cards.folly_codes) or list(range(len(cards.folly_cards)))
        self.all_follies: tuple[int, ...] = tuple(sorted(follies))
        if len(self.all_follies) < LINE_UP:
            raise OptionError(
                f"The option 'folly_deck' names {len(self.all_follies)} folly cards, but the line-up needs {LINE_UP}."
            )
        self.first_line_up: tuple[int, ...] = tuple(self.named_cards("line_up", cards.folly_codes))
        strange = [cards.folly_codes[card] for card in self.first_line_up if card not in self.all_follies]
        if strange:
            raise OptionError(f"The option 'line_up' names {', '.join(strange)}, which the folly deck does not hold.")

    def named_cards(self, option: str, codes: tuple[str, ...]) -> list[int]:
        """Return the numbers of the cards that an option names.

        Args:
            option: the name of the option.
            codes: the short names of all cards of this kind.

        Raises:
            OptionError: the option names a card that does not exist.
        """
        named: list[str] = self.options[option].split()
        for code in named:
            if code not in codes:
                raise OptionError(
                    f"The option {option!r} of {self.name} names {code!r}, which does not exist.{nearest(code, codes)}"
                )
        return [codes.index(code) for code in named]

    def discounted(self, cost: tuple[int, int, int]) -> tuple[int, int, int]:
        """Return the cost of an upgrade: less of each resource, but at least 1 if any is printed (MW-BUILD-9, MW-RULING-20)."""
        discount: int = self.options["upgrade_discount"]
        always = self.options["upgrade_floor"] == "always"
        plots, manpower, materials = [max(1, one - discount) if one or always else 0 for one in cost]
        return (plots, manpower, materials)

    # -- positions -----------------------------------------------------------------------------------------------------

    def position(self, description: Mapping[str, Any]) -> MerryWayState:
        """Build a position from a readable dict; an empty one is the start of the game.

        >>> import workbench as wb
        >>> game = wb.load("merry_way", players=2)
        >>> game.position({"phase": "build", "hands": {"A": "GR1"}, "board": "N: L1.4=LZ1@B"}).phase.title
        'Build'
        """
        state: MerryWayState = self.own(self.start()) if description == {} else super().position(description)
        return state

    # -- what the rules ask over and over ------------------------------------------------------------------------------

    def find_open_spots(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the empty spots where a trap may be set, given the cards in play (MW-BUILD-6)."""
        return open_spots(self.board, cards, self.frontier_per_side, self.between_brick)

    def find_open_ways(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the ways on which a roadblock may be built, given the cards in play (MW-RULING-24, MW-RULING-25)."""
        return open_ways(self.board, cards, self.roadblock_edges_main, self.roadblock_policy_stop, self.open_ground)

    def on_main_trail(self, way: int) -> bool:
        """Return whether a way is a stretch of the main trail."""
        return self.board.way_kind[way] == ALONG

    def is_walkable(self, cards: tuple[int, ...], way: int) -> bool:
        """Return whether travellers can walk on both ends of a way."""
        return way in open_ways(self.board, cards, False, True, self.open_ground)

    def shown_side(self, state: MerryWayState, place: Number) -> FollySide:
        """Return the side that a folly card in the line-up shows.

        Args:
            state: the position.
            place: 0..5 for V1 to V6; it must hold a card.
        """
        card = state.line_up[place]
        if card < 0:
            card = HIDDEN - 1 - card  # in a view, another card with the same red side
        return self.cards.folly_cards[card].sides[BLUE if state.blue & BIT[place] else RED]

    def public_folly(self, state: MerryWayState, place: Number) -> int:
        """Return what everybody knows of a card in the line-up: the card, or only its red side (MW-RULING-41).

        Args:
            state: the position.
            place: 0..5 for V1 to V6.

        Returns:
            the card; NONE; or, if only the red side is known, `HIDDEN` - 1 - the first card with that red side.
        """
        card = state.line_up[place]
        if card < 0 or state.open_sides & BIT[place]:
            return card
        red = self.cards.folly_cards[card].sides[RED]
        first = [one.sides[RED] for one in self.cards.folly_cards].index(red)
        return HIDDEN - 1 - first

    def with_faces_down(self, items: tuple[int, ...]) -> tuple[int, ...]:
        """Return what an offer gives, as players outside the offer see it."""
        first, end = self.first.give_card, self.first.hand
        return tuple([HIDDEN if first <= item < end else item for item in items])

    # -- hooks ---------------------------------------------------------------------------------------------------------

    def in_words(self, what: str, value: Any) -> str:
        """Put a fact of an event into words; `words.FACTS` lists the kinds of fact."""
        return FACTS[what](self, value) if what in FACTS else super().in_words(what, value)

    def seat_name(self, seat: int) -> str:
        """Return a player's name, which ends in the letter of the seat."""
        return f"Player {SEATS[seat]}"

    def worth(self, state: State) -> tuple[float, ...]:
        """Return half for the win and half for the share of profit, which guides play that seldom wins."""
        profits = [max(0, profit) for profit in state.scores()]
        total = float(max(1, sum(profits)))
        won = state.returns()
        return tuple([0.5 * won[seat] + 0.5 * float(profits[seat]) / total for seat in range(self.players)])

    def progress(self, state: State) -> tuple[float, ...]:
        """Return each seat's profit, plus a fraction of the profit on the cards it has claimed, which can pay again.

        >>> import workbench as wb
        >>> game = wb.load("merry_way", players=2)
        >>> game.progress(game.start())
        (0.0, 0.0)
        """
        shown: MerryWayState = self.own(state)
        found = [float(profit) for profit in shown.profit]
        for spot, owner in enumerate(shown.claims):
            if owner != NONE:
                found[owner] += CLAIM * float(self.cards.profit[shown.cards[spot]])
        return tuple(found)

    def at_rest(self, state: State) -> bool:
        """Return whether the Work phase has begun but nobody has put a card on the table yet."""
        here: MerryWayState = self.own(state)
        return here.phase is self.choose_card and all([card == NONE for card in here.committed])

    def bounds(self) -> Bounds:
        """Return the limits: the number of rounds (MW-RULING-50) times the decisions one round can have."""
        rounds = int(self.max_rounds)
        decisions = rounds * DECISIONS_A_ROUND * self.players
        return Bounds(decisions=decisions, chances=decisions, total=1.0)

    def ending(self, state: State) -> str:
        """Return the clause that ended the game: the profit target, the folly deck, or the last round."""
        ended = self.own(state)
        if NONE in ended.line_up:
            return "MW-WIN-2"
        return "MW-WIN-1" if self.end_of_round.target_reached(ended) else "MW-RULING-50"

    def facts(self, state: State) -> dict[str, int]:
        """Return who led the first round, the number of rounds, and the cards and claims left at the end."""
        ended = self.own(state)
        passed_on = int(ended.round) - (NONE in ended.line_up)  # MW-WIN-2 ends the game before the marker moves
        return {
            "first": (int(ended.leader) - passed_on) % self.players,
            "rounds": int(ended.round),
            "cards_in_play": len([card for card in ended.cards if card != NONE]),
            "claims": len([owner for owner in ended.claims if owner != NONE]),
        }

    def trail_graph(self, state: State) -> nx.DiGraph:
        """Return the trail of a position as a networkx graph; see `workbench.games.merry_way.paths`."""
        from workbench.games.merry_way import paths  # graphs are off the rules path

        return paths.trail_graph(self.own(state))

    def explain_path(self, state: State, merchant: str | int, sides: Sequence[int] = ()) -> PathExplanation:
        """Explain why a traveller will walk as it does; see `workbench.games.merry_way.paths`.

        Args:
            state: a position with a full line-up.
            merchant: the traveller: ``"Red"`` to ``"Purple"``, or 0 to 4.
            sides: the sides chosen at ties, if the rules let a player or a coin choose.
        """
        from workbench.games.merry_way import paths  # graphs are off the rules path

        return paths.explain_path(self.own(state), merchant, sides)


GAME = MerryWay
