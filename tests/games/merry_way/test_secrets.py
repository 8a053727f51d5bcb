"""What seats know of each other: views, memory, resampling, and a log that gives nothing away."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.helpers import some_in_short
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.state import CHANCE
from workbench.games.merry_way.cards import cards
from workbench.games.merry_way.state import MerryWayState

DEAL = {
    "phase": "offer",
    "hands": {"A": "GR1 GR1 LZ1 SP1", "B": "WK1 DW1 RB1", "C": "GR2a"},
    "profit": {"A": 3, "B": 3, "C": 3},
}


def build(position: dict[str, Any], players: int = 3, **options: Any) -> MerryWayState:
    state = wb.load("merry_way", players, **options).position(position)
    assert isinstance(state, MerryWayState)
    return state


def play(state: MerryWayState, symbols: str) -> MerryWayState:
    for symbol in symbols.split():
        action = state.game.action(symbol)
        assert action in state.legal(), symbol
        state.apply(action)
    return state


def hands(state: MerryWayState, seat: int) -> dict[str, str]:
    """All scheme hands as a seat sees them."""
    found: dict[str, str] = state.view(seat).to_dict()["hands"]
    return found


def evenly(counts: dict[Any, int], weights: dict[Any, int]) -> None:
    """Assert that draws came as often as their weights say, within five standard deviations of chi-square."""
    assert set(counts) <= set(weights)
    draws, total = sum(counts.values()), sum(weights.values())
    surprise = sum((counts.get(one, 0) - draws * w / total) ** 2 / (draws * w / total) for one, w in weights.items())
    freedom = len(weights) - 1
    assert surprise <= freedom + 5 * (2 * freedom) ** 0.5


# -- what is remembered (MW-KNOW-5, MW-KNOW-6) -------------------------------------------------------------------------

OFFERED = "offer:to:B give:card:GR1 give:card:LZ1 give:done want:card:WK want:submit"
REFUSED = f"{OFFERED} reply:reject"
TRADED = f"{OFFERED} reply:accept hand:WK1"
BUILD = "offer:pass offer:pass offer:pass bank:done bank:done bank:done"

MEMORY: list[tuple[str, str, list[dict[str, str]]]] = [
    # what happens, then the hands as A, B and C see them
    (
        "",
        [
            {"A": "GR1 GR1 LZ1 SP1", "B": "? ? ?", "C": "?"},
            {"A": "? ? ? ?", "B": "WK1 DW1 RB1", "C": "?"},
            {"A": "? ? ? ?", "B": "? ? ?", "C": "GR2a"},
        ],
    ),
    (
        "offer:to:B give:card:GR1",
        [{"B": "? ? ?"}, {"A": "? ? ? GR1", "C": "?"}, {"A": "? ? ? ?"}],
    ),
    (OFFERED, [{"B": "? ? ?"}, {"A": "? ? GR1 LZ1"}, {"A": "? ? ? ?", "B": "? ? ?"}]),
    (REFUSED, [{"B": "? ? ?"}, {"A": "? ? GR1 LZ1"}, {"A": "? ? ? ?", "B": "? ? ?"}]),
    (TRADED, [{"B": "? ? GR1 LZ1"}, {"A": "? ? WK1"}, {"A": "?WK ? ?", "B": "? ? ? ?"}]),
    # what is shown again is the same card, as far as anybody can tell
    (
        f"{REFUSED} offer:pass offer:pass {OFFERED.replace('give:card:LZ1', 'give:card:GR1')} reply:reject",
        [{}, {"A": "? GR1 GR1 LZ1"}, {}],
    ),
    (
        f"{REFUSED} offer:to:C give:done want:card:GR want:submit reply:accept hand:GR2a offer:pass offer:pass "
        "offer:to:A give:card:GR2a give:done want:card:LZ want:submit reply:reject",
        [{"B": "? ? ? GR2a"}, {"A": "? ? GR1 LZ1"}, {"B": "? ? ? GR2a"}],
    ),
    # cards that leave face down may be those that a third seat knew
    (
        f"{REFUSED} offer:pass offer:to:A give:done want:card:GR want:submit reply:accept hand:GR1",
        [{"C": "? GR1"}, {"A": "? ? LZ1"}, {"A": "? ? ?"}],
    ),
    (
        f"{REFUSED} offer:pass offer:to:A give:done want:card:any want:submit reply:accept hand:SP1",
        [{"C": "? SP1"}, {"A": "? ? ?"}, {"A": "? ? ?"}],
    ),
    (
        f"{REFUSED} offer:pass offer:pass offer:to:C give:card:SP1 give:done want:submit reply:accept",
        [{"C": "? SP1"}, {"A": "? ? ?"}, {"A": "? ? ?"}],
    ),
    # what was asked for aloud is remembered by its kind, until a card of that kind leaves
    ("offer:pass offer:to:C give:done want:card:GR want:submit reply:accept hand:GR2a", [{"B": "?GR ? ? ?"}, {}, {}]),
    (
        "offer:pass offer:pass offer:to:A give:done want:card:GR want:card:GR want:submit reply:accept hand:GR1 hand:GR1 "
        "offer:to:B give:done want:card:any want:submit reply:accept hand:WK1",
        [{"C": "? ? GR1 GR1"}, {"A": "? ?", "C": "?GR ?GR ? WK1"}, {"A": "? ?", "B": "? ?"}],
    ),
    (
        "offer:pass offer:pass offer:to:A give:done want:card:GR want:card:GR want:submit reply:accept hand:GR1 hand:GR1 "
        "offer:to:A give:card:GR2a give:done want:submit reply:accept",
        [{"C": "GR1 GR1"}, {"A": "? ? ?", "C": "? ?"}, {"A": "? ? GR2a"}],
    ),
    (f"{TRADED} {BUILD} play:GR1", [{}, {"A": "? WK1"}, {"A": "?WK ?"}]),
    (f"{TRADED} {BUILD} play:WK1", [{}, {"A": "? ?"}, {"A": "? ?"}]),
    # what is played is seen by all
    (f"{REFUSED} {BUILD} play:GR1", [{}, {"A": "? ? LZ1"}, {"A": "? ? ?"}]),
    (f"{TRADED} {BUILD} special:SP1", [{}, {"A": "? WK1"}, {}]),
]


@pytest.mark.parametrize(("actions", "seen"), MEMORY, ids=[row[0].split(" ")[-1] or "nothing" for row in MEMORY])
def test_what_seats_know_of_other_hands(actions: str, seen: list[dict[str, str]]) -> None:
    state = play(build(DEAL), actions)
    for seat, expected in enumerate(seen):
        found = hands(state, seat)
        assert {letter: found[letter] for letter in expected} == expected, f"as seat {seat} sees it"


def test_a_third_seat_sees_neither_given_nor_picked_cards() -> None:
    state = play(build(DEAL), OFFERED)
    assert state.view(2).to_dict()["offer"]["give"] == ["give:card:?", "give:card:?"]
    assert state.view(1).to_dict()["offer"]["give"] == ["give:card:GR1", "give:card:LZ1"]
    wanting = "offer:to:B give:done want:card:any want:card:any want:submit reply:accept hand:RB1"
    state = play(build(DEAL), wanting)
    assert [state.view(seat).to_dict()["offer"]["handed"] for seat in range(3)] == ["RB1", "RB1", "?"]
    assert hands(state, 0)["B"] == "? ? RB1"


def test_a_card_on_the_table_is_hidden_until_all_are_turned_up() -> None:
    """MW-KNOW-4."""
    start = {"resource_cards": {"A": "RC01 RC02", "B": "RC03 RC04", "C": "RC05"}, "phase": "choose_card"}
    state = play(build(start), "card:RC02 card:RC03")
    assert state.view(1).to_dict()["table"] == {"A": "?", "B": "RC03"}
    play(state, "card:RC05")
    assert state.view(1).to_dict()["table"] == {"A": "RC02", "B": "RC03", "C": "RC05"}


# -- how it could be (MW-KNOW-7) ---------------------------------------------------------------------------------------


def test_hidden_hands_are_drawn_evenly_from_what_is_nowhere_in_sight() -> None:
    position = {
        "phase": "build",
        "hands": {"A": "GR1", "B": "LZ1 LZ1"},
        "scheme_discard": "GR1 GR1",
        "known": {"A": {"B": "LZ1"}},
    }
    state = build(position, 2, scheme_deck="GR1 LZ1 GR4 LZ4")
    rng, counts = Random(5), Counter[str]()
    for _ in range(1500):
        other = state.resample(0, rng)
        counts[other.to_dict()["hands"]["B"]] += 1
        assert other.view(0) == state.view(0)
    assert state.scheme_discard.count(0) == 2, "so one GR1, three LZ1, two GR4 and two LZ4 are unseen"
    evenly(counts, {"GR1 LZ1": 1, "LZ1 LZ1": 3, "GR4 LZ1": 2, "LZ1 LZ4": 2})


@some_in_short("wanted", ["any GR LZ", "GR", "GR GR", "GR LZ"], every=4)
def test_a_partner_who_has_accepted_holds_what_is_wanted_each_such_hand_equally_likely(wanted: str) -> None:
    offer = {"to": "B", "want": [f"want:card:{kind}" for kind in wanted.split()]}
    position = {"phase": "hand_over", "hands": {"B": "GR1 GR4 LZ1"}, "offer": offer, "profit": {"A": 1}}
    state = build(position, 2, scheme_deck="GR1 GR4 LZ1 WK4")
    unseen = [name for name, copies in (("GR1", 4), ("GR4", 2), ("LZ1", 4), ("WK4", 2)) for _ in range(copies)]
    needed = Counter(kind for kind in wanted.split() if kind != "any")
    weights = Counter(
        " ".join(sorted(hand, key=("GR1", "GR4", "LZ1", "WK4").index))
        for hand in combinations(unseen, 3)
        if not needed - Counter(card[:2] for card in hand)
    )
    assert 0 < weights.total() < comb(12, 3)
    rng, counts = Random(8), Counter[str]()
    for _ in range(2500):
        counts[state.resample(0, rng).to_dict()["hands"]["B"]] += 1
    evenly(counts, weights)


def test_a_seat_without_cards_that_was_given_a_greedy_card_has_one() -> None:
    """MW-KNOW-5: what is asked for is said aloud, so the log tells it, and it is remembered."""
    state = build({**DEAL, "hands": {"B": "GR1 WK1 DW1"}})
    state.listener = listener = Listener()
    play(state, "offer:to:B give:done want:card:GR want:submit reply:accept hand:GR1")
    event = [event.told(2) for event in listener.events][-1]
    assert event is not None and event.text == "Player B gives Player A a Greedy card." and "cards" not in event.fields
    assert hands(state, 2)["A"] == "?GR"
    assert "scheme cards: 1 unseen Greedy;" in state.game.text(state.view(2).state, 2)
    rng, counts = Random(3), Counter[str]()
    for _ in range(600):
        other = state.resample(2, rng)
        counts[other.to_dict()["hands"]["A"]] += 1
        assert other.view(2) == state.view(2)
    evenly(counts, {card.code: card.copies for card in cards.schemes if card.code.startswith("GR")})


def test_several_hands_that_are_tied_are_drawn_together_evenly() -> None:
    """Two hands that compete for the same cards: all ways for both together are equally likely."""
    position = {
        "phase": "build",
        "hands": {"A": "GR1 LZ4", "B": "GR4 WK4", "C": "GR4"},
        "known": {"C": {"A": "?GR ?LZ", "B": "?GR"}},
    }
    state = build(position, 3, scheme_deck="GR4 LZ4 WK4 GR1")
    unseen = [name for name, copies in (("GR1", 4), ("GR4", 1), ("LZ4", 2), ("WK4", 2)) for _ in range(copies)]
    weights = Counter[str]()
    for first in combinations(range(len(unseen)), 2):
        for second in combinations([place for place in range(len(unseen)) if place not in first], 2):
            both = [[unseen[place] for place in hand] for hand in (first, second)]
            kinds = [Counter(card[:2] for card in hand) for hand in both]
            if kinds[0] == Counter(["GR", "LZ"]) and kinds[1]["GR"]:
                weights["/".join([" ".join(hand) for hand in both])] += 1
    rng, counts = Random(4), Counter[str]()
    for _ in range(2500):
        written = state.resample(2, rng).to_dict()["hands"]
        counts[f"{written['A']}/{written['B']}"] += 1
    evenly(counts, weights)


def test_what_a_third_seat_cannot_see_of_an_offer_fits_the_hands() -> None:
    state = play(
        build(DEAL),
        "offer:to:B give:card:GR1 give:card:LZ1 give:done want:card:any want:card:DW want:submit reply:accept",
    )
    play(state, "hand:WK1")
    rng, picked = Random(2), Counter[str]()
    for _ in range(300):
        other = state.resample(2, rng)
        written = other.to_dict()
        again = other.game.position(written)
        assert again.key() == other.key(), "a legal position"
        given = [item.rpartition(":")[2] for item in written["offer"]["give"]]
        assert not Counter(given) - Counter(written["hands"]["A"].split())
        picked[written["offer"]["handed"]] += 1
    assert len(picked) > 8


def test_of_a_folly_card_only_the_red_side_may_be_known() -> None:
    """MW-RULING-41: F01 and F17 have the same red side, and no other card has."""
    position = {"phase": "build", "line_up": "F01 F02* F03 F04 F05 F33"}
    state = build(position, 2, blue_sides="hidden")
    shown = state.view(0).to_dict()
    assert shown["line_up"] == "?F01 F02* ?F03 ?F04 ?F05 ?F33"
    assert {"F01", "F17", "F33"} <= set(shown["folly_deck"].split()) and "F02" not in shown["folly_deck"].split()
    rng, counts = Random(4), Counter[str]()
    for _ in range(400):
        counts[state.resample(1, rng).to_dict()["line_up"].split()[0]] += 1
    evenly(counts, {"F01": 1, "F17": 1})
    assert state.resample(0, rng).to_dict()["line_up"].endswith("F33"), "the only card with this red side"
    assert build(position, 2).view(0).to_dict()["line_up"] == position["line_up"]


# -- drawing several cards at once -------------------------------------------------------------------------------------


def test_rolling_draws_several_cards_as_one_by_one() -> None:
    position = {"phase": "draw_scheme", "purpose": "special", "chosen": "SP1", "specials": 1, "pending": 2}
    state = build({**position, "scheme_deck": "LZ1 LZ1 WK1"}, 2, scheme_deck="GR1 LZ1 WK1 SP1")
    rng, counts = Random(6), Counter[str]()
    for _ in range(1500):
        other = state.copy()
        other.roll(rng)
        assert other.phase.name == "build" and len(other.scheme_deck) == 1
        counts[other.to_dict()["hands"]["A"]] += 1
    evenly(counts, {"LZ1 LZ1": 1, "LZ1 WK1": 2})


def test_rolling_goes_on_with_the_discard_pile() -> None:
    position = {"phase": "draw_scheme", "purpose": "special", "chosen": "SP1", "specials": 1, "pending": 2}
    state = build({**position, "scheme_deck": "LZ1", "hands": {"B": "LZ1 LZ1 LZ1"}}, 2, scheme_deck="GR1 LZ1 SP1")
    state.roll(Random(1))
    assert state.to_dict()["hands"]["A"] in ("GR1 LZ1", "LZ1 SP1")
    assert len(state.scheme_deck) == 4 and state.to_dict()["scheme_discard"] == "SP1"


def test_an_empty_deck_and_discard_pile_give_no_more_cards() -> None:
    position = {"phase": "draw_scheme", "purpose": "special", "chosen": "SP1", "specials": 1, "pending": 2}
    state = build({**position, "scheme_deck": "SP1", "scheme_discard": ""}, 2, scheme_deck="SP1")
    state.roll(Random(1))
    assert state.phase.name == "build" and state.to_dict()["hands"]["A"] == "SP1"


# -- the log -----------------------------------------------------------------------------------------------------------

SCHEME = re.compile(r"\((?:" + "|".join(cards.scheme_codes) + r")\)")
RESOURCE = re.compile("|".join(cards.resource_codes))
OPEN = {
    "MW-WORK-2",
    "MW-HOUSE-5",
    "MW-HOUSE-10",
    "MW-BUILD-3",
    "MW-BUILD-6",
    "MW-BUILD-7",
    "MW-RULING-19",
    "MW-RULING-21",
}
PAID = {"MW-PATH-4", "MW-ROB-2", "MW-PEASANT-3", "MW-PEASANT-4", "MW-RULING-31", "MW-RULING-35"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_is_named_to_those_who_cannot_see_it(players: int) -> None:
    whispered = Counter[str]()
    for seed in range(4):
        game = wb.load("merry_way", players, max_rounds=4)
        state = game.start(Listener())
        listener = state.listener
        assert listener is not None
        list(random_game(game, seed, state))
        for event in listener.events:
            if event.to:
                whispered[event.clause] += 1
                assert not SCHEME.search(event.public) and not RESOURCE.search(event.public)
                assert SCHEME.search(event.text) or RESOURCE.search(event.text)
                assert event.public or event.clause == "MW-SETUP-7"
            elif event.clause not in OPEN | PAID:
                assert not SCHEME.search(event.text) and not RESOURCE.search(event.text), event
    assert {"MW-SETUP-7", "MW-WORK-1", "MW-ENDROUND-4", "MW-RULING-14"} <= set(whispered)
    assert players == 2 or "MW-BARGAIN-1" in whispered


def test_a_hidden_blue_side_is_not_told_before_it_is_seen() -> None:
    game = wb.load("merry_way", 2, blue_sides="hidden", max_rounds=3)
    listener = Listener()
    state = game.start(listener)
    for later, _ in random_game(game, 1, state):
        if later.to_move != CHANCE:
            break
    told = [event.text for event in listener.events if event.text.startswith("V")]
    assert len(told) == 6 and all(re.fullmatch(r"V[1-6] is red .*", text) for text in told)
