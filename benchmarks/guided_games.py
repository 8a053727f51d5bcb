"""Play games in which one seat follows the table's guide, against the best quick player.

    python benchmarks/guided_games.py --games 200 keydom merry_way
    python benchmarks/guided_games.py --games 200 --table studies/guided.csv

For each game the script says how often the guided seat won, and how often the advice went against exact chances or against the
strongest player that is quick enough for a hint. In For Northwood! it also counts the visits that succeeded. It ends with an
error if any advice was wrong. Asking the strongest player a second time doubles the time, so `--ask-every 5` asks it at every
fifth decision only. All of it takes hours, so a table is written after each game, and the same command continues from there.
If a player has changed, remove the rows of its games first.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

import workbench as wb
from widgets.guide import PATIENCE
from workbench.core.advice import judged_exactly
from workbench.core.ladder import best_quick, strongest
from workbench.core.match import Match
from workbench.lab.statistics import share


@dataclass
class Tally:
    """What happened in some guided games.

    Attributes:
        games: how many were played.
        won: the guided seat's shares of the win, added up.
        given: how often it got advice where it had a choice.
        exact: how often exact chances judged every move.
        asked: how often the strongest player was asked for comparison.
        against: each piece of advice that went against the chances or that player, in words.
        visits_won, visits: the visits of For Northwood! that succeeded, and all visits.
    """

    games: int = 0
    won: float = 0.0
    given: int = 0
    exact: int = 0
    asked: int = 0
    against: list[str] = field(default_factory=list)
    visits_won: int = 0
    visits: int = 0

    def __str__(self) -> str:
        said = f"{self.games} guided games, won {share(self.won, self.games)}; {self.given} times advised, "
        said += f"{self.exact} of these by exact chances, {self.asked} compared with the strongest player; "
        said += f"against the chances or that player: {len(self.against)}"
        if self.visits:
            said += f"; visits won {share(self.visits_won, self.visits)}"
        return f"{said}."


def guided_decisions(match: Match, seat: int) -> Iterator[int]:
    """Play a match to its end; before each decision in which the guided seat has a choice, yield what the guide advises.

    Args:
        match: a match at its beginning.
        seat: the seat that follows the guide.
    """
    rival = best_quick(match.game)
    while not match.over:
        action = match.state.legal()[0]
        if len(match.state.legal()) > 1:
            if match.seat == seat:
                action = match.advising("", PATIENCE)().move.action
                yield action
            else:
                action = match.hint(rival).action
        match.play(action)


def play(game: wb.Game, seed: int, tally: Tally, ask_every: int = 1, most: int | None = None) -> None:
    """Play one guided game, compare the advice, and add the results to a tally.

    Args:
        game: the rules.
        seed: the seed of the game; it also chooses the guided seat.
        tally: what is added to.
        ask_every: ask the strongest player at every so many decisions that exact chances do not judge.
        most: stop after so many pieces of advice, and do not count the game; None to play to the end.
    """
    match, seat, advisor = game.match(seed=seed), seed % game.players, strongest(game, PATIENCE)
    for action in islice(guided_decisions(match, seat), most):
        tally.given += 1
        chances = {odds.action: odds.probability or 0 for odds in judged_exactly(match.seen(), seat)}
        tally.exact += bool(chances)
        best = True
        if chances:
            best = chances[action] == max(chances.values())
        elif (tally.given - tally.exact) % ask_every == 0:
            tally.asked += 1
            best = action == match.hint(advisor).action
        if not best:
            tally.against.append(f"seed {seed}, step {match.step}: {match.move(action).text}")
    if not match.over:
        return
    kinds = [event.kind for event in match.log]
    tally.visits_won += kinds.count("fief_won")
    tally.visits += kinds.count("fief_won") + kinds.count("fief_lost")
    tally.won += game.win_shares(match.state.returns())[seat]
    tally.games += 1


def stored(table: Path | None) -> dict[str, Tally]:
    """Return the tallies in a table by the names of their games; none if there is no table."""
    if table is None or not table.exists():
        return {}
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {}
    for row in rows:
        name, won = row.pop("game"), float(row.pop("won"))
        found[name] = Tally(won=won, **{key: int(word) for key, word in row.items()})  # type: ignore[arg-type]
    return found


def store(table: Path, tallies: dict[str, Tally]) -> None:
    """Write the tallies into a table, without the advice that was wrong: whoever finds any mends it and begins again."""
    rows = [{"game": name, **asdict(one)} for name, one in tallies.items()]
    for row in rows:
        del row["against"]
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print the results.

    Args:
        arguments: the command line, without the name of the program; None for the real one.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(wb.game_names()))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ask-every", type=int, default=1, help="compare at every so many decisions")
    parser.add_argument("--table", type=Path, help="a file that keeps the results and is continued")
    asked = parser.parse_args(arguments)
    tallies = stored(asked.table)
    for name in asked.names:
        game, tally = wb.load(name), tallies.setdefault(name, Tally())
        for seed in range(tally.games, asked.games):
            play(game, seed, tally, asked.ask_every)
            if tally.against:
                break
            if asked.table:
                store(asked.table, tallies)
        print(f"{game.title}: {tally}", *tally.against, sep="\n  ", flush=True)
    sys.exit(1 if any(tally.against for tally in tallies.values()) else 0)


if __name__ == "__main__":
    main()
