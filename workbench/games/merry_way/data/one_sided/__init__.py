"""Another set of scheme cards: traps for Greedy, Lazy and Wicked need two kinds of resource only."""
