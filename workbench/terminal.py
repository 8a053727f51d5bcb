"""Play the games in a terminal: play one as text, list them, read their rules.

    python -m workbench games
    python -m workbench play northwood --seed 7 --option threshold=18
    python -m workbench play goods_and_honor --players 4 --seat 1=scripted --seat 2=random
    python -m workbench rules northwood NW-TRICK-1
    python -m workbench rules northwood --sheet northwood.html
    python -m workbench simulate northwood --player counter --games 1000 --seed 1

Whatever you type, you never see a traceback: if something is wrong, a sentence says what would be right.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from workbench.core.errors import IllegalMove, PlayerError, UnknownNameError, WorkbenchError, nearest
from workbench.core.events import Event
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.outside import quoted
from workbench.core.registry import game_class, game_names, load, named, small_names
from workbench.core.rulebook import Clause
from workbench.core.seating import Seating, Seats, fresh_seed
from workbench.core.sheet import read_sheet, write_sheet
from workbench.core.strength import label, menu_players, says
from workbench.core.words import capital
from workbench.typed import WHICH_GAME, setting, whole

HELP: Final = """\
  a number        make the move with that number in the list
  words           make the move with these words, such as: visit fief 3; the last part is enough, such as: C5
  why MOVE        say why a move is not legal now
  undo, redo      take back your last decision and everything after it; go forward again
  cancel          take back a half-made choice
  goto N          go to the position after N decisions; only decisions that you noticed count
  rules [ID]      show the rules that apply now, or one clause
  explain         show everything about this decision: rules, moves, odds
  odds            show the chances that matter now
  hint [PLAYER]   show what a computer player would do now
  board, moves    show the board or the moves again
  log             show everything that has happened, with its clauses
  options         show the options of this game
  seats           show who sits where
  sit SEAT PLAYER give a seat to a computer player, or to a person: me. SEAT is a name, or a number from 0
  screen SEAT     pass the screen to another person who wants to look
  next            let a computer player that was stopped make its move
  lines           list the other lines of play, which you left when you moved again from an earlier position
  line N          go to another line; the line you leave takes its place in the list
  compare N       show what differs between the ends of this line and line N
  review [PLAYER] show what a computer player would have done at each decision, and what your decisions cost
  save FILE       save the game to a file
  load FILE       continue the game in a file
  help            show this list
  quit            leave"""


SEED_HELP: Final = (
    "a whole number; the same seed gives the same cards. The default is 0, or a secret number if people hide cards from "
    "each other"
)


class Session:
    """A match played as text.

    Args:
        match: the match to play.
        source: where to read lines from.
        target: where to write everything.
        seats: who sits where; people sit in the seats you do not name.
        screens: whether to hide the board between two people, in a game with secrets, until the next person is ready.
        show: "seat" for what one seat may know, "all" for everything.

    Raises:
        WorkbenchError: there is no such seat or player.

    >>> import io
    >>> said = io.StringIO()
    >>> Session(load("northwood").match(seed=7), io.StringIO("why fief 9\\nquit\\n"), said).run()
    >>> "Goodbye" in said.getvalue()
    True
    """

    def __init__(
        self,
        match: Match,
        source: TextIO,
        target: TextIO,
        seats: Seats | None = None,
        screens: bool = True,
        show: str = "seat",
    ) -> None:
        self.seating = Seating(match, seats, screens, show)
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
            "odds": self.odds,
            "hint": self.hint,
            "board": self.board,
            "moves": self.moves,
            "log": self.log,
            "options": self.options,
            "lines": self.lines,
            "line": self.line,
            "compare": self.compare,
            "review": self.review,
            "save": self.save,
            "load": self.load,
            "seats": self.seats,
            "sit": self.sit,
            "screen": self.screen,
            "next": self.next,
            "cancel": self.cancel,
            "help": self.help,
        }

    @property
    def match(self) -> Match:
        """The match being played."""
        return self.seating.match

    def say(self, text: str = "") -> None:
        """Write a line."""
        print(text, file=self.target)

    def run(self) -> None:
        """Play until somebody says quit or the input ends."""
        self.say("Type a number or words to move; `help` lists what else you can type.")
        if self.seating.people:
            self.let_players_move()
        self.position()
        while True:
            if self.seating.covered and self.seating.awaited is not None:
                name = self.match.game.seat_name(self.seating.awaited)
                typed = self.read(f"Pass the screen to {name}. Press Enter when {name} is ready. ")
            else:
                typed = self.read("> ")
            if typed is None:
                self.say("\nThe input has ended. Goodbye.")
                return
            if typed.lower() in ("quit", "exit", "q"):
                self.say("Goodbye.")
                return
            if not typed and self.seating.covered:
                self.arrive()
            elif typed:
                self.obey(typed)

    def read(self, prompt: str) -> str | None:
        """Read a typed line without extra spaces; None at the end of the input."""
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        return " ".join(line.split()) if line else None

    def obey(self, typed: str) -> None:
        """Carry out one typed line; if it is wrong, say why in a sentence."""
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
        self.seating.refuse_others()
        events = self.seating.play(typed)
        self.say()
        if not self.seating.covered:
            self.tell(events)
        self.let_players_move()
        self.position()

    def let_players_move(self) -> None:
        """Let computer players move until a person decides or the game ends; report each move.

        Ctrl-C stops them.
        """
        try:
            while self.seating.to_move_is_a_player:
                self.advance()
        except WorkbenchError as fault:
            self.say(str(fault))
        except KeyboardInterrupt:
            self.say(f"\nStopped. {self.seating.name(self.match.seat)} is to move; type next to let it go on.")

    def advance(self) -> None:
        """Let the computer player whose turn it is make its move, and report what the viewer may know of it."""
        mover = self.seating.name(self.match.seat)
        try:
            events = self.seating.advance()
        except PlayerError as fault:
            raise PlayerError(
                f"{mover} cannot move. {fault} Type next to let it try again, or use sit to give the seat to somebody else.",
                fault.position,
            ) from fault
        if not self.seating.covered:
            self.tell(events)

    def next(self, typed: str) -> None:
        """Let a computer player that was stopped, or that failed, make its move."""
        self.seating.player_to_move()
        self.advance()
        while self.seating.to_move_is_a_player and not self.seating.noticed:
            self.advance()
        self.position()

    def arrive(self) -> None:
        """Uncover the board for the person whose turn it is."""
        self.seating.arrive()
        self.clear()
        news = self.seating.news()
        if news:
            self.say("Since your last move:")
            self.tell(news)
        self.position()

    def screen(self, typed: str) -> None:
        """Pass the screen to somebody else."""
        self.seating.call(self.seat_called(typed))
        self.position()

    def seats(self, typed: str) -> None:
        """Say who sits where."""
        for seat in range(self.match.game.players):
            title = self.seating.title(seat) or "a person"
            self.say(f"{seat:4}  {self.match.game.seat_name(seat)}: {title}")

    def sit(self, typed: str) -> None:
        """Give a seat to a computer player or a person."""
        seat, _, who = typed.rpartition(" ")
        if not seat:
            self.say("Who sits where? Add a seat and a player, such as: sit 1 random, or: sit 1 me.")
            return
        self.seating.sit(self.seat_called(seat), who)
        self.let_players_move()
        self.position()

    def seat_called(self, typed: str) -> int:
        """Find a seat by its name or its number.

        Raises:
            UnknownNameError: there is no such seat.
        """
        return seat_called(self.match.game, typed)

    def cancel(self, typed: str) -> None:
        """Take back a half-made choice."""
        self.seating.take_back()
        self.position()

    def why(self, typed: str) -> None:
        """Explain why a move is not legal."""
        if not typed:
            self.say("Which move? Add one, such as: why C7.")
            return
        refusal = self.seating.why_not(typed)
        if refusal is None:
            self.say("That move is legal now.")
        else:
            self.refuse(IllegalMove(refusal))

    def undo(self, typed: str) -> None:
        """Take back the last decision."""
        self.seating.undo()
        self.position()

    def redo(self, typed: str) -> None:
        """Make the decision again."""
        self.seating.redo()
        self.position()

    def goto(self, typed: str) -> None:
        """Go to a place on the timeline."""
        if not typed.isdecimal() or len(typed) > 9:
            self.say(f"Go to which step? Add a number from 0 to {self.seating.steps}, such as: goto 0.")
            return
        self.seating.goto(int(typed))
        self.position()

    def rules(self, typed: str) -> None:
        """Show the clauses that apply now, or one clause."""
        book = self.match.game.rulebook
        if typed:
            self.say(str(book[typed.upper()]))
            return
        if self.seating.covered:
            self.seating.refuse_others()
        state = self.seating.state()
        for clause in state.phase.clauses_now(state):
            self.say(str(book[clause]))

    def odds(self, typed: str) -> None:
        """Show the chances that matter now."""
        if self.seating.covered:
            self.seating.refuse_others()
        found = self.match.game.odds(self.seating.state(), self.seating.viewer)
        self.say("\n".join(map(str, found)) or "There are no odds for this decision.")

    def explain(self, typed: str) -> None:
        """Show everything about the decision."""
        self.seating.refuse_others()
        self.say(str(self.match.explain()))

    def hint(self, typed: str) -> None:
        """Show what a computer player would do now."""
        self.seating.refuse_others()
        self.say(str(self.match.advice(typed)))

    def board(self, typed: str) -> None:
        """Show the board."""
        self.say(self.seating.text())

    def moves(self, typed: str) -> None:
        """List the legal moves with their numbers."""
        self.seating.refuse_others()
        moves = self.seating.moves()
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
        for event in self.seating.log():
            self.say(f"{event.step:4}  {self.marked(event)}")

    def marked(self, event: Event) -> str:
        """Return an event as text, marked if its clause has been replaced."""
        book = self.match.game.rulebook
        return f"{event} [replaced here]" if event.clause in book and book[event.clause].replaced else str(event)

    def options(self, typed: str) -> None:
        """Show the options; a star marks what has been changed."""
        self.say(repr(self.match.game.options))

    def lines(self, typed: str) -> None:
        """List the other lines of play."""
        if self.seating.covered:
            self.seating.refuse_others()
        self.say("\n".join(map(str, self.seating.variations())) or "There is only one line of play.")

    def line(self, typed: str) -> None:
        """Go to another line of play."""
        self.seating.to_variation(int(typed) if typed.isdecimal() and len(typed) < 9 else -1)
        self.position()

    def compare(self, typed: str) -> None:
        """Show what differs between two lines of play."""
        self.say(str(self.seating.compare(int(typed) if typed.isdecimal() and len(typed) < 9 else -1)))

    def review(self, typed: str) -> None:
        """Look back at the decisions made."""
        self.say(str(self.seating.reviewing(typed)()))

    def save(self, typed: str) -> None:
        """Write the game to a file."""
        if not typed:
            self.say("Save to which file? Add a name, such as: save evening.json.")
            return
        self.match.save(typed)
        self.say(f"Saved to {typed}.")

    def load(self, typed: str) -> None:
        """Continue the game in a file."""
        if not typed:
            self.say("Load which file? Add a name, such as: load evening.json.")
            return
        match = Match.load(typed)
        seats = self.seating.seats if match.game.players == self.match.game.players else None
        self.seating = Seating(match, seats, self.seating.screens, self.seating.show)
        self.say(f"Loaded {self.match.game.title} from {typed}.")
        self.let_players_move()
        self.position()

    def help(self, typed: str) -> None:
        """List what can be typed."""
        self.say(HELP)
        self.say("Computer players, for hint, review and sit:")
        game = self.match.game
        for name in menu_players(game):
            self.say(f"  {name:<15} {capital(label(game, name))}. {says(game, name)}")

    # -- what is shown -------------------------------------------------------------------------------------------------

    def position(self) -> None:
        """Show the board, the question and the moves; between two people, show nothing."""
        if self.seating.covered:
            self.clear()
            return
        self.say()
        self.say(self.seating.text())
        self.say()
        self.say(f"{self.seating.heading()}: {self.seating.question()}")
        if self.seating.decides:
            self.moves("")

    def clear(self) -> None:
        """Clear a real terminal, including what has scrolled away."""
        if self.target.isatty():
            self.say("\x1b[H\x1b[2J\x1b[3J")

    def tell(self, events: Sequence[Event]) -> None:
        """Show the events that the viewer may know of."""
        for event in events:
            told = event if self.seating.all_seen else event.told(self.seating.viewer)
            if told is not None:
                self.say(f"  {self.marked(told)}")

    def refuse(self, fault: IllegalMove) -> None:
        """Show why a move is refused, with the text of the clauses that forbid it."""
        book = self.match.game.rulebook
        self.say(f"Not now: {fault.refusal.move}.")
        for reason in fault.refusal.reasons:
            self.say(f"  {reason.text}")
            if reason.clause in book:
                self.say(f"  {book[reason.clause].address}: {book[reason.clause].plain}")


def main(arguments: Sequence[str] | None = None, source: TextIO | None = None, target: TextIO | None = None) -> int:
    """Run a command line.

    Args:
        arguments: the words after `python -m workbench`; None to take them from the command line.
        source: where to read lines from; None for the terminal.
        target: where to write everything; None for the terminal.

    Returns:
        0 if all went well, 2 if the command line was wrong, 3 if a run of many games stopped before its end.

    >>> main(["rules", "northwood", "NW-VISIT-1"])
    NW-VISIT-1 (source): Choose any fief you have not visited. You must choose one, and you cannot turn down or redraw a hand.
    0
    """
    read, write = source or sys.stdin, target or sys.stdout
    if target is None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # show a question mark for a letter that the terminal lacks
    given = parser().parse_args(arguments)
    try:
        if given.command == "play":
            play(given, read, write)
        elif given.command == "rules" and given.sheet:
            print(f"Written to {write_sheet(read_sheet(given.game), given.sheet)}.", file=write)
        elif given.command == "rules":
            show_rules(given.game, given.clause, write)
        elif given.command == "games":
            show_games(write)
        else:
            return int(given.carry_out(given, write))
    except (WorkbenchError, ModuleNotFoundError) as fault:
        print(fault, file=write)
        return 2
    except KeyboardInterrupt:
        print("\nGoodbye.", file=write)
    except BrokenPipeError:
        # nobody reads the pipe any more; keep Python from reporting that at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    from workbench.commands import add_commands  # imports the lab, which takes time to load

    line = argparse.ArgumentParser(prog="python -m workbench", description="Tabletop games, rule by rule.")
    commands = line.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("games", help="list the games")
    playing = commands.add_parser("play", help="play a game as text")
    playing.add_argument("game", type=named, help=WHICH_GAME)
    playing.add_argument("--seed", type=whole, default=None, help=SEED_HELP)
    playing.add_argument("--players", type=whole, help="the number of players")
    playing.add_argument("--preset", help="a named set of options")
    playing.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated"
    )
    playing.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=PLAYER",
        help="put a computer player in a seat, such as 1=scripted; seats count from 0, and people sit in the others",
    )
    playing.add_argument("--no-screens", action="store_true", help="do not hide the board between two people")
    playing.add_argument("--show-all", action="store_true", help="show everything, including the secrets of all seats")
    playing.add_argument("--load", metavar="FILE", help="continue a saved game")
    reading = commands.add_parser("rules", help="read the rules of a game, one clause, or the clauses that mention some words")
    reading.add_argument("game", type=named, help=WHICH_GAME)
    reading.add_argument("clause", nargs="*", help="the ID of a clause, such as NW-TRICK-1, or words to search for")
    reading.add_argument("--sheet", metavar="FILE", help="write the rules on two pages to print, as an HTML file")
    add_commands(commands)
    return line


def play(given: argparse.Namespace, source: TextIO, target: TextIO) -> None:
    """Play a game as the command line asks.

    Raises:
        WorkbenchError: an unknown game, option or value, or a file that cannot be loaded.
    """
    if given.load:
        match, secret = Match.load(given.load, given.game), False
    else:
        table = {option.name: option for option in game_class(given.game).option_table}
        options = dict([setting(text, table) for text in given.option])
        match = load(given.game, given.players, given.preset, None, **options).match(given.seed or 0)
        secret = given.seed is None
    seats: dict[int, str | None] = {}
    for text in given.seat:
        seat, separator, who = text.rpartition("=")
        if not separator:
            raise WorkbenchError(f"{quoted(text)} should have the form SEAT=PLAYER, such as 1=scripted.")
        seats[seat_called(match.game, seat)] = who.strip()
    session = Session(match, source, target, seats, not given.no_screens, "all" if given.show_all else "seat")
    if secret and session.seating.hides_seed:
        seating = session.seating
        session.seating = Seating(match.game.match(fresh_seed()), seats, seating.screens, seating.show)
    session.run()


def seat_called(game: Game, typed: str) -> int:
    """Find a seat by its name or its number.

    Raises:
        UnknownNameError: there is no such seat.

    >>> seat_called(load("northwood"), "you")
    0
    """
    names = [game.seat_name(seat) for seat in range(game.players)]
    for seat, name in enumerate(names):
        if typed.strip().lower() in (name.lower(), str(seat)):
            return seat
    listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise UnknownNameError(f"There is no seat {quoted(typed)}.{nearest(typed, names)} Available: {listed}.")


def show_games(target: TextIO) -> None:
    """List the games with their numbers of players and their presets."""
    for name in (*game_names(), *small_names()):
        kind: type[Game] = game_class(name)
        *fewer, most = map(str, sorted(kind.player_counts))
        counts = f"{', '.join(fewer)} or {most}" if fewer else most
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
        found = (book[wanted.upper()],)  # its error suggests similar IDs
    else:
        found = book.search(wanted)
        if not found:
            raise UnknownNameError(
                f"No clause of {game} contains {quoted(wanted)}."
                if len(wanted.split()) == 1
                else f"No clause of {game} contains all the words {quoted(wanted)}. Try fewer words."
            )
    for clause in found:
        print(clause, file=target)
