"""The parts of a table: one order of arguments, a sentence for what does not fit, networks, and fields that are known."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.own.examples import CARDS, ROADS, Fuses, Roads
from tests.own.typed import Position, Typed
from tests.programs import said_by
from workbench import own
from workbench.core.fields import Things
from workbench.core.look import Look
from workbench.core.random import Random
from workbench.own.board import GRID_HIGH, GRID_WIDE
from workbench.own.layout import crossings, laid_out
from workbench.own.parts import EMPTY, HIDDEN, SEEN, TAKEN, Part
from workbench.own.state import declared

KINDS: tuple[type[Part[Any]], ...] = (
    *(own.Counter, own.Track, own.Die, own.Row, own.Choice, own.Pile, own.Hand, own.Deck, own.Grid, own.Hexagons, own.Network),
)
CALLED = [kind.__name__ for kind in KINDS]


# -- arguments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=CALLED)
def test_every_part_takes_its_name_then_its_meaning_then_what_it_holds(kind: type[Part[Any]]) -> None:
    given = [one for one in inspect.signature(kind.__init__).parameters.values() if one.name != "self"]
    plain = [one.name for one in given if one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    assert plain[:2] == ["name", "meaning"]
    assert len(plain) <= 4, "what may be left out is named"
    assert all(one.default is not inspect.Parameter.empty for one in given[len(plain) :])


@pytest.mark.parametrize("kind", KINDS, ids=CALLED)
def test_every_part_has_an_example_that_runs(kind: type[Part[Any]]) -> None:
    assert kind.example.startswith(f"own.{kind.__name__}(")
    part = eval(kind.example.partition(", with ")[0], {"own": own, "CARDS": own.Cards("ABCD")})
    assert type(part) is kind and part.meaning.endswith(".")


SENTENCE = "`meaning` must be one sentence with a full stop, not "
PAIRS = "`ways` must be a list of pairs of two places, or a dict from each place to those beside it, not "
MADE_OF = "own.Cards takes a list of unique names and the number of copies of each, such as "

WRONG = {
    # what stands where in an order that is not the one
    'own.Counter("coins", 8, "Coins.")': f"The part 'coins': {SENTENCE}8.",
    'own.Track("steps", 8, "Steps.")': f"The part 'steps': {SENTENCE}8.",
    'own.Row("rows", "ABC", "Rows.", 5)': f"The part 'rows': {SENTENCE}'ABC'.",
    'own.Choice("said", ("a", "b"), "Said.")': f"The part 'said': {SENTENCE}('a', 'b').",
    'own.Grid("board", 3, 3, "Marks.")': f"The part 'board': {SENTENCE}3.",
    'own.Grid("board", "Marks.", 3, 3, "XO")': "own.Grid: too many positional arguments. Write, for example: own.Grid(",
    'own.Hexagons("board", 3, 3)': "own.Hexagons: missing a required argument: 'columns'",
    'own.Network("map", [("A", "B")], "Map.")': f"The part 'map': {SENTENCE}[('A', 'B')].",
    'own.Pile("pile", CARDS, "Pile.")': f"The part 'pile': {SENTENCE}<Cards 1, 2, 3>.",
    'own.Hand("hands", CARDS, "Hands.")': f"The part 'hands': {SENTENCE}<Cards 1, 2, 3>.",
    'own.Deck("deck", CARDS, "Deck.")': f"The part 'deck': {SENTENCE}<Cards 1, 2, 3>.",
    # what there is too little or too much of
    'own.Counter("coins", "Coins.")': "own.Counter: missing a required argument: 'most'. Write, for example: own.Counter(",
    'own.Deck("deck", "Deck.", CARDS, seen="nobody")': "own.Deck: got an unexpected keyword argument 'seen'",
    # name, meaning, who sees it
    'own.Counter("turn", "Turn.", 2)': "A part cannot be called 'turn'",
    'own.Counter("from", "Where.", 2)': "A part cannot be called 'from'",
    'own.Counter(3, "Three.", 2)': "A part cannot be called 3",
    'own.Counter("place", "where", 2)': f"The part 'place': {SENTENCE}'where'.",
    'own.Counter("coins", "Coins.", 9, each=2)': "The part 'coins': `each` must be True or False, not 2.",
    'own.Hand("hands", "Hands.", CARDS, seen="me")': "`seen` must be one of 'everybody', 'its owner', 'the others', 'nobody', ",
    'own.Pile("pile", "Pile.", CARDS, seen="the others")': "The part 'pile' has no owner. Write each=True to give one",
    # what each kind holds
    'own.Counter("coins", "Coins.", "ten")': "The part 'coins': `most` must be a whole number from 1, not 'ten'.",
    'own.Counter("coins", "Coins.", 9, start=10)': "The part 'coins': `start` must be a whole number from 0 to 9, not 10.",
    'own.Counter("coins", "Coins.", 9, each=True, start=(1, -1))': "`start` must be a whole number from 0 to 9, not -1.",
    'own.Counter("coins", "Coins.", 9, start=(1, 1))': "`start` must be a whole number from 0 to 9, not (1, 1).",
    'own.Die("die", "Die.", 0)': "The part 'die': `most` must be a whole number from 1, not 0.",
    'own.Row("rows", "Rows.", 3, 5)': "The part 'rows': `names` must be a list of unique names, not 3.",
    'own.Row("rows", "Rows.", "AA", 5)': "The part 'rows': `names` must be a list of unique names, not 'AA'.",
    'own.Row("rows", "Rows.", "AB", "C")': "The part 'rows': `most` must be a whole number from 1, not 'C'.",
    'own.Row("rows", "Rows.", "AB", 5, start=(1,))': "`start` must be a list of 2 numbers, one for each name, not (1,).",
    'own.Row("rows", "Rows.", "AB", 5, start=7)': "`start` must be a list of 2 numbers, one for each name, not 7.",
    'own.Row("rows", "Rows.", "AB", 5, start=(1, 6))': "`start` must be a whole number from 0 to 5, not 6.",
    'own.Choice("said", "Said.", ())': "The part 'said': `words` must be a list of unique names, not ().",
    'own.Choice("said", "Said.", "ab", start=2)': "`start` must be a whole number from -1 to 1, not 2.",
    'own.Pile("pile", "Pile.", 5)': "The part 'pile': `cards` must be a list of unique names, not 5.",
    'own.Pile("pile", "Pile.", CARDS, most=-1)': "The part 'pile': `most` must be a whole number from 0, not -1.",
    'own.Grid("board", "Board.", 3, 0)': "The part 'board': `columns` must be a whole number from 1, not 0.",
    'own.Grid("board", "Board.", 3, 3, marks=7)': "The part 'board': `marks` must be a list of unique names, not 7.",
    'own.Cards("AA")': f"{MADE_OF}own.Cards((\"jack\", \"queen\"), copies=2), or own.Cards({{\"jack\": 2, \"queen\": 1}}), "
    "not 'AA' and 1.",
    'own.Cards({"A": 2, "B": 0})': MADE_OF,
    'own.Cards({})': MADE_OF,
    'own.Cards("AB", copies=0)': MADE_OF,
    'own.Cards(5)': MADE_OF,
    'own.Network("map", "Map.", 5)': f"The part 'map': {PAIRS}5.",
    'own.Network("map", "Map.", [])': f"{PAIRS}[].",
    'own.Network("map", "Map.", [("A", "B", "C")])': f"{PAIRS}('A', 'B', 'C').",
    'own.Network("map", "Map.", [("A", "A")])': f"{PAIRS}('A', 'A').",
    'own.Network("map", "Map.", "AB")': f"{PAIRS}'AB'.",
    'own.Network("map", "Map.", [("A", "B")], at={"A": (0, 0)})': "`at` must be a dict from every place to two numbers",
    'own.Network("map", "Map.", [("A", "B")], at={"A": (0, 0), "B": "C"})': "`at` must be a dict from every place to two ",
    'own.Network("map", "Map.", [("A", "B")], at=[(0, 0), (1, 1)])': "`at` must be a dict from every place to two numbers",
}


@pytest.mark.parametrize("written", WRONG)
def test_an_argument_that_does_not_fit_is_told_in_a_sentence(written: str) -> None:
    with refused(wb.WorkbenchError, WRONG[written]) as told:
        eval(written, {"own": own, "CARDS": CARDS})
    assert " at 0x" not in str(told.value)


def test_a_list_of_starts_has_one_for_each_seat() -> None:
    class Three(Typed):
        player_counts = (2, 3)

    assert wb.load(Three, players=2).start().coins == [1, 2]
    with refused(wb.WorkbenchError, "The part 'coins': `start` has 2 numbers; it needs one for each seat."):
        wb.load(Three, players=3)


def test_no_part_can_take_a_name_that_every_state_has() -> None:
    assert {name for name in dir(own.State) if not name.startswith("_")} <= TAKEN


# -- a class of states that declares them -----------------------------------------------------------------------------------


def test_a_class_of_states_declares_the_parts_and_a_table_may_add_to_them() -> None:
    class Added(Typed):
        name = "typed"
        table = (own.Counter("more", "What comes to it.", 3),)

    assert [part.name for part in wb.load(Typed).parts] == [part.name for part in declared(Position)]
    assert [part.name for part in wb.load(Added).parts][-2:] == ["map", "more"]
    match = wb.load(Added).match(seed=1)
    match.play("go 2")
    assert (match.state.coins, match.state.pot, match.state.more) == ([3, 2], 2, 0)
    assert match.over and match.game.position(match.state.to_dict()).key() == match.state.key()


def test_a_class_of_states_that_inherits_declares_both() -> None:
    class More(Position):
        extra = own.Counter("extra", "What comes to it.", 3)
        pot = own.Counter("pot", "A larger pot.", 20)

    parts = {part.name: part for part in declared(More)}
    assert list(parts)[-1] == "extra" and parts["pot"].meaning == "A larger pot."


def test_a_part_stands_under_its_own_name() -> None:
    class Stands(own.State):
        stones = own.Counter("stone", "How far.", 3)

    with refused(wb.WorkbenchError, "In Stands the attribute 'stones' holds the part 'stone': give both the same name."):
        declared(Stands)


def test_a_field_that_is_not_declared_is_not_there() -> None:
    state = wb.load(Typed).start()
    with pytest.raises(AttributeError, match="coin"):
        state.coin = 3
    assert not hasattr(state, "__dict__"), "a misspelt field would lie there unseen"


@pytest.mark.long
def test_an_editor_completes_the_fields_of_a_position() -> None:
    jedi = pytest.importorskip("jedi")
    source = inspect.getsource(inspect.getmodule(Position))
    before, sought = source.partition("def fields")[0], {"state.ha": "hands", "state.hands.app": "append", "state.wi": "win"}
    for typed, found in sought.items():
        lines = [*before.splitlines(), "def look(state: Position):", f"    {typed}"]
        assert found in [one.name for one in jedi.Script("\n".join(lines)).complete(len(lines), len(lines[-1]))]


# -- who sees them ----------------------------------------------------------------------------------------------------


def test_who_sees_what_belongs_to_whom() -> None:
    seen = {who: own.Pile("pile", "Pile.", "AB", each=True, seen=who) for who in SEEN}
    assert {who: (part.sees(0, 0), part.sees(0, 1)) for who, part in seen.items()} == {
        "everybody": (True, True),
        "its owner": (True, False),
        "the others": (False, True),
        "nobody": (False, False),
    }


def test_a_hand_that_the_others_see_keeps_its_order_and_its_secret() -> None:
    match = wb.load(Fuses).match(seed=3)
    assert match.state.hands == [[1, 0], [1, 0]], "as they were dealt, not sorted: an order would tell the owner something"
    for seat in (0, 1):
        seen = match.state.view(seat).state
        assert seen.hands[seat] == [HIDDEN, HIDDEN] and seen.hands[1 - seat] == match.state.hands[1 - seat]
        told = [event for event in match.log if event.to == (seat,)]
        assert [event.text for event in told] == ["A 2 is dealt.", "A 1 is dealt."]
        assert {event.public for event in told} == {"Deal."}
    assert [move.text for move in match.moves()] == ["lay card 1", "lay card 2"]


def test_cards_that_stand_twice_in_a_deck_are_twice_as_likely() -> None:
    game = wb.load(Fuses)
    state = game.position({"phase": "deal", "hands": {"Player 1": ["1"], "Player 2": []}})
    assert {game.symbol(action): weight for action, weight in state.chance()} == {"deal:1": 1, "deal:2": 2, "deal:3": 2}
    assert state.legal() == tuple(action for action, _ in state.chance())


def test_the_unseen_cards_of_a_hand_are_those_that_are_seen_nowhere() -> None:
    game = wb.load(Fuses)
    state = game.position({"phase": "lay", "hands": {"Player 1": ["1"], "Player 2": ["3"]}, "pile": ["1"], "lost": ["2", "2"]})
    met = set()
    for number in range(20):
        other = state.resample(0, Random(number))
        assert other.hands[1] == [2] and other.deck == [2 - other.hands[0][0]]
        met.add(other.hands[0][0])
    assert met == {0, 2}


def test_unseen_cards_in_order_come_in_any_order() -> None:
    state = wb.load(Fuses).position({"phase": "lay", "hands": {"Player 1": ["1", "2"], "Player 2": ["3", "3"]}})
    met = {tuple(state.resample(0, Random(number)).hands[0]) for number in range(60)}
    assert (0, 1) in met and (1, 0) in met


def test_cards_look_as_numbers_by_how_many_there_are_of_each() -> None:
    kind = own.Deck("deck", "Deck.", CARDS).kind()
    assert kind.numbers([0, 0, 1]) == [1.0, 0.5, 0.0, 0.0]
    assert kind.numbers([0, HIDDEN, HIDDEN, HIDDEN]) == [0.5, 0.0, 0.0, 0.5]
    bid = own.Choice("bids", "Bids.", "abc", each=True, seen="its owner")
    hidden = bid.whole_kind(seats("XY"))
    assert hidden.numbers([1, HIDDEN]) == [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    assert (bid.concealed(EMPTY), bid.concealed(2)) == (EMPTY, HIDDEN), "whether something was chosen may be seen"


def seats(names: str) -> Things:
    return Things("player", names)


def test_more_cards_than_a_part_holds_are_refused() -> None:
    with pytest.raises(wb.PositionError) as fault:
        wb.load(Fuses).position({"phase": "lay", "hands": {"Player 1": ["1", "2", "3"], "Player 2": []}})
    assert "'hands' of Player 1 may hold at most 2, not 3." in fault.value.reasons


def test_columns_beyond_the_alphabet_have_names_of_their_own() -> None:
    names = own.Grid("board", "Board.", 2, 30).names
    assert names[:2] == ("a1", "b1") and names[25:28] == ("z1", "a1_1", "b1_1") and len(set(names)) == 60


# -- networks ----------------------------------------------------------------------------------------------------


def test_pairs_and_a_dict_make_the_same_network() -> None:
    pairs = own.Network("map", "Map.", [("A", "B"), ("B", "C"), ("C", "B")])
    lists = own.Network("map", "Map.", {"A": ["B"], "B": ["C", "A"], "C": []})
    assert pairs.names == lists.names == ("A", "B", "C")
    assert pairs.neighbours == lists.neighbours == ((1,), (0, 2), (1,))
    assert pairs.ways == lists.ways == (("A", "B"), ("B", "C"))
    alone = own.Network("map", "Map.", {"A": "B", "Isle": []})
    assert alone.names == ("A", "Isle", "B") and alone.beside("Isle") == () and alone.beside("B") == ("A",)


def test_a_place_that_there_is_not_is_told() -> None:
    assert ROADS.number("Inn") == 3
    with refused(wb.UnknownNameError, "'map' has no place 'Mil'. Did you mean 'Mill'? Available: Ford, Mill, Hill, Inn"):
        ROADS.beside("Mil")


def test_a_way_through_a_network_is_found() -> None:
    held = [EMPTY] * 6
    for town in ("Ford", "Hill", "Inn"):
        held[ROADS.number(town)] = 0
    ford, inn, moor = ROADS.number("Ford"), ROADS.number("Inn"), ROADS.number("Moor")
    assert ROADS.joined(held, [ford], [inn], 0) and not ROADS.joined(held, [ford], [moor], 0)
    assert not ROADS.joined(held, [ford], [inn], 1)


def test_a_network_is_written_read_and_told() -> None:
    game = wb.load(Roads)
    state = game.position({"map": {"Ford": "1", "Mill": "2"}})
    assert state.to_dict()["map"] == {"Ford": "1", "Mill": "2"}
    assert game.text(state, 0).splitlines()[1:4] == ["Map:", "  Ford 1 (to Mill, Hill)", "  Mill 2 (to Ford, Hill, Cove)"]
    assert "  Inn . (to Hill, Moor)" in game.text(state, 0)
    with pytest.raises(wb.PositionError) as fault:
        game.position({"map": {"Frod": "1"}})
    assert fault.value.reasons[0] == (
        "'map': there is no place 'Frod'. Did you mean 'Ford'? The places run from Ford to Cove."
    )


def test_a_move_lights_up_its_place_on_the_map() -> None:
    game = wb.load(Roads)
    state = game.position({"map": {"Ford": "1", "Mill": "2"}})
    scene = game.scene(state, 0)
    assert {spot.name for spot in scene.spots if spot.legal} == {"map-Hill"}
    assert len([spot for spot in scene.spots if spot.name.startswith("map-")]) == 6
    assert "map-Hill" in game.phases["claim"].thing(state, state.legal()[0])
    label = {spot.name: spot.label for spot in scene.spots}
    assert label["map-Ford"] == "Map: Ford holds 1." and label["map-Inn"] == "Map: Inn is empty."
    assert wb.check(Roads, games=20, suites=False).holds


def middles(network: own.Network) -> dict[str, tuple[float, float]]:
    class Drawn(Roads):
        table = (network,)

    game = wb.load(Drawn)
    boxes = {spot.name: spot.box for spot in game.scene(game.start(), 0).spots}
    return {name: (x + width / 2, y + height / 2) for name, (x, y, width, height) in boxes.items()}


def test_places_are_drawn_where_they_were_said_to_be() -> None:
    square = {"A": (0.0, 0.0), "B": (2.0, 0.0), "C": (2.0, 1.0), "D": (0.0, 1.0)}
    drawn = middles(own.Network("map", "Map.", {"A": "B", "B": "C", "C": "D", "D": "A"}, at=square))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = [drawn[f"map-{name}"] for name in "ABCD"]
    assert ay == by < cy == dy and ax == dx < bx == cx
    assert (bx - ax) == pytest.approx(2 * (dy - ay))


@pytest.mark.parametrize(
    "ways",
    [
        [("A", "B")],
        [(str(number), str(number + 1)) for number in range(12)],
        [(str(number), str(other)) for number in range(7) for other in range(number)],
        {"A": "B", "C": "D", "Isle": []},
        {"Isle": []},
    ],
    ids=["two", "a line", "all joined", "in parts", "one"],
)
def test_places_that_nobody_placed_lie_apart_from_each_other_within_the_board(ways: Any) -> None:
    drawn = list(middles(own.Network("map", "Map.", ways)).values())
    assert all(abs(x1 - x2) + abs(y1 - y2) > 10 for number, (x1, y1) in enumerate(drawn) for x2, y2 in drawn[:number])
    assert max(x for x, _ in drawn) - min(x for x, _ in drawn) <= GRID_WIDE
    assert max(y for _, y in drawn) - min(y for _, y in drawn) <= GRID_HIGH


def test_there_may_be_more_of_one_card_than_of_another() -> None:
    cards = own.Cards({"copper": 3, "gold": 1})
    assert (cards.names, cards.copies, cards.all()) == (("copper", "gold"), (3, 1), [0, 0, 0, 1])
    hand = own.Hand("hands", "The hand of each player.", cards)
    assert hand.most == 4 and hand.kind().numbers([0, 1, HIDDEN]) == [1 / 3, 1.0, 0.25]

    class Coins(own.Game):
        """Coins

        - **CO-DRAW-1** Draw a coin.
        """

        table = (hand, own.Deck("deck", "The coins that are left.", cards))

        class Draw(own.Phase):
            random, moves = True, "deck"

            def choices(self, state: Any) -> Any:
                return state.deck

            def play(self, state: Any, choice: Any) -> None:
                state.win(0)

    game = wb.load(Coins)
    assert game.position({"hands": {"You": ["gold", "copper"]}}).deck == [0, 0]
    assert game.start().chance() == ((0, 3), (1, 1))
    with refused(wb.WorkbenchError, "The card 'gold' appears 2 times in 'hands' and 'deck', but there is only 1."):
        game.position({"hands": {"You": ["gold", "gold"]}})


def test_a_square_beyond_the_edge_is_refused_and_one_is_found_by_its_name() -> None:
    board = own.Grid("board", "Marks.", 2, 3)
    assert board.number("c2") == board.place(1, 2) == 5 and board.beside("c2") == ("c1", "b2")
    for row, column in ((0, 3), (2, 0), (-1, 0)):
        with refused(wb.WorkbenchError, f"no square in row {row}, column {column}: its rows are 0 to 1, its columns 0 to 2."):
            board.place(row, column)
    with refused(wb.UnknownNameError, "'board' has no place 'c3'. Available: a1, b1, c1, a2, b2, c2."):
        board.number("c3")


def test_neighbours_are_drawn_nearer_than_others() -> None:
    points = laid_out(own.Network("map", "Map.", [(str(number), str(number + 1)) for number in range(5)]).neighbours)

    def far(one: int, other: int) -> float:
        return float(abs(complex(*points[one]) - complex(*points[other])))

    assert far(0, 1) < far(0, 2) < far(0, 5)


def test_ways_are_drawn_about_equally_long() -> None:
    points = laid_out(ROADS.neighbours)
    long = [abs(complex(*points[ROADS.number(one)]) - complex(*points[ROADS.number(other)])) for one, other in ROADS.ways]
    assert max(long) / min(long) < 1.2


@pytest.mark.parametrize(
    "ways",
    [
        {"Ford": ["Mill", "Hill"], "Mill": ["Hill", "Port"], "Hill": ["Port"]},
        [*zip("ABCDEFGH", "BCDEFGHA", strict=True), ("A", "C"), ("E", "G"), ("C", "G")],
    ],
    ids=["a diamond", "a ring with ways across"],
)
def test_no_ways_cross_where_they_need_not(ways: Any) -> None:
    neighbours = own.Network("map", "Map.", ways).neighbours
    assert crossings(neighbours, laid_out(neighbours)) == 0


def test_what_cannot_be_reached_lies_beyond_all_others() -> None:
    points = laid_out(own.Network("map", "Map.", {"A": "B", "B": "C", "Isle": []}).neighbours)
    a, b, isle, c = [complex(*point) for point in points]
    assert abs(isle - b) > abs(a - b) and abs(isle - b) > abs(c - b)


def test_a_long_network_is_drawn_along_the_longer_side() -> None:
    points = laid_out(own.Network("map", "Map.", [(str(number), str(number + 1)) for number in range(5)]).neighbours)
    wide, high = [max(column) - min(column) for column in zip(*points, strict=True)]
    assert wide > high


def test_own_games_and_their_boards_need_neither_networkx_nor_numpy() -> None:
    script = (
        "import sys; import workbench as wb; from workbench import own; import workbench.own.board; "
        "print(sorted({'networkx', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    assert said_by("-c", script, check=True).stdout.strip() == "[]"


# -- what moves are about ----------------------------------------------------------------------------------------------------


class Draws(own.Game):
    """Draws

    - **DR-TAKE-1** Take a card from the deck, from the pile, or turn the die.
    - **DR-GIVE-1** Give away a card that lies before you.
    - **DR-END-1** Nobody wins.
    """

    player_counts = (2,)
    table = (
        own.Deck("deck", "The cards that are left.", CARDS),
        own.Pile("pile", "What was laid down.", CARDS),
        own.Die("die", "What the die shows."),
        own.Counter("pot", "What is in the pot.", 3),
        own.Pile("before", "What lies before each player.", CARDS, each=True),
        own.Counter("coins", "The coins of each player.", 3, each=True),
    )

    def set_up(self, state: Any) -> None:
        state.pile, state.before = [0], [[1], [1, 2]]
        for card in (0, 1, 1, 2):
            state.deck.remove(card)

    class Take(own.Phase):
        moves = ("deck", "pile", "die", "pot", "nothing")

        def play(self, state: Any, choice: Any) -> None:
            state.go("give")

    class Give(own.Phase):
        moves = "before"

        def choices(self, state: Any) -> Any:
            return state.before[state.turn]

        def play(self, state: Any, choice: Any) -> None:
            state.draw()


def lit(state: Any) -> set[str]:
    scene = state.game.scene(state, int(state.to_move))
    assert len({spot.name for spot in scene.spots}) == len(scene.spots), "nothing is drawn twice"
    for spot in scene.spots:
        if spot.legal:
            assert re.search(r'stroke="#D55E00"', "".join(shape.svg() for shape in spot.shapes)), f"{spot.name} is not outlined"
    return {spot.name for spot in scene.spots if spot.legal}


def test_a_move_named_like_a_part_lights_up_that_part() -> None:
    state = wb.load(Draws).start()
    assert lit(state) == {"deck", "pile", "die", "pot", "take:nothing"}
    assert set(Look(state, 0).things()) == lit(state)


def test_moves_from_a_part_light_up_what_belongs_to_whoever_decides() -> None:
    state = wb.load(Draws).start()
    state.apply(state.legal()[0])
    assert lit(state) == {"before-1-2"}
    state.turn = state.to_move = 1
    assert lit(state) == {"before-2-2", "before-2-3"}


def test_hands_that_the_others_see_are_chosen_from_by_place() -> None:
    match = wb.load(Fuses).match(seed=3)
    scene = match.game.scene(match.state.view(0).state, 0)
    assert [spot.name for spot in scene.spots if spot.legal] == ["hands-1-1", "hands-1-2"]
    assert lit(match.state.view(0).state) == {"hands-1-1", "hands-1-2"}


def test_a_part_without_places_is_no_list_of_moves() -> None:
    class Coins(Draws):
        class Take(Draws.Take):
            moves: Any = "coins"

    with refused(wb.WorkbenchError, "The moves of the phase 'take' cannot be the part 'coins': a Counter has no places."):
        wb.load(Coins)
