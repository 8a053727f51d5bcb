"""The base class of all phases of On Their Merry Way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.phase import NOT_NOW, Phase
from workbench.core.state import CHANCE
from workbench.games.merry_way import words
from workbench.games.merry_way.cards import LINE_UP, NONE, RESOURCE_NAMES
from workbench.games.merry_way.components import BIT, MERCHANTS, SEATS
from workbench.games.merry_way.state import MerryWayState

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay


class MerryWayPhase(Phase[MerryWayState]):
    """A phase of On Their Merry Way.

    The code that passes on to a phase must first set `state.seat` to the seat whose turn it is there. When a phase of the
    round begins, that is the Leader's seat.

    Attributes:
        by_chance: whether this phase always waits for a random event.
        has_turn: whether it is some player's turn.
        may_lack_follies: whether cards may be missing from the line-up.
        builds: whether this is part of the Build phase.
        amid: whether the player must first finish something already begun, so that refusals name nothing else.
    """

    by_chance: ClassVar[bool] = False
    has_turn: ClassVar[bool] = True
    may_lack_follies: ClassVar[bool] = False
    builds: ClassVar[bool] = False
    amid: ClassVar[bool] = False

    def begin(self, state: MerryWayState) -> None:
        """Ask the seat whose turn it is."""
        state.to_move = state.seat

    def words(self, state: MerryWayState, action: int) -> str:
        """Put an action into words; an action means the same in every phase."""
        return words.words(state, action)

    def too_late_to_deal(self) -> Reason:
        """Explain why nobody makes offers in this phase."""
        return Reason("MW-BARGAIN-9", "Players trade with each other in the Bargain phase only.")

    def elsewhere(self, state: MerryWayState, action: int) -> Reason | None:
        """Explain when a move of another phase is made; None for random events."""
        rules = state.game
        kind = rules.kind_of(action)
        if kind == "unclaim":
            return marker_reason(rules)
        if kind in ("bank", "buy", "swap"):
            if self.building(state):
                return Reason("MW-BANK-7", "Everybody has visited the bank in this round.")
            before = "the players have finished their deals" if rules.trade_mode_offers else "the Work phase is over"
            return Reason("MW-BANK-1", f"The bank opens when {before}.")
        if kind in IN_BUILD and self.building(state) and not self.by_chance:
            return Reason(self.clauses[0], f"Finish this first. {self.question(state)}")
        never = left_out(rules, kind)
        if never is not None:
            return never
        where = ELSEWHERE.get(kind)
        return Reason(where[0], where[1]) if where is not None else None

    def asked_elsewhere(self, state: MerryWayState, action: int) -> Reason:
        """Return the reason against a move of another phase, a deal at another time, or what only chance does."""
        rules = state.game
        kind = rules.kind_of(action)
        if kind in IN_DEALS:
            if not rules.trade_mode_offers:
                return Reason("MW-RULING-14", "Players do not trade with each other in this game, only with the bank.")
            return self.too_late_to_deal()
        when = None if self.amid else self.elsewhere(state, action)
        if when is not None:
            return when
        if kind in BY_CHANCE:
            clause, text = BY_CHANCE[kind]
            return Reason(clause, text)
        never = marker_reason(rules) if kind == "unclaim" else left_out(rules, kind)
        if never is not None:
            return never
        if kind == "take":  # a digit takes tokens, and Many Hands does
            return Reason(ELSEWHERE[kind][0], f"{NOT_NOW}. {self.question(state)}")
        return super().asked_elsewhere(state, action)

    def thing(self, state: MerryWayState, action: int) -> str:
        """Return the card, clearing, pile, player or way that a move is about; empty for a claim that is not there."""
        symbol = state.game.symbol(action)
        kind, _, what = symbol.partition(":")
        if kind in ("give", "want"):
            return thing_of_an_offer(state, symbol, state.seat if kind == "give" else state.partner)
        if kind == "unclaim":
            return claim_of(state, what, state.to_move)
        if kind == "swapfolly":
            return f"traveller-{MERCHANTS[int(what) - 1]}"
        if kind == "offer" and what.startswith("to:"):
            return f"seat-{what[3:]}"
        if symbol in ("draw", "buy:card"):
            return "deck-scheme"
        return f"{THINGS[kind]}-{what.replace(':', '-', 1) if kind == 'filch' else what}" if kind in THINGS else symbol

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def in_setup(self, state: MerryWayState) -> bool:
        """Return whether this phase is part of the set-up."""
        return False

    def at_work(self, state: MerryWayState) -> bool:
        """Return whether resource cards lie on the table in this phase."""
        return False

    def building(self, state: MerryWayState) -> bool:
        """Return whether this phase is part of the Build phase."""
        return self.builds

    def movers(self, state: MerryWayState) -> tuple[int, ...]:
        """Return who may decide: chance, or the seat whose turn it is."""
        return (CHANCE,) if self.by_chance else (state.seat,)

    def fill_in(self, state: MerryWayState, given: frozenset[str]) -> None:
        """Set the turn if the position does not: the Leader's, or that of the next seat that has not passed."""
        if "turn" in given:
            return
        if not self.has_turn:
            state.seat = NONE
        elif state.seat == NONE:
            state.seat = state.leader
            for _seat in range(state.game.players):
                if state.passed & BIT[state.seat]:
                    state.seat = state.after(state.seat)

    def misfits(self, state: MerryWayState) -> list[str]:
        """Return the reasons why a position cannot be in this phase."""
        if (state.seat != NONE) != self.has_turn:
            whose = "some player's" if self.has_turn else "nobody's"
            turn = None if state.seat == NONE else SEATS[state.seat]
            return [f"In the phase {self.name!r} it is {whose} turn: 'turn' is {turn!r}."]
        found = super().misfits(state)
        if (state.round == 0) != self.in_setup(state):
            found.append(f"The phase {self.name!r} does not belong to round {state.round}; set-up is round 0.")
        if state.round == 0 and max(state.cards) != NONE:
            found.append("In the set-up no card is in play.")
        found += self.work_misfits(state)
        found += self.offer_misfits(state)
        found += self.turn_misfits(state)
        found += self.card_misfits(state)
        found += self.drawing_misfits(state)
        if NONE in state.line_up and state.round and not self.may_lack_follies:
            found.append(f"The line-up is complete in the phase {self.name!r}.")
        found += self.line_up_misfits(state)
        found += self.travel_misfits(state)
        found += self.end_misfits(state)
        return found

    def line_up_misfits(self, state: MerryWayState) -> list[str]:
        """Check that all cards are red at first, new ones come to V1 first, and the rest turn blue (MW-ENDROUND-2, -3)."""
        if state.round == 0 and state.blue:
            return ["All folly cards show their red side at first (MW-SETUP-6)."]
        red = [place for place in range(LINE_UP) if not state.blue & BIT[place]]
        empty = [place for place in red if state.line_up[place] == NONE]
        early = [place for place in red if empty and place > empty[0] and state.line_up[place] != NONE]
        if not early:
            return []
        place = early[0] + 1
        return [f"The line-up is filled from V1 on: V{place} has no new card while V{empty[0] + 1} is empty (MW-ENDROUND-3)."]

    def work_misfits(self, state: MerryWayState) -> list[str]:
        """Check that cards lie on the table during the Work phase, and only then."""
        found: list[str] = []
        if self.at_work(state):
            if state.committed[state.seat] == NONE:
                found.append(f"It is the turn of {SEATS[state.seat]}, so a card of this seat lies on the 'table'.")
            return found
        if max(state.committed) != NONE:
            found.append(f"Resource cards lie on the table in the Work phase only, not in the phase {self.name!r}.")
        if state.digit:
            found.append(f"Digits are used in the Work phase only: in the phase {self.name!r} 'digit' is 1.")
        return found

    def offer_misfits(self, state: MerryWayState) -> list[str]:
        """Check the offer that is being made, if there is one."""
        return []

    def turn_misfits(self, state: MerryWayState) -> list[str]:
        """Check who has passed, and what has been played in this turn."""
        found: list[str] = []
        if not self.building(state):
            if state.passed:
                found.append(f"Nobody has passed in the phase {self.name!r}.")
            if state.specials:
                found.append(f"Special cards are played in the Build phase, not in the phase {self.name!r}.")
            if state.roadblock != NONE:
                found.append(
                    f"A roadblock stands from the Build phase to the end of the round, not in the phase {self.name!r}."
                )
            return found
        if state.passed & BIT[state.seat]:
            found.append(f"{SEATS[state.seat]} has passed, so it is not this seat's turn.")
        normal = state.game.cards.normal
        played = [card for card in (*state.scheme_discard, *state.scheme_deck, state.chosen) if card >= normal]
        if state.specials > len(played):
            found.append(
                f"With 'specials' at {state.specials} so many special cards have been played in this turn, but only "
                f"{len(played)} are where a card goes that has been played."
            )
        return found

    def card_misfits(self, state: MerryWayState) -> list[str]:
        """Check the card being played, if there is one."""
        return []

    def drawing_misfits(self, state: MerryWayState) -> list[str]:
        """Check the cards being drawn and the tokens being taken, if there are any."""
        return []

    def pending_misfits(self, state: MerryWayState, most: int) -> list[str]:
        """Check that something is still to be drawn or taken, and not too much."""
        if not state.pending:
            return [f"In the phase {self.name!r} 'pending' is at least 1."]
        if state.pending > most > 0:
            return [f"In the phase {self.name!r} 'pending' is {most} at most here, not {state.pending}."]
        return []

    def travel_misfits(self, state: MerryWayState) -> list[str]:
        """Check the traveller who waits, if there is one."""
        return []

    def end_misfits(self, state: MerryWayState) -> list[str]:
        """Check what ends the round or the game, if it ends here."""
        return []


THINGS: Final = {
    **dict.fromkeys(("play", "special", "hand", "discard"), "hand"),
    **dict.fromkeys(("take", "buy"), "supply"),
    **dict.fromkeys(("place", "strip"), "spot"),
    "card": "card", "deck": "deck", "block": "way", "flip": "folly", "filch": "stock",
}
"""What each kind of move is about: the first part of the name of a spot on the table, such as ``hand-GR1``."""


IN_DEALS: Final = ("offer", "give", "want", "reply", "hand")
"""The kinds of moves with which players deal with each other."""
IN_BUILD: Final = ("play", "special", "roadblock", "build")
"""The kinds of moves that begin a turn of the Build phase."""
ELSEWHERE: Final = {
    "card": ("MW-WORK-1", "You put down a resource card at the beginning of the Work phase only."),
    "take": ("MW-WORK-3", "You take tokens from the supply with a digit, in the Work phase."),
    "draw": ("MW-WORK-3", "You draw cards with a digit, in the Work phase."),
    "work": ("MW-WORK-10", "You pass over a digit in the Work phase only."),
    "deck": ("MW-RULING-7", "You name a deck only for a card that a digit draws or that you have bought."),
    **dict.fromkeys(
        IN_BUILD,
        ("MW-BANK-7", "The Build phase begins when the last player has left the bank."),
    ),
    "place": ("MW-BUILD-3", "You choose a spot after you have played a normal scheme card in the Build phase."),
    "block": ("MW-BUILD-11", "You choose a way after you have decided to build a roadblock in the Build phase."),
    "discard": ("MW-RULING-19", "You discard a scheme card only for a roadblock."),
    "flip": ("MW-HOUSE-8", "You turn over a folly card only with False Papers."),
    "swapfolly": ("MW-HOUSE-9", "You exchange two folly cards with Changed Company only."),
    "strip": ("MW-HOUSE-10", "Without The Sheriff's Ear you cannot take off another player's claim marker."),
    "filch": ("MW-HOUSE-11", "You take a resource from another player with Light Fingers only."),
    "tie": ("MW-RULING-26", "Nobody is asked for a side, because no traveller likes left and right equally well now."),
}
"""When each kind of move is made, and its clause: the refusal for a player who tries it at another time."""

BY_CHANCE: Final = {
    "drawn": ("MW-CHANCE-1", "Nobody chooses the scheme card that comes from the deck."),
    "dealt": ("MW-CHANCE-2", "Nobody chooses the resource card that comes from the deck."),
    "folly": ("MW-CHANCE-3", "Nobody chooses the folly card that comes from the deck."),
    "leader": ("MW-RULING-40", "Nobody chooses the first Leader."),
    "winner": ("MW-RULING-39", "Nobody chooses who wins a tie."),
}
"""What only chance does, and its clause: the refusal for a player who tries it."""
SPECIAL_MOVES: Final = frozenset({"special", "flip", "swapfolly", "strip", "filch"})
"""The kinds of moves that play a special card, or that only such a card asks for."""
SIDES: Final = {
    "left": "Nobody is asked for a side: a traveller that likes left and right equally well goes left.",
    "random": "Nobody is asked for a side: a coin decides where a traveller likes left and right equally well.",
}
"""Why nobody chooses a side, by the value of the option `side_tie`; the other value lets the Leader choose."""

WHERE_TO_TAKE_OFF: Final = {
    "deal": "in a deal",
    "bank": "in a deal or at the bank",
    "build": "in a deal or as a special action in the Build phase",
}
"""Where players may take off their own claim markers, by the value of the option `remove_own_claim`."""


def marker_reason(rules: MerryWay) -> Reason:
    """Explain why a player cannot take off a claim marker without a partner here."""
    where = WHERE_TO_TAKE_OFF[rules.options["remove_own_claim"]]
    return Reason("MW-RULING-15", f"You can take off your own claim marker only {where}.")


def left_out(rules: MerryWay, kind: str) -> Reason | None:
    """Explain why a kind of move is never made in this game; None if it can be made."""
    if kind == "deck" and not rules.draw_deck_either:
        return Reason("MW-RULING-7", "Nobody names a deck here: digits and the bank bring scheme cards.")
    if kind == "discard" and not rules.roadblock_scheme_card:
        return Reason("MW-RULING-19", "A roadblock costs a plot here, not a scheme card.")
    if kind == "tie" and not rules.side_tie_leader:
        return Reason("MW-RULING-26", SIDES[rules.options["side_tie"]])
    if kind in SPECIAL_MOVES and not rules.has_specials:
        return Reason(specials_clause(rules), "There are no special scheme cards in this game.")
    return None


def specials_clause(rules: MerryWay) -> str:
    """Return the clause by which special scheme cards are missing: the ruling, or that of a smaller deck."""
    return "MW-RULING-47" if rules.options["specials"] == "off" else "MW-HOUSE-13"


def claim_of(state: MerryWayState, spot: str, owner: int) -> str:
    """Return the clearing if the seat's claim marker lies in it; otherwise an empty text."""
    number = state.game.board.spot_names.index(spot)
    return f"spot-{spot}" if state.claims[number] == owner else ""


def thing_of_an_offer(state: MerryWayState, symbol: str, owner: int) -> str:
    """Return the thing that an offer names, in front of its owner; for a wanted kind of card, the symbol."""
    kind, _, what = symbol.partition(":")
    sort, _, which = what.partition(":")
    if sort in RESOURCE_NAMES:
        return f"stock-{SEATS[owner]}-{sort}"
    if sort == "profit":
        return f"profit-{SEATS[owner]}"
    if sort in ("claim", "unclaim"):
        return claim_of(state, which, owner)
    return f"hand-{which}" if sort == "card" and kind == "give" else symbol


class Passing(MerryWayPhase):
    """A phase that never waits for a decision: it does its work and passes on."""

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return ()
