"""What the phases of For Goods and Honor share: they ask, draw and name moves alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.phase import Phase
from workbench.core.state import CHANCE
from workbench.games.goods_and_honor.components import (
    CELLS,
    CLOSE,
    DECLINE,
    FIRST_ADD,
    FIRST_DEFEND,
    FIRST_GIVE,
    FIRST_KEEP,
    FIRST_PAWN,
    FIRST_PLACE,
    FIRST_SAY,
    GOODS,
    ITEM_WORDS,
    KEEP_LAYOUT,
    MOST_SEATS,
    NEW,
    NONE,
    ONE_GIVE,
    ONE_KEEP,
    REARRANGE,
    SAY_NOTHING,
    SEATS,
    SECTION_NAMES,
    SECTIONS,
    TAKE,
    TYPE_NAMES,
    TYPES,
)
from workbench.games.goods_and_honor.state import RUNNING, GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Number, Seat
    from workbench.games.goods_and_honor.game import GoodsAndHonor

TURN_BEGINS: Final = Kind("turn_begins", "GH-TURN-1", "Turn {turn}: {seat:seat} is active.")
LIKE_ANY_OTHER: Final = Kind("first_turn", "GH-TURN-4", "The first turn begins with production, like any other.")
TRADES_FIRST: Final = Kind("trades_first", "GH-HOUSE-7", "In this game a turn ends with production.")
MAT_FINAL: Final = Kind("mat_final", ("GH-ASSIGN-5", "GH-HOUSE-7"), "{seat:seat}'s mat is final.")
PASSES_ON: Final = Kind("turn_passes", "GH-META-3", "The turn passes to the left.")


class GoodsPhase(Phase[GoodsAndHonorState]):
    """A phase of For Goods and Honor.

    Attributes:
        by_chance: whether a random event is always due in it.
        in_setup: whether it comes before the first turn.
        after_duels: whether it comes after all Nastigans of a turn have gone.
        before_talk: whether it comes before the giver has spoken.
        assigns: whether the active player assigns workers, or has finished assigning them.
        only_with: an option, and the values of it with which the game has this phase; empty if the game always has it.
    """

    by_chance: ClassVar[bool] = False
    in_setup: ClassVar[bool] = False
    after_duels: ClassVar[bool] = False
    before_talk: ClassVar[bool] = False
    assigns: ClassVar[bool] = False
    only_with: ClassVar[tuple[str, ...]] = ()

    def begin(self, state: GoodsAndHonorState) -> None:
        """Wait for a random event if one is always due, otherwise for the active player."""
        if self.by_chance:
            self.wait_for_chance(state)
        else:
            self.ask(state, state.active)

    def ask(self, state: GoodsAndHonorState, seat: Seat) -> None:
        """Wait for a seat to decide."""
        state.phase = self
        state.to_move = seat

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return whether there may be a single legal move: a quick look, which saves listing the moves twice."""
        return True

    def wait_for_chance(self, state: GoodsAndHonorState) -> None:
        """Wait for a random event."""
        state.phase = self
        state.to_move = CHANCE

    # -- the turn ------------------------------------------------------------------------------------------------------

    def begin_turn(self, state: GoodsAndHonorState, seat: Seat) -> None:
        """Make a seat active; its turn begins with producing, or with drawing (GH-TURN-4, GH-HOUSE-7)."""
        rules = state.game
        state.active = seat
        state.count_turn()
        state.story = ()
        if state.listener is not None:
            state.tell(TURN_BEGINS, seat, turn=state.turn, supply=tuple(state.supply))
            if state.turn == 1 and not rules.phase_order_trade_first:
                state.tell(LIKE_ANY_OTHER, seat)
            if rules.phase_order_trade_first:
                state.tell(TRADES_FIRST, seat)
        state.enter(rules.draw if rules.phase_order_trade_first else rules.produce)

    def mat_final(self, state: GoodsAndHonorState) -> None:
        """After Assign Workers, end the turn, or produce and then end it (GH-ASSIGN-5, GH-HOUSE-7)."""
        if state.listener is not None:
            state.tell(MAT_FINAL, state.active, clause=state.game.in_force("GH-ASSIGN-5"))
        if state.game.phase_order_trade_first:
            state.enter(state.game.produce)
        else:
            self.end_turn(state)

    def end_turn(self, state: GoodsAndHonorState) -> None:
        """Clear the turn; end the game after a stall or the last turn, otherwise pass on (GH-TURN-3)."""
        rules = state.game
        players: Number = rules.players
        state.said = [NONE] * rules.players
        if not rules.defender_reuse:
            state.defended = [0] * CELLS
        if not rules.must_assign:
            state.new_quota = [0] * TYPES
        reason = rules.game_over.due(state)
        if reason != RUNNING:
            rules.game_over.finish(state, reason)
        else:
            if state.listener is not None:
                state.tell(PASSES_ON)
            following = state.active + 1
            self.begin_turn(state, following if following < players else 0)

    # -- in words ------------------------------------------------------------------------------------------------------

    def clause_of(self, state: GoodsAndHonorState, action: int) -> str:
        """Return the clause that allows a move, or the ruling that replaces it."""
        return state.game.in_force(super().clause_of(state, action))

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Return the phase's clauses; if an option has switched one off, the ruling that replaces it."""
        return tuple(dict.fromkeys([state.game.in_force(clause) for clause in self.clauses]))

    def not_part(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Say why a move is not part of this game: an option leaves it out, or it names a player who is not there."""
        rules = state.game
        if FIRST_PAWN <= action < FIRST_KEEP and not rules.elder_pawns_on:
            return Reason("GH-PAWN-1", "Elder Pawns are not played in this game.")
        if action == REARRANGE and not rules.may_rearrange:
            return Reason("GH-RULING-37", "In this game older Folks stay where they are.")
        if action == FIRST_PLACE + NEW and rules.must_assign:
            return Reason("GH-ASSIGN-1", "A Folk is placed in Food, Wood, Rock or Guards; it does not stay in New.")
        if SAY_NOTHING <= action < FIRST_ADD and not rules.talk_on:
            return Reason("GH-RULING-14", "In this game nobody makes statements.")
        if action in (ONE_KEEP, ONE_GIVE) and rules.bag_short != "choose":
            return Reason("GH-RULING-12", "In this game you do not choose what happens to a single Folk.")
        if action in (TAKE, DECLINE) and rules.production_mandatory:
            return Reason("GH-PRODUCE-10", "You must take everything that your mat yields.")
        for first in (FIRST_SAY, FIRST_ADD, FIRST_GIVE):
            if rules.players <= action - first < MOST_SEATS:
                return Reason("GH-META-4", f"There is no player {SEATS[action - first]} in this game.")
        if rules.kind_of(action) == "give" and rules.random_award:
            return Reason("GH-RULING-19", "In this game chance decides who gets the Folk.")
        return None

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        """Return the reason against a move of another moment, or of another game."""
        absent = self.not_part(state, action)
        if absent is not None:
            return absent
        rules = state.game
        kind = rules.kind_of(action)
        if kind in self.tried():
            return super().asked_elsewhere(state, action)
        if kind == "keep" and rules.keep_timing_after_bids:
            return Reason("GH-RULING-13", "You choose the Folk that you keep when the bids have been seen.")
        if kind in ("add", "close") and not rules.talk_on:
            return Reason("GH-BID-1", "Players fill their hands when a Folk is offered.")
        when = IN_SETUP.get(kind) if self.in_setup else None
        when = when or ELSEWHERE.get(kind)
        return super().asked_elsewhere(state, action) if when is None else Reason(rules.in_force(when[0]), when[1])

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        """Put a move into words, also one that belongs to another moment of the game."""
        if action < KEEP_LAYOUT:
            return f"place in {SECTION_NAMES[action - FIRST_PLACE]}"
        if action == KEEP_LAYOUT:
            return "keep the layout"
        if action < FIRST_PAWN:
            return "rearrange the mat"
        if action < FIRST_KEEP:
            return f"put the Elder Pawn at {SECTION_NAMES[action - FIRST_PAWN]}"
        if action < SAY_NOTHING:
            return f"keep the {TYPE_NAMES[action - FIRST_KEEP]}"
        if action == SAY_NOTHING:
            return "say nothing"
        if action < FIRST_ADD:
            return f"ask for {ITEM_WORDS[action - FIRST_SAY]}"
        if action < CLOSE:
            return f"add {ITEM_WORDS[action - FIRST_ADD]}"
        if action == CLOSE:
            return "close the hand"
        if action < FIRST_DEFEND:
            return gift_words(state, action - FIRST_GIVE)
        if action < ONE_KEEP:
            place = action - FIRST_DEFEND
            return f"defend with the {TYPE_NAMES[place // SECTIONS]} in {SECTION_NAMES[place % SECTIONS]}"
        kind, _, which = state.game.symbol(action).partition(":")
        if kind == "roll":
            red, _, blue = which.partition("-")
            return f"red {red}, blue {blue}"
        return OTHER_WORDS[kind].format(which) if kind in OTHER_WORDS else super().words(state, action)

    def thing(self, state: GoodsAndHonorState, action: int) -> str:
        """Name the section, Folk, pile of items or bid that a move is about."""
        kind, _, which = state.game.symbol(action).partition(":")
        return f"{THINGS[kind]}-{which}" if kind in THINGS else super().thing(state, action)

    # -- what a position in this phase may be, for those that are written down ---------------------------------------------

    def offered(self, rules: GoodsAndHonor) -> bool:
        """Return whether the game has this phase with its options."""
        return not self.only_with or rules.options[self.only_with[0]] in self.only_with[1:]

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return chance, or the active player."""
        return (CHANCE,) if self.by_chance else (state.active,)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Place unnamed pawns at Food; number the turn by the active player and what has been taken.

        Before the first turn nothing is counted.
        """
        if self.in_setup:
            return
        rules = state.game
        if rules.elder_pawns_on:
            state.pawns = [max(0, section) for section in state.pawns]
        if self.placing(rules) and not rules.must_assign and "new_quota" not in given:
            state.new_quota = list(state.section(state.active, NEW))
        taken = sum(state.supply) < GOODS * rules.goods_per_player_in_all
        if "turn" not in given:
            state.turn = (state.active - state.first) % rules.players + 1 + (rules.players if taken else 0)
        if "last_take" not in given:
            state.last_take = max(1, state.turn - 1) if taken else 0

    def placing(self, rules: GoodsAndHonor) -> bool:
        """Return whether workers are being assigned."""
        return self.assigns

    def misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Return what cannot be true of a position in this phase."""
        found = super().misfits(state)
        if not self.offered(state.game):
            found.append(f"By the options there is no phase {self.name!r} in this game.")
        found += self.turn_misfits(state)
        found += self.table_misfits(state)
        found += self.hand_misfits(state)
        found += self.new_misfits(state)
        found += self.bid_misfits(state)
        found += self.talk_misfits(state)
        found += self.duel_misfits(state)
        found += self.end_misfits(state)
        return found

    def turn_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the number of the turn fits the first and the active player, and what has been taken."""
        rules = state.game
        found: list[str] = []
        taken = sum(state.supply) < GOODS * rules.goods_per_player_in_all
        if state.turn < 1:
            found.append("Turns are counted from 1; only in the set-up 'turn' is 0.")
        elif (state.turn - 1 - state.active + state.first) % rules.players:
            found.append(
                f"With {SEATS[state.first]} as first player, turn {state.turn} is not {SEATS[state.active]}'s."
            )
        if (state.last_take > 0) != taken or state.last_take > state.turn:
            found.append("'last_take' is a turn from 1 to the present one if tokens have been taken, and else 0.")
        return found

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check the tokens drawn this turn: in most phases no Folk, and perhaps Nastigans."""
        found: list[str] = []
        if sum(state.table_folk):
            found.append(f"In the phase {self.name!r} no Folk lies on the 'table'.")
        if self.after_duels and state.table_nastigans:
            found.append(f"In the phase {self.name!r} all Nastigans are in the bag.")
        return found

    def hand_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check the Folks in hand: in most phases none."""
        found: list[str] = []
        if sum(state.in_hand):
            found.append(f"In the phase {self.name!r} nobody holds Folks in 'hands'.")
        if state.last_section != NONE:
            found.append("'last_section' is for Folks of one type that are being placed in canonical order.")
        return found

    def new_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check Folks in New: after assignment only those that may stay; none if gifts are placed at once."""
        rules = state.game
        new = state.section(state.active, NEW)
        found: list[str] = []
        if not self.placing(rules):
            if sum(state.new_quota):
                found.append("'new_quota' is for Assign Workers with the option must_assign='no'.")
        elif rules.must_assign:
            if sum(new):
                found.append(f"In the phase {self.name!r} the New area of the active player is empty.")
        elif any([new[kind] > state.new_quota[kind] for kind in range(TYPES)]):
            found.append("No more Folks stay in New than 'new_quota' says.")
        return found + gifts_that_wait(state)

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check the hands with bids, if there may be any."""
        return []

    def talk_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that nobody has spoken before their turn to speak."""
        speakers = self.speakers(state)
        for seat in range(state.game.players):
            if state.said[seat] != NONE and seat not in speakers:
                return [f"In the phase {self.name!r} 'said' names a player who has not spoken."]
        return []

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return the seats that may have spoken: in most phases every seat that the option lets speak."""
        rules = state.game
        if self.before_talk or not rules.talk_on:
            return []
        return list(range(rules.players)) if rules.replies_on else [state.active]

    def duel_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check the defenders that have won: in most phases none."""
        if not sum(state.defended):
            return []
        return ["'defended' is for Folks on the mat that have won, with the option defender_reuse='no'."]

    def end_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the game is not past its end."""
        rules = state.game
        found: list[str] = []
        if state.end_reason != RUNNING:
            found.append("A game with an 'end' is over: its phase is 'game_over'.")
        if goods_gone(state):
            found.append("The Goods that end the game are taken, so it is over.")
        if rules.stall_rounds_in_turns and state.turn - state.last_take > rules.stall_rounds_in_turns:
            found.append("By the option `stall_rounds` the game would have ended.")
        if rules.last_turn and state.turn > rules.last_turn:
            found.append(f"The game ends after turn {rules.last_turn}, so this is not turn {state.turn}.")
        return found


OTHER_WORDS: Final = {
    "one_keep": "keep the single Folk",
    "one_give": "offer the single Folk",
    "draw": "a {} is drawn",
    "first": "{} begins",
    "folk_wins": "the Folk wins",
    "folk_loses": "the Folk loses",
}
"""Further moves and random events in words, by the kind of their symbol, with what it names."""

ELSEWHERE: Final = {
    "keep": ("GH-KEEP-1", "You choose the Folk that you keep when two Folks have been drawn."),
    **dict.fromkeys(("one_keep", "one_give"), ("GH-RULING-12", "You choose that when the bag has given a single Folk.")),
    "say": ("GH-TALK-1", "Players talk before the hands are filled."),
    **dict.fromkeys(("add", "close"), ("GH-BID-1", "Players fill their hands when a Folk is offered, after the talk.")),
    "give": ("GH-GIVE-1", "The giver hands over the Folk when all hands are open."),
    "draw": ("GH-DRAW-1", "Chance draws Folks and Nastigans from the bag."),
    "roll": ("GH-DUEL-4", "Dice are rolled in a duel with a Nastigan."),
    **dict.fromkeys(("folk_wins", "folk_loses"), ("GH-DUEL-4", "Chance decides a duel with a Nastigan.")),
    "first": ("GH-RULING-26", "Nobody chooses the first player during the game."),
    "defend": ("GH-NAST-4", "You name a defender when you deal with a Nastigan, after the award."),
    "place": ("GH-ASSIGN-1", "You place your Folks when you assign workers."),
    "keep_layout": ("GH-ASSIGN-1", "You say that you keep your layout when you assign workers."),
    "rearrange": ("GH-ASSIGN-2", "You move older Folks when you assign workers."),
    "pawn": ("GH-PAWN-9", "You may move the Elder Pawn when you assign workers."),
    **dict.fromkeys(("take", "decline"), ("GH-RULING-6", "You take or decline Goods at the beginning of Produce Goods.")),
}
"""When each kind of move is made, with its clause, for a refusal at any other moment."""

IN_SETUP: Final = {
    "place": ("GH-SETUP-11", "You place the Folks that you start with when they have been drawn."),
    "pawn": ("GH-SETUP-12", "You place your Elder Pawn when you have placed the Folks that you start with."),
}
"""The same during the set-up, where that is another moment."""

THINGS: Final = {
    "place": "section",
    "pawn": "section",
    "keep": "table",
    "add": "stash",
    "give": "bid",
    "defend": "folk",
}
"""The part of the table that each kind of move is about: it gives spots their names, such as ``section-Food``."""


def goods_gone(state: GoodsAndHonorState) -> bool:
    """Return whether the middle holds too little for the game to go on (GH-END-1, GH-RULING-8)."""
    return not all(state.supply) if state.game.end_trigger_any_type else not any(state.supply)


def gifts_that_wait(state: GoodsAndHonorState) -> list[str]:
    """Report a gift that waits in New of another player, although gifts are placed at once."""
    rules = state.game
    for seat in range(rules.players if rules.gift_assign_at_once and rules.must_assign else 0):
        if seat != state.active and any(state.section(seat, NEW)):
            return ["By the option `gift_assign` no gift waits in New."]
    return []


def gift_words(state: GoodsAndHonorState, receiver: int) -> str:
    """Put giving the offered Folk to a seat into words."""
    kind = state.offered()
    what = "Folk" if kind < 0 else TYPE_NAMES[kind]
    return f"give yourself the {what}" if receiver == state.to_move else f"give the {what} to {SEATS[receiver]}"
