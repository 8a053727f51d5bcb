"""Players for any game. The workbench finds every subclass of `Player` here that has a `player_name`."""
