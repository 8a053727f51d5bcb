"""The turn: up to two of the four actions, in any order but one; then the next player, until the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.state import FURTHEST
from workbench.games.keydom.components import (
    ACTIONS_PER_TURN,
    BID,
    BID_MADE,
    BIDDING,
    BIT,
    CHOOSING,
    END,
    ENDING,
    HARVEST,
    HARVESTED,
    HARVESTING,
    LEVELS,
    NONE,
    PLACE,
    PLACED,
    PLACING,
    PLAY,
    REMOVE,
    ROTATING,
    WORKED,
    WORKING,
)
from workbench.games.keydom.phase import KeydomPhase
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Slot

TURN_BEGINS: Final = Kind("turn_begins", "KD-TURN-1", "Turn {turn}: it is {seat:seat}'s turn.")
CHOOSES: Final = Kind("chooses_action", ("KD-TURN-2", "KD-TURN-3", "KD-RULING-6"), "{seat:seat} chooses to {action}.")
PASSES: Final = Kind("passes", "KD-TURN-6", "{seat:seat} ends the turn.")
NOT_CLAIMED: Final = Kind(
    "not_claimed", "KD-RULING-15", "{seat:seat} has not claimed {plot:plot}: it goes into the bag, {counters:counters} to hand."
)
STALLS: Final = Kind("stalls", ("KD-END-8", "KD-RULING-48"), "For {turns} turns no tile has left the registry.")
LEAVES: Final = Kind("rotated", "KD-END-9", "{plot:plot}, which has lain in the registry longest, leaves the game.")
STALL_ENDS: Final = Kind("stall_ends", "KD-RULING-48", "The option stall=end now ends the game.")
ROUNDS_OVER: Final = Kind("rounds_over", ("KD-END-10", "KD-RULING-60"), "After round {rounds} the game ends in any case.")
END_COMES: Final = Kind("last_turn_over", "KD-END-4", "The last turn is over, and with it the game.")

MENUS: Final = tuple(
    [
        (END, *[action for bit, action in enumerate((HARVEST, PLAY, REMOVE, PLACE, BID)) if mask >> bit & 1])
        for mask in range(32)
    ]
)
"""The legal actions, by what is possible besides ending the turn."""
ACTIONS_IN: Final = tuple([mask.bit_count() for mask in range(16)])
"""How many actions a player has taken, by what the player has done in the turn."""
PART: Final = {HARVEST: HARVESTED, PLAY: WORKED, REMOVE: WORKED, PLACE: PLACED, BID: BID_MADE}

DONE_WORDS: Final = ("harvested", "played or removed a worker", "placed tiles", "bid")
"""The words for the actions that a player has taken, in the order of (a) to (d)."""


class Turn(KeydomPhase):
    """The active player takes an action or ends the turn; every interruption of a turn returns here."""

    name: ClassVar[str] = "turn"
    title: ClassVar[str] = "Turn"
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-TURN-2", "KD-TURN-3", "KD-TURN-5", "KD-TURN-6", "KD-TURN-1", "KD-RULING-6"),
        *("KD-WORKER-4", "KD-REGISTRY-3", "KD-RULING-5"),
    )
    allows: ClassVar[Mapping[str, str]] = {
        "harvest": "KD-TURN-2",
        "play": "KD-WORKER-4",
        "remove": "KD-WORKER-4",
        "place": "KD-TURN-2",
        "bid": "KD-TURN-2",
        "end": "KD-TURN-6",
    }
    group: ClassVar[str] = "Actions"
    of_turn: ClassVar[bool] = True

    def begin(self, state: KeydomState) -> None:
        """Go on with the turn: refill, resume an action of several tiles, ask for the next action, or end."""
        game = state.game
        if state.stage >= ENDING:
            self.wind_up(state)
            return
        due = game.refill.due(state)
        if due and game.refill_each:
            state.enter(game.refill)
        elif state.stage == PLACING and state.tiles < game.place_tiles and game.place_tile.offered(state):
            state.enter(game.place_tile)
        elif state.stage == BIDDING and state.tiles < game.bid_tiles and game.bid_tile.possible(state, state.active):
            state.enter(game.bid_tile)
        else:
            state.stage = CHOOSING
            state.tiles = 0
            if due and game.refill_action:
                state.enter(game.refill)
            elif ACTIONS_IN[state.done] >= game.actions_per_turn:
                self.close_turn(state)
            else:
                self.ask(state, state.active)

    def close_turn(self, state: KeydomState) -> None:
        """End the turn after the last refill."""
        state.stage = ENDING
        state.actor = NONE
        if state.game.claim_window_next_turn:
            self.give_up_unclaimed(state)
        self.wind_up(state)

    def wind_up(self, state: KeydomState) -> None:
        """Do the last refill, if one is due; then end the turn (KD-REGISTRY-3)."""
        game = state.game
        state.enter(game.refill if game.refill.due(state) else game.end_of_turn)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return ending the turn, and each unused action with an effect (KD-TURN-3, KD-TURN-5, KD-TURN-6)."""
        game = state.game
        seat = state.active
        done = state.done
        possible = 0
        if not done & HARVESTED and state.fresh[seat]:
            possible |= 1
        if not done & WORKED:
            if game.play_worker.playable(state, seat, game.available(state, seat)):
                possible |= 2
            if state.stands[seat * LEVELS]:
                possible |= 4
        if not done & PLACED and (game.c_after_d or not done & BID_MADE) and game.place_tile.some(state, seat):
            possible |= 8
        if not done & BID_MADE and game.bid_tile.possible(state, seat):
            possible |= 16
        return MENUS[possible]

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse an action already taken, after a bid, or without effect (KD-TURN-2, KD-TURN-3, KD-TURN-5)."""
        game, seat = state.game, state.active
        if action == END:
            return None
        part = PART[action]
        if state.done & part:
            name = DONE_WORDS[[HARVESTED, WORKED, PLACED, BID_MADE].index(part)]
            clause = "KD-WORKER-4" if part == WORKED else "KD-TURN-2"
            return Reason(clause, f"You have already {name} in this turn, and you may take each action only once.")
        if action == HARVEST and not state.fresh[seat]:
            return Reason("KD-TURN-5", "None of your groups has an unharvested field.")
        if action == PLAY and not game.play_worker.playable(state, seat, game.available(state, seat)):
            return Reason("KD-TURN-5", "No worker that you could play has a legal space.")
        if action == REMOVE and not state.workers(seat):
            return Reason("KD-TURN-5", "You have no worker on your board.")
        if action == PLACE and state.done & BID_MADE and not game.c_after_d:
            return Reason("KD-TURN-3", "After a bid you may not place tiles in the same turn.")
        if action == PLACE and not game.place_tile.some(state, seat):
            return Reason("KD-TURN-5", "You cannot pay for any tile in another store, and you have none of your own to claim.")
        if action == BID and not game.bid_tile.possible(state, seat):
            return game.bid_tile.against_bidding(state, seat)
        return None

    def clause_here(self, state: KeydomState) -> str:
        """Return the clause on what a turn is made of: any other move must wait for one of its actions."""
        return "KD-TURN-2"

    def asked_elsewhere(self, state: KeydomState, action: int) -> Reason:
        """Return the reason against a move of another moment: it waits for one of the turn's actions (KD-TURN-2)."""
        return Reason("KD-TURN-2", super().asked_elsewhere(state, action).text)

    def clause_of(self, state: KeydomState, action: int) -> str:
        """Return the clause of the action, or of what lets it come so late."""
        return self.let_by(state, action) or super().clause_of(state, action)

    def let_by(self, state: KeydomState, action: int) -> str:
        """Return the clause whose option lets an action come third, or lets (c) follow (d); empty if none is needed."""
        if action != END and ACTIONS_IN[state.done] >= ACTIONS_PER_TURN:
            return "KD-RULING-6"
        return "KD-TURN-3" if action == PLACE and state.done & BID_MADE else ""

    def apply(self, state: KeydomState, action: Action) -> None:
        """Begin an action, or end the turn."""
        game = state.game
        if action == END:
            if state.listener is not None:
                state.tell(PASSES, state.active)
            self.close_turn(state)
            return
        if state.listener is not None:
            clause = self.let_by(state, action) or "KD-TURN-2"
            state.tell(CHOOSES, state.active, action=self.words(state, action), clause=clause)
        state.tiles = 0
        if action == HARVEST:
            state.done |= HARVESTED
            state.stage = HARVESTING
            state.enter(game.harvest_group)
        elif action == PLAY:
            state.done |= WORKED
            state.stage = WORKING
            state.enter(game.play_worker)
        elif action == REMOVE:
            state.done |= WORKED
            state.stage = WORKING
            state.enter(game.remove_worker)
        elif action == PLACE:
            state.done |= PLACED
            state.stage = PLACING
            state.enter(game.place_tile)
        else:
            state.done |= BID_MADE
            state.stage = BIDDING
            state.enter(game.bid_tile)

    def give_up_unclaimed(self, state: KeydomState) -> None:
        """With `claim_window=next_turn_only`, give up tiles that could be claimed but were not (KD-RULING-15)."""
        game = state.game
        seat = state.active
        for place in game.places[seat]:
            if state.stored[place] != NONE and state.stamps[place] < state.own_turns[seat]:
                if state.listener is not None:
                    state.tell(NOT_CLAIMED, seat, plot=state.stored[place], counters=state.bids[place])
                game.bid_tile.withdraw(state, seat, place)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: KeydomState) -> str:
        """Say what is left of the turn."""
        taken = int(state.done).bit_count()
        left = state.game.actions_per_turn - taken
        which = "action" if taken == 0 else "next action"
        return f"Which {which} do you take? You may take {left} more." if left > 1 else f"Which {which} do you take?"

    # -- checks of written positions in this phase -----------------------------------------------------------------------

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the position is between two actions, with a full registry."""
        found = super().misfits(state)
        game = state.game
        if state.stage != CHOOSING:
            found.append("In the phase 'turn' no action is going on: 'stage' is choosing.")
        if int(state.done).bit_count() >= game.actions_per_turn:
            found.append("A turn with all its actions taken is over.")
        if game.refill_each and game.refill.due(state):
            found.append("An empty slot of the registry is filled before the next action.")
        return found


class EndOfTurn(KeydomPhase):
    """The turn is over: a stall, the end of the game, or the next player. Nothing is decided here."""

    name: ClassVar[str] = "end_of_turn"
    title: ClassVar[str] = "The end of a turn"
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-TURN-1", "KD-END-3", "KD-END-8", "KD-END-9", "KD-END-10", "KD-RULING-48", "KD-RULING-60"),
    )
    of_turn: ClassVar[bool] = True

    def begin(self, state: KeydomState) -> None:
        """Deal with a stall first, and replace its tile before the turn is really over (KD-END-9)."""
        if state.stage == ENDING:
            state.quiet = 0 if state.taken else state.quiet + 1
            state.stage = ROTATING
            game = state.game
            if state.quiet >= game.stall_rounds_in_turns and state.left < 0 and game.stall != "off":
                if state.listener is not None:
                    clause = "KD-RULING-48" if "stall_rounds" in game.options.changed() else "KD-END-8"
                    state.tell(STALLS, turns=state.quiet, clause=clause)
                state.quiet = 0
                if game.stall == "end":
                    if state.listener is not None:
                        state.tell(STALL_ENDS)
                    state.enter(game.score)
                    return
                self.rotate(state)
                state.enter(game.turn)
                return
        self.pass_on(state)

    def rotate(self, state: KeydomState) -> None:
        """Take the tile with the lowest entry number out of the game (KD-END-9)."""
        oldest: Slot = NONE
        for slot in range(len(state.registry)):
            if state.registry[slot] != NONE and (oldest == NONE or state.entries[slot] < state.entries[oldest]):
                oldest = slot
        if oldest == NONE:
            return
        if state.listener is not None:
            state.tell(LEAVES, plot=state.registry[oldest])
        state.out |= 1 << int(state.registry[oldest])
        state.registry[oldest] = NONE
        state.gaps |= BIT[oldest]
        state.entries[oldest] = 0

    def pass_on(self, state: KeydomState) -> None:
        """Go on to the next player, unless this was the last turn (KD-TURN-1, KD-END-3, KD-END-4, KD-END-10)."""
        game = state.game
        if state.left == 0:
            if state.listener is not None:
                state.tell(END_COMES)
            state.enter(game.score)
            return
        if game.max_rounds_in_turns and state.turn >= game.max_rounds_in_turns:
            if state.listener is not None:
                clause = "KD-RULING-60" if "max_rounds" in game.options.changed() else "KD-END-10"
                state.tell(ROUNDS_OVER, rounds=game.options["max_rounds"], clause=clause)
            state.enter(game.score)
            return
        if state.left > 0:
            state.left -= 1
        self.begin_turn(state, (state.active + 1) % game.players)

    def begin_turn(self, state: KeydomState, seat: Seat) -> None:
        """Begin a seat's turn."""
        game = state.game
        state.active = seat
        if state.turn == FURTHEST:
            self.set_back(state)
        state.turn += 1
        state.own_turns[seat] += 1
        state.done = 0
        state.stage = CHOOSING
        state.tiles = 0
        state.taken = 0
        state.uses = game.no_uses[:]
        if state.listener is not None:
            state.tell(TURN_BEGINS, seat, turn=state.turn)
        state.enter(game.turn)

    def set_back(self, state: KeydomState) -> None:
        """Set the count of turns back by a round: only the differences count."""
        state.turn -= state.game.players
        state.own_turns = [begun - 1 for begun in state.own_turns]
        state.stamps = [max(0, stamp - 1) for stamp in state.stamps]
        state.quiet = min(state.quiet, state.turn)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that nothing waits in this phase."""
        return ["Nothing is ever decided at the end of a turn, so no position stands there."]
