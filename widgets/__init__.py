"""What you see and click in a notebook: the table, its live board and its live figure.

>>> from widgets import Table
>>> table = Table("northwood", seed=7, figure=False)
>>> table.play("visit fief 3")
>>> table.match.step
1
"""

from widgets.board import Board
from widgets.charts import Chart
from widgets.explorer import FigureExplorer, PositionExplorer
from widgets.handout import handout
from widgets.live_class.notebook import Classroom
from widgets.table import Table
from widgets.tree import decision_tree, tree_figure, tree_text

__all__ = [
    "Board",
    "Chart",
    "Classroom",
    "FigureExplorer",
    "PositionExplorer",
    "Table",
    "decision_tree",
    "handout",
    "tree_figure",
    "tree_text",
]
