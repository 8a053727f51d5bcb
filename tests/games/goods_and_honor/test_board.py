"""The table of For Goods and Honor shows each seat what it may know, truly, and offers its moves."""

from __future__ import annotations

import itertools
import re

import pytest

import workbench as wb
from tests.helpers import some_in_short
from tests.scenes import assert_offers_what_is_legal, assert_sound, texts
from widgets.palette import OKABE_ITO, contrast
from workbench.core import pieces as kit
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.scene import VIEW_HEIGHT
from workbench.core.state import CHANCE, OVER
from workbench.games.goods_and_honor import board, pieces
from workbench.games.goods_and_honor.components import (
    BIT,
    GOOD_NAMES,
    ITEMS,
    SECTION_NAMES,
    TAKE,
    TYPE_NAMES,
)
from workbench.games.goods_and_honor.panels import panels
from workbench.games.goods_and_honor.text import text

VARIANTS = {
    "usual for 3": (3, {}),
    "usual for 4": (4, {"goods_per_player": 2}),
    "elders for 5": (5, {"elder_pawns": "on", "goods_per_player": 2}),
    "open for 6": (6, {"stash_view": "open", "goods_per_player": 2}),
    "talking": (3, {"talk": "request_reply", "keep_timing": "after_bids", "bid_max": 12, "award": "most_items"}),
    "at once": (
        4,
        {
            "gift_assign": "at_once",
            "duel_commit": "all_first",
            "production_mandatory": "no",
            "setup_assign": "seat_order",
            "bid_mode": "open_clockwise",
            "goods_per_player": 2,
        },
    ),
    "tight": (
        3,
        {
            "folks_each": 6,
            "bag_short": "choose",
            "capacity": 2,
            "must_assign": "no",
            "defender_reuse": "no",
            "losing_bids": "returned_unseen",
            "phase_order": "trade_first",
            "duel_chance": "collapsed",
            "duel_tie": "folk_wins",
            "remainder": "carry",
            "chips_per_player": 2,
            "empty_bidder": "may_be_given",
        },
    ),
}


def valley(players=3, **options):
    return wb.load("goods_and_honor", players=players, **options)


def positions(game, seed=1, every=1):
    """Positions of a game in which everything is chosen at random, as somebody who listens sees it."""
    rng = Random(seed)
    state = game.start(Listener())
    for number in itertools.count():
        if number % every == 0 or state.to_move == OVER:
            yield state
        if state.to_move == OVER:
            return
        legal = state.legal()
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])


def seen_by(state, seat):
    return state.game.scene(state.view(seat).state, seat)


# -- every position ----------------------------------------------------------------------------------------------------


@some_in_short("variant", list(VARIANTS), every=8)
def test_every_move_has_a_place_to_be_chosen_at_and_nothing_else_is_offered(variant, short):
    players, options = VARIANTS[variant]
    asked = set()
    for state in positions(valley(players, **options), seed=4):
        mover = int(state.to_move)
        if mover < 0 or (state.turn % (12 if short else 3) and state.phase.name in asked):
            continue
        asked.add(state.phase.name)
        scene = seen_by(state, mover)
        assert_sound(scene)
        assert_offers_what_is_legal(scene, state)
        other = (mover + 1) % players
        assert all(not spot.choices for spot in seen_by(state, other).spots), "only who decides can choose"
    assert len(asked) >= 6


@some_in_short("variant", list(VARIANTS), every=4)
def test_a_seat_sees_the_same_whatever_it_cannot_know(variant, short):
    players, options = VARIANTS[variant]
    rng = Random(5)
    concealed = False
    for state in positions(valley(players, **options), seed=6, every=149 if short else 29):
        for seat in range(players):
            view = state.view(seat)
            other = view.resample(rng)
            if other.key() == state.key():
                continue
            concealed = True
            assert seen_by(other, seat) == state.game.scene(view.state, seat)
            assert text(other.view(seat).state, seat) == text(view.state, seat)
            assert panels(other.view(seat).state, seat) == panels(view.state, seat)
    assert concealed or options.get("bid_mode") == "open_clockwise"


def test_each_seat_has_its_own_mat_in_front_and_the_others_in_turn_order():
    state = valley(5).match(seed=2).state
    for seat in range(5):
        scene = seen_by(state, seat)
        mats = [spot.name[-1] for spot in scene.spots if spot.name.startswith("mat-")]
        assert mats == ["ABCDE"[(seat + step) % 5] for step in range(5)]
        assert scene.spot(f"mat-{'ABCDE'[seat]}").label.startswith("Your mat")


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_mats_show_points_and_tokens_of_the_next_production():
    mats = {"A": "Food P1 R1 | Wood P1 W2 | Rock R1 | Guards S2 | New P1 W1", "B": "Food P2 W1 S1"}
    state = valley().position({"mats": mats, "active": "A", "phase": "assign"})
    scene = seen_by(state, 0)
    assert scene.spot("section-Food").label == "Food on your mat: 1 Plainsfolk and 1 Ridgefolk, 3 points for 1 Food."
    assert scene.spot("section-Wood").label == "Wood on your mat: 1 Plainsfolk and 2 Woodsfolk, 5 points for 1 Wood."
    assert scene.spot("section-Rock").label == "Rock on your mat: 1 Ridgefolk, 2 points for 0 Rock."
    assert scene.spot("section-Guards").label == "Guards on your mat: 2 Sentryfolk."
    assert scene.spot("mat-A").label.endswith("Its next production: 1 Food and 1 Wood.")
    assert "5 points → 1" in texts(scene)
    other = scene.spot("mat-B")
    assert other.label == (
        "The mat of Elder Brook: Food 2 Plainsfolk, 1 Woodsfolk and 1 Sentryfolk. Its next production: 2 Food. "
        "What lies behind the screen is not shown."
    )
    assert "6→2" in [shape.text for shape in other.shapes]


def test_the_middle_the_bag_and_the_foreseen_end():
    mats = {"A": "Rock R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"}
    state = valley().position({"supply": "2/1/3", "mats": mats, "active": "A", "phase": "assign"})
    scene = seen_by(state, 0)
    assert scene.spot("pile-Food").label == "Food in the middle: 2 of 15 are left."
    assert scene.spot("pile-Wood").label == "Wood in the middle: 1 of 15 is left."
    bag = ", ".join(f"{count} {name}" for count, name in zip(state.bag[:4], TYPE_NAMES[:4], strict=True))
    assert scene.spot("bag").label == f"The bag: {bag} and 24 Nastigans."
    assert "foreseen: ends when A produces" in texts(scene)
    middle = panels(state.view(0).state, 0)[1]
    assert middle.readable() == (
        "The middle: A ends it: now 6 (Food 2, Wood 1, Rock 3), B 3 (Food 1, Wood 0, Rock 2), "
        "C 1 (Food 0, Wood 0, Rock 1), A 0 (Food 0, Wood 0, Rock 0)"
    )
    # once A's mat is final nothing can change the order any more
    state = valley().position({"supply": "1/1/1", "mats": mats, "active": "A", "phase": "assign"})
    assert "sure: ends when B produces" in texts(seen_by(state, 0))


def test_the_set_up_is_placed_unseen():
    match = valley().match(seed=3)
    for move in ("Food", "Wood", "Rock", "Guards", "Food", "Wood"):
        match.play(move)
    assert match.state.to_move == 1
    mine, theirs = seen_by(match.state, 0), seen_by(match.state, 1)
    assert "Food on your mat: 2 " in mine.spot("section-Food").label or "1 " in mine.spot("section-Food").label
    assert theirs.spot("mat-A").label.startswith("The mat of Elder Ash: placed, unseen, ")
    assert theirs.spot("mat-C").label.startswith("The mat of Elder Clover: in hand, ")
    assert mine.spot("mat-B").label.startswith("The mat of Elder Brook: places unseen, ")
    hand = theirs.spot("hand")
    assert hand.label.startswith("Your Folks in hand: ")
    assert "next" in [shape.text for shape in hand.shapes]
    assert "next" not in [shape.text for shape in mine.spot("hand").shapes], "nobody knows how far B has come"
    food = theirs.spot("section-Food").said
    assert re.search(r"would add [12] points?\. You may place a \w+ in Food\.$", food)
    assert not theirs.spot("section-New").legal


STASHES = {
    "goods": {"A": "4/2/2", "C": "3/3/2", "D": "2/3/3"},
    "honor": {"A": "A9 B2 C3 D1", "B": "A1 B6 C5 D2", "C": "A3 B3 C5 D4", "D": "A2 B4 C2 D8"},
    "mats": {"A": "Food P2 | New S1", "B": "Wood W2"},
    "table": "W1 N1",
    "active": "A",
}


def test_closed_hands_tell_neither_what_nor_how_much():
    small, big = ({**STASHES, "phase": "bid", "closed": "B", "bids": {"B": bid}} for bid in ("B1", "B3 C2"))
    scenes = [seen_by(valley(4).position(position), 2) for position in (small, big)]
    assert scenes[0] == scenes[1]
    assert scenes[0].spot("bid-B").label == "Elder Brook: a hand that nobody else sees into, closed."
    assert pieces.FIST in [shape.attributes.get("d") for shape in scenes[0].spot("bid-B").shapes]
    own = seen_by(valley(4).position(big), 1).spot("bid-B")
    assert own.label == "Elder Brook: bids 3 chips of B and 2 chips of C."


def test_a_hand_is_filled_from_the_stash_and_closed():
    match = valley(4).match(position={**STASHES, "phase": "bid"})
    assert match.state.to_move == 1
    scene = seen_by(match.state, 1)
    assert scene.spot("stash-B").said == "6 chips of B behind your screen. You may add a chip of B."
    assert not scene.spot("close").legal
    match.play(scene.spot("stash-B").legal[0])
    match.play(scene.spot("stash-C").legal[0])
    scene = seen_by(match.state, 1)
    assert scene.spot("stash-C").label.startswith("4 chips of C behind your screen, 1 in your hand.")
    assert scene.spot("stash-B").said == "5 chips of B behind your screen, 1 in your hand. It may not be chosen now."
    assert match.why_not(scene.spot("stash-B").choices[0].action).clause == "GH-HOUSE-10"
    assert scene.spot("bid-B").label == "Elder Brook: your closed hand holds 1 chip of B and 1 chip of C."
    assert scene.spot("close").said == "Close hand. You may close the hand."
    match.play(scene.spot("close").legal[0])
    assert match.state.has_closed(1)


def test_bids_are_revealed_side_by_side_and_awarded_by_choosing_one():
    bids = {"B": "B3", "C": "D1 Wood1", "D": "A1 D2"}
    said = {"A": "Wood"}
    match = valley(4).match(position={**STASHES, "bids": bids, "closed": "B C D", "said": said, "phase": "award"})
    scene = seen_by(match.state, 0)
    assert scene.spot("said-A").label == "Elder Ash says: I would like to see a Wood."
    assert scene.spot("bid-B").said == "Elder Brook: bids 3 chips of B. You may give the Woodsfolk to B."
    assert scene.spot("bid-C").said == "Elder Clover: bids 1 chip of D and 1 Wood. You may give the Woodsfolk to C."
    heights = {scene.spot(f"bid-{seat}").box[1] for seat in "BCD"}
    assert len(heights) == 1, "side by side"
    match.play(scene.spot("bid-C").legal[0])
    story = seen_by(match.state, 3).spot("table-0")
    assert story.label == "This turn gave the other Folk to Elder Clover for 1 chip of D and 1 Wood."
    assert "W1" in text(match.state, 0)


def test_promises_are_heard_and_bind_nobody():
    position = {**STASHES, "phase": "bid", "said": {"A": "Wood", "B": "B", "C": "nothing", "D": "Food"}}
    scene = seen_by(valley(4, talk="request_reply").position(position), 0)
    assert scene.spot("bid-B").label.startswith("Elder Brook says: I will put in a chip of B: ")
    assert scene.spot("bid-C").label.startswith("Elder Clover says: nothing: ")
    assert texts(scene).count("I'll bid") == 2
    assert "silent" in texts(scene)


def test_only_the_largest_bids_are_offered_where_the_rules_say_so():
    bids = {"B": "B3", "C": "D1 Wood1", "D": "A1 D2"}
    game = valley(4, award="most_items")
    scene = seen_by(game.position({**STASHES, "bids": bids, "closed": "B C D", "phase": "award"}), 0)
    assert [bool(scene.spot(f"bid-{seat}").legal) for seat in "BCD"] == [True, False, True]
    grounds = [scene.spot(f"bid-{seat}").shapes[0].attributes["fill"] for seat in "BC"]
    assert grounds == [kit.PAPER, kit.ASIDE]


LATER = {**STASHES, "table": "-", "mats": {"A": "Food P2 | New S1 W1", "B": "Wood W2"}, "phase": "assign"}
"""The same stashes when the Folks have been given."""

DUELS = {
    "mats": {"A": "Food P1 S1 | Wood W2 | Rock R2 | Guards S1 | New W1"},
    "table": "N3",
    "active": "A",
    "phase": "defend",
}


def test_duels_are_shown_die_by_die_with_their_ties():
    match = valley().match(position=DUELS)
    scene = seen_by(match.state, 0)
    guard = scene.spot("folk-Sentryfolk/Guards")
    assert guard.said == (
        "1 Sentryfolk in Guards, with a die of 8 sides. You may defend with the Sentryfolk in Guards."
    )
    assert {"8", "6", "4", "wins 9 in 14", "wins 1 in 2", "wins 3 in 10"} <= set(texts(scene))
    match.play(guard.legal[0], chance=["5-5", "6-7"])
    duel = seen_by(match.state, 0).spot("duel-0")
    assert duel.label == (
        "Duel 1, Sentryfolk in Guards with a die of 8 sides: blue 5 against red 5, a tie; blue 7 against red 6; "
        "the Folk wins."
    )
    drawn = [shape.attributes.get("d") for shape in duel.shapes]
    assert drawn.count(kit.DIE_OUTLINES[8]) == 2, "two rolls of the blue die"
    assert drawn.count(kit.DIE_OUTLINES[6]) == 2, "and two of the red one"
    faces = [shape.text for shape in duel.shapes if shape.text]
    assert faces == ["S", "5", "=", "5", "7", ">", "6", "N", "won"]
    match.play("defend:Sentryfolk/Guards", chance=["3-2"])
    match.play("defend:Sentryfolk/Food", chance=["1-1", "2-2", "2-3"])
    scene = seen_by(match.state, 1)
    assert scene.spot("duel-1").label.endswith("blue 2 against red 3; the Folk is lost.")
    assert scene.spot("duel-2").label.startswith(
        "Duel 3, Sentryfolk in Food with a die of 4 sides: blue 1 against red 1"
    )
    assert [spot.name for spot in scene.spots if spot.name.startswith("duel")] == ["duel-0", "duel-1", "duel-2"]
    assert "Duel: Sentryfolk in Guards with a die of 8 sides: blue 2 against red 3" in text(match.seen(1), 1)


def test_the_story_of_a_turn_ends_with_it_and_is_known_to_all():
    match = valley().match(position=DUELS)
    for dice in ("1-2", "1-2", "1-2"):
        match.play(match.moves()[0].action, chance=[dice])
    story = match.state.story
    assert len(story) == 6
    assert all(match.seen(seat).story == story for seat in range(3))
    assert match.state.copy().story == story
    while match.state.turn == 1:
        match.play(match.moves()[0].action)
    assert match.state.story != story
    unheard = valley().start()
    rng = Random(1)
    while unheard.turn < 3:
        unheard.apply(rng.pick(unheard.chance()) if unheard.to_move == CHANCE else unheard.legal()[0])
    assert unheard.story == (), "nothing is noted while nobody listens"


def test_who_may_defend_is_offered_and_others_can_be_asked_about():
    game = valley(elder_pawns="on")
    mats = {"A": "Food P1 | Wood W1 S1 | Rock R2 | New P1"}
    match = game.match(position={"mats": mats, "pawns": {"A": "Wood"}, "table": "N3", "active": "A", "phase": "defend"})
    scene = seen_by(match.state, 0)
    folk = {spot.name: spot for spot in scene.spots if spot.name.startswith("folk-")}
    assert {name for name, spot in folk.items() if spot.legal} == {"folk-Woodsfolk/Wood", "folk-Sentryfolk/Wood"}
    assert set(folk) == {
        "folk-Plainsfolk/Food",
        "folk-Woodsfolk/Wood",
        "folk-Sentryfolk/Wood",
        "folk-Ridgefolk/Rock",
        "folk-Plainsfolk/New",
    }
    assert match.why_not(folk["folk-Ridgefolk/Rock"].choices[0].action).clause == "GH-PAWN-5"
    assert folk["folk-Ridgefolk/Rock"].shapes[0].attributes["fill"] == kit.ASIDE
    assert scene.spot("section-Wood").label.endswith(", with your Elder Pawn.")
    assert [shape.attributes.get("d") for shape in scene.spot("section-Wood").shapes].count(pieces.PAWN) == 1


def test_defenders_named_ahead_are_listed():
    match = valley(duel_commit="all_first").match(position=DUELS)
    match.play("defend:Sentryfolk/Guards")
    match.play("defend:Ridgefolk/Rock")
    scene = seen_by(match.state, 0)
    assert scene.spot("duel-1").label == "Duel 2, Ridgefolk in Rock with a die of 4 sides: still to be fought."
    assert "Named against them: Sentryfolk in Guards and Ridgefolk in Rock." in scene.spot("nastigans").label


def test_pawns_are_put_at_a_section_by_choosing_it():
    match = valley(elder_pawns="on").match(seed=1)
    while match.state.phase.name != "setup_pawn":
        match.play(match.moves()[0].action)
    scene = seen_by(match.state, 0)
    assert [spot.name for spot in scene.spots if spot.legal] == ["section-Food", "section-Wood", "section-Rock"]
    match.play(scene.spot("section-Rock").legal[0])
    assert "the Elder Pawn at Rock" in seen_by(match.state, 0).spot("mat-A").label
    assert "Elder Pawn" not in seen_by(match.state, 1).spot("mat-A").label, "it is placed unseen"


# -- screens -----------------------------------------------------------------------------------------------------------


def richer(state, seat):
    """The same position, but for more behind one screen."""
    other = state.copy()
    other.stashes[seat * ITEMS + seat] += 3
    return other


def test_a_screen_hides_what_lies_behind_it():
    for stash_view, shown in (("screens", False), ("open", True)):
        state = valley(4, stash_view=stash_view).position(LATER)
        for seat in range(4):
            mine, theirs = seen_by(richer(state, 1), seat), seen_by(state, seat)
            assert (mine != theirs) == (shown or seat == 1)
            changed = panels(richer(state, 1), seat) != panels(state, seat)
            assert not changed, "own chips score nothing"
        stash = "Behind the screen: 1 chip of A, 6 chips of B, 5 chips of C and 2 chips of D."
        assert (stash in seen_by(state, 0).spot("mat-B").label) == shown
        said = "What lies behind the screen is not shown."
        assert seen_by(state, 0).spot("mat-B").label.endswith(said) != shown
        assert panels(state, 2)[0].labels == (tuple("ABCD") if shown else ("C",))
        assert ("Stash of B" in text(state, 0)) == shown
        assert "Stash of A: A9 B2 C3 D1 Food4 Wood2 Rock2; 35 points" in text(state, 0)


def test_the_own_stash_says_what_it_is_worth():
    scene = seen_by(valley(4).position(LATER), 0)
    assert scene.spot("stash").label.endswith(
        "If the game ended now: 35 points: 20 for 2 sets of Goods, 2 for Goods left, 10 for 1 set of Honor, "
        "3 for chips left."
    )
    score = panels(valley(4).position(LATER), 0)[0]
    parts = "Goods sets 20, rest of the Goods 2, Honor sets 10, rest of the Honor 3"
    assert score.readable() == f"Points if scored now: A 35 ({parts})"


def test_at_the_end_the_scores_are_counted_out():
    goods = {"A": "5/5/5", "B": "5/5/4", "C": "5/5/6", "D": "4/5/4"}
    honor = {"A": "A2 B5 C4 D3", "B": "A5 C5 D6", "C": "A6 B6 C1 D5", "D": "A2 B4 C5 D1"}
    mats = {"A": "Food P2 W1 S1 | Wood W1 P1 | Rock R1 S1 | New R1"}
    state = valley(4).position({"goods": goods, "honor": honor, "supply": "1/0/1", "mats": mats, "active": "A"})
    while state.to_move != OVER:
        state.apply(TAKE)
    scene = seen_by(state, 0)
    assert scene.title == "For Goods and Honor: the game is over, C (Elder Clover) wins with 103 points."
    assert scene.spot("score-C").label.startswith("Elder Clover: a win with 103 points: 50 for 5 sets of Goods, 1 ")
    assert scene.spot("score-A").label.startswith("Elder Ash: 85 points: ")
    assert "The stash: 2 chips of A, 5 chips of B, 4 chips of C, 3 chips of D, 6 Food" in scene.spot("score-A").label
    assert [shape.attributes.get("d") for shape in scene.spot("score-C").shapes].count(kit.STAR) == 1
    assert not any(spot.legal for spot in scene.spots)
    score, middle, _ = panels(state, 0)
    assert score.labels == tuple("ABCD"), "at the end all scores are known"
    assert score.values == (85, 93, 103, 66)
    assert middle.labels == ("now",)


# -- looks -------------------------------------------------------------------------------------------------------------


def test_big_counts_stay_within_their_places():
    mat = " | ".join(f"{section} P12 W12 R12 S12" for section in SECTION_NAMES)
    game = valley(6, stash_view="open", folks_each=100, chips_per_player=100, goods_per_player=30, nastigans=100)
    state = game.position({"mats": {"A": mat}, "active": "A", "phase": "assign"})
    state.table_nastigans = 100
    for item in range(ITEMS):
        state.stashes[item] = state.stashes[ITEMS + item] = 100
    for seat in (0, 3):
        assert_sound(seen_by(state, seat))
    rightmost = 0.0
    for spot in seen_by(state, 3).spots:
        for shape in spot.shapes:
            if shape.text and shape.attributes["text-anchor"] == "start":
                size = float(shape.attributes["font-size"])
                rightmost = max(rightmost, float(shape.attributes["x"]) + 0.64 * size * len(shape.text))
                assert size >= 5
    assert rightmost <= board.WIDTH


def test_random_events_are_drawn_too():
    names = set()
    for state in positions(valley(), seed=2):
        if state.to_move == CHANCE and state.phase.name not in names:
            names.add(state.phase.name)
            assert_sound(seen_by(state, 1))
    assert {"setup_draw", "first_player", "draw", "roll"} <= names


def test_nothing_is_told_by_colour_alone():
    assert set(pieces.TOKEN_COLOURS) <= set(OKABE_ITO)
    assert set(pieces.SEAT_COLOURS) <= {*OKABE_ITO, "#FFFFFF"}
    assert len(set(pieces.TOKENS)) == 5
    assert len(set(kit.DIE_OUTLINES.values())) == 3
    for colour in pieces.TOKEN_COLOURS:
        assert contrast(colour, kit.ink_on(colour)) >= 4.5
    for one, other in itertools.combinations(pieces.SEAT_COLOURS, 2):
        assert one != other
    game = valley(6)
    for seat in range(6):
        assert game.seat_colour(seat) == pieces.SEAT_COLOURS[seat]
        ground, letter = pieces.mark(game, seat, 0, 0, 9)
        assert letter.text == "ABCDEF"[seat]
        assert contrast(str(ground.attributes["fill"]), str(letter.attributes["fill"])) >= 4.5
        assert "ABCDEF"[seat] in [shape.text for shape in pieces.draw_item(game, seat, 0, 0, 9)]
    codes = [next(shape.text for shape in pieces.draw_item(game, 6 + good, 0, 0, 9) if shape.text) for good in range(3)]
    assert codes == [name[:2] for name in GOOD_NAMES]


@pytest.mark.parametrize("ground", [kit.PAPER, kit.CARD, kit.FIELD])
def test_words_can_be_read_on_every_ground(ground):
    assert contrast(kit.INK, ground) >= 7
    assert contrast(kit.SOFT_INK, ground) >= 4.5
    assert contrast(kit.ACCENT, ground) >= 3


def test_words_that_may_not_be_chosen_can_still_be_read():
    assert contrast(kit.INK, kit.ASIDE) >= 7
    assert contrast(kit.SOFT_INK, kit.ASIDE) >= 4.5


@some_in_short("variant", list(VARIANTS), every=4)
def test_what_a_decision_needs_is_seen_at_once_and_stays_where_it_is(variant, short):
    """Whatever may be chosen, the own mat and the own stash; other mats, too, but for stashes that lie open."""
    players, options = VARIANTS[variant]
    game = valley(players, **options)
    places = {}
    for state in positions(game, seed=8, every=7 if short else 2):
        seat = max(0, int(state.to_move))
        scene = seen_by(state, seat)
        assert scene.height == VIEW_HEIGHT or not game.stash_view_screens
        for spot in scene.spots:
            own = spot.name.startswith(("section-", "stash", f"mat-{'ABCDEF'[seat]}"))
            if own or spot.legal or spot.name == "hand" or not spot.name.startswith("mat-"):
                assert spot.box[1] + spot.box[3] <= VIEW_HEIGHT, spot.name
            if spot.name.startswith(("pile-", "stash", "section-", "bag")):
                x, y, width, _ = spot.box
                assert places.setdefault(spot.name, (x, y, width)) == (x, y, width), "nothing moves"


def test_who_is_active_and_who_decides_is_written_on_the_mats():
    state = valley(4).position({**STASHES, "phase": "bid"})
    scene = seen_by(state, 0)
    assert "ACTIVE" in [shape.text for shape in scene.spot("mat-A").shapes]
    assert "DECIDES" in [shape.text for shape in scene.spot("mat-B").shapes]
    assert state.hidden == 0
    assert state.view(0).state.hidden == BIT[1]


def test_a_section_says_what_the_next_folk_would_add_there_pawn_and_all():
    match = valley(elder_pawns="on").match(
        position={
            "mats": {"A": "Food W1 | Wood W1"},
            "hands": {"A": "P1"},
            "pawns": {"A": "Food", "B": "Food", "C": "Food"},
            "active": "A",
            "phase": "place",
        }
    )
    scene = seen_by(match.state, 0)
    gains = [scene.spot(f"section-{section}").shapes[-1].text for section in ("Food", "Wood", "Rock")]
    assert gains == ["+3", "+1", "+1"]
    assert "The next Folk would add 3 points." in scene.spot("section-Food").label


def test_the_receiver_may_be_drawn():
    bids = {"B": "B3", "C": "D1 Wood1", "D": "A1 D2"}
    game = valley(4, award="random")
    state = game.position({**STASHES, "bids": bids, "closed": "B C D", "phase": "receiver"})
    scene = seen_by(state, 0)
    assert scene.spot("bid-C").label == "Elder Clover: bids 1 chip of D and 1 Wood."
    assert not any(spot.legal for spot in scene.spots)
