"""The lab: many games at once, with n and an interval beside every number.

>>> from workbench import lab
>>> runs = lab.simulate("northwood", players="random", games=20, seed=1)
>>> runs.games
20

It needs pandas, SciPy and statsmodels (and loky for more than one worker, tqdm for the progress bar): the extra ``lab``.
"""

from workbench.lab.compare import Comparison, compare
from workbench.lab.coverage import coverage
from workbench.lab.metrics import ended_by, metric_names, metric_table
from workbench.lab.rulings import Rulings, rulings
from workbench.lab.simulate import Runs, simulate
from workbench.lab.statistics import Estimate, mean, quantile, share
from workbench.lab.sweep import Sweep, sweep

__all__ = [
    "Comparison",
    "Estimate",
    "Rulings",
    "Runs",
    "Sweep",
    "compare",
    "coverage",
    "ended_by",
    "mean",
    "metric_names",
    "metric_table",
    "quantile",
    "rulings",
    "share",
    "simulate",
    "sweep",
]
