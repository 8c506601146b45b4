"""The settings, the keys, and data taken in."""
