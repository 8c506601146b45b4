"""Nein Danke!: an auction of minus points with red and green special cards."""
