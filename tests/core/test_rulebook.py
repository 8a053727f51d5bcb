"""The form of a rulebook, and the rulebook of For Northwood! in it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import workbench
import workbench as wb
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.core.rulebook import ORIGINS, Reading, Rulebook, RulebookError, Ruling
from workbench.games.northwood.dialogue import Respond

SMALL = """\
# Pairs

Prose that the program passes over, with a list:

- an item that is no clause

## Drawing

- **XX-DRAW-1** *(source)* Draw `one` card
  from the *deck*.
  - Option: `draw_size`, `deck_size`
  - Note: first remark,
    continued.
  - Note: second remark.
- **XX-DRAW-2** *(derived)* So the deck runs out.
  - Not in code: it follows.

### Open questions

- **XX-RULING-1** *(our reading)* May one draw from
  an empty deck?
  - Reading: `no` - nothing is drawn.
  - Reading: `reshuffle` - the discard pile
    becomes the deck.
  - Default: `no`, because the text is silent.
  - Option: `empty_deck`
- **XX-RULING-2** *(our reading)* Who shuffles?
  - Reading: anybody.
  - Default: anybody.
  - Option: none
  - Serves: XX-DRAW-1, XX-DRAW-2

## House content

- **XX-HOUSE-1** *(house)* Start with the fox.

<!-- table: cards -->
| Card | Value |
|:---|---:|
| fox \\| vixen | 3 |
| owl | |

```
- **XX-DRAW-9** *(rumour)* Fenced text is not read.
```
"""


@pytest.fixture(scope="module")
def small() -> Rulebook:
    return Rulebook.parse(SMALL, "pairs")


def refusal(text: str) -> str:
    with pytest.raises(RulebookError) as caught:
        Rulebook.parse(text, "pairs")
    return str(caught.value)


class TestReading:
    def test_clauses_in_reading_order(self, small: Rulebook) -> None:
        assert [clause.id for clause in small] == ["XX-DRAW-1", "XX-DRAW-2", "XX-RULING-1", "XX-RULING-2", "XX-HOUSE-1"]
        assert len(small) == 5
        assert small.title == "Pairs"
        assert small.name == "pairs"
        assert small.text == SMALL
        assert small.families == {"DRAW": 2, "RULING": 2, "HOUSE": 1}

    def test_a_clause_has_everything_written_under_it(self, small: Rulebook) -> None:
        clause = small["XX-DRAW-1"]
        assert clause.text == "Draw `one` card from the *deck*."
        assert clause.origin == "source"
        assert clause.section == "Drawing"
        assert clause.line == 9
        assert clause.family == "DRAW"
        assert clause.options == ("draw_size", "deck_size")
        assert clause.notes == ("first remark, continued.", "second remark.")
        assert clause.not_in_code == ""
        assert small["XX-DRAW-2"].not_in_code == "it follows."

    def test_a_ruling_has_readings_default_and_option(self, small: Rulebook) -> None:
        ruling = small["XX-RULING-1"]
        assert isinstance(ruling, Ruling)
        assert ruling.question == "May one draw from an empty deck?"
        assert ruling.readings == (
            Reading("no", "nothing is drawn."),
            Reading("reshuffle", "the discard pile becomes the deck."),
        )
        assert ruling.default == "`no`, because the text is silent."
        assert ruling.default_value == "no"
        assert ruling.option == "empty_deck"
        assert ruling.serves == ()
        assert ruling.section == "Open questions"
        assert ruling.text == "May one draw from an empty deck? Default: `no`, because the text is silent."

    def test_a_ruling_without_option_serves_clauses(self, small: Rulebook) -> None:
        ruling = small.rulings[1]
        assert ruling.option is None
        assert ruling.default_value is None
        assert ruling.readings == (Reading(None, "anybody."),)
        assert ruling.serves == ("XX-DRAW-1", "XX-DRAW-2")

    def test_rulings_and_house_content_are_listed(self, small: Rulebook) -> None:
        assert [ruling.id for ruling in small.rulings] == ["XX-RULING-1", "XX-RULING-2"]
        assert [clause.id for clause in small.house] == ["XX-HOUSE-1"]

    def test_sections_hold_their_prose_and_clauses(self, small: Rulebook) -> None:
        assert [(section.level, section.title) for section in small.sections] == [
            (1, "Pairs"),
            (2, "Drawing"),
            (3, "Open questions"),
            (2, "House content"),
        ]
        assert [clause.id for clause in small.section("drawing").clauses] == ["XX-DRAW-1", "XX-DRAW-2"]
        assert small.section("Pairs").text.startswith("Prose that")

    def test_tables(self, small: Rulebook) -> None:
        assert small.tables == ("cards",)
        assert small.table("cards") == ({"Card": "fox | vixen", "Value": "3"}, {"Card": "owl", "Value": ""})

    def test_search_finds_all_words_in_any_part(self, small: Rulebook) -> None:
        assert [clause.id for clause in small.search("DECK runs")] == ["XX-DRAW-2"]
        assert [clause.id for clause in small.search("discard pile")] == ["XX-RULING-1"]
        assert [clause.id for clause in small.search("second remark")] == ["XX-DRAW-1"]
        assert small.search("badger") == ()
        assert small.search("  ") == ()

    def test_an_id_is_in_the_rulebook_or_not(self, small: Rulebook) -> None:
        assert "XX-DRAW-2" in small
        assert "XX-DRAW-9" not in small
        assert 7 not in small

    def test_a_text_without_headings_and_an_empty_one(self) -> None:
        assert Rulebook.parse("- **XX-DRAW-1** *(source)* Draw.", "pairs")["XX-DRAW-1"].section == ""
        empty = Rulebook.parse("", "pairs")
        assert len(empty) == 0
        assert empty.title == "pairs"
        assert "0 clauses" in empty.markdown()

    def test_read_takes_the_name_from_the_folder(self, tmp_path: Path) -> None:
        folder = tmp_path / "pairs"
        folder.mkdir()
        (folder / "rulebook.md").write_text(SMALL, encoding="utf-8")
        assert Rulebook.read(folder / "rulebook.md").name == "pairs"

    def test_read_refuses_what_is_no_text(self, tmp_path: Path) -> None:
        place = tmp_path / "rulebook.md"
        place.write_bytes(b"\xff\xfe\xff")
        with pytest.raises(RulebookError, match=r"There is no readable rulebook at .*rulebook\.md"):
            Rulebook.read(place)
        with pytest.raises(RulebookError, match="There is no readable rulebook at"):
            Rulebook.read(tmp_path / "missing.md")


class TestUnknownNames:
    def test_clause_of_a_known_family(self, small: Rulebook) -> None:
        with pytest.raises(UnknownNameError) as caught:
            small["XX-DRAW-9"]
        assert str(caught.value) == (
            "The rulebook of pairs has no clause 'XX-DRAW-9'. The clauses XX-DRAW run from XX-DRAW-1 to XX-DRAW-2."
        )
        assert isinstance(caught.value, WorkbenchError)

    def test_clause_with_a_slip(self, small: Rulebook) -> None:
        with pytest.raises(UnknownNameError, match="Did you mean 'XX-HOUSE-1'"):
            small["XX-HUOSE-1"]

    def test_table(self, small: Rulebook) -> None:
        with pytest.raises(UnknownNameError, match=r"no table 'card'; available: cards\. Did you mean 'cards'"):
            small.table("card")

    def test_section(self, small: Rulebook) -> None:
        with pytest.raises(UnknownNameError, match=r"no section 'Drawings'\. Did you mean 'Drawing'"):
            small.section("Drawings")


class TestShowing:
    def test_a_clause(self, small: Rulebook) -> None:
        clause = small["XX-DRAW-2"]
        assert str(clause) == "XX-DRAW-2 (derived): So the deck runs out."
        assert repr(clause) == "<XX-DRAW-2: So the deck runs out.>"
        assert clause._repr_mimebundle_() == {
            "text/plain": "XX-DRAW-2 (derived): So the deck runs out.",
            "text/markdown": "**XX-DRAW-2** *(derived; Drawing)* So the deck runs out.\n\n- Not in code: it follows.",
        }

    def test_a_long_clause_is_cut_in_its_short_form(self) -> None:
        book = Rulebook.parse("- **XX-DRAW-1** *(source)* " + "word " * 40, "pairs")
        assert repr(book["XX-DRAW-1"]) == "<XX-DRAW-1: " + "word " * 13 + "word ...>"

    def test_a_ruling(self, small: Rulebook) -> None:
        shown = small["XX-RULING-2"]._repr_mimebundle_()
        assert shown["text/plain"] == (
            "XX-RULING-2 (our reading): Who shuffles?\n  Reading: anybody.\n  Default: anybody.\n  Option: none"
        )
        assert shown["text/markdown"] == (
            "**XX-RULING-2** *(our reading; Open questions)* Who shuffles?\n\n"
            "- Reading: anybody.\n- Default: anybody.\n- Option: none\n- Serves: XX-DRAW-1, XX-DRAW-2"
        )
        assert "- Reading: `no` - nothing is drawn." in small["XX-RULING-1"].markdown()
        assert "- Option: `empty_deck`" in small["XX-RULING-1"].markdown()

    def test_a_section(self, small: Rulebook) -> None:
        shown = small.section("Drawing")._repr_mimebundle_()
        assert shown["text/plain"].splitlines()[:2] == ["Drawing", str(small["XX-DRAW-1"])]
        assert shown["text/markdown"].startswith("## Drawing\n\n- **XX-DRAW-1** *(source)*")
        assert repr(small.section("Drawing")) == "<Section 'Drawing': 2 clauses>"

    def test_the_rulebook_shows_its_contents(self, small: Rulebook) -> None:
        shown = small._repr_mimebundle_()
        assert repr(small) == "<Rulebook 'pairs': 5 clauses, 2 rulings, 1 house rule, 1 table>"
        assert shown["text/plain"].splitlines() == [
            "Pairs: 5 clauses, 2 rulings, 1 house rule, 1 table",
            "  Drawing: XX-DRAW-1 to XX-DRAW-2",
            "    Open questions: XX-RULING-1 to XX-RULING-2",
            "  House content: XX-HOUSE-1",
        ]
        assert "| Drawing | XX-DRAW-1 to XX-DRAW-2 |" in shown["text/markdown"].splitlines()


CLAUSE = "- **XX-DRAW-1** *(source)* Draw.\n"
QUESTION = "- **XX-RULING-1** *(our reading)* Why?\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "- **XX-DRAW-1** Draw.",
            "line 1: this looks like a clause but is not written '- **XX-FAMILY-1** *(origin)* text'.",
        ),
        (
            "- **XX-DRAW-1a** *(source)* Draw.",
            "line 1: this looks like a clause but is not written '- **XX-FAMILY-1** *(origin)* text'.",
        ),
        (
            "\n- **XX-DRAW-1** *(rumour)* Draw.",
            "line 2: XX-DRAW-1 has the unknown origin 'rumour'; the origins are source, public fact, our reading,"
            " derived, house.",
        ),
        (CLAUSE + "\n" + CLAUSE, "line 3: XX-DRAW-1 is already on line 1; every ID is unique."),
        (
            CLAUSE + "  - Reason: none.",
            "line 2: an item under XX-DRAW-1 must begin with a label and a colon. The labels are Reading, Default, Option,"
            " Serves, Not in code, Note.",
        ),
        (
            CLAUSE + "  - just words",
            "line 2: an item under XX-DRAW-1 must begin with a label and a colon. The labels are Reading, Default, Option,"
            " Serves, Not in code, Note.",
        ),
        (CLAUSE + "  - Note:", "line 2: XX-DRAW-1 has an empty item 'Note'."),
        (CLAUSE + "  - Default: yes.", "line 2: XX-DRAW-1 is not a ruling, so it cannot have an item 'Default'."),
        (
            CLAUSE + "  - Option: `a`\n  - Option: `b`",
            "line 3: XX-DRAW-1 has a second item 'Option'; keep one.",
        ),
        (
            CLAUSE + "  - Option: draw_size",
            "line 1: XX-DRAW-1 names its option as 'draw_size'; write names in backticks, or none.",
        ),
        (
            QUESTION + "  - Default: so.\n  - Option: `why`",
            "line 1: XX-RULING-1 is a ruling without an item 'Reading'. Write it below, such as '- Reading: `no` - "
            "nothing is drawn.', a line for each answer.",
        ),
        (
            QUESTION + "  - Reading: so.\n  - Option: `why`",
            "line 1: XX-RULING-1 is a ruling without an item 'Default'. Write it below, such as '- Default: `no`, because "
            "nothing says how.'",
        ),
        (
            QUESTION + "  - Reading: so.\n  - Default: so.",
            "line 1: XX-RULING-1 is a ruling without an item 'Option'. Write it below, such as '- Option: `empty_deck`', or "
            "'- Option: none' if nothing switches it.",
        ),
        (
            QUESTION + "  - Reading: so.\n  - Default: so.\n  - Option: none",
            "line 1: XX-RULING-1 has no option, so an item 'Serves' must name the clauses it settles.",
        ),
        (
            QUESTION + "  - Reading: `a` - so.\n  - Reading: `b` - not so.\n  - Default: `c`.\n  - Option: `why`",
            "line 1: XX-RULING-1 takes 'c' as default; its readings are a, b.",
        ),
        (
            QUESTION + "  - Reading: so.\n  - Default: so.\n  - Option: none\n  - Serves: XX-DRAW-1 and more",
            "line 1: XX-RULING-1 serves 'XX-DRAW-1 and more', which is not an ID; write IDs with commas between them.",
        ),
        (
            CLAUSE + QUESTION + "  - Reading: so.\n  - Default: so.\n  - Option: none\n  - Serves: XX-DRAW-2",
            "line 2: XX-RULING-1 serves XX-DRAW-2, which is not a clause of this rulebook. Did you mean 'XX-DRAW-1'?",
        ),
        (
            "## Drawing\n\n## drawing",
            "line 3: there is already a section 'drawing'; give this one a heading of its own.",
        ),
        ("<!-- table: cards -->\nwords", "line 1: no table follows the comment that names it 'cards'."),
        ("<!-- table: cards -->", "line 1: no table follows the comment that names it 'cards'."),
        (
            "<!-- table: cards -->\n| A | A |\n|---|---|\n| 1 | 2 |",
            "line 2: the columns of the table 'cards' need a heading each, all different.",
        ),
        (
            "<!-- table: cards -->\n| A | B |\n| 1 | 2 |",
            "line 3: the table 'cards' needs a line of dashes, one group a column, below its heading.",
        ),
        (
            "<!-- table: cards -->\n\n| A | B |\n|---|---|\n| 1 |",
            "line 5: this row of the table 'cards' has 1 cells; its heading has 2.",
        ),
        ("<!-- table: cards -->\n| A |\n|---|\n", "line 1: the table 'cards' has no rows."),
        (
            "<!-- table: cards -->\n| A |\n|---|\n| 1 |\n\n<!-- table: cards -->\n| A |\n|---|\n| 1 |",
            "line 6: there is already a table 'cards'.",
        ),
    ],
)
def test_every_departure_from_the_form_is_a_sentence_with_its_line(text: str, sentence: str) -> None:
    assert refusal(text) == f"Rulebook of pairs, {sentence}"


# ---------------------------------------------------------------------------------------------------------------------
# For Northwood!

NORTHWOOD = Path(workbench.__file__).parent / "games" / "northwood" / "rulebook.md"

EXPECTED_FAMILIES = {
    "OBJ": 4,
    "SETUP": 8,
    "FULL": 7,
    "FLOW": 2,
    "VISIT": 3,
    "SUB": 7,
    "DIALOG": 9,
    "TRICK": 10,
    "ABIL": 13,
    "CLAWS": 6,
    "FLOWERS": 6,
    "LEAVES": 8,
    "EYES": 6,
    "ENDVISIT": 10,
    "END": 5,
    "FAQ": 4,
    "CHAL": 1,
    "CHANCE": 8,
    "TERM": 5,
    "RULING": 48,
    "HOUSE": 15,
}

# The option that switches each ruling; rulings not named here have none.
RULING_OPTIONS = {
    1: "nontrump_scoring",
    2: "visit_end_check",
    4: "visit_end_check",
    5: "substitute_after_visit",
    7: "choose_fief",
    9: "move_order",
    10: "activations_per_dialogue",
    11: "null_activation",
    13: "king_of_claws_ties",
    14: "queen_of_claws",
    15: "prince_of_claws_first_draw",
    25: "prince_of_eyes_repeats",
    26: "lady_of_eyes_discard",
    27: "baron_of_eyes_timing",
    28: "jack_of_leaves_distance",
    32: "prince_of_leaves_step",
    34: "king_of_leaves_exchange",
    37: "stars",
    38: "concede",
    39: "threshold",
    41: "full_deal",
    47: "scenario",
    48: "win_rule",
}

OTHER_OPTIONS = {
    "hand_size",
    "setup",
    "abilities",
    "highest_value",
    "fiefs",
    "allies",
    "rulers",
    "usable_allies",
    "fief_order",
    "substitutes",
    "start_friendly",
    "activations_per_visit",
    "hidden_rulers",
    "lives",
    "must_win",
    "adjacent_visits",
}
OPTIONS = OTHER_OPTIONS | set(RULING_OPTIONS.values())

# Rulings whose readings are numbers or content rather than named values of their option.
OPEN_READINGS = {37, 39, 47}

SPECIAL_RULES = {
    2: {"fief_order": "left_to_right"},
    3: {"fief_order": "centre_out"},
    4: {"fief_order": "edges_in"},
    5: {"substitutes": "none"},
    6: {"start_friendly": "3"},
    7: {"activations_per_visit": "1"},
    8: {"hand_size": "7"},
    9: {"hand_size": "10"},
    10: {"hidden_rulers": "on"},
    11: {"choose_fief": "before_deal"},
    12: {"lives": "3"},
    13: {"must_win": "0 1 6 7"},
    14: {"adjacent_visits": "on"},
    15: {"substitute_after_visit": "return_to_fief"},
}

SUITS = "CFLE"
CODES = {suit + rank for suit in SUITS for rank in "JQKPLB"}


@pytest.fixture(scope="module")
def northwood() -> Rulebook:
    return Rulebook.read(NORTHWOOD)


def settings(cell: str, separator: str) -> dict[str, str]:
    """The settings of a table cell, strictly in the form the page promises."""
    if cell == "-":
        return {}
    assert re.fullmatch("`[^`]+`", cell), cell
    pairs = [part.split("=") for part in cell.strip("`").split(separator + " ")]
    assert all(len(pair) == 2 for pair in pairs), cell
    return {pair[0]: pair[1] for pair in pairs}


class TestNorthwood:
    def test_every_family_is_complete_and_numbered_without_gaps(self, northwood: Rulebook) -> None:
        assert northwood.families == EXPECTED_FAMILIES
        expected = [f"NW-{name}-{n}" for name, size in EXPECTED_FAMILIES.items() for n in range(1, size + 1)]
        assert [clause.id for clause in northwood] == expected

    def test_origins_fit_the_family(self, northwood: Rulebook) -> None:
        assert {clause.origin for clause in northwood} == set(ORIGINS)
        assert {clause.origin for clause in northwood.house} == {"house"}
        assert {clause.origin for clause in northwood.rulings} == {"our reading"}
        for character in northwood.table("characters"):
            assert northwood[character["Clause"]].origin == "source"

    def test_rulings_have_readings_a_default_and_their_option(self, northwood: Rulebook) -> None:
        assert len(northwood.rulings) == 48
        for number, ruling in enumerate(northwood.rulings, start=1):
            assert ruling.question.count("?") >= 1, ruling.id
            assert len(ruling.readings) >= 2, ruling.id
            assert ruling.serves, ruling.id
            assert ruling.option == RULING_OPTIONS.get(number), ruling.id
            named = [reading.value for reading in ruling.readings if reading.value is not None]
            if ruling.option is None or number in OPEN_READINGS:
                assert named == [], ruling.id
            else:
                assert len(named) == len(set(named)) == len(ruling.readings), ruling.id
                assert ruling.default_value == named[0], ruling.id

    def test_every_option_has_an_address_and_no_other_is_named(self, northwood: Rulebook) -> None:
        named = {option for clause in northwood for option in clause.options}
        assert named == OPTIONS
        assert all(clause.options for clause in northwood.house)

    def test_an_excuse_stands_only_where_nothing_is_carried_out(self, northwood: Rulebook) -> None:
        excused = [clause for clause in northwood if clause.not_in_code]
        for clause in excused:
            assert clause.family not in {"CLAWS", "FLOWERS", "LEAVES", "EYES", "RULING", "HOUSE"}, clause.id
            assert not clause.options, clause.id

    def test_every_address_on_the_page_exists(self, northwood: Rulebook) -> None:
        mentioned = set(re.findall(r"\bNW-[A-Z]+-[0-9]+", northwood.text))
        assert mentioned == {clause.id for clause in northwood}

    def test_fiefs(self, northwood: Rulebook) -> None:
        fiefs = northwood.table("fiefs")
        assert [int(row["Fief"]) for row in fiefs] == list(range(8))
        assert [row["Target"] for row in fiefs] == [row["Fief"] for row in fiefs]
        assert [int(row["Stars"]) for row in fiefs] == [4, 3, 2, 1, 1, 2, 3, 4]

    def test_characters(self, northwood: Rulebook) -> None:
        suits = {"C": "Claws", "F": "Flowers", "L": "Leaves", "E": "Eyes"}
        ranks = {"J": "Jack", "Q": "Queen", "K": "King", "P": "Prince", "L": "Lady", "B": "Baron"}
        characters = northwood.table("characters")
        assert [row["Code"] for row in characters] == [suit + rank for suit in SUITS for rank in "JQKPLB"]
        for row in characters:
            suit, rank = row["Code"]
            assert row["Name"] == f"{ranks[rank]} of {suits[suit]}"
            assert row["Crowned"] == ("yes" if rank in "PLB" else "no")
            assert row["Effect"]
            assert f"**{row['Name']}, {row['Code']}.**" in northwood[row["Clause"]].text

    def test_scenarios_have_one_ally_and_two_rulers_of_each_suit(self, northwood: Rulebook) -> None:
        scenarios = northwood.table("scenarios")
        assert [int(row["No"]) for row in scenarios] == list(range(1, 17))
        assert len({row["Name"] for row in scenarios}) == 16
        for row in scenarios:
            allies, rulers = row["Allies"].split(), row["Rulers"].split()
            assert [ally[0] for ally in allies] == list(SUITS), row["No"]
            assert Counter(ruler[0] for ruler in rulers) == dict.fromkeys(SUITS, 2), row["No"]
            assert len({*allies, *rulers}) == 12, row["No"]
            assert {*allies, *rulers} <= CODES, row["No"]
            assert 12 <= int(row["Threshold"]) <= 18
            assert settings(row["Special"], ";") == SPECIAL_RULES.get(int(row["No"]), {})

    def test_scenarios_use_every_character(self, northwood: Rulebook) -> None:
        scenarios = northwood.table("scenarios")
        as_ally = Counter(code for row in scenarios for code in row["Allies"].split())
        as_ruler = Counter(code for row in scenarios for code in row["Rulers"].split())
        assert {code for code in CODES if as_ally[code] >= 1} == CODES
        assert {code for code in CODES if as_ruler[code] >= 2} == CODES

    def test_presets_name_known_options(self, northwood: Rulebook) -> None:
        presets = {row["Name"].strip("`"): settings(row["Options"], ",") for row in northwood.table("presets")}
        assert len(presets) == len(northwood.table("presets")) == 14
        for name, chosen in presets.items():
            assert chosen, name
            assert set(chosen) <= OPTIONS, name
        assert list(presets)[:5] == [
            "no_abilities",
            "jack_of_flowers_only",
            "jacks_without_substitutes",
            "introductory",
            "full",
        ]
        assert presets["advanced"] == {"threshold": "18"}
        assert presets["idealist"] == {"threshold": "20"}
        assert presets["jack_of_flowers_only"] == {"usable_allies": "FJ", "substitutes": "none"}

    def test_the_page_is_plain_text_for_any_editor(self) -> None:
        text = NORTHWOOD.read_text(encoding="utf-8")
        assert text.isascii()
        assert text.endswith("\n")
        assert "\t" not in text
        assert all(len(line) <= 120 for line in text.splitlines() if not line.startswith("|"))


class Generous(Respond):
    """Another rule for following suit."""

    replaces = ("NW-TRICK-1",)

    def legal(self, state: Any) -> tuple[int, ...]:
        return tuple([card for card in range(32) if state.hand & 1 << card])


class Broad(Generous):
    """The same, without saying which clause it replaces."""

    replaces = ()


def test_a_replaced_clause_is_marked_in_rulebook_explanation_and_words() -> None:
    usual, changed = wb.load("northwood"), wb.load("northwood", phases={"respond": Generous})
    said = "replaced here by a changed phase 'respond'"
    assert [clause.id for clause in changed.rulebook if clause.replaced] == ["NW-TRICK-1"]
    assert not any(clause.replaced for clause in usual.rulebook), "the game without it keeps its own"
    book = changed.rulebook
    assert said in str(book["NW-TRICK-1"]) and said in book["NW-TRICK-1"].markdown() and said in book.text
    assert said in next(one for one in book.sections if "**NW-TRICK-1**" in one.text).markdown()
    assert book is changed.rulebook, "it is marked once"
    broad = wb.load("northwood", phases={"respond": Broad})
    assert {clause.id for clause in broad.rulebook if clause.replaced} == set(Respond.clauses)
    match = changed.match(position={"hand": "C5 F2", "deck": "C7", "fief": 1, "statement": "C3"})
    assert match.why_not("F2") is None
    assert "NW-TRICK-1 (replaced here): " in str(match.explain())
    assert "**NW-TRICK-1 (replaced here)**" in match.explain()._repr_markdown_()
