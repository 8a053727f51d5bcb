"""The ladder of a game: all its players, measured against each other, rated, and stored beside the game.

`read` returns the stored ladder, `climb` plays the missing games, `write` stores the result. A meeting seats one player, with
another player in all other seats, and moves it on by a seat after each game. Its games are numbered, and the number decides
everything random in them. So you can ask for more games later, and two people who measure the same players get the same ladder.

Players and rules may change. So a *print* of each is stored with the games: some random games under the rules, and some choices
of the player. If a print differs, the games are played again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from itertools import islice, permutations
from math import isinf
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from workbench.checking import random_game
from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.game import Game
from workbench.core.ladder import FILE, MODE, REFERENCE, Rung, in_words, is_measured
from workbench.core.outside import quoted
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.registry import candidates_of
from workbench.core.state import CHANCE, OVER
from workbench.core.strength import label
from workbench.core.words import capital
from workbench.lab.ratings import Outcome, one_against, ratings
from workbench.lab.simulate import at_least_one, error_of, play
from workbench.lab.statistics import Estimate, mean, share
from workbench.players.random_player import RandomPlayer
from workbench.worker.batch import Batch, Plan

FEWEST: Final = 10
"""The fewest games that say anything: a meeting with no time for this many is not begun."""
TIMED: Final = 20_000.0
"""For how many milliseconds of thought a player's decisions are timed, unless the game ends."""
PRINTED: Final = 8
"""The number of choices in the print of a player that takes its time."""
PRINTED_QUICK: Final = 500
"""The number of choices in the print of a quick one: eight are alike in many players of a game."""


@dataclass
class Meeting:
    """The games of one player with another player in all other seats, or of one player alone.

    The player moves on by a seat after each game.

    Attributes:
        player: the player whose wins are counted.
        against: the player in all other seats; empty in a game for one.
        games: how many games were played, numbered from the first.
        won: its share of the wins in all of them.
        scores: in a game for one, its score in each of them.
    """

    player: str
    against: str = ""
    games: int = 0
    won: float = 0.0
    scores: list[float] = field(default_factory=list)

    @property
    def share(self) -> Estimate:
        """How often the player won."""
        return share(min(self.won, self.games), self.games)


@dataclass
class Ladder:
    """The measurements of the players of a game.

    Attributes:
        game: the rules.
        rules: the print of the rules.
        prints: the print of each player.
        pace: for each player, the milliseconds of processor time per decision, "plain" and "compiled".
        meetings: every meeting, by its two names.
    """

    game: Game
    rules: str = ""
    prints: dict[str, str] = field(default_factory=dict)
    pace: dict[str, dict[str, float]] = field(default_factory=dict)
    meetings: dict[tuple[str, str], Meeting] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """All players that have played."""
        return list(dict.fromkeys([name for pair in self.meetings for name in pair if name]))

    def rungs(self) -> tuple[Rung, ...]:
        """Return the players, best first: by rating, or in a game for one by share of wins."""
        found = [self.rung_alone(name) for name in self.players] if self.game.players == 1 else self.rated()
        return tuple(sorted(found, key=lambda rung: (-(rung.rating if self.game.players > 1 else rung.value), rung.player)))

    def rung_alone(self, name: str) -> Rung:
        """Return the rung of a player in a game for one."""
        meeting = self.meetings[name, ""]
        return self.rung(name, meeting.share, mean(meeting.scores))

    def rated(self) -> list[Rung]:
        """Return the players of a game for several, with ratings and intervals (`workbench.lab.ratings`)."""
        names, outcomes = self.players, []
        for meeting in self.meetings.values():
            pair = names.index(meeting.player), names.index(meeting.against)
            won, lost = one_against(*pair, self.game.players, len(names))
            outcomes += [Outcome(meeting.won, (won,)), Outcome(meeting.games - meeting.won, (lost,))]
        found = ratings(names, outcomes, self.game.reference_player)
        return [self.rung(name, self.against_reference(name), found[name]) for name in names]

    def against_reference(self, name: str) -> Estimate:
        """Return how often a player wins with the reference player in all other seats."""
        reference = self.game.reference_player
        if (name, reference) in self.meetings:
            return self.meetings[name, reference].share
        return Estimate(1 / self.game.players, 0.0, 1.0, 0, "none")

    def rung(self, name: str, won: Estimate, rating: Estimate) -> Rung:
        """Return a player's rung."""
        pace = self.pace.get(name, {})
        return Rung(
            name,
            won.n,
            round(won.value, 4),
            round(won.low, 4),
            round(won.high, 4),
            round(rating.value, 2),
            round(rating.low, 2),
            round(rating.high, 2),
            pace.get("plain", 0.0),
            pace.get("compiled", 0.0),
        )

    def __repr__(self) -> str:
        rated = "rating" if self.game.players > 1 else "score"
        heads = ["player", "in code", "n", "won", "95% interval", rated, "interval", "ms"]
        rows = [heads, *[[capital(label(self.game, rung.player)), *written(rung)] for rung in self.rungs()]]
        widths = [max(len(row[place]) for row in rows) for place in range(len(heads))]
        lines = ["  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]).rstrip() for row in rows]
        return "\n".join(lines)


def written(rung: Rung) -> list[str]:
    """Return a player's row as text."""
    pace = f"{rung.milliseconds:.3g}" if rung.milliseconds else ""
    won, ends = f"{rung.value:.1%}", f"{rung.low:.1%} to {rung.high:.1%}"
    if not rung.n:
        won = ends = ""
    between = "" if isinf(rung.rating) else f"{rung.rating_low:.1f} to {rung.rating_high:.1f}"
    return [rung.player, str(rung.n), won, ends, in_words(rung.rating, rung.rating_low, rung.rating_high, 1), between, pace]


# -- prints ---------------------------------------------------------------------------------------------------------------


def rules_print(game: Game) -> str:
    """Return a digest of three random games under the rules; it changes when the rules do.

    >>> from workbench.core.registry import load
    >>> rules_print(load("nim")) == rules_print(load("nim")), len(rules_print(load("nim")))
    (True, 16)
    """
    found = hashlib.sha256()
    for number in range(3):
        for state, _ in random_game(game, number):
            found.update(repr((state.key(), state.legal(), state.returns())).encode())
    return found.hexdigest()[:16]


def player_print(game: Game, name: str) -> str:
    """Return a digest of a player's choices.

    A quick player plays on with itself in every seat, since random games seldom get to where players differ. One that takes its
    time chooses in some positions of random games, at growing distances, and says what it expects.

    >>> from workbench.core.registry import load
    >>> player_print(load("nim"), "random") == player_print(load("nim"), "random")
    True
    """
    kind = candidates_of(game)[name]
    chosen = islice(own_choices(game, kind), PRINTED_QUICK) if kind.quick else islice(choices_at_random(game, kind), PRINTED)
    return hashlib.sha256(repr(list(chosen)).encode()).hexdigest()[:16]


def own_choices(game: Game, kind: type[Player]) -> Iterator[str]:
    """Yield the choices of a player that sits in every seat, game after game, where it has a choice."""
    for number in range(PRINTED_QUICK):
        players = [kind(game, Random("ladder", "print", number, seat)) for seat in range(game.players)]
        chance, state = Random("ladder", "chance", number), game.start()
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.roll(chance)
                continue
            legal, seat = state.legal(), int(state.to_move)
            action = legal[0] if len(legal) == 1 else players[seat].choose(state.view(seat))
            if len(legal) > 1:
                yield game.symbol(action)
            state.apply(action)


def choices_at_random(game: Game, kind: type[Player]) -> Iterator[str]:
    """Yield the choices of a player in some positions of random games, with what it expects of each action it tried.

    It chooses after 1, 2, 4, 8 decisions and so on. Its choices alone are often those of a quick player.
    """
    for number in range(PRINTED):
        decisions = 0
        for state, _ in random_game(game, number):
            if state.to_move >= 0 and len(state.legal()) > 1:
                decisions += 1
                if decisions & (decisions - 1) == 0:  # a power of two
                    player, view = kind(game, Random("ladder", "print", decisions)), state.view(int(state.to_move))
                    expected = player.expected(view)
                    choice = expected[0].action if expected else player.choose(view)
                    yield " ".join([game.symbol(choice), *[f"{one.action} {one.mean:.3f}" for one in expected]])


# -- measuring ------------------------------------------------------------------------------------------------------------


def pace_of(game: Game, name: str, decisions: int = 12) -> float:
    """Return how long a player takes to decide when it has a choice, in milliseconds of processor time.

    Args:
        game: the rules.
        name: the player.
        decisions: how many decisions to time at least: every seventh of a game that a quick player continues. The first does
            not count, because it prepares much. Timing goes on for `TIMED` milliseconds, because some decisions take far longer
            than others.
    """
    chance, state = Random("ladder", "pace"), game.start()
    kinds, seats = candidates_of(game), range(game.players)
    going_on = next((kind for kind in game.strategies.values() if kind.quick), RandomPlayer)
    quick = [going_on(game, Random("ladder", "pace", seat)) for seat in seats]
    timed = [kinds[name](game, Random("ladder", "paced", seat)) for seat in seats]
    taken: list[float] = []
    had = 0
    while state.to_move != OVER and (len(taken) <= decisions or sum(taken) < TIMED):
        if state.to_move == CHANCE:
            state.apply(chance.pick(state.chance()))
            continue
        seat = int(state.to_move)
        view, had = state.view(seat), had + (len(state.legal()) > 1)
        if len(state.legal()) > 1 and had % 7 == 1:
            begun = time.thread_time()
            action = timed[seat].choose(view)
            taken.append(1000 * (time.thread_time() - begun))
        else:
            action = quick[seat].choose(view)
        state.apply(action)
    return round(fmean(taken[1:] or taken or [0.0]), 3)


def meetings_of(game: Game, players: Sequence[str]) -> list[tuple[str, str]]:
    """List who meets whom: each player meets the reference player first, and then all others.

    >>> from workbench.core.registry import load
    >>> meetings_of(load("keydom"), ["random", "farmer", "merchant"])
    [('random', 'farmer'), ('merchant', 'farmer'), ('random', 'merchant')]
    """
    if game.players == 1:
        return [(name, "") for name in players]
    reference = game.reference_player
    first = [(name, reference) for name in players if name != reference]
    rest = [pair for pair in permutations(players, 2) if pair not in first]
    if game.players == 2:  # the same two meet once
        rest = [pair for pair in rest if pair[1] != reference and pair[0] != reference and pair[0] < pair[1]]
        rest = [tuple(sorted(pair, key=list(players).index)) for pair in rest]  # type: ignore[misc]
    return first + rest


def read(game: Game) -> Ladder:
    """Return the part of a stored ladder that still holds: unchanged players under unchanged rules.

    Returns:
        the ladder; empty if nothing is stored.
    """
    found = Ladder(game, rules_print(game))
    file = game.folder / FILE
    data = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if data.get("rules") != found.rules:
        return found
    known = candidates_of(game)
    found.prints = {name: old for name, old in data["prints"].items() if name in known and player_print(game, name) == old}
    for row in data["meetings"]:
        meeting = Meeting(**row)
        if {meeting.player, meeting.against} - {""} <= set(found.prints):
            found.meetings[meeting.player, meeting.against] = meeting
    found.pace = {name: pace for name, pace in data["milliseconds"].items() if name in found.prints}
    return found


def in_json(rung: Rung) -> dict[str, Any]:
    """Return a rung as JSON, in which an open end of a rating is null."""
    return {name: None if isinstance(value, float) and isinf(value) else value for name, value in asdict(rung).items()}


def in_rows(data: dict[str, Any]) -> str:
    """Return data as JSON with one line for each row of a list, so that a changed row changes one line.

    >>> print(in_rows({"one": 1, "rows": [{"a": 1}, {"a": 2}]}), end="")
    {
    "one": 1,
    "rows": [
     {"a": 1},
     {"a": 2}
    ]
    }
    """
    parts = []
    for name, value in data.items():
        rows = [f" {json.dumps(row)}" for row in value] if isinstance(value, list) else []
        parts.append(f'"{name}": ' + ("[\n" + ",\n".join(rows) + "\n]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(found: Ladder) -> Path:
    """Store a ladder beside its game, whole or not at all.

    Returns:
        the file.
    """
    data = {
        "players": found.game.players,
        "ladder": [in_json(rung) for rung in found.rungs()],
        "rules": found.rules,
        "prints": {name: found.prints[name] for name in found.players},
        "milliseconds": {name: found.pace[name] for name in found.players},
        "meetings": [asdict(meeting) for meeting in found.meetings.values()],
    }
    file = found.game.folder / FILE
    beside = file.with_suffix(".new")
    beside.write_text(in_rows(data), encoding="utf-8")
    beside.replace(file)
    return file


def climb(
    found: Ladder,
    players: Sequence[str] = (),
    games: int = 500,
    seconds: float = 600.0,
    workers: int = 1,
    progress: bool | None = None,
) -> Iterator[Meeting]:
    """Play the games that a ladder lacks, one meeting after the other.

    Args:
        found: the ladder so far; it is changed.
        players: who takes part; all players if none is named.
        games: how many games each meeting should have.
        seconds: how long a meeting may take; one that takes longer stops early, and can continue another time.
        workers: how many processes play.
        progress: whether to show a progress bar; None shows one to a person at a notebook or terminal.

    Yields:
        each meeting with new games.

    Raises:
        WorkbenchError: there is no such player, or an argument is wrong.
        PlayerError: a player failed.
    """
    game = found.game
    if not is_measured(game):
        raise WorkbenchError("A ladder needs the usual rules and the usual number of players.")
    games = at_least_one("games", games)
    kinds = candidates_of(game)
    names = list(players) or [name for name in kinds if name != REFERENCE]
    for name in names:
        if name not in kinds:
            raise UnknownNameError(f"There is no player {quoted(name)} for {game.name}.{nearest(name, kinds)}")
    quick = [name for name in names if kinds[name].quick]
    # rollout players ask the ladder how strong quick players are, so it must exist before they play
    pairs = sorted(meetings_of(game, names), key=lambda pair: sum(name not in ("", *quick) for name in pair))
    for one, other in pairs:
        for name in filter(None, (one, other)):
            if name not in found.prints:
                found.prints[name] = player_print(game, name)
            if MODE not in found.pace.setdefault(name, {}):
                found.pace[name][MODE] = pace_of(game, name)
        meeting = found.meetings.setdefault((one, other), Meeting(one, other))
        seats = [one, *[other] * (game.players - 1)]
        # the meeting's own seed keeps its games the same, whatever else is played
        seed = Random("ladder", game.name, one, other).below(1 << 31)
        plan = Plan(game, tuple([kinds[name] for name in seats]), seed, game.players > 1, False)
        before, begun, passed = meeting.games, time.perf_counter(), 0.0
        at_once = game.players * workers
        while meeting.games < games and passed < seconds:
            last = min(games, meeting.games + at_once)
            done = Batch()
            if play(plan, [range(meeting.games, last)], last, workers, None, done, progress, nullcontext):
                raise KeyboardInterrupt
            if done.fault is not None:
                raise error_of(done.fault, plan, [])
            for row in done.rows:
                seat = row.seats.index(0)
                meeting.won += game.win_shares(row.returns)[seat]
                if game.players == 1:
                    meeting.scores.append(row.scores[0])
            meeting.games, at_once, passed = last, 2 * at_once, time.perf_counter() - begun
            if meeting.games < FEWEST and passed / (last - before) * FEWEST > seconds:
                break
        if meeting.games < min(games, FEWEST):
            del found.meetings[one, other]
        elif meeting.games > before:
            yield meeting
