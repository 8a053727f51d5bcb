"""Play students' players against each other, each in its own process, and show the standings and the players that are out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from math import nan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.match import STEP_LIMIT, checked_seed
from workbench.core.outside import NotPlain, quoted, read_plain
from workbench.core.player import Player, decide
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.core.state import CHANCE, OVER, State, View
from workbench.core.words import counted
from workbench.lab.apart import KINDS, Apart, Failed, Limits
from workbench.lab.copies import copies
from workbench.lab.held import holder
from workbench.lab.simulate import at_least_one, fresh_player, progress_bar, who_plays, win_share
from workbench.lab.statistics import mean
from workbench.worker.batch import rules_error, seed_of

if TYPE_CHECKING:
    import pandas as pd

LARGEST_FILE = 200_000
"""The largest file of a student, in bytes."""
MOST_PLAYERS = 100


@dataclass
class Entrant:
    """A player that takes part.

    Attributes:
        name: its name in the table: that of its file, or for a named player that name with "(house)" after it.
        source: the text of its file; None for a named player.
        house: the class or function of a named player.
        apart: its process, once it has one.
        failed: why it is out, if it is.
        round: the round in which it went out, from 1; 0 if that was before the first.
        wins: its part of the win in each game that it began.
        scores: its score in each game that it finished.
        met: its part of the win in each game that it began with each other entrant, by the other's name.
    """

    name: str
    source: str | None = None
    house: type[Player] | Callable[[View], int] | None = None
    apart: Apart | None = None
    failed: Failed | None = None
    round: int = 0
    wins: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    met: dict[str, list[float]] = field(default_factory=dict)


class ClassTournament:
    """The result of a class tournament. `class_tournament` returns it.

    Attributes:
        game: the rules they played by.
        rounds: how many games each player that was never out played.
        table: one row per player, the best first and those that are out last: its rank by its part of the wins and, where
            that is equal, by its mean score (players equal in both share a rank); n games begun; its part of the wins as a
            share with its Wilson 95% interval; its mean score in games that it finished, with Student's t interval; what went
            wrong if it is out.
        faults: one row per player that is out: what went wrong, in two words and in a sentence, and in which round.
        copies: files that did not play, because they are copies of another file: each with that file's name.
        held: how the operating system confined the files' programs here, and what it did not confine, in words.
        meetings: one row per pair of players, in the order of the table: n games that both began; the first player's part of
            the wins, as a share with its Wilson 95% interval. With more than two at a table, a third player may have won.
    """

    def __init__(
        self, game: Game, rounds: int, entrants: Sequence[Entrant], copied: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.rounds = rounds
        self.copies = dict(copied or {})
        self.held = str(holder())
        self.table = _table(entrants)
        self.meetings = _meetings(entrants, self.table["player"].tolist())
        out = [(one.name, KINDS[one.failed.kind], one.round, one.failed.text) for one in entrants if one.failed is not None]
        pandas = package("pandas", "A table of players")
        self.faults: pd.DataFrame = pandas.DataFrame.from_records(out, columns=["player", "fault", "round", "what happened"])

    def _head(self) -> str:
        out = f", {len(self.faults)} out" if len(self.faults) else ""
        return f"{self.game.title}: {counted(len(self.table), 'player')}{out}, {counted(self.rounds, 'round')}"

    def __repr__(self) -> str:
        parts = [self._head(), self.table.to_string(index=False)]
        parts += [f"{row['player']} {row['fault']}: {row['what happened']}." for row in self.faults.to_dict("records")]
        parts += self._told_copies()
        parts.append(self.held)
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        faults = self.faults.to_html(index=False) if len(self.faults) else ""
        table = self.table.to_html(index=False)
        said = "".join([f"<p>{escape(words)}</p>" for words in (*self._told_copies(), self.held)])
        return f"<p>{escape(self._head())}</p>{table}{faults}{said}"

    def _told_copies(self) -> list[str]:
        return [f"{one} is a copy of {other}, so it did not play." for one, other in self.copies.items()]


def class_tournament(
    folder: str | PathLike[str],
    game: str | Path | Game = "northwood",
    *,
    rounds: int = 20,
    seed: int = 0,
    beside: Sequence[str] = ("random",),
    decision_seconds: float = 1.0,
    game_seconds: float = 30.0,
    megabytes: int = 512,
    progress: bool | None = None,
) -> ClassTournament:
    """Play the players of a class against each other, or each alone in a solo game.

    The folder holds one file per student: plain Python with one function from a view to a move. If the file has several
    functions, it is the one called `choose`. Every file runs in a process of its own with limits on time and memory, and, if
    the operating system can prevent these, without files, network and other processes. The process gets views as data and
    nothing else. A player goes out if it chooses an illegal move, raises an error, is too slow, takes too much memory, or
    writes to the channel that carries the moves. It loses that game, and the result names it. A random player moves for it from
    there on and in later rounds, so the games of the others count.

    In each round every player plays one game, and lots decide who meets whom. Chance is the same at all tables of a round.
    Random players fill empty seats. A copy of a file ("anna (1).py" with the content of "anna.py") does not play.

    How the files' programs are confined depends on the system: by bubblewrap or the kernel's own filter on Linux, and only by
    the limits elsewhere. The result's `held` says which, and what was not confined. SECURITY.md says more.

    Args:
        folder: the folder of the files, whose names end in .py. Folders inside it, and names that begin with a dot or an
            underscore, do not count.
        game: a name, or what `wb.load` gives.
        rounds: how many rounds to play.
        seed: the seed of lots and chance. The same seed and files give the same games, as long as the files are deterministic
            (Python's module `random` is seeded for each game).
        beside: named players that take part, too, to compare with.
        decision_seconds: processor time for one decision; the limit by the clock is ten times as long. (Only Linux tells the
            processor time of another process; elsewhere the clock measures both.)
        game_seconds: processor time for one game.
        megabytes: memory, including Python's own (about 30); macOS does not keep this limit.
        progress: whether to show a progress bar; None shows one only in a terminal or notebook.

    Raises:
        WorkbenchError: there is no such folder, it holds no file, an argument is wrong, or the rules break off a game.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = Path(folder, "anna.py").write_text("def choose(view): return view.legal()[0]")
    ...     written = Path(folder, "ben.py").write_text("def choose(view): return -1")
    ...     found = class_tournament(folder, rounds=2, beside=())
    >>> found.table[["player", "n"]].values.tolist(), found.faults["fault"].tolist()
    ([['anna', 2], ['ben', 1]], ['chose an illegal move'])
    """
    if sys.platform == "win32":
        raise WorkbenchError("On Windows players cannot run in separate processes. Use Linux, macOS, Binder or a container.")
    rules = load(game) if isinstance(game, (str, Path)) else game
    if not isinstance(rules, Game):
        raise WorkbenchError(f"A game is a name or what `wb.load` gives, not {quoted(game)}.")
    rounds, seed = at_least_one("rounds", rounds), checked_seed(seed)
    limits = Limits(_positive("decision_seconds", decision_seconds), _positive("game_seconds", game_seconds), megabytes)
    if at_least_one("megabytes", megabytes) < 100:
        raise WorkbenchError(f"megabytes must be at least 100, not {megabytes}: Python itself needs memory.")
    houses = [Entrant(f"{name} (house)", house=who_plays(rules, name)) for name in beside]
    own = _entrants(folder)
    copied = copies({one.name: one.source for one in own if one.source is not None})
    entrants = _told_apart([*houses, *[one for one in own if one.name not in copied]])
    entrants = [*entrants[len(houses) :], *entrants[: len(houses)]]
    tables = -(-len(entrants) // rules.players)
    with ExitStack() as stack, progress_bar(rounds * tables, progress) as advance:
        for number in range(rounds):
            order = _shuffled(entrants, Random(seed, "round", number))
            for table in range(tables):
                seated = order[table * rules.players : (table + 1) * rules.players]
                lots = Random(seed, "stand-ins", number, table)
                _play(rules, seated, limits, seed_of(seed, number), lots, (number + 1, rounds), stack)
                advance(1)
    return ClassTournament(rules, rounds, entrants, copied)


def _positive(name: str, value: Any) -> float:
    """Check and return a number of seconds.

    Raises:
        WorkbenchError: it is not such a number.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
        raise WorkbenchError(f"{name} must be a number of seconds above 0, not {quoted(value)}.")
    return float(value)


def _entrants(folder: str | PathLike[str]) -> list[Entrant]:
    """Return an entrant for each file of a folder; one that cannot be read is out from the beginning.

    Raises:
        WorkbenchError: there is no such folder, or it holds no files or too many.
    """
    try:
        paths = sorted([path for path in Path(folder).iterdir() if path.suffix == ".py" and path.name[0] not in "._"])
    except (OSError, TypeError, ValueError) as fault:
        why = (fault.strerror if isinstance(fault, OSError) else None) or "that is not the name of a folder"
        raise WorkbenchError(f"The folder {quoted(str(folder))} cannot be read: {why}.") from None
    paths = [path for path in paths if not path.is_dir()]
    if not paths:
        raise WorkbenchError(f"There is no player in {quoted(str(folder))}: no file has a name that ends in .py.")
    if len(paths) > MOST_PLAYERS:
        raise WorkbenchError(f"In {quoted(str(folder))} there are {len(paths):,} files; at most {MOST_PLAYERS} can play.")
    found = []
    for path in paths:
        entrant = Entrant(quoted(path.stem)[1:-1])
        try:
            entrant.source = read_plain(path, LARGEST_FILE).decode("utf-8-sig")
        except NotPlain as fault:
            entrant.failed = Failed("unreadable", f"its file cannot be read: {fault}")
        except OSError as fault:
            entrant.failed = Failed("unreadable", f"its file cannot be read: {fault.strerror}")
        except UnicodeDecodeError:
            entrant.failed = Failed("unreadable", "its file is not text")
        found.append(entrant)
    return found


def _told_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants, each with its own name: if a name is taken, a number follows it."""
    taken: set[str] = set()
    for one in entrants:
        name, number = one.name, 1
        while one.name in taken:
            number += 1
            one.name = f"{name} ({number})"
        taken.add(one.name)
    return list(entrants)


def _shuffled(entrants: Sequence[Entrant], rng: Random) -> list[Entrant]:
    """Return the entrants in an order drawn by lot."""
    left, order = list(entrants), []
    while left:
        order.append(left.pop(rng.below(len(left))))
    return order


def _play(
    game: Game, seated: Sequence[Entrant], limits: Limits, seed: int, lots: Random, turn: tuple[int, int], stack: ExitStack
) -> None:
    """Play one game and record its result for every entrant that began it.

    Raises:
        WorkbenchError: the rules break off the game.
    """
    round_number, rounds = turn
    playing: dict[int, Entrant] = {}
    house: dict[int, Player] = {}
    for seat, entrant in enumerate(seated):
        if entrant.failed is not None:
            continue
        playing[seat] = entrant
        if entrant.house is not None:
            rng = Random(seed, "player", seat)
            house[seat] = fresh_player(game, entrant.house, rng)
            continue
        try:
            if entrant.apart is None:
                assert entrant.source is not None
                entrant.apart = stack.enter_context(Apart(entrant.source, f"{entrant.name}.py", game, limits, rounds))
            entrant.apart.begin(seed)
        except Failed as fault:
            _out(entrant, fault, round_number)
    if all(entrant.failed is not None for entrant in playing.values()):
        _write_down(playing, None)  # every entrant at the table is out
        return
    state, chance = game.start(), Random(seed, "chance")
    try:
        decisions = 0
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(chance.pick(state.chance()))
                continue
            decisions += 1
            if decisions > STEP_LIMIT:
                raise WorkbenchError(f"it had not ended after {STEP_LIMIT} decisions.")
            state.apply(_move(state, int(state.to_move), playing, house, lots, round_number))
            if all(entrant.failed is not None for entrant in playing.values()):
                break
    except WorkbenchError:
        raise
    except (Exception, SystemExit) as fault:
        raise rules_error(state, fault) from fault
    _write_down(playing, state)


def _move(
    state: State, seat: int, playing: dict[int, Entrant], house: dict[int, Player], lots: Random, round_number: int
) -> int:
    """Return the move of the player in a seat, or a random move if that player is out."""
    if seat in house:
        return decide(house[seat], state, seat)
    entrant = playing.get(seat)
    if entrant is not None and entrant.failed is None and entrant.apart is not None:
        try:
            return entrant.apart.choose(state.view(seat))
        except Failed as fault:
            _out(entrant, fault, round_number)
    legal = state.legal()
    return legal[lots.below(len(legal))]


def _out(entrant: Entrant, fault: Failed, round_number: int) -> None:
    entrant.failed, entrant.round = fault, round_number
    if entrant.apart is not None:
        entrant.apart.close()


def _write_down(playing: dict[int, Entrant], state: State | None) -> None:
    """Record the result of a game for every entrant that began it; without a state, all of them lose."""
    over = state is not None and state.to_move == OVER
    won = state.game.win_shares(state.returns()) if state is not None and over else ()
    for seat, entrant in playing.items():
        if entrant.failed is not None or state is None or not over:
            entrant.wins.append(0.0)
        else:
            entrant.wins.append(won[seat])
            entrant.scores.append(float(state.scores()[seat]))
        for other in playing.values():
            if other is not entrant:
                entrant.met.setdefault(other.name, []).append(entrant.wins[-1])


def _meetings(entrants: Sequence[Entrant], order: Sequence[str]) -> pd.DataFrame:
    """Return the results of all pairs that the lots brought together."""
    named = {one.name: one for one in entrants}
    rows = []
    for name in order:
        for other in order:
            if other in named[name].met:
                won = win_share(named[name].met[other])
                rows.append((name, other, won.n, *[round(number, 4) for number in (won.value, won.low, won.high)]))
    columns = ["player", "other", "n", "wins", "low", "high"]
    frame: pd.DataFrame = package("pandas", "A table of players").DataFrame.from_records(rows, columns=columns)
    return frame


def _table(entrants: Sequence[Entrant]) -> pd.DataFrame:
    """Return the standings."""
    shares = {one.name: sum(one.wins) / len(one.wins) if one.wins else 0.0 for one in entrants}
    scores = {one.name: sum(one.scores) / len(one.scores) if one.scores else 0.0 for one in entrants}
    order = sorted(entrants, key=lambda one: (one.failed is not None, -shares[one.name], -scores[one.name], one.name))
    rows: list[tuple[Any, ...]] = []
    for one in order:
        own = (shares[one.name], scores[one.name])
        better = sum(other.failed is None and (shares[other.name], scores[other.name]) > own for other in entrants)
        won = win_share(one.wins) if one.wins else None
        score = mean(one.scores) if one.scores else None
        rows.append(
            (
                *("-" if one.failed is not None else str(better + 1), one.name, len(one.wins)),
                *([round(number, 4) for number in (won.value, won.low, won.high)] if won else (nan, nan, nan)),
                *([round(number, 2) for number in (score.value, score.low, score.high)] if score else (nan, nan, nan)),
                "" if one.failed is None else KINDS[one.failed.kind],
            )
        )
    columns = ["rank", "player", "n", "wins", "low", "high", "score", "score low", "score high", "out"]
    frame: pd.DataFrame = package("pandas", "A table of players").DataFrame.from_records(rows, columns=columns)
    return frame
