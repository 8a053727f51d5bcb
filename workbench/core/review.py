"""Looking back at a match: the course of its scores and chances, and each decision beside what a named player would have done.

It is made of what the match already has: views, the game's players, and the odds that the game works out for each move
(`Odds.action`). Odds that rest on a changed phase are silent, and then nothing is said to have cost anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from workbench.core.errors import WorkbenchError
from workbench.core.ladder import FOR_A_REVIEW, strongest
from workbench.core.outside import in_markdown

if TYPE_CHECKING:
    from collections.abc import Collection

    from workbench.core.match import Match

WORST: Final = 3
"""So many decisions are named first."""


@dataclass(frozen=True)
class Decision:
    """One decision of a match, looked back at.

    Attributes:
        step: how many decisions had been made before it, as far as whoever looks noticed them.
        seat: who decided.
        made: what was done, in words.
        would: what the named player would have done, in words.
        same: whether that is the same move.
        chance: the highest chance that any move had, 0..1; None where the game works out none for each move.
        cost: what was lost of it by the move that was made; None where it is not known.
        note: what the chances are and how they were worked out; may be empty.
    """

    step: int
    seat: int
    made: str
    would: str
    same: bool
    chance: Fraction | float | None
    cost: Fraction | float | None
    note: str = ""

    @property
    def lost(self) -> str:
        """What it cost, as people read it; empty where that is not known."""
        return "" if self.cost is None else f"{100 * float(self.cost):.1f} of 100"


@dataclass(frozen=True)
class Review:
    """A match, looked back at.

    Attributes:
        player: the player whose choices stand beside those that were made.
        seats: what the seats are called.
        scores: the step and the scores of all seats, from the beginning on.
        decisions: every decision that had more than one legal move.
    """

    player: str
    seats: tuple[str, ...]
    scores: tuple[tuple[int, tuple[int, ...]], ...]
    decisions: tuple[Decision, ...]

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions that cost most, the worst first: three at most, and none where no cost is known."""
        costly = [one for one in self.decisions if one.cost]
        return tuple(sorted(costly, key=lambda one: (-float(one.cost or 0), one.step))[:WORST])

    @property
    def otherwise(self) -> tuple[Decision, ...]:
        """The decisions that the player would have made otherwise."""
        return tuple([one for one in self.decisions if not one.same])

    def summary(self) -> str:
        """What came of it, in a sentence or two."""
        count = len(self.decisions)
        if not count:
            return "There was nothing to decide yet."
        said = f"{self.player} would have chosen the same in {count - len(self.otherwise)} of {count} decisions."
        known = [one for one in self.decisions if one.cost is not None]
        if known:
            lossless = sum(not one.cost for one in known)
            said += f" Of {len(known)} whose chances are known exactly, {lossless} cost nothing."
        return said

    def told(self, one: Decision) -> str:
        """A decision as a sentence."""
        who = f"{self.seats[one.seat]}: " if len(self.seats) > 1 else ""
        would = f"{self.player} would do the same" if one.same else f"{self.player}: {one.would}"
        cost = f"; cost {one.lost} ({one.note})" if one.cost else "; cost nothing" if one.cost is not None else ""
        return f"After {one.step}: {who}{one.made}. {would}{cost}."

    def __str__(self) -> str:
        lines = [self.summary()]
        if self.worst:
            lines += ["", "What cost most:"] + [f"  {self.told(one)}" for one in self.worst]
        if self.otherwise:
            lines += ["", "Decided otherwise:"] + [f"  {self.told(one)}" for one in self.otherwise]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        lines = [in_markdown(self.summary()), ""]
        for title, some in (("What cost most", self.worst), ("Decided otherwise", self.otherwise)):
            lines += [f"**{title}**", "", *[f"- {in_markdown(self.told(one))}" for one in some], ""] if some else []
        return "\n".join(lines)


def look_back(
    match: Match, player: str = "", seats: Collection[int] | None = None, eyes: int | None = None
) -> Review:
    """Look back at the line of play on the table.

    Args:
        match: it is left as it is.
        player: one of `wb.player_names(game)`. It is asked at every decision, so a slow one takes its time. Left out, the
            strongest that was measured to be quick enough.
        seats: whose decisions; None for those of every seat.
        eyes: the seat that looks back: it sees scores as it knew them, and steps as it noticed them. None for everything.

    Raises:
        WorkbenchError: there is no such player or seat.
        PlayerError: the player failed.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(position={"hand": "C6 C8 C2", "deck": "C7 C1 E2", "fief": 2, "statement": "C5"})
    >>> events = match.play("respond with C8")
    >>> look_back(match, "counter").decisions[0]
    Decision(step=0, seat=0, made='respond with C8', would='respond with C6', same=False, chance=Fraction(5, 6), \
cost=Fraction(1, 6), note='exact, with best play, if no ability is used any more')
    """
    game = match.game
    player = player or strongest(game, FOR_A_REVIEW)
    eyes = None if eyes is None else game.seat_number(eyes)
    wanted = range(game.players) if seats is None else [game.seat_number(seat) for seat in seats]
    marks = range(match.steps + 1) if eyes is None else match.noticed(eyes)
    scores, decisions = [], []
    for place, step in enumerate(marks):
        state = match.at(step) if eyes is None else match.at(step).view(eyes).state
        scores.append((place, tuple(state.scores())))
    for step in range(match.steps):
        mover = int(match.at(step).to_move)
        if mover not in wanted or len(match.at(step).legal()) < 2:
            continue
        if eyes is not None and step not in marks:
            raise WorkbenchError(f"Seat {eyes} has not noticed the decisions of seat {mover}, and cannot look back at them.")
        made, would = match.made_at(step), match.branch(step).ask(player)
        chances = game.odds(match.at(step).view(mover).state, mover)
        by_move = {one.action: one.probability for one in chances if one.action >= 0 and one.probability is not None}
        best = max(by_move.values()) if by_move else None
        cost = best - by_move[made] if best is not None and made in by_move else None
        decisions.append(
            Decision(
                step if eyes is None else marks.index(step),
                mover,
                match.move(made, step).text,
                match.move(would, step).text,
                made == would,
                best,
                cost,
                next((one.note for one in chances if one.action == made), ""),
            )
        )
    return Review(player, tuple(map(game.seat_name, range(game.players))), tuple(scores), tuple(decisions))
