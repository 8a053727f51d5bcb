"""The cards of the game as tables; `workbench.games.merry_way.cards` reads them."""
