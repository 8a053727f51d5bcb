"""Report on a class that played the same game: where people chose differently, what the odds say, what was refused."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import nan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core import savefile
from workbench.core.errors import SaveFileError, WorkbenchError
from workbench.core.extra import package
from workbench.core.figures import Odds
from workbench.core.match import Match
from workbench.core.outside import quoted
from workbench.core.player import Seated, player_title
from workbench.core.random import Random
from workbench.core.state import CHANCE, State
from workbench.core.words import counted
from workbench.lab.copies import copies
from workbench.lab.simulate import at_least_one
from workbench.lab.statistics import Estimate, share

if TYPE_CHECKING:
    import pandas as pd

MOST_FILES: Final = 500
"""The most files that a report reads; a class has fewer."""
LONG: Final = 10
"""From this many moves on, two files with the same moves and seconds of thought are copies, whatever their names are."""
POSITIONS: Final = 30
"""At how many fixed positions of each match the report compares a person with the players."""
SHOWN: Final = 10
"""The most rows of a table that a report shows; the table itself has all rows."""


@dataclass
class Place:
    """A decision that several people faced, all of them with the same view.

    Attributes:
        step: the number of decisions before it, in the match that reached it soonest.
        seat: the seat that decides.
        chosen: the action chosen in each file, by the name of the file.
        match: one of the matches, to look at the position.
        at: the number of decisions before it in that match.
    """

    step: int
    seat: int
    match: Match
    at: int
    chosen: dict[str, int] = field(default_factory=dict)

    @property
    def counts(self) -> Counter[int]:
        """The number of people who chose each move."""
        return Counter(self.chosen.values())


class ClassReport:
    """What the matches of a class show. `class_report` returns it.

    The report names files, not people: a save file holds no name of a person unless somebody typed one into the file's name. It
    knows how long people thought in all if they played at a table or in the terminal, but not for each decision.

    Attributes:
        invitation: the game they all played, as a text to paste; its title if it began from a position.
        n: how many matches count.
        files: one row per match: the file, decisions made, whether the game is over, scores, the part of the win, moves
            refused, minutes of thought (missing if a file does not say).
        faults: one row per file that does not count: the file, and what is wrong with it.
        found: at how many places people with the same view chose differently. The tables show those with the most people.
        choices: one row per move at each place where people with the same view chose differently: the place (1 is the
            earliest), the number of decisions before it, the seat, the question and the move; how many of the n people there
            chose it, as a share with its Wilson 95% interval; which named players would choose it; its exact chance if the
            game has one.
        odds: one row per chance that the game works out at these places, or a sentence that says why it does not.
        comparison: for each named player, and for exact chances, how many of the n decisions at these places agree.
        agreement: for each person and each named player, and for exact chances: at how many of n fixed positions of that
            person's match they chose the same, as a share with its Wilson 95% interval. The positions are spread evenly over
            the decisions at which the person had a choice, whether or not anybody else came to the same position.
        refusals: one row per clause, beginning with the clause that refused the most people: how many moves, and how many of
            the n people.
    """

    def __init__(
        self,
        game: str,
        matches: Mapping[str, Match],
        faults: Sequence[tuple[str, str]],
        seats: frozenset[int],
        players: Sequence[Seated],
        places: int,
        positions: int = POSITIONS,
    ) -> None:
        self.invitation = game
        self.n = len(matches)
        found = contested(matches, seats)
        self.found = len(found)
        most = sorted(found, key=lambda place: -len(place.chosen))[:places]
        self._places = sorted(most, key=found.index)
        self.files = _files(matches, seats)
        self.faults = _frame("A report", ("file", "what is wrong"), faults)
        asked = [(place, _asked(place, players), _odds(place)) for place in self._places]
        self.choices, self.odds = _choices(asked), _odds_table(asked)
        self.comparison = _comparison(asked, players)
        self.agreement = _agreement_of_each(matches, seats, players, positions)
        self.refusals = _refusals(matches)

    def summary(self) -> str:
        """Return the report in a few sentences."""
        said = [f"{self.n} matches of: {self.invitation}"]
        if len(self.faults):
            said.append(f"{counted(len(self.faults), 'file')} did not count: see `faults`.")
        if not self.n:
            return "\n".join(said)
        over, made = int(self.files["over"].sum()), self.files["decisions"]
        said.append(
            f"{over} of {self.n} were played to the end. Decisions: {made.min()} to {made.max()}, median {made.median():g}."
        )
        thought = self.files["minutes"].dropna()
        if len(thought):
            said.append(
                f"They thought for {thought.min():g} to {thought.max():g} minutes, median {thought.median():g} "
                f"({len(thought)} of {self.n} files say how long)."
            )
        fewer = f"; `choices` has the {len(self._places)} with the most people" if len(self._places) < self.found else ""
        said.append(f"At {counted(self.found, 'place')} people with the same view chose differently{fewer}.")
        for row in self.comparison.to_dict("records"):
            interval = f"{row['low']:.1%} to {row['high']:.1%}, n = {row['n']} decisions there"
            said.append(f"There, agreement with {row['agrees with']}: {row['share']:.1%} ({interval}).")
        for title, rows in self.agreement.groupby("agrees with", sort=False):
            found = share(int(rows["decisions"].sum()), int(rows["n"].sum()))
            interval = f"{found.low:.1%} to {found.high:.1%}, n = {counted(found.n, 'position')}"
            said.append(f"At fixed positions of each match, agreement with {title}: {found.value:.1%} ({interval}).")
        if len(self.refusals):
            first = self.refusals.iloc[0]
            moves = counted(first["moves"], "move")
            said.append(f"{first['clause']} refused the most people: {first['people']} of {first['n']} ({moves}).")
        else:
            said.append("No refused move was counted.")
        return "\n".join(said)

    def match(self, place: int) -> Match:
        """Return one of the matches at a place where people chose differently, to look at or to play on from.

        Args:
            place: its number in `choices`.

        Raises:
            WorkbenchError: there is no such place.
        """
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= len(self._places):
            raise WorkbenchError(f"The report has the places 1 to {len(self._places)}; there is no place {quoted(place)}.")
        found = self._places[place - 1]
        found.match.goto(found.at)
        return found.match.branch()

    def __repr__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        parts = [f"<p>{'<br>'.join(map(escape, self.summary().splitlines()))}</p>"]
        for title, frame in (("Not counted", self.faults), ("Chosen differently", self.choices), ("Refused", self.refusals)):
            if len(frame):
                more = f" (the first {SHOWN} of {len(frame)} rows)" if len(frame) > SHOWN else ""
                parts.append(f"<p>{title}{more}</p>{frame.head(SHOWN).to_html(index=False)}")
        return "".join(parts)


def class_report(
    folder: str | PathLike[str],
    invitation: str | None = None,
    *,
    players: Seated | Sequence[Seated] = "scripted",
    seats: Iterable[int] | None = None,
    places: int = 20,
    positions: int = POSITIONS,
    phases: Mapping[str, Any] | None = None,
) -> ClassReport:
    """Report what the save files of a class show, file by file and together.

    `faults` names every file that is damaged, belongs to another game, or does not follow the random events of its seed. The
    report uses the rest. A move that a player undid still counts if the file holds it.

    Args:
        folder: the folder of the save files. The report reads every file in it, except those whose names begin with a dot, and
            no folders inside it.
        invitation: the game that the class was to play, as `match.invitation` gave it; None for the game of most files.
        players: the players to compare with: names, or functions from a view to an action. The report asks them only where
            people chose differently.
        seats: the seats of people, if computer players took part: save files do not say who sat where. None for all seats.
        places: the most places to report on; with slow players the report takes a while at each.
        positions: at how many fixed positions of each match to compare the person with the players.
        phases: the replaced phases, if the game was changed.

    Raises:
        WorkbenchError: there is no such folder, it holds too many files, or an argument is wrong.
        PlayerError: one of `players` failed.

    >>> import tempfile, workbench as wb
    >>> folder = tempfile.TemporaryDirectory()
    >>> for name, move in (("anna", "visit fief 3"), ("ben", "visit fief 0"), ("cleo", "visit fief 3")):
    ...     match = wb.load("northwood").match(seed=7)
    ...     events = match.play(move)
    ...     match.save(f"{folder.name}/{name}.json")
    >>> report = class_report(folder.name)
    >>> report.choices[["place", "move", "chosen", "n", "players"]].values.tolist()
    [[1, 'visit fief 3', 2, 3, ''], [1, 'visit fief 0', 1, 3, ''], [1, 'visit fief 6', 0, 3, 'scripted']]
    >>> folder.cleanup()
    """
    places, positions = at_least_one("places", places), at_least_one("positions", positions)
    texts, faults = texts_in(folder)
    records: dict[str, savefile.Record] = {}
    for name, text in texts.items():
        try:
            records[name] = savefile.read_text(text)
        except SaveFileError as fault:
            faults.append((name, str(fault)))
    texts, copied = _without_copies(texts, records)
    faults += [(name, f"It is a copy of {quoted(other)} and counts once.") for name, other in copied.items()]
    if invitation is not None:
        played = _played(savefile.read_text(Match.invited(invitation, phases).to_json()))
    elif records:
        played = Counter([_played(record) for record in records.values()]).most_common(1)[0][0]
    else:
        played = ""
    matches: dict[str, Match] = {}
    for name, record in records.items():
        try:
            if _played(record) != played:
                other = _difference(json.loads(_played(record)), json.loads(played))
                raise SaveFileError(f"This is not the game of the class: {other}.")
            match = Match.from_json(texts[name], phases=phases)
            match.goto(match.steps)
            refuse_other_chances(match)
            matches[name] = match
        except SaveFileError as fault:
            faults.append((name, str(fault)))
    several = isinstance(players, Sequence) and not isinstance(players, str)
    asked: list[Seated] = list(players) if several else [players]  # type: ignore[arg-type, list-item]
    one = next(iter(matches.values()), None)
    if one is not None:
        chosen_seats = range(one.game.players) if seats is None else [one.game.seat_number(seat) for seat in seats]
        title = one.invitation if one.origin is None else f"{one.game.title}, from a position"
        return ClassReport(title, matches, sorted(faults), frozenset(chosen_seats), asked, places, positions)
    return ClassReport(invitation or "no game", matches, sorted(faults), frozenset(), asked, places)


def _without_copies(
    texts: dict[str, str], records: dict[str, savefile.Record]
) -> tuple[dict[str, str], dict[str, str]]:
    """Drop the copies from the records, and return the other texts and, for each copy, the file that counts."""
    long = [name for name, record in records.items() if record.seconds and len(record.actions) >= LONG]
    copied = copies({name: texts[name] for name in records}, long)
    for name in copied:
        del records[name]
    return {name: text for name, text in texts.items() if name not in copied}, copied


def texts_in(folder: str | PathLike[str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the texts of all files in a folder by name, and what is wrong with the others.

    Raises:
        WorkbenchError: there is no such folder, or it holds too many files.
    """
    try:
        paths = sorted([path for path in Path(folder).iterdir() if not path.name.startswith(".") and not path.is_dir()])
    except (OSError, TypeError, ValueError) as fault:
        why = os.strerror(fault.errno) if isinstance(fault, OSError) and fault.errno else "that is not the name of a folder"
        raise WorkbenchError(f"The folder {quoted(str(folder))} cannot be read: {why}.") from None
    if len(paths) > MOST_FILES:
        raise WorkbenchError(f"In {quoted(str(folder))} there are {len(paths):,} files; a report reads at most {MOST_FILES}.")
    texts: dict[str, str] = {}
    faults: list[tuple[str, str]] = []
    for path in paths:
        name = quoted(path.name)[1:-1]
        try:
            texts[name] = savefile.read_file(path)
        except SaveFileError as fault:
            faults.append((name, str(fault)))
    return texts, faults


def _played(record: savefile.Record) -> str:
    """Return what all files of a class must share: everything except the moves."""
    return json.dumps({**json.loads(rules_of(record)), "seed": record.seed, "position": record.position}, sort_keys=True)


def rules_of(record: savefile.Record) -> str:
    """Return the rules that a save file was played under, as text: the game, the number of players, phases and options."""
    rules = {
        "game": record.game,
        "players": record.players,
        "changed phases": list(record.replaced_phases),
        **{f"option {name}": value for name, value in record.options.items()},
    }
    return json.dumps(rules, sort_keys=True)


def _difference(one: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Return in words the first thing in which two games differ."""
    for name in [*("game", "players", "seed", "changed phases", "position"), *sorted({*one, *wanted})]:
        if one.get(name) != wanted.get(name):
            return f"its {name} is {quoted(one.get(name), 80)}, not {quoted(wanted.get(name), 80)}"
    raise AssertionError("the two games are the same")


def refuse_other_chances(match: Match) -> None:
    """Check that every random event of a match came out as its seed says.

    Raises:
        SaveFileError: one did not; the message names the first.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(seed=7)
    >>> events = match.play("visit fief 0")
    >>> events = match.play("pass", chance="E8")
    >>> refuse_other_chances(match)
    Traceback (most recent call last):
    ...
    workbench.core.errors.SaveFileError: Action 19 does not follow the seed 7: it is card:E8, but chance brings card:E5. Either
    the file was changed, or outcomes were chosen (`chance=`).
    """
    state = beginning(match)
    for number, action in enumerate(match.actions):
        if state.to_move == CHANCE:
            drawn = Random(match.seed, "chance", number).pick(state.chance())
            if drawn != action:
                raise SaveFileError(
                    f"Action {number + 1} does not follow the seed {match.seed}: it is {match.game.symbol(action)}, but chance "
                    f"brings {match.game.symbol(drawn)}. Either the file was changed, or outcomes were chosen (`chance=`)."
                )
        state.apply(action)


def beginning(match: Match) -> State:
    """Return the position a match began with, before any random event."""
    state: State = match.game.start() if match.origin is None else match.game.position(match.origin)
    return state


def contested(matches: Mapping[str, Match], seats: frozenset[int]) -> list[Place]:
    """Return the places at which people with the same view chose differently, the earliest first.

    If a person comes to the same place again, only the first choice counts.

    Args:
        matches: the matches by their names, each at its end.
        seats: the seats whose decisions count.
    """
    places: dict[tuple[Any, ...], Place] = {}
    for name, match in matches.items():
        state, step = beginning(match), 0
        for action in match.actions:
            seat = int(state.to_move)
            if seat in seats:
                key = (seat, *state.view(seat).state.key())
                place = places.setdefault(key, Place(step, seat, match, step))
                place.step = min(place.step, step)
                place.chosen.setdefault(name, action)
            step += state.to_move != CHANCE
            state.apply(action)
    found = [place for place in places.values() if len(place.counts) > 1]
    return sorted(found, key=lambda place: (place.step, place.seat, -len(place.chosen)))


def _asked(place: Place, players: Sequence[Seated]) -> dict[int, list[str]]:
    """Return for each move the players that would choose it."""
    place.match.goto(place.at)
    found: dict[int, list[str]] = {}
    for player in players:
        found.setdefault(place.match.ask(player), []).append(player_title(player))
    return found


def _odds(place: Place) -> tuple[Odds, ...]:
    """Return the exact chances that the game works out there, and a sentence for each that it withholds."""
    match = place.match
    odds = match.game.odds(match.at(place.at).view(place.seat).state, place.seat)
    return tuple([one for one in odds if one.probability is None or isinstance(one.probability, Fraction)])


Asked = tuple[Place, dict[int, list[str]], tuple[Odds, ...]]
"""A place, the named players that would choose each move there, and its odds."""


def _chances(odds: Sequence[Odds]) -> dict[int, Fraction]:
    """Return the exact chance of each move that has one."""
    return {one.action: Fraction(one.probability) for one in odds if one.action >= 0 and one.probability is not None}


def _choices(asked: Sequence[Asked]) -> pd.DataFrame:
    rows: list[tuple[Any, ...]] = []
    for number, (place, players, odds) in enumerate(asked, 1):
        chances, seen = _chances(odds), place.match.at(place.at).view(place.seat).state
        counts, n = place.counts, len(place.chosen)
        for action in sorted({*counts, *players}, key=lambda action: (-counts[action], action)):
            found = share(counts[action], n)
            exact = chances.get(action)
            rows.append(
                (
                    *(number, place.step, place.seat, seen.phase.question(seen), seen.phase.words(seen, action)),
                    *(counts[action], n, *_rounded(found)),
                    *(", ".join(players.get(action, ())), nan if exact is None else float(exact)),
                )
            )
    where = ("place", "decisions before", "seat", "question", "move")
    return _frame("A table of choices", (*where, "chosen", "n", "share", "low", "high", "players", "exact"), rows)


def _odds_table(asked: Sequence[Asked]) -> pd.DataFrame:
    rows = [
        (number, one.label, nan if one.probability is None else float(one.probability), one.note)
        for number, (_, _, odds) in enumerate(asked, 1)
        for one in odds
    ]
    return _frame("A table of odds", ("place", "what", "chance", "note"), rows)


def _comparison(asked: Sequence[Asked], players: Sequence[Seated]) -> pd.DataFrame:
    rows: list[tuple[Any, ...]] = []
    for title in dict.fromkeys(map(player_title, players)):
        as_it = sum(place.counts[action] for place, found, _ in asked for action, names in found.items() if title in names)
        rows += _agreement(title, as_it, sum(len(place.chosen) for place, _, _ in asked))
    hits, decisions = 0, 0
    for place, _, odds in asked:
        chances = _chances(odds)
        if not chances or any(action not in chances for action in place.counts):
            continue
        hits += sum(times for action, times in place.counts.items() if chances[action] == max(chances.values()))
        decisions += len(place.chosen)
    rows += _agreement("the best exact chance", hits, decisions)
    return _frame("A comparison", ("agrees with", "decisions", "n", "share", "low", "high"), rows)


def _agreement_of_each(
    matches: Mapping[str, Match], seats: frozenset[int], players: Sequence[Seated], positions: int
) -> pd.DataFrame:
    """Return how far each person agrees with each player at fixed positions of that person's match."""
    titles = list(dict.fromkeys(map(player_title, players)))
    rows: list[tuple[Any, ...]] = []
    for name, match in matches.items():
        match.goto(match.steps)
        places = _fixed(name, match, seats, positions)
        asked = [(place, _asked(place, players), _chances(_odds(place))) for place in places]
        for title in titles:
            same = sum(title in found.get(place.chosen[name], ()) for place, found, _ in asked)
            rows += [(name, *row) for row in _agreement(title, same, len(asked))]
        known = [(place.chosen[name], chances) for place, _, chances in asked if place.chosen[name] in chances]
        best = sum(chances[action] == max(chances.values()) for action, chances in known)
        rows += [(name, *row) for row in _agreement("the best exact chance", best, len(known))]
        match.goto(match.steps)
    return _frame("A comparison", ("file", "agrees with", "decisions", "n", "share", "low", "high"), rows)


def _fixed(name: str, match: Match, seats: frozenset[int], positions: int) -> list[Place]:
    """Return decisions of a match at which there was a choice, spread evenly over it."""
    found, state, step = [], beginning(match), 0
    for action in match.actions:
        seat = int(state.to_move)
        if seat in seats and len(state.legal()) > 1:
            found.append(Place(step, seat, match, step, {name: action}))
        step += state.to_move != CHANCE
        state.apply(action)
    most = min(positions, len(found))
    return [found[number * len(found) // most] for number in range(most)]


def _agreement(title: str, hits: int, n: int) -> list[tuple[Any, ...]]:
    return [(title, hits, n, *_rounded(share(hits, n)))] if n else []


def _files(matches: Mapping[str, Match], seats: frozenset[int]) -> pd.DataFrame:
    """Return one row per match."""
    rows: list[tuple[Any, ...]] = []
    for name, match in matches.items():
        made = sum(int(match.at(step).to_move) in seats for step in range(match.steps))
        won = match.game.win_shares(match.state.returns()) if match.over else [None] * match.game.players
        scores = list(match.state.scores())
        minutes = round(match.seconds / 60, 1) if match.seconds else None
        rows.append((name, made, match.over, *scores, *won, sum(match.refused.values()), minutes))
    players = next(iter(matches.values())).game.players if matches else 0
    each = [f"{what}_{seat}" for what in ("score", "win") for seat in range(players)]
    return _frame("A table of files", ("file", "decisions", "over", *each, "refused", "minutes"), rows)


def _refusals(matches: Mapping[str, Match]) -> pd.DataFrame:
    """Return one row per clause that refused a move."""
    moves: Counter[str] = Counter()
    people: Counter[str] = Counter()
    for match in matches.values():
        moves.update(match.refused)
        people.update(match.refused.keys())
    rows = []
    for clause in sorted(people, key=lambda clause: (-people[clause], -moves[clause], clause)):
        book = next(iter(matches.values())).game.rulebook
        text = book[clause].text if clause in book else "(a clause of changed rules)"
        rows.append((clause, people[clause], len(matches), *_rounded(share(people[clause], len(matches))), moves[clause], text))
    return _frame("A table of clauses", ("clause", "people", "n", "share", "low", "high", "moves", "rule"), rows)


def _rounded(found: Estimate) -> tuple[float, float, float]:
    return round(found.value, 4), round(found.low, 4), round(found.high, 4)


def _frame(purpose: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    frame: pd.DataFrame = package("pandas", purpose).DataFrame.from_records(list(map(tuple, rows)), columns=list(columns))
    return frame
