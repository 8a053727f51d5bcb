"""For Northwood!: a solo game of precise trick-taking."""
