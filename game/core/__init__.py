"""Vocabulary of rules shared by all games, independent of pygame and of clocks."""
