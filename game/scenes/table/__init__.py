"""What lies at a table beside the game, and the sheets over it."""
