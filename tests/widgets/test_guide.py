"""What newcomers are told: it belongs to the game, follows the position and the rules, and agrees with odds and players."""

from __future__ import annotations

import re
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from widgets import Table
from widgets.guide import PATIENCE, Guide
from workbench.core import guidance
from workbench.core.advice import judged_exactly
from workbench.core.ladder import FOR_A_REVIEW, strongest
from workbench.core.seating import Seating
from workbench.games.northwood.dialogue import Respond

GUIDED = list(wb.game_names())
ROOM = 400
"""So many characters the page has room for; sentences without figures that have been read before are folded."""
LEARNT = "With this move you win 50% of the time, as learnt from many games."
"""What a newcomer is told of a move if the guide has no reason."""


def first_decisions(game: Any, seed: int, number: int) -> Any:
    """A match in which so many decisions are made as the guide advises, each before it is made."""
    match = game.match(seed=seed)
    while number and not match.over:
        legal = match.state.legal()
        action = legal[0]
        if len(legal) > 1:
            action = match.advising("", FOR_A_REVIEW)().move.action
            yield match, action
            number -= 1
        match.play(action)


@pytest.mark.parametrize("name", GUIDED)
def test_every_text_belongs_to_a_phase_a_kind_of_event_or_an_option(name: str) -> None:
    game = wb.load(name)
    for table in ("WORDS", "WHY", "OPTIONS"):
        assert set(guidance.table(game, table)) <= set(game.phases)
    assert set(guidance.table(game, "EVENTS")) <= {kind.name for kind in game.kinds()}
    named = {option for options in guidance.table(game, "OPTIONS").values() for option in options}
    assert named <= {option.name for option in game.option_table}


@pytest.mark.parametrize("name", GUIDED)
def test_a_first_round_is_guided_and_every_decision_gets_words_that_fit_the_page(name: str, short: bool) -> None:
    phases, read = set(), set()
    most = (6 if short else 12) if name == "northwood" else 20 if short else 60
    for match, action in first_decisions(wb.load(name), 5, most):
        phases.add(match.state.phase.name)
        said = " ".join(Guide().says(Seating(match, show="all")))
        why = guidance.why(match.seen(), match.seat, action) or LEARNT
        move = next(move.text for move in match.moves() if move.action == action)
        sentences = re.split(r"(?<=[.!?]) +(?=[A-Z])", said)
        shown = " ".join([one for one in sentences if one not in read or re.search(r"\d", one)])
        read.update(sentences)
        assert said and len(f"{shown} Good here: {move}. {why}") <= ROOM, (shown, move, why)
        assert "None" not in said + why and "  " not in said + why
    assert len(phases) >= 2


@pytest.mark.long
@pytest.mark.parametrize("name", ["keydom", "goods_and_honor", "merry_way", "resource_hog"])
def test_what_is_advised_is_what_exact_odds_or_the_strongest_player_say(name: str) -> None:
    game = wb.load(name)
    player, quick = strongest(game, PATIENCE), strongest(game, FOR_A_REVIEW)
    every = 1 if player == quick else 30  # a player that tries moves out takes half a second for one
    for number, (match, _) in enumerate(first_decisions(game, 8, 60)):
        chances = {odds.action: odds.probability for odds in judged_exactly(match.seen(), match.seat)}
        if number % every and not chances:
            continue
        advising = Guide().advising(Seating(match, show="all"))
        assert advising is not None
        action = advising().move.action
        if chances:
            assert chances[action] == max(chances.values())
        else:
            assert action == match.hint(player).action


def test_the_guide_follows_the_odds_where_a_low_card_looks_right() -> None:
    """Two of three points, cards left: a high card is right, and the guide says so with both chances."""
    here = {"hand": "C8 C2 F3", "deck": "C3 C5 F6", "fief": 3, "score": "L1 L2", "ruler": "CQ", "statement": "C4"}
    match = wb.load("northwood").match(position=here)
    chances = {odds.action: odds.probability for odds in judged_exactly(match.seen(), 0)}
    advice = match.advising("", FOR_A_REVIEW)()
    assert chances[advice.move.action] == max(chances.values())


LOST = {"hand": "C8 C2", "deck": "C3 C5", "fief": 4, "ruler": "CQ", "statement": "C4"}
"""Four tricks are wanted, and two cards are held."""
WORDS_OF_A_VISIT = [
    ({"allies": "CJ* FJ* LJ* EJ*"}, {}, "Any other card is as good: this visit can no longer succeed."),
    ({"allies": "CJ* FJ* LJ* EJ"}, {}, "It wins the trick, and only an ally can still save this visit."),
    ({}, {"abilities": "off"}, "Any other card is as good: this visit can no longer succeed."),
    ({"fief": 1, "allies": "CJ* FJ* LJ* EJ"}, {}, "Without allies, the chance of success is then"),
    ({"fief": 1, "allies": "CJ* FJ* LJ* EJ*"}, {}, "It wins the trick. The chance of success is then"),
]


@pytest.mark.parametrize(("more", "options", "said"), WORDS_OF_A_VISIT)
def test_the_guide_says_what_can_still_save_a_visit(more: dict[str, str], options: dict[str, str], said: str) -> None:
    state = wb.load("northwood", **options).position({**LOST, **more})
    assert said in guidance.why(state, 0, state.game.action("card:C8"))
    lost = "You hold too few cards for that. This visit is lost." in guidance.advice_in_words(state, 0)
    assert lost == said.startswith("Any other card")


def test_a_visit_is_not_called_lost_while_an_ally_helps() -> None:
    here = {"hand": "C1 F2", "fief": 3, "phase": "jack_of_eyes", "allies": "CJ* FJ* LJ* EJ*", "ability": {"slot": 3, "step": 1}}
    said = guidance.advice_in_words(wb.load("northwood").position(here), 0)
    assert "You hold too few cards for that. Only an ally who draws cards can help." in said


class Other(Respond):
    """Another rule."""

    def legal(self, state: Any) -> tuple[int, ...]:
        return super().legal(state)[:2]


def test_the_guide_to_keydom_says_where_a_bid_goes() -> None:
    """To the stock when the tile is placed; the sentence and what happens are compared."""
    match = wb.load("keydom").match(seed=3)
    while match.state.phase.name != "place_tile" or match.seat != 0:
        match.play(match.hint("scripted").action)
    seat, stock, bids = match.seat, match.state.stock, sum(match.state.bids)
    assert "of your own store, the bid that lies on it goes to the stock" in guidance.advice_in_words(match.seen(), seat)
    match.play(match.state.legal()[0])
    assert match.state.stock - stock == bids - sum(match.state.bids) > 0


def test_where_a_phase_or_an_option_is_changed_the_guide_says_that_it_cannot_explain() -> None:
    here = {"hand": "C5 F2 L3", "deck": "C3 C7", "fief": 1, "ruler": "LQ", "statement": "C4"}
    changed = wb.load("northwood", phases={"respond": Other}).position({**here, "statement": "E4"})
    assert guidance.advice_in_words(changed, 0).startswith("The guide cannot explain this") and not guidance.why(changed, 0, 4)
    option = wb.load("northwood", nontrump_scoring="never").position(here)
    assert "the option nontrump_scoring has been changed" in guidance.advice_in_words(option, 0)
    usual = wb.load("northwood").position(here)
    assert guidance.advice_in_words(usual, 0).startswith("You want exactly 1 trick here and have none.")


@some_in_short("name", ["goods_and_honor", "keydom", "merry_way", "resource_hog"], every=2)
def test_no_option_makes_the_guide_stumble(name: str) -> None:
    usual = wb.load(name)
    for number, option in enumerate(usual.option_table):
        for value in option.allowed.samples()[:2]:
            if value == option.default or (isinstance(value, str) and "\n" in value):
                continue
            try:
                game = wb.load(name, **{option.name: value})
            except wb.WorkbenchError:
                continue  # it needs another option beside it
            match = game.match(seed=number)
            for _decision in range(8):
                if match.over:
                    break
                Guide().says(Seating(match, show="all"))
                action = match.state.legal()[-1]
                guidance.why(match.seen(), match.seat, action)
                match.play(action)


def test_the_first_visit_is_told_as_it_is_played() -> None:
    table = Table("northwood", seed=7, figure=False, guide=True)
    assert table.board.guide[0].startswith("Choose the ruler you want to visit")
    assert table.board.advised.startswith("Good here: visit fief ") and table.board.hinted >= 0
    table.play("visit fief 3")
    assert "You want exactly 3 tricks here and have none." in table.board.guide[0]
    told = list(table.board.guide)
    table.play("pass")
    table.play("E3")
    assert table.board.guide[0].startswith("You lost the trick"), "what happens for the first time is explained"
    table.undo()
    table.undo()
    assert table.board.guide == told, "after going back the same is said"


def test_where_nobody_asked_nothing_is_said() -> None:
    table = Table("northwood", seed=7, figure=False)
    assert table.guide is None and table.board.guide == [] and table.board.advised == ""


def test_a_game_without_a_guide_says_so() -> None:
    with refused(wb.WorkbenchError, "has no guide for newcomers"):
        Table("nim", figure=False, guide=True)
    with refused(wb.WorkbenchError, "`guide` must be True, False or a guide of your own, not 'yes'."):
        Table("northwood", figure=False, guide="yes")  # type: ignore[arg-type]


def test_the_guide_and_the_question_count_the_same_offers() -> None:
    match = wb.load("merry_way", players=3).match(seed=5)
    seen = set()
    for _move in range(400):
        state = match.state
        if state.phase.name == "offer":
            asked = re.search(r"(\d) more", state.phase.question(state))
            told = re.search(r"(\d) more time", guidance.advice_in_words(state, match.seat))
            assert asked is not None and told is not None and asked[1] == told[1]
            seen.add(asked[1])
        match.play(match.hint("random").action)
    assert seen == {"1", "2"}


def test_the_guide_to_goods_and_honor_says_what_a_section_then_makes() -> None:
    match = wb.load("goods_and_honor", players=3).match(seed=3)
    said = set()
    while match.state.phase.name == "setup_place":
        seat = match.seat
        for action in match.state.legal()[:3]:
            after = match.state.copy()
            after.apply(action)
            section = match.state.phase.words(match.state, action).rpartition(" in ")[2]
            tokens = match.game.produce.yields(after, seat)[("Food", "Wood", "Rock").index(section)]
            why = guidance.why(match.seen(), seat, action)
            assert (f"{section} then makes {tokens} token" in why) == (tokens > 0) != ("short of a token" in why)
            said.add(tokens)
        match.play(match.state.legal()[0])
    assert said >= {0, 1}


def test_the_guide_to_resource_hog_counts_the_money_after_a_trade() -> None:
    match = wb.load("resource_hog", players=3).match(seed=5)
    while match.state.phase.name != "trade":
        match.play(match.hint("scripted").action)
    seat, counted_trades = match.seat, 0
    for action in match.state.legal():
        words = match.state.phase.words(match.state, action)
        if words.startswith(("buy", "sell")):
            after = match.state.copy()
            after.apply(action)
            assert f"You then have {after.money[seat]} money" in guidance.why(match.seen(), seat, action), words
            counted_trades += 1
    assert counted_trades > 1


def test_the_guide_to_merry_way_says_plainly_that_nobody_gains() -> None:
    match = wb.load("merry_way", players=3).match(seed=3)
    while match.state.phase.name != "build":
        match.play(match.hint("scripted").action)
    assert "If the travellers set out now, nobody would gain profit." in guidance.advice_in_words(match.seen(), match.seat)
