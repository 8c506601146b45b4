"""The list of puzzles, and a puzzle being solved."""
