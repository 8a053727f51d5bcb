"""The end of a round, step by step, the next round, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.cards import LINE_UP, NONE
from workbench.games.merry_way.components import BIT, FIRST_WINNER
from workbench.games.merry_way.draw import FOR_NEW_ROUND
from workbench.games.merry_way.phase import MerryWayPhase, Passing
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import listing, many

if TYPE_CHECKING:
    from mypy_extensions import i64

ALL_PLACES: Final = (1 << LINE_UP) - 1
"""Every place of the line-up, as a mask."""


@mypyc_attr(allow_interpreted_subclasses=True)
class EndOfRound(Passing):
    """The roadblock goes, folly cards are turned or replaced, everybody draws, the Leader marker moves on."""

    name: ClassVar[str] = "end_of_round"
    title: ClassVar[str] = "The end of a round"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-ENDROUND-1", "MW-ENDROUND-2", "MW-ENDROUND-3", "MW-ENDROUND-4", "MW-ENDROUND-5"),
        *("MW-WIN-1", "MW-WIN-2", "MW-RULING-34", "MW-RULING-38", "MW-RULING-48", "MW-RULING-50"),
    )

    def begin(self, state: MerryWayState) -> None:
        """Remove the roadblock and turn red cards over; cards that showed blue before are discarded and replaced."""
        rules = state.rules
        if state.roadblock != NONE:
            if state.listener is not None:
                where = rules.board.way_names[state.roadblock]
                state.tell("MW-ENDROUND-1", f"The roadblock on {where} is removed.")
            state.roadblock = NONE
        before = state.blue
        state.blue = ALL_PLACES & ~before
        state.open_sides = state.blue if rules.blue_hidden else ALL_PLACES
        old = [place for place in range(LINE_UP) if before & BIT[place]]
        if state.listener is not None:
            self.report(state, [place for place in range(LINE_UP) if place not in old], old)
        if old:
            line_up = list(state.line_up)
            for place in old:
                line_up[place] = NONE
            state.line_up = tuple(line_up)
            if len(state.folly_deck) < len(old):
                if state.listener is not None:
                    left = many(len(state.folly_deck), "folly card")
                    state.tell("MW-WIN-2", f"The deck has {left} and {len(old)} are needed: the game is over.")
                rules.game_over.begin(state)
                return
        rules.draw_folly.go_on(state)

    def report(self, state: MerryWayState, turned: list[int], old: list[int]) -> None:
        """Tell which cards are turned over and which are discarded."""
        if turned:
            state.tell("MW-ENDROUND-2", f"{listing([f'V{place + 1}' for place in turned])} turn to their blue side.")
        if old:
            state.tell("MW-ENDROUND-3", f"{listing([f'V{place + 1}' for place in old])} showed blue and are discarded.")

    def draw_cards(self, state: MerryWayState) -> None:
        """Everybody draws a resource card, from the Leader on."""
        state.rules.draw_resource.hand_out(state, state.leader, 1, FOR_NEW_ROUND)

    def next_card(self, state: MerryWayState) -> None:
        """The next seat draws; after the last one the marker moves on, and the end of the game is tested."""
        seat = state.after(state.seat)
        if seat != state.leader:
            state.rules.draw_resource.hand_out(state, seat, 1, FOR_NEW_ROUND)
            return
        rules = state.rules
        state.leader = state.after(state.leader)
        state.seat = NONE
        if state.listener is not None:
            state.tell(
                "MW-ENDROUND-5", f"{rules.seat_name(int(state.leader))} takes the Leader marker.", int(state.leader)
            )
            profits = listing([f"{rules.seat_name(seat)} {profit}" for seat, profit in enumerate(state.profit)])
            state.tell("MW-WIN-1", f"Profit after round {state.round}: {profits}.")
        if self.target_reached(state):
            if state.listener is not None:
                state.tell("MW-GOAL-3", f"The target of {rules.target} profit is reached: the game is over.")
            rules.game_over.begin(state)
        elif state.round >= rules.max_rounds:
            if state.listener is not None:
                state.tell("MW-RULING-50", f"Round {state.round} was the last one: the game is over.")
            rules.game_over.begin(state)
        else:
            self.next_round(state)

    def target_reached(self, state: MerryWayState) -> bool:
        """Whether somebody has the profit that ends the game (MW-WIN-1)."""
        return max(state.profit) >= state.rules.target

    def next_round(self, state: MerryWayState) -> None:
        """A round begins with the Work phase (MW-ROUND-1)."""
        state.round += 1
        if state.listener is not None:
            state.tell("MW-ROUND-1", f"Round {state.round} begins.")
        state.rules.choose_card.begin(state)


@mypyc_attr(allow_interpreted_subclasses=True)
class GameOver(Passing):
    """The end of the game: the most profit wins, and ties are broken."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "The end of the game"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-WIN-3", "MW-WIN-4", "MW-WIN-5", "MW-WIN-6", "MW-WIN-7", "MW-RULING-37", "MW-RULING-39", "MW-GOAL-3"),
    )

    def begin(self, state: MerryWayState) -> None:
        """Settle who has won; a lot may decide between those who are still tied."""
        rules = state.rules
        state.seat = NONE
        best = state.best()
        if len(best) > 1 and rules.lot_decides:
            rules.final_tie.ask(state)
            return
        self.finish(state)

    def finish(self, state: MerryWayState) -> None:
        """Announce the result."""
        state.phase = self
        state.to_move = OVER
        if state.listener is not None:
            self.report(state)

    def report(self, state: MerryWayState) -> None:
        """Tell who has won, and by which tie-break."""
        rules = state.rules
        ranks = [state.rank(seat) for seat in range(rules.players)]
        tied = [seat for seat in range(rules.players) if ranks[seat][0] == max(state.profit)]
        if len(tied) == 1:
            state.tell("MW-WIN-3", f"{rules.seat_name(tied[0])} has the most profit and wins.", tied[0])
            return
        names = listing([rules.seat_name(seat) for seat in tied])
        state.tell("MW-WIN-3", f"{names} tie with {max(state.profit)} profit.")
        for number, clause, what in (
            (1, "MW-WIN-4", "claim tokens"),
            (2, "MW-WIN-5", "scheme cards"),
            (3, "MW-WIN-6", "resources"),
        ):
            most = max([ranks[seat][number] for seat in tied])
            tied = [seat for seat in tied if ranks[seat][number] == most]
            names = listing([rules.seat_name(seat) for seat in tied])
            if len(tied) == 1:
                state.tell(clause, f"{names} has the most {what} among them and wins.", tied[0])
                return
            state.tell(clause, f"{names} have {most} {what} each.")
        if state.winner == NONE:
            state.tell("MW-WIN-7", f"{names} share the victory.")
        else:
            state.tell("MW-RULING-39", f"{rules.seat_name(int(state.winner))} wins by lot.", int(state.winner))

    def question(self, state: MerryWayState) -> str:
        """The result."""
        rules = state.rules
        names = listing([rules.seat_name(seat) for seat, won in enumerate(state.returns()) if won > 0])
        return f"The game is over: {names} won."


@mypyc_attr(allow_interpreted_subclasses=True)
class FinalTie(MerryWayPhase):
    """Another reading: a lot decides between players who tie in everything."""

    name: ClassVar[str] = "final_tie"
    title: ClassVar[str] = "The last tie-break"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-39", "MW-WIN-7", "MW-CHANCE-7")
    group: ClassVar[str] = "Winner"
    even_chance: ClassVar[bool] = True

    def ask(self, state: MerryWayState) -> None:
        """Draw one of those who tie."""
        state.phase = self
        state.to_move = CHANCE

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Those who tie."""
        return tuple([FIRST_WINNER + seat for seat in state.best()])

    def apply(self, state: MerryWayState, action: i64) -> None:
        """This one has won."""
        state.winner = action - FIRST_WINNER
        state.rules.game_over.finish(state)

    def question(self, state: MerryWayState) -> str:
        """Who wins."""
        return "Who wins the tie?"
