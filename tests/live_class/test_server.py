"""A live class as a process of its own, with scripted people who speak with it as pages do."""

from __future__ import annotations

import asyncio
import csv
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClosedError

from tests.live_class.bots import Bot, Program, in_class, program
from workbench import lab
from workbench.core.random import Random

CROWD = 60


@pytest.fixture
def many(short: bool) -> int:
    """How many people there are; in the short run fewer."""
    return CROWD // 3 if short else CROWD


def table(path: Path) -> list[dict[str, str]]:
    """A table that the class has kept."""
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


async def crowd(one: Program, n: int) -> tuple[list[Bot], Bot, Bot]:
    """So many people in a class, the wall and the lecturer."""
    wall = await Bot(one.address, "wall", one.wall).come()
    lecturer = await Bot(one.address, "lecturer", one.lecturer).come()
    people = [Bot(one.address) for _ in range(n)]
    await asyncio.gather(*[person.come() for person in people])
    answers = await asyncio.gather(*[person.join(one.code, f"P{at}") for at, person in enumerate(people)])
    assert all(answer.get("joined") for answer in answers)
    await wall.until(lambda: wall.parts["wall"]["people"] == n)
    return people, wall, lecturer


async def do(lecturer: Bot, **message: Any) -> None:
    """Have the lecturer do something that works."""
    answer = await lecturer.say(**message)
    assert not answer.get("refused"), answer


async def all_see(people: list[Bot], phase: str, with_moves: bool = False) -> None:
    """Wait until everybody's page shows a phase."""
    for person in people:
        await person.until(lambda person=person: person.parts["class"]["phase"] == phase and (not with_moves or person.moves()))


def test_a_crowd_votes_plays_on_and_answers_a_poll(tmp_path: Path, many: int) -> None:
    plan = [
        {"kind": "vote", "setups": [{"game": "northwood", "seed": 7}]},
        {"kind": "poll", "setups": [{"game": "northwood", "seed": seed} for seed in (1, 2)]},
    ]
    (tmp_path / "plan.json").write_text(json.dumps(plan))

    async def play() -> None:
        with program(tmp_path / "class", "--plan", tmp_path / "plan.json") as one:
            people, wall, lecturer = await crowd(one, many)
            refused = await people[0].vote(3)
            assert refused["said"] == "Wait until the lecturer begins."
            await do(lecturer, do="begin")
            await all_see(people, "open", with_moves=True)
            rng = Random(1, "votes")
            chosen = {at: rng.below(8) for at in range(many)}
            first = await asyncio.gather(*[person.vote(person.moves()[0]) for person in people])
            assert all(answer["said"].startswith("Your vote") for answer in first)
            # everybody changes it: one voice a person
            await asyncio.gather(*[person.vote(person.moves()[chosen[at]]) for at, person in enumerate(people)])
            await wall.until(lambda: wall.parts["wall"]["answered"] == many)
            assert wall.parts["result"] is None  # the split is hidden until it is closed
            assert "ballots" not in json.dumps(wall.parts)
            await do(lecturer, do="close")
            await wall.until(lambda: wall.parts["result"])
            late = await people[0].vote(people[0].moves()[0])
            assert late["said"].startswith("It is closed")
            counts = {row["action"]: row["n"] for row in wall.parts["result"]["rows"]}
            action_of = people[0].moves()
            assert counts == {
                action_of[move]: list(chosen.values()).count(move) for move in set(chosen.values())
            }
            await do(lecturer, do="reveal")
            await wall.until(lambda: wall.parts["result"]["revealed"])
            result = wall.parts["result"]
            assert all(row["worth"] for row in result["rows"]) and any(row["best"] for row in result["rows"])
            assert result["clause"]["id"] == "NW-VISIT-1"
            old = people[0].parts["class"]["round"]
            await do(lecturer, do="next")
            await wall.until(lambda: wall.parts["class"]["round"] > old)
            stale = await people[1].say(do="play", action=0, round=old)
            assert stale["refused"] and stale["said"].startswith("That question is over")
            await do(lecturer, do="close")
            await do(lecturer, do="step", place=1)
            for item in (1, 2):
                await do(lecturer, do="begin" if item == 1 else "next")
                for person in people:
                    await person.until(
                        lambda person=person, item=item: (person.parts["class"]["kind"], person.parts["class"]["item"])
                        == ("poll", item) and person.parts["class"]["phase"] == "open" and person.moves()
                    )
                await asyncio.gather(*[person.vote(person.moves()[at % 3]) for at, person in enumerate(people)])
                await wall.until(lambda: wall.parts["wall"]["answered"] == many)
                await do(lecturer, do="close")
        rows = table(tmp_path / "class" / "answers.csv")
        assert len(rows) == 3 * many
        questions = table(tmp_path / "class" / "questions.csv")
        assert [row["n"] for row in questions] == [str(many), "0", str(many), str(many)]

    in_class(play)


@pytest.mark.long
def test_a_crowd_plays_a_whole_game_at_tables(tmp_path: Path, many: int) -> None:
    plan = [{"kind": "tables", "setups": [{"game": "liars_dice", "seed": 3}]}]
    (tmp_path / "plan.json").write_text(json.dumps(plan))

    async def one_player(person: Bot) -> None:
        rng = Random(person.parts["me"]["number"], "moves")
        while True:
            await person.until(lambda: person.moves() or person.parts["me"].get("over"))
            if person.parts["me"].get("over"):
                return
            found, before = person.moves(), person.parts["board"]
            if found:
                answer = await person.vote(found[rng.below(len(found))])
                if "confirm" in answer:
                    await person.say(
                        do="play", action=answer["confirm"]["action"], sure=True, round=person.parts["class"]["round"]
                    )
                if answer.get("refused"):
                    continue
                await person.until(lambda before=before: person.parts["board"] is not before)

    async def play() -> None:
        with program(tmp_path / "class", "--plan", tmp_path / "plan.json") as one:
            people, wall, lecturer = await crowd(one, many)
            await do(lecturer, do="begin")
            await asyncio.gather(*[one_player(person) for person in people])
            await wall.until(lambda: all(row["over"] for row in wall.parts["wall"]["rows"]))
            assert len(wall.parts["wall"]["rows"]) == many // 2
            await do(lecturer, do="close")
        folder = next((tmp_path / "class").glob("round_*_tables"))
        assert len(list(folder.glob("*.json"))) == many // 2

    in_class(play)


@pytest.mark.long
def test_the_same_game_for_all_becomes_a_report_of_the_class(tmp_path: Path) -> None:
    async def play() -> None:
        with program(tmp_path / "class", "northwood", "--seed", 7) as one:
            people, wall, lecturer = await crowd(one, 6)
            await do(lecturer, do="step", place=1)
            await do(lecturer, do="begin")
            await all_see(people, "open", with_moves=True)
            for at, person in enumerate(people):
                await person.vote(person.moves()[at % 2])
            tripped = await people[0].vote("visit fief 3")
            assert tripped["refusal"]["reasons"]
            await do(lecturer, do="slowest")
            await do(lecturer, do="close")
            await do(lecturer, do="reveal")
            await wall.until(lambda: wall.parts["result"] and wall.parts["result"]["revealed"])
            parting = wall.parts["result"]["partings"][0]
            assert (parting["n"], [move["n"] for move in parting["moves"]]) == (6, [3, 3])
            assert wall.parts["result"]["tripped"][0]["people"] == 1
        report = lab.class_report(next((tmp_path / "class").glob("round_*_same")))
        assert report.n == 6 and report.choices["chosen"].tolist()[:2] == [3, 3]

    in_class(play)


@pytest.mark.long
def test_a_power_cut_in_the_middle_of_a_vote_loses_no_confirmed_vote_and_counts_none_twice(tmp_path: Path, many: int) -> None:
    async def play() -> None:
        with program(tmp_path / "class", "northwood", "--seed", 7) as one:
            people, _, lecturer = await crowd(one, many)
            await do(lecturer, do="begin")
            await all_see(people, "open", with_moves=True)
            confirmed: dict[int, int] = {}
            sent: dict[int, int] = {}

            async def votes(at: int) -> None:
                person = people[at]
                sent[at] = person.moves()[at % 8]
                try:
                    answer = await person.vote(sent[at])
                except Exception:  # the class is gone: not confirmed
                    return
                if answer.get("said", "").startswith("Your vote"):
                    confirmed[at] = sent[at]
                    if len(confirmed) == many // 2:
                        one.process.kill()

            await asyncio.gather(*[votes(at) for at in range(many)])
            one.kill()
            assert len(confirmed) >= many // 2
        again = Program("--again", tmp_path / "class", "--port", one.port)
        try:
            assert again.code == one.code
            lecturer = await Bot(again.address, "lecturer", one.lecturer).come()
            assert lecturer.answers[-1].get("welcome") is False  # there are new links for the lecturer
            lecturer = await Bot(again.address, "lecturer", again.lecturer).come()
            wall = await Bot(again.address, "wall", again.wall).come()
            await wall.until(lambda: "wall" in wall.parts)
            assert wall.parts["class"]["phase"] == "open"
            assert len(confirmed) <= wall.parts["wall"]["answered"] <= many
            for at, person in enumerate(people):  # the same personal link, the same number of the message
                person.answers.clear()
                await person.come()
                assert person.answers[-1]["welcome"] is True
                await person.until(lambda person=person: person.parts["class"]["phase"] == "open")
                mine = person.parts["me"]["mine"]
                assert mine == confirmed[at] if at in confirmed else mine in (-1, sent[at])
                answer = await person.repeat(2, do="play", action=sent[at], round=person.parts["class"]["round"])
                assert answer["said"].startswith("Your vote")
            await wall.until(lambda: wall.parts["wall"]["answered"] == many)
            await do(lecturer, do="close")
            await wall.until(lambda: wall.parts["result"])
            assert wall.parts["result"]["n"] == many
            wanted = [list(sent.values()).count(row["action"]) for row in wall.parts["result"]["rows"]]
            assert [row["n"] for row in wall.parts["result"]["rows"]] == wanted
        finally:
            again.end()

    in_class(play)


def test_whoever_comes_from_outside_gets_a_sentence_or_silence_and_the_others_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        with program(tmp_path / "class", "northwood", "--seed", 7) as one:
            people, wall, lecturer = await crowd(one, 3)
            await do(lecturer, do="begin")
            await all_see(people, "open", with_moves=True)
            client = AsyncHTTPClient(force_instance=True)
            for path, host, code in (
                ("", "evil.example.com", 403), ("ws", "evil.example.com", 403), ("../../etc/passwd", None, 404),
                ("class.js/../server.py", None, 404), ("server.py", None, 404), ("", None, 200), ("board.js", None, 200),
            ):  # fmt: skip
                request = HTTPRequest(one.address + path, headers={"Host": host} if host else {})
                response = await client.fetch(request, raise_error=False)
                assert response.code == code, (path, host)
                assert one.code not in response.body.decode() and one.lecturer not in response.body.decode()
            # no key: no wall, no lecturer, no words
            for role in ("wall", "lecturer"):
                thief = await Bot(one.address, role, people[0].key).come()
                assert thief.answers[0]["welcome"] is False
                await thief.until(lambda thief=thief: thief.closed)
                assert thief.parts == {}
            # a person is no lecturer, and nobody else
            answer = await people[0].say(do="close")
            assert answer["refused"]
            stranger = await Bot(one.address).come()
            for message in ({"do": "play", "action": 3, "round": 2}, {"do": "clause", "id": "NW-VISIT-1"}):
                assert (await stranger.say(**message))["refused"]
            assert "board" not in stranger.parts and "me" not in stranger.parts
            for code in ("AAAAAA", "", None, 7, ["x"], "🦊" * 50):
                assert (await stranger.join(code))["refused"]  # type: ignore[arg-type]
            # rubbish
            for rubbish in ("", "[]", "{", "[" * 4000, '{"do": "play"}', '{"n": 1e999}', "null", b"\x00\xff"):
                await people[1].send(rubbish)
            for action in (-1, 10**30, True, None, [], "x" * 5000, 1.5, {"a": 1}):
                people[1].count += 1
                named = {"device": people[1].device, "n": people[1].count}
                await people[1].send({"do": "play", "action": action, "round": 2, **named})
            for number in (0, -1, 2**40, "1", None, True):
                await people[1].send({"do": "play", "action": 3, "round": 2, "device": "d", "n": number})
            await people[1].send("x" * 20_000)
            # a flood from one page is dropped, and in the end hung up on
            flood = await Bot(one.address).come()
            with suppress(WebSocketClosedError):
                for n in range(5_000):
                    await flood.send({"do": "join", "code": "AAAAAA", "name": "x", "key": flood.key, "n": n, "device": "f"})
            await flood.until(lambda: flood.closed)
            # and the others go on
            answer = await people[2].vote(people[2].moves()[0])
            assert answer["said"].startswith("Your vote")
            await do(lecturer, do="close")
            await wall.until(lambda: wall.parts["result"])
            assert [row["n"] for row in wall.parts["result"]["rows"]] == [1]

    in_class(play)


@pytest.mark.long
def test_three_hundred_pages_slow_readers_and_half_open_sockets_hold_nobody_up(tmp_path: Path) -> None:
    async def play() -> None:
        with program(tmp_path / "class", "northwood", "--seed", 7) as one:
            people, wall, lecturer = await crowd(one, 5)
            pages = [Bot(one.address, key=people[at % 5].key) for at in range(300)]
            for begin in range(0, 300, 50):
                await asyncio.gather(*[page.come() for page in pages[begin : begin + 50]])
            # open connections that say nothing, half a request, and half a frame
            silent = [await asyncio.open_connection("127.0.0.1", one.port) for _ in range(30)]
            for at, (_, writer) in enumerate(silent):
                writer.write((b"", b"GET /ws HTTP/1.1\r\nHost: x", b"\x00\x01\x02")[at % 3])
            # pages that never read again: nothing takes the messages from the sockets
            for page in pages[:40]:
                assert page._reader is not None
                page._reader.cancel()
            await do(lecturer, do="begin")
            await all_see(people, "open", with_moves=True)
            for round_ in range(5):
                answers = await asyncio.gather(*[person.vote(person.moves()[round_]) for person in people])
                assert all(answer["said"].startswith("Your vote") for answer in answers)
            for page in pages[40:]:
                await page.until(lambda page=page: page.parts["me"]["mine"] >= 0)
            await wall.until(lambda: wall.parts["wall"]["answered"] == 5)
            for _, writer in silent:
                writer.close()

    in_class(play)
