"""A live class of sixty scripted people through the real server: from a vote to its confirmation, and to the wall.

    python benchmarks/live_class.py [--people 60] [--rounds 10] [--together]
    python benchmarks/live_class.py --whole keydom           # or northwood: everybody plays a whole game instead

People vote in a random order, one after another within `--spread` seconds, or all at the same moment with `--together`. The
wall's time is from sending the vote to the first message to the wall that counts it. Beside it stand figures of the machine:
a loop of plain Python, a write that is brought to disk, and how busy it was. Needs the extras `class` and `test`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.live_class.bots import Bot, in_class, program
from tests.live_class.views import told_too_much
from workbench import lab
from workbench.core.random import Random
from workbench.core.registry import load


def told(what: str, seconds: list[float]) -> str:
    """Times in words."""
    ordered = sorted(seconds)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    return (
        f"{what}: median {1000 * statistics.median(ordered):.0f} ms, 95% within {1000 * late:.0f} ms, "
        f"at most {1000 * ordered[-1]:.0f} ms (n = {len(ordered)})"
    )


def machine() -> str:
    """Figures of this machine, now."""
    begun = time.perf_counter()
    total = 0
    for number in range(5_000_000):
        total += number & 7
    loop = time.perf_counter() - begun
    writes = []
    with tempfile.NamedTemporaryFile(buffering=0) as file:
        for _ in range(30):
            begun = time.perf_counter()
            file.write(b"x" * 120)
            os.fsync(file.fileno())
            writes.append(time.perf_counter() - begun)
    busy = ", ".join([f"{load:.1f}" for load in os.getloadavg()])
    return (
        f"machine: {os.cpu_count()} cores, load {busy}; five million steps of a loop {1000 * loop:.0f} ms; "
        f"a write to disk {1000 * statistics.median(writes):.1f} ms"
    )


async def play_whole(folder: Path, n: int, game: str) -> None:
    """Have everybody play a whole game as fast as pages may send, at tables if it has several seats; print what came of it.

    Every 25th board that a page was sent is compared with what its seat may know.
    """
    players = min(load(game).player_counts)
    kind = "tables" if players > 1 else "same"
    (folder / "plan.json").write_text(json.dumps([{"kind": kind, "setups": [{"game": game, "players": players, "seed": 7}]}]))
    boards: dict[int, list[dict[str, Any]]] = {}
    seen: Counter[int] = Counter()

    def look(person: Bot) -> None:
        number = person.parts["me"]["number"]
        seen[number] += 1
        if seen[number] % 25 == 1 and person.parts["board"]:
            boards.setdefault(number, []).append(person.parts["board"])

    with program(folder / "class", "--plan", folder / "plan.json") as one:
        people = [Bot(one.address) for _ in range(n)]
        for at, person in enumerate(people):
            await person.come()
            await person.join(one.code, f"P{at}")
        lecturer = await Bot(one.address, "lecturer", one.lecturer).come()
        await lecturer.say(do="begin")
        begun = time.perf_counter()
        moves = sum(await asyncio.gather(*[person.play_to_the_end(look) for person in people]))
        seconds = time.perf_counter() - begun
        ended = sum(bool(person.parts["me"]["ending"]) for person in people)
        fields = Path(f"/proc/{one.process.pid}/stat").read_text().rpartition(")")[2].split()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        await lecturer.say(do="close")
    runs = lab.class_games(next((folder / "class").glob("round_*")))
    faults = []
    for number, some in boards.items():
        table, seat = divmod(number - 1, players)
        faults += told_too_much(runs.match(table), seat, some)
    print(f"{n} people, {game}, {kind}: {moves:,} moves in {seconds:.0f} s, {used:.0f} s of the server's processor time")
    print(f"{ended} were told the end; {runs.games} games kept for the lab, {sum(runs.table['decisions']):,} decisions")
    print(f"{sum(map(len, boards.values()))} boards compared with what the seat may know: {len(faults)} told more")


async def hold(folder: Path, n: int, rounds: int, spread: float) -> tuple[list[float], list[float], list[float], list[float]]:
    """Hold a class; seconds to come in, to a confirmation, to the wall, and from "begin" to the board on a page."""
    confirmed: list[float] = []
    walled: list[float] = []
    boards: list[float] = []
    with program(folder, "northwood", "--seed", 7) as one:
        wall = await Bot(one.address, "wall", one.wall).come()
        lecturer = await Bot(one.address, "lecturer", one.lecturer).come()
        people = [Bot(one.address) for _ in range(n)]
        arrivals: list[float] = []

        async def arrive(at: int) -> None:
            begun = time.perf_counter()
            await people[at].come()
            await people[at].join(one.code, f"P{at}")
            arrivals.append(time.perf_counter() - begun)

        await asyncio.gather(*[arrive(at) for at in range(n)])
        rng = Random(1, "class")
        for round_ in range(rounds):
            begun = time.perf_counter()
            await lecturer.say(do="begin" if round_ == 0 else "again")

            async def ready(at: int, begun: float = begun) -> None:
                await people[at].until(lambda: people[at].parts["class"]["phase"] == "open" and people[at].moves())
                boards.append(time.perf_counter() - begun)

            await asyncio.gather(*[ready(at) for at in range(n)])
            await wall.until(lambda: wall.parts["wall"]["answered"] == 0 and wall.parts["class"]["phase"] == "open")
            sent: list[float] = []

            async def vote(at: int, after: float, sent: list[float] = sent) -> None:
                await asyncio.sleep(after)
                begun = time.perf_counter()
                sent.append(begun)
                await people[at].vote(people[at].moves()[at % 8])
                confirmed.append(time.perf_counter() - begun)

            async def watch(sent: list[float] = sent) -> None:
                seen = 0
                while seen < n:
                    await wall.until(lambda seen=seen: wall.parts["wall"]["answered"] > seen)
                    now, counted = time.perf_counter(), wall.parts["wall"]["answered"]
                    walled.extend([now - begun for begun in sent[seen:counted]])
                    seen = counted

            times = [spread * rng.below(1000) / 1000 for _ in range(n)]
            await asyncio.gather(watch(), *[vote(at, times[at]) for at in range(n)])
            await lecturer.say(do="close")
    return arrivals, confirmed, walled, boards


def main() -> None:
    """Measure, and print it."""
    line = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    line.add_argument("--people", type=int, default=60)
    line.add_argument("--rounds", type=int, default=10)
    line.add_argument("--spread", type=float, default=5.0, help="seconds within which all vote (default 5)")
    line.add_argument("--together", action="store_true", help="all vote at the same moment")
    line.add_argument("--whole", metavar="GAME", help="everybody plays a whole game instead")
    given = line.parse_args()
    print(machine())
    if given.whole:
        with tempfile.TemporaryDirectory() as folder:
            in_class(lambda: play_whole(Path(folder), given.people, given.whole))
        print(machine())
        return
    with tempfile.TemporaryDirectory() as folder:

        async def play() -> None:
            spread = 0.0 if given.together else given.spread
            arrivals, confirmed, walled, boards = await hold(Path(folder, "class"), given.people, given.rounds, spread)
            print(told(f"{given.people} come in at once", arrivals))
            print(told("from the lecturer's click to the board on a page", boards))
            print(told("from a vote to its confirmation, on disk", confirmed))
            print(told("from a vote to the wall", walled))

        in_class(play)
    print(machine())


if __name__ == "__main__":
    main()
