"""Players for For Goods and Honor: a sensible one, five that differ in one thing, and one that calculates its bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp, fsum
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.figures import unheld
from workbench.core.player import Player
from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import (
    CELLS,
    CLOSE,
    DECLINE,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_GOOD,
    FIRST_KEEP,
    FIRST_PAWN,
    FIRST_PLACE,
    FIRST_SAY,
    GOODS,
    GUARDS,
    ITEMS,
    KEEP_LAYOUT,
    NASTIGAN,
    NONE,
    ONE_GIVE,
    ONE_KEEP,
    REARRANGE,
    SAY_NOTHING,
    SECTIONS,
    SENTRYFOLK,
    TAKE,
    TYPES,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.laws import (
    EMPTY,
    FREE,
    Best,
    Layout,
    bid_value,
    duel_law,
    good_outputs,
    item_values,
    output,
    points_law,
    usual_chance,
)
from workbench.games.goods_and_honor.scoring import score_parts
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import State, View
    from workbench.games.goods_and_honor.game import GoodsAndHonor

# A player may make mistakes if a rule is changed, but goes on playing.
BID_VALUE: Final = unheld(bid_value)
ITEM_VALUES: Final = unheld(item_values)
OUTPUT: Final = unheld(output)

NOBODY: Final = (0,) * TYPES
"""No Folks of any type."""
HORIZON: Final = 30
"""The most rounds to look ahead if nobody produces."""


def position_of(view: View) -> GoodsAndHonorState:
    """Return the position a view shows."""
    assert isinstance(view.state, GoodsAndHonorState)
    return view.state


def layout_of(state: GoodsAndHonorState, seat: int) -> Layout:
    """Return the Folks of a mat in Food, Wood, Rock and Guards; those in New are left out."""
    return tuple([state.section(seat, section) for section in range(GOODS + 1)])


def within(layout: Layout, target: Layout) -> bool:
    """Return whether a layout can grow into another one without moving anybody.

    >>> within(((1, 0, 0, 0),), ((1, 1, 0, 0),)), within(((1, 0, 0, 0),), ((0, 2, 0, 0),))
    (True, False)
    """
    for section in range(len(layout)):
        for kind in range(TYPES):
            if layout[section][kind] > target[section][kind]:
                return False
    return True


class BalancedElder(Player):
    """Plays every part of the game sensibly, by simple measures.

    It estimates how many turns it has left from the middle and from what everybody's Folks produce. It keeps the Folk that
    gives more points (a first Sentryfolk, if it wants a guard). It lays out by trying the best vectors of tokens for its next
    production and takes the one after which it would score most, with a small bonus for balance and for tokens that may still
    find a set. One Sentryfolk is in Guards while it has more than `guard_while` turns left. It bids only chips of its own
    colour: as many as the points the Folk gives in a turn times the turns it will work, but no more than an even share of its
    chips for the turns that are left. It accepts the bid that brings most at scoring, with a bonus for colours it lacks. The
    Folk with the best die defends; among equal dice the player risks the Folk with the fewest points.
    """

    player_name: ClassVar[str] = "balanced_elder"
    figures: ClassVar[tuple[Any, ...]] = (BID_VALUE, ITEM_VALUES, OUTPUT, duel_law)
    guard_while: ClassVar[float] = 1.5
    efficiency: ClassVar[float] = 0.85
    """The part of all points that becomes tokens, in estimates; the rest is lost in remainders or kept in Guards."""
    balance: ClassVar[float] = 0.2
    """The points a layout loses for each token of difference between the largest and the smallest pile of Goods."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        rules: GoodsAndHonor = game  # type: ignore[assignment]
        self.rules: GoodsAndHonor = rules
        places = range(GOODS) if rules.elder_pawns_on else (NONE,)
        tables = [points_law(rules, place).each for place in places]
        self.points: tuple[float, ...] = tuple(
            [sum([max(table[kind]) for table in tables]) / len(tables) for kind in range(TYPES)]
        )
        self.plans: dict[tuple[object, ...], Best] = {}

    def choose(self, view: View) -> int:
        """Choose one of the legal actions."""
        state = position_of(view)
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return self.if_allowed(self.wanted(state, view.seat, legal), legal, state)

    def wanted(self, state: GoodsAndHonorState, seat: int, legal: tuple[int, ...]) -> int:
        """Return what it does in each phase by the printed rules."""
        phase, rules = state.phase, state.game
        if phase is rules.bid:
            return self.bid(state, seat, legal)
        if phase in (rules.place, rules.setup_place, rules.gift_place):
            return self.placement(state, seat, legal)
        if phase is rules.assign:
            return self.assignment(state, seat)
        if phase is rules.award:
            return FIRST_GIVE + self.receiver(state, seat, [action - FIRST_GIVE for action in legal])
        if phase is rules.keep:
            return FIRST_KEEP + self.keep(state, seat, [action - FIRST_KEEP for action in legal])
        if phase is rules.talk:
            return self.request(state, seat, legal)
        if phase is rules.reply:
            return self.reply(state, seat)
        if phase is rules.defend:
            return self.defender(legal)
        if phase in (rules.move_pawn, rules.setup_pawn):
            return FIRST_PAWN + self.pawn(state, seat)
        if phase is rules.one_folk:
            return ONE_KEEP if self.turns_left(state, seat) else ONE_GIVE
        if phase is rules.produce:
            return self.production(state, seat)
        return legal[0]

    def suppose(self, state: State, seat: int) -> None:
        """Suppose a hand for a seat that has closed it."""
        assert isinstance(state, GoodsAndHonorState)
        if state.phase is self.rules.bid and state.has_closed(seat):
            state.bids[seat * ITEMS : (seat + 1) * ITEMS] = self.wanted_bid(state, seat)

    # -- estimates -----------------------------------------------------------------------------------------------------

    def turns_left(self, state: GoodsAndHonorState, seat: int) -> int:
        """Estimate how many Produce Goods phases a seat still has.

        The next production is known for mats that cannot change before it. After that every player is expected to produce by
        the number of their Folks, which grows by two in a round.
        """
        rules = self.rules
        players = int(rules.players)
        before = state.active == NONE
        begins = seat if before else int(state.active) + self.produces_later(state)
        piles = state.supply[:]
        middle = float(GOODS * min(piles) if rules.end_trigger_any_type else sum(piles))
        rate = self.efficiency / int(rules.points_per_good)
        growth = FOLKS_DRAWN * fsum(self.points) / TYPES * rate
        phases = HORIZON * players
        if rules.last_turn:
            phases = min(phases, int(rules.last_turn) - int(state.turn))
        own = 0
        for ahead in range(phases):
            if middle <= 0:
                break
            other = (begins + ahead) % players
            own += other == seat
            if ahead < players and other != state.active and not before:
                yields = rules.produce.yields(state, other)
                for good in range(GOODS):
                    taken = min(yields[good], piles[good])
                    piles[good] -= taken
                    middle -= taken
            else:
                folk, hand = state.folk(other), state.hand(other)
                points = fsum([self.points[kind] * (folk[kind] + hand[kind]) for kind in range(TYPES)])
                middle -= points * rate + growth * (ahead // players)
        return own

    def produces_later(self, state: GoodsAndHonorState) -> int:
        """Return 0 if the active player must still produce this turn, 1 if the seat to the left is next."""
        return 0 if self.rules.phase_order_trade_first or state.phase is self.rules.produce else 1

    def outlook(self, state: GoodsAndHonorState, seat: int) -> GoodsAndHonorState | None:
        """Return the position at the seat's next production if no mat changes; None if the game ends first."""
        trial = state.copy()
        if state.active == NONE:
            return trial
        other = (int(state.active) + self.produces_later(state)) % int(self.rules.players)
        while other != seat:
            if self.rules.produce.produce(trial, other, takes=True, from_box=False):
                return None
            other = (other + 1) % int(self.rules.players)
        return trial

    # -- the mat -------------------------------------------------------------------------------------------------------

    def guards(
        self, state: GoodsAndHonorState, seat: int, folk: Sequence[int], on_guard: Sequence[int]
    ) -> tuple[int, ...]:
        """Return which of some Folks should go to Guards, by type.

        Args:
            state: the position.
            seat: the owner of the Folks.
            folk: the Folks to place.
            on_guard: those that are in Guards already and stay there.
        """
        threatened = self.rules.duel_cap and (state.bag[NASTIGAN] or state.table_nastigans)
        wanted = threatened and not sum(on_guard) and self.turns_left(state, seat) > self.guard_while
        return (0, 0, 0, 1) if wanted and folk[SENTRYFOLK] else NOBODY

    def candidates(
        self, state: GoodsAndHonorState, seat: int, folk: Sequence[int], guards: Sequence[int], fixed: Layout
    ) -> tuple[Best, ...]:
        """Return the layouts worth considering."""
        pawn = FREE if self.rules.elder_pawns_on else NONE
        carry = state.carry[seat * GOODS : (seat + 1) * GOODS]
        if state.phase is state.game.gift_place:
            pawn = state.pawns[seat]  # it stays where it is
        return good_outputs(self.rules, tuple(folk), guards, pawn, carry, fixed)

    def worth(self, ahead: GoodsAndHonorState, seat: int, tokens: Sequence[int], turns: int) -> float:
        """Return what tokens are worth at the next production.

        Args:
            ahead: the position just before it.
            seat: the seat that produces.
            tokens: what the mat yields.
            turns: the turns that the seat has left, the coming one included.
        """
        rules = self.rules
        stash = list(ahead.stash(seat))
        for good in range(GOODS):
            there = ahead.supply[good]
            if tokens[good] <= there or not rules.shortage_none_if_short:
                stash[FIRST_GOOD + good] += min(tokens[good], there)
        goods = stash[FIRST_GOOD:]
        score = float(sum(score_parts(rules, tuple(stash), seat)))
        if turns > 1:  # a token left over may still find its set
            left = sum(goods) - GOODS * min(goods)
            score += left * (rules.set_points / GOODS - rules.single_points) / 2
        return score - self.balance * (max(goods) - min(goods))

    def pick(self, state: GoodsAndHonorState, seat: int, candidates: Sequence[Best]) -> Best:
        """Return the layout after whose production the seat would score most."""
        ahead = self.outlook(state, seat)
        if ahead is None:
            return candidates[0]
        turns = self.turns_left(state, seat)
        worths = [self.worth(ahead, seat, candidate.tokens, turns) for candidate in candidates]
        return candidates[worths.index(max(worths))]

    def plan(self, state: GoodsAndHonorState, seat: int, more: int = NONE) -> Best:
        """Return the layout wanted for all Folks of a seat, as if it could move them all.

        Args:
            state: the position.
            seat: the owner of the Folks.
            more: the type of one more Folk, or NONE.
        """
        folk, hand = state.folk(seat), state.hand(seat)
        every = tuple([folk[kind] + hand[kind] + (kind == more) for kind in range(TYPES)])
        base = seat * CELLS
        others = tuple(state.mats[:base] + state.mats[base + CELLS :])
        key = (seat, every, others, tuple(state.supply), state.stash(seat), int(state.active), int(state.turn))
        found = self.plans.get(key)
        if found is None:
            if len(self.plans) > 64:
                self.plans.clear()
            guards = self.guards(state, seat, every, NOBODY)
            found = self.pick(state, seat, self.candidates(state, seat, every, guards, EMPTY))
            self.plans[key] = found
        return found

    def target(self, state: GoodsAndHonorState, seat: int) -> Best:
        """Return the layout to aim at: the plan if it moves nobody, otherwise the best within reach."""
        present = layout_of(state, seat)
        plan = self.plan(state, seat)
        if within(present, plan.layout):
            return plan
        hand = state.hand(seat)
        guards = self.guards(state, seat, hand, present[GUARDS])
        return self.pick(state, seat, self.candidates(state, seat, hand, guards, present))

    def assignment(self, state: GoodsAndHonorState, seat: int) -> int:
        """Rearrange only if a Folk has to move."""
        return KEEP_LAYOUT if within(layout_of(state, seat), self.plan(state, seat).layout) else REARRANGE

    def placement(self, state: GoodsAndHonorState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the first section that still needs the next Folk by the target."""
        layout = self.target(state, seat).layout
        kind = next(kind for kind in range(TYPES) if state.hand(seat)[kind])
        for section in range(GOODS + 1):
            if FIRST_PLACE + section in legal and state.section(seat, section)[kind] < layout[section][kind]:
                return FIRST_PLACE + section
        return legal[0]

    def pawn(self, state: GoodsAndHonorState, seat: int) -> int:
        """Return the section where the Elder Pawn helps most."""
        return self.pick(state, seat, self.candidates(state, seat, NOBODY, NOBODY, layout_of(state, seat))).pawn

    # -- the two Folks -------------------------------------------------------------------------------------------------

    def keep(self, state: GoodsAndHonorState, seat: int, kinds: Sequence[int]) -> int:
        """Return the type of Folk to keep: more points first, then the better layout."""
        ahead = self.outlook(state, seat)
        turns = self.turns_left(state, seat)
        guard_wanted = not state.folk(seat)[SENTRYFOLK] and self.guards(state, seat, (0, 0, 0, 1), NOBODY) != NOBODY
        ranks: list[tuple[float, float]] = []
        for kind in kinds:
            points = self.points[kind]
            if kind == SENTRYFOLK and guard_wanted:
                points = max(self.points) + 0.1
            layout = self.worth(ahead, seat, self.plan(state, seat, kind).tokens, turns) if ahead is not None else 0.0
            ranks.append((points, layout))
        return kinds[ranks.index(max(ranks))]

    def request(self, state: GoodsAndHonorState, seat: int, legal: tuple[int, ...]) -> int:
        """Ask for the item that would bring most, and of equal ones for the scarcest."""
        stash = state.stash(seat)
        values = [value for value in ITEM_VALUES(self.rules, stash, seat) if value.item != seat]
        wanted = max(values, key=lambda value: (value.more, -stash[value.item]))
        return FIRST_SAY + wanted.item if FIRST_SAY + wanted.item in legal else SAY_NOTHING

    def reply(self, state: GoodsAndHonorState, seat: int) -> int:
        """Announce truly what the player will bid."""
        bid = self.wanted_bid(state, seat)
        return FIRST_SAY + next(item for item in range(ITEMS) if bid[item])

    # -- bids ----------------------------------------------------------------------------------------------------------

    def bid(self, state: GoodsAndHonorState, seat: int, legal: tuple[int, ...]) -> int:
        """Return the next item of the wanted bid, or close the hand."""
        wanted, held = self.wanted_bid(state, seat), state.bid(seat)
        for item in range(ITEMS):
            if held[item] < wanted[item] and FIRST_ADD + item in legal:
                return FIRST_ADD + item
        return CLOSE

    def wanted_bid(self, state: GoodsAndHonorState, seat: int) -> list[int]:
        """Return the bid, as nine counts: own chips while there are any, otherwise the item that costs least."""
        own = state.stash(seat)[seat]
        found = [0] * ITEMS
        if own:
            found[seat] = min(own, int(self.rules.bid_max), self.chips(state, seat, own))
        else:
            found[self.cheapest(state, seat, self.rules.bid_items[seat])] = 1
        return found

    def chips(self, state: GoodsAndHonorState, seat: int, own: int) -> int:
        """Return how many own chips the offered Folk is worth."""
        if self.rules.random_award:
            return 1  # a larger bid is no more likely to be drawn
        turns = self.turns_left(state, seat)
        works = turns if self.rules.phase_order_trade_first or self.rules.gift_assign_at_once else turns - 1
        offered = [self.points[kind] for kind in range(TYPES) if state.table_folk[kind]]
        wanted = round(min(offered) * works)  # of two Folks the giver will keep the better one
        return max(1, min(wanted, ceil(own / max(1, turns))))

    def cheapest(self, state: GoodsAndHonorState, seat: int, items: Sequence[int]) -> int:
        """Return the item that costs least at scoring, and of equal ones the most plentiful.

        Args:
            state: the position.
            seat: the owner of the stash.
            items: the items to choose from; the seat owns at least one of them.
        """
        stash = state.stash(seat)
        cost = {value.item: value.less for value in ITEM_VALUES(self.rules, stash, seat)}
        owned = [item for item in items if stash[item]]
        return min(owned, key=lambda item: (cost[item], -stash[item]))

    def receiver(self, state: GoodsAndHonorState, seat: int, seats: Sequence[int]) -> int:
        """Return which seat receives the Folk: the best bid, and of equal bids that of the lowest score."""
        stash = state.stash(seat)
        scores = state.scores()
        more_to_come = self.turns_left(state, seat) > 0
        ranks: list[tuple[float, int]] = []
        for other in seats:
            bid = state.bid(other)
            gain = float(BID_VALUE(self.rules, bid, stash, seat, state.stash(other), other).gain)
            if more_to_come:
                gain += self.lacking(stash, seat, bid)
            ranks.append((gain, -scores[other]))
        return seats[ranks.index(max(ranks))]

    def lacking(self, stash: tuple[int, ...], seat: int, bid: tuple[int, ...]) -> float:
        """Return the bonus for scarce colours: half of what a chip gains in a set over a single one."""
        others = [other for other in range(self.rules.players) if other != seat]
        top = max(1, max([stash[other] for other in others]))
        useful = sum([min(bid[other], max(0, top - stash[other])) for other in others])
        return useful * max(0.0, self.rules.set_points / len(others) - self.rules.single_points) / 2

    # -- Nastigans and production --------------------------------------------------------------------------------------

    def defender(self, legal: tuple[int, ...]) -> int:
        """Return the best die; of equal ones the Folk with the fewest points."""
        kinds = [(action - FIRST_DEFEND) // SECTIONS for action in legal]
        ranks = [(usual_chance(self.rules, action), -self.points[kind]) for action, kind in zip(legal, kinds, strict=True)]
        return legal[ranks.index(max(ranks))]

    def production(self, state: GoodsAndHonorState, seat: int) -> int:
        """Take the Goods whenever declining is possible."""
        return TAKE


class ChipSprayer(BalancedElder):
    """A Balanced Elder that always bids as many own chips as a bid may hold."""

    player_name: ClassVar[str] = "chip_sprayer"

    def chips(self, state: GoodsAndHonorState, seat: int, own: int) -> int:
        """Bid as many chips as the bid may hold."""
        return int(self.rules.bid_max)


class Hoarder(BalancedElder):
    """A Balanced Elder that keeps its own chips and bids the other item it needs least, while it has one."""

    player_name: ClassVar[str] = "hoarder"

    def wanted_bid(self, state: GoodsAndHonorState, seat: int) -> list[int]:
        """Bid one item of another kind, if there is any."""
        stash = state.stash(seat)
        others = [item for item in self.rules.bid_items[seat] if item != seat and stash[item]]
        found = [0] * ITEMS
        found[self.cheapest(state, seat, others) if others else seat] = 1
        return found


class Haggler(Hoarder):
    """A Balanced Elder that works out each bid's cost, its chance to win the Folk, and whom it helps.

    A bid is worth making if the Folk will earn more than the bid costs at scoring, and more than a share of what the bid brings
    the giver, who is a rival. The chance to win depends on how much better the bid is for the giver than what the other bidders
    would offer if they were Hoarders. The player adds item by item, as long as that promises more.

    The numbers were chosen by wins in games of three against Hoarders, Balanced Elders and the Haggler itself, and
    `rivalry_of_three` in games of four against Closers and Balanced Elders.
    """

    player_name: ClassVar[str] = "haggler"
    guard_while: ClassVar[float] = 2.1
    folk_worth: ClassVar[float] = 0.5
    """The share of what a Folk could produce in all coming turns that the player expects of it."""
    rivalry: ClassVar[float] = 0.2
    """How much of the giver's gain counts against a bid, before it is divided by the number of rivals."""
    rivalry_of_three: ClassVar[float] = 2.0
    """The same with three rivals, where what it pays helps more of them to sets; with more rivals this wins too few Folks."""
    margin: ClassVar[float] = 3.4
    """The lead in points over the others' bids with which a bid wins 73 times in a hundred."""

    def folk_value(self, state: GoodsAndHonorState, seat: int) -> float:
        """Return what the offered Folk will bring at scoring; of two Folks the giver keeps the better one."""
        rules = self.rules
        turns = self.turns_left(state, seat)
        works = turns if rules.phase_order_trade_first or rules.gift_assign_at_once else max(0, turns - 1)
        offered = [self.points[kind] for kind in range(TYPES) if state.table_folk[kind]]
        tokens = min(offered, default=0.0) * works / int(rules.points_per_good)
        return self.folk_worth * tokens * rules.set_points / GOODS

    def gain(self, state: GoodsAndHonorState, seat: int, bid: Sequence[int]) -> tuple[float, float]:
        """Return what a bid would bring the giver, and what it would cost its bidder, in points."""
        giver = int(state.active)
        stash = state.stash(giver)
        value = BID_VALUE(self.rules, bid, stash, giver, state.stash(seat), seat)
        return value.gain + self.lacking(stash, giver, tuple(bid)), float(value.loss)

    def wanted_bid(self, state: GoodsAndHonorState, seat: int) -> list[int]:
        """Return the bid that promises most."""
        rules = self.rules
        if rules.random_award:
            return super().wanted_bid(state, seat)
        others = [other for other in range(rules.players) if other not in (seat, state.active) and self.may_bid(state, other)]
        best_other = max([self.gain(state, other, self.single_item(state, other))[0] for other in others], default=0.0)
        value, stash = self.folk_value(state, seat), state.stash(seat)
        rivals = int(rules.players) - 1
        rivalry = (self.rivalry_of_three if rivals == 3 else self.rivalry) / rivals
        found, promise = [0] * ITEMS, 0.0
        for size in range(min(rivals, int(rules.bid_max))):
            tried: list[tuple[float, list[int]]] = []
            for item in rules.bid_items[seat]:
                if found[item] < stash[item]:
                    bid = found[:]
                    bid[item] += 1
                    gain, loss = self.gain(state, seat, bid)
                    behind = (best_other - gain) / self.margin
                    wins = 1.0 / (1.0 + exp(min(behind, 50.0)))
                    tried.append((wins * (value - loss - rivalry * gain), bid))
            if not tried:
                break
            best = max(tried, key=lambda one: one[0])
            if size and best[0] <= promise:
                break
            promise, found = best
        return found

    def may_bid(self, state: GoodsAndHonorState, seat: int) -> bool:
        """Return whether a seat has anything that it may bid."""
        stash = state.stash(seat)
        return any([stash[item] for item in self.rules.bid_items[seat]])

    def single_item(self, state: GoodsAndHonorState, seat: int) -> list[int]:
        """Return what a Hoarder would bid."""
        return Hoarder.wanted_bid(self, state, seat)


class Guardian(BalancedElder):
    """A Balanced Elder with all Sentryfolk and one other Folk in Guards, from the first turn to the last."""

    player_name: ClassVar[str] = "guardian"

    def guards(
        self, state: GoodsAndHonorState, seat: int, folk: Sequence[int], on_guard: Sequence[int]
    ) -> tuple[int, ...]:
        """Return all Sentryfolk; and one of the most frequent other type, if no such Folk is there yet."""
        found = [0] * TYPES
        found[SENTRYFOLK] = folk[SENTRYFOLK]
        others = list(folk[:SENTRYFOLK])
        if max(others) and not sum(on_guard[:SENTRYFOLK]):
            found[others.index(max(others))] = 1
        return tuple(found)


class Kingmaker(BalancedElder):
    """A Balanced Elder that gives every Folk to the player with the lowest score."""

    player_name: ClassVar[str] = "kingmaker"

    def receiver(self, state: GoodsAndHonorState, seat: int, seats: Sequence[int]) -> int:
        """Return the seat with the lowest score among those that may receive the Folk."""
        scores = state.scores()
        return min(seats, key=lambda other: scores[other])


class Closer(BalancedElder):
    """A Balanced Elder that watches which player ends the game.

    Before each assignment it works out whether its next production can empty the middle, and whether it would then win. If so,
    it lays out for that. Otherwise it leaves something in the middle, if necessary by sending a whole section to Guards. If it
    may decline a production that would end the game without a win, it does.
    """

    player_name: ClassVar[str] = "closer"

    def outcome(self, ahead: GoodsAndHonorState, seat: int, candidate: Best) -> tuple[bool, float]:
        """Return whether a production ends the game, and the share of the win that the seat then has."""
        trial = ahead.copy()
        trial.active = seat
        for section in range(GOODS + 1):
            base = seat * CELLS + section * TYPES
            trial.mats[base : base + TYPES] = candidate.layout[section]
        trial.pawns[seat] = candidate.pawn
        trial.phase = self.rules.produce
        trial.apply(TAKE)
        return trial.to_move == OVER, trial.returns()[seat]

    def pick(self, state: GoodsAndHonorState, seat: int, candidates: Sequence[Best]) -> Best:
        """Return a layout that ends the game with a win, or the best one that does not end it."""
        usual = super().pick(state, seat, candidates)
        ahead = self.outlook(state, seat)
        if ahead is None or state.active == NONE:
            return usual
        winning: list[Best] = []
        going_on: list[Best] = []
        for candidate in (usual, *candidates):
            ends, part = self.outcome(ahead, seat, candidate)
            if not ends:
                going_on.append(candidate)
            elif part > 0:
                winning.append(candidate)
        if winning:
            return winning[0]
        if not going_on:
            going_on = self.idle(state, seat, ahead, usual)
        return super().pick(state, seat, going_on) if going_on else usual

    def idle(self, state: GoodsAndHonorState, seat: int, ahead: GoodsAndHonorState, usual: Best) -> list[Best]:
        """Return layouts that do not end the game, made by sending the Folks of some sections to Guards."""
        found: list[Best] = []
        fixed = EMPTY if self.rules.may_rearrange else layout_of(state, seat)
        for chosen in range(1, 1 << GOODS):
            sections = [list(section) for section in usual.layout]
            for section in range(GOODS):
                if chosen >> section & 1:
                    for kind in range(TYPES):
                        moved = sections[section][kind] - fixed[section][kind]
                        sections[section][kind] -= moved
                        sections[GUARDS][kind] += moved
            layout = tuple([tuple(section) for section in sections])
            carry = state.carry[seat * GOODS : (seat + 1) * GOODS]
            candidate = Best(OUTPUT(self.rules, layout, usual.pawn, carry).tokens, layout, usual.pawn)
            if not self.outcome(ahead, seat, candidate)[0]:
                found.append(candidate)
        return found

    def production(self, state: GoodsAndHonorState, seat: int) -> int:
        """Decline to take what would end the game without a win."""
        trial = state.copy()
        trial.apply(TAKE)
        return DECLINE if trial.to_move == OVER and not trial.returns()[seat] else TAKE


STRATEGIES: Final[Mapping[str, type[Player]]] = {
    kind.player_name: kind for kind in (BalancedElder, ChipSprayer, Hoarder, Haggler, Guardian, Closer, Kingmaker)
}
"""The players of this game by name."""
