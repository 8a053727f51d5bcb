"""The lab: many games at once, with n and an interval beside every number.

>>> from workbench import lab
>>> runs = lab.simulate("northwood", players="random", games=20, seed=1)
>>> runs.games
20

It needs pandas, and for parts of it other packages, which are asked for when they are used: the extra ``lab``.
"""

from workbench.lab.coverage import coverage
from workbench.lab.report import report
from workbench.lab.simulate import Runs, simulate, stored
from workbench.lab.statistics import Estimate, mean, quantile, share
from workbench.lab.tournament import Tournament, tournament
from workbench.lab.tune import Tuning, tune

__all__ = [
    "Estimate",
    "Runs",
    "Tournament",
    "Tuning",
    "coverage",
    "mean",
    "quantile",
    "report",
    "share",
    "simulate",
    "stored",
    "tournament",
    "tune",
]
