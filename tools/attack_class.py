"""Attack a live class over the wire: the class runs in its own process, and three people vote after each attack.

`python tools/attack.py class` runs it. An attack makes tries. Each try must end in a sentence, in silence, or with the server
hanging up. After an attack the three vote again, the wall counts them, and nobody else's vote has changed.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

from tests.live_class.bots import Bot, Program, in_class, program
from tests.waiting import PATIENCE
from workbench.live_class.people import CODE_LENGTH, LETTERS, LONGEST_NAME

MARK: Final = (
    *('<img src=x onerror="hurt">', "<script>hurt</script>", "=HYPERLINK(1)", "[m](javascript:hurt)"),
    *("\u202ehurt", "a\0b", "x" * 29),
)
COMMANDS: Final = (
    *("begin", "close", "reveal", "next", "back", "again", "step", "position", "rules", "names", "pause", "slowest", "remove"),
    *("keys", "class", "program", "__init__", "apply", "keep", "stop"),
)
"""Requests that only a lecturer may make, and some that nobody may."""
LEAKS: Final = ("Traceback", "/home", "/root", "site-packages", ".py", "tornado")
"""Words that no answer may contain."""


@dataclass
class Outcome:
    """How the tries of an attack ended.

    Attributes:
        name: the attack.
        ended: the number of tries for each way to end: ``sentence``, ``silence``, ``hung up``, ``taken``.
        failures: a sentence for each thing that gave way.
        seconds: how long the attack took, including the votes of the three.
        note: a further remark.
    """

    name: str
    ended: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    note: str = ""

    @property
    def tried(self) -> int:
        """The number of tries made."""
        return self.ended.total()

    def __str__(self) -> str:
        ends = ", ".join([f"{how} {n:,}" for how, n in self.ended.most_common()])
        end = f"{len(self.failures)} failed; {self.seconds:.1f} s{self.note}"
        return f"class      {self.name:18}{self.tried:10,}  {ends}; {end}"

    def note_answer(self, answer: Any, what: object) -> None:
        """Note an answer, which may be a refusal but must not leak anything."""
        text = json.dumps(answer)
        if any(leak in text for leak in LEAKS) or len(text) > 2000:
            self.failures.append(f"{what!r:.80} was answered {text[:200]}")
        self.ended["sentence" if is_refused(answer) else "taken"] += 1

    def refused(self, answer: dict[str, Any], what: object) -> None:
        """Note an answer that must be a refusal."""
        self.note_answer(answer, what)
        if not is_refused(answer):
            self.failures.append(f"{what!r:.80} was taken: {json.dumps(answer)[:200]}")


def is_refused(answer: dict[str, Any]) -> bool:
    """Say whether an answer is a refusal."""
    return bool(answer.get("refused") or answer.get("refusal") or answer.get("welcome") is False)


class Scene:
    """The class under attack: three people who vote, the wall, and the lecturer."""

    def __init__(self, one: Program, seed: int) -> None:
        self.one, self.rng = one, random.Random(seed)
        self.people: list[Bot] = []
        self.wall, self.lecturer = Bot(one.address, "wall", one.wall), Bot(one.address, "lecturer", one.lecturer)
        self.voted: list[int] = []
        self.strangers = 0

    async def begin(self) -> None:
        """Let everybody join, and open the vote."""
        await self.wall.come()
        await self.lecturer.come()
        for at in range(3):
            self.people.append(await Bot(self.one.address).come())
            await self.people[-1].join(self.one.code, f"Person {at}")
        await self.lecturer.say(do="begin")
        for person in self.people:
            await person.until(person.moves)

    async def vote(self) -> None:
        """Let everybody vote for another move than before, and check that the wall counts them.

        Raises:
            AssertionError: a vote was not confirmed or not counted.
        """
        self.voted = []
        for at, person in enumerate(self.people):
            if person.said_here > 25:
                await person.reload()
            moves = person.moves()
            action = moves[self.rng.randrange(len(moves))]
            answer = await person.vote(action)
            assert answer["said"].startswith("Your vote"), f"person {at + 1} was answered {answer}"
            self.voted.append(action)
        await self.wall.until(lambda: self.wall.parts["wall"]["answered"] >= 3)

    async def unchanged(self) -> None:
        """Check that nobody else has changed a vote.

        Raises:
            AssertionError: a vote has changed.
        """
        for person, action in zip(self.people, self.voted, strict=True):
            await person.until(lambda person=person: person.parts["me"]["mine"] >= 0)
            assert person.parts["me"]["mine"] == action, f"a vote has changed from {action} to {person.parts['me']['mine']}"
        assert self.wall.parts["class"]["phase"] == "open", "the vote is not open any more"
        assert self.wall.parts["result"] is None, "the wall shows the split"

    async def stranger(self, role: str = "person", key: str | None = None) -> Bot:
        """Open the page of a person who has not joined."""
        return await Bot(self.one.address, role, key).come()

    async def guest(self) -> Bot:
        """Open the page of an attacker who has joined with the code."""
        self.strangers += 1
        bot = await self.stranger()
        answer = await bot.join(self.one.code, f"Guest of harm {self.strangers}")
        assert answer.get("joined"), answer
        return bot

    async def handshake(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a WebSocket on which the attack decides every byte."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.one.port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await writer.drain()
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


def frame(opcode: int, data: bytes, final: bool = True, masked: bool = True, length: int | None = None) -> bytes:
    """Return a WebSocket frame, which may lie about its length."""
    said = len(data) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    if said < 126:
        head += bytes([(0x80 if masked else 0) | said])
    elif said < 65_536:
        head += bytes([(0x80 if masked else 0) | 126]) + struct.pack(">H", said)
    else:
        head += bytes([(0x80 if masked else 0) | 127]) + struct.pack(">Q", said)
    return head + (b"\0\0\0\0" if masked else b"") + data


# -- the attacks -------------------------------------------------------------------------------------------------------


async def hosts(scene: Scene, out: Outcome, count: int) -> None:
    """Requests for another host, and pages of another site that connect to the class."""
    client = AsyncHTTPClient(force_instance=True)
    names = (
        *("evil.example.com", "127.0.0.1.evil.example.com", "localhost.evil.com", "a@127.0.0.1", "xn--lcalhost-52a"),
        *("", "[::1", "127.0.0.1:99999999"),
    )
    for _ in range(count):
        for name in names:
            for path in ("", "wall", "lecturer", "class.js"):
                response = await client.fetch(HTTPRequest(scene.one.address + path, headers={"Host": name}), raise_error=False)
                body = response.body.decode(errors="replace") if response.body else ""
                out.ended["sentence"] += 1
                if response.code == 200 or scene.one.code in body:
                    out.failures.append(f"host {name!r}, page {path!r}: {response.code}")
        url = scene.one.address.replace("http", "ws", 1) + "ws"
        origins = [{"Origin": f"https://{name}"} for name in names if name]
        for headers in [*origins, {"Host": "evil.example.com"}, {"Origin": "null"}]:
            try:
                socket = await websocket_connect(HTTPRequest(url, headers=headers, request_timeout=PATIENCE))
                socket.close()
                out.failures.append(f"{headers} was let in")
            except HTTPClientError:
                out.ended["sentence"] += 1


async def paths(scene: Scene, out: Outcome, count: int) -> None:
    """Paths that lead out of the pages."""
    tries = (
        "../../etc/passwd", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/server.py", "class.js/../server.py", "server.py",
        "class.html",
        "class.jsonl", "questions.csv", ".", "ws/..", "wall/", "//etc/passwd", "class.js%00.html", "a" * 8_000,
        "?" + "q" * 8_000,
    )  # fmt: skip
    client = AsyncHTTPClient(force_instance=True)
    for _ in range(count):
        for path in tries:
            for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
                body = b"x" * 5_000 if method in ("POST", "PUT") else None
                request = HTTPRequest(scene.one.address + path, method=method, body=body, request_timeout=PATIENCE)
                response = await client.fetch(request, raise_error=False)
                text = response.body.decode(errors="replace") if response.body else ""
                out.ended["sentence"] += 1
                whole = response.code == 200 and method == "GET" and path.startswith("?")
                if not whole and (response.code == 200 or len(text) > 200 or any(one in text for one in (*LEAKS, "root:"))):
                    out.failures.append(f"{method} {path[:60]!r}: {response.code} {text[:80]!r}")


async def codes(scene: Scene, out: Outcome, count: int) -> None:
    """Guesses of the code, from many pages of one address."""
    looked_at, begun = 0, time.monotonic()
    for _ in range(count):
        bot = await scene.stranger()
        for _ in range(30):
            guess = "".join([scene.rng.choice(LETTERS) for _ in range(CODE_LENGTH)])
            answer = await bot.join(guess, "x")
            out.refused(answer, guess)
            looked_at += answer.get("said", "").startswith("That is not")
        await bot.leave()
    minutes = (time.monotonic() - begun) / 60
    if looked_at > 21 + 21 * minutes:
        out.failures.append(f"{looked_at} codes were looked at in {minutes:.1f} minutes")
    lesson, all_codes = 20 * 91, len(LETTERS) ** CODE_LENGTH
    looked = f"{looked_at} of {out.tried} looked at in {60 * minutes:.0f} s"
    out.note = f"; {looked}; in ninety minutes {lesson:,} of {all_codes:,}"


async def roles(scene: Scene, out: Outcome, count: int) -> None:
    """The lecturer's commands without the lecturer's link."""
    guest = await scene.guest()
    for _ in range(count):
        for key in (guest.key, scene.one.wall, "", None, 7, [], {}, "x" * 199, "x" * 5_000, "ü" * 30):
            thief = Bot(scene.one.address, "lecturer")
            thief.key = key  # type: ignore[assignment]
            await thief.come()
            await thief.until(lambda thief=thief: thief.closed)
            out.refused(thief.answers[0], f"the key {key!r:.20}")
            if thief.parts:
                out.failures.append(f"the key {key!r:.20} was shown {list(thief.parts)}")
        for command in COMMANDS:
            if guest.said_here > 25:
                await guest.reload()
            answer = await guest.say(do=command, on=True, hidden=True, place=0, person=1, options={"threshold": 18})
            out.refused(answer, command)
        wall = await scene.stranger("wall", scene.one.wall)
        before = len(wall.answers)
        for command in COMMANDS:
            await wall.send({"do": command, "n": 1, "device": "w"})
            out.ended["silence"] += 1
        if len(wall.answers) > before:
            out.failures.append(f"the wall was answered {wall.answers[before:]}")
        await wall.leave()


async def seats(scene: Scene, out: Outcome, count: int) -> None:
    """Messages in somebody else's name: number, device, key, round."""
    victim = scene.people[0]
    for _ in range(count):
        guest = await scene.guest()
        await guest.until(guest.moves)
        round_ = guest.parts["class"]["round"]
        for extra in (
            {"person": 1}, {"number": 1}, {"key": victim.key[:-1] + "x"}, {"link": "1"}, {"name": "Person 0"},
            {"device": victim.device}, {"device": victim.device, "n": victim.count}, {"as": 1}, {"seat": 0},
        ):  # fmt: skip
            guest.count += 1
            named = {"device": guest.device, "n": guest.count, **extra}
            message = {"do": "play", "action": guest.moves()[0], "round": round_, **named}
            await guest.send(message)
            await guest.until(lambda guest=guest, n=message["n"]: any(one.get("re") == n for one in guest.answers))
            out.ended["taken"] += 1  # it counts as the sender's own vote; `unchanged` looks at the others
        for role, key in (("person", "a" * 24), ("person", victim.key[::-1]), ("wall", victim.key)):
            other = await scene.stranger(role, key)
            out.note_answer(other.answers[0], (role, key))
            if "me" in other.parts or "board" in other.parts:
                out.failures.append(f"{role} with another key was shown {list(other.parts)}")
            await other.leave()
        await guest.leave()


async def messages(scene: Scene, out: Outcome, count: int) -> None:
    """Messages that are nearly right, out of order, old, or said twice."""
    from tools.attack import mutated

    for _ in range(count):
        guest = await scene.guest()
        await guest.until(guest.moves)
        good = {"do": "play", "action": guest.moves()[0], "round": guest.parts["class"]["round"], "device": "m", "n": 5}
        for number in range(20):
            made = mutated(good, scene.rng, scene.rng.choice((1, 1, 2, 4)))
            made = made if isinstance(made, dict) else {"x": made}
            await guest.send(json.dumps(made, default=str) if number % 3 else made)
        for n in (5, 5, 4, 1, 0, -1, 2**40):
            await guest.send({**good, "n": n})
        await guest.send({**good, "round": good["round"] - 1, "n": 6})
        # the last message always has an answer
        answer = await guest.say(do="fly")
        out.refused(answer, "fly")
        for answer in guest.answers:
            if "re" in answer and "welcome" not in answer:
                out.note_answer(answer, "a message")
        await guest.leave()


async def names(scene: Scene, out: Outcome, count: int) -> None:
    """Markup and worse as a name."""
    for _ in range(count):
        for name in (*MARK, "a" + "\u0301" * 20, "x" * 31, "x" * 4_000, 7, [], {"a": 1}, "\n\n", "👩‍👩‍👧‍👦" * 3, "Person 0"):
            bot = await scene.stranger()
            answer = await bot.say(do="join", code=scene.one.code, name=name, key=bot.key)
            out.note_answer(answer, name)
            if answer.get("joined"):
                await bot.until(lambda bot=bot: "me" in bot.parts)
                called = bot.parts["me"]["name"]
                if len(called) > LONGEST_NAME + 6 or any(ord(sign) < 32 or sign == "\u202e" for sign in called):
                    out.failures.append(f"{name!r:.40} became {called!r:.60}")
                if called == "Person 0":
                    out.failures.append("two people have the same name")
            await bot.leave()


async def large(scene: Scene, out: Outcome, count: int) -> None:
    """Messages of hundreds of kilobytes, deep ones, and endless numbers."""
    made = (
        "x" * 8_000, "x" * 9_000, json.dumps({"do": "play", "action": "x" * 60_000}), "[" * 8_000,
        '{"a":' * 1_500 + "1" + "}" * 1_500,
        json.dumps({"do": "play", "action": "9" * 4_000, "round": 1, "device": "d", "n": 1}),
        '{"do":"play","action":' + "9" * 4_400 + "}", '{"n":1e999}', '{"n":NaN}', "x" * 100_000, "x" * 300_000, "x" * 1_000_000,
    )  # fmt: skip
    for _ in range(count):
        for text in made:
            bot = await scene.guest()
            with suppress(WebSocketClosedError):
                await bot.send(text)
                await bot.send({"do": "fly", "n": 99, "device": "d"})
            await bot.until(lambda bot=bot: bot.closed or any(one.get("re") == 99 for one in bot.answers))
            out.ended["hung up" if bot.closed else "sentence"] += 1
            await bot.leave()
        for body in (b"x" * 100_000, b"x" * 1_000_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", scene.one.port)
            with suppress(ConnectionError):
                writer.write(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
                await reader.read(2_000)
            out.ended["hung up"] += 1
            writer.close()


async def frames(scene: Scene, out: Outcome, count: int) -> None:
    """Binary frames, broken ones, and frames that lie about their length."""
    hello = json.dumps({"hello": "person", "key": "k" * 24}).encode()
    made = (
        frame(2, b"\0\xff" * 50), frame(1, b"\xff\xfe\xfd"), frame(1, hello, masked=False), frame(3, b"x"), frame(11, b"x"),
        frame(9, b"p" * 200), frame(1, b"{", final=False) * 3, frame(0, b"}"), frame(8, b"\x03\xe8bye"), frame(8, b"\x01"),
        frame(1, b"x", length=2**40), frame(1, b"x", length=60_000), b"\x00\x01\x02", os.urandom(64), b"GET / HTTP/1.1\r\n\r\n",
    )  # fmt: skip
    for _ in range(count):
        for data in made:
            reader, writer = await scene.handshake()
            with suppress(ConnectionError):
                writer.write(frame(1, hello) + data)
                await writer.drain()
                writer.write_eof()
                while await reader.read(65_536):
                    pass
            out.ended["hung up"] += 1
            writer.close()


async def flood(scene: Scene, out: Outcome, count: int) -> None:
    """Pages that send as fast as they can."""
    for _ in range(count):
        bot = await scene.guest()
        sent = 0
        with suppress(WebSocketClosedError):
            for n in range(3_000):
                await bot.send({"do": "play", "action": n % 9, "round": 2, "device": "f", "n": n + 10})
                sent += 1
        await bot.until(lambda bot=bot: bot.closed)
        answered = sum("re" in one for one in bot.answers)
        out.ended["sentence"] += answered
        out.ended["silence"] += sent - answered
        if answered > 400:
            out.failures.append(f"{answered} of {sent} messages were answered")
        await bot.leave()


async def connections(scene: Scene, out: Outcome, count: int) -> None:
    """Three hundred pages at once, for one round; a tenth of them for a short run."""
    wanted = 300 if count > 1 else 30
    pages = []
    for _ in range(wanted):
        pages.append(await scene.stranger(key=scene.people[0].key))
    await scene.vote()
    for page in pages:
        await page.until(lambda page=page: page.parts.get("me", {}).get("mine", -1) == scene.voted[0])
        out.ended["taken"] += 1
    await asyncio.gather(*[page.leave() for page in pages])


async def half_open(scene: Scene, out: Outcome, count: int) -> None:
    """Connections that say nothing, half a request, or half a frame, while the others vote."""
    silent = []
    for _ in range(10 * count):
        for begin in (b"", b"GET /ws HTTP/1.1\r\nHost: x", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50, b"\x16\x03\x01\x02"):
            _, writer = await asyncio.open_connection("127.0.0.1", scene.one.port)
            writer.write(begin)
            silent.append(writer)
        _, writer = await scene.handshake()
        writer.write(frame(1, b"{", length=500))
        silent.append(writer)
    await scene.vote()
    out.ended["silence"] += len(silent)
    for writer in silent:
        writer.close()


async def slow_readers(scene: Scene, out: Outcome, count: int) -> None:
    """Pages that never read what they are sent, while the others vote."""
    pages = []
    for _ in range(10 * count):
        page = await scene.guest()
        assert page._reader is not None
        page._reader.cancel()
        pages.append(page)
    for _ in range(5):
        await scene.vote()
    out.ended["silence"] += len(pages)
    await asyncio.gather(*[page.leave() for page in pages], return_exceptions=True)


Attack = Callable[[Scene, Outcome, int], Awaitable[None]]
ATTACKS: Final[dict[str, Attack]] = {
    "hosts": hosts,
    "paths": paths,
    "roles": roles,
    "seats": seats,
    "messages": messages,
    "names": names,
    "large": large,
    "frames": frames,
    "flood": flood,
    "connections": connections,
    "half open": half_open,
    "slow readers": slow_readers,
    "codes": codes,
}
"""The attacks. The guesses come last, because after them nobody can join from this address for a while."""


def attack_class(
    folder: Path, count: int, seed: int = 0, only: tuple[str, ...] = (), told: Callable[[str], object] = print
) -> list[Outcome]:
    """Attack a live class.

    Args:
        folder: the folder that holds the class.
        count: the number of rounds of each attack; some attacks make many tries in a round.
        seed: other seeds make other tries.
        only: the names of the attacks in `ATTACKS`; all if none is named.
        told: a function that gets a line for each outcome.
    """
    found: list[Outcome] = []

    async def play() -> None:
        with program(folder, "northwood", "--seed", 7) as one:
            scene = Scene(one, seed)
            await scene.begin()
            for name in only or ATTACKS:
                out, begun = Outcome(name), time.monotonic()
                found.append(out)
                try:
                    await scene.vote()
                    await ATTACKS[name](scene, out, count)
                    await scene.unchanged()
                    await scene.vote()
                except Exception as fault:
                    out.failures.append(f"{type(fault).__name__}: {fault}"[:400])
                out.seconds = time.monotonic() - begun
                told(str(out))
            answer = await scene.lecturer.say(do="close")
            if answer.get("refused"):
                found[-1].failures.append(f"the lecturer cannot close: {answer}")

    in_class(play)
    return found
