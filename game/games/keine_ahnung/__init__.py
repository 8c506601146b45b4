"""Keine Ahnung: matching and memory with face-down grids, piles, three functions and a daring call."""
