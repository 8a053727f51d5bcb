"""A phase replaced in a cell changes play, and draws its random events as it says itself."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.phase import Phase
from workbench.core.random import Random
from workbench.core.state import OVER
from workbench.games.northwood.abilities.claws import JackOfClaws
from workbench.games.northwood.components import cards_in, count
from workbench.games.northwood.phases import Deal, Respond, Statement
from workbench.games.northwood.state import NorthwoodState
from workbench.players.playout import random_playout

statements = 0


class CountedStatement(Statement):
    """The same statement, counted."""

    def apply(self, state: NorthwoodState, action: int) -> None:
        global statements
        statements += 1
        super().apply(state, action)


class HighCardsFirst(Deal):
    """Deals only cards of the four highest values."""

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return tuple((card, 1) for card in super().legal(state) if card % 8 >= 4)


def test_a_changed_apply_is_carried_out_by_roll() -> None:
    game = wb.load("northwood", phases={"statement": CountedStatement})
    before = statements
    random_playout(game.start(), Random(1))
    assert statements - before > 30


def test_a_changed_chance_is_drawn_by_roll() -> None:
    game = wb.load("northwood", phases={"deal": HighCardsFirst()})
    state = game.start()
    rng = Random(1)
    while state.phase.name != "choose_fief":
        state.roll(rng)
    assert isinstance(state, NorthwoodState)
    assert all(card % 8 >= 4 for card in range(32) if state.hand >> card & 1)


def test_a_phase_replaced_by_an_equal_one_plays_the_same_games() -> None:
    plain, same = wb.load("northwood"), wb.load("northwood", phases={"statement": CountedStatement})
    for seed in range(10):
        first, second = plain.start(), same.start()
        random_playout(first, Random(seed))
        random_playout(second, Random(seed))
        assert first.key() == second.key() and first.to_move == OVER


def test_a_game_travels_with_options_and_replaced_phases() -> None:
    game = wb.load(
        "northwood", threshold=18, scenario=10, phases={"statement": CountedStatement, "deal": HighCardsFirst()}
    )
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other is not game
        assert dict(other.options) == dict(game.options)
        assert other.replaced_phases == ("deal", "statement")
        assert type(other.phases["statement"]) is CountedStatement
        assert type(other.phases["deal"]) is HighCardsFirst


# -- a phase replaced in a cell ----------------------------------------------------------------------------------------

TRICK = {"hand": "C2 C7 L1", "deck": "E5", "fief": 2, "ruler": "LQ", "statement": "C5"}


class AnyCard(Respond):
    """Suits need not be followed."""

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return cards_in(state.hand)


class LowWins(Respond):
    """Lower cards of the suit score."""

    def scores(self, state: NorthwoodState, response: int) -> bool:
        return response >> 3 == state.statement >> 3 and response < state.statement


def test_a_replaced_phase_changes_what_is_legal() -> None:
    symbols = []
    for phases in ({}, {"respond": AnyCard}):
        match = wb.load("northwood", phases=phases).match(position=TRICK)
        symbols.append([move.symbol for move in match.moves()])
    assert symbols == [["card:C2", "card:C7"], ["card:C2", "card:C7", "card:L1"]]
    assert match.why_not("L1") is None


@pytest.mark.parametrize("respond", [LowWins, LowWins()], ids=["class", "object"])
def test_a_replaced_phase_changes_what_an_action_does(respond: Any) -> None:
    scored = []
    for phases in ({}, {"respond": respond}):
        match = wb.load("northwood", phases=phases).match(position=TRICK)
        match.play("card:C2")
        scored.append(match.log[-1].text)
        assert isinstance(match.state, NorthwoodState)
        assert len(match.state.score_pile) == bool(phases)
    assert scored[0] != scored[1]


def test_a_replaced_phase_tells_in_the_title_of_the_game_that_it_is_there() -> None:
    game = wb.load("northwood", phases={"respond": AnyCard})
    assert game.replaced_phases == ("respond",)
    assert repr(game) == "<For Northwood! for 1 player, phases replaced: respond>"
    assert wb.load("northwood").replaced_phases == ()


def test_a_replaced_ability_is_used_by_the_ally() -> None:
    class GenerousJack(JackOfClaws):
        full_hand = 10

    game = wb.load("northwood", phases={"jack_of_claws": GenerousJack})
    match = game.match(position={"hand": "C1", "fief": 5, "ruler": "LQ"})
    match.play("ally:0")
    assert isinstance(match.state, NorthwoodState) and count(match.state.hand) == 10


class Renamed(Respond):
    name = "my_respond"


class NoPhase:
    pass


@pytest.mark.parametrize(
    ("phases", "says"),
    [
        ({"response": AnyCard}, "northwood has no phase 'response'. Did you mean 'respond'? It has: set_up, deal,"),
        ({"respond": NoPhase}, "The phase 'respond' must be a subclass of Phase, not <class "),
        ({"respond": 5}, "The phase 'respond' must be a subclass of Phase, not 5."),
        ({"respond": Statement}, "The phase handed over for 'respond' has the name 'statement'"),
        ({"respond": Renamed}, "The phase handed over for 'respond' has the name 'my_respond'"),
    ],
)
def test_a_wrong_name_or_class_is_a_sentence(phases: dict[str, Any], says: str) -> None:
    with refused(wb.WorkbenchError, says):
        wb.load("northwood", phases=phases)


def test_a_phase_of_the_right_name_must_be_one_of_the_phase_it_replaces() -> None:
    class Impostor(Phase[NorthwoodState]):
        name = "respond"

    with refused(wb.WorkbenchError, "The phase 'respond' can only be replaced by a subclass of Respond."):
        wb.load("northwood", phases={"respond": Impostor})


# -- what a bare phase says of itself ----------------------------------------------------------------------------------


class Coin(Phase[NorthwoodState]):
    """Two actions, of which one is legal."""

    name = "coin"
    title = "The coin"
    clauses = ("NW-END-1",)

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return (1,)


def bare(to_move: int) -> NorthwoodState:
    state = wb.load("northwood").start()
    assert isinstance(state, NorthwoodState)
    state.phase, state.to_move = Coin(), to_move
    return state


def test_a_bare_phase_answers_with_its_title_symbols_and_first_clause() -> None:
    state, coin = bare(0), Coin()
    assert coin.question(state) == "The coin"
    assert coin.words(state, 1) == "card:C2" and coin.note(state, 1) == "" and coin.group_of(state, 1) == "Moves"
    assert coin.clauses_now(state) == ("NW-END-1",) and coin.clause_of(state, 1) == "NW-END-1"
    assert coin.chance(state) == ((1, 1),)


def test_a_bare_phase_must_say_what_is_legal_and_what_happens() -> None:
    class Nothing(Phase[NorthwoodState]):
        name = "nothing"

    with refused(NotImplementedError, "The phase 'nothing' must say what is legal."):
        Nothing().legal(bare(0))
    with refused(NotImplementedError, "The phase 'nothing' must say what an action does."):
        Nothing().apply(bare(0), 1)


@pytest.mark.parametrize(
    ("to_move", "action", "says"),
    [
        (0, 2, "That is not what is being decided now. The coin"),
        (wb.CHANCE, 2, "Nothing is to be decided now: a random event is due."),
        (wb.OVER, 1, "The game is over."),
    ],
)
def test_reasons_of_a_bare_phase(to_move: int, action: int, says: str) -> None:
    assert [(reason.clause, reason.text) for reason in Coin().reasons(bare(to_move), action)] == [("NW-END-1", says)]


def test_a_legal_action_has_no_reasons_against_it() -> None:
    assert Coin().reasons(bare(0), 1) == ()
