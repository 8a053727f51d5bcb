"""The text game, driven by scripted input."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

import workbench as wb
from workbench.terminal import Session, main


def typed(*lines, game="northwood", seed=7, **options):
    """What is said when these lines are typed."""
    said = io.StringIO()
    match = wb.load(game, **options).match(seed=seed)
    session = Session(match, io.StringIO("".join(line + "\n" for line in lines)), said)
    session.run()
    return said.getvalue(), session.match


def following_suit(match):
    """Play on until a card is held that may not be played; give one such card."""
    match.play("visit fief 3")
    while True:
        match.play("pass") if match.state.phase.name == "ability_window" else None
        legal = match.state.legal()
        held = [card for card in range(32) if match.state.hand & 1 << card]
        other = [card for card in held if card not in legal]
        if other:
            return match.game.symbol(other[0]).partition(":")[2]
        match.play(legal[0])


def test_a_move_by_number_by_words_and_by_the_end_of_its_symbol():
    said, match = typed("4", "pass", "undo", "undo", "visit fief 5", "PASS")
    assert match.step == 2
    assert match.state.fief == 5
    assert "You visit fief 3. (NW-VISIT-1)" in said
    assert "   1  visit fief 0 (target 0, 4 stars, " in said
    assert "> fief 5" in said
    _, match = typed("3")
    assert match.state.fief == 2, "a number is the number in the list"


def test_a_refusal_names_the_clause_and_gives_its_text():
    match = wb.load("northwood").match(seed=7)
    card = following_suit(match)
    said = io.StringIO()
    Session(match, io.StringIO(f"why {card}\n{card}\n"), said).run()
    assert said.getvalue().count("NW-TRICK-1: If you hold a card of the statement's suit") == 2
    assert f"Not now: respond with {card}." in said.getvalue()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("xyzzy", "No move is called 'xyzzy'."),
        ("99", "There is no move 99: the list goes from 1 to 8."),
        ("0", "There is no move 0: the list goes from 1 to 8."),
        ("undo", "There is nothing to undo"),
        ("redo", "There is nothing to redo"),
        ("goto", "Go where? Add a number from 0 to 0"),
        ("goto 5", "there is no step 5"),
        ("goto -1", "Go where?"),
        ("why", "Why what?"),
        ("why 99 balloons", "No move is called '99 balloons'."),
        ("why visit fief 1", "That is a legal move now."),
        ("rules NW-TRICK-99", "has no clause 'NW-TRICK-99'"),
        ("hint nobody", "There is no player 'nobody'"),
        ("save", "Save where?"),
        ("load", "Load what?"),
        ("load nowhere.json", "nowhere.json cannot be read"),
        ("save no/such/folder/x.json", "cannot be written"),
        ("card:C99", "No move is called"),
        ("\x1b[A", "No move is called"),
        ("  ", "> "),
    ],
)
def test_bad_input_gets_a_sentence(line, answer):
    said, match = typed(line)
    assert answer in said
    assert "Traceback" not in said
    assert match.step == 0


def test_help_in_every_form():
    said, _ = typed(
        "help", "rules", "rules nw-trick-1", "explain", "hint random", "board", "moves", "options", "log", "quit"
    )
    assert "undo, redo" in said
    assert f"Players that give hints: {', '.join(wb.player_names(wb.load('northwood')))}." in said
    assert "NW-VISIT-1 (source): Choose any fief" in said
    assert "NW-TRICK-1 (source): If you hold" in said
    assert "Odds:" in said
    assert "random would visit fief " in said
    assert "threshold = 16" in said
    assert "The four Jacks are the allies. (NW-SETUP-3)" in said
    assert said.endswith("Goodbye.\n")


def test_undo_redo_and_goto_move_in_time():
    said, match = typed("visit fief 3", "pass", "undo", "redo", "goto 0", "goto 2")
    assert match.step == 2
    assert said.count("Choosing a fief: ") == 2
    assert said.count("The response: ") == 3


def test_a_game_is_saved_and_loaded(tmp_path):
    file = tmp_path / "evening.json"
    said, _ = typed("visit fief 3", "pass", f"save {file}", threshold=18)
    assert f"Saved to {file}." in said
    assert json.loads(file.read_text())["options"]["threshold"] == 18
    said, match = typed(f"load {file}")
    assert "Loaded For Northwood! from" in said
    assert match.step == 2
    assert match.game.options["threshold"] == 18


def test_a_whole_game_and_what_can_be_typed_after_it():
    match = wb.load("northwood").match(seed=3)
    match.play_out("random")
    said = io.StringIO()
    Session(match, io.StringIO("1\nmoves\nhint\npass\nundo\n"), said).run()
    assert "The game is over" in said.getvalue()
    assert "The game is over. You can still type undo" in said.getvalue()
    assert "there is no move to suggest" in said.getvalue()
    assert match.step == match.steps - 1


def test_the_end_of_the_input_is_polite():
    said, _ = typed("visit fief 3")
    assert said.endswith("The input has ended. Goodbye.\n")


def run(*words):
    said = io.StringIO()
    return main(words, io.StringIO(""), said), said.getvalue()


def test_the_games_are_listed():
    code, said = run("games")
    assert code == 0
    assert "northwood: For Northwood!, 1 player" in said
    assert "--preset idealist: " in said


def test_rules_whole_one_clause_and_by_words():
    assert "NW-TRICK-1" in run("rules", "northwood")[1]
    assert run("rules", "northwood", "nw-trick-1")[1].startswith("NW-TRICK-1 (source): ")
    assert (
        "NW-EYES-1" in run("rules", "northwood", "Jack of Eyes")[1]
        or "NW-" in run("rules", "northwood", "visiting card")[1]
    )
    code, said = run("rules", "northwood", "NW-TRICK-99")
    assert code == 2
    assert "NW-TRICK-1 to NW-TRICK-10" in said
    code, said = run("rules", "northwood", "zeppelin")
    assert code == 2
    assert "'zeppelin'" in said


def test_options_from_the_command_line():
    code, said = run(
        "play", "northwood", "--seed", "7", "--option", "threshold=18", "--option", "stars=4 3 2 1 1 2 3 4"
    )
    assert code == 0
    assert "0 stars of the 18 needed" in said
    assert "20 needed" in run("play", "northwood", "--preset", "idealist")[1]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("play", "chess"), "There is no game 'chess'"),
        (("play", "northwood", "--option", "threshold"), "not of the form NAME=VALUE"),
        (("play", "northwood", "--option", "treshold=18"), "Did you mean 'threshold'?"),
        (("play", "northwood", "--option", "threshold=many"), "whole number"),
        (("play", "northwood", "--option", "threshold=99"), "whole number from"),
        (("play", "northwood", "--preset", "easy"), "no preset 'easy'"),
        (("play", "northwood", "--players", "3"), "1 player"),
        (("play", "northwood", "--load", "nowhere.json"), "nowhere.json cannot be read"),
        (("rules", "chess"), "There is no game 'chess'"),
    ],
)
def test_a_wrong_command_line_gets_a_sentence(words, answer):
    code, said = run(*words)
    assert code == 2
    assert answer in said


def test_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "play", "northwood", "--seed", "7"],
        input="visit fief 3\nnonsense\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "You visit fief 3. (NW-VISIT-1)" in done.stdout
    assert "No move is called 'nonsense'." in done.stdout


def test_a_reader_who_has_seen_enough_hears_no_complaint():
    with subprocess.Popen(
        [sys.executable, "-m", "workbench", "rules", "northwood"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        program.stdout.readline()
        program.stdout.close()
        complaint = program.stderr.read()
        program.wait(timeout=60)
    assert complaint == b""
