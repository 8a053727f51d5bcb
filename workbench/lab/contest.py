"""Students' players against each other: every file in a process of its own, a table for the wall, and who is out and why."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from math import nan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.match import STEP_LIMIT, checked_seed
from workbench.core.outside import NotPlain, quoted, read_plain
from workbench.core.player import FunctionPlayer, Player, decide
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.core.state import CHANCE, OVER, State, View
from workbench.lab.apart import KINDS, Apart, Failed, Limits
from workbench.lab.batch import rules_error, seed_of
from workbench.lab.extras import package
from workbench.lab.held import holder
from workbench.lab.simulate import at_least_one, progress_bar, who_plays, win_share
from workbench.lab.statistics import mean

if TYPE_CHECKING:
    import pandas as pd

LARGEST_FILE = 200_000
"""The most bytes of a student's file."""
MOST_PLAYERS = 100


@dataclass
class Entrant:
    """Somebody who takes part.

    Attributes:
        name: how the table calls it: the name of its file, or of a player with "(house)" behind it.
        source: the text of its file; None for a player of the house.
        house: the class or function of a player of the house.
        apart: its process, once it has one.
        failed: why it is out, if it is.
        round: in which round that happened, from 1; 0 for before the first.
        wins: its part of the win in each game that it began.
        scores: its score in each game that it finished.
        met: for each other one by name, its own part of the win in each game that both began.
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
    """How students' players did.

    Attributes:
        game: the rules they played by.
        rounds: how many games each played that was not out.
        table: a row a player, the best first and those that are out last: its rank (equal shares have the same); n games begun;
            its part of the wins as a share with its Wilson 95 % interval; its mean score in games that it finished, with
            Student's t interval; what is wrong with it if it is out.
        faults: a row a player that is out: what is wrong in two words and in a sentence, and in which round.
        held: by what the operating system held the files' programs here, and what it did not hold, in words.
        meetings: a row a player and other player, in the order of the table: n games that both began; the part of the wins that
            went to the first, as a share with its Wilson 95 % interval. With more than two at a table a third may have won.
    """

    def __init__(self, game: Game, rounds: int, entrants: Sequence[Entrant]) -> None:
        self.game = game
        self.rounds = rounds
        self.held = str(holder())
        self.table = _table(entrants)
        self.meetings = _meetings(entrants, self.table["player"].tolist())
        out = [(one.name, KINDS[one.failed.kind], one.round, one.failed.text) for one in entrants if one.failed is not None]
        pandas = package("pandas", "A table of players")
        self.faults: pd.DataFrame = pandas.DataFrame.from_records(out, columns=["player", "fault", "round", "what happened"])

    def _head(self) -> str:
        out = f", {len(self.faults)} out" if len(self.faults) else ""
        return f"{self.game.title}: {len(self.table)} players{out}, {self.rounds} rounds"

    def __repr__(self) -> str:
        parts = [self._head(), self.table.to_string(index=False)]
        parts += [f"{row['player']} {row['fault']}: {row['what happened']}." for row in self.faults.to_dict("records")]
        parts.append(self.held)
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        faults = self.faults.to_html(index=False) if len(self.faults) else ""
        table = self.table.to_html(index=False)
        return f"<p>{escape(self._head())}</p>{table}{faults}<p>{escape(self.held)}</p>"


def class_tournament(
    folder: str | PathLike[str],
    game: str | Game = "northwood",
    *,
    rounds: int = 20,
    seed: int = 0,
    beside: Sequence[str] = ("random",),
    decision_seconds: float = 1.0,
    game_seconds: float = 30.0,
    megabytes: int = 512,
    progress: bool | None = None,
) -> ClassTournament:
    """Let the players of a class play against each other, or each alone in a game for one.

    The folder holds a file for each student: plain Python with one function from a view to a move, called `choose` (or the only
    one there). Every file runs in a process of its own that the operating system holds: where it can, without files, network
    and other processes, always with limits of time and memory. It gets views as data and nothing else. Whoever chooses an
    illegal move, raises an error, is too slow, takes too much memory, or writes into the line on which moves are sent is out at
    once and named; the game it was in is lost for it, and a random player moves for it from there on and in later rounds, so
    that the others' games count.

    In each round everybody plays one game, drawn together by lot; chance is the same at all tables of a round. Seats that are
    left over are taken by random players.

    What holds the files' programs depends on the system: bubblewrap or the kernel's own filter on Linux, nothing but the limits
    elsewhere. `held` of what comes back says which it was, and what was not held. SECURITY.md says more.

    Args:
        folder: where the files are; each ends in .py. Folders, and names that begin with a dot or an underscore, are left out.
        game: a name, or what `wb.load` gives.
        rounds: how many.
        seed: where lots and chance come from. With the same seed, files and order the same games are played, as far as the
            files are deterministic (Python's module `random` is seeded for each game).
        beside: named players that take part, too, to compare with.
        decision_seconds: processor time for one decision; ten times as much by the clock. (Where a system does not tell the
            processor time of another process, which only Linux does, both are the clock's.)
        game_seconds: processor time for one game.
        megabytes: memory, Python's own (about 30) included; macOS does not keep this limit.
        progress: whether a progress bar is shown; None for a terminal or notebook alone.

    Raises:
        WorkbenchError: there is no such folder, no file in it, an argument is wrong, or the rules break off a game.

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
        raise WorkbenchError("Players cannot be run apart on Windows: use Linux, macOS, Binder or a container.")
    rules = load(game) if isinstance(game, str) else game
    if not isinstance(rules, Game):
        raise WorkbenchError(f"A game is a name or what `wb.load` gives, not {quoted(game)}.")
    rounds, seed = at_least_one("rounds", rounds), checked_seed(seed)
    limits = Limits(_positive("decision_seconds", decision_seconds), _positive("game_seconds", game_seconds), megabytes)
    if at_least_one("megabytes", megabytes) < 100:
        raise WorkbenchError(f"Python itself needs memory: megabytes should be at least 100, not {megabytes}.")
    houses = [Entrant(f"{name} (house)", house=who_plays(rules, name)) for name in beside]
    entrants = _told_apart([*houses, *_entrants(folder)])
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
    return ClassTournament(rules, rounds, entrants)


def _positive(name: str, value: Any) -> float:
    """A number of seconds.

    Raises:
        WorkbenchError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
        raise WorkbenchError(f"{name} is a number of seconds above 0, not {quoted(value)}.")
    return float(value)


def _entrants(folder: str | PathLike[str]) -> list[Entrant]:
    """The files of a folder; one that cannot be read is out from the beginning.

    Raises:
        WorkbenchError: there is no such folder, or there are no files or too many in it.
    """
    try:
        paths = sorted([path for path in Path(folder).iterdir() if path.suffix == ".py" and path.name[0] not in "._"])
    except (OSError, TypeError, ValueError) as fault:
        why = (fault.strerror if isinstance(fault, OSError) else None) or "that is not the name of a folder"
        raise WorkbenchError(f"The folder {quoted(str(folder))} cannot be read: {why}.") from None
    paths = [path for path in paths if not path.is_dir()]
    if not paths:
        raise WorkbenchError(f"In {quoted(str(folder))} there is no player: no file whose name ends in .py.")
    if len(paths) > MOST_PLAYERS:
        raise WorkbenchError(f"In {quoted(str(folder))} lie {len(paths):,} files; {MOST_PLAYERS} can play at most.")
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
    """The same, each with a name of its own: whoever comes later with a name that is taken gets a number behind it."""
    taken: set[str] = set()
    for one in entrants:
        name, number = one.name, 1
        while one.name in taken:
            number += 1
            one.name = f"{name} ({number})"
        taken.add(one.name)
    return list(entrants)


def _shuffled(entrants: Sequence[Entrant], rng: Random) -> list[Entrant]:
    """Everybody in an order drawn by lot."""
    left, order = list(entrants), []
    while left:
        order.append(left.pop(rng.below(len(left))))
    return order


def _play(
    game: Game, seated: Sequence[Entrant], limits: Limits, seed: int, lots: Random, turn: tuple[int, int], stack: ExitStack
) -> None:
    """Play one game and write down what came of it for everybody who began it.

    Raises:
        WorkbenchError: the rules break it off.
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
            kind = entrant.house
            house[seat] = kind(game, rng) if isinstance(kind, type) else FunctionPlayer(game, rng, kind)
            continue
        try:
            if entrant.apart is None:
                assert entrant.source is not None
                entrant.apart = stack.enter_context(Apart(entrant.source, f"{entrant.name}.py", game, limits, rounds))
            entrant.apart.begin(seed)
        except Failed as fault:
            _out(entrant, fault, round_number)
    if all(entrant.failed is not None for entrant in playing.values()):
        _write_down(playing, None)  # nobody is left to play for
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
    """The move of whoever sits there; that of a random player for whoever is out."""
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
    """What came of a game for everybody who began it; None for one that was not played to its end."""
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
    """Everybody against everybody, as far as the lots brought them together."""
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
    """The table for the wall."""
    shares = {one.name: sum(one.wins) / len(one.wins) if one.wins else 0.0 for one in entrants}
    scores = {one.name: sum(one.scores) / len(one.scores) if one.scores else 0.0 for one in entrants}
    order = sorted(entrants, key=lambda one: (one.failed is not None, -shares[one.name], -scores[one.name], one.name))
    rows: list[tuple[Any, ...]] = []
    for one in order:
        better = sum(other.failed is None and shares[other.name] > shares[one.name] for other in entrants)
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
