"""The abilities of the 24 characters: one class a character, one module a suit."""
