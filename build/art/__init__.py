"""Draws every picture under assets/art and builds the fonts under assets/fonts."""
