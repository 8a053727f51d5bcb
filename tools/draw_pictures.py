"""Draw the moving pictures of README and of the first page of the site: SVG files, from play and from a stored study.

    python tools/draw_pictures.py           # stores all of them in docs/pictures
    python tools/draw_pictures.py tornado   # or only some

``visit`` is the first visit of a game of For Northwood!, as the strongest quick player plays it. ``path`` is the way of a
merchant in On Their Merry Way. ``tornado`` shows which unclear rules of that game matter most, from a table in `studies`. The
pictures need no script. They stand still for people who have asked their system for less motion.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby, pairwise
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import workbench as wb  # noqa: E402
from widgets.palette import INK, OKABE_ITO, PAPER  # noqa: E402
from workbench.core.events import Event  # noqa: E402
from workbench.core.scene import FONT, Scene, Shape, Spot, tidy  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
STUDY = ROOT / "studies" / "rulings_merry_way.csv"
TYPEFACE = ROOT / "widgets" / "typeface.css"
WIDTH = 880
"""How wide a picture is where nothing else says so, in pixels."""
Box = tuple[float, float, float, float]
"""Left, top, width and height of a part of a picture."""
BARS = 8
"""How many readings the tornado shows."""
DELAY = 0.6
"""How many seconds later than the bar above it a bar begins to grow."""
FRAME = 2.6
"""How many seconds a frame stays: long enough to read two short sentences."""
STILL = "@media (prefers-reduced-motion: reduce)"
"""The condition under which nothing moves; the last frame stays."""
SEED = 17
"""A game whose first visit is short and succeeds."""
TOLD = ("NW-VISIT-1", "NW-OBJ-2", "NW-ABIL-1", "NW-FLOWERS-1", "NW-DIALOG-3", "NW-ENDVISIT-3", "NW-ENDVISIT-4")
"""What a frame tells: the events of these clauses, and of tricks."""
LINE_UP = "F03* F28* F32* F43* F21* F48*"
TRAIL = "N: L1.1=WK3@B L1.2=DW1@A L1.3=LZ3@A L1.4=GR4@B"
"""Traps of two players on the way to Nottingham, and follies that make Red a Merchant who falls for three of them."""


def main() -> None:
    """Store the pictures named on the command line, or all."""
    parser = argparse.ArgumentParser(description="Draw the moving pictures of README and the first page.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(PICTURES)}")
    names = parser.parse_args().names or list(PICTURES)
    if unknown := [name for name in names if name not in PICTURES]:
        parser.error(f"there is no picture {unknown[0]!r}; available: {', '.join(PICTURES)}")
    for name in names:
        path = FOLDER / f"{name}.svg"
        path.write_text(PICTURES[name](), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


def visit() -> str:
    """Return the first visit of a game of For Northwood!, a frame for each decision."""
    match = wb.load("northwood").match(seed=SEED)
    frames = [(match.game.scene(match.state, 0), "A game begins. You choose a fief to visit.")]
    while len(frames) == 1 or match.state.phase.name != "choose_fief":
        if words := told(match.play(match.ask("visitor"))):
            frames.append((match.game.scene(match.state, 0), words))
    first = frames[0][0]
    band = 64.0
    drawn = [[*elements(scene), *caption(words, 14, first.height + 26, first.width)] for scene, words in frames]
    title = "A visit in For Northwood!, from the choice of a fief to the last card, with the clause behind every event."
    return flip_book(title, (0, 0, first.width, first.height + band), drawn)


def told(events: Iterable[Event]) -> str:
    """Return what the last two events of a step say; "" if it has none worth telling."""
    return " ".join([str(event) for event in events if event.clause in TOLD or event.clause.startswith("NW-TRICK-")][-2:])


def elements(scene: Scene, box: Box | None = None) -> list[str]:
    """Return the backdrop of a scene and its things as SVG; with a box only the things inside it."""
    spots = [spot for spot in scene.spots if box is None or inside(spot, box)]
    return [shape.svg() for shape in scene.shapes] + ["".join([shape.svg() for shape in spot.shapes]) for spot in spots]


def inside(spot: Spot, box: Box) -> bool:
    """Return whether a thing on a board lies in a box."""
    left, top, width, height = box
    x, y, wide, high = spot.box
    return left <= x and x + wide <= left + width and top <= y and y + high <= top + height


def path() -> str:
    """Return the way of a merchant in On Their Merry Way, stop by stop, with the reason for every step."""
    game = wb.load("merry_way", players=2)
    match = game.match(position={"phase": "build", "round": 1, "board": TRAIL, "line_up": LINE_UP})
    before = game.scene(match.state, 0)
    match.play("pass")
    match.play("pass")
    walk = game.walks(match.state, 0)[0]
    passage = game.passing(match.state, 0, match.log)[0]
    left, top, width, height = box = (12.0, 37.0, 293.0, 150.0)
    band = 46.0
    below = rectangle((left, top + height, width, band))
    still = [*elements(before, box), below]
    frames = [[*still, *caption(words, left + 4, top + height + 13, width, 8.5)] for words in walk.captions]
    stops = [(stop.x, stop.y) for stop in passage.stops]
    title = f"{walk.title}. The piece moves from stop to stop, and a sentence gives the reason for every step."
    return flip_book(title, (left, top, width, height + band), frames, walking(passage.looks[-1], stops))


def walking(look: Sequence[Shape], stops: Sequence[tuple[float, float]]) -> str:
    """Return a piece that goes from stop to stop, as SVG with its style: it stands at each while a frame is shown."""
    share = 100 / len(stops)
    marks = [f"0%{{{at(*stops[0])}}}"]
    for number, (one, other) in enumerate(pairwise(stops), start=1):
        marks += [f"{tidy(number * share - 4)}%{{{at(*one)}}}", f"{tidy(number * share)}%{{{at(*other)}}}"]
    marks.append(f"100%{{{at(*stops[-1])}}}")
    style = (
        f"@keyframes walk{{{''.join(marks)}}}"
        f".walks{{animation:walk {tidy(len(stops) * FRAME)}s linear infinite}}"
        f"{STILL}{{.walks{{animation:none;{at(*stops[-1])}}}}}"
    )
    return f'<style>{style}</style><g class="walks">{"".join([shape.svg() for shape in look])}</g>'


def at(x: float, y: float) -> str:
    """Return the style that puts something at a place."""
    return f"transform:translate({tidy(x)}px,{tidy(y)}px)"


def tornado() -> str:
    """Return the readings of On Their Merry Way that change most, one bar after another."""
    with STUDY.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:BARS]
    low, high = min([float(row["low"]) for row in rows]), max([float(row["high"]) for row in rows])
    width, top, step, left, right = 820.0, 78.0, 40.0, 300.0, 750.0
    foot = top + step * len(rows)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    n, players = int(rows[0]["n"]), rows[0]["players"]
    said = f"{n:,} pairs of games a bar, {players} players; the intervals hold for all readings together"
    parts = [
        rectangle((0, 0, width, foot + 44)),
        text("Which unclear rule of On Their Merry Way matters most?", 20, 32, 21, "600"),
        text(said, 20, 57, 15),
        f'<path d="M{tidy(x(0))} {tidy(top - 6)}V{tidy(foot + 2)}" stroke="{INK}" stroke-width="1.5"/>',
        text("points between first and second, difference from the rules as they are", 20, foot + 24, 14),
    ]
    for number, row in enumerate(rows):
        y = top + step * number
        parts += [text(f"{row['option']}: {row['reading']}", 20, y + 17, 15, "600"), text(row["ruling"], 20, y + 33, 12)]
        value, least, most = [float(row[name]) for name in ("effect", "low", "high")]
        parts.append(bar(y, x(0), x(value), (x(least), x(most)), f"{value:+.2f}".replace("-", "−"), DELAY * number))
    whole = tidy(DELAY * len(rows) + 8)
    style = (
        f".grows{{animation:grow {whole}s infinite backwards}}.comes{{animation:come {whole}s infinite backwards}}"
        "@keyframes grow{0%{transform:scaleX(0)}6%,100%{transform:scaleX(1)}}"
        "@keyframes come{0%,6%{opacity:0}9%,100%{opacity:1}}"
        f"{STILL}{{.grows,.comes{{animation:none}}}}"
    )
    title = "Bars grow one after another: how much each reading of a rule of On Their Merry Way changes the winner's margin."
    return picture(title, (0, 0, width, foot + 44), [f"<style>{style}</style>", *parts])


def bar(y: float, zero: float, end: float, interval: tuple[float, float], words: str, delay: float) -> str:
    """Return a bar that grows, and its interval and number, which come after it, as SVG.

    Args:
        y: the top of its row.
        zero, end: where it begins and ends.
        interval: the ends of its whisker, from left to right.
        words: the number.
        delay: when it begins to grow, in seconds.
    """
    to_right = end >= zero
    colour = OKABE_ITO[5] if to_right else OKABE_ITO[6]
    least, most = map(tidy, interval)
    middle, start = tidy(y + 17), f"animation-delay:{tidy(delay)}s"
    body = f'x="{tidy(min(zero, end))}" y="{tidy(y + 4)}" width="{tidy(abs(end - zero))}" height="26"'
    whisker = f"M{least} {middle}H{most}M{least} {tidy(y + 11)}v12M{most} {tidy(y + 11)}v12"
    place, anchor = (interval[1] + 8, "start") if to_right else (interval[0] - 8, "end")
    return (
        f'<rect class="grows" style="transform-origin:{tidy(zero)}px 0;{start}" {body} fill="{colour}"/>'
        f'<g class="comes" style="{start}"><path d="{whisker}" stroke="{INK}" stroke-width="2" fill="none"/>'
        f"{text(words, place, y + 22, 14, '600', anchor)}</g>"
    )


def rectangle(box: Box) -> str:
    """Return a sheet of paper as SVG."""
    x, y, width, height = map(tidy, box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{PAPER}"/>'


def text(words: str, x: float, y: float, size: float, weight: str = "400", anchor: str = "start", colour: str = INK) -> str:
    """Return a line of words as SVG."""
    where = f'x="{tidy(x)}" y="{tidy(y)}" font-size="{tidy(size)}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text {where} fill="{colour}">{escape(words, quote=False)}</text>'


def caption(words: str, x: float, y: float, width: float, size: float = 19) -> list[str]:
    """Return a sentence as lines of SVG that fit below a board."""
    lines = wrap(words, int(width / size * 1.9), break_on_hyphens=False)
    return [text(line, x, y + number * size * 1.35, size) for number, line in enumerate(lines)]


def flip_book(
    title: str, box: Box, frames: Sequence[Sequence[str]], above: str = ""
) -> str:
    """Return frames as one picture that shows them one after another, again and again.

    An element that is the same in several frames is stored once for each unbroken run of them.

    Args:
        title: what the picture shows, as a sentence.
        box: left, top, width and height of the part that is shown.
        frames: the elements of each frame as SVG, back to front.
        above: what moves over all frames, as SVG.
    """
    count = len(frames)
    runs: dict[tuple[str, int], int] = {}
    for number, frame in enumerate(frames):
        for element in frame:
            begun = next((first for first in range(number + 1) if runs.get((element, first), -1) >= number - 1), number)
            runs[element, begun] = number
    # a run keeps the place that its element has in its first frame
    ordered = sorted(runs.items(), key=lambda run: (frames[run[0][1]].index(run[0][0]), run[0][1]))
    parts: list[str] = []
    spans: set[tuple[int, int]] = set()
    for (first, last), together in groupby(ordered, key=lambda run: (run[0][1], run[1])):
        drawn = "".join([element for (element, _), _ in together])
        if (first, last) != (0, count - 1):
            spans.add((first, last))
            drawn = f'<g class="f{first}-{last}">{drawn}</g>'
        parts.append(drawn)
    return picture(title, box, [f"<style>{shown(spans, count)}</style>", rectangle(box), *parts, above])


def shown(spans: Iterable[tuple[int, int]], count: int) -> str:
    """Return the style that shows each run of frames in its time, and only the last frame to people who want no motion."""
    style = []
    for first, last in sorted(spans):
        begin, end = tidy(100 * first / count), tidy(100 * (last + 1) / count)
        marks = f"{'' if first == 0 else '0%{visibility:hidden}'}{begin}%{{visibility:visible}}"
        marks += "" if last == count - 1 else f"{end}%{{visibility:hidden}}"
        name = f"f{first}-{last}"
        style.append(f"@keyframes {name}{{{marks}}}.{name}{{animation:{name} {tidy(count * FRAME)}s step-end infinite}}")
        rest = "visible" if last == count - 1 else "hidden"
        style.append(f"{STILL}{{.{name}{{animation:none;visibility:{rest}}}}}")
    return "".join(style)


def picture(title: str, box: Box, parts: Iterable[str]) -> str:
    """Return a whole SVG file."""
    view = " ".join([tidy(side) for side in box])
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{WIDTH}" height="{tidy(WIDTH * box[3] / box[2])}"'
        f' role="img" aria-label="{escape(title)}" font-family="{escape(FONT)}">'
    )
    typeface = f"<style>{TYPEFACE.read_text(encoding='utf-8').strip()}</style>"  # a picture in a page cannot fetch one
    return "\n".join([head, f"<title>{escape(title, quote=False)}</title>", typeface, *filter(None, parts), "</svg>", ""])


PICTURES = {"visit": visit, "path": path, "tornado": tornado}

if __name__ == "__main__":
    main()
