"""Players of For Northwood! that judge positions by what was learnt from play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.state import CHANCE
from workbench.games.northwood.components import CONCEDE, NONE, PASS, SUBSTITUTES_DONE, count
from workbench.games.northwood.prospects import Prospects, helpers_in
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import View
    from workbench.games.northwood.game import Northwood
    from workbench.games.northwood.judgement import Net

BROUGHT_TOGETHER: Final = 2
"""How many friendly rulers are thought of at once, beyond those already brought in."""

Level = tuple[tuple[int, ...], int, int, float]
"""How far to look: of how many statements in each of the next dialogues, with how many draws of an ability; and how many moves
at most, within how much of the best, are then looked at further."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Visitor(Player):
    """Judges every position within reach by what was learnt from many thousand visits."""

    levels: ClassVar[tuple[Level, ...]] = (((), 4, 99, 1.0), ((32,), 6, 4, 0.1))

    def __init__(self, game: Game, rng: Random, net: Net, prospects: Prospects | None) -> None:
        super().__init__(game, rng)
        rules: Northwood = game  # type: ignore[assignment]
        self.rules: Northwood = rules
        self.net = net
        self.prospects = prospects
        self.stakes: dict[tuple[int, int], tuple[float, float]] = {}
        self.friends: int = 0
        self.most: int = 0
        self.look: tuple[int, ...] = ()
        self.dice: Random = rng

    def choose(self, view: View) -> int:
        """One of the legal actions."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        state = view.state
        assert isinstance(state, NorthwoodState)
        return self.ranked(state, legal)[0][1]

    def expected(self, view: View) -> dict[int, float]:
        """What it expects of each legal action: the chance to win the game."""
        state = view.state
        assert isinstance(state, NorthwoodState)
        return {action: worth for worth, action in self.ranked(state, view.legal())}

    def ranked(self, state: NorthwoodState, legal: tuple[int, ...]) -> list[tuple[float, int]]:
        """What each action is worth, the best first: all are looked at, and the better ones further and further."""
        self.stakes.clear()
        self.friends = int(count(state.friendly))
        self.most = BROUGHT_TOGETHER + len([one for one in state.substitutes if one != NONE])
        left = [(0.0, action) for action in legal if action != CONCEDE]
        out: list[tuple[float, int]] = [(0.0, action) for action in legal if action == CONCEDE]
        for look, draws, most, margin in self.levels:
            if len(left) == 1 and len(legal) > 1:
                break
            left = self.looked(state, [action for _worth, action in left], look, draws)
            best = left[0][0]
            kept = len([worth for worth, _action in left[:most] if worth >= best - margin])
            left, out = left[:kept], left[kept:] + out
        return left + out

    def looked(
        self, state: NorthwoodState, actions: list[int], look: tuple[int, ...], draws: int
    ) -> list[tuple[float, int]]:
        """What some actions are worth when one looks so far, the best first; all meet the same random numbers."""
        self.look = look
        seed = int(self.rng.below(1 << 30))
        found: list[tuple[float, int]] = []
        seen: dict[tuple[object, ...], float] = {}
        for action in actions:
            self.dice = Random(seed)
            child = state.copy()
            child.apply(action)
            found.append((self.worth(child, 0, draws, seen), action))
        return sorted(found, key=_worse)

    # -- what a position is worth --------------------------------------------------------------------------------------

    def between(self, state: NorthwoodState) -> float:
        """What a position between two visits is worth."""
        if self.prospects is None:
            return 1.0 if count(state.friendly) > self.friends else 0.0
        return self.prospects.worth(int(state.friendly), int(state.failed), helpers_in(state))

    def judged(self, state: NorthwoodState) -> float:
        """What a position in a visit is worth, at a glance."""
        chance = self.net.chance(state)
        prospects = self.prospects
        if prospects is None:
            return chance
        fief, helpers = int(state.fief), helpers_in(state)
        stakes = self.stakes.get((fief, helpers))
        if stakes is None:
            friendly, failed = int(state.friendly), int(state.failed)
            lost = prospects.worth(friendly, failed | 1 << fief, helpers)
            won = prospects.worth(friendly | 1 << fief, failed, helpers + (1 if self.rules.substitutes_allowed else 0))
            stakes = self.stakes[fief, helpers] = (lost, won - lost)
        return stakes[0] + stakes[1] * chance

    def worth(self, state: NorthwoodState, depth: int, draws: int, seen: dict[tuple[object, ...], float]) -> float:
        """What a position is worth when it is played on until it stands between two dialogues.

        Args:
            state: the position; it may be changed.
            depth: how many dialogues have been looked through.
            draws: how many draws are tried where a card is drawn by an ability.
            seen: what such positions were worth in this decision; it is added to.
        """
        rules = self.rules
        if state.fief == NONE:
            return self.between(state)
        phase = state.phase
        if phase is rules.ability_window:
            if state.known:
                state.apply(PASS)
                return self.worth(state, depth, draws, seen)
            if depth >= len(self.look):
                return self.judged(state)
        elif phase is rules.statement and state.to_move == CHANCE:
            if depth >= len(self.look):
                return self.judged(state)
            return self.over_statements(state, depth)
        elif state.to_move == CHANCE:
            total = 0.0
            for _draw in range(draws):
                child = state.copy()
                child.roll(self.dice)
                total += self.worth(child, depth, 1, seen)
            return total / draws
        return self.best_worth(state, depth, draws, seen)

    def over_statements(self, state: NorthwoodState, depth: int) -> float:
        """The mean worth over the statements that may come; some of them, drawn at random, where not all are to be tried."""
        chances = state.chance()
        tried = min(self.look[depth], len(chances))
        total = 0.0
        if tried == len(chances):
            for card, _weight in chances:
                child = state.copy()
                child.apply(card)
                total += self.worth(child, depth + 1, 1, {})
        else:
            cards = [card for card, _weight in chances]
            for place in range(tried):
                other = place + int(self.dice.below(len(cards) - place))
                cards[place], cards[other] = cards[other], cards[place]
                child = state.copy()
                child.apply(cards[place])
                total += self.worth(child, depth + 1, 1, {})
        return total / tried

    def best_worth(self, state: NorthwoodState, depth: int, draws: int, seen: dict[tuple[object, ...], float]) -> float:
        """The worth of the best choice: the best at a glance is the one that is looked at further."""
        rules = self.rules
        last = len(self.look)
        asked = state.phase is rules.ability_window
        key = self.key(state, depth)
        found = seen.get(key)
        if found is not None:
            return found
        legal = state.legal()
        if state.phase is rules.substitute and len([one for one in state.substitutes if one != NONE]) >= self.most:
            legal = (SUBSTITUTES_DONE,)
        best, best_action = -1.0, legal[0]
        if len(legal) > 1 or depth >= last:
            inner = 2 if draws == 1 else draws
            for action in legal:
                child = state.copy()
                child.apply(action)
                worth = self.worth(child, last, inner, seen)
                if worth > best:
                    best, best_action = worth, action
        if depth < last:
            child = state.copy()
            child.apply(best_action)
            best = self.worth(child, depth, draws if not asked else 2, seen)
        seen[key] = best
        return best

    def key(self, state: NorthwoodState, depth: int) -> tuple[object, ...]:
        """Everything of a position that matters to its worth within one decision."""
        return (
            *(state.phase.name, depth, int(state.hand), int(state.deck), int(state.pending), int(state.step)),
            *(int(state.counter), int(state.fief), len(state.score_pile), int(state.exhausted), state.known),
            *(int(state.rulers[state.fief]), int(state.last_substitute), int(state.statement), state.substitutes),
        )


def _worse(one: tuple[float, int]) -> tuple[float, int]:
    """The best first, and of equals the lowest action."""
    return (-one[0], one[1])


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker(Visitor):
    """Looks several dialogues ahead at the best moves, and judges what comes then by what was learnt."""

    levels: ClassVar[tuple[Level, ...]] = (((), 4, 99, 1.0), ((32,), 8, 6, 0.1), ((32, 8), 12, 3, 0.05))
