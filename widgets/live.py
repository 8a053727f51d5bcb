"""The live figures of a table, drawn after the board: charts with the odds, and walks to follow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import ipywidgets as ipw

from widgets.aside import Errand, running_loop
from widgets.figure import LiveFigure
from widgets.plot import packed_plotly
from widgets.walk import WalkFigure
from workbench.core.errors import said_by
from workbench.core.figures import Odds
from workbench.core.game import Game
from workbench.core.scene import Panel
from workbench.core.seating import Seating
from workbench.core.state import State
from workbench.core.walk import Walk

FIGURE_AFTER: Final = 0.06
"""Seconds from the board's answer to the figure's, so the browser draws the board first."""
ODDS_AFTER: Final = 0.25
"""Seconds without a change before the table works out odds."""
MOST_ODDS: Final = 12
"""How many chances the figure has room for."""
REMEMBERED: Final = 400
"""For how many positions the figures keep the odds, for going back and forth."""


class LiveFigures:
    """The figures beside a board, kept up to date with what the viewer may know.

    Args:
        seating: the match and its viewer.
        wanted: whether to show figures at all; odds are worked out in any case.
        tell_panels: gets the panels of the position on the table after the board has been drawn, if an event loop runs.
        tell_odds: gets the odds of the position on the table as soon as they are known.
        say: gets a sentence when something could not be worked out.

    Attributes:
        charts_place: the widget that holds the charts.
        walks_place: the widget that holds the figure of walks.
    """

    def __init__(
        self,
        seating: Seating,
        wanted: bool,
        tell_panels: Callable[[tuple[Panel, ...]], None],
        tell_odds: Callable[[tuple[Odds, ...]], None],
        say: Callable[[str], None],
    ) -> None:
        self.seating = seating
        self.wanted = wanted
        self.charts_place = ipw.VBox([], layout={"max_width": "980px"})
        self.walks_place = ipw.VBox([], layout={"display": "none"})
        self._tell_panels = tell_panels
        self._tell_odds = tell_odds
        self._say = say
        self._known: tuple[State, int, tuple[Panel, ...]] | None = None
        self._charts: Any = None
        self._walks: Any = None
        self._odds: dict[Any, tuple[Odds, ...]] = {}
        self._later: list[asyncio.TimerHandle] = []
        self._preparing = False
        self._prepared = False
        self._working_out: Errand | None = None

    # -- what is asked for ---------------------------------------------------------------------------------------------

    @property
    def odds(self) -> tuple[Odds, ...]:
        """The chances worth knowing now, worked out on request; empty while the board is covered."""
        if self.seating.covered:
            return ()
        if self.known_odds is None:
            state, viewer = self.seating.state(), self.seating.viewer
            self._remember(self._key(), self.seating.game.odds(state, viewer))
        return self.known_odds or ()

    @property
    def known_odds(self) -> tuple[Odds, ...] | None:
        """The chances worth knowing now; None if they have not been worked out."""
        return self._odds.get(self._key())

    @property
    def charts(self) -> Any:
        """The charts, up to date; None if the table shows no charts, or not yet because the board is covered."""
        if not self.wanted:
            return None
        self.odds  # noqa: B018  (works them out for the charts)
        self._show_charts()
        return None if self._charts is None else self._charts.widget

    @property
    def walks(self) -> Any:
        """The figure of walks (`widgets.walk.WalkFigure`), up to date; None in the same cases as `charts`."""
        if self.wanted:
            self._show_walks()
        return self._walks

    def _key(self) -> Any:
        """Return what the odds depend on: the viewer, and what the viewer sees."""
        return self.seating.viewer, self.seating.state().key()

    def _remember(self, key: Any, odds: tuple[Odds, ...]) -> None:
        while len(self._odds) >= REMEMBERED:
            del self._odds[next(iter(self._odds))]
        self._odds[key] = odds

    # -- following the match -------------------------------------------------------------------------------------------

    def begin(self, seating: Seating) -> None:
        """Turn to another match that is played at the table."""
        self.seating = seating
        self._odds.clear()

    def follow(self) -> None:
        """Plan the charts and odds of this position; without an event loop they wait until somebody asks."""
        for handle in self._later:
            handle.cancel()
        self._later.clear()
        if self._working_out is not None:
            self._working_out.stop()
            self._working_out = None
        if self.seating.covered and self._charts is not None:
            self._show()  # at once, because they must not show more than the board
        loop = running_loop()
        if loop is None:
            return
        self._later.append(loop.call_later(FIGURE_AFTER, self._say_panels))
        if self.wanted:
            first_or_next = self._show if self._prepared else self._prepare
            self._later.append(loop.call_later(FIGURE_AFTER, first_or_next))
        if not self.seating.covered and self.known_odds is None:
            self._later.append(loop.call_later(ODDS_AFTER, self._work_odds_out))

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The game's panels of the position on the table; empty while the board is covered.

        Some take longer to work out than everything else that a click changes.
        """
        seating = self.seating
        if seating.covered:
            return ()
        position, viewer = seating.match.state, seating.game.players if seating.all_seen else seating.viewer
        if self._known is None or self._known[0] is not position or self._known[1] != viewer:
            self._known = position, viewer, seating.game.panels(seating.state(), seating.viewer)
        return self._known[2]

    def _say_panels(self) -> None:
        if not self.seating.covered:
            self._tell_panels(self.panels)

    def _show(self) -> None:
        self._show_charts()
        self._show_walks()

    # -- the charts ----------------------------------------------------------------------------------------------------

    def _panels(self) -> tuple[Panel, ...]:
        """Return what the charts show: the game's panels, and the odds once known; nothing of a covered board."""
        if self.seating.covered:
            # as many as before, because a page copes better with panels that change than with panels that come and go
            return (Panel("", "bar", (), ()),) * (1 if self._charts is None else len(self._charts.panels))
        return (*self.panels, odds_panel(self.known_odds))

    def _show_charts(self) -> None:
        """Bring the charts up to date; make them first if they are not there yet."""
        panels = self._panels()
        if self._charts is None:
            if self.seating.covered:
                return
            self._charts = LiveFigure(panels)
            self.charts_place.children = (self._charts.widget,)
        else:
            self._charts.show(panels)
        self.charts_place.layout.visibility = "hidden" if self.seating.covered else "visible"

    def _prepare(self) -> None:
        """Prepare the slow parts beside the loop, then make the figures."""
        if self._preparing:
            return
        self._preparing = True
        game, viewer = self.seating.game, self.seating.viewer
        state = None if self.seating.covered else self.seating.state().copy()

        def prepare() -> None:
            packed_plotly()
            if state is not None:
                game.walks(state, viewer)  # may import networkx

        def prepared(_: object) -> None:
            self._prepared = True
            self._show()

        Errand(prepare, prepared, lambda fault: self._say(f"The figure could not be drawn. {said_by(fault)}"))

    # -- the walks -----------------------------------------------------------------------------------------------------

    def _ways(self) -> tuple[Walk, ...]:
        """Return the walks to follow; none of a covered board."""
        seating = self.seating
        return () if seating.covered else seating.game.walks(seating.state(), seating.viewer)

    def _show_walks(self) -> None:
        """Bring the figure of walks up to date; make it first if it is not there yet."""
        if not self.seating.game.has_walks():
            return
        ways = self._ways()
        if self._walks is not None:
            self._walks.show(ways)
        elif ways:
            self._walks = WalkFigure(ways, folded=True)
            self.walks_place.children = (self._walks,)
        self.walks_place.layout.display = None if ways else "none"

    # -- the odds ------------------------------------------------------------------------------------------------------

    def _work_odds_out(self) -> None:
        """Work the odds out beside the loop, from what the viewer knows."""
        state, viewer, game = self.seating.state().copy(), self.seating.viewer, self.seating.game
        key = self._key()
        self._working_out = Errand(
            lambda: game.odds(state, viewer),
            lambda odds: self._odds_came(game, key, odds),
            lambda fault: self._say(f"The odds could not be worked out. {said_by(fault)}"),
        )

    def _odds_came(self, game: Game, key: Any, odds: tuple[Odds, ...]) -> None:
        """Keep the odds of a position, and show them if it is still on the table."""
        if self.seating.game is not game:
            return
        self._remember(key, odds)
        if self.seating.covered or self._key() != key:
            return
        self._tell_odds(odds)
        if self._charts is not None:
            self._show_charts()


NO_ODDS: Final = "No exact odds here."
"""What the chart of odds says where there are none."""


def odds_panel(odds: tuple[Odds, ...] | None) -> Panel:
    """Return odds as a chart, empty while they are not known; words that all labels share form its title.

    A note says why nothing is shown.

    >>> print(odds_panel((Odds("fief 0 succeeds", 0.25), Odds("fief 1 succeeds", 0.5))).readable())
    Odds in %: fief … succeeds: 0 25, 1 50
    """
    shown = [one for one in odds or () if one.probability is not None][:MOST_ODDS]
    labels = [one.label.split() for one in shown]
    head, tail = "", ""
    if len(labels) > 1:
        shortest = min(len(words) for words in labels)
        first = 0
        while first < shortest - 1 and len({words[first] for words in labels}) == 1:
            first += 1
        after = 0
        while after < shortest - first - 1 and len({words[-1 - after] for words in labels}) == 1:
            after += 1
        head = " ".join([*labels[0][:first], "…"])
        tail = " ".join(labels[0][len(labels[0]) - after :])
        labels = [words[first : len(words) - after] for words in labels]
    shared = f"{head} {tail}".strip()
    withheld = " ".join([str(one) for one in odds or () if one.probability is None])
    return Panel(
        "Odds in %" + (f": {shared}" if shared not in ("", "…") else ""),
        "bar",
        tuple([" ".join(words) for words in labels]),
        tuple([round(100 * float(one.probability or 0), 1) for one in shown]),
        texts=tuple([f"{100 * float(one.probability or 0):.0f}" for one in shown]),
        note=NO_ODDS if odds == () else withheld,
        top=100.0,
    )
