"""The toy game with baskets keeps the contract of every game."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.toy_game.baskets import BasketState, SealedBaskets
from tests.toy_game.game import HIDDEN
from tests.toy_game.test_contract import TestSealedLots as LotsContract
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.scene import Helper, Panel
from workbench.core.state import State


class TestSealedBaskets(LotsContract):
    """Sealed Baskets."""

    name = "sealed_baskets"
    players: ClassVar[tuple[int, ...]] = (2, 3)
    variants: ClassVar[dict[str, dict[str, Any]]] = {"usual": {}, "large die": {"sides": 6}}
    game_class: ClassVar[type[SealedBaskets]] = SealedBaskets

    def conserved(self, state: State) -> None:
        assert isinstance(state, BasketState)
        groups = (state.opened, state.basket, *state.hands, *state.baskets)
        cards = [card for group in groups for card in group]
        assert len(set(cards)) == len(cards) and set(cards) <= set(state.game.cards()) and HIDDEN not in cards

    def hold_to_the_phases(self, state: State, seat: int, one: Odds, rng: Random) -> None:
        """No phase has a hand in which of the unseen cards is the best: whatever is changed, the cards are counted."""
        assert isinstance(state, BasketState)
        mine = [*state.hands[seat], *(state.basket if state.to_move == seat else ())]
        unseen = {*state.game.cards()} - {*mine, *state.opened}
        assert one.probability == len([card for card in unseen if card > max(mine, default=0)]) / max(1, len(unseen))

    def tells_the_table(self, game: Game, figure: Panel | Helper) -> bool:
        """Points, hand and basket."""
        return True

    def disguised(self, state: State, seat: int, rng: Random) -> dict[str, Any]:
        assert isinstance(state, BasketState)
        written = state.to_dict()
        filling = state.to_move if state.phase.name == "fill" else -1
        known = {*state.opened, *state.hands[seat], *state.baskets[seat], *(state.basket if filling == seat else ())}
        unseen = [card for card in state.game.cards() if card not in known]
        for other in range(state.game.players):
            if other == seat:
                continue
            total = len(state.hands[other]) + len(state.baskets[other])
            total += len(state.basket) if other == filling else 0
            cards = [unseen.pop(rng.below(len(unseen))) for _ in range(total)]
            size = 0
            if state.baskets[other]:
                size = 1 + rng.below(total)
                written["baskets"][other] = sorted(cards[:size])
            elif other == filling:
                size = rng.below(total + 1)
                written["basket"] = sorted(cards[:size])
            written["hands"][other] = sorted(cards[size:])
        return written
