"""Keydom: land, bids and workers; a fragment of a rulebook made whole."""
