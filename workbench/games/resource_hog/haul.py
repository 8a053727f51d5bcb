"""The Trade phase, second part: hauling goods over land."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.resource_hog.components import BIT, GOOD_NAMES, GOODS, MOST_AT_ONCE, NONE
from workbench.games.resource_hog.land import carriage, picked, reach
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.resource_hog.types import Area, Areas

HAULS: Final = Kind(
    "hauls",
    ("RH-HAUL-2", "RH-HAUL-3", "RH-RULING-3", "RH-RULING-41", "RH-RULING-42", "RH-RULING-43"),
    "{seat:seat} hauls {number} {good:good} from {area:area} to {there:area} for {fee} money.",
)


class HaulTo(HogPhase):
    """The player chooses where the goods go."""

    name: ClassVar[str] = "haul_to"
    title: ClassVar[str] = "Trade phase: where goods go"
    clauses: ClassVar[tuple[str, ...]] = ("RH-HAUL-1", "RH-HAUL-2", "RH-HAUL-3", "RH-HAUL-4")
    allows: ClassVar[Mapping[str, str]] = {"area": "RH-HAUL-1"}
    needs: ClassVar[tuple[str, ...]] = ("source", "good")
    holds: ClassVar[tuple[str, ...]] = ("bought", "sold", "hauled")
    group: ClassVar[str] = "Haul to"
    asked: ClassVar[frozenset[str]] = frozenset(["borders_paid", "land"])

    def begin(self, state: ResourceHogState) -> None:
        """Ask where the goods go."""
        state.target = NONE
        self.ask(state, state.active)

    def land(self, state: ResourceHogState) -> Areas:
        """Return the land that the player's goods may cross and reach (RH-HAUL-4, RH-RULING-43)."""
        game = state.game
        if game.haul_reach_any:
            return BIT[game.ground.areas] - 1
        found = state.own(state.active)
        if game.haul_reach_unowned:
            for area, owner in enumerate(state.owner):
                if owner == NONE:
                    found |= BIT[area]
        return found

    def borders_paid(self, state: ResourceHogState, area: Area) -> list[int]:
        """Return the borders that a token pays for on the cheapest way to each area; -1 where no way leads."""
        game = state.game
        return carriage(game.ground, self.land(state), area, state.roads, game.road_scope_endpoints)

    def near(self, state: ResourceHogState, area: Area) -> bool:
        """Return whether the player's money can haul anything; usually the first border tells."""
        game = state.game
        if game.road_scope_endpoints:
            return self.others(state, area) != 0
        beside: Areas = game.ground.near[area] & self.land(state)
        if state.money[state.active] < game.haul_fee:
            beside &= state.roads if state.roads & BIT[area] else 0
        return beside != 0

    def others(self, state: ResourceHogState, area: Area) -> Areas:
        """Return the areas that one token from an area can reach and pay for, as a mask."""
        money, fee = state.money[state.active], state.game.haul_fee
        found: Areas = 0
        for other, borders in enumerate(self.borders_paid(state, area)):
            if borders >= 0 and borders * fee <= money:
                found |= BIT[other]
        return found & ~BIT[area]

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every area the goods can reach for the player's money."""
        return picked(state.game.an_area, self.others(state, state.source))

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Note where the goods go, and ask how many next."""
        game = state.game
        state.target = action - game.words.area
        state.fee = self.borders_paid(state, state.source)[state.target] * game.haul_fee
        state.enter(game.quantity)

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has named the goods."""
        return True

    def question(self, state: ResourceHogState) -> str:
        """Ask where the goods go."""
        return f"Where do you haul {GOOD_NAMES[state.good]} from {state.game.area_name(state.source)}?"

    def area_words(self, state: ResourceHogState, area: int) -> str:
        """Name the area, with the fee."""
        if state.phase is not self or area == state.source:
            return f"haul it to {state.game.area_name(area)}"
        borders = self.borders_paid(state, state.source)[area]
        fee = f" for {borders * state.game.haul_fee} money each" if borders >= 0 else ""
        return f"haul it to {state.game.area_name(area)}{fee}"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse an area that cannot be reached, or costs too much."""
        game = state.game
        area = action - game.words.area
        name = game.area_name(area)
        if area == state.source:
            return Reason("RH-HAUL-1", "The goods lie there already.")
        borders = self.borders_paid(state, state.source)[area]
        if borders < 0 and (game.haul_reach_any or game.haul_reach_unowned):
            return Reason("RH-RULING-43", f"{name} cannot be reached over land that goods may cross in this game.")
        if borders < 0 and state.owner[area] != state.active:
            return Reason("RH-HAUL-4", f"{name} is not your land, and goods go to your own areas.")
        if borders < 0:
            return Reason("RH-HAUL-4", f"{name} cannot be reached over land of yours.")
        fee, money = borders * game.haul_fee, state.money[state.active]
        return Reason("RH-HAUL-7", f"Hauling to {name} costs {fee} money, and you have {money}.") if fee > money else None


class Quantity(HogPhase):
    """The player chooses how many tokens to haul."""

    name: ClassVar[str] = "quantity"
    title: ClassVar[str] = "Trade phase: how many are hauled"
    clauses: ClassVar[tuple[str, ...]] = ("RH-HAUL-2", "RH-HAUL-6", "RH-HAUL-7")
    allows: ClassVar[Mapping[str, str]] = {"number": "RH-HAUL-2"}
    needs: ClassVar[tuple[str, ...]] = ("source", "good", "target")
    holds: ClassVar[tuple[str, ...]] = ("bought", "sold", "hauled", "fee")
    group: ClassVar[str] = "How many"

    def begin(self, state: ResourceHogState) -> None:
        """Ask how many."""
        self.ask(state, state.active)

    def most(self, state: ResourceHogState) -> Number:
        """Return the most that the store, the money and one decision allow (RH-HAUL-6, RH-HAUL-7, RH-HOUSE-7)."""
        place = state.source * GOODS + state.good
        found: Number = min(state.store[place] - state.hauled[place], MOST_AT_ONCE)
        if state.fee and not state.game.haul_basis_per_shipment:
            found = min(found, state.money[state.active] // state.fee)
        return found

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return the numbers from 1 up."""
        first = state.game.words.number
        return tuple(range(first + 1, first + self.most(state) + 1))

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Haul the tokens."""
        game = state.game
        number = action - game.words.number
        source, target, good, seat = state.source, state.target, state.good, state.active
        fee = state.fee if game.haul_basis_per_shipment else state.fee * number
        state.store[source * GOODS + good] -= number
        state.store[target * GOODS + good] += number
        state.hauled[target * GOODS + good] += number
        state.money[seat] -= fee
        if state.listener is not None:
            clause = self.paid_by(state, fee)
            state.tell(
                HAULS,
                seat,
                number=number,
                good=good,
                area=source,
                there=target,
                fee=fee,
                clause=clause,
            )
        state.source = NONE
        state.target = NONE
        state.good = NONE
        state.fee = 0
        state.enter(game.trade)

    def paid_by(self, state: ResourceHogState, fee: Number) -> str:
        """Return the clause on the way and its cost: a ruling if an option has changed either."""
        game = state.game
        if not reach(game.ground, state.own(state.active), state.source) & BIT[state.target]:
            return "RH-RULING-43"
        if not game.haul_fee:
            return "RH-RULING-3"
        if not fee:
            return "RH-RULING-42" if game.road_scope_endpoints else "RH-HAUL-3"
        if game.haul_basis_per_shipment:
            return "RH-RULING-41"
        return "RH-HAUL-2" if game.haul_fee == 1 else "RH-RULING-3"

    def partway(self, state: ResourceHogState) -> bool:
        """Return True: the player has named the goods and the way."""
        return True

    def number_words(self, state: ResourceHogState, number: int) -> str:
        """Say how many tokens are hauled."""
        return f"haul {number}"

    def question(self, state: ResourceHogState) -> str:
        """Ask how many tokens to haul."""
        each = "in all" if state.game.haul_basis_per_shipment else "each"
        return f"How many tokens do you haul to {state.game.area_name(state.target)}, for {state.fee} money {each}?"

    def against(self, state: ResourceHogState, action: int) -> Reason | None:
        """Refuse too many, or none."""
        number = action - state.game.words.number
        if number == 0:
            return Reason("RH-HAUL-1", "You haul at least one token.")
        place = state.source * GOODS + state.good
        if number > state.store[place] - state.hauled[place]:
            return Reason("RH-HAUL-6", "Fewer tokens are left there that have not been hauled in this phase.")
        cost, money = number * state.fee, state.money[state.active]
        if cost > money and not state.game.haul_basis_per_shipment:
            return Reason("RH-HAUL-7", f"That would cost {cost} money, and you have {money}.")
        return None
