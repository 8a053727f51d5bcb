"""Special scheme cards: the effect of each when a player plays it in the Build phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted
from workbench.games.merry_way.cards import LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import (
    BIT,
    FIRST_EXCHANGE,
    FIRST_FILCH,
    FIRST_FLIP,
    FIRST_TAKE,
    RESOURCES,
)
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import folly_words, tokens

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat

TAKES_TOKEN: Final = Kind("takes_token", "MW-HOUSE-7", "{seat:seat} takes {tokens:tokens} from the supply.")
SHOWS_RED: Final = Kind("shows_red", "MW-HOUSE-8", "{place:place} is turned over: {card:red folly card}.")
SHOWS_BLUE: Final = Kind("shows_blue", "MW-HOUSE-8", "{place:place} is turned over: {card:blue folly card}.")
CHANGE_PLACES: Final = Kind("change_places", "MW-HOUSE-9", "{left:place} and {right:place} change places.")
LOSES_MARKER: Final = Kind("loses_marker", "MW-HOUSE-10", "{owner:seat} loses the claim marker on {spot:spot}.")
FILCHES: Final = Kind("filches", "MW-HOUSE-11", "{seat:seat} takes {tokens:tokens} from {victim:seat}.")


class SpecialEffect(MerryWayPhase):
    """A player carries out the effect of a special card."""

    builds: ClassVar[bool] = True
    holds: ClassVar[tuple[str, ...]] = ("chosen",)

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the card with this effect is being played."""
        return state.game.build.special_misfits(state, self)


class ManyHands(SpecialEffect):
    """The player takes tokens from the supply, one after another."""

    name: ClassVar[str] = "many_hands"
    title: ClassVar[str] = "Build: Many Hands"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-7",)
    allows: ClassVar[Mapping[str, str]] = {"take": "MW-HOUSE-7"}
    holds: ClassVar[tuple[str, ...]] = ("chosen", "pending")
    group: ClassVar[str] = "Supply"
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return tuple([FIRST_TAKE + kind for kind in range(RESOURCES) if state.supply[kind] > 0])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Take a token; go on until all are taken or the supply is empty."""
        kind = action - FIRST_TAKE
        state.take(state.seat, kind, 1)
        state.pending -= 1
        if state.listener is not None:
            state.tell(TAKES_TOKEN, state.seat, tokens=tokens(kind, 1))
        if state.pending == 0 or max(state.supply) == 0:
            state.game.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        return f"What do you take from the supply? You may take {counted(state.pending, 'more token')}."

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse what the supply does not have."""
        kind = action - FIRST_TAKE
        return None if state.supply[kind] > 0 else Reason("MW-HOUSE-7", f"The supply has no {RESOURCE_NAMES[kind]}.")

    def drawing_misfits(self, state: MerryWayState) -> list[str]:
        """Check that the player still has tokens to take."""
        return self.pending_misfits(state, state.game.build.special_amount(state))


class FalsePapers(SpecialEffect):
    """The player turns over a folly card of the line-up."""

    name: ClassVar[str] = "false_papers"
    title: ClassVar[str] = "Build: False Papers"
    allows: ClassVar[Mapping[str, str]] = {"flip": "MW-HOUSE-8"}
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-8",)
    group: ClassVar[str] = "Line-up"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return tuple(range(FIRST_FLIP, FIRST_FLIP + LINE_UP))

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Turn the card over; from now on everybody has seen both of its sides."""
        place = action - FIRST_FLIP
        state.blue ^= BIT[place]
        state.open_sides |= BIT[place]
        if state.listener is not None:
            kind = SHOWS_BLUE if state.blue & BIT[place] else SHOWS_RED
            state.tell(kind, state.seat, place=place, card=state.game.public_folly(state, place))
        state.game.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        return "Which folly card do you turn over?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say what the card shows now."""
        place = action - FIRST_FLIP
        if not 0 <= place < LINE_UP:
            return ""
        return f"now {folly_words(state.game, state.line_up[place], bool(state.blue & BIT[place]))}"


class ChangedCompany(SpecialEffect):
    """The player exchanges two neighbouring folly cards."""

    name: ClassVar[str] = "changed_company"
    title: ClassVar[str] = "Build: Changed Company"
    allows: ClassVar[Mapping[str, str]] = {"swapfolly": "MW-HOUSE-9"}
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-9",)
    group: ClassVar[str] = "Line-up"

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return every pair of neighbours, named by the left card."""
        return tuple(range(FIRST_EXCHANGE, FIRST_EXCHANGE + LINE_UP - 1))

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Exchange the two cards."""
        left = action - FIRST_EXCHANGE
        self.exchange(state, left)
        if state.listener is not None:
            state.tell(CHANGE_PLACES, state.seat, left=left, right=left + 1)
        state.game.build.special_done(state)

    def exchange(self, state: MerryWayState, left: Number) -> None:
        """Exchange two folly cards; each keeps the side it shows."""
        right = left + 1
        line_up = list(state.line_up)
        line_up[left], line_up[right] = line_up[right], line_up[left]
        state.line_up = tuple(line_up)
        both = BIT[left] | BIT[right]
        if bool(state.blue & BIT[left]) != bool(state.blue & BIT[right]):
            state.blue ^= both
        if bool(state.open_sides & BIT[left]) != bool(state.open_sides & BIT[right]):
            state.open_sides ^= both

    def question(self, state: MerryWayState) -> str:
        return "Which neighbouring folly cards change places?"


class SheriffsEar(SpecialEffect):
    """The player takes off another player's claim marker."""

    name: ClassVar[str] = "sheriffs_ear"
    title: ClassVar[str] = "Build: The Sheriff's Ear"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-10",)
    allows: ClassVar[Mapping[str, str]] = {"strip": "MW-HOUSE-10"}
    group: ClassVar[str] = "Claims"
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the action for every spot with another player's marker."""
        first: Number = state.game.first.strip
        return tuple([spot + first for spot in self.others(state, state.seat)])

    def others(self, state: MerryWayState, seat: Seat) -> list[int]:
        """Return the spots with another player's marker."""
        claims = state.claims
        return [spot for spot in range(len(claims)) if claims[spot] != NONE and claims[spot] != seat]

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Return the marker to its owner."""
        spot = action - state.game.first.strip
        owner = state.claims[spot]
        state.move_marker(spot, NONE)
        if state.listener is not None:
            state.tell(LOSES_MARKER, state.seat, owner=owner, spot=spot)
        state.game.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        return "Which claim marker of another player is taken off?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say whose marker it is, and what the card earns."""
        rules = state.game
        spot = action - rules.first.strip
        if not 0 <= spot < rules.board.spots or state.claims[spot] == NONE:
            return ""
        return f"{rules.cards.scheme_codes[state.cards[spot]]} of {rules.seat_name(state.claims[spot])}"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a spot without another player's claim marker."""
        spot = action - state.game.first.strip
        if spot in self.others(state, state.seat):
            return None
        name = state.game.board.spot_names[spot]
        return Reason("MW-HOUSE-10", f"There is no claim marker of another player on {name}.")


class LightFingers(SpecialEffect):
    """The player takes a resource from another player."""

    name: ClassVar[str] = "light_fingers"
    title: ClassVar[str] = "Build: Light Fingers"
    clauses: ClassVar[tuple[str, ...]] = ("MW-HOUSE-11",)
    allows: ClassVar[Mapping[str, str]] = {"filch": "MW-HOUSE-11"}
    group: ClassVar[str] = "Players"
    amid: ClassVar[bool] = True

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the action for each kind of resource that each other player has."""
        return tuple([FIRST_FILCH + place for place in self.others(state, state.seat)])

    def others(self, state: MerryWayState, seat: Seat) -> list[int]:
        """Return the indices in `state.stock` where another player has something."""
        stock, own = state.stock, RESOURCES * seat
        return [place for place in range(len(stock)) if stock[place] > 0 and (place < own or place >= own + RESOURCES)]

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Take the resource."""
        place = action - FIRST_FILCH
        kind = place % RESOURCES
        state.stock[place] -= 1
        state.stock[RESOURCES * state.seat + kind] += 1
        if state.listener is not None:
            state.tell(FILCHES, state.seat, tokens=tokens(kind, 1), victim=place // RESOURCES)
        state.game.build.special_done(state)

    def question(self, state: MerryWayState) -> str:
        return "Which resource do you take, and from which player?"

    def against(self, state: MerryWayState, action: int) -> Reason | None:
        """Refuse a resource that another player does not have."""
        if action - FIRST_FILCH in self.others(state, state.seat):
            return None
        seat, kind = divmod(action - FIRST_FILCH, RESOURCES)
        if seat >= state.game.players:
            return Reason("MW-GOAL-1", f"Only {state.game.players} players take part.")
        if seat == state.seat:
            return Reason("MW-HOUSE-11", "A resource is taken from another player.")
        return Reason("MW-HOUSE-11", f"{state.game.seat_name(seat)} has no {RESOURCE_NAMES[kind]}.")
