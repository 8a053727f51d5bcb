"""The games that people have finished, out of their save files, as a run: wins by seat, scores, length, clauses that fired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

from workbench.core import savefile
from workbench.core.errors import SaveFileError, WorkbenchError
from workbench.core.extra import package
from workbench.core.match import Match
from workbench.core.outside import whole_number
from workbench.core.words import counted
from workbench.lab.classroom import refuse_other_chances, rules_of, texts_in
from workbench.lab.simulate import Runs
from workbench.players.random_player import RandomPlayer
from workbench.worker.batch import Batch, Plan, Row

if TYPE_CHECKING:
    import pandas as pd

PEOPLE = "people"
"""What a table calls whoever sat in the seats: a save file does not say who did."""


class KeptGames(Runs):
    """Games that people have finished, as a run. `class_games` returns it.

    Attributes:
        faults: one row per file that is not counted, with a sentence that says why.
        files: for each game its file, by the number in the table.
    """

    def __init__(self, matches: Mapping[str, Match], faults: list[tuple[str, str]]) -> None:
        game = next(iter(matches.values())).game
        seats = (0,) * game.players
        batch = Batch()
        for number, match in enumerate(matches.values()):
            state = match.state
            scores, returns = tuple(state.scores()), state.returns()
            batch.rows.append(
                Row(number, match.seed, seats, scores, returns, match.step, game.ending(state), game.facts(state))
            )
            batch.count(Counter([event.clause for event in match.log]))
        # nobody plays by this plan: it names the rules, and that clauses were counted
        plan = Plan(game, (RandomPlayer,) * game.players, 0, rotate=False, clauses=True)
        super().__init__(plan, (PEOPLE,) * game.players, len(matches), batch)
        self.files = tuple(matches)
        self._matches = tuple(matches.values())
        self.faults: pd.DataFrame = package("pandas", "A table of files").DataFrame(faults, columns=["file", "why"])

    def match(self, number: int) -> Match:
        """Return one of the games as a match, at its end.

        Args:
            number: the game's number in the table.

        Raises:
            WorkbenchError: there is no such game.
        """
        wanted = whole_number(number)
        if wanted is None or not 0 <= wanted < self.games:
            raise WorkbenchError(f"The table has the games 0 to {self.games - 1}.")
        return self._matches[wanted].branch()

    def _head(self) -> str:
        left = f", {counted(len(self.faults), 'file')} not counted (see `faults`)" if len(self.faults) else ""
        return f"{counted(self.games, 'game')} of {self.game} that people have played{left}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._head())}</p>{self.summary().to_html(index=False)}"


def class_games(folder: str | PathLike[str], *, phases: Mapping[str, Any] | None = None) -> KeptGames:
    """Return the finished games among the save files in a folder as a run, such as those of the tables of a live class.

    The games may have different seeds; the rules are those of most files. A file that is damaged, of other rules, not finished,
    or whose chances are not those of its seed is named in `faults` with a sentence.

    Args:
        folder: where the save files lie.
        phases: the replaced phases, if the game was changed.

    Raises:
        WorkbenchError: there is no such folder, or no finished game in it.

    >>> import tempfile, workbench as wb
    >>> folder = tempfile.TemporaryDirectory()
    >>> for seed in (1, 2):
    ...     match = wb.load("northwood").match(seed=seed)
    ...     events = match.play_out("random")
    ...     match.save(f"{folder.name}/{seed}.json")
    >>> found = class_games(folder.name)
    >>> found.games, found.table["seed"].tolist(), found.match(1).seed
    (2, [1, 2], 2)
    >>> folder.cleanup()
    """
    texts, faults = texts_in(folder)
    records: dict[str, savefile.Record] = {}
    for name, text in texts.items():
        try:
            records[name] = savefile.read_text(text)
        except SaveFileError as fault:
            faults.append((name, str(fault)))
    usual = Counter([rules_of(record) for record in records.values()]).most_common(1)
    matches: dict[str, Match] = {}
    for name, record in records.items():
        try:
            if rules_of(record) != usual[0][0]:
                raise SaveFileError("It was played under other rules than most files.")
            match = Match.from_json(texts[name], phases=phases)
            match.goto(match.steps)
            refuse_other_chances(match)
            if not match.over:
                raise SaveFileError(f"The game was not finished: it ends after {match.steps} decisions.")
            matches[name] = match
        except SaveFileError as fault:
            faults.append((name, str(fault)))
    if not matches:
        why = f" {faults[0][0]}: {faults[0][1]}" if faults else ""
        raise WorkbenchError(f"No finished game lies in that folder.{why}")
    return KeptGames(matches, sorted(faults))
