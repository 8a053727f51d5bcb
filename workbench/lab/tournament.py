"""Play players against each other in every seat: wins, ratings, payoffs, and the mixture that would last."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from itertools import combinations_with_replacement, product
from math import factorial, nan, prod, sqrt
from os import PathLike
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.ladder import REFERENCE
from workbench.core.match import checked_seed
from workbench.core.outside import quoted
from workbench.core.player import Player, Seated, player_title
from workbench.core.random import Random
from workbench.core.registry import load
from workbench.lab.ratings import Outcome, places_of, ratings
from workbench.lab.simulate import Runs, at_least_one, fresh_player, keeps, run, summary_table, who_plays, win_share
from workbench.lab.statistics import Estimate, mean
from workbench.players.exact import best_reply
from workbench.players.random_player import RandomPlayer
from workbench.players.solved import POSITIONS
from workbench.worker.batch import Plan

if TYPE_CHECKING:
    import pandas as pd

    from workbench.core.state import View

MOST_SEATINGS: Final = 256
"""With more seatings than this, a tournament plays a balanced sample of them."""
RESAMPLES: Final = 200
SAMPLES: Final = 100
"""How often a player is asked at each decision, to see how it mixes its moves."""
POPULATION: Final = 50
"""The size of the population of alpha-Rank: the usual one."""
SELECTION: Final = 10.0
"""How strongly alpha-Rank prefers what does better: one place in a hundred games is worth a tenth of a unit."""
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
        self._rated: dict[str, dict[str, Estimate]] = {}
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

    def ratings(self, anchor: str = "") -> pd.DataFrame:
        """Return how strong the players are, by maximum likelihood, on the scale of chess: 400 points are ten to one.

        `workbench.lab.ratings` says how ties are counted, and what stands in for the players who never won or never lost. All
        seats of a game count, by their returns; the seats of one player are not compared with each other. The differences
        hardly depend on the number of games.

        Args:
            anchor: the player with rating 1000; by default the game's reference player, or the first player if it does not
                take part.

        Returns:
            one row per player: n games against others, the rating, its interval (bootstrap). Without a win, the rating is minus
            infinity and `high` is the 95% bound that it is below; without a loss, it is infinity and `low` is the bound.

        Raises:
            UnknownNameError: there is no such player.
        """
        usual = [name for name in (REFERENCE, self.runs.game.reference_player) if name in self.players]
        anchor = anchor or (usual or list(self.players))[0]
        if anchor not in self.players:
            raise UnknownNameError(
                f"There is no player {quoted(anchor)} in this tournament.{nearest(anchor, self.players)} "
                f"Available: {', '.join(self.players)}."
            )
        if anchor not in self._rated:  # resampling takes a while, and every look at a tournament asks for its ratings
            place = {name: number for number, name in enumerate(self.players)}
            counted = Counter(
                [places_of([place[name] for name in names], returns, len(place)) for _, names, returns in self._games()]
            )
            outcomes = [Outcome(games, places) for places, games in counted.items()]
            self._rated[anchor] = ratings(self.players, outcomes, anchor)
        return summary_table([("rating", name, self._rated[anchor][name]) for name in self.players])

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
        return self._parts(solved, others, gain=[round(float(gain), 4) for gain in gains])

    def circles(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of players who beat each other in a circle, as in rock, scissors, paper.

        A player beats another if it ended ahead in more than half of their games, and the interval in `matrix` shows it. No
        line of ratings can say who is best in a circle: see `alpha_rank` and `equilibrium`.
        """
        place = {name: number for number, name in enumerate(self.players)}
        size = len(place)
        above = [[0] * size for _ in range(size)]
        for row in self.matrix().itertuples():
            above[place[row.player]][place[row.against]] = int(row.low > 0.5)
        matrix = package("numpy", "A search for circles").array(above)
        found = package("scipy.sparse.csgraph", "A search for circles").connected_components(matrix, connection="strong")[1]
        groups = [tuple([name for name in self.players if found[place[name]] == one]) for one in dict.fromkeys(found)]
        return tuple([group for group in groups if len(group) > 1])

    def alpha_rank(self, resamples: int = RESAMPLES) -> pd.DataFrame:
        """Return how much of a population each player holds in the long run: alpha-Rank, computed by OpenSpiel.

        Imagine a large population in which everybody plays alike. Now and then somebody tries another player, which takes over
        if it does better against those who are there (Omidshafiei et al. 2019). A player that beats all others gets everything;
        players who beat each other in a circle share. It works from how often each player ended ahead of each other (`matrix`).

        Args:
            resamples: how often to draw these shares anew around what was found (normal, with their standard errors), for the
                interval.

        Returns:
            one row per player: n games in all, its part of the population, the interval.

        Raises:
            WorkbenchError: two players never met.
            ModuleNotFoundError: OpenSpiel is not installed; the message says how to install it.
        """
        numpy = package("numpy", "alpha-Rank")
        place = {name: number for number, name in enumerate(self.players)}
        ahead = numpy.full((len(place), len(place)), 0.5)
        errors = numpy.zeros_like(ahead)
        met = self.matrix()
        if len(met) < len(place) * (len(place) - 1):
            raise WorkbenchError("alpha-Rank needs games between every two players. Choose fewer players or more seatings.")
        for row in met.itertuples():
            pair = place[row.player], place[row.against]
            ahead[pair] = row.ahead
            errors[pair] = sqrt(row.ahead * (1 - row.ahead) / row.n)
        draws = numpy.random.default_rng(self.runs.seed % 2**32)
        others = []
        for _ in range(resamples):
            noise = numpy.triu(draws.standard_normal(ahead.shape), 1)  # a pair's two shares add up to 1
            others.append(population(numpy.clip(ahead + errors * (noise - noise.T), 0.0, 1.0)))
        return self._parts(population(ahead), others)

    def exploitability(self, samples: int = SAMPLES, limit: int = POSITIONS) -> pd.DataFrame:
        """Return what each player loses to a best opponent: only for games small enough to solve.

        A best opponent knows how the player plays and makes the best of it. The figure is what such an opponent wins on average
        above its fair part, as the mean over all seats, in units of the game's results. 0 means that nobody can do better
        against this player than it does itself.

        Args:
            samples: how often each player is asked at each decision, because it may choose at random. Its choices are counted,
                so a player that mixes looks a little more exploitable than it is. One that never mixes is measured exactly,
                and so is the random player.
            limit: the most positions to look at, or histories in a game with secrets.

        Returns:
            one row per player: what it loses, the worst result and the best one there could be.

        Raises:
            WorkbenchError: the game is too large, or its results do not always add up to the same.
        """
        game = self.runs.game
        bounds = game.bounds()
        if bounds.total is None:
            raise WorkbenchError(
                f"Exploitability needs results that always add up to the same, and those of {game.title} do not."
            )
        rows = []
        who = self.runs.plan.players[: len(self.players)]  # after these, the plan has them again for every further seat
        for name, player in zip(self.players, who, strict=True):
            plan = counted_plan(game, player, samples, self.runs.seed)
            best = [best_reply(game, seat, plan, limit) for seat in range(game.players)]
            loses = (sum(best) - bounds.total) / game.players
            rows.append((name, samples, round(loses, 4) + 0.0, bounds.lowest, bounds.highest))
        head = ["player", "samples", "loses", "lowest", "highest"]
        frame: pd.DataFrame = package("pandas", "A table of players").DataFrame(rows, columns=head)
        return frame

    def _parts(self, parts: Sequence[float], others: Sequence[Sequence[float]], **more: Sequence[float]) -> pd.DataFrame:
        """Return a table with the part of each player in a mixture.

        Args:
            parts: the parts.
            others: the same for each resample; their quantiles are the intervals.
            more: more columns.
        """
        numpy = package("numpy", "A table of players")
        ends = numpy.quantile(others, [0.025, 0.975], axis=0) if others else numpy.full((2, len(parts)), nan)
        low, high = [[round(float(end), 4) for end in some] for some in ends]
        frame: pd.DataFrame = package("pandas", "A table of players").DataFrame(
            {
                "player": self.players,
                "n": self.runs.games,
                "part": [round(float(part), 4) for part in parts],
                "low": low,
                "high": high,
                **more,
                "interval": f"parametric bootstrap 95%, {len(others)} resamples",
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

    def _circles(self) -> list[str]:
        """Return a sentence for each circle."""
        return [
            f"These beat each other in a circle: {', '.join(group)}. Ratings cannot say who of them is best; see alpha_rank()."
            for group in self.circles()
        ]

    def __repr__(self) -> str:
        return "\n".join([self._head(), self.standings().to_string(index=False), *self._circles()])

    def _repr_html_(self) -> str:
        said = "".join([f"<p>{escape(one)}</p>" for one in self._circles()])
        return f"<p>{escape(self._head())}</p>{self.standings().to_html(index=False)}{said}"


def tournament(
    game: Game | Path | str,
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
    if isinstance(game, (str, Path)):
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


def counted_plan(
    game: Game, who: type[Player] | Callable[[View], int], samples: int, seed: int
) -> Callable[[View], Mapping[int, float]]:
    """Return how often a player takes each action at a view: by asking it several times, if it is not the random player."""
    asked = itertools.count()

    def plan(view: View) -> dict[int, float]:
        legal = view.legal()
        if who is RandomPlayer:
            return dict.fromkeys(legal, 1 / len(legal))
        counts: Counter[int] = Counter()
        for _ in range(samples):
            rng = Random(seed, "exploitability", next(asked))
            counts[int(fresh_player(game, who, rng).choose(view))] += 1
        return {action: count / samples for action, count in counts.items()}

    return plan


def population(ahead: Any) -> list[float]:
    """Return the parts of a population in the long run, by OpenSpiel's alpha-Rank.

    Args:
        ahead: a matrix of numpy: how often the player of the row ends ahead of the player of the column, 0..1.
    """
    with without_drawings():
        ranked = package("open_spiel.python.egt.alpharank", "alpha-Rank", "adapters")
    found = ranked.compute([ahead], m=POPULATION, alpha=SELECTION)[2]
    return [max(0.0, float(part)) for part in found]


@contextmanager
def without_drawings() -> Iterator[None]:
    """Let OpenSpiel's alpha-Rank be imported without matplotlib, which it only needs to draw."""
    name = "open_spiel.python.egt.alpharank_visualizer"
    if find_spec("matplotlib") is not None or name in sys.modules:
        yield
        return
    sys.modules[name] = ModuleType(name)
    try:
        yield
    finally:
        del sys.modules[name]


Payoffs = dict[tuple[tuple[int, ...], int], float]


def solve(payoffs: Payoffs, players: int, seats: int) -> tuple[list[float], list[float]]:
    """Return a mixture in equilibrium, and what each player alone would gain against it.

    >>> paper = {((0, 0), 0): 0.5, ((1, 1), 1): 0.5, ((0, 1), 0): 0.2, ((0, 1), 1): 0.8}
    >>> solve(paper, 2, 2)
    ([0.0, 1.0], [-0.3, 0.0])
    """
    numpy = package("numpy", "Empirical game analysis")
    tables = list(combinations_with_replacement(range(players), seats - 1))
    counts = numpy.array([numpy.bincount(others, minlength=players) for others in tables])
    worth = numpy.array(
        [[payoffs[tuple(sorted((*others, who))), who] * ways(others) for others in tables] for who in range(players)]
    )

    def earned(mixture: Any) -> Any:
        return worth @ numpy.prod(mixture**counts, axis=1)

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
