"""Small games, each an example of one thing in one file: look here before you write your own."""
