"""Players for For Northwood!: one counts, and one looks ahead with the exact odds of the plain visit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.figures import unheld
from workbench.core.player import Player
from workbench.core.state import CHANCE
from workbench.games.northwood.components import (
    CONCEDE,
    DRAW,
    FIRST_ALLY,
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    FIRST_SUIT,
    NONE,
    PASS,
    STOP,
    SUBSTITUTES_DONE,
    SUIT_MASK,
    VALUES,
    cards_in,
    count,
)
from workbench.games.northwood.plain_visit import PLAIN_PHASES, mean_success, plain_visit
from workbench.games.northwood.state import NorthwoodState
from workbench.games.northwood.visitor import Thinker, Visitor

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import View
    from workbench.games.northwood.game import Northwood

DRAWING: Final = (
    "jack_of_claws",
    "jack_of_eyes",
    "prince_of_claws",
    "lady_of_claws",
    "lady_of_leaves",
    "queen_of_claws",
)
"""Abilities that bring more cards than they cost."""
SHEDDING: Final = ("jack_of_flowers", "king_of_eyes")
"""Abilities that get rid of trumps."""


def position_of(view: View) -> NorthwoodState:
    """Return the position a view shows; this game hides only the order of the deck from the player."""
    assert isinstance(view.state, NorthwoodState)
    return view.state


def trump_of(state: NorthwoodState, fief: int) -> int:
    """Return the trump suit of a fief; Claws stand in for a ruler that lies face down."""
    ruler = state.rulers[fief]
    return ruler // 6 if ruler >= 0 else 0


class Counter(Player):
    """Counts the points a hand promises, visits a fief that fits, and plays the cheapest card that works.

    A trump counts as a point. Any other card counts as the chance that it beats a random card of its suit, times 0.6 because
    it must also meet its suit. The player uses allies that draw when it lacks points, and allies that shed trumps when it wants
    none. It brings in a friendly ruler only if three or four stars are at stake.
    """

    player_name: ClassVar[str] = "counter"
    meets_its_suit: ClassVar[float] = 0.6

    def promise(self, hand: int, trump: int) -> float:
        """Return the points a hand promises under a trump suit."""
        points = 0.0
        for card in cards_in(hand):
            points += 1.0 if card >> 3 == trump else self.meets_its_suit * (card % VALUES) / (VALUES - 1)
        return points

    def choose(self, view: View) -> int:
        """Choose one of the legal actions."""
        state = position_of(view)
        legal = view.legal()
        return legal[0] if len(legal) == 1 else self.if_allowed(self.wanted(state, legal), legal, state)

    def wanted(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Return what it does in each phase."""
        phase, rules = state.phase, state.game
        if phase is rules.choose_fief:
            return self.fief(state, legal)
        need = state.fief - len(state.score_pile)
        if phase is rules.substitute:
            return self.substitute(state, legal)
        if phase is rules.ability_window:
            return self.ally(state, legal, need)
        if phase is rules.respond:
            return self.response(state, legal, need)
        return self.ability_choice(state, legal, need)

    def fief(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Choose the fief whose target is nearest to the promise; among equals the one with more stars."""
        fiefs = [action - FIRST_FIEF for action in legal if action != CONCEDE]
        missed = [abs(self.promise(state.hand, trump_of(state, fief)) - fief) for fief in fiefs]
        ranks = [(miss, -state.game.stars[fief]) for miss, fief in zip(missed, fiefs, strict=True)]
        return FIRST_FIEF + fiefs[ranks.index(min(ranks))]

    def substitute(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Bring in one ruler for a fief worth three stars or more."""
        if state.game.stars[state.fief] >= 3 and state.friendly and state.last_substitute == NONE:
            return next((action for action in legal if FIRST_SUBSTITUTE <= action < SUBSTITUTES_DONE), SUBSTITUTES_DONE)
        return SUBSTITUTES_DONE

    def ally(self, state: NorthwoodState, legal: tuple[int, ...], need: int) -> int:
        """Draw when the hand is too small for the target; shed trumps when no point is wanted."""
        wanted: tuple[str, ...] = ()
        if need > count(state.hand):
            wanted = DRAWING
        elif need == 0 and state.hand & SUIT_MASK[state.trump()]:
            wanted = SHEDDING
        for action in legal:
            if action == PASS:
                continue
            ability = state.game.abilities[state.active(action - FIRST_ALLY)]
            if ability.name in wanted and not ability.does_nothing(state):
                return action
        return PASS

    def response(self, state: NorthwoodState, legal: tuple[int, ...], need: int) -> int:
        """Play the cheapest card that scores while points are wanted, otherwise the highest that does not."""
        scoring = [card for card in legal if state.game.respond.scores(state, card)]
        idle = [card for card in legal if card not in scoring]
        if need > 0 and scoring:
            return min(scoring, key=lambda card: (card >> 3 == state.trump(), card % VALUES))
        if need > 0:
            return min(idle, key=lambda card: (card >> 3 == state.trump(), card % VALUES))
        return max(idle or scoring, key=lambda card: (card >> 3 == state.trump(), card % VALUES))

    def ability_choice(self, state: NorthwoodState, legal: tuple[int, ...], need: int) -> int:
        """Give away weak cards while points are wanted, strong ones when they are not."""
        if DRAW in legal:
            return DRAW if need > count(state.hand) else STOP
        if legal[0] >= FIRST_SUIT:
            held = [(count(state.hand & SUIT_MASK[suit]), suit) for suit in range(4)]
            suit = state.trump() if need <= 0 else min(held)[1]
            return FIRST_SUIT + int(suit) if FIRST_SUIT + suit in legal else legal[0]
        cards = [action for action in legal if action < FIRST_FIEF]
        if not cards:
            return legal[0]

        def strength(card: int) -> tuple[bool, int]:
            return (card >> 3 == state.trump(), card % VALUES)

        return min(cards, key=strength) if need > 0 else max(cards, key=strength)


class LookAhead(Player):
    """Plays by the exact odds of the plain visit: the worth of each choice if no ability is used after it.

    It visits the fief where stars times (its own chance minus the chance of a random hand) is largest. Before each statement
    it samples what every ready ally would bring and activates the best one if that gains more than 0.03; each response and
    each choice inside an ability is the one with the best plain chance. It brings in no rulers.
    """

    player_name: ClassVar[str] = "look_ahead"
    called: ClassVar[str] = "the player who looks ahead"
    figures: ClassVar[tuple[Any, ...]] = (plain_visit, mean_success)
    quick: ClassVar[bool] = False
    samples: ClassVar[int] = 5
    gain_wanted: ClassVar[float] = 0.03
    largest_hand: ClassVar[int] = 12
    """With more cards in hand the exact odds take too long for a player; its best cards then give the hand's value.

    The same holds if the phases of a plain visit have been changed.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        rules: Northwood = game  # type: ignore[assignment]
        self.solver = unheld(plain_visit)(rules)
        self.usual = unheld(mean_success)(rules)
        self.sure = not rules.changed_phases & set(PLAIN_PHASES)
        self.counter = Counter(game, rng)

    def choose(self, view: View) -> int:
        """Choose one of the legal actions."""
        state = position_of(view)
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        phase, rules = state.phase, state.game
        if phase is rules.choose_fief:
            return self.fief(state, legal)
        if phase is rules.substitute:
            return self.if_allowed(SUBSTITUTES_DONE, legal, state)
        if phase is rules.ability_window:
            return self.if_allowed(self.ally(state, legal), legal, state)
        return self.best(state, legal)

    def chance(
        self, state: NorthwoodState, hand: int, deck: int, trump: int, need: int, known: tuple[int, ...] = ()
    ) -> float:
        """Return the plain chance of exactly this number of further points."""
        if need < 0 or need > count(hand):
            return 0.0
        if count(hand) > self.largest_hand or not self.sure:
            return 1.0 / (1.0 + abs(self.counter.promise(hand, trump) - need)) * 0.5
        return self.solver.chances(hand, deck, trump, known)[need]

    def fief(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Choose the fief that gains most stars over a random hand; with no hand yet, the leftmost."""
        if not state.hand:
            return legal[0]
        fiefs = [action - FIRST_FIEF for action in legal if action != CONCEDE]
        hand, deck = int(state.hand), int(state.deck)
        chances = [self.chance(state, hand, deck, trump_of(state, fief), fief) for fief in fiefs]
        gains = [chance - self.usual[fief] for chance, fief in zip(chances, fiefs, strict=True)]
        worths = [state.game.stars[fief] * gain for fief, gain in zip(fiefs, gains, strict=True)]
        return FIRST_FIEF + fiefs[worths.index(max(worths))]

    def value(self, state: NorthwoodState, friends: int) -> float:
        """Return the plain chance that the visit succeeds; once it has ended, 1 for success and 0 for failure."""
        if state.fief == NONE:
            return 1.0 if count(state.friendly) > friends else 0.0
        need = int(state.fief) - len(state.score_pile)
        trump = trump_of(state, int(state.fief))  # an ability may have brought the visit to a ruler that lies face down
        return self.chance(state, int(state.hand), int(state.deck), trump, need, state.known)

    def ally(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Return the ally that gains most, if it gains enough."""
        friends = count(state.friendly)
        plain = self.value(state, friends)
        best, best_value = PASS, plain + self.gain_wanted
        for action in legal:
            if action == PASS or best_value >= 1.0:
                continue
            ability = state.game.abilities[state.active(action - FIRST_ALLY)]
            if ability.does_nothing(state):
                continue
            total = 0.0
            for _ in range(self.samples):
                total += self.carry_out(state, action, friends)
            if total / self.samples > best_value:
                best, best_value = action, total / self.samples
        return best

    def carry_out(self, state: NorthwoodState, action: int, friends: int) -> float:
        """Return the plain value after an ability; random events are sampled, and `best` makes the choices."""
        trial = state.copy()
        trial.apply(action)
        while trial.fief != NONE and trial.slot != NONE:
            if trial.to_move == CHANCE:
                trial.apply(self.rng.pick(trial.chance()))
            else:
                trial.apply(self.best(trial, trial.legal()))
        return self.value(trial, friends)

    def best(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Return the action after which the plain chance is best; the first among equals."""
        if len(legal) == 1:
            return legal[0]
        if state.phase is state.game.respond:
            return self.response(state, legal)
        friends, values = count(state.friendly), []
        for action in legal:
            child = state.copy()
            child.apply(action)
            values.append(self.value(child, friends))
        return legal[values.index(max(values))]

    def response(self, state: NorthwoodState, legal: tuple[int, ...]) -> int:
        """Play the response with the best plain chance; ties go to the card the counter would play."""
        need = int(state.fief) - len(state.score_pile)
        if count(state.hand) > self.largest_hand or not self.sure:
            return self.counter.response(state, legal, need)
        chances = self.solver.response_chances(
            int(state.hand), int(state.deck), int(state.trump()), int(state.statement), state.known
        )
        worth = {card: row[need] if 0 <= need < len(row) else 0.0 for card, row in chances.items()}
        top = max([worth[card] for card in legal])
        return self.counter.response(state, tuple([card for card in legal if worth[card] == top]), need)


STRATEGIES: Final[Mapping[str, type[Player]]] = {
    "counter": Counter,
    "look_ahead": LookAhead,
    "visitor": Visitor,
    "thinker": Thinker,
}
"""The players of this game by name."""
