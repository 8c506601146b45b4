"""The list of puzzles, and one being solved."""
