"""Scripted people for a live class: each speaks with the server as a page does."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import signal
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.programs import started
from tests.waiting import PATIENCE, in_a_loop
from workbench.core.random import Random

LINES = re.compile(r"Open (?P<address>\S+) and type the code (?P<code>\w+)\.")


EVERYBODY: list[Bot] = []
"""Everybody who has come since the last time that all went home."""


def in_class(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine function in a loop of its own; in the end everybody goes home, or sockets would be left open."""

    async def held() -> None:
        EVERYBODY.clear()
        try:
            await play()
        finally:
            await asyncio.gather(*[bot.leave() for bot in EVERYBODY], return_exceptions=True)
            EVERYBODY.clear()

    in_a_loop(held)


class Bot:
    """Somebody in a class, or the wall or the lecturer: a page without a picture.

    Args:
        address: of the class.
        role: ``person``, ``wall`` or ``lecturer``.
        key: the personal key; None for a new one.
    """

    def __init__(self, address: str, role: str = "person", key: str | None = None) -> None:
        self.address = address
        self.role = role
        self.key = key or secrets.token_urlsafe(18)
        self.device = secrets.token_urlsafe(6)
        self.parts: dict[str, Any] = {}
        self.answers: list[dict[str, Any]] = []
        self.socket: WebSocketClientConnection | None = None
        self.closed = False
        self.count = 0
        self.said_here = 0
        self._news = asyncio.Condition()
        EVERYBODY.append(self)
        self._reader: asyncio.Task[None] | None = None

    async def come(self) -> Bot:
        """Open the connection and say who it is."""
        if self.socket is not None:
            self.socket.close()
        url = self.address.replace("http", "ws", 1) + "ws"
        self.socket = await websocket_connect(HTTPRequest(url, request_timeout=PATIENCE), max_message_size=2**22)
        self.closed = False
        self._reader = asyncio.ensure_future(self._read(self.socket))
        await self.send({"hello": self.role, "key": self.key})
        await self.until(lambda: any("welcome" in one for one in self.answers) or self.closed)
        return self

    async def _read(self, socket: WebSocketClientConnection) -> None:
        while (text := await socket.read_message()) is not None:
            data = json.loads(text)
            async with self._news:
                self.answers += data.pop("answers", [])
                self.parts.update(data)
                self._news.notify_all()
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until something holds that depends on what was heard."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(holds), PATIENCE)
        return holds()

    async def send(self, data: Any) -> None:
        """Send something, whatever it is."""
        assert self.socket is not None
        text = data if isinstance(data, (str, bytes)) else json.dumps(data)
        await self.socket.write_message(text, binary=isinstance(data, bytes))

    async def say(self, **message: Any) -> dict[str, Any]:
        """Send a numbered message and wait for its answer."""
        self.count += 1
        return await self.repeat(self.count, **message)

    async def repeat(self, n: int, **message: Any) -> dict[str, Any]:
        """Send a message with a number of one's own choice, and wait for its answer."""
        before = len(self.answers)
        self.said_here += 1
        await self.send({**message, "n": n, "device": self.device})
        await self.until(lambda: self.closed or any(one.get("re") == n for one in self.answers[before:]))
        found = [one for one in self.answers[before:] if one.get("re") == n]
        if not found:
            raise ConnectionError("the class hung up")
        return found[-1]

    async def join(self, code: str, name: str = "") -> dict[str, Any]:
        """Come in."""
        answer = await self.say(do="join", code=code, name=name, key=self.key)
        if answer.get("joined"):
            await self.until(lambda: "me" in self.parts)
        return answer

    async def vote(self, action: Any) -> dict[str, Any]:
        """Vote, or make a move."""
        return await self.say(do="play", action=action, round=self.parts["class"]["round"])

    def moves(self) -> list[int]:
        """What may be chosen now."""
        board = self.parts.get("board")
        return [move["action"] for move in board["moves"]] if board else []

    async def reload(self) -> None:
        """Load the page again: all that was on it is gone, and comes anew."""
        await self.leave()
        self.answers.clear()
        self.parts.clear()
        self.said_here = 0
        await self.come()
        await self.until(lambda: "me" in self.parts and "board" in self.parts)

    async def play_to_the_end(self, looks: Callable[[Bot], None] | None = None) -> int:
        """Make moves at random until one's game is over; gives how many.

        The server takes eight messages a second from a page over time, and a bot is quicker: it loads its page again first.

        Args:
            looks: is shown this page before each move.
        """
        number, made = self.parts["me"]["number"], 0
        await self.until(lambda: self.parts["class"]["phase"] == "open")
        while True:
            if self.said_here > 30:
                await self.reload()
            await self.until(lambda: self.moves() or self.parts["me"].get("over") or self.parts["class"]["phase"] != "open")
            if looks is not None:
                looks(self)
            if self.parts["me"].get("over") or self.parts["class"]["phase"] != "open":
                return made
            found, before = self.moves(), self.parts["board"]
            # a move that comes too fast is refused and made again, and the game takes the same course
            answer = await self.vote(found[Random(number, "moves", made).below(len(found))])
            if "confirm" in answer:
                sure = {"do": "play", "action": answer["confirm"]["action"], "sure": True}
                answer = await self.say(**sure, round=self.parts["class"]["round"])
            if not answer.get("refused"):
                made += 1
                await self.until(lambda before=before: self.parts["board"] is not before)

    async def leave(self) -> None:
        """Hang up, and wait until that is done."""
        if self.socket is None or self._reader is None:
            return
        self.socket.close()
        if self._reader.cancelled() or self._reader.cancelling():
            while await self.socket.read_message() is not None:
                pass
        else:
            await asyncio.wait_for(self._reader, PATIENCE)
        if (stream := getattr(self.socket, "protocol", None)) is not None and stream.stream is not None:
            stream.stream.close()
        self.socket = None


class Program:
    """The command `python -m workbench class` as a process of its own.

    Args:
        arguments: what is asked for.
    """

    def __init__(self, *arguments: object) -> None:
        self.process = started("-m", "workbench", "class", "--this-machine", *arguments, stderr=subprocess.STDOUT)
        text = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            text += line
            if "Ctrl-C" in line:
                break
        found = LINES.search(text)
        assert found, text
        self.address, self.code = found["address"], found["code"]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        self.wall = _key(text, "wall")
        self.lecturer = _key(text, "lecturer")

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """End it, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _key(text: str, role: str) -> str:
    found = re.search(rf"{role}#(\S+)", text)
    assert found, text
    return found[1]


@contextmanager
def program(folder: Path, *arguments: object) -> Iterator[Program]:
    """A class in a process of its own, kept in a folder."""
    one = Program("--out", folder, "--port", 0, *arguments)
    try:
        yield one
    finally:
        one.end()
