"""The settings, the keys, and data import."""
