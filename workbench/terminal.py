"""The games in a terminal: play one as text, list them, read their rules.

    python -m workbench games
    python -m workbench play northwood --seed 7 --option threshold=18
    python -m workbench rules northwood NW-TRICK-1

Nothing typed here ends in a traceback: a mistake gets a sentence that says what would be right.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, TextIO

from workbench.core.errors import IllegalMove, UnknownNameError, WorkbenchError
from workbench.core.events import Event
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.options import Option, Whole
from workbench.core.registry import game_class, games, load, player_names
from workbench.core.rulebook import Clause

HELP: Final = """\
  a number        make the move with that number in the list
  words           make the move with these words, such as: visit fief 3, or its last part, such as: C5
  why MOVE        why a move is not legal now
  undo, redo      take the last decision back; make it again
  goto N          go to the position after N decisions
  rules [ID]      the rules that apply now, or one clause
  explain         everything about this decision: rules, moves, odds
  hint [PLAYER]   what a player would do here
  board, moves    show the board or the moves again
  log             everything that has happened, with its clauses
  options         the options of this game
  save FILE       write the game to a file
  load FILE       go on with the game in a file
  help            this list
  quit            leave"""


class Session:
    """A game played as text.

    Args:
        match: the match to play.
        source: where lines are read from.
        target: where everything is written.

    >>> import io
    >>> said = io.StringIO()
    >>> Session(load("northwood").match(seed=7), io.StringIO("why fief 9\\nquit\\n"), said).run()
    >>> "Goodbye" in said.getvalue()
    True
    """

    def __init__(self, match: Match, source: TextIO, target: TextIO) -> None:
        self.match = match
        self.source = source
        self.target = target
        self.commands: dict[str, Callable[[str], None]] = {
            "why": self.why,
            "undo": self.undo,
            "redo": self.redo,
            "goto": self.goto,
            "rules": self.rules,
            "rule": self.rules,
            "explain": self.explain,
            "hint": self.hint,
            "board": self.board,
            "moves": self.moves,
            "log": self.log,
            "options": self.options,
            "save": self.save,
            "load": self.load,
            "help": self.help,
        }

    def say(self, text: str = "") -> None:
        """Write a line."""
        print(text, file=self.target)

    def run(self) -> None:
        """Play until somebody says quit or the input ends."""
        self.say("Type a number or words to move; `help` lists what else you can type.")
        self.position()
        while True:
            self.target.write("> ")
            self.target.flush()
            line = self.source.readline()
            if not line:
                self.say("\nThe input has ended. Goodbye.")
                return
            typed = " ".join(line.split())
            if typed.lower() in ("quit", "exit", "q"):
                self.say("Goodbye.")
                return
            if typed:
                self.obey(typed)

    def obey(self, typed: str) -> None:
        """Carry out one line; a mistake becomes a sentence."""
        first, _, rest = typed.partition(" ")
        command = self.commands.get(first.lower())
        try:
            if command is not None:
                command(rest)
            else:
                self.play(typed)
        except IllegalMove as refused:
            self.refuse(refused)
        except WorkbenchError as fault:
            self.say(str(fault))

    # -- what can be typed ---------------------------------------------------------------------------------------------

    def play(self, typed: str) -> None:
        """Make a move by its number in the list or by its words."""
        move: int | str = typed
        if typed.isdecimal():
            moves = self.match.moves()
            if not 1 <= int(typed) <= len(moves):
                if moves:
                    self.say(f"There is no move {typed}: the list goes from 1 to {len(moves)}.")
                else:
                    self.say("The game is over. You can still type undo, log, save FILE or quit.")
                return
            move = moves[int(typed) - 1].action
        self.tell(self.match.play(move))
        self.position()

    def why(self, typed: str) -> None:
        """Say why a move is not legal."""
        if not typed:
            self.say("Why what? Add a move, such as: why C7.")
            return
        refusal = self.match.why_not(typed)
        if refusal is None:
            self.say("That is a legal move now.")
        else:
            self.refuse(IllegalMove(refusal))

    def undo(self, typed: str) -> None:
        """Take the last decision back."""
        self.match.undo()
        self.position()

    def redo(self, typed: str) -> None:
        """Make the decision again."""
        self.match.redo()
        self.position()

    def goto(self, typed: str) -> None:
        """Go to a place on the timeline."""
        if not typed.isdecimal():
            self.say(f"Go where? Add a number from 0 to {self.match.steps}, such as: goto 0.")
            return
        self.match.goto(int(typed))
        self.position()

    def rules(self, typed: str) -> None:
        """Show the clauses that apply now, or one clause."""
        book = self.match.game.rulebook
        if typed:
            self.say(str(book[typed.upper()]))
            return
        for clause in self.match.state.phase.clauses_now(self.match.state):
            self.say(str(book[clause]))

    def explain(self, typed: str) -> None:
        """Show everything about the decision."""
        self.say(str(self.match.explain()))

    def hint(self, typed: str) -> None:
        """Show what a named player would do."""
        player = typed or "scripted"
        self.say(f"{player} would {self.match.hint(player).text}.")

    def board(self, typed: str) -> None:
        """Show the board."""
        self.say(self.match.text())

    def moves(self, typed: str) -> None:
        """List the legal moves with their numbers."""
        moves = self.match.moves()
        if not moves:
            self.say("There are no moves: the game is over.")
        group = ""
        for number, move in enumerate(moves, 1):
            if move.group != group:
                group = move.group
                self.say(f"{group}:")
            self.say(f"{number:4}  {move}")

    def log(self, typed: str) -> None:
        """Show everything that has happened."""
        for event in self.match.log:
            self.say(f"{event.step:4}  {event}")

    def options(self, typed: str) -> None:
        """Show the options; a star marks what has been changed."""
        self.say(repr(self.match.game.options))

    def save(self, typed: str) -> None:
        """Write the game to a file."""
        if not typed:
            self.say("Save where? Add a file name, such as: save evening.json.")
            return
        self.match.save(typed)
        self.say(f"Saved to {typed}.")

    def load(self, typed: str) -> None:
        """Go on with the game in a file."""
        if not typed:
            self.say("Load what? Add a file name, such as: load evening.json.")
            return
        self.match = Match.load(typed)
        self.say(f"Loaded {self.match.game.title} from {typed}.")
        self.position()

    def help(self, typed: str) -> None:
        """List what can be typed."""
        self.say(HELP)
        self.say(f"Players that give hints: {', '.join(player_names(self.match.game))}.")

    # -- what is shown -------------------------------------------------------------------------------------------------

    def position(self) -> None:
        """Show the board, the question and the moves."""
        state = self.match.state
        self.say()
        self.say(self.match.text())
        self.say()
        self.say(f"{state.phase.title}: {state.phase.question(state)}")
        if not self.match.over:
            self.moves("")

    def tell(self, events: Sequence[Event]) -> None:
        """Show what a move did."""
        self.say()
        for event in events:
            self.say(f"  {event}")

    def refuse(self, fault: IllegalMove) -> None:
        """Show why a move is refused, with the text of the clauses."""
        book = self.match.game.rulebook
        self.say(f"Not now: {fault.refusal.move}.")
        for reason in fault.refusal.reasons:
            self.say(f"  {reason.text}")
            if reason.clause in book:
                self.say(f"  {reason.clause}: {book[reason.clause].plain}")


def main(arguments: Sequence[str] | None = None, source: TextIO | None = None, target: TextIO | None = None) -> int:
    """Run a command line.

    Args:
        arguments: the words after `python -m workbench`; None for those of this program.
        source: where lines are read from; None for the terminal.
        target: where everything is written; None for the terminal.

    Returns:
        0 if all went well, 2 if the command line was wrong.

    >>> main(["rules", "northwood", "NW-VISIT-1"])
    NW-VISIT-1 (source): Choose any fief you have not visited. You must choose one, and you cannot turn down or redraw a hand.
    0
    """
    read, write = source or sys.stdin, target or sys.stdout
    if target is None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    given = parser().parse_args(arguments)
    try:
        if given.command == "play":
            play(given, read, write)
        elif given.command == "rules":
            show_rules(given.game, given.clause, write)
        else:
            show_games(write)
    except WorkbenchError as fault:
        print(fault, file=write)
        return 2
    except KeyboardInterrupt:
        print("\nGoodbye.", file=write)
    except BrokenPipeError:
        # whoever was reading has seen enough; Python must not complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(prog="python -m workbench", description="Tabletop games, rule by rule.")
    commands = whole.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("games", help="list the games")
    playing = commands.add_parser("play", help="play a game as text")
    playing.add_argument("game", help="its name, as `games` lists it")
    playing.add_argument("--seed", type=int, default=0, help="a whole number; the same seed gives the same cards")
    playing.add_argument("--players", type=int, help="how many play")
    playing.add_argument("--preset", help="a named set of options")
    playing.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated"
    )
    playing.add_argument("--load", metavar="FILE", help="go on with a saved game")
    reading = commands.add_parser("rules", help="read the rules of a game, or one clause, or what mentions some words")
    reading.add_argument("game", help="its name, as `games` lists it")
    reading.add_argument("clause", nargs="*", help="the ID of a clause, such as NW-TRICK-1, or words to look for")
    return whole


def play(given: argparse.Namespace, source: TextIO, target: TextIO) -> None:
    """Play a game as the command line asks.

    Raises:
        WorkbenchError: an unknown game, option or value, or a file that cannot be loaded.
    """
    if given.load:
        match = Match.load(given.load, given.game)
    else:
        table = {option.name: option for option in game_class(given.game).option_table}
        options = dict([setting(text, table) for text in given.option])
        match = load(given.game, given.players, given.preset, None, **options).match(given.seed)
    Session(match, source, target).run()


def setting(text: str, table: dict[str, Option]) -> tuple[str, Any]:
    """An option from the command line: its name and its value.

    Raises:
        WorkbenchError: it is not of the form name=value.

    >>> setting("threshold=18", {"threshold": Option("threshold", 16, Whole(0, 20), "Stars needed.", "NW-END-3")})
    ('threshold', 18)
    """
    name, separator, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not separator or not name:
        raise WorkbenchError(f"{text!r} is not of the form NAME=VALUE, such as threshold=18.")
    if name in table and isinstance(table[name].allowed, Whole) and value.lstrip("-").isdecimal():
        return name, int(value)
    return name, value


def show_games(target: TextIO) -> None:
    """List the games with their numbers of players and their presets."""
    for name in games():
        kind: type[Game] = game_class(name)
        counts = " or ".join(map(str, kind.player_counts))
        print(f"{name}: {kind.title}, {counts} player{'' if kind.player_counts == (1,) else 's'}", file=target)
        for preset in kind.presets().values():
            print(f"    --preset {preset.name}: {preset.meaning}", file=target)


def show_rules(game: str, words: Sequence[str], target: TextIO) -> None:
    """Print a rulebook, one clause, or the clauses that mention some words.

    Raises:
        WorkbenchError: there is no such game or clause.
    """
    book = load(game).rulebook
    wanted = " ".join(words)
    found: Sequence[Clause]
    if not wanted:
        print(book.text, file=target)
        return
    if wanted.upper() in book:
        found = (book[wanted.upper()],)
    elif "-" in wanted and " " not in wanted:
        found = (book[wanted.upper()],)  # says which IDs come near
    else:
        found = book.search(wanted)
        if not found:
            raise UnknownNameError(f"No clause of {game} mentions {wanted!r}.")
    for clause in found:
        print(clause, file=target)
