"""The table of On Their Merry Way shows each seat what it may know, truly, and offers its moves."""

from __future__ import annotations

import itertools
import json

import pytest

from tests import scenes
from tests.helpers import some_in_short
from tests.scenes import assert_offers_what_is_legal, shapes_of, texts
from widgets.palette import OKABE_ITO, contrast
from workbench.core import pieces as kit
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.scene import VIEW_HEIGHT
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way import pieces, trips
from workbench.games.merry_way.cards import KIND_NAMES
from workbench.games.merry_way.components import FIRST_FLIP, MERCHANTS, SWAPS
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.panels import panels
from workbench.games.merry_way.trail import MAIN

VARIANTS = {
    "usual for 2": (2, {"starting_resources": 3, "max_rounds": 4}),
    "usual for 4": (4, {"starting_resources": 2, "starting_scheme_cards": 9, "max_rounds": 3}),
    "either deck": (
        3,
        {
            "draw_deck": "either",
            "pink_count": "all",
            "blue_sides": "hidden",
            "remove_own_claim": "bank",
            "build_turn": "all",
            "specials_per_turn": "any",
            "roadblock_scheme": "card",
            "open_ground": "row1",
            "peasant_debt": "yes",
            "covered": "discard",
            "starting_resources": 4,
            "starting_profit": 3,
            "columns_per_section": 1,
            "max_rounds": 3,
        },
    ),
    "one trail": (
        2,
        {
            "trail_model": "one_shared",
            "side_tie": "leader",
            "remove_own_claim": "build",
            "roadblock_policy": "stop",
            "final_tie": "random",
            "max_row": 4,
            "starting_resources": 5,
            "starting_profit": 4,
            "max_rounds": 4,
        },
    ),
    "long trails": (3, {"columns_per_section": 4, "max_row": 2, "side_tie": "random", "max_rounds": 3}),
    "specials": (
        4,
        {
            "scheme_deck": "GR1 LZ1 SP1 SP2 SP3 SP4 SP5 SP6",
            "starting_resources": 5,
            "trade_mode": "none",
            "offers_per_player": 0,
            "starting_scheme_cards": 4,
            "max_rounds": 2,
        },
    ),
}

TRAPS = "N: L1.4=GR2@A L1.3=LZ1@B L1.2=WK1@A R1.4=DW1@A R1.3=RB1@B R1.2=WK2@-; W: L1.4=WK1@B R1.4=LZ2@A"
TABLE = {
    "round": 3,
    "leader": "B",
    "board": TRAPS,
    "line_up": "F12 F35* F39 F24 F04* F48*",
    "profit": {"A": 7, "B": 4},
    "resources": {"A": "3/2/4", "B": "1/0/2"},
    "hands": {"A": "GR1 GR1 LZ2a WK4 SP5", "B": "GR2a LZ1 WK1"},
    "resource_cards": {"A": "RC01 RC08", "B": "RC02"},
}


def table(players=2, **options):
    return MerryWay(options, players)


def position(phase, players=2, options=None, **more):
    return table(players, **(options or {})).position({**TABLE, "phase": phase, **more})


def positions(game, seed=1, every=1):
    """Positions of a game in which things are chosen at random, but rather built than not, as a listener sees it."""
    rng = Random(seed)
    state = game.start(Listener())
    for number in itertools.count():
        if number % every == 0 or state.to_move == OVER:
            yield state
        if state.to_move == OVER:
            return
        if state.to_move == CHANCE:
            state.apply(rng.pick(state.chance()))
            continue
        legal = state.legal()
        if state.phase.name == "build" and rng.below(3):
            legal = [action for action in legal if game.symbol(action) != "build:pass"] or legal
        state.apply(legal[rng.below(len(legal))])


def seen_by(state, seat):
    return state.game.scene(state.view(seat).state, seat)


def assert_sound(scene):
    """As every board is; and all that is written can be read."""
    scenes.assert_sound(scene)
    assert scene.width == 820
    assert not any(" 1 plots" in spot.label for spot in scene.spots)
    for shape in shapes_of(scene):
        if shape.text:
            assert float(shape.attributes["font-size"]) > 4
            assert 0 <= float(shape.attributes["x"]) <= scene.width
            assert 0 <= float(shape.attributes["y"]) <= scene.height


# -- every position ----------------------------------------------------------------------------------------------------


@some_in_short("variant", list(VARIANTS), every=8)
def test_every_move_has_a_place_to_be_chosen_at_and_nothing_else_is_offered(variant, short):
    players, options = VARIANTS[variant]
    seen = {}
    for state in positions(table(players, **options), seed=4):
        mover, phase = int(state.to_move), state.phase.name
        if mover < 0 or seen.get(phase, 0) > (2 if short else 12):
            continue
        seen[phase] = seen.get(phase, 0) + 1
        scene = seen_by(state, mover)
        if seen[phase] < 4:
            assert_sound(scene)
        assert_offers_what_is_legal(scene, state)
        other = (mover + 1) % players
        assert all(not spot.choices for spot in seen_by(state, other).spots), "only who decides can choose"
    assert {"choose_card", "digit", "bank", "build", "place"} <= set(seen)


def test_all_decisions_there_are_have_been_drawn():
    seen = set()
    for players, options in VARIANTS.values():
        for state in positions(table(players, **options), seed=4):
            if state.to_move >= 0:
                seen.add(state.phase.name)
    game = table()
    never = {"set_up", "draw_scheme", "draw_resource", "draw_folly", "end_of_round", "game_over", "final_tie"}
    assert set(game.phases) - never - seen <= {"travel", "hand_over"}, "those have tests of their own below"


@some_in_short("variant", list(VARIANTS), every=4)
def test_a_seat_sees_the_same_whatever_it_cannot_know(variant):
    players, options = VARIANTS[variant]
    rng = Random(5)
    concealed = False
    for state in positions(table(players, **options), seed=6, every=37):
        for seat in range(players):
            view = state.view(seat)
            scene = state.game.scene(view.state, seat)
            other = view.resample(rng)
            concealed = concealed or other.key() != state.key()
            assert seen_by(other, seat) == scene
            assert panels(other.view(seat).state, seat) == panels(view.state, seat)
    assert concealed


@pytest.mark.parametrize("model", ["two_oneway", "one_shared"])
@some_in_short("columns", [1, 2, 3, 4], every=3)
@some_in_short("rows", [1, 2, 3, 4], every=3)
def test_trails_of_every_size_fit(model, columns, rows):
    game = table(2, trail_model=model, columns_per_section=columns, max_row=rows)
    trails = {spot[0] for spot in game.board.spot_names}
    last = game.board.columns
    traps = [(f"L1.{last}=GR1@A L1.{last - 1}=LZ1@B" if last > 1 else f"L1.{last}=GR1@A") for _ in trails]
    traps = "; ".join(f"{trail}: {some}" for trail, some in zip(sorted(trails), traps, strict=True))
    here = {"round": 2, "board": traps, "resources": {"A": "3/3/3"}, "line_up": TABLE["line_up"], "to_move": "A"}
    for phase, more in (("block", {}), ("place", {"chosen": "GR2a"}), ("give", {"offer": {"to": "B"}})):
        state = game.position({**here, **more, "phase": phase, "turn": "A"})
        scene = seen_by(state, 0)
        assert_sound(scene)
        assert {action for spot in scene.spots for action in spot.legal} == set(state.legal())
        assert len([spot for spot in scene.spots if spot.name.startswith("spot-")]) == game.board.spots


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_decision_needs_is_seen_at_once_and_stays_where_it_is(players, short):
    """On trails of the usual length: whatever may be chosen, and the own hand, however many cards are in it."""
    game = table(players, starting_resources=4, starting_scheme_cards=8, max_rounds=3)
    places = {}
    for state in positions(game, seed=8, every=9 if short else 2):
        seat = max(0, int(state.to_move))
        scene = seen_by(state, seat)
        assert scene.height == VIEW_HEIGHT
        for spot in scene.spots:
            assert spot.box[1] + spot.box[3] <= VIEW_HEIGHT, spot.name
            if spot.name.startswith(("supply", "deck", "folly", "traveller", "trail", "spot")):
                assert places.setdefault(spot.name, spot.box) == spot.box, "nothing moves"
            if spot.name.startswith("hand-"):
                assert spot.box[2] > 60


def test_random_events_are_drawn_too():
    names = set()
    for state in positions(table(2, side_tie="random", max_rounds=5, starting_resources=5), seed=2):
        if state.to_move == CHANCE and state.phase.name not in names:
            names.add(state.phase.name)
            assert_sound(seen_by(state, 1))
    assert {"draw_scheme", "draw_resource", "draw_folly", "travel"} <= names


# -- the line-up and the trails ----------------------------------------------------------------------------------------


def test_the_line_up_shows_both_sides_and_what_stands_between_them():
    scene = seen_by(position("build", to_move="A", turn="A"), 0)
    assert scene.spot("folly-1").label.startswith("V1, the folly card F12, shows its red side: Dimwitted and Wicked.")
    yellow = scene.spot("traveller-Yellow")
    assert yellow.label.startswith("Yellow, a Guard bound for Werchesope; follies: ")
    assert "Guard" in [shape.text for shape in yellow.shapes]
    figures = {
        kind: [shape.attributes.get("d") for shape in pieces.draw_traveller(0, kind, 0, 0, 1)] for kind in range(3)
    }
    assert [pieces.HAT in figures[0], pieces.FORK in figures[1], pieces.SPEAR in figures[2]] == [True] * 3
    assert len({tuple(map(str, one)) for one in figures.values()}) == len(KIND_NAMES)


def test_sides_that_are_not_known_are_not_shown():
    hidden = {"open_sides": [2], "line_up": "F12 F35 F39 F24 F04 F48"}
    state = position("build", options={"blue_sides": "hidden"}, to_move="A", turn="A", **hidden)
    scene = seen_by(state, 0)
    assert scene.spot("folly-1").label == (
        "V1, a folly card, shows its red side: Dimwitted and Wicked. Its other side is unknown."
    )
    assert "Its blue side: " in scene.spot("folly-2").label
    assert texts(scene).count("blue: ?") == 5


def test_false_papers_and_changed_company_are_played_on_the_line_up():
    more = {"to_move": "A", "turn": "A", "specials": 1, "hands": {"A": "GR1"}}
    scene = seen_by(position("false_papers", chosen="SP3", **more), 0)
    assert [action for spot in scene.spots for action in spot.legal] == list(range(FIRST_FLIP, FIRST_FLIP + 6))
    scene = seen_by(position("changed_company", chosen="SP4", **more), 0)
    assert [spot.name for spot in scene.spots if spot.legal] == [f"traveller-{name}" for name in MERCHANTS]


def test_clearings_say_what_lies_there_and_whose_it_is():
    scene = seen_by(position("build", to_move="A", turn="A", covered={"N:L1.4": "GR1"}), 0)
    own = scene.spot("spot-N:L1.4")
    assert own.label.startswith(
        "N:L1.4: Loaded Dice (GR2a), 2 profit, with the claim marker of Player A. Below it: GR1."
    )
    said = [shape.text for shape in own.shapes if shape.text]
    assert {"G", "2", "A"} <= set(said)
    bare = scene.spot("spot-N:R1.2")
    assert "without a claim marker" in bare.label
    assert not {"A", "B"} & {shape.text for shape in bare.shapes}
    assert scene.spot("spot-N:L1.1").label == "N:L1.1: an open spot."
    assert scene.spot("spot-N:L3.1").label == "N:L3.1: an empty clearing."


def test_places_of_a_card_say_what_it_costs_there():
    state = position("place", to_move="A", turn="A", chosen="GR2b", hands={"A": "GR1"})
    scene = seen_by(state, 0)
    assert "The card costs 2 plots, 1 manpower and 2 materials there." in scene.spot("spot-N:L1.1").label
    assert "The card costs 1 plot, 1 manpower and 1 material there." in scene.spot("spot-N:L1.4").label
    taken = scene.spot("spot-N:L1.3")
    assert not taken.legal
    assert kit.ASIDE in [shape.attributes.get("fill") for shape in taken.shapes]


def test_a_roadblock_is_built_on_a_way_and_stands_there():
    state = position("block", to_move="A", turn="A")
    scene = seen_by(state, 0)
    ways = [spot for spot in scene.spots if spot.name.startswith("way-")]
    assert {action for spot in ways for action in spot.legal} == set(state.legal())
    assert scene.spot("way-N:M2-M3").said == "The way N:M2-M3. You may block N:M2-M3."
    state.apply(scene.spot("way-N:M2-M3").legal[0])
    assert seen_by(state, 1).spot("standing-roadblock").label == "A roadblock stands on N:M2-M3."
    assert_sound(seen_by(state, 1))


# -- where they walk ---------------------------------------------------------------------------------------------------


def test_what_is_foreseen_is_what_happens():
    for seed in range(6):
        before = ()
        for state in positions(table(3, starting_resources=4, max_rounds=5), seed=seed):
            if state.phase.name == "build":
                foreseen, profit, before = trips.coming(state), list(state.profit), state.round
            elif before == state.round and state.phase.name != "place" and trips.walked(state) and foreseen:
                if state.traveller < 0 and state.phase.name in ("draw_folly", "draw_resource"):
                    assert trips.walked(state) == tuple(one for one in foreseen if one.places)
                    gained = trips.incomes(foreseen, 3)
                    assert state.profit == [one + more for one, more in zip(profit, gained, strict=True)]
                    before = ()


def test_ways_to_come_and_ways_walked():
    scene = seen_by(position("build", to_move="A", turn="A"), 0)
    assert "lines: walked now" in texts(scene)
    assert "It would walk by way of M1, " in scene.spot("traveller-Red").label
    assert scene.spot("outcome").label.startswith("If the travellers set out now: Player A gains ")
    for state in positions(table(2, starting_resources=5, max_rounds=4), seed=3):
        if state.round == 3 and state.phase.name == "choose_card" and state.to_move == 0:
            break
    scene = seen_by(state, 0)
    assert "lines: walked last" in texts(scene)
    assert "It walked by way of M1, " in scene.spot("traveller-Red").label
    assert scene.spot("outcome").label.startswith("In the last travel: ")
    for pattern in set(pieces.TRAVELLER_DASHES) - {""}:
        assert pattern in [shape.attributes.get("stroke-dasharray") for shape in shapes_of(scene)]
    assert len(set(pieces.TRAVELLER_DASHES)) == len(MERCHANTS)


def test_a_trail_is_one_thing_with_its_road_so_that_a_part_of_the_board_can_show_it():
    scene = seen_by(position("place", chosen="GR2a", to_move="A", turn="A"), 0)
    for code in "NW":
        said = [shape.text for shape in scene.spot(f"trail-{code}").shapes]
        assert code in said
        assert {"M0", "M1", "M2", "M3", "M4"} <= set(said)
        names = [spot.name for spot in scene.spots]
        clearings = [place for place, name in enumerate(names) if name.startswith(f"spot-{code}")]
        assert names.index(f"trail-{code}") < min(clearings), "it lies below its clearings"


def test_the_way_of_a_traveller_ends_in_its_town():
    for model in ("two_oneway", "one_shared"):
        for state in positions(table(2, trail_model=model, starting_resources=5, max_rounds=4), seed=7, every=11):
            for trip in (*trips.coming(state), *trips.walked(state)):
                road = state.game.board.roads[trip.road]
                assert road.spot_at[trip.places[-1]] == MAIN
                assert trip.places[-1] == road.end


def test_a_waiting_tie_is_broken_with_two_buttons():
    game = table(2, side_tie="leader")
    here = {"line_up": "F33 F13 F14 F30 F20 F34", "board": "N: L1.4=GR2@A R1.4=GR1@B", "passed": ["A"]}
    state = game.position({**TABLE, **here, "phase": "build", "to_move": "B", "turn": "B"})
    state.listener = Listener()
    while state.phase.name == "build":
        state.apply(next(action for action in state.legal() if game.symbol(action) == "build:pass"))
    assert state.phase.name == "travel"
    scene = seen_by(state, int(state.to_move))
    assert [spot.name for spot in scene.spots if spot.legal] == ["tie:left", "tie:right"]
    assert_sound(scene)


# -- supply, bank and bargain ------------------------------------------------------------------------------------------


def test_the_bank_sells_from_the_supply_and_exchanges():
    scene = seen_by(position("bank", to_move="A", turn="A"), 0)
    assert scene.spot("supply-plots").said.endswith(" You may buy 1 plot.")
    assert scene.spot("deck-scheme").said.endswith(" You may buy a card.")
    swaps = [spot for spot in scene.spots if spot.name.startswith("swap:")]
    assert len(swaps) == len(SWAPS)
    assert scene.spot("swap:plots:manpower").legal
    assert not scene.spot("swap:manpower:plots").legal, "with two of them"
    assert scene.spot("bank-prices").label.startswith("The bank wants 1 profit for a resource")
    assert "bank: 2 profit each, 4 for 1" in texts(
        seen_by(position("bank", options={"bank_price": 2, "exchange_rate": 4}, to_move="A", turn="A"), 0)
    )


def test_an_offer_is_composed_of_things_and_laid_side_by_side():
    state = position("give", to_move="A", turn="A", offer={"to": "B"})
    for spot in ("stock-A-plots", "profit-A", "hand-GR1"):
        state.apply(seen_by(state, 0).spot(spot).legal[0])
    scene = seen_by(state, 0)
    assert scene.spot("offer-gives").label == "Player A gives 1 plot, 1 profit and Purse on a String (GR1)."
    assert scene.spot("offer-wants").label == "Player A wants nothing."
    assert not scene.spot("stock-A-plots").legal
    state.apply(scene.spot("give:done").legal[0])
    scene = seen_by(state, 0)
    clearing = scene.spot("spot-N:L1.3")
    assert [choice.words for choice in clearing.choices] == ["want the claim on N:L1.3", "want the marker taken off N:L1.3"]
    assert clearing.said.endswith(" You may want the claim on N:L1.3, or want the marker taken off N:L1.3.")
    assert not scene.spot("spot-N:L1.4").choices, "its own marker is nothing to be wanted"
    state.apply(scene.spot("want:card:GR").legal[0])
    state.apply(seen_by(state, 0).spot("spot-N:L1.3").legal[0])
    state.apply(seen_by(state, 0).spot("want:submit").legal[0])
    scene = seen_by(state, 1)
    assert scene.spot("offer-wants").label == "Player A wants a Greedy card and the claim on N:L1.3."
    left, right = scene.spot("offer-gives").box, scene.spot("offer-wants").box
    assert left[1:] == (right[1], right[2], right[3])
    assert {"card GR1", "a Greedy card", "claim N:L1.3"} <= set(texts(scene))
    assert scene.spot("reply:accept").legal
    state.apply(scene.spot("reply:accept").legal[0])
    scene = seen_by(state, 1)
    assert [spot.name for spot in scene.spots if spot.legal] == ["hand-GR2a"]
    assert_sound(scene)


def test_cards_in_an_offer_of_others_lie_face_down():
    game = table(3)
    hands = {"A": "GR1 LZ2a", "B": "WK1"}
    offer = {"to": "B", "give": ["give:card:GR1"], "want": ["want:plots"]}
    here = {**TABLE, "hands": hands, "offer": offer, "phase": "reply", "turn": "A", "to_move": "B"}
    state = game.position(here)
    assert "card GR1" in texts(seen_by(state, 1))
    outside = seen_by(state, 2)
    assert outside.spot("offer-gives").label == "Player A gives a scheme card."
    assert "GR1" not in json.dumps(
        [spot.label for spot in outside.spots if spot.name.startswith(("offer", "seat", "hand"))]
    )


# -- hands and players -------------------------------------------------------------------------------------------------


def test_the_own_hand_says_what_can_be_paid():
    scene = seen_by(position("build", to_move="A", turn="A"), 0)
    assert scene.spot("hand-GR1").said == (
        "2 of Purse on a String (GR1) in your hand: Greedy, 1 profit, for 1 plot, 1 manpower and 1 material. "
        "You can pay for it. You may play Purse on a String (GR1)."
    )
    assert "×2" in [shape.text for shape in scene.spot("hand-GR1").shapes]
    assert "You cannot pay for it." in scene.spot("hand-WK4").label
    ticks = {
        name: [
            shape.attributes.get("stroke-dasharray")
            for shape in scene.spot(name).shapes
            if shape.attributes.get("d") == kit.TICK
        ]
        for name in ("hand-GR1", "hand-WK4")
    }
    assert ticks == {"hand-GR1": [None], "hand-WK4": []}
    poor = position("build", to_move="A", turn="A", resources={"A": "2/1/2"}, hands={"A": "GR3"})
    assert "You can pay for it on top of another card only." in seen_by(poor, 0).spot("hand-GR3").label


def test_every_type_of_card_fits_in_a_hand():
    game = table()
    hand = " ".join(game.cards.scheme_codes)
    cards = " ".join(game.cards.resource_codes)
    state = game.position(
        {**TABLE, "board": "N: L1.4=GR1@A", "phase": "build", "hands": {"A": hand}, "resource_cards": {"A": cards}}
    )
    scene = seen_by(state, 0)
    assert_sound(scene)
    assert len([spot for spot in scene.spots if spot.name.startswith("hand-")]) == game.cards.scheme_types
    assert len([spot for spot in scene.spots if spot.name.startswith("card-")]) == len(game.cards.resources)


def test_pink_digits_have_a_ring():
    card = seen_by(position("choose_card", to_move="A", turn="A", leader="A"), 0)
    assert card.spot("card-RC08").label.startswith("The resource card RC08 in your hand, with the digits 1, 2, 4 pink.")
    assert [shape.kind for shape in card.spot("card-RC08").shapes].count("circle") == 1
    assert [shape.kind for shape in card.spot("card-RC01").shapes].count("circle") == 0


def test_cards_lie_face_down_until_all_have_chosen():
    state = position("choose_card", to_move="A", turn="A", table={"B": "RC02"}, resource_cards={"A": "RC01 RC08"})
    scene = seen_by(state, 0)
    assert scene.spot("table-B").label == "Player B has put a resource card face down."
    state.apply(scene.spot("card-RC08").legal[0])
    assert state.phase.name == "digit"
    scene = seen_by(state, 0)
    assert scene.spot("table-B").label.startswith("Player B has 1, 3, 2 on the table")
    assert "1, 2, 4 pink" in seen_by(state, 1).spot("table-A").label


def test_players_show_what_is_open_and_no_more():
    state = position("build", to_move="A", turn="A", passed=["B"], known={"A": {"B": "GR2a"}})
    scene = seen_by(state, 0)
    assert scene.spot("seat-B").label == (
        "Player B: 3 scheme cards, 1 resource card and 17 claim tokens left. Player B has the Leader marker and has passed. "
        "You know of GR2a in this hand."
    )
    assert scene.spot("seat-A").label.startswith("You are Player A: ")
    assert scene.spot("profit-A").label == "Player A has 7 profit; the target is 30."
    assert scene.spot("stock-B-materials").label == "Player B has 2 materials."
    assert {"PASSED", "DECIDES"} <= set(texts(scene))
    assert "You know" not in seen_by(state, 1).spot("seat-A").label


def test_at_the_end_the_scores_are_shown_with_what_breaks_ties():
    state = list(positions(table(4, max_rounds=2), seed=9))[-1]
    scene = seen_by(state, 2)
    won = [seat for seat, share in enumerate(state.returns()) if share]
    stars = [spot.name for spot in scene.spots if kit.STAR in [shape.attributes.get("d") for shape in spot.shapes]]
    assert sorted(stars) == [f"score-{'ABCD'[seat]}" for seat in won]
    assert scene.title.startswith("On Their Merry Way: the game is over after round 2, Player ")
    assert not any(spot.legal for spot in scene.spots)
    assert " claim tokens on the board, " in scene.spot("score-A").label
    assert_sound(scene)


# -- looks -------------------------------------------------------------------------------------------------------------


def test_nothing_is_told_by_colour_alone():
    assert set(pieces.SYMBOL_COLOURS) <= {*OKABE_ITO, "#FFFFFF"}
    assert set(pieces.TRAVELLER_COLOURS) <= set(OKABE_ITO)
    assert len(set(pieces.SYMBOLS)) == len(set(pieces.SYMBOL_CODES)) == 6
    assert len(set(pieces.RESOURCE_SHAPES)) == 3
    assert len({name[0] for name in MERCHANTS}) == len(MERCHANTS)
    for colour in (*pieces.SYMBOL_COLOURS, *pieces.TRAVELLER_COLOURS):
        assert contrast(colour, kit.ink_on(colour)) >= 4.5
    game = table(4)
    for seat in range(4):
        ground, letter = pieces.mark(game, seat, 0, 0, 9)
        assert letter.text == "ABCD"[seat]
        assert contrast(str(ground.attributes["fill"]), str(letter.attributes["fill"])) >= 4.5


@pytest.mark.parametrize(
    "ground", [kit.PAPER, kit.CARD, kit.FIELD, pieces.FOREST, pieces.RED_SIDE, pieces.BLUE_SIDE]
)
def test_words_can_be_read_on_every_ground(ground):
    assert contrast(kit.INK, ground) >= 7
    assert contrast(kit.SOFT_INK, ground) >= 4.5
    assert contrast(kit.ACCENT, kit.CARD) >= 3


def test_words_that_may_not_be_chosen_can_still_be_read():
    assert contrast(kit.INK, kit.ASIDE) >= 7
    assert contrast(kit.SOFT_INK, kit.ASIDE) >= 4.5


# -- cards of one's own --------------------------------------------------------------------------------------------------

OWN_CARDS = """scheme_cards.csv
id,name,kind,plots,manpower,materials,profit,copies
ONE,One,Greedy,1,1,1,1,9
TWO,Two,Greedy and Lazy,0,0,20,20,9
ALLFOLLIES12,A <b>Trap</b> & More for Everybody Who Comes By,Wicked Dimwitted Lazy Greedy,20,20,20,12,9
special_cards.csv
id,name,effect,amount,plots,manpower,materials,copies,text
DEAR,A Very Dear Special Card,draw,20,3,0,2,9,Draw.
folly_cards.csv
id,red,blue
""" + "\n".join([f"MY{number},Peasant GR LZ WK DW,DW WK LZ GR" for number in range(9)])


def letters_in(spot):
    """The letters on symbols of follies: a symbol is small, and shows the first of its two."""
    pairs = itertools.pairwise(spot.shapes)
    return [said.text for drawn, said in pairs if said.text and drawn.attributes.get("d") in pieces.SYMBOLS]


def test_of_cards_of_your_own_everything_is_shown():
    """MW-HOUSE-15: several follies on a card, numbers of two digits, special cards that cost several kinds."""
    game = table(cards=OWN_CARDS, starting_resources=5)
    hand = {"A": "ONE TWO ALLFOLLIES12 DEAR"}
    cards = "N: L1.4=ONE@A R1.4=TWO@B; W: L1.4=ALLFOLLIES12@-"
    state = game.position({"phase": "build", "hands": hand, "board": cards, "line_up": "MY0 MY1* MY2 MY3 MY4 MY5"})
    scene = seen_by(state, 0)
    assert_sound(scene)
    for name, follies in (
        ("spot-N:L1.4", "GR"),
        ("spot-N:R1.4", "GR LZ"),
        ("spot-W:L1.4", "WK DW LZ GR"),
        ("hand-ONE", "GR"),
        ("hand-TWO", "GR LZ"),
        ("hand-ALLFOLLIES12", "WK DW LZ GR"),
        ("folly-1", "GR LZ WK DW DW WK LZ GR"),
        ("folly-2", "DW WK LZ GR GR LZ WK DW"),
    ):
        assert letters_in(scene.spot(name)) == [code[0] for code in follies.split()], name
    assert [shape.text for shape in scene.spot("hand-DEAR").shapes if shape.text in ("3", "0", "2")] == ["3", "0", "2"]
    assert "20" in [shape.text for shape in scene.spot("hand-TWO").shapes]
    assert "&lt;b&gt;Trap" in scene.svg() and "<b>" not in scene.svg()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_symbols_of_a_card_stand_in_the_room_of_one_and_do_not_cover_each_other(count):
    shapes = pieces.draw_symbols(tuple(range(count)), 50, 40, 10)
    places = [
        (float(x), float(y))
        for x, y in (shape.attributes["transform"][10:].split(")")[0].split() for shape in shapes[1::3])
    ]
    size = float(shapes[1].attributes["transform"].rpartition("scale(")[2].rstrip(")")) * 11
    assert len(set(places)) == count
    assert all(max(abs(x - 50), abs(y - 40)) + size <= 11.5 for x, y in places)
    for (x, y), (other_x, other_y) in itertools.combinations(places, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= 2 * size - 0.1


def test_only_long_trails_are_moved_inside_a_frame() -> None:
    for options, framed in (({}, False), ({"columns_per_section": 4, "max_row": 4}, True)):
        game = MerryWay({**options}, 2)
        scene = game.scene(game.position({"phase": "build", "round": 1}), 0)
        assert scene.framed is framed and scene.to_json()["framed"] is framed
