"""A replaced phase draws its random events as it says itself; a game travels whole."""

from __future__ import annotations

import copy
import pickle

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import Reason, WorkbenchError
from workbench.core.random import Random
from workbench.core.state import OVER
from workbench.games.keydom.components import FIRST_CROP
from workbench.games.keydom.events import HarvestSupper
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.turn import Turn
from workbench.games.northwood.abilities.claws import JackOfClaws
from workbench.games.northwood.choosing import ChooseFief
from workbench.games.northwood.components import FIRST_CHARACTER, cards_in
from workbench.games.northwood.dialogue import Statement
from workbench.games.northwood.setup import Deal, SetUp
from workbench.games.northwood.state import NorthwoodState
from workbench.players.playout import playout_at_random, random_playout

statements = 0


class CountedStatement(Statement):
    """The same statement, counted."""

    def apply(self, state: NorthwoodState, action: int) -> None:
        global statements
        statements += 1
        super().apply(state, action)


class HighCardsOnly(Deal):
    """Deals only cards of the four highest values."""

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return tuple((card, 1) for card in super().legal(state) if card % 8 >= 4)


class ClawsOnly(Deal):
    """Lists only cards of Claws."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return tuple(card for card in super().legal(state) if card < 8)


class LowDraws(JackOfClaws):
    """Draws only cards of the four lowest values; keeps a note of its own."""

    def __init__(self) -> None:
        self.note_of_my_own = "mine"

    def drawable(self, state: NorthwoodState) -> int:
        return super().drawable(state) & 0x0F0F0F0F


def test_a_changed_apply_is_carried_out_by_roll() -> None:
    game = wb.load("northwood", phases={"statement": CountedStatement})
    before = statements
    random_playout(game.start(), Random(1))
    assert statements - before > 30


def test_a_changed_chance_is_drawn_from_by_roll() -> None:
    given = HighCardsOnly()
    game = wb.load("northwood", phases={"deal": given})
    state, rng = game.start(), Random(1)
    while state.phase.name != "choose_fief":
        state.roll(rng)
    assert isinstance(state, NorthwoodState)
    assert all(card % 8 >= 4 for card in range(32) if state.hand >> card & 1)
    assert getattr(given, "__dict__", {}) == {}, "the phase handed over stays as it is"


def test_a_changed_legal_is_what_chance_lists_and_roll_draws() -> None:
    game = wb.load("northwood", hand_size=6, phases={"deal": ClawsOnly})
    state = game.start()
    while state.phase.name != "deal":
        state.roll(Random(1))
    assert state.chance() == tuple((card, 1) for card in range(8))
    state.roll(Random(2))
    state.apply(Random(3).pick(state.chance()))
    assert len(state.chance()) == 6
    assert isinstance(state, NorthwoodState) and state.hand < 256


def test_weights_stay_where_only_the_list_is_changed() -> None:
    class NoQueens(SetUp):
        def legal(self, state: NorthwoodState) -> tuple[int, ...]:
            return tuple(one for one in super().legal(state) if (one - FIRST_CHARACTER) % 6 != 1)

    for kind in (SetUp, NoQueens):
        state = wb.load("northwood", setup="full", full_deal="uniform", phases={"set_up": kind}).start()
        while state.chance()[0][1] == 1:
            state.apply(Random(4).pick(state.chance()))
        state.apply(Random(5).pick(state.chance()))
        assert {weight for _, weight in state.chance()} == {8, 5}
        assert (len(state.chance()) < 19) == (kind is NoQueens)


class MoreCards(Deal):
    """Lists a card that the deck does not hold."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return (*super().legal(state), 40)


def test_an_outcome_that_is_new_to_a_list_is_as_likely_as_the_others_if_these_are_alike() -> None:
    state = wb.load("northwood", phases={"deal": MoreCards}).start()
    while state.phase.name != "deal":
        state.roll(Random(1))
    assert state.chance()[-2:] == ((31, 1), (40, 1))

    class Again(SetUp):
        def legal(self, state: NorthwoodState) -> tuple[int, ...]:
            return (*super().legal(state), FIRST_CHARACTER + 24)

        def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
            return tuple((one, 1 + one % 2) for one in SetUp.legal(self, state))

    class Twice(Again):
        def legal(self, state: NorthwoodState) -> tuple[int, ...]:
            return (*SetUp.legal(self, state), 3)

    state = wb.load("northwood", phases={"set_up": Twice}).start()
    with refused(wb.WorkbenchError, "The phase 'set_up' lists the outcome card:C4, but its `chance` gives it no weight"):
        state.chance()


def test_a_changed_part_of_an_ability_is_drawn_by_roll() -> None:
    given = LowDraws()
    game = wb.load("northwood", phases={"jack_of_claws": given})
    position = {
        "hand": "C5 C6",
        "deck": "C1 C2 C3 C7 C8 F5 F6 F7 F8 L1 L5 L6 L7 L8 E5 E6 E7 E8",
        "fief": 1,
        "ruler": "LQ",
    }
    for seed in range(20):
        state, rng = game.position(position), Random(seed)
        state.apply(game.action("ally:0"))
        for _ in range(4):
            state.roll(rng)
        assert isinstance(state, NorthwoodState)
        assert cards_in(state.hand) == tuple(sorted((4, 5, 0, 1, 2, 16)))
    assert vars(given) == {"note_of_my_own": "mine"} and game.phases["jack_of_claws"].note_of_my_own == "mine"


def test_a_phase_replaced_by_an_equal_one_plays_the_same_games() -> None:
    plain, same = wb.load("northwood"), wb.load("northwood", phases={"statement": CountedStatement})
    for seed in range(10):
        first, second = plain.start(), same.start()
        playout_at_random(first, [Random(seed)], Random(seed, "chance"))
        playout_at_random(second, [Random(seed)], Random(seed, "chance"))
        assert first.key() == second.key()
        assert first.to_move == OVER


def test_a_game_travels_with_options_and_replaced_phases() -> None:
    game = wb.load(
        "northwood", threshold=18, scenario=10, phases={"statement": CountedStatement, "deal": HighCardsOnly()}
    )
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other is not game
        assert dict(other.options) == dict(game.options)
        assert other.replaced_phases == ("deal", "statement")
        assert type(other.phases["statement"]) is CountedStatement
        assert type(other.phases["deal"]) is HighCardsOnly


class OutsideIn(ChooseFief):
    """Only the first and the last fief may be chosen."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        fiefs = super().legal(state)
        return (fiefs[0], fiefs[-1])


class OutsideInBecause(OutsideIn):
    """The same, with a reason."""

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        return Reason("NW-VISIT-1", "From outside in.") if action in ChooseFief.legal(self, state) else None


def test_reasons_written_for_other_rules_are_not_given() -> None:
    """What the game's own class allows it cannot give a reason against: it spoke of neighbours of visited fiefs."""
    for kind, said in (
        (OutsideIn, "The changed phase 'choose_fief' does not allow it here."),
        (OutsideInBecause, "From outside in."),
    ):
        match = wb.load("northwood", phases={"choose_fief": kind}).match(seed=7)
        refusal = match.why_not("visit fief 3")
        assert refusal is not None
        assert refusal.reasons == (Reason("NW-VISIT-1", said),)
    visited = wb.load("northwood", phases={"choose_fief": OutsideIn}).match(position={"failed": [3], "hand": "C1 C2"})
    refusal = visited.why_not("visit fief 3")
    assert refusal is not None
    assert "changed phase" not in refusal.reasons[0].text  # the rules forbid that anyway, and say why


class NoWheat(HarvestSupper):
    """Says what stands against a counter of wheat, and leaves the quick list of moves as it is."""

    def against(self, state: KeydomState, action: int) -> Reason | None:
        return Reason("KD-EVENT-5", "Wheat is kept for the winter.") if action == FIRST_CROP else super().against(state, action)


def test_a_rule_is_changed_by_what_stands_against_a_move() -> None:
    position = {"phase": "harvest_supper", "stock": "WH5 VE5", "hands": {"Anna": "WH7"}}
    usual = wb.load("keydom").match(position=position)
    changed = wb.load("keydom", phases={"harvest_supper": NoWheat}).match(position=position)
    assert [move.text for move in usual.moves()][:2] == ["take wheat", "take vegetables"]
    assert changed.moves()[0].text == "take vegetables"
    refusal = changed.why_not("take wheat")
    assert refusal is not None and refusal.reasons == (Reason("KD-EVENT-5", "Wheat is kept for the winter."),)
    assert "harvest_supper" in changed.game.changed_phases


class MayRest(Turn):
    """Allows a move of a kind that no clause is named for."""

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        return (*super().legal(state), FIRST_CROP)


def test_what_may_be_tried_is_what_is_allowed_unless_the_phase_says_otherwise() -> None:
    phases = wb.load("keydom").phases
    assert phases["turn"].tries == () and phases["turn"].tried() == tuple(phases["turn"].allows)
    assert phases["sower"].tried() == ("plot",) and "done" in phases["sower"].allows


def test_a_move_that_no_clause_allows_is_told_of() -> None:
    match = wb.load("keydom", phases={"turn": MayRest}).match(seed=3)
    with pytest.raises(WorkbenchError, match="The phase 'turn' does not say which clause allows 'crop': add it to `allows`"):
        match.moves()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"phase": "turn", "worker": "Carter"}, "The phase 'turn' has no 'worker'."),
        (
            {"phase": "play_space"},
            "The phase 'play_space' needs 'worker': the worker that is being played, or acts.",
        ),
    ],
)
def test_what_lives_in_one_phase_is_blank_in_all_others(position: dict[str, str], said: str) -> None:
    with pytest.raises(wb.PositionError) as fault:
        wb.load("keydom").position(position)
    assert said in fault.value.reasons
