"""The decisions of many games as a data set to learn from, with a card that says what it is.

    runs = lab.simulate("keydom", ["homesteader", "merchant"], games=500, seed=1, rows="decisions")
    data = lab.dataset(runs)
    data.write("keydom_decisions")                         # Parquet files, and the card as card.md
    data = lab.read_dataset("keydom_decisions")
    seen = data.arrays(data.decisions["player"] == "homesteader")

A row holds little: who decided, in which phase, among how many actions, and which of them was chosen. What the seat could
know is not stored. It is built again from the record of the game, so it is the view itself, and not a choice of its features:
`Dataset.view` returns it for one row, `Dataset.views` for many, and `Dataset.arrays` as numbers. Without this class,
`view_at` does the same for a record from the file.
"""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.ladder import is_measured, ladder
from workbench.core.outside import quoted, whole_number
from workbench.core.played import meaning
from workbench.core.random import Purposes, Random
from workbench.core.registry import game_class, load
from workbench.core.state import CHANCE, OVER, View
from workbench.core.version import __version__
from workbench.core.words import counted
from workbench.lab.ladder import rules_print
from workbench.lab.simulate import Runs
from workbench.players.playout import drawn

if TYPE_CHECKING:
    import pandas as pd

FORMAT: Final = 1
"""The version of the form of the files."""
ABOUT: Final = "dataset.json"
CARD: Final = "card.md"
TABLES: Final = ("games", "decisions")
"""The tables; each is a Parquet file of this name."""


class Column(NamedTuple):
    """What a column of a table holds.

    Attributes:
        name: its name; ``{seat}`` stands for the number of a seat.
        type: its type in pandas and Parquet.
        unit: what its values count.
        meaning: a sentence.
    """

    name: str
    type: str
    unit: str
    meaning: str


DECISION_COLUMNS: Final = (
    Column("game", "int64", "number, from 0", "The game, as in the table of games."),
    Column("decision", "int64", "number, from 1", "Its place in the game, over all seats; random events do not count."),
    Column("seat", "int64", "seat, from 0", "The seat that decided."),
    Column("player", "category", "name", "The player in that seat."),
    Column("phase", "category", "name", "The phase of the rules in which it decided."),
    Column("legal", "int64", "actions", "How many actions were legal; 1 means there was no choice."),
    Column("action", "category", "fixed name", "The action that was chosen; `game.action` gives its number."),
    Column("score_{seat}", "float64", "points", "The score of the seat just before; empty if the game keeps none yet."),
    Column("return", "float64", "the game's measure", "What the deciding seat had won when the game was over."),
)
"""The columns of the table of decisions. `Runs.decisions` has all but ``player`` and ``return``."""

GAME_COLUMNS: Final = (
    Column("game", "int64", "number, from 0", "The game."),
    Column("seed", "int64", "seed", "The source of its random numbers."),
    Column("player_{seat}", "category", "name", "The player in the seat."),
    Column("score_{seat}", "int64 or float64", "points", "The seat's final score."),
    Column("return_{seat}", "float64", "the game's measure", "What the seat had won."),
    Column("win_{seat}", "float64", "part of the win, 0 to 1", "1 for the best return above 0, shared among equals."),
    Column("decisions", "int64", "decisions", "How many decisions were made."),
    Column("ending", "category", "name", "Why the game ended."),
    Column("first", "int64", "seat, from 0", "The seat that took the first turn."),
    Column("record", "list of texts", "fixed names", "Every action in order, random outcomes included."),
)
"""The columns of the table of games. Facts of the game (`Game.facts`) and metrics have a column each, too."""


class Arrays(NamedTuple):
    """Decisions as arrays, one row for each.

    Attributes:
        observations: what the seat could know, as float32 from 0 to 1; `workbench.adapters.tensors.fields` says what each
            number means.
        masks: whether each action was legal.
        actions: the number of the action that was chosen.
        rows: which row of the table of decisions each belongs to.
    """

    observations: Any
    masks: Any
    actions: Any
    rows: Any


class Dataset:
    """Decisions of many games, with what each seat could know. `dataset` and `read_dataset` return one.

    Attributes:
        game: the rules.
        games: one row for each game; `GAME_COLUMNS` says what its columns hold.
        decisions: one row for each decision; `DECISION_COLUMNS` says what its columns hold.
        about: how it was made: game, options, seed, players and versions.
    """

    def __init__(self, game: Game, games: pd.DataFrame, decisions: pd.DataFrame, about: Mapping[str, Any]) -> None:
        self.game = game
        self.games = games
        self.decisions = decisions
        self.about = dict(about)
        self._records = dict(zip(games["game"].tolist(), games["record"].tolist(), strict=True))

    def view(self, row: int) -> View:
        """Return what a seat could know when it decided.

        Args:
            row: the label of a row of `decisions`.

        Raises:
            WorkbenchError: there is no such row.
        """
        number = whole_number(row)
        if number is None or number not in self.decisions.index:
            raise WorkbenchError(f"There is no row {quoted(row)} in this data set: it has {len(self.decisions)}, from 0.")
        found = self.decisions.loc[number]
        return view_at(self.game, self._records[int(found["game"])], int(found["decision"]))

    def views(self, which: Any = None) -> Iterator[tuple[int, View]]:
        """Yield the views of many rows, in order, with the label of each row; every game is replayed once.

        Args:
            which: a column of True and False that says which rows, such as ``data.decisions["legal"] > 1``; None for all.

        Raises:
            WorkbenchError: it is not such a column.
        """
        frame = self.decisions if which is None else self._rows(which)
        for number, rows in frame.groupby("game", sort=False):
            labels = dict(zip(rows["decision"].tolist(), rows.index.tolist(), strict=True))
            for decision, view in views_of(self.game, self._records[int(number)]):
                if decision in labels:
                    yield labels[decision], view

    def _rows(self, which: Any) -> pd.DataFrame:
        """Return the decisions that a column of True and False names.

        Raises:
            WorkbenchError: it is not such a column.
        """
        numpy = package("numpy", "An array of decisions")
        flags = numpy.asarray(which)
        if flags.dtype.kind != "b" or flags.shape != (len(self.decisions),):
            raise WorkbenchError(
                f"which must be a column of True and False for all {len(self.decisions)} rows, such as "
                f"`data.decisions[\"legal\"] > 1`, not {quoted(which)}."
            )
        found: pd.DataFrame = self.decisions[flags]
        return found

    def arrays(self, which: Any = None) -> Arrays:
        """Return what the seats could know, what was legal and what was chosen, as NumPy arrays.

        Args:
            which: as for `views`; None for every decision with a choice.

        Raises:
            WorkbenchError: `which` is not such a column.
            ModuleNotFoundError: NumPy is missing; the message says how to install it.
        """
        numpy = package("numpy", "An array of decisions")
        from workbench.adapters import tensors

        chosen = self.decisions["legal"] > 1 if which is None else which
        count = len(self._rows(chosen))
        observations = numpy.zeros((count, tensors.fields(self.game).size), numpy.float32)
        masks = numpy.zeros((count, self.game.actions), numpy.bool_)
        rows = numpy.zeros(count, numpy.int64)
        for place, (row, view) in enumerate(self.views(chosen)):
            observations[place] = tensors.tensor(self.game, view)
            masks[place, list(view.legal())] = True
            rows[place] = row
        actions = [self.game.action(symbol) for symbol in self.decisions["action"][rows].tolist()]
        return Arrays(observations, masks, numpy.array(actions, numpy.int64), rows)

    def columns(self, table: str) -> list[Column]:
        """Return what the columns of a table hold.

        Args:
            table: "games" or "decisions".
        """
        known = {
            column.name.format(seat=seat): column._replace(name=column.name.format(seat=seat))
            for column in (DECISION_COLUMNS if table == "decisions" else GAME_COLUMNS)
            for seat in range(self.game.players)
        }
        frame, metrics = getattr(self, table), self.about["metrics"]
        found = []
        for name in frame.columns:
            measured = metrics.get(name, metrics.get(name.rpartition("_")[0], "A fact of the finished game (`Game.facts`)."))
            found.append(known.get(name) or Column(name, str(frame[name].dtype), "number", measured))
        return found

    def card(self) -> str:
        """Return the data card: what the data set is for, what is in it, how it was made, and what it cannot tell."""
        return card_of(self)

    def write(self, folder: str | PathLike[str]) -> Path:
        """Write the data set into a new folder, whole or not at all: the tables, how it was made, and its card.

        Args:
            folder: a folder that does not exist yet or is empty.

        Returns:
            the folder.

        Raises:
            WorkbenchError: the folder holds something, or cannot be written.
            ModuleNotFoundError: pyarrow is missing; the message says how to install it.
        """
        package("pyarrow", "A data set in files", "studies")
        place = Path(folder)
        check_empty(place)
        part = place.with_name(f".part-{uuid4().hex[:12]}")
        try:
            part.mkdir(parents=True)
            for name in TABLES:
                getattr(self, name).to_parquet(part / f"{name}.parquet", engine="pyarrow", index=False)
            (part / ABOUT).write_text(json.dumps(self.about, indent=1) + "\n", encoding="utf-8")
            (part / CARD).write_text(self.card(), encoding="utf-8")
            if place.exists():
                place.rmdir()
            part.replace(place)
        except OSError as fault:
            raise WorkbenchError(f"The data set cannot be written into {quoted(str(folder))}: {fault.strerror}.") from None
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return place

    def __repr__(self) -> str:
        return f"{counted(len(self.decisions), 'decision')} in {counted(len(self.games), 'game')} of {self.game}"


def check_empty(place: Path) -> None:
    """Check that a data set can have a folder for its own.

    Raises:
        WorkbenchError: the folder holds something, or is a file.
    """
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise WorkbenchError(f"The folder {quoted(str(place))} is not empty. Give a data set a folder of its own.")


def dataset(runs: Runs) -> Dataset:
    """Return the decisions of a run as a data set to learn from.

    Args:
        runs: the games, played with ``rows="decisions"``.

    Raises:
        WorkbenchError: the decisions were not kept, or no game was finished.

    >>> from workbench.lab import simulate
    >>> data = dataset(simulate("nim", players="random", games=20, seed=1, rows="decisions"))
    >>> view = data.view(0)
    >>> row = data.decisions.iloc[0]
    >>> (view.seat, len(view.legal())) == (row["seat"], row["legal"])
    True
    """
    if not isinstance(runs, Runs):
        raise WorkbenchError(f"A data set is made of the games that `lab.simulate` returns, not of {quoted(runs)}.")
    if runs.decisions is None:
        raise WorkbenchError('The decisions of these games were not kept: use lab.simulate(..., rows="decisions").')
    if not runs.games:
        raise WorkbenchError("No game was finished, so there is nothing to learn from.")
    game, games, decisions = runs.game, runs.table.copy(), runs.decisions.copy()
    chosen = {number: rows.tolist() for number, rows in decisions.groupby("game", sort=False)["action"]}
    seats = range(game.players)
    games["record"] = [
        record_of(game, seed, runs.plan.chance(seed), chosen[number], scores)
        for number, seed, *scores in games[["game", "seed", *[f"score_{seat}" for seat in seats]]].itertuples(index=False)
    ]
    by_game = games.set_index("game")
    players = by_game[[f"player_{seat}" for seat in seats]].astype(str).to_numpy()
    returns = by_game[[f"return_{seat}" for seat in seats]].to_numpy()
    places = by_game.index.get_indexer(decisions["game"])
    who = package("pandas", "A data set").Categorical(players[places, decisions["seat"]], categories=list(runs.players))
    decisions.insert(decisions.columns.get_loc("seat") + 1, "player", who)
    decisions["return"] = returns[places, decisions["seat"]]
    for seat in seats:
        decisions[f"score_{seat}"] = decisions[f"score_{seat}"].astype("float64")
    about = {
        "format": FORMAT,
        "game": game.name,
        "seats": game.players,
        "options": game.options.changed(),
        "phases": list(game.replaced_phases),
        "rules": rules_print(game),
        "players": list(runs.players),
        "games": runs.games,
        "unfinished": len(runs.failed),
        "seed": runs.seed,
        "rotate": runs.plan.rotate,
        "paired": runs.plan.paired,
        "metrics": {name: meaning(metric) for name, metric in runs.metrics.items()},
        "workbench": __version__,
        "python": platform.python_version(),
    }
    return Dataset(game, games, decisions, about)


def record_of(
    game: Game, seed: int, chance: Random | Purposes, chosen: Sequence[str], scores: Sequence[float]
) -> list[str]:
    """Return every action of a game of the lab, from its decisions: the random outcomes are drawn again.

    Args:
        game: the rules.
        seed: the game's seed, for messages.
        chance: draws the random events, from their beginning.
        chosen: the decisions in order, as fixed names.
        scores: the final scores.

    Raises:
        WorkbenchError: the game does not come out as it did.
    """
    state, left = game.start(), iter(chosen)
    record = []
    while state.to_move != OVER:
        symbol = next(left, None) if state.to_move >= 0 else None
        action = drawn(state, chance) if state.to_move == CHANCE else game.action(symbol)
        record.append(game.symbol(action))
        state.apply(action)
    if tuple(state.scores()) != tuple(scores) or next(left, None) is not None:
        raise WorkbenchError(f"The game with seed {seed} comes out differently when its decisions are repeated.")
    return record


def views_of(game: Game, record: Sequence[str]) -> Iterator[tuple[int, View]]:
    """Yield what the deciding seat could know at each decision of a record, with the decision's number, from 1.

    Args:
        game: the rules.
        record: the actions of a game, random outcomes included, as fixed names.

    Raises:
        WorkbenchError: an action is not legal under these rules.
    """
    state, decision = game.start(), 0
    for symbol in record:
        action = game.action(symbol)
        if state.to_move >= 0:
            decision += 1
            yield decision, state.view(int(state.to_move))
        if action not in ([one for one, _ in state.chance()] if state.to_move == CHANCE else state.legal()):
            raise WorkbenchError(f"The record breaks these rules: {quoted(symbol)} is not legal after {decision} decisions.")
        state.apply(action)


def view_at(game: Game | str, record: Sequence[str], decision: int) -> View:
    """Return what the deciding seat could know at a decision of a record.

    Args:
        game: the rules that were played, or a game's name for its usual rules.
        record: the actions of a game, random outcomes included, as fixed names: the column ``record`` of the table of games.
        decision: the number of the decision, from 1: the column ``decision`` of the table of decisions.

    Raises:
        WorkbenchError: there is no such decision, or the record is not one of these rules.

    >>> import workbench as wb
    >>> game = wb.load("nim")
    >>> match = game.match(seed=1)
    >>> _ = match.play_out("random")
    >>> record = [game.symbol(action) for action in match.actions]
    >>> view_at(game, record, 1).state.key() == game.start().key(), view_at(game, record, 2).seat
    (True, 1)
    """
    for number, view in views_of(load(game), record):
        if number == decision:
            return view
    raise WorkbenchError(f"The record has no decision {quoted(decision)}.")


def read_dataset(folder: str | PathLike[str], game: Game | None = None) -> Dataset:
    """Read a data set that `Dataset.write` or `python -m workbench dataset` has written.

    Args:
        folder: its folder.
        game: the rules, if phases were replaced or an option names a file; the folder says which game it was otherwise.

    Raises:
        WorkbenchError: there is no data set in the folder, or it was made under other rules.
        ModuleNotFoundError: pyarrow is missing; the message says how to install it.

    >>> from tempfile import TemporaryDirectory
    >>> from workbench.lab import simulate
    >>> data = dataset(simulate("nim", players="random", games=20, seed=1, rows="decisions"))
    >>> with TemporaryDirectory() as folder:
    ...     written = data.write(f"{folder}/nim")
    ...     sorted(path.name for path in written.iterdir()), read_dataset(written).decisions.equals(data.decisions)
    (['card.md', 'dataset.json', 'decisions.parquet', 'games.parquet'], True)
    """
    package("pyarrow", "A data set in files", "studies")
    pandas = package("pandas", "A data set")
    try:
        place = Path(folder)
        about = json.loads((place / ABOUT).read_text(encoding="utf-8"))
        games, decisions = [pandas.read_parquet(place / f"{name}.parquet", engine="pyarrow") for name in TABLES]
        rules = game or game_named(about, place)
        if about["format"] != FORMAT or about["rules"] != rules_print(rules):
            raise WorkbenchError(
                f"The data set in {quoted(str(folder))} was made under other rules than {rules!r} has here (workbench "
                f"{quoted(about['workbench'])}), so its records cannot be replayed."
            )
    except (OSError, ValueError, TypeError, KeyError) as fault:
        if isinstance(fault, WorkbenchError):
            raise
        raise WorkbenchError(f"There is no data set in {quoted(str(folder))} that can be read: {fault}.") from None
    return Dataset(rules, games, decisions, about)


def game_named(about: Mapping[str, Any], place: Path) -> Game:
    """Return the game of a data set.

    Raises:
        WorkbenchError: phases were replaced, or an option names a file.
    """
    table, options = game_class(about["game"]).option_table, about["options"]
    files = [option.name for option in table if option.allowed.names_a_file(options.get(option.name))]
    if files or about["phases"]:
        what = f"the option {files[0]!r} names a file" if files else f"phases were replaced: {', '.join(about['phases'])}"
        raise WorkbenchError(
            f"In the data set in {quoted(str(place))}, {what}. Pass the rules, too: lab.read_dataset(folder, game)."
        )
    return load(about["game"], about["seats"], None, None, **about["options"])


# -- the card ----------------------------------------------------------------------------------------------------------


def card_of(data: Dataset) -> str:
    """Return the card of a data set, as Markdown."""
    about, game, decisions = data.about, data.game, data.decisions
    free = int((decisions["legal"] > 1).sum())
    per_game = decisions.groupby("game", observed=True).size()
    lines = [
        f"# Decisions in {game.title}",
        "",
        "## Why",
        "",
        "To learn from play: you can imitate a player, judge positions by how the game ended, or compare how players decide. "
        "To teach, too: you can step through every row on a board.",
        "",
        "## What is in it",
        "",
        f"- {len(data.games):,} games of {game}, and {len(decisions):,} decisions, {free:,} of them with a choice.",
        f"- {per_game.min():,} to {per_game.max():,} decisions in a game, {per_game.mean():.1f} on average.",
        f"- Phases: {shares(decisions['phase'])}.",
        f"- How the games ended: {shares(data.games['ending'])}.",
        "- No people took part: programs made every decision.",
        "",
        *[line for table in TABLES for line in column_lines(table, data.columns(table))],
        "## What a row shows, and what it hides",
        "",
        "A row does not hold what the seat could know. The record of the game does: `data.view(row)` repeats the game up to "
        "the decision and returns the view of the seat, and `data.arrays()` returns views as numbers. A view conceals what the "
        "rules conceal. The record does not, so do not learn from it directly. The column `return` holds what nobody knows "
        "before the end of the game.",
        "",
        "## How it was made",
        "",
        "```python",
        *call_of(data),
        "```",
        "",
        "On the command line, `python -m workbench dataset` does the same. The same call gives the same rows on every machine, "
        "as long as the code of the game and of its players stays the same.",
        "",
        "## Who played",
        "",
        *[f"- {line}" for line in player_lines(data)],
        "",
        "## What it cannot tell",
        "",
        "- Programs do not play as people do. Nothing here says how people decide.",
        "- The rows show only positions that these players reach. A learner that plays differently reaches others, and its "
        "errors add up.",
        "- Decisions of one game depend on each other. Split by game, not by row, into what to learn from and what to test on. "
        "The games are the sample, not the rows.",
        "- A long game has more rows than a short one. A decision without a choice (`legal` is 1) says nothing about a player.",
        f"- {unfinished(about['unfinished'])}",
        "",
        "## Licence and versions",
        "",
        "The rows are the output of a program under the MIT licence; use them under the same terms. The game belongs to its "
        "authors and publisher.",
        "",
        f"Form {about['format']} of the files; tabletop-workbench {about['workbench']}; Python {about['python']}; rules "
        f"{about['rules']}.",
    ]
    return "\n".join(lines) + "\n"


def shares(column: Any) -> str:
    """Return the values of a column with how often each occurs, the most frequent first."""
    counts = column.astype(str).value_counts().sort_index().sort_values(ascending=False, kind="stable")
    return ", ".join([f"{name} {count / len(column):.1%}" for name, count in counts.items()])


def column_lines(table: str, columns: Sequence[Column]) -> list[str]:
    """Return a table of Markdown that says what the columns of a table hold."""
    rows = [f"| {column.name} | {column.type} | {column.unit} | {column.meaning} |" for column in columns]
    return [f"### {table}.parquet", "", "| column | type | unit | meaning |", "| --- | --- | --- | --- |", *rows, ""]


def call_of(data: Dataset) -> list[str]:
    """Return the lines of Python that make a data set again."""
    about = data.about
    options = "".join([f", {name}={value!r}" for name, value in about["options"].items()])
    names = [without_number(title) for title in about["players"]]
    alone = len(names) == 1  # one player in every seat
    more = "" if about["rotate"] or alone else ", rotate=False"
    more += ', on_error="keep"' if about["unfinished"] else ""
    more += ", paired=True" if about["paired"] else ""
    games = about["games"] + about["unfinished"]
    lines = [
        "import workbench as wb",
        "from workbench import lab",
        "",
        f"game = wb.load({about['game']!r}, {about['seats']}{options})",
        f"runs = lab.simulate(game, {names[0] if alone else names!r}, games={games}, seed={about['seed']}{more}, "
        'rows="decisions")',
        "data = lab.dataset(runs)",
    ]
    return [*lines, f"# with replaced phases: {', '.join(about['phases'])}"] if about["phases"] else lines


def without_number(title: str) -> str:
    """Return the name of a player whose title in a run may have a number.

    >>> without_number("farmer (2)"), without_number("farmer")
    ('farmer', 'farmer')
    """
    return title.partition(" (")[0]


def player_lines(data: Dataset) -> list[str]:
    """Return a line for each player: its name and its place on the ladder of the game, as measured."""
    usual = is_measured(data.game)
    places = {rung.player: (place, rung) for place, rung in enumerate(ladder(data.game), start=1)} if usual else {}
    lines = []
    for title in data.about["players"]:
        name = without_number(title)
        if name not in places:
            lines.append(f"{title}: not on the ladder of this game and these rules.")
            continue
        place, rung = places[name]
        against = "alone" if data.game.players == 1 else f"against {data.game.reference_player}"
        won = f"won {rung.value:.1%} ({rung.low:.1%} to {rung.high:.1%}, n = {rung.n}) {against}"
        lines.append(f"{title}: place {place} of {len(places)} on the ladder; {won if rung.n else 'the reference player'}.")
    return lines


def unfinished(games: int) -> str:
    """Say how many games of the run are missing."""
    if games:
        what = counted(games, "game")
        return f"{what} of the run could not be finished, so the data set is not a random sample of all games."
    return "No game of the run is missing."
