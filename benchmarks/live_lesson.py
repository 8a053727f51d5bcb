"""A lesson of ninety minutes with sixty simulated people, through the real server, told minute by minute.

    python benchmarks/live_lesson.py [--people 60] [--speed 8] [--lesson 3] [--seed 1]

A scripted lecturer drives the plan of a lesson of the course: a poll of ten positions, votes on moves, a changed option and the
vote once more, the same game for all, and tables of Keydom. People think for as long as people do. Some come late, mistype the
code, reload, go on on another device, put the phone to sleep, leave for good, or send nonsense. With `--speed 8` the
lesson takes eleven minutes. Each line tells one minute of the lesson. Needs Linux and the extras `class` and `test`.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import math
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.live_class.bots import Bot, Program, in_class, program
from tests.waiting import until_in_loop
from workbench.core.random import Random
from workbench.live_class import Setup, Step, lesson_plan

NAMES: Final = ("", "Anna", "Ben", "Anna", "<b>Zoe</b>", "=1+1", "Zoë", "李雷", "[x](javascript:hurt)", "Max \u202e", "🦊 Fox")
RUBBISH: Final = ("", "[]", "{", "null", "[" * 3000, '{"do": "play"}', b"\x00\xff", "x" * 9_000, '{"n": 1e999}')
MISHAPS: Final = ("reload", "reload", "device", "sleep", "nonsense", "rule")


class Pace:
    """How time passes: a lesson's second is a fraction of a real one.

    Args:
        speed: how many seconds of the lesson pass in a second.
    """

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.begun = time.monotonic()

    @property
    def minute(self) -> float:
        """The minutes of the lesson so far."""
        return (time.monotonic() - self.begun) * self.speed / 60

    async def pass_by(self, seconds: float) -> None:
        """Let some seconds of the lesson pass."""
        await asyncio.sleep(seconds / self.speed)

    async def wait(self, bot: Bot, holds: Callable[[], Any], seconds: float) -> bool:
        """Wait until something holds that a bot has heard of, or some seconds of the lesson have passed; say which."""
        with suppress(TimeoutError):
            await asyncio.wait_for(bot.until(holds), seconds / self.speed)
            return True
        return False


class NoTime(Pace):
    """No time passes: whatever is waited for has to come."""

    def __init__(self) -> None:
        super().__init__(1.0)

    async def pass_by(self, seconds: float) -> None:
        """Let the others have a turn."""
        await asyncio.sleep(0)

    async def wait(self, bot: Bot, holds: Callable[[], Any], seconds: float) -> bool:
        """Wait until it holds, whoever brings it about."""
        await until_in_loop(holds)
        return True


@dataclass
class Told:
    """What happened in a lesson.

    Attributes:
        done: how often people did what.
        refusals: how many moves each clause refused.
        said: the sentences that refused something else, and how often.
        votes: for each round the last vote of each person that was confirmed.
        lines: the lesson, minute by minute.
        away: who has left for good or was removed.
    """

    done: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    votes: dict[int, dict[int, int]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    away: set[int] = field(default_factory=set)


class Pupil:
    """Somebody in the lesson.

    Args:
        one: the class.
        at: which of them.
        pace: how time passes.
        told: where it is noted.
        seed: other seeds make other people.
        most: so many moves at most at one step; None for any number.
    """

    def __init__(self, one: Program, at: int, pace: Pace, told: Told, seed: int, most: int | None = None) -> None:
        self.one, self.at, self.pace, self.told, self.most = one, at, pace, told, most
        self.rng = Random(seed, "pupil", at)
        self.bot = Bot(one.address)
        self.speed = 0.6 + self.rng.below(100) / 100
        self.actions = 0
        self.mishaps = {1 + self.rng.below(14): MISHAPS[self.rng.below(len(MISHAPS))] for _ in range(2)}
        if at % 20 == 19:
            self.mishaps[8 + self.rng.below(6)] = "leave"

    def seconds(self, usual: float) -> float:
        """How long somebody thinks: mostly about the usual time, sometimes much longer."""
        normal = sum(self.rng.below(1000) for _ in range(12)) / 1000 - 6
        return float(usual * self.speed * math.exp(0.5 * normal))

    async def live(self) -> None:
        """Come in, and take part until the lesson is over or one leaves."""
        await self.pace.pass_by(self.rng.below(200))
        await self.bot.come()
        if self.at % 9 == 4:
            await self.say(do="join", code="BBBBBB", name="", key=self.bot.key)
            await self.pace.pass_by(8)
        await self.pace.pass_by(self.seconds(12))
        answer = await self.say(do="join", code=self.one.code, name=NAMES[self.at % len(NAMES)], key=self.bot.key)
        assert answer.get("joined"), answer
        self.told.done["came in"] += 1
        await self.bot.until(lambda: "me" in self.bot.parts)
        round_, made = 0, 0
        while True:
            now = self.bot.parts["class"]
            made, round_ = made if self.round == round_ else 0, self.round
            with suppress(TimeoutError):  # at a table somebody may have to wait for long
                await self.bot.until(lambda round_=round_, made=made: self.is_up(round_, made))
            if not self.is_up(round_, made):
                continue
            if self.removed:
                self.told.away.add(self.number)
                return
            if self.round != round_:
                continue
            votes = now["kind"] in ("vote", "poll")
            await self.pace.pass_by(self.seconds(18 if votes else 9))
            if self.removed or self.bot.parts["class"].get("phase") != "open" or not self.bot.moves():
                continue
            made += await self.decide(votes)
            self.actions += 1
            if not await self.mishap(self.mishaps.pop(self.actions, "")):
                return

    @property
    def number(self) -> int:
        """The number of the person in the class."""
        return int(self.bot.parts["me"]["number"])

    @property
    def round(self) -> int:
        """The question that is asked; 0 for somebody who is out."""
        return int(self.bot.parts.get("class", {}).get("round", 0))

    @property
    def removed(self) -> bool:
        """Whether the lecturer has taken the person out."""
        return any("removed" in one for one in self.bot.answers)

    def is_up(self, round_: int, made: int) -> bool:
        """Whether there is something to do: a decision, another question, or to go home."""
        if self.removed or self.round != round_:
            return self.removed or self.round > 0
        now = self.bot.parts["class"]
        if now["phase"] != "open" or now["paused"] or not self.bot.moves():
            return False
        most = 1 if now["kind"] in ("vote", "poll") else self.most
        return most is None or made < most

    async def decide(self, votes: bool) -> bool:
        """Vote, or make a move; some votes are changed. Say whether it counts: the class may be paused or closed by now."""
        moves, round_ = self.bot.moves(), self.round
        chosen = moves[min(self.rng.below(len(moves)), self.rng.below(len(moves)))]
        if not votes:
            chosen = moves[self.rng.below(len(moves))]
        before = self.bot.parts["board"]
        answer = await self.say(do="play", action=chosen, round=round_)
        if "confirm" in answer:
            answer = await self.say(do="play", action=answer["confirm"]["action"], sure=True, round=round_)
        if answer.get("refused") or answer.get("refusal"):
            return False
        self.told.done["votes confirmed" if votes else "moves confirmed"] += 1
        if not votes:
            await self.bot.until(lambda: self.bot.parts["board"] is not before or self.round != round_ or self.removed)
            return True
        self.told.votes.setdefault(round_, {})[self.number] = chosen
        if self.rng.below(6) == 0:
            await self.pace.pass_by(self.seconds(5))
            other = moves[self.rng.below(len(moves))]
            answer = await self.say(do="play", action=other, round=round_)
            if not answer.get("refused") and not answer.get("refusal"):
                self.told.done["votes changed"] += 1
                self.told.votes[round_][self.number] = other
        return True

    async def say(self, **message: Any) -> dict[str, Any]:
        """Say something, and note what was refused."""
        answer = await self.bot.say(**message)
        if answer.get("refusal"):
            for reason in answer["refusal"]["reasons"]:
                self.told.refusals[reason["clause"]] += 1
        elif answer.get("refused"):
            self.told.said[answer["said"]] += 1
        return answer

    async def mishap(self, what: str) -> bool:
        """Something happens to the device; says whether its owner goes on."""
        if not what:
            return True
        self.told.done[{"rule": "asked for a rule", "device": "took another device"}.get(what, what)] += 1
        if what == "leave":
            self.told.away.add(self.number)
            await self.bot.leave()
            return False
        if what == "reload":
            await self.again(self.bot.key)
        elif what == "device":
            await self.again(self.bot.key, new=True)
        elif what == "sleep":
            await self.bot.leave()
            await self.pace.pass_by(60 + self.rng.below(120))
            await self.again(self.bot.key)
        elif what == "nonsense":
            for rubbish in RUBBISH:
                await self.bot.send(rubbish)
            legal = set(self.bot.moves())
            for _ in range(4):
                wrong = self.rng.below(120)
                if wrong not in legal:
                    await self.say(do="play", action=wrong, round=self.round)
        else:
            board = self.bot.parts["board"]
            if board and board["clauses"]:
                await self.bot.send({"do": "clause", "id": board["clauses"][0]["id"]})
        return True

    async def again(self, key: str, new: bool = False) -> None:
        """Open the page again, on this device or on another one."""
        await self.bot.leave()
        if new:
            self.bot = Bot(self.one.address, key=key)
            await self.bot.come()
            await self.bot.until(lambda: "me" in self.bot.parts and "board" in self.bot.parts)
        else:
            await self.bot.reload()


class Server:
    """What the process of the class takes of the machine."""

    def __init__(self, pid: int) -> None:
        self.pid, self.last, self.at = pid, 0.0, time.monotonic()

    def memory(self) -> float:
        """Its memory, in megabytes."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)

    def seconds(self) -> float:
        """The processor time it has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def busy(self) -> float:
        """The share of one core that it has taken since it was asked last, in percent."""
        now, used = time.monotonic(), self.seconds()
        share = 100 * (used - self.last) / max(0.001, now - self.at)
        self.last, self.at = used, now
        return share


class Lesson:
    """The lesson: a lecturer, a wall and people.

    Args:
        one: the class.
        people: how many.
        pace: how time passes.
        seed: other seeds make other people.
        most: so many moves at most that a person makes at one step; None for any number.
    """

    def __init__(self, one: Program, people: int, pace: Pace, seed: int, most: int | None = None) -> None:
        self.one, self.pace, self.told, self.most = one, pace, Told(), most
        self.wall, self.lecturer = Bot(one.address, "wall", one.wall), Bot(one.address, "lecturer", one.lecturer)
        self.pupils = [Pupil(one, at, pace, self.told, seed, most) for at in range(people)]
        self.deeds: list[str] = []

    async def do(self, **message: Any) -> None:
        """The lecturer clicks."""
        answer = await self.lecturer.say(**message)
        assert not answer.get("refused"), (message, answer)
        self.told.done["clicks of the lecturer"] += 1
        self.deeds.append(" ".join([str(one) for one in message.values()]))
        await self.lecturer.until(lambda: "desk" in self.lecturer.parts)

    async def enough(self, seconds: float) -> None:
        """Wait until all who are there have answered, or for so long."""

        def holds() -> bool:
            away = len(self.told.away - self.removed())
            return bool(self.wall.parts["wall"]["answered"] >= self.wall.parts["wall"]["people"] - away)

        await self.wall.until(lambda: self.wall.parts["class"]["phase"] == "open")
        await self.pace.wait(self.wall, holds, seconds)

    def removed(self) -> set[int]:
        """Who was removed: nobody waits for them."""
        return {pupil.number for pupil in self.pupils if pupil.removed}

    async def ask(self, seconds: float, talk: float) -> None:
        """Wait for answers, close, reveal, and talk about it."""
        await self.enough(seconds)
        await self.do(do="close")
        await self.do(do="reveal")
        await self.pace.pass_by(talk)

    async def hold(self, votes: int, games: float) -> None:
        """Hold the lesson.

        Args:
            votes: how many moves are voted on.
            games: the seconds of the lesson that games go on.
        """
        await self.wall.come()
        await self.lecturer.come()
        lives = [asyncio.ensure_future(pupil.live()) for pupil in self.pupils]
        n = len(self.pupils)
        await self.pace.wait(self.wall, lambda: self.wall.parts["wall"]["people"] == n, 300)
        await self.poll()
        await self.do(do="step", place=1)
        await self.vote(votes)
        for place in range(2, len(self.lecturer.parts["desk"]["steps"])):
            await self.do(do="step", place=place)
            await self.games(games)
        for life in lives:
            life.cancel()
        for done in await asyncio.gather(*lives, return_exceptions=True):
            if isinstance(done, Exception):
                raise done

    async def poll(self) -> None:
        """All positions of the poll."""
        items = self.wall.parts["class"]["of"]
        for item in range(items):
            await self.do(do="next" if item else "begin")
            await self.ask(110, 65)
            if item == 2:
                await self.do(do="back")
                await self.pace.pass_by(30)
                await self.do(do="begin")
                await self.ask(60, 10)
                await self.do(do="next")
                await self.ask(60, 10)

    async def vote(self, votes: int) -> None:
        """Votes on moves; a pause, a changed option, and a step back among them."""
        await self.do(do="begin")
        for turn in range(votes):
            await self.ask(75, 50)
            if turn == 1:
                await self.do(do="rules", options={"threshold": 18})
                await self.do(do="begin")
                await self.ask(75, 50)
            if turn == 2:
                await self.do(do="back")
                await self.do(do="pause", on=True)
                await self.pace.pass_by(60)
                await self.do(do="pause", on=False)
                await self.ask(75, 20)
            if turn + 1 < votes:
                await self.lecturer.until(lambda: self.lecturer.parts["desk"]["moves"])
                await self.do(do="next", action=self.lecturer.parts["desk"]["moves"][0]["action"])

    async def games(self, seconds: float) -> None:
        """Games side by side; the slowest are moved on, names are hidden, and somebody is taken out."""
        await self.do(do="begin")
        before = self.told.done["moves confirmed"]
        tables = self.wall.parts["class"]["kind"] == "tables"
        want = before + (len(self.pupils) // 2 if tables else 2 * (len(self.pupils) - len(self.told.away)))
        await self.pace.wait(self.wall, lambda: self.told.done["moves confirmed"] >= want and not self.timed, seconds / 2)
        for _ in range(3):
            answer = await self.lecturer.say(do="slowest")
            self.deeds.append("slowest" if not answer.get("refused") else answer["said"])
        await self.do(do="names", hidden=True)
        if not tables:
            last = self.lecturer.parts["desk"]["people"][-1]
            await self.do(do="remove", person=last["number"])
        await self.pace.pass_by(seconds / 2)
        await self.do(do="names", hidden=False)
        await self.do(do="close")
        if not tables:
            await self.do(do="reveal")
            await self.pace.pass_by(90)

    @property
    def timed(self) -> bool:
        """Whether time passes."""
        return not isinstance(self.pace, NoTime)

    async def tell(self, server: Server, target: Any = sys.stdout) -> None:
        """Write a line for each minute of the lesson."""
        minute = 0
        while True:
            await self.pace.pass_by(max(0.0, 60 * (minute + 1) - 60 * self.pace.minute))
            minute += 1
            if "wall" not in self.wall.parts:
                continue
            wall, now = self.wall.parts["wall"], self.wall.parts["class"]
            deeds, self.deeds = self.deeds, []
            line = (
                f"{minute:3} | {now['kind']:6} {now['phase']:8}{' paused' if now['paused'] else ''} | in {wall['people']}, "
                f"pages {wall['present']} | {self.seen()} | refused: {self.refused()} | {server.memory():.0f} MB, "
                f"{server.busy():.0f}% of a core | {', '.join(deeds)}"
            )
            self.told.lines.append(line)
            print(line, file=target, flush=True)

    def seen(self) -> str:
        """What the wall shows, in short."""
        wall, result = self.wall.parts["wall"], self.wall.parts.get("result")
        if wall["progress"]:
            far = wall["progress"]
            return f"{far['playing']} play, {far['over']} over, {far['median']:g} decisions ({far['least']} to {far['most']})"
        if wall["rows"]:
            over = sum(row["over"] for row in wall["rows"])
            return f"{len(wall['rows'])} tables, {over} over; table 1 waits for {wall['rows'][0]['waits'] or 'nobody'}"
        if result and "rows" in result and result["rows"]:
            top = result["rows"][0]
            worth = f" ({top['worth']})" if top["worth"] else ""
            return f"n = {result['n']}: {top['text']} {top['n']}{worth}, {len(result['rows'])} rows"
        return f"{wall['answered']} have answered"

    def refused(self) -> str:
        """The clauses that refused most."""
        return ", ".join([f"{clause} {n}" for clause, n in self.told.refusals.most_common(3)]) or "none"


def faults(told: Told, folder: Path) -> list[str]:
    """Compare what people were confirmed with what was kept.

    Args:
        told: what happened.
        folder: the class.

    Returns:
        what differs, a sentence each.
    """
    kept: dict[int, dict[int, str]] = {}
    for row in csv.DictReader((folder / "answers.csv").read_text(encoding="utf-8").splitlines()):
        kept.setdefault(int(row["round"]), {})[int(row["person"])] = row["move"]
    found = []
    for round_, votes in told.votes.items():
        if set(votes) != set(kept.get(round_, {})):
            found.append(f"round {round_}: {len(votes)} were confirmed, {len(kept.get(round_, {}))} are kept")
    return found


def main() -> None:
    """Hold the lesson, and tell of it."""
    line = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    line.add_argument("--people", type=int, default=60)
    line.add_argument("--speed", type=float, default=8.0, help="how many seconds of the lesson pass in a second (default 8)")
    line.add_argument("--lesson", type=int, default=3, choices=(1, 3, 10), help="the plan (a lesson about For Northwood!)")
    line.add_argument("--seed", type=int, default=1)
    given = line.parse_args()
    plan = [*lesson_plan(given.lesson), Step("tables", (Setup("keydom", players=3, seed=given.seed),), "Tables of three")]
    with tempfile.TemporaryDirectory() as place:
        Path(place, "plan.json").write_text(json.dumps([step.to_json() for step in plan]))
        folder = Path(place, "class")

        async def hold() -> None:
            with program(folder, "--plan", Path(place, "plan.json")) as one:
                lesson, server = Lesson(one, given.people, Pace(given.speed), given.seed), Server(one.process.pid)
                print(f"{given.people} people, speed {given.speed:g}, seed {given.seed}, load {os.getloadavg()[0]:.1f}")
                telling = asyncio.ensure_future(lesson.tell(server))
                try:
                    await lesson.hold(votes=7, games=18 * 60)
                finally:
                    telling.cancel()
                told = lesson.told
                print(f"the lesson took {lesson.pace.minute:.0f} minutes; load {os.getloadavg()[0]:.1f}")
                print(f"the server: {server.seconds():.0f} s of processor time, {server.memory():.0f} MB at the end")
                for what, counts in (("done", told.done), ("refused by clause", told.refusals), ("refused", told.said)):
                    print(f"{what}: " + "; ".join([f"{name} {n}" for name, n in counts.most_common()]))
                print("confirmed votes against the kept ones: " + ("; ".join(faults(told, folder)) or "no difference"))

        in_class(hold)


if __name__ == "__main__":
    main()
