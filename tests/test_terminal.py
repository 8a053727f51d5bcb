"""The text game, driven by scripted input."""

from __future__ import annotations

import io
import json

import pytest

import workbench as wb
from tests.programs import said_by, started
from tests.toy_game.baskets import SealedBaskets, dealt
from tests.waiting import PATIENCE
from workbench import terminal
from workbench.core.random import Random
from workbench.core.seating import Seating
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


def test_every_number_of_the_list_that_is_shown_is_a_move():
    """Also those of the steps that should have come earlier."""
    seating, rng = Seating(wb.load("merry_way").match(seed=1), screens=False), Random(2)
    while not seating.earlier_moves():
        legal = seating.match.state.legal()
        seating.play(legal[rng.below(len(legal))])
    number, step, said = len(seating.moves()), seating.match.step, io.StringIO()
    late = seating.moves()[-1]
    assert late.action not in seating.match.state.legal()
    Session(seating.match, io.StringIO(f"why {number}\n{number}\n"), said, screens=False).run()
    assert "That move is legal now." in said.getvalue()
    assert seating.match.step == step + 1 and f"{number:4}  {late.text}" in said.getvalue()


def test_lines_of_play_are_listed_walked_and_compared():
    said, match = typed("visit fief 3", "lines", "undo", "visit fief 0", "lines", "compare 1", "line 1", "line 2", "line x")
    assert "There is only one line of play." in said
    assert "1. Line 1: leaves this line after step 0 with: visit fief 3. 1 decision in all, score 0." in said
    assert "this line  Line 1" in said
    assert match.state.fief == 3
    assert said.count("This match has the variations 1 to 1; there is no variation") == 2


def test_a_game_is_looked_back_at():
    said, match = typed("visit fief 0", "review counter", "review nobody", fiefs=2, threshold=3)
    assert match.review("counter").summary() in said
    assert "nobody" in said.partition("> ")[2]


def test_the_odds_are_those_of_the_table():
    said, match = typed("odds", "visit fief 3", "odds")
    for state in (match.at(0), match.at(1)):
        assert "\n".join(map(str, match.game.odds(state, 0))) in said
    said, _ = typed("", "odds", game="merry_way")
    assert "There are no odds for this decision." in said


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
        ("goto", "Go to which step? Add a number from 0 to 0"),
        ("goto 5", "there is no step 5"),
        ("goto -1", "Go to which step?"),
        ("why", "Which move?"),
        ("why 99 balloons", "No move is called '99 balloons'."),
        ("why visit fief 1", "That move is legal now."),
        ("rules NW-TRICK-99", "has no clause 'NW-TRICK-99'"),
        ("hint nobody", "There is no player 'nobody'"),
        ("save", "Save to which file?"),
        ("load", "Load which file?"),
        ("load nowhere.json", "nowhere.json cannot be read"),
        ("save no/such/folder/x.json", "cannot be written"),
        ("save " + "x" * 300, "cannot be written: File name too long."),
        ("save a\0b", "is not a valid file name"),
        ("save \ud800", "is not a valid file name"),
        ("load " + "x" * 300, "cannot be read: File name too long."),
        ("load \ud800", "is not a valid file name"),
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
    assert "Computer players, for hint, review and sit:" in said
    assert said.count("Player who looks ahead. ") == 1 and "  counter         Counter. " in said  # each once, without aliases
    assert "NW-VISIT-1 (source): Choose any fief" in said
    assert "NW-TRICK-1 (source): If you hold" in said
    assert "Odds:" in said
    assert "The random player would visit fief " in said
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
    assert "There is no move 1: the game is over." in said.getvalue()
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
        (("play", "northwood", "--option", "threshold"), "should have the form NAME=VALUE"),
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
    done = said_by("-m", "workbench", "play", "northwood", "--seed", "7", given="visit fief 3\nnonsense\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "You visit fief 3. (NW-VISIT-1)" in done.stdout
    assert "No move is called 'nonsense'." in done.stdout


def test_a_reader_who_has_seen_enough_hears_no_complaint():
    with started("-m", "workbench", "rules", "northwood") as program:
        program.stdout.readline()
        program.stdout.close()
        complaint = program.stderr.read()
        program.wait(PATIENCE)
    assert complaint == ""


# -- several seats -----------------------------------------------------------------------------------------------------


def lowest(view):
    return view.legal()[0]


def around(*lines, seats=None, players=3, source=None, **keywords):
    """What is said at a game of Sealed Baskets when these lines are typed."""
    said = io.StringIO()
    match = SealedBaskets({}, players).match(4, dealt(players))
    session = Session(match, source or io.StringIO("".join(line + "\n" for line in lines)), said, seats, **keywords)
    session.run()
    return said.getvalue(), session


def test_players_move_by_themselves_and_tell_only_what_may_be_known():
    said, session = around("1", "seal the basket", seats={1: lowest, 2: lowest})
    assert session.match.step > 3 and session.seating.decides
    assert "  Brook puts the 1 into the basket. (TG-BID-1)" in said
    assert "  Moss seals a basket. (TG-BID-1)" in said
    assert "  Moss puts the" not in said and "Moss holds ? ? ?" in said
    assert "The basket\n  Worth 0 so far." in said


def test_between_two_people_the_screen_is_passed():
    lines = ("", "1", "seal the basket", "moves", "why add the 9", "log", "", "undo", "screen moss", "")
    said, session = around(*lines, seats={2: "random"})
    parts = said.split("Pass the screen to ")
    assert "holds" not in parts[0]
    assert parts[1].startswith("Brook. Press Enter when Brook is ready. ") and "Brook holds 1 2 8" in parts[1]
    refused = "The board is covered until the next person is ready.\n"
    assert parts[2] == parts[3] == f"Moss. Press Enter when Moss is ready. {refused}"
    assert parts[4] == "Moss. Press Enter when Moss is ready. ", "the log is empty"
    assert "Since your last move:\n  Brook seals a basket. (TG-BID-1)" in parts[5]
    assert "Moss holds 3 5 7" in parts[5] and "Brook holds ? ? ?" in parts[5]
    assert parts[6] == "Brook. Press Enter when Brook is ready. " and parts[7].startswith("Moss. Press Enter")
    assert session.seating.viewer == 1 and "Filling a basket: Brook decides." in parts[7]


def test_a_terminal_is_wiped_between_two_people():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    said = Terminal()
    Session(SealedBaskets({}, 2).match(4, dealt(2)), io.StringIO("\n1\ndone\n\n"), said).run()
    before, _, after = said.getvalue().rpartition("\x1b[H\x1b[2J\x1b[3J")
    assert before.count("\x1b[3J") == 3, "before and after each time it is passed on"
    assert "Brook holds ? ? ?" in after and "Since your last move:\n  Brook seals a basket. (TG-BID-1)" in after


def test_no_screens_and_show_all():
    said, _ = around("1", "done", screens=False)
    assert "Pass the screen" not in said and said.count("Press Enter") == 0 and "as Moss sees it" in said
    said, _ = around("1", "done", seats={1: lowest, 2: lowest}, show="all")
    assert "  Moss puts the 3 into the basket. (TG-BID-1)" in said


def test_seats_can_be_changed_and_the_screen_called_for():
    said, session = around(
        "seats",
        "sit Moss random",
        "sit 1 me",
        "sit 7 me",
        "sit",
        "sit moss nobody",
        "screen 1",
        "",
        "hint",
        seats={2: lowest},
    )
    assert "   0  Brook: a person\n   1  Moss: a person\n   2  Northern: lowest\n" in said
    assert "There is no seat '7'. Available: 0 (Brook), 1 (Moss), 2 (Northern)." in said
    assert "Who sits where? Add a seat and a player" in said
    assert "There is no player 'nobody' for sealed_baskets." in said
    assert "It is not your move: Brook decides." in said
    assert session.seating.viewer == 1


def test_a_choice_can_be_taken_back_whole():
    said, session = around("1", "1", "cancel", "cancel", seats={1: lowest, 2: lowest})
    assert session.match.step == 0
    assert "There is nothing to take back" in said


def test_a_player_that_fails_is_named_and_can_be_replaced():
    def muddled(view):
        raise RuntimeError("lost the thread")

    said, session = around("1", "done", "next", "1", "sit 1 random", seats={1: muddled, 2: lowest})
    assert said.count("Moss (muddled) cannot move. The player 'muddled' in seat 1 raised RuntimeError at step 2") == 2
    assert "It is not your move: Moss (muddled) decides." in said
    assert session.seating.decides and session.match.step > 3


def test_players_can_be_stopped_and_let_go_on():
    stops = []

    def slow(view):
        if not stops:
            stops.append(1)
            raise KeyboardInterrupt
        return view.legal()[-1]

    said, _ = around("1", "done", "next", seats={1: slow, 2: lowest})
    assert "Stopped. Moss (slow) is to move; type next to let it go on." in said
    assert "  Moss seals a basket. (TG-BID-1)" in said


def test_seats_on_the_command_line():
    code, said = run("play", "northwood", "--seed", "7", "--seat", "you=random")
    assert code == 0 and "> " in said and "You visit fief" not in said, "where no person plays it waits for next"
    code, said = run("play", "northwood", "--seat", "9=random")
    assert code == 2 and "There is no seat '9'. Available: 0 (You)." in said
    assert "should have the form SEAT=PLAYER" in run("play", "northwood", "--seat", "random")[1]
    assert run("play", "northwood", "--seed", "7", "--no-screens", "--show-all")[0] == 0


def test_whoever_watches_players_lets_them_move_one_by_one():
    said, session = around("next", "next", "moves", seats=[lowest] * 3)
    assert session.match.step == 2 and "Brook puts the 1 into the basket." in said
    assert "It is not your move: Brook (lowest) decides." in said


def test_people_who_hide_cards_from_each_other_play_with_a_seed_that_nobody_knows(monkeypatch):
    made = []
    monkeypatch.setattr(terminal.Session, "run", lambda self: made.append(self.match.seed))
    for words in ([], [], ["--seat", "1=random", "--seat", "2=random"], ["--seed", "5"]):
        assert main(["play", "goods_and_honor", *words]) == 0
    assert made[0] != made[1] and made[2:] == [0, 5]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "northwood", "--option", "players=4"],
        ["play", "northwood", "--option", "name=x"],
        ["play", "northwood", "--option", "preset=x"],
        ["play", "northwood", "--option", "phases=x"],
        ["play", "northwood", "--option", "threshold=--5"],
        ["play", "northwood", "--option", "threshold=" + "9" * 5000],
    ],
)
def test_options_that_are_none_get_a_sentence(words):
    said = io.StringIO()
    assert main(words, io.StringIO(""), said) == 2
    assert "Traceback" not in said.getvalue() and 20 < len(said.getvalue()) < 3000


def test_numbers_of_thousands_of_digits_get_a_sentence(capsys):
    with pytest.raises(SystemExit):
        main(["play", "northwood", "--seed", "9" * 5000])
    assert len(capsys.readouterr().err) < 1500
    said, match = typed("goto " + "9" * 5000, "9" * 5000, "why " + "9" * 5000, "rules " + "9" * 5000, "hint " + "9" * 5000)
    assert match.step == 0 and len(said) < 30_000
