"""The lab: many games at once, with n and an interval beside every number.

>>> from workbench import lab
>>> runs = lab.simulate("northwood", players="random", games=20, seed=1)
>>> runs.games
20

It needs pandas, and for parts of it other packages, which are asked for when they are used: the extra ``lab``.
"""

from workbench.lab.coverage import coverage
from workbench.lab.simulate import Runs, simulate
from workbench.lab.statistics import Estimate, mean, quantile, share
from workbench.lab.tournament import Tournament, tournament

__all__ = ["Estimate", "Runs", "Tournament", "coverage", "mean", "quantile", "share", "simulate", "tournament"]
