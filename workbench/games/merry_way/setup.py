"""Set-up: the Leader, the first hands, the line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.state import CHANCE
from workbench.games.merry_way.cards import LINE_UP, NONE
from workbench.games.merry_way.components import FIRST_LEADER, MERCHANTS
from workbench.games.merry_way.draw import FIRST_CARDS, FIRST_HAND
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import folly_words, many

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(allow_interpreted_subclasses=True)
class SetUp(MerryWayPhase):
    """Everything finds its place; hands are dealt seat by seat, then the line-up is filled."""

    name: ClassVar[str] = "set_up"
    title: ClassVar[str] = "Set-up"
    clauses: ClassVar[tuple[str, ...]] = ("MW-SETUP-12", "MW-RULING-40", "MW-CHANCE-4")
    group: ClassVar[str] = "Leader"
    even_chance: ClassVar[bool] = True

    def begin(self, state: MerryWayState) -> None:
        """Lay everything out; then find the Leader, by lot if the option says so."""
        rules = state.rules
        if state.listener is not None:
            self.report(state)
        if rules.random_leader:
            state.phase = self
            state.to_move = CHANCE
        else:
            self.lead(state, 0)

    def report(self, state: MerryWayState) -> None:
        """Tell what lies where."""
        rules = state.rules
        state.tell("MW-SETUP-1", "The trail runs between Werchesope and Nottingham.")
        state.tell("MW-SETUP-2", "Red, Green and Purple stand in Werchesope.")
        state.tell("MW-SETUP-3", "Yellow and Blue stand in Nottingham.")
        state.tell("MW-SETUP-4", "The three decks are shuffled.")
        each = rules.starting_resources
        state.tell(
            "MW-SETUP-8",
            f"Each player starts with {each} of each resource and {many(rules.claim_tokens, 'claim token')}.",
        )
        state.tell("MW-SETUP-9", f"The supply holds {state.supply[0]} of each resource.")
        state.tell("MW-SETUP-10", "All other resource tokens leave the game.")
        state.tell("MW-SETUP-11", f"Each player starts with {rules.starting_profit} profit.")

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Anybody may be the first Leader."""
        return tuple(range(FIRST_LEADER, FIRST_LEADER + state.rules.players))

    def apply(self, state: MerryWayState, action: i64) -> None:
        """Give the marker to the seat drawn."""
        self.lead(state, action - FIRST_LEADER)

    def lead(self, state: MerryWayState, seat: i64) -> None:
        """A seat takes the Leader marker; the cards are dealt, from seat 0 on."""
        state.leader = seat
        if state.listener is not None:
            state.tell("MW-SETUP-12", f"{state.rules.seat_name(int(seat))} takes the Leader marker.", int(seat))
        state.rules.draw_scheme.hand_out(state, 0, state.rules.starting_scheme_cards, FIRST_HAND)

    def deal_resources(self, state: MerryWayState) -> None:
        """The same seat is dealt its resource cards."""
        state.rules.draw_resource.hand_out(state, state.seat, state.rules.starting_resource_cards, FIRST_CARDS)

    def deal_next(self, state: MerryWayState) -> None:
        """The next seat is dealt its cards; after the last one the line-up is filled."""
        rules = state.rules
        seat = state.seat + 1
        if seat < rules.seats:
            rules.draw_scheme.hand_out(state, seat, rules.starting_scheme_cards, FIRST_HAND)
            return
        state.seat = NONE
        if state.listener is not None:
            for place in range(LINE_UP):
                if state.line_up[place] != NONE:
                    card = folly_words(rules, rules.public_folly(state, place), False)
                    state.tell("MW-HOUSE-14", f"V{place + 1} is {card}.")
        rules.draw_folly.go_on(state)

    def finish(self, state: MerryWayState) -> None:
        """The line-up is complete: the first round begins."""
        if state.listener is not None:
            state.tell("MW-SETUP-6", f"{', '.join(MERCHANTS)} stand between cards that all show their red side.")
        state.rules.end_of_round.next_round(state)

    def question(self, state: MerryWayState) -> str:
        """Who leads."""
        return "Who takes the Leader marker?"
