"""Comparisons of which every number can be computed by hand, and what they warn of."""

from __future__ import annotations

from math import inf, isnan, sqrt
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import AlwaysScores, Broken, Sampler, high, interrupting, low
from tests.lab.tiny import HEADS, Naming, Tiny, TinyState
from workbench import lab, own
from workbench.core.errors import OptionError, UnknownNameError, WorkbenchError
from workbench.core.events import Kind
from workbench.core.options import Option, Whole, reading
from workbench.core.played import Played, needs
from workbench.core.player import Player
from workbench.core.random import Random
from workbench.core.state import View
from workbench.games.resource_hog.fight import Volley
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.work import Work
from workbench.lab.compare import clauses_changed, games_that_differ, values_of, variant_of

SECRET = Kind("secret", "TY-SECRET-1", "Nobody ever tells this.")


class Double(Naming):
    """Heads gives two more instead of one."""

    def apply(self, state: TinyState, action: int) -> None:
        Naming.apply(self, state, action)
        if action == 4:
            state.named = (*state.named[:-1], state.named[-1] + 1)


class Untold(Naming):
    """Claims to be about a clause that is never carried out."""

    clauses = ("TY-SECRET-1",)


def only_first(played: Played) -> float | None:
    """The score of seat 0, where seat 1 has none."""
    return played.scores[0] if played.scores[1] == 0 else None


def double(games: int = 200, **more: object) -> lab.Comparison:
    return lab.compare(Tiny({}), {"text": {}, "double": Double}, "score_1", low, games=games, seed=1, **more)  # type: ignore[arg-type]


def test_an_effect_by_hand() -> None:
    found = double()
    heads = int(found.runs["text"].table["score_1"].sum())
    (effect,) = found.effects
    # the same coin falls under both rules: the difference is 1 where it shows heads, so its mean is the share of heads
    assert effect.estimate.value == heads / 200
    part = heads / 200
    assert effect.found.deviation == pytest.approx(sqrt(part * (1 - part) * 200 / 199))
    assert effect.found.correlation == pytest.approx(1)
    assert (effect.says, effect.more, effect.differing) == ("higher", 0, heads)
    assert effect.estimate.low < part < effect.estimate.high
    table = found.table.set_index("variant")
    assert table.loc["double", "value"] == 2 * table.loc["text", "value"] == round(2 * part, 4)
    assert found.differences.loc[0, ["n", "effect", "games_differ"]].tolist() == [200, round(part, 4), heads]
    assert found.warnings == []


@pytest.mark.xdist_group("workers")
def test_the_same_games_for_any_number_of_workers() -> None:
    def cell(workers: int) -> lab.Comparison:
        class Triple(Naming):  # a rule changed in a cell
            def apply(self, state: TinyState, action: int) -> None:
                Naming.apply(self, state, action)
                if action == 4:
                    state.named = (*state.named[:-1], state.named[-1] + 2)

        variants = {"text": {}, "triple": {"naming": Triple}}
        return lab.compare(Tiny({}), variants, ["score_1", "margin"], Sampler, games=60, seed=2, workers=workers)

    one, two = cell(1), cell(2)
    pd.testing.assert_frame_equal(one.table, two.table)
    pd.testing.assert_frame_equal(one.differences, two.differences)
    assert one.estimate("triple").value > one.estimate("text").value


def test_several_effects_are_corrected_for_their_number() -> None:
    one = double()
    many = lab.compare(Tiny({}), {"text": {}, "double": Double, "again": Double}, ["score_1", "win_0"], low, games=200, seed=1)
    assert len(many.effects) == 4
    assert many.effects[0].estimate.value == one.effects[0].estimate.value
    assert many.effects[0].estimate.low < one.effects[0].estimate.low
    assert many.effects[0].estimate.level == pytest.approx(0.9875)
    assert "all 4 together" in repr(many)
    # seat 0 wins nothing more: with heads it loses by one or by two, with tails it ties
    assert many.effects[2].says == "the same value in every game"
    assert many.effects[2].more == inf


def test_columns_that_say_the_same_count_once() -> None:
    variants = {"text": {}, "double": Double}
    # somebody always wins or both share: what one seat wins, the other loses
    found = lab.compare(Tiny({}), variants, ["win", "score_1"], low, games=200, seed=1)
    assert found.same == {"win_0": "win_0", "win_1": "win_0", "score_1": "score_1"}
    assert (found.looks, {one.estimate.level for one in found.effects}) == (2, {0.975})
    assert "win_0 and win_1 say the same in every game, so they count once." in found.sentences()
    assert found.effects[2].p == pytest.approx(2 * found.effects[2].found.p)
    assert "count once" not in repr(lab.compare(Tiny({}), variants, ["win_0", "score_1"], low, games=20, seed=1))


def together(played: Played) -> float:
    """The scores of both seats: as much as that of seat 1 where seat 0 always scores 0."""
    return float(sum(played.scores))


def test_gaps_count_once_only_if_they_say_the_same_with_both_groups() -> None:
    variants = {"text": {}, "double": Double}
    found = lab.compare(Tiny({}), variants, ["score_1", together], high, games=40, seed=1, check=low)
    assert found.other is not None and (found.looks, found.other.looks) == (2, 1)
    assert {one.gap.estimate.level for one in found.checks} == {0.975}


def test_the_games_of_a_comparison_can_be_played_again_alone() -> None:
    found = lab.compare("keydom", {"text": {}, "open": {"hands": "open"}}, "win", "random", games=3, seed=5)
    again = lab.simulate("keydom", "random", 3, 5, clauses=True, paired=True)
    pd.testing.assert_frame_equal(again.table, found.runs["text"].table)
    match = found.runs["text"].match(2)
    assert match.state.scores() == tuple(found.runs["text"].table.loc[2, ["score_0", "score_1"]])
    other = lab.simulate("keydom", "random", 3, 5)
    assert not other.table.equals(again.table)


class Hand(own.State):
    deck = own.Deck("deck", "The cards.", own.Cards(range(1, 9)))
    rolled = own.Counter("rolled", "How often the die was rolled.", 9)


class Luck(own.Game):
    """Luck

    ## Play

    - **LU-ROLL-1** *(house)* A die is rolled for nothing, as often as the option says.
      - Option: `rolls`
    - **LU-DRAW-1** *(house)* The player draws a card, which is the score.
    """

    option_table = (Option("rolls", 1, Whole(1, 9), "How often the die is rolled.", "LU-ROLL-1"),)
    state_kind = Hand
    highest = 8.0

    class Roll(own.Phase):
        """The die is rolled."""

        random = True
        moves = range(1, 7)

        def play(self, state: Hand, choice: int) -> None:
            state.rolled += 1
            state.go("draw" if state.rolled == state.game.options["rolls"] else "roll")

    class Draw(own.Phase):
        """The player draws a card."""

        random = True
        moves = "deck"

        def choices(self, state: Hand) -> Any:
            return state.deck

        def play(self, state: Hand, choice: int) -> None:
            state.finish(float(choice))


def test_the_same_card_comes_although_more_dice_were_rolled() -> None:
    variants = {"once": {}, "twice": {"rolls": 2}, "often": {"rolls": 9}}
    found = lab.compare(Luck, variants, "return_0", "random", games=60, seed=1)
    assert {one.says for one in found.effects} == {"the same value in every game"}
    assert found.runs["once"].table["return_0"].nunique() == 8
    alone = [lab.simulate(wb.load(Luck, rolls=rolls), "random", 60, 1).table["return_0"] for rolls in (1, 2)]
    assert not alone[0].equals(alone[1])


def test_games_more_and_what_matters(short: bool) -> None:
    few = double(games=12)
    assert few.effects[0].says in ("higher", "not decided")
    games, stars = 80 if short else 150, {"16": {}, "17": {"threshold": 17}}
    sure = lab.compare("northwood", stars, "win_0", "random", games=games, seed=1, matters=0.05)
    # random players hardly ever win: nothing changes by 5 %
    assert sure.effects[0].says in ("no difference that matters", "the same value in every game")
    variants = {"text": {}, "king": {"king_of_leaves_exchange": "optional"}}
    open_ = lab.compare("northwood", variants, "length", "random", games=20, seed=1)
    assert open_.effects[0].says == "not decided"
    assert open_.effects[0].more > 20
    assert "how many more games would settle it in 80%" in repr(open_)


class Walk(own.Game):
    """Walk

    - **WA-STEP-1** Go a step.
    - **WA-RULING-1** Where does it begin?
      - Reading: `near` - two steps away.
      - Reading: `far` - four steps away.
      - Default: `near`, because walks are short.
      - Option: `begin`
    """

    option_table = (reading("begin", "near far", "Where it begins.", "WA-RULING-1"),)
    table = (own.Counter("left", "The steps that are left.", 4, start=2),)

    def set_up(self, state: Any) -> None:
        state.left = 4 if self.options["begin"] == "far" else 2

    class Step(own.Phase):
        moves = ("a step",)

        def play(self, state: Any, choice: Any) -> None:
            state.left -= 1
            if not state.left:
                state.win(0)


def test_a_rule_that_works_without_a_word_is_not_called_unused() -> None:
    found = lab.compare(Walk, {"near": {}, "far": {"begin": "far"}}, "length", "random", games=5, seed=1)
    assert found.effects[0].differing == 5 and not [one for one in found.warnings if "never used" in one]
    assert wb.check(Walk, games=20, suites=False).holds, "a ruling with an option need not be told"


def test_a_rule_that_is_never_used_is_said_to_be() -> None:
    found = lab.compare(Tiny({}), {"text": {}, "untold": Untold}, "score_1", low, games=50, seed=1)
    assert found.effects[0].says == "the same value in every game"
    (warning,) = found.warnings
    assert "low never used the rule in 50 games: none of its clauses (TY-SECRET-1) fired" in warning
    # a rule that comes up and changes nothing
    same = lab.compare(Tiny({}), {"text": {}, "same": type("Same", (Naming,), {})}, "score_1", low, games=50, seed=1)
    # none of 50: the upper end of Wilson's interval is 3.84 / (50 + 3.84)
    assert "Its clauses fired (TY-NAME-1), but none of 50 games with low came out differently." in same.warnings[0]
    assert "So at most 7.13% of all games would (95%)." in same.warnings[0]


def test_another_player_may_order_the_variants_differently() -> None:
    class Ceiling(Naming):
        """Who names 2 gets nothing, who names 0 gets 1."""

        def apply(self, state: TinyState, action: int) -> None:
            Naming.apply(self, state, action)
            if state.to_move != wb.OVER and action != 1:
                state.named = (*state.named[:-1], 1 if action == 0 else 0)

    assert HEADS.name == "heads"
    variants = {"text": {}, "ceiling": Ceiling}
    found = lab.compare(Tiny({}), variants, "score_0", high, games=30, seed=1, check=low)
    (check,) = found.checks
    # 2 becomes 0 with `high`, 0 becomes 1 with `low`
    assert (check.first.estimate.value, check.other.estimate.value, check.gap.estimate.value) == (-2, 1, 3)
    assert check.says == "opposite order"
    assert found.orders.loc[0, ["high", "low", "says"]].size >= 3
    assert any("what this rule does depends on the players" in one for one in found.warnings)
    same = lab.compare(Tiny({}), {"text": {}, "double": Double}, "score_1", low, games=60, seed=1, check=high)
    assert same.checks[0].says == "same order"
    assert "with another player, use `check=`" in repr(double(games=20))
    assert "with another player, use `check=`" not in repr(same)


def test_what_is_chosen_after_looking_is_measured_again() -> None:
    found = lab.compare(Tiny({}), {"text": {}, "same": {}, "double": Double}, "score_1", low, games=60, seed=1)
    assert found.largest().variant == "double"
    assert "picked after looking" in repr(found)
    again = found.confirm(games=80)
    assert list(again.variants) == ["text", "double"]
    assert (again.settings.seed, again.runs["double"].games) == (2, 80)
    assert repr(again).count("Chosen after looking at games with seed 1") == 1
    with pytest.raises(WorkbenchError, match="Fresh games need another seed"):
        found.confirm(seed=1)
    with pytest.raises(UnknownNameError, match="There is no variant 'dubble'"):
        found.confirm("dubble")


def test_metrics_of_ones_own_columns_and_players() -> None:
    runs = lab.compare(Tiny({}), {"text": {}, "double": Double}, only_first, low, games=60, seed=1)
    tails = int((runs.runs["text"].table["score_1"] == 0).sum())
    assert runs.effects[0].estimate.n == tails  # pairs in which both games say something
    assert isnan(runs.effects[0].estimate.low)
    by_player = lab.compare(Tiny({}), {"text": {}, "double": Double}, "score:high", [low, high], games=40, seed=1)
    table = by_player.runs["text"].table
    sat = [row.score_0 if row.player_0 == "high" else row.score_1 for row in table.itertuples()]
    assert values_of(by_player.runs["text"], "score:high") == sat
    assert by_player.columns == ("score:high",)
    with pytest.raises(UnknownNameError, match="'score:higher' is not a column by seat and a player's name"):
        lab.compare(Tiny({}), {"text": {}, "double": Double}, "score:higher", [low, high], games=4)
    with pytest.raises(UnknownNameError, match="There is no metric 'scores' for tiny"):
        lab.compare(Tiny({}), {"text": {}, "double": Double}, "scores", low, games=4)
    with pytest.raises(WorkbenchError, match="'ending' holds no numbers"):
        lab.compare(Tiny({}), {"text": {}, "double": Double}, "ending", low, games=4)


def test_variants_as_people_name_them() -> None:
    game = wb.load("northwood", threshold=12)
    assert variant_of(game, {"nontrump_scoring": "never"}).options.changed() == {"threshold": 12, "nontrump_scoring": "never"}
    assert variant_of(game, AlwaysScores).replaced_phases == ("respond",)
    both = variant_of(variant_of(game, {"respond": AlwaysScores}), {"threshold": 9})
    assert (both.replaced_phases, both.options["threshold"]) == (("respond",), 9)
    assert variant_of(game, both) is both
    with pytest.raises(OptionError, match="northwood has no option 'treshold'"):
        variant_of(game, {"treshold": 9})
    with pytest.raises(WorkbenchError, match="A variant must be a dict of options or phases"):
        variant_of(game, 9)  # type: ignore[arg-type]
    with pytest.raises(WorkbenchError, match="at least two variants"):
        lab.compare(game, {"text": {}}, "length")
    assert "NW-TRICK-1" in clauses_changed(game, variant_of(game, AlwaysScores))


def test_a_variant_that_breaks_is_named() -> None:
    with pytest.raises(WorkbenchError) as caught:
        lab.compare(Tiny({}), {"text": {}, "broken": Broken}, "score_1", low, games=4)
    assert caught.value.__notes__[-1] == "This was in the variant 'broken'."


FOUR = {"text": {}, "double": Double, "same": {}, "again": {}}


@pytest.mark.parametrize("stored", [False, True])
def test_an_interrupt_keeps_the_variants_that_were_finished(
    stored: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stops = interrupting(100)  # two variants have 80 decisions
    found = lab.compare(Tiny({}), FOUR, "score_1", stops, games=20, seed=1, store=tmp_path if stored else None)
    assert list(found.runs) == ["text", "double"]
    assert not found.whole
    end = " The same call continues from there.\n" if stored else "\n"
    assert capsys.readouterr().out.endswith("2 of 4 variants were played to the end and are kept." + end)


def test_an_interrupt_ends_it_and_keeps_what_the_first_players_played() -> None:
    found = lab.compare(Tiny({}), FOUR, "score_1", interrupting(100), games=20, seed=1, check=high)
    assert list(found.runs) == ["text", "double"] and found.other is None and not found.whole
    assert "It was stopped before high played." in repr(found)
    found = lab.compare(Tiny({}), FOUR, "score_1", high, games=20, seed=1, check=interrupting(30))
    assert list(found.runs) == [*FOUR] and found.other is None and not found.whole
    assert "With low: There is nothing to compare: fewer than two variants were played to the end." in repr(found)
    found = lab.compare(Tiny({}), FOUR, "score_1", high, games=20, seed=1, check=interrupting(100))
    assert found.other is not None and list(found.other.runs) == ["text", "double"] and not found.whole
    assert {one.variant for one in found.checks} == {"double"}
    assert lab.compare(Tiny({}), FOUR, "score_1", high, games=20, seed=1, check=interrupting(10**6)).whole


@pytest.mark.usefixtures("one_part")
def test_a_stored_comparison_continues_where_it_stopped(tmp_path: Path) -> None:
    stops = interrupting(50)  # in the second variant, and only once
    with refused(WorkbenchError, "fewer than two variants were played to the end. The same call continues from there."):
        lab.compare(Tiny({}), FOUR, "score_1", stops, games=20, seed=1, store=tmp_path)
    found = lab.compare(Tiny({}), FOUR, "score_1", stops, games=20, seed=1, store=tmp_path)
    assert repr(found) == repr(lab.compare(Tiny({}), FOUR, "score_1", low, games=20, seed=1))


@pytest.mark.usefixtures("one_part")
def test_stored_games_are_not_played_again(tmp_path: Path) -> None:
    calls: list[View] = []

    def counting(view: View) -> int:
        calls.append(view)
        return 0

    def call(seed: int, store: Path | None) -> lab.Comparison:
        return lab.compare(Tiny({}), FOUR, "score_1", counting, games=20, seed=seed, check=high, store=store)

    found = {seed: call(seed, None) for seed in (1, 2)}
    decisions = len(calls) // 2
    for seed, left in ((1, decisions), (1, 0), (2, decisions), (1, 0), (2, 0)):  # other seeds are other runs, and none is lost
        calls.clear()
        again = call(seed, tmp_path)
        assert repr(again) == repr(found[seed]) and again._repr_html_() == found[seed]._repr_html_()
        assert len(calls) == left
    again = call(1, tmp_path)
    again.confirm("double")
    assert not calls, "the next seed has been played"


def test_a_changed_number_in_a_cell_is_another_variant(tmp_path: Path) -> None:
    def raised(bonus: int) -> type[Naming]:
        class Raised(Naming):
            def apply(self, state: TinyState, action: int) -> None:
                Naming.apply(self, state, action)
                if action == 4:
                    state.named = (*state.named[:-1], state.named[-1] + bonus)

        return Raised

    one, three = [
        lab.compare(Tiny({}), {"text": {}, "mine": raised(bonus)}, "score_1", low, games=20, seed=1, store=tmp_path)
        for bonus in (1, 3)
    ]
    assert one.effects[0].size > 0 and three.effects[0].size == pytest.approx(3 * one.effects[0].size)
    assert sorted(place.name.partition("-")[0] for place in tmp_path.iterdir()) == ["mine", "mine", "text"]


def test_games_of_other_seats_are_compared_with_a_warning() -> None:
    found = lab.compare(Tiny({}), {"two": {}, "three": Tiny({}, players=3)}, "length", low, games=20, seed=1)
    assert found.effects[0].estimate.value == 1
    assert found.warnings == ["three is another game than two or has other seats: only their seeds are the same."]


def test_the_first_run_is_compared_with_itself_as_equal() -> None:
    runs = double(games=20).runs["text"]
    assert games_that_differ(runs, runs) == 0


def test_page_and_text_say_the_same() -> None:
    found = double(games=30)
    page = found._repr_html_()
    for sentence in found.sentences():
        assert sentence.split("`")[0].split("'")[0][:60] in page
    assert "n</th>" in page
    assert " 30 " in repr(found)


@needs()
def twice(played: Played) -> float:
    """Twice the score of seat 1."""
    return 2 * played.scores[1]


def test_cheap_metrics_are_taken_without_watching() -> None:
    found = lab.compare(Tiny({}), {"text": {}, "double": Double}, {"twice": twice}, low, games=30, seed=1)
    assert found.estimate("double").value == 2 * found.runs["double"].table["score_1"].mean()


def test_who_judges_a_changed_rule_as_printed_is_named() -> None:
    class Gentle(Volley):
        """A changed rule: the dice are rolled one by one."""

        def handful(self, state: ResourceHogState) -> int:
            return 1

    found = lab.compare("resource_hog", {"usual": {}, "gentle": Gentle}, "length", ["raider", "farmer", "farmer"], games=2)
    said = "gentle: raider cannot ask the changed 'volley', and judges it by the printed rule."
    assert [one for one in found.warnings if "printed" in one] == [said]


def test_who_has_not_learnt_a_changed_rule_is_named() -> None:
    def told(*variants: dict[str, Any]) -> list[str]:
        rules = {str(number): rules for number, rules in enumerate(variants)}
        found = lab.compare(wb.load("northwood", fiefs=2), rules, "score_0", "visitor", games=2, check="counter")
        return [one for one in found.warnings if "learnt" in one]

    changed = {"queen_of_claws": "any_subset"}
    said = "1: visitor has not learnt to play under the changed 'queen_of_claws'. It plays less well there, and that is part"
    assert told({}, changed) == told(changed, {}) == [f"{said} of the effect."]
    # less well under both: the difference does not come from that; and what lies between the visits it has learnt
    assert told(changed, {**changed, "concede": "on"}) == told({}, {"concede": "on"}) == []


def test_who_cannot_do_what_it_wants_is_named() -> None:
    class Tireless(Work):
        """A changed rule: nobody rests while there is work."""

        def legal(self, state: ResourceHogState) -> tuple[int, ...]:
            usual = super().legal(state)
            return tuple([action for action in usual if action != state.game.words.done]) or usual

    class Mine(Player):
        """A player that leaves out what players begin with."""

        def __init__(self, game: wb.Game, rng: Random) -> None:
            pass

        def choose(self, view: View) -> int:
            return view.legal()[-1]

    said = "tireless: baron and farmer wanted what the changed rules forbid in 'work', and took the first legal move instead."
    for players, expected in ((["baron", "farmer", "farmer"], [said]), (Mine, [])):
        found = lab.compare("resource_hog", {"usual": {}, "tireless": Tireless}, "length", players, games=2)
        assert [one for one in found.warnings if "wanted" in one] == expected


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"check": "lwo"}, "There is no player 'lwo'"),
        ({"metric": "scroe_1"}, "There is no metric 'scroe_1'"),
        ({"metric": "win:nobody"}, "is not a column by seat and a player's name"),
        ({"metric": 5}, "metric must be a name, a function of a finished game, or a list of these, not 5"),
        ({"metric": []}, "metric must be a name"),
        ({"matters": "little"}, "matters must be a number above 0, or None, not 'little'"),
        ({"matters": -1}, "matters must be a number above 0"),
        ({"level": 95}, "A level must be between 0 and 1"),
        ({"seed": "a"}, "A seed must be a whole number, not 'a'"),
    ],
)
def test_a_wrong_argument_is_found_before_the_games_are_played(wrong: dict[str, Any], said: str) -> None:
    played: list[int] = []

    def counted(view: Any) -> int:
        played.append(1)
        return low(view)

    with pytest.raises(WorkbenchError, match=said):
        lab.compare(Tiny({}), {"text": {}, "double": Double}, **{"players": counted, "games": 500, **wrong})
    assert len(played) < 20  # at most one game, to see which columns there are


def test_a_name_that_was_not_measured_is_told() -> None:
    found = double(10)
    with pytest.raises(UnknownNameError, match=r"'score_2' was not measured\. Did you mean 'score_1'\?"):
        found.estimate("text", "score_2")
    with pytest.raises(UnknownNameError, match="'length' was not measured"):
        found.largest("length")
    with pytest.raises(UnknownNameError, match=r"There is no variant 'duoble'\. Did you mean 'double'\?"):
        found.estimate("duoble")


def test_equal_rules_are_not_taken_for_a_finding() -> None:
    found = lab.compare(Tiny({}), {"text": {}, "again": {}}, "score_1", low, games=10, seed=1)
    assert found.warnings == ["again: its rules are those of text, so no game can come out differently."]
