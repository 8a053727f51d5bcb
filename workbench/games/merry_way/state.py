"""A position of On Their Merry Way, with all its data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.core.random import Random
from workbench.core.state import OVER, State
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import HIDDEN, RESOURCES

if TYPE_CHECKING:
    from workbench.core.types import Mask, Number, Seat, Seats
    from workbench.games.merry_way.game import MerryWay
    from workbench.games.merry_way.types import Card, Place, Spot, Traveller, Way

@dataclass(frozen=True)
class Stop:
    """A spot where something happens to the owner of a claim.

    Attributes:
        spot: the number of the spot.
        owner: the seat whose claim marker lies there.
        change: the profit gained, or lost if negative.
        removed: whether the marker is taken off.
    """

    spot: int
    owner: int
    change: int
    removed: bool = False


@dataclass(frozen=True)
class Trip:
    """One traveller's way through the forest.

    Attributes:
        traveller: 0..4, from Red to Purple.
        kind: Merchant, Peasant or Guard, by number.
        road: to Nottingham (0) or to Werchesope (1).
        places: the places entered, in order, by their number on that road.
        stops: the spots where something happens, in order.
        gains: by seat: the total profit gained, minus losses.
    """

    traveller: int
    kind: int
    road: int
    places: tuple[int, ...]
    stops: tuple[Stop, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True)
class Journey:
    """The Travel phase so far, recorded only while somebody listens. It contains only open information.

    Attributes:
        start: the position when Red set out, with empty hands and full decks.
        trips: the trips; the last one may be unfinished.
        sides: the sides chosen at ties.
    """

    start: MerryWayState
    trips: tuple[Trip, ...] = ()
    sides: tuple[int, ...] = ()


class MerryWayState(State["MerryWay"]):
    """A position of On Their Merry Way.

    Hands, decks and discard piles are tuples of types in rising order. A card that a seat cannot see is `HIDDEN`, or
    `HIDDEN` minus a category if the seat knows the category of a scheme card. Whatever belongs to seats is a list with one
    entry for each seat, and it is changed in place.

    The table of `fields` describes each field.
    """

    round: Number
    leader: Seat
    seat: Seat
    digit: Number
    supply: list[int]
    stock: list[int]
    profit: list[int]
    reserve: list[int]
    scheme_hands: list[tuple[int, ...]]
    resource_hands: list[tuple[int, ...]]
    committed: list[int]
    known: list[tuple[int, ...]]
    scheme_deck: tuple[int, ...]
    scheme_discard: tuple[int, ...]
    resource_deck: tuple[int, ...]
    resource_discard: tuple[int, ...]
    cards: tuple[int, ...]
    claims: tuple[int, ...]
    covered: tuple[tuple[int, ...], ...]
    roadblock: Way
    line_up: tuple[int, ...]
    blue: Mask
    open_sides: Mask
    folly_deck: tuple[int, ...]
    offers: list[int]
    passed: Seats
    partner: Seat
    give: tuple[int, ...]
    want: tuple[int, ...]
    handed: tuple[int, ...]
    chosen: Card
    specials: Number
    pending: Number
    purpose: Number
    traveller: Traveller
    place: Place
    stage: Number
    winner: Seat
    open_spots: tuple[int, ...]
    journey: Journey | None
    __slots__ = tuple(__annotations__)

    # -- what the rules ask over and over ------------------------------------------------------------------------------

    def holds(self, seat: Seat, cost: tuple[int, int, int]) -> bool:
        """Return whether a seat has these plots, manpower and materials."""
        stock, first = self.stock, RESOURCES * seat
        return stock[first] >= cost[0] and stock[first + 1] >= cost[1] and stock[first + 2] >= cost[2]

    def affords(self, seat: Seat, costs: bytes, card: Card) -> bool:
        """Return whether a seat can pay for a scheme card, from a table of plots, manpower and materials by scheme type."""
        stock, first, place = self.stock, RESOURCES * seat, RESOURCES * card
        return (
            stock[first] >= costs[place]
            and stock[first + 1] >= costs[place + 1]
            and stock[first + 2] >= costs[place + 2]
        )

    def pay(self, seat: Seat, cost: tuple[int, int, int]) -> None:
        """Move resources from a seat to the supply."""
        stock, supply, first = self.stock, self.supply, RESOURCES * seat
        for kind in range(RESOURCES):
            stock[first + kind] -= cost[kind]
            supply[kind] += cost[kind]

    def take(self, seat: Seat, kind: Number, number: int) -> None:
        """Move resources of one kind from the supply, which must have enough, to a seat."""
        self.supply[kind] -= number
        self.stock[RESOURCES * seat + kind] += number

    def has_marker(self, seat: Seat) -> bool:
        """Return whether a seat has a claim marker on the board, so that not all of its tokens are in reserve."""
        return self.reserve[seat] < self.game.claim_tokens

    def markers_of(self, seat: Seat) -> list[int]:
        """Return the spots with a seat's claim markers, in rising order."""
        claims = self.claims
        return [spot for spot in range(len(claims)) if claims[spot] == seat] if self.has_marker(seat) else []

    def move_marker(self, spot: Spot, seat: Seat) -> None:
        """Put a seat's claim marker on a spot, or none (`NONE`); the marker that lay there returns to its owner."""
        claims = list(self.claims)
        owner = claims[spot]
        if owner != NONE:
            self.reserve[owner] += 1
        if seat != NONE:
            self.reserve[seat] -= 1
        claims[spot] = int(seat)
        self.claims = tuple(claims)

    def folly_cards_left(self) -> int:
        """Return the size of the folly deck; in a view, `folly_deck` also has unknown cards of the line-up."""
        return len(self.folly_deck) - len([card for card in self.line_up if card < HIDDEN])

    def can_draw_scheme(self) -> bool:
        """Return whether a scheme card can be drawn: from the deck, or from the discard pile as a new deck (MW-RULING-9)."""
        return bool(self.scheme_deck) or bool(self.scheme_discard)

    def can_draw_resource(self) -> bool:
        """Return whether a resource card can be drawn (MW-RULING-11)."""
        return bool(self.resource_deck) or bool(self.resource_discard)

    def can_draw(self) -> bool:
        """Return whether a digit or profit can draw a card, from whichever deck it may come (MW-RULING-7)."""
        return self.can_draw_scheme() or (self.game.draw_deck_either and self.can_draw_resource())

    def after(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        following = seat + 1
        return following if following < self.game.seats else 0

    # -- results -------------------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """Return the profit of each seat."""
        return tuple(self.profit)

    def rank(self, seat: int) -> tuple[int, int, int, int]:
        """Return what decides the game, in order (MW-WIN-3 to MW-WIN-6): profit, claim tokens, cards, resources."""
        if self.game.tie_tokens_on_board:
            tokens = self.claims.count(seat)
        else:
            tokens = self.reserve[seat]
        stock = self.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]
        return (self.profit[seat], tokens, len(self.scheme_hands[seat]), sum(stock))

    def best(self) -> list[int]:
        """Return the seats that lead after all tie-breaks except the last (MW-WIN-7)."""
        ranks = [self.rank(seat) for seat in range(self.game.players)]
        return [seat for seat in range(self.game.players) if ranks[seat] == max(ranks)]

    def returns(self) -> tuple[float, ...]:
        """Return 1.0 for the winner once the game is over, or an equal part for players who share the victory."""
        seats = self.game.players
        if self.to_move != OVER:
            return (0.0,) * seats
        winners = self.best() if self.winner == NONE else [int(self.winner)]
        return tuple([1.0 / float(len(winners)) if seat in winners else 0.0 for seat in range(seats)])

    # -- what a seat may know ------------------------------------------------------------------------------------------

    def conceal(self, seat: int) -> None:
        """Blank, in place, everything that a seat cannot know.

        This covers the cards in other hands except those the seat remembers, the faces of cards in offers between other
        players, resource cards on the table until all have been put down, the contents of the decks, what others remember of
        each other, and sometimes the blue sides of the line-up (MW-RULING-41, MW-KNOW-1 to MW-KNOW-6).
        """
        from workbench.games.merry_way.secrets import conceal  # views are off the rules path

        conceal(self, seat)

    def complete(self, rng: Random) -> None:
        """Fill in, in place and at random, what `conceal` blanked; every possibility is equally likely."""
        from workbench.games.merry_way.secrets import complete  # views are off the rules path

        complete(self, rng)
