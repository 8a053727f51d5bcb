"""Computer players for On Their Merry Way: they work out the coming Travel phase for everything they could build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.player import Player
from workbench.games.merry_way.build import (
    DRAW_CARDS,
    EXCHANGE_FOLLIES,
    FILCH,
    FLIP_FOLLY,
    TAKE_TOKENS,
    place_cost,
    upgradable,
)
from workbench.games.merry_way.cards import DIGITS, LINE_UP, NONE
from workbench.games.merry_way.components import (
    ACCEPT,
    ANY_CARD,
    BANK_DONE,
    BIT,
    BUILD_PASS,
    BUY_CARD,
    DECK_RESOURCE,
    DECK_SCHEME,
    DRAW,
    FIRST_BUY,
    FIRST_EXCHANGE,
    FIRST_FILCH,
    FIRST_FLIP,
    FIRST_GIVE,
    FIRST_OFFER,
    FIRST_SWAP,
    FIRST_TAKE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    GIVE_DONE,
    GIVE_PROFIT,
    MERCHANTS,
    OFFER_PASS,
    REJECT,
    RESOURCES,
    ROADBLOCK,
    SWAPS,
    WANT_PROFIT,
    WANT_SUBMIT,
    with_card,
    without_card,
)
from workbench.games.merry_way.sight import Sight
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.travel import carry_out, whole_trip

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import View
    from workbench.games.merry_way.game import MerryWay

Walk = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A trip: the traveller, the spots where something happens, and the places entered."""
Stops = tuple[tuple[int, ...], ...]
"""By traveller: the spots where something happens to it."""
Settled = tuple[list[int], list[int]]
"""By seat: its profit after the Travel phase, and the profit on its claims."""
Wish = tuple[float, tuple[int, int, int], int]
"""A scheme card in hand: what its best place would gain, what it costs there, and the card."""

REST: Final = 0.2
"""The worth of a resource beyond those worth keeping, as a fraction of the worth of one that is kept."""
LOWEST: Final = -1e9
"""A value lower than that of any choice."""
MOST_WALKS: Final = 10_000
"""The most trips to remember."""
MOST_POSITIONS: Final = 200
"""The most positions to remember."""
FORECAST: Final = "forecast"
"""The name under which the players of a game keep what they know of its Travel phases."""


def allowed(choices: Sequence[int], among: Sequence[int]) -> Sequence[int]:
    """Return the choices that a phase allows, or all that it allows if none of them is among these.

    Args:
        choices: what may be chosen by the printed rules.
        among: what the phase allows; empty before the phase has begun, and then the printed rules decide.

    >>> allowed([4, 2, 6], [2, 3, 4]), allowed([4], [5, 6]), allowed([4], [])
    ([4, 2], [5, 6], [4])
    """
    if not among:
        return choices
    return [choice for choice in choices if choice in among] or among


def highest(choices: Sequence[int], worths: Sequence[float], otherwise: int = NONE) -> tuple[int, float]:
    """Return the most valuable choice, or the first of several, and its value.

    Args:
        choices: the choices.
        worths: the value of each choice.
        otherwise: the result if there are no choices; its value is `LOWEST`.

    >>> highest([3, 5, 7], [0.5, 2.0, 2.0]), highest([], [])
    ((5, 2.0), (-1, -1000000000.0))
    """
    if not worths:
        return otherwise, LOWEST
    most = max(worths)
    return choices[worths.index(most)], most


def put(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return a row of numbers with one of them changed.

    >>> put((4, 5, 6), 1, 0)
    (4, 0, 6)
    """
    return (*row[:place], value, *row[place + 1 :])


def position_of(view: View) -> MerryWayState:
    """Return the position that a view shows."""
    assert isinstance(view.state, MerryWayState)
    return view.state


class Sighting:
    """What is known of the coming Travel phase in one position, kept until something changes.

    Attributes:
        thought: the position, with the imagined board.
        kinds: by traveller: what it is.
        walkers: by trail: (traveller, road, whether it takes markers off, its follies), in the order in which they set out.
        walked: the walks found so far, by trail, roadblock, cards and claims of the trail.
        worths: what each seat would have, by the board, the profit and how much claims count.
        wishes: by class of player, seat and card: what the card would gain at its best place.
        cards, claims, blocked: the board as it is.
        stopped: the stops if somebody stops at one more card, by its spot and the first card that is alike.
        passed: what is settled if nobody stops at one more card, by its spot and the first card that is alike.
        caught: what is settled if somebody stops at one more card, by the seat that plays it, the card and its spot.
        settled: what is settled after some stops on the present board.
    """

    __slots__ = (
        "blocked",
        "cards",
        "caught",
        "claims",
        "kinds",
        "passed",
        "settled",
        "stopped",
        "thought",
        "walked",
        "walkers",
        "wishes",
        "worths",
    )

    def __init__(self, rules: MerryWay, state: MerryWayState) -> None:
        self.cards: tuple[int, ...] = state.cards
        self.claims: tuple[int, ...] = state.claims
        self.blocked: int = int(state.roadblock)
        self.stopped: dict[tuple[int, int], Stops] = {}
        self.passed: dict[tuple[int, int], Settled] = {}
        self.caught: dict[tuple[int, int, int], Settled] = {}
        self.settled: dict[Stops, Settled] = {}
        self.thought: MerryWayState = state.copy()
        self.walked: dict[tuple[object, ...], tuple[Walk, ...]] = {}
        self.worths: dict[tuple[object, ...], list[float]] = {}
        self.wishes: dict[tuple[object, ...], Wish] = {}
        phase, trails = rules.travel, int(rules.board.trails)
        walkers: list[list[tuple[int, int, bool, tuple[int, ...]]]] = [[] for _ in range(trails)]
        self.kinds: list[int] = []
        for traveller in range(len(MERCHANTS)):
            kind, road = phase.kind(state, traveller), phase.road(state, traveller)
            self.kinds.append(kind)
            walkers[road if trails > 1 else 0].append(
                (traveller, road, phase.removes(kind), phase.follies(state, traveller))
            )
        self.walkers: list[tuple[tuple[int, int, bool, tuple[int, ...]], ...]] = [tuple(some) for some in walkers]


class Forecast:
    """The coming Travel phase on imagined boards.

    Where travellers walk depends on the follies of the cards and on which cards are claimed. It does not matter who claims
    them or for how much profit, so each trip is worked out once for all cards that are alike, and remembered. The Travel
    phase says where trips go and what they pay. If a variant has replaced other parts of it, the whole phase is carried out.

    Results that depend only on open information are the same for all players of a game, so the players share them. A
    changed phase may depend on anything, so its results are worked out anew each time.

    Args:
        rules: the game.

    Attributes:
        rules: as given.
        now: what is known of the current position.
        whole: whether the whole phase must be carried out each time.
        alike: by scheme type: the first type with the same follies; at the end `NONE`, for a spot without a card.
        first_spot, end_spot: by trail: its spots.
        way_at: by (road, place, place): the way that leads from the first place to the second.
        remembered: the walks found so far, by traps, roadblock and walkers.
        positions: what is known of each position, by its open information.
    """

    def __init__(self, rules: MerryWay) -> None:
        self.rules: MerryWay = rules
        self.now: Sighting = Sighting(rules, rules.blank())
        self.whole: bool = "travel" in rules.rewritten_phases
        cards, board = rules.cards, rules.board
        self.alike: tuple[int, ...] = (*[cards.follies.index(follies) for follies in cards.follies], NONE)
        each = int(board.spots) // int(board.trails)
        self.first_spot: list[int] = [trail * each for trail in range(int(board.trails))]
        self.end_spot: list[int] = [first + each for first in self.first_spot]
        self.way_at: dict[tuple[int, int, int], int] = {}
        for number in range(len(board.roads)):
            road = board.roads[number]
            for way in range(int(board.ways)):
                begin = road.way_from[way]
                if begin >= 0:
                    self.way_at[number, begin, begin + road.way_step[way]] = way
        self.remembered: dict[tuple[object, ...], tuple[Walk, ...]] = {}
        self.positions: dict[tuple[object, ...], Sighting] = {}

    def look(self, state: MerryWayState) -> None:
        """Turn to a position."""
        if len(self.remembered) > MOST_WALKS:
            self.remembered.clear()
        if self.rules.changed_phases:
            self.now = Sighting(self.rules, state)
            return
        key = (
            *(int(state.round), int(state.leader), int(state.roadblock), int(state.blue), int(state.open_sides)),
            *(tuple(state.profit), tuple(state.reserve), state.cards, state.claims, state.open_spots, state.line_up),
        )
        found = self.positions.get(key)
        if found is None:
            if len(self.positions) > MOST_POSITIONS:
                self.positions.clear()
            found = Sighting(self.rules, state)
            self.positions[key] = found
        self.now = found

    def walks(self, trail: int, cards: tuple[int, ...], claims: tuple[int, ...], blocked: int) -> tuple[Walk, ...]:
        """Return the trips on a trail.

        Args:
            trail: the number of the trail.
            cards, claims: by spot: the scheme type and the seat whose marker lies there, or `NONE`.
            blocked: the way under the roadblock, or `NONE`.
        """
        first, end = self.first_spot[trail], self.end_spot[trail]
        if blocked >= 0 and self.rules.board.way_trail[blocked] != trail:
            blocked = NONE
        board_now = (trail, blocked, cards[first:end], claims[first:end])
        found = self.now.walked.get(board_now)
        if found is None:
            alike, types = self.alike, len(self.alike)
            traps = tuple(
                [alike[cards[spot]] if claims[spot] < 0 else types + alike[cards[spot]] for spot in range(first, end)]
            )
            walkers = self.now.walkers[trail]
            key = (traps, blocked, walkers)
            known = self.remembered.get(key)
            found = self.walk_all(walkers, cards, claims, blocked) if known is None else known
            self.remembered[key] = found
            self.now.walked[board_now] = found
        return found

    def walk_all(
        self,
        walkers: tuple[tuple[int, int, bool, tuple[int, ...]], ...],
        cards: tuple[int, ...],
        claims: tuple[int, ...],
        blocked: int,
    ) -> tuple[Walk, ...]:
        """Let the travellers of a trail walk, one after another; they go left at ties that somebody would break."""
        rules = self.rules
        phase = rules.travel
        left = list(claims)
        sights: list[Sight | None] = [None, None]
        found: list[Walk] = []
        for traveller, number, removes, follies in walkers:
            road = rules.board.roads[number]
            sight = sights[number]
            if sight is None:
                sight = Sight(road, rules.cards, cards, tuple(left), blocked, rules.travel_rules)
                sights[number] = sight
            places, falls = whole_trip(phase, sight, follies)
            spots = phase.stops(sight, places, falls)
            if removes and spots:
                for spot in spots:
                    left[spot] = NONE
                sights = [None, None]
            found.append((traveller, spots, places))
        return tuple(found)

    def worths(
        self,
        cards: tuple[int, ...],
        claims: tuple[int, ...],
        blocked: int,
        profit: Sequence[int],
        lasting: float,
    ) -> list[float]:
        """Return what each seat has after the Travel phase: its profit, and its claims for the rounds to come.

        Args:
            cards, claims, blocked: the board, as for `walks`.
            profit: by seat: the profit it has before.
            lasting: how much a claim counts, as a fraction of the profit on its card.
        """
        key = (cards, claims, blocked, tuple(profit), lasting)
        known = self.now.worths.get(key)
        if known is not None:
            return known
        if self.whole:
            thought = self.now.thought.copy()
            thought.cards, thought.claims, thought.roadblock, thought.profit = cards, claims, blocked, list(profit)
            carry_out(thought)
            settled = thought.profit, self.on_claims(cards, thought.claims)
        else:
            settled = self.settle_stops(cards, claims, blocked, profit, self.stops(cards, claims, blocked))
        worth = self.counted(settled[0], settled[1], lasting)
        self.now.worths[key] = worth
        return worth

    def on_claims(self, cards: tuple[int, ...], claims: tuple[int, ...]) -> list[int]:
        """Return, by seat, the profit on the cards that it has claimed."""
        printed = self.rules.cards.profit
        found = [0] * int(self.rules.players)
        for spot in range(len(claims)):
            owner = claims[spot]
            if owner >= 0:
                found[owner] += printed[cards[spot]]
        return found

    def counted(self, profit: Sequence[int], claimed: Sequence[int], lasting: float) -> list[float]:
        """Return what each seat has, from its profit and from the profit on its claims."""
        return [float(profit[seat]) + lasting * float(claimed[seat]) for seat in range(len(profit))]

    def after_placing(self, seat: int, card: int, spot: int, profit: Sequence[int], lasting: float) -> list[float]:
        """Return what each seat would have if one more card were played on the present board.

        Where travellers stop depends only on the spot and the card's follies, and seldom is it the new card. Then all seats and
        cards that are alike share one result.

        Args:
            seat, card, spot: the seat that plays, its card, and where it plays it.
            profit, lasting: as for `worths`.
        """
        now = self.now
        cards, claims, blocked = now.cards, now.claims, now.blocked
        if self.whole:
            return self.worths(put(cards, spot, card), put(claims, spot, seat), blocked, profit, lasting)
        place = (spot, self.alike[card])
        known = now.passed.get(place)
        if known is None:
            stops = now.stopped.get(place)
            if stops is not None:
                return self.after_stops(seat, card, spot, stops, profit, lasting)
            stops = self.stops(put(cards, spot, card), put(claims, spot, seat), blocked)
            if any([spot in spots for spots in stops]):
                now.stopped[place] = stops
                return self.after_stops(seat, card, spot, stops, profit, lasting)
            known = now.settled.get(stops)
            if known is None:
                known = self.settle_stops(cards, claims, blocked, profit, stops)
                now.settled[stops] = known
            now.passed[place] = known
        claimed = known[1][:]
        claimed[seat] += self.rules.cards.profit[card]
        owner = claims[spot]
        if owner >= 0:
            claimed[owner] -= self.rules.cards.profit[cards[spot]]
        return self.counted(known[0], claimed, lasting)

    def after_stops(
        self, seat: int, card: int, spot: int, stops: Stops, profit: Sequence[int], lasting: float
    ) -> list[float]:
        """Return what each seat would have if one more card were played and a traveller stopped at it.

        Args:
            seat, card, spot, profit, lasting: as for `after_placing`.
            stops: by traveller: where it stops.
        """
        now = self.now
        place = (seat, card, spot)
        known = now.caught.get(place)
        if known is None:
            cards, claims = put(now.cards, spot, card), put(now.claims, spot, seat)
            known = self.settle_stops(cards, claims, now.blocked, profit, stops)
            now.caught[place] = known
        return self.counted(known[0], known[1], lasting)

    def stops(self, cards: tuple[int, ...], claims: tuple[int, ...], blocked: int) -> Stops:
        """Return, by traveller, the spots where something happens to it on a board."""
        found: list[tuple[int, ...]] = [()] * len(MERCHANTS)
        for trail in range(len(self.first_spot)):
            for traveller, spots, _ in self.walks(trail, cards, claims, blocked):
                found[traveller] = spots
        return tuple(found)

    def settle_stops(
        self, cards: tuple[int, ...], claims: tuple[int, ...], blocked: int, profit: Sequence[int], stops: Stops
    ) -> Settled:
        """Settle what happens at the spots where travellers stop, in the imagined position.

        Args:
            cards, claims, blocked, profit: as for `worths`.
            stops: by traveller: where it stops.

        Returns:
            the profit of each seat, and the profit on its claims.
        """
        now = self.now
        phase, thought = self.rules.travel, now.thought
        thought.cards, thought.claims, thought.roadblock, thought.profit = cards, claims, blocked, list(profit)
        for traveller in range(len(MERCHANTS)):
            kind = now.kinds[traveller]
            for spot in stops[traveller]:
                phase.settle(thought, spot, kind)
        return thought.profit, self.on_claims(cards, thought.claims)

    def ways_walked(self, cards: tuple[int, ...], claims: tuple[int, ...], blocked: int) -> set[int]:
        """Return the ways that travellers walk; a roadblock elsewhere changes nothing, unless a variant changed the phase."""
        found: set[int] = set(range(int(self.rules.board.ways))) if self.whole else set()
        for trail in range(len(self.first_spot)):
            roads = {traveller: road for traveller, road, _, _ in self.now.walkers[trail]}
            for traveller, _, places in self.walks(trail, cards, claims, blocked):
                number = roads[traveller]
                here = int(self.rules.board.roads[number].start)
                for place in places:
                    way = self.way_at.get((number, here, place), NONE)
                    if way != NONE:
                        found.add(way)
                    here = place
        return found


class Builder(Player):
    """Plans a round ahead, and never trades.

    Before each card or action in the Build phase it works out the coming Travel phase for every spot, way and folly card it
    could choose, and takes the choice that leaves it best off. It counts its profit after the Travel phase and `lasting` of
    the profit on its claims, minus `rivalry` of what the others have on average, minus `spare` for each resource spent. It
    passes when it cannot gain. A roadblock, and a special card that changes the line-up or a claim, must gain more than
    `worth_an_action`.

    In the Work phase it tries every use of the remaining digits. It takes the one after which its resources help most with the
    cards in its hand, each at its best place on the present board; the more cards it holds, the less a drawn card counts. At
    the bank it buys what a card still needs, and exchanges resources, if that is worth the profit.
    """

    player_name: ClassVar[str] = "builder"
    takes_as_printed: ClassVar[tuple[str, ...]] = (
        "place.legal",
        "block.legal",
        "false_papers.legal",
        "changed_company.legal",
        "sheriffs_ear.legal",
    )
    lasting: ClassVar[float] = 0.7
    """How much a claim counts for the rounds to come, as a fraction of the profit on its card; less when the end is near."""
    rivalry: ClassVar[float] = 1.0
    spare: ClassVar[float] = 0.25
    worth_an_action: ClassVar[float] = 1.0
    margin: ClassVar[float] = 0.05
    """A gain too small to act on."""
    card_drawn: ClassVar[float] = 1.6
    """The value of an unseen scheme card to an empty hand; the second card is worth half of that, the third a third."""
    next_card: ClassVar[float] = 0.7
    """How much a second card to build counts beside the first, because they get in each other's way."""
    a_step_away: ClassVar[float] = 0.55
    """The factor for a card that lacks one resource; it is applied twice for two missing resources, and so on."""
    enough: ClassVar[int] = 4
    """How many resources of one kind are worth keeping."""
    beyond: ClassVar[float] = 1.0
    """How much it costs to spend one of the resources beyond `enough`, as a fraction of `spare`."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        rules: MerryWay = game  # type: ignore[assignment]
        self.rules: MerryWay = rules
        known: list[Forecast] = game.kept(FORECAST, [])
        if not known:
            known.append(Forecast(rules))
        self.forecast: Forecast = known[0]
        self.used_for: Sequence[Wish] = ()
        self.uses: dict[tuple[int, int, int], float] = {}

    def choose(self, view: View) -> int:
        """Choose one of the legal actions."""
        state = position_of(view)
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return self.if_allowed(self.wanted(state, view.seat, legal), legal, state)

    def wanted(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Return what it does in each phase."""
        phase, rules = state.phase, state.game
        if phase is rules.travel:
            return self.side(state, seat, legal)
        self.forecast.look(state)
        if phase is rules.digit:
            return self.digit(state, seat, legal)
        if phase is rules.build:
            return self.build(state, seat, legal)
        if phase is rules.place:
            return self.place(state, seat, legal)
        if phase is rules.choose_card:
            return self.resource_card(state, seat, legal)
        if phase is rules.bank:
            return self.bank(state, seat, legal)
        if phase is rules.block:
            return self.block(state, seat, legal)
        if phase in (rules.offer, rules.give, rules.want):
            return self.make_offer(state, seat, legal)
        if phase is rules.reply:
            return self.reply(state, seat, legal)
        if phase in (rules.hand_over, rules.discard):
            return self.least_wanted(state, seat, legal)
        if phase is rules.choose_deck:
            return DECK_RESOURCE if len(state.resource_hands[seat]) < 2 else DECK_SCHEME
        if phase in (rules.many_hands, rules.light_fingers):
            return self.token(state, seat, legal)
        if phase is rules.sheriffs_ear:
            return self.strip(state, seat, legal)
        return self.folly_cards(state, seat, legal)

    # -- the value of a position ---------------------------------------------------------------------------------------

    def future(self, state: MerryWayState) -> float:
        """Return how much a claim counts for the rounds to come; nothing in the last round."""
        rules = self.rules
        if state.round >= rules.max_rounds:
            return 0.0
        missing = float(rules.target - max(state.profit))
        return self.lasting * max(0.0, min(1.0, missing / 8.0))

    def difference(self, seat: int, worths: Sequence[float]) -> float:
        """Return how well off a seat is compared with the others."""
        others = sum(worths) - worths[seat]
        return worths[seat] - self.rivalry * others / float(len(worths) - 1)

    def standing(
        self, state: MerryWayState, seat: int, cards: tuple[int, ...], claims: tuple[int, ...], blocked: int
    ) -> float:
        """Return how well off a seat is after the Travel phase, with another board."""
        worths = self.forecast.worths(cards, claims, blocked, state.profit, self.future(state))
        return self.difference(seat, worths)

    def present(self, state: MerryWayState, seat: int) -> float:
        """Return how well off a seat is after the Travel phase, with the present board."""
        return self.standing(state, seat, state.cards, state.claims, int(state.roadblock))

    def placed(self, state: MerryWayState, seat: int, card: int, spot: int, lasting: float) -> float:
        """Return how well off a seat is after the Travel phase if it plays a card on a spot, and a claim counts so much."""
        worths = self.forecast.after_placing(seat, card, spot, state.profit, lasting)
        return self.difference(seat, worths)

    def unclaimed(self, state: MerryWayState, seat: int, spot: int) -> float:
        """Return how well off a seat is after the Travel phase without the claim marker on a spot."""
        claims = list(state.claims)
        claims[spot] = NONE
        return self.standing(state, seat, state.cards, tuple(claims), int(state.roadblock))

    def wishes(self, state: MerryWayState, seat: int, hand: tuple[int, ...]) -> list[Wish]:
        """Return the cards worth building, each at its best place; those that gain most per resource come first."""
        found: list[tuple[float, Wish]] = []
        known = self.forecast.now.wishes
        last, times = NONE, 0
        for card in hand:
            if card < 0 or card >= self.rules.cards.normal:
                continue
            times = times + 1 if card == last else 1
            last = card
            key = (type(self), seat, card)
            wish = known.get(key)
            if wish is None:
                wish = self.wish(state, seat, card)
                known[key] = wish
            gain, cost, _ = wish
            if gain > 0.0:
                gain = gain / float(times)
                found.append((-gain / float(1 + sum(cost)), (gain, cost, card)))
        found.sort()
        return [wish for _, wish in found]

    def wish(self, state: MerryWayState, seat: int, card: int) -> Wish:
        """Return what a card would gain at its best place; nothing if it is not worth building."""
        now, lasting = self.present(state, seat), self.future(state)
        spots = list(state.open_spots) if state.reserve[seat] > 0 else []
        spots += upgradable(state, seat)
        best, gain, cost = 0.0, 0.0, (0, 0, 0)
        for spot in spots:
            price = place_cost(state, card, spot)
            more = self.placed(state, seat, card, spot, lasting) - now
            if more - self.spare * float(sum(price)) > best:
                best, gain, cost = more - self.spare * float(sum(price)), more, price
        return gain, cost, card

    def use(self, stock: Sequence[int], wishes: Sequence[Wish]) -> float:
        """Return the value of resources: the cards they build, a part of the next card, and the rest.

        Args:
            stock: plots, manpower and materials.
            wishes: the cards to build with them.
        """
        if wishes is not self.used_for:
            self.used_for = wishes
            self.uses.clear()
        plots, manpower, materials = stock[0], stock[1], stock[2]
        key = (plots, manpower, materials)
        known = self.uses.get(key)
        if known is not None:
            return known
        worth, share = 0.0, 1.0
        waiting = False
        for gain, cost, _ in wishes:
            first, second, third = cost
            missing = 0
            if first > plots:
                missing += first - plots
            if second > manpower:
                missing += second - manpower
            if third > materials:
                missing += third - materials
            if not missing:
                plots -= first
                manpower -= second
                materials -= third
                worth += share * gain
                share *= self.next_card
            elif not waiting:
                waiting = True
                part = 0.9
                for _ in range(missing):
                    part *= self.a_step_away
                worth += share * gain * part
        kept = min(plots, self.enough) + min(manpower, self.enough) + min(materials, self.enough)
        rest = plots + manpower + materials - kept
        found = worth + self.spare * float(kept) + REST * self.spare * float(rest)
        self.uses[key] = found
        return found

    def spent(self, state: MerryWayState, seat: int, cost: Sequence[int]) -> float:
        """Return what it costs a seat to spend some plots, manpower and materials that it has."""
        spent = 0.0
        for held, number in zip(self.own_stock(state, seat), cost, strict=True):
            surplus = min(number, max(0, held - self.enough))
            spent += float(number - surplus) + self.beyond * float(surplus)
        return self.spare * spent

    def own_stock(self, state: MerryWayState, seat: int) -> list[int]:
        """Return a seat's plots, manpower and materials."""
        return state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]

    # -- work ----------------------------------------------------------------------------------------------------------

    def cards_worth(self, held: int, number: int) -> float:
        """Return the value of drawing some scheme cards."""
        worth = 0.0
        for more in range(number):
            worth += self.card_drawn / float(1 + held + more)
        return worth

    def drawn_by(self, state: MerryWayState, seat: int, card: int, digit: int, held: int) -> int:
        """Return how many scheme cards a digit draws for a hand of some size (MW-WORK-6)."""
        rules = self.rules
        place = DIGITS * card + digit
        number = rules.digits[place]
        if rules.pink[place]:
            number -= held
            if rules.pink_count_all:
                number -= len(state.resource_hands[seat])
        return max(0, number) if state.can_draw_scheme() else 0

    def best_use(
        self,
        state: MerryWayState,
        seat: int,
        card: int,
        digit: int,
        stock: list[int],
        supply: list[int],
        held: int,
        wishes: Sequence[Wish],
    ) -> float:
        """Return the most that a resource card's digits can bring, from a given one on, if nobody else takes any."""
        if digit == DIGITS:
            return self.use(stock, wishes)
        number = self.rules.digits[DIGITS * card + digit]
        best = LOWEST
        for kind in range(RESOURCES):
            if supply[kind] >= number:
                stock[kind] += number
                supply[kind] -= number
                best = max(best, self.best_use(state, seat, card, digit + 1, stock, supply, held, wishes))
                stock[kind] -= number
                supply[kind] += number
        drawn = self.drawn_by(state, seat, card, digit, held)
        if drawn:
            rest = self.best_use(state, seat, card, digit + 1, stock, supply, held + drawn, wishes)
            best = max(best, rest + self.cards_worth(held, drawn))
        if best == LOWEST:
            best = self.best_use(state, seat, card, digit + 1, stock, supply, held, wishes)
        return best

    def resource_card(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the resource card whose digits can bring most."""
        wishes = self.wishes(state, seat, state.scheme_hands[seat])
        stock, supply = self.own_stock(state, seat), state.supply[:]
        held, first = len(state.scheme_hands[seat]), int(self.rules.first.card)
        worths = [self.best_use(state, seat, action - first, 0, stock, supply, held, wishes) for action in legal]
        return highest(legal, worths)[0]

    def digit(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the use of a digit that leaves the best use of the others."""
        card, following = state.committed[seat], int(state.digit) + 1
        wishes = self.wishes(state, seat, state.scheme_hands[seat])
        held = len(state.scheme_hands[seat])
        number = self.rules.digits[DIGITS * card + following - 1]
        worths = []
        for action in legal:
            stock, supply = self.own_stock(state, seat), state.supply[:]
            hand, worth = held, 0.0
            if action == DRAW:
                drawn = int(self.rules.digit.to_draw(state, seat))
                hand += drawn
                worth = self.cards_worth(held, drawn)
            else:
                stock[action - FIRST_TAKE] += number
                supply[action - FIRST_TAKE] -= number
            worths.append(worth + self.best_use(state, seat, card, following, stock, supply, hand, wishes))
        return highest(legal, worths)[0]

    # -- bargain and bank ----------------------------------------------------------------------------------------------

    def make_offer(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Make no offers; if somebody has begun one, keep it as small as possible."""
        return OFFER_PASS if OFFER_PASS in legal else legal[0]

    def reply(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Reject all deals."""
        return REJECT

    def bank(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the action that gains most after its price, if any gains."""
        rules = self.rules
        hand = state.scheme_hands[seat]
        wishes = self.wishes(state, seat, hand)
        stock = self.own_stock(state, seat)
        now = self.use(stock, wishes)
        best, most = BANK_DONE, self.margin
        for action in legal:
            gain = 0.0
            if action >= rules.first.unclaim:
                spot = action - int(rules.first.unclaim)
                gain = self.unclaimed(state, seat, spot) - self.present(state, seat)
            elif action >= FIRST_SWAP:
                paid, got = SWAPS[action - FIRST_SWAP]
                after = stock[:]
                after[paid] -= int(rules.exchange_rate)
                after[got] += 1
                gain = self.use(after, wishes) - now
            elif action == BUY_CARD:
                idle = not hand or hand[0] >= rules.cards.normal
                if idle and sum(stock) > RESOURCES and self.future(state) > 0.0:
                    gain = self.card_drawn - float(rules.bank_price)
            elif action >= FIRST_BUY:
                gain = self.purchase(state, seat, action - FIRST_BUY, stock, wishes, now)
            if gain > most:
                best, most = action, gain
        return best

    def purchase(
        self, state: MerryWayState, seat: int, kind: int, stock: list[int], wishes: Sequence[Wish], now: float
    ) -> float:
        """Return the gain from buying everything that a card still needs, including one resource of some kind."""
        price = int(self.rules.bank_price)
        best = 0.0
        for _, cost, _ in wishes:
            missing = [max(0, cost[one] - stock[one]) for one in range(RESOURCES)]
            total = price * sum(missing)
            if not missing[kind] or total > state.profit[seat]:
                continue
            if max([missing[one] - state.supply[one] for one in range(RESOURCES)]) > 0:
                continue
            after = [stock[one] + missing[one] for one in range(RESOURCES)]
            best = max(best, self.use(after, wishes) - now - float(total))
        return best

    # -- build ---------------------------------------------------------------------------------------------------------

    def build(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the action that gains most; special cards that bring resources or cards always come first."""
        rules = self.rules
        first, normal = int(rules.first.play), int(rules.cards.normal)
        for action in legal:
            card = action - first
            if normal <= card < rules.cards.scheme_types and rules.effect[card] in (DRAW_CARDS, TAKE_TOKENS, FILCH):
                return action
        now = self.present(state, seat)
        best, most = BUILD_PASS, self.margin
        for action in legal:
            gain = 0.0
            card = action - first
            if action == BUILD_PASS:
                continue
            if action == ROADBLOCK:
                gain = self.best_block(state, seat)[1] - now - self.spent(state, seat, rules.roadblock_cost)
                gain -= self.worth_an_action
            elif action >= rules.first.unclaim:
                gain = self.unclaimed(state, seat, action - int(rules.first.unclaim)) - now
            elif card < normal:
                gain = self.best_spot(state, seat, card)[1] - now
            else:
                effect = rules.effect[card]
                if effect == FLIP_FOLLY:
                    gain = self.best_flip(state, seat)[1] - now
                elif effect == EXCHANGE_FOLLIES:
                    gain = self.best_exchange(state, seat)[1] - now
                else:
                    gain = self.best_strip(state, seat)[1] - now
                gain -= self.worth_an_action + self.spent(state, seat, rules.cards.cost[card])
            if gain > most:
                best, most = action, gain
        return best

    def best_spot(self, state: MerryWayState, seat: int, card: int, among: Sequence[int] = ()) -> tuple[int, float]:
        """Return the spot where a card does most for a seat that can pay for it, and how well off the seat then is."""
        spots = list(state.open_spots) if state.reserve[seat] > 0 else []
        spots += upgradable(state, seat)
        lasting = self.future(state)
        paid, worths = list[int](), list[float]()
        for spot in allowed(spots, among):
            cost = place_cost(state, card, spot)
            if state.holds(seat, cost):
                paid.append(spot)
                worths.append(self.placed(state, seat, card, spot, lasting) - self.spent(state, seat, cost))
        return highest(paid, worths)

    def best_block(self, state: MerryWayState, seat: int, among: Sequence[int] = ()) -> tuple[int, float]:
        """Return the way on which a roadblock does most, and how well off the seat then is; NONE if it changes nothing."""
        walked = self.forecast.ways_walked(state.cards, state.claims, NONE)
        ways = [way for way in allowed(self.rules.find_open_ways(state.cards), among) if way in walked]
        return highest(ways, [self.standing(state, seat, state.cards, state.claims, way) for way in ways])

    def in_position(self, state: MerryWayState, other: MerryWayState, seat: int) -> float:
        """Return how well off a seat is after the Travel phase with the line-up of another position."""
        self.forecast.look(other)
        worth = self.present(state, seat)
        self.forecast.look(state)
        return worth

    def best_flip(self, state: MerryWayState, seat: int, among: Sequence[int] = ()) -> tuple[int, float]:
        """Return the best folly card to turn over, and how well off the seat then is."""
        places, worths = allowed([place for place in range(LINE_UP) if state.open_sides & BIT[place]], among), []
        for place in places:
            other = state.copy()
            other.blue ^= BIT[place]
            worths.append(self.in_position(state, other, seat))
        return highest(places, worths, 0)

    def best_exchange(self, state: MerryWayState, seat: int, among: Sequence[int] = ()) -> tuple[int, float]:
        """Return the left one of the best two folly cards to exchange, and how well off the seat then is."""
        places, worths = allowed(range(LINE_UP - 1), among), []
        for place in places:
            other = state.copy()
            self.rules.changed_company.exchange(other, place)
            worths.append(self.in_position(state, other, seat))
        return highest(places, worths, 0)

    def best_strip(self, state: MerryWayState, seat: int, among: Sequence[int] = ()) -> tuple[int, float]:
        """Return the best claim of another player to take off, and how well off the seat then is."""
        spots = allowed(self.rules.sheriffs_ear.others(state, seat), among)
        return highest(spots, [self.unclaimed(state, seat, spot) for spot in spots])

    def place(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the best spot."""
        first = int(self.rules.first.place)
        return first + self.best_spot(state, seat, int(state.chosen), [action - first for action in legal])[0]

    def block(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the best way."""
        first = int(self.rules.first.block)
        way = self.best_block(state, seat, [action - first for action in legal])[0]
        return legal[0] if way == NONE else first + way

    def strip(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the best claim marker to take off."""
        first = int(self.rules.first.strip)
        return first + self.best_strip(state, seat, [action - first for action in legal])[0]

    def folly_cards(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the best folly card to turn over, or the best pair to exchange."""
        if state.phase is self.rules.false_papers:
            return FIRST_FLIP + self.best_flip(state, seat, [action - FIRST_FLIP for action in legal])[0]
        return FIRST_EXCHANGE + self.best_exchange(state, seat, [action - FIRST_EXCHANGE for action in legal])[0]

    def token(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the resource that helps most; if it comes from another player, take it from the one with most profit."""
        wishes = self.wishes(state, seat, state.scheme_hands[seat])
        worths = []
        for action in legal:
            stock = self.own_stock(state, seat)
            worth = 0.0
            if action >= FIRST_FILCH:
                kind = (action - FIRST_FILCH) % RESOURCES
                worth = 0.001 * float(state.profit[(action - FIRST_FILCH) // RESOURCES])
            else:
                kind = action - FIRST_TAKE
            stock[kind] += 1
            worths.append(worth + self.use(stock, wishes))
        return highest(legal, worths)[0]

    def least_wanted(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the least useful card: one that is not worth building, otherwise the one that gains least."""
        first = int(self.rules.first.hand if state.phase is self.rules.hand_over else self.rules.first.discard)
        gains = {card: gain for gain, _, card in self.wishes(state, seat, state.scheme_hands[seat])}
        usual = [0.0 if action - first < self.rules.cards.normal else self.worth_an_action for action in legal]
        missed = [gains.get(action - first, worth) for action, worth in zip(legal, usual, strict=True)]
        return legal[missed.index(min(missed))]

    def side(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the side of a tie that leaves the seat better off, as far as can be seen."""
        worths = []
        for action in legal:
            trial = state.copy()
            trial.apply(action)
            worths.append(self.difference(seat, [float(profit) for profit in trial.profit]))
        return highest(legal, worths)[0]


class Terms:
    """What an offer changes, from the maker's point of view.

    Args:
        state: the position.
        maker: the seat that makes the offer.
        partner: the seat that answers it.
        give, want: its items, as actions.

    Attributes:
        stock: the plots, manpower and materials that the maker gains, minus those it gives.
        given: the scheme cards that the maker gives.
        wanted: the categories of the scheme cards that the maker wants.
        profit: by seat, after the deal; the position's own list if no profit is paid.
        claims: by spot, after the deal; the position's own if no claim changes hands.
    """

    def __init__(
        self, state: MerryWayState, maker: int, partner: int, give: tuple[int, ...], want: tuple[int, ...]
    ) -> None:
        first = state.game.first
        self.stock: list[int] = [0] * RESOURCES
        self.given: list[int] = []
        self.wanted: list[int] = []
        self.profit: list[int] = state.profit
        self.claims: tuple[int, ...] = state.claims
        paid = 0
        moved: list[tuple[int, int]] = []
        for item in give:
            if item < GIVE_PROFIT:
                self.stock[item - FIRST_GIVE] -= 1
            elif item == GIVE_PROFIT:
                paid += 1
            elif item < first.hand:
                self.given.append(item - int(first.give_card))
            elif item < first.give_unclaim:
                moved.append((item - int(first.give_claim), partner))
            else:
                moved.append((item - int(first.give_unclaim), NONE))
        for item in want:
            if item < WANT_PROFIT:
                self.stock[item - FIRST_WANT] += 1
            elif item == WANT_PROFIT:
                paid -= 1
            elif item < REJECT:
                self.wanted.append(item - FIRST_WANT_CARD)
            elif item < first.want_unclaim:
                moved.append((item - int(first.want_claim), maker))
            else:
                moved.append((item - int(first.want_unclaim), NONE))
        if paid:
            self.profit = state.profit[:]
            self.profit[maker] -= paid
            self.profit[partner] += paid
        if moved:
            claims = list(state.claims)
            for spot, owner in moved:
                claims[spot] = owner
            self.claims = tuple(claims)


@lru_cache(maxsize=8)
def usual_worths(prices: tuple[float, ...]) -> tuple[float, ...]:
    """Return what all numbers of plots, manpower and materials are worth at usual prices, materials counted first.

    Args:
        prices: the value of the first resource of a kind, of the second, and so on; more of a kind are worth nothing.

    >>> usual_worths((2.0,))
    (0.0, 2.0, 2.0, 4.0, 2.0, 4.0, 4.0, 6.0)
    """
    numbers = range(len(prices) + 1)
    found: list[float] = []
    for plots in numbers:
        for manpower in numbers:
            for materials in numbers:
                worth = 0.0
                for price in (*prices[:plots], *prices[:manpower], *prices[:materials]):
                    worth += price
                found.append(worth)
    return tuple(found)


class Planner(Builder):
    """Builds like a Builder, makes no offers, and accepts those that leave it better off.

    It values profit and claims by the coming Travel phase with the markers as they would lie, and resources and cards by what
    its hand could then build. From that it subtracts `rivalry` of what the other player gains at usual prices.
    """

    player_name: ClassVar[str] = "planner"
    good_deal: ClassVar[float] = 0.15
    """The least gain for which to accept a deal."""
    usual_prices: ClassVar[tuple[float, ...]] = (0.8, 0.6, 0.45, 0.3)
    """The value of the first, second, third and fourth resource of a kind to a player whose cards are unknown."""
    usual_card: ClassVar[float] = 0.5
    """The value of a scheme card to another player."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.priced: int = len(self.usual_prices)
        self.usual_worths: tuple[float, ...] = usual_worths(self.usual_prices)

    def reply(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Accept an offer that gains enough."""
        terms = Terms(state, int(state.seat), seat, state.give, state.want)
        return ACCEPT if self.gain_of_partner(state, seat, terms) > self.good_deal else REJECT

    def gain_on_board(self, state: MerryWayState, seat: int, terms: Terms, now: float) -> float:
        """Return what a deal gains in profit and claims, compared with what the seat would have without it."""
        blocked, future = int(state.roadblock), self.future(state)
        worths = self.forecast.worths(state.cards, terms.claims, blocked, terms.profit, future)
        return self.difference(seat, worths) - now

    def usual_gain(self, state: MerryWayState, seat: int, stock: Sequence[int], cards: int, sign: int = 1) -> float:
        """Return the value of the resources and cards that a player gains, minus those given, if its cards are unknown.

        Args:
            state: the position.
            seat: the player.
            stock: the plots, manpower and materials that it gains.
            cards: the number of scheme cards that it gains.
            sign: -1 if it gives the resources and cards instead.
        """
        plots, manpower, materials = self.own_stock(state, seat)
        more, men, logs = stock
        gain = self.usual_worth(plots + sign * more, manpower + sign * men, materials + sign * logs)
        return gain - self.usual_worth(plots, manpower, materials) + self.usual_card * float(sign * cards)

    def usual_worth(self, plots: int, manpower: int, materials: int) -> float:
        """Return the value of resources to a player whose cards are unknown."""
        most = self.priced
        place = min(plots, most) * (most + 1) + min(manpower, most)
        return self.usual_worths[place * (most + 1) + min(materials, most)]

    def envy(self, gain: float) -> float:
        """Return the cost to a seat when another one gains something."""
        return self.rivalry * gain / float(int(self.rules.players) - 1)

    def gain_in_hand(
        self, state: MerryWayState, seat: int, stock: Sequence[int], hand: tuple[int, ...], wishes: Sequence[Wish]
    ) -> float:
        """Return the gain from holding other resources and cards."""
        before = self.own_stock(state, seat)
        after = [before[kind] + stock[kind] for kind in range(RESOURCES)]
        if hand != state.scheme_hands[seat]:
            return self.use(after, self.wishes(state, seat, hand)) - self.use(before, wishes)
        return self.use(after, wishes) - self.use(before, wishes)

    def gain_of_partner(self, state: MerryWayState, seat: int, terms: Terms) -> float:
        """Return what the partner gains from an offer."""
        wishes = self.wishes(state, seat, state.scheme_hands[seat])
        hand = state.scheme_hands[seat]
        for category in terms.wanted:
            hand = without_card(hand, self.least_wanted_of(hand, category, wishes))
        for card in terms.given:
            hand = with_card(hand, card)
        stock = [-number for number in terms.stock]
        gain = self.gain_on_board(state, seat, terms, self.present(state, seat))
        gain += self.gain_in_hand(state, seat, stock, hand, wishes)
        maker = self.usual_gain(state, int(state.seat), terms.stock, len(terms.wanted) - len(terms.given))
        return gain - self.envy(maker) + 0.1 * float(len(terms.given) - len(terms.wanted))

    def least_wanted_of(self, hand: tuple[int, ...], category: int, wishes: Sequence[Wish]) -> int:
        """Return the least useful card of a category; of the whole hand, if it has no card of that category."""
        gains = {card: gain for gain, _, card in wishes}
        fitting = [card for card in hand if category in (ANY_CARD, self.rules.category[card])]
        missed = [gains.get(card, 0.0) for card in fitting]
        return fitting[missed.index(min(missed))] if fitting else hand[0]


Deal = tuple[float, int, tuple[int, ...], tuple[int, ...]]
"""An offer to make: its gain with the sign reversed, the partner, what it gives and what it wants."""


class Trader(Planner):
    """A Planner that makes offers as well.

    It tries small deals with everybody: resources for resources, resources or cards for profit, claims for profit, for
    resources or for claims, and markers taken off. From the deals that should suit the partner too, as far as it can see, it
    offers the one that gains it most, and next time the second best.

    Against planners it wins no more often than they do, and with four players rather less, because the value of a deal to the
    partner depends on cards that it cannot see.
    """

    player_name: ClassVar[str] = "trader"
    highest_price: ClassVar[int] = 3
    """The most profit that it gives or wants for a claim."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.thought_of: tuple[object, ...] = ()
        self.found: list[Deal] = []

    def make_offer(self, state: MerryWayState, seat: int, legal: tuple[int, ...]) -> int:
        """Choose the next step of the best offer, or make no more offers."""
        turn = int(state.offers[seat])
        deals = self.deals(state, seat)
        if OFFER_PASS in legal:
            return FIRST_OFFER + deals[turn][1] if turn < len(deals) else OFFER_PASS
        give: tuple[int, ...] = ()
        want: tuple[int, ...] = ()
        if turn < len(deals) and deals[turn][1] == state.partner:
            _, _, give, want = deals[turn]
        done, plan, named = GIVE_DONE, give, state.give
        if state.phase is self.rules.want:
            done, plan, named = WANT_SUBMIT, want, state.want
            if state.give != give:
                plan = named  # somebody else has begun this offer
        if plan[: len(named)] == named and len(plan) > len(named):
            return plan[len(named)]
        return done

    def deals(self, state: MerryWayState, seat: int) -> list[Deal]:
        """Return the offers worth making, the best first; remember them for all steps of an offer."""
        key = (
            *(int(state.round), seat, tuple(state.offers), tuple(state.stock), tuple(state.profit), state.claims),
            *(state.cards, tuple(state.scheme_hands), tuple(state.reserve), state.line_up, int(state.blue)),
        )
        if key != self.thought_of:
            self.found = self.look_for_deals(state, seat)
            self.thought_of = key
        return self.found

    def look_for_deals(self, state: MerryWayState, seat: int) -> list[Deal]:
        """Return the offers worth making, the best first."""
        hand = state.scheme_hands[seat]
        wishes = self.wishes(state, seat, hand)
        mine, held = self.present(state, seat), self.use(self.own_stock(state, seat), wishes)
        found: list[Deal] = []
        smaller: dict[int, tuple[tuple[int, ...], list[Wish]]] = {}
        for partner in range(int(self.rules.players)):
            if partner == seat:
                continue
            theirs = self.present(state, partner)
            for give, want in self.small_deals(state, seat, partner, wishes):
                if len(give) > self.rules.offer_units or len(want) > self.rules.offer_units:
                    continue
                terms = Terms(state, seat, partner, give, want)
                after, now = hand, wishes
                if terms.given:
                    card = terms.given[0]
                    if card not in smaller:
                        less = without_card(hand, card)
                        smaller[card] = (less, self.wishes(state, seat, less))
                    after, now = smaller[card]
                gain = self.gain_of_maker(state, seat, partner, terms, after, held, now, mine)
                if gain > self.good_deal and self.suits(state, partner, seat, terms, theirs):
                    found.append((-gain, partner, give, want))
        found.sort()
        return found

    def gain_of_maker(
        self,
        state: MerryWayState,
        seat: int,
        partner: int,
        terms: Terms,
        hand: tuple[int, ...],
        held: float,
        then: Sequence[Wish],
        present: float,
    ) -> float:
        """Return what the seat's own offer gains.

        Args:
            state: the position.
            seat: the seat that makes the offer.
            partner: the seat that answers it.
            terms: what the offer changes.
            hand: the cards left after the deal.
            held: the value of its resources before the deal.
            then: what the cards left after the deal could build.
            present: how well off the seat is without the deal.
        """
        before = self.own_stock(state, seat)
        after = [before[kind] + terms.stock[kind] for kind in range(RESOURCES)]
        gain = self.use(after, then) - held
        gain += self.cards_worth(len(hand), len(terms.wanted)) - 0.1 * float(len(terms.given))
        theirs = self.usual_gain(state, partner, terms.stock, len(terms.wanted) - len(terms.given), -1)
        if terms.claims != state.claims or terms.profit != state.profit:
            gain += self.gain_on_board(state, seat, terms, present)
        return gain - self.envy(theirs)

    def suits(self, state: MerryWayState, partner: int, seat: int, terms: Terms, present: float) -> bool:
        """Return whether an offer should suit a partner with unknown cards, who is so well off without it."""
        gain = self.usual_gain(state, partner, terms.stock, len(terms.wanted) - len(terms.given), -1)
        gain -= self.envy(self.usual_gain(state, seat, terms.stock, len(terms.wanted) - len(terms.given)))
        if terms.claims != state.claims or terms.profit != state.profit:
            gain += self.gain_on_board(state, partner, terms, present)
        return gain > 0.0

    def small_deals(
        self, state: MerryWayState, seat: int, partner: int, wishes: Sequence[Wish]
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the deals to try with a partner, each as what it gives and what it wants."""
        first = self.rules.first
        mine, theirs = self.own_stock(state, seat), self.own_stock(state, partner)
        gives: list[tuple[int, ...]] = []
        wants: list[tuple[int, ...]] = []
        for kind in range(RESOURCES):
            for number in range(1, min(2, mine[kind]) + 1):
                gives.append((FIRST_GIVE + kind,) * number)
            for number in range(1, min(2, theirs[kind]) + 1):
                wants.append((FIRST_WANT + kind,) * number)
        prices = [(GIVE_PROFIT,) * number for number in range(1, min(self.highest_price, state.profit[seat]) + 1)]
        sums = [(WANT_PROFIT,) * number for number in range(1, min(self.highest_price, state.profit[partner]) + 1)]
        found = [(give, want) for give in gives for want in wants if give[0] - FIRST_GIVE != want[0] - FIRST_WANT]
        found += [(give, want) for give in prices[:2] for want in wants]
        found += [(give, want) for give in gives for want in sums[:2]]
        held = state.scheme_hands[seat]
        if held:
            card = int(first.give_card) + self.least_wanted_of(held, ANY_CARD, wishes)
            found += [((card,), want) for want in (*wants, *sums[:2])]
            if state.scheme_hands[partner]:
                found.append(((card,), (FIRST_WANT_CARD,)))
        if state.scheme_hands[partner]:
            found += [(give, (FIRST_WANT_CARD,)) for give in (*gives, *prices[:2])]
        spots = range(len(state.claims))
        own = [spot for spot in spots if state.claims[spot] == seat]
        other = [spot for spot in spots if state.claims[spot] == partner]
        claim, unclaim = int(first.give_claim), int(first.give_unclaim)
        if state.reserve[partner] > 0:
            found += [((claim + spot,), want) for spot in own for want in (*wants, *sums)]
        if state.reserve[seat] > 0:
            taken = int(first.want_claim)
            found += [(give, (taken + spot,)) for spot in other for give in (*gives, *prices)]
        found += [((claim + spot,), (int(first.want_claim) + there,)) for spot in own for there in other]
        nothing: tuple[int, ...] = ()
        found += [((unclaim + spot,), nothing) for spot in own]
        found += [((*price, unclaim + spot), nothing) for spot in own for price in prices[:2]]
        found += [(price, (int(first.want_unclaim) + spot,)) for spot in other for price in prices]
        found += [((unclaim + spot,), (int(first.want_unclaim) + there,)) for spot in own for there in other]
        return found


class Schemer(Planner):
    """A Planner that sets more store by scheme cards and by the resources it keeps, and minds more what the others gain.

    Its numbers are the ones that won: many random changes were tried, and those that won more games against the other players
    were kept. `benchmarks/tune_player.py` can go on from here in the same way. Only `beyond` was set by hand: a schemer that
    counted every resource it spent in full waited for the others to build, and if they were schemers, nobody ever built.
    """

    player_name: ClassVar[str] = "schemer"
    card_drawn: ClassVar[float] = 4.4
    next_card: ClassVar[float] = 2.464
    spare: ClassVar[float] = 1.21
    rivalry: ClassVar[float] = 1.76
    lasting: ClassVar[float] = 0.56
    a_step_away: ClassVar[float] = 0.352
    beyond: ClassVar[float] = REST


class Dealer(Trader):
    """A Trader with the numbers of a Schemer."""

    player_name: ClassVar[str] = "dealer"
    card_drawn: ClassVar[float] = Schemer.card_drawn
    next_card: ClassVar[float] = Schemer.next_card
    spare: ClassVar[float] = Schemer.spare
    rivalry: ClassVar[float] = Schemer.rivalry
    lasting: ClassVar[float] = Schemer.lasting
    a_step_away: ClassVar[float] = Schemer.a_step_away
    beyond: ClassVar[float] = Schemer.beyond


STRATEGIES: Final[Mapping[str, type[Player]]] = {
    kind.player_name: kind for kind in (Planner, Builder, Trader, Schemer, Dealer)
}
"""The players of this game by name."""
