"""The lab: many games at once, with n and an interval beside every number.

>>> from workbench import lab
>>> runs = lab.simulate("northwood", players="random", games=20, seed=1)
>>> runs.games
20

It needs pandas, and some parts need other packages, which they ask for when you use them: the extra ``lab``, and for stored
runs and tuning the extra ``studies``. `play_rows` and `share` need nothing.
"""

from workbench.lab.classroom import ClassReport, class_report
from workbench.lab.compare import Comparison, compare
from workbench.lab.contest import ClassTournament, class_tournament
from workbench.lab.coverage import coverage
from workbench.lab.dataset import Dataset, dataset, read_dataset
from workbench.lab.gallery import Gallery, gallery
from workbench.lab.kept import KeptGames, class_games
from workbench.lab.metrics import ended_by, metric_names, metric_table
from workbench.lab.plain import play_rows
from workbench.lab.report import report
from workbench.lab.rulings import Rulings, rulings
from workbench.lab.simulate import Runs, simulate, stored
from workbench.lab.statistics import Estimate, mean, quantile, share
from workbench.lab.sweep import Sweep, sweep
from workbench.lab.tournament import Tournament, tournament
from workbench.lab.tune import Tuning, tune
from workbench.worker.limits import Limits

__all__ = [
    "ClassReport",
    "ClassTournament",
    "Comparison",
    "Dataset",
    "Estimate",
    "Gallery",
    "KeptGames",
    "Limits",
    "Rulings",
    "Runs",
    "Sweep",
    "Tournament",
    "Tuning",
    "class_games",
    "class_report",
    "class_tournament",
    "compare",
    "coverage",
    "dataset",
    "ended_by",
    "gallery",
    "mean",
    "metric_names",
    "metric_table",
    "play_rows",
    "quantile",
    "read_dataset",
    "report",
    "rulings",
    "share",
    "simulate",
    "stored",
    "sweep",
    "tournament",
    "tune",
]
