"""Lesson 10, designing a change: answers come from a phase, metrics, and games before and after."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.played import Played, seen
from workbench.core.registry import load
from workbench.course.exercise import (
    NOTHING_YET,
    Exercise,
    Lesson,
    Unfit,
    Verdict,
    ask,
    is_function,
    is_number,
    is_text,
    partly,
    right,
    wrong,
)
from workbench.games.northwood.dialogue import Respond

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood

FAR: Final = 5
"""Fiefs from this number on are far."""
ONE_WAY: Final = "forced"
EARLY: Final = "decided_after"
ALONE: Final = "interaction"
COMPLAINTS: Final = {
    "I sat there with only one thing that I could do": ONE_WAY,
    "long before the end it was clear who would win": EARLY,
    "everybody played on their own": ALONE,
}
"""Complaints about games, and the metric that each of them is a claim about."""
NEARLY: Final = {
    ("length", ONE_WAY): "counts all decisions, also those with a real choice",
    ("branching", ONE_WAY): "is an average over all decisions: one rich decision hides five empty ones",
    ("length", EARLY): "says how long a game is, not when it was decided",
    ("margin", EARLY): "says by how much the game was won, not when it was decided",
    ("lead_changes", EARLY): "counts how often the lead changed; it may have changed early",
    ("comeback", EARLY): "says how far behind the winner once was, not for how long",
    ("closeness", ALONE): "compares the results, not what people did to each other",
    ("margin", ALONE): "compares the results, not what people did to each other",
    ("lead_changes", ALONE): "also changes if everybody plays alone",
}
"""Metrics that students choose instead of the right one, and why they do not fit."""
PROPOSALS: Final[dict[str, dict[str, Any]]] = {
    "as it is": {},
    "ten cards": {"hand_size": 10},
    "trumps only": {"nontrump_scoring": "never"},
}
"""The proposals of the test group for For Northwood!"""
MEASURED: Final = "fiefs_won"
GAMES: Final = 60
FEWEST: Final = 0.4
MOST: Final = 0.6
"""A game won with a share between these two is won about every second time."""
METRIC: Final = "the name of a metric as a text"
CARDS: Final = 32
SUITS: Final = "CFLE"


@cache
def northwood() -> Northwood:
    """Load For Northwood! with the usual rules."""
    found: Northwood = load("northwood")  # type: ignore[assignment]
    return found


@cache
def evidence() -> lab.Comparison:
    """Measure the proposals over the same seeds."""
    return lab.compare("northwood", PROPOSALS, MEASURED, players="counter", games=GAMES, seed=1, progress=False)


@cache
def stars() -> tuple[int, ...]:
    """Return the stars of a hundred games of For Northwood! that no exercise shows."""
    runs = lab.simulate(northwood(), "counter", games=100, seed=10, progress=False)
    return tuple(map(int, runs.table["score_0"]))


def metrics(answer: Any) -> Verdict:
    """Judge 10.1: the metric that each complaint is a claim about."""
    if not isinstance(answer, dict) or set(answer) != set(COMPLAINTS):
        raise Unfit("The answer should be the dictionary of the cell, with the name of a metric for each complaint.")
    chosen = {complaint: name for complaint, name in answer.items() if name is not None and name is not ...}
    if not chosen:
        raise Unfit(NOTHING_YET)
    known = lab.metric_names("keydom")
    for name in chosen.values():
        if name not in known:
            return wrong(f"There is no metric named {is_text(name, METRIC)}. Available: {', '.join(known)}.")
    missed = [complaint for complaint, fits in COMPLAINTS.items() if chosen.get(complaint) != fits]
    if not missed:
        return right("You turned complaints into numbers, and you can compare numbers.")
    hint = f"“{missed[0]}”: "
    if missed[0] not in chosen:
        hint += "not answered yet."
    else:
        name = chosen[missed[0]]
        why = NEARLY.get((name, COMPLAINTS[missed[0]]), "measures something else; read what each metric means")
        hint += f"{name} {why}."
    return partly(1 - len(missed) / len(COMPLAINTS), hint)


def far_fiefs(answer: Any) -> Verdict:
    """Judge 10.2: a metric that counts the far fiefs that were won."""
    function = is_function(answer)
    for won in ((2, 5, 7), (6,), (), (0, 1, 4), (5,)):
        found = is_number(ask(lambda fiefs: function(evening(fiefs)), won), "a number of fiefs")
        expected = sum([fief >= FAR for fief in won])
        if found == expected:
            continue
        told = f"If the fiefs {', '.join(map(str, won)) or '(none)'} were won, it gives {found:g}, not {expected}: "
        if found == len(won):
            return wrong(f"{told}it counts near fiefs as well.")
        if found == sum([fief > FAR for fief in won]):
            return partly(0.5, f"{told}fief {FAR} is far, too.")
        if found == sum([fief for fief in won if fief >= FAR]):
            return partly(0.5, f"{told}it adds up the numbers of the fiefs instead of counting them.")
        return wrong(f"{told}count the events whose fief is {FAR} or more.")
    return right("A metric is a function of a finished game.")


def evening(won: tuple[int, ...]) -> Played:
    """Return a finished game in which these fiefs were won and all others lost.

    >>> [event.fields["fief"] for event in evening((2, 5)).happened("fief_won")]
    [2, 5]
    """
    kinds = [("fief_won" if fief in won else "fief_lost", fief) for fief in range(8)]
    return Played((len(won),), events=tuple([seen(kind, fief=fief) for kind, fief in kinds]))


def near_enough(answer: Any) -> Verdict:
    """Judge 10.3: a changed phase, in which a response just below the statement scores as well."""
    if not (isinstance(answer, type) and issubclass(answer, Respond)):
        raise Unfit("The answer should be the class, a subclass of Respond, passed in without brackets.")
    try:
        changed: Northwood = load("northwood", phases={"respond": answer})  # type: ignore[assignment]
    except WorkbenchError as error:
        return wrong(str(error))
    state = changed.position({"phase": "respond", "fief": 5, "hand": "C2", "statement": "C3"})
    for statement in range(CARDS):
        state.statement = statement
        for response in range(CARDS):
            if response == statement:
                continue
            usual = bool(northwood().respond.scores(state, response))
            near = response == statement - 1 and response // 8 == statement // 8
            found = ask(lambda _cards, card=response: changed.respond.scores(state, card), told_cards(response, statement))
            if bool(found) == (usual or near):
                continue
            told = f"{told_cards(response, statement)}, with trump {SUITS[int(state.trump())]}, "
            if usual:
                return partly(0.5, f"{told}scored before but no longer does: keep what `super().scores(...)` says.")
            if near:
                return wrong(f"{told}is one below in the same suit and should score.")
            if response == statement - 1:
                return partly(0.5, f"{told}scores now: it is the next number, but of another suit.")
            return wrong(f"{told}scores now, and should not: it is not one below in the same suit.")
    return right("You changed one small method, and that is a new rule.")


def told_cards(response: int, statement: int) -> str:
    """Return a response and the statement that it answers, in short.

    >>> told_cards(0, 31)
    'C1 in answer to E8'
    """
    one, other = [f"{SUITS[card // 8]}{card % 8 + 1}" for card in (response, statement)]
    return f"{one} in answer to {other}"


def verdicts(answer: Any) -> Verdict:
    """Judge 10.4: what you can say about each proposal."""
    table = evidence().differences.set_index("variant")
    if not isinstance(answer, dict) or set(answer) != set(table.index):
        raise Unfit(f"The answer should be a dictionary with the keys {', '.join(table.index)}.")
    said = {name: str(word).strip().lower() for name, word in answer.items() if word is not None and word is not ...}
    if not said:
        raise Unfit(NOTHING_YET)
    missed = [name for name in table.index if said.get(name) != table.loc[name, "says"]]
    if not missed:
        return right("An interval that contains 0 decides nothing.")
    row = table.loc[missed[0]]
    interval = f"the effect of {missed[0]!r} is {row['effect']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})"
    if said.get(missed[0]) not in ("higher", "lower", "not decided"):
        hint = f"Write 'higher', 'lower' or 'not decided' for {missed[0]!r}."
    elif row["low"] <= 0 <= row["high"]:
        hint = f"Look again: {interval}. The interval contains 0, so it may be luck alone."
    else:
        hint = f"Look again: {interval}. The whole interval lies on one side of 0."
    return partly(1 - len(missed) / len(table), hint)


def threshold(answer: Any) -> Verdict:
    """Judge 10.5: a threshold with which about every second game is won."""
    wanted = int(is_number(answer, "a whole number of stars", whole=True))
    won = lab.share(sum([each >= wanted for each in stars()]), len(stars()))
    told = f"With a threshold of {wanted}, counter wins {won} of the fresh games"
    if FEWEST <= won.value <= MOST:
        return right(f"{told}.")
    way = "That is too easy" if won.value > MOST else "That is too hard"
    if won.value > 0.2 and won.value < 0.8:
        return partly(0.5, f"{told}. {way}, but it is near.")
    return wrong(f"{told}. {way}: look for the middle of the sixty games.")


LESSON: Final = Lesson(
    10,
    "Designing a change",
    (
        Exercise("10.1", 3, metrics),
        Exercise("10.2", 2, far_fiefs),
        Exercise("10.3", 2, near_enough),
        Exercise("10.4", 2, verdicts),
        Exercise("10.5", 1, threshold),
    ),
)
