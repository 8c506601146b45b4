"""Hoch oder tief: the next card is higher or lower, and whoever is sure stakes two points on it."""
