"""Who plays a comparison if you name nobody, and what it costs: the ladder's two best that play the games in time.

`lab.compare`, `lab.rulings`, `lab.sweep` and `lab.tune` ask here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from math import ceil
from time import perf_counter
from typing import Any, Final, NamedTuple

from workbench.core.errors import WorkbenchError
from workbench.core.events import ClauseCounter
from workbench.core.game import Game
from workbench.core.ladder import REFERENCE, Rung, ladder
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, player_title
from workbench.core.registry import candidates_of
from workbench.core.words import counted, listed
from workbench.lab.simulate import interactive, plan_of
from workbench.worker.batch import play_game

Players = Seated | Sequence[Seated]
MINUTES: Final = 20.0
"""How long the games of each player may take if you name nobody, in minutes of processor time in plain Python."""
RULES: Final = 0.03
"""About how long the rules take for a decision, beside the player who makes it, in milliseconds in plain Python."""
QUICK: Final = 5.0
"""How long a decision may take for a player whose games are played only to count their decisions, in milliseconds."""
COUNTED: Final = 2
"""How many games are played to count their decisions."""
SAMPLE_SECONDS: Final = 0.3
"""How long the sample takes that measures games a second, in seconds; at least two games."""


class Chosen(NamedTuple):
    """The players of a comparison.

    Attributes:
        players: who plays.
        check: who plays it again; None if nobody does.
        why: why these players, in a sentence; empty if you named them.
        slower: the stronger players that were left out, with the minutes that each of them would need.
    """

    players: Players
    check: Players | None
    why: str = ""
    slower: tuple[tuple[str, float], ...] = ()


def chosen(
    variants: Sequence[Game], players: Players | None, check: Players | None, plays: int, again: int, minutes: float
) -> Chosen:
    """Return who plays a comparison: the players you name, or the two best of the ladder that are quick enough.

    The choice depends on the ladder and the number of games, and not on the machine, so the same call has the same players
    everywhere.

    Args:
        variants: the rules to play.
        players: the players you name; None for the two best, or for the reference player if the game has no ladder.
        check: the players you name to play everything again; None for the second best if you name no players at all.
        plays: how many games the first player plays.
        again: how many games the second one plays.
        minutes: how long the games of each of them may take, in minutes of processor time in plain Python.

    Raises:
        WorkbenchError: `minutes` is not a number above 0.

    >>> from workbench.core.registry import load
    >>> chosen([load("keydom")], None, None, 1000, 1000, 10)[:2], chosen([load("nim")], None, None, 1000, 1000, 10)[:2]
    (('homesteader', 'gatekeeper'), ('scripted', None))
    >>> chosen([load("keydom")], "merchant", None, 1000, 1000, 10)[:2]
    ('merchant', None)
    """
    if isinstance(minutes, bool) or not isinstance(minutes, (int, float)) or not minutes > 0:
        raise WorkbenchError(f"minutes must be a number above 0, not {quoted(minutes)}.")
    if players is not None:
        return Chosen(players, check)
    game = variants[0]
    known = set.intersection(*[set(candidates_of(one)) for one in variants])
    rungs = [rung for rung in ladder(game) if rung.player in known and rung.plain > 0]
    if not rungs:
        return Chosen(REFERENCE, check)
    each = minutes_of_a_game(game, rungs)
    best = next((name for name, needed in each.items() if plays * needed <= minutes), None)
    slower = tuple([(name, plays * each[name]) for name in takewhile(lambda name: name != best, each)])
    if best is None:
        why = "You named no players, and those on the ladder are too slow for so many games: the reference player plays."
        return Chosen(REFERENCE, check, why, slower)
    kinds = candidates_of(game)
    others = [name for name, needed in each.items() if kinds[name] is not kinds[best] and again * needed <= minutes]
    second = others[0] if others and check is None else None
    return Chosen(best, check or second, reason(best, second, [name for name, _ in slower], minutes), slower)


def minutes_of_a_game(game: Game, rungs: Sequence[Rung]) -> dict[str, float]:
    """Return about how long a game of each player takes, in minutes of processor time in plain Python.

    The ladder knows how long each player takes for a decision. How many decisions a game has is counted in a few games of the
    quickest player that does not play at random.

    Args:
        game: the rules.
        rungs: players on the game's ladder with a measured time.
    """
    quickest = min(rungs, key=lambda rung: (rung.plain > QUICK, rung.player == "random", rung.plain))
    try:
        decisions = decisions_of(game, quickest.player)
    except WorkbenchError:  # this player cannot play the changed rules; perhaps the chosen ones can
        decisions = decisions_of(type(game)({}, game.players), quickest.player)
    return {rung.player: (rung.plain + RULES) * decisions / 60_000 for rung in rungs}


def decisions_of(game: Game, player: str) -> float:
    """Return how many decisions a game of a player has, the mean of a few games."""
    plan, _ = plan_of(game, player, 0, True, False)
    return sum([play_game(plan, number).decisions for number in range(COUNTED)]) / COUNTED


def reason(best: str, second: str | None, slower: Sequence[str], minutes: float) -> str:
    """Return why these players were chosen, in a sentence.

    >>> print(reason("baron", None, [], 20))
    You named no players: baron is the best on the ladder that can play that many games in 20 minutes.
    >>> reason("visitor", "counter", ["thinker"], 1).partition(" best ")[2]
    'on the ladder that can play that many games in a minute each (thinker is stronger, but slower).'
    """
    names, each = (f"{best} and {second} are", " each") if second else (f"{best} is", "")
    left = f" ({listed(slower)} {'is' if len(slower) == 1 else 'are'} stronger, but slower)" if slower else ""
    time = "a minute" if minutes == 1 else f"{minutes:g} minutes"
    return f"You named no players: {names} the best on the ladder that can play that many games in {time}{each}{left}."


# -- what it costs -----------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """The games of one group of players.

    Attributes:
        who: the players, as in a sentence.
        games: how many games they play.
        rate: how many games one process plays in a second; 0 if unknown.
    """

    who: str
    games: int
    rate: float


def tell_cost(who: Chosen, game: Game, plays: int, again: int, workers: Any, progress: bool | None) -> None:
    """Tell a person at a notebook or terminal how long a comparison will take, measured in a short sample.

    Nothing is said in a script, or if you named the players.

    Args:
        who: the players.
        game: the rules of the first variant.
        plays: how many games the first players play.
        again: how many games the second ones play.
        workers: how many processes, or an executor.
        progress: whether a person is looking; None to find out.
    """
    if not who.why or not (interactive() if progress is None else progress):
        return
    both = [(who.players, plays), *([(who.check, again)] if who.check is not None else [])]
    with suppress(WorkbenchError):  # if the rules or players are at fault, the run itself says so
        parts = [Part(names_of(players), games, rate_of(game, players)) for players, games in both]
        print(cost(parts, workers, who.slower), file=sys.stderr if sys.stderr.isatty() else None, flush=True)


def rate_of(game: Game, players: Players) -> float:
    """Return how many games a second one process plays, measured in a short sample."""
    plan, _ = plan_of(game, players, 0, True, True)
    begin = perf_counter()
    play_game(plan, 0, ClauseCounter())
    first = perf_counter() - begin
    if first > SAMPLE_SECONDS:
        return 1 / first
    begin, done = perf_counter(), 0  # the first game also read and prepared what later games use
    while perf_counter() - begin < SAMPLE_SECONDS:
        done += 1
        play_game(plan, done, ClauseCounter())
    return done / (perf_counter() - begin)


def cost(parts: Sequence[Part], workers: Any, slower: Sequence[tuple[str, float]] = ()) -> str:
    """Return what some games cost, in sentences.

    Args:
        parts: the games of each group of players.
        workers: how many processes, or an executor.
        slower: the stronger players that were left out, with the minutes that each of them would need.

    >>> print(cost([Part("visitor", 400, 4.0), Part("counter", 400, 500.0)], 2))
    400 games with visitor and 400 with counter. A sample played 4 and 500 games a second: about 50 seconds with 2 processes.
    >>> print(cost([Part("visitor", 400, 4.0)], 1, [("thinker", 95.2)]).partition("process. ")[2])
    thinker is stronger, but would need 96 minutes of processor time; `minutes=96` lets it play.
    """
    games = listed([f"{part.games:,}{'' if place else ' games'} with {part.who}" for place, part in enumerate(parts)])
    rates = listed([f"{part.rate:,.3g}" for part in parts])
    seconds = sum([part.games / part.rate for part in parts])
    count = workers if isinstance(workers, int) else getattr(workers, "_max_workers", None)
    where = "of processor time, shared among the workers" if count is None else f"with {counted(count, 'process', 'processes')}"
    said = f"{games}. A sample played {rates} games a second: about {duration(seconds / (count or 1))} {where}."
    if slower:
        name, needed = min(slower, key=lambda one: one[1])
        time = counted(ceil(needed), "minute")
        said += f" {name} is stronger, but would need {time} of processor time; `minutes={ceil(needed)}` lets it play."
    return said


def duration(seconds: float) -> str:
    """Return a time in words, in a unit that fits.

    >>> duration(0.2), duration(45), duration(400), duration(30_000), duration(10**7)
    ('1 second', '45 seconds', '7 minutes', '8.3 hours', '116 days')
    """
    for unit, size, most in (("second", 1, 100), ("minute", 60, 100), ("hour", 3600, 100)):
        if seconds < most * size:
            number = seconds / size
            if unit == "hour" and number < 10:
                return f"{number:.1f} hours"
            return counted(max(1, round(number)), unit)
    return f"{seconds / 86_400:,.0f} days"


def names_of(players: Players) -> str:
    """Return the names of players, as in a sentence.

    >>> names_of("random"), names_of(["random", "scripted"])
    ('random', 'random, scripted')
    """
    return ", ".join([player_title(one) for one in each_of(players)])


def each_of(players: Players) -> list[Seated]:
    """Return players as a list; it has one player if the same one plays in every seat.

    >>> each_of("random"), each_of(["random", "scripted"])
    (['random'], ['random', 'scripted'])
    """
    return [players] if isinstance(players, (str, Player)) or callable(players) else list(players)
