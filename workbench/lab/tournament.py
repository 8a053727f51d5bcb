"""Play players against each other in every seat: wins, ratings, payoffs, and the mixture that would last."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from html import escape
from itertools import combinations_with_replacement, product
from math import factorial, prod, sqrt
from os import PathLike
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.match import checked_seed
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, player_title
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.lab.batch import Plan
from workbench.lab.extras import package
from workbench.lab.simulate import Runs, at_least_one, keeps, run, summary_table, who_plays, win_share
from workbench.lab.statistics import Estimate, mean

if TYPE_CHECKING:
    import pandas as pd

MOST_SEATINGS: Final = 256
"""With more seatings than this, a tournament plays a balanced sample of them."""
SEQUENCES: Final = 10
"""The number of sequences that ratings split the games into, to show how reliable they are."""
RESAMPLES: Final = 200
STEPS: Final = 1000
"""The steps of the replicator dynamics; the mean is over the second half."""
MEASURES: Final = ("win", "score", "return")


@dataclass(frozen=True)
class RoundRobin(Plan):
    """A plan whose games cycle through a list of seatings.

    Attributes:
        seatings: the seatings; each gives, for every seat, a place in the list of players.
    """

    seatings: tuple[tuple[int, ...], ...] = ()

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the player in each seat of a game."""
        return self.seatings[number % len(self.seatings)]


class Tournament:
    """The result of a tournament. Every figure has its n and its 95% interval. `tournament` returns it.

    Attributes:
        runs: the games, as `lab.simulate` gives them.
        players: the names of the players; each is unique.
        seatings: how many seatings were played in turn.
        whole: whether these are all possible seatings.
    """

    def __init__(self, runs: Runs, players: tuple[str, ...], seatings: int, whole: bool) -> None:
        self.runs = runs
        self.players = players
        self.seatings = seatings
        self.whole = whole

    def standings(self) -> pd.DataFrame:
        """Return the wins, scores and ratings of the players, with the most wins first.

        A game counts for a player if another player sits at the table, too. Wins have Wilson intervals; a player with two
        seats of a game counts once, with the mean of both. Scores have Student's t intervals. For ratings, see `ratings`.
        """
        rows: list[tuple[str, str, Estimate]] = []
        won = {name: self._values(name, "win") for name in self.players}
        order = sorted(self.players, key=lambda name: -fmean(won[name]))
        rows += [("wins", name, win_share(won[name])) for name in order]
        rows += [("score", name, mean(self._values(name, "score"))) for name in order]
        ratings = self.ratings().set_index("of")
        frame = summary_table(rows)
        rated = [ratings.loc[name] for name in order]
        pandas = package("pandas", "A table of players")
        lines = pandas.DataFrame(
            [[row["measure"], row.name, *row[["n", "value", "low", "high", "interval"]]] for row in rated],
            columns=frame.columns,
        )
        found: pd.DataFrame = pandas.concat([frame, lines], ignore_index=True)
        return found

    def ratings(self) -> pd.DataFrame:
        """Return Plackett-Luce ratings from the library openskill (its `mu`; every player begins at 25).

        The games are split into ten sequences that each go through all seatings, and each sequence is rated by itself. The
        value is the mean of the ten, the interval is Student's t over them, and n is their number. Ratings compare the players
        of one tournament; do not compare them with ratings after more or fewer games.
        """
        model = package("openskill.models", "A rating").PlackettLuce(tau=0.0)
        rounds = max(1, self.runs.games // self.seatings)
        sequences = min(SEQUENCES, rounds)
        found: dict[str, list[float]] = {name: [] for name in self.players}
        games = self._games()
        for sequence in range(sequences):
            ratings = {name: model.rating() for name in self.players}
            for number, names, returns in games:
                if number // self.seatings % sequences == sequence and len(set(names)) > 1:
                    rate(model, ratings, names, returns)
            for name in self.players:
                found[name].append(ratings[name].mu)
        return summary_table([("rating", name, mean(found[name])) for name in self.players])

    def matrix(self) -> pd.DataFrame:
        """Return how often each player ended ahead of every other at the same table; a tie counts as half.

        Returns:
            one row per ordered pair: player, against, n games, the share, its interval (Wilson; a game with several such
            pairs counts once, with their mean).
        """
        ahead: dict[tuple[str, str], list[float]] = {
            (one, other): [] for one in self.players for other in self.players if one != other
        }
        for _, names, returns in self._games():
            pairs: dict[tuple[str, str], list[float]] = {}
            for seat, one in enumerate(names):
                for other_seat, other in enumerate(names):
                    if one != other:
                        mine, theirs = returns[seat], returns[other_seat]
                        pairs.setdefault((one, other), []).append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
            for pair, values in pairs.items():
                ahead[pair].append(fmean(values))
        played = {pair: values for pair, values in ahead.items() if values}
        frame = summary_table([(one, other, win_share(values)) for (one, other), values in played.items()])
        found: pd.DataFrame = frame.rename(columns={"measure": "player", "of": "against", "value": "ahead"})
        return found

    def payoffs(self, measure: str = "win") -> pd.DataFrame:
        """Return what each player earned at each kind of table, in any seat.

        Args:
            measure: "win", "score" or "return".

        Returns:
            one row per player and kind of table: the players at the table, the player, n games, the mean, its interval
            (Wilson for wins, otherwise Student's t).

        Raises:
            WorkbenchError: there is no such measure.
        """
        estimate = win_share if measure == "win" else mean
        rows = [
            (" + ".join(self.players[one] for one in profile), self.players[who], estimate(values))
            for (profile, who), values in sorted(self._payoffs(measure).items())
        ]
        found: pd.DataFrame = summary_table(rows).rename(columns={"measure": "table", "of": "player"})
        return found

    def equilibrium(self, measure: str = "win", resamples: int = RESAMPLES) -> pd.DataFrame:
        """Return a mixture of the players that no player can beat: empirical game analysis.

        The players are the strategies of a symmetric game, whose payoffs are the means of `payoffs` over all seats. With two
        seats and payoffs that always have the same sum, a linear programme (SciPy) finds the mixture. Otherwise replicator
        dynamics from equal parts find it: they end in an equilibrium, of which there may be several. If they go round in
        circles, the result is their mean over time.

        Args:
            measure: "win", "score" or "return".
            resamples: how often to draw payoffs anew around their means (normal, with their standard errors), for the
                interval.

        Returns:
            one row per player: n games in all, its part of the mixture, the interval, and `gain`: how much more than the
            mixture this player alone would earn. A gain above 0 means that the mixture is not an equilibrium.

        Raises:
            WorkbenchError: there is no such measure, or not every kind of table was played.
        """
        seats = self.runs.game.players
        values = self._payoffs(measure)
        tables = list(combinations_with_replacement(range(len(self.players)), seats))
        missing = [table for table in tables if any((table, who) not in values for who in table)]
        if missing:
            raise WorkbenchError(
                f"This analysis needs games at every kind of table, but {len(missing)} of {len(tables)} kinds were not played. "
                "Choose fewer players or more seatings."
            )
        means = {key: fmean(found) for key, found in values.items()}
        errors = {key: stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0 for key, found in values.items()}
        numpy = package("numpy", "Empirical game analysis")
        solved, gains = solve(means, len(self.players), seats)
        draws = numpy.random.default_rng(self.runs.seed % 2**32)
        others = []
        for _ in range(resamples):
            drawn = {key: means[key] + errors[key] * float(draws.standard_normal()) for key in sorted(means)}
            others.append(solve(drawn, len(self.players), seats)[0])
        low, high = numpy.quantile(others, [0.025, 0.975], axis=0) if others else ([float("nan")] * len(solved),) * 2
        frame: pd.DataFrame = package("pandas", "A table of players").DataFrame(
            {
                "player": self.players,
                "n": self.runs.games,
                "part": [round(float(part), 4) for part in solved],
                "low": [round(float(end), 4) for end in low],
                "high": [round(float(end), 4) for end in high],
                "gain": [round(float(gain), 4) for gain in gains],
                "interval": f"parametric bootstrap 95%, {resamples} resamples",
            }
        )
        return frame

    def _games(self) -> list[tuple[int, list[str], list[float]]]:
        """Return for each game its number, the player in each seat, and the return of each seat."""
        seats = range(self.runs.game.players)
        table = self.runs.table
        names = [table[f"player_{seat}"].tolist() for seat in seats]
        returns = [table[f"return_{seat}"].tolist() for seat in seats]
        return [
            (number, [one[row] for one in names], [one[row] for one in returns])
            for row, number in enumerate(table["game"].tolist())
        ]

    def _values(self, name: str, column: str) -> list[float]:
        """Return a column for a player in each game with another player, as the mean over its seats."""
        seats = range(self.runs.game.players)
        table = self.runs.table
        names = [table[f"player_{seat}"].tolist() for seat in seats]
        values = [table[f"{column}_{seat}"].tolist() for seat in seats]
        found = []
        for row in range(len(table)):
            mine = [values[seat][row] for seat in seats if names[seat][row] == name]
            if mine and len(mine) < len(seats):
                found.append(fmean(mine))
        return found

    def _payoffs(self, measure: str) -> dict[tuple[tuple[int, ...], int], list[float]]:
        """Return what each player had in each game, for each kind of table.

        Raises:
            WorkbenchError: there is no such measure.
        """
        if measure not in MEASURES:
            raise WorkbenchError(f"There is no payoff {quoted(measure)}. Available: {', '.join(MEASURES)}.")
        seats = range(self.runs.game.players)
        table = self.runs.table
        place = {name: number for number, name in enumerate(self.players)}
        names = [[place[name] for name in table[f"player_{seat}"].tolist()] for seat in seats]
        values = [table[f"{measure}_{seat}"].tolist() for seat in seats]
        found: dict[tuple[tuple[int, ...], int], list[float]] = {}
        for row in range(len(table)):
            here = [names[seat][row] for seat in seats]
            for who in set(here):
                mine = [values[seat][row] for seat in seats if here[seat] == who]
                found.setdefault((tuple(sorted(here)), who), []).append(fmean(mine))
        return found

    def _head(self) -> str:
        kind = "all" if self.whole else "a balanced sample of"
        return f"Tournament of {', '.join(self.players)}: {kind} {self.seatings} seatings; {self.runs._head()}"

    def __repr__(self) -> str:
        return f"{self._head()}\n{self.standings().to_string(index=False)}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._head())}</p>{self.standings().to_html(index=False)}"


def tournament(
    game: Game | str,
    players: Sequence[Seated],
    games: int = 50,
    seed: int = 0,
    workers: int | Executor = 1,
    *,
    seatings: int | None = None,
    on_error: str = "stop",
    progress: bool | None = None,
    store: str | PathLike[str] | None = None,
) -> Tournament:
    """Play every player against every other and against itself, in every seat.

    Args:
        game: the rules, or a game's name for its usual rules; the game must have at least two seats.
        players: two or more: names, subclasses of `Player`, or functions from a view to an action.
        games: how many games to play in each seating; each game has its own random numbers.
        seed: any whole number.
        workers: as for `lab.simulate`.
        seatings: the most seatings to play. If more are possible, a balanced sample is played, in which every player sits in
            every seat equally often. None for up to 256.
        on_error: as for `lab.simulate`.
        progress: as for `lab.simulate`.
        store: a folder that keeps the games as they are finished, as for `lab.simulate`.

    Returns:
        the tournament: `standings()`, `matrix()`, `payoffs()`, `ratings()`, `equilibrium()`.

    Raises:
        WorkbenchError: an argument is wrong, or as for `lab.simulate`.

    >>> found = tournament("keydom", ["random", "random"], games=2, seed=1)
    Traceback (most recent call last):
    ...
    workbench.core.errors.WorkbenchError: Each player may take part only once, but you named 'random' twice.
    """
    if isinstance(game, str):
        game = load(game)
    if not isinstance(game, Game):
        raise WorkbenchError(f"A game is a name or what `wb.load` gives, not {quoted(game)}.")
    if game.players < 2:
        raise WorkbenchError(
            f"{game.title} has one seat here, and a tournament needs two. Use `lab.simulate` to play it with each player."
        )
    if isinstance(players, (str, Player)) or not isinstance(players, Sequence) or len(players) < 2:
        raise WorkbenchError(f"A tournament needs a list of at least two players, not {quoted(players)}.")
    who = [who_plays(game, player) for player in players]
    titles = tuple([player_title(player) for player in players])
    for title in titles:
        if titles.count(title) > 1:
            raise WorkbenchError(f"Each player may take part only once, but you named {title!r} twice.")
    games, seed = at_least_one("games", games), checked_seed(seed)
    most = MOST_SEATINGS if seatings is None else at_least_one("seatings", seatings)
    chosen = seatings_of(len(who), game.players, most, seed)
    # every seat has its own entry for a player, so a player that meets itself has different random numbers in each seat
    plan = RoundRobin(
        game,
        tuple(who) * game.players,
        seed,
        rotate=False,
        clauses=False,
        keep=keeps(on_error),
        seatings=tuple([tuple([seat * len(who) + one for seat, one in enumerate(here)]) for here in chosen]),
    )
    runs = run(plan, titles * game.players, games * len(chosen), workers, None, progress, store)
    if not runs.games:
        raise WorkbenchError("No game was finished, so there is nothing to rank.")
    return Tournament(runs, titles, len(chosen), len(chosen) == len(who) ** game.players)


def seatings_of(players: int, seats: int, most: int, seed: int) -> list[tuple[int, ...]]:
    """Return all ways to seat the players, or a balanced sample of them.

    Args:
        players: how many players to choose from.
        seats: how many seats a table has.
        most: the most seatings; a balanced sample may have a few more.
        seed: the seed of the sample.

    >>> seatings_of(2, 2, 10, seed=1)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> sample = seatings_of(5, 4, 40, seed=1)
    >>> {[here[seat] for here in sample].count(player) for seat in range(4) for player in range(5)}
    {8}
    """
    if players**seats <= most:
        return list(product(range(players), repeat=seats))
    rng = Random(seed, "seatings")
    found: list[tuple[int, ...]] = []
    while len(found) < most:
        # deal every player equally often, and move each table through all seats
        dealt: list[int] = []
        for _ in range(seats):
            dealt += sorted(range(players), key=lambda player: rng.below(1 << 30))
        for begin in range(0, len(dealt), seats):
            here = dealt[begin : begin + seats]
            found += [tuple(here[step:] + here[:step]) for step in range(seats)]
    return found


def rate(model: Any, ratings: dict[str, Any], names: Sequence[str], returns: Sequence[float]) -> None:
    """Add one game to the ratings; both seats of a player move its rating."""
    ranks = [sum(1 for other in returns if other > one) for one in returns]
    after = model.rate([[ratings[name]] for name in names], ranks=ranks)
    moved: dict[str, list[Any]] = {}
    for name, (new,) in zip(names, after, strict=True):
        moved.setdefault(name, []).append(new)
    for name, seats in moved.items():
        old = ratings[name]
        mu = old.mu + sum([new.mu - old.mu for new in seats])
        ratings[name] = model.rating(mu=mu, sigma=old.sigma * prod([new.sigma / old.sigma for new in seats]))


Payoffs = dict[tuple[tuple[int, ...], int], float]


def solve(payoffs: Payoffs, players: int, seats: int) -> tuple[list[float], list[float]]:
    """Return a mixture in equilibrium, and what each player alone would gain against it.

    >>> paper = {((0, 0), 0): 0.5, ((1, 1), 1): 0.5, ((0, 1), 0): 0.2, ((0, 1), 1): 0.8}
    >>> solve(paper, 2, 2)
    ([0.0, 1.0], [-0.3, 0.0])
    """
    numpy = package("numpy", "Empirical game analysis")
    terms = [
        [
            (payoffs[tuple(sorted((*others, who))), who], ways(others), numpy.bincount(others, minlength=players))
            for others in combinations_with_replacement(range(players), seats - 1)
        ]
        for who in range(players)
    ]

    def earned(mixture: Any) -> Any:
        return numpy.array([sum([pay * many * numpy.prod(mixture**counts) for pay, many, counts in row]) for row in terms])

    mixture = numpy.full(players, 1 / players)
    pairs = combinations_with_replacement(range(players), 2) if seats == 2 else ()
    both = [payoffs[(one, other), one] + payoffs[(one, other), other] for one, other in pairs]
    if both and max(both) - min(both) < 1e-9:
        mixture = numpy.array(
            maximin([[payoffs[tuple(sorted((one, other))), one] for other in range(players)] for one in range(players)])
        )
    else:
        scale = max(1e-9, max(payoffs.values()) - min(payoffs.values()))
        total = numpy.zeros(players)
        for step in range(STEPS):
            mixture = mixture * numpy.exp(0.5 * (earned(mixture) / scale))
            mixture = mixture / mixture.sum()
            if step >= STEPS // 2:
                total += mixture
        ended, middle = mixture, total / total.sum()
        mixture = min((ended, middle), key=lambda one: float(max(earned(one) - one @ earned(one))))
    mixture = numpy.where(mixture < 1e-6, 0.0, mixture)
    mixture = mixture / mixture.sum()
    own = earned(mixture)
    return [round(float(part), 6) for part in mixture], [round(float(gain), 6) + 0.0 for gain in own - mixture @ own]


def ways(others: Sequence[int]) -> int:
    """Return the number of orders in which the others can sit.

    >>> ways((0, 0, 1))
    3
    """
    return factorial(len(others)) // prod([factorial(others.count(one)) for one in set(others)])


def maximin(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Return the mixture of rows with the best worst column, from a linear programme.

    >>> [round(part, 3) for part in maximin([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])]
    [0.333, 0.333, 0.333]
    """
    size = len(matrix)
    columns = [[-matrix[row][column] for row in range(size)] + [1.0] for column in range(size)]
    found = package("scipy.optimize", "Empirical game analysis").linprog(
        [0.0] * size + [-1.0],
        A_ub=columns,
        b_ub=[0.0] * size,
        A_eq=[[1.0] * size + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, None)] * size + [(None, None)],
    )
    return [float(part) for part in found.x[:size]]
