"""Review a match: its scores and chances over time, and each decision beside a named player's.

A review uses what the match already has: views, the game's players, what each seat could expect (`Game.outlook`), and the odds
of each move (`Odds.action`). If the named player estimates chances to win, these estimates give the cost of a move. Otherwise
the odds give it. If there are no odds, the outlook after the move is compared with the outlook after the player's choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

from workbench.core.errors import WorkbenchError
from workbench.core.ladder import FOR_A_REVIEW, strongest
from workbench.core.outlook import adviser_of
from workbench.core.outside import in_markdown
from workbench.core.player import called, mean_and_error
from workbench.core.random import Random
from workbench.core.state import OVER, View
from workbench.core.strength import spoken_name
from workbench.core.words import capital

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from workbench.core.advice import Advice
    from workbench.core.game import Game
    from workbench.core.match import Match
    from workbench.core.state import State

WORST: Final = 3
"""How many costly decisions to name first."""
POINTS: Final = 40
"""The most points of the curve, roughly."""
CONTINUED: Final = 10
"""How many continuations to play at each point."""
COMPARED: Final = 8
"""How many continuations to play after each of the two moves compared."""
LONG: Final = 200
"""In a game with more decisions than this, and nothing learnt, playing to the end takes too long to work out costs."""
FEW_POINTS: Final = 10
"""The most points of the curve in such a game, roughly."""
FEW_CONTINUED: Final = 4
"""How many continuations to play at each point in such a game."""
SURE: Final = 2.0
"""How many standard errors above 0 an estimated cost must be to count."""


@dataclass(frozen=True)
class Decision:
    """A decision of a match under review.

    Attributes:
        step: how many decisions came before it, counting only those that the viewer noticed.
        seat: the seat that decided.
        made: the move that was made, in words.
        would: the move the named player would have made, in words.
        same: whether the two moves are the same.
        chance: the highest chance of any move, 0..1; None if the game gives no chance for each move.
        cost: how much of that chance the move lost; None if unknown.
        note: what the chances are and how they were worked out; may be empty.
        exact: whether the cost follows from exact chances; otherwise it is an estimate of the lost chance to win.
        best: the move with the best chance, in words, if neither the seat nor the player chose it; otherwise empty.
    """

    step: int
    seat: int
    made: str
    would: str
    same: bool
    chance: Fraction | float | None
    cost: Fraction | float | None
    note: str = ""
    exact: bool = True
    best: str = ""

    @property
    def lost(self) -> str:
        """What the move cost, as people read it; empty if unknown."""
        if self.cost is None:
            return ""
        return f"{100 * float(self.cost):.1f} of 100" if self.exact else f"about {100 * float(self.cost):.0f} of 100"


@dataclass(frozen=True)
class Review:
    """A look back at a match, decision by decision.

    Attributes:
        player: the name, as people read it, of the player whose choices the decisions are compared with.
        seats: the names of the seats.
        scores: each step with the scores of all seats, from the beginning.
        decisions: every decision that had more than one legal move.
        outlooks: some steps, each with the share of the win that each seat could expect, from the beginning.
        how: how these shares were found, in a few words.
    """

    player: str
    seats: tuple[str, ...]
    scores: tuple[tuple[int, tuple[float, ...]], ...]
    decisions: tuple[Decision, ...]
    outlooks: tuple[tuple[int, tuple[float, ...]], ...] = ()
    how: str = ""

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The most costly decisions, the worst first: three at most; empty if no cost is known."""
        costly = [one for one in self.decisions if one.cost]
        return tuple(sorted(costly, key=lambda one: (-float(one.cost or 0), one.step))[:WORST])

    @property
    def otherwise(self) -> tuple[Decision, ...]:
        """The decisions in which the player would have chosen a different move."""
        return tuple([one for one in self.decisions if not one.same])

    def summary(self) -> str:
        """Sum up the review in a sentence or two."""
        count = len(self.decisions)
        if not count:
            return "There is no decision to review yet."
        said = (
            f"{capital(self.player)} would have chosen the same in {count - len(self.otherwise)} of {count} decisions."
        )
        known = [one for one in self.decisions if one.cost is not None and one.exact]
        if known:
            lossless = sum(not one.cost for one in known)
            said += f" Exact chances are known for {len(known)} of them; {lossless} of those cost nothing."
        return said

    def told(self, one: Decision) -> str:
        """Return a decision as a sentence."""
        who = f"{self.seats[one.seat]}: " if len(self.seats) > 1 else ""
        would = f"{capital(self.player)} would {'do the same' if one.same else one.would}"
        against = f" against: {one.best}" if one.best else ""
        cost = f"; cost {one.lost}{against} ({one.note})" if one.cost else "; cost nothing" if one.cost is not None else ""
        return f"After step {one.step}: {who}{one.made}. {would}{cost}."

    def __str__(self) -> str:
        lines = [self.summary()]
        if self.worst:
            lines += ["", "Most costly decisions:"] + [f"  {self.told(one)}" for one in self.worst]
        if self.otherwise:
            lines += ["", f"Where {self.player} would differ:"] + [f"  {self.told(one)}" for one in self.otherwise]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        lines = [in_markdown(self.summary()), ""]
        for title, some in (("Most costly decisions", self.worst), (f"Where {self.player} would differ", self.otherwise)):
            told = [f"- {in_markdown(self.told(one))}" for one in some]
            lines += [f"**{in_markdown(title)}**", "", *told, ""] if some else []
        return "\n".join(lines)


def look_back(
    match: Match, player: str = "", seats: Collection[int] | None = None, eyes: int | None = None
) -> Review:
    """Review the line of play on the table.

    Args:
        match: the match; it does not change.
        player: one of `wb.player_names(game)`. It is asked at every decision, so a slow player takes long. By default the
            strongest that is fast enough.
        seats: the seats whose decisions to review; None for all.
        eyes: the seat that looks back, which sees only the scores it knew and the steps it noticed. None for everything.

    Raises:
        WorkbenchError: there is no such player or seat.
        PlayerError: the player failed.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(position={"hand": "C6 C8 C2", "deck": "C7 C1 E2", "fief": 2, "statement": "C5"})
    >>> events = match.play("respond with C8")
    >>> look_back(match, "counter").decisions[0]
    Decision(step=0, seat=0, made='respond with C8', would='respond with C6', same=False, chance=Fraction(5, 6), \
cost=Fraction(1, 6), note='exact, with best play and no further abilities', exact=True, best='')
    """
    game, named = match.game, player
    player = player or strongest(game, FOR_A_REVIEW)
    eyes = None if eyes is None else game.seat_number(eyes)
    wanted = range(game.players) if seats is None else [game.seat_number(seat) for seat in seats]
    marks = range(match.steps + 1) if eyes is None else match.noticed(eyes)
    scores, decisions = [], []
    known: dict[int, tuple[float, ...]] = {}
    for place, step in enumerate(marks):
        state = match.at(step) if eyes is None else match.at(step).view(eyes).state
        scores.append((place, tuple(state.scores())))
    for step in range(match.steps):
        mover = int(match.at(step).to_move)
        if mover not in wanted or len(match.at(step).legal()) < 2:
            continue
        if eyes is not None and step not in marks:
            raise WorkbenchError(f"Seat {eyes} has not noticed the decisions of seat {mover}, and cannot look back at them.")
        advice = match.branch(step).advising(named, FOR_A_REVIEW)()
        made, would = match.made_at(step), advice.move.action
        if game.players == 1 and advice.in_percent and advice.expected:
            known[step] = (advice.expected[0][1].mean,)
        chances = game.odds(match.at(step).view(mover).state, mover)
        known_odds = [one for one in chances if one.action >= 0 and one.probability is not None and one.decides]
        by_move = {one.action: one.probability for one in known_odds if one.probability is not None}
        best: Fraction | float | None = max(by_move.values()) if by_move else None
        exact = best is not None and made in by_move and (bool(advice.chances) or not (advice.in_percent and advice.expected))
        other = ""
        cost, note = None, next((one.note for one in chances if one.action == made), "")
        if best is not None and exact:
            cost = best - by_move[made]
            if cost and by_move.get(would) != best:
                other = match.move(max(by_move, key=lambda action: by_move[action]), step).text
        elif made != would:
            cost, note = estimated_cost(match.at(step).view(mover), made, advice)
        place = step if eyes is None else marks.index(step)
        words = match.move(made, step).text, match.move(would, step).text
        decisions.append(Decision(place, mover, *words, made == would, best, cost, note, exact, other))
    through = eyes if eyes is not None or len(wanted) != 1 or game.players == 1 else wanted[0]
    outlooks, how = outlooks_of(match, marks, through, known)
    names = tuple(map(game.seat_name, range(game.players)))
    return Review(spoken_name(game, player), names, tuple(scores), tuple(decisions), outlooks, how)


def estimated_cost(view: View, made: int, advice: Advice) -> tuple[float | None, str]:
    """Estimate how much of the chance to win a move lost, compared with the advised one.

    Args:
        view: what the deciding seat could know.
        made: the move that was made.
        advice: what the named player would have done.

    Returns:
        the cost, and how it was found; None and an empty text if the cost is not clearly above 0.
    """
    game, would = view.state.game, advice.move.action
    means, who = {}, advice.called
    if advice.in_percent:
        means = {move.action: one for move, one in advice.expected}
    elif adviser := adviser_of(game):
        means, who = {one.action: one for one in adviser(game, Random("review")).expected(view)}, called(adviser)
    if made in means and would in means:
        lost = means[would].mean - means[made].mean
        error, how = sqrt(means[would].error ** 2 + means[made].error ** 2), f"as {who} expects"
    elif adviser_of(game) or takes_long(game):
        return None, ""
    else:
        lost, error, how = compared(view, would, made)
    return (lost, how) if lost > SURE * error else (None, "")


def compared(view: View, one: int, other: int) -> tuple[float, float, str]:
    """Return how much more of the win one move promises than another, in the same continuations.

    Args:
        view: what the deciding seat may know.
        one, other: the moves.

    Returns:
        the mean difference, its standard error, and how the expected shares were found.
    """
    game, how = view.state.game, ""
    differences: list[float] = []
    for number in range(COMPARED):
        world = view.resample(Random("review", number))
        shares = []
        for action in (one, other):
            after = world.copy()
            after.apply(action)
            found = game.outlook(after, 1, number)
            shares.append(found.shares[view.seat])
            how = found.how
        differences.append(shares[0] - shares[1])
    return *mean_and_error(differences), how


def takes_long(game: Game) -> bool:
    """Return whether an outlook takes long: long games, nothing learnt, and no player to estimate it."""
    return not game.is_learnt() and adviser_of(game) is None and game.bounds().decisions > LONG


def outlooks_of(
    match: Match, marks: Collection[int], seat: int | None, known: Mapping[int, tuple[float, ...]]
) -> tuple[tuple[tuple[int, tuple[float, ...]], ...], str]:
    """Return what each seat could expect during a match: steps, each with the shares of the win.

    Args:
        match: the match.
        marks: the steps that the viewer noticed.
        seat: the seat whose knowledge to use; None for everything.
        known: the shares that are already known, by step.

    Returns:
        the points, and how they were found. Both are empty if only a player could tell that cannot under these rules.
    """
    places, slow, adviser = list(enumerate(marks)), takes_long(match.game), adviser_of(match.game)
    apart = 1 + (len(places) - 1) // (FEW_POINTS if slow else POINTS)
    found, how = [], f"as {called(adviser)} expects" if adviser else ""
    for place, step in places:
        state: State = match.at(step)
        if place % apart and place != places[-1][0]:
            continue
        if step in known:
            found.append((place, known[step]))
            continue
        if state.to_move == OVER:
            found.append((place, match.game.win_shares(state.returns())))
            continue
        told = match.game.outlook(state if seat is None else state.view(seat), FEW_CONTINUED if slow else CONTINUED)
        if adviser and told.playouts:
            return (), ""
        found.append((place, told.shares))
        how = told.how
    return tuple(found), how
