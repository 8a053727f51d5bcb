"""A game as one short text: what is written is read back, and whatever somebody mistypes is refused with a sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from workbench.core import invitation
from workbench.core.match import Match
from workbench.games.northwood.dialogue import Respond

TEXT = wb.load("northwood", threshold=18, win_rule="hidden_three", stars=(1, 2, 3, 4, 4, 3, 2, 1)).match(seed=7).invitation


class Mine(Respond):
    """Changed rules, but for this test they stay as they are."""


def test_it_is_short_and_names_only_what_differs() -> None:
    words = "northwood threshold=18 stars=1,2,3,4,4,3,2,1 win_rule=hidden_three seed=7"
    assert TEXT.partition(" check=")[0] == words
    assert wb.load("northwood").match(seed=-3).invitation.startswith("northwood seed=-3 check=")
    usual = wb.load("merry_way").players
    assert "players=" not in wb.load("merry_way", usual).match().invitation
    assert f"players={usual + 1}" in wb.load("merry_way", usual + 1).match().invitation


@some_in_short("name", wb.game_names(), every=3)
def test_every_option_of_every_game_travels(name: str) -> None:
    tried = 0
    for option in wb.load(name).option_table:
        for value in option.allowed.samples():
            try:
                game = wb.load(name, **{option.name: value})
            except wb.WorkbenchError:
                continue  # some values need others beside them
            read, seed = invitation.read(invitation.write(game, 2**60))
            assert dict(read.options) == dict(game.options) and read.players == game.players and seed == 2**60
            tried += 1
    assert tried > 40
    for players in type(wb.load(name)).player_counts:
        assert Match.invited(wb.load(name, players).match(seed=1).invitation).game.players == players


def test_an_invited_match_is_the_same_game() -> None:
    host = wb.load("keydom", 3).match(seed=11)
    guest = Match.invited("  " + host.invitation.replace(" ", "\n\t") + " ")
    assert guest.state.key() == host.state.key() and guest.seed == 11 and guest.step == 0
    host.play_out("random")
    assert Match.invited(host.invitation).step == 0, "what was played is no part of it"


def test_every_mistyped_letter_is_found() -> None:
    rng = random.Random(1)
    for _ in range(400):
        place = rng.randrange(len(TEXT))
        wrong = rng.choice("abcdexyz0123456789=, ").replace(TEXT[place], "Q")
        for text in (
            TEXT[:place] + wrong + TEXT[place + 1 :],
            TEXT[:place] + TEXT[place + 1 :],
            TEXT[: max(1, place)],
        ):
            if text.split() != TEXT.split():
                with pytest.raises(wb.WorkbenchError) as caught:
                    Match.invited(text)
                assert len(str(caught.value)) < 700


def made_up(words: str, rules: str = "222") -> str:
    """An invitation whose first check fits."""
    return f"{words} check={invitation._sum(words, 4)}-{rules}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "An invitation is a text such as"),
        ("", "An invitation is a text such as"),
        ("x" * 2_000_000, "is too long for an invitation"),
        ("northwood seed=7", "An invitation ends with its check"),
        (TEXT.replace("seed=7", "seed=8"), "does not match the other words. Copy the whole text once more."),
        (made_up("nothwood seed=7"), "There is no game 'nothwood'. Did you mean 'northwood'?"),
        (made_up("northwood treshold=18 seed=7"), "northwood has no option 'treshold'. Did you mean 'threshold'?"),
        (made_up("northwood threshold=99 seed=7"), "The option 'threshold' of northwood must be a whole number"),
        (made_up("northwood threshold=many seed=7"), "The option 'threshold' of northwood must be a whole number"),
        (made_up(f"northwood threshold={'9' * 5000} seed=7"), "The option 'threshold' of northwood must be a whole number"),
        (made_up("northwood players=2 seed=7"), "For Northwood! is a game for 1 player, not 2."),
        (made_up("northwood players=two seed=7"), "players in an invitation must be a whole number, not 'two'."),
        (made_up("northwood seed=x"), "seed in an invitation must be a whole number"),
        (made_up("northwood threshold=18"), "This invitation has no seed."),
        (made_up("northwood seed=7 seed=8"), "each name may appear once"),
        (made_up("northwood seed=7 please"), "'please' does not belong in this invitation"),
        (made_up("northwood phases=respond seed=7"), "Run the cell that changes them, and pass phases={...} with respond"),
        (made_up("northwood seed=7"), "This invitation comes from a workbench with different options or defaults"),
    ],
)
def test_every_wrong_text_has_its_sentence(text: Any, says: str) -> None:
    with refused(wb.WorkbenchError, says):
        Match.invited(text)


def test_no_file_of_this_machine_is_read_for_an_invitation(tmp_path: Any) -> None:
    tables = [
        (name, option)
        for name in wb.game_names()
        for option in wb.load(name).option_table
        if option.allowed.names_a_file(str(tmp_path))
    ]
    assert tables
    for name, option in tables:
        with refused(wb.WorkbenchError, "An invitation cannot make this machine read a file or folder"):
            Match.invited(made_up(f"{name} {option.name}={invitation._written(str(tmp_path))} seed=1"))


def test_changed_rules_are_named_and_have_to_be_handed_over() -> None:
    text = wb.load("northwood", phases={"respond": Mine}).match(seed=7).invitation
    assert "phases=respond" in text
    match = Match.invited(text, phases={"respond": Mine})
    assert isinstance(match.game.phases["respond"], Mine)


def test_a_match_from_a_position_is_handed_round_as_a_file() -> None:
    match = wb.load("northwood").match(position={"hand": "C5 F2", "deck": "C7", "fief": 1, "statement": "C3"})
    with refused(wb.WorkbenchError, "Share its save file instead"):
        _ = match.invitation
