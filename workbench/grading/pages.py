"""Write marks as pages that any browser opens and prints, without a network: one for each person, and one for the lecturer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from workbench.core.extra import package
from workbench.core.webpage import document
from workbench.core.words import counted
from workbench.grading.sheets import Aside

if TYPE_CHECKING:
    from workbench.grading.judging import Answer
    from workbench.grading.marks import Marks, Result

OURS: Final = "<!-- marks of tabletop-workbench -->"
LONGEST: Final = 8_000
"""The most letters of an answer that a page shows."""
STYLE: Final = """
h2 { margin: 2.2rem 0 .8rem; }
h3 { font-size: 1.05rem; line-height: 1.3; margin: 0; }
h4 { font-size: .8rem; letter-spacing: .04em; color: var(--soft); margin: 1rem 0 .3rem; font-weight: 600; }
p { margin: .5rem 0; }
.head { display: flex; gap: 1.5rem; align-items: flex-start; justify-content: space-between; }
.total { text-align: right; white-space: nowrap; }
.total b { font-size: 1.8rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.bar { height: .5rem; border-radius: .25rem; border: 1px solid var(--line); background: var(--card); }
.bar { overflow: hidden; margin: .8rem 0; }
.bar i { display: block; height: 100%; background: var(--full); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.card { padding: 1rem 1.25rem; margin: 1rem 0; }
.card .head { align-items: baseline; }
.points { font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
.right { color: var(--right); } .part { color: var(--part); } .wrong { color: var(--wrong); }
.hint { border-left: .25rem solid currentColor; padding-left: .75rem; margin: .4rem 0 0; overflow-wrap: anywhere; }
.hint span { color: var(--ink); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .3rem; padding: .6rem .8rem; margin: .4rem 0;
  font: .875rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; background: var(--card); }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
td { overflow-wrap: break-word; }
td.number, th.number { text-align: right; white-space: nowrap; }
.roll { width: 100%; } .roll td:last-child { min-width: 16rem; }
@media (max-width: 40rem) { .head { flex-wrap: wrap; } }
@media print {
  pre { font-size: 8.5pt; } section { break-inside: auto; } .together { break-inside: avoid; }
  .card { padding: .6rem .8rem; } h2, h3, h4, .card > .head { break-after: avoid; }
  pre, .hint, tr { break-inside: avoid; } a { color: inherit; text-decoration: none; }
  .roll { font-size: 8.5pt; } .roll th, .roll td { padding: .2rem .35rem; } .roll td:last-child { min-width: 8rem; }
}
"""


def feedback(person: str, results: Sequence[Result]) -> str:
    """Return the page of one person: each question, the answer, its points, and what to look at again."""
    parts = [_lesson(one) for one in results]
    return document(f"Feedback for {person}", "\n".join(parts), OURS, STYLE)


def index(marks: Marks, links: Mapping[str, str]) -> str:
    """Return the lecturer's page: everybody's points, the exercises that went badly, and what to look at.

    Args:
        marks: the marks.
        links: where each person's page is.
    """
    heading = "; ".join([f"Lesson {sheet.number}: {sheet.title}" for sheet in marks.lessons]) or "Nothing that could be marked"
    counts = _exercises(marks)
    body = f"""<h1>Marks of the class</h1>
<p class="soft">{escape(heading)}. {counted(len(marks.people), "person", "people")}.
The same numbers are in <a href="marks.csv">marks.csv</a>.</p>
<h2>Everybody</h2>
<div class="scroll">{_roll(marks, links)}</div>
{counts}
<h2>How the programs ran</h2>
<p>{escape(marks.held)}</p>
<p>An answer and its judge share a process, because a judge has to call what it judges. So check surprising full marks
yourself.</p>"""
    return document("Marks of the class", body, OURS, STYLE, wide=True)


def _lesson(one: Result) -> str:
    """Return what a person handed in for one lesson."""
    if one.sheet is None or not one.answers:
        said = "".join(f"<p>{escape(remark)}</p>" for remark in one.remarks)
        return f'<h1>{escape(one.person)}</h1><div class="card"><h3>Your file could not be marked</h3>{said}</div>'
    share = 100 * one.earned / one.points if one.points else 0
    about = "".join(f'<p class="soft">{escape(remark)}</p>' for remark in one.remarks if not isinstance(remark, Aside))
    cards = "\n".join([_card(one, answer) for answer in one.answers])
    return f"""<section><div class="head"><div><h1>{escape(one.person)}</h1>
<p class="soft">Lesson {one.sheet.number}: {escape(one.sheet.title)}</p></div>
<p class="total"><b>{one.earned:g}</b> of {counted(one.points, "point")}</p></div>
<div class="bar"><i style="width: {share:.1f}%"></i></div>{about}
{cards}</section>"""


def _card(one: Result, answer: Answer) -> str:
    """Return one exercise."""
    assert one.sheet is not None
    kind, word = _kind(answer)
    question = one.sheet.questions.get(answer.key, f"## Exercise {answer.key}")
    title, _, text = question.partition("\n")
    written = "\n\n".join(answer.written)
    more = len(written) - LONGEST
    written = written[:LONGEST] + (f"\n… {counted(more, 'letter')} more" if more > 0 else "")
    shown = f"<pre>{escape(written)}</pre>" if written.strip() else '<p class="soft">You wrote nothing here.</p>'
    stopped = "".join(f'<p class="soft">A cell of yours stopped: {escape(why.rstrip("."))}.</p>' for why in answer.stopped)
    again = "What the check says" if kind == "right" else "What to look at again"
    return f"""<article class="card"><div class="head"><h3>{escape(title.lstrip("# "))}</h3>
<p class="points {kind}">{word} {answer.earned:g} of {counted(answer.points, "point")}</p></div>
{_words(text)}
<h4>Your answer</h4>
{shown}{stopped}
<h4>{again}</h4>
<p class="hint {kind}"><span>{escape(answer.hint)}</span></p></article>"""


def _kind(answer: Answer) -> tuple[str, str]:
    """Return how an answer is marked, for its colour, and as a sign that does not need the colour."""
    if answer.earned >= answer.points:
        return "right", "✓"
    return ("part", "◐") if answer.earned else ("wrong", "○")


def _words(text: str) -> str:
    """Return a question as HTML; links lead nowhere on a page of its own, so only their words remain."""
    render = package("mistune", "A page of feedback", "notebooks").create_markdown(escape=True, plugins=["table"])
    return str(render(re.sub(r"!?\[([^\]\n]*)\]\([^)\n]*\)", r"\1", text)))


def _roll(marks: Marks, links: Mapping[str, str]) -> str:
    table = marks.table
    columns = [name for name in table.columns if name not in ("person", "id", "remarks")]
    head = "".join(f'<th class="number">{escape(name)}</th>' for name in columns)
    most = {key: points for sheet in marks.lessons for key, points in sheet.points.items()}
    rows = []
    for row in table.to_dict("records"):
        cells = "".join(f'<td class="number{_colour(row[name], most.get(name))}">{_number(row[name])}</td>' for name in columns)
        name = escape(str(row["person"]))
        link = f'<a href="{quote(links[row["person"]])}">{name}</a>'
        rows.append(f"<tr><td>{link}</td>{cells}<td>{escape(str(row['remarks']))}</td></tr>")
    return f'<table class="roll"><tr><th>person</th>{head}<th>remarks</th></tr>{"".join(rows)}</table>'


def _colour(value: Any, most: int | None) -> str:
    if most is None or value is None or value != value:
        return ""
    return " right" if value >= most else " part" if value else " wrong"


def _number(value: Any) -> str:
    return "–" if value is None or value != value else f"{value:g}"


def _exercises(marks: Marks) -> str:
    """Return for each exercise how many people have all points, some and none, and what they were told most often."""
    rows = []
    for sheet in marks.lessons:
        own = [one for one in marks.results if one.sheet is sheet and one.answers]
        for key, points in sheet.points.items():
            answers = [answer for one in own for answer in one.answers if answer.key == key]
            full = sum(answer.earned >= points for answer in answers)
            some = sum(0 < answer.earned < points for answer in answers)
            hints: dict[str, int] = {}
            for answer in answers:
                if answer.earned < points:
                    hints[answer.hint] = hints.get(answer.hint, 0) + 1
            often = max(hints, key=lambda hint: hints[hint]) if hints else ""
            said = f"{escape(often)} ({hints[often]} of {len(answers)})" if often else ""
            counts = (points, full, some, len(answers) - full - some)
            numbers = "".join(f'<td class="number">{number}</td>' for number in counts)
            rows.append(f"<tr><td>{escape(key)}</td>{numbers}<td>{said}</td></tr>")
    if not rows:
        return ""
    head = "".join(f'<th class="number">{word}</th>' for word in ("points", "all", "some", "none"))
    table = f'<table class="roll"><tr><th>exercise</th>{head}<th>told most often</th></tr>{"".join(rows)}</table>'
    return f'<section class="together"><h2>Exercise by exercise</h2><div class="scroll">{table}</div></section>'
