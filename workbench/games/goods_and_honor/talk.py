"""Draw 2 New Folks: talk. The giver says what would be welcome, and the bidders what they promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.bids import offer_misfits
from workbench.games.goods_and_honor.components import (
    CLOSE,
    FIRST_ADD,
    FIRST_SAY,
    ITEM_WORDS,
    NONE,
    SAY_NOTHING,
    SILENT,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.words import on_offer

if TYPE_CHECKING:
    from workbench.core.types import Action


REQUEST: Final = Kind("request", "GH-TALK-1", "{seat:seat}: {item:wish}.")
PROMISE: Final = Kind("promise", "GH-RULING-14", "{seat:seat}: {item:promise}.")


class Talking(GoodsPhase):
    """What the statements of the giver and of the bidders share (GH-HOUSE-3).

    Attributes:
        said_as: the kind of event for a statement.
    """

    tries: ClassVar[tuple[str, ...]] = ("say",)
    group: ClassVar[str] = "Talk"
    said_as: ClassVar[Kind]

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return False, since a player can always be silent or say something."""
        return False

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return what may be said: nothing, or any item of the game."""
        return state.game.statements

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Note what was said; it binds nobody (GH-TALK-2)."""
        seat = state.to_move
        state.said[seat] = SILENT if action == SAY_NOTHING else action - FIRST_SAY
        if state.listener is not None:
            state.tell(self.said_as, seat, item=state.said[seat])
        self.go_on(state)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Go on to the next speaker, or to the bids."""
        raise NotImplementedError(f"The phase {self.name!r} must say what follows.")

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse chips of a player who is not there."""
        return self.not_part(state, action)

    def asked_elsewhere(self, state: GoodsAndHonorState, action: int) -> Reason:
        if FIRST_ADD <= action <= CLOSE:
            return Reason(self.clause_here(state), "First comes the talk, then the bids.")
        return super().asked_elsewhere(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the offered Folk is on the table."""
        return offer_misfits(state, self.name)

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that somebody can bid."""
        return [] if state.game.bid.bidders(state) else ["Nobody can bid, so there is no talk."]


class Talk(Talking):
    """The giver says which offers would be welcome."""

    name: ClassVar[str] = "talk"
    title: ClassVar[str] = "The giver's request"
    clauses: ClassVar[tuple[str, ...]] = ("GH-TALK-1", "GH-TALK-2", "GH-RULING-14")
    allows: ClassVar[Mapping[str, str]] = {"say": "GH-TALK-1"}
    before_talk: ClassVar[bool] = True
    only_with: ClassVar[tuple[str, ...]] = ("talk", "request", "request_reply")
    said_as: ClassVar[Kind] = REQUEST

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the giver, if there is talk and anybody can bid."""
        if not state.game.talk_on or state.game.bid.next_bidder(state) == NONE:
            state.enter(state.game.bid)
        else:
            self.ask(state, state.active)

    def go_on(self, state: GoodsAndHonorState) -> None:
        state.enter(state.game.reply if state.game.replies_on else state.game.bid)

    def question(self, state: GoodsAndHonorState) -> str:
        return f"You offer {on_offer(state.table_folk, 'a')}. What would you like to see in the bids?"


class Reply(Talking):
    """With talk=request_reply each bidder makes one statement, from the giver's left."""

    name: ClassVar[str] = "reply"
    title: ClassVar[str] = "The bidders' replies"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-14", "GH-TALK-2")
    allows: ClassVar[Mapping[str, str]] = {"say": "GH-RULING-14"}
    only_with: ClassVar[tuple[str, ...]] = ("talk", "request_reply")
    said_as: ClassVar[Kind] = PROMISE

    def begin(self, state: GoodsAndHonorState) -> None:
        self.go_on(state)

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Ask the next bidder who has not spoken."""
        rules = state.game
        for step in range(1, rules.players):
            seat = (state.active + step) % rules.players
            if state.said[seat] == NONE and rules.bid.can_bid(state, seat):
                self.ask(state, seat)
                return
        state.enter(rules.bid)

    def question(self, state: GoodsAndHonorState) -> str:
        return "What do you say you will put into your bid?"

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        if FIRST_SAY <= action < FIRST_ADD:
            return f"promise {ITEM_WORDS[action - FIRST_SAY]}"
        return super().words(state, action)

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the first bidder from the giver's left who has not spoken."""
        return tuple([seat for seat in state.game.bid.bidders(state) if state.said[seat] == NONE][:1])

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return the giver and the bidders."""
        return state.game.bid.speakers(state)

    def talk_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the giver has spoken, and bidders one after another."""
        found = super().talk_misfits(state)
        if state.said[state.active] == NONE:
            found.append("The giver speaks before the others reply.")
        able = state.game.bid.bidders(state)
        heard = [seat for seat in able if state.said[seat] != NONE]
        if heard != able[: len(heard)]:
            found.append("Replies are made one after another from the giver's left.")
        return found
