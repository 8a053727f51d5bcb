"""The Noble phase, second part: battles. The attacker chooses them one by one; then the dice decide."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, gcd
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted
from workbench.games.resource_hog.components import BIT, FACES, HANDFUL, NONE
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.resource_hog.types import Area

LAPSES: Final = Kind("lapses", "RH-FIGHT-2", "The attack on {area:area} lapses: it is no longer enemy land.")
BATTLE: Final = Kind(
    "battle",
    ("RH-FIGHT-2", "RH-RULING-27"),
    "Battle for {area:area}: {attackers:noble} from {origins:areas} against {defenders:noble}.",
)
BONUS: Final = Kind("bonus", "RH-FIGHT-3", "{area:area} adds {extra:noble} for this battle.")
UNDEFENDED: Final = Kind("undefended", "RH-FIGHT-6", "Nobody defends: the attacker has won.")
VOLLEY: Final = Kind("volley", "RH-FIGHT-5", "{seat:seat} rolls {dice:die}: {hits:hit}.")
SURPLUS: Final = Kind("surplus_hits", "RH-FIGHT-6", "Hits beyond the last enemy are lost.")
DECIDED: Final = Kind(
    "decided", ("RH-FIGHT-7", "RH-RULING-54"), "{seat:seat} wins the battle with {left:noble} left."
)
RELIEF: Final = Kind("relief", "RH-FIGHT-8", "The seat in {area:area} takes {relief} off the margin.")
RETURNED: Final = Kind("returned", "RH-FIGHT-20", "Captured nobles return, temporary ones are gone.")
ATTACKED: Final = Kind("attacked", "RH-FIGHT-21", "The attackers have attacked: they do not defend in this round.")


def volley_weights(hit: int) -> tuple[tuple[int, ...], ...]:
    """Return for each number of dice how many ways lead to each number of hits, as small whole numbers.

    Args:
        hit: numbers of the die that hit.

    >>> volley_weights(3)[2], volley_weights(2)[2]
    ((1, 2, 1), (4, 4, 1))
    """
    step = gcd(hit, FACES - hit)
    one, other = hit // step, (FACES - hit) // step
    return tuple(
        [
            tuple([comb(dice, hits) * one**hits * other ** (dice - hits) for hits in range(dice + 1)])
            for dice in range(HANDFUL + 1)
        ]
    )


WEIGHTS: Final = tuple([volley_weights(hit) if hit else () for hit in range(FACES)])
"""The weights of a volley, by how many numbers hit."""


class Battle(HogPhase):
    """The attacker chooses which waiting attack to fight next."""

    name: ClassVar[str] = "battle"
    title: ClassVar[str] = "Noble phase: which battle is next"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-1", "RH-FIGHT-2")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-FIGHT-1", "border": "RH-FIGHT-1"}
    holds: ClassVar[tuple[str, ...]] = ("on_border",)
    group: ClassVar[str] = "Fight"
    tries: ClassVar[tuple[str, ...]] = ("border",)
    asked: ClassVar[frozenset[str]] = frozenset(["bonus"])

    def begin(self, state: ResourceHogState) -> None:
        """Remove attacks that lapse; ask which of the others to fight, or go on to the next card."""
        game = state.game
        state.fronts = ()
        waiting = False
        for border in range(game.ground.borders if state.on_border != game.ground.no_attacks else 0):
            if state.on_border[border]:
                target = game.ground.beyond[border]
                if state.enemy(target, state.active):
                    waiting = True
                else:
                    state.on_border[border] = 0
                    if state.listener is not None:
                        state.tell(LAPSES, state.active, area=target)
        if waiting:
            self.ask(state, state.active)
        else:
            state.source = NONE
            state.enter(game.reveal)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return borders where nobles wait; with one battle an area, the areas attacked (RH-RULING-27)."""
        game = state.game
        borders = [border for border in range(game.ground.borders) if state.on_border[border]]
        if game.battle_unit_target_area:
            return tuple([game.words.area + area for area in sorted({game.ground.beyond[border] for border in borders})])
        return tuple([game.words.border + border for border in borders])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Line up both sides (RH-FIGHT-3, RH-FIGHT-4)."""
        game = state.game
        ground = game.ground
        if game.battle_unit_target_area:
            target: Area = action - game.words.area
            fronts = [one for one in range(ground.borders) if state.on_border[one] and ground.beyond[one] == target]
        else:
            fronts = [action - game.words.border]
            target = ground.beyond[fronts[0]]
        state.fronts = tuple(fronts)
        state.target = target
        state.temporary = 0
        sent = 0
        for border in fronts:
            sent += state.on_border[border]
            state.temporary += self.bonus(state, ground.origin[border])
        if state.listener is not None:
            origins = tuple([ground.origin[border] for border in fronts])
            clause = "RH-RULING-27" if game.battle_unit_target_area else "RH-FIGHT-2"
            defenders = state.nobles[target]
            state.tell(
                BATTLE,
                state.active,
                area=target,
                origins=origins,
                attackers=sent,
                defenders=defenders,
                clause=clause,
            )
            for border in fronts:
                extra = self.bonus(state, ground.origin[border])
                if extra:
                    state.tell(BONUS, state.active, area=ground.origin[border], extra=extra)
        for border in fronts:
            if self.bonus(state, ground.origin[border]):
                state.bonus_used |= BIT[ground.origin[border]]
        state.attackers = sent + state.temporary
        state.defenders = state.nobles[target]
        state.side = 0 if game.first_volley_defender else 1
        state.enter(game.volley)

    def bonus(self, state: ResourceHogState, area: Area) -> Number:
        """Return the temporary nobles an area can still give this round (RH-FIGHT-3, RH-BLDG-6)."""
        if state.bonus_used & BIT[area] or not state.seats[area]:
            return 0
        bonus: Number = state.game.bonus_nobles[state.seats[area] - 1]
        return bonus

    def question(self, state: ResourceHogState) -> str:
        """Ask which battle to fight."""
        return "Which battle do you fight next?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Say in which area to fight."""
        return f"fight for {state.game.area_name(area)}"

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the ruling if its option has been changed."""
        return ("RH-FIGHT-1", "RH-RULING-27") if state.game.battle_unit_target_area else self.clauses

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse a border where nobody waits; with one battle an area, an area that nobody attacks (RH-RULING-27)."""
        game, waiting = state.game, state.on_border
        border = action - game.words.border
        if border < 0:
            if not game.battle_unit_target_area:
                return Reason("RH-FIGHT-2", "Each border is a battle of its own: choose the border.")
            area = action - game.words.area
            attacked = [game.ground.beyond[one] for one in range(game.ground.borders) if waiting[one]]
            return None if area in attacked else Reason("RH-FIGHT-1", f"You do not attack {game.area_name(area)}.")
        if not waiting[border]:
            return Reason("RH-FIGHT-2", "No noble of yours waits on that border.")
        if game.battle_unit_target_area:
            return Reason("RH-RULING-27", "In this game all attacks on an area are one battle: choose the area.")
        return None


class Volley(HogPhase):
    """The dice: each side in turn rolls for the nobles it still has, until one has none left."""

    name: ClassVar[str] = "volley"
    title: ClassVar[str] = "Battle: a volley"
    clauses: ClassVar[tuple[str, ...]] = ("RH-FIGHT-5", "RH-FIGHT-6")
    allows: ClassVar[Mapping[str, str]] = {"face": "RH-FIGHT-5", "hits": "RH-FIGHT-5"}
    needs: ClassVar[tuple[str, ...]] = ("fronts", "target")
    holds: ClassVar[tuple[str, ...]] = ("on_border", "attackers", "defenders", "temporary", "side", "dice", "hits")
    group: ClassVar[str] = "Rolled"
    by_chance: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["margin", "units"])

    def begin(self, state: ResourceHogState) -> None:
        """Roll for the side whose turn it is, unless one side has nobody left."""
        if not state.attackers or not state.defenders:
            self.decide(state)
            return
        state.dice = state.attackers if state.side else state.defenders
        state.hits = 0
        self.wait_for_chance(state)

    def handful(self, state: ResourceHogState) -> Number:
        """Return how many dice to roll in this event (RH-HOUSE-9)."""
        if state.game.volley_chance_dice:
            return 1
        return min(state.dice, HANDFUL)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every number of hits; with single dice every face."""
        if state.game.volley_chance_dice:
            first = state.game.words.face
            return tuple([first + face for face in range(FACES)])
        first = state.game.words.hits
        return tuple([first + hits for hits in range(self.handful(state) + 1)])

    def chance(self, state: ResourceHogState) -> tuple[tuple[int, int], ...]:
        """Give each die the same chance to hit (RH-FIGHT-5)."""
        if state.game.volley_chance_dice:
            return super().chance(state)
        weights = WEIGHTS[state.game.hit_numbers][self.handful(state)]
        first = state.game.words.hits
        return tuple([(first + hits, weights[hits]) for hits in range(len(weights))])

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Count hits; after the side's last die, capture its enemies (RH-FIGHT-5, RH-FIGHT-6)."""
        game = state.game
        if game.volley_chance_dice:
            state.hits += 1 if action - game.words.face < game.hit_numbers else 0
        else:
            state.hits += action - game.words.hits
        state.dice -= self.handful(state)
        if state.dice:
            self.wait_for_chance(state)
            return
        enemies = state.defenders if state.side else state.attackers
        if state.listener is not None:
            target = state.target
            seat = state.active if state.side else state.owner[target]
            dice = state.attackers if state.side else state.defenders
            state.tell(VOLLEY, seat, dice=dice, hits=state.hits)
            if state.hits > enemies:
                state.tell(SURPLUS, seat)
        enemies -= min(enemies, state.hits)
        if state.side:
            state.defenders = enemies
        else:
            state.attackers = enemies
        state.side = 1 - state.side
        state.enter(self)

    def margin(self, state: ResourceHogState) -> Number:
        """Return the nobles left to the winner, by the option temporary ones too (RH-FIGHT-7, RH-RULING-54)."""
        if not state.attackers:
            return state.defenders
        if state.game.temp_in_margin:
            return state.attackers
        return max(0, state.attackers - state.temporary)

    def units(self, state: ResourceHogState) -> Number:
        """Return the ransom due: the margin, less what a beaten defender's seat saves (RH-FIGHT-8)."""
        margin = self.margin(state)
        level: Number = state.seats[state.target]
        if not state.attackers or not level:
            return margin
        return max(0, margin - state.game.relief[level - 1])

    def decide(self, state: ResourceHogState) -> None:
        """End the battle: captured nobles return, attackers are marked, the loser pays (RH-FIGHT-22, RH-FIGHT-23)."""
        game = state.game
        target = state.target
        if state.listener is not None:
            self.tell_decided(state)
        state.won = 1 if state.attackers else 0
        state.units = self.units(state)
        for border in state.fronts:
            origin = game.ground.origin[border]
            sent = state.on_border[border]
            state.nobles[origin] -= sent
            state.spent[origin] += sent
        state.attackers = 0
        state.defenders = 0
        state.temporary = 0
        state.side = 0
        state.dice = 0
        state.hits = 0
        state.fled = 0
        state.paying = NONE
        state.receiver = target if not state.won else game.ground.origin[state.fronts[0]]
        state.enter(game.receiver)

    def tell_decided(self, state: ResourceHogState) -> None:
        """Tell how the battle ended."""
        target = state.target
        if not state.nobles[target]:
            state.tell(UNDEFENDED, state.active)
        winner = state.active if state.attackers else state.owner[target]
        fewer = bool(state.attackers and state.temporary) and not state.game.temp_in_margin
        clause = "RH-RULING-54" if fewer else "RH-FIGHT-7"
        state.tell(DECIDED, winner, left=self.margin(state), clause=clause)
        saved = self.margin(state) - self.units(state)
        if saved:
            state.tell(RELIEF, state.owner[target], area=target, relief=saved)
        state.tell(RETURNED)
        state.tell(ATTACKED, state.active)

    def clauses_now(self, state: ResourceHogState) -> tuple[str, ...]:
        """Return the clauses, with the house rule on events."""
        return (*self.clauses, "RH-HOUSE-9")

    def question(self, state: ResourceHogState) -> str:
        """Say who rolls."""
        seat = state.active if state.side else state.owner[state.target]
        return f"{state.game.seat_name(seat)} rolls {counted(state.dice, 'die', 'dice')}."
