"""Save files: every kind of bad file gets its own sentence, and writing never harms an older file."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.helpers import refused
from workbench.core import savefile
from workbench.core import seating as seating_module
from workbench.core.errors import IllegalMove, SaveFileError
from workbench.core.match import Match
from workbench.core.seating import LONGEST_THOUGHT, Seating
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.state import NorthwoodState


def played(steps: int = 12) -> Match:
    """A match in the middle of its first visits, one step back from its last."""
    match = wb.load("northwood", threshold=18).match(seed=3)
    while match.step < steps:
        moves = match.moves()
        match.play(moves[match.step % len(moves)].action)
    match.undo()
    return match


def branched() -> Match:
    """A match with two variations, the second of which leaves the first."""
    match = wb.load("northwood").match(seed=3)
    for move in ("visit fief 0", "pass"):
        match.play(move)
    match.goto(0)
    for move in ("visit fief 3", "pass"):
        match.play(move)
    match.to_variation(1)
    match.goto(1)
    match.play("activate the Jack of Leaves")
    match.to_variation(1)
    match.name_variation(1, "what <b>if</b>")
    match.name_variation(0, "main")
    return match


MATCH = played()
TEXT = MATCH.to_json()
OLDER = wb.load("northwood").match(seed=1).to_json()
DATA: dict[str, Any] = json.loads(TEXT)


def changed(**fields: Any) -> str:
    return json.dumps({**DATA, **fields})


BRANCHED: dict[str, Any] = json.loads(branched().to_json())


def with_variation(place: int, **fields: Any) -> str:
    """A match with variations, one of them changed; a field that is ... is left out."""
    kept = [dict(one) for one in BRANCHED["variations"]]
    kept[place] = {name: value for name, value in {**kept[place], **fields}.items() if value is not ...}
    return json.dumps({**BRANCHED, "variations": kept})


def without(field: str) -> str:
    return json.dumps({name: value for name, value in DATA.items() if name != field})


def with_action(place: int, symbol: str) -> str:
    return changed(actions=[*DATA["actions"][:place], symbol, *DATA["actions"][place + 1 :]])


# -- refused moves -------------------------------------------------------------------------------------------------------


def test_refused_moves_are_saved_by_clause_and_older_files_load_as_before() -> None:
    assert "refused" not in DATA and wb.Match.from_json(TEXT).refused == {}
    seating = Seating(wb.Match.from_json(TEXT))
    for _ in range(2):
        with pytest.raises(IllegalMove):
            seating.play("give up")
    seating.match.undo()
    again = wb.Match.from_json(seating.match.to_json())
    assert again.refused == again.branch().refused == {"NW-RULING-38": 2}
    assert wb.Match.from_json(again.to_json()).to_json() == again.to_json()


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ([], 'The field "refused" should be an object, not [].'),
        (None, 'The field "refused" should be an object'),
        ({"NW-END-1": 0}, "should be a whole number from 1"),
        ({"NW-END-1": True}, "should be a whole number from 1"),
        ({"NW-END-1": 10**9}, "should be a whole number from 1"),
        ({"x" * 50: 1}, "which is not a clause"),
        ({"\x1b[2J": 1}, "which is not a clause"),
        ({f"NW-{number}": 1 for number in range(1_001)}, "names 1,001 clauses"),
    ],
)
def test_counts_of_refused_moves_are_checked(counts: Any, says: str) -> None:
    with refused(SaveFileError, says):
        wb.Match.from_json(changed(refused=counts))


# -- what is written can be read ---------------------------------------------------------------------------------------


def test_a_file_is_readable_json_of_names() -> None:
    assert DATA["format"] == "tabletop-workbench match" and DATA["format_version"] == 2
    assert DATA["project_version"] == wb.__version__
    assert DATA["game"] == "northwood" and DATA["options"]["threshold"] == 18 and DATA["position"] is None
    assert DATA["step"] == 11 and all(isinstance(symbol, str) for symbol in DATA["actions"])
    assert TEXT.endswith("}\n") and TEXT.count("\n") > 50


def test_a_match_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    MATCH.save(path)
    again = wb.Match.load(path)
    assert (again.step, again.steps, again.seed) == (11, 12, 3)
    assert again.actions == MATCH.actions and again.log == MATCH.log
    assert again.state.key() == MATCH.state.key()
    assert again.to_json() == TEXT
    again.redo()
    assert again.step == 12


def test_a_match_that_began_elsewhere_comes_back() -> None:
    match = wb.load("northwood").match(seed=1, position={"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ"})
    match.play("pass", chance="C3")
    again = wb.Match.from_json(match.to_json())
    assert again.state.key() == match.state.key() and again.log == match.log
    again.undo()
    match.undo()
    assert again.state.key() == match.state.key()


def test_a_mark_before_the_text_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "edited.json"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert wb.Match.load(path).step == 11


def test_symbols_may_be_written_in_capitals() -> None:
    text = changed(actions=[symbol.upper() for symbol in DATA["actions"]])
    assert wb.Match.from_json(text).to_json() == TEXT


# -- every kind of bad file --------------------------------------------------------------------------------------------

BAD_TEXTS: list[tuple[str, str, str]] = [
    ("empty", "", "The save file is empty."),
    ("blank", " \n\t ", "The save file is empty."),
    ("cut off", TEXT[: len(TEXT) // 2], "It looks cut off."),
    ("cut off early", TEXT[:1], "It looks cut off."),
    ("not JSON", "hello", "The save file is not readable JSON at line 1, column 1"),
    ("not JSON later", TEXT.replace('"seed": 3', '"seed": three'), 'column 10: Expecting value.'),
    ("a list", "[1, 2]", "This is not a save file of this workbench: it should be one JSON object."),
    ("a number", "7", "it should be one JSON object."),
    ("no format", "{}", 'its "format" is None.'),
    ("foreign", '{"format": "chess"}', "its \"format\" is 'chess'."),
    ("nested", "[" * 100_000, "This is not a save file of this workbench: it is nested too deeply."),
    ("a long number", '{"format": ' + "9" * 5000 + "}", "it contains a number of thousands of digits."),
    ("a name twice", TEXT.replace('"seed": 3', '"seed": 3, "seed": 4'), 'The save file names "seed" twice in one place.'),
    ("newer", changed(format_version=3, project_version="9.9"), "has format version 3; this workbench"),
    ("newer, by whom", changed(format_version=3, project_version="9.9"), "Version '9.9' of the workbench wrote it: update"),
    ("version 0", changed(format_version=0), 'The field "format_version" should be a whole number from 1, not 0.'),
    ("version text", changed(format_version="1"), 'The field "format_version" should be a whole number from 1, not \'1\'.'),
    ("version true", changed(format_version=True), 'The field "format_version" should be a whole number from 1, not True.'),
    *[(f"no {field}", without(field), f'The save file lacks the field "{field}".') for field in savefile.FIELDS],
    ("a field too many", changed(author="me"), 'The save file has a field "author" that does not belong there.'),
    ("game", changed(game=5), 'The field "game" should be a text, not 5.'),
    ("players", changed(players="1"), 'The field "players" should be a whole number, not \'1\'.'),
    ("players true", changed(players=True), 'The field "players" should be a whole number, not True.'),
    ("options", changed(options=[]), 'The field "options" should be an object, not [].'),
    ("replaced", changed(replaced_phases="respond"), 'The field "replaced_phases" should be a list, not \'respond\'.'),
    ("seed", changed(seed=1.5), 'The field "seed" should be a whole number, not 1.5.'),
    ("seed nan", TEXT.replace('"seed": 3', '"seed": NaN'), 'The field "seed" should be a whole number, not nan.'),
    ("position", changed(position="start"), 'The field "position" should be an object or null, not \'start\'.'),
    ("actions", changed(actions={}), 'The field "actions" should be a list, not {}.'),
    ("step", changed(step=None), 'The field "step" should be a whole number, not None.'),
    ("step below 0", changed(step=-1), 'The field "step" is -1, but should be 0 or more.'),
    ("an action that is no text", changed(actions=["card:C5", 7]), 'Entry 2 of "actions" should be a text, not 7.'),
    ("a phase that is no text", changed(replaced_phases=[None]), 'Entry 1 of "replaced_phases" should be a text, not None.'),
    ("unknown game", changed(game="chess"), "The save file does not fit the game. There is no game 'chess'."),
    ("players too many", changed(players=4), "For Northwood! is a game for 1 player, not 4."),
    ("unknown option", changed(options={"treshold": 18}), "northwood has no option 'treshold'. Did you mean 'threshold'?"),
    ("an argument as option", changed(options={"preset": "full"}), "northwood has no option 'preset'."),
    ("another one", changed(options={"name": "x"}), "northwood has no option 'name'."),
    ("bad value", changed(options={"threshold": 99}), "must be a whole number from 0 to 20, not 99."),
    ("options that quarrel", changed(options={"allies": "CJ FJ LJ EJ"}), "The options `allies` and `rulers` need setup="),
    ("unknown action", with_action(3, "card:C9"), "Action 4 of the save file is unknown. northwood has no action 'card:C9'."),
    ("impossible outcome", with_action(1, DATA["actions"][0]), "Action 2 of the save file, "),
    ("impossible outcome, why", with_action(1, DATA["actions"][0]), "It is not a possible outcome of the random event"),
    ("step too far", changed(step=13), "The save file says step 13, but its actions make only 12 decisions."),
    ("stops in the set-up", changed(actions=[]), "The save file stops after action 0, where a random event must follow."),
    ("stops in the deal", changed(actions=DATA["actions"][:10]), "stops after action 10, where a random event must follow."),
    ("impossible position", changed(position={"fief": 9}), "impossible:\n- 'fief' should be one of 0, 1, 2, 3, 4, 5, 6, 7"),
    ("unknown key", changed(position={"hnad": "C5"}), "There is no key 'hnad'. Did you mean 'hand'?"),
    ("phases", changed(replaced_phases=["respond", "deal"]), "pass phases={...} with deal, respond, or the changed game."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "says"), BAD_TEXTS, ids=[row[0] for row in BAD_TEXTS])
def test_every_kind_of_bad_file_has_its_sentence(kind: str, text: str, says: str) -> None:
    with refused(SaveFileError, says):
        wb.Match.from_json(text)


def test_an_illegal_action_in_the_middle_is_named_with_its_number_and_why() -> None:
    match = wb.load("northwood").match(seed=3, position={"hand": "C5 F2", "deck": "C3 C7 E1", "fief": 1, "ruler": "LQ"})
    match.play("pass", chance="C3")
    data = json.loads(match.to_json())
    assert data["actions"] == ["pass", "card:C3"]
    text = json.dumps({**data, "actions": ["pass", "card:C3", "card:F2"]})
    says = "Action 3 of the save file, 'card:F2', is not legal there. The statement is of Claws and you hold C5"
    with refused(SaveFileError, says):
        wb.Match.from_json(text)


# -- time of thought -----------------------------------------------------------------------------------------------------


def test_seconds_of_thought_are_counted_at_a_table_and_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(seating_module, "monotonic", lambda: now)
    seating = Seating(wb.load("northwood").match(seed=7))
    now += 12.5
    seating.play("visit fief 3")
    now += 5000.0  # gone for a walk
    seating.play("pass")
    match = seating.match
    assert match.seconds == 12 + int(LONGEST_THOUGHT)
    again = wb.Match.from_json(match.to_json())
    assert again.seconds == again.branch().seconds == match.seconds
    assert "seconds" not in DATA and wb.Match.from_json(TEXT).seconds == 0


@pytest.mark.parametrize("seconds", [-1, 1.5, True, "12", None, 10**400])
def test_seconds_of_thought_are_checked(seconds: Any) -> None:
    with refused(SaveFileError, 'The field "seconds" should be a whole number from 0 to 10,000,000'):
        wb.Match.from_json(changed(seconds=seconds))


def test_an_action_after_the_end_is_refused() -> None:
    match = wb.load("northwood").match(seed=1)
    match.play_out("random")
    data = json.loads(match.to_json())
    with refused(
        SaveFileError,
        f"Action {len(data['actions']) + 1} of the save file, 'pass', is not legal there. The game is over.",
    ):
        wb.Match.from_json(json.dumps({**data, "actions": [*data["actions"], "pass"]}))


def test_a_file_of_another_game_than_the_wanted_one_is_refused() -> None:
    assert wb.Match.from_json(TEXT, game="northwood").step == 11
    with refused(SaveFileError, "This save file belongs to 'northwood', not to 'keydom'."):
        wb.Match.from_json(TEXT, game="keydom")


class AnyCard(Respond):
    """Suits need not be followed."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return tuple(card for card in range(32) if state.hand >> card & 1)


def test_a_match_with_changed_rules_is_read_with_them_and_not_without() -> None:
    position = {"hand": "C5 F2", "deck": "C7 E1", "fief": 1, "ruler": "LQ", "statement": "C3"}
    match = wb.load("northwood", phases={"respond": AnyCard}).match(position=position)
    match.play("card:F2")
    text = match.to_json()
    loaded = wb.Match.from_json(text, match.game)
    assert loaded.state.key() == match.state.key() and type(loaded.game.phases["respond"]) is AnyCard
    again = wb.Match.from_json(text, phases={"respond": AnyCard})
    assert again.state.key() == match.state.key() and again.game.replaced_phases == ("respond",)
    with refused(SaveFileError, "To load it, pass phases={...} with respond, or the changed game."):
        wb.Match.from_json(text)
    with refused(SaveFileError, "'card:F2', is not legal there."):
        wb.Match.from_json(text, phases={"respond": Respond})


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with refused(SaveFileError, "evening.json cannot be read: No such file or directory."):
        wb.Match.load(tmp_path / "evening.json")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with refused(SaveFileError, "cannot be read"):
        wb.Match.load(tmp_path)
    with refused(SaveFileError, "is a folder: name a file in it."):
        MATCH.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with refused(SaveFileError, "picture.png is not a save file: it is not text."):
        wb.Match.load(path)


def test_a_folder_that_does_not_exist_or_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for folder in ("nowhere", "file"):
        with refused(SaveFileError, "evening.json cannot be written to that folder: "):
            MATCH.save(tmp_path / folder / "evening.json")


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with refused(SaveFileError, "evening.json cannot be written to that folder: Permission denied."):
        MATCH.save(tmp_path / "evening.json")


def failing_replace(patch: pytest.MonkeyPatch, fault: BaseException) -> None:
    def replace(*_: Any) -> None:
        raise fault

    patch.setattr(os, "replace", replace)


def failing_sync(patch: pytest.MonkeyPatch, fault: BaseException) -> None:
    def fsync(_: int) -> None:
        raise fault

    patch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("fail", [failing_replace, failing_sync])
@pytest.mark.parametrize(
    ("fault", "raised"),
    [
        (OSError(28, "No space left on device"), SaveFileError),
        (OSError("the disk is gone"), SaveFileError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_a_failure_while_writing_leaves_the_older_file_whole_and_nothing_else(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[[pytest.MonkeyPatch, BaseException], None],
    fault: BaseException,
    raised: type[BaseException],
) -> None:
    path = tmp_path / "evening.json"
    path.write_text(OLDER, encoding="utf-8")
    with monkeypatch.context() as patch:
        fail(patch, fault)
        with pytest.raises(raised) as caught:
            MATCH.save(path)
    if raised is SaveFileError:
        assert str(caught.value).startswith("evening.json cannot be written: ")
        assert "None" not in str(caught.value)
    assert path.read_text(encoding="utf-8") == OLDER
    assert [one.name for one in tmp_path.iterdir()] == ["evening.json"]
    MATCH.save(path)
    assert path.read_text(encoding="utf-8") == TEXT
    assert [one.name for one in tmp_path.iterdir()] == ["evening.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such rights there")
def test_a_saved_file_may_be_read_by_whom_other_new_files_may(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("x", encoding="utf-8")
    MATCH.save(tmp_path / "evening.json")
    rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "evening.json")]
    assert rights[0] == rights[1]


# -- variations -------------------------------------------------------------------------------------------------------


def test_variations_come_back_as_a_tree() -> None:
    match = branched()
    again = Match.from_json(match.to_json())
    assert again.variations == match.variations and len(match.variations) == 2 and again.name == "main"
    assert [one.of for one in match.variations] == [0, 1] and match.variations[0].name == "what <b>if</b>"
    assert again.to_json() == match.to_json()
    for number in (1, 2):
        match.to_variation(number)
        again.to_variation(number)
        assert again.actions == match.actions and again.log == match.log and again.state.key() == match.state.key()


def test_a_file_of_the_first_version_is_read_and_has_none() -> None:
    old = {name: value for name, value in DATA.items() if name not in ("name", "variations")}
    match = Match.from_json(json.dumps({**old, "format_version": 1}))
    assert match.variations == () and match.name == "" and match.to_json() == TEXT
    with refused(SaveFileError, 'has a field "name" that does not belong there'):
        Match.from_json(json.dumps({**DATA, "format_version": 1}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (without("variations"), 'lacks the field "variations"'),
        (with_variation(0, actions=...), 'Variation 1 of the save file lacks the field "actions".'),
        (with_variation(1, of=2), 'Variation 2 of the save file: the field "of" should be 0 to 1, not 2.'),
        (with_variation(0, of=True), 'the field "of" should be a whole number, not True.'),
        (with_variation(0, name=7), 'the field "name" should be a text, not 7.'),
        (with_variation(0, name="x" * 61), "The name of a line can have 60 letters at most, not 61."),
        (with_variation(0, name="a\u202eb"), "contains an invisible character"),
        (with_variation(0, after=5000), "begins after action 5000, but its line has no decision there"),
        (with_variation(0, after=-1), "begins after action -1, but its line has no decision there"),
        (with_variation(0, actions=[]), "Variation 1 of the save file has no actions of its own."),
        (with_variation(0, actions=[7]), 'entry 1 of "actions" should be a text, not 7.'),
        (with_variation(0, actions=["card:X9"]), "Action 1 of variation 1 of the save file is unknown."),
        (with_variation(0, actions=["card:C5"]), "Action 1 of variation 1 of the save file, 'card:C5', is not legal there."),
        (with_variation(0, extra=1), 'has a field "extra" that does not belong there'),
        (json.dumps({**BRANCHED, "variations": ["x"]}), "Variation 1 of the save file should be an object, not 'x'."),
        (json.dumps({**BRANCHED, "variations": BRANCHED["variations"] * 30}), "has 60 variations; it can have 40 at most."),
        (json.dumps({**BRANCHED, "name": "\0"}), 'The field "name": The name of a line contains an invisible character'),
    ],
)
def test_every_kind_of_bad_variation_has_its_sentence(text: str, says: str) -> None:
    with refused(SaveFileError, says):
        Match.from_json(text)


def test_a_variation_that_leaves_its_line_nowhere_is_refused() -> None:
    match = branched()
    own = [match.game.symbol(action) for action in match.actions]
    after = BRANCHED["variations"][0]["after"]
    with refused(SaveFileError, "begins with the same move as its line, so it is not a variation."):
        Match.from_json(with_variation(0, actions=own[after:]))


def test_no_file_is_written_that_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(savefile, "LARGEST", 500)
    with refused(SaveFileError, "more than 500 letters: drop some of the variations."):
        branched().to_json()


# -- nothing is accepted silently --------------------------------------------------------------------------------------


def meaning(data: dict[str, Any]) -> dict[str, Any]:
    """What a file says, without what need not be written and how symbols are spelt."""
    options = dict(wb.load("northwood", **data["options"]).options)
    return {
        **{name: data[name] for name in ("game", "players", "seed", "step", "position", "replaced_phases", "variations")},
        "options": json.loads(json.dumps(options)),
        "actions": [symbol.lower() for symbol in data["actions"]],
    }


def accepted_in_full_or_refused(text: str) -> None:
    """A damaged file is refused with a sentence, or everything in it is taken as it stands."""
    try:
        match = wb.Match.from_json(text)
    except SaveFileError:
        return
    assert meaning(json.loads(match.to_json())) == meaning(json.loads(text))


@settings(max_examples=400)
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 12), st.text(st.characters(codec="ascii"), max_size=3))
def test_damaged_characters(place: int, cut: int, put: str) -> None:
    accepted_in_full_or_refused(TEXT[:place] + put + TEXT[place + cut :])


@given(st.integers(0, len(TEXT) - 2))
def test_a_file_cut_off_anywhere_is_refused(length: int) -> None:
    with refused(SaveFileError, "It looks cut off." if length else "The save file is empty."):
        wb.Match.from_json(TEXT[:length])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.floats(allow_nan=False) | st.sampled_from(["", "card:C5"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["hand", "threshold"]), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


@given(st.sampled_from(sorted(DATA)), JSON)
def test_a_field_with_another_value(field: str, value: Any) -> None:
    text = changed(**{field: value})
    try:
        match = wb.Match.from_json(text)
    except SaveFileError:
        return
    if field == "position" and isinstance(value, dict):
        assert match.origin == wb.load("northwood", threshold=18).position(value).to_dict()
    elif field not in ("format_version", "project_version"):
        assert meaning(json.loads(match.to_json())) == meaning(json.loads(text))


@given(st.data())
def test_actions_left_out_doubled_or_exchanged(data: st.DataObject) -> None:
    actions = list(DATA["actions"])
    first, second = (data.draw(st.integers(0, len(actions) - 1)) for _ in range(2))
    how = data.draw(st.sampled_from(["left out", "doubled", "exchanged"]))
    if how == "left out":
        del actions[first]
    elif how == "doubled":
        actions.insert(first, actions[first])
    else:
        actions[first], actions[second] = actions[second], actions[first]
    accepted_in_full_or_refused(changed(actions=actions))


# -- whatever the name, and whatever stands there -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "\ud800", "", None, 7, b"bytes", "no/such/folder/x.json"])
def test_any_name_that_will_not_do_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for door in (MATCH.save, wb.Match.load):
        with pytest.raises(SaveFileError) as caught:
            door(name)
        assert len(str(caught.value)) < 800
    assert list(tmp_path.iterdir()) == []


def test_the_target_of_a_link_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    target, link, dangling = tmp_path / "games" / "evening.json", tmp_path / "link.json", tmp_path / "new.json"
    target.write_text(OLDER, encoding="utf-8")
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "games" / "new.json")
    for path in (link, dangling):
        MATCH.save(path)
        assert path.is_symlink() and path.resolve().read_text(encoding="utf-8") == TEXT
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    with refused(SaveFileError, "loop.json cannot be written: "):
        MATCH.save(loop)


def test_a_pipe_or_a_device_is_neither_written_nor_read(tmp_path: Path) -> None:
    pipe, device = tmp_path / "pipe", tmp_path / "zeros"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for path in (pipe, device):
        with refused(SaveFileError, "a pipe, a device or something else"):
            MATCH.save(path)
        with refused(SaveFileError, "a pipe, a device or something else"):
            wb.Match.load(path)
    assert stat.S_ISFIFO(pipe.stat().st_mode) and stat.S_ISCHR(device.stat().st_mode)


@pytest.mark.parametrize("content", ["my notes", '{"cells": [], "nbformat": 4}', "[1]", "x" * 2_000_000, "[" * 10_000])
def test_what_is_no_save_file_is_overwritten_only_when_asked(tmp_path: Path, content: str) -> None:
    path = tmp_path / "lesson.ipynb"
    path.write_text(content, encoding="utf-8")
    with refused(SaveFileError, "'lesson.ipynb' already exists and is not a save file: choose another name."):
        MATCH.save(path)
    assert path.read_text(encoding="utf-8") == content
    MATCH.save(path, replace=True)
    assert path.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("content", [TEXT, TEXT[:70], "\ufeff" + TEXT, json.dumps(dict(reversed(DATA.items()))), ""])
def test_a_save_file_is_overwritten_a_damaged_one_too(tmp_path: Path, content: str) -> None:
    path = tmp_path / "evening.json"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o640)
    MATCH.save(path)
    assert path.read_text(encoding="utf-8") == TEXT and stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_killed_savers_left_is_tidied_and_nothing_else(tmp_path: Path) -> None:
    left, other = tmp_path / ".tabletop-workbench-0123456789ab.part", tmp_path / ".tabletop-workbench-mine.part"
    left.write_text("half", encoding="utf-8")
    other.write_text("mine", encoding="utf-8")
    with savefile._part(tmp_path, "x") as (busy, _):
        MATCH.save(tmp_path / "evening.json")
        assert busy.exists(), "somebody was still writing it"
    assert sorted(one.name for one in tmp_path.iterdir()) == [other.name, "evening.json"]


# -- small files that keep the reader busy --------------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(TEXT.ljust(400_001), encoding="utf-8")
    with refused(SaveFileError, "large.json cannot be read: it has more than 400,000 bytes, the most that is read."):
        wb.Match.load(path)


def test_nesting_near_the_limit_is_refused() -> None:
    for depth in (45, 300, 900, 100_000):
        with refused(SaveFileError, "nested too deeply"):
            wb.Match.from_json(changed(position=77).replace('"position": 77', '"position": ' + "[" * depth + "]" * depth))
