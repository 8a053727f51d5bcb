"""Players of For Northwood! that judge positions by what the program learnt from play."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.player import Expectation, Player, mean_and_error
from workbench.core.random import Random
from workbench.core.sets import with_one
from workbench.core.state import CHANCE
from workbench.games.northwood.components import (
    BIT,
    CONCEDE,
    NONE,
    SLOTS,
    SUBSTITUTES_DONE,
    SUIT_MASK,
    count,
)
from workbench.games.northwood.judgement import net_for
from workbench.games.northwood.plain_visit import NO_CARD, plain_visit
from workbench.games.northwood.prospects import helpers_in, prospects_of
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import View
    from workbench.games.northwood.game import Northwood
    from workbench.games.northwood.judgement import Net
    from workbench.games.northwood.plain_visit import PlainVisit
    from workbench.games.northwood.prospects import Prospects
    from workbench.games.northwood.types import Cards

Level = tuple[tuple[int, ...], int, int, float]
"""How far to look: how many statements to try in each of the next dialogues, and how many draws of an ability. Then the most
moves to look at further on the next level, and how much worse than the best they may be."""
Judged = tuple[float, int]
"""The worth of a move, and the move."""

EVERY: Final = 32
"""A number of statements that covers every deck."""
BROUGHT_TOGETHER: Final = 2
"""The most friendly rulers to consider at once, beyond those already brought in."""
HANDS: Final = 24
"""How many hands to try if the fief is chosen before the deal."""
PLAYED: Final = 6
"""How many moves to play out if the rules of a visit have been changed."""
PLAYOUTS: Final = 8
"""How often to play out each of them."""
FURTHER: Final = 3
"""The most choices within an ability to follow further: those that look best at a glance."""
PLAIN_HAND: Final = 6
"""With at most this many cards in hand and no ability left, a visit is solved rather than judged."""
SOLVED_HAND: Final = 3
"""With at most this many cards in hand, all lines of play are tried if there are not too many."""
EVERYBODY: Final = (1 << SLOTS) - 1
REPEATED: Final = 4
"""How often to look at everything anew, to say how sure the answer is."""

VISIT_OPTIONS: Final = frozenset(
    [
        *("highest_value", "visit_end_check", "nontrump_scoring", "activations_per_dialogue", "king_of_claws_ties"),
        *("queen_of_claws", "prince_of_claws_first_draw", "jack_of_leaves_distance", "prince_of_leaves_step"),
        *("king_of_leaves_exchange", "prince_of_eyes_repeats", "lady_of_eyes_discard", "baron_of_eyes_timing"),
    ]
)
"""The options of a visit: if one of them is changed, what was learnt is only a guide."""
BETWEEN_PHASES: Final = frozenset(["set_up", "choose_fief", "turn_up", "substitute", "reveal_stars", "game_over"])
"""Phases between the dialogues, which are always asked: nothing learnt depends on them."""


class Visitor(Player):
    """Judges every position within reach by what the program learnt from thousands of games.

    It tries abilities with some draws of the deck. A visit is worth the chance that it succeeds, weighed by what winning or
    losing the fief does for the game. When little is left of a visit, the player solves it exactly. If a rule of the visit has
    been changed, what was learnt is only a guide: the player then plays out the moves that look best by the rules in force.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers.
        milliseconds: processor time after which it looks no further; 0 for no limit. With a limit, its choices depend on
            the machine.
        net: what to judge visits by, instead of what is stored.
        prospects: what to judge the game between visits by, instead of what is stored.
    """

    player_name: ClassVar[str] = "visitor"
    figures: ClassVar[tuple[Any, ...]] = (plain_visit,)
    quick: ClassVar[bool] = False
    measure: ClassVar[str] = "chance to win if the thinker goes on"
    levels: ClassVar[tuple[Level, ...]] = (((), 4, 99, 1.0),)
    levels_in_full: ClassVar[tuple[Level, ...]] = ()
    """The levels with the full set-up, where abilities matter more; the same ones if empty."""
    solves: ClassVar[int] = 200

    def __init__(
        self,
        game: Game,
        rng: Random,
        milliseconds: int = 0,
        net: Net | None = None,
        prospects: Prospects | None = None,
    ) -> None:
        super().__init__(game, rng)
        rules: Northwood = game  # type: ignore[assignment]
        self.rules: Northwood = rules
        self.milliseconds = milliseconds
        self.levels_here: Final[tuple[Level, ...]] = (self.levels_in_full if rules.full_setup else ()) or self.levels
        self.net: Net = net or net_for(rules.setup)
        self.given: Prospects | None = prospects
        self.prospects: Prospects = prospects or prospects_of(rules, rules.first_allies)
        self.sure: bool = not self.unlearnt(rules)
        self.plain: PlainVisit | None = plain_visit(rules) if self.sure and not rules.changed_phases else None
        self.stakes: dict[tuple[int, tuple[int, ...]], tuple[float, float]] = {}
        self.left: int = 0
        self.most: int = 0
        self.look: tuple[int, ...] = ()
        self.dice: Random = rng
        self.deadline: float = 0.0
        self.late: bool = False

    @classmethod
    def unlearnt(cls, game: Game) -> tuple[str, ...]:
        """Return the changed phases and options of a visit, except those of characters that take no part."""
        rules: Northwood = game  # type: ignore[assignment]
        absent = rules.absent()  # an option of a character's text begins with the character's name
        changed = (*sorted(game.changed_phases - BETWEEN_PHASES), *sorted(VISIT_OPTIONS & frozenset(game.options.changed())))
        return tuple([name for name in changed if not name.startswith(absent)])

    def choose(self, view: View) -> int:
        """Return the move that is worth most."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        return self.ranked(shown(view), legal)[0][1]

    def expected(self, view: View) -> tuple[Expectation, ...]:
        """Return what it expects of each move, the best first: the chance to win, as the thinker plays.

        Args:
            view: what the player may know.

        Returns:
            an expectation for each legal move, exact and without samples if all that is left of the visit is tried. Its error
            leaves out how far the judgement itself may be wrong; `benchmarks/northwood_calibration.py` shows that it is right
            on average. Empty if the rules of a visit have been changed, since later visits are judged by what was learnt under
            the usual rules.
        """
        if not self.sure:
            return ()
        state, legal = shown(view), view.legal()
        self.begin(state)
        exact = self.solved(state, legal)
        if exact:
            return tuple([Expectation(action, max(0.0, min(1.0, worth)), 0.0, 0) for worth, action in exact])
        look, draws, _most, _margin = self.levels_here[-1]
        worths: dict[int, list[float]] = {action: [] for action in legal}
        for _time in range(REPEATED):
            for worth, action in self.looked(state, list(legal), look, draws):
                worths[action].append(max(0.0, min(1.0, worth)))
        found: list[Expectation] = []
        for action in legal:
            mean, error = mean_and_error(worths[action])
            found.append(Expectation(action, mean, error, REPEATED))
        return tuple(sorted(found, key=lambda one: -one.mean))

    def ranked(self, state: NorthwoodState, legal: tuple[int, ...]) -> list[Judged]:
        """Rank the moves, the best first: look at all, and further and further at those that look best."""
        self.begin(state)
        exact = self.solved(state, legal)
        if exact:
            return exact
        best: list[Judged] = [(0.0, action) for action in legal]
        others: list[Judged] = []
        for look, draws, most, margin in self.levels_here:
            if len(best) == 1:
                break
            looked = self.looked(state, [action for _worth, action in best], look, draws)
            if self.late:
                break
            kept = len([worth for worth, _action in looked[:most] if worth >= looked[0][0] - margin])
            best, others = looked[:kept], looked[kept:] + others
        if not self.sure:
            kept = min(PLAYED, len(best))
            best, others = self.played_out(state, [action for _worth, action in best[:kept]]), best[kept:] + others
        return best + others

    def begin(self, state: NorthwoodState) -> None:
        """Begin a decision."""
        if self.given is None:
            self.prospects = prospects_of(self.rules, state.allies)
        self.stakes.clear()
        self.late = False
        self.deadline = process_time() + self.milliseconds / 1000 if self.milliseconds else 0.0
        self.most = BROUGHT_TOGETHER + brought_in(state)

    def looked(self, state: NorthwoodState, actions: list[int], look: tuple[int, ...], draws: int) -> list[Judged]:
        """Return the worth of some moves at this depth, the best first; all meet the same random numbers."""
        self.look = look
        seed = int(self.rng.below(1 << 30))
        seen: dict[tuple[object, ...], float] = {}
        found: list[Judged] = []
        for action in actions:
            self.dice = Random(seed)
            child = state.copy()
            child.apply(action)
            worth = self.worth(child, 0, draws, seen)
            found.append((-1.0 if action == CONCEDE else worth, action))
        return sorted(found, key=best_first)

    def played_out(self, state: NorthwoodState, actions: list[int]) -> list[Judged]:
        """Return the worth of some moves with the visit played out by the rules in force, the best first."""
        self.look = ()
        totals = [0.0 for _action in actions]
        for _playout in range(PLAYOUTS):
            seed = int(self.rng.below(1 << 30))
            for place, action in enumerate(actions):
                self.dice = Random(seed)
                child = state.copy()
                child.apply(action)
                totals[place] += self.to_the_end(child)
        return sorted([(total / PLAYOUTS, action) for total, action in zip(totals, actions, strict=True)], key=best_first)

    def to_the_end(self, state: NorthwoodState) -> float:
        """Play the visit out by the best moves at a glance, and return the result; the position is changed."""
        while state.fief != NONE:
            if state.to_move == CHANCE:
                state.roll(self.dice)
                continue
            legal = state.legal()
            best, best_action = -1.0, legal[0]
            if len(legal) > 1:
                seen: dict[tuple[object, ...], float] = {}
                for action in legal:
                    child = state.copy()
                    child.apply(action)
                    worth = self.worth(child, 0, 1, seen)
                    if worth > best:
                        best, best_action = worth, action
            state.apply(best_action)
        return self.between(state)

    # -- the end of a visit, exactly ----------------------------------------------------------------------------------

    def solved(self, state: NorthwoodState, legal: tuple[int, ...]) -> list[Judged]:
        """Return the exact worth of every move, the best first; empty if too many lines of play are left."""
        if not self.sure or state.fief == NONE or not state.hand or count(state.hand) > SOLVED_HAND:
            return []
        if state.phase is self.rules.substitute:
            return []
        self.left = self.solves
        seen: dict[tuple[object, ...], float] = {}
        found: list[Judged] = []
        for action in legal:
            child = state.copy()
            child.apply(action)
            found.append((self.exact(child, seen), action))
            if self.left < 0:
                return []
        return sorted(found, key=best_first)

    def exact(self, state: NorthwoodState, seen: dict[tuple[object, ...], float]) -> float:
        """Return the worth of a position in a visit by every line of play; any number once `left` is used up."""
        if state.fief == NONE:
            return self.between(state)
        rules = self.rules
        phase = state.phase
        if self.is_plain(state) and (phase is rules.ability_window or phase is rules.statement or phase is rules.respond):
            return self.staked(state, self.plain_chance(state))
        key = everything(state)
        known = seen.get(key)
        if known is not None:
            return known
        self.left -= 1
        if self.left < 0:
            return 0.0
        best = 0.0
        if state.to_move == CHANCE:
            weights = 0
            for action, weight in state.chance():
                child = state.copy()
                child.apply(action)
                best += weight * self.exact(child, seen)
                weights += weight
                if self.left < 0:
                    return 0.0
            best /= weights
        else:
            for action in state.legal():
                child = state.copy()
                child.apply(action)
                worth = self.exact(child, seen)
                if worth > best:
                    best = worth
                if self.left < 0:
                    return 0.0
        seen[key] = best
        return best

    def is_plain(self, state: NorthwoodState) -> bool:
        """Return whether only statements and responses are left of the visit, and it can be solved."""
        return (
            self.plain is not None
            and not state.riders
            and (state.exhausted == EVERYBODY or not self.rules.abilities_on)
            and count(state.hand) <= PLAIN_HAND
        )

    def plain_chance(self, state: NorthwoodState) -> float:
        """Return the chance that a plain visit succeeds."""
        assert self.plain is not None
        statement = int(state.statement) if state.phase is self.rules.respond else NO_CARD
        chances = self.plain.chances(int(state.hand), int(state.deck), int(state.trump()), state.known, statement)
        points = int(state.fief) - len(state.score_pile)
        return chances[points] if 0 <= points < len(chances) else 0.0

    # -- what a position is worth --------------------------------------------------------------------------------------

    def between(self, state: NorthwoodState) -> float:
        """Return the worth of a position between two visits."""
        return self.prospects.worth(int(state.friendly), int(state.failed), helpers_in(state))

    def judged(self, state: NorthwoodState) -> float:
        """Return the worth of a position in a visit, at a glance."""
        return self.staked(state, self.success(state))

    def success(self, state: NorthwoodState) -> float:
        """Return the chance that this visit succeeds: solved if no ability is left, otherwise as learnt."""
        if self.is_plain(state) and state.slot == NONE and state.phase is not self.rules.substitute:
            return self.plain_chance(state)
        return self.net.chance(state)

    def staked(self, state: NorthwoodState, chance: float) -> float:
        """Return the worth of a chance of success."""
        key = (int(state.fief), state.substitutes)
        stakes = self.stakes.get(key)
        if stakes is None:
            fief, helpers = int(state.fief), helpers_in(state)
            friendly, failed = int(state.friendly), int(state.failed)
            won = helpers + 1 if self.rules.substitutes_allowed else 0
            stakes = self.stakes[key] = (
                self.prospects.worth(friendly, int(with_one(failed, fief)), helpers),
                self.prospects.worth(int(with_one(friendly, fief)), failed, won),
            )
        lost, won_worth = stakes
        return lost + (won_worth - lost) * chance

    def worth(self, state: NorthwoodState, depth: int, draws: int, seen: dict[tuple[object, ...], float]) -> float:
        """Return the worth of a position once it is played on until it is between two dialogues.

        Args:
            state: the position; it may be changed.
            depth: how many dialogues the player has looked through.
            draws: how many draws to try if an ability draws a card.
            seen: the worth of such positions in this decision; the call adds to it.
        """
        rules = self.rules
        if state.fief == NONE:
            return self.between(state)
        phase = state.phase
        if phase is rules.ability_window:
            if state.known:  # nothing random comes next, so it need not be judged
                state.apply(state.legal()[0])
                return self.worth(state, depth, draws, seen)
            if depth >= len(self.look):
                return self.judged(state)
        elif phase is rules.statement:
            if depth >= len(self.look):
                return self.judged(state)
            return self.over_statements(state, depth)
        elif state.to_move == CHANCE:
            tried = HANDS if phase is rules.deal and draws else max(draws, 2 if self.waits(state) else 1)
            total = 0.0
            for _draw in range(tried):
                child = state.copy()
                child.roll(self.dice)
                total += self.worth(child, depth, draws // 3, seen) if draws else self.glance(child)
            return total / tried
        return self.best_worth(state, depth, draws, seen)

    def over_statements(self, state: NorthwoodState, depth: int) -> float:
        """Return the mean worth over the statements that may come, or over some of them, drawn at random."""
        if self.deadline and process_time() > self.deadline:
            self.late = True
        if self.late:
            return 0.0
        cards = [card for card, _weight in state.chance()]
        tried = min(self.look[depth], len(cards))
        if tried < len(cards):
            for place in range(tried):
                other = place + int(self.dice.below(len(cards) - place))
                cards[place], cards[other] = cards[other], cards[place]
        total = 0.0
        for card, number in alike(cards[:tried], state.hand) if self.sure else [(card, 1) for card in cards[:tried]]:
            child = state.copy()
            child.apply(card)
            total += number * self.worth(child, depth + 1, 1, {})
        return total / tried

    def best_worth(self, state: NorthwoodState, depth: int, draws: int, seen: dict[tuple[object, ...], float]) -> float:
        """Return the worth of the best choice: only the best at a glance are looked at further."""
        key: tuple[object, ...] = ()
        if state.slot != NONE or state.phase is self.rules.substitute:
            key = same(state, depth)
            found = seen.get(key)
            if found is not None:
                return found
        last = len(self.look)
        legal = state.legal()
        if state.phase is self.rules.substitute and brought_in(state) >= self.most:
            legal = (SUBSTITUTES_DONE,)
        best, best_action = -1.0, legal[0]
        if len(legal) > 1 or depth >= last:
            further: list[Judged] = []
            for action in legal:
                child = state.copy()
                child.apply(action)
                if len(legal) > FURTHER and self.waits(child):
                    further.append((self.glance(child), action))
                    continue
                worth = self.worth(child, last, draws, seen)
                if worth > best:
                    best, best_action = worth, action
            for _worth, action in sorted(further, key=best_first)[:FURTHER]:
                child = state.copy()
                child.apply(action)
                worth = self.worth(child, last, draws, seen)
                if worth > best:
                    best, best_action = worth, action
        if depth < last:
            child = state.copy()
            child.apply(best_action)
            best = self.worth(child, depth, draws, seen)
        if key:
            seen[key] = best
        return best

    def waits(self, state: NorthwoodState) -> bool:
        """Return whether something must still be chosen or drawn before the next part of a dialogue."""
        return state.fief != NONE and (state.slot != NONE or state.phase is self.rules.substitute)

    def glance(self, state: NorthwoodState) -> float:
        """Return the worth of a position at a glance, also in the middle of something."""
        return self.between(state) if state.fief == NONE else self.judged(state)


class Thinker(Visitor):
    """Looks through every possible next statement and its best response, and judges the rest as learnt.

    With the full set-up it looks through five statements of the dialogue after that as well, if its best moves are close.
    """

    player_name: ClassVar[str] = "thinker"
    measure: ClassVar[str] = "chance to win"
    levels: ClassVar[tuple[Level, ...]] = (((), 4, 6, 0.15), ((EVERY,), 8, 99, 1.0))
    levels_in_full: ClassVar[tuple[Level, ...]] = (((), 4, 6, 0.15), ((EVERY,), 8, 4, 0.06), ((EVERY, 5), 4, 99, 1.0))
    solves: ClassVar[int] = 1000


def shown(view: View) -> NorthwoodState:
    """Return the position a view shows."""
    assert isinstance(view.state, NorthwoodState)
    return view.state


def brought_in(state: NorthwoodState) -> int:
    """Return how many friendly rulers have been brought in."""
    return SLOTS - state.substitutes.count(NONE)


def alike(cards: list[int], hand: Cards) -> list[tuple[int, int]]:
    """Group statements with one effect: cards of a suit with no hand card between, as one and how many.

    >>> alike([0, 1, 3, 8], 0b100)
    [(0, 2), (3, 1), (8, 1)]
    """
    first: dict[tuple[int, int], int] = {}
    number: dict[int, int] = {}
    for card in cards:
        suit = card >> 3
        below = (suit, int(hand & SUIT_MASK[suit] & (BIT[card] - 1)))
        one = first.setdefault(below, card)
        number[one] = number.get(one, 0) + 1
    return list(number.items())


def same(state: NorthwoodState, depth: int) -> tuple[object, ...]:
    """Return everything of a position that may differ within one decision and matters to its worth."""
    return (
        *(state.phase.name, depth, int(state.hand), int(state.deck), int(state.pending), int(state.step)),
        *(int(state.counter), int(state.fief), len(state.score_pile), int(state.exhausted), state.known),
        *(int(state.rulers[state.fief]), int(state.last_substitute), int(state.statement), state.substitutes),
    )


def everything(state: NorthwoodState) -> tuple[object, ...]:
    """Return everything of a position that may differ within one visit."""
    return (
        *(state.phase.name, int(state.hand), int(state.deck), state.known, int(state.statement), int(state.fief)),
        *(tuple(state.score_pile), tuple(state.discard_pile), tuple(state.rulers), int(state.exhausted), int(state.slot)),
        *(int(state.step), int(state.counter), int(state.pending), int(state.riders)),
        *(int(state.activations), int(state.visit_activations)),
    )


def best_first(judged: Judged) -> Judged:
    """Sort moves by their worth; of equals the lowest comes first.

    >>> sorted([(0.5, 2), (0.5, 1), (0.7, 3)], key=best_first)
    [(0.7, 3), (0.5, 1), (0.5, 2)]
    """
    worth, action = judged
    return (-worth, action)
