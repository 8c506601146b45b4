"""How a game is played."""
