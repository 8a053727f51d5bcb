"""Sealed Baskets: the toy game with bids of several cards, put together in small steps that nobody else notices.

It is what the table is tried with: larger choices that can be taken back, a helper below the board, a picture, and enough
moves to search among.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from tests.toy_game.game import (
    FIRST_FACE,
    HIDDEN,
    MOST_CARDS,
    MOST_SIDES,
    Deal,
    End,
    Roll,
    SealedLots,
    ToyState,
)
from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.fields import Data, StateField
from workbench.core.figures import Odds
from workbench.core.look import Look
from workbench.core.options import Option, Whole
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.scene import Helper, Panel, Row, Scene, Spot, circle, rect, text
from workbench.core.state import CHANCE, OVER, State, View
from workbench.core.tensor import Field

DONE: Final = MOST_CARDS + MOST_SIDES
FIRST_WISH: Final = DONE + 1
WISHES: Final = (
    "fair wind",
    "good harvest",
    "full nets",
    "dry wood",
    "sweet water",
    "kind winter",
    "safe road",
    "long peace",
)
GIFTS: Final = ("brother", "sister", "cousin", "neighbour", "stranger", "teacher", "baker", "miller")

PUT_IN: Final = Kind("put_in", "TG-BID-1", "{seat:seat} puts the {card} into the basket.", secret=("card",))
BASKET_SEALED: Final = Kind(
    "basket_sealed",
    "TG-BID-1",
    "{seat:seat} seals a basket with {cards:basket}.",
    "{seat:seat} seals a basket.",
    ("cards",),
)
BASKET_OPENED: Final = Kind("basket_opened", "TG-OPEN-1", "{seat:seat} has bid {cards:basket}.")
LOT_TAKEN: Final = Kind("lot_taken", "TG-OPEN-1", "{seat:seat} takes the lot worth {lot}.")
WISHED: Final = Kind("wished", "TG-END-1", "{seat:seat} wishes: {wish:wish}.")


def dealt(players: int = 3) -> dict[str, Any]:
    """A position with known hands: the first seat is to fill its basket for a lot worth 3."""
    hands = [[1, 2, 8], [3, 5, 7], [4, 6, 9]]
    return {"phase": "fill", "to_move": 0, "hands": hands[:players], "lot": 3}


class BasketState(ToyState):
    """A basket that is being filled stands in `basket`, those that are sealed in `baskets`; wishes are said at the end."""

    __slots__ = ("basket", "baskets")
    game: SealedBaskets
    basket: tuple[int, ...]
    baskets: tuple[tuple[int, ...], ...]

    def conceal(self, seat: int) -> None:
        filling = int(self.to_move) if self.phase.name == "fill" else -1
        hands, baskets = [], []
        for one, (hand, basket) in enumerate(zip(self.hands, self.baskets, strict=True)):
            if one == seat:
                hands.append(hand)
                baskets.append(basket)
            else:  # how many cards are in a basket is as secret as which
                held = len(hand) + len(basket) + (len(self.basket) if one == filling else 0)
                hands.append((HIDDEN,) * held)
                baskets.append((HIDDEN,) if basket else ())
        self.hands, self.baskets = tuple(hands), tuple(baskets)
        if filling != seat:
            self.basket = ()

    def complete(self, rng: Random) -> None:
        filling = int(self.to_move) if self.phase.name == "fill" else -1
        seen = {*self.opened, *self.basket, *[card for group in (*self.hands, *self.baskets) for card in group]}
        left = [card for card in self.game.cards() if card not in seen]
        hands, baskets = list(self.hands), list(self.baskets)
        for one, hand in enumerate(self.hands):
            if HIDDEN not in hand and HIDDEN not in self.baskets[one]:
                continue
            cards = [left.pop(rng.below(len(left))) for _ in hand]
            if self.baskets[one]:
                size = 1 + rng.below(len(cards))
                baskets[one], cards = tuple(sorted(cards[:size])), cards[size:]
            elif one == filling:
                size = rng.below(len(cards) + 1)
                self.basket, cards = tuple(sorted(cards[:size])), cards[size:]
            hands[one] = tuple(sorted(cards))
        self.hands, self.baskets = tuple(hands), tuple(baskets)


class RollForBaskets(Roll):
    then: ClassVar[str] = "fill"

    def apply(self, state: ToyState, action: int) -> None:
        super().apply(state, action)
        state.to_move = [bool(hand) for hand in state.hands].index(True)


class Fill(Phase[BasketState]):
    name: ClassVar[str] = "fill"
    title: ClassVar[str] = "Filling a basket"
    tries: ClassVar[tuple[str, ...]] = ("done",)
    clauses: ClassVar[tuple[str, ...]] = ("TG-BID-1", "TG-OPEN-1", "TG-END-1")
    allows: ClassVar[Mapping[str, str]] = {"card": "TG-BID-1", "done": "TG-BID-1"}

    def legal(self, state: BasketState) -> tuple[int, ...]:
        held = [card - 1 for card in state.hands[state.to_move]]
        return (*held, DONE) if state.basket else tuple(held)

    def apply(self, state: BasketState, action: int) -> None:
        seat = int(state.to_move)
        if action != DONE:
            hands = list(state.hands)
            hands[seat] = tuple([card for card in hands[seat] if card != action + 1])
            state.hands, state.basket = tuple(hands), tuple(sorted((*state.basket, action + 1)))
            if state.listener is not None:
                state.tell(PUT_IN, seat, card=action + 1, to=(seat,))
            return
        baskets = list(state.baskets)
        baskets[seat], state.basket = state.basket, ()
        state.baskets = tuple(baskets)
        if state.listener is not None:
            state.tell(BASKET_SEALED, seat, cards=baskets[seat], to=(seat,))
        state.to_move = seat + 1
        self.go_on(state)

    def go_on(self, state: BasketState) -> None:
        """Whoever has no card left cannot bid; when all have bid the baskets are opened."""
        while state.to_move < len(state.hands) and not state.hands[state.to_move]:
            state.to_move += 1
        if state.to_move < len(state.hands):
            return
        sums = [sum(basket) for basket in state.baskets]
        winner = sums.index(max(sums))
        points = list(state.points)
        points[winner] += state.lot
        state.points = tuple(points)
        if state.listener is not None:
            for seat, basket in enumerate(state.baskets):
                if basket:
                    state.tell(BASKET_OPENED, seat, cards=basket)
            state.tell(LOT_TAKEN, winner, lot=state.lot)
        state.opened = (*state.opened, *[card for basket in state.baskets for card in basket])
        state.baskets, state.lot = ((),) * len(state.hands), 0
        if any(state.hands):
            state.phase, state.to_move = state.game.phases["roll"], CHANCE
            return
        state.phase, state.to_move = state.game.phases["wish"], winner

    def question(self, state: BasketState) -> str:
        return f"What do you bid for the lot worth {state.lot}? So far: {listed(state.basket)}."

    def words(self, state: BasketState, action: int) -> str:
        return (
            "seal the basket"
            if action == DONE
            else f"add the {action + 1}"
            if action < FIRST_FACE
            else super().words(state, action)
        )

    def group_of(self, state: BasketState, action: int) -> str:
        return "Enough" if action == DONE else "From the hand"

    def partway(self, state: BasketState) -> bool:
        return bool(state.basket)

    def reason(self, state: BasketState, action: int) -> Reason | None:
        if action == DONE:
            return Reason("TG-BID-1", "The basket is empty.")
        return Reason("TG-BID-1", f"The {action + 1} is not in your hand.") if action < FIRST_FACE else None


class Wish(Phase[BasketState]):
    """The last winner wishes somebody something: a choice among many."""

    name: ClassVar[str] = "wish"
    title: ClassVar[str] = "A wish"
    clauses: ClassVar[tuple[str, ...]] = ("TG-END-1",)

    def legal(self, state: BasketState) -> tuple[int, ...]:
        return tuple(range(FIRST_WISH, FIRST_WISH + len(WISHES) * len(GIFTS)))

    def apply(self, state: BasketState, action: int) -> None:
        seat = int(state.to_move)
        if state.listener is not None:
            state.tell(WISHED, seat, wish=action)
        state.phase, state.to_move = state.game.phases["end"], OVER

    def question(self, state: BasketState) -> str:
        return "What do you wish, and whom?"

    def words(self, state: BasketState, action: int) -> str:
        if action < FIRST_WISH:
            return super().words(state, action)
        return wished(action)

    def group_of(self, state: BasketState, action: int) -> str:
        return WISHES[(action - FIRST_WISH) // len(GIFTS)].capitalize()


def wished(action: int) -> str:
    """A wish in words.

    >>> wished(FIRST_WISH)
    'fair wind for a brother'
    """
    wish, gift = divmod(action - FIRST_WISH, len(GIFTS))
    return f"{WISHES[wish]} for a {GIFTS[gift]}"


def listed(cards: tuple[int, ...]) -> str:
    """Cards in words.

    >>> listed((3, 7)), listed(())
    ('3 and 7', 'nothing')
    """
    return " and ".join(map(str, cards)) or "nothing"


class SealedBaskets(SealedLots):
    """The game."""

    name: ClassVar[str] = "sealed_baskets"
    title: ClassVar[str] = "Sealed Baskets"
    option_table: ClassVar[tuple[Option, ...]] = (
        Option("highest", 9, Whole(3, MOST_CARDS), "The highest card.", "TG-SETUP-1"),
        Option("hand_size", 3, Whole(1, 3), "Cards dealt to each.", "TG-SETUP-1"),
        Option("sides", 3, Whole(2, MOST_SIDES), "Sides of the die.", "TG-LOT-1"),
    )
    symbols: ClassVar[tuple[str, ...]] = (
        *SealedLots.symbols,
        "done",
        *[f"wish:{wish} for {gift}".replace(" ", "-") for wish in WISHES for gift in GIFTS],
    )
    state_kind: ClassVar[type[State]] = BasketState

    def in_words(self, what: str, value: Any) -> str:
        if what == "basket":
            return listed(value)
        return wished(value) if what == "wish" else super().in_words(what, value)

    def own_phases(self) -> tuple[Phase[Any], ...]:
        return (Deal(), RollForBaskets(), Fill(), Wish(), End())

    def field_rows(self) -> list[StateField]:
        return [
            *super().field_rows(),
            StateField("basket", Data(), (), "The cards in the basket that is being filled.", seen="its owner"),
            StateField(
                "baskets", Data(), ((),) * self.players, "The cards in each basket that is sealed.", seen="its owner"
            ),
        ]

    def seat_name(self, seat: int) -> str:
        return ("Brook", "Moss", "Northern")[seat]

    def text(self, state: State, seat: int) -> str:
        assert isinstance(state, BasketState)
        hands = "; ".join(f"{self.seat_name(one)} holds {shown(hand)}" for one, hand in enumerate(state.hands))
        return f"Sealed Baskets as {self.seat_name(seat)} sees it. The lot is worth {state.lot}. {hands}."

    def scene(self, state: State, seat: int) -> Scene:
        assert isinstance(state, BasketState)
        spots, shapes = [], [rect(0, 0, 640, 20 + 74 * self.players, fill="#ffffff", stroke="#8c8578", rx=8)]
        for one, hand in enumerate(state.hands):
            y = 14 + 74 * one
            shapes.append(circle(24, y + 30, 11, fill=self.seat_colour(one)))
            shapes.append(text(46, y + 35, f"{self.seat_name(one)}, {state.points[one]} points", anchor="start"))
            mine = one == seat == state.to_move
            for place, card in enumerate(hand):
                x = 220 + 56 * place
                face = rect(x, y, 44, 60, fill="#ffffff" if card > 0 else "#44546a", stroke="#1f2328", rx=6)
                label = (
                    f"The {card} of {self.seat_name(one)}." if card > 0 else f"A hidden card of {self.seat_name(one)}."
                )
                number = text(
                    x + 22, y + 37, str(card) if card > 0 else "?", 18, fill="#1f2328" if card > 0 else "#ffffff"
                )
                thing = self.symbol(card - 1) if card > 0 and mine else ""
                spots.append(Spot(f"card-{one}-{place}", label, (x, y, 44, 60), (face, number), thing))
        scene = Scene(
            f"Sealed Baskets: the lot is worth {state.lot}.", 640, 20 + 74 * self.players, tuple(shapes), tuple(spots)
        )
        return Look(state, seat).marked(scene)

    def helpers(self, state: State, seat: int) -> tuple[Helper, ...]:
        assert isinstance(state, BasketState)
        if state.phase.name != "fill" or state.to_move != seat:
            return ()
        rows = [Row((str(card), "in the basket", str(card))) for card in state.basket]
        rows += [Row((str(card), "in the hand", ""), self.symbol(card - 1)) for card in state.hands[seat]]
        picture = Scene(
            f"The basket holds {listed(state.basket)}.",
            300,
            60,
            (rect(2, 2, 296, 56, fill="#fdf3e3", stroke="#8c8578", rx=10),),
            tuple(
                [
                    Spot(
                        f"basket-{card}",
                        f"The {card} is in the basket.",
                        (12 + 40 * place, 10, 34, 40),
                        (text(29 + 40 * place, 36, str(card), 18),),
                    )
                    for place, card in enumerate(state.basket)
                ]
                + [
                    Spot(
                        "seal",
                        "Seal the basket.",
                        (220, 12, 70, 36),
                        (rect(220, 12, 70, 36, fill="#ffffff", stroke="#1f2328", rx=8), text(255, 35, "seal")),
                        self.symbol(DONE),
                    )
                ]
            ),
        )
        worth = f"Worth {sum(state.basket)} so far."
        return (
            Look(state, seat).helped(Helper("The basket", worth, ("card", "where", "worth"), tuple(rows), picture)),
        )

    def tensor_fields(self) -> tuple[Field, ...]:
        return (
            *super().tensor_fields(),
            Field("basket", (MOST_CARDS,), "1 for each card in the own basket that is being filled."),
            Field(
                "baskets", (self.players, MOST_CARDS + 1), "For each seat 1 for each card it has sealed; last: unseen."
            ),
        )

    def tensor(self, view: View) -> list[float]:
        state = view.state
        assert isinstance(state, BasketState)
        row = super().tensor(view) + [float(card in state.basket) for card in range(1, MOST_CARDS + 1)]
        for basket in state.baskets:
            row += [float(card in basket) for card in (*range(1, MOST_CARDS + 1), HIDDEN)]
        return row

    def panels(self, state: State, seat: int) -> tuple[Panel, ...]:
        assert isinstance(state, BasketState)
        hand = tuple([card for card in state.hands[seat] if card > 0])
        names = tuple([self.seat_name(one) for one in range(self.players)])
        return (
            Panel(
                "Points",
                "bar",
                names,
                tuple(map(float, state.points)),
                colours=tuple(map(self.seat_colour, range(self.players))),
            ),
            Panel("Your hand", "bar", tuple(map(str, hand)), tuple(map(float, hand)), top=float(MOST_CARDS)),
        )

    def odds(self, state: State, seat: int) -> tuple[Odds, ...]:
        assert isinstance(state, BasketState)
        unseen = [card for card in self.cards() if card not in (*state.hands[seat], *state.opened, *state.basket)]
        best = max((*state.hands[seat], *state.basket, 0))
        higher = sum(card > best for card in unseen)
        return (
            Odds(
                "an unseen card beats your best",
                higher / max(1, len(unseen)),
                f"{higher} of {len(unseen)} unseen cards",
            ),
        )


def shown(hand: tuple[int, ...]) -> str:
    """A hand in words, with a question mark for what is hidden."""
    return " ".join(["?" if card == HIDDEN else str(card) for card in hand]) or "nothing"
