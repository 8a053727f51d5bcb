"""The results of a class, as files for the lab: tables of answers, and save files for `lab.class_report`."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from workbench.live_class.activity import Games
from workbench.live_class.state import LiveClass

QUESTIONS: Final = (
    *("round", "step", "position", "kind", "title", "game", "options", "question"),
    *("asked", "n", "most", "votes", "how"),
)
ANSWERS: Final = ("round", "step", "position", "person", "move", "clause", "worth", "best")


def write_kept(room: LiveClass, folder: Path) -> Callable[[], None]:
    """Collect the results so far, and return a function that writes them, which may run in another thread.

    ``questions.csv`` has a row for each closed question, ``answers.csv`` one for each answer to a vote or poll. Each round has
    a folder with a save file for each game; `lab.class_report` reads the folder of a game that everybody played alone. People
    are numbers in these files: only the journal holds names.

    Args:
        room: the class.
        folder: the folder to write to.
    """
    files: dict[Path, str] = {
        folder / "questions.csv": _table(QUESTIONS, [_question(one) for one in room.kept]),
        folder / "answers.csv": _table(ANSWERS, [row for one in room.kept for row in _answers(one)]),
    }
    activity = room.activity
    if isinstance(activity, Games):
        name = "person" if activity.kind == "same" else "table"
        for number, match in activity.matches():
            files[folder / f"round_{room.round:03d}_{activity.kind}" / f"{name}_{number:03d}.json"] = match.to_json()

    def write() -> None:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.part")
            part.write_text(content, encoding="utf-8")
            os.replace(part, path)

    return write


def _question(record: dict[str, Any]) -> list[Any]:
    split = record.get("split", [])
    options = " ".join([f"{name}={value}" for name, value in record["options"].items()])
    return [
        *(record["round"], record["step"], record["item"], record["kind"], record["title"], record["game"], options),
        *(record.get("question", ""), record["asked"], record["n"]),
        *((split[0]["text"], split[0]["n"]) if split else ("", "")),
        record.get("found", {}).get("how", ""),
    ]


def _answers(record: dict[str, Any]) -> list[list[Any]]:
    words = {one["action"]: one for one in record.get("split", [])}
    found = record.get("found", {})
    worth, best = found.get("moves", {}), found.get("best", [])
    rows = []
    for person, action in sorted(record.get("answers", {}).items(), key=lambda row: int(row[0])):
        move = words[action]
        value = worth.get(str(action), {}).get("value", "")
        rows.append(
            [
                *(record["round"], record["step"], record["item"], person, move["text"], move["clause"], value),
                int(action in best) if found else "",
            ]
        )
    return rows


def _table(columns: tuple[str, ...], rows: list[list[Any]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    # an apostrophe keeps a spreadsheet from reading a cell as a formula
    writer.writerows([[f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t" else cell for cell in row] for row in rows])
    return file.getvalue()
