"""Machinery that shows any of the games: surfaces, text, sprites, director, input, focus, widgets, audio."""
