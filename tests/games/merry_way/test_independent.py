"""A second reading of the rules, slow and plain, beside the game's code: both must agree at every step of random rounds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.games.merry_way.slow import Asking, Table
from tests.helpers import some_in_short
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.state import MerryWayState

RULEBOOK = wb.load("merry_way", 2).rulebook
COST = {
    row["Code"]: (int(row["Plots"]), int(row["Manpower"]), int(row["Materials"]))
    for table in ("scheme_cards", "special_cards")
    for row in RULEBOOK.table(table)
}
DIGITS = {row["Code"]: (row["First"], row["Second"], row["Third"]) for row in RULEBOOK.table("resource_cards")}

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    "rich": {"starting_profit": 5, "starting_resources": 3, "claim_tokens": 2},
    "other numbers": {
        "bank_price": 2,
        "exchange_rate": 2,
        "offers_per_player": 3,
        "offer_units": 4,
        "starting_profit": 4,
    },
    "small": {"columns_per_section": 1, "max_row": 2, "starting_resources": 5, "starting_scheme_cards": 9},
}


class Lockstep:
    """A random game beside the second reading of each of its rounds."""

    def __init__(self, game: MerryWay, seed: int) -> None:
        self.state = game.start()
        self.rng = Random("lockstep", seed)
        self.compared = 0
        self.seen: Counter[str] = Counter()

    def play(self) -> None:
        """Play the game to its end."""
        state = self.state
        while state.to_move != OVER:
            if state.phase.name == "choose_card" and not state.to_dict()["table"]:
                self.play_round()
            else:
                self.step()

    def step(self) -> str:
        """One random action."""
        state = self.state
        if state.to_move == CHANCE:
            action = self.rng.pick(state.chance())
        else:
            legal = state.legal()
            action = legal[self.rng.below(len(legal))]
        state.apply(action)
        return state.game.symbol(action)

    def play_round(self) -> None:
        """A round as far as players decide, each question asked of both readings."""
        state = self.state
        table = Table(state.to_dict(), COST, DIGITS, dict(state.game.options))
        asking = table.round()
        question = next(asking, None)
        while question is not None:
            what, seat, moves = question
            symbol = state.game.symbol
            if what == "chance":
                assert state.to_move == CHANCE and seat == "ABCD"[state.seat]
                assert {symbol(outcome): weight for outcome, weight in state.chance()} == dict(moves)
            else:
                assert state.to_move == "ABCD".index(seat), f"{seat} should decide in {state.phase.name}"
                assert {symbol(action) for action in state.legal()} == moves, state.to_dict()
                self.seen[state.phase.name] += 1
            self.compared += 1
            move = self.step()
            question = send(asking, move)
        after = state.to_dict()
        for seat in table.seats:
            assert "/".join(str(amount) for amount in table.owned[seat].values()) == after["resources"][seat]
            assert Counter(table.hands[seat]) == Counter(after["hands"][seat].split())
        assert "/".join(map(str, table.supply.values())) == after["supply"]
        assert Counter(table.deck) == Counter(after["scheme_deck"].split())
        assert Counter(table.discard) == Counter(after["scheme_discard"].split())
        rules = state.game
        assert {spot: card for spot, (card, _) in table.board.items()} == {
            name: rules.cards.scheme_codes[card]
            for name, card in zip(rules.board.spot_names, state.cards, strict=True)
            if card >= 0
        }


def send(asking: Asking, move: str) -> Any:
    """The next question after an answer; None when there is none."""
    try:
        return asking.send(move)
    except StopIteration:
        return None


@some_in_short("players", [2, 3, 4], every=3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_readings_agree_on_every_decision_before_travel(variant: str, players: int, short: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4 if short else 10):
        game = wb.load("merry_way", players, max_rounds=8, **VARIANTS[variant])
        assert isinstance(game, MerryWay)
        match = Lockstep(game, seed)
        match.play()
        assert isinstance(match.state, MerryWayState)
        assert match.compared > 100
        seen += match.seen
    assert set(seen) >= {"choose_card", "digit", "offer", "give", "want", "reply", "bank", "build", "place"}
