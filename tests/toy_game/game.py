"""Sealed Lots: hidden hands, sealed bids made one after another, and a die. Two or three play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from workbench.core.errors import PositionError, Reason
from workbench.core.events import Kind
from workbench.core.fields import Data, StateField, StateFields
from workbench.core.game import Bounds, Game
from workbench.core.options import Option, Whole
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.scene import Scene, Spot, rect, text
from workbench.core.state import CHANCE, OVER, State, View
from workbench.core.tensor import Field, fill, one_hot, share

MOST_CARDS: Final = 9
MOST_SIDES: Final = 6
FIRST_FACE: Final = MOST_CARDS
NONE: Final = 0
HIDDEN: Final = -1

DEALT: Final = Kind("dealt", "TG-SETUP-1", "{who:seat} is dealt the {card}.", secret=("who", "card"))
ALL_DEALT: Final = Kind("all_dealt", "TG-SETUP-1", "Everybody has a hand.")
ROLLED: Final = Kind("rolled", "TG-LOT-1", "The lot is worth {lot}.")
SEALED: Final = Kind("sealed", "TG-BID-1", "{seat:seat} seals the {card}.", "{seat:seat} seals a bid.", ("card",))
TAKEN: Final = Kind("taken", "TG-OPEN-1", "{seat:seat} takes the lot.")
EMPTY: Final = Kind("empty", "TG-END-1", "The hands are empty.")


class ToyState(State):
    """Cards are their numbers; action n - 1 is card n. A card that a seat cannot see is HIDDEN."""

    __slots__ = ("hands", "lot", "opened", "points", "sealed")
    game: SealedLots
    hands: tuple[tuple[int, ...], ...]
    sealed: tuple[int, ...]
    opened: tuple[int, ...]
    lot: int
    points: tuple[int, ...]

    def scores(self) -> tuple[int, ...]:
        return self.points

    def returns(self) -> tuple[float, ...]:
        if self.to_move != OVER:
            return (0.0,) * self.game.players
        winners = self.points.count(max(self.points))
        return tuple([1 / winners if points == max(self.points) else 0.0 for points in self.points])

    def conceal(self, seat: int) -> None:
        self.hands = tuple([hand if one == seat else (HIDDEN,) * len(hand) for one, hand in enumerate(self.hands)])
        self.sealed = tuple([card if one == seat or card == NONE else HIDDEN for one, card in enumerate(self.sealed)])

    def complete(self, rng: Random) -> None:
        seen = {*self.opened, *self.sealed, *[card for hand in self.hands for card in hand]}
        left = [card for card in self.game.cards() if card not in seen]

        def filled(card: int) -> int:
            return left.pop(rng.below(len(left))) if card == HIDDEN else card

        self.sealed = tuple([filled(card) for card in self.sealed])
        self.hands = tuple([tuple(sorted([filled(card) for card in hand])) for hand in self.hands])


class Deal(Phase[ToyState]):
    name: ClassVar[str] = "deal"
    title: ClassVar[str] = "Dealing"
    clauses: ClassVar[tuple[str, ...]] = ("TG-SETUP-1",)

    def legal(self, state: ToyState) -> tuple[int, ...]:
        dealt = [card for hand in state.hands for card in hand]
        return tuple([card - 1 for card in state.game.cards() if card not in dealt])

    def apply(self, state: ToyState, action: int) -> None:
        dealt = sum(len(hand) for hand in state.hands)
        hands = list(state.hands)
        seat = dealt % len(hands)
        hands[seat] = tuple(sorted((*hands[seat], action + 1)))
        state.hands = tuple(hands)
        if state.listener is not None:
            state.tell(DEALT, who=seat, card=action + 1, to=(seat,))
        if dealt + 1 == len(hands) * state.game.options["hand_size"]:
            if state.listener is not None:
                state.tell(ALL_DEALT)
            state.phase = state.game.phases["roll"]


class Roll(Phase[ToyState]):
    name: ClassVar[str] = "roll"
    title: ClassVar[str] = "Rolling the die"
    then: ClassVar[str] = "bid"
    clauses: ClassVar[tuple[str, ...]] = ("TG-LOT-1",)

    def legal(self, state: ToyState) -> tuple[int, ...]:
        return tuple(range(FIRST_FACE, FIRST_FACE + state.game.options["sides"]))

    def apply(self, state: ToyState, action: int) -> None:
        state.lot = action - FIRST_FACE + 1
        if state.listener is not None:
            state.tell(ROLLED, lot=state.lot)
        state.phase = state.game.phases[self.then]
        state.to_move = 0


class Bid(Phase[ToyState]):
    name: ClassVar[str] = "bid"
    title: ClassVar[str] = "Sealing a bid"
    clauses: ClassVar[tuple[str, ...]] = ("TG-BID-1", "TG-OPEN-1", "TG-END-1")
    allows: ClassVar[Mapping[str, str]] = {"card": "TG-BID-1"}

    def legal(self, state: ToyState) -> tuple[int, ...]:
        return tuple([card - 1 for card in state.hands[state.to_move]])

    def apply(self, state: ToyState, action: int) -> None:
        seat, card = int(state.to_move), action + 1
        hands, sealed = list(state.hands), list(state.sealed)
        hands[seat] = tuple([one for one in hands[seat] if one != card])
        sealed[seat] = card
        state.hands, state.sealed = tuple(hands), tuple(sealed)
        if state.listener is not None:
            state.tell(SEALED, seat, card=card, to=(seat,))
        if NONE in sealed:
            state.to_move = seat + 1
            return
        winner = sealed.index(max(sealed))
        points = list(state.points)
        points[winner] += state.lot
        state.points = tuple(points)
        state.opened = (*state.opened, *sealed)
        state.sealed = (NONE,) * len(sealed)
        if state.listener is not None:
            state.tell(TAKEN, winner, lot=state.lot)
        state.lot = 0
        if any(hands):
            state.phase, state.to_move = state.game.phases["roll"], CHANCE
            return
        state.phase, state.to_move = state.game.phases["end"], OVER
        if state.listener is not None:
            state.tell(EMPTY)

    def question(self, state: ToyState) -> str:
        return "Which card do you seal?"

    def words(self, state: ToyState, action: int) -> str:
        return f"seal the {action + 1}" if action < FIRST_FACE else super().words(state, action)

    def reason(self, state: ToyState, action: int) -> Reason | None:
        return Reason("TG-BID-1", f"The {action + 1} is not in your hand.") if action < FIRST_FACE else None


class End(Phase[ToyState]):
    name: ClassVar[str] = "end"
    title: ClassVar[str] = "The end"
    clauses: ClassVar[tuple[str, ...]] = ("TG-END-1",)

    def legal(self, state: ToyState) -> tuple[int, ...]:
        return ()


class SealedLots(Game):
    """The toy game."""

    name: ClassVar[str] = "sealed_lots"
    title: ClassVar[str] = "Sealed Lots"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (2, 3)
    option_table: ClassVar[tuple[Option, ...]] = (
        Option("highest", 9, Whole(3, MOST_CARDS), "The highest card.", "TG-SETUP-1"),
        Option("hand_size", 2, Whole(1, 3, (1, 2)), "Cards dealt to each.", "TG-SETUP-1"),
        Option("sides", 3, Whole(2, MOST_SIDES), "Sides of the die.", "TG-LOT-1"),
    )
    symbols: ClassVar[tuple[str, ...]] = (
        *[f"card:{card}" for card in range(1, MOST_CARDS + 1)],
        *[f"die:{face}" for face in range(1, MOST_SIDES + 1)],
    )
    state_kind: ClassVar[type[State]] = ToyState

    def own_phases(self) -> tuple[Phase[Any], ...]:
        return (Deal(), Roll(), Bid(), End())

    def cards(self) -> range:
        return range(1, self.options["highest"] + 1)

    def fields(self) -> StateFields:
        if self._fields is None:  # every key and every written position asks for it
            self._fields = StateFields(*self.field_rows())
        fields: StateFields = self._fields
        return fields

    def field_rows(self) -> list[StateField]:
        seats = self.players
        return [
            StateField("hands", Data(), ((),) * seats, "The cards of each seat.", seen="its owner"),
            StateField("sealed", Data(), (NONE,) * seats, "The card each seat has bid.", seen="its owner"),
            StateField("opened", Data(), (), "The cards opened, the first one first."),
            StateField("lot", Data(), 0, "What the lot is worth."),
            StateField("points", Data(), (0,) * seats, "The points of each seat."),
        ]

    def start(self, listener: Any = None) -> ToyState:
        state: ToyState = self.blank()
        state.listener, state.to_move = listener, CHANCE
        return state

    def position(self, description: Mapping[str, Any]) -> ToyState:
        state: ToyState = super().position({"to_move": CHANCE, **description})
        cards = [card for hand in state.hands for card in hand] + list(state.opened)
        if len(set(cards)) != len(cards):
            raise PositionError(["A card is in two places."])
        return state

    def bounds(self) -> Bounds:
        hands = self.players * self.options["hand_size"]
        return Bounds(decisions=hands, chances=hands + self.options["hand_size"], total=1.0)

    def text(self, state: State, seat: int) -> str:
        assert isinstance(state, ToyState)
        return f"Sealed Lots, seat {seat}: the lot is worth {state.lot}, your hand is {state.hands[seat]}."

    def scene(self, state: State, seat: int) -> Scene:
        assert isinstance(state, ToyState)
        spots = [
            Spot(
                f"seat-{one}-{place}",
                f"A card of seat {one}.",
                (40 * place, 50 * one, 30, 40),
                (
                    rect(40 * place, 50 * one, 30, 40, fill="#fff" if card > 0 else "#468"),
                    text(40 * place + 15, 50 * one + 25, str(card) if card > 0 else "?"),
                ),
            )
            for one, hand in enumerate(state.hands)
            for place, card in enumerate(hand)
        ]
        return Scene("Sealed Lots.", 130, 50 * self.players, (rect(0, 0, 130, 150, fill="#eee"),), tuple(spots))

    def tensor_fields(self) -> tuple[Field, ...]:
        size = (self.players, MOST_CARDS)
        return (
            Field("hands", size, "For each seat 1 for each of its cards that is seen."),
            Field("held", (self.players,), "For each seat how many cards it holds, of 9."),
            Field("sealed", (self.players, MOST_CARDS + 1), "For each seat 1 at its bid, at the last place if unseen."),
            Field("opened", (MOST_CARDS,), "The opened cards: 1/9 for the first, 2/9 for the second, and so on."),
            Field("lot", (MOST_SIDES,), "1 at what the lot is worth."),
            Field("points", (self.players,), "For each seat its points, of 18."),
        )

    def tensor(self, view: View) -> list[float]:
        state = view.state
        assert isinstance(state, ToyState)
        opened = [0.0] * MOST_CARDS
        for place, card in enumerate(state.opened, 1):
            opened[card - 1] = place / MOST_CARDS
        sealed: list[float] = []
        for card in state.sealed:
            sealed += one_hot(MOST_CARDS if card == HIDDEN else card - 1, MOST_CARDS + 1)
        return fill(
            SealedLots.tensor_fields(self),
            {
                "hands": [float(card in hand) for hand in state.hands for card in range(1, MOST_CARDS + 1)],
                "held": [len(hand) / MOST_CARDS for hand in state.hands],
                "sealed": sealed,
                "opened": opened,
                "lot": one_hot(state.lot - 1, MOST_SIDES),
                "points": [share for points in state.points for share in share_of(points)],
            },
        )


def share_of(points: int) -> list[float]:
    """Points as a share of the most there can be: three lots of a die with six sides."""
    return share(points, 3 * MOST_SIDES)


class LeakyState(ToyState):
    """A state with a fault planted for the tests: whoever decides later sees the sealed bids."""

    def conceal(self, seat: int) -> None:
        sealed = self.sealed
        super().conceal(seat)
        self.sealed = sealed


class LeakyLots(SealedLots):
    """The toy game with that fault."""

    state_kind: ClassVar[type[State]] = LeakyState
