"""Play games in which one seat follows the table's guide, against the best quick player.

    python benchmarks/guided_games.py --games 200 keydom merry_way

For each game the script says how often the guided seat won. It stops if any advice goes against exact chances or against the
strongest player that is quick enough. In For Northwood! it also counts the visits that succeeded.
"""

from __future__ import annotations

import argparse

import workbench as wb
from workbench.core.advice import judged_exactly
from workbench.core.ladder import FOR_A_REVIEW, best_quick, strongest
from workbench.lab.statistics import share


def guided_game(game: wb.Game, seed: int, seat: int) -> tuple[float, int, int, list[str]]:
    """Play one game.

    Args:
        game: the rules.
        seed: the seed of its random events and players.
        seat: the seat that follows the guide.

    Returns:
        the seat's share of the win, how often it got advice, how often that came from exact chances, and the kinds of events.
    """
    match = game.match(seed=seed)
    rival, advisor = best_quick(game), strongest(game, FOR_A_REVIEW)
    given = exact = 0
    while not match.over:
        legal = match.state.legal()
        action = legal[0]
        if len(legal) > 1 and match.seat != seat:
            action = match.hint(rival).action
        elif len(legal) > 1:
            advice = match.advising("", FOR_A_REVIEW)()
            action, given = advice.move.action, given + 1
            chances = {odds.action: odds.probability for odds in judged_exactly(match.seen(), seat)}
            exact += bool(chances)
            best = chances[action] == max(chances.values()) if chances else action == match.hint(advisor).action
            if not best:
                raise SystemExit(f"{game.title}, seed {seed}: the guide advises against the odds or against {advisor}.")
        match.play(action)
    won = game.win_shares(match.state.returns())[seat]
    return won, given, exact, [event.kind for event in match.log]


def main() -> None:
    """Play the games and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(wb.game_names()))
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    for name in asked.names or wb.game_names():
        game = wb.load(name)
        won, given, exact, kinds = 0.0, 0, 0, []
        for seed in range(asked.games):
            one = guided_game(game, seed, seed % game.players)
            won, given, exact = won + one[0], given + one[1], exact + one[2]
            kinds += one[3]
        words = f"{game.title}: {asked.games} guided games, won {share(won, asked.games)}; "
        words += f"{given} times advised, {exact} of these by exact chances"
        if kinds.count("fief_won"):
            visits = kinds.count("fief_won") + kinds.count("fief_lost")
            words += f"; visits won {share(kinds.count('fief_won'), visits)}"
        print(words + ".", flush=True)


if __name__ == "__main__":
    main()
