"""The server of a live class: it serves the pages of this package, and passes their messages to the state machine.

Anything confirmed to a person is already on disk. Each page receives only the newest state, so a slow reader misses the
states in between and holds nobody up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from widgets import sent
from widgets.live_class import shown
from widgets.live_class.network import HERE, PORT, Hosts, host_name, own_address, qr_rows, whence
from widgets.page import HERE as WIDGETS
from widgets.page import style as page_style
from workbench.core.errors import WorkbenchError
from workbench.core.outside import told
from workbench.live_class.activity import Due, Same, Vote
from workbench.live_class.journal import Journal, JournalError
from workbench.live_class.keep import write_kept
from workbench.live_class.state import CLOSED, LiveClass, Refused, WrongCode, refusal_of
from workbench.live_class.weigh import partings, weigh

LARGEST_MESSAGE: Final = 8_192
"""The largest message that a page may send, in bytes."""
LARGEST_OF_LECTURER: Final = 65_536
"""The same for the lecturer's page, which may send a pasted position."""
MOST_CONNECTIONS: Final = 700
PER_SECOND: Final = 8.0
"""How many messages a second a page may send over time."""
AT_ONCE: Final = 40.0
"""How many messages a page may send in one burst."""
MOST_IGNORED: Final = 400
"""The server hangs up on a page after ignoring this many messages that came too fast."""
WRONG_CODES: Final = 20
"""How many wrong codes one address may try per minute: in ninety minutes, 1,820 of 480 million."""
MOST_ADDRESSES: Final = 5_000
PATIENCE: Final = 30.0
"""The server hangs up on a page that reads nothing for this many seconds; the page reconnects when it can."""
SETTLE: Final = 0.04
"""The least time between two messages to a page, in seconds; everything that happens in between is sent together."""
LATER: Final = 0.4
"""The same for a page whose seat has nothing to decide: drawing every onlooker's board would keep the others waiting."""
PING: Final = 20
PAGES: Final = Path(__file__).parent
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src data:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Pages load nothing from other sites, and run only our scripts."""
FULL: Final = "The class has as many pages open as it can serve. Close one, and try again."

T = TypeVar("T")
log = logging.getLogger("workbench.live_class")


class Bucket:
    """A rate limit: how many things a page or an address may still do now. It refills over time.

    Args:
        most: how many at once.
        per_second: how many it refills per second.

    >>> bucket = Bucket(1, 0.5)
    >>> bucket.take(0.0), bucket.take(1.0), bucket.take(2.0)
    (True, False, True)
    """

    def __init__(self, most: float, per_second: float) -> None:
        self.most, self.per_second = most, per_second
        self.left, self.since = most, 0.0

    def has(self, now: float) -> bool:
        """Say whether at least one is left at a time."""
        self.left = min(self.most, self.left + (now - self.since) * self.per_second)
        self.since = now
        return self.left >= 1

    def take(self, now: float) -> bool:
        """Take one if any is left at a time, and say whether one was taken."""
        if not self.has(now):
            return False
        self.left -= 1
        return True


class Host:
    """A running class: the state machine, its journal, and the open pages.

    Args:
        room: the class.
        journal: its journal, which holds everything so far.
        address: the address that people open, ending with a slash.
        names: host names that requests may use, besides those of this machine.
    """

    def __init__(self, room: LiveClass, journal: Journal, address: str, names: Iterable[str] = ()) -> None:
        self.room = room
        self.journal = journal
        self.hosts = Hosts([*names, host_name(address.split("//", 1)[-1].split("/", 1)[0])])
        self.pages: set[Page] = set()
        self.broken = ""
        self.boards = shown.Boards()
        self._set_address(address)
        self._disk = ThreadPoolExecutor(1, "class-disk")
        self._thinkers = ThreadPoolExecutor(1, "class-player")
        self._waiting: list[asyncio.Future[None]] = []
        self._writing: asyncio.Task[None] | None = None
        self._asked: set[tuple[int, int, int]] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._wrong: dict[str, Bucket] = {}
        self._revealing = False

    def _set_address(self, address: str) -> None:
        self.address = address
        self.qr = qr_rows(f"{address}?code={self.room.code}")

    # -- changing the class --------------------------------------------------------------------------------------------

    async def change(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Carry out an entry, and return once it is on disk.

        Raises:
            JournalError: it could not be written.
        """
        if self.broken:
            raise JournalError(self.broken)
        answer = self.room.apply(entry)
        self.journal.append(entry)
        self._touch_after(entry)
        await self._synced()
        return answer

    async def _synced(self) -> None:
        """Wait until everything appended so far is on disk. Entries that arrive meanwhile are written together."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        if self._writing is None:
            self._writing = self.spawn(self._write())
        await future

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                fault: JournalError | None = None
                try:
                    await loop.run_in_executor(self._disk, self.journal.write, self.journal.take())
                except JournalError as caught:
                    fault = caught
                    self.broken = f"{caught} The class has stopped, because it can no longer keep what people send."
                for future in waiting:
                    if future.cancelled():
                        continue
                    if fault is None:
                        future.set_result(None)
                    else:
                        future.set_exception(JournalError(self.broken))
        finally:
            self._writing = None

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background, and keep it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _touch_after(self, entry: Mapping[str, Any]) -> None:
        """Notify the pages that have something new to show."""
        do, activity = entry["do"], self.room.activity
        if do in ("vote", "withdraw", "refused"):
            self.touch({entry["person"]})
        elif do in ("move", "take_back", "program") and not isinstance(activity, Vote):
            game = activity.place_of(entry["person"]) if "person" in entry else entry["game"]
            seats = activity.games[game].seats.values() if hasattr(activity, "games") else ()
            self.touch(set(seats))
        else:
            if do in ("join", "remove"):
                self.boards.forget()
            self.touch(None)
        self._ask_programs()

    def touch(self, people: set[int] | None) -> None:
        """Tell some people's pages (None for all), the wall and the lecturer's that there is something new."""
        for page in self.pages:
            if people is None or page.role != "person" or page.person in people:
                page.news.set()
                if people is None or page.first():
                    page.hurry.set()

    # -- computer players ----------------------------------------------------------------------------------------

    def _ask_programs(self) -> None:
        """Ask each computer player whose turn it is and that has not been asked yet."""
        for due in self.room.due():
            key = (self.room.round, due.game, due.step)
            if key not in self._asked:
                self._asked.add(key)
                self.spawn(self._ask_program(due, self.room.round, key))

    async def _ask_program(self, due: Due, asked_in: int, key: tuple[int, int, int]) -> None:
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self._thinkers, due.match.asking(due.who))
        except WorkbenchError as fault:
            self.tell_lecturer(f"A computer player cannot move: {fault}")
            return
        finally:
            self._asked.discard(key)
        entry = self.room.decided(due, action, asked_in)
        if entry is not None:
            with contextlib.suppress(JournalError):
                await self.change(entry)

    def tell_lecturer(self, sentence: str) -> None:
        """Show a sentence on the lecturer's page."""
        for page in self.pages:
            if page.role == "lecturer":
                page.answer({"said": told(sentence)})

    # -- what pages ask ------------------------------------------------------------------------------------------------

    def present(self) -> Counter[int]:
        """Count the open pages of each person."""
        return Counter([page.person for page in self.pages if page.role == "person" and page.person])

    def parts_for(self, page: Page) -> dict[str, str]:
        """Return everything that a page shows, in parts that change independently."""
        room = self.room
        if page.role == "person":
            if not page.person:
                return {"class": shown.text({"game": room.activity.game.title})}
            parts = {
                "class": shown.text(shown.the_class(room)),
                "me": shown.text(shown.me(room, page.person)),
                "board": self.boards.of(room, page.person),
            }
            if isinstance(room.activity, Vote):
                parts["result"] = shown.text(shown.result(room))
            return parts
        open_pages = self.present()
        parts = {
            "class": shown.text(shown.the_class(room)),
            "wall": shown.text(shown.wall(room, len(open_pages))),
            "result": shown.text(shown.result(room)),
            "board": self.boards.of(room, 0),
            "door": shown.text({"code": room.code, "address": self.address, "qr": self.qr, "broken": self.broken}),
        }
        if page.role == "lecturer":
            parts["desk"] = shown.text(shown.desk(room, open_pages))
        return parts

    async def heard(self, page: Page, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """Handle a message from a page, and return the answer.

        Raises:
            WorkbenchError: the message was refused; the text is a sentence for the person.
        """
        if page.role == "lecturer":
            return await self.lecture(message)
        if page.role != "person":
            return None
        if message.get("do") == "join":
            return await self._join(page, message)
        if not page.person:
            raise Refused("Join the class first: type the code on the wall.")
        if message.get("do") == "clause":
            clause = str(message.get("id", ""))[:60]
            found = self.room.activity.game.rulebook[clause]
            return {"asked": {"id": found.id, "text": found.plain, "origin": found.standing}}
        entry = self.room.said(page.person, message)
        if "answered" in entry:
            return self._wire(entry["answered"])
        if "confirm" in entry:
            return {"confirm": entry["confirm"]}
        return self._wire(await self.change(entry))

    def _wire(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return an answer in the form in which it is sent."""
        refusal = refusal_of(dict(answer))
        if refusal is None:
            return {"said": answer.get("said", "")}
        return {"said": "", "refusal": sent.refused(self.room.activity.game, refusal)}

    async def _join(self, page: Page, message: Mapping[str, Any]) -> dict[str, Any]:
        now = asyncio.get_running_loop().time()
        tries = self._wrong.setdefault(page.whence, Bucket(WRONG_CODES, WRONG_CODES / 60))
        if not tries.has(now):
            raise Refused("Too many wrong codes came from here. Wait a minute.")
        try:
            entry = self.room.joining(message.get("code"), message.get("name"), message.get("key"))
        except WrongCode:
            tries.take(now)
            if len(self._wrong) > MOST_ADDRESSES:
                self._wrong.clear()
            raise
        if "known" not in entry:
            await self.change(entry)
        self.enter(page, message.get("key"))
        return {"joined": True}

    def enter(self, page: Page, key: object) -> bool:
        """Let a page in by the key in its personal link."""
        person = self.room.person(key)
        if person is None or person.removed:
            return False
        page.person = person.number
        self.touch({person.number})
        return True

    async def lecture(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a request from the lecturer.

        Raises:
            WorkbenchError: the request makes no sense now, or cannot be written to disk.
        """
        room = self.room
        if message.get("do") == "reveal":
            if self._revealing and room.phase == CLOSED:
                raise Refused("This is being worked out already.")
            if room.lecture(message).get("answered"):
                return {"said": ""}
            return await self._reveal(message)
        entry = room.lecture(message, self.present() or None)
        if "answered" in entry:
            return {"said": ""}
        await self.change(entry)
        if entry["do"] == "remove":
            for page in list(self.pages):
                if page.person == entry["person"]:
                    page.answer({"removed": True, "said": "The lecturer has taken you out of the class."})
                    page.person = 0
        if entry["do"] == "close":
            await self.keep()
        return {"said": ""}

    async def _reveal(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Work out what to reveal, outside the event loop, and reveal it."""
        room, loop = self.room, asyncio.get_running_loop()
        self._revealing = True
        try:
            activity, asked_in = room.activity, room.round
            found: dict[str, Any] = {}
            if isinstance(activity, Vote):
                found = await loop.run_in_executor(self._thinkers, weigh, activity.match.branch())
            elif isinstance(activity, Same):
                seats = frozenset(range(activity.game.players)).difference(activity.step.programs)
                branches = {str(number): match.branch(match.steps) for number, match in activity.matches()}
                rows = await loop.run_in_executor(self._thinkers, partings, branches, seats)
                found = {"partings": rows}
            if room.round != asked_in or room.phase != CLOSED:
                raise Refused("The class has gone on meanwhile.")
            await self.change(room.lecture({**message, "found": found}))
            await self.keep()
        finally:
            self._revealing = False
        return {"said": ""}

    async def keep(self) -> None:
        """Write the tables and games of the closed questions beside the journal."""
        files = write_kept(self.room, self.journal.path.parent)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._disk, files)
        except (OSError, WorkbenchError) as fault:
            self.tell_lecturer(f"The tables could not be written: {fault}. The journal has everything.")

    # -- the end -------------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Close all connections, write what waits, and close the journal."""
        for page in list(self.pages):
            page.close(1001, "The class is over.")
        for task in list(self._tasks):
            if task is not self._writing:
                task.cancel()
        if self._writing is not None:
            await asyncio.wait([self._writing])
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._disk.shutdown()
        self.journal.close()


class Page(WebSocketHandler):
    """One open page: a person's, the wall or the lecturer's."""

    host: Host

    def initialize(self, host: Host) -> None:
        """Begin as a page of unknown kind."""
        self.host = host
        self.role = ""
        self.person = 0
        self.whence = whence(self.request.remote_ip or "")
        self.news = asyncio.Event()
        self.hurry = asyncio.Event()
        self._answers: list[dict[str, Any]] = []
        self._sent: dict[str, str] = {}
        self._bucket = Bucket(AT_ONCE, PER_SECOND)
        self._ignored = 0
        self._last_word = False
        self._sender: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Refuse a request that names another host, and any request when too many pages are open."""
        if not self.host.hosts.allow(self.request.host):
            self.set_status(403)
            self.finish("This class is not at that address.")
        elif len(self.host.pages) >= MOST_CONNECTIONS:
            self.set_status(503)
            self.finish(FULL)

    def check_origin(self, origin: str) -> bool:
        """Allow only pages of this class to connect."""
        name = origin.split("://", 1)[-1]
        return self.host.hosts.allow(name)

    def open(self, *arguments: str, **named: str) -> None:
        """Start the task that sends to the page; hang up if the page does not say in time what it is."""
        self.set_nodelay(True)
        self.host.pages.add(self)
        self._sender = self.host.spawn(self._send())
        asyncio.get_running_loop().call_later(PATIENCE, self._refuse_silence)

    def _refuse_silence(self) -> None:
        if not self.role:
            self.close(1008, "Nothing was said.")

    async def on_message(self, message: str | bytes) -> None:
        """Handle a message from the page. A bad message can cause nothing worse than a sentence in reply."""
        if not self._bucket.take(asyncio.get_running_loop().time()):
            self._ignored += 1
            if self._ignored == 1:
                self.answer({"said": "That was too fast. Wait a moment."})
            if self._ignored > MOST_IGNORED:
                self.close(1008, "Too many messages.")
            return
        if self._last_word:
            return
        number: object = None
        try:
            data = self._read(message)
            number = data.get("n")
            if not self.role:
                self._greet(data)
                return
            answer = await self.host.heard(self, data)
            if answer is not None:
                self.answer({"re": number, **answer})
        except WorkbenchError as fault:
            self.answer({"re": number if isinstance(number, int) else None, "said": told(str(fault), 600), "refused": True})
        except Exception:
            log.exception("A message could not be dealt with.")
            wrong = "Something went wrong on the computer of the class. Try again."
            self.answer({"re": number if isinstance(number, int) else None, "said": wrong, "refused": True})

    def _read(self, message: str | bytes) -> dict[str, Any]:
        if isinstance(message, bytes) or (self.role != "lecturer" and len(message) > LARGEST_MESSAGE):
            raise Refused("The message is too large.")
        try:
            data = json.loads(message)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise Refused("The page sent something that the class cannot read. Load the page again.")
        return data

    def _greet(self, data: Mapping[str, Any]) -> None:
        """Handle the first message, which says what the page is."""
        role, key = data.get("hello"), data.get("key")
        if role == "person":
            self.role = "person"
            known = self.host.enter(self, key)
            self.answer({"welcome": known, "gone": bool(key) and not known})
        elif role in ("wall", "lecturer") and self.host.room.holds(role, key):
            self.role = role
            self.answer({"welcome": True})
        elif role in ("wall", "lecturer"):
            said = "This link does not belong to this class. Open the link that was printed when the class was opened."
            self._last_word = True
            self.answer({"welcome": False, "said": said})
            return
        else:
            raise Refused("The page did not say what it is. Load the page again.")
        self.host.touch(set())
        self.news.set()
        self.hurry.set()

    def answer(self, data: dict[str, Any]) -> None:
        """Queue an answer to be sent."""
        if len(self._answers) < 100:
            self._answers.append(data)
            self.news.set()
            self.hurry.set()

    async def _send(self) -> None:
        """Send news as fast as the page reads it."""
        try:
            while True:
                await self.news.wait()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.hurry.wait(), LATER)
                self.news.clear()
                self.hurry.clear()
                answers, self._answers = self._answers, []
                parts = self.host.parts_for(self) if self.role else {}
                changed = [f'"{name}":{made}' for name, made in parts.items() if self._sent.get(name) != made]
                self._sent = parts
                if changed or answers:
                    body = "{" + ",".join([*changed, f'"answers":{shown.text(answers)}']) + "}"
                    await asyncio.wait_for(self.write_message(body), PATIENCE)
                if self._last_word:
                    self.close(1008, "Not of this class.")
                    return
                await asyncio.sleep(SETTLE)
        except (WebSocketClosedError, TimeoutError):
            self.close(1001, "Nothing was read.")
        except Exception:
            log.exception("A page could not be told what is new.")
            self.close(1011, "That went wrong here.")

    def first(self) -> bool:
        """Say whether the page sees news at once: the wall, the lecturer's, and that of a person who decides."""
        seating = self.host.room.activity.seating(self.person) if self.person else None
        return seating is None or seating.decides

    def on_close(self) -> None:
        """Forget the page; the person stays in the class."""
        self.host.pages.discard(self)
        if self._sender is not None:
            self._sender.cancel()
        self.host.touch(set())

    def on_ws_connection_close(self, close_code: int | None = None, close_reason: str | None = None) -> None:
        """Pass on that the connection was lost."""
        super().on_ws_connection_close(close_code, close_reason)

    def data_received(self, chunk: bytes) -> None:
        """Ignore what is uploaded."""


class File(RequestHandler):
    """A page of this package, or a script or style sheet that it loads."""

    def initialize(self, host: Host, content: bytes, kind: str) -> None:
        """Take the content to send."""
        self.host, self.content, self.kind = host, content, kind

    def prepare(self) -> None:
        """Refuse a request that names another host."""
        if not self.host.hosts.allow(self.request.host):
            self.set_status(403)
            self.finish("This class is not at that address.")

    def set_default_headers(self) -> None:
        """Forbid the page to load anything from other sites, and forbid other sites to frame it."""
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-cache")
        self.clear_header("Server")

    def get(self) -> None:
        """Send the content."""
        self.set_header("Content-Type", self.kind)
        self.finish(self.content)

    def write_error(self, status_code: int, **named: Any) -> None:
        """Answer every error with the same sentence, which shows nothing of how the program works."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is no such page in this class.")

    def data_received(self, chunk: bytes) -> None:
        """Ignore what is uploaded."""


class Nothing(File):
    """The answer to a request for a file that does not exist."""

    def get(self) -> None:
        """Send the error 404."""
        self.send_error(404)


def application(host: Host) -> Application:
    """Return the web application that serves a class."""

    def part(name: str, folder: Path = PAGES, before: str = "") -> bytes:
        return (before + (folder / name).read_text(encoding="utf-8")).encode()

    page, script, style = "text/html; charset=utf-8", "text/javascript; charset=utf-8", "text/css; charset=utf-8"
    frame = part("class.html").decode()
    files = {
        role: (frame.replace("ROLE", name).encode(), page)
        for role, name in (("", "person"), ("wall", "wall"), ("lecturer", "lecturer"))
    }
    files |= {
        "class.js": (part("class.js"), script),
        # in a notebook the board's script keeps its connection to the kernel alive; a class has no kernel
        "board.js": (part("board.js", WIDGETS, "const hearTheKernel = () => {};\n"), script),
        "class.css": (part("class.css"), style),
        "board.css": (page_style("board.css").encode(), style),
    }
    routes: list[Any] = [(r"/ws", Page, {"host": host})]
    routes += [(f"/{name}", File, {"host": host, "content": body, "kind": kind}) for name, (body, kind) in files.items()]
    return Application(
        routes,
        default_handler_class=Nothing,
        default_handler_args={"host": host, "content": b"", "kind": "text/plain; charset=utf-8"},
        compress_response=True,
        websocket_ping_interval=PING,
        websocket_ping_timeout=PING,
        websocket_max_message_size=LARGEST_OF_LECTURER,
        log_function=lambda handler: None,
    )


def sockets_at(port: int | None, everywhere: bool) -> list[socket.socket]:
    """Return sockets that listen for a class.

    Args:
        port: the port; None for the usual one, or any free one if that is taken.
        everywhere: whether other devices may connect, or only this machine.

    Raises:
        WorkbenchError: the port is taken, or no port has that number.
    """
    if port is not None and not 0 <= port <= 65_535:
        raise WorkbenchError(f"A port is a number from 0 to 65535, not {port}.")
    for one in [PORT, 0] if port is None else [port]:
        try:
            if everywhere:
                return bind_sockets(one)  # by IPv4, and by IPv6 where the machine has it
            return bind_sockets(one, HERE, family=socket.AF_INET)
        except OSError as fault:
            why = fault.strerror or str(fault)
    raise WorkbenchError(f"The class cannot listen at port {port}: {why}. Name another one.")


class Running:
    """A server in a thread of its own, with its own loop.

    Args:
        room: the class.
        journal: its journal.
        port: as for `sockets_at`.
        everywhere: as for `sockets_at`.
        address: the address that people open; None for this machine's.

    Attributes:
        host: the running class; only the thread may touch it.
        port: the port at which it listens.
        address: the address that people open.
    """

    def __init__(
        self, room: LiveClass, journal: Journal, port: int | None = None, everywhere: bool = True, address: str | None = None
    ) -> None:
        sockets = sockets_at(port, everywhere)
        self.port = int(sockets[0].getsockname()[1])
        self.address = address or f"http://{own_address() if everywhere else HERE}:{self.port}/"
        self.host = Host(room, journal, self.address)
        self.loop = asyncio.new_event_loop()
        self._up = threading.Event()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, args=(sockets,), name="live-class", daemon=True)
        self._thread.start()
        self._up.wait()

    def _run(self, sockets: list[socket.socket]) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._serve(sockets))
        self.loop.close()

    async def _serve(self, sockets: list[socket.socket]) -> None:
        server = HTTPServer(
            application(self.host),
            idle_connection_timeout=60,
            body_timeout=10,
            max_header_size=16_384,
            max_body_size=16_384,
            max_buffer_size=1_000_000,
        )
        server.add_sockets(sockets)
        self.host._ask_programs()
        self._up.set()
        await self._end.wait()
        server.stop()
        await self.host.stop()
        await server.close_all_connections()

    def call(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run work in the thread of the class, wait for it, and return its result.

        Raises:
            WorkbenchError: the class refuses the request.
        """
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result()

    def stop(self) -> None:
        """Close the class; its journal stays."""
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self._end.set)
            self._thread.join()

    def wait(self) -> None:
        """Wait until the class is closed."""
        while self._thread.is_alive():
            self._thread.join(0.5)
