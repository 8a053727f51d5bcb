"""The game as a whole: options that do not fit, odds, texts, facts, and the graph of the trail."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.helpers import refused
from workbench.core.errors import OptionError, WorkbenchError
from workbench.games.merry_way.components import HIDDEN
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.paths import explain_path, trail_graph
from workbench.games.merry_way.state import MerryWayState

EASY = "resource_cards.csv\nid,first,second,third,copies\nEASY,2,2p,2,36"


def game(players: int = 2, **options: Any) -> MerryWay:
    found = wb.load("merry_way", players, **options)
    assert isinstance(found, MerryWay)
    return found


def final(seed: int, players: int, **options: Any) -> MerryWayState:
    *_, (last, _) = random_game(game(players, **options), seed)
    assert isinstance(last, MerryWayState)
    return last


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"folly_deck": "F01 F02 F03"}, "'folly_deck' names 3 folly cards, but the line-up needs 6."),
        (
            {"folly_deck": "F01 F02 F03 F04 F05 F06", "line_up": "F01 F02 F03 F04 F05 F07"},
            "'line_up' names F07, which the folly deck does not hold.",
        ),
        ({"line_up": "F01 F02"}, "must be 0 or 6 different codes"),
        ({"scheme_deck": "GR9"}, "names 'GR9', which does not exist."),
        ({"scheme_deck": "gr1"}, "names 'gr1', which does not exist. Did you mean 'GR1'?"),
        ({"resource_deck": "RC01 EASY"}, "The option 'resource_deck' of merry_way names 'EASY', which does not exist."),
        ({"folly_deck": "F01 F02 F03 F04 F05 F49"}, "names 'F49', which does not exist. Did you mean 'F4"),
        ({"line_up": "F01 F02 F03 F04 F05 X"}, "The option 'line_up' of merry_way names 'X', which does not exist."),
        ({"cards": EASY, "resource_deck": "RC01"}, "The option 'resource_deck' of merry_way names 'RC01', which does"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], words: str) -> None:
    with refused(OptionError, words):
        game(2, **options)


def test_decks_can_be_made_of_cards_of_your_own() -> None:
    """MW-HOUSE-13, MW-HOUSE-15."""
    found = game(2, cards=f"{EASY}\nHARD,5p,1,1,9", resource_deck="HARD")
    assert found.all_resources == (1,) * 9
    assert found.symbol(found.action("card:HARD")) == "card:HARD"


@pytest.mark.parametrize(("players", "supply"), [(2, 10), (3, 15), (4, 20)])
def test_what_is_set_up(players: int, supply: int) -> None:
    """MW-SETUP-7 to MW-SETUP-11, MW-RULING-13."""
    state = game(players).match(seed=1).state
    assert isinstance(state, MerryWayState)
    assert state.supply == [supply] * 3 and state.stock == [1] * 3 * players
    assert state.profit == [0] * players and state.reserve == [20] * players
    assert [len(hand) for hand in state.scheme_hands] == [5] * players
    assert [len(hand) for hand in state.resource_hands] == [3] * players
    assert (state.round, state.leader, state.blue, len(state.folly_deck)) == (1, 0, 0, 42)
    assert game(players, start_from_supply="yes").blank().supply == [supply - players] * 3


def test_a_game_is_for_two_to_four() -> None:
    with refused(WorkbenchError, "On Their Merry Way is a game for 2, 3 or 4 players, not 5."):
        wb.load("merry_way", 5)


def test_a_resource_deck_that_is_too_small_deals_what_there_is() -> None:
    """MW-RULING-11: whoever has no resource card sits the Work phase out."""
    state = game(2, resource_deck="RC20", starting_resource_cards=1).match(seed=3).state
    assert isinstance(state, MerryWayState)
    assert state.resource_hands == [(19,), ()]
    match = game(2, resource_deck="RC20", starting_resource_cards=1, max_rounds=3).match(seed=3)
    match.play_out("random")
    assert match.over and not any("Player B reveals" in event.text for event in match.log if event.step < 5)


# -- odds --------------------------------------------------------------------------------------------------------------

DIGIT = {"phase": "digit", "table": {"A": "RC01", "B": "RC02"}, "hands": {"A": "GR1 SP1", "B": "GR1 GR1"}}


def test_the_odds_of_the_next_card_count_what_the_seat_has_not_seen() -> None:
    rules = game(2)
    state = rules.position({**DIGIT, "known": {"A": {"B": "GR1"}}, "scheme_discard": "LZ1"})
    odds = {one.label: one.probability for one in rules.odds(state.view(0).state, 0)}
    unseen = 84 - 2 - 1 - 1  # without the own hand, a known card and a discarded one
    assert odds == {
        "a Greedy card": Fraction(15 - 2, unseen),
        "a Lazy card": Fraction(14, unseen),
        "a Wicked card": Fraction(15, unseen),
        "a Dimwitted card": Fraction(15, unseen),
        "a Robbers card": Fraction(12, unseen),
        "a special card": Fraction(11, unseen),
    }
    assert sum(odds.values()) == 1


def test_the_odds_of_a_deck_that_will_be_made_of_the_discard_pile() -> None:
    rules = game(2, scheme_deck="GR1 LZ1")
    state = rules.position(
        {**DIGIT, "hands": {"A": "GR1 GR1 GR1 LZ1"}, "scheme_deck": "", "scheme_discard": "GR1 LZ1 LZ1 LZ1"}
    )
    assert [(one.label, one.probability) for one in rules.odds(state, 0)] == [
        ("a Greedy card", Fraction(1, 4)),
        ("a Lazy card", Fraction(3, 4)),
    ]


def test_odds_are_called_exact_only_where_nothing_else_can_be_known() -> None:
    """Who remembers which open cards became the new deck knows more than what lies open now tells (MW-RULING-12, MW-KNOW-7)."""
    rules = game(2)
    rest = [rules.cards.scheme_codes[card] for card in rules.all_schemes]
    rest.remove("SP1")
    bank = {"phase": "bank", "profit": {"A": 2}}
    hands = {"A": " ".join(rest[:40]), "B": " ".join(rest[40:])}

    def odds(of: MerryWay = rules, **more: Any) -> dict[str, tuple[Any, bool]]:
        state = of.position({**bank, **more})
        return {one.label: (one.probability, "exact" in one.note) for one in of.odds(state.view(0).state, 0)}

    # the pile is about to become the deck: it is certain; when it has become the deck, nobody says so
    assert odds(hands=hands, scheme_deck="", scheme_discard="SP1") == {"a special card": (1, True)}
    made = odds(hands=hands, scheme_deck="SP1", scheme_discard="")
    assert made["a special card"] == (Fraction(12, 44), False)
    assert set(odds(hands={"A": " ".join(rest)}, scheme_deck="SP1").values()) == {(1, True)}  # nothing is hidden
    # under the usual rules nothing but special cards is discarded, so a large deck was not made of them
    assert all([exact for _, exact in odds(hands={"B": "GR1"}).values()])
    for option in ({"covered": "discard"}, {"roadblock_scheme": "card"}):
        assert not any([exact for _, exact in odds(game(2, **option), hands={"B": "GR1"}).values()])


@pytest.mark.parametrize("name", ["draw_scheme", "bank", "digit", "choose_deck"])
def test_odds_are_silent_where_drawing_was_changed(name: str) -> None:
    kind = type(game(2).phases[name])
    changed = type("Changed", (kind,), {"apply": lambda self, state, action: kind.apply(self, state, action)})
    rules = wb.load("merry_way", 2, phases={name: changed})
    (odds,) = rules.odds(rules.position({"phase": "bank", "profit": {"A": 1}}), 0)
    assert (odds.label, odds.percent) == ("The next scheme card", "not shown")
    assert f"the phase '{name}'" in odds.note


def test_cards_of_the_line_up_are_not_counted_into_the_folly_deck() -> None:
    """MW-RULING-41: with hidden blue sides a view's deck holds cards of which some lie in the line-up, nobody knows which."""
    rules = wb.load("merry_way", 2, blue_sides="hidden", folly_deck=" ".join([f"F{n:02}" for n in range(1, 12)]))
    state = rules.position({"phase": "build", "line_up": "F01 F02 F03 F04 F05 F06"})
    assert isinstance(state, MerryWayState)
    for view in (state, state.view(0).state):
        assert isinstance(view, MerryWayState)
        assert view.folly_cards_left() == 5
        assert "5 folly cards" in rules.text(view, 0)
    labels = [spot.label for spot in rules.scene(state.view(0).state, 0).spots if "olly" in spot.label]
    assert any([re.search(r"\b5 cards", label) for label in labels]) and not any(["11 cards" in one for one in labels])


def test_there_are_no_odds_where_nothing_can_be_drawn_or_another_decides() -> None:
    rules = game(2)
    state = rules.position({**DIGIT, "table": {"A": "RC13", "B": "RC02"}, "hands": {"A": "GR1 GR1 GR1 GR1"}})
    assert rules.odds(state, 0) == () == rules.odds(state, 1)
    assert rules.odds(rules.position({"phase": "build"}), 0) == ()
    assert rules.odds(rules.position({"phase": "bank", "profit": {"A": 1}}), 0) != ()


# -- texts, results, facts ---------------------------------------------------------------------------------------------


def test_the_text_of_a_view_names_the_own_cards_and_counts_the_others() -> None:
    rules = game(2)
    state = rules.position({**DIGIT, "board": "N: L1.4=GR2@B", "leader": "B", "turn": "A"})
    text = rules.text(state.view(0).state, 0)
    assert "Player B has the Leader marker." in text.split("\n")[0]
    assert "scheme cards: GR1, SP1;" in text and "scheme cards: 2 unseen;" in text
    assert "on the table RC01 (1, 2, 3)" in text and "Beside the trail: N: L1.4=GR2a@B." in text
    assert text.split("\n")[-1].startswith("Digit 1 of your card is a 1")
    assert rules.text(state.view(1).state, 1).endswith("Player A decides.")


def test_the_text_tells_of_offers_and_roadblocks() -> None:
    rules = game(2)
    offer = rules.position({"offer": {"to": "B", "give": ["give:plots"], "want": ["want:profit"]}, "profit": {"B": 1}})
    assert "Player A offers Player B 1 plot for 1 profit." in rules.text(offer, 0)
    blocked = rules.position({"phase": "build", "board": "N: L1.4=GR2@B", "roadblock": "N:M3-M4"})
    assert "A roadblock stands on N:M3-M4." in rules.text(blocked, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worth_facts_and_endings_of_finished_games(players: int) -> None:
    endings = set()
    for seed in range(8):
        options: dict[str, Any] = {"max_rounds": 7} if seed % 2 else {"target": 3, "first_leader": "random"}
        state = final(seed, players, trade_mode="none", **options)
        rules = state.game
        worth = rules.worth(state)
        assert all(0 <= one <= 1 for one in worth) and 0.5 <= sum(worth) <= 1 + 1e-9
        assert sum(state.returns()) == pytest.approx(1)
        assert worth.index(max(worth)) in state.best()
        facts = rules.facts(state)
        assert facts["rounds"] == state.round and facts["claims"] <= facts["cards_in_play"] <= 36
        if rules.options["first_leader"] == "seat0":
            assert facts["first"] == 0
        endings.add(rules.ending(state))
    assert endings >= {"MW-WIN-1", "MW-RULING-50"}


def test_the_first_leader_is_known_too_if_the_folly_deck_ends_the_game() -> None:
    state = final(1, 3, trade_mode="none", target=99, specials="off")
    assert state.game.ending(state) == "MW-WIN-2" and state.round == 16
    assert state.game.facts(state)["first"] == 0


def test_nobody_has_won_before_the_end() -> None:
    assert game(3).start().returns() == (0.0, 0.0, 0.0)


def test_a_position_of_another_game_is_refused() -> None:
    with refused(WorkbenchError, "On Their Merry Way cannot show a position of For Northwood!"):
        wb.load("merry_way").own(wb.load("northwood").start())


# -- the trail as a graph ----------------------------------------------------------------------------------------------


def test_the_graph_of_a_position_and_the_path_of_a_traveller() -> None:
    rules = game(2)
    state = rules.position({"phase": "build", "board": "N: L1.4=GR2@A", "line_up": "F13 F02 F03 F04 F05 F06"})
    assert isinstance(state, MerryWayState)
    graph = rules.trail_graph(state)
    assert "N:L1.4" in graph and dict(graph.nodes) == dict(trail_graph(state).nodes)
    assert rules.explain_path(state, "Red").places == explain_path(state, 0).places
    assert rules.explain_path(state, "Red").places[-2:] == ("N:L1.4", "N:M4")


def test_a_view_with_hidden_blue_sides_shows_who_travels() -> None:
    rules = game(2, blue_sides="hidden")
    seen = rules.position({"phase": "build", "line_up": "F33 F02* F03 F04 F05 F06"}).view(0).state
    assert isinstance(seen, MerryWayState) and min(seen.line_up) < HIDDEN
    assert "Red, a Peasant to Nottingham, GR WK" in rules.text(seen, 0)
    assert "V1 red Peasant GR; V2 F02, blue WK GR;" in rules.text(seen, 0)


def test_an_offer_that_is_being_composed_can_be_taken_back_whole() -> None:
    match = wb.load("merry_way", players=2).match(position={"phase": "offer"})
    for move in ("offer:to:B", "give:plots", "give:done", "want:manpower"):
        assert match.state.phase.partway(match.state) == (move != "offer:to:B")
        match.play(move)
    assert match.state.phase.partway(match.state)
    match.play("want:submit")
    assert not match.state.phase.partway(match.state)


REFUSALS = [
    (  # MW-BUILD-9: there is nothing to cover
        "MW-BUILD-4",
        {"phase": "build", "hands": {"A": "GR3"}, "resources": {"A": "1/1/2"}, "board": "N: L1.4=GR1@B"},
        "play:GR3",
        "on top of",
        {},
    ),
    (
        "MW-BARGAIN-8",
        {"phase": "reply", "hands": {"B": "LZ1 LZ1"}, "offer": {"to": "B", "want": ["want:card:any", "want:card:GR"]}},
        "reply:accept",
        "any scheme card",
        {},
    ),
    ("MW-BANK-3", {"phase": "bank", "profit": {"A": 0}}, "buy:card", "supply", {}),
]


@pytest.mark.parametrize(("clause", "position", "move", "unsaid", "options"), REFUSALS)
def test_a_refusal_says_what_is_true(clause, position, move, unsaid, options) -> None:
    """The sentence names only what stands in the way."""
    game = wb.load("merry_way", players=2, **options)
    refusal = game.match(position=position).why_not(move)
    assert refusal is not None
    assert refusal.clause == clause
    assert unsaid not in str(refusal)
