"""The three decks: every count the design promises, and what a broken table is told."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from tests.helpers import refused
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.games.merry_way.cards import (
    DATA,
    DIMWITTED,
    FILES,
    FOLLY_LETTERS,
    GREEDY,
    GUARD,
    KIND_NAMES,
    LAZY,
    MERCHANT,
    PEASANT,
    WICKED,
    CardFileError,
    FollySide,
    cards,
    cards_text,
    copy_cards,
    follies_of,
    folly_list,
    kind_between,
    load_cards,
)

# -- the resource deck -------------------------------------------------------------------------------------------------

EVERY_RESOURCE_CARD = [card for card in cards.resources for _ in range(card.copies)]


def test_there_are_36_resource_cards_of_25_kinds() -> None:
    assert len(EVERY_RESOURCE_CARD) == 36
    assert [card.code for card in cards.resources] == [f"RC{number:02}" for number in range(1, 26)]


def test_digits_are_1_to_5_with_small_ones_plain_and_large_ones_pink() -> None:
    seen = {(digit, pink) for card in cards.resources for digit, pink in zip(card.digits, card.pink, strict=True)}
    assert seen == {(1, False), (2, False), (3, False), (3, True), (4, True), (5, True)}


@pytest.mark.parametrize("position", [0, 1, 2])
def test_every_position_has_the_same_mean_and_the_same_pink_digits(position: int) -> None:
    assert Fraction(sum(card.digits[position] for card in EVERY_RESOURCE_CARD), 36) == Fraction(9, 4)
    assert sum(card.pink[position] for card in EVERY_RESOURCE_CARD) == 9


def test_the_sums_of_the_resource_cards() -> None:
    sums = [sum(card.digits) for card in EVERY_RESOURCE_CARD]
    assert Counter(sums) == {6: 15, 7: 15, 8: 6}
    assert Fraction(sum(sums), 36) == Fraction(27, 4)


def test_every_order_of_the_same_digits_is_equally_common() -> None:
    deck = Counter(tuple(zip(card.digits, card.pink, strict=True)) for card in EVERY_RESOURCE_CARD)
    for digits, copies in deck.items():
        assert {deck[order] for order in permutations(digits)} == {copies}


# -- the scheme deck ---------------------------------------------------------------------------------------------------

EVERY_NORMAL_CARD = [card for card in cards.schemes for _ in range(card.copies)]


def test_there_are_72_normal_and_12_special_scheme_cards() -> None:
    assert len(EVERY_NORMAL_CARD) == 72
    assert [card.copies for card in cards.specials] == [2] * 6
    assert (cards.normal, cards.scheme_types) == (21, 27)


def test_there_are_15_traps_of_each_folly_and_12_robbers() -> None:
    assert Counter(card.follies for card in EVERY_NORMAL_CARD) == {(0,): 15, (1,): 15, (2,): 15, (3,): 15, (): 12}
    assert Counter(card.kind for card in EVERY_NORMAL_CARD)["Robbers"] == 12
    assert cards.robbers == bytes([int(code.startswith("RB")) for code in cards.scheme_codes])


def test_what_the_whole_deck_costs() -> None:
    assert [sum(card.cost[kind] for card in EVERY_NORMAL_CARD) for kind in range(3)] == [123, 130, 126]
    assert min(min(card.cost) for card in EVERY_NORMAL_CARD) == 1
    assert sum(sum(card.cost) for card in EVERY_NORMAL_CARD) == 379
    small = [card for card in EVERY_NORMAL_CARD if card.cost == (1, 1, 1)]
    assert len(small) == 18


def test_the_mean_profit_of_a_trap() -> None:
    traps = [card for card in EVERY_NORMAL_CARD if not card.robbers]
    assert Fraction(sum(card.profit for card in traps), len(traps)) == Fraction(25, 12)


@pytest.mark.parametrize(
    ("folly", "dearest"), [(GREEDY, 2), (LAZY, 0), (WICKED, 1)], ids=["materials", "plots", "manpower"]
)
def test_three_follies_lean_on_one_resource_each(folly: int, dearest: int) -> None:
    demand = [sum(card.cost[kind] for card in EVERY_NORMAL_CARD if folly in card.follies) for kind in range(3)]
    assert max(demand) == demand[dearest]
    assert demand.count(max(demand)) == 1


def test_profit_costs_about_twice_as_much_and_more_for_dimwitted_traps() -> None:
    for card in cards.schemes:
        if DIMWITTED in card.follies:
            assert sum(card.cost) == 2 * card.profit + (1 if card.profit == 1 else 2)
        elif not card.robbers:
            assert sum(card.cost) == 2 * card.profit + 1


@pytest.mark.parametrize(
    ("code", "effect", "amount", "cost"),
    [
        ("SP1", "draw", 2, (0, 0, 0)),
        ("SP2", "take", 2, (0, 0, 0)),
        ("SP3", "flip", 1, (0, 0, 0)),
        ("SP4", "swap", 1, (0, 0, 0)),
        ("SP5", "strip", 1, (2, 0, 0)),
        ("SP6", "filch", 1, (0, 0, 0)),
    ],
)
def test_the_special_cards(code: str, effect: str, amount: int, cost: tuple[int, int, int]) -> None:
    number = cards.scheme_of(code)
    card = cards.specials[number - cards.normal]
    assert (card.effect, card.amount, card.cost) == (effect, amount, cost)
    assert cards.cost[number] == cost
    assert (cards.profit[number], cards.follies[number], cards.robbers[number]) == (0, (), 0)


# -- the folly deck ----------------------------------------------------------------------------------------------------

PAIRS = [*permutations(range(4), 2), *[(folly,) for folly in range(4)]]
FOLLY_CARDS = cards.folly_cards


@pytest.mark.parametrize("block", [0, 16], ids=["F01-F16", "F17-F32"])
@pytest.mark.parametrize("side", [0, 1], ids=["red", "blue"])
def test_each_block_of_16_carries_each_plain_list_once(block: int, side: int) -> None:
    found = [card.sides[side] for card in FOLLY_CARDS[block : block + 16]]
    assert Counter(one.follies for one in found) == Counter(PAIRS)
    assert {one.kind for one in found} == {MERCHANT}


@pytest.mark.parametrize("side", [0, 1], ids=["red", "blue"])
def test_each_colour_has_40_plain_and_8_special_sides(side: int) -> None:
    assert Counter(card.sides[side].kind for card in FOLLY_CARDS) == {MERCHANT: 40, PEASANT: 4, GUARD: 4}
    assert Counter(card.sides[side].follies[0] for card in FOLLY_CARDS) == dict.fromkeys(range(4), 12)
    special = [card.sides[side] for card in FOLLY_CARDS if card.sides[side].kind != MERCHANT]
    assert sorted((one.kind, *one.follies) for one in special) == [(kind, f) for kind in (1, 2) for f in range(4)]


def test_no_folly_card_is_special_on_both_sides_and_no_two_are_equal() -> None:
    assert len({card.sides for card in FOLLY_CARDS}) == 48
    assert all(MERCHANT in (card.sides[0].kind, card.sides[1].kind) for card in FOLLY_CARDS)


@pytest.mark.parametrize("side", [0, 1], ids=["red", "blue"])
def test_what_two_random_cards_make_of_a_traveller(side: int) -> None:
    kinds: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    first: Counter[int] = Counter()
    types = set()
    for left, right in permutations(FOLLY_CARDS, 2):
        follies = folly_list(left.sides[side], right.sides[side])
        kind = kind_between(left.sides[side], right.sides[side])
        kinds[kind] += 1
        lengths[len(follies)] += 1
        first[follies[0]] += 1
        types.add((kind, follies))
    total = 48 * 47
    assert Fraction(kinds[MERCHANT], total) == Fraction(65, 94)
    assert Fraction(kinds[PEASANT], total) == Fraction(kinds[GUARD], total) == Fraction(29, 188)
    odds = [Fraction(lengths[length], total) for length in (1, 2, 3, 4)]
    assert odds == [Fraction(4, 141), Fraction(75, 188), Fraction(143, 282), Fraction(37, 564)]
    assert {Fraction(count, total) for count in first.values()} == {Fraction(1, 4)}
    assert len(types) == 144


# -- what travellers are ------------------------------------------------------------------------------------------------


def side_of(text: str) -> FollySide:
    *prefix, rest = text.partition(" ") if text.startswith(("Peasant", "Guard")) else (text,)
    return FollySide(KIND_NAMES.index(prefix[0]) if prefix else MERCHANT, follies_of(rest))


READINGS = [
    # left card, right card, kind with mixed = left, guard, peasant, follies
    ("DW WK", "Peasant WK", "Peasant", "Peasant", "Peasant", "DW WK"),
    ("Peasant WK", "Guard WK", "Peasant", "Guard", "Peasant", "WK"),
    ("Guard WK", "Peasant WK", "Guard", "Guard", "Peasant", "WK"),
    ("Guard WK", "WK LZ", "Guard", "Guard", "Guard", "WK LZ"),
    ("WK LZ", "WK DW", "Merchant", "Merchant", "Merchant", "WK LZ DW"),
    ("WK DW", "Guard GR", "Guard", "Guard", "Guard", "WK DW GR"),
    ("Guard GR", "Guard LZ", "Guard", "Guard", "Guard", "GR LZ"),
    ("Peasant GR", "Peasant LZ", "Peasant", "Peasant", "Peasant", "GR LZ"),
    ("WK GR", "LZ GR", "Merchant", "Merchant", "Merchant", "WK GR LZ"),
    ("GR LZ", "WK DW", "Merchant", "Merchant", "Merchant", "GR LZ WK DW"),
]


@pytest.mark.parametrize(("left", "right", "by_left", "guard", "peasant", "follies"), READINGS)
def test_a_traveller_between_two_cards(
    left: str, right: str, by_left: str, guard: str, peasant: str, follies: str
) -> None:
    both = side_of(left), side_of(right)
    kinds = [KIND_NAMES[kind_between(*both, mixed)] for mixed in ("left", "guard", "peasant")]
    assert kinds == [by_left, guard, peasant]
    assert " ".join(FOLLY_LETTERS[folly] for folly in folly_list(*both)) == follies


# -- looking cards up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "found"), [("GR2a", "GR2a"), ("gr2b", "GR2b"), ("GR2", "GR2a"), ("rb2", "RB2"), ("DW2", "DW2a")]
)
def test_scheme_cards_are_found_by_name_or_by_kind_and_profit(code: str, found: str) -> None:
    assert cards.scheme_codes[cards.scheme_of(code)] == found


def test_unknown_names_are_told_the_right_ones() -> None:
    with refused(UnknownNameError, "There is no scheme card 'GR5'. Did you mean 'GR"):
        cards.scheme_of("GR5")
    with refused(UnknownNameError, "There is no folly 'XX': the follies are GR, LZ, WK, DW."):
        follies_of("GR XX")
    with refused(WorkbenchError, "GR is named twice in 'GR LZ greedy'; each folly counts once."):
        follies_of("GR LZ greedy")


def test_cards_say_what_they_are() -> None:
    assert str(cards.resources[7]) == "RC08 (1, 2, 4 pink)"
    assert str(cards.schemes[0]) == "Purse on a String (GR1)"
    assert str(cards.specials[4]) == "The Sheriff's Ear (SP5)"
    assert str(FOLLY_CARDS[36]) == "F37 (red Guard GR, blue DW LZ)"


# -- tables of one's own -------------------------------------------------------------------------------------------------


def with_line(folder: Path, name: str, line: int, text: str) -> Path:
    """A copy of the usual tables with one line changed; line 1 holds the columns."""
    copy_cards(folder)
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    lines[line - 1] = text
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_copy_of_the_tables_holds_the_same_cards(tmp_path: Path) -> None:
    written = copy_cards(tmp_path / "mine")
    assert sorted(path.name for path in written) == sorted(FILES)
    again = load_cards(tmp_path / "mine")
    assert (again.resources, again.schemes, again.specials) == (cards.resources, cards.schemes, cards.specials)
    assert again.folly_cards == cards.folly_cards
    assert cards_text(tmp_path / "mine") == "usual"


def test_copying_never_writes_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "folly_cards.csv").write_text("mine", encoding="utf-8")
    with refused(WorkbenchError, "is there already; choose an empty folder or delete the file."):
        copy_cards(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["folly_cards.csv"]
    assert (tmp_path / "folly_cards.csv").read_text(encoding="utf-8") == "mine"
    for none in (None, 5):
        with refused(WorkbenchError, "The name of a folder is a text or a path"):
            copy_cards(none)  # type: ignore[arg-type]


def test_a_changed_card_is_played_with(tmp_path: Path) -> None:
    changed = load_cards(with_line(tmp_path, "scheme_cards.csv", 2, "GR1,Golden Goose,Greedy + Lazy,0,2,0,7,1"))
    card = changed.schemes[0]
    assert (card.name, card.follies, card.cost, card.profit, card.copies) == ("Golden Goose", (0, 1), (0, 2, 0), 7, 1)
    assert card.kind == "Greedy and Lazy"
    assert (changed.cost[0], changed.profit[0], changed.follies[0]) == ((0, 2, 0), 7, (0, 1))
    assert sum(changed.scheme_copies) == 81


def test_a_table_alone_changes_only_that_deck(tmp_path: Path) -> None:
    table = tmp_path / "resource_cards.csv"
    table.write_text("id,first,second,third,copies\nEASY,2,2p,2,99\n", encoding="utf-8")
    changed = load_cards(tmp_path)
    assert [(card.code, card.pink) for card in changed.resources] == [("EASY", (False, True, False))]
    assert changed.schemes == cards.schemes


def test_tables_as_a_spreadsheet_writes_them_are_read(tmp_path: Path) -> None:
    text = "\ufeffid;first;second;third;copies\r\n\r\nEASY; 2 ;2P;2;99\r\n;;;;\r\n"
    (tmp_path / "resource_cards.csv").write_bytes(text.encode("utf-8"))
    assert [card.digits for card in load_cards(tmp_path).resources] == [(2, 2, 2)]


BROKEN = [
    ("resource_cards.csv", 3, "RC02,1,6x,2,2", "resource_cards.csv, line 3, second: must be a digit from 1 to 9, with"),
    (
        "resource_cards.csv",
        3,
        "RC02,1,0,2,2",
        "line 3, second: must be a digit from 1 to 9, with a p behind it if it is",
    ),
    (
        "resource_cards.csv",
        3,
        "RC02,1,,2,2",
        "line 3, second: must be a digit from 1 to 9, with a p behind it if it is",
    ),
    ("resource_cards.csv", 3, "RC02,1,3,2,0", "line 3, copies: must be a whole number from 1 to 99, not '0'."),
    (
        "resource_cards.csv",
        3,
        "rc01,1,3,2,2",
        "line 3, id: 'rc01' stands in line 2 already; each card needs a name of its",
    ),
    (
        "resource_cards.csv",
        3,
        "2 RC,1,3,2,2",
        "line 3, id: must be a letter and then letters or digits, 12 at most, not",
    ),
    ("resource_cards.csv", 3, "RC02,1,3,2", "resource_cards.csv, line 3: 5 entries are needed, not 4"),
    (
        "resource_cards.csv",
        1,
        "id,1,2,3,copies",
        "the columns must be id, first, second, third, copies, not id, 1, 2, 3,",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Greedy,two,1,1,1,4",
        "line 2, plots: must be a whole number from 0 to 20, not 'two'.",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Greedy,1,-1,1,1,4",
        "line 2, manpower: must be a whole number from 0 to 20, not '-1'",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Greedy,1,1,1,²,4",
        "line 2, profit: must be a whole number from 0 to 20, not '²'.",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Greedy,1,1,1,21,4",
        "line 2, profit: must be a whole number from 0 to 20, not '21'.",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Gredy,1,1,1,1,4",
        "line 2, kind: must be Robbers or one or more of Greedy, Lazy,",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse,Robbers Lazy,1,1,1,1,4",
        "line 2, kind: must be Robbers or one or more of Greedy,",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,,Greedy,1,1,1,1,4",
        "scheme_cards.csv, line 2, name: must be the name of the card, not ''.",
    ),
    (
        "special_cards.csv",
        2,
        "SP1,X,dance,1,0,0,0,2,Dance.",
        "line 2, effect: must be one of draw, take, flip, swap, strip,",
    ),
    ("special_cards.csv", 4, "SP3,X,flip,2,0,0,0,2,Flip.", "line 4, amount: must be 1 for the effect flip, not '2'."),
    (
        "special_cards.csv",
        2,
        "GR1,X,draw,1,0,0,0,2,Draw.",
        "line 2, id: 'GR1' is a card of scheme_cards.csv already; each",
    ),
    (
        "special_cards.csv",
        2,
        "SP1,X,draw,1,0,0,0,2,",
        "special_cards.csv, line 2, text: must be the text of the card, not ''.",
    ),
    (
        "scheme_cards.csv",
        2,
        "GR1,Purse\tand all,Greedy,1,1,1,1,4",
        "line 2, name: must be plain text on a single line, not 'Purse\\tand all'.",
    ),
    (
        "scheme_cards.csv",
        2,
        'GR1,"Purse\non a String",Greedy,1,1,1,1,4',
        "scheme_cards.csv, line 3, name: must be plain text on a single line, not",
    ),
    (
        "folly_cards.csv",
        2,
        "F01,GR GR,LZ",
        "line 2, red: must be different follies out of GR, LZ, WK, DW, perhaps with Peasant",
    ),
    (
        "folly_cards.csv",
        2,
        "F01,GR,Peasant",
        "folly_cards.csv, line 2, blue: must be different follies out of GR, LZ, WK, DW,",
    ),
    (
        "folly_cards.csv",
        2,
        "F01,,LZ",
        "folly_cards.csv, line 2, red: must be different follies out of GR, LZ, WK, DW, perhaps",
    ),
]


@pytest.mark.parametrize(("name", "line", "text", "words"), BROKEN, ids=[f"{row[0]}-{row[3][:40]}" for row in BROKEN])
def test_a_broken_table_is_told_where_and_what(tmp_path: Path, name: str, line: int, text: str, words: str) -> None:
    with refused(CardFileError, words):
        load_cards(with_line(tmp_path, name, line, text))


def test_all_reasons_are_named_at_once(tmp_path: Path) -> None:
    with_line(tmp_path, "scheme_cards.csv", 2, "GR1,Purse,Gredy,x,1,1,1,0")
    (tmp_path / "folly_cards.csv").write_text("id,red,blue\nF01,XX,LZ\n", encoding="utf-8")
    with pytest.raises(CardFileError) as caught:
        load_cards(tmp_path)
    places = sorted(reason.partition(": ")[0] for reason in caught.value.reasons)
    assert places == [
        "folly_cards.csv, line 2, red",
        "scheme_cards.csv, line 2, copies",
        "scheme_cards.csv, line 2, kind",
        "scheme_cards.csv, line 2, plots",
    ]
    assert str(caught.value).count("\n- ") == 4


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("folly_cards.csv", b"", "folly_cards.csv is empty; its first line must name the columns id, red, blue."),
        ("folly_cards.csv", b"id,red,blue\n", "folly_cards.csv has no card; there must be at least one row"),
        (
            "folly_cards.csv",
            b"id,red,blue\nF01,GR,LZ\n",
            "folly_cards.csv names 1 of the 6 cards that the line-up needs.",
        ),
        (
            "folly_cards.csv",
            b"id,red,blue\nF01,\xff,LZ\n",
            "folly_cards.csv: byte 16 is not UTF-8; save the table as CSV",
        ),
        ("folly_cards.csv", b'id,red,blue\nF01,"GR\0', "folly_cards.csv, line 2: "),
        (
            "folly-cards.csv",
            b"id,red,blue\n",
            "folly-cards.csv is no table of this game. Did you mean 'folly_cards.csv'?",
        ),
    ],
)
def test_a_file_that_is_no_table(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with refused(CardFileError, words):
        load_cards(tmp_path)


def test_a_folder_that_is_none_or_holds_nothing(tmp_path: Path) -> None:
    with refused(CardFileError, "There is no folder"):
        load_cards(tmp_path / "nowhere")
    with refused(CardFileError, "holds none of the tables resource_cards.csv, scheme_cards.csv,"):
        load_cards(tmp_path)
    (tmp_path / "folly_cards.csv").mkdir()
    with refused(CardFileError, "folly_cards.csv cannot be read: "):
        load_cards(tmp_path)


def test_the_reasons_travel_to_another_process() -> None:
    fault = CardFileError(["first.", "second."])
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.reasons) == (str(fault), fault.reasons)


# -- tables as one text --------------------------------------------------------------------------------------------------

EASY = "resource_cards.csv\nid,first,second,third,copies\nEASY,2,2p,2,36"
BOTH = "scheme_cards.csv\nid,name,kind,plots,manpower,materials,profit,copies\nBOTH,Both,Greedy and Lazy,0,1,0,12,72"


def test_a_folder_becomes_the_text_of_the_tables_that_are_not_the_usual_ones(tmp_path: Path) -> None:
    with_line(tmp_path, "scheme_cards.csv", 2, "GR1,Golden Goose,Greedy + Lazy,0,2,0,7,1")
    text = cards_text(tmp_path)
    name, _, table = text.partition("\n")
    assert name == "scheme_cards.csv" and table == (tmp_path / name).read_text(encoding="utf-8").rstrip("\n")
    assert cards_text(str(tmp_path)) == text
    before = load_cards(tmp_path)
    for path in tmp_path.iterdir():
        path.unlink()
    tmp_path.rmdir()
    assert load_cards(text).schemes == before.schemes and load_cards(text).schemes[0].name == "Golden Goose"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("usual", "usual"),
        (" one_sided ", "one_sided"),
        (EASY, EASY),
        (f"\ufeff\n{EASY}\n\n", EASY),
        (f" {EASY} \r".replace("\n", "\r\n"), EASY),
        (EASY.replace("\n", "\n\n"), EASY.replace("\n", "\n\n")),
        (f"{BOTH}\n\n{EASY}\n", f"{EASY}\n{BOTH}"),
        ("folly_cards.csv\n" + (DATA / "folly_cards.csv").read_text(encoding="utf-8"), "usual"),
    ],
)
def test_a_text_is_kept_in_one_form(written: str, kept: str) -> None:
    assert cards_text(written) == kept == cards_text(kept)


def test_a_set_as_a_folder_is_the_same_cards() -> None:
    assert load_cards(DATA / "one_sided").schemes == load_cards("one_sided").schemes != cards.schemes


def test_a_text_holds_every_sign_that_a_table_may() -> None:
    strange = 'A "quoted", <b>strange</b> Näme & 雪 = (1) [x] {y}; %2C'
    row = strange.replace('"', '""')
    text = BOTH.replace("Both", f'"{row}"')
    assert load_cards(cards_text(text)).schemes[0].name == strange


BROKEN_TEXTS = [
    ("\n", ["The text holds none of the tables resource_cards.csv, scheme_cards.csv,"]),
    ("id,red,blue\nF01,GR,LZ", ["Before the first line of a table its name must stand: one of resource_cards.csv,"]),
    ("folly_card.csv\nid,red,blue", ["folly_card.csv is no table of this game. Did you mean 'folly_cards.csv'?"]),
    (f"{EASY}\n{EASY}", ["resource_cards.csv stands there twice."]),
    (f"{EASY}\nmine.csv\n{EASY}", ["mine.csv is no table of this game.", "resource_cards.csv stands there twice."]),
    ("folly_cards.csv\n", ["folly_cards.csv is empty; its first line must name the columns id, red, blue."]),
    ("folly_cards.csv\n\n\n", ["folly_cards.csv is empty; its first line must name the columns id, red, blue."]),
    (f"folly_cards.csv\n{EASY}", ["folly_cards.csv is empty; its first line must name the columns id, red, blue."]),
    (EASY.replace("EASY", "E-1"), ["resource_cards.csv, line 2, id: must be a letter and then letters or digits,"]),
    (EASY + "0", ["resource_cards.csv, line 2, copies: must be a whole number from 1 to 99, not '360'."]),
    (EASY + "\nEASY,1,1,1,1", ["resource_cards.csv, line 3, id: 'EASY' stands in line 2 already;"]),
    (EASY + ",1", ["resource_cards.csv, line 2: 5 entries are needed, not 6"]),
    (EASY.replace("2p", "p2"), ["resource_cards.csv, line 2, second: must be a digit from 1 to 9, with a p behind it"]),
    (
        EASY.replace(",", "\t"),
        ["resource_cards.csv, line 1: the columns must be id, first, second, third, copies, not"],
    ),
    (EASY.replace("EASY", '"EASY'), ["resource_cards.csv, line 2: 5 entries are needed, not 1"]),
    (BOTH.replace("Both", "Bo\ud800th"), ["scheme_cards.csv, line 2, name: must be plain text on a single line,"]),
    (BOTH.replace("Both", "Bo\0th"), ["scheme_cards.csv, line 2"]),
    (BOTH.replace("BOTH", "sp1"), ["special_cards.csv, line 2, id: 'SP1' is a card of scheme_cards.csv already;"]),
    (BOTH.replace("Lazy", "Greedy"), ["scheme_cards.csv, line 2, kind: must be Robbers or one or more of Greedy,"]),
    (BOTH.replace("12", "-12"), ["scheme_cards.csv, line 2, profit: must be a whole number from 0 to 20, not '-12'."]),
    (
        BOTH.replace("12", "1" * 5000),
        ["scheme_cards.csv, line 2, profit: must be a whole number from 0 to 20, not '111"],
    ),
    (
        f"{EASY.replace('36', '0')}\n{BOTH.replace('0,1,0', '0,x,21')}",
        [
            "resource_cards.csv, line 2, copies: must be a whole number from 1 to 99, not '0'.",
            "scheme_cards.csv, line 2, manpower: must be a whole number from 0 to 20, not 'x'.",
            "scheme_cards.csv, line 2, materials: must be a whole number from 0 to 20, not '21'.",
        ],
    ),
]


@pytest.mark.parametrize(("text", "reasons"), BROKEN_TEXTS, ids=range(len(BROKEN_TEXTS)))
def test_a_broken_text_is_told_every_reason_with_its_place(text: str, reasons: list[str]) -> None:
    with pytest.raises(CardFileError) as caught:
        cards_text(text)
    assert len(caught.value.reasons) == len(reasons)
    for said, expected in zip(caught.value.reasons, reasons, strict=True):
        assert said.startswith(expected), said
