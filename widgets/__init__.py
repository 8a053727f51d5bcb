"""What one sees and clicks in a notebook: the table, its live board and its live figure.

>>> from widgets import Table
>>> table = Table("northwood", seed=7, figure=False)
>>> table.play("visit fief 3")
>>> table.match.step
1
"""

from widgets.board import Board
from widgets.table import Table

__all__ = ["Board", "Table"]
