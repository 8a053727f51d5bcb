"""Players for any game. A player is found by its class: any subclass of `Player` here with a `player_name`."""
