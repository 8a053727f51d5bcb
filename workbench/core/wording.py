"""Moves in words: find the action that a typed symbol, code, phrase or part of one means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from workbench.core.errors import UnknownMoveError, nearest
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.state import State

SEPARATORS: Final = re.compile(r"[:/>]")
PARTS: Final = re.compile(r"[^:/>]+")
BESIDE_WORDS: Final = "(),.;!?"
"""Characters beside a word that are not part of it."""

_vocabularies: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], Vocabulary] = {}


class Vocabulary:
    """The fixed names of a game's actions: whole symbols, their last parts, and both with short codes.

    Args:
        symbols: the name of every action, by its number.
        codes: short names for things that symbols spell out, such as ``{"Plainsfolk": "P"}``.

    >>> vocabulary = Vocabulary(("keep:Plainsfolk", "place:N:L1.4", "place:W:L1.4"), {"Plainsfolk": "P"})
    >>> vocabulary.whole["keep:p"], vocabulary.whole["place n l1.4"], vocabulary.ends["l1.4"]
    ([0], [1], [1, 2])
    """

    def __init__(self, symbols: tuple[str, ...], codes: dict[str, str]) -> None:
        short = {word.lower(): code.lower() for word, code in codes.items()}
        self.whole: dict[str, list[int]] = {}
        self.ends: dict[str, list[int]] = {}
        self.parts: list[frozenset[str]] = []
        for action, symbol in enumerate(map(str.lower, symbols)):
            coded = PARTS.sub(lambda found: short.get(found[0], found[0]), symbol)
            spellings = dict.fromkeys((symbol, coded))
            for spelling in spellings:
                for name in dict.fromkeys((spelling, spelling.replace(":", " "), SEPARATORS.sub(" ", spelling))):
                    self.whole.setdefault(name, []).append(action)
                end = spelling
                while ":" in end:
                    end = end.partition(":")[2]
                    self.ends.setdefault(end, []).append(action)
            self.parts.append(frozenset([part for spelling in spellings for part in SEPARATORS.split(spelling)]))


def vocabulary_of(game: Game) -> Vocabulary:
    """Return the vocabulary of a game; games with the same actions share it."""
    codes = game.codes()
    key = (game.every_symbol(), tuple(sorted(codes.items())))
    if key not in _vocabularies:
        _vocabularies[key] = Vocabulary(key[0], codes)
    return _vocabularies[key]


def said(move: str) -> str:
    """Normalise words for comparison: small letters, single spaces."""
    return " ".join(move.lower().split())


def tokens(words: str) -> frozenset[str]:
    """Return the single words of a text, without punctuation.

    >>> sorted(tokens("Play Loose Tongues (SP1)"))
    ['loose', 'play', 'sp1', 'tongues']
    """
    return frozenset(unpunctuated(words))


def unpunctuated(words: str) -> list[str]:
    """Return the words of a text in their order, small and without punctuation."""
    return [token.strip(BESIDE_WORDS) for token in words.lower().split()]


def says(text: str, words: list[str]) -> bool:
    """Tell whether a text says some words one after the other, whatever its punctuation.

    >>> says("play Peasant, Trade, Noble (PTN)", ["play", "peasant", "trade"])
    True
    >>> says("play Trade, Peasant, Noble (TPN)", ["play", "peasant", "trade"])
    False
    """
    return f" {' '.join(words)} " in f" {' '.join(unpunctuated(text))} "


def find_action(game: Game, state: State, move: str) -> int:
    """Return the action that words mean now, legal or not; a legal one before any other.

    Args:
        game: the rules.
        state: the position, as the person asking may know it.
        move: a number, which is a place in the list of moves from 1 on; a symbol (``card:C5`` or ``card C5``), the last
            parts of one (``C5``), a move's words now (``respond with C5``), or some of them (``jack eyes``): several that
            stand together, or else in any order. Things may be called by their codes. Capitals and extra spaces do not matter.

    Raises:
        UnknownMoveError: no action matches, or several legal ones do.
    """
    wanted = said(move)
    phase, legal = state.phase, state.legal()
    known = [phase.words(state, action) for action in legal]
    if wanted.isdecimal():
        if len(wanted) > 9 or not 1 <= int(wanted) <= len(legal):
            can = f"the list goes from 1 to {len(legal)}" if legal else "the game is over"
            raise UnknownMoveError(f"There is no move {quoted(wanted)[1:-1]}: {can}.")
        return legal[int(wanted) - 1]
    names = vocabulary_of(game)
    whole, ends = names.whole.get(wanted, []), names.ends.get(wanted, [])
    typed, together = tokens(wanted), unpunctuated(wanted)
    levels: tuple[list[int], ...] = (
        [action for action, words in zip(legal, known, strict=True) if action in whole or said(words) == wanted],
        [action for action in legal if action in ends],
        [action for action, words in zip(legal, known, strict=True) if len(together) > 1 and says(words, together)],
        [
            action
            for action, words in zip(legal, known, strict=True)
            if wanted and typed <= tokens(words) | names.parts[action]
        ],
    )
    for fitting in levels:
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            meant = "; ".join([words for action, words in zip(legal, known, strict=True) if action in fitting])
            raise UnknownMoveError(f"{quoted(move)} may mean several moves: {meant}.")
    now = [said(phase.words(state, action)) for action in range(game.actions)]
    spoken = [action for action, words in enumerate(now) if words == wanted]
    parted = [action for action, words in enumerate(now) if wanted and typed <= tokens(words) | names.parts[action]]
    for found in (whole, spoken, ends, _words_of_other_moments(game, state, wanted), parted):
        # of several, the one that this moment of the game has something to say about
        ranked = [action for action in found if phase.reason(state, action) is not None] or found
        if ranked:
            return ranked[0]
    can = f" You can: {'; '.join(known)}." if known else " The game is over."
    raise UnknownMoveError(f"No move is called {quoted(move)}.{nearest(move, known)}{can}")


def _words_of_other_moments(game: Game, state: State, wanted: str) -> list[int]:
    """Return the actions that other phases call by these words; phases with the same words are asked once."""
    asked = {id(type(phase).words): phase for phase in game.phases.values()}
    asked.pop(id(type(state.phase).words), None)
    return [
        action
        for phase in asked.values()
        for action in range(game.actions)
        if said(phase.words(state, action)) == wanted
    ]


def called(game: Game, actions: Iterable[int], wanted: str) -> list[int]:
    """Return those actions that a symbol, its last parts or codes name, for outcomes of random events."""
    names, name = vocabulary_of(game), said(wanted)
    return [action for action in actions if action in names.whole.get(name, []) or action in names.ends.get(name, [])]
