"""On Their Merry Way keeps the contract of every game."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, Final

from tests.contract import Moved, Question, WholePositionContract
from tests.games.merry_way.changed import CheapCardsFirst, PaysMoreAtOnce, PaysOneMore
from workbench.core.game import Game
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.scene import Helper, Panel
from workbench.core.state import ENTERING, OVER, State
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import (
    BUY_CARD,
    DECK_SCHEME,
    DRAW,
    HIDDEN,
    RESOURCES,
    category_of,
    kind_of,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import category_words, signed

EVERY_OTHER_READING: dict[str, Any] = {
    "columns_per_section": 1,
    "max_row": 4,
    "frontier": "per_trail",
    "open_ground": "row1",
    "start_from_supply": "yes",
    "draw_deck": "either",
    "pink_count": "all",
    "remove_own_claim": "bank",
    "build_turn": "all",
    "specials_per_turn": "any",
    "roadblock_scheme": "card",
    "roadblock_edges": "main",
    "upgrade_floor": "printed",
    "covered": "discard",
    "nearest": "along",
    "side_tie": "random",
    "dim_tie": "dim",
    "dim_first": "one",
    "stuck_folly": "skip",
    "mixed": "guard",
    "peasant_debt": "yes",
    "home": "direct",
    "profit_pile": "60",
    "tie_tokens": "reserve",
    "final_tie": "random",
    "first_leader": "random",
    "blue_sides": "hidden",
    "max_rounds": 3,
}

ONE_TRAIL: dict[str, Any] = {
    "trail_model": "one_shared",
    "columns_per_section": 1,
    "between": "none",
    "remove_own_claim": "build",
    "roadblock_policy": "stop",
    "side_tie": "leader",
    "mixed": "peasant",
    "starting_resources": 5,
    "offer_units": 2,
    "max_rounds": 3,
}

OWN_CARDS: Final = """resource_cards.csv
id,first,second,third,copies
EASY,1,2,3,9
LUMP,9p,1,1,3
scheme_cards.csv
id,name,kind,plots,manpower,materials,profit,copies
BOTH,"Purse, and a Log",Greedy and Lazy,0,1,1,12,9
ALL,Something for <b>Everybody</b>,Greedy Lazy Wicked Dimwitted,1,0,1,1,9
NOTHING,Free for All,Wicked,0,0,0,0,5
ROBBERS1,Band,Robbers,1,1,1,10,5
UNUSED,Left in the Box,Lazy,20,20,20,20,99"""
"""Few resources, cards with several follies, profits of two digits, and a card for nothing."""

ENDS_EARLY: dict[str, Any] = {
    "trade_mode": "none",
    "specials": "off",
    "cards": OWN_CARDS,
    "folly_deck": "F01 F06 F11 F16 F33 F37 F41 F45",
    "starting_resource_cards": 1,
    "resource_deck": "EASY LUMP",
    "scheme_deck": "BOTH ALL NOTHING ROBBERS1",
    "supply_per_player": 9,
    "claim_tokens": 3,
    "target": 8,
}


SHORT: dict[str, Any] = {"max_rounds": 1}
QUIET: dict[str, Any] = {"max_rounds": 2, "trade_mode": "none"}


class TestMerryWay(WholePositionContract):
    """On Their Merry Way."""

    name = "merry_way"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    seeds: ClassVar[int] = 2
    variants: ClassVar[dict[str, dict[str, Any]]] = {
        "usual": {"max_rounds": 2},
        "every other reading": EVERY_OTHER_READING,
        "one trail": ONE_TRAIL,
        "own cards, small decks to the end": ENDS_EARLY,
    }

    moved_clauses: ClassVar[tuple[Moved, ...]] = (
        Moved({**SHORT, "trade_mode": "none"}, "MW-BARGAIN-*", "MW-RULING-14", SHORT),
        Moved({**SHORT, "offers_per_player": 0}, "MW-BARGAIN-*", "MW-RULING-14", SHORT),
        Moved(
            {**QUIET, "specials": "off"},
            "MW-BUILD-2 MW-RULING-18 MW-HOUSE-5 MW-HOUSE-6",
            "MW-RULING-47",
            {"max_rounds": 6},
        ),
        Moved({**QUIET, "scheme_deck": "GR1 LZ1 SP1"}, "", "MW-HOUSE-13"),
        Moved({**QUIET, "first_leader": "random"}, "MW-SETUP-12", "MW-CHANCE-4 MW-RULING-40", QUIET),
        Moved(QUIET, "MW-CHANCE-4", "MW-SETUP-12", {**QUIET, "first_leader": "random"}),
        Moved({**QUIET, "line_up": "F33 F34 F35 F36 F37 F38"}, "MW-SETUP-5", "MW-HOUSE-14", QUIET),
        Moved(QUIET, "MW-HOUSE-14", "MW-SETUP-5", {**QUIET, "line_up": "F33 F34 F35 F36 F37 F38"}),
        Moved({**QUIET, "start_from_supply": "yes"}, "MW-SETUP-9", "MW-RULING-13", QUIET),
        Moved({**QUIET, "frontier": "per_trail"}, "", "MW-RULING-5"),
        Moved({**QUIET, "between": "none", "max_rounds": 3}, "", "MW-RULING-3"),
        Moved({**QUIET, "claim_tokens": 0}, "", "MW-RULING-36"),
        Moved({**QUIET, "covered": "discard", "max_rounds": 6}, "", "MW-RULING-21"),
    )

    def conserved(self, state: State) -> None:
        """MW-TERM-3."""
        assert isinstance(state, MerryWayState)
        rules, seats = state.game, range(state.game.players)
        blank = rules.blank()
        for kind in range(RESOURCES):
            there = state.supply[kind] + sum(state.stock[kind::RESOURCES])
            assert there == blank.supply[kind] + sum(blank.stock[kind::RESOURCES])
        assert min(state.supply) >= 0 and min(state.stock) >= 0
        schemes = [*state.scheme_deck, *state.scheme_discard, *[card for card in state.cards if card != NONE]]
        schemes += [card for pile in (*state.scheme_hands, *state.covered) for card in pile]
        schemes += [int(state.chosen)] if state.chosen != NONE else []
        assert sorted(schemes) == list(rules.all_schemes)
        resources = [*state.resource_deck, *state.resource_discard, *[card for card in state.committed if card != NONE]]
        resources += [card for hand in state.resource_hands for card in hand]
        assert sorted(resources) == list(rules.all_resources)
        follies = [*state.folly_deck, *[card for card in state.line_up if card != NONE]]
        assert len(set(follies)) == len(follies) and set(follies) <= set(rules.all_follies)
        for pile in (*state.scheme_hands, *state.resource_hands, state.scheme_deck, state.scheme_discard):
            assert list(pile) == sorted(pile) and HIDDEN not in pile
        for seat in seats:
            assert state.reserve[seat] + state.claims.count(seat) == rules.claim_tokens
            assert state.reserve[seat] >= 0
            assert state.profit[seat] >= 0 or rules.peasant_debt
            for other in seats:
                known, hand = state.known[seat * rules.players + other], state.scheme_hands[other]
                assert Counter(card for card in known if card >= 0) <= Counter(hand) and (seat != other or not known)
                kinds = Counter(kind_of(rules.category, card) for card in known)
                assert kinds <= Counter(rules.category[card] for card in hand)
        for spot, owner in enumerate(state.claims):
            assert owner == NONE or state.cards[spot] != NONE
        if rules.profit_pile_limit >= 0:
            begun_with = rules.starting_profit * rules.players  # may be more than the pile; then nobody gains (MW-RULING-35)
            assert sum(max(0, profit) for profit in state.profit) <= max(rules.profit_pile_limit, begun_with)
        assert state.open_spots == rules.find_open_spots(state.cards)

    figure_variants: ClassVar[tuple[dict[str, Any], ...]] = ({"max_rounds": 2}, ENDS_EARLY)
    changed_rules: ClassVar[tuple[type[Phase[Any]], ...]] = (PaysOneMore, PaysMoreAtOnce, CheapCardsFirst)
    most_figures: ClassVar[int] = 1

    def asked_by(self, state: State, seat: int, label: str) -> Question:
        """Of which kind the next scheme card is that the seat gets."""
        assert isinstance(state, MerryWayState)
        begun = next(action for action in (DRAW, BUY_CARD, DECK_SCHEME) if action in state.legal())
        held = Counter(state.scheme_hands[seat])

        def settled(later: State) -> int | None:
            assert isinstance(later, MerryWayState)
            new = Counter(later.scheme_hands[seat]) - held
            if later.to_move == OVER:
                return 0
            if not new:
                return None
            (card,) = new
            return int(category_words(category_of(later.game.cards, card)) == label)

        return (begun,), settled

    def choices(self, state: State) -> tuple[int, ...]:
        """A scheme card, where decks can be chosen from; nothing else matters on the way."""
        return (DECK_SCHEME,) if DECK_SCHEME in state.legal() else state.legal()[:1]

    def tells_the_table(self, game: Game, figure: Panel | Helper) -> bool:
        """All but what walks bring, where walks are others, and what may be built, where that is another matter."""
        moves = isinstance(figure, Helper) and game.changed_phases & {"build", "place", "block"}
        walks = figure.title == "If they set out now" or "travel" in game.changed_phases
        return figure.title == "Profit" or not (moves or walks)

    def check_foretold(self, state: State, seat: int, figure: Panel | Helper) -> None:
        """What a walk now brings, and after each move of a table, played; moves in tables are moves."""
        assert isinstance(state, MerryWayState)
        if isinstance(figure, Panel):
            now = self.walked(state)
            if figure.title == "If they set out now" and now is not None:
                totals = [before + gain for before, gain in zip(state.profit, now, strict=True)]
                assert [float(max(0, total)) for total in totals] == list(figure.values), state.to_dict()
            assert figure.title == "If they set out now" or "travel" not in state.game.rewritten_phases
            return
        for row in figure.rows:
            legal = [choice.action for choice in row.choices if choice.legal]
            assert set(legal) <= set(state.legal())
            if figure.title in ("The card on each spot", "The roadblocks that change something") and (
                legal or not row.choices
            ):
                then = state.copy()
                if legal:
                    then.apply(legal[0])
                gains = self.walked(then)
                assert gains is None or list(row.cells[-len(gains) :]) == [signed(gain) for gain in gains], row

    def walked(self, state: MerryWayState) -> list[int] | None:
        """What everybody gains if the travellers set out now; None where chance or somebody decides on the way."""
        trial, travel = state.copy(), state.game.travel
        trial.enter(travel)
        while trial.phase is travel and trial.to_move == ENTERING:
            travel.begin(trial)
        if trial.phase is travel:
            return None
        return [after - before for before, after in zip(state.profit, trial.profit, strict=True)]

    def moved_option(self, name: str, value: object) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each option in a setting where it matters."""
        base = SETTINGS.get(name, {"max_rounds": 6, "trade_mode": "none"})
        if name == "upgrade_floor":
            base = {**base, "cards": "one_sided"}  # the usual cards cost at least one of everything
        if name == "max_rounds":
            return {"max_rounds": 2}, {"max_rounds": value}
        return base, {**base, name: value}

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        """Hidden cards drawn anew among those that the seat has not seen, from the written position alone."""
        written = state.to_dict()
        me = "ABCD"[seat]
        offer = written["offer"]
        maker, partner = written["turn"], offer and offer["to"]
        hands: dict[str, list[str]] = {letter: text.split() for letter, text in written["hands"].items()}
        kept: dict[str, list[str]] = {letter: [] for letter in hands}
        kinds: dict[str, Counter[str]] = {letter: Counter() for letter in hands}
        for letter, cards in written["known"].get(me, {}).items():
            kept[letter] = [card for card in cards.split() if card[0] != "?"]
            kinds[letter] = Counter([card[1:] if card[0] == "?" else kind(card) for card in cards.split()])
        if offer and me in (maker, partner):
            shown = [item.rpartition(":")[2] for item in offer["give"] if item.startswith("give:card:")]
            other, seen = (maker, shown) if me == partner else (partner, offer["handed"].split())
            kept[other] = list((Counter(kept[other]) | Counter(seen)).elements())
        pool = written["scheme_deck"].split()
        for letter, hand in hands.items():
            if letter != me:
                pool += list((Counter(hand) - Counter(kept[letter])).elements())
        while True:
            rest = shuffled(pool, rng)
            drawn = dict(hands)
            for letter, hand in hands.items():
                if letter != me:
                    drawn[letter] = [*kept[letter], *[rest.pop() for _ in range(len(hand) - len(kept[letter]))]]
            if any(kinds[letter] - Counter(map(kind, hand)) for letter, hand in drawn.items() if letter != me):
                continue
            if not offer or me in (maker, partner):
                picked: list[str] | None = offer["handed"].split() if offer else []
            else:
                picked = redrawn_offer(offer, drawn[maker], drawn[partner], rng)
            if picked is not None and (written["phase"] != "hand_over" or servable(offer, drawn[partner], picked)):
                break
        if offer and me not in (maker, partner):
            offer["handed"] = " ".join(picked)
        written["hands"] = {letter: " ".join(hand) for letter, hand in drawn.items()}
        written["scheme_deck"] = " ".join(rest)
        # what others remember of this seat's own hand it can work out; what they remember of each other it cannot
        written["known"] = {
            letter: {other: cards for other, cards in others.items() if me in (letter, other)}
            for letter, others in written["known"].items()
        }
        self.disguise_resource_cards(written, me, rng)
        if state.game.options["blue_sides"] == "hidden":
            self.disguise_line_up(written, rng)
        return written

    def disguise_resource_cards(self, written: dict[str, Any], me: str, rng: Random) -> None:
        """Other hands, cards face down on the table, and the deck."""
        face_down = [letter for letter in written["table"] if letter != me and written["phase"] == "choose_card"]
        pool = written["resource_deck"].split() + [written["table"][letter] for letter in face_down]
        for letter, hand in written["resource_cards"].items():
            pool += hand.split() if letter != me else []
        pool = shuffled(pool, rng)
        for letter in face_down:
            written["table"][letter] = pool.pop()
        for letter, hand in written["resource_cards"].items():
            if letter != me:
                written["resource_cards"][letter] = " ".join([pool.pop() for _ in hand.split()])
        written["resource_deck"] = " ".join(pool)

    def disguise_line_up(self, written: dict[str, Any], rng: Random) -> None:
        """Cards of which only the red side is known change places with cards of the deck that have the same red side."""
        sides = {card.code: str(card.sides[0]) for card in self.load(2).cards.folly_cards}  # type: ignore[attr-defined]
        line_up, deck = written["line_up"].split(), written["folly_deck"].split()
        for place, card in enumerate(line_up):
            same = [other for other in deck if sides[other] == sides.get(card)]
            if place + 1 not in written["open_sides"] and same and rng.below(2):
                other = same[rng.below(len(same))]
                deck[deck.index(other)], line_up[place] = card, other
        written["line_up"], written["folly_deck"] = " ".join(line_up), " ".join(deck)


def shuffled(cards: list[str], rng: Random) -> list[str]:
    """The same cards in a random order."""
    cards = list(cards)
    return [cards.pop(rng.below(len(cards))) for _ in range(len(cards))]


def kind(card: str) -> str:
    """What an offer calls a card."""
    return "special" if card.startswith("SP") else card[:2]


def wanted_kinds(offer: dict[str, Any]) -> list[str]:
    """The kinds of card that an offer wants."""
    return [item.rpartition(":")[2] for item in offer["want"] if item.startswith("want:card:")]


def servable(offer: dict[str, Any], hand: list[str], picked: list[str]) -> bool:
    """Whether the cards that are not picked yet can serve what is still wanted."""
    left = Counter(hand) - Counter(picked)
    wanted = wanted_kinds(offer)[len(picked) :]
    kinds = Counter(map(kind, left.elements()))
    return left.total() >= len(wanted) and not Counter(one for one in wanted if one != "any") - kinds


def redrawn_offer(offer: dict[str, Any], maker: list[str], partner: list[str], rng: Random) -> list[str] | None:
    """Draw the faces of given cards and of picked ones anew; None if this partner could not have picked them."""
    order = sorted(maker, key=lambda card: CODES.index(card))
    places = [place for place, item in enumerate(offer["give"]) if item.startswith("give:card:")]
    chosen = sorted(shuffled(list(range(len(order))), rng)[: len(places)])
    for place, number in zip(places, chosen, strict=True):
        offer["give"][place] = f"give:card:{order[number]}"
    picked: list[str] = []
    for wanted in wanted_kinds(offer)[: len(offer["handed"].split())]:
        fitting = [
            card
            for card in (Counter(partner) - Counter(picked)).elements()
            if wanted in ("any", kind(card)) and servable(offer, partner, [*picked, card])
        ]
        if not fitting:
            return None
        picked.append(fitting[rng.below(len(fitting))])
    return picked


NUMBERS = ("1", "2a", "2b", "2", "3", "4", "5", "6")
CODES = [kind + number for kind in ("GR", "LZ", "WK", "DW", "RB", "SP") for number in NUMBERS]
"""Scheme cards in the order in which offers name them."""

SETTINGS: dict[str, dict[str, Any]] = {
    "offers_per_player": {"max_rounds": 1},
    "offer_units": {"max_rounds": 2},
    "trade_mode": {"max_rounds": 1},
    "target": {"trade_mode": "none"},
    "nearest": {"trade_mode": "none"},
    "profit_pile": {**ENDS_EARLY, "starting_profit": 20, "target": 99},
    "tie_tokens": {"max_rounds": 1, "trade_mode": "none"},
    "final_tie": {"max_rounds": 1, "trade_mode": "none", "claim_tokens": 0},
    "mixed": {"max_rounds": 4, "trade_mode": "none", "line_up": "F33 F37 F34 F38 F35 F39"},
    "peasant_debt": {"max_rounds": 4, "trade_mode": "none", "line_up": "F33 F34 F35 F36 F01 F02"},
    "home": {
        "trade_mode": "none",
        "roadblock_edges": "main",
        "starting_resources": 5,
        "supply_per_player": 9,
        "target": 99,
        # only Robbers on one way, and not on the other, make a difference
        "scheme_deck": "GR1 RB1 RB2",
        "folly_deck": "F01 F02 F03 F13 F29 F17 F18 F19 F41 F45",
    },
    "max_rounds": {},
}
"""Settings in which an option matters soon enough for a test."""
