"""Small games with a fault each, of the kind that is easily made."""

from __future__ import annotations

import random
import sys
from typing import Any

from workbench import own
from workbench.core.options import Option, Whole

CARDS = own.Cards("ABCD")


class Good(own.Game):
    """Good

    - **GO-DEAL-1** Each player is dealt a card.
    - **GO-TAKE-1** In turn, a player takes one or two coins.
    - **GO-END-1** Who has seven coins first wins.
    """

    player_counts = (2,)
    table = (
        own.Counter("coins", "The coins of each player.", 8, each=True),
        own.Hand("hands", "The card of each player.", CARDS, most=1),
        own.Deck("deck", "The cards that are left.", CARDS),
    )
    total = 1.0
    longest = 20

    class Deal(own.Phase):
        random = True
        secret = True
        moves: Any = "deck"

        def choices(self, state: Any) -> Any:
            return state.deck

        def play(self, state: Any, choice: Any) -> None:
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            state.go("take" if state.turn else "deal", 1 - state.turn)

    class Take(own.Phase):
        moves: Any = (1, 2)
        say = "take {0}"

        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn] += choice
            if state.coins[state.turn] >= 7:
                state.win(state.turn)
            else:
                state.next_seat()


# -- what the class forgets ----------------------------------------------------------------------------------------------


class NoRulebook(own.Game):
    player_counts = (2,)
    Take = Good.Take


class NoPhase(own.Game):
    """No phase

    - **NO-TAKE-1** Take.
    """


class NoPlay(Good):
    class Take(own.Phase):
        moves = (1, 2)


class NoMoves(Good):
    class Take(own.Phase):
        def play(self, state: Any, choice: Any) -> None:
            state.next_seat()


class NoClause(Good):
    class Spend(own.Phase):
        moves = (1, 2)

        def play(self, state: Any, choice: Any) -> None:
            state.next_seat()


class WrongClause(Good):
    class Take(Good.Take):
        clauses = ("GO-TAKE-9",)


class WrongPart(Good):
    class Deal(Good.Deal):
        moves = "dekc"


class NoPart(Good):
    table = ("coins",)


class CoreClause(own.Game):
    """Broken

    - **B-1** An ID without a family.
    - **BR-TAKE-1** Take.
    """

    Take = Good.Take


# -- what breaks off -----------------------------------------------------------------------------------------------------


class OutsideMoves(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1, 2, 3]


class NothingToChoose(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            return [one for one in (1, 2) if state.coins[state.turn] + one <= 6]


class NeverEnds(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.next_seat()


class WrongWay(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.go("tkae")


class BreaksOff(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn + choice] += 1
            state.next_seat()


class NoField(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coin += choice


class WrongSeat(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            super().play(state, choice)
            state.to_move += 1 if state.to_move >= 0 else 0


class TooFewResults(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.finish(1)


# -- what is not kept ----------------------------------------------------------------------------------------------------


class SharingState(own.State):
    __slots__ = ("coins", "deck", "hands")

    def copy(self) -> Any:
        other: Any = type(self)()
        other.game, other.phase, other.to_move, other.listener = self.game, self.phase, self.to_move, None
        other.turn, other.results = self.turn, self.results
        other.coins, other.deck, other.hands = self.coins[:], self.deck[:], self.hands
        return other


class SharesAList(Good):
    state_kind = SharingState


class ForgettingState(SharingState):
    __slots__ = ()

    def copy(self) -> Any:
        other: Any = super().copy()
        other.hands = [hand[:] for hand in self.hands]
        other.coins = [0, 0]
        return other


class ForgetsAField(Good):
    state_kind = ForgettingState


class OwnDice(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn] += random.choice((0, 1)) if state.coins[state.turn] < 6 else 1
            super().play(state, choice)


class Remembers(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            self.times = getattr(self, "times", 0) + 1
            state.coins[0] = self.times % 3
            state.next_seat() if self.times % 7 else state.win(0)


class ChoicesChange(Good):
    class Deal(Good.Deal):
        def choices(self, state: Any) -> Any:
            state.deck.append(state.deck.pop(0))
            return state.deck


class NoWeight(Good):
    class Deal(Good.Deal):
        def choices(self, state: Any) -> Any:
            return {card: card for card in state.deck}


class TwiceLegal(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1, 2, 2]


class OutOfRange(Good):
    table = (own.Counter("coins", "The coins of each player.", 3, each=True), *Good.table[1:])


class WrongTotal(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.finish(1, 1)


class TooMuchWon(Good):
    total = None

    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            if state.coins[state.turn] < 3:
                return super().play(state, choice)
            return state.finish(5, 0)


class AllAlike(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            if state.turn == 0:
                state.next_seat()
            else:
                state.draw()


class OneSeatOnly(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins[0] += choice
            state.win(choice % 2) if state.coins[0] > 6 else state.go("take")


# -- what is let out -----------------------------------------------------------------------------------------------------


class OpenHands(Good):
    """The hand is declared for everybody, but dealt in secret; so is the bid here."""

    table = (*Good.table, own.Choice("bids", "What each player has bid.", (1, 2), each=True))

    class Take(Good.Take):
        secret = True

        def play(self, state: Any, choice: Any) -> None:
            state.bids[state.turn] = choice - 1
            super().play(state, choice)


class ToldToAll(Good):
    table = (
        own.Counter("coins", "The coins of each player.", 8, each=True, seen="its owner"),
        own.Hand("hands", "The card of each player.", CARDS, most=1),
        own.Deck("deck", "The cards that are left.", CARDS),
    )


class DealtAloud(Good):
    """Chance deals a card that only its owner may see, and the log tells it to all."""

    class Deal(Good.Deal):
        secret = False


class Spoken(Good):
    """The card of the next player is said aloud."""

    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.say("GO-TAKE-1", f"The other card is {state.hands[1 - state.turn][0]}.")
            super().play(state, choice)


class SpokenDie(Good):
    """A die that nobody sees is rolled, and the rules say what it shows."""

    table = (*Good.table, own.Counter("die", "What nobody sees.", 6, seen="nobody"))

    class Deal(Good.Deal):
        def play(self, state: Any, choice: Any) -> None:
            state.deck.remove(choice)
            state.hands[state.turn].append(choice)
            state.go("roll" if state.turn else "deal", 1 - state.turn)

    class Roll(own.Phase):
        random = True
        secret = True
        clauses = ("GO-DEAL-1",)
        moves: Any = (1, 2, 3)

        def play(self, state: Any, choice: Any) -> None:
            state.die = choice
            state.say("GO-TAKE-1", f"The die shows {choice}.")
            state.go("take")


class LeakingState(own.State):
    __slots__ = ()

    def conceal(self, seat: int) -> None:
        """Everything is shown."""


class NothingConcealed(Good):
    state_kind = LeakingState


class WrongFilling(Good):
    table = (
        *Good.table,
        own.Choice("wish", "What each player wishes.", "XY", each=True, seen="its owner", among=lambda state, seat: ()),
    )

    class Take(Good.Take):
        secret = True

        def play(self, state: Any, choice: Any) -> None:
            state.wish[state.turn] = choice - 1
            state.coins[0] += 1
            state.win(1) if state.coins[0] > 6 else state.next_seat()


# -- words, clauses, options, phases --------------------------------------------------------------------------------------


class SameWords(Good):
    class Take(Good.Take):
        say = "take something"


class WrongSay(Good):
    class Take(Good.Take):
        say = "take {1}"


class BreaksWhy(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1]

        def why(self, state: Any, choice: Any) -> Any:
            return f"You have {state.coins[5]}."


class HalfASentence(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            return [1]

        def why(self, state: Any, choice: Any) -> Any:
            return "too many"


class WrongThing(Good):
    class Take(Good.Take):
        on = "pile-{0}"


class NotOnTheBoard(Good):
    """Who asks for a card asks by the names of the hands, but holds none of these."""

    class Take(Good.Take):
        moves = "hands"
        say = "ask for {0}"

        def play(self, state: Any, choice: Any) -> None:
            super().play(state, 1 + choice % 2)


class NamedLikeAPart(Good):
    class Take(Good.Take):
        moves = ("hands", "nothing")
        say = ""

        def play(self, state: Any, choice: Any) -> None:
            super().play(state, 1 + (choice == "hands"))


class Uneven(Good):
    total = None
    together = True


class FloatWeight(Good):
    class Deal(Good.Deal):
        def choices(self, state: Any) -> Any:
            return dict.fromkeys(state.deck, 0.5)


class TextWeight(Good):
    class Deal(Good.Deal):
        def choices(self, state: Any) -> Any:
            return dict.fromkeys(state.deck, "2")


class NoOutcome(Good):
    class Deal(Good.Deal):
        def choices(self, state: Any) -> Any:
            return {} if len(state.deck) == 3 else state.deck


class OpenBrace(Good):
    class Take(Good.Take):
        say = "{"


class WrongOn(Good):
    class Take(Good.Take):
        on = "coins-{seat}"


class Leaves(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn] += choice
            sys.exit("That is all.")


class LeavesEarly(Good):
    class Take(Good.Take):
        def choices(self, state: Any) -> Any:
            raise SystemExit


class IdleClause(Good):
    """Idle clause

    - **GO-DEAL-1** Each player is dealt a card.
    - **GO-TAKE-1** In turn, a player takes one or two coins.
    - **GO-SPEND-1** Coins may be spent.
    - **GO-END-1** Who has seven coins first wins.
    """


class UnknownClause(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.say("GO-STEAL-1", "A coin is stolen.")
            super().play(state, choice)


class IdlePhase(Good):
    class Spend(own.Phase):
        clauses = ("GO-TAKE-1",)
        moves = ("spend",)

        def play(self, state: Any, choice: Any) -> None:
            state.next_seat()


class IdleOption(Good):
    option_table = (Option("goal", 7, Whole(5, 9), "How many coins win.", "GO-END-1"),)


# -- what is easily mistaken ---------------------------------------------------------------------------------------------------


class Misspelt(Good):
    class Take(Good.Take):
        def choice(self, state: Any) -> Any:
            return [1]


class NotShared(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.finish(1)


class ResultsInAList(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.finish([1, 0])


class PastTheLastSeat(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.go("take", state.turn + 1)


class OneListTwice(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.hands[1] = state.hands[0]
            state.next_seat()


EVERYTHING = CARDS.all()


class ListFromOutside(Good):
    def set_up(self, state: Any) -> None:
        state.deck = EVERYTHING


class WordInAField(Good):
    table = (*Good.table, own.Choice("said", "What was said last.", ("one", "two")))

    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.said = "one"
            state.next_seat()


class HalfACoin(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins[state.turn] += choice / 2
            state.next_seat()


class TooFewEntries(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.coins = [choice]
            state.next_seat()


class SaysWhereToGo(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> Any:
            return "deal"


class LostCard(Good):
    class Take(Good.Take):
        def play(self, state: Any, choice: Any) -> None:
            state.hands[state.turn].clear()
            state.next_seat()


class ScoresOfTeams(Good):
    table = (*Good.table, own.Row("points", "The points of each team.", ("North and South", "East and West", "Nobody"), 9))


class OneOptionAlone(Good):
    option_table = Option("goal", 7, Whole(5, 7), "How many coins you need.", "GO-END-1")  # type: ignore[assignment]


class DefaultNotAllowed(Good):
    option_table = (Option("goal", 8, Whole(5, 7), "How many coins you need.", "GO-END-1"),)


class NoStars(own.Game):
    """No stars

    - **NS-STEP-1** Go one step.
    - NS-END-1 Then the game is over.
    """


FAULTS: dict[str, tuple[Any, str, str]] = {
    "no rulebook": (NoRulebook, "class", "NoRulebook has no rulebook. Write its clauses as the docstring of the class"),
    "no phase": (NoPhase, "class", "NoPhase has no phase. Write at least one class in it"),
    "no play": (NoPlay, "class", "The phase 'take' (Take) of NoPlay does not say what a move does."),
    "no moves": (NoMoves, "class", "The phase 'take' (Take) of NoMoves has no moves."),
    "a phase without a clause": (NoClause, "class", "The phase 'spend' (Spend) of NoClause names no clause"),
    "a clause that there is not": (WrongClause, "class", "names the clause 'GO-TAKE-9', which the rulebook does not have. Did"),
    "a part that there is not": (WrongPart, "class", "there is no part 'dekc' of the table. Did you mean 'deck'?"),
    "no part": (NoPart, "class", "The table of NoPart contains 'coins', which is not a part. A part is,"),
    "a clause without a family": (CoreClause, "class", "Rulebook of core_clause, line 3"),
    "a choice that is no move": (OutsideMoves, "outside", "returns 3, which is not among its moves, such as [1, 2]."),
    "nothing to choose": (NothingToChoose, "empty", "In the phase 'take', nothing can be chosen."),
    "no end": (NeverEnds, "endless", "The phase `take` never ends: after"),
    "a phase that there is not": (WrongWay, "go", "There is no phase 'tkae' to go to. Did you mean 'take'? Available: deal,"),
    "an index": (BreaksOff, "crash", "The phase 'take' fails when it carries out 'take:"),
    "a field that is not declared": (NoField, "no-field", "has no attribute 'coin'"),
    "a seat that there is not": (WrongSeat, "seat", "seat 2 is to move, but the last seat is 1."),
    "too few results": (TooFewResults, "finish", "`finish` needs a result for each of the 2 seats"),
    "a shared list": (SharesAList, "copy-shared", "Your `copy` shares the list `hands`"),
    "a forgotten field": (ForgetsAField, "copy-lost", "Your `copy` changes the field `coins`."),
    "dice of one's own": (OwnDice, "twice", "The phase 'take' does not always do the same: "),
    "a phase that remembers": (Remembers, "twice", "The phase 'take' does not always do the same: "),
    "choices that change something": (ChoicesChange, "choices-change", "`choices` of the phase 'deal' changes the "
        "position (they differ in `deck`)"),
    "a weight of nothing": (NoWeight, "weights", "the weight of 'deal:A' must be a whole number from 1, not 0. Leave out what"),
    "a move twice": (TwiceLegal, "legal", "In the phase 'take', the legal actions are not in order, or one appears"),
    "a counter out of range": (OutOfRange, "written", "should be a whole number from 0 to 3"),
    "a wrong total": (WrongTotal, "results", "The results [1.0, 1.0] add up to 2; the class declares 1."),
    "too much won": (TooMuchWon, "results", "A seat has won 5; the class declares results from 0 to 1."),
    "all alike": (AllAlike, "alike", "give the same result, [0.5, 0.5]."),
    "one seat only": (OneSeatOnly, "seat-idle", "Seat 1 never decides"),
    "an open secret": (OpenHands, "secret-seen", "Seat 1's view shows what seat 0 has chosen in secret in the phase "
                                                 "'take', in `coins` and `bids`."),
    "told to all": (ToldToAll, "secret-told", "Everybody is told what seat 0 chooses in the phase 'take'"),
    "dealt aloud": (DealtAloud, "secret-told", "Everybody is told what chance brings in the phase 'deal', although seat 1 may"),
    "a spoken card": (Spoken, "secret-told", "Seat 0 is told of something hidden in the phase 'take', although seat 0 may not"),
    "a spoken die": (SpokenDie, "secret-told", "Everybody is told what chance brings in the phase 'roll', although seat"),
    "nothing concealed": (NothingConcealed, "concealed", "view shows the part `deck`, which nobody may see."),
    "nothing to fill in": (WrongFilling, "resample", "cannot see fails: "),
    "the same words": (SameWords, "same-words", "Two moves of the phase 'take' are both called 'take something'"),
    "words that cannot be made": (WrongSay, "class", "`say` of the phase 'take' (Take) is 'take {1}', which does not fit the"),
    "a reason that breaks off": (BreaksWhy, "why", "when it says why 'take:2' may not be chosen"),
    "a reason that is no sentence": (HalfASentence, "sentence", "is not a whole sentence: 'too many'."),
    "a thing that there is not": (WrongThing, "thing", "are about 'pile-1', which the board does not have."),
    "a thing that is not there now": (NotOnTheBoard, "thing", "The moves of the phase 'take' are about 'hands-1-"),
    "a move named like a part of many things": (NamedLikeAPart, "thing", "The move 'hands' of the phase 'take' has the name "
        "of a part that the board draws as several things, so the board highlights none of them."),
    "a winner where all play together": (Uneven, "alike", "give the same result, [1.0, 1.0]."),
    "a weight that is no whole number": (FloatWeight, "weights", "'deal:A' must be a whole number from 1, not 0.5."),
    "a weight in words": (TextWeight, "weights", "the weight of 'deal:A' must be a whole number from 1, not '2'."),
    "no outcome": (NoOutcome, "empty", "In the phase 'deal', nothing can be chosen."),
    "an open brace": (OpenBrace, "class", "is '{', which does not fit the move 1. Write {0} for '1'; to show a brace"),
    "a thing without a number": (WrongOn, "class", "`on` of the phase 'take' (Take) is 'coins-{seat}', which does not"),
    "a rule that ends the program": (Leaves, "crash", "The phase 'take' (Take) calls `exit`, which would end the whole"),
    "a list that ends the program": (LeavesEarly, "crash", "The phase 'take' (Take) calls `exit`, which would end the whole"),
    "an idle clause": (IdleClause, "clause-idle", "The clause GO-SPEND-1 is never carried out in 40 games."),
    "an unknown clause": (UnknownClause, "clause-unknown", "under the clause 'GO-STEAL-1', which the rulebook does not have."),
    "an idle phase": (IdlePhase, "phase-idle", "The phase `spend` is never entered in 40 games."),
    "a misspelt name": (Misspelt, "misspelt", "Nothing reads `choice` of Take. Did you mean `choices`?"),
    "a result for all": (NotShared, "finish", "If all players share one result, set `together = True` in the class."),
    "results in a list": (ResultsInAList, "finish", "`finish` takes numbers, not ([1, 0],). Put a star before a list,"),
    "past the last seat": (PastTheLastSeat, "go", "There is no seat 2 to go to: seats are numbered from 0 to 1. The next"),
    "one list twice": (OneListTwice, "shared", "After the phase 'take', the field `hands` holds one list twice: whoever"),
    "a list from outside": (ListFromOutside, "shared", "At the start, the field `deck` is a list from outside the position:"),
    "a word in a field": (WordInAField, "written", "After the phase 'take', the field `said` holds 'one', which is not a"),
    "half a coin": (HalfACoin, "written", "`coins` holds 1.0, which is not a whole number."),
    "too few entries": (TooFewEntries, "written", "the field `coins` holds 1 entry, but it needs 2."),
    "a name returned": (SaysWhereToGo, "crash", "returns 'deal', which changes nothing. To go to another phase, call"),
    "a lost card": (LostCard, "written", "is missing from 'hands' and 'deck'."),
    "scores of teams": (ScoresOfTeams, "class", "so it must hold one number for each of the 2 seats. Write own.Counter("),
    "an option without a comma": (OneOptionAlone, "class", "must be a tuple of options, with a comma after a single one:"),
    "a default outside": (DefaultNotAllowed, "class", "'goal' of DefaultNotAllowed is not allowed: it must be a whole number"),
    "a clause without stars": (NoStars, "class", "Rulebook of no_stars, line 4: '- NS-END-1 Then the game is over.' looks"),
    "an idle option": (IdleOption, "option-idle", "The option 'goal' changes nothing in 60 games."),
}
"""For each fault the game, the kind of finding it must be, and words of its sentence."""
