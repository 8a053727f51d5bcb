"""The source of a board: a position as one seat sees it, and the moves about each thing.

For each move a phase says which thing on the board it is about (`Phase.thing`), and which moves a person may try
(`Phase.tries`). A board draws things by their names and knows no moves: this module adds the moves to the spots of that name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Generic, TypeVar

from workbench.core.scene import Choice, Helper, Scene, Spot
from workbench.core.state import OVER, State

S = TypeVar("S", bound=State)

NOT_NOW: Final = "It may not be chosen now."
"""The words for a thing that may not be chosen, although others of its kind may."""


def family(thing: str) -> str:
    """Return the kind of a thing: the first word of its name.

    >>> family("hand-C5"), family("say:nothing")
    ('hand', 'say')
    """
    return thing.partition("-")[0].partition(":")[0]


class Look(Generic[S]):
    """A position as one seat sees it, and what that seat may choose.

    Args:
        state: the position, with everything blanked that the seat cannot know.
        seat: the seat that looks at it.

    Attributes:
        mine: whether this seat decides now.
        over: whether the game is over.
        players: how many play.

    >>> import workbench as wb
    >>> here = {"hand": "C5 F2", "deck": "C3", "fief": 1, "ruler": "LQ", "statement": "C4"}
    >>> look = Look(wb.load("northwood").position(here), 0)
    >>> look.may("hand-C5"), look.may("hand-F2"), look.barred("hand-F2"), look.asks("card")
    (True, False, True, True)
    """

    __slots__ = ("_about", "_legal", "_like", "mine", "over", "players", "seat", "state")

    def __init__(self, state: S, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.players = state.game.players
        self.over = state.to_move == OVER
        self.mine = state.to_move == seat
        self._about: dict[str, list[int]] = {}
        self._legal = frozenset(state.legal()) if self.mine else frozenset()
        if self.mine:
            kinds = state.phase.tried()
            tried = [action for action in range(state.game.actions) if self._kind(action) in kinds]
            for action in sorted(self._legal.union(tried)):
                self._about.setdefault(state.phase.thing(state, action), []).append(action)
        self._like = frozenset([family(thing) for thing in self._about if self.may(thing)])

    def _kind(self, action: int) -> str:
        return self.state.game.symbol(action).partition(":")[0]

    def asks(self, kind: str) -> bool:
        """Return whether moves of a kind (the first word of a symbol, such as ``card``) belong to this phase."""
        return kind in self.state.phase.tried()

    def may(self, thing: str) -> bool:
        """Return whether a legal move is about a thing."""
        return any([action in self._legal for action in self._about.get(thing, ())])

    def barred(self, thing: str) -> bool:
        """Return whether a thing may not be chosen now, although others of its kind may."""
        return thing in self._about and not self.may(thing) and family(thing) in self._like

    def choices(self, thing: str) -> tuple[Choice, ...]:
        """Return the moves to make or try with a thing, the legal ones first; empty if another seat decides."""
        state = self.state
        tried = sorted(self._about.get(thing, ()), key=lambda action: action not in self._legal)
        return tuple([Choice(action, state.phase.words(state, action), action in self._legal) for action in tried])

    def things(self) -> tuple[str, ...]:
        """Return the things that this seat may choose or try now."""
        return tuple(self._about)

    def asked(self) -> str:
        """Return the decision in one short sentence: the question to this seat, or who decides and about what."""
        state = self.state
        if self.over:
            return "The game is over."
        if state.to_move >= 0 and not self.mine:
            return f"{state.game.seat_name(int(state.to_move))} decides: {state.phase.title}."
        said = state.phase.question(state)
        first, mark, _ = said.partition("?")
        return first.rpartition(". ")[2] + mark if mark else said

    def order(self) -> list[int]:
        """Return the seats in turn order, this one first."""
        return [(self.seat + step) % self.players for step in range(self.players)]

    def marked(self, scene: Scene) -> Scene:
        """Return a scene with the moves on its spots, and what choosing each spot does."""
        return replace(scene, spots=tuple([self._marked_spot(spot) for spot in scene.spots]))

    def _marked_spot(self, spot: Spot) -> Spot:
        thing = spot.thing or spot.name
        choices = self.choices(thing)
        legal = [choice.words for choice in choices if choice.legal]
        may = f"You may {', or '.join(legal)}." if legal else NOT_NOW if self.barred(thing) else ""
        return replace(spot, choices=choices, may=may)

    def helped(self, helper: Helper) -> Helper:
        """Return a helper with the moves on its rows and on the spots of its picture."""
        rows = tuple([replace(row, choices=self.choices(row.thing)) if row.thing else row for row in helper.rows])
        return replace(helper, rows=rows, picture=self.marked(helper.picture) if helper.picture else None)
