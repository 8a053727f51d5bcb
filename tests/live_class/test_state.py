"""The live class as a state machine: what is done counts once, and a journal gives the same class again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from workbench.core.errors import WorkbenchError
from workbench.core.random import Random
from workbench.live_class import Journal, JournalError, LiveClass, Refused, plan_from_json
from workbench.live_class.activity import Games, Tables, Vote
from workbench.live_class.people import clean_name, digest, new_key
from workbench.live_class.state import WrongCode

KEYS = {"lecturer": digest("l" * 24), "wall": digest("w" * 24)}
VOTE = {"kind": "vote", "setups": [{"game": "northwood", "seed": 7}]}
SAME = {"kind": "same", "setups": [{"game": "northwood", "seed": 7}]}
TABLES = {"kind": "tables", "setups": [{"game": "keydom", "players": 3, "seed": 7}]}


class Room(LiveClass):
    """A class that keeps the entries that it carried out."""

    def __init__(self, *steps: dict[str, Any]) -> None:
        super().__init__(plan_from_json(list(steps)), "KVR7XM", KEYS)
        self.entries: list[dict[str, Any]] = [json.loads(json.dumps(self.opening()))]

    def carry_out(self, entry: dict[str, Any]) -> dict[str, Any]:
        if not {"known", "answered", "confirm"} & set(entry):
            self.entries.append(json.loads(json.dumps(entry)))
            return self.apply(entry)
        return entry

    def join(self, n: int) -> None:
        for _ in range(n):
            self.carry_out(self.joining("kvr 7xm", "", new_key()))

    def do(self, do: str, **message: Any) -> None:
        self.carry_out(self.lecture({"do": do, **message}))

    def say(self, person: int, n: int, **message: Any) -> dict[str, Any]:
        return self.carry_out(self.said(person, {"device": "d", "n": n, "round": self.round, "do": "play", **message}))


def told(room: LiveClass) -> Any:
    """All that a class holds, for comparing two of them."""
    games = [(number, match.to_json().partition('"seconds"')[0]) for number, match in room.activity.matches()]
    ballots = room.activity.ballots if isinstance(room.activity, Vote) else {}
    seats = [one.seats for one in room.activity.games.values()] if isinstance(room.activity, Games) else []
    people = [(one.number, one.name, one.link, one.removed, sorted(one.devices)) for one in room.people.values()]
    facts = (room.place, room.item, room.phase, room.round, room.paused, room.hidden, room.found, room.kept, room.count)
    return games, ballots, seats, people, json.dumps(facts), room.activity.tripped()


def test_a_message_counts_once_and_only_for_the_question_it_answers() -> None:
    room = Room(VOTE)
    room.join(2)
    with pytest.raises(Refused, match="Wait until the lecturer begins"):
        room.say(1, 1, action="visit fief 3")
    room.do("begin")
    assert room.say(1, 1, action="visit fief 3")["said"] == "Your vote: visit fief 3."
    assert room.say(1, 2, action="visit fief 0")["said"] == "Your vote: visit fief 0."
    # the same two messages once more, as after a lost connection: the last is answered as before, the first is past
    assert room.say(1, 2, action="visit fief 3")["answered"]["said"] == "Your vote: visit fief 0."
    assert room.say(1, 1, action="visit fief 3")["answered"]["said"] == ""
    activity = room.activity
    assert isinstance(activity, Vote) and activity.split() == [(activity.match.find("visit fief 0"), 1)]
    room.do("close")
    with pytest.raises(Refused, match="closed"):
        room.say(2, 1, action="visit fief 3")
    earlier = room.round
    room.do("next")
    with pytest.raises(Refused, match="That question is over"):
        room.said(2, {"device": "d", "n": 1, "round": earlier, "do": "play", "action": 0})
    assert activity.match.step == 1 and not activity.ballots


def test_a_refused_move_changes_nothing_and_names_its_clause() -> None:
    room = Room(SAME)
    room.join(1)
    room.do("begin")
    room.say(1, 1, action="visit fief 3")
    answer = room.say(1, 2, action="visit fief 3")
    assert answer["refusal"].reasons
    match = dict(room.activity.matches())[1]
    assert match.step == 1 and match.refused == {answer["refusal"].clause: 1}
    assert room.activity.tripped() == [(answer["refusal"].clause, 1, 1)]


@pytest.mark.parametrize("step", [VOTE, SAME, TABLES], ids=["vote", "same", "tables"])
def test_a_journal_gives_the_same_class_again(step: dict[str, Any], tmp_path: Path) -> None:
    room, rng = Room(step, VOTE), Random(1, "people")
    room.join(4)
    room.do("begin")
    n = 0
    for turn in range(120):
        person, n = 1 + rng.below(4), n + 1
        for due in room.due():
            entry = room.decided(due, due.match.ask("random"), room.round)
            if entry:
                room.carry_out(entry)
        seating = room.activity.seating(person)
        legal = seating.moves() if seating is not None else ()
        action = legal[rng.below(len(legal))].action if legal and turn % 5 else rng.below(room.activity.game.actions)
        try:
            room.say(person, n, action=action, sure=True)
            if turn % 11 == 3:
                room.carry_out(room.said(person, {"device": "e", "n": n, "round": room.round, "do": "take_back"}))
        except Refused:
            continue
        if turn == 40:
            room.do("remove", person=2)
        if turn == 60:
            room.join(1)
        if turn == 80 and isinstance(room.activity, Games):
            room.do("slowest")
    room.do("close")
    with Path(tmp_path / "class.jsonl").open("w"):
        pass
    journal = Journal(tmp_path / "class.jsonl")
    for entry in room.entries:
        journal.append(entry)
    journal.close()
    again = Journal(tmp_path / "class.jsonl")
    assert told(LiveClass.restored(again.entries)) == told(room)
    again.close()


def test_a_torn_last_line_is_dropped_and_damage_before_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "class.jsonl"
    journal = Journal(file)
    for number in range(3):
        journal.append({"do": "join", "person": number})
    journal.sync()
    with pytest.raises(JournalError, match="still open"):
        Journal(file)
    journal.close()
    whole = file.read_bytes()
    for cut in range(1, 30):
        file.write_bytes(whole[:-cut])
        torn = Journal(file)
        assert [entry["person"] for entry in torn.entries] == [0, 1]
        torn.close()
        assert file.read_bytes() == b"".join(whole.splitlines(keepends=True)[:2])
    file.write_bytes(whole.replace(b'"person":1', b'"person":7'))
    with pytest.raises(JournalError, match=r"Line 2 .* is damaged"):
        Journal(file)


def test_late_people_take_seats_of_the_program_and_removed_ones_give_theirs_to_it() -> None:
    room = Room(TABLES)
    room.join(4)
    room.do("begin")
    tables = room.activity
    assert isinstance(tables, Tables)
    assert [one.seats for one in tables.games.values()] == [{0: 1, 1: 2, 2: 3}, {0: 4}]
    room.join(3)
    assert [one.seats for one in tables.games.values()] == [{0: 1, 1: 2, 2: 3}, {0: 4, 1: 5, 2: 6}, {0: 7}]
    room.do("remove", person=2)
    assert tables.games[1].seats == {0: 1, 2: 3} and tables.seating(2) is None
    with pytest.raises(Refused, match="taken you out"):
        room.say(2, 1, action=0)


def test_tables_of_a_game_with_secrets_are_dealt_from_a_seed_that_nobody_knows() -> None:
    room = Room(TABLES)
    room.join(3)
    entry = room.lecture({"do": "begin"})
    assert entry["seed"] > 10_000
    room.carry_out(entry)
    assert [match.seed for _, match in room.activity.matches()] == [entry["seed"]]


def test_a_rule_is_changed_and_the_same_position_asked_again() -> None:
    room = Room(VOTE)
    room.join(3)
    room.do("begin")
    for person in (1, 2, 3):
        room.say(person, 1, action=f"visit fief {person}")
    room.do("close")
    room.do("rules", options={"threshold": 18})
    assert room.activity.game.options["threshold"] == 18 and room.phase == "waiting"
    assert room.earlier is not None and room.earlier["n"] == 3
    with pytest.raises(Refused, match="threshold"):
        room.do("rules", options={"treshold": 18})
    room.do("begin")
    assert LiveClass.restored(room.entries).activity.game.options["threshold"] == 18


def test_the_lecturer_steers_and_what_makes_no_sense_is_a_sentence() -> None:
    poll = {"kind": "poll", "setups": [{"game": "northwood", "seed": 1}, {"game": "keydom", "seed": 2}]}
    room = Room(VOTE, poll)
    room.join(1)
    for wrong in (
        {"do": "close"}, {"do": "reveal"}, {"do": "fly"}, {"do": "__init__"}, {"do": None}, {"do": "step", "place": 9},
        {"do": "position", "position": {"hand": "nonsense"}}, {"do": "position", "position": 5}, {"do": "slowest"},
        {"do": "remove", "person": 99}, {"do": "rules", "options": {}}, {"do": "back"},
    ):  # fmt: skip
        before = told(room)
        with pytest.raises(WorkbenchError):
            room.lecture(wrong)
        assert told(room) == before
    room.do("begin")
    room.do("pause", on=True)
    with pytest.raises(Refused, match="paused"):
        room.say(1, 1, action=0)
    room.do("pause", on=False)
    room.do("close")
    room.do("next", action="visit fief 2")
    room.do("close")
    room.do("back")
    assert isinstance(room.activity, Vote) and room.activity.match.step == 0 and room.phase == "open"
    room.do("close")
    room.do("step", place=1)
    room.do("begin")
    room.do("close")
    room.do("next")
    assert (room.item, room.activity.game.name, room.phase) == (1, "keydom", "open")
    room.do("close")
    with pytest.raises(Refused, match="last step"):
        room.do("next")
    room.do("back")
    assert room.item == 0


def test_the_lecturers_click_counts_once_too() -> None:
    room = Room(VOTE)
    room.join(1)
    room.do("begin")
    room.say(1, 1, action="visit fief 3")
    room.do("close")
    message = {"do": "next", "device": "desk", "n": 1}
    room.carry_out(room.lecture(message))
    assert room.lecture(message) == {"answered": True}
    assert LiveClass.restored(room.entries).lecture(message) == {"answered": True}


def test_codes_keys_and_names() -> None:
    room = Room(VOTE)
    for code in ("KVR7X", "", None, 5, "kvr7xn", ["KVR7XM"]):
        with pytest.raises(WrongCode):
            room.joining(code, "Anna", new_key())
    for key in (None, "", "short", "x" * 65, "ä" * 30, 7):
        with pytest.raises(Refused, match="Load it again"):
            room.joining("KVR7XM", "Anna", key)
    key = new_key()
    room.carry_out(room.joining("KVR7XM", "Anna", key))
    assert room.joining("wrong", "Ben", key) == {"known": 1}  # the personal link is enough
    room.carry_out(room.joining("KVR7XM", "anna", new_key()))
    room.carry_out(room.joining("KVR7XM", "<img src=x onerror=alert(1)>", new_key()))
    room.carry_out(room.joining("KVR7XM", None, new_key()))
    assert [one.name for one in room.people.values()] == ["Anna", "anna 2", "<img src=x onerror=alert(1)>", "Guest 4"]
    assert key not in json.dumps(room.entries)  # only a digest is kept
    assert clean_name("a\u202eb\u0000c\n d") == "a b c d"
    for name in ("x" * 31, "a" + "\u0301" * 9, 7):
        with pytest.raises(WorkbenchError):
            clean_name(name)


def test_changed_phases_have_to_be_handed_over_again() -> None:
    class Respond(wb.load("northwood").phases["respond"].__class__):  # type: ignore[misc]
        pass

    from workbench.live_class import Setup, Step

    step = Step("vote", (Setup.of(wb.load("northwood", phases={"respond": Respond}), 7),))
    room = LiveClass([step], "KVR7XM", KEYS, {"northwood": {"respond": Respond}})
    entries = json.loads(json.dumps([room.opening()]))
    with pytest.raises(JournalError, match="pass phases"):
        LiveClass.restored(entries)
    assert LiveClass.restored(entries, {"northwood": {"respond": Respond}}).activity.game.replaced_phases
