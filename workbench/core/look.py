"""What a board is drawn from: a position as one seat looks at it, and the moves by the things that they are about.

A phase says of each move which thing of the board it is about (`Phase.thing`) and what may be tried in it (`Phase.tries`). A
board draws things by their names and knows no moves: here they are laid on the spots that bear those names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Generic, TypeVar

from workbench.core.scene import Choice, Helper, Scene, Spot
from workbench.core.state import OVER, State

S = TypeVar("S", bound=State)

NOT_NOW: Final = "It may not be chosen now."
"""What is said of a thing that may not be chosen, though others of its kind may."""


def family(thing: str) -> str:
    """The kind of a thing: the first word of its name.

    >>> family("hand-C5"), family("say:nothing")
    ('hand', 'say')
    """
    return thing.partition("-")[0].partition(":")[0]


class Look(Generic[S]):
    """One position as one seat looks at it, and what that seat may choose in it.

    Args:
        state: the position, with everything blanked that the seat cannot know.
        seat: whose eyes it is seen through.

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
            tried = [action for action in range(state.game.actions) if self._kind(action) in state.phase.tries]
            for action in sorted(self._legal.union(tried)):
                self._about.setdefault(state.phase.thing(state, action), []).append(action)
        self._like = frozenset([family(thing) for thing in self._about if self.may(thing)])

    def _kind(self, action: int) -> str:
        return self.state.game.symbol(action).partition(":")[0]

    def asks(self, kind: str) -> bool:
        """Whether moves of a kind are made in this phase, by whomever: the first word of their symbols, such as ``card``."""
        return kind in self.state.phase.tries

    def may(self, thing: str) -> bool:
        """Whether there is a legal move about a thing."""
        return any([action in self._legal for action in self._about.get(thing, ())])

    def barred(self, thing: str) -> bool:
        """Whether a thing may not be chosen now, though others of its kind may."""
        return thing in self._about and not self.may(thing) and family(thing) in self._like

    def choices(self, thing: str) -> tuple[Choice, ...]:
        """What may be done or tried with a thing, the legal moves first; nothing if somebody else decides."""
        state = self.state
        tried = sorted(self._about.get(thing, ()), key=lambda action: action not in self._legal)
        return tuple([Choice(action, state.phase.words(state, action), action in self._legal) for action in tried])

    def things(self) -> tuple[str, ...]:
        """Everything that moves are about which this seat may make or try now."""
        return tuple(self._about)

    def asked(self) -> str:
        """What is being decided, in one short sentence: the question to this seat, or who decides about what."""
        state = self.state
        if self.over:
            return "The game is over."
        if state.to_move >= 0 and not self.mine:
            return f"{state.game.seat_name(int(state.to_move))} decides: {state.phase.title}."
        said = state.phase.question(state)
        first, mark, _ = said.partition("?")
        return first.rpartition(". ")[2] + mark if mark else said

    def order(self) -> list[int]:
        """The seats in turn order, this one first."""
        return [(self.seat + step) % self.players for step in range(self.players)]

    def marked(self, scene: Scene) -> Scene:
        """A scene with the moves on its spots, each with what choosing it does, or that it may not be chosen now."""
        return replace(scene, spots=tuple([self._marked_spot(spot) for spot in scene.spots]))

    def _marked_spot(self, spot: Spot) -> Spot:
        thing = spot.thing or spot.name
        choices = self.choices(thing)
        legal = [choice.words for choice in choices if choice.legal]
        may = f"You may {', or '.join(legal)}." if legal else NOT_NOW if self.barred(thing) else ""
        return replace(spot, choices=choices, may=may)

    def helped(self, helper: Helper) -> Helper:
        """A helper with the moves on its rows and on the spots of its picture."""
        rows = tuple([replace(row, choices=self.choices(row.thing)) if row.thing else row for row in helper.rows])
        return replace(helper, rows=rows, picture=self.marked(helper.picture) if helper.picture else None)
