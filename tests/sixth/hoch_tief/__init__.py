"""Hoch oder tief: the next card is higher or lower, and a confident player stakes two points on it."""
