"""The rules of a game, explained."""
