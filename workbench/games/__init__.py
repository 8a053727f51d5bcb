"""The games, one folder each. A game is found by its folder; there is no list to edit."""
