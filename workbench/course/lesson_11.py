"""Lesson 11, play-testing with people: answers are questions, and functions that count people."""

from __future__ import annotations

from math import ceil, floor, log
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, Final

from workbench.core.errors import IllegalMove
from workbench.core.match import Match
from workbench.core.registry import load
from workbench.core.seating import Seating
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    asked,
    compared,
    fresh,
    is_number,
    kept_from_notebooks,
    quote,
    right,
    words_judged,
)

QUESTIONS: Final = (
    "What did you expect to happen when you played that card?",
    "Did you enjoy how tense the last visit was?",
    "Were the rules clear, and was the game too long?",
    "Would you play this game every week?",
    "Where did you stop and look something up?",
    "How many cards should a hand have?",
)
"""The questions of exercise 11.1."""
KINDS: Final = ("ask", "leads", "double", "guess")
"""What can be said of a question."""
TESTERS: Final = 6
DECISIONS: Final = 40
"""How many decisions each tester of the evening takes."""
SURE: Final = 1 / 4
"""How often a tester tries a card without looking at the rules."""
FRESH: Final = 8
"""How many more cases are drawn for each answer."""
CLAUSES: Final = ("NW-TRICK-1", "NW-DIALOG-4", "NW-VISIT-1")


def tester(number: int) -> Match:
    """Play a part of For Northwood! as somebody who has not read the rules yet.

    Args:
        number: which tester, from 1.

    Returns:
        the match, which has counted what was refused.

    >>> tester(1).steps
    40
    """
    match = load("northwood").match(seed=7)
    seating, draw = Seating(match), Random(number)
    cards = [f"{suit}{value}" for suit in "CFLE" for value in range(1, 9)]
    while match.steps < DECISIONS:
        if draw.random() < SURE:
            card = draw.choice(cards)
            try:
                seating.play(card)
                continue
            except IllegalMove:
                pass  # the match has counted it, and the tester chooses again
        match.play(draw.choice(match.moves()))
    return match


def evening(folder: str | PathLike[str]) -> list[dict[str, int]]:
    """Save the matches of an evening with six testers, and return what each of them was refused.

    Args:
        folder: an existing folder for the save files.

    Returns:
        for each tester, how many moves each clause refused.
    """
    sheets = []
    for number in range(1, TESTERS + 1):
        match = tester(number)
        match.save(Path(folder) / f"tester_{number}.json")
        sheets.append(match.refused)
    return sheets


@kept_from_notebooks
def due_kinds() -> dict[str, tuple[str, str]]:
    """Return the kind of each question, and what to tell somebody who takes it for another."""
    kinds = (
        ("ask", "it asks about something that the tester did, and any answer is welcome"),
        ("leads", "it tells the tester that the visit was tense and enjoyable"),
        ("double", "a tester who says yes may mean one half or the other"),
        ("guess", "nobody knows what they will do, and polite people say yes. Ask what they did"),
        ("ask", "it asks about something that the tester did, and any answer is welcome"),
        ("guess", "it asks the tester to design the game. Ask what went wrong; finding the cure is your work"),
    )
    return dict(zip(QUESTIONS, kinds, strict=True))


def questions(answer: Any) -> Verdict:
    """Judge 11.1: which questions to ask a tester, and what is wrong with the others."""
    praise = "Ask about what happened. What to change is for you to find out."
    return words_judged(answer, QUESTIONS, KINDS, due_kinds, "question", praise)


Sheets = list[dict[str, int]]


def stopped_share(answer: Any) -> Verdict:
    """Judge 11.2: a function that says what share of the testers a clause stopped."""
    draw = fresh(answer)
    cases: list[tuple[Sheets, str]] = [
        ([{"NW-TRICK-1": 5}, {}, {"NW-TRICK-1": 1, "NW-DIALOG-4": 2}, {"NW-DIALOG-4": 1}], "NW-TRICK-1"),
        ([{"NW-DIALOG-4": 1}, {"NW-DIALOG-4": 3}], "NW-TRICK-1"),
    ]
    for _ in range(FRESH):
        sheets = []
        for _ in range(draw.randint(3, 9)):
            some = draw.sample(CLAUSES, draw.randint(0, len(CLAUSES)))
            sheets.append({clause: draw.randint(1, 6) for clause in some})
        cases.append((sheets, draw.choice(CLAUSES)))
    found = asked(answer, cases, lambda share: is_number(share, "a share from 0 to 1"))

    def people(sheets: Sheets, clause: str) -> int:
        return len([sheet for sheet in sheets if sheet.get(clause)])

    def moves(sheets: Sheets, clause: str) -> int:
        return sum([sheet.get(clause, 0) for sheet in sheets])

    def due(sheets: Sheets, clause: str) -> float:
        return people(sheets, clause) / len(sheets)

    def all_moves(sheets: Sheets) -> int:
        return max(1, sum([sum(sheet.values()) for sheet in sheets]))

    ideas = (
        Idea(people, "that is the number of testers, not their share.", 0.5),
        Idea(moves, "that counts refused moves. One stubborn tester must not count as many people."),
        Idea(
            lambda sheets, clause: moves(sheets, clause) / len(sheets),
            "that is refused moves for each tester. A tester who tried five times is still one person.",
        ),
        Idea(
            lambda sheets, clause: moves(sheets, clause) / all_moves(sheets),
            "that is a share of the refused moves, not of the testers.",
        ),
        Idea(
            lambda sheets, clause: len([sheet for sheet in sheets if sheet.get(clause, 0) > 1]) / len(sheets),
            "a tester whom the clause stopped once was stopped, too.",
            0.5,
        ),
        Idea(
            lambda sheets, clause: people(sheets, clause) / max(1, len([sheet for sheet in sheets if sheet])),
            "divide by all testers, also by those who were never refused a move.",
            0.5,
        ),
        Idea(lambda sheets, clause: 1 - due(sheets, clause), "that is the share of those it did not stop.", 0.5),
        Idea(lambda sheets, clause: 100 * due(sheets, clause), "that is in per cent. A share lies between 0 and 1.", 0.5),
        Idea(
            lambda sheets, clause: people(sheets, clause) / TESTERS,
            "divide by the number of testers in the list.",
            0.5,
        ),
        Idea(
            lambda sheets, clause: len([sheet for sheet in sheets if sheet]) / len(sheets),
            "that counts everybody who was refused anything. Look at the one clause.",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        sheets, clause = case
        return f"For {clause} and {quote(sheets)} it gives {gives:g}, not {exact:g}:"

    advice = "how many testers have the clause on their sheet, out of how many?"
    return compared(cases, found, due, ideas, told, advice) or right(
        "Count people, not moves: that says how many readers a clause fails."
    )


def testers(answer: Any) -> Verdict:
    """Judge 11.3: a function that says how many testers are enough to see a problem at least once."""
    draw = fresh(answer)
    # chances with a third decimal place of 7 are never met exactly, so rounding errors cannot decide
    drawn = [(draw.randint(5, 60) / 100, draw.randint(50, 95) / 100 + 0.007) for _ in range(FRESH)]
    cases = [(0.25, 0.9), (0.31, 0.85), (0.5, 0.5), (0.1, 0.95), *drawn]
    found = asked(answer, cases, lambda number: is_number(number, "a number of testers"))

    def exact(share: float, chance: float) -> float:
        return log(1 - chance) / log(1 - share)

    def due(share: float, chance: float) -> int:
        return ceil(exact(share, chance))

    ideas = (
        Idea(lambda share, chance: floor(exact(share, chance)), "with so few the chance is still too small: round up.", 0.5),
        Idea(lambda share, chance: round(exact(share, chance)), "with so few the chance is still too small: round up.", 0.5),
        Idea(exact, "there are no parts of testers: round up.", 0.5),
        Idea(lambda share, chance: floor(exact(share, chance)) + 1, "one fewer would be enough.", 0.5),
        Idea(lambda share, chance: due(share, chance) + 1, "one fewer would be enough.", 0.5),
        Idea(lambda share, chance: ceil(chance / share), "chances of things that can happen together do not add up."),
        Idea(lambda share, chance: ceil(1 / share), "that is how many it takes on average. Often it takes more."),
        Idea(lambda share, chance: ceil(log(chance) / log(share)), "that uses the chance that *all* testers meet it."),
        Idea(
            lambda share, chance: ceil(log(1 - chance) / log(share)),
            "that multiplies the share that meets the problem. What is the chance that nobody meets it?",
        ),
        Idea(
            lambda share, chance: ceil(log(chance) / log(1 - share)),
            "with so many, that is the chance that *nobody* meets it. You want the chance that somebody does.",
        ),
        Idea(lambda share, chance: 5, "five are not always enough: it depends on how rare the problem is."),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        share, chance = case
        return f"If {share:.0%} meet the problem and you want {chance:.1%}, it gives {gives:g}, not {exact:g} testers:"

    advice = "the chance that none of n testers meets it is (1 - share) to the power of n."
    return compared(cases, found, due, ideas, told, advice) or right(
        "Five testers nearly always find a problem that half of all people meet. "
        "If one person in ten meets it, they miss it three times in five."
    )


LESSON: Final = Lesson(
    11,
    "Play-testing with people",
    (
        Exercise("11.1", 3, questions),
        Exercise("11.2", 3, stopped_share),
        Exercise("11.3", 2, testers),
    ),
)
