"""A live class as a state machine: people, a plan, and what they do at its current step.

A step waits, then it is open, closed, and revealed. Every change to the class is an entry. `said`, `joining` and `lecture`
check an entry and change nothing; `apply` carries it out, and depends on the entry alone, so replaying a journal gives the
same class. There is no web and no clock in this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from workbench.core.errors import Refusal, WorkbenchError
from workbench.core.outside import nested_deeply, quoted, whole_number, words_in
from workbench.core.seating import fresh_seed
from workbench.live_class.activity import Activity, Due, Games, Tables, Vote, activity_for
from workbench.live_class.journal import JournalError
from workbench.live_class.people import (
    DEVICE,
    KEY,
    MOST_PEOPLE,
    Person,
    clean_name,
    digest,
    same,
    typed_code,
)
from workbench.live_class.plan import KINDS, Setup, Step, changed_setup, plan_from_json, setup_from_json

FORMAT: Final = 1
WAITING, OPEN, CLOSED, REVEALED = "waiting", "open", "closed", "revealed"
YOURS: Final = {"vote": "Your vote", "poll": "Your answer"}
"""The name of a choice at a step of each kind."""

Entry = dict[str, Any]
Answer = dict[str, Any]


class Refused(WorkbenchError):
    """A message was refused. The text is the answer to it, and nothing has changed."""


class WrongCode(Refused):
    """A person typed a code that differs from the one on the wall."""


class LiveClass:
    """A class: its people, its plan, and what they do now.

    Args:
        steps: the plan.
        code: the code that people type to join.
        keys: the digests of the lecturer's key and of the wall's.
        phases: for each game with replaced phases, those phases.

    Attributes:
        people: everybody who has ever joined, by number.
        place: the index of the current step in the plan.
        item: the index of the current position in a poll.
        phase: waiting, open, closed or revealed.
        round: the number of the current question; no number is used twice.
        activity: what the class does at this step.
        paused: whether the lecturer has paused all decisions.
        hidden: whether names are kept off the wall.
        found: what the last reveal showed.
        kept: the result of each closed question.

    >>> from workbench.live_class.people import digest
    >>> from workbench.live_class.plan import plan_from_json
    >>> plan = plan_from_json([{"kind": "vote", "setups": [{"game": "northwood", "seed": 7}]}])
    >>> room = LiveClass(plan, "KVR7XM", {"lecturer": digest("l"), "wall": digest("w")})
    >>> answer = room.apply(room.joining("kvr7xm", "Anna", "a" * 24))
    >>> answer = room.apply(room.lecture({"do": "begin"}))
    >>> message = {"device": "phone", "n": 1, "round": room.round, "do": "play", "action": "visit fief 3"}
    >>> room.apply(room.said(1, message))["said"]
    'Your vote: visit fief 3.'
    >>> room.said(1, message)["answered"]["said"]
    'Your vote: visit fief 3.'
    """

    def __init__(
        self,
        steps: Sequence[Step],
        code: str,
        keys: Mapping[str, str],
        phases: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.steps = tuple(steps)
        self.code = code
        self.keys = dict(keys)
        self.phases = dict(phases or {})
        self.people: dict[int, Person] = {}
        self.desk = Person(0, "lecturer", self.keys["lecturer"])
        self._by_link: dict[str, int] = {}
        self.place = 0
        self.item = 0
        self.phase = WAITING
        self.round = 1
        self.paused = False
        self.hidden = False
        self.found: dict[str, Any] = {}
        self.earlier: dict[str, Any] | None = None
        self.kept: list[dict[str, Any]] = []
        self.count = 0
        self.activity: Activity = activity_for(self.steps[0], 0)

    # -- the beginning, and beginning again ----------------------------------------------------------------------------

    def opening(self) -> Entry:
        """Return the first entry of a journal."""
        plan = [step.to_json() for step in self.steps]
        return {"do": "class", "format": FORMAT, "code": self.code, "keys": self.keys, "plan": plan}

    @classmethod
    def restored(cls, entries: Sequence[Mapping[str, Any]], phases: Mapping[str, Mapping[str, Any]] | None = None) -> LiveClass:
        """Rebuild a class from its journal.

        Args:
            entries: all entries of the journal.
            phases: for each game with replaced phases, those phases.

        Raises:
            JournalError: this is not the journal of a class, or the rules have changed since.
        """
        if not entries or entries[0].get("do") != "class":
            raise JournalError("This is not the journal of a class.")
        first = entries[0]
        if first.get("format") != FORMAT:
            raise JournalError(f"This journal has the format {quoted(first.get('format'))}; this workbench reads {FORMAT}.")
        try:
            room = cls(plan_from_json(first["plan"], phases), first["code"], first["keys"], phases)
        except WorkbenchError as fault:
            raise JournalError(f"The journal cannot be followed. {fault}") from None
        for number, entry in enumerate(entries[1:], 2):
            try:
                room.apply(dict(entry))
            except (WorkbenchError, KeyError, TypeError) as fault:
                raise JournalError(
                    f"Line {number} of the journal cannot be followed: {fault} The rules have changed since the class was held."
                ) from None
        return room

    # -- people --------------------------------------------------------------------------------------------------------

    def person(self, key: object) -> Person | None:
        """Return the person with a personal key, or None."""
        if not isinstance(key, str) or not KEY.fullmatch(key):
            return None
        number = self._by_link.get(digest(key), 0)
        return self.people.get(number)

    def holds(self, role: str, key: object) -> bool:
        """Say whether a key opens the lecturer's page or the wall. The lecturer's key opens the wall, too."""
        if not isinstance(key, str) or len(key) > 200:
            return False
        wanted = [self.keys[role]] if role == "lecturer" else [self.keys["wall"], self.keys["lecturer"]]
        return any([same(digest(key), one) for one in wanted])

    def present(self) -> list[Person]:
        """Return everybody whom the lecturer has not removed."""
        return [person for person in self.people.values() if not person.removed]

    def joining(self, code: object, name: object, key: object) -> Entry:
        """Check a person who wants to join.

        Args:
            code: as typed.
            name: as typed; empty for none.
            key: the personal key, made by the person's browser. Anybody who returns with it is the same person.

        Returns:
            the entry; or ``known`` with the number of a person who has joined already.

        Raises:
            Refused: the code is wrong, the name is too long, or the class is full.
        """
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise Refused("This page is too old for the class. Load it again.")
        found = self.person(key)
        if found is not None:
            if found.removed:
                raise Refused("The lecturer has taken you out of the class.")
            return {"known": found.number}
        if not same(typed_code(code), self.code):
            raise WrongCode("That is not the code on the wall. Look again: there is no letter O and no digit 0 in it.")
        if len(self.people) >= MOST_PEOPLE:
            raise Refused(f"The class is full: {MOST_PEOPLE} people have joined.")
        try:
            wanted = clean_name(name)
        except WorkbenchError as fault:
            raise Refused(str(fault)) from None
        number = len(self.people) + 1
        return {"do": "join", "person": number, "name": self._free_name(wanted, number), "link": digest(key)}

    def _free_name(self, wanted: str, number: int) -> str:
        """Return a name that nobody has yet."""
        taken = {person.name.casefold() for person in self.people.values()}
        name, again = wanted or f"Guest {number}", 2
        while name.casefold() in taken:
            name, again = f"{wanted or 'Guest'} {number if not wanted else again}", again + 1
            if again > MOST_PEOPLE:
                name = f"Guest {number} ({again})"
        return name

    # -- what a person does --------------------------------------------------------------------------------------------

    def said(self, number: int, message: Mapping[str, Any]) -> Entry:
        """Check a message from a person; nothing changes.

        Args:
            number: the person.
            message: ``device`` and ``n`` (together they identify the message), ``round`` (the question it answers), and
                ``do``: ``play`` with an ``action`` as a number or words, or ``take_back``.

        Returns:
            the entry to apply; or ``answered`` with the earlier answer, if the message has come before; or ``confirm`` with
            a move that the person should confirm first.

        Raises:
            Refused: the message is not allowed now; the text is a sentence for the person.
        """
        person = self.people.get(number)
        if person is None or person.removed:
            raise Refused("The lecturer has taken you out of the class.")
        device, count = message.get("device"), whole_number(message.get("n"))
        if not isinstance(device, str) or not DEVICE.fullmatch(device) or count is None or not 0 < count < 2**31:
            raise Refused("This message has no number. Load the page again.")
        before = person.heard(device, count)
        if before is not None:
            return {"answered": before}
        if self.paused:
            raise Refused("The lecturer has paused the class.")
        if message.get("round") != self.round:
            raise Refused("That question is over. Here is the next one.")
        if self.phase != OPEN:
            waits = self.phase == WAITING
            raise Refused("Wait until the lecturer begins." if waits else "It is closed, so nothing can change now.")
        entry: Entry = {"person": number, "device": device, "n": count, "round": self.round}
        try:
            if message.get("do") == "take_back":
                return {**entry, **self._taking_back(number)}
            if message.get("do") != "play":
                raise Refused("The page asked for something that the class does not know. Load the page again.")
            return {**entry, **self._playing(number, message)}
        except Refused:
            raise
        except WorkbenchError as fault:
            raise Refused(str(fault)) from None

    def _taking_back(self, number: int) -> Entry:
        if isinstance(self.activity, Vote):
            if number not in self.activity.ballots:
                raise Refused("You have not voted yet.")
            return {"do": "withdraw"}
        seating = self.activity.seating(number)
        if seating is None or not seating.partway:
            raise Refused("There is nothing to take back.")
        return {"do": "take_back", "step": seating.match.step}

    def _playing(self, number: int, message: Mapping[str, Any]) -> Entry:
        seating, action, times = self.activity.meant(number, message)
        if seating.why_not(action) is not None:
            return {"do": "refused", "action": action, "step": seating.match.step}
        if isinstance(self.activity, Vote):
            return {"do": "vote", "action": action}
        if times == 1 and message.get("sure") is not True and (confirm := seating.to_confirm(action)):
            return {"confirm": confirm}
        if times > 1 and times > seating.repeats().get(action, 1):
            raise Refused(f"This move cannot be made {times} times in a row here.")
        return {"do": "move", "action": action, "times": times, "step": seating.match.step}

    # -- what the lecturer does ----------------------------------------------------------------------------------------

    def lecture(self, message: Mapping[str, Any], here: Iterable[int] | None = None) -> Entry:
        """Check a request from the lecturer; nothing changes.

        Args:
            message: ``do`` with its arguments: ``begin``, ``close``, ``reveal`` (``found``), ``next`` (``action``),
                ``back``, ``again``, ``step`` (``place``), ``position`` (``position``), ``rules`` (``options``), ``names``
                (``hidden``), ``pause`` (``on``), ``slowest``, ``remove`` (``person``).
            here: the people whose pages are open, for ``begin`` and ``again``; None for everybody.

        Returns:
            the entry to apply; or ``answered`` if the message (identified by ``device`` and ``n``) has come before.

        Raises:
            Refused: the request makes no sense now; a sentence says why.
        """
        wanted, device, count = message.get("do"), message.get("device"), whole_number(message.get("n"))
        named = isinstance(device, str) and DEVICE.fullmatch(device) is not None and count is not None and 0 < count < 2**31
        if named and self.desk.heard(str(device), count or 0) is not None:
            return {"answered": True}
        check = getattr(self, f"_may_{wanted}", None) if isinstance(wanted, str) and wanted.isidentifier() else None
        if check is None:
            raise Refused(f"The class does not know how to {quoted(wanted, 40)}.")
        try:
            entry: Entry = {"do": wanted, **check(message)}
        except Refused:
            raise
        except WorkbenchError as fault:
            raise Refused(str(fault)) from None
        if named:
            entry["message"] = [device, count]
        if wanted in ("begin", "again"):
            everybody = {person.number for person in self.present()}
            entry["people"] = sorted(everybody if here is None else everybody.intersection(here))
            if isinstance(self.activity, Tables) and self.activity.game.has_secrets():
                entry["seed"] = fresh_seed()
        return entry

    def _may_begin(self, message: Mapping[str, Any]) -> Entry:
        if self.phase != WAITING:
            raise Refused("It has begun already.")
        return {}

    def _may_close(self, message: Mapping[str, Any]) -> Entry:
        if self.phase != OPEN:
            raise Refused("Nothing is open.")
        return {}

    def _may_reveal(self, message: Mapping[str, Any]) -> Entry:
        if self.phase != CLOSED:
            raise Refused("Close it first." if self.phase == OPEN else "There is nothing to reveal.")
        found = message.get("found") or {}
        return {"found": found, "round": self.round}

    def _may_again(self, message: Mapping[str, Any]) -> Entry:
        if self.phase in (WAITING, OPEN) and isinstance(self.activity, Vote):
            raise Refused("Close the vote first.")
        return {}

    def _may_next(self, message: Mapping[str, Any]) -> Entry:
        if self.phase == OPEN:
            raise Refused("Close it first.")
        step = self.steps[self.place]
        if step.kind == "vote" and self.phase in (CLOSED, REVEALED) and not self._vote().match.over:
            action = message.get("action")
            if action is None:
                split = self._vote().split()
                if not split:
                    raise Refused("Nobody has voted. Choose a move yourself, or go to the next step.")
                action = split[0][0]
            number = self._vote().match.find(action)
            refusal = self._vote().match.why_not(number)
            if refusal is not None:
                raise Refused(f"Not now: {refusal}")
            return {"action": number, "round": self.round}
        if step.kind == "poll" and self.item + 1 < len(step.setups):
            return {"item": self.item + 1}
        if self.place + 1 >= len(self.steps):
            raise Refused("This was the last step of the plan.")
        return {"place": self.place + 1}

    def _may_back(self, message: Mapping[str, Any]) -> Entry:
        if self.phase == OPEN:
            raise Refused("Close it first.")
        step = self.steps[self.place]
        if step.kind == "vote" and self._vote().seating(0).can_undo:
            return {"undo": True}
        if step.kind == "poll" and self.item:
            return {"item": self.item - 1}
        if self.place == 0:
            raise Refused("This is the first step of the plan.")
        return {"place": self.place - 1}

    def _may_step(self, message: Mapping[str, Any]) -> Entry:
        place = whole_number(message.get("place"))
        if place is None or not 0 <= place < len(self.steps):
            raise Refused(f"The plan has the steps 1 to {len(self.steps)}.")
        if self.phase == OPEN:
            raise Refused("Close it first.")
        return {"place": place}

    def _may_position(self, message: Mapping[str, Any]) -> Entry:
        if self.phase == OPEN:
            raise Refused("Close it first.")
        position = message.get("position")
        if position is not None and (not isinstance(position, dict) or nested_deeply(position) or words_in(position) > 4000):
            raise Refused("A position is a dict, as `state.to_dict()` gives it.")
        now = self.activity.setup
        setup = Setup.of(self.activity.game, now.seed, position, now.title)
        setup.match()
        return {"setup": setup.to_json()}

    def _may_rules(self, message: Mapping[str, Any]) -> Entry:
        options = message.get("options")
        if not isinstance(options, dict) or not options or words_in(options) > 400:
            raise Refused("Name an option and its new value.")
        if self.phase == OPEN:
            raise Refused("Close it first.")
        match = next(iter(self.activity.matches()), (0, None))[1] if isinstance(self.activity, Vote) else None
        setup = changed_setup(self.activity.setup, match or self.activity.setup.match(), options)
        return {"setup": setup.to_json(), "changed": {name: setup.options.get(name) for name in options}}

    def _may_names(self, message: Mapping[str, Any]) -> Entry:
        return {"hidden": message.get("hidden") is True}

    def _may_pause(self, message: Mapping[str, Any]) -> Entry:
        return {"on": message.get("on") is True}

    def _may_slowest(self, message: Mapping[str, Any]) -> Entry:
        if not isinstance(self.activity, Games):
            raise Refused("In a vote nobody holds up the others. Close it when you like.")
        if self.phase != OPEN:
            raise Refused("Nothing is open.")
        game = self.activity.slowest()
        return {"game": game, "step": self.activity.games[game].match.step, "round": self.round}

    def _may_remove(self, message: Mapping[str, Any]) -> Entry:
        person = self.people.get(whole_number(message.get("person")) or 0)
        if person is None or person.removed:
            raise Refused("Nobody with that number is in the class.")
        return {"person": person.number}

    def _vote(self) -> Vote:
        assert isinstance(self.activity, Vote)
        return self.activity

    # -- computer players ----------------------------------------------------------------------------------------

    def due(self) -> list[Due]:
        """List the decisions that computer players have to make now."""
        return [] if self.paused or self.phase != OPEN else self.activity.due()

    def decided(self, due: Due, action: int, round_: int) -> Entry | None:
        """Return a computer player's decision as an entry; None if the class has moved on meanwhile."""
        if round_ != self.round or self.phase != OPEN:
            return None
        for now in self.activity.due():
            if now.game == due.game and now.step == due.step and now.match is due.match:
                return {"do": "program", "round": self.round, "game": due.game, "step": due.step, "action": action}
        return None

    # -- carrying out --------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Answer:
        """Carry out an entry that was checked.

        Returns:
            the answer to send: ``said``, and for a refused move the ``refusal``.

        Raises:
            WorkbenchError: the entry does not fit the rules, which have changed; the class may then be half changed.
        """
        self.count += 1
        do = entry["do"]
        answer: Answer = {"said": ""}
        if do in ("vote", "withdraw", "move", "take_back", "refused"):
            answer = self._person_did(entry)
            self.people[entry["person"]].keep(entry["device"], entry["n"], answer)
            return answer
        getattr(self, f"_do_{do}")(entry)
        if "message" in entry:
            device, number = entry["message"]
            self.desk.keep(device, number, answer)
        return answer

    def _person_did(self, entry: Entry) -> Answer:
        number, activity = entry["person"], self.activity
        do = entry["do"]
        if do == "refused":
            seating = activity.seating(number)
            refusal = None if seating is None else seating.why_not(entry["action"])
            if refusal is None:
                raise WorkbenchError("A move that was refused is legal.")
            activity.refuse(number, refusal)
            if isinstance(activity, Games) and seating is not None:
                seating.match.count_refusal(refusal)
            return {"said": "", "refusal": refusal}
        if isinstance(activity, Vote):
            if do == "withdraw":
                activity.ballots.pop(number, None)
                return {"said": f"{YOURS[activity.step.kind]} is withdrawn."}
            activity.ballots[number] = entry["action"]
            return {"said": f"{YOURS[activity.step.kind]}: {activity.match.move(entry['action']).text}."}
        assert isinstance(activity, Games)
        if do == "take_back":
            activity.take_back(number)
        else:
            activity.play(number, entry["action"], entry["times"])
        activity.lately[activity.place_of(number)] = self.count
        return {"said": ""}

    def _do_keys(self, entry: Entry) -> None:
        """Take the new links for lecturer and wall: the class was opened again."""
        self.keys = dict(entry["keys"])

    def _do_join(self, entry: Entry) -> None:
        person = Person(entry["person"], entry["name"], entry["link"])
        self.people[person.number] = person
        self._by_link[person.link] = person.number
        if self.phase == OPEN:
            self.activity.welcome(person.number)

    def _do_begin(self, entry: Entry) -> None:
        self.phase = OPEN
        self.activity.begin(entry["people"], entry.get("seed"))

    def _do_close(self, entry: Entry) -> None:
        self.phase = CLOSED
        self.kept.append(self._record())

    def _do_reveal(self, entry: Entry) -> None:
        self.phase = REVEALED
        self.found = entry["found"]
        if self.kept:
            self.kept[-1]["found"] = entry["found"]

    def _do_again(self, entry: Entry) -> None:
        self._ask()
        self.activity.begin(entry["people"], entry.get("seed"))
        self.phase = OPEN

    def _do_next(self, entry: Entry) -> None:
        if "action" in entry:
            self._vote().play(entry["action"])
            self.earlier = None
            self._ask()
            self.phase = WAITING if self._vote().match.over else OPEN
        elif "item" in entry:
            self._lay(self.place, entry["item"], phase=OPEN)
        else:
            self._lay(entry["place"], 0)

    def _do_back(self, entry: Entry) -> None:
        if "undo" in entry:
            self._vote().seating(0).undo()
            self._vote().begin(())
            self.earlier = None
            self._ask()
            self.phase = OPEN
        elif "item" in entry:
            self._lay(self.place, entry["item"])
        else:
            self._lay(entry["place"], 0)

    def _do_step(self, entry: Entry) -> None:
        self._lay(entry["place"], 0)

    def _do_position(self, entry: Entry) -> None:
        self._lay(self.place, self.item, self._setup(entry["setup"]))

    def _do_rules(self, entry: Entry) -> None:
        earlier = self.kept[-1] if self.kept and self.kept[-1]["round"] == self.round else None
        self._lay(self.place, self.item, self._setup(entry["setup"]))
        self.earlier = earlier

    def _setup(self, data: Mapping[str, Any]) -> Setup:
        game = self.activity.game
        own = {game.name: {name: game.phases[name] for name in game.replaced_phases}}
        return setup_from_json(dict(data), {**self.phases, **own})

    def _do_names(self, entry: Entry) -> None:
        self.hidden = entry["hidden"]

    def _do_pause(self, entry: Entry) -> None:
        self.paused = entry["on"]

    def _do_slowest(self, entry: Entry) -> None:
        self.activity.borrowed.add(entry["game"])

    def _do_remove(self, entry: Entry) -> None:
        person = self.people[entry["person"]]
        person.removed = True
        self.activity.farewell(person.number)

    def _do_program(self, entry: Entry) -> None:
        self.activity.advance(entry["game"], entry["action"])
        self.activity.lately[entry["game"]] = self.count

    def _ask(self) -> None:
        """Ask a new question: answers to the last one no longer count."""
        self.round += 1
        self.found = {}

    def _lay(self, place: int, item: int, setup: Setup | None = None, phase: str = WAITING) -> None:
        self.activity = activity_for(self.steps[place], item, setup)
        self.place, self.item, self.phase = place, item, phase
        self.earlier = None
        self._ask()
        if phase == OPEN:
            self.activity.begin([person.number for person in self.present()])

    def _record(self) -> dict[str, Any]:
        """Return the record of the current question, for the tables."""
        step, activity = self.steps[self.place], self.activity
        record: dict[str, Any] = {
            "round": self.round,
            "step": self.place + 1,
            "item": self.item + 1,
            "kind": step.kind,
            "title": activity.setup.title or step.title,
            "game": activity.game.name,
            "options": dict(activity.game.options.changed()),
            "asked": len(self.present()),
            "tripped": [list(row) for row in activity.tripped()],
        }
        if isinstance(activity, Vote):
            match = activity.match
            record["question"] = "" if match.over else activity.seating(0).question()
            record["answers"] = {str(person): action for person, action in activity.ballots.items()}
            record["n"] = len(activity.ballots)
            record["split"] = [self._row(action, n) for action, n in activity.split()]
        elif isinstance(activity, Games):
            matches = [match for _, match in activity.matches()]
            record["n"] = len(matches)
            record["over"] = sum(match.over for match in matches)
        return record

    def _row(self, action: int, n: int) -> dict[str, Any]:
        move = self._vote().match.move(action)
        return {"action": action, "text": move.text, "clause": move.clause, "n": n}

    # -- in words -------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title of the current step."""
        step = self.steps[self.place]
        return self.activity.setup.title or step.title or KINDS[step.kind]


def refusal_of(answer: Answer) -> Refusal | None:
    """Return the refusal in an answer; None if it has none."""
    found = answer.get("refusal")
    return found if isinstance(found, Refusal) else None


__all__ = ["CLOSED", "OPEN", "REVEALED", "WAITING", "YOURS", "LiveClass", "Refused", "refusal_of"]
