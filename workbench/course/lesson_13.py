"""Lesson 13, writing rules for a stranger: answers find what a clause leaves out, and count who understood it."""

from __future__ import annotations

from typing import Any, Final

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

FAULTS: Final = ("who", "when", "vague", "clear")
"""What a clause may leave out; "clear" if it leaves out nothing."""
DRAFTS: Final = (
    "As a rule there are six tiles in the registry.",
    "You must replace a tile that was taken.",
    "At the end of a round, two Folks are put back into the bag.",
    "At the start of your turn you must draw two cards.",
    "When the hands are opened, one chip is returned.",
    "If you hold a card of the stated suit, you must respond in that suit.",
)
"""The drafts of exercise 13.1."""
FRESH: Final = 8
"""How many more cases are drawn for each answer."""


@kept_from_notebooks
def due_faults() -> dict[str, tuple[str, str]]:
    """Return what each draft leaves out, and what to tell somebody who says something else."""
    faults = (
        ("vague", "what about the other times? A rule says when it does not hold"),
        ("when", "at once, or at the end of the turn? In between, a player may act"),
        ("who", "who chooses the two Folks?"),
        ("clear", "it says who must do what, and when"),
        ("who", "everybody can see when, but whose chip is it, and who chooses it?"),
        ("clear", "it says who must do what, and when"),
    )
    return dict(zip(DRAFTS, faults, strict=True))


def left_out(answer: Any) -> Verdict:
    """Judge 13.1: what each draft of a clause leaves out."""
    praise = "Who, when, what: a stranger cannot ask you for the part that you left out."
    return words_judged(answer, DRAFTS, FAULTS, due_faults, "draft", praise)


def understood_share(answer: Any) -> Verdict:
    """Judge 13.2: a function that says what share of the strangers understood a clause."""
    draw = fresh(answer)
    meant = ["yes", "no", "yes"]
    cases = [
        ([["yes", "no", "yes"], ["yes", "yes", "yes"], ["no", "yes", "no"], ["yes", "no", "yes"]], meant),
        ([["no", "yes"], ["no", "no"], ["yes", "yes"]], ["yes", "no"]),
    ]
    for _ in range(FRESH):
        wanted = draw.choices(["yes", "no"], k=draw.randint(2, 3))
        strangers = [draw.choices(["yes", "no"], k=len(wanted)) for _ in range(draw.randint(3, 9))]
        cases.append(([*strangers, list(wanted)], wanted))
    found = asked(answer, cases, lambda share: is_number(share, "a share from 0 to 1"))

    def hits(given: list[str], meant: list[str]) -> int:
        return len([1 for one, other in zip(given, meant, strict=True) if one == other])

    def due(answers: list[list[str]], meant: list[str]) -> float:
        return len([given for given in answers if given == meant]) / len(answers)

    ideas = (
        Idea(
            lambda answers, meant: sum([hits(given, meant) for given in answers]) / (len(answers) * len(meant)),
            "that is the share of right answers. Somebody who guesses gets half of them.",
        ),
        Idea(
            lambda answers, meant: due(answers, meant) * len(answers),
            "that is the number of strangers, not their share.",
            0.5,
        ),
        Idea(lambda answers, meant: sum([hits(given, meant) for given in answers]), "that counts answers, not strangers."),
        Idea(
            lambda answers, meant: len([given for given in answers if hits(given, meant)]) / len(answers),
            "one right answer is not enough: all of them must be right.",
            0.5,
        ),
        Idea(
            lambda answers, meant: len([given for given in answers if 2 * hits(given, meant) > len(meant)]) / len(answers),
            "more than half is not enough: all of a stranger's answers must be right.",
            0.5,
        ),
        Idea(
            lambda answers, meant: len([given for given in answers if given[0] == meant[0]]) / len(answers),
            "that looks at the first question only.",
        ),
        Idea(lambda answers, meant: 1 - due(answers, meant), "that is the share of those who did not understand it.", 0.5),
        Idea(lambda answers, meant: 100 * due(answers, meant), "that is in per cent. A share lies between 0 and 1.", 0.5),
        Idea(
            lambda answers, meant: due(answers, meant) * len(answers) / len(meant),
            "divide by the number of strangers, not of questions.",
            0.5,
        ),
        Idea(
            lambda answers, meant: len([given for given in answers if sorted(given) == sorted(meant)]) / len(answers),
            "each answer belongs to a question, so their order matters.",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For {quote(case[0])}, meant {quote(case[1])}, it gives {gives:.4g}, not {exact:.4g}:"

    advice = "how many strangers gave exactly the answers that you meant, out of how many?"
    return compared(cases, found, due, ideas, told, advice) or right(
        "A quiz of several questions leaves little to luck, so it shows who has really read the clause as you meant it."
    )


def telling_questions(answer: Any) -> Verdict:
    """Judge 13.3: a function that counts the questions that tell the readings of a clause apart."""
    draw = fresh(answer)
    cases: list[tuple[list[list[str]]]] = [
        ([["yes", "no", "no", "yes"], ["yes", "yes", "no", "no"]],),
        ([["a", "b", "c", "a"], ["a", "b", "b", "b"], ["a", "c", "a", "c"]],),
        ([["yes"], ["yes"]],),
    ]
    for _ in range(FRESH):
        size = draw.randint(3, 7)
        cases.append(([draw.choices("abc", k=size) for _ in range(draw.randint(2, 4))],))
    found = asked(answer, cases, lambda number: is_number(number, "a number of questions"))

    def columns(readings: list[list[str]]) -> list[set[str]]:
        return [set(column) for column in zip(*readings, strict=True)]

    def due(readings: list[list[str]]) -> int:
        return len([column for column in columns(readings) if len(column) > 1])

    ideas = (
        Idea(
            lambda readings: len([column for column in columns(readings) if len(column) == len(readings)]),
            "a question also helps if only some of the readings differ.",
            0.5,
        ),
        Idea(lambda readings: len(readings[0]) - due(readings), "those are the questions on which all readings agree.", 0.5),
        Idea(
            lambda readings: len([1 for one, other in zip(*readings[:2], strict=True) if one != other]),
            "that compares the first two readings only.",
            0.5,
        ),
        Idea(
            lambda readings: len([1 for one, other in zip(readings[0], readings[-1], strict=True) if one != other]),
            "that compares the first reading with the last only.",
            0.5,
        ),
        Idea(lambda readings: due(readings) / len(readings[0]), "that is the share of the questions, not their number.", 0.5),
        Idea(
            lambda readings: sum([len(column) - 1 for column in columns(readings)]),
            "a question with three answers is still one question.",
            0.5,
        ),
        Idea(lambda readings: sum(map(len, columns(readings))), "that counts the answers, not the questions."),
        Idea(lambda readings: len(readings[0]), "that counts all questions. Some get the same answer under every reading."),
        Idea(lambda readings: len(readings), "that counts the readings."),
        Idea(lambda readings: float(due(readings) > 0), "that says whether there is one. How many are there?"),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For {quote(case[0])} it gives {gives:g}, not {exact:g}:"

    advice = "go through the questions, and ask for each whether the readings give more than one answer."
    return compared(cases, found, due, ideas, told, advice) or right(
        "If every reading gives the same answer, the question cannot show how a stranger reads the clause."
    )


LESSON: Final = Lesson(
    13,
    "Writing rules for a stranger",
    (
        Exercise("13.1", 3, left_out),
        Exercise("13.2", 3, understood_share),
        Exercise("13.3", 2, telling_questions),
    ),
)
