"""A toy game that has what the adapters must cope with: several seats, hidden hands, sealed bids, a die."""
