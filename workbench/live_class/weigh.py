"""What a class sees after a question closes: what each move is worth, and where people chose differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.core.advice import judged_exactly
from workbench.core.errors import WorkbenchError
from workbench.core.ladder import FOR_A_HINT, strongest
from workbench.core.match import Match
from workbench.core.words import capital
from workbench.lab.classroom import contested

MOST_PARTINGS: Final = 5


def weigh(match: Match, player: str = "") -> dict[str, Any]:
    """Return what each move is worth at the end of a match: its exact chance, or what the strongest player expects.

    It uses only what the seat that decides may know. It may take a few seconds.

    Args:
        match: the match; nothing else may change it meanwhile.
        player: the player to ask; by default the strongest player that is fast enough.

    Returns:
        ``how``, a sentence about the method; ``moves``, with a ``value`` from 0 to 1 (or in the player's own measure) and the
        ``text`` to show for each action; ``best``, the actions with the highest value as it is shown; and ``percent``, whether
        the values are shown as percentages.

    >>> import workbench as wb
    >>> found = weigh(wb.load("northwood").match(position={"hand": "C6 C8 C2", "deck": "C7", "fief": 1, "statement": "C5"}))
    >>> sorted(found)
    ['best', 'how', 'moves', 'percent']
    """
    if match.over or not match.moves():
        return {"how": "", "moves": {}, "best": [], "percent": False}
    exact = judged_exactly(match.seen(), match.seat)
    if exact:
        rows = {one.action: (float(one.probability or 0), one.percent) for one in exact}
        note = exact[0].note or "exact"
        how, percent = f"The chance of each is {note if note.startswith('exact') else f'exact: {note}'}.", True
    else:
        try:
            advice = match.advice(player or strongest(match.game, FOR_A_HINT))
        except WorkbenchError as fault:
            return {"how": f"There is no expectation: {fault}", "moves": {}, "best": [], "percent": False}
        rows = {move.action: (one.mean, advice.told(one)) for move, one in advice.expected}
        percent = advice.in_percent
        if rows:
            how = f"What {advice.called} expects of each: {advice.measure}."
        else:
            how = f"{capital(advice.called)} would {advice.move.text}. It gives no numbers."
            return {"how": how, "moves": {}, "best": [advice.move.action], "percent": False}
    top = max(value for value, _ in rows.values())
    shown = {text for value, text in rows.values() if value == top}
    return {
        "how": how,
        "moves": {str(action): {"value": round(value, 6), "text": text} for action, (value, text) in rows.items()},
        "best": [action for action, (_, text) in rows.items() if text in shown],  # equal as far as anybody sees
        "percent": percent,
    }


def partings(matches: Mapping[str, Match], seats: frozenset[int], most: int = MOST_PARTINGS) -> list[dict[str, Any]]:
    """List the places where most people had the same view and chose differently, the earliest first.

    Args:
        matches: each person's match; nothing else may change it meanwhile.
        seats: the seats whose decisions count.
        most: the largest number of places to list.

    Returns:
        for each place: the ``question``, how many decisions came ``before``, ``n`` people, and the ``moves``, each with the
        number of people who chose it and the clause that allows it.
    """
    at_end = {name: match.branch(match.steps) for name, match in matches.items()}
    found = contested(at_end, seats)
    chosen = sorted(sorted(found, key=lambda place: -len(place.chosen))[:most], key=lambda place: place.step)
    rows = []
    for place in chosen:
        state = place.match.at(place.at).view(place.seat).state
        rows.append(
            {
                "question": state.phase.question(state),
                "before": place.step,
                "n": len(place.chosen),
                "moves": [
                    {
                        "text": state.phase.words(state, action),
                        "n": count,
                        "clause": state.phase.clause_of(state, action),
                    }
                    for action, count in place.counts.most_common(6)
                ],
            }
        )
    return rows
