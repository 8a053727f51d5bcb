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
    Idea,
    Lesson,
    Unfit,
    Verdict,
    ask,
    compared,
    fresh,
    is_dictionary,
    is_function,
    is_number,
    is_text,
    is_truth,
    kept_from_notebooks,
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
LEAVES: Final = "L"
SUITS: Final = "CFLE"
EVENINGS: Final = ((2, 5, 7), (6,), (), (0, 1, 4), (5,))
"""Fiefs won, for every answer to the second exercise."""
FRESH: Final = 8
"""How many more cases are drawn for each answer."""


@cache
def northwood() -> Northwood:
    """Load For Northwood! with the usual rules."""
    found: Northwood = load("northwood")  # type: ignore[assignment]
    return found


@cache
def evidence() -> lab.Comparison:
    """Measure the proposals over the same seeds."""
    return lab.compare("northwood", PROPOSALS, MEASURED, players="counter", games=GAMES, seed=3, progress=False)


@kept_from_notebooks
@cache
def stars() -> tuple[int, ...]:
    """Return the stars of a hundred games of For Northwood! that no exercise shows."""
    runs = lab.simulate(northwood(), "counter", games=100, seed=10, progress=False)
    return tuple(map(int, runs.table["score_0"]))


def metrics(answer: Any) -> Verdict:
    """Judge 10.1: the metric that each complaint is a claim about."""
    names = is_dictionary(answer, COMPLAINTS, "the dictionary of the cell, with the name of a metric for each complaint")
    chosen = {complaint: is_text(name, METRIC) for complaint, name in names.items() if name is not None and name is not ...}
    if not chosen:
        raise Unfit(NOTHING_YET)
    known = lab.metric_names("keydom")
    for name in chosen.values():
        if name not in known:
            return wrong(f"There is no metric named {name}. Available: {', '.join(known)}.")
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
    if len(chosen) == len(COMPLAINTS) and len(set(chosen.values())) == 1:
        return wrong(f"You gave the same metric for all of them. {hint}")
    return partly(1 - len(missed) / len(COMPLAINTS), hint)


def far_fiefs(answer: Any) -> Verdict:
    """Judge 10.2: a metric that counts the far fiefs that were won."""
    draw, function = fresh(answer), is_function(answer)
    drawn = [tuple(sorted(draw.sample(range(8), draw.randint(1, 7)))) for _ in range(FRESH)]
    cases = [(won,) for won in (*EVENINGS, *drawn)]
    evenings = {won: evening(won) for (won,) in cases}
    # a hint that quotes what was given names the fiefs
    found = [is_number(ask(lambda fiefs: function(evenings[fiefs]), *case), "a number of fiefs") for case in cases]

    def due(won: tuple[int, ...]) -> int:
        return sum([fief >= FAR for fief in won])

    ideas = (
        Idea(lambda won: 8 - FAR, "that is how many far fiefs there are. How many of them were won?"),
        Idea(len, "it counts near fiefs as well."),
        Idea(lambda won: sum([fief > FAR for fief in won]), f"fief {FAR} is far, too.", 0.5),
        Idea(
            lambda won: sum([fief for fief in won if fief >= FAR]),
            "it adds up the numbers of the fiefs instead of counting them.",
            0.5,
        ),
        Idea(lambda won: float(due(won) > 0), "it says whether a far fief was won, not how many."),
        Idea(lambda won: due(won) / 3, "that is a share. Return the number of fiefs."),
        Idea(lambda won: due(won) / (len(won) or 1), "that is a share. Return the number of fiefs."),
        Idea(lambda won: 3 - due(won), "it counts the far fiefs that were lost. Which events say that a fief was won?"),
        Idea(lambda won: len(won) - due(won), f"it counts the near fiefs. The far ones have the number {FAR} or more."),
        Idea(
            lambda won: sum([fief <= FAR for fief in won]),
            f"it counts the near fiefs. The far ones have the number {FAR} or more.",
        ),
        Idea(sum, "it adds up the numbers of the fiefs instead of counting them."),
        Idea(lambda won: max(won, default=0), "that is the number of one fief. Return how many far ones were won."),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"If the fiefs {', '.join(map(str, case[0])) or '(none)'} were won, it gives {gives:g}, not {exact:g}:"

    fault = compared(cases, found, due, ideas, told, f"count the events whose fief is {FAR} or more.")
    return fault or right("A metric is a function of a finished game.")


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
    rulers = [LEAVES, fresh(answer).choice([suit for suit in SUITS if suit != LEAVES])]
    states, usually = {}, {}
    for suit in rulers:
        position = {"phase": "respond", "fief": 5, "hand": "C2", "statement": "C3", "ruler": f"{suit}Q"}
        states[suit], usually[suit] = changed.position(position), northwood().position(position)
    cases = [(suit, one, other) for suit in rulers for one in range(CARDS) for other in range(CARDS) if one != other]
    said = []
    for suit, statement, response in cases:
        state = states[suit]
        state.statement = statement
        cards = told_cards(response, statement)
        # `ask` copies what it gives, so the position goes in another way; a hint that quotes the cards names them
        found = ask(lambda _, at=state, card=response: changed.respond.scores(at, card), cards)
        said.append(is_truth(found, f"True or False for {cards}"))
    for (suit, statement, response), found in zip(cases, said, strict=True):
        state = usually[suit]
        state.statement = statement
        usual = bool(northwood().respond.scores(state, response))
        near = response == statement - 1 and response // 8 == statement // 8
        if found == (usual or near):
            continue
        told = f"{told_cards(response, statement)}, with trump {suit}, "
        if not any(said):
            return wrong(f"{told}should score; with your class nothing ever does.")
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
    words = is_dictionary(answer, table.index)
    asks = "'higher', 'lower' or 'not decided'"
    said = {name: is_text(word, asks).lower() for name, word in words.items() if word is not None and word is not ...}
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
    if len(said) == len(table) and len(set(said.values())) == 1:
        return wrong(f"You said the same of both. {hint}")
    return partly(1 - len(missed) / len(table), hint)


def threshold(answer: Any) -> Verdict:
    """Judge 10.5: a threshold with which about every second game is won."""
    wanted = int(is_number(answer, "a whole number of stars", whole=True))
    won = lab.share(sum([each >= wanted for each in stars()]), len(stars()))
    told = f"With a threshold of {wanted}, counter wins {won} of the fresh games"
    if FEWEST <= won.value <= MOST:
        return right(f"{told}.")
    way = "That is too easy" if won.value > MOST else "That is too hard"
    count = "Count how many of the sixty games reach a number of stars: it should be about half of them"
    if won.value > 0.2 and won.value < 0.8:
        return partly(0.5, f"{told}. {way}, but it is near. {count}, and a game that reaches the threshold exactly is won.")
    return wrong(f"{told}. {way}. {count}.")


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
