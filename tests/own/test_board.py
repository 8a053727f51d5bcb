"""The default board: everything lies on the page, nothing on something else, and it says what is there."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.own.examples import Roads
from tests.own.faulty import Good
from workbench import own
from workbench.core.pieces import ACCENT, ASIDE, FIELD
from workbench.core.scene import PAGE_WIDTH, Scene, Spot
from workbench.core.state import OVER
from workbench.own.board import BACK, LINE, MARGIN, PIP, WIDTH

CARDS = own.Cards(("ace", "K", "Q"), copies=2)


def shown(*parts: Any, players: int = 2, words: tuple[str, ...] = ("go",), seat: int = 0, **fields: Any) -> Scene:
    """The board of a table with some parts, as a seat sees it, with some of its fields set."""

    class Shown(own.Game):
        """Shown

        - **SH-GO-1** Go.
        - **SH-END-1** That is all.
        """

        player_counts = (players,)
        table = parts

        class Go(own.Phase):
            moves = words

            def play(self, state: Any, choice: Any) -> None:
                state.draw()

    game = wb.load(Shown)
    state = game.start()
    for name, value in fields.items():
        setattr(state, name, value)
    return game.scene(state.view(seat).state, seat)


def spot(scene: Scene, name: str) -> Spot:
    return next(one for one in scene.spots if one.name == name)


def said(scene: Scene) -> list[str]:
    return [shape.text for shape in [*scene.shapes, *[shape for one in scene.spots for shape in one.shapes]] if shape.text]


def edges(scene: Scene) -> list[str]:
    """The letters and numbers along a grid."""
    return [shape.text for shape in scene.shapes if shape.text and shape.attributes.get("font-size") == 12]


def apart(scene: Scene) -> None:
    """Every spot lies on the page, and on no other."""
    for number, one in enumerate(scene.spots):
        x, y, width, height = one.box
        assert x >= 0 and x + width <= PAGE_WIDTH and y >= 0 and y + height <= scene.height, one.name
        for other in scene.spots[:number]:
            left, top, wide, high = other.box
            beside = x + width <= left or left + wide <= x or y + height <= top or top + high <= y
            assert beside, f"{one.name} lies on {other.name}"


# -- where things lie -----------------------------------------------------------------------------------------------------


def test_buttons_that_do_not_fit_into_a_row_go_on_in_the_next() -> None:
    scene = shown(words=tuple(f"say something rather long, number {number}" for number in range(8)))
    apart(scene)
    rows = [one.box[1] for one in scene.spots]
    assert len(set(rows)) == 4 and rows == sorted(rows)
    assert all(one.box[0] + one.box[2] <= WIDTH - MARGIN for one in scene.spots)


def test_parts_that_do_not_fit_into_a_row_go_on_in_the_next() -> None:
    scene = shown(*[own.Counter(f"count_{letter}", "How many.", 9, each=True) for letter in "abcdefg"])
    apart(scene)
    assert len({spot(scene, f"count_{letter}-seat1").box[1] for letter in "abcdefg"}) == 2


def test_what_does_not_fit_beside_a_grid_lies_below_it() -> None:
    grid = own.Grid("board", "Marks.", 3, 3)
    tall = [own.Pile(f"pile_{letter}", "What lies there.", CARDS, each=True) for letter in "abcd"]
    scene = shown(grid, *tall, **{f"pile_{letter}": [[0], [1]] for letter in "abcd"})
    apart(scene)
    lowest = max(one.box[1] + one.box[3] for one in scene.spots if one.name.startswith("board-"))
    beside = [letter for letter in "abcd" if spot(scene, f"pile_{letter}-1-ace").box[1] < lowest]
    assert beside == ["a", "b"], "two lie beside it, two below"
    assert spot(scene, "pile_c-1-ace").box[1] > lowest


def test_a_grid_alone_lies_in_the_middle_and_one_among_others_on_the_left() -> None:
    grid = own.Grid("board", "Marks.", 3, 3)
    left, right = spot(shown(grid), "board-a1").box, spot(shown(grid), "board-c1").box
    assert (left[0] + right[0] + right[2]) / 2 == pytest.approx(WIDTH / 2, abs=12)
    assert spot(shown(grid, own.Die("die", "What it shows.")), "board-a1").box[0] < MARGIN + 30


@pytest.mark.parametrize("players", [1, 2])
def test_who_decides_is_named_where_several_play(players: int) -> None:
    scene = shown(own.Die("die", "What it shows."), players=players)
    assert ("Player 1" in said(scene)) == (players == 2)
    assert "What do you choose?" in said(scene)


# -- what is there --------------------------------------------------------------------------------------------------------


def test_marks_have_the_colours_of_their_seats_and_places_their_names() -> None:
    scene = shown(own.Grid("board", "Marks.", 2, 3, marks="XO*"), board=[0, 1, 2, -1, -1, -1])
    colours = [[shape.attributes.get("fill") for shape in spot(scene, f"board-{name}").shapes] for name in ("a1", "b1", "c1")]
    game = wb.load("tic_tac_toe")
    assert game.seat_colour(0) in colours[0] and game.seat_colour(1) in colours[1]
    assert not {game.seat_colour(0), game.seat_colour(1)} & set(colours[2]), "the third mark is nobody's"
    assert edges(scene) == ["a", "b", "c", "1", "2"]
    assert spot(scene, "board-c1").label == "Board: c1 holds *." and spot(scene, "board-a2").label == "Board: a2 is empty."


def test_a_piece_with_a_long_name_shows_its_beginning_and_the_square_its_name() -> None:
    scene = shown(own.Grid("board", "Pieces.", 1, 3, marks=("wolf", "sheep")), board=[0, 1, -1])
    assert [shape.text for shape in spot(scene, "board-b1").shapes if shape.text] == ["S", "sheep"]
    assert spot(scene, "board-a1").label == "Board: a1 holds wolf."


def test_hexagons_are_numbered_like_squares_and_slant_to_the_right() -> None:
    scene = shown(own.Hexagons("board", "Stones.", 3, 2))
    assert edges(scene) == ["a", "b", "1", "2", "3"]
    lefts = [spot(scene, f"board-a{row}").box[0] for row in (1, 2, 3)]
    assert lefts[1] - lefts[0] == pytest.approx(lefts[2] - lefts[1]) and lefts[0] < lefts[1]


def test_a_row_shows_as_many_pieces_as_it_counts() -> None:
    scene = shown(own.Row("rows", "Matches.", "AB", 5, start=(3, 0)))
    pieces = [[shape.attributes.get("fill") for shape in spot(scene, f"rows-{name}").shapes].count(PIP) for name in "AB"]
    assert pieces == [3, 0]
    assert spot(scene, "rows-A").label == "Rows: A holds 3."


@pytest.mark.parametrize(("rounds", "bars"), [(0, 1), (2, 2)])
def test_a_track_is_a_bar_beside_its_number(rounds: int, bars: int) -> None:
    scene = shown(own.Track("round", "The rounds.", 4), round=rounds)
    assert f"{rounds} of 4" in said(scene)
    heights = [shape.attributes.get("height") for shape in spot(scene, "round").shapes]
    assert heights.count(12) == bars


class Step(own.Game):
    """Step

    - **ST-GO-1** Go from one square to another.
    """

    table = (own.Grid("board", "Pieces.", 4, 4),)

    class Go(own.Phase):
        moves = tuple([(one, other) for one in ("a1", "b1", "c1") for other in ("a2", "b2", "c2", "d2", "a3", "b3")])

        def choices(self, state: Any) -> Any:
            return [move for move in self.moves if move[0] == "a1"]

        def play(self, state: Any, choice: Any) -> None:
            state.win(0)


def test_a_move_from_one_square_to_another_begins_on_the_board_without_a_button() -> None:
    match = wb.load(Step).match()
    scene = match.game.scene(match.seen(), match.seat)
    assert {one.name for one in scene.spots} == {f"board-{name}" for name in match.game.parts[0].names}
    assert len([one for one in spot(scene, "board-a1").choices if one.legal]) == 6
    assert not [one for one in spot(scene, "board-b1").choices if one.legal]


class Say(Step):
    """Say

    - **SA-GO-1** Say a number.
    """

    class Go(Step.Go):
        moves = tuple(range(1, 21))

        def choices(self, state: Any) -> Any:
            return [2, 3]


def test_a_move_that_may_not_be_made_has_no_button_among_many() -> None:
    match = wb.load(Say).match()
    spots = match.game.scene(match.seen(), match.seat).spots
    assert [one.name for one in spots if one.name.startswith("go")] == ["go:2", "go:3"]


def test_a_pile_of_dice_is_drawn_as_dice() -> None:
    dice = own.Pile("dice", "The dice.", own.Cards(dict.fromkeys(range(1, 7), 2), noun="die"), most=2)
    scene = shown(dice, dice=[4, 4])
    outlines = [[shape.kind for shape in one.shapes] for one in scene.spots if one.name.startswith("dice")]
    assert outlines == [["path", "text"]] * 2 and said(scene).count("5") == 2


def test_a_row_of_each_player_is_a_table_with_a_line_for_each() -> None:
    scene = shown(own.Row("goods", "Goods.", ("wood", "stone"), 5, each=True), goods=[[3, 0], [1, 5]])
    boxes = [[spot(scene, f"goods-{seat}-{name}").box for name in ("wood", "stone")] for seat in (1, 2)]
    assert boxes[0][0][0] == boxes[1][0][0] < boxes[0][1][0] == boxes[1][1][0], "a column for each name"
    assert boxes[0][0][1] == boxes[0][1][1] < boxes[1][0][1], "a line for each player"
    assert spot(scene, "goods-2-stone").label == "Goods of Player 2: stone 5."
    assert {"wood", "stone", "3", "0", "1", "5"} <= set(said(scene))


def test_cards_that_are_alike_are_spots_of_their_own_about_one_thing() -> None:
    hands = own.Hand("hands", "The cards of each player.", CARDS)
    scene = shown(hands, hands=[[0, 1, 1], [2, 2]])
    assert [(one.name, one.thing) for one in scene.spots if one.name.startswith("hands-1")] == [
        ("hands-1-ace", "hands-1-ace"),
        ("hands-1-K", "hands-1-K"),
        ("hands-1-K-2", "hands-1-K"),
    ]
    assert spot(scene, "hands-1-K").label == "Hands of Player 1: K."
    assert spot(scene, "hands-2-?").label == "Hands of Player 2: face down."
    assert BACK in [shape.attributes.get("fill") for shape in spot(scene, "hands-2-?").shapes]
    assert {"A", "ace", "K"} <= set(said(scene)), "a long name stands below its first letter"


def test_the_own_hand_lies_above_the_others() -> None:
    hands = own.Hand("hands", "The cards of each player.", CARDS)
    scene = shown(hands, seat=1, hands=[[0], [1]])
    assert spot(scene, "hands-2-K").box[1] < spot(scene, "hands-1-?").box[1]


def test_a_deck_says_how_many_are_left_and_which_only_where_that_may_be_known() -> None:
    deck, hands = own.Deck("deck", "What is left.", CARDS), own.Hand("hands", "The cards.", CARDS)
    assert spot(shown(deck, deck=[0, 1, 1]), "deck").label == "Deck: 3 left. ace K K."
    assert spot(shown(deck, hands, deck=[0, 1, 1]), "deck").label == "Deck: 3 left."
    assert "3" in said(shown(deck, deck=[0, 1, 1]))
    assert spot(shown(deck, deck=[]), "deck").label.startswith("Deck: 0 left.")


def test_a_die_is_blank_before_it_is_rolled() -> None:
    die = own.Die("die", "What it shows.")
    assert "1" not in said(shown(die, die=0, players=1)) and "0" not in said(shown(die, die=0, players=1))
    assert spot(shown(die, die=0), "die").label == "Die: -." and spot(shown(die, die=1), "die").label == "Die: 1."
    assert "1" in said(shown(die, die=1, players=1))


def test_what_only_the_owner_sees_is_called_secret() -> None:
    bids = own.Choice("bids", "What each player bids.", range(5), each=True, seen="its owner")
    scene = shown(bids, bids=[3, 4])
    assert "3 (secret)" in said(scene) and "?" in said(scene) and "4" not in "".join(said(scene))
    assert "3" in said(shown(own.Choice("bids", "What each player bids.", range(5), each=True), bids=[3, 4]))
    assert "-" in said(shown(bids, bids=[-1, -1])), "nothing is kept where nothing was chosen"


def test_a_track_is_as_full_as_its_marker_has_come() -> None:
    scene = shown(own.Track("steps", "How far.", 10, each=True), steps=[10, 5])
    for name, share in (("steps-seat1", 1), ("steps-seat2", 0.5)):
        whole, full = [shape.attributes["width"] for shape in spot(scene, name).shapes if shape.attributes.get("rx") == 6]
        assert full == share * whole


def test_a_counter_says_what_it_counts() -> None:
    scene = shown(own.Counter("pot", "The pot.", 9, unit="coins"), own.Counter("rest", "The rest.", 9))
    assert {"Pot (coins)", "Rest"} <= set(said(scene))


def test_who_sits_where_is_told_by_a_line_for_each_seat() -> None:
    scene = shown(own.Counter("coins", "Coins.", 9, each=True), coins=[4, 7], players=3 - 1)
    first, second = spot(scene, "coins-seat1").box, spot(scene, "coins-seat2").box
    assert second[1] - first[1] == LINE
    assert spot(scene, "coins-seat2").label == "Coins of Player 2: 7."


def test_a_place_that_may_not_be_chosen_is_grey_and_one_that_may_is_outlined() -> None:
    game = wb.load(Roads)
    scene = game.scene(game.position({"map": {"Ford": "1", "Mill": "2"}}), 0)
    hill, inn = spot(scene, "map-Hill").shapes[0].attributes, spot(scene, "map-Inn").shapes[0].attributes
    assert (hill["fill"], hill["stroke"]) == (FIELD, ACCENT)
    assert inn["fill"] == ASIDE and inn["stroke"] != ACCENT
    waiting = game.scene(game.position({"map": {"Ford": "1", "Mill": "2"}}), 1)
    assert spot(waiting, "map-Inn").shapes[0].attributes["fill"] == FIELD, "it is not for this seat to choose"


def test_the_end_has_no_button() -> None:
    match = wb.load(Good).match(seed=1)
    match.play_out("random")
    assert match.state.to_move == OVER
    scene = match.game.scene(match.state, 0)
    assert not [one for one in scene.spots if one.choices] and "The game is over." in said(scene)
    assert all(hand.label.endswith(".") for hand in scene.spots)
